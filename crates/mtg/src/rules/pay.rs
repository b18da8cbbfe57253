//! Pays costs (CR 601.2g, 601.2h). The player first pays the mana, and may activate mana abilities for it. Then the
//! player pays the other parts.

use super::compiled_cards::{AbilityId, CompiledAbility, Op, Operand};
use super::convoke::HELPS;
use super::cost::{chosen_of, mana_of, of_hand};
use super::eval::EvalContext;
use super::mana::{self, ANY, Need, Units};
use super::state::{DuelState, Frame, Id, Question, Resolving, Stage, Zone};
use super::zones::Destination;
use super::{Duel, Engine};
use crate::ir::{Act, Cost, CostPart, MoveVerb, Obj, Where, Who};
use rulebook_kernel::Seat;
use rulebook_table::Entry;
use smallvec::SmallVec;

/// The value that replaces the number of picks after the player has ended the picking.
const NO_MORE: usize = u8::MAX as usize;

impl Engine<'_> {
    pub(super) fn mana_on(&mut self) {
        let Some(Frame::Cast(casting)) = self.s.frames.last() else { return };
        if casting.trigger {
            return self.stage(Stage::Done);
        }
        let need = self.r.casting_need(self.s, casting, i32::from(casting.item.x));
        if need.is_empty() {
            return self.stage(Stage::Costs);
        }
        let units = self.r.casting_units(self.s, casting);
        let seat = casting.seat;
        if self.r.match_mana(&need, &units, self.s.player(seat).life).is_none() {
            if self.r.casting_detours(self.s, casting, None).is_empty() {
                return self.drop_cast();
            }
            return self.ask(seat, Question::Pay);
        }
        if let Some(paid) = self.r.step_paid(self.s, &units).filter(|paid| paid.len() == need.len()) {
            self.stage(Stage::Costs);
            return self.pay_with(seat, &need, &units, &paid);
        }
        // The player has no choice if all units are needed or if all are equal.
        let same = units.iter().all(|unit| unit.mask == units[0].mask && unit.dear == units[0].dear);
        if units.len() == need.len() || same || !self.s.stops && !self.r.asks_payment(self.s, &units) {
            self.stage(Stage::Costs);
            return self.pay_mana(seat, &need, &units);
        }
        self.ask(seat, Question::Pay);
    }

    pub(crate) fn pay_automatically(&mut self) {
        let Some(Frame::Cast(casting)) = self.s.frames.last() else { return };
        let need = self.r.casting_need(self.s, casting, i32::from(casting.item.x));
        let (seat, units) = (casting.seat, self.r.casting_units(self.s, casting));
        self.stage(Stage::Costs);
        self.pay_mana(seat, &need, &units);
    }

    /// Pays mana: taps the sources and spends the mana.
    pub(super) fn pay_mana(&mut self, seat: Seat, need: &Need, units: &Units) {
        let life = self.s.player(seat).life;
        if let Some(paid) = self.r.match_mana(need, units, life) {
            self.pay_with(seat, need, units, &paid);
        }
    }

    /// Pays each symbol with the unit assigned to it. A symbol without a unit is paid with life.
    fn pay_with(&mut self, seat: Seat, need: &Need, units: &Units, paid: &[Option<u16>]) {
        let mut used: SmallVec<[(Id, AbilityId); 8]> = SmallVec::new();
        let ability = |g: &Self, (id, first): (Id, AbilityId), wanted: mana::Mask| {
            // If a permanent has several mana abilities, use an ability that gives the needed color.
            let gives = |ab: AbilityId| g.r.gives(g.s, seat, id, ab).first().is_some_and(|mask| mask & wanted != 0);
            let mut others = g.r.sources(g.s, seat).filter(|(of, ..)| *of == id).map(|(_, ab, _)| ab);
            if gives(first) { first } else { others.find(|ab| gives(*ab)).unwrap_or(first) }
        };
        let mut bound: SmallVec<[u8; 8]> = SmallVec::new();
        for (mask, unit) in need.iter().zip(paid) {
            match unit {
                None => {
                    debug_assert!(mask & mana::LIFE != 0);
                    self.lose_life(seat, 2);
                }
                Some(at) => {
                    let unit = units[*at as usize];
                    match unit.from {
                        None if unit.bound > 0 => bound.push(unit.bound - 1),
                        None => {
                            let color = unit.mask.trailing_zeros() as usize;
                            self.s.players[seat.index()].pool[color] -= 1;
                        }
                        Some((id, HELPS)) => {
                            if !id.is_none() {
                                self.spend_helper(id);
                            }
                        }
                        Some(source) if used.iter().all(|(id, _)| *id != source.0) => {
                            used.push((source.0, ability(self, source, *mask)));
                        }
                        Some(_) => {}
                    }
                }
            }
        }
        bound.sort_unstable();
        for at in bound.into_iter().rev() {
            self.s.players[seat.index()].bound.remove(usize::from(at));
        }
        // Mana that a source gives beyond the cost stays in the pool.
        for (id, ab) in used {
            let spare: SmallVec<[u8; 4]> = units
                .iter()
                .enumerate()
                .filter(|(at, unit)| unit.from.is_some_and(|from| from.0 == id) && !paid.contains(&Some(*at as u16)))
                .map(|(_, unit)| unit.mask)
                .collect();
            self.pay_source(seat, id, ab);
            for mask in spare {
                let color = mask.trailing_zeros() as usize;
                let pool = &mut self.s.players[seat.index()].pool;
                pool[color] = pool[color].saturating_add(1);
            }
        }
    }

    fn pay_source(&mut self, seat: Seat, id: Id, ab: AbilityId) {
        let r = self.r;
        let CompiledAbility::Activated { cost, code, .. } = &r.cards.abilities[ab as usize] else { return };
        for part in cost {
            self.pay_simple(seat, id, part, 0);
        }
        // Perform the other effects of the mana ability.
        let mut f = Resolving::new(self.r.draft(id, seat, *code, Some(ab)));
        for (at, op) in r.cards.codes[*code as usize].ops.iter().enumerate() {
            f.at = at as u16;
            if let Op::Act(act, operand) = op
                && !matches!(act, Act::AddMana { .. })
            {
                self.act(&mut f, act, *operand);
            }
        }
    }

    /// Pays a part of a cost for which the player chooses nothing.
    pub(super) fn pay_simple(&mut self, seat: Seat, source: Id, part: &CostPart, x: i32) {
        let cx = EvalContext { x, ..EvalContext::of(source, seat) };
        match part {
            CostPart::Tap => _ = self.tap(source),
            CostPart::Untap => _ = self.untap(source),
            CostPart::Sacrifice(Obj::Source) => self.sacrifice(seat, &[source]),
            CostPart::Exile(Obj::Source | Obj::SourceIn(_)) => {
                self.send(&[source], Destination::Exile);
            }
            CostPart::Return(Obj::Source) => {
                self.send(&[source], Destination::Hand);
            }
            CostPart::Life(n) => {
                let n = self.r.amount(self.s, &cx, n);
                self.lose_life(seat, n);
            }
            CostPart::Discard { what: Obj::HandOf(_), .. } => {
                let hand: Vec<Entry> = self.r.hand_options(self.s, seat, source, &Obj::Source).to_vec();
                for entry in hand {
                    self.discard(seat, entry);
                }
            }
            CostPart::RemoveCounters { count, kind, .. } => {
                let (least, _) = self.r.range(self.s, &cx, count);
                let kind = kind.map_or_else(
                    || self.s.counters(source.slot).next().map_or(0, |(kind, ..)| kind),
                    |kind| self.r.cards.kind_of(kind),
                );
                self.take_counters(source, kind, least as i16);
            }
            CostPart::PutCounters { count, kind, .. } => {
                let n = self.r.amount(self.s, &cx, count);
                let kind = self.r.cards.kind_of(*kind);
                self.put_counters(source, kind, n, seat);
            }
            CostPart::Mill(n) => {
                let n = self.r.amount(self.s, &cx, n);
                self.mill(seat, n);
            }
            CostPart::Energy(n) => {
                let n = self.r.amount(self.s, &cx, n);
                self.s.players[seat.index()].energy -= n as i16;
            }
            // Mana is paid earlier. `pay_picked` pays the parts for which the player picks objects.
            CostPart::Mana(_)
            | CostPart::PayMana(_)
            | CostPart::Sacrifice(_)
            | CostPart::Discard { .. }
            | CostPart::Exile(_)
            | CostPart::Return(_)
            | CostPart::TapObj(_)
            | CostPart::TapPower { .. }
            | CostPart::UntapObj(_) => {}
            // `supported` refuses cards with this cost.
            CostPart::Reveal(_) => {}
        }
    }

    pub(super) fn costs_on(&mut self) {
        let Some(Frame::Cast(casting)) = self.s.frames.last() else { return };
        let r = self.r;
        let parts = r.casting_parts(self.s, casting);
        let Some(part) = parts.get(usize::from(casting.at)).cloned() else {
            return self.stage(Stage::Done);
        };
        let (seat, source) =
            (casting.seat, if casting.item.ability.is_some() { casting.item.source } else { casting.item.id });
        let x = i32::from(casting.item.x);
        let picks = usize::from(casting.slot);
        let wants = |what: &Obj| match what {
            Obj::Choose { count, .. } => r.range(self.s, &EvalContext { x, ..EvalContext::of(source, seat) }, count).0,
            _ => 0,
        };
        let next = |g: &mut Self| {
            let casting = g.casting_mut();
            casting.at += 1;
            casting.slot = 0;
        };
        if let Some((what, random)) = of_hand(&part) {
            if picks >= wants(what) {
                return next(self);
            }
            let options = r.hand_options(self.s, seat, source, what);
            if options.is_empty() {
                return next(self);
            }
            if random {
                let at = self.s.rng.below(options.len() as u32) as usize;
                return self.pay_discard(options[at]);
            }
            return self.ask(seat, Question::Card { done: false });
        }
        if let CostPart::TapPower { least, .. } = part {
            let picked = self.casting_mut().picked.clone();
            let options = r.cost_options(self.s, seat, source, &part, &picked);
            let enough = r.total_power(self.s, &picked) >= i32::from(least);
            return match options[..] {
                _ if enough && picks == NO_MORE => {
                    self.pay_picked(&part, seat);
                    next(self);
                }
                [] => {
                    self.pay_picked(&part, seat);
                    next(self);
                }
                [only] if !enough => self.pick_cost(only),
                _ => self.ask(seat, Question::Cost),
            };
        }
        if let Some(what @ Obj::Choose { .. }) = chosen_of(&part) {
            if picks >= wants(what) {
                self.pay_picked(&part, seat);
                return next(self);
            }
            let options = r.casting_options(self.s, casting, &parts);
            match options[..] {
                [] => return next(self),
                [only] => return self.pick_cost(only),
                _ => return self.ask(seat, Question::Cost),
            }
        }
        self.pay_simple(seat, source, &part, x);
        next(self);
    }

    /// Handles the move that ends the picks for the current part of the cost.
    pub(crate) fn costs_picked(&mut self) {
        self.casting_mut().slot = NO_MORE as u8;
    }

    pub(crate) fn pick_cost(&mut self, id: Id) {
        let casting = self.casting_mut();
        casting.picked.push(id);
        casting.slot += 1;
    }

    /// Discards or exiles a card from the hand for the current part of the cost.
    pub(crate) fn pay_discard(&mut self, entry: Entry) {
        let (r, s) = (self.r, &*self.s);
        let Some(Frame::Cast(casting)) = s.frames.last() else { return };
        let (seat, at) = (casting.seat, usize::from(casting.at));
        let exiles = matches!(r.casting_parts(s, casting).get(at), Some(CostPart::Exile(_)));
        let id = if exiles { self.lift(entry, Zone::Exile) } else { self.discard(seat, entry) };
        let casting = self.casting_mut();
        casting.item.paid.push(id);
        casting.slot += 1;
    }

    /// Pays a part of a cost with the objects that the player picked.
    fn pay_picked(&mut self, part: &CostPart, seat: Seat) {
        let casting = self.casting_mut();
        let picked = std::mem::take(&mut casting.picked);
        casting.item.paid.extend(picked.iter().copied());
        match part {
            CostPart::Sacrifice(_) => self.sacrifice(seat, &picked),
            CostPart::Exile(_) => {
                self.send(&picked, Destination::Exile);
            }
            CostPart::Return(_) => {
                self.send(&picked, Destination::Hand);
            }
            CostPart::TapObj(_) | CostPart::TapPower { .. } => picked.iter().for_each(|id| _ = self.tap(*id)),
            CostPart::UntapObj(_) => picked.iter().for_each(|id| _ = self.untap(*id)),
            // In these parts of a cost, the player picks no objects. Cards to discard are handled by `pay_discard`.
            CostPart::Mana(_)
            | CostPart::PayMana(_)
            | CostPart::Tap
            | CostPart::Untap
            | CostPart::Discard { .. }
            | CostPart::Life(_)
            | CostPart::RemoveCounters { .. }
            | CostPart::PutCounters { .. }
            | CostPart::Reveal(_)
            | CostPart::Mill(_)
            | CostPart::Energy(_) => {}
        }
    }
}

