//! The cards of a match, compiled for play: abilities, code and modifications in flat lists, no string in a move.

use super::state::Kind;
use crate::ir::{
    Ability, Act, Activated, Amount, Body, Card, CardType, Choice, Color, Cond, Cost, CostPart, CounterKind, Delay,
    Event, Face, Filter, Head, HostKind, Keyword, KeywordCost, Limit, Link, Loyalty, ManaCost, ManaSymbol, Mode, Mod,
    ModeCount, Modes, Obj, PlainKeyword, Pred, Rule, Say, SpellCost, Static, Step, SubtypeId, Supertype,
    Target, TargetKind, Token, When, Who,
};
use rulebook_kernel::Digest;

pub(crate) type DefId = u16;
pub(crate) type AbId = u16;
pub(crate) type CodeId = u16;
pub(crate) type Subs = [u64; 4];

/// The most subtypes that one pool can tell apart.
const MOST_SUBTYPES: usize = 256;

/// Something printed: a face of a card, or a token.
#[derive(Clone, Debug)]
pub(crate) struct Def {
    pub name: String,
    pub line: String,
    pub types: u16,
    pub supers: u8,
    pub subs: Subs,
    pub colors: u8,
    pub power: i16,
    pub toughness: i16,
    pub loyalty: i16,
    pub cost: Option<ManaCost>,
    pub value: i16,
    pub abilities: Vec<AbId>,
    pub keywords: u128,
    /// It has abilities that trigger, hold or replace.
    pub triggers: bool,
    pub statics: bool,
    pub replaces: bool,
    pub mana: bool,
    pub text: String,
}

/// An ability, compiled.
#[derive(Clone, Debug)]
pub(crate) enum Ab {
    Keyword(Keyword),
    Spell(CodeId),
    Triggered { event: Event, cond: Option<Cond>, code: CodeId, once: bool },
    Activated { cost: Cost, loyalty: Option<Loyalty>, code: CodeId, limits: Vec<Limit>, mana: bool },
    Continuous { what: Obj, mods: u16, cond: Option<Cond>, x: Option<Amount> },
    Static(Static),
    Cost(SpellCost),
    Rule(Rule),
}

/// One instruction.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// The number belongs to it: a token, or modifications.
    Act(Act, u16),
    May(Who, u16),
    Pay(Who, Cost),
    If(Cond, u16),
    Jump(u16),
    /// Who may pay; if they do, go on there.
    Unless(Who, Cost, u16),
    X(Amount),
    Later(Delay, CodeId),
    Watch(crate::ir::Duration, AbId),
    Reflexive(CodeId),
}

/// What is done, with its targets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub targets: Vec<Target>,
    pub ops: Vec<Op>,
    pub modes: Option<ModeSet>,
}

#[derive(Clone, Debug)]
pub(crate) struct ModeSet {
    pub least: u8,
    pub most: u8,
    pub repeat: bool,
    pub modes: Vec<CodeId>,
}

/// A modification, with the layer it belongs to.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Control(Who),
    /// Types, supertypes and subtypes are added; `set`: they replace (CR 205.1a).
    Types { types: u16, supers: u8, subs: Subs, set: bool },
    EverySubtype,
    Colors { colors: u8, set: bool },
    Keywords(u128),
    LoseKeywords(u128),
    Ability(AbId),
    LoseAll,
    Rule(AbId),
    Flag(u32),
    Define { power: bool, toughness: bool, to: Amount },
    Base(Amount, Amount),
    Get { power: (bool, Amount), toughness: (bool, Amount), each: Option<Amount> },
    Switch,
}

impl Change {
    /// Layers 2, 4, 5, 6 and 7a to 7d as 2, 4, 5, 6, 7, 8, 9, 10 (CR 613.1, 613.4).
    pub(crate) fn layer(&self) -> u8 {
        match self {
            Change::Control(_) => 2,
            Change::Types { .. } | Change::EverySubtype => 4,
            Change::Colors { .. } => 5,
            Change::Keywords(_) | Change::LoseKeywords(_) | Change::Ability(_) | Change::LoseAll => 6,
            Change::Rule(_) | Change::Flag(_) => 6,
            Change::Define { .. } => 7,
            Change::Base(..) => 8,
            Change::Get { .. } => 9,
            Change::Switch => 10,
        }
    }
}

