//! The one trait of this module: a part of the language can be read, written and described.
//!
//! Reader, writer and schema of a part stand together, so that they cannot come to disagree.

use rulebook_diag::{Diagnostic, Diagnostics, Node, Sources, Span};
use serde_json::Value;

use super::codes;
use super::known::Known;
use super::schema::Defs;

/// Actions and expressions nest at most so deep, so that every stage may walk them by recursion.
pub const DEEPEST: usize = 64;

/// What readers need at hand.
pub(crate) struct Cx<'a> {
    /// The texts that the tree was read from: places inside a scalar are found there.
    pub sources: &'a Sources,
    /// Where mistakes go.
    pub diags: &'a mut Diagnostics,
    /// What the document declares.
    pub known: Known,
    depth: usize,
}

impl<'a> Cx<'a> {
    pub fn new(sources: &'a Sources, diags: &'a mut Diagnostics) -> Cx<'a> {
        Cx { sources, diags, known: Known::default(), depth: 0 }
    }

    /// Reads something only if nothing is wrong with it; and if something is, nobody is told.
    pub fn tried<T>(&self, read: impl FnOnce(&mut Cx<'_>) -> Option<T>) -> Option<T> {
        let mut diags = Diagnostics::new();
        let mut cx = Cx { sources: self.sources, diags: &mut diags, known: Known::default(), depth: self.depth };
        let value = read(&mut cx);
        value.filter(|_| diags.is_empty())
    }

    pub fn report(&mut self, found: Diagnostic) {
        self.diags.push(found);
    }

    /// Reads something that may hold more of its own kind.
    pub fn deeper<T>(&mut self, span: Span, read: impl FnOnce(&mut Cx<'_>) -> Option<T>) -> Option<T> {
        if self.depth >= DEEPEST {
            let message = format!("actions and expressions nest at most {DEEPEST} deep");
            self.report(Diagnostic::error(codes::TOO_DEEP, span, message).label("too deep"));
            return None;
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }
}

/// A part of the language.
pub(crate) trait Part: Sized {
    /// May a key that holds this be left out?
    const OPTIONAL: bool = false;

    /// Reads it. `None` was reported: it needs no further words.
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<Self>;

    /// Writes it in its canonical form, which reads as the same part.
    fn write(&self) -> Value;

    /// Its JSON Schema.
    fn schema(defs: &mut Defs) -> Value;

    /// Its value when the key is left out, if it is [`OPTIONAL`](Part::OPTIONAL).
    fn absent() -> Option<Self> {
        None
    }

    /// What stands for it when it could not be read, so that what surrounds it can still be checked.
    fn hole(_span: Span) -> Option<Self> {
        None
    }

    /// The same as [`write`](Part::write), or nothing if the key is to be left out.
    fn written(&self) -> Option<Value> {
        Some(self.write())
    }
}
