//! What instructions are about: tokens, mana, searches, places.

use super::{
    Amount, CardType, Choice, Colors, CounterKind, Filter, Keyword, ManaSymbol, NameId, Obj, SubtypeId, Supertype, Who,
};
use serde::{Deserialize, Serialize};

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
    /// With its other face up.
    pub transformed: bool,
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
    Named(SubtypeId, u8),
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
    /// Wording: in a sentence of its own, `It has "…"`.
    pub later: bool,
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
    /// Of any colour that a land of the player could produce; of any type if the flag is set.
    ColorOfLands(Who, bool),
}

/// What mana may be spent on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpendOnly {
    /// To cast spells that match. Wording: in the plural.
    Cast(Filter, bool),
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
    /// Wording of what is revealed.
    pub say: FoundSay,
    /// Wording of what is put.
    pub put: FoundSay,
    /// Wording: `and put` instead of a comma.
    pub and: bool,
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

/// Reveal cards from the top until one matches; it goes one way, the others another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigUntil {
    /// What ends it.
    pub filter: Filter,
    /// Where the card goes.
    pub to: DigTo,
    /// Where the others go.
    pub rest: DigTo,
    /// Wording: `all other cards revealed this way`.
    pub others: bool,
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
    /// Back on top, in any order; wording: `back`.
    BackAny,
    /// Back on top: one card.
    Top,
    /// Your graveyard.
    Graveyard,
    /// The battlefield.
    Battlefield,
    /// The battlefield, tapped.
    BattlefieldTapped,
}

impl DigTo {
    /// Does whoever puts several cards there choose their order?
    pub fn in_any_order(self) -> bool {
        matches!(self, DigTo::BottomAny | DigTo::TopAny | DigTo::BackAny)
    }

    /// On top of the library?
    pub fn is_top(self) -> bool {
        matches!(self, DigTo::TopAny | DigTo::BackAny | DigTo::Top)
    }
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
    /// Wording: `this turn` stands before `by`.
    pub turn_first: bool,
}