/// The texts of what is interned, as the pool needs them.
pub trait Words {
    /// A card's name.
    fn name(&self, id: crate::ir::NameId) -> String;
    /// A subtype, lower case.
    fn subtype(&self, id: SubtypeId) -> String;
}

/// Everything printed that a match can meet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool {
    pub defs: Vec<Def>,
    pub abilities: Vec<Ab>,
    pub codes: Vec<Code>,
    pub mods: Vec<Vec<Change>>,
    pub kinds: Vec<CounterKind>,
    pub subtypes: Vec<SubtypeId>,
    pub subtype_names: Vec<String>,
    /// Plains, Island, Swamp, Mountain, Forest, if the pool knows them.
    pub basics: [Option<usize>; 5],
    pub aura: Option<usize>,
    pub equipment: Option<usize>,
    /// For {T}: add the colour (CR 305.6).
    pub taps: [AbId; 5],
}

pub(crate) const LOYALTY: Kind = 2;
const BASICS: [&str; 5] = ["plains", "island", "swamp", "mountain", "forest"];

pub(crate) const fn bit(keyword: PlainKeyword) -> u128 {
    1 << keyword as u32
}

pub(crate) const fn type_bit(card_type: CardType) -> u16 {
    1 << card_type as u16
}

/// Rules about an object that are one bit.
pub(crate) mod flag {
    pub(crate) const CANT_ATTACK: u32 = 1;
    pub(crate) const CANT_BLOCK: u32 = 1 << 1;
    pub(crate) const UNBLOCKABLE: u32 = 1 << 2;
    pub(crate) const MUST_ATTACK: u32 = 1 << 3;
    pub(crate) const MUST_BLOCK: u32 = 1 << 4;
    pub(crate) const MUST_BE_BLOCKED: u32 = 1 << 5;
    pub(crate) const LURE: u32 = 1 << 6;
    pub(crate) const NO_UNTAP: u32 = 1 << 7;
    pub(crate) const UNCOUNTERABLE: u32 = 1 << 8;
    pub(crate) const NO_TARGET: u32 = 1 << 9;
    pub(crate) const ATTACKS_DEFENDING: u32 = 1 << 10;
    pub(crate) const NOT_ALONE: u32 = 1 << 11;
    pub(crate) const BY_TOUGHNESS: u32 = 1 << 12;
    pub(crate) const AS_UNBLOCKED: u32 = 1 << 13;
    pub(crate) const NO_DAMAGE: u32 = 1 << 14;
    pub(crate) const NO_LEGEND: u32 = 1 << 15;
    pub(crate) const NO_ACTIVATION: u32 = 1 << 16;
    pub(crate) const MANA_ONLY: u32 = 1 << 17;
    pub(crate) const NO_REGENERATION: u32 = 1 << 18;
    pub(crate) const NO_SACRIFICE: u32 = 1 << 19;
    pub(crate) const PARAM: u32 = 1 << 20;
}

pub(crate) fn rule_flag(rule: &Rule) -> u32 {
    match rule {
        Rule::CantAttack => flag::CANT_ATTACK,
        Rule::CantBlock => flag::CANT_BLOCK,
        Rule::CantAttackOrBlock => flag::CANT_ATTACK | flag::CANT_BLOCK,
        Rule::CantAttackOrBlockAlone => flag::NOT_ALONE,
        Rule::CantBeBlocked => flag::UNBLOCKABLE,
        Rule::AttackDespiteDefender => flag::ATTACKS_DEFENDING,
        Rule::MustAttack => flag::MUST_ATTACK,
        Rule::MustBlock => flag::MUST_BLOCK,
        Rule::MustBeBlocked => flag::MUST_BE_BLOCKED,
        Rule::Lure => flag::LURE,
        Rule::DoesntUntap { .. } => flag::NO_UNTAP,
        Rule::CantBeCountered => flag::UNCOUNTERABLE,
        Rule::CantBeRegenerated => flag::NO_REGENERATION,
        Rule::CantActivate { but_mana: false } => flag::NO_ACTIVATION,
        Rule::CantActivate { but_mana: true } => flag::MANA_ONLY,
        Rule::AssignsToughness => flag::BY_TOUGHNESS,
        Rule::MayAssignUnblocked => flag::AS_UNBLOCKED,
        Rule::AssignsNone => flag::NO_DAMAGE,
        Rule::CantBeSacrificed => flag::NO_SACRIFICE,
        Rule::NoLegendRule => flag::NO_LEGEND,
        _ => flag::PARAM,
    }
}

