//! Names and symbols.

use std::fmt;
use std::ops::Deref;

use rulebook_diag::{Diagnostic, Key, Node, Span, Value as Reader};
use serde_json::{Value, json};

use super::codes;
use super::part::{Cx, Part};
use super::schema::Defs;

/// A name, or any other symbol such as a rank: its text, whether it was quoted or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Its text: `10` for `10` as for `"10"`.
    pub text: String,
    /// Where it was written.
    pub span: Span,
}

impl Name {
    /// A name.
    pub fn new(text: impl Into<String>, span: Span) -> Name {
        Name { text: text.into(), span }
    }

    /// Its text.
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
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<Name> {
        Reader::of(node, cx.diags).scalar().map(|text| Name::new(text, node.span))
    }

    fn write(&self) -> Value {
        self.text.as_str().into()
    }

    fn schema(_: &mut Defs) -> Value {
        json!({ "type": ["string", "number", "boolean"] })
    }
}

/// A name that paths and references can be written with: letters, digits and underscores, a letter first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(pub Name);

impl Deref for Word {
    type Target = Name;

    fn deref(&self) -> &Name {
        &self.0
    }
}

impl Part for Word {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<Word> {
        let name = Name::read(node, cx)?;
        if is_word(&name.text) {
            return Some(Word(name));
        }
        cx.report(bad_name(&name, node.quoted));
        // Whoever writes the name elsewhere writes what was meant.
        let meant = as_word(&name.text).unwrap_or_else(|| name.text.clone());
        Some(Word(Name::new(meant, name.span)))
    }

    fn write(&self) -> Value {
        self.0.write()
    }

    fn schema(_: &mut Defs) -> Value {
        // Of the signs of ASCII letters, digits and `_` only. No class such as `\p{L}`: not every editor's engine knows it.
        json!({ "type": "string", "pattern": r"^[^ -@\[-\^`\{-~][^ -/:-@\[-\^`\{-~]*$" })
    }
}

pub(crate) fn starts_word(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

pub(crate) fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Is all of it one word?
pub(crate) fn is_word(text: &str) -> bool {
    text.starts_with(starts_word) && text.chars().all(in_word)
}

/// The mistake of a name that no path could be written with.
pub(crate) fn bad_name(name: &Name, quoted: bool) -> Diagnostic {
    let found = Diagnostic::error(codes::BAD_NAME, name.span, format!("`{name}` cannot be a name"))
        .label("letters, digits and `_`, a letter first");
    found.did_you_mean(as_word(&name.text).as_deref(), quoted)
}

/// The word that was meant by a text that is none: `$winner` is how one reads `winner`, `my card` is `my_card`.
fn as_word(text: &str) -> Option<String> {
    let text = text.trim_start_matches(|c: char| !in_word(c));
    let text = text.strip_prefix("ref:").unwrap_or(text);
    let word: String = text.chars().map(|c| if in_word(c) { c } else { '_' }).collect();
    Some(word).filter(|word| is_word(word))
}
