//! Cards of a zone without an order, into which not everybody sees: what is done with them must not tell their numbers.

use super::fact::Fact;
use super::lists::Row;
use super::machine::{Here, Machine};
use crate::code::{Cards, Expr, List, ListId, Op, Sight, Value};
use rulebook_kernel::{SeatSet, Sink};
use rulebook_table::{Entry, ZoneId};

impl<S: Sink<Fact>> Machine<'_, S> {
    /// The card that an action takes. The top of a hand is any of its cards: whatever the engine would call so by their
    /// numbers would tell what the others are.
    #[inline]
    pub(super) fn one_card(&mut self, here: Here, card: &Expr) -> Option<Entry> {
        if let Expr::Top(zone) | Expr::Bottom(zone) = card
            && let Some(zone) = self.eval(here).zone(zone)
            && self.is_taken_blindly(zone)
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

    /// How many cards were found by what is on them is for those who know that: who does not. To be asked before they are stored,
    /// for a list may grow out of what it was.
    pub(super) fn who_know_not(&self, here: Here, items: &List) -> SeatSet {
        let mut eval = self.eval(here);
        let known = eval.audience_of_list(items);
        let counted = if let List::Cards(cards) = items { eval.who_count(cards) } else { known };
        self.p.shape.everyone().minus(known.and(counted))
    }

    /// Are the cards of a list shown to all by the next step? Then it is seen that there are no others.
    pub(super) fn is_shown_next(&self, here: Here, list: ListId, at: u16) -> bool {
        let next = self.p.unit(here.rule).code.get(at as usize + 1).map(|step| &step.op);
        let Some(Op::Sight(Sight::Reveal, Cards::Slot(shown), to)) = next else { return false };
        *shown == list && self.seat_set(here, to) == self.p.shape.everyone()
    }

    /// Does it matter which card is taken, and may it not be told?
    fn is_taken_blindly(&self, zone: ZoneId) -> bool {
        let (shape, table) = (&self.p.shape, &self.s.table);
        !shape.zone(zone).ordered
            && table.count(shape, zone) > 1
            && table.known_all(shape, table.set(shape, zone)) != shape.everyone()
    }
}
