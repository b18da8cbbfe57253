//! Generates TypeScript types from the JSON Schema of the messages. Supports the part of JSON Schema that `schemars`
//! produces.

use crate::messages::Messages;
use serde_json::Value;
use std::fmt::Write;

/// The schema of all messages.
#[must_use]
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(Messages<'_>).to_value();
    schema["title"] = "The messages of a Rulebook server".into();
    schema
}

/// The TypeScript types of every message: `web/src/messages.ts`.
#[must_use]
pub fn types() -> String {
    let text = "// Made from the types of the server by `cargo xtask bless`. Do not edit.\n".to_owned();
    declare(&schema(), &[], text)
}

/// The TypeScript types of another schema, such as the answers of `rulebook dev`. If a type is also used by the
/// messages, it is imported from `./messages`.
#[must_use]
pub fn types_beside(schema: &Value) -> String {
    let messages = self::schema();
    let shared: Vec<&str> =
        messages["$defs"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    let mut used = Vec::new();
    referred(&schema["$defs"], &shared, &mut used);
    used.sort_unstable();
    let mut text = "// Made from the types of `rulebook dev` by `cargo xtask bless`. Do not edit.\n".to_owned();
    if !used.is_empty() {
        let _ = writeln!(text, "import type {{ {} }} from './messages';", used.join(", "));
    }
    declare(schema, &shared, text)
}

/// Collects the names in `shared` to which other definitions refer.
fn referred<'a>(definitions: &Value, shared: &[&'a str], used: &mut Vec<&'a str>) {
    for (name, shape) in definitions.as_object().into_iter().flatten() {
        if !shared.contains(&name.as_str()) {
            references(shape, shared, used);
        }
    }
}

fn references<'a>(shape: &Value, shared: &[&'a str], used: &mut Vec<&'a str>) {
    match shape {
        Value::Object(fields) => {
            let name = shape["$ref"].as_str().and_then(|path| path.rsplit('/').next());
            if let Some(name) = shared.iter().find(|shared| Some(**shared) == name).filter(|name| !used.contains(name))
            {
                used.push(name);
            }
            fields.values().for_each(|field| references(field, shared, used));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, shared, used)),
        _ => {}
    }
}

/// Appends one TypeScript type for each definition of a schema. Skips the names in `known`.
fn declare(schema: &Value, known: &[&str], mut text: String) -> String {
    let all = schema["$defs"].as_object().into_iter().flatten();
    let mut all: Vec<(&String, &Value)> = all.filter(|(name, _)| !known.contains(&name.as_str())).collect();
    all.sort_by_key(|(name, _)| name.as_str());
    for (name, shape) in all {
        let _ = writeln!(text, "\n{}export type {name} = {};", comment(shape, ""), of(shape, ""));
    }
    text
}

fn comment(shape: &Value, indent: &str) -> String {
    match shape["description"].as_str() {
        Some(told) => format!("/** {} */\n{indent}", told.replace('\n', " ").replace("*/", "")),
        None => String::new(),
    }
}

/// The TypeScript type of a schema.
fn of(shape: &Value, indent: &str) -> String {
    if let Some(name) = shape["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or("unknown").to_owned();
    }
    if let Some(value) = shape.get("const") {
        return value.to_string();
    }
    if let Some(values) = shape["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    for one_of in ["oneOf", "anyOf"] {
        if let Some(shapes) = shape[one_of].as_array() {
            return shapes.iter().map(|shape| of(shape, indent)).collect::<Vec<_>>().join(" | ");
        }
    }
    match &shape["type"] {
        Value::Array(types) => {
            let one = |kind: &Value| {
                let mut single = shape.clone();
                single["type"] = kind.clone();
                of(&single, indent)
            };
            types.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Value::String(kind) => match kind.as_str() {
            "string" => "string".to_owned(),
            "integer" | "number" => "number".to_owned(),
            "boolean" => "boolean".to_owned(),
            "null" => "null".to_owned(),
            "array" => array(shape, indent),
            "object" => object(shape, indent),
            _ => "unknown".to_owned(),
        },
        _ => "unknown".to_owned(),
    }
}

fn array(shape: &Value, indent: &str) -> String {
    if let Some(items) = shape["prefixItems"].as_array() {
        return format!("[{}]", items.iter().map(|item| of(item, indent)).collect::<Vec<_>>().join(", "));
    }
    let item = of(&shape["items"], indent);
    if item.contains(' ') { format!("({item})[]") } else { format!("{item}[]") }
}

fn object(shape: &Value, indent: &str) -> String {
    let Some(fields) = shape["properties"].as_object() else {
        // Any values are allowed, such as those of an action in the schema of a game.
        if shape["additionalProperties"] == Value::Bool(true) {
            return "object".to_owned();
        }
        return format!("Record<string, {}>", of(&shape["additionalProperties"], indent));
    };
    let deeper = format!("{indent}  ");
    let required: Vec<&str> = shape["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let mut text = String::from("{\n");
    for (name, field) in fields {
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        let _ = writeln!(text, "{deeper}{}{name}{mark}: {};", comment(field, &deeper), of(field, &deeper));
    }
    text + indent + "}"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn shapes_become_types() {
        let shape = json!({"type": "object", "required": ["a"], "properties": {
            "a": {"type": ["integer", "null"]},
            "b": {"type": "array", "items": {"oneOf": [{"const": "x"}, {"$ref": "#/$defs/Y"}]}},
        }});
        assert_eq!(of(&shape, ""), "{\n  a: number | null;\n  b?: (\"x\" | Y)[];\n}");
    }

    #[test]
    fn nothing_is_unknown() {
        assert!(!types().contains("unknown"), "{}", types());
    }
}