pub(crate) fn mana_value(cost: &[ManaSymbol]) -> i16 {
    let of = |symbol: &ManaSymbol| match symbol {
        ManaSymbol::Generic(n) => i16::from(*n),
        ManaSymbol::X => 0,
        ManaSymbol::TwoOr(_) => 2,
        _ => 1,
    };
    cost.iter().map(of).sum()
}

pub(crate) fn has_sub(subs: &Subs, at: usize) -> bool {
    subs[at / 64] & (1 << (at % 64)) != 0
}

pub(crate) fn put_sub(subs: &mut Subs, at: usize) {
    subs[at / 64] |= 1 << (at % 64);
}

/// A noun for what a generated ability speaks of.
pub(crate) fn noun(kind: crate::ir::Kind, card_type: Option<CardType>, post: Vec<Pred>) -> Filter {
    let head = card_type.map_or(Head::of(kind), |card_type| Head::typed(kind, card_type));
    let mut filter = Filter::of(head);
    filter.post = post;
    filter
}

impl Pool {
    pub(crate) fn new() -> Pool {
        let mut pool = Pool {
            kinds: vec![CounterKind::PlusOne, CounterKind::MinusOne, CounterKind::PowerToughness(0, 0)],
            ..Pool::default()
        };
        // The code of an effect that does nothing.
        pool.codes.push(Code::default());
        for color in Color::ALL {
            let symbols = crate::ir::Mana::Symbols(vec![ManaSymbol::Color(color)]);
            let act = Act::AddMana { who: Who::You, mana: symbols, spend: None };
            let code = pool.code(Code { ops: vec![Op::Act(act, 0)], ..Code::default() });
            let tap = Ab::Activated { cost: vec![CostPart::Tap], loyalty: None, code, limits: Vec::new(), mana: true };
            pool.taps[color as usize] = pool.ability(tap);
        }
        pool
    }

    fn code(&mut self, code: Code) -> CodeId {
        self.codes.push(code);
        (self.codes.len() - 1) as CodeId
    }

    fn ability(&mut self, ability: Ab) -> AbId {
        self.abilities.push(ability);
        (self.abilities.len() - 1) as AbId
    }

