//! Magic: The Gathering: the [rules] of the game, and how to [load] a game from a card file and deck lists.
//!
//! The crate `mtg-cards` compiles the cards. Its modules are also available here.
//!
//! This crate has no IO, clocks, threads or floats, and no code that is specific to one card. The caller passes all
//! texts.

#![warn(missing_docs)]

pub mod load;
pub mod rules;

pub use rulebook_mtg_cards::{compile, coverage, database, deck, ir, lexicon, mana, parse, predefined, print, text};
