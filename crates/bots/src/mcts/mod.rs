//! Monte Carlo tree search for games without hidden information.

mod tree;

use crate::advice::{Advice, Advise, Line, Worth, best_first};
use crate::budget_meter::BudgetMeter;
use crate::playout::{out_of_moves, playout};
use crate::rewards;
use rulebook_kernel::{Bot, Budget, Draws, Heuristic, Key, Open, Rng, Seat, Turn};
use tree::{Proof, ROOT, Tree};

/// UCT with first-play urgency and a solver. The solver passes proven results up the tree, and a proven root ends the
/// search. The next decision reuses the subtree of the moves that were made.
///
/// With a budget of playouts, the same key gives the same choices. A forced move costs nothing.
pub struct Mcts<R: Open> {
    draws: Draws,
    tree: Tree<R::Move>,
    /// The position at the root.
    root: Option<R::State>,
    /// The index of the chosen child of the root.
    chosen: Option<u32>,
    state: Option<R::State>,
    moves: Vec<R::Move>,
    path: Vec<u32>,
    playouts: u64,
    guide: Option<Guide<R>>,
    /// The maximum number of nodes in the tree.
    most: usize,
}

/// Functions of the game's heuristic that guide the search.
struct Guide<R: Open> {
    /// [`Heuristic::promise`].
    promise: fn(&R, &R::State, &R::Move) -> i32,
    /// [`Heuristic::key`].
    key: fn(&R, &R::State) -> u64,
}

/// The weight of a promising move. Other moves have weight 1.
const PROMISING: f32 = 4.0;

/// The maximum number of moves by other seats between two decisions. After more moves of other seats, the search starts
/// with a new tree.
const REPLIES: u32 = 3;
/// The maximum number of positions that are compared to find the current position in the tree.
const COMPARED: u32 = 4096;
/// The default maximum number of nodes. They need about half a gigabyte. Only a search of several minutes reaches it.
const MOST_NODES: usize = 1 << 23;
/// The maximum number of playouts that a node can sum exactly as a 32-bit float.
const MOST_VISITS: u32 = 1 << 23;
/// The maximum length of a reported line, in moves.
const TOLD: usize = 12;

impl<R: Open> Mcts<R> {
    /// A bot with this key.
    #[must_use]
    pub fn new(key: Key) -> Mcts<R> {
        Mcts {
            draws: Rng::new(key).draws(),
            tree: Tree::new(),
            root: None,
            chosen: None,
            state: None,
            moves: Vec::new(),
            path: Vec::new(),
            playouts: 0,
            guide: None,
            most: MOST_NODES,
        }
    }

    /// Sets the maximum number of nodes. Beyond it the tree does not grow, but further playouts still improve its
    /// statistics.
    #[must_use]
    pub fn at_most(self, nodes: usize) -> Mcts<R> {
        Mcts { most: nodes, ..self }
    }

    /// The number of nodes in the tree.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    /// A bot with this key that prefers promising moves (PUCT) and uses transpositions. If several move orders reach a
    /// position, a new node starts with the statistics of an earlier node.
    #[must_use]
    pub fn guided(key: Key) -> Mcts<R>
    where
        R: Heuristic,
    {
        Mcts { guide: Some(Guide { promise: R::promise, key: R::key }), ..Mcts::new(key) }
    }

    /// The number of playouts counted in the root, including playouts of earlier decisions whose subtree was reused.
    #[must_use]
    pub fn grown_from(&self) -> u32 {
        self.tree.nodes.first().map_or(0, |root| root.visits)
    }

    /// Makes the node of this position the root, if the tree of the last decision has such a node. Otherwise starts a
    /// new tree.
    fn begin(&mut self, rules: &R, seat: Seat, view: &R::State) {
        let found = self.root.take().and_then(|root| {
            let mut left = COMPARED;
            let found = if root == *view {
                Some(ROOT)
            } else {
                self.chosen.take().and_then(|chosen| {
                    let node = self.tree.node(chosen);
                    let mut after = root.clone();
                    rules.play(&mut after, node.by, node.mv.as_ref().expect("a child has a move"), &mut ());
                    self.find(rules, chosen, &after, view, REPLIES, &mut left)
                })
            };
            self.root = Some(root);
            found
        });
        match found {
            Some(id) => self.tree.keep(id),
            None => self.tree.clear(seat),
        }
        match &mut self.root {
            Some(root) => root.clone_from(view),
            none => *none = Some(view.clone()),
        }
    }

    fn find(&self, rules: &R, at: u32, state: &R::State, view: &R::State, depth: u32, left: &mut u32) -> Option<u32> {
        if state == view {
            return Some(at);
        }
        if depth == 0 {
            return None;
        }
        let mut next = state.clone();
        for child in self.tree.children(at) {
            let node = self.tree.node(child);
            if node.visits == 0 || *left == 0 {
                continue;
            }
            *left -= 1;
            next.clone_from(state);
            rules.play(&mut next, node.by, node.mv.as_ref().expect("a child has a move"), &mut ());
            if let Some(found) = self.find(rules, child, &next, view, depth - 1, left) {
                return Some(found);
            }
        }
        None
    }

