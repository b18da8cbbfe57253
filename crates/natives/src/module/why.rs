//! Why something is not allowed, before it is put into words: lists of moves ask a thousand times and read none of it.

use super::Card;
use rulebook_kernel::Illegal;

/// A reason that costs nothing until somebody reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// A sentence.
    Said(&'static str),
    /// A sentence about a card: what comes before and after its name.
    Card(&'static str, Card, &'static str),
    /// A sentence with a number: what comes before it.
    Number(&'static str, i32),
    /// A sentence with two numbers: what comes before each.
    Numbers(&'static str, i32, &'static str, i32),
    /// A sentence with a word of the game's: what comes before and after it.
    Word(&'static str, &'static str, &'static str),
}

impl From<&'static str> for Why {
    fn from(sentence: &'static str) -> Why {
        Why::Said(sentence)
    }
}

impl From<Why> for Illegal {
    fn from(why: Why) -> Illegal {
        match why {
            Why::Said(sentence) => Illegal::new(sentence),
            Why::Card(before, card, after) => Illegal::new(format!("{before}{}{after}", card.name())),
            Why::Number(before, number) => Illegal::new(format!("{before}{number}")),
            Why::Numbers(one, first, two, second) => Illegal::new(format!("{one}{first}{two}{second}")),
            Why::Word(before, word, after) => Illegal::new(format!("{before}{word}{after}")),
        }
    }
}
