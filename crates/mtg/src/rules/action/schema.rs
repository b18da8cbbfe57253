//! The JSON Schema of actions, for programs that write actions.

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
        "card_id": said("The name of a card that has no number, because it is in a hand or library.", json!({"type": "string"})),
        "amount": said("The share of this target if something is divided.", natural.clone()),
    });
    let payload = json!({
        "way": said("A way to cast the card other than for its mana cost.", json!({"enum": ["flashback", "alternative", "free", "cycling"]})),
        "cost": said("The mana cost as printed. A wrong cost refuses the action.", json!({"type": "string"})),
        "ability": said("The number of the ability of the object, counted from one.", counted.clone()),
        "modes": said("Counted from one.", json!({"type": "array", "items": counted})),
        "kicked": {"type": "boolean"},
        "x": natural,
        "costs": said("The objects sacrificed, discarded, exiled or tapped for the cost, in its order.", list("choice")),
        "attackers": list("attack"),
        "blocks": list("block"),
        "more": said("For attackers and blocks: the list is incomplete, and the player is asked for the rest.", json!({"type": "boolean"})),
        "until": said("For PASS_PRIORITY: pass until the turn ends or another player acts.", json!({"const": "turn"})),
        "choices": said("Answers to the questions that follow, in order.", list("choice")),
        "bottom": said("For BOTTOM_CARD and KEEP_HAND: the cards to put on the bottom, as names or as places in the hand from one.", list("choice")),
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
            "actor": {"type": "integer", "minimum": 1, "description": "The acting player, counted from one. Optional."},
            "object_id": said("The card or permanent that the action is about.", json!({"$ref": "#/$defs/ref"})),
            "targets": {
                "type": "array",
                "items": list("target"),
                "description": "One group for each target in the text. If missing, the player is asked for targets.",
            },
            "payload": {"$ref": "#/$defs/payload"},
            "options": {
                "type": "object",
                "description": "In a list of legal actions: what the missing parts can be. Ignored in an answer.",
            },
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
