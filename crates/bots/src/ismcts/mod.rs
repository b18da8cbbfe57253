//! Monte Carlo tree search over information sets (Cowling, Powley and Whitehouse 2012).

mod round;
mod tree;

use crate::advice::{Advice, Advise, Line, Worth};
use crate::allowance::Allowance;
use crate::playout::{End, last, playout_hand};
use crate::scale::Scale;
use round::Round;
use rulebook_kernel::{Bot, Budget, Draws, Hidden, Key, Rng, Seat, Turn, Viewer};
use rustc_hash::FxBuildHasher;
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
    scale: Scale,
    playouts: u64,
    impossible: u64,
}

struct Last<R: Hidden> {
    seat: Seat,
    view: R::View,
    mv: R::Move,
}

/// So many samples of the last view are tried to find the moves that were made since.
const TRIES: u32 = 8;
/// So many views are made for that.
const COMPARED: u32 = 48;
/// A reply that was tried less often has nothing to tell.
const KNOWN: u32 = 8;
/// The longest line that is told.
const TOLD: usize = 8;

impl<R: Hidden> Ismcts<R> {
    /// A bot with this key.
    #[must_use]
    pub fn new(key: Key) -> Ismcts<R> {
        let mut rng = Rng::new(key);
        let draws = rng.split().draws();
        Ismcts {
            rng,
            draws,
            trees: vec![Tree::new()],
            multi: false,
            path: Vec::new(),
            moves: Vec::new(),
            state: None,
            facts: Vec::new(),
            at: Vec::new(),
            last: None,
            scale: Scale::default(),
            playouts: 0,
            impossible: 0,
        }
    }

    /// A bot with this key and a tree for each seat.
    #[must_use]
    pub fn multi(key: Key) -> Ismcts<R> {
        Ismcts { multi: true, ..Ismcts::new(key) }
    }

    /// How many samples were impossible: they did not offer exactly the moves that the bot was offered. Anything but
    /// zero is a bug of the game's [`Hidden::sample`]. Such a sample is skipped; in a debug build it panics.
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
            debug_assert_eq!(
                self.moves,
                offered,
                "a bug of {}: a sample of the view of {observer} offers it other moves (left) than the match does (right)",
                rules.info().id,
            );
            return;
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
            let selected = tree.select(round.known, seat, &self.moves, &mut self.draws);
            let mv = &self.moves[selected.index];
            self.path.push((0, selected.node));
            if let Some(standing) = rules.rehearse(state, seat, mv, &mut ()) {
                return End::Stands(standing);
            }
            if selected.fresh {
                return playout_hand(rules, state, &mut self.draws, &mut self.moves, left);
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
            let own = seat.index();
            let selected = self.trees[own].select(self.at[own], seat, &self.moves, &mut self.draws);
            self.path.push((own, selected.node));
            self.at[own] = selected.node;
            let mv = &self.moves[selected.index];
            if selected.fresh {
                return match rules.rehearse(state, seat, mv, &mut ()) {
                    Some(standing) => End::Stands(standing),
                    None => playout_hand(rules, state, &mut self.draws, &mut self.moves, left),
                };
            }
            self.facts.clear();
            if let Some(standing) = rules.rehearse(state, seat, mv, &mut self.facts) {
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

    /// Keeps the part of the tree that the match has come to, if the view says where that is.
    fn begin(&mut self, rules: &R, seat: Seat, view: &R::View, offered: &[R::Move]) {
        self.scale = Scale::default();
        let found = if self.multi { None } else { self.find(rules, seat, view, offered) };
        match found {
            Some(node) => self.trees[0].keep(node),
            None => self.trees.iter_mut().for_each(Tree::clear),
        }
        if self.multi && self.trees.len() < rules.info().max_seats {
            self.trees.resize_with(rules.info().max_seats, Tree::new);
        }
    }

    /// Plays the last choice and the replies that the tree knows on samples of the last view, until one looks like now.
    fn find(&mut self, rules: &R, seat: Seat, view: &R::View, offered: &[R::Move]) -> Option<NodeId> {
        let last = self.last.take().filter(|last| last.seat == seat)?;
        let after = self.trees[0].existing(NodeId::ROOT, seat, &last.mv)?;
        let mut left = COMPARED;
        for _ in 0..TRIES {
            let mut state = rules.sample(&last.view, &mut self.rng);
            rules.play(&mut state, seat, &last.mv, &mut ());
            let depth = 2 * rules.seats(&state);
            let now = (seat, view, offered);
            if let Some(found) = self.follow(rules, now, &state, after, depth, &mut left) {
                return Some(found);
            }
        }
        None
    }

    fn follow(
        &self,
        rules: &R,
        now: (Seat, &R::View, &[R::Move]),
        state: &R::State,
        at: NodeId,
        depth: usize,
        left: &mut u32,
    ) -> Option<NodeId> {
        let (seat, view, offered) = now;
        let due = rules.turn(state).seats();
        let mut moves = Vec::new();
        if due.has(seat) {
            // Views are dear: the moves tell most of them apart.
            rules.shortlist(state, seat, &mut moves);
            *left = left.checked_sub(1)?;
            return (moves == offered && rules.view(state, Viewer::Seat(seat)) == *view).then_some(at);
        }
        let other = due.lowest().filter(|_| depth > 0)?;
        rules.shortlist(state, other, &mut moves);
        let mut next = state.clone();
        for mv in &moves {
            let Some(child) = self.trees[0].existing(at, other, mv) else { continue };
            if self.trees[0].visits(child) < KNOWN || *left == 0 {
                continue;
            }
            next.clone_from(state);
            rules.play(&mut next, other, mv, &mut ());
            if let Some(found) = self.follow(rules, now, &next, child, depth - 1, left) {
                return Some(found);
            }
        }
        None
    }

    fn own_tree(&self, seat: Seat) -> &Tree<R::Move> {
        &self.trees[if self.multi { seat.index() } else { 0 }]
    }
}

impl<R: Hidden> Bot<R> for Ismcts<R> {
    fn pick(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> usize {
        self.playouts = 0;
        if moves.len() == 1 {
            return 0;
        }
        self.begin(rules, seat, view, moves);
        let mut allowance = Allowance::new(budget);
        while allowance.spend() {
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
        let line = |(index, mv): (usize, &R::Move)| match tree.existing(NodeId::ROOT, seat, mv) {
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
