//! Reads deck lists: JSON, or one line for each card (`4 Name`). Reports all errors of a list at once.

use crate::database::RawCard;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The limits that a deck list must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeckRules {
    /// Minimum number of cards in the deck (CR 100.2a).
    pub least: usize,
    /// Maximum number of cards in the deck.
    pub most: usize,
    /// Maximum number of cards with the same name, except basic lands (CR 100.2a).
    pub copies: usize,
}

impl Default for DeckRules {
    fn default() -> Self {
        DeckRules { least: 60, most: 250, copies: 4 }
    }
}

/// A deck that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// Each different card as its index in the card file, with the number of copies. In the order of the list.
    pub cards: Vec<(usize, usize)>,
}

impl Deck {
    /// The total number of cards.
    pub fn size(&self) -> usize {
        self.cards.iter().map(|(_, count)| count).sum()
    }
}

/// The reason why a deck list is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeckFault {
    /// A line of the text cannot be read. Holds the line number, and the line or the error message.
    Unreadable(usize, String),
    /// The card file has no card with this name or id.
    Unknown(String),
    /// The card is listed zero times, or more often than any deck allows. Holds the name and the number of copies.
    Count(String, usize),
    /// The deck has more copies of a card than allowed. Holds the name, the number of copies and the maximum.
    TooMany(String, usize, usize),
    /// The deck has fewer cards than allowed. Holds its size and the minimum.
    Small(usize, usize),
    /// The deck has more cards than allowed. Holds its size and the maximum.
    Large(usize, usize),
}

impl std::fmt::Display for DeckFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DeckFault::Unreadable(line, text) => write!(f, "line {line}: `{text}` is not a count and a name"),
            DeckFault::Unknown(name) => write!(f, "`{name}` is not in the card file"),
            DeckFault::Count(name, count) => write!(f, "{count} copies of `{name}` are not possible"),
            DeckFault::TooMany(name, count, most) => {
                write!(f, "{count} copies of `{name}`, but at most {most} are allowed")
            }
            DeckFault::Small(size, least) => write!(f, "{size} cards, but at least {least} are needed"),
            DeckFault::Large(size, most) => write!(f, "{size} cards, but at most {most} are allowed"),
        }
    }
}

/// The names of the basic lands. In card files, the id of such a land is `basic_` followed by its name.
const BASICS: [&str; 5] = ["plains", "island", "swamp", "mountain", "forest"];

/// Maximum number of copies in one entry of a list. More is taken as a typing error.
const MOST_OF_ONE: usize = 1000;

#[derive(Deserialize)]
#[serde(untagged)]
enum Json {
    Map(BTreeMap<String, usize>),
    Entries(Vec<Entry>),
    Wrapped { cards: Box<Json> },
    Main { main: Box<Json> },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Name(String),
    Counted {
        #[serde(alias = "card_id", alias = "id", alias = "card")]
        name: String,
        #[serde(alias = "quantity", alias = "qty")]
        count: Option<usize>,
    },
}

/// The names and counts of a list in JSON or in lines. Pushes a fault for each line that cannot be read.
fn entries(text: &str, faults: &mut Vec<DeckFault>) -> Vec<(String, usize)> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['{', '[']) {
        return match serde_json::from_str::<Json>(text) {
            Ok(json) => flatten(json),
            Err(error) => {
                faults.push(DeckFault::Unreadable(error.line(), error.to_string()));
                Vec::new()
            }
        };
    }
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        let heading = matches!(line.to_lowercase().as_str(), "deck" | "main" | "maindeck");
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") || heading {
            continue;
        }
        let (count, name) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match count.trim_end_matches('x').parse::<usize>() {
            Ok(count) if !name.trim().is_empty() => found.push((name.trim().to_string(), count)),
            _ => faults.push(DeckFault::Unreadable(at + 1, line.chars().take(60).collect())),
        }
    }
    found
}

fn flatten(json: Json) -> Vec<(String, usize)> {
    match json {
        Json::Map(map) => map.into_iter().collect(),
        Json::Entries(list) => list
            .into_iter()
            .map(|entry| match entry {
                Entry::Name(name) => (name, 1),
                Entry::Counted { name, count } => (name, count.unwrap_or(1)),
            })
            .collect(),
        Json::Wrapped { cards: inner } | Json::Main { main: inner } => flatten(*inner),
    }
}

/// Finds a card by id, by name, or by the id of a basic land such as `basic_island`.
fn find(cards: &[RawCard], name: &str) -> Option<usize> {
    let by = |wanted: &str| {
        cards.iter().position(|card| card.name.eq_ignore_ascii_case(wanted) || card.card_id.as_deref() == Some(wanted))
    };
    let low = name.to_lowercase();
    let basic = BASICS.contains(&low.as_str()).then(|| format!("basic_{low}"));
    basic
        .and_then(|id| by(&id))
        .or_else(|| by(name))
        .or_else(|| {
            // The list may say `basic_island` although the file has no ids. Then search for the name.
            by(low.strip_prefix("basic_").filter(|short| BASICS.contains(short))?)
        })
        .or_else(|| {
            // A card with several faces is also found by the name of its front face.
            let front =
                |card: &RawCard| card.faces().first().is_some_and(|face| face.name().eq_ignore_ascii_case(name));
            cards.iter().position(front)
        })
}

/// Reads a deck list, and checks it against the card file and the limits. Returns the deck, or all errors.
pub fn read_deck(text: &str, cards: &[RawCard], rules: &DeckRules) -> Result<Deck, Vec<DeckFault>> {
    let mut faults = Vec::new();
    let mut counts: Vec<(usize, usize)> = Vec::new();
    let mut unknown = 0;
    for (name, count) in entries(text, &mut faults) {
        if count == 0 || count > MOST_OF_ONE {
            faults.push(DeckFault::Count(name, count));
            continue;
        }
        let Some(at) = find(cards, &name) else {
            faults.push(DeckFault::Unknown(name));
            unknown += count;
            continue;
        };
        match counts.iter_mut().find(|(known, _)| *known == at) {
            Some((_, before)) => *before += count,
            None => counts.push((at, count)),
        }
    }
    for (at, count) in &counts {
        let card = &cards[*at];
        let basic = card.type_line.split_whitespace().any(|word| word == "Basic");
        if !basic && *count > rules.copies {
            faults.push(DeckFault::TooMany(card.name.clone(), *count, rules.copies));
        }
    }
    let deck = Deck { cards: counts };
    // Count unknown cards too. Otherwise a misspelled name would also report that the deck is too small.
    let size = deck.size() + unknown;
    if size < rules.least {
        faults.push(DeckFault::Small(size, rules.least));
    }
    if size > rules.most {
        faults.push(DeckFault::Large(size, rules.most));
    }
    if faults.is_empty() { Ok(deck) } else { Err(faults) }
}
