//! The options of an ask, and the moves that choose them.
//!
//! A move names a card by its face if the mover sees the card, or knows it and the zone is unordered. Otherwise a move
//! names the position of the card, or in an unordered zone only the zone. So players with equal views have equal moves.

use super::eval::{Eval, Memo};
use super::limits;
use super::machine::Here;
use super::message;
use super::notation;
use super::sets::{Bits, WORDS};
use super::simultaneous::Lanes;
use super::state::{CgmlState, Frame, LaneStanding, Offered, Stage};
use super::work_budget::Limit;
use crate::code::{Ask, At, Cards, Expr, Instruction, List, MISSING, Op, Options, Program, SlotId, Value};
use rulebook_kernel::{Seat, SeatSet, Viewer};
use rulebook_table::{Entry, Face, ZoneId};
use std::collections::BTreeMap;

/// A move: one choice of the asked seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Choose a card.
    Card(ZoneId, Which),
    /// Choose a seat.
    Seat(u8),
    /// Choose a zone.
    Zone(ZoneId),
    /// Choose a value: a number, a symbol, yes or no.
    Value(Value),
    /// Put back one of the picks.
    Back(Picked),
    /// Confirm the picks.
    Done,
    /// Choose none: a button beside the options.
    Button(u8),
    /// Continue; there is nothing to decide.
    Continue,
}

/// An earlier pick, with the name that it had when it was picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Picked {
    /// A card.
    Card(ZoneId, Which),
    /// A seat.
    Seat(u8),
    /// A zone.
    Zone(ZoneId),
    /// A value.
    Value(Value),
}

impl Picked {
    /// The move that makes this pick.
    pub(super) fn again(self) -> Move {
        match self {
            Picked::Card(zone, which) => Move::Card(zone, which),
            Picked::Seat(seat) => Move::Seat(seat),
            Picked::Zone(zone) => Move::Zone(zone),
            Picked::Value(value) => Move::Value(value),
        }
    }

    pub(super) fn by(mv: Move) -> Option<Picked> {
        match mv {
            Move::Card(zone, which) => Some(Picked::Card(zone, which)),
            Move::Seat(seat) => Some(Picked::Seat(seat)),
            Move::Zone(zone) => Some(Picked::Zone(zone)),
            Move::Value(value) => Some(Picked::Value(value)),
            Move::Back(_) | Move::Done | Move::Button(_) | Move::Continue => None,
        }
    }
}

/// How a move identifies one card of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Which {
    /// The card with this face.
    Face(Face),
    /// The card at this position, counted from the bottom.
    At(u16),
    /// A card that the mover cannot tell from the others.
    Any,
}

/// An open ask: the question, the context of its effect, and the index of the asking instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open<'a> {
    pub ask: &'a Ask,
    pub here: Here,
    pub at: u16,
}

/// The seats that must decide.
#[inline]
pub(super) fn due(p: &Program, s: &CgmlState) -> SeatSet {
    match s.frames.last() {
        Some(&Frame::Effect { rule, at, base, lists, .. }) => {
            // New instruction: this file assumes that only `Op::Ask` asks a player. Extend `Op::Ask` rather than add a
            // second instruction that asks.
            let Op::Ask(ask) = &p.unit(rule).code[at as usize].op else { return SeatSet::NONE };
            who(p, s, ask, base as usize, lists as usize).map_or(SeatSet::NONE, SeatSet::one)
        }
        Some(Frame::Lanes { .. }) => due_in_lanes(p, s),
        None if s.flow.stage == Stage::Idle => SeatSet::one(super::flow::idler(p, s)),
        _ => SeatSet::NONE,
    }
}

#[inline(never)]
fn due_in_lanes(p: &Program, s: &CgmlState) -> SeatSet {
    Lanes::on_top(p, s).map_or(SeatSet::NONE, |lanes| lanes.due(s))
}

