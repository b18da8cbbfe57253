//! Implements a small test game. The game combines all the features that are hard to keep secret, to copy and to
//! sample.
//!
//! Two or three seats have a deck of red cards each and share a blue *well*. A round begins with a sealed pass: every
//! seat picks two cards for the next seat at the same time. Then each seat in turn does one of these:
//!
//! * draws from its deck, which reshuffles its own heap
//! * drops a card face down on its heap
//! * builds a card onto its yard
//! * steals an unseen card from another hand
//! * peeks at the top card of the well and decides what to do with it; its options depend on the hidden card
//! * gambles: the well is shuffled, the seat draws one card and drops one unseen. A saved copy can undo all of this
//! * makes a coin
//! * copies the top of a neighbour's yard
//! * burns the top two cards of its own yard at once
//!
//! After a fixed number of turns the cards are counted.

mod hidden;
mod play;
mod show;
mod validate_state;

use rulebook_kernel::{Corrupt, Digest, Fold, Illegal, Info, Outcome, Rng, Rules, Seat, SeatSet, Setup, Sink, Turn};
use rulebook_table::behavior::{DeckBehavior, DrawFrom, Reshuffle};
use rulebook_table::{Audience, Entry, Face, Fact, Ordering, Shape, Table, VarId, ZoneDef, ZoneId, ZoneVisibility};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub use hidden::{PauseView, View};

const SEATS: std::ops::RangeInclusive<usize> = 2..=3;
/// The number of turns of each seat.
const ROUNDS: usize = 8;
/// Cards are passed once in this many rounds.
const PASS_EVERY: usize = 2;
/// The number of cards that each seat passes.
const PASSED: usize = 2;
const RED: usize = 6;
const BLUE: usize = 9;
const SPARE: usize = 4;

/// The rules of the game.
#[derive(Debug)]
pub struct Cruel {
    info: Info,
    boards: Vec<Board>,
}

/// The shape of the table for one number of seats, and the ids of its zones and variables.
#[derive(Debug)]
pub(crate) struct Board {
    shape: Shape,
    seats: usize,
    deck: Vec<ZoneId>,
    heap: Vec<ZoneId>,
    hand: Vec<ZoneId>,
    yard: Vec<ZoneId>,
    well: ZoneId,
    lost: ZoneId,
    phase: VarId,
    due: VarId,
    turns: VarId,
    coin: Face,
    /// The blue card that all players see when a seat peeks at it.
    loud: Face,
}

/// The state of a match.
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct State {
    seats: u8,
    table: Table,
    rng: Rng,
    /// The answers of the seats to the current pass. They are not part of the table, because no fact reports them
    /// before the last answer.
    sealed: Vec<Sealed>,
    pause: Pause,
}

impl Clone for State {
    fn clone(&self) -> State {
        let State { seats, table, rng, sealed, pause } = self;
        State { seats: *seats, table: table.clone(), rng: rng.clone(), sealed: sealed.clone(), pause: pause.clone() }
    }

    fn clone_from(&mut self, other: &State) {
        self.seats = other.seats;
        self.table.clone_from(&other.table);
        self.rng.clone_from(&other.rng);
        self.sealed.clone_from(&other.sealed);
        self.pause.clone_from(&other.pause);
    }
}

/// The answer of one seat to the pass: the cards picked so far, and whether the answer is complete.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sealed {
    picks: Vec<Face>,
    done: bool,
}

/// An effect that is paused until a seat decides.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Pause {
    None,
    /// The seat has peeked at this card. `odd` was computed from its face, and only this seat knows it.
    Peek {
        card: Entry,
        odd: bool,
    },
    /// The seat may restore the table as it was before the gamble.
    Gamble {
        saved: Arc<Table>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Pass = 0,
    Act = 1,
    Over = 2,
}

