//! Tests of pools, the possible faces of hidden cards. After any sequence of shuffles, a pool contains all possible
//! faces. In the simple cases tested here, it contains no impossible face either.

use crate::common::desk::{Desk, cards, seat};
use rulebook_kernel::{Rng, Seat};
use rulebook_table::{
    CardNumbering, Face, MAX_POOLS, Ordering, Shape, ShapeBuilder, Table, ZoneDef, ZoneVisibility, sample,
};

fn zones(build: &mut ShapeBuilder) -> usize {
    let deck =
        build.zone(ZoneDef::shared("deck").levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly).face_down());
    build.zone(ZoneDef::shared("discard"));
    build.zone(
        ZoneDef::per_seat("hand").ordered(Ordering::Unordered).levels(ZoneVisibility::All, ZoneVisibility::CountOnly),
    );
    deck
}

fn among(text: &str, letters: &str) -> bool {
    text.chars().all(|letter| letters.contains(letter))
}

#[test]
fn after_a_public_discard_is_reshuffled_its_cards_are_in_the_deck_and_nowhere_else() {
    let mut build = Shape::build(3);
    let deck = zones(&mut build);
    cards(&mut build, "blue", "ABCDEFGHIJ", deck);
    let mut desk = Desk::new(build);
    desk.shuffle("deck");
    for (hand, faces) in [("hand.0", "AB"), ("hand.1", "CD"), ("hand.2", "EF"), ("discard", "GHIJ")] {
        desk.put_all(faces, hand);
    }
    let (deck, discard) = (desk.zone("deck"), desk.zone("discard"));
    desk.atoms().move_all(discard, deck, rulebook_table::Facing::Default);
    desk.shuffle("deck");
    let mut hands = std::collections::BTreeSet::new();
    for drawn in desk.samples(seat(0), 60) {
        assert!(among(&drawn.lying("deck"), "GHIJ"), "the deck is the old discard: {}", drawn.lying("deck"));
        assert!(among(&drawn.lying("hand.1"), "CDEF"), "the hands hold cards that nobody saw");
        hands.insert(drawn.lying("hand.1"));
    }
    assert_eq!(hands.len(), 6, "every two of CDEF are possible");

    desk.draw("deck", "hand.1", 1);
    let mut played_from = std::collections::BTreeSet::new();
    for drawn in desk.samples(seat(0), 60) {
        let hand = drawn.lying("hand.1");
        assert_eq!(hand.chars().filter(|c| "GHIJ".contains(*c)).count(), 1, "one card of the old discard: {hand}");
        played_from.insert(hand);
    }
    assert!(played_from.len() > 6);
}

#[test]
fn a_discard_that_is_shuffled_into_the_rest_of_the_deck_is_still_in_nobodys_hand() {
    let mut build = Shape::build(2);
    let deck = zones(&mut build);
    cards(&mut build, "blue", "ABCDEFGH", deck);
    let mut desk = Desk::new(build);
    desk.shuffle("deck");
    desk.put_all("AB", "hand.1");
    desk.put_all("CDE", "discard");
    let (deck, discard) = (desk.zone("deck"), desk.zone("discard"));
    desk.atoms().move_all(discard, deck, rulebook_table::Facing::Default);
    desk.shuffle("deck");
    for drawn in desk.samples(seat(0), 60) {
        assert!(among(&drawn.lying("hand.1"), "ABFGH"), "everybody saw C, D and E go back: {}", drawn.lying("hand.1"));
    }
}

#[test]
fn two_decks_with_different_backs_never_cross() {
    let mut build = Shape::build(2);
    let deck = zones(&mut build);
    cards(&mut build, "blue", "ABCDE", deck);
    cards(&mut build, "red", "VWXYZ", deck);
    let mut desk = Desk::new(build);
    desk.shuffle("deck");
    desk.draw("deck", "hand.1", 4);
    let backs = |desk: &Desk, zone: &str| -> Vec<bool> { desk.lying(zone).chars().map(|face| face < 'M').collect() };
    let sorted_backs = |desk: &Desk, zone: &str| {
        let mut backs = backs(desk, zone);
        backs.sort_unstable();
        backs
    };
    for drawn in desk.samples(seat(0), 60) {
        assert_eq!(backs(&drawn, "deck"), backs(&desk, "deck"), "backs are seen in their places");
        assert_eq!(sorted_backs(&drawn, "hand.1"), sorted_backs(&desk, "hand.1"));
    }
}

/// A table with two cards for each letter. The letter is the face of both.
fn two_packs(letters: &str) -> Desk {
    let mut build = Shape::build(4);
    let deck = zones(&mut build);
    let back = build.back("blue");
    for letter in letters.chars() {
        let face = build.face(&letter.to_string(), back);
        build.card(face, deck, Seat::new(0), None).card(face, deck, Seat::new(0), None);
    }
    let mut desk = Desk::new(build);
    desk.shuffle("deck");
    desk
}

