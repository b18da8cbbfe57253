//! Parses YAML and JSON into [`Node`]s. The parser is iterative and limits every resource that a file can use.

use crate::reader::Reader;
use crate::{Diagnostic, FileId, Node, Sources};

/// Limits of a document. Each limit has its own code, see [`codes`](crate::codes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The size in bytes.
    pub bytes: usize,
    /// The nesting of lists and maps. [`Limits::DEEPEST`] applies even if this is larger.
    pub depth: usize,
    /// The number of keys and values, with expanded aliases.
    pub nodes: usize,
    /// The total number of keys and values that aliases expand to. A long text counts as several.
    pub aliased: usize,
    /// The number of mistakes after which parsing stops.
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
    /// The maximum depth of any tree. Recursion over a tree, such as its `Drop`, then fits every stack.
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

/// Parses the document of a file. Returns no tree if the syntax is wrong or a limit is exceeded. After smaller
/// mistakes, such as a duplicate key, returns a tree and diagnostics. An empty file is null.
pub fn parse(sources: &Sources, file: FileId, limits: &Limits) -> (Option<Node>, Vec<Diagnostic>) {
    Reader::new(file, limits).read(sources.text(file))
}
