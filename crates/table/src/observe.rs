//! What a seat knows of a table as numbers, and zones as that seat counts them.
//!
//! Decides nothing about who sees what: it writes what the seat can name ([`Table::names`]) and how many cards it cannot.

use crate::bits::Ones;
use crate::{Entry, Face, Scope, Shape, Table, VarId, ZoneId};
use rulebook_kernel::{Seat, Viewer};
use rulebook_stage::{Block, Row};

impl Shape {
    /// Where a zone is for a seat that counts itself first: its own zones come first among those that somebody owns.
    #[must_use]
    pub fn zone_from(&self, zone: ZoneId, seat: Seat) -> ZoneId {
        let shared = self.defs.len() - self.stride as usize;
        let scope = self.defs[self.zones[zone.index()].def].scope;
        ZoneId(self.turned(zone.index(), shared, self.stride as usize, scope, seat) as u16)
    }

    fn turned(&self, index: usize, shared: usize, stride: usize, scope: Scope, seat: Seat) -> usize {
        let Some(owned) = index.checked_sub(shared).filter(|_| stride > 0) else { return index };
        let (owner, within) = (owned / stride, owned % stride);
        let teams = self.teams.iter().max().map_or(1, |&last| usize::from(last) + 1);
        let (owners, own) = match scope {
            Scope::Shared => return index,
            Scope::Seat => (self.seats, seat.index()),
            Scope::Team => (teams, usize::from(self.teams[seat.index()])),
        };
        // There are places for more teams than there are.
        let owner = if owner < owners { (owner + owners - own) % owners } else { owner };
        shared + owner * stride + within
    }

    /// Where each variable is for a seat that counts itself first.
    fn vars_from(&self, seat: Seat) -> impl Iterator<Item = (VarId, usize)> + '_ {
        let shared = self.var_base.iter().filter(|(_, _, scope)| *scope == Scope::Shared).count();
        let stride = self.var_base.len() - shared;
        (0..self.vars.len()).map(move |var| {
            let within = var.checked_sub(shared).map(|owned| shared + owned % stride.max(1));
            let scope = within.and_then(|base| {
                self.var_base.iter().find(|(at, _, scope)| *at as usize == base && *scope != Scope::Shared)
            });
            let scope = scope.map_or(Scope::Shared, |(_, _, scope)| *scope);
            (VarId(var as u16), self.turned(var, shared, stride, scope, seat))
        })
    }

    /// What [`Table::observe`] writes.
    #[must_use]
    pub fn observed(&self) -> Vec<Block> {
        let (zones, faces) = (self.zones.len(), self.faces.len());
        let listed = |names: Vec<&str>| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let zone_ids = listed(self.zones.iter().map(|zone| zone.id.as_str()).collect());
        let face_ids = listed(self.faces.iter().map(|(id, _)| id.as_str()).collect());
        let var_ids = listed(self.vars.iter().map(|var| var.id.as_str()).collect());
        let cards = format!(
            "the cards that the seat can name: zone × face. In a zone without order how many of that face lie there, \
             in an ordered one the place of the uppermost, 1 for the top. Zones, .0 being the seat's own: {zone_ids}. \
             Faces: {face_ids}"
        );
        let vars = format!("variables, 0 where the seat may not know the value: {var_ids}");
        let mut blocks = vec![
            Block::new("cards", &[zones, faces], &cards),
            Block::new("unseen", &[zones], "how many cards lie in each zone that the seat cannot name"),
            Block::new("variables", &[self.vars.len()], &vars),
        ];
        if self.copies {
            let about = "how many cards of that face lie in an ordered zone, as in `cards`: there only the uppermost has its place";
            blocks.push(Block::new("copies", &[zones, faces], about));
        }
        blocks
    }

    /// What [`Table::observe_notes`] writes.
    #[must_use]
    pub fn noted(&self) -> Block {
        let about = "what play has shown everybody of cards that not everybody can name, zone × face, zones as in `cards`: \
                     first how many of the cards there do not have that face, then how many at least have it or one of \
                     those noted with it";
        Block::new("noted", &[2, self.zones.len(), self.faces.len()], about)
    }
}

impl Table {
    /// Writes what a seat knows. `say` turns a variable's value into a number that may be told.
    pub fn observe(&self, shape: &Shape, seat: Seat, row: &mut Row<'_>, say: impl Fn(VarId, i32) -> i32) {
        let who = Viewer::Seat(seat);
        let (zones, faces) = (shape.zones.len(), shape.faces.len());
        let cards = row.block(zones * faces);
        let mut unseen = [0i32; crate::MAX_ZONES];
        for zone in (0..zones).map(|zone| ZoneId(zone as u16)) {
            let at = shape.zone_from(zone, seat).index();
            let Some(here) = cards.get_mut(at * faces..(at + 1) * faces) else { continue };
            let named = |entry: Entry| self.names(shape, who, entry).then(|| self.face(shape, entry));
            let mut blank = 0;
            if shape.zone(zone).ordered {
                for (entry, place) in self.downwards(shape, zone).zip(1..) {
                    match named(entry) {
                        Some(Face(face)) if here[face as usize] == 0 => here[face as usize] = place,
                        Some(_) => {}
                        None => blank += 1,
                    }
                }
            } else {
                for entry in Ones::new(self.set(shape, zone)).map(|entry| Entry(entry as u16)) {
                    match named(entry) {
                        Some(face) => here[face.index()] += 1,
                        None => blank += 1,
                    }
                }
            }
            unseen[at] = blank;
        }
        unseen[..zones].iter().for_each(|&blank| row.put(blank));
        let vars = row.block(shape.vars.len());
        for (var, at) in shape.vars_from(seat) {
            if let (true, Some(place)) = (self.var_audience(shape, var).admits(who), vars.get_mut(at)) {
                *place = say(var, self.var(shape, var)).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            }
        }
        if shape.copies {
            self.observe_copies(shape, seat, row);
        }
    }

