//! Computes the audience of an expression: the seats that know everything it reads (decision 17). It does not track
//! branches between actions: if an action runs only under a condition, its visible effect may reveal the condition.
//!
//! This is a second interpreter beside `eval.rs`, `sets.rs` and `lists.rs`. It needs the values of some parts to decide
//! who knows the whole expression. Each new kind of expression must be added to both interpreters.

use super::eval::Eval;
use super::sets::{Bits, WORDS};
use super::state::hidden_from;
use crate::code::walk::mentions;
use crate::code::{Binding, Cards, Expr, Item, List, Seats, TempId, Test, Value, Zones};
use rulebook_kernel::SeatSet;
use rulebook_table::{Entry, ZoneId};

impl Eval<'_> {
    /// The seats that know everything the value depends on. Constants, slots and variables are handled directly in this
    /// function, because they are the most frequent.
    #[inline]
    pub fn audience(&mut self, expr: &Expr) -> SeatSet {
        // The owner determines the zone, so the audience of the zone is the audience of the owner's expression.
        let expr = if let Expr::ZoneOf(_, seat) = expr { seat } else { expr };
        match expr {
            Expr::Const(_) | Expr::Temp(_) | Expr::Current => self.p.shape.everyone(),
            Expr::Slot(slot) => self.p.shape.everyone().minus(hidden_from(self.s.cells[self.base + slot.0 as usize])),
            Expr::Var(var) => self.s.table.var_audience(&self.p.shape, *var),
            other => self.audience_of_more(other),
        }
    }

    #[inline(never)]
    fn audience_of_more(&mut self, expr: &Expr) -> SeatSet {
        let everyone = self.p.shape.everyone();
        match expr {
            Expr::Const(_)
            | Expr::Temp(_)
            | Expr::Current
            | Expr::ActiveState
            | Expr::ActivePhase
            | Expr::TurnIndex => everyone,
            Expr::Slot(slot) => everyone.minus(hidden_from(self.s.cells[self.base + slot.0 as usize])),
            Expr::Global(slot) => everyone.minus(hidden_from(self.s.cells[slot.0 as usize])),
            Expr::Var(var) => self.s.table.var_audience(&self.p.shape, *var),
            Expr::VarOf(def, seat) => {
                let known = self.audience(seat);
                let seat = self.seat(seat);
                seat.map_or(known, |seat| known.and(self.s.table.var_audience(&self.p.shape, self.var_of(*def, seat))))
            }
            Expr::Let(temp, bound, body) => {
                let known = self.audience(bound);
                let bound = self.scalar(bound);
                known.and(self.with(*temp, bound, |e| e.audience(body)))
            }
            Expr::LetList(temp, items, body) => {
                let known = self.audience_of_items(items).and(self.who_count_of(items));
                self.bind_list(*temp, items);
                known.and(self.audience(body))
            }
            Expr::Property(property, card) => {
                let known = self.audience(card);
                let found = self.card(card);
                found.map_or(known, |card| known.and(self.property_audience(*property, card)))
            }
            Expr::RankOfCard(card) | Expr::FaceId(card) | Expr::DeckOf(card) => {
                let known = self.audience(card);
                self.card(card).map_or(known, |card| known.and(self.s.table.known(&self.p.shape, card)))
            }
            Expr::Arith(_, a, b) | Expr::Compare(_, a, b) if matches!(**b, Expr::Const(_)) => self.audience(a),
            Expr::SeatAfter(a, _)
            | Expr::SeatAt(a)
            | Expr::TeamOf(a)
            | Expr::ZoneOf(_, a)
            | Expr::OwnerOfZone(a)
            | Expr::RankOfSymbol(a)
            | Expr::Letters(a)
            | Expr::IsUp(a)
            | Expr::Neg(a)
            | Expr::Not(a) => self.audience(a),
            Expr::Top(zone) | Expr::Bottom(zone) => self.audience(zone).and(self.positions_audience(zone)),
            Expr::IsThere(a) | Expr::ZoneOfCard(a) => match &**a {
                // Whether a top card exists depends only on the number of cards.
                Expr::Top(zone) | Expr::Bottom(zone) => {
                    let known = self.audience(zone);
                    self.zone(zone).map_or(known, |zone| known.and(self.p.shape.zone(zone).sees_count))
                }
                Expr::FirstOf(items) | Expr::LastOf(items) => {
                    self.audience_of_items(items).and(self.who_count_of(items))
                }
                a => self.audience(a),
            },
            Expr::Shared(share, a) => self.shared_audience(*share, a),
            Expr::CardAt(zone, at) => self.audience(zone).and(self.audience(at)).and(self.positions_audience(zone)),
            Expr::Arith(_, a, b) | Expr::Compare(_, a, b) => self.audience(a).and(self.audience(b)),
            Expr::And(all) | Expr::Or(all) => all.iter().fold(everyone, |known, a| known.and(self.audience(a))),
            Expr::If(condition, yes, no) => {
                let known = self.audience(condition);
                let branch = if self.test(condition) { yes } else { no };
                known.and(self.audience(branch))
            }
            Expr::CountCards(cards) | Expr::AnyCard(cards) => self.audience_of_cards(cards).and(self.who_count(cards)),
            Expr::CountList(list) | Expr::SumOf(list) | Expr::MeanOf(list) | Expr::ExtremeOf(_, list) => {
                self.audience_of_list(list)
            }
            Expr::CountSeats(seats) => self.audience_of_seats(seats),
            Expr::CountZones(zones) => self.audience_of_zones(zones),
            Expr::HasCard(cards, card) => self.audience_of_cards(cards).and(self.audience(card)),
            Expr::HasSeat(seats, seat) => self.audience_of_seats(seats).and(self.audience(seat)),
            Expr::HasItem(list, item) => self.audience_of_list(list).and(self.audience(item)),
            Expr::Quantified(_, items, temp, key)
            | Expr::SumOver(items, temp, key)
            | Expr::ExtremeBy(_, items, temp, key) => {
                let known = self.audience_of_items(items);
                let items = self.items(items);
                if !self.burn(items.len()) {
                    return known;
                }
                items.iter().fold(known, |known, &item| known.and(self.with(*temp, item, |e| e.audience(key))))
            }
            Expr::FirstOf(items) | Expr::LastOf(items) => {
                self.audience_of_items(items).and(self.item_positions_audience(items)).and(self.who_count_of(items))
            }
            Expr::ItemAt(items, other) | Expr::IndexOf(items, other) => {
                self.audience_of_items(items).and(self.audience(other)).and(self.item_positions_audience(items))
            }
            Expr::CountSets(cards, condition) => {
                let known = self.audience_of_cards(cards);
                let all = self.set(cards);
                known.and(self.of_picked(&all).audience(condition))
            }
            Expr::For(audience, seat, _) => {
                let seat = seat.as_ref().and_then(|seat| self.seat(seat));
                super::scoreboard::allowed(self.p, *audience, seat)
            }
            Expr::CanDo(attempt) => super::can_perform::audience(self, attempt),
        }
    }

    /// Puts the value of a `let` into its temporary. Returns the seats that know the value.
    fn bound_audience(&mut self, bound: &Binding) -> SeatSet {
        let known = match bound {
            Binding::One(_, value) => self.audience(value),
            Binding::Many(_, items) => self.audience_of_items(items).and(self.who_count_of(items)),
        };
        self.bind(bound);
        known
    }

    /// The seats that know a property of a card: the seats that can name the card. If an action changed the property,
    /// they may also see the new value.
    fn property_audience(&self, property: usize, card: Entry) -> SeatSet {
        let known = self.s.table.known(&self.p.shape, card);
        let set = self.p.properties[property].mark.map(|mark| self.s.cells[self.p.mark_cell(mark, card)]);
        set.map_or(known, |set| known.minus(hidden_from(set)))
    }

    /// The seats that may know which card is at which position of the zone. In an ordered zone, or with fewer than two
    /// cards, these are all seats. In an unordered zone the position follows from the entry number, which would reveal
    /// the face. So only seats that know all cards of the zone may know it.
    fn positions_audience(&mut self, zone: &Expr) -> SeatSet {
        let everyone = self.p.shape.everyone();
        let Some(zone) = self.zone(zone) else { return everyone };
        let (shape, table) = (&self.p.shape, &self.s.table);
        if shape.zone(zone).ordered || table.count(shape, zone) < 2 {
            return everyone;
        }
        table.known_all(shape, table.set(shape, zone))
    }

    fn item_positions_audience(&mut self, items: &Item) -> SeatSet {
        match items {
            Item::Cards(Cards::Zone(zone)) => self.positions_audience(zone),
            _ => self.p.shape.everyone(),
        }
    }

    /// The seats that know all values on which the found items depend.
    pub fn audience_of_items(&mut self, items: &Item) -> SeatSet {
        match items {
            Item::Cards(cards) => self.audience_of_cards(cards),
            Item::Seats(seats) => self.audience_of_seats(seats),
            Item::Zones(zones) => self.audience_of_zones(zones),
            Item::List(list) => self.audience_of_list(list),
        }
    }

    pub fn audience_of_cards(&mut self, cards: &Cards) -> SeatSet {
        let everyone = self.p.shape.everyone();
        match cards {
            Cards::Zone(zone) => self.audience(zone),
            Cards::Zones(zones) => self.audience_of_zones(zones),
            Cards::One(card) => self.audience(card),
            Cards::Slot(list) => self.stored_list_audience(self.lists + list.0 as usize),
            Cards::Global(list) => self.stored_list_audience(list.0 as usize),
            Cards::Picked => everyone,
            Cards::Filter(inner, test) | Cards::Prefer(inner, test) => {
                let known = self.audience_of_cards(inner);
                match self.words() {
                    0 | 1 => known.and(self.tested_audience::<1>(inner, test)),
                    2 => known.and(self.tested_audience::<2>(inner, test)),
                    _ => known.and(self.tested_audience::<WORDS>(inner, test)),
                }
            }
            Cards::Join(parts) => parts.iter().fold(everyone, |known, part| known.and(self.audience_of_cards(part))),
            Cards::Take(inner, count) | Cards::TakeLast(inner, count) => {
                self.audience_of_cards(inner).and(self.audience(count))
            }
            Cards::SortBy(inner, temp, key) => {
                let known = self.audience_of_cards(inner);
                let row = self.order(inner);
                if !self.burn(row.len()) {
                    return known;
                }
                row.iter().fold(known, |known, &card| known.and(self.with(*temp, card, |e| e.audience(key))))
            }
            Cards::List(list) => self.audience_of_list(list),
            Cards::Let(bound, cards) => self.bound_audience(bound).and(self.audience_of_cards(cards)),
            Cards::If(condition, yes, no) => {
                let known = self.audience(condition);
                let branch = if self.test(condition) { yes } else { no };
                known.and(self.audience_of_cards(branch))
            }
        }
    }

    /// The seats that know the cards of a stored list. The list is visible to them, or they can now name every card in
    /// it.
    fn stored_list_audience(&self, list: usize) -> SeatSet {
        let everyone = self.p.shape.everyone();
        let known = everyone.minus(SeatSet::from_bits(self.s.lists.hidden_from(list)));
        let values = self.s.lists.values(list);
        if known == everyone || values.is_empty() {
            return known;
        }
        let cards = values.iter().filter_map(|&card| self.entry(card));
        known.or(cards.fold(everyone, |all, card| all.and(self.s.table.known(&self.p.shape, card))))
    }

    /// The seats that see the number of these cards. Some zones hide the number of their cards.
    pub(super) fn who_count(&mut self, cards: &Cards) -> SeatSet {
        let everyone = self.p.shape.everyone();
        match cards {
            Cards::Zone(zone) => self.zone(zone).map_or(everyone, |zone| self.p.shape.zone(zone).sees_count),
            Cards::Zones(zones) => {
                let counted =
                    |known: SeatSet, zone: Value| known.and(self.p.shape.zone(ZoneId(zone as u16)).sees_count);
                self.zones(zones).into_iter().fold(everyone, counted)
            }
            Cards::Filter(cards, _) | Cards::Prefer(cards, _) | Cards::SortBy(cards, ..) => self.who_count(cards),
            Cards::Join(parts) => parts.iter().fold(everyone, |known, part| known.and(self.who_count(part))),
            Cards::Let(bound, cards) => {
                self.bind(bound);
                self.who_count(cards)
            }
            _ => everyone,
        }
    }

    fn who_count_of(&mut self, items: &Item) -> SeatSet {
        match items {
            Item::Cards(cards) => self.who_count(cards),
            _ => self.p.shape.everyone(),
        }
    }

    /// The seats that know which of the cards pass a test.
    fn tested_audience<const W: usize>(&mut self, cards: &Cards, test: &Test) -> SeatSet {
        let set = self.bits::<W>(cards);
        if set.is_empty() { self.p.shape.everyone() } else { self.audience_of_test(test, &set) }
    }

    /// The seats that know the result of the test for each of these cards.
    fn audience_of_test<const W: usize>(&mut self, test: &Test, cards: &Bits<W>) -> SeatSet {
        let everyone = self.p.shape.everyone();
        match test {
            Test::Mask(_) => self.s.table.known_all(&self.p.shape, cards.words()),
            Test::ByValue(_, wanted) | Test::ByOrder(_, wanted) => {
                self.s.table.known_all(&self.p.shape, cards.words()).and(self.audience(wanted))
            }
            Test::Fixed(expr) => self.audience(expr),
            Test::And(tests) | Test::Or(tests) => {
                tests.iter().fold(everyone, |known, test| known.and(self.audience_of_test(test, cards)))
            }
            Test::Not(test) => self.audience_of_test(test, cards),
            Test::Each(temp, expr) => {
                if !self.burn(cards.len()) {
                    return everyone;
                }
                let learn = |known: SeatSet, card: Entry| {
                    known.and(self.with(*temp, Value::from(card.0), |e| e.audience(expr)))
                };
                cards.iter().fold(everyone, learn)
            }
        }
    }

    /// The seats that know everything a test depends on, apart from the faces of the tested cards.
    pub(super) fn audience_of_filter(&mut self, test: &Test) -> SeatSet {
        let everyone = self.p.shape.everyone();
        match test {
            Test::Mask(_) => everyone,
            Test::ByValue(_, wanted) | Test::ByOrder(_, wanted) => self.audience(wanted),
            Test::Fixed(expr) => self.audience(expr),
            Test::And(tests) | Test::Or(tests) => {
                tests.iter().fold(everyone, |known, test| known.and(self.audience_of_filter(test)))
            }
            Test::Not(test) => self.audience_of_filter(test),
            Test::Each(card, expr) => self.audience_but_of(*card, expr),
        }
    }

    /// The seats that know everything a value depends on, apart from the face of `card`. Assumes that the expression
    /// reads nothing but the face of the card.
    fn audience_but_of(&mut self, card: TempId, expr: &Expr) -> SeatSet {
        if !mentions(expr, card) {
            return self.audience(expr);
        }
        let everyone = self.p.shape.everyone();
        match expr {
            Expr::RankOfSymbol(a)
            | Expr::Letters(a)
            | Expr::Neg(a)
            | Expr::Not(a)
            | Expr::IsThere(a)
            | Expr::Shared(_, a) => self.audience_but_of(card, a),
            Expr::Arith(_, a, b) | Expr::Compare(_, a, b) | Expr::Let(_, a, b) => {
                self.audience_but_of(card, a).and(self.audience_but_of(card, b))
            }
            Expr::And(parts) | Expr::Or(parts) => {
                parts.iter().fold(everyone, |known, part| known.and(self.audience_but_of(card, part)))
            }
            Expr::If(a, b, c) => {
                [a, b, c].iter().fold(everyone, |known, part| known.and(self.audience_but_of(card, part)))
            }
            Expr::HasItem(list, item) => {
                self.audience_but_of(card, item).and(self.audience_of_values_but_of(card, list))
            }
            Expr::ExtremeOf(_, list) | Expr::SumOf(list) | Expr::MeanOf(list) => {
                self.audience_of_values_but_of(card, list)
            }
            _ => everyone,
        }
    }

    fn audience_of_values_but_of(&mut self, card: TempId, list: &List) -> SeatSet {
        let values = if let List::Of(values) = list { values.as_slice() } else { &[] };
        let everyone = self.p.shape.everyone();
        values.iter().fold(everyone, |known, value| known.and(self.audience_but_of(card, value)))
    }

    pub fn audience_of_seats(&mut self, seats: &Seats) -> SeatSet {
        let everyone = self.p.shape.everyone();
        match seats {
            Seats::These(_) | Seats::TurnOrder => everyone,
            Seats::Others(a) | Seats::Opponents(a) | Seats::Teammates(a) | Seats::Team(a) | Seats::One(a) => {
                self.audience(a)
            }
            Seats::Filter(inner, temp, test) => {
                let known = self.audience_of_seats(inner);
                let row = self.seats(inner);
                if !self.burn(row.len()) {
                    return known;
                }
                row.iter().fold(known, |known, &seat| known.and(self.with(*temp, seat, |e| e.audience(test))))
            }
            Seats::Join(parts) => parts.iter().fold(everyone, |known, part| known.and(self.audience_of_seats(part))),
            Seats::List(list) => self.audience_of_list(list),
        }
    }

    fn audience_of_zones(&mut self, zones: &Zones) -> SeatSet {
        let everyone = self.p.shape.everyone();
        match zones {
            Zones::These(_) => everyone,
            Zones::OfSeats(_, seats) => self.audience_of_seats(seats),
            Zones::One(zone) => self.audience(zone),
            Zones::Filter(inner, temp, test) => {
                let known = self.audience_of_zones(inner);
                let row = self.zones(inner);
                if !self.burn(row.len()) {
                    return known;
                }
                row.iter().fold(known, |known, &zone| known.and(self.with(*temp, zone, |e| e.audience(test))))
            }
            Zones::Join(parts) => parts.iter().fold(everyone, |known, part| known.and(self.audience_of_zones(part))),
            Zones::List(list) => self.audience_of_list(list),
        }
    }

    pub fn audience_of_list(&mut self, list: &List) -> SeatSet {
        let everyone = self.p.shape.everyone();
        match list {
            List::Of(items) => items.iter().fold(everyone, |known, item| known.and(self.audience(item))),
            List::Join(parts) => parts.iter().fold(everyone, |known, part| known.and(self.audience_of_list(part))),
            List::Cards(cards) => self.audience_of_cards(cards),
            List::Seats(seats) => self.audience_of_seats(seats),
            List::Zones(zones) => self.audience_of_zones(zones),
            List::Map(items, temp, value) => {
                let known = self.audience_of_items(items);
                let items = self.items(items);
                if !self.burn(items.len()) {
                    return known;
                }
                items.iter().fold(known, |known, &item| known.and(self.with(*temp, item, |e| e.audience(value))))
            }
            List::Filter(inner, temp, test) | List::SortBy(inner, temp, test) => {
                let known = self.audience_of_list(inner);
                let items = self.list(inner);
                if !self.burn(items.len()) {
                    return known;
                }
                items.iter().fold(known, |known, &item| known.and(self.with(*temp, item, |e| e.audience(test))))
            }
            List::Distinct(inner) => self.audience_of_list(inner),
            List::Keys(keys) => {
                let known = self.audience_of_cards(&keys.cards);
                let set = self.set(&keys.cards);
                known.and(self.s.table.known_all(&self.p.shape, set.words()))
            }
            List::Take(inner, count) => self.audience_of_list(inner).and(self.audience(count)),
            List::Range(from, to) => self.audience(from).and(self.audience(to)),
            List::Slot(list) => {
                everyone.minus(SeatSet::from_bits(self.s.lists.hidden_from(self.lists + list.0 as usize)))
            }
            List::Global(list) => everyone.minus(SeatSet::from_bits(self.s.lists.hidden_from(list.0 as usize))),
            List::Temp(_) => everyone,
            List::Let(bound, list) => self.bound_audience(bound).and(self.audience_of_list(list)),
            List::If(condition, yes, no) => {
                let known = self.audience(condition);
                let branch = if self.test(condition) { yes } else { no };
                known.and(self.audience_of_list(branch))
            }
        }
    }
}
