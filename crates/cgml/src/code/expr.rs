//! Typed expression trees. A scalar is an [`Expr`]; cards, seats, zones and lists have trees of their own, so that a filter
//! of cards can run a set at a time.

use super::op::Instruction;
use super::presentation::Audience;
use super::value::{ListId, MISSING, SlotId, TempId, Value};
use rulebook_table::{VarId, ZoneId};
use std::ops::Range;

/// A scalar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// As written.
    Const(Value),
    /// A scalar of this frame.
    Slot(SlotId),
    /// A scalar that outlives frames: `keep: turn|game`, a variable that holds a card.
    Global(SlotId),
    /// The item of a filter, a `let`.
    Temp(TempId),
    /// `let`: the value goes into the temporary for the body.
    Let(TempId, Box<Expr>, Box<Expr>),
    /// A shared variable.
    Var(VarId),
    /// The variable of a definition (see `Shape::var_of`) that belongs to a seat.
    VarOf(usize, Box<Expr>),
    /// The seat whose turn it is.
    Current,
    /// So many seats after a seat, clockwise; negative: before.
    SeatAfter(Box<Expr>, i32),
    /// The n-th seat (`players[(expr)]`); missing if there is none.
    SeatAt(Box<Expr>),
    /// The team of a seat.
    TeamOf(Box<Expr>),
    /// The symbol of the state; of the phase.
    ActiveState,
    /// The symbol of the phase.
    ActivePhase,
    /// How many turns there were before this one.
    TurnIndex,
    /// The zone of a definition (see `Shape::zone_of`) that belongs to a seat. A shared zone is a constant.
    ZoneOf(usize, Box<Expr>),
    /// The zone that a card lies in.
    ZoneOfCard(Box<Expr>),
    /// The seat that owns a zone; missing for shared ones.
    OwnerOfZone(Box<Expr>),
    /// The top card of a zone: of an unordered one the last by number.
    Top(Box<Expr>),
    /// The bottom card of a zone.
    Bottom(Box<Expr>),
    /// The n-th card of a zone from the bottom.
    CardAt(Box<Expr>, Box<Expr>),
    /// A property of a card, by its place in `Program::properties`.
    Property(usize, Box<Expr>),
    /// The place of a card in its deck type's hierarchy.
    RankOfCard(Box<Expr>),
    /// The place of a rank symbol in the hierarchy; by `Program::rank_of_symbol`.
    RankOfSymbol(Box<Expr>),
    /// How many letters a text has.
    Letters(Box<Expr>),
    /// Does a card lie face up?
    IsUp(Box<Expr>),
    /// The symbol of a card's face id (`card.id`).
    FaceId(Box<Expr>),
    /// The deck of a card, as a symbol.
    DeckOf(Box<Expr>),
    /// The first, missing if either is. Truncating division; by zero it is missing. Saturates at the limits of a number.
    Arith(Arith, Box<Expr>, Box<Expr>),
    /// The negative.
    Neg(Box<Expr>),
    /// False where one is missing.
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// All true; stops at the first that is not.
    And(Vec<Expr>),
    /// One true; stops at the first that is.
    Or(Vec<Expr>),
    /// The opposite; of what is missing: true.
    Not(Box<Expr>),
    /// The second if the first is true, else the third.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Is it not missing?
    IsThere(Box<Expr>),
    /// How many cards.
    CountCards(Box<Cards>),
    /// How many items.
    CountList(Box<List>),
    /// How many seats.
    CountSeats(Box<Seats>),
    /// How many zones.
    CountZones(Box<Zones>),
    /// Is a card among cards?
    HasCard(Box<Cards>, Box<Expr>),
    /// Is a seat among seats?
    HasSeat(Box<Seats>, Box<Expr>),
    /// Is a value among the items?
    HasItem(Box<List>, Box<Expr>),
    /// Is there a card (for which the test holds: put a filter around)? `All` is true of none.
    AnyCard(Box<Cards>),
    /// For any or all items, with the item in the temporary.
    Quantified(Quantifier, Item, TempId, Box<Expr>),
    /// The sum of a key over items.
    SumOver(Item, TempId, Box<Expr>),
    /// The sum, mean, greatest or least of the items; missing if there are none (the sum is 0). Missing items do not count.
    SumOf(Box<List>),
    /// The mean, cut to a whole number.
    MeanOf(Box<List>),
    /// The greatest or least item.
    ExtremeOf(Extreme, Box<List>),
    /// The item with the greatest or least key: a card, a seat, a value. Ties: the first one.
    ExtremeBy(Extreme, Item, TempId, Box<Expr>),
    /// The first item, or the last.
    FirstOf(Box<Item>),
    /// The last item.
    LastOf(Box<Item>),
    /// The n-th item, from 0.
    ItemAt(Box<Item>, Box<Expr>),
    /// Where in the list the value is, from 0; missing if it is not there.
    IndexOf(Box<Item>, Box<Expr>),
    /// The value, for a declared audience, whoever knows what it is computed from: whose it is, itself.
    For(Audience, Option<Box<Expr>>, Box<Expr>),
    /// A value that depends on nothing but the table.
    Shared(Share, Box<Expr>),
    /// How many sets of at least one of the cards fulfil the condition, which reads [`Cards::Picked`]. Missing of more
    /// cards than `limits::SET_OF`.
    CountSets(Box<Cards>, Box<Expr>),
    /// Could the action be done now (CGML 12.6)? Tried on a copy.
    CanDo(Box<Attempt>),
}

