//! Everything about the table of a match that never changes: zones, faces, decks, variables, and where the state keeps
//! what. Made once for a number of seats, shared by all states.

use crate::bits::words_for;
use crate::zone::{Scope, Zone, ZoneDef};
use crate::{Entry, Face, VarId, ZoneId};
use rulebook_kernel::{Seat, SeatSet};

/// The most entries a table may have.
pub const MAX_ENTRIES: usize = 1024;
/// The most zones, over all seats.
pub const MAX_ZONES: usize = 512;
/// The most pools that can be told apart at once; beyond it pools are merged.
pub const MAX_POOLS: usize = 16;

/// Who may know a variable's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Everybody.
    Everyone,
    /// The seat or team it belongs to.
    Owner,
    /// Nobody.
    Nobody,
}

#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub(crate) id: String,
    pub(crate) initial: i32,
    pub(crate) audience: SeatSet,
}

#[derive(Clone, Debug)]
pub(crate) struct Card {
    pub(crate) face: Face,
    pub(crate) zone: ZoneId,
    pub(crate) owner: Option<Seat>,
}

/// The unchanging half of a table.
#[derive(Clone, Debug)]
pub struct Shape {
    pub(crate) seats: usize,
    pub(crate) teams: Vec<u8>,
    pub(crate) defs: Vec<ZoneDef>,
    pub(crate) base: Vec<u16>,
    pub(crate) zones: Vec<Zone>,
    pub(crate) reshuffles: Vec<Option<ZoneId>>,
    pub(crate) faces: Vec<(String, u8)>,
    pub(crate) backs: Vec<String>,
    pub(crate) cards: Vec<Card>,
    pub(crate) spare: usize,
    pub(crate) var_base: Vec<u16>,
    pub(crate) vars: Vec<Var>,
    pub(crate) at: Offsets,
}

/// Where the parts of a state lie in its two buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offsets {
    /// Words a set of entries takes.
    pub(crate) w: usize,
    /// Words a set of faces takes.
    pub(crate) fw: usize,
    pub(crate) known: usize,
    pub(crate) shown: usize,
    pub(crate) up: usize,
    pub(crate) pools: usize,
    pub(crate) vars: usize,
    pub(crate) words: usize,
    pub(crate) next: usize,
    pub(crate) prev: usize,
    pub(crate) pool: usize,
    pub(crate) age: usize,
    pub(crate) mixed: usize,
    pub(crate) top: usize,
    pub(crate) bottom: usize,
    pub(crate) spare: usize,
    pub(crate) cells: usize,
}

/// Builds a [`Shape`].
#[derive(Clone, Debug)]
pub struct ShapeBuilder {
    shape: Shape,
}

impl Shape {
    /// Begins a table for so many seats.
    #[must_use]
    pub fn build(seats: usize) -> ShapeBuilder {
        let shape = Shape {
            seats,
            teams: (0..seats as u8).collect(),
            defs: Vec::new(),
            base: Vec::new(),
            zones: Vec::new(),
            reshuffles: Vec::new(),
            faces: Vec::new(),
            backs: Vec::new(),
            cards: Vec::new(),
            spare: 0,
            var_base: Vec::new(),
            vars: Vec::new(),
            at: Offsets::default(),
        };
        ShapeBuilder { shape }
    }

    /// How many seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Every seat and the spectators.
    #[inline]
    #[must_use]
    pub fn everyone(&self) -> SeatSet {
        SeatSet::first(self.seats).or(SeatSet::SPECTATORS)
    }

    /// How many entries there can be: the deck and the spare places for tokens and copies.
    #[inline]
    #[must_use]
    pub fn entries(&self) -> usize {
        self.cards.len() + self.spare
    }

    /// How many entries belong to decks. They are the first ones, and they are conserved.
    #[must_use]
    pub fn deck_entries(&self) -> usize {
        self.cards.len()
    }

    /// The zones, in order.
    #[must_use]
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// One zone.
    #[inline]
    #[must_use]
    pub fn zone(&self, zone: ZoneId) -> &Zone {
        &self.zones[zone.index()]
    }

    /// The definition behind a zone.
    #[must_use]
    pub fn def(&self, zone: ZoneId) -> &ZoneDef {
        &self.defs[self.zones[zone.index()].def]
    }

