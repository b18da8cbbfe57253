//! Simultaneous loops (CGML 9.3). Each player has a *lane* that runs the body of the loop. Answers are sealed until all
//! players have answered.
//!
//! Scheduling: the lane that is at the earliest instruction runs first. Lanes at the same instruction run in seat
//! order. Lanes that take cards from the same zone take them in turn order, and each lane gets the next cards. A lane
//! that asks waits until every lane has answered or reached `Op::Meet`, then all continue. Moves of one instruction are
//! applied together: all cards leave before the first one arrives. So a player who passes a card to another hand still
//! knows this card there.
//!
//! This is one of the step loops that the header of `machine.rs` lists. It is separate because several lanes
//! share one frame.

use super::fact::{Fact, Reason};
use super::machine::{Here, Machine, Next, RunResult};
use super::state::{CgmlState, Frame, Lane, LaneStanding, SETUP, Travel, pack, value};
use crate::code::{Emitted, Instruction, ListId, Op, Order, Program, Put, Seats, SlotId, Value, When};
use rulebook_kernel::{Seat, SeatSet, Sink};
use rulebook_table::{Entry, ZoneId};
use smallvec::SmallVec;

/// A card that is being moved.
#[derive(Clone, Copy, Debug)]
struct Sent {
    card: Entry,
    from: ZoneId,
    to: ZoneId,
    player: u8,
}

/// The offsets of the lanes of the top frame in the cells and lists of the state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    pub rule: u16,
    pub count: usize,
    pub end: u16,
    base: usize,
    lists: usize,
    slots: usize,
    slot_lists: usize,
    /// The offsets of the scalars and lists of the effect, if all lanes share them.
    shared: Option<(usize, usize)>,
}

impl Lanes {
    /// The lanes of the top frame. `None` if this frame has no lanes.
    pub fn on_top(p: &Program, s: &CgmlState) -> Option<Lanes> {
        let [.., Frame::Effect { rule, base: own, lists: own_lists, .. }, top] = s.frames[..] else { return None };
        let Frame::Lanes { count, end, base, lists, shared } = top else { return None };
        let unit = p.unit(rule);
        let shared = shared.then_some((own as usize, own_lists as usize));
        Some(Lanes {
            rule,
            count: count as usize,
            end,
            base: base as usize,
            lists: lists as usize,
            slots: if shared.is_some() { 0 } else { unit.slots.len() },
            slot_lists: unit.lists.len(),
            shared,
        })
    }

    fn header(&self, lane: usize) -> usize {
        self.base + lane * (1 + self.slots)
    }

    /// Reads a lane.
    pub fn get(&self, s: &CgmlState, lane: usize) -> Lane {
        Lane::of(s.cells[self.header(lane)])
    }

    /// Writes a lane.
    pub fn set(&self, s: &mut CgmlState, lane: usize, value: Lane) {
        s.cells[self.header(lane)] = value.word();
    }

    /// Returns whether a lane runs and is at this instruction.
    fn stands(&self, s: &CgmlState, lane: usize, at: u16) -> bool {
        let lane = self.get(s, lane);
        lane.standing == LaneStanding::Runs && lane.at == at
    }

    /// Returns whether any lane is asked, or has answered and waits for the others.
    fn are_waiting(&self, s: &CgmlState) -> bool {
        (0..self.count).any(|i| matches!(self.get(s, i).standing, LaneStanding::Asked | LaneStanding::Answered))
    }

    /// The context in which a lane executes instructions.
    pub fn here(&self, s: &CgmlState, lane: usize) -> Here {
        let seat = self.get(s, lane).seat;
        if let Some((base, lists)) = self.shared {
            return Here { rule: self.rule, base, lists, lane: Some(seat) };
        }
        let lists = self.lists + lane * self.slot_lists;
        Here { rule: self.rule, base: self.header(lane) + 1, lists, lane: Some(seat) }
    }

