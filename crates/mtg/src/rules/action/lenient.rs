//! Reads an action from JSON and tolerates common mistakes of programs and language models. It rewrites them into the
//! form of the schema. Examples are a flat list of targets, a number as text, and a payload beside its action.
//!
//! This module only changes the form. `read` decides what the names and numbers of the action mean.

use super::{Action, Choice, Kind, Ref};
use serde_json::{Map, Value, json};

/// An action, and the parts of the JSON for which the schema has no field.
#[derive(Debug)]
pub(super) struct LenientAction {
    pub action: Action,
    /// Further names of the object, for example a `card_id` beside an `object_id`. All of them must name the same
    /// object.
    pub also: Vec<Ref>,
    /// The position of the object in the list of legal objects, counted from one.
    pub index: Option<usize>,
    /// The cards to put on the bottom of the library.
    pub bottom: Option<Vec<Choice>>,
}

/// Other names of the kinds of actions.
const KINDS: [(&str, Kind); 12] = [
    ("LAND", Kind::PlayLand),
    ("TAP", Kind::TapForMana),
    ("CAST", Kind::CastSpell),
    ("ACTIVATE", Kind::ActivateAbility),
    ("ATTACK", Kind::DeclareAttackers),
    ("BLOCK", Kind::DeclareBlockers),
    ("PASS", Kind::PassPriority),
    ("KEEP", Kind::KeepHand),
    ("BOTTOM", Kind::BottomCard),
    ("CONCEDE", Kind::Scoop),
    ("RESIGN", Kind::Scoop),
    ("DECIDE", Kind::ResolveDecision),
];

/// The fields of a payload, each with its other names.
const PAYLOAD: [(&str, &[&str]); 13] = [
    ("way", &[]),
    ("cost", &[]),
    ("ability", &["ability_id"]),
    ("modes", &["mode"]),
    ("kicked", &["kicker"]),
    ("x", &["x_value"]),
    ("costs", &["additional_costs", "additional_cost"]),
    ("attackers", &["attacker"]),
    ("blocks", &["block", "blockers"]),
    ("more", &[]),
    ("until", &[]),
    ("choices", &["choice", "decision"]),
    ("bottom", &[]),
];

/// Fields that are accepted but ignored: the explanations of a model, and the options from a list of legal actions.
const IGNORED: [&str; 6] = ["options", "reason", "reasoning", "why", "thought", "comment"];

/// Reads an action.
///
/// # Errors
/// Returns a sentence that says what is wrong and what would be accepted.
pub(super) fn read(text: &str) -> Result<LenientAction, String> {
    let wrong = |why: serde_json::Error| {
        format!("this action does not match the schema: {}", why.to_string().replace('`', "'"))
    };
    let Value::Object(fields) = serde_json::from_str::<Value>(text).map_err(wrong)? else {
        return Err("an action is an object such as {\"type\": \"PASS_PRIORITY\"}".to_owned());
    };
    let mut fields = snake(fields);
    IGNORED.iter().for_each(|name| drop(fields.remove(*name)));
    let mut payload = match fields.remove("payload") {
        None => Map::new(),
        Some(Value::Object(payload)) => snake(payload),
        Some(other) => return Err(format!("the payload is an object, not {other}")),
    };
    IGNORED.iter().for_each(|name| drop(payload.remove(*name)));
    for (name, others) in PAYLOAD {
        let mut given = Vec::new();
        for from in [&mut payload, &mut fields] {
            given.extend([name].iter().chain(others).filter_map(|name| from.remove(*name)));
        }
        if let Some(value) = given.into_iter().next() {
            payload.insert(name.to_owned(), payload_field(name, value));
        }
    }
    let kind = kind(&mut fields, &payload)?;
    let bottom = payload.remove("bottom").map(serde_json::from_value::<Vec<Choice>>).transpose();
    let bottom = bottom.map_err(|_| "bottom is a list of cards: names, or numbers that count from one".to_owned())?;
    if bottom.is_some() && !matches!(kind, Kind::BottomCard | Kind::KeepHand) {
        return Err(format!("{} has no bottom", kind.name()));
    }
    // The action or its payload may name the object, in several ways.
    let mut names = Vec::new();
    for from in [&mut fields, &mut payload] {
        for name in ["object_id", "object", "instance_id", "card_id", "card", "name"] {
            names.extend(from.remove(name).map(reference));
        }
    }
    let index = [&mut fields, &mut payload].into_iter().find_map(|from| from.remove("index"));
    let index = match index.map(number) {
        None => None,
        Some(Value::Number(n)) if n.as_u64().is_some_and(|n| n > 0) => n.as_u64().and_then(|n| usize::try_from(n).ok()),
        Some(other) => return Err(format!("an index counts from one; it is not {other}")),
    };
    let mut whole = Map::from_iter([("type".to_owned(), json!(kind.name())), ("payload".to_owned(), payload.into())]);
    if let Some(actor) = fields.remove("actor").or_else(|| fields.remove("actor_id")) {
        whole.insert("actor".to_owned(), player(actor));
    }
    if let Some(given) = fields.remove("targets").or_else(|| fields.remove("target")) {
        whole.insert("targets".to_owned(), targets(given));
    }
    whole.extend(fields);
    let mut also = Vec::new();
    for (at, name) in names.into_iter().enumerate() {
        if at == 0 {
            whole.insert("object_id".to_owned(), name);
        } else {
            also.push(serde_json::from_value(name).map_err(wrong)?);
        }
    }
    let action = serde_json::from_value(whole.into()).map_err(wrong)?;
    Ok(LenientAction { action, also, index, bottom })
}

