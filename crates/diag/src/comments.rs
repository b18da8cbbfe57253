//! Comments in JSON. JSON has no comments, but authors write them, so the reader skips them with a warning.

use crate::{Diagnostic, FileId, Span, codes};
use std::borrow::Cow;
use std::ops::Range;

/// Replaces each `// …` and `/* … */` outside of texts with spaces, so that everything else keeps its place. Also
/// returns a warning for the first comment.
pub(crate) fn blank(file: FileId, text: &str) -> (Cow<'_, str>, Option<Diagnostic>) {
    let found = comments(text);
    let Some(first) = found.first() else { return (Cow::Borrowed(text), None) };
    let message = match found.len() {
        1 => "JSON has no comments".to_owned(),
        n => format!("JSON has no comments; this file has {n}"),
    };
    let warning = Diagnostic::warning(codes::COMMENT, Span::new(file, first.clone()), message)
        .label("this comment is skipped")
        .help("remove it: other programs cannot read this file");
    let mut plain = String::with_capacity(text.len());
    let mut from = 0;
    for comment in found {
        plain.push_str(&text[from..comment.start]);
        plain.extend(text[comment.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        from = comment.end;
    }
    plain.push_str(&text[from..]);
    (Cow::Owned(plain), Some(warning))
}

/// The byte ranges of the comments. `//` inside a word does not start a comment: `http://…` without quotes is a text.
fn comments(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    let mut quote = None;
    while at < bytes.len() {
        match (bytes[at], quote) {
            (b'\\', Some(b'"')) => at += 1,
            (byte, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => {}
            (byte @ (b'"' | b'\''), None) => quote = Some(byte),
            // YAML's own comments may contain quotes.
            (b'#', None) => at += text[at..].find('\n').unwrap_or(text.len() - at),
            (b'/', None) => {
                let inside = at > 0 && (bytes[at - 1] == b':' || bytes[at - 1].is_ascii_alphabetic());
                let end = match bytes.get(at + 1) {
                    Some(b'/') if !inside => text[at..].find('\n').map_or(text.len(), |end| at + end),
                    Some(b'*') if !inside => text[at + 2..].find("*/").map_or(text.len(), |end| at + 2 + end + 2),
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
        assert_eq!(comments("\"//\" '//' \"\\\"//\" http://x a//b # it's // y\n"), []);
        assert_eq!(comments("1//x\n/**/"), [1..4, 5..9]);
        assert_eq!(comments("/* never closed").first(), Some(&(0..15)));
        let mut sources = Sources::new();
        let file = sources.add("a.json", "// größe\n{\"a\": }");
        let (text, _) = blank(file, sources.text(file));
        assert_eq!(text.len(), sources.text(file).len());
        assert_eq!(text.find('{'), sources.text(file).find('{'));
    }
}
