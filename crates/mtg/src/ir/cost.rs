//! Costs (CR 118), of abilities, spells and keywords.

use super::{Amount, Choice, Cond, CounterKind, ManaCost, Obj};
use serde::{Deserialize, Serialize};

/// All parts must be paid.
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
    /// Sacrifice; chosen among what the payer controls.
    Sacrifice(Obj),
    /// Discard. `random`: by chance.
    Discard {
        /// What; [`Obj::HandOf`] for the whole hand.
        what: Obj,
        /// By chance.
        random: bool,
    },
    /// Pay life.
    Life(Amount),
    /// Exile, from the zone that the filter says.
    Exile(Obj),
    /// Return to the owner's hand.
    Return(Obj),
    /// Tap untapped permanents that the payer controls.
    TapObj(Obj),
    /// Tap any number of untapped creatures of a total power, summoning-sick ones too (CR 702.122a).
    TapPower {
        /// Others than the source.
        other: bool,
        /// The least total power.
        least: u16,
    },
    /// Untap tapped permanents that the payer controls.
    UntapObj(Obj),
    /// Remove counters.
    RemoveCounters {
        /// How many; of [`Choice::Any`] X is the number removed.
        count: Choice,
        /// Of which kind; of any if `None`.
        kind: Option<CounterKind>,
        /// From what.
        from: Obj,
    },
    /// Put counters on something.
    PutCounters {
        /// How many.
        count: Amount,
        /// Of which kind.
        kind: CounterKind,
        /// On what.
        on: Obj,
    },
    /// Reveal cards from the hand.
    Reveal(Obj),
    /// Mill cards.
    Mill(Amount),
    /// Energy counters (CR 107.14).
    Energy(Amount),
}

/// What changes the costs of a spell, of its own text (CR 601.2f).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpellCost {
    /// `As an additional cost to cast this spell, …`.
    Additional(Cost),
    /// One of several, by choice.
    AdditionalOr(Vec<Cost>),
    /// `You may … rather than pay this spell's mana cost.` With the condition that must hold.
    Alternative {
        /// What must be true.
        cond: Option<Cond>,
        /// What is paid instead; nothing for `without paying its mana cost`.
        cost: Cost,
    },
    /// Costs less (or more, if `more`) to cast.
    Change {
        /// More, not less.
        more: bool,
        /// What is added or taken away.
        mana: ManaCost,
        /// Once for each that is counted.
        each: Option<Amount>,
        /// Only if.
        cond: Option<Cond>,
        /// Only if the spell targets what matches.
        targeting: Option<super::Filter>,
        /// Where X is.
        x: Option<Amount>,
    },
}
