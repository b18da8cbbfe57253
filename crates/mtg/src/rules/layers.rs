//! Computes the characteristics of permanents by applying all continuous effects in layers (CR 613), in the order of
//! timestamps and dependencies.

use super::compiled_cards::{AbilityId, Change, CompiledAbility, ModsId, bit, flag, has_sub, is_own, type_bit};
use super::eval::{EvalContext, add_subs};
use super::state::{DuelState, Id, Ids, ObjectSlot};
use super::{Duel, Engine};
use crate::ir::{Amount, CardType, Cond, CounterKind, Obj, PlainKeyword};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

/// The number of the layer for effects that add or remove abilities (CR 613.1f).
pub(super) const ABILITIES: u8 = 6;

/// A continuous effect while the layers are applied.
#[derive(Clone, Debug)]
pub(super) struct LiveEffect<'a> {
    pub mods: ModsId,
    source: Id,
    you: Seat,
    time: u32,
    x: i32,
    amount: i32,
    /// The affected objects. They are fixed when the effect begins, or in the first layer in which it applies (CR
    /// 613.6). `None` before that.
    pub set: Option<Ids>,
    pub what: Option<&'a Obj>,
    pub cond: Option<&'a Cond>,
    pub where_x: Option<&'a Amount>,
    /// Whether the ability is printed on its source. If the source loses its abilities, the effect ends.
    pub printed: bool,
    /// The ability, if another effect granted it to the source. If the source loses it, the effect ends.
    pub given: Option<AbilityId>,
    /// Whether the ability is characteristic-defining (CR 604.3). The effect of such an ability is applied first in its
    /// layer.
    pub defining: bool,
}

impl LiveEffect<'_> {
    /// An effect on fixed objects, which lasts even if its source leaves.
    fn fixed(mods: ModsId, source: Id, you: Seat, time: u32, on: Ids) -> Self {
        let (set, what, cond, where_x) = (Some(on), None, None, None);
        let (x, amount, printed, given, defining) = (0, 0, false, None, false);
        LiveEffect { mods, source, you, time, x, amount, set, what, cond, where_x, printed, given, defining }
    }
}

impl Engine<'_> {
    /// Computes the cached characteristics again if they are stale.
    pub(crate) fn refresh(&mut self) {
        if !self.s.dirty {
            return;
        }
        self.s.dirty = false;
        let r = self.r;
        let before: SmallVec<[Seat; 32]> = self.s.permanents().map(|(_, o)| o.chars.controller).collect();
        r.layers(self.s);
        for (at, was) in before.into_iter().enumerate() {
            let slot = self.s.field[at];
            if self.s.objs[slot as usize].chars.controller != was {
                self.s.objs[slot as usize].sick = true;
                let id = self.s.id(slot);
                self.leave_combat(id);
            }
        }
    }
}

impl Duel {
    /// Computes all layers from the printed characteristics.
    pub(crate) fn layers(&self, s: &mut DuelState) {
        // Ghosts keep their granted abilities, because abilities that look back in time read them (CR 603.10a).
        let DuelState { granted, objs, .. } = &mut *s;
        granted.retain(|(slot, _, rule)| !rule && objs[*slot as usize].gone);
        let mut statics = !s.effects.is_empty();
        for at in 0..s.field.len() {
            let slot = s.field[at] as usize;
            let obj = &s.objs[slot];
            let mut chars = self.printed(obj.face, obj.controller);
            if let Some((power, toughness)) = obj.made {
                (chars.power, chars.toughness) = (power, toughness);
            }
            statics |=
                self.cards.defs[obj.face as usize].statics || self.keyword_counters(s, slot as u16).next().is_some();
            s.objs[slot].chars = chars;
        }
        statics |= !s.emblems.is_empty();
        if statics {
            self.apply(s);
        }
        self.counters_and_goad(s, !statics);
    }

    fn counters_and_goad(&self, s: &mut DuelState, counters: bool) {
        for at in 0..s.field.len() {
            let slot = s.field[at] as usize;
            if counters && s.counters(slot as u16).next().is_some() {
                self.add_counters(s, slot);
            }
            if s.objs[slot].goaded != 0 {
                s.objs[slot].chars.rules |= flag::MUST_ATTACK;
            }
        }
    }

