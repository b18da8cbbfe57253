//! Cards, faces and their abilities (CR 113.3).

use super::modify::{CostChange, Tax};
use super::{
    CardType, Choice, Colors, Cond, Cost, Event, Filter, Keyword, ManaCost, Mod, NameId, Obj, Replacement, SpellCost,
    SubtypeId, Supertype, Target, TextStep, When, Who,
};
use serde::{Deserialize, Serialize};

/// A compiled card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The name of the card.
    pub name: NameId,
    /// How the faces are combined on the card.
    pub layout: Layout,
    /// The faces. At least one.
    pub faces: Vec<Face>,
}

/// How the faces of a card are combined (CR 709, 712, 715).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layout {
    /// One face.
    Normal,
    /// A permanent that shows one of its two faces and can transform into the other.
    Transform,
    /// A modal double-faced card: the player casts or plays either face.
    Modal,
    /// A split card with two halves.
    Split,
    /// A creature with an Adventure.
    Adventure,
    /// A flip card, which is turned upside down.
    Flip,
    /// A layout that the engine does not support.
    Other,
}

/// The printed characteristics and abilities of one face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    /// The name of the face.
    pub name: NameId,
    /// The mana cost. `None` if no mana cost is printed, as on lands (CR 202.1b).
    pub mana_cost: Option<ManaCost>,
    /// The colors, from the mana cost or a color indicator.
    pub colors: Colors,
    /// The supertypes, such as `Legendary`.
    pub supertypes: Vec<Supertype>,
    /// The card types, such as `Creature`.
    pub types: Vec<CardType>,
    /// The subtypes, such as `Elf`.
    pub subtypes: Vec<SubtypeId>,
    /// The printed power. `None` if the face has no power. A printed `*` is stored as zero, and an ability defines the
    /// value.
    pub power: Option<i16>,
    /// The printed toughness, stored in the same way as the power.
    pub toughness: Option<i16>,
    /// The starting loyalty.
    pub loyalty: Option<i16>,
    /// The abilities in printed order.
    pub abilities: Vec<Ability>,
}

/// An ability of a face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ability {
    /// Keywords on one line. The flag says whether semicolons separate them (wording only).
    Keywords(Vec<Keyword>, bool),
    /// The instructions of an instant or sorcery.
    Spell(Body),
    /// A triggered ability.
    Triggered(Triggered),
    /// An activated ability: cost, colon, effect.
    Activated(Activated),
    /// A static ability.
    Static(Static),
    /// A cost that the card's own text defines: an additional cost, an alternative cost or a change of its cost.
    Cost(SpellCost),
    /// A chapter ability of a Saga (CR 714): the chapter numbers and the effect.
    Chapter(Vec<u8>, Body),
    /// An ability after an ability word such as `Landfall` (CR 207.2c). The word has no rules meaning.
    Worded(super::WordId, Box<Ability>),
}

/// An effect: the targets, and the steps that use them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The targets, in the order in which they are announced.
    pub targets: Vec<Target>,
    /// The steps, in the order in which they are performed.
    pub steps: Vec<TextStep>,
    /// The modes from which the player chooses on announcement (CR 700.2). If there are modes, there are no steps.
    pub modes: Option<Box<Modes>>,
}

/// The modes of a spell or ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modes {
    /// The number of modes to choose.
    pub choose: ModeCount,
    /// Whether the same mode may be chosen more than once.
    pub repeat: bool,
    /// The modes, each with its own targets.
    pub modes: Vec<Mode>,
}

/// A number of modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ModeCount {
    /// Exactly this many modes.
    Exactly(u8),
    /// One or more modes.
    OneOrMore,
    /// One of two modes, or both.
    OneOrBoth,
    /// Up to this many modes.
    UpTo(u8),
    /// Any number of modes.
    AnyNumber,
}

/// One mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mode {
    /// The effect of the mode.
    pub body: Body,
}

