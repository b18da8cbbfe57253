//! Evaluates scalar expressions. Evaluation is pure: it reads the state and changes nothing. `sets.rs` evaluates sets
//! of cards, and `lists.rs` evaluates lists. `audience.rs` computes who may know a result.

use super::lists::Row;
use super::sets::Set;
use super::state::{CgmlState, value};
use super::work_budget::WorkBudget;
use crate::code::{
    Arith, Binding, Cards, Compare, Expr, Extreme, Item, List, MISSING, Program, Quantifier, Seats, Share, TempId,
    TempListId, Value,
};
use rulebook_kernel::{Seat, SeatSet};
use rulebook_table::{Entry, VarId, ZoneId};
use std::cell::{Cell, RefCell};

/// The context of an evaluation: program, state, the frame's scalars and lists, and temporaries.
pub(crate) struct Eval<'a> {
    pub(super) p: &'a Program,
    pub(super) s: &'a CgmlState,
    pub(super) base: usize,
    pub(super) lists: usize,
    /// The cards picked so far, for constraints.
    pub(super) picked: Option<&'a Set>,
    /// Temporaries, cached values and the work budget.
    pub(super) memo: &'a Memo,
    /// Change counters of the table. `None` disables the cache.
    pub(super) changes: Option<&'a Changes>,
}

/// Number of cache slots. A new value replaces the old value of its slot.
const REMEMBERED: usize = 2;

/// A cached value, valid until the table changes.
#[derive(Clone, Copy, Debug)]
struct Remembered {
    /// The number of the shared expression, counted from 1. 0 means that the slot is empty.
    number: u32,
    /// The value of the change counter at the time when the value was computed.
    then: u32,
    what: u32,
}

/// Cached values, by the number of their expression.
type Remembering = [Cell<Remembered>; REMEMBERED];

impl Remembered {
    const NOTHING: Remembered = Remembered { number: 0, then: 0, what: 0 };
}

/// Counts the changes of the table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Changes {
    /// Changes of cards and of their audiences.
    pub cards: u32,
    /// Changes of cards, audiences and variables.
    pub all: u32,
}

/// Data that a machine keeps between evaluations.
#[derive(Debug)]
pub(crate) struct Memo {
    /// The temporaries. Each is set before it is read.
    pub(super) temps: [Cell<Value>; TempId::MOST],
    /// The temporary lists, or `None` before the first list is set. Each list is set before it is read.
    pub(super) lists: RefCell<Option<Box<TempLists>>>,
    /// Cached values.
    values: Remembering,
    /// Cached audiences.
    audiences: Remembering,
    pub(super) work: WorkBudget,
}

/// The temporary lists by number.
#[derive(Clone, Debug, Default)]
pub(super) struct TempLists(pub(super) Vec<Row>);

impl Default for Memo {
    #[inline]
    fn default() -> Memo {
        Memo {
            temps: [const { Cell::new(MISSING) }; TempId::MOST],
            lists: RefCell::new(None),
            values: [const { Cell::new(Remembered::NOTHING) }; REMEMBERED],
            audiences: [const { Cell::new(Remembered::NOTHING) }; REMEMBERED],
            work: WorkBudget::default(),
        }
    }
}

/// Returns a cached value if it is still valid.
#[inline]
fn recall(cache: &Remembering, share: Share, changes: &Changes) -> Option<u32> {
    let known = cache[share.number as usize % REMEMBERED].get();
    let valid = known.number == u32::from(share.number) + 1 && known.then == changes.of(share);
    valid.then_some(known.what)
}

/// Caches a value.
#[inline]
fn remember(cache: &Remembering, share: Share, changes: &Changes, what: u32) {
    let number = u32::from(share.number) + 1;
    cache[share.number as usize % REMEMBERED].set(Remembered { number, then: changes.of(share), what });
}

impl Memo {
    /// Returns the cached value of a shared expression if it is still valid.
    #[inline]
    pub(super) fn recall(&self, share: Share, changes: &Changes) -> Option<Value> {
        recall(&self.values, share, changes).map(|value| value as Value)
    }

    /// Caches the value of a shared expression.
    #[inline]
    pub(super) fn remember(&self, share: Share, changes: &Changes, value: Value) {
        remember(&self.values, share, changes, value as u32);
    }
}