    /// The lane of a seat. A branch of `PARALLEL` is a lane too, so a seat can have several lanes. In that case,
    /// returns the first of these lanes with an open ask, or else the first of these lanes.
    pub fn of_seat(&self, s: &CgmlState, seat: u8) -> Option<usize> {
        let (cells, mut own) = (&s.cells[..], None);
        for i in 0..self.count {
            let lane = Lane::of(cells[self.header(i)]);
            if lane.seat == seat {
                if lane.standing == LaneStanding::Asked {
                    return Some(i);
                }
                own = own.or(Some(i));
            }
        }
        own
    }

    /// The seats that are asked and have not answered.
    pub fn due(&self, s: &CgmlState) -> SeatSet {
        let cells = &s.cells[..];
        let asked = (0..self.count).map(|lane| Lane::of(cells[self.header(lane)]));
        let asked = asked.filter(|lane| lane.standing == LaneStanding::Asked);
        asked.map(|lane| Seat::new(lane.seat as usize)).collect()
    }
}

impl<'a, S: Sink<Fact>> Machine<'a, S> {
    pub(super) fn begin_lanes(
        &mut self,
        here: Here,
        seats: &Seats,
        player: SlotId,
        start: u16,
        end: u16,
    ) -> Result<Next, Reason> {
        let seats = self.eval(here).seats(seats);
        let unit = self.p.unit(here.rule);
        let (base, lists) = (self.s.cells.len(), self.s.lists.len());
        for &seat in &seats {
            self.s.cells.push(Lane { at: start, seat: seat as u8, standing: LaneStanding::Runs }.word());
            let own = self.s.cells.len();
            for slot in here.base..here.base + unit.slots.len() {
                self.s.cells.push(self.s.cells[slot]);
            }
            self.s.cells[own + player.0 as usize] = pack(seat as Value, SeatSet::NONE);
            self.s.lists.repeat(here.lists..here.lists + unit.lists.len());
        }
        let count = seats.len() as u8;
        self.s.frames.push(Frame::Lanes { count, end, base: base as u16, lists: lists as u16, shared: false });
        Ok(Next::Begun(end))
    }

    pub(super) fn begin_branches(&mut self, starts: &[u16], end: u16) -> Next {
        let (base, lists) = (self.s.cells.len(), self.s.lists.len());
        for &at in starts {
            self.s.cells.push(Lane { at, seat: 0, standing: LaneStanding::Runs }.word());
        }
        let count = starts.len() as u8;
        self.s.frames.push(Frame::Lanes { count, end, base: base as u16, lists: lists as u16, shared: true });
        Next::Begun(end)
    }

    /// Runs the lanes on top.
    pub(super) fn lanes(&mut self) -> RunResult {
        let Some(lanes) = Lanes::on_top(self.p, self.s) else { return RunResult::On };
        let code: &'a [Instruction] = &self.p.unit(lanes.rule).code;
        loop {
            let running = (0..lanes.count).map(|lane| lanes.get(self.s, lane));
            let furthest = running.filter(|lane| lane.standing == LaneStanding::Runs).map(|lane| lane.at).min();
            let Some(at) = furthest else { return self.wait_for_lanes(lanes) };
            let meet = at < lanes.end && matches!(code[at as usize].op, Op::Meet);
            if meet && lanes.are_waiting(self.s) {
                return self.wait_for_lanes(lanes);
            }
            if at < lanes.end && self.send_together(lanes, &code[at as usize], at) {
                if self.s.over.is_some() {
                    return RunResult::Pause;
                }
                continue;
            }
            for i in self.lane_order(lanes, code.get(at as usize)) {
                let lane = lanes.get(self.s, i);
                if lane.standing != LaneStanding::Runs || lane.at != at {
                    continue;
                }
                if at >= lanes.end {
                    lanes.set(self.s, i, Lane { standing: LaneStanding::Done, ..lane });
                    continue;
                }
                let step = &code[at as usize];
                if !self.spend(lanes.rule, step.action) {
                    return RunResult::Pause;
                }
                let here = lanes.here(self.s, i);
                self.count_use(lanes.rule, step);
                let done = self.exec(here, step, at);
                if self.is_beyond(lanes.rule, Some(step.action)) {
                    return RunResult::On;
                }
                let (next, begun) = match done {
                    Ok(Next::On) => (Lane { at: at + 1, ..lane }, false),
                    Ok(Next::To(there)) => (Lane { at: there, ..lane }, false),
                    Ok(Next::Begun(then)) => (Lane { at: then, ..lane }, true),
                    Ok(Next::Pause) => {
                        let seat = if lanes.shared.is_some() { self.asked(here, step) } else { lane.seat };
                        (Lane { standing: LaneStanding::Asked, seat, ..lane }, false)
                    }
                    Ok(Next::End | Next::Leave(_)) => (Lane { standing: LaneStanding::Done, ..lane }, false),
                    Err(reason) => {
                        // A failure stops only the seat whose action failed (decision 11), unless everything is rolled
                        // back.
                        let seat = lanes.shared.is_none().then(|| Seat::new(lane.seat as usize));
                        self.tell_failure(lanes.rule, step, reason, seat);
                        let whole = lanes.shared.is_some() || step.when == When::Rollback;
                        if whole && step.when != When::Continue {
                            // Open asks are cancelled. If nobody has answered, the turn counts as a turn without a
                            // question.
                            self.s.flow.asked &= lanes.due(self.s).is_empty();
                            self.end_lanes(lanes);
                            self.failed(step);
                            return RunResult::On;
                        }
                        if step.when == When::Continue {
                            (Lane { at: step.next, ..lane }, false)
                        } else {
                            (Lane { standing: LaneStanding::Done, ..lane }, false)
                        }
                    }
                };
                lanes.set(self.s, i, next);
                if begun {
                    self.push_begun();
                }
                if begun || self.s.over.is_some() {
                    return RunResult::On;
                }
            }
        }
    }

