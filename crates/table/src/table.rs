//! Holds the state of a table in two flat buffers that are cheap to copy, and answers queries about it.
//!
//! Every zone is a set of entries, and an ordered zone is also a linked list. The knowledge of a viewer is a set of
//! entries too, so moving many cards takes one pass over the viewers. Only the atoms change a table.

use crate::bits::{self, Ones};
use crate::hint_rows::Hints;
use crate::{Entry, Face, Shape, VarId, ZoneId};
use rulebook_kernel::{Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

/// The value of a cell that refers to no entry or no zone.
pub(crate) const NONE: u16 = u16::MAX;
/// The number of cells for each spare place: the face and the owner of its token or copy.
pub(crate) const SPARE_CELLS: usize = 2;

/// The cards in their zones, and the knowledge of all viewers about them.
#[derive(PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    /// In order: the entries of each zone; the sets `known` and `shown` of each viewer; the cards that are face up; the
    /// faces of each pool; the variables.
    pub(crate) words: Vec<u64>,
    /// In order, for each entry: its zone, next entry, previous entry, pool, number of moves between zones, and time of
    /// the last mixing. For each zone: its top and its bottom. At the end: the clock that counts mixings, and the spare
    /// places for tokens and copies.
    pub(crate) cells: Vec<u16>,
    pub(crate) hints: Hints,
    /// Whether the table has lost its lore (see `lore.rs`). A stored table always has lore.
    #[serde(skip)]
    pub(crate) bare: bool,
}

impl Clone for Table {
    fn clone(&self) -> Table {
        Table { words: self.words.clone(), cells: self.cells.clone(), hints: self.hints.clone(), bare: self.bare }
    }

    /// Copies `other` into the existing buffers, because a search copies tables all the time.
    fn clone_from(&mut self, other: &Table) {
        self.words.clone_from(&other.words);
        self.cells.clone_from(&other.cells);
        self.hints.copy_from(&other.hints);
        self.bare = other.bare;
    }
}

impl std::fmt::Debug for Table {
    /// Prints a digest, because the contents are raw numbers without the shape.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({})", rulebook_kernel::Digest::of(self).short())
    }
}

impl Table {
    /// A new table. Each card is in its starting zone, in the order of the faces, and all viewers know it.
    #[must_use]
    pub fn new(shape: &Shape) -> Table {
        let mut table = Table {
            words: vec![0; shape.at.words],
            cells: vec![NONE; shape.at.cells],
            hints: Hints::default(),
            bare: false,
        };
        let all_faces = shape.at.pools..shape.at.pools + shape.at.fw;
        (0..shape.faces.len()).for_each(|face| bits::put(&mut table.words[all_faces.clone()], face, true));
        for entry in 0..shape.entries() {
            table.cells[shape.at.age + entry] = 0;
            table.cells[shape.at.pool + entry] = 0;
            table.cells[shape.at.mixed + entry] = 0;
        }
        table.cells[shape.at.clock] = 0;
        for (i, card) in shape.cards.iter().enumerate() {
            let entry = Entry(i as u16);
            let zone = shape.zone(card.zone);
            table.link(shape, entry, card.zone, None);
            bits::put(table.up_mut(shape), i, zone.default_face_up);
            table.set_mask(shape, shape.at.known, entry, shape.everyone());
        }
        for zone in 0..shape.zones.len() {
            table.show_zone(shape, ZoneId(zone as u16));
        }
        for (i, var) in shape.vars.iter().enumerate() {
            table.words[shape.at.vars + i] = pack(var.initial, var.audience);
        }
        table
    }

    /// The zone of an entry. `None` for an unused spare place.
    #[inline]
    #[must_use]
    pub fn zone(&self, entry: Entry) -> Option<ZoneId> {
        let zone = self.cells[entry.index()];
        if zone == NONE { None } else { Some(ZoneId(zone)) }
    }

    /// The number of entries in a zone.
    #[inline]
    #[must_use]
    pub fn count(&self, shape: &Shape, zone: ZoneId) -> usize {
        bits::count(self.set(shape, zone))
    }

