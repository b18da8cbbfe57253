//! Events and the rules that listen to them (CGML 10, decision 2). Rules with `timing: pre` run first, and can prevent
//! the event. Then the first `replace` rule that applies runs. If no such rule applies, the event itself happens. Rules
//! with `timing: post` run last.

use super::fact::Fact;
use super::machine::{Machine, RunResult};
use super::state::{Event, Frame, Part, Travel, pack};
use crate::code::{Framing, Kept, Listeners, Op};
use rulebook_kernel::{SeatSet, Sink};

/// An event whose rules run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listening {
    pub event: Event,
    /// The current part of the event.
    pub part: Part,
    /// The index of the next rule in the current part.
    pub next: u16,
    /// Whether the event has a frame on the stack. Only frames of the rule that the event runs can lie above it.
    pub framed: bool,
}

impl Listening {
    /// An event before its first rule.
    pub fn begin(event: Event) -> Listening {
        Listening { event, part: Part::Pre, next: 0, framed: false }
    }

    pub fn frame(self) -> Frame {
        Frame::Event { event: self.event, part: self.part, next: self.next }
    }
}

impl<'a, S: Sink<Fact>> Machine<'a, S> {
    pub(super) fn listeners(&self, event: &Event) -> &'a Listeners {
        let flow = &self.p.flow;
        match event {
            Event::Card(travel) => &self.p.card_events[travel.kind as usize],
            Event::Declared { event, .. } => &self.p.events[*event as usize].rules,
            Event::Enter(state) => &flow.states[*state as usize].enter,
            Event::Exit(state) => &flow.states[*state as usize].exit,
            Event::Phase(phase) => &flow.phases[*phase as usize].rules,
            Event::TurnBegin => &flow.turn_begin,
            Event::TurnEnd => &flow.turn_end,
        }
    }

    /// Runs the rules of an event, until another frame must run first or the event is over.
    pub(super) fn listen(&mut self, mut at: Listening, listeners: &'a Listeners) -> RunResult {
        let event = at.event;
        let of_the_flow = event.is_of_the_flow();
        loop {
            // The requested change of the flow takes effect now. So the remaining rules of the phase do not fire.
            if of_the_flow && self.pending() {
                self.end_event(at);
                return RunResult::On;
            }
            let rules = match at.part {
                Part::Pre => &listeners.pre,
                Part::Replace => &listeners.replace,
                Part::Instead | Part::Post => &listeners.post,
                Part::Prevented => {
                    self.end_prevented(at);
                    return RunResult::On;
                }
            };
            let Some(&rule) = rules.get(at.next as usize) else {
                match at.part {
                    Part::Pre => at.part = Part::Replace,
                    Part::Replace => {
                        self.default(&event);
                        at.part = Part::Post;
                    }
                    Part::Instead | Part::Post | Part::Prevented => {
                        self.recap(&event, at.part == Part::Post);
                        self.end_event(at);
                        return RunResult::On;
                    }
                }
                at.next = 0;
                continue;
            };
            at.next += 1;
            // A rule does not replace an event that its own effect caused.
            if at.part == Part::Replace && self.is_at_work(rule) {
                continue;
            }
            // A replaced event has moved no card, so rules on moves do not fire.
            if at.part == Part::Instead && listeners.moves.contains(&rule) {
                continue;
            }
            if !self.spend(rule, 0) {
                return RunResult::On;
            }
            let Some(here) = self.fire(rule, &at) else {
                if self.s.over.is_some() {
                    return RunResult::On;
                }
                continue;
            };
            if at.part == Part::Replace {
                let of_the_event = !listeners.moves.contains(&rule);
                (at.part, at.next) = (if of_the_event { Part::Instead } else { Part::Post }, 0);
            }
            if at.framed {
                *self.s.frames.last_mut().expect("the event has a frame") = at.frame();
            }
            let mut depth = None;
            if self.p.unit(rule).framing == Framing::AtOnce {
                depth = Some(self.frame(here, Some(&at)));
                at.framed = true;
            }
            let ran = self.effect(here, 0, Some(&at), depth);
            if ran != RunResult::On || self.s.over.is_some() {
                return ran;
            }
            if let (Some(depth), Part::Pre) = (depth, at.part)
                && let Frame::Event { part: Part::Prevented, .. } = self.s.frames[depth - 1]
            {
                at.part = Part::Prevented;
            }
        }
    }

    /// Returns whether a frame on the stack belongs to the effect of this rule.
    fn is_at_work(&self, rule: u16) -> bool {
        self.s.frames.iter().any(|frame| matches!(frame, Frame::Effect { rule: own, .. } if *own == rule))
    }

    fn end_event(&mut self, at: Listening) {
        if at.framed {
            self.s.frames.pop();
        }
        if let Event::Declared { base, .. } = at.event {
            self.s.cells.truncate(base as usize);
        }
    }

    /// Ends a prevented event: no other rule fires and there is no recap. The `EMIT` that fired the event gets the
    /// result `false`.
    fn end_prevented(&mut self, at: Listening) {
        self.end_event(at);
        let made = matches!(at.event, Event::Declared { moved: false, .. });
        // The effect already points at the next instruction, so the `EMIT` is the instruction before it.
        // New instruction: add it if it stores a result that says whether an event was prevented.
        if let Some(&Frame::Effect { rule, at, base, .. }) = self.s.frames.last()
            && let Some(made_at) = at.checked_sub(1).filter(|_| made)
            && let Op::Emit(.., Kept::One(happened)) = &self.p.unit(rule).code[made_at as usize].op
        {
            self.s.cells[base as usize + happened.0 as usize] = pack(0, SeatSet::NONE);
        }
    }

    /// Performs the effect of an event that no rule replaces: a card event moves its card.
    fn default(&mut self, event: &Event) {
        if let Event::Card(travel) = event
            && self.s.table.zone(travel.card) == Some(travel.from)
        {
            self.travel(*travel);
        }
    }

    /// Moves a card without an event.
    pub(super) fn travel(&mut self, travel: Travel) {
        let at = self.place(travel.end, travel.to);
        self.table(|atoms, _| atoms.move_as(travel.card, travel.to, at, travel.facing()));
    }
}
