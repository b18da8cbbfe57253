//! Lists legal moves and computes their effects.

use super::{Board, Move, PASS_EVERY, PASSED, Pause, Phase, ROUNDS, Sealed, State};
use rulebook_kernel::{Seat, Sink};
use rulebook_table::{Entry, Face, Facing, Fact, Table};
use std::sync::Arc;

impl Board {
    pub(super) fn deal<S: Sink<Fact>>(&self, state: &mut State, out: &mut S) {
        let mut atoms = state.table.atoms(&self.shape, out);
        atoms.shuffle(self.well, &mut state.rng);
        for seat in 0..self.seats {
            atoms.shuffle(self.deck[seat], &mut state.rng);
            atoms.draw(self.deck[seat], self.hand[seat], 3, &mut state.rng);
            atoms.draw(self.well, self.hand[seat], 1, &mut state.rng);
        }
    }

    pub(super) fn moves(&self, state: &State, seat: Seat, into: &mut Vec<Move>) {
        let table = &state.table;
        if self.phase(table) == Phase::Pass {
            return self.picks(table, &state.sealed[seat.index()], seat, into);
        }
        match &state.pause {
            Pause::Peek { odd, .. } => {
                into.extend([Move::Keep, Move::Sink]);
                into.extend(odd.then_some(Move::Shout));
            }
            Pause::Gamble { .. } => into.extend([Move::Stand, Move::Undo]),
            Pause::None => self.actions(table, seat, into),
        }
    }

    /// Lists the legal picks for a pass. Cards are picked in ascending order, so enough higher cards must remain for
    /// the next pick.
    fn picks(&self, table: &Table, sealed: &Sealed, seat: Seat, into: &mut Vec<Move>) {
        let hand: Vec<Face> = self.faces(table, self.hand[seat.index()]).collect();
        let missing = PASSED.min(hand.len()) - sealed.picks.len();
        if missing == 0 {
            into.push(Move::Done);
            return;
        }
        let above = hand.iter().filter(|face| sealed.picks.last().is_none_or(|last| *face > last));
        let above: Vec<&Face> = above.collect();
        into.extend(above[..above.len() + 1 - missing].iter().map(|face| Move::Give(**face)));
    }

    fn actions(&self, table: &Table, seat: Seat, into: &mut Vec<Move>) {
        let me = seat.index();
        let empty = |zone| table.is_empty(&self.shape, zone);
        let next = seat.after(1, self.seats);
        if !empty(self.deck[me]) || !empty(self.heap[me]) {
            into.push(Move::Draw);
        }
        into.extend(self.faces(table, self.hand[me]).map(Move::Drop));
        into.extend(self.faces(table, self.hand[me]).map(Move::Build));
        let others = Seat::all(self.seats).filter(|other| *other != seat && !empty(self.hand[other.index()]));
        into.extend(others.map(Move::Steal));
        if self.spare_left(table) {
            into.push(Move::Coin);
            into.extend((!empty(self.yard[next.index()])).then_some(Move::Copy));
        }
        into.extend((table.count(&self.shape, self.yard[me]) >= 2).then_some(Move::Burn));
        into.extend((!empty(self.well)).then_some(Move::Peek));
        into.extend((table.count(&self.shape, self.well) >= 2).then_some(Move::Gamble));
    }

