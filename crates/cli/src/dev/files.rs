//! Lists the files of a game.

use std::path::{Path, PathBuf};

/// Maximum depth of subfolders that are searched for files: scenarios, decks, parts of the rules.
pub(super) const DEEPEST: usize = 4;
/// Maximum number of files of a game. Further files are ignored.
const MOST_FILES: usize = 2000;
/// Extensions of the files that belong to a game.
const ENDINGS: [&str; 10] = ["cgml", "yaml", "yml", "json", "md", "txt", "csv", "tsv", "xlsx", "ods"];

/// The folder that contains the file. If the path is a bare file name, this is the current folder.
pub(super) fn folder_of(file: &Path) -> PathBuf {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}

/// Collects the files of a folder and of its subfolders.
pub(super) fn gather(folder: &Path, depth: usize, into: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        if into.len() >= MOST_FILES {
            return;
        }
        let path = entry.path();
        // Links are skipped, because they could form a cycle.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && depth > 0 && !entry.file_name().to_string_lossy().starts_with('.') {
            gather(&path, depth - 1, into);
        }
        if !is_folder && path.extension().is_some_and(|end| ENDINGS.iter().any(|known| end == *known)) {
            into.push(path);
        }
    }
}
