//! Precomputed facts about the cards of a match: which kinds of abilities a card has, what a spell costs, and what mana
//! a tap gives.
//!
//! The index only saves work. A mark means that a card may have such an ability; the caller then reads the abilities.

use super::Duel;
use super::announce::{spends_x, takes_by_x};
use super::compiled_cards::{AbilityId, Change, CodeId, CompiledAbility, CompiledCards, DefId, ModsId, Op};
use super::costly_mana::costs_more;
use super::mana::{Mask, Need, Units, need, symbol_mask};
use super::mid_step_choices::chooses;
use super::state::{DuelState, GameObject, Id};
use crate::ir::{Act, CostPart, Keyword, KeywordCost, Mana, SpellCost, Static};
use rulebook_kernel::Seat;

/// Kinds of abilities, a bit each.
pub(crate) type Marks = u32;

/// An ability that is activated.
pub(crate) const ACTIVATED: Marks = 1;
/// One of those that gives no mana and is not of loyalty.
pub(crate) const USED: Marks = 1 << 1;
/// A mana ability that costs more than its own permanent and life.
pub(crate) const COSTLY: Marks = 1 << 2;
/// A rule for players.
pub(crate) const PLAYER: Marks = 1 << 3;
/// Spells cost more or less.
pub(crate) const CHANGES_COSTS: Marks = 1 << 4;
pub(crate) const REPLACES: Marks = 1 << 5;
pub(crate) const PROTECTION: Marks = 1 << 6;
pub(crate) const HEXPROOF_FROM: Marks = 1 << 7;
pub(crate) const TAXES: Marks = 1 << 8;
/// A keyword with a number.
pub(crate) const NUMBER: Marks = 1 << 9;
pub(crate) const LANDWALK: Marks = 1 << 10;
pub(crate) const CYCLING: Marks = 1 << 11;
pub(crate) const FLASHBACK: Marks = 1 << 12;
/// It can be cast for another cost.
pub(crate) const INSTEAD: Marks = 1 << 13;
/// Its own text changes what it costs.
pub(crate) const OWN_COST: Marks = 1 << 14;

/// A continuous effect that depends on more than on the permanents there are.
pub(crate) const UNSTEADY: Marks = 1 << 15;

/// A part of a cost of it other than mana speaks of X.
pub(crate) const SPENDS_X: Marks = 1 << 16;
/// What such a part takes depends on X, not only how many.
pub(crate) const TAKES_BY_X: Marks = 1 << 17;
/// Something is chosen as it enters.
pub(crate) const CHOOSES: Marks = 1 << 18;

/// The marks of a pool.
#[derive(Clone, Debug, Default)]
pub(crate) struct AbilityIndex {
    /// Of each thing printed.
    defs: Vec<Marks>,
    /// Of what effects may give to permanents.
    given: Marks,
    /// Of each thing printed: what is paid for it in the usual way, the mana of that, and how much of it is no life.
    costs: Vec<Usual>,
    /// Of each list of modifications: the layers in which it changes something, a bit each.
    layers: Vec<u16>,
    /// Of each ability that is activated: a part of its cost other than mana speaks of X.
    by_x: Vec<bool>,
    /// Of each ability: the mana that it gives, if it does nothing but tap for one.
    taps: Vec<Option<Mask>>,
}

/// What a spell costs in the usual way, before anything changes it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Usual {
    pub parts: Vec<CostPart>,
    pub need: Need,
    /// Symbols that take mana in any case.
    pub forced: usize,
}

fn marks_of(ab: &CompiledAbility) -> Marks {
    let cost: &[CostPart] = match ab {
        CompiledAbility::Cost(SpellCost::Additional(cost) | SpellCost::Alternative { cost, .. })
        | CompiledAbility::Keyword(Keyword::Cost(_, cost)) => cost,
        _ => &[],
    };
    let spends = if cost.iter().any(spends_x) { SPENDS_X } else { 0 };
    let takes = if cost.iter().any(takes_by_x) { TAKES_BY_X } else { 0 };
    spends | takes | kind_of(ab)
}

fn kind_of(ab: &CompiledAbility) -> Marks {
    match ab {
        CompiledAbility::Activated { mana, loyalty, cost, .. } => {
            let used = if *mana || loyalty.is_some() { 0 } else { USED };
            let costly = if *mana && costs_more(cost) { COSTLY } else { 0 };
            ACTIVATED | used | costly
        }
        CompiledAbility::Static(Static::Player(..)) => PLAYER,
        CompiledAbility::Static(Static::CostChange(_)) => CHANGES_COSTS,
        CompiledAbility::Static(Static::Replace(replacement)) if chooses(replacement) => REPLACES | CHOOSES,
        CompiledAbility::Static(Static::Replace(_)) => REPLACES,
        CompiledAbility::Static(Static::AttackTax(_)) => TAXES,
        CompiledAbility::Keyword(Keyword::Protection(_)) => PROTECTION,
        CompiledAbility::Keyword(Keyword::HexproofFrom(_)) => HEXPROOF_FROM,
        CompiledAbility::Keyword(Keyword::Number(..)) => NUMBER,
        CompiledAbility::Keyword(Keyword::Landwalk(_)) => LANDWALK,
        CompiledAbility::Keyword(Keyword::Affinity(_)) => OWN_COST,
        CompiledAbility::Keyword(Keyword::Cost(KeywordCost::Cycling, _)) => CYCLING,
        CompiledAbility::Keyword(Keyword::Cost(KeywordCost::Flashback, _)) => FLASHBACK,
        CompiledAbility::Keyword(Keyword::Cost(KeywordCost::Evoke, _))
        | CompiledAbility::Cost(SpellCost::Alternative { .. }) => INSTEAD,
        CompiledAbility::Cost(SpellCost::Change { .. }) => OWN_COST,
        _ => 0,
    }
}

