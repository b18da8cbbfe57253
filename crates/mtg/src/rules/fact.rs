//! Facts: the events of a match, for the log and for players.

use super::compiled_cards::DefId;
use super::state::TurnStep;
use rulebook_kernel::Seat;
use serde::{Deserialize, Serialize};

/// One event of a match, as it is logged and shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fact {
    /// A fact about cards on the table.
    Table(rulebook_table::Fact),
    /// Any other event. It is public.
    Note(Note),
}

impl From<rulebook_table::Fact> for Fact {
    fn from(fact: rulebook_table::Fact) -> Fact {
        Fact::Table(fact)
    }
}

/// A public event. A `DefId` names a card by its index among the compiled cards.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// A turn began. Holds the active seat and the number of the turn.
    Turn(Seat, u16),
    /// A step began.
    Step(TurnStep),
    /// A seat took a mulligan.
    Mulligan(Seat),
    /// A seat kept its hand.
    Keeps(Seat),
    /// The new life total of a seat.
    Life(Seat, i32),
    /// A land was played.
    Land(Seat, DefId),
    /// A spell was cast.
    Cast(Seat, DefId),
    /// An ability was activated.
    Activated(Seat, DefId),
    /// An ability triggered.
    Triggered(Seat, DefId),
    /// A spell or ability begins to resolve.
    Resolves(DefId),
    /// A spell or ability did not resolve, because all its targets were illegal.
    Fizzled(DefId),
    /// A spell or ability was countered.
    Countered(DefId),
    /// A creature attacks.
    Attacks(DefId),
    /// The first creature blocks the second.
    Blocks(DefId, DefId),
    /// A source dealt this much damage. Only old logs have this event, which lacks the recipient. Since `semantics` 4,
    /// `Hits` replaces it.
    Damage(DefId, i32),
    /// A token was created.
    TokenMade(Seat, DefId),
    /// A token ceased to exist. Holds its owner and its index among the owner's tokens.
    TokenGone(Seat, u16),
    /// A source dealt this much damage to a player or permanent.
    Hits(DefId, HitRecipient, i32),
}

/// The recipient of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum HitRecipient {
    /// A player.
    Seat(Seat),
    /// A permanent with this definition.
    Permanent(DefId),
}