    /// The zone with this id.
    #[must_use]
    pub fn find_zone(&self, id: &str) -> Option<ZoneId> {
        self.zones.iter().position(|zone| zone.id == id).map(|i| ZoneId(i as u16))
    }

    /// The instance of a definition that belongs to a seat; the only one if it is shared.
    #[inline]
    #[must_use]
    pub fn zone_of(&self, def: usize, seat: Seat) -> ZoneId {
        let offset = match self.defs[def].scope {
            Scope::Shared => 0,
            Scope::Seat => seat.index() as u16,
            Scope::Team => u16::from(self.teams[seat.index()]),
        };
        ZoneId(self.base[def] + offset)
    }

    /// How many faces there are.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.faces.len()
    }

    /// The text of a face.
    #[must_use]
    pub fn face_id(&self, face: Face) -> &str {
        &self.faces[face.index()].0
    }

    /// The face with this text.
    #[must_use]
    pub fn find_face(&self, id: &str) -> Option<Face> {
        self.faces.iter().position(|(text, _)| text == id).map(|i| Face(i as u16))
    }

    /// Which back the cards with this face have: everybody sees it.
    #[must_use]
    pub fn back_of(&self, face: Face) -> usize {
        self.faces[face.index()].1 as usize
    }

    /// The name of a back.
    #[must_use]
    pub fn back_id(&self, back: usize) -> &str {
        &self.backs[back]
    }

    /// The variable of this definition that belongs to a seat; the only one if it is shared.
    #[must_use]
    pub fn var_of(&self, def: usize, seat: Seat) -> VarId {
        let span = self.var_base.get(def + 1).map_or(self.vars.len(), |&b| b as usize) - self.var_base[def] as usize;
        VarId(self.var_base[def] + if span == 1 { 0 } else { seat.index() as u16 })
    }

    /// The id of a variable.
    #[must_use]
    pub fn var_id(&self, var: VarId) -> &str {
        &self.vars[var.index()].id
    }

    pub(crate) fn viewers(&self) -> usize {
        self.seats + 1
    }

    /// Entries of one face, for the deck part: they are numbered in a row.
    pub(crate) fn deck_range(&self, face: Face) -> std::ops::Range<usize> {
        let start = self.cards.partition_point(|card| card.face < face);
        let end = self.cards.partition_point(|card| card.face <= face);
        start..end
    }

    pub(crate) fn is_spare(&self, entry: Entry) -> bool {
        entry.index() >= self.cards.len()
    }
}

impl ShapeBuilder {
    /// The team of each seat; without it each seat is its own.
    pub fn teams(&mut self, teams: &[u8]) -> &mut Self {
        assert!(self.shape.zones.is_empty() && teams.len() == self.shape.seats, "teams come before zones, one a seat");
        self.shape.teams = teams.to_vec();
        self
    }

    /// Adds a zone definition and its instances; gives the number of the definition.
    pub fn zone(&mut self, def: ZoneDef) -> usize {
        let shape = &mut self.shape;
        let index = shape.defs.len();
        shape.base.push(shape.zones.len() as u16);
        let mut add = |id: String, owners: SeatSet| shape.zones.push(Zone::new(index, &def, id, owners, shape.seats));
        match def.scope {
            Scope::Shared => add(def.id.clone(), SeatSet::NONE),
            Scope::Seat => {
                Seat::all(shape.seats).for_each(|s| add(format!("{}.{}", def.id, s.index()), SeatSet::one(s)))
            }
            Scope::Team => {
                let teams = 1 + shape.teams.iter().copied().max().unwrap_or(0);
                for team in 0..teams {
                    let owners = Seat::all(shape.seats).filter(|s| shape.teams[s.index()] == team).collect();
                    add(format!("{}.{team}", def.id), owners);
                }
            }
        }
        assert!(shape.zones.len() <= MAX_ZONES, "at most {MAX_ZONES} zones");
        shape.defs.push(def);
        index
    }

    /// Adds a back.
    pub fn back(&mut self, id: &str) -> u8 {
        self.shape.backs.push(id.to_owned());
        u8::try_from(self.shape.backs.len() - 1).expect("at most 256 backs")
    }

