//! Noun phrases: objects, players, targets.

use super::{Amount, CardType, Cmp, Color, Colors, CounterKind, Keyword, NameId, Stat, SubtypeId, Supertype, Zone};
use serde::{Deserialize, Serialize};

/// One or more objects, as a step, a cost or a static ability speaks of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Obj {
    /// The object that the ability is of, by its name or as `this creature`.
    Source,
    /// The same, in a zone that is named: the ability works there (CR 113.6m).
    SourceIn(ZoneOf),
    /// A target of the body, by its slot, where it is first spoken of.
    Target(u8),
    /// Something that was spoken of before.
    Back {
        /// What it stands for.
        to: Link,
        /// Wording.
        say: Say,
    },
    /// What the Aura or Equipment is attached to.
    Host(HostKind),
    /// Every object that matches, all at once.
    Every {
        /// Which.
        filter: Filter,
        /// Wording.
        say: Form,
    },
    /// Objects that the acting player chooses when the step is done (never targets). In an event or a condition:
    /// any object that matches.
    Choose {
        /// How many.
        count: Choice,
        /// Among which.
        filter: Filter,
    },
    /// The top cards of a library; all that there are if fewer.
    TopOf {
        /// How many.
        count: Amount,
        /// Whose library.
        of: Who,
    },
    /// All cards in a player's hand.
    HandOf(Who),
    /// All cards in a player's graveyard.
    GraveyardOf(Who),
    /// All of the listed.
    Both(Vec<Obj>),
    /// Any of the listed, in events.
    Either(Vec<Obj>),
    /// The same objects; wording: `each of`.
    EachOf(Box<Obj>),
    /// The same objects; wording: `each` before the verb.
    Apiece(Box<Obj>),
}

/// What an object is attached to, as it is spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostKind {
    /// `enchanted creature` and the like.
    Enchanted(Head),
    /// `equipped creature`.
    Equipped,
}

/// How many are chosen, by whoever acts (or announces the target).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// One.
    One,
    /// Exactly so many; when chosen on resolution, fewer if there are fewer.
    Exactly(Amount),
    /// Up to so many.
    UpTo(Amount),
    /// Any number.
    Any,
    /// One or more, so many at most: `one or two`.
    OneTo(u8),
    /// At least so many, as a condition of an event: `one or more`.
    OrMore(u8),
}

/// What an [`Obj::Back`] stands for. An object that has changed zones is not found any more, unless the text follows it
/// (CR 400.7); for its characteristics last known information counts (CR 608.2h).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Link {
    /// The object that the ability is of.
    Source,
    /// The targets of a slot.
    Target(u8),
    /// The object (or objects) of the event that triggered the ability, or that is replaced.
    Event,
    /// The other object of that event: what was blocked, targeted or dealt damage.
    EventOther,
    /// What the most recent step moved, created, revealed, copied or chose.
    Last,
    /// What was paid as a cost (sacrificed, discarded, exiled, tapped).
    Paid,
    /// What a static ability or a step applies to, each by itself (`gets +1/+1 for each Aura attached to it`).
    Each,
    /// What the Aura or Equipment is attached to.
    Host,
}

/// Wording of a pronoun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Say {
    /// Nothing: the subject of the clause before holds on.
    Unsaid,
    /// `itself`.
    Itself,
    /// `each of them`.
    EachOfThem,
    /// `it`, `its`.
    It,
    /// `them`, `they`, `their`.
    Them,
    /// `that creature`.
    That(Head),
    /// `those creatures`.
    Those(Head),
    /// `the creature`, `the token`.
    The(Head),
    /// `the tokens`.
    TheMany(Head),
    /// `the sacrificed creature`.
    Sacrificed(Head),
    /// `the exiled card`.
    Exiled(Head),
    /// `the discarded card`.
    Discarded(Head),
    /// `the revealed card`.
    Revealed(Head),
}

/// Wording of [`Obj::Every`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// `creatures`.
    Bare,
    /// `all creatures`.
    All,
    /// `each creature`.
    Each,
}

/// Which objects: those that are one of the nouns and have every one of the properties behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// One of these. Properties before the first hold for those that have none of their own (`tapped artifact or
    /// creature`), unless the nouns `repeat` their last word (`basic land card or Gate card`).
    pub nouns: Vec<Noun>,
    /// Wording: it is the union that is meant, whatever the word.
    pub join: Join,
    /// All of these.
    pub post: Vec<Pred>,
    /// Wording: the last word of the nouns is written with each (`land card or Gate card`).
    pub repeat: bool,
}

