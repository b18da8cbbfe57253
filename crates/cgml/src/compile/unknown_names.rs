//! Names that do not exist.

use super::codes;
use crate::syntax::Name;
use rulebook_diag::{Diagnostic, nearest};

/// As many names are told where none is near.
const FEW: usize = 8;

/// The mistake of a name that does not exist, with the nearest that does, or with all if they are few.
pub(super) fn unknown<'c>(
    code: &'static str,
    what: &str,
    name: &Name,
    known: impl IntoIterator<Item = &'c str>,
) -> Diagnostic {
    let found = Diagnostic::error(code, name.span, format!("there is no {what} `{name}`")).label("not known");
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(name.as_str(), known.iter().copied()) {
        Some(near) => found.did_you_mean(Some(near), false),
        None if (1..=FEW).contains(&known.len()) => found.help(format!("there are `{}`", known.join("`, `"))),
        None => found,
    }
}

/// The mistake of an event that is not declared.
pub(super) fn unknown_event<'c>(name: &Name, known: impl IntoIterator<Item = &'c str>) -> Diagnostic {
    let message = format!("there is no event `{name}`");
    let found = Diagnostic::error(codes::UNKNOWN_EVENT, name.span, message).label("not known");
    let dotted = name.text.replace('_', ".");
    match nearest(name.as_str(), known) {
        _ if matches!(dotted.as_str(), "turn.begin" | "turn.end") => found.did_you_mean(Some(&dotted), false),
        Some(near) => found.did_you_mean(Some(near), false),
        None => found.help(format!("declare it under `components.events`: `- {{ name: {name} }}`")),
    }
}
