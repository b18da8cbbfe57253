//! The machine: runs the frames of a state until a seat is asked or the game is over. This module has the main loop
//! ([`Machine::run`]), fuel, faults, undo, and the start of effects and events.
//!
//! An effect is a list of instructions, and register code for them. Three loops decide which instruction is next:
//!
//! | loop | runs | why it is separate |
//! |---|---|---|
//! | `execute` in `linear.rs` | the register code of effects and turns | can stop at an ask or for an event, and continue later |
//! | `attempt` in `can_perform.rs` | a dry run on a copy | a dry run reports no facts, triggers no rules and returns only success or failure |
//! | [`Machine::lanes`] in `simultaneous.rs` | one lane for each player | lanes advance together, and their answers are sealed |
//!
//! One loop goes through the rules that listen to an event: [`Machine::listen`] in `event.rs`.
//!
//! Flow, events and effects run without frames at first. An effect that must wait for an answer or for another event is
//! pushed as a frame, together with its event ([`Machine::wait`]). When the effect continues, both frames are taken off
//! again ([`Machine::resume`]). A few effects need their frame from the beginning ([`Framing::AtOnce`]).

use super::eval::{Changes, Eval, Memo};
use super::event::Listening;
use super::fact::{Fact, Reason};
use super::limits;
use super::state::{CgmlState, EMPTY, Event, Frame, Pending, SETUP, Saved, Stage, Travel, pack};
use super::win;
use super::work_budget::Limit;
use crate::code::{Expr, Field, Framing, Instruction, MISSING, OncePer, Program, RuleCode, Unit, Value, When, Win};
use rulebook_kernel::{Outcome, Seat, SeatSet, Sink, Via};
use rulebook_table::{Atoms, VarId};
use std::cell::OnceCell;
use std::sync::Arc;

/// A machine is a state during play, with the counters and caches of one decision.
pub(crate) struct Machine<'a, S> {
    pub(super) p: &'a Program,
    pub(super) s: &'a mut CgmlState,
    pub(super) out: &'a mut S,
    pub(super) fuel: u32,
    /// Counts the changes of the table. Values cached in `memo` are valid until the next change.
    pub(super) changes: Changes,
    pub(super) memo: Memo,
    /// The cache for messages. It is separate, so that the match uses the same fuel and caches whether or not anybody
    /// reads its messages.
    pub(super) told: OnceCell<Box<Memo>>,
    /// The event that the current instruction begins. The loop that executes the instruction pushes its frame.
    pub(super) begun: Option<Event>,
    /// The states entered in this decision, one bit each.
    pub(super) entered: u64,
    pub(super) hand: Hand,
}

/// How this run handles the end of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    /// The run ignores the end of a hand, and the next hand is dealt.
    Any,
    /// A playout: play stops at the end of the hand.
    Rehearsed,
    /// The run is a playout, and the match has returned to its initial state. If the rules shuffle cards in this
    /// situation, the next hand begins.
    Again,
    /// The hand is over, but the match is not. The cards have not been shuffled yet.
    Over,
}

/// The context of an instruction: its rule, and the start of its scalars and lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    pub rule: u16,
    pub base: usize,
    pub lists: usize,
    /// The seat, if the instruction runs in a lane.
    pub lane: Option<u8>,
}

/// The continuation after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Continue with the next instruction.
    On,
    /// Jump to this instruction.
    To(u16),
    /// Run the event or the lanes that the instruction began. Afterwards, continue at this instruction.
    Begun(u16),
    /// A seat is asked.
    Pause,
    /// The effect has ended.
    End,
    /// The turns were left, with this result, or the match is over.
    Leave(RunResult),
}

/// The result of running an effect, an event or the flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunResult {
    /// The effect, event or flow has ended, or the match is over.
    On,
    /// The effect, event or flow waits on the stack of frames, and the frame on top runs first.
    Nested,
    /// The effect, event or flow waits on the stack of frames for an answer, or the match is over.
    Pause,
}

