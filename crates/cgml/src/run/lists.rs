//! Evaluates ordered values: cards, seats, zones, and lists of them.

use super::eval::Eval;
use super::limits;
use super::work_budget::Limit;
use crate::code::{Cards, Expr, Item, List, MISSING, Seats, TempId, TempListId, Value, Zones};
use rulebook_kernel::Seat;
use rulebook_table::{Entry, ZoneId};
use smallvec::SmallVec;

/// Values in order. Up to 64 values need no allocation.
pub(crate) type Row = SmallVec<[Value; 64]>;

/// Appends the items that the row does not contain yet.
#[inline]
fn add_missing(row: &mut Row, items: Row) {
    for item in items {
        if !row.contains(&item) {
            row.push(item);
        }
    }
}

impl Eval<'_> {
    /// The items of any collection.
    pub fn items(&mut self, items: &Item) -> Row {
        match items {
            Item::Cards(cards) => self.order(cards),
            Item::Seats(seats) => self.seats(seats),
            Item::Zones(zones) => self.zones(zones),
            Item::List(list) => self.list(list),
        }
    }

    /// Keeps the values that pass the test. Keeps none if the work budget is spent.
    #[inline]
    fn keep_passing(&mut self, row: &mut Row, temp: TempId, test: &Expr) {
        if self.burn(row.len()) {
            row.retain(|item| self.with(temp, *item, |e| e.test(test)));
        } else {
            row.clear();
        }
    }

    /// The cards in order, from the bottom of a zone to the top.
    pub fn order(&mut self, cards: &Cards) -> Row {
        match cards {
            Cards::Zone(zone) => {
                let zone = self.zone(zone);
                zone.map_or_else(Row::new, |zone| {
                    self.s.table.order(&self.p.shape, zone).map(crate::code::card).collect()
                })
            }
            Cards::Zones(zones) => {
                let mut row = Row::new();
                for zone in self.zones(zones) {
                    row.extend(self.s.table.order(&self.p.shape, ZoneId(zone as u16)).map(crate::code::card));
                }
                row
            }
            Cards::One(card) => self.card(card).map(crate::code::card).into_iter().collect(),
            Cards::Filter(inner, _) | Cards::Prefer(inner, _) => {
                let passed = self.set(cards);
                // Cards of an unordered zone are ordered by entry number.
                if let Cards::Zone(zone) = cards.base()
                    && self.zone(zone).is_none_or(|zone| !self.p.shape.zone(zone).ordered)
                {
                    return passed.first(self.words()).map(crate::code::card).collect();
                }
                let mut row = self.order(inner);
                row.retain(|card| passed.has(Entry(*card as u16)));
                row
            }
            Cards::Join(parts) => {
                let mut row = Row::new();
                for part in parts {
                    add_missing(&mut row, self.order(part));
                }
                row
            }
            Cards::Slot(list) => self.stored(self.lists + list.0 as usize),
            Cards::Global(list) => self.stored(list.0 as usize),
            Cards::Picked => self.picked.map_or_else(Row::new, |set| set.iter().map(crate::code::card).collect()),
            Cards::Take(inner, count) => {
                let (mut row, count) = (self.order(inner), self.scalar(count));
                row.truncate(count.max(0) as usize);
                row
            }
            Cards::TakeLast(inner, count) => {
                let (row, count) = (self.order(inner), self.scalar(count).max(0) as usize);
                Row::from_slice(&row[row.len().saturating_sub(count)..])
            }
            Cards::SortBy(inner, temp, key) => {
                let row = self.order(inner);
                self.sorted(row, *temp, key)
            }
            Cards::List(list) => {
                let mut row = self.list(list);
                row.retain(|card| self.entry(*card).is_some());
                row
            }
            Cards::If(condition, yes, no) => {
                let branch = if self.test(condition) { yes } else { no };
                self.order(branch)
            }
            Cards::Let(bound, cards) => {
                self.bind(bound);
                self.order(cards)
            }
        }
    }

    /// Stored cards that are still in a zone.
    fn stored(&self, at: usize) -> Row {
        self.s.lists.values(at).iter().copied().filter(|&card| self.entry(card).is_some()).collect()
    }

    /// Calls a function for each seat in order. Common cases build no list.
    pub fn each_seat(&mut self, seats: &Seats, mut f: impl FnMut(Value)) {
        let (n, p) = (self.p.seats, self.p);
        match seats {
            Seats::These(these) => these.iter().for_each(|&seat| f(Value::from(seat))),
            Seats::Others(seat) | Seats::Opponents(seat) => {
                let all = matches!(seats, Seats::Others(_));
                let Some(seat) = self.seat(seat) else { return };
                let round = (1..n).map(|steps| seat.after(steps, n));
                let others = round.filter(|other| all || p.teams[seat.index()] != p.teams[other.index()]);
                others.for_each(|other| f(other.index() as Value));
            }
            Seats::One(seat) => {
                if let Some(seat) = self.seat(seat) {
                    f(seat.index() as Value);
                }
            }
            seats => self.seats(seats).iter().for_each(|&seat| f(seat)),
        }
    }

    /// The seats in order.
    pub fn seats(&mut self, seats: &Seats) -> Row {
        let (n, p) = (self.p.seats, self.p);
        let others = |e: &mut Self, seat: &Expr, keep: &dyn Fn(Seat, Seat) -> bool| -> Row {
            let Some(seat) = e.seat(seat) else { return Row::new() };
            let round = (1..n).map(|steps| seat.after(steps, n));
            round.filter(|&other| keep(seat, other)).map(|other| other.index() as Value).collect()
        };
        match seats {
            Seats::These(these) => these.iter().map(|&seat| Value::from(seat)).collect(),
            Seats::Others(seat) => others(self, seat, &|_, _| true),
            Seats::Opponents(seat) => others(self, seat, &|a, b| p.teams[a.index()] != p.teams[b.index()]),
            Seats::Teammates(seat) => others(self, seat, &|a, b| p.teams[a.index()] == p.teams[b.index()]),
            Seats::Team(team) => {
                let team = self.scalar(team);
                (0..n).filter(|&seat| Value::from(p.teams[seat]) == team).map(|seat| seat as Value).collect()
            }
            Seats::TurnOrder => {
                let (first, back) = (self.s.flow.seat(), super::flow::goes_back(p, self.s));
                (0..n).map(|steps| first.after(if back { n - steps } else { steps }, n).index() as Value).collect()
            }
            Seats::One(seat) => self.seat(seat).map(|seat| seat.index() as Value).into_iter().collect(),
            Seats::Filter(seats, temp, test) => {
                let mut row = self.seats(seats);
                self.keep_passing(&mut row, *temp, test);
                row
            }
            Seats::Join(parts) => {
                let mut row = Row::new();
                for part in parts {
                    add_missing(&mut row, self.seats(part));
                }
                row
            }
            Seats::List(list) => {
                let mut row = self.list(list);
                row.retain(|seat| (0..n as Value).contains(seat));
                row
            }
        }
    }

    /// The zones in order.
    pub fn zones(&mut self, zones: &Zones) -> Row {
        match zones {
            Zones::These(these) => these.iter().map(|zone| Value::from(zone.0)).collect(),
            Zones::OfSeats(def, seats) => {
                let mut row = Row::new();
                for seat in self.seats(seats) {
                    let zone = Value::from(self.p.shape.zone_of(*def, Seat::new(seat as usize)).0);
                    if !row.contains(&zone) {
                        row.push(zone);
                    }
                }
                row
            }
            Zones::One(zone) => self.zone(zone).map(|zone| Value::from(zone.0)).into_iter().collect(),
            Zones::Filter(zones, temp, test) => {
                let mut row = self.zones(zones);
                self.keep_passing(&mut row, *temp, test);
                row
            }
            Zones::Join(parts) => {
                let mut row = Row::new();
                for part in parts {
                    add_missing(&mut row, self.zones(part));
                }
                row
            }
            Zones::List(list) => {
                let mut row = self.list(list);
                row.retain(|zone| (0..self.p.zones.len() as Value).contains(zone));
                row
            }
        }
    }

    /// Returns whether a list contains anything.
    pub fn has_items(&mut self, list: &List) -> bool {
        match list {
            List::Distinct(list) => self.has_items(list),
            List::Keys(keys) if keys.count.is_none() => {
                let is_there = |card: Entry| keys.of_entry[card.index()] != MISSING;
                match self.words() {
                    0 | 1 => self.bits::<1>(&keys.cards).iter().any(is_there),
                    _ => self.set(&keys.cards).iter().any(is_there),
                }
            }
            List::Map(items, temp, value) => match &**items {
                Item::Cards(cards) => {
                    let set = self.set(cards);
                    set.iter().any(|card| self.with(*temp, crate::code::card(card), |e| e.scalar(value)) != MISSING)
                }
                _ => !self.list(list).is_empty(),
            },
            List::Cards(cards) => self.any(cards),
            _ => !self.list(list).is_empty(),
        }
    }

    /// The items of a list. Missing values are left out.
    pub fn list(&mut self, list: &List) -> Row {
        match list {
            List::Of(items) => items.iter().map(|item| self.scalar(item)).filter(|&item| item != MISSING).collect(),
            List::Join(parts) => {
                let mut row = Row::new();
                for part in parts {
                    row.extend(self.list(part));
                    if row.len() > limits::LIST {
                        self.hit(Limit::List);
                        return Row::new();
                    }
                }
                row
            }
            List::Cards(cards) => self.order(cards),
            List::Seats(seats) => self.seats(seats),
            List::Zones(zones) => self.zones(zones),
            List::Map(items, temp, value) => {
                let mut row = self.items(items);
                if !self.burn(row.len()) {
                    return Row::new();
                }
                row.retain(|item| {
                    *item = self.with(*temp, *item, |e| e.scalar(value));
                    *item != MISSING
                });
                row
            }
            List::Filter(list, temp, test) => {
                let mut row = self.list(list);
                self.keep_passing(&mut row, *temp, test);
                row
            }
            List::Keys(keys) => self.keys(keys),
            List::Distinct(list) => {
                let mut row = self.list(list);
                // The work is quadratic, because each item is compared with all previous items.
                if !self.burn(row.len() * row.len() / 32) {
                    return Row::new();
                }
                let mut kept = 0;
                for at in 0..row.len() {
                    let item = row[at];
                    if !row[..kept].contains(&item) {
                        row[kept] = item;
                        kept += 1;
                    }
                }
                row.truncate(kept);
                row
            }
            List::SortBy(list, temp, key) => {
                let row = self.list(list);
                self.sorted(row, *temp, key)
            }
            List::Take(list, count) => {
                let (mut row, count) = (self.list(list), self.scalar(count));
                row.truncate(count.max(0) as usize);
                row
            }
            List::Range(from, to) => {
                let (from, to) = (self.scalar(from), self.scalar(to));
                if from == MISSING || to == MISSING {
                    return Row::new();
                }
                if i64::from(to) - i64::from(from) > i64::from(limits::RANGE) {
                    self.hit(Limit::Range);
                    return Row::new();
                }
                (from..to).collect()
            }
            List::Slot(list) => self.kept(self.lists + list.0 as usize),
            List::Global(list) => self.kept(list.0 as usize),
            List::Temp(temp) => {
                let lists = self.memo.lists.borrow();
                let row = lists.as_ref().and_then(|lists| lists.0.get(temp.0 as usize));
                let row = row.filter(|row| self.burn(row.len() / 16));
                row.cloned().unwrap_or_default()
            }
            List::Let(bound, list) => {
                self.bind(bound);
                self.list(list)
            }
            List::If(condition, yes, no) => {
                let branch = if self.test(condition) { yes } else { no };
                self.list(branch)
            }
        }
    }

    /// The items of a stored list. Reading a long list is charged as work.
    fn kept(&self, at: usize) -> Row {
        let values = self.s.lists.values(at);
        if self.burn(values.len() / 16) { Row::from_slice(values) } else { Row::new() }
    }

    /// The number of items of a list.
    pub fn length(&mut self, list: &List) -> usize {
        match list {
            List::Temp(temp) => {
                let mut count = 0;
                self.each_in(*temp, |_| count += 1);
                count
            }
            list => self.list(list).len(),
        }
    }

    /// Calls a function for each item of a temporary list. The function must not set a temporary list.
    pub(super) fn each_in(&self, temp: TempListId, f: impl FnMut(Value)) {
        let lists = self.memo.lists.borrow();
        let row = lists.as_ref().and_then(|lists| lists.0.get(temp.0 as usize));
        row.filter(|row| self.burn(row.len() / 16)).into_iter().flatten().copied().for_each(f);
    }

    fn sorted(&mut self, row: Row, temp: TempId, key: &Expr) -> Row {
        if !self.burn(row.len()) {
            return Row::new();
        }
        let mut keyed: SmallVec<[(Value, Value); 16]> =
            row.iter().map(|&item| (self.with(temp, item, |e| e.scalar(key)), item)).collect();
        keyed.sort_by_key(|&(key, _)| key);
        keyed.into_iter().map(|(_, item)| item).collect()
    }
}
