//! Runs git. If there is no git repository, as in an unpacked archive, every call returns nothing.

use std::path::Path;
use std::process::Command;

/// `git` in the folder `root`. It also works if the checkout belongs to another user, as is common on build machines.
/// By default, git would refuse this.
pub fn git(root: &Path) -> Command {
    let mut command = Command::new("git");
    // Git hooks set these variables. With them, every call would use the repository of the hook.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(variable);
    }
    let mut safe = std::ffi::OsString::from("safe.directory=");
    safe.push(root);
    // Paths are printed without escapes. A pager is never started, because it would wait for a key.
    command.current_dir(root).arg("-c").arg(safe).args(["-c", "core.quotePath=false", "--no-pager"]);
    command
}

/// The output of git, or `None` if git fails or is not installed.
pub fn ask(root: &Path, args: &[&str]) -> Option<String> {
    let output = git(root).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether `root` is the top folder of a checkout. `false` for an archive that was unpacked inside another repository.
pub fn is_checkout(root: &Path) -> bool {
    let Some(top) = ask(root, &["rev-parse", "--show-toplevel"]) else { return false };
    match (Path::new(top.trim_end()).canonicalize(), root.canonicalize()) {
        (Ok(top), Ok(root)) => top == root,
        _ => false,
    }
}

/// The commit with this name, if there is one.
pub fn commit(root: &Path, name: &str) -> Option<String> {
    let name = format!("{name}^{{commit}}");
    ask(root, &["rev-parse", "--verify", "--quiet", &name]).map(|id| id.trim().to_string())
}
