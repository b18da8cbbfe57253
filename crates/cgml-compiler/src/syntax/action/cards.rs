//! Actions that draw, play, discard, create, destroy and change cards (extensions).

use super::super::basics::{At, Entries};
use super::super::components::Audience;
use super::super::expr::{Expr, Literal};
use super::super::name::Name;
use super::super::record::record;
use super::super::who::{Who, WhoWord};
use super::Face;

record! {
    /// A player draws cards.
    pub struct Draw {
        /// The player who draws. Default: the current player.
        player: Who = Who::unwritten(WhoWord::Current),
        /// The deck. Default: the zone with the role `deck`.
        from: Option<Expr>,
        /// The target zone. Default: the hand of the player.
        to: Option<Expr>,
        /// Number of cards. Default: 1.
        count: Option<Expr>,
        /// Whether the action fails, and draws nothing, if there are fewer cards. Default: draws the cards there are
        /// (extension).
        exactly: Option<bool>,
        /// Facing of the cards. Default: the `default_face` of the zone.
        face: Option<At<Face>>,
    }
}

record! {
    /// A player plays a card.
    pub struct Play {
        /// One or more cards.
        card: Expr,
        /// The player. Default: the current player.
        player: Who = Who::unwritten(WhoWord::Current),
        /// The target zone. Default: the zone with the role `play`.
        to: Option<Expr>,
        /// Facing of the card. Default: the `default_face` of the zone.
        face: Option<At<Face>>,
    }
}

record! {
    /// A player discards a card.
    pub struct Discard {
        /// One or more cards.
        card: Expr,
        /// The player. Default: the current player.
        player: Who = Who::unwritten(WhoWord::Current),
        /// The target zone. Default: the zone with the role `discard`.
        to: Option<Expr>,
        /// Facing of the card. Default: the `default_face` of the zone.
        face: Option<At<Face>>,
    }
}

record! {
    /// Creates a new card.
    pub struct CreateCard {
        /// The zone where the card appears.
        to: Expr,
        /// The deck that the new card belongs to. Default: the only deck.
        deck: Option<Name>,
        /// The properties of the card.
        properties: Entries<At<Literal>>,
        /// Number of cards. Default: 1.
        count: Option<Expr>,
        /// Facing of the card. Default: the `default_face` of the zone.
        face: Option<At<Face>>,
    }
}

record! {
    /// Removes cards from the game.
    pub struct DestroyCard {
        /// One or more cards.
        target: Expr,
    }
}

record! {
    /// Changes a property of one or more cards.
    pub struct SetProperty {
        /// One or more cards.
        target: Expr,
        /// The name of the property.
        property: Name,
        /// The new value.
        value: Expr,
        /// The players who may know the value: `all`, `owner`, `team` or `nobody`. Default: players who can see
        /// everything it was computed from (extension).
        audience: Option<At<Audience>>,
        /// The player whom `owner` and `team` mean. Default: the current player (extension).
        player: Who = Who::unwritten(WhoWord::Current),
    }
}
