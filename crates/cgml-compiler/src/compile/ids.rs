//! The ids of players: from `meta.players.ids` (extension), else `p1`, `p2`, …
//!
//! Rules use the id of a player. Messages use `p2` whatever the id; a table shows the name of the person instead.

use super::codes;
use crate::syntax::{Document, Players, Word};
use rulebook_diag::Diagnostic;

/// The default name of a seat.
pub(super) fn plain(seat: usize) -> String {
    format!("p{}", seat + 1)
}

/// The ids in the document.
fn given(players: &Players) -> &[Word] {
    players.ids.as_deref().unwrap_or_default()
}

/// Whether the document names its players.
pub(super) fn are_given(players: &Players) -> bool {
    !given(players).is_empty()
}

/// The id of a seat.
pub(super) fn id(players: &Players, seat: usize) -> String {
    given(players).get(seat).map_or_else(|| plain(seat), |id| id.as_str().to_owned())
}

/// The ids of all possible players.
pub(super) fn all(players: &Players) -> Vec<String> {
    (0..usize::from(players.max.value)).map(|seat| id(players, seat)).collect()
}

/// Reports invalid ids: a duplicate, one too many, or the default name of another seat. Too few ids are a warning.
pub(super) fn check(document: &Document, found: &mut Vec<Diagnostic>) {
    let players = &document.meta.players;
    let most = usize::from(players.max.value);
    let Some(ids) = &players.ids else { return };
    for (seat, id) in ids.iter().enumerate() {
        if let Some(first) = ids[..seat].iter().find(|other| other.text == id.text) {
            let message = format!("two players have the id `{}`", id.text);
            let again = Diagnostic::error(codes::TWICE, id.span, message).label("second use");
            found.push(again.secondary(first.span, "first use"));
        } else if seat >= most {
            let message = format!("the id `{}` has no player, because at most {most} can play", id.text);
            found.push(Diagnostic::error(codes::PLAYERS, id.span, message).label("too many ids"));
        } else if id.text != plain(seat) && is_plain(&id.text) {
            let message = format!("`{}` cannot be the id of player {}", id.text, seat + 1);
            let clash = Diagnostic::error(codes::RESERVED, id.span, message).label("the name of another seat");
            found.push(clash.help("messages call the seats `p1`, `p2` and so on"));
        } else if let Some(team) = document.components.teams.iter().find(|team| team.name.text == id.text) {
            let message = format!("a player and a team are both called `{}`", id.text);
            found.push(Diagnostic::error(codes::TWICE, id.span, message).secondary(team.name.span, "the team is here"));
        }
    }
    if ids.len() < most {
        let span = ids.last().map_or(players.span, |id| id.span);
        let rest: Vec<String> = (ids.len()..most).map(|seat| format!("`{}`", plain(seat))).collect();
        let message =
            format!("only {} of {most} players have an id; the ids of the rest are {}", ids.len(), rest.join(", "));
        found.push(Diagnostic::warning(codes::PLAYERS, span, message).label("too few ids"));
    }
}

/// Whether a seat without an id could have this name.
fn is_plain(id: &str) -> bool {
    id.strip_prefix('p').is_some_and(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()))
}
