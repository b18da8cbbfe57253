//! Tests the games.

mod bridge;
mod canasta;
mod canasta_score;
mod durak;
mod gin_rummy;
mod groups;
mod kasino;
mod kasino_score;
mod katko;
mod names;
mod scopa;
mod scopa_score;
mod spoken;
mod walk;
