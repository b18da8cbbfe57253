//! Tests of following cards. A scene is written `deck[? ? 3] hand.0{1 2}`: square brackets for an ordered zone, curly
//! brackets for an unordered zone, `?` for a back.

use super::*;
use crate::{FaceScene, Place, ZoneScene};
use rulebook_kernel::{Rng, Seat};

const ANN: Viewer = Viewer::Seat(Seat::new(0));

fn scene(text: &str) -> Scene {
    let zones = text.split_inclusive(['}', ']']).map(|zone| {
        let (id, cards) = zone.trim().split_once(['{', '[']).unwrap();
        let cards: Vec<CardScene> = cards.trim_end_matches(['}', ']']).split_whitespace().map(card).collect();
        let ordered = zone.contains('[');
        ZoneScene { id: id.to_owned(), ordered, count: Some(cards.len()), cards, ..ZoneScene::default() }
    });
    Scene { zones: zones.collect(), ..Scene::default() }
}

/// Parses a card: `3` is a face, `?` a back, `3'` a face that lies on its side.
fn card(text: &str) -> CardScene {
    let id = text.trim_end_matches('\'');
    let face = (id != "?").then(|| FaceScene { id: id.to_owned(), ..FaceScene::default() });
    CardScene { face, rotation: if text.ends_with('\'') { 90 } else { 0 }, ..CardScene::default() }
}

/// Parses a place: `deck@4` is a position in an ordered zone, `hand.0` an unknown position in a zone.
fn place(text: &str) -> Place {
    let (zone, at) = text.split_once('@').map_or((text, None), |(zone, at)| (zone, at.parse().ok()));
    Place { zone: zone.to_owned(), at }
}

fn moved(from: &str, to: &str, face: &str) -> Step {
    let face = (face != "?").then(|| face.to_owned());
    Step::Move { from: place(from), to: place(to), face }
}

fn mix(zone: &str) -> Step {
    Step::Mix { zone: zone.to_owned(), text: None }
}

/// A test viewer with its key ring.
struct Eyes(KeyRing);

impl Eyes {
    fn new() -> Eyes {
        Eyes(KeyRing::new(ANN))
    }

    /// The keys of the scene after these steps, zone by zone.
    fn see(&mut self, steps: &[Step], text: &str) -> Vec<Vec<CardKey>> {
        let mut scene = scene(text);
        self.0.follow(&Salt::of(&Key::from_seed("salt")), steps, &mut scene);
        let keys: Vec<Vec<CardKey>> =
            scene.zones.iter().map(|zone| zone.cards.iter().map(|card| card.key).collect()).collect();
        let all: BTreeSet<_> = keys.iter().flatten().collect();
        assert_eq!(all.len(), keys.iter().flatten().count(), "no key twice");
        assert!(all.iter().all(|key| key.0 > 0 && key.0 >> KEY_BITS == 0));
        keys
    }
}

/// Whether the two lists share no key.
fn strangers(a: &[CardKey], b: &[CardKey]) -> bool {
    a.iter().all(|key| !b.contains(key))
}

#[test]
fn nothing_happens_and_nothing_changes() {
    let mut eyes = Eyes::new();
    let table = "deck[? ? ?] hand.0{1 2} hand.1{? ?}";
    assert_eq!(eyes.see(&[], table), eyes.see(&[], table));
}

#[test]
fn i_draw_the_top_card_and_can_follow_it() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "deck[? ? ?] hand.0{1 5}");
    let after = eyes.see(&[moved("deck@2", "hand.0", "3")], "deck[? ?] hand.0{1 3 5}");
    assert_eq!(after[0], before[0][..2]);
    assert_eq!(after[1], [before[1][0], before[0][2], before[1][1]]);
}

#[test]
fn a_card_drawn_by_another_player_gets_a_new_key() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "deck[? ? ?] hand.1{? ?}");
    let after = eyes.see(&[moved("deck@2", "hand.1", "?")], "deck[? ?] hand.1{? ? ?}");
    assert_eq!(after[1][..2], before[1][..], "the slots stay");
    assert!(strangers(&after[1], &before[0]), "the top of the deck is not in the hand by name");
}

#[test]
fn i_play_a_card_openly_and_it_keeps_its_key() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "hand.0{1 3 5} pile[2]");
    let after = eyes.see(&[moved("hand.0", "pile@1", "3")], "hand.0{1 5} pile[2 3]");
    assert_eq!(after[0], [before[0][0], before[0][2]]);
    assert_eq!(after[1], [before[1][0], before[0][1]]);
}

