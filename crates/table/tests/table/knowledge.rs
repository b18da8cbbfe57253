//! Tests of who knows which card. `known` holds the viewers who can name a card, `shown` the viewers who may look at
//! it now.

use crate::common::desk::{Desk, SPECTATOR, cards, seat, seats};
use rulebook_kernel::{Rng, Seat, SeatSet, Viewer};
use rulebook_table::{
    Audience, CardNumbering, Entry, Face, Facing, Fact, Ordering, Shape, Table, ZoneDef, ZoneVisibility, sample,
};

/// A table with three seats; the first and the last are a team. All cards start in a shuffled deck `ABCDEFGH`, so no
/// viewer knows a card.
fn desk() -> Desk {
    let mut build = Shape::build(3);
    build.teams(&[0, 1, 0]).spare(2);
    let hidden = (ZoneVisibility::CountOnly, ZoneVisibility::CountOnly);
    let deck = build.zone(ZoneDef::shared("deck").ordered(Ordering::Shuffled).levels(hidden.0, hidden.1).face_down());
    build.zone(ZoneDef::shared("discard"));
    build.zone(ZoneDef::shared("muck").face_down());
    build.zone(ZoneDef::shared("pile").levels(ZoneVisibility::TopOnly, ZoneVisibility::TopOnly));
    build.zone(ZoneDef::shared("vault").levels(ZoneVisibility::Hidden, ZoneVisibility::Hidden).internal());
    build.zone(
        ZoneDef::per_seat("hand").ordered(Ordering::Unordered).levels(ZoneVisibility::All, ZoneVisibility::CountOnly),
    );
    build.zone(ZoneDef::per_seat("forehead").levels(ZoneVisibility::Hidden, ZoneVisibility::All));
    build.zone(
        ZoneDef::per_team("camp").ordered(Ordering::Unordered).levels(ZoneVisibility::All, ZoneVisibility::Hidden),
    );
    cards(&mut build, "blue", "ABCDEFGH", deck);
    let mut desk = Desk::new(build);
    desk.shuffle("deck");
    desk
}

/// The viewers who know a card, as text: `0 2 *` means seats 0 and 2 and the spectators.
fn knowers(desk: &Desk, face: &str) -> String {
    names(|who| desk.knows(who, face))
}

fn lookers(desk: &Desk, face: &str) -> String {
    names(|who| desk.sees(who, face))
}

fn names(is: impl Fn(Viewer) -> bool) -> String {
    let seats = (0..3).filter(|&i| is(seat(i))).map(|i| i.to_string());
    seats.chain(is(SPECTATOR).then(|| "*".to_owned())).collect::<Vec<_>>().join(" ")
}

const ALL: &str = "0 1 2 *";

#[test]
fn a_drawn_card_is_known_to_its_drawer() {
    let mut desk = desk();
    assert_eq!(knowers(&desk, "A"), "");
    desk.put("A", "hand.1");
    assert_eq!((knowers(&desk, "A"), lookers(&desk, "A")), ("1".into(), "1".into()));
    assert_eq!((desk.looks(seat(1), "hand.1"), desk.looks(seat(0), "hand.1")), ("A".into(), "?".into()));
}

#[test]
fn a_card_played_face_up_is_known_to_all() {
    let mut desk = desk();
    desk.put_all("AB", "hand.1");
    desk.put("A", "discard");
    assert_eq!((knowers(&desk, "A"), lookers(&desk, "A")), (ALL.into(), ALL.into()));
    assert_eq!(knowers(&desk, "B"), "1", "the remaining card stays hidden");
}

#[test]
fn a_card_discarded_face_down_is_known_to_its_last_holder() {
    let mut desk = desk();
    desk.put_all("AB", "hand.1");
    desk.put("A", "muck");
    assert_eq!((knowers(&desk, "A"), lookers(&desk, "A")), ("1".into(), String::new()));
    desk.put_all("BA", "hand.2");
    assert_eq!(knowers(&desk, "A"), "1 2", "the one card of a pile can be followed into a hand");
}

