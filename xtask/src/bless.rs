//! Writes `docs/conformance.md`, replaces the expected results of tests by the current results, and shows the changes
//! for review.

use std::path::Path;

use crate::Failure;
use crate::cargo::{self, Tier};
use crate::steps::{command, step};
use crate::tidy::{conformance, git};

pub fn run(root: &Path, extra: &[String]) -> Result<(), Failure> {
    step("conformance", conformance::PAGE, || conformance::write(root))?;
    let mut tests = cargo::tests(root, Tier::QuickToTheEnd, extra);
    tests.env("RULEBOOK_BLESS", "1").env("INSTA_UPDATE", "always");
    let result = command("bless", tests);
    // The changes are shown after a failure, too, because some files may already be rewritten.
    let mut diff = git::git(root);
    diff.args(["diff", "--stat"]);
    command("diff", diff)?;
    // `git diff` does not show new files, so they are listed separately.
    let mut new = git::git(root);
    new.args(["ls-files", "--others", "--exclude-standard"]);
    command("new files", new)?;
    result
}
