//! The ids of players: as `meta.players.ids` has them (extension), else `p1`, `p2`, …
//!
//! An id is what rules call a player. What people read is `p2` whatever the id: there tables put the name of who sits there.

use super::codes;
use crate::syntax::{Document, Players, Word};
use rulebook_diag::Diagnostic;

/// What a seat is called where nobody has named it.
pub(super) fn plain(seat: usize) -> String {
    format!("p{}", seat + 1)
}

/// The ids that a document gives.
fn given(players: &Players) -> &[Word] {
    players.ids.as_deref().unwrap_or_default()
}

/// Does the document name players?
pub(super) fn are_given(players: &Players) -> bool {
    !given(players).is_empty()
}

/// The id of a seat.
pub(super) fn id(players: &Players, seat: usize) -> String {
    given(players).get(seat).map_or_else(|| plain(seat), |id| id.as_str().to_owned())
}

/// The ids of all who can play.
pub(super) fn all(players: &Players) -> Vec<String> {
    (0..usize::from(players.max.value)).map(|seat| id(players, seat)).collect()
}

/// Tells of ids that cannot be: one of two players, too many, the plain one of another seat. Too few are a warning.
pub(super) fn check(document: &Document, found: &mut Vec<Diagnostic>) {
    let players = &document.meta.players;
    let most = usize::from(players.max.value);
    let Some(ids) = &players.ids else { return };
    for (seat, id) in ids.iter().enumerate() {
        if let Some(first) = ids[..seat].iter().find(|other| other.text == id.text) {
            let message = format!("two players have the id `{}`", id.text);
            let again = Diagnostic::error(codes::TWICE, id.span, message).label("again here");
            found.push(again.secondary(first.span, "first here"));
        } else if seat >= most {
            let message = format!("there is no player for the id `{}`: at most {most} can play", id.text);
            found.push(Diagnostic::error(codes::PLAYERS, id.span, message).label("one too many"));
        } else if id.text != plain(seat) && is_plain(&id.text) {
            let message = format!("`{}` cannot be the id of player {}", id.text, seat + 1);
            let clash = Diagnostic::error(codes::RESERVED, id.span, message).label("what another seat is called");
            found.push(clash.help("texts call the seats `p1`, `p2` and so on"));
        } else if let Some(team) = document.components.teams.iter().find(|team| team.name.text == id.text) {
            let message = format!("a player and a team are called `{}`", id.text);
            found.push(Diagnostic::error(codes::TWICE, id.span, message).secondary(team.name.span, "the team is here"));
        }
    }
    if ids.len() < most {
        let span = ids.last().map_or(players.span, |id| id.span);
        let rest: Vec<String> = (ids.len()..most).map(|seat| format!("`{}`", plain(seat))).collect();
        let message = format!("{} of {most} players have an id: the rest are {}", ids.len(), rest.join(", "));
        found.push(Diagnostic::warning(codes::PLAYERS, span, message).label("too few"));
    }
}

/// Could a seat without a name be called so?
fn is_plain(id: &str) -> bool {
    id.strip_prefix('p').is_some_and(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()))
}