    /// The modifications by the keyword counters on an object, with their timestamps (CR 122.1b).
    fn keyword_counters<'a>(&'a self, s: &'a DuelState, slot: ObjectSlot) -> impl Iterator<Item = (u16, u32)> + 'a {
        let counters = s.counters(slot);
        counters.filter_map(move |(kind, _, time)| Some((self.cards.keyword_mods[kind as usize]?, time)))
    }

    fn add_counters(&self, s: &mut DuelState, slot: usize) {
        let (mut more_power, mut more_toughness) = (0_i16, 0_i16);
        for (kind, n, _) in s.counters(slot as u16) {
            let (power, toughness) = match self.cards.kinds[kind as usize] {
                CounterKind::PlusOne => (1, 1),
                CounterKind::MinusOne => (-1, -1),
                CounterKind::MinusToughness => (0, -1),
                CounterKind::MinusPower => (-1, 0),
                CounterKind::PowerToughness(p, t) => (i16::from(p), i16::from(t)),
                _ => (0, 0),
            };
            more_power = more_power.saturating_add(power * n);
            more_toughness = more_toughness.saturating_add(toughness * n);
        }
        let chars = &mut s.objs[slot].chars;
        chars.power = chars.power.saturating_add(more_power);
        chars.toughness = chars.toughness.saturating_add(more_toughness);
    }

