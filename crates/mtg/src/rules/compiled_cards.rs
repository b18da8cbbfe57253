//! The compiled cards of a match. Abilities, code and modifications are in flat lists and have numbers, so the engine
//! compares no strings.

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
/// The id of an ability that is not in `CompiledCards::abilities`: a delayed triggered ability, or cycling.
pub(crate) const UNLISTED: AbilityId = AbilityId::MAX;
/// The number of a list of modifications: its index in `CompiledCards::mods`.
pub(crate) type ModsId = u16;
pub(crate) type Subs = [u64; 4];

/// Maximum number of subtypes in the cards of a match. `Duel::excess` refuses decks with more subtypes.
pub(crate) const MOST_SUBTYPES: usize = 256;

/// A compiled face of a card, or a token.
#[derive(Clone, Debug, Default)]
pub(crate) struct CardDef {
    pub name: String,
    pub line: String,
    /// The mana cost and the rules text as printed. The engine only displays them.
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
    /// The code that runs when the card is cycled, for typecycling (CR 702.29e). `None` means that the player draws a
    /// card.
    pub cycling: Option<CodeId>,
    /// Whether the card has a triggered ability.
    pub triggers: bool,
    /// Whether the card has an ability that functions in a graveyard.
    pub from_grave: bool,
    /// The other faces that the player may cast or play instead of this face.
    pub sides: Vec<DefId>,
    /// The face that this face transforms into.
    pub back: Option<DefId>,
    /// Whether this face is the Adventure of a creature card.
    pub adventure: bool,
    pub statics: bool,
    pub replaces: bool,
    pub mana: bool,
    /// Whether the card has an ability that defines its own power or toughness (CR 604.3).
    pub defines: bool,
    /// The number of the last chapter (CR 714.2d). 0 if the card is not a Saga.
    pub chapters: u8,
    /// Whether the card has an ability that gives it every creature type.
    pub every_type: bool,
    /// Whether an ability of the card can change types or colors of other objects or remove their abilities. Effects on
    /// its host do not count.
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

/// The compiled data that belongs to an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    /// The instruction needs no compiled data.
    None,
    /// The creatures that the instruction destroys cannot be regenerated (CR 701.19c).
    NoRegeneration,
    /// The token or emblem that the instruction creates.
    Def(DefId),
    /// The modifications that the instruction applies. If a player chooses a color, this is the first of five lists in
    /// the order of the colors.
    Mods(ModsId),
    /// The kind of counter that the instruction puts on objects.
    Counter(CounterId),
}

impl Operand {
    /// The modifications that the instruction applies.
    ///
    /// # Panics
    ///
    /// Panics if the instruction has no modifications.
    pub(crate) fn mods(self) -> ModsId {
        match self {
            Operand::Mods(list) => list,
            other => unreachable!("{other:?} instead of modifications"),
        }
    }

    /// The token or emblem that the instruction creates.
    ///
    /// # Panics
    ///
    /// Panics if the instruction creates neither a token nor an emblem.
    pub(crate) fn def(self) -> DefId {
        match self {
            Operand::Def(def) => def,
            other => unreachable!("{other:?} instead of a token or an emblem"),
        }
    }

    /// The kind of counter that the instruction puts on objects.
    ///
    /// # Panics
    ///
    /// Panics if the instruction has no kind of counter.
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

/// One operation of a [`Code`]. Jumps go to an index in `Code::ops`.
#[derive(Clone, Debug)]
pub(crate) enum Op {
    /// An instruction with its compiled data.
    Act(Act, Operand),
    May(Who, u16),
    Pay(Who, Cost),
    If(Cond, u16),
    Jump(u16),
    /// The player may pay the cost. If the player pays, the code continues at this index.
    Unless(Who, Cost, u16),
    /// The controller may pay the cost once for each counter of this kind on the source. If they pay, the code
    /// continues at this index.
    UnlessEach(Cost, CounterKind, u16),
    X(Amount),
    /// Creates a delayed triggered ability with this code. If a target slot is given, the ability remembers the targets
    /// in it.
    Later(Delay, CodeId, Option<u8>),
    Watch(crate::ir::Duration, AbilityId),
    Reflexive(CodeId),
    /// Emits the event that the source exploited the creature that was just sacrificed.
    Exploited,
}

/// The compiled form of an effect: its targets and operations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    pub targets: Vec<Target>,
    pub ops: Vec<Op>,
    pub modes: Option<ModeSet>,
    /// The operations to whose amount a later operation refers, by index.
    pub amounts: Vec<u16>,
    /// The choices on which the targets of the code depend. These choices must be made before the targets are chosen.
    pub early: super::target_dependencies::TargetDependencies,
}

