//! Blocks (CR 509.1). Blockers are declared one at a time. A block is offered only if the declaration can then be
//! completed: it must obey all restrictions and meet as many requirements as possible.

use super::Duel;
use super::compiled_cards::flag;
use super::moves::Move;
use super::state::{DuelState, Id};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

/// Maximum number of nodes in the search for the best blocks. After that many, the search returns the best result so
/// far.
const MOST_NODES: u32 = 4000;

/// A search for the blocks that meet the most requirements (CR 509.1c).
///
/// A creature that can block several attackers occurs several times in the list of blockers. Blocks are picked in
/// ascending order, by creature and then by attacker. So the search reaches each set of blocks only once.
pub(super) struct Blocks<'a> {
    rules: &'a Duel,
    s: &'a DuelState,
    able: SmallVec<[Id; 16]>,
    against: &'a [Id],
    least: SmallVec<[usize; 8]>,
    most: SmallVec<[usize; 8]>,
    /// Whether each blocker in the list can block each attacker. These answers are computed once, because the search
    /// needs them often.
    pairs: Vec<bool>,
    /// The index in the list of blockers from which the next pick starts.
    next: usize,
    /// If the next pick is the same creature again, it must block an attacker that comes after this one.
    after: Option<usize>,
    /// For each attacker, the number of blockers so far.
    counts: SmallVec<[usize; 8]>,
    /// The blockers picked so far. A creature occurs once for each attacker that it blocks.
    who: SmallVec<[Id; 16]>,
    /// The number of requirements that the picks so far meet.
    so_far: i32,
}

