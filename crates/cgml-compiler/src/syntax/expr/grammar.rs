//! The grammar of operands and selectors in expression strings (CGML 6). Operators between operands are in `infix.rs`.
//!
//! ```text
//! operand  = primary segment*
//! primary  = "$"                                the game
//!          | "$" anchor                         $currentPlayer, $player, …
//!          | "ref:" name                        a stored value
//!          | function "(" ( expr ( "as" name )? ( "," expr )* )? ")"
//!                                               an operator by its name, or a function of the document
//!          | number | text | "true" | "false" | "null"
//!          | "[" ( expr ( "," expr )* )? "]"
//!          | "{" ( key ":" expr ( "," key ":" expr )* )? "}"
//!          | "(" expr ")"
//! segment  = "." name | "." "ref:" name | "[" filter "]"
//! filter   = digits | "*" | "current" | "opponent"
//!          | "by_id" "=" who | "team" "=" who
//!          | item                               the item with that seat, id or position
//!          | "where" expr                       each item that meets the condition
//! item     = "$"… | "ref:" name … | "(" expr ")"
//! who      = letters, digits, "_", "-" | text | item
//! name     = letters, digits, "_", a letter first
//! text     = "…" or '…' with \\ \' \" \n \t
//! ```
//!
//! A path contains no white space, except inside brackets. A *path string* is a single operand: a selector, a reference,
//! or a call such as `top($.zones.deck)`.

use rulebook_diag::{Diagnostic, Span, nearest};
use winnow::combinator::{alt, cut_err, fail, opt};
use winnow::prelude::*;
use winnow::token::take_while;

use super::super::codes;
use super::super::literal::fraction;
use super::super::name::Name;
use super::super::selector::{Anchor, Root, Selector};
use super::infix::expr;
use super::segment::segments;
use super::token::{Input, ahead, expected, here, may, must, name, quoted, rest, since, space, word};
use super::{Expr, ExprKind, Literal, Op, wrong_operands};

/// Words that cannot be operands.
pub(super) const RESERVED: [&str; 5] = ["and", "or", "in", "then", "else"];

/// Parses an operand: a primary and the path that follows it.
pub(super) fn operand(i: &mut Input<'_>) -> ModalResult<Expr> {
    let start = here(i);
    let first = rest(i).chars().next();
    let primary = match first {
        Some('$') => return game(i),
        Some('"' | '\'') => {
            let text = quoted(i)?;
            return Ok(Expr::literal(Literal::Text(text), since(i, start)));
        }
        Some('-' | '0'..='9') => return number(i),
        Some('[') => {
            let items = between(i, "[", "]", expr)?;
            Expr::new(ExprKind::List(items), since(i, start))
        }
        Some('{') => {
            let fields = between(i, "{", "}", field)?;
            Expr::new(ExprKind::Record(fields), since(i, start))
        }
        Some('(') => {
            must(i, "(")?;
            let inner = expr(i)?;
            must(i, ")")?;
            inner
        }
        _ => match ahead(i) {
            Some("ref") if rest(i).starts_with("ref:") => reference(i)?,
            Some(word) if rest(i)[word.len()..].starts_with('(') => call(i)?,
            Some(word) if !RESERVED.contains(&word) => return bare(i),
            _ => return cut_err(fail).context(expected("an operand")).parse_next(i),
        },
    };
    onwards(i, primary, start)
}

/// Parses the path after a primary, if there is one.
fn onwards(i: &mut Input<'_>, primary: Expr, start: usize) -> ModalResult<Expr> {
    let mut steps = segments(i)?;
    if steps.is_empty() {
        return Ok(primary);
    }
    let span = since(i, start);
    let (root, segments) = match primary.kind {
        ExprKind::Ref(name) => (Root::Ref(name), steps),
        // `($.a).b` means `$.a.b`.
        ExprKind::Path(mut inner) => {
            inner.segments.append(&mut steps);
            (inner.root, inner.segments)
        }
        _ => (Root::Expr(Box::new(primary)), steps),
    };
    Ok(path(Selector { root, segments, span }))
}

fn path(selector: Selector) -> Expr {
    let span = selector.span;
    Expr::new(ExprKind::Path(selector), span)
}