/// The kind of an action. Without a `type`, the other fields can show that the action is a decision about the opening
/// hand.
fn kind(fields: &mut Map<String, Value>, payload: &Map<String, Value>) -> Result<Kind, String> {
    let all = || Kind::ALL.map(Kind::name).join(", ");
    let given = ["type", "action", "action_type"].into_iter().find_map(|name| fields.remove(name));
    let Some(given) = given else {
        let keeps = fields.remove("keep").and_then(|value| flag(value).as_bool());
        let redraws = fields.remove("mulligan").and_then(|value| flag(value).as_bool());
        return match (keeps, redraws) {
            (Some(true), None | Some(false)) | (None, Some(false)) => Ok(Kind::KeepHand),
            (Some(false), None | Some(true)) | (None, Some(true)) => Ok(Kind::Mulligan),
            _ if payload.contains_key("bottom") => Ok(Kind::BottomCard),
            _ => Err(format!("the action does not match the schema: it has no type; the types are {}", all())),
        };
    };
    let Some(text) = given.as_str() else { return Err(format!("the type is one of {}, not {given}", all())) };
    let plain: String =
        text.trim().chars().map(|c| if c == ' ' || c == '-' { '_' } else { c.to_ascii_uppercase() }).collect();
    let by_name = Kind::ALL.into_iter().find(|kind| kind.name() == plain);
    let found = by_name.or_else(|| KINDS.iter().find(|(name, _)| *name == plain).map(|(_, kind)| *kind));
    let shown: String = text.chars().take(40).collect();
    found.ok_or_else(|| {
        format!("the action does not match the schema: {shown:?} is not a type; the types are {}", all())
    })
}

/// The fields with names in snake case and without empty values: `objectId` becomes `object_id`.
fn snake(fields: Map<String, Value>) -> Map<String, Value> {
    let named = |name: &str| -> String {
        let mut plain = String::with_capacity(name.len());
        for (at, c) in name.trim().chars().enumerate() {
            if c.is_ascii_uppercase() && at > 0 && plain.ends_with(|c: char| c.is_ascii_lowercase()) {
                plain.push('_');
            }
            plain.push(if c == ' ' || c == '-' { '_' } else { c.to_ascii_lowercase() });
        }
        plain
    };
    fields.into_iter().filter(|(_, value)| !value.is_null()).map(|(name, value)| (named(&name), value)).collect()
}

/// A field of the payload in the form of the schema.
fn payload_field(name: &str, value: Value) -> Value {
    let each = |value: Value, form: fn(Value) -> Value| list(value).into_iter().map(form).collect();
    match name {
        "ability" | "x" => number(value),
        "modes" => each(value, |mode| number(of_field(mode, &["mode", "index", "id"]))),
        "kicked" | "more" => flag(value),
        "way" => text(value, |text| text.to_ascii_lowercase()),
        "until" => {
            text(value, |text| text.to_ascii_lowercase().replace(['_', '-'], " ").replace("end of turn", "turn"))
        }
        "costs" | "choices" | "bottom" => each(value, choice),
        "attackers" => each(value, attack),
        "blocks" => blocks(value),
        _ => value,
    }
}

