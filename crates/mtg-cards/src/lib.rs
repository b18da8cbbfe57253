//! Magic: The Gathering: compiles cards from their text. The crate `mtg` plays them.
//!
//! [`database::read_cards`] reads a card file, [`lexicon::Lexicon::of`] collects its words, and [`compile::compile`]
//! compiles a card. The [lexer](text) and the [grammar](parse) produce the typed form. The [printer](mod@print) turns
//! it into text again, which must equal the card's text.
//!
//! This crate has no IO, clocks, threads or floats, and no code that is specific to one card. The caller passes all
//! texts.

#![warn(missing_docs)]

pub mod compile;
pub mod coverage;
pub mod database;
pub mod deck;
pub mod ir;
pub mod lexicon;
pub mod mana;
pub mod parse;
pub mod predefined;
pub mod print;
pub mod second_reading;
pub mod text;
