//! Boards.
#![warn(missing_docs)]
pub mod bits;
pub mod codes;
pub mod limits;
pub mod spec;
