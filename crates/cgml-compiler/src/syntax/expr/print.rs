//! Prints an expression as a string, with the fewest possible brackets. Parsing the string gives the same tree.
//!
//! Two kinds of expressions have no string form: `canPerform` with its action, and a hole. Their printed form is only
//! for people to read.

use std::fmt::{self, Display, Formatter};

use super::super::name::{in_word, is_word};
use super::super::selector::{Root, Segment, SegmentKind, Selector};
use super::op::{self, Infix};
use super::{Expr, ExprKind, Literal, Op};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print(self, 0, f)
    }
}

/// Prints an expression. Adds brackets if it binds less tightly than `least`.
fn print(expr: &Expr, least: u8, f: &mut Formatter<'_>) -> fmt::Result {
    if power(expr) < least {
        return write!(f, "({expr})");
    }
    match &expr.kind {
        ExprKind::Literal(literal) => write!(f, "{literal}"),
        ExprKind::List(items) => {
            f.write_str("[")?;
            commas(items, f)?;
            f.write_str("]")
        }
        ExprKind::Record(fields) => {
            f.write_str("{")?;
            for (at, (key, value)) in fields.iter().enumerate() {
                f.write_str(if at == 0 { "" } else { ", " })?;
                if is_word(&key.text) {
                    f.write_str(&key.text)?
                } else {
                    quote(&key.text, f)?
                }
                write!(f, ": {value}")?;
            }
            f.write_str("}")
        }
        ExprKind::Path(selector) => write!(f, "{selector}"),
        ExprKind::Ref(name) => write!(f, "ref:{name}"),
        ExprKind::Call { op, args, .. } => call(*op, args, f),
        ExprKind::Apply { function, args } => {
            write!(f, "{function}(")?;
            commas(args, f)?;
            f.write_str(")")
        }
        ExprKind::Let { name, value, body } => write!(f, "let {name} = {value}; {body}"),
        ExprKind::CanPerform(action) => write!(f, "canPerform({} …)", action.verb.word()),
        ExprKind::Hole => f.write_str("…"),
    }
}

fn call(op: Op, args: &[Expr], f: &mut Formatter<'_>) -> fmt::Result {
    match (infix(op, args), args) {
        (Some(Infix { sign, power, chains }), [first, others @ ..]) => {
            // `a - b - c` needs no brackets on the left, except for operators that gather their operands into one call.
            let left = if chains && !op.gathers() { power } else { power + 1 };
            print(first, left, f)?;
            others.iter().try_for_each(|other| {
                write!(f, " {sign} ")?;
                print(other, power + 1, f)
            })
        }
        (_, [operand]) if op == Op::Not => {
            f.write_str("not ")?;
            print(operand, op::NOT, f)
        }
        (_, [operand]) if op == Op::Neg && !is_plain_number(operand) => {
            f.write_str("-")?;
            print(operand, op::MINUS, f)
        }
        (_, [condition, then, otherwise]) if op == Op::If => write!(f, "if {condition} then {then} else {otherwise}"),
        _ => {
            write!(f, "{}(", op.word())?;
            commas(args, f)?;
            f.write_str(")")
        }
    }
}

/// The sign with which the call is printed. `None` if it is printed as a call.
fn infix(op: Op, args: &[Expr]) -> Option<Infix> {
    op.infix().filter(|_| args.len() == 2 || (op.gathers() && args.len() > 2))
}

/// Whether the expression is a number literal without a minus, such as `3`.
fn is_plain_number(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Literal(Literal::Int(0..)))
}

/// The binding power of the outermost operator in the printed form.
fn power(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Let { .. } => 0,
        ExprKind::Call { op: Op::If, args, .. } if args.len() == 3 => 0,
        ExprKind::Call { op: Op::Not, args, .. } if args.len() == 1 => op::NOT,
        ExprKind::Call { op: Op::Neg, .. } => op::MINUS,
        ExprKind::Call { op, args, .. } => infix(*op, args).map_or(u8::MAX, |infix| infix.power),
        _ => u8::MAX,
    }
}

fn commas(items: &[Expr], f: &mut Formatter<'_>) -> fmt::Result {
    items.iter().enumerate().try_for_each(|(at, item)| write!(f, "{}{item}", if at == 0 { "" } else { ", " }))
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Null => f.write_str("null"),
            Literal::Bool(value) => write!(f, "{value}"),
            Literal::Int(value) => write!(f, "{value}"),
            Literal::Text(text) => quote(text, f),
        }
    }
}

fn quote(text: &str, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str("'")?;
    text.chars().try_for_each(|c| match c {
        '\\' => f.write_str("\\\\"),
        '\'' => f.write_str("\\'"),
        '\n' => f.write_str("\\n"),
        '\t' => f.write_str("\\t"),
        c => write!(f, "{c}"),
    })?;
    f.write_str("'")
}

impl Display for Selector {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.root {
            Root::Game => f.write_str("$")?,
            Root::Anchor(anchor) => write!(f, "${}", anchor.word())?,
            Root::Ref(name) => write!(f, "ref:{name}")?,
            Root::Expr(expr) if is_called(expr) => write!(f, "{expr}")?,
            Root::Expr(expr) => write!(f, "({expr})")?,
        }
        self.segments.iter().try_for_each(|segment| write!(f, "{segment}"))
    }
}

/// Whether the expression is printed as `function(…)`.
fn is_called(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Call { .. } | ExprKind::Apply { .. }) && power(expr) == u8::MAX
}

impl Display for Segment {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SegmentKind::Field(name) => write!(f, ".{name}"),
            SegmentKind::FieldOfRef(name) => write!(f, ".ref:{name}"),
            SegmentKind::Index(index) => write!(f, "[{index}]"),
            SegmentKind::Every => f.write_str("[*]"),
            SegmentKind::Current => f.write_str("[current]"),
            SegmentKind::Opponent => f.write_str("[opponent]"),
            SegmentKind::Item(item) => write!(f, "[{}]", Item(item)),
            SegmentKind::ById(who) => write!(f, "[by_id={}]", Id(who)),
            SegmentKind::Team(who) => write!(f, "[team={}]", Id(who)),
            SegmentKind::Where(condition) => write!(f, "[where {condition}]"),
        }
    }
}

/// Prints the content of brackets, with parentheses around it if necessary.
struct Item<'e>(&'e Expr);

impl Display for Item<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            ExprKind::Ref(_) => write!(f, "{}", self.0),
            ExprKind::Path(selector) if !matches!(selector.root, Root::Expr(_)) => write!(f, "{selector}"),
            _ => write!(f, "({})", self.0),
        }
    }
}

/// Prints the value after `by_id=`. An id has quotes only if it contains special characters.
struct Id<'e>(&'e Expr);

impl Display for Id<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plain = |id: &str| !id.is_empty() && id.chars().all(|c| in_word(c) || c == '-');
        match &self.0.kind {
            ExprKind::Literal(Literal::Text(id)) if plain(id) => f.write_str(id),
            ExprKind::Literal(Literal::Text(id)) => quote(id, f),
            _ => write!(f, "{}", Item(self.0)),
        }
    }
}
