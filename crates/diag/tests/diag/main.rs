//! All tests of the crate in one binary.

mod common;
mod hostile;
mod reading;
mod reports;
mod trees;
