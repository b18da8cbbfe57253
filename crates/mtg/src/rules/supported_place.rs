//! The gate for where things are: effects change permanents. Spells, and cards that lie elsewhere, keep what is printed on them.

use super::supported::{Gate, all, no};
use crate::ir::*;
use std::fmt;

const ELSEWHERE: &str = "an effect on what is not on the battlefield";

/// Does it speak of permanents only?
fn of_permanents(f: &Filter) -> bool {
    let mut preds = f.post.iter().chain(f.nouns.iter().flat_map(|noun| &noun.adj));
    f.nouns.iter().all(|noun| matches!(noun.head.kind, Kind::Permanent | Kind::Token))
        && !preds.any(|pred| matches!(pred, Pred::In(zone) if zone.zone != Zone::Battlefield))
}

/// What a static ability or an effect changes.
pub(super) fn on_battlefield(what: &Obj) -> Gate {
    match what {
        Obj::Every { filter: f, .. } | Obj::Choose { filter: f, .. } => {
            if of_permanents(f) {
                Ok(())
            } else {
                no(ELSEWHERE)
            }
        }
        Obj::Both(list) | Obj::Either(list) => all(list, on_battlefield),
        Obj::EachOf(inner) | Obj::Apiece(inner) => on_battlefield(inner),
        _ => Ok(()),
    }
}

/// Every instruction of these steps.
fn acts(steps: &[Step], gate: &dyn Fn(&Act) -> Gate) -> Gate {
    all(steps, |step| match step {
        Step::Do { act, .. } => gate(act),
        Step::May { steps, .. } | Step::Unless { steps, .. } => acts(steps, gate),
        Step::WhereX { steps, .. } | Step::Later { steps, .. } => acts(steps, gate),
        Step::If { then, otherwise, .. } => acts(then, gate).and_then(|()| acts(otherwise, gate)),
        Step::Instead { base, steps, .. } => acts(base, gate).and_then(|()| acts(steps, gate)),
        _ => Ok(()),
    })
}

/// Several that are put into a library at one time lie in an order that their owner chooses (CR 401.4). Cards of a hand are
/// picked in that order.
pub(super) fn ordered(b: &Body) -> Gate {
    acts(&b.steps, &|act| match act {
        Act::Move { what, to: Where::LibraryTop(_) | Where::LibraryBottom(..), .. } => {
            let picked = super::resolve::hidden_zone(what).is_some();
            if !picked && is_plural(what, &b.targets) { no("an order in a library") } else { Ok(()) }
        }
        _ => Ok(()),
    })
}

/// X is asked for where mana is paid for it, and nowhere else.
pub(super) fn x_is_mana(cost: &[CostPart]) -> Gate {
    all(cost, |part| match part {
        CostPart::Mana(_) | CostPart::PayMana(_) => Ok(()),
        other if speaks_of_x(other) => no("an X that is no mana"),
        _ => Ok(()),
    })
}

fn speaks_of_x(node: &impl fmt::Debug) -> bool {
    format!("{node:?}").split(|c: char| !c.is_alphanumeric()).any(|word| word == "X")
}

/// Targets are chosen and shares are given on announcement (CR 601.2c, 601.2d), when an X that is counted is not known yet.
pub(super) fn x_announced(b: &Body) -> Gate {
    let steps = format!("{:?}", b.steps);
    let counted = b.targets.iter().any(|target| speaks_of_x(&target.count));
    if steps.contains("WhereX") && (counted || steps.contains("Divided(") || steps.contains("Distribute {")) {
        return no("targets or shares by an X that is counted");
    }
    // Whether there is a target is asked before X is chosen.
    if b.targets.iter().any(|target| speaks_of_x(&target.kind)) { no("a target that depends on X") } else { Ok(()) }
}

/// What was paid for X is known to what a permanent does as it enters, and to nothing later (CR 107.3m).
pub(super) fn x_of_old(t: &Triggered) -> Gate {
    let late = matches!(t.event, Event::Dies(_) | Event::Leaves(_) | Event::ToGraveyard { .. });
    let body = format!("{:?}", t.body);
    let own = body.contains("WhereX") || body.contains("MayPay");
    if late && !own && speaks_of_x(&t.body) { no("an X that was paid long ago") } else { Ok(()) }
}

