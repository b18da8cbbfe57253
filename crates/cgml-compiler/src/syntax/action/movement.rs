//! Actions that move cards (CGML 13.1).

use rulebook_diag::Node;
use serde_json::{Value, json};

use super::super::basics::At;
use super::super::expr::Expr;
use super::super::name::is_word;
use super::super::part::{Part, ReadContext};
use super::super::record::record;
use super::super::schema::Defs;
use super::super::words::words;
use super::Face;

record! {
    /// Moves cards from one zone to another: the top card, a number of cards, or all that match.
    pub struct Move {
        /// The source: a zone or cards.
        from: Expr,
        /// The target zone.
        to: Expr,
        /// Number of cards. Default: 1, or all matching cards if there is a filter.
        count: Option<Expr>,
        /// A condition that selects the cards to move. Reads `$.card`.
        filter: Option<Expr>,
        /// Facing of the cards. Default: the `default_face` of the zone (extension).
        face: Option<At<Face>>,
        /// Position in the target zone: `top`, `bottom`, `middle`, or the number of cards below. Default: `top`
        /// (extension).
        position: Option<Position>,
    }
}

record! {
    /// Moves all cards of a zone, or all that match.
    pub struct MoveAll {
        /// The source: a zone or cards.
        from: Expr,
        /// The target zone.
        to: Expr,
        /// A condition that selects the cards to move. Reads `$.card`.
        filter: Option<Expr>,
        /// Facing of the cards. Default: the `default_face` of the zone (extension).
        face: Option<At<Face>>,
        /// Position in the target zone: `top`, `bottom`, `middle`, or the number of cards below. Default: `top`
        /// (extension).
        position: Option<Position>,
    }
}

record! {
    /// Deals cards to one recipient.
    pub struct Deal {
        /// The zone to deal from.
        from: Expr,
        /// The recipient: a zone, or a player whose hand receives the cards.
        to: Expr,
        /// Number of cards. Default: 1.
        count: Option<Expr>,
        /// Whether the action fails, and deals nothing, if there are fewer cards. Default: deals the cards there are
        /// (extension).
        exactly: Option<bool>,
        /// Facing of the cards. Default: the `default_face` of the zone (extension).
        face: Option<At<Face>>,
    }
}

record! {
    /// Deals a number of cards to each recipient, one at a time around the table.
    pub struct DealRoundRobin {
        /// The zone to deal from.
        from: Expr,
        /// The recipients.
        to: Expr,
        /// Number of cards for each recipient. Default: 1.
        count: Option<Expr>,
        /// Whether the action fails, and deals nothing, if there are fewer cards. Default: deals the cards there are
        /// (extension).
        exactly: Option<bool>,
        /// Direction around the table. Default: the direction of play.
        order: Option<At<SeatOrder>>,
        /// Number of cards dealt at a time. Default: 1 (extension).
        packet: Option<Expr>,
        /// Facing of the cards. Default: the `default_face` of the zone (extension).
        face: Option<At<Face>>,
    }
}

record! {
    /// Deals all cards of a zone, one at a time around the table.
    pub struct DealAll {
        /// The zone to deal from.
        from: Expr,
        /// The recipients.
        to: Expr,
        /// Direction around the table. Default: the direction of play.
        order: Option<At<SeatOrder>>,
        /// Number of cards dealt at a time. Default: 1 (extension).
        packet: Option<Expr>,
        /// Facing of the cards. Default: the `default_face` of the zone (extension).
        face: Option<At<Face>>,
    }
}

words! {
    /// Direction around the table.
    pub enum SeatOrder {
        /// In ascending seat order.
        Clockwise = "clockwise",
        /// The first seat, then in descending seat order.
        Counterclockwise = "counterclockwise",
    }
}

words! {
    /// A position in a zone.
    pub enum End {
        /// The end where the next card is taken.
        Top = "top",
        /// The opposite end.
        Bottom = "bottom",
        /// Above the lower half of the cards. An odd number is rounded down (extension).
        Middle = "middle",
    }
}

/// The position of cards in the target zone (extension).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// At the top, at the bottom or in the middle.
    End(End),
    /// Above this number of cards.
    Above(Expr),
}

impl Part for Position {
    fn read(node: &Node, cx: &mut ReadContext<'_>) -> Option<Position> {
        match node.as_text() {
            Some(text) if is_word(text) => End::read(node, cx).map(Position::End),
            _ => Expr::read(node, cx).map(Position::Above),
        }
    }

    fn write(&self) -> Value {
        match self {
            Position::End(end) => end.write(),
            Position::Above(below) => below.write(),
        }
    }

    fn schema(defs: &mut Defs) -> Value {
        json!({ "anyOf": [End::schema(defs), Expr::schema(defs)] })
    }
}
