//! Converts byte offsets to editor positions and back. Editors count lines from 0 and characters in UTF-16 units.

use ls_types::{Position, Range};

/// The editor position of a byte offset.
pub fn position(text: &str, offset: usize) -> Position {
    let offset = text.floor_char_boundary(offset.min(text.len()));
    let before = &text[..offset];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() as u32;
    Position { line, character: before[start..].encode_utf16().count() as u32 }
}

/// The byte offset of an editor position. A position beyond the end of a line or of the text gives that end.
pub fn offset(text: &str, place: Position) -> usize {
    let start = match place.line {
        0 => Some(0),
        line => text.match_indices('\n').nth(line as usize - 1).map(|(at, _)| at + 1),
    };
    let Some(start) = start else { return text.len() };
    let mut units = 0;
    for (at, c) in text[start..].char_indices() {
        if units >= place.character || c == '\n' {
            return start + at;
        }
        units += c.len_utf16() as u32;
    }
    text.len()
}

/// The editor range of a byte range.
pub fn range(text: &str, bytes: std::ops::Range<usize>) -> Range {
    Range { start: position(text, bytes.start), end: position(text, bytes.end.max(bytes.start)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let text = "a: ♥\n𝄞b: c\r\n";
        for (at, line, character) in [(0, 0, 0), (3, 0, 3), (6, 0, 4), (7, 1, 0), (11, 1, 2), (text.len(), 2, 0)] {
            assert_eq!(position(text, at), Position { line, character });
            assert_eq!(offset(text, Position { line, character }), at);
        }
        assert_eq!(offset(text, Position { line: 0, character: 99 }), 6, "the end of the line");
        assert_eq!(offset(text, Position { line: 9, character: 0 }), text.len());
    }
}
