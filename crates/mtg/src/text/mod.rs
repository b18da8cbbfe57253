//! From a printed text to tokens: the name becomes `~`, reminder text goes, everything is lower case.

mod lex;
mod numbers;
mod plural;

pub use lex::{Lexed, lex, tokens};
pub use numbers::{number_word, ordinal, parse_number, parse_ordinal};
pub use plural::candidates;
