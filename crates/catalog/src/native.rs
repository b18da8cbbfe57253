//! Checks the initial state file of a native module against the copy built into the engine.

use crate::{Report, codes, files};
use rulebook_diag::{Diagnostic, Span};
use rulebook_natives::module::initial::read_initial;
use std::path::Path;

/// Checks the form of `initial-state.json`, and that it equals the copy in the engine.
pub(crate) fn initial_state(folder: &Path, id: &str, built_in: &str, report: &mut Report) {
    let path = folder.join("initial-state.json");
    let Some(file) = files::read_required(&path, report, "rule modules start from it") else { return };
    let before = report.errors();
    read_initial(&report.sources, file, id, &mut report.diagnostics);
    if report.errors() > before {
        return;
    }
    files::strictly_json(file, report);
    if report.sources.text(file).trim_end() != built_in.trim_end() {
        let message = "the engine was built with another initial state and uses that one";
        let found = Diagnostic::warning(codes::OTHER_INITIAL, Span::new(file, 0..0), message);
        report.diagnostics.push(found.help("build the engine again"));
    }
}

/// Whether the source code beside the folder contains native rules with this id. The running engine is then older than
/// the sources.
pub(crate) fn is_newer(folder: &Path, id: &str) -> bool {
    let module = id.replace('-', "_");
    folder.join("../../crates/natives/src").join(module).join("mod.rs").is_file()
}
