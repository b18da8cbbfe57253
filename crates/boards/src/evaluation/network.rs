//! Corrects the value of a position by a small neural network, in integers only.
//!
//! The inputs follow from the plan of the game: each kind of piece of either side on each square, and the numbers of
//! pieces in hand and of received checks. Both players see the board from their own side. If the game is the same in a
//! mirror, the board is also turned so that the own leader stands in the right half. One hidden layer is computed for
//! each player. The output adds both, the player to move first, with weights that depend on the number of pieces.
//!
//! A search evaluates positions that differ in few pieces. So each thread keeps the hidden layers of recent positions
//! and only adds the difference. The result is the same as without these.

use crate::bits::Set;
use crate::piece_values::PieceValues;
use crate::plan::Plan;
use crate::play::Position;
use rulebook_kernel::Digest;
use std::cell::RefCell;
use std::sync::Arc;

/// The first bytes of a file with a network.
const MAGIC: &[u8; 8] = b"RBNET 1\n";
/// The size of the head of a file in bytes: the first bytes, the digest of the game file, the digest of the rest, and
/// four numbers.
const HEAD: usize = MAGIC.len() + 32 + 32 + 4 * 4;
/// The maximum size of a file in bytes.
const MOST_BYTES: usize = 200_000;
/// The value of the hidden layer that counts as one.
pub(crate) const ONE: i32 = 96;
/// The weight of the output that counts as one, and the maximum of such a weight.
pub(crate) const OUT_ONE: i32 = 64;
pub(crate) const OUT_MOST: i32 = 512;
/// The maximum of a bias. With this limit, the sums of a full board of 240 pieces fit 16 bits.
pub(crate) const MOST_BIAS: i32 = 2_000;
/// The number of sets of output weights.
pub(crate) const BUCKETS: usize = 4;
/// The maximum number of units of the hidden layer.
const MOST_HIDDEN: usize = 256;
/// The maximum scale of the output, in centipawns.
const MOST_SCALE: i32 = 10_000;
/// A count above this limit counts as this limit.
const MOST_COUNT: usize = 8;
/// The number of positions of which a thread keeps the hidden layers.
const KEPT: usize = 64;

/// The inputs of a network for a game: their numbers, and how each player sees the board.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    kinds: usize,
    squares: usize,
    /// For each player and mirror: the square as that player sees it, at the index `(player · 2 + mirror) · squares +
    /// square`.
    views: Vec<u8>,
    /// Whether the board is mirrored by the place of the leader.
    by_leader: bool,
    /// Whether the game is the same in a mirror.
    mirrors: bool,
    /// The counters of both players that are inputs.
    counters: Vec<[u8; 2]>,
    /// The number of inputs.
    pub len: usize,
}

impl Inputs {
    /// The inputs of a game. `None` unless two players have the same pieces and moves.
    pub fn new<const W: usize>(plan: &Plan<W>, worth: &PieceValues<W>, turned: &[u8]) -> Option<Inputs> {
        let (kinds, squares) = (plan.planes.kinds, plan.squares());
        let cols = plan.geometry.cols as usize;
        let alike = turned.len() == 2 * squares && super::symmetry(plan, worth, 1).is_some();
        if plan.planes.players != 2 || !alike {
            return None;
        }
        let mirrored = |square: usize| square / cols * cols + (cols - 1 - square % cols);
        let free = |kind: usize| &worth.freedom[kind * 2 * squares..][..squares];
        let mirrors = (0..kinds).all(|kind| (0..squares).all(|at| free(kind)[at] == free(kind)[mirrored(at)]))
            && plan.geometry.all.iter().all(|at| plan.geometry.all.has(mirrored(at as usize) as u8));
        let mut views = Vec::with_capacity(4 * squares);
        for player in 0..2 {
            for mirror in [false, true] {
                views.extend((0..squares).map(|square| {
                    let seen = turned[player * squares + square] as usize;
                    if mirror { mirrored(seen) as u8 } else { seen as u8 }
                }));
            }
        }
        let of = |kind: u8| Some([plan.held(0, kind)?, plan.held(1, kind)?]);
        let mut counters: Vec<[u8; 2]> = (0..kinds as u8).filter_map(of).collect();
        if !plan.clauses.hands && plan.start_held.is_empty() {
            counters.clear();
        }
        counters.extend(plan.checks.map(|first| [first, first + 1]));
        let by_leader = mirrors && plan.always_lead && plan.leaders.len() == 1;
        let len = 2 * kinds * squares + 2 * counters.len() * MOST_COUNT;
        Some(Inputs { kinds, squares, views, by_leader, mirrors, counters, len })
    }

