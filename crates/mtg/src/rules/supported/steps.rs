//! Checks of steps and of their order.

use super::phrases::{amount, cond, filter, one_player};
use super::{Gate, choice, duration, fixed_cost, no, ransom, triggered};
use crate::ir::*;

/// Checks steps in order. Three steps in a row form one unit: reveal a hand, choose a card from it, move that card.
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

/// Checks the steps that another step contains.
fn row(list: &[TextStep]) -> Gate {
    let mut before = None;
    for one in list {
        step_behind(before, one)?;
        before = Some(one);
    }
    Ok(())
}

/// Checks a step together with the step before it. `It can't be regenerated` must follow a destruction.
fn step_behind(before: Option<&TextStep>, one: &TextStep) -> Gate {
    match one {
        TextStep::Do { act, .. } if act.forbids_regeneration() => {
            if before.is_some_and(destroys) {
                Ok(())
            } else {
                no("\"can't be regenerated\" without a destruction before it")
            }
        }
        TextStep::Do { act: Act::PutBack, .. } => match before {
            Some(TextStep::Do { act: Act::LookTop { of: Who::You, .. }, .. }) => Ok(()),
            _ => no("putting cards back here"),
        },
        TextStep::If { cond: Cond::Did { .. }, .. } if before.is_some_and(blurs_price) => {
            no("\"if you do\" after this kind of payment")
        }
        TextStep::Do { act, .. } if speaks_of_all(act) && !before.is_some_and(spoke_of_all) => {
            no("a reference to all objects of an earlier sentence")
        }
        other => step(other),
    }
}

/// Whether the steps of an `unless` may have no effect although the player does not pay. After such steps, a later `if
/// you do` cannot tell whether the player paid.
fn blurs_price(s: &TextStep) -> bool {
    let plain = |step: &TextStep| match step {
        TextStep::Do { act, .. } => {
            matches!(act, Act::Counter { .. } | Act::Destroy { .. } | Act::Damage { .. } | Act::LoseLife { .. })
        }
        _ => false,
    };
    matches!(s, TextStep::Unless { steps, .. } if !steps.iter().all(plain))
}

/// Whether the instruction refers to all objects of the previous sentence (`them`).
fn speaks_of_all(act: &Act) -> bool {
    matches!(crate::rules::resolve::main_obj(act), Some(Obj::Back { to: Link::Each, .. }))
}

/// Whether the engine stores all objects that the step affects.
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
    // The player chooses the card in one step, and the next step moves it. Between these steps the card must be public.
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
        TextStep::Reflexive { body: b } => super::body_or_mode(b, false, true),
        TextStep::Choose(_) => no("modes that are chosen on resolution"),
    }
}
