//! Defines the atoms, which are the only functions that change a table. Each atom moves or changes cards, updates who
//! knows them, and reports one fact.

use crate::bits::Ones;
use crate::fact::{Fact, Motion, Spot};
use crate::note_merge::set_of;
use crate::pools::Few;
use crate::{Entry, Face, Hint, MAX_ENTRIES, Shape, Table, VarId, ZoneId};
use rulebook_kernel::{Rng, Seat, SeatSet, Sink};
use smallvec::SmallVec;

/// The number of entries that a move or a shuffle handles without an allocation: two packs with jokers.
const INLINE: usize = 128;

/// Whether a moved card ends face up or face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// The card gets the default facing of the target zone.
    Default,
    /// The card ends face up.
    Up,
    /// The card ends face down.
    Down,
    /// The card keeps its facing.
    Keep,
}

/// One entry of a batch of moves, with its target zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg {
    pub(crate) entry: Entry,
    pub(crate) to: ZoneId,
    pub(crate) at: Option<u16>,
    pub(crate) up: bool,
}

/// A batch of moves. Functions fill it in place, because collecting an iterator would copy the batch once more.
type Legs = SmallVec<[Leg; INLINE]>;

/// A mutable table and the sink for its facts.
#[derive(Debug)]
pub struct Atoms<'a, S> {
    shape: &'a Shape,
    table: &'a mut Table,
    out: &'a mut S,
}

impl Table {
    /// Starts a sequence of changes. Each change reports one fact to `out`.
    #[inline]
    pub fn atoms<'a, S: Sink<Fact>>(&'a mut self, shape: &'a Shape, out: &'a mut S) -> Atoms<'a, S> {
        Atoms { shape, table: self, out }
    }
}

