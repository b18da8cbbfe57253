//! Makes random changes on random tables, and checks all invariants after each change.
//!
//! A failure prints the seed of its table and the step. `one_table(seed)` runs that table alone.

use crate::common::acts::{Act, is_spare, lying, random_act};
use crate::common::worlds::{once_in, pick, random_shape, roll};
use rulebook_kernel::{Rng, Viewer};
use rulebook_table::{CardNumbering, Entry, Fact, Shape, Table, TableView, ZoneId, sample};
use std::collections::BTreeSet;

const TABLES: usize = 300;
const ATOMS: usize = 80;

fn viewers(shape: &Shape) -> impl Iterator<Item = Viewer> {
    Viewer::limited(shape.seats()).chain([Viewer::God])
}

/// A live table and saved copies of it.
struct Game {
    shape: Shape,
    table: Table,
    copies: Vec<Table>,
}

/// The knowledge of a viewer about the live table and its copies.
fn views(shape: &Shape, who: Viewer, table: &Table, copies: &[Table], refs: &[Option<Entry>]) -> Vec<TableView> {
    let copies: Vec<&Table> = copies.iter().collect();
    let naming = CardNumbering::new(shape, who, table, &copies, refs);
    [naming.view()].into_iter().chain(copies.iter().map(|copy| naming.copy(copy))).collect()
}

fn one_table(seed: &str, atoms: usize) {
    let mut rng = Rng::seeded(seed);
    let large = once_in(&mut rng, 20);
    let shape = random_shape(&mut rng, large);
    let table = Table::new(&shape);
    let mut game = Game { copies: vec![table.clone()], table, shape };
    for step in 0..if large { atoms / 8 } else { atoms } {
        let act = random_act(&mut rng, &game.shape, &game.table);
        let context = format!("table {seed}, step {step}: {act:?}");
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| one_step(&mut game, &act, &mut rng)));
        if let Err(cause) = result {
            eprintln!("{context}");
            std::panic::resume_unwind(cause);
        }
        if once_in(&mut rng, 6) {
            game.copies.insert(0, game.table.clone());
            game.copies.truncate(1 + roll(&mut rng, 2));
        }
    }
}

fn one_step(game: &mut Game, act: &Act, rng: &mut Rng) {
    let (shape, before) = (&game.shape, game.table.clone());
    let saved = game.copies.last().expect("there is always one");
    let mut facts = Vec::new();
    let (mut silent, mut silent_rng) = (before.clone(), rng.clone());
    act.run(shape, &mut silent, saved, &mut silent_rng, &mut ());
    act.run(shape, &mut game.table, saved, rng, &mut facts);

    assert_eq!((&silent, silent_rng.used()), (&game.table, rng.used()), "silent equals recorded");
    game.table.validate_state(shape).expect("an atom leaves a sound table");
    folding(shape, &before, &facts, &game.table);
    naming_of_facts(shape, &before, &facts, &game.table);
    indistinguishable(game, act, &before, &facts, rng);
    let refs: Vec<Option<Entry>> =
        (0..3).map(|_| once_in(rng, 2).then(|| pick(rng, &lying(shape, &game.table)))).collect();
    for who in viewers(shape) {
        sampling(game, who, &refs, rng);
    }
}

fn folding(shape: &Shape, before: &Table, facts: &[Fact], after: &Table) {
    let mut folded = before.clone();
    facts.iter().for_each(|fact| folded.fold(shape, fact));
    assert_eq!(&folded, after, "folded facts equal the table");
    let mut copy = folded;
    copy.clone_from(before);
    assert_eq!(&copy, before, "clone_from equals clone");
    let bytes = postcard::to_stdvec(after).expect("a table can be written");
    assert_eq!(&postcard::from_bytes::<Table>(&bytes).expect("and read"), after);
}

/// Checks that a witnessed move names a face only to viewers who know the card before or after the move. Also checks
/// that no witnessed fact has an entry number.
fn naming_of_facts(shape: &Shape, before: &Table, facts: &[Fact], after: &Table) {
    let [fact] = facts else { return };
    for who in Viewer::limited(shape.seats()) {
        let (Fact::Moved(recorded), Some(Fact::Moved(witnessed))) = (fact, fact.witness(who)) else { continue };
        assert!(witnessed.iter().all(|motion| motion.spot.entry.is_none()));
        let mut told: Vec<_> = witnessed.iter().filter_map(|motion| motion.spot.face).collect();
        let entries = recorded.iter().filter_map(|motion| motion.spot.entry);
        let knew = |e: &Entry| before.names(shape, who, *e) || after.names(shape, who, *e);
        for entry in entries.filter(knew) {
            let face = after.face(shape, entry);
            told.iter().position(|other| *other == face).map(|at| told.remove(at));
        }
        assert!(told.is_empty(), "{who} is told of {told:?}");
    }
}

