//! Compares the JSON Schema with the reader. The schema accepts every file that the reader accepts, and it refuses
//! every mistake that JSON Schema can express.

use crate::common::{games, ids};
use rulebook_boards::{load, schema};
use rulebook_diag::Sources;
use rulebook_kernel::{Draws, Rng};
use rulebook_testkit::json_schema::Validator;
use serde_json::{Value, json};

/// The codes of mistakes that JSON Schema cannot express, because it cannot compare names, ids or squares with each
/// other.
const INEXPRESSIBLE: [&str; 9] = [
    "B0003", // a disabled square
    "B0004", // two pieces on one square
    "B0005", // an unknown piece
    "B0006", // a name that is used twice
    "B0008", // an unknown player
    "B0009", // an unknown condition
    "B0010", // a condition of the type STATE
    "B0011", // a dependence on a missing move, or a cycle
    "B0014", // a promotion that no piece can reach
];

/// The codes of the errors in a file.
fn errors(text: &str) -> Vec<&'static str> {
    let mut sources = Sources::new();
    let file = sources.add("game.json", text);
    let (game, diags) = load(&sources, file, "test");
    let found: Vec<&str> = diags
        .sorted()
        .iter()
        .filter(|found| found.severity == rulebook_diag::Severity::Error)
        .map(|found| found.code)
        .collect();
    assert_eq!(game.is_none(), !found.is_empty(), "{found:?}");
    found
}

/// The games of the pages and of the tests, and the shipped games.
fn files() -> Vec<(String, String)> {
    let read = |path: std::path::PathBuf| std::fs::read_to_string(path).expect("a readable file");
    let mut files: Vec<(String, String)> =
        ids().into_iter().map(|id| (id.clone(), read(games().join(id).join("game.json")))).collect();
    for folder in ["conformance/boards", "crates/boards/tests/data"] {
        for entry in games().join("..").join(folder).read_dir().expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = read(path.clone());
            let block = text.split_once("```json game").map_or(text.as_str(), |(_, rest)| rest);
            let block = block.split("\n```").next().unwrap_or_default().to_owned();
            files.push((path.file_name().expect("a name").to_string_lossy().into_owned(), block));
        }
    }
    files
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let validator = Validator(schema());
    let (mut good, mut bad, mut beyond) = (0, 0, 0);
    for (name, text) in files() {
        // A file with comments or trailing commas is not JSON.
        let Ok(value) = serde_json::from_str::<Value>(&text) else { continue };
        let found = errors(&text);
        let accepted = validator.accepts(&value);
        match found.iter().find(|code| !INEXPRESSIBLE.contains(code)) {
            Some(code) => {
                assert!(!accepted, "{name}: the schema accepts {code}");
                bad += 1;
            }
            None if found.is_empty() => {
                assert!(accepted, "{name}: the schema refuses a good game");
                good += 1;
            }
            None => beyond += 1,
        }
    }
    assert!(good > 80 && bad > 6 && beyond > 4, "{good} good, {bad} bad, {beyond} beyond the schema");
}

fn base() -> Value {
    json!({
        "name": "Base",
        "board": {"dimensions": [4, 6], "disabled_positions": [[3, 5]]},
        "players": [
            {"name": "WHITE", "direction": [[1, 0], [0, 1]], "starting_positions": [{"piece": "MAN", "positions": [[0, 0], [1, 0]]}]},
            {"name": "BLACK", "direction": [[-1, 0], [0, -1]], "starting_positions": [{"piece": "MAN", "positions": [[3, 4]]}], "hand": {"MAN": 2}}
        ],
        "turns": {"order": ["WHITE", "BLACK"], "start_at": 1},
        "conditions": [{"code": "END", "type": "POSITION", "check": {"WHITE": [[0, 5]], "BLACK": [[0, 0]]}}],
        "captured": "to_hand",
        "win_conditions": [{"win": "REACH", "zone": "END"}],
        "draw_conditions": [{"draw": "REPETITION", "times": 3}],
        "pieces": [{
            "code": "MAN",
            "drop": {"zones": ["END"]},
            "moves": [
                {
                    "id": 0,
                    "step": [0, 1],
                    "actions": [{"state": "EMPTY", "action": "MOVE"}, {"state": "ENEMY", "action": "CAPTURE", "conditions": [{"condition": "FIRST_MOVE"}]}],
                    "conditions": [{"condition": "PIECE_FIRST_MOVE", "position": [1, 0]}],
                    "modifiers": [{"action": "TRANSFORM", "conditions": [{"condition": "END"}], "options": ["MAN"]}],
                    "side_effects": [{"action": "SET_STATE", "state": "S", "duration": 1}]
                },
                {"id": 1, "step": [1, 1], "actions": [{"state": "EMPTY", "action": "MOVE"}], "repeat": {"times": 2}}
            ]
        }]
    })
}

