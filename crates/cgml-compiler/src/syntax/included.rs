//! Extends the JSON Schema with includes (CGML 5). An editor sees the path of an included file, not its content.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::load::PACKAGES;

/// The name of the schema definition for the path of an included file.
const NAME: &str = "Included";

/// Keywords that annotate a schema and constrain nothing.
const BESIDE: [&str; 3] = ["description", "default", "deprecated"];

/// Allows `!include` in place of every map and list of the definitions. A value that may be a string needs no change.
pub(super) fn allow_includes(schema: &mut Value) {
    let Some(definitions) = schema["$defs"].as_object_mut() else { return };
    let whole: BTreeSet<String> =
        definitions.iter().filter(|(_, made)| is_made_of_parts(made)).map(|(name, _)| name.clone()).collect();
    definitions.values_mut().for_each(|made| inside(made, &whole));
    let names: Vec<&str> = PACKAGES.iter().map(|package| package.name).collect();
    let path = json!({
        "type": "string",
        "description": "`!include` with a file, the name of a package, or its address. A list of cards can be a sheet.",
        "pattern": format!("^(.*[.](cgml|ya?ml|json|csv|tsv|xlsx|ods)(#.+)?|{})$", names.join("|")),
    });
    definitions.insert(NAME.into(), path);
}

/// Whether the schema describes a map, a list, or one of several maps.
fn is_made_of_parts(made: &Value) -> bool {
    let of = |kind: &Value| matches!(kind.as_str(), Some("object" | "array"));
    let kinds = &made["type"];
    of(kinds) || kinds.as_array().is_some_and(|kinds| kinds.iter().any(of)) || made.get("oneOf").is_some()
}

/// Applies [`place`] to the schemas inside a schema.
fn inside(schema: &mut Value, whole: &BTreeSet<String>) {
    let Value::Object(keywords) = schema else { return };
    for (keyword, with) in keywords {
        match (keyword.as_str(), with) {
            ("properties", Value::Object(properties)) => properties.values_mut().for_each(|own| place(own, whole)),
            ("items" | "additionalProperties", own) => place(own, whole),
            ("anyOf" | "oneOf", Value::Array(ways)) => ways.iter_mut().for_each(|way| inside(way, whole)),
            _ => {}
        }
    }
}

/// Changes the schema of a value to accept an included path too.
fn place(schema: &mut Value, whole: &BTreeSet<String>) {
    inside(schema, whole);
    // An optional value: a schema or null.
    if let Some([own, null]) = schema.get_mut("anyOf").and_then(Value::as_array_mut).map(Vec::as_mut_slice)
        && *null == json!({ "type": "null" })
    {
        return place(own, whole);
    }
    let refers = |schema: &Value| {
        let name = schema["$ref"].as_str().and_then(|to| to.strip_prefix("#/$defs/"));
        name.is_some_and(|name| whole.contains(name))
    };
    if !is_made_of_parts(schema) && !refers(&*schema) && !refers(&schema["else"]) {
        return;
    }
    let Value::Object(mut own) = schema.take() else { return };
    let mut made: Map<String, Value> = Map::new();
    for word in BESIDE {
        made.extend(own.remove(word).map(|told| (word.to_owned(), told)));
    }
    made.insert("if".into(), json!({ "type": "string" }));
    made.insert("then".into(), json!({ "$ref": format!("#/$defs/{NAME}") }));
    made.insert("else".into(), own.into());
    *schema = made.into();
}
