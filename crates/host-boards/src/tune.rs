//! Finds weights for the evaluation of a board game by self-play.
//!
//! The bot plays games against itself from random openings. Each quiet position is stored with its features, the result
//! of the game and the value that the search found. Then the weights are fitted, so that the evaluation predicts both
//! (logistic regression with Adam). This is repeated with the new weights.

use rulebook_boards::{BoardState, Boards, Features, Game, VisitBoards, Weight, visit_boards};
use rulebook_bots::{AlphaBeta, Limits, Worth, rewards};
use rulebook_kernel::{Draws, Heuristic, Key, Outcome, Rng, Rules, Seat, Setup, Turn};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How to tune a game.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The total time.
    pub time: Duration,
    /// The number of threads.
    pub threads: usize,
    /// The number of positions that the bot searches for each move.
    pub nodes: u64,
    /// The key of all random choices.
    pub key: Key,
}

/// The result of tuning.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The text of the file `values.json`.
    pub values: String,
    /// The number of games of self-play.
    pub games: u64,
    /// The number of positions that these games stored.
    pub positions: usize,
    /// The points of the new weights in the match against the old ones.
    pub points: f64,
    /// The number of games of this match.
    pub matches: u64,
}

/// The number of rounds. In each round, self-play stores positions, and then the weights are fitted.
const ROUNDS: u32 = 3;
/// The share of the time that the match at the end takes, in percent.
const MATCH: u32 = 15;
/// The share of each round that self-play takes, in percent. Fitting takes the rest.
const PLAYING: u32 = 80;
/// The weight of the result in the target. The rest is the value that the search found.
const RESULT: f32 = 0.7;
/// The number of random moves at the start of a game: the first number, plus a random number below the second.
const OPENING: (u32, u32) = (4, 7);
/// The length in plies after which a game counts as a draw.
const LONGEST: usize = 400;
/// A game is decided if one side is ahead by the second number of units, for the first number of decisions in a row. A
/// unit is the value of the least valuable piece.
const DECIDED: (usize, i32) = (6, 12);
/// The score that predicts a probability of 73 %, in hundredths of the value of the least valuable piece.
pub(crate) const SCALE: f32 = 174.0;
/// Pulls each weight towards its start value. The pull is weak, so only weights with few positions stay near their
/// start value.
const PULL: f32 = 2e-8;
const BATCH: usize = 16_384;
const MOST_EPOCHS: usize = 60;

/// Tunes a game for two players. `progress` gets one sentence after each step.
///
/// # Errors
/// Returns an error if the game has another number of players, or too many weights.
pub fn tune(game: &Game, tuning: &Tuning, progress: &mut dyn FnMut(&str)) -> Result<Tuned, String> {
    visit_boards(game, Tune { tuning, progress })
}

struct Tune<'a> {
    tuning: &'a Tuning,
    progress: &'a mut dyn FnMut(&str),
}

impl VisitBoards for Tune<'_> {
    type Out = Result<Tuned, String>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        tune_rules(rules, self.tuning, self.progress)
    }
}

/// The stored positions: the features of all positions in one list.
#[derive(Default)]
struct Samples {
    indices: Vec<u16>,
    counts: Vec<i8>,
    positions: Vec<Sample>,
}

#[derive(Clone, Copy)]
struct Sample {
    /// The index after the last feature of this position.
    end: usize,
    /// The share of the first value of each weight, from zero to one.
    early: f32,
    /// The result of the game for the first player, from zero to one.
    result: f32,
    /// The score that the search found, for the first player.
    score: i32,
}

/// Stores the positions of one game.
pub(crate) trait OneGame<const W: usize, const N: usize> {
    /// Stores a position with the score that the search found for the first player.
    fn position(&mut self, rules: &Boards<W, N>, state: &BoardState<W, N>, score: i32);
    /// Sets the result of the game for the positions that were stored.
    fn finish(&mut self, result: f32);
}

/// Stores the positions of games.
pub(crate) trait Store<const W: usize, const N: usize>: OneGame<W, N> + Send + Sized {
    /// A store without positions.
    fn fresh(&self) -> Self;
    /// Adds the positions of another store.
    fn extend(&mut self, other: Self);
}

