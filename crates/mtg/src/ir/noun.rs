//! Noun phrases: objects, players, targets.

use super::{Amount, CardType, Cmp, Color, Colors, CounterKind, Keyword, NameId, Stat, SubtypeId, Supertype, Zone};
use serde::{Deserialize, Serialize};

/// One or more objects in a step, a cost or a static ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Obj {
    /// The object that has the ability, by its name or as `this creature`.
    Source,
    /// The source in a named zone; the ability works there (CR 113.6m).
    SourceIn(ZoneOf),
    /// The first mention of a target of the body, by its slot.
    Target(u8),
    /// An object mentioned before.
    Back {
        /// The object.
        to: Link,
        /// Wording.
        say: Say,
    },
    /// The object that the Aura or Equipment is attached to.
    Host(HostKind),
    /// All matching objects at once.
    Every {
        /// The filter.
        filter: Filter,
        /// Wording.
        say: Form,
    },
    /// Objects that the acting player chooses when the step is performed. They are never targets. In an event or a
    /// condition, it means any matching object.
    Choose {
        /// The number.
        count: Choice,
        /// The filter.
        filter: Filter,
    },
    /// The top cards of a library; all cards if there are fewer.
    TopOf {
        /// The number of cards.
        count: Amount,
        /// The owner of the library.
        of: Who,
    },
    /// All cards in a player's hand.
    HandOf(Who),
    /// All cards in a player's graveyard.
    GraveyardOf(Who),
    /// All listed objects.
    Both(Vec<Obj>),
    /// Any of the listed objects, in events.
    Either(Vec<Obj>),
    /// The inner objects; wording: `each of`.
    EachOf(Box<Obj>),
    /// The inner objects; wording: `each` before the verb.
    Apiece(Box<Obj>),
}

/// The host of an Aura or Equipment, as the text names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostKind {
    /// `enchanted creature` and similar.
    Enchanted(Head),
    /// `equipped creature`.
    Equipped,
}

/// The number of objects that the acting or announcing player chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// One.
    One,
    /// Exactly this many. If objects are chosen on resolution and fewer exist, all of them.
    Exactly(Amount),
    /// Up to this many.
    UpTo(Amount),
    /// Any number.
    Any,
    /// One or more, up to this many: `one or two`.
    OneTo(u8),
    /// At least this many, as a condition of an event: `one or more`.
    OrMore(u8),
}

/// The object that an [`Obj::Back`] refers to. An object that changed zones is lost unless the text tracks it (CR
/// 400.7). Its characteristics are then its last known information (CR 608.2h).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Link {
    /// The object that has the ability.
    Source,
    /// The targets of a slot.
    Target(u8),
    /// The objects of the event that triggered the ability or is replaced.
    Event,
    /// The other object of that event: the object that was blocked, targeted or dealt damage.
    EventOther,
    /// The objects that the most recent step moved, created, revealed, copied or chose.
    Last,
    /// The objects paid as a cost (sacrificed, discarded, exiled, tapped).
    Paid,
    /// Each object that a static ability or step applies to, one at a time (`gets +1/+1 for each Aura attached to
    /// it`).
    Each,
    /// The object that the Aura or Equipment is attached to.
    Host,
}

/// Wording of a pronoun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Say {
    /// No word: the subject of the previous clause continues.
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

/// A set of objects. An object belongs to it if it matches one of the nouns and has all properties after them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// The nouns, of which an object must match one. Properties of the first noun also apply to nouns without
    /// properties (`tapped artifact or creature`), unless the nouns `repeat` their last word (`basic land card or
    /// Gate card`).
    pub nouns: Vec<Noun>,
    /// Wording: the word between the nouns. It always means the union.
    pub join: Join,
    /// The properties after the nouns. All must hold.
    pub post: Vec<Pred>,
    /// Wording: each noun repeats the last word (`land card or Gate card`).
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

/// A noun with the properties before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noun {
    /// The properties. All must hold.
    pub adj: Vec<Pred>,
    /// The noun.
    pub head: Head,
}

/// A noun: an object must have all `types`, the subtype and the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The kind of object. It implies the zone unless the filter names another.
    pub kind: Kind,
    /// A bit set of required types, by [`CardType`].
    pub types: u16,
    /// The required subtype.
    pub subtype: Option<SubtypeId>,
}

/// The kind of object to which a noun refers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// An object on the battlefield.
    Permanent,
    /// A card outside the battlefield and the stack.
    Card,
    /// A card of a permanent type.
    PermanentCard,
    /// A spell on the stack.
    Spell,
    /// A permanent spell on the stack.
    PermanentSpell,
    /// A token on the battlefield.
    Token,
    /// A source of damage in any zone.
    Source,
    /// An activated or triggered ability on the stack.
    Ability,
}

