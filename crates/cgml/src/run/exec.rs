//! Executes single instructions of an effect. The instructions that move cards are in `cards.rs`.
//!
//! Three loops call [`Machine::exec`]: `linear.rs` (effects, for instructions without register code), `can_perform.rs`
//! (dry runs) and `simultaneous.rs` (one lane for each player).

use super::fact::{Fact, Reason};
use super::machine::{Here, Machine, Next};
use super::message;
use super::state::{Event, Frame, LookedAt, Part, SETUP, Travel, pack};
use crate::code::{Expr, Instruction, Item, Kept, ListId, MISSING, Op, OrderBy, Sight, SlotId, Target, Value};
use rulebook_kernel::{Seat, SeatSet, Sink};
use rulebook_table::{Entry, Facing, VarId, ZoneId};
use smallvec::SmallVec;

/// The place of a scalar.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stored {
    /// A cell, and its declared audience.
    Cell(usize, Option<SeatSet>),
    /// A variable, and whether the file declares its audience.
    Var(VarId, bool),
}

impl<'a, S: Sink<Fact>> Machine<'a, S> {
    /// Counts the use of an action. Branches and jumps are no actions.
    pub(super) fn count_use(&mut self, rule: u16, step: &Instruction) {
        if !matches!(step.op, Op::Branch(..) | Op::Jump(_) | Op::End | Op::Meet) {
            self.out.used(super::profile::done(rule, step.action));
        }
    }

    /// Executes one instruction. Frequent instructions are dispatched here. The others have functions of their own, to
    /// keep this function small.
    #[inline(always)]
    pub(super) fn exec(&mut self, here: Here, step: &'a Instruction, at: u16) -> Result<Next, Reason> {
        match &step.op {
            Op::Move { cards, to, facing, put, result, told: None } if !cards.found => {
                self.move_cards(here, cards, to, *facing, *put, *result).map(|()| Next::On)
            }
            Op::Move { cards, to, facing, put, result, told } => {
                if cards.found {
                    self.reveal_moved(here, &cards.from, to);
                }
                let Some(told) = told else {
                    return self.move_cards(here, cards, to, *facing, *put, *result).map(|()| Next::On);
                };
                let before = self.card_zones();
                self.move_cards(here, cards, to, *facing, *put, *result)?;
                self.recap_moved(here, &before, told);
                Ok(Next::On)
            }
            Op::Jump(there) => Ok(Next::To(*there)),
            Op::Branch(condition, otherwise) => {
                Ok(if self.eval(here).test(condition) { Next::On } else { Next::To(*otherwise) })
            }
            Op::End => Ok(Next::End),
            Op::Set(..) | Op::Add(..) => self.assign(here, step),
            Op::Next { left, item, done } => {
                Ok(if self.next_item(here, *left, *item) { Next::On } else { Next::To(*done) })
            }
            Op::Deal { .. } => self.deal(here, &step.op, at),
            Op::Send { .. } => self.send(here, &step.op, at),
            Op::Ask(ask) => self.begin_ask(here, ask, at),
            _ => self.exec_other(here, step, at),
        }
    }

    /// Executes [`Op::Set`] or [`Op::Add`].
    #[inline(never)]
    fn assign(&mut self, here: Here, step: &'a Instruction) -> Result<Next, Reason> {
        let (Op::Set(target, expr) | Op::Add(target, expr)) = &step.op else { return Ok(Next::On) };
        let mut value = self.scalar(here, expr);
        let place = self.place_of(here, target)?;
        if let Op::Add(..) = step.op {
            let now = self.get(place);
            value = crate::code::Arith::Add.apply(if now == MISSING { 0 } else { now }, value);
            if value == MISSING {
                return Err(Reason::NoValue);
            }
        }
        self.put(here, step, place, value);
        Ok(Next::On)
    }