/// A triggered ability (CR 603).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Triggered {
    /// The event that the ability waits for.
    pub event: Event,
    /// The first word of the text: `when`, `whenever` or `at` (wording only).
    pub say: TriggerSay,
    /// The intervening-if condition (CR 603.4). It is checked when the ability triggers and when it resolves.
    pub cond: Option<Cond>,
    /// The effect.
    pub body: Body,
    /// Whether the ability triggers only once each turn.
    pub once_each_turn: bool,
}

/// The first word of a triggered ability in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TriggerSay {
    /// `When`.
    When,
    /// `Whenever`.
    Whenever,
    /// `At`.
    At,
}

/// An activated ability (CR 602). Its effect determines whether it is a mana ability (CR 605.1a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activated {
    /// The cost. Empty for a loyalty ability.
    pub cost: Cost,
    /// The loyalty cost, if this is a loyalty ability (CR 606).
    pub loyalty: Option<Loyalty>,
    /// The effect.
    pub body: Body,
    /// The limits on activating the ability. All of them apply.
    pub limits: Vec<Limit>,
}

/// The cost of a loyalty ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loyalty {
    /// Add this many loyalty counters: `[+1]`, `[0]`.
    Plus(u8),
    /// Remove this many loyalty counters: `[-3]`.
    Minus(u8),
    /// Remove X loyalty counters: `[-X]`.
    MinusX,
}

/// A limit on activating an ability, or a special rule for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// The ability can be activated only at this time or under this condition.
    When(When),
    /// Any player may activate the ability, not only its controller.
    AnyPlayer,
    /// The activation cost changes. The content is a [`SpellCost::Change`].
    Costs(Box<SpellCost>),
}

/// A static ability (CR 604).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Static {
    /// Modifies objects while the condition holds.
    Continuous {
        /// The affected objects.
        what: Obj,
        /// The modifications.
        mods: Vec<Mod>,
        /// The condition after `as long as`. `None` if the ability always applies.
        cond: Option<Cond>,
        /// Whether the text has the condition before the modification (wording only).
        first: bool,
        /// The amount that X stands for, if the text defines X.
        x: Option<super::Amount>,
    },
    /// Modifies objects during the turns of the ability's controller.
    DuringYourTurn {
        /// The affected objects.
        what: Obj,
        /// The modifications.
        mods: Vec<Mod>,
    },
    /// A replacement effect.
    Replace(Replacement),
    /// Makes spells cost less or more.
    CostChange(CostChange),
    /// Players must pay a cost to attack the ability's controller.
    AttackTax(Tax),
    /// A rule that applies to these players.
    Player(Who, PlayerRule),
    /// A rule that applies outside the battlefield, usually on the stack: `this spell can't be countered`.
    SpellRule(super::Rule),
    /// The card may be cast only at these times. All limits apply (CR 601.3).
    CastOnly(Vec<When>),
    /// Lets the controller cast or play cards from a zone other than the hand.
    MayPlay {
        /// The cards that may be played.
        what: Filter,
        /// The zone that the cards are in: the top of the library, or the graveyard.
        from: super::Zone,
        /// Whether the text says `cast` and not `play`. If so, lands cannot be played.
        cast: bool,
    },
}

/// A rule for a player. Each variant says what the player may or cannot do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayerRule {
    /// No maximum hand size.
    NoMaximumHandSize,
    /// May play this many additional lands each turn.
    ExtraLands(u8),
    /// May look at the top card of the library any time.
    LookAtTop,
    /// Plays with the top card of the library revealed.
    TopRevealed,
    /// Plays with the hand revealed.
    HandRevealed,
    /// Has hexproof.
    Hexproof,
    /// Has shroud.
    Shroud,
    /// Can't gain life.
    CantGainLife,
    /// Can't cast spells that match the filter.
    CantCast(Filter),
    /// Can't cast more than one spell each turn.
    OneSpellEachTurn,
    /// May cast spells that match the filter as though they had flash.
    Flash(Filter),
    /// Can't lose the game, and the opponents can't win.
    CantLose,
    /// Can't draw more than one card each turn.
    OneDrawEachTurn,
    /// Has this maximum hand size.
    MaximumHand(Choice),
    /// Damage can't be prevented, whatever its source (CR 615.12).
    Unpreventable,
}
