//! Tests of matches with an erased type, on the five-card game.

use rulebook_kernel::*;
use rulebook_matches::*;
use rulebook_scene::*;
use rulebook_testkit::five::{Five, edition, five};

fn seat(i: usize) -> Seat {
    Seat::new(i)
}

fn begin(seed: &str) -> Box<dyn AnyMatch> {
    five().start(&Setup::seats(2), Key::from_seed(seed)).unwrap()
}

/// Plays the `n`th legal move of the first due seat, with facts.
fn step(game: &mut dyn AnyMatch, n: usize) -> Played {
    let who = game.turn().seats().lowest().unwrap();
    let texts = game.legal_texts(who);
    game.play(who, &texts[n % texts.len()]).unwrap()
}

#[test]
fn a_setup_that_is_not_admitted_does_not_start() {
    let wrong = five().start(&Setup::seats(3), Key::from_seed("1")).err().unwrap();
    assert_eq!(wrong.to_string(), "Five has 2 seats, not 3");
    assert!(five().start(&Setup::seats(2).with("mood", "angry"), Key::from_seed("1")).is_err());
}

#[test]
fn asks_are_numbered_by_the_answers_of_their_own_seat() {
    let mut game = begin("1");
    assert_eq!(game.ask(seat(0)).unwrap().number, 0);
    let text = game.legal_texts(seat(1))[0].clone();
    let sealed = game.play(seat(1), &text).unwrap();
    assert!(sealed.facts.is_empty());
    assert_eq!((game.answered(seat(0)), game.answered(seat(1))), (0, 1));
    assert!(game.ask(seat(1)).is_none(), "it has answered");
    assert_eq!(game.ask(seat(0)).unwrap().number, 0);
}

// clause: Cards 1.2-2 2-9
#[test]
fn an_illegal_move_changes_nothing_and_says_why() {
    let mut game = begin("1");
    let (before, saved) = (game.digest(), game.save());
    for text in ["pass 9", "dance", "play 1", "", "pass 99999999999999999999", &"x".repeat(MAX_MOVE_TEXT + 1)] {
        assert!(game.check(seat(0), text).is_err(), "{text}");
        assert!(game.play(seat(0), text).is_err(), "{text}");
    }
    assert_eq!(game.play_nth(seat(0), 2).unwrap_err().to_string(), "seat 1 has 2 legal moves, there is no number 2");
    assert_eq!((game.digest(), game.save()), (before, saved));
}

// clause: Cards 2.1-1 8.2-3
// departs: Cards 2.1-7: the engine checks the turn before the rules are asked; every game needs it
#[test]
fn only_due_seats_may_play_and_none_after_the_end() {
    let mut game = begin("1");
    assert_eq!(game.play(seat(7), "draw").unwrap_err().to_string(), "seat 8 is not asked anything now");
    step(&mut *game, 0);
    assert_eq!(game.play(seat(0), "pass 1").unwrap_err().to_string(), "seat 1 is not asked anything now");
    while !game.turn().is_over() {
        assert!(game.published_key().is_none());
        step(&mut *game, 0);
    }
    assert_eq!(game.play(seat(0), "draw").unwrap_err().to_string(), "the game is over");
    assert!(game.ask(seat(0)).is_none() && game.legal_texts(seat(0)).is_empty());
    assert_eq!(game.published_key(), Some(Key::from_seed("1")));
    assert_eq!(game.scene(Viewer::Spectator).outcome, game.outcome());
}

#[test]
fn the_text_of_an_entry_is_the_one_of_the_rules() {
    let mut game = begin("1");
    let text = game.legal_texts(seat(0))[1].clone();
    let played = game.play(seat(0), &format!("  {} ", text.to_uppercase())).unwrap();
    assert_eq!(played.text, text);
}

#[test]
fn an_offer_names_the_card_of_the_scene() {
    let mut game = begin("4");
    step(&mut *game, 0);
    step(&mut *game, 0);
    let (scene, ask) = (game.scene(seat(0).into()), game.ask(seat(0)).unwrap());
    assert_eq!(ask.offers.iter().map(|o| o.text.clone()).collect::<Vec<_>>(), game.legal_texts(seat(0)));
    let Gesture::Drag { cards, to } = &ask.offers[0].gesture else { panic!("a drag") };
    let card = &scene.zones[1].cards[cards[0].at];
    assert_eq!((cards[0].key, to.as_str()), (card.key, "pile.0"));
    assert_ne!(card.key, CardKey::default());
    assert_eq!(ask.offers[0].label, format!("play the {}", card.face.as_ref().unwrap().name));
}