fn list(value: Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items,
        one => vec![one],
    }
}

/// The only field of the object that has one of these names. Other values stay.
fn of_field(value: Value, names: &[&str]) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = snake(fields);
            let found = names.iter().find_map(|name| fields.get(*name).cloned());
            found.filter(|_| fields.len() == 1).unwrap_or(Value::Object(fields))
        }
        other => other,
    }
}

/// A number that was written as text, or with a fraction of zero.
fn number(value: Value) -> Value {
    match &value {
        Value::String(text) => text.trim().parse::<i64>().map_or(value, Value::from),
        Value::Number(n) => {
            let whole = n.to_string().strip_suffix(".0").and_then(|whole| whole.parse::<i64>().ok());
            whole.map_or(value, Value::from)
        }
        _ => value,
    }
}

fn flag(value: Value) -> Value {
    match &value {
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" | "1" => json!(true),
            "false" | "no" | "0" => json!(false),
            _ => value,
        },
        Value::Number(n) => match n.as_i64() {
            Some(0) => json!(false),
            Some(1) => json!(true),
            _ => value,
        },
        _ => value,
    }
}

fn text(value: Value, form: impl Fn(&str) -> String) -> Value {
    match &value {
        Value::String(text) => json!(form(text.trim())),
        _ => value,
    }
}

/// The number of a player: `2`, `"2"`, `"seat 2"` or `"player 2"`.
fn player(value: Value) -> Value {
    let after = |text: &str| {
        let text = text.trim().to_ascii_lowercase();
        ["seat", "player", "p"].iter().find_map(|word| text.strip_prefix(word)?.trim().parse::<i64>().ok())
    };
    let number = number(value);
    let seat = number.as_str().and_then(after);
    seat.map_or(number, Value::from)
}

/// The name or number of an object. `[12]` and `{"instance_id": 12}` are also accepted.
fn reference(value: Value) -> Value {
    let value = of_field(value, &["instance_id", "object_id", "card_id", "name", "id"]);
    match value {
        Value::Array(mut items) if items.len() == 1 => reference(items.remove(0)),
        Value::Number(_) => number(value),
        other => other,
    }
}

/// A target or a chosen object.
fn target(value: Value) -> Value {
    let mut fields = match value {
        Value::Object(fields) => snake(fields),
        one => return json!({ "instance_id": reference(one) }),
    };
    for (name, others) in [
        ("instance_id", &["object_id", "id", "object", "name"][..]),
        ("player_id", &["player", "seat"]),
        ("card_id", &["card"]),
        ("amount", &["share"]),
    ] {
        for other in others {
            if let Some(value) = fields.remove(*other) {
                fields.entry(name).or_insert(value);
            }
        }
    }
    for (name, value) in &mut fields {
        let given = value.take();
        *value = match name.as_str() {
            "instance_id" => reference(given),
            "player_id" => player(given),
            "amount" => number(given),
            "type" => text(given, str::to_ascii_lowercase),
            _ => given,
        };
    }
    fields.into()
}

/// The targets as groups. A single target and a flat list become one group.
fn targets(value: Value) -> Value {
    let items = list(value);
    if items.iter().any(Value::is_array) {
        return items.into_iter().map(|group| list(group).into_iter().map(target).collect::<Value>()).collect();
    }
    if items.is_empty() {
        return json!([]);
    }
    json!([items.into_iter().map(target).collect::<Vec<_>>()])
}

fn choice(value: Value) -> Value {
    match value {
        Value::Object(_) => target(value),
        Value::Array(mut items) if items.len() == 1 => choice(items.remove(0)),
        other => number(other),
    }
}

