//! The text of `docs/conformance.md`.

use super::clauses::{Clause, Document};
use super::marks::Mark;
use std::fmt::Write;

const HEAD: &str = "<!-- Written by `cargo xtask bless`. -->
# Conformance

Rulebook follows five documents. This page lists their clauses, and the page or test that shows each. A clause has the number of its
section, a hyphen and its own number. The phrases are ours.

A clause from which Rulebook **departs** is also in the list of departures, with the reason. The page or test then shows what
Rulebook does instead.

`cargo xtask tidy conformance` fails if a clause has no page or test. `CONTRIBUTING.md` says how to mark one.

| document | what it describes | clauses | shown | departures |
|---|---|---|---|---|
";

pub fn text(documents: &[Document], marks: &[Mark]) -> String {
    let mut text = HEAD.to_owned();
    let (mut departures, mut total) = (String::new(), (0, 0));
    for document in documents {
        let (mut all, mut departs) = (0, 0);
        for clause in document.clauses() {
            all += 1;
            let Some(reason) = of(document, clause, marks).find_map(|mark| mark.departs.as_ref()) else { continue };
            departs += 1;
            let _ = writeln!(departures, "| {} {} | {} | {reason} |", document.name, clause.id, clause.demand);
        }
        let _ = writeln!(text, "| {} | {} | {all} | {} | {departs} |", document.name, document.title, all - departs);
        total = (total.0 + all, total.1 + departs);
    }
    let (all, departs) = total;
    let _ = writeln!(text, "| all | | {all} | {} | {departs} |", all - departs);
    let _ = write!(text, "\n## Departures\n\n| clause | demands | instead, and why |\n|---|---|---|\n{departures}");
    for document in documents {
        let _ = writeln!(text, "\n## {}: {}", document.name, document.title);
        for section in document.sections.iter().filter(|section| !section.clauses.is_empty()) {
            let _ = writeln!(
                text,
                "\n### {} {}\n\n| clause | demands | shown by |\n|---|---|---|",
                section.id, section.title
            );
            for clause in &section.clauses {
                let shown: Vec<String> = of(document, clause, marks).map(cell).collect();
                let _ = writeln!(text, "| {} | {} | {} |", clause.id, clause.demand, shown.join("<br>"));
            }
        }
    }
    text
}

fn of<'a>(document: &'a Document, clause: &'a Clause, marks: &'a [Mark]) -> impl Iterator<Item = &'a Mark> {
    marks.iter().filter(|mark| mark.document == document.name && mark.clause == clause.id)
}

/// One page or test in a cell of the table.
fn cell(mark: &Mark) -> String {
    let departs = if mark.departs.is_some() { "**departs:** " } else { "" };
    let place = match mark.file.strip_prefix("conformance/cgml/").and_then(|page| page.split_once('/')) {
        // Pages of CGML are part of the reference.
        Some((section, _)) => format!("[{}](reference/{section}.md#{})", mark.proof, anchor(&mark.proof)),
        None if mark.file.ends_with(".md") => format!("`{}`", mark.file),
        None => format!("`{}` {}", mark.file, quoted(&mark.proof)),
    };
    format!("{departs}{place}")
}

/// The name of a test, or the title of a scenario in quotes.
fn quoted(proof: &str) -> String {
    let name = proof.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if name { format!("`{proof}`") } else { format!("“{}”", proof.replace('|', "\\|")) }
}

/// The anchor of a heading in the book: lower case, words joined by hyphens, without other signs.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}
