//! Evaluates a position: a sum of counted features with weights.
//!
//! All features follow from the rules: pieces, squares, mobility, threats, the squares around leaders, and pieces that
//! only go forward. Each weight has a value for the start and a value for the end of a game. The evaluation mixes them
//! by the material on the board. The weights come from [`PieceValues`], or from the file `values.json`, which the tuner
//! writes.

mod layout;
mod network;
mod reach;
mod runs;
#[cfg(test)]
mod tests;

pub(crate) use layout::Values;
pub use layout::Weight;
use layout::{COUNTS, FEW, Layout, OfKind, OfSide};
pub use network::Weights;
pub(crate) use network::{BUCKETS, Inputs, MOST_BIAS, Network, ONE, OUT_MOST, OUT_ONE};
use reach::Reach;
use runs::Run;

use crate::bits::Set;
use crate::limits::MAX_PLAYERS;
use crate::piece_values::{PieceValues, neighbours, of_line};
use crate::plan::Plan;
use crate::play::Position;
use rulebook_kernel::Digest;

/// The share of the start value of each weight in a position with all material. The end value has the rest of this
/// share.
const FULL: i32 = 256;
/// If a piece is at most this far from its goal, its distances from both leaders count.
const NEAR_GOAL: u8 = 4;
/// The value of a piece in hand relative to a piece on the board, in sixteenths. It is a little higher, because a piece
/// in hand can go anywhere.
const IN_HAND: i32 = 17;

/// Receives the features of one player.
trait Tally {
    fn add(&mut self, index: usize, count: i32);
    /// Receives a piece of a kind on a square, as seen by its owner. `material` and `place` are the indices of both
    /// weights.
    fn piece(&mut self, material: usize, place: usize);
}

/// The features and their weights.
#[derive(Clone, Debug)]
pub(crate) struct Evaluation<const W: usize> {
    layout: Layout,
    /// The attacks of each kind, at the index `player · kinds + kind`.
    reaches: Vec<Reach<W>>,
    /// See [`runs::runs`].
    runs: Vec<Vec<Option<Run<W>>>>,
    /// The squares next to each square.
    around: Vec<Set<W>>,
    /// For each player and square: the square as the first player would see it, at the index `player · squares +
    /// square`.
    turned: Vec<u8>,
    /// The index of the first weight of each player.
    blocks: Vec<usize>,
    /// The kinds, least valuable first. Leaders come last.
    order: Vec<u8>,
    /// The number of kinds at the start of `order` that count as the least valuable. Protection by these kinds counts
    /// separately.
    weak: usize,
    /// For each kind: how much material a piece of it counts as, to tell the start of a game from its end.
    phases: Vec<i32>,
    /// The sum of `phases` over the pieces of the start position.
    full: i32,
    /// The rows of squares that win when one player fills them.
    rows: Vec<Set<W>>,
    exposes: bool,
    weights: Vec<Weight>,
    /// For each piece and square: the sum of both weights, at the index of the weight of the square.
    places: Vec<Weight>,
}

/// The weights of the features of one position with two players: the first player's count minus the second's.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// The index of each weight that counts, and its count.
    pub counts: Vec<(u32, i32)>,
    /// The share of the first value of each weight, from zero to [`Features::FULL`].
    pub early: i32,
}

impl Features {
    /// The share in a position with all material.
    pub const FULL: i32 = FULL;
}

