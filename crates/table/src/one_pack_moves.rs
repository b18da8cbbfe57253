//! Fast path for moves at a table with one pack of cards: a bit set of cards is one word, and all faces differ. The
//! result is the same as in `knowledge.rs`. Cards that leave a zone in the same way are handled together.

use crate::atoms::Leg;
use crate::table::NONE;
use crate::{Entry, Shape, Table, ZoneId};
use rulebook_kernel::{SeatSet, Viewer};
use smallvec::SmallVec;

/// Whether a set has exactly one element.
#[inline]
const fn is_single(set: u64) -> bool {
    set != 0 && set & (set - 1) == 0
}

/// The last departure from an unordered zone, for comparison with the next one.
struct PreviousDeparture {
    from: usize,
    after: SeatSet,
    /// A representative of the cards that left. Viewers who looked at this card looked at all cards that left.
    entry: Entry,
}

impl Table {
    /// Moves entries at once. Returns `false` and changes nothing if the general path is needed.
    pub(crate) fn relocate_pack(&mut self, shape: &Shape, legs: &[Leg]) -> bool {
        let plain = |leg: &Leg| {
            // If some viewers see only the top card, all arriving cards together decide which card these viewers see.
            let settled = !leg.up || shape.zone(leg.to).sees_top.is_empty();
            settled && self.cells[leg.entry.index()] != leg.to.0
        };
        if !legs.iter().all(plain) {
            return false;
        }
        if let [leg] = legs {
            self.relocate_one(shape, leg);
        } else {
            self.relocate_together(shape, legs);
        }
        true
    }

    fn relocate_one(&mut self, shape: &Shape, leg: &Leg) {
        let e = leg.entry.index();
        let from = self.cells[e] as usize;
        let (source, target) = (&shape.zones[from], shape.zone(leg.to));
        let sees = if leg.up { target.sees_all } else { SeatSet::NONE };
        if !source.ordered {
            self.leave(shape, from, std::slice::from_ref(leg), 1 << e, sees, false);
        }
        self.unlink(shape, leg.entry);
        let age = &mut self.cells[shape.at.age + e];
        *age = age.wrapping_add(1);
        self.come_to_lie(shape, leg);
        self.look_at(shape, 1 << e, sees);
        if !source.sees_top.is_empty() {
            self.uncover(shape, ZoneId(from as u16));
        }
    }

    /// Puts an arriving card into its zone. The function takes the fast path under two conditions: no viewer sees only
    /// the top card of the zone, and the card goes on top or the zone is unordered.
    #[inline]
    fn come_to_lie(&mut self, shape: &Shape, leg: &Leg) {
        let (at, e, zone) = (&shape.at, leg.entry.index(), leg.to.index());
        let target = &shape.zones[zone];
        if !target.sees_top.is_empty() || target.ordered && leg.at.is_some() {
            return self.arrive(shape, leg);
        }
        self.cells[e] = leg.to.0;
        self.words[zone] |= 1 << e;
        let up = &mut self.words[at.up];
        *up = *up & !(1 << e) | u64::from(leg.up) << e;
        if target.ordered {
            let below = std::mem::replace(&mut self.cells[at.top + zone], leg.entry.0);
            self.cells[at.prev + e] = below;
            self.cells[at.next + e] = NONE;
            self.cells[if below == NONE { at.bottom + zone } else { at.next + below as usize }] = leg.entry.0;
        }
    }

    fn relocate_together(&mut self, shape: &Shape, legs: &[Leg]) {
        let mut piles: SmallVec<[ZoneId; 8]> = SmallVec::new();
        let mut before: Option<PreviousDeparture> = None;
        let mut rest = legs;
        while let Some(leg) = rest.first() {
            let from = self.cells[leg.entry.index()] as usize;
            let source = &shape.zones[from];
            if !source.sees_top.is_empty() && !piles.contains(&ZoneId(from as u16)) {
                piles.push(ZoneId(from as u16));
            }
            let (now, later) = rest.split_at(if source.ordered { 1 } else { self.alike(shape, from, rest) });
            rest = later;
            if !source.ordered {
                let after = if leg.up { shape.zone(leg.to).sees_all } else { SeatSet::NONE };
                let again = before.is_some_and(|last| {
                    let looked_at = |entry: Entry| self.shown(shape, entry);
                    (last.from, last.after) == (from, after) && looked_at(last.entry) == looked_at(leg.entry)
                });
                let cards = now.iter().fold(0, |cards, leg| cards | 1 << leg.entry.index());
                self.leave(shape, from, now, cards, after, again);
                before = Some(PreviousDeparture { from, after, entry: leg.entry });
            }
            for leg in now {
                self.unlink(shape, leg.entry);
                let age = &mut self.cells[shape.at.age + leg.entry.index()];
                *age = age.wrapping_add(1);
            }
        }
        for leg in legs {
            self.come_to_lie(shape, leg);
        }
        self.look_together(shape, legs);
        // Show the new top cards of piles last. If two cards leave a pile at once, viewers must not see the second card
        // between the two moves.
        for zone in piles {
            self.uncover(shape, zone);
        }
    }

