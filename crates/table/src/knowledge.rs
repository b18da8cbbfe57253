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
        for (i, leg) in legs.iter().enumerate() {
            let from = ZoneId(self.cells[leg.entry.index()]);
            if !shape.zone(from).sees_top.is_empty() && !left.contains(&from) {
                left.push(from);
            }
            self.depart(shape, legs, i);
        }
        for leg in legs {
            self.arrive(shape, leg);
        }
        for leg in legs {
            self.look(shape, leg.entry, leg.to);
        }
        // Last, so that of two cards that leave a pile at once the second is not seen in passing.
        for zone in left {
            self.uncover(shape, zone);
        }
    }

    /// An entry leaves its zone; those before it in `legs` have left already.
    #[inline]
    fn depart(&mut self, shape: &Shape, legs: &[Leg], i: usize) {
        let leg = &legs[i];
        let from = ZoneId(self.cells[leg.entry.index()]);
        if !shape.zone(from).ordered && from != leg.to {
            let after = self.seen_on_arrival(shape, legs, i);
            self.lose_track(shape, leg.entry, from, after);
        }
        self.unlink(shape, leg.entry);
        if from != leg.to {
            // A new object as far as stored references go.
            let age = &mut self.cells[shape.at.age + leg.entry.index()];
            *age = age.wrapping_add(1);
        }
    }

    /// Those who will see an entry where it comes to lie when all have arrived.
    fn seen_on_arrival(&self, shape: &Shape, legs: &[Leg], i: usize) -> SeatSet {
        let (leg, zone) = (&legs[i], shape.zone(legs[i].to));
        if !leg.up {
            return SeatSet::NONE;
        }
        if zone.sees_top.is_empty() || !zone.ordered {
            return zone.sees_all;
        }
        // What lies there when all have left: those that left already are out of the set.
        let leaving = legs[i..].iter().filter(|other| self.cells[other.entry.index()] == leg.to.0).count();
        let mut lying = self.count(shape, leg.to) - leaving;
        let mut top = None;
        for (j, other) in legs.iter().enumerate().filter(|(_, other)| other.to == leg.to) {
            if other.at.is_none_or(|at| at as usize >= lying) {
                top = Some(j);
            }
            lying += 1;
        }
        if top == Some(i) { zone.sees_all.or(zone.sees_top) } else { zone.sees_all }
    }

    #[inline]
    pub(crate) fn arrive(&mut self, shape: &Shape, leg: &Leg) {
        let covered = if shape.zone(leg.to).sees_top.is_empty() { None } else { self.top(shape, leg.to) };
        self.link(shape, leg.entry, leg.to, leg.at);
        bits::put(self.up_mut(shape), leg.entry.index(), leg.up);
        if let Some(covered) = covered.filter(|&c| self.top(shape, leg.to) != Some(c)) {
            self.cover(shape, covered, shape.zone(leg.to).sees_top);
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

    /// A card leaves an unordered zone; those in `after` see what it is. The others can no longer place what they knew
    /// there: they forget it (we forget more than a perfect reasoner would: that a known card is in one of two places).
    /// And nobody who looks at backs may tell by its pool which of the cards it was.
    pub(crate) fn lose_track(&mut self, shape: &Shape, entry: Entry, from: ZoneId, after: SeatSet) {
        let (w, spectators, e) = (shape.at.w, shape.seats, entry.index());
        let watching = shape.at.shown + spectators * w;
        if bits::has(&self.words[watching..watching + w], e) || self.unseen_by(shape, from, spectators) == 1 {
            return; // everybody saw which one it was
        }
        let seen = after.admits(Viewer::Spectator);
        self.blur(shape, from, seen && shape.is_unique(self.face(shape, entry)), seen);
        for viewer in 0..shape.viewers() {
            let bit = if viewer == spectators { SeatSet::SPECTATORS.bits() } else { 1 << viewer };
            let (known, shown) = (shape.at.known + viewer * w, shape.at.shown + viewer * w);
            if bits::has(&self.words[shown..shown + w], e) || self.unseen_by(shape, from, viewer) == 1 {
                continue;
            }
            if after.bits() & bit != 0 {
                self.mistake(shape, entry, from, viewer);
                continue;
            }
            for i in 0..w {
                let unseen = self.words[from.index() * w + i] & !self.words[shown + i];
                self.words[known + i] &= !unseen;
            }
        }
    }

    /// How many cards of a zone a viewer does not look at.
    fn unseen_by(&self, shape: &Shape, zone: ZoneId, viewer: usize) -> usize {
        let shown = &self.words[shape.at.shown + viewer * shape.at.w..];
        self.set(shape, zone).iter().zip(shown).map(|(here, shown)| (here & !shown).count_ones() as usize).sum()
    }

    /// A viewer who knows of an ace in a hand sees an ace leave it, and takes it for that one: of two copies of a face
    /// nobody can tell which it was. The one that stays is now as unknown as the other was.
    fn mistake(&mut self, shape: &Shape, left: Entry, from: ZoneId, viewer: usize) {
        let face = self.face(shape, left);
        let (known, shown) = (shape.at.known + viewer * shape.at.w, shape.at.shown + viewer * shape.at.w);
        if shape.is_unique(face) || bits::has(&self.words[known..], left.index()) {
            return;
        }
        let looks = |table: &Table, e: Entry| (table.is_up(shape, e), table.owner(shape, e), shape.is_spare(e));
        let twin = shape.deck_range(face).chain(shape.cards.len()..shape.entries()).find(|&e| {
            let twin = Entry(e as u16);
            let unseen = bits::has(&self.words[known..], e) && !bits::has(&self.words[shown..], e);
            unseen
                && self.cells[e] == from.0
                && self.face(shape, twin) == face
                && looks(self, twin) == looks(self, left)
        });
        let Some(twin) = twin else { return };
        bits::put(&mut self.words[known..known + shape.at.w], twin, false);
        if viewer == shape.seats {
            self.cells[shape.at.pool + twin] = self.cells[shape.at.pool + left.index()];
        }
    }

    /// A card is turned over where it lies.
    pub(crate) fn turn(&mut self, shape: &Shape, entry: Entry, up: bool) {
        bits::put(self.up_mut(shape), entry.index(), up);
        let zone = self.zone(entry).expect("it lies somewhere");
        self.look(shape, entry, zone);
    }

    pub(crate) fn reveal(&mut self, shape: &Shape, entry: Entry, to: SeatSet) {
        // In an unordered zone nobody can tell whether this is the card that somebody else has seen before.
        let ordered = self.zone(entry).is_some_and(|zone| shape.zone(zone).ordered);
        let already = if ordered { self.known(shape, entry) } else { self.shown(shape, entry) };
        self.add_mask(shape, shape.at.known, entry, public(shape, to.or(already)));
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
        let saw = public(shape, saw);
        if !saw.admits(Viewer::Spectator) {
            self.blur(shape, zone, false, false);
        }
        for &entry in order {
            let keep = self.known(shape, entry).and(saw.or(self.shown(shape, entry)));
            self.set_mask(shape, shape.at.known, entry, keep);
        }
        self.relink(shape, zone, order);
    }

    pub(crate) fn put_var(&mut self, shape: &Shape, var: crate::VarId, value: i32, audience: SeatSet) {
        self.words[shape.at.vars + var.index()] = crate::table::pack(value, audience.and(shape.everyone()));
    }

    /// Back to a saved copy. A card that nobody mixed in between is still known to those who learned it meanwhile.
    pub(crate) fn restore(&mut self, shape: &Shape, saved: &Table) {
        let learned = std::mem::replace(self, saved.clone());
        // What was mixed in between is never taken for what is mixed from now on.
        let clock = shape.at.clock;
        self.cells[clock] = self.cells[clock].max(learned.cells[clock]);
        for entry in (0..shape.entries()).map(|e| Entry(e as u16)) {
            if self.zone(entry).is_some() && self.same_card(shape, &learned, entry) {
                let known = learned.known(shape, entry);
                self.add_mask(shape, shape.at.known, entry, known);
            }
        }
    }
}

/// Spectators know what everybody knows, and nothing else.
pub(crate) fn public(shape: &Shape, who: SeatSet) -> SeatSet {
    let seats = SeatSet::first(shape.seats);
    if who.and(seats) == seats { shape.everyone() } else { who.minus(SeatSet::SPECTATORS).and(seats) }
}