/// What is aimed at only if the spell was kicked, or only if not, is chosen only then (CR 702.33g).
pub(super) fn kicked_aims(b: &Body) -> Gate {
    let aims = |steps: &[Step], slot: usize| format!("{steps:?}").contains(&format!("Target({slot})"));
    for (at, step) in b.steps.iter().enumerate() {
        let (one, other) = match step {
            Step::If { cond: Cond::Kicked(_), then, otherwise, .. } => (then, otherwise),
            Step::Instead { cond: Cond::Kicked(_), base, steps, .. } => (steps, base),
            _ => continue,
        };
        let only = |slot: usize| {
            let elsewhere = aims(&b.steps[..at], slot) || aims(&b.steps[at + 1..], slot);
            !elsewhere && aims(one, slot) != aims(other, slot)
        };
        if (0..b.targets.len()).any(only) {
            return no("targets that depend on a kicker");
        }
    }
    Ok(())
}

/// What X is counts once; for each of several players it would be another number.
pub(super) fn one_x(b: &Body) -> Gate {
    all(&b.steps, |step| match step {
        Step::WhereX { x, steps } => {
            let acts = format!("{steps:?}");
            let many = ["Each(Any)", "A(Any)", "Both("].iter().any(|who| acts.contains(who));
            if many && format!("{x:?}").contains("Subject") { no("an X of each player") } else { Ok(()) }
        }
        _ => Ok(()),
    })
}

/// What the instructions of a body change: targets on the battlefield, or that it has put there (CR 400.7j).
pub(super) fn modified(b: &Body) -> Gate {
    let puts = || format!("{:?}", b.steps).contains("to: Battlefield");
    acts(&b.steps, &|act| {
        let Act::Modify { what, .. } = act else { return Ok(()) };
        let (slot, back) = match what {
            Obj::Target(slot) => (*slot, false),
            Obj::Back { to: Link::Target(slot), .. } => (*slot, true),
            other => return on_battlefield(other),
        };
        let target = b.targets.get(usize::from(slot)).and_then(|target| match &target.kind {
            TargetKind::Object(f) | TargetKind::PlayerOr(_, f) | TargetKind::OrPlayer(f, _) => Some(f),
            _ => None,
        });
        match target {
            Some(f) if !(of_permanents(f) || back && puts()) => no(ELSEWHERE),
            _ => Ok(()),
        }
    })
}

/// A spell that was cast is no permanent yet (CR 400.7a).
pub(super) fn of_spell(t: &Triggered) -> Gate {
    let changes =
        |step: &Step| matches!(step, Step::Do { act: Act::Modify { what: Obj::Back { to: Link::Event, .. }, .. }, .. });
    let cast = matches!(t.event, Event::Cast { .. });
    if cast && t.body.steps.iter().any(changes) { no(ELSEWHERE) } else { Ok(()) }
}

/// What happens later has no targets of its own. It knows objects that it was told of, of a death the one that it waits for
/// (CR 603.7c), and no player who was a target.
pub(super) fn told(event: Option<&Event>, steps: &[Step]) -> Gate {
    let (event, said) = (event.map(|event| format!("{event:?}")), format!("{steps:?}"));
    let mut pieces = said.split("to: Target(");
    let mut own = pieces.next().is_some_and(|head| head.contains("Target("));
    for piece in pieces {
        let (slot, rest) = piece.split_once(')').unwrap_or_default();
        let say = rest.strip_prefix(", say: ").unwrap_or_default();
        own |= say.is_empty() || say.contains("Target(");
        if ["They", "ThatPlayer", "ThatOpponent"].iter().any(|who| say.starts_with(who)) {
            return no("a player who was a target before");
        }
        if event.as_ref().is_some_and(|event| !event.contains(&format!("to: Target({slot})"))) {
            return no("another target than the one that is waited for");
        }
    }
    if own { no("a target of what happens later") } else { Ok(()) }
}

/// Keywords that mean something where a card is no permanent.
pub(super) fn elsewhere(k: &Keyword) -> bool {
    use PlainKeyword::{Changeling, Devoid, Flash};
    matches!(k, Keyword::Plain(Flash | Changeling | Devoid))
}

/// Does it stand for an ability of its own, which is not lost by its name?
pub(super) fn stands_for(k: &Keyword) -> bool {
    use PlainKeyword::{Exalted, Prowess};
    matches!(k, Keyword::Plain(Exalted | Prowess)) || super::meaning::text(k).is_some()
}
