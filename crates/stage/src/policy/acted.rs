//! Answers that are actions of the game's own schema instead of names of candidates.

use super::answer::said;
use super::{Candidate, Normalise};
use crate::AnyMatch;
use rulebook_kernel::Seat;
use std::sync::{Arc, Mutex, PoisonError};

/// The action that a model chose, if it chose by one: its text stands for a row of moves ([`AnyMatch::row`]).
#[derive(Clone, Debug, Default)]
pub struct Acted(Arc<Mutex<Option<String>>>);

impl Acted {
    /// Reads answers for this seat: an action is the candidate that its row begins with. An answer that names a candidate is
    /// left to the strict reading, and what is no legal action is none.
    #[must_use]
    pub fn reader(&self, game: &dyn AnyMatch, seat: Seat) -> Box<Normalise> {
        let (game, acted) = (game.fork(), self.clone());
        Box::new(move |text, candidates| {
            let json = said(text).ok()?;
            let index = begins(&game.row(seat, json).ok()?, candidates)?;
            *acted.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(json.to_owned());
            Some(index)
        })
    }

    /// The text of the action, once the choice is made.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The candidate with the longest beginning of a row.
fn begins(row: &[String], candidates: &[Candidate]) -> Option<usize> {
    let fits = candidates.iter().enumerate().filter(|(_, candidate)| row.starts_with(&candidate.moves));
    fits.max_by_key(|(_, candidate)| candidate.moves.len()).map(|(index, _)| index)
}
