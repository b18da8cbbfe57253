//! Trains a network for a board game by self-play.
//!
//! The bot plays games against itself, as for tuning. Each quiet position is stored with the inputs of the network, the
//! result of the game and the value that the search found. The network learns to predict both (stochastic gradient
//! descent with Adam, on all cores). Then it is quantised, and the next games are played with it.

use crate::tune::{OneGame, SCALE, Store, Tuning, compare, play_games, sigmoid};
use rulebook_boards::{BoardState, Boards, Game, NetworkInputs, VisitBoards, Weights, visit_boards};
use rulebook_kernel::{Draws, Heuristic, Key, Rng, Rules, Seat};
use std::time::{Duration, Instant};

/// How to train a network.
#[derive(Clone, Debug)]
pub struct Training {
    /// The games of self-play.
    pub tuning: Tuning,
    /// The number of units of the hidden layer for one player.
    pub hidden: usize,
}

/// The result of training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The bytes of the file `network.bin`.
    pub file: Vec<u8>,
    /// The number of games of self-play.
    pub games: u64,
    /// The number of positions that these games stored.
    pub positions: usize,
    /// The points of the network in the match against the bot without it.
    pub points: f64,
    /// The number of games of this match.
    pub matches: u64,
}

/// For each round: the shares of the time after which self-play and fitting end, in percent.
const ROUNDS: [(u32, u32); 2] = [(38, 48), (72, 90)];
/// The weight of the result in the target. The rest is the value that the search found.
const RESULT: f32 = 0.35;
const BATCH: usize = 8192;
/// The highest rate of learning, and its share at the end.
const RATE: f32 = 1e-3;
const LAST_RATE: f32 = 0.01;
const MOST_EPOCHS: u32 = 24;
/// The share of the positions that test the network: one of this number.
const TESTED: usize = 16;

/// Trains a network for a game for two players. `progress` gets one sentence after each step.
///
/// # Errors
/// Returns an error if the players have different pieces or moves, or if the game has too many inputs.
pub fn train(game: &Game, training: &Training, progress: &mut dyn FnMut(&str)) -> Result<Trained, String> {
    visit_boards(&game.without_network(), Train { training, progress })
}

struct Train<'a> {
    training: &'a Training,
    progress: &'a mut dyn FnMut(&str),
}

impl VisitBoards for Train<'_> {
    type Out = Result<Trained, String>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        let Training { tuning, hidden } = self.training;
        let begin = Instant::now();
        let inputs = rules.network_inputs().ok_or("only a game for two players with the same pieces has a network")?;
        if inputs.count() > usize::from(u16::MAX) {
            return Err("the game has too many kinds of pieces and squares".to_owned());
        }
        let old = rules.clone();
        let mut rules = rules;
        let mirrored = inputs.mirrored(&rules);
        let scale = SCALE * rules.unit().unwrap_or(100) as f32 / 100.0;
        let mut net = Net::new(inputs.count(), *hidden);
        let mut samples = Samples { inputs, lists: vec![], positions: vec![] };
        let (mut games, at) = (0, |share: u32| begin + tuning.time * share / 100);
        for (round, (playing, fitting)) in ROUNDS.into_iter().enumerate() {
            games += play_games(&rules, tuning, at(playing), round as u64, &mut samples);
            let [before, after] = fit(&mut net, &samples, mirrored.as_deref(), scale, tuning.threads, at(fitting));
            let count = samples.positions.len();
            (self.progress)(&format!(
                "round {}: {games} games, {count} positions, error {before:.5} to {after:.5}",
                round + 1
            ));
            rules.set_network(Some(&net.weights(scale)))?;
        }
        let (points, matches) = compare(&rules, &old, tuning, begin + tuning.time);
        let file = net.weights(scale).file(&rules.info().source);
        Ok(Trained { file, games, positions: samples.positions.len(), points, matches })
    }
}

/// The stored positions.
struct Samples {
    inputs: NetworkInputs,
    /// The inputs of all positions: first as the player to move sees the position, then as the other player does.
    lists: Vec<u16>,
    positions: Vec<Sample>,
}

