//! Makes playable rules from a card file and deck lists, or returns all errors.

mod source;

use crate::compile::compile;
use crate::database::{FaceRef, RawCard, add_basics, read_cards};
use crate::deck::{DeckFault, DeckRules, read_deck};
use crate::ir::Card;
use crate::lexicon::Lexicon;
use crate::rules::{Deck, Duel, supported};
use std::collections::BTreeMap;
use std::fmt;

/// A deck list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// The name by which players choose the deck.
    pub name: String,
    /// The text of the list: JSON, or one line for each card.
    pub text: String,
}

/// An error in a card file or deck list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The card file contains no cards. Holds the reason.
    NoCards(String),
    /// There are no deck lists.
    NoLists,
    /// Two lists have the same name. Holds the index of the second list.
    Twice(usize),
    /// A fault in the list with this index.
    List(usize, DeckFault),
    /// A card cannot be played. Holds the index of the list, the name of the card and the reason.
    Card(usize, String, String),
    /// The decks contain more data of one kind than the engine can number, so no match is possible. Holds the noun for
    /// this kind, such as `subtypes`, for messages.
    TooMuch(&'static str),
}

impl Fault {
    /// The index of the list that contains the error. `None` if the error concerns no single list.
    #[must_use]
    pub fn list(&self) -> Option<usize> {
        match self {
            Fault::Twice(list) | Fault::List(list, _) | Fault::Card(list, ..) => Some(*list),
            Fault::NoCards(_) | Fault::NoLists | Fault::TooMuch(_) => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoCards(why) => write!(f, "no cards in this file{why}"),
            Fault::NoLists => write!(f, "there is no deck list; add at least one"),
            Fault::Twice(_) => write!(f, "another list has the same name"),
            Fault::List(_, fault) => fault.fmt(f),
            Fault::Card(_, name, why) => write!(f, "`{name}`: {why}"),
            Fault::TooMuch(what) => write!(f, "these decks have more {what} than one match can number"),
        }
    }
}

/// The mana cost and the rules text of the face with this name. A front face also shows the text of the other faces.
/// For a split card (`A // B`), both halves are shown.
fn printed(raw: &[RawCard], name: &str) -> Option<(String, String)> {
    let cost = |face: FaceRef<'_>| face.raw_mana_cost().unwrap_or_default().to_owned();
    if let Some((left, right)) = name.split_once(" // ") {
        let ((one, above), (other, below)) = (printed_alone(raw, left)?, printed_alone(raw, right)?);
        return Some((format!("{one} // {other}"), format!("{left}: {above}\n{right}: {below}")));
    }
    let card = raw.iter().find(|card| card.faces().iter().any(|face| face.name() == name))?;
    let faces = card.faces();
    let (face, others) = faces.split_first().filter(|(front, _)| front.name() == name).unzip();
    let Some(face) = face else { return printed_alone(raw, name) };
    let mut text = face.text().to_owned();
    for other in others.unwrap_or_default() {
        text += &format!("\n{} {}: {}", other.name(), cost(*other), other.text());
    }
    Some((cost(*face), text))
}

fn printed_alone(raw: &[RawCard], name: &str) -> Option<(String, String)> {
    let face = raw.iter().flat_map(|card| card.faces()).find(|face| face.name() == name)?;
    Some((face.raw_mana_cost().unwrap_or_default().to_owned(), face.text().to_owned()))
}

/// Makes the rules of a game between decks from these lists. Compiles only the cards that the lists name.
///
/// # Errors
///
/// Returns all errors that were found.
pub fn duel(id: &str, name: &str, cards: &str, lists: &[List]) -> Result<Duel, Vec<Fault>> {
    let (mut raw, bad) = read_cards(cards);
    if raw.is_empty() {
        let why = bad.first().map_or_else(String::new, |bad| format!(" (record {}: {})", bad.record, bad.why));
        return Err(vec![Fault::NoCards(why)]);
    }
    if lists.is_empty() {
        return Err(vec![Fault::NoLists]);
    }
    add_basics(&mut raw);
    let lexicon = Lexicon::of(&raw);
    let mut faults = Vec::new();
    let mut verdicts: BTreeMap<usize, Result<usize, String>> = BTreeMap::new();
    let mut compiled: Vec<Card> = Vec::new();
    let mut decks = Vec::new();
    for (at, list) in lists.iter().enumerate() {
        if lists[..at].iter().any(|other| other.name == list.name) {
            faults.push(Fault::Twice(at));
        }
        let deck = match read_deck(&list.text, &raw, &DeckRules::default()) {
            Ok(deck) => deck,
            Err(wrong) => {
                faults.extend(wrong.into_iter().map(|fault| Fault::List(at, fault)));
                continue;
            }
        };
        let mut chosen = Vec::new();
        for (card, count) in deck.cards {
            let verdict = verdicts.entry(card).or_insert_with(|| {
                let typed = compile(&raw[card], &lexicon).map_err(|refused| refused.to_string())?;
                supported(&typed).map_err(|why| why.to_string())?;
                compiled.push(typed);
                Ok(compiled.len() - 1)
            });
            match verdict {
                // A deck has at most 250 cards, so the count fits into a `u8`.
                Ok(place) => chosen.push((*place, count as u8)),
                Err(why) => faults.push(Fault::Card(at, raw[card].name.clone(), why.clone())),
            }
        }
        decks.push(Deck { name: list.name.clone(), cards: chosen });
    }
    let source = source::of(&raw, &verdicts, &decks);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut duel = Duel::new(id, name, &compiled, decks, &lexicon);
    duel.print_on(|name| printed(&raw, name));
    duel.print_costs(&lexicon);
    duel.set_card_ids(raw.iter().filter_map(|card| Some((card.card_id.clone()?, card.name.clone()))));
    match duel.excess() {
        Some(what) => Err(vec![Fault::TooMuch(what)]),
        None => Ok(duel.made_from(source)),
    }
}
