//! Tests the parts of the interface that the card-engine document names: the snapshot of the rules, recent events, and
//! the kinds of engine events.

use super::game::Toy;
use super::walk;
use rulebook_kernel::{Hidden, Rng, Rules, Seat, Setup, Turn, Viewer};
use rulebook_matches::Staged;
use rulebook_natives::module::{
    Action, EngineEvent, EventOf, Events, Intent, Native, PastEvent, Pile, RECENT, Visibility,
};
use std::collections::BTreeSet;

type State = <Native<Toy> as Rules>::State;

/// The first legal move between two piles that `wanted` accepts. Returns its source, its target and the move.
fn find(rules: &Native<Toy>, state: &State, wanted: impl Fn(Pile, Pile) -> bool) -> (Pile, Pile, Intent) {
    let seat = rules.turn(state).seats().single().expect("one is due");
    let mut moves = Vec::new();
    rules.moves(state, seat, &mut moves);
    let pair = |intent: &Intent| match *intent {
        Intent::Move { from, to, .. } if wanted(from, to) => Some((from, to, *intent)),
        _ => None,
    };
    moves.iter().find_map(pair).expect("such a move")
}

// clause: Cards 3-1 3-2 3.1-1 3.1-2 3.1-3 3.1-4 3.1-5
#[test]
fn the_snapshot_has_the_fields_of_the_document() {
    let rules = Native::<Toy>::new();
    let (first, second) = (Seat::new(0), Seat::new(1));
    let mut state = rules.start(&Setup::seats(2), Rng::seeded("snapshot"), &mut ());
    let (deck, hand, draw) = find(&rules, &state, |_, _| true);
    let seen = rules.seat_state(&state, first);
    assert_eq!((seen.current_player(), seen.is_over(), seen.move_index()), (Some(first), false, 0));
    assert_eq!((seen.seats(), seen.scores(), seen.deal_number(), seen.is_dealt()), (2, &[0, 0][..], 1, true));
    assert!(!seen.rules().drawn());
    assert_eq!((seen.owner(hand), seen.size(hand), seen.known(hand).count()), (Some(first), 3, 3), "the own hand");
    assert_eq!((seen.owner(deck), seen.size(deck), seen.known(deck).count()), (None, 11, 0), "a hidden pile");
    assert_eq!(seen.top(deck), None);
    rules.play(&mut state, first, &draw, &mut ());
    let (_, discard, lay) =
        find(&rules, &state, |from, to| from == hand && rules.seat_state(&state, first).owner(to).is_none());
    let seen = rules.seat_state(&state, first);
    assert_eq!((seen.owner(discard), seen.size(discard), seen.known(discard).count()), (None, 1, 1), "a public pile");
    assert_eq!(seen.top(discard), seen.known(discard).last());
    rules.play(&mut state, first, &lay, &mut ());
    let (_, other, _) = find(&rules, &state, |from, _| from == deck);
    let seen = rules.seat_state(&state, first);
    assert_eq!((seen.owner(other), seen.size(other), seen.known(other).count()), (Some(second), 3, 0), "another hand");
    assert_eq!((seen.current_player(), seen.move_index()), (Some(second), 2));
}

// clause: Cards 1.1-2 3-3 3.3-1 3.3-2
#[test]
fn recent_events_tell_the_last_moves() {
    let rules = Native::<Toy>::new();
    let first = Seat::new(0);
    let mut state = rules.start(&Setup::seats(2), Rng::seeded("recent"), &mut ());
    let (deck, hand, draw) = find(&rules, &state, |_, _| true);
    rules.play(&mut state, first, &draw, &mut ());
    let newest = *rules.seat_state(&state, first).recent_events().next().expect("an event");
    assert_eq!((newest.index, newest.seat), (0, Some(first)));
    let unseen = PastEvent::Moved { from: deck, to: hand, count: 1, card: None };
    assert_eq!(newest.what, unseen, "a hidden card has no face here");
    let (_, discard, lay) =
        find(&rules, &state, |from, to| from == hand && rules.seat_state(&state, first).owner(to).is_none());
    let Intent::Move { cards, .. } = lay else { panic!("a move of cards") };
    rules.play(&mut state, first, &lay, &mut ());
    let seen = rules.seat_state(&state, first);
    let laid = PastEvent::Moved { from: hand, to: discard, count: 1, card: cards.single() };
    assert!(seen.recent_events().any(|event| event.index == 1 && event.what == laid));
    assert!(seen.recent_events().any(|event| event.what == PastEvent::Turn(Seat::new(1))));
    walk(4, |rules, state, seat| assert!(rules.seat_state(state, seat).recent_events().count() <= RECENT));
}

