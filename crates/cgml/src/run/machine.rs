//! The machine: frames in the state, stepped until somebody is asked or the game is over.

use super::eval::{Changes, Eval, Memo};
use super::fact::{Fact, Reason};
use super::inline_rules::Passed;
use super::limits;
use super::state::{CgmlState, EMPTY, Event, Frame, Part, Pending, SETUP, Saved, Stage, Travel, pack};
use super::win;
use super::work_budget::Limit;
use crate::code::{
    Expr, Field, Instruction, Listeners, MISSING, OncePer, Op, Program, RuleCode, Unit, Value, When, Win,
};
use rulebook_kernel::{Outcome, Seat, SeatSet, Sink, Via};
use rulebook_table::{Atoms, VarId};
use std::cell::OnceCell;
use std::sync::Arc;

/// A state that is being stepped.
pub(crate) struct Machine<'a, S> {
    pub(super) p: &'a Program,
    pub(super) s: &'a mut CgmlState,
    pub(super) out: &'a mut S,
    pub(super) fuel: u32,
    /// Changes of the table so far: until the next one, what was computed from it stands.
    pub(super) changes: Changes,
    pub(super) memo: Memo,
    /// The same for what is only told: with somebody listening or nobody, a match goes the same way.
    pub(super) told: OnceCell<Memo>,
    /// A rule whose condition has just been found to hold, so that it is not looked at again; the setup has none.
    pub(super) sure: u16,
    /// The state whose steady transitions did not apply, and how often the table had changed by then.
    pub(super) untaken: Option<(u16, u32)>,
    /// The states that were entered in this decision, a bit each.
    pub(super) entered: u64,
    pub(super) hand: Hand,
}

/// Does it matter when a hand of the match ends?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    /// No: the next one is dealt.
    Any,
    /// In a rehearsal: play ends with the hand.
    Rehearsed,
    /// Play is back in the state that it started in: if cards are shuffled now, it is another hand.
    Again,
    /// It is over. The match is not, but no card was shuffled.
    Over,
}

/// Where a step stands: which code, which scalars and lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    pub rule: u16,
    pub base: usize,
    pub lists: usize,
    /// The seat of a lane.
    pub lane: Option<u8>,
}

/// What comes after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The next one.
    On,
    /// Another one.
    To(u16),
    /// Something was begun that comes first; then this one.
    Begun(u16),
    /// Somebody is asked.
    Pause,
    /// The effect is over.
    End,
}

/// Does the machine go on?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ran {
    On,
    Pause,
}

impl Program {
    pub(crate) fn unit(&self, rule: u16) -> &Unit {
        if rule == SETUP { &self.setup } else { &self.rules[rule as usize].unit }
    }

    pub(crate) fn rule_name(&self, rule: u16) -> &str {
        if rule == SETUP { "setup" } else { &self.rules[rule as usize].id }
    }
}

impl<'a, S: Sink<Fact>> Machine<'a, S> {
    pub fn new(p: &'a Program, s: &'a mut CgmlState, out: &'a mut S) -> Machine<'a, S> {
        let (memo, told) = (Memo::default(), OnceCell::new());
        let (changes, untaken, hand) = (Changes::default(), None, Hand::Any);
        Machine { p, s, out, fuel: limits::FUEL, changes, memo, sure: SETUP, untaken, entered: 0, told, hand }
    }

    /// One that stops at the end of the hand, where a match is played in hands and has a number for each seat.
    pub fn rehearsing(p: &'a Program, s: &'a mut CgmlState, out: &'a mut S) -> Machine<'a, S> {
        let counted = matches!(p.flow.win, Some(Win::ByNumber { .. }));
        Machine { hand: if counted { Hand::Rehearsed } else { Hand::Any }, ..Machine::new(p, s, out) }
    }

    /// How the match stands, if the hand is over.
    pub fn stands(self) -> Option<Outcome> {
        if self.hand == Hand::Over { self.s.over.take().map(|outcome| *outcome) } else { None }
    }

    /// Play enters a state: is the rehearsal over? Not if something may still be counted before cards are shuffled.
    pub(super) fn is_dealt_again(&mut self, state: u16) -> bool {
        if self.hand == Hand::Rehearsed && state == self.p.flow.initial {
            self.hand = Hand::Again;
        }
        self.p.flow.redeals && self.is_rehearsed()
    }

    /// Before cards are shuffled: is the rehearsal over?
    pub(super) fn is_rehearsed(&mut self) -> bool {
        if self.hand != Hand::Again {
            return false;
        }
        self.hand = Hand::Over;
        self.s.over = Some(Box::new(win::standing(self.p, self.s)));
        true
    }

    /// Runs until somebody is asked or the game is over.
    pub fn run(&mut self) {
        while self.s.over.is_none() {
            let ran = match self.s.frames.last() {
                None => self.flow(),
                Some(Frame::Effect { .. }) => self.effect(),
                Some(Frame::Lanes { .. }) => self.lanes(),
                Some(Frame::Event { .. }) => self.event(),
            };
            // A limit stops the machine where it stands: the match is over then, too.
            if ran == Ran::Pause && self.s.over.is_none() {
                return;
            }
        }
        // What waits is not waited for any more.
        self.s.frames.clear();
        self.s.cells.truncate(self.p.kept_cells);
        self.s.lists.truncate(self.p.global_lists.len());
        self.s.saved.clear();
        self.s.looks.clear();
    }

    /// Evaluates for a frame.
    #[inline]
    pub(super) fn eval(&self, here: Here) -> Eval<'_> {
        self.eval_with(&self.memo, here)
    }

    /// Evaluates what is told.
    pub(super) fn eval_told(&self, here: Here) -> Eval<'_> {
        self.eval_with(self.told.get_or_init(Memo::default), here)
    }

