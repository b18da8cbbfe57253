//! Events and the rules that listen to them (CGML 10, decision 2). Rules with `timing: pre` run first, and can prevent
//! the event. Then the first `replace` rule that applies runs, or else the event itself. Rules with `timing: post` run
//! last.
//!
//! Two of the three listener loops are here. [`Machine::event`] runs all parts of an event. [`Machine::rules_after`] is
//! the short form for the rules after an event of the flow. The third loop is `pass_over` in `inline_rules.rs`.

use super::fact::Fact;
use super::machine::{Machine, Ran};
use super::state::{Event, Frame, Part, Travel, pack};
use crate::code::{Kept, Listeners, Op};
use rulebook_kernel::{SeatSet, Sink};

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

    /// Runs the event on top of the stack and the effects of its rules, until another frame must run first or the event
    /// is over.
    pub(super) fn event(&mut self) -> Ran {
        let depth = self.s.frames.len() - 1;
        let Frame::Event { event, mut part, mut next } = self.s.frames[depth] else { return Ran::On };
        let listeners = self.listeners(&event);
        if part == Part::Post && event.is_of_the_flow() {
            return self.rules_after(depth, event, &listeners.post, next);
        }
        loop {
            if part == Part::Prevented {
                self.end_prevented(event);
                return Ran::On;
            }
            // The requested change of the flow takes effect now. So the remaining rules of the phase do not fire.
            if self.pending() && event.is_of_the_flow() {
                self.end_event(event);
                return Ran::On;
            }
            let rules = match part {
                Part::Pre => &listeners.pre,
                Part::Replace => &listeners.replace,
                Part::Instead | Part::Post | Part::Prevented => &listeners.post,
            };
            let Some(&rule) = rules.get(next as usize) else {
                match part {
                    Part::Pre => part = Part::Replace,
                    Part::Replace => {
                        self.default(&event);
                        part = Part::Post;
                    }
                    Part::Instead | Part::Post | Part::Prevented => {
                        self.recap(&event, part == Part::Post);
                        self.end_event(event);
                        return Ran::On;
                    }
                }
                next = 0;
                continue;
            };
            next += 1;
            // A rule does not replace an event that its own effect caused.
            if part == Part::Replace && self.is_at_work(rule) {
                continue;
            }
            // A replaced event has moved no card, so rules on moves do not fire.
            if part == Part::Instead && listeners.moves.contains(&rule) {
                continue;
            }
            if !self.spend(rule, 0) {
                return Ran::On;
            }
            if part == Part::Post && self.p.rules[rule as usize].inline {
                if self.run_inline(rule) && self.s.over.is_some() {
                    return Ran::On;
                }
                continue;
            }
            if self.fire(rule, Some(&event)) {
                if part == Part::Replace {
                    let of_the_event = !listeners.moves.contains(&rule);
                    (part, next) = (if of_the_event { Part::Instead } else { Part::Post }, 0);
                }
                self.s.frames[depth] = Frame::Event { event, part, next };
                let ran = self.effect();
                if ran == Ran::Pause || self.s.frames.len() != depth + 1 || self.s.over.is_some() {
                    return ran;
                }
                if let Frame::Event { part: Part::Prevented, .. } = self.s.frames[depth] {
                    part = Part::Prevented;
                }
            }
        }
    }

    /// Runs the rules after an event of the flow, until another frame must run first or the event is over. The frame of
    /// the event is at `depth`.
    #[inline]
    pub(super) fn rules_after(&mut self, depth: usize, event: Event, rules: &'a [u16], mut next: u16) -> Ran {
        while let Some(&rule) = rules.get(next as usize).filter(|_| !self.pending()) {
            next += 1;
            if !self.spend(rule, 0) {
                return Ran::On;
            }
            if self.p.rules[rule as usize].inline {
                if self.run_inline(rule) && self.s.over.is_some() {
                    return Ran::On;
                }
                continue;
            }
            if self.fire(rule, Some(&event)) {
                self.s.frames[depth] = Frame::Event { event, part: Part::Post, next };
                let ran = self.effect();
                if ran == Ran::Pause || self.s.frames.len() != depth + 1 || self.s.over.is_some() {
                    return ran;
                }
            }
        }
        // The flow is about to change and the remaining rules did not fire, so there is no recap.
        if !self.pending() {
            self.recap(&event, true);
        }
        self.end_event(event);
        Ran::On
    }

    /// Returns whether a frame on the stack belongs to the effect of this rule.
    fn is_at_work(&self, rule: u16) -> bool {
        self.s.frames.iter().any(|frame| matches!(frame, Frame::Effect { rule: own, .. } if *own == rule))
    }

    fn end_event(&mut self, event: Event) {
        self.s.frames.pop();
        if let Event::Declared { base, .. } = event {
            self.s.cells.truncate(base as usize);
        }
    }

    /// Ends a prevented event: no other rule fires and there is no recap. The `EMIT` that fired the event gets the
    /// result `false`.
    fn end_prevented(&mut self, event: Event) {
        self.end_event(event);
        let made = matches!(event, Event::Declared { moved: false, .. });
        // The effect already points at the next instruction, so the `EMIT` is the instruction before it.
        if let Some(&Frame::Effect { rule, at, base, .. }) = self.s.frames.last()
            && let Some(made_at) = at.checked_sub(1).filter(|_| made)
            && let Op::Emit(.., Kept::One(happened)) = &self.p.unit(rule).code[made_at as usize].op
        {
            self.s.cells[base as usize + happened.0 as usize] = pack(0, SeatSet::NONE);
        }
    }

    /// What the event does if no rule replaces it: a card event moves its card.
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
