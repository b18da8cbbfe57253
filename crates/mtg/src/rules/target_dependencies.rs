//! Finds the choices that must be made before targets are chosen (CR 601.2b, 601.2c): kicker and X, if targets depend
//! on them.

use super::compiled_cards::is_own;
use super::step_references::{Mention, mention};
use super::supported::{Gate, no};
use crate::ir::{Act, Amount, Body, Cond, DamageTo, Link, ManaSymbol, Node, Obj, TextStep, Visit, Who, WhoLink, visit};

visit! {
    struct TargetDependencies { kicked, by_x, x, linked }
}

/// The choices on which the targets of a code depend.
#[derive(Clone, Debug, Default)]
pub(crate) struct TargetDependencies {
    /// For each target slot: `Some(true)` if it is used only by a kicked spell, `Some(false)` if only by an unkicked
    /// spell (CR 702.33g). Empty if every slot is always used.
    pub kicked: Vec<Option<bool>>,
    /// Whether targets depend on an X that the player announces.
    pub by_x: bool,
    /// The amount that X stands for, if the text defines X and targets or shares need it (CR 601.2c, 601.2d).
    pub x: Option<Amount>,
    /// Whether a target depends on an earlier target.
    pub linked: bool,
}

impl TargetDependencies {
    pub(crate) fn of(body: &Body) -> TargetDependencies {
        let when = |one: &Use| match one.named {
            KICKED => Some(true),
            // `If kicked, it deals 4 damage to that creature instead.` Here the kicked spell mentions the same target,
            // so the target is always chosen.
            PLAIN if one.said & KICKED == 0 => Some(false),
            _ => None,
        };
        let mut kicked: Vec<Option<bool>> = uses(body).iter().map(when).collect();
        if kicked.iter().all(Option::is_none) {
            kicked.clear();
        }
        let aimed = aims_by_x(body);
        let x = if aimed || shares(body) { defined(&body.steps).first().map(|x| (*x).clone()) } else { None };
        TargetDependencies { kicked, by_x: aimed && x.is_none(), x, linked: false }
    }

    /// Whether this target slot is used if the spell is kicked this many times.
    pub(crate) fn aims(&self, slot: usize, kicked: u8) -> bool {
        self.kicked.get(slot).copied().flatten().is_none_or(|wanted| wanted == (kicked > 0))
    }
}

const KICKED: u8 = 1;
const PLAIN: u8 = 2;
/// The bit for steps under a condition about the kicker of another object than this spell.
const FOREIGN: u8 = 4;
/// The bit for steps that are performed whether or not the spell is kicked.
const ALWAYS: u8 = 8;

/// For each target: the cases in which the text introduces it, and the cases in which the text mentions it at all.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    named: u8,
    said: u8,
}

fn uses(body: &Body) -> Vec<Use> {
    let mut uses = vec![Use::default(); body.targets.len()];
    walk(&body.steps, KICKED | PLAIN, &mut uses);
    uses
}

fn scan(text: &impl Visit, when: u8, uses: &mut [Use]) {
    text.visit(&mut |node| {
        let Some(mention) = mention(node) else { return };
        let Some(one) = uses.get_mut(usize::from(mention.slot())) else { return };
        one.said |= when;
        if when & (KICKED | PLAIN) == KICKED | PLAIN {
            one.said |= ALWAYS;
        }
        if let Mention::Named(_) = mention {
            one.named |= when;
        }
    });
}

fn walk(steps: &[TextStep], when: u8, uses: &mut [Use]) {
    for step in steps {
        match step {
            TextStep::Do { act, .. } => scan(act, when, uses),
            TextStep::MayPay { who, .. } => scan(who, when, uses),
            TextStep::May { who, steps, .. } | TextStep::Unless { who, steps, .. } => {
                scan(who, when, uses);
                walk(steps, when, uses);
            }
            TextStep::If { cond, then: one, otherwise: other, .. }
            | TextStep::Instead { cond, steps: one, base: other, .. } => {
                scan(cond, when, uses);
                let (yes, no) = parted(cond, when);
                walk(other, no, uses);
                walk(one, yes, uses);
            }
            TextStep::WhereX { x, steps } => {
                scan(x, when, uses);
                walk(steps, when, uses);
            }
            TextStep::Later { steps, .. } => walk(steps, when, uses),
            // The effects in these steps have their own targets.
            TextStep::Watch { .. } | TextStep::Reflexive { .. } | TextStep::Choose(_) => {}
        }
    }
}

