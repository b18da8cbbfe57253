//! Tests that the schema and the reader agree.

use std::path::{Path, PathBuf};

use rulebook_diag::Kind;
use rulebook_testkit::json_schema::Validator;
use serde_json::{Value, json};

use super::whole::EVERYTHING;
use super::*;

fn everything() -> Value {
    document(EVERYTHING).clean().expect("a document").to_nested()
}

/// The validators for a merged document and for a single file.
fn validators() -> [Validator; 2] {
    [Validator(syntax::schema()), Validator(syntax::file_schema())]
}

// clause: CGML V-1
#[test]
fn the_schema_accepts_every_valid_document() {
    assert!(validators().iter().all(|validator| validator.accepts(&everything())));
}

// clause: CGML 1-2
#[test]
fn the_schema_refuses_every_broken_document() {
    let validators = validators();
    let breaks: [(&str, Value); 12] = [
        ("/rules/0/trigger", json!(3)),
        ("/rules/0/timing", json!("later")),
        ("/rules/0/unknown", json!(1)),
        ("/rules/0/effect/0/action", json!("MUVE")),
        ("/rules/0/effect/0/target", json!("$.zones.a")),
        ("/rules/0/effect/0/from", json!({ "tpo": [1] })),
        ("/rules/0/effect/0/from", json!({ "isEqual": [1] })),
        ("/rules/0/effect/0/from", json!({ "path": "$.a", "ref": "b" })),
        ("/rules/0/effect/0/from", json!([1, 2])),
        ("/meta/players/min", json!(-1)),
        ("/components/zones/0/role", json!("sideboard")),
        ("/flow/initial_state", json!(null)),
    ];
    for (pointer, broken) in breaks {
        let mut game = everything();
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
        game.pointer_mut(parent).expect("there")[key] = broken.clone();
        let refused = validators.iter().all(|validator| !validator.accepts(&game));
        assert!(refused, "the schema lets {pointer}: {broken} through");
        assert!(document(&game.to_string()).diags.has_errors(), "the reader lets {pointer}: {broken} through");
    }
}

// clause: CGML 3.1-2 3.1-5
#[test]
fn required_keys_are_required_by_both() {
    let validators = validators();
    let refused = |game: &Value| validators.iter().all(|validator| !validator.accepts(game));
    for pointer in ["/meta", "/flow", "/rules", "/rules/0/id", "/rules/0/effect/0/from", "/components/zones/0/name"] {
        let mut game = everything();
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
        game.pointer_mut(parent).and_then(Value::as_object_mut).expect("a map").remove(key).expect("there");
        assert!(refused(&game), "the schema does without {pointer}");
        assert!(document(&game.to_string()).diags.has_errors(), "the reader does without {pointer}");
    }
    let mut game = everything();
    game.as_object_mut().expect("a map").remove("cgml_version");
    assert!(refused(&game), "the version is the loader's to miss, and the schema's");
}

#[test]
fn short_forms_fit_too() {
    let validator = Validator(syntax::schema());
    for condition in
        [json!("$.a == 1"), json!(true), json!({ "not": { "exists": "$.a" } }), json!({ "value": [1, "x"] })]
    {
        let mut game = everything();
        game["rules"][0]["condition"] = condition.clone();
        assert!(validator.accepts(&game), "{condition}");
        document(&game.to_string()).clean();
    }
}

#[test]
fn every_definition_has_a_description_for_editors() {
    let schema = syntax::file_schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["$defs"]["IF"]["properties"]["do"]["deprecated"], true);
    assert_eq!(schema["$defs"]["REVEAL"]["properties"]["to"]["default"], "all");
    for (name, definition) in schema["$defs"].as_object().expect("definitions") {
        let described = definition["description"].as_str().is_some_and(|about| about.len() > 5);
        assert!(described || definition.get("oneOf").is_some(), "{name} has no description");
    }
}

#[test]
fn meta_accepts_keys_of_other_tools() {
    for validator in validators() {
        let mut game = everything();
        game["meta"]["genre"] = json!("tricks");
        assert!(validator.accepts(&game));
        game["flow"]["genre"] = json!("tricks");
        assert!(!validator.accepts(&game));
    }
}

