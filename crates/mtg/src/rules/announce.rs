//! The announcement of a spell or ability (CR 601.2b to 601.2d): modes, kicker and X first, because targets and shares
//! can depend on them.

use super::Duel;
use super::compiled_cards::{AbilityId, CodeId, CompiledAbility, LOYALTY, Op};
use super::cost::mana_of;
use super::eval::Thing;
use super::mana::Units;
use super::state::{CastWay, Casting, ChosenTarget, DuelState, Id, Item, ObjectOrPlayer};
use super::targets::Candidates;
use crate::ir::{Act, Amount, Choice, CostPart, DamageTo, Link, Loyalty, ManaSymbol, Obj, Pred, Target, TargetKind};
use rulebook_kernel::Seat;
use smallvec::SmallVec;

/// Maximum value of X that a player may choose.
const MOST_X: i16 = 99;

/// Whether a mana part of the cost contains X.
fn has_x(parts: &[CostPart]) -> bool {
    parts.iter().filter_map(mana_of).flatten().any(|symbol| *symbol == ManaSymbol::X)
}

/// Replaces X by its value in a part of a cost that is not mana: a number of objects, an amount of life, or a mana
/// value.
pub(super) fn set_x(part: &mut CostPart, x: i16) {
    let fix = |amount: &mut Amount| {
        if *amount == Amount::X {
            *amount = Amount::Number(x.max(0) as u16);
        }
    };
    let choice = |count: &mut Choice| match count {
        Choice::Exactly(amount) | Choice::UpTo(amount) => fix(amount),
        Choice::One | Choice::Any | Choice::OneTo(_) | Choice::OrMore(_) => {}
    };
    match part {
        CostPart::Life(n) | CostPart::Mill(n) | CostPart::Energy(n) | CostPart::PutCounters { count: n, .. } => fix(n),
        CostPart::RemoveCounters { count, .. } => choice(count),
        CostPart::Sacrifice(what)
        | CostPart::Exile(what)
        | CostPart::Return(what)
        | CostPart::TapObj(what)
        | CostPart::UntapObj(what)
        | CostPart::Discard { what, .. } => {
            if let Obj::Choose { count, filter } = what {
                choice(count);
                let adj = filter.nouns.iter_mut().flat_map(|noun| &mut noun.adj);
                for pred in filter.post.iter_mut().chain(adj) {
                    if let Pred::Stat(_, _, amount) = pred {
                        fix(amount);
                    }
                }
            }
        }
        CostPart::Mana(_)
        | CostPart::PayMana(_)
        | CostPart::Tap
        | CostPart::Untap
        | CostPart::TapPower { .. }
        | CostPart::Reveal(_) => {}
    }
}

/// Whether X occurs in this part of a cost. Mana parts do not count.
pub(super) fn spends_x(part: &CostPart) -> bool {
    let mut fixed = part.clone();
    set_x(&mut fixed, 1);
    fixed != *part
}

/// Whether X decides which objects this part takes, not only how many.
pub(super) fn takes_by_x(part: &CostPart) -> bool {
    let by_x = |pred: &Pred| matches!(pred, Pred::Stat(_, _, Amount::X));
    match part {
        CostPart::Sacrifice(what)
        | CostPart::Exile(what)
        | CostPart::Return(what)
        | CostPart::TapObj(what)
        | CostPart::UntapObj(what)
        | CostPart::Discard { what, .. } => match what {
            Obj::Choose { filter, .. } => {
                filter.post.iter().chain(filter.nouns.iter().flat_map(|noun| &noun.adj)).any(by_x)
            }
            _ => false,
        },
        _ => false,
    }
}

impl Duel {
    fn aims_by_x(&self, code: CodeId) -> bool {
        self.cards.codes[code as usize].early.by_x
    }

    fn aims_by_kicker(&self, code: CodeId) -> bool {
        !self.cards.codes[code as usize].early.kicked.is_empty()
    }