/// Parses `$…`: the game or an anchor.
fn game(i: &mut Input<'_>) -> ModalResult<Expr> {
    let start = here(i);
    '$'.parse_next(i)?;
    let anchor = opt(word).parse_next(i)?;
    let at = since(i, start);
    let root = match anchor {
        None => Root::Game,
        Some(name) => match Anchor::ALL.iter().find(|(known, _)| *known == name) {
            Some((_, anchor)) => Root::Anchor(*anchor),
            None => {
                let meant = nearest(name, Anchor::ALL.iter().map(|(known, _)| *known));
                let meant = meant.map_or_else(|| format!("$.{name}"), |anchor| format!("${anchor}"));
                let found = Diagnostic::error(codes::UNKNOWN_ANCHOR, at, format!("no anchor is called `${name}`"));
                i.state.found.push(found.label("unknown anchor").did_you_mean(Some(&meant), false));
                segments(i)?;
                return Ok(Expr::blank(since(i, start)));
            }
        },
    };
    let segments = segments(i)?;
    let mut selector = Selector { root, segments, span: since(i, start) };
    no_shared_zones(&mut selector);
    Ok(path(selector))
}

/// Rewrites `$.shared_zones` to `$.zones` (CGML 6.1). The loader has already reported the old name.
fn no_shared_zones(selector: &mut Selector) {
    use super::super::selector::SegmentKind::Field;
    if let (Root::Game, Some(Field(name))) = (&selector.root, selector.segments.first_mut().map(|s| &mut s.kind))
        && name.text == "shared_zones"
    {
        name.text = "zones".into();
    }
}

fn reference(i: &mut Input<'_>) -> ModalResult<Expr> {
    let start = here(i);
    let name = ref_name(i)?;
    Ok(Expr::new(ExprKind::Ref(name), since(i, start)))
}

/// Parses `ref:name` and returns the name.
pub(super) fn ref_name(i: &mut Input<'_>) -> ModalResult<Name> {
    let _ = "ref:".parse_next(i)?;
    name(i)
}

/// Parses `function(…)`.
fn call(i: &mut Input<'_>) -> ModalResult<Expr> {
    let start = here(i);
    let function = word(i)?;
    let at = since(i, start);
    let (args, item) = operands(i)?;
    let span = since(i, start);
    let op = Op::named(function);
    if let Some(item) = item.filter(|_| !op.is_some_and(Op::visits)) {
        let message = format!("`as` names the items that an operator visits, and `{function}` visits none");
        i.state.found.push(Diagnostic::error(codes::EXPRESSION, item.span, message).label("names nothing"));
    }
    if let Some(op) = op {
        if let Some(wrong) = wrong_operands(op, args.len(), at) {
            i.state.found.push(wrong);
            return Ok(Expr::blank(span));
        }
        return Ok(Expr::new(ExprKind::Call { op, args, at }, span));
    }
    if i.state.known.functions.iter().any(|known| known == function) {
        return Ok(Expr::new(ExprKind::Apply { function: Name::new(function, at), args }, span));
    }
    let known = i.state.known.clone();
    let meant = Op::meant(function).or_else(|| nearest(function, known.functions.iter().map(String::as_str)));
    i.state.found.push(match function {
        "canPerform" => {
            Diagnostic::error(codes::NESTED_ONLY, at, "`canPerform` is not allowed in an expression string")
                .help("use the nested form: `canPerform: [{ action: … }]`")
        }
        "list" => Diagnostic::error(codes::UNKNOWN_OPERATOR, at, "write a list in an expression string as `[a, b]`"),
        "random" | "rand" | "roll" | "dice" => {
            Diagnostic::error(codes::UNKNOWN_OPERATOR, at, format!("no operator is called `{function}`"))
                .label("unknown operator")
                .help("for a random value, use the action `CHOOSE_RANDOM` with a list, such as `from: range(1, 7)`")
        }
        _ => Diagnostic::error(codes::UNKNOWN_OPERATOR, at, format!("no operator is called `{function}`"))
            .label("unknown operator")
            .did_you_mean(meant, false),
    });
    Ok(Expr::blank(span))
}

/// Parses the operands of a call, and the name that `as` gives to the items of the first one. `filter(list as x, a)`
/// means `filter(list, let x = ref:item; a)`.
fn operands(i: &mut Input<'_>) -> ModalResult<(Vec<Expr>, Option<Name>)> {
    must(i, "(")?;
    let (mut args, mut item) = (Vec::new(), None);
    if may(i, ")")? {
        return Ok((args, item));
    }
    loop {
        let arg = expr(i)?;
        args.push(match &item {
            Some(name) => named(name, arg),
            None => arg,
        });
        space(i)?;
        if args.len() == 1 && ahead(i) == Some("as") {
            let _ = word(i)?;
            space(i)?;
            let name = name(i)?;
            i.state.bound.push(name.text.clone());
            item = Some(name);
        }
        if !may(i, ",")? {
            must(i, ")")?;
            break;
        }
    }
    if item.is_some() {
        i.state.bound.pop();
    }
    Ok((args, item))
}

