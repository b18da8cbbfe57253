//! Reads deck lists: JSON, or one line for each card (`4 Name`). Reports all errors of a list at once.

use crate::database::RawCard;
use serde::Deserialize;
use serde_json::{Value, json};

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
        DeckRules { least: 60, most: MOST_CARDS, copies: 4 }
    }
}

/// Maximum number of cards in any deck.
const MOST_CARDS: usize = 250;

/// The names of the formats that a deck list may declare.
const FORMATS: [&str; 3] = ["constructed", "limited", "any"];

impl DeckRules {
    /// The limits of a format. `None` if there is no format with this name.
    #[must_use]
    pub fn of_format(name: &str) -> Option<DeckRules> {
        match name.trim().to_lowercase().as_str() {
            "constructed" => Some(DeckRules::default()),
            "limited" => Some(DeckRules { least: 40, most: MOST_CARDS, copies: MOST_CARDS }),
            "any" => Some(DeckRules { least: 1, most: MOST_CARDS, copies: MOST_CARDS }),
            _ => None,
        }
    }
}

/// A deck that was accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The index of each different card in the card file, with its number of copies, in the order of the list.
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
    /// A list in JSON cannot be read. Holds the reason.
    Json(String),
    /// The file contains several decks. Holds their names.
    Several(Vec<String>),
    /// No format has this name.
    Format(String),
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
            DeckFault::Json(why) => write!(f, "this is not a deck list in JSON: {why}"),
            DeckFault::Several(names) if names.is_empty() => write!(f, "this file has no decks"),
            DeckFault::Several(names) => write!(f, "this file has several decks; choose one: {}", names.join(", ")),
            DeckFault::Format(name) => {
                write!(f, "no deck format is called `{name}`; the formats are {}", FORMATS.join(", "))
            }
            DeckFault::Unknown(name) => write!(f, "`{name}` is not in the card file"),
            DeckFault::Count(name, count) => write!(f, "{count} copies of `{name}` are not possible"),
            DeckFault::TooMany(name, count, most) => {
                write!(f, "{count} copies of `{name}`, but at most {most} are allowed")
            }
            DeckFault::Small(size, least) => {
                let help = if *least > 1 { "; a list with the line `Format: any` may have any size" } else { "" };
                write!(f, "{size} cards, but at least {least} are needed{help}")
            }
            DeckFault::Large(size, most) => write!(f, "{size} cards, but at most {most} are allowed"),
        }
    }
}

/// The names of the basic lands. In card files, the id of such a land is `basic_` followed by its name.
pub const BASICS: [&str; 5] = ["plains", "island", "swamp", "mountain", "forest"];

/// Maximum number of copies in one entry of a list. The reader reports a larger number, because it is probably a typing
/// error.
const MOST_OF_ONE: usize = 1000;

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

/// The names and counts of a list, and the limits of its format.
type Listed = (Vec<(String, usize)>, Option<DeckRules>);

/// Reads a list in JSON or in lines. Pushes a fault for each part that cannot be read.
fn entries(text: &str, faults: &mut Vec<DeckFault>) -> Listed {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['{', '[']) {
        return match serde_json::from_str::<Value>(text) {
            Ok(json) => json_entries(&json, faults),
            Err(error) => {
                faults.push(DeckFault::Json(format!("line {}: {error}", error.line())));
                (Vec::new(), None)
            }
        };
    }
    let (mut found, mut limits) = (Vec::new(), None);
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        let heading = matches!(line.to_lowercase().as_str(), "deck" | "main" | "maindeck");
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") || heading {
            continue;
        }
        if let Some((_, format)) = line.split_once(':').filter(|(key, _)| key.trim().eq_ignore_ascii_case("format")) {
            limits = limits_of(format, faults);
            continue;
        }
        let (count, name) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match count.trim_end_matches('x').parse::<usize>() {
            Ok(count) if !name.trim().is_empty() => found.push((name.trim().to_string(), count)),
            _ => faults.push(DeckFault::Unreadable(at + 1, line.chars().take(60).collect())),
        }
    }
    (found, limits)
}

/// The limits of a format. Pushes a fault if there is no such format.
fn limits_of(format: &str, faults: &mut Vec<DeckFault>) -> Option<DeckRules> {
    let limits = DeckRules::of_format(format);
    if limits.is_none() {
        faults.push(DeckFault::Format(format.trim().chars().take(60).collect()));
    }
    limits
}

/// The keys under which a list in JSON may have its cards.
const CARDS: [&str; 5] = ["cards", "main", "mainboard", "deck", "list"];

