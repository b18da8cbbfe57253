//! Tokens of expression strings: words, symbols, quoted text.

use rulebook_diag::{Diagnostic, Span};
use std::rc::Rc;
use winnow::combinator::{cut_err, dispatch, empty, fail, opt, peek, repeat, terminated};
use winnow::error::{StrContext, StrContextValue};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stateful};
use winnow::token::{any, one_of, take_till, take_while};

use super::super::known::Known;
use super::super::name::{Name, in_word, starts_word};
use super::super::part::{DEEPEST, ReadContext};
use super::super::source_map::SourceMap;

/// The input of the grammar: the text with the current position and the diagnostics so far.
pub(super) type Input<'t> = Stateful<LocatingSlice<&'t str>, ParserState<'t>>;

#[derive(Debug)]
pub(super) struct ParserState<'t> {
    place: &'t SourceMap,
    /// Offset of the input in the text of the scalar.
    base: usize,
    /// Errors after which parsing continues.
    pub found: &'t mut Vec<Diagnostic>,
    /// Current nesting depth.
    depth: usize,
    /// The names of the document.
    pub known: Rc<Known>,
    /// The names bound by `let` so far, after the parameters of the function.
    pub bound: Vec<String>,
    /// Whether the nesting limit was exceeded. If so, only this error is reported.
    pub too_deep: bool,
}

impl<'t> ParserState<'t> {
    pub fn new(
        place: &'t SourceMap,
        base: usize,
        found: &'t mut Vec<Diagnostic>,
        cx: &ReadContext<'_>,
    ) -> ParserState<'t> {
        let (known, bound) = (cx.known.clone(), cx.bound.clone());
        ParserState { place, base, found, depth: 0, known, bound, too_deep: false }
    }

    /// The kind of quotes that text can have in this scalar.
    pub fn quote(&self) -> char {
        self.place.quote()
    }

    /// `word` with the quotes that it needs at this place.
    pub fn text(&self, word: &str, at: Span) -> String {
        let quote = self.quote();
        if self.place.is_all(at) { format!("\"{quote}{word}{quote}\"") } else { format!("{quote}{word}{quote}") }
    }

    /// The source span of a range of the input.
    pub fn span(&self, start: usize, end: usize) -> Span {
        self.place.span(self.base + start..self.base + end)
    }
}

pub(super) fn input<'t>(text: &'t str, state: ParserState<'t>) -> Input<'t> {
    Stateful { input: LocatingSlice::new(text), state }
}

/// The current position.
pub(super) fn here(i: &Input<'_>) -> usize {
    i.current_token_start()
}

/// The span from `start` to the current position.
pub(super) fn since(i: &Input<'_>, start: usize) -> Span {
    i.state.span(start, here(i))
}

/// The remaining input, without consuming it.
pub(super) fn rest<'t>(i: &Input<'t>) -> &'t str {
    i.input.as_ref()
}

/// Runs a parser one level deeper. Fails if the nesting limit is exceeded.
pub(super) fn deeper<'t, O>(
    i: &mut Input<'t>,
    mut parser: impl FnMut(&mut Input<'t>) -> ModalResult<O>,
) -> ModalResult<O> {
    if i.state.depth >= DEEPEST {
        i.state.too_deep = true;
        return cut_err(fail).parse_next(i);
    }
    i.state.depth += 1;
    let parsed = parser(i);
    i.state.depth -= 1;
    parsed
}

/// Names what a parser expects, for the error message.
pub(super) fn expected(what: &'static str) -> StrContext {
    StrContext::Expected(StrContextValue::Description(what))
}

pub(super) fn space(i: &mut Input<'_>) -> ModalResult<()> {
    take_while(0.., char::is_whitespace).void().parse_next(i)
}

/// Parses a required sign after optional white space.
pub(super) fn must<'t>(i: &mut Input<'t>, sign: &'static str) -> ModalResult<()> {
    space(i)?;
    cut_err(sign).void().context(StrContext::Expected(sign.into())).parse_next(i)
}

/// Parses an optional sign after optional white space. Returns whether the sign was there.
pub(super) fn may<'t>(i: &mut Input<'t>, sign: &'static str) -> ModalResult<bool> {
    space(i)?;
    opt(sign).map(|found| found.is_some()).parse_next(i)
}

/// Parses letters, digits and underscores, starting with a letter.
pub(super) fn word<'t>(i: &mut Input<'t>) -> ModalResult<&'t str> {
    (one_of(starts_word), take_while(0.., in_word)).take().parse_next(i)
}

/// Parses a required whole word after optional white space.
pub(super) fn must_word<'t>(i: &mut Input<'t>, keyword: &'static str) -> ModalResult<()> {
    space(i)?;
    cut_err(word.verify(|word: &str| word == keyword).void())
        .context(StrContext::Expected(keyword.into()))
        .parse_next(i)
}

/// The next word, without consuming it.
pub(super) fn ahead<'t>(i: &mut Input<'t>) -> Option<&'t str> {
    peek(word).parse_next(i).ok()
}

/// Parses a word and returns it with its span.
pub(super) fn name(i: &mut Input<'_>) -> ModalResult<Name> {
    let start = here(i);
    let text = cut_err(word).context(expected("a name")).parse_next(i)?;
    Ok(Name::new(text, since(i, start)))
}

/// Parses text in single or double quotes. The escapes are a backslash before a quote, a backslash, `n` or `t`.
pub(super) fn quoted(i: &mut Input<'_>) -> ModalResult<String> {
    let quote = one_of(['"', '\'']).parse_next(i)?;
    let piece = move |i: &mut Input<'_>| -> ModalResult<String> {
        dispatch! { peek(any);
            '\\' => escape.map(String::from),
            c if c == quote => fail,
            _ => take_till(1.., ['\\', quote]).map(String::from),
        }
        .parse_next(i)
    };
    let text = repeat(0.., piece).fold(String::new, |text, piece| text + &piece);
    terminated(text, cut_err(quote)).context(expected("the closing quote")).parse_next(i)
}

fn escape(i: &mut Input<'_>) -> ModalResult<char> {
    let meant = dispatch! { any;
        '\\' => empty.value('\\'),
        '\'' => empty.value('\''),
        '"' => empty.value('"'),
        'n' => empty.value('\n'),
        't' => empty.value('\t'),
        _ => fail,
    };
    '\\'.parse_next(i)?;
    cut_err(meant).context(expected("one of `\\\\`, `\\'`, `\\\"`, `\\n`, `\\t`")).parse_next(i)
}
