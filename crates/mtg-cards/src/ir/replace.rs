//! Replacement effects in card texts (CR 614).

use super::{Amount, Choice, Cond, Cost, CounterKind, Filter, Mod, Obj, TextStep, Who};
use serde::{Deserialize, Serialize};

/// A difference between a copy and the original (CR 707.9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "a card text has only one or two of these values")]
pub enum Except {
    /// The copy isn't legendary.
    NotLegendary,
    /// The copy also has this modification: a characteristic or an ability.
    Mod {
        /// The modification of the copy.
        change: Mod,
        /// Whether the text has `it` before the modification (wording only).
        said: bool,
    },
}

/// A replacement effect of a static ability. An [`Obj`] in it is a pattern: it describes the objects to which the
/// effect applies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Replacement {
    /// The permanents enter tapped (CR 614.1d).
    EntersTapped {
        /// The permanents.
        what: Obj,
        /// The condition under which the permanents enter untapped. `None` if they always enter tapped.
        unless: Option<Cond>,
        /// The condition under which the replacement applies. `None` if it always applies.
        cond: Option<Cond>,
    },
    /// The permanents enter tapped unless their controller pays: `you may pay 2 life. If you don't, it enters tapped.`
    EntersTappedUnlessPaid {
        /// The permanents.
        what: Obj,
        /// The cost that the player may pay.
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
        /// Whether the text says `an additional` (wording only).
        additional: bool,
        /// If set, the number of counters is `count` times this amount. Otherwise it is `count`.
        each: Option<Amount>,
        /// The amount that X stands for, if the text defines X.
        x: Option<Amount>,
        /// The condition under which the replacement applies. `None` if it always applies.
        cond: Option<Cond>,
        /// Whether the text has the condition first (wording only).
        first: bool,
    },
    /// As the permanent enters, its controller makes a choice of this kind. The choice applies as long as the permanent
    /// exists.
    EntersChoosing(ChosenKind),
    /// The permanent may enter as a copy of an object that matches a filter (CR 707.9).
    EntersAsCopy {
        /// The objects that can be copied.
        of: Filter,
        /// Whether the controller may decide not to copy.
        may: bool,
        /// Whether the text says `a` and not `any` (wording only).
        one: bool,
        /// The differences between the copy and the original.
        except: Vec<Except>,
    },
    /// The object is exiled instead if it would die.
    DiesExile(Obj),
    /// The object is exiled instead if it would be put into a graveyard from any zone.
    GraveyardExile(Obj),
    /// Prevents damage, for example all combat damage dealt to and by an object.
    PreventAll {
        /// Whether only combat damage is prevented.
        combat: bool,
        /// The recipient of the damage. `None` for every recipient.
        to: Option<Obj>,
        /// The source of the damage. `None` for every source.
        by: Option<Obj>,
    },
    /// If the player would draw a card, the player performs these steps instead.
    DrawInstead(Who, Vec<TextStep>),
    /// Doubles a number, or increases it by one.
    Doubled(DoubledKind),
    /// The spell is exiled instead of going to any other zone from the stack.
    ExiledAsLeaves,
    /// The player skips a step or phase.
    Skip(Who, super::Phase),
    /// As the permanent enters, its controller sacrifices this many permanents that match the filter.
    EntersSacrificing(Choice, Filter),
}

/// The choices that a player can make as a permanent enters.
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

/// The number that a replacement effect doubles, or increases by one. `You` is the controller of the effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DoubledKind {
    /// Twice as many tokens that an effect would create under your control.
    Tokens,
    /// Twice as many +1/+1 counters that would be put on a creature you control.
    PlusOneCounters,
    /// Twice as many counters of any kind that an effect would put on a permanent you control.
    Counters,
    /// One more +1/+1 counter than would be put on a creature you control.
    PlusOneMore,
    /// Double the damage that a source you control would deal.
    Damage,
    /// Twice as much life as you would gain.
    Life,
}
