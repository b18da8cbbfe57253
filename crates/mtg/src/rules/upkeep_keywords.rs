//! Keywords that trigger in an upkeep: cumulative upkeep (CR 702.24) and echo (CR 702.30).

use super::Engine;
use super::compiled_cards::{AbilityId, Code, CompiledAbility, CompiledCards, Op, Operand};
use super::pay::unless;
use super::state::{Id, ObjectSlot, Resolving};
use crate::ir::{Act, Amount, AmountSay, Cond, Cost, CostPart, CounterKind, Event, Obj, Phase, StepOwner, Who};

impl CompiledCards {
    /// Compiles an ability that triggers at the beginning of its controller's upkeep.
    fn due(&mut self, cond: Option<Cond>, ops: Vec<Op>) -> AbilityId {
        let code = self.code(Code { ops, ..Code::default() });
        let event = Event::Begins(Phase::Upkeep, StepOwner::Your);
        self.ability(CompiledAbility::Triggered { event, cond, code, once: false })
    }

    pub(super) fn echo(&mut self, cost: &Cost) -> AbilityId {
        self.due(Some(Cond::NewlyYours(Obj::Source)), unless(Who::You, cost, goes()))
    }

    pub(super) fn cumulative(&mut self, cost: &Cost) -> AbilityId {
        let (count, kind, say) = (Amount::Number(1), CounterKind::Age, AmountSay::Number);
        let ages = Act::PutCounters { count, kind, on: Obj::Source, say, who: Who::You };
        let ages = Op::Act(ages, Operand::Counter(self.kind(kind)));
        let there = Op::If(Cond::OnBattlefield(Obj::Source), 4);
        self.due(None, vec![there, ages, Op::UnlessEach(cost.clone(), kind, 4), goes()])
    }
}

fn goes() -> Op {
    Op::Act(Act::Sacrifice { who: Who::You, what: Obj::Source }, Operand::None)
}

/// The cost, `n` times. Amounts of mana and life are added up.
fn times(cost: &[CostPart], n: u16) -> Cost {
    let mut total = Cost::new();
    for part in cost {
        match part {
            CostPart::Life(Amount::Number(life)) => total.push(CostPart::Life(Amount::Number(life.saturating_mul(n)))),
            CostPart::Energy(Amount::Number(e)) => total.push(CostPart::Energy(Amount::Number(e.saturating_mul(n)))),
            other => total.extend(std::iter::repeat_n(other.clone(), usize::from(n))),
        }
    }
    total
}

impl Engine<'_> {
    /// Whether the controller pays the cost once for each counter. `None` if the controller was asked and has not
    /// answered yet.
    pub(super) fn offer_for_each(&mut self, f: &mut Resolving, cost: &[CostPart], kind: CounterKind) -> Option<bool> {
        let n = self.s.there(f.item.source).map_or(0, |_| self.r.counters(self.s, f.item.source, Some(kind)));
        let total = times(cost, n.clamp(0, 999) as u16);
        self.offer_payment(f, &Who::You, &total)
    }

    /// Emits the event that a creature was exploited. A creature that was sacrificed to its own exploit sees the event.
    /// A creature that left earlier does not (CR 603.10a).
    pub(super) fn exploits(&mut self, source: Id, what: Id) {
        let mut watchers: Vec<ObjectSlot> = self.s.field.clone();
        if source == what && self.s.known(source).is_some_and(|o| o.gone) {
            watchers.push(source.slot);
        }
        self.emit_to(super::triggers::GameEvent::Exploits(source, what), &watchers);
    }

    /// Removes counters from an object. Emits an event if the last counter of the kind is removed.
    pub(super) fn take_counters(&mut self, id: Id, kind: u8, n: i16) {
        let had = self.s.count(id, kind);
        self.s.add_counters(id.slot, kind, -n);
        self.s.dirty = true;
        if had > 0 && self.s.count(id, kind) == 0 {
            self.emit(super::triggers::GameEvent::LastCounter { id, kind });
        }
    }
}
