//! Replacement effects that a text states (CR 614).

use super::{Amount, Choice, Cond, Cost, CounterKind, Filter, Mod, Obj, TextStep, Who};
use serde::{Deserialize, Serialize};

/// How a copy differs from what it copies (CR 707.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "a text has one or two of them")]
pub enum Except {
    /// It isn't legendary.
    NotLegendary,
    /// It has or is something besides.
    Mod {
        /// What.
        change: Mod,
        /// Wording: `it` stands before it.
        said: bool,
    },
}

/// A replacement of a static ability. Objects in it are patterns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Replacement {
    /// Enters tapped (CR 614.1d); unless the condition, if the condition.
    EntersTapped {
        /// What.
        what: Obj,
        /// Not if this holds.
        unless: Option<Cond>,
        /// Only if this holds.
        cond: Option<Cond>,
    },
    /// Enters tapped unless the player pays: `you may pay 2 life. If you don't, it enters tapped.`
    EntersTappedUnlessPaid {
        /// What.
        what: Obj,
        /// What may be paid.
        cost: Cost,
    },
    /// Enters with counters.
    EntersWith {
        /// What.
        what: Obj,
        /// How many.
        count: Amount,
        /// Which.
        kind: CounterKind,
        /// Additional ones: `an additional`.
        additional: bool,
        /// Once for each.
        each: Option<Amount>,
        /// Where X is.
        x: Option<Amount>,
        /// Only if this holds.
        cond: Option<Cond>,
        /// Wording: the condition stands first.
        first: bool,
    },
    /// As it enters, the controller chooses; for good.
    EntersChoosing(ChosenKind),
    /// May enter as a copy of something that matches (CR 707.9).
    EntersAsCopy {
        /// Of what.
        of: Filter,
        /// Optional.
        may: bool,
        /// Wording: `a`, not `any`.
        one: bool,
        /// How the copy differs.
        except: Vec<Except>,
    },
    /// Would die: exiled instead; for a while when a step makes it.
    DiesExile(Obj),
    /// Would be put into a graveyard from anywhere: exiled instead.
    GraveyardExile(Obj),
    /// Damage that would be dealt is prevented: all combat damage to and by, and the like.
    PreventAll {
        /// Combat damage only.
        combat: bool,
        /// To this.
        to: Option<Obj>,
        /// By this.
        by: Option<Obj>,
    },
    /// Draws are replaced.
    DrawInstead(Who, Vec<TextStep>),
    /// Tokens or counters are doubled.
    Doubled(DoubledKind),
    /// The spell is exiled instead of going anywhere else as it leaves the stack.
    ExiledAsLeaves,
    /// Skip a step.
    Skip(Who, super::Phase),
    /// A number of things chosen as it enters: `any number of`.
    EntersSacrificing(Choice, Filter),
}

/// What is chosen as something enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChosenKind {
    /// A creature type.
    CreatureType,
    /// A colour.
    Color,
    /// An opponent.
    Opponent,
    /// A card name.
    CardName,
    /// A basic land type.
    BasicLandType,
}

/// What a doubling replacement doubles.
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
