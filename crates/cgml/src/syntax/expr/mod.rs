//! Expressions (CGML 12): one tree, written nested (`isEqual: [{path: …}, {value: 0}]`) or as a string (`… == 0`).
//!
//! | file | what |
//! |---|---|
//! | `op.rs` | the table of operators: a new one is a line there |
//! | `nested.rs`, `describe.rs` | YAML to the tree and back, its schema |
//! | `string.rs` | strings to the tree: the way in, and the messages |
//! | `infix.rs`, `grammar.rs`, `segment.rs`, `token.rs` | the grammar, from the outside inwards |
//! | `print.rs` | the tree as a string |

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

pub(crate) use describe::FORMS;
pub(crate) use nested::constant;
pub(crate) use string::{embedded, expression, path};

use rulebook_diag::{Diagnostic, Span};

use super::action::Action;
use super::codes;
use super::name::Name;
use super::selector::Selector;

/// An expression and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it was written.
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
    /// `ref: name`, `ref:name`: a stored value, a `let`, the `item` of a loop.
    Ref(Name),
    /// An operator and its operands, as many as its arity allows.
    Call {
        /// The operator.
        op: Op,
        /// Its operands.
        args: Vec<Expr>,
        /// Where the operator's name or sign was written.
        at: Span,
    },
    /// `let: {name: value, in: body}`, `let name = value; body`. Several bindings are nested.
    Let {
        /// Read as `ref:name` in the body.
        name: Name,
        /// What it stands for.
        value: Box<Expr>,
        /// Where it can be read.
        body: Box<Expr>,
    },
    /// `canPerform: [{action: …}]` (CGML 12.6). Has no string form.
    CanPerform(Box<Action>),
    /// What could not be read. It was reported; to whatever surrounds it, it may be anything.
    Hole,
}

/// A value written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// `null`: the missing value.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Text; a rank or suit symbol.
    Text(String),
}

impl Expr {
    pub(crate) fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }

    pub(crate) fn literal(literal: Literal, span: Span) -> Expr {
        Expr { kind: ExprKind::Literal(literal), span }
    }

    /// What stands for an expression that could not be read.
    pub(crate) fn blank(span: Span) -> Expr {
        Expr { kind: ExprKind::Hole, span }
    }

    /// The expressions directly inside, selectors' filters included, actions' not.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Literal(_) | ExprKind::Ref(_) | ExprKind::CanPerform(_) | ExprKind::Hole => Vec::new(),
            ExprKind::List(items) | ExprKind::Call { args: items, .. } => items.iter().collect(),
            ExprKind::Record(fields) => fields.iter().map(|(_, value)| value).collect(),
            ExprKind::Path(selector) => selector.children(),
            ExprKind::Let { value, body, .. } => vec![value, body],
        }
    }
}

/// The mistake, at its name, of an operator with too few or too many operands.
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
