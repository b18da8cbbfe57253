//! Costs (CR 118) of abilities, spells and keywords.

use super::{Amount, Choice, Cond, CounterKind, ManaCost, Obj};
use serde::{Deserialize, Serialize};

/// The parts of a cost. All of them must be paid.
pub type Cost = Vec<CostPart>;

/// One part of a cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CostPart {
    /// Mana.
    Mana(ManaCost),
    /// Mana, written with a verb: `pay {2}`.
    PayMana(ManaCost),
    /// `{T}`: tap the source.
    Tap,
    /// `{Q}`: untap the source.
    Untap,
    /// Sacrifice permanents that the payer controls.
    Sacrifice(Obj),
    /// Discard cards.
    Discard {
        /// The cards. [`Obj::HandOf`] means the whole hand.
        what: Obj,
        /// Whether the cards are chosen at random and not by the player.
        random: bool,
    },
    /// Pay life.
    Life(Amount),
    /// Exile objects. Their filter says from which zone they come.
    Exile(Obj),
    /// Return objects to their owner's hand.
    Return(Obj),
    /// Tap untapped permanents that the payer controls.
    TapObj(Obj),
    /// Tap untapped creatures with at least this total power. Creatures with summoning sickness may be tapped (CR
    /// 702.122a).
    TapPower {
        /// Whether the source itself cannot be among the creatures.
        other: bool,
        /// The minimum total power.
        least: u16,
    },
    /// Untap tapped permanents that the payer controls.
    UntapObj(Obj),
    /// Remove counters.
    RemoveCounters {
        /// The number of counters. With [`Choice::Any`], the number that is removed becomes X.
        count: Choice,
        /// The kind of counter. `None` means counters of any kind.
        kind: Option<CounterKind>,
        /// The objects that lose the counters.
        from: Obj,
    },
    /// Put counters on objects.
    PutCounters {
        /// The number of counters.
        count: Amount,
        /// The kind of counter.
        kind: CounterKind,
        /// The objects.
        on: Obj,
    },
    /// Reveal cards from the hand.
    Reveal(Obj),
    /// Mill cards.
    Mill(Amount),
    /// Pay energy counters (CR 107.14).
    Energy(Amount),
}

/// A cost that the spell's own text adds, replaces or changes (CR 601.2f).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpellCost {
    /// Additional costs: `As an additional cost to cast this spell, …`.
    Additional(Cost),
    /// Several additional costs, of which the player must pay one.
    AdditionalOr(Vec<Cost>),
    /// An alternative cost: `You may … rather than pay this spell's mana cost`.
    Alternative {
        /// The condition for choosing the alternative cost. `None` if the cost can always be chosen.
        cond: Option<Cond>,
        /// The alternative cost. Empty for `without paying its mana cost`.
        cost: Cost,
    },
    /// The spell costs less, or more, to cast.
    Change {
        /// Whether the spell costs more instead of less.
        more: bool,
        /// The mana added or removed.
        mana: ManaCost,
        /// The change applies this many times. `None` for once.
        each: Option<Amount>,
        /// The change applies only if this condition holds.
        cond: Option<Cond>,
        /// The change applies only if the spell targets an object that matches the filter.
        targeting: Option<super::Filter>,
        /// The amount that X stands for, if the text defines X.
        x: Option<Amount>,
    },
}
