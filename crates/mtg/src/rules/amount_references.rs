//! Finds the instruction to which `that much` and `that many` refer (CR 608.2c). The code of an effect keeps the amount
//! of that instruction, and of no other. If no instruction and no event sets an amount, the card is refused.
//!
//! The candidates are the instructions before the reference, the latest first, and then the triggering event. An
//! instruction with a fixed number is a candidate only if there is no other candidate, because a text repeats fixed
//! numbers.

use super::supported::Gate;
use super::supported::no;
use crate::ir::{
    Ability, Act, Amount, Body, Choice, Cond, Event, Head, Kind, Mod, Node, Obj, TextStep, Token, Triggered, Visit,
    Way, Who,
};

const NOTHING: &str = "\"that many\" or \"that much\" without an amount before it";
const SEVERAL: &str = "references to two different amounts";

/// The instructions to which references to amounts refer. They are identified by their address in the steps.
pub(super) type Origins<'a> = Vec<&'a Act>;

/// Something to which a reference could refer.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    /// The instruction. `None` for steps whose amount the engine does not keep.
    act: Option<&'a Act>,
    /// Whether the text states the number itself.
    fixed: bool,
    /// Whether the amount of the instruction is itself a reference to an earlier amount, such as `that much`.
    repeats: bool,
}

struct Walk<'a> {
    /// Whether the triggering event or the surrounding effect has an amount.
    given: bool,
    origins: Origins<'a>,
    /// The reason why the first reference cannot be resolved.
    refused: Option<&'static str>,
}

/// Finds the instructions whose amounts the steps refer to. `given` says whether an amount is known before the steps.
///
/// # Errors
///
/// Returns the reason why a reference has no amount that the engine keeps.
pub(super) fn origins(steps: &[TextStep], given: bool) -> Result<Origins<'_>, &'static str> {
    let mut walk = Walk { given, origins: Vec::new(), refused: None };
    walk.steps(steps, &mut Vec::new());
    walk.refused.map_or(Ok(walk.origins), Err)
}

/// Checks the references of a body. `given` says whether the event of the ability has an amount.
pub(super) fn gate(b: &Body, given: bool) -> Gate {
    if !given && b.targets.iter().any(refers) {
        return no(NOTHING);
    }
    origins(&b.steps, given).map_or_else(no, |_| Ok(()))
}

/// Checks an ability in which nothing sets an amount.
pub(super) fn none(a: &impl Visit) -> Gate {
    if !a.any(&|node| matches!(node, Node::Ability(_))) && refers(a) { no(NOTHING) } else { Ok(()) }
}

fn refers(text: &impl Visit) -> bool {
    text.any(&|node| matches!(node, Node::Amount(Amount::ThatMuch | Amount::ThisWay(_))))
}

/// The result of an earlier instruction to which the text refers, such as `the life lost this way`. `None` if the text
/// has no such words.
fn way_of(text: &impl Visit) -> Option<Way> {
    let mut found = None;
    text.visit(&mut |node| {
        if let Node::Amount(Amount::ThisWay(way)) = node {
            found = found.or(Some(*way));
        }
    });
    found
}

/// Whether the text refers both to `that much` and to `this way`, or in several ways.
fn mixed(text: &impl Visit) -> bool {
    let way = way_of(text);
    let other = |node: Node<'_>| match node {
        Node::Amount(Amount::ThatMuch) => true,
        Node::Amount(Amount::ThisWay(other)) => Some(*other) != way,
        _ => false,
    };
    way.is_some() && text.any(&other)
}