/// A decision of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Pick a card for the next seat.
    Give(Face),
    /// Complete the picks, which can no longer be changed.
    Done,
    /// Draw a card from the seat's own deck.
    Draw,
    /// Drop a card face down on the heap.
    Drop(Face),
    /// Lay a card onto the yard.
    Build(Face),
    /// Take a card from the hand of another seat without seeing it.
    Steal(Seat),
    /// Make a coin, which is a token on the seat's yard.
    Coin,
    /// Copy the top of the next seat's yard.
    Copy,
    /// Burn the two top cards of the yard at once.
    Burn,
    /// Peek at the top card of the well.
    Peek,
    /// Take the card into the hand.
    Keep,
    /// Put the card at the bottom of the well.
    Sink,
    /// Show the card to all seats. Only an odd card can be shown.
    Shout,
    /// Shuffle the well and draw from it. The seat may undo this afterwards.
    Gamble,
    /// Keep the result of the gamble.
    Stand,
    /// Undo the gamble.
    Undo,
}

impl Default for Cruel {
    fn default() -> Self {
        Cruel::new()
    }
}

impl Cruel {
    /// Creates the rules.
    #[must_use]
    pub fn new() -> Cruel {
        let turns = ROUNDS * SEATS.end();
        let passes = ROUNDS.div_ceil(PASS_EVERY) * SEATS.end() * (PASSED + 1);
        let info = Info {
            id: "cruel".into(),
            name: "Cruel".into(),
            min_seats: *SEATS.start(),
            max_seats: *SEATS.end(),
            source: Digest::of_bytes(b"cruel: native rules"),
            semantics: 1,
            max_moves: (2 * turns + passes) as u32,
            few_points: false,
            options: Vec::new(),
        };
        Cruel { info, boards: SEATS.map(Board::new).collect() }
    }

    /// The same rules with another `semantics` version. Tests of logs use it.
    #[must_use]
    pub fn with_semantics(mut self, semantics: u32) -> Cruel {
        self.info.semantics = semantics;
        self
    }

    pub(crate) fn board(&self, seats: u8) -> &Board {
        &self.boards[seats as usize - SEATS.start()]
    }
}

impl Board {
    fn new(seats: usize) -> Board {
        let mut b = Shape::build(seats);
        let own = DeckBehavior {
            reshuffle_from: Some("heap".into()),
            reshuffle: Reshuffle::WhenEmpty,
            draw_from: DrawFrom::Random,
            ..DeckBehavior::default()
        };
        let unseen = |def: ZoneDef| def.levels(ZoneVisibility::CountOnly, ZoneVisibility::CountOnly).face_down();
        let well = b.zone(unseen(ZoneDef::shared("well").ordered(Ordering::Shuffled)));
        let lost = b.zone(unseen(ZoneDef::shared("lost")).internal());
        let deck = b.zone(unseen(ZoneDef::per_seat("deck").ordered(Ordering::Unordered)).deck(own));
        let heap = b.zone(unseen(ZoneDef::per_seat("heap")));
        let hand = ZoneDef::per_seat("hand")
            .ordered(Ordering::Unordered)
            .levels(ZoneVisibility::All, ZoneVisibility::CountOnly);
        let hand = b.zone(hand);
        let yard = b.zone(ZoneDef::per_seat("yard").levels(ZoneVisibility::TopOnly, ZoneVisibility::TopOnly));
        let (red, blue, brass) = (b.back("red"), b.back("blue"), b.back("brass"));
        let first = Seat::new(0);
        for seat in Seat::all(seats) {
            for value in 1..=RED {
                let face = b.face(&format!("r{}{value}", seat.index() + 1), red);
                b.card(face, deck, seat, Some(seat));
            }
        }
        let mut loud = Face(0);
        for value in 1..=BLUE {
            loud = b.face(&format!("b{value}"), blue);
            b.card(loud, well, first, None);
        }
        let coin = b.face("coin", brass);
        b.spare(SPARE);
        let [phase, due, turns] = ["phase", "due", "turns"].map(|id| b.var(id, 0, Audience::Everyone));
        let shape = b.finish();
        let each = |def| Seat::all(seats).map(|seat| shape.zone_of(def, seat)).collect::<Vec<_>>();
        let one = |def| shape.zone_of(def, first);
        let var = |def| shape.var_of(def, first);
        let (deck, heap, hand, yard) = (each(deck), each(heap), each(hand), each(yard));
        let (well, lost, phase, due, turns) = (one(well), one(lost), var(phase), var(due), var(turns));
        Board { shape, seats, deck, heap, hand, yard, well, lost, phase, due, turns, coin, loud }
    }

