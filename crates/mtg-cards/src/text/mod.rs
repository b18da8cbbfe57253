//! Turns printed text into tokens. The card name becomes `~`, reminder text is removed, and letters become lower case.

mod lex;
mod numbers;
mod plural;

pub use lex::{Lexed, lex, tokens};
pub use numbers::{number_word, ordinal, parse_number, parse_ordinal};
pub use plural::candidates;
