//! Actions as the Magic document defines them (section Actions): a kind, an actor, an object, groups of targets and a
//! payload.
//!
//! An action is another notation for moves of the engine. `write` turns a legal move, or a sequence of moves, into an
//! action. `surface` lists the legal actions with their options. `lenient` reads the JSON of an action, `read` finds
//! the moves that the action means, and `announce` answers the questions of an announcement. This module never decides
//! what is legal. Reading an action only picks from the legal moves, on a state that is sampled from the view of the
//! seat.

mod announce;
mod lenient;
mod read;
mod schema;
mod surface;
mod write;

pub(crate) use read::is_action;
pub use schema::schema;

use serde::{Deserialize, Serialize};

/// One action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// The kind of the action.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// The number of the acting player, from one. Optional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<usize>,
    /// The card or permanent that the action is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object_id: Option<Ref>,
    /// The targets, one group for each *target* in the text. If the field is missing, the player is asked for targets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub targets: Option<Vec<Vec<Target>>>,
    /// All other decisions of the action.
    #[serde(default, skip_serializing_if = "Payload::is_empty")]
    pub payload: Payload,
    /// The values that the missing parts can have, in a list of legal actions. The reader ignores this field in an
    /// answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Options>,
}

/// The possible values of the parts that an action leaves out. If a part depends on an earlier choice, lists every
/// value that is possible after some choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The legal targets, one list for each group of targets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Vec<Target>>,
    /// The modes to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modes: Vec<ModeOptions>,
    /// Whether the spell can be kicked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kicker: bool,
    /// The values of X.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<NumberRange>,
    /// The cost of an ability as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// The objects and cards that can pay the cost, one list for each choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<Vec<Choice>>,
}

/// A mode that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModeOptions {
    /// The number of the mode, from one.
    pub mode: u8,
    /// The legal targets of the mode, one list for each group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Vec<Target>>,
}

/// The smallest and the largest possible number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct NumberRange {
    pub least: i16,
    pub most: i16,
}

/// The kinds of actions in the document.
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
    /// All kinds in the order of the document.
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

    /// The name of the kind in the document.
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

/// Names an object by its number (texts write `#12`) or by its name. Cards in a hand have no number, because copies of
/// a card are interchangeable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "an object is given by its number after #, as in 12, or by its name, as in \"Forest\"")]
pub enum Ref {
    /// The number of the object.
    Instance(u16),
    /// The name of the object. `Name #12`, `#12` and `12` are also accepted.
    Name(String),
}

/// A target or a chosen object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The kind of target. Optional.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<TargetType>,
    /// The object, if an object is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance_id: Option<Ref>,
    /// The number of the player, from one, if a player is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_id: Option<usize>,
    /// The name of a card that has no number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_id: Option<String>,
    /// The share of this target, if damage or counters are divided.
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

/// The other decisions of an action. The player is asked for each missing decision, unless the field says otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payload {
    /// How the card is cast, if not for its mana cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<WayName>,
    /// The mana cost as printed. It has no effect, but the action is refused if the cost is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<String>,
    /// The number of the object's ability, from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability: Option<usize>,
    /// The numbers of the chosen modes, from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modes: Option<Vec<u8>>,
    /// Whether the spell is kicked. If the action contains targets or other decisions, a missing value means no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kicked: Option<bool>,
    /// The value of X.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<i16>,
    /// The objects sacrificed, discarded, exiled or tapped for the cost, in the order of the cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub costs: Option<Vec<Choice>>,
    /// The attacking creatures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attackers: Option<Vec<Attack>>,
    /// The blocking creatures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blocks: Option<Vec<Block>>,
    /// Whether the list of attackers or blocks is incomplete. If so, the player is asked for more attackers or blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more: Option<bool>,
    /// How long the player keeps passing after a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<PassUntil>,
    /// Answers to the questions that follow the action, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Choice>>,
}

impl Payload {
    fn is_empty(&self) -> bool {
        *self == Payload::default()
    }
}

/// Ways to cast a card, other than for its mana cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum WayName {
    Flashback,
    Alternative,
    Free,
    Cycling,
}

/// How long a player keeps passing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassUntil {
    /// Until the turn ends or another player acts.
    Turn,
}

/// One answer to a question.
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

/// An attacking creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "SloppyAttack")]
pub struct Attack {
    /// The attacker.
    pub attacker: Ref,
    /// The attacked player or planeswalker. If the field is missing, the opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defender: Option<Target>,
}

/// A blocking creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// The blocker.
    pub blocker: Ref,
    /// The attacker that it blocks.
    pub attacker: Ref,
}

/// An attacker in JSON: an object with fields, or only a number or a name.
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
        Action { kind, actor: None, object_id: None, targets: None, payload: Payload::default(), options: None }
    }

    fn of(kind: Kind, object: Ref) -> Action {
        Action { object_id: Some(object), ..Action::new(kind) }
    }

    /// The action as JSON text.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
