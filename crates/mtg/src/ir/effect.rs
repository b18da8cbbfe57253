//! What a body does, step by step (CR 608.2c: in written order).

use super::{
    Amount, Body, CardType, Choice, Colors, Cond, Cost, CounterKind, Delay, Duration, Filter, Keyword, ManaSymbol, Mod,
    Modes, NameId, Obj, SubtypeId, Supertype, Triggered, Who,
};
use serde::{Deserialize, Serialize};

/// One step. Control flow is a tree, so that it compiles to jumps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Do it.
    Do {
        /// Wording: how it follows the step before.
        joint: Joint,
        /// What.
        act: Act,
    },
    /// The player may; `Cond::Did` after it asks whether they did.
    May {
        /// Wording.
        joint: Joint,
        /// Who decides and acts.
        who: Who,
        /// What is optional, as a whole.
        steps: Vec<Step>,
    },
    /// The player may pay the cost; `Cond::Did` after it asks whether they did.
    MayPay {
        /// Wording.
        joint: Joint,
        /// Who.
        who: Who,
        /// What.
        cost: Cost,
    },
    /// If the condition holds, then; else the other.
    If {
        /// Wording.
        joint: Joint,
        /// The condition.
        cond: Cond,
        /// Wording: the condition stands behind.
        after: bool,
        /// Done if it holds.
        then: Vec<Step>,
        /// Done if not.
        otherwise: Vec<Step>,
    },
    /// Do it unless a player pays; they are asked on resolution.
    Unless {
        /// Wording.
        joint: Joint,
        /// What happens if they don't.
        steps: Vec<Step>,
        /// Who may pay.
        who: Who,
        /// What.
        cost: Cost,
    },
    /// In the steps inside, X is this amount. Counted once, as the first of them is done (CR 107.3i).
    WhereX {
        /// The definition.
        x: Amount,
        /// Where it holds.
        steps: Vec<Step>,
    },
    /// Instead of the step before, if the condition holds: the printed order is base first, then this.
    Instead {
        /// The condition.
        cond: Cond,
        /// Wording: `instead` stands before the verb, at the end, or the condition behind.
        say: InsteadSay,
        /// What was there before.
        base: Vec<Step>,
        /// What is done instead.
        steps: Vec<Step>,
    },
    /// Create a delayed triggered ability (CR 603.7).
    Later {
        /// Wording.
        joint: Joint,
        /// When.
        when: Delay,
        /// Wording: the time stands first.
        first: bool,
        /// What then.
        steps: Vec<Step>,
    },
    /// Create a delayed triggered ability that waits for an event, until the duration ends.
    Watch {
        /// Wording.
        joint: Joint,
        /// How long.
        until: Duration,
        /// The ability.
        ability: Box<Triggered>,
    },
    /// When you do, reflexive (CR 603.12): goes onto the stack with its own targets, if the step before was done.
    Reflexive {
        /// What it does.
        body: Box<Body>,
    },
    /// Choose among modes while resolving.
    Choose(Box<Modes>),
}

/// Wording of an [`Step::Instead`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InsteadSay {
    /// `If …, A instead.`
    IfEnd,
    /// `If …, instead A.`
    IfBefore,
    /// `A instead if ….`
    EndIf,
}

/// Wording: how a step is joined to the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Joint {
    /// The first, or the first after a condition.
    First,
    /// A new sentence.
    Stop,
    /// A new sentence that begins with `then`.
    StopThen,
    /// `, then `.
    Then,
    /// ` and `.
    And,
    /// `, and `.
    CommaAnd,
    /// `, ` in a list of three or more.
    Comma,
    /// A new line: a paragraph of its own.
    Line,
}

