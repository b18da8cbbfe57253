//! Bots on tiny games, which are in `games/`.

mod games;
mod ismcts;
mod names;
mod open;
mod simple;