impl<'a, S: Sink<Fact>> Machine<'a, S> {
    pub fn new(p: &'a Program, s: &'a mut CgmlState, out: &'a mut S) -> Machine<'a, S> {
        let (memo, told) = (Memo::default(), OnceCell::new());
        let (changes, hand) = (Changes::default(), Hand::Any);
        Machine { p, s, out, fuel: limits::FUEL, changes, memo, begun: None, entered: 0, told, hand }
    }

    /// Creates a machine for a playout. It stops at the end of a hand if the win condition has a number for each seat.
    pub fn rehearsing(p: &'a Program, s: &'a mut CgmlState, out: &'a mut S) -> Machine<'a, S> {
        let counted = matches!(p.flow.win, Some(Win::ByNumber { .. }));
        Machine { hand: if counted { Hand::Rehearsed } else { Hand::Any }, ..Machine::new(p, s, out) }
    }

    /// The outcome at the end of a hand. `None` if the hand is not over.
    pub fn stands(self) -> Option<Outcome> {
        if self.hand == Hand::Over { self.s.over.take().map(|outcome| *outcome) } else { None }
    }

    /// Returns whether the playout ends because the match enters this state. If rules may still score before the cards
    /// are shuffled, the playout continues until the shuffle.
    pub(super) fn is_dealt_again(&mut self, state: u16) -> bool {
        if self.hand == Hand::Rehearsed && state == self.p.flow.initial {
            self.hand = Hand::Again;
        }
        self.p.flow.redeals && self.is_rehearsed()
    }

    /// Returns whether the playout ends, because cards are about to be shuffled for another hand.
    pub(super) fn is_rehearsed(&mut self) -> bool {
        if self.hand != Hand::Again {
            return false;
        }
        self.hand = Hand::Over;
        self.s.over = Some(Box::new(win::standing(self.p, self.s)));
        true
    }

    /// Runs the setup, and then the flow until a seat is asked or the game is over.
    pub fn set_up(&mut self) {
        let here = Here { rule: SETUP, base: self.s.cells.len(), lists: self.s.lists.len(), lane: None };
        self.out.used(super::profile::fired(SETUP));
        self.make_room(&self.p.setup);
        self.frame(here, None);
        self.run();
    }

    /// Runs until a seat is asked or the game is over.
    pub fn run(&mut self) {
        while self.s.over.is_none() {
            let ran = match self.s.frames.last() {
                None => self.flow(),
                Some(&Frame::Effect { rule, at, base, lists, .. }) => {
                    self.resume(Here { rule, base: base as usize, lists: lists as usize, lane: None }, at)
                }
                Some(Frame::Lanes { .. }) => self.lanes(),
                Some(&Frame::Event { event, part, next }) => {
                    self.listen(Listening { event, part, next, framed: true }, self.listeners(&event))
                }
            };
            // A match that exceeds a limit also pauses, but it is already over.
            if ran == RunResult::Pause && self.s.over.is_none() {
                return;
            }
        }
        // The match is over, so drop everything that waits.
        self.s.frames.clear();
        self.s.cells.truncate(self.p.kept_cells);
        self.s.lists.truncate(self.p.global_lists.len());
        self.s.saved.clear();
        self.s.looks.clear();
    }

    /// An evaluator for a frame.
    #[inline]
    pub(super) fn eval(&self, here: Here) -> Eval<'_> {
        self.eval_with(&self.memo, here)
    }

    /// An evaluator for messages.
    pub(super) fn eval_told(&self, here: Here) -> Eval<'_> {
        self.eval_with(self.told.get_or_init(Box::default), here)
    }

    #[inline]
    fn eval_with<'b>(&'b self, memo: &'b Memo, here: Here) -> Eval<'b> {
        Eval { changes: Some(&self.changes), ..Eval::new(self.p, self.s, memo, here.base, here.lists) }
    }

    /// Returns whether an expression exceeded a limit. If so, the match has been ended with a fault.
    #[inline(always)]
    pub(super) fn is_beyond(&mut self, rule: u16, action: Option<u16>) -> bool {
        match self.memo.work.beyond() {
            None => false,
            Some(limit) => self.went_beyond(limit, rule, action),
        }
    }

    #[cold]
    #[inline(never)]
    fn went_beyond(&mut self, limit: Limit, rule: u16, action: Option<u16>) -> bool {
        match action {
            Some(action) => self.fault(rule, action, &limit.text()),
            None => {
                let reason = format!("rule `{}`, its condition: {}", self.p.rule_name(rule), limit.text());
                self.s.over = Some(Box::new(Outcome::fault(self.p.seats, reason)));
            }
        }
        true
    }

    #[inline]
    pub(super) fn scalar(&self, here: Here, expr: &Expr) -> Value {
        self.eval(here).scalar(expr)
    }