    /// The continuous effect of an object's static ability. `None` if the ability has no continuous effect.
    fn live<'a>(&'a self, s: &DuelState, source: Id, ab: AbilityId, time: u32, given: bool) -> Option<LiveEffect<'a>> {
        let CompiledAbility::Continuous { what, mods, cond, x } = &self.cards.abilities[ab as usize] else {
            return None;
        };
        // A granted ability is not characteristic-defining (CR 604.3a).
        let mut list = self.cards.mods[*mods as usize].iter();
        let defining = !given && cond.is_none() && is_own(what) && list.all(Change::defines);
        Some(LiveEffect {
            mods: *mods,
            source,
            you: s.obj(source).chars.controller,
            time,
            x: 0,
            amount: 0,
            set: None,
            what: Some(what),
            cond: cond.as_ref(),
            where_x: x.as_ref(),
            printed: !given,
            given: given.then_some(ab),
            defining,
        })
    }

    fn collect<'a>(&'a self, s: &DuelState) -> Vec<LiveEffect<'a>> {
        let mut list = Vec::new();
        for (id, obj) in s.permanents().chain(s.emblems()) {
            let def = &self.cards.defs[obj.face as usize];
            if def.statics {
                list.extend(def.abilities.iter().filter_map(|ab| self.live(s, id, *ab, obj.time, false)));
            }
        }
        list
    }

    fn apply(&self, s: &mut DuelState) {
        let mut list = self.collect(s);
        for effect in &s.effects {
            let live = LiveEffect::fixed(effect.mods, effect.source, effect.controller, effect.time, effect.on.clone());
            list.push(LiveEffect { x: effect.x, amount: effect.amount, ..live });
        }
        for (id, obj) in s.permanents() {
            let fixed = |(mods, time)| LiveEffect::fixed(mods, id, obj.chars.controller, time, Ids::from_slice(&[id]));
            list.extend(self.keyword_counters(s, id.slot).map(fixed));
        }
        list.sort_by_key(|live| live.time);
        for layer in [2, 4, 5, ABILITIES, 7, 8, 9, 10] {
            self.layer(s, &mut list, layer);
            if layer == ABILITIES {
                list.sort_by_key(|live| live.time);
            }
            if layer == 9 {
                for at in 0..s.field.len() {
                    let slot = s.field[at] as usize;
                    self.add_counters(s, slot);
                }
            }
        }
    }

    fn changes_in(&self, live: &LiveEffect<'_>, layer: u8) -> bool {
        self.has_layer(live.mods, layer)
    }

    fn layer<'a>(&'a self, s: &mut DuelState, list: &mut Vec<LiveEffect<'a>>, layer: u8) {
        let mut left: SmallVec<[usize; 8]> = (0..list.len()).filter(|&at| self.changes_in(&list[at], layer)).collect();
        while !left.is_empty() {
            let next = if left.len() == 1 { 0 } else { self.next_effect(s, list, &left, layer) };
            let at = left.remove(next);
            self.apply_one(s, &mut list[at], layer);
            if layer == ABILITIES {
                self.given_by(s, at, list, &mut left);
            }
        }
    }

    /// Adds the effects of static abilities that another effect has just granted. They apply from this layer on. Each
    /// gets the later of two timestamps: the timestamp of the granting effect and that of the object (CR 613.7a).
    fn given_by<'a>(
        &'a self,
        s: &DuelState,
        by: usize,
        list: &mut Vec<LiveEffect<'a>>,
        left: &mut SmallVec<[usize; 8]>,
    ) {
        let (mods, time) = (&self.cards.mods[list[by].mods as usize], list[by].time);
        for change in mods {
            let Change::Ability(ab) = change else { continue };
            if !matches!(self.cards.abilities[*ab as usize], CompiledAbility::Continuous { .. }) {
                continue;
            }
            let given = |id: &Id| s.there(*id).is_some() && s.granted.contains(&(id.slot, *ab, false));
            let to: Ids = list[by].set.iter().flatten().copied().filter(given).collect();
            for id in to {
                let Some(live) = self.live(s, id, *ab, time.max(s.obj(id).time), true) else { continue };
                if self.changes_in(&live, ABILITIES) {
                    let place = left.iter().position(|&at| list[at].time > live.time).unwrap_or(left.len());
                    left.insert(place, list.len());
                }
                list.push(live);
            }
        }
    }

    pub(super) fn affected(&self, s: &DuelState, live: &LiveEffect<'_>) -> Ids {
        if let Some(set) = &live.set {
            return set.iter().copied().filter(|id| s.there(*id).is_some()).collect();
        }
        let Some(what) = live.what else { return Ids::new() };
        let taken = |ab: AbilityId| !s.granted.contains(&(live.source.slot, ab, false));
        if live.printed && s.obj(live.source).chars.lost || live.given.is_some_and(taken) {
            return Ids::new();
        }
        let you = s.obj(live.source).chars.controller;
        let cx = EvalContext { x: live.x, ..EvalContext::of(live.source, you) };
        if live.cond.is_some_and(|cond| !self.cond(s, &cx, cond)) {
            return Ids::new();
        }
        let ids = self.objects(s, &cx, what);
        ids.into_iter().filter(|id| s.there(*id).is_some()).collect()
    }

    pub(super) fn apply_one(&self, s: &mut DuelState, live: &mut LiveEffect<'_>, layer: u8) {
        let ids = self.affected(s, live);
        if live.set.is_none() {
            if ids.is_empty() {
                return;
            }
            live.set = Some(ids.clone());
        }
        live.you =
            s.known(live.source).map_or(live.you, |o| if live.what.is_some() { o.chars.controller } else { live.you });
        for id in ids {
            for change in self.cards.mods[live.mods as usize].iter().filter(|change| change.layer() == layer) {
                self.change(s, live, change, id);
            }
        }
    }

    /// The context in which an effect on this object is evaluated.
    pub(super) fn live_cx(&self, s: &DuelState, live: &LiveEffect<'_>, id: Id) -> EvalContext<'static> {
        let you = s.known(live.source).filter(|_| live.what.is_some()).map_or(live.you, |o| o.chars.controller);
        let mut cx = EvalContext { x: live.x, amount: live.amount, each: id, ..EvalContext::of(live.source, you) };
        if let Some(amount) = live.where_x {
            cx.x = self.amount(s, &cx, amount);
        }
        cx
    }

    fn change(&self, s: &mut DuelState, live: &LiveEffect<'_>, change: &Change, id: Id) {
        let cx = self.live_cx(s, live, id);
        let number = |s: &DuelState, amount: &Amount| self.amount(s, &cx, amount).clamp(-9999, 9999) as i16;
        let slot = id.slot as usize;
        match change {
            Change::Control => s.objs[slot].chars.controller = cx.you,
            Change::Types { types, supers, subs, set } => {
                let basic = self.cards.basics.iter().flatten().any(|at| has_sub(subs, *at));
                let living = self.cards.living;
                let of_creatures = subs.iter().any(|word| *word != 0)
                    && subs.iter().zip(living).all(|(word, living)| word & !living == 0);
                let chars = &mut s.objs[slot].chars;
                if *set && *types == 0 && basic {
                    // A land that becomes a basic land type loses its printed abilities (CR 305.7).
                    if chars.types & type_bit(CardType::Land) == 0 {
                        return;
                    }
                    // Keep the creature types, because land types do not replace them (CR 205.1a).
                    chars.subs.iter_mut().zip(living).for_each(|(mine, living)| *mine &= living);
                    add_subs(&mut chars.subs, subs);
                    chars.lost = true;
                    chars.keywords = 0;
                } else if *set && *types == 0 && of_creatures {
                    // New creature types replace only creature types (CR 205.1a).
                    chars.subs.iter_mut().zip(living).for_each(|(mine, living)| *mine &= !living);
                    add_subs(&mut chars.subs, subs);
                } else if *set && *types != 0 {
                    chars.types = *types;
                    chars.subs = *subs;
                    // A basic land type removes the printed abilities and gives its own mana ability (CR 305.7).
                    if basic && types & type_bit(CardType::Land) != 0 {
                        (chars.lost, chars.keywords) = (true, 0);
                    }
                } else {
                    chars.types |= types;
                    add_subs(&mut chars.subs, subs);
                }
                chars.supers |= supers;
            }
            Change::LoseTypes(types) => {
                let living = type_bit(CardType::Creature) | type_bit(CardType::Kindred);
                let chars = &mut s.objs[slot].chars;
                chars.types &= !types;
                // An object without a type that has creature types loses its creature types (CR 205.3d).
                if chars.types & living == 0 {
                    chars.subs.iter_mut().zip(self.cards.living).for_each(|(mine, living)| *mine &= !living);
                }
            }
            Change::EverySubtype => add_subs(&mut s.objs[slot].chars.subs, &self.cards.living),
            Change::Colors { colors, set } => {
                let chars = &mut s.objs[slot].chars;
                chars.colors = if *set { *colors } else { chars.colors | colors };
            }
            Change::Keywords(bits) => s.objs[slot].chars.keywords |= bits,
            Change::LoseKeywords(bits) => s.objs[slot].chars.keywords &= !bits,
            Change::LoseAll => {
                let chars = &mut s.objs[slot].chars;
                chars.keywords = 0;
                (chars.lost, chars.bare) = (true, true);
                s.granted.retain(|(at, _, rule)| *at != id.slot || *rule);
            }
            Change::Ability(ab) => s.granted.push((id.slot, *ab, false)),
            Change::Rule(ab) => s.granted.push((id.slot, *ab, true)),
            Change::Flag(bits) => s.objs[slot].chars.rules |= bits,
            Change::Define { power, toughness, to } => {
                let to = number(s, to);
                let chars = &mut s.objs[slot].chars;
                if *power {
                    chars.power = to;
                }
                if *toughness {
                    chars.toughness = to;
                }
            }
            Change::Base(power, toughness) => {
                let (power, toughness) = (number(s, power), number(s, toughness));
                (s.objs[slot].chars.power, s.objs[slot].chars.toughness) = (power, toughness);
            }
            Change::Get { power, toughness, each } => {
                // An effect from a resolution uses the number that was counted when it began (CR 608.2h).
                let times = match each {
                    Some(_) if live.what.is_none() => live.amount.clamp(-9999, 9999) as i16,
                    Some(each) => number(s, each),
                    None => 1,
                };
                let signed = |(minus, by): &(bool, Amount)| {
                    let by = number(s, by).saturating_mul(times);
                    if *minus { -by } else { by }
                };
                let (power, toughness) = (signed(power), signed(toughness));
                let chars = &mut s.objs[slot].chars;
                chars.power = chars.power.saturating_add(power);
                chars.toughness = chars.toughness.saturating_add(toughness);
            }
            Change::Switch => {
                let chars = &mut s.objs[slot].chars;
                (chars.power, chars.toughness) = (chars.toughness, chars.power);
            }
        }
    }

    pub(crate) fn is_creature(&self, s: &DuelState, id: Id) -> bool {
        s.known(id).is_some_and(|o| o.chars.types & type_bit(CardType::Creature) != 0)
    }

    pub(crate) fn flagged(&self, s: &DuelState, id: Id, wanted: u32) -> bool {
        s.known(id).is_some_and(|o| o.chars.rules & wanted != 0)
    }

    pub(crate) fn indestructible(&self, s: &DuelState, id: Id) -> bool {
        s.known(id).is_some_and(|o| o.chars.keywords & bit(PlainKeyword::Indestructible) != 0)
    }
}
