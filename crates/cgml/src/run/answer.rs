//! Opens asks and applies answers.

use super::choice::{self, Move, Open, Which};
use super::fact::{Fact, Reason};
use super::limits;
use super::machine::{Here, Machine, Next};
use super::picks;
use super::simultaneous::Lanes;
use super::state::{Frame, Lane, LaneStanding, Offered, Stage, pack};
use crate::code::{Ask, Expr, Kind, MISSING, Options, Value};
use rulebook_kernel::{Seat, SeatSet, Sink};
use rulebook_table::{Entry, ZoneId};
use smallvec::SmallVec;

impl<'a, S: Sink<Fact>> Machine<'a, S> {
    /// Opens an ask. Fails if the asked seat does not exist, or if there is nothing to choose.
    pub(super) fn begin_ask(&mut self, here: Here, ask: &'a Ask, at: u16) -> Result<Next, Reason> {
        let seat = match &ask.who {
            Expr::Current => self.s.flow.seat(),
            who => self.eval(here).seat(who).ok_or(Reason::NoSeat)?,
        };
        // Picks and sealed answers are private. Hide their slots before the first pick, so that no other seat can tell
        // whether this seat has begun to pick.
        let others = self.p.shape.everyone().without(seat);
        match &ask.many {
            Some(many) => {
                self.s.lists.set(here.lists + many.into.0 as usize, &[], others.bits());
                self.s.cells[here.base + ask.into.0 as usize] = pack(MISSING, others);
            }
            None if here.lane.is_some() => self.s.cells[here.base + ask.into.0 as usize] = pack(MISSING, others),
            None => {}
        }
        if let Some(pressed) = ask.pressed {
            let sealed = here.lane.is_some() || ask.many.is_some();
            self.s.cells[here.base + pressed.0 as usize] = pack(MISSING, if sealed { others } else { SeatSet::NONE });
        }
        let mut eval = self.eval(here);
        let mut offered = Offered::default();
        if !choice::possible(&mut eval, seat, &Open { ask, here, at }, &mut offered) {
            return Err(Reason::NothingToChoose);
        }
        if ask.many.is_some() {
            offered = picks::survey(&mut eval, seat, &Open { ask, here, at });
        }
        self.s.offered = if here.lane.is_none() { offered } else { Offered::default() };
        self.s.flow.asked = true;
        self.out.tell(|| Fact::Asked { seats: SeatSet::one(seat), rule: here.rule, at });
        Ok(Next::Pause)
    }

    /// Applies a legal move. Then runs the machine until the next question or the end of the match.
    pub fn answer(&mut self, seat: Seat, mv: Move) {
        self.s.offered = Offered::default();
        if mv == Move::Continue {
            self.s.flow.answers += 1;
            self.stage(Stage::NextTurn);
            self.run_on();
            return;
        }
        let open = choice::open_to(self.p, self.s, seat).expect("a seat that is due is asked");
        if self.take(seat, &open, mv) {
            self.answered(seat, &open);
            self.run_on();
        }
    }

    /// Runs the machine. Ends the match first if it has reached the maximum number of answers.
    fn run_on(&mut self) {
        if self.s.flow.answers >= limits::ANSWERS {
            self.s.over = Some(Box::new(super::win::given_up(self.p)));
        }
        self.run();
    }

    /// Applies a pick or an answer. Returns whether the question is now answered; `false` means that the seat may pick
    /// again.
    fn take(&mut self, seat: Seat, open: &Open<'a>, mv: Move) -> bool {
        // In lanes, several seats answer at the same time. Other seats learn nothing until all of them have answered.
        let hidden = match open.here.lane {
            Some(_) => self.p.shape.everyone().without(seat),
            None => self.kept_from(open.ask, seat),
        };
        if let (Some(pressed), Move::Button(at)) = (open.ask.pressed, mv) {
            let text = open.ask.buttons[usize::from(at)].text;
            self.s.cells[open.here.base + pressed.0 as usize] = pack(text, hidden);
        }
        let Some(many) = &open.ask.many else {
            let value = self.chosen(seat, open, mv);
            self.s.cells[open.here.base + open.ask.into.0 as usize] = pack(value, hidden);
            return true;
        };
        if matches!(mv, Move::Done | Move::Button(_)) {
            return true;
        }
        let list = open.here.lists + many.into.0 as usize;
        if let Move::Back(picked) = mv {
            if let Some(at) = picks::found(&mut self.eval(open.here), seat, open, many, picked) {
                self.s.lists.remove(list, at);
            }
            let back = &mut self.s.cells[open.here.base + open.ask.into.0 as usize];
            *back = pack(super::state::value(*back).max(0) + 1, super::state::hidden_from(*back));
            return false;
        }
        let value = self.chosen(seat, open, mv);
        let at = picks::place(&mut self.eval(open.here), seat, open, many, value);
        self.s.lists.insert(list, at, value);
        if many.constraint.is_some() {
            let offered = picks::survey(&mut self.eval(open.here), seat, open);
            self.s.offered = if open.here.lane.is_none() { offered } else { Offered::default() };
        }
        let action = self.p.unit(open.here.rule).code[open.at as usize].action;
        // The survey of the possible picks exceeded the work limit, so the match has ended with a fault.
        if self.is_beyond(open.here.rule, Some(action)) {
            self.run();
        }
        false
    }

