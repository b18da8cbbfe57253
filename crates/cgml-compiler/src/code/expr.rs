//! Typed expression trees. A scalar is an [`Expr`]. Cards, seats, zones and lists have trees of their own, so that a
//! filter of cards can handle a whole set at once.

use super::op::Instruction;
use super::presentation::Audience;
use super::value::{ListId, MISSING, SlotId, TempId, TempListId, Value};
use rulebook_table::{VarId, ZoneId};
use std::ops::Range;

/// A scalar expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A constant.
    Const(Value),
    /// A scalar of this frame.
    Slot(SlotId),
    /// A global scalar, which outlives frames: `keep: turn|game`, or a variable that holds a card.
    Global(SlotId),
    /// A temporary: the item of a filter, or a `let`.
    Temp(TempId),
    /// `let`: puts the value of the first expression into the temporary and evaluates the second.
    Let(TempId, Box<Expr>, Box<Expr>),
    /// `let` with a list: puts the items into the temporary list and evaluates the expression.
    LetList(TempListId, Box<Item>, Box<Expr>),
    /// A shared variable.
    Var(VarId),
    /// The variable of a seat: the index of its definition (see `Shape::var_of`), and the seat.
    VarOf(usize, Box<Expr>),
    /// The player whose turn it is.
    Current,
    /// The seat that is this number of places clockwise after another seat. A negative number counts anticlockwise.
    SeatAfter(Box<Expr>, i32),
    /// The n-th seat (`players[(expr)]`); missing if there is no such seat.
    SeatAt(Box<Expr>),
    /// The team of a seat.
    TeamOf(Box<Expr>),
    /// The symbol of the state.
    ActiveState,
    /// The symbol of the phase.
    ActivePhase,
    /// The number of turns before the current turn.
    TurnIndex,
    /// The zone of a seat: the index of its definition (see `Shape::zone_of`), and the seat. A shared zone is a
    /// constant.
    ZoneOf(usize, Box<Expr>),
    /// The zone of a card.
    ZoneOfCard(Box<Expr>),
    /// The owner of a zone; missing for a shared zone.
    OwnerOfZone(Box<Expr>),
    /// The top card of a zone. In an unordered zone it is the card with the highest entry number.
    Top(Box<Expr>),
    /// The bottom card of a zone.
    Bottom(Box<Expr>),
    /// The n-th card of a zone from the bottom.
    CardAt(Box<Expr>, Box<Expr>),
    /// A property of a card, by its index in `Program::properties`.
    Property(usize, Box<Expr>),
    /// The rank of a card in the hierarchy of its deck type.
    RankOfCard(Box<Expr>),
    /// The rank of a symbol, looked up in `Program::rank_of_symbol`.
    RankOfSymbol(Box<Expr>),
    /// The number of characters of a text.
    Letters(Box<Expr>),
    /// Whether a card lies face up.
    IsUp(Box<Expr>),
    /// The symbol of a card's face id (`card.id`).
    FaceId(Box<Expr>),
    /// The deck of a card, as a symbol.
    DeckOf(Box<Expr>),
    /// Arithmetic. The result is missing if an operand is missing or the divisor is zero. Division truncates. Results
    /// saturate at the limits of a number.
    Arith(Arith, Box<Expr>, Box<Expr>),
    /// The number with the opposite sign.
    Neg(Box<Expr>),
    /// A comparison; false if an operand is missing.
    Compare(Compare, Box<Expr>, Box<Expr>),
    /// Whether all operands are true. Stops at the first operand that is not true.
    And(Vec<Expr>),
    /// Whether any operand is true. Stops at the first operand that is true.
    Or(Vec<Expr>),
    /// The logical negation; a missing value gives true.
    Not(Box<Expr>),
    /// The second operand if the first is true, else the third.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Whether the value is not missing.
    IsThere(Box<Expr>),
    /// The number of cards.
    CountCards(Box<Cards>),
    /// The number of items.
    CountList(Box<List>),
    /// The number of seats.
    CountSeats(Box<Seats>),
    /// The number of zones.
    CountZones(Box<Zones>),
    /// Whether a card is among cards.
    HasCard(Box<Cards>, Box<Expr>),
    /// Whether a seat is among seats.
    HasSeat(Box<Seats>, Box<Expr>),
    /// Whether a value is among the items.
    HasItem(Box<List>, Box<Expr>),
    /// Whether there are any cards.
    AnyCard(Box<Cards>),
    /// Whether any or all items satisfy a condition on the temporary.
    Quantified(Quantifier, Item, TempId, Box<Expr>),
    /// The sum of an expression over items, with the item in the temporary. Missing values do not count.
    SumOver(Item, TempId, Box<Expr>),
    /// The sum of the items; 0 if there are no items. Missing items do not count.
    SumOf(Box<List>),
    /// The mean of the items, truncated. Missing if there are no items.
    MeanOf(Box<List>),
    /// The greatest or least item. Missing if there are no items.
    ExtremeOf(Extreme, Box<List>),
    /// The item with the greatest or least key: a card, a seat or a value. In a tie, the first item wins.
    ExtremeBy(Extreme, Item, TempId, Box<Expr>),
    /// The first item.
    FirstOf(Box<Item>),
    /// The last item.
    LastOf(Box<Item>),
    /// The n-th item, from 0.
    ItemAt(Box<Item>, Box<Expr>),
    /// The index of a value in a list, from 0; missing if the list does not contain the value.
    IndexOf(Box<Item>, Box<Expr>),
    /// A value with a declared audience: the audience, the owner, the value. The audience does not depend on the inputs
    /// of the value.
    For(Audience, Option<Box<Expr>>, Box<Expr>),
    /// A value that depends on the table alone. The value is cached until the table changes.
    Shared(Share, Box<Expr>),
    /// The number of non-empty subsets of the cards that satisfy the condition, which reads [`Cards::Picked`]. The
    /// number is missing if there are more cards than `limits::SET_OF`.
    CountSets(Box<Cards>, Box<Expr>),
    /// Whether the action would succeed now (CGML 12.6). The action is tried on a copy of the state.
    CanDo(Box<Attempt>),
}