/// The expression, in which `name` is the item that is visited. The span of the reference is empty, because nobody has
/// written it.
fn named(name: &Name, body: Expr) -> Expr {
    let span = body.span;
    let at = Span { end: name.span.start, ..name.span };
    let value = Box::new(Expr::new(ExprKind::Ref(Name::new("item", at)), at));
    Expr::new(ExprKind::Let { name: name.clone(), value, body: Box::new(body) }, span)
}

/// Parses a bare word: a constant, a path without its `$`, or a text without its quotes.
fn bare(i: &mut Input<'_>) -> ModalResult<Expr> {
    let start = here(i);
    let word = word(i)?;
    let at = since(i, start);
    let literal = match word {
        "true" => Some(Literal::Bool(true)),
        "false" => Some(Literal::Bool(false)),
        "null" => Some(Literal::Null),
        _ => None,
    };
    if let Some(literal) = literal {
        return Ok(Expr::literal(literal, at));
    }
    // A name bound by `let` in the same string needs no `ref:`.
    if i.state.bound.iter().any(|name| name == word) {
        let bound = Expr::new(ExprKind::Ref(Name::new(word, at)), at);
        return onwards(i, bound, start);
    }
    if rest(i).starts_with(['.', '[']) {
        let found = Diagnostic::error(codes::NOT_ROOTED, at, "a path must start with `$`").label("`$` is missing");
        i.state.found.push(found.did_you_mean(Some(&format!("$.{word}")), false));
        segments(i)?;
        return Ok(Expr::blank(since(i, start)));
    }
    if Op::named(word).is_some() {
        let found = Diagnostic::error(codes::EXPRESSION, at, format!("`{word}` needs operands in parentheses"));
        i.state.found.push(found.help(format!("write `{word}(…)`")));
        return Ok(Expr::blank(at));
    }
    let text = i.state.text(word, at);
    let paths = format!("`$.{word}` for a variable, `$.zones.{word}` for a zone");
    i.state.found.push(
        Diagnostic::error(codes::BARE_WORD, at, format!("`{word}` is not an expression"))
            .label("a text, a path or a reference?")
            .help(format!("write `{text}` for a text, {paths}, `ref:{word}` for a stored value"))
            .suggest(at, text),
    );
    Ok(Expr::blank(at))
}

/// Parses a whole number, with or without a minus directly before it.
fn number(i: &mut Input<'_>) -> ModalResult<Expr> {
    let start = here(i);
    let digits = (opt('-'), take_while(1.., |c: char| c.is_ascii_digit())).take();
    let text = cut_err(digits).context(expected("a number")).parse_next(i)?;
    let broken = opt(('.', take_while(1.., |c: char| c.is_ascii_digit()))).parse_next(i)?.is_some();
    let span = since(i, start);
    match text.parse() {
        Ok(value) if !broken => Ok(Expr::literal(Literal::Int(value), span)),
        _ => {
            i.state.found.push(fraction(span));
            Ok(Expr::blank(span))
        }
    }
}

/// Parses a field of a record.
fn field(i: &mut Input<'_>) -> ModalResult<(Name, Expr)> {
    space(i)?;
    let start = here(i);
    let text = cut_err(alt((quoted, word.map(str::to_owned)))).context(expected("a key")).parse_next(i)?;
    let key = Name::new(text, since(i, start));
    must(i, ":")?;
    Ok((key, expr(i)?))
}

/// Parses items in brackets, separated by commas.
fn between<'t, O>(
    i: &mut Input<'t>,
    open: &'static str,
    close: &'static str,
    item: fn(&mut Input<'t>) -> ModalResult<O>,
) -> ModalResult<Vec<O>> {
    must(i, open)?;
    let mut items = Vec::new();
    if may(i, close)? {
        return Ok(items);
    }
    loop {
        items.push(item(i)?);
        if !may(i, ",")? {
            break;
        }
    }
    must(i, close)?;
    Ok(items)
}
