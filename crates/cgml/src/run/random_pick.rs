//! Cards of a zone without an order, into which not everybody sees: what is done with them must not tell their numbers.

use super::fact::Fact;
use super::lists::Row;
use super::machine::{Here, Machine};
use crate::code::{Expr, Value};
use rulebook_kernel::Sink;
use rulebook_table::{Entry, ZoneId};

impl<S: Sink<Fact>> Machine<'_, S> {
    /// The card that an action takes. The top of a hand is any of its cards: whatever the engine would call so by their
    /// numbers would tell what the others are.
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

    /// Something is done with each of these cards, and not everybody sees them: in which order must not tell which of those in
    /// a zone without an order has the lower number.
    pub(super) fn mix_unordered(&mut self, row: &mut Row) {
        let (shape, table) = (&self.p.shape, &self.s.table);
        let unordered = |card: &Value| table.zone(Entry(*card as u16)).is_some_and(|zone| !shape.zone(zone).ordered);
        if row.len() > 1 && row.iter().any(unordered) {
            self.s.rng.shuffle(row);
        }
    }

    /// Does it matter which card is taken, and may it not be told?
    fn is_picked_at_random(&self, zone: ZoneId) -> bool {
        let (shape, table) = (&self.p.shape, &self.s.table);
        !shape.zone(zone).ordered
            && table.count(shape, zone) > 1
            && table.known_all(shape, table.set(shape, zone)) != shape.everyone()
    }
}
