//! All tests are one binary, so that the code for every board size is compiled only once.

mod captured;
mod chess;
mod common;
mod compared;
mod fuzzed;
mod generators_agree;
mod hostile;
mod labels;
mod large_boards;
mod laws;
mod move_records;
mod pages;
mod perft;
mod pgn;
mod plain;
mod reference;
mod schema;
mod walls;