#[test]
fn a_card_played_by_another_player_gets_a_new_key() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "hand.1{? ? ?} pile[]");
    let after = eyes.see(&[moved("hand.1", "pile@0", "4")], "hand.1{? ?} pile[4]");
    assert!(strangers(&after[1], &before[0]));
    assert_eq!(after[0], before[0][..2], "the last slot becomes empty, whichever card was played");
}

#[test]
fn a_public_card_that_moves_keeps_its_key() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "pile[2 4] won{9}");
    let after = eyes.see(&[moved("pile@1", "won", "4"), moved("pile@0", "won", "2")], "pile[] won{2 4 9}");
    assert_eq!(after[1], [before[0][0], before[0][1], before[1][0]]);
}

// departs: Cards 3.1-7: a hidden card has a key that a shuffle ends, so that nobody can follow it
// departs: Cards P4-8: a shuffle gives new ids, so that a card cannot be followed through it
#[test]
fn a_shuffle_ends_every_trail() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "deck[? ? ?] discard[1 2]");
    let steps = [moved("discard@1", "deck@3", "2"), moved("discard@0", "deck@4", "1"), mix("deck")];
    let after = eyes.see(&steps, "deck[? ? ? ? ?] discard[]");
    assert!(strangers(&after[0], &before[0]) && strangers(&after[0], &before[1]));
}

#[test]
fn a_card_drawn_after_a_shuffle_is_new_also_if_i_look_only_afterwards() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "deck[? ? ?] hand.0{}");
    let after = eyes.see(&[mix("deck"), moved("deck@2", "hand.0", "3")], "deck[? ?] hand.0{3}");
    assert!(strangers(&after.concat(), &before.concat()));
}

#[test]
fn a_card_put_on_top_after_a_shuffle_keeps_its_key() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "deck[? ?] hand.0{3}");
    let after = eyes.see(&[mix("deck"), moved("hand.0", "deck@2", "3")], "deck[? ? ?] hand.0{}");
    assert_eq!(after[0][2], before[1][0]);
}

#[test]
fn a_hidden_hand_discards_face_down() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "hand.1{? ?} discard[?]");
    let after = eyes.see(&[moved("hand.1", "discard@1", "?")], "hand.1{?} discard[? ?]");
    assert_eq!(after[1][0], before[1][0]);
    assert!(!before[0].contains(&after[1][1]));
    // In the ordered pile the card is followed by its place. So it keeps its key when it is turned up.
    let turned = eyes.see(&[Step::change(place("discard@1"), "turned")], "hand.1{?} discard[? 7]");
    assert_eq!(turned[1], after[1]);
}

#[test]
fn i_discard_face_down_and_know_which_it_is() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "hand.0{3 5} discard[?]");
    let after = eyes.see(&[moved("hand.0", "discard@1", "3")], "hand.0{5} discard[? ?]");
    assert_eq!(after[1], [before[1][0], before[0][0]]);
}

#[test]
fn i_give_a_card_away_and_it_is_lost_in_the_other_hand() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "hand.0{3 5} hand.1{? ?}");
    let steps = [moved("hand.0", "hand.1", "3"), moved("hand.1", "hand.0", "8")];
    let after = eyes.see(&steps, "hand.0{5 8} hand.1{? ?}");
    assert_eq!(after[0][0], before[0][1]);
    assert!(!before.concat().contains(&after[0][1]), "the card I got is new");
    assert!(strangers(&after[1], &before[0]), "the card I gave has no name there");
}

#[test]
fn two_hands_are_swapped_whole() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "hand.0{3 5} hand.1{? ?}");
    let gone = ["3", "5"].map(|face| moved("hand.0", "aside", face));
    let come = ["7", "8"].map(|face| moved("hand.1", "hand.0", face));
    let over = ["3", "5"].map(|face| moved("aside", "hand.1", face));
    let after = eyes.see(&[gone, come, over].concat(), "hand.0{7 8} hand.1{? ?}");
    assert!(strangers(&after[0], &before.concat()));
    assert!(strangers(&after[1], &before[0]));
}