impl<const W: usize> Evaluation<W> {
    pub fn new(plan: &Plan<W>, worth: &PieceValues<W>) -> Evaluation<W> {
        let (kinds, players, squares) = (plan.planes.kinds, plan.planes.players, plan.squares());
        let layout = Layout::new(kinds, squares);
        let reaches: Vec<Reach<W>> =
            (0..players * kinds).map(|at| Reach::new(plan, (at / kinds) as u8, (at % kinds) as u8)).collect();
        let turns: Vec<Option<Vec<u8>>> = (0..players).map(|player| symmetry(plan, worth, player)).collect();
        let alike = turns.iter().all(Option::is_some);
        let same = || (0..squares).map(|square| square as u8).collect::<Vec<u8>>();
        let turned = turns.into_iter().flat_map(|turn| turn.filter(|_| alike).unwrap_or_else(same)).collect();
        let blocks: Vec<usize> = (0..players).map(|player| if alike { 0 } else { player * layout.len }).collect();
        let leads = |kind: u8| plan.leaders.contains(&kind);
        let mut order: Vec<u8> = (0..kinds as u8).collect();
        order.sort_by_key(|kind| (leads(*kind), worth.kinds[*kind as usize], *kind));
        let least = order.first().map_or(0, |kind| worth.kinds[*kind as usize]);
        let weak = order.iter().filter(|kind| !leads(**kind) && 2 * worth.kinds[**kind as usize] <= 3 * least).count();
        let phase = |kind: usize| if leads(kind as u8) { 0 } else { (worth.kinds[kind] - least).max(0) };
        let mut phases: Vec<i32> = (0..kinds).map(phase).collect();
        let full = |phases: &[i32]| plan.start.iter().map(|(_, kind, _)| phases[*kind as usize]).sum::<i32>();
        if full(&phases) == 0 {
            phases = (0..kinds).map(|kind| i32::from(!leads(kind as u8))).collect();
        }
        let full = full(&phases);
        let mut evaluation = Evaluation {
            runs: runs::runs(plan, &reaches),
            around: (0..squares).map(|square| neighbours(plan, square as u8)).collect(),
            rows: crate::piece_values::lines(plan),
            exposes: worth.turned,
            weights: vec![],
            places: vec![],
            layout,
            reaches,
            turned,
            blocks,
            order,
            weak,
            phases,
            full,
        };
        let weights = evaluation.derived(plan, worth);
        evaluation.set(weights);
        evaluation
    }

    /// The inputs of a network for this game. `None` if the game cannot have a network.
    pub fn inputs(&self, plan: &Plan<W>, worth: &PieceValues<W>) -> Option<Inputs> {
        Inputs::new(plan, worth, &self.turned)
    }

    /// The number of blocks of weights: one, or one for each player if the players differ.
    fn block_count(&self) -> usize {
        self.blocks.last().map_or(1, |last| last / self.layout.len + 1)
    }

    /// The weights that follow from the values of pieces and squares.
    fn derived(&self, plan: &Plan<W>, worth: &PieceValues<W>) -> Vec<Weight> {
        let (players, squares) = (plan.planes.players, plan.squares());
        let layout = &self.layout;
        let mut weights = vec![[0; 2]; layout.len * self.block_count()];
        let goal = plan.clauses.wins.iter().any(|win| matches!(win, crate::spec::Win::Reach(_)));
        for (player, block) in self.blocks.iter().enumerate() {
            let block = &mut weights[*block..][..layout.len];
            for kind in 0..plan.planes.kinds {
                let leads = plan.leaders.contains(&(kind as u8));
                let value = if worth.misere { -worth.kinds[kind] } else { worth.kinds[kind] };
                let mut set = |what: OfKind, weight: i32| block[layout.of_kind(what, kind)] = [weight; 2];
                set(OfKind::Hand, value * IN_HAND / 16);
                if !leads {
                    set(OfKind::Material, value);
                }
                if worth.misere {
                    continue;
                }
                let first = layout.of_kind(OfKind::Square, kind);
                let at = (kind * players + player) * squares;
                for square in plan.geometry.all {
                    let place = worth.places[at + square as usize];
                    let turned = self.turned[player * squares + square as usize] as usize;
                    // A leader stays safe while the enemies have many pieces, and becomes active when they have few.
                    block[first + turned] = if leads && !goal { [-place, place] } else { [place; 2] };
                }
            }
            for count in 0..FEW {
                block[layout.of_side(OfSide::Row) + count] = [of_line(count as u32); 2];
                block[layout.of_side(OfSide::Checks) + count] = [-worth.check * count as i32; 2];
            }
            if self.exposes {
                block[layout.of_side(OfSide::Exposed)] = [-EXPOSED; 2];
            }
        }
        weights
    }

