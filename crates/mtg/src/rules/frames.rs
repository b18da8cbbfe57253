//! Frames: the processes that run or wait for an answer, and the question that is asked.

use super::state::{Aim, Id, Ids, Item, Zone};
use rulebook_kernel::Seat;
use rulebook_table::Face;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A cost in the making, of a spell or an ability (CR 601.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Casting {
    pub item: Item,
    pub seat: Seat,
    pub stage: Stage,
    /// Where the card was: to take it back there.
    pub from: Zone,
    /// The way of casting: 0 as usual, else an alternative.
    pub way: Way,
    pub at: u8,
    pub slot: u8,
    pub modes_left: u8,
    pub mana: SmallVec<[u8; 8]>,
    pub picked: Ids,
    /// A trigger: nothing is paid, and it is dropped without targets.
    pub trigger: bool,
    /// New targets for a copy: those that were may stay.
    pub retarget: bool,
    /// What is undone if it is taken back: mana abilities that were used on the way.
    pub meanwhile: Meanwhile,
}

/// Mana abilities that were used while a cost was paid (CR 605.3a), as far as they can be reversed (CR 732.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Meanwhile {
    /// The pool before the first of them, and how many triggers were waiting.
    pub before: Option<([u8; 6], u16)>,
    /// What was tapped.
    pub tapped: Ids,
    /// Something happened that is not reversed.
    pub bound: bool,
}

/// How a spell is cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Way {
    /// For its mana cost.
    Usual,
    /// From the graveyard (CR 702.34).
    Flashback,
    /// For the alternative cost of its text.
    Instead,
    /// Without paying its mana cost.
    Free,
    /// Not cast but cycled (CR 702.29).
    Cycling,
    /// As one of its sides: a half, an adventure, the other face.
    Side(u8),
}

/// Where a casting stands.
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

/// An effect in the middle of being carried out (CR 608).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Resolving {
    pub item: Item,
    /// When it began to resolve.
    pub began: u32,
    pub part: u8,
    pub at: u16,
    /// Of the instruction that runs: how far it is, and what was picked.
    pub stage: u8,
    pub picks: SmallVec<[Pick; 4]>,
    pub last: Ids,
    pub x: i32,
    pub amount: i32,
    pub did: bool,
    /// Of several who act one after the other: whose turn it is.
    pub subject: u8,
    /// Who carries out the instruction at hand, if it says who does: `their library` is that player's.
    pub acting: Option<Seat>,
    /// A mana ability: it is not on the stack.
    pub quick: bool,
    /// Cards put back in an order: how many so far, and one.
    pub order: u8,
    /// Cards chosen from a hand that was shown, which wait for what becomes of them.
    pub chosen: SmallVec<[Face; 2]>,
}

/// An answer that an instruction has got.
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

/// Something that runs, or waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Frame {
    Cast(Box<Casting>),
    Resolve(Box<Resolving>),
    Attack,
    Block(Seat),
    /// Damage assignment of the attackers or blockers in turn.
    Assign(Assign),
    Discard(Seat),
    Bottom(Seat),
    /// Which of these legends stays (CR 704.5j).
    Legend(Seat, Ids),
    /// Which trigger goes onto the stack next (CR 603.3b).
    Order(Seat),
    /// A choice that came up in the middle of what the frame below does.
    Amid(Box<Wanted>),
}

/// A choice in the middle of something: what was begun is done once more, with the answers so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Wanted {
    pub seat: Seat,
    pub what: Question,
    /// What may be chosen, where that does not follow from the question.
    pub options: Ids,
    pub answers: SmallVec<[Pick; 2]>,
}

/// Division of combat damage (CR 510.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Assign {
    /// Those who deal damage now.
    pub from: SmallVec<[Id; 8]>,
    pub at: u16,
    /// Decided so far: from, to, how much.
    pub dealt: Vec<(Id, Aim, i16)>,
    /// Of the one at hand: recipients, and how much is left.
    pub to: u8,
    pub left: i16,
    /// Whether the one at hand deals its damage as though it were not blocked, once its controller has said.
    pub unblocked: Option<bool>,
}

/// Who is asked what. The options follow from the frame on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Ask {
    pub seat: Seat,
    pub what: Question,
}

/// The kind of a question.
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
    /// Of an instruction: yes or no.
    May,
    /// An object of those that the instruction allows; `done`: or none more.
    Object {
        done: bool,
    },
    /// A card of a hand or library, by its face.
    Card {
        done: bool,
    },
    Player,
    Color,
    Number {
        least: i16,
        most: i16,
    },
    /// A subtype of the pool.
    Subtype,
    /// Top or bottom, tap or untap: yes is the first.
    Either,
    /// Which of several replacement effects applies first (CR 616.1).
    Replacement,
}
