//! Checks and writes `docs/conformance.md`: the page or test that shows each clause of the documents that Rulebook
//! follows.
//!
//! `conformance/clauses/NAME.txt` lists the clauses of a document. Each has a number and a phrase that says what it
//! demands. The page or test that shows a clause has a mark (see `marks`). The check fails in these cases:
//!
//! - a clause has no mark;
//! - a mark names an unknown clause, or no test follows it;
//! - a departure has no reason;
//! - the page is out of date.

mod clauses;
mod marks;
mod page;

use super::repo::Repo;
use super::report::{Finding, Report};
use clauses::Document;
use marks::Mark;
use std::path::Path;

/// The folder of the lists of clauses.
const CLAUSES: &str = "conformance/clauses/";
/// The generated page.
pub const PAGE: &str = "docs/conformance.md";

pub fn check(repo: &Repo) -> Report {
    let (text, mut errors) = generate(repo);
    if errors.is_empty() && repo.text(PAGE).as_deref() != Some(&text) {
        errors.push(Finding::of(PAGE, "it is out of date; `cargo xtask bless -p xtask` writes it"));
    }
    Report { errors, notes: Vec::new() }
}

/// Writes the page. Returns the errors of the check, if there are any; then it writes nothing.
pub fn write(root: &Path) -> Result<(), String> {
    let (text, errors) = generate(&Repo::open(root.to_path_buf()));
    if errors.is_empty() {
        return std::fs::write(root.join(PAGE), text).map_err(|error| format!("{PAGE}: {error}"));
    }
    Err(Report { errors, notes: Vec::new() }.to_string())
}

/// The text of the page, and everything that is wrong with lists and marks.
fn generate(repo: &Repo) -> (String, Vec<Finding>) {
    let mut errors = Vec::new();
    let mut documents = Vec::new();
    for file in repo.files().iter().filter(|file| file.starts_with(CLAUSES) && file.ends_with(".txt")) {
        let text = repo.text(file).unwrap_or_default();
        match Document::read(file, &text) {
            Ok(document) => documents.push(document),
            Err(wrong) => errors.push(wrong),
        }
    }
    let mut found = Vec::new();
    for file in repo.files().iter().filter(|file| marks::may_have_marks(file)) {
        let Some(text) = repo.text(file) else { continue };
        let (marks, wrong) = marks::read(file, &text);
        found.extend(marks);
        errors.extend(wrong);
    }
    errors.extend(judge(&documents, &found));
    (page::text(&documents, &found), errors)
}

/// The clauses without a mark, and the marks of unknown clauses.
fn judge(documents: &[Document], marks: &[Mark]) -> Vec<Finding> {
    let mut errors = Vec::new();
    if documents.is_empty() {
        errors.push(Finding::of(CLAUSES, "there is no list of clauses"));
    }
    for mark in marks {
        match documents.iter().find(|document| document.name == mark.document) {
            None => errors.push(Finding::at(&mark.file, mark.line, format!("no document is called {}", mark.document))),
            Some(document) if !document.clauses().any(|clause| clause.id == mark.clause) => {
                let text = format!("{} has no clause {}", mark.document, mark.clause);
                errors.push(Finding::at(&mark.file, mark.line, text));
            }
            Some(_) => {}
        }
    }
    for document in documents {
        for clause in document.clauses() {
            if !marks.iter().any(|mark| mark.document == document.name && mark.clause == clause.id) {
                let text = format!("no page or test is marked with {} {}: {}", document.name, clause.id, clause.demand);
                errors.push(Finding::at(&document.file, clause.line, text));
            }
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# Cards: the card engine\n\n## 1 moves\n1-1 cards move\n1-2 nothing else moves\n";

    fn wrong(files: &[(&str, &str)]) -> Vec<String> {
        let documents = [Document::read("conformance/clauses/cards.txt", LIST).expect("a list")];
        let mut errors = Vec::new();
        let mut found = Vec::new();
        for (file, text) in files {
            let (marks, wrong) = marks::read(file, text);
            found.extend(marks);
            errors.extend(wrong);
        }
        errors.extend(judge(&documents, &found));
        errors.iter().map(Finding::to_string).collect()
    }

    #[test]
    fn a_marked_document_passes() {
        let page = ("conformance/cards/a.md", "# A\n\n*Cards 1-1*\n");
        let test = ("crates/a/tests/a.rs", "// clause: Cards 1-2\n#[test]\nfn it_stays() {}\n");
        assert_eq!(wrong(&[page, test]), [] as [&str; 0]);
    }

    #[test]
    fn a_clause_without_a_mark_is_an_error() {
        let page = ("conformance/cards/a.md", "# A\n\n*Cards 1-1*\n");
        let told = "conformance/clauses/cards.txt:5: no page or test is marked with Cards 1-2: nothing else moves";
        assert_eq!(wrong(&[page]), [told]);
    }

    #[test]
    fn a_mark_of_an_unknown_clause_is_an_error() {
        let page = ("conformance/cards/a.md", "# A\n\n*Cards 1-1 1-2 1-3*\n");
        assert_eq!(wrong(&[page]), ["conformance/cards/a.md:3: Cards has no clause 1-3"]);
    }

    #[test]
    fn a_departure_counts_and_needs_a_reason() {
        let page = ("conformance/cards/a.md", "# A\n\n*Cards 1-1*\n\n*Departs from Cards 1-2: dice move, too.*\n");
        assert_eq!(wrong(&[page]), [] as [&str; 0]);
        let bare = ("conformance/cards/a.md", "# A\n\n*Cards 1-1 1-2*\n\n*Departs from Cards 1-2:*\n");
        assert_eq!(wrong(&[bare]), ["conformance/cards/a.md:5: a departure needs a reason: `Cards 1-2: REASON`"]);
    }

    #[test]
    fn the_page_has_every_clause_and_its_proof() {
        let documents = [Document::read("conformance/clauses/cards.txt", LIST).expect("a list")];
        let (mut found, _) = marks::read("conformance/cards/a.md", "# A\n\n*Cards 1-1*\n");
        found.extend(marks::read("a.rs", "// departs: Cards 1-2: dice move\n#[test]\nfn dice() {}\n").0);
        let text = page::text(&documents, &found);
        assert!(text.contains("| 1-1 | cards move | `conformance/cards/a.md` |"), "{text}");
        assert!(text.contains("| 1-2 | nothing else moves | **departs:** `a.rs` `dice` |"), "{text}");
        assert!(text.contains("| Cards 1-2 | nothing else moves | dice move |"), "{text}");
        assert!(text.contains("| Cards | the card engine | 2 | 1 | 1 |"), "{text}");
    }
}