#[test]
fn a_passed_card_is_still_known_to_the_giver_until_an_unseen_card_leaves_that_hand() {
    for (leaves, stays) in [("A", "C"), ("C", "A")] {
        let mut desk = desk();
        desk.put_all("AB", "hand.0");
        desk.put("C", "hand.1");
        desk.put("A", "hand.1");
        assert_eq!((knowers(&desk, "A"), knowers(&desk, "C")), ("0 1".into(), "1".into()));
        desk.put(leaves, "hand.2");
        assert!(!desk.knows(seat(0), "A"), "was it {leaves}? The first seat cannot tell where A is");
        assert_eq!((knowers(&desk, leaves), knowers(&desk, stays)), ("1 2".into(), "1".into()));
    }
}

#[test]
fn the_only_card_of_a_hand_is_followed_unseen() {
    let mut desk = desk();
    desk.put_all("AB", "hand.0");
    desk.put("A", "hand.1");
    desk.put("A", "hand.2");
    assert_eq!(knowers(&desk, "A"), "0 1 2");
}

#[test]
fn the_only_card_that_a_seat_does_not_look_at_is_followed_by_that_seat() {
    let mut desk = desk();
    desk.put_all("ABC", "hand.0");
    let (a, b, c) = (desk.card("A"), desk.card("B"), desk.card("C"));
    desk.atoms().show(a, seats([1]));
    desk.atoms().show(b, seats([1]));
    desk.atoms().reveal(c, seats([1, 2]));
    desk.put("C", "hand.2");
    assert_eq!(knowers(&desk, "C"), "0 1 2", "the second seat sees A and B stay; the owner and the taker see C");
    assert_eq!(knowers(&desk, "A"), "0 1");
}

#[test]
fn a_peek_at_the_top_of_the_deck_survives_a_draw_by_another_seat() {
    let mut desk = desk();
    let (top, deck) = (desk.lying("deck").pop().expect("a card").to_string(), desk.zone("deck"));
    let entry = desk.table.top(&desk.shape, deck).expect("a card");
    desk.atoms().reveal(entry, seats([1]));
    desk.draw("deck", "hand.0", 1);
    assert_eq!(knowers(&desk, &top), "0 1");
    desk.draw("deck", "hand.0", 2);
    assert_eq!(desk.looks(seat(1), "hand.0").replace('?', ""), top, "it is one of three");
    let other = desk.lying("hand.0").replace(&top, "");
    desk.put(&other[..1], "muck");
    assert_eq!(desk.looks(seat(1), "hand.0"), "??", "perhaps it was that one");
}

#[test]
fn a_covered_card_of_a_top_card_only_pile_is_not_shown_but_known() {
    let mut desk = desk();
    desk.put("A", "pile");
    assert_eq!(lookers(&desk, "A"), ALL);
    desk.put("B", "pile");
    assert_eq!(
        (knowers(&desk, "A"), lookers(&desk, "A"), lookers(&desk, "B")),
        (ALL.into(), String::new(), ALL.into())
    );
    desk.put("B", "hand.0");
    assert_eq!(lookers(&desk, "A"), ALL, "uncovered");
}

/// Top-only viewers see the card that is taken next. In a queue this is the card placed first.
#[test]
fn viewers_of_the_top_of_a_queue_see_its_first_card() {
    let mut build = Shape::build(3);
    let start = build.zone(ZoneDef::shared("start").face_down());
    let queue =
        ZoneDef::shared("queue").ordered(Ordering::Fifo).levels(ZoneVisibility::TopOnly, ZoneVisibility::TopOnly);
    build.zone(queue);
    build.zone(
        ZoneDef::per_seat("hand").ordered(Ordering::Unordered).levels(ZoneVisibility::All, ZoneVisibility::CountOnly),
    );
    cards(&mut build, "blue", "ABC", start);
    let mut desk = Desk::new(build);
    desk.shuffle("start");
    desk.put("A", "queue");
    desk.put("B", "queue");
    assert_eq!(
        (lookers(&desk, "A"), lookers(&desk, "B"), knowers(&desk, "B")),
        (ALL.into(), String::new(), String::new())
    );
    desk.put("A", "hand.0");
    assert_eq!((lookers(&desk, "B"), desk.looks(seat(2), "queue")), (ALL.into(), "B".into()), "its turn has come");
    let (c, queue) = (desk.card("C"), desk.zone("queue"));
    desk.atoms().move_as(c, queue, Some(0), Facing::Default);
    assert_eq!((desk.looks(seat(1), "queue"), lookers(&desk, "B")), ("CB".into(), String::new()), "somebody pushed in");
}