#[test]
fn play_with_and_without_facts_reaches_the_same_state() {
    let (mut told, mut silent) = (begin("9"), begin("9"));
    let mut n = 0;
    while let Some(who) = told.turn().seats().lowest() {
        let pick = n % told.legal_count(who);
        let text = told.nth_text(who, pick).unwrap();
        told.play(who, &text).unwrap();
        silent.play_nth(who, pick).unwrap();
        assert_eq!((told.digest(), told.answered(who)), (silent.digest(), silent.answered(who)));
        n += 1;
    }
    assert!(told.log_head().is_some() && silent.log_head().is_none());
}

#[test]
fn facts_are_witnessed() {
    let game = begin("2");
    let deal = game.opening();
    assert_eq!((deal.seat, deal.facts.len()), (None, 4));
    let cards = |who: Viewer| {
        let facts = deal.facts.witnessed(who);
        facts.iter().filter(|fact| !fact["Drew"]["card"].is_null()).count()
    };
    assert_eq!((cards(seat(0).into()), cards(Viewer::Spectator), cards(Viewer::God)), (2, 0, 4));
    let steps = game.steps(seat(1).into(), &deal);
    let faces = steps.iter().filter(|step| matches!(step, Step::Move { face: Some(_), .. })).count();
    assert_eq!((steps.len(), faces), (4, 2));
    assert_eq!(deal.facts.of::<Five>().unwrap().len(), 4);
    assert_eq!(five().facts(&deal.facts.json()).unwrap(), deal.facts);
    assert!(five().facts("[{\"Drew\":1}]").is_err() && five().facts("[[[").is_err());
}

#[test]
fn a_fork_goes_its_own_way() {
    let mut game = begin("3");
    let before = game.digest();
    let mut fork = game.fork();
    step(&mut *fork, 0);
    assert_eq!(game.digest(), before);
    assert_ne!(fork.digest(), before);
    step(&mut *game, 1);
    assert_ne!(fork.digest(), game.digest());
}

// clause: Cards 3.2-3 9-4
#[test]
fn a_save_at_every_ask_goes_on_identically() {
    let mut game = begin("5");
    let mut n = 0;
    while !game.turn().is_over() {
        for viewer in Viewer::limited(2) {
            game.scene(viewer);
        }
        let mut loaded = five().load(&game.save()).unwrap();
        assert_eq!(loaded.save(), game.save());
        let (a, b) = (step(&mut *game, n), step(&mut *loaded, n));
        assert_eq!(a, b);
        for viewer in Viewer::limited(2) {
            assert_eq!(game.scene(viewer), loaded.scene(viewer), "keys too");
        }
        n += 1;
    }
}

#[test]
fn another_games_save_is_refused_in_a_sentence() {
    let refused = |change: fn(&mut Info), saved: &[u8]| edition(change).load(saved).err().unwrap().to_string();
    let saved = begin("1").save();
    assert_eq!(refused(|i| i.id = "six".into(), &saved), "this is a match of \"five\", not of \"six\"");
    assert_eq!(refused(|i| i.semantics = 2, &saved), "saved with semantics 1, this engine has 2");
    assert_eq!(
        refused(|i| i.source = Digest::of_bytes(b"x"), &saved),
        "saved with another version of the rules of \"five\""
    );
    assert_eq!(refused(|_| (), b"hello"), "this is not a saved match");
    assert_eq!(refused(|_| (), b""), "this is not a saved match");
    assert_eq!(refused(|_| (), &saved[..saved.len() - 1]), "the saved match is damaged");
}

