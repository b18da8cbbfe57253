//! Names that are not known because another file disabled what they mean.

use super::codes;
use crate::load::{Merged, Override};
use rulebook_diag::{Diagnostics, Sources};

/// What the loader calls the things that have names, and how a name is told that none of them has.
static NAMES: [(&str, &[&str]); 7] = [
    ("zone", &[codes::UNKNOWN_ZONE]),
    ("deck", &[codes::UNKNOWN_DECK]),
    ("component type", &[codes::UNKNOWN_ZONE, codes::UNKNOWN_DECK]),
    ("variable", &[codes::UNKNOWN_NAME, codes::UNKNOWN_FIELD]),
    ("state", &[codes::UNKNOWN_STATE]),
    ("event", &[codes::UNKNOWN_EVENT]),
    ("team", &[codes::UNKNOWN_PLAYER]),
];

/// Something that was deleted: how it is told that there is none, its name, where.
type Deleted<'a> = (&'a [&'a str], &'a str, &'a Override);

/// Says of names that are not known where what they mean was disabled: whoever disables it does not see who uses it.
pub fn tell_deleted(merged: &Merged, sources: &Sources, diags: &mut Diagnostics) {
    let deleted: Vec<Deleted<'_>> = merged.overrides.iter().filter_map(named).collect();
    if deleted.is_empty() {
        return;
    }
    let found = std::mem::take(diags);
    diags.extend(found.into_iter().map(|found| {
        let span = found.primary.span;
        // Others may report to the same place.
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
