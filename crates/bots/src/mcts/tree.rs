//! The tree of a search without hidden information. All nodes are in one arena, and the children of a node are
//! adjacent.

use crate::Rewards;
use rulebook_kernel::{Draws, Seat};
use rustc_hash::FxHashMap;

/// Marks a position whose value is not proven.
const OPEN: u8 = u8::MAX;

/// The proven value of a position for the first seat: 0 is a loss, 1 a draw, 2 a win. The search proves values only in
/// games for two seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof(u8);

impl Proof {
    pub(super) const NONE: Proof = Proof(OPEN);

    /// The proven value of a finished game. The rewards of its two seats must add up to 1.
    pub(super) fn of(rewards: &Rewards) -> Proof {
        Proof((rewards[0] * 2.0).round() as u8)
    }

    pub(super) fn is_known(self) -> bool {
        self.0 != OPEN
    }

    /// The proven value for this seat: 0 is a loss, 1 is a win.
    pub(super) fn share(self, seat: Seat) -> f32 {
        let first = f32::from(self.0) / 2.0;
        if seat.index() == 0 { first } else { 1.0 - first }
    }

    pub(super) fn rewards(self) -> Rewards {
        let mut rewards = Rewards::default();
        rewards[0] = self.share(Seat::new(0));
        rewards[1] = self.share(Seat::new(1));
        rewards
    }
}

pub(super) struct Node<M> {
    /// The move that leads to this node. `None` for the root.
    pub mv: Option<M>,
    /// The seat that made the move to this node.
    pub by: Seat,
    /// The seat that moves from this node.
    pub chooser: Seat,
    /// The children are at `first..first + count`. A count of zero means that the node is not expanded.
    pub first: u32,
    pub count: u32,
    pub visits: u32,
    /// The sum of the rewards of `by`.
    pub reward: f32,
    /// The sum of the rewards of `chooser`.
    pub below: f32,
    pub proof: Proof,
    /// The weight of the move to this node as a share of the weights of all its siblings. Zero if there are no weights.
    pub prior: f32,
    /// The key of the position. A search with transpositions sets it at the first visit.
    pub key: Option<u64>,
}

pub(super) struct Tree<M> {
    pub nodes: Vec<Node<M>>,
    /// A buffer for moving a subtree to the front.
    spare: Vec<Node<M>>,
    /// For each key of a position: its first node.
    known: FxHashMap<u64, u32>,
}

pub(super) const ROOT: u32 = 0;

impl<M: Clone> Tree<M> {
    /// The exploration constant, for rewards from 0 to 1.
    const EXPLORATION: f32 = 0.7;
    /// The exploration constant of searches that prefer promising moves.
    const LED: f32 = 1.0;
    /// The maximum number of playouts that a node takes over from a transposition.
    const TAKEN_OVER: u32 = 16;

    pub(super) fn new() -> Tree<M> {
        Tree { nodes: Vec::new(), spare: Vec::new(), known: FxHashMap::default() }
    }

    fn fresh(mv: Option<M>, by: Seat) -> Node<M> {
        let (first, count, visits, reward, below, prior) = (0, 0, 0, 0.0, 0.0, 0.0);
        Node { mv, by, chooser: by, first, count, visits, reward, below, proof: Proof::NONE, prior, key: None }
    }

    /// Drops all nodes and adds a root.
    pub(super) fn clear(&mut self, seat: Seat) {
        self.nodes.clear();
        self.known.clear();
        self.nodes.push(Self::fresh(None, seat));
    }

    /// Gives a node at its first visit the statistics of a transposition. It does not copy proofs, because a proof may
    /// depend on the path if positions must not repeat.
    pub(super) fn recognise(&mut self, id: u32, key: u64) {
        let node = &mut self.nodes[id as usize];
        node.key = Some(key);
        let (by, chooser) = (node.by, node.chooser);
        let other = *self.known.entry(key).or_insert(id);
        let twin = self.node(other);
        if other == id || twin.visits == 0 || (twin.by, twin.chooser) != (by, chooser) {
            return;
        }
        let visits = twin.visits.min(Self::TAKEN_OVER);
        let part = visits as f32 / twin.visits as f32;
        let (reward, below) = (twin.reward * part, twin.below * part);
        let node = &mut self.nodes[id as usize];
        (node.visits, node.reward, node.below) = (visits, reward, below);
    }