fn attack(value: Value) -> Value {
    let Value::Object(fields) = value else { return json!({ "attacker": reference(value) }) };
    let mut fields = snake(fields);
    let mut attack = Map::new();
    let names = ["attacker", "attacker_id", "object_id", "instance_id", "creature", "id", "name"];
    if let Some(who) = names.into_iter().find_map(|name| fields.remove(name)) {
        attack.insert("attacker".to_owned(), reference(who));
    }
    let whom = ["defender", "defender_id", "target"].into_iter().find_map(|name| fields.remove(name));
    let seat = fields.remove("player_id").or_else(|| fields.remove("player"));
    if let Some(whom) = whom {
        let seat = player(whom.clone());
        // A bare number is a player: planeswalkers are named or given with their `instance_id`.
        let whom = if seat.is_number() { json!({ "player_id": seat }) } else { target(whom) };
        attack.insert("defender".to_owned(), whom);
    } else if let Some(seat) = seat {
        attack.insert("defender".to_owned(), json!({ "player_id": player(seat) }));
    }
    attack.extend(fields);
    attack.into()
}

/// Blocks as a list of pairs, or as an object from blockers to attackers.
fn blocks(value: Value) -> Value {
    const BLOCKER: [&str; 4] = ["blocker", "blocker_id", "creature", "object_id"];
    const ATTACKER: [&str; 5] = ["attacker", "attacker_id", "blocked", "target", "blocks"];
    let pair =
        |blocker: Value, attacker: Value| json!({ "blocker": reference(blocker), "attacker": reference(attacker) });
    let one = |value: Value| -> Vec<Value> {
        match value {
            Value::Array(items) if items.len() == 2 => {
                let mut items = items.into_iter();
                items.next().zip(items.next()).map(|(blocker, attacker)| pair(blocker, attacker)).into_iter().collect()
            }
            Value::Object(fields) => {
                let plain = snake(fields.clone());
                let of = |names: &[&str]| names.iter().find_map(|name| plain.get(*name).cloned());
                match (of(&BLOCKER), of(&ATTACKER)) {
                    (Some(blocker), Some(attacker)) if plain.len() == 2 => vec![pair(blocker, attacker)],
                    (None, None) => {
                        fields.into_iter().map(|(blocker, attacker)| pair(json!(blocker), attacker)).collect()
                    }
                    _ => vec![plain.into()],
                }
            }
            other => vec![other],
        }
    };
    // A list of two references is one block: a blocker and an attacker.
    match value {
        Value::Array(items) if items.len() == 2 && items.iter().all(|item| !item.is_object() && !item.is_array()) => {
            one(Value::Array(items)).into()
        }
        Value::Array(items) => items.into_iter().flat_map(one).collect(),
        other => one(other).into(),
    }
}

