//! Keeps the visibility of cards: which viewers learn a card, may look at it, or lose track of it. This file handles
//! cards that move, turn, are shown or get a new order. The other cases: `pools.rs` handles shuffles,
//! `Table::show_zone` shows a zone after a shuffle, and `tokens.rs` handles new and destroyed tokens.

use crate::atoms::Leg;
use crate::bits;
use crate::{Entry, Shape, Table, ZoneId};
use rulebook_kernel::{SeatSet, Viewer};
use smallvec::SmallVec;

/// The departure of a card from an unordered zone: the viewers who see the card afterwards, and the viewers who saw it
/// in the zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Departure {
    from: ZoneId,
    after: SeatSet,
    shown: SeatSet,
}

impl Table {
    /// Moves entries at once. First all entries leave, then all arrive, then every viewer looks at them.
    pub(crate) fn relocate(&mut self, shape: &Shape, legs: &[Leg]) {
        if self.bare {
            return self.relocate_bare(shape, legs);
        }
        let done = shape.at.w == 1 && !shape.copies && self.relocate_pack(shape, legs);
        if !done {
            self.relocate_any(shape, legs);
        }
    }

    /// The general form of [`Table::relocate`], for any table.
    pub(crate) fn relocate_any(&mut self, shape: &Shape, legs: &[Leg]) {
        if let [leg] = legs {
            let from = ZoneId(self.cells[leg.entry.index()]);
            self.depart(shape, legs, 0, &mut None);
            self.arrive(shape, leg);
            self.look(shape, leg.entry, leg.to);
            if !shape.zone(from).sees_top.is_empty() {
                self.uncover(shape, from);
            }
            return;
        }
        let mut left: SmallVec<[ZoneId; 8]> = SmallVec::new();
        let mut before = None;
        for (i, leg) in legs.iter().enumerate() {
            let from = ZoneId(self.cells[leg.entry.index()]);
            if !shape.zone(from).sees_top.is_empty() && !left.contains(&from) {
                left.push(from);
            }
            self.depart(shape, legs, i, &mut before);
        }
        for leg in legs {
            self.arrive(shape, leg);
        }
        self.look_together(shape, legs);
        // Show the new top cards of piles last. If two cards leave a pile at once, viewers must not see the second card
        // between the two moves.
        for zone in left {
            self.uncover(shape, zone);
        }
    }

    /// Removes an entry from its zone. The entries of `legs` before index `i` have already left. `before` says how the
    /// previous entry left.
    #[inline]
    fn depart(&mut self, shape: &Shape, legs: &[Leg], i: usize, before: &mut Option<Departure>) {
        let leg = &legs[i];
        let from = ZoneId(self.cells[leg.entry.index()]);
        if !shape.zone(from).ordered {
            self.part(shape, legs, i, before);
        }
        self.unlink(shape, leg.entry);
        if from != leg.to {
            // The number of zones that the card has left. Nothing reads it, but it is part of the state.
            let age = &mut self.cells[shape.at.age + leg.entry.index()];
            *age = age.wrapping_add(1);
        }
    }

    /// Updates knowledge before an entry leaves an unordered zone.
    fn part(&mut self, shape: &Shape, legs: &[Leg], i: usize, before: &mut Option<Departure>) {
        let leg = &legs[i];
        let from = ZoneId(self.cells[leg.entry.index()]);
        let after = self.seen_on_arrival(shape, legs, i);
        if from == leg.to {
            self.single_out(shape, leg.entry, after);
        } else if legs.len() == 1 || shape.copies {
            self.lose_track(shape, leg.entry, from, after);
        } else {
            let parting = Departure { from, after, shown: self.shown(shape, leg.entry) };
            if *before == Some(parting) {
                self.lose_no_more(shape, parting);
            } else {
                self.lose_track(shape, leg.entry, from, after);
                *before = Some(parting);
            }
        }
    }

    /// The viewers who will see an entry in its new place once all entries have arrived.
    fn seen_on_arrival(&self, shape: &Shape, legs: &[Leg], i: usize) -> SeatSet {
        let (leg, zone) = (&legs[i], shape.zone(legs[i].to));
        if !leg.up {
            return SeatSet::NONE;
        }
        if zone.sees_top.is_empty() || !zone.ordered {
            return zone.sees_all;
        }
        // The number of entries in the target zone after all departures. The set of the zone no longer contains the
        // entries of `legs` before index `i`, which have already left.
        let leaving = legs[i..].iter().filter(|other| self.cells[other.entry.index()] == leg.to.0).count();
        let lying = self.count(shape, leg.to) - leaving;
        let arriving = legs.iter().enumerate().filter(|(_, other)| other.to == leg.to);
        let on_top = arriving.zip(lying..).filter(|((_, other), lying)| match zone.fifo {
            true => *lying == 0 || other.at == Some(0),
            false => other.at.is_none_or(|at| at as usize >= *lying),
        });
        let top = on_top.last().map(|((j, _), _)| j);
        if top == Some(i) { zone.sees_all.or(zone.sees_top) } else { zone.sees_all }
    }

