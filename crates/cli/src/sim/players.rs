//! The bots of one game.

use super::plan::Plan;
use rulebook_bots::{Advise, Make};
use rulebook_kernel::{Budget, Draws, Hidden, Rng, Rules, Seat, Viewer};

/// The player of each seat. Bots that do not search get no view, because building one costs more than their choice.
pub struct Players<R: Hidden> {
    minds: Vec<Mind<R>>,
    /// Random numbers of all seats that play at random.
    draws: Draws,
}

enum Mind<R: Hidden> {
    Random,
    First,
    Thinks(Box<dyn Advise<R>>, Budget),
}

impl<R: Hidden> Players<R> {
    /// Creates the bots for game `index`. The plan was checked, so this cannot fail.
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
