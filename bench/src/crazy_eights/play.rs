//! The deal and the effects of each move.

use super::{Board, EIGHT, MAX_TURNS, Move, State};
use rulebook_kernel::{Corrupt, Seat, Sink};
use rulebook_natives::cards;
use rulebook_table::{Entry, Fact, Table, VarId};

/// The decision that the current player has to make, or how the match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// Play a card or draw.
    Act = 0,
    /// Play a card or pass. The player has already drawn.
    Drawn = 1,
    /// Name a suit.
    Name = 2,
    /// A player has no cards left.
    Won = 3,
    /// No player could play, or the maximum number of turns is reached.
    Blocked = 4,
}

impl Decision {
    #[inline]
    pub(super) fn from_value(value: i32) -> Option<Decision> {
        [Decision::Act, Decision::Drawn, Decision::Name, Decision::Won, Decision::Blocked].get(value as usize).copied()
    }

    #[inline]
    pub(super) fn is_over(self) -> bool {
        matches!(self, Decision::Won | Decision::Blocked)
    }
}

impl Board {
    pub(super) fn deal<S: Sink<Fact>>(&self, state: &mut State, out: &mut S) {
        let seats = state.seats as usize;
        let mut atoms = state.table.atoms(&self.shape, out);
        atoms.shuffle(self.stock, &mut state.rng);
        for _ in 0..if seats == 2 { 7 } else { 5 } {
            for seat in Seat::all(seats) {
                atoms.draw(self.stock, self.hands[seat.index()], 1, &mut state.rng);
            }
        }
        atoms.draw(self.stock, self.discard, 1, &mut state.rng);
        // The first card must not be an eight. An eight is put into the middle of the stock, and all players see where.
        while let Some(eight) = atoms.table().top(&self.shape, self.discard).filter(|top| top.index() % 13 == EIGHT) {
            let middle = atoms.table().count(&self.shape, self.stock) / 2;
            atoms.move_as(eight, self.stock, Some(middle), rulebook_table::Facing::Default);
            atoms.draw(self.stock, self.discard, 1, &mut state.rng);
        }
    }

    /// Whether there is a card to draw, possibly after the discards are shuffled.
    #[inline]
    pub(super) fn can_draw(&self, table: &Table) -> bool {
        !table.is_empty(&self.shape, self.stock) || table.count(&self.shape, self.discard) > 1
    }

    #[inline]
    pub(super) fn play<S: Sink<Fact>>(&self, state: &mut State, seat: Seat, mv: Move, out: &mut S) {
        match mv {
            Move::Play(face) => self.play_card(state, seat, Entry(face.0), out),
            Move::Draw => {
                state.table.atoms(&self.shape, out).draw(self.stock, self.hands[seat.index()], 1, &mut state.rng);
                self.set(&mut state.table, self.step, Decision::Drawn as i32, out);
                self.set(&mut state.table, self.passes, 0, out);
            }
            Move::Pass => {
                let everyone = self.shape.everyone();
                state.table.atoms(&self.shape, out).say(everyone, || format!("{seat} passes"));
                // The match is blocked if all players pass. A pass after a draw does not count.
                if self.step(&state.table) == Decision::Act {
                    let passes = state.table.var(&self.shape, self.passes) + 1;
                    self.set(&mut state.table, self.passes, passes, out);
                }
                self.next(state, seat, out);
            }
            Move::Name(suit) => {
                state.table.atoms(&self.shape, out).set(self.suit, i32::from(suit));
                self.next(state, seat, out);
            }
        }
    }

    fn play_card<S: Sink<Fact>>(&self, state: &mut State, seat: Seat, card: Entry, out: &mut S) {
        state.table.atoms(&self.shape, out).move_to(card, self.discard);
        self.set(&mut state.table, self.passes, 0, out);
        if state.table.is_empty(&self.shape, self.hands[seat.index()]) {
            self.end(state, Decision::Won, out);
        } else if card.index() % 13 == EIGHT {
            self.set(&mut state.table, self.step, Decision::Name as i32, out);
        } else {
            self.next(state, seat, out);
        }
    }

    fn next<S: Sink<Fact>>(&self, state: &mut State, seat: Seat, out: &mut S) {
        let seats = state.seats as usize;
        let turns = state.table.var(&self.shape, self.turns) + 1;
        self.set(&mut state.table, self.turns, turns, out);
        let stuck = state.table.var(&self.shape, self.passes) >= seats as i32;
        if stuck || turns >= MAX_TURNS {
            return self.end(state, Decision::Blocked, out);
        }
        self.set(&mut state.table, self.step, Decision::Act as i32, out);
        self.set(&mut state.table, self.due, seat.after(1, seats).index() as i32, out);
    }

    /// Ends the match and shows all hands, because the cards in them count.
    fn end<S: Sink<Fact>>(&self, state: &mut State, how: Decision, out: &mut S) {
        let everyone = self.shape.everyone();
        for &hand in &self.hands {
            let mut cards = state.table.set(&self.shape, hand)[0];
            while cards != 0 {
                let card = Entry(cards.trailing_zeros() as u16);
                state.table.atoms(&self.shape, out).show(card, everyone);
                cards &= cards - 1;
            }
        }
        self.set(&mut state.table, self.step, how as i32, out);
    }

    /// Sets a variable. If the value does not change, no fact is reported.
    #[inline]
    fn set<S: Sink<Fact>>(&self, table: &mut Table, var: VarId, value: i32, out: &mut S) {
        if table.var(&self.shape, var) != value {
            table.atoms(&self.shape, out).set(var, value);
        }
    }

    /// A sentence part that names the cards that may be played.
    pub(super) fn wanted(&self, table: &Table) -> String {
        let top = table.top(&self.shape, self.discard).map_or(0, Entry::index);
        if top % 13 == EIGHT {
            let suit = table.var(&self.shape, self.suit) as usize;
            return format!("play {} or an eight", cards::SUITS[suit].1);
        }
        let (suit, rank) = (cards::SUITS[top / 13].1, cards::RANKS[top % 13].1);
        format!("play {suit}, {} {rank} or an eight", cards::article(top % 13))
    }

    pub(super) fn validate_state(&self, table: &Table) -> Result<(), Corrupt> {
        let wrong = |what: &'static str| Err(Corrupt::new(what));
        let var = |var| table.var(&self.shape, var);
        let seats = self.hands.len() as i32;
        let Some(step) = Decision::from_value(var(self.step)) else { return wrong("an unknown step of the game") };
        if !(0..seats).contains(&var(self.due)) || !(0..4).contains(&var(self.suit)) {
            return wrong("a seat or a suit does not exist");
        }
        if !(0..=seats).contains(&var(self.passes)) || !(0..=MAX_TURNS).contains(&var(self.turns)) {
            return wrong("turns or passes are out of range");
        }
        let Some(top) = table.top(&self.shape, self.discard) else { return wrong("nothing lies on the discard") };
        if step == Decision::Name && top.index() % 13 != EIGHT {
            return wrong("a suit is to be named without an eight");
        }
        let empty = self.hands.iter().any(|&hand| table.is_empty(&self.shape, hand));
        if empty != (step == Decision::Won) { wrong("an empty hand and the end of the game disagree") } else { Ok(()) }
    }
}