    /// Uses one unit of fuel. Returns `false` and ends the match if there is none left.
    #[inline]
    pub(super) fn spend(&mut self, rule: u16, action: u16) -> bool {
        if self.fuel == 0 {
            self.fault(rule, action, "it never comes to an end");
            return false;
        }
        self.fuel -= 1;
        true
    }

    /// Ends the match with a fault because the rules hit a limit (CGML 17).
    pub(super) fn fault(&mut self, rule: u16, action: u16, why: &str) {
        let reason = format!("rule `{}`, action {action}: {why}", self.p.rule_name(rule));
        self.s.over = Some(Box::new(Outcome::fault(self.p.seats, reason)));
    }

    /// Continues the effect on top of the stack, and then the rules of its event. If the effect does not need its
    /// frame, takes both frames off.
    fn resume(&mut self, here: Here, at: u16) -> RunResult {
        if self.p.unit(here.rule).framing == Framing::AtOnce {
            return self.effect(here, at, None, Some(self.s.frames.len() - 1));
        }
        self.s.frames.pop();
        let Some(&Frame::Event { event, part, next }) = self.s.frames.last() else {
            return self.effect(here, at, None, None);
        };
        self.s.frames.pop();
        let listening = Listening { event, part, next, framed: false };
        if let Some(ran) = self.resume_turn(here, at, &listening) {
            return ran;
        }
        match self.effect(here, at, Some(&listening), None) {
            RunResult::On if self.s.over.is_none() => self.listen(listening, self.listeners(&event)),
            ran => ran,
        }
    }

    /// Pushes the event of an effect that must wait, and then the effect itself. If the effect has a frame, only its
    /// next instruction is stored.
    #[inline]
    pub(super) fn wait(&mut self, here: Here, then: u16, event: Option<&Listening>, depth: Option<usize>) {
        if let Some(depth) = depth {
            return self.stand(depth, then);
        }
        if let Some(&Listening { event, part, next, framed: false }) = event {
            self.s.frames.push(Frame::Event { event, part, next });
        }
        let (base, lists, saved) = (here.base as u16, here.lists as u16, self.s.saved.len() as u16);
        self.s.frames.push(Frame::Effect { rule: here.rule, at: then, base, lists, saved });
    }

    /// Pushes the frame of an effect before its first instruction. Returns the index of the frame.
    pub(super) fn frame(&mut self, here: Here, event: Option<&Listening>) -> usize {
        self.wait(here, 0, event, None);
        if self.p.unit(here.rule).rollback {
            self.save(None);
        }
        self.s.frames.len() - 1
    }

    /// Pushes the event that an instruction has begun.
    #[inline]
    pub(super) fn push_begun(&mut self) {
        if let Some(event) = self.begun.take() {
            self.s.frames.push(Listening::begin(event).frame());
        }
    }

    /// Handles a failed action of the effect on top. The effect continues at another instruction, or ends.
    pub(super) fn failed(&mut self, step: &Instruction) {
        match self.recover(step, true) {
            Some(there) => self.stand(self.s.frames.len() - 1, there),
            None => self.end_effect(),
        }
    }

    fn stand(&mut self, depth: usize, then: u16) {
        if let Frame::Effect { at, .. } = &mut self.s.frames[depth] {
            *at = then;
        }
    }

    pub(super) fn tell_failure(&mut self, rule: u16, step: &Instruction, reason: Reason, seat: Option<Seat>) {
        self.out.tell(|| Fact::Failed { rule, action: step.action, reason, seat });
    }

    /// Returns the instruction at which an effect continues after a failure. `None` if the effect ends (CGML 17). An
    /// effect without a frame has saved no copy of the state, so it has nothing to roll back.
    pub(super) fn recover(&mut self, step: &Instruction, framed: bool) -> Option<u16> {
        if step.when == When::Continue {
            return Some(step.next);
        }
        let Some(&Frame::Effect { saved: before, .. }) = self.s.frames.last().filter(|_| framed) else { return None };
        let own = before as usize..self.s.saved.len();
        // The innermost `TRY` catches the failure. Without a `TRY`, the effect is rolled back or stops.
        let caught = self.catch(own.start);
        if caught.is_none() && step.when == When::Rollback && !own.is_empty() {
            self.restore(own.start);
        }
        caught
    }

    /// Rolls back to the innermost `TRY` among the saved copies from `first` on. Returns the instruction at which the
    /// effect continues, or `None` if there is no `TRY`.
    pub(super) fn catch(&mut self, first: usize) -> Option<u16> {
        let at = (first..self.s.saved.len()).rev().find(|&i| self.s.saved[i].otherwise.is_some())?;
        let otherwise = self.s.saved[at].otherwise;
        self.restore(at);
        otherwise
    }

