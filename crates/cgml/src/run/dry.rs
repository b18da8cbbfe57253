//! Could an action be done (CGML 12.6)? It is tried on a copy that nobody sees.

use super::eval::{Eval, Memo};
use super::machine::{Here, Machine};
use super::state::SETUP;
use crate::code::{Cards, Expr, Op, Step};
use rulebook_kernel::SeatSet;

/// What a copy of the state costs, in items gone through.
const COPY: usize = 64;

/// Does the first step of an action work, with the scalars and lists of this frame? A question counts as answered.
pub(super) fn can_do(eval: &Eval<'_>, step: &Step) -> bool {
    let (p, s, base, lists) = (eval.p, eval.s, eval.base, eval.lists);
    // The common case needs no copy: cards that are there, and a zone for them.
    if let Op::Move { cards, to, .. } = &step.op {
        // With temporaries of its own: those of the expression around it are in use.
        let memo = Memo::default();
        memo.work.follow(eval.work());
        let outer = eval.work();
        let mut eval = Eval::new(p, s, &memo, base, lists);
        let found = eval.order(&cards.from).len();
        let wanted = cards.count.as_ref().map(|count| eval.scalar(count));
        let enough = match wanted {
            Some(crate::code::MISSING) => false,
            Some(count) => found as i64 >= i64::from(count),
            None => found > 0 || !cards.needs_some,
        };
        let possible = enough && (found > 0 || !cards.needs_some || wanted == Some(0)) && eval.zone(to).is_some();
        outer.follow(&memo.work);
        return possible;
    }
    if !eval.burn(COPY) {
        return false;
    }
    let mut copy = s.clone();
    let mut silent = ();
    let mut machine = Machine::new(p, &mut copy, &mut silent);
    machine.memo.work.follow(eval.work());
    let here = Here { rule: SETUP, base, lists, lane: None };
    let done = machine.exec(here, step, 0).is_ok();
    eval.work().follow(&machine.memo.work);
    done
}

/// Those who know whether the first step of an action works: of cards, those who know which there are.
pub(super) fn who_know(eval: &Eval<'_>, step: &Step) -> SeatSet {
    let (Op::Move { cards, .. } | Op::Gather { cards, .. }) = &step.op else { return eval.p.shape.everyone() };
    let memo = Memo::default();
    memo.work.follow(eval.work());
    let mut inner = Eval::new(eval.p, eval.s, &memo, eval.base, eval.lists);
    let mut known = match &cards.from {
        Cards::One(card) => inner.audience(&Expr::IsThere(card.clone())),
        from => inner.audience_of_cards(from).and(inner.who_count(from)),
    };
    if let Some(count) = &cards.count {
        known = known.and(inner.audience(count));
    }
    eval.work().follow(&memo.work);
    known
}
