//! Dependencies between continuous effects in the same layer (CR 613.8).
//!
//! Effect A depends on effect B if applying B changes whether A exists, which objects A affects, or what A does to
//! them. An effect is applied after the effects on which it depends. Effects that depend on each other in a loop are
//! applied in timestamp order. The dependencies are computed again after each effect.

use super::Duel;
use super::compiled_cards::{Change, type_bit};
use super::layers::{ABILITIES, LiveEffect};
use super::state::{Characteristics, DuelState, Id};
use crate::ir::{Amount, CardType, Filter, Obj, Pred};
use smallvec::SmallVec;

/// Maximum number of effects in one layer that are checked for dependencies. If a layer has more effects, the
/// additional effects are applied in timestamp order.
const MOST: usize = 64;

/// The number of layer 7a: characteristic-defining abilities for power and toughness (CR 613.4a).
const SIZES: u8 = 7;

/// The result of an effect in a layer: each affected object with the numbers that the effect gives it.
type Work = SmallVec<[(Id, i32, i32); 8]>;

fn preds(filter: &Filter) -> impl Iterator<Item = &Pred> {
    filter.post.iter().chain(filter.nouns.iter().flat_map(|noun| &noun.adj))
}

fn filters<'a>(what: &'a Obj, into: &mut SmallVec<[&'a Filter; 2]>) {
    match what {
        Obj::Every { filter, .. } | Obj::Choose { filter, .. } => into.push(filter),
        Obj::Both(list) => list.iter().for_each(|part| filters(part, into)),
        _ => {}
    }
}

/// Whether the amount can depend on the power or toughness of an object.
fn by_sizes(amount: &Amount) -> bool {
    match amount {
        Amount::Number(_) | Amount::X | Amount::Players(_) | Amount::LifeOf(_) | Amount::CountersOn(..) => false,
        Amount::TypesInGraveyard(_) | Amount::Domain | Amount::Devotion(..) | Amount::DevotionBoth(..) => false,
        Amount::Party | Amount::CreaturesDied => false,
        Amount::CountOf(filter) => preds(filter).any(|pred| matches!(pred, Pred::Stat(..) | Pred::Extreme { .. })),
        Amount::Times(_, inner) | Amount::Plus(inner, _) | Amount::NumberPlus(_, inner, _) => by_sizes(inner),
        Amount::Half(inner, _) => by_sizes(inner),
        _ => true,
    }
}

/// Whether the set of affected objects depends on a property that satisfies `wanted`.
fn asks(live: &LiveEffect<'_>, wanted: fn(&Pred) -> bool) -> bool {
    let mut list = SmallVec::new();
    live.what.into_iter().for_each(|what| filters(what, &mut list));
    list.into_iter().flat_map(preds).any(wanted)
}

