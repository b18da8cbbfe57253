//! YAML and JSON to [`Node`]s: iterative, with a limit on everything a file can ask for.

use crate::reader::Reader;
use crate::{Diagnostic, FileId, Node, Sources};

/// What a document may ask for. Each limit has its own code, see [`codes`](crate::codes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The size in bytes.
    pub bytes: usize,
    /// The nesting of lists and maps; at most [`Limits::DEEPEST`] whatever is asked for.
    pub depth: usize,
    /// The number of keys and values, expanded aliases included.
    pub nodes: usize,
    /// The number of keys and values that aliases expand to, all together. A long text counts as several.
    pub aliased: usize,
    /// The number of mistakes after which reading stops.
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
    /// No tree is deeper, so that recursion over trees, including their `Drop`, fits every stack.
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

/// Reads the one document of a file. `None` if it has no tree: the syntax is wrong or a limit is passed.
/// After lesser mistakes, such as a key given twice, there is a tree and there are diagnostics. An empty
/// file is null.
pub fn parse(sources: &Sources, file: FileId, limits: &Limits) -> (Option<Node>, Vec<Diagnostic>) {
    Reader::new(file, limits).read(sources.text(file))
}
