//! Names and symbols.

use std::fmt;
use std::ops::Deref;

use rulebook_diag::{Diagnostic, Key, Node, Span, Value as Reader};
use serde_json::{Value, json};

use super::codes;
use super::part::{Part, ReadContext};
use super::schema::Defs;

/// A name or symbol, such as a rank. Quotes make no difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The text. `10` and `"10"` give the same text.
    pub text: String,
    /// The source span.
    pub span: Span,
}

impl Name {
    /// Creates a name.
    pub fn new(text: impl Into<String>, span: Span) -> Name {
        Name { text: text.into(), span }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn of_key(key: &Key) -> Name {
        Name::new(&key.text, key.span)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Part for Name {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Name> {
        Reader::of(node, cx.diags).scalar().map(|text| Name::new(text, node.span))
    }

    fn write(&self) -> Value {
        self.text.as_str().into()
    }

    fn schema(_: &mut Defs) -> Value {
        json!({ "type": ["string", "number", "boolean"] })
    }
}

/// A name that can be used in paths and references: letters, digits and underscores, starting with a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(pub Name);

impl Deref for Word {
    type Target = Name;

    fn deref(&self) -> &Name {
        &self.0
    }
}

impl Part for Word {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Word> {
        let name = Name::read(node, cx)?;
        if is_word(&name.text) {
            return Some(Word(name));
        }
        cx.report(bad_name(&name, node.quoted));
        // Other places probably use the corrected name, so continue with it.
        let meant = as_word(&name.text).unwrap_or_else(|| name.text.clone());
        Some(Word(Name::new(meant, name.span)))
    }

    fn write(&self) -> Value {
        self.0.write()
    }

    fn schema(_: &mut Defs) -> Value {
        // Excludes all ASCII signs except letters, digits and `_`. Avoids classes such as `\p{L}`, which some editors
        // do not support.
        json!({ "type": "string", "pattern": r"^[^ -@\[-\^`\{-~][^ -/:-@\[-\^`\{-~]*$" })
    }
}

pub(crate) fn starts_word(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

pub(crate) fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether the text is one word.
pub(crate) fn is_word(text: &str) -> bool {
    text.starts_with(starts_word) && text.chars().all(in_word)
}

/// The error for a name that cannot be used in a path.
pub(crate) fn bad_name(name: &Name, quoted: bool) -> Diagnostic {
    let found = Diagnostic::error(codes::BAD_NAME, name.span, format!("`{name}` is not a valid name"))
        .label("use letters, digits and `_`, starting with a letter");
    found.did_you_mean(as_word(&name.text).as_deref(), quoted)
}

/// The word that an invalid name probably means: `winner` for `$winner`, `my_card` for `my card`.
fn as_word(text: &str) -> Option<String> {
    let text = text.trim_start_matches(|c: char| !in_word(c));
    let text = text.strip_prefix("ref:").unwrap_or(text);
    let word: String = text.chars().map(|c| if in_word(c) { c } else { '_' }).collect();
    Some(word).filter(|word| is_word(word))
}
