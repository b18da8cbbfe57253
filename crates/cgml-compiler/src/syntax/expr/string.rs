//! Entry points for expression strings, and the error messages for strings that cannot be parsed.

use rulebook_diag::{Diagnostic, Node};
use winnow::combinator::{cut_err, eof};
use winnow::error::{ContextError, StrContext};
use winnow::prelude::*;

use super::super::codes;
use super::super::name::{in_word, is_word};
use super::super::part::{DEEPEST, ReadContext};
use super::super::source_map::SourceMap;
use super::grammar::{RESERVED, operand};
use super::infix::expr;
use super::token::{Input, ParserState, expected, here, input, must, rest, since, space, word};
use super::{Expr, ExprKind};

/// Maximum length of an expression string in bytes.
pub const LONGEST: usize = 4_000;

/// Operators of other languages, each with its CGML spelling.
const FOREIGN: [(&str, &str); 10] = [
    ("&&", "and"),
    ("||", "or"),
    ("=", "=="),
    ("===", "=="),
    ("is", "=="),
    ("!", "not "),
    ("<>", "!="),
    ("=<", "<="),
    ("=>", ">="),
    ("mod", "%"),
];

/// Whether the word has a meaning in expression strings, so that it cannot be the name of a function or parameter.
pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word) || ["true", "false", "null", "let", "not", "canPerform"].contains(&word)
}

/// Reads an expression string.
pub(crate) fn expression(node: &Node, text: &str, cx: &mut ReadContext<'_>) -> Expr {
    let place = SourceMap::of(node, text, cx.sources);
    run(text, 0, &place, cx, whole_expression).map_or_else(|| Expr::blank(node.span), |(expr, _)| expr)
}

/// Reads a path string: a selector, a reference or a call.
pub(crate) fn path(node: &Node, text: &str, cx: &mut ReadContext<'_>) -> Expr {
    let place = SourceMap::of(node, text, cx.sources);
    let Some((path, _)) = run(text, 0, &place, cx, whole_path) else { return Expr::blank(node.span) };
    match path.kind {
        ExprKind::Path(_) | ExprKind::Ref(_) | ExprKind::Call { .. } | ExprKind::Apply { .. } | ExprKind::Hole => path,
        _ => {
            cx.report(
                Diagnostic::error(codes::NOT_A_PATH, path.span, "a path must start with `$`")
                    .label("not a path")
                    .help("write a constant value as `value: …`"),
            );
            Expr::blank(path.span)
        }
    }
}

/// Reads an expression inside a message, starting after its brace. Also returns where the message continues.
pub(crate) fn embedded(text: &str, from: usize, place: &SourceMap, cx: &mut ReadContext<'_>) -> Option<(Expr, usize)> {
    run(text, from, place, cx, braced_expression)
}

fn whole_expression(i: &mut Input<'_>) -> ModalResult<Expr> {
    let whole = expr(i)?;
    space(i)?;
    cut_err(eof).context(expected("an operator or the end")).parse_next(i)?;
    Ok(whole)
}

fn whole_path(i: &mut Input<'_>) -> ModalResult<Expr> {
    space(i)?;
    let start = here(i);
    if is_word(rest(i).trim_end()) {
        let name = word(i)?;
        let at = since(i, start);
        let found = Diagnostic::error(codes::NOT_ROOTED, at, "a path must start with `$`").label("`$` is missing");
        i.state.found.push(found.did_you_mean(Some(&format!("$.{name}")), false));
        return Ok(Expr::blank(at));
    }
    let path = operand(i)?;
    space(i)?;
    cut_err(eof).context(expected("the end of the path")).parse_next(i)?;
    Ok(path)
}

fn braced_expression(i: &mut Input<'_>) -> ModalResult<Expr> {
    let braced = expr(i)?;
    must(i, "}")?;
    Ok(braced)
}

