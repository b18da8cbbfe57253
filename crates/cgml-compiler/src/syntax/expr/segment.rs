//! Parses the steps of a path: fields and filters. The grammar is in `grammar.rs`.

use rulebook_diag::{Diagnostic, nearest};
use winnow::combinator::{cut_err, fail, opt};
use winnow::prelude::*;
use winnow::token::{take_till, take_while};

use super::super::codes;
use super::super::name::in_word;
use super::super::selector::{Segment, SegmentKind};
use super::grammar::{operand, ref_name};
use super::infix::expr;
use super::token::{Input, ahead, deeper, expected, here, must, name, quoted, rest, since, space, word};
use super::{Expr, ExprKind, Literal};

/// The filters that start with a word.
const FILTERS: [&str; 5] = ["current", "opponent", "by_id", "team", "where"];

/// Parses the following steps. May return none.
pub(super) fn segments(i: &mut Input<'_>) -> ModalResult<Vec<Segment>> {
    let mut segments = Vec::new();
    loop {
        let start = here(i);
        let kind = if opt('.').parse_next(i)?.is_some() {
            if rest(i).starts_with("ref:") {
                SegmentKind::FieldOfRef(ref_name(i)?)
            } else if rest(i).starts_with(|c: char| c.is_ascii_digit()) {
                numbered(i, start)?
            } else if rest(i).starts_with("by_id.") {
                let _ = word(i)?;
                with_dot(i, "by_id", start, false)?
            } else {
                SegmentKind::Field(name(i)?)
            }
        } else if opt('[').parse_next(i)?.is_some() {
            let kind = deeper(i, filter)?;
            must(i, "]")?;
            kind
        } else {
            return Ok(segments);
        };
        segments.push(Segment { kind, span: since(i, start) });
    }
}

/// Parses `.0`, which is `[0]`, and reports it.
fn numbered(i: &mut Input<'_>, start: usize) -> ModalResult<SegmentKind> {
    let index = index(i)?;
    let at = since(i, start);
    let found = Diagnostic::error(codes::EXPRESSION, at, "a position in a list is written in brackets");
    let wanted = format!("[{index}]");
    i.state.found.push(found.label("not a field").help(format!("write `{wanted}`")).suggest(at, wanted));
    Ok(SegmentKind::Index(index))
}

/// Parses `.p1` after `by_id` or `team`, which is `=p1`, and reports it. `bare` says that there are brackets around it.
fn with_dot(i: &mut Input<'_>, filter: &str, start: usize, bare: bool) -> ModalResult<SegmentKind> {
    '.'.parse_next(i)?;
    let who = who_or_ref(i)?;
    let at = since(i, start);
    let kind = if filter == "team" { SegmentKind::Team(who) } else { SegmentKind::ById(who) };
    let segment = Segment { kind, span: at };
    let written = segment.to_string();
    let wanted = if bare { written.trim_matches(['[', ']']).to_owned() } else { written };
    let found = Diagnostic::error(codes::EXPRESSION, at, format!("`{filter}` is a filter: its value comes after `=`"));
    i.state.found.push(found.label("not a field").help(format!("write `{wanted}`")).suggest(at, wanted));
    Ok(segment.kind)
}

fn index(i: &mut Input<'_>) -> ModalResult<u32> {
    let index = take_while(1.., |c: char| c.is_ascii_digit()).parse_to();
    cut_err(index).context(expected("a position")).parse_next(i)
}

fn filter(i: &mut Input<'_>) -> ModalResult<SegmentKind> {
    space(i)?;
    match rest(i).chars().next() {
        Some('*') => '*'.value(SegmentKind::Every).parse_next(i),
        Some('0'..='9') => index(i).map(SegmentKind::Index),
        Some('$' | '(') => item(i).map(SegmentKind::Item),
        _ if rest(i).starts_with("ref:") => item(i).map(SegmentKind::Item),
        _ => named(i),
    }
}

/// Parses `$…`, `ref:…` or an expression in parentheses.
fn item(i: &mut Input<'_>) -> ModalResult<Box<Expr>> {
    operand(i).map(Box::new)
}

/// Parses a filter that starts with a word.
fn named(i: &mut Input<'_>) -> ModalResult<SegmentKind> {
    let start = here(i);
    let Some(filter) = ahead(i) else {
        return cut_err(fail).context(expected("a filter, such as `0`, `*`, `current`, `by_id=…`")).parse_next(i);
    };
    let valued = rest(i)[filter.len()..].trim_start().starts_with('=');
    let _ = word(i)?;
    match (filter, valued) {
        ("current", false) => return Ok(SegmentKind::Current),
        ("opponent", false) => return Ok(SegmentKind::Opponent),
        ("where", false) => return expr(i).map(|condition| SegmentKind::Where(Box::new(condition))),
        ("by_id", true) => return who(i).map(SegmentKind::ById),
        ("team", true) => return who(i).map(SegmentKind::Team),
        ("by_id" | "team", false) if rest(i).starts_with('.') => return with_dot(i, filter, start, true),
        _ => {}
    }
    let at = since(i, start);
    let near = nearest(filter, FILTERS.into_iter().filter(|known| *known != filter));
    let found = match filter {
        "by_id" | "team" => Diagnostic::error(codes::UNKNOWN_FILTER, at, format!("`{filter}` needs a value"))
            .help(format!("write for example `{filter}=ref:name`")),
        _ => {
            let found = Diagnostic::error(codes::UNKNOWN_FILTER, at, format!("no filter is called `{filter}`"));
            let found = found.label("unknown filter").did_you_mean(near, false);
            match near {
                None if valued => found.help(format!("write a condition as `[where $.card.properties.{filter} == …]`")),
                _ => found,
            }
        }
    };
    i.state.found.push(found);
    let _ = take_till(0.., [']']).parse_next(i)?;
    // Assume that one player was meant, so that the rest of the path can be checked.
    Ok(SegmentKind::ById(Box::new(Expr::new(ExprKind::Hole, at))))
}

/// Parses `= who`.
fn who(i: &mut Input<'_>) -> ModalResult<Box<Expr>> {
    must(i, "=")?;
    space(i)?;
    who_or_ref(i)
}

/// Parses an id, a stored value or an expression.
fn who_or_ref(i: &mut Input<'_>) -> ModalResult<Box<Expr>> {
    let start = here(i);
    if rest(i).starts_with(['$', '(']) || rest(i).starts_with("ref:") {
        return item(i);
    }
    let plain = take_while(1.., |c: char| in_word(c) || c == '-').map(str::to_owned);
    let text = winnow::combinator::alt((quoted, plain));
    let text = cut_err(text).context(expected("a name, `ref:…` or text")).parse_next(i)?;
    Ok(Box::new(Expr::literal(Literal::Text(text), since(i, start))))
}
