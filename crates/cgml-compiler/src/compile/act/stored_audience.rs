//! Marks moves of stored search results that may be hidden from a player (decision 17). The compiler decides this once,
//! so that moves of other cards stay fast.

use super::super::Compiler;
use crate::code::walk::each::{self, Node};
use crate::code::{Cards, Expr, Gather, Instruction, Kept, List, Op, Seats, Target, Zones};

impl Compiler<'_> {
    /// Describes the cards that a move takes: given cards, or cards of a zone. The instruction finds them when it runs.
    pub(super) fn taken(&self, from: Cards, fifo: bool, count: Option<Expr>, needs_some: bool) -> Gather {
        let all = match from {
            Cards::One(_) => count.is_none() || count == Some(Expr::Const(1)),
            _ => count.is_none(),
        };
        let found = all && self.are_found(&from);
        Gather { from, fifo, count, needs_some, found }
    }

    /// Whether these are stored cards whose identity may be hidden from a player.
    fn are_found(&self, cards: &Cards) -> bool {
        let code = &self.unit.code;
        match cards {
            Cards::One(card) => match **card {
                Expr::Slot(slot) => self.unit.is_given(slot) || is_found(code, Kept::One(slot)),
                Expr::Global(_) => true,
                _ => false,
            },
            Cards::Slot(list) => is_found(code, Kept::Many(*list)),
            _ => false,
        }
    }
}

/// Whether one of these instructions stores a value that may be hidden from a player.
fn is_found(code: &[Instruction], kept: Kept) -> bool {
    code.iter().enumerate().any(|(at, step)| match &step.op {
        Op::Set(Target::Slot(slot), _) => kept == Kept::One(*slot) && !is_plain(&step.op),
        Op::SetList(list, _) => kept == Kept::Many(*list) && !is_plain(&step.op),
        Op::Random { result, .. } => kept == *result && !is_plain(&step.op),
        Op::Next { left, item, .. } if kept == Kept::One(*item) => {
            let filled = code[..at].iter().rev().find(|step| matches!(&step.op, Op::Loop(list, _) if list == left));
            filled.is_some_and(|step| !is_plain(&step.op))
        }
        Op::Ask(ask) => {
            let into = ask.many.as_ref().map_or(Kept::One(ask.into), |many| Kept::Many(many.into));
            kept == into && ask.audience.is_some()
        }
        // New instruction: this arm assumes that it stores no hidden card. If it does, players who see the card move do
        // not learn that it was the stored card.
        _ => false,
    })
}

/// Whether an instruction certainly reads nothing but public information.
fn is_plain(op: &Op) -> bool {
    let mut plain = true;
    each::op(op, &mut |node| {
        plain &= match node {
            Node::Expr(part) => matches!(part, Expr::Const(_) | Expr::Current | Expr::SeatAfter(..) | Expr::ZoneOf(..)),
            Node::Cards(part) => matches!(part, Cards::Zone(_) | Cards::Zones(_)),
            Node::Zones(part) => matches!(part, Zones::These(_) | Zones::OfSeats(..) | Zones::One(_)),
            Node::Seats(part) => matches!(part, Seats::These(_) | Seats::TurnOrder | Seats::One(_)),
            Node::List(part) => matches!(part, List::Of(_) | List::Cards(_)),
        };
    });
    plain
}
