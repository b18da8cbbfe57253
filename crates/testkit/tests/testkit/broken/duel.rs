//! A small game with everything that can leak: two decks with different backs, hidden hands, and sealed answers. One
//! effect pauses while a seat looks at a card. The game obeys all laws unless a [`Fault`] is switched on.
//!
//! In each round, every seat looks at the top high card and keeps it or tosses it. Then all seats choose a card at the
//! same time, and the highest card scores a point.

use super::fault::Fault;
use super::table::{Card, HIGH, LOW, Table};
use rulebook_kernel::{
    Corrupt, Digest, Draws, GameOption, Illegal, Info, Outcome, Rng, Rules, Seat, SeatSet, Setup, Sink, Turn,
};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU32, Ordering};

pub struct Duel {
    pub info: Info,
    pub fault: Option<Fault>,
    /// A counter outside the state. Only a fault uses it.
    counter: AtomicU32,
}

#[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub table: Table,
    pub rng: Rng,
    /// A field that is not saved. It is 0 unless a fault sets it.
    #[serde(skip)]
    pub unsaved: u8,
    pub uncopied: u8,
}

impl Clone for State {
    fn clone(&self) -> State {
        State { table: self.table.clone(), rng: self.rng.clone(), ..*self }
    }
    fn clone_from(&mut self, other: &State) {
        self.table.clone_from(&other.table);
        self.rng.clone_from(&other.rng);
        self.unsaved = other.unsaved;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    Draw,
    Keep,
    Toss,
    Play(Card),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Fact {
    Dealt(Seat, Card),
    Looked(Seat, Card),
    Kept { seat: Seat, card: Card, place: usize },
    Tossed(Seat, Card),
    Revealed(Seat, Card),
    Scored(Seat),
    Leads(Seat),
}

impl Duel {
    pub fn new(fault: Option<Fault>) -> Duel {
        let info = Info {
            id: "duel".to_owned(),
            name: "Duel".to_owned(),
            min_seats: 2,
            max_seats: 3,
            source: Digest::of_bytes(b"duel"),
            semantics: 1,
            max_moves: 27,
            few_points: false,
            options: vec![GameOption { name: "rounds".to_owned(), values: vec!["3".to_owned(), "2".to_owned()] }],
        };
        Duel { info, fault, counter: AtomicU32::new(0) }
    }

    pub fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// Returns the next value of the counter outside the state. Only faults call it.
    pub fn count(&self) -> usize {
        self.counter.fetch_add(1, Ordering::Relaxed) as usize
    }

    fn due(&self, table: &Table) -> SeatSet {
        match table.drawer() {
            Some(_) if self.has(Fault::NobodyDue) && table.round == 1 => SeatSet::NONE,
            Some(seat) if self.has(Fault::DueLeaks) && table.looking.is_none() && table.drawn == 0 => {
                SeatSet::one(seat.after((table.hands[0][0] % 2).into(), table.seats()))
            }
            Some(seat) => SeatSet::one(seat),
            None => table.due(),
        }
    }

    fn may_play(&self, table: &Table, seat: Seat, card: Card) -> Result<(), Illegal> {
        let hand = &table.hands[seat.index()];
        if self.has(Fault::AcceptsTooMuch) {
            return Ok(());
        }
        if !hand.contains(&card) {
            let holder = table.hands.iter().position(|hand| hand.contains(&card));
            return Err(match holder {
                Some(other) if self.has(Fault::RefusalLeaks) => Illegal::new(format!("seat {other} holds it")),
                _ => Illegal::new("you do not hold that card"),
            });
        }
        let blocked = table.hands.iter().enumerate().any(|(i, hand)| i != seat.index() && hand.contains(&(card + 1)));
        if self.has(Fault::MoveListLeaks) && blocked && hand[0] != card {
            return Err(Illegal::new("somebody holds the next one"));
        }
        Ok(())
    }

    fn play_card<S: Sink<Fact>>(&self, state: &mut State, seat: Seat, card: Card, out: &mut S) {
        let table = &mut state.table;
        table.sealed[seat.index()] = Some(card);
        if self.has(Fault::SealedForAll) {
            let hands = table.hands.iter().map(|hand| hand[0]);
            table.sealed.iter_mut().zip(hands).for_each(|(answer, card)| *answer = answer.or(Some(card)));
        }
        if self.has(Fault::SealedIsTold) {
            out.tell(|| Fact::Revealed(seat, card));
        }
        if !table.due().is_empty() {
            return;
        }
        let played: Vec<Card> = table.sealed.iter_mut().filter_map(Option::take).collect();
        for (seat, &card) in Seat::all(table.seats()).zip(&played) {
            table.hands[seat.index()].retain(|held| *held != card);
            table.discard.push(card);
            out.tell(|| Fact::Revealed(seat, card));
        }
        let best = (0..played.len()).max_by_key(|i| played[*i]).expect("two seats");
        if S::ON || !self.has(Fault::SilentDiffers) {
            table.scores[best] += 1;
        }
        out.tell(|| Fact::Scored(Seat::new(best)));
        self.next_round(state, out);
    }

    fn next_round<S: Sink<Fact>>(&self, state: &mut State, out: &mut S) {
        let table = &mut state.table;
        table.round += 1;
        table.drawn = 0;
        let tried = self.has(Fault::AttemptChanges) && self.counter.load(Ordering::Relaxed) > 0;
        let shift = if self.has(Fault::Undetermined) { self.count() } else { usize::from(tried) };
        let leader = state.rng.below(table.seats() as u32) as usize;
        table.leader = Seat::new(leader).after(shift, table.seats());
        state.unsaved = if self.has(Fault::SaveLoses) { table.round } else { 0 };
        state.uncopied = if self.has(Fault::CopyKeepsOld) { table.round } else { 0 };
        assert!(!(self.has(Fault::PlayPanics) && table.round == 2), "out of rounds");
        let leader = table.leader;
        out.tell(|| Fact::Leads(leader));
    }
}

impl Rules for Duel {
    type State = State;
    type Move = Move;
    type Fact = Fact;

    fn info(&self) -> &Info {
        &self.info
    }

    fn seats(&self, state: &State) -> usize {
        if self.has(Fault::MiscountsSeats) { 2 } else { state.table.seats() }
    }

    fn start<S: Sink<Fact>>(&self, setup: &Setup, mut rng: Rng, out: &mut S) -> State {
        let (mut low, mut high): (Vec<Card>, Vec<Card>) = (LOW.collect(), HIGH.collect());
        rng.shuffle(&mut low);
        rng.shuffle(&mut high);
        let mut hands = vec![vec![]; setup.seats];
        for seat in Seat::all(setup.seats) {
            let mut hand = low.split_off(low.len() - 3);
            hand.sort_unstable();
            if self.has(Fault::OpeningUndetermined) && self.count().is_multiple_of(3) {
                hand.reverse();
            }
            hand.iter().for_each(|&card| out.tell(|| Fact::Dealt(seat, card)));
            hand.sort_unstable();
            hands[seat.index()] = hand;
        }
        let leader = Seat::new(rng.below(setup.seats as u32) as usize);
        out.tell(|| Fact::Leads(leader));
        let rounds = if setup.option(&self.info, "rounds") == Some("2") { 2 } else { 3 };
        let (sealed, scores) = (vec![None; setup.seats], vec![0; setup.seats]);
        let (discard, looking, drawn, round) = (vec![], None, 0, 0);
        let table = Table { low, high, hands, discard, looking, sealed, scores, leader, drawn, round, rounds };
        State { table, rng, unsaved: 0, uncopied: 0 }
    }

    fn validate_state(&self, state: &State) -> Result<(), Corrupt> {
        if self.has(Fault::RefusesOwnState) && state.table.looking.is_some() {
            return Err(Corrupt::new("in the middle of something"));
        }
        if self.has(Fault::AdmitsAnything) {
            return Ok(());
        }
        state.table.check(!self.has(Fault::SampleForgetsEffectUnnoticed)).map_err(Corrupt::new)
    }

    fn turn(&self, state: &State) -> Turn {
        if !state.table.is_over() {
            return Turn::Seats(self.due(&state.table));
        }
        let scores: Vec<i32> = state.table.scores.iter().map(|score| i32::from(*score)).collect();
        Turn::Over(if self.has(Fault::EndsByLimit) {
            Outcome::fault(scores.len(), "out of fuel")
        } else if self.has(Fault::OutcomeLeaks) {
            Outcome::highest(&scores, format!("points, with {:?} left", state.table.low))
        } else {
            Outcome::highest(&scores, "points")
        })
    }

    fn moves(&self, state: &State, seat: Seat, into: &mut Vec<Move>) {
        let table = &state.table;
        if self.has(Fault::ClobbersBuffer) {
            into.clear();
        }
        let due = self.due(table).has(seat) && !table.is_over();
        let anyway = self.has(Fault::MovesWhenNotDue) && table.drawer().is_none();
        if !due && !anyway {
            return;
        }
        if self.has(Fault::EmptyWhenDue) && table.round == 1 {
            return;
        }
        let first = into.len();
        match (table.drawer(), table.looking) {
            (Some(_), None) => into.push(Move::Draw),
            (Some(_), Some(_)) => into.extend([Move::Keep, Move::Toss]),
            (None, _) => {
                let hand = table.hands[seat.index()].iter();
                into.extend(
                    hand.filter(|card| self.may_play(table, seat, **card).is_ok()).map(|card| Move::Play(*card)),
                );
                if self.has(Fault::MissingMove) && into.len() > first + 1 {
                    into.pop();
                }
                if self.has(Fault::ListedTwice) {
                    into.push(into[first]);
                }
            }
        }
        if self.has(Fault::UnorderedMoves) && self.count() % 2 == 1 {
            into[first..].reverse();
        }
    }

    fn shortlist(&self, state: &State, seat: Seat, into: &mut Vec<Move>) {
        let (table, first) = (&state.table, into.len());
        self.moves(state, seat, into);
        if self.has(Fault::InventsForBots) && table.drawer().is_some() && into.len() > first {
            into.push(Move::Play(0));
        }
        if self.has(Fault::NothingForBots) && table.round == 1 {
            into.truncate(first);
        }
        if self.has(Fault::ShortlistLeaks) && table.drawer().is_none() && into.len() > first + 1 {
            let others = table.hands.iter().enumerate().filter(|(i, _)| *i != seat.index());
            let held = others.flat_map(|(_, hand)| hand).any(|other| into[first] == Move::Play(other.wrapping_sub(1)));
            into.truncate(into.len() - usize::from(held));
        }
    }

    fn check(&self, state: &State, seat: Seat, mv: &Move) -> Result<(), Illegal> {
        let table = &state.table;
        if table.is_over() || !self.due(table).has(seat) {
            return Err(Illegal::new("it is not your turn"));
        }
        match (mv, table.drawer(), table.looking) {
            (Move::Toss, Some(_), Some(_)) if self.has(Fault::RefusesListed) => Err(Illegal::new("not now")),
            (Move::Draw, Some(_), None) | (Move::Keep | Move::Toss, Some(_), Some(_)) => Ok(()),
            (Move::Play(card), None, _) => self.may_play(table, seat, *card),
            _ => Err(Illegal::new("that is not what you are asked")),
        }
    }

    fn pick_random(&self, state: &State, seat: Seat, draws: &mut Draws, buffer: &mut Vec<Move>) -> Option<Move> {
        buffer.clear();
        self.shortlist(state, seat, buffer);
        if self.has(Fault::UnevenPicks) && buffer.len() > 1 {
            buffer.pop();
        }
        (!buffer.is_empty()).then(|| buffer.swap_remove(draws.below(buffer.len() as u32) as usize))
    }

    fn drop_lore(&self, state: &mut State) {
        if self.has(Fault::LoreCounts) && !state.table.discard.is_empty() {
            state.table.scores[0] = 0;
        }
    }

    fn play<S: Sink<Fact>>(&self, state: &mut State, seat: Seat, mv: &Move, out: &mut S) {
        let table = &mut state.table;
        match *mv {
            Move::Draw => {
                let card = *table.high.last().expect("a card is left to draw");
                table.looking = Some(card);
                if table.drawn == 0 {
                    table.leader = seat;
                }
                out.tell(|| Fact::Looked(seat, card));
            }
            Move::Keep | Move::Toss if self.has(Fault::NeverEnds) => {
                table.looking = None;
                table.high.rotate_right(1);
            }
            Move::Keep => {
                let card = table.looking.take().expect("a card that is looked at");
                table.high.pop();
                table.drawn += 1;
                let hand = &mut table.hands[seat.index()];
                let at = hand.partition_point(|held| *held < card);
                hand.insert(at, card);
                let place = if self.has(Fault::FactNamesPlace) { at } else { 0 };
                out.tell(|| Fact::Kept { seat, card, place });
            }
            Move::Toss => {
                let card = table.looking.take().expect("a card that is looked at");
                table.high.pop();
                table.drawn += 1;
                table.discard.push(card);
                out.tell(|| Fact::Tossed(seat, card));
            }
            Move::Play(card) => self.play_card(state, seat, card, out),
        }
    }
}
