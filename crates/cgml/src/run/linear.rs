//! Executes register code (`code/linear.rs`): the turns of a state without frames. It reports no facts.
//!
//! The flow and the effects enter this code at a phase or after an answer ([`Machine::linear_at`]). They leave it at a
//! question, which pushes the usual frames, or at any change of the flow that the code does not handle. So a state
//! looks the same at every question, whoever has executed the turn.

use super::event::Listening;
use super::fact::Fact;
use super::machine::{Here, Machine, Next, RunResult};
use super::sets::{Bits, WORDS};
use super::state::{Event, Offered, Part, Pending, Stage, pack, value};
use crate::code::linear::{Ins, Moment, REGISTERS, SETS};
use crate::code::{Arith, Extreme, Instruction, MISSING, Op, Share, TempId, Value, When};
use rulebook_kernel::{Seat, SeatSet, Sink};
use rulebook_table::{VarId, ZoneId};

/// The fuel that one turn can use. With less fuel left, the usual machine takes over before the next turn.
const TURN_FUEL: u32 = 20_000;

impl<'a, S: Sink<Fact>> Machine<'a, S> {
    /// Whether the flow may enter register code now.
    #[inline]
    fn is_linear(&self) -> bool {
        !S::ON && self.s.frames.is_empty() && self.s.detours.is_none()
    }

    /// The register code of a phase that begins.
    #[inline]
    pub(super) fn linear_phase(&self) -> Option<usize> {
        if !self.is_linear() {
            return None;
        }
        let state = self.p.linear.states.get(self.s.flow.state as usize)?.as_ref()?;
        (*state.phases.get(self.s.flow.phase as usize)?).map(usize::from)
    }

    /// The register code of an instruction of a rule that has no frame.
    #[inline]
    pub(super) fn linear_at(&self, here: Here, at: u16, event: &Event) -> Option<usize> {
        if !self.is_linear() || !event.is_of_the_flow() || here.base != self.p.kept_cells {
            return None;
        }
        self.p.linear.find(self.s.flow.state, here.rule, at)
    }

    /// Runs register code until a seat is asked or the flow leaves the code.
    #[inline]
    pub(super) fn linear(&mut self, pc: usize) -> RunResult {
        match self.p.shape.set_words() {
            0 | 1 => self.linear_in::<1>(pc),
            2 => self.linear_in::<2>(pc),
            _ => self.linear_in::<WORDS>(pc),
        }
    }

