//! Evaluates `if you do` and `when you do`: whether the previous instruction was performed (CR 608.2c, 609.3).

use super::compiled_cards::Op;
use super::resolve::main_obj;
use super::state::{Id, Resolving};
use super::target_dependencies::is_x;
use super::{Duel, Engine};
use crate::ir::{Act, Cond, Node, Obj, TextStep, Visit};

fn asks(cond: &Cond) -> bool {
    match cond {
        Cond::Did { .. } | Cond::Cannot(_) => true,
        Cond::And(a, b) => asks(a) || asks(b),
        _ => false,
    }
}

/// Whether a later `if you do` refers to the instruction at this index. After an optional step, it refers to the
/// player's answer, so instructions inside that step do not count.
fn asked_about(ops: &[Op], at: usize) -> bool {
    let mut next = at + 1;
    while let Some(Op::Jump(to)) = ops.get(next) {
        next = usize::from(*to).max(next + 1);
    }
    let around = |op: &Op| match op {
        Op::May(_, end) | Op::Unless(_, _, end) => usize::from(*end) > at,
        Op::If(cond, end) => asks(cond) && usize::from(*end) > at,
        _ => false,
    };
    let asked = match ops.get(next) {
        Some(Op::If(cond, _)) => asks(cond),
        Some(Op::Reflexive(_)) => true,
        _ => false,
    };
    asked && !ops.iter().take(at).any(around)
}

/// The number of steps before the first step that needs X. They are performed before X is counted (CR 608.2c, 608.2h).
pub(super) fn before_x(steps: &[TextStep]) -> usize {
    let needs_x = |step: &TextStep| step.any(&|node| is_x(node) || matches!(node, Node::Step(TextStep::WhereX { .. })));
    steps.iter().position(needs_x).unwrap_or(0)
}

impl Duel {
    fn is_asked_about(&self, f: &Resolving) -> bool {
        let code = f.item.parts.get(usize::from(f.part));
        code.is_some_and(|code| asked_about(&self.cards.codes[*code as usize].ops, usize::from(f.at)))
    }
}

impl Engine<'_> {
    /// Sets `did` before an instruction to which an `if you do` refers: `true` if there is an object to act on. The
    /// player's choices may change the value later.
    pub(super) fn attempt(&self, f: &mut Resolving, act: &Act) {
        let begins = f.stage == 0 && f.subject == 0 && f.picks.is_empty();
        if begins && !matches!(act, Act::AddMana { .. }) && self.r.is_asked_about(f) {
            f.did = self.can_begin(f, act);
        }
    }

    fn can_begin(&self, f: &Resolving, act: &Act) -> bool {
        let some = |what: &Obj, fits: &dyn Fn(Id) -> bool| match what {
            Obj::Target(_) | Obj::Back { .. } | Obj::Source | Obj::SourceIn(_) | Obj::Host(_) | Obj::Every { .. } => {
                self.about(f, what).into_iter().any(fits)
            }
            _ => true,
        };
        match act {
            Act::Tap(what) => some(what, &|id| self.s.there(id).is_some_and(|o| !o.tapped)),
            Act::Untap(what) => some(what, &|id| self.s.there(id).is_some_and(|o| o.tapped)),
            other => main_obj(other).is_none_or(|what| some(what, &|id| self.s.live(id).is_some())),
        }
    }
}
