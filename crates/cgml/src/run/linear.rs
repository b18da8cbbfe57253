//! Executes register code (`code/linear.rs`): all effects, and the turns of a state. This is the step loop.
//!
//! [`Machine::effect`] calls an effect. [`Machine::turns`] runs the turns of the state. This code leaves a turn at a
//! question, at an event that rules listen to, and at a change of the flow. Then it pushes the frames of the effect, so
//! that the state is complete. [`Machine::resume_turn`] continues in the middle of a turn.

use super::event::Listening;
use super::exec::Stored;
use super::fact::{Fact, Reason};
use super::machine::{Here, Machine, Next, RunResult};
use super::sets::{Bits, WORDS};
use super::state::{Event, Offered, Part, SETUP, Stage, value};
use super::work_budget::Limit;
use crate::code::linear::{Block, Ins, Moment, REGISTERS, SETS, Turns};
use crate::code::{Arith, Extreme, Instruction, ListId, MISSING, OncePer, Op, Share, SlotId, TempId, Value};
use rulebook_kernel::{Seat, SeatSet, Sink};
use rulebook_table::{VarId, ZoneId};

/// In [`Running::at`]: the condition of a rule is evaluated.
const CONDITION: u16 = u16::MAX;
/// In [`Running::at`]: the transitions of a state are evaluated.
const TRANSITIONS: u16 = u16::MAX - 1;

/// The match is over, or the flow continues outside the turn.
const LEAVE: Result<Next, Reason> = Ok(Next::Leave(RunResult::On));

/// Register code that runs.
struct Running<'a> {
    code: &'a [Ins],
    /// The turns, unless this is a single effect.
    turns: Option<&'a Turns>,
    /// The current effect.
    block: &'a Block,
    here: Here,
    /// The current instruction of the effect.
    at: u16,
}

impl From<Moment> for Event {
    fn from(moment: Moment) -> Event {
        match moment {
            Moment::Phase(phase) => Event::Phase(phase),
            Moment::TurnBegin => Event::TurnBegin,
            Moment::TurnEnd => Event::TurnEnd,
        }
    }
}

impl<'a, S: Sink<Fact>> Machine<'a, S> {
    /// Runs an effect until it ends, a seat is asked, or another frame must run first. `event` is the event whose rule
    /// runs this effect. If that event has no frame yet, [`Machine::wait`] pushes one. `depth` is the index of the frame
    /// of the effect.
    pub(super) fn effect(&mut self, here: Here, at: u16, event: Option<&Listening>, depth: Option<usize>) -> RunResult {
        let (code, block) = self.p.linear.effect(here.rule);
        let run = Running { code, turns: None, block, here, at };
        self.run_code(run, block.starts[at as usize], event, depth)
    }

    /// Runs the flow from the current stage of a turn on.
    pub(super) fn turns(&mut self) -> RunResult {
        let turns = &self.p.linear.turns[self.s.flow.state as usize];
        let pc = match self.s.flow.stage {
            Stage::Phase => self.phase(turns),
            Stage::AfterPhase => turns.entries.after_phase,
            Stage::TurnEnd => turns.entries.ended,
            Stage::NextTurn => turns.entries.next,
            _ => turns.entries.begin,
        };
        // No rule runs yet.
        let (_, block) = self.p.linear.effect(SETUP);
        self.run_turns(turns, block, 0, pc)
    }

    /// The code of the current phase, or of the end of the turn if there are no more phases.
    #[inline]
    fn phase(&self, turns: &Turns) -> u16 {
        if self.s.detours.is_some() {
            let phase = self.s.phases(self.p).get(self.s.flow.phase as usize);
            let found = phase.and_then(|phase| turns.phases.iter().find(|(other, _)| other == phase));
            return found.map_or(turns.entries.end, |&(_, start)| start);
        }
        let own = &turns.phases[..turns.own];
        own.get(self.s.flow.phase as usize).map_or(turns.entries.end, |&(_, start)| start)
    }