impl CompiledCards {
    /// Finds the marks, when everything else is there.
    pub(super) fn find_marks(&mut self) {
        let one = |ab: &CompiledAbility| if self.is_steady(ab) { marks_of(ab) } else { UNSTEADY };
        let of = |list: &[AbilityId]| list.iter().fold(0, |marks, ab| marks | one(&self.abilities[*ab as usize]));
        let given = self.mods.iter().flatten().map(|change| match change {
            Change::Ability(ab) => of(&[*ab]),
            _ => 0,
        });
        let given = given.fold(0, |all, marks| all | marks);
        let defs = self.defs.iter().map(|def| of(&def.abilities)).collect();
        let costs = (0..self.defs.len()).map(|at| self.usual(at as DefId)).collect();
        let taps = (0..self.abilities.len()).map(|at| self.tap_gives(at as AbilityId)).collect();
        let layers =
            self.mods.iter().map(|list| list.iter().fold(0, |bits, change| bits | 1 << change.layer())).collect();
        let speaks =
            |ab: &CompiledAbility| matches!(ab, CompiledAbility::Activated { cost, .. } if cost.iter().any(spends_x));
        let by_x = self.abilities.iter().map(speaks).collect();
        self.marks = AbilityIndex { defs, given, costs, layers, by_x, taps };
    }

    fn usual(&self, def: DefId) -> Usual {
        let d = &self.defs[def as usize];
        let mut parts: Vec<CostPart> = d.cost.clone().map(CostPart::Mana).into_iter().collect();
        for ab in &d.abilities {
            if let CompiledAbility::Cost(SpellCost::Additional(cost)) = &self.abilities[*ab as usize] {
                parts.extend(cost.iter().cloned());
            }
        }
        let mut all = Need::new();
        parts.iter().filter_map(super::cost::mana_of).for_each(|cost| all.extend(need(cost, 0)));
        super::mana::hardest_first(&mut all);
        let forced = all.iter().filter(|mask| **mask & super::mana::LIFE == 0).count();
        Usual { parts, need: all, forced }
    }

    /// What it gives if it costs a tap, gives one mana, and nothing else is to be known about it.
    fn tap_gives(&self, ab: AbilityId) -> Option<Mask> {
        let CompiledAbility::Activated { cost, loyalty: None, code, limits, mana: true } = &self.abilities[ab as usize]
        else {
            return None;
        };
        let Op::Act(Act::AddMana { mana: Mana::Symbols(symbols), .. }, _) = self.codes[*code as usize].ops.first()?
        else {
            return None;
        };
        let alone = self.codes[*code as usize].ops.len() == 1 && limits.is_empty() && cost[..] == [CostPart::Tap];
        match symbols[..] {
            [symbol] if alone && !self.grave[ab as usize] => Some(symbol_mask(symbol)),
            _ => None,
        }
    }
}

impl Duel {
    /// Has something printed an ability of such a kind?
    pub(crate) fn prints(&self, def: DefId, marks: Marks) -> bool {
        self.pool.marks.defs[def as usize] & marks != 0
    }

    /// Might an object have an ability of such a kind, printed or given?
    pub(crate) fn bears(&self, s: &DuelState, slot: u16, obj: &GameObject, marks: Marks) -> bool {
        self.prints(obj.face, marks)
            || self.pool.marks.given & marks != 0 && s.granted.iter().any(|(at, ..)| *at == slot)
    }

    /// Permanents that might.
    pub(crate) fn bearing<'a>(
        &'a self,
        s: &'a DuelState,
        marks: Marks,
    ) -> impl Iterator<Item = (Id, &'a GameObject)> + 'a {
        s.permanents().filter(move |(id, obj)| self.bears(s, id.slot, obj, marks))
    }

    /// Does a spell cost what is printed on it, as nothing makes it cost more or less?
    pub(super) fn costs_as_printed(&self, s: &DuelState, def: DefId) -> bool {
        !(self.prints(def, OWN_COST) || self.cost_matters && self.bearing(s, CHANGES_COSTS).next().is_some())
    }

    /// Is there too little to pay for a spell with, whatever it gives? Of one that costs what is printed on it.
    pub(super) fn is_beyond(&self, s: &DuelState, seat: Seat, def: DefId, units: &Units) -> bool {
        let mine = |(_, o): (Id, &GameObject)| o.chars.controller == seat;
        self.usual_cost(def).forced > units.len()
            && !self.convokes(def)
            && !(self.has_detours && self.bearing(s, COSTLY).any(mine))
    }

    /// Does what it does aim at nothing?
    pub(super) fn is_aimless(&self, code: CodeId) -> bool {
        let code = &self.pool.codes[code as usize];
        code.targets.is_empty() && code.modes.is_none()
    }

    /// Does a list of modifications change something in this layer?
    pub(super) fn has_layer(&self, mods: ModsId, layer: u8) -> bool {
        self.pool.marks.layers[mods as usize] & 1 << layer != 0
    }

    /// Does a part of its cost other than mana speak of X?
    pub(super) fn ability_spends_x(&self, ab: AbilityId) -> bool {
        self.pool.marks.by_x[ab as usize]
    }

    pub(crate) fn usual_cost(&self, def: DefId) -> &Usual {
        &self.pool.marks.costs[def as usize]
    }

    /// The mana that an ability gives that does nothing but tap for one.
    pub(crate) fn tap_gives(&self, ab: AbilityId) -> Option<Mask> {
        self.pool.marks.taps[ab as usize]
    }
}
