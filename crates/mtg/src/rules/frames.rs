//! Frames: the processes that run or wait for an answer, and the question that is asked.

use super::state::{Id, Ids, Item, ObjectOrPlayer, Zone};
use rulebook_kernel::Seat;
use rulebook_table::Face;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A spell or ability that is being announced and paid for (CR 601.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Casting {
    pub item: Item,
    pub seat: Seat,
    pub stage: Stage,
    /// The zone where the card was before. It returns there if the player cancels.
    pub from: Zone,
    /// The way in which it is cast.
    pub way: CastWay,
    pub at: u8,
    pub slot: u8,
    pub modes_left: u8,
    pub mana: SmallVec<[u8; 8]>,
    pub picked: Ids,
    /// Whether this is a trigger. A trigger costs nothing, and it is removed if it has no legal targets.
    pub trigger: bool,
    /// Whether the player chooses new targets for a copy. The player may keep the old ones.
    pub retarget: bool,
    /// The mana abilities activated during the casting. Cancelling reverses them.
    pub meanwhile: Meanwhile,
}

/// Mana abilities activated while a cost is paid (CR 605.3a), as far as they can be reversed (CR 732.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Meanwhile {
    /// The mana pool and the number of waiting triggers before the first mana ability was activated.
    pub before: Option<([u8; 6], u16)>,
    /// The permanents that were tapped.
    pub tapped: Ids,
    /// Whether something irreversible happened, so that the player cannot cancel.
    pub bound: bool,
}

/// The way in which a spell is cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CastWay {
    /// The card is cast for its mana cost.
    Usual,
    /// The card is cast from the graveyard (CR 702.34).
    Flashback,
    /// The card is cast for an alternative cost in its text.
    Instead,
    /// The card is cast without paying its mana cost.
    Free,
    /// The card is cycled instead of cast (CR 702.29).
    Cycling,
    /// The card is cast as one of its sides: a half, an adventure, the other face.
    Side(u8),
}

/// The stages of casting, in order.
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

/// An effect that is being carried out (CR 608).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Resolving {
    pub item: Item,
    /// The time at which the effect began to resolve.
    pub began: u32,
    pub part: u8,
    pub at: u16,
    /// The progress of the current instruction, and the answers to its questions.
    pub stage: u8,
    pub picks: SmallVec<[Pick; 4]>,
    pub last: Ids,
    pub x: i32,
    pub amount: i32,
    pub did: bool,
    /// If several players act in turn, the index of the current one.
    pub subject: u8,
    /// The player who carries out the current instruction, if the text names one. `Their library` is the library of that player.
    pub acting: Option<Seat>,
    /// Whether this is a mana ability, which does not use the stack.
    pub quick: bool,
    /// One more than the number of cards put back in order so far. 0 before the first such card.
    pub order: u8,
    /// Cards chosen from a revealed hand, for the next instruction.
    pub chosen: SmallVec<[Face; 2]>,
}

/// An answer to a question of an instruction.
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
    /// Assigns the combat damage of attackers or blockers, one after the other.
    Assign(Assign),
    Discard(Seat),
    Bottom(Seat),
    /// The player chooses which of these legendary permanents stays (CR 704.5j).
    Legend(Seat, Ids),
    /// The player chooses which trigger is put on the stack next (CR 603.3b).
    Order(Seat),
    /// A choice that came up in the middle of a step of the frame below.
    Amid(Box<Wanted>),
}

/// A choice in the middle of a step. The step runs again with the answers so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Wanted {
    pub seat: Seat,
    pub what: Question,
    /// The options, if they do not follow from the question.
    pub options: Ids,
    pub answers: SmallVec<[Pick; 2]>,
}

/// Division of combat damage (CR 510.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Assign {
    /// The creatures that deal damage now.
    pub from: SmallVec<[Id; 8]>,
    pub at: u16,
    /// The assignments so far: source, recipient and amount.
    pub dealt: Vec<(Id, ObjectOrPlayer, i16)>,
    /// For the current creature: the index of the recipient, and the damage left to assign.
    pub to: u8,
    pub left: i16,
    /// Whether the current creature assigns its damage as though it were not blocked; `None` until its controller decides.
    pub unblocked: Option<bool>,
}

/// The seat that must decide, and the question. The options follow from the top frame.
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
    /// A choice of one of the objects that the instruction allows. With `done` the player may also stop.
    Object {
        done: bool,
    },
    /// A choice of a card in a hand or library, by its face. With `done` the player may also stop.
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
    /// A choice between top and bottom, or between tap and untap. Yes means the first.
    Either,
    /// A choice of the replacement effect to apply first (CR 616.1).
    Replacement,
}