/// Wording: the word between the nouns of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Join {
    /// `or`.
    Or,
    /// `and`.
    And,
    /// `and/or`.
    AndOr,
}

/// A noun with what stands before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noun {
    /// Properties, all of which must hold.
    pub adj: Vec<Pred>,
    /// The noun.
    pub head: Head,
}

/// The noun itself: every type in `types`, and the subtype, and of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// What kind of object, and so in which zone unless the filter says otherwise.
    pub kind: Kind,
    /// Types it must have, a bit each, by [`CardType`].
    pub types: u16,
    /// The subtype it must have.
    pub subtype: Option<SubtypeId>,
}

/// What a noun is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Something on the battlefield.
    Permanent,
    /// A card anywhere but on the battlefield and the stack.
    Card,
    /// A card of a permanent type.
    PermanentCard,
    /// A spell on the stack.
    Spell,
    /// A permanent spell on the stack.
    PermanentSpell,
    /// A token on the battlefield.
    Token,
    /// A source of damage, wherever it is.
    Source,
    /// An activated or triggered ability on the stack.
    Ability,
}

/// A property of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pred {
    /// Not the source itself, or not what was named before.
    Other,
    /// Of the colour.
    Color(Color),
    /// Not of the colour.
    NotColor(Color),
    /// Of at least one of the colours.
    AnyColor(Colors),
    /// No colour.
    Colorless,
    /// Two colours or more.
    Multicolored,
    /// Exactly one colour.
    Monocolored,
    /// Has the supertype.
    Super(Supertype),
    /// Lacks the supertype.
    NotSuper(Supertype),
    /// Lacks the type.
    NotType(CardType),
    /// Lacks the subtype.
    NotSubtype(SubtypeId),
    /// Is tapped.
    Tapped,
    /// Is untapped.
    Untapped,
    /// Is attacking.
    Attacking,
    /// Is blocking.
    Blocking,
    /// Is attacking or blocking.
    AttackingOrBlocking,
    /// Is a blocked attacker.
    Blocked,
    /// Is an unblocked attacker.
    Unblocked,
    /// Is a token.
    Token,
    /// Is no token.
    Nontoken,
    /// Has the subtype, before another noun.
    Subtype(SubtypeId),
    /// Has an Aura attached.
    Enchanted,
    /// Has an Equipment attached.
    Equipped,
    /// Legendary, artifact or Saga (CR 700.6).
    Historic,
    /// Has a counter, an Aura of its controller or an Equipment on it (CR 700.9).
    Modified,
    /// Is face down.
    FaceDown,
    /// Is controlled by one of these players.
    Controlled(Who),
    /// Is not controlled by the player.
    NotControlled(Who),
    /// Is owned by one of these players.
    Owned(Who),
    /// Has the keyword.
    With(Keyword),
    /// Lacks the keyword.
    Without(Keyword),
    /// A characteristic compares so to a number.
    Stat(Stat, Cmp, Amount),
    /// The greatest (or the least) of all that a player controls.
    Extreme {
        /// Greatest, or least.
        greatest: bool,
        /// Of which value.
        stat: Stat,
        /// Among which.
        among: Box<Filter>,
    },
    /// Has at least so many counters of the kind on it; of any kind if `None`. None written is one: `with counters`.
    WithCounter(Option<CounterKind>, u8),
    /// Has none of the kind.
    WithoutCounter(Option<CounterKind>),
    /// Is in the zone, of one of these players.
    In(ZoneOf),
    /// Of the creature type that was chosen for the source.
    ChosenType,
    /// Of the colour that was chosen for the source.
    ChosenColor,
    /// Has the name.
    Named(NameId),
    /// Has the name of the source.
    NamedSelf,
    /// Is none of these: `other than ~`.
    OtherThan(Box<Obj>),
    /// Was dealt damage this turn.
    DamagedThisTurn,
    /// Entered this turn.
    EnteredThisTurn,
    /// Attacked this turn.
    AttackedThisTurn,
    /// Is attached to the object.
    AttachedTo(Box<Obj>),
    /// Is blocking the object.
    BlockingObj(Box<Obj>),
    /// Is blocked by the object.
    BlockedBy(Box<Obj>),
    /// Is attacking one of these players.
    AttackingWho(Who),
    /// Targets something that matches.
    Targets(Box<Filter>),
    /// Targets the object.
    TargetsObj(Box<Obj>),
    /// Is among the cards that were just revealed or looked at: `from it`.
    FromIt,
    /// All that are chosen are in the same graveyard.
    SameGraveyard,
    /// Is of a type that the object shares (`shares a creature type with`).
    SharesCreatureType(Box<Obj>),
}

