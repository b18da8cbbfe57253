//! Tests of decks. The first tests are listed in `spec/zone-behaviors.md` and have the names from that list. The others
//! check the statements in the documentation of `behavior.rs`.
//!
//! The specification keeps the top of a deck at the front of its list. In this crate the top is the last entry: a
//! deck `ABCDE` has A at the bottom and E on top. So "takes from the front" means "takes from the top" here.

use crate::common::desk::{Desk, cards, seat};
use rulebook_kernel::{Rng, Seat};
use rulebook_table::behavior::{DeckBehavior, DrawFrom, Reshuffle};
use rulebook_table::{Facing, Fact, Ordering, Shape, Table, ZoneDef, ZoneVisibility};

fn deck(draw_from: DrawFrom) -> DeckBehavior {
    DeckBehavior { draw_from, ..DeckBehavior::default() }
}

fn reshuffling() -> DeckBehavior {
    DeckBehavior { reshuffle_from: Some("discard".into()), ..DeckBehavior::default() }
}

fn when_empty() -> DeckBehavior {
    DeckBehavior { reshuffle: Reshuffle::WhenEmpty, ..reshuffling() }
}

/// A table with a face-down deck `ABCDE`, an open discard pile and two hands.
fn desk(behavior: Option<DeckBehavior>) -> Desk {
    let mut build = Shape::build(2);
    let mut def = ZoneDef::shared("deck").levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly).face_down();
    def.behavior = behavior;
    let deck = build.zone(def);
    build.zone(ZoneDef::shared("discard"));
    let hand =
        ZoneDef::per_seat("hand").ordered(Ordering::Unordered).levels(ZoneVisibility::All, ZoneVisibility::CountOnly);
    build.zone(hand);
    build.zone(ZoneDef::shared("table"));
    cards(&mut build, "blue", "ABCDE", deck);
    Desk::new(build)
}

