//! Pays the parts of a cost other than mana (CR 601.2g, 601.2h). Finds for each part a different permanent or card that
//! is not already used for mana. A cost is paid completely or not at all.

use super::Duel;
use super::compiled_cards::{AbilityId, CompiledAbility};
use super::convoke::HELPS;
use super::cost::{chosen_of, of_hand};
use super::mana::{Need, Units};
use super::state::{Casting, DuelState, Id, Ids};
use crate::ir::{CostPart, Obj, Pred};
use rulebook_kernel::Seat;
use std::borrow::Cow;

/// A place for one object that a part of the cost takes, with the objects that can fill it.
#[derive(Clone, Debug)]
struct Slot {
    options: Ids,
    /// Whether the object must be untapped.
    fresh: bool,
}

/// An object that is already used to produce mana.
#[derive(Clone, Copy, Debug)]
struct Used {
    id: Id,
    /// Whether the object leaves its zone to produce the mana. If this is `false`, the object is only tapped.
    leaves: bool,
}

/// Whether the cost takes permanents or cards in public zones.
pub(super) fn takes_things(parts: &[CostPart]) -> bool {
    parts.iter().any(|part| chosen_of(part).is_some() && of_hand(part).is_none())
}

/// Whether this part of the cost needs untapped objects.
fn is_fresh(part: &CostPart) -> bool {
    match part {
        CostPart::TapObj(_) => true,
        part => match chosen_of(part) {
            Some(Obj::Choose { filter, .. }) => {
                filter.post.iter().chain(filter.nouns.iter().flat_map(|noun| &noun.adj)).any(|p| *p == Pred::Untapped)
            }
            _ => false,
        },
    }
}

fn takes_away(used: &[Used], id: Id, fresh: bool) -> bool {
    used.iter().any(|by| by.id == id && (by.leaves || fresh))
}

/// The number of slots that cannot be filled, with the best assignment of objects.
fn missing(slots: &[Slot], used: &[Used]) -> usize {
    let mut taken = Vec::new();
    (0..slots.len()).filter(|at| !place(slots, used, *at, &mut taken, &mut Ids::new())).count()
}

/// Finds an object for one slot by an augmenting path, which may reassign other slots.
fn place(slots: &[Slot], used: &[Used], at: usize, taken: &mut Vec<(Id, usize)>, seen: &mut Ids) -> bool {
    for &id in &slots[at].options {
        if seen.contains(&id) || takes_away(used, id, slots[at].fresh) {
            continue;
        }
        seen.push(id);
        let Some(n) = taken.iter().position(|(other, _)| *other == id) else {
            taken.push((id, at));
            return true;
        };
        if place(slots, used, taken[n].1, taken, seen) {
            taken[n].1 = at;
            return true;
        }
    }
    false
}

impl Duel {
    /// One slot for each object that the parts take. `taps` says whether the cost also taps the source.
    fn slots(&self, s: &DuelState, seat: Seat, source: Id, parts: &[CostPart], taps: bool) -> Vec<Slot> {
        let mut slots = Vec::new();
        for part in parts.iter().filter(|part| of_hand(part).is_none()) {
            let Some(what) = chosen_of(part) else { continue };
            let fresh = is_fresh(part);
            let mut options = self.cost_options(s, seat, source, part, &[]);
            options.retain(|id| !(taps && fresh && *id == source));
            let slot = Slot { options, fresh };
            slots.extend(std::iter::repeat_n(slot, self.choice_size(s, seat, source, what)));
        }
        slots
    }

    /// Whether all parts can be paid, each with different objects.
    pub(super) fn things_suffice(&self, s: &DuelState, seat: Seat, source: Id, parts: &[CostPart]) -> bool {
        let taps = parts.contains(&CostPart::Tap);
        let takers = parts.iter().filter(|part| chosen_of(part).is_some() && of_hand(part).is_none()).count();
        // Parts conflict only if several parts take objects. The caller has already checked a single part.
        let alone = takers < 2 && !(taps && parts.iter().any(is_fresh));
        alone || missing(&self.slots(s, seat, source, parts, taps), &[]) == 0
    }

