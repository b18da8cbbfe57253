//! Rewrites the errors of the YAML parser for authors who do not know how YAML is parsed.

use granit_parser::{ErrorKind, ScanError};

use crate::{Diagnostic, FileId, Span, codes};

/// Converts an error of the parser into a diagnostic.
pub(crate) fn mistake(file: FileId, text: &str, error: &ScanError) -> Diagnostic {
    let at = text.floor_char_boundary(error.marker().byte_offset().unwrap_or_default());
    let place = |at: usize| {
        // Control characters are not marked, because they cannot be seen. A tab is the exception: tabs are the mistake
        // that this diagnostic reports.
        let seen = |c: &char| *c == '\t' || !c.is_control();
        let width = text[at..].chars().next().filter(seen).map_or(0, char::len_utf8);
        Span::new(file, at..at + width)
    };
    let wrong = |at, message: &str, help: &str| Diagnostic::error(codes::SYNTAX, place(at), message).help(help);
    match error.kind() {
        ErrorKind::RecursionLimitExceeded => {
            return Diagnostic::error(codes::TOO_DEEP, place(at), "lists and maps are nested too deeply");
        }
        // The parser reports the place of the text before the tab. This function marks the tab itself.
        ErrorKind::TabInPlainScalar => {
            let (message, help) = TAB;
            return wrong(indenting_tab(text, at).unwrap_or(at), message, help);
        }
        ErrorKind::InvalidTrailingDoubleQuotedScalar => return trailing(text, at, '"', wrong),
        ErrorKind::InvalidTrailingSingleQuotedScalar => return trailing(text, at, '\'', wrong),
        // The parser reports the end of the file, or a later line that is not indented enough. This function marks the
        // opening quote instead.
        ErrorKind::UnclosedQuotedScalar | ErrorKind::InvalidQuotedScalarIndent => {
            let (message, help) = UNCLOSED;
            return wrong(last_opening(text, at).unwrap_or(at), message, help);
        }
        _ => {}
    }
    match (in_our_words(error.kind()), bare_path(text, at)) {
        // In `{ player: $.players[1] }`, the bracket ends the unquoted text, and the rest is a syntax error.
        (Some((message, _)), Some(path)) => {
            let help = format!("inside brackets, put a path that contains brackets in quotes: `\"{path}\"`");
            wrong(at, message, &help)
        }
        (Some((message, help)), None) => wrong(at, message, help),
        (None, _) => Diagnostic::error(codes::SYNTAX, place(at), error.info()),
    }
}

const TAB: (&str, &str) = ("tabs cannot be used for indentation", "indent with spaces");
const UNCLOSED: (&str, &str) = ("this quoted text is not closed", "is the closing quote missing?");

/// The offset of the first tab that indents a line, starting with the line at `at`.
fn indenting_tab(text: &str, at: usize) -> Option<usize> {
    let mut start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    for line in text[start..].split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..indent].find('\t').filter(|_| line.trim_end().len() > indent) {
            return Some(start + tab);
        }
        start += line.len();
    }
    None
}

/// Reports text after a closing quote. If the quoted text spans several lines, its closing quote is probably missing,
/// and the found quote was meant to open the next text.
fn trailing(text: &str, at: usize, quote: char, wrong: impl Fn(usize, &str, &str) -> Diagnostic) -> Diagnostic {
    let close = text[..at].rfind(quote).unwrap_or(at);
    let escaped = |&(at, _): &(usize, &str)| quote == '"' && text[..at].ends_with('\\');
    let open = text[..close].rmatch_indices(quote).find(|found| !escaped(found)).map(|(at, _)| at);
    match open.filter(|&open| text[open..close].contains('\n')) {
        Some(open) => {
            let line = text[..close].matches('\n').count() + 1;
            let (message, _) = UNCLOSED;
            wrong(open, message, &format!("is the closing quote missing? It now ends on line {line}"))
        }
        None => wrong(at, "there is text after the closing quote", "put quotes around the whole text, or remove them"),
    }
}

/// The offset of the last quote before `before` that can open a text. Such a quote stands where a value can start.
fn last_opening(text: &str, before: usize) -> Option<usize> {
    let opens = |&(at, _): &(usize, &str)| {
        let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
        let before = line.trim_end_matches(' ');
        before.is_empty()
            || before.ends_with(['[', '{', ','])
            || before.len() < line.len() && before.ends_with([':', '-'])
    };
    let last = |quote: char| text[..before].rmatch_indices(quote).find(opens).map(|(at, _)| at);
    match (last('"'), last('\'')) {
        // A text in one kind of quotes may contain quotes of the other kind.
        (Some(double), Some(single)) => {
            let closed = |at: usize, quote: char| text[at + 1..before].contains(quote);
            Some(match (closed(double, '"'), closed(single, '\'')) {
                (true, false) => single,
                (false, true) => double,
                _ => double.min(single),
            })
        }
        (one, other) => one.or(other),
    }
}

