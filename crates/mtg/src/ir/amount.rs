//! Quantities.

use super::{Color, CounterKind, Filter, Obj, Who};
use serde::{Deserialize, Serialize};

/// A number that is written, chosen or counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amount {
    /// Written: `three`, `a`, `2`.
    Number(u16),
    /// X: of the cost that was paid, or as [`TextStep::WhereX`](super::TextStep::WhereX) defines it.
    X,
    /// Objects that match, counted when needed.
    CountOf(Box<Filter>),
    /// Players of a kind, counted.
    Players(Who),
    /// Power, toughness or mana value of one object (last known if it is gone, CR 608.2h).
    StatOf(Stat, Box<Obj>),
    /// The same; wording: `the power of target creature`.
    StatOfLong(Stat, Box<Obj>),
    /// Counters of a kind on an object; any kind if `None`.
    CountersOn(Option<CounterKind>, Box<Obj>),
    /// The greatest value among the objects that match; zero if there are none.
    Greatest(Stat, Box<Filter>),
    /// The sum over the objects that match.
    Total(Stat, Box<Filter>),
    /// A player's life total.
    LifeOf(Who),
    /// What the event of the trigger, or the instruction before, counted: `that much`, `that many`.
    ThatMuch,
    /// Twice (or three times) another.
    Times(u8, Box<Amount>),
    /// Half of another.
    Half(Box<Amount>, Round),
    /// A written number more.
    Plus(Box<Amount>, u16),
    /// The same; wording: the number stands first (`one plus its power`), as a word or in digits.
    NumberPlus(u16, Box<Amount>, bool),
    /// The devotion of a player to a colour (CR 700.5).
    Devotion(Who, Color),
    /// Basic land types among lands you control (domain).
    Domain,
    /// Card types among cards in your graveyard (delirium counts them).
    TypesInGraveyard(Who),
    /// Times the spell was kicked.
    TimesKicked,
    /// `any number`: chosen freely, where a number of things is chosen.
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

/// How to halve an odd number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Round {
    /// Up.
    Up,
    /// Down.
    Down,
}

/// How two numbers must compare. The value on the right is written in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cmp {
    /// Exactly.
    Is,
    /// `3 or less`.
    OrLess,
    /// `3 or greater`.
    OrGreater,
    /// `less than`, and something counted.
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
