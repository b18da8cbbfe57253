//! Bots by name.

use crate::games::nim::{Heap, Nim};
use rulebook_bots::{BotKind, make};
use rulebook_kernel::{Budget, Key, Seat};

fn budget(spec: &str) -> Result<Budget, String> {
    make::<Nim>(spec, Key::from_seed("names")).map(|(_, budget)| budget)
}

fn error(spec: &str) -> String {
    budget(spec).unwrap_err()
}

#[test]
fn every_kind_is_made_by_its_name_and_plays() {
    for kind in BotKind::ALL {
        let (mut bot, budget) = make::<Nim>(kind.name(), Key::from_seed("names")).unwrap();
        let heap = Heap { matches: 7, due: Seat::new(0) };
        assert!(bot.pick(&Nim::new(), Seat::new(0), &heap, &[1, 2, 3], budget) < 3, "{}", kind.about());
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
        error("mcts:50"),
        r#"there is no bot "mcts", did you mean "ismcts"? The bots are random, first, ismcts."#
    );
    assert_eq!(
        error("Random"),
        r#"there is no bot "Random", did you mean "random"? The bots are random, first, ismcts."#
    );
    assert_eq!(error("stockfish"), r#"there is no bot "stockfish". The bots are random, first, ismcts."#);
    assert_eq!(error(""), r#"there is no bot "". The bots are random, first, ismcts."#);
}

#[test]
fn errors_show_how_a_budget_is_written() {
    assert_eq!(
        error("ismcts:long"),
        r#""ismcts" thinks for a number of playouts or milliseconds, as in ismcts:1000 or ismcts:50ms, not "long"."#
    );
    assert_eq!(error("random:5"), r#""random" does not think, so it takes no budget: write random."#);
}
