//! The initial state of a native game: the file in its folder, or the copy that is built into the engine.

use crate::report::shown;
use crate::{Report, codes, files, source};
use rulebook_diag::{Diagnostic, Span};
use rulebook_natives::EditedInitial;
use rulebook_natives::module::initial::read_initial;
use std::path::{Path, PathBuf};

/// The name of the file.
const FILE: &str = "initial-state.json";

/// The files that may contain the initial state. The card engine puts the id of the game before the name.
fn paths(folder: &Path, id: &str) -> [PathBuf; 2] {
    [folder.join(FILE), folder.join(format!("{id}.{FILE}"))]
}

/// Reads the initial state of a folder. The inner `None` means the copy in the engine. The result is `None` if the file
/// has mistakes, or if the rules cannot be played from it. The reason is then reported.
pub(crate) fn initial_state(folder: &Path, id: &str, report: &mut Report) -> Option<Option<EditedInitial>> {
    let found: Vec<PathBuf> = paths(folder, id).into_iter().filter(|path| source::is_file(path)).collect();
    let path = match &found[..] {
        [] => return Some(None),
        [path] => path,
        [_, second, ..] => {
            let message = format!("this folder has two files for {FILE}");
            report.error_about(&shown(second), codes::TWO_FILES, message);
            return None;
        }
    };
    let before = report.errors();
    let file = files::read(path, report)?;
    let initial = read_initial(&report.sources, file, id, &mut report.diagnostics);
    files::strictly_json(file, report);
    let initial = initial.filter(|_| report.errors() == before)?;
    if rulebook_natives::is_embedded(id, &initial) {
        return Some(None);
    }
    if let Err(why) = rulebook_natives::admits(id, &initial)? {
        let message = format!("the rules of `{id}` cannot be played from this initial state");
        let found = Diagnostic::error(codes::OTHER_INITIAL, Span::new(file, 0..0), message).label(why);
        report.diagnostics.push(found);
        return None;
    }
    let text = report.sources.text(file).to_owned();
    Some(Some(EditedInitial { initial, text }))
}

/// Reports an error if the folder of a native game has no initial state.
pub(crate) fn require_initial_state(folder: &Path, id: &str, report: &mut Report) {
    let paths = paths(folder, id);
    if !paths.iter().any(|path| source::is_file(path)) {
        let message = "this file is missing: rule modules start from it";
        report.error_about(&shown(&paths[0]), codes::MISSING_FILE, message);
    }
}

/// Whether the source code beside the folder contains native rules with this id. If so, the running engine is older
/// than the sources.
pub(crate) fn is_newer(folder: &Path, id: &str) -> bool {
    let module = id.replace('-', "_");
    folder.join("../../crates/natives/src").join(module).join("mod.rs").is_file()
}
