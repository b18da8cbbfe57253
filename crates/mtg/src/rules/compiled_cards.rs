//! The compiled cards of a match: abilities, code and modifications in flat lists. No move compares strings.

use super::state::CounterId;
use crate::ir::{
    Act, Amount, CardType, Color, Cond, Cost, CostPart, CounterKind, Delay, Event, Filter, Head, Keyword, KeywordCost,
    Limit, Link, Loyalty, ManaCost, ManaSymbol, Mod, Node, Obj, PlainKeyword, Pred, Rule, SpellCost, Static, SubtypeId,
    Target, Visit, Who, Zone, visit,
};
use rulebook_kernel::Digest;

pub(crate) type DefId = u16;
pub(crate) type AbilityId = u16;
pub(crate) type CodeId = u16;
/// A list of modifications: its index in `mods`.
pub(crate) type ModsId = u16;
pub(crate) type Subs = [u64; 4];

/// Maximum number of subtypes in the cards of a match; `Duel::excess` refuses more.
pub(crate) const MOST_SUBTYPES: usize = 256;

/// A compiled face of a card, or a token.
#[derive(Clone, Debug, Default)]
pub(crate) struct CardDef {
    pub name: String,
    pub line: String,
    /// Mana cost and rules text as printed, shown to players.
    pub printed: (String, String),
    pub types: u16,
    pub supers: u8,
    pub subs: Subs,
    pub colors: u8,
    pub power: i16,
    pub toughness: i16,
    pub loyalty: i16,
    pub cost: Option<ManaCost>,
    pub value: i16,
    pub abilities: Vec<AbilityId>,
    pub keywords: u128,
    /// The code that runs when it is cycled, if that is not a draw (CR 702.29e).
    pub cycling: Option<CodeId>,
    /// Whether the card has a triggered ability.
    pub triggers: bool,
    /// Whether the card has an ability that functions in a graveyard.
    pub from_grave: bool,
    /// The other faces as which the card can be cast or played.
    pub sides: Vec<DefId>,
    /// The face that the card transforms into.
    pub back: Option<DefId>,
    /// Whether this is the adventure half of a creature card.
    pub adventure: bool,
    pub statics: bool,
    pub replaces: bool,
    pub mana: bool,
    /// Whether the card has an ability that defines its power or toughness (CR 604.3).
    pub defines: bool,
    /// The number of the last chapter. 0 if the card is no Saga (CR 714.2d).
    pub chapters: u8,
    /// Whether the card has an ability that makes it every creature type.
    pub every_type: bool,
    /// Whether the card has an ability that changes the types or colors of objects other than its host, or removes
    /// their abilities.
    pub remakes: bool,
}

/// A compiled ability.
#[derive(Clone, Debug)]
pub(crate) enum CompiledAbility {
    Keyword(Keyword),
    Spell(CodeId),
    Triggered { event: Event, cond: Option<Cond>, code: CodeId, once: bool },
    Activated { cost: Cost, loyalty: Option<Loyalty>, code: CodeId, limits: Vec<Limit>, mana: bool },
    Continuous { what: Obj, mods: ModsId, cond: Option<Cond>, x: Option<Amount> },
    Static(Static),
    Cost(SpellCost),
    Rule(Rule),
}

/// The data that an instruction needs from the compiled cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// Nothing.
    None,
    /// The creatures that it destroys cannot be regenerated (CR 701.19c).
    NoRegeneration,
    /// The token or emblem that it creates.
    Def(DefId),
    /// The modifications that it applies. If it asks for a color, the first of five lists, one for each color.
    Mods(ModsId),
    /// The kind of counter that it puts on something.
    Counter(CounterId),
}

impl Operand {
    /// The modifications of an instruction that applies some.
    ///
    /// # Panics
    /// If the instruction was compiled without modifications.
    pub(crate) fn mods(self) -> ModsId {
        match self {
            Operand::Mods(list) => list,
            other => unreachable!("{other:?} instead of modifications"),
        }
    }

    /// The token or emblem of an instruction that creates one.
    ///
    /// # Panics
    /// If the instruction was compiled without one.
    pub(crate) fn def(self) -> DefId {
        match self {
            Operand::Def(def) => def,
            other => unreachable!("{other:?} instead of a token or an emblem"),
        }
    }

