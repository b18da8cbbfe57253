//! Diagnostics as JSON, for editors and scripts.

use serde::Serialize;

use crate::{Diagnostic, Sources, Span};

#[derive(Serialize)]
struct Entry<'a> {
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: JsonPlace<'a>,
    label: &'a str,
    related: Vec<Related<'a>>,
    help: Option<&'a str>,
    suggestion: Option<Edit<'a>>,
}

/// A place as JSON. Lines and columns count from 1, and columns are characters. `start` and `end` are byte offsets from
/// 0.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonPlace<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    start: u32,
    end: u32,
    /// The cell, if the file is a sheet.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<&'a str>,
}

#[derive(Serialize)]
struct Related<'a> {
    #[serde(flatten)]
    place: JsonPlace<'a>,
    label: &'a str,
}

#[derive(Serialize)]
struct Edit<'a> {
    #[serde(flatten)]
    place: JsonPlace<'a>,
    replacement: &'a str,
}

pub(crate) fn render(sources: &Sources, sorted: &[&Diagnostic]) -> String {
    let entries: Vec<Entry> = sorted.iter().map(|diagnostic| entry(sources, diagnostic)).collect();
    serde_json::to_string_pretty(&entries).expect("strings and numbers always serialise")
}

fn entry<'a>(sources: &'a Sources, diagnostic: &'a Diagnostic) -> Entry<'a> {
    let related = diagnostic.secondary.iter().map(|l| Related { place: place(sources, l.span), label: &l.text });
    let edit = diagnostic.suggestion.as_ref();
    Entry {
        code: diagnostic.code,
        severity: diagnostic.severity.name(),
        message: &diagnostic.message,
        place: place(sources, diagnostic.primary.span),
        label: &diagnostic.primary.text,
        related: related.collect(),
        help: diagnostic.help.as_deref(),
        suggestion: edit.map(|s| Edit { place: place(sources, s.span), replacement: &s.replacement }),
    }
}

fn place(sources: &Sources, span: Span) -> JsonPlace<'_> {
    let start = sources.position(span.file, span.start);
    let end = sources.position(span.file, span.end);
    JsonPlace {
        file: sources.name(span.file),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        start: span.start,
        end: span.end,
        cell: sources.cell(span),
    }
}
