//! Tests of the state that a player sees: everything public, and the player's own hand.

use super::{DECKS, random_game, rules};
use rulebook_kernel::{Hidden, Notation, Seat, Setup, Viewer};
use rulebook_matches::Staged;
use rulebook_mtg::ir::PlainKeyword;
use rulebook_scene::{Gesture, ZoneScene};
use std::collections::BTreeSet;

// clause: Magic 3-1 4-18 16-1 16-2 16-3 16-4 16-6
#[test]
fn a_player_sees_all_that_is_public_and_the_own_hand() {
    let duel = rules();
    let mut phases = BTreeSet::new();
    let (mut stacked, mut attached, mut sized, mut gained) = (0, 0, 0, 0);
    let (mut attacking, mut blocking, mut aimed) = (0, 0, 0);
    for game in 0..6 {
        let setup = Setup::seats(2).with("deck-1", DECKS[game].0).with("deck-2", DECKS[(game + 3) % 6].0);
        random_game(&duel, &setup, game, |state, due, _| {
            for seat in Seat::all(2) {
                let scene = duel.scene(&duel.view(state, Viewer::Seat(seat)));
                let zone =
                    |id: String| -> &ZoneScene { scene.zones.iter().find(|zone| zone.id == id).expect("a zone") };
                for owner in Seat::all(2) {
                    let n = owner.index();
                    let faces =
                        |id: &str| zone(format!("{id}.{n}")).cards.iter().filter(|card| card.face.is_some()).count();
                    let count = |id: &str| zone(format!("{id}.{n}")).count;
                    if owner == seat {
                        assert_eq!(count("hand"), Some(faces("hand")), "the own hand");
                    }
                    assert_eq!(count("graveyard"), Some(faces("graveyard")));
                    assert_eq!(count("battlefield"), Some(faces("battlefield")));
                    assert!(count("library").is_some(), "the size of a library");
                    let life = &scene.scoreboards[0].rows[n];
                    assert!(life[1].parse::<i32>().is_ok(), "{life:?}");
                }
                assert_eq!(zone("exile".to_owned()).count, Some(zone("exile".to_owned()).cards.len()));
                assert_eq!(scene.due, [due], "the player who has priority");
                if let (Some(turn), Some(phase)) = (scene.turn, &scene.phase) {
                    assert!(turn.number > 0 && scene.phases.contains(phase), "{phase}");
                    assert!(scene.stops.iter().all(|stop| scene.phases.contains(stop)), "{:?}", scene.stops);
                }
                for item in &scene.stack {
                    assert!(item.card.is_none() || item.source.is_none(), "a spell has no source: {item:?}");
                    aimed += item.targets.len() + item.target_seats.len();
                }
                phases.extend(scene.phase.as_deref().and_then(|phase| phase.rsplit(": ").next()).map(str::to_owned));
                stacked += scene.stack.iter().filter(|item| item.controller.is_some() && !item.text.is_empty()).count();
                let cards =
                    scene.zones.iter().filter(|zone| zone.id.starts_with("battlefield")).flat_map(|zone| &zone.cards);
                for card in cards {
                    let creature = card.face.iter().flat_map(|face| &face.text).any(|(name, _)| name == "size");
                    attacking += card.points_at_seats.len();
                    blocking += card.points_at.len();
                    assert!(card.points_at_seats.is_empty() || creature, "only creatures attack: {card:?}");
                    attached += usize::from(card.attached_to.is_some());
                    sized += usize::from(card.notes.iter().any(|note| note.contains('/')));
                    gained +=
                        usize::from(card.notes.iter().any(|note| PlainKeyword::ALL.iter().any(|k| k.words() == note)));
                }
            }
        });
    }
    assert!(phases.len() > 2, "{phases:?}");
    assert!(
        stacked > 0 && attached > 0 && sized > 0,
        "{stacked} on the stack, {attached} attached, {sized} with a size"
    );
    assert!(attacking > 0 && blocking > 0 && aimed > 0, "{attacking} attack, {blocking} block, {aimed} targets");
    assert!(gained > 0, "{gained} with a keyword that is not printed");
}

#[test]
fn the_buttons_and_moves_for_modes_show_their_text() {
    let duel = rules();
    let deck = DECKS.iter().find(|(_, list)| list.contains("Oathbound Pyre")).expect("a deck with a modal ability").0;
    let setup = Setup::seats(2).with("deck-1", deck).with("deck-2", deck);
    let mut seen = BTreeSet::new();
    for game in 0..60 {
        random_game(&duel, &setup, game, |state, due, mv| {
            let id = duel.text(state, due, mv);
            if id.starts_with("mode ") {
                let view = duel.view(state, Viewer::Seat(due));
                let offer = duel.offer(&view, mv);
                let button = duel.scene(&view).buttons.into_iter().find(|button| button.id == id);
                assert_eq!(offer.gesture, Gesture::Button { id });
                assert_eq!(button.expect("a button for the mode").label, offer.label);
                seen.insert(offer.label);
            }
        });
    }
    assert!(seen.contains("It deals 2 damage to any target."), "{seen:?}");
    assert!(seen.contains("You gain 4 life."), "{seen:?}");
}
