//! Checks that need several steps of an effect at once: which objects an effect changes, where X comes from, and which
//! references the engine can resolve.

use super::{Gate, all, no};
use crate::ir::*;
use crate::rules::step_references::{Mention, is_last, mention};

const ELSEWHERE: &str = "an effect on objects outside the battlefield";

/// Whether the filter matches only permanents.
fn of_permanents(f: &Filter) -> bool {
    let mut preds = f.post.iter().chain(f.nouns.iter().flat_map(|noun| &noun.adj));
    f.nouns.iter().all(|noun| matches!(noun.head.kind, Kind::Permanent | Kind::Token))
        && !preds.any(|pred| matches!(pred, Pred::In(zone) if zone.zone != Zone::Battlefield))
}

/// Accepts an effect only if it modifies permanents. The engine does not modify spells and cards in other zones.
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
        Obj::Source | Obj::SourceIn(_) | Obj::Target(_) | Obj::Back { .. } | Obj::Host(_) => Ok(()),
        Obj::TopOf { .. } | Obj::HandOf(_) | Obj::GraveyardOf(_) => Ok(()),
    }
}

/// Checks every instruction of the steps. The bodies of other abilities are checked with these abilities.
fn acts(steps: &[TextStep], gate: &dyn Fn(&Act) -> Gate) -> Gate {
    all(steps, |step| match step {
        TextStep::Do { act, .. } => gate(act),
        TextStep::May { steps, .. } | TextStep::Unless { steps, .. } => acts(steps, gate),
        TextStep::WhereX { steps, .. } | TextStep::Later { steps, .. } => acts(steps, gate),
        TextStep::If { then, otherwise, .. } => acts(then, gate).and_then(|()| acts(otherwise, gate)),
        TextStep::Instead { base, steps, .. } => acts(base, gate).and_then(|()| acts(steps, gate)),
        TextStep::MayPay { .. } | TextStep::Watch { .. } | TextStep::Reflexive { .. } | TextStep::Choose(_) => Ok(()),
    })
}

/// Refuses effects that put several cards into a library at once, because the owner would choose their order
/// (CR 401.4). Cards from a hand are accepted: the player picks them one by one, which decides their order.
pub(super) fn ordered(b: &Body) -> Gate {
    acts(&b.steps, &|act| match act {
        Act::Move { what, to: Where::LibraryTop(_) | Where::LibraryBottom(..), .. } => {
            let picked = crate::rules::resolve::hidden_zone(what).is_some();
            if !picked && is_plural(what, &b.targets) { no("several cards put into a library at once") } else { Ok(()) }
        }
        _ => Ok(()),
    })
}

/// Checks how a cost uses X: as mana, as a number of objects, or as the mana value of a card.
pub(super) fn x_is_paid(cost: &[CostPart]) -> Gate {
    all(cost, |part| match part {
        CostPart::Mana(_) | CostPart::PayMana(_) => Ok(()),
        part => {
            let mut fixed = part.clone();
            crate::rules::announce::set_x(&mut fixed, 1);
            if crate::rules::target_dependencies::speaks_of_x(&fixed) { no("this use of X in a cost") } else { Ok(()) }
        }
    })
}

/// Whether an instruction of the effect adds mana.
pub(super) fn adds_mana(b: &Body) -> bool {
    b.any(&|node| matches!(node, Node::Act(Act::AddMana { .. })))
}

/// Checks X in an activated ability. Refuses a mana ability with X in a part of the cost other than mana.
pub(super) fn x_of_ability(a: &Activated) -> Gate {
    if !crate::rules::target_dependencies::speaks_of_x(&a.cost) {
        x_paid_later(&a.body)?;
    }
    if a.cost.iter().any(crate::rules::announce::takes_by_x) {
        return no("this use of X in a cost");
    }
    if a.cost.iter().any(crate::rules::announce::spends_x) && adds_mana(&a.body) {
        no("a mana ability with X in a non-mana cost")
    } else {
        Ok(())
    }
}

/// Refuses `you may pay {X}`, because X would be chosen on resolution (CR 107.3). The engine knows X only if it was
/// announced or if the text defines it.
pub(super) fn x_paid_later(b: &Body) -> Gate {
    if asks_x(&b.steps) { no("X in a cost that is paid on resolution") } else { Ok(()) }
}

fn asks_x(steps: &[TextStep]) -> bool {
    steps.iter().any(|step| match step {
        TextStep::MayPay { cost, .. } => crate::rules::target_dependencies::speaks_of_x(cost),
        TextStep::May { steps, .. } | TextStep::Unless { steps, .. } | TextStep::Later { steps, .. } => asks_x(steps),
        TextStep::If { then: one, otherwise: other, .. } | TextStep::Instead { steps: one, base: other, .. } => {
            asks_x(one) || asks_x(other)
        }
        TextStep::Reflexive { body } => asks_x(&body.steps),
        _ => false,
    })
}

/// Refuses a keyword that refers to a color chosen on resolution. The engine stores the color on the source, not on the
/// object that gains the keyword.
pub(super) fn chosen_for_others(b: &Body) -> Gate {
    let chooses = |node: Node<'_>| matches!(node, Node::Act(Act::ChooseColor));
    let gained = |node: Node<'_>| match node {
        Node::Keyword(Keyword::Protection(list) | Keyword::HexproofFrom(list)) => {
            list.first() == Some(&Quality::ChosenColor)
        }
        _ => false,
    };
    if b.steps.any(&chooses) && b.steps.any(&gained) { no("granting protection from a chosen color") } else { Ok(()) }
}

