//! Information set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012).

mod reuse;
mod sealed_answers;
mod tree;

use crate::advice::{Advice, Advise, Line, Worth, sort_lines};
use crate::budget_meter::BudgetMeter;
use crate::guided::Guide;
use crate::playout::{End, NEVER, PROBE, last, playout_hand};
use crate::playout_score::PlayoutScore;
use rulebook_kernel::{Bot, Budget, Draws, Hidden, Key, Rng, Seat, Turn, Viewer};
use rustc_hash::FxBuildHasher;
use sealed_answers::Round;
use std::hash::{BuildHasher, Hash, Hasher};
use tree::{NodeId, Tree};

/// Searches one tree over many states that fit the view. Each iteration samples a state and descends the tree by moves
/// that are legal in it. Then it plays random moves to the end of the hand, and adds each seat's reward to the nodes on
/// the path.
///
/// The bot never has the state of the match: every iteration samples the hidden information anew. With a budget of
/// playouts, the same key gives the same choices. A forced move costs nothing. The next decision reuses the subtree
/// that the match has reached, if the view shows which moves were made.
///
/// With several observers ([`Ismcts::multi`]) every seat has its own tree. The moves of other seats appear in it only
/// as far as the seat observes them. So no seat reacts to information that it cannot have.
pub struct Ismcts<R: Hidden> {
    /// The random numbers for samples.
    rng: Rng,
    /// The random numbers for the playouts and the tree.
    draws: Draws,
    /// The random numbers for estimating the length of a playout.
    probe: (Rng, Draws),
    /// The number of decisions after which playouts of this decision stop.
    horizon: u32,
    /// One tree, or one tree for each seat.
    trees: Vec<Tree<R::Move>>,
    multi: bool,
    /// Whether the search uses the learned policy of the game.
    guided: bool,
    guide: Guide,
    /// The nodes that get a reward at the end of the iteration. Each node comes with the index of its tree.
    path: Vec<(usize, NodeId)>,
    moves: Vec<R::Move>,
    /// The last sampled state. Its buffers are reused.
    state: Option<R::State>,
    facts: Vec<R::Fact>,
    /// For each seat: the current node of its tree.
    at: Vec<NodeId>,
    /// The last decision. With it, the bot finds the subtree for the current position of the match.
    last: Option<Last<R>>,
    /// Converts the result of a playout into rewards, for this decision.
    scale: PlayoutScore,
    /// The minimum and the maximum number of playouts with a time budget.
    limits: (u32, Option<u64>),
    /// The maximum number of nodes in all trees together.
    most: usize,
    playouts: u64,
    impossible: u64,
    /// The number of impossible samples in this decision.
    missed: u32,
}

struct Last<R: Hidden> {
    seat: Seat,
    view: R::View,
    mv: R::Move,
}

/// If this many samples of a decision are impossible and none was possible, the search accepts impossible samples.
const MISSED: u32 = 16;
/// The default maximum number of nodes. They need about half a gigabyte. Only a search of several minutes reaches it.
const MOST_NODES: usize = 1 << 22;
/// The policy is softened before it becomes the prior probability of moves, because the search corrects it.
const PRIOR_SOFTNESS: i32 = 2;
/// The maximum length of a reported line, in moves.
const TOLD: usize = 8;

impl<R: Hidden> Ismcts<R> {
    /// A bot with this key.
    #[must_use]
    pub fn new(key: Key) -> Ismcts<R> {
        let mut probe = Rng::new(key.child(PROBE));
        let probe_draws = probe.split().draws();
        let mut rng = Rng::new(key);
        let draws = rng.split().draws();
        Ismcts {
            rng,
            draws,
            probe: (probe, probe_draws),
            horizon: NEVER,
            trees: vec![Tree::new()],
            multi: false,
            guided: false,
            guide: Guide::default(),
            path: Vec::new(),
            moves: Vec::new(),
            state: None,
            facts: Vec::new(),
            at: Vec::new(),
            last: None,
            scale: PlayoutScore::default(),
            limits: (0, None),
            most: MOST_NODES,
            playouts: 0,
            impossible: 0,
            missed: 0,
        }
    }

    /// A bot with this key and one tree for each seat.
    #[must_use]
    pub fn multi(key: Key) -> Ismcts<R> {
        Ismcts { multi: true, ..Ismcts::new(key) }
    }

