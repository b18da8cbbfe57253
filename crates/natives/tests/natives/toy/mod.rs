//! Tests the interface of rule modules with a toy game that uses all of it:
//!
//! * two decks with jokers, melds of several cards, and blind draws;
//! * private rules state, and rows of intents for bots;
//! * hands that are laid open and closed again, a covered pile, and rotated cards;
//! * several hands in a match.

mod contract;
mod game;

use game::Toy;
use rulebook_kernel::{Key, Rng, Rules, Seat, Setup, Turn, Viewer};
use rulebook_matches::{AnyRules, Hosted};
use rulebook_natives::module::{Action, AiSupport, Candidates, Events, Intent, Native, RuleModule};
use rulebook_testkit::laws::{self, Plan};

// clause: Cards 1.2-4 4-1 8.4-1 8.4-2 12-8 P2-1
#[test]
fn the_toy_obeys_every_law() {
    let rules = Native::<Toy>::new();
    let plan = Plan::of(&rules).seeds(12);
    laws::all(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
    laws::fold(&rules, &plan).unwrap_or_else(|report| panic!("{report}"));
}

/// Plays whole random matches and calls `look` before every move.
fn walk(matches: usize, mut look: impl FnMut(&Native<Toy>, &<Native<Toy> as Rules>::State, Seat)) {
    let rules = Native::<Toy>::new();
    for seed in 0..matches {
        let mut draws = Rng::seeded(&format!("toy {seed}")).draws();
        let mut state = rules.start(&Setup::seats(2 + seed % 2), Rng::seeded(&seed.to_string()), &mut ());
        while let Turn::Seats(due) = rules.turn(&state) {
            let seat = due.single().expect("one is due");
            look(&rules, &state, seat);
            let mut moves = Vec::new();
            rules.moves(&state, seat, &mut moves);
            let mv = moves[draws.below(moves.len() as u32) as usize];
            rules.play(&mut state, seat, &mv, &mut ());
        }
    }
}

// clause: Cards 1.1-8 5-7 8.9-5 8.9-8
#[test]
fn every_candidate_is_a_row_of_legal_intents_and_is_committed_whole() {
    let (mut rows, mut several) = (Candidates::default(), 0);
    walk(40, |rules, state, seat| {
        rows.clear();
        rules.candidates(state, seat, &mut rows);
        let mut moves = Vec::new();
        rules.moves(state, seat, &mut moves);
        assert_eq!(rows.is_empty(), moves == [Intent::Action(Action::START)], "people start hands");
        for row in rows.iter() {
            let mut after = state.clone();
            rules.commit(&mut after, seat, row, &mut ()).unwrap();
            several += usize::from(row.len() > 1);
            // If the same row ends with an illegal intent, the state must stay unchanged.
            let mut spoilt = row.to_vec();
            spoilt.push(Intent::Action(Action(200)));
            let mut same = state.clone();
            rules.commit(&mut same, seat, &spoilt, &mut ()).unwrap_err();
            assert_eq!(same, *state);
        }
    });
    assert!(several > 0, "some candidates are rows");
}

// clause: Cards 0-8 0-10 0-11 1.1-1 1.2-1 3.2-2 6.3-1 8.2-2 9-1
#[test]
fn validate_is_check_and_apply_and_changes_nothing() {
    let mut events = Events::<Toy>::default();
    walk(6, |rules, state, seat| {
        let before = state.clone();
        let mut moves = Vec::new();
        rules.moves(state, seat, &mut moves);
        for mv in &moves {
            rules.validate(state, seat, mv, &mut events).unwrap();
            assert!(!events.list().is_empty());
        }
        let other = seat.after(1, rules.seats(state));
        assert!(rules.validate(state, other, &moves[0], &mut events).is_err() && events.list().is_empty());
        assert_eq!(*state, before);
    });
}

// clause: Cards 8.3-1 8.7-2 8.7-5 8.7-6
#[test]
fn the_recap_is_bounded_and_says_nothing_of_other_hands() {
    use rulebook_kernel::Hidden;
    use rulebook_matches::Staged;
    walk(10, |rules, state, seat| {
        let context = rules.brief(&rules.view(state, Viewer::Seat(seat)));
        assert!(context.recap.len() <= 60);
        assert_eq!(context.facts[0].0, "redCards", "{context:?}");
        assert!(rules.brief(&rules.view(state, Viewer::Spectator)).facts.is_empty());
    });
}

// clause: Cards 1.1-3 1.1-10 2.1-4 2.1-5 2.1-6 6.1-14
// departs: Cards 3.1-6: legality depends only on what the seat knows; otherwise a refusal would reveal hidden cards
#[test]
fn the_engine_checks_first() {
    let rules = Hosted::new(Native::<Toy>::new());
    let mut game = rules.start(&Setup::seats(2), Key::from_seed("1")).unwrap();
    let refused = |game: &dyn rulebook_matches::AnyMatch, seat: usize, text: &str| {
        game.check(Seat::new(seat), text).unwrap_err().to_string()
    };
    assert_eq!(refused(&*game, 0, "start-game"), "the cards are dealt already");
    assert_eq!(refused(&*game, 0, "? deck->deck"), "the cards lie there already");
    assert_eq!(refused(&*game, 0, "? deck->nowhere"), "there is no pile `nowhere`");
    assert!(game.check(Seat::new(0), "? deck->hand.0").is_ok(), "the own pile by its whole name");
    assert!(game.check(Seat::new(0), "?").is_ok(), "there is only one thing to draw");
    assert_eq!(refused(&*game, 0, "? discard->hand"), "there is no unseen card to take from the discard");
    assert_eq!(refused(&*game, 0, "KS hand->discard"), "the king of spades is not in the hand");
    assert_eq!(refused(&*game, 0, "KS deck->hand"), "you do not see the king of spades in the deck");
    assert_eq!(refused(&*game, 0, "AC AC AC hand->discard"), "these cards are not all in the hand");
    assert!(refused(&*game, 0, "hello").contains("such as `? deck->hand`"), "an example from the list");
    game.play(Seat::new(0), "? deck->hand").unwrap();
    assert!(game.ask(Seat::new(0)).unwrap().offers.iter().all(|offer| !offer.label.is_empty()));
    assert_eq!(Toy::ACTIONS.len(), 4);
}
