//! Tests the syntax of CGML: typed documents, mistakes, both forms of expressions, and the schema.

mod examples;
mod examples_actions;
mod examples_games;
mod forms;
mod hostile;
mod mistakes;
mod places;
mod schema;
mod strings;
mod whole;

use rulebook_cgml::syntax::{self, Action, Document, Expr};
use rulebook_diag::{Diagnostic, Diagnostics, Limits, Node, Paint, Sources, parse};

/// A text passed through the reader, with its diagnostics.
struct Reading<T> {
    read: T,
    sources: Sources,
    diags: Diagnostics,
}

impl<T> Reading<T> {
    fn of(text: &str, read: impl FnOnce(&Node, &Sources, &mut Diagnostics) -> T) -> Reading<T> {
        let mut sources = Sources::new();
        let file = sources.add("game.cgml", text);
        let (node, found) = parse(&sources, file, &Limits::default());
        let mut diags = Diagnostics::from(found);
        let node = node.unwrap_or_else(|| panic!("not YAML:\n{}", diags.to_text(&sources, Paint::Plain)));
        let read = read(&node, &sources, &mut diags);
        Reading { read, sources, diags }
    }

    /// The result, if there is no diagnostic.
    #[track_caller]
    fn clean(self) -> T {
        assert!(self.diags.is_empty(), "{}", self.diags.to_text(&self.sources, Paint::Plain));
        self.read
    }

    /// The diagnostics: code, the text of the span, and the suggested replacement.
    fn found(&self) -> Vec<(&'static str, &str, Option<&str>)> {
        let sorted = self.diags.sorted().into_iter();
        sorted.map(|d| (d.code, self.sources.slice(d.primary.span), suggestion(d))).collect()
    }
}

fn suggestion(found: &Diagnostic) -> Option<&str> {
    found.suggestion.as_ref().map(|suggestion| suggestion.replacement.as_str())
}

fn document(text: &str) -> Reading<Option<Document>> {
    Reading::of(text, syntax::read)
}

fn expr(yaml: &str) -> Reading<Expr> {
    Reading::of(yaml, syntax::read_expr)
}

fn action(yaml: &str) -> Reading<Option<Action>> {
    Reading::of(yaml, syntax::read_action)
}

/// Reads an expression string between quotes, as in a file.
fn string(text: &str) -> Reading<Expr> {
    expr(&serde_json::Value::from(text).to_string())
}

/// A tree as text, without its spans. A default that is left out equals the same value written out.
fn shape(tree: &impl std::fmt::Debug) -> String {
    let mut shape = String::new();
    let debug = format!("{tree:?}");
    let mut rest = debug.as_str();
    while let Some(at) = rest.find("Span { ") {
        shape.push_str(&rest[..at]);
        rest = rest[at..].split_once("end: ").and_then(|(_, end)| end.split_once(" }")).expect("a span").1;
    }
    (shape + rest).replace("span: Some()", "span: ").replace("span: None", "span: ")
}