    /// Whether the player can announce the spell, kicked or not, with some X. The cost must be payable, and targets
    /// must exist. `plain` says whether the cost can be paid without kicker and with X = 0.
    pub(super) fn can_aim(
        &self,
        s: &DuelState,
        seat: Seat,
        thing: &Thing,
        way: CastWay,
        units: &Units,
        plain: bool,
    ) -> bool {
        let def = thing.def;
        let codes: SmallVec<[CodeId; 2]> = self.cards.spell_codes(def).collect();
        let aims = |kicked: u8, x: i16| {
            codes.iter().filter(|code| !self.is_aimless(**code)).all(|code| {
                let item = Item { kicked, x, ..self.draft(thing.id, seat, *code, None) };
                self.has_targets(s, &item, *code)
            })
        };
        if plain && aims(0, 0) {
            return true;
        }
        let pays = |kicked: u8, x: i16| self.can_pay_for(s, seat, thing, way, units, (kicked, x));
        if codes.iter().any(|code| self.aims_by_kicker(*code)) && self.has_kicker(def) && aims(1, 0) && pays(1, 0) {
            return true;
        }
        let parts = self.spell_parts(s, def, way, 0);
        if parts.iter().any(takes_by_x) {
            return (1..=MOST_X).any(|x| pays(0, x) && aims(0, x));
        }
        codes.iter().any(|code| self.aims_by_x(*code))
            && (has_x(&parts) || parts.iter().any(spends_x))
            && (1..=MOST_X).take_while(|x| pays(0, *x)).any(|x| aims(0, x))
    }

    /// Whether the player can announce an ability whose targets depend on X. The caller has already checked the other
    /// costs.
    pub(super) fn can_aim_ability(&self, s: &DuelState, seat: Seat, source: Id, ab: AbilityId, units: &Units) -> bool {
        let CompiledAbility::Activated { cost, loyalty, code, .. } = &self.cards.abilities[ab as usize] else {
            return false;
        };
        let aims = |x: i16| self.has_targets(s, &Item { x, ..self.draft(source, seat, *code, Some(ab)) }, *code);
        let most = match loyalty {
            Some(Loyalty::MinusX) => s.count(source, LOYALTY),
            _ if has_x(cost) || cost.iter().any(spends_x) => MOST_X,
            _ => 0,
        };
        let own = cost.contains(&CostPart::Tap);
        let rest: Units =
            units.iter().copied().filter(|unit| !own || unit.from.is_none_or(|(id, _)| id != source)).collect();
        let pays = |x: i16| {
            let need = self.ability_need(s, seat, source, ab, i32::from(x));
            let mut parts = cost.clone();
            parts.iter_mut().for_each(|part| set_x(part, x));
            let kept = self.kept(s, seat, source, &parts, &need, &rest);
            kept.is_some_and(|units| self.can_pay(s, seat, &need, &units))
                && self.parts_payable(s, seat, source, &parts, None)
        };
        aims(0) || (1..=most).take_while(|x| pays(*x)).any(aims)
    }

    /// Whether the spell or ability would have targets if it were kicked this many times.
    pub(crate) fn aims_if(&self, s: &DuelState, casting: &Casting, kicked: u8) -> bool {
        let parts = &casting.item.parts;
        if !parts.iter().any(|code| self.aims_by_kicker(*code)) {
            return true;
        }
        let item = Item { kicked, ..casting.item.clone() };
        parts.iter().all(|code| self.has_targets(s, &item, *code))
    }

    pub(crate) fn can_kick(&self, s: &DuelState, casting: &Casting) -> bool {
        if casting.item.ability.is_some() || casting.way == CastWay::Cycling {
            return false;
        }
        if !self.has_kicker(s.obj(casting.item.id).face) {
            return false;
        }
        let mut kicked = casting.clone();
        kicked.item.kicked += 1;
        let parts = self.casting_parts(s, &kicked);
        self.can_pay(s, casting.seat, &self.casting_need(s, &kicked, 0), &self.casting_units(s, &kicked))
            && self.parts_payable(s, casting.seat, casting.item.id, &parts, None)
            && self.aims_if(s, &kicked, kicked.item.kicked)
    }