/// A zone and whose it is. `None` for the shared ones, and for `a graveyard`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneOf {
    /// Which zone.
    pub zone: Zone,
    /// Whose; anybody's if `None`.
    pub of: Option<Who>,
    /// Wording: `from` instead of `in`.
    pub from: bool,
}

/// A slot for targets of a body (CR 115). Chosen on announcement, checked again on resolution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// How many different ones.
    pub count: Choice,
    /// Of what kind.
    pub kind: TargetKind,
    /// An opponent chooses instead of the controller.
    pub by_opponent: bool,
}

/// What a target may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TargetKind {
    /// `any target`: creature, player, planeswalker or battle (CR 115.4). `other`: not one of the slots before.
    Any {
        /// Wording of `another target`, and its meaning.
        other: bool,
    },
    /// A player of the kind.
    Player(Players),
    /// An object.
    Object(Filter),
    /// A player or an object.
    PlayerOr(Players, Filter),
    /// As before, the object first in the wording.
    OrPlayer(Filter, Players),
}

/// A kind of player, seen from the controller of the ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Players {
    /// Anybody.
    Any,
    /// Opponents.
    Opponent,
    /// Everybody but the controller: `each other player`.
    Other,
}

/// One or more players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// The controller of the ability.
    You,
    /// A target of the body, by its slot, where it is first spoken of.
    Target(u8),
    /// Each one of the kind. A subject like this acts in turn order (CR 101.4).
    Each(Players),
    /// Any one of the kind, in events and filters; a choice of the controller in steps.
    A(Players),
    /// `your opponents`, as a group: any of them.
    Opponents,
    /// A player spoken of before.
    Back {
        /// Whom it stands for.
        to: WhoLink,
        /// Wording.
        say: WhoSay,
    },
    /// The controllers of objects. Wording: in the plural (`their controllers`).
    ControllerOf(Box<Obj>, bool),
    /// The owners of objects. Wording: in the plural.
    OwnerOf(Box<Obj>, bool),
    /// The player whom the source attacks (CR 508.5).
    Defending,
    /// The player whom the Aura enchants.
    Enchanted,
    /// All of the listed.
    Both(Vec<Who>),
}

/// Whom a [`Who::Back`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhoLink {
    /// The player of the event.
    Event,
    /// The target of a slot.
    Target(u8),
    /// The subject of the step, each by itself.
    Subject,
    /// The player that was last spoken of through an object: its controller or owner.
    Last,
}

/// Wording of a player spoken of before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhoSay {
    /// `that player`.
    ThatPlayer,
    /// `that opponent`.
    ThatOpponent,
    /// `they`, `them`, `their`.
    They,
}

impl Head {
    /// A permanent, a card, a spell of whatever type.
    pub const fn of(kind: Kind) -> Self {
        Head { kind, types: 0, subtype: None }
    }

    /// A permanent of one type.
    pub const fn typed(kind: Kind, card_type: CardType) -> Self {
        Head { kind, types: 1 << card_type as u16, subtype: None }
    }

    /// Whether the type is asked for.
    pub const fn has(self, card_type: CardType) -> bool {
        self.types & (1 << card_type as u16) != 0
    }
}

impl Filter {
    /// One bare noun.
    pub fn of(head: Head) -> Self {
        Filter { nouns: vec![Noun { adj: Vec::new(), head }], join: Join::Or, post: Vec::new(), repeat: false }
    }
}

/// Whether a phrase is plural in grammar. `targets` are those of the body.
pub fn is_plural(what: &Obj, targets: &[Target]) -> bool {
    match what {
        Obj::Source | Obj::SourceIn(_) | Obj::Host(_) => false,
        Obj::Target(slot) => targets.get(usize::from(*slot)).is_some_and(|target| many(&target.count)),
        Obj::Back { say, .. } => matches!(say, Say::Them | Say::Those(_) | Say::TheMany(_)),
        Obj::Every { say, .. } => *say != Form::Each,
        Obj::Choose { count, .. } => many(count),
        Obj::TopOf { count, .. } => *count != Amount::Number(1),
        Obj::HandOf(_) | Obj::GraveyardOf(_) => false,
        Obj::Both(_) => true,
        Obj::EachOf(_) => false,
        Obj::Apiece(_) => true,
        Obj::Either(list) => list.last().is_some_and(|last| is_plural(last, targets)),
    }
}

/// Whether more than one may be meant.
pub fn many(count: &Choice) -> bool {
    match count {
        Choice::One => false,
        Choice::Exactly(amount) | Choice::UpTo(amount) => *amount != Amount::Number(1),
        Choice::Any | Choice::OrMore(_) | Choice::OneTo(_) => true,
    }
}
