//! Amounts: numbers in card texts, and values that must be counted or chosen.

use super::{Color, CounterKind, Filter, Head, Obj, Who};
use serde::{Deserialize, Serialize};

/// A number that the text states, a player chooses, or the engine counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amount {
    /// A number in the text: `three`, `a`, `2`.
    Number(u16),
    /// X. Its value was chosen for a cost, or [`TextStep::WhereX`](super::TextStep::WhereX) defines it.
    X,
    /// The number of objects that match the filter at this moment.
    CountOf(Box<Filter>),
    /// How many players belong to this group.
    Players(Who),
    /// The power, toughness or mana value of one object. If the object is gone, this is its last known value (CR
    /// 608.2h).
    StatOf(Stat, Box<Obj>),
    /// The same value as `StatOf`, written as `the power of target creature`.
    StatOfLong(Stat, Box<Obj>),
    /// The number of counters of this kind on an object. `None` means counters of any kind.
    CountersOn(Option<CounterKind>, Box<Obj>),
    /// The greatest value among the objects that match the filter. Zero if no object matches.
    Greatest(Stat, Box<Filter>),
    /// The sum of the values of all objects that match the filter.
    Total(Stat, Box<Filter>),
    /// A player's life total.
    LifeOf(Who),
    /// The amount in the triggering event or in the previous instruction: `that much`, `that many`.
    ThatMuch,
    /// A multiple of another amount: `twice`, `three times`.
    Times(u8, Box<Amount>),
    /// Half of another amount.
    Half(Box<Amount>, Round),
    /// Another amount plus a number.
    Plus(Box<Amount>, u16),
    /// The same sum as `Plus`, with the number first: `one plus its power`. The flag says whether it is written in
    /// digits.
    NumberPlus(u16, Box<Amount>, bool),
    /// The devotion of a player to a color (CR 700.5).
    Devotion(Who, Color),
    /// The devotion of a player to two colors: a mana symbol of either color counts once (CR 700.5).
    DevotionBoth(Who, Color, Color),
    /// The number of colors among the objects that match the filter.
    ColorsAmong(Box<Filter>),
    /// The number of colors of one object.
    ColorsOf(Box<Obj>),
    /// The number of creatures in the controller's party (CR 700.8).
    Party,
    /// The number of creatures that died this turn.
    CreaturesDied,
    /// The result of an earlier instruction of the same effect: `the life lost this way`, `each card discarded this
    /// way`.
    ThisWay(Way),
    /// The number of basic land types among lands that the controller controls (domain).
    Domain,
    /// The number of different card types among cards in a graveyard (delirium).
    TypesInGraveyard(Who),
    /// The number of times that the spell was kicked.
    TimesKicked,
    /// `any number`: the player chooses how many.
    AnyNumber,
}

/// The result of an earlier instruction. A noun in the text, such as `creature` in `creature destroyed this way`, must
/// fit every object of that instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Way {
    /// `the life lost this way`.
    LifeLost,
    /// `the damage dealt this way`.
    DamageDealt,
    /// `each card drawn this way`.
    Drawn,
    /// `each card discarded this way`.
    Discarded,
    /// `each creature destroyed this way`.
    Destroyed(Head),
    /// `each permanent exiled this way`.
    Exiled(Head),
    /// `each creature sacrificed this way`.
    Sacrificed(Head),
    /// `each card returned this way`.
    Returned(Head),
    /// `each charge counter removed this way`.
    Removed(CounterKind),
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

/// The direction of rounding when an odd number is halved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Round {
    /// Up.
    Up,
    /// Down.
    Down,
}

/// A comparison of a value with an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cmp {
    /// `3`: the value is exactly the amount.
    Is,
    /// `3 or less`: the value is at most the amount.
    OrLess,
    /// `3 or greater`: the value is at least the amount.
    OrGreater,
    /// `less than` the amount.
    Less,
    /// `greater than` the amount.
    Greater,
    /// `less than or equal to` the amount.
    LessOrEqual,
    /// `greater than or equal to` the amount.
    GreaterOrEqual,
    /// `equal to` the amount.
    Equal,
}
