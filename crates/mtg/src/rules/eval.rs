//! Evaluates phrases of the typed form in a game state: objects, players and properties.

use super::compiled_cards::{AbilityId, Change, CompiledAbility, DefId, Subs, bit, has_sub, type_bit};
use super::state::fought::{ATTACKING, BLOCKED, BLOCKING};
use super::state::{Characteristics, ChosenTarget, DuelState, Id, Ids, ObjectOrPlayer, TriggerEvent, Zone};
use super::{Duel, ability_index};
use crate::ir::{
    CardType, Cmp, Filter, Head, Keyword, Kind, Link, Noun, Obj, PlainKeyword, Players, Pred, Quality, Stat, Who,
    WhoLink, ZoneOf,
};
use rulebook_kernel::Seat;
use rulebook_table::Entry;
use smallvec::SmallVec;

pub(crate) type Seats = SmallVec<[Seat; 4]>;

/// The context of a phrase: the source, its controller, and the objects to which the text refers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EvalContext<'a> {
    pub source: Id,
    pub you: Seat,
    pub targets: &'a [ChosenTarget],
    pub part: u8,
    pub occasion: TriggerEvent,
    pub x: i32,
    pub amount: i32,
    pub last: &'a [Id],
    pub paid: &'a [Id],
    pub subject: Option<Seat>,
    pub each: Id,
    pub did: bool,
    pub kicked: u8,
    /// Whether this is a delayed triggered ability. In such an ability, references to targets mean the objects that the
    /// ability remembers (CR 603.7c).
    pub delayed: bool,
}

/// Whether the object is the source, or the new object of the same card after the source left its zone (CR 603.10a).
fn is_source(s: &DuelState, cx: &EvalContext<'_>, id: Id) -> bool {
    !id.is_none() && (id == cx.source || s.known(cx.source).is_some_and(|o| o.gone && o.next == id))
}

impl<'a> EvalContext<'a> {
    pub(crate) fn of(source: Id, you: Seat) -> EvalContext<'a> {
        EvalContext {
            source,
            you,
            targets: &[],
            part: 0,
            occasion: TriggerEvent::default(),
            x: 0,
            amount: 0,
            last: &[],
            paid: &[],
            subject: None,
            each: Id::NONE,
            did: false,
            kicked: 0,
            delayed: false,
        }
    }

    pub(crate) fn aims(&self, slot: u8) -> impl Iterator<Item = &'a ChosenTarget> + use<'a> {
        let part = self.part;
        self.targets.iter().filter(move |t| t.part == part && t.slot == slot)
    }
}

/// An object, or a card in a hidden zone, to which a filter is applied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thing {
    pub chars: Characteristics,
    pub def: DefId,
    pub id: Id,
    pub zone: Zone,
    pub owner: Seat,
}

/// Whether the object has left the battlefield while it had one of these roles in combat (CR 608.2h).
fn fought(obj: Option<&super::state::GameObject>, roles: u8) -> bool {
    obj.is_some_and(|o| o.gone && o.fought & roles != 0)
}

pub(crate) fn zone_of(zone: crate::ir::Zone) -> Zone {
    match zone {
        crate::ir::Zone::Battlefield => Zone::Battlefield,
        crate::ir::Zone::Hand => Zone::Hand,
        crate::ir::Zone::Library => Zone::Library,
        crate::ir::Zone::Graveyard => Zone::Graveyard,
        crate::ir::Zone::Exile => Zone::Exile,
        crate::ir::Zone::Stack => Zone::Stack,
    }
}

pub(crate) fn compare(left: i32, cmp: Cmp, right: i32) -> bool {
    match cmp {
        Cmp::Is | Cmp::Equal => left == right,
        Cmp::OrLess | Cmp::LessOrEqual => left <= right,
        Cmp::OrGreater | Cmp::GreaterOrEqual => left >= right,
        Cmp::Less => left < right,
        Cmp::Greater => left > right,
    }
}

