//! Everything about a match at one moment, complete also in the middle of an effect.

use super::list_store::Lists;
use super::sets::Bits;
use crate::code::{MISSING, Program, Value};
use crate::syntax::End;
use rulebook_kernel::{MAX_SEATS, Outcome, Rng, Seat, SeatSet};
use rulebook_table::{Entry, Facing, Table, ZoneId};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// A match.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename = "State")]
pub struct CgmlState {
    pub(crate) seats: u8,
    pub(crate) table: Table,
    pub(crate) rng: Rng,
    pub(crate) flow: Standing,
    pub(crate) detours: Option<Box<Detours>>,
    /// What is going on, the innermost last. Nothing: the flow itself.
    pub(crate) frames: SmallVec<[Frame; 3]>,
    /// Scalars: those that outlive frames, the marks of cards, then those of the frames. See [`pack`].
    pub(crate) cells: SmallVec<[u64; 24]>,
    /// Lists: those that outlive frames, then those of the frames.
    pub(crate) lists: Lists,
    /// Copies to go back to.
    pub(crate) saved: Vec<Arc<Saved>>,
    /// Who looks at what until an effect is over.
    pub(crate) looks: Vec<LookedAt>,
    pub(crate) over: Option<Box<Outcome>>,
    #[serde(skip)]
    pub(crate) offered: Offered,
}

/// The cards that can be chosen at the ask where the machine stands: it had to find out whether there are any. Follows
/// from the rest, so it is no part of what a state is; nothing: to be found again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Offered(Option<[u64; 2]>);

impl Offered {
    /// Of two packs at most: of more it is found again.
    #[inline]
    pub(crate) fn new<const W: usize>(cards: Bits<W>) -> Offered {
        let words = cards.words();
        Offered((W <= 2).then(|| [words[0], words.get(1).copied().unwrap_or(0)]))
    }

    #[inline]
    pub(crate) fn cards<const W: usize>(self) -> Option<Bits<W>> {
        self.0.map(|words| Bits::of(&words))
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

    /// Changes what is rare.
    pub(crate) fn detour(&mut self, change: impl FnOnce(&mut Detours)) {
        let mut detours = self.detours.take().unwrap_or_default();
        change(&mut detours);
        self.detours = Some(detours).filter(|detours| **detours != Detours::default());
    }
}

/// The phases of a state, with the detours there are.
pub(crate) fn phases<'a>(p: &'a Program, state: u16, detours: Option<&'a Detours>) -> &'a [u16] {
    let changed = detours.and_then(|detours| match &detours.phases {
        Some(phases) => Some(phases),
        None => detours.changed.iter().find(|(of, _)| *of == state).map(|(_, phases)| phases),
    });
    changed.map_or(&p.flow.states[state as usize].phases, Vec::as_slice)
}

/// Where the flow stands (CGML 9). All of it is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Standing {
    /// What comes next.
    pub stage: Stage,
    /// The state.
    pub state: u16,
    /// The place of the phase among `phases`.
    pub phase: u16,
    /// The seat whose turn it is.
    pub current: u8,
    /// Do turns go round the other way than the file says?
    pub reversed: bool,
    /// Was anybody asked anything in this turn?
    pub asked: bool,
    /// Who has the next turn, if somebody said so.
    pub next: Option<u8>,
    /// How many turns there were before this one.
    pub turn: u32,
    /// How many questions were answered.
    pub answers: u32,
    /// What an effect wants of the flow when it is done.
    pub pending: Pending,
    /// Which rules with `once_per` have fired.
    pub fired: u64,
    /// Turns that seats will lose.
    pub skips: [u8; MAX_SEATS],
}

/// What most games never have, beside the rest so that a copy is cheap. Nothing: nothing of it. Public, too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Detours {
    /// Extra turns, the next one first.
    pub extra: Vec<u8>,
    /// Whose turn it was when extra turns came between: play goes on after that seat.
    pub interrupted: Option<u8>,
    /// The phases of this turn, if they are others than the state has.
    pub phases: Option<Vec<u16>>,
    /// States whose phases were changed for ever.
    pub changed: Vec<(u16, Vec<u16>)>,
}

/// What the flow does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// The state was entered.
    Enter,
    /// Its rules on that have run.
    Entered,
    /// A turn begins.
    TurnBegin,
    /// The next phase begins.
    Phase,
    /// A phase is over: transitions.
    AfterPhase,
    /// The turn ends.
    TurnEnd,
    /// Nobody was asked anything: somebody says `continue`.
    Idle,
    /// The next seat.
    NextTurn,
    /// The state was left for another.
    Leave(u16),
}

/// What an effect wants of the flow when it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pending {
    /// Nothing.
    None,
    /// Go to a state.
    State(u16),
    /// Go to a phase.
    Phase(u16),
    /// The turn starts again.
    Repeat,
}

