//! Explains why the server cannot read a message: the field that is wrong, and the value that it expects.
//!
//! An explanation may repeat text of the client. It is one line of limited length without control characters, so it is
//! safe to send back and to log.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// Maximum length of an explanation, in characters. The middle of a longer explanation is cut out.
const MAX_EXPLANATION: usize = 300;
/// The number of characters before the cut. Most of the kept characters come from the end, because the end says what
/// was expected.
const KEPT_START: usize = 100;
/// [`tagged`] looks for the wrong field only in an object with at most this many fields. For a larger object, the error
/// names no field.
const MAX_FIELDS: usize = 8;

/// Names of Rust types at the end of an error, and the words for them.
const EXPECTED: [(&str, &str); 6] = [
    ("u8", "a whole number from 0 to 255"),
    ("u16", "a whole number from 0 to 65535"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("u64", "a whole number of at least 0"),
    ("usize", "a whole number of at least 0"),
    ("i64", "a whole number"),
];

/// Reads a message or a request body.
///
/// # Errors
/// If the value is not a `T`. The text starts with the path of the wrong field, such as `moves[0]`.
pub(crate) fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error| explained(&error.to_string()))
}

/// Reads an enum whose variant is given by the field `kind`. The derived error does not name the wrong field, so this
/// function adds its name.
///
/// # Errors
/// If the value is not a `T`.
pub(crate) fn tagged<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<T, D::Error> {
    let value = Value::deserialize(from)?;
    T::deserialize(&value).map_err(|error| {
        let error = error.to_string();
        match wrong_field::<T>(&value, &error) {
            Some(field) => D::Error::custom(format!("{field}: {error}")),
            None => D::Error::custom(error),
        }
    })
}

/// The field that causes the error. Without this field the error is different. `None` if the error already names a
/// field, or if there are too many fields.
fn wrong_field<T: DeserializeOwned>(value: &Value, error: &str) -> Option<String> {
    if error.starts_with("missing field") || error.starts_with("unknown field") {
        return None;
    }
    let object = value.as_object().filter(|object| object.len() <= MAX_FIELDS)?;
    let is_cause = |field: &String| {
        let mut others = object.clone();
        others.remove(field);
        T::deserialize(&Value::Object(others)).err().is_none_or(|other| other.to_string() != error)
    };
    // Removing `kind` always changes the error. So `kind` is the cause only if no other field is the cause.
    let found = object.keys().filter(|field| *field != "kind").find(|field| is_cause(field));
    found.cloned().or_else(|| object.contains_key("kind").then(|| "kind".to_owned()))
}

/// Words for an error of the parser, without names of Rust types.
pub(crate) fn explained(error: &str) -> String {
    let words = error.rsplit_once("expected ").and_then(|(start, kind)| {
        let (kind, _position) = kind.split_once(" at line ").unwrap_or((kind, ""));
        Some((start, expected(kind)?))
    });
    match words {
        Some((start, words)) => shortened(&format!("{start}expected {words}")),
        None => shortened(error),
    }
}

/// Words for the name of a Rust type. `None` if the text is not such a name.
fn expected(kind: &str) -> Option<&'static str> {
    if kind.starts_with("struct ") || kind.starts_with("internally tagged enum ") {
        return Some("an object");
    }
    EXPECTED.iter().find(|(name, _)| *name == kind).map(|(_, words)| *words)
}

/// The text as one line of at most [`MAX_EXPLANATION`] characters.
pub(crate) fn shortened(text: &str) -> String {
    let text: Vec<char> = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.len() <= MAX_EXPLANATION {
        return text.into_iter().collect();
    }
    let end = text.len() - (MAX_EXPLANATION - KEPT_START - 1);
    text[..KEPT_START].iter().chain(&['…']).chain(&text[end..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::CommandMessage;
    use serde_json::json;

    fn refused(message: Value) -> String {
        read::<CommandMessage>(message).expect_err("the message is malformed")
    }

    #[test]
    fn an_error_names_the_field_and_the_expected_value() {
        let command = |command: Value| refused(json!({"match": "m", "command": command}));
        let cases: [(String, &[&str]); 11] = [
            (refused(json!({"match": "m"})), &["missing field `command`"]),
            (refused(json!({"match": 7, "command": {"kind": "start"}})), &["match: ", "expected a string"]),
            (refused(json!({"match": "m", "command": {"kind": "start"}, "x": 1})), &["unknown field `x`", "`match`"]),
            (command(json!("start")), &["command: ", "expected an object"]),
            (command(json!({})), &["command: missing field `kind`"]),
            (command(json!({"kind": "fly"})), &["command: kind: ", "`fly`", "`stand`", "`close`"]),
            (command(json!({"kind": "stand"})), &["command: missing field `seat`"]),
            (command(json!({"kind": "stand", "seat": "a"})), &["command: seat: ", "a whole number from 0 to 255"]),
            (command(json!({"kind": "stand", "seat": 256})), &["command: seat: ", "a whole number from 0 to 255"]),
            (command(json!({"kind": "stand", "seat": 1, "on": true})), &["command: unknown field `on`", "`seat`"]),
            (command(json!({"kind": "setup", "seats": 2, "options": [1]})), &["command: options: ", "expected a map"]),
        ];
        for (error, words) in cases {
            for word in words {
                assert!(error.contains(word), "{error:?} does not contain {word:?}");
            }
        }
    }

    #[test]
    fn an_error_repeats_little_of_a_hostile_message() {
        let long = "x\n\u{1b}".repeat(10_000);
        let fields: serde_json::Map<String, Value> = (0..5000).map(|at| (format!("f{at}"), json!(at))).collect();
        for message in [
            json!({"match": "m", &long: 1}),
            json!({"match": "m", "command": &long}),
            json!({"match": "m", "command": {"kind": &long}}),
            json!({"match": "m", "command": {"kind": "stand", "seat": &long}}),
            json!({"match": "m", "command": fields}),
        ] {
            let error = refused(message);
            assert!(error.chars().count() <= MAX_EXPLANATION && !error.chars().any(char::is_control), "{error:?}");
        }
        // The end of the error survives the cut.
        let error = refused(json!({"match": "m", "command": {"kind": &long}}));
        assert!(error.contains('…') && error.ends_with("`close`"), "{error:?}");
    }
}
