//! Conditions: `if`, `as long as`, `unless`, `only if`.

use super::{Amount, Cmp, CounterKind, Filter, Obj, Pred, Stat, Who};
use serde::{Deserialize, Serialize};

/// Something that is true or not when it is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cond {
    /// The player controls so many that match.
    Controls(Who, Count, Filter),
    /// The player controls none.
    ControlsNo(Who, Filter),
    /// The player controls more that match than another does.
    ControlsMore(Who, Filter, Who),
    /// So many that match exist (`there are seven or more cards in your graveyard`).
    Exists(Count, Filter),
    /// The object is (still) so: `if it's attacking`, `if it's a land card`.
    Is(Obj, Is),
    /// The object is not so. Wording: `it's not`.
    IsNot(Obj, Is, bool),
    /// The object has counters.
    HasCounters(Obj, Option<CounterKind>, Count),
    /// A characteristic compares so.
    StatOf(Obj, Stat, Cmp, Amount),
    /// A player's life total compares so.
    Life(Who, Cmp, Amount),
    /// Cards in a player's hand compare so; `no cards in hand` is zero exactly.
    Hand(Who, Count),
    /// It is your turn.
    YourTurn,
    /// It is not your turn.
    NotYourTurn,
    /// The spell was kicked.
    Kicked(Obj),
    /// The spell was cast, not put onto the battlefield: `if you cast it`.
    WasCast(Obj),
    /// The spell was cast from a graveyard, hand and the like.
    CastFrom(Obj, super::ZoneOf),
    /// A creature that matches died this turn.
    DiedThisTurn(Filter),
    /// The player gained life this turn.
    GainedLife(Who),
    /// The player lost life this turn.
    LostLife(Who),
    /// The player attacked this turn (raid).
    Attacked(Who),
    /// The player cast so many spells that match this turn.
    CastThisTurn(Who, Count, Filter),
    /// So many that match entered the battlefield under the player's control this turn.
    EnteredThisTurn(Who, Count, Filter),
    /// The object had so many counters as it left.
    HadCounters(Obj, Option<CounterKind>, Count),
    /// The event's object was of the kind when it left.
    Was(Obj, Is),
    /// The player does (`if you do`): whether what was optional before was done.
    Did {
        /// Who could.
        who: Who,
        /// Negated: `if you don't`.
        not: bool,
    },
    /// The player can't.
    Cannot(Who),
    /// The object is on the battlefield.
    OnBattlefield(Obj),
    /// The player is the monarch (CR 724).
    Monarch(Who),
    /// Devotion, delirium and other counted values compare so.
    Compare(Amount, Cmp, Amount),
    /// The object attacked or blocked this turn.
    AttackedOrBlocked(Obj),
    /// The object entered this turn.
    EnteredObj(Obj),
    /// The player was dealt damage this turn.
    DealtDamage(Who),
    /// It came under your control since the beginning of your last upkeep.
    NewlyYours(Obj),
    /// The one has greater power or toughness than the other.
    Greater(Obj, Obj),
    /// The player has the city's blessing (CR 702.131c).
    Blessing(Who),
    /// Card types among cards in your graveyard.
    TypesInGraveyard(Count),
    /// No spells were cast in the turn before.
    NoSpellsLastTurn,
    /// Some player cast two or more spells in the turn before.
    TwoSpellsLastTurn,
    /// Both.
    And(Box<Cond>, Box<Cond>),
}

/// What an object is asked to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Is {
    /// Of the kind: `a creature card`.
    A(Filter),
    /// Has the property: `tapped`, `attacking`.
    Being(Pred),
}

/// How many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Count {
    /// One at least: `a creature`.
    One,
    /// So many or more.
    OrMore(Amount),
    /// So many or fewer.
    OrFewer(Amount),
    /// Exactly.
    Exactly(Amount),
    /// None.
    No,
}
