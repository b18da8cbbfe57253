//! Who learns, who may look, who loses track. There is no other visibility code.

use crate::atoms::Leg;
use crate::bits;
use crate::{Entry, Shape, Table, ZoneId};
use rulebook_kernel::{SeatSet, Viewer};
use smallvec::SmallVec;

impl Table {
    /// Moves entries, all at once: first all leave, then all arrive, then everybody looks.
    pub(crate) fn relocate(&mut self, shape: &Shape, legs: &[Leg]) {
        let mut left: SmallVec<[ZoneId; 8]> = SmallVec::new();
        for leg in legs {
            left.push(ZoneId(self.cells[leg.entry.index()]));
            self.depart(shape, leg);
        }
        for leg in legs {
            self.arrive(shape, leg);
        }
        for leg in legs {
            self.look(shape, leg.entry, leg.to);
        }
        // Last, so that of two cards that leave a pile at once the second is not seen in passing.
        for zone in left {
            if !shape.zone(zone).sees_top.is_empty() {
                self.uncover(shape, zone);
            }
        }
    }

    /// An entry leaves its zone.
    #[inline]
    fn depart(&mut self, shape: &Shape, leg: &Leg) {
        let from = ZoneId(self.cells[leg.entry.index()]);
        if !shape.zone(from).ordered && from != leg.to {
            self.lose_track(shape, leg, from);
        }
        self.unlink(shape, leg.entry);
        if from != leg.to {
            // A new object as far as stored references go.
            let age = &mut self.cells[shape.at.age + leg.entry.index()];
            *age = age.wrapping_add(1);
        }
    }

    #[inline]
    pub(crate) fn arrive(&mut self, shape: &Shape, leg: &Leg) {
        let covered = if shape.zone(leg.to).sees_top.is_empty() { None } else { self.top(shape, leg.to) };
        self.link(shape, leg.entry, leg.to, leg.at);
        bits::put(self.up_mut(shape), leg.entry.index(), leg.up);
        if let Some(covered) = covered.filter(|&c| self.top(shape, leg.to) != Some(c)) {
            let rest = self.shown(shape, covered).minus(shape.zone(leg.to).sees_top);
            self.set_mask(shape, shape.at.shown, covered, rest);
        }
    }

    /// Whoever may look at an entry where it lies now does so.
    #[inline]
    pub(crate) fn look(&mut self, shape: &Shape, entry: Entry, zone: ZoneId) {
        let who = self.policy(shape, entry, zone);
        self.set_mask(shape, shape.at.shown, entry, who);
        if !who.is_empty() {
            self.add_mask(shape, shape.at.known, entry, who);
        }
    }

    /// The card that has become the top of a zone is shown to those who see tops.
    pub(crate) fn uncover(&mut self, shape: &Shape, zone: ZoneId) {
        if let Some(top) = self.top(shape, zone) {
            let who = self.policy(shape, top, zone);
            self.add_mask(shape, shape.at.shown, top, who);
            self.add_mask(shape, shape.at.known, top, who);
        }
    }

    /// A card leaves an unordered zone. Those who do not see which one can no longer place what they knew there: they
    /// forget it (we forget more than a perfect reasoner would: that a known card is in one of two places). And nobody
    /// who looks at backs may tell by its pool which of the cards it was.
    fn lose_track(&mut self, shape: &Shape, leg: &Leg, from: ZoneId) {
        let (w, spectators) = (shape.at.w, shape.seats);
        let arrives = shape.zone(leg.to);
        let on_top = leg.at.is_none_or(|at| at >= self.count(shape, leg.to));
        let on_top = if on_top { arrives.sees_top } else { SeatSet::NONE };
        let after = if leg.up { arrives.sees_all.or(on_top) } else { SeatSet::NONE };
        let watching = shape.at.shown + spectators * w;
        if bits::has(&self.words[watching..watching + w], leg.entry.index()) {
            return; // everybody saw which one it was
        }
        self.blur(shape, from, after.admits(Viewer::Spectator));
        for viewer in 0..shape.viewers() {
            let bit = if viewer == spectators { SeatSet::SPECTATORS.bits() } else { 1 << viewer };
            let (known, shown) = (shape.at.known + viewer * w, shape.at.shown + viewer * w);
            if after.bits() & bit != 0 || bits::has(&self.words[shown..shown + w], leg.entry.index()) {
                continue;
            }
            for i in 0..w {
                let unseen = self.words[from.index() * w + i] & !self.words[shown + i];
                self.words[known + i] &= !unseen;
            }
        }
    }

    /// A card is turned over where it lies.
    pub(crate) fn turn(&mut self, shape: &Shape, entry: Entry, up: bool) {
        bits::put(self.up_mut(shape), entry.index(), up);
        let zone = self.zone(entry).expect("it lies somewhere");
        self.look(shape, entry, zone);
    }

    pub(crate) fn reveal(&mut self, shape: &Shape, entry: Entry, to: SeatSet) {
        self.add_mask(shape, shape.at.known, entry, public(shape, to.or(self.known(shape, entry))));
    }

    pub(crate) fn show(&mut self, shape: &Shape, entry: Entry, to: SeatSet) {
        let to = public(shape, to.or(self.shown(shape, entry)));
        self.add_mask(shape, shape.at.shown, entry, to);
        self.reveal(shape, entry, to);
    }

    pub(crate) fn cover(&mut self, shape: &Shape, entry: Entry, from: SeatSet) {
        if !from.and(shape.everyone()).is_empty() {
            // Spectators see what everybody sees, and now somebody does not.
            let rest = self.shown(shape, entry).minus(from).minus(SeatSet::SPECTATORS);
            self.set_mask(shape, shape.at.shown, entry, rest);
        }
    }

    /// A zone gets a new order. Those who did not see it lose track of what they knew there and are not shown now.
    pub(crate) fn arrange(&mut self, shape: &Shape, zone: ZoneId, order: &[Entry], saw: SeatSet) {
        if !saw.admits(Viewer::Spectator) {
            self.blur(shape, zone, false);
        }
        for &entry in order {
            let keep = self.known(shape, entry).and(saw.or(self.shown(shape, entry)));
            self.set_mask(shape, shape.at.known, entry, keep);
        }
        self.relink(shape, zone, order);
        self.show_zone(shape, zone);
    }

    pub(crate) fn put_var(&mut self, shape: &Shape, var: crate::VarId, value: i32, audience: SeatSet) {
        self.words[shape.at.vars + var.index()] = crate::table::pack(value, audience.and(shape.everyone()));
    }

    /// Back to a saved copy. A card that nobody mixed in between is still known to those who learned it meanwhile.
    pub(crate) fn restore(&mut self, shape: &Shape, saved: &Table) {
        let learned = std::mem::replace(self, saved.clone());
        for entry in (0..shape.entries()).map(|e| Entry(e as u16)) {
            if self.zone(entry).is_some() && self.same_card(shape, &learned, entry) {
                let known = learned.known(shape, entry);
                self.add_mask(shape, shape.at.known, entry, known);
            }
        }
    }
}

/// Spectators know what everybody knows, and nothing else.
fn public(shape: &Shape, who: SeatSet) -> SeatSet {
    let seats = SeatSet::first(shape.seats);
    if who.and(seats) == seats { shape.everyone() } else { who.minus(SeatSet::SPECTATORS).and(seats) }
}