/// A property of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pred {
    /// Is neither the source nor the object named before.
    Other,
    /// Has this color.
    Color(Color),
    /// Does not have this color.
    NotColor(Color),
    /// Has at least one of these colors.
    AnyColor(Colors),
    /// Has no color.
    Colorless,
    /// Has two or more colors.
    Multicolored,
    /// Has exactly one color.
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
    /// Is not a token.
    Nontoken,
    /// Has the subtype, written before another noun.
    Subtype(SubtypeId),
    /// Has an Aura attached.
    Enchanted,
    /// Has an Equipment attached.
    Equipped,
    /// Is legendary, an artifact or a Saga (CR 700.6).
    Historic,
    /// Has a counter, an Aura controlled by its controller, or an Equipment on it (CR 700.9).
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
    /// Compares a characteristic with a number.
    Stat(Stat, Cmp, Amount),
    /// Has the greatest or least value of a characteristic among matching objects.
    Extreme {
        /// Greatest if `true`, otherwise least.
        greatest: bool,
        /// The characteristic.
        stat: Stat,
        /// The objects to compare with.
        among: Box<Filter>,
    },
    /// Has at least this many counters of the kind; of any kind if `None`. `with counters` means one.
    WithCounter(Option<CounterKind>, u8),
    /// Has no counter of the kind.
    WithoutCounter(Option<CounterKind>),
    /// Is in this zone of one of these players.
    In(ZoneOf),
    /// Has the creature type chosen for the source.
    ChosenType,
    /// Has the color chosen for the source.
    ChosenColor,
    /// Has the name.
    Named(NameId),
    /// Has the name of the source.
    NamedSelf,
    /// Is not this object: `other than ~`.
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
    /// Targets a matching object.
    Targets(Box<Filter>),
    /// Targets the object.
    TargetsObj(Box<Obj>),
    /// Is among the cards just revealed or looked at: `from it`.
    FromIt,
    /// All chosen cards are in the same graveyard.
    SameGraveyard,
    /// Shares a creature type with the object.
    SharesCreatureType(Box<Obj>),
}

/// A zone and its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneOf {
    /// The zone.
    pub zone: Zone,
    /// The owner; any player if `None`.
    pub of: Option<Who>,
    /// Wording: `from` instead of `in`.
    pub from: bool,
}

/// A target slot of a body (CR 115). Targets are chosen on announcement and checked again on resolution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The number of different targets.
    pub count: Choice,
    /// The kind of target.
    pub kind: TargetKind,
    /// Whether an opponent chooses the targets instead of the controller.
    pub by_opponent: bool,
}

/// The kinds of targets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TargetKind {
    /// `any target`: a creature, player, planeswalker or battle (CR 115.4).
    Any {
        /// `another target`: must differ from the targets of earlier slots.
        other: bool,
    },
    /// A player of the kind.
    Player(Players),
    /// An object.
    Object(Filter),
    /// A player or an object.
    PlayerOr(Players, Filter),
    /// Like `PlayerOr`; wording: the object comes first.
    OrPlayer(Filter, Players),
}

/// A group of players from the view of the ability's controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Players {
    /// Any player.
    Any,
    /// Opponents.
    Opponent,
    /// Players other than the controller: `each other player`.
    Other,
}

/// One or more players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// The controller of the ability.
    You,
    /// The first mention of a target of the body, by its slot.
    Target(u8),
    /// Each player of the group. Several players act in turn order (CR 101.4).
    Each(Players),
    /// Any one player of the group in events and filters. In steps, the controller chooses one.
    A(Players),
    /// `your opponents` as a group: any of them.
    Opponents,
    /// A player mentioned before.
    Back {
        /// The player.
        to: WhoLink,
        /// Wording.
        say: WhoSay,
    },
    /// The controllers of objects. Wording: plural (`their controllers`).
    ControllerOf(Box<Obj>, bool),
    /// The owners of objects. Wording: plural.
    OwnerOf(Box<Obj>, bool),
    /// The player that the source attacks (CR 508.5).
    Defending,
    /// The player that the Aura enchants.
    Enchanted,
    /// All listed players.
    Both(Vec<Who>),
}

/// The player that a [`Who::Back`] refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhoLink {
    /// The player of the event.
    Event,
    /// The target of a slot.
    Target(u8),
    /// The subject of the step, one player at a time.
    Subject,
    /// The player last mentioned through an object, as its controller or owner.
    Last,
}

/// Wording of a player mentioned before.
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
    /// A noun of this kind with any type.
    pub const fn of(kind: Kind) -> Self {
        Head { kind, types: 0, subtype: None }
    }

    /// A noun of this kind with one type.
    pub const fn typed(kind: Kind, card_type: CardType) -> Self {
        Head { kind, types: 1 << card_type as u16, subtype: None }
    }

    /// Whether the noun requires the type.
    pub const fn has(self, card_type: CardType) -> bool {
        self.types & (1 << card_type as u16) != 0
    }
}

impl Filter {
    /// A filter with one noun and no properties.
    pub fn of(head: Head) -> Self {
        Filter { nouns: vec![Noun { adj: Vec::new(), head }], join: Join::Or, post: Vec::new(), repeat: false }
    }
}

/// Whether a phrase is grammatically plural. `targets` are the targets of the body.
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

/// Whether the number may be more than one.
pub fn many(count: &Choice) -> bool {
    match count {
        Choice::One => false,
        Choice::Exactly(amount) | Choice::UpTo(amount) => *amount != Amount::Number(1),
        Choice::Any | Choice::OrMore(_) | Choice::OneTo(_) => true,
    }
}
