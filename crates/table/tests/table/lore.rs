//! A table without lore changes in the same way as a table with lore.

use rulebook_kernel::{Rng, Seat, SeatSet};
use rulebook_table::{Audience, Entry, Face, Facing, Ordering, Shape, Table, VarId, ZoneDef, ZoneId, ZoneVisibility};

/// A deck, an open pile whose top is visible, hands, queues and open sets, with tokens and variables. `cards` decides
/// how many words a set has.
fn shape(cards: usize) -> Shape {
    let mut b = Shape::build(3);
    let hidden = (ZoneVisibility::CountOnly, ZoneVisibility::CountOnly);
    let deck = b.zone(ZoneDef::shared("deck").ordered(Ordering::Shuffled).levels(hidden.0, hidden.1));
    b.zone(ZoneDef::shared("bin").levels(ZoneVisibility::TopOnly, ZoneVisibility::TopOnly));
    b.zone(ZoneDef::shared("queue").ordered(Ordering::Fifo));
    let hand = ZoneDef::per_seat("hand").ordered(Ordering::Unordered);
    b.zone(hand.levels(ZoneVisibility::All, ZoneVisibility::CountOnly));
    b.zone(ZoneDef::per_seat("open").ordered(Ordering::Unordered));
    let back = b.back("blue");
    for id in 0..cards {
        let face = b.face(&id.to_string(), back);
        b.card(face, deck, Seat::new(0), None);
    }
    b.spare(4);
    b.var("round", 1, Audience::Everyone);
    b.seat_var("points", 0, Audience::Owner);
    b.finish()
}

/// Makes one random change to both tables, with the same random numbers.
fn change(shape: &Shape, tables: [&mut Table; 2], saved: &mut [Table; 2], rng: &mut Rng) {
    let (what, seed) = (rng.below(12), rng.split());
    for (table, saved) in tables.into_iter().zip(saved) {
        let mut rng = seed.clone();
        let zone = ZoneId(rng.below(shape.zones().len() as u32) as u16);
        let lying: Vec<Entry> = (0..shape.entries() as u16).map(Entry).filter(|e| table.zone(*e).is_some()).collect();
        let entry = lying[rng.below(lying.len() as u32) as usize];
        let (to, seats) = (rng.below(4) as usize, SeatSet::from_bits(rng.below(8)));
        let restored = saved.clone();
        let mut nobody = ();
        if what == 0 {
            saved.clone_from(table);
        }
        let mut atoms = table.atoms(shape, &mut nobody);
        match what {
            0 => {}
            1 => atoms.restore(&restored),
            2 => atoms.shuffle(zone, &mut rng),
            3 => atoms.move_as(entry, zone, Some(to), Facing::Down),
            4 => atoms.move_onto(lying.into_iter().take(3), zone),
            5 => atoms.turn(entry, to % 2 == 0),
            6 => atoms.show(entry, seats),
            7 => atoms.cover(entry, seats),
            8 => {
                let _ = atoms.create(Face(rng.below(3) as u16), zone, Some(Seat::new(1)));
            }
            9 if entry.index() >= shape.deck_entries() => atoms.destroy(entry),
            10 => atoms.set_for(VarId(rng.below(4) as u16), to as i32, seats),
            _ => atoms.move_to(entry, zone),
        }
    }
}

#[test]
fn every_change_is_the_same_without_lore() {
    for (cards, seed) in [10, 52, 70, 130].into_iter().flat_map(|cards| (0..20).map(move |seed| (cards, seed))) {
        let shape = shape(cards);
        let mut rng = Rng::seeded(&format!("lore {seed}"));
        let mut full = Table::new(&shape);
        let mut bare = full.clone();
        bare.drop_lore(&shape);
        let mut saved = [full.clone(), bare.clone()];
        for step in 0..200 {
            change(&shape, [&mut full, &mut bare], &mut saved, &mut rng);
            full.validate_state(&shape).expect("a sound table");
            let mut dropped = full.clone();
            dropped.drop_lore(&shape);
            assert!(dropped == bare && full.has_lore() && !bare.has_lore(), "{cards} cards, seed {seed}, step {step}");
            for zone in (0..shape.zones().len()).map(|zone| ZoneId(zone as u16)) {
                assert!(
                    full.order(&shape, zone).eq(bare.order(&shape, zone)),
                    "{cards} cards, seed {seed}, step {step}"
                );
            }
            for entry in (0..shape.entries() as u16).map(Entry).filter(|entry| bare.zone(*entry).is_some()) {
                assert_eq!(full.face(&shape, entry), bare.face(&shape, entry));
                let zone = bare.zone(entry).expect("it lies there");
                assert_eq!(bare.known(&shape, entry), full.policy(&shape, entry, zone), "the zones decide");
            }
        }
    }
}

#[test]
fn a_table_without_lore_is_not_loaded() {
    let shape = shape(20);
    let mut table = Table::new(&shape);
    table.drop_lore(&shape);
    let bytes = postcard::to_stdvec(&table).expect("bytes");
    let loaded: Table = postcard::from_bytes(&bytes).expect("a table");
    assert!(loaded.validate_state(&shape).is_err());
}

#[test]
fn a_sample_has_lore_again() {
    let shape = shape(20);
    let mut rng = Rng::seeded("again");
    let table = Table::new(&shape);
    let view = rulebook_table::CardNumbering::new(&shape, rulebook_kernel::Viewer::Spectator, &table, &[], &[]).view();
    let mut reused = table.clone();
    reused.drop_lore(&shape);
    rulebook_table::sample_into(&shape, &view, &mut rng, &mut reused);
    assert!(reused.has_lore() && reused.validate_state(&shape).is_ok());
}
