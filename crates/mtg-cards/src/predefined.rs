//! Tokens that the rules define by name (CR 111.10).

use crate::ir::{Ability, CardType};
use crate::lexicon::Lexicon;
use crate::parse::parse_face;
use crate::text::tokens;

/// A predefined token. The token is colorless, and its name is also its subtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predefined {
    /// The name and subtype, in lower case.
    pub word: &'static str,
    /// The card type.
    pub card_type: CardType,
    /// The abilities as text in lower case, in the form that the lexer produces.
    pub text: &'static str,
}

const fn artifact(word: &'static str, text: &'static str) -> Predefined {
    Predefined { word, card_type: CardType::Artifact, text }
}

/// All predefined tokens.
pub const TOKENS: [Predefined; 10] = [
    artifact("treasure", "{t} , sacrifice ~ : add one mana of any color ."),
    artifact("food", "{2} , {t} , sacrifice ~ : you gain 3 life ."),
    artifact("clue", "{2} , sacrifice ~ : draw a card ."),
    artifact("gold", "sacrifice ~ : add one mana of any color ."),
    artifact("blood", "{1} , {t} , discard a card , sacrifice ~ : draw a card ."),
    artifact("map", "{1} , {t} , sacrifice ~ : target creature you control explores . activate only as a sorcery ."),
    artifact(
        "lander",
        "{2} , {t} , sacrifice ~ : search your library for a basic land card , put it onto the battlefield tapped , then shuffle .",
    ),
    artifact(
        "mutagen",
        "{1} , {t} , sacrifice ~ : put a +1/+1 counter on target creature . activate only as a sorcery .",
    ),
    artifact(
        "junk",
        "{t} , sacrifice ~ : exile the top card of your library . you may play that card this turn . activate only as a sorcery .",
    ),
    artifact("powerstone", "{t} : add {c} . this mana can't be spent to cast a nonartifact spell ."),
];

impl Predefined {
    /// The abilities in their typed form.
    pub fn abilities(&self) -> Vec<Ability> {
        parse_face(&tokens(self.text), &Lexicon::default(), false).unwrap_or_default()
    }
}
