//! Writes the traits of moves, for learned policies.

use super::choice::{self, Move, Which};
use super::state::{CgmlState, value};
use crate::code::{Kind, MISSING, Options, Program, Value};
use rulebook_kernel::{MoveTraits, Seat};
use rulebook_table::{MoveForm, NO_CLASS, TraitPlan, mix};
use smallvec::SmallVec;

/// The suit of a card is the property with this name, or else the first other text property.
const SUIT: &str = "suit";
/// The rank of a card is the property with this name, or else its place in the hierarchy of the deck.
const RANK: &str = "rank";
/// The number of values of each sort that traits describe. Further values are ignored.
const MOST: usize = 8;

/// The immutable part of the traits for one number of seats.
#[derive(Debug, Default)]
pub(super) struct ProgramTraits {
    plan: TraitPlan,
    /// The suit and the rank that each symbol names.
    named: Vec<(u8, u8)>,
}

impl ProgramTraits {
    pub(super) fn new(p: &Program) -> ProgramTraits {
        let property =
            |name: &str| p.properties.iter().find(|property| property.name == name && property.mark.is_none());
        let rank = property(RANK);
        let suit = property(SUIT).or_else(|| {
            p.properties
                .iter()
                .find(|property| property.kind == Kind::Text && property.name != RANK && property.mark.is_none())
        });
        let suit_of = |face: usize| suit.and_then(|suit| suit.by_face.get(face)).copied().unwrap_or(MISSING);
        // Ranks of the hierarchy come first, then the others in the order of their texts.
        let rank_of = |face: usize| {
            let place = p.rank_of_face.get(face).copied().filter(|&place| place != MISSING).unwrap_or(Value::MAX);
            (place, rank.and_then(|rank| rank.by_face.get(face)).copied().unwrap_or(MISSING))
        };
        let faces = p.shape.face_count();
        let mut suits: Vec<Value> = (0..faces).map(suit_of).filter(|&suit| is_named(p, suit)).collect();
        suits.sort_unstable();
        suits.dedup();
        let mut ranks: Vec<(Value, Value)> =
            (0..faces).map(rank_of).filter(|&rank| rank != (Value::MAX, MISSING)).collect();
        ranks.sort_unstable();
        ranks.dedup();
        let small = |place: Option<usize>| place.and_then(|place| u8::try_from(place).ok()).unwrap_or(NO_CLASS);
        let class = |face: usize| {
            let (suit, rank) = (suit_of(face), rank_of(face));
            (small(suits.binary_search(&suit).ok()), small(ranks.binary_search(&rank).ok()))
        };
        let texts = rank.is_some_and(|rank| rank.kind == Kind::Text);
        let name = |symbol: Value| {
            let rank = ranks.iter().position(|&(_, rank)| texts && rank == symbol);
            (small(suits.binary_search(&symbol).ok()), small(rank))
        };
        let named = (0..p.symbols.len()).map(|symbol| name(symbol as Value)).collect();
        ProgramTraits { plan: TraitPlan::new(&p.shape, |face| class(face.index())), named }
    }

    fn named(&self, kind: Kind, value: Value) -> (u8, u8) {
        let symbol = usize::try_from(value).ok().filter(|_| kind == Kind::Text);
        symbol.and_then(|symbol| self.named.get(symbol)).copied().unwrap_or((NO_CLASS, NO_CLASS))
    }

    pub(super) fn write(&self, p: &Program, s: &CgmlState, seat: Seat, moves: &[Move], into: &mut MoveTraits) {
        let open = choice::open(p, s, seat).filter(|_| s.over.is_none());
        let kind = open.as_ref().map_or(0, |open| mix(u32::from(open.here.rule), u32::from(open.at)));
        let mut suits: SmallVec<[u8; MOST]> = SmallVec::new();
        let mut numbers: SmallVec<[i32; MOST]> = SmallVec::new();
        let mut items: SmallVec<[(u32, i32); MOST]> = SmallVec::new();
        let turned = |other: Value| (other + (p.seats - seat.index()) as Value).rem_euclid(p.seats as Value);
        let mut read = |index: u32, kind: Kind, value: Value, own: bool| match kind {
            Kind::Text if suits.len() < MOST => suits.push(self.named(kind, value).0),
            Kind::Number if own => numbers.push(value),
            Kind::Number | Kind::Bool => items.push((index, value)),
            Kind::Seat if value != MISSING => items.push((index, turned(value))),
            _ => {}
        };
        for (def, var) in p.vars.iter().enumerate() {
            let at = p.shape.var_of(def, seat);
            let own = p.seats > 1 && (0..p.seats).any(|other| p.shape.var_of(def, Seat::new(other)) != at);
            read(def as u32, var.kind, s.table.var(&p.shape, at), own);
        }
        for (nth, (info, &cell)) in p.globals.iter().zip(&s.cells).enumerate() {
            read((p.vars.len() + nth) as u32, info.kind, value(cell), false);
        }
        let known = self.plan.situation(&s.table, &p.shape, seat, &suits, &numbers, &items);
        let asks_text = open.as_ref().is_some_and(|open| matches!(open.ask.options, Options::Values(_, Kind::Text)));
        for mv in moves {
            let choice = |value: Value| MoveForm::Choice { value, suit: NO_CLASS, rank: NO_CLASS };
            let zone = |zone| p.shape.zone_from(zone, seat).index() as Value;
            let mut put = |nth: u32, form| self.plan.describe(&known, mix(kind, nth), form, None, into);
            match *mv {
                Move::Card(from, Which::Face(face)) => {
                    let source = self.plan.source(&s.table, &p.shape, from);
                    let from_kind = mix(kind, 8 + zone(from) as u32);
                    self.plan.describe(&known, from_kind, MoveForm::Cards(&[face]), source, into);
                }
                Move::Card(from, Which::Any) => put(1, choice(zone(from))),
                Move::Card(from, Which::At(_)) => put(2, choice(zone(from))),
                Move::Seat(other) => put(3, choice(turned(other.into()))),
                Move::Zone(of) => put(4, choice(zone(of))),
                Move::Value(value) => {
                    let (suit, rank) = self.named(if asks_text { Kind::Text } else { Kind::Number }, value);
                    put(5, MoveForm::Choice { value, suit, rank });
                }
                Move::Back(_) => put(6, choice(0)),
                Move::Done => put(7, choice(0)),
                Move::Button(0) => put(7, choice(1)),
                Move::Continue => put(7, choice(2)),
                Move::Button(at) => put(7, choice(2 + Value::from(at))),
            }
        }
    }
}

/// Whether a value is a text that is not empty.
fn is_named(p: &Program, value: Value) -> bool {
    value != MISSING && !p.symbols.text(value).is_empty()
}
