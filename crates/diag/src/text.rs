//! Renders diagnostics as text, as compilers do.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet, normalize_untrusted_str};

use crate::diagnostic::Summary;
use crate::{Diagnostic, FileId, Label, Severity, Sources, Span, Suggestion};

/// Whether a report has colours. Print coloured text through `anstream`, which removes the colours if the output is not
/// a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// No colours.
    Plain,
    /// Colours as ANSI escape sequences.
    Coloured,
}

/// Maximum number of diagnostics in a text report. The summary still counts all of them, and the JSON report lists all.
const MOST_SHOWN: usize = 100;

pub(crate) fn render(sources: &Sources, sorted: &[&Diagnostic], paint: Paint) -> String {
    let renderer = match paint {
        Paint::Plain => Renderer::plain(),
        Paint::Coloured => Renderer::styled(),
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let mut text = String::new();
    for diagnostic in sorted.iter().take(MOST_SHOWN) {
        text += &renderer.render(&report(sources, diagnostic));
        text += "\n\n";
    }
    if sorted.len() > MOST_SHOWN {
        text += &format!("... and {} more\n\n", sorted.len() - MOST_SHOWN);
    }
    if !sorted.is_empty() {
        text += &format!("{}\n", Summary(sorted));
    }
    text
}

fn report<'a>(sources: &'a Sources, diagnostic: &'a Diagnostic) -> Vec<Group<'a>> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code);
    let mut main = Group::with_title(title);
    let mut files: Vec<FileId> = diagnostic.secondary.iter().map(|label| label.span.file).collect();
    files.sort();
    files.dedup();
    files.retain(|&file| file != diagnostic.primary.span.file);
    files.insert(0, diagnostic.primary.span.file);
    for file in files {
        main = place(main, sources, diagnostic, file);
    }
    if let Some(cell) = sources.cell(diagnostic.primary.span) {
        main = main.element(Level::NOTE.message(format!("cell {cell}")));
    }
    // Help and labels may contain text of the file. The crate annotate-snippets does not escape such text, so this
    // module escapes it.
    let help = diagnostic.help.as_deref().map(normalize_untrusted_str);
    match &diagnostic.suggestion {
        Some(edit) => vec![main, correction(sources, edit, help.unwrap_or("try this".into()))],
        None => vec![main.elements(help.map(|help| Level::HELP.message(help)))],
    }
}

/// Adds the lines of `file` that the diagnostic refers to.
fn place<'a>(group: Group<'a>, sources: &'a Sources, diagnostic: &'a Diagnostic, file: FileId) -> Group<'a> {
    if sources.text(file).is_empty() {
        // A missing or empty file has no lines to show, only a name.
        return group.element(Origin::path(sources.name(file)));
    }
    let primary = std::iter::once((AnnotationKind::Primary, &diagnostic.primary));
    let secondary = diagnostic.secondary.iter().map(|label| (AnnotationKind::Context, label));
    let labels: Vec<(AnnotationKind, &Label, Range<usize>)> = primary
        .chain(secondary)
        .filter(|(_, label)| label.span.file == file)
        .map(|(kind, label)| (kind, label, first_line(sources, label.span)))
        .collect();
    let window = Window::around(sources, file, labels.iter().map(|(_, _, range)| range.clone()));
    let annotations = labels.iter().filter_map(|(kind, label, range)| {
        let annotation = kind.span(window.inside(range)?);
        Some(if label.text.is_empty() { annotation } else { annotation.label(normalize_untrusted_str(&label.text)) })
    });
    let origin = window.origin(sources, diagnostic.primary.span);
    let group = group.element(window.snippet(sources).annotations(annotations));
    group.elements(origin)
}

fn correction<'a>(sources: &'a Sources, edit: &'a Suggestion, title: String) -> Group<'a> {
    let range = sources.range(edit.span);
    let window = Window::around(sources, edit.span.file, std::iter::once(range.clone()));
    let patch = window.inside(&range).map(|range| Patch::new(range, edit.replacement.as_str()));
    Level::HELP.secondary_title(title).elements(patch.map(|patch| window.snippet(sources).patch(patch)))
}

/// The part of a span on its first line. For a long span, such as a whole map, this part is enough.
fn first_line(sources: &Sources, span: Span) -> Range<usize> {
    let range = sources.range(span);
    let line = sources.line_range(span.file, sources.line(span.file, range.start));
    let end = sources.text(span.file).floor_char_boundary(range.start + MOST_AROUND);
    range.start..range.end.min(line.end).min(end).max(range.start)
}

/// Maximum number of bytes that are passed to the renderer, which scans all of them for each diagnostic.
const WIDEST: usize = 16 << 10;

/// If a line is too long, this many bytes are shown before the place of the mistake.
const MOST_AROUND: usize = 200;

/// The part of a file that is shown: whole lines, or a part of a line that is too long.
struct Window {
    file: FileId,
    /// The number of the first line, counted from 0.
    line: usize,
    range: Range<usize>,
    /// Whether the window starts inside a line. In this case the renderer cannot compute the column, so the caller
    /// passes the position.
    cut: bool,
}

impl Window {
    /// A window that contains all ranges. If the ranges do not fit into one window, returns a window around the first
    /// range.
    fn around(sources: &Sources, file: FileId, ranges: impl Iterator<Item = Range<usize>> + Clone) -> Window {
        let first = ranges.clone().next().unwrap_or_default();
        let all = ranges.fold(first.clone(), |a, b| a.start.min(b.start)..a.end.max(b.end));
        for wanted in [all, first.clone()] {
            let line = sources.line(file, wanted.start);
            let start = sources.line_range(file, line).start.min(wanted.start);
            let end = sources.line_range(file, sources.line(file, wanted.end)).end.max(wanted.end);
            if end - start <= WIDEST {
                return Window { file, line, range: start..end, cut: false };
            }
        }
        let text = sources.text(file);
        let line = sources.line(file, first.start);
        let whole = sources.line_range(file, line);
        let start = text.floor_char_boundary(first.start.saturating_sub(MOST_AROUND)).max(whole.start);
        let end = text.ceil_char_boundary(first.start + 2 * MOST_AROUND).min(whole.end).max(start);
        Window { file, line, range: start..end, cut: true }
    }

    fn inside(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let within = range.start >= self.range.start && range.end <= self.range.end;
        within.then(|| range.start - self.range.start..range.end - self.range.start)
    }

    fn origin<'a>(&self, sources: &'a Sources, span: Span) -> Option<Origin<'a>> {
        let position = sources.position(span.file, span.start);
        let name = normalize_untrusted_str(sources.name(self.file));
        (self.cut && span.file == self.file)
            .then(|| Origin::path(name).line(position.line).char_column(position.column))
    }

    fn snippet<'a, T: Clone>(&self, sources: &'a Sources) -> Snippet<'a, T> {
        let name = normalize_untrusted_str(sources.name(self.file));
        Snippet::source(&sources.text(self.file)[self.range.clone()])
            .path((!self.cut).then_some(name))
            .line_start(self.line + 1)
    }
}
