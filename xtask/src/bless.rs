//! Accepts what the code does now as what it should do. The diff is what gets reviewed, so it is shown.

use std::path::Path;

use crate::Failure;
use crate::cargo::{self, Tier};
use crate::steps::command;
use crate::tidy::git;

pub fn run(root: &Path, extra: &[String]) -> Result<(), Failure> {
    let mut tests = cargo::tests(root, Tier::QuickToTheEnd, extra);
    tests.env("RULEBOOK_BLESS", "1").env("INSTA_UPDATE", "always");
    let result = command("bless", tests);
    // Also after a failure: what could be blessed has been, and one wants to see it.
    let mut diff = git::git(root);
    diff.args(["diff", "--stat"]);
    command("diff", diff)?;
    // `git diff` is silent about expectations that are new.
    let mut new = git::git(root);
    new.args(["ls-files", "--others", "--exclude-standard"]);
    command("new files", new)?;
    result
}
