//! The tree of a parsed YAML or JSON file. Every node knows its place in the source.

use crate::Span;

/// A value with its place in the source. If an alias was expanded, the nodes have the spans of the anchor, because a
/// mistake must be corrected there.
///
/// A parsed tree is at most [`Limits::DEEPEST`](crate::Limits::DEEPEST) levels deep. So recursive functions can walk,
/// compare and drop it without a stack overflow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The value.
    pub kind: Kind,
    /// The place of the node in the source, including quotes and brackets.
    pub span: Span,
    /// A tag that the application defines, such as `!include`. YAML's own tags, such as `!!str`, are already applied.
    pub tag: Option<Tag>,
    /// Whether the scalar was quoted or a block scalar. Then it is text, even if it looks like a number.
    pub quoted: bool,
    /// The source text of a null, a boolean or an integer. For other scalars, `kind` holds the text.
    written: Box<str>,
}

/// The kinds of values. The type of an unquoted scalar follows the core schema of YAML 1.2, which includes the types of
/// JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`, `~` or an empty value.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number. It may be written as `0x1f` or `0o17`.
    Int(i64),
    /// Any other number, as written: fractions, exponents, `.inf`, and whole numbers that do not fit into an `i64`.
    Decimal(String),
    /// Text, without its quotes and with escapes replaced.
    Text(String),
    /// A list.
    Seq(Vec<Node>),
    /// A map. Its entries are in the order of the document, and no key occurs twice.
    Map(Vec<(Key, Node)>),
}

/// The key of a map, always a scalar. `10` and `"10"` are the same key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The text of the key.
    pub text: String,
    /// The place of the key in the source, including quotes.
    pub span: Span,
    /// Whether the key was quoted.
    pub quoted: bool,
}

/// A tag as written, such as `!include`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The tag with its exclamation mark.
    pub text: String,
    /// The place of the tag in the source.
    pub span: Span,
}

impl Node {
    /// A node without a tag and without quotes: a list, a map, an empty value, or a value that the program made.
    /// Null, booleans and whole numbers get their usual text as source text.
    pub fn new(kind: Kind, span: Span) -> Node {
        let written = match &kind {
            Kind::Null => "null".into(),
            Kind::Bool(value) => value.to_string().into(),
            Kind::Int(value) => value.to_string().into(),
            Kind::Decimal(_) | Kind::Text(_) | Kind::Seq(_) | Kind::Map(_) => Box::default(),
        };
        Node { kind, span, tag: None, quoted: false, written }
    }

    /// A scalar whose source text is `text`.
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

    /// The text of any scalar, without its quotes and with escapes replaced: `10` for both `10` and `"10"`.
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
