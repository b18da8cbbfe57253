//! Tests of the diagnostics for a wrong initial state.

use rulebook_diag::{Diagnostics, Paint, Sources};
use rulebook_natives::module::initial::{Initial, PileOwner, codes, read_initial};
use rulebook_natives::module::{Card, Visibility};

const GOOD: &str = r#"{
  "rulesId": "toy", "players": [{ "id": "P1", "name": "North" }, "P2"],
  "cards": { "1": { "rank": "A", "suit": "S" }, "2": { "rank": 10, "suit": "hearts" }, "3": { "rank": "joker", "suit": "red" } },
  "piles": {
    "deck": { "ownerId": null, "visibility": "hidden", "shuffle": true, "cardIds": [1, 2, 3] },
    "P1-hand": { "ownerId": "P1", "visibility": "owner", "cardIds": [] },
    "P2-hand": { "ownerId": "P2", "visibility": "owner" }
  },
  "rulesState": { "hasDealt": false },
  "actions": { "rows": 0, "cols": 0, "cells": [] },
  "scoreboards": []
}"#;

fn read(text: &str) -> (Option<Initial>, String) {
    let mut sources = Sources::new();
    let file = sources.add("initial-state.json", text);
    let mut diags = Diagnostics::new();
    let initial = read_initial(&sources, file, "toy", &mut diags);
    assert_eq!(initial.is_none(), diags.has_errors());
    (initial, diags.to_text(&sources, Paint::Plain))
}

// clause: Cards 6.1-1 6.1-2 6.1-3 P1-2
#[test]
fn a_valid_file_is_read_whole() {
    let (initial, report) = read(GOOD);
    assert_eq!(report, "");
    let initial = initial.unwrap();
    assert_eq!(initial.players, ["P1", "P2"]);
    let piles: Vec<_> = initial.piles.iter().map(|pile| (pile.name.as_str(), pile.owner, pile.ordered)).collect();
    assert_eq!(piles, [("deck", PileOwner::Nobody, true), ("hand", PileOwner::Seat, false)]);
    let seen: Vec<_> = initial.piles.iter().map(|pile| (pile.visibility, pile.shuffle)).collect();
    assert_eq!(seen, [(Some(Visibility::Hidden), true), (Some(Visibility::Owner), false)]);
    assert_eq!(initial.piles[0].cards, [Card::new(3, 0), Card::new(2, 9), Card::RED_JOKER]);
}

// clause: Cards 5-8 6.1-4 6.1-5 6.1-6
#[test]
fn each_mistake_has_its_code() {
    let cases = [
        ("[1, 2, 3]", "[1, 2]", codes::NOWHERE),
        ("[1, 2, 3]", "[1, 2, 3, 2]", codes::TWICE),
        ("[1, 2, 3]", "[1, 2, 3, 4]", codes::NO_CARD),
        ("\"rank\": 10", "\"rank\": 11", codes::NO_FACE),
        ("\"ownerId\": \"P2\"", "\"ownerId\": \"P3\"", codes::NO_OWNER),
        ("\"P2-hand\"", "\"hand\"", codes::NAME),
        ("\"P2-hand\"", "\"P2-table\"", codes::UNEQUAL),
        ("\"cells\": []", "\"cells\": [{}]", codes::ACTIONS),
        ("\"scoreboards\": []", "\"scoreboards\": [{}]", codes::ACTIONS),
        ("\"cardIds\": []", "\"cardIds\": [3]", codes::DEALT),
        ("\"hasDealt\": false", "\"hasDealt\": true", codes::DEALT),
        ("\"hasDealt\": false", "\"hasDealt\": false, \"phase\": \"play\"", codes::RULES_STATE),
        ("{ \"hasDealt\": false }", "5", rulebook_diag::codes::WRONG_TYPE),
        ("\"rulesId\": \"toy\"", "\"rulesId\": \"tay\"", codes::OTHER_RULES),
        (", \"P2\"]", ", \"P1\"]", codes::SAME_PLAYER),
        ("\"actions\"", "\"teams\": { \"A\": [\"P1\"] }, \"actions\"", codes::TEAMS),
        ("\"shuffle\": true", "\"shufle\": true", rulebook_diag::codes::UNKNOWN_KEY),
    ];
    for (good, bad, code) in cases {
        assert!(GOOD.contains(good), "{good}");
        let (initial, report) = read(&GOOD.replacen(good, bad, 1));
        assert!(initial.is_none() && report.contains(code), "{bad}: {report}");
    }
}

#[test]
fn hostile_files_are_only_diagnostics() {
    for text in ["", "[]", "{", "{\"rulesId\": {}}", r#"{"rulesId":"toy","players":[],"cards":{},"piles":{}}"#] {
        let (initial, report) = read(text);
        assert!(initial.is_none() && !report.is_empty(), "{text}");
    }
}