#[derive(Clone, Copy)]
struct Sample {
    /// The index after the inputs of the player to move, and after the inputs of the other player.
    ends: [usize; 2],
    bucket: u8,
    /// Whether the first player is to move.
    first: bool,
    /// The result and the score for the player to move.
    result: f32,
    score: i32,
    /// The value of the position without the network, for the player to move.
    base: i32,
}

impl<const W: usize, const N: usize> OneGame<W, N> for Samples {
    fn position(&mut self, rules: &Boards<W, N>, state: &BoardState<W, N>, score: i32) {
        let Some(seat) = rules.turn(state).seats().lowest() else { return };
        let first = seat == Seat::new(0);
        self.inputs.list(rules, state, seat, &mut self.lists);
        let end = self.lists.len();
        self.inputs.list(rules, state, Seat::new(usize::from(first)), &mut self.lists);
        self.positions.push(Sample {
            ends: [end, self.lists.len()],
            bucket: self.inputs.bucket(rules, state) as u8,
            first,
            result: 0.5,
            score: if first { score } else { -score },
            base: rules.value_without_network(state, seat),
        });
    }

    fn finish(&mut self, result: f32) {
        for at in &mut self.positions {
            at.result = if at.first { result } else { 1.0 - result };
        }
    }
}

impl<const W: usize, const N: usize> Store<W, N> for Samples {
    fn fresh(&self) -> Samples {
        Samples { inputs: self.inputs.clone(), lists: vec![], positions: vec![] }
    }

    fn extend(&mut self, other: Samples) {
        let base = self.lists.len();
        self.lists.extend(other.lists);
        let moved = other.positions.into_iter().map(|at| Sample { ends: at.ends.map(|end| end + base), ..at });
        self.positions.extend(moved);
    }
}

/// The network while it is trained. All numbers are in one list: the rows of the inputs, the bias of the hidden layer,
/// the weights of the outputs, and their bias.
#[derive(Clone)]
struct Net {
    inputs: usize,
    hidden: usize,
    numbers: Vec<f32>,
}

impl Net {
    fn new(inputs: usize, hidden: usize) -> Net {
        let mut net = Net { inputs, hidden, numbers: vec![] };
        let mut draws = Rng::new(Key::from_seed("network")).draws();
        let mut random = |most: f32| most * (draws.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0);
        net.numbers.extend((0..inputs * hidden).map(|_| random(0.08)));
        net.numbers.extend((0..hidden).map(|_| 0.1));
        // At first the network adds nothing to the value of a position.
        net.numbers.resize(net.numbers.len() + 2 * hidden * NetworkInputs::BUCKETS, 0.0);
        net.numbers.extend([0.0; NetworkInputs::BUCKETS]);
        net
    }

    /// The index of the first bias, of the first weight of an output, and of the first bias of an output.
    fn parts(&self) -> [usize; 3] {
        let bias = self.inputs * self.hidden;
        let outs = bias + self.hidden;
        [bias, outs, outs + 2 * self.hidden * NetworkInputs::BUCKETS]
    }

    /// The quantised network.
    fn weights(&self, scale: f32) -> Weights {
        let [bias, outs, out_bias] = self.parts();
        let [one, out_one] = NetworkInputs::ONE.map(|one| one as f32);
        let [most, most_bias, most_out] = NetworkInputs::MOST.map(|most| most as f32);
        let rounded = |numbers: &[f32], one: f32, most: f32| -> Vec<i32> {
            numbers.iter().map(|number| (number * one).round().clamp(-most, most) as i32).collect()
        };
        let short = |numbers: Vec<i32>| numbers.into_iter().map(|number| number as i16).collect();
        Weights {
            inputs: self.inputs,
            hidden: self.hidden,
            scale: scale.round() as i32,
            rows: rounded(&self.numbers[..bias], one, most).into_iter().map(|number| number as i8).collect(),
            bias: short(rounded(&self.numbers[bias..outs], one, most_bias)),
            outs: short(rounded(&self.numbers[outs..out_bias], out_one, most_out)),
            out_bias: rounded(&self.numbers[out_bias..], one * out_one, 1e6),
        }
    }

