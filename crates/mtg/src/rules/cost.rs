//! The costs of spells and abilities, and whether they can be cast or activated now (CR 601.2f, 602.5).

use super::announce::set_x;
use super::compiled_cards::{AbilityId, CodeId, CompiledAbility, DefId, UNLISTED, bit, flag, type_bit};
use super::costly_mana::ReservedObjects;
use super::eval::{EvalContext, Thing};
use super::mana::{self, ANY, Need, Purpose, Units};
use super::nonmana_costs::takes_things;
use super::resolve::hidden_zone;
use super::state::{CastWay, Casting, DuelState, Id, Ids, Item, Zone};
use super::{Duel, ability_index};
use crate::ir::{
    CardType, Cost, CostPart, Keyword, KeywordCost, Limit, Loyalty, ManaSymbol, Obj, PlainKeyword, SpellCost, Static,
};
use rulebook_kernel::Seat;
use rulebook_table::Entry;
use smallvec::SmallVec;

/// The parts of a cost. Parts that equal the printed cost are borrowed.
pub(crate) type Parts<'a> = std::borrow::Cow<'a, [CostPart]>;

/// The parts with X replaced by its value. `may` says whether a part may contain X. If not, the parts are not copied.
fn with_x(mut parts: Parts<'_>, x: i16, may: bool) -> Parts<'_> {
    if may || matches!(parts, Parts::Owned(_)) {
        parts.to_mut().iter_mut().for_each(|part| set_x(part, x));
    }
    parts
}

impl Duel {
    /// A draft of a spell or ability that is not on the stack. With a draft, the engine tests whether a player could
    /// cast the spell or activate the ability.
    pub(super) fn draft(&self, source: Id, seat: Seat, code: CodeId, ability: Option<AbilityId>) -> Item {
        Item {
            id: source,
            ability,
            source,
            controller: seat,
            parts: SmallVec::from_elem(code, 1),
            targets: SmallVec::new(),
            x: 0,
            kicked: 0,
            paid: Ids::new(),
            occasion: super::state::TriggerEvent::default(),
            copy: false,
            born: 0,
        }
    }

    fn instant_speed(&self, s: &DuelState, seat: Seat, thing: &Thing) -> bool {
        let flash = thing.chars.keywords & bit(PlainKeyword::Flash) != 0;
        let instant = thing.chars.types & type_bit(CardType::Instant) != 0;
        flash
            || instant
            || self.player_rules(s, seat).any(|rule| match rule {
                crate::ir::PlayerRule::Flash(filter) => self.fits(s, &EvalContext::of(Id::NONE, seat), filter, thing),
                _ => false,
            })
    }

    /// The parts of a spell's cost, before increases and reductions (CR 601.2f).
    pub(super) fn spell_parts(&self, s: &DuelState, def: DefId, way: CastWay, kicked: u8) -> Parts<'_> {
        let d = &self.cards.defs[def as usize];
        let first = match way {
            CastWay::Usual | CastWay::Side(_) if kicked == 0 => return Parts::Borrowed(&self.usual_cost(def).parts),
            CastWay::Usual | CastWay::Side(_) => None,
            CastWay::Flashback => self.cards.keyword_cost(def, KeywordCost::Flashback),
            CastWay::Cycling => {
                let cost = self.cards.keyword_cost(def, KeywordCost::Cycling);
                return Parts::Borrowed(cost.map_or(&[][..], |cost| &cost[..]));
            }
            CastWay::Instead => self.alternative(s, def),
            CastWay::Free => None,
        };
        let mut parts: Cost = first.into_iter().flatten().cloned().collect();
        if matches!(way, CastWay::Usual | CastWay::Side(_)) {
            parts.extend(d.cost.clone().map(CostPart::Mana));
        }
        for ab in &d.abilities {
            if let CompiledAbility::Cost(SpellCost::Additional(cost)) = &self.cards.abilities[*ab as usize] {
                parts.extend(cost.iter().cloned());
            }
        }
        for _ in 0..kicked {
            parts.extend(self.kicker(def).into_iter().flatten().cloned());
        }
        Parts::Owned(parts)
    }

    pub(super) fn has_kicker(&self, def: DefId) -> bool {
        self.kicker(def).is_some()
    }

    fn kicker(&self, def: DefId) -> Option<&Cost> {
        self.cards
            .keyword_cost(def, KeywordCost::Kicker)
            .or_else(|| self.cards.keyword_cost(def, KeywordCost::Multikicker))
            .or_else(|| self.cards.keyword_cost(def, KeywordCost::Buyback))
    }

    fn alternative(&self, _s: &DuelState, def: DefId) -> Option<&Cost> {
        self.cards.defs[def as usize].abilities.iter().find_map(|ab| match &self.cards.abilities[*ab as usize] {
            CompiledAbility::Cost(SpellCost::Alternative { cost, .. }) => Some(cost),
            CompiledAbility::Keyword(Keyword::Cost(KeywordCost::Evoke, cost)) => Some(cost),
            _ => None,
        })
    }

    fn alternative_holds(&self, s: &DuelState, def: DefId, seat: Seat) -> bool {
        self.cards.defs[def as usize].abilities.iter().any(|ab| match &self.cards.abilities[*ab as usize] {
            CompiledAbility::Cost(SpellCost::Alternative { cond, .. }) => {
                cond.as_ref().is_none_or(|cond| self.cond(s, &EvalContext::of(Id::NONE, seat), cond))
            }
            CompiledAbility::Keyword(Keyword::Cost(KeywordCost::Evoke, _)) => true,
            _ => false,
        })
    }

    /// The mana symbols of a cost after increases and reductions (CR 601.2f, 118.7).
    pub(super) fn mana_need(
        &self,
        s: &DuelState,
        seat: Seat,
        parts: &[CostPart],
        spell: Option<&Thing>,
        x: i32,
        item: Option<&Item>,
    ) -> Need {
        let mut need = Need::new();
        for part in parts {
            if let Some(cost) = mana_of(part) {
                need.extend(mana::need(cost, x));
            }
        }
        if let Some(thing) = spell {
            let (more, less) = self.cost_changes(s, seat, thing, item);
            for _ in 0..more {
                need.push(ANY);
            }
            for _ in 0..less {
                match need.iter().rposition(|mask| *mask == ANY) {
                    Some(at) => need.remove(at),
                    None => break,
                };
            }
        }
        mana::hardest_first(&mut need);
        need
    }

    fn cost_changes(&self, s: &DuelState, seat: Seat, thing: &Thing, item: Option<&Item>) -> (i32, i32) {
        let (mut more, mut less) = (0, 0);
        if self.costs_as_printed(s, thing.def) {
            return (more, less);
        }
        let mut add = |is_more: bool, mana: &[ManaSymbol], times: i32| {
            let n = i32::from(super::compiled_cards::mana_value(mana)) * times;
            if is_more { more += n } else { less += n }
        };
        for ab in &self.cards.defs[thing.def as usize].abilities {
            match &self.cards.abilities[*ab as usize] {
                CompiledAbility::Cost(change @ SpellCost::Change { .. }) => {
                    if let Some((is_more, n)) = self.change_size(s, &EvalContext::of(thing.id, seat), change, item) {
                        add(is_more, &[ManaSymbol::Generic(1)], n);
                    }
                }
                CompiledAbility::Keyword(crate::ir::Keyword::Affinity(filter)) => {
                    let mut filter = filter.clone();
                    filter.post.push(crate::ir::Pred::Controlled(crate::ir::Who::You));
                    let n = self.every(s, &EvalContext::of(Id::NONE, seat), &filter).len() as i32;
                    add(false, &[ManaSymbol::Generic(1)], n);
                }
                _ => {}
            }
        }
        if self.cost_matters {
            for (id, o) in self.bearing(s, ability_index::CHANGES_COSTS) {
                let cx = EvalContext::of(id, o.chars.controller);
                for ab in self.abilities(s, id) {
                    let CompiledAbility::Static(Static::CostChange(change)) = &self.cards.abilities[ab as usize] else {
                        continue;
                    };
                    if self.is_who(s, &cx, &change.by, seat) && self.fits(s, &cx, &change.what, thing) {
                        let times = change.each.as_ref().map_or(1, |each| self.amount(s, &cx, each));
                        add(change.more, &change.mana, times);
                    }
                }
            }
        }
        (more, less)
    }

    /// Whether the player can pay the parts of a cost other than mana. `own` is the card that is being cast from the
    /// hand.
    pub(crate) fn parts_payable(
        &self,
        s: &DuelState,
        seat: Seat,
        source: Id,
        parts: &[CostPart],
        own: Option<&Thing>,
    ) -> bool {
        parts.iter().all(|part| match part {
            part if of_hand(part).is_some() => self.hand_pays(s, seat, source, part, own),
            CostPart::Tap => self.can_tap(s, source),
            CostPart::Untap => self.can_untap(s, source),
            CostPart::Life(n) => {
                let n = self.amount(s, &EvalContext::of(source, seat), n);
                n == 0 || s.player(seat).life >= n
            }
            CostPart::Discard { .. } => true,
            other => match chosen_of(other) {
                Some(what) => {
                    let need = self.choice_size(s, seat, source, what);
                    self.cost_options(s, seat, source, other, &[]).len() >= need
                }
                None => self.counters_payable(s, seat, source, other),
            },
        }) && self.things_suffice(s, seat, source, parts)
    }

    /// Whether the hand has enough cards for this part. The card that is being cast does not count (CR 601.2a).
    fn hand_pays(&self, s: &DuelState, seat: Seat, source: Id, part: &CostPart, own: Option<&Thing>) -> bool {
        let Some((what, _)) = of_hand(part) else { return true };
        let itself = match what {
            Obj::Choose { filter, .. } => {
                own.is_some_and(|own| self.fits(s, &EvalContext::of(source, seat), filter, own))
            }
            _ => own.is_some(),
        };
        let cards = self.hand_options(s, seat, source, what).len().saturating_sub(usize::from(itself));
        cards >= self.choice_size(s, seat, source, what)
    }

    fn counters_payable(&self, s: &DuelState, seat: Seat, source: Id, part: &CostPart) -> bool {
        match part {
            CostPart::RemoveCounters { count, kind, .. } => {
                let (least, _) = self.range(s, &EvalContext::of(source, seat), count);
                s.there(source).is_some_and(|_| self.counters(s, source, *kind) >= least as i32)
            }
            CostPart::TapPower { least, .. } => {
                *least == 0 || !self.cost_options(s, seat, source, part, &[]).is_empty()
            }
            CostPart::Mill(n) => self.library_size(s, seat) as i32 >= self.amount(s, &EvalContext::of(source, seat), n),
            CostPart::Energy(n) => {
                i32::from(s.player(seat).energy) >= self.amount(s, &EvalContext::of(source, seat), n)
            }
            _ => true,
        }
    }

    pub(super) fn choice_size(&self, s: &DuelState, seat: Seat, source: Id, what: &Obj) -> usize {
        match what {
            Obj::Choose { count, .. } => self.range(s, &EvalContext::of(source, seat), count).0,
            _ => 1,
        }
    }

    /// The objects that the player may choose for a part of a cost, except objects already picked.
    pub(crate) fn cost_options(&self, s: &DuelState, seat: Seat, source: Id, part: &CostPart, picked: &[Id]) -> Ids {
        if let CostPart::TapPower { other, least } = part {
            return self.power_options(s, seat, other.then_some(source), *least, picked);
        }
        let Some(what) = chosen_of(part) else { return Ids::new() };
        let cx = EvalContext::of(source, seat);
        let ids = match what {
            Obj::Choose { filter, .. } => self.every(s, &cx, filter),
            other => self.objects(s, &cx, other),
        };
        let fits = |id: &Id| {
            let Some(o) = s.live(*id) else { return false };
            let mine = o.chars.controller == seat && !picked.contains(id);
            mine && match part {
                CostPart::Sacrifice(_) => o.on_field() && o.chars.rules & flag::NO_SACRIFICE == 0,
                CostPart::TapObj(_) => o.on_field() && !o.tapped,
                CostPart::UntapObj(_) => o.on_field() && o.tapped,
                CostPart::Return(_) => o.on_field(),
                _ => true,
            }
        };
        ids.into_iter().filter(fits).collect()
    }

    /// The creatures that can be tapped next for a total power. Creatures are picked in the order in which they
    /// entered. A creature is an option only if the total power can still be reached: with the creatures already
    /// picked, this creature and the creatures after it.
    fn power_options(&self, s: &DuelState, seat: Seat, not: Option<Id>, least: u16, picked: &[Id]) -> Ids {
        let power = |id: Id| i32::from(s.obj(id).chars.power);
        let able = s.permanents().filter(|(id, o)| {
            o.chars.controller == seat
                && !o.tapped
                && o.chars.types & type_bit(CardType::Creature) != 0
                && not != Some(*id)
        });
        let able: Ids = able.map(|(id, _)| id).collect();
        let next = picked.last().and_then(|last| able.iter().position(|id| id == last)).map_or(0, |at| at + 1);
        let have = self.total_power(s, picked);
        let mut after = 0;
        let mut options = Ids::new();
        for &id in able[next..].iter().rev() {
            if have + power(id) + after >= i32::from(least) {
                options.push(id);
            }
            after += power(id).max(0);
        }
        options.reverse();
        options
    }

    pub(crate) fn total_power(&self, s: &DuelState, ids: &[Id]) -> i32 {
        ids.iter().map(|id| i32::from(s.obj(*id).chars.power)).sum()
    }

    /// The cards in the hand that can be discarded. Cards with the same face are listed once.
    pub(crate) fn hand_options(&self, s: &DuelState, seat: Seat, source: Id, what: &Obj) -> SmallVec<[Entry; 8]> {
        let shape = self.shape(s);
        let hand = s.table.entries(shape, self.board(s).hand[seat.index()]);
        let cx = EvalContext::of(source, seat);
        let fits = |entry: &Entry| match what {
            Obj::Choose { filter, .. } => {
                let thing = self.card_thing(s, *entry, Zone::Hand);
                self.fits(s, &cx, filter, &thing)
            }
            _ => true,
        };
        hand.filter(fits).collect()
    }

    /// Whether this card can be cast or cycled in this way now.
    pub(crate) fn can_cast(&self, s: &DuelState, seat: Seat, thing: &Thing, way: CastWay, units: &Units) -> bool {
        let def = thing.def;
        let d = &self.cards.defs[def as usize];
        if d.types & type_bit(CardType::Land) != 0 && way != CastWay::Cycling {
            return false;
        }
        match way {
            CastWay::Usual | CastWay::Side(_) if d.cost.is_none() => return false,
            CastWay::Instead if !self.alternative_holds(s, def, seat) => return false,
            _ => {}
        }
        if way != CastWay::Cycling && !self.sorcery_time(s, seat) && !self.instant_speed(s, seat, thing) {
            return false;
        }
        let plain =
            self.can_pay_for(s, seat, thing, way, units, (0, 0)) || self.pays_aiming(s, seat, thing, way, units);
        if !plain && !self.costs_by_x(def) {
            return false;
        }
        let as_spell = Thing { zone: Zone::Stack, ..*thing };
        let barred = self.cost_matters
            && self.player_rules(s, seat).any(|rule| match rule {
                crate::ir::PlayerRule::CantCast(filter) => {
                    self.fits(s, &EvalContext::of(Id::NONE, seat), filter, &as_spell)
                }
                crate::ir::PlayerRule::OneSpellEachTurn => s.player(seat).cast > 0,
                _ => false,
            });
        if barred && way != CastWay::Cycling {
            return false;
        }
        way == CastWay::Cycling || self.may_cast_now(s, seat, thing) && self.can_aim(s, seat, thing, way, units, plain)
    }

    /// Whether X decides which objects the cost takes. If so, a test with X = 0 does not show whether the cost can be
    /// paid.
    fn costs_by_x(&self, def: DefId) -> bool {
        self.prints(def, ability_index::TAKES_BY_X)
    }

    /// Whether the player can pay for the spell if it is kicked this many times and X has this value. Tries detours
    /// (see `costly_mana`) only if the spell is not kicked and X is zero.
    pub(super) fn can_pay_for(
        &self,
        s: &DuelState,
        seat: Seat,
        thing: &Thing,
        way: CastWay,
        units: &Units,
        announced: (u8, i16),
    ) -> bool {
        self.can_pay_so(s, seat, thing, way, units, announced, None)
    }

    /// Like [`Self::can_pay_for`], for a spell with a chosen target.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn can_pay_so(
        &self,
        s: &DuelState,
        seat: Seat,
        thing: &Thing,
        way: CastWay,
        units: &Units,
        (kicked, x): (u8, i16),
        item: Option<&Item>,
    ) -> bool {
        let (def, from_hand) = (thing.def, thing.zone == Zone::Hand);
        let as_spell = Thing { zone: Zone::Stack, ..*thing };
        let purpose = if way == CastWay::Cycling { Purpose::Other } else { Purpose::Spell(&as_spell) };
        let units: &Units = &self.with_bound(s, seat, units, purpose);
        let plain = kicked == 0 && x == 0;
        let printed = plain && matches!(way, CastWay::Usual | CastWay::Side(_)) && self.costs_as_printed(s, def);
        if printed && self.is_beyond(s, seat, def, units) {
            return false;
        }
        let parts = with_x(self.spell_parts(s, def, way, kicked), x, self.prints(def, ability_index::SPENDS_X));
        let need = if printed {
            self.usual_cost(def).need.clone()
        } else {
            let spell = (way != CastWay::Cycling).then_some(&as_spell);
            self.mana_need(s, seat, &parts, spell, i32::from(x), item)
        };
        let pays = |need: &Need, units: &Units| {
            let Some(units) = self.kept(s, seat, thing.id, &parts, need, units) else { return false };
            let units = &*units;
            let detour = || self.detour_pays(s, seat, need, units, ReservedObjects::of(Id::NONE, &parts, from_hand));
            self.can_pay(s, seat, need, units) || plain && self.has_detours && way != CastWay::Cycling && detour()
        };
        let affordable = if self.convokes(def) && way != CastWay::Cycling {
            pays(&self.helped_need(need), &self.with_helpers(s, seat, (thing.id, def), units))
        } else {
            pays(&need, units)
        };
        affordable && self.parts_payable(s, seat, thing.id, &parts, from_hand.then_some(thing))
    }

    /// Whether this ability can be activated now. The mana part of its cost is not checked.
    pub(crate) fn can_activate(&self, s: &DuelState, seat: Seat, id: Id, ab: AbilityId) -> bool {
        let CompiledAbility::Activated { cost, loyalty, code, limits, mana } = &self.cards.abilities[ab as usize]
        else {
            return false;
        };
        let in_grave = self.cards.grave[ab as usize];
        let Some(o) = (if in_grave { s.live(id).filter(|o| o.zone == Zone::Graveyard) } else { s.there(id) }) else {
            return false;
        };
        let anybody = limits.iter().any(|limit| matches!(limit, Limit::AnyPlayer));
        if o.chars.controller != seat && !anybody || o.chars.rules & flag::NO_ACTIVATION != 0 {
            return false;
        }
        if let Some(loyalty) = loyalty {
            let has = s.count(id, super::compiled_cards::LOYALTY);
            let enough = match loyalty {
                Loyalty::Minus(n) => has >= i16::from(*n),
                Loyalty::Plus(_) | Loyalty::MinusX => true,
            };
            if !enough || s.uses_of(id, UNLISTED) > 0 || !self.sorcery_time(s, seat) {
                return false;
            }
        }
        let times = s.uses_of(id, ab);
        let cx = EvalContext::of(id, seat);
        let in_time = limits.iter().all(|limit| match limit {
            Limit::When(when) => self.is_time(s, &cx, when, times),
            Limit::AnyPlayer | Limit::Costs(_) => true,
        });
        in_time && self.parts_payable(s, seat, id, cost, None) && (*mana || self.may_aim(s, seat, id, ab, *code))
    }

    /// Whether the ability has legal targets or needs no targets. `true` if targets depend on X, because `can_afford`
    /// checks them with each X that can be paid.
    fn may_aim(&self, s: &DuelState, seat: Seat, id: Id, ab: AbilityId, code: CodeId) -> bool {
        self.cards.codes[code as usize].early.by_x
            || self.is_aimless(code)
            || self.has_targets(s, &self.draft(id, seat, code, Some(ab)), code)
    }

    pub(crate) fn can_afford(&self, s: &DuelState, seat: Seat, ab: AbilityId, units: &Units, source: Id) -> bool {
        let CompiledAbility::Activated { cost, code, mana: of_mana, .. } = &self.cards.abilities[ab as usize] else {
            return false;
        };
        let units: &Units = &self.with_bound(s, seat, units, Purpose::Ability(source));
        if self.cards.codes[*code as usize].early.by_x && !self.can_aim_ability(s, seat, source, ab, units) {
            return false;
        }
        let need = self.ability_need(s, seat, source, ab, 0);
        if need.is_empty() {
            return true;
        }
        let pays = |units: &Units| {
            let Some(units) = self.kept(s, seat, source, cost, &need, units) else { return false };
            let units = &*units;
            let detour = || self.detour_pays(s, seat, &need, units, ReservedObjects::of(source, cost, false));
            self.can_pay(s, seat, &need, units) || self.has_detours && !of_mana && detour()
        };
        let taps = cost.contains(&CostPart::Tap);
        if taps && units.iter().any(|unit| unit.from.is_some_and(|(id, _)| id == source)) {
            // The cost taps the source of the ability, so the source cannot give mana for it.
            let rest: Units = units.iter().copied().filter(|u| u.from.is_none_or(|(id, _)| id != source)).collect();
            return pays(&rest);
        }
        pays(units)
    }

    /// The parts of the cost of the spell or ability being announced, with the chosen X.
    pub(crate) fn casting_parts(&self, s: &DuelState, casting: &Casting) -> Parts<'_> {
        let item = &casting.item;
        let may = match item.ability {
            _ if casting.trigger => false,
            Some(ab) => self.ability_spends_x(ab),
            None => self.prints(s.obj(item.id).face, ability_index::SPENDS_X),
        };
        with_x(self.written_parts(s, casting), item.x, may)
    }

    /// The parts of the cost of the spell or ability being announced, with X not replaced.
    pub(super) fn written_parts(&self, s: &DuelState, casting: &Casting) -> Parts<'_> {
        match casting.item.ability {
            _ if casting.trigger => Parts::Borrowed(&[]),
            Some(ab) => match &self.cards.abilities[ab as usize] {
                CompiledAbility::Activated { cost, .. } => Parts::Borrowed(cost),
                _ => Parts::Borrowed(&[]),
            },
            None => self.spell_parts(s, s.obj(casting.item.id).face, casting.way, casting.item.kicked),
        }
    }

    pub(super) fn casting_need(&self, s: &DuelState, casting: &Casting, x: i32) -> Need {
        let parts = self.casting_parts(s, casting);
        let spell = casting.item.ability.is_none().then(|| self.thing(s, casting.item.id)).flatten();
        let spell = spell.filter(|_| casting.way != CastWay::Cycling);
        let need = match casting.item.ability {
            Some(ab) if !casting.trigger => self.ability_need(s, casting.seat, casting.item.source, ab, x),
            _ => self.mana_need(s, casting.seat, &parts, spell.as_ref(), x, Some(&casting.item)),
        };
        self.need_helped(s, casting, need)
    }

    pub(crate) fn need_of(&self, s: &DuelState, casting: &Casting) -> Need {
        self.casting_need(s, casting, i32::from(casting.item.x))
    }

    pub(super) fn casting_units(&self, s: &DuelState, casting: &Casting) -> Units {
        let parts = self.casting_parts(s, casting);
        let units = self.all_units(s, casting, &parts);
        if !takes_things(&parts) {
            return units;
        }
        self.casting_spared(s, casting, &parts, units, None).unwrap_or_default()
    }

    /// The mana units for the announcement, including permanents that other parts of the cost may take. A source that
    /// the cost itself taps gives no mana.
    pub(super) fn all_units(&self, s: &DuelState, casting: &Casting, parts: &[CostPart]) -> Units {
        let item = &casting.item;
        let spell = self.thing(s, item.id).filter(|_| item.ability.is_none());
        let purpose = spell.as_ref().map_or(Purpose::Ability(item.source), Purpose::Spell);
        let mut units = self.with_bound(s, casting.seat, &self.units(s, casting.seat), purpose).into_owned();
        if parts.contains(&CostPart::Tap) {
            units.retain(|unit| unit.from.is_none_or(|(id, _)| id != casting.item.source));
        }
        self.units_helped(s, casting, units)
    }
}

pub(crate) fn mana_of(part: &CostPart) -> Option<&[ManaSymbol]> {
    match part {
        CostPart::Mana(cost) | CostPart::PayMana(cost) => Some(cost),
        _ => None,
    }
}

/// The cards from the hand that a part of a cost takes, and whether they are chosen at random.
pub(crate) fn of_hand(part: &CostPart) -> Option<(&Obj, bool)> {
    match part {
        CostPart::Discard { what: what @ Obj::Choose { .. }, random } => Some((what, *random)),
        CostPart::Exile(what) if matches!(hidden_zone(what), Some((Zone::Hand, _))) => Some((what, false)),
        _ => None,
    }
}

/// The objects that the player chooses for a part of a cost. `None` if there is nothing to choose.
pub(crate) fn chosen_of(part: &CostPart) -> Option<&Obj> {
    match part {
        CostPart::Sacrifice(what) | CostPart::Exile(what) | CostPart::Return(what) => Some(what),
        CostPart::TapObj(what) | CostPart::UntapObj(what) => Some(what),
        _ => None,
    }
}