impl Duel {
    /// The characteristics that are printed on the definition.
    pub(crate) fn printed(&self, def: DefId, controller: Seat) -> Characteristics {
        let d = &self.cards.defs[def as usize];
        let mut chars = Characteristics {
            types: d.types,
            supers: d.supers,
            colors: d.colors,
            subs: d.subs,
            keywords: d.keywords,
            rules: 0,
            power: d.power,
            toughness: d.toughness,
            controller,
            lost: false,
            bare: false,
        };
        if d.keywords & bit(PlainKeyword::Changeling) != 0 || d.every_type {
            add_subs(&mut chars.subs, &self.cards.living);
        }
        if d.keywords & bit(PlainKeyword::Devoid) != 0 {
            chars.colors = 0;
        }
        chars
    }

    pub(crate) fn thing(&self, s: &DuelState, id: Id) -> Option<Thing> {
        let obj = s.known(id)?;
        Some(Thing { chars: obj.chars, def: obj.face, id, zone: obj.zone, owner: obj.owner })
    }

    /// A card in a hand or library, in the form that filters need.
    pub(crate) fn card_thing(&self, s: &DuelState, entry: Entry, zone: Zone) -> Thing {
        let face = s.table.face(self.shape(s), entry);
        let (owner, def) = self.face(s, face);
        Thing { chars: self.printed(def, owner), def, id: Id::NONE, zone, owner }
    }

    pub(crate) fn value_of(&self, s: &DuelState, thing: &Thing) -> i32 {
        let base = i32::from(self.cards.defs[thing.def as usize].value);
        match s.known(thing.id) {
            // On the stack, X counts for the mana value (CR 202.3e).
            Some(obj) if obj.zone == Zone::Stack => {
                let xs = self.cards.defs[thing.def as usize]
                    .cost
                    .as_ref()
                    .map_or(0, |cost| cost.iter().filter(|symbol| matches!(symbol, crate::ir::ManaSymbol::X)).count());
                base + xs as i32 * i32::from(obj.x)
            }
            _ => base,
        }
    }

    /// The power and toughness. Characteristic-defining abilities are applied here, because they function in every zone
    /// (CR 604.3). On the battlefield, the layers have already applied them.
    fn size(&self, s: &DuelState, thing: &Thing) -> (i16, i16) {
        let def = &self.cards.defs[thing.def as usize];
        let (mut power, mut toughness) = (thing.chars.power, thing.chars.toughness);
        if thing.zone == Zone::Battlefield || !def.defines {
            return (power, toughness);
        }
        for ab in &def.abilities {
            let CompiledAbility::Continuous { mods, x, .. } = &self.cards.abilities[*ab as usize] else { continue };
            for change in &self.cards.mods[*mods as usize] {
                let Change::Define { power: of_power, toughness: of_toughness, to } = change else { continue };
                let mut cx = EvalContext::of(thing.id, thing.chars.controller);
                cx.x = x.as_ref().map_or(0, |x| self.amount(s, &cx, x));
                let to = self.amount(s, &cx, to).clamp(-9999, 9999) as i16;
                power = if *of_power { to } else { power };
                toughness = if *of_toughness { to } else { toughness };
            }
        }
        (power, toughness)
    }

    pub(crate) fn stat(&self, s: &DuelState, thing: &Thing, stat: Stat) -> i32 {
        match stat {
            Stat::Power => i32::from(self.size(s, thing).0),
            Stat::Toughness => i32::from(self.size(s, thing).1),
            Stat::ManaValue => self.value_of(s, thing),
        }
    }

    /// All abilities of an object, printed and granted.
    pub(crate) fn abilities<'a>(&'a self, s: &'a DuelState, id: Id) -> impl Iterator<Item = AbilityId> + 'a {
        let obj = s.obj(id);
        let printed = if obj.chars.lost { &[][..] } else { &self.cards.defs[obj.face as usize].abilities[..] };
        let land = obj.chars.types & type_bit(CardType::Land) != 0 && !obj.chars.bare;
        let basics = if land { &self.cards.basics[..] } else { &[] };
        let basics = basics
            .iter()
            .zip(self.cards.taps)
            .filter_map(move |(sub, tap)| sub.is_some_and(|at| has_sub(&obj.chars.subs, at)).then_some(tap));
        let slot = id.slot;
        let given = s.granted.iter().filter(move |(at, _, rule)| *at == slot && !rule).map(|(_, ab, _)| *ab);
        printed.iter().copied().chain(basics).chain(given)
    }