#[test]
fn a_card_put_below_the_top_is_not_seen_until_uncovered() {
    let mut desk = desk();
    desk.put("A", "pile");
    let (b, pile) = (desk.card("B"), desk.zone("pile"));
    desk.atoms().move_as(b, pile, Some(0), Facing::Default);
    assert_eq!(
        (desk.lying("pile"), knowers(&desk, "B"), lookers(&desk, "A")),
        ("BA".into(), String::new(), ALL.into())
    );
    desk.put("A", "discard");
    assert_eq!(knowers(&desk, "B"), ALL);
}

#[test]
fn the_second_of_two_cards_leaving_a_pile_is_not_seen() {
    let mut desk = desk();
    desk.put("A", "pile");
    let (a, b, c) = (desk.card("A"), desk.card("B"), desk.card("C"));
    let (pile, deck) = (desk.zone("pile"), desk.zone("deck"));
    desk.atoms().move_as(b, pile, Some(0), Facing::Default);
    desk.atoms().move_as(c, pile, Some(0), Facing::Default);
    desk.atoms().move_each([(a, deck), (b, deck)], Facing::Default);
    assert_eq!((knowers(&desk, "B"), knowers(&desk, "C")), (String::new(), ALL.into()));
    assert_eq!(desk.table, desk.folded(), "folding sees the same tops");
}

#[test]
fn only_the_top_one_of_two_arriving_cards_is_seen() {
    let mut desk = desk();
    desk.put_all("ABC", "hand.0");
    let (a, b, pile) = (desk.card("A"), desk.card("B"), desk.zone("pile"));
    desk.atoms().move_each([(a, pile), (b, pile)], Facing::Default);
    assert_eq!((knowers(&desk, "A"), knowers(&desk, "B")), ("0".into(), ALL.into()));
    assert_eq!(desk.table, desk.folded());
}

#[test]
fn a_card_turned_down_is_not_shown_but_known_and_turned_up_it_is_both() {
    let mut desk = desk();
    desk.put("A", "discard");
    let a = desk.card("A");
    desk.atoms().turn(a, false);
    assert_eq!((knowers(&desk, "A"), lookers(&desk, "A")), (ALL.into(), String::new()));
    desk.put("B", "muck");
    let b = desk.card("B");
    assert_eq!(knowers(&desk, "B"), "");
    desk.atoms().turn(b, true);
    assert_eq!((knowers(&desk, "B"), lookers(&desk, "B")), (ALL.into(), ALL.into()));
}

#[test]
fn spectators_know_and_see_only_what_all_seats_do() {
    let mut desk = desk();
    let a = desk.card("A");
    desk.atoms().reveal(a, seats([0, 1]));
    assert_eq!((knowers(&desk, "A"), lookers(&desk, "A")), ("0 1".into(), String::new()));
    desk.atoms().reveal(a, seats([2]));
    assert_eq!(knowers(&desk, "A"), ALL, "in a deck everybody can tell that it is the same card");
    desk.atoms().show(a, seats([0, 1, 2]));
    assert_eq!(lookers(&desk, "A"), ALL);
    desk.atoms().cover(a, seats([1]));
    assert_eq!((lookers(&desk, "A"), knowers(&desk, "A")), ("0 2".into(), ALL.into()));
    desk.atoms().show(a, seats([1]));
    assert_eq!(lookers(&desk, "A"), ALL);
}