    /// Whether the board is mirrored for a player.
    #[inline]
    fn is_mirrored<const W: usize, const N: usize>(
        &self,
        plan: &Plan<W>,
        position: &Position<W, N>,
        player: usize,
    ) -> bool {
        if !self.by_leader {
            return false;
        }
        let own = position.leaders(plan, player as u8);
        let cols = plan.geometry.cols as usize;
        own.any() && 2 * (self.views[player * 2 * self.squares + own.lowest() as usize] as usize % cols) + 1 < cols
    }

    #[inline]
    fn piece(&self, theirs: bool, kind: usize, square: usize) -> usize {
        (usize::from(theirs) * self.kinds + kind) * self.squares + square
    }

    #[inline]
    fn count(&self, theirs: bool, counter: usize, count: usize) -> usize {
        let first = 2 * self.kinds * self.squares;
        first + (usize::from(theirs) * self.counters.len() + counter) * MOST_COUNT + count - 1
    }

    /// Lists the inputs of a position that are one, as a player sees them.
    pub fn list<const W: usize, const N: usize>(
        &self,
        plan: &Plan<W>,
        position: &Position<W, N>,
        player: usize,
        into: &mut Vec<u16>,
    ) {
        let mirror = usize::from(self.is_mirrored(plan, position, player));
        let view = &self.views[(2 * player + mirror) * self.squares..][..self.squares];
        for owner in 0..2 {
            let own = position.player(plan, owner as u8);
            for kind in 0..self.kinds {
                let pieces = position.kind(kind as u8) & own;
                into.extend(pieces.iter().map(|at| self.piece(owner != player, kind, view[at as usize].into()) as u16));
            }
            for (at, counter) in self.counters.iter().enumerate() {
                let count = usize::from(position.counters[counter[owner] as usize]).min(MOST_COUNT);
                if count > 0 {
                    into.push(self.count(owner != player, at, count) as u16);
                }
            }
        }
    }

    /// The input in the mirror. `None` if the game differs in a mirror, or the place of a leader decides.
    pub fn mirrored(&self, cols: usize) -> Option<Vec<u16>> {
        let places = 2 * self.kinds * self.squares;
        let mirror = |input: usize| {
            let at = input % self.squares;
            if input < places { input - at + at / cols * cols + (cols - 1 - at % cols) } else { input }
        };
        (self.mirrors && !self.by_leader).then(|| (0..self.len).map(|input| mirror(input) as u16).collect())
    }

    /// The set of output weights for a position.
    pub fn bucket<const W: usize, const N: usize>(&self, plan: &Plan<W>, position: &Position<W, N>) -> usize {
        let (now, most) = (position.occupied(plan).len() as usize, plan.start.len().max(1));
        (now.saturating_sub(1) * BUCKETS / most).min(BUCKETS - 1)
    }
}

/// The numbers of a network, quantised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of units of the hidden layer for one player.
    pub hidden: usize,
    /// The score that predicts a probability of 73 %.
    pub scale: i32,
    /// For each input: its weight for each unit.
    pub rows: Vec<i8>,
    /// For each unit: its value without inputs.
    pub bias: Vec<i16>,
    /// For each number of pieces: the weights of the units of the player to move, then of the other player.
    pub outs: Vec<i16>,
    /// For each number of pieces: the output without units.
    pub out_bias: Vec<i32>,
}