    #[inline(never)]
    fn linear_in<const W: usize>(&mut self, mut pc: usize) -> RunResult {
        let p = self.p;
        let linear = &p.linear;
        let words = p.shape.set_words().max(1);
        let (base, lists) = (p.kept_cells, p.global_lists.len());
        let mut r = [MISSING; REGISTERS];
        let mut sets = [Bits::<W>::EMPTY; SETS];
        macro_rules! r {
            ($at:expr) => {
                r[$at as usize % REGISTERS]
            };
        }
        macro_rules! set {
            ($at:expr) => {
                sets[$at as usize % SETS]
            };
        }
        macro_rules! jump {
            ($when:expr, $to:expr) => {
                if $when {
                    pc = $to as usize;
                }
            };
        }
        let mask = |at: u16| &linear.masks[at as usize * words..][..words];
        let is_zone = |zone: Value| (zone as u32) < p.zones.len() as u32;
        let is_seat = |seat: Value| (seat as u32) < p.seats as u32;
        let here = |rule: u16| Here { rule, base, lists, lane: None };
        loop {
            let ins = linear.code[pc];
            pc += 1;
            match ins {
                Ins::Const { d, n } => r!(d) = n,
                Ins::Copy { d, a } => r!(d) = r!(a),
                Ins::Slot { d, slot } => r!(d) = value(self.s.cells[base + slot as usize]),
                Ins::Global { d, slot } => r!(d) = value(self.s.cells[slot as usize]),
                Ins::Var { d, var } => r!(d) = self.s.table.var(&p.shape, VarId(var)),
                Ins::VarOf { d, seat, def } => {
                    let seat = r!(seat);
                    r!(d) = if is_seat(seat) {
                        let var = p.shape.var_of(def as usize, Seat::new(seat as usize));
                        self.s.table.var(&p.shape, var)
                    } else {
                        MISSING
                    };
                }
                Ins::Current { d } => r!(d) = Value::from(self.s.flow.current),
                Ins::After { d, seat, steps } => {
                    let seat = r!(seat);
                    r!(d) =
                        if is_seat(seat) { (seat + Value::from(steps)).rem_euclid(p.seats as Value) } else { MISSING };
                }
                Ins::Turn { d } => r!(d) = self.s.flow.turn as Value,
                Ins::ZoneOf { d, seat, def } => {
                    let seat = r!(seat);
                    r!(d) = if is_seat(seat) {
                        p.shape.zone_of(def as usize, Seat::new(seat as usize)).0.into()
                    } else {
                        MISSING
                    };
                }
                Ins::OwnZone { d, def } => r!(d) = p.shape.zone_of(def as usize, self.s.flow.seat()).0.into(),
                Ins::Top { d, zone } => {
                    let zone = r!(zone);
                    let eval = self.eval(here(0));
                    r!(d) = if is_zone(zone) { eval.end_of(ZoneId(zone as u16), true) } else { MISSING };
                }
                Ins::Property { d, card, property } => {
                    let card = r!(card);
                    r!(d) = match p.properties[property as usize].by_entry.get(card as usize) {
                        Some(&value) => value,
                        None => self.eval(here(0)).property_of_any(property as usize, card),
                    };
                }
                Ins::Rank { d, card } => r!(d) = self.eval(here(0)).rank(r!(card)),
                Ins::Arith { sign, d, a, b } => r!(d) = sign.apply(r!(a), r!(b)),
                Ins::ArithConst { sign, d, a, n } => r!(d) = sign.apply(r!(a), n.into()),
                Ins::Count { d, s } => r!(d) = set!(s).len() as Value,
                Ins::Eval { d, expr, rule } => {
                    r!(d) = self.scalar(here(rule), &linear.exprs[expr as usize]);
                    if self.is_beyond(rule, None) {
                        return RunResult::On;
                    }
                }
                Ins::Temp { temp, a } => self.memo.temps[temp as usize % TempId::MOST].set(r!(a)),
                Ins::Recall { d, variables, number, to } => {
                    if let Some(known) = self.memo.recall(Share { number, variables }, &self.changes) {
                        r!(d) = known;
                        pc = to as usize;
                    }
                }
                Ins::Remember { a, variables, number } => {
                    self.memo.remember(Share { number, variables }, &self.changes, r!(a));
                }
                Ins::Burn(items) => {
                    self.eval(here(0)).burn(items as usize);
                }
                Ins::BurnCards { s, rule } => {
                    if !self.eval(here(rule)).burn(set!(s).len()) && self.is_beyond(rule, None) {
                        return RunResult::On;
                    }
                }
                Ins::Best { which, a, b, d } => {
                    let (item, key, best) = (r!(a), r!(b), r!(d + 1));
                    let better = match which {
                        Extreme::Max => key > best,
                        Extreme::Min => key < best,
                    };
                    if key != MISSING && (best == MISSING || better) {
                        (r!(d), r!(d + 1)) = (item, key);
                    }
                }
                Ins::Loop { d, n, to } => {
                    r!(d) += 1;
                    jump!(r!(d) < n.into(), to);
                }

                Ins::Zone { s, zone } => set!(s) = self.cards_in(ZoneId(zone)),
                Ins::Own { s, def } => set!(s) = self.cards_in(p.shape.zone_of(def as usize, self.s.flow.seat())),
                Ins::ZoneAt { s, zone } => {
                    let zone = r!(zone);
                    set!(s) = if is_zone(zone) { self.cards_in(ZoneId(zone as u16)) } else { Bits::EMPTY };
                }
                Ins::Union { s, count, first } => {
                    let zones = &linear.zones[first as usize..][..count as usize];
                    let mut all = Bits::EMPTY;
                    zones.iter().for_each(|&zone| all.add(self.cards_in::<W>(ZoneId(zone)).words()));
                    set!(s) = all;
                }
                Ins::One { s, card } => {
                    let mut one = Bits::EMPTY;
                    if let Some(card) = self.eval(here(0)).entry(r!(card)) {
                        one.put(card);
                    }
                    set!(s) = one;
                }
                Ins::Mask { s, mask: number } => set!(s) = set!(s).and(mask(number)),
                Ins::ByValue { s, a, first, count } => {
                    let wanted = r!(a);
                    let there = (wanted as u32) < u32::from(count);
                    set!(s) = if there { set!(s).and(mask(first + wanted as u16)) } else { Bits::EMPTY };
                }
                Ins::ByOrder { s, a, first, count } => {
                    let wanted = r!(a);
                    set!(s) = if wanted == MISSING {
                        Bits::EMPTY
                    } else {
                        set!(s).and(mask(first + (wanted.clamp(-1, Value::from(count) - 2) + 1) as u16))
                    };
                }
                Ins::CopySet { s, t } => set!(s) = set!(t),
                Ins::Join { s, t } => {
                    let other = set!(t);
                    set!(s).add(other.words());
                }
                Ins::Minus { s, t } => set!(s) = set!(s).minus(set!(t)),
                Ins::Empty { s } => set!(s) = Bits::EMPTY,
                Ins::Prefer { s, t } => {
                    if !set!(t).is_empty() {
                        set!(s) = set!(t);
                    }
                }
                Ins::NextCard { d, s, to } => match set!(s).iter().next() {
                    Some(card) => {
                        r!(d) = card.0.into();
                        set!(s).drop(card);
                    }
                    None => pc = to as usize,
                },
                Ins::Put { s, card } => set!(s).put(rulebook_table::Entry(r!(card) as u16)),
                Ins::Set { s, cards, rule } => {
                    set!(s) = self.eval(here(rule)).bits(&linear.cards[cards as usize]);
                    if self.is_beyond(rule, None) {
                        return RunResult::On;
                    }
                }

                Ins::Jump(to) => pc = to as usize,
                Ins::If { when, a, b, to } => jump!(when.jumps(r!(a), r!(b)), to),
                Ins::IfConst { when, a, n, to } => jump!(when.jumps(r!(a), n.into()), to),
                Ins::IfVar { when, var, n, to } => {
                    jump!(when.jumps(self.s.table.var(&p.shape, VarId(var)), n.into()), to);
                }
                Ins::IfCount { when, s, n, to } => jump!(when.jumps(set!(s).len() as Value, n.into()), to),
                Ins::IfCards { s, some, to } => jump!(set!(s).is_empty() != some, to),
                Ins::IfThere { a, there, to } => jump!((r!(a) != MISSING) == there, to),

                Ins::Fuel { count, rule } => match self.fuel.checked_sub(count.into()) {
                    Some(left) => self.fuel = left,
                    None => {
                        self.fuel = 0;
                        self.spend(rule, 0);
                        return RunResult::On;
                    }
                },
                Ins::Begin { rule } => self.make_room(p.unit(rule)),
                Ins::End => {
                    self.s.cells.truncate(base);
                    self.s.lists.truncate(lists);
                }
                Ins::SetSlot { a, slot } => self.s.cells[base + slot as usize] = pack(r!(a), SeatSet::NONE),
                Ins::SetGlobal { a, slot } => self.s.cells[slot as usize] = pack(r!(a), SeatSet::NONE),
                Ins::SetVar { a, var } => self.set_variable(VarId(var), r!(a), None),
                Ins::SetVarOf { a, seat, def, fail } => {
                    let seat = r!(seat);
                    if is_seat(seat) {
                        let var = p.shape.var_of(def as usize, Seat::new(seat as usize));
                        self.set_variable(var, r!(a), None);
                    } else {
                        pc = fail as usize;
                    }
                }
                Ins::Sum { d, a, b, fail } => {
                    let now = r!(a);
                    r!(d) = Arith::Add.apply(if now == MISSING { 0 } else { now }, r!(b));
                    jump!(r!(d) == MISSING, fail);
                }
                Ins::Move { card, zone, facing, needed, fail } => match self.eval(here(0)).entry(r!(card)) {
                    Some(card) => {
                        let to = ZoneId(r!(zone) as u16);
                        self.table(|atoms, _| atoms.move_as(card, to, None, facing));
                    }
                    None => jump!(needed, fail),
                },
                Ins::MoveSet { s, zone, facing, needed, fail } => {
                    let (set, to) = (set!(s), ZoneId(r!(zone) as u16));
                    if needed && set.is_empty() {
                        pc = fail as usize;
                    } else {
                        self.table(|atoms, _| atoms.move_each(set.first(words).map(|card| (card, to)), facing));
                    }
                }
                Ins::IsZone { zone, fail } => jump!(!is_zone(r!(zone)), fail),
                Ins::Next { seat, fail } => {
                    let seat = r!(seat);
                    if is_seat(seat) {
                        self.s.flow.next = Some(seat as u8);
                    } else {
                        pc = fail as usize;
                    }
                }
                Ins::Exec { rule, at } => match self.linear_exec(here(rule), at) {
                    Some(then) => pc = then,
                    None => return RunResult::On,
                },
                Ins::WithLore { rule, at } => {
                    if self.s.table.has_lore() {
                        match self.linear_exec(here(rule), at) {
                            Some(then) => pc = then,
                            None => return RunResult::On,
                        }
                    }
                }
                Ins::AskCards { s, must, ask, fail } => {
                    let set = set!(s);
                    if must && set.is_empty() {
                        pc = fail as usize;
                        continue;
                    }
                    self.s.offered = Offered::new(set);
                    self.s.flow.asked = true;
                    self.linear_wait(ask);
                    return RunResult::Pause;
                }
                Ins::Ask { ask } => {
                    let code = linear.asks[ask as usize];
                    let step = &p.unit(code.rule).code[code.at as usize];
                    let Op::Ask(question) = &step.op else { return RunResult::On };
                    let asked = self.begin_ask(here(code.rule), question, code.at);
                    if self.is_beyond(code.rule, Some(step.action)) {
                        return RunResult::On;
                    }
                    if asked.is_ok() {
                        self.linear_wait(ask);
                        return RunResult::Pause;
                    }
                    pc = self.linear_failed(code.rule, step);
                }

                Ins::Phase(at) => {
                    self.s.flow.phase = at;
                    self.stage(Stage::AfterPhase);
                }
                Ins::LeaveBefore { phase } => {
                    self.s.flow.phase = phase;
                    self.stage(Stage::Phase);
                    return RunResult::On;
                }
                Ins::Pending { again, to } => match self.s.flow.pending {
                    Pending::None => {}
                    Pending::Repeat if again && self.fuel >= TURN_FUEL => {
                        self.s.flow.pending = Pending::None;
                        self.fuel -= 2;
                        pc = to as usize;
                    }
                    _ => return RunResult::On,
                },
                Ins::EndTurn { phases } => {
                    self.s.flow.phase = phases;
                    self.stage(Stage::TurnEnd);
                }
                Ins::NextTurn => {
                    // The usual machine does the same steps, and each of them uses fuel.
                    if !self.s.flow.asked || self.fuel < TURN_FUEL {
                        return RunResult::On;
                    }
                    self.fuel -= 3;
                    self.next_turn();
                    self.begin_turn();
                }
                Ins::PassTurn { phases } => {
                    if !self.s.flow.asked || self.fuel < TURN_FUEL || self.s.detours.is_some() {
                        self.s.flow.phase = phases;
                        self.stage(Stage::Phase);
                        return RunResult::On;
                    }
                    self.fuel -= 4;
                    self.s.flow.turn += 1;
                    self.next_seat();
                    self.begin_turn();
                }
                Ins::Again => self.begin_turn(),
                Ins::Leave => return RunResult::On,
            }
        }
    }

