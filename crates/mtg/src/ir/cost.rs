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
    /// Mana; wording: `pay {2}`.
    PayMana(ManaCost),
    /// `{T}`.
    Tap,
    /// `{Q}`.
    Untap,
    /// Sacrifice permanents that the payer controls.
    Sacrifice(Obj),
    /// Discard.
    Discard {
        /// The cards; [`Obj::HandOf`] for the whole hand.
        what: Obj,
        /// Whether the cards are discarded at random.
        random: bool,
    },
    /// Pay life.
    Life(Amount),
    /// Exile objects from the zone that the filter names.
    Exile(Obj),
    /// Return objects to their owner's hand.
    Return(Obj),
    /// Tap untapped permanents that the payer controls.
    TapObj(Obj),
    /// Tap any number of untapped creatures with a total power, including creatures with summoning sickness (CR
    /// 702.122a).
    TapPower {
        /// Whether the source itself does not count.
        other: bool,
        /// The minimum total power.
        least: u16,
    },
    /// Untap tapped permanents that the payer controls.
    UntapObj(Obj),
    /// Remove counters.
    RemoveCounters {
        /// The number; with [`Choice::Any`], X is the number removed.
        count: Choice,
        /// The kind of counter; any kind if `None`.
        kind: Option<CounterKind>,
        /// The objects.
        from: Obj,
    },
    /// Put counters on an object.
    PutCounters {
        /// The number.
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

/// A change of a spell's cost by its own text (CR 601.2f).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpellCost {
    /// `As an additional cost to cast this spell, …`.
    Additional(Cost),
    /// An additional cost that the player chooses from several.
    AdditionalOr(Vec<Cost>),
    /// "You may … rather than pay this spell's mana cost", with an optional condition.
    Alternative {
        /// The condition.
        cond: Option<Cond>,
        /// The alternative cost; empty for `without paying its mana cost`.
        cost: Cost,
    },
    /// The spell costs less, or more, to cast.
    Change {
        /// Whether the spell costs more instead of less.
        more: bool,
        /// The mana added or removed.
        mana: ManaCost,
        /// Applied once for each counted object.
        each: Option<Amount>,
        /// Applies only if this condition holds.
        cond: Option<Cond>,
        /// Applies only if the spell targets a matching object.
        targeting: Option<super::Filter>,
        /// The definition of X.
        x: Option<Amount>,
    },
}
