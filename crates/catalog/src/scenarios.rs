//! What only a check looks at: the scenarios of a folder, and whether there is a layout. No match needs them.

use crate::report::shown;
use crate::{Report, codes, files};
use rulebook_diag::{Diagnostic, Fields, Value};
use std::path::{Path, PathBuf};

/// The kinds of steps that a scenario has.
const KINDS: [(&str, ()); 3] = [("move", ()), ("action", ()), ("text", ())];

/// Reads every scenario and reports what cannot be one.
pub(crate) fn check(folder: &Path, report: &mut Report) {
    let name = folder.canonicalize().ok().and_then(|whole| Some(whole.file_name()?.to_string_lossy().into_owned()));
    for path in scenario_files(folder) {
        one(&path, name.as_deref().unwrap_or_default(), report);
    }
    if !folder.join("layout.json").exists() {
        let message = "there is no layout.json: the table is laid out as well as that goes without one";
        report.warning_about(&shown(folder), codes::NO_LAYOUT, message);
    }
}

fn scenario_files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.join("scenarios").read_dir().into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    paths.sort();
    paths
}

fn one(path: &Path, game: &str, report: &mut Report) {
    let before = report.errors();
    let Some(file) = files::read(path, report) else { return };
    let node = files::json(file, report).filter(|_| report.errors() == before);
    let Some(node) = node else { return };
    let diags = &mut report.diagnostics;
    let mut fields = Fields::of(&node, diags);
    fields.required("id").text();
    let rules = fields.required("rulesId").node();
    fields.required("seed").scalar();
    fields.required("mode").choice(&[("scripted", ()), ("auto", ())]);
    let intents = fields.optional("intents").seq().unwrap_or_default();
    for key in ["players", "options", "gameId", "description", "auto", "expect"] {
        fields.optional(key).node();
    }
    fields.finish();
    if let Some(rules) = rules
        && Value::of(rules, diags).text().is_some_and(|id| id != game)
    {
        let message = format!("this scenario is of another game than `{game}`");
        diags.push(Diagnostic::error(codes::BAD_SCENARIO, rules.span, message));
    }
    for intent in intents {
        match intent.get("type") {
            Some(kind) => _ = Value::of(kind, diags).choice(&KINDS),
            None => {
                let message = "a step has a `type`: move, action or text";
                diags.push(Diagnostic::error(codes::BAD_SCENARIO, intent.span, message));
            }
        }
    }
}