    /// Whether the player must choose X for the spell or ability.
    pub(crate) fn asks_x(&self, s: &DuelState, casting: &Casting) -> bool {
        let walks = |ab: AbilityId| {
            matches!(
                self.cards.abilities.get(ab as usize),
                Some(CompiledAbility::Activated { loyalty: Some(Loyalty::MinusX), .. })
            )
        };
        let parts = self.written_parts(s, casting);
        has_x(&parts) || parts.iter().any(spends_x) || !casting.trigger && casting.item.ability.is_some_and(walks)
    }

    /// The largest X for which the player can pay.
    fn most_x(&self, s: &DuelState, casting: &Casting) -> i16 {
        if let Some(ab) = casting.item.ability
            && let CompiledAbility::Activated { loyalty: Some(Loyalty::MinusX), .. } =
                &self.cards.abilities[ab as usize]
        {
            return s.count(casting.item.source, LOYALTY);
        }
        let units = self.casting_units(s, casting);
        let pays = |x: &i16| self.can_pay(s, casting.seat, &self.casting_need(s, casting, i32::from(*x)), &units);
        (1..=MOST_X).take_while(pays).last().unwrap_or(0)
    }

    /// The values of X for which the player can pay and targets exist (CR 601.2c).
    pub(crate) fn x_options(&self, s: &DuelState, casting: &Casting) -> SmallVec<[i16; 16]> {
        let item = &casting.item;
        let by_x = item.parts.iter().any(|code| self.aims_by_x(*code));
        let aims = |x: &i16| {
            let item = Item { x: *x, ..item.clone() };
            !by_x || item.parts.iter().all(|code| self.has_targets(s, &item, *code))
        };
        let range = 0..=self.most_x(s, casting);
        let parts = self.written_parts(s, casting);
        if !parts.iter().any(spends_x) {
            return range.filter(aims).collect();
        }
        let pays = |x: &i16| {
            let casting = Casting { item: Item { x: *x, ..casting.item.clone() }, ..casting.clone() };
            let source = if casting.item.ability.is_some() { casting.item.source } else { casting.item.id };
            self.can_pay(s, casting.seat, &self.need_of(s, &casting), &self.casting_units(s, &casting))
                && self.parts_payable(s, casting.seat, source, &self.casting_parts(s, &casting), None)
        };
        // If the player can pay for some X, they can also pay for every smaller X. A cost that takes a card with mana
        // value X is an exception.
        if parts.iter().any(takes_by_x) {
            range.filter(pays).filter(aims).collect()
        } else {
            range.take_while(pays).filter(aims).collect()
        }
    }

    /// The modes that can still be chosen.
    pub(crate) fn mode_options(&self, s: &DuelState, casting: &Casting) -> SmallVec<[u8; 4]> {
        let code = casting.item.parts[0];
        let Some(modes) = &self.cards.codes[code as usize].modes else { return SmallVec::new() };
        let taken = &casting.item.parts[1..];
        let last = taken.last().and_then(|part| modes.modes.iter().position(|mode| mode == part));
        let free = |at: &usize| {
            let again = last.is_none_or(|last| if modes.repeat { *at >= last } else { *at > last });
            again && self.has_targets(s, &casting.item, modes.modes[*at])
        };
        (0..modes.modes.len()).filter(free).map(|at| at as u8).collect()
    }

    /// Whether the later slots still have legal targets if this target is chosen.
    fn leads_on(&self, s: &DuelState, casting: &Casting, aim: ObjectOrPlayer) -> bool {
        let Some(&code) = casting.item.parts.get(usize::from(casting.at)) else { return true };
        if !self.cards.codes[code as usize].early.linked {
            return true;
        }
        let mut item = casting.item.clone();
        item.targets.push(ChosenTarget { part: casting.at, slot: casting.slot, aim, share: 0 });
        self.aims_from(s, &item, (casting.at, code), casting.slot + 1)
    }

