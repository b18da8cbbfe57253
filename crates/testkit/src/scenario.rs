//! Runs all JSON scenarios in a folder.

pub use rulebook_scenario::*;

use rulebook_matches::AnyRules;
use std::fs;
use std::path::Path;

/// Runs every `*.json` file in a folder. `find` returns the rules with an id. Returns the number of scenarios.
///
/// # Errors
/// The scenarios that fail, each with its file.
pub fn run_folder<'a>(folder: &Path, mut find: impl FnMut(&str) -> Option<&'a dyn AnyRules>) -> Result<usize, String> {
    let files = crate::files(folder, "json")?;
    let mut wrong = Vec::new();
    for path in &files {
        let text = fs::read_to_string(path).map_err(|error| error.to_string());
        let result = text.and_then(|text| parse(&text)).and_then(|scenario| match find(&scenario.rules_id) {
            Some(rules) => run(rules, &scenario),
            None => Err(format!("scenario {}: there are no rules {:?}", scenario.id, scenario.rules_id)),
        });
        wrong.extend(result.err().map(|message| format!("{}: {message}", path.display())));
    }
    if wrong.is_empty() { Ok(files.len()) } else { Err(wrong.join("\n")) }
}
