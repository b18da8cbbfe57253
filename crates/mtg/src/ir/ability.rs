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
    /// How the faces form one card.
    pub layout: Layout,
    /// The faces: one or more.
    pub faces: Vec<Face>,
}

/// How faces form one card (CR 712, 709, 715).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layout {
    /// One face.
    Normal,
    /// The permanent transforms between two faces.
    Transform,
    /// Either face may be cast or played.
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
    /// The mana cost; `None` if the face has none (CR 202.1b).
    pub mana_cost: Option<ManaCost>,
    /// The colors, from the mana cost or a color indicator.
    pub colors: Colors,
    /// Supertypes.
    pub supertypes: Vec<Supertype>,
    /// Types.
    pub types: Vec<CardType>,
    /// Subtypes.
    pub subtypes: Vec<SubtypeId>,
    /// Power; `None` if the face has none. A `*` is zero here, and an ability defines it.
    pub power: Option<i16>,
    /// Toughness.
    pub toughness: Option<i16>,
    /// The starting loyalty.
    pub loyalty: Option<i16>,
    /// The abilities in printed order.
    pub abilities: Vec<Ability>,
}

/// An ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ability {
    /// Keywords on one line. The flag is wording: semicolons separate the keywords.
    Keywords(Vec<Keyword>, bool),
    /// The effect of an instant or sorcery.
    Spell(Body),
    /// A triggered ability.
    Triggered(Triggered),
    /// An activated ability: cost, colon, effect.
    Activated(Activated),
    /// A static ability.
    Static(Static),
    /// An additional or alternative cost of the card itself, or a change of its cost.
    Cost(SpellCost),
    /// A chapter of a Saga (CR 714): its numbers and its effect.
    Chapter(Vec<u8>, Body),
    /// An ability with an ability word in front (CR 207.2c). The word has no rules meaning and is in the lexicon.
    Worded(super::WordId, Box<Ability>),
}

/// Targets and the steps that use them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// The targets, in the order in which they are announced.
    pub targets: Vec<Target>,
    /// The steps, in the order in which they are performed.
    pub steps: Vec<TextStep>,
    /// Modes to choose on announcement, instead of steps (CR 700.2).
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
    /// Exactly this many.
    Exactly(u8),
    /// One or more.
    OneOrMore,
    /// One or both.
    OneOrBoth,
    /// Up to this many.
    UpTo(u8),
    /// Any number.
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
    /// Wording: `when`, `whenever`, `at`.
    pub say: TriggerSay,
    /// The intervening-if condition (CR 603.4). It is checked when the ability triggers and when it resolves.
    pub cond: Option<Cond>,
    /// The effect.
    pub body: Body,
    /// Whether the ability triggers only once each turn.
    pub once_each_turn: bool,
}

/// Wording of a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TriggerSay {
    /// When.
    When,
    /// Whenever.
    Whenever,
    /// At.
    At,
}

/// An activated ability (CR 602). Whether it is a mana ability follows from its body (CR 605.1a).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activated {
    /// The cost. Empty for a loyalty ability.
    pub cost: Cost,
    /// The cost of a loyalty ability (CR 606).
    pub loyalty: Option<Loyalty>,
    /// The effect.
    pub body: Body,
    /// The limits on activating it. All of them apply.
    pub limits: Vec<Limit>,
}

/// The cost of a loyalty ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Loyalty {
    /// `[+1]`, `[0]`.
    Plus(u8),
    /// `[-3]`.
    Minus(u8),
    /// `[-X]`.
    MinusX,
}

/// A limit on an activated ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// A limit on timing, or a condition.
    When(When),
    /// Any player may activate the ability.
    AnyPlayer,
    /// A change of the activation cost: a [`SpellCost::Change`].
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
        /// The "as long as" condition.
        cond: Option<Cond>,
        /// Wording: the condition comes before the modification.
        first: bool,
        /// The definition of X.
        x: Option<super::Amount>,
    },
    /// Modifies objects during its controller's turns.
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
    /// Players must pay to attack you.
    AttackTax(Tax),
    /// A rule for players.
    Player(Who, PlayerRule),
    /// A rule that works only on the stack or in another zone, for example "this spell can't be countered".
    SpellRule(super::Rule),
    /// The card may be cast only at these times. All limits apply (CR 601.3).
    CastOnly(Vec<When>),
    /// A permission to cast the card from another zone, or to play cards from the top of the library.
    MayPlay {
        /// The cards.
        what: Filter,
        /// The zone: the top of your library, or your graveyard.
        from: super::Zone,
        /// Wording: `cast` instead of `play`.
        cast: bool,
    },
}

/// A rule for a player.
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
    /// Can't cast spells that match.
    CantCast(Filter),
    /// Can't cast more than one spell each turn.
    OneSpellEachTurn,
    /// May cast spells that match as though they had flash.
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
