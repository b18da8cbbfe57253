//! What a player can be asked.

use super::expr::{Cards, Expr, List, Seats, Zones};
use super::presentation::Audience;
use super::value::{Kind, ListId, SlotId, Symbol, TempId};

/// A question. The machine stands on it until it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Who is asked. The action fails if it is nobody.
    pub who: Expr,
    /// The question, in `Program::messages`.
    pub prompt: Option<usize>,
    /// What can be chosen. The action fails if there is nothing, unless `otherwise` is there.
    pub options: Options,
    /// The text of a button for choosing nothing. With it there is always something to choose.
    pub otherwise: Option<Symbol>,
    /// Is the button there only if nothing can be chosen?
    pub must: bool,
    /// What each option is called: it goes into the temporary, the text is in `Program::messages`.
    pub label: Option<(TempId, usize)>,
    /// Who learns the answer, if not everybody. Never of cards: who sees them knows them.
    pub audience: Option<Audience>,
    /// Where a single answer goes; of several, how often one was put back.
    pub into: SlotId,
    /// Are several chosen? Then the answer goes into a list.
    pub many: Option<Many>,
}

/// Several are chosen, one after the other, then `done`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Many {
    /// The fewest.
    pub min: Expr,
    /// The most; without it all.
    pub max: Option<Expr>,
    /// Does the order of the picks mean something? Else they ascend, so that a set is reached in one way.
    pub ordered: bool,
    /// True of a set of cards that may be chosen; reads [`Cards::Picked`]. Only with [`Options::Cards`].
    pub constraint: Option<Expr>,
    /// Where the answer goes, and the picks before it.
    pub into: ListId,
}

/// What can be chosen: one of six kinds, for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Options {
    /// A card.
    Cards(Cards),
    /// A seat.
    Seats(Seats),
    /// A zone.
    Zones(Zones),
    /// A value of a list (each once).
    Values(List, Kind),
    /// A number from the first to the second, both included; at most `Limits::RANGE` of them are offered.
    Number(Expr, Expr),
    /// Yes or no.
    YesNo,
}
