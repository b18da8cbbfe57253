//! The bots at the table. The games are tiny and written out in `games/`.

mod games;
mod ismcts;
mod names;
mod open;
mod simple;
