//! Compiles the typed form of a card for the engine. Steps become code with jumps, modifications become changes by
//! layer, and keywords become abilities.

use super::compiled_cards::{
    AbilityId, CardDef, Change, Code, CodeId, CompiledAbility, CompiledCards, DefId, ModeSet, ModsId, Op, Operand,
    Words, bit, flag, mana_value, noun, type_bit,
};
use super::pay::{chosen_payment, unless};
use super::printed_names::{NoWords, capital, names, type_line};
use crate::ir::{
    Ability, Act, Activated, Amount, AmountSay, Become, Body, CardType, Choice, Color, Colors, Cond, Cost, CounterKind,
    Dig, DigSay, DigTo, Duration, Event, Face, Filter, FoundSay, Head, Is, Keep, Keyword, KeywordAct, KeywordCost,
    KeywordCount, Kind, Limit, Link, Mod, Mode, ModeCount, Modes, NumberAct, Obj, PlainKeyword, Pred, Replacement, Say,
    Search, ShuffleWhen, Static, SubtypeId, Supertype, Target, TargetKind, TextStep, Token, TokenSpec, When, Where,
    Who,
};

impl CompiledCards {
    pub(super) fn face(&mut self, face: &Face, words: &dyn Words) -> DefId {
        let def = CardDef {
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
            ..CardDef::default()
        };
        self.define(def, &face.abilities, words)
    }

    fn define(&mut self, mut def: CardDef, abilities: &[Ability], words: &dyn Words) -> DefId {
        for ability in abilities {
            self.compile(ability, &mut def, words);
        }
        self.finish(&mut def);
        self.aura_target(&mut def);
        self.defs.push(def);
        (self.defs.len() - 1) as DefId
    }

    /// Adds the target of an Aura spell: the object or player that it will enchant (CR 303.4a).
    fn aura_target(&mut self, def: &mut CardDef) {
        let kind = def.abilities.iter().find_map(|ab| match &self.abilities[*ab as usize] {
            CompiledAbility::Keyword(Keyword::Enchant(filter)) => Some(TargetKind::Object(filter.clone())),
            CompiledAbility::Keyword(Keyword::EnchantPlayer(players)) => Some(TargetKind::Player(*players)),
            _ => None,
        });
        if let Some(kind) = kind {
            let targets = vec![Target { count: Choice::One, kind, by_opponent: false }];
            let code = self.code(Code { targets, ..Code::default() });
            let ab = self.ability(CompiledAbility::Spell(code));
            def.abilities.push(ab);
        }
    }

    pub(super) fn finish(&self, def: &mut CardDef) {
        for at in &def.abilities {
            match &self.abilities[*at as usize] {
                CompiledAbility::Triggered { .. } => def.triggers = true,
                CompiledAbility::Continuous { .. } => def.statics = true,
                CompiledAbility::Static(Static::Replace(_)) => def.replaces = true,
                CompiledAbility::Activated { mana, .. } => def.mana |= *mana,
                CompiledAbility::Keyword(_)
                | CompiledAbility::Spell(_)
                | CompiledAbility::Static(_)
                | CompiledAbility::Cost(_)
                | CompiledAbility::Rule(_) => {}
            }
        }
    }

    fn compile(&mut self, ability: &Ability, def: &mut CardDef, words: &dyn Words) {
        match ability {
            Ability::Keywords(keywords, ..) => {
                for keyword in keywords {
                    self.keyword(keyword, def, words);
                }
            }
            Ability::Worded(_, inner) => self.compile(inner, def, words),
            Ability::Chapter(numbers, body) => self.chapter(numbers, body, def, words),
            other => {
                if let Some(ab) = self.plain(other, words) {
                    def.abilities.push(ab);
                }
            }
        }
    }

