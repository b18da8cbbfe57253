//! Random choice of a card in an unordered, partly hidden zone. Taking "the top card" by entry number would leak
//! information, because entry numbers follow the order of the deck list.

use super::fact::Fact;
use super::lists::Row;
use super::machine::{Here, Machine};
use crate::code::{Expr, Value};
use rulebook_kernel::Sink;
use rulebook_table::{Entry, ZoneId};

impl<S: Sink<Fact>> Machine<'_, S> {
    /// The card that an action takes. If it takes the top card of an unordered, partly hidden zone, the card is random.
    #[inline]
    pub(super) fn one_card(&mut self, here: Here, card: &Expr) -> Option<Entry> {
        if let Expr::Top(zone) | Expr::Bottom(zone) = card
            && let Some(zone) = self.eval(here).zone(zone)
            && self.is_picked_at_random(zone)
        {
            let count = self.s.table.count(&self.p.shape, zone) as u32;
            let nth = self.s.rng.below(count) as usize;
            return self.s.table.entries(&self.p.shape, zone).nth(nth);
        }
        self.eval(here).card(card)
    }

    /// The top or bottom card of a zone, without the cards in `taken`. Random if the zone is unordered and not everybody
    /// knows its cards.
    pub(super) fn next_card_at(&mut self, here: Here, zone: &Expr, top: bool, taken: &[Value]) -> Option<Entry> {
        let zone = self.eval(here).zone(zone)?;
        let (shape, table) = (&self.p.shape, &self.s.table);
        let left: Row = table.order(shape, zone).map(crate::code::card).filter(|card| !taken.contains(card)).collect();
        let card = if left.len() > 1 && self.is_picked_at_random(zone) {
            left.get(self.s.rng.below(left.len() as u32) as usize)
        } else if top != self.p.zones[zone.index()].fifo {
            left.last()
        } else {
            left.first()
        };
        card.map(|&card| Entry(card as u16))
    }

    /// Shuffles cards of unordered zones before an action that not everybody sees, because the order in which the cards
    /// move would reveal their entry numbers.
    pub(super) fn mix_unordered(&mut self, row: &mut Row) {
        let (shape, table) = (&self.p.shape, &self.s.table);
        let unordered = |card: &Value| table.zone(Entry(*card as u16)).is_some_and(|zone| !shape.zone(zone).ordered);
        if row.len() > 1 && row.iter().any(unordered) {
            self.s.rng.shuffle(row);
        }
    }

    /// Returns whether the card must be chosen at random: the zone is unordered, has several cards, and not everybody
    /// knows all of them.
    fn is_picked_at_random(&self, zone: ZoneId) -> bool {
        let (shape, table) = (&self.p.shape, &self.s.table);
        !shape.zone(zone).ordered
            && table.count(shape, zone) > 1
            && table.known_all(shape, table.set(shape, zone)) != shape.everyone()
    }
}