#[test]
fn a_card_of_a_hand_is_public_when_all_others_are_shown_it_at_once_not_one_after_the_other() {
    let mut desk = desk();
    desk.put_all("AB", "hand.0");
    let (a, b) = (desk.card("A"), desk.card("B"));
    desk.atoms().reveal(a, seats([1]));
    desk.atoms().reveal(a, seats([2]));
    assert_eq!(knowers(&desk, "A"), "0 1 2", "nobody can tell that both saw the same card");
    desk.atoms().reveal(b, seats([1, 2]));
    assert_eq!(knowers(&desk, "B"), ALL);
}

#[test]
fn a_shuffle_clears_what_was_known_and_shown() {
    let mut desk = desk();
    let a = desk.card("A");
    desk.atoms().show(a, seats([0, 1, 2]));
    desk.shuffle("deck");
    assert_eq!((knowers(&desk, "A"), lookers(&desk, "A")), (String::new(), String::new()));
}

#[test]
fn viewers_who_do_not_see_a_rearrangement_lose_track_of_the_zone() {
    let mut desk = desk();
    let deck = desk.zone("deck");
    let (a, b) = (desk.card("A"), desk.card("B"));
    desk.atoms().reveal(a, seats([0, 1]));
    desk.atoms().reveal(b, seats([1]));
    let mut order: Vec<Entry> = desk.table.order(&desk.shape, deck).collect();
    order.reverse();
    desk.atoms().arrange(deck, &order, seats([0]));
    assert_eq!((knowers(&desk, "A"), knowers(&desk, "B")), ("0".into(), String::new()));
    assert_eq!(desk.table.order(&desk.shape, deck).collect::<Vec<_>>(), order);
}

#[test]
fn a_card_on_the_forehead_is_seen_by_the_others_only() {
    let mut desk = desk();
    desk.put("A", "forehead.1");
    assert_eq!((knowers(&desk, "A"), lookers(&desk, "A")), ("0 2".into(), "0 2".into()), "and not by spectators");
}

#[test]
fn a_camp_is_open_to_its_team() {
    let mut desk = desk();
    desk.put("A", "camp.0");
    desk.put("B", "camp.1");
    assert_eq!((knowers(&desk, "A"), knowers(&desk, "B")), ("0 2".into(), "1".into()));
}

#[test]
fn a_token_is_public_when_made_and_a_blank_after_a_shuffle() {
    let mut desk = desk();
    let deck = desk.zone("deck");
    let token = desk.atoms().create(Face(0), deck, Some(Seat::new(2))).expect("room");
    assert_eq!(desk.table.known(&desk.shape, token), desk.shape.everyone());
    assert!(desk.view(seat(1)).loose.is_empty());
    desk.shuffle("deck");
    assert!(desk.table.known(&desk.shape, token).is_empty());
    assert_eq!(desk.view(seat(1)).loose, [(Face(0), Some(Seat::new(2)))], "everybody knows that it is somewhere");
    for drawn in desk.samples(seat(1), 20) {
        assert_eq!(drawn.lying("deck").matches('A').count(), 2, "the card A and the token A");
    }
}

#[test]
fn a_token_takes_the_place_of_one_that_was_destroyed() {
    let mut desk = desk();
    let discard = desk.zone("discard");
    let token = desk.atoms().create(Face(1), discard, None).expect("room");
    desk.atoms().destroy(token);
    assert_eq!(desk.atoms().create(Face(2), discard, None), Some(token), "the same place");
    assert_eq!(desk.atoms().create(Face(2), discard, None).map(Entry::index), Some(9));
    assert_eq!(desk.atoms().create(Face(2), discard, None), None, "no room");
}

