//! Actions that ask a player (CGML 13.6, 13.8).

use rulebook_diag::{Kind, Node, Span};
use serde_json::{Value, json};

use super::super::basics::At;
use super::super::components::Audience;
use super::super::expr::{Expr, ExprKind, Literal};
use super::super::message::Message;
use super::super::name::{Name, Word};
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
        /// The text of an extra button, or a list of buttons. Pressing one chooses no option and stores nothing
        /// (extension).
        otherwise: Buttons = Buttons::default(),
        /// Offer the extra buttons only if there is no option to choose: `true`, or a condition (extension).
        must: Must = Must::default(),
        /// A name for the text of the pressed button, read as `ref:name` (extension).
        pressed_as: Option<Word>,
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

record! {
    /// A button beside the options (extension).
    pub struct Button {
        /// The text of the button.
        text: Name,
        /// Offer the button only if this is true.
        condition: Option<Expr>,
    }
}

/// The buttons beside the options: one text, or a list of texts and [`Button`]s.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buttons(pub Vec<Button>);

impl Buttons {
    fn one(node: &Node, cx: &mut ReadContext<'_>) -> Option<Button> {
        match node.kind {
            Kind::Map(_) => Button::read(node, cx),
            _ => Name::read(node, cx).map(|text| Button { text, condition: None, span: node.span }),
        }
    }
}

impl Part for Buttons {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Buttons> {
        Some(Buttons(match &node.kind {
            Kind::Seq(items) => items.iter().filter_map(|item| Buttons::one(item, cx)).collect(),
            _ => vec![Buttons::one(node, cx)?],
        }))
    }

    fn write(&self) -> Value {
        let each = self.0.iter().map(|button| match &button.condition {
            None => button.text.write(),
            Some(_) => button.write(),
        });
        match self.0.as_slice() {
            [Button { text, condition: None, .. }] => text.write(),
            _ => each.collect(),
        }
    }

    fn schema(defs: &mut Defs) -> Value {
        let one = json!({ "anyOf": [Name::schema(defs), Button::schema(defs)] });
        json!({ "anyOf": [one, { "type": "array", "items": one }] })
    }

    fn hole(_: Span) -> Option<Buttons> {
        Some(Buttons::default())
    }

    fn written(&self) -> Option<Value> {
        (!self.0.is_empty()).then(|| self.write())
    }
}

/// The condition of [`RequestInput::must`]. `None` means never.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Must(pub Option<Expr>);

impl Part for Must {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Must> {
        Some(Must(match node.kind {
            Kind::Bool(false) => None,
            _ => Some(Expr::read(node, cx)?),
        }))
    }

    fn write(&self) -> Value {
        match self.0.as_ref().map(|must| &must.kind) {
            None => false.into(),
            Some(ExprKind::Literal(Literal::Bool(true))) => true.into(),
            Some(_) => self.0.write(),
        }
    }

    fn schema(defs: &mut Defs) -> Value {
        Expr::schema(defs)
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
        /// The deck whose ranks or suits are the options. Default: the only deck.
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
