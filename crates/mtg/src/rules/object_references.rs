//! Checks that each reference to objects has something to refer to, and that the engine still has these objects when
//! the reference is read. The engine keeps one list of `last` objects. An instruction that handles other objects
//! replaces it, so a reference past such an instruction is refused.

use super::resolve::main_obj;
use super::supported::{Gate, no};
use crate::ir::{Act, Body, Cond, CostPart, DamageRecipient, Event, KeywordAct, Link, Node, Obj, TextStep, Visit};

const NOTHING: &str = "a reference to objects that nothing names";
const REPLACED: &str = "a reference past an instruction about other objects";

/// What `last` means at a place of the text.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// No instruction has named objects yet.
    Nothing,
    /// The objects that an instruction found or made, or that the cost took.
    Named,
    /// The objects of an instruction that names no new objects, such as a target that was tapped.
    Other,
}

/// Checks the references of an effect. `paid` says whether the cost of the effect took objects.
pub(super) fn gate(b: &Body, event: Option<&Event>, paid: bool) -> Gate {
    if let Some(event) = event {
        let lost = |node: Node<'_>| match node {
            Node::Obj(Obj::Back { to: Link::Event, .. }) => !has_object(event),
            Node::Obj(Obj::Back { to: Link::EventOther, .. }) => !has_other(event),
            _ => false,
        };
        if b.steps.iter().any(|step| mentions(step, &lost)) {
            return no(NOTHING);
        }
    }
    for mode in b.modes.iter().flat_map(|modes| &modes.modes) {
        gate(&mode.body, event, paid)?;
    }
    let last = if paid { Last::Named } else { Last::Nothing };
    steps(&b.steps, last).map(|_| ())
}

/// Whether the cost takes objects to which the effect can refer.
pub(super) fn takes(cost: &[CostPart]) -> bool {
    cost.iter().any(|part| {
        matches!(
            part,
            CostPart::Sacrifice(_)
                | CostPart::Discard { .. }
                | CostPart::Exile(_)
                | CostPart::Return(_)
                | CostPart::TapObj(_)
                | CostPart::UntapObj(_)
        )
    })
}

/// Whether the event has an object that the ability can refer to.
fn has_object(event: &Event) -> bool {
    match event {
        Event::Begins(..) | Event::GainsLife(_) | Event::LosesLife(_) | Event::Draws(..) => false,
        Event::Scries(_) | Event::Surveils(_) | Event::PlayerAttacks(..) | Event::ControlsNone(..) => false,
        Event::Or(list) => list.iter().all(has_object),
        Event::During(inner, _) | Event::While(inner, _) => has_object(inner),
        Event::EntersOrRoom(_) => false,
        _ => true,
    }
}

/// Whether the event has a second object.
fn has_other(event: &Event) -> bool {
    match event {
        Event::Blocks(..) | Event::BecomesBlocked(..) | Event::Targeted { .. } | Event::Exploits(_) => true,
        Event::DealtDamage { .. } | Event::BecomesAttached(..) => true,
        Event::DealsDamage { to, .. } => matches!(to, Some(DamageRecipient::Obj(_))),
        Event::Or(list) => list.iter().all(has_other),
        Event::During(inner, _) | Event::While(inner, _) => has_other(inner),
        _ => false,
    }
}

