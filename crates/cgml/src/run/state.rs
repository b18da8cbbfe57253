//! The state of a match. It is complete even in the middle of an effect.

use super::list_store::Lists;
use super::sets::Bits;
pub(crate) use crate::code::SETUP;
use crate::code::{MISSING, Program, Value};
use crate::syntax::End;
use rulebook_kernel::{MAX_SEATS, Outcome, Rng, Seat, SeatSet};
use rulebook_table::{Entry, Facing, Table, ZoneId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// The state of a match.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename = "State")]
pub struct CgmlState {
    pub(crate) seats: u8,
    pub(crate) table: Table,
    pub(crate) rng: Rng,
    pub(crate) flow: Standing,
    pub(crate) detours: Option<Box<Detours>>,
    /// The running effects, loops and events, innermost last. Empty while the flow itself runs.
    pub(crate) frames: SmallVec<[Frame; 3]>,
    /// The scalars: first the global scalars and the changed properties of cards, then the scalars of the frames. See
    /// [`pack`].
    pub(crate) cells: SmallVec<[u64; 24]>,
    /// The lists: first the global lists, then the lists of the frames.
    pub(crate) lists: Lists,
    /// Saved copies for rollback and `TRY`.
    pub(crate) saved: Vec<Arc<Saved>>,
    /// Looks (`LOOK`) that end with an effect.
    pub(crate) looks: Vec<LookedAt>,
    pub(crate) over: Option<Box<Outcome>>,
    #[serde(skip)]
    pub(crate) offered: Offered,
}

/// A cache of the cards offered at the current ask. The cards were found when the ask was opened. The cache can be
/// computed from the state, so it is neither compared nor stored. If `cards` is `None`, the cards must be computed
/// again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Offered {
    cards: Option<[u64; 2]>,
    /// For several picks under a constraint: the cards that can be picked if all later picks come after them.
    ascending: [u64; 2],
}

impl Offered {
    /// Caches the offered cards. Sets of more than two words (128 cards) are not cached.
    #[inline]
    pub(crate) fn new<const W: usize>(cards: Bits<W>) -> Offered {
        Offered::with_ascending(cards, Bits::EMPTY)
    }

    /// Caches the cards that can be picked, and those that can be picked in ascending order.
    #[inline]
    pub(crate) fn with_ascending<const W: usize>(cards: Bits<W>, ascending: Bits<W>) -> Offered {
        let two = |set: &Bits<W>| [set.words()[0], set.words().get(1).copied().unwrap_or(0)];
        Offered { cards: (W <= 2).then(|| two(&cards)), ascending: two(&ascending) }
    }

    #[inline]
    pub(crate) fn cards<const W: usize>(self) -> Option<Bits<W>> {
        self.cards.map(|words| Bits::of(&words))
    }

    /// The cards that can be picked in ascending order. Only valid if [`Offered::cards`] is known.
    #[inline]
    pub(crate) fn ascending<const W: usize>(self) -> Bits<W> {
        Bits::of(&self.ascending)
    }
}

impl PartialEq for Offered {
    fn eq(&self, _: &Offered) -> bool {
        true
    }
}

impl Eq for Offered {}

impl std::hash::Hash for Offered {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Clone for CgmlState {
    fn clone(&self) -> CgmlState {
        CgmlState {
            seats: self.seats,
            table: self.table.clone(),
            rng: self.rng.clone(),
            flow: self.flow,
            detours: self.detours.clone(),
            frames: SmallVec::from_slice(&self.frames),
            cells: SmallVec::from_slice(&self.cells),
            lists: self.lists.clone(),
            saved: self.saved.clone(),
            looks: self.looks.clone(),
            over: self.over.clone(),
            offered: self.offered,
        }
    }

    fn clone_from(&mut self, other: &CgmlState) {
        self.seats = other.seats;
        self.table.clone_from(&other.table);
        self.rng.clone_from(&other.rng);
        self.flow = other.flow;
        self.detours.clone_from(&other.detours);
        self.frames.clear();
        self.frames.extend_from_slice(&other.frames);
        self.cells.clear();
        self.cells.extend_from_slice(&other.cells);
        self.lists.clone_from(&other.lists);
        self.saved.clone_from(&other.saved);
        self.looks.clone_from(&other.looks);
        self.over.clone_from(&other.over);
        self.offered = other.offered;
    }
}

impl CgmlState {
    /// The phases of this turn.
    pub(crate) fn phases<'a>(&'a self, p: &'a Program) -> &'a [u16] {
        phases(p, self.flow.state, self.detours.as_deref())
    }

    /// Drops the lore of the table and the audiences of all scalars and lists.
    pub(crate) fn drop_lore(&mut self, p: &Program) {
        self.table.drop_lore(&p.shape);
        self.cells.iter_mut().for_each(show);
        self.lists.show_all();
        for saved in &mut self.saved {
            let saved = Arc::make_mut(saved);
            saved.table.drop_lore(&p.shape);
            saved.kept.iter_mut().for_each(show);
            saved.lists.show_all();
        }
    }

