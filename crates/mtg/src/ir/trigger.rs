//! Events that trigger abilities (CR 603).

use super::{Choice, CounterKind, Filter, Obj, Phase, Who, Whose, Zone};
use serde::{Deserialize, Serialize};

/// What an ability waits for. How much or how many it was is asked with [`Amount::ThatMuch`](super::Amount::ThatMuch).
/// Objects in it are patterns: [`Obj::Choose`] is any that matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// Enters the battlefield. `under`: under whose control.
    Enters(Obj),
    /// Dies (CR 700.4); looks back (CR 603.10).
    Dies(Obj),
    /// Leaves the battlefield; looks back.
    Leaves(Obj),
    /// Goes to a graveyard, from the zone or from anywhere if `None`.
    ToGraveyard {
        /// What.
        what: Obj,
        /// From where.
        from: Option<Zone>,
        /// Into whose graveyard; any if `None`.
        whose: Option<Who>,
    },
    /// Is declared as an attacker.
    Attacks {
        /// What.
        what: Obj,
        /// Alone.
        alone: bool,
        /// Whom.
        whom: Option<Who>,
    },
    /// Is declared as a blocker; of what, if given.
    Blocks(Obj, Option<Obj>),
    /// Becomes blocked; by what, if given.
    BecomesBlocked(Obj, Option<Obj>),
    /// Attacks and isn't blocked.
    Unblocked(Obj),
    /// The player attacks; with so many that match, if given.
    PlayerAttacks(Who, Option<Obj>),
    /// Attacks together with so many others.
    AttacksWith {
        /// The one.
        what: Obj,
        /// At least so many others that match.
        others: u8,
        /// Which.
        filter: Filter,
    },
    /// Deals damage; `combat` only combat damage; `to` a pattern.
    DealsDamage {
        /// What.
        what: Obj,
        /// Combat damage only.
        combat: bool,
        /// To whom or what; to anything if `None`.
        to: Option<Hurt>,
    },
    /// Is dealt damage.
    DealtDamage {
        /// What.
        what: Obj,
        /// Combat damage only.
        combat: bool,
    },
    /// The player is dealt damage.
    PlayerDamaged(Who),
    /// Becomes tapped.
    BecomesTapped(Obj),
    /// Becomes untapped.
    BecomesUntapped(Obj),
    /// Becomes the target.
    Targeted {
        /// What.
        what: Obj,
        /// Of a spell that matches only, or of an ability too.
        by: TargetedBy,
        /// Controlled by whom; anybody's if `None`.
        whose: Option<Who>,
    },
    /// A player casts a spell that matches.
    Cast {
        /// Who.
        who: Who,
        /// What.
        what: Obj,
        /// The how-manieth of the turn (`your second spell each turn`).
        nth: Option<u8>,
        /// Also when the player copies one.
        or_copy: bool,
    },
    /// A player plays a land that matches.
    PlaysLand(Who, Obj),
    /// At the beginning of a step or phase.
    Begins(Phase, Whose),
    /// The player gains life.
    GainsLife(Who),
    /// The player loses life.
    LosesLife(Who),
    /// The player draws a card; the how-manieth of the turn.
    Draws(Who, Option<u8>),
    /// The player discards.
    Discards(Who, Obj),
    /// The player cycles.
    Cycles(Who, Obj),
    /// The player sacrifices.
    Sacrifices(Who, Obj),
    /// Counters are put on it.
    CountersPut {
        /// Who puts them; anybody if `None`.
        who: Option<Who>,
        /// At least so many at once.
        count: Choice,
        /// Kind.
        kind: Option<CounterKind>,
        /// On what.
        on: Obj,
    },
    /// It exploits a creature (CR 702.110b).
    Exploits(Obj),
    /// Cards leave the player's graveyard.
    LeavesGraveyard(Obj, Who),
    /// The last counter of the kind is removed.
    LastCounter(Option<CounterKind>, Obj),
    /// Mana: the player taps it for mana.
    TapsForMana(Who, Obj),
    /// Is turned face up.
    FaceUp(Obj),
    /// Becomes attached.
    BecomesAttached(Obj, Obj),
    /// A creature dealt damage by the source this turn dies.
    DamagedDies(Obj),
    /// Transforms.
    Transforms(Obj),
    /// The player scries or surveils.
    Scries(Who),
    /// The player surveils.
    Surveils(Who),
    /// A lore counter on the source reaches this chapter (CR 714.2b). It is never written so: it stands for the number.
    Chapter(u8),
    /// A state: there are so many (CR 603.8): `when you control no Islands`.
    ControlsNone(Who, Filter),
    /// Only during such a turn.
    During(Box<Event>, During),
    /// One of several.
    Or(Vec<Event>),
}

/// In whose turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum During {
    /// `during your turn`.
    Yours,
    /// `during an opponent's turn`.
    Opponents,
    /// `during combat`.
    Combat,
}

/// Pattern of what damage is dealt to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hurt {
    /// A player.
    Who(Who),
    /// An object.
    Obj(Obj),
    /// A player or an object.
    Either(Who, Obj),
}

/// Of what something becomes the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TargetedBy {
    /// A spell.
    Spell,
    /// A spell or ability.
    SpellOrAbility,
}