    /// Compiles an ability that is not a line of keywords.
    pub(super) fn plain(&mut self, ability: &Ability, words: &dyn Words) -> Option<AbilityId> {
        let ab = match ability {
            Ability::Spell(body) => CompiledAbility::Spell(self.body(body, words)),
            Ability::Triggered(t) => self.triggered(t, words),
            Ability::Activated(activated) => self.activated(activated, words),
            Ability::Static(Static::Continuous { what, mods, cond, x, .. }) => {
                let mods = self.changes(mods, words);
                CompiledAbility::Continuous { what: what.clone(), mods, cond: cond.clone(), x: x.clone() }
            }
            Ability::Static(Static::DuringYourTurn { what, mods }) => {
                let mods = self.changes(mods, words);
                CompiledAbility::Continuous { what: what.clone(), mods, cond: Some(Cond::YourTurn), x: None }
            }
            Ability::Static(other) => {
                if let Static::Replace(Replacement::EntersWith { kind, .. }) = other {
                    self.kind(*kind);
                }
                CompiledAbility::Static(other.clone())
            }
            Ability::Cost(cost) => CompiledAbility::Cost(cost.clone()),
            Ability::Worded(_, inner) => return self.plain(inner, words),
            Ability::Keywords(..) | Ability::Chapter(..) => return None,
        };
        Some(self.ability(ab))
    }

    fn triggered(&mut self, t: &crate::ir::Triggered, words: &dyn Words) -> CompiledAbility {
        let code = self.body_given(&t.body, super::amount_references::given(t), words);
        CompiledAbility::Triggered { event: t.event.clone(), cond: t.cond.clone(), code, once: t.once_each_turn }
    }

    fn activated(&mut self, activated: &Activated, words: &dyn Words) -> CompiledAbility {
        let code = self.body(&activated.body, words);
        let adds = self.codes[code as usize].ops.iter().any(|op| matches!(op, Op::Act(Act::AddMana { .. }, _)));
        // A mana ability has no target, can add mana, and is not a loyalty ability (CR 605.1a).
        let mana = adds && activated.body.targets.is_empty() && activated.loyalty.is_none();
        CompiledAbility::Activated {
            cost: activated.cost.clone(),
            loyalty: activated.loyalty,
            code,
            limits: activated.limits.clone(),
            mana,
        }
    }

    fn keyword(&mut self, keyword: &Keyword, def: &mut CardDef, words: &dyn Words) {
        if let Keyword::Plain(plain) = keyword {
            def.keywords |= bit(*plain);
        }
        let made = self.keyword_ability(keyword, words);
        def.abilities.extend(made);
        if let Keyword::Typecycling(subtype, _) = keyword {
            def.cycling = Some(self.typecycling(*subtype));
        }
    }

