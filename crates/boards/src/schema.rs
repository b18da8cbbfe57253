//! The JSON Schema of the game language, for editors.

use serde_json::{Value, json};

use crate::limits::{
    MAX_DURATION, MAX_HELD, MAX_MOVES, MAX_ORDER, MAX_PIECES, MAX_PLAYERS, MAX_SIDE, MAX_VALUE, MOST_PLIES,
};

/// The schema of a game file.
#[must_use]
pub fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A board game",
        "type": "object",
        "required": ["name", "board", "players", "turns", "pieces"],
        "additionalProperties": false,
        "properties": {
            "version": { "enum": [1, 2] },
            "name": { "type": "string" },
            "leader": { "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] },
            "board": object(&["dimensions"], json!({
                "dimensions": { "type": "array", "items": number(1, MAX_SIDE), "minItems": 2, "maxItems": 2 },
                "disabled_positions": squares(),
            })),
            "players": { "type": "array", "minItems": 1, "maxItems": MAX_PLAYERS, "items": player() },
            "turns": object(&["order"], json!({
                "order": { "type": "array", "minItems": 1, "maxItems": MAX_ORDER, "items": { "type": "string" } },
                "start_at": number(0, MAX_ORDER as i64 - 1),
            })),
            "conditions": { "type": "array", "items": zone() },
            "pieces": { "type": "array", "minItems": 1, "maxItems": MAX_PIECES, "items": piece() },
            "win_conditions": { "type": "array", "items": win() },
            "draw_conditions": { "type": "array", "items": draw() },
            "stalemate": { "enum": ["draw", "loss", "win", "count"] },
            "pass": { "enum": ["never", "forced"] },
            "eliminated": { "enum": ["freeze", "remove"] },
            "compulsory_capture": { "type": "boolean" },
            "no_checks": { "type": "boolean" },
            "facing_leaders": { "enum": ["allowed", "forbidden"] },
            "captured": { "enum": ["removed", "to_hand"] },
            "max_turns": number(1, MOST_PLIES),
            "shuffled": codes(),
        },
    })
}

fn object(required: &[&str], properties: Value) -> Value {
    json!({ "type": "object", "required": required, "additionalProperties": false, "properties": properties })
}

fn number(low: i64, high: i64) -> Value {
    json!({ "type": "integer", "minimum": low, "maximum": high })
}

fn offset() -> Value {
    json!({ "type": "array", "items": number(-MAX_SIDE, MAX_SIDE), "minItems": 2, "maxItems": 2 })
}

fn square() -> Value {
    json!({ "type": "array", "items": number(0, MAX_SIDE - 1), "minItems": 2, "maxItems": 2 })
}

fn squares() -> Value {
    json!({ "type": "array", "items": square() })
}

fn codes() -> Value {
    json!({ "type": "array", "items": { "type": "string" } })
}

fn player() -> Value {
    let row = json!({ "type": "array", "items": number(-1, 1), "minItems": 2, "maxItems": 2 });
    object(
        &["name", "direction", "starting_positions"],
        json!({
            "name": { "type": "string" },
            "direction": { "type": "array", "items": row, "minItems": 2, "maxItems": 2 },
            "starting_positions": { "type": "array", "items": object(&["piece", "positions"], json!({
                "piece": { "type": "string" },
                "positions": squares(),
            })) },
            "hand": { "type": "object", "additionalProperties": number(0, MAX_HELD) },
        }),
    )
}

fn zone() -> Value {
    json!({
        "type": "object",
        "required": ["code", "type"],
        "properties": {
            "code": { "type": "string" },
            "type": { "enum": ["POSITION", "STATE"] },
            "check": { "type": "object", "additionalProperties": squares() },
        },
    })
}

fn piece() -> Value {
    object(
        &["code"],
        json!({
            "code": { "type": "string" },
            "name": { "type": "string" },
            "letter": { "type": "string" },
            "glyphs": codes(),
            "value": { "type": "integer", "minimum": 0, "maximum": MAX_VALUE },
            "betza": { "type": "string" },
            "moves": { "type": "array", "maxItems": MAX_MOVES, "items": one_move() },
            "drop": object(&[], json!({
                "zones": codes(),
                "one_a_file": { "type": "boolean" },
                "not_mate": { "type": "boolean" },
                "supported": offset(),
                "flips": { "type": "boolean" },
            })),
            "demotes_to": { "type": "string" },
        }),
    )
}

fn one_move() -> Value {
    object(
        &["id", "step", "actions"],
        json!({
            "id": { "type": "integer" },
            "step": offset(),
            "actions": { "type": "array", "minItems": 1, "items": object(&["state", "action"], json!({
                "state": { "enum": ["EMPTY", "ENEMY", "ALLY"] },
                "action": { "enum": ["MOVE", "CAPTURE"] },
                "conditions": conditions(),
                "side_effects": effects(),
            })) },
            "conditions": conditions(),
            "modifiers": { "type": "array", "items": object(&["action", "options"], json!({
                "action": { "enum": ["TRANSFORM"] },
                "conditions": conditions(),
                "options": codes(),
            })) },
            "side_effects": effects(),
            "repeat": object(&[], json!({
                "until": { "enum": ["NOT_EMPTY"] },
                "loop": { "type": "boolean" },
                "times": { "type": "integer", "minimum": 1 },
                "exact": { "type": "boolean" },
            })),
            "again": { "type": "boolean" },
        }),
    )
}

/// The schema of conditions. Any text is allowed, because a condition may name a global condition of the file.
fn conditions() -> Value {
    json!({ "type": "array", "items": object(&["condition"], json!({
        "condition": { "type": "string" },
        "move_id": { "type": "integer" },
        "position": offset(),
        "positions": { "type": "array", "items": offset() },
        "state": { "type": "string" },
        "zone": { "type": "string" },
        "rank": number(0, MAX_SIDE - 1),
        "ranks": { "type": "array", "items": number(0, MAX_SIDE - 1) },
        "piece": { "type": "string" },
        "owner": { "enum": ["ANY", "ALLY", "ENEMY"] },
        "min": number(0, MAX_SIDE),
        "max": number(0, MAX_SIDE),
        "beyond": number(1, MAX_SIDE),
    })) })
}

fn effects() -> Value {
    json!({ "type": "array", "items": { "anyOf": [
        object(&["action", "state"], json!({
            "action": { "const": "SET_STATE" },
            "state": { "type": "string" },
            "duration": number(1, MAX_DURATION),
        })),
        object(&["action", "target"], json!({ "action": { "const": "CAPTURE" }, "target": offset() })),
        object(&["action", "from", "to"], json!({
            "action": { "const": "MOVE" },
            "piece": { "type": "string" },
            "from": offset(),
            "to": offset(),
        })),
    ] } })
}

fn win() -> Value {
    object(
        &["win"],
        json!({
            "win": { "enum": ["REACH", "BARE", "CHECKS", "EXTINCT", "NO_PIECES", "OWN_NO_PIECES", "LINE"] },
            "zone": { "type": "string" },
            "piece": { "type": "string" },
            "reply": { "type": "boolean" },
            "times": number(1, 100),
            "length": number(2, MAX_SIDE),
        }),
    )
}

fn draw() -> Value {
    object(
        &["draw"],
        json!({
            "draw": { "enum": ["REPETITION", "NO_PROGRESS", "MATERIAL"] },
            "times": number(2, 20),
            "turns": number(1, 10_000),
            "pieces": codes(),
            "at_most": { "type": "array", "items": codes() },
        }),
    )
}
