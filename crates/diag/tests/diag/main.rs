//! This binary contains all tests of the crate.

mod common;
mod hostile;
mod reading;
mod reports;
mod trees;
