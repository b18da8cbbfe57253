//! The JSON Schema of a single file. A file may leave out keys that its bases have (CGML 5.1, `load/merge_policy.rs`).

use serde_json::{Map, Value, json};

use super::components::{ComponentTypes, Components, EventDeclaration, Team, Variable};
use super::deck::{Deck, DeckType};
use super::document::{Document, Meta};
use super::flow::{Flow, StateDecl, Transition};
use super::record::Record;
use super::rule::Rule;
use super::schema::schema;
use super::zone::{Zone, ZoneType};

/// Maps that merge key by key, so a base may have any of their keys.
const SECTIONS: [&str; 5] = [Document::NAME, Meta::NAME, Components::NAME, ComponentTypes::NAME, Flow::NAME];

/// Entries that merge by identity, each with the alternative sets of keys that identify it. Entries of a map are
/// identified by their key.
const ENTRIES: [(&str, &[&[&str]]); 10] = [
    (Rule::NAME, &[&["id"]]),
    (Deck::NAME, &[]),
    (DeckType::NAME, &[]),
    (ZoneType::NAME, &[]),
    (StateDecl::NAME, &[]),
    (Zone::NAME, &[&["name"]]),
    (Variable::NAME, &[&["name"]]),
    (Team::NAME, &[&["name"]]),
    (EventDeclaration::NAME, &[&["name"]]),
    (Transition::NAME, &[&["from", "to"], &["id"]]),
];

/// The schema of a file as an author writes it, for editors. Unlike [`schema`], it allows these parts to be incomplete:
/// - a document with a base;
/// - a base itself, which has neither a version nor `meta`;
/// - an entry that is deleted or extends another one.
///
/// A file may be included in place of any map or list. The schema does not check the content of included files.
pub fn file_schema() -> Value {
    let mut schema = schema();
    let mut parts = Map::new();
    for name in SECTIONS {
        let mut part = schema["$defs"][name].clone();
        refer(&mut part, &|name| is_part(name).then(|| json!({ "$ref": reference(&part_of(name)) })));
        parts.insert(part_of(name), lenient(part, &[]));
        refer(&mut schema["$defs"][name], &|name| is_entry(name).then(|| whole_or_spared(name)));
    }
    for (name, ways) in ENTRIES {
        let mut part = schema["$defs"][name].clone();
        // The loader accepts `disabled` in every entry, even if the record does not declare it.
        part["properties"]["disabled"] = json!({
            "type": "boolean",
            "default": false,
            "description": "Deletes the entry that a base file declares (CGML 5.1).",
        });
        if name == DeckType::NAME {
            let mut added = part["properties"]["composition"].clone();
            added["description"] = json!("Items that are added to the composition of a base (extension).");
            part["properties"]["add"] = added;
        }
        parts.insert(part_of(name), lenient(part, ways));
    }
    if let Some(definitions) = schema["$defs"].as_object_mut() {
        definitions.extend(parts);
    }
    if let Some(root) = schema.as_object_mut() {
        root.remove("$ref");
    }
    let is_a_game = json!({ "anyOf": [{ "required": ["cgml_version"] }, { "required": ["meta"] }] });
    super::included::allow_includes(&mut schema);
    schema["if"] = json!({ "anyOf": [{ "required": ["imports"] }, { "required": ["inherit"] }, { "not": is_a_game }] });
    schema["then"] = json!({ "$ref": reference(&part_of(Document::NAME)) });
    schema["else"] = json!({ "$ref": reference(Document::NAME) });
    schema
}

fn part_of(name: &str) -> String {
    format!("PartOf{name}")
}

fn reference(name: &str) -> String {
    format!("#/$defs/{name}")
}

fn is_entry(name: &str) -> bool {
    ENTRIES.iter().any(|(entry, _)| *entry == name)
}

fn is_part(name: &str) -> bool {
    is_entry(name) || SECTIONS.contains(&name)
}

/// The schema of an entry in a document without bases: complete, unless it is deleted or extends another rule.
fn whole_or_spared(name: &str) -> Value {
    let deleted = json!({ "properties": { "disabled": { "const": true } }, "required": ["disabled"] });
    json!({
        "if": { "anyOf": [deleted, { "required": ["extends"] }] },
        "then": { "$ref": reference(&part_of(name)) },
        "else": { "$ref": reference(name) },
    })
}

/// Makes all keys optional, except that one of the given sets of keys must be complete.
fn lenient(mut part: Value, ways: &[&[&str]]) -> Value {
    if let Some(keywords) = part.as_object_mut() {
        keywords.remove("required");
        // Remove the requirements for keys with older spellings too.
        keywords.remove("allOf");
        match ways {
            [] => {}
            [keys] => {
                keywords.insert("required".into(), json!(keys));
            }
            ways => {
                let either: Value = ways.iter().map(|keys| json!({ "required": keys })).collect();
                keywords.insert("anyOf".into(), either);
            }
        }
    }
    part
}

/// Replaces references in a schema and keeps the keywords next to them.
fn refer(schema: &mut Value, other: &dyn Fn(&str) -> Option<Value>) {
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix("#/$defs/"));
    let found = name.and_then(other);
    match schema {
        Value::Object(keywords) => {
            if let Some(Value::Object(found)) = found {
                keywords.remove("$ref");
                keywords.extend(found);
            } else {
                keywords.values_mut().for_each(|value| refer(value, other));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, other)),
        _ => {}
    }
}