impl<S: Sink<Fact>> Atoms<'_, S> {
    /// The current table.
    #[inline]
    #[must_use]
    pub fn table(&self) -> &Table {
        self.table
    }

    /// Moves an entry to the top of a zone, with the default facing of the zone.
    #[inline]
    pub fn move_to(&mut self, entry: Entry, to: ZoneId) {
        self.move_as(entry, to, None, Facing::Default);
    }

    /// Moves an entry to a place with `at` entries below it. `None` means the top of the zone.
    #[inline]
    pub fn move_as(&mut self, entry: Entry, to: ZoneId, at: Option<usize>, facing: Facing) {
        self.run(&[self.leg(entry, to, at, facing)]);
    }

    /// Moves several entries at once to the top of one zone, the last one on top.
    pub fn move_onto(&mut self, entries: impl IntoIterator<Item = Entry>, to: ZoneId) {
        let mut legs = Legs::new();
        legs.extend(entries.into_iter().map(|entry| self.leg(entry, to, None, Facing::Default)));
        if !legs.is_empty() {
            self.run(&legs);
        }
    }

    /// Moves several entries at once, each to the top of its own target zone. Later entries end above earlier ones.
    pub fn move_each(&mut self, moves: impl IntoIterator<Item = (Entry, ZoneId)>, facing: Facing) {
        let mut legs = Legs::new();
        legs.extend(moves.into_iter().map(|(e, to)| self.leg(e, to, None, facing)));
        if !legs.is_empty() {
            self.run(&legs);
        }
    }

    /// Moves all entries of a zone onto another zone at once and keeps their order.
    pub fn move_all(&mut self, from: ZoneId, to: ZoneId, facing: Facing) {
        self.move_first(from, usize::MAX, to, facing);
    }

    /// Moves all entries of several zones onto one zone at once, zone by zone. The order within each zone stays.
    pub fn move_zones(&mut self, from: &[ZoneId], to: ZoneId, facing: Facing) {
        let mut legs = Legs::new();
        for &zone in from {
            for entry in self.table.order(self.shape, zone) {
                legs.push(self.leg(entry, to, None, facing));
            }
        }
        if !legs.is_empty() {
            self.run(&legs);
        }
    }

    /// Moves the `count` lowest entries of a zone onto another zone at once and keeps their order.
    pub(crate) fn move_lowest(&mut self, from: ZoneId, count: usize, to: ZoneId) {
        self.move_first(from, count, to, Facing::Default);
    }

    fn move_first(&mut self, from: ZoneId, count: usize, to: ZoneId, facing: Facing) {
        let mut legs = Legs::new();
        legs.extend(self.table.order(self.shape, from).take(count).map(|e| self.leg(e, to, None, facing)));
        if !legs.is_empty() {
            self.run(&legs);
        }
    }

    /// Shuffles a zone. A zone of fewer than two entries does not change and draws no random number.
    pub fn shuffle(&mut self, zone: ZoneId, rng: &mut Rng) {
        if self.table.count(self.shape, zone) < 2 {
            return;
        }
        // Start from the sorted set instead of the old order, so that the result depends only on the seed and the
        // entries.
        let mut order: SmallVec<[Entry; INLINE]> = self.table.entries(self.shape, zone).collect();
        rng.shuffle(&mut order);
        self.shuffle_into(zone, &order);
    }

    /// Shuffles a zone into an order that the caller has drawn (bottom first).
    ///
    /// # Panics
    /// If `order` has another length than the zone.
    pub fn shuffle_into(&mut self, zone: ZoneId, order: &[Entry]) {
        assert_eq!(order.len(), self.table.count(self.shape, zone), "all entries of the zone");
        debug_assert!(order.iter().all(|&entry| self.table.zone(entry) == Some(zone)));
        self.table.mix_zone(self.shape, zone);
        self.table.relink(self.shape, zone, order);
        self.out.tell(|| Fact::Shuffled { zone, order: order.to_vec() });
    }

    /// Puts a zone into a given order (bottom first). Viewers outside `saw` lose track of its cards.
    ///
    /// # Panics
    /// If `order` does not hold exactly the zone's entries, or the zone has no order.
    pub fn arrange(&mut self, zone: ZoneId, order: &[Entry], saw: SeatSet) {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        assert!(self.shape.zone(zone).ordered && sorted.iter().copied().eq(self.table.entries(self.shape, zone)));
        self.table.arrange(self.shape, zone, order, saw);
        self.out.tell(|| Fact::Arranged { zone, order: order.to_vec(), saw });
    }

    /// Turns a card face up or face down where it lies.
    pub fn turn(&mut self, entry: Entry, up: bool) {
        self.table.turn(self.shape, entry, up);
        self.tell_spot(entry, None, |spot| Fact::Turned { spot, up });
    }

    /// Shows viewers the face of a card once. They know it from now on, but may not look at the card again.
    pub fn reveal(&mut self, entry: Entry, to: SeatSet) {
        self.table.reveal(self.shape, entry, to);
        self.tell_spot(entry, Some(to), |spot| Fact::Revealed { spot, to });
    }

    /// Lets viewers look at a card until the card moves or is covered.
    pub fn show(&mut self, entry: Entry, to: SeatSet) {
        self.table.show(self.shape, entry, to);
        self.tell_spot(entry, Some(to), |spot| Fact::Shown { spot, to });
    }

    /// Ends the permission of viewers to look at a card.
    pub fn cover(&mut self, entry: Entry, from: SeatSet) {
        self.table.cover(self.shape, entry, from);
        self.tell_spot(entry, None, |spot| Fact::Covered { spot, from });
    }

    /// Creates a token or a copy on top of a zone. All viewers learn its face. `None` if all spare places are in use.
    pub fn create(&mut self, face: Face, zone: ZoneId, owner: Option<Seat>) -> Option<Entry> {
        let entry = self.table.create(self.shape, face, zone, None, owner)?;
        self.tell_spot(entry, None, |spot| Fact::Created { spot, owner });
        Some(entry)
    }

    /// Destroys a token or a copy. All viewers learn its face.
    ///
    /// # Panics
    /// If the entry is a deck entry. Deck entries always stay on the table: move them to a zone outside the game.
    pub fn destroy(&mut self, entry: Entry) {
        assert!(self.shape.is_spare(entry), "deck entries are conserved");
        if S::ON {
            let spot = Spot { seen: self.shape.everyone(), ..Spot::of(self.shape, self.table, entry) };
            self.out.tell(|| Fact::Destroyed { spot });
        }
        self.table.destroy(self.shape, entry);
    }

    /// Sets a variable. Its declared audience may know the new value.
    #[inline]
    pub fn set(&mut self, var: VarId, value: i32) {
        self.set_for(var, value, self.shape.vars[var.index()].audience);
    }

    /// Sets a variable whose new value only these viewers may know. Spectators see it only if all seats see it.
    #[inline]
    pub fn set_for(&mut self, var: VarId, value: i32, audience: SeatSet) {
        let everyone = self.shape.everyone();
        let audience = audience.and(everyone);
        let audience = if audience == everyone { everyone } else { audience.minus(SeatSet::SPECTATORS) };
        self.table.put_var(self.shape, var, value, audience);
        self.out.tell(|| Fact::Set { var, value: Some(value), audience });
    }

    /// Records public knowledge: no card of this zone has one of these faces. Example: a seat has no card of a suit.
    pub fn hint(&mut self, zone: ZoneId, not: impl IntoIterator<Item = Face>) {
        let hint = Hint::new(self.shape, Few::from_slice(self.table.set(self.shape, zone)), not);
        self.put_hint(hint);
    }

    /// Records a note: play has shown that no card now in this zone has one of these faces. Reports no fact if public
    /// knowledge already implies the note.
    pub fn rule_out(&mut self, zone: ZoneId, faces: impl IntoIterator<Item = Face>) {
        self.note(zone, &set_of(self.shape, faces), None);
    }

    /// Records a note: play has shown that at least `least` cards of this zone have one of these faces.
    pub fn rule_in(&mut self, zone: ZoneId, faces: impl IntoIterator<Item = Face>, least: usize) {
        self.note(zone, &set_of(self.shape, faces), Some(least));
    }

    /// Records a note that no card of this zone has the face of an entry in `such`. With `least`: a note that at least
    /// `least` cards have such a face. `such` is a bit set of entries.
    pub fn note_like(&mut self, zone: ZoneId, such: &[u64], least: Option<usize>) {
        let (shape, table) = (self.shape, &*self.table);
        if table.bare {
            return;
        }
        if shape.plain {
            return self.note(zone, &such[..shape.at.fw], least);
        }
        let faces = set_of(shape, Ones::new(such).map(|e| table.face(shape, Entry(e as u16))));
        self.note(zone, &faces, least);
    }

    /// Records a note that none of `cards` has the face of an entry in `such`. With `least`: a note that at least
    /// `least` of the cards have such a face. Both arguments are bit sets of entries. The cards must be in ordered
    /// zones, where every viewer can tell them apart.
    pub fn note_of(&mut self, cards: &[u64], such: &[u64], least: Option<usize>) {
        let (shape, table) = (self.shape, &*self.table);
        if table.bare {
            return;
        }
        let faces = if shape.plain {
            Few::from_slice(&such[..shape.at.fw])
        } else {
            set_of(shape, Ones::new(such).map(|e| table.face(shape, Entry(e as u16))))
        };
        self.table.draft_of(shape, &cards[..shape.at.w], &faces, least);
        self.settle();
    }

    #[inline]
    fn note(&mut self, zone: ZoneId, faces: &[u64], least: Option<usize>) {
        if self.table.bare {
            return;
        }
        self.table.draft(self.shape, zone, faces, least);
        self.settle();
    }

    /// Keeps and reports the last drafted note if it says anything new. Drops the note otherwise.
    #[inline]
    fn settle(&mut self) {
        let told = if S::ON { self.table.hints.rows(self.shape).last().map(Hint::of) } else { None };
        if self.table.settle(self.shape) {
            self.out.tell(|| Fact::Noted { hint: told });
        }
    }

    fn put_hint(&mut self, hint: Hint) {
        self.table.add_hint(self.shape, &hint);
        self.out.tell(|| Fact::Hinted { hint: Some(hint) });
    }

    /// Restores a saved table. Viewers keep what they have learned since the table was saved, about every card that was
    /// not mixed.
    pub fn restore(&mut self, saved: &Table) {
        self.table.restore(self.shape, saved);
        self.out.tell(|| Fact::Restored { table: Some(Box::new(saved.clone())) });
    }

    /// Sends a text to these viewers.
    pub fn say(&mut self, to: SeatSet, text: impl FnOnce() -> String) {
        self.out.tell(|| Fact::Said { text: text(), to });
    }

    pub(crate) fn shape(&self) -> &Shape {
        self.shape
    }

    pub(crate) fn tell(&mut self, fact: impl FnOnce() -> Fact) {
        self.out.tell(fact);
    }

    #[inline]
    fn leg(&self, entry: Entry, to: ZoneId, at: Option<usize>, facing: Facing) -> Leg {
        let up = match facing {
            Facing::Default => self.shape.zone(to).default_face_up,
            Facing::Up => true,
            Facing::Down => false,
            Facing::Keep => self.table.is_up(self.shape, entry),
        };
        // No zone has `MAX_ENTRIES` entries below a place, so a larger position means the top.
        Leg { entry, to, at: at.map(|at| at.min(MAX_ENTRIES) as u16), up }
    }

    #[inline]
    fn run(&mut self, legs: &[Leg]) {
        if !S::ON {
            self.table.relocate(self.shape, legs);
            return;
        }
        let (shape, table) = (self.shape, &mut *self.table);
        let from: Vec<_> = legs
            .iter()
            .map(|leg| (table.zone(leg.entry).expect("it lies somewhere"), table.position(shape, leg.entry)))
            .collect();
        table.relocate(shape, legs);
        let motions = legs.iter().zip(from).map(|(leg, (from, from_at))| Motion {
            spot: Spot::of(shape, table, leg.entry),
            from,
            from_at: from_at.map(|at| at as u16),
            up: leg.up,
        });
        let motions = motions.collect();
        self.out.tell(|| Fact::Moved(motions));
    }

    /// Reports a fact about one card. `whom` are the viewers who are shown the card. In an unordered zone, other
    /// viewers cannot tell which card it is, unless the card looks different afterwards.
    fn tell_spot(&mut self, entry: Entry, whom: Option<SeatSet>, fact: impl FnOnce(Spot) -> Fact) {
        let (shape, table) = (self.shape, &*self.table);
        self.out.tell(|| {
            let mut spot = Spot::of(shape, table, entry);
            let lies_otherwise = |whom: SeatSet| !whom.and(table.policy(shape, entry, spot.zone)).is_empty();
            if let Some(whom) = whom.filter(|&whom| !shape.zone(spot.zone).ordered && !lies_otherwise(whom)) {
                let shown = table.shown(shape, entry);
                spot.seen = spot.seen.and(table.with_those_who_know(shape, entry, whom, shown).or(shown));
            }
            fact(spot)
        });
    }
}
