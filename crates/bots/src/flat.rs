//! Flat Monte Carlo: random playouts after each move, without a tree.

use crate::advice::{Advice, Advise, Line, Worth, best_first};
use crate::budget_meter::BudgetMeter;
use crate::playout::{End, PROBE, each, horizon, playout_hand};
use crate::playout_score::PlayoutScore;
use rulebook_kernel::{Bot, Budget, Draws, Hidden, Key, Rng, Seat};

/// Tries every move equally often in random states that fit the view. Chooses the move with the best average reward.
pub struct Flat<R: Hidden> {
    rng: Rng,
    draws: Draws,
    /// The random numbers for estimating the length of a playout.
    probe: Draws,
    state: Option<R::State>,
    moves: Vec<R::Move>,
    /// For each move: the number of tries, and the sum of rewards.
    tried: Vec<(u64, f64)>,
}

impl<R: Hidden> Flat<R> {
    /// A bot with this key.
    #[must_use]
    pub fn new(key: Key) -> Flat<R> {
        let probe = Rng::new(key.child(PROBE)).draws();
        let mut rng = Rng::new(key);
        let draws = rng.split().draws();
        Flat { rng, draws, probe, state: None, moves: Vec::new(), tried: Vec::new() }
    }

    fn search(&mut self, rules: &R, seat: Seat, view: &R::View, offered: &[R::Move], budget: Budget) {
        self.tried.clear();
        self.tried.resize(offered.len(), (0, 0.0));
        let mut meter = BudgetMeter::new(budget);
        let mut sample = rules.sample(view, &mut self.rng);
        let each = each(budget, offered.len());
        let horizon = horizon(rules, sample.clone(), each, &mut self.probe, &mut self.moves);
        let (mut next, mut scale) = (0, PlayoutScore::of(rules.info().few_points));
        let mut there = Vec::new();
        rules.drop_lore(&mut sample);
        rules.shortlist(&sample, seat, &mut there);
        while meter.spend() {
            // Try all moves in the same sampled state, because the comparison is then less noisy.
            if next == offered.len() {
                rules.sample_into(view, &mut self.rng, &mut sample);
                rules.drop_lore(&mut sample);
                there.clear();
                rules.shortlist(&sample, seat, &mut there);
                next = 0;
            }
            // The legal moves can depend on hidden information. So a move that the bot was offered may be illegal in
            // some samples.
            if there != offered && !there.contains(&offered[next]) {
                next += 1;
                continue;
            }
            let state = match &mut self.state {
                Some(state) => {
                    state.clone_from(&sample);
                    state
                }
                none => none.insert(sample.clone()),
            };
            let end = match rules.play_in_playout(state, seat, &offered[next], &mut ()) {
                Some(standing) => End::Stands(standing),
                None => playout_hand(rules, state, &mut self.draws, &mut self.moves, rules.info().max_moves, horizon),
            };
            let (tries, sum) = &mut self.tried[next];
            *tries += 1;
            *sum += f64::from(scale.worth(&end)[seat.index()]);
            next += 1;
        }
    }

    fn mean(&self, index: usize) -> f64 {
        let (tries, sum) = self.tried[index];
        if tries == 0 { -1.0 } else { sum / tries as f64 }
    }

    fn best(&mut self, moves: usize) -> usize {
        if self.tried.iter().all(|(tries, _)| *tries == 0) {
            return self.draws.below(moves as u32) as usize;
        }
        (0..moves).fold(0, |best, index| if self.mean(index) > self.mean(best) { index } else { best })
    }
}

impl<R: Hidden> Bot<R> for Flat<R> {
    fn pick(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> usize {
        if moves.len() == 1 {
            return 0;
        }
        self.search(rules, seat, view, moves, budget);
        self.best(moves.len())
    }
}

impl<R: Hidden> Advise<R> for Flat<R> {
    fn advise(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> Advice<R::Move> {
        let choice = self.pick(rules, seat, view, moves, budget);
        if moves.len() == 1 {
            return Advice::just(choice);
        }
        let rank = |index: usize| [self.mean(index), f64::from(index == choice), 0.0];
        let order = best_first(&(0..moves.len()).map(rank).collect::<Vec<_>>());
        let line = |index: usize| {
            let (visits, _) = self.tried[index];
            let worth = if visits == 0 { Worth::Unknown } else { Worth::Share(self.mean(index) as f32) };
            Line { index, visits, worth, moves: vec![(seat, moves[index].clone())] }
        };
        let effort = self.tried.iter().map(|(tries, _)| tries).sum();
        Advice { choice, lines: order.into_iter().map(line).collect(), effort, depth: Some(1) }
    }
}
