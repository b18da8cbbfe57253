//! The gate for where things are: effects change permanents. Spells, and cards that lie elsewhere, keep what is printed on them.

use super::{Gate, all, no};
use crate::ir::*;
use crate::rules::step_references::{Mention, is_last, mention};

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
fn acts(steps: &[TextStep], gate: &dyn Fn(&Act) -> Gate) -> Gate {
    all(steps, |step| match step {
        TextStep::Do { act, .. } => gate(act),
        TextStep::May { steps, .. } | TextStep::Unless { steps, .. } => acts(steps, gate),
        TextStep::WhereX { steps, .. } | TextStep::Later { steps, .. } => acts(steps, gate),
        TextStep::If { then, otherwise, .. } => acts(then, gate).and_then(|()| acts(otherwise, gate)),
        TextStep::Instead { base, steps, .. } => acts(base, gate).and_then(|()| acts(steps, gate)),
        _ => Ok(()),
    })
}

/// Several that are put into a library at one time lie in an order that their owner chooses (CR 401.4). Cards of a hand are
/// picked in that order.
pub(super) fn ordered(b: &Body) -> Gate {
    acts(&b.steps, &|act| match act {
        Act::Move { what, to: Where::LibraryTop(_) | Where::LibraryBottom(..), .. } => {
            let picked = crate::rules::resolve::hidden_zone(what).is_some();
            if !picked && is_plural(what, &b.targets) { no("an order in a library") } else { Ok(()) }
        }
        _ => Ok(()),
    })
}

/// What is paid for X: mana, or so many of something, or a card of that mana value.
pub(super) fn x_is_paid(cost: &[CostPart]) -> Gate {
    all(cost, |part| match part {
        CostPart::Mana(_) | CostPart::PayMana(_) => Ok(()),
        part => {
            let mut fixed = part.clone();
            crate::rules::announce::set_x(&mut fixed, 1);
            if crate::rules::target_dependencies::speaks_of_x(&fixed) { no("such an X in a cost") } else { Ok(()) }
        }
    })
}

/// Returns whether an instruction of the text adds mana.
pub(super) fn adds_mana(b: &Body) -> bool {
    b.any(&|node| matches!(node, Node::Act(Act::AddMana { .. })))
}

/// Of abilities: an X is counted as it is activated, and mana is wanted before that.
pub(super) fn x_of_ability(a: &Activated) -> Gate {
    if !crate::rules::target_dependencies::speaks_of_x(&a.cost) {
        x_paid_later(&a.body)?;
    }
    if a.cost.iter().any(crate::rules::announce::takes_by_x) {
        return no("such an X in a cost");
    }
    if a.cost.iter().any(crate::rules::announce::spends_x) && adds_mana(&a.body) { no("mana for an X") } else { Ok(()) }
}

/// `You may pay {X}` chooses an X as it resolves (CR 107.3): it is known only where it was announced, or the text says what it is.
pub(super) fn x_paid_later(b: &Body) -> Gate {
    if asks_x(&b.steps) { no("an X that is paid on resolution") } else { Ok(()) }
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

/// A colour that is chosen as something resolves is known to its source, and not to what gains a keyword.
pub(super) fn chosen_for_others(b: &Body) -> Gate {
    let chooses = |node: Node<'_>| matches!(node, Node::Act(Act::ChooseColor));
    let gained = |node: Node<'_>| match node {
        Node::Keyword(Keyword::Protection(list) | Keyword::HexproofFrom(list)) => {
            list.first() == Some(&Quality::ChosenColor)
        }
        _ => false,
    };
    if b.steps.any(&chooses) && b.steps.any(&gained) { no("a chosen colour that is given") } else { Ok(()) }
}

/// A card that was seen in a library and lies there still is no object that could be spoken of.
pub(super) fn seen_only(b: &Body) -> Gate {
    let sees = |node: Node<'_>| matches!(node, Node::Act(Act::LookTop { .. } | Act::DigUntil(_)));
    if b.steps.any(&sees) && b.steps.any(&is_last) { no("a card that was only looked at") } else { Ok(()) }
}

/// `The exiled card` behind a target that nothing here exiles is what another ability exiled, which is not remembered (CR 607.2a).
pub(super) fn exiled_here(b: &Body) -> Gate {
    let exiles = |node: Node<'_>| matches!(node, Node::Act(Act::Exile { .. }) | Node::Where(Where::Exile));
    let of_target = |node: Node<'_>| matches!(node, Node::Obj(Obj::Back { to: Link::Target(_), say: Say::Exiled(_) }));
    if !b.steps.any(&exiles) && b.steps.any(&of_target) { no("a card that another ability exiled") } else { Ok(()) }
}

/// What X is counts once; for each of several players it would be another number.
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
            if steps.any(&many) && x.any(&of_subject) { no("an X of each player") } else { Ok(()) }
        }
        _ => Ok(()),
    })
}

/// What the instructions of a body change: targets on the battlefield, or that it has put there (CR 400.7j).
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

/// A spell that was cast is no permanent yet (CR 400.7a).
pub(super) fn of_spell(t: &Triggered) -> Gate {
    // `That creature` is there the one that dealt the damage; the one that died is a card by then.
    let killed = matches!(t.event, Event::DamagedDies(..));
    let of_event = |what: &Obj| matches!(what, Obj::Back { to: Link::Event | Link::EventOther, .. });
    let counters = |node: Node<'_>| match node {
        Node::Act(Act::PutCounters { on, .. })
        | Node::Cost(CostPart::PutCounters { on, .. })
        | Node::Event(Event::CountersPut { on, .. }) => of_event(on),
        _ => false,
    };
    if killed && t.body.steps.any(&counters) {
        return no("counters on what killed a creature");
    }
    let changes = |step: &TextStep| {
        matches!(step, TextStep::Do { act: Act::Modify { what: Obj::Back { to: Link::Event, .. }, .. }, .. })
    };
    let cast = matches!(t.event, Event::Cast { .. });
    if cast && t.body.steps.iter().any(changes) { no(ELSEWHERE) } else { Ok(()) }
}

/// What happens later has no targets of its own. It knows objects that it was told of, of a death the one that it waits for
/// (CR 603.7c), and no player who was a target.
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
            (Node::Who(_), Some(Mention::Again(_))) => no("a player who was a target before"),
            (_, Some(Mention::Again(slot))) if !waited_for(slot) => {
                no("another target than the one that is waited for")
            }
            _ => return,
        };
        if first.is_ok() {
            first = refused;
        }
    });
    first?;
    if own { no("a target of what happens later") } else { Ok(()) }
}

/// Keywords that mean something where a card is no permanent.
pub(super) fn elsewhere(k: &Keyword) -> bool {
    use PlainKeyword::{Ascend, Changeling, Devoid, Flash, UmbraArmor};
    matches!(k, Keyword::Plain(Flash | Changeling | Devoid | Ascend | UmbraArmor))
}

/// Does it stand for an ability of its own, which is not lost by its name?
pub(super) fn stands_for(k: &Keyword) -> bool {
    use PlainKeyword::{Exalted, Prowess};
    matches!(k, Keyword::Plain(Exalted | Prowess)) || crate::rules::keyword_text::text(k).is_some()
}