/// An atomic instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// Modify objects for a while (CR 611.2). The set is fixed as it begins (CR 611.2c).
    Modify {
        /// What.
        what: Obj,
        /// How, in this order of wording.
        mods: Vec<Mod>,
        /// How long.
        until: Duration,
    },
    /// Deal damage (CR 120). From the source of the ability, or from what is named.
    Damage {
        /// What deals it.
        from: Obj,
        /// How much; for [`DamageTo::Divided`] in all.
        amount: Amount,
        /// To what or whom.
        to: DamageTo,
        /// Wording: `damage equal to …` (and where that stands), or a number.
        say: DamageSay,
    },
    /// Each deals damage equal to its power to the other.
    Fight {
        /// The one.
        a: Obj,
        /// The other; `None`: `a` are two that fight each other.
        b: Option<Obj>,
    },
    /// Destroy. `no_regeneration`: they can't be regenerated (wording says it/they).
    Destroy {
        /// What.
        what: Obj,
    },
    /// Exile. `until`: returned when that ends (CR 610.3).
    Exile {
        /// What.
        what: Obj,
        /// Comes back when this ends.
        until: Option<Duration>,
        /// Face down.
        face_down: bool,
    },
    /// Counter a spell or ability. With [`Step::Unless`] it can be paid off.
    Counter {
        /// What.
        what: Obj,
    },
    /// Move objects to a zone.
    Move {
        /// Wording: return or put.
        verb: MoveVerb,
        /// What; its filter says from where.
        what: Obj,
        /// Where to.
        to: Where,
    },
    /// Draw cards, one after the other.
    Draw {
        /// Who.
        who: Who,
        /// How many.
        amount: Amount,
        /// Wording.
        say: AmountSay,
    },
    /// Discard.
    Discard {
        /// Who.
        who: Who,
        /// What: [`Obj::Choose`] among the hand, or the whole hand.
        what: Obj,
        /// By chance.
        random: bool,
    },
    /// Mill.
    Mill {
        /// Who.
        who: Who,
        /// How many.
        amount: Amount,
    },
    /// Gain life.
    GainLife {
        /// Who.
        who: Who,
        /// How much.
        amount: Amount,
        /// Wording.
        say: AmountSay,
    },
    /// Lose life.
    LoseLife {
        /// Who.
        who: Who,
        /// How much.
        amount: Amount,
        /// Wording.
        say: AmountSay,
    },
    /// Life total becomes.
    SetLife {
        /// Whose.
        who: Who,
        /// To.
        to: Amount,
    },
    /// Scry (CR 701.22).
    Scry(Who, Amount),
    /// Surveil (CR 701.25).
    Surveil(Who, Amount),
    /// Put counters on objects.
    PutCounters {
        /// How many on each.
        count: Amount,
        /// Of which kind.
        kind: CounterKind,
        /// On what.
        on: Obj,
        /// Wording: `a number of counters equal to`.
        say: AmountSay,
        /// Who puts them.
        who: Who,
    },
    /// Remove counters from objects.
    RemoveCounters {
        /// How many from each.
        count: Choice,
        /// Of which kind; of any if `None`.
        kind: Option<CounterKind>,
        /// From what.
        from: Obj,
    },
    /// Distribute counters as the player likes, at least one on each target.
    Distribute {
        /// How many in all.
        count: Amount,
        /// Of which kind.
        kind: CounterKind,
        /// Among what.
        among: Obj,
    },
    /// Double the counters of the kind on it.
    DoubleCounters(Option<CounterKind>, Obj),
    /// A player gets counters: energy, poison, experience.
    GetCounters {
        /// Who.
        who: Who,
        /// How many.
        count: Amount,
        /// Which; energy if `None`.
        kind: Option<CounterKind>,
    },
    /// Create tokens.
    Create {
        /// Who.
        who: Who,
        /// How many.
        count: Amount,
        /// Which.
        token: Token,
        /// How they enter.
        entering: Entering,
        /// Wording.
        say: AmountSay,
    },
    /// Tap.
    Tap(Obj),
    /// Untap.
    Untap(Obj),
    /// Tap or untap, by choice.
    TapOrUntap(Obj),
    /// Sacrifice: the player chooses among what they control.
    Sacrifice {
        /// Who.
        who: Who,
        /// What.
        what: Obj,
    },
    /// Regenerate (CR 701.19): a shield.
    Regenerate(Obj),
    /// Add mana to the pool.
    AddMana {
        /// Who.
        who: Who,
        /// What.
        mana: Mana,
        /// May be spent only so.
        spend: Option<SpendOnly>,
    },
    /// Search a library (CR 701.23).
    Search(Box<Search>),
    /// Shuffle a library.
    Shuffle(Who),
    /// Shuffle objects into their owner's library.
    ShuffleInto {
        /// What.
        what: Obj,
        /// Wording: `your library`.
        your: bool,
    },
    /// Look at or reveal the top cards and divide them.
    Dig(Box<Dig>),
    /// Look at a hand.
    LookAtHand(Who),
    /// Reveal a hand.
    RevealHand(Who),
    /// Reveal objects.
    Reveal {
        /// Who.
        who: Who,
        /// What.
        what: Obj,
    },
    /// Look at the top cards of a library; they stay in order.
    LookTop {
        /// How many.
        count: Amount,
        /// Whose.
        of: Who,
    },
    /// Choose objects, for the steps that follow ([`Link::Last`](super::Link::Last)).
    ChooseObj {
        /// Who.
        who: Who,
        /// What.
        what: Obj,
    },
    /// Attach the one to the other (CR 701.3).
    Attach {
        /// The Aura or Equipment.
        what: Obj,
        /// To this.
        to: Obj,
    },
    /// Take an extra turn after this one.
    ExtraTurn(Who),
    /// An additional combat phase after this one, and a main phase if `main`.
    ExtraCombat {
        /// Followed by another main phase.
        main: bool,
    },
    /// Play an additional land this turn.
    ExtraLand(Amount),
    /// Goad (CR 701.15).
    Goad(Obj),
    /// Copy a spell on the stack, with new targets if `retarget` (CR 707.10).
    CopySpell {
        /// Which.
        what: Obj,
        /// The controller may choose new targets.
        retarget: bool,
    },
    /// Prevent damage (CR 615).
    Prevent(Prevention),
    /// The game is won.
    Win(Who),
    /// The game is lost.
    Lose(Who),
    /// Change the target of a spell.
    ChooseNewTargets(Obj),
    /// End the turn (CR 724).
    EndTurn,
    /// Choose a creature type, a colour for the source.
    ChooseType,
    /// Choose a colour for the source.
    ChooseColor,
    /// A named action without a parameter.
    Keyword(KeywordAct),
    /// A named action with a number.
    KeywordNumber(NumberAct, Amount),
    /// The players exchange control, or objects swap: `exchange control of`.
    ExchangeControl(Obj),
    /// The card exiled may be played for the duration.
    MayPlay {
        /// What.
        what: Obj,
        /// How long.
        until: Duration,
        /// Without paying its mana cost.
        free: bool,
        /// Wording: cast (spells only) or play.
        cast: bool,
    },
    /// Transform the permanent (CR 701.27).
    Transform(Obj),
    /// An emblem with abilities (CR 114).
    Emblem(Vec<super::Ability>),
    /// Skip the next draw step and the like is no replacement of a text, but one of a step.
    SkipNext(Who, super::Phase),
    /// Double the power (toughness) until end of turn: CR 701.10.
    DoublePower(Obj, Duration),
}

