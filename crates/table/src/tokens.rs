//! Creates and destroys tokens and copies. Deck entries are never created or destroyed.

use crate::atoms::Leg;
use crate::bits;
use crate::table::{NONE, SPARE_CELLS};
use crate::{Entry, Face, Shape, Table, ZoneId};
use rulebook_kernel::{Seat, SeatSet};

impl Table {
    fn spare_place(shape: &Shape, entry: usize) -> usize {
        shape.at.spare + (entry - shape.cards.len()) * SPARE_CELLS
    }

    pub(crate) fn fill_spare(&mut self, shape: &Shape, entry: Entry, face: Face, owner: Option<Seat>) {
        let place = Self::spare_place(shape, entry.index());
        self.cells[place] = face.0;
        self.cells[place + 1] = owner.map_or(NONE, |seat| seat.index() as u16);
    }

    /// Creates a token or a copy in the first free spare place. `None` if all spare places are in use. All viewers know
    /// its face from now on.
    pub(crate) fn create(
        &mut self,
        shape: &Shape,
        face: Face,
        to: ZoneId,
        at: Option<u16>,
        owner: Option<Seat>,
    ) -> Option<Entry> {
        let e = (shape.cards.len()..shape.entries()).find(|&e| self.cells[e] == NONE)?;
        let entry = Entry(e as u16);
        self.fill_spare(shape, entry, face, owner);
        if self.bare {
            self.link(shape, entry, to, at);
            bits::put(self.up_mut(shape), e, shape.zone(to).default_face_up);
            return Some(entry);
        }
        // Set a new time stamp, so that no viewer takes the token for an earlier token in the same spare place.
        self.cells[shape.at.mixed + e] = self.tick(shape);
        self.cells[shape.at.pool + e] = 0;
        self.arrive(shape, &Leg { entry, to, at, up: shape.zone(to).default_face_up });
        self.set_mask(shape, shape.at.known, entry, shape.everyone());
        self.look(shape, entry, to);
        Some(entry)
    }

    /// Removes a token or a copy and frees its spare place. All viewers learn its face.
    pub(crate) fn destroy(&mut self, shape: &Shape, entry: Entry) {
        let (e, zone, face) = (entry.index(), ZoneId(self.cells[entry.index()]), self.face(shape, entry));
        if !shape.zone(zone).ordered && !self.bare {
            self.lose_track(shape, entry, zone, shape.everyone());
        }
        self.unlink(shape, entry);
        self.cells[e] = NONE;
        bits::put(self.up_mut(shape), e, false);
        let place = Self::spare_place(shape, e);
        self.cells[place..place + SPARE_CELLS].fill(NONE);
        if self.bare {
            return;
        }
        self.cells[shape.at.age + e] = self.cells[shape.at.age + e].wrapping_add(1);
        self.cells[shape.at.pool + e] = 0;
        self.set_mask(shape, shape.at.known, entry, SeatSet::NONE);
        self.set_mask(shape, shape.at.shown, entry, SeatSet::NONE);
        self.hints.retain(shape, |hint| {
            hint.lose(e, face);
            hint.entries.iter().any(|&word| word != 0) && *hint.least != 0
        });
        if !shape.zone(zone).sees_top.is_empty() {
            self.uncover(shape, zone);
        }
    }
}