    fn phase(&self, table: &Table) -> Phase {
        match table.var(&self.shape, self.phase) {
            0 => Phase::Pass,
            1 => Phase::Act,
            _ => Phase::Over,
        }
    }

    fn due(&self, table: &Table) -> Seat {
        Seat::new(table.var(&self.shape, self.due) as usize)
    }

    fn faces<'a>(&'a self, table: &'a Table, zone: ZoneId) -> impl Iterator<Item = Face> + 'a {
        table.entries(&self.shape, zone).map(|entry| table.face(&self.shape, entry))
    }

    /// The card with this face in the hand of a seat. A face occurs only once, because coins and copies never get into
    /// hands.
    fn in_hand(&self, table: &Table, seat: Seat, face: Face) -> Option<Entry> {
        table.entries(&self.shape, self.hand[seat.index()]).find(|&entry| table.face(&self.shape, entry) == face)
    }

    /// The number on a card.
    fn value(&self, face: Face) -> i32 {
        if face == self.coin {
            return 2;
        }
        let seats_red = self.seats * RED;
        let i = face.index();
        if i < seats_red { (i % RED) as i32 + 1 } else { (i - seats_red) as i32 + 1 }
    }

    fn spare_left(&self, table: &Table) -> bool {
        let deck = self.shape.deck_entries();
        (deck..self.shape.entries()).any(|e| table.zone(Entry(e as u16)).is_none())
    }
}

impl Rules for Cruel {
    type State = State;
    type Move = Move;
    type Fact = Fact;

    fn info(&self) -> &Info {
        &self.info
    }

    fn start<S: Sink<Fact>>(&self, setup: &Setup, rng: Rng, out: &mut S) -> State {
        let seats = setup.seats as u8;
        let board = self.board(seats);
        let sealed = vec![Sealed::default(); setup.seats];
        let mut state = State { seats, table: Table::new(&board.shape), rng, sealed, pause: Pause::None };
        board.deal(&mut state, out);
        state
    }

    fn validate_state(&self, state: &State) -> Result<(), Corrupt> {
        if !SEATS.contains(&(state.seats as usize)) {
            return Err(Corrupt::new("cruel is for two or three"));
        }
        self.board(state.seats).validate_state(state)
    }

    fn seats(&self, state: &State) -> usize {
        state.seats as usize
    }

    fn turn(&self, state: &State) -> Turn {
        let board = self.board(state.seats);
        match board.phase(&state.table) {
            Phase::Pass => {
                let waiting: SeatSet = Seat::all(board.seats).filter(|seat| !state.sealed[seat.index()].done).collect();
                Turn::Seats(waiting)
            }
            Phase::Act => Turn::of(board.due(&state.table)),
            Phase::Over => {
                let score = |seat: Seat| {
                    let zones = [board.hand[seat.index()], board.yard[seat.index()]];
                    zones.iter().flat_map(|&zone| board.faces(&state.table, zone)).map(|f| board.value(f)).sum()
                };
                let scores: Vec<i32> = Seat::all(board.seats).map(score).collect();
                Turn::Over(Outcome::highest(&scores, "all turns are taken"))
            }
        }
    }

    fn moves(&self, state: &State, seat: Seat, into: &mut Vec<Move>) {
        if self.turn(state).seats().has(seat) {
            self.board(state.seats).moves(state, seat, into);
        }
    }

    fn check(&self, state: &State, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        if !self.turn(state).seats().has(seat) {
            return Err(Illegal::new("it is not your turn"));
        }
        // A test game need not be fast. A move is legal if it is in the list of moves, which depends only on what the
        // seat knows.
        let mut legal = Vec::new();
        self.moves(state, seat, &mut legal);
        if legal.contains(mv) { Ok(()) } else { Err(Illegal::new("that is not possible now")) }
    }

    fn play<S: Sink<Fact>>(&self, state: &mut State, seat: Seat, mv: &Move, out: &mut S) {
        debug_assert_eq!(self.check(state, seat, mv), Ok(()));
        self.board(state.seats).play(state, seat, *mv, out);
    }
}

impl Fold for Cruel {
    type Folded = Table;

    fn folded(&self, state: &State) -> Table {
        state.table.clone()
    }

    fn fold(&self, setup: &Setup, facts: &[Fact]) -> Table {
        Table::folded(&self.board(setup.seats as u8).shape, facts)
    }
}
