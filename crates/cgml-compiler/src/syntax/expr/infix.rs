//! The grammar of operators between and before operands, from the loosest to the tightest binding.
//!
//! ```text
//! expr    = "if" expr "then" expr "else" expr          `if(a, b, c)` is a call like any other
//!         | "let" name "=" expr ( "," name "=" expr )* ";" expr
//!         | or
//! or      = and ( "or" and )*
//! and     = not ( "and" not )*
//! not     = "not" not | comparison
//! comparison = sum ( ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" ) sum )?
//! sum     = product ( ( "+" | "-" ) product )*
//! product = minus ( ( "*" | "/" | "%" ) minus )*
//! minus   = "-" minus | operand                 operand: see `grammar.rs`
//! ```
//!
//! `if` and `let` are allowed in place of any operand, and extend as far to the right as possible.

use winnow::combinator::{cut_err, fail};
use winnow::prelude::*;

use super::super::name::{Name, in_word};
use super::grammar::{RESERVED, operand};
use super::op::{self, Infix};
use super::token::{Input, ahead, deeper, expected, here, may, must, must_word, name, rest, since, space, word};
use super::{Expr, ExprKind, Op};

/// Parses an expression.
pub(super) fn expr(i: &mut Input<'_>) -> ModalResult<Expr> {
    climb(i, 0)
}

/// Parses an expression whose operators bind at least as tightly as `least`.
fn climb(i: &mut Input<'_>, least: u8) -> ModalResult<Expr> {
    space(i)?;
    let start = here(i);
    let mut left = deeper(i, prefix)?;
    // The previous operator, if `left` ends with its operand and has no brackets.
    let mut last: Option<(Op, Infix)> = None;
    while let Some((op, sign)) = infix_ahead(i).filter(|(_, sign)| sign.power >= least) {
        space(i)?;
        if !sign.chains && last.is_some_and(|(_, before)| !before.chains) {
            return cut_err(fail).context(expected("`and`: comparisons do not chain")).parse_next(i);
        }
        let at = here(i);
        let _ = winnow::token::literal(sign.sign).parse_next(i)?;
        let at = since(i, at);
        let right = climb(i, sign.power + 1)?;
        let span = since(i, start);
        left = match left.kind {
            ExprKind::Call { mut args, at, .. } if op.gathers() && last.is_some_and(|(before, _)| before == op) => {
                args.push(right);
                Expr::new(ExprKind::Call { op, args, at }, span)
            }
            _ => Expr::new(ExprKind::Call { op, args: vec![left, right], at }, span),
        };
        last = Some((op, sign));
    }
    Ok(left)
}

/// The operator at the current position: the longest sign that matches, or a whole word.
fn infix_ahead(i: &Input<'_>) -> Option<(Op, Infix)> {
    let rest = rest(i).trim_start();
    let signs = Op::ALL.iter().filter_map(|(_, op)| Some((*op, op.infix()?)));
    let fitting = signs.filter(|(_, Infix { sign, .. })| {
        let whole = |after: &str| !sign.ends_with(in_word) || !after.starts_with(in_word);
        rest.strip_prefix(sign).is_some_and(whole)
    });
    fitting.max_by_key(|(_, infix)| infix.sign.len())
}

fn prefix(i: &mut Input<'_>) -> ModalResult<Expr> {
    let start = here(i);
    match ahead(i) {
        Some("not") => before(i, Op::Not, op::NOT),
        Some("if") if is_call(rest(i)) => operand(i),
        Some("if") => if_then_else(i),
        Some("let") => {
            let _ = word(i)?;
            binding(i, start)
        }
        None if rest(i).strip_prefix('-').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit())) => {
            before(i, Op::Neg, op::MINUS)
        }
        _ => operand(i),
    }
}

fn before(i: &mut Input<'_>, op: Op, power: u8) -> ModalResult<Expr> {
    let start = here(i);
    let _ = winnow::combinator::alt((word, "-")).parse_next(i)?;
    let at = since(i, start);
    let args = vec![climb(i, power)?];
    Ok(Expr::new(ExprKind::Call { op, args, at }, since(i, start)))
}

/// Whether the text is `if(a, b, c)` and not `if (a) then b else c`: a comma in the brackets and no `then` after them.
fn is_call(text: &str) -> bool {
    let Some(inner) = text.strip_prefix("if(") else { return false };
    let (mut depth, mut comma, mut quote) = (1, false, None);
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => {
                chars.next();
            }
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            (None, ',') => comma |= depth == 1,
            _ => {}
        }
        if depth == 0 {
            let behind = inner[at + c.len_utf8()..].trim_start();
            let then = behind.strip_prefix("then").is_some_and(|rest| !rest.starts_with(in_word));
            return comma && !then;
        }
    }
    false
}

fn if_then_else(i: &mut Input<'_>) -> ModalResult<Expr> {
    let start = here(i);
    must_word(i, "if")?;
    let at = since(i, start);
    let mut args = vec![expr(i)?];
    for keyword in ["then", "else"] {
        must_word(i, keyword)?;
        args.push(expr(i)?);
    }
    Ok(Expr::new(ExprKind::Call { op: Op::If, args, at }, since(i, start)))
}

/// Parses `name = value`, then further bindings or the body.
fn binding(i: &mut Input<'_>, start: usize) -> ModalResult<Expr> {
    space(i)?;
    let name = cut_err(name.verify(|name: &Name| !RESERVED.contains(&name.as_str())))
        .context(expected("a name"))
        .parse_next(i)?;
    must(i, "=")?;
    let value = Box::new(expr(i)?);
    i.state.bound.push(name.text.clone());
    let body = if may(i, ",")? {
        let start = here(i);
        deeper(i, |i| binding(i, start))?
    } else {
        must(i, ";")?;
        expr(i)?
    };
    i.state.bound.pop();
    Ok(Expr::new(ExprKind::Let { name, value, body: Box::new(body) }, since(i, start)))
}
