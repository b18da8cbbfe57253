//! Where texts come from. No IO here: whoever loads a game hands the files in.

use std::collections::BTreeMap;

/// The files of one game.
pub trait FileSource {
    /// The bytes of a file. The path is relative to the root of the game, normalised, with `/` between its parts; it
    /// holds no `..`. A source that follows links must see to it itself that they stay inside. There is no need to
    /// read more than one byte past [`Limits::BYTES`](super::Limits::BYTES): so large a file is refused.
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Missing>;

    /// The paths that could be read, to say which one was meant. A source may know none.
    fn paths(&self) -> Vec<String> {
        Vec::new()
    }

    /// The text of a package as this game was made with it, where that is another one than the engine has now.
    fn package(&mut self, name: &str) -> Option<Vec<u8>> {
        let _ = name;
        None
    }
}

/// Why there is no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// There is no such file.
    NotFound,
    /// It is there and cannot be read, for this reason.
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
}
