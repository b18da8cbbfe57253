//! Generates `docs/reference/` from the conformance pages and the schema, and fails if it is out of date.

use super::folder;
use rulebook_cgml::page::ASSERTS;
use rulebook_testkit::bless::check_or_bless;
use rulebook_testkit::pages;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const NOTE: &str = "<!-- Written by `RULEBOOK_BLESS=1 cargo nextest run -p rulebook-cgml --test cgml pages`. -->\n";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The folders of pages with their titles in the reference.
const SECTIONS: [(&str, &str); 25] = [
    ("01-principles", "Principles"),
    ("02-architecture", "State, flow and rules"),
    ("03-files", "Files"),
    ("04-meta", "Meta"),
    ("05-imports", "Imports"),
    ("06-selectors", "Selectors"),
    ("07-components", "Components"),
    ("08-setup", "Setup"),
    ("09-flow", "Flow"),
    ("10-rules", "Rules"),
    ("11-refs", "Stored values"),
    ("12-expressions", "Expressions"),
    ("13-actions", "Actions"),
    ("14-cards", "Cards"),
    ("15-ranks", "Ranks"),
    ("16-end", "End of the match"),
    ("17-errors", "Errors and failures"),
    ("18-chance", "Chance"),
    ("19-versions", "Versions"),
    ("20-war", "A complete game"),
    ("a-events", "Events"),
    ("b-filters", "Filters"),
    ("examples", "Examples from the CGML document"),
    ("extensions", "Extensions"),
    ("schema", "Every key"),
];

#[test]
fn the_reference_is_up_to_date_and_in_the_book() {
    let mut sections: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    let read = |page: &pages::Page| {
        let section = page.path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&page.path).map_err(|error| error.to_string())?;
        sections.entry(section).or_default().push((page.path.display().to_string(), text));
        Ok(())
    };
    pages::run(&folder(), &ASSERTS, read).unwrap_or_else(|wrong| panic!("{wrong}"));
    let summary = fs::read_to_string(docs().join("SUMMARY.md")).expect("the summary of the book");
    let mut list = String::new();
    for (name, title) in SECTIONS {
        let text = if name == "schema" {
            format!("{NOTE}{}", schema(title))
        } else {
            let mut pages = sections.remove(name).unwrap_or_else(|| panic!("there are no pages in {name}"));
            pages.sort();
            let pages: Vec<String> = pages.iter().map(|(_, text)| lower(text)).collect();
            format!("{NOTE}# {title}\n\n{}", pages.join("\n"))
        };
        check_or_bless(&docs().join("reference").join(format!("{name}.md")), &text)
            .unwrap_or_else(|wrong| panic!("{wrong}"));
        assert!(summary.contains(&format!("(reference/{name}.md)")), "SUMMARY.md does not have reference/{name}.md");
        let _ = writeln!(list, "- [{title}]({name}.md)");
    }
    assert!(sections.is_empty(), "folders without a title: {:?}", sections.keys());
    let about = "Each page explains one clause with a small program and asserts what happens. A `yaml` block is a program, merged onto the \
                 game in `conformance/cgml/README.md`. A `play` block is a match, line by line. All pages are run as tests. \
                 The line in italics names the clauses of CGML 1.3, as [Conformance](../conformance.md) numbers them. `decision 17` is section 17 of `docs/decisions/0009-cgml.md`. \
                 `extension` marks something that CGML 1.3 does not have.\n";
    let text = format!("{NOTE}# Reference\n\n{about}\n{list}");
    check_or_bless(&docs().join("reference/README.md"), &text).unwrap_or_else(|wrong| panic!("{wrong}"));
}

/// The text of a page for `docs/reference/`: headings are one level deeper, and links are adapted.
fn lower(text: &str) -> String {
    let mut fenced = false;
    let mut lowered = String::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        let hash = if line.starts_with('#') && !fenced { "#" } else { "" };
        let line = if fenced { line.to_owned() } else { linked(line) };
        let _ = writeln!(lowered, "{hash}{line}");
    }
    lowered
}

/// Rewrites a link such as `](../17-errors/limits.md)` to `](17-errors.md)`.
fn linked(line: &str) -> String {
    let mut parts = line.split("](../");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (target, rest) = part.split_once(')').unwrap_or((part, ""));
        let section = target.split('/').next().unwrap_or_default();
        let _ = write!(text, "]({section}.md){rest}");
    }
    text
}

