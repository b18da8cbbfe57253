//! The JSON Schema of the game language, for editors.
//!
//! The schema refuses every file that `rulebook check` refuses, as far as JSON Schema can express the mistake. JSON
//! Schema cannot compare names, so the schema does not know which names a file declares. It knows only whether a file
//! has zones at all: without them, every condition must be built in. The schema compares two numbers of a file by one
//! clause for each possible number, for example for each size of the board.
//!
//! For the reader, an optional key with the value `null` is absent. So every optional key also accepts `null`.

use serde_json::{Map, Value, json};

use crate::limits::{
    MAX_DURATION, MAX_HELD, MAX_MOVES, MAX_NAME, MAX_ORDER, MAX_PIECES, MAX_PLAYERS, MAX_SIDE, MAX_VALUE, MAX_ZONES,
    MOST_PLIES,
};
use crate::spec::{BETZA, CLAUSE_KEYS, KNOWN_CONDITIONS as KNOWN, PLAIN_CONDITIONS as PLAIN};

/// A pattern for texts without invisible characters.
const SEEN: &str = "^[^\u{0}-\u{1f}\u{7f}-\u{9f}\u{61c}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{feff}]*$";

/// The schema of a game file.
#[must_use]
pub fn schema() -> Value {
    let mut schema = object(
        &["name", "board", "players", "turns", "pieces"],
        json!({
            "version": { "enum": [1, 2] },
            "name": text(),
            "leader": { "anyOf": [text(), leader(), { "type": "array", "items": { "anyOf": [text(), leader()] } }] },
            "board": object(&["dimensions"], json!({
                "dimensions": { "type": "array", "items": number(1, MAX_SIDE), "minItems": 2, "maxItems": 2 },
                "disabled_positions": squares(),
                "cuts": { "type": "array", "items": number(1, MAX_SIDE - 1) },
            })),
            "players": { "type": "array", "minItems": 1, "maxItems": MAX_PLAYERS, "items": player() },
            "turns": object(&["order"], json!({
                "order": { "type": "array", "minItems": 1, "maxItems": MAX_ORDER, "items": text() },
                "start_at": number(0, MAX_ORDER as i64 - 1),
            })),
            "conditions": { "type": "array", "maxItems": MAX_ZONES, "items": zone() },
            "pieces": { "type": "array", "minItems": 1, "maxItems": MAX_PIECES, "items": piece() },
            "win_conditions": { "type": "array", "items": win() },
            "draw_conditions": { "type": "array", "items": draw() },
            "stalemate": { "enum": ["draw", "loss", "win", "count", "fewest"] },
            "checkmate": { "anyOf": [{ "enum": VERDICTS }, object(&[], json!({
                "result": { "enum": VERDICTS }, "only_by": result_for(), "without": result_for(),
            }))] },
            "pass": { "anyOf": [
                { "enum": PASSES },
                { "type": "object", "propertyNames": text(), "additionalProperties": { "enum": PASSES } },
            ] },
            "double_pass": { "enum": TALLIES },
            "full_board": { "enum": TALLIES },
            "points": object(&["pieces"], json!({
                "pieces": { "type": "object", "propertyNames": text(), "additionalProperties": number(0, 1000) },
                "extra_tenths": { "type": "object", "propertyNames": text(), "additionalProperties": number(0, 10_000) },
            })),
            "eliminated": { "enum": ["freeze", "remove"] },
            "compulsory_capture": { "type": "boolean" },
            "no_checks": { "type": "boolean" },
            "compulsory_drop": { "anyOf": [{ "type": "boolean" }, text(), codes()] },
            "facing_leaders": { "anyOf": [
                { "enum": FACINGS },
                object(&["rule"], json!({ "rule": { "enum": FACINGS }, "rows": { "type": "boolean" } })),
            ] },
            "captured": { "enum": ["removed", "to_hand", "to_partner"] },
            "teams": { "type": "array", "minItems": 2, "items": { "type": "array", "minItems": 1, "items": text() } },
            "max_turns": number(1, MOST_PLIES),
            "shuffled": shuffled(),
            "after_capture": { "type": "array", "items": { "anyOf": changes() } },
            "after_move": { "type": "array", "items": { "anyOf": changes() } },
            "walls": walls(),
            "gating": object(&["zone"], json!({ "zone": text() })),
            "unmoved_drops": object(&["zone"], json!({ "zone": text() })),
            "promotion_limits": { "type": "array", "items": object(&["pieces", "most"], json!({
                "pieces": some_codes(),
                "most": number(0, MAX_HELD),
            })) },
            "no_stuck_pieces": { "type": "boolean" },
            "castling": castling(),
        }),
    );
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("A board game");
    schema["allOf"] = json!(clauses());
    schema["$defs"] = json!({
        "text": { "type": "string", "pattern": SEEN },
        "offset": { "type": "array", "items": number(-MAX_SIDE, MAX_SIDE), "minItems": 2, "maxItems": 2 },
        "square": { "type": "array", "items": number(0, MAX_SIDE - 1), "minItems": 2, "maxItems": 2 },
        "condition": { "anyOf": conditions(&KNOWN) },
        "plain_condition": { "anyOf": conditions(&KNOWN[..PLAIN]) },
        "promotion_condition": {
            "$ref": "#/$defs/condition",
            "properties": { "condition": { "not": { "enum": ["PATH_PIECE_COUNT", "GIVES_CHECK", "ATTACKS"] } } },
        },
        "effect": { "anyOf": effects() },
    });
    schema
}