/// The asked seat. It is usually the current player.
#[inline]
fn who(p: &Program, s: &CgmlState, ask: &Ask, base: usize, lists: usize) -> Option<Seat> {
    match ask.who {
        Expr::Current => Some(s.flow.seat()),
        ref who => who_by_rule(p, s, who, base, lists),
    }
}

/// Evaluates the expression for the asked seat. It is a separate function, so that `who` stays small in the usual case.
#[inline(never)]
fn who_by_rule(p: &Program, s: &CgmlState, who: &Expr, base: usize, lists: usize) -> Option<Seat> {
    Eval::new(p, s, &Memo::default(), base, lists).seat(who)
}

/// The open ask of a seat. `None` if this seat is not asked.
#[inline]
pub(super) fn open<'a>(p: &'a Program, s: &CgmlState, seat: Seat) -> Option<Open<'a>> {
    let open = open_to(p, s, seat)?;
    let here = open.here;
    let own = here.lane.is_some() || who(p, s, open.ask, here.base, here.lists) == Some(seat);
    own.then_some(open)
}

/// The open ask, or `None` if no ask is open. In lanes, this function checks that `seat` is asked. Outside lanes, the
/// caller must ensure that `seat` is asked.
#[inline]
pub(super) fn open_to<'a>(p: &'a Program, s: &CgmlState, seat: Seat) -> Option<Open<'a>> {
    match s.frames.last()? {
        &Frame::Effect { rule, at, base, lists, .. } => {
            let Op::Ask(ask) = &p.unit(rule).code[at as usize].op else { return None };
            let here = Here { rule, base: base as usize, lists: lists as usize, lane: None };
            Some(Open { ask, here, at })
        }
        Frame::Lanes { .. } => open_in_lanes(p, s, seat),
        Frame::Event { .. } => None,
    }
}

#[inline(never)]
fn open_in_lanes<'a>(p: &'a Program, s: &CgmlState, seat: Seat) -> Option<Open<'a>> {
    let lanes = Lanes::on_top(p, s)?;
    let i = lanes.of_seat(s, seat.index() as u8)?;
    let lane = lanes.get(s, i);
    let Op::Ask(ask) = &p.unit(lanes.rule).code[lane.at as usize].op else { return None };
    (lane.standing == LaneStanding::Asked).then(|| Open { ask, here: lanes.here(s, i), at: lane.at })
}

/// Adds all legal moves of an asked seat.
#[inline]
pub(super) fn moves(p: &Program, s: &CgmlState, seat: Seat, open: &Open<'_>, into: &mut Vec<Move>) {
    let memo = Memo::default();
    let mut eval = Eval::new(p, s, &memo, open.here.base, open.here.lists);
    let start = into.len();
    match &open.ask.many {
        None => {
            let offered = if open.here.lane.is_none() { s.offered } else { Offered::default() };
            single(&mut eval, seat, &open.ask.options, offered, into);
            let some = into.len() > start;
            buttons(&mut eval, open.ask, some, into);
        }
        Some(many) => super::picks::moves(&mut eval, seat, open, many, into),
    }
}

/// Adds the buttons that can be pressed. `some` says whether there are options.
#[inline]
pub(super) fn buttons(eval: &mut Eval<'_>, ask: &Ask, some: bool, into: &mut Vec<Move>) {
    if ask.buttons.is_empty() || some && ask.must.as_ref().is_some_and(|must| eval.test(must)) {
        return;
    }
    for (at, button) in ask.buttons.iter().enumerate() {
        if button.when.as_ref().is_none_or(|when| eval.test(when)) {
            into.push(Move::Button(at as u8));
        }
    }
}

