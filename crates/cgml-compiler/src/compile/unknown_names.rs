//! Errors for unknown names.

use super::codes;
use crate::syntax::Name;
use rulebook_diag::{Diagnostic, Span, nearest};

/// Maximum number of known names that an error lists if none is similar.
const FEW: usize = 8;

/// The error for an unknown name, with the most similar known name, or with all names if there are few.
pub(super) fn unknown<'c>(
    code: &'static str,
    what: &str,
    name: &Name,
    known: impl IntoIterator<Item = &'c str>,
) -> Diagnostic {
    let found = Diagnostic::error(code, name.span, format!("no {what} is called `{name}`")).label("unknown name");
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(name.as_str(), known.iter().copied()) {
        Some(near) => found.did_you_mean(Some(near), false),
        None if (1..=FEW).contains(&known.len()) => found.help(format!("the names are `{}`", known.join("`, `"))),
        None => found,
    }
}

/// The error for something that belongs to teams, in a game that declares no teams.
pub(super) fn no_teams(span: Span) -> Diagnostic {
    let found = Diagnostic::error(codes::NO_TEAMS, span, "this game has no teams").label("belongs to teams");
    found.help("declare the teams under `components`: `teams: [ { name: red, seats: [0, 2] }, … ]`")
}

/// The error for an undeclared event.
pub(super) fn unknown_event<'c>(name: &Name, known: impl IntoIterator<Item = &'c str>) -> Diagnostic {
    let message = format!("no event is called `{name}`");
    let found = Diagnostic::error(codes::UNKNOWN_EVENT, name.span, message).label("unknown event");
    let dotted = name.text.replace('_', ".");
    match nearest(name.as_str(), known) {
        _ if matches!(dotted.as_str(), "turn.begin" | "turn.end") => found.did_you_mean(Some(&dotted), false),
        Some(near) => found.did_you_mean(Some(near), false),
        None => found.help(format!("declare it under `components.events`: `- {{ name: {name} }}`")),
    }
}
