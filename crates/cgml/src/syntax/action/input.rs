//! Actions that ask a player (CGML 13.6, 13.8).

use rulebook_diag::{Node, Span};
use serde_json::{Value, json};

use super::super::basics::At;
use super::super::components::Audience;
use super::super::expr::Expr;
use super::super::message::Message;
use super::super::name::Name;
use super::super::part::{Part, ReadContext};
use super::super::record::record;
use super::super::schema::Defs;
use super::super::who::{Who, WhoWord};
use super::super::words::words;

record! {
    /// Asks a player to choose and stores the answer.
    pub struct RequestInput {
        /// The player to ask. Default: the current player.
        player: Who = Who::unwritten(WhoWord::Current),
        /// The question for the player.
        prompt: Option<Message>,
        /// The options to choose from.
        options: Options,
        /// A condition that allowed options meet. Reads `ref:item`, `$.card`, `$.player`.
        filter: Option<Expr>,
        /// The text of an extra button. Pressing it chooses no option and stores nothing (extension).
        otherwise: Option<Name>,
        /// Offer the extra button only if there is no option to choose (extension).
        must: bool = false,
        /// Whether several options can be chosen. If so, the answer is a list.
        multiselect: bool = false,
        /// Minimum number of choices (extension).
        min: Option<Expr>,
        /// Maximum number of choices (extension).
        max: Option<Expr>,
        /// The players who learn the answer: `all`, only the asked player (`owner`), or their `team` (extension).
        audience: Option<At<Audience>>,
    }
}

/// The options of a question.
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
        /// The kind of option that the player chooses.
        kind: At<OptionKind> as "type",
        /// Source of the options: players, a zone or a list. Default: all players, or all ranks or suits of the deck.
        from: Option<Expr>,
        /// The deck of the ranks or suits. Default: the only deck.
        deck: Option<Name>,
        /// A condition that the chosen set of cards must meet. Reads `$.cards`.
        constraint: Option<Expr>,
        /// The smallest number, or the minimum number of choices.
        min: Option<Expr>,
        /// The largest number, or the maximum number of choices.
        max: Option<Expr>,
    }
}

words! {
    /// The kind of option that a player chooses.
    pub enum OptionKind {
        /// A player.
        Player = "player",
        /// A rank.
        Rank = "rank",
        /// A suit.
        Suit = "suit",
        /// A card.
        Card = "card",
        /// Several cards that together meet a constraint.
        CardSet = "card_set",
        /// A number in a range.
        Number = "number",
        /// Yes or no.
        YesNo = "yes_no",
    }
}

impl Part for Options {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Options> {
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