/// The declared labels of the options, by move text. A card that the seat names by its position has no label, because
/// the player needs the position. Options that share a move have a label only if all of them have the same label.
pub(super) fn labels(p: &Program, s: &CgmlState, seat: Seat, open: &Open<'_>) -> BTreeMap<String, String> {
    let Some((temp, written)) = open.ask.label else { return BTreeMap::new() };
    let memo = Memo::default();
    let mut eval = Eval::new(p, s, &memo, open.here.base, open.here.lists);
    let mut options: Vec<(Move, Value)> = Vec::new();
    if let Options::Cards(cards) = &open.ask.options {
        for card in eval.set(cards).iter() {
            let mv = named(&eval, seat, card);
            if let Move::Card(_, Which::Face(_)) = mv {
                options.push((mv, Value::from(card.0)));
            }
        }
    } else {
        let mut moves = Vec::new();
        single(&mut eval, seat, &open.ask.options, Offered::default(), &mut moves);
        options.extend(moves.into_iter().filter_map(|mv| match mv {
            Move::Seat(seat) => Some((mv, Value::from(seat))),
            Move::Zone(zone) => Some((mv, Value::from(zone.0))),
            Move::Value(value) => Some((mv, value)),
            _ => None,
        }));
    }
    let mut labels: BTreeMap<String, Option<String>> = BTreeMap::new();
    for (mv, option) in options {
        let label = message::label(&mut eval, written, (temp, option), Viewer::Seat(seat));
        let known = labels.entry(notation::text(p, Some(open.ask), &mv)).or_insert_with(|| Some(label.clone()));
        if known.as_ref() != Some(&label) {
            *known = None;
        }
    }
    labels.into_iter().filter_map(|(text, label)| Some((text, label?))).collect()
}

/// The moves offered to a bot. There is only one way to reach each set of picks, and no pick is put back. In a solo
/// game, the move that cancels the previous choice is left out, because it would only waste a turn.
pub(super) fn shortlist(p: &Program, s: &CgmlState, seat: Seat, open: &Open<'_>, into: &mut Vec<Move>) {
    match &open.ask.many {
        None => {
            let start = into.len();
            moves(p, s, seat, open, into);
            let more = into.len() > start + 1 && into.last() == Some(&Move::Button(0));
            if s.seats == 1 && more && backs_out(&p.unit(open.here.rule).code, open.at, open.ask.into) {
                into.pop();
            }
        }
        Some(many) => {
            let memo = Memo::default();
            let mut eval = Eval::new(p, s, &memo, open.here.base, open.here.lists);
            super::picks::shortlist(&mut eval, seat, open, many, into);
        }
    }
}

/// Returns whether choosing nothing here only cancels the previous choice. This holds if the previous choice led to
/// this ask, and nothing happens between the two or after this ask.
fn backs_out(code: &[Instruction], at: At, into: SlotId) -> bool {
    let chosen = |condition: &Expr, answer: SlotId| match condition {
        Expr::IsThere(of) => matches!(**of, Expr::Slot(slot) if slot == answer),
        _ => false,
    };
    let earlier = &code[..usize::from(at)];
    let between = earlier.iter().rev().take_while(|step| matches!(step.op, Op::Jump(_) | Op::Branch(..))).count();
    let (earlier, between) = earlier.split_at(earlier.len() - between);
    let Some(Instruction { op: Op::Ask(before), .. }) = earlier.last() else { return false };
    let asked_of = |step: &Instruction| matches!(&step.op, Op::Branch(condition, _) if chosen(condition, before.into));
    if !between.iter().any(asked_of) {
        return false;
    }
    let mut here = at + 1;
    loop {
        here = match &code[usize::from(here)].op {
            Op::Jump(there) if *there > here => *there,
            Op::Branch(condition, there) if *there > here && chosen(condition, into) => *there,
            op => return matches!(op, Op::End),
        };
    }
}