#[test]
fn a_restore_keeps_knowledge_unless_a_zone_was_mixed() {
    for mixed in [false, true] {
        let mut desk = desk();
        let (saved, a) = (desk.table.clone(), desk.card("A"));
        desk.atoms().reveal(a, seats([1]));
        if mixed {
            desk.shuffle("deck");
        }
        desk.atoms().restore(&saved);
        assert_eq!(knowers(&desk, "A"), if mixed { "" } else { "1" });
        assert_eq!(desk.table, desk.folded());
    }
}

#[test]
fn after_a_restore_a_new_shuffle_is_not_taken_for_the_old_one() {
    let mut desk = desk();
    let saved = desk.table.clone();
    desk.shuffle("deck");
    let between = desk.table.clone();
    desk.atoms().restore(&saved);
    desk.shuffle("deck");
    let naming = CardNumbering::new(&desk.shape, seat(0), &desk.table, &[], &[]);
    assert!(naming.copy(&between).cards.iter().all(|card| card.same_as.is_none()));
    desk.atoms().restore(&saved);
    let naming = CardNumbering::new(&desk.shape, seat(0), &desk.table, &[], &[]);
    assert!(naming.copy(&saved).cards.iter().all(|card| card.same_as.is_some()), "but this one is the saved one");
}

#[test]
fn a_blank_of_a_saved_copy_is_tied_to_the_card_that_was_seen_since() {
    let mut desk = desk();
    let (saved, a) = (desk.table.clone(), desk.card("A"));
    desk.put("A", "discard");
    let naming = CardNumbering::new(&desk.shape, seat(0), &desk.table, &[], &[]);
    let (live, copy) = (naming.view(), naming.copy(&saved));
    let tied: Vec<_> = copy.cards.iter().filter(|card| card.same_as == naming.number(a)).collect();
    assert_eq!((tied.len(), tied[0].face), (1, None), "then it was a blank");
    for _ in 0..20 {
        let drawn = sample(&desk.shape, &live, &[&copy], &mut desk.rng);
        assert_eq!(drawn.copies[0].position(&desk.shape, a), saved.position(&desk.shape, a), "A lay there");
    }
}

#[test]
fn a_seat_that_is_void_is_never_given_such_a_card() {
    let mut desk = desk();
    desk.put_all("DEF", "hand.0");
    let holds_a =
        |desk: &Desk| desk.samples(seat(1), 40).iter().any(|drawn| drawn.lying("hand.0").contains(['A', 'B']));
    assert!(holds_a(&desk));
    let hand = desk.zone("hand.0");
    desk.atoms().hint(hand, [Face(0), Face(1)]);
    assert!(!holds_a(&desk));
    desk.put("D", "hand.2");
    assert!(!holds_a(&desk), "whichever it was, it was none of those");
    assert!(desk.samples(seat(1), 40).iter().all(|drawn| !drawn.lying("hand.2").contains(['A', 'B'])));
    desk.put("G", "hand.0");
    desk.put("E", "hand.2");
    assert!(holds_a(&desk), "a new card came and one went: who knows which");
}

#[test]
fn an_internal_zone_is_in_views_but_in_no_scene() {
    let mut desk = desk();
    desk.put("A", "vault");
    let view = desk.view(seat(0));
    assert_eq!((view.count(desk.zone("vault")), desk.looks(seat(0), "vault")), (1, "?".into()));
    let scenes = desk.shape.zone_scenes(&view, |_| unreachable!("nothing is shown"));
    assert!(scenes.iter().all(|zone| zone.id != "vault") && scenes.iter().any(|zone| zone.id == "deck"));
}

