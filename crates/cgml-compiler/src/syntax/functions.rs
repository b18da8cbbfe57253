//! Functions (extension): named expressions with parameters.

use rulebook_diag::{Diagnostic, Key, Node, Span, Value as Reader};
use serde_json::{Map, Value, json};

use super::codes;
use super::expr::{Expr, Op, is_reserved};
use super::name::{Name, is_word};
use super::part::{Part, ReadContext};
use super::schema::Defs;

/// A function: `rank_of(cards): "max(map(cards, rank_value($.card)))"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name of the function.
    pub name: Name,
    /// The parameters. The body reads each by its name.
    pub params: Vec<Name>,
    /// The expression that computes the result.
    pub body: Expr,
}

/// The functions of a document, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Functions(pub Vec<Function>);

impl Functions {
    /// The number of the function with this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|function| function.name.text == name)
    }
}

/// The names of the functions that a document declares, also of functions that cannot be read.
pub(crate) fn declared(root: &Node) -> Vec<String> {
    let entries = root.get("functions").and_then(Node::as_map).unwrap_or_default();
    entries.iter().filter_map(|(key, _)| Some(key.text.split('(').next()?.trim().to_owned())).collect()
}

impl Part for Functions {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Functions> {
        let entries = Reader::of(node, cx.diags).map()?;
        let mut all: Vec<Function> = Vec::new();
        for (key, body) in entries {
            let Some((name, params)) = heading(key, cx) else { continue };
            if let Some(known) = all.iter().find(|known| known.name.text == name.text) {
                let message = format!("two functions are called `{name}`");
                let found = Diagnostic::error(codes::BAD_NAME, name.span, message);
                let found = found.secondary(known.name.span, "first declaration");
                cx.report(found.help("to replace a function of another file, give it the same parameters"));
                continue;
            }
            cx.bound = params.iter().map(|param| param.text.clone()).collect();
            let body = Expr::read(body, cx).unwrap_or_else(|| Expr::blank(body.span));
            cx.bound.clear();
            all.push(Function { name, params, body });
        }
        Some(Functions(all))
    }

    fn write(&self) -> Value {
        let written = self.0.iter().map(|Function { name, params, body }| {
            let params: Vec<&str> = params.iter().map(Name::as_str).collect();
            (format!("{name}({})", params.join(", ")), body.write())
        });
        Value::Object(written.collect::<Map<String, Value>>())
    }

    fn schema(defs: &mut Defs) -> Value {
        // A name, then names in parentheses, separated by commas.
        let word = r"[^ -@\[-\^`\{-~][^ -/:-@\[-\^`\{-~]*";
        json!({
            "type": "object",
            "propertyNames": { "pattern": format!(r"^{word} *\( *({word} *(, *{word} *)*)?\)$") },
            "additionalProperties": Expr::schema(defs),
        })
    }

    fn hole(_: Span) -> Option<Functions> {
        Some(Functions::default())
    }

    fn written(&self) -> Option<Value> {
        (!self.0.is_empty()).then(|| self.write())
    }
}

/// Reads `name(a, b)`. Reports a heading that cannot be read, and returns `None`.
fn heading(key: &Key, cx: &mut ReadContext<'_>) -> Option<(Name, Vec<Name>)> {
    let text = key.text.as_str();
    let help = "write the name and its parameters, such as `worth(cards, bonus): …`";
    let inner = text.split_once('(').and_then(|(name, rest)| Some((name, rest.trim_end().strip_suffix(')')?)));
    let Some((name, inner)) = inner else {
        let message = format!("`{text}` has no parameters in parentheses");
        cx.report(Diagnostic::error(codes::BAD_NAME, key.span, message).label("not a function").help(help));
        return None;
    };
    // A key that is written as it is read has a span for each part.
    let width = (key.span.end - key.span.start) as usize;
    let quote = usize::from(key.quoted);
    let exact = width == text.len() + 2 * quote;
    let mut from = 0;
    let mut part = |part: &str| {
        let word = part.trim();
        let at = from + text[from..].find(word).unwrap_or_default();
        from = at + word.len();
        if !exact || word.is_empty() {
            return Name::new(word, key.span);
        }
        let start = key.span.start + (quote + at) as u32;
        Name::new(word, Span { start, end: start + word.len() as u32, ..key.span })
    };
    let name = part(name);
    let params: Vec<Name> = if inner.trim().is_empty() { Vec::new() } else { inner.split(',').map(part).collect() };
    let mut fine = true;
    for word in std::iter::once(&name).chain(&params) {
        let message = if !is_word(&word.text) {
            format!("`{word}` is not a valid name")
        } else if params.iter().filter(|other| other.text == word.text).count() > 1 {
            format!("two parameters are called `{word}`")
        } else if word.text == "item" || Op::named(&word.text).is_some() || is_reserved(&word.text) {
            format!("`{word}` is already a word of the language")
        } else {
            continue;
        };
        cx.report(Diagnostic::error(codes::BAD_NAME, word.span, message).label("choose another name").help(help));
        fine = false;
    }
    fine.then_some((name, params))
}