    /// Writes how many cards of a face lie in ordered zones, as far as the seat can name them.
    fn observe_copies(&self, shape: &Shape, seat: Seat, row: &mut Row<'_>) {
        let (zones, faces) = (shape.zones.len(), shape.faces.len());
        let numbers = row.block(zones * faces);
        for zone in (0..zones).map(|zone| ZoneId(zone as u16)).filter(|&zone| shape.zone(zone).ordered) {
            let start = shape.zone_from(zone, seat).index() * faces;
            for entry in self.downwards(shape, zone).filter(|&entry| self.knows(shape, seat, entry)) {
                if let Some(place) = numbers.get_mut(start + self.face(shape, entry).index()) {
                    *place += 1;
                }
            }
        }
    }

    /// Writes what play has shown of cards that not everybody can name: also of those that the seat knows, for it is what the
    /// others know of them.
    pub fn observe_notes(&self, shape: &Shape, seat: Seat, row: &mut Row<'_>) {
        let (zones, faces) = (shape.zones.len(), shape.faces.len());
        let open = self.public(shape);
        let numbers = row.block(2 * zones * faces);
        for hint in self.hints.rows(shape) {
            let least = hint.least.map(|least| least as usize);
            for zone in (0..zones).map(|zone| ZoneId(zone as u16)) {
                let there = hint.entries.iter().zip(self.set(shape, zone)).zip(open);
                let unseen: usize =
                    there.map(|((noted, here), open)| (noted & here & !open).count_ones() as usize).sum();
                if unseen == 0 {
                    continue;
                }
                let plane = if least.is_some() { zones } else { 0 };
                let start = (plane + shape.zone_from(zone, seat).index()) * faces;
                let count = i16::try_from(least.unwrap_or(unseen)).unwrap_or(i16::MAX);
                for face in Ones::new(hint.faces) {
                    if let Some(place) = numbers.get_mut(start + face) {
                        *place = count.max(*place);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Audience, Level, Ordering, ZoneDef};
    use rulebook_kernel::Rng;

    #[test]
    fn everybody_sits_at_the_same_table() {
        let mut b = Shape::build(3);
        let back = b.back("blue");
        let unseen = ZoneDef::per_seat("hand").ordered(Ordering::Unordered).levels(Level::All, Level::CountOnly);
        let pile = ZoneDef::shared("deck").ordered(Ordering::Shuffled).levels(Level::CountOnly, Level::CountOnly);
        let (deck, hand) = (b.zone(pile), b.zone(unseen));
        for id in ["A", "B", "C", "D"] {
            let face = b.face(id, back);
            b.card(face, deck, Seat::new(0), None);
        }
        b.seat_var("score", 0, Audience::Everyone);
        b.var("round", 7, Audience::Everyone);
        let shape = b.finish();
        assert_eq!(shape.zone_from(shape.zone_of(deck, Seat::new(2)), Seat::new(2)), ZoneId(0));
        for seat in Seat::all(3) {
            assert_eq!(shape.zone_from(shape.zone_of(hand, seat), seat), ZoneId(1), "{seat}");
            let next = shape.zone_of(hand, seat.after(1, 3));
            assert_eq!(shape.zone_from(next, seat), ZoneId(2), "{seat}");
        }
        let mut table = Table::new(&shape);
        let mut nobody = ();
        let mut atoms = table.atoms(&shape, &mut nobody);
        let pile = shape.zone_of(deck, Seat::new(0));
        atoms.shuffle(pile, &mut Rng::seeded("observe"));
        for seat in Seat::all(3) {
            let top = atoms.table().top(&shape, pile).unwrap();
            atoms.move_to(top, shape.zone_of(hand, seat));
        }
        let mine = table.entries(&shape, shape.zone_of(hand, Seat::new(1))).next().unwrap();
        let mut numbers = vec![0; shape.observed().iter().map(Block::size).sum()];
        table.observe(&shape, Seat::new(1), &mut Row::new(&mut numbers), |_, value| value);
        let (cards, rest) = numbers.split_at(4 * 4);
        // Its own hand is the second zone, and all it can name; the others' cards are counted.
        let named: Vec<usize> = (0..16).filter(|&at| cards[at] != 0).collect();
        assert_eq!(named, [4 + table.face(&shape, mine).index()]);
        assert_eq!(rest, [1, 0, 1, 1, 7, 0, 0, 0]);
    }

    #[test]
    fn copies_in_a_pile_are_counted() {
        let mut b = Shape::build(2);
        let back = b.back("blue");
        let pile = b.zone(ZoneDef::shared("pile").ordered(Ordering::Lifo).levels(Level::All, Level::All));
        let (one, other) = (b.face("A", back), b.face("B", back));
        for face in [one, one, other] {
            b.card(face, pile, Seat::new(0), None);
        }
        let shape = b.finish();
        let table = Table::new(&shape);
        let mut numbers = vec![0; shape.observed().iter().map(Block::size).sum()];
        table.observe(&shape, Seat::new(1), &mut Row::new(&mut numbers), |_, value| value);
        // The places of the uppermost, none unseen, no variables; how many.
        assert_eq!(numbers, [2, 1, 0, 2, 1]);
    }
}
