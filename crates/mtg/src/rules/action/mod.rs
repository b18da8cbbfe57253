//! Actions as the Magic document defines them (section Actions): a kind, an actor, an object, groups of targets and a
//! payload.
//!
//! An action is another notation for atomic decisions. `write` turns a legal move, or a sequence of them, into an
//! action. `read` finds the sequence of moves of an action; `announce` answers the announcement of a spell or ability
//! on the way. This module never decides what is legal: every step is taken from the legal moves, on a state sampled
//! from the view of the seat.

mod announce;
mod read;
mod schema;
mod write;

pub(crate) use read::is_action;
pub use schema::schema;

use serde::{Deserialize, Serialize};

/// One action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// What is done.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Who acts, counted from one. May be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<usize>,
    /// The card or permanent it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object_id: Option<Ref>,
    /// Groups of targets, one for each time the text says *target*. Without it targets are asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<Vec<Target>>>,
    /// What else was decided.
    #[serde(default, skip_serializing_if = "Payload::is_empty")]
    pub payload: Payload,
}

/// The kinds of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[allow(missing_docs)]
pub enum Kind {
    PlayLand,
    TapForMana,
    CastSpell,
    ActivateAbility,
    DeclareAttackers,
    DeclareBlockers,
    PassPriority,
    ResolveDecision,
    SkipCombat,
    SkipMain2,
    Scoop,
    Mulligan,
    KeepHand,
    BottomCard,
}

impl Kind {
    /// All of them, in the order of the document.
    pub const ALL: [Kind; 14] = [
        Kind::PlayLand,
        Kind::TapForMana,
        Kind::CastSpell,
        Kind::ActivateAbility,
        Kind::DeclareAttackers,
        Kind::DeclareBlockers,
        Kind::PassPriority,
        Kind::ResolveDecision,
        Kind::SkipCombat,
        Kind::SkipMain2,
        Kind::Scoop,
        Kind::Mulligan,
        Kind::KeepHand,
        Kind::BottomCard,
    ];

    /// Its name in the document.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::PlayLand => "PLAY_LAND",
            Kind::TapForMana => "TAP_FOR_MANA",
            Kind::CastSpell => "CAST_SPELL",
            Kind::ActivateAbility => "ACTIVATE_ABILITY",
            Kind::DeclareAttackers => "DECLARE_ATTACKERS",
            Kind::DeclareBlockers => "DECLARE_BLOCKERS",
            Kind::PassPriority => "PASS_PRIORITY",
            Kind::ResolveDecision => "RESOLVE_DECISION",
            Kind::SkipCombat => "SKIP_COMBAT",
            Kind::SkipMain2 => "SKIP_MAIN2",
            Kind::Scoop => "SCOOP",
            Kind::Mulligan => "MULLIGAN",
            Kind::KeepHand => "KEEP_HAND",
            Kind::BottomCard => "BOTTOM_CARD",
        }
    }
}

/// An object by its number, which stands behind `#` in the texts, or by its name: cards of a hand have no number, and copies are
/// interchangeable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "an object is the number behind its #, as in 12, or a name, as in \"Forest\"")]
pub enum Ref {
    /// Its number.
    Instance(u16),
    /// Its name; also `Name #12`, `#12` or `12`.
    Name(String),
}

/// What is aimed at or chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// What it is. May be left out.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<TargetType>,
    /// The number of an object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance_id: Option<Ref>,
    /// The number of a player, counted from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_id: Option<usize>,
    /// The name of a card that has no number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_id: Option<String>,
    /// Its share of what is divided among the targets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i16>,
}

/// Kinds of targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum TargetType {
    Player,
    Permanent,
    Spell,
    Ability,
    Card,
}

/// What an action says beside its object and targets. What is left out is asked for, unless it is said below.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payload {
    /// Another way than for its mana cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<WayName>,
    /// The mana cost as printed. Only looked at: one that is wrong refuses the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// Which of the abilities of the object, counted from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability: Option<usize>,
    /// The modes, counted from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modes: Option<Vec<u8>>,
    /// Is it kicked? Where targets or anything else is given, not unless it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kicked: Option<bool>,
    /// What X is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<i16>,
    /// What is sacrificed, discarded, exiled, tapped for its cost, in the order of the cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costs: Option<Vec<Choice>>,
    /// Who attacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attackers: Option<Vec<Attack>>,
    /// Who blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<Block>>,
    /// Of attackers and blocks: these are not all, the rest is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more: Option<bool>,
    /// Of a pass: how long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<PassUntil>,
    /// Answers to what is asked, one after the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Choice>>,
}

impl Payload {
    fn is_empty(&self) -> bool {
        *self == Payload::default()
    }
}

/// Ways to cast a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum WayName {
    Flashback,
    Alternative,
    Free,
    Cycling,
}

/// How long somebody passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassUntil {
    /// Until the turn ends or somebody else acts.
    Turn,
}

/// One answer: a number, a word as in the texts of the moves, or an object, a card or a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Choice {
    /// Yes or no.
    Flag(bool),
    /// A number.
    Number(i64),
    /// The text of a move, or the name of a card.
    Word(String),
    /// An object, a card or a player.
    Target(Target),
}

/// A creature that attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SloppyAttack")]
pub struct Attack {
    /// The creature.
    pub attacker: Ref,
    /// Whom: without it the other player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defender: Option<Target>,
}

/// A creature that blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// The creature.
    pub blocker: Ref,
    /// Which attacker.
    pub attacker: Ref,
}

/// A list of attackers may be nothing but numbers.
#[derive(Deserialize)]
#[serde(untagged)]
enum SloppyAttack {
    Whole(WholeAttack),
    Bare(Ref),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WholeAttack {
    attacker: Ref,
    #[serde(default)]
    defender: Option<Target>,
}

impl From<SloppyAttack> for Attack {
    fn from(said: SloppyAttack) -> Attack {
        match said {
            SloppyAttack::Whole(WholeAttack { attacker, defender }) => Attack { attacker, defender },
            SloppyAttack::Bare(attacker) => Attack { attacker, defender: None },
        }
    }
}

impl Action {
    fn new(kind: Kind) -> Action {
        Action { kind, actor: None, object_id: None, targets: None, payload: Payload::default() }
    }

    fn of(kind: Kind, object: Ref) -> Action {
        Action { object_id: Some(object), ..Action::new(kind) }
    }

    /// As JSON.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
