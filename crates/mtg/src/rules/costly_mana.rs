//! Payments that need mana abilities with costs of their own: mana, a card or another permanent (CR 605.3a, 118.3).
//!
//! The engine never activates such abilities without the player. If a cost cannot be paid otherwise, the player
//! activates the abilities one by one while paying. Such a sequence of activations is a *detour*. Only the first steps
//! of the shortest detours are offered, so every step makes progress.
//!
//! Mana from an ability may pay for later abilities of the sequence, and for the cost itself. A bipartite matching
//! decides whether the mana is enough. The search is bounded, so it may miss a detour, but it never offers an
//! impossible one. For example, it never sacrifices a permanent that it also taps for mana.

use super::compiled_cards::{AbilityId, CompiledAbility, CompiledCards};
use super::convoke::HELPS;
use super::cost::{chosen_of, mana_of};
use super::eval::EvalContext;
use super::mana::{ANY, HELP, LIFE, Mask, Need, Unit, Units};
use super::state::{Casting, DuelState, Frame, Id, Ids, Stage};
use super::{Duel, ability_index};
use crate::ir::{CostPart, Obj};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

/// Maximum number of abilities in a detour. Longer detours are not found.
const LONGEST: usize = 6;
/// Maximum number of detours tried for one cost. The search gives up after that many.
const ROWS: u32 = 400;

/// A mana ability that costs more than tapping or sacrificing its own permanent and paying life.
#[derive(Debug)]
struct Costly {
    id: Id,
    ab: AbilityId,
    need: Need,
    gives: SmallVec<[Mask; 2]>,
    /// Whether the ability can be used only once, because it taps or sacrifices its permanent.
    once: bool,
    /// The permanents that can be sacrificed for its cost.
    offers: Ids,
    /// The number of permanents that must be sacrificed for its cost.
    sacrifices: usize,
    /// The number of cards in hand that can be discarded for its cost.
    cards: usize,
    /// The number of cards that must be discarded for its cost.
    discards: usize,
}

/// The things that a detour must not use, because another part of the cost needs them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReservedObjects {
    /// The source of the ability whose cost is paid.
    pub source: Id,
    /// Whether other parts of the cost take permanents or cards. If so, the detour must take no permanent and no card.
    pub things: bool,
    /// Whether other parts of the cost tap permanents. If so, the detour must tap no permanent.
    pub taps: bool,
    /// Whether the card to be cast is still in the hand, so that it must not be discarded.
    pub in_hand: bool,
}

impl ReservedObjects {
    pub(crate) fn of(source: Id, parts: &[CostPart], in_hand: bool) -> ReservedObjects {
        let takes = |part: &CostPart| chosen_of(part).is_some() || matches!(part, CostPart::Discard { .. });
        let taps = parts.iter().any(|part| matches!(part, CostPart::TapObj(_) | CostPart::TapPower { .. }));
        ReservedObjects { source, things: parts.iter().any(takes), taps, in_hand }
    }
}

/// The first step of a detour: a mana ability, and the mana units that pay for it.
#[derive(Debug)]
pub(crate) struct Detour {
    pub id: Id,
    pub ab: AbilityId,
    pub paid: SmallVec<[Option<u16>; 8]>,
}

/// Whether the cost contains more than tapping or sacrificing its own permanent and paying life.
pub(super) fn costs_more(cost: &[CostPart]) -> bool {
    cost.iter().any(|part| !matches!(part, CostPart::Tap | CostPart::Life(_) | CostPart::Sacrifice(Obj::Source)))
}

/// Whether some card has such a mana ability, so that detours are possible.
pub(super) fn has_detours(cards: &CompiledCards) -> bool {
    cards
        .abilities
        .iter()
        .any(|ab| matches!(ab, CompiledAbility::Activated { cost, mana: true, .. } if costs_more(cost)))
}

