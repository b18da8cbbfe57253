//! Calls git. In a checkout without git, such as an unpacked archive, every call returns nothing.

use std::path::Path;
use std::process::Command;

/// `git` in `root`, also if the checkout belongs to another user. Git would refuse that by default, and it is common on
/// build machines.
pub fn git(root: &Path) -> Command {
    let mut command = Command::new("git");
    // Inside a git hook these variables would redirect every call to the hook's repository.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(variable);
    }
    let mut safe = std::ffi::OsString::from("safe.directory=");
    safe.push(root);
    // Print paths unescaped, and use no pager, which would wait for a key.
    command.current_dir(root).arg("-c").arg(safe).args(["-c", "core.quotePath=false", "--no-pager"]);
    command
}

/// The output of git, or `None` if git fails or is not installed.
pub fn ask(root: &Path, args: &[&str]) -> Option<String> {
    let output = git(root).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether `root` is the top of a checkout. An archive that is unpacked inside another repository is not.
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
