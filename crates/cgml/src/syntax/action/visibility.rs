//! Who sees what (CGML 13.2).

use super::super::basics::At;
use super::super::expr::Expr;
use super::super::record::record;
use super::super::who::{Who, WhoWord};
use super::Face;

record! {
    /// Lets players know faces.
    pub struct Reveal {
        /// The cards or the zone.
        target: Expr,
        /// Who learns them.
        to: Who = Who::unwritten(WhoWord::All),
    }
}

record! {
    /// Takes faces out of sight again. What was seen stays known.
    pub struct Conceal {
        /// The cards or the zone.
        target: Expr,
        /// Who may no longer look.
        from: Who = Who::unwritten(WhoWord::Others),
    }
}

record! {
    /// Turns cards over.
    pub struct Flip {
        /// The cards or the zone.
        target: Expr,
        /// Which way they lie then; without it the other way (extension).
        face: Option<At<Face>>,
    }
}

record! {
    /// Notes that play has shown everybody: no card of a zone matches, or none of some cards. Bots that guess hidden cards
    /// keep to it (extension).
    pub struct RuleOut {
        /// The zone, or cards that lie in an order.
        target: Expr,
        /// Which cards are not there; reads what is printed on them.
        filter: Expr,
    }
}

record! {
    /// Notes that play has shown everybody: cards of a zone match. Bots that guess hidden cards keep to it (extension).
    pub struct RuleIn {
        /// The zone, or cards that lie in an order.
        target: Expr,
        /// Which cards are there; reads what is printed on them.
        filter: Expr,
        /// How many at least; without it one.
        count: Option<Expr>,
    }
}

record! {
    /// Lets the named players know faces.
    pub struct Peek {
        /// Who learns them.
        players: Who,
        /// The cards or the zone.
        target: Expr,
    }
}

record! {
    /// Shows a zone in its order to one player for the rest of the effect.
    pub struct Look {
        /// Who looks.
        player: Who,
        /// The cards or the zone.
        target: Expr,
    }
}
