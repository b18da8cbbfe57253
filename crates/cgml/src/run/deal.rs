//! Deals cards (CGML 13.1, decision 6). The behaviour of the deck says from which end cards come and when it is
//! refilled.

use super::fact::{Fact, Reason};
use super::lists::Row;
use super::machine::{Here, Machine, Next};
use super::state::{SETUP, Travel, hidden_from, pack, value};
use crate::code::{Emitted, Held, Kept, Kind, MISSING, Op, Round, Value};
use crate::syntax::CardEvent;
use rulebook_kernel::{SeatSet, Sink};
use rulebook_table::behavior::{DrawFrom, Reshuffle};
use rulebook_table::{Entry, Facing, ZoneId};

/// The parameters of a deal.
struct Dealt {
    from: ZoneId,
    to: Row,
    each: Option<usize>,
    packet: usize,
}

impl<S: Sink<Fact>> Machine<'_, S> {
    /// Deals card by card until the deal is complete or an event must run first.
    #[inline(never)]
    pub(super) fn deal(&mut self, here: Here, op: &Op, at: u16) -> Result<Next, Reason> {
        let Op::Deal { exactly, facing, event, dealt, held, result, .. } = op else { return Ok(Next::On) };
        let slot = here.base + dealt.0 as usize;
        let mut done = value(self.s.cells[slot]).max(0) as usize;
        let Dealt { from, to, each, packet } = match held {
            Some(held) if done > 0 => self.held(here, *held).ok_or(Reason::NoZone)?,
            _ => self.read_deal(here, op)?,
        };
        // Dealing a deck onto itself does nothing.
        if done == 0 && to.iter().all(|&to| ZoneId(to as u16) == from) {
            self.keep(here, *result, &[]);
            return Ok(Next::On);
        }
        let total = each.map(|each| each.saturating_mul(to.len()));
        if done == 0 {
            self.keep(here, *result, &[]);
            let supply = self.supply(from);
            if *exactly && total.is_some_and(|total| supply < total) {
                return Err(if supply == 0 { Reason::NoCard } else { Reason::TooFew });
            }
            self.reshuffle_if_short(from, total);
        }
        // Dealing from an empty deck gives no cards and does not fail. Dealing from any other empty zone fails.
        let fails = |m: &Self, done: usize| done == 0 && total != Some(0) && !m.is_deck(from);
        if self.is_unheard(here, from, &to, *event) {
            let to = |n: usize| ZoneId(to[recipient(n, to.len(), packet, each)] as u16);
            let done = self.deal_at_once(here, from, total, to, (*facing, *event), *result);
            return if fails(self, done) { Err(Reason::NoCard) } else { Ok(Next::On) };
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
            if self.go(here, card, from, to, *facing, Travel::ON_TOP, *event, player) {
                return Ok(Next::Begun(at));
            }
            if !self.spend(here.rule, 0) {
                return Ok(Next::Pause);
            }
        }
        self.s.cells[slot] = super::state::EMPTY;
        if fails(self, done) { Err(Reason::NoCard) } else { Ok(Next::On) }
    }

    /// Deals one card to one zone without an event. This is the most common deal after the setup.
    pub(super) fn draw(&mut self, here: Here, from: ZoneId, to: ZoneId, op: &Op) -> Result<(), Reason> {
        let Op::Deal { exactly, facing, event, result, .. } = op else { return Ok(()) };
        self.keep(here, *result, &[]);
        if from == to {
            return Ok(());
        }
        self.reshuffle_if_short(from, Some(1));
        if !self.spend(here.rule, 0) {
            return Err(Reason::NoCard);
        }
        let Some(card) = self.next_card(from, true) else {
            return if *exactly || !self.is_deck(from) { Err(Reason::NoCard) } else { Ok(()) };
        };
        self.table(|atoms, _| atoms.move_as(card, to, None, *facing));
        if S::ON && here.rule != SETUP {
            let player = self.p.zones[to.index()].owner.unwrap_or_else(|| self.doer(here));
            self.recap_travel(*event, card, from, to, player);
        }
        self.keep_another(here, *result, card);
        Ok(())
    }

    /// Evaluates the parameters before the first card.
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

    /// Stores the parameters of the deal, because an event may run before the next card.
    fn hold(&mut self, here: Here, held: Held, from: ZoneId, to: &[Value], (each, packet): (Option<usize>, usize)) {
        let number = |n: usize| pack(Value::try_from(n).unwrap_or(Value::MAX), SeatSet::NONE);
        self.s.cells[here.base + held.from.0 as usize] = pack(Value::from(from.0), SeatSet::NONE);
        self.s.cells[here.base + held.each.0 as usize] = each.map_or(super::state::EMPTY, number);
        self.s.cells[here.base + held.packet.0 as usize] = number(packet);
        self.s.lists.set(here.lists + held.to.0 as usize, to, 0);
    }

    /// Reads the stored parameters. `None` if they are not valid zones, which is possible in a loaded state.
    fn held(&self, here: Here, held: Held) -> Option<Dealt> {
        let cell = |slot: crate::code::SlotId| value(self.s.cells[here.base + slot.0 as usize]);
        let (from, each) = (cell(held.from), cell(held.each));
        let to = Row::from_slice(self.s.lists.values(here.lists + held.to.0 as usize));
        let is_zone = |zone: &Value| (0..self.p.zones.len() as Value).contains(zone);
        (is_zone(&from) && !to.is_empty() && to.iter().all(is_zone)).then(|| Dealt {
            from: ZoneId(from as u16),
            to,
            each: (each != MISSING).then_some(each.max(0) as usize),
            packet: cell(held.packet).max(1) as usize,
        })
    }

    /// Returns whether no rule listens to the events of this deal.
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

    /// Deals without stopping for events. Deals one batch of cards, and another batch each time the deck was refilled.
    /// Cards that enter a hand together have no visible order. Returns the number of cards dealt.
    fn deal_at_once(
        &mut self,
        here: Here,
        from: ZoneId,
        total: Option<usize>,
        to: impl Fn(usize) -> ZoneId,
        (facing, event): (Facing, Emitted),
        result: Kept,
    ) -> usize {
        let mut done = 0;
        while total.is_none_or(|total| done < total) && self.spend(here.rule, 0) {
            let stretch = self.stretch(from, total.map(|total| total - done));
            if stretch.is_empty() {
                break;
            }
            let each = stretch.iter().enumerate().map(|(i, &card)| (Entry(card as u16), to(done + i)));
            self.table(|atoms, _| atoms.move_each(each, facing));
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

    /// The next cards to draw: at most `wanted`, or the whole deck. Returns fewer cards if the deck must be refilled in
    /// between. If `wanted` is given and the deck is already empty, refills it first.
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

    /// Returns whether the zone has the behaviour of a deck.
    fn is_deck(&self, zone: ZoneId) -> bool {
        self.p.shape.def(zone).behavior.is_some()
    }

    /// The number of cards that one draw can give: the cards of the zone, plus the cards that a reshuffle would bring
    /// back.
    fn supply(&self, deck: ZoneId) -> usize {
        let (shape, table) = (&self.p.shape, &self.s.table);
        let keep = shape.def(deck).behavior.as_ref().map_or(0, |behavior| behavior.keep_top);
        let back = shape.refilled_from(deck).map_or(0, |from| table.count(shape, from).saturating_sub(keep));
        table.count(shape, deck) + back
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
        self.lay_out(deck);
    }

    /// Forgets stored cards of a shuffled zone, because no player can follow a card through a shuffle. Otherwise a
    /// stored card would reveal the position of this card after the shuffle.
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

    /// The next card to draw. Refills an empty deck if possible.
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
}

/// The index of the recipient of the n-th card. The deal goes around the table and gives each recipient a packet of
/// cards.
fn recipient(n: usize, recipients: usize, packet: usize, each: Option<usize>) -> usize {
    // Most deals give one card at a time.
    if packet == 1 {
        return (n as u32 % recipients as u32) as usize;
    }
    let Some(each) = each else { return n / packet % recipients };
    let whole = each / packet * packet * recipients;
    if n < whole { n / packet % recipients } else { (n - whole) / (each % packet).max(1) % recipients }
}
