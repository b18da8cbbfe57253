//! Builds the code of one effect.

use crate::code::{At, Expr, Field, Instruction, Kept, Kind, ListId, Op, SlotId, SlotInfo, Unit, When};

/// A placeholder for a jump target that is not known yet.
pub(super) const LATER: At = At::MAX;

/// The code, scalars and lists of one effect under construction.
#[derive(Debug, Default)]
pub(super) struct Emitter {
    pub(super) code: Vec<Instruction>,
    slots: Vec<SlotInfo>,
    lists: Vec<SlotInfo>,
    context: Vec<(Field, SlotId)>,
    /// Number of actions started.
    pub(super) actions: u16,
    /// The number of the current action.
    pub(super) action: u16,
    /// What happens if the current action fails. `None` means [`When::Abort`].
    pub(super) when: Option<When>,
    /// Whether the effect can be rolled back.
    pub(super) rollback: bool,
    /// Number of enclosing `REPEAT` loops.
    pub(super) repeats: usize,
}

impl Emitter {
    /// The position of the next instruction.
    pub(super) fn here(&self) -> At {
        At::try_from(self.code.len()).unwrap_or(LATER)
    }

    /// Appends an instruction and returns its position.
    pub(super) fn emit(&mut self, op: Op) -> usize {
        let when = self.when.unwrap_or(When::Abort);
        self.rollback |= when == When::Rollback;
        self.code.push(Instruction { op, when, action: self.action, next: LATER });
        self.code.len() - 1
    }

    /// Sets the target of a jump.
    pub(super) fn aim(&mut self, at: usize, to: At) {
        match self.code.get_mut(at).map(|step| &mut step.op) {
            Some(Op::Jump(place) | Op::Branch(_, place)) => *place = to,
            Some(Op::Next { done, .. }) => *done = to,
            Some(Op::Lanes { end, .. } | Op::Branches { end, .. }) => *end = to,
            Some(Op::Try { otherwise }) => *otherwise = to,
            // New instruction: add it if it has a jump target.
            _ => {}
        }
    }

    /// Whether the current position is inside a loop whose end is not known yet.
    pub(super) fn is_in_loop(&self) -> bool {
        // New instruction: add it if it begins a loop.
        self.repeats > 0 || self.code.iter().any(|step| matches!(step.op, Op::Next { done: LATER, .. }))
    }

    /// Whether the current position is inside a `TRY` whose exit is not known yet.
    pub(super) fn is_tried(&self) -> bool {
        // New instruction: add it if it catches a failure.
        self.code.iter().any(|step| matches!(step.op, Op::Try { otherwise: LATER }))
    }

    /// Ends an action. If a failure of the action is ignored, execution continues after the action. Instructions from
    /// `start` on get this continuation, unless an inner action has already set another one.
    pub(super) fn end_action(&mut self, start: usize) {
        let end = self.here();
        self.code[start..].iter_mut().filter(|step| step.next == LATER).for_each(|step| step.next = end);
    }

    pub(super) fn slot(&mut self, name: &str, kind: Kind) -> SlotId {
        self.slots.push(SlotInfo { name: name.to_owned(), kind });
        SlotId((self.slots.len() - 1) as u16)
    }

    /// The name of a slot in the document.
    pub(super) fn slot_name(&self, slot: SlotId) -> &str {
        self.slots.get(usize::from(slot.0)).map_or("", |info| info.name.as_str())
    }

    /// The name of a stored value in the document.
    pub(super) fn kept_name(&self, kept: Kept) -> &str {
        match kept {
            Kept::One(slot) => self.slot_name(slot),
            Kept::Many(list) => self.lists.get(usize::from(list.0)).map_or("", |info| info.name.as_str()),
            Kept::No => "",
        }
    }

    pub(super) fn list(&mut self, name: &str, kind: Kind) -> ListId {
        self.lists.push(SlotInfo { name: name.to_owned(), kind });
        ListId((self.lists.len() - 1) as u16)
    }

    /// Number of scalars and of lists.
    pub(super) fn sizes(&self) -> (u16, u16) {
        (self.slots.len() as u16, self.lists.len() as u16)
    }

    /// The number of scalars or the number of lists, whichever is larger.
    pub(super) fn kept(&self) -> usize {
        self.slots.len().max(self.lists.len())
    }

    /// The slot for a field of the event.
    pub(super) fn context(&mut self, field: Field, kind: Kind) -> SlotId {
        if let Some((_, slot)) = self.context.iter().find(|(known, _)| *known == field) {
            return *slot;
        }
        let name = match field {
            Field::Card => "card",
            Field::From => "from",
            Field::To => "to",
            Field::Player => "player",
            Field::Phase => "phase",
            Field::State => "state",
            Field::TurnIndex => "turn_index",
            Field::Declared(_) => "field",
        };
        let slot = self.slot(name, kind);
        self.context.push((field, slot));
        slot
    }

    /// Whether the slot holds a field of the event whose value comes from the action that triggered the event. Such a
    /// value may be hidden.
    pub(super) fn is_given(&self, slot: SlotId) -> bool {
        self.context.iter().any(|(field, own)| *own == slot && matches!(field, Field::Declared(_)))
    }

    /// Returns the complete unit.
    pub(super) fn finish(mut self) -> Unit {
        let last = self.emit(Op::End);
        self.code[last].next = last as At;
        let Emitter { code, slots, lists, context, rollback, .. } = self;
        Unit { code, slots, lists, context, rollback, ..Unit::default() }
    }
}

/// A branch with an unknown target.
pub(super) fn branch(condition: Expr) -> Op {
    Op::Branch(condition, LATER)
}
