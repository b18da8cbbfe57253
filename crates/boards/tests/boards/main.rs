//! One binary: every test of it plays games of every size, and that is compiled once.

mod agree;
mod captured;
mod chess;
mod common;
mod compared;
mod fuzzed;
mod hostile;
mod labels;
mod large;
mod laws;
mod pages;
mod perft;
mod pgn;
mod plain;
mod reference;
