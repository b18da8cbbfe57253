//! Resolves references between steps before compilation, such as `those creatures` in a sentence with `instead`. Each
//! reference is replaced by the phrase to which it refers.

use super::resolve::main_obj;
use crate::ir::{
    Act, Amount, AmountSay, Body, CardType, Choice, CounterKind, Filter, Head, Kind, Link, Node, NumberAct, Obj, Pred,
    Say, Target, TargetKind, TextStep, Visit, Who, WhoLink,
};
use std::borrow::Cow;

/// How a text mentions a target. Holds the slot of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mention {
    /// `target creature`: the text introduces the target here.
    Named(u8),
    /// `that creature`: the text has introduced the target before.
    Again(u8),
}

impl Mention {
    pub(super) fn slot(self) -> u8 {
        match self {
            Mention::Named(slot) | Mention::Again(slot) => slot,
        }
    }
}

/// The target that this node mentions. `None` if the node mentions no target.
pub(super) fn mention(node: Node<'_>) -> Option<Mention> {
    match node {
        Node::Obj(Obj::Target(slot)) | Node::Who(Who::Target(slot)) => Some(Mention::Named(*slot)),
        Node::Obj(Obj::Back { to: Link::Target(slot), .. })
        | Node::Who(Who::Back { to: WhoLink::Target(slot), .. }) => Some(Mention::Again(*slot)),
        _ => None,
    }
}

/// Whether this node refers to the objects or the player that the text mentioned last.
pub(super) fn is_last(node: Node<'_>) -> bool {
    matches!(node, Node::Obj(Obj::Back { to: Link::Last, .. }) | Node::Who(Who::Back { to: WhoLink::Last, .. }))
}

/// Whether this node refers to an object or player of the triggering event.
pub(super) fn is_of_event(node: Node<'_>) -> bool {
    matches!(
        node,
        Node::Obj(Obj::Back { to: Link::Event | Link::EventOther, .. })
            | Node::Who(Who::Back { to: WhoLink::Event, .. })
    )
}

fn main_obj_mut(act: &mut Act) -> Option<&mut Obj> {
    let what = match act {
        Act::Modify { what, .. }
        | Act::Destroy { what }
        | Act::Exile { what, .. }
        | Act::Move { what, .. }
        | Act::Sacrifice { what, .. }
        | Act::Tap(what)
        | Act::Untap(what)
        | Act::PutCounters { on: what, .. } => what,
        _ => return None,
    };
    match what {
        Obj::EachOf(inner) | Obj::Apiece(inner) => Some(&mut **inner),
        other => Some(other),
    }
}

/// Replaces `those creatures` in an `instead` sentence by the objects of the sentence that it replaces.
pub(super) fn instead(base: &[TextStep], steps: &[TextStep]) -> Vec<TextStep> {
    let mut steps = steps.to_vec();
    let Some(TextStep::Do { act, .. }) = base.last() else { return steps };
    let Some(all @ Obj::Every { .. }) = main_obj(act) else { return steps };
    for step in &mut steps {
        if let TextStep::Do { act, .. } = step
            && let Some(what @ Obj::Back { to: Link::Each, .. }) = main_obj_mut(act)
        {
            *what = all.clone();
        }
    }
    steps
}

/// Adds the targets of support (CR 701.41a), which the text does not mention: other creatures. For an instant or
/// sorcery, all creatures can be targets.
pub(super) fn supported(body: &Body) -> Cow<'_, Body> {
    let supports =
        |step: &TextStep| matches!(step, TextStep::Do { act: Act::KeywordNumber(NumberAct::Support, _), .. });
    if !body.steps.iter().any(supports) {
        return Cow::Borrowed(body);
    }
    let mut body = body.clone();
    for step in &mut body.steps {
        if let TextStep::Do { act, .. } = step
            && let Act::KeywordNumber(NumberAct::Support, n) = act
        {
            let mut filter = Filter::of(Head::typed(Kind::Permanent, CardType::Creature));
            filter.nouns[0].adj.push(Pred::Other);
            let (count, kind) = (Choice::UpTo(n.clone()), TargetKind::Object(filter));
            let on = Obj::EachOf(Box::new(Obj::Target(body.targets.len() as u8)));
            body.targets.push(Target { count, kind, by_opponent: false });
            let (count, kind, say) = (Amount::Number(1), CounterKind::PlusOne, AmountSay::Number);
            *act = Act::PutCounters { count, kind, on, say, who: Who::You };
        }
    }
    Cow::Owned(body)
}

/// Rewrites delayed steps that mention one target. The target is chosen now, and the delayed ability refers to it as
/// its last object (CR 603.7c). Returns the new steps and the slot of the target. `None` if the steps mention no target
/// or several.
pub(super) fn later(steps: &[TextStep]) -> Option<(Vec<TextStep>, u8)> {
    let mut steps = steps.to_vec();
    let mut named = None;
    for step in &mut steps {
        if let TextStep::Do { act, .. } = step
            && let Some(what @ Obj::Target(_)) = main_obj_mut(act)
            && let Obj::Target(slot) = *what
            && named.is_none()
        {
            named = Some(slot);
            *what = Obj::Back { to: Link::Last, say: Say::It };
        }
    }
    let slot = named?;
    // The steps must not mention another target, or refer to the last object already.
    let (mut others, mut last) = (false, 0);
    steps.visit(&mut |node| {
        others |= mention(node).is_some_and(|mention| mention != Mention::Again(slot));
        last += usize::from(is_last(node));
    });
    (!others && last == 1).then_some((steps, slot))
}

/// Rewrites `another target creature` after a first target. It means a creature other than that target (CR 115.3). The
/// source is excluded too only if the first target also says `other`.
pub(super) fn others(targets: &mut [Target]) {
    for at in 1..targets.len() {
        let (before, rest) = targets.split_at_mut(at);
        let TargetKind::Object(filter) = &mut rest[0].kind else { continue };
        if !says_other(filter) {
            continue;
        }
        let mut like = Vec::new();
        let mut of_source = false;
        for (slot, target) in before.iter().enumerate() {
            if let TargetKind::Object(first) = &target.kind
                && overlap(first, filter)
            {
                like.push(Pred::OtherThan(Box::new(Obj::Target(slot as u8))));
                of_source |= says_other(first);
            }
        }
        if !like.is_empty() && !of_source {
            filter.nouns.iter_mut().for_each(|noun| noun.adj.retain(|pred| *pred != Pred::Other));
        }
        filter.post.extend(like);
    }
}

fn says_other(filter: &Filter) -> bool {
    filter.nouns.iter().any(|noun| noun.adj.contains(&Pred::Other))
}

/// Whether one object could match both filters.
fn overlap(one: &Filter, other: &Filter) -> bool {
    let there = |head: &Head| if head.kind == Kind::Token { Kind::Permanent } else { head.kind };
    let both = |a: &Head, b: &Head| there(a) == there(b) && (a.types == 0 || b.types == 0 || a.types & b.types != 0);
    one.nouns.iter().any(|a| other.nouns.iter().any(|b| both(&a.head, &b.head)))
}

/// Whether a target depends on another target.
pub(super) fn depend(targets: &[Target]) -> bool {
    targets.iter().skip(1).any(|target| target.kind.any(&|node| mention(node).is_some()))
}