    /// A bot with this key that uses the learned policy of the game: as prior probability of the moves in the tree, and
    /// to choose the moves of playouts. If the game has no policy, the bot searches like [`Ismcts::new`].
    #[must_use]
    pub fn guided(key: Key) -> Ismcts<R> {
        Ismcts { guided: true, ..Ismcts::new(key) }
    }

    /// Sets a minimum and a maximum number of playouts for a time budget. The bot makes fewer playouts than the minimum
    /// only if it has spent three times the budget.
    #[must_use]
    pub fn between(self, least: u32, most: Option<u64>) -> Ismcts<R> {
        Ismcts { limits: (least, most), ..self }
    }

    /// Sets the maximum number of nodes. The bot decides as soon as its trees have this many nodes, even if time is
    /// left.
    #[must_use]
    pub fn at_most(self, nodes: usize) -> Ismcts<R> {
        Ismcts { most: nodes, ..self }
    }

    /// The number of nodes in all trees of the bot.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.trees.iter().map(Tree::len).sum()
    }

    /// The number of impossible samples. In such a sample, the seat has other moves than the bot was offered. A number
    /// above zero means that [`Hidden::sample`] has a bug, or that the legal moves depend on hidden information. The
    /// search skips impossible samples as long as there are others.
    #[must_use]
    pub fn impossible(&self) -> u64 {
        self.impossible
    }

    /// One iteration: samples a state, descends the tree and plays out.
    fn iterate(&mut self, rules: &R, observer: Seat, view: &R::View, offered: &[R::Move]) {
        let mut state = match self.state.take() {
            Some(mut old) => {
                rules.sample_into(view, &mut self.rng, &mut old);
                old
            }
            None => rules.sample(view, &mut self.rng),
        };
        self.moves.clear();
        rules.shortlist(&state, observer, &mut self.moves);
        if self.moves != offered {
            self.impossible += 1;
            self.missed += 1;
            // If all samples are impossible, a sample with some of the offered moves is better than no search.
            let some = self.moves.iter().any(|mv| offered.contains(mv));
            if self.playouts > 0 || self.missed < MISSED || !some {
                self.state = Some(state);
                return;
            }
        }
        self.path.clear();
        if !self.multi {
            rules.drop_lore(&mut state);
        }
        let end = if self.multi {
            self.descend_apart(rules, observer, &mut state)
        } else {
            self.descend(rules, observer, &mut state)
        };
        let rewards = self.scale.worth(&end);
        for &(tree, node) in &self.path {
            self.trees[tree].record(node, &rewards);
        }
        self.state = Some(state);
        self.playouts += 1;
    }

    /// Descends until it makes a move that was never tried, and plays out from there.
    fn descend(&mut self, rules: &R, observer: Seat, state: &mut R::State) -> End {
        let policy = rules.policy().filter(|_| self.guided);
        let tree = &mut self.trees[0];
        let mut round = Round::new(observer);
        for left in (0..rules.info().max_moves).rev() {
            let due = match rules.turn(state) {
                Turn::Over(outcome) => return End::Over(outcome),
                Turn::Seats(due) => due,
            };
            let seat = round.next(due);
            self.moves.clear();
            rules.shortlist(state, seat, &mut self.moves);
            if self.moves.is_empty() {
                break;
            }
            let selected = match policy {
                Some(policy) if self.moves.len() > 1 => {
                    let shares = self.guide.shares(rules, policy, (&*state, seat), &self.moves, PRIOR_SOFTNESS);
                    tree.select_by_prior(round.known, seat, &self.moves, shares)
                }
                _ => tree.select(round.known, seat, &self.moves, &mut self.draws),
            };
            let mv = &self.moves[selected.index];
            self.path.push((0, selected.node));
            if let Some(standing) = rules.play_in_playout(state, seat, mv, &mut ()) {
                return End::Stands(standing);
            }
            if selected.fresh {
                return match policy {
                    Some(policy) => {
                        let (draws, moves) = (&mut self.draws, &mut self.moves);
                        self.guide.playout_hand(rules, policy, state, draws, moves, (left, self.horizon))
                    }
                    None => playout_hand(rules, state, &mut self.draws, &mut self.moves, left, self.horizon),
                };
            }
            round.at = if round.at == round.known { selected.node } else { tree.step(round.at, seat, mv) };
            round.known = selected.node;
        }
        last(rules, state)
    }

    /// The descent with one tree for each seat. Each seat follows its own moves and its observations of other seats'
    /// moves. A sealed answer becomes visible only after the last answer, so no seat reacts to it.
    fn descend_apart(&mut self, rules: &R, observer: Seat, state: &mut R::State) -> End {
        let seats = rules.seats(state);
        self.at.clear();
        self.at.resize(seats, NodeId::ROOT);
        for left in (0..rules.info().max_moves).rev() {
            let due = match rules.turn(state) {
                Turn::Over(outcome) => return End::Over(outcome),
                Turn::Seats(due) => due,
            };
            let lowest = due.lowest().expect("somebody is due until the game is over");
            let seat = if due.has(observer) { observer } else { lowest };
            self.moves.clear();
            rules.shortlist(state, seat, &mut self.moves);
            if self.moves.is_empty() {
                break;
            }
            let own = seat.index();
            let selected = self.trees[own].select(self.at[own], seat, &self.moves, &mut self.draws);
            self.path.push((own, selected.node));
            self.at[own] = selected.node;
            let mv = &self.moves[selected.index];
            if selected.fresh {
                rules.drop_lore(state);
                return match rules.play_in_playout(state, seat, mv, &mut ()) {
                    Some(standing) => End::Stands(standing),
                    None => playout_hand(rules, state, &mut self.draws, &mut self.moves, left, self.horizon),
                };
            }
            self.facts.clear();
            if let Some(standing) = rules.play_in_playout(state, seat, mv, &mut self.facts) {
                return End::Stands(standing);
            }
            for other in Seat::all(seats).filter(|other| *other != seat) {
                let mut hasher = FxBuildHasher.build_hasher();
                let mut told = 0u32;
                for fact in self.facts.iter().filter_map(|fact| rules.witness(fact, Viewer::Seat(other))) {
                    fact.hash(&mut hasher);
                    told += 1;
                }
                if told > 0 {
                    let at = &mut self.at[other.index()];
                    *at = self.trees[other.index()].observe(*at, hasher.finish());
                }
            }
        }
        last(rules, state)
    }

    fn own_tree(&self, seat: Seat) -> &Tree<R::Move> {
        &self.trees[if self.multi { seat.index() } else { 0 }]
    }
}

