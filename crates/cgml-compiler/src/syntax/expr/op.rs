//! The table of operators (CGML 12, 6.2). Each operator is one line.

use rulebook_diag::nearest;
use std::ops::RangeInclusive;

use super::super::words::words;

/// No upper limit on operands.
const ANY: usize = usize::MAX;

/// The sign of an operator, written between two operands or before one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Infix {
    /// The sign or word.
    pub sign: &'static str,
    /// The binding power of the sign. A higher number binds tighter.
    pub power: u8,
    /// Whether `a + b + c` is allowed and means `(a + b) + c`. Comparisons do not chain.
    pub chains: bool,
}

const fn sign(sign: &'static str, power: u8) -> Option<Infix> {
    Some(Infix { sign, power, chains: power != COMPARISON })
}

const OR: u8 = 1;
const AND: u8 = 2;
/// `not` binds looser than comparisons: `not a == b` means `not (a == b)`.
pub(super) const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const SUM: u8 = 5;
const PRODUCT: u8 = 6;
/// The power of a minus before an operand.
pub(super) const MINUS: u8 = 7;

/// Declares the operators.
macro_rules! operators {
    ($( $variant:ident, $name:literal, $arity:expr, $infix:expr, $about:literal; )+) => {
        words! {
            /// An operator. [`Op::word`] returns its name.
            pub enum Op {
                $( #[doc = $about] $variant = $name, )+
            }
        }

        impl Op {
            /// The allowed numbers of operands.
            pub fn arity(self) -> RangeInclusive<usize> {
                match self {
                    $(Op::$variant => $arity,)+
                }
            }

            /// The sign of the operator, if it has one.
            pub fn infix(self) -> Option<Infix> {
                match self {
                    $(Op::$variant => $infix,)+
                }
            }

            /// The meaning of the operator in one line.
            pub fn about(self) -> &'static str {
                match self {
                    $(Op::$variant => $about,)+
                }
            }
        }
    };
}

