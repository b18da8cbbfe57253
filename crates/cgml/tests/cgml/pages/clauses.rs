//! The subjects a page can name: numbered clauses of CGML, actions, operators and decisions.

use rulebook_cgml::syntax::{Op, schema};
use rulebook_testkit::pages::Page;
use serde_json::Value;
use std::collections::BTreeSet;

/// The numbered clauses of CGML 1.3 with their titles.
pub const CLAUSES: [(&str, &str); 57] = [
    ("1", "principles"),
    ("2", "state, flow and rules"),
    ("3", "files and their sections"),
    ("3.1", "top-level keys"),
    ("4", "`meta`"),
    ("5", "include and inherit"),
    ("5.1", "merging"),
    ("6", "selectors"),
    ("6.1", "paths, indices, filters"),
    ("6.2", "path functions"),
    ("6.3", "anchors"),
    ("6.4", "references inside paths"),
    ("6.5", "`distinct` and `group_by` on paths"),
    ("6.6", "writing lists"),
    ("7", "components"),
    ("7.1", "deck types and zone types"),
    ("7.2", "decks"),
    ("7.3", "zones"),
    ("7.4", "variables"),
    ("8", "setup"),
    ("9", "flow"),
    ("9.1", "states and phases"),
    ("9.2", "turns"),
    ("9.3", "simultaneous play"),
    ("10", "rules"),
    ("10.1", "events"),
    ("10.2", "fields of events"),
    ("11", "stored values"),
    ("12", "expressions"),
    ("12.1", "operands"),
    ("12.2", "logic and comparison"),
    ("12.3", "lists"),
    ("12.4", "numbers"),
    ("12.5", "ranks"),
    ("12.6", "`canPerform`"),
    ("12.7", "one operator per map"),
    ("13", "actions and failures"),
    ("13.1", "moving and dealing"),
    ("13.2", "showing and hiding cards"),
    ("13.3", "searching, random choice, order"),
    ("13.4", "variables and states"),
    ("13.5", "turns and phases"),
    ("13.6", "asking players"),
    ("13.7", "control"),
    ("13.8", "options and filters"),
    ("14", "cards and zones"),
    ("15", "comparing ranks"),
    ("16", "the end"),
    ("16.1", "transitions"),
    ("16.2", "the win condition"),
    ("17", "errors"),
    ("18", "chance"),
    ("19", "versions"),
    ("20", "War"),
    ("V", "validation"),
    ("A", "list of events"),
    ("B", "common filters"),
];

/// The decisions of `docs/decisions/0009-cgml.md`.
pub const DECISIONS: std::ops::RangeInclusive<u32> = 1..=18;

/// The subjects that a page declares.
#[derive(Clone, Debug, Default)]
pub struct About {
    pub clauses: BTreeSet<String>,
    pub decisions: BTreeSet<u32>,
    pub words: BTreeSet<String>,
    pub extension: bool,
}

/// Reads the line in italics under the heading.
pub fn about(page: &Page) -> Result<About, String> {
    let name = page.path.display();
    let line = page.prose.lines().find(|line| line.starts_with('*') && line.ends_with('*') && line.len() > 2);
    let line = line.ok_or_else(|| format!("{name}:1: no line in italics says what this page is about"))?;
    let mut about = About::default();
    let mut after = "";
    for word in line.trim_matches('*').split([' ', ',']).filter(|word| !word.is_empty()) {
        match word {
            "CGML" | "decision" | "decisions" => after = word,
            "extension" => about.extension = true,
            "and" => {}
            _ if word.starts_with('`') => {
                about.words.insert(word.trim_matches('`').to_owned());
            }
            _ if after == "CGML" && CLAUSES.iter().any(|(clause, _)| *clause == word) => {
                about.clauses.insert(word.to_owned());
            }
            _ => match word.parse() {
                Ok(decision) if after.starts_with("decision") && DECISIONS.contains(&decision) => {
                    about.decisions.insert(decision);
                }
                _ => return Err(format!("{name}:1: there is no clause or decision `{word}`")),
            },
        }
    }
    if about.clauses.is_empty() && !about.extension {
        return Err(format!("{name}:1: a page is about a clause (CGML 13.1) or an extension"));
    }
    let programs: String = page.blocks.iter().map(|block| block.text.as_str()).collect();
    for word in &about.words {
        let mut found = programs.split(|c: char| c != '_' && !c.is_alphanumeric());
        // A symbol or an example may stand for the word: `+` for `add`.
        if !found.any(|used| used == word) {
            return Err(format!("{name}:1: it is about `{word}`, which no program uses"));
        }
    }
    Ok(about)
}

/// Every action, as the schema of the language lists them.
pub fn actions() -> Vec<String> {
    let schema = schema();
    let kinds = schema["$defs"]["Action"]["oneOf"].as_array().into_iter().flatten();
    let name = |kind: &Value| kind["$ref"].as_str()?.rsplit('/').next().map(str::to_owned);
    kinds.filter_map(name).collect()
}

/// Every operator, including operators that are not written as calls.
pub fn operators() -> Vec<String> {
    let called = Op::ALL.iter().map(|(name, _)| (*name).to_owned());
    called.chain(["list", "let", "canPerform"].map(str::to_owned)).collect()
}
