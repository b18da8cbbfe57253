//! Tests of bot specs.

use crate::games::nim::{Heap, Nim};
use rulebook_bots::{BotKind, Level, make, make_open};
use rulebook_kernel::{Budget, Key, Rules, Seat};

fn budget(spec: &str) -> Result<Budget, String> {
    make::<Nim>(Nim::new().info(), spec, Key::from_seed("names")).map(|(_, budget)| budget)
}

fn error(spec: &str) -> String {
    budget(spec).unwrap_err()
}

fn names() -> impl Iterator<Item = &'static str> {
    BotKind::ALL.into_iter().map(BotKind::name).chain(Level::ALL.into_iter().map(Level::name))
}

#[test]
fn every_kind_and_level_is_made_by_its_name_and_plays() {
    let (nim, heap) = (Nim::new(), Heap { matches: 7, due: Seat::new(0) });
    for name in names() {
        let (mut bot, budget) = make_open::<Nim>(nim.info(), name, Key::from_seed("names")).unwrap();
        let choice = bot.pick(&nim, Seat::new(0), &heap, &[1, 2, 3], budget);
        assert!(choice < 3, "{name}");
        if let Ok((mut bot, budget)) = make::<Nim>(nim.info(), name, Key::from_seed("names")) {
            assert!(bot.pick(&nim, Seat::new(0), &heap, &[1, 2, 3], budget) < 3, "{name}");
        } else {
            assert!(matches!(name, "mcts" | "puct" | "alphabeta"));
        }
    }
}

#[test]
fn several_trees_think_together_and_repeat_themselves() {
    let (nim, heap) = (Nim::new(), Heap { matches: 7, due: Seat::new(0) });
    let advice = |seed: &str, spec: &str| {
        let (mut bot, budget) = make_open::<Nim>(nim.info(), spec, Key::from_seed(seed)).unwrap();
        bot.advise(&nim, heap.due, &heap, &[1, 2, 3], budget)
    };
    for spec in ["mcts:900x3", "puct:900x3", "ismcts:900x3", "mo-ismcts:900x3", "flat:900x3"] {
        let first = advice("1", spec);
        assert_eq!(first, advice("1", spec));
        assert!(first.effort <= 900 && !first.lines.is_empty(), "{spec}");
        assert_eq!(first.choice, 2, "{spec}: three of seven leaves four, which loses");
    }
}

#[test]
fn a_spec_may_say_how_long_to_think() {
    assert_eq!(budget("ismcts"), Ok(Budget::Playouts(1000)));
    assert_eq!(budget("ismcts:250"), Ok(Budget::Playouts(250)));
    assert_eq!(budget("ismcts:50ms"), Ok(Budget::Millis(50)));
}

#[test]
fn errors_name_the_bots_and_guess_what_was_meant() {
    assert_eq!(
        error("ismct:50"),
        r#"there is no bot "ismct", did you mean "ismcts"? The bots are random, first, greedy, flat, mcts, puct, alphabeta, ismcts, mo-ismcts, guided, policy, easy, medium, hard, expert."#
    );
    assert_eq!(
        error("Random"),
        r#"there is no bot "Random", did you mean "random"? The bots are random, first, greedy, flat, mcts, puct, alphabeta, ismcts, mo-ismcts, guided, policy, easy, medium, hard, expert."#
    );
    assert_eq!(
        error("stockfish"),
        r#"there is no bot "stockfish". The bots are random, first, greedy, flat, mcts, puct, alphabeta, ismcts, mo-ismcts, guided, policy, easy, medium, hard, expert."#
    );
    assert_eq!(
        error(""),
        r#"there is no bot "". The bots are random, first, greedy, flat, mcts, puct, alphabeta, ismcts, mo-ismcts, guided, policy, easy, medium, hard, expert."#
    );
}

#[test]
fn errors_show_how_a_budget_is_written() {
    assert_eq!(
        error("ismcts:long"),
        r#"the budget of "ismcts" is a number of playouts or milliseconds, as in ismcts:1000 or ismcts:50ms, with several trees as in ismcts:4000x4, not "long"."#
    );
    for large in ["ismcts:0", "ismcts:99999999999", "ismcts:99999999999ms", "ismcts:100x65"] {
        assert!(error(large).ends_with(" The budget must be 1 to 4294967295, with 1 to 64 trees."), "{}", error(large));
    }
    assert_eq!(error("random:5"), r#""random" does not search, so it has no budget; write random."#);
}

#[test]
fn a_bot_says_which_games_it_does_not_play() {
    assert_eq!(error("mcts"), r#""mcts" plays only games without hidden information; for nim use ismcts."#);
    assert_eq!(error("hard:5"), r#"the level "hard" has a fixed budget; write hard."#);
}