fn run(
    text: &str,
    from: usize,
    place: &SourceMap,
    cx: &mut ReadContext<'_>,
    parser: fn(&mut Input<'_>) -> ModalResult<Expr>,
) -> Option<(Expr, usize)> {
    if text.len() > LONGEST {
        let message = format!("an expression can have at most {LONGEST} bytes, but this one has {}", text.len());
        cx.report(Diagnostic::error(codes::TOO_LONG, place.span(0..text.len()), message));
        return None;
    }
    let mut told = Vec::new();
    let mut i = input(&text[from..], ParserState::new(place, from, &mut told, cx));
    let parsed = parser(&mut i);
    let (at, nested) = (from + here(&i), i.state.too_deep);
    let tall = nested || parsed.as_ref().is_ok_and(|expr| height(expr) > DEEPEST);
    if nested {
        let message = format!("an expression can be nested at most {DEEPEST} levels deep");
        told.push(Diagnostic::error(codes::TOO_DEEP, place.span(from..at), message).label("too deep"));
    } else if tall {
        let message = format!("an expression can have at most {DEEPEST} operators such as `+` in a row");
        let found = Diagnostic::error(codes::TOO_DEEP, place.span(from..at), message).label("too many");
        told.push(found.help("use `sum(a, b, …)`, which takes any number of operands"));
    } else if let Err(error) = &parsed {
        let wanted = error.clone().into_inner().ok().and_then(|error| wanted(&error));
        told.push(unexpected(text, at, place, wanted.as_deref().unwrap_or("an operand")));
    }
    for found in &mut told {
        let word = found.message.split('`').nth(1).unwrap_or_default().to_owned();
        cx.known.correct(&word, found);
    }
    for found in told.iter_mut().filter_map(|found| found.suggestion.as_mut()) {
        if found.replacement.starts_with('[')
            && let Some(quoted) = place.quoted(text, found)
        {
            *found = quoted;
        }
    }
    if !place.is_exact() {
        // Parts of this scalar have no span of their own, so a suggestion for a part would replace the whole scalar.
        told.iter_mut().for_each(|told| told.suggestion = None);
    }
    cx.diags.extend(told);
    parsed.ok().filter(|_| !tall).map(|expr| (expr, at))
}

/// What the innermost failed parser expected.
fn wanted(error: &ContextError) -> Option<String> {
    error.context().find_map(|context| match context {
        StrContext::Expected(what) => Some(what.to_string()),
        _ => None,
    })
}

fn unexpected(text: &str, at: usize, place: &SourceMap, wanted: &str) -> Diagnostic {
    // `<>` and `===` start with a sign of CGML, so the parser stops in the middle of them.
    let is_sign = |c: char| "=!<>&|".contains(c);
    let start = text[..at].trim_end_matches(is_sign).len();
    let end = text[at..].find(|c| !is_sign(c)).map_or(text.len(), |length| at + length);
    let whole = FOREIGN.iter().any(|(sign, _)| *sign == &text[start..end]);
    let at = if whole { start } else { at };
    let rest = &text[at..];
    let run = |part: fn(char) -> bool| rest.find(|c| !part(c)).unwrap_or(rest.len());
    let one = rest.chars().next().map_or(0, char::len_utf8);
    let length = run(in_word).max(run(|c| "=!<>&|".contains(c))).max(one);
    let span = place.span(at..at + length);
    let foreign = FOREIGN.into_iter().find(|(sign, _)| *sign == &rest[..length]);
    let what = if rest.is_empty() { "the end".into() } else { format!("`{}`", &rest[..length]) };
    let found = Diagnostic::error(codes::EXPRESSION, span, format!("expected {wanted}, found {what}"));
    match foreign {
        Some((sign, ours)) => found.help(format!("write `{}` instead of `{sign}`", ours.trim())).suggest(span, ours),
        None if text.trim().is_empty() => {
            found.label("empty expression").help("write `\"''\"` for an empty text, or `null` for nobody or nothing")
        }
        None => found.label(format!("expected {wanted}")),
    }
}

/// The depth of the tree. The length of the string limits it.
fn height(expr: &Expr) -> usize {
    1 + expr.children().into_iter().map(height).max().unwrap_or(0)
}