#[test]
fn a_card_slipped_into_a_pile_unseen_ends_the_trails_there() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "deck[? ? 4] hand.1{?}");
    let after = eyes.see(&[moved("hand.1", "deck", "?")], "deck[? ? ? 4] hand.1{}");
    assert!(strangers(&after[0][..3], &before.concat()));
    assert_eq!(after[0][3], before[0][2], "a visible card keeps its key");
}

#[test]
fn copies_keep_their_looks() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "field{goblin goblin' goblin}");
    let after = eyes.see(&[], "field{goblin' goblin goblin}");
    assert_eq!(after[0], [before[0][1], before[0][0], before[0][2]]);
}

#[test]
fn cards_are_made_and_unmade() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "row[1 2]");
    let made = [Step::Create { at: place("row@1"), face: Some("t".into()) }];
    let after = eyes.see(&made, "row[1 t 2]");
    assert_eq!([after[0][0], after[0][2]], before[0][..]);
    let gone = eyes.see(&[Step::Remove { at: place("row@0") }], "row[t 2]");
    assert_eq!(gone[0], after[0][1..]);
}

#[test]
fn cards_that_contradict_the_steps_get_new_keys() {
    let mut eyes = Eyes::new();
    let before = eyes.see(&[], "row[1 2 3] hand.0{4}");
    // The step says that the second card left, but in the scene the first card is another one.
    let after = eyes.see(&[moved("row@1", "hand.0", "9")], "row[5 3] hand.0{4 9}");
    assert!(!before.concat().contains(&after[0][0]) && !before.concat().contains(&after[1][1]));
    assert_eq!((after[0][1], after[1][0]), (before[0][2], before[1][0]));
}

// clause: Cards 6.1-9 P4-3 P4-4 P4-7
#[test]
fn keys_of_two_viewers_have_nothing_in_common() {
    let salt = Salt::of(&Key::from_seed("salt"));
    let table = "deck[? ? ? ?] pile[1 2 3]";
    let keys = |viewer: Viewer, salt: &Salt| {
        let mut scene = scene(table);
        KeyRing::new(viewer).follow(salt, &[], &mut scene);
        scene.zones.iter().flat_map(|zone| &zone.cards).map(|card| card.key).collect::<Vec<_>>()
    };
    let viewers = [ANN, Viewer::Seat(Seat::new(1)), Viewer::Spectator, Viewer::God];
    for (i, a) in viewers.iter().enumerate() {
        assert!(viewers[..i].iter().all(|b| strangers(&keys(*a, &salt), &keys(*b, &salt))));
        let own: std::collections::BTreeSet<_> = keys(*a, &salt).into_iter().collect();
        assert_eq!(own.len(), 7, "each card has a key of its own");
        assert_eq!(keys(*a, &salt), keys(*a, &salt), "a card has the same key each time");
        assert!(strangers(&keys(*a, &salt), &keys(*a, &Salt::of(&Key::from_seed("pepper")))), "nor of two matches");
    }
}

#[test]
fn nonsense_never_panics_and_never_doubles_a_key() {
    let mut rng = Rng::seeded("nonsense");
    let mut eyes = Eyes::new();
    let zones = ["a", "b", "c", "nowhere"];
    for _ in 0..3000 {
        let mut pick = |n: usize| rng.below(n as u32) as usize;
        let any_place = |pick: &mut dyn FnMut(usize) -> usize| Place {
            zone: zones[pick(4)].to_owned(),
            at: [None, Some(pick(6)), Some(usize::MAX)][pick(3)],
        };
        let steps: Vec<Step> = (0..pick(5))
            .map(|_| {
                let (from, to) = (any_place(&mut pick), any_place(&mut pick));
                let face = [None, Some(pick(4).to_string())][pick(2)].clone();
                match pick(6) {
                    0 => Step::Create { at: to, face },
                    1 => Step::Remove { at: from },
                    2 => mix(zones[pick(4)]),
                    3 => Step::change(from, ""),
                    _ => Step::Move { from, to, face },
                }
            })
            .collect();
        let zone = |id: &str, pick: &mut dyn FnMut(usize) -> usize| {
            let cards: Vec<&str> = (0..pick(5)).map(|_| ["?", "0", "1", "1'", "2"][pick(5)]).collect();
            let [open, close] = [['[', ']'], ['{', '}']][pick(2)];
            format!("{id}{open}{}{close}", cards.join(" "))
        };
        let text = [zone("a", &mut pick), zone("b", &mut pick), zone("a", &mut pick), zone("c", &mut pick)].concat();
        eyes.see(&steps, &text);
    }
}
