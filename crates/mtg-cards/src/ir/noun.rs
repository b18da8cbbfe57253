//! Noun phrases: objects, players, targets.

use super::{Amount, CardType, Cmp, Color, Colors, CounterKind, Keyword, NameId, Stat, SubtypeId, Supertype, Zone};
use serde::{Deserialize, Serialize};

/// One or more objects in a step, a cost or a static ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Obj {
    /// The object that has the ability. The text writes its name or `this creature`.
    Source,
    /// The object that has the ability, in a zone that the text names. The ability works in that zone (CR 113.6m).
    SourceIn(ZoneOf),
    /// The targets in this slot of the body. This is their first mention; later mentions are `Back`.
    Target(u8),
    /// Objects that the text mentioned before.
    Back {
        /// The objects that are meant.
        to: Link,
        /// The pronoun or noun in the text (wording only).
        say: Say,
    },
    /// The object that the Aura or Equipment is attached to.
    Host(HostKind),
    /// All objects that match the filter at once.
    Every {
        /// The filter that the objects match.
        filter: Filter,
        /// Whether the text says `creatures`, `all creatures` or `each creature` (wording only).
        say: Form,
    },
    /// Objects that the acting player chooses when the step is performed. They are never targets. In an event or a
    /// condition, this means any object that matches the filter.
    Choose {
        /// How many objects are chosen.
        count: Choice,
        /// The objects that can be chosen.
        filter: Filter,
    },
    /// The top cards of a library. If the library has fewer cards, this means all of its cards.
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
    /// All objects in the list.
    Both(Vec<Obj>),
    /// Any one of the objects in the list. Only events contain it.
    Either(Vec<Obj>),
    /// The same objects as the inner value, written with `each of`.
    EachOf(Box<Obj>),
    /// The same objects as the inner value, written with `each` before the verb.
    Apiece(Box<Obj>),
}

/// How the text names the object that an Aura or Equipment is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostKind {
    /// `enchanted creature`, `enchanted land` and similar.
    Enchanted(Head),
    /// `equipped creature`.
    Equipped,
}

/// How many objects a player chooses, on announcement or when a step is performed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// One.
    One,
    /// Exactly this many. When a step chooses and fewer objects match, it takes all of them.
    Exactly(Amount),
    /// Up to this many.
    UpTo(Amount),
    /// Any number.
    Any,
    /// One or more, up to this many: `one or two`.
    OneTo(u8),
    /// At least this many objects, as in an event with `one or more`.
    OrMore(u8),
}

/// The objects that an [`Obj::Back`] refers to. An object that changed zones is lost unless the text tracks it (CR
/// 400.7). Its last known information is still used (CR 608.2h).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Link {
    /// The object that has the ability.
    Source,
    /// The targets in this slot.
    Target(u8),
    /// The objects of the event that triggered the ability or is replaced.
    Event,
    /// The other object of the event, for example the object that was blocked, targeted or dealt damage.
    EventOther,
    /// The objects that the most recent step moved, created, revealed, copied or chose.
    Last,
    /// The objects paid as a cost (sacrificed, discarded, exiled, tapped).
    Paid,
    /// The object to which a static ability or step applies, one object at a time
    /// (`gets +1/+1 for each Aura attached to it`).
    Each,
    /// The object that the Aura or Equipment is attached to.
    Host,
}

/// How the text refers to objects that it mentioned before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Say {
    /// No word, because the subject of the previous clause continues.
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
    /// `that creature or planeswalker`.
    ThatOr(Head, Head),
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

/// How the text writes [`Obj::Every`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// `creatures`.
    Bare,
    /// `all creatures`.
    All,
    /// `each creature`.
    Each,
}

/// A set of objects. An object is in the set if it matches one of the nouns and has all properties in `post`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// The nouns. An object must match at least one of them. The properties of the first noun also apply to later nouns
    /// without properties (`tapped artifact or creature`), unless `repeat` is set (`basic land card or Gate card`).
    pub nouns: Vec<Noun>,
    /// The word between the nouns (wording only). Both words mean the same: an object needs to match only one of the
    /// nouns.
    pub join: Join,
    /// The properties after the nouns. All must hold.
    pub post: Vec<Pred>,
    /// Whether each noun repeats the last word (`land card or Gate card`).
    pub repeat: bool,
}

/// The word between the nouns of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Join {
    /// `or`.
    Or,
    /// `and`.
    And,
    /// `and/or`.
    AndOr,
}

/// A noun with the properties that the text puts before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noun {
    /// The properties before the noun. All must hold.
    pub adj: Vec<Pred>,
    /// The noun itself.
    pub head: Head,
}

