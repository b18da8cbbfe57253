//! Maps positions in the text of a scalar to source spans.

use std::ops::Range;

use rulebook_diag::{Node, Sources, Span, Suggestion};

/// The text of a scalar and the positions of its bytes in the source.
///
/// The source also contains quotes, escapes, line folding and the indentation of block scalars. All of them except
/// escapes can be mapped back to the source. In a scalar with escapes, every position maps to the whole scalar.
#[derive(Debug)]
pub(crate) struct SourceMap {
    whole: Span,
    layout: Layout,
    /// Whether the scalar is in single quotes.
    single: bool,
    /// Whether the scalar has no quotes and its text equals its source.
    plain: bool,
}

#[derive(Debug)]
enum Layout {
    /// The bytes of the text are contiguous in the source, starting at this offset.
    Straight(u32),
    /// The source offset of every byte of the text, and of its end.
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

    /// Whether a part of the scalar can be replaced in the source.
    pub fn is_exact(&self) -> bool {
        !matches!(self.layout, Layout::Unknown)
    }

    /// The quotes that text inside this scalar can have without an escape.
    pub fn quote(&self) -> char {
        if self.single { '"' } else { '\'' }
    }

    /// Whether `at` is a whole scalar without quotes. YAML would remove quotes that are written around such a scalar.
    pub fn is_all(&self, at: Span) -> bool {
        self.plain && at == self.whole
    }

    /// A plain scalar in quotes, with an edit inside it. Inside brackets of YAML, a plain scalar cannot contain brackets.
    /// `None` if the scalar is quoted already or needs escapes.
    pub fn quoted(&self, text: &str, edit: &Suggestion) -> Option<Suggestion> {
        let range = |at: u32| usize::try_from(at.checked_sub(self.whole.start)?).ok();
        let (start, end) = (range(edit.span.start)?, range(edit.span.end)?);
        let simple = self.plain && !text.contains(['"', '\\']);
        let (before, after) = (text.get(..start)?, text.get(end..)?);
        simple.then(|| Suggestion { span: self.whole, replacement: format!("\"{before}{}{after}\"", edit.replacement) })
    }

    /// The source span of a range of the text.
    pub fn span(&self, range: Range<usize>) -> Span {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        match &self.layout {
            Layout::Straight(start) => Span {
                start: start.saturating_add(offset(range.start)),
                end: start.saturating_add(offset(range.end)),
                ..self.whole
            },
            Layout::Folded(offsets) => match (offsets.get(range.start), offsets.get(range.end)) {
                // A range ends directly after its last byte. The next byte may be lines below.
                (Some(&start), Some(&end)) if range.is_empty() => Span { start, end, ..self.whole },
                (Some(&start), Some(_)) => Span { start, end: offsets[range.end - 1] + 1, ..self.whole },
                _ => self.whole,
            },
            Layout::Unknown => self.whole,
        }
    }
}

/// Aligns the text with the source. White space may differ; everything else must be equal.
fn folded(raw: &str, text: &str, start: u32) -> Option<Vec<u32>> {
    // Skip the quote, or the header line of a block scalar.
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
