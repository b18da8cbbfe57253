//! Visibility of stored search results (decision 17). A rule may use hidden information to find cards, and store these
//! cards. Then only seats that know this information may know which cards were found, or whether any were found. Moving
//! or showing the stored cards reveals them.

use super::fact::Fact;
use super::machine::{Here, Machine};
use super::state::{hidden_from, pack, value};
use crate::code::{Cards, Expr, Item, List};
use rulebook_kernel::{SeatSet, Sink};
use rulebook_table::Entry;

impl<S: Sink<Fact>> Machine<'_, S> {
    /// The seats that do not know which cards a search found, or how many. Call this before the list is stored, because
    /// the expression may read the old list.
    pub(super) fn list_hidden_from(&self, here: Here, items: &List) -> SeatSet {
        if !self.s.table.has_lore() {
            return SeatSet::NONE;
        }
        let mut eval = self.eval(here);
        let known = eval.audience_of_list(items);
        let counted = if let List::Cards(cards) = items { eval.who_count(cards) } else { known };
        self.p.shape.everyone().minus(known.and(counted))
    }

    /// The seats that do not know which items a loop visits, or how many.
    pub(super) fn items_hidden_from(&self, here: Here, items: &Item) -> SeatSet {
        if !self.s.table.has_lore() {
            return SeatSet::NONE;
        }
        let mut eval = self.eval(here);
        let known = eval.audience_of_items(items);
        let counted = if let Item::Cards(cards) = items { eval.who_count(cards) } else { known };
        self.p.shape.everyone().minus(known.and(counted))
    }

    /// Reveals a stored result because its cards move. Seats that see the card count of the source or of the target
    /// learn the result. If the stored result has no cards, seats that see the card count of the target learn that it
    /// is empty.
    #[inline(never)]
    pub(super) fn reveal_moved(&mut self, here: Here, cards: &Cards, to: &Expr) {
        if !self.s.table.has_lore() {
            return;
        }
        let Some(zone) = self.eval(here).zone(to) else { return };
        let seats = self.p.shape.zone(zone).sees_count;
        let lie = self.seats_that_count(here, cards).unwrap_or(seats);
        self.reveal_stored(here, cards, seats.or(lie));
    }

    /// Reveals a stored result because its cards are turned, shown or removed. Seats that see the card count of their
    /// zones learn the result.
    pub(super) fn reveal_shown(&mut self, here: Here, cards: &Cards) {
        if self.s.table.has_lore() && matches!(cards, Cards::One(_) | Cards::Slot(_)) {
            let seats = self.seats_that_count(here, cards).unwrap_or(self.p.shape.everyone());
            self.reveal_stored(here, cards, seats);
        }
    }

    /// The seats that see the card counts of all zones in which these cards lie. `None` if there are no cards.
    fn seats_that_count(&self, here: Here, cards: &Cards) -> Option<SeatSet> {
        let (shape, table) = (&self.p.shape, &self.s.table);
        let row = self.eval(here).order(cards);
        let zones = row.iter().filter_map(|&card| table.zone(Entry(card as u16)));
        zones.map(|zone| shape.zone(zone).sees_count).reduce(SeatSet::and)
    }

    /// Lets seats know a stored result, unless the file declares its audience.
    fn reveal_stored(&mut self, here: Here, cards: &Cards, seats: SeatSet) {
        let cell = match cards {
            Cards::Slot(list) => {
                let list = here.lists + list.0 as usize;
                let hidden = SeatSet::from_bits(self.s.lists.hidden_from(list));
                return self.s.lists.hide(list, hidden.minus(seats).bits());
            }
            Cards::One(card) => match **card {
                Expr::Slot(slot) => here.base + slot.0 as usize,
                Expr::Global(slot) if self.p.cell_audiences[slot.0 as usize].is_none() => slot.0 as usize,
                _ => return,
            },
            _ => return,
        };
        let cell = &mut self.s.cells[cell];
        *cell = pack(value(*cell), hidden_from(*cell).minus(seats));
    }
}
