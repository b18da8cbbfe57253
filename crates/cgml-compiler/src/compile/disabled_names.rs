//! Explains unknown names that a base file declares but another file has disabled.

use super::codes;
use crate::load::{Merged, Override};
use rulebook_diag::{Diagnostics, Sources};

/// The loader's nouns for named entries, each with the codes that report an unknown name.
static NAMES: [(&str, &[&str]); 7] = [
    ("zone", &[codes::UNKNOWN_ZONE]),
    ("deck", &[codes::UNKNOWN_DECK]),
    ("component type", &[codes::UNKNOWN_ZONE, codes::UNKNOWN_DECK]),
    ("variable", &[codes::UNKNOWN_NAME, codes::UNKNOWN_FIELD]),
    ("state", &[codes::UNKNOWN_STATE]),
    ("event", &[codes::UNKNOWN_EVENT]),
    ("team", &[codes::UNKNOWN_PLAYER]),
];

/// A deleted entry: the codes that report its name as unknown, the name, and the override.
type Deleted<'a> = (&'a [&'a str], &'a str, &'a Override);

/// Adds to each unknown name the place where its declaration was disabled. The author of that file may not know that
/// the name is still used.
pub fn tell_deleted(merged: &Merged, sources: &Sources, diags: &mut Diagnostics) {
    let deleted: Vec<Deleted<'_>> = merged.overrides.iter().filter_map(named).collect();
    if deleted.is_empty() {
        return;
    }
    let found = std::mem::take(diags);
    diags.extend(found.into_iter().map(|found| {
        let span = found.primary.span;
        // `diags` may include diagnostics of other documents.
        if !merged.files.iter().any(|loaded| loaded.file == span.file) {
            return found;
        }
        let name = sources.slice(span).trim_matches(['\'', '"']);
        match deleted.iter().rfind(|(told, deleted, _)| told.contains(&found.code) && *deleted == name) {
            Some((_, _, deleted)) => found.secondary(deleted.now, format!("the {} is disabled here", deleted.what)),
            None => found,
        }
    }));
}

fn named(change: &Override) -> Option<Deleted<'_>> {
    let (noun, rest) = change.what.split_once(" `")?;
    let (name, _) = rest.split_once('`')?;
    let (_, told) = NAMES.iter().find(|(known, _)| *known == noun)?;
    change.deleted.then_some((*told, name, change))
}
