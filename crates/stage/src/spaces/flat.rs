//! Any plain value as a row of numbers, field by field: what rules of which nobody knows the parts show to a learner.

use super::{Fnv, Row};
use serde::Serialize;
use serde_json::Value;
use std::hash::Hasher;

/// Words become a number below this.
const WORDS: u64 = 1000;

/// Writes every number in a value, as far as there is room: fields by the order of their names, lists with their lengths
/// before them, a word (the name of a variant) as a number that only it has, or nearly.
pub fn flatten<T: Serialize>(value: &T, size: usize, row: &mut Row<'_>) {
    let mut inner = Row::new(row.block(size));
    if let Ok(value) = serde_json::to_value(value) {
        put(&value, &mut inner);
    }
}

fn put(value: &Value, row: &mut Row<'_>) {
    match value {
        Value::Null => row.put(0),
        Value::Bool(yes) => row.put((*yes).into()),
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(i64::MAX);
            row.put(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32);
        }
        Value::String(word) => row.put(word_number(word)),
        Value::Array(items) => {
            row.put(items.len() as i32);
            items.iter().for_each(|item| put(item, row));
        }
        Value::Object(fields) => fields.iter().for_each(|(name, field)| {
            // A variant with something in it is a field of its name.
            if fields.len() == 1 {
                row.put(word_number(name));
            }
            put(field, row);
        }),
    }
}

fn word_number(word: &str) -> i32 {
    let mut hasher = Fnv::new();
    hasher.write(word.as_bytes());
    (hasher.finish() % WORDS) as i32 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Serialize)]
    enum Bid {
        Pass,
        Of { level: u8, suit: Option<u16> },
    }

    #[test]
    fn a_value_is_written_field_by_field() {
        let value = (vec![true, false], Bid::Of { level: 3, suit: Some(2) }, Bid::Pass, Some(-5));
        let mut numbers = [9; 12];
        flatten(&value, 11, &mut Row::new(&mut numbers));
        let (of, pass) = (word_number("Of") as i16, word_number("Pass") as i16);
        assert_eq!(numbers, [4, 2, 1, 0, of, 3, 2, pass, -5, 0, 0, 9]);
        assert_ne!(of, pass);
    }
}
