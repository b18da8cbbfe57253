//! Tests of the bots that play games without hidden information.

use crate::games::nim::{Heap, Nim};
use crate::games::third::{Choices, Third};
use rulebook_bots::{Advise, AlphaBeta, Flat, Greedy, Mcts, Worth};
use rulebook_kernel::{Bot, Budget, Key, Notation, Open, Rng, Rules, Seat, Setup, outcome};
use rulebook_testkit::connect_four::{ConnectFour, Position};

const ENOUGH: Budget = Budget::Playouts(2000);

fn key(seed: u64) -> Key {
    Key::from_seed(&seed.to_string())
}

fn choice<R: Open>(rules: &R, bot: &mut dyn Bot<R>, state: &R::State, budget: Budget) -> R::Move {
    let seat = rules.turn(state).seats().lowest().expect("somebody is due");
    let mut moves = Vec::new();
    rules.shortlist(state, seat, &mut moves);
    let index = bot.pick(rules, seat, state, &moves, budget);
    moves.swap_remove(index)
}

/// The position after moves in these columns. The first column is 1.
fn after(rules: &ConnectFour, columns: &str) -> Position {
    let mut state = rules.start(&Setup::seats(2), Rng::seeded("x"), &mut ());
    for column in columns.split_whitespace() {
        let seat = rules.turn(&state).seats().lowest().unwrap();
        let mv = rules.parse(&state, seat, column).unwrap();
        rules.play(&mut state, seat, &mv, &mut ());
    }
    state
}

fn column(rules: &ConnectFour, state: &Position, mv: &<ConnectFour as Rules>::Move) -> String {
    rules.text(state, rules.turn(state).seats().lowest().unwrap(), mv)
}

#[test]
fn every_searcher_wins_nim_from_every_winning_position() {
    let nim = Nim::new();
    for seed in 0..5 {
        let bots: [Box<dyn Bot<Nim>>; 4] = [
            Box::new(Mcts::new(key(seed))),
            Box::new(Mcts::guided(key(seed))),
            Box::new(AlphaBeta::new(key(seed))),
            Box::new(Greedy::by_value(key(seed))),
        ];
        for mut bot in bots {
            for matches in [1, 2, 3, 5, 6, 7] {
                for due in Seat::all(2) {
                    let take = choice(&nim, &mut *bot, &Heap { matches, due }, ENOUGH);
                    assert_eq!(take, matches % 4, "of {matches}");
                }
            }
        }
    }
}

/// A search with a large budget stays within its memory limit. It still finds a win that is close.
#[test]
fn a_tree_that_is_full_grows_no_more() {
    let rules = ConnectFour::new();
    let (start, wins) = (after(&rules, ""), after(&rules, "4 1 4 1 4 2"));
    let (mut free, mut small) = (Mcts::new(key(1)), Mcts::new(key(1)).at_most(200));
    for bot in [&mut free, &mut small] {
        choice(&rules, bot, &start, ENOUGH);
        assert_eq!(bot.grown_from(), 2000, "it thinks on");
    }
    assert!(free.nodes() > 1000, "{}", free.nodes());
    assert!((200..207).contains(&small.nodes()), "{}", small.nodes());
    assert_eq!(column(&rules, &wins, &choice(&rules, &mut small, &wins, ENOUGH)), "4");
}

#[test]
fn mcts_and_flat_take_a_win_and_stop_one() {
    let rules = ConnectFour::new();
    let wins = after(&rules, "4 1 4 1 4 2");
    let blocks = after(&rules, "1 4 1 4 2 4");
    let text = |bot: &mut dyn Bot<ConnectFour>, state| column(&rules, state, &choice(&rules, bot, state, ENOUGH));
    for seed in 0..5 {
        for state in [&wins, &blocks] {
            assert_eq!(text(&mut Mcts::new(key(seed)), state), "4");
            assert_eq!(text(&mut Flat::new(key(seed)), state), "4");
        }
    }
}

#[test]
fn a_proven_win_ends_the_search_and_is_reported() {
    let rules = ConnectFour::new();
    let state = after(&rules, "4 1 4 1 4 2");
    let mut moves = Vec::new();
    rules.shortlist(&state, Seat::new(0), &mut moves);
    let advice = Mcts::new(key(1)).advise(&rules, Seat::new(0), &state, &moves, Budget::Playouts(1_000_000));
    assert!(advice.effort < 100, "{} playouts for a win in one", advice.effort);
    assert_eq!(advice.lines[0].worth, Worth::Proven(1.0));
    assert_eq!(advice.lines[0].index, advice.choice);
    assert_eq!(advice.lines[0].moves.len(), 1);
}

