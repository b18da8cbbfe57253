//! Tests Kasino. Taken cards add up, the owner of a build can take it, and each candidate of a bot is a whole turn.

use super::walk;
use rulebook_kernel::{Key, Rng, Rules, Seat, Setup, Viewer};
use rulebook_matches::{AnyMatch, AnyRules, Hosted};
use rulebook_natives::kasino::{BACK, Decision, Kasino, Note, high, low, takes};
use rulebook_natives::module::{Action, AiSupport, Candidates, Card, Intent, Native};

fn walk(matches: usize, look: impl FnMut(&Native<Kasino>, &<Native<Kasino> as Rules>::State, Seat, &Intent)) {
    walk::walk::<Kasino>("kasino", matches, 3, look);
}

/// In every state, the owner of a build holds a card that can take it, and no two builds have the same value.
// clause: Cards 11-2 11-5
#[test]
fn who_builds_can_take() {
    let (mut builds, mut many) = (0, 0);
    walk(30, |rules, state, seat, _| {
        let seen = rules.seat_state(state, seat);
        let mut values: Vec<u8> = seen.rules().builds.iter().flatten().map(|build| build.value).collect();
        values.sort_unstable();
        assert!(values.windows(2).all(|two| two[0] < two[1]), "{values:?}");
        if let (Some(build), Decision::Play) = (seen.rules().builds[seat.index()], seen.rules().step) {
            let mut moves = Vec::new();
            rules.moves(state, seat, &mut moves);
            let cards = moves.iter().filter_map(|mv| match mv {
                Intent::Move { cards, .. } => cards.single(),
                Intent::Action(_) => None,
            });
            assert!(cards.into_iter().any(|card| takes(card, build.value as usize)));
            builds += 1;
            many += usize::from(build.many);
        }
    });
    assert!(builds > 300 && many > 50, "{builds} {many}");
}

fn faces(game: &dyn AnyMatch, zone: &str) -> Vec<Card> {
    let scene = game.scene(Viewer::God);
    let zone = scene.zones.into_iter().find(|other| other.id == zone).unwrap();
    zone.cards.into_iter().map(|card| Card::parse(&card.face.unwrap().id).unwrap()).collect()
}

/// The cards taken in a turn add up to the value of the taking card, or to a multiple of it.
// clause: Cards 11-6
#[test]
fn captured_cards_add_up_to_the_taking_card() {
    let rules = Hosted::new(Native::<Kasino>::new());
    let (mut singles, mut several) = (0, 0);
    for seed in 0..12 {
        let mut game = rules.start(&Setup::seats(2 + seed % 3), Key::from_seed(&seed.to_string())).unwrap();
        let mut draws = Rng::seeded(&format!("sums {seed}")).draws();
        let mut won = 0;
        while let Some(seat) = game.turn().seats().lowest() {
            let pile = format!("won.{}", seat.index());
            let legal = game.legal_texts(seat);
            let text = legal[draws.below(legal.len() as u32) as usize].clone();
            if faces(&*game, "played").is_empty() {
                won = faces(&*game, &pile).len();
            }
            game.play(seat, &text).unwrap();
            let said = game.scene(Viewer::God).announcements;
            let over = said.iter().any(|line| line.contains("having taken last") || line.contains("most cards"));
            if !said.iter().any(|line| line.contains(" takes ")) || over || text == "start-game" {
                continue;
            }
            let mut taken = faces(&*game, &pile).split_off(won);
            let card = taken.pop().expect("the card that took lies on top");
            let sum: usize = taken.iter().map(|&card| low(card)).sum();
            let fits = [Some(low(card)), high(card)].into_iter().flatten().find(|value| sum.is_multiple_of(*value));
            let value = fits.unwrap_or_else(|| panic!("{card:?} took {taken:?}"));
            if sum == value { singles += 1 } else { several += 1 }
        }
    }
    assert!(singles > 200 && several > 30, "{singles} {several}");
}

/// Each candidate of a bot is a whole turn: all its intents are legal in order, and afterwards the next seat moves.
#[test]
fn bots_are_offered_whole_turns() {
    let (mut rows, mut long, mut built) = (Candidates::default(), 0, 0);
    walk(12, |rules, state, seat, _| {
        let seen = rules.seat_state(state, seat);
        if rules.check(state, seat, &Intent::Action(Action::START)).is_ok() {
            return;
        }
        rows.clear();
        rules.candidates(state, seat, &mut rows);
        assert!(!rows.is_empty());
        if seen.rules().step != Decision::Play {
            return;
        }
        for row in rows.iter() {
            let mut after = state.clone();
            rules.commit(&mut after, seat, row, &mut ()).unwrap_or_else(|why| panic!("{row:?}: {why}"));
            let left = rules.seat_state(&after, seat);
            let step = left.rules().step;
            assert!(step == Decision::Play, "{row:?} leaves {step:?}");
            long += usize::from(row.len() > 3);
            built += usize::from(left.notes().iter().rev().take(2).any(|note| matches!(note, Note::Builds(..))));
        }
    });
    assert!(long > 200 && built > 200, "{long} {built}");
}