/// Given two tables that look the same to a viewer, checks that they still look the same after changes that the viewer
/// cannot distinguish: the same act on another hidden card, or a shuffle into another order.
fn indistinguishable(game: &Game, act: &Act, before: &Table, facts: &[Fact], rng: &mut Rng) {
    let Game { shape, table, copies } = game;
    let one_of_two = |who: Viewer, rng: &mut Rng| {
        let known = views(shape, who, before, copies, &[]);
        let drawn = sample(shape, &known[0], &known[1..].iter().collect::<Vec<_>>(), rng);
        [(before.clone(), copies.clone()), (drawn.table, drawn.copies)]
    };
    for who in Viewer::limited(shape.seats()) {
        let told = |facts: &[Fact]| facts.iter().map(|fact| fact.witness(who)).collect::<Vec<_>>();
        if let Act::Shuffle(zone) = act
            && looks_uniform(shape, before, *zone)
        {
            let mut other = before.clone();
            act.run(shape, &mut other, &copies[0], &mut Rng::seeded("another"), &mut ());
            same(&views(shape, who, table, copies, &[]), &views(shape, who, &other, copies, &[]), "an order is seen");
        }
        let Some(entry) = act.card() else { return };
        // Skip two cases. The move may uncover a card that this viewer sees. Or the viewer looks at the moved card, and
        // so sees which card it is.
        let uncovers = before.zone(entry).is_some_and(|zone| shape.zone(zone).sees_top.admits(who));
        if uncovers || before.shown(shape, entry).admits(who) {
            continue;
        }
        for (world, world_copies) in one_of_two(who, rng) {
            for other in lying(shape, &world).into_iter().filter(|&o| alike(shape, who, (before, entry), (&world, o))) {
                let (mut after, mut facts_there) = (world.clone(), Vec::new());
                act.to_another(other).run(shape, &mut after, &world_copies[0], rng, &mut facts_there);
                if told(&facts_there) == told(facts) {
                    let (here, there) =
                        (views(shape, who, table, copies, &[]), views(shape, who, &after, &world_copies, &[]));
                    same(&here, &there, &format!("{who} can tell it from {other:?}"));
                }
            }
        }
    }
}

/// Whether two cards, each on its own table, look the same to a viewer who does not see their faces. Compares the
/// visible properties: back, facing and the viewers who look. The owner, and whether the card is a token, must be equal
/// too.
fn alike(shape: &Shape, who: Viewer, one: (&Table, Entry), two: (&Table, Entry)) -> bool {
    let looks = |(table, entry): (&Table, Entry)| {
        let naming = CardNumbering::new(shape, who, table, &[], &[]);
        let card = naming.view().cards.swap_remove(naming.number(entry).expect("it lies somewhere") as usize);
        (card.zone, card.at, card.back, card.up, card.shown, table.owner(shape, entry), is_spare(shape, entry))
    };
    looks(one) == looks(two)
}

/// Checks that views are equal. A failure reports only the differences, because whole views are too long to read.
fn same(one: &[TableView], two: &[TableView], what: &str) {
    assert_eq!(one.len(), two.len());
    if let Some((i, (one, two))) = one.iter().zip(two).enumerate().find(|(_, (one, two))| one != two) {
        let cards = one.cards.iter().zip(&two.cards).filter(|(one, two)| one != two);
        let cards: Vec<String> = cards.map(|(one, two)| format!("{one:?}\n{two:?}\n")).collect();
        let rest = |view: &TableView| {
            let mut rest = view.clone();
            rest.cards.clear();
            format!("{rest:?}")
        };
        panic!("{what}, in table {i}:\n{}{}\n{}", cards.concat(), rest(one), rest(two));
    }
}

/// Whether all cards of a zone are face down and have the same back.
fn looks_uniform(shape: &Shape, table: &Table, zone: ZoneId) -> bool {
    let backs: BTreeSet<usize> = table.entries(shape, zone).map(|e| shape.back_of(table.face(shape, e))).collect();
    backs.len() < 2 && table.entries(shape, zone).all(|e| !table.is_up(shape, e))
}