/// An action that is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Its steps, with places among themselves: it is done behind the last one.
    pub steps: Vec<Instruction>,
    /// The scalars that are its own,
    pub slots: Range<u16>,
    /// and its lists.
    pub lists: Range<u16>,
}

/// A value that is computed once as long as the table does not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    /// Its number: equal ones have the same.
    pub number: u16,
    /// Does it change with the variables, and not only with the cards?
    pub variables: bool,
}

/// The signs between numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arith {
    /// +
    Add,
    /// -
    Sub,
    /// *
    Mul,
    /// /
    Div,
    /// The remainder, with the sign of the first.
    Mod,
}

impl Arith {
    /// Missing if either is; saturating, and never the number that means missing.
    #[inline]
    pub fn apply(self, a: Value, b: Value) -> Value {
        if a == MISSING || b == MISSING {
            return MISSING;
        }
        let (a, b) = (i64::from(a), i64::from(b));
        let result = match self {
            Arith::Add => a + b,
            Arith::Sub => a - b,
            Arith::Mul => a * b,
            Arith::Div | Arith::Mod if b == 0 => return MISSING,
            Arith::Div => a / b,
            Arith::Mod => a % b,
        };
        result.clamp(i64::from(-Value::MAX), i64::from(Value::MAX)) as Value
    }
}

/// The signs of comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// ==
    Eq,
    /// != (of two that are there)
    Ne,
    /// <
    Lt,
    /// <=
    Le,
    /// >
    Gt,
    /// >=
    Ge,
}

impl Compare {
    /// False if either is missing.
    #[inline]
    pub fn holds(self, a: Value, b: Value) -> bool {
        a != MISSING
            && b != MISSING
            && match self {
                Compare::Eq => a == b,
                Compare::Ne => a != b,
                Compare::Lt => a < b,
                Compare::Le => a <= b,
                Compare::Gt => a > b,
                Compare::Ge => a >= b,
            }
    }
}

/// Greatest or least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extreme {
    /// The greatest.
    Max,
    /// The least.
    Min,
}

/// For one or for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// For at least one.
    Any,
    /// For each; true of none.
    All,
}

/// Anything with items, for operators that take all sorts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Cards.
    Cards(Cards),
    /// Seats.
    Seats(Seats),
    /// Zones.
    Zones(Zones),
    /// Other scalars, or a computed list of any.
    List(List),
}

/// Cards: a set that also has an order (of an ordered zone from the bottom up, of an unordered one by number, of several
/// zones one after the other).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cards {
    /// The cards of a zone.
    Zone(Box<Expr>),
    /// The cards of several zones.
    Zones(Zones),
    /// One card, or none if it is missing.
    One(Box<Expr>),
    /// Those for which the test holds.
    Filter(Box<Cards>, Test),
    /// Those for which the test holds; all of them if it holds for none (`prefer`).
    Prefer(Box<Cards>, Test),
    /// One after the other; a card that is in two of them comes once.
    Join(Vec<Cards>),
    /// A list of cards of this frame, without those that are gone from the table.
    Slot(ListId),
    /// One that outlives frames.
    Global(ListId),
    /// What has been picked so far, for constraints on sets (`$.cards`).
    Picked,
    /// So many of the first.
    Take(Box<Cards>, Box<Expr>),
    /// So many of the last: from the top of an ordered zone.
    TakeLast(Box<Cards>, Box<Expr>),
    /// Sorted by a key of the card in the temporary, the least first; stable.
    SortBy(Box<Cards>, TempId, Box<Expr>),
    /// A computed list of cards.
    List(Box<List>),
    /// The second if the condition is true, else the third.
    If(Box<Expr>, Box<Cards>, Box<Cards>),
}

