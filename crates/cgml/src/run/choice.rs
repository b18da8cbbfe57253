//! What can be chosen at an ask, and how a choice is named.
//!
//! A move names a card by its zone and face where the mover knows it, else by its place, else only by its zone: so that
//! equal views offer equal moves.

use super::bounds::Between;
use super::eval::Eval;
use super::lanes::Lanes;
use super::limits;
use super::machine::Here;
use super::sets::Set;
use super::state::{Frame, LaneStanding, Stage, State};
use super::work::Limit;
use crate::code::{Ask, Expr, List, MISSING, Many, Op, Options, Program, Value};
use rulebook_kernel::{Seat, SeatSet};
use rulebook_table::{Entry, Face, ZoneId};
use smallvec::SmallVec;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A card.
    Card(ZoneId, Which),
    /// A seat.
    Seat(u8),
    /// A zone.
    Zone(ZoneId),
    /// A value: a number, a symbol, yes or no.
    Value(Value),
    /// Enough has been picked.
    Done,
    /// Nothing of it: the button beside the options.
    Otherwise,
    /// Nothing to decide: the game goes on.
    Continue,
}

/// Which card of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Which {
    /// With this face.
    Face(Face),
    /// With so many below it.
    At(u16),
    /// One that the mover cannot tell from the others.
    Any,
}

/// An open question: to whom, where the code stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open<'a> {
    pub ask: &'a Ask,
    pub here: Here,
    pub at: u16,
}

/// Those whose decision it is.
pub(super) fn due(p: &Program, s: &State) -> SeatSet {
    match s.frames.last() {
        None if s.flow.stage == Stage::Idle => SeatSet::one(super::flow::idler(p, s)),
        Some(&Frame::Effect { rule, at, base, lists, .. }) => {
            let Op::Ask(ask) = &p.unit(rule).code[at as usize].op else { return SeatSet::NONE };
            let mut eval = Eval::new(p, s, base as usize, lists as usize);
            eval.seat(&ask.who).map_or(SeatSet::NONE, SeatSet::one)
        }
        Some(Frame::Lanes { .. }) => Lanes::on_top(p, s).map_or(SeatSet::NONE, |lanes| lanes.due(s)),
        _ => SeatSet::NONE,
    }
}

/// What a seat is asked.
pub(super) fn open<'a>(p: &'a Program, s: &State, seat: Seat) -> Option<Open<'a>> {
    let open = open_to(p, s, seat)?;
    let here = open.here;
    let own = here.lane.is_some() || Eval::new(p, s, here.base, here.lists).seat(&open.ask.who) == Some(seat);
    own.then_some(open)
}

/// What a seat is asked, if anybody is.
#[inline]
pub(super) fn open_to<'a>(p: &'a Program, s: &State, seat: Seat) -> Option<Open<'a>> {
    match s.frames.last()? {
        &Frame::Effect { rule, at, base, lists, .. } => {
            let Op::Ask(ask) = &p.unit(rule).code[at as usize].op else { return None };
            let here = Here { rule, base: base as usize, lists: lists as usize, lane: None };
            Some(Open { ask, here, at })
        }
        Frame::Lanes { .. } => {
            let lanes = Lanes::on_top(p, s)?;
            let i = lanes.of_seat(s, seat.index() as u8)?;
            let lane = lanes.get(s, i);
            let Op::Ask(ask) = &p.unit(lanes.rule).code[lane.at as usize].op else { return None };
            (lane.standing == LaneStanding::Asked).then(|| Open { ask, here: lanes.here(s, i), at: lane.at })
        }
        Frame::Event { .. } => None,
    }
}

/// The moves of a seat that is asked.
pub(super) fn moves(p: &Program, s: &State, seat: Seat, open: &Open<'_>, into: &mut Vec<Move>) {
    let mut eval = Eval::new(p, s, open.here.base, open.here.lists);
    let start = into.len();
    match &open.ask.many {
        None => {
            let offered = s.offered.0.filter(|_| open.here.lane.is_none());
            single(&mut eval, seat, &open.ask.options, offered, into);
            if open.ask.otherwise.is_some() && (!open.ask.must || into.len() == start) {
                into.push(Move::Otherwise);
            }
        }
        Some(many) => several(&mut eval, seat, open, many, into),
    }
}

