//! Emits the messages of `presentation.recap` after events. Messages do not affect the match: they use no frame and no
//! fuel, and leave the state unchanged. A silent sink skips them.

use super::fact::Fact;
use super::machine::{Here, Machine};
use super::state::{EMPTY, Event, Travel};
use crate::code::{Emitted, Expr, Op};
use crate::syntax::End;
use rulebook_kernel::{Seat, SeatSet, Sink};
use rulebook_table::{Entry, Facing, ZoneId};

impl<S: Sink<Fact>> Machine<'_, S> {
    /// Emits the messages of an event. `moved` is false if a rule replaced the event, so that no card moved.
    #[inline]
    pub(super) fn recap(&mut self, event: &Event, moved: bool) {
        if !S::ON {
            return;
        }
        let listeners = self.listeners(event);
        for &line in &listeners.recaps {
            if moved || !listeners.moves.contains(&line) {
                self.say_line(line, event);
            }
        }
    }

    fn say_line(&mut self, line: u16, event: &Event) {
        let unit = self.p.unit(line);
        let (base, lists) = (self.s.cells.len(), self.s.lists.len());
        let here = Here { rule: line, base, lists, lane: None };
        unit.slots.iter().for_each(|_| self.s.cells.push(EMPTY));
        unit.lists.iter().for_each(|_| self.s.lists.add());
        for &(field, slot) in &unit.context {
            let value = self.field(event, field);
            self.s.cells[base + slot.0 as usize] = value;
        }
        let when = self.p.rules[line as usize].when.as_ref();
        let applies = when.is_none_or(|when| self.eval_told(here).test(when));
        if let Some(Op::Say(message, to)) = unit.code.first().map(|step| &step.op)
            && applies
            && self.told.get().is_none_or(|told| told.work.beyond().is_none())
        {
            let to: SeatSet = self.eval_told(here).seats(to).iter().map(|&seat| Seat::new(seat as usize)).collect();
            let to = if to.len() == self.p.seats { self.p.shape.everyone() } else { to };
            self.announce(here, *message, to);
        }
        self.s.cells.truncate(base);
        self.s.lists.truncate(lists);
    }

    /// Emits the messages about a card that moved without firing an event.
    pub(super) fn recap_travel(&mut self, event: Emitted, card: Entry, from: ZoneId, to: ZoneId, player: u8) {
        if !S::ON {
            return;
        }
        if let Emitted::Declared(event) = event {
            let base = self.s.cells.len();
            let event = self.moved_event(event, card, from, to, player);
            self.recap(&event, true);
            self.s.cells.truncate(base);
        } else if let Some(kind) = self.kind_of(event, from, to) {
            let (facing, end) = (Travel::lie_of(Facing::Default), End::Top as u8);
            let player = self.who_does(event, from, to, player);
            self.recap(&Event::Card(Travel { kind: kind as u8, card, from, to, player, facing, end }), true);
        }
    }

    /// The zone of each card; empty with a silent sink.
    pub(super) fn card_zones(&self) -> Vec<Option<ZoneId>> {
        let cards = if S::ON { self.p.shape.entries() } else { 0 };
        (0..cards).map(|card| self.s.table.zone(Entry(card as u16))).collect()
    }

    /// Emits the messages about all cards that are no longer in the zone they had in `before`.
    pub(super) fn recap_moved(&mut self, here: Here, before: &[Option<ZoneId>], (event, player): &(Emitted, Expr)) {
        let player = if S::ON { self.eval_told(here).seat(player) } else { None };
        let player = player.map_or_else(|| self.doer(here), |seat| seat.index() as u8);
        for (card, from) in before.iter().enumerate() {
            let card = Entry(card as u16);
            if let (Some(from), Some(to)) = (*from, self.s.table.zone(card))
                && from != to
            {
                self.recap_travel(*event, card, from, to, player);
            }
        }
    }
}