    /// Adds a face. Add faces in the order in which hands should be sorted.
    pub fn face(&mut self, id: &str, back: u8) -> Face {
        self.shape.faces.push((id.to_owned(), back));
        Face(u16::try_from(self.shape.faces.len() - 1).expect("at most 65,536 faces"))
    }

    /// Adds a card that starts in a zone. Cards of one zone start in the order of their faces.
    pub fn card(&mut self, face: Face, zone: ZoneId, owner: Option<Seat>) -> &mut Self {
        self.shape.cards.push(Card { face, zone, owner });
        self
    }

    /// The instance of a definition for a seat, while still building.
    #[must_use]
    pub fn zone_of(&self, def: usize, seat: Seat) -> ZoneId {
        self.shape.zone_of(def, seat)
    }

    /// Room for so many tokens and copies at once.
    pub fn spare(&mut self, places: usize) -> &mut Self {
        self.shape.spare = places;
        self
    }

    /// Adds a shared variable; gives the number of the definition.
    pub fn var(&mut self, id: &str, initial: i32, audience: Audience) -> usize {
        let everyone = self.shape.everyone();
        let audience = if audience == Audience::Everyone { everyone } else { SeatSet::NONE };
        self.shape.var_base.push(self.shape.vars.len() as u16);
        self.shape.vars.push(Var { id: id.to_owned(), initial, audience });
        self.shape.var_base.len() - 1
    }

    /// Adds a variable a seat; gives the number of the definition.
    pub fn seat_var(&mut self, id: &str, initial: i32, audience: Audience) -> usize {
        let everyone = self.shape.everyone();
        self.shape.var_base.push(self.shape.vars.len() as u16);
        for seat in Seat::all(self.shape.seats) {
            let audience = match audience {
                Audience::Everyone => everyone,
                Audience::Owner => SeatSet::one(seat),
                Audience::Nobody => SeatSet::NONE,
            };
            self.shape.vars.push(Var { id: format!("{id}.{}", seat.index()), initial, audience });
        }
        self.shape.var_base.len() - 1
    }

    /// Numbers the entries, lays out the state.
    ///
    /// # Panics
    /// If a limit is exceeded or a deck's discard does not exist: families check both before, with diagnostics.
    #[must_use]
    pub fn finish(self) -> Shape {
        let mut shape = self.shape;
        assert!(shape.entries() <= MAX_ENTRIES, "at most {MAX_ENTRIES} entries");
        shape.cards.sort_by_key(|card| card.face);
        shape.reshuffles = (0..shape.zones.len()).map(|zone| shape.discard_of(zone)).collect();
        let (zones, viewers, entries) = (shape.zones.len(), shape.viewers(), shape.entries());
        let (w, fw) = (words_for(entries), words_for(shape.faces.len()));
        let mut at = Offsets { w, fw, ..Offsets::default() };
        at.known = zones * w;
        at.shown = at.known + viewers * w;
        at.up = at.shown + viewers * w;
        at.pools = at.up + w;
        at.vars = at.pools + MAX_POOLS * fw;
        at.words = at.vars + shape.vars.len();
        at.next = entries;
        at.prev = at.next + entries;
        at.pool = at.prev + entries;
        at.age = at.pool + entries;
        at.mixed = at.age + entries;
        at.top = at.mixed + entries;
        at.bottom = at.top + zones;
        at.spare = at.bottom + zones;
        at.cells = at.spare + shape.spare * crate::table::SPARE_CELLS;
        shape.at = at;
        shape
    }
}

impl Shape {
    /// Where a deck's cards come back from: a seat's own discard for a seat's own deck.
    fn discard_of(&self, zone: usize) -> Option<ZoneId> {
        let deck = &self.zones[zone];
        let id = self.defs[deck.def].behavior.as_ref()?.reshuffle_from.as_ref()?;
        let def = self.defs.iter().position(|def| def.id == *id).expect("the zone to reshuffle from exists");
        Some(match self.defs[def].scope {
            Scope::Shared => ZoneId(self.base[def]),
            _ => self.zone_of(def, deck.owners.lowest().expect("a shared deck reshuffles from a shared zone")),
        })
    }
}
