//! Amounts.

use super::{Color, CounterKind, Filter, Obj, Who};
use serde::{Deserialize, Serialize};

/// An amount that the text states, a player chooses or the engine counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amount {
    /// A number in the text: `three`, `a`, `2`.
    Number(u16),
    /// X, with the value paid as a cost or defined by [`TextStep::WhereX`](super::TextStep::WhereX).
    X,
    /// The number of matching objects, counted when needed.
    CountOf(Box<Filter>),
    /// The number of players of a kind.
    Players(Who),
    /// Power, toughness or mana value of one object. If the object is gone, uses its last known information (CR
    /// 608.2h).
    StatOf(Stat, Box<Obj>),
    /// Like `StatOf`; wording: `the power of target creature`.
    StatOfLong(Stat, Box<Obj>),
    /// Counters of a kind on an object; any kind if `None`.
    CountersOn(Option<CounterKind>, Box<Obj>),
    /// The greatest value among matching objects; zero if there are none.
    Greatest(Stat, Box<Filter>),
    /// The sum of the values of matching objects.
    Total(Stat, Box<Filter>),
    /// A player's life total.
    LifeOf(Who),
    /// The amount of the triggering event or of the previous instruction: `that much`, `that many`.
    ThatMuch,
    /// A multiple of another amount: twice, three times.
    Times(u8, Box<Amount>),
    /// Half of another amount.
    Half(Box<Amount>, Round),
    /// Another amount plus a number.
    Plus(Box<Amount>, u16),
    /// Like `Plus`; wording: the number comes first (`one plus its power`), as a word or in digits.
    NumberPlus(u16, Box<Amount>, bool),
    /// The devotion of a player to a color (CR 700.5).
    Devotion(Who, Color),
    /// Basic land types among lands you control (domain).
    Domain,
    /// The number of card types among cards in a graveyard (delirium).
    TypesInGraveyard(Who),
    /// The number of times that the spell was kicked.
    TimesKicked,
    /// `any number`: the player chooses how many.
    AnyNumber,
}

/// A numeric characteristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stat {
    /// Power.
    Power,
    /// Toughness.
    Toughness,
    /// Mana value (CR 202.3).
    ManaValue,
}

/// Rounding when halving an odd number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Round {
    /// Up.
    Up,
    /// Down.
    Down,
}

/// A comparison of a value with the number that the text states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cmp {
    /// `3`: exactly.
    Is,
    /// `3 or less`.
    OrLess,
    /// `3 or greater`.
    OrGreater,
    /// `less than` a counted amount.
    Less,
    /// `greater than`.
    Greater,
    /// `less than or equal to`.
    LessOrEqual,
    /// `greater than or equal to`.
    GreaterOrEqual,
    /// `equal to`.
    Equal,
}
