//! All tests are one binary, so that games of every board size are compiled only once.

mod captured;
mod chess;
mod common;
mod compared;
mod fuzzed;
mod generators_agree;
mod hostile;
mod labels;
mod large;
mod laws;
mod pages;
mod perft;
mod pgn;
mod plain;
mod reference;
