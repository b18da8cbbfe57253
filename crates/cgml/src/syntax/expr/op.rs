//! The operators (CGML 12, 6.2): one line each.

use rulebook_diag::nearest;
use std::ops::RangeInclusive;

use super::super::words::words;

/// As many operands as one likes.
const ANY: usize = usize::MAX;

/// A sign between two operands, or before one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Infix {
    /// The sign or word.
    pub sign: &'static str,
    /// How tightly it binds.
    pub power: u8,
    /// Does `a + b + c` mean `(a + b) + c`? Comparisons do not chain.
    pub chains: bool,
}

const fn sign(sign: &'static str, power: u8) -> Option<Infix> {
    Some(Infix { sign, power, chains: power != COMPARISON })
}

const OR: u8 = 1;
const AND: u8 = 2;
/// `not` stands between the two: `not a == b` is `not (a == b)`.
pub(super) const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const SUM: u8 = 5;
const PRODUCT: u8 = 6;
/// A minus before its operand.
pub(super) const MINUS: u8 = 7;

/// Declares the operators.
macro_rules! operators {
    ($( $variant:ident, $name:literal, $arity:expr, $infix:expr, $about:literal; )+) => {
        words! {
            /// An operator. [`Op::word`] is the name by which it is called.
            pub enum Op {
                $( #[doc = $about] $variant = $name, )+
            }
        }

        impl Op {
            /// How many operands it takes.
            pub fn arity(self) -> RangeInclusive<usize> {
                match self {
                    $(Op::$variant => $arity,)+
                }
            }

            /// The sign it can be written with.
            pub fn infix(self) -> Option<Infix> {
                match self {
                    $(Op::$variant => $infix,)+
                }
            }

            /// What it means, in a line.
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
    Or,                "or",               1..=ANY, sign("or", OR),           "Is one of them true?";
    And,               "and",              1..=ANY, sign("and", AND),         "Are all of them true?";
    Not,               "not",              1..=1,   None,                     "The opposite. Also written `not a`.";
    IsEqual,           "isEqual",          2..=2,   sign("==", COMPARISON),   "Are both the same?";
    IsNotEqual,        "isNotEqual",       2..=2,   sign("!=", COMPARISON),   "Are both there and not the same?";
    IsLessThan,        "isLessThan",       2..=2,   sign("<", COMPARISON),    "Is the first less?";
    IsLessOrEqual,     "isLessOrEqual",    2..=2,   sign("<=", COMPARISON),   "Is the first less, or the same?";
    IsGreaterThan,     "isGreaterThan",    2..=2,   sign(">", COMPARISON),    "Is the first greater?";
    IsGreaterOrEqual,  "isGreaterOrEqual", 2..=2,   sign(">=", COMPARISON),   "Is the first greater, or the same?";
    In,                "in",               2..=2,   sign("in", COMPARISON),   "Is the first an item of the second?";
    Contains,          "contains",         2..=2,   None,                     "Is the second an item of the first?";
    Add,               "add",              2..=2,   sign("+", SUM),           "The sum of two numbers.";
    Sub,               "sub",              2..=2,   sign("-", SUM),           "The difference of two numbers.";
    Mul,               "mul",              2..=2,   sign("*", PRODUCT),       "The product of two numbers.";
    Div,               "div",              2..=2,   sign("/", PRODUCT),       "The quotient, cut to a whole number.";
    Mod,               "mod",              2..=2,   sign("%", PRODUCT),       "The remainder.";
    Neg,               "neg",              1..=1,   None,                     "The negative. Also written `-a`.";
    Sum,               "sum",              1..=ANY, None,                     "The sum of numbers and of lists of them.";
    Avg,               "avg",              1..=ANY, None,                     "The mean, cut to a whole number.";
    Max,               "max",              1..=ANY, None,                     "The greatest: of a list, of a list by a key, of the operands.";
    Min,               "min",              1..=ANY, None,                     "The least: of a list, of a list by a key, of the operands.";
    Any,               "any",              1..=2,   None,                     "Is one item true, or one for which the second is?";
    All,               "all",              1..=2,   None,                     "Are all items true, or all for which the second is? Also the cards of a zone.";
    Count,             "count",            1..=1,   None,                     "How many items.";
    Len,               "len",              1..=1,   None,                     "How many items or letters.";
    Exists,            "exists",           1..=1,   None,                     "Is there such a thing?";
    Distinct,          "distinct",         1..=1,   None,                     "The list without repetitions.";
    GroupBy,           "group_by",         2..=2,   None,                     "The items by a key.";
    Map,               "map",              2..=2,   None,                     "The second for each item.";
    Filter,            "filter",           2..=2,   None,                     "The items for which the second is true.";
    Prefer,            "prefer",           2..=2,   None,                     "The items for which the second is true; all of them if there are none.";
    First,             "first",            1..=2,   None,                     "The first item, or the first for which the second is true.";
    Last,              "last",             1..=2,   None,                     "The last item, or the last for which the second is true.";
    SortBy,            "sort_by",          2..=2,   None,                     "The items, the least key first.";
    Take,              "take",             2..=2,   None,                     "So many of the first items.";
    IndexOf,           "index_of",         2..=2,   None,                     "Where in the first the second is, from 0.";
    CountSets,         "count_sets",       2..=2,   None,                     "How many sets of these cards fulfil the second, in which they are `$.cards`.";
    Range,             "range",            1..=2,   None,                     "The numbers below the operand, or from the first to below the second.";
    If,                "if",               3..=3,   None,                     "The second if the first is true, else the third. Also `if a then b else c`.";
    Top,               "top",              1..=1,   None,                     "The card on top.";
    Bottom,            "bottom",           1..=1,   None,                     "The card at the bottom.";
    Owner,             "owner",            1..=1,   None,                     "The player who controls the card's zone.";
    Rank,              "rank",             1..=1,   None,                     "The rank symbol of a card.";
    RankValue,         "rank_value",       1..=1,   None,                     "The place of a rank in its deck type's hierarchy.";
}

impl Op {
    /// The operator of a name.
    pub fn named(name: &str) -> Option<Op> {
        Op::ALL.iter().find(|(known, _)| *known == name).map(|(_, op)| *op)
    }

    /// The operator that is meant by a name which none has: a misspelt one, or one of another language.
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

    /// Does a chain `a and b and c` make one call of three operands, rather than two of two?
    pub(super) fn gathers(self) -> bool {
        *self.arity().end() == ANY
    }
}