    /// The abilities of a keyword (CR 702). If the engine handles the keyword directly, returns an ability that only
    /// names the keyword.
    pub(super) fn keyword_ability(&mut self, keyword: &Keyword, words: &dyn Words) -> Vec<AbilityId> {
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
            Keyword::Cost(KeywordCost::Equip, cost) => {
                self.equip(noun(Permanent, Some(CardType::Creature), vec![Pred::Controlled(Who::You)]), cost)
            }
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
                let ops = unless(who, cost, Op::Act(Act::Counter { what: other }, Operand::None));
                let code = self.code(Code { ops, ..Code::default() });
                CompiledAbility::Triggered { event, cond: None, code, once: false }
            }
            Keyword::Plain(_) | Keyword::Number(..) if super::keyword_text::text(keyword).is_some() => {
                let list = super::keyword_text::abilities(keyword);
                return list.iter().filter_map(|ability| self.plain(ability, &NoWords)).collect();
            }
            Keyword::Plain(PlainKeyword::LivingWeapon) => return vec![self.living_weapon(words)],
            Keyword::Plain(PlainKeyword::Exploit) => return vec![self.exploit(words)],
            Keyword::Plain(_) => return Vec::new(),
            Keyword::Cost(kind @ (KeywordCost::Scavenge | KeywordCost::Outlast | KeywordCost::Unearth), cost) => {
                let Some(mut activated) = super::keyword_text::costed(*kind) else { return Vec::new() };
                activated.cost.splice(0..1, cost.iter().cloned());
                self.activated(&activated, &NoWords)
            }
            Keyword::Number(KeywordCount::Fabricate, Amount::Number(n)) => return vec![self.fabricate(*n, words)],
            Keyword::Cost(KeywordCost::Echo, cost) => return vec![self.echo(cost)],
            Keyword::Cost(KeywordCost::CumulativeUpkeep, cost) => return vec![self.cumulative(cost)],
            // The bonus counts each blocker beyond the first (CR 702.23a). It is zero if no creature blocks at that
            // time.
            Keyword::Number(KeywordCount::Rampage, Amount::Number(n)) => {
                let it = Pred::BlockingObj(Box::new(Obj::Source));
                let blockers = noun(Permanent, Some(CardType::Creature), vec![it]);
                let each = Amount::CountOf(Box::new(blockers.clone()));
                let less = || crate::ir::Change::By { minus: true, by: Amount::Number(*n) };
                let gets = |change: Mod| Act::Modify { what: Obj::Source, mods: vec![change], until: end.clone() };
                let more = self.act(&gets(Mod::GetEach(one(*n), one(*n), each, false)), &NoWords);
                let first = self.act(&gets(Mod::Get(less(), less())), &NoWords);
                let some = Op::If(Cond::Exists(crate::ir::Count::One, blockers), 3);
                let code = self.code(Code { ops: vec![some, more, first], ..Code::default() });
                CompiledAbility::Triggered {
                    event: Event::BecomesBlocked(Obj::Source, None),
                    cond: None,
                    code,
                    once: false,
                }
            }
            // If the match has no Spirit cards, soulshift can return nothing.
            Keyword::Number(KeywordCount::Soulshift, Amount::Number(n)) => {
                let (subtype, shifts) = (words.find("spirit"), super::keyword_text::soulshift(*n));
                let Some(mut shifts) = shifts.filter(|_| subtype.is_some()) else { return Vec::new() };
                if let Some(Target { kind: TargetKind::Object(filter), .. }) = shifts.body.targets.first_mut() {
                    filter.nouns[0].head = Head { subtype, ..Head::of(Kind::Card) };
                }
                self.triggered(&shifts, &NoWords)
            }
            Keyword::Cost(KeywordCost::Evoke, _) => {
                let goes = self.act(&Act::Sacrifice { who: Who::You, what: Obj::Source }, &NoWords);
                let code = self.code(Code { ops: vec![goes], ..Code::default() });
                let (event, cond) = (Event::Enters(Obj::Source), Some(Cond::Kicked(Obj::Source)));
                let goes = self.ability(CompiledAbility::Triggered { event, cond, code, once: false });
                return vec![self.ability(CompiledAbility::Keyword(keyword.clone())), goes];
            }
            // Typecycling is a cycling ability (CR 702.29e).
            Keyword::Typecycling(_, cost) => {
                CompiledAbility::Keyword(Keyword::Cost(KeywordCost::Cycling, cost.clone()))
            }
            other => CompiledAbility::Keyword(other.clone()),
        };
        vec![self.ability(ab)]
    }

    /// Compiles the code of typecycling: search for a card with the subtype, reveal it, put it into the hand and
    /// shuffle.
    fn typecycling(&mut self, subtype: Option<SubtypeId>) -> CodeId {
        let mut filter = Filter::of(Head { subtype, ..Head::of(crate::ir::Kind::Card) });
        if subtype.is_none() {
            filter.nouns[0].head = Head::typed(crate::ir::Kind::Card, CardType::Land);
            filter.nouns[0].adj.push(Pred::Super(Supertype::Basic));
        }
        let search = Search {
            who: Who::You,
            library: None,
            count: Choice::One,
            filter,
            reveal: true,
            to: Where::Hand(Who::You),
            say: FoundSay::It,
            put: FoundSay::It,
            and: false,
            shuffle: ShuffleWhen::After,
        };
        self.code(Code { ops: vec![Op::Act(Act::Search(Box::new(search)), Operand::None)], ..Code::default() })
    }

    fn trigger_of(&mut self, event: Event, act: Act) -> CompiledAbility {
        let op = self.act(&act, &NoWords);
        let code = self.code(Code { ops: vec![op], ..Code::default() });
        CompiledAbility::Triggered { event, cond: None, code, once: false }
    }

    fn equip(&mut self, filter: Filter, cost: &Cost) -> CompiledAbility {
        let targets = vec![Target { count: Choice::One, kind: TargetKind::Object(filter), by_opponent: false }];
        let attach = Act::Attach { what: Obj::Source, to: Obj::Target(0) };
        let code = self.code(Code { targets, ops: vec![Op::Act(attach, Operand::None)], ..Code::default() });
        CompiledAbility::Activated {
            cost: cost.clone(),
            loyalty: None,
            code,
            limits: vec![Limit::When(When::Sorcery)],
            mana: false,
        }
    }

    pub(super) fn body(&mut self, body: &Body, words: &dyn Words) -> CodeId {
        self.body_given(body, false, words)
    }

    /// Compiles a body. `given` says whether an amount is known before it begins, such as the amount of an event.
    fn body_given(&mut self, body: &Body, given: bool, words: &dyn Words) -> CodeId {
        let written = body.targets.len();
        let body = super::step_references::supported(body);
        let body: &Body = &body;
        let mut targets = body.targets.clone();
        super::step_references::others(&mut targets[..written]);
        let mut ops = Vec::new();
        let kept = super::amount_references::origins(&body.steps, given).unwrap_or_default();
        let mut amounts = Vec::new();
        self.steps(&body.steps, &mut ops, (&kept, &mut amounts), words);
        let modes = body.modes.as_ref().map(|modes| self.modes(modes, given, words));
        let linked = super::step_references::depend(&targets);
        let early = super::target_dependencies::TargetDependencies {
            linked,
            ..super::target_dependencies::TargetDependencies::of(body)
        };
        self.code(Code { targets, ops, modes, amounts, early })
    }

    fn modes(&mut self, modes: &Modes, given: bool, words: &dyn Words) -> ModeSet {
        let all = modes.modes.len() as u8;
        let (least, most) = match modes.choose {
            ModeCount::Exactly(n) => (n, n),
            ModeCount::OneOrMore => (1, all),
            ModeCount::OneOrBoth => (1, 2),
            ModeCount::UpTo(n) => (0, n),
            ModeCount::AnyNumber => (0, all),
        };
        let codes = modes.modes.iter().map(|Mode { body, .. }| self.body_given(body, given, words)).collect();
        ModeSet { least, most, repeat: modes.repeat, modes: codes }
    }

    /// Compiles steps to operations. `kept` holds the instructions whose amounts other instructions use, and the
    /// indexes of their operations.
    fn steps(&mut self, steps: &[TextStep], ops: &mut Vec<Op>, kept: (&[&Act], &mut Vec<u16>), words: &dyn Words) {
        let (wanted, amounts) = kept;
        for step in steps {
            match step {
                // `Can't be regenerated` changes the destruction before it (CR 608.2c, 701.19c). `supported` ensures
                // that a destruction comes before it.
                TextStep::Do { act, .. } if act.forbids_regeneration() => {
                    let last = ops.iter_mut().rfind(|op| !matches!(op, Op::Jump(_)));
                    if let Some(Op::Act(Act::Destroy { .. }, operand)) = last {
                        *operand = Operand::NoRegeneration;
                    }
                }
                TextStep::Do { act, .. } => {
                    self.instruct(act, ops, words);
                    if wanted.iter().any(|other| std::ptr::eq(*other, act)) {
                        amounts.push(ops.len().saturating_sub(1) as u16);
                    }
                }
                // A permission with a duration is granted without asking. The player decides later whether to use it.
                TextStep::May { who: Who::You, steps, .. } if steps.iter().all(permits) => {
                    self.steps(steps, ops, (wanted, &mut *amounts), words);
                }
                TextStep::May { who, steps, .. } => {
                    let at = ops.len();
                    ops.push(Op::May(who.clone(), 0));
                    self.steps(steps, ops, (wanted, &mut *amounts), words);
                    let end = ops.len() as u16;
                    ops[at] = Op::May(who.clone(), end);
                }
                TextStep::MayPay { who, cost, .. } => ops.push(Op::Pay(who.clone(), cost.clone())),
                TextStep::If { cond, then, otherwise, .. } => {
                    let at = ops.len();
                    ops.push(Op::Jump(0));
                    self.steps(then, ops, (wanted, &mut *amounts), words);
                    let jump = ops.len();
                    ops.push(Op::Jump(0));
                    let start = ops.len() as u16;
                    self.steps(otherwise, ops, (wanted, &mut *amounts), words);
                    ops[at] = Op::If(cond.clone(), start);
                    ops[jump] = Op::Jump(ops.len() as u16);
                }
                TextStep::Unless { steps, who, cost, .. } => {
                    let at = ops.len();
                    ops.push(Op::Jump(0));
                    self.steps(steps, ops, (wanted, &mut *amounts), words);
                    // If the player pays, the code skips the steps. After them, the player chooses the objects of the
                    // cost and gives them up.
                    let (paid, jump) = (chosen_payment(who, cost), ops.len());
                    if !paid.is_empty() {
                        ops.push(Op::Jump(0));
                    }
                    ops[at] = Op::Unless(who.clone(), cost.clone(), ops.len() as u16);
                    if !paid.is_empty() {
                        ops.extend(paid.into_iter().map(|act| Op::Act(act, Operand::None)));
                        ops[jump] = Op::Jump(ops.len() as u16);
                    }
                }
                TextStep::WhereX { x, steps } => {
                    let (before, rest) = steps.split_at(super::if_you_do::before_x(steps));
                    self.steps(before, ops, (wanted, &mut *amounts), words);
                    ops.push(Op::X(x.clone()));
                    self.steps(rest, ops, (wanted, &mut *amounts), words);
                }
                TextStep::Instead { cond, base, steps, .. } => {
                    let at = ops.len();
                    ops.push(Op::Jump(0));
                    self.steps(&super::step_references::instead(base, steps), ops, (wanted, &mut *amounts), words);
                    let jump = ops.len();
                    ops.push(Op::Jump(0));
                    let start = ops.len() as u16;
                    self.steps(base, ops, (wanted, &mut *amounts), words);
                    ops[at] = Op::If(cond.clone(), start);
                    ops[jump] = Op::Jump(ops.len() as u16);
                }
                TextStep::Later { when, steps, .. } => {
                    let told = super::step_references::later(steps);
                    let (mut later, mut amounts) = (Vec::new(), Vec::new());
                    let steps = told.as_ref().map_or(&steps[..], |(told, _)| told);
                    let inner = super::amount_references::origins(steps, true).unwrap_or_default();
                    self.steps(steps, &mut later, (&inner, &mut amounts), words);
                    let code = self.code(Code { ops: later, amounts, ..Code::default() });
                    ops.push(Op::Later(*when, code, told.map(|(_, slot)| slot)));
                }
                TextStep::Watch { until, ability, .. } => {
                    let ab = self.triggered(ability, words);
                    let ab = self.ability(ab);
                    ops.push(Op::Watch(until.clone(), ab));
                }
                TextStep::Reflexive { body } => {
                    ops.push(Op::Reflexive(self.body_given(body, true, words)));
                }
                // `supported` refuses cards with a choice of modes during the resolution.
                TextStep::Choose(_) => {}
            }
        }
    }

    /// Compiles one instruction, or the instructions of a keyword action (CR 701).
    fn instruct(&mut self, act: &Act, ops: &mut Vec<Op>, words: &dyn Words) {
        let mut all = |cards: &mut CompiledCards, acts: &[Act]| {
            for act in acts {
                let op = cards.act(act, words);
                ops.push(op);
            }
        };
        let last = || Obj::Back { to: Link::Last, say: Say::It };
        let mine = |kind: Kind, post: Vec<Pred>| {
            noun(kind, Some(CardType::Creature), [vec![Pred::Controlled(Who::You)], post].concat())
        };
        let choose =
            |count: Choice, filter: Filter| Act::ChooseObj { who: Who::You, what: Obj::Choose { count, filter } };
        let counters = |count: Amount, on: Obj| Act::PutCounters {
            count,
            kind: CounterKind::PlusOne,
            on,
            say: AmountSay::Number,
            who: Who::You,
        };
        match act {
            Act::Keyword(KeywordAct::Investigate) => {
                let place = crate::predefined::TOKENS.iter().position(|token| token.word == "clue").unwrap_or(0);
                let clue = self.predefined(place, words.find("clue"), words);
                let token = Token::Named(words.find("clue").unwrap_or(SubtypeId(u16::MAX)), place as u8);
                let (count, entering) = (Amount::Number(1), crate::ir::Entering::default());
                ops.push(Op::Act(
                    Act::Create { who: Who::You, count, token, entering, say: AmountSay::Number },
                    Operand::Def(clue),
                ));
            }
            Act::Keyword(KeywordAct::Populate) => {
                let token = Token::CopyOf(Box::new(last()));
                let (count, entering) = (Amount::Number(1), crate::ir::Entering::default());
                let create = Act::Create { who: Who::You, count, token, entering, say: AmountSay::Number };
                all(self, &[choose(Choice::One, mine(Kind::Token, Vec::new())), create]);
            }
            Act::Keyword(KeywordAct::Proliferate) => {
                let counted = noun(Kind::Permanent, None, vec![Pred::WithCounter(None, 1)]);
                all(self, &[choose(Choice::Any, counted), act.clone()]);
            }
            Act::KeywordNumber(NumberAct::Bolster, n) => {
                let among = Box::new(mine(Kind::Permanent, Vec::new()));
                let least = Pred::Extreme { greatest: false, stat: crate::ir::Stat::Toughness, among };
                all(self, &[choose(Choice::One, mine(Kind::Permanent, vec![least])), counters(n.clone(), last())]);
            }
            Act::KeywordNumber(NumberAct::Adapt, n) => {
                let none = Cond::HasCounters(Obj::Source, Some(CounterKind::PlusOne), crate::ir::Count::No);
                let end = ops.len() as u16 + 2;
                ops.push(Op::If(none, end));
                let op = self.act(&counters(n.clone(), Obj::Source), words);
                ops.push(op);
            }
            // `supported` ensures that the instruction before it looks at the player's own library.
            Act::PutBack => {
                let Some(Op::Act(Act::LookTop { count, .. }, _)) = ops.pop() else { return };
                let dig = Dig {
                    count,
                    reveal: false,
                    take: Choice::Exactly(Amount::Number(0)),
                    filter: None,
                    may: false,
                    show: false,
                    to: DigTo::Hand,
                    rest: Some(DigTo::TopAny),
                    say: DigSay::Stop,
                };
                ops.push(Op::Act(Act::Dig(Box::new(dig)), Operand::None));
            }
            Act::PreventNext { by, .. } => {
                all(self, &[choose(Choice::One, by.clone()), act.clone()]);
            }
            Act::Amass(subtype, n) => self.amass(*subtype, n, ops, words),
            Act::Connives(what) => {
                let who = Who::ControllerOf(Box::new(what.clone()), false);
                let card = Obj::Choose { count: Choice::One, filter: Filter::of(Head::of(Kind::Card)) };
                let draw = Act::Draw { who: who.clone(), amount: Amount::Number(1), say: AmountSay::Number };
                all(self, &[draw, Act::Discard { who, what: card, random: false }]);
                let nonland = Cond::Is(last(), Is::Being(Pred::NotType(CardType::Land)));
                let end = ops.len() as u16 + 2;
                ops.push(Op::If(nonland, end));
                let op = self.act(&counters(Amount::Number(1), what.clone()), words);
                ops.push(op);
            }
            other => {
                let op = self.act(other, words);
                ops.push(op);
            }
        }
    }

    /// Compiles amass (CR 701.47a): if the player controls no Army creature, create one. Then put counters on an Army
    /// creature, and give that creature the subtype.
    fn amass(&mut self, subtype: SubtypeId, n: &Amount, ops: &mut Vec<Op>, words: &dyn Words) {
        let army = Head { subtype: words.find("army"), ..Head::typed(Kind::Permanent, CardType::Creature) };
        let mut armies = Filter::of(army);
        armies.post.push(Pred::Controlled(Who::You));
        let last = || Obj::Back { to: Link::Last, say: Say::It };
        let end = ops.len() as u16 + 2;
        ops.push(Op::If(Cond::ControlsNo(Who::You, armies.clone()), end));
        let token = Token::Spec(Box::new(TokenSpec {
            pt: Some((Amount::Number(0), Amount::Number(0))),
            supertypes: Vec::new(),
            colors: Colors::default().with(Color::Black),
            subtypes: [subtype].into_iter().chain(army.subtype).collect(),
            types: vec![CardType::Creature],
            name: None,
            keywords: Vec::new(),
            abilities: Vec::new(),
            later: false,
        }));
        let (count, entering, say) = (Amount::Number(1), crate::ir::Entering::default(), AmountSay::Number);
        let creates = Act::Create { who: Who::You, count, token, entering, say };
        let becomes = Mod::Become(Box::new(Become {
            base: None,
            colors: None,
            supertypes: Vec::new(),
            subtypes: vec![subtype],
            types: Vec::new(),
            with: Vec::new(),
            ability: None,
            keep: Keep::Addition,
            article: true,
            base_after: false,
        }));
        let what = Obj::Choose { count: Choice::One, filter: armies };
        let (count, kind, say) = (n.clone(), CounterKind::PlusOne, AmountSay::Number);
        let acts = [
            creates,
            Act::ChooseObj { who: Who::You, what },
            Act::PutCounters { count, kind, on: last(), say, who: Who::You },
            Act::Modify { what: last(), mods: vec![becomes], until: Duration::Always },
        ];
        for act in acts {
            let op = self.act(&act, words);
            ops.push(op);
        }
    }

    /// Compiles a predefined token (CR 111.10).
    fn predefined(&mut self, place: usize, subtype: Option<SubtypeId>, words: &dyn Words) -> DefId {
        let token = &crate::predefined::TOKENS[place];
        let subtypes: Vec<SubtypeId> = subtype.into_iter().collect();
        let def = CardDef {
            name: capital(token.word),
            line: type_line(&[], &[token.card_type], &subtypes, words),
            types: type_bit(token.card_type),
            subs: self.subs(&subtypes, words),
            ..CardDef::default()
        };
        self.define(def, &token.abilities(), words)
    }

    fn act(&mut self, act: &Act, words: &dyn Words) -> Op {
        let operand = match act {
            Act::Create { token: Token::Named(subtype, place), .. } => {
                Operand::Def(self.predefined(usize::from(*place), Some(*subtype), words))
            }
            Act::Emblem(abilities) => {
                Operand::Def(self.define(CardDef { name: "Emblem".to_owned(), ..CardDef::default() }, abilities, words))
            }
            Act::ExchangeControl(_) => {
                self.mods.push(vec![Change::Control]);
                Operand::Mods((self.mods.len() - 1) as ModsId)
            }
            Act::ExileIfDies(_) => {
                self.mods.push(vec![Change::Flag(flag::EXILE_IF_DIES)]);
                Operand::Mods((self.mods.len() - 1) as ModsId)
            }
            Act::Create { token: Token::Spec(spec), .. } => {
                let mut def = CardDef {
                    name: spec.name.map_or_else(|| names(&spec.subtypes, words), |name| words.name(name)),
                    line: type_line(&spec.supertypes, &spec.types, &spec.subtypes, words),
                    types: spec.types.iter().fold(0, |bits, card_type| bits | type_bit(*card_type)),
                    supers: spec.supertypes.iter().fold(0, |bits, supertype| bits | 1 << *supertype as u8),
                    subs: self.subs(&spec.subtypes, words),
                    colors: spec.colors.0,
                    ..CardDef::default()
                };
                if let Some((Amount::Number(power), Amount::Number(toughness))) = &spec.pt {
                    (def.power, def.toughness) = (*power as i16, *toughness as i16);
                }
                for keyword in &spec.keywords {
                    self.keyword(keyword, &mut def, words);
                }
                Operand::Def(self.define(def, &spec.abilities, words))
            }
            // Compile one list of modifications for each color. The chosen color selects the list.
            Act::Modify { mods, .. } if mods.iter().any(Mod::asks_color) => {
                let lists = crate::ir::Color::ALL.map(|color| {
                    let mods: Vec<Mod> = mods.iter().map(|m| m.with_color(color)).collect();
                    self.changes(&mods, words)
                });
                Operand::Mods(lists[0])
            }
            Act::Modify { mods, .. } => Operand::Mods(self.changes(mods, words)),
            Act::PutCounters { kind, .. } | Act::Distribute { kind, .. } => Operand::Counter(self.kind(*kind)),
            Act::Move { to: Where::Battlefield { entering, .. }, .. } | Act::Create { entering, .. } => {
                entering.counters.as_ref().map_or(Operand::None, |(_, kind)| Operand::Counter(self.kind(*kind)))
            }
            _ => Operand::None,
        };
        Op::Act(act.clone(), operand)
    }
}

fn permits(step: &TextStep) -> bool {
    matches!(step, TextStep::Do { act: Act::MayPlay { .. } | Act::ExtraLand(_), .. })
}
