//! Checks that commit subjects fit on one line of `git log`.
//!
//! Checks the commits since `RULEBOOK_BASE` if it is set, otherwise the commits since `FIRST`. Older commits are not
//! checked.

use super::git;
use super::repo::Repo;
use super::report::{Finding, Report};

const MAX_CHARS: usize = 72;
/// The last commit before this rule.
const FIRST: &str = "78dffbd7953ea8295a23264304b09bd96365f699";

pub fn check(repo: &Repo) -> Report {
    let base = std::env::var("RULEBOOK_BASE").ok().filter(|base| !base.is_empty());
    let base = base.as_deref().unwrap_or(FIRST);
    let Some(commit) = git::commit(&repo.root, base) else {
        let note = Finding::of("subjects", format!("no commit `{base}` in this checkout: nothing to judge"));
        return Report { errors: Vec::new(), notes: vec![note] };
    };
    let range = format!("{commit}..HEAD");
    let log = git::ask(&repo.root, &["log", "--no-merges", "--format=%h %s", &range]).unwrap_or_default();
    Report { errors: judge(&log), notes: Vec::new() }
}

/// Checks lines that each have a hash and a subject.
fn judge(log: &str) -> Vec<Finding> {
    let commits = log.lines().filter_map(|line| line.split_once(' '));
    let long = commits.map(|(hash, subject)| (hash, subject.chars().count())).filter(|(_, length)| *length > MAX_CHARS);
    long.map(|(hash, length)| Finding::of(hash, format!("a subject of {length} characters, at most {MAX_CHARS}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_subjects_are_refused_by_characters() {
        let log = format!("a1 {}\nb2 {}\nc3 fine\n", "é".repeat(72), "x".repeat(73));
        let found = judge(&log);
        assert_eq!(found.iter().map(|f| f.file.as_str()).collect::<Vec<_>>(), ["b2"]);
    }
}
