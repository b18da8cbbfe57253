//! Facts: the events of a match, for the log and for players.

use super::compiled_cards::DefId;
use super::state::TurnStep;
use rulebook_kernel::Seat;
use serde::{Deserialize, Serialize};

/// A fact of a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fact {
    /// A fact about cards on the table.
    Table(rulebook_table::Fact),
    /// Any other fact; it is public.
    Note(Note),
}

impl From<rulebook_table::Fact> for Fact {
    fn from(fact: rulebook_table::Fact) -> Fact {
        Fact::Table(fact)
    }
}

/// A public fact. A card is given by its index in the compiled cards.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// A turn began: the active seat and the number of the turn.
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
    /// A spell or ability resolves.
    Resolves(DefId),
    /// All targets of a spell or ability were illegal.
    Fizzled(DefId),
    /// A spell or ability was countered.
    Countered(DefId),
    /// A creature attacks.
    Attacks(DefId),
    /// The first creature blocks the second.
    Blocks(DefId, DefId),
    /// A source dealt this much damage. Only logs before `semantics` 4 have this fact, which lacks the recipient.
    Damage(DefId, i32),
    /// A token was created.
    TokenMade(Seat, DefId),
    /// A token ceased to exist: its owner and its index among the tokens of the owner.
    TokenGone(Seat, u16),
    /// A source dealt this much damage to a player or permanent.
    Hits(DefId, Whom, i32),
}

/// The recipient of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Whom {
    /// A player.
    Seat(Seat),
    /// A permanent with this face.
    Permanent(DefId),
}