/// People can pick the cards of a set in any order. Bots are offered only one order.
#[test]
fn people_choose_in_any_order_and_bots_in_one() {
    let (mut any, mut fewer) = (0, 0);
    let mut moves = Vec::new();
    walk(40, |rules, state, seat, _| {
        let seen = rules.seat_state(state, seat);
        if !matches!(seen.rules().step, Decision::Take { .. } | Decision::Build { .. }) {
            return;
        }
        moves.clear();
        rules.moves(state, seat, &mut moves);
        // After any first pick, the other cards of the same set can still be picked. So the reverse order must be legal
        // too.
        for first in moves.iter().filter(|mv| matches!(mv, Intent::Move { .. })) {
            let mut after = state.clone();
            rules.play(&mut after, seat, first, &mut ());
            let mut next = Vec::new();
            rules.moves(&after, seat, &mut next);
            let same_step = rules.seat_state(&after, seat).rules().step == seen.rules().step;
            let picks = |mv: &&Intent| matches!(mv, Intent::Move { cards, .. } if cards.single().is_some());
            if !same_step || rules.turn(&after) != rules.turn(state) || !next.contains(&Intent::Action(BACK)) {
                continue;
            }
            for second in next.iter().filter(picks) {
                assert!(moves.contains(second), "{second:?} was no way to begin");
                any += 1;
            }
        }
        let mut bots = Vec::new();
        rules.shortlist(state, seat, &mut bots);
        assert!(!bots.is_empty() && bots.iter().all(|mv| moves.contains(mv)));
        fewer += usize::from(bots.len() + 1 < moves.len());
    });
    assert!(any > 30 && fewer > 30, "{any} {fewer}");
}

/// A card that was played by mistake can go back to the hand. Then the turn is in the same state as before.
#[test]
fn a_card_can_be_taken_back_before_anything_is_settled() {
    let (mut backs, mut refused) = (0, 0);
    walk(30, |rules, state, seat, mv| {
        let mut after = state.clone();
        let before = *rules.seat_state(state, seat).rules();
        if before.step != Decision::Play || !matches!(mv, Intent::Move { .. }) {
            return;
        }
        rules.play(&mut after, seat, mv, &mut ());
        let asked = rules.seat_state(&after, seat).rules().step;
        if rules.turn(&after) != rules.turn(state) || asked == Decision::Play {
            return;
        }
        let back = rules.check(&after, seat, &Intent::Action(BACK));
        if before.backs == 3 {
            assert!(back.unwrap_err().to_string().contains("often enough"));
            refused += 1;
            return;
        }
        if !matches!(
            asked,
            Decision::TakeValue
                | Decision::BuildValue(_)
                | Decision::Take { taken: 0, .. }
                | Decision::Build { first: true, .. }
        ) {
            return;
        }
        back.unwrap();
        rules.play(&mut after, seat, &Intent::Action(BACK), &mut ());
        let (mut old, mut new) = (Vec::new(), Vec::new());
        rules.moves(state, seat, &mut old);
        rules.moves(&after, seat, &mut new);
        assert_eq!(old, new);
        backs += 1;
    });
    assert!(backs > 30 && refused > 0, "{backs} {refused}");
}

/// The label of a card played onto a build says whether it raises the build or adds to it.
// clause: Cards 11-2
#[test]
fn the_label_of_a_raise_is_not_add() {
    let rules = Hosted::new(Native::<Kasino>::new());
    let mut game = rules.start(&Setup::seats(2), Key::from_seed("40")).unwrap();
    game.play(Seat::new(0), "7D hand->build").unwrap();
    if game.check(Seat::new(0), "value-8").is_ok() {
        game.play(Seat::new(0), "value-8").unwrap();
    }
    let ask = game.ask(Seat::new(1)).unwrap();
    let offer = ask.offers.iter().find(|offer| offer.text == "2C hand->build.0").unwrap();
    assert_eq!(offer.label, "raise seat 1's build of 8 to 10 with the two of clubs");
    // Only one value is possible, so the game does not ask for it.
    game.play(Seat::new(1), "2C hand->build.0").unwrap();
    assert_eq!(game.turn().seats().lowest(), Some(Seat::new(0)));
}
