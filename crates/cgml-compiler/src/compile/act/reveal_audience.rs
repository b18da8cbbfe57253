//! Widens the audience of a value after the cards it was computed from have been shown (decision 17).
//!
//! A rule may set a variable from cards and then move or show these cards. The players who see the cards then know the
//! value. This holds only if nothing in between could change the value or the cards. A question, a loop, another
//! assignment to the variable, or other cards stored under the same name could do so. If the assignment is conditional,
//! a guard slot records whether it ran.

use super::super::Compiler;
use super::super::emitter::branch;
use crate::code::walk::each::{self, Node};
use crate::code::{At, Cards, Compare, Expr, Instruction, Kept, List, Op, Seats, SlotId, Target};
use rulebook_table::{Facing, ZoneVisibility};

/// Identifies stored cards: whether they are a list, and the number of the slot or list.
type Stored = (bool, u16);

impl Compiler<'_> {
    /// Call after an instruction that moves or shows cards. Emits [`Op::Known`] for the values that were set from these
    /// cards.
    pub(super) fn judge_again(&mut self) {
        let Some(last) = self.unit.code.len().checked_sub(1) else { return };
        if self.lane.is_some() || self.dry {
            return;
        }
        let mut found = set_from_shown(&self.unit.code, last);
        let in_line: Vec<usize> = found.iter().map(|set| set.at).collect();
        found.extend(self.set_elsewhere(last).into_iter().filter(|set| !in_line.contains(&set.at)));
        if found.is_empty() {
            return;
        }
        let open = self.comes_to_lie_openly(&self.unit.code[last].op);
        for IsSet { at, target, value, guard } in found {
            if open {
                self.told_by_now(at);
            }
            let fork = guard.map(|guard| {
                let was_set = Expr::Compare(Compare::Eq, Box::new(Expr::Slot(guard)), Box::new(Expr::Const(1)));
                self.unit.emit(branch(was_set))
            });
            self.unit.emit(Op::Known(target, value));
            if let Some(fork) = fork {
                let here = self.unit.here();
                self.unit.aim(fork, here);
            }
        }
    }

    /// The assignments from the cards that the last instruction moved or showed. Also finds assignments in other
    /// branches.
    fn set_elsewhere(&self, last: usize) -> Vec<IsSet> {
        let code = &self.unit.code;
        // Inside a loop, the value may come from the previous round.
        if self.unit.is_in_loop() {
            return Vec::new();
        }
        let (shown, result) = shown_by(&code[last].op);
        let secrets = self.secrets.iter().filter(|secret| secret.set.0 == self.rule && secret.set.1 < last);
        let found = secrets.filter_map(|secret| {
            let (value, at) = (secret.value.as_ref()?, secret.set.1);
            let read = read_of_cards(value)?;
            let moved = read.iter().any(|card| shown.contains(card)) && !result.is_some_and(|own| read.contains(&own));
            let unsure = secret.guard.is_none() && is_led_into(&code[..at], at, last);
            let disturbed = unsure || code[at + 1..last].iter().any(|step| disturbs(&step.op, &secret.target, &read));
            let (target, value) = (secret.target.clone(), value.clone());
            (moved && !disturbed).then_some(IsSet { at, target, value, guard: secret.guard })
        });
        found.collect()
    }

    fn comes_to_lie_openly(&self, op: &Op) -> bool {
        match op {
            Op::Move { to, facing, .. } => self.def_of(to).map(|def| &self.game.zones[def].def).is_none_or(|zone| {
                let up = match facing {
                    Facing::Up => true,
                    Facing::Down => false,
                    Facing::Default | Facing::Keep => zone.default_face_up,
                };
                up && zone.others_level >= ZoneVisibility::TopOnly
            }),
            Op::Sight(_, _, to) => matches!(to, Seats::These(these) if these.len() == self.game.seats),
            // New instruction: this arm assumes that it shows the cards to everybody. If it does not, a warning about a
            // leak may be missing.
            _ => true,
        }
    }
}

/// An assignment from cards: its position, target and value, and the slot that records whether it ran.
struct IsSet {
    at: usize,
    target: Target,
    value: Expr,
    guard: Option<SlotId>,
}

/// The stored cards that an instruction moves or shows, and the place where it stores its result.
fn shown_by(op: &Op) -> (Vec<Stored>, Option<Stored>) {
    let mut shown = Vec::new();
    // New instruction: add it if it shows stored cards. Otherwise players who see the cards do not learn the values
    // computed from them.
    if matches!(op, Op::Move { .. } | Op::Turn(..) | Op::Sight(..)) {
        each::op(op, &mut |node| shown.extend(stored(&node)));
    }
    let result = match op {
        Op::Move { result, .. } => stored_as(*result),
        _ => None,
    };
    (shown, result)
}

fn stored_as(kept: Kept) -> Option<Stored> {
    match kept {
        Kept::No => None,
        Kept::One(slot) => Some((false, slot.0)),
        Kept::Many(list) => Some((true, list.0)),
    }
}

