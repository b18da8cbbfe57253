//! The book of `docs/`, made with mdBook where that is there. Without it the pages are read as they are.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::Failure;
use crate::steps::command;

/// `cargo xtask book`: `docs/` as pages in `target/book`. Says clearly when it was left out.
pub fn run(root: &Path) -> Result<(), Failure> {
    let mut probe = Command::new("mdbook");
    probe.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    if !probe.status().is_ok_and(|status| status.success()) {
        println!("==> book: LEFT OUT, there is no mdbook (`cargo install mdbook` brings it)");
        return Ok(());
    }
    let mut build = Command::new("mdbook");
    build.current_dir(root).args(["build", "docs"]);
    command("book", build)?;
    println!("    it begins at {}", root.join("target/book/index.html").display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    fn docs() -> PathBuf {
        crate::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the repository").join("docs")
    }

    /// mdBook makes an empty chapter of a link that leads nowhere.
    #[test]
    fn every_chapter_is_there_and_every_page_is_a_chapter() {
        let summary = fs::read_to_string(docs().join("SUMMARY.md")).expect("the summary");
        let chapters: Vec<&str> = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        for chapter in &chapters {
            assert!(docs().join(chapter).is_file(), "SUMMARY.md: there is no {chapter}");
        }
        for folder in ["", "tutorial/", "reference/"] {
            for entry in fs::read_dir(docs().join(folder)).expect("a folder of the book").flatten() {
                let name = format!("{folder}{}", entry.file_name().to_string_lossy());
                let page = name.ends_with(".md") && name != "SUMMARY.md";
                assert!(!page || chapters.contains(&name.as_str()), "{name} is not in SUMMARY.md");
            }
        }
    }
}
