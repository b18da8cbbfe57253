//! Names that do not exist.

use super::codes;
use crate::syntax::Name;
use rulebook_diag::{Diagnostic, nearest};

/// The mistake of a name that does not exist, with the nearest that does.
pub(super) fn unknown<'c>(
    code: &'static str,
    what: &str,
    name: &Name,
    known: impl IntoIterator<Item = &'c str>,
) -> Diagnostic {
    let found = Diagnostic::error(code, name.span, format!("there is no {what} `{name}`")).label("not known");
    found.did_you_mean(nearest(name.as_str(), known), false)
}

/// The mistake of an event that is not declared.
pub(super) fn unknown_event<'c>(name: &Name, known: impl IntoIterator<Item = &'c str>) -> Diagnostic {
    let message = format!("there is no event `{name}`");
    let found = Diagnostic::error(codes::UNKNOWN_EVENT, name.span, message).label("not known");
    match nearest(name.as_str(), known) {
        Some(near) => found.did_you_mean(Some(near), false),
        None => found.help(format!("declare it under `components.events`: `- {{ name: {name} }}`")),
    }
}