    /// Keeps the numbers in the range that quantisation can express.
    fn limit(&mut self) {
        let [bias, outs, out_bias] = self.parts();
        let most = |nth: usize| NetworkInputs::MOST[nth] as f32 / NetworkInputs::ONE[nth / 2] as f32;
        let clamp = |numbers: &mut [f32], most: f32| numbers.iter_mut().for_each(|at| *at = at.clamp(-most, most));
        clamp(&mut self.numbers[..bias], most(0));
        clamp(&mut self.numbers[bias..outs], most(1));
        clamp(&mut self.numbers[outs..out_bias], most(2));
    }

    /// Adds the slopes of the loss of one position, and returns the loss.
    fn learn(
        &self,
        lists: [&[u16]; 2],
        bucket: usize,
        (base, target): (f32, f32),
        learns: bool,
        work: &mut Work,
    ) -> f32 {
        let hidden = self.hidden;
        let [bias, outs, out_bias] = self.parts();
        let outs = outs + 2 * hidden * bucket;
        let Work { values, back, slopes } = work;
        let mut output = base + self.numbers[out_bias + bucket];
        for (side, list) in lists.iter().enumerate() {
            let values = &mut values[side * hidden..][..hidden];
            values.copy_from_slice(&self.numbers[bias..bias + hidden]);
            for input in *list {
                let row = &self.numbers[usize::from(*input) * hidden..][..hidden];
                values.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            let weights = &self.numbers[outs + side * hidden..][..hidden];
            for (value, weight) in values.iter_mut().zip(weights) {
                *value = value.clamp(0.0, 1.0);
                output += *value * *value * weight;
            }
        }
        let guess = sigmoid(output);
        let error = guess - target;
        if !learns {
            return error * error;
        }
        slopes[out_bias + bucket] += error;
        for (side, list) in lists.iter().enumerate() {
            let values = &values[side * hidden..][..hidden];
            let weights = &self.numbers[outs + side * hidden..][..hidden];
            let out_slopes = &mut slopes[outs + side * hidden..][..hidden];
            for at in 0..hidden {
                let value = values[at];
                out_slopes[at] += error * value * value;
                let inside = if value > 0.0 && value < 1.0 { 1.0 } else { 0.0 };
                back[at] = inside * error * weights[at] * 2.0 * value;
            }
            slopes[bias..bias + hidden].iter_mut().zip(&*back).for_each(|(sum, slope)| *sum += slope);
            for input in *list {
                let row = &mut slopes[usize::from(*input) * hidden..][..hidden];
                row.iter_mut().zip(&*back).for_each(|(sum, slope)| *sum += slope);
            }
        }
        error * error
    }
}

/// The buffers of a thread.
struct Work {
    values: Vec<f32>,
    back: Vec<f32>,
    slopes: Vec<f32>,
}

/// Fits the network to the positions until `end`. Keeps the network of the epoch that predicts the tested games best.
/// Returns the mean square errors for these games before and after.
fn fit(
    net: &mut Net,
    samples: &Samples,
    mirrored: Option<&[u16]>,
    scale: f32,
    threads: usize,
    end: Instant,
) -> [f32; 2] {
    let (count, threads) = (samples.positions.len(), threads.max(1));
    let size = net.numbers.len();
    let fresh = || Work { values: vec![0.0; 2 * net.hidden], back: vec![0.0; net.hidden], slopes: vec![0.0; size] };
    let mut works: Vec<Work> = (0..threads).map(|_| fresh()).collect();
    let (mut means, mut squares) = (vec![0f32; size], vec![0f32; size]);
    // The first games are not learned from. They show whether the network predicts games that it does not know.
    let known = count / TESTED;
    let tested: Vec<u32> = (0..known as u32).collect();
    let mut order: Vec<u32> = (known as u32..count as u32).collect();
    let mut draws: Draws = Rng::new(Key::from_seed("fit")).draws();
    let test = |net: &Net, works: &mut [Work]| {
        let parts = tested.chunks(known.div_ceil(threads).max(1));
        let sum: f32 = std::thread::scope(|scope| {
            let begin = |(part, work)| scope.spawn(move || slopes(net, samples, part, None, scale, false, work));
            let threads: Vec<_> = parts.zip(works).map(begin).collect();
            threads.into_iter().map(|thread| thread.join().expect("adding does not panic")).sum()
        });
        sum / known.max(1) as f32
    };
    let (begin, mut steps) = (Instant::now(), 0);
    let before = test(net, &mut works);
    let mut best = (before, net.clone());
    let time = end.saturating_duration_since(begin).max(Duration::from_millis(10)).as_secs_f32();
    'epochs: for epoch in 0..MOST_EPOCHS {
        draws.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            // The rate falls with the share of the epochs or of the time that is spent, whichever is greater.
            let spent = begin.elapsed().as_secs_f32() / time;
            if spent >= 1.0 {
                break 'epochs;
            }
            let done = spent.max((epoch as f32 + 0.5) / MOST_EPOCHS as f32).min(1.0);
            let rate = RATE * (LAST_RATE + (1.0 - LAST_RATE) * (1.0 - done) * (1.0 - done));
            let parts = batch.chunks(batch.len().div_ceil(threads));
            let now = &*net;
            let _: f32 = std::thread::scope(|scope| {
                let threads: Vec<_> = parts
                    .zip(&mut works)
                    .map(|(part, work)| scope.spawn(move || slopes(now, samples, part, mirrored, scale, true, work)))
                    .collect();
                threads.into_iter().map(|thread| thread.join().expect("adding does not panic")).sum::<f32>()
            });
            steps += 1;
            let (first, second) = (1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps));
            let piece = size.div_ceil(threads);
            let mut columns: Vec<Vec<&mut [f32]>> = (0..threads).map(|_| vec![]).collect();
            for work in &mut works {
                work.slopes.chunks_mut(piece).zip(&mut columns).for_each(|(part, column)| column.push(part));
            }
            let parts = net.numbers.chunks_mut(piece).zip(means.chunks_mut(piece)).zip(squares.chunks_mut(piece));
            std::thread::scope(|scope| {
                for (((numbers, means), squares), slopes) in parts.zip(columns) {
                    scope.spawn(move || {
                        adam((numbers, means, squares), slopes, batch.len() as f32, rate, (first, second));
                    });
                }
            });
            net.limit();
        }
        let error = test(net, &mut works);
        if error < best.0 {
            best = (error, net.clone());
        }
    }
    *net = best.1;
    [before, best.0]
}