/// A set of entries a value, for values from 0.
pub type Masks = Box<[Box<[u64]>]>;

/// A test of a card. The first forms are sets: no loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// Entries whose faces pass: the deck's by entry. Made where a test depends on nothing but the face, and nothing changes
    /// the property (`SET_PROPERTY`) or makes cards.
    Mask(Box<[u64]>),
    /// The entries whose property is the value: masks by value, for values from 0; others pass none.
    ByValue(Masks, Box<Expr>),
    /// Does not depend on the card: all or none.
    Fixed(Box<Expr>),
    /// All of them.
    And(Vec<Test>),
    /// One of them.
    Or(Vec<Test>),
    /// The others.
    Not(Box<Test>),
    /// Card by card, with the card in the temporary.
    Each(TempId, Box<Expr>),
}

/// Groups of cards by a property, a set at a time. Made of `group_by` and of `distinct` where nothing changes the property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// Of these cards.
    pub cards: Cards,
    /// The value of each entry; some are missing.
    pub of_entry: Box<[Value]>,
    /// The entries with each value, for values from 0.
    pub masks: Masks,
    /// How many cards of a value there must be.
    pub count: Option<(Compare, Value)>,
    /// Is that all of them, whatever the value?
    pub whole: bool,
}

/// Seats in an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seats {
    /// These.
    These(Vec<u8>),
    /// All but one, in the order of the table from the one after it.
    Others(Box<Expr>),
    /// The others who are not of the same team, in that order.
    Opponents(Box<Expr>),
    /// The others of the same team.
    Teammates(Box<Expr>),
    /// The members of a team.
    Team(Box<Expr>),
    /// All, in the order of play from the current one.
    TurnOrder,
    /// One, or none if it is missing.
    One(Box<Expr>),
    /// Those for which it is true, with the seat in the temporary.
    Filter(Box<Seats>, TempId, Box<Expr>),
    /// One after the other, each once.
    Join(Vec<Seats>),
    /// A computed list of seats.
    List(Box<List>),
}

/// Zones in an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Zones {
    /// These.
    These(Vec<ZoneId>),
    /// The zone of a definition of each of the seats.
    OfSeats(usize, Box<Seats>),
    /// One, or none if it is missing.
    One(Box<Expr>),
    /// Those for which it is true, with the zone in the temporary.
    Filter(Box<Zones>, TempId, Box<Expr>),
    /// One after the other, each once.
    Join(Vec<Zones>),
    /// A computed list of zones.
    List(Box<List>),
}

/// A list of scalars of one kind. What is missing is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum List {
    /// Scalars one by one.
    Of(Vec<Expr>),
    /// One after the other.
    Join(Vec<List>),
    /// The cards, from the bottom.
    Cards(Box<Cards>),
    /// The seats.
    Seats(Box<Seats>),
    /// The zones.
    Zones(Box<Zones>),
    /// The value for each item in the temporary.
    Map(Box<Item>, TempId, Box<Expr>),
    /// The values of a property among cards of zones without an order, each once, where it first is: those of which there
    /// are so many cards.
    Keys(Box<Keys>),
    /// The items for which it is true.
    Filter(Box<List>, TempId, Box<Expr>),
    /// Each value once, where it first was.
    Distinct(Box<List>),
    /// By a key, the least first; stable.
    SortBy(Box<List>, TempId, Box<Expr>),
    /// So many of the first.
    Take(Box<List>, Box<Expr>),
    /// From the first to below the second. At most `Limits::RANGE` numbers.
    Range(Box<Expr>, Box<Expr>),
    /// A list of this frame.
    Slot(ListId),
    /// A list that outlives frames.
    Global(ListId),
    /// The second if the condition is true, else the third.
    If(Box<Expr>, Box<List>, Box<List>),
}