    #[inline(always)]
    fn cards_in<const W: usize>(&self, zone: ZoneId) -> Bits<W> {
        if W == 1 { Bits::of(&[self.s.table.word(zone)]) } else { Bits::of(self.s.table.set(&self.p.shape, zone)) }
    }

    /// Executes one instruction of a rule. Returns the register instruction to continue at, or `None` if the match is
    /// over.
    #[inline(never)]
    fn linear_exec(&mut self, here: Here, at: u16) -> Option<usize> {
        let step: &'a Instruction = &self.p.unit(here.rule).code[at as usize];
        let done = self.exec(here, step, at);
        if self.is_beyond(here.rule, Some(step.action)) || self.s.over.is_some() {
            return None;
        }
        let then = match done {
            Ok(Next::To(there)) => there,
            Ok(_) => at + 1,
            Err(_) => return Some(self.linear_failed(here.rule, step)),
        };
        self.p.linear.find(self.s.flow.state, here.rule, then)
    }

    /// The register instruction after a failed instruction.
    fn linear_failed(&self, rule: u16, step: &Instruction) -> usize {
        let end = self.p.unit(rule).code.len() as u16;
        let then = if step.when == When::Continue { step.next } else { end };
        self.p.linear.find(self.s.flow.state, rule, then).unwrap_or_default()
    }

    /// Pushes the frames of an effect that waits for an answer.
    #[inline]
    fn linear_wait(&mut self, ask: u16) {
        let ask = self.p.linear.asks[ask as usize];
        let event = match ask.event {
            Moment::Phase(phase) => Event::Phase(phase),
            Moment::TurnBegin => Event::TurnBegin,
            Moment::TurnEnd => Event::TurnEnd,
        };
        let listening = Listening { event, part: Part::Post, next: ask.next, framed: false };
        let here = Here { rule: ask.rule, base: self.p.kept_cells, lists: self.p.global_lists.len(), lane: None };
        self.wait(here, ask.at, Some(&listening), None);
    }
}