/// Whether the instruction does what the text says, and the noun of the text fits all of its objects.
fn does(act: &Act, way: Way) -> bool {
    // Whether all objects are of this kind. A token is not a card.
    let of_kind = |head: Head| match super::resolve::main_obj(act) {
        Some(Obj::Every { filter, .. } | Obj::Choose { filter, .. }) => filter.nouns.iter().all(|noun| {
            let subtype = head.subtype.is_none() || noun.head.subtype == head.subtype;
            noun.head.kind == head.kind && subtype && noun.head.types & head.types == head.types
        }),
        Some(Obj::TopOf { .. }) => head == Head::of(Kind::Card),
        _ => false,
    };
    // Only permanents are destroyed or sacrificed.
    let of_permanents = |head: Head| head == Head::of(Kind::Permanent) || of_kind(head);
    match (way, act) {
        (Way::LifeLost, Act::LoseLife { .. }) | (Way::DamageDealt, Act::Damage { .. }) => true,
        (Way::Drawn, Act::Draw { .. }) | (Way::Discarded, Act::Discard { .. }) => true,
        (Way::Destroyed(head), Act::Destroy { .. }) => of_permanents(head),
        (Way::Sacrificed(head), Act::Sacrifice { .. }) => of_permanents(head),
        (Way::Exiled(head), Act::Exile { .. }) => of_kind(head),
        (Way::Returned(head), Act::Move { verb: crate::ir::MoveVerb::Return, .. }) => of_kind(head),
        (Way::Removed(kind), Act::RemoveCounters { kind: Some(is), .. }) => kind == *is,
        _ => false,
    }
}

/// Whether the instruction itself refers to an amount. Abilities that it grants have references of their own.
fn act_refers(act: &Act) -> bool {
    match act {
        Act::Modify { what, mods, .. } => refers(what) || mods.iter().any(mod_refers),
        Act::Create { count, token, entering, .. } => {
            let sized =
                matches!(token, Token::Spec(spec) if spec.pt.as_ref().is_some_and(|(p, t)| refers(p) || refers(t)));
            refers(count) || sized || entering.counters.as_ref().is_some_and(|(n, _)| refers(n))
        }
        Act::Emblem(_) => false,
        other => refers(other),
    }
}

fn mod_refers(change: &Mod) -> bool {
    match change {
        Mod::GainAbility(_) | Mod::GainBoth(..) => false,
        Mod::Become(new) => new.base.as_ref().is_some_and(|(p, t)| refers(p) || refers(t)),
        other => refers(other),
    }
}

/// Whether the event has an amount, such as damage or gained life.
pub(super) fn has_amount(event: &Event) -> bool {
    match event {
        Event::DealsDamage { .. } | Event::DealtDamage { .. } | Event::PlayerDamaged(_) => true,
        Event::GainsLife(_) | Event::LosesLife(_) | Event::CountersPut { .. } => true,
        Event::PlayerAttacks(..) | Event::AttacksWith { .. } => true,
        Event::During(inner, _) | Event::While(inner, _) => has_amount(inner),
        Event::Or(list) => list.iter().all(has_amount),
        other => super::triggers::at_once(other).is_some(),
    }
}

/// Whether the engine keeps the amount of this instruction, such as the damage that it dealt.
fn reports(act: &Act) -> bool {
    matches!(
        act,
        Act::Damage { .. }
            | Act::Destroy { .. }
            | Act::Exile { .. }
            | Act::Counter { .. }
            | Act::Move { .. }
            | Act::Draw { .. }
            | Act::Mill { .. }
            | Act::GainLife { .. }
            | Act::LoseLife { .. }
            | Act::PutCounters { .. }
            | Act::RemoveCounters { .. }
            | Act::GetCounters { .. }
            | Act::Create { .. }
            | Act::Tap(_)
            | Act::Untap(_)
            | Act::Sacrifice { .. }
            | Act::Discard { .. }
            | Act::ShuffleInto { .. }
            | Act::ChooseObj { .. }
    )
}

/// Whether the instruction has no amount, so that a reference passes over it.
fn without_amount(act: &Act) -> bool {
    matches!(
        act,
        Act::Modify { .. }
            | Act::Attach { .. }
            | Act::Shuffle(_)
            | Act::Regenerate(_)
            | Act::Transform(_)
            | Act::Goad(_)
            | Act::LookAtHand(_)
            | Act::RevealHand(_)
            | Act::TapOrUntap(_)
            | Act::Emblem(_)
            | Act::ExileIfDies(_)
            | Act::MayPlay { .. }
            | Act::ChooseType
            | Act::ChooseColor
            | Act::Win(_)
            | Act::Lose(_)
            | Act::ExtraTurn(_)
            | Act::ExtraCombat { .. }
            | Act::CopySpell { .. }
            | Act::ExchangeControl(_)
            | Act::Unpreventable
            | Act::Prevent(_)
            | Act::PreventNext { .. }
    )
}