    /// Restores a saved copy, and drops this copy and all later copies. Random numbers and the count of answers are not
    /// restored.
    fn restore(&mut self, at: usize) {
        let saved = Arc::clone(&self.s.saved[at]);
        self.s.saved.truncate(at);
        self.changes.cards += 1;
        self.changes.all += 1;
        // If the table is unchanged, there is no fact.
        if self.s.table != saved.table {
            let CgmlState { table, .. } = &mut *self.s;
            table.atoms(&self.p.shape, &mut Via::<S, Fact>::new(self.out)).restore(&saved.table);
        }
        let (answers, asked) = (self.s.flow.answers, self.s.flow.asked);
        self.s.flow = saved.flow;
        self.s.detours.clone_from(&saved.detours);
        (self.s.flow.answers, self.s.flow.asked) = (answers, asked);
        self.s.cells[..saved.kept.len()].copy_from_slice(&saved.kept);
        for (list, items) in saved.lists.iter().enumerate() {
            self.s.lists.set(list, items.values, items.hidden_from);
        }
    }

    /// Saves a copy of the table, the flow and the global values, for rollback or `TRY`.
    pub(super) fn save(&mut self, otherwise: Option<u16>) {
        let s = &*self.s;
        let saved = Saved {
            table: s.table.clone(),
            flow: s.flow,
            detours: s.detours.clone(),
            kept: s.cells[..self.p.kept_cells].to_vec(),
            lists: s.lists.first(self.p.global_lists.len()),
            otherwise,
        };
        self.s.saved.push(Arc::new(saved));
    }

    /// Pops the effect on top.
    pub(super) fn end_effect(&mut self) {
        self.end_looks();
        let Some(Frame::Effect { base, lists, saved, .. }) = self.s.frames.pop() else { return };
        self.s.cells.truncate(base as usize);
        self.s.lists.truncate(lists as usize);
        self.s.saved.truncate(saved as usize);
    }

    /// Ends the looks (`LOOK`) of the effect on top.
    fn end_looks(&mut self) {
        let depth = self.s.frames.len() as u16;
        while let Some(&look) = self.s.looks.last().filter(|look| look.depth >= depth) {
            self.s.looks.pop();
            if self.s.table.zone(look.card).is_some() {
                self.table(|atoms, _| atoms.cover(look.card, SeatSet::from_bits(look.seats)));
            }
        }
    }

    /// Changes the table through its atoms.
    #[inline]
    pub(super) fn table<T>(
        &mut self,
        f: impl FnOnce(&mut Atoms<'_, Via<'_, S, Fact>>, &mut rulebook_kernel::Rng) -> T,
    ) -> T {
        self.changes.cards += 1;
        self.changes.all += 1;
        let CgmlState { table, rng, .. } = &mut *self.s;
        let mut out = Via::<S, Fact>::new(self.out);
        f(&mut table.atoms(&self.p.shape, &mut out), rng)
    }

    /// Sets a variable. `audience` are the seats that may know the value. `None` means the audience that the file
    /// declares.
    #[inline]
    pub(super) fn set_variable(&mut self, var: VarId, value: Value, audience: Option<SeatSet>) {
        self.changes.all += 1;
        let mut out = Via::<S, Fact>::new(self.out);
        let mut atoms = self.s.table.atoms(&self.p.shape, &mut out);
        match audience {
            Some(audience) => atoms.set_for(var, value, audience),
            None => atoms.set(var, value),
        }
    }

    /// Starts the effect of a rule if its condition holds. The condition is evaluated directly before the rule would
    /// fire (decision 2). Returns the context of the effect, or `None` if the rule does not fire or the match ended.
    pub(super) fn fire(&mut self, rule: u16, event: &Listening) -> Option<Here> {
        let code: &'a RuleCode = &self.p.rules[rule as usize];
        if let Some((_, mark)) = code.once
            && self.s.flow.fired >> mark & 1 == 1
        {
            return None;
        }
        let (unit, base) = (&code.unit, self.s.cells.len());
        let here = Here { rule, base, lists: self.s.lists.len(), lane: None };
        // Most conditions need no frame, and most are false.
        if !code.needs_frame && !self.applies(here, code) {
            return None;
        }
        self.make_room(unit);
        if code.needs_frame && !self.applies_to(here, code, event) {
            return None;
        }
        let depth = self.s.frames.len() + usize::from(!event.framed);
        if depth >= limits::FRAMES && unit.framing != Framing::Never || base + unit.slots.len() > u16::MAX as usize {
            self.fault(rule, 0, "too many effects inside each other");
            return None;
        }
        if let Some((_, mark)) = code.once {
            self.s.flow.fired |= 1 << mark;
        }
        self.out.used(super::profile::fired(rule));
        Some(here)
    }