// clause: Cards 4.1-1 4.1-2
#[test]
fn the_top_of_a_zone_is_the_entry_placed_last_whatever_its_ordering() {
    for ordering in [Ordering::Fifo, Ordering::Lifo, Ordering::Shuffled] {
        let mut build = Shape::build(1);
        let start = build.zone(ZoneDef::shared("start"));
        build.zone(ZoneDef::shared("zone").ordered(ordering));
        cards(&mut build, "blue", "ABC", start);
        let mut desk = Desk::new(build);
        desk.put_all("BAC", "zone");
        let (zone, shape) = (desk.zone("zone"), &desk.shape);
        assert_eq!(desk.lying("zone"), "BAC");
        assert_eq!(
            (desk.table.top(shape, zone), desk.table.bottom(shape, zone)),
            (Some(desk.card("C")), Some(desk.card("B")))
        );
        assert_eq!(
            (desk.table.nth(shape, zone, 2), desk.table.position(shape, desk.card("A"))),
            (Some(desk.card("C")), Some(1))
        );
        assert_eq!(desk.looks(seat(0), "zone"), "BAC");
    }
}

// departs: Cards 4.1-3: they keep the order in which the event names them; otherwise a deal in shuffled order would be impossible
#[test]
fn cards_that_move_together_lie_in_the_order_in_which_they_are_named() {
    for named in [["C", "A"], ["A", "C"]] {
        let mut desk = desk();
        desk.put_all("ABC", "discard");
        let (cards, pile) = (named.map(|card| desk.card(card)), desk.zone("pile"));
        desk.atoms().move_each(cards.map(|card| (card, pile)), Facing::Default);
        assert_eq!((desk.lying("pile"), desk.lying("discard")), (named.concat(), "B".to_owned()));
    }
}

#[test]
fn a_card_is_put_at_an_index_counted_from_the_bottom() {
    for (at, expected) in [(Some(0), "DABC"), (Some(1), "ADBC"), (Some(3), "ABCD"), (Some(99), "ABCD"), (None, "ABCD")]
    {
        let mut desk = desk();
        desk.put_all("ABC", "discard");
        let (d, discard) = (desk.card("D"), desk.zone("discard"));
        desk.atoms().move_as(d, discard, at, Facing::Default);
        assert_eq!(desk.lying("discard"), expected, "{at:?}");
        desk.table.validate_state(&desk.shape).expect("sound");
    }
}

/// A table with two packs: A1 and A2 look the same.
fn two_packs() -> Desk {
    let mut build = Shape::build(2);
    let deck =
        build.zone(ZoneDef::shared("deck").levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly).face_down());
    build.zone(ZoneDef::shared("discard"));
    build.zone(
        ZoneDef::per_seat("hand").ordered(Ordering::Unordered).levels(ZoneVisibility::All, ZoneVisibility::CountOnly),
    );
    let back = build.back("blue");
    for letter in ["A", "B", "C"] {
        let face = build.face(letter, back);
        build.card(face, deck, Seat::new(0), None).card(face, deck, Seat::new(0), None);
    }
    let mut desk = Desk::new(build);
    desk.shuffle("deck");
    desk
}

#[test]
fn nobody_can_tell_which_of_two_copies_was_played() {
    let (known, unknown) = (Entry(0), Entry(1));
    let played = |card: Entry| {
        let mut desk = two_packs();
        let (hand, discard) = (desk.zone("hand.0"), desk.zone("discard"));
        desk.atoms().reveal(known, seats([0, 1]));
        for card in [known, unknown, Entry(2)] {
            desk.atoms().move_to(card, hand);
        }
        assert_eq!(desk.looks(seat(1), "hand.0"), "A??");
        desk.atoms().move_to(card, discard);
        desk
    };
    let (one, two) = (played(known), played(unknown));
    assert_eq!(one.looks(seat(1), "hand.0"), "??");
    assert_eq!((one.view(seat(1)), one.view(SPECTATOR)), (two.view(seat(1)), two.view(SPECTATOR)));
    assert_eq!(two.looks(seat(0), "hand.0"), "AB", "its owner sees the remaining cards");
}

#[test]
fn the_order_in_which_a_witness_reads_of_moves_says_nothing_about_faces() {
    let passed = |hidden: &str| {
        let mut desk = desk();
        desk.put_all("ABCDE", "hand.0");
        let c = desk.card("C");
        desk.atoms().show(c, seats([1]));
        let other = desk.card(hidden);
        let (to, mut moves) = (desk.zone("hand.2"), vec![other, c]);
        moves.sort_unstable();
        desk.atoms().move_each([(moves[0], to), (moves[1], to)], Facing::Default);
        desk.facts.last().expect("a fact").witness(seat(1)).expect("it is public")
    };
    assert_eq!(passed("A"), passed("E"), "A comes before C in the records, E after it");
}

