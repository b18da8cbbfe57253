//! Playouts guided by the learned policy of the game.

use crate::playout::{End, last};
use crate::shares::{draw_share, shares};
use rulebook_kernel::{Draws, Hidden, MoveTraits, Policy, Rules, Seat, Turn};

/// Buffers for the choices of a policy.
#[derive(Debug, Default)]
pub(crate) struct Guide {
    traits: MoveTraits,
    shares: Vec<i32>,
}

impl Guide {
    /// The share of each move: integers in proportion to the probability that the policy chooses it.
    #[inline]
    pub(crate) fn shares<R: Rules>(
        &mut self,
        rules: &R,
        policy: &Policy,
        (state, seat): (&R::State, Seat),
        moves: &[R::Move],
        softness: i32,
    ) -> &[i32] {
        self.traits.clear();
        rules.move_traits(state, seat, moves, &mut self.traits);
        policy.points(&self.traits, &mut self.shares);
        self.shares.resize(moves.len(), 0);
        shares(&mut self.shares, softness);
        &self.shares
    }

    /// Like [`crate::playout::playout_hand`], but each move is drawn from the policy.
    pub(crate) fn playout_hand<R: Hidden>(
        &mut self,
        rules: &R,
        policy: &Policy,
        state: &mut R::State,
        draws: &mut Draws,
        moves: &mut Vec<R::Move>,
        (cap, horizon): (u32, u32),
    ) -> End {
        for nth in 0..cap {
            let due = match rules.turn(state) {
                Turn::Over(outcome) => return End::Over(outcome),
                Turn::Seats(due) => due,
            };
            if nth == horizon
                && let Some(standing) = rules.outcome_if_ended_now(state)
            {
                return End::Stands(standing);
            }
            let seat = due.lowest().expect("a seat has to move until the game is over");
            moves.clear();
            rules.shortlist(state, seat, moves);
            let choice = match moves.len() {
                0 => break,
                1 => 0,
                _ => draw_share(self.shares(rules, policy, (&*state, seat), moves, 1), draws),
            };
            if let Some(standing) = rules.play_in_playout(state, seat, &moves[choice], &mut ()) {
                return End::Stands(standing);
            }
        }
        last(rules, state)
    }
}