    pub fn set(&mut self, weights: Vec<Weight>) {
        self.places.clone_from(&weights);
        for block in 0..self.block_count() {
            for kind in 0..self.phases.len() {
                let base = block * self.layout.len;
                let material = weights[base + self.layout.of_kind(OfKind::Material, kind)];
                let first = base + self.layout.of_kind(OfKind::Square, kind);
                for place in &mut self.places[first..first + self.around.len()] {
                    *place = [place[0] + material[0], place[1] + material[1]];
                }
            }
        }
        self.weights = weights;
    }

    pub fn weights(&self) -> &[Weight] {
        &self.weights
    }

    /// Takes the weights of a file.
    ///
    /// # Errors
    /// Returns an error if the file does not fit the game.
    pub fn take(&mut self, plan: &Plan<W>, values: &Values) -> Result<(), String> {
        let weights = values.weights(&self.layout, plan, self.block_count())?;
        self.set(weights);
        Ok(())
    }

    /// The text of a `values.json` with these weights.
    pub fn text(&self, plan: &Plan<W>, weights: &[Weight], source: &Digest) -> String {
        Values::new(&self.layout, plan, weights, source).text()
    }

    /// The average value of each kind of the first player, with its squares. The search compares captures by these
    /// values.
    pub fn kinds(&self, plan: &Plan<W>) -> Vec<i32> {
        let count = plan.geometry.all.len().max(1) as i32;
        let kind = |kind: usize| {
            let first = self.layout.of_kind(OfKind::Square, kind);
            let places = plan.geometry.all.iter().map(|square| self.places[first + square as usize]);
            places.map(|[early, late]| early + late).sum::<i32>() / (2 * count)
        };
        (0..plan.planes.kinds).map(kind).collect()
    }

    /// The share of the first value of each weight, from zero to `FULL`.
    fn mix<const N: usize>(&self, plan: &Plan<W>, position: &Position<W, N>) -> i32 {
        if self.full == 0 {
            let empty = plan.geometry.all.minus(position.occupied(plan)).len();
            return FULL * empty as i32 / plan.geometry.all.len().max(1) as i32;
        }
        let pieces = self.phases.iter().enumerate().filter(|(_, phase)| **phase > 0);
        let now: i32 = pieces.map(|(kind, phase)| phase * position.kind(kind as u8).len() as i32).sum();
        (FULL * now / self.full).min(FULL)
    }

    /// The value of the position for a player: its own sum minus the average sum of the others.
    pub fn value<const N: usize>(&self, plan: &Plan<W>, position: &Position<W, N>, me: u8) -> i32 {
        let players = plan.planes.players;
        let mut sums = [Sum { weights: &self.weights, places: &self.places, total: [0; 2] }; MAX_PLAYERS];
        self.tally(plan, position, &mut sums[..players]);
        let early = self.mix(plan, position);
        let total = |player: usize| {
            let [start, end] = sums[player].total;
            (start * early + end * (FULL - early)) / FULL
        };
        let others = (0..players).filter(|player| *player != me as usize && position.is_in(*player as u8));
        // Divide by the number of rivals at the start, not by the number that is left. So the value always rises when a
        // weak player is eliminated.
        let rivals = (players as i32 - 1).max(1);
        total(me as usize) - others.map(total).sum::<i32>() / rivals
    }

    /// The features of a position with two players.
    pub fn features<const N: usize>(&self, plan: &Plan<W>, position: &Position<W, N>) -> Features {
        let mut lists = [const { List(Vec::new()) }; 2];
        self.tally(plan, position, &mut lists);
        let [first, second] = lists;
        let mut counts = first.0;
        counts.extend(second.0.into_iter().map(|(index, count)| (index, -count)));
        counts.sort_unstable();
        counts.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        counts.retain(|(_, count)| *count != 0);
        Features { counts, early: self.mix(plan, position) }
    }

