//! A report: the mistakes in some games, with the texts they point into.

use rulebook_diag::{Diagnostic, Diagnostics, Paint, Sources, Span};
use std::fmt;
use std::path::Path;

/// The mistakes found in one run, over any number of games.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The files that were read.
    pub sources: Sources,
    /// The mistakes.
    pub diagnostics: Diagnostics,
}

impl Report {
    /// An empty report.
    #[must_use]
    pub fn new() -> Report {
        Report::default()
    }

    /// Whether a mistake makes a game unusable.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// The report for people.
    #[must_use]
    pub fn to_text(&self, paint: Paint) -> String {
        self.diagnostics.to_text(&self.sources, paint)
    }

    /// The report for tools: one JSON array.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.diagnostics.to_json(&self.sources)
    }

    /// Adds an error about something without a text, such as a folder or a typed name.
    pub(crate) fn error_about(&mut self, what: &str, code: &'static str, message: impl Into<String>) {
        self.error_with_help(what, code, message, None);
    }

    /// Adds a warning about something without a text.
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

    /// Whether the number of errors is the same as before. This is how the errors of one game are told from others.
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

/// A path as shown in reports.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string()
}
