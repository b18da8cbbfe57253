//! Defines the shape of a table: zones, faces, decks, variables, and the layout of the state buffers. A shape is built
//! once for each number of seats and shared by all states.

use crate::bits::words_for;
use crate::seat_rotation::SeatRotation;
use crate::zone::{Scope, Zone, ZoneDef};
use crate::{Entry, Face, VarId, ZoneId};
use rulebook_kernel::{Seat, SeatSet};

/// The maximum number of entries of a table.
pub const MAX_ENTRIES: usize = 1024;
/// The maximum number of zones, summed over all seats.
pub const MAX_ZONES: usize = 512;
/// The maximum number of pools (sets of possible faces). Beyond it, pools are merged.
pub const MAX_POOLS: usize = 16;

/// The audience of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// All viewers.
    Everyone,
    /// The seat or team that owns the variable.
    Owner,
    /// No viewer.
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

/// The immutable part of a table.
#[derive(Clone, Debug)]
pub struct Shape {
    pub(crate) seats: usize,
    pub(crate) teams: Vec<u8>,
    pub(crate) defs: Vec<ZoneDef>,
    /// For each definition: its zone if it is shared, otherwise the zone of the first seat.
    pub(crate) base: Vec<u16>,
    /// The distance from a zone of one seat to the same zone of the next seat.
    pub(crate) stride: u16,
    pub(crate) zones: Vec<Zone>,
    /// The zone for each definition and seat.
    pub(crate) by_seat: Vec<u16>,
    pub(crate) reshuffles: Vec<Option<ZoneId>>,
    pub(crate) faces: Vec<(String, u8)>,
    pub(crate) backs: Vec<String>,
    pub(crate) cards: Vec<Card>,
    /// For each face: the range of its deck entries, as start and end.
    pub(crate) ranges: Vec<(u16, u16)>,
    pub(crate) spare: usize,
    /// Whether several entries can have the same face.
    pub(crate) copies: bool,
    /// Whether entry 0 has face 0, entry 1 has face 1, and so on, and there are no tokens or copies.
    pub(crate) plain: bool,
    /// For each definition: its first variable, and the distance to the same variable of the next seat.
    pub(crate) var_base: Vec<(u16, u16, Scope)>,
    pub(crate) vars: Vec<Var>,
    pub(crate) rotation: SeatRotation,
    pub(crate) at: Offsets,
}

/// The offsets of the parts of a state in its two buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offsets {
    /// The number of words in a set of entries.
    pub(crate) w: usize,
    /// The number of words in a set of faces.
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
    pub(crate) clock: usize,
    pub(crate) spare: usize,
    pub(crate) cells: usize,
}

/// Builds a [`Shape`].
#[derive(Clone, Debug)]
pub struct ShapeBuilder {
    shape: Shape,
    cards: Vec<(Face, usize, Seat, Option<Seat>)>,
    vars: Vec<(String, Scope, i32, Audience)>,
}

impl Shape {
    /// Starts a shape for this number of seats.
    #[must_use]
    pub fn build(seats: usize) -> ShapeBuilder {
        let shape = Shape {
            seats,
            teams: (0..seats as u8).collect(),
            defs: Vec::new(),
            base: Vec::new(),
            stride: 0,
            zones: Vec::new(),
            by_seat: Vec::new(),
            reshuffles: Vec::new(),
            faces: Vec::new(),
            backs: Vec::new(),
            cards: Vec::new(),
            ranges: Vec::new(),
            spare: 0,
            copies: false,
            plain: false,
            var_base: Vec::new(),
            vars: Vec::new(),
            rotation: SeatRotation::default(),
            at: Offsets::default(),
        };
        ShapeBuilder { shape, cards: Vec::new(), vars: Vec::new() }
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The set of all seats and the spectators.
    #[inline]
    #[must_use]
    pub fn everyone(&self) -> SeatSet {
        SeatSet::first(self.seats).or(SeatSet::SPECTATORS)
    }

    /// The maximum number of entries: the deck plus the spare places for tokens and copies.
    #[inline]
    #[must_use]
    pub fn entries(&self) -> usize {
        self.cards.len() + self.spare
    }

    /// Whether entry 0 has face 0, entry 1 has face 1, and so on, and there are no tokens or copies.
    #[inline]
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.plain
    }

