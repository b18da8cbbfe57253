//! Prepares a decision: reuses the tree of the last decision, and sets the horizon, the length limit of playouts.

use super::Ismcts;
use super::tree::{NodeId, Tree};
use crate::playout::{each, horizon};
use crate::playout_score::PlayoutScore;
use rulebook_kernel::{Budget, Hidden, Seat, Viewer};

/// The maximum number of samples of the last view that are tried to find the moves made since then.
const TRIES: u32 = 8;
/// The maximum number of views that are computed to find the moves made since the last decision.
const COMPARED: u32 = 48;
/// A reply is followed in this search only if it has at least this many visits.
const KNOWN: u32 = 8;

impl<R: Hidden> Ismcts<R> {
    /// Sets the horizon. Keeps the subtree that the match has reached, if the view shows which subtree it is.
    pub(super) fn begin(&mut self, rules: &R, seat: Seat, view: &R::View, offered: &[R::Move], budget: Budget) {
        self.scale = PlayoutScore::of(rules.info().few_points);
        let (rng, draws) = &mut self.probe;
        let each = each(budget, offered.len());
        self.horizon = horizon(rules, rules.sample(view, rng), each, draws, &mut self.moves);
        let found = if self.multi { None } else { self.find(rules, seat, view, offered) };
        match found {
            Some(node) => self.trees[0].keep(node),
            None => self.trees.iter_mut().for_each(Tree::clear),
        }
        // Drop a reused tree that has more than half of the allowed nodes, so that the search can grow.
        if self.nodes() > self.most / 2 {
            self.trees.iter_mut().for_each(Tree::clear);
        }
        if self.multi && self.trees.len() < rules.info().max_seats {
            self.trees.resize_with(rules.info().max_seats, Tree::new);
        }
    }

    /// Finds the node that the match has reached. It plays the last choice and known replies on samples of the last
    /// view. If a sample then has the current view, the match has reached the node of these moves.
    fn find(&mut self, rules: &R, seat: Seat, view: &R::View, offered: &[R::Move]) -> Option<NodeId> {
        let last = self.last.take().filter(|last| last.seat == seat)?;
        let after = self.trees[0].find(NodeId::ROOT, seat, &last.mv)?;
        let mut left = COMPARED;
        for _ in 0..TRIES {
            let mut state = rules.sample(&last.view, &mut self.rng);
            if rules.check(&state, seat, &last.mv).is_err() {
                continue;
            }
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
            // Compare the moves before the views. Views are expensive, and different views usually have different
            // moves.
            rules.shortlist(state, seat, &mut moves);
            *left = left.checked_sub(1)?;
            return (moves == offered && rules.view(state, Viewer::Seat(seat)) == *view).then_some(at);
        }
        let other = due.lowest().filter(|_| depth > 0)?;
        rules.shortlist(state, other, &mut moves);
        let mut next = state.clone();
        for mv in &moves {
            let Some(child) = self.trees[0].find(at, other, mv) else { continue };
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
}