const PASSES: [&str; 3] = ["never", "forced", "allowed"];
const TALLIES: [&str; 3] = ["draw", "pieces", "points"];
const FACINGS: [&str; 3] = ["allowed", "forbidden", "answered"];
const VERDICTS: [&str; 3] = ["loss", "win", "draw"];

fn shuffled() -> Value {
    let between = json!({ "type": "object", "propertyNames": text(), "additionalProperties": text() });
    let some = json!({ "pieces": codes(), "both_colours": codes(), "between": between });
    json!({ "anyOf": [codes(), object(&["pieces"], some)] })
}

/// Some kinds of pieces, and the result that belongs to them.
fn result_for() -> Value {
    object(&["pieces", "result"], json!({ "pieces": some_codes(), "result": { "enum": VERDICTS } }))
}

fn walls() -> Value {
    let places = ["anywhere", "source", "reach", "edge"];
    let flag = || json!({ "type": "boolean" });
    object(
        &["place"],
        json!({
            "place": { "enum": places }, "zone": text(), "single": flag(), "instead": flag(), "piece": text(),
            "name": text(), "glyph": text(),
        }),
    )
}

fn castling() -> Value {
    object(
        &["piece", "partners", "left", "right"],
        json!({
            "piece": text(),
            "partners": some_codes(),
            "rank": number(0, MAX_SIDE - 1),
            "left": columns(),
            "right": columns(),
        }),
    )
}

/// One code, or a list of codes.
fn some_codes() -> Value {
    json!({ "anyOf": [text(), codes()] })
}

/// The columns on which two castling pieces arrive.
fn columns() -> Value {
    json!({ "type": "array", "items": number(0, MAX_SIDE - 1), "minItems": 2, "maxItems": 2, "uniqueItems": true })
}

/// A leader with conditions.
fn leader() -> Value {
    let most = number(1, i64::from(u8::MAX));
    object(&["piece"], json!({ "piece": text(), "while_at_most": most, "check_on_all": { "type": "boolean" } }))
}

fn text() -> Value {
    json!({ "$ref": "#/$defs/text" })
}

/// An object with these fields. A field that is not required may be `null`.
fn object(required: &[&str], mut properties: Value) -> Value {
    let fields = properties.as_object_mut().into_iter().flatten();
    for (_, field) in fields.filter(|(key, _)| !required.contains(&key.as_str())) {
        *field = or_null(field.take());
    }
    json!({ "type": "object", "required": required, "additionalProperties": false, "properties": properties })
}

