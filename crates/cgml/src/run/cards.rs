//! Actions that move cards (CGML 13.1, decision 6).

use super::fact::{Fact, Reason};
use super::lists::Row;
use super::machine::{Here, Machine, Next};
use super::state::{Event, SETUP, Travel, pack, value};
use crate::code::{Cards, Emitted, Expr, Gather, Kept, MISSING, Op, Order, Put, Role, Value, Zones};
use crate::syntax::CardEvent;
use rulebook_kernel::{Seat, SeatSet, Sink};
use rulebook_table::{Entry, Face, Facing, ZoneId};

impl<S: Sink<Fact>> Machine<'_, S> {
    /// The cards that an action takes. The last card in the list moves first. `taken` are the cards that other lanes
    /// take with the same instruction. These cards count as gone from their zones (CGML 9.3).
    #[inline(never)]
    pub(super) fn gather(&mut self, here: Here, gather: &Gather, taken: &[Value]) -> Result<Row, Reason> {
        let mut row: Row = match &gather.from {
            Cards::One(card) => {
                let found = match &**card {
                    Expr::Top(zone) if !taken.is_empty() => self.next_card_at(here, zone, true, taken),
                    Expr::Bottom(zone) if !taken.is_empty() => self.next_card_at(here, zone, false, taken),
                    card => self.one_card(here, card),
                };
                found.map(crate::code::card).into_iter().collect()
            }
            from => self.eval(here).order(from),
        };
        if matches!(gather.from.base(), Cards::Zone(_) | Cards::Zones(_)) {
            row.retain(|card| !taken.contains(card));
        }
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
            // Take all cards. The lowest card moves first, so that the cards keep their order.
            row.reverse();
            return Ok(row);
        };
        if row.len() < count {
            return Err(Reason::TooFew);
        }
        // An unordered zone has no top card, and the order of entry numbers would reveal faces. So the choice is
        // random.
        if count < row.len() && self.is_unordered(here, &gather.from) {
            self.s.rng.shuffle(&mut row);
        } else if gather.fifo {
            row.reverse();
        }
        Ok(Row::from_slice(&row[row.len() - count..]))
    }

    fn is_unordered(&self, here: Here, cards: &Cards) -> bool {
        match cards {
            Cards::Let(bound, inner) => {
                self.eval(here).bind(bound);
                self.is_unordered(here, inner)
            }
            Cards::Zone(zone) => self.eval(here).zone(zone).is_some_and(|zone| !self.p.shape.zone(zone).ordered),
            Cards::Filter(inner, _) | Cards::Prefer(inner, _) => self.is_unordered(here, inner),
            _ => false,
        }
    }

    /// Moves cards without events.
    #[inline(never)]
    pub(super) fn move_cards(
        &mut self,
        here: Here,
        cards: &Gather,
        to: &Expr,
        facing: Facing,
        put: Put,
        result: Kept,
    ) -> Result<(), Reason> {
        let to = self.eval(here).zone(to).ok_or(Reason::NoZone)?;
        // Fast path: move a whole zone at once.
        if let (Cards::Zone(from), None, Put::ON_TOP, Kept::No) = (&cards.from, &cards.count, put, result) {
            let from = self.eval(here).zone(from).ok_or(Reason::NoZone)?;
            if cards.needs_some && self.s.table.is_empty(&self.p.shape, from) {
                return Err(Reason::NoCard);
            }
            if from != to {
                self.table(|atoms, _| atoms.move_all(from, to, facing));
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
            self.table(|atoms, _| atoms.move_zones(from, to, facing));
            return Ok(());
        }
        // Fast path: move one card.
        if let Cards::One(card) = &cards.from
            && cards.count.as_ref().is_none_or(|count| *count == Expr::Const(1))
            && let Some(card) = self.one_card(here, card)
        {
            let at = self.place(self.berth(here, put)?, to);
            self.keep(here, result, &[Value::from(card.0)]);
            self.table(|atoms, _| atoms.move_as(card, to, at, facing));
            return Ok(());
        }
        let place = self.berth(here, put)?;
        let mut row = self.gather(here, cards, &[])?;
        self.keep_moved(here, result, &row);
        if put == Put::ON_TOP && row.len() > 1 {
            let each = row.iter().rev().map(|&card| (Entry(card as u16), to));
            self.table(|atoms, _| atoms.move_each(each, facing));
            return Ok(());
        }
        while let Some(card) = row.pop() {
            let at = self.place(place, to);
            self.table(|atoms, _| atoms.move_as(Entry(card as u16), to, at, facing));
        }
        Ok(())
    }

    /// The position of moved cards in the target zone, in the encoding of [`Travel`]. Fails if the slot holds no
    /// number.
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

    /// The position of a moved card: the number of cards below it. `None` means that the card goes on top of all cards.
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

    /// Moves the gathered cards one after the other. Stops when the move of a card begins an event.
    #[inline(never)]
    pub(super) fn send(&mut self, here: Here, op: &Op, at: u16) -> Result<Next, Reason> {
        let Op::Send { left, sources, whole, result, travel, facing, put, event } = op else { return Ok(Next::On) };
        let (left, sources) = (here.lists + left.0 as usize, here.lists + sources.0 as usize);
        // If several seats want the same card in a simultaneous loop, the first in seat order gets it (CGML 9.3).
        if *whole && here.lane.is_some() && !self.still_there(left, sources) {
            self.s.lists.put(left, &[]);
            self.s.lists.put(sources, &[]);
            self.keep(here, *result, &[]);
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
            if self.go(here, card, from, to, *facing, put, *event, player) {
                return Ok(Next::Begun(at));
            }
        }
    }

    /// Returns whether each card is still in the zone from which it was gathered.
    fn still_there(&self, cards: usize, sources: usize) -> bool {
        let (cards, sources) = (self.s.lists.values(cards), self.s.lists.values(sources));
        let lies = |card: Value| self.s.table.zone(Entry(card as u16)).map(|zone| Value::from(zone.0));
        cards.iter().zip(sources).all(|(&card, &from)| lies(card) == Some(from))
    }

    /// Moves a card between zones. If a rule listens, begins an event instead, and the event moves the card. Returns
    /// whether an event began.
    #[allow(clippy::too_many_arguments, reason = "all of them describe one move of a card")]
    pub(super) fn go(
        &mut self,
        here: Here,
        card: Entry,
        from: ZoneId,
        to: ZoneId,
        facing: Facing,
        end: u8,
        event: Emitted,
        player: u8,
    ) -> bool {
        let (kind, player) = (self.kind_of(event, from, to), self.who_does(event, from, to, player));
        let listened = kind.filter(|&kind| here.rule != SETUP && !self.p.card_events[kind as usize].is_empty());
        let kind = listened.unwrap_or(CardEvent::Move) as u8;
        let travel = Travel { kind, card, from, to, player, facing: Travel::lie_of(facing), end };
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

    /// The card event of a move, or `None` if the move has no card event.
    pub(super) fn kind_of(&self, event: Emitted, from: ZoneId, to: ZoneId) -> Option<CardEvent> {
        match event {
            Emitted::Card(kind) => Some(kind),
            Emitted::ByRole => Some(self.by_role(from, to)),
            Emitted::Nothing | Emitted::Declared(_) => None,
        }
    }

    /// The player credited with an action that names no player: the player whose turn it is. In a game without turns,
    /// it is the player of the surrounding simultaneous loop, or nobody (decision 3).
    pub(super) fn doer(&self, here: Here) -> u8 {
        let turns = self.p.flow.order != Order::Simultaneous;
        if turns { self.s.flow.current } else { here.lane.unwrap_or(Travel::NOBODY) }
    }

    /// The player credited with a move. If the roles of the zones make the move a draw, the owner of the hand is
    /// credited.
    pub(super) fn who_does(&self, event: Emitted, from: ZoneId, to: ZoneId, player: u8) -> u8 {
        let drawn = event == Emitted::ByRole && self.by_role(from, to) == CardEvent::Draw;
        self.p.zones[to.index()].owner.filter(|_| drawn).unwrap_or(player)
    }

    /// Builds the declared event of a moved card, and pushes its fields: card, source, target, player.
    pub(super) fn moved_event(&mut self, event: u16, card: Entry, from: ZoneId, to: ZoneId, player: u8) -> Event {
        let base = self.s.cells.len();
        for field in [card.0.into(), from.0.into(), to.0.into(), Travel::who(player)] {
            self.s.cells.push(pack(field, SeatSet::NONE));
        }
        Event::Declared { event, base: base as u16, count: 4, moved: true }
    }

    /// The card event that follows from the roles of the two zones (decision 9).
    pub(super) fn by_role(&self, from: ZoneId, to: ZoneId) -> CardEvent {
        match (self.p.zones[from.index()].role, self.p.zones[to.index()].role) {
            (Some(Role::Deck), Some(Role::Hand)) => CardEvent::Draw,
            (Some(Role::Hand), Some(Role::Play)) => CardEvent::Play,
            (_, Some(Role::Discard)) => CardEvent::Discard,
            _ => CardEvent::Move,
        }
    }

    #[inline(never)]
    pub(super) fn create(
        &mut self,
        here: Here,
        face: u16,
        to: &Expr,
        count: &Expr,
        facing: Facing,
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
            let up = match facing {
                Facing::Up => Some(true),
                Facing::Down => Some(false),
                Facing::Default | Facing::Keep => None,
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

    /// Resets the changeable properties of a card to the values printed on its face.
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
            // The removal must not reveal that the card was created in play to a player who cannot identify the card.
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
