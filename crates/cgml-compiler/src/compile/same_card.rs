//! Warns about a simultaneous loop in which all players take the same card (CGML 9.3). Only one player can get the
//! card.

use super::{Compiler, codes};
use crate::code::walk::each::{self, Node};
use crate::code::{Cards, Expr, Kept, List, ListId, Op, SlotId, Target};
use crate::syntax::Action;
use rulebook_diag::{Diagnostic, Span};

impl Compiler<'_> {
    /// Warns if all players of the loop take the same particular cards. Taking from a zone, or from its top or bottom,
    /// gives each player the next card, so it causes no warning. A conditional action causes no warning either, because
    /// it may run for one player only.
    pub(super) fn is_same_card(&mut self, cards: &Cards, span: Span, action: &Action) {
        let Some(player) = self.lane.filter(|_| !self.dry) else { return };
        if self.forks > 0 || action.common.condition.is_some() || self.game.seats < 2 || !is_particular(cards) {
            return;
        }
        let (start, slots, lists) = self.lane_start;
        let written = &self.unit.code[start..];
        let own_slot = |slot: SlotId| {
            slot == player || slot.0 >= slots || written.iter().any(|step| writes(&step.op, Kept::One(slot)))
        };
        let own_list = |list: ListId| list.0 >= lists || written.iter().any(|step| writes(&step.op, Kept::Many(list)));
        let mut differs = false;
        each::cards(cards, &mut |node| {
            differs |= match node {
                Node::Expr(Expr::Slot(slot)) => own_slot(*slot),
                Node::Cards(Cards::Slot(list)) | Node::List(List::Slot(list)) => own_list(*list),
                _ => false,
            };
        });
        if !differs {
            let message = "all players would take the same card, and only one of them can";
            let found = Diagnostic::warning(codes::SAME_CARD, span, message).label("the same for each player");
            self.report(found.help(
                "write the zone itself, so that each player gets the next card of the zone, or write a card that depends on `$player`",
            ));
        }
    }
}

/// Whether the expression names particular cards, and not the cards of a zone.
fn is_particular(cards: &Cards) -> bool {
    match cards {
        Cards::One(card) => !matches!(**card, Expr::Top(_) | Expr::Bottom(_) | Expr::Const(_)),
        Cards::Slot(_) | Cards::Global(_) | Cards::Take(..) | Cards::TakeLast(..) | Cards::List(_) => true,
        _ => false,
    }
}

/// Whether an instruction stores a value there.
fn writes(op: &Op, there: Kept) -> bool {
    match op {
        Op::Set(Target::Slot(slot), _) | Op::Add(Target::Slot(slot), _) => Kept::One(*slot) == there,
        Op::SetList(list, _) | Op::Loop(list, _) => Kept::Many(*list) == there,
        Op::Next { item, .. } => Kept::One(*item) == there,
        Op::Move { result, .. }
        | Op::Gather { result, .. }
        | Op::Send { result, .. }
        | Op::Deal { result, .. }
        | Op::Random { result, .. }
        | Op::Create { result, .. }
        | Op::Emit(_, _, result) => *result == there,
        Op::Ask(ask) => {
            let pressed = ask.pressed.is_some_and(|slot| Kept::One(slot) == there);
            pressed
                || Kept::One(ask.into) == there
                || ask.many.as_ref().is_some_and(|many| Kept::Many(many.into) == there)
        }
        // New instruction: add it if it stores a value. Otherwise a simultaneous loop may get a false warning that all
        // players take the same card.
        _ => false,
    }
}