/// Named actions without a parameter (CR 701).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeywordAct {
    /// CR 701.34.
    Proliferate,
    /// CR 701.16: create a Clue token.
    Investigate,
    /// CR 701.36.
    Populate,
    /// CR 701.44.
    Explore,
    /// Become the monarch (CR 725).
    BecomeMonarch,
    /// CR 701.54.
    RingTempts,
    /// CR 701.62.
    ManifestDread,
    /// CR 701.49.
    Venture,
    /// Take the initiative (CR 726).
    Initiative,
}

/// Named actions with a number (CR 701).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NumberAct {
    /// CR 701.37.
    Monstrosity,
    /// CR 701.39.
    Bolster,
    /// CR 701.46.
    Adapt,
    /// CR 701.41.
    Support,
    /// CR 701.29.
    Fateseal,
    /// CR 701.57.
    Discover,
    /// CR 701.68.
    Blight,
    /// Connive is of an object and stands elsewhere; learn, amass likewise.
    Amass,
}

/// Wording of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AmountSay {
    /// As a number before the noun: `draw two cards`, `you gain X life`.
    Number,
    /// `equal to`.
    EqualTo,
    /// `for each`: the amount is [`Amount::Times`] of a count.
    ForEach,
}

/// Wording of an amount of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DamageSay {
    /// `deals 3 damage to`.
    Number,
    /// `deals damage equal to … to`.
    EqualBefore,
    /// `deals damage to … equal to …`.
    EqualAfter,
    /// `deals 2 damage to … for each …`.
    ForEach,
}

/// Wording of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MoveVerb {
    /// Return.
    Return,
    /// Put.
    Put,
}

/// Who or what is dealt damage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DamageTo {
    /// Objects, or targets of any kind.
    Obj(Obj),
    /// Players.
    Who(Who),
    /// Both, each the full amount.
    Both(Obj, Who),
    /// Players first in the wording.
    WhoAndObj(Who, Obj),
    /// Divided as the player likes among the targets, at least one each (CR 601.2d).
    Divided(Obj),
}

/// Where something is put.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Where {
    /// The hand of the owner. Wording: `its owner's`, `your`, `their`.
    Hand(Who),
    /// The battlefield.
    Battlefield {
        /// Under whose control; the controller of the ability if `None`.
        under: Option<Who>,
        /// How.
        entering: Entering,
        /// Wording: `tapped` stands before `under`.
        tapped_last: bool,
    },
    /// The graveyard of the owner.
    Graveyard(Who),
    /// The top of the owner's library.
    LibraryTop(Who),
    /// The bottom of the owner's library.
    LibraryBottom(Who, Order),
    /// Top or bottom, the owner's choice.
    TopOrBottom(Who),
    /// So far from the top.
    LibraryFromTop(Who, u8),
    /// Exile.
    Exile,
}

/// The order of several cards put into a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Nothing said (one card).
    None,
    /// In any order.
    Any,
    /// In a random order.
    Random,
}

/// How something enters the battlefield.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entering {
    /// Tapped.
    pub tapped: bool,
    /// And attacking.
    pub attacking: bool,
    /// With counters.
    pub counters: Option<(Amount, CounterKind)>,
    /// Attached to this.
    pub attached: Option<Box<Obj>>,
}