/// Splits `when` into two sets: the cases in which the condition can hold, and the cases in which it can fail.
fn parted(cond: &Cond, when: u8) -> (u8, u8) {
    match cond {
        Cond::Kicked(what) if is_own(what) => (when & KICKED, when & PLAIN),
        Cond::Kicked(_) => (when | FOREIGN, when | FOREIGN),
        Cond::And(a, b) => (parted(a, when).0 & parted(b, when).0, when),
        _ => (when, when),
    }
}

/// Whether this node is X itself, as an amount or in a mana cost.
pub(super) fn is_x(node: Node<'_>) -> bool {
    matches!(node, Node::Amount(Amount::X) | Node::ManaSymbol(ManaSymbol::X))
}

pub(super) fn speaks_of_x(text: &impl Visit) -> bool {
    text.any(&is_x)
}

fn aims_by_x(body: &Body) -> bool {
    body.targets.iter().any(|target| speaks_of_x(&target.count) || speaks_of_x(&target.kind))
}

/// Whether the player divides damage or counters on announcement.
fn shares(body: &Body) -> bool {
    body.steps.any(&|node| matches!(node, Node::DamageTo(DamageTo::Divided(_)) | Node::Act(Act::Distribute { .. })))
}

/// All amounts by which the steps define X.
fn defined(steps: &[TextStep]) -> Vec<&Amount> {
    let mut found = Vec::new();
    for step in steps {
        match step {
            TextStep::WhereX { x, steps } => {
                found.push(x);
                found.extend(defined(steps));
            }
            TextStep::May { steps, .. } | TextStep::Unless { steps, .. } | TextStep::Later { steps, .. } => {
                found.extend(defined(steps));
            }
            TextStep::If { then: one, otherwise: other, .. } | TextStep::Instead { steps: one, base: other, .. } => {
                found.extend(defined(one));
                found.extend(defined(other));
            }
            TextStep::Do { .. } | TextStep::MayPay { .. } => {}
            // The effects in these steps have their own X.
            TextStep::Watch { .. } | TextStep::Reflexive { .. } | TextStep::Choose(_) => {}
        }
    }
    found
}

/// Whether the amount is known before targets are chosen and costs are paid.
fn known_early(x: &Amount) -> bool {
    let late = |node: Node<'_>| {
        let known_later = matches!(
            node,
            Node::Obj(Obj::Back { to: Link::Last | Link::Paid | Link::Each, .. })
                | Node::Who(Who::Back { to: WhoLink::Last | WhoLink::Subject, .. })
                | Node::Amount(Amount::ThatMuch | Amount::ThisWay(_))
        );
        known_later || mention(node).is_some()
    };
    !x.any(&late)
}

/// Checks that the engine can ask for all choices on which the targets depend. `mode` says whether the effect is a
/// mode; modes are chosen first.
pub(super) fn gate(b: &Body, mode: bool) -> Gate {
    let uses = uses(b);
    let one_way = |one: &Use| matches!(one.named, KICKED | PLAIN);
    let elsewhere = |one: &Use| {
        let other_way = one.named == KICKED && one.said & PLAIN != 0;
        one_way(one) && (one.said & ALWAYS != 0 || other_way)
    };
    if uses.iter().any(|one| one.named & FOREIGN != 0 || elsewhere(one) || mode && one_way(one)) {
        return no("targets that depend on kicker in this way");
    }
    let by_x = aims_by_x(b);
    if !by_x && !shares(b) {
        return Ok(());
    }
    // Modes and kicker are chosen before X, and they are offered only if legal targets exist. But here the legal
    // targets depend on X.
    let kinds = b.targets.iter().any(|target| speaks_of_x(&target.kind));
    match defined(&b.steps)[..] {
        [] if kinds && (mode || uses.iter().any(one_way)) => no("targets that depend on X and on a mode or kicker"),
        [] => Ok(()),
        [x] if known_early(x) => Ok(()),
        _ => no("targets or shares that depend on a counted X"),
    }
}
