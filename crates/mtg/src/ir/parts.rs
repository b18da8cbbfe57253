//! Parts of instructions: tokens, mana, searches and destinations.

use super::{
    Amount, CardType, Choice, Colors, CounterKind, Filter, Keyword, ManaSymbol, NameId, Obj, SubtypeId, Supertype, Who,
};
use serde::{Deserialize, Serialize};

/// The recipients of damage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DamageTo {
    /// Objects, or targets of any kind.
    Obj(Obj),
    /// Players.
    Who(Who),
    /// Objects and players, each the full amount.
    Both(Obj, Who),
    /// Like `Both`; wording: players come first.
    WhoAndObj(Who, Obj),
    /// Divided among the targets as the player chooses, at least one each (CR 601.2d).
    Divided(Obj),
}

/// A destination.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Where {
    /// The hand of the owner. Wording: `its owner's`, `your`, `their`.
    Hand(Who),
    /// The battlefield.
    Battlefield {
        /// The new controller; the controller of the ability if `None`.
        under: Option<Who>,
        /// How it enters.
        entering: Entering,
        /// Wording: `tapped` comes before `under`.
        tapped_last: bool,
    },
    /// The graveyard of the owner.
    Graveyard(Who),
    /// The top of the owner's library.
    LibraryTop(Who),
    /// The bottom of the owner's library.
    LibraryBottom(Who, Order),
    /// Top or bottom, as the owner chooses.
    TopOrBottom(Who),
    /// In the owner's library, at this position from the top.
    LibraryFromTop(Who, u8),
    /// Exile.
    Exile,
}

/// The order of several cards put into a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// The text names no order, because only one card is put there.
    None,
    /// In any order.
    Any,
    /// In a random order.
    Random,
}

/// How a permanent enters the battlefield.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entering {
    /// Whether it enters tapped.
    pub tapped: bool,
    /// Whether it enters attacking.
    pub attacking: bool,
    /// Whether it enters with its back face up.
    pub transformed: bool,
    /// The counters that it enters with.
    pub counters: Option<(Amount, CounterKind)>,
    /// The object that it enters attached to.
    pub attached: Option<Box<Obj>>,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Token {
    /// A token that the text describes.
    Spec(Box<TokenSpec>),
    /// A predefined token (CR 111.10): Treasure, Food, Clue. The second number is its place in `predefined::TOKENS`.
    Named(SubtypeId, u8),
    /// A copy of an object.
    CopyOf(Box<Obj>),
}

/// A token that the text describes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenSpec {
    /// Power and toughness of a creature.
    pub pt: Option<(Amount, Amount)>,
    /// Supertypes.
    pub supertypes: Vec<Supertype>,
    /// Colors; colorless if empty.
    pub colors: Colors,
    /// Subtypes.
    pub subtypes: Vec<SubtypeId>,
    /// Types, in printed order.
    pub types: Vec<CardType>,
    /// The name, if it differs from the subtypes.
    pub name: Option<NameId>,
    /// Keywords.
    pub keywords: Vec<Keyword>,
    /// Abilities that the text quotes.
    pub abilities: Vec<super::Ability>,
    /// Wording: the abilities stand in a separate sentence, `It has "…"`.
    pub later: bool,
}

/// Mana that an instruction adds (CR 106).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mana {
    /// These symbols.
    Symbols(Vec<ManaSymbol>),
    /// One of these lists, as the player chooses.
    OneOf(Vec<Vec<ManaSymbol>>),
    /// This much mana of one color, which the player chooses.
    AnyColor(Amount),
    /// This much mana in any combination of colors, or of these colors only.
    Combination(Amount, Option<Colors>),
    /// These symbols once for each counted object.
    ForEach(Vec<ManaSymbol>, Amount),
    /// This much mana of one symbol.
    AmountOf(ManaSymbol, Amount),
    /// This much mana of the color chosen for the source.
    ChosenColor(Amount),
    /// Mana of any color that a land of the player could produce; of any type if the flag is set.
    ColorOfLands(Who, bool),
}