#[test]
fn a_witness_of_a_reveal_in_a_hand_does_not_learn_which_card_it_was() {
    let mut desk = desk();
    desk.put_all("AB", "hand.0");
    let a = desk.card("A");
    desk.atoms().reveal(a, seats([1]));
    desk.atoms().reveal(a, seats([2]));
    let face = |fact: &Fact, who: Viewer| match fact.witness(who) {
        Some(Fact::Revealed { spot, .. }) => spot.face,
        other => panic!("{other:?}"),
    };
    let last = desk.facts.last().expect("a fact");
    assert_eq!((face(last, seat(2)), face(last, seat(0))), (Some(Face(0)), Some(Face(0))));
    assert_eq!(face(last, seat(1)), None, "it knows A, and not that this was A");
}

#[test]
fn values_are_hidden_from_viewers_outside_their_audience() {
    let mut build = Shape::build(2);
    build.zone(ZoneDef::shared("deck"));
    let own = build.seat_var("bid", 3, Audience::Owner);
    let mut desk = Desk::new(build);
    let bid = desk.shape.var_of(own, Seat::new(1));
    desk.atoms().set(bid, 7);
    assert_eq!((desk.view(seat(1)).var(bid), desk.view(seat(0)).var(bid)), (Some(7), None));
    assert_eq!(desk.facts[0].witness(seat(0)), None);
    assert_eq!(sample(&desk.shape, &desk.view(seat(0)), &[], &mut Rng::seeded("x")).holes.len(), 1);
    desk.atoms().set_for(bid, 8, SeatSet::EVERYONE);
    assert_eq!(desk.view(SPECTATOR).var(bid), Some(8));
}

/// Partners share a variable, and the seats of other teams do not know its value.
#[test]
fn a_teams_variable_is_known_to_its_team() {
    let mut b = Shape::build(4);
    b.teams(&[0, 1, 0, 1]);
    let bid = b.team_var("bid", 0, Audience::Owner);
    let shape = b.finish();
    let [north, east, south] = [0, 1, 2].map(|seat| shape.var_of(bid, Seat::new(seat)));
    assert!(north == south && north != east);
    let mut table = Table::new(&shape);
    table.atoms(&shape, &mut ()).set(north, 4);
    let seen = |seat| CardNumbering::new(&shape, Viewer::Seat(Seat::new(seat)), &table, &[], &[]).view().var(north);
    assert_eq!([0, 1, 2, 3].map(seen), [Some(4), None, Some(4), None]);
}

#[test]
fn showing_a_card_does_not_reveal_earlier_viewers() {
    let mut build = Shape::build(2);
    let open = build.zone(ZoneDef::shared("open").ordered(Ordering::Unordered));
    build.zone(ZoneDef::shared("away").levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly).face_down());
    let back = build.back("blue");
    let (ace, two, three) = (build.face("A", back), build.face("B", back), build.face("C", back));
    for face in [ace, ace, two, three] {
        build.card(face, open, Seat::new(0), None);
    }
    let mut desk = Desk::new(build);
    let everyone = seats([0, 1]);
    (0..4).for_each(|card| desk.atoms().cover(Entry(card), everyone));
    desk.put("B", "away");
    assert!(!desk.knows(seat(0), "C"), "one went, and nobody saw which");
    desk.atoms().reveal(Entry(0), seats([0]));
    let shown = |card: u16| {
        let mut desk = desk.clone();
        desk.atoms().show(Entry(card), seats([1]));
        desk.view(seat(1))
    };
    assert_eq!(shown(0), shown(1), "seat 0 has seen one of the two aces, and which is its own affair");
}
