//! Defines the refusals that several handlers send.

use rulebook_kernel::Seat;
use rulebook_room::{Refusal, RefusalCode};

/// The refusal if the store cannot be read.
pub(crate) fn cannot_read() -> Refusal {
    Refusal::new(RefusalCode::Unavailable, "The server cannot read its data now. Try again.")
}

/// The refusal if the store cannot be written.
pub(crate) fn cannot_save() -> Refusal {
    Refusal::new(RefusalCode::Unavailable, "The server cannot save this now. Try again.")
}

/// The refusal if the rules of a match cannot be loaded.
pub(crate) fn no_rules() -> Refusal {
    Refusal::new(RefusalCode::Unavailable, "The rules of this game cannot be loaded now. Try again.")
}

/// The refusal after the rules of a match have panicked.
pub(crate) fn rules_failed() -> Refusal {
    Refusal::new(RefusalCode::Unavailable, "The rules of this game failed.")
}

/// The refusal if a table does not answer in time.
pub(crate) fn no_response() -> Refusal {
    Refusal::new(RefusalCode::Unavailable, "This table does not respond. Try again.")
}

/// The refusal for a sender who exceeds a rate limit.
pub(crate) fn too_fast() -> Refusal {
    Refusal::new(RefusalCode::NotAllowed, "Too many requests. Wait a moment.")
}

/// The refusal for a token that is unknown, or whose owner has left the seat.
pub(crate) fn invalid_link() -> Refusal {
    Refusal::new(RefusalCode::NotYours, "This link is not valid here.")
}

/// The refusal for a spectator who wants to watch a table that does not allow spectators.
pub(crate) fn no_spectators() -> Refusal {
    Refusal::new(RefusalCode::NotAllowed, "This table does not allow spectators.")
}

/// The refusal for a host who wants to play at a table with the god view.
pub(crate) fn host_sees_all() -> Refusal {
    Refusal::new(RefusalCode::NotYours, "The host of this table may see all cards, so the host cannot play.")
}

/// The refusal for a spectator who wants to react.
pub(crate) fn only_players_react() -> Refusal {
    Refusal::new(RefusalCode::NotYours, "Only players can react.")
}

/// The refusal for a request for a log, if the match has no log yet.
pub(crate) fn not_started() -> Refusal {
    Refusal::new(RefusalCode::WrongPhase, "The game has not started.")
}

/// The refusal for a request that repeats the key of another request.
pub(crate) fn used_key() -> Refusal {
    Refusal::new(RefusalCode::Malformed, "That key was used for another request.")
}

/// The seat with this number.
///
/// # Errors
/// A refusal if no table can have a seat with this number.
pub(crate) fn seat(number: u8) -> Result<Seat, Refusal> {
    Seat::try_from(number).map_err(|why| Refusal::new(RefusalCode::Malformed, why))
}

pub(crate) fn too_many_spectators() -> Refusal {
    Refusal::new(RefusalCode::NotAllowed, "Too many connections from your address watch this table.")
}
