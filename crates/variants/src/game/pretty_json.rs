//! Writes JSON that people can read and edit.

use serde_json::{Map, Value, json};

/// JSON with one line for each small value, so that people can read and edit it.
pub(super) fn text(value: &Value) -> String {
    let mut text = String::new();
    line(value, 0, &mut text);
    text.push('\n');
    text
}

/// The order in which keys are written. Other keys follow by name.
const ORDER: [&str; 32] = [
    "version",
    "name",
    "leader",
    "board",
    "dimensions",
    "players",
    "turns",
    "conditions",
    "win",
    "draw",
    "code",
    "type",
    "check",
    "WHITE",
    "BLACK",
    "win_conditions",
    "draw_conditions",
    "stalemate",
    "id",
    "step",
    "direction",
    "starting_positions",
    "condition",
    "state",
    "action",
    "actions",
    "letter",
    "betza",
    "moves",
    "piece",
    "positions",
    "hand",
];

/// The entries of an object in the order in which people read them. The pieces of a game come last.
fn entries(map: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut entries: Vec<(&String, &Value)> = map.iter().collect();
    let rank = |key: &str| match key {
        "pieces" if map.contains_key("players") => usize::MAX,
        "name" if map.contains_key("letter") => 11,
        "conditions" if map.contains_key("actions") => 26,
        _ => ORDER.iter().position(|known| *known == key).unwrap_or(ORDER.len()),
    };
    entries.sort_by_key(|(key, _)| rank(key));
    entries
}

/// The width beyond which a value is broken into lines.
const WIDTH: usize = 120;

fn line(value: &Value, depth: usize, text: &mut String) {
    let short = flat(value);
    let top = depth == 0;
    if !top && short.len() + 2 * depth <= WIDTH {
        return text.push_str(&short);
    }
    let indent = "  ".repeat(depth + 1);
    let items: Vec<(Option<&String>, &Value)> = match value {
        Value::Array(items) => items.iter().map(|item| (None, item)).collect(),
        Value::Object(map) => entries(map).into_iter().map(|(key, item)| (Some(key), item)).collect(),
        _ => return text.push_str(&short),
    };
    text.push_str(if value.is_array() { "[\n" } else { "{\n" });
    let count = items.len();
    for (at, (key, item)) in items.into_iter().enumerate() {
        text.push_str(&indent);
        if let Some(key) = key {
            text.push_str(&format!("{}: ", json!(key)));
        }
        line(item, depth + 1, text);
        text.push_str(if at + 1 < count { ",\n" } else { "\n" });
    }
    text.push_str(&"  ".repeat(depth));
    text.push_str(if value.is_array() { "]" } else { "}" });
}

fn flat(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(flat).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let fields: Vec<String> =
                entries(map).iter().map(|(key, item)| format!("{}: {}", json!(key), flat(item))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => other.to_string(),
    }
}
