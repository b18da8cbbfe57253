//! Tests Canasta: the candidates of bots are whole melds, and staged cards can be taken back.

use rulebook_kernel::{Rng, Rules, Seat, Setup, Turn};
use rulebook_natives::canasta::{Canasta, Decision};
use rulebook_natives::module::{Action, AiSupport, Candidates, Intent, Native};

type State = <Native<Canasta> as Rules>::State;

/// Plays a few hands with random candidates of bots, and calls `look` before each move.
fn walk(matches: usize, mut look: impl FnMut(&Native<Canasta>, &State, Seat, &Candidates)) {
    let rules = Native::<Canasta>::new();
    let mut rows = Candidates::default();
    for seed in 0..matches {
        let mut draws = Rng::seeded(&format!("canasta {seed}")).draws();
        let mut state = rules.start(&Setup::seats(4), Rng::seeded(&seed.to_string()), &mut ());
        while let Turn::Seats(due) = rules.turn(&state) {
            let seat = due.single().expect("one is due");
            if rules.check(&state, seat, &Intent::Action(Action::START)).is_ok() {
                break;
            }
            rows.clear();
            rules.candidates(&state, seat, &mut rows);
            look(&rules, &state, seat, &rows);
            let row = rows.iter().nth(draws.below(rows.len() as u32) as usize).expect("never nothing");
            rules.commit(&mut state, seat, row, &mut ()).unwrap_or_else(|why| panic!("{row:?}: {why}"));
        }
    }
}

/// All intents of a candidate are legal in order. Some candidates are whole melds, some take the pile with the
/// necessary cards. After a candidate that melds, a discard is possible, so no meld is incomplete.
// clause: Cards 8.9-9
#[test]
fn bots_are_offered_whole_melds() {
    let (mut melds, mut piles) = (0, 0);
    walk(12, |rules, state, seat, rows| {
        assert!(!rows.is_empty());
        let seen = rules.seat_state(state, seat);
        for row in rows.iter() {
            let mut after = state.clone();
            rules.commit(&mut after, seat, row, &mut ()).unwrap_or_else(|why| panic!("{row:?}: {why}"));
            if row.len() < 2 {
                continue;
            }
            piles += usize::from(seen.rules().step == Decision::Draw);
            melds += usize::from(seen.rules().step == Decision::Meld);
            let mut moves = Vec::new();
            rules.moves(&after, seat, &mut moves);
            let single = |mv: &&Intent| matches!(mv, Intent::Move { cards, .. } if cards.len() == 1);
            let before = moves.iter().filter(single).count();
            assert!(before > 0 || moves.contains(&Intent::Action(rulebook_natives::canasta::OUT)), "{row:?}");
        }
    });
    assert!(melds > 100 && piles > 10, "{melds} {piles}");
}

/// Taking back staged cards restores the previous state. Only the counter of take-backs differs.
#[test]
fn taking_back_staged_cards_restores_the_state() {
    use rulebook_natives::canasta::BACK;
    let mut backs = 0;
    walk(6, |rules, state, seat, _| {
        let mut moves = Vec::new();
        rules.moves(state, seat, &mut moves);
        let seen = rules.seat_state(state, seat);
        let round = seen.rules();
        // Test only the first take-back of a turn. After the last permitted take-back, the player could not lay cards
        // again.
        if round.staged.iter().any(|&count| count > 0) || round.step != Decision::Meld || round.backs > 0 {
            return;
        }
        let lays = |mv: &&Intent| {
            let mut after = state.clone();
            rules.play(&mut after, seat, mv, &mut ());
            rules.check(&after, seat, &Intent::Action(BACK)).is_ok()
        };
        if let Some(lay) = moves.iter().find(lays) {
            let mut after = state.clone();
            rules.play(&mut after, seat, lay, &mut ());
            rules.play(&mut after, seat, &Intent::Action(BACK), &mut ());
            let mut again = Vec::new();
            rules.moves(&after, seat, &mut again);
            assert_eq!(again, moves, "the moves are the same as before");
            backs += 1;
        }
    });
    assert!(backs > 30, "{backs}");
}