/// Adds one move for each card that can be chosen.
fn cards_of<const W: usize>(eval: &mut Eval<'_>, seat: Seat, cards: &Cards, offered: Offered, into: &mut Vec<Move>) {
    let set: Bits<W> = offered.cards().unwrap_or_else(|| eval.bits(cards));
    let start = into.len();
    let copies = eval.p.copies();
    let (shape, table) = (&eval.p.shape, &eval.s.table);
    if !copies && table.knows_all(shape, seat, set.words()) {
        if let Some(zone) = lying(eval, &set) {
            name_all(eval, zone, &set, into);
            return;
        }
        let mut by_face = true;
        for card in set.first(eval.words()) {
            let zone = table.zone(card).expect("every card that is an option lies in a zone");
            by_face &= !shape.zone(zone).ordered || table.shows(shape, seat, card);
            into.push(Move::Card(zone, Which::Face(table.face(shape, card))));
        }
        if by_face {
            return;
        }
        into.truncate(start);
    }
    let mut unseen = false;
    for card in set.iter() {
        let mv = named(eval, seat, card);
        unseen |= !matches!(mv, Move::Card(_, Which::Face(_)));
        // All unknown cards of one unordered zone share one move. Cards with the same face share one move, too.
        if !(copies || matches!(mv, Move::Card(_, Which::Any))) || !into[start..].contains(&mv) {
            into.push(mv);
        }
    }
    if unseen {
        // Sorted by position, because entry numbers would reveal faces.
        into[start..].sort_by_key(|mv| match *mv {
            Move::Card(zone, Which::At(at)) => (1, zone.0, at),
            Move::Card(zone, Which::Any) => (1, zone.0, 0),
            _ => (0, 0, 0),
        });
    }
}

fn single(eval: &mut Eval<'_>, seat: Seat, options: &Options, offered: Offered, into: &mut Vec<Move>) {
    match options {
        Options::Cards(cards) => match eval.words() {
            0 | 1 => cards_of::<1>(eval, seat, cards, offered, into),
            2 => cards_of::<2>(eval, seat, cards, offered, into),
            _ => cards_of::<WORDS>(eval, seat, cards, offered, into),
        },
        Options::Seats(seats) => eval.each_seat(seats, |seat| into.push(Move::Seat(seat as u8))),
        Options::Zones(zones) => into.extend(eval.zones(zones).iter().map(|&zone| Move::Zone(ZoneId(zone as u16)))),
        Options::Values(List::Keys(keys), _) => eval.each_key(keys, |key| into.push(Move::Value(key))),
        Options::Values(list, _) => {
            let start = into.len();
            for value in eval.list(list) {
                if !into[start..].contains(&Move::Value(value)) {
                    into.push(Move::Value(value));
                }
            }
        }
        Options::Number(from, to) => {
            let (from, to) = (eval.scalar(from), eval.scalar(to));
            if from != MISSING && to != MISSING {
                into.extend(numbers(eval, from, to).map(Move::Value));
            }
        }
        Options::YesNo => into.extend([Move::Value(1), Move::Value(0)]),
    }
}

/// Returns whether a seat names a card by its face. A card that the seat cannot see now but can point at is named by
/// its position, even if the seat remembers the face. Otherwise the list of options would tell the player which card it
/// is.
pub(super) fn by_face(eval: &Eval<'_>, seat: Seat, card: Entry) -> bool {
    let (shape, table) = (&eval.p.shape, &eval.s.table);
    table.knows(shape, seat, card) && (table.shows(shape, seat, card) || table.position(shape, card).is_none())
}

/// The move by which a seat names a card.
pub(super) fn named(eval: &Eval<'_>, seat: Seat, card: Entry) -> Move {
    let (shape, table) = (&eval.p.shape, &eval.s.table);
    let zone = table.zone(card).expect("every card that is an option lies in a zone");
    if by_face(eval, seat, card) {
        return Move::Card(zone, Which::Face(table.face(shape, card)));
    }
    Move::Card(zone, table.position(shape, card).map_or(Which::Any, |at| Which::At(at as u16)))
}

