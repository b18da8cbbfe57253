//! Could an action be done (CGML 12.6)? It is tried on a copy that nobody sees, and no rule hears of it.

use super::eval::{Eval, Memo};
use super::fact::Fact;
use super::machine::{Here, Machine, Next};
use super::state::{CgmlState, EMPTY, SETUP};
use crate::code::{Attempt, Cards, Expr, Gather, Instruction, MISSING, Op, When};
use rulebook_kernel::{SeatSet, Sink};

/// What a copy of the state costs, in items gone through,
const COPY: usize = 64;
/// and a step that is tried.
const STEP: usize = 8;

/// Can all of it be done, with the scalars and lists of this frame?
pub(super) fn can_perform(eval: &Eval<'_>, attempt: &Attempt) -> bool {
    // The common case needs no copy: cards that are there, and a zone for them.
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

/// Temporaries of its own, because those of the expression around it are in use: what they hold it may read.
fn copy_temps(outer: &Eval<'_>, memo: &Memo) {
    memo.work.follow(outer.work());
    for (own, held) in memo.temps.iter().zip(&outer.memo.temps) {
        own.set(held.get());
    }
}

/// Room for what is stored on the way: a rule's frame has it, an expression that belongs to no rule has no frame.
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
    /// Goes through the steps until all are done or one fails. Behind a question it is no longer known: that depends on the
    /// answer.
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
                Ok(Next::Pause | Next::End) => return true,
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

/// Those who know whether it can be done: of cards, those who know which there are; of branches, those who know which is
/// taken. What loops go through differs from round to round: that is nobody's.
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
