use super::data;
use crate::broken::duel::Duel;
use rulebook_matches::{AnyRules, Hosted};
use rulebook_testkit::connect_four::ConnectFour;
use rulebook_testkit::scenario::{parse, run, run_folder};

fn duel() -> Hosted<Duel> {
    Hosted::new(Duel::new(None))
}

#[test]
fn scenarios_of_every_game() {
    let games: [&dyn AnyRules; 2] = [&duel(), &Hosted::new(ConnectFour::new())];
    let find = |id: &str| games.into_iter().find(|rules| rules.info().id == id);
    assert_eq!(run_folder(&data("scenarios"), find), Ok(4));
}

/// Checks that a scenario of the duel fails with these words.
fn fails(rest: &str, words: &str) {
    let json = format!(r#"{{"id": "wrong", "rulesId": "duel", "seed": "1", "mode": "scripted", {rest}}}"#);
    let wrong = run(&duel(), &parse(&json).unwrap()).unwrap_err();
    assert!(wrong.starts_with("scenario wrong: ") && wrong.contains(words), "{wrong}");
}

#[test]
fn a_failing_scenario_names_its_step() {
    fails(r#""intents": [{"type": "text", "text": "keep"}]"#, "intent 1 (text \"keep\"): refused: that is not what");
    fails(
        r#""intents": [{"type": "text", "text": "draw", "expectedError": "no"}]"#,
        "it was accepted, but should be refused with \"no\"",
    );
    fails(
        r#""intents": [{"type": "text", "text": "keep", "expectedError": "tired"}]"#,
        "which does not contain \"tired\"",
    );
    fails(
        r#""intents": [{"type": "action", "action": "keep"}]"#,
        "intent 1 (action \"keep\"): refused: it matches no legal move; the legal moves are draw",
    );
    fails(r#""intents": [{"type": "move"}]"#, "it matches no legal move");
    fails(
        r#""intents": [{"type": "text", "playerId": "P9", "text": "draw"}]"#,
        "there is no player \"P9\", only P1, P2",
    );
    fails(r#""expect": {"currentPlayer": null}"#, "at the end: currentPlayer is P2, not nobody");
    fails(r#""expect": {"winner": "P1"}"#, "at the end: winner is nobody, not P1");
    fails(r#""expect": {"piles": {"high": {"size": 3}}}"#, "at the end: pile \"high\" has 10 cards, not 3");
    fails(r#""expect": {"piles": {"hihg": {"size": 3}}}"#, "there is no pile \"hihg\", only [hand.0, hand.1, low");
    fails(r#""expect": {"piles": {"hand.0": {"visibility": "public"}}}"#, "is not Public: seat 2 sees 0 of 3 faces");
    fails(r#""expect": {"scoreboards": [{"title": "Points"}]}"#, "there is no scoreboard \"Points\"");
}

#[test]
fn a_misspelt_field_is_an_error() {
    let wrong = parse(r#"{"id": "x", "rulesId": "duel", "seed": "1", "mode": "scripted", "expects": {}}"#).unwrap_err();
    assert!(wrong.contains("unknown field `expects`"), "{wrong}");
    let json = r#"{"id": "x", "rulesId": "duel", "seed": "1", "mode": "scripted", "expect": {"winer": null}}"#;
    assert!(parse(json).unwrap_err().contains("unknown field `winer`"));
}

/// Card engine 2.1: a move has exactly one of `cardId` and `cardIds`.
// clause: Cards 1.1-7 2.1-3
#[test]
fn one_card_and_several_cards_exclude_each_other() {
    let read = |cards: &str| {
        let intent = format!(r#"{{"type": "move", "fromPileId": "hand.0", "toPileId": "low", {cards}}}"#);
        let json = r#"{"id": "x", "rulesId": "duel", "seed": "1", "mode": "scripted", "intents": ["#;
        parse(&format!(r#"{json}{{"type": "text", "text": "draw"}}, {intent}]}}"#)).map(drop)
    };
    let wrong = read(r#""cardId": "2", "cardIds": ["2", "3"]"#).unwrap_err();
    assert!(wrong.starts_with("intent 2: `cardId` and `cardIds` exclude each other"), "{wrong}");
    assert!(read(r#""cardIds": []"#).unwrap_err().contains("`cardIds` is empty"));
    assert_eq!(read(r#""cardId": "2""#), Ok(()));
    assert_eq!(read(r#""cardIds": ["2", "3"]"#), Ok(()));
}

/// Card engine 6.1: the piles of players are called `P1-hand`. The scene calls them `hand.0`.
#[test]
fn both_names_of_a_pile_are_understood() {
    for pile in ["hand.1", "P2-hand"] {
        fails(&format!(r#""expect": {{"piles": {{"{pile}": {{"size": 99}}}}}}"#), "has 3 cards, not 99");
    }
    let named = r#""players": ["Ann", "Bo"], "expect": {"piles": {"Bo-hand": {"size": 99}}}"#;
    fails(named, "pile \"Bo-hand\" has 3 cards, not 99");
    fails(r#""expect": {"piles": {"P3-hand": {"size": 3}}}"#, "there is no pile \"P3-hand\"");
}
