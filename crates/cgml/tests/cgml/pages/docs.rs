//! Tests `docs/cgml.md`: its examples compile, its first example can be played, and the page names every word and key of the
//! language.

use super::clauses::{actions, operators};
use super::small;
use rulebook_cgml::page::Program;
use rulebook_cgml::syntax::schema;
use rulebook_kernel::{Notation, Rng, Rules, Setup};
use rulebook_testkit::pages::{Block, Page};
use std::collections::BTreeSet;

/// Keys that every action has.
const EVERY_ACTION: [&str; 7] = ["action", "condition", "emit", "keep", "meta", "on_failure", "store_as"];

// clause: CGML 13-2
#[test]
fn the_language_page_is_complete_and_its_example_plays() {
    let path = super::folder().join("../../docs/cgml.md");
    let text = std::fs::read_to_string(&path).expect("the page of the language");
    for word in actions().iter().chain(&operators()) {
        assert!(text.contains(&format!("`{word}`")), "docs/cgml.md does not mention `{word}`");
    }
    let schema = schema();
    for action in actions() {
        let named = |line: &&str| line.split('|').nth(1).is_some_and(|cell| cell.contains(&format!("`{action}`")));
        let row = text.lines().filter(|line| line.starts_with("| ")).find(named);
        let row = row.unwrap_or_else(|| panic!("docs/cgml.md has no row for `{action}`"));
        let definition = &schema["$defs"][&action]["properties"];
        let keys = definition.as_object().into_iter().flatten().map(|(key, _)| key.as_str());
        for key in keys.filter(|key| !EVERY_ACTION.contains(key)) {
            let word = [format!("`{key}`"), format!("`{key}:")];
            assert!(word.iter().any(|word| row.contains(word)), "`{key}` of `{action}` is not in docs/cgml.md");
        }
    }
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    for (name, definition) in schema["$defs"].as_object().expect("definitions") {
        for (key, _) in definition["properties"].as_object().into_iter().flatten() {
            assert!(words.contains(key.as_str()), "`{key}` of {name} is not in docs/cgml.md");
        }
    }
    let page = Page::parse(&path, &text).expect("a page");
    let example = page.blocks.iter().find(|block| block.is("yaml")).expect("an example");
    let compiled = Program::whole(example).compile();
    assert_eq!(compiled.errors(), None);
    let (rules, _) = compiled.rules(&[]).expect("rules");
    let mut state = rules.start(&Setup::seats(3), Rng::seeded("docs"), &mut ());
    let mut left = 15;
    while let Some(seat) = rules.turn(&state).seats().lowest() {
        let mut moves = Vec::new();
        rules.moves(&state, seat, &mut moves);
        assert!(left > 0, "{}", rules.text(&state, seat, &moves[0]));
        left -= 1;
        rules.play(&mut state, seat, &moves[0], &mut ());
    }
    assert_eq!(left, 0, "three players lay five cards each");
}

/// `ARCHITECTURE.md` sends the author of a new action to the comments that begin with `New action:`.
#[test]
fn files_that_single_out_an_action_have_a_comment_for_new_actions() {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut single = 0;
    let compiler = ["code", "compile", "compile/act"].map(|folder| crates.join("cgml-compiler/src").join(folder));
    for folder in compiler.into_iter().chain([crates.join("cgml/src/run")]) {
        for file in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = file.expect("a file").path();
            let Some(text) = path.extension().and_then(|_| std::fs::read_to_string(&path).ok()) else { continue };
            if text.contains("Verb::") {
                single += 1;
                assert!(text.contains("// New action: "), "{} names an action", path.display());
            }
        }
    }
    assert!(single > 5, "only {single} files were read");
}

#[test]
fn the_examples_of_the_language_page_compile() {
    let path = super::folder().join("../../docs/cgml.md");
    let text = std::fs::read_to_string(&path).expect("the page of the language");
    let page = Page::parse(&path, &text).expect("a page");
    let mut examples = page.blocks.iter().filter(|block| block.is("yaml"));
    let first = examples.next().expect("an example");
    let highest_card = Block { info: "yaml file highest-card.cgml".to_owned(), ..first.clone() };
    let game = std::fs::read_to_string(super::folder().join("../../games/crazy-eights/game.cgml")).expect("a game");
    let inherited = Block { info: "yaml file games/crazy-eights/game.cgml".to_owned(), text: game, ..first.clone() };
    let sheets: Vec<&Block> = page.blocks.iter().filter(|block| block.is("csv")).collect();
    assert!(!sheets.is_empty(), "the page shows a sheet");
    for example in examples {
        let files = [&highest_card, &inherited].into_iter().chain(sheets.iter().copied()).collect();
        let errors = Program::new(example, files, small()).compile().errors();
        assert_eq!(errors, None, "the example in line {} of docs/cgml.md", example.line);
    }
}
