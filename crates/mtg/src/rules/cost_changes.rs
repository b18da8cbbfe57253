//! Cost changes by the text of the spell or ability itself (CR 601.2f). They depend on a condition, on counted objects,
//! or on targets, which are chosen before the cost is paid.

use super::Duel;
use super::compiled_cards::{AbilityId, CodeId, CompiledAbility, DefId};
use super::eval::{EvalContext, Thing};
use super::mana::{ANY, Need, Units};
use super::state::{CastWay, Casting, ChosenTarget, DuelState, Id, Item, ObjectOrPlayer};
use crate::ir::{Limit, ManaSymbol, SpellCost, Target};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

impl Duel {
    /// Whether the cost increases, and by how much mana it changes. `None` if the change does not apply.
    pub(super) fn change_size(
        &self,
        s: &DuelState,
        cx: &EvalContext<'_>,
        change: &SpellCost,
        item: Option<&Item>,
    ) -> Option<(bool, i32)> {
        let SpellCost::Change { more, mana, each, cond, targeting, x } = change else { return None };
        if cond.as_ref().is_some_and(|cond| !self.cond(s, cx, cond)) {
            return None;
        }
        if let Some(filter) = targeting {
            let fits = |t: &ChosenTarget| matches!(t.aim, ObjectOrPlayer::Obj(id) if self.matches(s, cx, filter, id));
            item.filter(|item| item.targets.iter().any(fits))?;
        }
        let times = each.as_ref().map_or(1, |each| self.amount(s, cx, each));
        let x = x.as_ref().map_or(0, |x| self.amount(s, cx, x).max(0));
        let xs = mana.iter().filter(|symbol| **symbol == ManaSymbol::X).count() as i32;
        Some((*more, (i32::from(super::compiled_cards::mana_value(mana)) + xs * x) * times))
    }

    /// The mana cost of an activated ability, after the changes that its own text makes.
    pub(super) fn ability_need(&self, s: &DuelState, seat: Seat, source: Id, ab: AbilityId, x: i32) -> Need {
        let Some(CompiledAbility::Activated { cost, limits, .. }) = self.cards.abilities.get(ab as usize) else {
            return Need::new();
        };
        let mut need = self.mana_need(s, seat, cost, None, x, None);
        let cx = EvalContext::of(source, seat);
        let changes =
            limits.iter().filter_map(|limit| if let Limit::Costs(change) = limit { Some(change) } else { None });
        for (more, n) in changes.filter_map(|change| self.change_size(s, &cx, change, None)) {
            for _ in 0..n {
                if more {
                    need.push(ANY);
                } else if let Some(at) = need.iter().rposition(|mask| *mask == ANY) {
                    need.remove(at);
                }
            }
        }
        need.sort_unstable_by_key(|mask| (mask & ANY).count_ones());
        need
    }

    /// Whether targets can make the spell cheaper by its own text.
    fn discounts(&self, def: DefId) -> bool {
        let less = |ab: &AbilityId| {
            matches!(
                self.cards.abilities[*ab as usize],
                CompiledAbility::Cost(SpellCost::Change { more: false, targeting: Some(_), .. })
            )
        };
        self.prints(def, super::ability_index::OWN_COST) && self.cards.defs[def as usize].abilities.iter().any(less)
    }

    /// The target slots that the item uses, each with its part and its index in the part.
    fn aims<'a>(&'a self, item: &'a Item) -> impl Iterator<Item = (u8, u8, &'a Target)> + 'a {
        item.parts.iter().enumerate().flat_map(move |(part, code)| {
            let code = &self.cards.codes[usize::from(*code)];
            let chosen = move |(slot, _): &(usize, &Target)| code.early.aims(*slot, item.kicked);
            let numbered = move |(slot, spec): (usize, &'a Target)| (part as u8, slot as u8, spec);
            code.targets.iter().enumerate().filter(chosen).map(numbered)
        })
    }

    /// Whether the seat can pay for the spell with some choice of targets.
    pub(super) fn pays_aiming(&self, s: &DuelState, seat: Seat, thing: &Thing, way: CastWay, units: &Units) -> bool {
        if !self.discounts(thing.def) {
            return false;
        }
        let draft = Item {
            parts: self.cards.spell_codes(thing.def).collect(),
            ..self.draft(thing.id, seat, CodeId::default(), None)
        };
        self.aims(&draft).any(|(part, slot, spec)| {
            let aims = self.candidates(s, &draft, &self.item_cx(s, &draft, part), spec);
            aims.into_iter().any(|aim| {
                let targets = SmallVec::from_elem(ChosenTarget { part, slot, aim, share: 0 }, 1);
                self.can_pay_so(s, seat, thing, way, units, (0, 0), Some(&Item { targets, ..draft.clone() }))
            })
        })
    }

    /// Whether the cost can still be paid if this target is chosen. Later targets may also make the spell cheaper.
    pub(super) fn pays_if_aimed(&self, s: &DuelState, casting: &Casting, aim: ObjectOrPlayer) -> bool {
        let spell = casting.item.ability.is_none() && !casting.trigger;
        if !spell || !self.discounts(s.obj(casting.item.id).face) {
            return true;
        }
        let also = |casting: &Casting, part: u8, slot: u8, aim: ObjectOrPlayer| {
            let mut aimed = casting.clone();
            aimed.item.targets.push(ChosenTarget { part, slot, aim, share: 0 });
            aimed
        };
        let pays = |aimed: &Casting| {
            let units = self.casting_units(s, aimed);
            self.can_pay(s, casting.seat, &self.need_of(s, aimed), &units)
                || self.has_detours && !self.casting_detours(s, aimed, None).is_empty()
        };
        let aimed = also(casting, casting.at, casting.slot, aim);
        pays(&aimed)
            || self.aims(&casting.item).filter(|(part, slot, _)| (*part, *slot) > (casting.at, casting.slot)).any(
                |(part, slot, spec)| {
                    let aims = self.candidates(s, &aimed.item, &self.item_cx(s, &aimed.item, part), spec);
                    aims.into_iter().any(|aim| pays(&also(&aimed, part, slot, aim)))
                },
            )
    }
}