fn or_null(value: Value) -> Value {
    json!({ "anyOf": [value, { "type": "null" }] })
}

/// An object whose field `key` is `name`, with further fields.
fn named(key: &str, name: &str, required: &[&str], mut properties: Value) -> Value {
    properties[key] = json!({ "const": name });
    object(&[&[key], required].concat(), properties)
}

fn number(low: i64, high: i64) -> Value {
    json!({ "type": "integer", "minimum": low, "maximum": high })
}

fn offset() -> Value {
    json!({ "$ref": "#/$defs/offset" })
}

fn squares() -> Value {
    json!({ "type": "array", "items": { "$ref": "#/$defs/square" } })
}

fn codes() -> Value {
    json!({ "type": "array", "items": text() })
}

/// A list of objects with these fields.
fn listed(properties: Value) -> Value {
    json!({ "items": { "properties": properties } })
}

/// The clauses that compare two parts of a file.
fn clauses() -> Vec<Value> {
    let boards = (0..2).flat_map(|axis| (1..=MAX_SIDE).map(move |side| on_board(axis, side)));
    let starts = (1..MAX_ORDER).map(|turns| {
        json!({
            "if": { "properties": { "turns": { "properties": { "order": { "maxItems": turns } } } } },
            "then": { "properties": { "turns": { "properties": { "start_at": { "maximum": turns - 1 } } } } },
        })
    });
    boards.chain(starts).chain([versions(), leaders(), zones()]).collect()
}

/// If the board has this many columns (axis 0) or rows (axis 1), every square of the file is on it.
fn on_board(axis: usize, side: i64) -> Value {
    let at = |what: Value| {
        let pair = if axis == 0 { json!([what]) } else { json!([true, what]) };
        json!({ "prefixItems": pair })
    };
    let squares = json!({ "items": at(json!({ "maximum": side - 1 })) });
    let mut board = json!({ "disabled_positions": squares });
    if axis == 0 {
        board["cuts"] = json!({ "items": { "maximum": side.max(2) - 1 } });
    }
    json!({
        "if": { "properties": { "board": { "properties": { "dimensions": at(json!({ "const": side })) } } } },
        "then": { "properties": {
            "board": { "properties": board },
            "players": listed(json!({ "starting_positions": listed(json!({ "positions": squares })) })),
            "conditions": listed(json!({ "check": { "additionalProperties": squares } })),
        } },
    })
}

/// A file that declares version 1 has no extensions, so its zones may have the names of extensions.
fn versions() -> Value {
    let absent = || json!({ "type": "null" });
    let none = |keys: &[&str]| keys.iter().map(|key| ((*key).to_owned(), absent())).collect::<Map<_, _>>();
    let conditions = |name: &str| json!({ "conditions": { "items": { "$ref": format!("#/$defs/{name}") } } });
    let moves = |name: &str, promotion: &str| {
        let mut moves = conditions(name);
        moves["actions"] = listed(conditions(name));
        moves["modifiers"] = listed(conditions(promotion));
        moves
    };
    let mut plain = moves("plain_condition", "plain_condition");
    plain["again"] = absent();
    plain["repeat"] = json!({ "properties": { "exact": absent() } });
    plain["step"] = json!({ "not": { "const": [0, 0] } });
    let mut piece = none(&["betza", "drop", "value", "conditions", "modifiers"]);
    piece.insert("moves".to_owned(), listed(plain));
    let mut file = none(&CLAUSE_KEYS);
    file.insert("pieces".to_owned(), listed(piece.into()));
    file.insert("players".to_owned(), listed(json!({ "hand": absent() })));
    file.insert("leader".to_owned(), json!({ "type": ["string", "null"] }));
    file.insert("board".to_owned(), json!({ "properties": { "cuts": absent() } }));
    json!({
        "if": { "required": ["version"], "properties": { "version": { "const": 1 } } },
        "then": { "properties": file },
        "else": { "properties": {
            "pieces": listed(json!({
                "moves": listed(moves("condition", "promotion_condition")),
                "conditions": { "items": { "$ref": "#/$defs/condition" } },
                "modifiers": listed(conditions("promotion_condition")),
            })),
            "conditions": listed(json!({ "code": { "not": { "enum": KNOWN } } })),
        } },
    })
}