    #[inline(never)]
    fn exec_other(&mut self, here: Here, step: &'a Instruction, at: u16) -> Result<Next, Reason> {
        match &step.op {
            Op::Move { .. }
            | Op::Set(..)
            | Op::Add(..)
            | Op::Next { .. }
            | Op::Deal { .. }
            | Op::Send { .. }
            | Op::Jump(_)
            | Op::Branch(..)
            | Op::End
            // `exec` handles these.
            | Op::Ask(_) => {}
            Op::Known(target, expr) => self.tell_known(here, target, expr),
            Op::SetList(list, items) => {
                let to = here.lists + list.0 as usize;
                let hidden = self.list_hidden_from(here, items);
                self.set_list(here, to, hidden, items);
            }
            Op::SetGlobalList(list, items) => {
                let to = list.0 as usize;
                let said = self.p.list_audiences.get(to).copied().flatten();
                let hidden = match said {
                    Some(known) if self.s.table.has_lore() => self.p.shape.everyone().minus(known),
                    _ => self.list_hidden_from(here, items),
                };
                self.set_list(here, to, hidden, items);
            }
            Op::Loop(list, items) => self.begin_loop(here, *list, items),
            Op::Lanes { seats, player, end } => return self.begin_lanes(here, seats, *player, at + 1, *end),
            // All lanes have arrived, because `simultaneous.rs` waits for them before it executes this instruction.
            Op::Meet => {}
            Op::Branches { starts, end } => return Ok(self.begin_branches(starts, *end)),
            Op::Try { otherwise } => self.save(Some(*otherwise)),
            Op::Done => {
                self.s.saved.pop();
            }
            Op::Gather { cards, to, player, travel, into, sources, result } => {
                let mut eval = self.eval(here);
                let zone = eval.zone(to).ok_or(Reason::NoZone)?;
                let player = eval.seat(player).map_or_else(|| self.doer(here), |seat| seat.index() as u8);
                self.s.cells[here.base + travel.0.0 as usize] = pack(Value::from(zone.0), SeatSet::NONE);
                self.s.cells[here.base + travel.1.0 as usize] = pack(Travel::who(player), SeatSet::NONE);
                if cards.found {
                    self.reveal_moved(here, &cards.from, to);
                }
                let taken = self.taken_by_others(here, *into, at);
                let row = self.gather(here, cards, &taken)?;
                self.keep_moved(here, *result, &row);
                let zone_of = |&card: &Value| self.s.table.zone(Entry(card as u16)).map_or(MISSING, |zone| zone.0.into());
                let zones: super::lists::Row = row.iter().map(zone_of).collect();
                self.s.lists.put(here.lists + into.0 as usize, &row);
                self.s.lists.set(here.lists + sources.0 as usize, &zones, 0);
            }
            Op::Shuffle(_) if self.is_rehearsed() => {}
            Op::Shuffle(zones) => {
                for zone in self.eval(here).zones(zones) {
                    self.table(|atoms, rng| atoms.shuffle(ZoneId(zone as u16), rng));
                    self.lose_sight(ZoneId(zone as u16));
                    self.lay_out(ZoneId(zone as u16));
                }
            }
            Op::Reorder(zone, by) => self.reorder(here, zone, by)?,
            Op::Turn(cards, up) => {
                let row = self.eval(here).order(cards);
                self.reveal_shown(here, cards);
                if row.is_empty() {
                    return Err(Reason::NoCard);
                }
                for card in row {
                    let card = Entry(card as u16);
                    let up = up.unwrap_or(!self.s.table.is_up(&self.p.shape, card));
                    self.table(|atoms, _| atoms.turn(card, up));
                }
            }
            Op::Sight(sight, cards, seats) => self.sight(here, *sight, cards, seats)?,
            Op::Note { of, such, least } => self.note(here, of, such, least.as_ref())?,
            Op::Random { from, count, result } => self.random(here, from, count, *result)?,
            Op::Create { face, to, count, facing, result } => self.create(here, *face, to, count, *facing, *result)?,
            Op::Destroy(cards) => {
                self.reveal_shown(here, cards);
                self.destroy(here, cards)?;
            }
            Op::Mark(property, cards, value) => {
                let hidden = self.hidden_value(here, value);
                let value = self.scalar(here, value);
                let mark = self.p.properties[*property].mark.expect("only changeable properties are changed");
                for card in self.some(here, cards)? {
                    let cell = self.p.mark_cell(mark, Entry(card as u16));
                    self.s.cells[cell] = pack(value, hidden);
                }
            }
            Op::Flow(change) => self.change(here, change)?,
            Op::Say(message, to) => {
                let to = self.seat_set(here, to);
                self.announce(here, *message, to);
            }
            // The setup and dry runs trigger no rules (decision 2).
            Op::Emit(_, _, happened) if here.rule == SETUP => self.keep(here, *happened, &[1]),
            Op::Emit(event, fields, happened) => {
                self.keep(here, *happened, &[1]);
                let base = self.s.cells.len();
                for field in fields {
                    let value = self.scalar(here, field);
                    let hidden = self.hidden_value(here, field);
                    self.s.cells.push(pack(value, hidden));
                }
                let count = fields.len() as u16;
                let begun = Event::Declared { event: *event as u16, base: base as u16, count, moved: false };
                if self.begin(begun) {
                    return Ok(Next::Begun(at + 1));
                }
                self.s.cells.truncate(base);
            }
            Op::Prevent => {
                // The frame of the event lies directly below the frame of this effect. In a lane, the frame of the lane
                // lies above both.
                let above = if here.lane.is_some() { 3 } else { 2 };
                if let Some(at) = self.s.frames.len().checked_sub(above)
                    && let Frame::Event { part, .. } = &mut self.s.frames[at]
                    && *part == Part::Pre
                {
                    *part = Part::Prevented;
                }
            }
            Op::Fail(message) => return Err(Reason::Said(*message as u16)),
            Op::Fired(mark) => self.s.flow.fired |= 1 << mark,
        }
        Ok(Next::On)
    }

