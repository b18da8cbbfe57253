//! Tests the compiler: programs and diagnostics.

mod codes;
mod examples;
mod games;
mod hostile;
mod listing;
mod mistakes;
mod mutations;
mod presentation;
mod values;
mod warnings;
mod whole;

use rulebook_cgml::code::Program;
use rulebook_cgml::compile::compile;
use rulebook_cgml::load::{MemoryFiles, load};
use rulebook_cgml::syntax;
use rulebook_diag::{Diagnostics, Paint, Sources};

/// The result of compiling a text.
struct Compiled {
    programs: Option<Vec<Program>>,
    sources: Sources,
    diags: Diagnostics,
}

impl Compiled {
    fn of(text: &str) -> Compiled {
        let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
        let mut files = MemoryFiles::from_iter([("game.cgml", text)]);
        let merged = load("game.cgml", &mut files, &mut sources, &mut diags);
        let document = merged.and_then(|merged| syntax::read(&merged.node, &sources, &mut diags));
        let programs = document.and_then(|document| compile(&document, &mut diags));
        Compiled { programs, sources, diags }
    }

    fn report(&self) -> String {
        self.diags.to_text(&self.sources, Paint::Plain)
    }

    /// The programs. Fails the test if there is any diagnostic.
    #[track_caller]
    fn clean(self) -> Vec<Program> {
        assert!(self.diags.is_empty(), "{}", self.report());
        self.programs.expect("no mistake, so programs")
    }

    /// The programs. Fails the test if there is an error.
    #[track_caller]
    fn fine(self) -> Vec<Program> {
        assert!(!self.diags.has_errors(), "{}", self.report());
        self.programs.expect("no mistake, so programs")
    }

    /// The code and the text of the span of each diagnostic.
    fn found(&self) -> Vec<String> {
        let line = |text: &str| text.lines().next().unwrap_or_default().to_owned();
        let sorted = self.diags.sorted().into_iter();
        sorted.map(|d| format!("{} {}", d.code, line(self.sources.slice(d.primary.span)))).collect()
    }
}
