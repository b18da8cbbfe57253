//! Prints a tree as canonical YAML. Tests and `check --explain` use this form, and it stores a merged game as one file.

use std::fmt::Write as _;

use rulebook_diag::{Key, Kind, Node};

/// Longest key that is written before its `:`, in bytes. YAML allows at most 1024 characters.
const LONGEST_KEY: usize = 1000;

/// Prints the tree as block YAML. Parsing the result gives the same tree, except for spans and quotes.
pub fn print(node: &Node) -> String {
    let mut text = String::new();
    value(node, 0, &mut text);
    if text.starts_with('\n') {
        text.remove(0);
    }
    text
}

/// Writes the value after a `key:` or a `-`: a scalar and a line break, or a block on the following lines.
fn value(node: &Node, indent: usize, out: &mut String) {
    let tag = node.tag.as_ref().map(|tag| tag.text.as_str());
    let is_inline = !matches!(&node.kind, Kind::Seq(items) if !items.is_empty())
        && !matches!(&node.kind, Kind::Map(entries) if !entries.is_empty());
    let space = if out.is_empty() || out.ends_with(['\n', ' ']) { "" } else { " " };
    if let Some(tag) = tag {
        let _ = write!(out, "{space}{tag}");
    }
    if is_inline {
        let space = if tag.is_some() { " " } else { space };
        let _ = writeln!(out, "{space}{}", inline(node));
        return;
    }
    out.push('\n');
    block(node, indent, out);
}

fn block(node: &Node, indent: usize, out: &mut String) {
    match &node.kind {
        Kind::Seq(items) => {
            for item in items {
                let _ = write!(out, "{:indent$}-", "");
                let start = out.len();
                value(item, indent + 2, out);
                // Write `- a: 1` instead of the dash on a line of its own.
                let lead = format!("\n{:width$}", "", width = indent + 2);
                if out[start..].starts_with(&lead) {
                    out.replace_range(start..start + lead.len(), " ");
                }
            }
        }
        Kind::Map(entries) => {
            for (key, item) in entries {
                let name = scalar(&key.text);
                match name.len() > LONGEST_KEY {
                    true => write!(out, "{:indent$}? {name}\n{:indent$}:", "", ""),
                    false => write!(out, "{:indent$}{name}:", ""),
                }
                .unwrap_or_default();
                value(item, indent + 2, out);
            }
        }
        _ => {}
    }
}

fn inline(node: &Node) -> String {
    match &node.kind {
        Kind::Seq(_) => "[]".into(),
        Kind::Map(_) => "{}".into(),
        Kind::Text(text) => scalar(text),
        // Always write `null`, because an empty value is not valid everywhere.
        Kind::Null => "null".into(),
        Kind::Bool(_) | Kind::Int(_) | Kind::Decimal(_) => node.scalar().unwrap_or_default().to_owned(),
    }
}

/// Writes `text` plain if every YAML reader reads it as text, otherwise in double quotes.
fn scalar(text: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '/' | '$');
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'))
        && text.ends_with(is_word)
        && text.chars().all(|c| is_word(c) || c == ' ')
        && !["null", "true", "false"].contains(&text.to_ascii_lowercase().as_str());
    if plain { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        let _ = match c {
            '"' | '\\' => write!(out, "\\{c}"),
            '\n' => write!(out, "\\n"),
            '\t' => write!(out, "\\t"),
            // Escape the line breaks that only some YAML readers know, and the byte order mark.
            '\u{2028}' | '\u{2029}' | '\u{feff}' => write!(out, "\\u{:04x}", c as u32),
            c if c.is_control() => write!(out, "\\u{:04x}", c as u32),
            c => write!(out, "{c}"),
        };
    }
    out.push('"');
    out
}

/// Whether two trees are equal except for spans and quotes.
pub fn same(a: &Node, b: &Node) -> bool {
    let key = |key: &Key| key.text.clone();
    let tag = |node: &Node| node.tag.as_ref().map(|tag| tag.text.clone());
    tag(a) == tag(b)
        && match (&a.kind, &b.kind) {
            (Kind::Seq(a), Kind::Seq(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
            (Kind::Map(a), Kind::Map(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| key(&a.0) == key(&b.0) && same(&a.1, &b.1))
            }
            (Kind::Null, Kind::Null) => true,
            _ => a.kind == b.kind && a.scalar() == b.scalar(),
        }
}