/// A file without zones can use only built-in conditions, and only those that need no zone.
fn zones() -> Value {
    let moves = |known: &[&str]| {
        let built_in: Vec<&&str> = known.iter().filter(|name| **name != "SOURCE_IN").collect();
        let conditions = json!({ "conditions": listed(json!({ "condition": { "enum": built_in } })) });
        let mut moves = conditions.clone();
        moves["actions"] = listed(conditions.clone());
        moves["modifiers"] = listed(conditions);
        json!({ "properties": { "pieces": listed(json!({ "moves": listed(moves) })) } })
    };
    json!({
        // If a file has no conditions, or no condition of the type `POSITION`, it declares no zone that other clauses
        // could name.
        "if": { "properties": { "conditions": listed(json!({ "type": { "not": { "const": "POSITION" } } })) } },
        "then": {
            "properties": {
                "pieces": listed(json!({ "drop": { "properties": { "zones": { "maxItems": 0 } } } })),
                "win_conditions": listed(json!({ "win": { "not": { "const": "REACH" } } })),
            },
            "if": { "required": ["version"], "properties": { "version": { "const": 1 } } },
            "then": moves(&KNOWN[..PLAIN]),
            "else": moves(&KNOWN),
        },
    })
}

/// The clauses about leaders need a leader.
fn leaders() -> Value {
    let rule = json!({ "properties": { "rule": { "const": "allowed" } } });
    let allowed = json!({ "anyOf": [{ "enum": ["allowed", null] }, { "type": "object", "allOf": [rule] }] });
    json!({
        "if": { "properties": { "leader": { "type": ["array", "null"], "maxItems": 0 } } },
        "then": { "properties": { "no_checks": { "enum": [false, null] }, "facing_leaders": allowed,
            "checkmate": { "properties": { "only_by": { "type": "null" }, "without": { "type": "null" } } },
        } },
    })
}

fn player() -> Value {
    let signs = [-1, 1].into_iter().flat_map(|a| [-1, 1].map(move |b| (a, b)));
    let turns: Vec<Value> = signs.flat_map(|(a, b)| [json!([[a, 0], [0, b]]), json!([[0, a], [b, 0]])]).collect();
    object(
        &["name", "direction", "starting_positions"],
        json!({
            "name": { "type": "string", "pattern": SEEN, "minLength": 1, "maxLength": MAX_NAME },
            "direction": { "enum": turns },
            "starting_positions": { "type": "array", "items": object(&["piece", "positions"], json!({
                "piece": text(),
                "positions": { "type": "array", "uniqueItems": true, "items": { "$ref": "#/$defs/square" } },
            })) },
            "hand": { "type": "object", "propertyNames": text(), "additionalProperties": number(0, MAX_HELD) },
        }),
    )
}

fn zone() -> Value {
    let code = json!({ "type": "string", "pattern": SEEN, "not": { "enum": KNOWN[..PLAIN] } });
    let check = json!({ "type": "object", "propertyNames": text(), "additionalProperties": squares() });
    // A condition of the type STATE may have any other field.
    let state = json!({
        "type": "object",
        "required": ["code", "type"],
        "properties": { "code": code, "type": { "const": "STATE" } },
    });
    json!({ "anyOf": [named("type", "POSITION", &["code", "check"], json!({ "code": code, "check": check })), state] })
}

