//! File access for the loader. The caller implements [`FileSource`]; the loader does no IO.

use std::collections::BTreeMap;

/// The files of one game.
pub trait FileSource {
    /// Returns the bytes of a file. `path` is relative to the root of the game, is normalised, uses `/` and contains no
    /// `..`. A source that follows links must keep them inside the root. It may stop one byte after
    /// [`Limits::BYTES`](super::Limits::BYTES), because the loader rejects larger files.
    ///
    /// A workbook is returned as text, with tabs between its cells. `cards.xlsx#Trees` names a sheet of a workbook, and
    /// `cards.xlsx` its first one.
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Missing>;

    /// The paths that can be read, for spelling suggestions. May be empty.
    fn paths(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the bytes of a file of another game: `game("hearts", "game.cgml")`. A game can inherit the games that the
    /// source knows.
    fn game(&mut self, id: &str, path: &str) -> Result<Vec<u8>, Missing> {
        let _ = (id, path);
        Err(Missing::NotFound)
    }

    /// The text of a package that this game was made with. `None` if it is the same as the engine's current text.
    fn package(&mut self, name: &str) -> Option<Vec<u8>> {
        let _ = name;
        None
    }
}

/// The reason why a file has no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The file does not exist.
    NotFound,
    /// The file exists but cannot be read, for this reason.
    Unreadable(String),
}

/// Files in memory, by path.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles(pub BTreeMap<String, Vec<u8>>);

impl<P: Into<String>, T: Into<Vec<u8>>> FromIterator<(P, T)> for MemoryFiles {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(files: I) -> MemoryFiles {
        MemoryFiles(files.into_iter().map(|(path, text)| (path.into(), text.into())).collect())
    }
}

impl FileSource for MemoryFiles {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Missing> {
        self.0.get(path).cloned().ok_or(Missing::NotFound)
    }

    fn paths(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// The files of other games are in the folder `packages.kept/games`, or in `games`.
    fn game(&mut self, id: &str, path: &str) -> Result<Vec<u8>, Missing> {
        let path = format!("games/{id}/{path}");
        self.read(&format!("packages.kept/{path}")).or_else(|_| self.read(&path))
    }
}