    /// Changes the [`Detours`] of the flow: extra turns and changed phases. Drops the allocation if no detour is left.
    pub(crate) fn detour(&mut self, change: impl FnOnce(&mut Detours)) {
        let mut detours = self.detours.take().unwrap_or_default();
        change(&mut detours);
        self.detours = Some(detours).filter(|detours| **detours != Detours::default());
    }
}

/// The phases of a state, including changes made in play.
pub(crate) fn phases<'a>(p: &'a Program, state: u16, detours: Option<&'a Detours>) -> &'a [u16] {
    let changed = detours.and_then(|detours| match &detours.phases {
        Some(phases) => Some(phases),
        None => detours.changed.iter().find(|(of, _)| *of == state).map(|(_, phases)| phases),
    });
    changed.map_or(&p.flow.states[state as usize].phases, Vec::as_slice)
}

/// The position in the flow (CGML 9). Everything in it is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Standing {
    /// The next stage.
    pub stage: Stage,
    /// The active state.
    pub state: u16,
    /// The index of the phase among the phases of this turn.
    pub phase: u16,
    /// The player whose turn it is.
    pub current: u8,
    /// Whether turns go in the opposite of the direction in the file.
    pub reversed: bool,
    /// Whether a seat was asked in this turn.
    pub asked: bool,
    /// The seat named for the next turn.
    pub next: Option<u8>,
    /// The number of turns before the current turn.
    pub turn: u32,
    /// The number of answered questions.
    pub answers: u32,
    /// The change of the flow that an effect requested.
    pub pending: Pending,
    /// The `once_per` rules that have fired, one bit each.
    pub fired: u64,
    /// The number of turns each seat will skip.
    pub skips: [u8; MAX_SEATS],
}

/// Rare parts of the flow, stored apart so that a copy of the state is cheap. All viewers know these parts, like the
/// rest of the flow.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Detours {
    /// Extra turns, the next one first.
    pub extra: Vec<u8>,
    /// The seat that had the turn before the extra turns. Afterwards, play continues from this seat.
    pub interrupted: Option<u8>,
    /// The phases of this turn, if they differ from the phases of the state.
    pub phases: Option<Vec<u16>>,
    /// States whose phases were changed permanently.
    pub changed: Vec<(u16, Vec<u16>)>,
}

/// The next stage of the flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// A state was entered.
    Enter,
    /// The rules on entering the state have run.
    Entered,
    /// A turn begins.
    TurnBegin,
    /// The next phase begins.
    Phase,
    /// A phase is over; transitions are tested.
    AfterPhase,
    /// The turn ends.
    TurnEnd,
    /// No seat was asked, so a player must answer `continue`.
    Idle,
    /// The flow chooses the seat of the next turn.
    NextTurn,
    /// The match has left the state for another state.
    Leave(u16),
}

/// A change of the flow that an effect requested. It is applied after the effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pending {
    /// No change.
    None,
    /// Enter a state.
    State(u16),
    /// Go to a phase.
    Phase(u16),
    /// Start the turn again.
    Repeat,
}

/// A running effect, loop or event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// The effect of a rule, or the setup (`SETUP`).
    Effect {
        /// The rule.
        rule: u16,
        /// The next instruction.
        at: u16,
        /// The index of the first scalar.
        base: u16,
        /// The index of the first list.
        lists: u16,
        /// The number of copies that were saved before this effect began.
        saved: u16,
    },
    /// The body of a simultaneous loop in the effect below. Each lane has a header (see [`Lane`]) and a copy of the
    /// scalars and lists. For `PARALLEL` there are only headers.
    Lanes {
        /// The number of lanes.
        count: u8,
        /// The instruction after the body.
        end: u16,
        /// The index of the first header.
        base: u16,
        /// The index of the first list.
        lists: u16,
        /// Whether the lanes share the frame of the effect.
        shared: bool,
    },
    /// An event and its rules.
    Event {
        /// The event.
        event: Event,
        /// The current part of the event.
        part: Part,
        /// The index of the next rule in the current part.
        next: u16,
    },
}

/// The parts of an event, each with its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Part {
    /// Rules before the event.
    Pre,
    /// Rules that replace the event.
    Replace,
    /// Rules that fire after the event was replaced. Rules on moved cards do not fire, because no card moved.
    Instead,
    /// Rules after the event.
    Post,
    /// The event was prevented: no more rules fire.
    Prevented,
}

/// An event that rules listen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A card moves.
    Card(Travel),
    /// A declared event; its fields are in the cells.
    Declared {
        /// The declared event.
        event: u16,
        /// The index of its first field.
        base: u16,
        /// The number of fields.
        count: u16,
        /// Whether a moved card fired the event. Its fields are then card, from, to and player.
        moved: bool,
    },
    /// A state is entered.
    Enter(u16),
    /// A state is left.
    Exit(u16),
    /// A phase begins.
    Phase(u16),
    /// A turn begins.
    TurnBegin,
    /// A turn ends.
    TurnEnd,
}