    /// The number of words of a set of entries.
    #[inline]
    #[must_use]
    pub fn set_words(&self) -> usize {
        self.at.w
    }

    /// The number of deck entries. They have the lowest numbers and always stay on the table.
    #[must_use]
    pub fn deck_entries(&self) -> usize {
        self.cards.len()
    }

    /// The face of a deck entry.
    #[must_use]
    pub fn deck_face(&self, entry: Entry) -> Face {
        self.cards[entry.index()].face
    }

    /// All zones, in the order of their numbers.
    #[must_use]
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// The zone with this number.
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

    /// The zone whose cards refill this deck. `None` if the zone is not a deck, or never refills.
    #[must_use]
    pub fn refilled_from(&self, deck: ZoneId) -> Option<ZoneId> {
        self.reshuffles[deck.index()]
    }

    /// The zone with this id, such as `deck` or `hand.0`. `None` if there is no such zone.
    #[must_use]
    pub fn find_zone(&self, id: &str) -> Option<ZoneId> {
        self.zones.iter().position(|zone| zone.id == id).map(|i| ZoneId(i as u16))
    }

    /// The zone that a definition gives to a seat. For a shared definition this is its only zone.
    #[inline]
    #[must_use]
    pub fn zone_of(&self, def: usize, seat: Seat) -> ZoneId {
        ZoneId(self.by_seat[def * self.seats + seat.index()])
    }

    /// The number of faces.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.faces.len()
    }

    /// The id of a face.
    #[must_use]
    pub fn face_id(&self, face: Face) -> &str {
        &self.faces[face.index()].0
    }

    /// The face with this id. `None` if there is no such face.
    #[must_use]
    pub fn find_face(&self, id: &str) -> Option<Face> {
        self.faces.iter().position(|(text, _)| text == id).map(|i| Face(i as u16))
    }

    /// The number of the back of cards with this face. Every viewer sees the back.
    #[must_use]
    pub fn back_of(&self, face: Face) -> usize {
        self.faces[face.index()].1 as usize
    }

    /// The name of a back.
    #[must_use]
    pub fn back_id(&self, back: usize) -> &str {
        &self.backs[back]
    }

    /// The variable that a definition gives to a seat. For a shared definition this is its only variable.
    #[inline]
    #[must_use]
    pub fn var_of(&self, def: usize, seat: Seat) -> VarId {
        let (base, stride, scope) = self.var_base[def];
        VarId(base + stride * scope.owner(seat, &self.teams))
    }

    /// The id of a variable.
    #[must_use]
    pub fn var_id(&self, var: VarId) -> &str {
        &self.vars[var.index()].id
    }

    pub(crate) fn viewers(&self) -> usize {
        self.seats + 1
    }

    /// The deck entries with this face. Their numbers are consecutive.
    pub(crate) fn deck_range(&self, face: Face) -> std::ops::Range<usize> {
        let (start, end) = self.ranges[face.index()];
        start as usize..end as usize
    }

    pub(crate) fn is_spare(&self, entry: Entry) -> bool {
        entry.index() >= self.cards.len()
    }
}

impl ShapeBuilder {
    /// Sets the team of each seat. By default each seat is its own team.
    pub fn teams(&mut self, teams: &[u8]) -> &mut Self {
        let seats = self.shape.seats;
        assert!(teams.len() == seats && teams.iter().all(|&team| usize::from(team) < seats), "one team a seat");
        self.shape.teams = teams.to_vec();
        self
    }

    /// Adds a zone definition and returns its index.
    pub fn zone(&mut self, def: ZoneDef) -> usize {
        self.shape.defs.push(def);
        self.shape.defs.len() - 1
    }

    /// Adds a back for cards and returns its number.
    pub fn back(&mut self, id: &str) -> u8 {
        self.shape.backs.push(id.to_owned());
        u8::try_from(self.shape.backs.len() - 1).expect("at most 256 backs")
    }