    /// The legal targets for the current slot.
    pub(crate) fn aim_options(&self, s: &DuelState, casting: &Casting) -> Candidates {
        let Some(spec) = self.slot(casting) else { return Candidates::new() };
        let cx = self.item_cx(s, &casting.item, casting.at);
        let mut aims = self.candidates(s, &casting.item, &cx, spec);
        let mut picked = casting.item.targets.iter().filter(|t| t.part == casting.at && t.slot == casting.slot);
        if let Some(last) = picked.next_back()
            && let Some(at) = aims.iter().position(|aim| *aim == last.aim)
        {
            aims.drain(..=at);
        }
        aims.retain(|aim| self.pays_if_aimed(s, casting, *aim) && self.leads_on(s, casting, *aim));
        // All targets must be in the same graveyard as the first target.
        let first = casting.item.targets.iter().find(|t| t.part == casting.at && t.slot == casting.slot);
        if let (Some(ChosenTarget { aim: ObjectOrPlayer::Obj(first), .. }), TargetKind::Object(filter)) =
            (first, &spec.kind)
            && filter.post.contains(&Pred::SameGraveyard)
        {
            let owner = |id: Id| s.known(id).map(|o| o.owner);
            aims.retain(|aim| matches!(aim, ObjectOrPlayer::Obj(id) if owner(*id) == owner(*first)));
        }
        // Targets are chosen in the order of the candidates. Leave enough candidates for the targets that must still be
        // chosen.
        let (least, _) = self.aim_range(s, casting);
        let have = casting.item.targets.iter().filter(|t| t.part == casting.at && t.slot == casting.slot).count();
        let keep = least.saturating_sub(have + 1);
        let len = aims.len().saturating_sub(keep);
        aims.truncate(len);
        aims
    }

    fn slot<'a>(&'a self, casting: &Casting) -> Option<&'a Target> {
        let code = *casting.item.parts.get(usize::from(casting.at))?;
        self.cards.codes[code as usize].targets.get(usize::from(casting.slot))
    }

    /// The minimum and maximum number of targets for the current slot. Both are zero if the slot is not used.
    pub(crate) fn aim_range(&self, s: &DuelState, casting: &Casting) -> (usize, usize) {
        let Casting { item, at, slot, .. } = casting;
        let Some(code) = item.parts.get(usize::from(*at)) else { return (0, 0) };
        let code = &self.cards.codes[*code as usize];
        match code.targets.get(usize::from(*slot)) {
            Some(spec) if code.early.aims(usize::from(*slot), item.kicked) => {
                self.range(s, &self.item_cx(s, item, *at), &spec.count)
            }
            _ => (0, 0),
        }
    }

    /// The amount that the spell or ability divides among its targets (CR 601.2d), after the part and the slot of these
    /// targets. `None` if it divides nothing.
    pub(crate) fn divided(&self, s: &DuelState, item: &Item) -> Option<(u8, u8, i32)> {
        let (part, slot, amount) = self.divided_amount(item)?;
        Some((part, slot, self.amount(s, &self.item_cx(s, item, part), amount)))
    }

    /// The index of the target that gets the next share. `None` if every target has a share, or if nothing is divided.
    pub(crate) fn next_share(&self, item: &Item) -> Option<usize> {
        let (part, slot, _) = self.divided_amount(item)?;
        item.targets.iter().position(|t| t.part == part && t.slot == slot && t.share == 0)
    }

    /// The amount to divide as the card writes it, after the part and the slot of its targets.
    fn divided_amount(&self, item: &Item) -> Option<(u8, u8, &Amount)> {
        for (part, code) in item.parts.iter().enumerate() {
            let code = &self.cards.codes[*code as usize];
            for op in &code.ops {
                let (amount, what) = match op {
                    Op::Act(Act::Damage { amount, to: DamageTo::Divided(what), .. }, _) => (amount, what),
                    Op::Act(Act::Distribute { count, among, .. }, _) => (count, among),
                    _ => continue,
                };
                let slot = match what {
                    Obj::Target(slot) => *slot,
                    Obj::Back { to: Link::Target(slot), .. } => *slot,
                    _ => continue,
                };
                if code.early.aims(usize::from(slot), item.kicked) {
                    return Some((part as u8, slot, amount));
                }
            }
        }
        None
    }
}