/// An editor sees the path of an included file, and no tag.
#[test]
fn a_file_may_be_included_where_a_map_or_a_list_belongs() {
    let [merged, validator] = validators();
    for pointer in [
        "/meta",
        "/setup",
        "/rules",
        "/rules/0",
        "/rules/0/effect",
        "/rules/0/effect/0",
        "/flow/states",
        "/flow/transitions/0",
        "/components/zones",
        "/components/zones/0",
        "/components/component_types/deck_types",
    ] {
        let mut game = everything();
        *game.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is there")) = json!("parts/some.yaml");
        assert!(validator.accepts(&game), "{pointer}");
        assert!(!merged.accepts(&game), "{pointer}: nothing is left to include");
        *game.pointer_mut(pointer).expect("there") = json!(3);
        assert!(!validator.accepts(&game), "{pointer}");
    }
}

#[test]
fn numbers_of_players_and_versions_are_bounded() {
    let validators = validators();
    for (pointer, broken) in [
        ("/meta/players/min", json!(0)),
        ("/meta/players/max", json!(17)),
        ("/cgml_version", json!("1.4")),
        ("/cgml_version", json!(2)),
        ("/components/zones/0/behavior", json!({ "type": "deck", "draw": "top" })),
        ("/components/zones/0/behavior", json!({ "draw_from": "top" })),
    ] {
        let mut game = everything();
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
        game.pointer_mut(parent).expect("there")[key] = broken.clone();
        assert!(validators.iter().all(|validator| !validator.accepts(&game)), "{pointer}: {broken}");
    }
    let mut game = everything();
    game["cgml_version"] = json!(1.3);
    assert!(validators.iter().all(|validator| validator.accepts(&game)));
}

