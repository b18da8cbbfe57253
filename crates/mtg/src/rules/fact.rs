//! Facts: the events of a match, for the log and for people.

use super::compiled_cards::DefId;
use super::state::TurnStep;
use rulebook_kernel::Seat;
use serde::{Deserialize, Serialize};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fact {
    /// On the table.
    Table(rulebook_table::Fact),
    /// Anything else; public.
    Note(Note),
}

impl From<rulebook_table::Fact> for Fact {
    fn from(fact: rulebook_table::Fact) -> Fact {
        Fact::Table(fact)
    }
}

/// Something everybody sees. Numbers of printed things are places in the pool.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Note {
    /// A turn began: whose, and its number.
    Turn(Seat, u16),
    /// A step began.
    Step(TurnStep),
    /// A seat took a mulligan.
    Mulligan(Seat),
    /// A seat kept its hand.
    Keeps(Seat),
    /// A life total is this now.
    Life(Seat, i32),
    /// A land was played.
    Land(Seat, DefId),
    /// A spell was cast.
    Cast(Seat, DefId),
    /// An ability was activated.
    Activated(Seat, DefId),
    /// An ability triggered.
    Triggered(Seat, DefId),
    /// It resolves.
    Resolves(DefId),
    /// Its targets were all illegal.
    Fizzled(DefId),
    /// It was countered.
    Countered(DefId),
    /// It attacks.
    Attacks(DefId),
    /// The one blocks the other.
    Blocks(DefId, DefId),
    /// It dealt so much damage; logs from before semantics 4 do not say to whom.
    Damage(DefId, i32),
    /// A token came into being.
    TokenMade(Seat, DefId),
    /// A token ceased to be: the how-manieth of its owner's.
    TokenGone(Seat, u16),
    /// It dealt somebody or something so much damage.
    Hits(DefId, Whom, i32),
}

/// Who or what was dealt damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Whom {
    /// A player.
    Seat(Seat),
    /// A permanent with this face.
    Permanent(DefId),
}
