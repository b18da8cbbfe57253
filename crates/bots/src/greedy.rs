//! A greedy bot: it evaluates only its own next move.

use crate::advice::{Advice, Advise, Line, Worth, best_first};
use crate::playout::{End, fitting, horizon, playout_hand};
use crate::playout_score::PlayoutScore;
use crate::rewards;
use rulebook_kernel::{Bot, Budget, Draws, Heuristic, Hidden, Key, Open, Outcome, Rng, Seat, Turn, Viewer};

/// The way in which a greedy bot evaluates moves.
pub(crate) trait Judge<R: Hidden>: Send {
    /// Appends the value of each move to `values`, in the order of the moves. The value is for `seat`; higher is
    /// better.
    fn judge(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], values: &mut Vec<i32>);

    /// Converts a value for display. Also returns the number of playouts or positions from which the value was
    /// computed.
    fn meaning(&self, value: i32) -> (Worth, u64);
}

/// Takes the move with the best value. Chooses at random among equally good moves.
pub struct Greedy<R: Hidden> {
    judge: Box<dyn Judge<R>>,
    draws: Draws,
    values: Vec<i32>,
}

/// The value of a won game, in every evaluation.
const WON: i32 = 1_000_000;
const LOST: i32 = -WON;

impl<R: Hidden> Greedy<R> {
    /// A bot with this key that evaluates by the score in the rules ([`Hidden::fact_score`]). If the game has no such
    /// score, it evaluates by a few playouts.
    #[must_use]
    pub fn new(key: Key) -> Greedy<R> {
        let mut rng = Rng::new(key);
        let draws = rng.split().draws();
        let judge = Few { draws: rng.split().draws(), rng, moves: Vec::new(), by_facts: false };
        Greedy { judge: Box::new(judge), draws, values: Vec::new() }
    }
}

impl<R: Open + Heuristic> Greedy<R> {
    /// A bot with this key that evaluates by the heuristic of the game.
    #[must_use]
    pub fn by_value(key: Key) -> Greedy<R> {
        let judge: Box<dyn Judge<R>> = Box::new(ByValue);
        Greedy { judge, draws: Rng::new(key).draws(), values: Vec::new() }
    }
}

/// Evaluates by the average of a few playouts in random states that fit the view. If the game has a score
/// ([`Hidden::fact_score`]), it evaluates by that score at the end of the turn instead.
struct Few<M> {
    rng: Rng,
    draws: Draws,
    moves: Vec<M>,
    /// Whether the game has a score.
    by_facts: bool,
}

impl<M> Few<M> {
    const PLAYOUTS: i32 = 4;
    /// Number of random ways to finish the turn that are tried for each move. They are needed because a large decision
    /// is a chain of picks that takes effect only with the last pick.
    const WAYS: usize = 4;
    /// The maximum number of moves to finish the turn.
    const LONGEST: usize = 12;
}

impl<M> Few<M> {
    /// The average of a few playouts to the end of the hand, for each move.
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
            // Try all moves in the same sampled state, because the comparison is then less noisy.
            let mut sample = rules.sample(view, &mut self.rng);
            rules.drop_lore(&mut sample);
            for mv in moves {
                let fits = rules.check(&sample, seat, mv).is_ok();
                let state = if fits { Some(sample.clone()) } else { fitting(rules, seat, view, mv, &mut self.rng) };
                ends.push(state.map(|mut state| match rules.play_in_playout(&mut state, seat, mv, &mut ()) {
                    Some(standing) => End::Stands(standing),
                    None => playout_hand(rules, &mut state, &mut self.draws, &mut self.moves, most, horizon),
                }));
            }
        }
        // First learn the scale of points from all playouts, then score them. So all moves use the same scale.
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

    /// The value of a move by the score of the game. It tries several ways to finish the turn and takes the best. The
    /// result is the average over a few sampled states.
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
            // A score never counts as much as a won or lost game.
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

/// The value of a finished game for a seat.
fn end(outcome: &Outcome, seat: Seat) -> i32 {
    ((rewards(outcome)[seat.index()] - 0.5) * 2.0 * WON as f32) as i32
}

/// Evaluates by the heuristic of the game.
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
        let rank = |index: usize| [f64::from(self.values[index]), f64::from(index == choice), 0.0];
        let order = best_first(&(0..moves.len()).map(rank).collect::<Vec<_>>());
        let line = |index: usize| {
            let (worth, visits) = self.judge.meaning(self.values[index]);
            Line { index, visits, worth, moves: vec![(seat, moves[index].clone())] }
        };
        let lines: Vec<_> = order.into_iter().map(line).collect();
        let effort = lines.iter().map(|line| line.visits).sum();
        // Playouts run to the end of the hand, so there is no search depth.
        let plays = lines.iter().any(|line| matches!(line.worth, Worth::Share(_)));
        Advice { choice, lines, effort, depth: (!plays).then_some(1) }
    }
}
