use rulebook_testkit::pages::{Page, run};
use rulebook_testkit::scratch::Folder;
use std::fs;
use std::path::Path;

/// Creates a folder with these pages.
fn folder(pages: &[(&str, &str)]) -> Folder {
    let folder = Folder::new("pages");
    for (name, text) in pages {
        let path = folder.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

const GOOD: &str =
    "# Adding\n\nCGML 0.1 says so.\n\n```yaml game\nsum: 1 + 1\n```\n\nThen:\n\n~~~assert\nsum = 2\n~~~\n";

fn adds(page: &Page) -> Result<(), String> {
    let game = page.block("game")?;
    for assert in page.blocks("assert") {
        if game.text != "sum: 1 + 1\n" || assert.text != "sum = 2\n" {
            return Err(page.at(assert, 0, "the sum is 2"));
        }
    }
    Ok(())
}

#[test]
fn a_page_is_split_into_its_blocks() {
    let page = Page::parse(Path::new("a.md"), GOOD).unwrap();
    assert_eq!((page.title.as_str(), page.blocks.len()), ("Adding", 2));
    assert!(page.prose.contains("CGML 0.1") && page.prose.contains("Then:") && !page.prose.contains("sum"));
    assert!(page.blocks[0].is("yaml") && page.blocks[0].is("game") && page.blocks[0].line == 6);
}

#[test]
fn a_longer_fence_can_hold_a_shorter_one() {
    let page = Page::parse(Path::new("a.md"), "# T\n````md\n```assert\nx\n```\n````\n").unwrap();
    assert_eq!(page.blocks.len(), 1);
    assert_eq!(page.blocks[0].text, "```assert\nx\n```\n");
}

#[test]
fn good_pages_are_counted() {
    let folder = folder(&[("a.md", GOOD), ("deep/b.md", GOOD), ("README.md", "not a page")]);
    assert_eq!(run(&folder.0, &["assert"], adds), Ok(2));
}

#[test]
fn every_bad_page_is_named_with_its_line() {
    let folder = folder(&[
        ("a.md", &GOOD.replace("sum = 2", "sum = 3")),
        ("b.md", "# Nothing\n\n```yaml game\n```\n"),
        ("c.md", "# Open\n\n```assert\n"),
        ("d.md", "no heading\n"),
        ("e.md", "# No game\n```assert\n```\n"),
        ("f.md", GOOD),
    ]);
    let wrong = run(&folder.0, &["assert", "error"], adds).unwrap_err();
    for line in [
        "5 of 6 pages:",
        "a.md:12: the sum is 2",
        "b.md:1: a page without an assertion (assert, error)",
        "c.md:3: this block is not closed",
        "d.md:1: a page begins with a heading",
        "e.md:1: there is no block `game`",
    ] {
        assert!(wrong.contains(line), "{line} is not in\n{wrong}");
    }
}
