//! The record of one game.

/// One game from the deal to the end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// How it ended.
    pub end: End,
    /// The seat that decided first, if one did alone.
    pub first: Option<usize>,
    /// How many ways there were at each decision.
    pub widths: Vec<u32>,
    /// The leaders after the deal and after each decision, one bit for each seat. Empty if the rules cannot say.
    pub ahead: Vec<u32>,
    /// What was chosen from what.
    pub picks: Vec<Pick>,
}

/// How a game ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum End {
    /// As the rules say.
    Over {
        /// By seat: 1 is the best, and equal places are shared.
        places: Vec<u8>,
        /// By seat, where points are counted.
        scores: Option<Vec<i32>>,
        /// Why it was over.
        reason: String,
    },
    /// The rules hit a limit.
    Fault(String),
    /// It went on for too long.
    #[default]
    Unfinished,
    /// Somebody was due and had nothing to do.
    Stuck,
    /// The engine failed.
    Bug(String),
}

/// One decision among several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// What was asked.
    pub question: String,
    /// What was offered.
    pub offered: Vec<String>,
    /// Which of that was chosen.
    pub chosen: usize,
    /// Is it the choice of the player that is watched?
    pub watched: bool,
}

impl Record {
    /// How many decisions there were.
    #[must_use]
    pub fn decisions(&self) -> usize {
        self.widths.len()
    }

    /// The share of each seat in the first place: all of it, an equal part, or nothing.
    #[must_use]
    pub fn shares(&self) -> Option<Vec<f64>> {
        let End::Over { places, .. } = &self.end else { return None };
        let first = places.iter().filter(|&&place| place == 1).count();
        Some(places.iter().map(|&place| if place == 1 { 1.0 / first as f64 } else { 0.0 }).collect())
    }

    /// The number of lead changes. Drawing level is not a change.
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

    /// The moment (0 to 1) from which the winner was always among the leaders.
    #[must_use]
    pub fn settled(&self) -> Option<f64> {
        let winners = self.winners()?;
        let last = self.ahead.len().checked_sub(1)?;
        let behind = self.ahead.iter().rposition(|&ahead| ahead & winners != winners);
        Some(behind.map_or(0.0, |at| (at as f64 + 1.0).min(last as f64) / (last as f64).max(1.0)))
    }

    /// Whether one player led alone at half-time, and whether that player won.
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
