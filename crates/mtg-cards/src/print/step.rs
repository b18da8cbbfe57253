//! Prints steps: instructions with their conditions, options and connecting words.

use super::W;
use crate::ir::{Body, Delay, InsteadSay, Joint, ModeCount, Modes, TextStep, TriggerSay};

impl W<'_> {
    pub fn body(&mut self, body: &Body) {
        let outer = std::mem::replace(&mut self.targets, body.targets.clone());
        match &body.modes {
            Some(modes) => self.modes(modes),
            None => {
                self.steps(&body.steps);
                self.stop();
            }
        }
        self.targets = outer;
    }

    fn modes(&mut self, modes: &Modes) {
        self.w("choose");
        match modes.choose {
            ModeCount::Exactly(count) => self.w(&crate::text::number_word(u16::from(count))),
            ModeCount::OneOrMore => self.w("one or more"),
            ModeCount::OneOrBoth => self.w("one or both"),
            ModeCount::UpTo(count) => {
                self.w("up to");
                self.w(&crate::text::number_word(u16::from(count)));
            }
            ModeCount::AnyNumber => self.w("any number"),
        }
        self.either(modes.repeat, ". you may choose the same mode more than once .", "—");
        for mode in &modes.modes {
            self.w("\n •");
            self.body(&mode.body);
        }
    }

    pub fn steps(&mut self, steps: &[TextStep]) {
        for step in steps {
            self.step(step);
        }
    }

    fn joint(&mut self, joint: Joint) {
        match joint {
            Joint::First => {}
            Joint::Stop => self.stop(),
            Joint::StopThen => {
                self.stop();
                self.w("then");
            }
            Joint::Then => self.w(", then"),
            Joint::And => self.w("and"),
            Joint::CommaAnd => self.w(", and"),
            Joint::Comma => self.w(","),
            Joint::Line => self.w("\n"),
        }
    }

    fn step(&mut self, step: &TextStep) {
        match step {
            TextStep::Do { joint, said, act } => {
                self.joint(*joint);
                self.act(act, *said);
            }
            TextStep::May { joint, who, have, steps } => {
                self.joint(*joint);
                self.who(who);
                self.w("may");
                if *have {
                    self.w("have");
                }
                for step in steps {
                    self.optional(step, *have);
                }
            }
            TextStep::MayPay { joint, who, cost } => {
                self.joint(*joint);
                self.who(who);
                self.w("may");
                for part in cost {
                    self.cost_part(part, true);
                }
            }
            TextStep::If { joint, cond, after, then, otherwise } => {
                if *after {
                    self.steps(then);
                    self.w("if");
                    self.cond(cond);
                } else {
                    self.joint(*joint);
                    self.w("if");
                    self.cond(cond);
                    self.w(",");
                    self.steps(then);
                }
                if !otherwise.is_empty() {
                    self.stop();
                    self.w("otherwise ,");
                    self.steps(otherwise);
                }
            }
            TextStep::Unless { joint, steps, who, cost } => {
                self.joint(*joint);
                self.steps(steps);
                self.unless(who, cost);
            }
            TextStep::WhereX { x, steps } => {
                self.steps(steps);
                self.where_x(x);
            }
            TextStep::Instead { cond, say, base, steps } => {
                self.steps(base);
                match say {
                    InsteadSay::IfEnd | InsteadSay::IfBefore => {
                        self.stop();
                        self.w("if");
                        self.cond(cond);
                        self.w(",");
                        if *say == InsteadSay::IfBefore {
                            self.w("instead");
                        }
                        self.steps(steps);
                        if *say == InsteadSay::IfEnd {
                            self.w("instead");
                        }
                    }
                    InsteadSay::EndIf => {
                        self.steps(steps);
                        self.w("instead if");
                        self.cond(cond);
                    }
                }
            }
            TextStep::Later { joint, when, first, steps } => {
                self.joint(*joint);
                if *first {
                    self.delay(*when);
                    self.w(",");
                    self.steps(steps);
                } else {
                    self.steps(steps);
                    self.delay(*when);
                }
            }
            TextStep::Watch { joint, ability, .. } => {
                self.joint(*joint);
                self.w(if ability.say == TriggerSay::Whenever { "whenever" } else { "when" });
                self.event(&ability.event);
                self.w("this turn ,");
                self.steps(&ability.body.steps);
            }
            TextStep::Reflexive { body } => {
                self.stop();
                self.w("when you do ,");
                let outer = std::mem::replace(&mut self.targets, body.targets.clone());
                self.steps(&body.steps);
                self.targets = outer;
            }
            TextStep::Choose(modes) => self.modes(modes),
        }
    }

    /// Prints a step after `may`. The verb has the base form: `it may attack`, not `it may attacks`.
    fn optional(&mut self, step: &TextStep, have: bool) {
        let TextStep::Do { joint, act, .. } = step else { return self.step(step) };
        self.joint(*joint);
        self.bare = true;
        self.act(act, have);
        self.bare = false;
    }

    fn delay(&mut self, when: Delay) {
        self.w(match when {
            Delay::NextEndStep => "at the beginning of the next end step",
            Delay::NextTurnsUpkeep => "at the beginning of the next turn 's upkeep",
            Delay::YourNextUpkeep => "at the beginning of your next upkeep",
            Delay::YourNextEndStep => "at the beginning of your next end step",
            Delay::EndOfCombat => "at end of combat",
        });
    }
}