/// Instructions for the parts of a cost for which the player chooses objects. `pay_now` pays only the other parts.
pub(super) fn chosen_payment(who: &Who, cost: &[CostPart]) -> Vec<Act> {
    let of = |part: &CostPart| match part {
        CostPart::Sacrifice(what @ Obj::Choose { .. }) => Some(Act::Sacrifice { who: who.clone(), what: what.clone() }),
        CostPart::Discard { what: what @ Obj::Choose { .. }, random } => {
            Some(Act::Discard { who: who.clone(), what: what.clone(), random: *random })
        }
        CostPart::Return(what @ Obj::Choose { .. }) => {
            let (who, what, to) = (who.clone(), what.clone(), Where::Hand(who.clone()));
            Some(Act::Move { who, verb: MoveVerb::Return, what, to })
        }
        _ => None,
    };
    cost.iter().filter_map(of).collect()
}

/// Operations that perform `done` unless the player pays the cost. A player who pays then gives up the chosen objects.
pub(super) fn unless(who: Who, cost: &Cost, done: Op) -> Vec<Op> {
    let paid = chosen_payment(&who, cost);
    let skip = 2 + u16::from(!paid.is_empty());
    let mut ops = vec![Op::Unless(who, cost.clone(), skip), done];
    if !paid.is_empty() {
        ops.push(Op::Jump(skip + paid.len() as u16));
        ops.extend(paid.into_iter().map(|act| Op::Act(act, Operand::None)));
    }
    ops
}

impl Duel {
    /// Whether the player should choose the sources: some source costs more than a tap.
    fn asks_payment(&self, _s: &DuelState, units: &Units) -> bool {
        units.iter().any(|unit| unit.dear)
    }
}

impl Engine<'_> {
    /// Pays a cost during a resolution.
    pub(crate) fn pay_now(&mut self, seat: Seat, source: Id, cost: &[CostPart], x: i32) {
        let mut need = Need::new();
        for part in cost {
            if let Some(mana) = mana_of(part) {
                need.extend(mana::need(mana, x));
            }
        }
        need.sort_unstable_by_key(|mask| (mask & ANY).count_ones());
        let units = self.r.units(self.s, seat);
        if let Some(units) = self.r.spared(self.s, seat, (source, cost), &need, units, None) {
            self.pay_mana(seat, &need, &units);
        }
        for part in cost {
            self.pay_simple(seat, source, part, x);
        }
    }
}
