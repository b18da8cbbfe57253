//! One ply, and no more.

use crate::advice::{Advice, Advise, Line, Worth};
use crate::playout::{End, fitting, horizon, playout_hand};
use crate::playout_score::PlayoutScore;
use crate::rewards;
use rulebook_kernel::{Bot, Budget, Draws, Heuristic, Hidden, Key, Open, Outcome, Rng, Seat, Turn, Viewer};

/// How a greedy bot judges what a move leads to.
pub(crate) trait Judge<R: Hidden>: Send {
    /// Adds what each of the moves is worth to the seat that makes it, in their order; more is better.
    fn judge(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], values: &mut Vec<i32>);

    /// What the last judgements mean for people, and how many games or positions are behind each.
    fn meaning(&self, value: i32) -> (Worth, u64);
}

/// Takes the move after which things look best, and asks no further. Among equals any.
pub struct Greedy<R: Hidden> {
    judge: Box<dyn Judge<R>>,
    draws: Draws,
    values: Vec<i32>,
}

/// A won game, for every judge.
const WON: i32 = 1_000_000;
const LOST: i32 = -WON;

impl<R: Hidden> Greedy<R> {
    /// A bot with this key that judges by what the game says is good and bad ([`Hidden::fact_score`]); if it says nothing, by a
    /// few playouts.
    #[must_use]
    pub fn new(key: Key) -> Greedy<R> {
        let mut rng = Rng::new(key);
        let draws = rng.split().draws();
        let judge = Few { draws: rng.split().draws(), rng, moves: Vec::new(), by_facts: false };
        Greedy { judge: Box::new(judge), draws, values: Vec::new() }
    }
}

impl<R: Open + Heuristic> Greedy<R> {
    /// A bot with this key that judges by the values of the game.
    #[must_use]
    pub fn by_value(key: Key) -> Greedy<R> {
        let judge: Box<dyn Judge<R>> = Box::new(ByValue);
        Greedy { judge, draws: Rng::new(key).draws(), values: Vec::new() }
    }
}

/// The mean of a few playouts in states that fit the view; or where the game says what is good and bad, of what it says at
/// the end of the turn.
struct Few<M> {
    rng: Rng,
    draws: Draws,
    moves: Vec<M>,
    /// Does the game say what is good and bad?
    by_facts: bool,
}

impl<M> Few<M> {
    const PLAYOUTS: i32 = 4;
    /// How many ways to finish the turn are tried: a large decision is a chain of picks, and nothing changes before the last.
    const WAYS: usize = 4;
    /// The most moves that are made to finish it.
    const LONGEST: usize = 12;
}

impl<M> Few<M> {
    /// For each move the mean of a few playouts to the end of the hand.
    fn play_out<R: Hidden<Move = M>>(
        &mut self,
        rules: &R,
        seat: Seat,
        view: &R::View,
        moves: &[M],
        values: &mut Vec<i32>,
    ) {
        let sample = rules.sample(view, &mut self.rng);
        let horizon = horizon(rules, sample, Self::PLAYOUTS as u32, &mut self.draws, &mut self.moves);
        let most = rules.info().max_moves;
        let mut ends = Vec::with_capacity(Self::PLAYOUTS as usize * moves.len());
        for _ in 0..Self::PLAYOUTS {
            // All moves are compared on the same samples: luck is shared.
            let sample = rules.sample(view, &mut self.rng);
            for mv in moves {
                let fits = rules.check(&sample, seat, mv).is_ok();
                let state = if fits { Some(sample.clone()) } else { fitting(rules, seat, view, mv, &mut self.rng) };
                ends.push(state.map(|mut state| match rules.play_in_playout(&mut state, seat, mv, &mut ()) {
                    Some(standing) => End::Stands(standing),
                    None => playout_hand(rules, &mut state, &mut self.draws, &mut self.moves, most, horizon),
                }));
            }
        }
        // Once to learn how many points are many, and once to measure by that: no move is judged by less than another.
        let mut scale = PlayoutScore::of(rules.info().few_points);
        for end in ends.iter().flatten() {
            let _ = scale.worth(end);
        }
        for nth in 0..moves.len() {
            let own = ends.iter().skip(nth).step_by(moves.len()).flatten();
            let sum: f32 = own.map(|end| scale.worth(end)[seat.index()]).sum();
            values.push((sum * WON as f32) as i32 / Self::PLAYOUTS);
        }
    }