    /// Sets a scalar to the result of [`Op::Set`] or [`Op::Add`]. Its audience is the declared audience, or else the
    /// seats that know everything the value was computed from. Without lore, everybody knows it.
    pub(super) fn put(&mut self, here: Here, step: &Instruction, place: Stored, value: Value) {
        let audience = |m: &Self| match &step.op {
            Op::Add(_, expr) => m.eval(here).audience(expr).and(m.audience_of(place)),
            Op::Set(_, expr) => m.eval(here).audience(expr),
            _ => m.p.shape.everyone(),
        };
        let bare = !self.s.table.has_lore();
        // A stored card is hidden from seats that do not know how it was found.
        match place {
            Stored::Cell(cell, said) => {
                let known = if bare { self.p.shape.everyone() } else { said.unwrap_or_else(|| audience(self)) };
                self.s.cells[cell] = pack(value, self.p.shape.everyone().minus(known));
            }
            Stored::Var(var, declared) => {
                let audience = (!bare && !declared).then(|| audience(self));
                self.set_variable(var, value, audience);
            }
        }
    }

    /// The seats that do not know everything a value was computed from. Empty if the table keeps no lore.
    fn hidden_value(&self, here: Here, value: &Expr) -> SeatSet {
        if !self.s.table.has_lore() {
            return SeatSet::NONE;
        }
        self.p.shape.everyone().minus(self.eval(here).audience(value))
    }

    /// Widens the audience of a stored value after cards were turned face up. Adds the seats that now know everything
    /// from which the value was computed.
    fn tell_known(&mut self, here: Here, target: &Target, expr: &'a Expr) {
        if !self.s.table.has_lore() {
            return;
        }
        let value = self.scalar(here, expr);
        let Ok(place) = self.place_of(here, target) else { return };
        // If the expression has another value now, it reads other cards than before. So knowing these cards does not
        // reveal the stored value.
        if self.get(place) != value {
            return;
        }
        let before = self.audience_of(place);
        let known = self.eval(here).audience(expr).or(before);
        if known == before {
            return;
        }
        match place {
            Stored::Cell(cell, _) => self.s.cells[cell] = pack(value, self.p.shape.everyone().minus(known)),
            Stored::Var(_, true) => {}
            Stored::Var(var, false) => self.set_variable(var, value, Some(known)),
        }
    }

