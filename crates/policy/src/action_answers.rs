//! Answers that are actions of the game's own schema instead of names of candidates.

use super::answer::said;
use super::{Candidate, Exchange, Normalise};
use rulebook_kernel::Seat;
use rulebook_matches::AnyMatch;

/// Reads answers for this seat: an action is the candidate that its row begins with. An answer that names a candidate is
/// left to the strict reading, and what is no legal action is none.
#[must_use]
pub fn actions(game: &dyn AnyMatch, seat: Seat) -> Box<Normalise> {
    let game = game.fork();
    Box::new(move |text, candidates| begins(&game.row(seat, said(text).ok()?).ok()?, candidates))
}

/// The action that a model chose by, if it chose by one: its text stands for a row of moves ([`AnyMatch::row`]).
#[must_use]
pub fn acted(game: &dyn AnyMatch, seat: Seat, log: &[Exchange]) -> Option<String> {
    let json = said(log.last()?.answer.as_ref().ok()?).ok()?;
    game.row(seat, json).is_ok().then(|| json.to_owned())
}

/// The candidate with the longest beginning of a row.
fn begins(row: &[String], candidates: &[Candidate]) -> Option<usize> {
    let fits = candidates.iter().enumerate().filter(|(_, candidate)| row.starts_with(&candidate.moves));
    fits.max_by_key(|(_, candidate)| candidate.moves.len()).map(|(index, _)| index)
}