impl Weights {
    /// The bytes of a file with this network, for the game file with this digest.
    #[must_use]
    pub fn file(&self, game: &Digest) -> Vec<u8> {
        let numbers = [self.inputs as u32, self.hidden as u32, BUCKETS as u32, self.scale as u32];
        let mut rest: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        rest.extend(self.rows.iter().map(|weight| *weight as u8));
        rest.extend(self.bias.iter().chain(&self.outs).flat_map(|weight| weight.to_le_bytes()));
        rest.extend(self.out_bias.iter().flat_map(|weight| weight.to_le_bytes()));
        let mut file = MAGIC.to_vec();
        file.extend(game.bytes());
        file.extend(Digest::of_bytes(&rest).bytes());
        file.extend(rest);
        file
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong, also if the network belongs to another version of the game.
    pub fn read(bytes: &[u8], game: &Digest) -> Result<Weights, String> {
        let wrong = |why: &str| Err(why.to_owned());
        if bytes.len() > MOST_BYTES {
            return Err(format!("the network is larger than the limit of {MOST_BYTES} bytes"));
        }
        if bytes.len() < HEAD || !bytes.starts_with(MAGIC) {
            return wrong("this file is not a network that this version of the program can read");
        }
        let (source, rest) = bytes[MAGIC.len()..].split_at(32);
        let (digest, rest) = rest.split_at(32);
        if Digest::of_bytes(rest).bytes() != digest {
            return wrong("the network is damaged; copy the file again, or run `rulebook train`");
        }
        if game.bytes() != source {
            return wrong("the network belongs to another version of the game file; run `rulebook train` again");
        }
        let (numbers, rest) = rest.split_at(16);
        let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| numbers[4 * at + byte])) as usize;
        let (inputs, hidden, scale) = (number(0), number(1), number(3) as i32);
        let fits = inputs <= MOST_BYTES && hidden <= MOST_HIDDEN && number(2) == BUCKETS;
        let size = || inputs * hidden + 2 * (hidden + 2 * BUCKETS * hidden) + 4 * BUCKETS;
        if !fits || !(1..=MOST_SCALE).contains(&scale) || rest.len() != size() {
            return wrong("the network has a size that does not fit its numbers");
        }
        let (rows, rest) = rest.split_at(inputs * hidden);
        let (words, last) = rest.split_at(2 * (hidden + 2 * BUCKETS * hidden));
        let words: Vec<i16> = words.as_chunks::<2>().0.iter().map(|word| i16::from_le_bytes(*word)).collect();
        let (bias, outs) = words.split_at(hidden);
        let out_bias: Vec<i32> = last.as_chunks::<4>().0.iter().map(|word| i32::from_le_bytes(*word)).collect();
        let limit = |weights: &[i16], most: i32| weights.iter().all(|weight| i32::from(*weight).abs() <= most);
        if !limit(bias, MOST_BIAS) || !limit(outs, OUT_MOST) || out_bias.iter().any(|bias| bias.abs() > 1 << 24) {
            return wrong("the network has a weight that is too large");
        }
        let rows = rows.iter().map(|weight| *weight as i8).collect();
        Ok(Weights { inputs, hidden, scale, rows, bias: bias.to_vec(), outs: outs.to_vec(), out_bias })
    }
}

/// A network that corrects the values of positions of a game.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    inputs: Inputs,
    hidden: usize,
    scale: i32,
    rows: Arc<[i16]>,
    bias: Vec<i16>,
    outs: Vec<i16>,
    out_bias: Vec<i32>,
}

impl Network {
    /// A network for a game.
    ///
    /// # Errors
    /// Returns an error if the network has another number of inputs than the game.
    pub fn new(inputs: Inputs, weights: &Weights) -> Result<Network, String> {
        if weights.inputs != inputs.len {
            return Err(format!("the network has {} inputs, but the game has {}", weights.inputs, inputs.len));
        }
        Ok(Network {
            inputs,
            hidden: weights.hidden,
            scale: weights.scale,
            rows: weights.rows.iter().map(|weight| i16::from(*weight)).collect(),
            bias: weights.bias.clone(),
            outs: weights.outs.clone(),
            out_bias: weights.out_bias.clone(),
        })
    }

    /// The correction of the value of the position for the player to move.
    pub fn value<const W: usize, const N: usize>(&self, plan: &Plan<W>, position: &Position<W, N>) -> i32 {
        thread_local! {
            static CACHE: RefCell<Cache> = const { RefCell::new(Cache { network: None, slots: Vec::new() }) };
        }
        CACHE.with_borrow_mut(|cache| {
            if !cache.network.as_ref().is_some_and(|rows| Arc::ptr_eq(rows, &self.rows)) {
                let empty = Slot::empty::<W>(self);
                (cache.network, cache.slots) = (Some(Arc::clone(&self.rows)), vec![empty; 2 * KEPT]);
            }
            let mover = position.mover(plan) as usize;
            let own = self.hidden(plan, position, mover, &mut cache.slots);
            let other = self.hidden(plan, position, 1 - mover, &mut cache.slots);
            self.output(self.inputs.bucket(plan, position), &cache.slots[own].hidden, &cache.slots[other].hidden)
        })
    }