/// Whether the text states how many objects or how much the instruction affects.
fn is_fixed(act: &Act) -> bool {
    let amount = |n: &Amount| matches!(n, Amount::Number(_));
    let one = |what: &Obj| match what {
        Obj::Choose { count, .. } => match count {
            Choice::One => true,
            Choice::Exactly(n) => amount(n),
            _ => false,
        },
        Obj::TopOf { count, .. } => amount(count),
        Obj::Every { .. } | Obj::HandOf(_) | Obj::GraveyardOf(_) | Obj::Both(_) => false,
        Obj::EachOf(_) | Obj::Apiece(_) | Obj::Either(_) => false,
        Obj::Source | Obj::SourceIn(_) | Obj::Target(_) | Obj::Back { .. } | Obj::Host(_) => true,
    };
    match act {
        Act::Damage { amount: n, .. } | Act::Draw { amount: n, .. } | Act::Mill { amount: n, .. } => amount(n),
        Act::GainLife { amount: n, .. } | Act::LoseLife { amount: n, .. } | Act::SetLife { to: n, .. } => amount(n),
        Act::PutCounters { count, .. } | Act::GetCounters { count, .. } | Act::Create { count, .. } => amount(count),
        Act::RemoveCounters { count, .. } => matches!(count, Choice::One),
        Act::Scry(_, n) | Act::Surveil(_, n) => amount(n),
        Act::Discard { what, .. } | Act::ShuffleInto { what, .. } => one(what),
        other => super::resolve::main_obj(other).is_none_or(one),
    }
}

impl<'a> Walk<'a> {
    fn refuse(&mut self, why: &'static str) {
        self.refused.get_or_insert(why);
    }

