//! One binary, linked once.

mod common;
mod hostile;
mod reading;
mod reports;
mod trees;