    /// The kind of counter of an instruction that puts counters on something.
    ///
    /// # Panics
    /// If the instruction was compiled without a kind.
    pub(crate) fn counter(self) -> CounterId {
        match self {
            Operand::Counter(kind) => kind,
            other => unreachable!("{other:?} instead of a kind of counter"),
        }
    }
}

impl Visit for Operand {
    fn visit<'a>(&'a self, _: &mut dyn FnMut(Node<'a>)) {}
}

/// One operation of a code. Jumps go to an index in `ops`.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// An instruction, with the data it needs from the compiled cards.
    Act(Act, Operand),
    May(Who, u16),
    Pay(Who, Cost),
    If(Cond, u16),
    Jump(u16),
    /// The player may pay the cost. If they pay, the code continues at the index.
    Unless(Who, Cost, u16),
    /// Like `Unless`, but the controller may pay, and the cost is multiplied by the number of counters of the kind on
    /// the source.
    UnlessEach(Cost, CounterKind, u16),
    X(Amount),
    /// Creates a delayed trigger, with the slot of a target that is chosen now.
    Later(Delay, CodeId, Option<u8>),
    Watch(crate::ir::Duration, AbilityId),
    Reflexive(CodeId),
    /// Reports that the source exploited the creature that was sacrificed just before.
    Exploited,
}

/// The code of a text: its targets and operations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub targets: Vec<Target>,
    pub ops: Vec<Op>,
    pub modes: Option<ModeSet>,
    /// The choices that must be made before the targets of the code are chosen.
    pub early: super::target_dependencies::TargetDependencies,
}

#[derive(Clone, Debug)]
pub(crate) struct ModeSet {
    pub least: u8,
    pub most: u8,
    pub repeat: bool,
    pub modes: Vec<CodeId>,
}

/// A modification of an object; [`Change::layer`] is its layer.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// The controller of the effect gains control of the object. If another player gains control, that player became
    /// the controller of the effect when it began.
    Control,
    /// Adds types, supertypes and subtypes. With `set` they replace the old ones (CR 205.1a).
    Types {
        types: u16,
        supers: u8,
        subs: Subs,
        set: bool,
    },
    EverySubtype,
    Colors {
        colors: u8,
        set: bool,
    },
    Keywords(u128),
    LoseKeywords(u128),
    Ability(AbilityId),
    LoseAll,
    Rule(AbilityId),
    Flag(u32),
    Define {
        power: bool,
        toughness: bool,
        to: Amount,
    },
    Base(Amount, Amount),
    Get {
        power: (bool, Amount),
        toughness: (bool, Amount),
        each: Option<Amount>,
    },
    Switch,
}

impl Change {
    /// Returns whether a characteristic-defining ability may consist of this change (CR 604.3a).
    pub(crate) fn defines(&self) -> bool {
        match self {
            Change::Define { .. } | Change::Colors { .. } | Change::EverySubtype => true,
            Change::Types { types, supers, set, .. } => *types == 0 && *supers == 0 && !set,
            _ => false,
        }
    }