    /// Continues an effect of a turn that has no frame. `None` if it is not part of the code of a turn.
    #[inline]
    pub(super) fn resume_turn(&mut self, here: Here, at: u16, waited: &Listening) -> Option<RunResult> {
        let moment = match waited.event {
            Event::Phase(phase) => Moment::Phase(phase),
            Event::TurnBegin => Moment::TurnBegin,
            Event::TurnEnd => Moment::TurnEnd,
            _ => return None,
        };
        if waited.part != Part::Post {
            return None;
        }
        let (turns, block) = self.p.linear.in_turns(self.s.flow.state, here.rule, (moment, waited.next))?;
        Some(self.run_turns(turns, block, at, block.starts[at as usize]))
    }

    fn run_turns(&mut self, turns: &'a Turns, block: &'a Block, at: u16, pc: u16) -> RunResult {
        let (base, lists) = (self.p.kept_cells, self.p.global_lists.len());
        let here = Here { rule: block.rule, base, lists, lane: None };
        self.run_code(Running { code: &turns.code, turns: Some(turns), block, here, at }, pc, None, None)
    }

    /// Runs register code. Handles failures, and pushes the frames of an effect that must wait.
    fn run_code(
        &mut self,
        mut run: Running<'a>,
        mut pc: u16,
        event: Option<&Listening>,
        depth: Option<usize>,
    ) -> RunResult {
        loop {
            let done = match self.p.shape.set_words() {
                0 | 1 => self.execute::<1>(&mut run, pc),
                2 => self.execute::<2>(&mut run, pc),
                _ => self.execute::<WORDS>(&mut run, pc),
            };
            if let Ok(Next::Leave(ran)) = done {
                return ran;
            }
            let (here, step) = (run.here, self.step(&run));
            if self.is_beyond(here.rule, Some(step.action)) {
                return RunResult::On;
            }
            let of = run.block.of.map(|(moment, next)| {
                let event = moment.into();
                Listening { event, part: Part::Post, next, framed: false }
            });
            let event = event.or(of.as_ref());
            match done {
                Ok(Next::Begun(then)) => {
                    self.wait(here, then, event, depth);
                    self.push_begun();
                    return RunResult::Nested;
                }
                Ok(Next::Pause) => {
                    self.wait(here, run.at, event, depth);
                    return RunResult::Pause;
                }
                Err(reason) => {
                    self.tell_failure(here.rule, step, reason, None);
                    let then = self.recover(step, depth.is_some()).map_or(run.block.starts.len() - 1, usize::from);
                    pc = run.block.starts[then];
                    if self.s.over.is_some() {
                        return RunResult::On;
                    }
                }
                Ok(_) => break,
            }
        }
        if depth.is_some() {
            self.end_effect();
        } else {
            self.s.cells.truncate(run.here.base);
            self.s.lists.truncate(run.here.lists);
        }
        RunResult::On
    }

