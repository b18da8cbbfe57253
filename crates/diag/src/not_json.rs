//! What authors write in JSON files although JSON does not have it: comments, trailing commas, and YAML. The reader
//! accepts all three with a warning, because other programs cannot read such a file.

use crate::{Diagnostic, FileId, Span, codes};
use std::borrow::Cow;
use std::ops::Range;

/// The codes of the warnings about text that is not JSON.
pub const NOT_JSON: [&str; 3] = [codes::COMMENT, codes::TRAILING_COMMA, codes::YAML];

/// Maximum number of reported trailing commas.
const COMMAS: usize = 20;

const HELP: &str = "remove it: other programs cannot read this file";

/// Replaces each comment and each trailing comma outside of texts with spaces, so that everything else keeps its place.
/// Also returns the warnings.
pub(crate) fn blank(file: FileId, text: &str) -> (Cow<'_, str>, Vec<Diagnostic>) {
    let mut warnings = Vec::new();
    let comments = comments(text);
    let mut plain = blanked(Cow::Borrowed(text), &comments);
    if let Some(first) = comments.first() {
        let message = match comments.len() {
            1 => "JSON has no comments".to_owned(),
            n => format!("JSON has no comments; this file has {n}"),
        };
        let warning = Diagnostic::warning(codes::COMMENT, Span::new(file, first.clone()), message);
        warnings.push(warning.label("a comment").help(HELP));
    }
    let commas = trailing_commas(&plain);
    for comma in commas.iter().take(COMMAS) {
        let span = Span::new(file, comma.clone());
        let warning = Diagnostic::warning(codes::TRAILING_COMMA, span, "JSON has no trailing commas");
        warnings.push(warning.label("nothing follows this comma").help(HELP).suggest(span, ""));
    }
    plain = blanked(plain, &commas);
    (plain, warnings)
}

/// The warning about the first place that makes this text YAML and not JSON. `None` if it is JSON.
pub(crate) fn yaml(file: FileId, text: &str) -> Option<Diagnostic> {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let error = serde_json::from_str::<serde::de::IgnoredAny>(bare).err()?;
    let start: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut at = (start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let words = error.to_string();
    let words = words.rsplit_once(" at line ").map_or(&*words, |(words, _)| words);
    let warning = Diagnostic::warning(codes::YAML, Span::new(file, at..at), "this is YAML, not JSON").label(words);
    Some(warning.help("write names and texts in double quotes: other programs cannot read this file"))
}

fn blanked<'a>(text: Cow<'a, str>, found: &[Range<usize>]) -> Cow<'a, str> {
    if found.is_empty() {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut from = 0;
    for part in found {
        plain.push_str(&text[from..part.start]);
        plain.extend(text[part.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        from = part.end;
    }
    plain.push_str(&text[from..]);
    Cow::Owned(plain)
}

/// The byte ranges of the comments: `// …`, `/* … */` and YAML's `# …`. A comment sign inside a word starts no comment:
/// `http://…` without quotes is a text.
fn comments(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    let mut quote = None;
    let line = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end);
    while at < bytes.len() {
        match (bytes[at], quote) {
            (b'\\', Some(b'"')) => at += 1,
            (byte, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => {}
            (byte @ (b'"' | b'\''), None) => quote = Some(byte),
            (mark @ (b'/' | b'#'), None) => {
                let inside = at.checked_sub(1).map(|last| bytes[last]).is_some_and(|last| match mark {
                    b'/' => last == b':' || last.is_ascii_alphabetic(),
                    _ => last.is_ascii_alphanumeric(),
                });
                let end = match (mark, bytes.get(at + 1)) {
                    _ if inside => at,
                    (b'#', _) | (b'/', Some(b'/')) => line(at),
                    (b'/', Some(b'*')) => text[at + 2..].find("*/").map_or(text.len(), |end| at + 2 + end + 2),
                    _ => at,
                };
                if end > at {
                    found.push(at..end);
                    at = end;
                    continue;
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The byte ranges of the commas before a closing bracket, in a text without comments.
fn trailing_commas(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    let mut quote = None;
    while at < bytes.len() {
        match (bytes[at], quote) {
            (b'\\', Some(b'"')) => at += 1,
            (byte, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => {}
            (byte @ (b'"' | b'\''), None) => quote = Some(byte),
            (b',', None) => {
                let next = bytes[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
                if matches!(next, Some(b']' | b'}')) {
                    found.push(at..at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Sources, parse_json};

    fn read(text: &str) -> (Option<String>, Vec<&'static str>) {
        let mut sources = Sources::new();
        let file = sources.add("a.json", text);
        let (node, found) = parse_json(&sources, file, &Limits::default());
        (node.map(|node| format!("{:?}", node.kind)), found.iter().map(|one| one.code).collect())
    }

    #[test]
    fn comments_are_skipped_with_one_warning() {
        let plain = read("{\"a\": [1, 2], \"b\": \"x // y /* z */\"}").0;
        let commented = "// the game\n{\"a\": [1, // one\n 2 /* two\n it's */ ], \"b\": \"x // y /* z */\"} // end";
        let (node, codes_found) = read(commented);
        assert_eq!(codes_found, [codes::COMMENT]);
        let values = |text: Option<String>| text.map(|text| text.replace(|c: char| c.is_ascii_digit(), ""));
        assert_eq!(values(node), values(plain));
    }

    #[test]
    fn places_stay_and_texts_are_no_comments() {
        assert_eq!(comments("\"//\" '//' \"\\\"//\" http://x a//b a#b \"#\""), []);
        assert_eq!(comments("[1, # it's // y\n 2]#z"), [4..15, 19..21]);
        assert_eq!(comments("1//x\n/**/"), [1..4, 5..9]);
        assert_eq!(comments("/* never closed").first(), Some(&(0..15)));
        let mut sources = Sources::new();
        let file = sources.add("a.json", "// größe\n{\"a\": }");
        let (text, _) = blank(file, sources.text(file));
        assert_eq!(text.len(), sources.text(file).len());
        assert_eq!(text.find('{'), sources.text(file).find('{'));
    }

    #[test]
    fn trailing_commas_and_yaml_are_named() {
        let plain = read("{\"a\": [1, 2], \"b\": \",]\"}").0;
        let (node, codes_found) = read("{\"a\": [1, 2,], \"b\": \",]\" , # no\n }");
        assert_eq!(codes_found, [codes::COMMENT, codes::TRAILING_COMMA, codes::TRAILING_COMMA]);
        let values = |text: Option<String>| text.map(|text| text.replace(|c: char| c.is_ascii_digit(), ""));
        assert_eq!(values(node), values(plain));
        assert_eq!(read("{'a': 1}").1, [codes::YAML]);
        assert_eq!(read("a: 1\n").1, [codes::YAML]);
        assert_eq!(read("\u{feff}{\"a\": 1}\n").1, [] as [&str; 0]);
    }
}