    /// Counts the features of every player who is still in the game.
    fn tally<const N: usize, T: Tally>(&self, plan: &Plan<W>, position: &Position<W, N>, tallies: &mut [T]) {
        let (kinds, squares, layout) = (plan.planes.kinds, self.around.len(), &self.layout);
        let players = tallies.len();
        let occupied = position.occupied(plan);
        let mut own = [Set::EMPTY; MAX_PLAYERS];
        let mut zones = [Set::EMPTY; MAX_PLAYERS];
        let mut leaders = [Set::EMPTY; MAX_PLAYERS];
        // `guarded`: the squares that the least valuable kinds attack. `attacked`: the squares that the kinds visited
        // so far attack.
        let mut guarded = [Set::EMPTY; MAX_PLAYERS];
        let mut attacked = [Set::EMPTY; MAX_PLAYERS];
        let mut assaults = [0; MAX_PLAYERS];
        for player in (0..players).filter(|player| position.is_in(*player as u8)) {
            own[player] = position.player(plan, player as u8);
            leaders[player] = position.leaders(plan, player as u8);
            zones[player] = leaders[player].iter().fold(leaders[player], |all, at| all | self.around[at as usize]);
        }
        let others = |sets: &[Set<W>; MAX_PLAYERS], player: usize| match players {
            2 => sets[1 - player],
            _ => (0..players).filter(|other| *other != player).fold(Set::EMPTY, |all, other| all | sets[other]),
        };
        let runners = self.runners(plan, position);
        for kind in &self.order[..self.weak] {
            let pieces = position.kind(*kind);
            for player in 0..players {
                let reach = &self.reaches[player * kinds + *kind as usize];
                for from in pieces & own[player] {
                    guarded[player] |= reach.from(plan, position, player as u8, from, occupied);
                }
            }
        }
        for (rank, kind) in self.order.iter().enumerate() {
            let of_kind = position.kind(*kind);
            let kind = *kind as usize;
            let mut reached = [Set::EMPTY; MAX_PLAYERS];
            for (player, tally) in tallies.iter_mut().enumerate() {
                let block = self.blocks[player];
                let index = |what: OfKind| block + layout.of_kind(what, kind);
                if let Some(counter) = plan.held(player as u8, kind as u8) {
                    let held = i32::from(position.counters[counter as usize]);
                    if held > 0 {
                        tally.add(index(OfKind::Hand), held);
                    }
                }
                let pieces = of_kind & own[player];
                if pieces.is_empty() {
                    continue;
                }
                let (material, square) = (index(OfKind::Material), index(OfKind::Square));
                let reach = &self.reaches[player * kinds + kind];
                let turned = &self.turned[player * squares..][..squares];
                let zone = others(&zones, player);
                let closed = own[player] | others(&guarded, player);
                let mut siege = 0;
                for from in pieces {
                    tally.piece(material, square + turned[from as usize] as usize);
                    let to = reach.from(plan, position, player as u8, from, occupied);
                    reached[player] |= to;
                    siege += (to & zone).len() as i32;
                    if rank >= self.weak {
                        let free = (to.minus(closed).len() as usize).min(COUNTS - 1);
                        tally.add(index(OfKind::Mobility) + free, 1);
                    }
                }
                if siege > 0 {
                    tally.add(index(OfKind::Siege), siege);
                    assaults[player] += siege;
                }
                let mut count = |what: OfKind, set: Set<W>| {
                    if set.any() {
                        tally.add(index(what), set.len() as i32);
                    }
                };
                count(OfKind::Shield, pieces & zones[player].minus(leaders[player]));
                count(OfKind::Threatened, pieces & others(&attacked, player));
                count(OfKind::Supported, pieces & guarded[player]);
                count(OfKind::Pair, if pieces.is_many() { Set::one(0) } else { Set::EMPTY });
                if !self.runs[player * kinds + kind].is_empty() {
                    let rivals = others(&own, player) & runners;
                    self.tally_runs(
                        plan,
                        position,
                        (player, kind),
                        pieces,
                        (rivals, leaders[player], others(&leaders, player)),
                        tally,
                    );
                }
            }
            for player in 0..players {
                attacked[player] |= reached[player];
            }
        }
        let empty = plan.geometry.all.minus(occupied);
        let mover = position.mover(plan) as usize;
        for (player, tally) in tallies.iter_mut().enumerate() {
            if own[player].is_empty() {
                continue;
            }
            let block = self.blocks[player];
            let index = |what: OfSide| block + layout.of_side(what);
            if player == mover {
                tally.add(index(OfSide::Tempo), 1);
            }
            let loose = (own[player] & others(&attacked, player)).minus(attacked[player] | leaders[player]);
            if loose.any() {
                for kind in 0..kinds {
                    let count = (loose & position.kind(kind as u8)).len();
                    if count > 0 {
                        tally.add(block + layout.of_kind(OfKind::Hanging, kind), count as i32);
                    }
                }
            }
            if leaders[player].any() {
                tally.add(index(OfSide::Assault) + (assaults[player] as usize).min(COUNTS - 1), 1);
                let classes = plan.sides[player].foes.sliders.iter().map(|(_, class)| &plan.classes[*class]);
                if !leaders[player].is_many() {
                    let at = leaders[player].lowest();
                    let open: u32 = classes.map(|class| class.seen(at, occupied).minus(own[player]).len()).sum();
                    tally.add(index(OfSide::Open) + (open as usize).min(COUNTS - 1), 1);
                }
            }
            if self.exposes {
                let open = own[player].iter().filter(|square| (self.around[*square as usize] & empty).any()).count();
                tally.add(index(OfSide::Exposed), open as i32);
            }
            if let Some(first) = plan.checks {
                let checks = position.counters[first as usize + player] as usize;
                tally.add(index(OfSide::Checks) + checks.min(FEW - 1), 1);
            }
            let rivals = occupied.minus(own[player]);
            for row in self.rows.iter().filter(|row| (**row & rivals).is_empty()) {
                let count = (*row & own[player]).len() as usize;
                if count > 0 {
                    tally.add(index(OfSide::Row) + count.min(FEW - 1), 1);
                }
            }
        }
    }

