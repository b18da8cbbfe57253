//! Defines seats with their players and drivers, and checks player names.

use rulebook_kernel::Illegal;
use serde::{Deserialize, Serialize};
use unicode_security::confusable_detection::skeleton;

/// Maximum length of a name, in characters.
pub const MAX_NAME: usize = 40;
/// Maximum number of combining marks on one character of a name.
const MOST_MARKS: usize = 3;
/// Maximum length of a bot spec or model name, in bytes.
const MAX_SPEC: usize = 100;

/// The driver of a seat: the person, bot or model that decides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Driver {
    /// The player in the seat.
    #[default]
    Person,
    /// A bot run by the server.
    Bot {
        /// The bot, such as `random` or `ismcts:500`.
        spec: String,
    },
    /// A language model run by the server.
    Llm {
        /// The name of the model.
        model: String,
    },
    /// A language model in the player's browser. The player can see the cards of the seat.
    Sponsored,
}

impl Driver {
    /// Whether a bot or model decides.
    #[must_use]
    pub fn is_ai(&self) -> bool {
        *self != Driver::Person
    }

    /// Whether a bot or model of the server decides.
    #[must_use]
    pub fn is_hosted(&self) -> bool {
        matches!(self, Driver::Bot { .. } | Driver::Llm { .. })
    }

    pub(crate) fn check(&self) -> Result<(), Illegal> {
        let (Driver::Bot { spec: text } | Driver::Llm { model: text }) = self else { return Ok(()) };
        if text.is_empty() || text.len() > MAX_SPEC || text.chars().any(char::is_control) {
            return Err(Illegal::new("No bot or model has that name."));
        }
        Ok(())
    }
}

/// The player of a seat and the driver that decides there. The seat is open if it has no owner and its driver is
/// `Person`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeatInfo {
    /// The name of the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The driver that decides for the seat.
    pub driver: Driver,
    /// Whether the player has resigned. If the match continues for the other players, a bot plays this seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resigned: bool,
    /// The occupancy number: how many times players have taken this seat so far. With it, the server refuses tokens of
    /// earlier players.
    #[serde(default)]
    pub sat: u32,
    /// The name of a player who left during the match. The seat is reserved for that player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
}

impl SeatInfo {
    /// The seat after its player has left. A resigned seat keeps its bot. If the match `runs`, the seat is reserved for
    /// the player.
    pub(crate) fn got_up(&self, runs: bool) -> SeatInfo {
        let driver = if self.resigned { self.driver.clone() } else { Driver::Person };
        let left = self.owner.clone().filter(|_| runs && !self.resigned);
        SeatInfo { owner: None, driver, left, ..self.clone() }
    }

    /// The seat after its player has returned. `None` if it is not reserved for this occupancy number.
    pub(crate) fn come_back(&self, sitting: u32) -> Option<SeatInfo> {
        let name = self.left.clone().filter(|_| self.owner.is_none() && self.sat == sitting)?;
        Some(SeatInfo { owner: Some(name), driver: Driver::Person, left: None, ..self.clone() })
    }

    /// This seat at the rematch table. The player keeps the seat and plays without a bot.
    pub(crate) fn again(&self) -> SeatInfo {
        let keeps = self.owner.is_none() && self.driver.is_hosted() && !self.resigned;
        let driver = if keeps { self.driver.clone() } else { Driver::Person };
        SeatInfo { owner: self.owner.clone(), driver, resigned: false, sat: self.sat, left: None }
    }

    /// Whether the seat has neither a player nor a bot to decide.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.owner.is_none() && !self.driver.is_hosted()
    }

    /// Whether this seat has a player who must accept proposals.
    #[must_use]
    pub fn has_voice(&self) -> bool {
        self.owner.is_some() && !self.driver.is_hosted() && !self.resigned
    }

    /// The name of the seat with this number in the header of the match log. It tells nothing about a person, because
    /// the header cannot be changed later.
    #[must_use]
    pub fn pseudonym(&self, number: usize) -> String {
        match self.owner {
            Some(_) => SeatInfo { owner: Some(format!("Player {number}")), ..self.clone() }.name(),
            None => self.name(),
        }
    }

    /// The name of this seat for people.
    #[must_use]
    pub fn name(&self) -> String {
        match (&self.owner, &self.driver) {
            (Some(owner), Driver::Sponsored) => format!("{owner} (model)"),
            (Some(owner), _) => owner.clone(),
            (None, Driver::Bot { spec }) => spec.clone(),
            (None, Driver::Llm { model }) => model.clone(),
            (None, _) => self.left.clone().unwrap_or_else(|| "nobody".to_owned()),
        }
    }
}

/// The number of seats that have a player, or are reserved for a player who left.
pub(crate) fn people(places: &[SeatInfo]) -> usize {
    places.iter().filter(|place| place.owner.is_some() || place.left.is_some()).count()
}

/// Checks a player name: one line of visible characters.
pub(crate) fn checked_name(name: &str) -> Result<String, Illegal> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME {
        return Err(Illegal::new("A name must have 1 to 40 characters."));
    }
    if !is_plain(name) {
        return Err(Illegal::new("A name must be one line of visible characters."));
    }
    // Many combining marks would be drawn over the neighbouring text.
    let marks = name.chars().scan(MOST_MARKS, |row, c| {
        *row = if is_mark(c) { *row + 1 } else { 0 };
        Some(*row)
    });
    if marks.max() > Some(MOST_MARKS) {
        return Err(Illegal::new(
            "A name must not start with an accent, and at most three accents can follow a letter.",
        ));
    }
    if is_taken(name) {
        return Err(Illegal::new("That name is reserved for seats."));
    }
    Ok(name.to_owned())
}

/// Whether the name is reserved, because the interface uses it for seats: `nobody`, `seat 2` or `bot 2`.
fn is_taken(name: &str) -> bool {
    let word = name.trim_end_matches(|c: char| c.is_numeric());
    let is_numbered = word.len() < name.len();
    is_alike(name, "nobody") || is_numbered && ["seat", "bot"].iter().any(|used| is_alike(word.trim_end(), used))
}

/// Whether two names are equal or look alike. Ignores case, spaces, and letters that look like other letters.
#[must_use]
pub fn is_alike(one: &str, other: &str) -> bool {
    // A capital letter and its small letter can look like different other letters: `I` looks like `l`, but `i` does
    // not. So the names are compared in both ways.
    looks(one) == looks(other) || looks(&one.to_lowercase()) == looks(&other.to_lowercase())
}

/// The text with each letter replaced by the letter that it looks like, in lower case and without spaces.
fn looks(text: &str) -> String {
    let spaceless: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    skeleton(&spaceless).flat_map(char::to_lowercase).collect()
}

/// Whether the character is a combining mark.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

/// Whether the text is one line of visible characters, none of which changes the direction of the text.
pub(crate) fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || is_invisible(c))
}

/// Whether the character is invisible or changes the direction of text.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}
