//! The JSON Schema of actions, for programs that create them.

use super::Kind;
use serde_json::{Value, json};

/// The JSON Schema of an action.
#[must_use]
pub fn schema() -> Value {
    let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let object = |properties: Value, required: &[&str]| json!({"type": "object", "additionalProperties": false, "properties": properties, "required": required});
    let said = |what: &str, schema: Value| {
        let mut schema = schema;
        schema["description"] = what.into();
        schema
    };
    let list = |of: &str| json!({"type": "array", "items": {"$ref": format!("#/$defs/{of}")}});
    let counted = json!({"type": "integer", "minimum": 1});
    let natural = json!({"type": "integer", "minimum": 0});
    let reference = json!({"anyOf": [{"type": "integer", "minimum": 0, "maximum": 65535}, {"type": "string"}]});
    let target = json!({
        "type": {"enum": ["player", "permanent", "spell", "ability", "card"]},
        "instance_id": {"$ref": "#/$defs/ref"},
        "player_id": said("Counted from one.", counted.clone()),
        "card_id": said("The name of a card that has no number: of a hand or a library.", json!({"type": "string"})),
        "amount": said("Its share of what is divided among the targets.", natural.clone()),
    });
    let payload = json!({
        "way": said("Another way than for its mana cost.", json!({"enum": ["flashback", "alternative", "free", "cycling"]})),
        "cost": said("The mana cost as printed. One that is wrong refuses the action.", json!({"type": "string"})),
        "ability": said("Which of the abilities of the object, counted from one.", counted.clone()),
        "modes": said("Counted from one.", json!({"type": "array", "items": counted})),
        "kicked": {"type": "boolean"},
        "x": natural,
        "costs": said("What is sacrificed, discarded, exiled or tapped for the cost, in its order.", list("choice")),
        "attackers": list("attack"),
        "blocks": list("block"),
        "more": said("Of attackers and blocks: these are not all, the rest is asked for.", json!({"type": "boolean"})),
        "until": said("Of PASS_PRIORITY: pass until the turn ends or somebody else acts.", json!({"const": "turn"})),
        "choices": said("Answers to what is asked, one after the other.", list("choice")),
    });
    let attack =
        object(json!({"attacker": {"$ref": "#/$defs/ref"}, "defender": {"$ref": "#/$defs/target"}}), &["attacker"]);
    let block = json!({"attacker": {"$ref": "#/$defs/ref"}, "blocker": {"$ref": "#/$defs/ref"}});
    let choice = json!([{"type": "boolean"}, {"type": "integer"}, {"type": "string"}, {"$ref": "#/$defs/target"}]);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Action of a duel",
        "type": "object",
        "additionalProperties": false,
        "required": ["type"],
        "properties": {
            "type": {"enum": kinds},
            "actor": {"type": "integer", "minimum": 1, "description": "Who acts, counted from one. May be left out."},
            "object_id": said("The card or permanent it is about.", json!({"$ref": "#/$defs/ref"})),
            "targets": {
                "type": "array",
                "items": list("target"),
                "description": "A group for each time the text says target. Without it targets are asked for.",
            },
            "payload": {"$ref": "#/$defs/payload"},
        },
        "$defs": {
            "ref": said("The number of an object, or the name of a card.", reference),
            "target": object(target, &[]),
            "payload": object(payload, &[]),
            "attack": {"anyOf": [attack, {"$ref": "#/$defs/ref"}]},
            "block": object(block, &["blocker", "attacker"]),
            "choice": {"anyOf": choice},
        },
    })
}
