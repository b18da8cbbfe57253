//! Basic parts used by all other records: spans, lists, numbers, text and maps by name.

use rulebook_diag::{Diagnostic, Kind, Node, Span, Value as Reader, codes};
use serde_json::{Map, Value, json};

use super::name::Name;
use super::part::{Part, ReadContext};
use super::schema::Defs;

/// A value and its source span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// The source span.
    pub span: Span,
}

impl<T: Part> Part for At<T> {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<At<T>> {
        T::read(node, cx).map(|value| At { value, span: node.span })
    }

    fn write(&self) -> Value {
        self.value.write()
    }

    fn schema(defs: &mut Defs) -> Value {
        T::schema(defs)
    }
}

impl<T: Part> Part for Option<T> {
    const OPTIONAL: bool = true;

    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Option<T>> {
        Some(T::read(node, cx))
    }

    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::write)
    }

    fn schema(defs: &mut Defs) -> Value {
        T::schema(defs)
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }

    fn written(&self) -> Option<Value> {
        self.as_ref().map(T::write)
    }
}

/// A list. Items that cannot be read are reported and left out.
impl<T: Part> Part for Vec<T> {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Vec<T>> {
        let is_one = !matches!(node.kind, Kind::Seq(_) | Kind::Null);
        let only = is_one.then(|| cx.tried(|cx| T::read(node, cx))).flatten();
        if let Some(only) = only {
            let found = alone(node, cx.sources.slice(node.span));
            cx.report(found);
            return Some(vec![only]);
        }
        let items = Reader::of(node, cx.diags).seq()?;
        Some(items.iter().filter_map(|item| T::read(item, cx)).collect())
    }

    fn write(&self) -> Value {
        self.iter().map(T::write).collect()
    }

    fn schema(defs: &mut Defs) -> Value {
        json!({ "type": "array", "items": T::schema(defs) })
    }

    fn hole(_: Span) -> Option<Vec<T>> {
        Some(Vec::new())
    }
}

/// The error for a single value in place of a list.
fn alone(node: &Node, written: &str) -> Diagnostic {
    let message = format!("expected a list, found {}", node.describe());
    let found = Diagnostic::error(codes::WRONG_TYPE, node.span, message).label("must be a list");
    if written.contains('\n') {
        return found.help("write each item of a list after a dash, even if there is only one");
    }
    let wanted = format!("[{written}]");
    found.help(format!("write `{wanted}`")).suggest(node.span, wanted)
}

impl<T: Part> Part for Box<T> {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Box<T>> {
        T::read(node, cx).map(Box::new)
    }

    fn write(&self) -> Value {
        (**self).write()
    }

    fn schema(defs: &mut Defs) -> Value {
        T::schema(defs)
    }

    fn hole(span: Span) -> Option<Box<T>> {
        T::hole(span).map(Box::new)
    }
}

impl Part for bool {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<bool> {
        Reader::of(node, cx.diags).bool()
    }

    fn write(&self) -> Value {
        (*self).into()
    }

    fn schema(_: &mut Defs) -> Value {
        json!({ "type": "boolean" })
    }
}

impl Part for i64 {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<i64> {
        Reader::of(node, cx.diags).int(i64::MIN..=i64::MAX)
    }

    fn write(&self) -> Value {
        (*self).into()
    }

    fn schema(_: &mut Defs) -> Value {
        json!({ "type": "integer" })
    }
}

/// A small count, such as seats or copies of a card.
impl Part for u16 {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<u16> {
        Reader::of(node, cx.diags).int(0..=u16::MAX)
    }

    fn write(&self) -> Value {
        (*self).into()
    }

    fn schema(_: &mut Defs) -> Value {
        json!({ "type": "integer", "minimum": 0, "maximum": u16::MAX })
    }
}

impl Part for String {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<String> {
        Reader::of(node, cx.diags).text().map(str::to_owned)
    }

    fn write(&self) -> Value {
        self.as_str().into()
    }

    fn schema(_: &mut Defs) -> Value {
        json!({ "type": "string" })
    }
}

/// Any node, unchanged: `meta` blocks, and values that another crate reads.
impl Part for Node {
    fn read(node: &Node, _: &mut ReadContext<'_>) -> Option<Node> {
        Some(node.clone())
    }

    fn write(&self) -> Value {
        match &self.kind {
            Kind::Null => Value::Null,
            Kind::Bool(value) => (*value).into(),
            Kind::Int(value) => (*value).into(),
            Kind::Decimal(text) | Kind::Text(text) => text.as_str().into(),
            Kind::Seq(items) => items.iter().map(Part::write).collect(),
            Kind::Map(entries) => entries.iter().map(|(key, value)| (key.text.clone(), value.write())).collect(),
        }
    }

    fn schema(_: &mut Defs) -> Value {
        Value::Bool(true)
    }
}

/// Values by name, in document order. The order has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entries<T>(pub Vec<(Name, T)>);

impl<T> Entries<T> {
    /// The value with this name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(known, _)| known.text == name).map(|(_, thing)| thing)
    }

    /// The names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, &T)> {
        self.0.iter().map(|(name, thing)| (name, thing))
    }

    /// The names in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }
}

impl<T> Default for Entries<T> {
    fn default() -> Entries<T> {
        Entries(Vec::new())
    }
}

impl<T: Part> Part for Entries<T> {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Entries<T>> {
        let entries = Reader::of(node, cx.diags).map()?;
        let things = entries.iter().filter_map(|(key, value)| Some((Name::of_key(key), T::read(value, cx)?)));
        Some(Entries(things.collect()))
    }

    fn write(&self) -> Value {
        let written: Map<String, Value> = self.iter().map(|(name, thing)| (name.text.clone(), thing.write())).collect();
        Value::Object(written)
    }

    fn schema(defs: &mut Defs) -> Value {
        json!({ "type": "object", "additionalProperties": T::schema(defs) })
    }

    fn hole(_: Span) -> Option<Entries<T>> {
        Some(Entries::default())
    }
}
