//! Checks rules of this repository that no compiler checks. Each check has its own file. Tests prove that each check
//! can fail.

pub mod arrows;
pub mod conformance;
pub mod externals;
pub mod file_names;
pub mod git;
pub mod lexer;
pub mod papers;
pub mod prose;
pub mod purity;
pub mod repo;
pub mod report;
pub mod rows;
pub mod semantics;
pub mod size;
pub mod subjects;

use crate::Failure;
use repo::Repo;
use report::Report;

type Check = fn(&Repo) -> Report;

/// The name of every check, and its function. `tests/tidy.rs` has a test for each check.
pub const CHECKS: [(&str, Check); 10] = [
    ("arrows", arrows::check),
    ("externals", externals::check),
    ("purity", purity::check),
    ("size", size::check),
    ("papers", papers::check),
    ("semantics", semantics::check),
    ("prose", prose::check),
    ("file_names", file_names::check),
    ("subjects", subjects::check),
    ("conformance", conformance::check),
];

/// `cargo xtask tidy [CHECK…]`: runs the named checks, or all.
pub fn run(repo: &Repo, names: &[String]) -> Result<(), Failure> {
    if let Some(unknown) = names.iter().find(|name| !CHECKS.iter().any(|(known, _)| known == name)) {
        return Err(Failure::Usage(format!("tidy has no check `{unknown}`")));
    }
    some(repo, |name| names.is_empty() || names.iter().any(|wanted| wanted == name)).map_err(Failure::Failed)
}

/// Runs all checks. A failed check does not stop the others.
pub fn all(repo: &Repo) -> Result<(), String> {
    some(repo, |_| true)
}

fn some(repo: &Repo, wanted: impl Fn(&str) -> bool) -> Result<(), String> {
    let mut errors = 0;
    for (name, check) in CHECKS.iter().filter(|(name, _)| wanted(name)) {
        let report = check(repo);
        println!("tidy {name}: {}", if report.errors.is_empty() { "ok" } else { "FAILED" });
        print!("{report}");
        errors += report.errors.len();
    }
    if errors == 0 { Ok(()) } else { Err(format!("tidy found {errors} error(s), listed above")) }
}
