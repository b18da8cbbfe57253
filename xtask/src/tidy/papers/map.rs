//! Checks that the map in `ARCHITECTURE.md` has every crate: in the diagram, at its row, and in the table below it.

use super::Finding;
use crate::tidy::rows;

const PAGE: &str = "ARCHITECTURE.md";

pub fn judge(text: Option<&str>) -> Vec<Finding> {
    // The check of links reports a missing page.
    let Some(text) = text else { return Vec::new() };
    rows::all().flat_map(|(name, row)| missing(text, name, row)).collect()
}

/// The parts of the map that lack this crate.
fn missing(text: &str, name: &str, row: u8) -> Vec<Finding> {
    let mut errors = Vec::new();
    let line = text.lines().find(|line| line.strip_prefix(&row.to_string()).is_some_and(|rest| rest.starts_with("  ")));
    if !line.is_some_and(|line| line.split_whitespace().any(|word| word == name)) {
        errors.push(Finding::of(PAGE, format!("the diagram lacks the crate `{name}` in row {row}")));
    }
    // One row of the table is about all crates `host-…`.
    let family = name.split_once('-').map_or_else(|| name.to_owned(), |(family, _)| format!("{family}-*"));
    let named = [format!("| `{name}` "), format!("| `{name}/` "), format!("| `{family}` ")];
    if !text.lines().any(|line| named.iter().any(|cell| line.starts_with(cell))) {
        errors.push(Finding::of(PAGE, format!("the table of crates has no row for `{name}`")));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str =
        "6  host-cgml  one family\n4  cgml   bots   the families\n\n| `cgml` | YAML |\n| `host-*` | bots |\n";

    #[test]
    fn a_crate_at_its_row_with_a_line_of_the_table_passes() {
        assert!(missing(MAP, "cgml", 4).is_empty() && missing(MAP, "host-cgml", 6).is_empty());
        assert!(judge(None).is_empty());
    }

    #[test]
    fn a_crate_that_is_missing_or_at_another_row_is_an_error() {
        let told = |name, row| missing(MAP, name, row).iter().map(Finding::to_string).collect::<Vec<_>>();
        assert!(told("bots", 4)[0].contains("no row for `bots`"), "{:?}", told("bots", 4));
        assert!(told("cgml", 6)[0].contains("lacks the crate `cgml` in row 6"), "{:?}", told("cgml", 6));
        assert_eq!(told("mtg-cards", 3).len(), 2);
    }
}