fn sorted(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

fn told(desk: &Desk, what: impl Fn(&Fact) -> bool) -> usize {
    desk.facts.iter().filter(|fact| what(fact)).count()
}

// ---- "7. Create unit tests" ----

// clause: Zones 3-4 7-1 9-1
#[test]
fn draw_from_deck_with_draw_from_top_takes_from_front() {
    let mut desk = desk(Some(deck(DrawFrom::Top)));
    assert_eq!(desk.draw("deck", "table", 2), 2);
    assert_eq!((desk.lying("deck"), desk.lying("table")), ("ABC".into(), "ED".into()), "the top card first");
}

// clause: Zones 3-6 7-2 9-2
#[test]
fn draw_from_deck_with_draw_from_bottom_takes_from_end() {
    let mut desk = desk(Some(deck(DrawFrom::Bottom)));
    assert_eq!(desk.draw("deck", "table", 2), 2);
    assert_eq!((desk.lying("deck"), desk.lying("table")), ("CDE".into(), "AB".into()), "the lowest card first");
}

// clause: Zones 3-7 7-3
#[test]
fn draw_from_deck_with_draw_from_random_takes_random_tokens_using_rng() {
    let mut desk = desk(Some(deck(DrawFrom::Random)));
    let (mut expected, mut left) = (desk.rng.clone(), vec!['A', 'B', 'C', 'D', 'E']);
    let drawn: String = (0..5).map(|_| left.remove(expected.below(left.len() as u32) as usize)).collect();
    assert_eq!(desk.draw("deck", "table", 5), 5);
    assert_eq!(desk.lying("table"), drawn, "one bounded draw a card, counted from the bottom");
    assert_eq!(desk.rng, expected);
}

// clause: Zones 9-3
#[test]
fn draw_from_random_uses_one_word_a_card_and_none_for_the_last() {
    let mut desk = desk(Some(deck(DrawFrom::Random)));
    for words in [1, 2, 3, 4, 4] {
        desk.draw("deck", "table", 1);
        assert_eq!(desk.rng.used(), words);
    }
}

// clause: Zones 1-2 7-4
#[test]
fn auto_reshuffle_deck_runs_out_tokens_move_from_reshuffle_zone_deck_is_shuffled_drawing_continues() {
    let mut desk = desk(Some(reshuffling()));
    desk.put_all("ABCD", "discard");
    assert_eq!(desk.draw("deck", "hand.0", 3), 3);
    assert_eq!(desk.lying("discard"), "");
    assert_eq!((desk.lying("deck").len(), desk.lying("hand.0").len()), (2, 3));
    assert_eq!(sorted(&(desk.lying("deck") + &desk.lying("hand.0"))), "ABCDE");
    assert_eq!(desk.table, desk.folded(), "folded facts equal the table");
}

// clause: Zones 1-4 7-5 9-5
#[test]
fn auto_reshuffle_determinism_same_seed_and_same_actions_give_same_reshuffle_order() {
    let run = |seed: &str| {
        let mut desk = desk(Some(reshuffling()));
        desk.rng = Rng::seeded(seed);
        desk.put_all("ABCDE", "discard");
        desk.draw("deck", "table", 5);
        desk.lying("table")
    };
    assert_eq!(run("1"), run("1"));
    assert!((2..20).any(|seed| run(&seed.to_string()) != run("1")), "another seed, another order");
}

// clause: Zones 7-6
#[test]
fn no_reshuffle_when_reshuffle_from_is_absent_draw_on_empty_deck_draws_0_tokens() {
    let mut desk = desk(Some(deck(DrawFrom::Top)));
    desk.put_all("ABCDE", "discard");
    let before = (desk.table.clone(), desk.rng.clone());
    assert_eq!(desk.draw("deck", "hand.0", 2), 0);
    assert_eq!((desk.table.clone(), desk.rng.clone()), before);
    let deck = desk.zone("deck");
    assert_eq!(desk.facts.last(), Some(&Fact::RanOut { deck, missing: 2 }));
}

// clause: Zones 3-8 7-7
#[test]
fn zone_without_behavior_draw_works_exactly_as_current() {
    let (mut plain, mut top) = (desk(None), desk(Some(deck(DrawFrom::Top))));
    for count in [2, 0, 1, 9, 1] {
        assert_eq!(plain.draw("deck", "hand.1", count), top.draw("deck", "hand.1", count));
    }
    assert_eq!((&plain.table, &plain.facts), (&top.table, &top.facts));
    assert_eq!(plain.rng.used(), 0);
}

// clause: Zones 5-1 5-5 7-8 9-8
#[test]
fn compile_zones_behavior_field_passes_through_to_zone_def() {
    let desk = desk(Some(when_empty()));
    assert_eq!(desk.shape.def(desk.zone("deck")).behavior, Some(when_empty()));
    assert_eq!(desk.shape.def(desk.zone("discard")).behavior, None);
}

// ---- "Invariants" ----

// clause: Zones 2-6 10-1
#[test]
fn behavior_is_entirely_optional_zones_without_it_have_zero_behavior_change() {
    let (mut with, mut without) = (desk(Some(reshuffling())), desk(None));
    for desk in [&mut with, &mut without] {
        desk.put_all("EDA", "discard");
        desk.shuffle("discard");
        desk.draw("discard", "hand.0", 2);
    }
    assert_eq!((with.table, with.facts, with.rng), (without.table, without.facts, without.rng));
}

// clause: Zones 10-2
#[test]
fn determinism_preserved_same_seed_and_same_actions_give_same_draw_and_reshuffle_results() {
    for from in [DrawFrom::Top, DrawFrom::Bottom, DrawFrom::Random] {
        let run = || {
            let mut desk = desk(Some(DeckBehavior { draw_from: from, ..reshuffling() }));
            desk.put_all("BD", "discard");
            for count in [2, 1, 3, 1] {
                desk.draw("deck", "discard", count);
            }
            (desk.table, desk.facts, desk.rng)
        };
        assert_eq!(run(), run());
    }
}

// clause: Zones 1-5 8-3 10-3
#[test]
fn shuffle_effect_is_unaffected_by_zone_behaviors() {
    let shuffled = |behavior| {
        let mut desk = desk(behavior);
        desk.put("A", "discard");
        desk.shuffle("deck");
        (desk.lying("deck"), desk.lying("discard"), desk.rng)
    };
    let plain = shuffled(None);
    assert_eq!(plain.1, "A", "a shuffle never fetches the discard");
    assert_eq!(shuffled(Some(reshuffling())), plain);
    assert_eq!(shuffled(Some(deck(DrawFrom::Random))), plain);
}

// clause: Zones 10-4
#[test]
fn no_mutation_of_game_def_or_of_a_copied_game_state() {
    let mut desk = desk(Some(reshuffling()));
    desk.put_all("ABCD", "discard");
    let (shape, copy) = (format!("{:?}", desk.shape), desk.table.clone());
    let bytes = postcard::to_stdvec(&copy).expect("a table can be written");
    desk.draw("deck", "hand.0", 4);
    assert_eq!(format!("{:?}", desk.shape), shape);
    assert_eq!(postcard::to_stdvec(&copy).expect("a table can be written"), bytes);
}

// clause: Zones 4-1 10-5
#[test]
fn fisher_yates_shuffle_utility_is_used_by_both_shuffle_and_auto_reshuffle() {
    let mut reshuffled = desk(Some(reshuffling()));
    reshuffled.put_all("DBACE", "discard");
    reshuffled.draw("deck", "table", 5);
    let mut shuffled = desk(None);
    shuffled.shuffle("deck");
    shuffled.draw("deck", "table", 5);
    assert_eq!(reshuffled.lying("table"), shuffled.lying("table"), "one routine, whatever the order before");
    assert_eq!(reshuffled.rng, shuffled.rng);
}

// ---- Statements in the documentation of behavior.rs ----

// clause: Zones 3-3
#[test]
fn when_short_shuffles_the_discard_into_the_rest() {
    let mut desk = desk(Some(reshuffling()));
    desk.put_all("ABC", "discard");
    assert_eq!(desk.draw("deck", "table", 3), 3);
    let mut order = vec!['A', 'B', 'C', 'D', 'E'];
    Rng::seeded("desk").shuffle(&mut order);
    let drawn: String = order.iter().rev().take(3).collect();
    assert_eq!(desk.lying("table"), drawn, "D and E were shuffled in, not drawn first");
}

#[test]
fn when_short_with_just_enough_cards_does_not_reshuffle() {
    let mut desk = desk(Some(reshuffling()));
    desk.put_all("ABC", "discard");
    assert_eq!(desk.draw("deck", "table", 2), 2);
    assert_eq!((desk.lying("table"), desk.lying("discard"), desk.rng.used()), ("ED".into(), "ABC".into(), 0));
}

#[test]
fn when_empty_draws_the_rest_then_reshuffles_then_continues() {
    let mut desk = desk(Some(when_empty()));
    desk.put_all("ABC", "discard");
    assert_eq!(desk.draw("deck", "table", 4), 4);
    let mut order = vec!['A', 'B', 'C'];
    Rng::seeded("desk").shuffle(&mut order);
    let drawn: String = ['E', 'D'].iter().chain(order.iter().rev().take(2)).collect();
    assert_eq!(desk.lying("table"), drawn);
}

#[test]
fn a_short_draw_after_a_reshuffle_takes_the_rest_and_reports_it() {
    for behavior in [reshuffling(), when_empty()] {
        let mut desk = desk(Some(behavior));
        desk.put_all("ABC", "discard");
        assert_eq!(desk.draw("deck", "hand.0", 9), 5);
        assert_eq!(sorted(&desk.lying("hand.0")), "ABCDE");
        let deck = desk.zone("deck");
        assert_eq!(desk.facts.last(), Some(&Fact::RanOut { deck, missing: 4 }));
    }
}

#[test]
fn nothing_to_reshuffle_leaves_the_generator_untouched() {
    for behavior in [reshuffling(), when_empty()] {
        let mut desk = desk(Some(behavior));
        let before = desk.rng.clone();
        assert_eq!(desk.draw("deck", "hand.0", 7), 5);
        assert_eq!(desk.draw("deck", "hand.0", 1), 0);
        assert_eq!(desk.rng, before);
        assert_eq!(told(&desk, |fact| matches!(fact, Fact::Reshuffling { .. } | Fact::Shuffled { .. })), 0);
    }
}

#[test]
fn one_card_to_reshuffle_is_no_shuffle_and_no_word() {
    let mut desk = desk(Some(reshuffling()));
    desk.put_all("ABCDE", "hand.0");
    desk.put("C", "discard");
    assert_eq!(desk.draw("deck", "hand.1", 2), 1);
    assert_eq!((desk.lying("hand.1"), desk.rng.used()), ("C".into(), 0));
    assert!(desk.knows(seat(0), "C"), "there was nothing to mix it up with");
}

#[test]
fn a_reshuffle_uses_one_bounded_draw_for_each_card_but_one() {
    let mut desk = desk(Some(when_empty()));
    desk.put_all("ABCDE", "discard");
    desk.draw("deck", "hand.0", 1);
    let mut expected = Rng::seeded("desk");
    for left in [5, 4, 3, 2] {
        expected.below(left);
    }
    assert_eq!(desk.rng, expected);
}

#[test]
fn keep_top_leaves_the_top_of_the_discard_where_it_is() {
    let mut desk = desk(Some(DeckBehavior { keep_top: 2, ..reshuffling() }));
    desk.put_all("ABCDE", "discard");
    assert_eq!(desk.draw("deck", "hand.0", 9), 3);
    assert_eq!((desk.lying("discard"), sorted(&desk.lying("hand.0"))), ("DE".into(), "ABC".into()));
    let before = desk.rng.clone();
    assert_eq!(desk.draw("deck", "hand.0", 1), 0, "two are kept, none comes back");
    assert_eq!((desk.lying("discard"), &desk.rng), ("DE".into(), &before));
}

#[test]
fn a_seats_own_deck_reshuffles_its_own_discard() {
    let mut build = Shape::build(2);
    let deck = build.zone(ZoneDef::per_seat("deck").deck(reshuffling()));
    build.zone(ZoneDef::per_seat("discard"));
    build.zone(ZoneDef::shared("table"));
    cards(&mut build, "blue", "ABCD", deck);
    let mut desk = Desk::new(build);
    desk.put_all("AB", "discard.0");
    desk.put_all("CD", "discard.1");
    assert_eq!(desk.draw("deck.1", "table", 3), 2);
    assert_eq!((sorted(&desk.lying("table")), desk.lying("discard.0")), ("CD".into(), "AB".into()));
}

#[test]
fn a_teams_deck_reshuffles_its_own_discard_and_a_seats_deck_that_of_its_team() {
    for per_seat in [false, true] {
        let mut build = Shape::build(4);
        build.teams(&[0, 1, 0, 1]);
        let def = if per_seat { ZoneDef::per_seat("deck") } else { ZoneDef::per_team("deck") };
        let deck = build.zone(def.deck(reshuffling()));
        build.zone(ZoneDef::per_team("discard"));
        build.zone(ZoneDef::shared("table"));
        cards(&mut build, "blue", "ABCD", deck);
        let mut desk = Desk::new(build);
        desk.put_all("AB", "discard.0");
        desk.put_all("CD", "discard.1");
        let own = desk.shape.zone_of(deck, Seat::new(3));
        let table = desk.zone("table");
        let mut rng = Rng::seeded("team");
        assert_eq!(desk.atoms().draw(own, table, 3, &mut rng), 2);
        assert_eq!(sorted(&desk.lying("table")), "CD", "seat 4 is in the second team");
    }
}

#[test]
fn a_seats_deck_can_reshuffle_from_a_shared_discard() {
    let mut build = Shape::build(2);
    let deck = build.zone(ZoneDef::per_seat("deck").deck(reshuffling()));
    build.zone(ZoneDef::shared("discard"));
    build.zone(ZoneDef::shared("table"));
    cards(&mut build, "blue", "AB", deck);
    let mut desk = Desk::new(build);
    desk.put_all("AB", "discard");
    assert_eq!(desk.draw("deck.1", "table", 1), 1);
    assert_eq!((desk.lying("deck.1").len(), desk.lying("deck.0").len()), (1, 0));
}

#[test]
fn a_reshuffle_forgets_known_cards() {
    let mut desk = desk(Some(reshuffling()));
    desk.put_all("ABCDE", "discard");
    assert!(desk.knows(seat(1), "A"));
    desk.draw("deck", "hand.0", 2);
    for face in ["A", "B", "C", "D", "E"] {
        let in_hand = desk.lying("hand.0").contains(face);
        assert_eq!(desk.knows(seat(0), face), in_hand, "its owner knows its hand and nothing else");
        assert!(!desk.knows(seat(1), face));
    }
}

#[test]
fn reshuffle_and_shuffle_tell_facts_in_order() {
    let mut desk = desk(Some(reshuffling()));
    desk.put_all("ABCDE", "discard");
    desk.facts.clear();
    desk.draw("deck", "hand.0", 1);
    let (deck, from) = (desk.zone("deck"), desk.zone("discard"));
    let [Fact::Reshuffling { .. }, Fact::Moved(back), Fact::Shuffled { zone, order }, Fact::Moved(drawn)] =
        &desk.facts[..]
    else {
        panic!("{:?}", desk.facts)
    };
    assert_eq!(desk.facts[0], Fact::Reshuffling { deck, from });
    assert!(back.len() == 5 && back.iter().all(|motion| motion.from == from && motion.spot.zone == deck));
    assert_eq!((*zone, order.len(), drawn.len()), (deck, 5, 1));
}

#[test]
fn zero_cards_or_a_draw_onto_itself_does_nothing_at_all_before_any_reshuffle() {
    for behavior in [reshuffling(), when_empty()] {
        let mut desk = desk(Some(behavior));
        desk.put_all("ABCDE", "discard");
        desk.facts.clear();
        let before = (desk.table.clone(), desk.rng.clone());
        assert_eq!(desk.draw("deck", "hand.0", 0), 0);
        assert_eq!(desk.draw("deck", "deck", 3), 0);
        assert_eq!((desk.table, desk.rng, desk.facts), (before.0, before.1, vec![]));
    }
}

#[test]
fn two_decks_may_reshuffle_from_each_other() {
    let mut build = Shape::build(1);
    let from = |id: &str| DeckBehavior { reshuffle_from: Some(id.into()), ..DeckBehavior::default() };
    let one = build.zone(ZoneDef::shared("one").deck(from("two")));
    build.zone(ZoneDef::shared("two").deck(from("one")));
    build.zone(ZoneDef::shared("table"));
    cards(&mut build, "blue", "ABCD", one);
    let mut desk = Desk::new(build);
    assert_eq!(desk.draw("two", "table", 2), 2);
    assert_eq!((desk.lying("one").len(), desk.lying("two").len()), (0, 2));
    assert_eq!(desk.draw("one", "table", 1), 1);
    assert_eq!((desk.lying("one").len(), desk.lying("two").len(), desk.lying("table").len()), (1, 0, 3));
}

// clause: Zones 8-2
#[test]
fn other_moves_out_of_a_deck_never_reshuffle() {
    let mut desk = desk(Some(reshuffling()));
    desk.put_all("ABCD", "discard");
    desk.put("E", "hand.0");
    let (deck, hand) = (desk.zone("deck"), desk.zone("hand.0"));
    desk.atoms().move_all(deck, hand, Facing::Default);
    desk.shuffle("deck");
    assert_eq!((desk.lying("deck"), desk.lying("discard"), desk.rng.used()), (String::new(), "ABCD".into(), 0));
}

#[test]
fn a_deck_without_an_order_is_always_drawn_from_at_random() {
    for from in [DrawFrom::Top, DrawFrom::Bottom, DrawFrom::Random] {
        let mut build = Shape::build(1);
        let bag = build.zone(ZoneDef::shared("bag").ordered(Ordering::Unordered).deck(deck(from)));
        build.zone(ZoneDef::shared("table"));
        cards(&mut build, "blue", "ABCDE", bag);
        let mut desk = Desk::new(build);
        desk.draw("bag", "table", 5);
        assert_eq!(desk.rng.used(), 4);
        assert_ne!(desk.lying("table"), "EDCBA");
    }
}

#[test]
fn a_silent_draw_equals_a_recorded_one() {
    let mut desk = desk(Some(when_empty()));
    desk.put_all("ABCDE", "discard");
    let (mut silent, mut rng): (Table, Rng) = (desk.table.clone(), desk.rng.clone());
    desk.draw("deck", "hand.0", 3);
    silent.atoms(&desk.shape, &mut ()).draw(desk.zone("deck"), desk.zone("hand.0"), 3, &mut rng);
    assert_eq!((silent, rng), (desk.table, desk.rng));
}

/// A deck of five cards is drawn onto its own discard pile. Each card is drawn twice before the deck runs out.
#[test]
fn a_deck_drawn_onto_its_own_discard_runs_out() {
    let mut desk = desk(Some(when_empty()));
    assert_eq!(desk.draw("deck", "discard", 1_000_000_000), 10);
    assert_eq!((desk.lying("deck"), sorted(&desk.lying("discard"))), (String::new(), "ABCDE".into()));
    assert_eq!(told(&desk, |fact| matches!(fact, Fact::RanOut { .. })), 1);
}