    #[inline]
    fn eval_with<'b>(&'b self, memo: &'b Memo, here: Here) -> Eval<'b> {
        Eval { changes: Some(&self.changes), ..Eval::new(self.p, self.s, memo, here.base, here.lists) }
    }

    /// Did an expression go beyond a limit? Then the match is over.
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

    /// Spends fuel; the match ends when there is none.
    #[inline]
    pub(super) fn spend(&mut self, rule: u16, action: u16) -> bool {
        if self.fuel == 0 {
            self.fault(rule, action, "it never comes to an end");
            return false;
        }
        self.fuel -= 1;
        true
    }

    /// The rules hit a limit (CGML 17).
    pub(super) fn fault(&mut self, rule: u16, action: u16, why: &str) {
        let reason = format!("rule `{}`, action {action}: {why}", self.p.rule_name(rule));
        self.s.over = Some(Box::new(Outcome::fault(self.p.seats, reason)));
    }

    /// Steps the effect on top until it is done, somebody is asked, or something else comes first.
    pub(super) fn effect(&mut self) -> Ran {
        let depth = self.s.frames.len() - 1;
        let Frame::Effect { rule, mut at, base, lists, .. } = self.s.frames[depth] else { return Ran::On };
        let here = Here { rule, base: base as usize, lists: lists as usize, lane: None };
        let code: &'a [Instruction] = &self.p.unit(rule).code;
        loop {
            let step = &code[at as usize];
            if !self.spend(rule, step.action) {
                return Ran::Pause;
            }
            match &step.op {
                Op::Jump(there) => {
                    at = *there;
                    continue;
                }
                Op::Branch(condition, otherwise) => {
                    at = if self.eval(here).test(condition) { at + 1 } else { *otherwise };
                    if self.is_beyond(rule, Some(step.action)) {
                        return Ran::On;
                    }
                    continue;
                }
                Op::End => {
                    self.end_effect();
                    return Ran::On;
                }
                _ => {}
            }
            let done = self.exec(here, step, at);
            if self.is_beyond(rule, Some(step.action)) {
                return Ran::On;
            }
            match done {
                Ok(Next::On) => at += 1,
                Ok(Next::To(there)) => at = there,
                Ok(Next::Begun(then)) => {
                    self.stand(depth, then);
                    return Ran::On;
                }
                Ok(Next::Pause) => {
                    self.stand(depth, at);
                    return Ran::Pause;
                }
                Ok(Next::End) => {
                    self.end_effect();
                    return Ran::On;
                }
                Err(reason) => {
                    self.tell_failure(rule, step, reason, None);
                    match self.recover(step) {
                        Some(there) => at = there,
                        None => {
                            self.end_effect();
                            return Ran::On;
                        }
                    }
                }
            }
            if self.s.over.is_some() {
                return Ran::On;
            }
        }
    }