    /// Decides which of the earlier candidates a reference means.
    fn refer(&mut self, before: &[Candidate<'a>], several: bool) {
        let real = || before.iter().rev().filter(|one| !one.repeats);
        let latest = real().find(|one| !one.fixed);
        let found = match latest {
            None if self.given => None,
            None => match real().next() {
                None => return self.refuse(NOTHING),
                fixed => fixed,
            },
            open => open,
        };
        let kept = before.iter().rev().filter_map(|one| one.act).find(|act| self.is_origin(act));
        match found {
            // The reference is to the given amount. Refuse it if an earlier instruction replaces that amount.
            None if kept.is_some() => self.refuse(SEVERAL),
            None => {}
            Some(Candidate { act: Some(act), .. }) if reports(act) => self.origin(act, before, several),
            Some(_) => self.refuse(NOTHING),
        }
    }

    /// Resolves the references of this text after these candidates.
    fn refer_in(&mut self, text: &impl Visit, before: &[Candidate<'a>], several: bool) {
        if mixed(text) {
            return self.refuse(SEVERAL);
        }
        let Some(way) = way_of(text) else { return self.refer(before, several) };
        let found = before.iter().rev().filter_map(|one| one.act).find(|act| does(act, way));
        match found {
            Some(act) => self.origin(act, before, several),
            None => self.refuse(NOTHING),
        }
    }

    /// Marks the instruction to which a reference refers. Refuses it if its amount is not kept until the reference.
    fn origin(&mut self, act: &'a Act, before: &[Candidate<'a>], several: bool) {
        if several && plural(act) {
            return self.refuse("an amount that differs for each player");
        }
        let after = before.iter().rev().map_while(|one| match one.act {
            Some(other) if std::ptr::eq(other, act) => None,
            other => Some(other),
        });
        if after.flatten().any(|other| self.is_origin(other)) {
            return self.refuse(SEVERAL);
        }
        if !self.is_origin(act) {
            self.origins.push(act);
        }
    }

    fn is_origin(&self, act: &Act) -> bool {
        self.origins.iter().any(|origin| std::ptr::eq(*origin, act))
    }

    /// Walks through steps. Returns the candidates that they add.
    fn steps(&mut self, steps: &'a [TextStep], before: &mut Vec<Candidate<'a>>) {
        // The candidates of an optional step, for `if you do` after it.
        let mut optional: Vec<Candidate<'a>> = Vec::new();
        for step in steps {
            let chosen = std::mem::take(&mut optional);
            match step {
                TextStep::Do { act, .. } => self.act(act, before),
                TextStep::May { steps, .. } => {
                    let from = before.len();
                    self.steps(steps, before);
                    optional = before.split_off(from);
                    if optional.iter().any(|one| !one.fixed) {
                        before.push(Candidate { act: None, fixed: false, repeats: false });
                    }
                }
                TextStep::If { cond, then, otherwise, .. } => {
                    if refers(cond) {
                        self.refer_in(cond, before, false);
                    }
                    let from = before.len();
                    if did(cond) {
                        before.extend(chosen);
                    }
                    self.steps(then, before);
                    let mut inner = before.split_off(from);
                    self.steps(otherwise, before);
                    inner.extend(before.split_off(from));
                    if inner.iter().any(|one| !one.fixed) {
                        before.push(Candidate { act: None, fixed: false, repeats: false });
                    }
                }
                TextStep::Unless { steps, .. } => {
                    let from = before.len();
                    self.steps(steps, before);
                    before.truncate(from);
                    before.push(Candidate { act: None, fixed: false, repeats: false });
                }
                TextStep::Instead { cond, base, steps, .. } => {
                    if refers(cond) {
                        self.refer_in(cond, before, false);
                    }
                    let from = before.len();
                    self.steps(base, before);
                    // The replaced steps are not performed, so the other steps cannot refer to their amount.
                    let replaced = before.split_off(from);
                    let other = steps.iter().any(step_refers);
                    if other && !replaced.is_empty() {
                        self.refuse("a reference to the amount of an instruction that 'instead' replaces");
                    }
                    self.steps(steps, before);
                    before.truncate(from);
                    before.push(Candidate { act: None, fixed: false, repeats: false });
                }
                TextStep::WhereX { x, steps } => {
                    if refers(x) {
                        self.refer_in(x, before, false);
                    }
                    self.steps(steps, before);
                }
                // These effects happen later. They keep the amount that is known when they are created.
                TextStep::Later { steps, .. } => {
                    if steps.iter().any(step_refers) {
                        self.refer_in(steps, before, false);
                        if origins(steps, true).is_err() {
                            self.refuse(NOTHING);
                        }
                    }
                }
                TextStep::Reflexive { body } => {
                    if body.targets.iter().any(refers) || body.steps.iter().any(step_refers) {
                        before.extend(chosen);
                        self.refer_in(body, before, false);
                    }
                }
                TextStep::Watch { .. } | TextStep::MayPay { .. } | TextStep::Choose(_) => {}
            }
        }
    }

    fn act(&mut self, act: &'a Act, before: &mut Vec<Candidate<'a>>) {
        let refers = act_refers(act);
        if refers {
            self.refer_in(act, before, plural(act));
        }
        if !without_amount(act) {
            let act_kept = reports(act).then_some(act);
            before.push(Candidate { act: act_kept, fixed: is_fixed(act), repeats: refers });
        }
    }
}

/// Whether the step refers to an amount, without the abilities that it grants.
fn step_refers(step: &TextStep) -> bool {
    let mut found = false;
    step.visit(&mut |node| match node {
        Node::Act(act) => found |= act_refers(act),
        Node::Cond(cond) => found |= refers(cond),
        Node::Step(TextStep::WhereX { x, .. }) => found |= refers(x),
        _ => {}
    });
    found
}

fn did(cond: &Cond) -> bool {
    match cond {
        Cond::Did { not, .. } => !not,
        Cond::And(a, b) => did(a) || did(b),
        _ => false,
    }
}

/// Whether several players perform the instruction, each with an amount of their own.
fn plural(act: &Act) -> bool {
    let who = match act {
        Act::Draw { who, .. } | Act::Discard { who, .. } | Act::Mill { who, .. } | Act::GainLife { who, .. } => who,
        Act::LoseLife { who, .. } | Act::Sacrifice { who, .. } | Act::Create { who, .. } => who,
        Act::Exile { who, .. } | Act::Move { who, .. } | Act::ChooseObj { who, .. } => who,
        _ => return false,
    };
    matches!(
        who,
        Who::Each(crate::ir::Players::Any) | Who::Both(_) | Who::ControllerOf(_, true) | Who::OwnerOf(_, true)
    )
}

/// Checks the references in abilities that are not effects: nothing sets an amount there.
pub(super) fn outside(a: &Ability) -> Gate {
    match a {
        Ability::Static(s) => none(s),
        Ability::Cost(c) => none(c),
        _ => Ok(()),
    }
}

/// Whether the ability's event has an amount.
pub(super) fn given(t: &Triggered) -> bool {
    has_amount(&t.event)
}
