//! Finds out when the effect of a rule needs a frame. An effect runs without a frame until it waits for an answer or for
//! an event. An effect that can be rolled back needs its frame from the beginning, and so do a few operations.

use super::walk::each;
use super::{Emitted, Expr, Framing, Op, Program, RuleCode, Sight, Unit};
use crate::syntax::CardEvent;

impl Program {
    /// Sets the framing of all units.
    pub(super) fn find_framing(&mut self) {
        let rules: Vec<Framing> = self.rules.iter().map(|rule| self.framing_of(rule)).collect();
        for (rule, framing) in self.rules.iter_mut().zip(rules) {
            rule.unit.framing = framing;
        }
        self.setup.framing = if needs_own_frame(&self.setup) { Framing::AtOnce } else { Framing::IfItWaits };
    }

    fn framing_of(&self, rule: &RuleCode) -> Framing {
        if needs_own_frame(&rule.unit) {
            return Framing::AtOnce;
        }
        let plain = !rule.needs_frame && rule.once.is_none();
        let at_once = plain && rule.unit.code.iter().all(|step| self.is_done_at_once(&step.op));
        if at_once { Framing::Never } else { Framing::IfItWaits }
    }

    pub(super) fn is_done_at_once(&self, op: &Op) -> bool {
        let mut tries = false;
        each::op(op, &mut |part| tries |= matches!(part, each::Node::Expr(Expr::CanDo(_))));
        !tries
            && match op {
                Op::Deal { event, .. } => self.is_unheard(*event),
                Op::Jump(_)
                | Op::Branch(..)
                | Op::End
                | Op::Set(..)
                | Op::Add(..)
                | Op::Known(..)
                | Op::SetList(..)
                | Op::SetGlobalList(..)
                | Op::Next { .. }
                | Op::Loop(..)
                | Op::Move { .. }
                | Op::Shuffle(_)
                | Op::Reorder(..)
                | Op::Turn(..)
                | Op::Sight(Sight::Peek | Sight::Reveal | Sight::Conceal, ..)
                | Op::Note { .. }
                | Op::Random { .. }
                | Op::Create { .. }
                | Op::Destroy(_)
                | Op::Mark(..)
                | Op::Flow(_)
                | Op::Say(..)
                | Op::Fail(_) => true,
                // These operations can wait or begin an event, or they need a frame.
                Op::Ask(_)
                | Op::Lanes { .. }
                | Op::Meet
                | Op::Branches { .. }
                | Op::Gather { .. }
                | Op::Send { .. }
                | Op::Emit(..)
                | Op::Prevent
                | Op::Try { .. }
                | Op::Done
                | Op::Fired(_)
                | Op::Sight(Sight::Look, ..) => false,
            }
    }

    /// Returns whether no rule listens to the event, whatever the zones are.
    pub(super) fn is_unheard(&self, event: Emitted) -> bool {
        let unheard = |kind: CardEvent| self.card_events[kind as usize].is_empty();
        match event {
            Emitted::Nothing => true,
            Emitted::Card(kind) => unheard(kind),
            Emitted::Declared(event) => self.events[event as usize].rules.is_empty(),
            Emitted::ByRole => self.card_events.iter().all(super::Listeners::is_empty),
        }
    }
}

/// Returns whether the effect can be rolled back, or has operations that refer to its frame.
fn needs_own_frame(unit: &Unit) -> bool {
    // New instruction: add it if it refers to the frame of its effect.
    let refers = |op: &Op| {
        matches!(
            op,
            Op::Lanes { .. }
                | Op::Meet
                | Op::Branches { .. }
                | Op::Prevent
                | Op::Try { .. }
                | Op::Done
                | Op::Sight(Sight::Look, ..)
        )
    };
    unit.rollback || unit.code.iter().any(|step| refers(&step.op))
}