/// Adds the slopes of the losses of these positions to a buffer. Returns the sum of the losses.
fn slopes(
    net: &Net,
    samples: &Samples,
    part: &[u32],
    mirrored: Option<&[u16]>,
    scale: f32,
    learns: bool,
    work: &mut Work,
) -> f32 {
    let (mut loss, mut lists) = (0.0, Vec::new());
    for at in part {
        let nth = *at as usize;
        let Sample { ends: [middle, end], bucket, result, score, base, .. } = samples.positions[nth];
        let begin = nth.checked_sub(1).map_or(0, |before| samples.positions[before].ends[1]);
        let target = RESULT * result + (1.0 - RESULT) * sigmoid(score as f32 / scale);
        lists.clear();
        lists.extend_from_slice(&samples.lists[begin..end]);
        // Learn from the mirror of every second position, and from the other half in the next epoch.
        if let Some(mirrored) = mirrored
            && (at ^ part[0]) & 1 == 1
        {
            lists.iter_mut().for_each(|input| *input = mirrored[usize::from(*input)]);
        }
        let (own, other) = lists.split_at(middle - begin);
        loss += net.learn([own, other], bucket.into(), (base as f32 / scale, target), learns, work);
    }
    loss
}

/// One step of Adam for a part of the numbers. Clears the slopes.
fn adam(
    (numbers, means, squares): (&mut [f32], &mut [f32], &mut [f32]),
    mut slopes: Vec<&mut [f32]>,
    count: f32,
    rate: f32,
    (first, second): (f32, f32),
) {
    let Some((total, others)) = slopes.split_first_mut() else { return };
    for other in others {
        for (sum, slope) in total.iter_mut().zip(other.iter_mut()) {
            *sum += *slope;
            *slope = 0.0;
        }
    }
    for at in 0..numbers.len() {
        let slope = total[at] / count;
        total[at] = 0.0;
        means[at] = 0.9 * means[at] + 0.1 * slope;
        squares[at] = 0.999 * squares[at] + 0.001 * slope * slope;
        numbers[at] -= rate * (means[at] / first) / ((squares[at] / second).sqrt() + 1e-8);
    }
}
