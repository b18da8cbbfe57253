//! Tests of the bots without a search, and of the playout that all bots share.

use crate::games::nim::{Heap, Nim};
use rulebook_bots::{Advise, FirstCandidate, Greedy, RandomBot, Worth, playout};
use rulebook_kernel::{Bot, Budget, Key, Rng, Seat};

const NO_TIME: Budget = Budget::Playouts(0);

fn heap(matches: u8) -> Heap {
    Heap { matches, due: Seat::new(0) }
}

#[test]
fn random_takes_every_move_and_repeats_itself_from_the_same_key() {
    let nim = Nim::new();
    let choices = |seed: &str| -> Vec<usize> {
        let mut bot = RandomBot::new(Key::from_seed(seed));
        (0..300).map(|_| bot.pick(&nim, Seat::new(0), &heap(7), &[1, 2, 3], NO_TIME)).collect()
    };
    assert_eq!(choices("1"), choices("1"));
    assert_ne!(choices("1"), choices("2"));
    for index in 0..3 {
        let count = choices("1").iter().filter(|&&choice| choice == index).count();
        assert!((70..130).contains(&count), "move {index} was taken {count} times of 300");
    }
}

#[test]
fn first_takes_the_first() {
    assert_eq!(FirstCandidate.pick(&Nim::new(), Seat::new(0), &heap(7), &[1, 2, 3], NO_TIME), 0);
}

#[test]
fn a_playout_reaches_the_end_and_leaves_its_last_state() {
    let (nim, mut draws, mut moves) = (Nim::new(), Rng::seeded("playout").draws(), Vec::new());
    for _ in 0..50 {
        let mut state = heap(7);
        let outcome = playout(&nim, &mut state, &mut draws, &mut moves, 7);
        assert_eq!(outcome.winners().len(), 1);
        assert_eq!(state.matches, 0);
    }
}

#[test]
fn a_playout_that_meets_its_cap_is_a_fault_and_one_that_ends_there_is_not() {
    let (nim, mut draws, mut moves) = (Nim::new(), Rng::seeded("playout").draws(), Vec::new());
    assert!(playout(&nim, &mut heap(7), &mut draws, &mut moves, 2).is_fault());
    assert!(!playout(&nim, &mut heap(1), &mut draws, &mut moves, 1).is_fault());
}

#[test]
fn greedy_tells_what_its_numbers_mean() {
    let (nim, seat) = (Nim::new(), Seat::new(0));
    let mut bot = Greedy::<Nim>::new(Key::from_seed("1"));
    let advice = bot.advise(&nim, seat, &heap(7), &[1, 2, 3], NO_TIME);
    assert!(advice.lines.iter().all(|line| matches!(line.worth, Worth::Share(0.0..=1.0)) && line.visits == 4));
    assert_eq!((advice.effort, advice.depth), (12, None));
    // This bot evaluates each move by the heuristic value of the position after it.
    let mut bot = Greedy::<Nim>::by_value(Key::from_seed("1"));
    let advice = bot.advise(&nim, seat, &heap(3), &[1, 2, 3], NO_TIME);
    assert_eq!((advice.lines.len(), advice.effort, advice.depth), (3, 3, Some(1)));
    assert!(advice.lines.iter().any(|line| matches!(line.worth, Worth::Mate(1 | -1))), "{:?}", advice.lines);
    assert!(advice.lines.iter().any(|line| matches!(line.worth, Worth::Points(_))), "{:?}", advice.lines);
}
