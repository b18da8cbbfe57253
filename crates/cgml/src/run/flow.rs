//! The flow (CGML 9, 16): turns, phases, transitions, and the end of the game.

use super::eval::{Eval, Memo};
use super::event::Listening;
use super::fact::{Fact, Reason};
use super::machine::{Here, Machine, RunResult};
use super::state::{CgmlState, Event, Part, Pending, Stage};
use super::{limits, win};
use crate::code::{Change, FlowTarget, Listeners, OncePer, Order, Program, Seats};
use rulebook_kernel::{Outcome, Seat, Sink};
use smallvec::SmallVec;

/// Returns whether turns go counterclockwise.
pub(super) fn goes_back(p: &Program, s: &CgmlState) -> bool {
    (p.flow.order == Order::Counterclockwise) != s.flow.reversed
}

impl<'a, S: Sink<Fact>> Machine<'a, S> {
    /// Runs the flow and its events until something waits on the stack or the match is over.
    pub(super) fn flow(&mut self) -> RunResult {
        loop {
            let ran = self.flow_step();
            if ran != RunResult::On || self.s.over.is_some() {
                return ran;
            }
        }
    }

    /// Uses one unit of fuel for a step of the flow. Returns `false` and ends the match if there is none left.
    #[inline]
    pub(super) fn spend_on_flow(&mut self) -> bool {
        if self.fuel == 0 {
            self.fault_of_the_flow("it never comes to an end, and nobody is asked");
            return false;
        }
        self.fuel -= 1;
        true
    }

    fn flow_step(&mut self) -> RunResult {
        let rare = self.pending() || matches!(self.s.flow.stage, Stage::Enter | Stage::Entered | Stage::Leave(_));
        if rare && !self.spend_on_flow() {
            return RunResult::Pause;
        }
        if self.pending() {
            return self.apply_pending();
        }
        match self.s.flow.stage {
            Stage::Enter => {
                let state = self.s.flow.state;
                self.out.tell(|| Fact::Entered { state });
                self.entered |= bit(state);
                if self.is_dealt_again(state) {
                    return RunResult::Pause;
                }
                self.set_phases();
                self.stage(Stage::Entered);
                return self.flows(Event::Enter(state), &self.p.flow.states[state as usize].enter);
            }
            Stage::Entered => {
                if self.p.flow.states[self.s.flow.state as usize].phases.is_empty() {
                    self.s.over = Some(Box::new(win::outcome(self.p, self.s)));
                } else {
                    // If an action named the next seat, that seat begins, even after a change of state. Turn order
                    // continues from that seat.
                    if let Some(seat) = self.s.flow.next.take() {
                        self.s.flow.current = seat;
                    }
                    if self.s.detours.as_ref().is_some_and(|detours| detours.interrupted.is_some()) {
                        self.s.detour(|detours| detours.interrupted = None);
                    }
                    self.stage(Stage::TurnBegin);
                }
            }
            Stage::Leave(to) => {
                self.s.flow.state = to;
                self.stage(Stage::Enter);
            }
            Stage::Idle => return RunResult::Pause,
            Stage::TurnBegin | Stage::Phase | Stage::AfterPhase | Stage::TurnEnd | Stage::NextTurn => {
                return self.turns();
            }
        }
        RunResult::On
    }

    /// Runs the rules of an event of the flow.
    #[inline(always)]
    fn flows(&mut self, event: Event, listeners: &'a Listeners) -> RunResult {
        // Most events have no listeners.
        if listeners.is_empty() {
            self.recap(&event, true);
            return RunResult::On;
        }
        let plain = listeners.pre.is_empty() && listeners.replace.is_empty();
        let part = if plain { Part::Post } else { Part::Pre };
        self.listen(Listening { part, ..Listening::begin(event) }, listeners)
    }

    /// Ends the match with a fault because it exceeded a limit outside any rule.
    pub(super) fn fault_of_the_flow(&mut self, why: &str) {
        let (flow, symbols) = (&self.p.flow, &self.p.symbols);
        let state = symbols.text(flow.states[self.s.flow.state as usize].name);
        let reason = format!("state `{state}`: {why}");
        self.s.over = Some(Box::new(Outcome::fault(self.p.seats, reason)));
    }

    /// Applies the change of the flow that an effect requested (decision 4). This happens after the effect has ended.
    #[inline(never)]
    fn apply_pending(&mut self) -> RunResult {
        match std::mem::replace(&mut self.s.flow.pending, Pending::None) {
            Pending::None => {}
            Pending::State(to) => return self.leave(to),
            Pending::Phase(phase) => {
                let mut phases = self.s.phases(self.p).to_vec();
                let at = phases.iter().position(|&other| other == phase);
                // If the phase belongs to another state or was removed, insert it after the current phase, so that it
                // still runs now.
                let at = at.unwrap_or_else(|| {
                    let at = (self.s.flow.phase as usize + 1).min(phases.len());
                    phases.insert(at, phase);
                    self.s.detour(|detours| detours.phases = Some(phases));
                    at
                });
                self.s.flow.phase = at as u16;
                self.stage(Stage::Phase);
            }
            Pending::Repeat => self.stage(Stage::TurnBegin),
        }
        RunResult::On
    }