    pub(super) fn play<S: Sink<Fact>>(&self, state: &mut State, seat: Seat, mv: Move, out: &mut S) {
        let me = seat.index();
        let top = |table: &Table, zone| table.top(&self.shape, zone).expect("there is one");
        let held = |table: &Table, face| self.in_hand(table, seat, face).expect("it is in the hand");
        let mut atoms = state.table.atoms(&self.shape, out);
        match mv {
            Move::Give(face) => return state.sealed[me].picks.push(face),
            Move::Done => return self.seal(state, seat, out),
            Move::Draw => {
                atoms.draw(self.deck[me], self.hand[me], 1, &mut state.rng);
            }
            Move::Drop(face) => {
                let card = held(atoms.table(), face);
                atoms.move_to(card, self.heap[me]);
            }
            Move::Build(face) => {
                let card = held(atoms.table(), face);
                atoms.move_to(card, self.yard[me]);
            }
            Move::Steal(from) => {
                // The stolen card is chosen at random. Otherwise the choice would depend on how the engine numbers
                // cards.
                let hand = self.hand[from.index()];
                let n = state.rng.below(atoms.table().count(&self.shape, hand) as u32) as usize;
                let card = atoms.table().nth(&self.shape, hand, n).expect("the hand is not empty");
                atoms.move_to(card, self.hand[me]);
            }
            Move::Coin => {
                atoms.create(self.coin, self.yard[me], Some(seat));
            }
            Move::Copy => {
                let next = seat.after(1, self.seats);
                let original = top(atoms.table(), self.yard[next.index()]);
                let face = atoms.table().face(&self.shape, original);
                atoms.create(face, self.yard[me], Some(seat));
            }
            Move::Burn => {
                let order: Vec<Entry> = atoms.table().order(&self.shape, self.yard[me]).collect();
                let two = [order[order.len() - 1], order[order.len() - 2]];
                atoms.move_onto(two, self.lost);
                for card in two.into_iter().filter(|card| card.index() >= self.shape.deck_entries()) {
                    atoms.destroy(card);
                }
            }
            Move::Peek => {
                let card = top(atoms.table(), self.well);
                let face = atoms.table().face(&self.shape, card);
                if face == self.loud {
                    atoms.reveal(card, self.shape.everyone());
                } else {
                    atoms.reveal(card, rulebook_kernel::SeatSet::one(seat));
                    // The turn did not end, so every viewer can conclude that the card is not the loud one.
                    let deck = (0..self.shape.deck_entries()).map(|e| Entry(e as u16));
                    let loud: Vec<Entry> = deck.filter(|&e| atoms.table().face(&self.shape, e) == self.loud).collect();
                    let (cards, such) = (self.set_of(&[card]), self.set_of(&loud));
                    atoms.note_of(&cards, &such, None);
                    state.pause = Pause::Peek { card, odd: self.value(face) % 2 == 1 };
                    return;
                }
            }
            Move::Keep | Move::Sink | Move::Shout => {
                let card = top(atoms.table(), self.well);
                match mv {
                    Move::Keep => atoms.move_to(card, self.hand[me]),
                    Move::Sink => atoms.move_as(card, self.well, Some(0), Facing::Default),
                    _ => atoms.reveal(card, self.shape.everyone()),
                }
            }
            Move::Gamble => {
                let saved = Arc::new(atoms.table().clone());
                atoms.shuffle(self.well, &mut state.rng);
                atoms.draw(self.well, self.hand[me], 1, &mut state.rng);
                atoms.draw(self.well, self.heap[me], 1, &mut state.rng);
                state.pause = Pause::Gamble { saved };
                return;
            }
            Move::Stand => {}
            Move::Undo => {
                if let Pause::Gamble { saved } = &state.pause {
                    atoms.restore(saved);
                }
            }
        }
        state.pause = Pause::None;
        self.next(state, seat, out);
    }

    /// A set of entries as bits.
    fn set_of(&self, entries: &[Entry]) -> Vec<u64> {
        let mut words = vec![0; self.shape.set_words()];
        entries.iter().for_each(|entry| words[entry.index() / 64] |= 1 << (entry.index() % 64));
        words
    }

    /// Completes the answer of a seat to the pass. Nothing happens and no fact is reported before the last answer.
    fn seal<S: Sink<Fact>>(&self, state: &mut State, seat: Seat, out: &mut S) {
        state.sealed[seat.index()].done = true;
        if state.sealed.iter().any(|sealed| !sealed.done) {
            return;
        }
        let mut moves = Vec::new();
        for giver in Seat::all(self.seats) {
            let to = self.hand[giver.after(1, self.seats).index()];
            let picks = state.sealed[giver.index()].picks.iter();
            moves.extend(picks.filter_map(|&face| Some((self.in_hand(&state.table, giver, face)?, to))));
        }
        let mut atoms = state.table.atoms(&self.shape, out);
        atoms.move_each(moves, Facing::Default);
        atoms.set(self.phase, Phase::Act as i32);
        state.sealed.fill(Sealed::default());
    }

    fn next<S: Sink<Fact>>(&self, state: &mut State, seat: Seat, out: &mut S) {
        let turns = state.table.var(&self.shape, self.turns) as usize + 1;
        let mut atoms = state.table.atoms(&self.shape, out);
        atoms.set(self.turns, turns as i32);
        atoms.set(self.due, seat.after(1, self.seats).index() as i32);
        if turns == ROUNDS * self.seats {
            for hand in &self.hand {
                let cards: Vec<Entry> = atoms.table().entries(&self.shape, *hand).collect();
                cards.into_iter().for_each(|card| atoms.show(card, self.shape.everyone()));
            }
            atoms.set(self.phase, Phase::Over as i32);
        } else if turns.is_multiple_of(PASS_EVERY * self.seats) {
            atoms.set(self.phase, Phase::Pass as i32);
        }
    }
}
