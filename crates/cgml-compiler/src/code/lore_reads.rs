//! Finds programs whose play depends on what players have learned (the *lore* of the table). Such programs keep the
//! lore in playouts; all others drop it.
//!
//! Play reads lore in these cases:
//!
//! * a player chooses among cards, and the zones of these cards do not show them to this player;
//! * an action takes the first or last card of an unordered zone that not everybody sees;
//! * an action is `LOOK` or `CONCEAL`, which change who sees single cards;
//! * an action is `DESTROY`, because a created card that some player does not see is not destroyed but moved aside.
//!
//! The analysis is conservative: it answers "yes" unless it can prove that the visibility of the zones is enough.

use super::walk::each;
use super::{Cards, Expr, Gather, Instruction, Op, Options, Program, Seats, Sight, Zones};
use rulebook_kernel::{Seat, SeatSet};
use rulebook_table::{Facing, ZoneId};

/// Whether play of this program can read lore.
pub(super) fn reads_lore(p: &Program) -> bool {
    let units = || p.rules.iter().map(|rule| &rule.unit).chain([&p.setup]);
    let reads = Reads { p, face_down: units().any(|unit| unit.code.iter().any(turns_down)) };
    let mut found = false;
    // The actions inside `canPerform` are part of an expression. A dry run takes a random card from a copy of the
    // state, but its success may still depend on this card.
    let mut visit = |node: each::Node<'_>| {
        if let each::Node::Expr(Expr::CanDo(attempt)) = node {
            found |= attempt.steps.iter().any(|step| reads.instruction(step));
        }
    };
    for unit in units() {
        unit.code.iter().for_each(|step| each::op(&step.op, &mut visit));
    }
    for when in p.rules.iter().filter_map(|rule| rule.when.as_ref()) {
        each::expr(when, &mut visit);
    }
    for when in p.flow.transitions.iter().filter_map(|transition| transition.when.as_ref()).chain(&p.flow.won) {
        each::expr(when, &mut visit);
    }
    found || units().any(|unit| unit.code.iter().any(|step| reads.instruction(step)))
}

/// Whether an instruction can leave a card face down in a zone whose cards are face up by default.
fn turns_down(step: &Instruction) -> bool {
    match &step.op {
        Op::Move { facing, .. } | Op::Send { facing, .. } | Op::Deal { facing, .. } | Op::Create { facing, .. } => {
            matches!(facing, Facing::Down | Facing::Keep)
        }
        Op::Turn(_, up) => *up != Some(true),
        // New instruction: add it if it leaves a card face down. Otherwise playouts may drop lore that the game needs.
        _ => false,
    }
}

struct Reads<'a> {
    p: &'a Program,
    /// Whether cards can lie face down in any zone.
    face_down: bool,
}

impl Reads<'_> {
    fn instruction(&self, step: &Instruction) -> bool {
        match &step.op {
            Op::Sight(sight, ..) => matches!(sight, Sight::Look | Sight::Conceal),
            Op::Destroy(_) => true,
            Op::Move { cards, .. } | Op::Gather { cards, .. } => self.takes_at_random(cards),
            Op::Ask(ask) => match &ask.options {
                Options::Cards(cards) => !self.shows(cards, &ask.who),
                _ => false,
            },
            // New instruction: add it if its effect depends on lore. Otherwise playouts may drop lore that the game
            // needs.
            _ => false,
        }
    }

    /// Whether an action may take the card at the end of an unordered zone that not everybody sees.
    fn takes_at_random(&self, cards: &Gather) -> bool {
        let Cards::One(card) = &cards.from else { return false };
        let (Expr::Top(zone) | Expr::Bottom(zone)) = &**card else { return false };
        let everyone = self.p.shape.everyone();
        self.zones_of(zone).is_none_or(|zones| {
            zones
                .into_iter()
                .any(|zone| !self.p.shape.zone(zone).ordered && !everyone.minus(self.seen(zone)).is_empty())
        })
    }

    /// The zones that an expression may name. `None` if they are unknown.
    fn zones_of(&self, zone: &Expr) -> Option<Vec<ZoneId>> {
        let shape = &self.p.shape;
        match zone {
            Expr::Const(zone) => u16::try_from(*zone).ok().map(|zone| vec![ZoneId(zone)]),
            Expr::ZoneOf(def, _) => Some(Seat::all(self.p.seats).map(|seat| shape.zone_of(*def, seat)).collect()),
            _ => None,
        }
    }

    /// The viewers who see all cards that ever lie in a zone.
    fn seen(&self, zone: ZoneId) -> SeatSet {
        let zone = self.p.shape.zone(zone);
        if self.face_down || !zone.default_face_up { SeatSet::NONE } else { zone.sees_all }
    }

    fn is_open(&self, zone: ZoneId) -> bool {
        SeatSet::first(self.p.seats).minus(self.seen(zone)).is_empty()
    }

    /// Whether the zones of these cards show all of them to the seat that `who` names.
    fn shows(&self, cards: &Cards, who: &Expr) -> bool {
        match cards {
            Cards::Zone(zone) => self.shows_zone(zone, who),
            Cards::Zones(zones) => self.shows_zones(zones, who),
            Cards::One(card) => match &**card {
                Expr::Top(zone) | Expr::Bottom(zone) | Expr::CardAt(zone, _) => self.shows_zone(zone, who),
                _ => false,
            },
            Cards::Filter(inner, _)
            | Cards::Prefer(inner, _)
            | Cards::Take(inner, _)
            | Cards::TakeLast(inner, _)
            | Cards::SortBy(inner, ..)
            | Cards::Let(_, inner) => self.shows(inner, who),
            Cards::Join(parts) => parts.iter().all(|part| self.shows(part, who)),
            Cards::If(_, yes, no) => self.shows(yes, who) && self.shows(no, who),
            // Stored cards can lie anywhere.
            Cards::Slot(_) | Cards::Global(_) | Cards::Picked | Cards::List(_) => false,
        }
    }

    fn shows_zone(&self, zone: &Expr, who: &Expr) -> bool {
        let shape = &self.p.shape;
        match zone {
            Expr::ZoneOf(def, owner) if **owner == *who && is_fixed(who) => {
                Seat::all(self.p.seats).all(|seat| self.seen(shape.zone_of(*def, seat)).has(seat))
            }
            _ => self.zones_of(zone).is_some_and(|zones| zones.into_iter().all(|zone| self.is_open(zone))),
        }
    }

    fn shows_zones(&self, zones: &Zones, who: &Expr) -> bool {
        match zones {
            Zones::These(zones) => zones.iter().all(|&zone| self.is_open(zone)),
            Zones::OfSeats(def, seats) => match &**seats {
                Seats::One(owner) => self.shows_zone(&Expr::ZoneOf(*def, owner.clone()), who),
                _ => Seat::all(self.p.seats).all(|seat| self.is_open(self.p.shape.zone_of(*def, seat))),
            },
            Zones::One(zone) => self.shows_zone(zone, who),
            Zones::Filter(inner, ..) => self.shows_zones(inner, who),
            Zones::Join(parts) => parts.iter().all(|part| self.shows_zones(part, who)),
            Zones::List(_) => false,
        }
    }
}

/// Whether two equal expressions of this kind name the same seat.
fn is_fixed(seat: &Expr) -> bool {
    matches!(seat, Expr::Const(_) | Expr::Current | Expr::Slot(_) | Expr::Global(_) | Expr::Var(_))
}