    /// Adds the scalars and lists of an effect, all of them empty.
    #[inline]
    pub(super) fn make_room(&mut self, unit: &Unit) {
        (0..unit.slots.len()).for_each(|_| self.s.cells.push(EMPTY));
        (0..unit.lists.len()).for_each(|_| self.s.lists.add());
    }

    /// Returns whether the condition of a rule holds. If it exceeds a limit, the match has been ended with a fault.
    #[inline]
    fn applies(&mut self, here: Here, code: &RuleCode) -> bool {
        let Some(when) = &code.when else { return true };
        let applies = self.eval(here).test(when);
        !self.is_beyond(here.rule, None) && applies
    }

    /// Does the same as `applies` for a condition that reads the fields of the event. Stores the fields in the scalars
    /// of the effect, and removes these scalars if the condition does not hold.
    #[inline(never)]
    fn applies_to(&mut self, here: Here, code: &RuleCode, event: &Listening) -> bool {
        for &(field, slot) in &code.unit.context {
            self.s.cells[here.base + slot.0 as usize] = self.field(&event.event, field);
        }
        let applies = self.applies(here, code);
        if !applies {
            self.s.cells.truncate(here.base);
            self.s.lists.truncate(here.lists);
        }
        applies
    }

    /// Clears the marks of rules that have fired once in this turn, or once in this phase.
    pub(super) fn forget_fired(&mut self, which: OncePer) {
        if self.s.flow.fired == 0 {
            return;
        }
        for rule in &self.p.rules {
            if let Some((per, mark)) = rule.once
                && per == which
            {
                self.s.flow.fired &= !(1 << mark);
            }
        }
    }

    /// A field of an event's context, packed as a cell. The value is missing if the event has no such field.
    pub(super) fn field(&self, event: &Event, field: Field) -> u64 {
        let open = |value: Value| pack(value, SeatSet::NONE);
        match (event, field) {
            (Event::Card(travel), Field::Card) => open(Value::from(travel.card.0)),
            (Event::Card(travel), Field::From) => open(Value::from(travel.from.0)),
            (Event::Card(travel), Field::To) => open(Value::from(travel.to.0)),
            (Event::Card(travel), Field::Player) => open(Travel::who(travel.player)),
            (Event::Declared { base, count, .. }, Field::Declared(n)) if u16::from(n) < *count => {
                self.s.cells[*base as usize + n as usize]
            }
            (Event::Declared { base, moved: true, .. }, Field::Card) => self.s.cells[*base as usize],
            (Event::Declared { base, moved: true, .. }, Field::From) => self.s.cells[*base as usize + 1],
            (Event::Declared { base, moved: true, .. }, Field::To) => self.s.cells[*base as usize + 2],
            (Event::Declared { base, moved: true, .. }, Field::Player) => self.s.cells[*base as usize + 3],
            (Event::Phase(phase), Field::Phase) => open(self.p.flow.phases[*phase as usize].name),
            (Event::Enter(state) | Event::Exit(state), Field::State) => open(self.p.flow.states[*state as usize].name),
            (Event::Phase(_), Field::State) => open(self.p.flow.states[self.s.flow.state as usize].name),
            (Event::Phase(_) | Event::TurnBegin | Event::TurnEnd, Field::Player) => {
                open(Value::from(self.s.flow.current))
            }
            (_, Field::TurnIndex) => open(self.s.flow.turn as Value),
            _ => open(MISSING),
        }
    }

    /// Begins an event made by an action. Returns `false` if no rule listens.
    #[inline]
    pub(super) fn begin(&mut self, event: Event) -> bool {
        if self.listeners(&event).is_empty() {
            self.recap(&event, true);
            return false;
        }
        self.begun = Some(event);
        true
    }

    pub(super) fn pending(&self) -> bool {
        self.s.flow.pending != Pending::None
    }

    pub(super) fn stage(&mut self, stage: Stage) {
        self.s.flow.stage = stage;
    }
}