    #[inline]
    pub(crate) fn arrive(&mut self, shape: &Shape, leg: &Leg) {
        let covered = if shape.zone(leg.to).sees_top.is_empty() { None } else { self.open_end(shape, leg.to) };
        self.link(shape, leg.entry, leg.to, leg.at);
        let (word, bit) = (shape.at.up + leg.entry.index() / 64, leg.entry.index() % 64);
        self.words[word] = self.words[word] & !(1 << bit) | u64::from(leg.up) << bit;
        if let Some(covered) = covered.filter(|&c| self.open_end(shape, leg.to) != Some(c)) {
            self.cover(shape, covered, shape.zone(leg.to).sees_top);
        }
    }

    /// Shows an entry to the viewers whom the visibility of its zone allows.
    #[inline]
    pub(crate) fn look(&mut self, shape: &Shape, entry: Entry, zone: ZoneId) {
        let who = self.policy(shape, entry, zone);
        let (at, word, bit) = (&shape.at, entry.index() / 64, entry.index() % 64);
        // In the buffer, the `known` sets lie just before the `shown` sets.
        let (known, shown) = self.words[at.known..at.up].split_at_mut(at.shown - at.known);
        let mut viewers = viewers(shape, who);
        if at.w == 1 {
            for (known, shown) in known.iter_mut().zip(shown) {
                let sees = (viewers & 1) << bit;
                *shown = *shown & !(1 << bit) | sees;
                *known |= sees;
                viewers >>= 1;
            }
            return;
        }
        for (known, shown) in known.chunks_exact_mut(at.w).zip(shown.chunks_exact_mut(at.w)) {
            let sees = (viewers & 1) << bit;
            shown[word] = shown[word] & !(1 << bit) | sees;
            known[word] |= sees;
            viewers >>= 1;
        }
    }

    /// Shows all arrived entries to the viewers whom their zones allow. If a set is one word, all entries of a zone are
    /// handled in one operation.
    pub(crate) fn look_together(&mut self, shape: &Shape, legs: &[Leg]) {
        let mut arrived: SmallVec<[(ZoneId, u64); 8]> = SmallVec::new();
        for leg in legs {
            if shape.at.w != 1 || !shape.zone(leg.to).sees_top.is_empty() {
                self.look(shape, leg.entry, leg.to);
                continue;
            }
            let bit = 1 << leg.entry.index();
            match arrived.iter_mut().find(|(zone, _)| *zone == leg.to) {
                Some((_, entries)) => *entries |= bit,
                None => arrived.push((leg.to, bit)),
            }
        }
        let at = &shape.at;
        for (zone, entries) in arrived {
            let seen = entries & self.words[at.up];
            if seen != entries {
                self.look_at(shape, entries & !seen, SeatSet::NONE);
            }
            if seen != 0 {
                self.look_at(shape, seen, shape.zone(zone).sees_all);
            }
        }
    }

    /// Shows the new top card of a zone to the viewers who see its top.
    pub(crate) fn uncover(&mut self, shape: &Shape, zone: ZoneId) {
        if let Some(top) = self.open_end(shape, zone) {
            let who = self.policy(shape, top, zone);
            self.add_mask(shape, shape.at.shown, top, who);
            self.add_mask(shape, shape.at.known, top, who);
        }
    }