    pub(crate) fn rules_on<'a>(&'a self, s: &'a DuelState, id: Id) -> impl Iterator<Item = &'a crate::ir::Rule> + 'a {
        let slot = id.slot;
        let given = s.granted.iter().filter(move |(at, _, rule)| *at == slot && *rule);
        given.filter_map(|(_, ab, _)| match &self.cards.abilities[*ab as usize] {
            CompiledAbility::Rule(rule) => Some(rule),
            _ => None,
        })
    }

    pub(crate) fn has(&self, s: &DuelState, id: Id, keyword: PlainKeyword) -> bool {
        s.known(id).is_some_and(|obj| obj.chars.keywords & bit(keyword) != 0)
    }

    fn has_keyword(&self, s: &DuelState, thing: &Thing, keyword: &Keyword) -> bool {
        match keyword {
            Keyword::Plain(plain) => thing.chars.keywords & bit(*plain) != 0,
            Keyword::Cost(wanted, _) => self.cards.keyword_cost(thing.def, *wanted).is_some(),
            _ => {
                let same = |ab: AbilityId| matches!(&self.cards.abilities[ab as usize], CompiledAbility::Keyword(k) if k == keyword);
                s.known(thing.id).is_some() && self.abilities(s, thing.id).any(same)
            }
        }
    }

    /// Whether `thing` has the quality that protection or hexproof names.
    pub(crate) fn is_of(&self, s: &DuelState, cx: &EvalContext<'_>, quality: &Quality, thing: &Thing) -> bool {
        let colors = thing.chars.colors;
        match quality {
            Quality::Color(wanted) => colors & wanted.0 != 0,
            Quality::AllColors => colors != 0,
            Quality::Everything => true,
            // `supported` refuses cards that leave this quality without a chosen color.
            Quality::ColorOfChoice => false,
            Quality::Monocolored => colors.count_ones() == 1,
            Quality::Multicolored => colors.count_ones() > 1,
            Quality::Objects(filter) => filter.nouns.iter().any(|n| self.head_fits(thing, n.head, true)),
            Quality::ChosenColor => {
                s.known(cx.source).is_some_and(|obj| obj.chosen > 0 && colors & (1 << (obj.chosen - 1)) != 0)
            }
        }
    }

    /// Whether the object has protection from `from` (CR 702.16).
    pub(crate) fn protected(&self, s: &DuelState, id: Id, from: &Thing) -> bool {
        let Some(obj) = s.known(id).filter(|obj| self.bears(s, id.slot, obj, ability_index::PROTECTION)) else {
            return false;
        };
        let cx = EvalContext::of(id, obj.chars.controller);
        self.abilities(s, id).any(|ab| match &self.cards.abilities[ab as usize] {
            CompiledAbility::Keyword(Keyword::Protection(list)) => {
                list.iter().any(|quality| self.is_of(s, &cx, quality, from))
            }
            _ => false,
        })
    }

    pub(super) fn head_fits(&self, thing: &Thing, head: Head, anywhere: bool) -> bool {
        let place = anywhere
            || match head.kind {
                Kind::Permanent => thing.zone == Zone::Battlefield,
                Kind::Token => thing.zone == Zone::Battlefield,
                Kind::Card | Kind::PermanentCard => !matches!(thing.zone, Zone::Battlefield | Zone::Stack),
                Kind::Spell | Kind::PermanentSpell => thing.zone == Zone::Stack || thing.id.is_none(),
                Kind::Ability => thing.zone == Zone::Stack,
                Kind::Source => true,
            };
        let permanent = |types: u16| CardType::ALL.iter().any(|t| t.is_permanent() && types & type_bit(*t) != 0);
        let kind = match head.kind {
            Kind::PermanentCard | Kind::PermanentSpell => permanent(thing.chars.types),
            _ => true,
        };
        let subtype = head.subtype.is_none_or(|id| self.cards.sub(id).is_some_and(|at| has_sub(&thing.chars.subs, at)));
        place && kind && subtype && thing.chars.types & head.types == head.types
    }

    pub(crate) fn fits(&self, s: &DuelState, cx: &EvalContext<'_>, filter: &Filter, thing: &Thing) -> bool {
        let ability = s.known(thing.id).is_some_and(|o| o.zone == Zone::Stack && o.entry.is_none() && !o.token);
        let first: &[Pred] = filter.nouns.first().map_or(&[], |noun| &noun.adj);
        let noun = |noun: &Noun| {
            // In `basic land card or Gate card`, the Gate need not be basic.
            let adj = if noun.adj.is_empty() && !filter.repeat { first } else { &noun.adj };
            let kind = (noun.head.kind == Kind::Ability) == ability || noun.head.kind == Kind::Source;
            let token = noun.head.kind != Kind::Token || s.known(thing.id).is_some_and(|obj| obj.token);
            kind && token
                && self.head_fits(thing, noun.head, false)
                && adj.iter().all(|pred| self.holds(s, cx, pred, thing))
        };
        filter.nouns.iter().any(noun) && filter.post.iter().all(|pred| self.holds(s, cx, pred, thing))
    }

    pub(crate) fn matches(&self, s: &DuelState, cx: &EvalContext<'_>, filter: &Filter, id: Id) -> bool {
        self.thing(s, id).is_some_and(|thing| self.fits(s, cx, filter, &thing))
    }

    /// Whether the object is the first target of an instant or sorcery. In such a spell, `other` means other than the
    /// first target, because the spell itself is not a permanent.
    fn is_first_target(&self, s: &DuelState, cx: &EvalContext<'_>, id: Id) -> bool {
        let wanted = type_bit(CardType::Instant) | type_bit(CardType::Sorcery);
        let spell = |o: &super::state::GameObject| self.cards.defs[o.face as usize].types & wanted != 0;
        let aimed = |t: &ChosenTarget| t.part == cx.part && t.slot == 0 && t.aim == ObjectOrPlayer::Obj(id);
        cx.targets.iter().any(aimed) && s.known(cx.source).is_some_and(spell)
    }

    pub(crate) fn holds(&self, s: &DuelState, cx: &EvalContext<'_>, pred: &Pred, thing: &Thing) -> bool {
        let chars = &thing.chars;
        let obj = s.known(thing.id);
        let turn = s.turn;
        let here = EvalContext { each: thing.id, ..*cx };
        match pred {
            Pred::Other => !is_source(s, cx, thing.id) && !self.is_first_target(s, cx, thing.id),
            Pred::Color(color) => chars.colors & (1 << *color as u8) != 0,
            Pred::NotColor(color) => chars.colors & (1 << *color as u8) == 0,
            Pred::AnyColor(colors) => chars.colors & colors.0 != 0,
            Pred::Colorless => chars.colors == 0,
            Pred::Multicolored => chars.colors.count_ones() > 1,
            Pred::Monocolored => chars.colors.count_ones() == 1,
            Pred::Super(supertype) => chars.supers & (1 << *supertype as u8) != 0,
            Pred::NotSuper(supertype) => chars.supers & (1 << *supertype as u8) == 0,
            Pred::NotType(card_type) => chars.types & type_bit(*card_type) == 0,
            Pred::Subtype(id) => self.cards.sub(*id).is_some_and(|at| has_sub(&chars.subs, at)),
            Pred::NotSubtype(id) => self.cards.sub(*id).is_none_or(|at| !has_sub(&chars.subs, at)),
            Pred::Tapped => obj.is_some_and(|o| o.tapped),
            Pred::Untapped => obj.is_some_and(|o| !o.tapped),
            Pred::Attacking => s.is_attacking(thing.id) || fought(obj, ATTACKING),
            Pred::Blocking => s.is_blocking(thing.id) || fought(obj, BLOCKING),
            Pred::AttackingOrBlocking => {
                s.is_attacking(thing.id) || s.is_blocking(thing.id) || fought(obj, ATTACKING | BLOCKING)
            }
            Pred::Blocked => s.attackers.iter().any(|a| a.id == thing.id && a.blocked) || fought(obj, BLOCKED),
            Pred::Unblocked => {
                s.attackers.iter().any(|a| a.id == thing.id && !a.blocked)
                    || fought(obj, ATTACKING) && !fought(obj, BLOCKED)
            }
            Pred::Token => obj.is_some_and(|o| o.token),
            Pred::Nontoken => obj.is_none_or(|o| !o.token),
            Pred::Enchanted => self.wears(s, thing.id, self.cards.aura),
            Pred::Equipped => self.wears(s, thing.id, self.cards.equipment),
            Pred::Controlled(who) => self.is_who(s, &here, who, chars.controller),
            Pred::NotControlled(who) => !self.is_who(s, &here, who, chars.controller),
            Pred::Owned(who) => self.is_who(s, &here, who, thing.owner),
            Pred::With(keyword) => self.has_keyword(s, thing, keyword),
            Pred::Without(keyword) => !self.has_keyword(s, thing, keyword),
            Pred::Stat(stat, cmp, amount) => compare(self.stat(s, thing, *stat), *cmp, self.amount(s, &here, amount)),
            Pred::Extreme { greatest, stat, among } => {
                let mine = self.stat(s, thing, *stat);
                self.every(s, cx, among).iter().filter_map(|id| self.thing(s, *id)).all(|other| {
                    let other = self.stat(s, &other, *stat);
                    if *greatest { mine >= other } else { mine <= other }
                })
            }
            Pred::WithCounter(kind, least) => obj.is_some() && self.counters(s, thing.id, *kind) >= i32::from(*least),
            Pred::WithoutCounter(kind) => obj.is_none() || self.counters(s, thing.id, *kind) == 0,
            Pred::In(zone) => self.is_in(s, cx, zone, thing),
            Pred::ChosenType => {
                let chosen = s.known(cx.source).map_or(0, |o| o.chosen);
                chosen > 0 && has_sub(&chars.subs, usize::from(chosen - 1))
            }
            Pred::ChosenColor => {
                let chosen = s.known(cx.source).map_or(0, |o| o.chosen);
                chosen > 0 && chars.colors & (1 << (chosen - 1)) != 0
            }
            Pred::DamagedThisTurn => obj.is_some_and(|o| o.damaged == turn),
            Pred::EnteredThisTurn => obj.is_some_and(|o| o.entered == turn),
            Pred::AttackedThisTurn => obj.is_some_and(|o| o.attacked == turn),
            Pred::AttachedTo(to) => {
                let hosts = self.objects(s, cx, to);
                obj.is_some_and(|o| hosts.contains(&o.host))
            }
            Pred::BlockingObj(what) => {
                let attackers = self.objects(s, cx, what);
                s.blocks.iter().any(|(blocker, attacker)| *blocker == thing.id && attackers.contains(attacker))
            }
            Pred::BlockedBy(what) => {
                let blockers = self.objects(s, cx, what);
                s.blocks.iter().any(|(blocker, attacker)| *attacker == thing.id && blockers.contains(blocker))
            }
            Pred::AttackingWho(who) => s.attackers.iter().any(|a| {
                a.id == thing.id && matches!(a.whom, ObjectOrPlayer::Seat(seat) if self.is_who(s, cx, who, seat))
            }),
            Pred::Targets(filter) => s.stack.iter().find(|item| item.id == thing.id).is_some_and(|item| {
                item.targets.iter().any(|t| matches!(t.aim, ObjectOrPlayer::Obj(id) if self.matches(s, cx, filter, id)))
            }),
            Pred::SharesCreatureType(what) => self.objects(s, cx, what).iter().any(|id| {
                let subs = s.known(*id).map_or([0; 4], |o| o.chars.subs);
                subs.iter().zip(chars.subs).zip(self.cards.living).any(|((a, b), living)| a & b & living != 0)
            }),
            Pred::TargetsObj(what) => {
                let wanted = self.objects(s, cx, what);
                s.stack.iter().find(|item| item.id == thing.id).is_some_and(|item| {
                    item.targets.iter().any(|t| matches!(t.aim, ObjectOrPlayer::Obj(id) if wanted.contains(&id)))
                })
            }
            Pred::IsAny(filter) => self.fits(s, cx, filter, thing),
            Pred::OtherThan(what) => !self.objects(s, cx, what).contains(&thing.id),
            Pred::NamedSelf => s
                .known(cx.source)
                .is_some_and(|o| self.cards.defs[o.face as usize].name == self.cards.defs[thing.def as usize].name),
            // This property is tested only for cards that were just revealed, so it always holds.
            Pred::FromIt => true,
            // `aim_options` ensures that all targets are in the same graveyard.
            Pred::SameGraveyard => thing.zone == Zone::Graveyard,
            // An object is historic (CR 700.6) if it is legendary, an artifact, or a Saga.
            Pred::Historic => {
                chars.types & type_bit(CardType::Artifact) != 0
                    || chars.supers & (1 << crate::ir::Supertype::Legendary as u8) != 0
                    || self.cards.saga.is_some_and(|at| has_sub(&chars.subs, at))
            }
            // A permanent is modified (CR 700.9) if it has counters, an Equipment, or an Aura that its own controller
            // controls.
            Pred::Modified => {
                let aura = |o: &super::state::GameObject| {
                    o.host == thing.id
                        && o.chars.controller == chars.controller
                        && self.cards.aura.is_some_and(|at| has_sub(&o.chars.subs, at))
                };
                obj.is_some() && self.counters(s, thing.id, None) > 0
                    || self.wears(s, thing.id, self.cards.equipment)
                    || s.permanents().any(|(_, o)| aura(o))
            }
            // `supported` refuses cards with these properties.
            Pred::FaceDown | Pred::Named(_) => false,
        }
    }

    fn wears(&self, s: &DuelState, host: Id, subtype: Option<usize>) -> bool {
        s.permanents().any(|(_, o)| o.host == host && subtype.is_some_and(|at| has_sub(&o.chars.subs, at)))
    }

    fn is_in(&self, s: &DuelState, cx: &EvalContext<'_>, zone: &ZoneOf, thing: &Thing) -> bool {
        let wanted = zone_of(zone.zone);
        // For a spell, a zone in the text means the zone from which it was cast. A card that is not cast yet is still
        // in that zone.
        let place = match s.known(thing.id) {
            _ if thing.zone != Zone::Stack || wanted == Zone::Stack => thing.zone,
            Some(o) if o.zone == Zone::Stack => o.from,
            Some(o) => o.zone,
            None => Zone::Hand,
        };
        place == wanted && zone.of.as_ref().is_none_or(|who| self.is_who(s, cx, who, thing.owner))
    }

    /// The number of counters of a kind on an object. `None` means counters of any kind.
    pub(crate) fn counters(&self, s: &DuelState, id: Id, kind: Option<crate::ir::CounterKind>) -> i32 {
        match kind {
            Some(kind) => match self.cards.kinds.iter().position(|other| *other == kind) {
                Some(at) => i32::from(s.count(id, at as u8)),
                None => 0,
            },
            None => s.counters(id.slot).map(|(_, n, _)| i32::from(n)).sum(),
        }
    }

    /// All objects in public zones that match the filter.
    pub(crate) fn every(&self, s: &DuelState, cx: &EvalContext<'_>, filter: &Filter) -> Ids {
        if only_field(filter) {
            let field = s.permanents().map(|(id, _)| id);
            return field.filter(|id| self.matches(s, cx, filter, *id)).collect();
        }
        s.all().map(|(id, _)| id).filter(|id| self.matches(s, cx, filter, *id)).collect()
    }

    /// The objects that a phrase means. The phrase must not contain a choice.
    pub(crate) fn objects(&self, s: &DuelState, cx: &EvalContext<'_>, what: &Obj) -> Ids {
        let one = |id: Id| if id.is_none() { Ids::new() } else { Ids::from_slice(&[id]) };
        match what {
            Obj::Source => one(cx.source),
            Obj::Target(slot) => self.targeted(s, cx, *slot),
            Obj::Back { to, .. } => match to {
                Link::Source => one(cx.source),
                Link::Target(_) if cx.delayed && cx.targets.is_empty() => Ids::from_slice(cx.last),
                Link::Target(slot) => self.targeted(s, cx, *slot),
                Link::Event => one(cx.occasion.obj),
                Link::EventOther => one(cx.occasion.other),
                Link::Last => Ids::from_slice(cx.last),
                Link::Paid => Ids::from_slice(cx.paid),
                // Outside a loop over the objects of the step, the phrase means all objects of the previous step.
                Link::Each if cx.each.is_none() => Ids::from_slice(cx.last),
                Link::Each => one(cx.each),
                Link::Host => one(s.known(cx.source).map_or(Id::NONE, |o| o.host)),
            },
            Obj::Host(_) => one(s.known(cx.source).map_or(Id::NONE, |o| o.host)),
            Obj::Every { filter, .. } | Obj::Choose { filter, .. } => self.every(s, cx, filter),
            Obj::Both(list) => list.iter().flat_map(|part| self.objects(s, cx, part)).collect(),
            Obj::EachOf(inner) | Obj::Apiece(inner) => self.objects(s, cx, inner),
            Obj::SourceIn(zone) => {
                let there = s.live(cx.source).is_some_and(|o| o.zone == zone_of(zone.zone));
                if there { one(cx.source) } else { Ids::new() }
            }
            Obj::GraveyardOf(who) => {
                let seats = self.players(s, cx, who);
                let lies = |o: &super::state::GameObject| o.zone == Zone::Graveyard && seats.contains(&o.owner);
                s.all().filter(|(_, o)| lies(o)).map(|(id, _)| id).collect()
            }
            // The instructions themselves find the cards of these three phrases, so this function returns none.
            Obj::TopOf { .. } | Obj::HandOf(_) | Obj::Either(_) => Ids::new(),
        }
    }

    /// The objects that are targets in a slot, or their ghosts.
    fn targeted(&self, s: &DuelState, cx: &EvalContext<'_>, slot: u8) -> Ids {
        let object = |t: &ChosenTarget| match t.aim {
            ObjectOrPlayer::Obj(id) => s.known(id).map(|_| id),
            ObjectOrPlayer::Seat(_) => None,
        };
        cx.aims(slot).filter_map(object).collect()
    }

    /// Whether the object matches a pattern in an event.
    pub(crate) fn is_pattern(&self, s: &DuelState, cx: &EvalContext<'_>, pattern: &Obj, id: Id) -> bool {
        match pattern {
            Obj::Choose { filter, .. } | Obj::Every { filter, .. } => self.matches(s, cx, filter, id),
            Obj::Both(list) | Obj::Either(list) => list.iter().any(|part| self.is_pattern(s, cx, part, id)),
            other => self.objects(s, cx, other).contains(&id),
        }
    }

    /// Whether the object is a card that matches, in any zone. A token is not a card.
    pub(crate) fn is_card_of(
        &self,
        s: &DuelState,
        cx: &EvalContext<'_>,
        what: &Obj,
        thing: &Thing,
        card: bool,
    ) -> bool {
        let Obj::Choose { filter, .. } = what else { return self.is_pattern(s, cx, what, thing.id) };
        let noun = |noun: &Noun| {
            let kind = card || !matches!(noun.head.kind, Kind::Card | Kind::PermanentCard);
            kind && self.head_fits(thing, noun.head, true) && noun.adj.iter().all(|p| self.holds(s, cx, p, thing))
        };
        filter.nouns.iter().any(noun) && filter.post.iter().all(|pred| self.holds(s, cx, pred, thing))
    }

    pub(crate) fn players(&self, s: &DuelState, cx: &EvalContext<'_>, who: &Who) -> Seats {
        let one = |seat: Option<Seat>| seat.into_iter().collect::<Seats>();
        let of_kind = |players: Players| match players {
            Players::Any => s.from(s.active),
            Players::Opponent | Players::Other => s.opponents(cx.you),
        };
        let aim = |slot: u8| {
            let seat = |t: &ChosenTarget| if let ObjectOrPlayer::Seat(seat) = t.aim { Some(seat) } else { None };
            cx.aims(slot).filter_map(seat).collect::<Seats>()
        };
        match who {
            Who::You => Seats::from_slice(&[cx.you]),
            Who::Target(slot) => aim(*slot),
            Who::Each(players) | Who::A(players) => of_kind(*players),
            Who::Opponents => s.opponents(cx.you),
            Who::Back { to, .. } => match to {
                WhoLink::Event => one(cx.occasion.seat),
                WhoLink::Target(slot) => aim(*slot),
                // If the only acting player is `you`, `their` refers to another player, who was mentioned before.
                WhoLink::Subject => {
                    let aimed = || {
                        cx.targets
                            .iter()
                            .find_map(|t| if let ObjectOrPlayer::Seat(seat) = t.aim { Some(seat) } else { None })
                    };
                    one(cx.subject.or_else(aimed).or(cx.occasion.seat).or(Some(cx.you)))
                }
                _ => {
                    let target = cx.targets.iter().find_map(|t| match t.aim {
                        ObjectOrPlayer::Seat(seat) => Some(seat),
                        ObjectOrPlayer::Obj(id) => s.known(id).map(|o| o.chars.controller),
                    });
                    let event = s.known(cx.occasion.obj).map(|o| o.chars.controller);
                    one(target.or(cx.occasion.seat).or(event))
                }
            },
            Who::ControllerOf(what, ..) => {
                let ids = self.objects(s, cx, what);
                let mut seats: Seats = ids.iter().filter_map(|id| s.known(*id)).map(|o| o.chars.controller).collect();
                seats.dedup();
                seats
            }
            Who::OwnerOf(what, ..) => {
                let ids = self.objects(s, cx, what);
                let mut seats: Seats = ids.iter().filter_map(|id| s.known(*id)).map(|o| o.owner).collect();
                seats.dedup();
                seats
            }
            // Before attackers are declared, the defending player is the nonactive player (CR 506.2).
            Who::Defending => match (self.defender(s, cx.source), &s.opponents(s.active)[..]) {
                (Some(seat), _) => one(Some(seat)),
                (None, [only]) => one(Some(*only)),
                (None, _) => Seats::new(),
            },
            Who::Enchanted => one(s.known(cx.source).and_then(|o| o.on_seat)),
            Who::Both(list) => list.iter().flat_map(|part| self.players(s, cx, part)).collect(),
        }
    }

    pub(crate) fn defender(&self, s: &DuelState, attacker: Id) -> Option<Seat> {
        let attack = s.attackers.iter().find(|a| a.id == attacker)?;
        match attack.whom {
            ObjectOrPlayer::Seat(seat) => Some(seat),
            ObjectOrPlayer::Obj(id) => s.known(id).map(|o| o.chars.controller),
        }
    }

    pub(crate) fn is_who(&self, s: &DuelState, cx: &EvalContext<'_>, who: &Who, seat: Seat) -> bool {
        match who {
            Who::You => seat == cx.you,
            Who::Opponents | Who::Each(Players::Opponent) | Who::A(Players::Opponent) => seat != cx.you,
            Who::Each(Players::Any) | Who::A(Players::Any) => true,
            other => self.players(s, cx, other).contains(&seat),
        }
    }
}

pub(super) fn add_subs(subs: &mut Subs, more: &Subs) {
    subs.iter_mut().zip(more).for_each(|(mine, more)| *mine |= more);
}

/// Whether the filter can match only permanents.
pub(super) fn only_field(filter: &Filter) -> bool {
    filter.nouns.iter().all(|noun| matches!(noun.head.kind, Kind::Permanent | Kind::Token))
}