impl Duel {
    fn costly(&self, s: &DuelState, seat: Seat, units: &[Unit], keeps: ReservedObjects) -> Vec<Costly> {
        let mut out = Vec::new();
        let mine = |(id, o): &(Id, &super::state::GameObject)| o.chars.controller == seat && *id != keeps.source;
        for (id, o) in self.bearing(s, ability_index::COSTLY).filter(mine) {
            if o.chars.lost
                || !self.cards.defs[o.face as usize].mana && s.granted.iter().all(|(slot, ..)| *slot != id.slot)
            {
                continue;
            }
            for ab in self.abilities(s, id) {
                let CompiledAbility::Activated { cost, mana: true, .. } = &self.cards.abilities[ab as usize] else {
                    continue;
                };
                if costs_more(cost)
                    && self.can_activate(s, seat, id, ab)
                    && let Some(costly) = self.costly_of(s, seat, (id, ab), cost, units, keeps)
                {
                    out.push(costly);
                }
            }
        }
        out
    }

    fn costly_of(
        &self,
        s: &DuelState,
        seat: Seat,
        (id, ab): (Id, AbilityId),
        cost: &[CostPart],
        units: &[Unit],
        keeps: ReservedObjects,
    ) -> Option<Costly> {
        let gives = self.gives(s, seat, id, ab);
        let need = self.mana_need(s, seat, cost, None, 0, None);
        let mut costly =
            Costly { id, ab, need, gives, once: false, offers: Ids::new(), sacrifices: 0, cards: 0, discards: 0 };
        let size = |what: &Obj| match what {
            Obj::Choose { count, .. } => Some(self.range(s, &EvalContext::of(id, seat), count).0),
            _ => None,
        };
        for part in cost {
            match part {
                part if mana_of(part).is_some() => {}
                CostPart::Sacrifice(Obj::Source) if keeps.things => return None,
                CostPart::Tap if keeps.taps => return None,
                CostPart::Tap
                | CostPart::Life(_)
                | CostPart::Sacrifice(Obj::Source)
                | CostPart::RemoveCounters { from: Obj::Source, .. } => costly.once = true,
                CostPart::Sacrifice(what) if !keeps.things && costly.sacrifices == 0 => {
                    let gives_mana = |id: &Id| units.iter().any(|unit| unit.from.is_some_and(|from| from.0 == *id));
                    let all = self.cost_options(s, seat, id, part, &[]);
                    costly.offers = all
                        .into_iter()
                        .filter(|other| *other != id && *other != keeps.source && !gives_mana(other))
                        .collect();
                    costly.sacrifices = size(what)?;
                }
                CostPart::Discard { what, .. } if !keeps.things && costly.discards == 0 => {
                    costly.cards =
                        self.hand_options(s, seat, id, what).len().saturating_sub(usize::from(keeps.in_hand));
                    costly.discards = size(what)?;
                }
                _ => return None,
            }
        }
        (!costly.gives.is_empty()).then_some(costly)
    }