/// The action that a `canPerform` tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The instructions of the action, with jumps relative to the first. The action succeeds if execution reaches the
    /// end.
    pub steps: Vec<Instruction>,
    /// The range of the frame's scalars that the action uses.
    pub slots: Range<u16>,
    /// The range of the frame's lists that the action uses.
    pub lists: Range<u16>,
}

/// Identifies a value that is cached until the table changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    /// The number of the expression. Equal expressions have the same number.
    pub number: u16,
    /// Whether the value depends on variables as well as on cards.
    pub variables: bool,
}

/// Arithmetic operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arith {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient, truncated.
    Div,
    /// The remainder, with the sign of the first operand.
    Mod,
}

impl Arith {
    /// The result, or `MISSING` if an operand is missing or the divisor is zero. Results saturate one above the
    /// smallest number, so that no result equals `MISSING`.
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

/// Comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// Equal.
    Eq,
    /// Not equal. Both values must exist.
    Ne,
    /// Less than.
    Lt,
    /// Less than or equal.
    Le,
    /// Greater than.
    Gt,
    /// Greater than or equal.
    Ge,
}

impl Compare {
    /// The comparison that gives the same result when its left and right sides are swapped.
    #[inline]
    pub fn turned(self) -> Compare {
        match self {
            Compare::Eq | Compare::Ne => self,
            Compare::Lt => Compare::Gt,
            Compare::Le => Compare::Ge,
            Compare::Gt => Compare::Lt,
            Compare::Ge => Compare::Le,
        }
    }

    /// The result; false if an operand is missing.
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

/// The choice between the greatest and the least item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extreme {
    /// The greatest.
    Max,
    /// The least.
    Min,
}

/// The quantifiers "for any" and "for all".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// True if at least one item satisfies the condition.
    Any,
    /// True if every item satisfies the condition. Also true if there are no items.
    All,
}

/// The value that a `let` names, in an expression with several results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A scalar.
    One(TempId, Expr),
    /// A list.
    Many(TempListId, Item),
}

/// Any collection, for operators that accept all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Cards.
    Cards(Cards),
    /// Seats.
    Seats(Seats),
    /// Zones.
    Zones(Zones),
    /// A list of other scalars, or a computed list of any kind.
    List(List),
}

/// Cards: a set with an order. The cards of an ordered zone go from the bottom to the top, the cards of an unordered
/// zone by entry number. Several zones follow one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cards {
    /// The cards of a zone.
    Zone(Box<Expr>),
    /// The cards of several zones.
    Zones(Zones),
    /// One card, or no card if the value is missing.
    One(Box<Expr>),
    /// The cards that pass a test.
    Filter(Box<Cards>, Test),
    /// The cards that pass a test, or all cards if none passes (`prefer`).
    Prefer(Box<Cards>, Test),
    /// A concatenation; a card in two parts appears once.
    Join(Vec<Cards>),
    /// A list of cards of this frame, without cards that left the table.
    Slot(ListId),
    /// A global list of cards.
    Global(ListId),
    /// The cards picked so far (`$.cards`). Only constraints on sets read them.
    Picked,
    /// The first n cards.
    Take(Box<Cards>, Box<Expr>),
    /// The last n cards. In an ordered zone these are the top cards.
    TakeLast(Box<Cards>, Box<Expr>),
    /// The cards sorted by a key of the card in the temporary, the least first. The sort is stable.
    SortBy(Box<Cards>, TempId, Box<Expr>),
    /// A computed list of cards.
    List(Box<List>),
    /// The second operand if the condition is true, else the third.
    If(Box<Expr>, Box<Cards>, Box<Cards>),
    /// `let`: evaluates the value once, then the cards.
    Let(Box<Binding>, Box<Cards>),
}

/// A list with one set of entries for each value. The first set is for the value 0 unless stated otherwise.
pub type Masks = Box<[Box<[u64]>]>;

