//! Diagnostics: messages about the mistakes in a file, written for the author of the file.

use std::fmt;

use crate::{Sources, Span};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but is probably not what the author meant.
    Warning,
    /// Information without a mistake.
    Note,
}

impl Severity {
    /// All severities, the worst first.
    pub const ALL: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

    /// `error`, `warning` or `note`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// A place in a file, and a text about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text. It may be empty.
    pub text: String,
}

/// An edit that corrects the mistake, for `rulebook fix` and for editors.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Suggestion {
    /// The place to replace.
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

/// One diagnostic, built step by step:
///
/// ```
/// # use rulebook_diag::{Diagnostic, Sources, Span};
/// # let mut sources = Sources::new();
/// # let file = sources.add("game.cgml", "zone: dekc\nzones: [deck]");
/// # let (used, declared) = (Span::new(file, 6..10), Span::new(file, 19..23));
/// let found = Diagnostic::error("C0301", used, "there is no zone `dekc`")
///     .label("used here")
///     .secondary(declared, "the zones are declared here")
///     .help("did you mean `deck`?")
///     .suggest(used, "deck");
/// # assert_eq!(sources.slice(found.secondary[0].span), "deck");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a diagnostic does nothing until it is pushed"]
pub struct Diagnostic {
    /// A letter for the crate or area, and four digits, such as `D0004`. The meaning of a code never changes.
    pub code: &'static str,
    /// The severity.
    pub severity: Severity,
    /// One line that says what is wrong. It must be clear without the source text beside it.
    pub message: String,
    /// The place of the mistake, with the text that is shown there.
    pub primary: Label,
    /// Other places that help to understand the mistake.
    pub secondary: Vec<Label>,
    /// Advice on how to correct the mistake.
    pub help: Option<String>,
    /// An edit that corrects the mistake.
    pub suggestion: Option<Suggestion>,
}

impl Diagnostic {
    /// A diagnostic of any severity.
    pub fn new(severity: Severity, code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        let primary = Label { span, text: String::new() };
        let message = message.into();
        Diagnostic { code, severity, message, primary, secondary: Vec::new(), help: None, suggestion: None }
    }

    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, span, message)
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, span, message)
    }

    /// A note at `span`.
    pub fn note(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Note, code, span, message)
    }

    /// Sets the label of the primary span.
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    /// Adds a text at another place, which may be in another file.
    pub fn secondary(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Sets the advice for the author.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Sets the edit that corrects the mistake.
    pub fn suggest(mut self, span: Span, replacement: impl Into<String>) -> Diagnostic {
        self.suggestion = Some(Suggestion { span, replacement: replacement.into() });
        self
    }

    /// If there is a candidate, adds `did you mean ...?` as help, and an edit that replaces the primary span. A quoted
    /// span is replaced by a quoted name, because JSON needs quotes.
    pub fn did_you_mean(self, candidate: Option<&str>, quoted: bool) -> Diagnostic {
        let span = self.primary.span;
        let Some(name) = candidate else { return self };
        let replacement = if quoted { format!("\"{name}\"") } else { name.into() };
        self.help(format!("did you mean `{name}`?")).suggest(span, replacement)
    }
}

/// A collection of diagnostics, added in any order. Reports sort them by file and place, and leave out duplicates.
/// There are duplicates because the nodes of an anchor are read once for each alias.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Diagnostics {
    /// An empty collection.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Removes the last diagnostic in the collection that equals this diagnostic.
    pub(crate) fn take_back(&mut self, told: &Diagnostic) {
        if let Some(at) = self.found.iter().rposition(|found| found == told) {
            drop(self.found.remove(at));
        }
    }

    /// Turns the warnings of a file with these codes into errors.
    pub fn forbid(&mut self, file: crate::FileId, codes: &[&str]) {
        let found = self.found.iter_mut().filter(|found| found.primary.span.file == file);
        found.filter(|found| codes.contains(&found.code)).for_each(|found| found.severity = Severity::Error);
    }

    /// Whether any diagnostic is an error. Then the file cannot be used.
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether there are no diagnostics.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The diagnostics sorted by file and place, without duplicates.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut sorted: Vec<&Diagnostic> = self.found.iter().collect();
        sorted.sort_by(|a, b| {
            let place = |d: &Diagnostic| (d.primary.span, d.severity, d.code);
            place(a).cmp(&place(b)).then_with(|| a.message.cmp(&b.message))
        });
        sorted.dedup();
        sorted
    }

    /// A summary such as `2 errors, 1 warning`. Empty if there are no diagnostics.
    pub fn summary(&self) -> String {
        Summary(&self.sorted()).to_string()
    }

    /// The report for a terminal or a log.
    pub fn to_text(&self, sources: &Sources, paint: crate::Paint) -> String {
        crate::text::render(sources, &self.sorted(), paint)
    }

    /// The report for programs: a JSON array with one object for each diagnostic.
    pub fn to_json(&self, sources: &Sources) -> String {
        crate::json::render(sources, &self.sorted())
    }
}

impl From<Vec<Diagnostic>> for Diagnostics {
    fn from(found: Vec<Diagnostic>) -> Diagnostics {
        Diagnostics { found }
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, found: I) {
        self.found.extend(found);
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    /// Iterates in the order in which the diagnostics were added.
    fn into_iter(self) -> Self::IntoIter {
        self.found.into_iter()
    }
}

pub(crate) struct Summary<'a>(pub &'a [&'a Diagnostic]);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comma = "";
        for severity in Severity::ALL {
            let count = self.0.iter().filter(|d| d.severity == severity).count();
            if count > 0 {
                write!(f, "{comma}{count} {}{}", severity.name(), if count == 1 { "" } else { "s" })?;
                comma = ", ";
            }
        }
        Ok(())
    }
}
