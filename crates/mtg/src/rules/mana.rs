//! Mana: which mana a permanent can produce, and whether a cost can be paid (CR 106, 118, 605).
//!
//! A payment is a bipartite matching. Each symbol of the cost needs one unit of mana, and each unit has a set of
//! possible colors. The units are the mana in the pool and the mana that untapped sources can produce. The algorithm
//! finds a matching whenever one exists.

use super::compiled_cards::CompiledAbility;
use super::compiled_cards::{AbilityId, Op, type_bit};
use super::state::{DuelState, GameObject, Id};
use super::{
    Duel,
    eval::{EvalContext, Thing},
};
use crate::ir::{Act, Amount, CardType, CostPart, Mana, ManaSymbol, PlainKeyword, SpendOnly};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

/// A bit set of kinds of mana: the five colors and colorless. The two highest bits are `HELP` and `LIFE`.
pub(crate) type Mask = u8;
pub(crate) const ANY: Mask = 0b11_1111;
/// The bit for a generic symbol that convoke, improvise or delve may pay (CR 702.51a).
pub(crate) const HELP: Mask = 0b100_0000;
/// The bit for a symbol that can be paid with two life instead (CR 107.4f).
pub(crate) const LIFE: Mask = 0b1000_0000;

/// The kinds of mana that can pay for a symbol.
pub(crate) fn symbol_mask(symbol: ManaSymbol) -> Mask {
    let color = |color: crate::ir::Color| 1 << color as u8;
    match symbol {
        ManaSymbol::Generic(_) | ManaSymbol::X | ManaSymbol::Snow => ANY,
        ManaSymbol::Color(c) => color(c),
        ManaSymbol::Colorless => 1 << 5,
        ManaSymbol::Hybrid(a, b) => color(a) | color(b),
        // `supported` refuses cards with this symbol.
        ManaSymbol::TwoOr(c) => color(c),
        ManaSymbol::ColorlessOr(c) => 1 << 5 | color(c),
        ManaSymbol::Phyrexian(c) => LIFE | color(c),
        ManaSymbol::HybridPhyrexian(a, b) => LIFE | color(a) | color(b),
    }
}

/// One mana that the player has in the pool or can produce.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub mask: Mask,
    /// The permanent and its ability that produce the mana. `None` if the mana is in the pool.
    pub from: Option<(Id, AbilityId)>,
    /// Whether producing the mana costs more than tapping the permanent.
    pub dear: bool,
    /// One more than the index in `Player::bound`. 0 if the mana is not restricted.
    pub bound: u8,
}

/// What mana is spent on (CR 106.6).
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose<'a> {
    /// A spell. It is on the stack.
    Spell(&'a Thing),
    /// An ability of this object.
    Ability(Id),
    /// A cost during a resolution, a cost to attack, or a special action.
    Other,
}

pub(crate) type Units = SmallVec<[Unit; 24]>;
/// The symbols of a mana cost, with one mask for each symbol.
pub(crate) type Need = SmallVec<[Mask; 8]>;

pub(crate) fn need(cost: &[ManaSymbol], x: i32) -> Need {
    let mut need = Need::new();
    for symbol in cost {
        let times = match symbol {
            ManaSymbol::Generic(n) => usize::from(*n),
            ManaSymbol::X => x.max(0) as usize,
            _ => 1,
        };
        need.extend(std::iter::repeat_n(symbol_mask(*symbol), times));
    }
    hardest_first(&mut need);
    need
}

pub(crate) fn hardest_first(need: &mut Need) {
    need.sort_unstable_by_key(|mask| (mask & ANY).count_ones());
}