fn single(eval: &mut Eval<'_>, seat: Seat, options: &Options, offered: Option<Set>, into: &mut Vec<Move>) {
    match options {
        Options::Cards(cards) => {
            let set = offered.unwrap_or_else(|| eval.set(cards));
            let start = into.len();
            let copies = eval.p.copies();
            let (shape, table) = (&eval.p.shape, &eval.s.table);
            if !copies && table.knows_all(shape, seat, set.words()) {
                let mut by_face = true;
                for card in set.iter() {
                    let zone = table.zone(card).expect("only cards that lie somewhere are options");
                    by_face &= !shape.zone(zone).ordered || table.shown(shape, card).has(seat);
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
                // Blanks of one zone, and copies, are one move.
                if !(copies || matches!(mv, Move::Card(_, Which::Any))) || !into[start..].contains(&mv) {
                    into.push(mv);
                }
            }
            if unseen {
                // Their numbers would tell their faces: they come by their places.
                into[start..].sort_by_key(|mv| match *mv {
                    Move::Card(zone, Which::At(at)) => (1, zone.0, at),
                    Move::Card(zone, Which::Any) => (1, zone.0, 0),
                    _ => (0, 0, 0),
                });
            }
        }
        Options::Seats(seats) => into.extend(eval.seats(seats).iter().map(|&seat| Move::Seat(seat as u8))),
        Options::Zones(zones) => into.extend(eval.zones(zones).iter().map(|&zone| Move::Zone(ZoneId(zone as u16)))),
        Options::Values(List::Keys(keys), _) => into.extend(eval.keys(keys).iter().map(|&key| Move::Value(key))),
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

/// Does a seat name a card by its face? One that it cannot look at, but whose place it sees, it points at, even if it could
/// remember what it is: a list of options is no memory.
pub(super) fn by_face(eval: &Eval<'_>, seat: Seat, card: Entry) -> bool {
    let (shape, table) = (&eval.p.shape, &eval.s.table);
    table.knows(shape, seat, card) && (table.shown(shape, card).has(seat) || table.position(shape, card).is_none())
}

/// How a seat names a card.
pub(super) fn named(eval: &Eval<'_>, seat: Seat, card: Entry) -> Move {
    let (shape, table) = (&eval.p.shape, &eval.s.table);
    let zone = table.zone(card).expect("only cards that lie somewhere are options");
    if by_face(eval, seat, card) {
        return Move::Card(zone, Which::Face(table.face(shape, card)));
    }
    Move::Card(zone, table.position(shape, card).map_or(Which::Any, |at| Which::At(at as u16)))
}

/// What can be picked next of several, in an order in which picks ascend.
pub(super) struct Pool {
    /// The options as values (entries for cards), ascending.
    pub options: Picks,
    /// What has been picked.
    pub picks: Picks,
    pub min: usize,
    pub max: usize,
    /// The first option that may still be picked.
    pub from: usize,
}

/// Options or picks: no more than a pack of cards takes no allocation.
pub(super) type Picks = SmallVec<[Value; 64]>;

pub(super) fn pool(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>, many: &Many) -> Pool {
    let picks = Picks::from_slice(&eval.s.lists[open.here.lists + many.into.0 as usize].values);
    let options: Picks = match &open.ask.options {
        Options::Cards(cards) => {
            let set = eval.set(cards);
            let mut options: Picks = set.iter().map(crate::code::card).collect();
            // Those that the mover knows are in order already.
            if !eval.s.table.knows_all(&eval.p.shape, seat, set.words()) {
                options.sort_unstable_by_key(|&card| key(eval, seat, Entry(card as u16)));
            }
            options
        }
        Options::Seats(seats) => Picks::from_slice(&eval.seats(seats)),
        Options::Zones(zones) => Picks::from_slice(&eval.zones(zones)),
        Options::Values(list, _) => {
            let mut distinct = Picks::new();
            for value in eval.list(list) {
                if !distinct.contains(&value) {
                    distinct.push(value);
                }
            }
            distinct
        }
        Options::Number(from, to) => {
            let (from, to) = (eval.scalar(from), eval.scalar(to));
            let there = from != MISSING && to != MISSING;
            if there { numbers(eval, from, to).collect() } else { Picks::new() }
        }
        Options::YesNo => Picks::from_slice(&[1, 0]),
    };
    let min = eval.scalar(&many.min).max(0) as usize;
    let max = many.max.as_ref().map_or(options.len(), |max| eval.scalar(max).max(0) as usize).min(options.len());
    let last = picks.last().and_then(|last| options.iter().position(|option| option == last));
    let from = if many.ordered { 0 } else { last.map_or(0, |at| at + 1) };
    Pool { options, picks, min, max, from }
}

/// Cards that are named by number, others by place: what the mover can tell.
fn key(eval: &Eval<'_>, seat: Seat, card: Entry) -> (u8, u16, usize, usize) {
    let (shape, table) = (&eval.p.shape, &eval.s.table);
    let zone = table.zone(card).map_or(0, |zone| zone.0);
    if by_face(eval, seat, card) {
        return (0, 0, card.index(), 0);
    }
    (1, zone, table.position(shape, card).unwrap_or(0), card.index())
}

fn several(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>, many: &Many, into: &mut Vec<Move>) {
    let mut pool = pool(eval, seat, open, many);
    let start = into.len();
    let (picked, cards) = (pool.picks.len(), matches!(open.ask.options, Options::Cards(_)));
    let mut picks = std::mem::take(&mut pool.picks);
    if picked < pool.max {
        for at in pool.from..pool.options.len() {
            let option = pool.options[at];
            if many.ordered && picks.contains(&option) {
                continue;
            }
            let mv = move_of(eval, seat, &open.ask.options, option);
            // Blanks of one zone, and copies, are one move.
            let alike = cards && (eval.p.copies() || matches!(mv, Move::Card(_, Which::Any)));
            if (alike || !cards) && into[start..].contains(&mv) {
                continue;
            }
            picks.push(option);
            let next = if many.ordered { 0 } else { at + 1 };
            if completes(eval, many, &pool, &mut picks, next, &mut limits::SETS.clone()) {
                into.push(mv);
            }
            picks.pop();
        }
    }
    if picked >= pool.min && fits(eval, many, &picks) {
        into.push(Move::Done);
    }
    if open.ask.otherwise.is_some() && picked == 0 && (!open.ask.must || into.len() == start) {
        into.push(Move::Otherwise);
    }
}

/// Can the picks be completed?
pub(super) fn completes(
    eval: &mut Eval<'_>,
    many: &Many,
    pool: &Pool,
    picks: &mut Picks,
    from: usize,
    tries: &mut u32,
) -> bool {
    let left = if many.ordered { pool.options.len() - picks.len() } else { pool.options.len() - from };
    if picks.len() > pool.max || picks.len() + left < pool.min {
        return false;
    }
    if many.constraint.is_none() {
        return true;
    }
    if *tries == 0 {
        eval.hit(Limit::Sets);
        return false;
    }
    *tries -= 1;
    if picks.len() >= pool.min && fits(eval, many, picks) {
        return true;
    }
    if pool.options.len() > limits::PLAIN_SEARCH && !may_fit(eval, many, picks, &pool.options[from..]) {
        return false;
    }
    for at in from..pool.options.len() {
        picks.push(pool.options[at]);
        let found = completes(eval, many, pool, picks, at + 1, tries);
        picks.pop();
        if found {
            return true;
        }
    }
    false
}

/// May the picks fulfil the constraint with some of the others?
fn may_fit(eval: &mut Eval<'_>, many: &Many, picks: &[Value], others: &[Value]) -> bool {
    let Some(constraint) = &many.constraint else { return true };
    let mut least = Set::EMPTY;
    picks.iter().for_each(|&card| least.put(Entry(card as u16)));
    let mut most = least;
    others.iter().for_each(|&card| most.put(Entry(card as u16)));
    Between { least: &least, most: &most }.may_hold(eval, constraint)
}

/// Finds out whether each pick can be completed, where that may take too long: the machine ends the match then, before
/// anybody is offered less than there is.
pub(super) fn survey(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>) {
    let Some(many) = open.ask.many.as_ref().filter(|many| many.constraint.is_some()) else { return };
    let mut pool = pool(eval, seat, open, many);
    if pool.options.len() <= limits::PLAIN_SEARCH || pool.picks.len() >= pool.max {
        return;
    }
    let mut picks = std::mem::take(&mut pool.picks);
    for at in pool.from..pool.options.len() {
        picks.push(pool.options[at]);
        completes(eval, many, &pool, &mut picks, at + 1, &mut limits::SETS.clone());
        picks.pop();
    }
}

/// Do the picks fulfil the constraint?
pub(super) fn fits(eval: &mut Eval<'_>, many: &Many, picks: &[Value]) -> bool {
    let Some(constraint) = &many.constraint else { return true };
    let mut set = Set::EMPTY;
    picks.iter().for_each(|&card| set.put(Entry(card as u16)));
    let (picked, work) = (Some(&set), Some(eval.work()));
    let mut inner = Eval { picked, work, ..Eval::new(eval.p, eval.s, eval.base, eval.lists) };
    inner.burn(1) && inner.test(constraint)
}

fn move_of(eval: &Eval<'_>, seat: Seat, options: &Options, option: Value) -> Move {
    match options {
        Options::Cards(_) => named(eval, seat, Entry(option as u16)),
        Options::Seats(_) => Move::Seat(option as u8),
        Options::Zones(_) => Move::Zone(ZoneId(option as u16)),
        Options::Values(..) | Options::Number(..) | Options::YesNo => Move::Value(option),
    }
}

/// Is there anything to choose? Asked before the machine stands still.
/// The cards that it found are kept for those who ask next.
pub(super) fn possible(eval: &mut Eval<'_>, seat: Seat, open: &Open<'_>, offered: &mut Option<Set>) -> bool {
    let ask = open.ask;
    if ask.otherwise.is_some() {
        return true;
    }
    let Some(many) = &ask.many else {
        return match &ask.options {
            Options::Cards(cards) => !offered.insert(eval.set(cards)).is_empty(),
            Options::Seats(seats) => !eval.seats(seats).is_empty(),
            Options::Zones(zones) => !eval.zones(zones).is_empty(),
            Options::Values(list, _) => eval.has_items(list),
            Options::Number(from, to) => in_range(eval, from, to),
            Options::YesNo => true,
        };
    };
    let pool = pool(eval, seat, open, many);
    completes(eval, many, &pool, &mut Picks::new(), 0, &mut limits::SETS.clone())
}

fn in_range(eval: &mut Eval<'_>, from: &Expr, to: &Expr) -> bool {
    let (from, to) = (eval.scalar(from), eval.scalar(to));
    from != MISSING && to != MISSING && !numbers(eval, from, to).is_empty()
}

/// The numbers from one to another. More than can be offered are beyond the limit.
fn numbers(eval: &Eval<'_>, from: Value, to: Value) -> std::ops::RangeInclusive<Value> {
    if i64::from(to) - i64::from(from) >= i64::from(limits::RANGE) {
        eval.hit(Limit::Range);
        return from..=from;
    }
    from..=to
}

impl crate::code::Cards {
    /// What the filters are around.
    pub(super) fn base(&self) -> &crate::code::Cards {
        match self {
            crate::code::Cards::Filter(inner, _) | crate::code::Cards::Prefer(inner, _) => inner.base(),
            crate::code::Cards::If(_, yes, no) if yes.base() == no.base() => yes.base(),
            other => other,
        }
    }
}

impl Program {
    /// Can there be several cards with one face?
    pub(super) fn copies(&self) -> bool {
        self.shape.entries() > self.shape.face_count()
    }
}
