//! Questions to git. A checkout without git (an unpacked archive) answers none of them, and that is fine.

use std::path::Path;
use std::process::Command;

/// `git` in `root`. A build machine often checks out as another user; git would then refuse to answer.
pub fn git(root: &Path) -> Command {
    let mut command = Command::new("git");
    // Inside a git hook these would point every question at the repository of the hook.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(variable);
    }
    let mut safe = std::ffi::OsString::from("safe.directory=");
    safe.push(root);
    // Paths are printed as they are, not escaped, and a pager would wait for a key.
    command.current_dir(root).arg("-c").arg(safe).args(["-c", "core.quotePath=false", "--no-pager"]);
    command
}

/// What git prints, or `None` if it fails or is not there.
pub fn ask(root: &Path, args: &[&str]) -> Option<String> {
    let output = git(root).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether `root` is itself the top of a checkout. An archive unpacked inside another repository is not.
pub fn is_checkout(root: &Path) -> bool {
    let Some(top) = ask(root, &["rev-parse", "--show-toplevel"]) else { return false };
    match (Path::new(top.trim_end()).canonicalize(), root.canonicalize()) {
        (Ok(top), Ok(root)) => top == root,
        _ => false,
    }
}

/// The commit that `name` stands for, if there is one.
pub fn commit(root: &Path, name: &str) -> Option<String> {
    let name = format!("{name}^{{commit}}");
    ask(root, &["rev-parse", "--verify", "--quiet", &name]).map(|id| id.trim().to_string())
}