#[derive(Clone, Debug)]
pub(crate) struct ModeSet {
    pub least: u8,
    pub most: u8,
    pub repeat: bool,
    pub modes: Vec<CodeId>,
}

/// A modification of an object. [`Change::layer`] returns its layer.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// The controller of the effect gains control of the object. If the text names another player, the effect was given
    /// to that player when it began.
    Control,
    /// Adds types, supertypes and subtypes. With `set`, they replace the old types (CR 205.1a).
    Types {
        types: u16,
        supers: u8,
        subs: Subs,
        set: bool,
    },
    EverySubtype,
    /// Removes types, with the subtypes that belong only to these types.
    LoseTypes(u16),
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
    /// Whether a characteristic-defining ability may make this change (CR 604.3a).
    pub(crate) fn defines(&self) -> bool {
        match self {
            Change::Define { .. } | Change::Colors { .. } | Change::EverySubtype => true,
            Change::Types { types, supers, set, .. } => *types == 0 && *supers == 0 && !set,
            _ => false,
        }
    }

    /// The number of the layer (CR 613.1, 613.4): 2, 4, 5 or 6. Layers 7a to 7d have the numbers 7 to 10.
    pub(crate) fn layer(&self) -> u8 {
        match self {
            Change::Control => 2,
            Change::Types { .. } | Change::EverySubtype | Change::LoseTypes(_) => 4,
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

/// Gives the texts of card names and subtypes by their ids.
pub trait Words {
    /// The name of a card.
    fn name(&self, id: crate::ir::NameId) -> String;
    /// The word for a subtype, in lower case.
    fn subtype(&self, id: SubtypeId) -> String;
    /// The word for a kind of counter. Empty if it is not known.
    fn counter(&self, id: crate::ir::WordId) -> String {
        let _ = id;
        String::new()
    }
    /// The subtype with this word. `None` if no card uses it.
    fn find(&self, word: &str) -> Option<SubtypeId> {
        let _ = word;
        None
    }
}

/// The compiled cards of a match: all faces and tokens, with their abilities, codes and modifications.
#[derive(Clone, Debug, Default)]
pub(crate) struct CompiledCards {
    pub defs: Vec<CardDef>,
    pub abilities: Vec<CompiledAbility>,
    pub codes: Vec<Code>,
    pub mods: Vec<Vec<Change>>,
    pub kinds: Vec<CounterKind>,
    /// The words for the kinds of counters that only texts name. Empty for other kinds.
    pub kind_names: Vec<String>,
    /// The number of the lore counter among the kinds of counters. `None` if no card is a Saga.
    pub lore: Option<CounterId>,
    /// For each kind of counter, the modifications by the keyword that it grants (CR 122.1b). `None` if it grants no
    /// keyword.
    pub keyword_mods: Vec<Option<ModsId>>,
    pub subtypes: Vec<SubtypeId>,
    pub subtype_names: Vec<String>,
    /// The numbers of the subtypes Plains, Island, Swamp, Mountain and Forest. `None` if the cards do not use a
    /// subtype.
    pub basics: [Option<usize>; 5],
    /// The subtypes that are not creature types.
    pub apart: Vec<usize>,
    /// The number of subtypes that occur on type lines. Subtypes with a higher number occur only in texts.
    pub borne: usize,
    /// The set of all creature types (CR 205.3m), including types that only texts mention.
    pub living: Subs,
    pub aura: Option<usize>,
    pub equipment: Option<usize>,
    pub saga: Option<usize>,
    /// For each ability, whether it functions only in a graveyard (CR 113.6m).
    pub grave: Vec<bool>,
    /// The definitions of copies with exceptions (CR 707.9). The key is the copying ability and the copied face.
    pub variants: std::collections::BTreeMap<(AbilityId, DefId), DefId>,
    /// Whether the cards have more copy abilities with exceptions than the engine supports.
    pub too_varied: bool,
    /// For each color, the ability `{T}: Add one mana` of a basic land type (CR 305.6).
    pub taps: [AbilityId; 5],
    /// The precomputed index of all cards.
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

/// Flags for rules about an object, with one bit for each rule.
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
        // A goaded creature must attack another player if able (CR 701.15b). With two players, there is no other
        // player.
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

/// Whether the phrase means the object that has the ability.
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

/// Builds a filter with one noun, for abilities that the engine generates.
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
    struct Code { targets, ops, modes, amounts, early }
    struct ModeSet { least, most, repeat, modes }
}

/// Visits the texts of all abilities and codes.
impl Visit for CompiledCards {
    fn visit<'a>(&'a self, see: &mut dyn FnMut(Node<'a>)) {
        self.abilities.visit(see);
        self.codes.visit(see);
    }
}

/// Whether the event happens to the object that has the ability.
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
        | Event::EntersOrRoom(what)
        | Event::Transforms(what) => own(what),
        Event::During(event, _) | Event::While(event, _) => happens_to_source(event),
        Event::Or(list) => list.iter().any(happens_to_source),
        Event::ToGraveyard { .. }
        | Event::Attacks { .. }
        | Event::AttacksOrWalker(..)
        | Event::PlayerAttacks(..)
        | Event::AttacksWith { .. }
        | Event::CyclesOrDiscards(..)
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
        // Code 0 is empty and does nothing.
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

    /// Stores the words for kinds of counters.
    pub(super) fn name_kinds(&mut self, words: &dyn Words) {
        let name = |kind: &CounterKind| match kind {
            CounterKind::Named(id) => words.counter(*id),
            _ => String::new(),
        };
        self.kind_names = self.kinds.iter().map(name).collect();
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

    /// Finds out which subtypes are creature types.
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

    /// Adds the subtypes that occur only in texts. An object with every creature type has these types too (CR 702.73a).
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

    /// Marks the cards that define their own characteristics, and the cards that change how a permanent enters
    /// (CR 614.12).
    pub(super) fn find_statics(&mut self) {
        let strong = |change: &Change| {
            matches!(
                change,
                Change::Types { .. }
                    | Change::EverySubtype
                    | Change::LoseTypes(_)
                    | Change::Colors { .. }
                    | Change::LoseAll
            )
        };
        for def in &mut self.defs {
            for ab in &def.abilities {
                let CompiledAbility::Continuous { what, mods, cond, .. } = &self.abilities[*ab as usize] else {
                    continue;
                };
                let mods = &self.mods[*mods as usize];
                // Apply characteristic-defining abilities to the definition itself, because they function in all zones
                // (CR 604.3).
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
                            // Abilities that define power and toughness are marked below. The other changes are never
                            // characteristic-defining.
                            Change::Define { .. }
                            | Change::LoseTypes(_)
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

    /// Marks the abilities that function in a graveyard because they refer to their own card there. An ability that
    /// triggers on the death of its own object does not count, because it looks back in time (CR 603.10a).
    pub(super) fn find_grave(&mut self) {
        let there = |node: Node<'_>| matches!(node, Node::Obj(Obj::SourceIn(zone)) if zone.zone == Zone::Graveyard);
        let speaks = |code: CodeId| self.codes[code as usize].ops.any(&there);
        let of = |ab: &CompiledAbility| match ab {
            CompiledAbility::Activated { cost, code, .. } => cost.any(&there) || speaks(*code),
            CompiledAbility::Triggered { event, cond, code, .. } => {
                let lies = cond.any(&|node| matches!(node, Node::Cond(Cond::InGraveyard(_))));
                !happens_to_source(event) && (lies || speaks(*code))
            }
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

    /// The cost of a keyword that the card has printed. `None` if it does not have the keyword.
    pub(crate) fn keyword_cost(&self, def: DefId, wanted: KeywordCost) -> Option<&Cost> {
        self.defs[def as usize].abilities.iter().find_map(|ab| match &self.abilities[*ab as usize] {
            CompiledAbility::Keyword(Keyword::Cost(keyword, cost)) if *keyword == wanted => Some(cost),
            _ => None,
        })
    }

    /// The codes of a spell, one for each paragraph of its text (CR 608.2c). Permanent cards usually have no codes of
    /// their own.
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