impl<'a> Blocks<'a> {
    pub(super) fn new(rules: &'a Duel, s: &'a DuelState, seat: Seat, against: &'a [Id]) -> Blocks<'a> {
        let creatures = rules.could_block_at_all(s, seat);
        let times = |id: &Id| rules.most_blocks(s, *id).min(against.len().max(1));
        let able = creatures.iter().flat_map(|id| std::iter::repeat_n(*id, times(id))).collect();
        let mut plan = Blocks {
            rules,
            s,
            able,
            against,
            least: against.iter().map(|id| rules.least_blockers(s, *id)).collect(),
            most: against.iter().map(|id| rules.most_blockers(s, *id)).collect(),
            pairs: Vec::new(),
            next: 0,
            after: None,
            counts: SmallVec::from_elem(0, against.len()),
            who: SmallVec::new(),
            so_far: 0,
        };
        for (blocker, attacker) in s.blocks.iter().filter(|(b, _)| s.obj(*b).chars.controller == seat) {
            let Some(n) = against.iter().position(|id| id == attacker) else { continue };
            let Some(at) = (plan.next..plan.able.len()).find(|at| plan.able[*at] == *blocker) else { continue };
            plan.so_far += plan.met(at, n);
            plan.counts[n] += 1;
            plan.who.push(*blocker);
            (plan.next, plan.after) = (at + 1, Some(n));
        }
        plan
    }

    /// Whether every block leads to a legal declaration. True if there are no requirements, and all restrictions
    /// concern only one blocker and one attacker.
    fn is_easy(&self) -> bool {
        let asks = flag::LURE | flag::MUST_BE_BLOCKED;
        self.least.iter().all(|n| *n == 1)
            && self.most.iter().all(|n| *n == usize::MAX)
            && self.against.iter().all(|id| !self.rules.flagged(self.s, *id, asks))
            && self.able.iter().all(|id| !self.rules.flagged(self.s, *id, flag::MUST_BLOCK | flag::NOT_ALONE))
    }

    pub(super) fn list(mut self, into: &mut Vec<Move>) {
        let easy = self.is_easy();
        if !easy {
            let row =
                |id: &Id| self.against.iter().map(|n| self.rules.could_block(self.s, *id, *n)).collect::<Vec<_>>();
            self.pairs = self.able.iter().flat_map(row).collect();
        }
        let (next, after, so_far) = (self.next, self.after, self.so_far);
        let best = if easy { 0 } else { self.best(next, after, so_far, &mut MOST_NODES.clone()).unwrap_or(0) };
        let mut last = None;
        for at in next..self.able.len() {
            // A creature that occurs several times in the list is offered only once.
            if last == Some(self.able[at]) {
                continue;
            }
            last = Some(self.able[at]);
            for n in self.first_of(at, next, after)..self.against.len() {
                if !self.rules.could_block(self.s, self.able[at], self.against[n]) {
                    continue;
                }
                if !easy && self.with(at, n, so_far).is_none_or(|reached| reached < best) {
                    continue;
                }
                into.push(Move::Block(self.able[at], self.against[n]));
            }
        }
        let done = easy || self.end(so_far).is_some_and(|end| end >= best);
        if done || into.is_empty() {
            into.push(Move::Done);
        }
    }

    /// The first attacker to try for the blocker at `at`. If the previous pick was the same creature, start after the
    /// attacker of that pick.
    fn first_of(&self, at: usize, next: usize, after: Option<usize>) -> usize {
        match after {
            Some(n) if at == next && at > 0 && self.able[at - 1] == self.able[at] => n + 1,
            _ => 0,
        }
    }

    /// The largest number of requirements that can be met after this block. `None` if no legal declaration follows.
    fn with(&mut self, at: usize, n: usize, so_far: i32) -> Option<i32> {
        if self.counts[n] >= self.most[n] {
            return None;
        }
        self.counts[n] += 1;
        self.who.push(self.able[at]);
        let met = so_far + self.met(at, n);
        let reached = self.best(at + 1, Some(n), met, &mut MOST_NODES.clone());
        self.counts[n] -= 1;
        self.who.pop();
        reached
    }

    /// The number of requirements that this block meets. A requirement to block at all counts once for each creature.
    fn met(&self, at: usize, attacker: usize) -> i32 {
        let first = at == 0 || self.able[at - 1] != self.able[at];
        let lure = self.rules.flagged(self.s, self.against[attacker], flag::LURE);
        let must = first && self.rules.flagged(self.s, self.able[at], flag::MUST_BLOCK);
        i32::from(lure) + i32::from(must)
    }

    /// The number of requirements met if no more creatures block. `None` if that declaration is illegal.
    fn end(&self, met: i32) -> Option<i32> {
        let legal = self.counts.iter().zip(&self.least).all(|(n, least)| *n == 0 || n >= least);
        let asked = |id: Id| self.rules.flagged(self.s, id, flag::MUST_BE_BLOCKED);
        let blocked = self.against.iter().zip(&self.counts).filter(|(id, n)| **n > 0 && asked(**id)).count();
        (legal && !self.lonely()).then_some(met + blocked as i32)
    }

    /// Whether the only blocker is a creature that cannot block alone.
    fn lonely(&self) -> bool {
        let Some(first) = self.who.first() else { return false };
        self.who.iter().all(|id| id == first) && self.rules.flagged(self.s, *first, flag::NOT_ALONE)
    }

    /// The largest number of requirements that can be met from here. `None` if no legal declaration follows.
    fn best(&mut self, at: usize, after: Option<usize>, met: i32, fuel: &mut u32) -> Option<i32> {
        *fuel = fuel.saturating_sub(1);
        if at >= self.able.len() || *fuel == 0 {
            return self.end(met);
        }
        let mut best = None;
        for n in self.first_of(at, at, after)..self.against.len() {
            if self.counts[n] < self.most[n] && self.pairs[at * self.against.len() + n] {
                self.counts[n] += 1;
                self.who.push(self.able[at]);
                best = best.max(self.best(at + 1, Some(n), met + self.met(at, n), fuel));
                self.counts[n] -= 1;
                self.who.pop();
            }
        }
        // Try the case in which the creature blocks no more attackers: skip the other places of this creature in the
        // list.
        let other = (at..self.able.len()).find(|i| self.able[*i] != self.able[at]).unwrap_or(self.able.len());
        best.max(self.best(other, None, met, fuel))
    }
}