// clause: Cards 6.7-1
#[test]
fn two_packs_keep_their_counts() {
    let mut desk = two_packs("ABCDEFGH");
    for hand in ["hand.0", "hand.1", "hand.2", "discard"] {
        desk.draw("deck", hand, 3);
    }
    for drawn in desk.samples(seat(0), 40) {
        let all: String = ["deck", "discard", "hand.0", "hand.1", "hand.2"].map(|zone| drawn.lying(zone)).concat();
        assert!("ABCDEFGH".chars().all(|face| all.matches(face).count() == 2), "{all}");
        assert_eq!(drawn.lying("hand.0"), desk.lying("hand.0"));
    }
}

#[test]
fn an_unseen_card_can_be_any_remaining_card() {
    let mut desk = two_packs("ABCD");
    desk.draw("deck", "hand.0", 4);
    let mut tops = std::collections::BTreeSet::new();
    for drawn in desk.samples(seat(1), 200) {
        tops.insert(drawn.lying("deck").pop());
    }
    assert_eq!(tops.len(), 4);
}

#[test]
fn more_shuffles_than_there_are_pools_never_panic_and_samples_still_fit() {
    let mut build = Shape::build(2);
    let piles: Vec<usize> =
        (0..MAX_POOLS + 6).map(|i| build.zone(ZoneDef::shared(&format!("pile{i}")).face_down())).collect();
    let back = build.back("blue");
    for (i, &pile) in piles.iter().enumerate() {
        for j in 0..3 {
            let face = build.face(&format!("{i}-{j} "), back);
            build.card(face, pile, Seat::new(0), None);
        }
    }
    let mut desk = Desk::new(build);
    for i in 0..piles.len() {
        desk.shuffle(&format!("pile{i}"));
        desk.table.validate_state(&desk.shape).expect("sound");
        desk.samples(seat(0), 2);
    }
    let exact = |desk: &Desk, i: usize| {
        let own =
            |drawn: &Desk| drawn.lying(&format!("pile{i}")).split_whitespace().all(|f| f.starts_with(&format!("{i}-")));
        desk.samples(seat(0), 10).iter().all(own)
    };
    assert!(exact(&desk, 0), "the first piles have pools of their own");
    assert!((0..piles.len()).any(|i| !exact(&desk, i)), "the last ones share");
}

