//! The tree that YAML and JSON share. Every node has its place in the source.

use crate::Span;

/// A value with its place in the source. An expanded alias has the spans of its anchor, because a mistake is corrected
/// there.
///
/// A parsed tree is never deeper than [`Limits::DEEPEST`](crate::Limits::DEEPEST), so that recursion can walk, compare
/// and drop it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The value.
    pub kind: Kind,
    /// Its place in the source, with quotes and brackets.
    pub span: Span,
    /// An application tag such as `!include`. YAML's own tags (`!!str`) are already applied.
    pub tag: Option<Tag>,
    /// Whether the scalar was quoted or a block scalar. Then it is text, whatever it looks like.
    pub quoted: bool,
    /// The source text of a null, bool or integer. Other scalars contain their own text.
    written: Box<str>,
}

/// The kinds of values. Plain scalars have the types of the YAML 1.2 core schema, which includes JSON's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`, `~` or an empty value.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number, also written `0x1f` or `0o17`.
    Int(i64),
    /// Any other number, as written: fractions, exponents, `.inf`, and whole numbers beyond `i64`.
    Decimal(String),
    /// Text, without quotes and with escapes resolved.
    Text(String),
    /// A list.
    Seq(Vec<Node>),
    /// A map in document order, without duplicate keys.
    Map(Vec<(Key, Node)>),
}

/// The key of a map, always a scalar. `10` and `"10"` are the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The text of the key.
    pub text: String,
    /// Its place in the source, with quotes.
    pub span: Span,
    /// Whether it was quoted.
    pub quoted: bool,
}

/// A tag as written, such as `!include`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The tag with its exclamation mark.
    pub text: String,
    /// Its place in the source.
    pub span: Span,
}

impl Node {
    /// A node without a tag, as if written without quotes. For nodes that code makes.
    pub fn new(kind: Kind, span: Span) -> Node {
        let written = match &kind {
            Kind::Null => "null".into(),
            Kind::Bool(value) => value.to_string().into(),
            Kind::Int(value) => value.to_string().into(),
            Kind::Decimal(_) | Kind::Text(_) | Kind::Seq(_) | Kind::Map(_) => Box::default(),
        };
        Node { kind, span, tag: None, quoted: false, written }
    }

    /// A scalar with the source text `text`.
    pub(crate) fn scalar_written(kind: Kind, span: Span, quoted: bool, text: &str) -> Node {
        let written = match kind {
            Kind::Null | Kind::Bool(_) | Kind::Int(_) => text.into(),
            _ => Box::default(),
        };
        Node { kind, span, tag: None, quoted, written }
    }

    pub(crate) fn with_tag(self, tag: Option<Tag>) -> Node {
        Node { tag, ..self }
    }

    /// The text of any scalar, without quotes and escapes: `10` for `10` and for `"10"`.
    pub fn scalar(&self) -> Option<&str> {
        match &self.kind {
            Kind::Null | Kind::Bool(_) | Kind::Int(_) => Some(&self.written),
            Kind::Decimal(text) | Kind::Text(text) => Some(text),
            Kind::Seq(_) | Kind::Map(_) => None,
        }
    }

    /// The text, if this is text: `"10"`, but not `10`.
    pub fn as_text(&self) -> Option<&str> {
        if let Kind::Text(text) = &self.kind { Some(text) } else { None }
    }

    /// The integer, if this is one.
    pub fn as_int(&self) -> Option<i64> {
        if let Kind::Int(value) = self.kind { Some(value) } else { None }
    }

    /// The boolean, if this is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Kind::Bool(value) = self.kind { Some(value) } else { None }
    }

    /// The items, if this is a list.
    pub fn as_seq(&self) -> Option<&[Node]> {
        if let Kind::Seq(items) = &self.kind { Some(items) } else { None }
    }

    /// The entries, if this is a map.
    pub fn as_map(&self) -> Option<&[(Key, Node)]> {
        if let Kind::Map(entries) = &self.kind { Some(entries) } else { None }
    }

    /// The value of a key, if this is a map that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.as_map()?.iter().find(|(k, _)| k.text == key).map(|(_, value)| value)
    }

    /// Whether this is null.
    pub fn is_null(&self) -> bool {
        self.kind == Kind::Null
    }

    /// A description for messages: `the number 10`, `a list`.
    pub fn describe(&self) -> String {
        match &self.kind {
            Kind::Null => "nothing".into(),
            Kind::Bool(value) => format!("`{value}`"),
            Kind::Int(_) | Kind::Decimal(_) => format!("the number {}", self.scalar().unwrap_or_default()),
            Kind::Text(_) => "text".into(),
            Kind::Seq(_) => "a list".into(),
            Kind::Map(_) => "a map".into(),
        }
    }
}
