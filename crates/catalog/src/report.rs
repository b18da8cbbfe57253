//! What is wrong with some games, with the texts it points into.

use rulebook_diag::{Diagnostic, Diagnostics, Paint, Sources, Span};
use std::fmt;
use std::path::Path;

/// The mistakes found in one run, over any number of games.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The files that were read.
    pub sources: Sources,
    /// What is wrong in them.
    pub diagnostics: Diagnostics,
}

impl Report {
    /// Nothing read yet.
    #[must_use]
    pub fn new() -> Report {
        Report::default()
    }

    /// Is anything wrong that makes a game unusable?
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// For people.
    #[must_use]
    pub fn to_text(&self, paint: Paint) -> String {
        self.diagnostics.to_text(&self.sources, paint)
    }

    /// For tools: one JSON array.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.diagnostics.to_json(&self.sources)
    }

    /// An error about something without a text: a folder, a name that was typed.
    pub(crate) fn error_about(&mut self, what: &str, code: &'static str, message: impl Into<String>) {
        self.error_with_help(what, code, message, None);
    }

    /// The same, for what does not make a game unusable.
    pub(crate) fn warning_about(&mut self, what: &str, code: &'static str, message: impl Into<String>) {
        let file = self.sources.add(what, "");
        self.diagnostics.push(Diagnostic::warning(code, Span::new(file, 0..0), message));
    }

    pub(crate) fn error_with_help(
        &mut self,
        what: &str,
        code: &'static str,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        let file = self.sources.add(what, "");
        let found = Diagnostic::error(code, Span::new(file, 0..0), message);
        self.diagnostics.push(match help {
            Some(help) => found.help(help),
            None => found,
        });
    }

    /// As many errors as before? Counting is how one game of a report is told from the others.
    pub(crate) fn errors(&self) -> usize {
        self.diagnostics.sorted().iter().filter(|d| d.severity == rulebook_diag::Severity::Error).count()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(Paint::Plain))
    }
}

impl std::error::Error for Report {}

/// A path as it is shown in reports.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string()
}
