//! A validator for JSON Schemas, to test that a schema and a reader agree. It supports only the keywords that the
//! schemas of this workspace use.

use serde_json::{Map, Value};

/// A schema that can check values.
pub struct Validator(pub Value);

impl Validator {
    /// Whether the value fits the schema.
    ///
    /// # Panics
    /// If the schema uses a keyword that this validator does not know.
    #[must_use]
    pub fn accepts(&self, value: &Value) -> bool {
        self.fits(&self.0, value)
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        match schema {
            Value::Bool(anything) => *anything,
            Value::Object(keywords) => {
                keywords.iter().all(|(keyword, with)| self.holds(keywords, keyword, with, value))
            }
            _ => panic!("not a schema: {schema}"),
        }
    }

    fn holds(&self, all: &Map<String, Value>, keyword: &str, with: &Value, value: &Value) -> bool {
        let schemas = || with.as_array().expect("a list of schemas").iter();
        let count = || usize::try_from(with.as_u64().expect("a count")).expect("small");
        let (object, array, text) = (value.as_object(), value.as_array(), value.as_str());
        match keyword {
            "$ref" => {
                let pointer = with.as_str().and_then(|to| to.strip_prefix('#')).expect("a local reference");
                self.fits(self.0.pointer(pointer).unwrap_or_else(|| panic!("{with} leads nowhere")), value)
            }
            "type" => match with.as_array() {
                Some(types) => types.iter().any(|one| is(value, one)),
                None => is(value, with),
            },
            "const" => with == value,
            "enum" => schemas().any(|one| one == value),
            "anyOf" => schemas().any(|one| self.fits(one, value)),
            "oneOf" => schemas().filter(|one| self.fits(one, value)).count() == 1,
            "allOf" => schemas().all(|one| self.fits(one, value)),
            "not" => !self.fits(with, value),
            "if" => {
                let then = if self.fits(with, value) { "then" } else { "else" };
                all.get(then).is_none_or(|schema| self.fits(schema, value))
            }
            // These keywords are handled together with `if`.
            "then" | "else" => true,
            "prefixItems" => {
                array.is_none_or(|items| schemas().zip(items).all(|(schema, item)| self.fits(schema, item)))
            }
            "items" => {
                let first = all.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                array.is_none_or(|items| items.iter().skip(first).all(|item| self.fits(with, item)))
            }
            "minItems" => array.is_none_or(|items| items.len() >= count()),
            "maxItems" => array.is_none_or(|items| items.len() <= count()),
            "uniqueItems" => {
                let unique =
                    |items: &Vec<Value>| items.iter().enumerate().all(|(at, item)| !items[..at].contains(item));
                with == &Value::Bool(false) || array.is_none_or(unique)
            }
            "minProperties" => object.is_none_or(|map| map.len() >= count()),
            "maxProperties" => object.is_none_or(|map| map.len() <= count()),
            "maxLength" => text.is_none_or(|text| text.chars().count() <= count()),
            "minimum" => value.as_i64().is_none_or(|n| n >= with.as_i64().expect("a number")),
            "maximum" => value.as_i64().is_none_or(|n| n <= with.as_i64().expect("a number")),
            "required" => object.is_none_or(|map| schemas().all(|key| map.contains_key(key.as_str().expect("a key")))),
            "properties" => object.is_none_or(|map| {
                let mut known = map.iter().filter_map(|(key, value)| Some((with.get(key)?, value)));
                known.all(|(schema, value)| self.fits(schema, value))
            }),
            "propertyNames" => {
                object.is_none_or(|map| map.keys().all(|key| self.fits(with, &Value::from(key.as_str()))))
            }
            "additionalProperties" => object.is_none_or(|map| {
                let known = |key: &str| all.get("properties").is_some_and(|properties| properties.get(key).is_some());
                map.iter().all(|(key, value)| known(key) || self.fits(with, value))
            }),
            "pattern" => text.is_none_or(|text| matches(with.as_str().expect("a pattern"), text)),
            "$schema" | "$defs" | "title" | "description" | "default" | "deprecated" => true,
            other => panic!("the schema uses `{other}`, which this validator does not know"),
        }
    }
}

/// Whether a text fits a pattern. Evaluates only patterns that exclude characters (`^[^…]*$`). Any other pattern
/// accepts every text.
fn matches(pattern: &str, text: &str) -> bool {
    let set = pattern.strip_prefix("^[^").and_then(|rest| rest.strip_suffix("]*$"));
    // The pattern has a separate class for the first character, so it is not evaluated.
    let Some(set) = set.filter(|set| !set.contains("][")) else { return true };
    let signs: Vec<char> = set.chars().collect();
    let mut excluded: Vec<(char, char)> = Vec::new();
    let mut at = 0;
    while at < signs.len() {
        match signs[at..] {
            [low, '-', high, ..] => {
                excluded.push((low, high));
                at += 3;
            }
            _ => {
                excluded.push((signs[at], signs[at]));
                at += 1;
            }
        }
    }
    text.chars().all(|sign| !excluded.iter().any(|(low, high)| (*low..=*high).contains(&sign)))
}

fn is(value: &Value, kind: &Value) -> bool {
    match kind.as_str().expect("a type") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type {other}"),
    }
}
