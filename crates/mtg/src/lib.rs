//! Magic: cards compiled from their text.
//!
//! No IO, clocks, threads or floats here, and no code that names a card: texts are handed in.

#![warn(missing_docs)]

pub mod ir;
