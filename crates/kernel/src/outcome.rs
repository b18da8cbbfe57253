//! The result of a game, or the seats that are due while the game runs.

use crate::{MAX_SEATS, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The seats that must decide now, or the outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These seats must decide. Several seats decide simultaneously: see [`crate::Rules::play`].
    Seats(SeatSet),
    /// The game is over.
    Over(Outcome),
}

impl Turn {
    /// The turn of a single seat.
    #[inline]
    #[must_use]
    pub const fn of(seat: Seat) -> Turn {
        Turn::Seats(SeatSet::one(seat))
    }

    /// The seats that are due. Empty when the game is over.
    #[inline]
    #[must_use]
    pub const fn seats(&self) -> SeatSet {
        match self {
            Turn::Seats(seats) => *seats,
            Turn::Over(_) => SeatSet::NONE,
        }
    }

    /// Whether the game is over.
    #[inline]
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self, Turn::Over(_))
    }
}

/// The result of a game: a place for each seat, the teams, and the reason why the game ended.
///
/// ```
/// use rulebook_kernel::{Outcome, Seat};
/// let won = Outcome::win(2, Seat::new(1), "four in a row");
/// assert_eq!(won.winners().single(), Some(Seat::new(1)));
/// assert!(Outcome::draw(2, "the board is full").is_draw());
/// // Partners share the first place. That is not a draw.
/// let partners = Outcome::ranked(&[1, 2, 1, 2], "the rubber").in_teams(&[0, 1, 0, 1]);
/// assert!(!partners.is_draw());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Outcome {
    pub(crate) seats: u8,
    places: [u8; MAX_SEATS],
    teams: [u8; MAX_SEATS],
    scores: Option<[i32; MAX_SEATS]>,
    pub(crate) reason: Cow<'static, str>,
    pub(crate) fault: bool,
}

impl Outcome {
    /// An outcome with these places, one for each seat. 1 is the best; several seats can share a place.
    ///
    /// # Panics
    /// Panics if there are no places, more than [`MAX_SEATS`] places, or a place is zero.
    #[must_use]
    pub fn ranked(places: &[u8], reason: impl Into<Cow<'static, str>>) -> Outcome {
        assert!((1..=MAX_SEATS).contains(&places.len()) && places.iter().all(|&p| p > 0));
        let mut all = [0; MAX_SEATS];
        all[..places.len()].copy_from_slice(places);
        let teams = std::array::from_fn(|i| i as u8);
        Outcome { seats: places.len() as u8, places: all, teams, scores: None, reason: reason.into(), fault: false }
    }

    /// One seat wins, and the others share the second place.
    #[must_use]
    pub fn win(seats: usize, winner: Seat, reason: impl Into<Cow<'static, str>>) -> Outcome {
        Outcome::won_by(seats, SeatSet::one(winner), reason)
    }

    /// These seats share the first place, and the others share the second.
    #[must_use]
    pub fn won_by(seats: usize, winners: SeatSet, reason: impl Into<Cow<'static, str>>) -> Outcome {
        let places: [u8; MAX_SEATS] = std::array::from_fn(|i| if winners.has(Seat::new(i)) { 1 } else { 2 });
        Outcome::ranked(&places[..seats], reason)
    }

    /// All seats share the first place.
    #[must_use]
    pub fn draw(seats: usize, reason: impl Into<Cow<'static, str>>) -> Outcome {
        Outcome::ranked(&[1; MAX_SEATS][..seats], reason)
    }

    /// Ranks the seats by score: the highest score is first. The outcome keeps the scores.
    #[must_use]
    pub fn highest(scores: &[i32], reason: impl Into<Cow<'static, str>>) -> Outcome {
        let mut places = [1u8; MAX_SEATS];
        for (place, score) in places.iter_mut().zip(scores) {
            *place += scores.iter().filter(|other| *other > score).count() as u8;
        }
        Outcome::ranked(&places[..scores.len()], reason).with_scores(scores)
    }

    /// An outcome for rules that exceeded a limit and cannot continue. The match has no winner.
    #[must_use]
    pub fn fault(seats: usize, reason: impl Into<Cow<'static, str>>) -> Outcome {
        Outcome { fault: true, ..Outcome::draw(seats, reason) }
    }

    /// Sets the team of each seat. Without this, each seat is a team of its own.
    #[must_use]
    pub fn in_teams(mut self, teams: &[u8]) -> Outcome {
        self.teams[..teams.len()].copy_from_slice(teams);
        self
    }

    /// Adds the points that led to the places.
    #[must_use]
    pub fn with_scores(mut self, scores: &[i32]) -> Outcome {
        let mut all = [0; MAX_SEATS];
        all[..scores.len()].copy_from_slice(scores);
        self.scores = Some(all);
        self
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats as usize
    }

    /// The place of each seat. 1 is the best.
    #[must_use]
    pub fn places(&self) -> &[u8] {
        &self.places[..self.seats as usize]
    }

    /// The team of each seat.
    #[must_use]
    pub fn teams(&self) -> &[u8] {
        &self.teams[..self.seats as usize]
    }

    /// The points of each seat, or `None` if the game does not count points.
    #[must_use]
    pub fn scores(&self) -> Option<&[i32]> {
        self.scores.as_ref().map(|scores| &scores[..self.seats as usize])
    }

    /// The seats in the first place. Empty after a draw or a fault.
    #[must_use]
    pub fn winners(&self) -> SeatSet {
        if self.is_draw() || self.fault { SeatSet::NONE } else { self.first() }
    }

    /// Whether all seats share the first place, in at least two teams. Returns `false` for one seat and after a fault.
    #[must_use]
    pub fn is_draw(&self) -> bool {
        let first = self.first();
        let one_team = first.iter().all(|s| self.teams[s.index()] == self.teams[0]);
        !self.fault && self.seats > 1 && first.len() == self.seats as usize && !one_team
    }

    /// Whether the game ended because the rules could not continue.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        self.fault
    }

    /// The reason why the game ended, as text for players.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    fn first(&self) -> SeatSet {
        Seat::all(self.seats as usize).filter(|s| self.places[s.index()] == 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_give_places_with_ties() {
        let outcome = Outcome::highest(&[3, 9, 3, 1], "points");
        assert_eq!(outcome.places(), [2, 1, 2, 4]);
        assert_eq!(outcome.scores(), Some(&[3, 9, 3, 1][..]));
        assert_eq!(outcome.winners(), SeatSet::one(Seat::new(1)));
    }

    #[test]
    fn a_shared_first_place_of_some_is_not_a_draw() {
        let outcome = Outcome::ranked(&[1, 1, 3], "tie");
        assert!(!outcome.is_draw());
        assert_eq!(outcome.winners().len(), 2);
    }

    #[test]
    fn one_seat_wins_its_solitaire() {
        assert_eq!(Outcome::ranked(&[1], "solved").winners().len(), 1);
        assert_eq!(Outcome::ranked(&[2], "stuck").winners().len(), 0);
    }

    #[test]
    fn a_fault_has_no_winner() {
        assert!(Outcome::fault(2, "out of fuel").winners().is_empty());
    }
}
