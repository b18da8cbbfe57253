//! Actions that move cards (CGML 13.1, decision 6).

use super::fact::{Fact, Reason};
use super::lists::Row;
use super::machine::{Here, Machine, Next};
use super::state::{Event, SETUP, Travel, hidden_from, pack, value};
use crate::code::{Cards, Emitted, Expr, Gather, Held, Kept, Kind, MISSING, Op, Order, Put, Role, Round, Value, Zones};
use crate::syntax::CardEvent;
use rulebook_kernel::{Seat, SeatSet, Sink};
use rulebook_table::behavior::{DrawFrom, Reshuffle};
use rulebook_table::{Entry, Face, Lie, ZoneId};

/// A deal as it was read.
struct Dealt {
    from: ZoneId,
    to: Row,
    each: Option<usize>,
    packet: usize,
}

impl<S: Sink<Fact>> Machine<'_, S> {
    /// The cards that an action takes, the next one last.
    #[inline(never)]
    pub(super) fn gather(&mut self, here: Here, gather: &Gather) -> Result<Row, Reason> {
        let mut row: Row = match &gather.from {
            Cards::One(card) => self.one_card(here, card).map(crate::code::card).into_iter().collect(),
            from => self.eval(here).order(from),
        };
        let mut eval = self.eval(here);
        let count = match &gather.count {
            None => None,
            Some(count) => match eval.scalar(count) {
                MISSING => return Err(Reason::NoValue),
                count => Some(count.max(0) as usize),
            },
        };
        if row.is_empty() && gather.needs_some && count != Some(0) {
            return Err(Reason::NoCard);
        }
        let Some(count) = count else {
            // All of them, the lowest first: they keep their order.
            row.reverse();
            return Ok(row);
        };
        if row.len() < count {
            return Err(Reason::TooFew);
        }
        // Without an order nobody can say which are on top; by number would tell what they are.
        if count < row.len() && self.is_unordered(here, &gather.from) {
            self.s.rng.shuffle(&mut row);
        } else if gather.fifo {
            row.reverse();
        }
        Ok(Row::from_slice(&row[row.len() - count..]))
    }

    fn is_unordered(&self, here: Here, cards: &Cards) -> bool {
        match cards {
            Cards::Zone(zone) => self.eval(here).zone(zone).is_some_and(|zone| !self.p.shape.zone(zone).ordered),
            Cards::Filter(inner, _) | Cards::Prefer(inner, _) => self.is_unordered(here, inner),
            _ => false,
        }
    }

    /// Moves cards, nobody listening.
    #[inline(never)]
    pub(super) fn move_cards(
        &mut self,
        here: Here,
        cards: &Gather,
        to: &Expr,
        lie: Lie,
        put: Put,
        result: Kept,
    ) -> Result<(), Reason> {
        let to = self.eval(here).zone(to).ok_or(Reason::NoZone)?;
        // Whole zones at once.
        if let (Cards::Zone(from), None, Put::ON_TOP, Kept::No) = (&cards.from, &cards.count, put, result) {
            let from = self.eval(here).zone(from).ok_or(Reason::NoZone)?;
            if cards.needs_some && self.s.table.is_empty(&self.p.shape, from) {
                return Err(Reason::NoCard);
            }
            if from != to {
                self.table(|atoms, _| atoms.move_all(from, to, lie));
            }
            return Ok(());
        }
        if let (Cards::Zones(Zones::These(from)), None, Put::ON_TOP, Kept::No) =
            (&cards.from, &cards.count, put, result)
            && !from.contains(&to)
        {
            if cards.needs_some && from.iter().all(|&zone| self.s.table.is_empty(&self.p.shape, zone)) {
                return Err(Reason::NoCard);
            }
            self.table(|atoms, _| atoms.move_zones(from, to, lie));
            return Ok(());
        }
        // One card.
        if let Cards::One(card) = &cards.from
            && cards.count.as_ref().is_none_or(|count| *count == Expr::Const(1))
            && let Some(card) = self.one_card(here, card)
        {
            let at = self.place(self.berth(here, put)?, to);
            self.keep(here, result, &[Value::from(card.0)]);
            self.table(|atoms, _| atoms.move_as(card, to, at, lie));
            return Ok(());
        }
        // Some cards of a zone without an order: a set.
        if let (None, Put::ON_TOP, Kept::No) = (&cards.count, put, result)
            && let Some(set) = self.eval(here).unordered(&cards.from)
        {
            if cards.needs_some && set.is_empty() {
                return Err(Reason::NoCard);
            }
            let words = self.p.shape.set_words();
            self.table(|atoms, _| atoms.move_each(set.first(words).map(|card| (card, to)), lie));
            return Ok(());
        }
        let place = self.berth(here, put)?;
        let mut row = self.gather(here, cards)?;
        self.keep_moved(here, result, &row);
        if put == Put::ON_TOP && row.len() > 1 {
            let each = row.iter().rev().map(|&card| (Entry(card as u16), to));
            self.table(|atoms, _| atoms.move_each(each, lie));
            return Ok(());
        }
        while let Some(card) = row.pop() {
            let at = self.place(place, to);
            self.table(|atoms, _| atoms.move_as(Entry(card as u16), to, at, lie));
        }
        Ok(())
    }

    /// Where cards come to lie, as a [`Travel`] has it.
    #[inline]
    fn berth(&self, here: Here, put: Put) -> Result<u8, Reason> {
        match put {
            Put::At(end) => Ok(end as u8),
            Put::Above(slot) => match value(self.s.cells[here.base + slot.0 as usize]) {
                below @ 0.. => Ok(Travel::above(below)),
                _ => Err(Reason::NoValue),
            },
        }
    }

    /// How many cards are below one that comes to lie there; without it all of them.
    #[inline]
    pub(super) fn place(&self, put: u8, zone: ZoneId) -> Option<usize> {
        let there = || self.s.table.count(&self.p.shape, zone);
        match put {
            Travel::ON_TOP => None,
            Travel::AT_THE_BOTTOM => Some(0),
            Travel::IN_THE_MIDDLE => Some(there() / 2),
            above => Some(usize::from(above - Travel::ABOVE).min(there())),
        }
    }

    /// Moves the next of the gathered cards, with its event.
    #[inline(never)]
    pub(super) fn send(&mut self, here: Here, op: &Op, at: u16) -> Result<Next, Reason> {
        let Op::Send { left, sources, whole, result, travel, lie, put, event } = op else { return Ok(Next::On) };
        let (left, sources) = (here.lists + left.0 as usize, here.lists + sources.0 as usize);
        // Who comes first in the order of the seats has it; for whoever comes later it is gone (CGML 9.3).
        if *whole && here.lane.is_some() && !self.still_there(left, sources) {
            self.s.lists.put(left, &[]);
            self.s.lists.put(sources, &[]);
            return Err(Reason::NoCard);
        }
        let put = self.berth(here, *put)?;
        let to = ZoneId(value(self.s.cells[here.base + travel.0.0 as usize]) as u16);
        let player = Travel::player_of(value(self.s.cells[here.base + travel.1.0 as usize]));
        loop {
            let Some(card) = self.s.lists.pop(left) else { return Ok(Next::On) };
            let lay = self.s.lists.pop(sources);
            let card = Entry(card as u16);
            let Some(from) = self.s.table.zone(card).filter(|from| lay == Some(from.0.into())) else {
                if let Kept::Many(list) = result {
                    self.s.lists.retain(here.lists + list.0 as usize, |other| other != Value::from(card.0));
                }
                continue;
            };
            if self.go(here, card, from, to, *lie, put, *event, player) {
                return Ok(Next::Begun(at));
            }
        }
    }

    /// Does each of the cards lie where it lay when they were gathered?
    fn still_there(&self, cards: usize, sources: usize) -> bool {
        let (cards, sources) = (self.s.lists.values(cards), self.s.lists.values(sources));
        let lies = |card: Value| self.s.table.zone(Entry(card as u16)).map(|zone| Value::from(zone.0));
        cards.iter().zip(sources).all(|(&card, &from)| lies(card) == Some(from))
    }

    /// A card goes from zone to zone. If somebody listens an event is begun, which will move it.
    #[allow(clippy::too_many_arguments, reason = "what a travel is made of")]
    fn go(
        &mut self,
        here: Here,
        card: Entry,
        from: ZoneId,
        to: ZoneId,
        lie: Lie,
        end: u8,
        event: Emitted,
        player: u8,
    ) -> bool {
        let (kind, player) = (self.kind_of(event, from, to), self.who_does(event, from, to, player));
        let listened = kind.filter(|&kind| here.rule != SETUP && !self.p.card_events[kind as usize].is_empty());
        let kind = listened.unwrap_or(CardEvent::Move) as u8;
        let travel = Travel { kind, card, from, to, player, lie: Travel::lie_of(lie), end };
        if listened.is_some() {
            self.begin(Event::Card(travel));
            return true;
        }
        self.travel(travel);
        if let Emitted::Declared(event) = event
            && here.rule != SETUP
            && !self.p.events[event as usize].rules.is_empty()
        {
            let event = self.moved_event(event, card, from, to, player);
            self.begin(event);
            return true;
        }
        if here.rule != SETUP {
            self.recap_travel(event, card, from, to, player);
        }
        false
    }

    /// The event of cards that a move is.
    pub(super) fn kind_of(&self, event: Emitted, from: ZoneId, to: ZoneId) -> Option<CardEvent> {
        match event {
            Emitted::Card(kind) => Some(kind),
            Emitted::ByRole => Some(self.by_role(from, to)),
            Emitted::Nothing | Emitted::Declared(_) => None,
        }
    }

    /// Who does what nobody is said to do: whose turn it is. Where there are no turns it is who acts in a loop for all
    /// players, or nobody (decision 3).
    pub(super) fn doer(&self, here: Here) -> u8 {
        let turns = self.p.flow.order != Order::Simultaneous;
        if turns { self.s.flow.current } else { here.lane.unwrap_or(Travel::NOBODY) }
    }

    /// Who does it. Where the zones alone make a draw of a move, whoever moves the card: it is drawn by whose hand it comes to.
    pub(super) fn who_does(&self, event: Emitted, from: ZoneId, to: ZoneId, player: u8) -> u8 {
        let drawn = event == Emitted::ByRole && self.by_role(from, to) == CardEvent::Draw;
        self.p.zones[to.index()].owner.filter(|_| drawn).unwrap_or(player)
    }

    /// A declared event that a moved card makes; its fields are put on top.
    pub(super) fn moved_event(&mut self, event: u16, card: Entry, from: ZoneId, to: ZoneId, player: u8) -> Event {
        let base = self.s.cells.len();
        for field in [card.0.into(), from.0.into(), to.0.into(), Travel::who(player)] {
            self.s.cells.push(pack(field, SeatSet::NONE));
        }
        Event::Declared { event, base: base as u16, count: 4, moved: true }
    }

    /// What a move means by the roles of its zones (decision 9).
    fn by_role(&self, from: ZoneId, to: ZoneId) -> CardEvent {
        match (self.p.zones[from.index()].role, self.p.zones[to.index()].role) {
            (Some(Role::Deck), Some(Role::Hand)) => CardEvent::Draw,
            (Some(Role::Hand), Some(Role::Play)) => CardEvent::Play,
            (_, Some(Role::Discard)) => CardEvent::Discard,
            _ => CardEvent::Move,
        }
    }

    /// Deals on, card by card, until it is done or somebody listens.
    #[inline(never)]
    pub(super) fn deal(&mut self, here: Here, op: &Op, at: u16) -> Result<Next, Reason> {
        let Op::Deal { lie, event, dealt, held, result, .. } = op else { return Ok(Next::On) };
        let slot = here.base + dealt.0 as usize;
        let mut done = value(self.s.cells[slot]).max(0) as usize;
        if done == 0
            && let Some((from, to)) = self.read_draw(here, op)
            && from != to
        {
            return self.draw(here, from, to, (*lie, *event), *result);
        }
        let Dealt { from, to, each, packet } = match held {
            Some(held) if done > 0 => self.held(here, *held),
            _ => self.read_deal(here, op)?,
        };
        // What is dealt onto itself stays as it is: nothing is drawn, and nothing comes back.
        if done == 0 && to.iter().all(|&to| ZoneId(to as u16) == from) {
            self.keep(here, *result, &[]);
            return Ok(Next::On);
        }
        let total = each.map(|each| each.saturating_mul(to.len()));
        if done == 0 {
            self.keep(here, *result, &[]);
            self.reshuffle_if_short(from, total);
        }
        if self.is_unheard(here, from, &to, *event) {
            let to = |n: usize| ZoneId(to[recipient(n, to.len(), packet, each)] as u16);
            let done = self.deal_at_once(here, from, total, to, (*lie, *event), *result);
            return if done == 0 && total != Some(0) { Err(Reason::NoCard) } else { Ok(Next::On) };
        }
        if let (0, Some(held)) = (done, held) {
            self.hold(here, *held, from, &to, (each, packet));
        }
        while total.is_none_or(|total| done < total) {
            let Some(card) = self.next_card(from, each.is_some()) else { break };
            let to = ZoneId(to[recipient(done, to.len(), packet, each)] as u16);
            done += 1;
            self.s.cells[slot] = pack(done as Value, SeatSet::NONE);
            self.keep_another(here, *result, card);
            let player = self.p.zones[to.index()].owner.unwrap_or_else(|| self.doer(here));
            if self.go(here, card, from, to, *lie, Travel::ON_TOP, *event, player) {
                return Ok(Next::Begun(at));
            }
            if !self.spend(here.rule, 0) {
                return Ok(Next::Pause);
            }
        }
        self.s.cells[slot] = super::state::EMPTY;
        if done == 0 && total != Some(0) { Err(Reason::NoCard) } else { Ok(Next::On) }
    }

    /// The deck and the recipient, if it is one card for one player and nobody listens: most of what is dealt after the start.
    fn read_draw(&self, here: Here, op: &Op) -> Option<(ZoneId, ZoneId)> {
        let Op::Deal { from, to: Zones::One(to), each: Some(Expr::Const(1)), event, .. } = op else { return None };
        let mut eval = self.eval(here);
        let (from, to) = (eval.zone(from)?, eval.zone(to)?);
        self.is_unheard(here, from, &[Value::from(to.0)], *event).then_some((from, to))
    }

    /// Deals one card, nobody listening.
    fn draw(
        &mut self,
        here: Here,
        from: ZoneId,
        to: ZoneId,
        (lie, event): (Lie, Emitted),
        result: Kept,
    ) -> Result<Next, Reason> {
        self.keep(here, result, &[]);
        self.reshuffle_if_short(from, Some(1));
        if !self.spend(here.rule, 0) {
            return Err(Reason::NoCard);
        }
        let card = self.next_card(from, true).ok_or(Reason::NoCard)?;
        self.table(|atoms, _| atoms.move_as(card, to, None, lie));
        if here.rule != SETUP {
            let player = self.p.zones[to.index()].owner.unwrap_or_else(|| self.doer(here));
            self.recap_travel(event, card, from, to, player);
        }
        self.keep_another(here, result, card);
        Ok(Next::On)
    }

    /// What a deal reads before the first card.
    fn read_deal(&mut self, here: Here, op: &Op) -> Result<Dealt, Reason> {
        let Op::Deal { from, to, each, packet, round, .. } = op else { return Err(Reason::NoZone) };
        let mut eval = self.eval(here);
        let from = eval.zone(from).ok_or(Reason::NoZone)?;
        let mut to = eval.zones(to);
        if to.is_empty() {
            return Err(Reason::NoZone);
        }
        if super::flow::goes_back(self.p, self.s) {
            match round {
                Round::Listed => {}
                Round::FromFirst => to[1..].reverse(),
                Round::FromNext => to.reverse(),
            }
        }
        let each = match each {
            None => None,
            Some(each) => match eval.scalar(each) {
                MISSING => return Err(Reason::NoValue),
                each => Some(each.max(0) as usize),
            },
        };
        let packet = packet.as_ref().map_or(1, |packet| eval.scalar(packet).max(1)) as usize;
        Ok(Dealt { from, to, each, packet })
    }

    /// Keeps it for the next card.
    fn hold(&mut self, here: Here, held: Held, from: ZoneId, to: &[Value], (each, packet): (Option<usize>, usize)) {
        let number = |n: usize| pack(Value::try_from(n).unwrap_or(Value::MAX), SeatSet::NONE);
        self.s.cells[here.base + held.from.0 as usize] = pack(Value::from(from.0), SeatSet::NONE);
        self.s.cells[here.base + held.each.0 as usize] = each.map_or(super::state::EMPTY, number);
        self.s.cells[here.base + held.packet.0 as usize] = number(packet);
        self.s.lists.set(here.lists + held.to.0 as usize, to, 0);
    }

    fn held(&self, here: Here, held: Held) -> Dealt {
        let cell = |slot: crate::code::SlotId| value(self.s.cells[here.base + slot.0 as usize]);
        let each = cell(held.each);
        Dealt {
            from: ZoneId(cell(held.from) as u16),
            to: Row::from_slice(self.s.lists.values(here.lists + held.to.0 as usize)),
            each: (each != MISSING).then_some(each.max(0) as usize),
            packet: cell(held.packet).max(1) as usize,
        }
    }

    /// Does nobody listen to what these deals tell?
    fn is_unheard(&self, here: Here, from: ZoneId, to: &[Value], event: Emitted) -> bool {
        let unheard = |kind: CardEvent| self.p.card_events[kind as usize].is_empty();
        here.rule == SETUP
            || match event {
                Emitted::Nothing => true,
                Emitted::Card(kind) => unheard(kind),
                Emitted::Declared(event) => self.p.events[event as usize].rules.is_empty(),
                Emitted::ByRole => to.iter().all(|&to| unheard(self.by_role(from, ZoneId(to as u16)))),
            }
    }

    /// Deals at once what nobody interrupts: in as many stretches as the deck has to be filled. Nobody can tell the order
    /// of cards that come into a hand together. Gives how many were dealt.
    fn deal_at_once(
        &mut self,
        here: Here,
        from: ZoneId,
        total: Option<usize>,
        to: impl Fn(usize) -> ZoneId,
        (lie, event): (Lie, Emitted),
        result: Kept,
    ) -> usize {
        let mut done = 0;
        while total.is_none_or(|total| done < total) && self.spend(here.rule, 0) {
            let stretch = self.stretch(from, total.map(|total| total - done));
            if stretch.is_empty() {
                break;
            }
            let each = stretch.iter().enumerate().map(|(i, &card)| (Entry(card as u16), to(done + i)));
            self.table(|atoms, _| atoms.move_each(each, lie));
            if S::ON && here.rule != SETUP {
                for (i, &card) in stretch.iter().enumerate() {
                    let to = to(done + i);
                    let player = self.p.zones[to.index()].owner.unwrap_or_else(|| self.doer(here));
                    self.recap_travel(event, Entry(card as u16), from, to, player);
                }
            }
            done += stretch.len();
            match result {
                Kept::Many(list) => self.s.lists.extend(here.lists + list.0 as usize, &stretch),
                other => self.keep(here, other, &stretch),
            }
        }
        done
    }

    /// The cards that are drawn next, until the deck has to be filled again. All there are is never more than there is.
    fn stretch(&mut self, deck: ZoneId, wanted: Option<usize>) -> Row {
        if self.s.table.is_empty(&self.p.shape, deck) && wanted.is_some() && self.refills(deck) {
            self.reshuffle(deck);
        }
        let (shape, table) = (&self.p.shape, &self.s.table);
        let (ordered, most) = (shape.zone(deck).ordered, wanted.unwrap_or(usize::MAX));
        match self.draws_from(deck) {
            DrawFrom::Top if ordered => table.downwards(shape, deck).take(most).map(crate::code::card).collect(),
            DrawFrom::Bottom if ordered => table.order(shape, deck).take(most).map(crate::code::card).collect(),
            _ => {
                let mut row: Row = table.order(shape, deck).map(crate::code::card).collect();
                let mut drawn = Row::new();
                while drawn.len() < most && !row.is_empty() {
                    let at = self.s.rng.below(row.len() as u32) as usize;
                    drawn.push(row.remove(at));
                }
                drawn
            }
        }
    }

    fn refills(&self, deck: ZoneId) -> bool {
        self.p.shape.def(deck).behavior.as_ref().is_some_and(|deck| deck.reshuffle == Reshuffle::WhenEmpty)
    }

    fn draws_from(&self, deck: ZoneId) -> DrawFrom {
        match &self.p.shape.def(deck).behavior {
            Some(behavior) => behavior.draw_from,
            None if self.p.zones[deck.index()].fifo => DrawFrom::Bottom,
            None => DrawFrom::Top,
        }
    }

    fn keep_another(&mut self, here: Here, result: Kept, card: Entry) {
        match result {
            Kept::Many(list) => self.s.lists.extend(here.lists + list.0 as usize, &[Value::from(card.0)]),
            other => self.keep(here, other, &[Value::from(card.0)]),
        }
    }

    fn reshuffle(&mut self, deck: ZoneId) {
        self.table(|atoms, rng| atoms.reshuffle(deck, rng));
        self.lose_sight(deck);
    }

    /// Nobody can follow a card through a shuffle, and neither can what is kept from one effect to the next: where it went
    /// afterwards would be told to everybody who knows the name.
    #[inline(never)]
    pub(super) fn lose_sight(&mut self, shuffled: ZoneId) {
        let (p, s) = (self.p, &mut *self.s);
        let table = &s.table;
        let lost = |card: Value| card != MISSING && table.zone(Entry(card as u16)) == Some(shuffled);
        for (cell, info) in s.cells.iter_mut().zip(&p.globals) {
            if info.kind == Kind::Card && lost(value(*cell)) {
                *cell = pack(MISSING, hidden_from(*cell));
            }
        }
        for (list, info) in p.global_lists.iter().enumerate() {
            if info.kind == Kind::Card {
                s.lists.retain(list, |card| !lost(card));
            }
        }
    }

    fn reshuffle_if_short(&mut self, deck: ZoneId, wanted: Option<usize>) {
        let when = self.p.shape.def(deck).behavior.as_ref().map(|behavior| behavior.reshuffle);
        let short = wanted.is_some_and(|wanted| self.s.table.count(&self.p.shape, deck) < wanted);
        if when == Some(Reshuffle::WhenShort) && short {
            self.reshuffle(deck);
        }
    }

    /// The card that is drawn next; an empty deck is filled again if it can be.
    fn next_card(&mut self, deck: ZoneId, refill: bool) -> Option<Entry> {
        if refill && self.refills(deck) && self.s.table.is_empty(&self.p.shape, deck) {
            self.reshuffle(deck);
        }
        let (shape, table) = (&self.p.shape, &self.s.table);
        match self.draws_from(deck) {
            DrawFrom::Top if shape.zone(deck).ordered => table.top(shape, deck),
            DrawFrom::Bottom if shape.zone(deck).ordered => table.bottom(shape, deck),
            _ => {
                let left = table.count(shape, deck) as u32;
                if left == 0 { None } else { table.nth(shape, deck, self.s.rng.below(left) as usize) }
            }
        }
    }

    #[inline(never)]
    pub(super) fn create(
        &mut self,
        here: Here,
        face: u16,
        to: &Expr,
        count: &Expr,
        lie: Lie,
        result: Kept,
    ) -> Result<(), Reason> {
        let mut eval = self.eval(here);
        let to = eval.zone(to).ok_or(Reason::NoZone)?;
        let count = eval.scalar(count);
        if count == MISSING {
            return Err(Reason::NoValue);
        }
        let owner = self.p.zones[to.index()].owner.map(|seat| Seat::new(seat as usize));
        let mut made = Row::new();
        for _ in 0..count {
            let card = self.table(|atoms, _| atoms.create(Face(face), to, owner)).ok_or(Reason::NoRoom)?;
            let up = match lie {
                Lie::Up => Some(true),
                Lie::Down => Some(false),
                Lie::Default | Lie::Keep => None,
            };
            if let Some(up) = up.filter(|&up| up != self.s.table.is_up(&self.p.shape, card)) {
                self.table(|atoms, _| atoms.turn(card, up));
            }
            self.fresh_marks(card);
            made.push(Value::from(card.0));
        }
        self.keep(here, result, &made);
        Ok(())
    }

    /// The changeable properties of a card as its face has them.
    fn fresh_marks(&mut self, card: Entry) {
        let face = self.s.table.face(&self.p.shape, card);
        for property in &self.p.properties {
            if let Some(mark) = property.mark {
                let cell = self.p.mark_cell(mark, card);
                self.s.cells[cell] = pack(property.by_face[face.index()], SeatSet::NONE);
            }
        }
    }

    #[inline(never)]
    pub(super) fn destroy(&mut self, here: Here, cards: &Cards) -> Result<(), Reason> {
        let row = self.eval(here).order(cards);
        if row.is_empty() {
            return Err(Reason::NoCard);
        }
        for card in row {
            let card = Entry(card as u16);
            let made = card.index() >= self.p.shape.deck_entries();
            // Where not everybody sees which card it is, nobody may tell by how it goes whether it was made in the game.
            let seen = self.s.table.shown(&self.p.shape, card) == self.p.shape.everyone();
            match self.p.limbo {
                Some(limbo) if !(made && seen) => self.table(|atoms, _| atoms.move_to(card, limbo)),
                _ if made => self.table(|atoms, _| atoms.destroy(card)),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Who receives the n-th card, when each gets so many in packets, round the table.
fn recipient(n: usize, recipients: usize, packet: usize, each: Option<usize>) -> usize {
    // Most are dealt one by one.
    if packet == 1 {
        return (n as u32 % recipients as u32) as usize;
    }
    let Some(each) = each else { return n / packet % recipients };
    let whole = each / packet * packet * recipients;
    if n < whole { n / packet % recipients } else { (n - whole) / (each % packet).max(1) % recipients }
}

#[cfg(test)]
mod tests {
    use super::recipient;

    #[test]
    fn packets_go_round_and_the_last_one_is_what_is_left() {
        let dealt = |each, packet| (0..each * 2).map(|n| recipient(n, 2, packet, Some(each))).collect::<Vec<_>>();
        assert_eq!(dealt(3, 1), [0, 1, 0, 1, 0, 1]);
        assert_eq!(dealt(3, 2), [0, 0, 1, 1, 0, 1]);
        assert_eq!(dealt(4, 2), [0, 0, 1, 1, 0, 0, 1, 1]);
        assert_eq!((0..5).map(|n| recipient(n, 3, 1, None)).collect::<Vec<_>>(), [0, 1, 2, 0, 1]);
    }
}