/// A noun without properties. An object must be of the kind and have all `types` and the subtype.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// The kind of object. It also implies the zone, unless a property of the filter names another zone.
    pub kind: Kind,
    /// The types that an object must have, as a bit set over [`CardType`].
    pub types: u16,
    /// The subtype that an object must have, if any.
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
    /// Is neither the source nor an object that the text named before: `another`, `other`.
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
    /// Has the subtype. The grammar uses this property if the subtype comes before another noun.
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
    /// Is not controlled by any of these players.
    NotControlled(Who),
    /// Is owned by one of these players.
    Owned(Who),
    /// Has the keyword.
    With(Keyword),
    /// Lacks the keyword.
    Without(Keyword),
    /// Its power, toughness or mana value compares to the amount in this way.
    Stat(Stat, Cmp, Amount),
    /// Has the greatest or least value of a characteristic among the objects that match a filter.
    Extreme {
        /// Whether the greatest value is meant, and not the least.
        greatest: bool,
        /// The characteristic.
        stat: Stat,
        /// The filter for the objects to compare with.
        among: Box<Filter>,
    },
    /// Has at least this many counters of this kind. `None` means counters of any kind.
    WithCounter(Option<CounterKind>, u8),
    /// Has no counter of this kind. `None` means counters of any kind.
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
    /// Matches one of the nouns, each with an article: `that's a Wolf or a Werewolf`.
    IsAny(Box<Filter>),
    /// Is not this object: `other than ~`, where `~` is the card itself.
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
    /// Is among the cards that were just revealed or looked at: `from it`.
    FromIt,
    /// Is in the same graveyard as the other chosen cards.
    SameGraveyard,
    /// Shares a creature type with the object.
    SharesCreatureType(Box<Obj>),
}

/// A zone, and the player who owns it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneOf {
    /// The kind of zone.
    pub zone: Zone,
    /// The player who owns the zone. `None` for every player's zone.
    pub of: Option<Who>,
    /// Whether the text says `from` and not `in` (wording only).
    pub from: bool,
}

/// A slot for targets (CR 115). They are chosen on announcement and checked again on resolution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// How many different targets are chosen.
    pub count: Choice,
    /// The kind of target.
    pub kind: TargetKind,
    /// Whether an opponent of the controller chooses the targets.
    pub by_opponent: bool,
}

/// The kinds of targets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TargetKind {
    /// `any target`: a creature, player, planeswalker or battle (CR 115.4).
    Any {
        /// Whether the text says `another target`. Such a target must differ from the targets in earlier slots.
        other: bool,
    },
    /// A player of this group.
    Player(Players),
    /// An object that matches the filter.
    Object(Filter),
    /// A player of this group, or an object that matches the filter.
    PlayerOr(Players, Filter),
    /// The same as `PlayerOr`, but the text mentions the object first.
    OrPlayer(Filter, Players),
}

/// A group of players, as seen by the ability's controller.
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
    /// The player in this target slot. This is the first mention of the target; later mentions are `Back`.
    Target(u8),
    /// Each player of the group. Several players act in turn order (CR 101.4).
    Each(Players),
    /// One player of the group. Events and filters accept any player of the group. In steps, the controller chooses.
    A(Players),
    /// `your opponents`: any opponent of the controller.
    Opponents,
    /// A player whom the text mentioned before.
    Back {
        /// The player who is meant.
        to: WhoLink,
        /// The pronoun or noun in the text (wording only).
        say: WhoSay,
    },
    /// The controllers of objects. The flag says whether the text uses the plural, `their controllers` (wording only).
    ControllerOf(Box<Obj>, bool),
    /// The owners of objects. The flag says whether the text uses the plural (wording only).
    OwnerOf(Box<Obj>, bool),
    /// The player whom the source attacks (CR 508.5).
    Defending,
    /// The player whom the Aura enchants.
    Enchanted,
    /// All players in the list.
    Both(Vec<Who>),
}

/// The player that a [`Who::Back`] refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhoLink {
    /// The player of the event.
    Event,
    /// The player in this target slot.
    Target(u8),
    /// The player who performs the step. If several players perform the step, `Subject` means each of these players in
    /// turn.
    Subject,
    /// The player last mentioned as the controller or owner of an object.
    Last,
}

/// How the text refers to a player whom it mentioned before.
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
    /// A noun of this kind that requires no type.
    pub const fn of(kind: Kind) -> Self {
        Head { kind, types: 0, subtype: None }
    }

    /// A noun of this kind that requires one type.
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

/// Whether more than one object may be chosen.
pub fn many(count: &Choice) -> bool {
    match count {
        Choice::One => false,
        Choice::Exactly(amount) | Choice::UpTo(amount) => *amount != Amount::Number(1),
        Choice::Any | Choice::OrMore(_) | Choice::OneTo(_) => true,
    }
}