    /// Sets the priors of the children of a node in proportion to positive weights.
    pub(super) fn lead(&mut self, id: u32, mut weight: impl FnMut(&M) -> f32) {
        let (first, count) = (self.node(id).first as usize, self.node(id).count as usize);
        let children = &mut self.nodes[first..first + count];
        let mut sum = 0.0;
        for child in children.iter_mut() {
            child.prior = child.mv.as_ref().map_or(1.0, &mut weight);
            sum += child.prior;
        }
        children.iter_mut().for_each(|child| child.prior /= sum);
    }

    pub(super) fn node(&self, id: u32) -> &Node<M> {
        &self.nodes[id as usize]
    }

    pub(super) fn children(&self, id: u32) -> std::ops::Range<u32> {
        let node = self.node(id);
        node.first..node.first + node.count
    }

    /// Adds the children of a node in random order, so that the order of the legal moves does not matter.
    pub(super) fn expand(&mut self, id: u32, seat: Seat, moves: &mut [M], draws: &mut Draws) {
        draws.shuffle(moves);
        let first = self.nodes.len() as u32;
        self.nodes.extend(moves.iter().map(|mv| Self::fresh(Some(mv.clone()), seat)));
        let node = &mut self.nodes[id as usize];
        (node.first, node.count, node.chooser) = (first, moves.len() as u32, seat);
    }

    /// The child with the highest upper confidence bound. With priors, exploration follows them (PUCT). A child that
    /// was never tried counts as tried once, with the average reward of the chooser at this node. So the search can
    /// follow a good move before it has tried all others.
    pub(super) fn select(&self, id: u32) -> u32 {
        let node = self.node(id);
        let visits = node.visits.max(1) as f32;
        let wonder = Self::EXPLORATION * visits.ln().max(0.0).sqrt();
        let (usual, led) = (node.below / visits, Self::LED * visits.sqrt());
        let mut best = (f32::NEG_INFINITY, node.first);
        for (child, at) in self.nodes[node.first as usize..][..node.count as usize].iter().zip(node.first..) {
            let bound = if child.proof.is_known() {
                // Proven children need no more playouts. A proven loss is the last choice.
                let share = child.proof.share(node.chooser);
                if share == 0.0 { -1.0 } else { share }
            } else {
                let visits = child.visits as f32;
                let success = if child.visits == 0 { usual } else { child.reward / visits };
                match child.prior {
                    0.0 => success + wonder / visits.max(1.0).sqrt(),
                    prior => success + prior * led / (1.0 + visits),
                }
            };
            if bound > best.0 {
                best = (bound, at);
            }
        }
        best.1
    }

    pub(super) fn record(&mut self, id: u32, rewards: &Rewards) {
        let node = &mut self.nodes[id as usize];
        node.visits += 1;
        node.reward += rewards[node.by.index()];
        node.below += rewards[node.chooser.index()];
    }

    /// Tries to prove the node from its children, and returns whether it could. The chooser takes a won child. If all
    /// children are proven, the chooser takes the best.
    pub(super) fn prove(&mut self, id: u32) -> bool {
        let chooser = self.node(id).chooser;
        let mut best: Option<Proof> = None;
        let mut all = true;
        for child in self.children(id) {
            let proof = self.node(child).proof;
            if !proof.is_known() {
                all = false;
            } else if best.is_none_or(|best| proof.share(chooser) > best.share(chooser)) {
                best = Some(proof);
            }
        }
        let Some(best) = best.filter(|best| all || best.share(chooser) == 1.0) else { return false };
        self.nodes[id as usize].proof = best;
        true
    }

