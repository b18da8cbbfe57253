//! Tests of learned policies, on Nim. The player who leaves a multiple of four wins.

use crate::games::guess::Guess;
use crate::games::nim::{Heap, Nim};
use rulebook_bots::{Ismcts, PolicyBot, Trained, Training, train};
use rulebook_kernel::{Bot, Budget, Hidden, Key, Policy, Rules, Seat};

fn trained<R: Hidden>(rules: &R, seed: &str, threads: usize) -> Result<Trained, String> {
    let training = Training { key: Key::from_seed(seed), time: None, playouts: Some(40_000), threads };
    train(rules, &training, &mut |_| ())
}

fn learned() -> Nim {
    let nim = Nim::new();
    let weights = trained(&nim, "1", 2).unwrap().weights;
    Nim::with_policy(Policy::new(nim.info().source, weights).unwrap())
}

fn choose(nim: &Nim, bot: &mut dyn Bot<Nim>, matches: u8, playouts: u32) -> u8 {
    let (heap, seat) = (Heap { matches, due: Seat::new(0) }, Seat::new(0));
    let mut moves = Vec::new();
    nim.moves(&heap, seat, &mut moves);
    moves[bot.pick(nim, seat, &heap, &moves, Budget::Playouts(playouts))]
}

#[test]
fn self_play_learns_to_leave_a_multiple_of_four() {
    let nim = learned();
    let mut bot = PolicyBot::new(Key::from_seed("plays"), 1);
    for (matches, best) in [(7, 3), (6, 2), (5, 1), (3, 3), (2, 2)] {
        let right = (0..100).filter(|_| choose(&nim, &mut bot, matches, 0) == best).count();
        assert!(right > 70, "{matches}: {right}");
    }
}

/// With one playout, a search can only follow its prior.
#[test]
fn a_guided_search_begins_with_the_move_of_the_policy() {
    let nim = learned();
    let right = |guided: bool| {
        let bot = |seed: u32| match guided {
            true => Ismcts::guided(Key::from_seed(&seed.to_string())),
            false => Ismcts::new(Key::from_seed(&seed.to_string())),
        };
        (0..60).filter(|&seed| choose(&nim, &mut bot(seed), 7, 1) == 3).count()
    };
    assert_eq!(right(true), 60);
    assert!(right(false) < 40);
}

#[test]
fn the_same_seed_gives_the_same_weights_with_any_number_of_threads() {
    let weights = |seed: &str, threads: usize| trained(&Nim::new(), seed, threads).unwrap().weights;
    let one = weights("7", 1);
    assert_eq!(one, weights("7", 3));
    assert_ne!(one, weights("8", 1));
}

#[test]
fn a_game_without_traits_cannot_be_learned() {
    assert!(trained(&Guess::new(), "1", 1).unwrap_err().contains("no traits"));
}
