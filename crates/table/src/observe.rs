//! Writes observations: the knowledge of one seat as numbers, for machine learning.
//!
//! This module does not decide who may see something. It writes the cards that the seat can name ([`Table::names`]) and
//! counts the others.

use crate::bits::{Ones, count};
use crate::{Entry, Face, Shape, Table, VarId, ZoneId};
use rulebook_kernel::{Seat, Viewer};
use rulebook_spaces::{Block, Row};

impl Shape {
    /// The blocks that [`Table::observe`] writes.
    #[must_use]
    pub fn observed(&self) -> Vec<Block> {
        let (zones, faces) = (self.zones.len(), self.faces.len());
        let listed = |names: Vec<&str>| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        let zone_ids = listed(self.zones.iter().map(|zone| zone.id.as_str()).collect());
        let face_ids = listed(self.faces.iter().map(|(id, _)| id.as_str()).collect());
        let var_ids = listed(self.vars.iter().map(|var| var.id.as_str()).collect());
        let cards = format!(
            "the cards that the seat can name: zone × face. In an unordered zone: the number of cards with this face. In \
             an ordered zone: the position of the highest such card, 1 for the top. Zones, where .0 is the observing seat: \
             {zone_ids}. Faces: {face_ids}"
        );
        let vars = format!("variables, 0 if the seat may not know the value: {var_ids}");
        let mut blocks = vec![
            Block::new("cards", &[zones, faces], &cards),
            Block::new("unseen", &[zones], "for each zone: the number of cards that the seat cannot name"),
            Block::new("variables", &[self.vars.len()], &vars),
        ];
        if self.copies {
            let about = "for ordered zones: the number of cards with this face; zones and faces as in `cards`";
            blocks.push(Block::new("copies", &[zones, faces], about));
        }
        blocks
    }

    /// The blocks that [`Table::observe_notes`] writes.
    #[must_use]
    pub fn noted(&self) -> Block {
        let about = "public knowledge about cards that not all viewers can name, zone × face, with zones as in `cards`. First \
                     part: the number of cards that do not have the face. Second part: the minimum number of cards that have \
                     the face, or another face of the same note";
        Block::new("noted", &[2, self.zones.len(), self.faces.len()], about)
    }
}

impl Table {
    /// Writes the knowledge of a seat. `say` converts the value of a variable into the number to write.
    pub fn observe(&self, shape: &Shape, seat: Seat, row: &mut Row<'_>, say: impl Fn(VarId, i32) -> i32) {
        let who = Viewer::Seat(seat);
        let (zones, faces) = (shape.zones.len(), shape.faces.len());
        let cards = row.block(zones * faces);
        let mut unseen = [0i32; crate::MAX_ZONES];
        for zone in (0..zones).map(|zone| ZoneId(zone as u16)) {
            let at = shape.zone_from(zone, seat).index();
            let Some(here) = cards.get_mut(at * faces..(at + 1) * faces) else { continue };
            // In most games a seat can name few cards of a zone. So count the named cards and subtract them from all
            // cards.
            let mut named = self.named(shape, seat, zone).map(|(_, word)| word.count_ones()).sum::<u32>();
            unseen[at] = count(self.set(shape, zone)) as i32 - named as i32;
            if !shape.zone(zone).ordered {
                self.each_named(shape, seat, zone, |Face(face)| here[face as usize] += 1);
                continue;
            }
            let mut down = self.downwards(shape, zone).zip(1..);
            while named > 0
                && let Some((entry, place)) = down.next()
            {
                if self.names(shape, who, entry) {
                    named -= 1;
                    let face = &mut here[self.face(shape, entry).index()];
                    *face = if *face == 0 { place } else { *face };
                }
            }
        }
        unseen[..zones].iter().for_each(|&blank| row.put(blank));
        let vars = row.block(shape.vars.len());
        for (var, &at) in shape.rotation.vars(seat).iter().enumerate() {
            let var = VarId(var as u16);
            if let (true, Some(place)) = (self.var_audience(shape, var).admits(who), vars.get_mut(usize::from(at))) {
                *place = say(var, self.var(shape, var)).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
            }
        }
        if shape.copies {
            self.observe_copies(shape, seat, row);
        }
    }