    /// Adds a face. Add faces in the order in which hands should be sorted.
    pub fn face(&mut self, id: &str, back: u8) -> Face {
        self.shape.faces.push((id.to_owned(), back));
        Face(u16::try_from(self.shape.faces.len() - 1).expect("at most 65,536 faces"))
    }

    /// Adds a card that starts in a zone of this definition: in the shared zone, or in the zone of `seat`. Cards of one
    /// zone start in the order of their faces.
    pub fn card(&mut self, face: Face, zone: usize, seat: Seat, owner: Option<Seat>) -> &mut Self {
        self.cards.push((face, zone, seat, owner));
        self
    }

    /// Reserves spare places: the number of tokens and copies that can exist at the same time.
    pub fn spare(&mut self, places: usize) -> &mut Self {
        self.shape.spare = places;
        self
    }

    /// Adds a shared variable and returns the index of its definition.
    pub fn var(&mut self, id: &str, initial: i32, audience: Audience) -> usize {
        self.vars.push((id.to_owned(), Scope::Shared, initial, audience));
        self.vars.len() - 1
    }

    /// Adds a variable for each seat and returns the index of its definition.
    pub fn seat_var(&mut self, id: &str, initial: i32, audience: Audience) -> usize {
        self.vars.push((id.to_owned(), Scope::Seat, initial, audience));
        self.vars.len() - 1
    }

    /// Adds a variable for each team and returns the index of its definition.
    pub fn team_var(&mut self, id: &str, initial: i32, audience: Audience) -> usize {
        self.vars.push((id.to_owned(), Scope::Team, initial, audience));
        self.vars.len() - 1
    }

    /// Numbers the entries, lays out the state buffers and returns the shape.
    ///
    /// # Panics
    /// If a limit is exceeded or the discard pile of a deck does not exist. The game languages check both earlier and
    /// report diagnostics.
    #[must_use]
    pub fn finish(self) -> Shape {
        let ShapeBuilder { mut shape, cards, vars } = self;
        shape.number_zones();
        shape.number_vars(&vars);
        for (face, zone, seat, owner) in cards {
            let zone = shape.zone_of(zone, seat);
            shape.cards.push(Card { face, zone, owner });
        }
        assert!(shape.entries() <= MAX_ENTRIES, "at most {MAX_ENTRIES} entries");
        shape.cards.sort_by_key(|card| card.face);
        let below = |face: usize| shape.cards.partition_point(|card| card.face.index() < face) as u16;
        shape.ranges = (0..shape.faces.len()).map(|face| (below(face), below(face + 1))).collect();
        shape.copies = shape.spare > 0 || !shape.cards.is_sorted_by(|a, b| a.face < b.face);
        shape.plain = !shape.copies && shape.cards.len() == shape.faces.len();
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
        at.clock = at.bottom + zones;
        at.spare = at.clock + 1;
        at.cells = at.spare + shape.spare * crate::table::SPARE_CELLS;
        shape.at = at;
        shape.rotation = SeatRotation::new(&shape);
        shape
    }
}

