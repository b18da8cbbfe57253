//! What every game is tested with, whatever its family.
//!
//! * [`laws`]: what is true of every game: nothing leaks, replay is exact, saving loses nothing.
//! * [`connect_four`]: the open proving game, on bits.
//!
//! A development crate: it may read files and the environment. It knows the traits and no family.

pub mod connect_four;
pub mod laws;