    /// The layer: 2, 4, 5 and 6, then 7a to 7d as 7 to 10 (CR 613.1, 613.4).
    pub(crate) fn layer(&self) -> u8 {
        match self {
            Change::Control => 2,
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

/// Looks up the texts of interned names and subtypes.
pub trait Words {
    /// The name of a card.
    fn name(&self, id: crate::ir::NameId) -> String;
    /// The word of a subtype, in lower case.
    fn subtype(&self, id: SubtypeId) -> String;
    /// The subtype of a word; `None` if there is none.
    fn find(&self, word: &str) -> Option<SubtypeId> {
        let _ = word;
        None
    }
}

/// All faces and tokens of a match, with their abilities, codes and modifications.
#[derive(Clone, Debug, Default)]
pub(crate) struct CompiledCards {
    pub defs: Vec<CardDef>,
    pub abilities: Vec<CompiledAbility>,
    pub codes: Vec<Code>,
    pub mods: Vec<Vec<Change>>,
    pub kinds: Vec<CounterKind>,
    /// The kind of lore counters, if the cards include Sagas.
    pub lore: Option<CounterId>,
    /// For each kind of counter, the modifications of its keyword; `None` if it gives none (CR 122.1b).
    pub keyword_mods: Vec<Option<ModsId>>,
    pub subtypes: Vec<SubtypeId>,
    pub subtype_names: Vec<String>,
    /// The subtypes Plains, Island, Swamp, Mountain and Forest, if the cards use them.
    pub basics: [Option<usize>; 5],
    /// Subtypes of cards that are not creatures.
    pub apart: Vec<usize>,
    /// Number of subtypes on type lines. Subtypes with a higher index occur only in texts.
    pub borne: usize,
    /// The set of all creature types (CR 205.3m), including those that no card has.
    pub living: Subs,
    pub aura: Option<usize>,
    pub equipment: Option<usize>,
    pub saga: Option<usize>,
    /// For each ability, whether it functions only in a graveyard (CR 113.6m).
    pub grave: Vec<bool>,
    /// The variant of a face that a copy ability with exceptions gives (CR 707.9).
    pub variants: std::collections::BTreeMap<(AbilityId, DefId), DefId>,
    /// Whether there are more variants than numbers for them.
    pub too_varied: bool,
    /// The abilities "{T}: Add one mana" of the basic land types, by color (CR 305.6).
    pub taps: [AbilityId; 5],
    /// Precomputed facts about all cards.
    pub marks: super::ability_index::AbilityIndex,
    pub hearing: super::trigger_index::TriggerIndex,
}

pub(crate) const LOYALTY: CounterId = 2;
pub(crate) const STUN: CounterId = 3;
pub(crate) const SHIELD: CounterId = 4;
pub(crate) const FINALITY: CounterId = 5;
const BASICS: [&str; 5] = ["plains", "island", "swamp", "mountain", "forest"];

pub(crate) const fn bit(keyword: PlainKeyword) -> u128 {
    1 << keyword as u32
}

pub(crate) const fn type_bit(card_type: CardType) -> u16 {
    1 << card_type as u16
}

/// Rules about an object, one bit each.
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
    pub(crate) const NO_REGENERATION: u32 = 1 << 18;
    pub(crate) const NO_SACRIFICE: u32 = 1 << 19;
    pub(crate) const PARAM: u32 = 1 << 20;
    pub(crate) const EXILE_IF_DIES: u32 = 1 << 21;
    pub(crate) const NO_ACTIVATION: u32 = 1 << 22;
    pub(crate) const EXILED_IF_LEAVES: u32 = 1 << 23;
    pub(crate) const MAY_STAY_TAPPED: u32 = 1 << 24;
}

pub(crate) fn rule_flag(rule: &Rule) -> u32 {
    match rule {
        Rule::CantAttack => flag::CANT_ATTACK,
        Rule::CantBlock => flag::CANT_BLOCK,
        Rule::CantAttackOrBlock => flag::CANT_ATTACK | flag::CANT_BLOCK,
        Rule::CantAttackOrBlockAlone => flag::NOT_ALONE,
        Rule::CantBeBlocked => flag::UNBLOCKABLE,
        Rule::AttackDespiteDefender => flag::ATTACKS_DEFENDING,
        // With two players, a goaded creature has no other player to attack (CR 701.15b).
        Rule::MustAttack | Rule::Goaded => flag::MUST_ATTACK,
        Rule::MustBlock => flag::MUST_BLOCK,
        Rule::MustBeBlocked => flag::MUST_BE_BLOCKED,
        Rule::Lure => flag::LURE,
        Rule::DoesntUntap { .. } => flag::NO_UNTAP,
        Rule::CantBeCountered => flag::UNCOUNTERABLE,
        Rule::CantBeRegenerated => flag::NO_REGENERATION,
        Rule::AssignsToughness => flag::BY_TOUGHNESS,
        Rule::MayAssignUnblocked => flag::AS_UNBLOCKED,
        Rule::AssignsNone => flag::NO_DAMAGE,
        Rule::CantBeSacrificed => flag::NO_SACRIFICE,
        Rule::NoLegendRule => flag::NO_LEGEND,
        Rule::ExiledIfLeaves => flag::EXILED_IF_LEAVES,
        Rule::MayStayTapped => flag::MAY_STAY_TAPPED,
        _ => flag::PARAM,
    }
}

/// Returns whether the phrase means the object that has the ability.
pub(crate) fn is_own(what: &Obj) -> bool {
    matches!(what, Obj::Source | Obj::Back { to: Link::Source, .. })
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

/// Builds a noun phrase for a generated ability.
pub(crate) fn noun(kind: crate::ir::Kind, card_type: Option<CardType>, post: Vec<Pred>) -> Filter {
    let head = card_type.map_or(Head::of(kind), |card_type| Head::typed(kind, card_type));
    let mut filter = Filter::of(head);
    filter.post = post;
    filter
}

visit! {
    enum CompiledAbility {
        Keyword(keyword),
        Spell(code),
        Triggered { event, cond, code, once },
        Activated { cost, loyalty, code, limits, mana },
        Continuous { what, mods, cond, x },
        Static(ability),
        Cost(cost),
        Rule(rule),
    }
    enum Op {
        Act(act, operand),
        May(who, end),
        Pay(who, cost),
        If(cond, end),
        Jump(to),
        Unless(who, cost, end),
        UnlessEach(cost, kind, end),
        X(amount),
        Later(delay, code, slot),
        Watch(until, ability),
        Reflexive(code),
        Exploited,
    }
    struct Code { targets, ops, modes, early }
    struct ModeSet { least, most, repeat, modes }
}

/// The texts of all abilities and codes.
impl Visit for CompiledCards {
    fn visit<'a>(&'a self, see: &mut dyn FnMut(Node<'a>)) {
        self.abilities.visit(see);
        self.codes.visit(see);
    }
}

/// Returns whether the event happens to the object that has the ability.
fn happens_to_source(event: &Event) -> bool {
    let own = |what: &Obj| matches!(what, Obj::Source | Obj::SourceIn(_));
    match event {
        Event::Enters(what)
        | Event::Dies(what)
        | Event::Leaves(what)
        | Event::Blocks(what, _)
        | Event::BecomesBlocked(what, _)
        | Event::Unblocked(what)
        | Event::BecomesTapped(what)
        | Event::BecomesUntapped(what)
        | Event::Exploits(what)
        | Event::LeavesGraveyard(what, _)
        | Event::FaceUp(what)
        | Event::BecomesAttached(what, _)
        | Event::DamagedDies(what)
        | Event::Transforms(what) => own(what),
        Event::During(event, _) => happens_to_source(event),
        Event::Or(list) => list.iter().any(happens_to_source),
        Event::ToGraveyard { .. }
        | Event::Attacks { .. }
        | Event::PlayerAttacks(..)
        | Event::AttacksWith { .. }
        | Event::DealsDamage { .. }
        | Event::DealtDamage { .. }
        | Event::PlayerDamaged(_)
        | Event::Targeted { .. }
        | Event::Cast { .. }
        | Event::PlaysLand(..)
        | Event::Begins(..)
        | Event::GainsLife(_)
        | Event::LosesLife(_)
        | Event::Draws(..)
        | Event::Discards(..)
        | Event::Cycles(..)
        | Event::Sacrifices(..)
        | Event::CountersPut { .. }
        | Event::LastCounter(..)
        | Event::TapsForMana(..)
        | Event::Scries(_)
        | Event::Surveils(_)
        | Event::Chapter(_)
        | Event::ControlsNone(..) => false,
    }
}

impl CompiledCards {
    pub(crate) fn new() -> CompiledCards {
        let mut cards = CompiledCards {
            kinds: vec![
                CounterKind::PlusOne,
                CounterKind::MinusOne,
                CounterKind::Loyalty,
                CounterKind::Stun,
                CounterKind::Shield,
                CounterKind::Finality,
            ],
            ..CompiledCards::default()
        };
        // Code 0 does nothing.
        cards.codes.push(Code::default());
        for color in Color::ALL {
            let symbols = crate::ir::Mana::Symbols(vec![ManaSymbol::Color(color)]);
            let act = Act::AddMana { who: Who::You, mana: symbols, spend: None };
            let code = cards.code(Code { ops: vec![Op::Act(act, Operand::None)], ..Code::default() });
            let tap = CompiledAbility::Activated {
                cost: vec![CostPart::Tap],
                loyalty: None,
                code,
                limits: Vec::new(),
                mana: true,
            };
            cards.taps[color as usize] = cards.ability(tap);
        }
        cards
    }

    pub(super) fn code(&mut self, code: Code) -> CodeId {
        self.codes.push(code);
        (self.codes.len() - 1) as CodeId
    }

    pub(super) fn ability(&mut self, ability: CompiledAbility) -> AbilityId {
        self.abilities.push(ability);
        (self.abilities.len() - 1) as AbilityId
    }

    pub(crate) fn kind(&mut self, kind: CounterKind) -> CounterId {
        let at = self.kinds.iter().position(|other| *other == kind);
        at.unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        }) as CounterId
    }

    /// Compiles the modifications of keyword counters (CR 122.1b).
    pub(super) fn counter_mods(&mut self) {
        let mut list = Vec::new();
        for kind in self.kinds.clone() {
            list.push(match kind {
                CounterKind::Keyword(keyword) => {
                    let gains = Mod::Gain(vec![Keyword::Plain(keyword)]);
                    Some(self.changes(&[gains], &super::printed_names::NoWords))
                }
                _ => None,
            });
        }
        self.keyword_mods = list;
    }

    pub(crate) fn kind_of(&self, kind: CounterKind) -> CounterId {
        self.kinds.iter().position(|other| *other == kind).unwrap_or(self.kinds.len() - 1) as CounterId
    }

    pub(crate) fn sub(&self, id: SubtypeId) -> Option<usize> {
        self.subtypes.iter().position(|other| *other == id)
    }

    pub(super) fn subtype(&mut self, id: SubtypeId, words: &dyn Words) -> usize {
        if let Some(at) = self.sub(id) {
            return at;
        }
        let word = words.subtype(id);
        let at = self.subtypes.len().min(MOST_SUBTYPES - 1);
        match word.as_str() {
            "aura" => self.aura = Some(at),
            "equipment" => self.equipment = Some(at),
            "saga" => self.saga = Some(at),
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

    pub(super) fn subs(&mut self, ids: &[SubtypeId], words: &dyn Words) -> Subs {
        let mut subs = Subs::default();
        for id in ids {
            let at = self.subtype(*id, words);
            put_sub(&mut subs, at);
        }
        subs
    }

    /// Separates creature types from other subtypes.
    pub(super) fn part_subtypes(&mut self, words: &dyn Words) {
        let living = type_bit(CardType::Creature) | type_bit(CardType::Kindred);
        let others = self.defs.iter().filter(|def| def.types & living == 0 && def.types != 0);
        let mut all = Subs::default();
        others.for_each(|def| all.iter_mut().zip(def.subs).for_each(|(mine, more)| *mine |= more));
        self.borne = self.subtypes.len().min(MOST_SUBTYPES);
        self.apart = (0..self.borne).filter(|at| has_sub(&all, *at)).collect();
        if self.apart.len() == self.subtypes.len() {
            self.apart.clear();
        }
        self.spoken_of(words);
        let rules = self.basics.iter().flatten().chain([&self.aura, &self.equipment, &self.saga].into_iter().flatten());
        rules.for_each(|at| put_sub(&mut all, *at));
        let named = |word: &String| word == "vehicle" || crate::predefined::TOKENS.iter().any(|t| t.word == *word);
        let known = self.subtype_names.iter().take(MOST_SUBTYPES).enumerate();
        known.filter(|(_, word)| named(word)).for_each(|(at, _)| put_sub(&mut all, at));
        self.living = all.map(|apart| !apart);
    }

    /// Adds the subtypes that occur only in texts. An object of every creature type has these subtypes too (CR
    /// 702.73a).
    fn spoken_of(&mut self, words: &dyn Words) {
        let mut spoken = Vec::new();
        self.visit(&mut |node| {
            if let Node::Subtype(id) = node
                && id.0 != u16::MAX
                && !spoken.contains(id)
            {
                spoken.push(*id);
            }
        });
        for id in spoken {
            self.subtype(id, words);
        }
    }

    /// Marks cards that define their own characteristics, and cards that change how a permanent enters (CR 614.12).
    pub(super) fn find_statics(&mut self) {
        let strong = |change: &Change| {
            matches!(change, Change::Types { .. } | Change::EverySubtype | Change::Colors { .. } | Change::LoseAll)
        };
        for def in &mut self.defs {
            for ab in &def.abilities {
                let CompiledAbility::Continuous { what, mods, cond, .. } = &self.abilities[*ab as usize] else {
                    continue;
                };
                let mods = &self.mods[*mods as usize];
                // Characteristic-defining abilities function in all zones (CR 604.3).
                if is_own(what) && cond.is_none() && mods.iter().all(Change::defines) {
                    for change in mods {
                        match change {
                            Change::Colors { colors, set } => {
                                def.colors = if *set { *colors } else { def.colors | colors };
                            }
                            Change::Types { subs, .. } => {
                                def.subs.iter_mut().zip(subs).for_each(|(mine, more)| *mine |= more);
                            }
                            Change::EverySubtype => def.every_type = true,
                            // A definition of power and toughness is marked below. The other changes define nothing.
                            Change::Define { .. }
                            | Change::Control
                            | Change::Keywords(_)
                            | Change::LoseKeywords(_)
                            | Change::Ability(_)
                            | Change::LoseAll
                            | Change::Rule(_)
                            | Change::Flag(_)
                            | Change::Base(..)
                            | Change::Get { .. }
                            | Change::Switch => {}
                        }
                    }
                }
                let worn = matches!(what, Obj::Host(_) | Obj::Back { to: Link::Host, .. });
                def.remakes |= !worn && mods.iter().any(strong);
                def.defines |= mods.iter().any(|change| matches!(change, Change::Define { .. }));
            }
        }
    }

    /// Marks the abilities that refer to their own card in a graveyard. An ability that triggers on an event of its own object
    /// looks back instead (CR 603.10a).
    pub(super) fn find_grave(&mut self) {
        let there = |node: Node<'_>| matches!(node, Node::Obj(Obj::SourceIn(zone)) if zone.zone == Zone::Graveyard);
        let speaks = |code: CodeId| self.codes[code as usize].ops.any(&there);
        let of = |ab: &CompiledAbility| match ab {
            CompiledAbility::Activated { cost, code, .. } => cost.any(&there) || speaks(*code),
            CompiledAbility::Triggered { event, code, .. } => !happens_to_source(event) && speaks(*code),
            _ => false,
        };
        self.grave = self.abilities.iter().map(of).collect();
        for def in &mut self.defs {
            def.from_grave = def.abilities.iter().any(|ab| self.grave[*ab as usize]);
        }
    }

    /// The enchant keyword of an Aura (CR 702.5).
    pub(crate) fn enchants(&self, def: DefId) -> Option<&Keyword> {
        let keywords = self.defs[def as usize].abilities.iter().filter_map(|ab| match &self.abilities[*ab as usize] {
            CompiledAbility::Keyword(keyword) => Some(keyword),
            _ => None,
        });
        keywords.into_iter().find(|k| matches!(k, Keyword::Enchant(_) | Keyword::EnchantPlayer(_)))
    }

    /// The cost of a printed keyword; `None` if the card does not have it.
    pub(crate) fn keyword_cost(&self, def: DefId, wanted: KeywordCost) -> Option<&Cost> {
        self.defs[def as usize].abilities.iter().find_map(|ab| match &self.abilities[*ab as usize] {
            CompiledAbility::Keyword(Keyword::Cost(keyword, cost)) if *keyword == wanted => Some(cost),
            _ => None,
        })
    }

    /// The codes of a spell, one for each paragraph (CR 608.2c). Most permanents have none.
    pub(crate) fn spell_codes(&self, def: DefId) -> impl Iterator<Item = CodeId> + '_ {
        self.defs[def as usize].abilities.iter().filter_map(|ab| match &self.abilities[*ab as usize] {
            CompiledAbility::Spell(code) => Some(*code),
            _ => None,
        })
    }

    /// A digest of all compiled cards.
    pub(crate) fn digest(&self) -> Digest {
        Digest::of_bytes(format!("{:?}{:?}{:?}{:?}", self.defs, self.abilities, self.codes, self.mods).as_bytes())
    }
}