/// A test of a card. The first variants are sets and need no loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// The entries whose faces pass, precomputed. The compiler uses such a set if the test depends on the face alone,
    /// and no action creates cards or changes the property (`SET_PROPERTY`).
    Mask(Box<[u64]>),
    /// The entries whose property has the value of the expression. There is one mask for each value from 0 on. Any
    /// other value matches no entry.
    ByValue(Masks, Box<Expr>),
    /// The entries whose property is less or greater than the value of the expression, or equal to it. There is one mask
    /// for each value from -1 on. Smaller values count as the first, and greater values as the last. A missing value
    /// matches no entry.
    ByOrder(Masks, Box<Expr>),
    /// A condition that does not depend on the card: all cards pass, or none.
    Fixed(Box<Expr>),
    /// The cards that pass all the listed tests.
    And(Vec<Test>),
    /// The cards that pass at least one of the listed tests.
    Or(Vec<Test>),
    /// The cards that do not pass the test.
    Not(Box<Test>),
    /// A condition that is evaluated card by card, with the card in the temporary.
    Each(TempId, Box<Expr>),
}

/// Groups of cards by a property, computed with sets. The compiler makes it from `group_by` and `distinct` if nothing
/// changes the property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// The cards.
    pub cards: Cards,
    /// The value of each entry. It can be `MISSING`.
    pub of_entry: Box<[Value]>,
    /// For each value from 0 on: the entries that have it.
    pub masks: Masks,
    /// The condition on the number of cards with one value. `None` allows any number.
    pub count: Option<(Compare, Value)>,
    /// Whether a group must contain all cards of the game that have its value, also the cards in other zones.
    pub whole: bool,
}

/// An ordered collection of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seats {
    /// A fixed list of seats.
    These(Vec<u8>),
    /// All seats but one, in table order from the seat after it.
    Others(Box<Expr>),
    /// The opponents of a seat, in table order from the seat after it.
    Opponents(Box<Expr>),
    /// The partners of a seat.
    Teammates(Box<Expr>),
    /// The members of a team.
    Team(Box<Expr>),
    /// All seats, in turn order from the current one.
    TurnOrder,
    /// One seat, or no seat if the value is missing.
    One(Box<Expr>),
    /// The seats that satisfy a condition, with the seat in the temporary.
    Filter(Box<Seats>, TempId, Box<Expr>),
    /// A concatenation without duplicates.
    Join(Vec<Seats>),
    /// A computed list of seats.
    List(Box<List>),
}

/// An ordered collection of zones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Zones {
    /// A fixed list of zones.
    These(Vec<ZoneId>),
    /// The zones of this definition that belong to the seats.
    OfSeats(usize, Box<Seats>),
    /// One zone, or no zone if the value is missing.
    One(Box<Expr>),
    /// The zones that satisfy a condition, with the zone in the temporary.
    Filter(Box<Zones>, TempId, Box<Expr>),
    /// A concatenation without duplicates.
    Join(Vec<Zones>),
    /// A computed list of zones.
    List(Box<List>),
}

/// A list of scalars of one kind. Missing values are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum List {
    /// A list of these scalars.
    Of(Vec<Expr>),
    /// A concatenation.
    Join(Vec<List>),
    /// The cards in order, from the bottom.
    Cards(Box<Cards>),
    /// The seats.
    Seats(Box<Seats>),
    /// The zones.
    Zones(Box<Zones>),
    /// The value of an expression for each item, with the item in the temporary.
    Map(Box<Item>, TempId, Box<Expr>),
    /// The values of a property among cards of unordered zones, each once, in the order of first appearance. Values
    /// with too few or too many cards are left out.
    Keys(Box<Keys>),
    /// The items that satisfy a condition.
    Filter(Box<List>, TempId, Box<Expr>),
    /// The values without duplicates, in the order of first appearance.
    Distinct(Box<List>),
    /// The items sorted by a key, the least first. The sort is stable.
    SortBy(Box<List>, TempId, Box<Expr>),
    /// The first n items.
    Take(Box<List>, Box<Expr>),
    /// The numbers from the first operand up to the second, exclusive. The list has at most `limits::RANGE` numbers.
    Range(Box<Expr>, Box<Expr>),
    /// A list of this frame.
    Slot(ListId),
    /// A global list.
    Global(ListId),
    /// A temporary list: the value of a `let`.
    Temp(TempListId),
    /// The second operand if the condition is true, else the third.
    If(Box<Expr>, Box<List>, Box<List>),
    /// `let`: evaluates the value once, then the list.
    Let(Box<Binding>, Box<List>),
}

impl Cards {
    /// The cards before any filter of this expression is applied.
    #[must_use]
    pub fn base(&self) -> &Cards {
        match self {
            Cards::Filter(inner, _) | Cards::Prefer(inner, _) => inner.base(),
            Cards::Let(_, inner) => inner.base(),
            Cards::If(_, yes, no) if yes.base() == no.base() => yes.base(),
            other => other,
        }
    }
}
