//! Asking a player (CGML 13.6, 13.8).

use rulebook_diag::{Node, Span};
use serde_json::{Value, json};

use super::super::basics::At;
use super::super::components::Audience;
use super::super::expr::Expr;
use super::super::message::Message;
use super::super::name::Name;
use super::super::part::{Cx, Part};
use super::super::record::record;
use super::super::schema::Defs;
use super::super::who::{Who, WhoWord};
use super::super::words::words;

record! {
    /// Asks a player to choose; the answer is stored.
    pub struct RequestInput {
        /// Who is asked.
        player: Who = Who::unwritten(WhoWord::Current),
        /// The question.
        prompt: Option<Message>,
        /// What can be chosen.
        options: Options,
        /// True for the options that are allowed; reads `ref:item`, `$.card`, `$.player`.
        filter: Option<Expr>,
        /// A button beside the options, by its text. Who presses it chooses nothing, and nothing is stored (extension).
        otherwise: Option<Name>,
        /// Is that button there only if nothing can be chosen (extension)?
        must: bool = false,
        /// May several be chosen? Then the answer is a list.
        multiselect: bool = false,
        /// How many at least (extension).
        min: Option<Expr>,
        /// How many at most (extension).
        max: Option<Expr>,
        /// Who learns the answer: all, or only the one who is asked (`owner`) or their `team` (extension).
        audience: Option<At<Audience>>,
    }
}

/// What can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Options {
    /// The items of a list.
    Items(Expr),
    /// Options of a known type (extension).
    Typed(Box<TypedOptions>),
}

record! {
    /// Options of a known type (extension).
    pub struct TypedOptions {
        /// What is chosen.
        kind: At<OptionKind> as "type",
        /// Where from: the players, the zone, the list. Without it all there are; for a rank or suit, those of the deck.
        from: Option<Expr>,
        /// The deck whose ranks or suits are meant; without it the only one.
        deck: Option<Name>,
        /// True for a set of cards that may be chosen; reads `$.cards`.
        constraint: Option<Expr>,
        /// The least number, or the fewest picks.
        min: Option<Expr>,
        /// The greatest number, or the most picks.
        max: Option<Expr>,
    }
}

words! {
    /// What is chosen.
    pub enum OptionKind {
        /// A player.
        Player = "player",
        /// A rank.
        Rank = "rank",
        /// A suit.
        Suit = "suit",
        /// A card.
        Card = "card",
        /// Some cards that together fulfil a constraint.
        CardSet = "card_set",
        /// A number in a range.
        Number = "number",
        /// Yes or no.
        YesNo = "yes_no",
    }
}

impl Part for Options {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<Options> {
        match node.get("type") {
            Some(_) => TypedOptions::read(node, cx).map(|typed| Options::Typed(Box::new(typed))),
            None => Expr::read(node, cx).map(Options::Items),
        }
    }

    fn write(&self) -> Value {
        match self {
            Options::Items(expr) => expr.write(),
            Options::Typed(typed) => typed.write(),
        }
    }

    fn schema(defs: &mut Defs) -> Value {
        json!({ "anyOf": [Expr::schema(defs), TypedOptions::schema(defs)] })
    }

    fn hole(span: Span) -> Option<Options> {
        Some(Options::Items(Expr::blank(span)))
    }
}
