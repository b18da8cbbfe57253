//! Validates values against JSON Schemas, to test that a schema and a reader agree. The validator supports only the
//! keywords that the schemas of this workspace use.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

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
            "minLength" => text.is_none_or(|text| text.chars().count() >= count()),
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

/// Whether a text fits a pattern of this shape: `^…$` with classes, groups, `|`, `*`, `+` and `?`.
fn matches(pattern: &str, text: &str) -> bool {
    let inner = pattern.strip_prefix('^').and_then(|rest| rest.strip_suffix('$')).expect("a pattern for whole texts");
    let pattern: Vec<char> = inner.chars().collect();
    let mut at = 0;
    let choice = Pattern::choice(&pattern, &mut at);
    assert_eq!(at, pattern.len(), "cannot read the pattern {inner}");
    let text: Vec<char> = text.chars().collect();
    choice.ends(&text, &BTreeSet::from([0])).contains(&text.len())
}

/// A part of a regular expression.
enum Pattern {
    /// A character in one of these ranges, or in none of them if the flag is set.
    One(bool, Vec<(char, char)>),
    Row(Vec<Pattern>),
    Choice(Vec<Pattern>),
    /// A part with the least and the most number of times.
    Times(Box<Pattern>, usize, usize),
}

impl Pattern {
    fn choice(pattern: &[char], at: &mut usize) -> Pattern {
        let mut choices = vec![Vec::new()];
        while *at < pattern.len() && pattern[*at] != ')' {
            *at += 1;
            let part = match pattern[*at - 1] {
                '|' => {
                    choices.push(Vec::new());
                    continue;
                }
                '(' => {
                    if pattern[*at..].starts_with(&['?', ':']) {
                        *at += 2;
                    }
                    let group = Pattern::choice(pattern, at);
                    *at += 1;
                    group
                }
                '[' => Pattern::class(pattern, at),
                '.' => Pattern::One(true, vec![('\n', '\n')]),
                '\\' => {
                    *at += 1;
                    Pattern::One(false, vec![(pattern[*at - 1], pattern[*at - 1])])
                }
                sign => Pattern::One(false, vec![(sign, sign)]),
            };
            let (least, most) = match pattern.get(*at) {
                Some('*') => (0, usize::MAX),
                Some('+') => (1, usize::MAX),
                Some('?') => (0, 1),
                _ => (1, 1),
            };
            *at += usize::from((least, most) != (1, 1));
            choices.last_mut().expect("a choice").push(Pattern::Times(Box::new(part), least, most));
        }
        Pattern::Choice(choices.into_iter().map(Pattern::Row).collect())
    }

    fn class(pattern: &[char], at: &mut usize) -> Pattern {
        let not = pattern[*at] == '^';
        *at += usize::from(not);
        let mut ranges = Vec::new();
        let sign = |at: &mut usize| {
            *at += usize::from(pattern[*at] == '\\');
            *at += 1;
            pattern[*at - 1]
        };
        while pattern[*at] != ']' {
            let low = sign(at);
            let high = match pattern[*at..] {
                ['-', next, ..] if next != ']' => {
                    *at += 1;
                    sign(at)
                }
                _ => low,
            };
            ranges.push((low, high));
        }
        *at += 1;
        Pattern::One(not, ranges)
    }

    /// The places where the pattern can end if it starts at one of these places.
    fn ends(&self, text: &[char], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        match self {
            Pattern::One(not, ranges) => {
                let fits = |at: &usize| {
                    text.get(*at)
                        .is_some_and(|sign| ranges.iter().any(|(low, high)| (low..=high).contains(&sign)) != *not)
                };
                starts.iter().filter(|at| fits(at)).map(|at| at + 1).collect()
            }
            Pattern::Row(parts) => parts.iter().fold(starts.clone(), |starts, part| part.ends(text, &starts)),
            Pattern::Choice(choices) => choices.iter().flat_map(|choice| choice.ends(text, starts)).collect(),
            Pattern::Times(part, least, most) => {
                let mut ends = if *least == 0 { starts.clone() } else { BTreeSet::new() };
                let mut now = starts.clone();
                for _ in 0..(*most).min(text.len() + 1) {
                    now = part.ends(text, &now);
                    let before = ends.len();
                    ends.extend(&now);
                    if ends.len() == before {
                        break;
                    }
                }
                ends
            }
        }
    }
}

#[test]
fn patterns_are_evaluated() {
    let betza = "^(?:[mc]*[WF][0-9]*)*$";
    for (pattern, text, fits) in [
        (betza, "", true),
        (betza, "mWcF12", true),
        (betza, "m", false),
        (betza, "xW", false),
        ("^(.*[.](cgml|ya?ml)|none)$", "a.yml", true),
        ("^(.*[.](cgml|ya?ml)|none)$", "a.yamml", false),
        ("^[^a-c\\]]+$", "xyz", true),
        ("^[^a-c\\]]+$", "x]", false),
        (r"^on\.(turn|[^. ]+)$", "on.x", true),
        (r"^on\.(turn|[^. ]+)$", "onxx", false),
    ] {
        assert_eq!(matches(pattern, text), fits, "{pattern} {text}");
    }
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