/// Something that is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// The effect of a rule; of the setup if there is no such rule.
    Effect {
        /// Which.
        rule: u16,
        /// Where in its code.
        at: u16,
        /// Where its scalars and lists start.
        base: u16,
        /// Where its lists start.
        lists: u16,
        /// How many copies were saved before it.
        saved: u16,
    },
    /// The body of a simultaneous loop in the effect below: a copy of its scalars and lists a lane, each after a header
    /// (see [`Lane`]). Or the branches of a `PARALLEL`: headers alone.
    Lanes {
        /// How many.
        count: u8,
        /// The step after the last one.
        end: u16,
        /// Where they start.
        base: u16,
        /// Where their lists start.
        lists: u16,
        /// Have they the frame in common?
        shared: bool,
    },
    /// An event and the rules on it.
    Event {
        /// Which.
        event: Event,
        /// Where it stands.
        part: Part,
        /// The next rule.
        next: u16,
    },
}

/// Which rules come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Part {
    /// Those before it.
    Pre,
    /// Those in its place.
    Replace,
    /// Those after what was done in its place: of the event itself, for no card has moved as it said.
    Instead,
    /// Those after it.
    Post,
    /// None: it does not happen.
    Prevented,
}

/// Something that rules listen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A card moves.
    Card(Travel),
    /// A declared event; its fields lie among the cells.
    Declared {
        /// Which.
        event: u16,
        /// Where its fields start.
        base: u16,
        /// How many.
        count: u16,
        /// A moved card made it: its fields are the card, from, to, the player.
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
    /// Is it made by the flow, and not by an action?
    pub(crate) fn is_of_the_flow(&self) -> bool {
        !matches!(self, Event::Card(_) | Event::Declared { .. })
    }
}

/// A card's way, before and after it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Travel {
    /// The event: its place among the listeners.
    pub kind: u8,
    /// The card.
    pub card: Entry,
    /// Where from.
    pub from: ZoneId,
    /// Where to.
    pub to: ZoneId,
    /// Who does it, or nobody.
    pub player: u8,
    /// How it comes to facing: 0 as the zone says, 1 up, 2 down, 3 as it lay.
    pub facing: u8,
    /// Where in the zone: 0 on top, 1 at the bottom, 2 in the middle, 3 and more above so many cards less three.
    pub end: u8,
}

impl Travel {
    /// Nobody does it: a player that does not exist.
    pub(crate) const NOBODY: u8 = u8::MAX;

    /// A player as a value, and the other way round.
    pub(crate) fn who(player: u8) -> Value {
        if player == Travel::NOBODY { MISSING } else { Value::from(player) }
    }

    pub(crate) fn player_of(who: Value) -> u8 {
        u8::try_from(who).unwrap_or(Travel::NOBODY)
    }

    pub(crate) const ON_TOP: u8 = End::Top as u8;
    pub(crate) const AT_THE_BOTTOM: u8 = End::Bottom as u8;
    pub(crate) const IN_THE_MIDDLE: u8 = End::Middle as u8;
    /// Above no card at all; above more of them it is more.
    pub(crate) const ABOVE: u8 = 3;

    /// Above so many cards. No zone is so high that more would matter.
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

/// Somebody looks at a card until the effect at this depth is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LookedAt {
    pub(crate) depth: u16,
    pub(crate) card: Entry,
    pub(crate) seats: u32,
}

/// A copy to go back to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Saved {
    pub(crate) table: Table,
    pub(crate) flow: Standing,
    pub(crate) detours: Option<Box<Detours>>,
    /// What outlives frames, and the marks of cards.
    pub(crate) kept: Vec<u64>,
    pub(crate) lists: Lists,
    /// Where a failed try goes on; nothing for a whole effect.
    pub(crate) otherwise: Option<u16>,
}

/// A lane of a simultaneous loop, as one word in front of its scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    pub(crate) at: u16,
    pub(crate) seat: u8,
    pub(crate) standing: LaneStanding,
}

/// What a lane does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneStanding {
    /// It goes on.
    Runs = 0,
    /// It stands on an ask.
    Asked = 1,
    /// It has answered, and waits for the others.
    Answered = 2,
    /// It is done.
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

/// A scalar and those who may *not* know it: nobody is the zero that most have.
pub(crate) fn pack(value: Value, hidden_from: SeatSet) -> u64 {
    u64::from(value as u32) | u64::from(hidden_from.bits()) << 32
}

pub(crate) fn value(cell: u64) -> Value {
    cell as u32 as Value
}

pub(crate) fn hidden_from(cell: u64) -> SeatSet {
    SeatSet::from_bits((cell >> 32) as u32)
}

/// The cell of what is missing.
pub(crate) const EMPTY: u64 = MISSING as u32 as u64;

/// The rule number of the setup.
pub(crate) const SETUP: u16 = u16::MAX;

impl Standing {
    pub(crate) fn seat(&self) -> Seat {
        Seat::new(self.current as usize)
    }
}

impl Program {
    /// The cell of a changed property of a card.
    pub(crate) fn mark_cell(&self, mark: usize, card: Entry) -> usize {
        self.globals.len() + mark * self.shape.entries() + card.index()
    }
}
