//! Parses a text and shows the result in one line.

use rulebook_diag::{Diagnostics, Kind, Limits, Node, Sources, parse};

pub struct Read {
    pub sources: Sources,
    pub node: Option<Node>,
    pub diags: Diagnostics,
}

pub fn read(text: &str) -> Read {
    read_within(text, &Limits::default())
}

pub fn read_within(text: &str, limits: &Limits) -> Read {
    let mut sources = Sources::new();
    let file = sources.add("test.yaml", text);
    let (node, found) = parse(&sources, file, limits);
    Read { sources, node, diags: found.into() }
}

impl Read {
    pub fn tree(&self) -> String {
        self.node.as_ref().map_or("no tree".into(), show)
    }

    /// One text for each diagnostic: its code, and the source text at its place.
    pub fn mistakes(&self) -> Vec<String> {
        let sorted = self.diags.sorted();
        sorted.iter().map(|d| format!("{} {:?}", d.code, self.sources.slice(d.primary.span))).collect()
    }
}

/// A node as text. Decimals end in `d` and text is quoted, so that the kinds can be told apart.
pub fn show(node: &Node) -> String {
    let tag = node.tag.as_ref().map_or(String::new(), |tag| format!("{} ", tag.text));
    let value = match &node.kind {
        Kind::Null => "null".into(),
        Kind::Bool(value) => value.to_string(),
        Kind::Int(value) => value.to_string(),
        Kind::Decimal(text) => format!("{text}d"),
        Kind::Text(text) => format!("{text:?}"),
        Kind::Seq(items) => format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(", ")),
        Kind::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| format!("{}: {}", key.text, show(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    };
    tag + &value
}
