//! The repository, as the checks see it: a root folder and its files.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use super::git;
use crate::cargo::cargo;

pub struct Repo {
    pub root: PathBuf,
    files: OnceCell<Vec<String>>,
}

impl Repo {
    pub fn open(root: PathBuf) -> Repo {
        Repo { root, files: OnceCell::new() }
    }

    /// All files of the project, sorted, with paths relative to the root and `/` as separator. Untracked files are
    /// included, so that a check fails before the commit. Files that git ignores are left out.
    pub fn files(&self) -> &[String] {
        self.files.get_or_init(|| {
            let mut files = if git::is_checkout(&self.root) { self.known_to_git() } else { self.walked() };
            files.retain(|file| self.root.join(file).is_file());
            files.sort();
            files.dedup();
            files
        })
    }

    /// The text of a file, or `None` if it is missing or not text.
    pub fn text(&self, file: &str) -> Option<String> {
        String::from_utf8(std::fs::read(self.root.join(file)).ok()?).ok()
    }

    /// The output of `cargo metadata` for the workspace members.
    pub fn metadata(&self) -> Result<serde_json::Value, String> {
        let mut command = cargo(&self.root);
        command.args(["metadata", "--no-deps", "--format-version", "1"]);
        let output = command.output().map_err(|e| format!("cannot start cargo metadata: {e}"))?;
        if !output.status.success() {
            return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
        }
        serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata is not JSON: {e}"))
    }

    fn known_to_git(&self) -> Vec<String> {
        let listed = git::ask(&self.root, &["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        listed.unwrap_or_default().split('\0').filter(|file| !file.is_empty()).map(String::from).collect()
    }

    fn walked(&self) -> Vec<String> {
        let mut found = Vec::new();
        walk(&self.root, "", &mut found);
        found
    }
}

fn walk(dir: &Path, prefix: &str, into: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_file() {
            into.push(format!("{prefix}{name}"));
        } else if kind.is_dir() && !matches!(name.as_str(), ".git" | "target" | "node_modules") {
            walk(&entry.path(), &format!("{prefix}{name}/"), into);
        }
    }
}