// clause: Boards 1-2
#[test]
fn each_of_these_mistakes_is_refused_by_both() {
    let validator = Validator(schema());
    assert_eq!((errors(&base().to_string()), validator.accepts(&base())), (vec![], true));
    let condition = "/pieces/0/moves/0/conditions/0";
    let breaks: Vec<(&str, Value)> = vec![
        ("/board/dimensions", json!([4])),
        ("/board/dimensions/1", json!(17)),
        ("/board/dimensions/1", json!(5)),
        ("/board/disabled_positions/0", json!([4, 0])),
        ("/players/0/starting_positions/0/positions/0", json!([4, 0])),
        ("/players/0/starting_positions/0/positions/0", json!([0, 6])),
        ("/players/0/starting_positions/0/positions/0", json!([-1, 0])),
        ("/players/0/starting_positions/0/positions/0", json!([1, 0])),
        ("/players/0/direction", json!([[1, 1], [0, 1]])),
        ("/players/0/name", json!("WH\u{200b}ITE")),
        ("/players/0/name", json!("")),
        ("/players/0/name", json!("W".repeat(65))),
        ("/pieces/0/code", json!("")),
        ("/pieces/0/code", json!("象".repeat(65))),
        ("/players/1/hand/MAN", json!(251)),
        ("/turns/start_at", json!(2)),
        ("/turns/order", json!([])),
        ("/conditions/0/code", json!("PATH_EMPTY")),
        ("/conditions/0/code", json!("HOME")),
        ("/conditions/0/check/WHITE/0", json!([0, 6])),
        ("/conditions/0/type", json!("STATES")),
        ("/pieces/0/betza", json!("xW")),
        ("/pieces/0/betza", json!("Y")),
        ("/pieces/0/betza", json!("fm")),
        ("/pieces/0/betza", json!("W-1")),
        ("/pieces/0/betza", json!("W F")),
        ("/pieces/0/betza", json!(7)),
        ("/pieces/0/moves/0/step", json!([0, 0])),
        ("/pieces/0/moves/0/step", json!([0, 17])),
        ("/pieces/0/moves/0/actions", json!([])),
        ("/pieces/0/moves/0/actions/0/state", json!("ENEMY")),
        ("/pieces/0/moves/0/actions/1/action", json!("MOVE")),
        ("/pieces/0/moves/0/modifiers/0/options", json!([])),
        ("/pieces/0/moves/0/side_effects/0/duration", json!(256)),
        ("/pieces/0/moves/0/side_effects/0/action", json!("CAPTURE")),
        ("/pieces/0/moves/1/repeat/times", json!(0)),
        ("/pieces/0/moves/1/repeat/until", json!("EMPTY")),
        ("/win_conditions/0", json!({"win": "REACH"})),
        ("/win_conditions/0", json!({"win": "LINE", "length": 1})),
        ("/draw_conditions/0", json!({"draw": "REPETITION"})),
        ("/no_checks", json!(true)),
        ("/facing_leaders", json!("forbidden")),
        ("/version", json!(1)),
        (condition, json!({"condition": "PIECE_FIRST_MOVE"})),
        (condition, json!({"condition": "FIRST_MOVE", "position": [1, 0]})),
        (condition, json!({"condition": "DEPENDS_ON"})),
        (condition, json!({"condition": "CHECK_STATE", "position": [1, 0]})),
        (condition, json!({"condition": "CHECK_STATE", "state": "S"})),
        (condition, json!({"condition": "ROOK_FIRST_MOVE", "position": 3})),
        (condition, json!({"condition": "SOURCE_IN"})),
        (condition, json!({"condition": "ON_RANK"})),
        (condition, json!({"condition": "ON_RANK", "rank": 16})),
        (condition, json!({"condition": "ON_RANK", "ranks": []})),
        (condition, json!({"condition": "SQUARES_EMPTY", "position": [1, 0]})),
        (condition, json!({"condition": "PIECE_AT", "position": [1, 0], "owner": "ME"})),
        (condition, json!({"condition": "PATH_PIECE_COUNT", "min": 2, "max": 1})),
        ("/pieces/0/moves/0/modifiers/0/conditions/0", json!({"condition": "PATH_PIECE_COUNT", "min": 1})),
        (condition, json!({"condition": "END", "position": [1, 0]})),
        (condition, json!({"position": [1, 0]})),
    ];
    for (pointer, broken) in breaks {
        let mut file = base();
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
        match file.pointer_mut(parent).expect("there") {
            Value::Array(items) => items[key.parse::<usize>().expect("an index")] = broken.clone(),
            parent => parent[key] = broken.clone(),
        }
        assert!(!errors(&file.to_string()).is_empty(), "the reader accepts {pointer}: {broken}");
        assert!(!validator.accepts(&file), "the schema accepts {pointer}: {broken}");
    }
    for pointer in
        ["/name", "/board", "/players/0/direction", "/pieces/0/moves", "/pieces/0/moves/0/id", "/conditions/0/check"]
    {
        let mut file = base();
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
        file.pointer_mut(parent).and_then(Value::as_object_mut).expect("a map").remove(key).expect("there");
        assert!(!errors(&file.to_string()).is_empty() && !validator.accepts(&file), "{pointer} is missing");
    }
}

