//! Who sits where, and who decides there.

use rulebook_kernel::Illegal;
use serde::{Deserialize, Serialize};

/// The longest name, in characters.
pub const MAX_NAME: usize = 40;
/// The most marks on one character of a name.
const MOST_MARKS: usize = 3;
/// The longest bot spec or model name, in bytes.
const MAX_SPEC: usize = 100;

/// Who makes the decisions of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Driver {
    /// The person who sits there, once somebody does.
    #[default]
    Person,
    /// A bot that the host runs.
    Bot {
        /// Which, as `random` or `ismcts:500`.
        spec: String,
    },
    /// A language model that the host runs.
    Llm {
        /// Which.
        model: String,
    },
    /// A language model in the browser of the person who sits there: that person can see the seat's cards.
    Sponsored,
}

impl Driver {
    /// Does a machine decide?
    #[must_use]
    pub fn is_ai(&self) -> bool {
        *self != Driver::Person
    }

    /// Does a machine of the host decide?
    #[must_use]
    pub fn is_hosted(&self) -> bool {
        matches!(self, Driver::Bot { .. } | Driver::Llm { .. })
    }

    pub(crate) fn check(&self) -> Result<(), Illegal> {
        let (Driver::Bot { spec: text } | Driver::Llm { model: text }) = self else { return Ok(()) };
        if text.is_empty() || text.len() > MAX_SPEC || text.chars().any(char::is_control) {
            return Err(Illegal::new("that names no bot and no model"));
        }
        Ok(())
    }
}

/// A place at the table. Nobody's and driven by a person: it is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeatInfo {
    /// The name of the person who sits there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Who decides.
    pub driver: Driver,
    /// Has the person given up? A bot plays on so that the others can.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resigned: bool,
    /// How many people have sat down here, one after the other. Who got up has no power over the seat of who came after.
    #[serde(default)]
    pub sat: u32,
    /// The name of who got up in the middle of the match: the seat is kept for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<String>,
}

impl SeatInfo {
    /// The place when its person has got up. Who has resigned is not got rid of by that: a bot goes on playing. In a match that
    /// `runs` others may not sit down there, so it is kept for who did.
    pub(crate) fn got_up(&self, runs: bool) -> SeatInfo {
        let driver = if self.resigned { self.driver.clone() } else { Driver::Person };
        let left = self.owner.clone().filter(|_| runs && !self.resigned);
        SeatInfo { owner: None, driver, left, ..self.clone() }
    }

    /// The place when who got up has come back, as the how many-th who sat there. Whoever played meanwhile gives way.
    pub(crate) fn come_back(&self, sitting: u32) -> Option<SeatInfo> {
        let name = self.left.clone().filter(|_| self.owner.is_none() && self.sat == sitting)?;
        Some(SeatInfo { owner: Some(name), driver: Driver::Person, left: None, ..self.clone() })
    }

    /// The place at a table where everybody plays on.
    pub(crate) fn again(&self) -> SeatInfo {
        let keeps = self.owner.is_none() && self.driver.is_hosted() && !self.resigned;
        let driver = if keeps { self.driver.clone() } else { Driver::Person };
        SeatInfo { owner: self.owner.clone(), driver, resigned: false, sat: self.sat, left: None }
    }

    /// Can nobody answer here?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.owner.is_none() && !self.driver.is_hosted()
    }

    /// Is somebody here who must agree to what the table agrees on?
    #[must_use]
    pub fn has_voice(&self) -> bool {
        self.owner.is_some() && !self.driver.is_hosted() && !self.resigned
    }

    /// What the log calls it.
    #[must_use]
    pub fn name(&self) -> String {
        match (&self.owner, &self.driver) {
            (Some(owner), Driver::Sponsored) => format!("{owner} (model)"),
            (Some(owner), _) => owner.clone(),
            (None, Driver::Bot { spec }) => spec.clone(),
            (None, Driver::Llm { model }) => model.clone(),
            (None, _) => "nobody".to_owned(),
        }
    }
}

/// A name that can stand on a table: one line, seen by everybody.
pub(crate) fn checked_name(name: &str) -> Result<String, Illegal> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME {
        return Err(Illegal::new("a name has 1 to 40 characters"));
    }
    if !is_plain(name) {
        return Err(Illegal::new("a name is one line of characters that can be seen"));
    }
    // A mark is drawn on the character before it, and many of them over the neighbours.
    let marks = name.chars().scan(MOST_MARKS, |row, c| {
        *row = if is_mark(c) { *row + 1 } else { 0 };
        Some(*row)
    });
    if marks.max() > Some(MOST_MARKS) {
        return Err(Illegal::new("a name begins with a character of its own, and has few marks on one"));
    }
    if is_taken(name) {
        return Err(Illegal::new("that is what a seat is called, not a person"));
    }
    Ok(name.to_owned())
}

/// What a table calls seats, with and without somebody.
fn is_taken(name: &str) -> bool {
    let name = name.to_lowercase();
    let number = name.strip_prefix("seat").map(str::trim_start);
    name == "nobody" || number.is_some_and(|rest| !rest.is_empty() && rest.chars().all(char::is_numeric))
}

/// Characters that are drawn on the one before them.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

/// Is it one line, of characters that can be seen and that leave their neighbours as they are?
pub(crate) fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || is_invisible(c))
}

/// Characters that turn or hide text, or are drawn as nothing.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_line_that_can_be_seen() {
        assert_eq!(checked_name("  Ann ").unwrap(), "Ann");
        let unseen = ["\u{3164}", "\u{ad}", "\u{e0041}", "\u{34f}", "\u{2800}", "a\u{61c}"];
        for bad in ["", "  ", "a\nb", "a\u{202e}b", &"x".repeat(41)].into_iter().chain(unseen) {
            assert!(checked_name(bad).is_err(), "{bad:?}");
        }
        let heap = format!("a{}", "\u{301}".repeat(39));
        for bad in ["\u{fe0f}", "\u{301}", "\u{301}a", "\u{1d159}", "\u{f0000}", "\u{e000}", &*heap, "Seat 2", "nobody"]
        {
            assert!(checked_name(bad).is_err(), "{bad:?}");
        }
        for good in ["Ann", "e\u{302}\u{301}", "\u{2764}\u{fe0f}", "1\u{fe0f}\u{20e3}", "Seat", "Seatle 2", "\u{5b57}"]
        {
            assert!(checked_name(good).is_ok(), "{good:?}");
        }
    }

    #[test]
    fn an_empty_place_has_neither_person_nor_machine() {
        assert!(SeatInfo::default().is_empty());
        let bot = SeatInfo { driver: Driver::Bot { spec: "random".into() }, ..SeatInfo::default() };
        assert!(!bot.is_empty() && !bot.has_voice());
        let sponsor = SeatInfo { driver: Driver::Sponsored, ..SeatInfo::default() };
        assert!(sponsor.is_empty(), "a sponsored seat needs its sponsor");
    }
}