    pub(crate) fn kind(&mut self, kind: CounterKind) -> Kind {
        let at = self.kinds.iter().position(|other| *other == kind);
        at.unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        }) as Kind
    }

    pub(crate) fn kind_of(&self, kind: CounterKind) -> Kind {
        self.kinds.iter().position(|other| *other == kind).unwrap_or(self.kinds.len() - 1) as Kind
    }

    pub(crate) fn sub(&self, id: SubtypeId) -> Option<usize> {
        self.subtypes.iter().position(|other| *other == id)
    }

    fn subtype(&mut self, id: SubtypeId, words: &dyn Words) -> usize {
        if let Some(at) = self.sub(id) {
            return at;
        }
        let word = words.subtype(id);
        let at = self.subtypes.len().min(MOST_SUBTYPES - 1);
        match word.as_str() {
            "aura" => self.aura = Some(at),
            "equipment" => self.equipment = Some(at),
            other => {
                if let Some(basic) = BASICS.iter().position(|name| *name == other) {
                    self.basics[basic] = Some(at);
                }
            }
        }
        self.subtypes.push(id);
        self.subtype_names.push(word);
        at
    }

    fn subs(&mut self, ids: &[SubtypeId], words: &dyn Words) -> Subs {
        let mut subs = Subs::default();
        for id in ids {
            let at = self.subtype(*id, words);
            put_sub(&mut subs, at);
        }
        subs
    }

    /// Adds the front face of a card.
    pub(crate) fn card(&mut self, card: &Card, words: &dyn Words) -> DefId {
        self.face(&card.faces[0], words)
    }

    fn face(&mut self, face: &Face, words: &dyn Words) -> DefId {
        let def = Def {
            name: words.name(face.name),
            line: type_line(&face.supertypes, &face.types, &face.subtypes, words),
            types: face.types.iter().fold(0, |bits, card_type| bits | type_bit(*card_type)),
            supers: face.supertypes.iter().fold(0, |bits, supertype| bits | 1 << *supertype as u8),
            subs: self.subs(&face.subtypes, words),
            colors: face.colors.0,
            power: face.power.unwrap_or(0),
            toughness: face.toughness.unwrap_or(0),
            loyalty: face.loyalty.unwrap_or(0),
            cost: face.mana_cost.clone(),
            value: face.mana_cost.as_ref().map_or(0, |cost| mana_value(cost)),
            abilities: Vec::new(),
            keywords: 0,
            triggers: false,
            statics: false,
            replaces: false,
            mana: false,
            text: String::new(),
        };
        self.define(def, &face.abilities, words)
    }

    fn define(&mut self, mut def: Def, abilities: &[Ability], words: &dyn Words) -> DefId {
        for ability in abilities {
            self.compile(ability, &mut def, words);
        }
        self.finish(&mut def);
        self.aura_target(&mut def);
        self.defs.push(def);
        (self.defs.len() - 1) as DefId
    }

    /// An Aura spell targets what it will enchant (CR 303.4a).
    fn aura_target(&mut self, def: &mut Def) {
        let kind = def.abilities.iter().find_map(|ab| match &self.abilities[*ab as usize] {
            Ab::Keyword(Keyword::Enchant(filter)) => Some(TargetKind::Object(filter.clone())),
            Ab::Keyword(Keyword::EnchantPlayer(players)) => Some(TargetKind::Player(*players)),
            _ => None,
        });
        if let Some(kind) = kind {
            let targets = vec![Target { count: Choice::One, kind, by_opponent: false }];
            let code = self.code(Code { targets, ..Code::default() });
            let ab = self.ability(Ab::Spell(code));
            def.abilities.push(ab);
        }
    }

    fn finish(&self, def: &mut Def) {
        for at in &def.abilities {
            match &self.abilities[*at as usize] {
                Ab::Triggered { .. } => def.triggers = true,
                Ab::Continuous { .. } => def.statics = true,
                Ab::Static(Static::Replace(_)) => def.replaces = true,
                Ab::Activated { mana: true, .. } => def.mana = true,
                _ => {}
            }
        }
    }

    fn compile(&mut self, ability: &Ability, def: &mut Def, words: &dyn Words) {
        match ability {
            Ability::Keywords(keywords) => {
                for keyword in keywords {
                    self.keyword(keyword, def, words);
                }
            }
            Ability::Worded(_, inner) => self.compile(inner, def, words),
            other => {
                if let Some(ab) = self.plain(other, words) {
                    def.abilities.push(ab);
                }
            }
        }
    }

    /// An ability that is not a line of keywords.
    fn plain(&mut self, ability: &Ability, words: &dyn Words) -> Option<AbId> {
        let ab = match ability {
            Ability::Spell(body) => Ab::Spell(self.body(body, words)),
            Ability::Triggered(t) => self.triggered(t, words),
            Ability::Activated(activated) => self.activated(activated, words),
            Ability::Static(Static::Continuous { what, mods, cond, x, .. }) => {
                let mods = self.changes(mods, words);
                Ab::Continuous { what: what.clone(), mods, cond: cond.clone(), x: x.clone() }
            }
            Ability::Static(other) => Ab::Static(other.clone()),
            Ability::Cost(cost) => Ab::Cost(cost.clone()),
            Ability::Worded(_, inner) => return self.plain(inner, words),
            Ability::Keywords(_) | Ability::Chapter(..) => return None,
        };
        Some(self.ability(ab))
    }

    fn triggered(&mut self, t: &crate::ir::Triggered, words: &dyn Words) -> Ab {
        let code = self.body(&t.body, words);
        Ab::Triggered { event: t.event.clone(), cond: t.cond.clone(), code, once: t.once_each_turn }
    }

    fn activated(&mut self, activated: &Activated, words: &dyn Words) -> Ab {
        let code = self.body(&activated.body, words);
        let adds = self.codes[code as usize].ops.iter().any(|op| matches!(op, Op::Act(Act::AddMana { .. }, _)));
        // CR 605.1a: no target, could add mana, no loyalty ability.
        let mana = adds && activated.body.targets.is_empty() && activated.loyalty.is_none();
        Ab::Activated {
            cost: activated.cost.clone(),
            loyalty: activated.loyalty,
            code,
            limits: activated.limits.clone(),
            mana,
        }
    }

    fn keyword(&mut self, keyword: &Keyword, def: &mut Def, words: &dyn Words) {
        if let Keyword::Plain(plain) = keyword {
            def.keywords |= bit(*plain);
        }
        let made = self.keyword_ability(keyword, words);
        def.abilities.extend(made);
    }

    /// What a keyword stands for (CR 702), or itself where the engine asks for it by name.
    fn keyword_ability(&mut self, keyword: &Keyword, _words: &dyn Words) -> Vec<AbId> {
        use crate::ir::Kind::{Permanent, Spell};
        let end = crate::ir::Duration::EndOfTurn { first: false };
        let one = |n| crate::ir::Change::By { minus: false, by: Amount::Number(n) };
        let ab = match keyword {
            Keyword::Plain(PlainKeyword::Prowess) => {
                let what = noun(Spell, None, vec![Pred::NotType(CardType::Creature)]);
                let event = Event::Cast {
                    who: Who::You,
                    what: Obj::Choose { count: Choice::One, filter: what },
                    nth: None,
                    or_copy: false,
                };
                let act = Act::Modify { what: Obj::Source, mods: vec![Mod::Get(one(1), one(1))], until: end };
                self.trigger_of(event, act)
            }
            Keyword::Plain(PlainKeyword::Exalted) => {
                let what = Obj::Choose {
                    count: Choice::One,
                    filter: noun(Permanent, Some(CardType::Creature), vec![Pred::Controlled(Who::You)]),
                };
                let event = Event::Attacks { what, alone: true, whom: None };
                let it = Obj::Back { to: Link::Event, say: Say::It };
                let act = Act::Modify { what: it, mods: vec![Mod::Get(one(1), one(1))], until: end };
                self.trigger_of(event, act)
            }
            Keyword::Cost(KeywordCost::Equip, cost) => self.equip(
                noun(Permanent, Some(CardType::Creature), vec![Pred::Controlled(Who::You)]),
                cost,
            ),
            Keyword::EquipOnly(filter, cost) => {
                let mut filter = filter.clone();
                filter.post.push(Pred::Controlled(Who::You));
                self.equip(filter, cost)
            }
            Keyword::Cost(KeywordCost::Ward, cost) => {
                let event = Event::Targeted {
                    what: Obj::Source,
                    by: crate::ir::TargetedBy::SpellOrAbility,
                    whose: Some(Who::Opponents),
                };
                let other = Obj::Back { to: Link::EventOther, say: Say::It };
                let who = Who::Back { to: crate::ir::WhoLink::Event, say: crate::ir::WhoSay::They };
                let ops = vec![Op::Unless(who, cost.clone(), 2), Op::Act(Act::Counter { what: other }, 0)];
                let code = self.code(Code { ops, ..Code::default() });
                Ab::Triggered { event, cond: None, code, once: false }
            }
            Keyword::Plain(_) => return Vec::new(),
            other => Ab::Keyword(other.clone()),
        };
        vec![self.ability(ab)]
    }

    fn trigger_of(&mut self, event: Event, act: Act) -> Ab {
        let op = self.act(&act, &NoWords);
        let code = self.code(Code { ops: vec![op], ..Code::default() });
        Ab::Triggered { event, cond: None, code, once: false }
    }

    fn equip(&mut self, filter: Filter, cost: &Cost) -> Ab {
        let targets =
            vec![Target { count: Choice::One, kind: TargetKind::Object(filter), by_opponent: false }];
        let attach = Act::Attach { what: Obj::Source, to: Obj::Target(0) };
        let code = self.code(Code { targets, ops: vec![Op::Act(attach, 0)], modes: None });
        Ab::Activated { cost: cost.clone(), loyalty: None, code, limits: vec![Limit::When(When::Sorcery)], mana: false }
    }

    fn body(&mut self, body: &Body, words: &dyn Words) -> CodeId {
        let mut ops = Vec::new();
        self.steps(&body.steps, &mut ops, words);
        let modes = body.modes.as_ref().map(|modes| self.modes(modes, words));
        self.code(Code { targets: body.targets.clone(), ops, modes })
    }

    fn modes(&mut self, modes: &Modes, words: &dyn Words) -> ModeSet {
        let all = modes.modes.len() as u8;
        let (least, most) = match modes.choose {
            ModeCount::Exactly(n) => (n, n),
            ModeCount::OneOrMore => (1, all),
            ModeCount::OneOrBoth => (1, 2),
            ModeCount::UpTo(n) => (0, n),
            ModeCount::AnyNumber => (0, all),
        };
        let codes = modes.modes.iter().map(|Mode { body, .. }| self.body(body, words)).collect();
        ModeSet { least, most, repeat: modes.repeat, modes: codes }
    }

    fn steps(&mut self, steps: &[Step], ops: &mut Vec<Op>, words: &dyn Words) {
        for step in steps {
            match step {
                Step::Do { act, .. } => {
                    let op = self.act(act, words);
                    ops.push(op);
                }
                Step::May { who, steps, .. } => {
                    let at = ops.len();
                    ops.push(Op::May(who.clone(), 0));
                    self.steps(steps, ops, words);
                    let end = ops.len() as u16;
                    ops[at] = Op::May(who.clone(), end);
                }
                Step::MayPay { who, cost, .. } => ops.push(Op::Pay(who.clone(), cost.clone())),
                Step::If { cond, then, otherwise, .. } => {
                    let at = ops.len();
                    ops.push(Op::Jump(0));
                    self.steps(then, ops, words);
                    let jump = ops.len();
                    ops.push(Op::Jump(0));
                    let start = ops.len() as u16;
                    self.steps(otherwise, ops, words);
                    ops[at] = Op::If(cond.clone(), start);
                    ops[jump] = Op::Jump(ops.len() as u16);
                }
                Step::Unless { steps, who, cost, .. } => {
                    let at = ops.len();
                    ops.push(Op::Jump(0));
                    self.steps(steps, ops, words);
                    ops[at] = Op::Unless(who.clone(), cost.clone(), ops.len() as u16);
                }
                Step::WhereX { x, steps } => {
                    ops.push(Op::X(x.clone()));
                    self.steps(steps, ops, words);
                }
                Step::Instead { cond, base, steps, .. } => {
                    let at = ops.len();
                    ops.push(Op::Jump(0));
                    self.steps(steps, ops, words);
                    let jump = ops.len();
                    ops.push(Op::Jump(0));
                    let start = ops.len() as u16;
                    self.steps(base, ops, words);
                    ops[at] = Op::If(cond.clone(), start);
                    ops[jump] = Op::Jump(ops.len() as u16);
                }
                Step::Later { when, steps, .. } => {
                    let mut later = Vec::new();
                    self.steps(steps, &mut later, words);
                    let code = self.code(Code { ops: later, ..Code::default() });
                    ops.push(Op::Later(when.clone(), code));
                }
                Step::Watch { until, ability, .. } => {
                    let ab = self.triggered(ability, words);
                    let ab = self.ability(ab);
                    ops.push(Op::Watch(until.clone(), ab));
                }
                Step::Reflexive { body } => {
                    let code = self.body(body, words);
                    ops.push(Op::Reflexive(code));
                }
                // The gate refuses what would have to choose modes in the middle of a resolution.
                _ => {}
            }
        }
    }

    fn act(&mut self, act: &Act, words: &dyn Words) -> Op {
        let number = match act {
            Act::Create { token: Token::Spec(spec), .. } => {
                let mut def = Def {
                    name: spec.name.map_or_else(|| names(&spec.subtypes, words), |name| words.name(name)),
                    line: type_line(&spec.supertypes, &spec.types, &spec.subtypes, words),
                    types: spec.types.iter().fold(0, |bits, card_type| bits | type_bit(*card_type)),
                    supers: spec.supertypes.iter().fold(0, |bits, supertype| bits | 1 << *supertype as u8),
                    subs: self.subs(&spec.subtypes, words),
                    colors: spec.colors.0,
                    power: 0,
                    toughness: 0,
                    loyalty: 0,
                    cost: None,
                    value: 0,
                    abilities: Vec::new(),
                    keywords: 0,
                    triggers: false,
                    statics: false,
                    replaces: false,
                    mana: false,
                    text: String::new(),
                };
                if let Some((Amount::Number(power), Amount::Number(toughness))) = &spec.pt {
                    (def.power, def.toughness) = (*power as i16, *toughness as i16);
                }
                for keyword in &spec.keywords {
                    self.keyword(keyword, &mut def, words);
                }
                self.define(def, &spec.abilities, words)
            }
            Act::Modify { mods, .. } => self.changes(mods, words),
            Act::PutCounters { kind, .. } | Act::Distribute { kind, .. } => u16::from(self.kind(*kind)),
            Act::Create { entering, .. } => {
                entering.counters.as_ref().map_or(0, |(_, kind)| u16::from(self.kind(*kind)))
            }
            _ => 0,
        };
        Op::Act(act.clone(), number)
    }

    fn changes(&mut self, mods: &[Mod], words: &dyn Words) -> u16 {
        let mut list = Vec::new();
        for change in mods {
            self.change(change, &mut list, words);
        }
        self.mods.push(list);
        (self.mods.len() - 1) as u16
    }

    fn change(&mut self, change: &Mod, list: &mut Vec<Change>, words: &dyn Words) {
        let sign = |change: &crate::ir::Change| {
            let crate::ir::Change::By { minus, by } = change;
            (*minus, by.clone())
        };
        match change {
            Mod::Get(p, t) => list.push(Change::Get { power: sign(p), toughness: sign(t), each: None }),
            Mod::GetEach(p, t, each) => {
                list.push(Change::Get { power: sign(p), toughness: sign(t), each: Some(each.clone()) });
            }
            Mod::Base(p, t) => list.push(Change::Base(p.clone(), t.clone())),
            Mod::Defined { power, toughness, to } => {
                list.push(Change::Define { power: *power, toughness: *toughness, to: to.clone() });
            }
            Mod::Switch => list.push(Change::Switch),
            Mod::Gain(keywords) => self.gain(keywords, list, words),
            Mod::GainAbility(ability) => {
                if let Ability::Keywords(keywords) = &**ability {
                    self.gain(keywords, list, words);
                } else if let Some(ab) = self.plain(ability, words) {
                    list.push(Change::Ability(ab));
                }
            }
            Mod::Lose(keywords) => {
                let bits = keywords.iter().fold(0, |bits, keyword| match keyword {
                    Keyword::Plain(plain) => bits | bit(*plain),
                    _ => bits,
                });
                list.push(Change::LoseKeywords(bits));
            }
            Mod::LoseAll => list.push(Change::LoseAll),
            Mod::Become(b) => {
                let types = b.types.iter().fold(0, |bits, card_type| bits | type_bit(*card_type));
                let supers = b.supertypes.iter().fold(0, |bits, supertype| bits | 1 << *supertype as u8);
                let subs = self.subs(&b.subtypes, words);
                let set = b.keep == crate::ir::Keep::No;
                list.push(Change::Types { types, supers, subs, set });
                if let Some(colors) = b.colors {
                    let set = b.keep != crate::ir::Keep::ColorsAndTypes;
                    list.push(Change::Colors { colors: colors.0, set });
                }
                if let Some((p, t)) = &b.base {
                    list.push(Change::Base(p.clone(), t.clone()));
                }
                self.gain(&b.with, list, words);
                if let Some(ab) = b.ability.as_ref().and_then(|ability| self.plain(ability, words)) {
                    list.push(Change::Ability(ab));
                }
            }
            Mod::EveryCreatureType => list.push(Change::EverySubtype),
            Mod::Color(colors) => list.push(Change::Colors { colors: colors.0, set: true }),
            Mod::Control(who) => list.push(Change::Control(who.clone())),
            Mod::Rule(rule) => match rule_flag(rule) {
                flag::PARAM => {
                    let ab = self.ability(Ab::Rule(rule.clone()));
                    list.push(Change::Rule(ab));
                }
                bits => list.push(Change::Flag(bits)),
            },
            // A modification that the gate does not know is never here.
            #[allow(unreachable_patterns)]
            _ => {}
        }
    }

    fn gain(&mut self, keywords: &[Keyword], list: &mut Vec<Change>, words: &dyn Words) {
        let mut bits = 0;
        for keyword in keywords {
            if let Keyword::Plain(plain) = keyword {
                bits |= bit(*plain);
            }
            list.extend(self.keyword_ability(keyword, words).into_iter().map(Change::Ability));
        }
        if bits != 0 {
            list.push(Change::Keywords(bits));
        }
    }

    /// A modification of the engine's own.
    pub(crate) fn modification(&mut self, mods: &[Mod]) -> u16 {
        self.changes(mods, &NoWords)
    }

    /// What an Aura may be attached to (CR 702.5).
    pub(crate) fn enchants(&self, def: DefId) -> Option<&Keyword> {
        let keywords = self.defs[def as usize].abilities.iter().filter_map(|ab| match &self.abilities[*ab as usize] {
            Ab::Keyword(keyword) => Some(keyword),
            _ => None,
        });
        keywords.into_iter().find(|k| matches!(k, Keyword::Enchant(_) | Keyword::EnchantPlayer(_)))
    }

    /// The cost of a keyword of a printed thing.
    pub(crate) fn keyword_cost(&self, def: DefId, wanted: KeywordCost) -> Option<&Cost> {
        self.defs[def as usize].abilities.iter().find_map(|ab| match &self.abilities[*ab as usize] {
            Ab::Keyword(Keyword::Cost(keyword, cost)) if *keyword == wanted => Some(cost),
            _ => None,
        })
    }

    /// The code of an instant or sorcery.
    pub(crate) fn spell_code(&self, def: DefId) -> CodeId {
        let spell = self.defs[def as usize].abilities.iter().find_map(|ab| match &self.abilities[*ab as usize] {
            Ab::Spell(code) => Some(*code),
            _ => None,
        });
        spell.unwrap_or(0)
    }

    /// A digest of how everything plays.
    pub(crate) fn digest(&self) -> Digest {
        Digest::of_bytes(format!("{:?}{:?}{:?}{:?}", self.defs, self.abilities, self.codes, self.mods).as_bytes())
    }
}

/// Generated abilities name nothing.
struct NoWords;

impl Words for NoWords {
    fn name(&self, _: crate::ir::NameId) -> String {
        String::new()
    }

    fn subtype(&self, _: SubtypeId) -> String {
        String::new()
    }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

fn names(subtypes: &[SubtypeId], words: &dyn Words) -> String {
    let names: Vec<String> = subtypes.iter().map(|id| capital(&words.subtype(*id))).collect();
    if names.is_empty() { "Token".to_owned() } else { names.join(" ") }
}

fn type_line(supers: &[Supertype], types: &[CardType], subs: &[SubtypeId], words: &dyn Words) -> String {
    let supers = supers.iter().map(|supertype| capital(supertype.word()));
    let types: Vec<String> = supers.chain(types.iter().map(|card_type| capital(card_type.word()))).collect();
    if subs.is_empty() { types.join(" ") } else { format!("{} — {}", types.join(" "), names(subs, words)) }
}

/// Whether an object phrase is the host of an Aura or Equipment.
pub(crate) fn is_host(what: &Obj) -> bool {
    matches!(what, Obj::Host(HostKind::Enchanted(_) | HostKind::Equipped))
}
