//! The code of one effect while it is written.

use crate::code::{At, Expr, Field, Instruction, Kept, Kind, ListId, Op, SlotId, SlotInfo, Unit, When};

/// A place that is not known yet.
pub(super) const LATER: At = At::MAX;

/// A unit in the making.
#[derive(Debug, Default)]
pub(super) struct Emitter {
    pub(super) code: Vec<Instruction>,
    slots: Vec<SlotInfo>,
    lists: Vec<SlotInfo>,
    context: Vec<(Field, SlotId)>,
    /// How many actions were begun.
    pub(super) actions: u16,
    /// The number of the action that is compiled.
    pub(super) action: u16,
    /// What happens when it cannot be done.
    pub(super) when: Option<When>,
    /// Can it be undone?
    pub(super) rollback: bool,
    /// How many loops we are in that go on as long as a condition says so.
    pub(super) repeats: usize,
}

impl Emitter {
    /// Where the next step will be.
    pub(super) fn here(&self) -> At {
        At::try_from(self.code.len()).unwrap_or(LATER)
    }

    /// Adds a step; gives its place.
    pub(super) fn emit(&mut self, op: Op) -> usize {
        let when = self.when.unwrap_or(When::Abort);
        self.rollback |= when == When::Rollback;
        self.code.push(Instruction { op, when, action: self.action, next: LATER });
        self.code.len() - 1
    }

    /// Sets where a jump goes.
    pub(super) fn aim(&mut self, at: usize, to: At) {
        match self.code.get_mut(at).map(|step| &mut step.op) {
            Some(Op::Jump(place) | Op::Branch(_, place)) => *place = to,
            Some(Op::Next { done, .. }) => *done = to,
            Some(Op::Lanes { end, .. } | Op::Branches { end, .. }) => *end = to,
            Some(Op::Try { otherwise }) => *otherwise = to,
            _ => {}
        }
    }

    /// Are we inside of a loop, whose end is not known yet?
    pub(super) fn is_in_loop(&self) -> bool {
        self.repeats > 0 || self.code.iter().any(|step| matches!(step.op, Op::Next { done: LATER, .. }))
    }

    /// Are we inside of a `TRY`, whose way out is not known yet?
    pub(super) fn is_tried(&self) -> bool {
        self.code.iter().any(|step| matches!(step.op, Op::Try { otherwise: LATER }))
    }

    /// The steps from `start` that belong to no inner action go on behind the last one.
    pub(super) fn end_action(&mut self, start: usize) {
        let end = self.here();
        self.code[start..].iter_mut().filter(|step| step.next == LATER).for_each(|step| step.next = end);
    }

    pub(super) fn slot(&mut self, name: &str, kind: Kind) -> SlotId {
        self.slots.push(SlotInfo { name: name.to_owned(), kind });
        SlotId((self.slots.len() - 1) as u16)
    }

    /// What a slot is called in the document.
    pub(super) fn slot_name(&self, slot: SlotId) -> &str {
        self.slots.get(usize::from(slot.0)).map_or("", |info| info.name.as_str())
    }

    /// What a stored value is called in the document.
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

    /// How many scalars and lists there are.
    pub(super) fn sizes(&self) -> (u16, u16) {
        (self.slots.len() as u16, self.lists.len() as u16)
    }

    /// How many scalars or lists there are, whichever are more.
    pub(super) fn kept(&self) -> usize {
        self.slots.len().max(self.lists.len())
    }

    /// The slot of a field of the event.
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

    /// Is it a field that whoever made the event gave it? Who does not know that does not know the field.
    pub(super) fn is_given(&self, slot: SlotId) -> bool {
        self.context.iter().any(|(field, own)| *own == slot && matches!(field, Field::Declared(_)))
    }

    /// The whole unit.
    pub(super) fn finish(mut self) -> Unit {
        let last = self.emit(Op::End);
        self.code[last].next = last as At;
        let Emitter { code, slots, lists, context, rollback, .. } = self;
        Unit { code, slots, lists, context, rollback }
    }
}

/// A branch whose way out is not known yet.
pub(super) fn branch(condition: Expr) -> Op {
    Op::Branch(condition, LATER)
}