fn piece() -> Value {
    let mut piece = object(
        &["code"],
        json!({
            "code": { "type": "string", "pattern": SEEN, "minLength": 1, "maxLength": MAX_NAME },
            "name": text(),
            "letter": text(),
            "aliases": codes(),
            "glyphs": codes(),
            "value": { "type": "integer", "minimum": 0, "maximum": MAX_VALUE },
            "betza": { "type": "string", "pattern": BETZA },
            "moves": { "type": "array", "maxItems": MAX_MOVES, "items": one_move() },
            "drop": object(&[], json!({
                "zones": codes(),
                "one_a_file": { "type": "boolean" },
                "not_mate": { "type": "boolean" },
                "supported": offset(),
                "flips": { "type": "boolean" },
                "file_limit": number(0, MAX_SIDE),
                "not_check": { "type": "boolean" },
                "beside": object(&["owner"], json!({
                    "owner": { "enum": ["ANY", "ALLY", "ENEMY"] },
                    "straight": { "type": "boolean" },
                    "not": { "type": "boolean" },
                })),
                "both_colours": { "type": "boolean" },
                "becomes": codes(),
                "first": text(),
                "free": { "type": "boolean" },
                "gate_only": { "type": "boolean" },
                "from_edge": { "type": "boolean" },
            })),
            "conditions": { "type": "array", "items": { "type": "object", "required": ["condition"] } },
            "modifiers": { "type": "array", "items": modifier() },
            "demotes_to": text(),
        }),
    );
    let written = |key: &str, kind: &str| json!({ "required": [key], "properties": { key: { "type": kind } } });
    piece["anyOf"] = json!([written("moves", "array"), written("betza", "string")]);
    piece
}

/// A promotion. `versions` says which conditions there are.
fn modifier() -> Value {
    object(
        &["action", "options"],
        json!({
            "action": { "enum": ["TRANSFORM"] },
            "conditions": { "type": "array", "items": { "type": "object", "required": ["condition"] } },
            "options": { "type": "array", "minItems": 1, "items": text() },
        }),
    )
}

fn one_move() -> Value {
    // `versions` says which conditions there are.
    let conditions = || json!({ "type": "array", "items": { "type": "object", "required": ["condition"] } });
    let effects = || json!({ "type": "array", "items": { "$ref": "#/$defs/effect" } });
    let action = |states: Value, name: &str| {
        let properties = json!({ "state": { "enum": states }, "conditions": conditions(), "side_effects": effects() });
        named("action", name, &["state"], properties)
    };
    let mut one = object(
        &["id", "step", "actions"],
        json!({
            "id": { "type": "integer" },
            "step": offset(),
            "actions": { "type": "array", "minItems": 1, "items": {
                "anyOf": [action(json!(["EMPTY"]), "MOVE"), action(json!(["ENEMY", "ALLY"]), "CAPTURE")],
            } },
            "conditions": conditions(),
            "modifiers": { "type": "array", "items": modifier() },
            "side_effects": effects(),
            "repeat": object(&[], json!({
                "until": { "enum": ["NOT_EMPTY"] },
                "loop": { "type": "boolean" },
                "times": number(1, 1_000_000_000),
                "exact": { "type": "boolean" },
            })),
            "again": { "type": "boolean" },
        }),
    );
    let not_after = listed(json!({ "condition": { "not": { "enum": ["GIVES_CHECK", "ATTACKS"] } } }));
    one["allOf"] = json!([
        // A move that stays on its square does nothing else.
        {
            "if": { "properties": { "step": { "const": [0, 0] } } },
            "then": { "properties": {
                "actions": listed(json!({ "state": { "const": "EMPTY" } })),
                "repeat": { "type": "null" },
                "again": { "enum": [false, null] },
            } },
        },
        {
            "if": { "required": ["again"], "properties": { "again": { "const": true } } },
            "then": { "properties": { "conditions": not_after, "actions": listed(json!({ "conditions": not_after })) } },
        },
    ]);
    one
}

