//! Parts of instructions: tokens, mana, searches and destinations.

use super::{
    Amount, CardType, Choice, Colors, CounterKind, Filter, Keyword, ManaSymbol, NameId, Obj, SubtypeId, Supertype, Who,
};
use serde::{Deserialize, Serialize};

/// The recipients of damage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DamageTo {
    /// Objects. A target in `Obj::Target` may also be a player.
    Obj(Obj),
    /// Players.
    Who(Who),
    /// Objects and players. Each object and each player is dealt the full amount.
    Both(Obj, Who),
    /// The same as `Both`, but the text mentions the players first.
    WhoAndObj(Who, Obj),
    /// The targets, among which the player divides the damage, at least one for each (CR 601.2d).
    Divided(Obj),
}

/// The place to which objects move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Where {
    /// The owner's hand. The field decides only whether the text says `its owner's`, `your` or `their`.
    Hand(Who),
    /// The battlefield.
    Battlefield {
        /// The player who controls the object afterwards. `None` means the controller of the ability.
        under: Option<Who>,
        /// How the object enters: tapped, attacking, with counters and so on.
        entering: Entering,
        /// Whether the text has `tapped` after `under your control` (wording only).
        tapped_last: bool,
    },
    /// The owner's graveyard.
    Graveyard(Who),
    /// The top of the owner's library.
    LibraryTop(Who),
    /// The bottom of the owner's library.
    LibraryBottom(Who, Order),
    /// The top or the bottom of the owner's library, as the owner chooses.
    TopOrBottom(Who),
    /// The owner's library, at this position from the top.
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
    /// The number and kind of counters that it enters with.
    pub counters: Option<(Amount, CounterKind)>,
    /// The object that it enters attached to.
    pub attached: Option<Box<Obj>>,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Token {
    /// A token whose characteristics the text states.
    Spec(Box<TokenSpec>),
    /// A predefined token (CR 111.10) such as a Treasure: its subtype, and its index in `predefined::TOKENS`.
    Named(SubtypeId, u8),
    /// A copy of an object.
    CopyOf(Box<Obj>),
}

/// The characteristics of a token, as the text states them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenSpec {
    /// The power and toughness, if it is a creature.
    pub pt: Option<(Amount, Amount)>,
    /// The supertypes, such as `Legendary`.
    pub supertypes: Vec<Supertype>,
    /// The colors. Colorless if the set is empty.
    pub colors: Colors,
    /// The subtypes, such as `Elf`.
    pub subtypes: Vec<SubtypeId>,
    /// The types, in the order of the text.
    pub types: Vec<CardType>,
    /// The name, if the text gives one. Otherwise the subtypes are the name.
    pub name: Option<NameId>,
    /// The keywords that the token has.
    pub keywords: Vec<Keyword>,
    /// Abilities that the text quotes.
    pub abilities: Vec<super::Ability>,
    /// Whether the abilities are in a sentence of their own, `It has "…"` (wording only).
    pub later: bool,
}

/// Mana that an instruction adds (CR 106).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mana {
    /// One mana for each symbol in the list.
    Symbols(Vec<ManaSymbol>),
    /// The mana of one of these lists, which the player chooses.
    OneOf(Vec<Vec<ManaSymbol>>),
    /// This much mana of one color, which the player chooses.
    AnyColor(Amount),
    /// This much mana in any combination of colors. If colors are listed, only these colors are allowed.
    Combination(Amount, Option<Colors>),
    /// The symbols in the list, this many times.
    ForEach(Vec<ManaSymbol>, Amount),
    /// This much mana, all of this symbol.
    AmountOf(ManaSymbol, Amount),
    /// This much mana of the color chosen for the source.
    ChosenColor(Amount),
    /// Mana of any color that a land of this player could produce. If the flag is set: mana of any type, including
    /// colorless mana.
    ColorOfLands(Who, bool),
}

/// A restriction on how mana may be spent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpendOnly {
    /// The mana may be spent only to cast spells that match the filter. The flag says whether the text uses the plural
    /// (wording only).
    Cast(Filter, bool),
    /// The mana may be spent only to activate abilities.
    Activate,
    /// The mana may be spent only to cast spells that match the first filter, or to activate abilities of objects that
    /// match the second. The flags say whether the text uses the plural (wording only).
    CastOrActivate(Filter, bool, Filter, bool),
    /// The mana may not be spent to cast spells that match the filter: `this mana can't be spent to cast a nonartifact
    /// spell`.
    NotCast(Filter),
}