    /// The pieces of all players that can only go forward to a goal.
    fn runners<const N: usize>(&self, plan: &Plan<W>, position: &Position<W, N>) -> Set<W> {
        let kinds = plan.planes.kinds;
        let listed = self.runs.iter().enumerate().filter(|(_, runs)| !runs.is_empty());
        listed.fold(Set::EMPTY, |all, (at, _)| {
            all | (position.kind((at % kinds) as u8) & position.player(plan, (at / kinds) as u8))
        })
    }

    /// Counts the features of pieces that only go forward. `rivals` are the enemy pieces that also go forward.
    fn tally_runs<const N: usize, T: Tally>(
        &self,
        plan: &Plan<W>,
        position: &Position<W, N>,
        (player, kind): (usize, usize),
        pieces: Set<W>,
        (rivals, leaders, hunters): (Set<W>, Set<W>, Set<W>),
        tally: &mut T,
    ) {
        let runs = &self.runs[player * plan.planes.kinds + kind];
        let index = |what: OfSide| self.blocks[player] + self.layout.of_side(what);
        let away = |from: u8, leaders: Set<W>| -> i32 {
            let (x, y) = plan.geometry.column_row(from);
            let distance = |to: u8| {
                let (u, v) = plan.geometry.column_row(to);
                i32::from(x.abs_diff(u).max(y.abs_diff(v)))
            };
            leaders.iter().map(distance).min().unwrap_or(0)
        };
        let (mut doubled, mut backward, mut alone) = (0, 0, 0);
        for from in pieces {
            let Some(run) = &runs[from as usize] else { continue };
            doubled += i32::from((pieces & run.path).any());
            backward += i32::from((pieces & run.guards).is_empty());
            alone += i32::from((pieces & run.escorts).is_empty());
            if run.path.is_empty() || (rivals & run.stops).any() {
                continue;
            }
            let steps = (run.steps as usize).min(FEW - 1);
            tally.add(index(OfSide::Passed) + steps, 1);
            if (run.path & position.occupied(plan)).is_empty() {
                tally.add(index(OfSide::Free) + steps, 1);
            }
            if run.steps <= NEAR_GOAL {
                tally.add(index(OfSide::Escort), away(from, leaders));
                tally.add(index(OfSide::Pursuer), away(from, hunters));
            }
        }
        for (what, count) in [(OfSide::Doubled, doubled), (OfSide::Backward, backward), (OfSide::Alone, alone)] {
            if count > 0 {
                tally.add(index(what), count);
            }
        }
    }
}