    /// Leaves the state for `to`. If the match has been in `to` before and no seat has been asked since, a player must
    /// answer `continue` first. The same holds after a turn without a question (decision 14).
    pub(super) fn leave(&mut self, to: u16) -> RunResult {
        if self.entered & bit(to) != 0 {
            self.s.flow.pending = Pending::State(to);
            self.stage(Stage::Idle);
            return RunResult::Pause;
        }
        let from = self.s.flow.state;
        self.stage(Stage::Leave(to));
        self.flows(Event::Exit(from), &self.p.flow.states[from as usize].exit)
    }

    /// Reports the turn, resets its phases and goes to the first phase.
    #[inline]
    pub(super) fn begin_turn(&mut self) {
        self.forget_fired(OncePer::Turn);
        self.forget_fired(OncePer::Phase);
        let (seat, turn) = (self.s.flow.seat(), self.s.flow.turn);
        self.out.tell(|| Fact::Turn { seat, turn });
        self.set_phases();
        self.s.flow.asked = false;
        self.stage(Stage::Phase);
    }

    /// Sets the phases of the turn to the phases of the state, starting with the first.
    fn set_phases(&mut self) {
        self.s.flow.phase = 0;
        if self.s.detours.as_ref().is_some_and(|detours| detours.phases.is_some()) {
            self.s.detour(|detours| detours.phases = None);
        }
    }

    /// Begins the next turn. The turn goes to the seat that an action named, else to the first waiting extra turn, else
    /// to the next seat in order. Seats that must skip are passed over, except in extra turns.
    pub(super) fn next_turn(&mut self) {
        for slot in &self.p.turn_globals {
            self.s.cells[slot.0 as usize] = super::state::EMPTY;
        }
        for list in &self.p.turn_lists {
            self.s.lists.set(list.0 as usize, &[], 0);
        }
        self.s.flow.turn += 1;
        self.stage(Stage::TurnBegin);
        if self.p.flow.order == Order::Simultaneous {
            return;
        }
        let extra = self.s.detours.as_ref().is_some_and(|detours| !detours.extra.is_empty());
        if extra && self.s.flow.next.is_none() {
            let mut next = self.s.flow.current;
            self.s.detour(|detours| {
                detours.interrupted = detours.interrupted.or(Some(next));
                next = detours.extra.remove(0);
            });
            self.s.flow.current = next;
            return;
        }
        self.back_in_order();
        self.next_seat();
    }

    /// Gives the turn to the named seat, or else to the next seat in order. Passes over seats that must skip, and uses
    /// up one skip of each.
    #[inline]
    pub(super) fn next_seat(&mut self) {
        let (n, back) = (self.p.seats, goes_back(self.p, self.s));
        let flow = &mut self.s.flow;
        let mut seat = match flow.next.take() {
            Some(seat) => Seat::new(seat as usize),
            None => flow.seat().after(if back { n - 1 } else { 1 }, n),
        };
        // Skips run out, so this loop ends.
        while flow.skips[seat.index()] > 0 {
            flow.skips[seat.index()] -= 1;
            seat = seat.after(if back { n - 1 } else { 1 }, n);
        }
        flow.current = seat.index() as u8;
    }

    /// After extra turns, gives the turn back to the seat that was interrupted by them, so that play continues from
    /// that seat.
    fn back_in_order(&mut self) {
        if let Some(seat) = self.s.detours.as_ref().and_then(|detours| detours.interrupted) {
            self.s.flow.current = seat;
            self.s.detour(|detours| detours.interrupted = None);
        }
    }

