//! The JSON Schema of the language, generated from the declarations that the reader uses.

use rulebook_kernel::MAX_SEATS;
use serde_json::{Map, Value, json};

use super::document::{Document, Players};
use super::part::Part;
use super::record::{Field, Record, is_open};

/// The schema of a merged document: JSON Schema, draft 2020-12. Unknown keys are allowed only in `meta`.
///
/// `rulebook check` tests what a schema cannot express, such as the grammar of expression strings and whether names
/// exist.
pub fn schema() -> Value {
    let mut defs = Defs::default();
    let root = Document::schema(&mut defs);
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "CGML 1.3 with the extensions of Rulebook",
    });
    schema["$ref"] = root["$ref"].clone();
    schema["$defs"] = Value::Object(defs.0);
    if let Some(required) = schema["$defs"][Document::NAME]["required"].as_array_mut() {
        required.insert(0, "cgml_version".into());
    }
    for end in ["min", "max"] {
        let number = &mut schema["$defs"][Players::NAME]["properties"][end];
        number["minimum"] = 1.into();
        number["maximum"] = MAX_SEATS.into();
    }
    schema
}

/// The named definitions so far.
#[derive(Default)]
pub(crate) struct Defs(Map<String, Value>);

impl Defs {
    /// Returns a reference to a definition and creates it on first use. The name is reserved before the definition is
    /// made, because a part may contain parts of its own kind.
    pub fn define(&mut self, name: &str, make: impl FnOnce(&mut Defs) -> Value) -> Value {
        if !self.0.contains_key(name) {
            self.0.insert(name.into(), Value::Null);
            let made = make(self);
            self.0.insert(name.into(), made);
        }
        json!({ "$ref": format!("#/$defs/{name}") })
    }

    /// Returns a reference to the definition of a record.
    pub fn record<T: Record>(&mut self) -> Value {
        self.define(T::NAME, |defs| {
            let mut schema = Object::new(T::ABOUT).fields(T::FIELDS, &[], defs).finish();
            if is_open(T::NAME) {
                schema["additionalProperties"] = true.into();
            }
            schema
        })
    }
}

/// Builds the schema of a strict map.
pub(crate) struct Object {
    about: String,
    properties: Map<String, Value>,
    required: Vec<Value>,
    /// Requirements for keys with several spellings.
    spellings: Vec<Value>,
}

impl Object {
    pub fn new(about: &[&str]) -> Object {
        Object { about: sentence(about), properties: Map::new(), required: Vec::new(), spellings: Vec::new() }
    }

    /// Adds a required key.
    pub fn must(mut self, name: &str, schema: Value) -> Object {
        self.properties.insert(name.into(), schema);
        self.required.push(name.into());
        self
    }

    /// Adds the keys of a record, except keys that another record claims.
    pub fn fields(mut self, fields: &[Field], claimed: &[Field], defs: &mut Defs) -> Object {
        for field in fields.iter().filter(|field| claimed.iter().all(|other| other.name() != field.name())) {
            let schema = (field.schema)(defs);
            for (older, name) in field.names.iter().enumerate() {
                self.properties.insert((*name).into(), described(schema.clone(), field, older > 0));
            }
            match field.names {
                _ if field.optional => {}
                [name] => self.required.push((*name).into()),
                names => {
                    let either: Value = names.iter().map(|name| json!({ "required": [name] })).collect();
                    self.spellings.push(json!({ "oneOf": either }));
                }
            }
        }
        self
    }

    pub fn finish(self) -> Value {
        let Object { about, properties, required, spellings } = self;
        let mut schema = json!({ "type": "object", "additionalProperties": false });
        if required.is_empty() && spellings.is_empty() {
            // No key is required, so the value may be empty.
            schema["type"] = json!(["object", "null"]);
        }
        schema["description"] = about.into();
        schema["properties"] = properties.into();
        if !required.is_empty() {
            schema["required"] = required.into();
        }
        if !spellings.is_empty() {
            schema["allOf"] = spellings.into();
        }
        schema
    }
}

/// The schema of a field with its description for editors. Draft 2020-12 allows keywords next to `$ref`.
fn described(schema: Value, field: &Field, deprecated: bool) -> Value {
    let Value::Object(mut schema) = schema else {
        return json!({ "description": sentence(field.about) });
    };
    if field.optional {
        schema = or_null(schema);
    }
    schema.insert("description".into(), sentence(field.about).into());
    if let Some(default) = field.default {
        schema.insert("default".into(), default());
    }
    if deprecated {
        schema.insert("deprecated".into(), true.into());
    }
    schema.into()
}

/// Allows `null` too, which means the same as leaving out an optional key.
fn or_null(mut schema: Map<String, Value>) -> Map<String, Value> {
    let null = || Value::from("null");
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.push(Value::Null);
    } else if let Some(kinds) = schema.get_mut("type") {
        match kinds {
            Value::Array(kinds) if kinds.contains(&null()) => {}
            Value::Array(kinds) => kinds.push(null()),
            one => *one = json!([one, "null"]),
        }
    } else if let Some(Value::Array(forms)) = schema.get_mut("anyOf") {
        forms.push(json!({ "type": "null" }));
    } else if schema.contains_key("$ref") {
        let forms = json!([Value::Object(schema), { "type": "null" }]);
        schema = Map::from_iter([("anyOf".to_owned(), forms)]);
    }
    schema
}

/// Joins the lines of a doc comment.
pub(crate) fn sentence(lines: &[&str]) -> String {
    lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ").trim().to_owned()
}
