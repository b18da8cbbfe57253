//! Tests that a reader can follow the tutorial. Putting the blocks of each page into a file, as its README says, gives
//! the file of that step. After the last page, it gives the finished game.

use super::run::games;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The pieces of a file by name: sections, parts of `components`, and rules. The line that opens a section is a piece,
/// too.
type Pieces = BTreeMap<String, String>;

/// Sections that the pages show in several parts.
const PARTED: [&str; 2] = ["components", "rules"];

fn tutorial() -> PathBuf {
    games().join("../docs/tutorial")
}

fn read(name: &str) -> String {
    fs::read_to_string(tutorial().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn pieces(text: &str) -> Pieces {
    let mut pieces = Pieces::new();
    let (mut section, mut piece) = (String::new(), String::new());
    let word = |line: &str| line.split_once(':').map(|(word, _)| word.trim().to_owned()).unwrap_or_default();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let depth = line.len() - line.trim_start().len();
        if depth == 0 {
            section = word(line);
            piece.clone_from(&section);
        } else if let Some(id) = line.strip_prefix("  - id: ").filter(|_| section.is_empty() || section == "rules") {
            section = "rules".to_owned();
            piece = format!("rules/{id}");
        } else if depth == 2 && (section.is_empty() || section == "components") && !line.trim_start().starts_with('-') {
            section = "components".to_owned();
            piece = format!("components/{}", word(line));
        }
        assert!(!piece.is_empty(), "a block that begins in the middle of something: {line}");
        let lines = pieces.entry(piece.clone()).or_default();
        *lines += line;
        *lines += "\n";
    }
    pieces
}

/// The code blocks of a page that have this language. A fence of four backticks may contain fences of three.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let marks = line.len() - line.trim_start_matches('`').len();
        if marks < 3 {
            continue;
        }
        let (fence, of) = line.split_at(marks);
        let block: String = lines.by_ref().take_while(|line| *line != fence).map(|line| format!("{line}\n")).collect();
        if of == language {
            found.push(block);
        }
    }
    found
}

/// Puts a block into the file, as a reader of the page would do.
fn put(block: &str, into: &mut Pieces) {
    let new = pieces(block);
    for section in new.keys().filter(|key| !key.contains('/')) {
        into.retain(|key, _| key.split('/').next() != Some(section));
    }
    into.extend(new);
}

#[test]
fn following_the_tutorial_gives_the_file_of_each_step() {
    let mut names: Vec<String> = fs::read_dir(tutorial())
        .expect("the tutorial")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .filter_map(|name| name.strip_suffix(".md").filter(|name| *name != "README").map(str::to_owned))
        .collect();
    names.sort();
    assert_eq!(names.len(), 10, "{names:?}");
    let mut have = Pieces::new();
    for name in names {
        let page = read(&format!("{name}.md"));
        for block in blocks(&page, "yaml") {
            put(&block, &mut have);
        }
        for rest in page.split("Delete `").skip(1) {
            let gone = rest.split('`').next().unwrap_or_default();
            assert!(have.remove(gone).is_some(), "{name}: there is no `{gone}` to delete");
        }
        let step = if name == "10-finished" { "lanterns/game.cgml".to_owned() } else { format!("{name}.cgml") };
        assert_eq!(have, pieces(&read(&step)), "{name}: what the page shows and {step}");
        for section in PARTED {
            assert!(have.contains_key(section), "{name}: {section}");
        }
    }
}

#[test]
fn the_last_page_shows_every_file_of_the_folder() {
    let page = read("10-finished.md");
    assert_eq!(blocks(&page, "json"), [read("lanterns/meta.json"), read("lanterns/layout.json")]);
    assert_eq!(blocks(&page, "markdown"), [read("lanterns/rules.md"), read("lanterns/scenarios/moths.md")]);
}

#[test]
fn a_line_that_no_page_shows_is_missed() {
    let mut have = pieces("components:\n  zones:\n    - { name: deck }\nrules:\n  - id: a\n    trigger: on.phase.A\n");
    put("  zones:\n    - { name: deck }\n    - { name: hand }\n", &mut have);
    put("  - id: b\n    trigger: on.phase.B\n", &mut have);
    assert_eq!(have.len(), 5, "{have:?}");
    assert!(have["components/zones"].contains("hand") && have["rules/a"].contains("on.phase.A"), "{have:?}");
    put("rules:\n  - id: c\n    trigger: on.phase.C\n", &mut have);
    assert!(!have.contains_key("rules/a") && !have.contains_key("rules/b"), "{have:?}");
    assert_ne!(
        have,
        pieces("components:\n  zones:\n    - { name: deck }\nrules:\n  - id: c\n    trigger: on.phase.C\n")
    );
}
