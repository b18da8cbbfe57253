//! Names and type lines of compiled cards, for display.

use super::compiled_cards::Words;
use crate::ir::{CardType, SubtypeId, Supertype};

/// A lexicon without words, which is enough for generated abilities, because they contain no names.
pub(super) struct NoWords;

impl Words for NoWords {
    fn name(&self, _: crate::ir::NameId) -> String {
        String::new()
    }

    fn subtype(&self, _: SubtypeId) -> String {
        String::new()
    }
}

pub(super) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

pub(super) fn names(subtypes: &[SubtypeId], words: &dyn Words) -> String {
    let names: Vec<String> = subtypes.iter().map(|id| capital(&words.subtype(*id))).collect();
    if names.is_empty() { "Token".to_owned() } else { names.join(" ") }
}

pub(super) fn type_line(supers: &[Supertype], types: &[CardType], subs: &[SubtypeId], words: &dyn Words) -> String {
    let supers = supers.iter().map(|supertype| capital(supertype.word()));
    let types: Vec<String> = supers.chain(types.iter().map(|card_type| capital(card_type.word()))).collect();
    if subs.is_empty() { types.join(" ") } else { format!("{} — {}", types.join(" "), names(subs, words)) }
}
