//! `canPerform` (CGML 12.6): runs the instructions of an action on a copy of the state, without facts and without
//! triggering rules. Returns whether all of them succeed.
//!
//! This is one of the step loops that the header of `machine.rs` lists. It is separate because it works on a
//! copy and stops at the first failure.

use super::eval::{Eval, Memo};
use super::fact::Fact;
use super::machine::{Here, Machine, Next};
use super::state::{CgmlState, EMPTY, SETUP};
use crate::code::{Attempt, Cards, Expr, Gather, Instruction, MISSING, Op, When};
use rulebook_kernel::{SeatSet, Sink};

/// Work charged for a copy of the state, in items of the work budget.
const COPY: usize = 64;
/// Work charged for each instruction tried, in items of the work budget.
const STEP: usize = 8;

/// Returns whether the whole action would succeed. The action can read the scalars and lists of the current frame.
pub(super) fn can_perform(eval: &Eval<'_>, attempt: &Attempt) -> bool {
    // Fast path: a single move needs no copy, only enough cards and an existing target zone.
    if let [Instruction { op: Op::Move { cards, to, .. }, .. }] = &attempt.steps[..] {
        return can_move(eval, cards, to);
    }
    if !eval.burn(COPY) {
        return false;
    }
    let (base, lists) = (eval.base, eval.lists);
    let mut copy = eval.s.clone();
    make_room(&mut copy, attempt, base, lists);
    let mut silent = ();
    let mut machine = Machine::new(eval.p, &mut copy, &mut silent);
    copy_temps(eval, &machine.memo);
    let done = machine.attempt(Here { rule: SETUP, base, lists, lane: None }, &attempt.steps);
    eval.work().follow(&machine.memo.work);
    done
}

fn can_move(outer: &Eval<'_>, cards: &Gather, to: &Expr) -> bool {
    let memo = Memo::default();
    copy_temps(outer, &memo);
    let mut eval = Eval::new(outer.p, outer.s, &memo, outer.base, outer.lists);
    let found = eval.order(&cards.from).len();
    let wanted = cards.count.as_ref().map(|count| eval.scalar(count));
    let enough = match wanted {
        Some(MISSING) => false,
        Some(count) => found as i64 >= i64::from(count),
        None => found > 0 || !cards.needs_some,
    };
    let possible =
        enough && (found > 0 || !cards.needs_some || wanted.is_some_and(|count| count <= 0)) && eval.zone(to).is_some();
    outer.work().follow(&memo.work);
    possible
}

/// Copies the temporaries and the work counter of the enclosing expression. The dry run may read them but must not
/// overwrite them.
fn copy_temps(outer: &Eval<'_>, memo: &Memo) {
    memo.work.follow(outer.work());
    for (own, held) in memo.temps.iter().zip(&outer.memo.temps) {
        own.set(held.get());
    }
    memo.lists.borrow_mut().clone_from(&outer.memo.lists.borrow());
}

/// Reserves and clears the space for the values that the action stores. In a rule, the frame already has this space. An
/// expression outside a rule has no frame, so the space is added.
fn make_room(s: &mut CgmlState, attempt: &Attempt, base: usize, lists: usize) {
    let own = base + usize::from(attempt.slots.start)..base + usize::from(attempt.slots.end);
    if s.cells.len() < own.end {
        s.cells.resize(own.end, EMPTY);
    }
    s.cells[own].fill(EMPTY);
    let own = lists + usize::from(attempt.lists.start)..lists + usize::from(attempt.lists.end);
    while s.lists.len() < own.end {
        s.lists.add();
    }
    own.for_each(|list| s.lists.set(list, &[], 0));
}

impl<'a, S: Sink<Fact>> Machine<'a, S> {
    /// Runs the instructions until all have succeeded or one fails. An ask counts as success, because the remaining
    /// instructions depend on the answer.
    fn attempt(&mut self, here: Here, steps: &'a [Instruction]) -> bool {
        let (first, mut at) = (self.s.saved.len(), 0);
        while let Some(step) = steps.get(at) {
            if !self.eval(here).burn(STEP) {
                return false;
            }
            let done = self.exec(here, step, at as u16);
            if self.memo.work.beyond().is_some() {
                return false;
            }
            at = match done {
                Ok(Next::On) => at + 1,
                Ok(Next::To(there) | Next::Begun(there)) => usize::from(there),
                Ok(Next::Pause | Next::End | Next::Leave(_)) => return true,
                Err(_) if step.when == When::Continue => usize::from(step.next),
                Err(_) => match self.catch(first) {
                    Some(there) => usize::from(there),
                    None => return false,
                },
            };
            if self.s.over.is_some() {
                return true;
            }
        }
        true
    }
}

/// The seats that may know the result of `canPerform`. A seat must know which cards each instruction finds and which
/// branch each condition takes. If the action contains a loop, the result is hidden from everybody, because each round
/// has other items.
pub(super) fn audience(eval: &Eval<'_>, attempt: &Attempt) -> SeatSet {
    let memo = Memo::default();
    copy_temps(eval, &memo);
    let mut inner = Eval::new(eval.p, eval.s, &memo, eval.base, eval.lists);
    let mut known = eval.p.shape.everyone();
    for step in &attempt.steps {
        known = known.and(match &step.op {
            Op::Move { cards, .. } | Op::Gather { cards, .. } => gathered_audience(&mut inner, cards),
            Op::Branch(condition, _) => inner.audience(condition),
            Op::Loop(..) => SeatSet::NONE,
            // New instruction: this arm lets everybody know whether it succeeds. This is a leak if it looks for hidden
            // cards.
            _ => eval.p.shape.everyone(),
        });
    }
    eval.work().follow(&memo.work);
    known
}

fn gathered_audience(eval: &mut Eval<'_>, cards: &Gather) -> SeatSet {
    let known = match &cards.from {
        Cards::One(card) => eval.audience(&Expr::IsThere(card.clone())),
        from => eval.audience_of_cards(from).and(eval.who_count(from)),
    };
    match &cards.count {
        Some(count) => known.and(eval.audience(count)),
        None => known,
    }
}