/// Checks that a sample looks the same to the viewer and is a table of this shape.
fn sampling(game: &Game, who: Viewer, refs: &[Option<Entry>], rng: &mut Rng) {
    let Game { shape, table, copies } = game;
    let known = views(shape, who, table, copies, refs);
    let drawn = sample(shape, &known[0], &known[1..].iter().collect::<Vec<_>>(), rng);
    drawn.table.validate_state(shape).unwrap_or_else(|wrong| panic!("{who} draws a table: {wrong}"));
    for copy in &drawn.copies {
        copy.validate_state(shape).unwrap_or_else(|wrong| panic!("{who} draws a copy: {wrong}"));
    }
    for (drawn, real) in drawn.copies.iter().chain([&drawn.table]).zip(copies.iter().chain([table])) {
        conserved(shape, drawn, real);
    }
    if let Viewer::Seat(_) = who {
        let public = |table: &Table, copies: &[Table]| views(shape, Viewer::Spectator, table, copies, &[]);
        let (here, there) = (public(table, copies), public(&drawn.table, &drawn.copies));
        same(&here, &there, &format!("{who} does not know what is public"));
    }
    let borrowed: Vec<&Table> = copies.iter().collect();
    let naming = CardNumbering::new(shape, who, table, &borrowed, refs);
    let entry = |e: Entry| drawn.entries[naming.number(e).expect("a reference lies somewhere") as usize];
    let drawn_refs: Vec<Option<Entry>> = refs.iter().map(|r| r.map(entry)).collect();
    same(&views(shape, who, &drawn.table, &drawn.copies, &drawn_refs), &known, &format!("{who} sees a difference"));
    let borrowed: Vec<&Table> = drawn.copies.iter().collect();
    let again = CardNumbering::new(shape, who, &drawn.table, &borrowed, &drawn_refs);
    for (real, drawn) in refs.iter().zip(&drawn_refs) {
        assert_eq!(
            real.and_then(|e| naming.number(e)),
            drawn.and_then(|e| again.number(e)),
            "{who} follows a reference"
        );
    }
}

/// Checks that all deck entries are in a zone, and that both tables have tokens with the same faces.
fn conserved(shape: &Shape, drawn: &Table, real: &Table) {
    let faces = |table: &Table| {
        let mut faces: Vec<_> =
            lying(shape, table).into_iter().map(|e| (is_spare(shape, e), table.face(shape, e))).collect();
        faces.sort_unstable();
        faces
    };
    assert_eq!(faces(drawn), faces(real), "entries are conserved");
}

/// Runs every fourth table. Four tests run in parallel and together cover all tables. `TABLES=2000 ATOMS=200` makes the
/// test a soak test.
fn a_quarter_of_the_tables(part: usize) {
    let number = |name: &str, usual: usize| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (tables, atoms) = (number("TABLES", TABLES), number("ATOMS", ATOMS));
    (0..tables).filter(|i| i % 4 == part).for_each(|i| one_table(&i.to_string(), atoms));
}

#[test]
fn every_law_holds_after_every_atom_on_the_first_quarter_of_the_tables() {
    a_quarter_of_the_tables(0);
}

#[test]
fn every_law_holds_after_every_atom_on_the_second_quarter_of_the_tables() {
    a_quarter_of_the_tables(1);
}

#[test]
fn every_law_holds_after_every_atom_on_the_third_quarter_of_the_tables() {
    a_quarter_of_the_tables(2);
}

#[test]
fn every_law_holds_after_every_atom_on_the_fourth_quarter_of_the_tables() {
    a_quarter_of_the_tables(3);
}

/// A damaged save is either refused, or the match can continue with it.
#[test]
fn a_flipped_bit_is_refused_or_harmless() {
    let (mut refused, mut harmless) = (0, 0);
    for seed in 0..1500 {
        let mut rng = Rng::seeded(&format!("flip {seed}"));
        let shape = random_shape(&mut rng, false);
        let mut table = Table::new(&shape);
        for _ in 0..30 {
            let saved = table.clone();
            random_act(&mut rng, &shape, &table).run(&shape, &mut table, &saved, &mut rng, &mut ());
        }
        for _ in 0..8 {
            let mut bytes = postcard::to_stdvec(&table).expect("a table can be written");
            let at = roll(&mut rng, bytes.len());
            bytes[at] ^= 1 << roll(&mut rng, 8);
            match postcard::from_bytes::<Table>(&bytes) {
                Ok(damaged) if damaged.validate_state(&shape).is_ok() => {
                    harmless += 1;
                    play_on(&shape, damaged, &mut rng);
                }
                _ => refused += 1,
            }
        }
    }
    assert!(refused > 100 && harmless > 100, "{refused} refused, {harmless} harmless");
}

fn play_on(shape: &Shape, mut table: Table, rng: &mut Rng) {
    let saved = table.clone();
    for step in 0..50 {
        random_act(rng, shape, &table).run(shape, &mut table, &saved, rng, &mut Vec::new());
        if step % 10 == 0 {
            let who = pick(rng, &viewers(shape).collect::<Vec<_>>());
            let view = CardNumbering::new(shape, who, &table, &[], &[]).view();
            let drawn = sample(shape, &view, &[], rng).table;
            assert_eq!(CardNumbering::new(shape, who, &drawn, &[], &[]).view(), view);
        }
    }
    table.validate_state(shape).expect("sound to the end");
}