    /// The number of entries at the start of `legs` that leave the same zone with the same visibility. All of these
    /// entries must have the same viewers before the move, and the same viewers after the move.
    fn alike(&self, shape: &Shape, from: usize, legs: &[Leg]) -> usize {
        let after = |leg: &Leg| if leg.up { shape.zone(leg.to).sees_all } else { SeatSet::NONE };
        let (first, mut cards) = (after(&legs[0]), 0_u64);
        let same = |leg: &&Leg| self.cells[leg.entry.index()] as usize == from && after(leg) == first;
        let many = legs.iter().take_while(same).map(|leg| cards |= 1 << leg.entry.index()).count();
        let shown = &self.words[shape.at.shown..shape.at.shown + shape.viewers()];
        let differ = |shown: &u64| shown & cards != 0 && cards & !shown != 0;
        if shown.iter().any(differ) { 1 } else { many }
    }

    /// Updates knowledge before several cards leave an unordered zone with the same visibility. Viewers in `after` see
    /// the cards afterwards. `again` means that other cards have just left this zone with the same visibility.
    #[inline]
    fn leave(&mut self, shape: &Shape, from: usize, legs: &[Leg], cards: u64, after: SeatSet, again: bool) {
        let at = &shape.at;
        let mut unseen = self.words[from] & !self.words[at.shown + shape.seats];
        if unseen & cards == 0 || is_single(unseen) {
            return; // all viewers saw which card it was
        }
        let mut stamped = None;
        for (i, leg) in legs.iter().enumerate() {
            let card = 1_u64 << leg.entry.index();
            if i == 0 && !again {
                self.blur(shape, ZoneId(from as u16), after.admits(Viewer::Spectator));
                if after != shape.everyone() {
                    self.forget(shape, from, cards, after);
                }
            } else if !is_single(unseen) {
                // Viewers lost track of all these cards when the first card left.
                let now = self.tick(shape);
                self.cells[at.mixed + leg.entry.index()] = now;
                stamped = Some((unseen & !card, now));
            }
            unseen &= !card;
        }
        if let Some((mut cards, now)) = stamped {
            let mixed = &mut self.cells[at.mixed..][..shape.entries()];
            while cards != 0 {
                mixed[cards.trailing_zeros() as usize] = now;
                cards &= cards - 1;
            }
        }
    }

    /// Viewers who see the moving cards neither before nor after the move lose track of all cards that they knew in the
    /// zone.
    fn forget(&mut self, shape: &Shape, from: usize, cards: u64, after: SeatSet) {
        let at = &shape.at;
        let here = self.words[from];
        let sees = crate::knowledge::viewers(shape, after);
        for viewer in 0..shape.viewers() {
            let unseen = here & !self.words[at.shown + viewer];
            if sees >> viewer & 1 == 0 && unseen & cards != 0 && !is_single(unseen) {
                self.words[at.known + viewer] &= !unseen;
            }
        }
    }