/// The unquoted value at this place or right before it, if it contains a path with brackets.
fn bare_path(text: &str, at: usize) -> Option<&str> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    let before = &text[start..at];
    let path = before.rfind("$.").or_else(|| before.rfind("ref:"))?;
    let (head, tail) = before.split_at(path);
    let bare = head.ends_with([' ', '[', '{', ',', '(']) && !tail.contains(['"', '\'', ',', '{', '}']);
    if !bare || !(tail.contains('[') || text[at..].starts_with('[')) {
        return None;
    }
    // In `top($.players[1].zones.hand)`, returns the whole value and not only the path. In a list, returns only the
    // item.
    let value = head.rfind(": ").map(|colon| colon + 2).filter(|&value| !head[value..].contains(['[', '{', ',']));
    let value = &text[start + value.unwrap_or(path)..end];
    let mut depth = 0;
    let stop = value.char_indices().find(|&(_, c)| {
        depth += i32::from(matches!(c, '[' | '(')) - i32::from(matches!(c, ']' | ')'));
        depth < 0 || depth == 0 && matches!(c, ',' | '}' | '#')
    });
    Some(value[..stop.map_or(value.len(), |(at, _)| at)].trim_end())
}

/// Our own message and advice for the most common errors. `None` for other errors.
fn in_our_words(kind: &ErrorKind) -> Option<(&'static str, &'static str)> {
    use ErrorKind::*;
    Some(match kind {
        TabNotAllowed | TabInBlockIndentation | TabInIndentation | TabAtBlockScalarStart => TAB,
        MappingValueNotAllowed | InvalidColonPlacement => {
            ("a value is not allowed here", "check the indentation, and put a text that contains `: ` in quotes")
        }
        ExpectedBlockMappingKey | ExpectedBlockSequenceEntry | InvalidIndentation => (
            "this line does not fit the lines above",
            "start all keys of a map, and all items of a list, in the same column",
        ),
        SimpleKeyExpected | InvalidSimpleKey => ("expected a key and a value", "write `:` and a space after a key"),
        ExpectedFlowMappingSeparator | ExpectedFlowSequenceSeparator | UnexpectedEofImplicitFlowMapping => {
            ("there is a mistake in this list or map", "check for a missing or extra comma or bracket")
        }
        UnclosedFlowCollection { .. } => ("this bracket is never closed", "close it"),
        MisplacedFlowCollectionEnd => {
            ("this closing bracket has no opening bracket", "remove it, or add the opening bracket")
        }
        MismatchedFlowCollectionEnd { .. } => {
            ("this bracket is closed by a bracket of another kind", "close `[` with `]`, and `{` with `}`")
        }
        BlockEntryInFlowCollection | BlockSequenceEntryNotAllowed => (
            "a list item cannot start here",
            "start each item on a new line, or separate items in brackets with commas",
        ),
        MissingAnchorOrAliasName => {
            ("a text cannot start with `*` or `&` unless it is quoted", "put quotes around the text")
        }
        UnexpectedCharacter { .. } => {
            ("a text cannot start with this character unless it is quoted", "put quotes around the text")
        }
        ExpectedNodeContent => ("something is missing here", "check for an extra comma or bracket"),
        CommentNotSeparated => {
            ("a comment needs a space before it", "write ` #`, or put quotes around a text that contains `#`")
        }
        UnknownQuotedScalarEscape => ("unknown escape sequence", r"write `\\` for a backslash, or use single quotes"),
        _ => return None,
    })
}

/// Reports control characters. The parser itself would take NUL for the end of the file, and would report the start of
/// a scalar. So this function searches the text.
pub(crate) fn control_characters(file: FileId, text: &str) -> impl Iterator<Item = Diagnostic> {
    let allowed = |c| matches!(c, '\t' | '\n' | '\r' | '\u{85}');
    text.char_indices().filter(move |&(_, c)| c.is_control() && !allowed(c)).map(move |(at, c)| {
        let message = format!("the control character U+{:04X} is not allowed in a file", c as u32);
        Diagnostic::error(codes::CONTROL_CHARACTER, Span::new(file, at..at + c.len_utf8()), message)
            .help("remove it, or write it as an escape in double quotes")
    })
}

pub(crate) fn too_deep(span: Span, depth: usize) -> Diagnostic {
    Diagnostic::error(codes::TOO_DEEP, span, format!("lists and maps are nested more than {depth} deep"))
}

pub(crate) fn cyclic(span: Span) -> Diagnostic {
    Diagnostic::error(codes::CYCLIC_ALIAS, span, "this alias is inside its own anchor")
}

pub(crate) fn unknown_anchor(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ANCHOR, span, format!("there is no anchor `&{name}` before this alias"))
        .help("put quotes around a text that starts with `*`")
}

pub(crate) fn bad_tag(span: Span, core: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_TAG, span, format!("this value does not fit the tag `!!{core}`"))
}
