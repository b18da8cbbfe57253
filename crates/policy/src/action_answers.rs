//! Reads answers that are actions of the game schema instead of candidate ids.

use super::answer::said;
use super::{Candidate, Exchange, Normalise};
use rulebook_kernel::Seat;
use rulebook_matches::AnyMatch;

/// A normaliser for this seat. It maps an action to the candidate that its row of moves begins with. An answer that
/// names a candidate is left to the strict parser, and an illegal action maps to nothing.
#[must_use]
pub fn actions(game: &dyn AnyMatch, seat: Seat) -> Box<Normalise> {
    let game = game.fork();
    Box::new(move |text, candidates| begins(&game.row(seat, said(text).ok()?).ok()?, candidates))
}

/// The action that the model answered with, if it is legal. Its text stands for a row of moves ([`AnyMatch::row`]).
#[must_use]
pub fn acted(game: &dyn AnyMatch, seat: Seat, log: &[Exchange]) -> Option<String> {
    let json = said(log.last()?.answer.as_ref().ok()?).ok()?;
    game.row(seat, json).is_ok().then(|| json.to_owned())
}

/// The candidate that is the longest prefix of a row of moves.
fn begins(row: &[String], candidates: &[Candidate]) -> Option<usize> {
    let fits = candidates.iter().enumerate().filter(|(_, candidate)| row.starts_with(&candidate.moves));
    fits.max_by_key(|(_, candidate)| candidate.moves.len()).map(|(index, _)| index)
}