    /// The first steps of the shortest detours that pay the cost. If `from` is given, the search returns only detours
    /// that begin with this ability.
    pub(crate) fn detours(
        &self,
        s: &DuelState,
        seat: Seat,
        need: &[Mask],
        units: &[Unit],
        keeps: ReservedObjects,
        from: Option<(Id, AbilityId)>,
    ) -> Vec<Detour> {
        let list = if self.has_detours { self.costly(s, seat, units, keeps) } else { Vec::new() };
        if list.is_empty() {
            return Vec::new();
        }
        let mut search = Search { list: &list, units, need, life: s.player(seat).life, rows: ROWS };
        let mut found = Vec::new();
        for length in 1..=LONGEST {
            for (at, first) in list.iter().enumerate() {
                if from.is_none_or(|from| from == (first.id, first.ab))
                    && let Some(paid) = search.extend(&mut SmallVec::from_slice(&[at]), length)
                {
                    found.push(Detour { id: first.id, ab: first.ab, paid });
                }
            }
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    /// Whether the seat can pay the cost by a detour.
    pub(crate) fn detour_pays(
        &self,
        s: &DuelState,
        seat: Seat,
        need: &[Mask],
        units: &[Unit],
        keeps: ReservedObjects,
    ) -> bool {
        !self.detours(s, seat, need, units, keeps, None).is_empty()
    }

    /// The detours for the spell or ability being announced. Empty for a mana ability, which must be paid without a
    /// detour.
    pub(crate) fn casting_detours(
        &self,
        s: &DuelState,
        casting: &Casting,
        from: Option<(Id, AbilityId)>,
    ) -> Vec<Detour> {
        let of_mana = |ab: AbilityId| {
            matches!(self.cards.abilities.get(ab as usize), Some(CompiledAbility::Activated { mana: true, .. }))
        };
        if casting.trigger || casting.item.ability.is_some_and(of_mana) {
            return Vec::new();
        }
        let parts = self.casting_parts(s, casting);
        let source = if casting.item.ability.is_some() { casting.item.source } else { Id::NONE };
        let (need, units) = (self.need_of(s, casting), self.casting_units(s, casting));
        self.detours(s, casting.seat, &need, &units, ReservedObjects::of(source, &parts, false), from)
    }

    /// The mana units that pay for the mana ability in the top frame, chosen such that the outer cost can still be
    /// paid. `None` if that ability is not a step of a detour.
    pub(crate) fn step_paid(&self, s: &DuelState, units: &Units) -> Option<SmallVec<[Option<u16>; 8]>> {
        let [.., Frame::Cast(outer), Frame::Cast(step)] = &s.frames[..] else { return None };
        if !self.has_detours || outer.stage != Stage::Mana || outer.seat != step.seat || self.pays_plainly(s, outer) {
            return None;
        }
        let mut detours = self.casting_detours(s, outer, Some((step.item.source, step.item.ability?)));
        let paid = detours.pop()?.paid;
        // `paid` holds indices in the unit list of the outer cost. Find the same units in the unit list of this step.
        let outer_units = self.casting_units(s, outer);
        let mut taken: SmallVec<[usize; 8]> = SmallVec::new();
        let mut own: SmallVec<[Option<u16>; 8]> = SmallVec::new();
        for unit in paid {
            let Some(unit) = unit else {
                own.push(None);
                continue;
            };
            let wanted = outer_units[usize::from(unit)];
            let same = |at: &usize| {
                let unit = units[*at];
                (unit.from, unit.mask, unit.bound) == (wanted.from, wanted.mask, wanted.bound)
            };
            let at = (0..units.len()).find(|at| same(at) && !taken.contains(at))?;
            taken.push(at);
            own.push(Some(at as u16));
        }
        Some(own)
    }

    /// Whether the cost can be paid without a detour.
    pub(crate) fn pays_plainly(&self, s: &DuelState, casting: &Casting) -> bool {
        self.can_pay(s, casting.seat, &self.need_of(s, casting), &self.casting_units(s, casting))
    }

    /// The colors of `mask` with which the outer cost can still be paid. All of `mask` if there is no outer cost, or if
    /// no color helps.
    pub(crate) fn useful_colors(&self, s: &DuelState, mask: Mask) -> Mask {
        let [.., Frame::Cast(outer), Frame::Resolve(_)] = &s.frames[..] else { return mask };
        if !self.has_detours || outer.stage != Stage::Mana || outer.trigger {
            return mask;
        }
        let mut useful = 0;
        for color in (0..6_usize).filter(|color| mask & (1 << color) != 0) {
            let mut with = s.clone();
            let pool = &mut with.players[outer.seat.index()].pool[color];
            *pool = pool.saturating_add(1);
            if self.pays_plainly(&with, outer) || !self.casting_detours(&with, outer, None).is_empty() {
                useful |= 1 << color;
            }
        }
        if useful == 0 { mask } else { useful }
    }
}

struct Search<'a> {
    list: &'a [Costly],
    units: &'a [Unit],
    need: &'a [Mask],
    life: i32,
    rows: u32,
}

/// A mana symbol or unit, and its position in the sequence: the number of abilities before it.
type Layered = (Mask, usize);

impl Search<'_> {
    /// Tries all ways to extend the sequence to this length. Returns the payment of the first ability for the first
    /// sequence that works.
    fn extend(&mut self, row: &mut SmallVec<[usize; 8]>, length: usize) -> Option<SmallVec<[Option<u16>; 8]>> {
        if self.rows == 0 || !self.possible(row) {
            return None;
        }
        if row.len() == length {
            self.rows -= 1;
            return self.pays(row);
        }
        for next in 0..self.list.len() {
            row.push(next);
            let paid = self.extend(row, length);
            row.pop();
            if paid.is_some() {
                return paid;
            }
        }
        None
    }

