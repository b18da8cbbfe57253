//! All tests of games in one binary, so that shared code is compiled only once.

mod bridge;
mod canasta;
mod durak;
mod gin_rummy;
mod kasino;
mod katko;
mod laws;
mod names;
mod scopa;
mod spoken;
mod walk;
