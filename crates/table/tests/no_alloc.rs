//! Checks that atoms without a sink allocate nothing, and that a copy into existing buffers allocates nothing. This
//! matters because a search moves millions of cards. The table has two packs, so that no set fits into one word.

use allocation_counter::measure;
use rulebook_kernel::{Rng, Seat};
use rulebook_table::behavior::DeckBehavior;
use rulebook_table::{Audience, Entry, Facing, Ordering, Shape, Table, VarId, ZoneDef, ZoneId, ZoneVisibility};

const DECK: ZoneId = ZoneId(0);
const DISCARD: ZoneId = ZoneId(1);
const HAND: ZoneId = ZoneId(2);

fn shape() -> Shape {
    let mut build = Shape::build(4);
    let behavior = DeckBehavior { reshuffle_from: Some("discard".into()), ..DeckBehavior::default() };
    let deck = ZoneDef::shared("deck")
        .ordered(Ordering::Shuffled)
        .levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly);
    let deck = build.zone(deck.face_down().deck(behavior));
    build.zone(ZoneDef::shared("discard").levels(ZoneVisibility::TopOnly, ZoneVisibility::TopOnly));
    build.zone(
        ZoneDef::per_seat("hand").ordered(Ordering::Unordered).levels(ZoneVisibility::All, ZoneVisibility::CountOnly),
    );
    let blue = build.back("blue");
    for i in 0..52 {
        let face = build.face(&i.to_string(), blue);
        build.card(face, deck, Seat::new(0), None).card(face, deck, Seat::new(0), None);
    }
    build.seat_var("score", 0, Audience::Owner);
    build.finish()
}

/// A table on which some moves were made, so that it has pools and hints.
fn started(shape: &Shape) -> (Table, Rng) {
    let (mut table, mut rng) = (Table::new(shape), Rng::seeded("no allocation"));
    let mut nobody = ();
    let mut atoms = table.atoms(shape, &mut nobody);
    atoms.shuffle(DECK, &mut rng);
    (0..4).for_each(|seat| assert_eq!(atoms.draw(DECK, ZoneId(HAND.0 + seat), 7, &mut rng), 7));
    let held: Vec<_> = atoms.table().entries(shape, HAND).map(|e| atoms.table().face(shape, e)).collect();
    let absent = (0..52).map(rulebook_table::Face).find(|face| !held.contains(face));
    atoms.hint(HAND, absent);
    (table, rng)
}

fn allocations(what: &str, run: impl FnOnce()) {
    let counted = measure(run);
    assert_eq!(counted.count_total, 0, "{what} allocates {} bytes", counted.bytes_total);
}

#[test]
fn the_counter_counts() {
    assert!(measure(|| drop(std::hint::black_box(vec![1_u8]))).count_total > 0);
}

#[test]
fn moving_cards_allocates_nothing() {
    let shape = shape();
    let (mut table, _) = started(&shape);
    let hand: Vec<Entry> = table.entries(&shape, HAND).collect();
    let moves: Vec<(Entry, ZoneId)> = hand[..3].iter().map(|&e| (e, ZoneId(HAND.0 + 1))).collect();
    allocations("a play, a pass, a discard of all, an insertion", || {
        let mut nobody = ();
        let mut atoms = table.atoms(&shape, &mut nobody);
        atoms.move_to(hand[3], DISCARD);
        atoms.move_each(moves.iter().copied(), Facing::Default);
        atoms.move_all(HAND, DISCARD, Facing::Default);
        atoms.move_as(hand[4], DECK, Some(9), Facing::Down);
        atoms.turn(hand[4], true);
        atoms.reveal(hand[4], rulebook_kernel::SeatSet::first(2));
    });
}

#[test]
fn drawing_with_a_reshuffle_allocates_nothing() {
    let shape = shape();
    let (mut table, mut rng) = started(&shape);
    allocations("drawing", || {
        let mut nobody = ();
        let mut atoms = table.atoms(&shape, &mut nobody);
        assert_eq!(atoms.draw(DECK, HAND, 2, &mut rng), 2);
        assert_eq!(atoms.draw(DECK, DISCARD, 70, &mut rng), 70);
        assert_eq!(atoms.draw(DECK, HAND, 5, &mut rng), 5, "of 74, once the discard is back");
    });
}

#[test]
fn shuffling_allocates_nothing() {
    let shape = shape();
    let (mut table, mut rng) = (Table::new(&shape), Rng::seeded("all"));
    allocations("shuffling two packs", || table.atoms(&shape, &mut ()).shuffle(DECK, &mut rng));
    let (mut table, mut rng) = started(&shape);
    allocations("shuffling a part", || table.atoms(&shape, &mut ()).shuffle(DECK, &mut rng));
}

#[test]
fn setting_variables_allocates_nothing() {
    let shape = shape();
    let (mut table, _) = started(&shape);
    allocations("setting", || table.atoms(&shape, &mut ()).set(VarId(2), 7));
}

#[test]
fn notes_allocate_nothing_after_the_first_time() {
    let shape = shape();
    let (mut table, _) = started(&shape);
    let face = |n: u16| [rulebook_table::Face(n)];
    table.atoms(&shape, &mut ()).rule_in(HAND, face(0), 1);
    allocations("notes", || {
        let mut nobody = ();
        let mut atoms = table.atoms(&shape, &mut nobody);
        for n in 1..40 {
            atoms.rule_in(ZoneId(HAND.0 + n % 4), face(n), 1);
        }
    });
    assert!(table.hints().len() < 40, "there are never many");
}

#[test]
fn clone_from_allocates_nothing() {
    let shape = shape();
    let (mut table, mut rng) = started(&shape);
    let mut copy = table.clone();
    table.atoms(&shape, &mut ()).draw(DECK, HAND, 9, &mut rng);
    allocations("clone_from", || copy.clone_from(&table));
    assert_eq!(copy, table);
}