impl<const W: usize, const N: usize> OneGame<W, N> for Samples {
    fn position(&mut self, rules: &Boards<W, N>, state: &BoardState<W, N>, score: i32) {
        let Some(features) = rules.features(state) else { return };
        for (index, count) in features.counts {
            self.indices.push(index as u16);
            self.counts.push(count.clamp(-100, 100) as i8);
        }
        let early = features.early as f32 / Features::FULL as f32;
        self.positions.push(Sample { end: self.indices.len(), early, result: 0.5, score });
    }

    fn finish(&mut self, result: f32) {
        self.positions.iter_mut().for_each(|at| at.result = result);
    }
}

impl<const W: usize, const N: usize> Store<W, N> for Samples {
    fn fresh(&self) -> Samples {
        Samples::default()
    }

    fn extend(&mut self, other: Samples) {
        let base = self.indices.len();
        self.indices.extend(other.indices);
        self.counts.extend(other.counts);
        self.positions.extend(other.positions.into_iter().map(|at| Sample { end: at.end + base, ..at }));
    }
}

impl Samples {
    fn of(&self, at: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let begin = if at == 0 { 0 } else { self.positions[at - 1].end };
        let range = begin..self.positions[at].end;
        let counts = self.counts[range.clone()].iter().map(|count| f32::from(*count));
        self.indices[range].iter().map(|index| usize::from(*index)).zip(counts)
    }
}

/// Like [`tune`], for rules of a known size.
///
/// # Errors
/// Returns the same errors as [`tune`].
pub fn tune_rules<const W: usize, const N: usize>(
    rules: Boards<W, N>,
    tuning: &Tuning,
    progress: &mut dyn FnMut(&str),
) -> Result<Tuned, String> {
    let begin = Instant::now();
    if rules.info().max_seats != 2 {
        return Err("only games for two players can be tuned".to_owned());
    }
    if rules.weights().len() > usize::from(u16::MAX) {
        return Err("the game has too many kinds of pieces and squares to tune".to_owned());
    }
    let unit = rules.unit().unwrap_or(100);
    let start = rules.weights().to_vec();
    let old = rules.clone();
    let mut rules = rules;
    let (mut samples, mut games) = (Samples::default(), 0);
    let rounds = tuning.time * (100 - MATCH) / 100;
    for round in 0..ROUNDS {
        let end = begin + rounds * (round + 1) / ROUNDS;
        let playing = begin + rounds * round / ROUNDS + rounds / ROUNDS * PLAYING / 100;
        games += play_games(&rules, tuning, playing, u64::from(round), &mut samples);
        let weights = fit(&samples, &start, rules.weights(), unit, tuning.threads, end);
        progress(&format!("round {} of {ROUNDS}: {games} games, {} positions", round + 1, samples.positions.len()));
        rules.set_weights(weights);
    }
    let (points, matches) = compare(&rules, &old, tuning, begin + tuning.time);
    let values = rules.values_text(rules.weights());
    Ok(Tuned { values, games, positions: samples.positions.len(), points, matches })
}

/// Plays games until `end` and stores their positions. Returns the number of games.
pub(crate) fn play_games<const W: usize, const N: usize, S: Store<W, N>>(
    rules: &Boards<W, N>,
    tuning: &Tuning,
    end: Instant,
    round: u64,
    store: &mut S,
) -> u64 {
    let next = AtomicU64::new(0);
    let worker = |mut all: S| {
        let mut games = 0;
        while Instant::now() < end {
            let key = tuning.key.child(round).child(next.fetch_add(1, Relaxed));
            let mut one = all.fresh();
            let result = play(rules, [rules, rules], tuning.nodes, &key, end, Some(&mut one));
            games += 1;
            if result.is_some() {
                all.extend(one);
            }
        }
        (games, all)
    };
    let mut games = 0;
    std::thread::scope(|scope| {
        let begin = |_| {
            let (worker, fresh) = (&worker, store.fresh());
            scope.spawn(move || worker(fresh))
        };
        let threads: Vec<_> = (0..tuning.threads.max(1)).map(begin).collect();
        for thread in threads {
            let (more, found) = thread.join().expect("a game ends without a panic");
            games += more;
            store.extend(found);
        }
    });
    games
}

