//! Parses YAML and JSON into [`Node`]s. The parser does not recurse, and it limits every resource that a file can use.

use crate::not_json;
use crate::reader::Reader;
use crate::{Diagnostic, FileId, Node, Sources};

/// The limits of a document. Exceeding a limit gives a diagnostic with its own code, see [`codes`](crate::codes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size in bytes.
    pub bytes: usize,
    /// Maximum depth of nested lists and maps. [`Limits::DEEPEST`] is the limit even if this number is larger.
    pub depth: usize,
    /// Maximum number of keys and values, including those of expanded aliases.
    pub nodes: usize,
    /// Maximum number of keys and values that come from expanded aliases. A long text counts as several.
    pub aliased: usize,
    /// Parsing stops after this many mistakes.
    pub mistakes: usize,
}

impl Limits {
    /// The default of [`Limits::bytes`].
    pub const BYTES: usize = 4 << 20;
    /// The default of [`Limits::depth`].
    pub const DEPTH: usize = 100;
    /// The default of [`Limits::nodes`].
    pub const NODES: usize = 500_000;
    /// The default of [`Limits::aliased`].
    pub const ALIASED: usize = 50_000;
    /// The default of [`Limits::mistakes`].
    pub const MISTAKES: usize = 100;
    /// The maximum depth of any tree. A recursive function over such a tree, for example `Drop`, fits on every stack.
    pub const DEEPEST: usize = 500;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: Limits::BYTES,
            depth: Limits::DEPTH,
            nodes: Limits::NODES,
            aliased: Limits::ALIASED,
            mistakes: Limits::MISTAKES,
        }
    }
}

/// Parses the document in a file. If the syntax is wrong or a limit is exceeded, returns no tree. After smaller
/// mistakes, such as a duplicate key, returns a tree and diagnostics. An empty file gives null.
pub fn parse(sources: &Sources, file: FileId, limits: &Limits) -> (Option<Node>, Vec<Diagnostic>) {
    Reader::new(file, limits).read(sources.text(file))
}

/// Parses the document in a JSON file, like [`parse`]. Accepts comments, trailing commas and YAML with warnings, whose
/// codes are in [`NOT_JSON`](crate::NOT_JSON).
pub fn parse_json(sources: &Sources, file: FileId, limits: &Limits) -> (Option<Node>, Vec<Diagnostic>) {
    let text = sources.text(file);
    if text.len() > limits.bytes {
        return parse(sources, file, limits);
    }
    let (text, warnings) = not_json::blank(file, text);
    let (node, mut found) = Reader::new(file, limits).read(&text);
    if found.is_empty() {
        found.extend(not_json::yaml(file, &text));
    }
    found.extend(warnings);
    (node, found)
}
