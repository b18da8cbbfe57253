//! Events that trigger abilities (CR 603).

use super::{Choice, CounterKind, Filter, Obj, Phase, Who, Whose, Zone};
use serde::{Deserialize, Serialize};

/// An event that an ability waits for. [`Amount::ThatMuch`](super::Amount::ThatMuch) is the amount of the event. The
/// objects of an event are patterns, so [`Obj::Choose`] means any matching object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// An object enters the battlefield.
    Enters(Obj),
    /// An object dies (CR 700.4). Looks back in time (CR 603.10).
    Dies(Obj),
    /// An object leaves the battlefield. Looks back in time.
    Leaves(Obj),
    /// An object is put into a graveyard.
    ToGraveyard {
        /// The object.
        what: Obj,
        /// The previous zone; any if `None`.
        from: Option<Zone>,
        /// The owner of the graveyard; any if `None`.
        whose: Option<Who>,
    },
    /// An object is declared as an attacker.
    Attacks {
        /// The attacker.
        what: Obj,
        /// Attacks alone.
        alone: bool,
        /// The attacked player.
        whom: Option<Who>,
    },
    /// An object is declared as a blocker, of this attacker if given.
    Blocks(Obj, Option<Obj>),
    /// An object becomes blocked, by this creature if given.
    BecomesBlocked(Obj, Option<Obj>),
    /// An object attacks and isn't blocked.
    Unblocked(Obj),
    /// The player attacks, with matching creatures if given.
    PlayerAttacks(Who, Option<Obj>),
    /// An object attacks together with at least this many other creatures.
    AttacksWith {
        /// The attacker.
        what: Obj,
        /// The minimum number of other matching attackers.
        others: u8,
        /// The other attackers.
        filter: Filter,
    },
    /// An object deals damage.
    DealsDamage {
        /// The source.
        what: Obj,
        /// Combat damage only.
        combat: bool,
        /// The recipient; any if `None`.
        to: Option<Hurt>,
    },
    /// An object is dealt damage.
    DealtDamage {
        /// The recipient.
        what: Obj,
        /// Combat damage only.
        combat: bool,
    },
    /// The player is dealt damage.
    PlayerDamaged(Who),
    /// An object becomes tapped.
    BecomesTapped(Obj),
    /// An object becomes untapped.
    BecomesUntapped(Obj),
    /// An object becomes the target of a spell or ability.
    Targeted {
        /// The target.
        what: Obj,
        /// The kind of the targeting object: only a spell, or a spell or ability.
        by: TargetedBy,
        /// The controller of the spell or ability; any if `None`.
        whose: Option<Who>,
    },
    /// A player casts a matching spell.
    Cast {
        /// The player.
        who: Who,
        /// The spell.
        what: Obj,
        /// The position of the spell among the player's spells of the turn (`your second spell each turn`).
        nth: Option<u8>,
        /// Whether copying a spell counts too.
        or_copy: bool,
    },
    /// A player plays a matching land.
    PlaysLand(Who, Obj),
    /// At the beginning of a step or phase.
    Begins(Phase, Whose),
    /// The player gains life.
    GainsLife(Who),
    /// The player loses life.
    LosesLife(Who),
    /// The player draws a card. The number is the position of the card among the draws of the turn, if given.
    Draws(Who, Option<u8>),
    /// The player discards a matching card.
    Discards(Who, Obj),
    /// The player cycles a matching card.
    Cycles(Who, Obj),
    /// The player sacrifices a matching permanent.
    Sacrifices(Who, Obj),
    /// Counters are put on an object.
    CountersPut {
        /// The player who puts them; any if `None`.
        who: Option<Who>,
        /// The minimum number at once.
        count: Choice,
        /// The kind of counter.
        kind: Option<CounterKind>,
        /// The object.
        on: Obj,
    },
    /// The creature exploits another creature (CR 702.110b).
    Exploits(Obj),
    /// Cards leave the player's graveyard.
    LeavesGraveyard(Obj, Who),
    /// The last counter of the kind is removed.
    LastCounter(Option<CounterKind>, Obj),
    /// The player taps the object for mana.
    TapsForMana(Who, Obj),
    /// An object is turned face up.
    FaceUp(Obj),
    /// An object becomes attached.
    BecomesAttached(Obj, Obj),
    /// A creature dealt damage by the source this turn dies.
    DamagedDies(Obj),
    /// An object transforms.
    Transforms(Obj),
    /// The player scries.
    Scries(Who),
    /// The player surveils.
    Surveils(Who),
    /// A lore counter on the source reaches this chapter (CR 714.2b). Texts write it only as a chapter number.
    Chapter(u8),
    /// A state trigger: the player controls no matching permanent (CR 603.8).
    ControlsNone(Who, Filter),
    /// The event, if it happens during this turn or phase.
    During(Box<Event>, During),
    /// Any of several events.
    Or(Vec<Event>),
}

/// A restriction of an event to a turn or phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum During {
    /// `during your turn`.
    Yours,
    /// `during an opponent's turn`.
    Opponents,
    /// `during combat`.
    Combat,
}

/// A pattern for the recipient of damage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hurt {
    /// A player.
    Who(Who),
    /// An object.
    Obj(Obj),
    /// A player or an object.
    Either(Who, Obj),
}

/// The kinds of objects whose targeting counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TargetedBy {
    /// A spell.
    Spell,
    /// A spell or ability.
    SpellOrAbility,
}
