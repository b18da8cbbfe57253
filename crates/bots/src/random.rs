//! A bot that plays at random.

use crate::Advise;
use rulebook_kernel::{Bot, Budget, Draws, Hidden, Key, Rng, Seat};

/// Chooses uniformly among the offered moves. The same key gives the same choices.
#[derive(Clone, Debug)]
pub struct RandomBot {
    draws: Draws,
}

impl RandomBot {
    /// A bot with this key.
    #[must_use]
    pub fn new(key: Key) -> RandomBot {
        RandomBot { draws: Rng::new(key).draws() }
    }
}

impl<R: Hidden> Bot<R> for RandomBot {
    fn pick(&mut self, _: &R, _: Seat, _: &R::View, moves: &[R::Move], _: Budget) -> usize {
        self.draws.below(moves.len() as u32) as usize
    }
}

impl<R: Hidden> Advise<R> for RandomBot {}