/// Plays one game from a random opening. `players` evaluate positions for each seat. Returns the result for the first
/// seat, or `None` if the game is not over at `end`.
fn play<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    players: [&Boards<W, N>; 2],
    nodes: u64,
    key: &Key,
    end: Instant,
    mut store: Option<&mut dyn OneGame<W, N>>,
) -> Option<f32> {
    let mut draws = Rng::new(key.child(0)).draws();
    let mut state = opening(rules, key, &mut draws);
    let mut bots = [1, 2].map(|nth| AlphaBeta::new(key.child(nth)));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let unit = rules.unit().unwrap_or(100);
    let mut ahead = [0; 2];
    let mut result = 0.5;
    let mut moves = Vec::new();
    for _ in 0..LONGEST {
        let seat = match rules.turn(&state) {
            Turn::Over(outcome) => {
                result = first_share(&outcome);
                break;
            }
            Turn::Seats(due) => due.lowest().expect("somebody is due until the game is over"),
        };
        if Instant::now() >= end {
            return None;
        }
        moves.clear();
        rules.shortlist(&state, seat, &mut moves);
        let own = players[seat.index()];
        let advice = bots[seat.index()].think(own, seat, &state, &moves, limits.clone(), 1, &mut |_| ());
        let mv = &moves[advice.choice];
        let value = match advice.lines.first().map(|line| line.worth) {
            Some(Worth::Points(points)) => points,
            Some(Worth::Mate(plies)) => plies.signum() * 100 * unit,
            _ => 0,
        };
        let score = if seat == Seat::new(0) { value } else { -value };
        if let Some(store) = store.as_deref_mut()
            && moves.len() > 1
            && !rules.noisy(&state, mv)
            && !rules.tense(&state)
            && value.abs() < 100 * unit
        {
            store.position(rules, &state, score);
        }
        let (leader, count) = (usize::from(score < 0), &mut ahead);
        count[1 - leader] = 0;
        count[leader] = if score.abs() >= DECIDED.1 * unit { count[leader] + 1 } else { 0 };
        rules.play(&mut state, seat, mv, &mut ());
        if count[leader] >= DECIDED.0 {
            result = if leader == 0 { 1.0 } else { 0.0 };
            break;
        }
    }
    if let Some(store) = store {
        store.finish(result);
    }
    Some(result)
}

fn first_share(outcome: &Outcome) -> f32 {
    let shares = rewards(outcome);
    shares[0] / (shares[0] + shares[1]).max(1e-6)
}

/// A position after some random moves in which the game is not over.
fn opening<const W: usize, const N: usize>(rules: &Boards<W, N>, key: &Key, draws: &mut Draws) -> BoardState<W, N> {
    for attempt in 0..100 {
        let mut state = rules.start(&Setup::seats(2), Rng::new(key.child(100 + attempt)), &mut ());
        let plies = OPENING.0 + draws.below(OPENING.1);
        let mut over = false;
        for _ in 0..plies {
            let Some(seat) = rules.turn(&state).seats().lowest() else {
                over = true;
                break;
            };
            let mut moves = Vec::new();
            rules.moves(&state, seat, &mut moves);
            let mv = moves[draws.below(moves.len() as u32) as usize];
            rules.play(&mut state, seat, &mv, &mut ());
        }
        if !over && !rules.turn(&state).is_over() {
            return state;
        }
    }
    rules.start(&Setup::seats(2), Rng::new(key.child(99)), &mut ())
}

/// Plays a match until `end`: each opening twice, with both colours. Returns the points of the first rules and the
/// number of games.
pub(crate) fn compare<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    old: &Boards<W, N>,
    tuning: &Tuning,
    end: Instant,
) -> (f64, u64) {
    let next = AtomicU64::new(0);
    let worker = || {
        let (mut points, mut games) = (0.0, 0);
        while Instant::now() < end {
            let key = tuning.key.child(1000).child(next.fetch_add(1, Relaxed));
            let first = play(rules, [rules, old], tuning.nodes, &key, end, None);
            let second = play(rules, [old, rules], tuning.nodes, &key, end, None);
            if let (Some(first), Some(second)) = (first, second) {
                points += f64::from(first + 1.0 - second);
                games += 2;
            }
        }
        (points, games)
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..tuning.threads.max(1)).map(|_| scope.spawn(worker)).collect();
        let results = threads.into_iter().map(|thread| thread.join().expect("a game ends without a panic"));
        results.fold((0.0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    })
}