    /// Applies a change of the flow made by an action.
    pub(super) fn change(&mut self, here: Here, change: &Change) -> Result<(), Reason> {
        let seats = |e: &mut Eval<'_>, seats: &Seats| -> SmallVec<[u8; 16]> {
            e.seats(seats).iter().map(|&seat| seat as u8).collect()
        };
        let missing = Reason::NoSeat;
        match change {
            Change::State(to) => self.s.flow.pending = Pending::State(self.state_of(here, to)?),
            // A state that is being left has no more phases or turns.
            Change::Phase(_) | Change::Repeat if matches!(self.s.flow.pending, Pending::State(_)) => {}
            Change::Phase(to) => self.s.flow.pending = Pending::Phase(self.phase_of(here, to)?),
            Change::Repeat => self.s.flow.pending = Pending::Repeat,
            Change::Reverse => self.s.flow.reversed = !self.s.flow.reversed,
            Change::Skip(who) => {
                let who = seats(&mut self.eval(here), who);
                if who.is_empty() {
                    return Err(missing);
                }
                for seat in who {
                    let skips = &mut self.s.flow.skips[seat as usize];
                    *skips = skips.checked_add(1).ok_or(Reason::NoRoom)?;
                }
            }
            Change::Extra(who) => {
                let who = seats(&mut self.eval(here), who);
                if who.is_empty() {
                    return Err(missing);
                }
                let waiting = self.s.detours.as_ref().map_or(0, |detours| detours.extra.len());
                if waiting + who.len() > limits::EXTRA_TURNS {
                    return Err(Reason::NoRoom);
                }
                self.s.detour(|detours| detours.extra.extend(who));
            }
            Change::Next(who) => {
                let seat = self.eval(here).seat(who).ok_or(missing)?;
                self.s.flow.next = Some(seat.index() as u8);
            }
            Change::Insert { after, phase, for_ever } => {
                let after = after.as_ref().map(|after| self.phase_of(here, after)).transpose()?;
                let phase = self.phase_of(here, phase)?;
                self.insert_phase(after, phase, *for_ever)?;
            }
            Change::Remove { phase, for_ever } => {
                let phase = self.phase_of(here, phase)?;
                self.remove_phase(phase, *for_ever);
            }
            Change::Over | Change::Won(..) | Change::Ranked(..) => {
                let outcome = win::ended(self.p, self.s, here, change);
                self.s.over = Some(Box::new(outcome));
            }
        }
        Ok(())
    }

    /// The number of a state.
    fn state_of(&self, here: Here, to: &FlowTarget) -> Result<u16, Reason> {
        match to {
            FlowTarget::Known(number) => Ok(*number),
            FlowTarget::Named(name) => {
                let name = self.eval(here).scalar(name);
                let found = self.p.flow.states.iter().position(|state| state.name == name);
                found.map(|number| number as u16).ok_or(Reason::NoState)
            }
        }
    }

    /// The number of a phase.
    fn phase_of(&self, here: Here, to: &FlowTarget) -> Result<u16, Reason> {
        match to {
            FlowTarget::Known(number) => Ok(*number),
            FlowTarget::Named(name) => {
                let name = self.eval(here).scalar(name);
                let found = self.p.flow.phases.iter().position(|phase| phase.name == name);
                found.map(|number| number as u16).ok_or(Reason::NoState)
            }
        }
    }

    /// Changes the phases of the active state for the rest of the match.
    fn for_ever(&mut self, change: impl FnOnce(&mut Vec<u16>)) {
        let state = self.s.flow.state;
        let own = &self.p.flow.states[state as usize].phases;
        self.s.detour(|detours| {
            let changed = &mut detours.changed;
            let at = changed.iter().position(|(other, _)| *other == state).unwrap_or_else(|| {
                changed.push((state, own.clone()));
                changed.len() - 1
            });
            change(&mut changed[at].1);
        });
    }

    fn insert_phase(&mut self, after: Option<u16>, phase: u16, for_ever: bool) -> Result<(), Reason> {
        let mut phases = self.s.phases(self.p).to_vec();
        if phases.len() >= limits::PHASES {
            return Err(Reason::NoRoom);
        }
        let current = phases.get(self.s.flow.phase as usize).copied();
        let after = after.or(current);
        let place =
            |phases: &[u16]| phases.iter().position(|&other| Some(other) == after).map_or(phases.len(), |at| at + 1);
        let at = place(&phases);
        phases.insert(at, phase);
        if at <= self.s.flow.phase as usize {
            self.s.flow.phase += 1;
        }
        self.s.detour(|detours| detours.phases = Some(phases));
        if for_ever {
            self.for_ever(|phases| {
                if phases.len() < limits::PHASES {
                    phases.insert(place(phases), phase);
                }
            });
        }
        Ok(())
    }

    fn remove_phase(&mut self, phase: u16, for_ever: bool) {
        let mut phases = self.s.phases(self.p).to_vec();
        let now = self.s.flow.phase as usize;
        let before = phases.iter().take(now).filter(|&&other| other == phase).count();
        let at_it = phases.get(now) == Some(&phase);
        phases.retain(|other| *other != phase);
        self.s.flow.phase -= before as u16;
        // The running phase was removed from the list. Put it back for this turn. Otherwise its index would belong to
        // the next phase, and that phase would be skipped.
        if at_it {
            phases.insert(self.s.flow.phase as usize, phase);
        }
        self.s.detour(|detours| detours.phases = Some(phases));
        if for_ever {
            self.for_ever(|phases| phases.retain(|other| *other != phase));
        }
    }
}

/// The bit of a state in the set of entered states; 0 for states beyond the 64th.
fn bit(state: u16) -> u64 {
    1u64.checked_shl(u32::from(state)).unwrap_or(0)
}

/// The seat that must answer `continue` if no seat was asked anything (decision 14).
pub(super) fn idler(p: &Program, s: &CgmlState) -> Seat {
    if p.flow.order == Order::Simultaneous { Seat::new(0) } else { s.flow.seat() }
}

/// Evaluates an expression without a frame.
pub(super) fn without_frame<T>(p: &Program, s: &CgmlState, f: impl FnOnce(&mut Eval<'_>, &Program) -> T) -> T {
    f(&mut Eval::new(p, s, &Memo::default(), p.kept_cells, p.global_lists.len()), p)
}
