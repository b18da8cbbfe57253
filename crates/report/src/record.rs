//! Defines the record of one game.

use crate::cards::Contacts;

/// The record of one game from the deal to the end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The end of the game.
    pub end: End,
    /// The seat that made the first decision. `None` if several seats decided at once.
    pub first: Option<usize>,
    /// The number of legal moves at each decision.
    pub widths: Vec<u32>,
    /// The leaders after the deal and after each decision, one bit for each seat. Empty if the rules do not say which
    /// player leads.
    pub ahead: Vec<u32>,
    /// The choices that were made, with their alternatives.
    pub picks: Vec<Pick>,
    /// The cards that the players held, drew, took and played.
    pub contacts: Contacts,
    /// The number of turns, and the number of turns in which the player never had a choice.
    pub turns: (u32, u32),
}

/// The end of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum End {
    /// The game ended by its rules.
    Over {
        /// The place of each seat. 1 is the best. Tied seats have equal places.
        places: Vec<u8>,
        /// The points of each seat, if the game counts points.
        scores: Option<Vec<i32>>,
        /// The reason why the game ended.
        reason: String,
    },
    /// The rules stopped with a fault, for example because they exceeded a limit.
    Fault(String),
    /// The game exceeded the maximum number of decisions.
    #[default]
    Unfinished,
    /// A seat had to decide but had no legal move.
    Stuck,
    /// The engine failed.
    Bug(String),
}

/// One choice among several options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// The question.
    pub question: String,
    /// The options.
    pub offered: Vec<String>,
    /// The index of the chosen option.
    pub chosen: usize,
    /// The seat that chose.
    pub seat: usize,
    /// Whether the choice counts. A study may count only the choices of some seats.
    pub watched: bool,
}

impl Record {
    /// The number of decisions.
    #[must_use]
    pub fn decisions(&self) -> usize {
        self.widths.len()
    }

    /// The share of each seat in the win: 1 for a sole winner, an equal part for tied winners, 0 for all others. `None`
    /// if the game did not end by its rules.
    #[must_use]
    pub fn shares(&self) -> Option<Vec<f64>> {
        let End::Over { places, .. } = &self.end else { return None };
        let first = places.iter().filter(|&&place| place == 1).count();
        Some(places.iter().map(|&place| if place == 1 { 1.0 / first as f64 } else { 0.0 }).collect())
    }

    /// The number of times that the lead passed from one player to another. A tie is not a change of the lead.
    #[must_use]
    pub fn lead_changes(&self) -> u32 {
        let (mut changes, mut leader) = (0, 0);
        for &ahead in &self.ahead {
            let alone = ahead != 0 && ahead & leader == 0;
            if alone && leader != 0 {
                changes += 1;
            }
            // In a tie the previous leader keeps the lead.
            leader = if ahead & leader != 0 { ahead & leader } else { ahead };
        }
        changes
    }

    /// The moment, from 0 (deal) to 1 (end), from which the winners were always in the lead. `None` if the game did not
    /// end by its rules or the leaders are unknown.
    #[must_use]
    pub fn settled(&self) -> Option<f64> {
        let winners = self.winners()?;
        let last = self.ahead.len().checked_sub(1)?;
        let behind = self.ahead.iter().rposition(|&ahead| ahead & winners != winners);
        Some(behind.map_or(0.0, |at| (at as f64 + 1.0).min(last as f64) / (last as f64).max(1.0)))
    }

    /// Whether one of the winners was in the lead after half of the decisions. `None` if all players were level, or if
    /// the leaders are unknown.
    #[must_use]
    pub fn leader_at_half(&self) -> Option<bool> {
        let winners = self.winners()?;
        let all = u32::MAX >> (32 - self.seats()?.min(32));
        let ahead = *self.ahead.get(self.ahead.len() / 2).filter(|&&ahead| ahead != 0 && ahead != all)?;
        Some(ahead & winners != 0)
    }

    fn seats(&self) -> Option<usize> {
        match &self.end {
            End::Over { places, .. } => Some(places.len()),
            _ => None,
        }
    }

    fn winners(&self) -> Option<u32> {
        let End::Over { places, .. } = &self.end else { return None };
        Some(places.iter().enumerate().filter(|(_, place)| **place == 1).fold(0, |set, (seat, _)| set | 1 << seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(ahead: &[u32], places: &[u8]) -> Record {
        let end = End::Over { places: places.to_vec(), scores: None, reason: String::new() };
        Record { end, ahead: ahead.to_vec(), ..Record::default() }
    }

    #[test]
    fn the_lead_changes_when_others_take_it() {
        assert_eq!(game(&[0b11, 0b01, 0b11, 0b01], &[1, 2]).lead_changes(), 0, "level is not taken");
        assert_eq!(game(&[0b11, 0b01, 0b11, 0b10, 0b01], &[1, 2]).lead_changes(), 2);
        assert_eq!(game(&[], &[1, 2]).lead_changes(), 0);
    }

    #[test]
    fn when_it_was_settled() {
        assert_eq!(game(&[0b11, 0b10, 0b11, 0b01, 0b01], &[1, 2]).settled(), Some(0.5));
        assert_eq!(game(&[0b11, 0b01], &[1, 2]).settled(), Some(0.0));
        assert_eq!(game(&[0b10, 0b10, 0b10], &[1, 2]).settled(), Some(1.0), "decided by the last move");
        assert_eq!(game(&[0b11, 0b01, 0b01], &[1, 2]).leader_at_half(), Some(true));
        assert_eq!(game(&[0b11, 0b11, 0b01], &[1, 2]).leader_at_half(), None, "nobody was ahead");
    }

    #[test]
    fn a_place_is_shared() {
        assert_eq!(game(&[], &[1, 1, 3]).shares(), Some(vec![0.5, 0.5, 0.0]));
        assert_eq!(Record::default().shares(), None);
    }
}