/// Whether both texts name the same card: compares only letters and digits, and ignores upper and lower case. An id
/// such as `basic_forest` names the Forest, and an id such as `cinder_lance` names the Cinder Lance.
pub(super) fn same_name(one: &str, other: &str) -> bool {
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
        letters.collect()
    };
    let (one, other) = (plain(one), plain(other));
    let basic = |id: &str, name: &str| crate::deck::BASICS.contains(&name) && id.strip_prefix("basic") == Some(name);
    !one.is_empty() && (one == other || basic(&one, &other) || basic(&other, &one))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Value {
        serde_json::to_value(read(text).unwrap_or_else(|why| panic!("{text}: {why}")).action).unwrap()
    }

    // clause: Magic 9-4 9-7
    #[test]
    fn slips_become_the_form_of_the_schema() {
        for (slip, meant) in [
            (
                r#"{"type": "cast spell", "objectId": "12", "target": {"type": "PLAYER", "playerId": "2"}, "X": "3"}"#,
                json!({"type": "CAST_SPELL", "object_id": "12", "targets": [[{"type": "player", "player_id": 2}]], "payload": {"x": 3}}),
            ),
            (
                r#"{"action": "CAST", "card_id": "cinder_lance", "targets": [12, "seat 2"]}"#,
                json!({"type": "CAST_SPELL", "object_id": "cinder_lance", "targets": [[{"instance_id": 12}, {"instance_id": "seat 2"}]]}),
            ),
            (
                r#"{"type": "ACTIVATE_ABILITY", "object_id": 7.0, "targets": [[5], [{"object_id": "Rat"}]], "payload": {"ability": "2", "mode": 1, "costs": "Rat", "kicked": null}}"#,
                json!({"type": "ACTIVATE_ABILITY", "object_id": 7, "targets": [[{"instance_id": 5}], [{"instance_id": "Rat"}]], "payload": {"ability": 2, "modes": [1], "costs": ["Rat"]}}),
            ),
            (
                r#"{"type": "DECLARE_ATTACKERS", "attackers": [12, {"attacker_id": "9", "defender": 2}, {"creature": "Rat", "player_id": "2"}]}"#,
                json!({"type": "DECLARE_ATTACKERS", "payload": {"attackers": [{"attacker": 12}, {"attacker": "9", "defender": {"player_id": 2}}, {"attacker": "Rat", "defender": {"player_id": 2}}]}}),
            ),
            (
                r#"{"type": "BLOCK", "blockers": {"5": 12}}"#,
                json!({"type": "DECLARE_BLOCKERS", "payload": {"blocks": [{"blocker": "5", "attacker": 12}]}}),
            ),
            (
                r#"{"type": "DECLARE_BLOCKERS", "blocks": [[5, 12], {"blocker_id": 6, "attacker_id": 12}]}"#,
                json!({"type": "DECLARE_BLOCKERS", "payload": {"blocks": [{"blocker": 5, "attacker": 12}, {"blocker": 6, "attacker": 12}]}}),
            ),
            (
                r#"{"type": "RESOLVE_DECISION", "choice": true, "reason": "why not"}"#,
                json!({"type": "RESOLVE_DECISION", "payload": {"choices": [true]}}),
            ),
            (r#"{"mulligan": false}"#, json!({"type": "KEEP_HAND"})),
            (r#"{"keep": "no"}"#, json!({"type": "MULLIGAN"})),
            (
                r#"{"type": "PASS", "until": "end_of_turn"}"#,
                json!({"type": "PASS_PRIORITY", "payload": {"until": "turn"}}),
            ),
        ] {
            assert_eq!(form(slip), meant, "{slip}");
        }
    }

    // clause: Magic 9-4
    #[test]
    fn the_schema_form_stays_as_it_is() {
        for action in [
            json!({"type": "PLAY_LAND", "object_id": "Forest"}),
            json!({"type": "CAST_SPELL", "actor": 1, "object_id": "A", "targets": [[{"type": "permanent", "instance_id": 12, "amount": 2}], []]}),
            json!({"type": "RESOLVE_DECISION", "payload": {"choices": ["yes", 3, {"card_id": "A"}]}}),
            json!({"type": "DECLARE_BLOCKERS", "payload": {"blocks": [{"blocker": 5, "attacker": 12}], "more": true}}),
        ] {
            assert_eq!(form(&action.to_string()), action);
        }
    }

    #[test]
    fn other_parts_are_kept_apart() {
        let said = read(r#"{"type": "PLAY_LAND", "object_id": 3, "name": "Forest", "index": "2"}"#).unwrap();
        assert_eq!((said.also, said.index), (vec![Ref::Name("Forest".into())], Some(2)));
        let said = read(r#"{"bottom": ["Forest", 2, 2]}"#).unwrap();
        assert_eq!((said.action.kind, said.bottom.map(|list| list.len())), (Kind::BottomCard, Some(3)));
    }

    #[test]
    fn refusals_name_what_is_accepted() {
        for (wrong, named) in [
            ("[1]", "an action is an object"),
            (r#"{"type": "NAP"}"#, "PLAY_LAND, TAP_FOR_MANA"),
            (r#"{"x": 3}"#, "the types are PLAY_LAND"),
            (r#"{"type": "PASS_PRIORITY", "speed": 3}"#, "unknown field 'speed', expected one of 'type'"),
            (r#"{"type": "PASS_PRIORITY", "payload": 3}"#, "the payload is an object"),
            (r#"{"type": "PLAY_LAND", "index": 0}"#, "counts from one"),
            (r#"{"type": "PLAY_LAND", "bottom": [1]}"#, "PLAY_LAND has no bottom"),
        ] {
            let why = read(wrong).unwrap_err();
            assert!(why.contains(named), "{wrong}: {why}");
        }
    }

    #[test]
    fn names_are_compared_by_their_letters() {
        assert!(same_name("Cinder Lance", "CINDER_LANCE") && same_name("basic_forest", "Forest"));
        assert!(same_name("Ætherling's Boon", "ætherlings-boon"));
        assert!(!same_name("", "") && !same_name("Forest", "Forests") && !same_name("#", "-"));
    }
}
