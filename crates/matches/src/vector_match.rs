//! Matches for vector environments in machine learning. Moves and views are numbers, and buffers are reused.

use crate::Match;
use crate::{AnyMatch, Staged};
use rulebook_kernel::{Illegal, Key, Rng, Seat, SeatSet, Turn, Viewer};
use rulebook_spaces::{Block, Extent, Numbering, Row, Spaces};
use std::sync::{Arc, PoisonError};

/// A match for machine learning, with moves and views as numbers. Moves are not reported as entries: see
/// [`AnyMatch::play_nth`].
pub trait Numbered {
    /// The spaces of this match, for its number of seats.
    fn spaces(&self) -> Spaces;

    /// The seats that must decide now. Empty if the match is over.
    fn due(&self) -> SeatSet;

    /// The numbers of the legal moves, in the order of the rules. Empty for a seat that is not asked. A move gets
    /// `u32::MAX` if the shared block has no free number for it.
    fn legal_numbers(&mut self, extent: Extent, seat: Seat) -> &[u32];

    /// The number of legal moves of a seat. Keeps the list of moves for the next call of [`Numbered::step`].
    fn list_moves(&mut self, seat: Seat) -> usize;

    /// The index of the legal move with this text.
    ///
    /// # Errors
    /// Returns the reason why there is no such move, in a sentence for the player.
    fn nth_of_text(&mut self, seat: Seat, text: &str) -> Result<usize, Illegal>;

    /// Plays the `n`th legal move like [`AnyMatch::play_nth`]. Uses the list of the last call of
    /// [`Numbered::list_moves`], if it is still valid.
    ///
    /// # Errors
    /// Returns the reason why the move is illegal. The match is unchanged.
    fn step(&mut self, seat: Seat, n: usize) -> Result<(), Illegal>;

    /// Writes the observation of a seat, of the length [`Spaces::observed`].
    fn observe(&self, seat: Seat, into: &mut [i16]);

    /// The key of the match. The key is secret, because it reveals every card.
    fn key(&self) -> Key;

    /// Replaces the key and the card keys of a match that was sampled from another match. With the old keys, a save
    /// would reveal the hidden information of the original.
    fn disown(&mut self, key: Key);

    /// Restarts the match with another key.
    fn restart(&mut self, key: Key);

    /// The view of a viewer as JSON.
    fn view_json(&self, viewer: Viewer) -> String;
}

/// The legal moves of one seat at one moment.
#[derive(Debug)]
pub(crate) struct Listed<M> {
    seat: Option<Seat>,
    moves: Vec<M>,
    numbers: Vec<u32>,
    numbering: Numbering,
}

impl<M> Default for Listed<M> {
    fn default() -> Self {
        Listed { seat: None, moves: Vec::new(), numbers: Vec::new(), numbering: Numbering::default() }
    }
}

impl<M> Listed<M> {
    /// Invalidates the list after a move.
    pub fn forget(&mut self) {
        self.seat = None;
    }
}

/// The observation blocks that every game has. They come before the blocks of the game's family.
fn common(seats: usize) -> [Block; 2] {
    [
        Block::new(
            "seat",
            &[seats],
            "1 at the position of the observing seat; in all other blocks, seats are rotated so that this seat comes first",
        ),
        Block::new("asked", &[1], "1 if the observing seat has to decide"),
    ]
}

impl<R: Staged> Match<R> {
    fn list(&mut self, seat: Seat) {
        if self.listed.seat == Some(seat) {
            return;
        }
        self.listed.moves.clear();
        self.listed.numbers.clear();
        if Numbered::due(self).has(seat) && seat.index() < self.asks.len() {
            self.rules.moves(&self.state, seat, &mut self.listed.moves);
        }
        self.listed.seat = Some(seat);
    }
}

impl<R: Staged> Numbered for Match<R> {
    fn spaces(&self) -> Spaces {
        let mut spaces = self.rules.spaces(self.setup.seats);
        spaces.observation.splice(0..0, common(self.setup.seats));
        spaces
    }

    fn due(&self) -> SeatSet {
        match self.rules.turn(&self.state) {
            Turn::Seats(seats) => seats,
            Turn::Over(_) => SeatSet::NONE,
        }
    }

    fn legal_numbers(&mut self, extent: Extent, seat: Seat) -> &[u32] {
        self.list(seat);
        let (rules, seats) = (&*self.rules, self.setup.seats);
        let Listed { moves, numbers, numbering, .. } = &mut self.listed;
        if numbers.len() != moves.len() {
            numbering.number(extent, moves, |mv| rules.number(seats, seat, mv), numbers);
        }
        numbers
    }

    fn list_moves(&mut self, seat: Seat) -> usize {
        self.list(seat);
        self.listed.moves.len()
    }

    fn nth_of_text(&mut self, seat: Seat, text: &str) -> Result<usize, Illegal> {
        let mv = self.legal(seat, text)?;
        self.list(seat);
        let found = self.listed.moves.iter().position(|legal| *legal == mv);
        found.ok_or_else(|| Illegal::new("that is not a legal move"))
    }

    fn step(&mut self, seat: Seat, n: usize) -> Result<(), Illegal> {
        self.list(seat);
        let Some(mv) = self.listed.moves.get(n) else {
            self.due(seat)?;
            let count = self.listed.moves.len();
            return Err(Illegal::new(format!("{seat} has {count} legal moves, there is no number {n}")));
        };
        self.rules.play(&mut self.state, seat, mv, &mut ());
        self.listed.forget();
        self.silently(seat);
        Ok(())
    }

    fn observe(&self, seat: Seat, into: &mut [i16]) {
        let seats = self.setup.seats;
        let mut row = Row::new(into);
        if let Some(place) = row.block(seats).get_mut(seat.index()) {
            *place = 1;
        }
        row.put(i32::from(Numbered::due(self).has(seat)));
        if seat.index() < seats {
            self.rules.observe(&self.state, seat, &mut row);
        }
    }

    fn key(&self) -> Key {
        self.key.clone()
    }

    fn disown(&mut self, key: Key) {
        self.head = None;
        *self.rings.get_mut().unwrap_or_else(PoisonError::into_inner) = Arc::new(crate::key_rings::Rings::new(&key));
        self.key = key;
    }

    fn restart(&mut self, key: Key) {
        self.state = self.rules.start(&self.setup, Rng::new(key.clone()), &mut ());
        self.asks.fill(0);
        self.listed.forget();
        self.disown(key);
    }

    fn view_json(&self, viewer: Viewer) -> String {
        serde_json::to_string(&self.view(viewer)).unwrap_or_else(|why| format!("{{\"error\":\"{why}\"}}"))
    }
}

/// Helpers for erased matches.
impl dyn AnyMatch {
    /// The sizes of the action and observation spaces.
    #[must_use]
    pub fn extent(&self) -> Extent {
        Extent::from(&self.spaces())
    }
}