    /// Writes, for each ordered zone and face, the number of cards that the seat can name.
    fn observe_copies(&self, shape: &Shape, seat: Seat, row: &mut Row<'_>) {
        let (zones, faces) = (shape.zones.len(), shape.faces.len());
        let numbers = row.block(zones * faces);
        for zone in (0..zones).map(|zone| ZoneId(zone as u16)).filter(|&zone| shape.zone(zone).ordered) {
            let start = shape.zone_from(zone, seat).index() * faces;
            self.each_named(shape, seat, zone, |face| {
                if let Some(place) = numbers.get_mut(start + face.index()) {
                    *place += 1;
                }
            });
        }
    }

    /// The entries of a zone that a seat can name, as words of a bit set. Each word comes with the number of its first
    /// entry.
    fn named<'a>(&'a self, shape: &Shape, seat: Seat, zone: ZoneId) -> impl Iterator<Item = (usize, u64)> + 'a {
        let w = shape.at.w;
        let known = |viewer: usize| &self.words[shape.at.known + viewer * w..][..w];
        let words = self.set(shape, zone).iter().zip(known(seat.index())).zip(known(shape.seats));
        (0..).step_by(64).zip(words.map(|((here, known), public)| here & (known | public)))
    }

    fn each_named(&self, shape: &Shape, seat: Seat, zone: ZoneId, mut tell: impl FnMut(Face)) {
        for (base, mut word) in self.named(shape, seat, zone) {
            while word != 0 {
                tell(self.face(shape, Entry((base + word.trailing_zeros() as usize) as u16)));
                word &= word - 1;
            }
        }
    }

    /// Writes the notes about cards that not all viewers can name. The notes also cover cards that this seat can name,
    /// because such a note says what other seats know about these cards.
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
    use crate::{Audience, Ordering, ZoneDef, ZoneVisibility};
    use rulebook_kernel::Rng;

    #[test]
    fn everybody_sits_at_the_same_table() {
        let mut b = Shape::build(3);
        let back = b.back("blue");
        let unseen = ZoneDef::per_seat("hand")
            .ordered(Ordering::Unordered)
            .levels(ZoneVisibility::All, ZoneVisibility::CountOnly);
        let pile = ZoneDef::shared("deck")
            .ordered(Ordering::Shuffled)
            .levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly);
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
        // The seat's own hand is the second zone and the only zone with named cards. The cards of other seats are only
        // counted.
        let named: Vec<usize> = (0..16).filter(|&at| cards[at] != 0).collect();
        assert_eq!(named, [4 + table.face(&shape, mine).index()]);
        assert_eq!(rest, [1, 0, 1, 1, 7, 0, 0, 0]);
    }

    #[test]
    fn copies_in_a_pile_are_counted() {
        let mut b = Shape::build(2);
        let back = b.back("blue");
        let pile =
            b.zone(ZoneDef::shared("pile").ordered(Ordering::Lifo).levels(ZoneVisibility::All, ZoneVisibility::All));
        let (one, other) = (b.face("A", back), b.face("B", back));
        for face in [one, one, other] {
            b.card(face, pile, Seat::new(0), None);
        }
        let shape = b.finish();
        let table = Table::new(&shape);
        let mut numbers = vec![0; shape.observed().iter().map(Block::size).sum()];
        table.observe(&shape, Seat::new(1), &mut Row::new(&mut numbers), |_, value| value);
        // The numbers are, in order: for each face, the position of its uppermost card; the number of unseen cards; for
        // each face, the number of its cards.
        assert_eq!(numbers, [2, 1, 0, 2, 1]);
    }
}