/// Tests a row of three with two open ends, of which the opponent can close only one.
#[test]
fn a_proven_loss_is_known_and_fought() {
    let rules = ConnectFour::new();
    let state = after(&rules, "3 1 4 1 5");
    let mut moves = Vec::new();
    rules.shortlist(&state, Seat::new(1), &mut moves);
    let advice = Mcts::new(key(1)).advise(&rules, Seat::new(1), &state, &moves, Budget::Playouts(200_000));
    assert!(advice.lines.iter().all(|line| line.worth == Worth::Proven(0.0)), "{:?}", advice.lines);
    assert!(advice.effort < 200_000);
}

#[test]
fn the_same_key_and_playouts_give_the_same_game() {
    let rules = ConnectFour::new();
    let game = |seed: u64| -> Vec<String> {
        let mut bots = [Mcts::new(key(seed)), Mcts::new(key(seed + 100))];
        let mut state = after(&rules, "");
        let mut texts = Vec::new();
        while outcome(&rules, &state).is_none() {
            let seat = rules.turn(&state).seats().lowest().unwrap();
            let mv = choice(&rules, &mut bots[seat.index()], &state, Budget::Playouts(60));
            texts.push(column(&rules, &state, &mv));
            rules.play(&mut state, seat, &mv, &mut ());
        }
        texts
    };
    assert_eq!(game(1), game(1));
    assert_ne!(game(1), game(2));
}

#[test]
fn the_search_tree_is_kept_for_the_next_decision() {
    let rules = ConnectFour::new();
    let mut bot = Mcts::new(key(3));
    let mut state = after(&rules, "");
    let first = choice(&rules, &mut bot, &state, ENOUGH);
    rules.play(&mut state, Seat::new(0), &first, &mut ());
    let mut reply = Vec::new();
    rules.shortlist(&state, Seat::new(1), &mut reply);
    rules.play(&mut state, Seat::new(1), &reply[3], &mut ());
    choice(&rules, &mut bot, &state, Budget::Playouts(1));
    assert!(bot.grown_from() > 20, "only {} playouts are left", bot.grown_from());
    // A position from another match is not in the tree.
    choice(&rules, &mut bot, &after(&rules, "1 1 1"), Budget::Playouts(5));
    assert_eq!(bot.grown_from(), 5);
}

#[test]
fn alpha_beta_finds_the_forced_win_and_says_how_long_it_takes() {
    let nim = Nim::new();
    let heap = Heap { matches: 7, due: Seat::new(1) };
    let mut bot = AlphaBeta::new(key(1));
    let advice = bot.advise(&nim, heap.due, &heap, &[1, 2, 3], Budget::Playouts(10_000));
    assert_eq!(advice.choice, 2);
    // The winner takes three matches, the loser any number, and the winner the rest. So the win takes three moves.
    assert_eq!(advice.lines[0].worth, Worth::Mate(3));
    assert_eq!(advice.lines[0].moves.len(), 3);
    // The proven win ends the search. So every other move has only a bound instead of an exact value.
    assert_eq!(advice.lines[1].worth, Worth::Points(-1));
}

/// Seat 1 loses if it relies on the help of the third seat.
#[test]
fn alpha_beta_counts_on_nobody() {
    let (rules, mut bot) = (Third::new(), AlphaBeta::new(key(1)));
    assert_eq!(choice(&rules, &mut bot, &Choices(vec![]), ENOUGH), 1, "a draw is the best there is");
    // The same bot now moves in another seat. It must not reuse a value that it computed for the first seat.
    assert_eq!(choice(&rules, &mut bot, &Choices(vec![0, 1]), ENOUGH), 0);
    assert_eq!(choice(&rules, &mut bot, &Choices(vec![]), ENOUGH), 1);
}

#[test]
fn without_a_playout_they_still_move() {
    let nim = Nim::new();
    let heap = Heap { matches: 7, due: Seat::new(0) };
    let bots: [Box<dyn Bot<Nim>>; 3] =
        [Box::new(Mcts::new(key(1))), Box::new(AlphaBeta::new(key(1))), Box::new(Flat::new(key(1)))];
    for mut bot in bots {
        for budget in [Budget::Playouts(0), Budget::Millis(0)] {
            assert!((1..=3).contains(&choice(&nim, &mut *bot, &heap, budget)));
        }
    }
}
