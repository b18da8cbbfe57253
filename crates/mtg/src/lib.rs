//! Magic: cards compiled from their text, and the [rules] they are played by.
//!
//! [`database::read_cards`] reads a card file, [`lexicon::Lexicon::of`] its words, [`compile::compile`] a card: the
//! [lexer](text), the [grammar](parse) and the [printer](mod@print) that must give the text back.
//!
//! No IO, clocks, threads or floats here, and no code that names a card: texts are handed in.

#![warn(missing_docs)]

pub mod compile;
pub mod coverage;
pub mod database;
pub mod deck;
pub mod ir;
pub mod lexicon;
pub mod load;
pub mod mana;
pub mod parse;
pub mod predefined;
pub mod print;
pub mod rules;
pub mod text;
