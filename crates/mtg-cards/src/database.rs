//! Reads the card file: JSON or JSON Lines in the format of Scryfall. The caller passes the text of the file.

use serde::Deserialize;

/// A card of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct RawCard {
    /// The id, from the field `card_id` or `id` of the file.
    #[serde(alias = "id")]
    pub card_id: Option<String>,
    /// The name.
    pub name: String,
    /// The type line.
    pub type_line: String,
    /// The mana cost, such as `{2}{W}`.
    pub mana_cost: Option<String>,
    /// The colors as letters: `W`, `U`, `B`, `R`, `G`.
    pub colors: Option<Vec<String>>,
    /// The color identity as letters.
    pub color_identity: Option<Vec<String>>,
    /// The rules text.
    pub oracle_text: Option<String>,
    /// The power.
    pub power: Option<String>,
    /// The toughness.
    pub toughness: Option<String>,
    /// The loyalty.
    pub loyalty: Option<String>,
    /// The defense.
    pub defense: Option<String>,
    /// The keywords that the file lists. They are not used, because the rules text already contains them.
    pub keywords: Option<Vec<String>>,
    /// The layout, such as `normal` or `split`.
    pub layout: Option<String>,
    /// The faces, if there are several.
    pub card_faces: Option<Vec<RawFace>>,
}

/// One face of a card with several faces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct RawFace {
    /// The name.
    pub name: String,
    /// The type line.
    pub type_line: String,
    /// The mana cost.
    pub mana_cost: Option<String>,
    /// The colors as letters: `W`, `U`, `B`, `R`, `G`.
    pub colors: Option<Vec<String>>,
    /// The rules text.
    pub oracle_text: Option<String>,
    /// The power.
    pub power: Option<String>,
    /// The toughness.
    pub toughness: Option<String>,
    /// The loyalty.
    pub loyalty: Option<String>,
    /// The defense.
    pub defense: Option<String>,
}

/// A face of a card, or the card itself if it has only one face.
#[derive(Clone, Copy, Debug)]
pub enum FaceRef<'a> {
    /// A card with one face.
    Card(&'a RawCard),
    /// One face of a card with several faces.
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
    /// The mana cost. `None` if the face has no mana cost.
    raw_mana_cost: mana_cost,
    /// The rules text. `None` if the face has no text.
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

    /// The rules text. Empty if the face has no text.
    pub fn text(self) -> &'a str {
        self.raw_text().unwrap_or_default()
    }

    /// The colors as letters. `None` if the file does not list them.
    pub fn colors(self) -> Option<&'a [String]> {
        match self {
            FaceRef::Card(card) => card.colors.as_deref(),
            FaceRef::Face(face) => face.colors.as_deref(),
        }
    }
}

/// Types of cards that are never part of a deck.
const NOT_CARDS: [&str; 7] = ["Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon", "Ongoing"];

impl RawCard {
    /// The faces of the card. A card with one face is its own face.
    pub fn faces(&self) -> Vec<FaceRef<'_>> {
        match self.card_faces.as_deref() {
            Some(faces) if !faces.is_empty() => faces.iter().map(FaceRef::Face).collect(),
            _ => vec![FaceRef::Card(self)],
        }
    }

    /// Whether the card can be part of a deck. Planes, schemes, vanguards, conspiracies, dungeons and phenomena cannot.
    pub fn is_for_decks(&self) -> bool {
        let types = self.type_line.split('—').next().unwrap_or_default();
        !types.split_whitespace().any(|word| NOT_CARDS.contains(&word))
    }
}

/// A record of the file that could not be read as a card, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRecord {
    /// The number of the record, from one: its line in a JSON Lines file, or its position in an array.
    pub record: usize,
    /// Why the record could not be read.
    pub why: String,
}

/// The cards of a file, and the records that could not be read as cards. The text is a JSON array, an object with
/// `cards` or `data`, or JSON Lines.
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

/// Adds each basic land that the file lacks. A deck may contain any number of basic lands (CR 100.2a, 305.6).
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

/// The records of a text that is one JSON value. `None` if the text is not one JSON value that contains cards.
fn whole(text: &str) -> Option<Vec<serde_json::Value>> {
    let mut value: serde_json::Value = serde_json::from_str(text).ok()?;
    for key in ["cards", "data"] {
        if let Some(inner) = value.get_mut(key).filter(|inner| inner.is_array()) {
            value = inner.take();
        }
    }
    match value {
        serde_json::Value::Array(values) => Some(values),
        // JSON Lines with only one line: the value is one card, not a list of cards.
        single if single.get("name").is_some() => Some(vec![single]),
        _ => None,
    }
}
