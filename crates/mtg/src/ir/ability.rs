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
    /// Its name.
    pub name: NameId,
    /// How its faces belong together.
    pub layout: Layout,
    /// One face, or more.
    pub faces: Vec<Face>,
}

/// How faces belong together (CR 712, 709, 715).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layout {
    /// One face.
    Normal,
    /// Transforms.
    Transform,
    /// Either face may be cast or played.
    Modal,
    /// Two halves.
    Split,
    /// A creature with a spell.
    Adventure,
    /// Turned upside down.
    Flip,
    /// Another way of belonging together, that no engine should accept unseen.
    Other,
}

/// What is printed on one face.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    /// Its name.
    pub name: NameId,
    /// Mana cost; `None` if it has none (CR 202.1b).
    pub mana_cost: Option<ManaCost>,
    /// Colours: of the mana cost or a colour indicator.
    pub colors: Colors,
    /// Supertypes.
    pub supertypes: Vec<Supertype>,
    /// Types.
    pub types: Vec<CardType>,
    /// Subtypes.
    pub subtypes: Vec<SubtypeId>,
    /// Power; `None` if the face has none. A star is zero here and defined by an ability.
    pub power: Option<i16>,
    /// Toughness.
    pub toughness: Option<i16>,
    /// Loyalty it enters with.
    pub loyalty: Option<i16>,
    /// Its abilities, in printed order.
    pub abilities: Vec<Ability>,
}

/// An ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ability {
    /// Keywords on one line. Wording: parted by semicolons.
    Keywords(Vec<Keyword>, bool),
    /// What an instant or sorcery does.
    Spell(Body),
    /// Whenever.
    Triggered(Triggered),
    /// Cost, colon, effect.
    Activated(Activated),
    /// As long as it is there.
    Static(Static),
    /// What it costs to cast the card itself.
    Cost(SpellCost),
    /// A chapter of a Saga (CR 714): the numbers, then what happens.
    Chapter(Vec<u8>, Body),
    /// An ability word in front (CR 207.2c): wording without meaning, in the lexicon.
    Worded(super::WordId, Box<Ability>),
}

/// Targets and what is done with them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    /// Announced in this order.
    pub targets: Vec<Target>,
    /// Done in this order.
    pub steps: Vec<TextStep>,
    /// Modes to choose from on announcement instead of steps (CR 700.2).
    pub modes: Option<Box<Modes>>,
}

/// Modes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modes {
    /// How many are chosen.
    pub choose: ModeCount,
    /// The same mode may be chosen more than once.
    pub repeat: bool,
    /// The modes; each with its own targets.
    pub modes: Vec<Mode>,
}

/// How many modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ModeCount {
    /// Exactly so many.
    Exactly(u8),
    /// One or more.
    OneOrMore,
    /// One or both.
    OneOrBoth,
    /// Up to so many.
    UpTo(u8),
    /// One; any number if the condition of the text holds is not here.
    AnyNumber,
}

/// One mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mode {
    /// What it does.
    pub body: Body,
}

/// A triggered ability (CR 603).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Triggered {
    /// When.
    pub event: Event,
    /// Wording: `when`, `whenever`, `at`.
    pub say: TriggerSay,
    /// Intervening if (CR 603.4): checked as it triggers and as it resolves.
    pub cond: Option<Cond>,
    /// What it does.
    pub body: Body,
    /// Triggers only once each turn.
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
    /// What is paid; for a loyalty ability the loyalty alone.
    pub cost: Cost,
    /// A loyalty ability (CR 606).
    pub loyalty: Option<Loyalty>,
    /// What it does.
    pub body: Body,
    /// When it may be activated, all of these.
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

/// A limit of an activated ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// By time or condition.
    When(When),
    /// Any player may activate it.
    AnyPlayer,
    /// It costs more or less to activate: a [`SpellCost::Change`].
    Costs(Box<SpellCost>),
}

/// A static ability (CR 604).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Static {
    /// Modifies objects as long as the condition holds.
    Continuous {
        /// What.
        what: Obj,
        /// How.
        mods: Vec<Mod>,
        /// As long as.
        cond: Option<Cond>,
        /// Wording: the condition stands first.
        first: bool,
        /// Where X is.
        x: Option<super::Amount>,
    },
    /// Modifies objects during its controller's turns.
    DuringYourTurn {
        /// What.
        what: Obj,
        /// How.
        mods: Vec<Mod>,
    },
    /// A replacement.
    Replace(Replacement),
    /// Spells cost less or more.
    CostChange(CostChange),
    /// Attacking you has a price.
    AttackTax(Tax),
    /// A player's rule.
    Player(Who, PlayerRule),
    /// Functions only on the stack or in another zone: `this spell can't be countered`.
    SpellRule(super::Rule),
    /// It may be cast at such times alone, all of these (CR 601.3).
    CastOnly(Vec<When>),
    /// You may cast it from another zone, or play cards from the top of the library.
    MayPlay {
        /// What.
        what: Filter,
        /// From where: the top of your library, or your graveyard.
        from: super::Zone,
        /// Wording: cast, not play.
        cast: bool,
    },
}

/// A rule for a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayerRule {
    /// No maximum hand size.
    NoMaximumHandSize,
    /// So many additional lands each turn.
    ExtraLands(u8),
    /// May look at the top card of the library any time.
    LookAtTop,
    /// Plays with the top card revealed.
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
    /// May choose so many: reserved wording `any number`.
    MaximumHand(Choice),
    /// Damage can't be prevented, whoever deals it (CR 615.12).
    Unpreventable,
}