/// A search of a library: the player finds cards, reveals them if required, moves them and shuffles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// The player who searches.
    pub who: Who,
    /// The owner of the library. `None` for the player who searches.
    pub library: Option<Who>,
    /// The number of cards to find.
    pub count: Choice,
    /// The cards that may be found.
    pub filter: Filter,
    /// Whether the player reveals the cards.
    pub reveal: bool,
    /// The destination.
    pub to: Where,
    /// How the text names the found cards where it reveals them (wording only).
    pub say: FoundSay,
    /// How the text names the found cards where it moves them (wording only).
    pub put: FoundSay,
    /// Whether the text says `and put`, and not a comma and `put` (wording only).
    pub and: bool,
    /// When the library is shuffled.
    pub shuffle: ShuffleWhen,
}

/// The word in the text for the cards that were found.
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
    /// After the cards are moved: `, then shuffle`.
    After,
    /// After the cards are moved, in a sentence of its own: `. Then shuffle`.
    AfterStop,
    /// Before the cards are put on top of the library: the shuffle does not move these cards.
    Before,
}

/// Look at or reveal the top cards of a library, take some, and put the rest elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dig {
    /// The number of cards to look at.
    pub count: Amount,
    /// Whether all players see the cards.
    pub reveal: bool,
    /// The number of cards to take.
    pub take: Choice,
    /// The cards that may be taken. `None` for any card.
    pub filter: Option<Filter>,
    /// Whether taking cards is optional: `you may`.
    pub may: bool,
    /// Whether the player reveals the cards that were taken.
    pub show: bool,
    /// The place for the cards that were taken.
    pub to: DigTo,
    /// The place for the other cards. `None` if all cards are taken.
    pub rest: Option<DigTo>,
    /// How the text connects the part about the other cards (wording only).
    pub say: DigSay,
}

/// Reveal cards from the top of a library until a card matches. That card goes to one zone, and the other revealed
/// cards go to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigUntil {
    /// The filter for the card that ends the search.
    pub filter: Filter,
    /// The place for the card that matches.
    pub to: DigTo,
    /// The place for the other cards that were revealed.
    pub rest: DigTo,
    /// Whether the text says `all other cards revealed this way` and not `the rest` (wording only).
    pub others: bool,
}

/// The place for cards that a player looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DigTo {
    /// The player's hand.
    Hand,
    /// The bottom of the library, in any order.
    BottomAny,
    /// The bottom of the library, in a random order.
    BottomRandom,
    /// The bottom of the library, for a single card. The text names no order.
    Bottom,
    /// The top of the library, in any order.
    TopAny,
    /// The top of the library, in any order. The text says `back`.
    BackAny,
    /// The top of the library, for a single card. The text names no order.
    Top,
    /// The player's graveyard.
    Graveyard,
    /// The battlefield.
    Battlefield,
    /// The battlefield, tapped.
    BattlefieldTapped,
}

impl DigTo {
    /// Whether the player chooses the order in which several cards are put there.
    pub fn in_any_order(self) -> bool {
        matches!(self, DigTo::BottomAny | DigTo::TopAny | DigTo::BackAny)
    }

    /// Whether the place is the top of the library.
    pub fn is_top(self) -> bool {
        matches!(self, DigTo::TopAny | DigTo::BackAny | DigTo::Top)
    }
}

/// How the text of a [`Dig`] connects the part about the other cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DigSay {
    /// In the same sentence: `… and the rest …`. If exactly one card is left, `… and the other …`.
    And,
    /// In a sentence of its own: `. Put the rest …`.
    Stop,
    /// In a sentence of its own, with `then`: `. Then put the rest …`.
    StopThen,
}

/// Prevention of damage (CR 615).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prevention {
    /// The amount of damage to prevent. `None` for all damage.
    pub amount: Option<Amount>,
    /// Whether only combat damage is prevented.
    pub combat: bool,
    /// The recipients of the damage. `None` for every recipient.
    pub to: Option<DamageTo>,
    /// The source of the damage. `None` for every source.
    pub by: Option<Obj>,
    /// Whether `this turn` comes before `by` in the text (wording only).
    pub turn_first: bool,
}