/// The deck of the copy is a reshuffled discard pile with few faces; the live deck can hold any face. When a sample
/// gives faces to cards that the viewer followed from the copy to the live table, it must leave enough of those few
/// faces for the deck of the copy. A purely random assignment hardly ever leaves enough.
#[test]
fn a_saved_copy_with_a_narrow_deck_is_fitted_without_luck() {
    let mut desk = two_packs("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    desk.draw("deck", "discard", 12);
    for hand in ["hand.1", "hand.2", "hand.3"] {
        desk.draw("deck", hand, 13);
    }
    let (deck, discard) = (desk.zone("deck"), desk.zone("discard"));
    desk.atoms().move_all(deck, discard, rulebook_table::Facing::Up);
    desk.atoms().move_all(discard, deck, rulebook_table::Facing::Default);
    desk.shuffle("deck");
    let saved: Table = desk.table.clone();
    // All cards of the first hand go into the deck as well. Now each card of the live deck alone can have any face, but
    // not all combinations are possible.
    let hand = desk.zone("hand.1");
    desk.atoms().move_all(hand, deck, rulebook_table::Facing::Default);
    desk.shuffle("deck");
    let copies = [&saved];
    let naming = CardNumbering::new(&desk.shape, seat(0), &desk.table, &copies, &[]);
    let (live, copy) = (naming.view(), naming.copy(&saved));
    let mut rng = Rng::seeded("narrow");
    for _ in 0..20 {
        let drawn = sample(&desk.shape, &live, &[&copy], &mut rng);
        drawn.table.validate_state(&desk.shape).expect("a live table");
        drawn.copies[0].validate_state(&desk.shape).expect("a copy");
        let drawn_copies = [&drawn.copies[0]];
        let again = CardNumbering::new(&desk.shape, seat(0), &drawn.table, &drawn_copies, &[]);
        assert_eq!((again.view(), again.copy(&drawn.copies[0])), (live.clone(), copy.clone()));
    }
}

/// A table with three hands of three cards each, and one card in the deck.
fn three_hands() -> Desk {
    let mut build = Shape::build(3);
    let deck = zones(&mut build);
    cards(&mut build, "blue", "ABCDEFGHIJ", deck);
    let mut desk = Desk::new(build);
    desk.shuffle("deck");
    for (hand, faces) in [("hand.0", "ABC"), ("hand.1", "DEF"), ("hand.2", "GHI")] {
        desk.put_all(faces, hand);
    }
    desk
}

fn faces(of: &str) -> Vec<Face> {
    of.chars().map(|letter| Face(letter as u16 - 'A' as u16)).collect()
}

/// The number of samples, out of forty, in which a hand has one of these cards.
fn holding(desk: &Desk, hand: &str, letters: &str) -> usize {
    desk.samples(seat(0), 40).iter().filter(|drawn| drawn.lying(hand).contains(|c| letters.contains(c))).count()
}

#[test]
fn a_ruled_out_face_stays_out_until_a_card_arrives() {
    let mut desk = three_hands();
    let hand = desk.zone("hand.1");
    assert!(holding(&desk, "hand.1", "GH") > 0);
    desk.atoms().rule_out(hand, faces("GH"));
    assert_eq!(holding(&desk, "hand.1", "GH"), 0);
    desk.put("D", "discard");
    assert_eq!(holding(&desk, "hand.1", "GH"), 0, "it has fewer cards, and still none of those");
    let told = desk.facts.len();
    desk.atoms().rule_out(hand, faces("G"));
    desk.atoms().rule_out(hand, faces(""));
    assert_eq!(desk.facts.len(), told, "that is nothing new");
    desk.atoms().rule_out(hand, faces("I"));
    assert_eq!((desk.table.hints().len(), desk.facts.len()), (1, told + 1), "one note contains both facts");
    assert!(desk.samples(seat(0), 20).iter().all(|drawn| drawn.lying("hand.1").chars().all(|c| "EFJ".contains(c))));
    desk.put("J", "hand.1");
    desk.put("E", "discard");
    assert!(holding(&desk, "hand.1", "GH") > 0, "nobody knows whether the new card left again");
    assert_eq!(desk.folded(), desk.table);
}

/// The third hand cannot have some faces. The two other hands and the deck share these faces in proportion to their
/// numbers of cards.
#[test]
fn excluded_faces_are_shared_among_the_other_zones_in_proportion() {
    let mut build = Shape::build(4);
    let deck = zones(&mut build);
    cards(&mut build, "blue", "ABCDEFGHIJKLMNOP", deck);
    let mut desk = Desk::new(build);
    desk.shuffle("deck");
    for (hand, faces) in [("hand.0", "ABCD"), ("hand.1", "EFGH"), ("hand.2", "IJKL"), ("hand.3", "MN")] {
        desk.put_all(faces, hand);
    }
    let hand = desk.zone("hand.1");
    desk.atoms().rule_out(hand, faces("LMNOP"));
    let samples = desk.samples(seat(0), 800);
    let has = |zone: &str| -> usize {
        samples.iter().map(|drawn| drawn.lying(zone).chars().filter(|c| "LMNOP".contains(*c)).count()).sum()
    };
    // Five such cards lie in eight places. On average, 2.5 are in the hand of four, and 1.25 in the hand of two.
    let [four, two, rest] = ["hand.2", "hand.3", "deck"].map(|zone| has(zone) as f64 / 800.0);
    assert!(
        (2.3..2.7).contains(&four) && (1.1..1.4).contains(&two) && (1.1..1.4).contains(&rest),
        "{four} {two} {rest}"
    );
}

#[test]
fn a_ruled_in_face_stays_in_until_it_is_seen_elsewhere() {
    let mut desk = three_hands();
    let hand = desk.zone("hand.1");
    assert!(holding(&desk, "hand.1", "DG") < 40);
    desk.atoms().rule_in(hand, faces("DG"), 1);
    assert_eq!(holding(&desk, "hand.1", "DG"), 40);
    let told = desk.facts.len();
    desk.atoms().rule_in(hand, faces("DG"), 1);
    assert_eq!(desk.facts.len(), told, "that is nothing new");
    desk.put("E", "discard");
    assert_eq!(holding(&desk, "hand.1", "DG"), 40, "another one went");
    desk.put("J", "hand.1");
    desk.put("F", "hand.2");
    assert_eq!(desk.table.hints().len(), 1, "it is in one of the two hands");
    desk.put("D", "discard");
    assert!(holding(&desk, "hand.1", "G") < 40, "a card that satisfies the note has left");
    assert_eq!(desk.folded(), desk.table);
    desk.put_all("EDJA", "deck");
    desk.shuffle("deck");
    assert!(desk.table.hints().is_empty(), "the shuffle drops all notes");
}

/// A note is serialised as a set of entries and a set of faces, with or without a count. If all notes
/// have a count, a generic reader could mistake the count for another word of faces.
#[test]
fn notes_are_saved_as_lists_of_sets_and_gone_on_with() {
    let mut desk = three_hands();
    let (one, other) = (desk.zone("hand.1"), desk.zone("hand.2"));
    desk.atoms().rule_in(one, faces("DG"), 1);
    desk.atoms().rule_in(other, faces("GHI"), 2);
    let written = |table: &Table| postcard::to_stdvec(table.hints()).expect("notes can be written");
    let sets: [([u64; 1], [u64; 2]); 2] = [([0b111 << 3], [0b100_1000, 1]), ([0b111 << 6], [0b111 << 6, 2])];
    let sets: Vec<_> = sets.iter().map(|(entries, faces)| (entries.to_vec(), faces.to_vec())).collect();
    assert_eq!(written(&desk.table), postcard::to_stdvec(&sets).expect("the expected notes can be written"));
    let saved = postcard::to_stdvec(&desk.table).expect("a table can be written");
    let mut read: Table = postcard::from_bytes(&saved).expect("a table can be read");
    read.validate_state(&desk.shape).expect("it is one");
    assert_eq!(read, desk.table);
    desk.atoms().rule_out(one, faces("HI"));
    read.atoms(&desk.shape, &mut ()).rule_out(one, faces("HI"));
    assert_eq!((&read, written(&read)), (&desk.table, written(&desk.table)));
    assert_eq!(read.hints().len(), 3);
    let uneven = (vec![0_u64; 1], vec![1_u64; 4]);
    let broken = postcard::to_stdvec(&vec![sets[0].clone(), uneven]).expect("anything can be written");
    assert!(postcard::from_bytes::<rulebook_table::Hints>(&broken).is_err(), "the notes differ in length");
}

/// A hand has shown one of three cards. The probability of the other two cards must not change.
#[test]
fn a_ruled_in_face_does_not_change_the_odds_of_other_cards() {
    let mut build = Shape::build(3);
    let deck = zones(&mut build);
    cards(&mut build, "blue", "ABCDEFGHIJ", deck);
    let mut desk = Desk::new(build);
    desk.shuffle("deck");
    for (hand, faces) in [("hand.0", "AB"), ("hand.1", "CDEF")] {
        desk.put_all(faces, hand);
    }
    let hand = desk.zone("hand.1");
    desk.atoms().rule_in(hand, faces("CIJ"), 1);
    let mut times = [0; 4];
    for drawn in desk.samples(seat(0), 1300) {
        times[drawn.lying("hand.1").chars().filter(|c| "CIJ".contains(*c)).count()] += 1;
    }
    // There are 70 hands of four cards from eight. 65 of them have at least one of the three cards: 30 have one, 30
    // have two, 5 have all three.
    let near = |times: i32, hands: i32| (times - 20 * hands).abs() < 80;
    assert!(times[0] == 0 && near(times[1], 30) && near(times[2], 30) && near(times[3], 5), "{times:?}");
}

#[test]
fn samples_obey_a_rule_in_of_two_cards_and_survive_contradictions() {
    let mut desk = three_hands();
    let hand = desk.zone("hand.1");
    desk.atoms().rule_in(hand, faces("DEG"), 2);
    for drawn in desk.samples(seat(0), 40) {
        assert!(drawn.lying("hand.1").chars().filter(|c| "DEG".contains(*c)).count() >= 2);
    }
    // Another seat cannot hold a card that the viewer holds, so this note is false. A false note must not break
    // sampling.
    desk.atoms().rule_in(hand, faces("A"), 1);
    assert_eq!(desk.samples(seat(0), 5).len(), 5);
}

/// Two hands lack different suits. On average, samples must give both hands equally many cards of the third suit,
/// although the hand that is sampled first has more cards to choose from.
#[test]
fn two_hands_that_lack_different_suits_have_as_much_of_the_third() {
    let mut build = Shape::build(4);
    let deck = zones(&mut build);
    cards(&mut build, "blue", "ABCDEFGHIJKLMNO", deck);
    let mut desk = Desk::new(build);
    desk.shuffle("deck");
    for (hand, faces) in [("hand.1", "FGHKL"), ("hand.2", "ABCMN"), ("hand.3", "DEIJO")] {
        desk.put_all(faces, hand);
    }
    let (one, other) = (desk.zone("hand.1"), desk.zone("hand.2"));
    desk.atoms().rule_out(one, faces("ABCDE"));
    desk.atoms().rule_out(other, faces("FGHIJ"));
    let samples = desk.samples(seat(0), 2000);
    for hand in ["hand.1", "hand.2"] {
        let third = |drawn: &Desk| drawn.lying(hand).chars().filter(|c| "KLMNO".contains(*c)).count();
        let mean = samples.iter().map(third).sum::<usize>() as f64 / 2000.0;
        // Counting all possible hands gives 1.889 such cards on average, with a variance of 0.6.
        assert!((mean - 1.889).abs() < 0.09, "{hand}: {mean}");
    }
}
