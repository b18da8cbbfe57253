//! Tests of bots on the tiny games in `games/`.

mod games;
mod ismcts;
mod names;
mod open_games;
mod without_search;
