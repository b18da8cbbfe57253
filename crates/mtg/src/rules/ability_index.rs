//! Facts about the cards of a match, computed once: which kinds of abilities a card has, what a spell costs, and which
//! mana a source gives.
//!
//! The index makes the engine faster and does not change the results. A mark says that an object may have an ability of
//! this kind. The caller then examines the abilities of the object itself.

use super::Duel;
use super::announce::{spends_x, takes_by_x};
use super::compiled_cards::{AbilityId, Change, CodeId, CompiledAbility, CompiledCards, DefId, ModsId, Op};
use super::costly_mana::costs_more;
use super::mana::{Mask, Need, Units, need, symbol_mask};
use super::mid_step_choices::chooses;
use super::state::{DuelState, GameObject, Id, ObjectSlot};
use crate::ir::{Act, CostPart, Keyword, KeywordCost, Mana, SpellCost, Static};
use rulebook_kernel::Seat;

/// A bit set: one bit for each kind of ability below.
pub(crate) type Marks = u32;

/// An activated ability.
pub(crate) const ACTIVATED: Marks = 1;
/// An activated ability that is neither a mana ability nor a loyalty ability.
pub(crate) const USED: Marks = 1 << 1;
/// A mana ability that costs more than tapping or sacrificing its own permanent and paying life.
pub(crate) const COSTLY: Marks = 1 << 2;
/// A rule that applies to players.
pub(crate) const PLAYER: Marks = 1 << 3;
/// An ability that makes spells cost more or less.
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
/// An alternative cost of the card itself.
pub(crate) const INSTEAD: Marks = 1 << 13;
/// An ability that changes the cost of its own card.
pub(crate) const OWN_COST: Marks = 1 << 14;

/// A continuous effect that depends on more than the set of permanents on the battlefield. See `cache_validity`.
pub(crate) const UNSTEADY: Marks = 1 << 15;

/// A cost in which a part other than mana contains X.
pub(crate) const SPENDS_X: Marks = 1 << 16;
/// A cost in which X decides which objects are taken, not only how many.
pub(crate) const TAKES_BY_X: Marks = 1 << 17;
/// A replacement effect that asks a player for a choice as the permanent enters.
pub(crate) const CHOOSES: Marks = 1 << 18;

/// The marks and other precomputed facts about all compiled cards.
#[derive(Clone, Debug, Default)]
pub(crate) struct AbilityIndex {
    /// For each definition, the marks of its printed abilities.
    defs: Vec<Marks>,
    /// The marks of all abilities that effects can grant.
    given: Marks,
    /// For each definition, its cost before any effect changes it.
    costs: Vec<Usual>,
    /// For each list of modifications, the layers in which it changes something, as a bit set.
    layers: Vec<u16>,
    /// For each ability, whether its activation cost contains X in a part other than mana.
    by_x: Vec<bool>,
    /// For each ability that only taps for one mana, the kind of that mana. `None` for other abilities.
    taps: Vec<Option<Mask>>,
}

/// The cost of a spell before any effect changes it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Usual {
    pub parts: Vec<CostPart>,
    pub need: Need,
    /// How many mana symbols of the cost cannot be paid with life.
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
        // These abilities have no mark, because the engine never looks for cards that have one of them.
        CompiledAbility::Spell(_)
        | CompiledAbility::Triggered { .. }
        | CompiledAbility::Continuous { .. }
        | CompiledAbility::Rule(_)
        | CompiledAbility::Cost(SpellCost::Additional(_) | SpellCost::AdditionalOr(_))
        | CompiledAbility::Static(
            Static::Continuous { .. }
            | Static::DuringYourTurn { .. }
            | Static::SpellRule(_)
            | Static::CastOnly(_)
            | Static::MayPlay { .. },
        )
        | CompiledAbility::Keyword(
            Keyword::Plain(_)
            | Keyword::Cost(..)
            | Keyword::Enchant(_)
            | Keyword::EnchantPlayer(_)
            | Keyword::Typecycling(..)
            | Keyword::Suspend(..)
            | Keyword::EquipOnly(..)
            | Keyword::PartnerWith(_)
            | Keyword::KickerTwo(..),
        ) => 0,
    }
}

impl CompiledCards {
    /// Computes the index. Runs last, when everything else is compiled.
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

    /// The kind of mana, if the ability taps for one mana and has no other cost, effect or limit. Otherwise `None`.
    fn tap_gives(&self, ab: AbilityId) -> Option<Mask> {
        let CompiledAbility::Activated { cost, loyalty: None, code, limits, mana: true } = &self.abilities[ab as usize]
        else {
            return None;
        };
        let Op::Act(Act::AddMana { mana: Mana::Symbols(symbols), spend: None, .. }, _) =
            self.codes[*code as usize].ops.first()?
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
    /// Whether the definition has a printed ability with one of these marks.
    pub(crate) fn prints(&self, def: DefId, marks: Marks) -> bool {
        self.cards.marks.defs[def as usize] & marks != 0
    }

    /// Whether the object may have an ability with one of these marks, printed or granted.
    pub(crate) fn bears(&self, s: &DuelState, slot: ObjectSlot, obj: &GameObject, marks: Marks) -> bool {
        self.prints(obj.face, marks)
            || self.cards.marks.given & marks != 0 && s.granted.iter().any(|(at, ..)| *at == slot)
    }

    /// The permanents that may have an ability with one of these marks.
    pub(crate) fn bearing<'a>(
        &'a self,
        s: &'a DuelState,
        marks: Marks,
    ) -> impl Iterator<Item = (Id, &'a GameObject)> + 'a {
        s.permanents().filter(move |(id, obj)| self.bears(s, id.slot, obj, marks))
    }

    /// Whether no ability changes the printed cost of the spell.
    pub(super) fn costs_as_printed(&self, s: &DuelState, def: DefId) -> bool {
        !(self.prints(def, OWN_COST) || self.cost_matters && self.bearing(s, CHANGES_COSTS).next().is_some())
    }

    /// Whether the seat has fewer sources of mana than the spell needs. The result is valid only if no ability changes
    /// the cost.
    pub(super) fn is_beyond(&self, s: &DuelState, seat: Seat, def: DefId, units: &Units) -> bool {
        let mine = |(_, o): (Id, &GameObject)| o.chars.controller == seat;
        self.usual_cost(def).forced > units.len()
            && !self.convokes(def)
            && !(self.has_detours && self.bearing(s, COSTLY).any(mine))
    }

    /// Whether the code needs no announcement: it has neither targets nor modes.
    pub(super) fn is_aimless(&self, code: CodeId) -> bool {
        let code = &self.cards.codes[code as usize];
        code.targets.is_empty() && code.modes.is_none()
    }

    /// Whether a list of modifications changes something in this layer.
    pub(super) fn has_layer(&self, mods: ModsId, layer: u8) -> bool {
        self.cards.marks.layers[mods as usize] & 1 << layer != 0
    }

    /// Whether the activation cost of this ability contains X in a part other than mana.
    pub(super) fn ability_spends_x(&self, ab: AbilityId) -> bool {
        self.cards.marks.by_x[ab as usize]
    }

    pub(crate) fn usual_cost(&self, def: DefId) -> &Usual {
        &self.cards.marks.costs[def as usize]
    }

    /// The kind of mana, if the ability only taps for one mana. Otherwise `None`.
    pub(crate) fn tap_gives(&self, ab: AbilityId) -> Option<Mask> {
        self.cards.marks.taps[ab as usize]
    }
}
