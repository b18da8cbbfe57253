//! A bot that plays by the learned policy of the game, without search.

use crate::advice::{Advice, Advise, Line, Worth, sort_lines};
use crate::guided::Guide;
use crate::ismcts::Ismcts;
use crate::shares::draw_share;
use rulebook_kernel::{Bot, Budget, Draws, Hidden, Key, Rng, Seat};

/// Draws each move from the policy. Most of its mistakes are moves that almost look good. If the game has no policy,
/// the bot searches with the budget.
pub struct PolicyBot<R: Hidden> {
    rng: Rng,
    draws: Draws,
    guide: Guide,
    softness: i32,
    total: Vec<i32>,
    /// The bot for games without a policy.
    search: Ismcts<R>,
}

/// The number of states over which the shares of moves are averaged.
const SAMPLES: i32 = 4;

impl<R: Hidden> PolicyBot<R> {
    /// A bot with this key. `softness` divides the points of moves, so with 2 it makes more mistakes than with 1.
    #[must_use]
    pub fn new(key: Key, softness: i32) -> PolicyBot<R> {
        let search = Ismcts::new(key.clone());
        let mut rng = Rng::new(key);
        let draws = rng.split().draws();
        PolicyBot { rng, draws, guide: Guide::default(), softness, total: Vec::new(), search }
    }

    /// A move drawn from the policy. `None` if the game has no policy.
    fn draw(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move]) -> Option<usize> {
        let policy = rules.policy()?;
        self.total.clear();
        self.total.resize(moves.len(), 0);
        for _ in 0..SAMPLES {
            let mut state = rules.sample(view, &mut self.rng);
            rules.drop_lore(&mut state);
            let shares = self.guide.shares(rules, policy, (&state, seat), moves, self.softness);
            self.total.iter_mut().zip(shares).for_each(|(total, share)| *total += share / SAMPLES);
        }
        Some(draw_share(&self.total, &mut self.draws))
    }
}

impl<R: Hidden> Bot<R> for PolicyBot<R> {
    fn pick(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> usize {
        if moves.len() == 1 {
            return 0;
        }
        let drawn = self.draw(rules, seat, view, moves);
        drawn.unwrap_or_else(|| self.search.pick(rules, seat, view, moves, budget))
    }
}

impl<R: Hidden> Advise<R> for PolicyBot<R> {
    fn advise(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> Advice<R::Move> {
        if rules.policy().is_none() {
            return self.search.advise(rules, seat, view, moves, budget);
        }
        let choice = self.pick(rules, seat, view, moves, budget);
        if moves.len() == 1 {
            return Advice::just(choice);
        }
        let sum = self.total.iter().sum::<i32>().max(1) as f32;
        let line = |(index, mv): (usize, &R::Move)| Line {
            index,
            visits: 0,
            worth: Worth::Share(self.total[index] as f32 / sum),
            moves: vec![(seat, mv.clone())],
        };
        let lines = moves.iter().enumerate().map(line).collect();
        let share = |line: &Line<R::Move>| f64::from(self.total[line.index]);
        let lines = sort_lines(lines, |line| [f64::from(line.index == choice), share(line), 0.0]);
        Advice { choice, lines, effort: SAMPLES as u64, depth: None }
    }
}
