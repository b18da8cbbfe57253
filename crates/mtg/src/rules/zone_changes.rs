//! Finds an object after it changed zones. In the new zone it is a new object (CR 400.7). Only these can find the new
//! object:
//! - an ability that triggered on that change (CR 400.7e, 400.7f);
//! - a spell or ability whose cost moved the object;
//! - the other parts of the effect that moved the object (CR 400.7j).

use super::compiled_cards::{AbilityId, CodeId, CompiledAbility, has_sub};
use super::state::{
    DuelState, GameObject, Id, Item, ObjectOrPlayer, ObjectSlot, Resolving, TriggerEvent, Waiting, Zone,
};
use super::{Duel, Engine};
use crate::ir::{CostPart, Obj as Said};
use smallvec::SmallVec;

impl Duel {
    /// The newest object of the same card that the resolving item can find.
    pub(super) fn follow(&self, s: &DuelState, f: &Resolving, id: Id) -> Id {
        let mut id = id;
        while let Some(o) = s.known(id).filter(|o| o.gone && !o.next.is_none()) {
            if o.left <= f.began && !self.finds(s, &f.item, id, o) {
                break;
            }
            id = o.next;
        }
        id
    }

    /// Whether the item can find the object after a zone change that happened before the item began to resolve.
    fn finds(&self, s: &DuelState, item: &Item, id: Id, o: &GameObject) -> bool {
        let before = o.left <= item.born;
        let Some(ab) = item.ability else { return before && item.paid.contains(&id) };
        match self.cards.abilities.get(ab as usize) {
            Some(CompiledAbility::Triggered { .. }) => {
                let TriggerEvent { obj, other, .. } = item.occasion;
                before && (id == obj || id == other) || id == item.source && self.fell_off(s, item, o)
            }
            Some(CompiledAbility::Activated { cost, .. }) => {
                let takes = |part: &CostPart| {
                    matches!(
                        part,
                        CostPart::Sacrifice(Said::Source) | CostPart::Exile(Said::Source | Said::SourceIn(_))
                    )
                };
                before && (item.paid.contains(&id) || id == item.source && cost.iter().any(takes))
            }
            // A delayed or reflexive triggered ability finds the same objects as the effect that created it.
            _ => before,
        }
    }

    /// Whether this Aura went to the graveyard together with the permanent that it enchanted, or because that permanent
    /// left (CR 400.7f).
    fn fell_off(&self, s: &DuelState, item: &Item, aura: &GameObject) -> bool {
        let left = s.known(item.occasion.obj).is_some_and(|o| o.gone && o.left <= item.born);
        left && aura.host == item.occasion.obj
            && self.cards.aura.is_some_and(|at| has_sub(&aura.chars.subs, at))
            && s.known(aura.next).is_some_and(|o| o.zone == Zone::Graveyard)
    }
}

impl DuelState {
    /// The slots of ghosts to which delayed triggered abilities still refer (CR 603.7c).
    pub(super) fn awaited(&self) -> SmallVec<[ObjectSlot; 8]> {
        let mut slots = SmallVec::new();
        for Waiting { source, last, occasion, .. } in self.delayed.iter().map(|delayed| &delayed.wait) {
            for id in last.iter().copied().chain([*source, occasion.obj, occasion.other]) {
                let mut id = id;
                while let Some(o) = self.known(id).filter(|o| o.gone) {
                    slots.push(id.slot);
                    id = o.next;
                }
            }
        }
        slots
    }
}

impl Engine<'_> {
    /// Turns an object into a ghost.
    pub(super) fn depart(&mut self, id: Id) {
        let left = self.tick();
        let obj = &mut self.s.objs[id.slot as usize];
        (obj.gone, obj.left) = (true, left);
    }

    /// A triggered ability that the effect creates. It refers to the same objects as the effect.
    pub(super) fn wait(&self, f: &Resolving, ability: Option<AbilityId>, code: CodeId) -> Waiting {
        // The ability refers to the objects that the effect mentioned last. If it mentioned no objects, the ability
        // refers to its targets.
        let mut last = f.last.clone();
        if last.is_empty() {
            last.extend(
                f.item.targets.iter().filter_map(|t| if let ObjectOrPlayer::Obj(id) = t.aim { Some(id) } else { None }),
            );
        }
        // If the effect can no longer find one of these objects, the new ability cannot find it either. The timestamp 0
        // makes sure that the new ability does not find the object.
        let (r, s) = (self.r, &*self.s);
        let found =
            |id: &Id| s.known(*id).is_none_or(|o| !o.gone || o.next.is_none()) || s.live(r.follow(s, f, *id)).is_some();
        let born = if last.iter().chain([&f.item.source]).all(found) { s.clock } else { 0 };
        Waiting {
            ability,
            code,
            source: f.item.source,
            controller: f.item.controller,
            occasion: TriggerEvent { amount: f.amount, ..f.item.occasion },
            x: f.x.clamp(-9999, 9999) as i16,
            kicked: f.item.kicked,
            last,
            born,
        }
    }
}