    /// The order in which lanes execute an instruction: seat order, or turn order if the instruction takes cards.
    fn lane_order(&self, lanes: Lanes, step: Option<&Instruction>) -> SmallVec<[usize; 16]> {
        let mut order: SmallVec<[usize; 16]> = (0..lanes.count).collect();
        // New instruction: add it if it takes cards. Otherwise simultaneous lanes execute it in seat order, not in turn
        // order.
        let takes = step.is_some_and(|step| matches!(step.op, Op::Gather { .. } | Op::Deal { .. }));
        if takes && lanes.shared.is_none() && self.p.flow.order != Order::Simultaneous {
            let (seats, first) = (self.p.seats, self.s.flow.current as usize);
            let back = super::flow::goes_back(self.p, self.s);
            order.sort_by_key(|&lane| {
                let seat = lanes.get(self.s, lane).seat as usize;
                (if back { first + seats - seat } else { seat + seats - first }) % seats
            });
        }
        order
    }

    /// The cards that other lanes have gathered at the instruction `at`, but have not moved yet. Empty outside lanes.
    pub(super) fn taken_by_others(&self, here: Here, into: ListId, at: u16) -> super::lists::Row {
        let mut taken = super::lists::Row::new();
        let lanes = here.lane.and_then(|_| Lanes::on_top(self.p, self.s)).filter(|lanes| lanes.shared.is_none());
        for (lanes, lane) in lanes.into_iter().flat_map(|lanes| (0..lanes.count).map(move |lane| (lanes, lane))) {
            if lanes.stands(self.s, lane, at + 1) {
                let own = lanes.here(self.s, lane).lists + into.0 as usize;
                taken.extend_from_slice(self.s.lists.values(own));
            }
        }
        taken
    }

