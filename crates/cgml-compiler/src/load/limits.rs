//! Limits of the loader.

/// Limits for all files of one game together. Each limit has its own code, see [`codes`](super::codes).
/// [`rulebook_diag::Limits`] has the limits of a single file (size, nesting, aliases).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum depth of includes. The file of the game has depth 1.
    pub depth: usize,
    /// Maximum number of files, including packages.
    pub files: usize,
    /// Maximum total size of the files in bytes.
    pub bytes: usize,
    /// Maximum number of keys and values. A file included twice counts twice, and a long text counts as several values.
    pub nodes: usize,
    /// Maximum nesting of the merged tree.
    pub nesting: usize,
    /// The limits of each single file.
    pub file: rulebook_diag::Limits,
}

impl Limits {
    /// The default of [`Limits::depth`].
    pub const DEPTH: usize = 16;
    /// The default of [`Limits::files`].
    pub const FILES: usize = 256;
    /// The default of [`Limits::bytes`].
    pub const BYTES: usize = 8 << 20;
    /// The default of [`Limits::nodes`]: about twenty times the size of the largest games.
    pub const NODES: usize = 100_000;
    /// The default of [`Limits::nesting`]. It limits the use of the stack, because later stages walk the tree
    /// recursively.
    pub const NESTING: usize = rulebook_diag::Limits::DEPTH;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: Limits::DEPTH,
            files: Limits::FILES,
            bytes: Limits::BYTES,
            nodes: Limits::NODES,
            nesting: Limits::NESTING,
            file: rulebook_diag::Limits::default(),
        }
    }
}