    fn get(&self, place: Stored) -> Value {
        match place {
            Stored::Cell(cell, _) => super::state::value(self.s.cells[cell]),
            Stored::Var(var, _) => self.s.table.var(&self.p.shape, var),
        }
    }

    fn audience_of(&self, place: Stored) -> SeatSet {
        match place {
            Stored::Cell(cell, _) => self.p.shape.everyone().minus(super::state::hidden_from(self.s.cells[cell])),
            Stored::Var(var, _) => self.s.table.var_audience(&self.p.shape, var),
        }
    }

    /// The place that a target names.
    fn place_of(&self, here: Here, target: &Target) -> Result<Stored, Reason> {
        let var = |var: VarId, def: usize| Ok(Stored::Var(var, self.p.vars[def].declared_audience));
        match target {
            Target::Slot(slot) => Ok(Stored::Cell(here.base + slot.0 as usize, None)),
            Target::Global(slot) => {
                Ok(Stored::Cell(slot.0 as usize, self.p.cell_audiences.get(slot.0 as usize).copied().flatten()))
            }
            Target::Var(of) => var(*of, self.p.var_defs[of.index()]),
            Target::VarOf(def, seat) => {
                let seat = self.eval(here).seat(seat).ok_or(Reason::NoSeat)?;
                var(self.p.shape.var_of(*def, seat), *def)
            }
        }
    }

    #[inline(never)]
    fn set_list(&mut self, here: Here, to: usize, hidden: SeatSet, items: &crate::code::List) {
        let values = self.eval(here).list(items);
        self.s.lists.set(to, &values, hidden.bits());
    }

    #[inline(never)]
    fn begin_loop(&mut self, here: Here, list: ListId, items: &Item) {
        let mut eval = self.eval(here);
        let mut values = super::lists::Row::new();
        match items {
            Item::List(crate::code::List::Keys(keys)) => eval.each_key(keys, |key| values.push(key)),
            Item::Seats(seats) => eval.each_seat(seats, |seat| values.push(seat)),
            items => values = eval.items(items),
        }
        let to = here.lists + list.0 as usize;
        // If the list is empty, `Op::Next` leaves the loop.
        if values.is_empty() {
            self.s.lists.set(to, &[], 0);
            return;
        }
        values.reverse();
        let hidden = self.items_hidden_from(here, items);
        self.s.lists.set(to, &values, hidden.bits());
    }

    /// Takes the next item of a loop. Returns `false` if there is none.
    #[inline]
    pub(super) fn next_item(&mut self, here: Here, left: ListId, item: SlotId) -> bool {
        let list = here.lists + left.0 as usize;
        match self.s.lists.pop(list) {
            Some(value) => {
                let hidden = SeatSet::from_bits(self.s.lists.hidden_from(list));
                self.s.cells[here.base + item.0 as usize] = pack(value, hidden);
                true
            }
            None => {
                self.s.lists.hide(list, 0);
                false
            }
        }
    }

    /// Stores the result of an action, visible to everybody.
    pub(super) fn keep(&mut self, here: Here, result: Kept, row: &[Value]) {
        match result {
            Kept::No => {}
            Kept::One(slot) => {
                let value = row.last().copied().unwrap_or(MISSING);
                self.s.cells[here.base + slot.0 as usize] = pack(value, SeatSet::NONE);
            }
            Kept::Many(list) => {
                self.s.lists.set(here.lists + list.0 as usize, row, 0);
            }
        }
    }

    /// Stores gathered cards in the order in which they move. `row` has the opposite order, because its last card moves
    /// first.
    pub(super) fn keep_moved(&mut self, here: Here, result: Kept, row: &[Value]) {
        if result != Kept::No {
            let moved: super::lists::Row = row.iter().rev().copied().collect();
            self.keep(here, result, &moved);
        }
    }

