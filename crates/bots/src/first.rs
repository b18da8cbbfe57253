//! A bot that always takes the first offered move.

use crate::Advise;
use rulebook_kernel::{Bot, Budget, Hidden, Seat};

/// Always takes the first offered move. It is a deterministic opponent for tests and scripted tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstCandidate;

impl<R: Hidden> Bot<R> for FirstCandidate {
    fn pick(&mut self, _: &R, _: Seat, _: &R::View, _: &[R::Move], _: Budget) -> usize {
        0
    }
}

impl<R: Hidden> Advise<R> for FirstCandidate {}
