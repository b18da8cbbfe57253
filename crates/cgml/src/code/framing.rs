//! Finds rules that can run inline, without a frame. Their effects never ask, never begin an event and are never rolled
//! back. A frame is needed only for effects that may have to wait.

use super::walk::each;
use super::{Emitted, Expr, Op, Program, RuleCode, Sight};
use crate::syntax::CardEvent;

impl Program {
    /// Marks the rules that can run inline. The condition of such a rule does not read a frame either.
    pub(super) fn find_inline(&mut self) {
        let inline: Vec<bool> = self.rules.iter().map(|rule| self.is_inline(rule)).collect();
        for (rule, inline) in self.rules.iter_mut().zip(inline) {
            rule.inline = inline;
        }
    }

    fn is_inline(&self, rule: &RuleCode) -> bool {
        let plain = !rule.needs_frame && rule.once.is_none() && !rule.unit.rollback;
        plain && rule.unit.code.iter().all(|step| self.is_done_at_once(&step.op))
    }

    fn is_done_at_once(&self, op: &Op) -> bool {
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
                // These operations can wait, begin an event or be rolled back, or their effect lasts only as long as
                // the frame.
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
    fn is_unheard(&self, event: Emitted) -> bool {
        let unheard = |kind: CardEvent| self.card_events[kind as usize].is_empty();
        match event {
            Emitted::Nothing => true,
            Emitted::Card(kind) => unheard(kind),
            Emitted::Declared(event) => self.events[event as usize].rules.is_empty(),
            Emitted::ByRole => self.card_events.iter().all(super::Listeners::is_empty),
        }
    }
}