impl Event {
    /// Returns whether the flow fires this event. All other events are fired by actions.
    pub(crate) fn is_of_the_flow(&self) -> bool {
        !matches!(self, Event::Card(_) | Event::Declared { .. })
    }
}

/// The move of a card, from its announcement until it has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Travel {
    /// The kind of card event: an index into the listeners.
    pub kind: u8,
    /// The moved card.
    pub card: Entry,
    /// The zone that the card leaves.
    pub from: ZoneId,
    /// The zone that the card enters.
    pub to: ZoneId,
    /// The player who moves the card, or [`Travel::NOBODY`].
    pub player: u8,
    /// The facing: 0 the default of the zone, 1 up, 2 down, 3 unchanged.
    pub facing: u8,
    /// The position in the zone: 0 is the top, 1 the bottom, 2 the middle. The number 3 + n means above n cards.
    pub end: u8,
}

impl Travel {
    /// The player number that means "no player".
    pub(crate) const NOBODY: u8 = u8::MAX;

    /// Converts a stored player to a value.
    pub(crate) fn who(player: u8) -> Value {
        if player == Travel::NOBODY { MISSING } else { Value::from(player) }
    }

    pub(crate) fn player_of(who: Value) -> u8 {
        u8::try_from(who).unwrap_or(Travel::NOBODY)
    }

    pub(crate) const ON_TOP: u8 = End::Top as u8;
    pub(crate) const AT_THE_BOTTOM: u8 = End::Bottom as u8;
    pub(crate) const IN_THE_MIDDLE: u8 = End::Middle as u8;
    /// The value for the position above zero cards. The value for the position above n cards is larger by n.
    pub(crate) const ABOVE: u8 = 3;

    /// The position above `cards` cards, capped at the largest value.
    pub(crate) fn above(cards: Value) -> u8 {
        Travel::ABOVE + u8::try_from(cards).unwrap_or(u8::MAX).min(u8::MAX - Travel::ABOVE)
    }

    pub(crate) fn facing(self) -> Facing {
        match self.facing {
            1 => Facing::Up,
            2 => Facing::Down,
            3 => Facing::Keep,
            _ => Facing::Default,
        }
    }

    pub(crate) fn lie_of(facing: Facing) -> u8 {
        match facing {
            Facing::Default => 0,
            Facing::Up => 1,
            Facing::Down => 2,
            Facing::Keep => 3,
        }
    }
}

/// A card that seats look at (`LOOK`) until the effect at this depth ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LookedAt {
    pub(crate) depth: u16,
    pub(crate) card: Entry,
    pub(crate) seats: u32,
}

/// A saved copy for rollback or `TRY`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Saved {
    pub(crate) table: Table,
    pub(crate) flow: Standing,
    pub(crate) detours: Option<Box<Detours>>,
    /// Global scalars and changed properties.
    pub(crate) kept: Vec<u64>,
    pub(crate) lists: Lists,
    /// The instruction at which a failed `TRY` continues. `None` for the rollback of an effect.
    pub(crate) otherwise: Option<u16>,
}

/// A lane of a simultaneous loop, stored as one word before its scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    pub(crate) at: u16,
    pub(crate) seat: u8,
    pub(crate) standing: LaneStanding,
}

/// The status of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneStanding {
    /// The lane runs.
    Runs = 0,
    /// The lane waits for its answer.
    Asked = 1,
    /// The lane has answered and waits for the others.
    Answered = 2,
    /// The lane has ended.
    Done = 3,
}

impl Lane {
    pub(crate) fn word(self) -> u64 {
        u64::from(self.at) | u64::from(self.seat) << 16 | (self.standing as u64) << 24
    }

    pub(crate) fn of(word: u64) -> Lane {
        let standing = match word >> 24 & 3 {
            0 => LaneStanding::Runs,
            1 => LaneStanding::Asked,
            2 => LaneStanding::Answered,
            _ => LaneStanding::Done,
        };
        Lane { at: word as u16, seat: (word >> 16) as u8, standing }
    }
}

/// Packs a scalar with the seats that may *not* know it. A scalar that everybody may know has the set 0.
pub(crate) fn pack(value: Value, hidden_from: SeatSet) -> u64 {
    u64::from(value as u32) | u64::from(hidden_from.bits()) << 32
}

pub(crate) fn value(cell: u64) -> Value {
    cell as u32 as Value
}

pub(crate) fn hidden_from(cell: u64) -> SeatSet {
    SeatSet::from_bits((cell >> 32) as u32)
}

/// Lets every seat know a scalar. If the cell is the header of a lane, the header does not change, because it uses only
/// the low half of the word.
fn show(cell: &mut u64) {
    *cell &= u64::from(u32::MAX);
}

/// The cell of a missing value.
pub(crate) const EMPTY: u64 = MISSING as u32 as u64;

impl Standing {
    #[inline]
    pub(crate) fn seat(&self) -> Seat {
        Seat::new(self.current as usize)
    }
}
