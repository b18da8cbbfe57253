//! Questions to a player.

use super::expr::{Cards, Expr, List, Seats, Zones};
use super::presentation::Audience;
use super::value::{Kind, ListId, SlotId, Symbol, TempId};

/// A question to a player. The machine waits for the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The seat that is asked. The action fails if there is no such seat.
    pub who: Expr,
    /// The prompt, in `Program::messages`.
    pub prompt: Option<usize>,
    /// The options. If there are neither options nor buttons, the action fails.
    pub options: Options,
    /// The buttons that choose none of the options.
    pub buttons: Vec<Button>,
    /// While this is true, the buttons appear only if there are no options.
    pub must: Option<Expr>,
    /// The slot that stores the text of the pressed button. Given if there are several buttons.
    pub pressed: Option<SlotId>,
    /// The label of each option: the temporary that holds the option, and the text in `Program::messages`.
    pub label: Option<(TempId, usize)>,
    /// The seats that learn the answer, if not everybody. This field is ignored if the options are cards, because the
    /// visibility of the chosen card then decides.
    pub audience: Option<Audience>,
    /// The slot that stores the answer. For a question with several picks, it stores the number of picks that were put
    /// back.
    pub into: SlotId,
    /// The settings of a question with several picks. The answer is then a list.
    pub many: Option<Many>,
}

/// A button beside the options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// The text of the button.
    pub text: Symbol,
    /// The button appears only if this is true.
    pub when: Option<Expr>,
}

/// The settings of a question with several picks: the player picks one after the other, then confirms with `done`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Many {
    /// The minimum number of picks.
    pub min: Expr,
    /// The maximum number of picks; `None` means all options.
    pub max: Option<Expr>,
    /// Whether the order of picks matters. If not, picks are sorted, so that equal sets give equal states.
    pub ordered: bool,
    /// The condition on a set of picked cards, which reads [`Cards::Picked`]. Only a question with [`Options::Cards`]
    /// has one.
    pub constraint: Option<Expr>,
    /// The list of the picks, which becomes the answer.
    pub into: ListId,
}

/// The options of a question: one of six kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Options {
    /// One of these cards.
    Cards(Cards),
    /// One of these seats.
    Seats(Seats),
    /// One of these zones.
    Zones(Zones),
    /// A value of a list. Duplicates are offered once.
    Values(List, Kind),
    /// A number from the first to the second, inclusive; at most `limits::RANGE` numbers.
    Number(Expr, Expr),
    /// Yes or no.
    YesNo,
}