    /// The current instruction of the effect.
    fn step(&self, run: &Running<'a>) -> &'a Instruction {
        &self.p.unit(run.block.rule).code[run.at as usize]
    }

    /// The loop. Returns what must happen next with the current effect.
    #[inline(never)]
    fn execute<const W: usize>(&mut self, run: &mut Running<'a>, pc: u16) -> Result<Next, Reason> {
        let (p, code, mut pc) = (self.p, run.code, usize::from(pc));
        let linear = &p.linear;
        let words = p.shape.set_words().max(1);
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
        loop {
            let ins = &code[pc];
            pc += 1;
            match *ins {
                Ins::Const { d, n } => r!(d) = n,
                Ins::Copy { d, a } => r!(d) = r!(a),
                Ins::Slot { d, slot } => r!(d) = value(self.s.cells[run.here.base + slot as usize]),
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
                    let eval = self.eval(run.here);
                    r!(d) = if is_zone(zone) { eval.end_of(ZoneId(zone as u16), true) } else { MISSING };
                }
                Ins::Property { d, card, property } => {
                    let card = r!(card);
                    r!(d) = match p.properties[property as usize].by_entry.get(card as usize) {
                        Some(&value) => value,
                        None => self.eval(run.here).property_of_any(property as usize, card),
                    };
                }
                Ins::Rank { d, card } => r!(d) = self.eval(run.here).rank(r!(card)),
                Ins::Arith { sign, d, a, b } => r!(d) = sign.apply(r!(a), r!(b)),
                Ins::ArithConst { sign, d, a, n } => r!(d) = sign.apply(r!(a), n.into()),
                Ins::Count { d, s } => r!(d) = set!(s).len() as Value,
                Ins::Eval { d, expr } => r!(d) = self.scalar(run.here, &linear.exprs[expr as usize]),
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
                Ins::Burn { items, to } => jump!(!self.eval(run.here).burn(items as usize), to),
                Ins::BurnCards { s } => {
                    if !self.eval(run.here).burn(set!(s).len()) {
                        set!(s) = Bits::EMPTY;
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
                    if let Some(card) = self.eval(run.here).entry(r!(card)) {
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
                Ins::Set { s, cards } => set!(s) = self.eval(run.here).bits(&linear.cards[cards as usize]),

                Ins::Jump(to) => pc = to as usize,
                Ins::If { when, a, b, to } => jump!(when.jumps(r!(a), r!(b)), to),
                Ins::IfConst { when, a, n, to } => jump!(when.jumps(r!(a), n.into()), to),
                Ins::IfVar { when, var, n, to } => {
                    jump!(when.jumps(self.s.table.var(&p.shape, VarId(var)), n.into()), to);
                }
                Ins::IfCount { when, s, n, to } => jump!(when.jumps(set!(s).len() as Value, n.into()), to),
                Ins::IfCards { s, some, to } => jump!(set!(s).is_empty() != some, to),
                Ins::IfThere { a, there, to } => jump!((r!(a) != MISSING) == there, to),

                Ins::Step(at) => {
                    if let Some(limit) = self.memo.work.beyond() {
                        return self.exceeded(run, limit);
                    }
                    let fires = run.at == CONDITION;
                    run.at = at;
                    if self.fuel == 0 {
                        self.spend(run.block.rule, self.step(run).action);
                        return LEAVE;
                    }
                    self.fuel -= 1;
                    if fires {
                        self.out.used(super::profile::fired(run.block.rule));
                    }
                    if S::ON {
                        self.count_use(run.block.rule, self.step(run));
                    }
                }
                Ins::Exec => match self.exec_whole(run) {
                    Ok(Next::To(to)) => pc = run.block.starts[to as usize].into(),
                    done => return done,
                },
                Ins::IfUnwatched(to) => jump!(!S::ON && !self.s.table.has_lore(), to),
                Ins::End => return Ok(Next::End),
                Ins::SetSlot { a, slot } => {
                    self.store(run, Stored::Cell(run.here.base + slot as usize, None), r!(a));
                }
                Ins::SetGlobal { a, slot } => {
                    let said = p.cell_audiences.get(slot as usize).copied().flatten();
                    self.store(run, Stored::Cell(slot as usize, said), r!(a));
                }
                Ins::SetVar { a, var } => self.store_var(run, VarId(var), r!(a)),
                Ins::SetVarOf { a, seat, def } => {
                    let seat = r!(seat);
                    if !is_seat(seat) {
                        return Err(Reason::NoSeat);
                    }
                    self.store_var(run, p.shape.var_of(def as usize, Seat::new(seat as usize)), r!(a));
                }
                Ins::Sum { d, a, b } => {
                    let now = r!(a);
                    r!(d) = Arith::Add.apply(if now == MISSING { 0 } else { now }, r!(b));
                    if r!(d) == MISSING {
                        return Err(Reason::NoValue);
                    }
                }
                Ins::Move { card, zone, facing, needed } => match self.eval(run.here).entry(r!(card)) {
                    Some(card) => {
                        let to = ZoneId(r!(zone) as u16);
                        self.table(|atoms, _| atoms.move_as(card, to, None, facing));
                    }
                    None if needed => {
                        let Op::Move { cards, .. } = &self.step(run).op else { return LEAVE };
                        return Err(if cards.needs_some { Reason::NoCard } else { Reason::TooFew });
                    }
                    None => {}
                },
                Ins::MoveSet { s, zone, facing, needed } => {
                    let (set, to) = (set!(s), ZoneId(r!(zone) as u16));
                    if needed && set.is_empty() {
                        return Err(Reason::NoCard);
                    }
                    self.table(|atoms, _| atoms.move_each(set.first(words).map(|card| (card, to)), facing));
                }
                Ins::Draw { from, to } => {
                    let (from, to) = (ZoneId(r!(from) as u16), ZoneId(r!(to) as u16));
                    self.draw(run.here, from, to, &self.step(run).op)?;
                }
                Ins::IsZone { zone } => {
                    if !is_zone(r!(zone)) {
                        return Err(Reason::NoZone);
                    }
                }
                Ins::IsEmpty { s } => {
                    if !set!(s).is_empty() {
                        return Err(Reason::NotSo);
                    }
                }
                Ins::NextItem { left, item, to } => {
                    jump!(!self.next_item(run.here, ListId(left), SlotId(item)), to);
                }
                Ins::IsSeat { seat } => {
                    if !is_seat(r!(seat)) {
                        return Err(Reason::NoSeat);
                    }
                }
                Ins::Next { seat } => {
                    let seat = r!(seat);
                    if !is_seat(seat) {
                        return Err(Reason::NoSeat);
                    }
                    self.s.flow.next = Some(seat as u8);
                }
                Ins::AskCards { s, must } => {
                    let set = set!(s);
                    if must && set.is_empty() {
                        return Err(Reason::NothingToChoose);
                    }
                    self.s.offered = Offered::new(set);
                    self.s.flow.asked = true;
                    let (seat, rule, at) = (self.s.flow.seat(), run.block.rule, run.at);
                    self.out.tell(|| Fact::Asked { seats: SeatSet::one(seat), rule, at });
                    return Ok(Next::Pause);
                }

                Ins::Rule(block) => {
                    let Some(turns) = run.turns else { return LEAVE };
                    let block = &turns.blocks[block as usize];
                    if !self.spend(block.rule, 0) {
                        return LEAVE;
                    }
                    (run.block, run.here.rule, run.at) = (block, block.rule, CONDITION);
                }
                Ins::Begin => self.make_room(p.unit(run.block.rule)),
                Ins::EndRule => {
                    self.s.cells.truncate(run.here.base);
                    self.s.lists.truncate(run.here.lists);
                }
                Ins::IfFired { mark, to } => jump!(self.s.flow.fired >> mark & 1 == 1, to),
                Ins::Fired { mark } => self.s.flow.fired |= 1 << mark,
                Ins::Listen(moment, next) => {
                    let event = moment.into();
                    let listeners = self.listeners(&event);
                    let part = if next == 0 { Part::Pre } else { Part::Post };
                    let ran = self.listen(Listening { event, part, next, framed: false }, listeners);
                    if ran != RunResult::On || self.s.over.is_some() {
                        return Ok(Next::Leave(ran));
                    }
                }
                Ins::Recap(moment) => self.recap(&moment.into(), true),
                Ins::BeginTurn => {
                    if !self.spend_on_flow() {
                        return LEAVE;
                    }
                    self.begin_turn();
                }
                Ins::ToPhase => pc = run.turns.map_or(0, |turns| self.phase(turns)).into(),
                Ins::Phase => {
                    if !self.spend_on_flow() {
                        return LEAVE;
                    }
                    self.forget_fired(OncePer::Phase);
                    self.stage(Stage::AfterPhase);
                }
                Ins::AfterPhase => {
                    if !self.spend_on_flow() {
                        return LEAVE;
                    }
                    run.at = TRANSITIONS;
                }
                Ins::Beyond => {
                    if let Some(limit) = self.memo.work.beyond() {
                        return self.exceeded(run, limit);
                    }
                }
                Ins::LeaveTo(state) => {
                    return match self.memo.work.beyond() {
                        Some(limit) => self.exceeded(run, limit),
                        None => Ok(Next::Leave(self.leave(state))),
                    };
                }
                Ins::NextPhase => {
                    self.s.flow.phase += 1;
                    self.stage(Stage::Phase);
                    pc = run.turns.map_or(0, |turns| self.phase(turns)).into();
                }
                // The same as the next four instructions.
                Ins::PassTurn { to } => {
                    if self.s.flow.asked && self.fuel >= 4 {
                        self.fuel -= 4;
                        self.next_turn();
                        self.begin_turn();
                        pc = to as usize;
                    }
                }
                Ins::EndTurn => {
                    if !self.spend_on_flow() {
                        return LEAVE;
                    }
                    self.stage(Stage::TurnEnd);
                }
                Ins::Idle => {
                    if !self.spend_on_flow() {
                        return LEAVE;
                    }
                    if !self.s.flow.asked {
                        self.stage(Stage::Idle);
                        return Ok(Next::Leave(RunResult::Pause));
                    }
                    self.stage(Stage::NextTurn);
                }
                Ins::NextTurn => {
                    if !self.spend_on_flow() {
                        return LEAVE;
                    }
                    self.next_turn();
                }
                Ins::Pending => {
                    if self.pending() {
                        return LEAVE;
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn cards_in<const W: usize>(&self, zone: ZoneId) -> Bits<W> {
        if W == 1 { Bits::of(&[self.s.table.word(zone)]) } else { Bits::of(self.s.table.set(&self.p.shape, zone)) }
    }

    /// Executes the current instruction of the effect as a whole.
    #[inline(never)]
    fn exec_whole(&mut self, run: &Running<'a>) -> Result<Next, Reason> {
        let then = match self.exec(run.here, self.step(run), run.at)? {
            Next::On => Next::To(run.at + 1),
            then => then,
        };
        // A fault of the expressions ends the match before the next instruction.
        let over = self.s.over.is_some() && self.memo.work.beyond().is_none();
        Ok(if over { Next::Leave(RunResult::On) } else { then })
    }

    /// Ends the match, because its expressions have exceeded a limit.
    #[cold]
    fn exceeded(&mut self, run: &Running<'a>, limit: Limit) -> Result<Next, Reason> {
        match run.at {
            TRANSITIONS => self.fault_of_the_flow(&format!("its transitions: {}", limit.text())),
            CONDITION => {
                self.is_beyond(run.block.rule, None);
            }
            _ => {
                self.is_beyond(run.block.rule, Some(self.step(run).action));
            }
        }
        Ok(Next::Leave(RunResult::On))
    }

    /// Sets a scalar to the value of the current instruction.
    #[inline]
    fn store(&mut self, run: &Running<'a>, place: Stored, value: Value) {
        match place {
            Stored::Cell(cell, _) if !self.s.table.has_lore() => {
                self.s.cells[cell] = super::state::pack(value, SeatSet::NONE);
            }
            _ => self.put(run.here, self.step(run), place, value),
        }
    }

    #[inline]
    fn store_var(&mut self, run: &Running<'a>, var: VarId, value: Value) {
        if self.s.table.has_lore() {
            let declared = self.p.vars[self.p.var_defs[var.index()]].declared_audience;
            self.put(run.here, self.step(run), Stored::Var(var, declared), value);
        } else {
            self.set_variable(var, value, None);
        }
    }
}