    /// The sort key of a child for the chooser: proven wins first, then visits, then reward. Proven losses come last.
    pub(super) fn rank(&self, child: u32, chooser: Seat) -> (f32, u32, f32) {
        let node = self.node(child);
        let certain = if node.proof.is_known() { node.proof.share(chooser) - 0.5 } else { 0.0 };
        (certain, node.visits, node.reward)
    }

    /// The best child for the chooser.
    pub(super) fn favourite(&self, id: u32) -> Option<u32> {
        let chooser = self.node(id).chooser;
        let mut best: Option<u32> = None;
        for child in self.children(id) {
            if best.is_none_or(|best| self.rank(child, chooser) > self.rank(best, chooser)) {
                best = Some(child);
            }
        }
        best.filter(|child| self.node(*child).visits > 0 || self.node(*child).proof.is_known())
    }

    /// Makes a node the root and drops everything that is not below it.
    pub(super) fn keep(&mut self, id: u32) {
        let mut kept = std::mem::take(&mut self.spare);
        kept.clear();
        let copy = |node: &Node<M>| Node { mv: node.mv.clone(), ..*node };
        kept.push(copy(self.node(id)));
        let mut at = 0;
        while at < kept.len() {
            let (first, count) = (kept[at].first as usize, kept[at].count as usize);
            kept[at].first = kept.len() as u32;
            kept.extend(self.nodes[first..first + count].iter().map(copy));
            at += 1;
        }
        self.spare = std::mem::replace(&mut self.nodes, kept);
        self.known.clear();
        for (node, id) in self.nodes.iter().zip(0..) {
            if let Some(key) = node.key {
                self.known.entry(key).or_insert(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_kernel::Rng;

    /// A tree whose root has these moves.
    fn tree(moves: &mut [u8]) -> Tree<u8> {
        let (mut tree, mut draws) = (Tree::new(), Rng::seeded("tree").draws());
        tree.clear(Seat::new(0));
        tree.expand(ROOT, Seat::new(0), moves, &mut draws);
        tree
    }

    fn child(tree: &Tree<u8>, mv: u8) -> u32 {
        tree.children(ROOT).find(|&id| tree.node(id).mv == Some(mv)).expect("it was offered")
    }

    #[test]
    fn a_transposition_shares_its_statistics() {
        let mut tree = tree(&mut [1, 2, 3]);
        let (one, two) = (child(&tree, 1), child(&tree, 2));
        tree.recognise(one, 77);
        let mut rewards = Rewards::default();
        rewards[0] = 1.0;
        (0..40).for_each(|_| tree.record(one, &rewards));
        tree.recognise(two, 77);
        assert_eq!((tree.node(two).visits, tree.node(two).reward), (16, 16.0), "a part of it");
        let three = child(&tree, 3);
        tree.recognise(three, 78);
        assert_eq!(tree.node(three).visits, 0, "that is another position");
        tree.keep(two);
        assert_eq!(tree.nodes.len(), 1);
        assert_eq!(tree.known.get(&77), Some(&ROOT));
    }

    #[test]
    fn moves_with_a_higher_prior_are_tried_first_and_more_often() {
        let mut tree = tree(&mut [1, 2, 3, 4]);
        tree.lead(ROOT, |mv| if *mv == 3 { 4.0 } else { 1.0 });
        let shares: f32 = tree.children(ROOT).map(|id| tree.node(id).prior).sum();
        assert!((shares - 1.0).abs() < 1e-6);
        assert_eq!(tree.select(ROOT), child(&tree, 3));
        let mut rewards = Rewards::default();
        rewards[0] = 0.5;
        for _ in 0..70 {
            let chosen = tree.select(ROOT);
            tree.record(chosen, &rewards);
            tree.record(ROOT, &rewards);
        }
        let visits = |mv| tree.node(child(&tree, mv)).visits;
        assert!((visits(3) as f32 / visits(1) as f32 - 4.0).abs() < 1.0, "{} and {}", visits(3), visits(1));
    }
}