impl Duel {
    /// The mana that a mana ability produces: one mask for each mana.
    pub(crate) fn gives(&self, s: &DuelState, seat: Seat, id: Id, ab: AbilityId) -> SmallVec<[Mask; 2]> {
        if let Some(mask) = self.tap_gives(ab) {
            return SmallVec::from_slice(&[mask]);
        }
        let CompiledAbility::Activated { code, mana: true, .. } = &self.cards.abilities[ab as usize] else {
            return SmallVec::new();
        };
        let cx = EvalContext::of(id, seat);
        let mut out = SmallVec::new();
        for op in &self.cards.codes[*code as usize].ops {
            let Op::Act(Act::AddMana { mana, spend: None, .. }, _) = op else { continue };
            match mana {
                Mana::Symbols(symbols) => out.extend(symbols.iter().map(|symbol| symbol_mask(*symbol))),
                Mana::OneOf(list) => {
                    let firsts = list.iter().filter_map(|symbols| symbols.first());
                    out.push(firsts.fold(0, |mask, symbol| mask | symbol_mask(*symbol)));
                }
                Mana::AnyColor(n) | Mana::Combination(n, None) => {
                    let n = self.amount(s, &cx, n).clamp(0, 40) as usize;
                    out.extend(std::iter::repeat_n(0b1_1111, n));
                }
                Mana::Combination(n, Some(colors)) => {
                    let n = self.amount(s, &cx, n).clamp(0, 40) as usize;
                    out.extend(std::iter::repeat_n(colors.0, n));
                }
                Mana::ForEach(symbols, n) => {
                    for _ in 0..self.amount(s, &cx, n).clamp(0, 40) {
                        out.extend(symbols.iter().map(|symbol| symbol_mask(*symbol)));
                    }
                }
                Mana::AmountOf(symbol, n) => {
                    let n = self.amount(s, &cx, n).clamp(0, 40) as usize;
                    out.extend(std::iter::repeat_n(symbol_mask(*symbol), n));
                }
                Mana::ChosenColor(n) => {
                    let chosen = s.known(id).map_or(0, |o| o.chosen);
                    let n = self.amount(s, &cx, n).clamp(0, 40) as usize;
                    if chosen > 0 {
                        out.extend(std::iter::repeat_n(1 << (chosen - 1), n));
                    }
                }
                Mana::ColorOfLands(..) => out.push(0b1_1111),
            }
        }
        out
    }

    /// The untapped permanents of a seat that may have mana abilities.
    fn wells<'a>(&'a self, s: &'a DuelState, seat: Seat) -> impl Iterator<Item = Id> + 'a {
        let free = |o: &GameObject| !o.tapped && o.chars.rules & super::compiled_cards::flag::NO_ACTIVATION == 0;
        let mine = s.permanents().filter(move |(_, o)| o.chars.controller == seat && free(o));
        let may = move |(id, obj): &(Id, &GameObject)| {
            let plain = self.cards.defs[obj.face as usize].mana && !obj.chars.lost;
            let land = obj.chars.types & type_bit(CardType::Land) != 0;
            plain || land || s.granted.iter().any(|(slot, ..)| *slot == id.slot)
        };
        mine.filter(may).map(|(id, _)| id)
    }

