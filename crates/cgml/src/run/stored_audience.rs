//! Cards that were found by what not everybody knows, and stored (decision 17): which they are, and whether there are any, is for
//! those who know by what they were found, until they are moved or shown by the name under which they are stored.

use super::fact::Fact;
use super::machine::{Here, Machine};
use super::state::{hidden_from, pack, value};
use crate::code::{Cards, Expr, Item, List};
use rulebook_kernel::{SeatSet, Sink};
use rulebook_table::Entry;

impl<S: Sink<Fact>> Machine<'_, S> {
    /// Who does not know which cards were found, nor how many. To be asked before they are stored, for a list may grow out of
    /// what it was.
    pub(super) fn list_hidden_from(&self, here: Here, items: &List) -> SeatSet {
        let mut eval = self.eval(here);
        let known = eval.audience_of_list(items);
        let counted = if let List::Cards(cards) = items { eval.who_count(cards) } else { known };
        self.p.shape.everyone().minus(known.and(counted))
    }

    /// The same of what a loop goes through.
    pub(super) fn items_hidden_from(&self, here: Here, items: &Item) -> SeatSet {
        let mut eval = self.eval(here);
        let known = eval.audience_of_items(items);
        let counted = if let Item::Cards(cards) = items { eval.who_count(cards) } else { known };
        self.p.shape.everyone().minus(known.and(counted))
    }

    /// Stored cards move: whoever may count those where they go, or those where they lie, sees which they are; that there are none
    /// is seen where they would go.
    #[inline(never)]
    pub(super) fn reveal_moved(&mut self, here: Here, cards: &Cards, to: &Expr) {
        let Some(zone) = self.eval(here).zone(to) else { return };
        let seats = self.p.shape.zone(zone).sees_count;
        let lie = self.seats_that_count(here, cards).unwrap_or(seats);
        self.reveal_stored(here, cards, seats.or(lie));
    }

    /// Stored cards are turned, shown to somebody, or taken out of the game: whoever may count those where they lie sees which.
    pub(super) fn reveal_shown(&mut self, here: Here, cards: &Cards) {
        if matches!(cards, Cards::One(_) | Cards::Slot(_)) {
            let seats = self.seats_that_count(here, cards).unwrap_or(self.p.shape.everyone());
            self.reveal_stored(here, cards, seats);
        }
    }

    /// Those who may count cards where each of these lies; nothing if there are none.
    fn seats_that_count(&self, here: Here, cards: &Cards) -> Option<SeatSet> {
        let (shape, table) = (&self.p.shape, &self.s.table);
        let row = self.eval(here).order(cards);
        let zones = row.iter().filter_map(|&card| table.zone(Entry(card as u16)));
        zones.map(|zone| shape.zone(zone).sees_count).reduce(SeatSet::and)
    }

    /// These learn what is stored, unless the file says who knows it.
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
