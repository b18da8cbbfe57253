//! Tests of bots on the tiny games in `games/`.

mod games;
mod ismcts;
mod names;
mod open_games;
mod training;
mod without_search;
