//! The gate for steps, one behind the other.

use super::phrases::{amount, cond, filter, one_player};
use super::{Gate, body, choice, duration, fixed_cost, no, ransom, triggered};
use crate::ir::*;

/// Steps in their order. Three of them are one: a hand is shown, a card of it is chosen, and that card goes.
pub(super) fn steps(list: &[TextStep]) -> Gate {
    let mut rest = list;
    let mut before = None;
    while let [first, after @ ..] = rest {
        rest = match shown_and_gone(rest) {
            Some(gate) => {
                gate?;
                &rest[3..]
            }
            None => {
                step_behind(before, first)?;
                after
            }
        };
        before = Some(first);
    }
    Ok(())
}

/// Steps inside another.
fn row(list: &[TextStep]) -> Gate {
    let mut before = None;
    for one in list {
        step_behind(before, one)?;
        before = Some(one);
    }
    Ok(())
}

/// A step behind another. That something can't be regenerated is a part of the destruction before it.
fn step_behind(before: Option<&TextStep>, one: &TextStep) -> Gate {
    match one {
        TextStep::Do { act, .. } if act.forbids_regeneration() => {
            if before.is_some_and(destroys) {
                Ok(())
            } else {
                no("a ban on regeneration by itself")
            }
        }
        TextStep::Do { act: Act::PutBack, .. } => match before {
            Some(TextStep::Do { act: Act::LookTop { of: Who::You, .. }, .. }) => Ok(()),
            _ => no("cards put back"),
        },
        TextStep::If { cond: Cond::Did { .. }, .. } if before.is_some_and(blurs_price) => {
            no("whether a price was paid")
        }
        TextStep::Do { act, .. } if speaks_of_all(act) && !before.is_some_and(spoke_of_all) => {
            no("all of those that another sentence spoke of")
        }
        other => step(other),
    }
}

/// Is it something *unless* somebody pays, which itself may be done or not?
fn blurs_price(s: &TextStep) -> bool {
    let plain = |step: &TextStep| match step {
        TextStep::Do { act, .. } => {
            matches!(act, Act::Counter { .. } | Act::Destroy { .. } | Act::Damage { .. } | Act::LoseLife { .. })
        }
        _ => false,
    };
    matches!(s, TextStep::Unless { steps, .. } if !steps.iter().all(plain))
}

/// Does it do something with *them*, all those of the sentence before?
fn speaks_of_all(act: &Act) -> bool {
    matches!(crate::rules::resolve::main_obj(act), Some(Obj::Back { to: Link::Each, .. }))
}

/// Does it remember all those that it does something with?
fn spoke_of_all(s: &TextStep) -> bool {
    match s {
        TextStep::Do { act, .. } => {
            let all = matches!(crate::rules::resolve::main_obj(act), Some(Obj::Every { .. })) || speaks_of_all(act);
            let kept = matches!(act, Act::Tap(_) | Act::Untap(_) | Act::Modify { .. } | Act::Destroy { .. });
            all && (kept || matches!(act, Act::PutCounters { .. } | Act::Exile { .. } | Act::Move { .. }))
        }
        TextStep::WhereX { steps, .. } => steps.last().is_some_and(spoke_of_all),
        _ => false,
    }
}

fn destroys(s: &TextStep) -> bool {
    match s {
        TextStep::Do { act, .. } => matches!(act, Act::Destroy { .. }),
        TextStep::May { steps, .. } | TextStep::WhereX { steps, .. } => steps.last().is_some_and(destroys),
        TextStep::If { then, otherwise, .. } => otherwise.is_empty() && then.last().is_some_and(destroys),
        _ => false,
    }
}

fn shown_and_gone(list: &[TextStep]) -> Option<Gate> {
    let [TextStep::Do { act: shows, .. }, TextStep::Do { act: chooses, .. }, TextStep::Do { act: goes, .. }, ..] = list
    else {
        return None;
    };
    let (Act::RevealHand(w) | Act::LookAtHand(w)) = shows else { return None };
    let Act::ChooseObj { who: Who::You, what: Obj::Choose { count, filter: f } } = chooses else { return None };
    let gone = matches!(
        goes,
        Act::Discard { what: Obj::Back { .. }, .. }
            | Act::Exile { what: Obj::Back { .. }, until: None, face_down: false, .. }
    );
    // What was chosen of several and waits for the others must be known to all.
    let open = *count == Choice::One || matches!(shows, Act::RevealHand(_));
    if !gone || !open || !f.post.contains(&Pred::FromIt) {
        return None;
    }
    let mut plain = f.clone();
    plain.post.retain(|pred| *pred != Pred::FromIt);
    Some(one_player(w).and_then(|()| choice(count)).and_then(|()| filter(&plain)))
}

fn step(s: &TextStep) -> Gate {
    match s {
        TextStep::Do { act: a, .. } => super::instructions::act(a),
        TextStep::May { who: w, steps, .. } => one_player(w).and_then(|()| row(steps)),
        TextStep::MayPay { who: w, cost, .. } => one_player(w).and_then(|()| fixed_cost(cost)),
        TextStep::If { cond: c, then, otherwise, .. } => {
            cond(c)?;
            row(then)?;
            row(otherwise)
        }
        TextStep::Unless { steps, who: w, cost, .. } => {
            one_player(w)?;
            ransom(cost, *w == Who::You)?;
            row(steps)
        }
        TextStep::WhereX { x, steps } => amount(x).and_then(|()| row(steps)),
        TextStep::Instead { cond: c, base, steps, .. } => {
            cond(c)?;
            row(base)?;
            row(&crate::rules::step_references::instead(base, steps))
        }
        TextStep::Later { steps, .. } => match crate::rules::step_references::later(steps) {
            Some((told, _)) => row(&told),
            None => super::across_steps::told(None, steps).and_then(|()| row(steps)),
        },
        TextStep::Watch { ability: t, until, .. } => {
            super::across_steps::told(Some(&t.event), &t.body.steps)?;
            duration(until).and_then(|()| triggered(t))
        }
        TextStep::Reflexive { body: b } => body(b),
        TextStep::Choose(_) => no("modes chosen on resolution"),
    }
}