/// The zone of these cards, if all of them lie in one unordered zone. A seat that knows such cards names all of them by
/// face.
#[inline]
pub(super) fn lying<const W: usize>(eval: &Eval<'_>, cards: &Bits<W>) -> Option<ZoneId> {
    let (shape, table) = (&eval.p.shape, &eval.s.table);
    let zone = table.zone(cards.first(eval.words()).next()?)?;
    (!shape.zone(zone).ordered && cards.is_in(table.set(shape, zone))).then_some(zone)
}

/// Adds a move for each of these cards, named by face. All of them lie in `zone`, and the mover knows each of them.
#[inline]
pub(super) fn name_all<const W: usize>(eval: &Eval<'_>, zone: ZoneId, cards: &Bits<W>, into: &mut Vec<Move>) {
    let (shape, table) = (&eval.p.shape, &eval.s.table);
    if shape.is_plain() {
        cards.each(eval.words(), |card| into.push(Move::Card(zone, Which::Face(Face(card.0)))));
    } else {
        cards.each(eval.words(), |card| into.push(Move::Card(zone, Which::Face(table.face(shape, card)))));
    }
}

/// The move by which a seat names a card that it knows.
#[inline]
pub(super) fn named_known(eval: &Eval<'_>, seat: Seat, card: Entry) -> Move {
    let (shape, table) = (&eval.p.shape, &eval.s.table);
    match table.zone(card) {
        // Name the card by its face if the zone is unordered, or if the mover sees the card in the zone.
        Some(zone) if !shape.zone(zone).ordered || table.shows(shape, seat, card) => {
            Move::Card(zone, Which::Face(table.face(shape, card)))
        }
        _ => named(eval, seat, card),
    }
}

pub(super) fn move_of(eval: &Eval<'_>, seat: Seat, options: &Options, option: Value) -> Move {
    match options {
        Options::Cards(_) => named(eval, seat, Entry(option as u16)),
        Options::Seats(_) => Move::Seat(option as u8),
        Options::Zones(_) => Move::Zone(ZoneId(option as u16)),
        Options::Values(..) | Options::Number(..) | Options::YesNo => Move::Value(option),
    }
}

/// Returns whether there is anything to choose. The machine calls this function before it waits for an answer. Stores
/// the found cards in `offered`, so that they need not be searched again.
pub(super) fn possible(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>, offered: &mut Offered) -> bool {
    let ask = open.ask;
    if ask.buttons.iter().any(|button| button.when.as_ref().is_none_or(|when| eval.test(when))) {
        return true;
    }
    let Some(many) = &ask.many else {
        return match &ask.options {
            Options::Cards(cards) => match eval.words() {
                0 | 1 => offer(eval.bits::<1>(cards), offered),
                2 => offer(eval.bits::<2>(cards), offered),
                _ => offer(eval.bits::<WORDS>(cards), offered),
            },
            Options::Seats(seats) => {
                let mut any = false;
                eval.each_seat(seats, |_| any = true);
                any
            }
            Options::Zones(zones) => !eval.zones(zones).is_empty(),
            Options::Values(list, _) => eval.has_items(list),
            Options::Number(from, to) => in_range(eval, from, to),
            Options::YesNo => true,
        };
    };
    super::picks::possible(eval, seat, open, many)
}

/// Caches the options. Returns whether there are any.
#[inline]
fn offer<const W: usize>(cards: Bits<W>, offered: &mut Offered) -> bool {
    *offered = Offered::new(cards);
    !cards.is_empty()
}

fn in_range(eval: &mut Eval<'_>, from: &Expr, to: &Expr) -> bool {
    let (from, to) = (eval.scalar(from), eval.scalar(to));
    from != MISSING && to != MISSING && !numbers(eval, from, to).is_empty()
}

/// The numbers of a range. A range above the limit counts as a fault and yields only its first number.
pub(super) fn numbers(eval: &Eval<'_>, from: Value, to: Value) -> std::ops::RangeInclusive<Value> {
    if i64::from(to) - i64::from(from) >= i64::from(limits::RANGE) {
        eval.hit(Limit::Range);
        return from..=from;
    }
    from..=to
}
