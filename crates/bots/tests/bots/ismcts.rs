//! Tests of the search over information sets (ISMCTS).

use crate::games::guess::{DECK, Guess};
use crate::games::nim::{Heap, Nim};
use crate::games::sealed::{Hand, Hands, Sealed};
use rulebook_bots::{Flat, Greedy, Ismcts, RandomBot};
use rulebook_kernel::{Bot, Budget, Hidden, Key, Rules, Seat, Viewer, outcome};
use std::time::{Duration, Instant};

const ENOUGH: Budget = Budget::Playouts(500);

fn bot<R: Hidden>(seed: usize) -> Ismcts<R> {
    Ismcts::new(Key::from_seed(&seed.to_string()))
}

fn multi<R: Hidden>(seed: usize) -> Ismcts<R> {
    Ismcts::multi(Key::from_seed(&seed.to_string()))
}

/// The bot's choice in this state. The bot gets only the view of `seat`.
fn choice<R: Hidden>(rules: &R, bot: &mut dyn Bot<R>, seat: Seat, state: &R::State, budget: Budget) -> R::Move {
    let mut moves = Vec::new();
    rules.shortlist(state, seat, &mut moves);
    let index = bot.pick(rules, seat, &rules.view(state, Viewer::Seat(seat)), &moves, budget);
    moves.swap_remove(index)
}

/// A search with a large budget stays within its memory limit.
#[test]
fn trees_that_are_full_are_enough_to_decide() {
    let nim = Nim::ending_within(30);
    let heap = Heap { matches: 19, due: Seat::new(0) };
    for mut bot in [bot(1).at_most(300), multi(1).at_most(300)] {
        for _ in 0..3 {
            choice(&nim, &mut bot, heap.due, &heap, Budget::Playouts(1_000_000_000));
            // With one tree for each seat, a move adds a node for the mover and one for the seat that observes it.
            assert!((300..400).contains(&bot.nodes()), "{}", bot.nodes());
        }
    }
}

#[test]
fn wins_nim_from_every_winning_position_against_every_reply() {
    /// Plays to the end from this heap, against every reply of the other seat.
    fn win(nim: &Nim, bot: &mut Ismcts<Nim>, heap: &Heap) {
        let me = heap.due;
        let mut mine = heap.clone();
        let take = choice(nim, bot, me, heap, ENOUGH);
        nim.play(&mut mine, me, &take, &mut ());
        if let Some(outcome) = outcome(nim, &mine) {
            return assert_eq!(outcome.winners().single(), Some(me));
        }
        let mut replies = Vec::new();
        nim.moves(&mine, mine.due, &mut replies);
        for reply in replies {
            let mut theirs = mine.clone();
            nim.play(&mut theirs, mine.due, &reply, &mut ());
            assert!(outcome(nim, &theirs).is_none(), "lost from {heap:?}");
            win(nim, bot, &theirs);
        }
    }
    let nim = Nim::new();
    for seed in 0..10 {
        for matches in [1, 2, 3, 5, 6, 7] {
            for due in Seat::all(2) {
                win(&nim, &mut bot(seed), &Heap { matches, due });
            }
        }
    }
}

#[test]
fn the_same_key_and_playouts_give_the_same_choices() {
    let nim = Nim::new();
    // With few playouts, the choice is mostly random, so different seeds give different choices.
    let choices = |seed: usize| -> Vec<u8> {
        let mut bot = bot(seed);
        let heap = Heap { matches: 7, due: Seat::new(0) };
        (0..40).map(|_| choice(&nim, &mut bot, heap.due, &heap, Budget::Playouts(5))).collect()
    };
    assert_eq!(choices(1), choices(1));
    assert_ne!(choices(1), choices(2));
}

#[test]
fn guesses_the_likeliest_card_whichever_lies_there() {
    let guess = Guess::new();
    let seat = Seat::new(0);
    for seed in 0..10 {
        for card in "ABCD".chars() {
            let state = guess.with_card(card);
            assert_eq!(choice(&guess, &mut bot(seed), seat, &state, ENOUGH), 'B', "a {card} lies there");
        }
    }
}

/// With few playouts the choice is hardly better than chance. But equal views must give equal choices.
#[test]
fn states_with_equal_views_get_the_same_choice() {
    let guess = Guess::new();
    let seat = Seat::new(0);
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let choose = |card| choice(&guess, &mut bot(seed), seat, &guess.with_card(card), Budget::Playouts(6));
        let first = choose('A');
        assert!("BCD".chars().all(|card| choose(card) == first));
        seen.insert(first);
    }
    assert!(seen.len() > 1, "the choices differ by seed: {seen:?}");
}

#[test]
fn wins_as_often_as_an_honest_guesser_and_not_more() {
    let guess = Guess::new();
    let seat = Seat::new(0);
    let wins = DECK.chars().filter(|&card| {
        let mut state = guess.with_card(card);
        let face = choice(&guess, &mut bot(7), seat, &state, ENOUGH);
        guess.play(&mut state, seat, &face, &mut ());
        outcome(&guess, &state).unwrap().winners().has(seat)
    });
    assert_eq!(wins.count(), 3, "three of the six cards are a B");
}