/// A file without zones has no other conditions than the built-in ones.
#[test]
fn unknown_conditions_are_refused_by_both_if_there_are_no_zones() {
    let validator = Validator(schema());
    let mut plain = base();
    for key in ["conditions", "win_conditions"] {
        plain.as_object_mut().expect("a map").remove(key);
    }
    plain["pieces"][0]["drop"] = json!({});
    plain["pieces"][0]["moves"][0]["modifiers"][0]["conditions"] = json!([]);
    let with = |zones: Option<Value>, pointer: &str, value: Value| {
        let mut file = plain.clone();
        if let Some(zones) = zones {
            file["conditions"] = zones;
        }
        *file.pointer_mut(pointer).expect("there") = value;
        (errors(&file.to_string()).is_empty(), validator.accepts(&file))
    };
    let state = || Some(json!([{"code": "END", "type": "STATE"}]));
    let zone = || Some(json!([{"code": "END", "type": "POSITION", "check": {"WHITE": [[0, 5]], "BLACK": [[0, 0]]}}]));
    let named = |name: &str| json!({"condition": name});
    let moved = "/pieces/0/moves/0/conditions/0";
    let acted = "/pieces/0/moves/0/actions/1/conditions/0";
    let changed = "/pieces/0/moves/0/modifiers/0/conditions";
    for zones in [None, Some(json!([])), state()] {
        assert_eq!(with(zones.clone(), moved, named("FIRST_MOVE")), (true, true));
        for (pointer, value) in [
            (moved, named("FIRST_MOVES")),
            (moved, named("first_move")),
            (moved, named("END")),
            (moved, json!({"condition": "SOURCE_IN", "zone": "END"})),
            (acted, named("END")),
            (changed, json!([named("END")])),
            ("/pieces/0/drop", json!({"zones": ["END"]})),
        ] {
            assert_eq!(with(zones.clone(), pointer, value.clone()), (false, false), "{pointer} {value} {zones:?}");
        }
    }
    assert_eq!(with(zone(), moved, named("END")), (true, true));
    // With zones, JSON Schema cannot tell the name of a zone from a typing mistake. Only the reader reports such a
    // mistake.
    assert_eq!(with(zone(), moved, named("EMD")), (false, true));
}

#[test]
fn version_1_may_use_the_names_of_extensions() {
    let mut file = base();
    for key in ["captured", "win_conditions", "draw_conditions"] {
        file.as_object_mut().expect("a map").remove(key);
    }
    file["players"][1].as_object_mut().expect("a map").remove("hand");
    file["pieces"][0].as_object_mut().expect("a map").remove("drop");
    file["version"] = json!(1);
    file["conditions"][0]["code"] = json!("PIECE_AT");
    file["pieces"][0]["moves"][0]["modifiers"][0]["conditions"][0]["condition"] = json!("PIECE_AT");
    let validator = Validator(schema());
    assert_eq!((errors(&file.to_string()), validator.accepts(&file)), (vec![], true));
    file["version"] = json!(2);
    assert!(errors(&file.to_string()).contains(&"B0027") && !validator.accepts(&file));
}

/// Changes one random value of the file.
fn mutate(value: &mut Value, draws: &mut Draws) {
    let scalars = [
        json!(null),
        json!(0),
        json!(1),
        json!(3),
        json!(-1),
        json!(17),
        json!(true),
        json!("END"),
        json!([]),
        json!({}),
    ];
    let pick = |draws: &mut Draws, n: usize| draws.below(n as u32) as usize;
    let deeper = draws.below(8) > 0;
    match value {
        Value::Object(map) if !map.is_empty() && deeper => {
            let key = map.keys().nth(pick(draws, map.len())).expect("a key").clone();
            if draws.below(12) == 0 {
                map.remove(&key);
            } else {
                mutate(&mut map[&key], draws);
            }
        }
        Value::Array(items) if !items.is_empty() && deeper => {
            let at = pick(draws, items.len());
            mutate(&mut items[at], draws);
        }
        other => *other = scalars[pick(draws, scalars.len())].clone(),
    }
}

#[test]
fn the_schema_accepts_what_the_reader_accepts() {
    let validator = Validator(schema());
    let (mut fine, mut refused, mut missed) = (0, 0, 0);
    for seed in 0..1500 {
        let mut draws = Rng::seeded(&format!("schema {seed}")).draws();
        let mut file = base();
        (0..=draws.below(2)).for_each(|_| mutate(&mut file, &mut draws));
        let found = errors(&file.to_string());
        match (found.is_empty(), validator.accepts(&file)) {
            (true, accepted) => {
                assert!(accepted, "seed {seed}: the schema refuses a good game: {file}");
                fine += 1;
            }
            (false, false) => refused += 1,
            (false, true) => {
                // The schema accepts this file. So at least one of its mistakes must be one that JSON Schema cannot
                // express.
                let beyond = found.iter().any(|code| INEXPRESSIBLE.contains(code));
                assert!(beyond, "seed {seed}: {found:?}: {file}");
                missed += 1;
            }
        }
    }
    assert!(fine > 60 && refused > 600 && missed < refused, "{fine} fine, {refused} refused, {missed} missed");
}