    /// An action of the effect on top has failed: it goes on elsewhere, or is over.
    pub(super) fn failed(&mut self, step: &Instruction) {
        match self.recover(step) {
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

    /// After a failure: where the effect on top goes on, if it does (CGML 17).
    fn recover(&mut self, step: &Instruction) -> Option<u16> {
        if step.when == When::Continue {
            return Some(step.next);
        }
        let Some(&Frame::Effect { saved: before, .. }) = self.s.frames.last() else { return None };
        let own = before as usize..self.s.saved.len();
        // The innermost try catches it. Without one the whole effect is undone, or stops.
        let caught = self.catch(own.start);
        if caught.is_none() && step.when == When::Rollback && !own.is_empty() {
            self.restore(own.start);
        }
        caught
    }

    /// The innermost try of the copies from this one on catches a failure: all is as it was before it, and this comes next.
    pub(super) fn catch(&mut self, first: usize) -> Option<u16> {
        let at = (first..self.s.saved.len()).rev().find(|&i| self.s.saved[i].otherwise.is_some())?;
        let otherwise = self.s.saved[at].otherwise;
        self.restore(at);
        otherwise
    }

    /// Goes back to a saved copy, and drops it and those after it. Chance and the count of answers go on.
    fn restore(&mut self, at: usize) {
        let saved = Arc::clone(&self.s.saved[at]);
        self.s.saved.truncate(at);
        self.changes.cards += 1;
        self.changes.all += 1;
        // Where nothing was done, nothing is told.
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

    /// Keeps a copy to go back to.
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

    /// Takes the effect on top off.
    fn end_effect(&mut self) {
        self.end_looks();
        let Some(Frame::Effect { base, lists, saved, .. }) = self.s.frames.pop() else { return };
        self.s.cells.truncate(base as usize);
        self.s.lists.truncate(lists as usize);
        self.s.saved.truncate(saved as usize);
    }

    /// Who looked (LOOK) looks no longer.
    fn end_looks(&mut self) {
        let depth = self.s.frames.len() as u16;
        while let Some(&look) = self.s.looks.last().filter(|look| look.depth >= depth) {
            self.s.looks.pop();
            if self.s.table.zone(look.card).is_some() {
                self.table(|atoms, _| atoms.cover(look.card, SeatSet::from_bits(look.seats)));
            }
        }
    }

    /// Does something to the table.
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

    /// Sets a variable, for those who may know it; without them for its usual audience.
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

    /// Starts an effect, if its rule applies. Conditions are tested when the rule's turn comes (decision 2).
    pub(super) fn fire(&mut self, rule: u16, event: Option<&Event>) -> bool {
        let code: Option<&RuleCode> = (rule != SETUP).then(|| &self.p.rules[rule as usize]);
        if let Some((_, mark)) = code.and_then(|code| code.once)
            && self.s.flow.fired >> mark & 1 == 1
        {
            return false;
        }
        let unit = self.p.unit(rule);
        let (base, lists) = (self.s.cells.len(), self.s.lists.len());
        let here = Here { rule, base, lists, lane: None };
        let when = code.and_then(|code| code.when.as_ref());
        let when = when.filter(|_| std::mem::replace(&mut self.sure, SETUP) != rule);
        let needs_frame = code.is_some_and(|code| code.needs_frame);
        // Most conditions need no frame, and most are false.
        if let Some(when) = when.filter(|_| !needs_frame) {
            let applies = self.eval(here).test(when);
            if self.is_beyond(rule, None) {
                return true;
            }
            if !applies {
                return false;
            }
        }
        unit.slots.iter().for_each(|_| self.s.cells.push(EMPTY));
        if let Some(event) = event {
            for &(field, slot) in &unit.context {
                let value = self.field(event, field);
                self.s.cells[base + slot.0 as usize] = value;
            }
        }
        if let Some(when) = when.filter(|_| needs_frame) {
            let applies = self.eval(here).test(when);
            if self.is_beyond(rule, None) {
                return true;
            }
            if !applies {
                self.s.cells.truncate(base);
                return false;
            }
        }
        if self.s.frames.len() >= limits::FRAMES || base + unit.slots.len() > u16::MAX as usize {
            self.fault(rule, 0, "too many effects inside each other");
            return true;
        }
        if let Some((_, mark)) = code.and_then(|code| code.once) {
            self.s.flow.fired |= 1 << mark;
        }
        self.out.used(super::profile::fired(rule));
        unit.lists.iter().for_each(|_| self.s.lists.add());
        let saved = self.s.saved.len() as u16;
        self.s.frames.push(Frame::Effect { rule, at: 0, base: base as u16, lists: lists as u16, saved });
        if unit.rollback {
            self.save(None);
        }
        true
    }

    /// Forgets which rules have fired once in a turn, or in a phase.
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

    /// A field of an event's context, as a cell.
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

    /// Begins an event that an action makes, if anybody listens. Does anybody?
    #[inline]
    pub(super) fn begin(&mut self, event: Event) -> bool {
        if self.listeners(&event).is_empty() {
            self.recap(&event, true);
            return false;
        }
        self.s.frames.push(Frame::Event { event, part: Part::Pre, next: 0 });
        true
    }

    /// Begins an event of the flow, which does nothing by itself, if anybody listens for whom it takes a frame.
    #[inline]
    pub(super) fn begin_of_the_flow(&mut self, event: Event, listeners: &Listeners) -> bool {
        if !listeners.pre.is_empty() || !listeners.replace.is_empty() {
            self.s.frames.push(Frame::Event { event, part: Part::Pre, next: 0 });
            return true;
        }
        match self.pass_over(&listeners.post) {
            Passed::Before(next) => {
                self.s.frames.push(Frame::Event { event, part: Part::Post, next });
                true
            }
            Passed::All => {
                self.recap(&event, true);
                false
            }
            Passed::Cut => false,
        }
    }

    pub(super) fn pending(&self) -> bool {
        self.s.flow.pending != Pending::None
    }

    pub(super) fn stage(&mut self, stage: Stage) {
        self.s.flow.stage = stage;
    }
}