pub(crate) fn sigmoid(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

/// Fits weights to the positions until `end`.
fn fit(samples: &Samples, start: &[Weight], now: &[Weight], unit: i32, threads: usize, end: Instant) -> Vec<Weight> {
    let count = samples.positions.len();
    if count == 0 {
        return now.to_vec();
    }
    let scale = SCALE * unit as f32 / 100.0;
    let mut weights: Vec<[f32; 2]> = now.iter().map(|pair| pair.map(|weight| weight as f32)).collect();
    let mut means = vec![[0f32; 2]; weights.len()];
    let mut squares = vec![[0f32; 2]; weights.len()];
    let mut order: Vec<u32> = (0..count as u32).collect();
    let mut draws = Rng::new(Key::from_seed("fit")).draws();
    let mut steps = 0;
    let begin = Instant::now();
    for epoch in 0..MOST_EPOCHS {
        // The rate falls with the share of the epochs or of the time that is spent, whichever is greater.
        let spent = begin.elapsed().as_secs_f32() / end.saturating_duration_since(begin).as_secs_f32().max(0.01);
        if spent >= 1.0 && epoch > 0 {
            break;
        }
        let rate = 2.0 * unit as f32 / 100.0 * (1.0 - spent.max(epoch as f32 / MOST_EPOCHS as f32)).max(0.02);
        draws.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            let gradients = gradient(samples, batch, &weights, scale, threads);
            steps += 1;
            let (first, second) = (1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps));
            for (at, weight) in weights.iter_mut().enumerate() {
                for phase in 0..2 {
                    let pull = PULL * (weight[phase] - start[at][phase] as f32);
                    let slope = gradients[at][phase] / batch.len() as f32 + pull;
                    let (mean, square) = (&mut means[at][phase], &mut squares[at][phase]);
                    *mean = 0.9 * *mean + 0.1 * slope;
                    *square = 0.999 * *square + 0.001 * slope * slope;
                    weight[phase] -= rate * (*mean / first) / ((*square / second).sqrt() + 1e-8);
                }
            }
        }
    }
    weights.iter().map(|pair| pair.map(|weight| weight.round().clamp(-15_000.0, 15_000.0) as i32)).collect()
}

/// The sum of the slopes of the loss of these positions.
fn gradient(samples: &Samples, batch: &[u32], weights: &[[f32; 2]], scale: f32, threads: usize) -> Vec<[f32; 2]> {
    let part = |part: &[u32]| {
        let mut slopes = vec![[0f32; 2]; weights.len()];
        for at in part {
            let at = *at as usize;
            let Sample { early, result, score, .. } = samples.positions[at];
            let mut value = 0.0;
            for (index, count) in samples.of(at) {
                value += count * (weights[index][0] * early + weights[index][1] * (1.0 - early));
            }
            let target = RESULT * result + (1.0 - RESULT) * sigmoid(score as f32 / scale);
            let error = (sigmoid(value / scale) - target) / scale;
            for (index, count) in samples.of(at) {
                slopes[index][0] += error * count * early;
                slopes[index][1] += error * count * (1.0 - early);
            }
        }
        slopes
    };
    let parts = batch.chunks(batch.len().div_ceil(threads.max(1)).max(256));
    std::thread::scope(|scope| {
        let threads: Vec<_> = parts.map(|list| scope.spawn(move || part(list))).collect();
        let mut all = vec![[0f32; 2]; weights.len()];
        for thread in threads {
            let slopes = thread.join().expect("adding does not panic");
            for (sum, slope) in all.iter_mut().zip(slopes) {
                *sum = [sum[0] + slope[0], sum[1] + slope[1]];
            }
        }
        all
    })
}
