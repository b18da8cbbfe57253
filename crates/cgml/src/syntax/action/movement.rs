//! Card movement (CGML 13.1).

use super::super::basics::At;
use super::super::expr::Expr;
use super::super::record::record;
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
        /// Where in the zone they go; else on top (extension).
        position: Option<At<End>>,
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
        /// Where in the zone they go; else on top (extension).
        position: Option<At<End>>,
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
