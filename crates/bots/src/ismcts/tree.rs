//! The tree of a search over information sets: nodes in one arena, edges in one hash table.

use crate::Rewards;
use rulebook_kernel::{Draws, Seat};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::{BuildHasher, Hash};

/// A node, as its index in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NodeId(u32);

impl NodeId {
    /// The root. No move leads to it, so it is not in the arena.
    pub(crate) const ROOT: NodeId = NodeId(u32::MAX);

    /// The new index of a node after the arena was compacted. `None` if the node was dropped.
    fn of(self, places: &[Option<NodeId>]) -> Option<NodeId> {
        places.get(self.0 as usize).copied().flatten()
    }
}

/// The edge from the parent to a node.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Edge<M> {
    /// A move.
    Move(M),
    /// The observation that a seat makes of another seat's move, as a hash.
    Seen(u64),
}

/// The position after a move or an observation. One node stands for all arrangements of hidden cards that are possible
/// there.
struct Node<M> {
    parent: NodeId,
    seat: Seat,
    step: Edge<M>,
    /// The next node whose edge has the same hash value.
    same_hash: Option<NodeId>,
    visits: u32,
    /// The number of visits to the parent in which the move was legal. Some moves are legal only in some samples.
    available: u32,
    /// The sum of the rewards of `seat`.
    reward: f64,
}

/// The choice of [`Tree::select`].
pub(crate) struct Selected {
    /// The index of the move in the list of offered moves.
    pub index: usize,
    /// The node of the move.
    pub node: NodeId,
    /// Whether the move was never tried before.
    pub fresh: bool,
}

/// A tree for one decision. Its memory is reused for the next decision.
pub(crate) struct Tree<M> {
    nodes: Vec<Node<M>>,
    /// The first node for each hash of parent, seat and move. There is one table for the whole tree, so a lookup clones
    /// no move.
    edges: FxHashMap<u64, NodeId>,
    /// A buffer of `select`: the nodes of the available moves.
    at_hand: Vec<Option<NodeId>>,
}

impl<M: Clone + Eq + Hash> Tree<M> {
    /// The exploration constant, for rewards from 0 to 1.
    const EXPLORATION: f64 = 0.7;
    /// The exploration constant of [`Tree::select_by_prior`].
    const CURIOSITY: f64 = 0.8;
    /// The part of the prior probability that all moves share equally.
    const EVEN: f64 = 0.1;

