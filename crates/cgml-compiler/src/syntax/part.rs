//! The trait [`Part`]: a part of the language that can be read, written and described by a schema.
//!
//! The reader, the writer and the schema of a part are next to each other, so that they stay consistent.

use rulebook_diag::{Diagnostic, Diagnostics, Node, Sources, Span};
use serde_json::Value;
use std::rc::Rc;

use super::codes;
use super::known::Known;
use super::schema::Defs;

/// Maximum nesting of actions and expressions. Every stage of the compiler may walk them recursively, so the limit
/// protects the stack.
pub const DEEPEST: usize = 64;

/// The context that readers share.
pub(crate) struct ReadContext<'a> {
    /// The sources of the tree, to locate text inside a scalar.
    pub sources: &'a Sources,
    /// The reported diagnostics.
    pub diags: &'a mut Diagnostics,
    /// The names that the document declares.
    pub known: Rc<Known>,
    /// The parameters of the function that is being read.
    pub bound: Vec<String>,
    depth: usize,
}

impl<'a> ReadContext<'a> {
    pub fn new(sources: &'a Sources, diags: &'a mut Diagnostics) -> ReadContext<'a> {
        ReadContext { sources, diags, known: Rc::default(), bound: Vec::new(), depth: 0 }
    }

    /// Reads a value and drops the diagnostics. Returns `None` if there are any.
    pub fn tried<T>(&self, read: impl FnOnce(&mut ReadContext<'_>) -> Option<T>) -> Option<T> {
        let mut diags = Diagnostics::new();
        let (known, bound) = (self.known.clone(), self.bound.clone());
        let mut cx = ReadContext { sources: self.sources, diags: &mut diags, known, bound, depth: self.depth };
        let value = read(&mut cx);
        value.filter(|_| diags.is_empty())
    }

    pub fn report(&mut self, found: Diagnostic) {
        self.diags.push(found);
    }

    /// Reads a value that may contain values of its own kind. Reports an error if the nesting is too deep.
    pub fn deeper<T>(&mut self, span: Span, read: impl FnOnce(&mut ReadContext<'_>) -> Option<T>) -> Option<T> {
        if self.depth >= DEEPEST {
            let message = format!("actions and expressions can be nested at most {DEEPEST} levels deep");
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
    /// Whether a key with this value may be left out.
    const OPTIONAL: bool = false;

    /// Reads the part. `None` means that an error was reported.
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Self>;

    /// Writes the part in canonical form. Reading the result gives the same part.
    fn write(&self) -> Value;

    /// The JSON Schema of the part.
    fn schema(defs: &mut Defs) -> Value;

    /// The value if the key is left out and [`OPTIONAL`](Part::OPTIONAL) is true.
    fn absent() -> Option<Self> {
        None
    }

    /// A placeholder for a part that could not be read, so that its surroundings can still be checked.
    fn hole(_span: Span) -> Option<Self> {
        None
    }

    /// Like [`write`](Part::write), or `None` if the key should be left out.
    fn written(&self) -> Option<Value> {
        Some(self.write())
    }
}
