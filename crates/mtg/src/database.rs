//! The card file: JSON or JSON Lines in Scryfall's shape. Bytes are handed in as text.

use serde::Deserialize;

/// A card as the file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct RawCard {
    /// `card_id`, or `id`.
    #[serde(alias = "id")]
    pub card_id: Option<String>,
    /// Its name.
    pub name: String,
    /// Its type line.
    pub type_line: String,
    /// Its mana cost, `{2}{W}`.
    pub mana_cost: Option<String>,
    /// Letters of its colours.
    pub colors: Option<Vec<String>>,
    /// Letters of its colour identity.
    pub color_identity: Option<Vec<String>>,
    /// Its text.
    pub oracle_text: Option<String>,
    /// Its power.
    pub power: Option<String>,
    /// Its toughness.
    pub toughness: Option<String>,
    /// Its loyalty.
    pub loyalty: Option<String>,
    /// Its defense.
    pub defense: Option<String>,
    /// Keywords that the file lists; the text decides.
    pub keywords: Option<Vec<String>>,
    /// Its layout.
    pub layout: Option<String>,
    /// Its faces, if it has more than one.
    pub card_faces: Option<Vec<RawFace>>,
}

/// One face of a card of several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct RawFace {
    /// Its name.
    pub name: String,
    /// Its type line.
    pub type_line: String,
    /// Its mana cost.
    pub mana_cost: Option<String>,
    /// Letters of its colours.
    pub colors: Option<Vec<String>>,
    /// Its text.
    pub oracle_text: Option<String>,
    /// Its power.
    pub power: Option<String>,
    /// Its toughness.
    pub toughness: Option<String>,
    /// Its loyalty.
    pub loyalty: Option<String>,
    /// Its defense.
    pub defense: Option<String>,
}

/// A face of a card, of one or of several.
#[derive(Clone, Copy, Debug)]
pub enum FaceRef<'a> {
    /// The card itself.
    Card(&'a RawCard),
    /// One of its faces.
    Face(&'a RawFace),
}

macro_rules! either {
    ($($(#[$doc:meta])* $get:ident: $field:ident,)*) => {
        impl<'a> FaceRef<'a> {
            $($(#[$doc])*
            pub fn $get(self) -> Option<&'a str> {
                match self {
                    FaceRef::Card(card) => card.$field.as_deref(),
                    FaceRef::Face(face) => face.$field.as_deref(),
                }
            })*
        }
    };
}

either! {
    /// The mana cost; an empty one is none.
    raw_mana_cost: mana_cost,
    /// The text.
    raw_text: oracle_text,
    /// The power.
    power: power,
    /// The toughness.
    toughness: toughness,
    /// The loyalty.
    loyalty: loyalty,
    /// The defense.
    defense: defense,
}

impl<'a> FaceRef<'a> {
    /// The name.
    pub fn name(self) -> &'a str {
        match self {
            FaceRef::Card(card) => &card.name,
            FaceRef::Face(face) => &face.name,
        }
    }

    /// The type line.
    pub fn type_line(self) -> &'a str {
        match self {
            FaceRef::Card(card) => &card.type_line,
            FaceRef::Face(face) => &face.type_line,
        }
    }

    /// The text; empty if there is none.
    pub fn text(self) -> &'a str {
        self.raw_text().unwrap_or_default()
    }

    /// The letters of the colours, if the file has them.
    pub fn colors(self) -> Option<&'a [String]> {
        match self {
            FaceRef::Card(card) => card.colors.as_deref(),
            FaceRef::Face(face) => face.colors.as_deref(),
        }
    }
}

/// Products that are not played with as cards of a deck.
const NOT_CARDS: [&str; 7] = ["Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon", "Ongoing"];

impl RawCard {
    /// Its faces: itself if it has one.
    pub fn faces(&self) -> Vec<FaceRef<'_>> {
        match self.card_faces.as_deref() {
            Some(faces) if !faces.is_empty() => faces.iter().map(FaceRef::Face).collect(),
            _ => vec![FaceRef::Card(self)],
        }
    }

    /// Whether it belongs into a deck: no plane, scheme, vanguard, conspiracy, dungeon, phenomenon.
    pub fn is_for_decks(&self) -> bool {
        let types = self.type_line.split('—').next().unwrap_or_default();
        !types.split_whitespace().any(|word| NOT_CARDS.contains(&word))
    }
}

/// A line of the file that is no card, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRecord {
    /// Line of a JSON Lines file, or the number of the element, from one.
    pub record: usize,
    /// What is wrong with it.
    pub why: String,
}

/// The cards of a file, and what could not be read. A JSON array, an object with `cards` or `data`, or JSON Lines.
pub fn read_cards(text: &str) -> (Vec<RawCard>, Vec<BadRecord>) {
    let text = text.trim_start_matches('\u{feff}');
    let mut bad = Vec::new();
    let mut cards = Vec::new();
    let mut take = |record: usize, value: Result<RawCard, String>| match value {
        Ok(card) if card.name.is_empty() => bad.push(BadRecord { record, why: "it has no name".into() }),
        Ok(card) => cards.push(card),
        Err(why) => bad.push(BadRecord { record, why }),
    };
    match whole(text) {
        Some(values) => {
            for (at, value) in values.into_iter().enumerate() {
                take(at + 1, serde_json::from_value(value).map_err(|error| error.to_string()));
            }
        }
        None => {
            for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
                take(at + 1, serde_json::from_str(line).map_err(|error| error.to_string()));
            }
        }
    }
    (cards, bad)
}

/// The basic lands, which every deck may hold (CR 100.2a, 305.6): those that a file does not have are added to its cards.
pub fn add_basics(cards: &mut Vec<RawCard>) {
    let basics = [("Plains", 'W'), ("Island", 'U'), ("Swamp", 'B'), ("Mountain", 'R'), ("Forest", 'G')];
    for (name, letter) in basics {
        let id = format!("basic_{}", name.to_lowercase());
        let there =
            |card: &RawCard| card.name.eq_ignore_ascii_case(name) || card.card_id.as_deref() == Some(id.as_str());
        if !cards.iter().any(there) {
            cards.push(RawCard {
                card_id: Some(id),
                name: name.to_owned(),
                type_line: format!("Basic Land — {name}"),
                oracle_text: Some(format!("({{T}}: Add {{{letter}}}.)")),
                ..RawCard::default()
            });
        }
    }
}

/// The elements, if the text is one JSON value that lists cards.
fn whole(text: &str) -> Option<Vec<serde_json::Value>> {
    let mut value: serde_json::Value = serde_json::from_str(text).ok()?;
    for key in ["cards", "data"] {
        if let Some(inner) = value.get_mut(key).filter(|inner| inner.is_array()) {
            value = inner.take();
        }
    }
    match value {
        serde_json::Value::Array(values) => Some(values),
        // A file of one line is one card.
        single if single.get("name").is_some() => Some(vec![single]),
        _ => None,
    }
}