/// Bots move one card at a time, like people, but taking back cards is never offered to them. They can complete every
/// meld that they begin, and the next card of the meld is their only choice.
// clause: Cards 1.2-5
#[test]
fn a_bot_completes_every_meld_it_begins() {
    use rulebook_natives::canasta::BACK;
    let rules = Native::<Canasta>::new();
    let (mut melds, mut moves) = (0, Vec::new());
    for seed in 0..4 {
        let mut draws = Rng::seeded(&format!("bots {seed}")).draws();
        let mut state = rules.start(&Setup::seats(4), Rng::seeded(&seed.to_string()), &mut ());
        while let Turn::Seats(due) = rules.turn(&state) {
            let seat = due.single().expect("one is due");
            moves.clear();
            rules.shortlist(&state, seat, &mut moves);
            let before = *rules.seat_state(&state, seat).rules();
            assert!(!moves.contains(&Intent::Action(BACK)), "{before:?} {moves:?}");
            rules.play(&mut state, seat, &moves[draws.below(moves.len() as u32) as usize], &mut ());
            melds += usize::from(!before.melded[seat.index() % 2] && before.staged.iter().any(|&count| count > 0));
        }
    }
    assert!(melds > 50, "{melds} cards of first melds");
}

/// If the stock is empty and the top card fits a meld, the player must take the pile. Taking back cards does not end
/// this obligation.
#[test]
fn taking_back_does_not_lift_an_obligation() {
    use rulebook_kernel::Notation;
    use rulebook_natives::canasta::{BACK, STOP, TAKE};
    let (mut duties, mut choices) = (0, 0);
    walk(60, |rules, state, seat, _| {
        let stop = |state: &State| rules.check(state, seat, &Intent::Action(STOP)).is_ok();
        let seen = rules.seat_state(state, seat);
        let mut moves = Vec::new();
        rules.moves(state, seat, &mut moves);
        let draws = moves.iter().any(|mv| matches!(mv, Intent::Move { cards, .. } if cards.is_blind()));
        let takes = moves.iter().copied().find(|mv| rules.text(state, seat, mv).contains("discard->meld"));
        let Some(take) = takes.filter(|_| seen.rules().step == Decision::Draw && !draws) else { return };
        let (mut after, may_stop) = (state.clone(), stop(state));
        for _ in 0..5 {
            if rules.check(&after, seat, &take).is_err() {
                break;
            }
            rules.play(&mut after, seat, &take, &mut ());
            if rules.check(&after, seat, &Intent::Action(BACK)).is_err() {
                rules.check(&after, seat, &Intent::Action(TAKE)).expect("the pile can be taken now");
                assert!(!may_stop);
                duties += 1;
                return;
            }
            rules.play(&mut after, seat, &Intent::Action(BACK), &mut ());
            assert!(may_stop || !stop(&after), "the duty is gone");
        }
        choices += 1;
    });
    assert!(duties > 0 && choices > 0, "{duties} {choices}");
}

/// A player may lay black threes only if the player can then go out.
#[test]
fn a_black_three_is_laid_only_to_go_out() {
    use rulebook_kernel::Notation;
    walk(20, |rules, state, seat, _| {
        let mut moves = Vec::new();
        rules.moves(state, seat, &mut moves);
        let threes = moves.iter().filter(|mv| rules.text(state, seat, mv).ends_with("hand->meld-3")).count();
        if threes > 0 {
            let seen = rules.seat_state(state, seat);
            assert!(seen.rules().melded[seat.index() % 2], "a side with a canasta");
            assert_ne!(seen.rules().answer, Some(false));
        }
        for text in ["3S hand->meld-3", "3C hand->meld-3"] {
            let intent = rules.parse(state, seat, text).unwrap();
            assert_eq!(rules.check(state, seat, &intent).is_ok(), moves.contains(&intent));
        }
    });
}

/// The current player sees only buttons that may be pressed.
// clause: Cards 5-6 9-2
#[test]
fn buttons_that_are_refused_are_not_shown() {
    use rulebook_kernel::{Hidden, Viewer};
    use rulebook_matches::Staged;
    use rulebook_natives::module::RuleModule;
    walk(3, |rules, state, seat, _| {
        let scene = rules.scene(&rules.view(state, Viewer::Seat(seat)));
        for (at, (id, _)) in Canasta::ACTIONS.iter().enumerate() {
            let may = rules.check(state, seat, &Intent::Action(Action(at as u8))).is_ok();
            assert_eq!(scene.buttons.iter().any(|button| button.id == *id), may, "{id}");
        }
    });
}