/// JSON Schema recommends portable patterns, without classes such as `\d`.
#[test]
fn patterns_are_plain() {
    fn patterns(schema: &Value, found: &mut Vec<String>) {
        match schema {
            Value::Object(map) => {
                found.extend(map.get("pattern").and_then(Value::as_str).map(str::to_owned));
                map.values().for_each(|value| patterns(value, found));
            }
            Value::Array(items) => items.iter().for_each(|item| patterns(item, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    patterns(&syntax::file_schema(), &mut found);
    assert!(!found.is_empty());
    for pattern in found {
        let escaped = pattern.match_indices('\\').map(|(at, _)| &pattern[at + 1..]);
        assert!(escaped.into_iter().all(|rest| !rest.starts_with(char::is_alphanumeric)), "{pattern}");
    }
}

/// A tree as an editor sees it, without tags.
fn plain(node: &Node) -> Value {
    match &node.kind {
        Kind::Null => Value::Null,
        Kind::Bool(value) => json!(value),
        Kind::Int(value) => json!(value),
        Kind::Decimal(text) => text.parse::<f64>().map_or_else(|_| json!(text), |number| json!(number)),
        Kind::Text(text) => json!(text),
        Kind::Seq(items) => items.iter().map(plain).collect(),
        Kind::Map(entries) => entries.iter().map(|(key, value)| (key.text.clone(), plain(value))).collect(),
    }
}

#[test]
fn no_file_of_the_shelf_is_red_in_an_editor() {
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let folder = |path: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()).collect()
    };
    let mut files: Vec<PathBuf> = folder(&shelf).iter().map(|game| game.join("game.cgml")).collect();
    files.retain(|file| file.is_file());
    files.extend(
        folder(&shelf.join("lib")).into_iter().filter(|file| file.extension().is_some_and(|end| end == "yaml")),
    );
    assert!(files.len() > 30, "{files:?}");
    let validator = Validator(syntax::file_schema());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let tree = Reading::of(&text, |node, _, _| plain(node)).clean();
        assert!(validator.accepts(&tree), "{}", file.display());
    }
}

#[test]
fn a_file_may_leave_out_keys_of_its_base() {
    let validator = Validator(syntax::file_schema());
    let fine = [
        json!({ "inherit": "base.cgml" }),
        json!({ "imports": ["a.yaml"], "meta": { "name": "Other" }, "flow": { "initial_state": "Play" } }),
        json!({ "inherit": "base.cgml", "rules": [{ "id": "draw", "disabled": true }, { "id": "play", "priority": 2 }] }),
        json!({ "inherit": "base.cgml", "flow": { "transitions": [{ "id": "on", "priority": 1 }, { "from": "a", "to": "b" }] } }),
        json!({ "inherit": "base.cgml", "flow": { "states": { "Over": { "disabled": true } } } }),
        json!({ "inherit": "base.cgml", "components": { "zones": [{ "name": "deck" }], "decks": { "cards": {} } } }),
        json!({ "components": { "component_types": { "deck_types": { "standard_52": { "rank_hierarchy": ["A"] } } } } }),
    ];
    for file in fine {
        assert!(validator.accepts(&file), "{file}");
    }
    let wrong = [
        json!({ "inherit": "base.cgml", "rules": [{ "priority": 2 }] }),
        json!({ "inherit": "base.cgml", "rules": [{ "id": "draw", "timing": "later" }] }),
        json!({ "inherit": "base.cgml", "rules": [{ "id": "draw", "effect": [{ "action": "MOVE" }] }] }),
        json!({ "inherit": "base.cgml", "flow": { "transitions": [{ "from": "a" }] } }),
        json!({ "inherit": "base.cgml", "flow": { "win_condition": {} } }),
        json!({ "inherit": "base.cgml", "components": { "zones": [{ "type": "deck" }] } }),
        json!({ "inherit": "base.cgml", "sections": {} }),
        json!({ "cgml_version": "1.3", "rules": [] }),
    ];
    for file in wrong {
        assert!(!validator.accepts(&file), "{file}");
    }
}

#[test]
fn a_rule_that_is_deleted_or_extends_another_need_not_be_whole() {
    let validator = Validator(syntax::file_schema());
    for (rule, fits) in [
        (json!({ "id": "other", "disabled": true }), true),
        (json!({ "id": "other", "extends": "draw" }), true),
        (json!({ "id": "other", "disabled": false }), false),
        (json!({ "extends": "draw" }), false),
    ] {
        let mut game = everything();
        game["rules"].as_array_mut().expect("rules").push(rule.clone());
        assert_eq!(validator.accepts(&game), fits, "{rule}");
    }
}

/// A key that may be left out may also be empty.
#[test]
fn null_means_no_key_for_both() {
    let validators = validators();
    for pointer in [
        "/flow/win_condition",
        "/flow/player_order",
        "/flow/transitions",
        "/meta/author",
        "/rules/0/condition",
        "/rules/0/once_per",
        "/rules/0/priority",
        "/components/zones/0/of_deck",
        "/components/zones/0/role",
        "/components/zones/0/behavior",
        "/presentation",
    ] {
        let mut game = everything();
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
        game.pointer_mut(parent).expect("there")[key] = Value::Null;
        assert!(validators.iter().all(|validator| validator.accepts(&game)), "the schema refuses {pointer}: null");
        let document = document(&game.to_string());
        assert!(!document.diags.has_errors(), "the reader refuses {pointer}: null");
    }
}

/// Operands in place of texts and names.
#[test]
fn operands_fit_where_actions_take_them() {
    let validators = validators();
    for action in [
        json!({ "action": "SET_STATE", "state": { "ref": "next" } }),
        json!({ "action": "SET_GAME_STATE", "state": { "value": "Over" } }),
        json!({ "action": "SET_PHASE", "phase": { "path": "$.next" } }),
        json!({ "action": "INSERT_PHASE", "after": { "value": "A" }, "phase": { "value": "B" } }),
        json!({ "action": "ANNOUNCE", "text": { "value": "words" } }),
        json!({ "action": "DRAW", "exactly": true }),
    ] {
        let mut game = everything();
        game["rules"][0]["effect"] = json!([action]);
        assert!(validators.iter().all(|validator| validator.accepts(&game)), "{action}");
        assert!(!document(&game.to_string()).diags.has_errors(), "{action}");
    }
    for wrong in [json!({ "action": "SET_STATE", "state": ["Over"] }), json!({ "action": "ANNOUNCE", "text": [1] })] {
        let mut game = everything();
        game["rules"][0]["effect"] = json!([wrong]);
        assert!(validators.iter().all(|validator| !validator.accepts(&game)), "{wrong}");
        assert!(document(&game.to_string()).diags.has_errors(), "{wrong}");
    }
}
