//! Runs rules without a frame. `code::inline_rules` marks the rules whose effects cannot ask, begin an event or roll
//! back. Such effects run to their end here.
//!
//! This module has the second step loop ([`Machine::run_inline`]) and one of the three listener loops
//! ([`Machine::pass_over`]). The header of `machine.rs` lists all of them.

use super::fact::Fact;
use super::machine::{Here, Machine, Next};
use super::state::{EMPTY, SETUP};
use crate::code::{Instruction, Op, RuleCode, Unit, When};
use rulebook_kernel::Sink;

/// The progress through the listeners of an event.
pub(super) enum Passed {
    /// All listeners were run; the event is over.
    All,
    /// The listeners before this rule were run. This rule needs a frame.
    Before(u16),
    /// The remaining rules do not fire, because the match is over or the flow changes.
    Cut,
}

impl<'a, S: Sink<Fact>> Machine<'a, S> {
    /// Runs listening rules until one needs a frame. Skips rules that do not apply and runs inline rules.
    pub(super) fn pass_over(&mut self, rules: &[u16]) -> Passed {
        for (i, &rule) in rules.iter().enumerate() {
            let code = &self.p.rules[rule as usize];
            if code.inline {
                // A rule uses the same fuel with and without a frame, so an endless game stops at the same instruction.
                let fired = self.spend(rule, 0) && self.run_inline(rule);
                if self.s.over.is_some() || fired && self.pending() {
                    return Passed::Cut;
                }
                continue;
            }
            let plain = !code.needs_frame && code.once.is_none();
            let Some(when) = code.when.as_ref().filter(|_| plain) else { return Passed::Before(i as u16) };
            let here = Here { rule: SETUP, base: self.s.cells.len(), lists: self.s.lists.len(), lane: None };
            let applies = self.eval(here).test(when);
            if self.memo.work.beyond().is_some() || !applies && !self.spend(rule, 0) {
                return Passed::Before(i as u16);
            }
            if applies {
                self.sure = rule;
                return Passed::Before(i as u16);
            }
        }
        Passed::All
    }

    /// Runs an inline rule if its condition holds. Returns whether it fired or the match ended.
    pub(super) fn run_inline(&mut self, rule: u16) -> bool {
        let code: &'a RuleCode = &self.p.rules[rule as usize];
        let (base, lists) = (self.s.cells.len(), self.s.lists.len());
        let here = Here { rule, base, lists, lane: None };
        if let Some(when) = &code.when {
            let applies = self.eval(here).test(when);
            if self.is_beyond(rule, None) {
                return true;
            }
            if !applies {
                return false;
            }
        }
        let unit: &'a Unit = &code.unit;
        if base + unit.slots.len() > u16::MAX as usize {
            self.fault(rule, 0, "too many effects inside each other");
            return true;
        }
        self.out.used(super::profile::fired(rule));
        unit.slots.iter().for_each(|_| self.s.cells.push(EMPTY));
        unit.lists.iter().for_each(|_| self.s.lists.add());
        self.steps(here, &unit.code);
        if !unit.slots.is_empty() {
            self.s.cells.truncate(base);
        }
        if !unit.lists.is_empty() {
            self.s.lists.truncate(lists);
        }
        true
    }

    /// Runs the instructions of an inline effect.
    fn steps(&mut self, here: Here, code: &'a [Instruction]) {
        let mut at = 0;
        while self.s.over.is_none() {
            let step = &code[at as usize];
            if !self.spend(here.rule, step.action) {
                return;
            }
            let done = match &step.op {
                Op::End => return,
                Op::Jump(there) => Ok(Next::To(*there)),
                Op::Branch(condition, otherwise) => {
                    Ok(if self.eval(here).test(condition) { Next::On } else { Next::To(*otherwise) })
                }
                _ => self.exec(here, step, at),
            };
            if self.is_beyond(here.rule, Some(step.action)) {
                return;
            }
            at = match done {
                Ok(Next::On) => at + 1,
                Ok(Next::To(there)) => there,
                // Inline effects contain no such instruction.
                Ok(Next::Begun(_) | Next::Pause | Next::End) => return,
                Err(reason) => {
                    self.tell_failure(here.rule, step, reason, None);
                    if step.when != When::Continue {
                        return;
                    }
                    step.next
                }
            };
        }
    }
}