/// Refuses a reference to a card that a player only looked at. The card is still in the library, so it is not an
/// object.
pub(super) fn seen_only(b: &Body) -> Gate {
    let sees = |node: Node<'_>| matches!(node, Node::Act(Act::LookTop { .. } | Act::DigUntil(_)));
    if b.steps.any(&sees) && b.steps.any(&is_last) {
        no("a later reference to a card that was only looked at")
    } else {
        Ok(())
    }
}

/// Refuses `the exiled card` if this effect does not exile a card. In such a text, another ability has exiled the card,
/// and the engine does not store which card that was (CR 607.2a).
pub(super) fn exiled_here(b: &Body) -> Gate {
    let exiles = |node: Node<'_>| matches!(node, Node::Act(Act::Exile { .. }) | Node::Where(Where::Exile));
    let of_target = |node: Node<'_>| matches!(node, Node::Obj(Obj::Back { to: Link::Target(_), say: Say::Exiled(_) }));
    if !b.steps.any(&exiles) && b.steps.any(&of_target) {
        no("a reference to a card exiled by another ability")
    } else {
        Ok(())
    }
}

/// Refuses an X that differs from player to player, because the engine counts X once.
pub(super) fn one_x(b: &Body) -> Gate {
    all(&b.steps, |step| match step {
        TextStep::WhereX { x, steps } => {
            let many = |node: Node<'_>| {
                matches!(
                    node,
                    Node::Who(Who::Each(Players::Any) | Who::A(Players::Any) | Who::Both(_))
                        | Node::Obj(Obj::Both(_))
                        | Node::DamageTo(DamageTo::Both(..))
                )
            };
            let of_subject = |node: Node<'_>| matches!(node, Node::Who(Who::Back { to: WhoLink::Subject, .. }));
            if steps.any(&many) && x.any(&of_subject) { no("an X that differs for each player") } else { Ok(()) }
        }
        _ => Ok(()),
    })
}

/// Checks that an effect modifies only targets on the battlefield, or targets that it has put there itself (CR 400.7j).
pub(super) fn modified(b: &Body) -> Gate {
    let onto = |to: DigTo| matches!(to, DigTo::Battlefield | DigTo::BattlefieldTapped);
    let puts = |node: Node<'_>| match node {
        Node::Where(to) => matches!(to, Where::Battlefield { .. }),
        Node::Act(Act::Dig(dig)) => onto(dig.to),
        Node::Act(Act::DigUntil(dig)) => onto(dig.to),
        _ => false,
    };
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
            Some(f) if !(of_permanents(f) || back && b.steps.any(&puts)) => no(ELSEWHERE),
            _ => Ok(()),
        }
    })
}

/// Refuses effects on the object of the triggering event, if that object is a spell (CR 400.7a) or has left the
/// battlefield.
pub(super) fn of_spell(t: &Triggered) -> Gate {
    // In these texts, `that creature` is the creature that dealt the damage. The creature that died is now a card in a
    // graveyard.
    let killed = matches!(t.event, Event::DamagedDies(..));
    let of_event = |what: &Obj| matches!(what, Obj::Back { to: Link::Event | Link::EventOther, .. });
    let counters = |node: Node<'_>| match node {
        Node::Act(Act::PutCounters { on, .. })
        | Node::Cost(CostPart::PutCounters { on, .. })
        | Node::Event(Event::CountersPut { on, .. }) => of_event(on),
        _ => false,
    };
    if killed && t.body.steps.any(&counters) {
        return no("counters on the creature that dealt lethal damage");
    }
    let changes = |step: &TextStep| {
        matches!(step, TextStep::Do { act: Act::Modify { what: Obj::Back { to: Link::Event, .. }, .. }, .. })
    };
    let cast = matches!(t.event, Event::Cast { .. });
    if cast && t.body.steps.iter().any(changes) { no(ELSEWHERE) } else { Ok(()) }
}

/// Checks a delayed triggered ability (CR 603.7c). The ability cannot have targets of its own, or refer to a player who
/// was a target. It can refer to the object that it remembers from its creation. If the ability waits for an event, it
/// can refer only to the object of that event.
pub(super) fn told(event: Option<&Event>, steps: &[TextStep]) -> Gate {
    let waited_for =
        |slot: u8| event.is_none_or(|event| event.any(&|node| mention(node) == Some(Mention::Again(slot))));
    let (mut own, mut first) = (false, Ok(()));
    steps.visit(&mut |node| {
        let refused = match (node, mention(node)) {
            (_, Some(Mention::Named(_))) => {
                own = true;
                return;
            }
            (Node::Who(_), Some(Mention::Again(_))) => no("a delayed trigger that refers to a targeted player"),
            (_, Some(Mention::Again(slot))) if !waited_for(slot) => {
                no("a delayed trigger that refers to another target")
            }
            _ => return,
        };
        if first.is_ok() {
            first = refused;
        }
    });
    first?;
    if own { no("a delayed trigger with its own targets") } else { Ok(()) }
}

/// Whether the keyword has an effect outside the battlefield.
pub(super) fn elsewhere(k: &Keyword) -> bool {
    use PlainKeyword::{Ascend, Changeling, Devoid, Flash, UmbraArmor};
    matches!(k, Keyword::Plain(Flash | Changeling | Devoid | Ascend | UmbraArmor))
}

/// Whether the keyword is compiled to a separate ability, which would stay if the object lost the keyword.
pub(super) fn stands_for(k: &Keyword) -> bool {
    use PlainKeyword::{Exalted, Prowess};
    matches!(k, Keyword::Plain(Exalted | Prowess)) || crate::rules::keyword_text::text(k).is_some()
}
