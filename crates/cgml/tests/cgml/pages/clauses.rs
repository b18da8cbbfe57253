//! The subjects that a page can name: clauses of CGML, actions, operators and decisions.

use rulebook_cgml::syntax::{Op, schema};
use rulebook_testkit::pages::Page;
use serde_json::Value;
use std::collections::BTreeSet;

/// The clauses of CGML 1.3. A heading is a section with its title. Every other line is a clause.
const LIST: &str = include_str!("../../../../../conformance/clauses/cgml.txt");

/// The sections of CGML 1.3 with their titles.
pub fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    LIST.lines().filter_map(|line| line.strip_prefix("## ")?.split_once(' '))
}

/// The section of a clause such as `13.1-4`, or the section itself. `None` if there is no such clause or section.
fn section(word: &str) -> Option<&str> {
    let named = word.rsplit_once('-').map_or(word, |(section, _)| section);
    let clause = || LIST.lines().any(|line| line.split(' ').next() == Some(word));
    (sections().any(|(section, _)| section == named) && (named == word || clause())).then_some(named)
}

/// The decisions of `docs/decisions/0009-cgml.md`.
pub const DECISIONS: std::ops::RangeInclusive<u32> = 1..=19;

/// The subjects that a page declares.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The sections of the clauses that the page shows.
    pub sections: BTreeSet<String>,
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
            // Clauses of other documents are checked by `cargo xtask tidy conformance`.
            "Boards" | "Cards" | "Magic" | "Zones" => after = "another document",
            "extension" => about.extension = true,
            "and" => {}
            _ if word.starts_with('`') => {
                about.words.insert(word.trim_matches('`').to_owned());
            }
            _ if after == "CGML" && section(word).is_some() => {
                about.sections.extend(section(word).map(str::to_owned));
            }
            _ if after == "another document" && word.contains('-') => {}
            _ => match word.parse() {
                Ok(decision) if after.starts_with("decision") && DECISIONS.contains(&decision) => {
                    about.decisions.insert(decision);
                }
                _ => return Err(format!("{name}:1: there is no clause or decision `{word}`")),
            },
        }
    }
    if about.sections.is_empty() && !about.extension {
        return Err(format!("{name}:1: a page is about a clause (CGML 13.1-4) or an extension"));
    }
    let programs: String = page.blocks.iter().map(|block| block.text.as_str()).collect();
    for word in &about.words {
        let mut found = programs.split(|c: char| c != '_' && !c.is_alphanumeric());
        // A symbol or an example can represent the operator: `+` for `add`.
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
