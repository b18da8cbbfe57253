//! Refuses source files with vague names, which do not say what the file contains.

use super::repo::Repo;
use super::report::{Finding, Report};

/// File names that say nothing to a reader who does not know the file.
const VAGUE: [&str; 60] = [
    "acted",
    "agree",
    "aim",
    "amid",
    "beats",
    "bits_and_pieces",
    "blame",
    "blind",
    "brief",
    "chairs",
    "deleted",
    "detour",
    "done",
    "doubt",
    "dry",
    "early",
    "form",
    "found",
    "happen",
    "harm",
    "hearing",
    "helper",
    "helpers",
    "judged",
    "keeping",
    "lanes",
    "looks",
    "many",
    "misc",
    "mono",
    "nobody",
    "now",
    "numbered",
    "opening",
    "printed",
    "rest",
    "say",
    "seen",
    "signs",
    "sought",
    "spared",
    "stakes",
    "steady",
    "stuff",
    "sure",
    "tape",
    "taught",
    "tells",
    "the_match",
    "thinking",
    "thought",
    "tight",
    "together",
    "told",
    "util",
    "utils",
    "vain",
    "vary",
    "why",
    "worth",
];

pub fn check(repo: &Repo) -> Report {
    let errors = repo.files().iter().filter_map(|file| judge(file)).collect();
    Report { errors, notes: Vec::new() }
}

fn judge(file: &str) -> Option<Finding> {
    let name = file.rsplit('/').next()?;
    let (stem, kind) = name.split_once('.')?;
    let source = matches!(kind, "rs" | "ts" | "tsx" | "py" | "js" | "mjs");
    let lower = stem.to_lowercase();
    (source && VAGUE.contains(&lower.as_str()))
        .then(|| Finding::of(file, format!("`{stem}` does not say what the file contains: name the noun or the verb")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vague_names_of_sources_are_refused() {
        for file in ["crates/a/src/misc.rs", "web/src/logic/happen.ts", "web/src/ui/Done.tsx", "python/utils.py"] {
            assert!(judge(file).is_some(), "{file}");
        }
        for file in
            ["crates/a/src/option_leaks.rs", "conformance/mtg/done.txt", "docs/now.md", "crates/misc/src/lib.rs"]
        {
            assert!(judge(file).is_none(), "{file}");
        }
    }

    #[test]
    fn the_list_is_sorted_so_that_a_word_is_there_once() {
        assert!(VAGUE.is_sorted());
    }
}