impl Changes {
    /// The counter for a shared expression.
    #[inline]
    fn of(&self, share: Share) -> u32 {
        if share.variables { self.all } else { self.cards }
    }
}

pub(crate) const TRUE: Value = 1;
pub(crate) const FALSE: Value = 0;

impl<'a> Eval<'a> {
    #[inline]
    pub fn new(p: &'a Program, s: &'a CgmlState, memo: &'a Memo, base: usize, lists: usize) -> Eval<'a> {
        Eval { p, s, base, lists, picked: None, memo, changes: None }
    }

    /// A copy of this context in which a constraint can read the picked cards.
    pub fn of_picked<'b>(&'b self, picked: &'b Set) -> Eval<'b> {
        Eval { picked: Some(picked), ..Eval::new(self.p, self.s, self.memo, self.base, self.lists) }
    }

    /// Returns whether the expression is true; a missing value is false.
    #[inline]
    pub fn test(&mut self, expr: &Expr) -> bool {
        self.scalar(expr) == TRUE
    }

    /// The value of an operand. Constants, slots, temporaries and variables are handled directly in this function,
    /// because they are the most frequent.
    #[inline(always)]
    pub(super) fn operand(&mut self, expr: &Expr) -> Value {
        match expr {
            Expr::Const(value) => *value,
            Expr::Slot(slot) => value(self.s.cells[self.base + slot.0 as usize]),
            Expr::Temp(temp) => self.memo.temps[temp.0 as usize % TempId::MOST].get(),
            Expr::Var(var) => self.s.table.var(&self.p.shape, *var),
            Expr::Current => Value::from(self.s.flow.current),
            other => self.scalar(other),
        }
    }

    /// The value of an expression. This function reads constants, slots, temporaries and variables itself. Each other
    /// kind has a function of its own, so that simple expressions stay cheap.
    pub fn scalar(&mut self, expr: &Expr) -> Value {
        match expr {
            Expr::Const(value) => *value,
            Expr::Slot(slot) => value(self.s.cells[self.base + slot.0 as usize]),
            Expr::Temp(temp) => self.memo.temps[temp.0 as usize % TempId::MOST].get(),
            Expr::Var(var) => self.s.table.var(&self.p.shape, *var),
            Expr::Current => Value::from(self.s.flow.current),
            Expr::Compare(sign, a, b) => match (&**a, &**b) {
                (Expr::CountCards(cards), Expr::Const(than)) => self.compared_count(*sign, cards, *than),
                (a, b) => self.compared(*sign, a, b),
            },
            Expr::Arith(sign, a, b) => self.computed(*sign, a, b),
            Expr::And(all) => self.all_of(all),
            Expr::Or(any) => self.one_of(any),
            Expr::Not(expr) => self.not(expr),
            Expr::If(condition, yes, no) => self.either(condition, yes, no),
            Expr::IsThere(expr) => self.is_there(expr),
            Expr::Property(property, card) => self.property_of(*property, card),
            Expr::RankOfCard(card) => self.rank_of(card),
            Expr::ZoneOf(def, seat) => self.zone_of_seat(*def, seat),
            Expr::CountCards(cards) => self.counted(cards),
            Expr::AnyCard(cards) => self.is_any(cards),
            Expr::Let(temp, bound, body) => self.bound(*temp, bound, body),
            Expr::Top(zone) => self.top(zone),
            Expr::Shared(share, expr) => self.shared(*share, expr),
            other => self.rare(other),
        }
    }

    /// Fast path: a number of cards compared with a constant.
    #[inline(never)]
    fn compared_count(&mut self, sign: Compare, cards: &Cards, than: Value) -> Value {
        Value::from(sign.holds(self.count(cards) as Value, than))
    }

    /// Compares two values. If the left side reads a property of a card, it is evaluated directly in this function.
    #[inline(never)]
    fn compared(&mut self, sign: Compare, a: &Expr, b: &Expr) -> Value {
        let a = match a {
            Expr::Property(property, card) => self.printed(*property, card),
            a => self.operand(a),
        };
        let b = self.operand(b);
        Value::from(sign.holds(a, b))
    }

    #[inline(never)]
    fn counted(&mut self, cards: &Cards) -> Value {
        self.count(cards) as Value
    }

    #[inline(never)]
    fn is_any(&mut self, cards: &Cards) -> Value {
        Value::from(self.any(cards))
    }

    #[inline(never)]
    fn computed(&mut self, sign: Arith, a: &Expr, b: &Expr) -> Value {
        let (a, b) = (self.operand(a), self.operand(b));
        sign.apply(a, b)
    }

    #[inline(never)]
    fn all_of(&mut self, all: &[Expr]) -> Value {
        Value::from(all.iter().all(|expr| self.test(expr)))
    }

    #[inline(never)]
    fn one_of(&mut self, any: &[Expr]) -> Value {
        Value::from(any.iter().any(|expr| self.test(expr)))
    }

    #[inline(never)]
    fn not(&mut self, expr: &Expr) -> Value {
        Value::from(!self.test(expr))
    }

    #[inline(never)]
    fn either(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Value {
        let branch = if self.test(condition) { yes } else { no };
        self.scalar(branch)
    }

    #[inline(never)]
    fn is_there(&mut self, expr: &Expr) -> Value {
        Value::from(self.operand(expr) != MISSING)
    }

    #[inline(never)]
    fn property_of(&mut self, property: usize, card: &Expr) -> Value {
        self.printed(property, card)
    }

    #[inline(always)]
    fn printed(&mut self, property: usize, card: &Expr) -> Value {
        let card = self.operand(card);
        // A missing card is a negative number, so its index is out of range.
        match self.p.properties[property].by_entry.get(card as usize) {
            Some(&value) => value,
            None => self.property_of_any(property, card),
        }
    }

    /// The property of a card that can change, was created in play, or may have left the table.
    #[inline(never)]
    pub(super) fn property_of_any(&self, property: usize, card: Value) -> Value {
        self.entry(card).map_or(MISSING, |card| self.property(property, card))
    }

    #[inline(never)]
    fn rank_of(&mut self, card: &Expr) -> Value {
        let card = self.operand(card);
        self.rank(card)
    }

    /// The rank of the card with this number.
    #[inline]
    pub(super) fn rank(&self, card: Value) -> Value {
        if let Some(&rank) = self.p.rank_of_entry.get(card as usize) {
            return rank;
        }
        self.entry(card).map_or(MISSING, |card| self.p.rank_of_face[self.s.table.face(&self.p.shape, card).index()])
    }

    #[inline(never)]
    fn zone_of_seat(&mut self, def: usize, seat: &Expr) -> Value {
        let seat = self.operand(seat);
        let there = (0..self.p.seats as Value).contains(&seat);
        if there { Value::from(self.p.shape.zone_of(def, Seat::new(seat as usize)).0) } else { MISSING }
    }

    #[inline(never)]
    fn bound(&mut self, temp: TempId, bound: &Expr, body: &Expr) -> Value {
        let bound = self.scalar(bound);
        self.memo.temps[temp.0 as usize].set(bound);
        self.scalar(body)
    }

    /// Sets a temporary.
    pub(super) fn set_temp(&mut self, temp: TempId, value: Value) {
        self.memo.temps[temp.0 as usize].set(value);
    }

    /// Puts the value of a `let` into its temporary.
    #[inline(never)]
    pub(super) fn bind(&mut self, binding: &Binding) {
        match binding {
            Binding::One(temp, value) => {
                let value = self.scalar(value);
                self.memo.temps[temp.0 as usize].set(value);
            }
            Binding::Many(temp, items) => self.bind_list(*temp, items),
        }
    }

    #[inline(never)]
    pub(super) fn bind_list(&mut self, temp: TempListId, items: &Item) {
        let row = self.items(items);
        let (mut lists, at) = (self.memo.lists.borrow_mut(), temp.0 as usize);
        let lists = &mut lists.get_or_insert_default().0;
        if lists.len() <= at {
            lists.resize_with(at + 1, Row::new);
        }
        lists[at] = row;
    }

    #[inline(never)]
    fn top(&mut self, zone: &Expr) -> Value {
        self.end(zone, true)
    }

    #[inline(never)]
    fn rare(&mut self, expr: &Expr) -> Value {
        match expr {
            Expr::Global(slot) => value(self.s.cells[slot.0 as usize]),
            Expr::Const(_)
            | Expr::Slot(_)
            | Expr::Temp(_)
            | Expr::Var(_)
            | Expr::Current
            | Expr::Compare(..)
            | Expr::And(_)
            | Expr::Or(_)
            | Expr::Not(_)
            | Expr::IsThere(_)
            | Expr::Property(..)
            | Expr::RankOfCard(_)
            | Expr::ZoneOf(..)
            | Expr::Arith(..)
            | Expr::If(..)
            | Expr::CountCards(_)
            | Expr::AnyCard(_)
            | Expr::Let(..)
            | Expr::Top(_)
            | Expr::Shared(..) => self.scalar(expr),
            Expr::LetList(temp, items, body) => {
                self.bind_list(*temp, items);
                self.scalar(body)
            }
            Expr::VarOf(def, seat) => match self.seat(seat) {
                Some(seat) => self.s.table.var(&self.p.shape, self.var_of(*def, seat)),
                None => MISSING,
            },
            Expr::SeatAfter(seat, steps) => self.seat(seat).map_or(MISSING, |seat| {
                let seats = self.p.seats as i32;
                (seat.index() as i32 + steps).rem_euclid(seats)
            }),
            Expr::SeatAt(index) => self.seat(index).map_or(MISSING, |seat| seat.index() as Value),
            Expr::TeamOf(seat) => self.seat(seat).map_or(MISSING, |seat| Value::from(self.p.teams[seat.index()])),
            Expr::ActiveState => self.p.flow.states[self.s.flow.state as usize].name,
            Expr::ActivePhase => self.phase(),
            Expr::TurnIndex => self.s.flow.turn as Value,
            Expr::ZoneOfCard(card) => self.on_card(card, |e, card| e.zone_of(card)),
            Expr::OwnerOfZone(zone) => match self.zone(zone) {
                Some(zone) => self.p.zones[zone.index()].owner.map_or(MISSING, Value::from),
                None => MISSING,
            },
            Expr::Bottom(zone) => self.end(zone, false),
            Expr::CardAt(zone, at) => {
                let at = self.scalar(at);
                let zone = self.zone(zone).filter(|_| at >= 0);
                zone.and_then(|zone| self.s.table.nth(&self.p.shape, zone, at as usize))
                    .map_or(MISSING, crate::code::card)
            }
            Expr::RankOfSymbol(symbol) => {
                let symbol = self.scalar(symbol);
                usize::try_from(symbol).ok().and_then(|i| self.p.rank_of_symbol.get(i)).copied().unwrap_or(MISSING)
            }
            Expr::Letters(text) => match self.scalar(text) {
                MISSING => MISSING,
                symbol => self.p.symbols.text(symbol).chars().count() as Value,
            },
            Expr::IsUp(card) => self.on_card(card, |e, card| Value::from(e.s.table.is_up(&e.p.shape, card))),
            Expr::FaceId(card) => self.on_card(card, |e, card| e.p.face_ids[e.s.table.face(&e.p.shape, card).index()]),
            Expr::DeckOf(card) => {
                self.on_card(card, |e, card| e.p.face_decks[e.s.table.face(&e.p.shape, card).index()])
            }
            Expr::Neg(a) => {
                let a = self.scalar(a);
                if a == MISSING { MISSING } else { -a }
            }
            Expr::CountList(list) => self.length(list) as Value,
            Expr::CountSeats(seats) => self.seats(seats).len() as Value,
            Expr::CountZones(zones) => self.zones(zones).len() as Value,
            Expr::HasCard(cards, card) => match self.card(card) {
                Some(card) => Value::from(self.set(cards).has(card)),
                None => FALSE,
            },
            Expr::HasSeat(seats, seat) => {
                let seat = self.scalar(seat);
                Value::from(self.seats(seats).contains(&seat))
            }
            Expr::HasItem(list, item) => {
                let item = self.operand(item);
                let found = match &**list {
                    List::Of(items) => items.iter().any(|other| self.operand(other) == item),
                    list => self.list(list).contains(&item),
                };
                Value::from(item != MISSING && found)
            }
            Expr::Quantified(quantifier, items, temp, test) => {
                let all = *quantifier == Quantifier::All;
                let items = self.items(items);
                if !self.burn(items.len()) {
                    return FALSE;
                }
                let hit = items.iter().any(|&item| self.with(*temp, item, |e| e.test(test)) != all);
                Value::from(hit != all)
            }
            Expr::SumOver(items, temp, key) => {
                let keys = self.items(items);
                if !self.burn(keys.len()) {
                    return MISSING;
                }
                let keys = keys.iter().map(|&item| self.with(*temp, item, |e| e.scalar(key)));
                keys.filter(|&key| key != MISSING).fold(0, |sum, key| Arith::Add.apply(sum, key))
            }
            Expr::SumOf(list) => self.list(list).iter().fold(0, |sum, &item| Arith::Add.apply(sum, item)),
            Expr::MeanOf(list) => {
                let items = self.list(list);
                let sum: i64 = items.iter().map(|&item| i64::from(item)).sum();
                if items.is_empty() { MISSING } else { (sum / items.len() as i64) as Value }
            }
            Expr::ExtremeOf(which, list) => {
                let items = self.list(list);
                let items = items.iter().copied();
                (if *which == Extreme::Max { items.max() } else { items.min() }).unwrap_or(MISSING)
            }
            Expr::ExtremeBy(which, items, temp, key) => self.extreme(*which, items, *temp, key),
            Expr::FirstOf(items) => self.first(items),
            Expr::LastOf(items) => self.items(items).last().copied().unwrap_or(MISSING),
            Expr::ItemAt(items, at) => {
                let at = self.scalar(at);
                usize::try_from(at).ok().and_then(|at| self.items(items).get(at).copied()).unwrap_or(MISSING)
            }
            Expr::IndexOf(items, item) => {
                let item = self.scalar(item);
                let at = if item == MISSING { None } else { self.items(items).iter().position(|&other| other == item) };
                at.map_or(MISSING, |at| at as Value)
            }
            Expr::For(_, _, expr) => self.scalar(expr),
            Expr::CountSets(cards, condition) => self.count_sets(cards, condition),
            Expr::CanDo(attempt) => Value::from(super::can_perform::can_perform(self, attempt)),
        }
    }

    /// The value of an expression that the compiler marked as shared. The value is cached until the table changes.
    #[inline(never)]
    fn shared(&mut self, share: Share, expr: &Expr) -> Value {
        self.remembered(share, |memo| &memo.values, |e| e.scalar(expr) as u32) as Value
    }

    /// The audience of an expression that the compiler marked as shared. It is cached until the table changes.
    pub(super) fn shared_audience(&mut self, share: Share, expr: &Expr) -> SeatSet {
        SeatSet::from_bits(self.remembered(share, |memo| &memo.audiences, |e| e.audience(expr).bits()))
    }

    #[inline]
    fn remembered(
        &mut self,
        share: Share,
        place: impl Fn(&Memo) -> &Remembering,
        compute: impl FnOnce(&mut Self) -> u32,
    ) -> u32 {
        let (memo, Some(changes)) = (self.memo, self.changes) else { return compute(self) };
        if let Some(known) = recall(place(memo), share, changes) {
            return known;
        }
        let what = compute(self);
        remember(place(memo), share, changes, what);
        what
    }

    /// Evaluates an expression with an item bound to a temporary.
    #[inline]
    pub fn with<T>(&mut self, temp: TempId, item: Value, f: impl FnOnce(&mut Self) -> T) -> T {
        self.memo.temps[temp.0 as usize].set(item);
        f(self)
    }

    /// The value as a seat. `None` if it is not the number of a seat.
    #[inline]
    pub fn seat(&mut self, expr: &Expr) -> Option<Seat> {
        let seat = self.operand(expr);
        (0..self.p.seats as Value).contains(&seat).then(|| Seat::new(seat as usize))
    }

    /// The value as a zone. `None` if it is not the number of a zone. Fast paths: a zone of the current
    /// player, and a fixed zone.
    #[inline]
    pub fn zone(&mut self, expr: &Expr) -> Option<ZoneId> {
        match expr {
            Expr::ZoneOf(def, seat) if matches!(**seat, Expr::Current) => {
                Some(self.p.shape.zone_of(*def, self.s.flow.seat()))
            }
            Expr::Const(zone) if (*zone as usize) < self.p.zones.len() => Some(ZoneId(*zone as u16)),
            expr => self.zone_elsewhere(expr),
        }
    }

    #[inline(never)]
    fn zone_elsewhere(&mut self, expr: &Expr) -> Option<ZoneId> {
        if let Expr::ZoneOf(def, seat) = expr {
            return self.seat(seat).map(|seat| self.p.shape.zone_of(*def, seat));
        }
        let zone = self.operand(expr);
        (0..self.p.zones.len() as Value).contains(&zone).then_some(ZoneId(zone as u16))
    }

    /// The value as a card. `None` if it is missing or the card was destroyed.
    #[inline]
    pub fn card(&mut self, expr: &Expr) -> Option<Entry> {
        let card = self.operand(expr);
        self.entry(card)
    }

    /// The card with this number. `None` if there is no such card or it was destroyed.
    #[inline]
    pub fn entry(&self, card: Value) -> Option<Entry> {
        let there = (0..self.p.shape.entries() as Value).contains(&card);
        let lies = |zone: Option<ZoneId>| zone.is_some() && zone != self.p.limbo;
        Some(Entry(card as u16)).filter(|&entry| there && lies(self.s.table.zone(entry)))
    }

    /// The variable of one seat. `def` is the index of the definition that all seats share.
    #[inline]
    pub fn var_of(&self, def: usize, seat: Seat) -> VarId {
        self.p.shape.var_of(def, seat)
    }

    /// The current value of a card's property.
    #[inline]
    pub fn property(&self, property: usize, card: Entry) -> Value {
        let property = &self.p.properties[property];
        match property.mark {
            None => property.by_face[self.s.table.face(&self.p.shape, card).index()],
            Some(mark) => value(self.s.cells[self.p.mark_cell(mark, card)]),
        }
    }

    #[inline]
    fn on_card(&mut self, card: &Expr, f: impl FnOnce(&Self, Entry) -> Value) -> Value {
        self.card(card).map_or(MISSING, |card| f(self, card))
    }

    fn zone_of(&self, card: Entry) -> Value {
        self.s.table.zone(card).map_or(MISSING, |zone| Value::from(zone.0))
    }

    fn phase(&self) -> Value {
        let phase = self.s.phases(self.p).get(self.s.flow.phase as usize);
        phase.map_or(MISSING, |&phase| self.p.flow.phases[phase as usize].name)
    }

    #[inline]
    fn end(&mut self, zone: &Expr, top: bool) -> Value {
        self.zone(zone).map_or(MISSING, |zone| self.end_of(zone, top))
    }

    /// The top or bottom card of a zone.
    #[inline]
    pub(super) fn end_of(&self, zone: ZoneId, top: bool) -> Value {
        let (shape, table) = (&self.p.shape, &self.s.table);
        // The top is the end from which cards are taken (decision 6). In a queue this is the bottom.
        let end = match (shape.zone(zone).ordered, top != self.p.zones[zone.index()].fifo) {
            (true, true) => table.top(shape, zone),
            (true, false) => table.bottom(shape, zone),
            (false, true) => table.entries(shape, zone).last(),
            (false, false) => table.entries(shape, zone).next(),
        };
        end.map_or(MISSING, crate::code::card)
    }

    /// The first item, or `MISSING` if there are no items. If the items are filtered seats, the search stops at the
    /// first match.
    fn first(&mut self, items: &Item) -> Value {
        let Item::Seats(Seats::Filter(seats, temp, test)) = items else {
            return self.items(items).first().copied().unwrap_or(MISSING);
        };
        let row = self.seats(seats);
        if !self.burn(row.len()) {
            return MISSING;
        }
        let mut row = row.iter().copied();
        row.find(|&seat| self.with(*temp, seat, |e| e.test(test))).unwrap_or(MISSING)
    }

    fn extreme(&mut self, which: Extreme, items: &Item, temp: TempId, key: &Expr) -> Value {
        let (mut best, mut found) = (MISSING, MISSING);
        let mut consider = |e: &mut Self, item: Value| {
            let key = e.with(temp, item, |e| e.scalar(key));
            let better = match which {
                Extreme::Max => key > best,
                Extreme::Min => key < best,
            };
            if key != MISSING && (best == MISSING || better) {
                (best, found) = (key, item);
            }
        };
        match items {
            Item::Seats(Seats::These(seats)) => {
                if self.burn(seats.len()) {
                    seats.iter().for_each(|&seat| consider(self, Value::from(seat)));
                }
            }
            items => {
                let items = self.items(items);
                if self.burn(items.len()) {
                    items.iter().for_each(|&item| consider(self, item));
                }
            }
        }
        found
    }
}
