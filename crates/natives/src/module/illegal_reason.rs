//! Stores the reason why a move is illegal, without formatting it. Listing moves produces thousands of reasons, and
//! players see almost none of them.

use super::Card;
use rulebook_kernel::Illegal;

/// A reason that becomes text only when a player reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalReason {
    /// A fixed sentence.
    Said(&'static str),
    /// A sentence about a card: the text before the card's name, the card, and the text after it.
    Card(&'static str, Card, &'static str),
    /// A sentence with a number: the text before the number, and the number.
    Number(&'static str, i32),
    /// A sentence with two numbers: the text before each number, and the number.
    Numbers(&'static str, i32, &'static str, i32),
    /// A sentence with a word of the game: the text before the word, the word, and the text after it.
    Word(&'static str, &'static str, &'static str),
}

impl From<&'static str> for IllegalReason {
    fn from(sentence: &'static str) -> IllegalReason {
        IllegalReason::Said(sentence)
    }
}

impl From<IllegalReason> for Illegal {
    fn from(why: IllegalReason) -> Illegal {
        match why {
            IllegalReason::Said(sentence) => Illegal::new(sentence),
            IllegalReason::Card(before, card, after) => Illegal::new(format!("{before}{}{after}", card.name())),
            IllegalReason::Number(before, number) => Illegal::new(format!("{before}{number}")),
            IllegalReason::Numbers(one, first, two, second) => Illegal::new(format!("{one}{first}{two}{second}")),
            IllegalReason::Word(before, word, after) => Illegal::new(format!("{before}{word}{after}")),
        }
    }
}