    pub(crate) fn new() -> Tree<M> {
        Tree { nodes: Vec::new(), edges: FxHashMap::default(), at_hand: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    /// The node that a move leads to. Creates the node if it does not exist.
    pub(crate) fn step(&mut self, parent: NodeId, seat: Seat, mv: &M) -> NodeId {
        self.find(parent, seat, mv).unwrap_or_else(|| self.add(parent, seat, mv))
    }

    /// The node that an observation leads to. Creates the node if it does not exist.
    pub(crate) fn observe(&mut self, parent: NodeId, seen: u64) -> NodeId {
        let edge = FxBuildHasher.hash_one((parent, seen));
        let nobody = Seat::new(0);
        self.look_up(edge, |node| node.parent == parent && matches!(node.step, Edge::Seen(other) if other == seen))
            .unwrap_or_else(|| self.insert(edge, parent, nobody, Edge::Seen(seen)))
    }

    pub(crate) fn visits(&self, id: NodeId) -> u32 {
        self.node(id).visits
    }

    /// The average reward of the seat that moved to this node.
    pub(crate) fn mean(&self, id: NodeId) -> f32 {
        let node = self.node(id);
        (node.reward / f64::from(node.visits.max(1))) as f32
    }

    /// The most visited line, starting with this node.
    pub(crate) fn line(&self, from: NodeId, longest: usize) -> Vec<(Seat, M)> {
        let mut line = Vec::new();
        let mut at = Some(from);
        while let Some(id) = at.filter(|_| line.len() < longest) {
            let node = self.node(id);
            let Edge::Move(mv) = &node.step else { break };
            line.push((node.seat, mv.clone()));
            let below = self.nodes.iter().zip(0..).filter(|(node, _)| node.parent == id && node.visits > 0);
            at = below.max_by_key(|(node, _)| node.visits).map(|(_, child)| NodeId(child));
        }
        line
    }

    /// Makes a node the root and drops everything that is not below it. Old statistics count half, because they come
    /// from a time when the bot knew less.
    pub(crate) fn keep(&mut self, id: NodeId) {
        let mut places: Vec<Option<NodeId>> = vec![None; self.nodes.len()];
        let old = std::mem::take(&mut self.nodes);
        self.edges.clear();
        // Parents come before their children, so `places` already has the parent.
        for (node, at) in old.into_iter().zip(0u32..) {
            let above = if node.parent == id { Some(NodeId::ROOT) } else { node.parent.of(&places) };
            let Some(parent) = above else { continue };
            let edge = match &node.step {
                Edge::Move(mv) => edge(parent, node.seat, mv),
                Edge::Seen(seen) => FxBuildHasher.hash_one((parent, *seen)),
            };
            let new = self.insert(edge, parent, node.seat, node.step);
            let kept = &mut self.nodes[new.0 as usize];
            kept.visits = node.visits.div_ceil(2);
            kept.reward = node.reward * f64::from(kept.visits) / f64::from(node.visits.max(1));
            kept.available = node.available.div_ceil(2).max(kept.visits);
            places[at as usize] = Some(new);
        }
    }

    /// Chooses a move of `seat`. If some moves were never tried, chooses one of them at random. Otherwise chooses the
    /// move with the highest upper confidence bound. Adds one to the availability of every offered move.
    pub(crate) fn select(&mut self, parent: NodeId, seat: Seat, moves: &[M], draws: &mut Draws) -> Selected {
        let mut at_hand = std::mem::take(&mut self.at_hand);
        at_hand.clear();
        at_hand.extend(moves.iter().map(|mv| self.find(parent, seat, mv).filter(|&id| self.node(id).visits > 0)));
        for id in at_hand.iter().flatten() {
            self.nodes[id.0 as usize].available += 1;
        }

        let untried = at_hand.iter().filter(|id| id.is_none()).count();
        let selected = if untried > 0 {
            let nth = draws.below(untried as u32) as usize;
            let (index, _) = at_hand.iter().enumerate().filter(|(_, id)| id.is_none()).nth(nth).expect("nth < untried");
            let node = self.step(parent, seat, &moves[index]);
            self.nodes[node.0 as usize].available += 1;
            Selected { index, node, fresh: true }
        } else {
            let bounds = at_hand.iter().map(|id| self.upper_bound(id.expect("all were tried")));
            let index = first_max(bounds).expect("a seat that is due has a move");
            Selected { index, node: at_hand[index].expect("all were tried"), fresh: false }
        };
        self.at_hand = at_hand;
        selected
    }

    /// Chooses a move of `seat` by its results and its prior probability (PUCT). `shares` are in proportion to the prior
    /// probabilities of the moves. A move that was never tried counts as the average of the others.
    pub(crate) fn select_by_prior(&mut self, parent: NodeId, seat: Seat, moves: &[M], shares: &[i32]) -> Selected {
        let mut at_hand = std::mem::take(&mut self.at_hand);
        at_hand.clear();
        at_hand.extend(moves.iter().map(|mv| self.find(parent, seat, mv).filter(|&id| self.node(id).visits > 0)));
        let (mut visits, mut reward) = (0u32, 0.0);
        for id in at_hand.iter().flatten() {
            let node = &mut self.nodes[id.0 as usize];
            node.available += 1;
            visits += node.visits;
            reward += node.reward;
        }
        let usual = if visits == 0 { 0.5 } else { reward / f64::from(visits) };
        let total: i64 = shares.iter().map(|&share| i64::from(share)).sum();
        let even = Self::EVEN / moves.len() as f64;
        let curiosity = Self::CURIOSITY * f64::from(visits + 1).sqrt();
        let bounds = at_hand.iter().zip(shares).map(|(id, &share)| {
            let prior = even + (1.0 - Self::EVEN) * f64::from(share) / (total.max(1) as f64);
            let (tries, mean) = match id {
                Some(id) => (self.node(*id).visits, self.node(*id).reward / f64::from(self.node(*id).visits)),
                None => (0, usual),
            };
            mean + curiosity * prior / f64::from(tries + 1)
        });
        let index = first_max(bounds).expect("a seat that is due has a move");
        let selected = match at_hand[index] {
            Some(node) => Selected { index, node, fresh: false },
            None => {
                let node = self.step(parent, seat, &moves[index]);
                self.nodes[node.0 as usize].available += 1;
                Selected { index, node, fresh: true }
            }
        };
        self.at_hand = at_hand;
        selected
    }

    /// Adds a finished playout to one node, with the reward of the node's seat.
    pub(crate) fn record(&mut self, id: NodeId, rewards: &Rewards) {
        let node = &mut self.nodes[id.0 as usize];
        node.visits += 1;
        node.reward += f64::from(rewards[node.seat.index()]);
    }

    /// The index of the most visited move at the root. Among equals, the higher reward decides, then the earlier index.
    /// `None` if no move was tried.
    pub(crate) fn favourite(&self, seat: Seat, moves: &[M]) -> Option<usize> {
        let tried = moves.iter().map(|mv| match self.find(NodeId::ROOT, seat, mv) {
            Some(id) => (self.node(id).visits, self.node(id).reward),
            None => (0, 0.0),
        });
        let index = first_max(tried)?;
        self.find(NodeId::ROOT, seat, &moves[index]).map(|_| index)
    }

    fn upper_bound(&self, id: NodeId) -> f64 {
        let node = self.node(id);
        let visits = f64::from(node.visits);
        node.reward / visits + Self::EXPLORATION * (f64::from(node.available).ln() / visits).sqrt()
    }

    fn node(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id.0 as usize]
    }

    /// The node that a move leads to. `None` if it does not exist.
    pub(crate) fn find(&self, parent: NodeId, seat: Seat, mv: &M) -> Option<NodeId> {
        let is_it = |node: &Node<M>| {
            node.parent == parent && node.seat == seat && matches!(&node.step, Edge::Move(other) if other == mv)
        };
        self.look_up(edge(parent, seat, mv), is_it)
    }

    fn look_up(&self, edge: u64, is_it: impl Fn(&Node<M>) -> bool) -> Option<NodeId> {
        let mut next = self.edges.get(&edge).copied();
        while let Some(id) = next {
            let node = self.node(id);
            if is_it(node) {
                break;
            }
            next = node.same_hash;
        }
        next
    }

    fn add(&mut self, parent: NodeId, seat: Seat, mv: &M) -> NodeId {
        self.insert(edge(parent, seat, mv), parent, seat, Edge::Move(mv.clone()))
    }

    fn insert(&mut self, edge: u64, parent: NodeId, seat: Seat, step: Edge<M>) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let same_hash = self.edges.insert(edge, id);
        self.nodes.push(Node { parent, seat, step, same_hash, visits: 0, available: 0, reward: 0.0 });
        id
    }
}

