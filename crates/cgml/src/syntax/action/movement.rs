//! Card movement (CGML 13.1).

use rulebook_diag::Node;
use serde_json::{Value, json};

use super::super::basics::At;
use super::super::expr::Expr;
use super::super::name::is_word;
use super::super::part::{Cx, Part};
use super::super::record::record;
use super::super::schema::Defs;
use super::super::words::words;
use super::Face;

record! {
    /// Moves cards from one zone to another: one from the top, so many, or those that match.
    pub struct Move {
        /// The zone, or the cards.
        from: Expr,
        /// The zone.
        to: Expr,
        /// How many; without it one, or with a filter all that match.
        count: Option<Expr>,
        /// True for the cards to move; reads `$.card`.
        filter: Option<Expr>,
        /// Which way they lie; else as the zone says (extension).
        face: Option<At<Face>>,
        /// Where in the zone they go: at an end, in the middle, or with so many cards below them; else on top (extension).
        position: Option<Position>,
    }
}

record! {
    /// Moves all cards of a zone, or all that match.
    pub struct MoveAll {
        /// The zone, or the cards.
        from: Expr,
        /// The zone.
        to: Expr,
        /// True for the cards to move; reads `$.card`.
        filter: Option<Expr>,
        /// Which way they lie; else as the zone says (extension).
        face: Option<At<Face>>,
        /// Where in the zone they go: at an end, in the middle, or with so many cards below them; else on top (extension).
        position: Option<Position>,
    }
}

record! {
    /// Deals cards to one recipient.
    pub struct Deal {
        /// The zone dealt from.
        from: Expr,
        /// A zone, or a player, whose hand is meant.
        to: Expr,
        /// How many; without it one.
        count: Option<Expr>,
        /// Which way they lie; else as the zone says (extension).
        face: Option<At<Face>>,
    }
}

record! {
    /// Deals so many cards to each recipient, one at a time round the table.
    pub struct DealRoundRobin {
        /// The zone dealt from.
        from: Expr,
        /// The recipients.
        to: Expr,
        /// How many each; without it one.
        count: Option<Expr>,
        /// Which way round; else as play goes.
        order: Option<At<SeatOrder>>,
        /// How many at a time; without it one (extension).
        packet: Option<Expr>,
        /// Which way they lie; else as the zone says (extension).
        face: Option<At<Face>>,
    }
}

record! {
    /// Deals all cards of a zone, one at a time round the table.
    pub struct DealAll {
        /// The zone dealt from.
        from: Expr,
        /// The recipients.
        to: Expr,
        /// Which way round; else as play goes.
        order: Option<At<SeatOrder>>,
        /// How many at a time; without it one (extension).
        packet: Option<Expr>,
        /// Which way they lie; else as the zone says (extension).
        face: Option<At<Face>>,
    }
}

words! {
    /// Which way round the table.
    pub enum SeatOrder {
        /// Ascending seats.
        Clockwise = "clockwise",
        /// The first one, then descending seats.
        Counterclockwise = "counterclockwise",
    }
}

words! {
    /// An end of a zone, or between them.
    pub enum End {
        /// Where the next card is taken from.
        Top = "top",
        /// The other end.
        Bottom = "bottom",
        /// Above half of the cards, cut to a whole number (extension).
        Middle = "middle",
    }
}

/// Where in a zone cards go (extension).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// At an end, or between them.
    End(End),
    /// With so many cards below each.
    Above(Expr),
}

impl Part for Position {
    fn read(node: &Node, cx: &mut Cx<'_>) -> Option<Position> {
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