impl<R: Hidden> Bot<R> for Ismcts<R> {
    fn pick(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> usize {
        (self.playouts, self.missed) = (0, 0);
        if moves.len() == 1 {
            return 0;
        }
        self.begin(rules, seat, view, moves, budget);
        let mut meter = BudgetMeter::new(budget).at_least(self.limits.0).at_most(self.limits.1);
        while self.nodes() < self.most && meter.spend() {
            self.iterate(rules, seat, view, moves);
        }
        // Without any playout, all moves are equally good, so choose at random.
        let favourite = self.own_tree(seat).favourite(seat, moves);
        let choice = favourite.unwrap_or_else(|| self.draws.below(moves.len() as u32) as usize);
        if !self.multi {
            self.last = Some(Last { seat, view: view.clone(), mv: moves[choice].clone() });
        }
        choice
    }
}

impl<R: Hidden> Advise<R> for Ismcts<R> {
    fn advise(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> Advice<R::Move> {
        let choice = self.pick(rules, seat, view, moves, budget);
        if moves.len() == 1 {
            return Advice::just(choice);
        }
        let tree = self.own_tree(seat);
        let line = |(index, mv): (usize, &R::Move)| match tree.find(NodeId::ROOT, seat, mv) {
            Some(node) if tree.visits(node) > 0 => Line {
                index,
                visits: tree.visits(node).into(),
                worth: Worth::Share(tree.mean(node)),
                moves: tree.line(node, TOLD),
            },
            _ => Line { index, visits: 0, worth: Worth::Unknown, moves: vec![(seat, mv.clone())] },
        };
        let lines = moves.iter().enumerate().map(line).collect();
        let lines = sort_lines(lines, |line| [f64::from(line.index == choice), line.visits as f64, 0.0]);
        Advice { choice, lines, effort: self.playouts, depth: None }
    }
}
