//! `cgml_version` (CGML 3.1, 19), and automatic corrections of older forms.

use rulebook_diag::{Diagnostic, Diagnostics, Kind, Node, Sources, Span};

use super::codes;

/// The version of CGML that this engine supports.
pub const VERSION: &str = "1.3";

/// The older versions that are read like the current one, with a warning.
const OLD_VERSIONS: [&str; 2] = ["1.1", "1.2"];

/// Keys whose values are text for people and are not checked for old forms.
const PROSE: [&str; 7] = ["meta", "description", "prompt", "label", "title", "text", "reason"];

/// The keys of [`PROSE`] whose texts may contain values in braces.
const WITH_VALUES: [&str; 5] = ["prompt", "label", "title", "text", "reason"];

/// Reports the deprecated forms of one file, each with a correction. Renames forms that only got a new name, so that
/// later stages know only the new name.
pub(super) fn modernise(node: &mut Node, sources: &Sources, diags: &mut Diagnostics) {
    if let Kind::Map(entries) = &mut node.kind
        && let Some((_, version)) = entries.iter_mut().find(|(key, _)| key.text == "cgml_version")
    {
        check_version(version, diags);
    }
    forms(node, sources, diags);
}

/// Reports a merged game without `cgml_version`. Fragments do not need it.
pub(super) fn require(node: &Node, sources: &Sources, diags: &mut Diagnostics) {
    if node.get("cgml_version").is_some() {
        return;
    }
    let at = Span { end: node.span.start, ..node.span };
    let found = Diagnostic::error(codes::VERSION_MISSING, at, "the game has no `cgml_version`")
        .help(format!("add the version of the language: `cgml_version: \"{VERSION}\"`"));
    let is_block = !sources.slice(node.span).starts_with('{');
    let at_margin = sources.position(at.file, at.start).column == 1;
    diags.push(match is_block && at_margin {
        true => found.suggest(at, format!("cgml_version: \"{VERSION}\"\n")),
        false => found,
    });
}

fn check_version(version: &mut Node, diags: &mut Diagnostics) {
    let span = version.span;
    match version.scalar() {
        Some(VERSION) => {}
        Some(old) if OLD_VERSIONS.contains(&old) => {
            diags.push(
                Diagnostic::warning(codes::VERSION_OLD, span, format!("this file is written for CGML {old}"))
                    .label("read as CGML 1.3")
                    .help("run `rulebook fix` to update it")
                    .suggest(span, format!("\"{VERSION}\"")),
            );
            *version = Node::new(Kind::Text(VERSION.into()), span);
        }
        Some(other) => {
            let shown: String = other.chars().take(40).collect();
            let message = format!("this engine does not support CGML `{shown}`");
            diags.push(
                Diagnostic::error(codes::VERSION_UNKNOWN, span, message)
                    .label("unknown version")
                    .help(format!("write `\"{VERSION}\"` and run `rulebook check`")),
            );
        }
        None => {
            let message = format!("`cgml_version` must be a version number, not {}", version.describe());
            diags.push(Diagnostic::error(codes::VERSION_UNKNOWN, span, message).help(format!("write `\"{VERSION}\"`")));
            *version = Node::new(Kind::Text(VERSION.into()), span);
        }
    }
}

fn forms(node: &mut Node, sources: &Sources, diags: &mut Diagnostics) {
    match &mut node.kind {
        Kind::Map(entries) => {
            for (key, value) in entries {
                if key.text == "action" && value.as_text() == Some(OLD_NAME) {
                    diags.push(old_action(value, sources));
                    value.kind = Kind::Text(NEW_NAME.into());
                } else if !PROSE.contains(&key.text.as_str()) || is_operand(&key.text, value) {
                    forms(value, sources, diags);
                } else if WITH_VALUES.contains(&key.text.as_str())
                    && value.as_text().is_some_and(|text| text.contains(OLD_ROOT))
                {
                    old_roots(value.span, true, sources, diags);
                }
            }
        }
        Kind::Seq(items) => items.iter_mut().for_each(|item| forms(item, sources, diags)),
        Kind::Text(text) if text.contains(OLD_ROOT) && node.tag.is_none() => {
            old_roots(node.span, false, sources, diags);
        }
        _ => {}
    }
}

/// Whether a key of [`PROSE`] has an operand in place of a text.
fn is_operand(key: &str, value: &Node) -> bool {
    WITH_VALUES.contains(&key) && value.as_map().is_some()
}

const OLD_NAME: &str = "SET_GAME_STATE";
const NEW_NAME: &str = "SET_STATE";
const OLD_ROOT: &str = "$.shared_zones";
const NEW_ROOT: &str = "$.zones";

/// The deprecated alias `SET_GAME_STATE` (CGML 19), to be removed in 1.4.
fn old_action(value: &Node, sources: &Sources) -> Diagnostic {
    let found = Diagnostic::warning(codes::OLD_ACTION, value.span, "`SET_GAME_STATE` is now called `SET_STATE`")
        .label("deprecated")
        .help("run `rulebook fix` to rename it");
    match occurrences(value.span, OLD_NAME, sources).next() {
        Some(span) => found.suggest(span, NEW_NAME),
        None => found,
    }
}

/// Reports each `$.shared_zones` in a text, so that each is corrected (CGML 6.1). `in_braces` marks a text for people,
/// in which only occurrences between braces count.
fn old_roots(span: Span, in_braces: bool, sources: &Sources, diags: &mut Diagnostics) {
    let is_meant = |at: &Span| {
        let before = &sources.text(at.file)[span.start as usize..at.start as usize];
        !in_braces || before.rfind('{') > before.rfind('}')
    };
    let is_whole = |at: &Span| {
        let rest = &sources.text(at.file)[at.end as usize..];
        !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
    };
    diags.extend(occurrences(span, OLD_ROOT, sources).filter(is_whole).filter(is_meant).map(|at| {
        Diagnostic::error(codes::OLD_ROOT, at, "`$.shared_zones` does not exist")
            .label("shared zones are under `$.zones`")
            .help("run `rulebook fix` to rename it")
            .suggest(at, NEW_ROOT)
    }));
}

/// The spans of a word in the source of `span`. Empty if the word is written with escapes, because such a word cannot
/// be replaced.
fn occurrences(span: Span, word: &'static str, sources: &Sources) -> impl Iterator<Item = Span> {
    let found = sources.slice(span).match_indices(word);
    found.map(move |(at, _)| {
        let start = span.start as usize + at;
        Span::new(span.file, start..start + word.len())
    })
}
