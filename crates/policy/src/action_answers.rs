//! Reads answers of a model that contain an action in the JSON schema of the game instead of a candidate id.

use super::answer::said;
use super::{Candidate, Exchange, Normalise};
use rulebook_kernel::Seat;
use rulebook_matches::AnyMatch;

/// A function that maps an answer with an action to a candidate. An action means a sequence of moves. The result is the
/// candidate with which this sequence begins. `None` for illegal actions, and for answers with a candidate id, which
/// the strict parser reads.
#[must_use]
pub fn actions(game: &dyn AnyMatch, seat: Seat) -> Box<Normalise> {
    let game = game.fork();
    Box::new(move |text, candidates| begins(&game.row(seat, said(text).ok()?).ok()?, candidates))
}

/// The action in the last answer of the model. `None` if the answer has no legal action. [`AnyMatch::row`] turns the
/// text into moves.
#[must_use]
pub fn acted(game: &dyn AnyMatch, seat: Seat, log: &[Exchange]) -> Option<String> {
    let json = said(log.last()?.answer.as_ref().ok()?).ok()?;
    game.row(seat, json).is_ok().then(|| json.to_owned())
}

/// The index of the candidate whose moves begin this row. If several fit, the longest.
fn begins(row: &[String], candidates: &[Candidate]) -> Option<usize> {
    let fits = candidates.iter().enumerate().filter(|(_, candidate)| row.starts_with(&candidate.moves));
    fits.max_by_key(|(_, candidate)| candidate.moves.len()).map(|(index, _)| index)
}