/// The page that lists every map of the language with its keys.
fn schema(title: &str) -> String {
    let schema = rulebook_cgml::syntax::schema();
    let definitions = schema["$defs"].as_object().expect("definitions");
    let mut text = format!(
        "# {title}\n\nGenerated from the schema that `rulebook schema cgml` prints. Keys in bold are required.\n"
    );
    let maps = definitions.iter().filter(|(_, definition)| definition["properties"].is_object());
    // The document first, then its parts, then the actions.
    let rank =
        |name: &str| (name != "Document", name.chars().all(|c| c.is_ascii_uppercase() || c == '_'), name.to_owned());
    let mut maps: Vec<(&String, &Value)> = maps.collect();
    maps.sort_by_key(|(name, _)| rank(name));
    let headings: Vec<&str> = maps.iter().map(|(name, _)| name.as_str()).collect();
    for (name, definition) in &maps {
        let _ = write!(text, "\n## {name}\n\n{}\n\n", cell(definition["description"].as_str().unwrap_or_default()));
        text.push_str("| key | what it holds | |\n|---|---|---|\n");
        let required: Vec<&str> =
            definition["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (key, field) in definition["properties"].as_object().into_iter().flatten() {
            let key = if required.contains(&key.as_str()) { format!("**`{key}`**") } else { format!("`{key}`") };
            let _ = writeln!(
                text,
                "| {key} | {} | {} |",
                holds(field, &headings),
                cell(field["description"].as_str().unwrap_or_default())
            );
        }
    }
    text
}

/// Describes the values of a field. Types in `headings` become links.
fn holds(field: &Value, headings: &[&str]) -> String {
    if let Some(name) = field["$ref"].as_str().and_then(|reference| reference.strip_prefix("#/$defs/")) {
        return match name {
            "Expr" => "an expression".to_owned(),
            "Action" => "an action".to_owned(),
            "CardGroup" => "a card, cards, a product or a template".to_owned(),
            "Who" => "players: a word, a list or an expression".to_owned(),
            name if headings.contains(&name) => format!("[{name}](#{})", name.to_lowercase()),
            name => name.to_owned(),
        };
    }
    if let Some(words) = field["enum"].as_array() {
        let words: Vec<String> = words.iter().filter_map(Value::as_str).map(|word| format!("`{word}`")).collect();
        return words.join(", ");
    }
    if let Some(forms) = field["anyOf"].as_array().or(field["oneOf"].as_array()) {
        let mut forms: Vec<String> =
            forms.iter().map(|form| holds(form, headings)).filter(|form| !form.is_empty()).collect();
        forms.sort_by_key(|form| form.starts_with("a list of "));
        forms.dedup();
        return forms.join(" or ");
    }
    if let Some(word) = field["const"].as_str() {
        return format!("`{word}`");
    }
    let types: Vec<&str> = match &field["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect(),
        name => name.as_str().into_iter().collect(),
    };
    match types.as_slice() {
        ["array"] => match holds(&field["items"], headings).as_str() {
            "" => "a list".to_owned(),
            item => format!("a list of {}", several(item)),
        },
        ["object"] => match &field["additionalProperties"] {
            inner if inner.is_object() => format!("a map from names to {}", several(&holds(inner, headings))),
            _ => "a map".to_owned(),
        },
        ["boolean"] => "yes or no".to_owned(),
        ["integer"] => "a number".to_owned(),
        ["string"] => "text".to_owned(),
        // YAML reads an unquoted name such as `7` or `yes` as a number or a Boolean.
        ["string", "number", "boolean"] => "a name".to_owned(),
        [_, _, ..] => "a constant value".to_owned(),
        _ => String::new(),
    }
}

/// The plural of a description such as `an expression`. Links and names of types stay unchanged.
fn several(item: &str) -> String {
    match item.strip_prefix("a ").or_else(|| item.strip_prefix("an ")) {
        Some(noun) if !noun.contains(' ') || noun == "constant value" => format!("{noun}s"),
        Some(rest) if rest.starts_with("list of ") => rest.replacen("list", "lists", 1),
        _ if item == "text" => "texts".to_owned(),
        _ if item == "a card, cards, a product or a template" => "cards, products and templates".to_owned(),
        _ => item.to_owned(),
    }
}

/// Escapes a text for a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
