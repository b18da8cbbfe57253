//! Cards: drawn, played, discarded, made, destroyed, changed (extensions).

use super::super::basics::{At, Entries};
use super::super::expr::{Expr, Literal};
use super::super::name::Name;
use super::super::record::record;
use super::super::who::{Who, WhoWord};
use super::Face;

record! {
    /// A player draws cards.
    pub struct Draw {
        /// Who.
        player: Who = Who::unwritten(WhoWord::Current),
        /// The deck; without it the zone with the role `deck`.
        from: Option<Expr>,
        /// Where they go; without it to the player's hand.
        to: Option<Expr>,
        /// How many; without it one.
        count: Option<Expr>,
        /// Which way they lie; else as the zone says.
        face: Option<At<Face>>,
    }
}

record! {
    /// A player plays a card.
    pub struct Play {
        /// The card, or several.
        card: Expr,
        /// Who; else the current player.
        player: Who = Who::unwritten(WhoWord::Current),
        /// Where it goes; without it to the zone with the role `play`.
        to: Option<Expr>,
        /// Which way it lies; else as the zone says.
        face: Option<At<Face>>,
    }
}

record! {
    /// A player discards a card.
    pub struct Discard {
        /// The card, or several.
        card: Expr,
        /// Who; else the current player.
        player: Who = Who::unwritten(WhoWord::Current),
        /// Where it goes; without it to the zone with the role `discard`.
        to: Option<Expr>,
        /// Which way it lies; else as the zone says.
        face: Option<At<Face>>,
    }
}

record! {
    /// Makes a card that was in no deck.
    pub struct CreateCard {
        /// Where it appears.
        to: Expr,
        /// The deck whose kind of card it is; without it the only one.
        deck: Option<Name>,
        /// Its properties.
        properties: Entries<At<Literal>>,
        /// How many; without it one.
        count: Option<Expr>,
        /// Which way it lies; else as the zone says.
        face: Option<At<Face>>,
    }
}

record! {
    /// Takes cards out of the game.
    pub struct DestroyCard {
        /// The card, or several.
        target: Expr,
    }
}

record! {
    /// Changes a property of cards.
    pub struct SetProperty {
        /// The card, or several.
        target: Expr,
        /// Which property.
        property: Name,
        /// To what.
        value: Expr,
    }
}