fn kind(event: &EventOf<Toy>) -> &'static str {
    match event {
        EngineEvent::MoveCards { .. } => "move-cards",
        EngineEvent::Shuffle { .. } => "shuffle",
        EngineEvent::SetCurrentPlayer(_) => "set-current-player",
        EngineEvent::SetWinner(_) => "set-winner",
        EngineEvent::SetRules(_) => "set-rules-state",
        EngineEvent::SetPrivate(..) => "set-rules-state of a seat",
        EngineEvent::SetScores(_) => "set-scoreboards",
        EngineEvent::SetActions(_) => "set-actions",
        EngineEvent::SetPileVisibility(..) => "set-pile-visibility",
        EngineEvent::SetCardVisuals(_) => "set-card-visuals",
        EngineEvent::Announce(_) => "announce",
        EngineEvent::NextRound => "next-round",
        EngineEvent::Reveal { .. } | EngineEvent::RuleOut(..) | EngineEvent::FatalError(_) => "others",
    }
}

/// Plays whole matches. Each kind of event occurs and has its effect.
// clause: Cards 3.2-1 4-2 4-3 4-4 4-5 4-6 4-7 4-8 4.1-2 5-1 6.1-11 6.1-12 6.1-13 6.1-15 6.1-19 12-1 12-8
#[test]
fn every_kind_of_engine_event_has_its_effect() {
    let rules = Native::<Toy>::new();
    let (mut kinds, mut events) = (BTreeSet::new(), Events::<Toy>::default());
    for seed in 0..40 {
        let mut draws = Rng::seeded(&format!("events {seed}")).draws();
        let mut state = rules.start(&Setup::seats(2), Rng::seeded(&seed.to_string()), &mut ());
        let (deck, hand, _) = find(&rules, &state, |_, _| true);
        while let Turn::Seats(due) = rules.turn(&state) {
            let seat = due.single().expect("one is due");
            let mut moves = Vec::new();
            rules.moves(&state, seat, &mut moves);
            let mv = moves[draws.below(moves.len() as u32) as usize];
            rules.validate(&state, seat, &mv, &mut events).expect("a legal move");
            let before = state.clone();
            rules.play(&mut state, seat, &mv, &mut ());
            let (old, new) = (rules.seat_state(&before, seat), rules.seat_state(&state, seat));
            if mv == Intent::Action(Action::START) {
                assert!(!old.is_dealt() && new.is_dealt() && new.deal_number() == old.deal_number() + 1);
                assert_eq!((new.size(deck), new.size(hand)), (11, 3), "all other cards are in the deck again");
            }
            for event in events.list() {
                kinds.insert(kind(event));
                match event {
                    EngineEvent::SetRules(rules) => assert_eq!(new.rules(), rules, "the last one counts"),
                    EngineEvent::SetScores(row) => assert_eq!(new.scores(), events.points(row)),
                    EngineEvent::SetWinner(outcome) => {
                        assert!(new.is_over() && rules.turn(&state) == Turn::Over((**outcome).clone()));
                    }
                    EngineEvent::NextRound => assert!(!new.is_dealt()),
                    EngineEvent::SetCardVisuals(turned) => {
                        let scene = rules.scene(&rules.view(&state, Viewer::Spectator));
                        let cards = scene.zones.iter().flat_map(|zone| &zone.cards);
                        assert_eq!(
                            cards.filter(|card| card.rotation != 0).count(),
                            turned.len(),
                            "all others lie straight"
                        );
                    }
                    _ => {}
                }
            }
            for event in events.list().iter().rev().take(if new.is_over() { 0 } else { usize::MAX }) {
                match event {
                    EngineEvent::SetCurrentPlayer(current) => assert_eq!(new.current_player(), *current),
                    EngineEvent::SetActions(set) => {
                        let scene = rules.scene(&rules.view(&state, Viewer::Spectator));
                        let there = (0..128).filter(|action| set.has(Action(*action))).count();
                        assert_eq!(scene.buttons.len(), there, "{:?}", scene.buttons);
                    }
                    EngineEvent::SetPileVisibility(pile, Visibility::Public) => {
                        let other = rules.seat_state(&state, seat.after(1, rules.seats(&state)));
                        assert_eq!(other.known(*pile).count(), other.size(*pile), "everybody sees the pile");
                    }
                    _ => {}
                }
            }
            if let Intent::Move { from, to, cards } = mv {
                assert_eq!(new.size(to), old.size(to) + cards.len().max(1));
                assert_eq!(new.size(from), old.size(from) - cards.len().max(1));
            }
        }
    }
    let all = [
        "announce",
        "move-cards",
        "next-round",
        "set-actions",
        "set-card-visuals",
        "set-current-player",
        "set-pile-visibility",
        "set-rules-state",
        "set-rules-state of a seat",
        "set-scoreboards",
        "set-winner",
        "shuffle",
    ];
    assert_eq!(kinds, all.into_iter().collect::<BTreeSet<_>>());
}