    /// One iteration: descends the tree and plays out.
    fn iterate(&mut self, rules: &R) {
        let root = self.root.as_ref().expect("a search has a root");
        let state = match &mut self.state {
            Some(state) => {
                state.clone_from(root);
                state
            }
            none => none.insert(root.clone()),
        };
        self.path.clear();
        self.path.push(ROOT);
        let mut left = rules.info().max_moves;
        let mut at = ROOT;
        let mut proven = false;
        let rewards = loop {
            let node = self.tree.node(at);
            if node.proof.is_known() && at != ROOT {
                break node.proof.rewards();
            }
            if node.count == 0 {
                let unseen = node.visits == 0;
                let seat = match rules.turn(state) {
                    Turn::Over(outcome) => {
                        let rewards = rewards(&outcome);
                        if rules.seats(state) == 2 && rewards[0] + rewards[1] == 1.0 {
                            self.tree.nodes[at as usize].proof = Proof::of(&rewards);
                            proven = true;
                        }
                        break rewards;
                    }
                    Turn::Seats(due) => due.lowest().expect("somebody is due until the game is over"),
                };
                if unseen && at != ROOT {
                    // Store the seat that chooses in this position, so that the node adds up the rewards of this seat.
                    self.tree.nodes[at as usize].chooser = seat;
                    // The search can use a transposition only after it knows the choosing seat.
                    if let Some(guide) = self.guide.as_ref().filter(|_| self.path.len() > 2) {
                        self.tree.recognise(at, (guide.key)(rules, state));
                    }
                }
                if at != ROOT && (unseen || self.tree.nodes.len() >= self.most) {
                    break rewards(&playout(rules, state, &mut self.draws, &mut self.moves, left));
                }
                self.moves.clear();
                rules.shortlist(state, seat, &mut self.moves);
                self.tree.expand(at, seat, &mut self.moves, &mut self.draws);
                if let Some(guide) = &self.guide {
                    let promises = |mv: &R::Move| (guide.promise)(rules, state, mv) > 0;
                    // If all moves are equally promising, give no guidance.
                    if self.moves.iter().any(promises) {
                        self.tree.lead(at, |mv| if promises(mv) { PROMISING } else { 1.0 });
                    }
                }
            }
            if left == 0 {
                break rewards(&out_of_moves(rules, state));
            }
            at = self.tree.select(at);
            let node = self.tree.node(at);
            rules.play(state, node.by, node.mv.as_ref().expect("a child has a move"), &mut ());
            left -= 1;
            self.path.push(at);
        };
        for &id in self.path.iter().rev() {
            self.tree.record(id, &rewards);
            // A proof is passed up as long as it also proves the parent.
            if proven && self.tree.node(id).count > 0 {
                proven = self.tree.prove(id);
            }
        }
        self.playouts += 1;
    }

    fn line(&self, from: u32) -> Vec<(Seat, R::Move)> {
        let mut moves = Vec::new();
        let mut at = Some(from);
        while let Some(id) = at.filter(|_| moves.len() < TOLD) {
            let node = self.tree.node(id);
            moves.extend(node.mv.clone().map(|mv| (node.by, mv)));
            at = self.tree.favourite(id);
        }
        moves
    }

    fn search(&mut self, rules: &R, seat: Seat, view: &R::State, budget: Budget) {
        self.begin(rules, seat, view);
        self.playouts = 0;
        let mut meter = BudgetMeter::new(budget);
        let more = |tree: &Tree<R::Move>| !tree.node(ROOT).proof.is_known() && tree.node(ROOT).visits < MOST_VISITS;
        while more(&self.tree) && meter.spend() {
            self.iterate(rules);
        }
    }

    fn lines(&self, offered: &[R::Move]) -> Vec<Line<R::Move>> {
        let children: Vec<u32> = self.tree.children(ROOT).collect();
        let chooser = self.tree.node(ROOT).chooser;
        let rank = |child: &u32| {
            let (certain, visits, reward) = self.tree.rank(*child, chooser);
            [certain.into(), visits.into(), reward.into()]
        };
        let order = best_first(&children.iter().map(rank).collect::<Vec<_>>());
        let line = |index: usize| {
            let child = children[index];
            let node = self.tree.node(child);
            let worth = match node.visits {
                _ if node.proof.is_known() => Worth::Proven(node.proof.share(chooser)),
                0 => Worth::Unknown,
                visits => Worth::Share(node.reward / visits as f32),
            };
            let index = offered.iter().position(|mv| Some(mv) == node.mv.as_ref())?;
            Some(Line { index, visits: node.visits.into(), worth, moves: self.line(child) })
        };
        order.into_iter().filter_map(line).collect()
    }
}

impl<R: Open> Bot<R> for Mcts<R> {
    fn pick(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> usize {
        if moves.len() == 1 {
            return 0;
        }
        self.search(rules, seat, view, budget);
        self.chosen = self.tree.favourite(ROOT);
        let favourite = self.chosen.and_then(|child| self.tree.node(child).mv.as_ref());
        let index = favourite.and_then(|mv| moves.iter().position(|other| other == mv));
        // Without any playout, all moves are equally good, so choose at random.
        index.unwrap_or_else(|| self.draws.below(moves.len() as u32) as usize)
    }
}

impl<R: Open> Advise<R> for Mcts<R> {
    fn advise(&mut self, rules: &R, seat: Seat, view: &R::View, moves: &[R::Move], budget: Budget) -> Advice<R::Move> {
        let choice = self.pick(rules, seat, view, moves, budget);
        if moves.len() == 1 {
            return Advice::just(choice);
        }
        Advice { choice, lines: self.lines(moves), effort: self.playouts, depth: None }
    }
}
