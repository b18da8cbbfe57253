//! Sources, spans, the spanned tree that YAML and JSON share, and coded diagnostics.
//!
//! Everything that reads a file of a game goes the same way: put the text into [`Sources`], [`parse`] it into
//! a tree of [`Node`]s that know where they were written, read the tree with [`Fields`], and let
//! [`Diagnostics`] collect every mistake on the way. An author sees all of them at once, each with a code,
//! the line, and if possible the correction.
//!
//! ```
//! use rulebook_diag::{Diagnostics, Fields, Limits, Paint, Sources, parse};
//!
//! let mut sources = Sources::new();
//! let file = sources.add("meta.yaml", "name: War\nseat: 2\n");
//!
//! let (node, found) = parse(&sources, file, &Limits::default());
//! let mut diags = Diagnostics::from(found);
//! let node = node.expect("the syntax is fine");
//!
//! let mut meta = Fields::of(&node, &mut diags);
//! let name = meta.required("name").text();
//! let seats = meta.optional("seats").int(1..=16_u8);
//! meta.finish(); // what was not asked for is a mistake
//!
//! assert_eq!((name, seats), (Some("War"), None));
//! assert_eq!(diags.to_text(&sources, Paint::Plain), "\
//! error[D0023]: unknown key `seat`
//!  --> meta.yaml:2:1
//!   |
//! 2 | seat: 2
//!   | ^^^^ not known here
//!   |
//! help: did you mean `seats`?
//!   |
//! 2 | seats: 2
//!   |     +
//!
//! 1 error
//! ");
//! ```
//!
//! No IO here: callers read the files and print the reports. No floats: a decimal stays the text it was.
//! No input panics, hangs or exhausts the stack: see [`Limits`].

#![warn(missing_docs)]

pub mod codes;
mod diagnostic;
mod fields;
mod json;
mod map;
mod nearest;
mod node;
mod parse;
mod reader;
mod scalar;
mod source;
mod syntax;
mod tape;
mod text;
mod value;

pub use diagnostic::{Diagnostic, Diagnostics, Label, Severity, Suggestion};
pub use fields::{Fields, Stray};
pub use nearest::nearest;
pub use node::{Key, Kind, Node, Tag};
pub use parse::{Limits, parse};
pub use source::{FileId, Position, Sources, Span};
pub use text::Paint;
pub use value::{Value, is_plain};