/// Whether the step itself has such a node, without the abilities that it grants.
fn mentions(step: &TextStep, wanted: &dyn Fn(Node<'_>) -> bool) -> bool {
    let granted = |node: Node<'_>| matches!(node, Node::Ability(_));
    if step.any(&granted) { false } else { step.any(wanted) }
}

fn is_last(node: Node<'_>) -> bool {
    matches!(node, Node::Obj(Obj::Back { to: Link::Last, .. }))
}

/// Whether the instruction finds or makes the objects to which later references refer.
fn names(act: &Act) -> bool {
    match act {
        Act::Create { .. } | Act::Search(_) | Act::Mill { .. } | Act::ChooseObj { .. } | Act::Discard { .. } => true,
        Act::Keyword(KeywordAct::Investigate | KeywordAct::Populate) => true,
        _ => matches!(main_obj(act), Some(Obj::Choose { .. } | Obj::TopOf { .. })),
    }
}

/// Whether the instruction refers to last objects of an earlier instruction. In `return a land you control to its
/// owner's hand`, the reference is to the land.
fn refers(act: &Act) -> bool {
    let own = matches!(main_obj(act), Some(Obj::Choose { .. } | Obj::TopOf { .. }));
    !own && !act.any(&|node| matches!(node, Node::Ability(_))) && act.any(&is_last)
}

fn refers_in(cond: &Cond) -> bool {
    cond.any(&is_last)
}

/// What `last` means after the instruction.
fn after(act: &Act, before: Last) -> Last {
    let named = names(act);
    // An instruction about the last objects keeps them.
    let same = main_obj(act).is_some_and(|what| matches!(what, Obj::Back { to: Link::Last, .. }));
    let sets = matches!(
        act,
        Act::Modify { .. }
            | Act::Destroy { .. }
            | Act::Exile { .. }
            | Act::Counter { .. }
            | Act::Move { .. }
            | Act::PutCounters { .. }
            | Act::Tap(_)
            | Act::Untap(_)
            | Act::Sacrifice { .. }
            | Act::Amass(..)
            | Act::PreventNext { .. }
    );
    match (named, same) {
        (true, _) => Last::Named,
        (_, true) => before,
        _ if sets => Last::Other,
        _ => before,
    }
}

/// What `last` means after steps that may or may not have been performed.
fn either(one: Last, other: Last) -> Last {
    match (one, other) {
        _ if one == other => one,
        // If nothing was named, the list of objects is empty, and a reference to it does nothing.
        (Last::Named, Last::Nothing) | (Last::Nothing, Last::Named) => Last::Named,
        _ => Last::Other,
    }
}

/// Checks steps in order. Returns what `last` means after them.
fn steps(list: &[TextStep], mut last: Last) -> Result<Last, super::supported::Unsupported> {
    let check = |last: Last| match last {
        Last::Named => Ok(()),
        Last::Nothing => no(NOTHING),
        Last::Other => no(REPLACED),
    };
    // What `last` means if the optional step before was performed.
    let mut optional = None;
    for step in list {
        let performed = optional.take();
        match step {
            TextStep::Do { act, .. } => {
                if refers(act) {
                    check(last)?;
                }
                last = after(act, last);
            }
            TextStep::May { steps: inner, .. } => {
                let then = steps(inner, last)?;
                optional = Some(then);
                last = either(then, last);
            }
            TextStep::If { cond, then, otherwise, .. } => {
                let did = matches!(cond, Cond::Did { not: false, .. });
                let begin = if did { performed.unwrap_or(last) } else { last };
                if refers_in(cond) {
                    check(begin)?;
                }
                last = either(steps(then, begin)?, steps(otherwise, last)?);
            }
            TextStep::Unless { steps: inner, .. } => {
                last = either(steps(inner, last)?, last);
            }
            TextStep::Instead { cond, base, steps: inner, .. } => {
                if refers_in(cond) {
                    check(last)?;
                }
                last = either(steps(base, last)?, steps(inner, last)?);
            }
            TextStep::WhereX { x, steps: inner } => {
                if x.any(&is_last) {
                    check(last)?;
                }
                last = steps(inner, last)?;
            }
            TextStep::Later { steps: inner, .. } => {
                steps(inner, last)?;
            }
            // A reflexive ability refers to the same objects as the effect that creates it.
            TextStep::Reflexive { body } => {
                steps(&body.steps, performed.unwrap_or(last))?;
            }
            TextStep::Watch { .. } | TextStep::MayPay { .. } | TextStep::Choose(_) => {}
        }
    }
    Ok(last)
}
