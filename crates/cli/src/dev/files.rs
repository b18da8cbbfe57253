//! The files that a game is made of.

use std::path::{Path, PathBuf};

/// Folders so far below that of a game are looked at: scenarios, decks, parts of the rules,
pub(super) const DEEPEST: usize = 4;
/// and so many files.
const MOST_FILES: usize = 2000;
/// The endings of files that a game is made of.
const ENDINGS: [&str; 6] = ["cgml", "yaml", "yml", "json", "md", "txt"];

/// The folder of a file; that of a bare name is here.
pub(super) fn folder_of(file: &Path) -> PathBuf {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}

/// The files of a folder, and of those below it.
pub(super) fn gather(folder: &Path, depth: usize, into: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        if into.len() >= MOST_FILES {
            return;
        }
        let path = entry.path();
        // A link could lead round in a circle.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && depth > 0 && !entry.file_name().to_string_lossy().starts_with('.') {
            gather(&path, depth - 1, into);
        }
        if !is_folder && path.extension().is_some_and(|end| ENDINGS.iter().any(|known| end == *known)) {
            into.push(path);
        }
    }
}