operators! {
    // variant         name                arity    sign                      meaning
    Or,                "or",               1..=ANY, sign("or", OR),           "True if at least one operand is true.";
    And,               "and",              1..=ANY, sign("and", AND),         "True if all operands are true.";
    Not,               "not",              1..=1,   None,                     "The opposite. Also written `not a`.";
    IsEqual,           "isEqual",          2..=2,   sign("==", COMPARISON),   "True if both are equal.";
    IsNotEqual,        "isNotEqual",       2..=2,   sign("!=", COMPARISON),   "True if both exist and differ.";
    IsLessThan,        "isLessThan",       2..=2,   sign("<", COMPARISON),    "True if the first is less.";
    IsLessOrEqual,     "isLessOrEqual",    2..=2,   sign("<=", COMPARISON),   "True if the first is less or equal.";
    IsGreaterThan,     "isGreaterThan",    2..=2,   sign(">", COMPARISON),    "True if the first is greater.";
    IsGreaterOrEqual,  "isGreaterOrEqual", 2..=2,   sign(">=", COMPARISON),   "True if the first is greater or equal.";
    In,                "in",               2..=2,   sign("in", COMPARISON),   "True if the first is an item of the second.";
    Contains,          "contains",         2..=2,   None,                     "True if the second is an item of the first.";
    Add,               "add",              2..=2,   sign("+", SUM),           "The sum of two numbers.";
    Sub,               "sub",              2..=2,   sign("-", SUM),           "The difference of two numbers.";
    Mul,               "mul",              2..=2,   sign("*", PRODUCT),       "The product of two numbers.";
    Div,               "div",              2..=2,   sign("/", PRODUCT),       "The quotient, rounded towards zero.";
    Mod,               "mod",              2..=2,   sign("%", PRODUCT),       "The remainder.";
    Neg,               "neg",              1..=1,   None,                     "The negative. Also written `-a`.";
    Sum,               "sum",              1..=ANY, None,                     "The sum of numbers and of lists of numbers.";
    Avg,               "avg",              1..=ANY, None,                     "The mean, rounded towards zero.";
    Max,               "max",              1..=ANY, None,                     "The greatest item of a list, of a list by a key, or of the operands.";
    Min,               "min",              1..=ANY, None,                     "The least item of a list, of a list by a key, or of the operands.";
    Any,               "any",              1..=2,   None,                     "True if one item is true, or meets the condition in the second operand.";
    All,               "all",              1..=2,   None,                     "True if all items are true, or meet the condition in the second operand. For a zone alone: its cards.";
    Count,             "count",            1..=1,   None,                     "The number of items.";
    Len,               "len",              1..=1,   None,                     "The number of items or letters.";
    Exists,            "exists",           1..=1,   None,                     "True if the value exists.";
    Distinct,          "distinct",         1..=1,   None,                     "The list without duplicates.";
    GroupBy,           "group_by",         2..=2,   None,                     "The items grouped by a key.";
    Map,               "map",              2..=2,   None,                     "The value of the second operand for each item.";
    Filter,            "filter",           2..=2,   None,                     "The items that meet the condition in the second operand.";
    Prefer,            "prefer",           2..=2,   None,                     "The items that meet the condition in the second operand, or all items if none does.";
    First,             "first",            1..=2,   None,                     "The first item, or the first that meets the condition in the second operand.";
    Last,              "last",             1..=2,   None,                     "The last item, or the last that meets the condition in the second operand.";
    SortBy,            "sort_by",          2..=2,   None,                     "The items sorted by a key, least first.";
    Take,              "take",             2..=2,   None,                     "The first items; the second operand is their number.";
    IndexOf,           "index_of",         2..=2,   None,                     "The position of the second operand in the first, from 0.";
    CountSets,         "count_sets",       2..=2,   None,                     "The number of sets of these cards that meet the condition in the second operand, where they are `$.cards`.";
    Range,             "range",            1..=2,   None,                     "The numbers from 0 to below the operand, or from the first to below the second.";
    If,                "if",               3..=3,   None,                     "The second operand if the first is true, otherwise the third. Also `if a then b else c`.";
    Top,               "top",              1..=1,   None,                     "The card on top.";
    Bottom,            "bottom",           1..=1,   None,                     "The card at the bottom.";
    Owner,             "owner",            1..=1,   None,                     "The player who controls the card's zone.";
    Rank,              "rank",             1..=1,   None,                     "The rank symbol of a card.";
    RankValue,         "rank_value",       1..=1,   None,                     "The position of a rank in the hierarchy of its deck type.";
}

impl Op {
    /// The operator with this name.
    pub fn named(name: &str) -> Option<Op> {
        Op::ALL.iter().find(|(known, _)| *known == name).map(|(_, op)| *op)
    }

    /// Whether the operator evaluates its other operands for each item of the first one.
    pub(super) fn visits(self) -> bool {
        use Op::{All, Any, Filter, First, GroupBy, Last, Map, Max, Min, Prefer, SortBy, Sum};
        matches!(self, All | Any | Filter | First | GroupBy | Last | Map | Max | Min | Prefer | SortBy | Sum)
    }

    /// The operator that an unknown name probably means: a misspelt name, or the name of the operator in another
    /// language.
    pub(super) fn meant(name: &str) -> Option<&'static str> {
        let ours = match name {
            "length" | "size" | "cardinality" => "count",
            "unique" | "uniq" | "set" => "distinct",
            "where" | "select" | "only" => "filter",
            "average" | "mean" => "avg",
            "order_by" | "sort" | "sorted" => "sort_by",
            "find" => "first",
            "includes" | "has" => "contains",
            "some" => "any",
            "every" => "all",
            _ => return nearest(name, Op::ALL.iter().map(|(known, _)| *known)),
        };
        Some(ours)
    }

    /// Whether the chain `a and b and c` becomes one call with three operands instead of two nested calls.
    pub(super) fn gathers(self) -> bool {
        *self.arity().end() == ANY
    }
}
