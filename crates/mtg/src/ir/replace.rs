//! Replacement effects in card texts (CR 614).

use super::{Amount, Choice, Cond, Cost, CounterKind, Filter, Mod, Obj, TextStep, Who};
use serde::{Deserialize, Serialize};

/// A difference between a copy and the original (CR 707.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "a text has one or two of them")]
pub enum Except {
    /// The copy isn't legendary.
    NotLegendary,
    /// The copy has another characteristic or ability.
    Mod {
        /// The modification.
        change: Mod,
        /// Wording: `it` comes before the modification.
        said: bool,
    },
}

/// A replacement effect of a static ability. Its objects are patterns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Replacement {
    /// The permanents enter tapped (CR 614.1d).
    EntersTapped {
        /// The permanents.
        what: Obj,
        /// The condition under which the permanents enter untapped.
        unless: Option<Cond>,
        /// The condition under which the replacement applies.
        cond: Option<Cond>,
    },
    /// The permanents enter tapped unless the player pays: `you may pay 2 life. If you don't, it enters tapped.`
    EntersTappedUnlessPaid {
        /// The permanents.
        what: Obj,
        /// The optional cost.
        cost: Cost,
    },
    /// The permanents enter with counters.
    EntersWith {
        /// The permanents.
        what: Obj,
        /// The number of counters.
        count: Amount,
        /// The kind of counter.
        kind: CounterKind,
        /// Wording: `an additional`.
        additional: bool,
        /// Applied once for each counted object.
        each: Option<Amount>,
        /// The definition of X.
        x: Option<Amount>,
        /// The condition under which the replacement applies.
        cond: Option<Cond>,
        /// Wording: the condition comes first.
        first: bool,
    },
    /// As the permanent enters, its controller chooses something. The choice is permanent.
    EntersChoosing(ChosenKind),
    /// The permanent may enter as a copy of a matching object (CR 707.9).
    EntersAsCopy {
        /// The objects that can be copied.
        of: Filter,
        /// Whether copying is optional.
        may: bool,
        /// Wording: `a` instead of `any`.
        one: bool,
        /// The exceptions of the copy.
        except: Vec<Except>,
    },
    /// The object is exiled instead of dying.
    DiesExile(Obj),
    /// The object is exiled instead of going to a graveyard from anywhere.
    GraveyardExile(Obj),
    /// Prevents damage, for example all combat damage dealt to and by an object.
    PreventAll {
        /// Whether only combat damage is prevented.
        combat: bool,
        /// The recipient.
        to: Option<Obj>,
        /// The source.
        by: Option<Obj>,
    },
    /// Replaces drawing a card by these steps.
    DrawInstead(Who, Vec<TextStep>),
    /// Doubles or increases a number.
    Doubled(DoubledKind),
    /// The spell is exiled when it leaves the stack.
    ExiledAsLeaves,
    /// The player skips a step or phase.
    Skip(Who, super::Phase),
    /// As the permanent enters, its controller sacrifices this many matching permanents.
    EntersSacrificing(Choice, Filter),
}

/// The kinds of choices as a permanent enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChosenKind {
    /// A creature type.
    CreatureType,
    /// A color.
    Color,
    /// An opponent.
    Opponent,
    /// A card name.
    CardName,
    /// A basic land type.
    BasicLandType,
}

/// The number that a replacement effect doubles or increases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DoubledKind {
    /// Tokens that would be created under your control.
    Tokens,
    /// +1/+1 counters that would be put on a creature you control.
    PlusOneCounters,
    /// Any counters on a permanent you control.
    Counters,
    /// One more +1/+1 counter than would be put.
    PlusOneMore,
    /// Damage from a source you control.
    Damage,
    /// Life that you would gain.
    Life,
}
