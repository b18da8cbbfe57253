//! Where inside a scalar something was written.

use std::ops::Range;

use rulebook_diag::{Node, Sources, Span};

/// A scalar's text and how its bytes layout in the source.
///
/// Quotes and escapes, folded lines and the indentation of block scalars are in the source but not in the text. All but
/// escapes can be followed; inside a scalar with escapes everything is placed at the whole of it.
#[derive(Debug)]
pub(crate) struct SourceMap {
    whole: Span,
    layout: Layout,
    /// Is the scalar between single quotes?
    single: bool,
    /// Is it between none, and written as it is?
    plain: bool,
}

#[derive(Debug)]
enum Layout {
    /// Byte for byte from this offset of the source.
    Straight(u32),
    /// The offset in the source of every byte of the text, and of its end.
    Folded(Vec<u32>),
    Unknown,
}

impl SourceMap {
    pub fn of(node: &Node, text: &str, sources: &Sources) -> SourceMap {
        let raw = sources.slice(node.span);
        let straight = |skipped: usize| Layout::Straight(node.span.start + u32::try_from(skipped).unwrap_or(0));
        let layout = if raw == text {
            straight(0)
        } else if node.quoted && raw.get(1..raw.len().saturating_sub(1)) == Some(text) {
            straight(1)
        } else {
            folded(raw, text, node.span.start).map_or(Layout::Unknown, Layout::Folded)
        };
        let plain = !node.quoted && raw == text;
        SourceMap { whole: node.span, layout, single: node.quoted && raw.starts_with('\''), plain }
    }

    /// Can a part of the scalar be corrected where it stands?
    pub fn is_exact(&self) -> bool {
        !matches!(self.layout, Layout::Unknown)
    }

    /// The quotes that text inside this scalar can have without an escape.
    pub fn quote(&self) -> char {
        if self.single { '"' } else { '\'' }
    }

    /// Is this all of a scalar without quotes? YAML would take quotes round it for its own.
    pub fn is_all(&self, at: Span) -> bool {
        self.plain && at == self.whole
    }

    /// Where a range of the text was written.
    pub fn span(&self, range: Range<usize>) -> Span {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        match &self.layout {
            Layout::Straight(start) => Span {
                start: start.saturating_add(offset(range.start)),
                end: start.saturating_add(offset(range.end)),
                ..self.whole
            },
            Layout::Folded(offsets) => match (offsets.get(range.start), offsets.get(range.end)) {
                // The end of a range lies after its last byte, not before the next one, which may be lines below.
                (Some(&start), Some(&end)) if range.is_empty() => Span { start, end, ..self.whole },
                (Some(&start), Some(_)) => Span { start, end: offsets[range.end - 1] + 1, ..self.whole },
                _ => self.whole,
            },
            Layout::Unknown => self.whole,
        }
    }
}

/// Follows the text through the source: what is not white must be the same, what is white may differ.
fn folded(raw: &str, text: &str, start: u32) -> Option<Vec<u32>> {
    // A quote, or the first line of a block scalar, which has its sign.
    let mut at = match raw.chars().next()? {
        '"' | '\'' => 1,
        '|' | '>' => raw.find('\n')?,
        _ => 0,
    };
    let mut offsets = Vec::with_capacity(text.len() + 1);
    for c in text.chars() {
        let rest = raw.get(at..)?;
        if !c.is_whitespace() {
            at += rest.len() - rest.trim_start().len();
            if !raw[at..].starts_with(c) {
                return None;
            }
        }
        for byte in 0..c.len_utf8() {
            offsets.push(start.checked_add(u32::try_from(at + byte).ok()?)?);
        }
        at += if c.is_whitespace() { 0 } else { c.len_utf8() };
    }
    offsets.push(start.checked_add(u32::try_from(at).ok()?)?);
    Some(offsets)
}