/// Whether an instruction can change the assigned value, the stored cards, or the players who know them.
fn disturbs(op: &Op, target: &Target, read: &[Stored]) -> bool {
    match op {
        Op::Set(Target::Slot(slot), _) | Op::Add(Target::Slot(slot), _) => read.contains(&(false, slot.0)),
        Op::Set(other, _) | Op::Add(other, _) => same(other, target),
        Op::SetList(list, _) => read.contains(&(true, list.0)),
        Op::Move { result, .. } => stored_as(*result).is_some_and(|own| read.contains(&own)),
        Op::Jump(_)
        | Op::Branch(..)
        | Op::Known(..)
        | Op::SetGlobalList(..)
        | Op::Say(..)
        | Op::Flow(_)
        | Op::Note { .. }
        | Op::Turn(..)
        | Op::Sight(..) => false,
        // New instruction: this arm assumes that it may change the value or the stored cards. This is always safe, but
        // audiences may be smaller than necessary.
        _ => true,
    }
}

/// Assignments from cards that the last instruction moved or showed. Searches only the straight-line code before that
/// instruction.
fn set_from_shown(code: &[Instruction], last: usize) -> Vec<IsSet> {
    let (shown, result) = shown_by(&code[last].op);
    let (mut found, mut since): (Vec<IsSet>, Vec<&Target>) = (Vec::new(), Vec::new());
    for (at, step) in code.iter().enumerate().take(last).rev() {
        match &step.op {
            Op::Set(Target::Slot(_), _) | Op::Add(Target::Slot(_), _) => break,
            Op::Set(target, value) => {
                let read = read_of_cards(value).unwrap_or_default();
                let again =
                    read.iter().any(|card| shown.contains(card)) && !result.is_some_and(|own| read.contains(&own));
                if again && !since.iter().any(|other| same(other, target)) && !is_led_into(code, at, last) {
                    found.push(IsSet { at, target: target.clone(), value: value.clone(), guard: None });
                }
                since.push(target);
            }
            Op::Add(target, _) => since.push(target),
            Op::Known(..)
            | Op::SetGlobalList(..)
            | Op::Say(..)
            | Op::Flow(_)
            | Op::Note { .. }
            | Op::Turn(..)
            | Op::Sight(..)
            | Op::Move { result: Kept::No, .. } => {}
            // New instruction: this arm assumes that it may change the value. Values computed before it stay hidden,
            // although players see the cards.
            _ => break,
        }
    }
    found.reverse();
    found
}

fn stored(node: &Node<'_>) -> Option<Stored> {
    match node {
        Node::Expr(Expr::Slot(slot)) => Some((false, slot.0)),
        Node::Cards(Cards::Slot(list)) | Node::List(List::Slot(list)) => Some((true, list.0)),
        _ => None,
    }
}

/// Whether a value depends only on the faces of stored cards.
pub(in super::super) fn is_of_stored_cards(value: &Expr) -> bool {
    read_of_cards(value).is_some()
}

/// The stored cards whose faces a value depends on. `None` if the value depends on anything else that can change when
/// cards move.
fn read_of_cards(value: &Expr) -> Option<Vec<Stored>> {
    let (mut found, mut faces, mut else_read) = (Vec::new(), false, false);
    each::expr(value, &mut |node| {
        found.extend(stored(&node));
        match node {
            Node::Expr(Expr::Property(..) | Expr::RankOfCard(_) | Expr::FaceId(_))
            | Node::Cards(Cards::Filter(..) | Cards::Prefer(..))
            | Node::List(List::Keys(_)) => {
                faces = true;
            }
            Node::Expr(
                Expr::Global(_)
                | Expr::Var(_)
                | Expr::VarOf(..)
                | Expr::Current
                | Expr::ActiveState
                | Expr::ActivePhase
                | Expr::TurnIndex
                | Expr::ZoneOf(..)
                | Expr::ZoneOfCard(_)
                | Expr::OwnerOfZone(_)
                | Expr::Top(_)
                | Expr::Bottom(_)
                | Expr::CardAt(..)
                | Expr::IsUp(_)
                | Expr::CanDo(_),
            )
            | Node::Cards(Cards::Zone(_) | Cards::Zones(_) | Cards::Global(_))
            | Node::Zones(_)
            | Node::Seats(_)
            | Node::List(List::Global(_)) => else_read = true,
            _ => {}
        }
    });
    (faces && !else_read).then_some(found)
}

/// Whether both targets can be the same variable.
fn same(a: &Target, b: &Target) -> bool {
    match (a, b) {
        (Target::VarOf(a, _), Target::VarOf(b, _)) => a == b,
        _ => a == b,
    }
}

/// Whether a jump can skip the instruction at `at` and land after it, up to `last`.
fn is_led_into(code: &[Instruction], at: usize, last: usize) -> bool {
    let between = |to: &At| usize::from(*to) > at && usize::from(*to) <= last;
    code.iter().any(|step| match &step.op {
        Op::Jump(to) | Op::Branch(_, to) | Op::Next { done: to, .. } | Op::Lanes { end: to, .. } => between(to),
        Op::Try { otherwise: to } => between(to),
        Op::Branches { starts, end } => between(end) || starts.iter().any(between),
        // New instruction: add it if it has a jump target.
        _ => false,
    })
}
