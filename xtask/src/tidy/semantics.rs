//! Checks that a game gets a new `semantics` version if it plays differently. The digests in `plays/soak.hashes` may
//! change only if `semantics N` goes up. Running matches and logs rely on that version.
//!
//! The files are compared with an earlier commit. This is `RULEBOOK_BASE` if it is set, for example in the build of a
//! branch. Otherwise two commits are used: HEAD, to find uncommitted changes, and HEAD~1, to find changes in the last
//! commit. Without history there is nothing to compare.

use std::collections::BTreeMap;

use super::git;
use super::repo::Repo;
use super::report::{Finding, Report};

const NAME: &str = "plays/soak.hashes";

pub fn check(repo: &Repo) -> Report {
    let base = std::env::var("RULEBOOK_BASE").ok().filter(|base| !base.is_empty());
    check_against(repo, base.as_deref())
}

/// Runs the check against this commit. `None` means HEAD and HEAD~1.
pub fn check_against(repo: &Repo, base: Option<&str>) -> Report {
    let mut report = Report::default();
    for file in repo.files().iter().filter(|file| is_hashes(file)) {
        let parsed = repo.text(file).ok_or("not a text".to_string()).and_then(|text| Hashes::parse(&text).map(drop));
        report.errors.extend(parsed.err().map(|why| Finding::of(file, why)));
    }
    if !git::is_checkout(&repo.root) {
        report.notes.push(Finding::of("semantics", "no git checkout: nothing to compare with"));
        return report;
    }
    match bases(repo, base) {
        Ok(bases) => {
            for (name, commit) in bases {
                let changes = changes_since(repo, &name, &commit);
                report
                    .errors
                    .extend(changes.into_iter().filter(|finding| !report.errors.contains(finding)).collect::<Vec<_>>());
            }
        }
        Err(why) => report.errors.push(Finding::of("semantics", why)),
    }
    report
}

fn is_hashes(file: &str) -> bool {
    file.strip_suffix(NAME).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
}

/// The commits to compare with. Each has a name for messages and an id.
fn bases(repo: &Repo, base: Option<&str>) -> Result<Vec<(String, String)>, String> {
    let Some(base) = base else {
        let known =
            ["HEAD", "HEAD~1"].into_iter().filter_map(|name| Some((name.to_string(), git::commit(&repo.root, name)?)));
        return Ok(known.collect());
    };
    // If the given commit does not exist, this is an error. Otherwise the check would pass as if there were no history.
    let commit =
        git::commit(&repo.root, base).ok_or(format!("RULEBOOK_BASE `{base}` is not a commit of this checkout"))?;
    // Compare with the commit where the branch started, because later changes of the base are not ours.
    let fork = git::ask(&repo.root, &["merge-base", "HEAD", &commit]).map(|id| id.trim().to_string());
    Ok(vec![(base.to_string(), fork.unwrap_or(commit))])
}

fn changes_since(repo: &Repo, name: &str, commit: &str) -> Vec<Finding> {
    let listed = git::ask(&repo.root, &["ls-tree", "-r", "-z", "--name-only", commit]).unwrap_or_default();
    let mut errors = Vec::new();
    for file in listed.split('\0').filter(|file| is_hashes(file)) {
        let game = file.strip_suffix(NAME).unwrap_or_default();
        let Some(before) = git::ask(&repo.root, &["show", &format!("{commit}:{file}")]) else { continue };
        match repo.text(file) {
            Some(now) => {
                errors.extend(judge(&before, &now).map(|why| Finding::of(file, format!("{why} (since {name})"))))
            }
            // A game may be removed together with its hashes. If the game still exists, its hashes must exist too.
            None if repo.files().iter().any(|other| other.starts_with(game)) => {
                errors.push(Finding::of(file, format!("removed since {name}, but its game is still there")));
            }
            None => {}
        }
    }
    errors
}

/// The reason why the hashes `now` may not replace the hashes `before`, or `None`. New seeds are allowed, because they
/// do not change the digests of old seeds.
fn judge(before: &str, now: &str) -> Option<String> {
    let (Ok(before), Ok(now)) = (Hashes::parse(before), Hashes::parse(now)) else { return None };
    if now.semantics > before.semantics {
        return None;
    }
    if now.semantics < before.semantics {
        return Some(format!("semantics went back from {} to {}", before.semantics, now.semantics));
    }
    let changed: Vec<&str> = before
        .by_seed
        .iter()
        .filter(|(seed, digest)| now.by_seed.get(*seed) != Some(digest))
        .map(|(seed, _)| &**seed)
        .collect();
    let first = changed.first()?;
    let count = changed.len();
    Some(format!(
        "{count} hash(es) changed, seed {first} first, but `semantics` is still {}: raise SEMANTICS",
        now.semantics
    ))
}

struct Hashes {
    semantics: u64,
    by_seed: BTreeMap<String, String>,
}

impl Hashes {
    fn parse(text: &str) -> Result<Hashes, String> {
        let mut lines = text.lines();
        let first = lines.next().and_then(|line| line.strip_prefix("semantics ")).and_then(|n| n.trim().parse().ok());
        let semantics = first.ok_or("the first line must be `semantics N`")?;
        let mut by_seed = BTreeMap::new();
        for line in lines.filter(|line| !line.trim().is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let ([seed, digest] | [seed, _, digest]) = words[..] else {
                return Err(format!("`{line}` is not `seed seats digest`"));
            };
            if by_seed.insert(seed.to_string(), digest.to_string()).is_some() {
                return Err(format!("seed {seed} is listed twice"));
            }
        }
        Ok(Hashes { semantics, by_seed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "semantics 3\n1 aa\n2 bb\n";

    #[test]
    fn a_changed_hash_without_a_bump_is_refused() {
        let why = judge(BEFORE, "semantics 3\n1 aa\n2 cc\n").expect("refused");
        assert!(why.contains("1 hash(es)") && why.contains("seed 2") && why.contains("still 3"), "{why}");
        assert!(judge(BEFORE, "semantics 3\n1 aa\n").is_some(), "a seed dropped");
        assert!(judge(BEFORE, "semantics 2\n1 aa\n2 cc\n").is_some(), "semantics went back");
    }

    #[test]
    fn a_bump_an_addition_and_no_change_pass() {
        assert_eq!(judge(BEFORE, "semantics 4\n1 aa\n2 cc\n"), None);
        assert_eq!(judge(BEFORE, "semantics 3\n1 aa\n2 bb\n3 dd\n"), None);
        assert_eq!(judge(BEFORE, BEFORE), None);
    }

    #[test]
    fn malformed_files_are_refused() {
        for text in
            ["", "1 aa\n", "semantics x\n", "semantics 1\n1\n", "semantics 1\n1 a b c\n", "semantics 1\n1 a\n1 b\n"]
        {
            assert!(Hashes::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn only_soak_hashes_are_looked_at() {
        assert!(is_hashes("games/war/plays/soak.hashes") && is_hashes("plays/soak.hashes"));
        assert!(!is_hashes("games/war/replays/soak.hashes") && !is_hashes("games/war/soak.hashes"));
    }
}