/// What token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Token {
    /// Written out.
    Spec(Box<TokenSpec>),
    /// A predefined one (CR 111.10): Treasure, Food, Clue. The lexicon knows its abilities.
    Named(SubtypeId),
    /// A copy of an object, with exceptions.
    CopyOf(Box<Obj>),
}

/// A token that is written out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenSpec {
    /// Power and toughness of a creature.
    pub pt: Option<(Amount, Amount)>,
    /// Supertypes.
    pub supertypes: Vec<Supertype>,
    /// Colours; colourless if empty.
    pub colors: Colors,
    /// Subtypes.
    pub subtypes: Vec<SubtypeId>,
    /// Types, in printed order.
    pub types: Vec<CardType>,
    /// Its own name, if it has one.
    pub name: Option<NameId>,
    /// Keywords.
    pub keywords: Vec<Keyword>,
    /// Abilities written out.
    pub abilities: Vec<super::Ability>,
}

/// Mana that is added (CR 106).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mana {
    /// These symbols.
    Symbols(Vec<ManaSymbol>),
    /// One of these, by choice.
    OneOf(Vec<Vec<ManaSymbol>>),
    /// So much of one colour of choice (`any one color` if more than one).
    AnyColor(Amount),
    /// Of any colours in any combination; of these only if given.
    Combination(Amount, Option<Colors>),
    /// These symbols once for each that is counted.
    ForEach(Vec<ManaSymbol>, Amount),
    /// An amount of one symbol.
    AmountOf(ManaSymbol, Amount),
    /// Of the colour chosen for the source.
    ChosenColor(Amount),
    /// Of any colour that a land of the player could produce.
    ColorOfLands(Who),
}

/// What mana may be spent on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpendOnly {
    /// To cast spells that match.
    Cast(Filter),
    /// To cast or to activate abilities of what matches.
    CastOrActivate(Filter, Filter),
    /// To activate abilities.
    Activate,
}

/// A search of a library: find, (reveal,) put somewhere, shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// Who searches.
    pub who: Who,
    /// Whose library; the searcher's own if `None`.
    pub library: Option<Who>,
    /// How many.
    pub count: Choice,
    /// Which cards.
    pub filter: Filter,
    /// Reveals them.
    pub reveal: bool,
    /// Puts them there.
    pub to: Where,
    /// Wording: `that card`, `it`, `them`.
    pub say: FoundSay,
    /// Shuffles before putting them on top, instead of after.
    pub shuffle: ShuffleWhen,
}

/// Wording of what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FoundSay {
    /// `it`.
    It,
    /// `that card`.
    ThatCard,
    /// `them`.
    Them,
    /// `those cards`.
    ThoseCards,
}

/// When a search shuffles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShuffleWhen {
    /// After: `, then shuffle`.
    After,
    /// After, in a sentence of its own: `. then shuffle`.
    AfterStop,
    /// Before the cards go on top.
    Before,
}

/// Look at (or reveal) the top cards, choose some, the rest elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dig {
    /// How many are looked at.
    pub count: Amount,
    /// Revealed to all, not only looked at.
    pub reveal: bool,
    /// What is taken.
    pub take: Choice,
    /// Among which of them; any if `None`.
    pub filter: Option<Filter>,
    /// Optional: `you may`.
    pub may: bool,
    /// What is taken is revealed.
    pub show: bool,
    /// Where it goes.
    pub to: DigTo,
    /// Where the rest goes; `None` if there is no rest.
    pub rest: Option<DigTo>,
    /// Wording of the joint before the rest.
    pub say: DigSay,
}

/// Where looked-at cards go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DigTo {
    /// Your hand.
    Hand,
    /// The bottom, in any order.
    BottomAny,
    /// The bottom, in a random order.
    BottomRandom,
    /// The bottom: one card.
    Bottom,
    /// Back on top, in any order.
    TopAny,
    /// Back on top: one card.
    Top,
    /// Your graveyard.
    Graveyard,
    /// The battlefield.
    Battlefield,
    /// The battlefield, tapped.
    BattlefieldTapped,
    /// Exile.
    Exile,
}

/// Wording of a [`Dig`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DigSay {
    /// `… and the rest …` in one sentence; `the other` if one is left.
    And,
    /// `, then put the rest …`? in a sentence of its own: `Put the rest …`.
    Stop,
    /// `. Then put the rest`.
    StopThen,
}

/// Prevention of damage (CR 615).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prevention {
    /// The next so much; all if `None`.
    pub amount: Option<Amount>,
    /// Combat damage only.
    pub combat: bool,
    /// Dealt to this; to anything if `None`.
    pub to: Option<DamageTo>,
    /// Dealt by this; by anything if `None`.
    pub by: Option<Obj>,
}
