//! Actions that show and hide cards (CGML 13.2).

use super::super::basics::At;
use super::super::expr::Expr;
use super::super::record::record;
use super::super::who::{Who, WhoWord};
use super::Face;

record! {
    /// Shows cards to players.
    pub struct Reveal {
        /// The cards or the zone.
        target: Expr,
        /// The players who learn the cards. Default: all players.
        to: Who = Who::unwritten(WhoWord::All),
    }
}

record! {
    /// Hides cards again. Players still know the cards they have seen.
    pub struct Conceal {
        /// The cards or the zone.
        target: Expr,
        /// The players who may no longer look. Default: all players except the owner.
        from: Who = Who::unwritten(WhoWord::Others),
    }
}

record! {
    /// Turns cards over.
    pub struct Flip {
        /// The cards or the zone.
        target: Expr,
        /// Facing after the flip. Default: the other side (extension).
        face: Option<At<Face>>,
    }
}

record! {
    /// Records public information: no card of a zone matches, or none of some cards. Bots use it when they guess hidden
    /// cards (extension).
    pub struct RuleOut {
        /// A zone, or cards in an ordered zone.
        target: Expr,
        /// A condition that none of these cards meets. Reads printed properties only.
        filter: Expr,
    }
}

record! {
    /// Records public information: some cards of a zone match. Bots use it when they guess hidden cards (extension).
    pub struct RuleIn {
        /// A zone, or cards in an ordered zone.
        target: Expr,
        /// A condition that some of these cards meet. Reads printed properties only.
        filter: Expr,
        /// Minimum number of matching cards. Default: 1.
        count: Option<Expr>,
    }
}

record! {
    /// Shows cards to the named players.
    pub struct Peek {
        /// The players who learn the cards.
        players: Who,
        /// The cards or the zone.
        target: Expr,
    }
}

record! {
    /// Shows a zone in its order to one player until the effect ends.
    pub struct Look {
        /// The player who looks.
        player: Who,
        /// The cards or the zone.
        target: Expr,
    }
}