    /// The seats as a set. If all seats are in it, the set includes the spectators too.
    pub(super) fn seat_set(&self, here: Here, seats: &crate::code::Seats) -> SeatSet {
        let set: SeatSet = self.eval(here).seats(seats).iter().map(|&seat| Seat::new(seat as usize)).collect();
        if set.len() == self.p.seats { self.p.shape.everyone() } else { set }
    }

    /// Announces a message. Each viewer reads only the values that this viewer may know.
    #[inline(never)]
    pub(super) fn announce(&mut self, here: Here, message: usize, to: SeatSet) {
        if !S::ON {
            return;
        }
        for (who, text) in message::texts(&mut self.eval_told(here), message, to) {
            // An announcement changes no card, so cached values stay valid.
            let mut out = rulebook_kernel::Via::<S, Fact>::new(self.out);
            self.s.table.atoms(&self.p.shape, &mut out).say(who, || text);
        }
    }

    #[inline(never)]
    fn sight(
        &mut self,
        here: Here,
        sight: Sight,
        cards: &crate::code::Cards,
        seats: &crate::code::Seats,
    ) -> Result<(), Reason> {
        let seats = self.seat_set(here, seats);
        let depth = self.s.frames.len() as u16;
        let row = self.eval(here).order(cards);
        // Other players notice a LOOK only if each card becomes visible to a seat that could not see it before.
        let seen = sight != Sight::Look
            || !row.is_empty()
                && row
                    .iter()
                    .all(|&card| !seats.minus(self.s.table.shown(&self.p.shape, Entry(card as u16))).is_empty());
        if seen {
            self.reveal_shown(here, cards);
        }
        let mut row = self.some(here, cards)?;
        if sight == Sight::Conceal || seats != self.p.shape.everyone() {
            self.mix_unordered(&mut row);
        }
        for card in row {
            let card = Entry(card as u16);
            match sight {
                Sight::Peek => self.table(|atoms, _| atoms.reveal(card, seats)),
                Sight::Reveal => self.table(|atoms, _| atoms.show(card, seats)),
                // No fact reports that a hidden card is concealed, because the fact would reveal which cards the action
                // names.
                Sight::Conceal if seats.and(self.s.table.shown(&self.p.shape, card)).is_empty() => {}
                Sight::Conceal => self.table(|atoms, _| atoms.cover(card, seats)),
                Sight::Look => {
                    // Seats that can see the card anyway still see it after the effect.
                    let new = seats.minus(self.s.table.shown(&self.p.shape, card));
                    if !new.is_empty() {
                        self.table(|atoms, _| atoms.show(card, new));
                        self.s.looks.push(LookedAt { depth, card, seats: new.bits() });
                    }
                }
            }
        }
        Ok(())
    }

    /// Reports the new order of a shuffled zone to seats that see its cards.
    pub(super) fn lay_out(&mut self, zone: ZoneId) {
        let (shape, table) = (&self.p.shape, &self.s.table);
        // A table without lore does not store what viewers learn, and the order of the cards does not change here. So
        // there is nothing to do.
        if !table.has_lore() {
            return;
        }
        if !shape.zone(zone).ordered || table.order(shape, zone).all(|card| table.shown(shape, card).is_empty()) {
            return;
        }
        let order: Vec<Entry> = table.order(shape, zone).collect();
        self.table(|atoms, _| atoms.move_each(order.into_iter().map(|card| (card, zone)), Facing::Keep));
    }

    /// The cards that an action affects. A zone may be empty; a single card must exist (decision 11).
    fn some(&self, here: Here, cards: &crate::code::Cards) -> Result<super::lists::Row, Reason> {
        let row = self.eval(here).order(cards);
        let one = matches!(cards, crate::code::Cards::One(_));
        if one && row.is_empty() { Err(Reason::NoCard) } else { Ok(row) }
    }

