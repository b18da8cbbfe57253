//! Events that trigger abilities (CR 603).

use super::{Choice, CounterKind, Filter, Obj, Phase, StepOwner, Who, Zone};
use serde::{Deserialize, Serialize};

/// An event that an ability waits for. [`Amount::ThatMuch`](super::Amount::ThatMuch) is the amount of the event. An
/// [`Obj`] in an event is a pattern: [`Obj::Choose`] means any object that matches its filter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// An object enters the battlefield.
    Enters(Obj),
    /// An object dies (CR 700.4). The state before the event decides whether the ability triggers (CR 603.10).
    Dies(Obj),
    /// An object leaves the battlefield. The state before the event decides whether the ability triggers (CR 603.10).
    Leaves(Obj),
    /// An object is put into a graveyard.
    ToGraveyard {
        /// The object.
        what: Obj,
        /// The zone that the object comes from. `None` for any zone.
        from: Option<Zone>,
        /// The owner of the graveyard. `None` for any player.
        whose: Option<Who>,
    },
    /// An object is declared as an attacker.
    Attacks {
        /// The attacker.
        what: Obj,
        /// Whether the object must be the only attacker.
        alone: bool,
        /// The attacked player. `None` for any player.
        whom: Option<Who>,
    },
    /// An object attacks the player or a planeswalker that the player controls.
    AttacksOrWalker(Obj, Who),
    /// The player cycles or discards a card that matches. A cycled card is also discarded (CR 702.29a), so the ability
    /// triggers once.
    CyclesOrDiscards(Who, Obj),
    /// An object enters, or the controller fully unlocks a Room. The engine supports no card with Rooms.
    EntersOrRoom(Obj),
    /// The event, if the condition holds at that time: `attacks while …`. It is not an intervening-if condition.
    While(Box<Event>, Box<super::Cond>),
    /// The first object is declared as a blocker. If given, it must block the second object.
    Blocks(Obj, Option<Obj>),
    /// The first object becomes blocked. If given, the second object must block it.
    BecomesBlocked(Obj, Option<Obj>),
    /// An object attacks and isn't blocked.
    Unblocked(Obj),
    /// The player attacks. If an object phrase is given, the attacking creatures must match it.
    PlayerAttacks(Who, Option<Obj>),
    /// An object attacks together with at least this many other creatures.
    AttacksWith {
        /// The attacker.
        what: Obj,
        /// The minimum number of other attackers that match the filter.
        others: u8,
        /// The filter for the other attackers.
        filter: Filter,
    },
    /// An object deals damage.
    DealsDamage {
        /// The source of the damage.
        what: Obj,
        /// Whether only combat damage counts.
        combat: bool,
        /// The recipient of the damage. `None` for any recipient.
        to: Option<DamageRecipient>,
    },
    /// An object is dealt damage.
    DealtDamage {
        /// The object that is dealt damage.
        what: Obj,
        /// Whether only combat damage counts.
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
        /// Whether only spells count, or abilities too.
        by: TargetedBy,
        /// The controller of the spell or ability. `None` for any player.
        whose: Option<Who>,
    },
    /// A player casts a spell that matches.
    Cast {
        /// The player.
        who: Who,
        /// The spell.
        what: Obj,
        /// The position of the spell among the player's spells of the turn: 2 for `your second spell each turn`. `None`
        /// for any spell.
        nth: Option<u8>,
        /// Whether copying a spell counts too.
        or_copy: bool,
    },
    /// A player plays a land that matches.
    PlaysLand(Who, Obj),
    /// At the beginning of a step or phase.
    Begins(Phase, StepOwner),
    /// The player gains life.
    GainsLife(Who),
    /// The player loses life.
    LosesLife(Who),
    /// The player draws a card. The number says which draw of the turn it must be. `None` for any draw.
    Draws(Who, Option<u8>),
    /// The player discards a card that matches.
    Discards(Who, Obj),
    /// The player cycles a card that matches.
    Cycles(Who, Obj),
    /// The player sacrifices a permanent that matches.
    Sacrifices(Who, Obj),
    /// Counters are put on an object.
    CountersPut {
        /// The player who puts the counters. `None` for any player.
        who: Option<Who>,
        /// How many counters must be put at once.
        count: Choice,
        /// The kind of counter. `None` means counters of any kind.
        kind: Option<CounterKind>,
        /// The object that gets the counters.
        on: Obj,
    },
    /// The creature exploits a creature (CR 702.110b).
    Exploits(Obj),
    /// Cards that match leave the player's graveyard.
    LeavesGraveyard(Obj, Who),
    /// The last counter of this kind is removed from the object. `None` means counters of any kind.
    LastCounter(Option<CounterKind>, Obj),
    /// The player taps the object for mana.
    TapsForMana(Who, Obj),
    /// An object is turned face up.
    FaceUp(Obj),
    /// The first object becomes attached to the second.
    BecomesAttached(Obj, Obj),
    /// A creature dies to which this object dealt damage this turn.
    DamagedDies(Obj),
    /// An object transforms.
    Transforms(Obj),
    /// The player scries.
    Scries(Who),
    /// The player surveils.
    Surveils(Who),
    /// A Saga gets the lore counter for this chapter (CR 714.2b). Texts show only the chapter number.
    Chapter(u8),
    /// The player controls no permanent that matches. This is a state trigger: it depends on the state, not on an event
    /// (CR 603.8).
    ControlsNone(Who, Filter),
    /// The event, but only during this turn or phase.
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
pub enum DamageRecipient {
    /// A player.
    Who(Who),
    /// An object.
    Obj(Obj),
    /// A player or an object.
    Either(Who, Obj),
}

/// The kinds of objects that can cause an [`Event::Targeted`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TargetedBy {
    /// Only a spell.
    Spell,
    /// A spell or ability.
    SpellOrAbility,
}