#[test]
fn nobody_replies_to_a_sealed_answer() {
    let sealed = Sealed::new();
    for seed in 0..10 {
        let hand = choice(&sealed, &mut bot(seed), Seat::new(0), &Hands::default(), ENOUGH);
        assert_ne!(hand, Hand::Duck, "seed {seed}: the bot behaved as if the other player saw its answer");
        let hand = choice(&sealed, &mut multi(seed), Seat::new(0), &Hands::default(), ENOUGH);
        assert_ne!(
            hand,
            Hand::Duck,
            "seed {seed}: several observers: the bot behaved as if the other player saw its answer"
        );
    }
}

#[test]
fn with_several_observers_it_guesses_as_well_and_repeats_itself() {
    let guess = Guess::new();
    for seed in 0..10 {
        for card in "ABCD".chars() {
            let state = guess.with_card(card);
            assert_eq!(choice(&guess, &mut multi(seed), Seat::new(0), &state, ENOUGH), 'B', "a {card} lies there");
        }
    }
    let nim = Nim::new();
    let heap = Heap { matches: 7, due: Seat::new(0) };
    let choices = |seed| -> Vec<u8> {
        let mut bot = multi(seed);
        (0..40).map(|_| choice(&nim, &mut bot, heap.due, &heap, Budget::Playouts(5))).collect()
    };
    assert_eq!(choices(1), choices(1));
    assert_ne!(choices(1), choices(2));
    assert_eq!(choice(&nim, &mut multi::<Nim>(1), heap.due, &heap, ENOUGH), 3);
}

#[test]
fn a_sealed_answer_of_another_changes_nothing() {
    let sealed = Sealed::new();
    for seed in 0..10 {
        let answers = [None, Some(Hand::Duck), Some(Hand::Heads), Some(Hand::Tails)].map(|other| {
            let state = Hands([other, None]);
            choice(&sealed, &mut bot(seed), Seat::new(1), &state, ENOUGH)
        });
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    }
}

#[test]
fn beats_random_at_nim() {
    let nim = Nim::new();
    let mut wins = 0;
    for seed in 0..60 {
        let me = Seat::new(seed % 2);
        let (mut thinker, mut random) = (bot::<Nim>(seed), RandomBot::new(Key::from_seed(&format!("r{seed}"))));
        let mut state = Heap { matches: 7, due: Seat::new(0) };
        while outcome(&nim, &state).is_none() {
            let seat = state.due;
            let player: &mut dyn Bot<Nim> = if seat == me { &mut thinker } else { &mut random };
            let take = choice(&nim, player, seat, &state, ENOUGH);
            nim.play(&mut state, seat, &take, &mut ());
        }
        wins += usize::from(outcome(&nim, &state).unwrap().winners().has(me));
    }
    assert!(wins >= 50, "{wins} of 60");
}

#[test]
fn milliseconds_are_kept() {
    let nim = Nim::new();
    let start = Instant::now();
    let heap = Heap { matches: 7, due: Seat::new(0) };
    // The choice is not predictable, because a busy machine makes fewer playouts in that time.
    let take = choice(&nim, &mut bot(1), heap.due, &heap, Budget::Millis(20));
    assert!((1..=3).contains(&take), "{take}");
    let took = start.elapsed();
    assert!(took >= Duration::from_millis(20) && took < Duration::from_secs(60), "{took:?}");
}

#[test]
fn without_a_playout_it_still_moves() {
    let nim = Nim::new();
    let heap = Heap { matches: 7, due: Seat::new(0) };
    let take = choice(&nim, &mut bot(1), heap.due, &heap, Budget::Playouts(0));
    assert!((1..=3).contains(&take));
}

/// The game declares a maximum number of moves that is too small. Longer lines give no reward to any seat, and the
/// search still returns.
#[test]
fn a_game_that_does_not_end_is_no_endless_search() {
    let nim = Nim::ending_within(1);
    let heap = Heap { matches: 3, due: Seat::new(0) };
    assert_eq!(choice(&nim, &mut bot(1), heap.due, &heap, ENOUGH), 3, "the only win within one move");
}

#[test]
fn samples_of_an_honest_game_are_possible() {
    let guess = Guess::new();
    let mut bot = bot(1);
    choice(&guess, &mut bot, Seat::new(0), &guess.with_card('A'), ENOUGH);
    assert_eq!(bot.impossible(), 0);
}

#[test]
fn an_impossible_sample_is_noticed() {
    let guess = Guess::forgetful();
    let mut bot = bot(1);
    let face = choice(&guess, &mut bot, Seat::new(0), &guess.with_card('A'), ENOUGH);
    // Samples without the guess `D` are skipped and counted. The other samples decide.
    assert!((150..350).contains(&bot.impossible()), "{} of 500", bot.impossible());
    assert_eq!(face, 'B');
}

#[test]
fn no_bot_makes_a_move_that_a_sample_does_not_offer() {
    let (guess, key) = (Guess::forgetful(), Key::from_seed("sure"));
    let bots: [Box<dyn Bot<Guess>>; 3] =
        [Box::new(Flat::new(key.clone())), Box::new(Greedy::new(key)), Box::new(multi::<Guess>(1))];
    for mut bot in bots {
        let face = choice(&guess, &mut *bot, Seat::new(0), &guess.with_card('A'), ENOUGH);
        assert!("ABCD".contains(face));
    }
}