    #[inline(never)]
    fn random(&mut self, here: Here, from: &Item, count: &crate::code::Expr, result: Kept) -> Result<(), Reason> {
        let mut eval = self.eval(here);
        let (mut row, count) = (eval.items(from), eval.scalar(count));
        let known = if self.s.table.has_lore() { eval.audience_of_items(from) } else { self.p.shape.everyone() };
        let hidden = self.p.shape.everyone().minus(known);
        if count == MISSING {
            return Err(Reason::NoValue);
        }
        let count = count.max(0) as usize;
        if row.len() < count {
            return Err(if row.is_empty() { Reason::NoCard } else { Reason::TooFew });
        }
        self.s.rng.shuffle(&mut row);
        row.truncate(count);
        self.keep(here, result, &row);
        match result {
            Kept::One(slot) => {
                let cell = &mut self.s.cells[here.base + slot.0 as usize];
                *cell = pack(super::state::value(*cell), hidden);
            }
            Kept::Many(list) => self.s.lists.hide(here.lists + list.0 as usize, hidden.bits()),
            Kept::No => {}
        }
        Ok(())
    }

    #[inline(never)]
    fn reorder(&mut self, here: Here, zone: &crate::code::Expr, by: &OrderBy) -> Result<(), Reason> {
        let mut eval = self.eval(here);
        let zone = eval.zone(zone).ok_or(Reason::NoZone)?;
        if !self.p.shape.zone(zone).ordered {
            return Err(Reason::NoOrder);
        }
        if self.p.zones[zone.index()].fixed {
            return Err(Reason::NotAllowed);
        }
        let mut now: SmallVec<[Value; 64]> = self.s.table.order(&self.p.shape, zone).map(crate::code::card).collect();
        // Read the order from bottom to top. The top of a queue is the card placed first.
        let fifo = self.p.zones[zone.index()].fifo;
        if fifo {
            now.reverse();
        }
        let everyone = self.p.shape.everyone();
        let knowing = |m: &Self| {
            now.iter().fold(everyone, |known, &card| known.and(m.s.table.known(&m.p.shape, Entry(card as u16))))
        };
        let (order, saw): (Vec<Value>, SeatSet) = match by {
            OrderBy::Reverse => (now.iter().rev().copied().collect(), everyone),
            OrderBy::Top(cards) => {
                let cards = eval.order(cards);
                let moved: Vec<Value> = cards.iter().copied().filter(|card| now.contains(card)).collect();
                let rest = now.iter().copied().filter(|card| !moved.contains(card));
                (rest.chain(moved.iter().copied()).collect(), everyone)
            }
            OrderBy::Bottom(cards) => {
                let cards = eval.order(cards);
                let moved: Vec<Value> = cards.iter().copied().filter(|card| now.contains(card)).collect();
                let rest = now.iter().copied().filter(|card| !moved.contains(card));
                (moved.iter().copied().chain(rest).collect(), everyone)
            }
            OrderBy::Key { card, key, descending } => {
                let mut keyed: Vec<(Value, Value)> =
                    now.iter().map(|&entry| (eval.with(*card, entry, |e| e.scalar(key)), entry)).collect();
                keyed.sort_by_key(|&(key, _)| key);
                if *descending {
                    keyed.reverse();
                }
                (keyed.into_iter().map(|(_, entry)| entry).collect(), knowing(self))
            }
            OrderBy::List(list) => {
                let wanted = self.s.lists.values(here.lists + list.0 as usize);
                // A loaded state can name a card twice.
                let mut moved: Vec<Value> = Vec::new();
                for &card in wanted {
                    if now.contains(&card) && !moved.contains(&card) {
                        moved.push(card);
                    }
                }
                let rest = now.iter().copied().filter(|card| !moved.contains(card));
                (rest.chain(moved.iter().copied()).collect(), knowing(self))
            }
        };
        // Skips a new order if everybody can see that it changes nothing.
        if order.len() > 1 && (saw != everyone || *order != *now) {
            let mut order: Vec<Entry> = order.iter().map(|&card| Entry(card as u16)).collect();
            if fifo {
                order.reverse();
            }
            self.table(|atoms, _| atoms.arrange(zone, &order, saw));
        }
        Ok(())
    }
}