fn edge<M: Hash>(parent: NodeId, seat: Seat, mv: &M) -> u64 {
    FxBuildHasher.hash_one((parent, seat, mv))
}

/// The index of the greatest item. Among equals, the first.
fn first_max<T: PartialOrd>(items: impl Iterator<Item = T>) -> Option<usize> {
    let mut best: Option<(usize, T)> = None;
    for (index, item) in items.enumerate() {
        if best.as_ref().is_none_or(|(_, top)| item > *top) {
            best = Some((index, item));
        }
    }
    best.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_kernel::{MAX_SEATS, Rng};

    /// A move with a constant hash, so that all edges of a parent collide.
    #[derive(Clone, PartialEq, Eq, Debug)]
    struct Colliding(u8);

    impl Hash for Colliding {
        fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
    }

    #[test]
    fn edges_with_equal_hashes_lead_to_different_nodes() {
        let (mut tree, seat) = (Tree::new(), Seat::new(0));
        let ids: Vec<NodeId> = (0..5).map(|n| tree.step(NodeId::ROOT, seat, &Colliding(n))).collect();
        for (n, id) in ids.iter().enumerate() {
            assert_eq!(tree.step(NodeId::ROOT, seat, &Colliding(n as u8)), *id);
            assert!(!ids[..n].contains(id));
        }
        assert_ne!(tree.step(NodeId::ROOT, Seat::new(1), &Colliding(0)), ids[0]);
        assert_ne!(tree.step(ids[0], seat, &Colliding(0)), ids[0]);
    }

    #[test]
    fn every_move_is_tried_before_one_is_tried_twice() {
        let (mut tree, mut draws, seat) = (Tree::new(), Rng::seeded("tree").draws(), Seat::new(0));
        let moves: Vec<u8> = (0..10).collect();
        let mut tried: Vec<usize> = (0..10)
            .map(|_| {
                let selected = tree.select(NodeId::ROOT, seat, &moves, &mut draws);
                assert!(selected.fresh);
                tree.record(selected.node, &[0.5; MAX_SEATS]);
                selected.index
            })
            .collect();
        tried.sort_unstable();
        assert_eq!(tried, (0..10).collect::<Vec<_>>());
        assert!(!tree.select(NodeId::ROOT, seat, &moves, &mut draws).fresh);
    }

    /// The exploration bonus of a move depends on how often the move was legal, not on the visits of the parent.
    #[test]
    fn curiosity_counts_availability_and_not_visits_of_the_parent() {
        let (mut tree, mut draws, seat) = (Tree::new(), Rng::seeded("tree").draws(), Seat::new(0));
        for _ in 0..1000 {
            let common = tree.select(NodeId::ROOT, seat, &[0u8], &mut draws);
            tree.record(common.node, &[0.5; MAX_SEATS]);
        }
        for _ in 0..2 {
            let rare = tree.select(NodeId::ROOT, seat, &[0u8, 1], &mut draws);
            assert_eq!(rare.index, 1);
            tree.record(rare.node, &[0.5; MAX_SEATS]);
        }
        let rare = tree.find(NodeId::ROOT, seat, &1).unwrap();
        assert_eq!((tree.node(rare).visits, tree.node(rare).available), (2, 2));
    }
}