/// A restriction on spending mana.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpendOnly {
    /// Only to cast matching spells. Wording: plural.
    Cast(Filter, bool),
    /// Only to activate abilities.
    Activate,
}

/// A search of a library: find cards, reveal them if required, put them somewhere, shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// The player who searches.
    pub who: Who,
    /// The owner of the library; the searching player if `None`.
    pub library: Option<Who>,
    /// The number of cards.
    pub count: Choice,
    /// The cards to find.
    pub filter: Filter,
    /// Whether the player reveals the cards.
    pub reveal: bool,
    /// The destination.
    pub to: Where,
    /// Wording for the revealed cards.
    pub say: FoundSay,
    /// Wording for the cards put.
    pub put: FoundSay,
    /// Wording: `and put` instead of a comma.
    pub and: bool,
    /// When the library is shuffled.
    pub shuffle: ShuffleWhen,
}

/// Wording for the found cards.
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

/// When a search shuffles the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShuffleWhen {
    /// After the cards are put: `, then shuffle`.
    After,
    /// Like `After`, in a separate sentence: `. Then shuffle`.
    AfterStop,
    /// Before the cards are put on top of the library.
    Before,
}

/// Looks at or reveals the top cards, takes some, and puts the rest elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dig {
    /// The number of cards looked at.
    pub count: Amount,
    /// Whether all players see the cards.
    pub reveal: bool,
    /// The number of cards taken.
    pub take: Choice,
    /// The cards that may be taken; any if `None`.
    pub filter: Option<Filter>,
    /// Whether taking cards is optional: `you may`.
    pub may: bool,
    /// Whether the player reveals the cards taken.
    pub show: bool,
    /// The destination of the cards taken.
    pub to: DigTo,
    /// The destination of the rest; `None` if there is no rest.
    pub rest: Option<DigTo>,
    /// Wording of the connection to the rest.
    pub say: DigSay,
}

/// Reveals cards from the top until one matches. That card goes to one place, the others to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigUntil {
    /// The card that ends the search.
    pub filter: Filter,
    /// The destination of that card.
    pub to: DigTo,
    /// The destination of the other cards.
    pub rest: DigTo,
    /// Wording: `all other cards revealed this way`.
    pub others: bool,
}

/// The destination of cards looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DigTo {
    /// Your hand.
    Hand,
    /// The bottom, in any order.
    BottomAny,
    /// The bottom, in a random order.
    BottomRandom,
    /// The bottom, for one card.
    Bottom,
    /// Back on top, in any order.
    TopAny,
    /// Like `TopAny`; wording: `back`.
    BackAny,
    /// Back on top, for one card.
    Top,
    /// Your graveyard.
    Graveyard,
    /// The battlefield.
    Battlefield,
    /// The battlefield, tapped.
    BattlefieldTapped,
}

impl DigTo {
    /// Whether the player chooses the order of several cards put there.
    pub fn in_any_order(self) -> bool {
        matches!(self, DigTo::BottomAny | DigTo::TopAny | DigTo::BackAny)
    }

    /// Whether the destination is the top of the library.
    pub fn is_top(self) -> bool {
        matches!(self, DigTo::TopAny | DigTo::BackAny | DigTo::Top)
    }
}

/// Wording of a [`Dig`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DigSay {
    /// `… and the rest …` in one sentence; `the other` if one is left.
    And,
    /// In a separate sentence: `Put the rest …`.
    Stop,
    /// `. Then put the rest`.
    StopThen,
}

/// Prevention of damage (CR 615).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prevention {
    /// The amount of damage; all damage if `None`.
    pub amount: Option<Amount>,
    /// Whether only combat damage is prevented.
    pub combat: bool,
    /// The recipients; any if `None`.
    pub to: Option<DamageTo>,
    /// The source; any if `None`.
    pub by: Option<Obj>,
    /// Wording: `this turn` comes before `by`.
    pub turn_first: bool,
}