impl Shape {
    /// Numbers the zones: shared zones first, then the zones of each seat. Team `n` gets the place of seat `n`. A zone
    /// has the same number for every number of seats, so facts can be read without knowing the number of seats.
    fn number_zones(&mut self) {
        let shared = self.defs.iter().filter(|def| def.scope == Scope::Shared).count() as u16;
        self.stride = self.defs.len() as u16 - shared;
        let (mut next_shared, mut next_owned) = (0, shared);
        for def in &self.defs {
            let next = if def.scope == Scope::Shared { &mut next_shared } else { &mut next_owned };
            self.base.push(*next);
            *next += 1;
        }
        let teams = self.teams.iter().copied().max().map_or(0, |last| usize::from(last) + 1);
        let members: Vec<SeatSet> = (0..self.seats).map(|team| self.team(team)).collect();
        let mut add = |index: usize, owner: Option<usize>| {
            let def = &self.defs[index];
            let owners = match (def.scope, owner) {
                (Scope::Seat, Some(seat)) => SeatSet::one(Seat::new(seat)),
                (Scope::Team, Some(team)) => members[team],
                _ => SeatSet::NONE,
            };
            let id = owner.map_or_else(|| def.id.clone(), |owner| format!("{}.{owner}", def.id));
            let exists = def.scope != Scope::Team || owner.is_some_and(|team| team < teams);
            self.zones
                .push(Zone { internal: def.internal || !exists, ..Zone::new(index, def, id, owners, self.seats) });
        };
        (0..self.defs.len()).filter(|&i| self.defs[i].scope == Scope::Shared).for_each(|i| add(i, None));
        for owner in 0..self.seats {
            (0..self.defs.len()).filter(|&i| self.defs[i].scope != Scope::Shared).for_each(|i| add(i, Some(owner)));
        }
        assert!(self.zones.len() <= MAX_ZONES, "at most {MAX_ZONES} zones");
        let (seats, stride, teams) = (self.seats, self.stride, &self.teams);
        let of_seats = self
            .defs
            .iter()
            .zip(&self.base)
            .flat_map(|(def, base)| Seat::all(seats).map(move |seat| base + stride * def.scope.owner(seat, teams)));
        self.by_seat = of_seats.collect();
    }

    /// The seats of a team.
    fn team(&self, team: usize) -> SeatSet {
        Seat::all(self.seats).filter(|seat| usize::from(self.teams[seat.index()]) == team).collect()
    }

    /// Numbers the variables in the same way as the zones.
    fn number_vars(&mut self, vars: &[(String, Scope, i32, Audience)]) {
        let (shared, owned): (Vec<usize>, Vec<usize>) = (0..vars.len()).partition(|&i| vars[i].1 == Scope::Shared);
        self.var_base = vars.iter().map(|&(_, scope, ..)| (0, 0, scope)).collect();
        shared.iter().enumerate().for_each(|(n, &i)| self.var_base[i].0 = n as u16);
        let stride = owned.len() as u16;
        for (n, &i) in owned.iter().enumerate() {
            self.var_base[i] = ((shared.len() + n) as u16, stride, vars[i].1);
        }
        let everyone = self.everyone();
        let teams: Vec<SeatSet> = (0..self.seats).map(|team| self.team(team)).collect();
        let mut add = |i: usize, owner: Option<Seat>| {
            let (id, scope, initial, audience) = &vars[i];
            let audience = match (audience, scope, owner) {
                (Audience::Everyone, ..) => everyone,
                (Audience::Owner, Scope::Seat, Some(seat)) => SeatSet::one(seat),
                (Audience::Owner, Scope::Team, Some(team)) => teams[team.index()],
                _ => SeatSet::NONE,
            };
            let id = owner.map_or_else(|| id.clone(), |seat| format!("{id}.{}", seat.index()));
            self.vars.push(Var { id, initial: *initial, audience });
        };
        shared.iter().for_each(|&i| add(i, None));
        for seat in Seat::all(self.seats) {
            owned.iter().for_each(|&i| add(i, Some(seat)));
        }
    }

    /// The zone that refills a deck. The deck of a seat is refilled from the discard pile of that seat.
    fn discard_of(&self, zone: usize) -> Option<ZoneId> {
        let deck = &self.zones[zone];
        let id = self.defs[deck.def].behavior.as_ref()?.reshuffle_from.as_ref()?;
        let own = self.defs[deck.def].scope;
        let named = self.defs.iter().enumerate().filter(|(_, def)| def.id == *id).map(|(at, def)| (at, def.scope));
        let def = crate::behavior::meant(own, named).expect("the zone to reshuffle from exists");
        let target = self.defs[def].scope;
        Some(match target {
            Scope::Shared => ZoneId(self.base[def]),
            // This branch also works for the numbers of teams that do not exist.
            _ if target == own => ZoneId(self.base[def] + (zone as u16 - self.base[deck.def])),
            _ => self.zone_of(def, deck.owners.lowest().expect("a shared deck reshuffles from a shared zone")),
        })
    }
}
