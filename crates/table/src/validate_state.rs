//! Validates a loaded table against its shape. A table that passes can be played without a panic.

use crate::bits::{self, Ones};
use crate::shape::MAX_POOLS;
use crate::table::{NONE, SPARE_CELLS};
use crate::{Entry, Shape, Table, ZoneId};
use rulebook_kernel::{Corrupt, SeatSet, Viewer};

impl Table {
    /// Checks every invariant that the atoms rely on.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn validate_state(&self, shape: &Shape) -> Result<(), Corrupt> {
        let wrong = |what: &'static str| Err(Corrupt::new(what));
        let (at, entries) = (&shape.at, shape.entries());
        if self.words.len() != at.words || self.cells.len() != at.cells {
            return wrong("the table has another size");
        }
        // The counts of hints need no check, because sampling ignores a count that it cannot satisfy.
        if !self.hints.fit(shape) {
            return wrong("a hint has another size");
        }
        for e in 0..entries {
            let zone = self.cells[e];
            if self.cells[at.pool + e] as usize >= MAX_POOLS {
                return wrong("a card is in no pool");
            }
            if zone == NONE && e >= shape.cards.len() {
                continue;
            }
            if zone as usize >= shape.zones.len() {
                return wrong("a card lies in no zone");
            }
        }
        for zone in 0..shape.zones.len() {
            self.admit_zone(shape, ZoneId(zone as u16))?;
        }
        for e in shape.cards.len()..entries {
            let place = at.spare + (e - shape.cards.len()) * SPARE_CELLS;
            let (face, owner) = (self.cells[place] as usize, self.cells[place + 1]);
            if self.cells[e] != NONE && (face >= shape.faces.len() || (owner != NONE && owner as usize >= shape.seats))
            {
                return wrong("a token has no face or no owner");
            }
        }
        for e in (0..entries).map(|e| Entry(e as u16)) {
            self.admit_knowledge(shape, e)?;
        }
        let beyond = |set: &[u64]| Ones::new(set).any(|e| e >= entries);
        let nowhere = |set: &[u64]| Ones::new(set).any(|e| e >= entries || self.cells[e] == NONE);
        if self.words[..at.pools].chunks_exact(at.w).any(beyond) || self.hints.entries(shape).any(nowhere) {
            return wrong("a set holds cards that do not exist");
        }
        let faces = |set: &[u64]| Ones::new(set).any(|f| f >= shape.faces.len());
        if self.words[at.pools..at.vars].chunks_exact(at.fw).any(faces) {
            return wrong("a pool holds faces that do not exist");
        }
        let everyone = shape.everyone();
        let audience = |word: &u64| {
            let who = (word >> 32) as u32;
            let spectators = who & SeatSet::SPECTATORS.bits() != 0;
            who & !everyone.bits() != 0 || (spectators && who != everyone.bits())
        };
        if self.words[at.vars..].iter().any(audience) {
            wrong("a variable has an audience that does not exist")
        } else {
            Ok(())
        }
    }

    /// Checks that the set of a zone, its linked list and the zone of each card agree.
    fn admit_zone(&self, shape: &Shape, zone: ZoneId) -> Result<(), Corrupt> {
        let at = &shape.at;
        let set = self.set(shape, zone);
        let members = (0..shape.entries()).filter(|&e| self.cells[e] == zone.0);
        if !members.eq(Ones::new(set)) {
            return Err(Corrupt::new("a zone and its cards disagree"));
        }
        let broken = || Err(Corrupt::new("the order of a zone is broken"));
        let (mut below, mut seen) = (NONE, 0);
        let mut entry = self.cells[at.bottom + zone.index()];
        while entry != NONE {
            let known = (entry as usize) < shape.entries() && self.cells[entry as usize] == zone.0;
            if !known || self.cells[at.prev + entry as usize] != below || seen >= shape.entries() {
                return broken();
            }
            (below, entry, seen) = (entry, self.cells[at.next + entry as usize], seen + 1);
        }
        let linked = if shape.zone(zone).ordered { bits::count(set) } else { 0 };
        if below != self.cells[at.top + zone.index()] || seen != linked { broken() } else { Ok(()) }
    }

    /// Checks three invariants. Viewers know every card they look at. Spectators know only cards that every seat knows.
    /// The pools and hints of a hidden card allow its face.
    fn admit_knowledge(&self, shape: &Shape, entry: Entry) -> Result<(), Corrupt> {
        let (known, shown) = (self.mask(shape, shape.at.known, entry), self.shown(shape, entry));
        let here = self.zone(entry).is_some();
        let public = |who: SeatSet| !who.admits(Viewer::Spectator) || who == shape.everyone();
        let sound = shown.minus(known).is_empty() && public(known) && public(shown) && (here || known.is_empty());
        if !sound {
            return Err(Corrupt::new("the knowledge of a viewer is inconsistent"));
        }
        if here {
            let face = self.face(shape, entry);
            let pool = self.cells[shape.at.pool + entry.index()] as usize;
            let public = known.admits(Viewer::Spectator);
            // A hint must also hold for public cards, because such a card may be hidden later.
            let ruled_out = self.hints.rows(shape).any(|hint| hint.rules_out(entry, face));
            if ruled_out || !(public || bits::has(self.pool_faces(shape, pool), face.index())) {
                return Err(Corrupt::new("a hidden card has a face that its pool or hints exclude"));
            }
        }
        Ok(())
    }
}
