//! Frames: a stack of processes that run or wait for an answer. This file also defines the questions to players.

use super::state::{Id, Ids, Item, ObjectOrPlayer, Zone};
use rulebook_kernel::Seat;
use rulebook_table::Face;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A spell or ability that a player is announcing and paying for (CR 601.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Casting {
    pub item: Item,
    pub seat: Seat,
    pub stage: Stage,
    /// The zone from which the card is cast. The card returns there if the player cancels.
    pub from: Zone,
    /// How the card is cast, for example with flashback.
    pub way: CastWay,
    pub at: u8,
    pub slot: u8,
    pub modes_left: u8,
    pub mana: SmallVec<[u8; 8]>,
    pub picked: Ids,
    /// Whether this is a triggered ability. It costs nothing, and it is removed if it has no legal targets.
    pub trigger: bool,
    /// Whether the player is choosing new targets for a copy. The player may keep the old targets.
    pub retarget: bool,
    /// The mana abilities that were activated during the announcement. Cancelling reverses them.
    pub meanwhile: ManaUndo,
}

/// Data to reverse mana abilities that were activated while a cost was paid (CR 605.3a, 732.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct ManaUndo {
    /// The state before the first mana ability: the mana pool, and the number of triggers that wait for the stack.
    pub before: Option<([u8; 6], u16)>,
    /// The permanents that the mana abilities tapped.
    pub tapped: Ids,
    /// Whether something happened that cannot be reversed. If so, the player cannot cancel the announcement.
    pub bound: bool,
}

/// The way in which a spell is cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CastWay {
    /// For its mana cost.
    Usual,
    /// With flashback, from the graveyard (CR 702.34).
    Flashback,
    /// For an alternative cost in its text, or for its evoke cost.
    Instead,
    /// Without paying its mana cost.
    Free,
    /// The card is not cast, but cycled (CR 702.29).
    Cycling,
    /// As another side of the card: a half, an Adventure, or the other face. The number is the index in
    /// `CardDef::sides`.
    Side(u8),
}

/// The stages of an announcement, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Stage {
    Modes,
    Kicker,
    X,
    Targets,
    Divide,
    Mana,
    Costs,
    Done,
}

/// A spell or ability that is resolving (CR 608).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Resolving {
    pub item: Item,
    /// The timestamp at which the resolution began.
    pub began: u32,
    pub part: u8,
    pub at: u16,
    /// How far the current instruction has come. Its meaning depends on the instruction.
    pub stage: u8,
    /// The answers to the questions of the current instruction.
    pub picks: SmallVec<[Pick; 4]>,
    pub last: Ids,
    pub x: i32,
    /// The amount to which `that much` refers.
    pub amount: i32,
    /// The amount that the current instruction has done so far. While mana is added, this holds the colors to choose
    /// from instead.
    pub done: i32,
    pub did: bool,
    /// The index of the current player, if several players perform the instruction in turn.
    pub subject: u8,
    /// The player who performs the current instruction, if the text names one. `Their library` means the library of
    /// this player.
    pub acting: Option<Seat>,
    /// Whether this is a mana ability, which does not use the stack.
    pub quick: bool,
    /// While a player puts cards back in an order: one more than the number of cards put back so far. 0 before the
    /// player has put any card back.
    pub order: u8,
    /// The cards chosen from a revealed hand. The next instruction refers to them.
    pub chosen: SmallVec<[Face; 2]>,
}

/// An answer to a question that an instruction asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Pick {
    Obj(Id),
    Seat(Seat),
    Face(Face),
    Number(i16),
    Yes,
    No,
    Done,
}

/// A process that runs or waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Frame {
    Cast(Box<Casting>),
    Resolve(Box<Resolving>),
    Attack,
    Block(Seat),
    /// Combat damage is assigned, one creature after the other.
    Assign(Assign),
    Discard(Seat),
    Bottom(Seat),
    /// The player chooses which of these legendary permanents to keep (CR 704.5j).
    Legend(Seat, Ids),
    /// The player chooses which triggered ability goes on the stack next (CR 603.3b).
    Order(Seat),
    /// A choice that an operation of the frame below needs before it can finish.
    #[serde(rename = "Amid")]
    MidStep(Box<PendingChoice>),
}

/// A choice in the middle of an operation. After each answer, the operation starts again with all answers so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct PendingChoice {
    pub seat: Seat,
    pub what: Question,
    /// The options. Empty if the question itself determines them.
    pub options: Ids,
    pub answers: SmallVec<[Pick; 2]>,
}

/// The assignment of combat damage (CR 510.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Assign {
    /// The creatures that deal damage in this step.
    pub from: SmallVec<[Id; 8]>,
    pub at: u16,
    /// The damage assigned so far: source, recipient and amount.
    pub dealt: Vec<(Id, ObjectOrPlayer, i16)>,
    /// The index of the recipient that the current creature assigns damage to next.
    pub to: u8,
    /// The damage that the current creature has left to assign.
    pub left: i16,
    /// Whether the current creature assigns its damage as though it were not blocked. `None` until its controller
    /// decides.
    pub unblocked: Option<bool>,
}

/// The seat that must decide, and the question. The top frame determines the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Ask {
    pub seat: Seat,
    pub what: Question,
}

/// The kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Question {
    Mulligan,
    Bottom,
    Priority,
    Attack,
    Block,
    Assign,
    Discard,
    Legend,
    Order,
    Mode,
    Kicker,
    X,
    Target,
    Share,
    Cost,
    Pay,
    /// A yes-or-no question of an instruction.
    May,
    /// A choice of one object. With `done`, the player may also end the choice.
    Object {
        done: bool,
    },
    /// A choice of a card in a hand or library, by its face. With `done`, the player may also end the choice.
    Card {
        done: bool,
    },
    Player,
    Color,
    Number {
        least: i16,
        most: i16,
    },
    /// A choice of a creature type.
    Subtype,
    /// A choice between top and bottom of a library, or between tap and untap. Yes means the first option.
    Either,
    /// A choice of the replacement effect to apply first (CR 616.1).
    Replacement,
}

impl Question {
    /// The word for this question in scenarios: `asked target`.
    pub fn word(self) -> &'static str {
        match self {
            Question::Mulligan => "mulligan",
            Question::Bottom => "bottom",
            Question::Priority => "priority",
            Question::Attack => "attack",
            Question::Block => "block",
            Question::Assign => "assign",
            Question::Discard => "discard",
            Question::Legend => "legend",
            Question::Order => "order",
            Question::Mode => "mode",
            Question::Kicker => "kicker",
            Question::X => "x",
            Question::Target => "target",
            Question::Share => "share",
            Question::Cost => "cost",
            Question::Pay => "pay",
            Question::May => "may",
            Question::Object { .. } => "object",
            Question::Card { .. } => "card",
            Question::Player => "player",
            Question::Color => "color",
            Question::Number { .. } => "number",
            Question::Subtype => "subtype",
            Question::Either => "either",
            Question::Replacement => "replacement",
        }
    }
}
