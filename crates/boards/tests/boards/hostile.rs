//! Tests that files beyond a limit are refused quickly with a message. No file may panic, hang or exhaust memory.

use crate::common::written;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A small valid game, which the tests change.
fn game() -> Value {
    json!({
        "name": "SMALL",
        "board": { "dimensions": [3, 3] },
        "players": [
            { "name": "WHITE", "direction": [[1, 0], [0, 1]], "starting_positions": [{ "piece": "MAN", "positions": [[0, 0]] }] },
            { "name": "BLACK", "direction": [[-1, 0], [0, -1]], "starting_positions": [{ "piece": "MAN", "positions": [[2, 2]] }] }
        ],
        "turns": { "order": ["WHITE", "BLACK"] },
        "pieces": [{ "code": "MAN", "moves": [{
            "id": 0, "step": [0, 1], "actions": [{ "state": "EMPTY", "action": "MOVE" }]
        }] }]
    })
}

fn refused(change: impl FnOnce(&mut Value)) -> String {
    let mut game = game();
    change(&mut game);
    let begun = Instant::now();
    let report = written(&game.to_string()).err().unwrap_or_default();
    // The limit is generous, because test machines may be busy.
    assert!(begun.elapsed() < Duration::from_secs(20), "too slow: {report:.200}");
    report
}

#[test]
fn the_small_game_is_fine() {
    assert!(written(&game().to_string()).is_ok());
}

// clause: Boards 1-2 2-2
#[test]
fn each_limit_and_bad_value_is_refused_with_its_code() {
    let many_pieces: Vec<Value> = (0..10_000).map(|n| json!({ "code": format!("P{n}"), "moves": [] })).collect();
    let many_moves: Vec<Value> = (0..5000).map(|n| json!({ "id": n, "step": [0, 1], "actions": [] })).collect();
    let cases: Vec<(&str, String)> = vec![
        ("B0001", refused(|game| game["board"]["dimensions"] = json!([1_000_000, 1_000_000]))),
        ("B0001", refused(|game| game["board"]["dimensions"] = json!([0, 3]))),
        ("B0013", refused(|game| game["pieces"][0]["moves"][0]["step"] = json!([0, 1_000_000_000]))),
        ("B0017", refused(|game| game["pieces"] = json!(many_pieces))),
        ("B0017", refused(|game| game["pieces"][0]["moves"] = json!(many_moves))),
        ("B0017", refused(|game| game["turns"]["order"] = json!(vec!["WHITE"; 100_000]))),
        ("B0007", refused(|game| game["players"][0]["direction"] = json!([[i64::MAX, i64::MIN], [0, 1]]))),
        ("B0005", refused(|game| game["leader"] = json!("KING"))),
        ("B0002", refused(|game| game["players"][0]["starting_positions"][0]["positions"] = json!([[i64::MAX, -1]]))),
        ("D0022", refused(|game| game["pieces"][0]["moves"][0] = json!({}))),
        ("D0021", refused(|game| *game = json!(null))),
        ("D0021", refused(|game| *game = json!([1, 2, 3]))),
        ("D0025", refused(|game| game["stalemate"] = json!("lost"))),
        ("D0024", refused(|game| game["max_turns"] = json!(1_000_000_000))),
    ];
    for (code, report) in cases {
        assert!(report.contains(code), "{code} is not in: {report:.400}");
    }
}

#[test]
fn deep_nesting_and_broken_text_are_refused() {
    for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000), String::new(), "\u{0}".to_owned(), "{".to_owned()] {
        assert!(written(&text).is_err());
    }
}

#[test]
fn mistakes_come_with_the_correction() {
    let report = refused(|game| game["players"][0]["starting_positions"][0]["piece"] = json!("MANN"));
    assert!(report.contains("did you mean `MAN`?"), "{report}");
    let report = refused(|game| game["pieces"][0]["moves"][0]["conditions"] = json!([{ "condition": "PATH_EMTPY" }]));
    assert!(report.contains("did you mean `PATH_EMPTY`?"), "{report}");
    let report = refused(|game| game["turns"]["order"] = json!(["WHITE", "BLAK"]));
    assert!(report.contains("did you mean `BLACK`?"), "{report}");
    let report = refused(|game| game["piecs"] = json!([]));
    assert!(report.contains("unknown key `piecs`"), "{report}");
}

/// Replaces each value of a file by another. The result must load or be refused, and must never panic.
#[test]
fn spoilt_files_never_panic() {
    let text = std::fs::read_to_string(crate::common::games().join("mini-shogi/game.json")).expect("a shipped game");
    let values: Vec<usize> = text.match_indices([':', '[', ',']).map(|(at, _)| at + 1).collect();
    for (n, at) in values.iter().enumerate().step_by(7) {
        let junk = ["null,", "-1,", "[],", "{},", "99999999999999999999,", "\"X\",", "true,", ""][n % 8];
        let spoilt = format!("{}{junk}{}", &text[..*at], &text[*at..]);
        let _ = written(&spoilt);
    }
}

#[test]
fn the_schema_names_every_key_of_every_shipped_game() {
    let schema = rulebook_boards::schema();
    for id in crate::common::ids() {
        let text = std::fs::read_to_string(crate::common::games().join(&id).join("game.json")).expect("game.json");
        let game: Value = serde_json::from_str(&text).expect("JSON");
        let mut wrong = Vec::new();
        fits(&schema, &game, &id, &mut wrong);
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}

/// A validator for the subset of JSON Schema that the schema uses.
fn fits(schema: &Value, value: &Value, path: &str, wrong: &mut Vec<String>) {
    if let Some(choices) = schema["anyOf"].as_array() {
        let fitting = choices.iter().any(|choice| {
            let mut inner = Vec::new();
            fits(choice, value, path, &mut inner);
            inner.is_empty()
        });
        if !fitting {
            wrong.push(format!("{path}: fits nothing"));
        }
        return;
    }
    let kind = match value {
        Value::Object(_) => "object",
        Value::Array(_) => "array",
        Value::String(_) => "string",
        Value::Bool(_) => "boolean",
        _ => "integer",
    };
    if schema["type"].as_str().is_some_and(|wanted| wanted != kind) {
        wrong.push(format!("{path}: is {kind}"));
    }
    if schema["enum"].as_array().is_some_and(|choices| !choices.contains(value))
        || !schema["const"].is_null() && schema["const"] != *value
    {
        wrong.push(format!("{path}: is {value}"));
    }
    if let Some(number) = value.as_i64()
        && (schema["minimum"].as_i64().is_some_and(|low| number < low)
            || schema["maximum"].as_i64().is_some_and(|high| number > high))
    {
        wrong.push(format!("{path}: {number} is out of range"));
    }
    for (at, item) in value.as_array().into_iter().flatten().enumerate() {
        fits(&schema["items"], item, &format!("{path}[{at}]"), wrong);
    }
    for (key, item) in value.as_object().into_iter().flatten() {
        let known = &schema["properties"][key];
        if known.is_null() && schema["additionalProperties"] == json!(false) {
            wrong.push(format!("{path}.{key}: not in the schema"));
        }
        fits(
            if known.is_null() { &schema["additionalProperties"] } else { known },
            item,
            &format!("{path}.{key}"),
            wrong,
        );
    }
}