    /// The mana abilities that a seat can use now and that cost only a tap, life or the permanent itself. The flag says
    /// whether one costs more than a tap.
    pub(crate) fn sources<'a>(
        &'a self,
        s: &'a DuelState,
        seat: Seat,
    ) -> impl Iterator<Item = (Id, AbilityId, bool)> + 'a {
        self.wells(s, seat).flat_map(move |id| {
            self.abilities(s, id).filter_map(move |ab| self.source(s, seat, id, ab).map(|dear| (id, ab, dear)))
        })
    }

    /// Whether using the mana ability costs more than a tap. `None` if the engine cannot use it automatically. The
    /// permanent must be untapped and controlled by the seat.
    fn source(&self, s: &DuelState, seat: Seat, id: Id, ab: AbilityId) -> Option<bool> {
        if self.tap_gives(ab).is_some() && s.obj(id).chars.rules == 0 {
            return (!self.is_sick(s, id)).then_some(false);
        }
        let CompiledAbility::Activated { cost, code, mana: true, .. } = &self.cards.abilities[ab as usize] else {
            return None;
        };
        let mut dear = false;
        // The other effects of the ability must not ask the player anything.
        for op in &self.cards.codes[*code as usize].ops {
            match op {
                // The player chooses one color for several mana when the ability resolves. Restricted mana must be in
                // the pool before it is spent.
                Op::Act(Act::AddMana { mana: Mana::AnyColor(n), .. }, _) if *n != Amount::Number(1) => return None,
                Op::Act(Act::AddMana { spend: Some(_), .. }, _) => return None,
                Op::Act(Act::AddMana { .. }, _) => {}
                Op::Act(Act::Damage { .. } | Act::LoseLife { .. } | Act::GainLife { .. }, _) => dear = true,
                _ => return None,
            }
        }
        let simple = |part: &CostPart| match part {
            CostPart::Tap => Some(false),
            CostPart::Sacrifice(crate::ir::Obj::Source) | CostPart::Life(_) => Some(true),
            _ => None,
        };
        for part in cost {
            dear |= simple(part)?;
        }
        self.can_activate(s, seat, id, ab).then_some(dear)
    }

    /// The mana units with which a seat can pay. The pool comes first, then sources with the fewest colors, then
    /// sources that cost more than a tap.
    pub(crate) fn units(&self, s: &DuelState, seat: Seat) -> Units {
        let mut units = Units::new();
        for (color, n) in s.player(seat).pool.iter().enumerate() {
            let unit = Unit { mask: 1 << color, from: None, dear: false, bound: 0 };
            units.extend(std::iter::repeat_n(unit, usize::from(*n)));
        }
        self.add_bound(s, seat, &mut units, Purpose::Other);
        let start = units.len();
        for id in self.wells(s, seat) {
            let (first, mut seen) = (units.len(), false);
            for ab in self.abilities(s, id) {
                let Some(dear) = self.source(s, seat, id, ab) else { continue };
                let gives = self.gives(s, seat, id, ab);
                // A permanent can be tapped only once. So a second ability of the permanent adds its colors to the mana
                // unit of the first ability.
                if !seen {
                    units.extend(gives.iter().map(|mask| Unit { mask: *mask, from: Some((id, ab)), dear, bound: 0 }));
                } else if let (Some(unit), [mask]) = (units.get_mut(first), &gives[..]) {
                    unit.mask |= mask;
                }
                seen = true;
            }
        }
        units[start..].sort_by_key(|unit| (unit.dear, unit.mask.count_ones()));
        units
    }

    /// Whether the mana may be spent on this.
    fn may_spend(&self, s: &DuelState, seat: Seat, mana: super::state::BoundMana, purpose: Purpose<'_>) -> bool {
        let Some(Op::Act(Act::AddMana { spend: Some(spend), .. }, _)) =
            self.cards.codes[mana.code as usize].ops.get(usize::from(mana.op))
        else {
            return false;
        };
        let cx = EvalContext::of(mana.source, seat);
        match (spend, purpose) {
            (SpendOnly::Cast(filter, _) | SpendOnly::CastOrActivate(filter, ..), Purpose::Spell(thing)) => {
                self.fits(s, &cx, filter, thing)
            }
            (SpendOnly::NotCast(filter), Purpose::Spell(thing)) => !self.fits(s, &cx, filter, thing),
            (SpendOnly::Activate, Purpose::Ability(_)) | (SpendOnly::NotCast(_), _) => true,
            (SpendOnly::CastOrActivate(_, _, filter, _), Purpose::Ability(id)) => self.matches(s, &cx, filter, id),
            (SpendOnly::Cast(..), Purpose::Ability(_) | Purpose::Other) => false,
            (SpendOnly::Activate, Purpose::Spell(_) | Purpose::Other) => false,
            (SpendOnly::CastOrActivate(..), Purpose::Other) => false,
        }
    }

    /// Adds the restricted mana that may be spent for this purpose. This mana comes first, because other mana has more
    /// uses.
    fn add_bound(&self, s: &DuelState, seat: Seat, units: &mut Units, purpose: Purpose<'_>) {
        for (at, mana) in s.player(seat).bound.iter().enumerate().take(usize::from(u8::MAX) - 1) {
            if self.may_spend(s, seat, *mana, purpose) {
                units.insert(0, Unit { mask: 1 << mana.color, from: None, dear: false, bound: at as u8 + 1 });
            }
        }
    }

    /// The units with the restricted mana that may be spent on this, and without other restricted mana.
    pub(crate) fn with_bound<'a>(
        &self,
        s: &DuelState,
        seat: Seat,
        units: &'a Units,
        purpose: Purpose<'_>,
    ) -> std::borrow::Cow<'a, Units> {
        if s.player(seat).bound.is_empty() {
            return std::borrow::Cow::Borrowed(units);
        }
        let mut all: Units = units.iter().copied().filter(|unit| unit.bound == 0).collect();
        self.add_bound(s, seat, &mut all, purpose);
        std::borrow::Cow::Owned(all)
    }

    /// Finds a unit for each symbol. `None` if that is impossible. `life` is the life that the player may pay instead.
    pub(crate) fn match_mana(&self, need: &[Mask], units: &[Unit], life: i32) -> Option<SmallVec<[Option<u16>; 8]>> {
        let forced = need.iter().filter(|mask| **mask & LIFE == 0).count();
        if forced > units.len() {
            return None;
        }
        let mut taken: SmallVec<[u16; 24]> = SmallVec::from_elem(u16::MAX, units.len());
        let mut paid: SmallVec<[Option<u16>; 8]> = SmallVec::from_elem(None, need.len());
        let mut life = life;
        for at in 0..need.len() {
            let mut seen = 0_u128;
            if augment(need, units, at, &mut taken, &mut seen) {
                continue;
            }
            if need[at] & LIFE == 0 || life <= 2 {
                return None;
            }
            life -= 2;
        }
        for (unit, at) in taken.iter().enumerate().filter(|(_, at)| **at != u16::MAX) {
            paid[*at as usize] = Some(unit as u16);
        }
        Some(paid)
    }

    pub(crate) fn can_pay(&self, s: &DuelState, seat: Seat, need: &[Mask], units: &[Unit]) -> bool {
        need.is_empty() || self.match_mana(need, units, s.player(seat).life).is_some()
    }

    /// Whether {T} can be paid with the permanent. Summoning sickness prevents it (CR 302.6).
    pub(crate) fn can_tap(&self, s: &DuelState, id: Id) -> bool {
        s.there(id).is_some_and(|o| !o.tapped) && !self.is_sick(s, id)
    }

    /// Whether {Q} can be paid with the permanent.
    pub(crate) fn can_untap(&self, s: &DuelState, id: Id) -> bool {
        s.there(id).is_some_and(|o| o.tapped) && !self.is_sick(s, id)
    }

    fn is_sick(&self, s: &DuelState, id: Id) -> bool {
        s.there(id).is_some_and(|o| {
            let creature = o.chars.types & type_bit(CardType::Creature) != 0;
            creature && o.sick && !self.has(s, id, PlainKeyword::Haste)
        })
    }
}

/// Finds a unit for one symbol by an augmenting path, which may reassign other units.
fn augment(need: &[Mask], units: &[Unit], at: usize, taken: &mut [u16], seen: &mut u128) -> bool {
    for unit in 0..units.len().min(128) {
        if units[unit].mask & need[at] & (ANY | HELP) == 0 || *seen & (1 << unit) != 0 {
            continue;
        }
        *seen |= 1 << unit;
        if taken[unit] == u16::MAX || augment(need, units, taken[unit] as usize, taken, seen) {
            taken[unit] = at as u16;
            return true;
        }
    }
    false
}
