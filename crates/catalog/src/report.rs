//! A report: the mistakes in one or more games, with the source texts that they point into.

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

    /// Whether at least one mistake is an error, so that a game is unusable. Warnings do not count.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.has_errors()
    }

    /// The report as text for terminals.
    #[must_use]
    pub fn to_text(&self, paint: Paint) -> String {
        self.diagnostics.to_text(&self.sources, paint)
    }

    /// The report as a JSON array, for tools.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.diagnostics.to_json(&self.sources)
    }

    /// Adds an error about something that has no source text, such as a folder or a name on the command line.
    pub(crate) fn error_about(&mut self, what: &str, code: &'static str, message: impl Into<String>) {
        self.error_with_help(what, code, message, None);
    }

    /// Adds a warning about something that has no source text.
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

    /// The number of errors so far. Callers compare it before and after they load a game, to see whether that game has
    /// errors.
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