#[test]
fn hostile_saves_are_refused_or_playable() {
    let game = begin("1");
    game.scene(Viewer::Spectator);
    let saved = game.save();
    let mut rng = Rng::seeded("hostile");
    let mut admitted = 0;
    for round in 0..4000 {
        let mut bytes = saved[..saved.len() - 32].to_vec();
        let at = rng.below(bytes.len() as u32) as usize;
        bytes[at] = if round % 2 == 0 { rng.below(256) as u8 } else { bytes[at] ^ 1 << rng.below(8) };
        if round % 5 == 0 {
            bytes.truncate(at);
        }
        // A changed byte is always detected by the digest. If the digest is recomputed too, loading must not panic.
        assert!(bytes == saved[..saved.len() - 32] || five().load(&bytes).is_err());
        let digest = Digest::of_bytes(&bytes);
        bytes.extend_from_slice(digest.bytes());
        if let Ok(mut loaded) = five().load(&bytes) {
            admitted += 1;
            for viewer in Viewer::limited(2) {
                loaded.scene(viewer);
            }
            for _ in 0..40 {
                let Some(who) = loaded.turn().seats().lowest() else { break };
                loaded.play_nth(who, 0).unwrap();
            }
        }
    }
    assert!(admitted > 100, "{admitted}");
}

#[test]
fn a_generic_bot_reaches_the_state() {
    let game = begin("1");
    let typed = game.as_any().downcast_ref::<Match<Five>>().unwrap();
    assert_eq!(typed.state().deck.len(), 1);
    assert_eq!(typed.moves(seat(0)).len(), 2);
    assert!(five().as_any().downcast_ref::<Hosted<Five>>().is_some());
}

#[test]
fn a_seat_that_does_not_take_part_sees_what_a_spectator_sees() {
    let game = begin("1");
    assert_eq!(game.scene(seat(9).into()), game.scene(Viewer::Spectator));
}

#[test]
fn a_sealed_answer_changes_nothing_that_others_receive() {
    let mut game = begin("6");
    let before: Vec<Scene> = Viewer::limited(2).map(|viewer| game.scene(viewer)).collect();
    let asked = game.ask(seat(0)).unwrap();
    let text = game.legal_texts(seat(1))[0].clone();
    game.play(seat(1), &text).unwrap();
    assert_eq!(game.scene(seat(0).into()), before[0]);
    assert_eq!(game.scene(Viewer::Spectator), before[2]);
    assert_eq!(game.ask(seat(0)).unwrap(), asked);
}

/// The keys of a zone, by face.
fn keys(scene: &Scene, zone: &str) -> Vec<(Option<String>, CardKey)> {
    let zone = scene.zones.iter().find(|z| z.id == zone).unwrap();
    zone.cards.iter().map(|card| (card.face.as_ref().map(|face| face.id.clone()), card.key)).collect()
}

#[test]
fn a_late_viewer_gets_the_same_card_keys() {
    for n in 0..6 {
        let (mut often, mut late) = (begin("8"), begin("8"));
        let viewer = Viewer::Seat(seat(1));
        assert_eq!(late.scene(viewer), often.scene(viewer));
        for _ in 0..3 {
            step(&mut *often, n);
            often.scene(viewer);
            step(&mut *late, n);
        }
        let (a, b) = (often.scene(viewer), late.scene(viewer));
        for zone in ["hand.1", "pile.0", "pile.1"] {
            let first: Vec<_> = keys(&begin("8").scene(viewer), "hand.1").into_iter().map(|(_, key)| key).collect();
            let followed = |scene: &Scene| {
                keys(scene, zone).into_iter().filter(|(_, key)| first.contains(key)).collect::<Vec<_>>()
            };
            assert!(followed(&a).iter().all(|card| followed(&b).contains(card)), "{zone}");
            if zone == "hand.1" {
                assert_eq!(followed(&a), followed(&b));
            }
        }
    }
}

#[test]
fn a_card_of_my_hand_is_followed_to_the_table_and_no_other_is() {
    let mut game = begin("11");
    step(&mut *game, 0);
    step(&mut *game, 0);
    let (mine, theirs) = (game.scene(seat(0).into()), game.scene(seat(1).into()));
    let (_, key) = keys(&mine, "hand.0")[0].clone();
    step(&mut *game, 0);
    assert_eq!(keys(&game.scene(seat(0).into()), "pile.0")[0].1, key);
    let other = keys(&game.scene(seat(1).into()), "pile.0")[0].1;
    assert!(keys(&theirs, "hand.0").iter().all(|(_, key)| *key != other));
}

#[test]
fn after_a_silent_move_nothing_can_be_followed() {
    let mut game = begin("11");
    let before = game.scene(seat(0).into());
    game.play_nth(seat(1), 0).unwrap();
    let after = game.scene(seat(0).into());
    assert!(keys(&after, "hand.0").iter().all(|card| !keys(&before, "hand.0").contains(card)));
}