    /// The mana units that can be used such that the other parts of the cost can still be paid. `None` if that is
    /// impossible. `spent` is an object that is used for mana in any case.
    pub(super) fn spared(
        &self,
        s: &DuelState,
        seat: Seat,
        (source, parts): (Id, &[CostPart]),
        need: &Need,
        mut units: Units,
        spent: Option<Id>,
    ) -> Option<Units> {
        if !takes_things(parts) {
            return Some(units);
        }
        let slots = self.slots(s, seat, source, parts, parts.contains(&CostPart::Tap));
        let gives_itself = |ab: AbilityId| match &self.cards.abilities[ab as usize] {
            CompiledAbility::Activated { cost, mana: true, .. } => cost.contains(&CostPart::Sacrifice(Obj::Source)),
            _ => false,
        };
        let use_of = |id: Id, helps: bool| Used { id, leaves: !helps && self.abilities(s, id).any(gives_itself) };
        // The object in `spent` comes first and cannot be left out.
        let mut used: Vec<Used> = spent.map(|id| use_of(id, false)).into_iter().collect();
        let fixed = used.len();
        for (id, ab) in units.iter().filter_map(|unit| unit.from).filter(|(id, _)| !id.is_none()) {
            if used.iter().all(|by| by.id != id) {
                let by = use_of(id, ab == HELPS);
                if slots.iter().any(|slot| slot.options.contains(&id) && takes_away(&[by], id, slot.fresh)) {
                    used.push(by);
                }
            }
        }
        loop {
            let short = missing(&slots, &used);
            if short == 0 {
                return Some(units);
            }
            let helps = |at: usize| {
                let rest: Vec<Used> = used.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, by)| *by).collect();
                missing(&slots, &rest) < short
            };
            let without = |at: usize| -> Units {
                units.iter().copied().filter(|unit| unit.from.is_none_or(|(id, _)| id != used[at].id)).collect()
            };
            // The units near the end of the list are needed least for mana. So search from the end for a unit whose
            // removal fills more slots. Prefer a unit that is not needed to pay the mana.
            let able: Vec<usize> = (fixed..used.len()).rev().filter(|at| helps(*at)).collect();
            let free = able.iter().find(|at| self.can_pay(s, seat, need, &without(**at)));
            let at = *free.or(able.first())?;
            let left = without(at);
            units = left;
            used.remove(at);
        }
    }

    /// Like [`Self::spared`], but borrows the units if none must be left out.
    pub(super) fn kept<'a>(
        &self,
        s: &DuelState,
        seat: Seat,
        source: Id,
        parts: &[CostPart],
        need: &Need,
        units: &'a Units,
    ) -> Option<Cow<'a, Units>> {
        if need.is_empty() || !takes_things(parts) {
            return Some(Cow::Borrowed(units));
        }
        self.spared(s, seat, (source, parts), need, units.clone(), None).map(Cow::Owned)
    }

    /// Like [`Self::spared`], for the spell or ability being announced.
    pub(crate) fn casting_spared(
        &self,
        s: &DuelState,
        casting: &Casting,
        parts: &[CostPart],
        units: Units,
        spent: Option<Id>,
    ) -> Option<Units> {
        let source = if casting.item.ability.is_some() { casting.item.source } else { casting.item.id };
        self.spared(s, casting.seat, (source, parts), &self.need_of(s, casting), units, spent)
    }

    /// The objects that may be picked for the current part such that the later parts can still be paid.
    pub(crate) fn casting_options(&self, s: &DuelState, casting: &Casting, parts: &[CostPart]) -> Ids {
        let (seat, at) = (casting.seat, usize::from(casting.at));
        let source = if casting.item.ability.is_some() { casting.item.source } else { casting.item.id };
        let Some(part) = parts.get(at) else { return Ids::new() };
        let mut options = self.cost_options(s, seat, source, part, &casting.picked);
        if chosen_of(part).is_none() {
            return options;
        }
        let taps = parts.contains(&CostPart::Tap);
        options.retain(|id| !(taps && is_fresh(part) && *id == source));
        if !takes_things(&parts[at + 1..]) {
            return options;
        }
        let mut slots = self.slots(s, seat, source, &parts[at..], taps);
        slots.drain(..(casting.picked.len() + 1).min(slots.len()));
        options.retain(|id| {
            let gone = casting.picked.iter().chain([&*id]).map(|id| Used { id: *id, leaves: true });
            missing(&slots, &gone.collect::<Vec<Used>>()) == 0
        });
        options
    }
}