/// The penalty for a piece next to an empty square, in games in which pieces can be flipped.
const EXPOSED: i32 = 3;

/// Adds up the weights of one player.
#[derive(Clone, Copy)]
struct Sum<'a> {
    weights: &'a [Weight],
    places: &'a [Weight],
    total: Weight,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, index: usize, count: i32) {
        let [early, late] = self.weights[index];
        self.total[0] += early * count;
        self.total[1] += late * count;
    }

    #[inline(always)]
    fn piece(&mut self, _: usize, place: usize) {
        let [early, late] = self.places[place];
        self.total[0] += early;
        self.total[1] += late;
    }
}

/// Lists the features of one player.
struct List(Vec<(u32, i32)>);

impl Tally for List {
    fn add(&mut self, index: usize, count: i32) {
        self.0.push((index as u32, count));
    }

    fn piece(&mut self, material: usize, place: usize) {
        self.0.extend([(material as u32, 1), (place as u32, 1)]);
    }
}

/// Turns the board so that the player's pieces stand and move like those of the first player. Returns the turned square
/// of each square. `None` if no rotation or reflection of the board does this.
fn symmetry<const W: usize>(plan: &Plan<W>, worth: &PieceValues<W>, player: usize) -> Option<Vec<u8>> {
    let (players, squares) = (plan.planes.players, plan.squares());
    let (cols, rows) = (plan.geometry.cols, plan.geometry.rows);
    let turn = |nth: usize| -> Option<Vec<u8>> {
        let (swaps, right, up) = (nth & 4 != 0, nth & 2 != 0, nth & 1 != 0);
        if swaps && cols != rows {
            return None;
        }
        let to = |square: usize| {
            let (x, y) = (square as i16 % cols, square as i16 / cols);
            let (x, y) = if swaps { (y, x) } else { (x, y) };
            let (x, y) = (if right { cols - 1 - x } else { x }, if up { rows - 1 - y } else { y });
            (y * cols + x) as u8
        };
        Some((0..squares).map(to).collect())
    };
    let list = |of: usize| plan.start.iter().filter(move |(owner, ..)| *owner as usize == of);
    let mut first: Vec<(u8, u8)> = list(0).map(|(_, kind, square)| (*kind, *square)).collect();
    first.sort_unstable();
    (0..8).filter_map(turn).find(|turn| {
        let mut own: Vec<(u8, u8)> = list(player).map(|(_, kind, square)| (*kind, turn[*square as usize])).collect();
        own.sort_unstable();
        let moves_alike = (0..plan.planes.kinds).all(|kind| {
            let of = |player: usize| &worth.freedom[(kind * players + player) * squares..][..squares];
            (0..squares).all(|square| of(player)[square] == of(0)[turn[square] as usize])
        });
        own == first && moves_alike
    })
}

impl<const W: usize> Evaluation<W> {
    /// The kinds, least valuable first. Leaders come last.
    pub fn by_value(&self) -> &[u8] {
        &self.order
    }

    /// The squares that a piece of a player attacks from a square.
    #[inline]
    pub fn attacked<const N: usize>(
        &self,
        plan: &Plan<W>,
        position: &Position<W, N>,
        (player, kind): (u8, u8),
        from: u8,
        occupied: Set<W>,
    ) -> Set<W> {
        let reach = &self.reaches[player as usize * plan.planes.kinds + kind as usize];
        reach.from(plan, position, player, from, occupied)
    }

    /// The pieces of one kind of a player that attack a square.
    #[inline]
    pub fn attackers<const N: usize>(
        &self,
        plan: &Plan<W>,
        position: &Position<W, N>,
        (player, kind): (u8, u8),
        pieces: Set<W>,
        target: u8,
        occupied: Set<W>,
    ) -> Set<W> {
        let reach = &self.reaches[player as usize * plan.planes.kinds + kind as usize];
        reach.to(plan, position, player, pieces, target, occupied)
    }
}