    /// Whether a zone is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, shape: &Shape, zone: ZoneId) -> bool {
        self.set(shape, zone).iter().all(|&word| word == 0)
    }

    /// The entries of a zone in the order of their numbers: deck entries by face, then tokens and copies. This order
    /// says nothing about positions in the zone.
    #[inline]
    pub fn entries<'a>(&'a self, shape: &Shape, zone: ZoneId) -> impl Iterator<Item = Entry> + Clone + use<'a> {
        Ones::new(self.set(shape, zone)).map(|i| Entry(i as u16))
    }

    /// The entries of a zone as words of a bit set.
    #[inline]
    #[must_use]
    pub fn set(&self, shape: &Shape, zone: ZoneId) -> &[u64] {
        let w = shape.at.w;
        &self.words[zone.index() * w..(zone.index() + 1) * w]
    }

    /// The entries of a zone as a bit set in one word. Can be called only on tables of at most 64 entries.
    #[inline]
    #[must_use]
    pub fn word(&self, zone: ZoneId) -> u64 {
        self.words[zone.index()]
    }

    /// The top of an ordered zone: the entry placed last. `None` if the zone is empty or unordered.
    #[inline]
    #[must_use]
    pub fn top(&self, shape: &Shape, zone: ZoneId) -> Option<Entry> {
        let top = self.cells[shape.at.top + zone.index()];
        if top == NONE { None } else { Some(Entry(top)) }
    }

    /// The bottom of an ordered zone. `None` if the zone is empty or unordered.
    #[inline]
    #[must_use]
    pub fn bottom(&self, shape: &Shape, zone: ZoneId) -> Option<Entry> {
        let bottom = self.cells[shape.at.bottom + zone.index()];
        if bottom == NONE { None } else { Some(Entry(bottom)) }
    }

    /// The entry that is taken next. Viewers who see only the top of the zone see this entry. In a queue it is the
    /// bottom entry, which was placed first.
    #[inline]
    #[must_use]
    pub fn open_end(&self, shape: &Shape, zone: ZoneId) -> Option<Entry> {
        if shape.zone(zone).fifo { self.bottom(shape, zone) } else { self.top(shape, zone) }
    }

    /// The entries of a zone from bottom to top. The entries of an unordered zone come in the order of their numbers.
    #[inline]
    pub fn order<'a>(&'a self, shape: &'a Shape, zone: ZoneId) -> impl Iterator<Item = Entry> + 'a {
        let ordered = shape.zone(zone).ordered;
        let mut up = if ordered { self.bottom(shape, zone) } else { None };
        let mut set = (!ordered).then(|| Ones::new(self.set(shape, zone)));
        std::iter::from_fn(move || {
            if let Some(set) = &mut set {
                return set.next().map(|i| Entry(i as u16));
            }
            let entry = up?;
            let next = self.cells[shape.at.next + entry.index()];
            up = (next != NONE).then_some(Entry(next));
            Some(entry)
        })
    }

    /// The entries of an ordered zone from top to bottom. Empty for an unordered zone.
    #[inline]
    pub fn downwards<'a>(&'a self, shape: &'a Shape, zone: ZoneId) -> impl Iterator<Item = Entry> + 'a {
        let first = if shape.zone(zone).ordered { self.top(shape, zone) } else { None };
        std::iter::successors(first, |entry| {
            let below = self.cells[shape.at.prev + entry.index()];
            (below != NONE).then_some(Entry(below))
        })
    }

    /// The number of entries below this entry in its zone. `None` if the zone is unordered.
    #[must_use]
    pub fn position(&self, shape: &Shape, entry: Entry) -> Option<usize> {
        let zone = self.zone(entry).filter(|&zone| shape.zone(zone).ordered)?;
        self.order(shape, zone).position(|other| other == entry)
    }

    /// The entry with `at` entries below it. `None` if the zone has too few entries.
    #[must_use]
    pub fn nth(&self, shape: &Shape, zone: ZoneId, at: usize) -> Option<Entry> {
        self.order(shape, zone).nth(at)
    }

    /// The face of an entry.
    #[inline]
    #[must_use]
    pub fn face(&self, shape: &Shape, entry: Entry) -> Face {
        match shape.cards.get(entry.index()) {
            Some(card) => card.face,
            None => Face(self.cells[shape.at.spare + (entry.index() - shape.cards.len()) * SPARE_CELLS]),
        }
    }

    /// The owner of an entry, or `None` if it has no owner.
    #[must_use]
    pub fn owner(&self, shape: &Shape, entry: Entry) -> Option<Seat> {
        match shape.cards.get(entry.index()) {
            Some(card) => card.owner,
            None => {
                let owner = self.cells[shape.at.spare + (entry.index() - shape.cards.len()) * SPARE_CELLS + 1];
                (owner != NONE).then(|| Seat::new(owner as usize))
            }
        }
    }

    /// Whether the entry is face up.
    #[inline]
    #[must_use]
    pub fn is_up(&self, shape: &Shape, entry: Entry) -> bool {
        bits::has(&self.words[shape.at.up..], entry.index())
    }

    /// The viewers who can name the entry. A viewer stays in this set until the viewer loses track of the card.
    #[inline]
    #[must_use]
    pub fn known(&self, shape: &Shape, entry: Entry) -> SeatSet {
        if self.bare {
            return self.seen_now(shape, entry);
        }
        // Spectators know a card only if all seats know it.
        if self.is_public(shape, entry) { shape.everyone() } else { self.mask(shape, shape.at.known, entry) }
    }

    /// The viewers who can name every entry of a set.
    #[inline]
    #[must_use]
    pub fn known_all(&self, shape: &Shape, set: &[u64]) -> SeatSet {
        if self.bare {
            return self.all_seen_now(shape, set);
        }
        let w = shape.at.w;
        if let ([set, ..], 1) = (set, w) {
            let known = &self.words[shape.at.known..][..shape.seats + 1];
            let knows = |viewer: usize| u32::from(set & !known[viewer] == 0);
            if knows(shape.seats) == 1 {
                return shape.everyone();
            }
            return SeatSet::from_bits((0..shape.seats).fold(0, |seats, seat| seats | knows(seat) << seat));
        }
        let knows = |viewer: usize| {
            let known = &self.words[shape.at.known + viewer * w..shape.at.known + (viewer + 1) * w];
            u32::from(set.iter().zip(known).all(|(set, known)| set & !known == 0))
        };
        // Spectators know a card only if all seats know it.
        if knows(shape.seats) == 1 {
            return shape.everyone();
        }
        SeatSet::from_bits((0..shape.seats).fold(0, |seats, seat| seats | knows(seat) << seat))
    }

    /// Whether this seat can name every entry of a set.
    #[inline]
    #[must_use]
    pub fn knows_all(&self, shape: &Shape, seat: Seat, set: &[u64]) -> bool {
        if self.bare {
            return self.all_seen_now(shape, set).has(seat);
        }
        let known = &self.words[shape.at.known + seat.index() * shape.at.w..][..shape.at.w];
        set.iter().zip(known).all(|(set, known)| set & !known == 0)
    }

    /// The viewers who may look at the entry now.
    #[must_use]
    pub fn shown(&self, shape: &Shape, entry: Entry) -> SeatSet {
        if self.bare { self.seen_now(shape, entry) } else { self.mask(shape, shape.at.shown, entry) }
    }

    /// Whether this seat may look at the entry now.
    #[inline]
    #[must_use]
    pub fn shows(&self, shape: &Shape, seat: Seat, entry: Entry) -> bool {
        if self.bare {
            return self.seen_now(shape, entry).has(seat);
        }
        bits::has(&self.words[shape.at.shown + seat.index() * shape.at.w..], entry.index())
    }

    /// Whether this seat can name the entry.
    #[inline]
    #[must_use]
    pub fn knows(&self, shape: &Shape, seat: Seat, entry: Entry) -> bool {
        if self.bare {
            return self.seen_now(shape, entry).has(seat);
        }
        bits::has(&self.words[shape.at.known + seat.index() * shape.at.w..], entry.index())
    }

    /// Whether this viewer can name the entry.
    #[must_use]
    pub fn names(&self, shape: &Shape, who: Viewer, entry: Entry) -> bool {
        self.known(shape, entry).admits(who)
    }

    /// Whether all viewers, including spectators, can name the entry.
    #[inline]
    #[must_use]
    pub fn is_public(&self, shape: &Shape, entry: Entry) -> bool {
        if self.bare {
            return self.seen_now(shape, entry) == shape.everyone();
        }
        bits::has(&self.words[shape.at.known + shape.seats * shape.at.w..], entry.index())
    }

    /// The value of a variable.
    #[inline]
    #[must_use]
    pub fn var(&self, shape: &Shape, var: VarId) -> i32 {
        self.words[shape.at.vars + var.index()] as i32
    }

    /// The viewers who may know the value of a variable.
    #[must_use]
    pub fn var_audience(&self, shape: &Shape, var: VarId) -> SeatSet {
        if self.bare {
            return shape.vars[var.index()].audience;
        }
        SeatSet::from_bits((self.words[shape.at.vars + var.index()] >> 32) as u32)
    }

    /// All hints: public knowledge about cards that not every viewer can name.
    #[must_use]
    pub fn hints(&self) -> &Hints {
        &self.hints
    }

    pub(crate) fn mask(&self, shape: &Shape, base: usize, entry: Entry) -> SeatSet {
        let (word, bit) = (base + entry.index() / 64, entry.index() % 64);
        let has = |viewer: usize| (self.words[word + viewer * shape.at.w] >> bit & 1) as u32;
        let seats = (0..shape.seats).fold(0, |seats, seat| seats | has(seat) << seat);
        let seats = SeatSet::from_bits(seats);
        if has(shape.seats) == 1 { seats.or(SeatSet::SPECTATORS) } else { seats }
    }

    #[inline]
    pub(crate) fn set_mask(&mut self, shape: &Shape, base: usize, entry: Entry, who: SeatSet) {
        let w = shape.at.w;
        let (word, bit) = (entry.index() / 64, entry.index() % 64);
        let mut mask = u64::from(who.bits());
        for viewer in 0..shape.seats {
            let cell = &mut self.words[base + viewer * w + word];
            *cell = *cell & !(1 << bit) | (mask & 1) << bit;
            mask >>= 1;
        }
        let watching = u64::from(who.admits(Viewer::Spectator));
        let cell = &mut self.words[base + shape.seats * w + word];
        *cell = *cell & !(1 << bit) | watching << bit;
    }

    #[inline]
    pub(crate) fn add_mask(&mut self, shape: &Shape, base: usize, entry: Entry, who: SeatSet) {
        let w = shape.at.w;
        let (word, bit) = (entry.index() / 64, entry.index() % 64);
        let mut mask = u64::from(who.bits());
        for viewer in 0..shape.seats {
            self.words[base + viewer * w + word] |= (mask & 1) << bit;
            mask >>= 1;
        }
        self.words[base + shape.seats * w + word] |= u64::from(who.admits(Viewer::Spectator)) << bit;
    }

    pub(crate) fn up_mut(&mut self, shape: &Shape) -> &mut [u64] {
        &mut self.words[shape.at.up..shape.at.up + shape.at.w]
    }

    /// Removes an entry from its zone.
    #[inline]
    pub(crate) fn unlink(&mut self, shape: &Shape, entry: Entry) {
        let at = &shape.at;
        let (e, zone) = (entry.index(), self.cells[entry.index()] as usize);
        self.words[zone * at.w + e / 64] &= !(1 << (e % 64));
        if !shape.zones[zone].ordered {
            return;
        }
        let (below, above) = (self.cells[at.prev + e], self.cells[at.next + e]);
        let up_link = if below == NONE { at.bottom + zone } else { at.next + below as usize };
        let down_link = if above == NONE { at.top + zone } else { at.prev + above as usize };
        self.cells[up_link] = above;
        self.cells[down_link] = below;
        self.cells[at.prev + e] = NONE;
        self.cells[at.next + e] = NONE;
    }

    /// Puts an entry that is in no zone into this zone: on top, or with `at` entries below it.
    #[inline]
    pub(crate) fn link(&mut self, shape: &Shape, entry: Entry, to: ZoneId, at: Option<u16>) {
        let o = &shape.at;
        let (e, zone) = (entry.index(), to.index());
        self.cells[e] = to.0;
        self.words[zone * o.w + e / 64] |= 1 << (e % 64);
        if !shape.zones[zone].ordered {
            return;
        }
        let below = match at {
            None => self.cells[o.top + zone],
            Some(0) => NONE,
            Some(n) => self.nth(shape, to, n as usize - 1).map_or(self.cells[o.top + zone], |entry| entry.0),
        };
        let above = if below == NONE { self.cells[o.bottom + zone] } else { self.cells[o.next + below as usize] };
        self.cells[o.prev + e] = below;
        self.cells[o.next + e] = above;
        let up_link = if below == NONE { o.bottom + zone } else { o.next + below as usize };
        let down_link = if above == NONE { o.top + zone } else { o.prev + above as usize };
        self.cells[up_link] = entry.0;
        self.cells[down_link] = entry.0;
    }

    /// The viewers to whom the visibility of a zone shows this entry in its place.
    #[inline]
    #[must_use]
    pub fn policy(&self, shape: &Shape, entry: Entry, zone: ZoneId) -> SeatSet {
        let z = shape.zone(zone);
        if !self.is_up(shape, entry) {
            return SeatSet::NONE;
        }
        let on_top = !z.sees_top.is_empty() && self.open_end(shape, zone) == Some(entry);
        if on_top { z.sees_all.or(z.sees_top) } else { z.sees_all }
    }

    /// Shows the entries of a zone to the viewers whom the visibility of the zone allows.
    pub(crate) fn show_zone(&mut self, shape: &Shape, zone: ZoneId) {
        let (at, w, z) = (&shape.at, shape.at.w, shape.zone(zone));
        for viewer in 0..shape.viewers() {
            let bit = if viewer == shape.seats { SeatSet::SPECTATORS.bits() } else { 1 << viewer };
            let sees = if z.sees_all.bits() & bit == 0 { 0 } else { !0 };
            for i in 0..w {
                let here = self.words[zone.index() * w + i];
                let seen = here & self.words[at.up + i] & sees;
                let shown = &mut self.words[at.shown + viewer * w + i];
                *shown = *shown & !here | seen;
                self.words[at.known + viewer * w + i] |= seen;
            }
        }
        if let Some(top) = self.open_end(shape, zone).filter(|_| !z.sees_top.is_empty()) {
            self.look(shape, top, zone);
        }
    }
}

/// Packs a variable into one word: the value in the low half, the audience in the high half.
pub(crate) fn pack(value: i32, audience: SeatSet) -> u64 {
    u64::from(audience.bits()) << 32 | u64::from(value as u32)
}