/// The schemas of conditions: one for each of these names with its parameters, and one for the codes of zones.
fn conditions(known: &[&str]) -> Vec<Value> {
    let rank = || number(0, MAX_SIDE - 1);
    let extended = known.len() > PLAIN;
    let one = |name: &str, required: &[&str], mut properties: Value| {
        if name != "PATH_PIECE_COUNT" {
            properties["not"] = json!({ "type": if extended { "boolean" } else { "null" } });
        }
        named("condition", name, required, properties)
    };
    let with = |name: &&str| match *name {
        name @ "DEPENDS_ON" => one(name, &["move_id"], json!({ "move_id": { "type": "integer" } })),
        name @ ("PIECE_FIRST_MOVE" | "ROOK_FIRST_MOVE" | "LEG_EMPTY") => {
            one(name, &["position"], json!({ "position": offset() }))
        }
        name @ "CHECK_STATE" => one(name, &["state", "position"], json!({ "state": text(), "position": offset() })),
        name @ "SOURCE_IN" => one(name, &["zone"], json!({ "zone": text() })),
        name @ "ON_RANK" => {
            let ranks = json!({ "type": "array", "items": rank() });
            let mut condition = one(name, &[], json!({ "rank": rank(), "ranks": ranks }));
            let some = json!({ "required": ["ranks"], "properties": { "ranks": { "type": "array", "minItems": 1 } } });
            let single = json!({ "required": ["rank"], "properties": { "rank": { "type": "integer" } } });
            condition["anyOf"] = json!([single, some]);
            condition
        }
        name @ "SQUARES_EMPTY" => {
            one(name, &["positions"], json!({ "positions": { "type": "array", "items": offset() } }))
        }
        name @ ("PIECE_AT" | "PIECE_NOT_AT") => {
            let owner = json!({ "enum": ["ANY", "ALLY", "ENEMY"] });
            one(name, &["position"], json!({ "position": offset(), "piece": text(), "owner": owner }))
        }
        name @ "PATH_PIECE_COUNT" => {
            let count = || number(0, MAX_SIDE);
            let counts = json!({
                "min": count(), "max": count(), "beyond": number(1, MAX_SIDE), "never_over": some_codes(),
                "not": { "const": false },
            });
            let mut condition = one(name, &["min"], counts);
            let not_less = |min: i64| {
                json!({
                    "if": { "properties": { "min": { "const": min } } },
                    "then": { "properties": { "max": { "minimum": min } } },
                })
            };
            condition["allOf"] = (1..=MAX_SIDE).map(not_less).collect();
            condition
        }
        name @ "PIECE_COUNT" => {
            let (count, owner) = (|| number(0, 250), json!({ "enum": ["ANY", "ALLY", "ENEMY"] }));
            let positions = json!({ "type": "array", "items": offset() });
            let some = json!({
                "pieces": some_codes(), "owner": owner, "min": count(), "max": count(), "positions": positions,
            });
            let mut condition = one(name, &[], some);
            let given = |key: &str| json!({ "required": [key], "properties": { key: { "type": "integer" } } });
            condition["anyOf"] = json!([given("min"), given("max")]);
            condition
        }
        name @ "ATTACKS" => one(name, &[], json!({ "pieces": some_codes() })),
        name @ "TARGET_IS" => one(name, &["pieces"], json!({ "pieces": some_codes() })),
        name => one(name, &[], json!({})),
    };
    let code = json!({ "type": "string", "pattern": SEEN, "not": { "enum": known } });
    let negation = json!({ "type": if extended { "boolean" } else { "null" } });
    let zone = object(&["condition"], json!({ "condition": code, "not": negation }));
    known.iter().map(with).chain([zone]).collect()
}

