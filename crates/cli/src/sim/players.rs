//! The bots of one game.

use super::plan::Plan;
use rulebook_bots::{Advise, Make};
use rulebook_kernel::{Budget, Draws, Hidden, Rng, Rules, Seat, Viewer};

/// The bots at the table. A bot that does not search gets no view of the match, because a view costs more time than its
/// choice.
pub struct Players<R: Hidden> {
    minds: Vec<Mind<R>>,
    /// The random numbers shared by all seats that play at random.
    draws: Draws,
}

enum Mind<R: Hidden> {
    Random,
    First,
    Thinks(Box<dyn Advise<R>>, Budget),
}

impl<R: Hidden> Players<R> {
    /// Creates the bots for game `index`. Panics if a bot name is wrong, so the plan must have been checked before.
    pub fn new(rules: &R, make: Make<R>, plan: &Plan, index: u64) -> Players<R> {
        let key = plan.for_bots(index);
        let mind = |(spec, seat): (&String, u64)| match spec.as_str() {
            "random" => Mind::Random,
            "first" => Mind::First,
            spec => {
                let (bot, budget) = make(rules.info(), spec, key.child(seat)).expect("a bot that was made before");
                Mind::Thinks(bot, budget)
            }
        };
        let minds = plan.bots.iter().zip(0..).map(mind).collect();
        Players { minds, draws: Rng::new(key).draws() }
    }

    /// The index of the move that a seat chooses. `moves` must not be empty.
    #[inline]
    pub fn pick(&mut self, rules: &R, state: &<R as Rules>::State, seat: Seat, moves: &[R::Move]) -> usize {
        match &mut self.minds[seat.index()] {
            Mind::Random => self.draws.below(moves.len() as u32) as usize,
            Mind::First => 0,
            Mind::Thinks(bot, budget) => {
                let view = rules.view(state, Viewer::Seat(seat));
                bot.pick(rules, seat, &view, moves, *budget)
            }
        }
    }
}