    /// Whether there are enough permanents and cards for the costs of all abilities in the sequence.
    fn possible(&self, row: &[usize]) -> bool {
        let used = |at: usize| &self.list[at];
        let again = row.iter().enumerate().any(|(n, at)| {
            row[..n].iter().any(|other| used(*at).id == used(*other).id && (used(*at).once || used(*other).once))
        });
        let cards: usize = row.iter().map(|at| used(*at).discards).sum();
        let enough_cards = row.iter().all(|at| used(*at).discards == 0 || used(*at).cards >= cards);
        // Choose sacrifices greedily, starting with the ability that has the fewest options.
        let mut order: SmallVec<[usize; 8]> = row.iter().copied().collect();
        order.sort_by_key(|at| used(*at).offers.len());
        let mut gone = Ids::new();
        let enough = order.iter().all(|at| {
            let costly = used(*at);
            let in_row = |id: &Id| row.iter().any(|other| used(*other).id == *id);
            let free: Ids = costly.offers.iter().copied().filter(|id| !gone.contains(id) && !in_row(id)).collect();
            gone.extend(free.iter().copied().take(costly.sacrifices));
            free.len() >= costly.sacrifices
        });
        !again && enough_cards && enough
    }

    fn pays(&self, row: &[usize]) -> Option<SmallVec<[Option<u16>; 8]>> {
        let mut needs: SmallVec<[Layered; 16]> = SmallVec::new();
        // Each unit has the position of the ability that gives it. Units that are already available have position 0.
        let mut units: SmallVec<[Layered; 32]> = SmallVec::new();
        for unit in self.units {
            let spent =
                row.iter().any(|at| self.list[*at].once && unit.from.is_some_and(|from| from.0 == self.list[*at].id));
            // A helper (convoke, improvise, delve) can pay only for the spell itself.
            let helps = unit.from.is_some_and(|from| from.1 == HELPS);
            units.push((if spent { 0 } else { unit.mask }, if helps { row.len() } else { 0 }));
        }
        for (place, at) in row.iter().enumerate() {
            needs.extend(self.list[*at].need.iter().map(|mask| (*mask, place)));
            units.extend(self.list[*at].gives.iter().map(|mask| (*mask, place + 1)));
        }
        needs.extend(self.need.iter().map(|mask| (*mask, row.len())));
        let mut taken: SmallVec<[usize; 32]> = SmallVec::from_elem(usize::MAX, units.len());
        let mut life = self.life;
        for at in 0..needs.len() {
            let mut seen: SmallVec<[bool; 32]> = SmallVec::from_elem(false, units.len());
            if augment(&needs, &units, at, &mut taken, &mut seen) {
                continue;
            }
            if needs[at].0 & LIFE == 0 || life <= 2 {
                return None;
            }
            life -= 2;
        }
        let first = self.list[*row.first()?].need.len();
        let paid_by = |need: usize| taken.iter().position(|at| *at == need).map(|unit| unit as u16);
        Some((0..first).map(paid_by).collect())
    }
}

/// Finds a unit for one symbol by an augmenting path, which may reassign other units. A unit pays only for symbols that
/// come after it.
fn augment(needs: &[Layered], units: &[Layered], at: usize, taken: &mut [usize], seen: &mut [bool]) -> bool {
    let (mask, place) = needs[at];
    for (unit, &(gives, from)) in units.iter().enumerate() {
        if seen[unit] || gives & mask & (ANY | HELP) == 0 || from > place {
            continue;
        }
        seen[unit] = true;
        if taken[unit] == usize::MAX || augment(needs, units, taken[unit], taken, seen) {
            taken[unit] = at;
            return true;
        }
    }
    false
}