    /// Updates knowledge when a card leaves an unordered zone and viewers in `after` see its face. All other viewers
    /// forget the cards they knew in this zone, because any of those cards may have left. The view forgets more than
    /// necessary here. A player with perfect logic would remember that a card is in one of two places. The pool of the
    /// card must not reveal which card left.
    pub(crate) fn lose_track(&mut self, shape: &Shape, entry: Entry, from: ZoneId, after: SeatSet) {
        let (w, spectators, e) = (shape.at.w, shape.seats, entry.index());
        let watching = shape.at.shown + spectators * w;
        if bits::has(&self.words[watching..watching + w], e) || self.sees_all_but_one(shape, from, spectators) {
            return; // all viewers saw which card it was
        }
        self.blur(shape, from, after.admits(Viewer::Spectator));
        if after == shape.everyone() && !shape.copies {
            return; // all viewers see which card it is, and it has no copy to be confused with
        }
        for viewer in 0..shape.viewers() {
            let bit = if viewer == spectators { SeatSet::SPECTATORS.bits() } else { 1 << viewer };
            let (known, shown) = (shape.at.known + viewer * w, shape.at.shown + viewer * w);
            if bits::has(&self.words[shown..shown + w], e) || self.sees_all_but_one(shape, from, viewer) {
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

    /// Updates knowledge when another card leaves the zone in the same way as the previous card. Viewers forget nothing
    /// more, so at most time stamps change.
    fn lose_no_more(&mut self, shape: &Shape, Departure { from, shown, .. }: Departure) {
        if !shown.admits(Viewer::Spectator) && !self.sees_all_but_one(shape, from, shape.seats) {
            self.stamp_unseen(shape, from);
        }
    }

    /// Updates knowledge when an action picks one card of an unordered zone, and viewers in `after` see its face. The
    /// old pool and hints of the card must not reveal which card was picked.
    pub(crate) fn single_out(&mut self, shape: &Shape, entry: Entry, after: SeatSet) {
        let zone = self.zone(entry).expect("it lies somewhere");
        let public = self.shown(shape, entry).admits(Viewer::Spectator);
        if shape.zone(zone).ordered || public || self.sees_all_but_one(shape, zone, shape.seats) {
            return;
        }
        self.blur(shape, zone, true);
        self.mistake_of_all(shape, entry, zone);
        for viewer in 0..shape.viewers() {
            let bit = if viewer == shape.seats { SeatSet::SPECTATORS.bits() } else { 1 << viewer };
            let shown = &self.words[shape.at.shown + viewer * shape.at.w..];
            if after.bits() & bit != 0 && !bits::has(shown, entry.index()) {
                self.mistake(shape, entry, zone, viewer);
            }
        }
    }

    /// Whether a zone has exactly one card that this viewer may not look at.
    #[inline]
    fn sees_all_but_one(&self, shape: &Shape, zone: ZoneId, viewer: usize) -> bool {
        let shown = &self.words[shape.at.shown + viewer * shape.at.w..];
        let mut found = false;
        for (here, shown) in self.set(shape, zone).iter().zip(shown) {
            let unseen = here & !shown;
            if unseen & unseen.wrapping_sub(1) != 0 || found && unseen != 0 {
                return false;
            }
            found |= unseen != 0;
        }
        found
    }

    /// Handles a viewer who confuses two copies of a card. The viewer knows one ace in a hand, and another ace leaves
    /// the hand. The viewer cannot tell the copies apart, and believes that the known ace left. So the viewer no longer
    /// knows the ace that stays.
    fn mistake(&mut self, shape: &Shape, entry: Entry, zone: ZoneId, viewer: usize) {
        let Some(twin) = self.twin(shape, entry, zone, viewer) else { return };
        let known = shape.at.known + viewer * shape.at.w;
        bits::put(&mut self.words[known..known + shape.at.w], twin.index(), false);
        if viewer == shape.seats {
            self.swap_past(shape, entry, twin);
        }
    }

    /// Handles the mistake for all viewers at once if the known copy is public: exchanges the knowledge about the two
    /// copies. The copies are alike, so no viewer sees a difference.
    fn mistake_of_all(&mut self, shape: &Shape, entry: Entry, zone: ZoneId) {
        let Some(twin) = self.twin(shape, entry, zone, shape.seats) else { return };
        let private = self.known(shape, entry).or(self.shown(shape, twin));
        self.set_mask(shape, shape.at.known, entry, shape.everyone());
        self.set_mask(shape, shape.at.known, twin, private);
        self.swap_past(shape, entry, twin);
    }

    /// Exchanges the pools and hints of two entries.
    fn swap_past(&mut self, shape: &Shape, one: Entry, two: Entry) {
        self.cells.swap(shape.at.pool + one.index(), shape.at.pool + two.index());
        for hint in self.hints.rows_mut(shape) {
            let (first, second) = (bits::has(hint.entries, one.index()), bits::has(hint.entries, two.index()));
            bits::put(hint.entries, one.index(), second);
            bits::put(hint.entries, two.index(), first);
        }
    }

    /// A card of the zone that this viewer knows and that looks the same as `entry`. The viewer does not know `entry`
    /// itself.
    fn twin(&self, shape: &Shape, entry: Entry, zone: ZoneId, viewer: usize) -> Option<Entry> {
        let face = self.face(shape, entry);
        let (known, shown) = (shape.at.known + viewer * shape.at.w, shape.at.shown + viewer * shape.at.w);
        if !shape.copies || bits::has(&self.words[known..], entry.index()) {
            return None;
        }
        // Usually the viewer sees all cards of the zone that it knows.
        let (known_here, shown_here) = (&self.words[known..], &self.words[shown..]);
        let mut here = self.set(shape, zone).iter().zip(known_here).zip(shown_here);
        if here.all(|((here, known), shown)| here & known & !shown == 0) {
            return None;
        }
        let looks = |e: Entry| (self.face(shape, e), self.is_up(shape, e), self.owner(shape, e), shape.is_spare(e));
        let copies = shape.deck_range(face).chain(shape.cards.len()..shape.entries());
        copies.map(|e| Entry(e as u16)).find(|&twin| {
            let here = self.cells[twin.index()] == zone.0 && looks(twin) == looks(entry);
            here && bits::has(&self.words[known..], twin.index()) && !bits::has(&self.words[shown..], twin.index())
        })
    }

    /// Turns a card over in its place.
    pub(crate) fn turn(&mut self, shape: &Shape, entry: Entry, up: bool) {
        if self.bare {
            return bits::put(self.up_mut(shape), entry.index(), up);
        }
        let zone = self.zone(entry).expect("it lies somewhere");
        self.single_out(shape, entry, if up { shape.zone(zone).sees_all } else { SeatSet::NONE });
        bits::put(self.up_mut(shape), entry.index(), up);
        self.look(shape, entry, zone);
    }

    pub(crate) fn reveal(&mut self, shape: &Shape, entry: Entry, to: SeatSet) {
        if self.bare {
            return;
        }
        let to = self.with_those_who_know(shape, entry, to, self.known(shape, entry));
        self.single_out(shape, entry, to);
        self.add_mask(shape, shape.at.known, entry, to);
    }

    pub(crate) fn show(&mut self, shape: &Shape, entry: Entry, to: SeatSet) {
        if self.bare {
            return;
        }
        let to = self.with_those_who_know(shape, entry, to, self.shown(shape, entry));
        self.reveal(shape, entry, to);
        self.add_mask(shape, shape.at.shown, entry, to);
    }

    /// Adds the spectators to `to` if all seats will then know the card. Seats that already know it count too. In an
    /// unordered zone a card cannot be recognised, so only viewers who look at the whole zone count.
    pub(crate) fn with_those_who_know(&self, shape: &Shape, entry: Entry, to: SeatSet, already: SeatSet) -> SeatSet {
        let zone = self.zone(entry).expect("it lies somewhere");
        let looking = || self.shown(shape, entry).and(self.policy(shape, entry, zone));
        let counted = if shape.zone(zone).ordered { already } else { already.and(looking()) };
        public(shape, to.or(counted))
    }

    /// Ends the permission of viewers to look at a card. Spectators see only what all seats see. So spectators no
    /// longer see the card as soon as one seat no longer sees it.
    pub(crate) fn cover(&mut self, shape: &Shape, entry: Entry, from: SeatSet) {
        if self.bare {
            return;
        }
        if !from.and(shape.everyone()).is_empty() {
            self.single_out(shape, entry, SeatSet::NONE);
            let rest = self.shown(shape, entry).minus(from).minus(SeatSet::SPECTATORS);
            self.set_mask(shape, shape.at.shown, entry, rest);
        }
    }

    /// Puts a zone into a new order. Viewers who did not see the new order lose track of its cards.
    pub(crate) fn arrange(&mut self, shape: &Shape, zone: ZoneId, order: &[Entry], saw: SeatSet) {
        if self.bare {
            return self.relink(shape, zone, order);
        }
        let saw = public(shape, saw);
        if !saw.admits(Viewer::Spectator) {
            self.blur(shape, zone, false);
        }
        for &entry in order {
            let keep = self.known(shape, entry).and(saw.or(self.shown(shape, entry)));
            self.set_mask(shape, shape.at.known, entry, keep);
        }
        self.relink(shape, zone, order);
    }

    pub(crate) fn put_var(&mut self, shape: &Shape, var: crate::VarId, value: i32, audience: SeatSet) {
        let place = shape.at.vars + var.index();
        let audience = if self.bare { SeatSet::NONE } else { audience };
        self.words[place] = crate::table::pack(value, audience);
    }

    /// Restores a saved copy. Viewers keep what they have learned since the copy was saved, about cards that were not
    /// mixed.
    pub(crate) fn restore(&mut self, shape: &Shape, saved: &Table) {
        if self.bare {
            self.clone_from(saved);
            return self.drop_lore(shape);
        }
        let learned = std::mem::replace(self, saved.clone());
        // Keep the later of the two clocks, so that no mixing after the restore gets the time stamp of an earlier
        // mixing.
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

/// The viewers as a bit set of indices: first the seats, then the spectators.
#[inline]
pub(crate) fn viewers(shape: &Shape, who: SeatSet) -> u64 {
    u64::from(who.and(SeatSet::first(shape.seats)).bits()) | u64::from(who.admits(Viewer::Spectator)) << shape.seats
}

/// Removes the spectators unless all seats are in the set. Spectators know only what all seats know.
fn public(shape: &Shape, who: SeatSet) -> SeatSet {
    let seats = SeatSet::first(shape.seats);
    if who.and(seats) == seats { shape.everyone() } else { who.minus(SeatSet::SPECTATORS).and(seats) }
}