/// The effects that change the pieces on some squares.
fn changes() -> Vec<Value> {
    let change = |name: &str, required: &[&str]| {
        let flips = name == "FLIP";
        let mut properties = json!({
            "square": { "$ref": "#/$defs/square" },
            "at": { "enum": ["SOURCE", "TARGET"] },
            "around": { "type": "boolean" },
            "offsets": { "type": "array", "items": offset() },
            "pieces": some_codes(),
            "except": some_codes(),
            "owner": { "enum": ["ANY", "ALLY", "ENEMY"] },
            "by": some_codes(),
            "drop_beside_own": { "type": "boolean" },
        });
        if !required.is_empty() {
            properties["piece"] = text();
        }
        if flips {
            properties["enclosed"] = json!({ "type": "boolean" });
        }
        let mut change = named("action", name, required, properties);
        if flips {
            change["if"] = json!({ "required": ["enclosed"], "properties": { "enclosed": { "type": "boolean" } } });
            change["then"] = json!({ "properties": {
                "around": { "enum": [false, null] }, "offsets": { "type": "null" },
            } });
        }
        change
    };
    vec![
        change("REMOVE", &[]),
        change("BECOME", &["piece"]),
        change("FLIP", &[]),
        change("WALL", &[]),
        change("PUT", &["piece"]),
        change("MOVED", &[]),
        change("RETURN", &[]),
    ]
}

fn effects() -> Vec<Value> {
    let mut plain = vec![
        named("action", "SET_STATE", &["state"], json!({ "state": text(), "duration": number(1, MAX_DURATION) })),
        named("action", "CAPTURE", &["target"], json!({ "target": offset() })),
        named("action", "MOVE", &["from", "to"], json!({ "piece": text(), "from": offset(), "to": offset() })),
    ];
    plain.extend(changes());
    plain
}

fn win() -> Value {
    let reach = json!({
        "zone": text(), "piece": some_codes(), "pieces": some_codes(), "count": number(1, 250),
        "reply": { "anyOf": [{ "type": "boolean" }, { "enum": ["round", "turn"] }] },
        "or_full": { "type": "boolean" }, "safe": { "type": "boolean" },
    });
    let extinct = json!({
        "piece": some_codes(), "pieces": { "type": "array", "items": some_codes() },
        "at_most": number(0, 250), "opponent_at_least": number(0, 250), "hand": { "type": "boolean" },
        "reply": { "type": "boolean" }, "result": { "enum": VERDICTS },
    });
    let pattern = |name: &str, required: &[&str], mut properties: Value| {
        properties["piece"] = some_codes();
        properties["pieces"] = some_codes();
        properties["directions"] = json!({ "type": "array", "items": { "enum": ["row", "column", "diagonal"] } });
        properties["result"] = json!({ "enum": VERDICTS });
        named("win", name, required, properties)
    };
    let length = || json!({ "length": number(2, MAX_SIDE) });
    json!({ "anyOf": [
        named("win", "REACH", &["zone"], reach),
        named("win", "BARE", &[], json!({})),
        named("win", "CHECKS", &["times"], json!({ "times": number(1, 100) })),
        named("win", "EXTINCT", &[], extinct),
        named("win", "NO_PIECES", &[], json!({})),
        named("win", "OWN_NO_PIECES", &[], json!({})),
        named("win", "LEFT_HOME", &["zone"], json!({ "zone": text() })),
        pattern("LINE", &["length"], length()),
        pattern("COLLINEAR", &["length"], length()),
        pattern("SQUARE", &["side"], json!({ "side": number(2, MAX_SIDE) })),
        pattern("CHAIN", &["from", "to"], json!({ "from": text(), "to": text() })),
    ] })
}

fn draw() -> Value {
    json!({ "anyOf": [
        named("draw", "REPETITION", &["times"], json!({
            "times": number(2, 20), "result": { "enum": ["draw", "loss", "win", "first_loses"] },
        })),
        named("draw", "NO_PROGRESS", &["turns"], json!({ "turns": number(1, 10_000), "pieces": codes() })),
        named("draw", "MATERIAL", &["at_most"], json!({ "at_most": { "type": "array", "items": codes() } })),
    ] })
}