    /// The mean over a few states of the best way to finish the turn, by what the game says about what the seat then sees.
    fn look<R: Hidden<Move = M>>(&mut self, rules: &R, seat: Seat, view: &R::View, mv: &M) -> i32 {
        let mut sum = 0;
        for _ in 0..Self::PLAYOUTS {
            let Some(mut after) = fitting(rules, seat, view, mv, &mut self.rng) else { continue };
            rules.play(&mut after, seat, mv, &mut ());
            let ways = (0..Self::WAYS).map(|_| self.finish(rules, seat, after.clone()));
            sum += i64::from(ways.max().expect("there is a way"));
        }
        (sum / i64::from(Self::PLAYOUTS)) as i32
    }

    fn finish<R: Hidden<Move = M>>(&mut self, rules: &R, seat: Seat, mut state: R::State) -> i32 {
        for _ in 0..Self::LONGEST {
            match rules.turn(&state) {
                Turn::Over(outcome) => return end(&outcome, seat),
                Turn::Seats(due) if !due.has(seat) => break,
                Turn::Seats(_) => {}
            }
            self.moves.clear();
            rules.shortlist(&state, seat, &mut self.moves);
            if self.moves.is_empty() {
                break;
            }
            let nth = self.draws.below(self.moves.len() as u32) as usize;
            rules.play(&mut state, seat, &self.moves[nth], &mut ());
        }
        match rules.turn(&state) {
            Turn::Over(outcome) => end(&outcome, seat),
            // A game that is won is better than any that looks good.
            Turn::Seats(_) => {
                rules.fact_score(&rules.view(&state, Viewer::Seat(seat)), seat).unwrap_or(0).clamp(1 - WON, WON - 1)
            }
        }
    }
}

impl<R: Hidden> Judge<R> for Few<R::Move> {
    fn judge(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], values: &mut Vec<i32>) {
        self.by_facts = rules.fact_score(view, seat).is_some();
        if self.by_facts {
            values.extend(moves.iter().map(|mv| self.look(rules, seat, view, mv)));
        } else {
            self.play_out(rules, seat, view, moves, values);
        }
    }

    fn meaning(&self, value: i32) -> (Worth, u64) {
        if !self.by_facts {
            return (Worth::Share(value as f32 / WON as f32), Self::PLAYOUTS as u64);
        }
        (Worth::Facts(value), Self::PLAYOUTS as u64 * Self::WAYS as u64)
    }
}

/// What the end of a game is worth to a seat.
fn end(outcome: &Outcome, seat: Seat) -> i32 {
    ((rewards(outcome)[seat.index()] - 0.5) * 2.0 * WON as f32) as i32
}

/// What the game says about the position.
struct ByValue;

impl<R: Open + Heuristic> Judge<R> for ByValue {
    fn judge(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], values: &mut Vec<i32>) {
        values.extend(moves.iter().map(|mv| {
            let mut state = view.clone();
            rules.play(&mut state, seat, mv, &mut ());
            match rules.turn(&state) {
                Turn::Over(outcome) => end(&outcome, seat),
                Turn::Seats(_) => rules.value(&state, seat),
            }
        }));
    }

    fn meaning(&self, value: i32) -> (Worth, u64) {
        let worth = match value {
            WON.. => Worth::Mate(1),
            ..=LOST => Worth::Mate(-1),
            value => Worth::Points(value),
        };
        (worth, 1)
    }
}

impl<R: Hidden> Bot<R> for Greedy<R> {
    fn pick(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], _: Budget) -> usize {
        self.values.clear();
        self.judge.judge(rules, seat, view, moves, &mut self.values);
        let best = *self.values.iter().max().expect("a seat that is due has a move");
        let equals = self.values.iter().filter(|value| **value == best).count();
        let nth = self.draws.below(equals as u32) as usize;
        let best = self.values.iter().enumerate().filter(|(_, value)| **value == best).nth(nth);
        best.expect("one of the equals").0
    }
}

impl<R: Hidden> Advise<R> for Greedy<R> {
    fn advise(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> Advice<R::Move> {
        let choice = self.pick(rules, seat, view, moves, budget);
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse((self.values[*index], *index == choice)));
        let line = |index: usize| {
            let (worth, visits) = self.judge.meaning(self.values[index]);
            Line { index, visits, worth, moves: vec![(seat, moves[index].clone())] }
        };
        let lines: Vec<_> = order.into_iter().map(line).collect();
        let effort = lines.iter().map(|line| line.visits).sum();
        // Playouts go on to the end: they have no depth.
        let plays = lines.iter().any(|line| matches!(line.worth, Worth::Share(_)));
        Advice { choice, lines, effort, depth: (!plays).then_some(1) }
    }
}
