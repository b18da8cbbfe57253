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
        vec![
            Block::new("cards", &[zones, faces], &cards),
            Block::new("unseen", &[zones], "how many cards lie in each zone that the seat cannot name"),
            Block::new("variables", &[self.vars.len()], &vars),
        ]
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
}
