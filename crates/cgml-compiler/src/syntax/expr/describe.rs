//! The JSON Schema of nested expressions, generated from the table of operators.

use serde_json::{Map, Value, json};

use super::super::action::Action;
use super::super::name::Name;
use super::super::part::Part;
use super::super::schema::Defs;
use super::Op;

/// The keys of an expression that are not operators.
pub(crate) const FORMS: [&str; 7] = ["value", "path", "ref", "list", "record", "let", "canPerform"];

/// The reference to the schema of a map with one operator. [`Expr`](super::Expr) defines it.
pub(crate) const OPERATOR: &str = "#/$defs/Operator";

/// The keys of an outcome (CGML 16.2).
pub(super) const OUTCOME: [&str; 2] = ["winners", "reason"];

pub(super) fn outcome_schema() -> Value {
    let winners =
        json!({ "anyOf": [{ "$ref": "#/$defs/Expr" }, { "type": "array", "items": { "$ref": "#/$defs/Expr" } }] });
    json!({
        "type": "object",
        "description": "The outcome of a game.",
        "properties": { "winners": winners, "reason": { "anyOf": [{ "type": "string" }, { "$ref": OPERATOR }] } },
        "required": ["winners"],
        "additionalProperties": false,
    })
}

/// The schema of a map with exactly one operator.
pub(super) fn operator_schema(defs: &mut Defs) -> Value {
    let expr = json!({ "$ref": "#/$defs/Expr" });
    let action = Action::schema(defs);
    let mut properties = Map::new();
    for (name, op) in Op::ALL {
        let (fewest, most) = (*op.arity().start(), *op.arity().end());
        let mut operands = json!({ "type": "array", "items": expr, "minItems": fewest });
        if most < usize::MAX {
            operands["maxItems"] = most.into();
        }
        let single = (fewest == 1).then(|| expr.clone());
        let forms: Vec<Value> = std::iter::once(operands).chain(single).collect();
        properties.insert((*name).into(), json!({ "description": op.about(), "anyOf": forms }));
    }
    let bindings = json!({ "type": "object", "required": ["in"], "minProperties": 2, "additionalProperties": expr });
    let others: [(&str, Value); FORMS.len()] = [
        ("value", json!({ "description": "A constant value." })),
        ("path", json!({ "type": "string" })),
        ("ref", Name::schema(defs)),
        ("list", json!({ "type": "array", "items": expr })),
        ("record", json!({ "type": "object", "additionalProperties": expr })),
        ("let", bindings),
        (
            "canPerform",
            json!({ "anyOf": [action, { "type": "array", "items": action, "minItems": 1, "maxItems": 1 }] }),
        ),
    ];
    properties.extend(others.into_iter().map(|(name, schema)| (name.into(), schema)));
    json!({
        "type": "object",
        "description": "One operator and its operands.",
        "properties": properties,
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false,
    })
}