impl Duel {
    /// The next effect to apply in the layer. Characteristic-defining effects come first, and they can depend only on
    /// each other (CR 613.3, 613.8a).
    pub(super) fn next_effect(&self, s: &mut DuelState, list: &[LiveEffect<'_>], left: &[usize], layer: u8) -> usize {
        let first: SmallVec<[usize; 8]> = (0..left.len()).filter(|&n| list[left[n]].defining).collect();
        match first[..] {
            [] => self.free_effect(s, list, left, layer),
            // Only in the layer for power and toughness can two characteristic-defining effects depend on each other.
            [at, ..] if layer != SIZES => at,
            [at] => at,
            _ => {
                let defining: SmallVec<[usize; 8]> = first.iter().map(|&n| left[n]).collect();
                first[self.free_effect(s, list, &defining, layer)]
            }
        }
    }

    /// The oldest effect that does not depend on another effect (CR 613.8b).
    fn free_effect(&self, s: &mut DuelState, list: &[LiveEffect<'_>], left: &[usize], layer: u8) -> usize {
        let left = &left[..left.len().min(MOST)];
        if !left.iter().any(|&at| self.may_depend(&list[at], list, left, layer)) {
            return 0;
        }
        let mut on: SmallVec<[u64; 16]> = SmallVec::from_elem(0, left.len());
        for (n, &a) in left.iter().enumerate() {
            if !self.may_depend(&list[a], list, left, layer) {
                continue;
            }
            let before = self.work(s, &list[a], layer);
            for (m, &b) in left.iter().enumerate() {
                if a != b && self.after(s, list, a, b, layer) != before {
                    on[n] |= 1 << m;
                }
            }
        }
        let mut reach = on.clone();
        for via in 0..reach.len() {
            for from in 0..reach.len() {
                if reach[from] & (1 << via) != 0 {
                    reach[from] |= reach[via];
                }
            }
        }
        let free = |n: usize| (0..on.len()).all(|m| on[n] & (1 << m) == 0 || reach[m] & (1 << n) != 0);
        (0..on.len()).find(|n| free(*n)).unwrap_or(0)
    }

    /// Whether another effect of this layer can change the result of this effect. This is a quick test, because usually
    /// the answer is no.
    fn may_depend(&self, live: &LiveEffect<'_>, list: &[LiveEffect<'_>], left: &[usize], layer: u8) -> bool {
        // If the effect comes from a resolution, its objects and numbers are already fixed (CR 611.2c, 608.2h).
        if live.what.is_none() {
            return false;
        }
        let open = live.set.is_none();
        if layer <= 5 {
            return open || layer == 4;
        }
        if layer == ABILITIES {
            let loses =
                |at: &usize| self.cards.mods[list[*at].mods as usize].iter().any(|m| matches!(m, Change::LoseAll));
            let by_ability = asks(live, |pred| matches!(pred, Pred::With(_) | Pred::Without(_)));
            let has = live.printed || live.given.is_some();
            return open && (has && left.iter().any(loses) || by_ability || live.cond.is_some());
        }
        let by_size = asks(live, |pred| matches!(pred, Pred::Stat(..) | Pred::Extreme { .. }));
        let counts = self.cards.mods[live.mods as usize].iter().any(|change| match change {
            Change::Get { power, toughness, each } => {
                let fixed = |amount: &Amount| matches!(amount, Amount::Number(_));
                each.is_some() || !fixed(&power.1) || !fixed(&toughness.1)
            }
            Change::Base(p, t) => !matches!((p, t), (Amount::Number(_), Amount::Number(_))),
            Change::Define { to, .. } => by_sizes(to),
            _ => false,
        });
        open && (by_size || live.cond.is_some()) || counts || live.where_x.is_some()
    }

    /// The result of effect `a` if effect `b` were applied first.
    fn after(&self, s: &mut DuelState, list: &[LiveEffect<'_>], a: usize, b: usize, layer: u8) -> Work {
        let saved: Vec<Characteristics> = s.field.iter().map(|&slot| s.objs[slot as usize].chars).collect();
        let granted = s.granted.clone();
        let mut other = list[b].clone();
        self.apply_one(s, &mut other, layer);
        let work = self.work(s, &list[a], layer);
        for (at, chars) in saved.into_iter().enumerate() {
            let slot = s.field[at] as usize;
            s.objs[slot].chars = chars;
        }
        s.granted = granted;
        work
    }

    fn work(&self, s: &DuelState, live: &LiveEffect<'_>, layer: u8) -> Work {
        let mut work = Work::new();
        for id in self.affected(s, live) {
            let changes = self.cards.mods[live.mods as usize].iter().filter(|change| change.layer() == layer);
            for change in changes {
                let cx = self.live_cx(s, live, id);
                let number = |amount: &Amount| self.amount(s, &cx, amount);
                let (a, b) = match change {
                    Change::Control => (cx.you.index() as i32, 0),
                    Change::Types { .. } => (i32::from(s.obj(id).chars.types & type_bit(CardType::Land) != 0), 0),
                    Change::Define { to, .. } => (number(to), 0),
                    Change::Base(p, t) => (number(p), number(t)),
                    Change::Get { power, toughness, each } => {
                        let times = each.as_ref().map_or(1, number);
                        (number(&power.1) * times, number(&toughness.1) * times)
                    }
                    _ => (0, 0),
                };
                work.push((id, a, b));
            }
        }
        work
    }
}
