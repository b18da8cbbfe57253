//! Expressions (CGML 12): one tree, written nested (`isEqual: [{path: …}, {value: 0}]`) or as a string (`… == 0`).
//!
//! | file | what |
//! |---|---|
//! | `op.rs` | the table of operators; each operator is one line |
//! | `nested.rs`, `describe.rs` | reads and writes the nested form; its schema |
//! | `string.rs` | entry points of the parser for strings, and its error messages |
//! | `infix.rs`, `grammar.rs`, `segment.rs`, `token.rs` | the grammar of strings, from operators down to tokens |
//! | `print.rs` | prints an expression as a string |

mod describe;
mod grammar;
mod infix;
mod nested;
mod op;
mod print;
mod segment;
mod string;
mod token;

pub use op::{Infix, Op};

pub use string::LONGEST;

pub(crate) use describe::{FORMS, OPERATOR};
pub(crate) use nested::constant;
pub(crate) use string::{embedded, expression, is_reserved, path};

use rulebook_diag::{Diagnostic, Span};

use super::action::Action;
use super::codes;
use super::name::Name;
use super::selector::Selector;

/// An expression and its source span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// The kind of the expression.
    pub kind: ExprKind,
    /// The source span.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `value: 3`, `3`, `'A'`, `true`, `null`.
    Literal(Literal),
    /// `list: [a, b]`, `value: [1, 2]`, `[a, b]`.
    List(Vec<Expr>),
    /// `record: {a: x}`, `value: {a: 1}`, `{winners: x, reason: y}` (CGML 16.2), `{a: x}`.
    Record(Vec<(Name, Expr)>),
    /// `path: "$.zones.deck"`, `$.zones.deck`.
    Path(Selector),
    /// `ref: name`, `ref:name`: a stored value, a `let` binding, or the `item` of a loop.
    Ref(Name),
    /// An operator with its operands. The number of operands has been checked.
    Call {
        /// The operator.
        op: Op,
        /// The operands.
        args: Vec<Expr>,
        /// The span of the operator's name or sign.
        at: Span,
    },
    /// A call of a function of the document: `rank_of($.zones.pile)`.
    Apply {
        /// The name of the function.
        function: Name,
        /// The values of its parameters.
        args: Vec<Expr>,
    },
    /// `let: {name: value, in: body}`, `let name = value; body`. Several bindings become nested `Let`s.
    Let {
        /// The name, read as `ref:name` in the body.
        name: Name,
        /// The value of the name.
        value: Box<Expr>,
        /// The expression that can read the name.
        body: Box<Expr>,
    },
    /// `canPerform: [{action: …}]` (CGML 12.6). Has no string form.
    CanPerform(Box<Action>),
    /// An expression that could not be read. It was reported and is compatible with every type.
    Hole,
}

/// A constant value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// `null`, the missing value.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text, such as a rank or a suit.
    Text(String),
}

impl Expr {
    pub(crate) fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }

    pub(crate) fn literal(literal: Literal, span: Span) -> Expr {
        Expr { kind: ExprKind::Literal(literal), span }
    }

    /// A hole, for an expression that could not be read.
    pub(crate) fn blank(span: Span) -> Expr {
        Expr { kind: ExprKind::Hole, span }
    }

    /// Whether the expression is a key or condition after `as`: `let name = ref:item; …`, in which nobody has written the
    /// reference.
    pub(crate) fn names_the_item(&self) -> bool {
        matches!(&self.kind, ExprKind::Let { value, .. } if value.span.start == value.span.end)
    }

    /// The direct subexpressions. Filters of selectors are included, subexpressions inside actions are not.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Literal(_) | ExprKind::Ref(_) | ExprKind::CanPerform(_) | ExprKind::Hole => Vec::new(),
            ExprKind::List(items) | ExprKind::Call { args: items, .. } | ExprKind::Apply { args: items, .. } => {
                items.iter().collect()
            }
            ExprKind::Record(fields) => fields.iter().map(|(_, value)| value).collect(),
            ExprKind::Path(selector) => selector.children(),
            ExprKind::Let { value, body, .. } => vec![value, body],
        }
    }
}

/// The error for an operator with the wrong number of operands, or `None` if the number fits.
fn wrong_operands(op: Op, found: usize, at: Span) -> Option<Diagnostic> {
    let arity = op.arity();
    if arity.contains(&found) {
        return None;
    }
    let wanted = match (*arity.start(), *arity.end()) {
        (1, 1) => "one operand".into(),
        (fewest, most) if fewest == most => format!("{fewest} operands"),
        (fewest, usize::MAX) => format!("at least {fewest} operand{}", if fewest == 1 { "" } else { "s" }),
        (fewest, most) => format!("{fewest} to {most} operands"),
    };
    let message = format!("`{}` takes {wanted}, found {found}", op.word());
    Some(Diagnostic::error(codes::OPERANDS, at, message).help(op.about()))
}
