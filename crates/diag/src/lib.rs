//! Source files, spans, the tree of a parsed YAML or JSON file or of a sheet, and diagnostics with codes.
//!
//! All code that reads a game file follows these steps:
//!
//! 1. Add the text to [`Sources`].
//! 2. [`parse`] it into a tree of [`Node`]s with spans.
//! 3. Read the tree with [`Fields`].
//! 4. Collect every mistake in [`Diagnostics`].
//!
//! The author sees all mistakes at once. Each has a code, a line, and a suggested correction if there is one.
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
//! meta.finish(); // reports keys that were not read
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
//! This crate does no IO: callers read the files and print the reports. It uses no floats: a decimal number keeps its
//! text. No input makes it panic, run without end or overflow the stack, because [`Limits`] bounds every resource.

#![warn(missing_docs)]

mod alias_replay;
pub mod codes;
mod diagnostic;
mod fields;
mod json;
mod map;
mod nearest;
mod node;
mod not_json;
mod parse;
mod reader;
mod scalar;
mod sheet;
mod source;
mod syntax;
mod text;
mod value;

pub use diagnostic::{Diagnostic, Diagnostics, Label, Severity, Suggestion};
pub use fields::{Fields, StrayKey};
pub use nearest::nearest;
pub use node::{Key, Kind, Node, Tag};
pub use not_json::NOT_JSON;
pub use parse::{Limits, parse, parse_json};
pub use sheet::parse_sheet;
pub use source::{FileId, Position, Sources, Span};
pub use text::Paint;
pub use value::{Value, is_plain, plain};
