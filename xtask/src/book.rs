//! Builds the book of `docs/` with mdBook, if mdBook is installed.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::Failure;
use crate::steps::command;

/// `cargo xtask book`: builds `docs/` into `target/book`. If mdBook is not installed, prints a message.
pub fn run(root: &Path) -> Result<(), Failure> {
    let mut probe = Command::new("mdbook");
    probe.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    if !probe.status().is_ok_and(|status| status.success()) {
        println!("==> book: SKIPPED, mdbook is missing (install it with `cargo install mdbook`)");
        return Ok(());
    }
    let mut build = Command::new("mdbook");
    build.current_dir(root).args(["build", "docs"]);
    command("book", build)?;
    println!("    open {}", root.join("target/book/index.html").display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Component, Path, PathBuf};

    fn docs() -> PathBuf {
        crate::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the repository").join("docs")
    }

    /// The link targets of a page. No target in these pages contains a bracket, so the first `)` ends the target.
    fn links(page: &str) -> Vec<&str> {
        page.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
    }

    /// mdBook converts every link to a `.md` file, even if the book does not contain that page. So this test checks the
    /// links.
    #[test]
    fn every_link_between_pages_leads_to_one() {
        let summary = fs::read_to_string(docs().join("SUMMARY.md")).expect("the summary");
        let chapters = links(&summary);
        for chapter in &chapters {
            let page = fs::read_to_string(docs().join(chapter)).expect("a page");
            let folder = Path::new(chapter).parent().expect("a page is in a folder");
            for link in links(&page).into_iter().filter(|link| !link.contains("://") && !link.starts_with('#')) {
                let mut target = folder.to_path_buf();
                for step in Path::new(link.split('#').next().unwrap_or_default()).components() {
                    match step {
                        Component::ParentDir => assert!(target.pop(), "{chapter}: {link} leads out of the book"),
                        step => target.push(step),
                    }
                }
                let known = chapters.iter().any(|chapter| Path::new(chapter) == target);
                let copied = target.extension().is_some_and(|ending| ending != "md") && docs().join(&target).is_file();
                assert!(known || copied, "{chapter}: {link} is no page of the book");
            }
        }
    }

    /// For a link to a missing file, mdBook makes an empty chapter. So this test checks the table of contents.
    #[test]
    fn every_chapter_is_there_and_every_page_is_a_chapter() {
        let summary = fs::read_to_string(docs().join("SUMMARY.md")).expect("the summary");
        let chapters = links(&summary);
        for chapter in &chapters {
            assert!(docs().join(chapter).is_file(), "SUMMARY.md: there is no {chapter}");
        }
        for folder in ["", "cookbook/", "tutorial/", "reference/", "decisions/"] {
            for entry in fs::read_dir(docs().join(folder)).expect("a folder of the book").flatten() {
                let name = format!("{folder}{}", entry.file_name().to_string_lossy());
                let page = name.ends_with(".md") && name != "SUMMARY.md";
                assert!(!page || chapters.contains(&name.as_str()), "{name} is not in SUMMARY.md");
            }
        }
    }
}
