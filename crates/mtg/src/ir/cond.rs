//! Conditions: `if`, `as long as`, `unless`, `only if`.

use super::{Amount, Cmp, CounterKind, Filter, Obj, Pred, Stat, Who};
use serde::{Deserialize, Serialize};

/// A condition, evaluated when needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cond {
    /// The player controls this many matching permanents.
    Controls(Who, Count, Filter),
    /// The player controls no matching permanent.
    ControlsNo(Who, Filter),
    /// The first player controls more matching permanents than the second.
    ControlsMore(Who, Filter, Who),
    /// This many matching objects exist ("there are seven or more cards in your graveyard").
    Exists(Count, Filter),
    /// The object is of this kind or has this property: `if it's attacking`, `if it's a land card`.
    Is(Obj, Is),
    /// The object is not of this kind. Wording: `it's not`.
    IsNot(Obj, Is, bool),
    /// The object has this many counters.
    HasCounters(Obj, Option<CounterKind>, Count),
    /// Compares a characteristic of the object.
    StatOf(Obj, Stat, Cmp, Amount),
    /// Compares a player's life total.
    Life(Who, Cmp, Amount),
    /// Compares the number of cards in a player's hand; `no cards in hand` is exactly zero.
    Hand(Who, Count),
    /// It is your turn.
    YourTurn,
    /// It is not your turn.
    NotYourTurn,
    /// The spell was kicked.
    Kicked(Obj),
    /// The spell was cast, not put onto the battlefield: `if you cast it`.
    WasCast(Obj),
    /// The spell was cast from this zone.
    CastFrom(Obj, super::ZoneOf),
    /// A matching creature died this turn.
    DiedThisTurn(Filter),
    /// The player gained life this turn.
    GainedLife(Who),
    /// The player lost life this turn.
    LostLife(Who),
    /// The player attacked this turn (raid).
    Attacked(Who),
    /// The player cast this many matching spells this turn.
    CastThisTurn(Who, Count, Filter),
    /// This many matching permanents entered the battlefield under the player's control this turn.
    EnteredThisTurn(Who, Count, Filter),
    /// The object had this many counters when it left.
    HadCounters(Obj, Option<CounterKind>, Count),
    /// The object of the event was of this kind when it left.
    Was(Obj, Is),
    /// "If you do": the player performed the optional step before.
    Did {
        /// The player who had the option.
        who: Who,
        /// Negated: `if you don't`.
        not: bool,
    },
    /// The player cannot perform the step before: `if you can't`.
    Cannot(Who),
    /// The object is on the battlefield.
    OnBattlefield(Obj),
    /// The player is the monarch (CR 724).
    Monarch(Who),
    /// Compares two amounts, for example devotion or delirium.
    Compare(Amount, Cmp, Amount),
    /// The object attacked or blocked this turn.
    AttackedOrBlocked(Obj),
    /// The object entered this turn.
    EnteredObj(Obj),
    /// The player was dealt damage this turn.
    DealtDamage(Who),
    /// The object came under your control since the beginning of your last upkeep.
    NewlyYours(Obj),
    /// The first object has greater power or toughness than the second.
    Greater(Obj, Obj),
    /// The player has the city's blessing (CR 702.131c).
    Blessing(Who),
    /// The number of card types among cards in your graveyard.
    TypesInGraveyard(Count),
    /// No spells were cast in the previous turn.
    NoSpellsLastTurn,
    /// Some player cast two or more spells in the previous turn.
    TwoSpellsLastTurn,
    /// Both conditions hold.
    And(Box<Cond>, Box<Cond>),
}

/// A property of an object in a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Is {
    /// The object is of this kind: `a creature card`.
    A(Filter),
    /// The object has this property: `tapped`, `attacking`.
    Being(Pred),
}

/// A number in a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Count {
    /// At least one: `a creature`.
    One,
    /// This many or more.
    OrMore(Amount),
    /// This many or fewer.
    OrFewer(Amount),
    /// Exactly this many.
    Exactly(Amount),
    /// None.
    No,
}