    /// Continues after an answered question. The effect continues after the ask, or the lane of the seat waits for the
    /// other lanes.
    fn answered(&mut self, seat: Seat, open: &Open<'a>) {
        match open.here.lane {
            None => {
                if let Some(many) = &open.ask.many {
                    let hidden = self.kept_from(open.ask, seat);
                    self.s.lists.hide(open.here.lists + many.into.0 as usize, hidden.bits());
                    self.s.cells[open.here.base + open.ask.into.0 as usize] = super::state::EMPTY;
                }
                self.unseal_button(open.here, open.ask, self.kept_from(open.ask, seat));
                self.s.flow.answers += 1;
                self.tell_answer(open.here, open.ask, seat.index() as u8, open.at);
                if let Some(Frame::Effect { at, .. }) = self.s.frames.last_mut() {
                    *at = open.at + 1;
                }
            }
            Some(_) => {
                let lanes = Lanes::on_top(self.p, self.s).expect("a lane was asked");
                let i = lanes.of_seat(self.s, seat.index() as u8).expect("a lane was asked");
                let lane = lanes.get(self.s, i);
                lanes.set(self.s, i, Lane { standing: LaneStanding::Answered, ..lane });
            }
        }
    }

    /// Opens the text of the pressed button to everybody but these seats.
    pub(super) fn unseal_button(&mut self, here: Here, ask: &Ask, hidden: SeatSet) {
        if let Some(pressed) = ask.pressed {
            let cell = &mut self.s.cells[here.base + pressed.0 as usize];
            *cell = pack(super::state::value(*cell), hidden);
        }
    }

    /// The seats that must not learn the answer of `seat`. The set is empty if the ask declares no audience.
    pub(super) fn kept_from(&self, ask: &Ask, seat: Seat) -> SeatSet {
        let known = |audience| super::scoreboard::allowed(self.p, audience, Some(seat));
        ask.audience.map_or(SeatSet::NONE, |audience| self.p.shape.everyone().minus(known(audience)))
    }

    pub(super) fn tell_answer(&mut self, here: Here, ask: &Ask, seat: u8, at: u16) {
        if !S::ON {
            return;
        }
        let cards = matches!(ask.options, Options::Cards(_));
        let mut values = match &ask.many {
            Some(many) => self.s.lists.values(here.lists + many.into.0 as usize).to_vec(),
            None => vec![super::state::value(self.s.cells[here.base + ask.into.0 as usize])],
        };
        values.retain(|&value| value != MISSING);
        let pressed = ask.pressed.map(|slot| super::state::value(self.s.cells[here.base + slot.0 as usize]));
        let values = match pressed.filter(|&text| text != MISSING) {
            Some(text) => Some(vec![MISSING, text]),
            None if cards && !values.is_empty() => None,
            None => Some(values),
        };
        let seat = Seat::new(seat as usize);
        let to = ask.audience.map(|_| self.p.shape.everyone().minus(self.kept_from(ask, seat)));
        self.out.tell(|| Fact::Answered { seat, rule: here.rule, at, values, to });
    }

    /// The value that a move chooses: a card, seat, zone or plain value. `MISSING` if the move chooses nothing.
    fn chosen(&mut self, seat: Seat, open: &Open<'a>, mv: Move) -> Value {
        match mv {
            Move::Card(zone, which) => self.chosen_card(seat, open, zone, which).map_or(MISSING, crate::code::card),
            Move::Seat(seat) => Value::from(seat),
            Move::Zone(zone) => Value::from(zone.0),
            Move::Value(value) => value,
            Move::Back(_) | Move::Done | Move::Button(_) | Move::Continue => MISSING,
        }
    }

    fn chosen_card(&mut self, seat: Seat, open: &Open<'a>, zone: ZoneId, which: Which) -> Option<Entry> {
        let Options::Cards(cards) = &open.ask.options else { return None };
        // If no two cards have the same face, the face alone identifies the card.
        if let (Which::Face(face), false) = (which, self.p.copies()) {
            let card = Entry(face.0);
            let table = &self.s.table;
            if card.index() < self.p.shape.deck_entries()
                && table.zone(card) == Some(zone)
                && table.face(&self.p.shape, card) == face
            {
                return Some(card);
            }
        }
        let mut eval = self.eval(open.here);
        let options = eval.set(cards);
        let (shape, table) = (&self.p.shape, &self.s.table);
        let picked: &[Value] = match &open.ask.many {
            Some(many) => self.s.lists.values(open.here.lists + many.into.0 as usize),
            None => &[],
        };
        let mut candidates = options.iter().filter(|&card| {
            let this = table.zone(card) == Some(zone)
                && match which {
                    // Several copies may have this face. Take the first copy, so that the order of picks does not
                    // matter.
                    Which::Face(face) => table.face(shape, card) == face && choice::by_face(&eval, seat, card),
                    Which::At(at) => {
                        !choice::by_face(&eval, seat, card) && table.position(shape, card) == Some(at as usize)
                    }
                    Which::Any => !table.knows(shape, seat, card),
                };
            this && !picked.contains(&Value::from(card.0))
        });
        if which != Which::Any {
            return candidates.next();
        }
        let candidates: SmallVec<[Entry; 32]> = candidates.collect();
        match candidates.len() as u32 {
            0 => None,
            n => Some(candidates[self.s.rng.below(n) as usize]),
        }
    }
}

/// The kind of value that one answer or one pick has.
pub(super) fn kind(ask: &Ask) -> Kind {
    match &ask.options {
        Options::Cards(_) => Kind::Card,
        Options::Seats(_) => Kind::Seat,
        Options::Zones(_) => Kind::Zone,
        Options::Values(_, kind) => *kind,
        Options::Number(..) => Kind::Number,
        Options::YesNo => Kind::Bool,
    }
}