    /// Makes cards visible to these viewers and to no others.
    #[inline]
    pub(crate) fn look_at(&mut self, shape: &Shape, cards: u64, who: SeatSet) {
        let at = &shape.at;
        // In the buffer, the `known` sets lie just before the `shown` sets.
        if who == shape.everyone() {
            self.words[at.known..at.up].iter_mut().for_each(|set| *set |= cards);
            return;
        }
        if who.is_empty() {
            self.words[at.shown..at.up].iter_mut().for_each(|shown| *shown &= !cards);
            return;
        }
        let (known, shown) = self.words[at.known..at.up].split_at_mut(at.shown - at.known);
        let mut viewers = crate::knowledge::viewers(shape, who);
        for (known, shown) in known.iter_mut().zip(shown) {
            if viewers & 1 == 1 {
                *known |= cards;
                *shown |= cards;
            } else {
                *shown &= !cards;
            }
            viewers >>= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ordering, ZoneDef, ZoneVisibility};
    use rulebook_kernel::{Rng, Seat};

    /// A shape with a deck and an open pile whose top is visible. Each seat has a hand, a pile, and a zone that no
    /// viewer sees.
    fn shape() -> Shape {
        let mut build = Shape::build(3);
        let deck = build.zone(
            ZoneDef::shared("deck")
                .ordered(Ordering::Shuffled)
                .levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly),
        );
        build.zone(ZoneDef::shared("bin").levels(ZoneVisibility::TopOnly, ZoneVisibility::TopOnly));
        build.zone(
            ZoneDef::per_seat("hand")
                .ordered(Ordering::Unordered)
                .levels(ZoneVisibility::All, ZoneVisibility::CountOnly),
        );
        build.zone(ZoneDef::per_seat("open").ordered(Ordering::Unordered));
        build.zone(ZoneDef::per_seat("pile").ordered(Ordering::Unordered).face_down());
        let back = build.back("blue");
        for id in 0..40 {
            let face = build.face(&id.to_string(), back);
            build.card(face, deck, Seat::new(0), None);
        }
        build.finish()
    }

    #[test]
    fn moving_cards_together_equals_moving_them_one_by_one() {
        let shape = shape();
        let zones = shape.zones.len() as u32;
        let mut together = 0;
        for seed in 0..60 {
            let mut rng = Rng::seeded(&format!("pack {seed}"));
            let mut table = Table::new(&shape);
            table.atoms(&shape, &mut ()).shuffle(ZoneId(0), &mut rng);
            for _ in 0..80 {
                let legs = legs(&shape, &table, &mut rng);
                let mut other = table.clone();
                if table.relocate_pack(&shape, &legs) {
                    other.relocate_any(&shape, &legs);
                    together += usize::from(legs.len() > 1);
                    assert!(table == other, "{seed}: {legs:?}");
                }
                let zone = ZoneId(rng.below(zones) as u16);
                let entry = Entry(rng.below(40) as u16);
                let to = SeatSet::from_bits(rng.below(8));
                let mut nobody = ();
                let mut atoms = table.atoms(&shape, &mut nobody);
                match rng.below(8) {
                    0 => atoms.shuffle(zone, &mut rng),
                    1 => atoms.show(entry, to),
                    2 => atoms.reveal(entry, to),
                    3 => atoms.turn(entry, rng.below(2) == 0),
                    4 => {
                        let held: Vec<Entry> = atoms.table().entries(&shape, zone).collect();
                        let faces = (0..40).map(Entry).filter(|e| !held.contains(e)).map(|e| crate::Face(e.0));
                        atoms.rule_out(zone, faces.take(9).collect::<Vec<_>>());
                    }
                    _ => {}
                }
                table.validate_state(&shape).expect("a sound table");
            }
        }
        assert!(together > 500, "{together} moves of several cards");
    }

    /// Moves of random cards from random zones, to one target zone or to several.
    fn legs(shape: &Shape, table: &Table, rng: &mut Rng) -> Vec<Leg> {
        let zones = shape.zones.len() as u32;
        let to = ZoneId(rng.below(zones) as u16);
        let (spread, lies) = (rng.below(3) == 0, rng.below(3));
        let mut legs = Vec::new();
        for _ in 0..1 + rng.below(3) {
            let from = ZoneId(rng.below(zones) as u16);
            let most = if rng.below(2) == 0 { 1 } else { 1 + rng.below(6) as usize };
            for entry in table.order(shape, from).take(most) {
                let to = if spread { ZoneId(rng.below(zones) as u16) } else { to };
                let up = if lies == 0 { rng.below(2) == 0 } else { lies == 1 };
                if !legs.iter().any(|leg: &Leg| leg.entry == entry) {
                    legs.push(Leg { entry, to, at: None, up });
                }
            }
        }
        if legs.is_empty() {
            let entry = Entry(rng.below(40) as u16);
            legs.push(Leg { entry, to, at: None, up: true });
        }
        legs
    }
}