    /// Moves the cards of all lanes at this instruction at once. Returns `false` if a rule listens or two lanes want
    /// the same card; then the lanes run one after the other.
    fn send_together(&mut self, lanes: Lanes, step: &Instruction, at: u16) -> bool {
        // New instruction: if it sends cards and is not added here, the lanes send their cards one after the other.
        let Op::Send { left, sources, travel, facing, put: Put::ON_TOP, event, .. } = &step.op else { return false };
        if lanes.shared.is_some() {
            return false;
        }
        let mut moves: SmallVec<[Sent; 16]> = SmallVec::new();
        for i in 0..lanes.count {
            if !lanes.stands(self.s, i, at) {
                continue;
            }
            let here = lanes.here(self.s, i);
            let cell = |slot: SlotId| value(self.s.cells[here.base + slot.0 as usize]);
            let (to, player) = (ZoneId(cell(travel.0) as u16), Travel::player_of(cell(travel.1)));
            let cards = self.s.lists.values(here.lists + left.0 as usize);
            let lay = self.s.lists.values(here.lists + sources.0 as usize);
            for (&card, &from) in cards.iter().zip(lay).rev() {
                let (card, from) = (Entry(card as u16), ZoneId(from as u16));
                let wanted = moves.iter().any(|other| other.card == card);
                if wanted || self.s.table.zone(card) != Some(from) || self.is_heard(here, *event, from, to) {
                    return false;
                }
                moves.push(Sent { card, from, to, player });
            }
        }
        for i in 0..lanes.count {
            if !lanes.stands(self.s, i, at) {
                continue;
            }
            if !self.spend(lanes.rule, step.action) {
                return true;
            }
            self.out.used(super::profile::done(lanes.rule, step.action));
            let (here, lane) = (lanes.here(self.s, i), lanes.get(self.s, i));
            self.s.lists.put(here.lists + left.0 as usize, &[]);
            self.s.lists.put(here.lists + sources.0 as usize, &[]);
            lanes.set(self.s, i, Lane { at: at + 1, ..lane });
        }
        self.table(|atoms, _| atoms.move_each(moves.iter().map(|sent| (sent.card, sent.to)), *facing));
        if lanes.rule != SETUP {
            for Sent { card, from, to, player } in moves {
                self.recap_travel(*event, card, from, to, player);
            }
        }
        true
    }

    /// Returns whether a rule listens to this move of a card.
    fn is_heard(&self, here: Here, event: Emitted, from: ZoneId, to: ZoneId) -> bool {
        let of_cards = self.kind_of(event, from, to).is_some_and(|kind| !self.p.card_events[kind as usize].is_empty());
        let declared = matches!(event, Emitted::Declared(event) if !self.p.events[event as usize].rules.is_empty());
        here.rule != SETUP && (of_cards || declared)
    }

    /// Handles the situation that no lane can run. Continues if all lanes have answered, pauses if an answer is
    /// missing, or ends the lanes.
    fn wait_for_lanes(&mut self, lanes: Lanes) -> RunResult {
        let due = lanes.due(self.s);
        if !due.is_empty() {
            return RunResult::Pause;
        }
        let mut going = false;
        for i in 0..lanes.count {
            let lane = lanes.get(self.s, i);
            if lane.standing == LaneStanding::Answered {
                going = true;
                self.unseal(lanes, i, lane);
                lanes.set(self.s, i, Lane { at: lane.at + 1, standing: LaneStanding::Runs, ..lane });
            }
        }
        if !going {
            self.end_lanes(lanes);
        }
        RunResult::On
    }

    fn end_lanes(&mut self, lanes: Lanes) {
        self.s.frames.pop();
        self.s.cells.truncate(lanes.base);
        self.s.lists.truncate(lanes.lists);
    }

    /// The seat that this instruction asks.
    fn asked(&self, here: Here, step: &Instruction) -> u8 {
        // New instruction: only `Op::Ask` asks a player. Extend it rather than add a second instruction that asks.
        let Op::Ask(ask) = &step.op else { return 0 };
        self.eval(here).seat(&ask.who).map_or(0, |seat| seat.index() as u8)
    }

    /// Opens a sealed answer to the seats that may know it.
    fn unseal(&mut self, lanes: Lanes, i: usize, lane: Lane) {
        let Op::Ask(ask) = &self.p.unit(lanes.rule).code[lane.at as usize].op else { return };
        let here = lanes.here(self.s, i);
        let hidden = self.kept_from(ask, Seat::new(lane.seat as usize));
        match &ask.many {
            Some(many) => {
                self.s.lists.hide(here.lists + many.into.0 as usize, hidden.bits());
                self.s.cells[here.base + ask.into.0 as usize] = super::state::EMPTY;
            }
            None => {
                let cell = &mut self.s.cells[here.base + ask.into.0 as usize];
                *cell = pack(value(*cell), hidden);
            }
        }
        self.unseal_button(here, ask, hidden);
        self.s.flow.answers += 1;
        self.tell_answer(here, ask, lane.seat, lane.at);
    }
}
