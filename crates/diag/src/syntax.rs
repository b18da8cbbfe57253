//! What can be wrong with the syntax, said for somebody who does not know how YAML is parsed.

use granit_parser::{ErrorKind, ScanError};

use crate::{Diagnostic, FileId, Span, codes};

/// An error of the parser.
pub(crate) fn mistake(file: FileId, text: &str, error: &ScanError) -> Diagnostic {
    let at = text.floor_char_boundary(error.marker().byte_offset().unwrap_or_default());
    let width = text[at..].chars().next().filter(|c| !c.is_control()).map_or(0, char::len_utf8);
    let span = Span::new(file, at..at + width);
    if *error.kind() == ErrorKind::RecursionLimitExceeded {
        return Diagnostic::error(codes::TOO_DEEP, span, "lists and maps are nested too deeply");
    }
    match in_our_words(error.kind()) {
        // `{ player: $.players[1] }`: the bracket ends the plain text, and then nothing fits.
        Some((message, _)) if in_path(text, at) => Diagnostic::error(codes::SYNTAX, span, message)
            .help("between brackets a path with brackets of its own has quotes: `\"$.players[1]\"`"),
        Some((message, help)) => Diagnostic::error(codes::SYNTAX, span, message).help(help),
        None => Diagnostic::error(codes::SYNTAX, span, error.info()),
    }
}

/// Is there a path with brackets, and no quotes, right before this place?
fn in_path(text: &str, at: usize) -> bool {
    let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
    let path = line.rfind("$.").or_else(|| line.rfind("ref:")).map(|start| (&line[..start], &line[start..]));
    path.is_some_and(|(before, path)| {
        let bare = before.ends_with([' ', '[', '{', ',', '(']) && !path.contains(['"', '\'', ',', '{', '}']);
        bare && (path.contains('[') || text[at..].starts_with('['))
    })
}

/// The mistakes that people make most, and what to do about them.
fn in_our_words(kind: &ErrorKind) -> Option<(&'static str, &'static str)> {
    use ErrorKind::*;
    Some(match kind {
        TabNotAllowed | TabInBlockIndentation | TabInIndentation | TabAtBlockScalarStart => {
            ("a tab cannot indent", "indent with spaces")
        }
        MappingValueNotAllowed | InvalidColonPlacement => {
            ("no value can stand here", "is a line indented wrongly, or does a text with `: ` in it lack quotes?")
        }
        ExpectedBlockMappingKey | ExpectedBlockSequenceEntry | InvalidIndentation => {
            ("this does not continue what is above", "keys of one map, and items of one list, start in the same column")
        }
        SimpleKeyExpected | InvalidSimpleKey => {
            ("this is not a key with a value", "a key is followed by `:` and a space")
        }
        ExpectedFlowMappingSeparator | ExpectedFlowSequenceSeparator | UnexpectedEofImplicitFlowMapping => {
            ("this list or map goes wrong here", "is a comma or a bracket missing, or one too many?")
        }
        UnclosedFlowCollection { .. } => ("this bracket is never closed", "close it"),
        UnclosedQuotedScalar | InvalidQuotedScalarIndent => {
            ("this quoted text does not end", "is the closing quote missing?")
        }
        UnknownQuotedScalarEscape => ("there is no such escape", r"write `\\` for a backslash, or use single quotes"),
        _ => return None,
    })
}

/// The parser takes NUL for the end of the file and points at the start of a scalar: we look for ourselves.
pub(crate) fn control_characters(file: FileId, text: &str) -> impl Iterator<Item = Diagnostic> {
    let allowed = |c| matches!(c, '\t' | '\n' | '\r' | '\u{85}');
    text.char_indices().filter(move |&(_, c)| c.is_control() && !allowed(c)).map(move |(at, c)| {
        let message = format!("the control character U+{:04X} may not stand in a file", c as u32);
        Diagnostic::error(codes::CONTROL_CHARACTER, Span::new(file, at..at + c.len_utf8()), message)
            .help("remove it, or write it as an escape in double quotes")
    })
}

pub(crate) fn too_deep(span: Span, depth: usize) -> Diagnostic {
    Diagnostic::error(codes::TOO_DEEP, span, format!("lists and maps are nested more than {depth} deep"))
}

pub(crate) fn cyclic(span: Span) -> Diagnostic {
    Diagnostic::error(codes::CYCLIC_ALIAS, span, "this alias is inside what it stands for")
}

pub(crate) fn unknown_anchor(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ANCHOR, span, format!("there is no anchor `&{name}` before this alias"))
        .help("put quotes around a text that starts with `*`")
}

pub(crate) fn bad_tag(span: Span, core: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_TAG, span, format!("this is not what the tag `!!{core}` says"))
}