    /// Computes the hidden layer for a player. Returns its slot.
    fn hidden<const W: usize, const N: usize>(
        &self,
        plan: &Plan<W>,
        position: &Position<W, N>,
        player: usize,
        slots: &mut [Slot],
    ) -> usize {
        let inputs = &self.inputs;
        let mirror = inputs.is_mirrored(plan, position, player);
        let ply = usize::from(position.ply);
        let at = |ply: usize| 2 * (ply % KEPT) + player;
        let into = at(ply);
        let sets = |owner: usize| position.player(plan, owner as u8).0;
        // The number of squares that a stored position has with another owner.
        let distance = |slot: &Slot| -> u32 {
            let stored = &slot.planes[2 * inputs.kinds * W..];
            let now = (0..2).flat_map(sets);
            let differ: u32 = stored.iter().zip(now).map(|(old, new)| (old ^ new).count_ones()).sum();
            if slot.mirror == mirror { differ } else { differ + 1000 }
        };
        let (sibling, parent) = (distance(&slots[into]), distance(&slots[at(ply + KEPT - 1)]));
        let most = (0..2).flat_map(sets).map(u64::count_ones).sum::<u32>() + 4;
        if sibling.min(parent) > most {
            slots[into] = Slot::empty::<W>(self);
        } else if parent < sibling {
            let from = at(ply + KEPT - 1);
            let [into, from] = slots.get_disjoint_mut([into, from]).expect("two neighbours differ");
            into.clone_from(from);
        }
        let slot = &mut slots[into];
        slot.mirror = mirror;
        let view = &inputs.views[(2 * player + usize::from(mirror)) * inputs.squares..][..inputs.squares];
        for owner in 0..2 {
            let (own, theirs) = (position.player(plan, owner as u8), owner != player);
            for kind in 0..inputs.kinds {
                let now = position.kind(kind as u8) & own;
                let plane = &mut slot.planes[(owner * inputs.kinds + kind) * W..][..W];
                let old = Set(std::array::from_fn(|word| plane[word]));
                if old == now {
                    continue;
                }
                plane.copy_from_slice(&now.0);
                for square in now.minus(old) {
                    let row = self.row(inputs.piece(theirs, kind, view[square as usize].into()));
                    slot.hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
                }
                for square in old.minus(now) {
                    let row = self.row(inputs.piece(theirs, kind, view[square as usize].into()));
                    slot.hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
                }
            }
            slot.planes[(2 * inputs.kinds + owner) * W..][..W].copy_from_slice(&own.0);
            for (at, counter) in inputs.counters.iter().enumerate() {
                let now = position.counters[counter[owner] as usize].min(MOST_COUNT as u8);
                let old = std::mem::replace(&mut slot.counts[owner * inputs.counters.len() + at], now);
                if old == now {
                    continue;
                }
                if now > 0 {
                    let row = self.row(inputs.count(theirs, at, now.into()));
                    slot.hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
                }
                if old > 0 {
                    let row = self.row(inputs.count(theirs, at, old.into()));
                    slot.hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
                }
            }
        }
        into
    }

    #[inline]
    fn row(&self, input: usize) -> &[i16] {
        &self.rows[input * self.hidden..][..self.hidden]
    }

    fn output(&self, bucket: usize, own: &[i16], other: &[i16]) -> i32 {
        let (first, second) = self.outs[2 * bucket * self.hidden..][..2 * self.hidden].split_at(self.hidden);
        let sum = |hidden: &[i16], weights: &[i16]| -> i32 {
            let pairs = hidden.iter().zip(weights);
            pairs
                .map(|(value, weight)| {
                    let value = (*value).clamp(0, ONE as i16);
                    i32::from(value * value) * i32::from(*weight)
                })
                .sum()
        };
        // One sum is at most 256 · 9,216 · 512, which fits 32 bits. Two sums need not fit.
        let total = i64::from(sum(own, first)) + i64::from(sum(other, second));
        let total = total / i64::from(ONE) + i64::from(self.out_bias[bucket]);
        (total * i64::from(self.scale) / i64::from(ONE * OUT_ONE)).clamp(-1_000_000, 1_000_000) as i32
    }
}

/// The hidden layers that a thread keeps.
struct Cache {
    /// The weights of the network whose hidden layers these are. They are not freed before the cache has other weights,
    /// so no other network can have the same address.
    network: Option<Arc<[i16]>>,
    /// At the index `ply · 2 + player`.
    slots: Vec<Slot>,
}

/// The hidden layer of a position for a player.
#[derive(Clone)]
struct Slot {
    /// The sets of each player and kind, then of each player.
    planes: Vec<u64>,
    counts: Vec<u8>,
    mirror: bool,
    hidden: Vec<i16>,
}

impl Slot {
    /// The hidden layer of an empty board.
    fn empty<const W: usize>(network: &Network) -> Slot {
        Slot {
            planes: vec![0; 2 * (network.inputs.kinds + 1) * W],
            counts: vec![0; 2 * network.inputs.counters.len()],
            mirror: false,
            hidden: network.bias.clone(),
        }
    }
}
