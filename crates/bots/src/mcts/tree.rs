//! The tree of a search in a game without secrets: nodes in one arena, the children of a node side by side.

use crate::Rewards;
use rulebook_kernel::{Draws, Seat};

/// Not known yet.
const OPEN: u8 = u8::MAX;

/// What a position is worth for certain, in halves of a win of the first seat. Only two-seat games are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof(u8);

impl Proof {
    pub(super) const NONE: Proof = Proof(OPEN);

    /// What the end of a game proves.
    pub(super) fn of(rewards: &Rewards) -> Proof {
        Proof((rewards[0] * 2.0).round() as u8)
    }

    pub(super) fn is_known(self) -> bool {
        self.0 != OPEN
    }

    /// For this seat, from 0 to 1.
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
    /// The move that leads here; none to the root.
    pub mv: Option<M>,
    /// Who made it.
    pub by: Seat,
    /// Who chooses here.
    pub chooser: Seat,
    /// The children lie at `first..first + count`; zero children: not looked at yet.
    pub first: u32,
    pub count: u32,
    pub visits: u32,
    /// The sum of what `by` got.
    pub reward: f32,
    /// The sum of what `chooser` got.
    pub below: f32,
    pub proof: Proof,
}

pub(super) struct Tree<M> {
    pub nodes: Vec<Node<M>>,
    /// For moving a part of the tree to the front.
    spare: Vec<Node<M>>,
}

pub(super) const ROOT: u32 = 0;

impl<M: Clone> Tree<M> {
    /// The weight of curiosity against success, for rewards from 0 to 1.
    const EXPLORATION: f32 = 0.7;

    pub(super) fn new() -> Tree<M> {
        Tree { nodes: Vec::new(), spare: Vec::new() }
    }

    fn fresh(mv: Option<M>, by: Seat) -> Node<M> {
        Node { mv, by, chooser: by, first: 0, count: 0, visits: 0, reward: 0.0, below: 0.0, proof: Proof::NONE }
    }

    /// Nothing but a root.
    pub(super) fn clear(&mut self, seat: Seat) {
        self.nodes.clear();
        self.nodes.push(Self::fresh(None, seat));
    }

    pub(super) fn node(&self, id: u32) -> &Node<M> {
        &self.nodes[id as usize]
    }

    pub(super) fn children(&self, id: u32) -> std::ops::Range<u32> {
        let node = self.node(id);
        node.first..node.first + node.count
    }

    /// Gives a node its children, in random order: among moves that nothing is known about none comes first.
    pub(super) fn expand(&mut self, id: u32, seat: Seat, moves: &mut [M], draws: &mut Draws) {
        draws.shuffle(moves);
        let first = self.nodes.len() as u32;
        self.nodes.extend(moves.iter().map(|mv| Self::fresh(Some(mv.clone()), seat)));
        let node = &mut self.nodes[id as usize];
        (node.first, node.count, node.chooser) = (first, moves.len() as u32, seat);
    }

    /// The child with the highest upper confidence bound. A child that was never tried counts as tried once with what
    /// the chooser got here on average: a move that does well is followed before all others were seen.
    pub(super) fn select(&self, id: u32) -> u32 {
        let node = self.node(id);
        let visits = node.visits.max(1) as f32;
        let wonder = Self::EXPLORATION * visits.ln().max(0.0).sqrt();
        let urgency = node.below / visits + wonder;
        let mut best = (f32::NEG_INFINITY, node.first);
        for (child, at) in self.nodes[node.first as usize..][..node.count as usize].iter().zip(node.first..) {
            let bound = if child.proof.is_known() {
                // What is certain has nothing more to tell; a lost move is the last choice.
                let share = child.proof.share(node.chooser);
                if share == 0.0 { -1.0 } else { share }
            } else if child.visits == 0 {
                urgency
            } else {
                let visits = child.visits as f32;
                child.reward / visits + wonder / visits.sqrt()
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

    /// Is the node proven by its children? The chooser takes a won one, or the best when all are known.
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

    /// How much a child recommends itself to who chooses: certain wins, then visits, then success, losses last.
    pub(super) fn rank(&self, child: u32, chooser: Seat) -> (f32, u32, f32) {
        let node = self.node(child);
        let certain = if node.proof.is_known() { node.proof.share(chooser) - 0.5 } else { 0.0 };
        (certain, node.visits, node.reward)
    }

    /// The child that who chooses should take.
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

    /// Makes a node the root and forgets everything that is not below it.
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
    }
}
