//! What a game may ask of the loader.

/// What the files of one game may ask for, all together. Each limit has its own code, see [`codes`](super::codes).
/// What a single file may ask for (size, nesting, aliases) is said by [`rulebook_diag::Limits`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep files include one another; the game's own file is 1.
    pub depth: usize,
    /// How many files there may be, packages included.
    pub files: usize,
    /// How many bytes they may have together.
    pub bytes: usize,
    /// How many keys and values may be brought together. What is included twice counts twice; a long text counts
    /// as several.
    pub nodes: usize,
    /// The nesting of the merged tree: as if all had been written in one file.
    pub nesting: usize,
    /// The limits of each file by itself.
    pub file: rulebook_diag::Limits,
}

impl Limits {
    /// The default of [`Limits::depth`].
    pub const DEPTH: usize = 16;
    /// The default of [`Limits::files`].
    pub const FILES: usize = 256;
    /// The default of [`Limits::bytes`].
    pub const BYTES: usize = 8 << 20;
    /// The default of [`Limits::nodes`]: some twenty times what the largest games have.
    pub const NODES: usize = 100_000;
    /// The default of [`Limits::nesting`]. The stages behind walk the tree by recursion.
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
