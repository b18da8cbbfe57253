//! Checks whether a loaded state is a possible state of this game, and whether its parts are consistent.

use super::{Board, Cruel, PASSED, Pause, Phase, ROUNDS, Sealed, State};
use rulebook_kernel::{Corrupt, Rules, Seat};
use rulebook_table::{Entry, Face, Table, ZoneId};

impl Board {
    pub(super) fn validate_state(&self, state: &State) -> Result<(), Corrupt> {
        let wrong = |what: &'static str| Err(Corrupt::new(what));
        let table = &state.table;
        self.admit_table(table)?;
        if state.sealed.len() != self.seats {
            return wrong("the number of sealed answers differs from the number of seats");
        }
        let phase = self.phase(table);
        if phase != Phase::Act && state.pause != Pause::None {
            return wrong("an effect waits out of turn");
        }
        if phase == Phase::Pass {
            if state.sealed.iter().all(|sealed| sealed.done) {
                return wrong("everybody has answered");
            }
            if Seat::all(self.seats).any(|seat| !self.could_be_sealed(state, seat)) {
                return wrong("a sealed answer is not possible");
            }
        } else if state.sealed.iter().any(|sealed| *sealed != Sealed::default()) {
            return wrong("a sealed answer out of turn");
        }
        let due = self.due(table);
        match &state.pause {
            Pause::None => {}
            Pause::Peek { card, odd } => {
                let top = table.top(&self.shape, self.well);
                if top != Some(*card) {
                    return wrong("the peeked card is not on the well");
                }
                let face = table.face(&self.shape, *card);
                if !table.knows(&self.shape, due, *card) || *odd != (self.value(face) % 2 == 1) || face == self.loud {
                    return wrong("the peek contradicts its card");
                }
            }
            Pause::Gamble { saved } => {
                self.admit_table(saved)?;
                if self.due(saved) != due || self.phase(saved) != Phase::Act {
                    return wrong("the saved table belongs to another turn");
                }
            }
        }
        Ok(())
    }

    fn admit_table(&self, table: &Table) -> Result<(), Corrupt> {
        table.validate_state(&self.shape)?;
        let var = |var| table.var(&self.shape, var);
        let ranges = (0..3).contains(&var(self.phase)) && (0..self.seats as i32).contains(&var(self.due));
        if !ranges || !(0..=(ROUNDS * self.seats) as i32).contains(&var(self.turns)) {
            return Err(Corrupt::new("a variable is out of range"));
        }
        let over = var(self.turns) == (ROUNDS * self.seats) as i32;
        if over != (self.phase(table) == Phase::Over) {
            return Err(Corrupt::new("the turns and the end disagree"));
        }
        // Coins and copies lie only in yards. In all other zones, a face occurs only once.
        let spare = self.shape.deck_entries()..self.shape.entries();
        let stray = |e: usize| table.zone(Entry(e as u16)).is_some_and(|zone| !self.yard.contains(&zone));
        if spare.into_iter().any(stray) { Err(Corrupt::new("a token has left its yard")) } else { Ok(()) }
    }

    fn could_be_sealed(&self, state: &State, seat: Seat) -> bool {
        let Sealed { picks, done } = &state.sealed[seat.index()];
        let hand: Vec<Face> = self.faces(&state.table, self.hand[seat.index()]).collect();
        let full = PASSED.min(hand.len());
        let ascending = picks.windows(2).all(|two| two[0] < two[1]) && picks.iter().all(|face| hand.contains(face));
        let above = hand.iter().filter(|face| picks.last().is_none_or(|last| *face > last)).count();
        ascending && picks.len() <= full && above + picks.len() >= full && (!done || picks.len() == full)
    }
}

impl Cruel {
    /// Checks that the parts of a state are consistent. Cards with different backs must not be in the same deck. The
    /// saved table must differ from the current one only in the cards that the gamble moved.
    ///
    /// # Errors
    /// A sentence that says which parts contradict each other.
    pub fn consistent(&self, state: &State) -> Result<(), String> {
        self.validate_state(state).map_err(|corrupt| corrupt.to_string())?;
        let board = self.board(state.seats);
        let faces = |table: &Table, zone: ZoneId| board.faces(table, zone).collect::<Vec<Face>>();
        let blue = |face: &Face| board.shape.back_id(board.shape.back_of(*face)) == "blue";
        if !faces(&state.table, board.well).iter().all(blue) {
            return Err("a card that is not blue is in the well".into());
        }
        let Pause::Gamble { saved } = &state.pause else { return Ok(()) };
        let due = board.due(&state.table);
        for (i, zone) in board.shape.zones().iter().enumerate() {
            let id = ZoneId(i as u16);
            let (then, now) = (faces(saved, id), faces(&state.table, id));
            let fine = if id == board.well {
                now.len() + 2 == then.len() && now.iter().all(|face| then.contains(face))
            } else if id == board.hand[due.index()] || id == board.heap[due.index()] {
                now.len() == then.len() + 1 && then.iter().all(|face| now.contains(face))
            } else {
                saved.order(&board.shape, id).eq(state.table.order(&board.shape, id))
            };
            if !fine {
                return Err(format!("the saved copy and the table disagree about {}", zone.id));
            }
        }
        Ok(())
    }
}