/// Reads a list in JSON: an object of names and counts, a list of entries, or an object that contains one of them.
fn json_entries(json: &Value, faults: &mut Vec<DeckFault>) -> Listed {
    let mut found = Vec::new();
    match json {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                match serde_json::from_value(item.clone()) {
                    Ok(Entry::Name(name)) => found.push((name, 1)),
                    Ok(Entry::Counted { name, count }) => found.push((name, count.unwrap_or(1))),
                    Err(_) => faults.push(DeckFault::Json(format!("entry {} is not a card and a count", at + 1))),
                }
            }
            (found, None)
        }
        Value::Object(fields) => {
            if let Some(decks) = named_decks(json) {
                faults.push(DeckFault::Several(decks.into_iter().map(|(name, _)| name).collect()));
                return (found, None);
            }
            let limits = fields.get("format").and_then(Value::as_str).and_then(|format| limits_of(format, faults));
            if let Some(cards) = CARDS.iter().find_map(|key| fields.get(*key).filter(|cards| !cards.is_number())) {
                let (found, inner) = json_entries(cards, faults);
                return (found, limits.or(inner));
            }
            for (name, count) in fields {
                match count.as_u64().and_then(|count| usize::try_from(count).ok()) {
                    Some(count) => found.push((name.clone(), count)),
                    // Texts beside the counts describe the deck.
                    None if count.is_string() => {}
                    None => faults.push(DeckFault::Json(format!("`{name}` has no count of cards"))),
                }
            }
            (found, limits)
        }
        _ => {
            faults.push(DeckFault::Json("a deck is an object of names and counts, or a list of cards".to_owned()));
            (found, None)
        }
    }
}

/// The decks of a file with several decks: `{"decks": [{"name": …, "cards": …}]}` or `{"decks": {"NAME": …}}`. `None`
/// if the file is not of this kind.
fn named_decks(json: &Value) -> Option<Vec<(String, &Value)>> {
    match json.get("decks")? {
        Value::Array(decks) => {
            let name = |deck: &Value, at: usize| {
                let keys = ["id", "deck_id", "name"].iter();
                let given = keys.filter_map(|key| deck.get(*key)?.as_str()).next();
                given.map_or_else(|| format!("deck-{}", at + 1), str::to_owned)
            };
            Some(decks.iter().enumerate().map(|(at, deck)| (name(deck, at), deck)).collect())
        }
        Value::Object(decks) => Some(decks.iter().map(|(name, deck)| (name.clone(), deck)).collect()),
        _ => None,
    }
}

/// The decks of a file with several decks, each with its name and its own list as text. A deck without a format gets
/// the format `any`: a file with several decks is authoritative, so its decks need not keep the usual limits (mtg_core,
/// section Scope). `None` if the file is a single list.
#[must_use]
pub fn split_decks(text: &str) -> Option<Vec<(String, String)>> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if !text.starts_with('{') {
        return None;
    }
    let json: Value = serde_json::from_str(text).ok()?;
    let format = json.get("format").and_then(Value::as_str).unwrap_or("any");
    let decks = named_decks(&json)?.into_iter().map(|(name, deck)| {
        let own = deck.get("format").and_then(Value::as_str).unwrap_or(format);
        let cards = CARDS.iter().find_map(|key| deck.get(*key).filter(|cards| !cards.is_number()));
        (name, json!({ "format": own, "cards": cards.unwrap_or(deck) }).to_string())
    });
    Some(decks.collect())
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
            // The list may say `basic_island` although the file has no ids. In that case, search for the name `island`.
            by(low.strip_prefix("basic_").filter(|short| BASICS.contains(short))?)
        })
        .or_else(|| {
            // A card with several faces is also found by the name of its front face.
            let front =
                |card: &RawCard| card.faces().first().is_some_and(|face| face.name().eq_ignore_ascii_case(name));
            cards.iter().position(front)
        })
}

/// Reads a deck list, and checks it against the card file and the limits. If the list declares a format, the limits of
/// that format apply instead. Returns the deck, or all errors.
pub fn read_deck(text: &str, cards: &[RawCard], rules: &DeckRules) -> Result<Deck, Vec<DeckFault>> {
    let mut faults = Vec::new();
    let mut counts: Vec<(usize, usize)> = Vec::new();
    let mut unknown = 0;
    let (listed, limits) = entries(text, &mut faults);
    let rules = limits.as_ref().unwrap_or(rules);
    let unread = faults.iter().any(|fault| !matches!(fault, DeckFault::Unreadable(..)));
    for (name, count) in listed {
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
    // Count unknown cards too. Check the size only if every line was read, so that a misspelled name does not also
    // report that the deck is too small.
    let size = deck.size() + unknown;
    if size < rules.least && !unread {
        faults.push(DeckFault::Small(size, rules.least));
    }
    if size > rules.most {
        faults.push(DeckFault::Large(size, rules.most));
    }
    if faults.is_empty() { Ok(deck) } else { Err(faults) }
}
