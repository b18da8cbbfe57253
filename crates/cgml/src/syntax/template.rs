//! Texts that players read, with values in braces: `"{ref:winner} takes {count($.zones.pile)} cards"` (extension).

use rulebook_diag::{Node, Span};
use serde_json::{Value, json};

use super::expr::{self, Expr};
use super::part::{Cx, Part};
use super::place::Place;
use super::schema::Defs;

/// A text with values in it. A brace itself is written twice: `{{`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its parts, in order; no two texts stand side by side.
    pub pieces: Vec<Piece>,
    /// Where it was written.
    pub span: Span,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// As it is.
    Text(String),
    /// The value of an expression.
    Value(Expr),
}
