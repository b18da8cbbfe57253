//! Monte Carlo tree search over information sets (Cowling, Powley and Whitehouse 2012).

mod reuse;
mod sealed_answers;
mod tree;

use crate::advice::{Advice, Advise, Line, Worth};
use crate::budget_meter::BudgetMeter;
use crate::playout::{End, NEVER, PROBE, last, playout_hand};
use crate::playout_score::PlayoutScore;
use rulebook_kernel::{Bot, Budget, Draws, Hidden, Key, Rng, Seat, Turn, Viewer};
use rustc_hash::FxBuildHasher;
use sealed_answers::Round;
use std::hash::{BuildHasher, Hash, Hasher};
use tree::{NodeId, Tree};

/// Searches one tree through many states that fit its view: each iteration samples a state, descends with the moves
/// that are legal in it, plays out at random to the end of the hand and credits every seat on the way with what that is
/// worth to it.
///
/// It never has a state of the match: what it does not know, it guesses anew in every iteration. With a budget of
/// playouts the same key gives the same choices. A forced move costs nothing. What it learnt about the moves that were made
/// since its last decision is kept, where its view says which they were.
///
/// With several observers ([`Ismcts::multi`]) every seat has a tree of its own, which branches by what that seat sees of the
/// others' moves: nobody replies to what it cannot know.
pub struct Ismcts<R: Hidden> {
    /// For the samples.
    rng: Rng,
    /// For everything else.
    draws: Draws,
    /// For a look at how far away the end is.
    probe: (Rng, Draws),
    /// After how many decisions the playouts of this decision stop.
    horizon: u32,
    /// One, or one for each seat.
    trees: Vec<Tree<R::Move>>,
    multi: bool,
    /// The nodes to credit at the end of an iteration, each in its tree.
    path: Vec<(usize, NodeId)>,
    moves: Vec<R::Move>,
    /// The last sample: its buffers are used again.
    state: Option<R::State>,
    facts: Vec<R::Fact>,
    /// Where each seat's tree stands.
    at: Vec<NodeId>,
    /// The last decision.
    last: Option<Last<R>>,
    /// What ends of this decision are worth.
    scale: PlayoutScore,
    /// The fewest playouts by the clock.
    least: u32,
    /// The most nodes of all trees.
    most: usize,
    playouts: u64,
    impossible: u64,
    /// Those of this decision.
    missed: u32,
}

struct Last<R: Hidden> {
    seat: Seat,
    view: R::View,
    mv: R::Move,
}

/// After so many samples without a possible one, others are taken.
const MISSED: u32 = 16;
/// So many nodes are about half a gigabyte. Who thinks for minutes reaches them.
const MOST_NODES: usize = 1 << 22;
/// The longest line that is told.
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
            path: Vec::new(),
            moves: Vec::new(),
            state: None,
            facts: Vec::new(),
            at: Vec::new(),
            last: None,
            scale: PlayoutScore::default(),
            least: 0,
            most: MOST_NODES,
            playouts: 0,
            impossible: 0,
            missed: 0,
        }
    }

    /// A bot with this key and a tree for each seat.
    #[must_use]
    pub fn multi(key: Key) -> Ismcts<R> {
        Ismcts { multi: true, ..Ismcts::new(key) }
    }

    /// Where it thinks by the clock, it makes no fewer playouts than these, unless they take three times as long.
    #[must_use]
    pub fn at_least(self, playouts: u32) -> Ismcts<R> {
        Ismcts { least: playouts, ..self }
    }

    /// Once its trees have so many nodes it decides, however much time is left.
    #[must_use]
    pub fn at_most(self, nodes: usize) -> Ismcts<R> {
        Ismcts { most: nodes, ..self }
    }

    /// How many nodes its trees have.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.trees.iter().map(Tree::len).sum()
    }

    /// How many samples were impossible: they did not offer exactly the moves that the bot was offered. Anything but
    /// zero is a bug of the game: of its [`Hidden::sample`], or its options depend on what the seat may not know. Such a
    /// sample is skipped as long as there are others.
    #[must_use]
    pub fn impossible(&self) -> u64 {
        self.impossible
    }

    /// One sample, one way down the tree, one playout.
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
            // Where all are like that, one with some of the moves is better than to play blind.
            let some = self.moves.iter().any(|mv| offered.contains(mv));
            if self.playouts > 0 || self.missed < MISSED || !some {
                self.state = Some(state);
                return;
            }
        }
        self.path.clear();
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

    /// Follows the tree to a move never tried, and plays out from there.
    fn descend(&mut self, rules: &R, observer: Seat, state: &mut R::State) -> End {
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
            let selected = tree.select(round.known, seat, &self.moves, &mut self.draws);
            let mv = &self.moves[selected.index];
            self.path.push((0, selected.node));
            if let Some(standing) = rules.play_in_playout(state, seat, mv, &mut ()) {
                return End::Stands(standing);
            }
            if selected.fresh {
                return playout_hand(rules, state, &mut self.draws, &mut self.moves, left, self.horizon);
            }
            round.at = if round.at == round.known { selected.node } else { tree.step(round.at, seat, mv) };
            round.known = selected.node;
        }
        last(rules, state)
    }

    /// The same with a tree for each seat. A seat follows its own moves, and what it sees of the others' as they are told:
    /// a sealed answer is told when the last one is in, so nobody replies to it.
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
        let mut allowance = BudgetMeter::new(budget).at_least(self.least);
        while self.nodes() < self.most && allowance.spend() {
            self.iterate(rules, seat, view, moves);
        }
        // Without a single playout, one move is as good as another.
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
        let mut lines: Vec<Line<R::Move>> = moves.iter().enumerate().map(line).collect();
        lines.sort_by_key(|line| std::cmp::Reverse((line.index == choice, line.visits)));
        Advice { choice, lines, effort: self.playouts, depth: None }
    }
}
