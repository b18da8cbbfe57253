//! Root parallelism: several trees of one decision are searched at the same time.

use crate::advice::{Advice, Advise, Line, Rank, Worth, sort_lines};
use crate::{stop, threads};
use rulebook_kernel::{Bot, Budget, Hidden, Key, Seat};

/// Several bots with different keys search at the same time. Each gets a part of the playouts, and their results for
/// each move are added up. The spec gives the number of trees, so it does not depend on the machine. So a budget of
/// playouts gives the same choices everywhere.
pub struct ParallelTrees<R: Hidden> {
    bots: Vec<Box<dyn Advise<R>>>,
}

impl<R: Hidden> ParallelTrees<R> {
    /// A bot with `count` trees.
    #[must_use]
    pub fn new(count: usize, key: &Key, make: impl Fn(Key) -> Box<dyn Advise<R>>) -> ParallelTrees<R> {
        ParallelTrees { bots: (0..count as u64).map(|nth| make(key.child(nth))).collect() }
    }
}

impl<R: Hidden> Bot<R> for ParallelTrees<R> {
    fn pick(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> usize {
        self.advise(rules, seat, view, moves, budget).choice
    }
}

impl<R: Hidden> Advise<R> for ParallelTrees<R> {
    fn advise(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> Advice<R::Move> {
        if moves.len() == 1 {
            return Advice::just(0);
        }
        let share = match budget {
            Budget::Playouts(all) => Budget::Playouts(all.div_ceil(self.bots.len() as u32)),
            millis => millis,
        };
        let until = stop::current();
        let all = threads::map(&mut self.bots, |bot| {
            stop::or_until(until.as_ref(), || bot.advise(rules, seat, view, moves, share))
        });
        let choice = all[0].choice;
        let effort = all.iter().map(|advice| advice.effort).sum();
        let mut lines: Vec<Line<R::Move>> = Vec::new();
        for line in all.into_iter().flat_map(|advice| advice.lines) {
            match lines.iter_mut().find(|known| known.index == line.index) {
                Some(known) => add(known, line),
                None => lines.push(line),
            }
        }
        let lines = sort_lines(lines, rank);
        let choice = lines.first().map_or(choice, |line| line.index);
        Advice { choice, lines, effort, depth: None }
    }
}

fn add<M>(known: &mut Line<M>, line: Line<M>) {
    let (before, more) = (known.visits as f32, line.visits as f32);
    known.worth = match (known.worth, line.worth) {
        (Worth::Proven(share), _) | (_, Worth::Proven(share)) => Worth::Proven(share),
        (Worth::Share(a), Worth::Share(b)) => Worth::Share((a * before + b * more) / (before + more).max(1.0)),
        (Worth::Unknown, other) | (other, _) => other,
    };
    if line.moves.len() > known.moves.len() {
        known.moves = line.moves;
    }
    known.visits += line.visits;
}

/// The sort key of a move: proven wins first, then visits, then reward. Proven losses come last.
fn rank<M>(line: &Line<M>) -> Rank {
    let (certain, share) = match line.worth {
        Worth::Proven(share) => (share - 0.5, share),
        Worth::Share(share) => (0.0, share),
        _ => (0.0, 0.0),
    };
    [certain.into(), line.visits as f64, share.into()]
}
