//! Decides whether the engine can play every part of a card. It lists the supported forms, and refuses every other
//! form. So a card counts as compiled only if a match can be played with it.
//!
//! - this file: abilities, costs, targets, static abilities and modifications;
//! - `faces`: checks that need all abilities of one face;
//! - `steps` and `instructions`: the steps of an effect and their instructions;
//! - `phrases`: objects, players, amounts and conditions;
//! - `across_steps`: checks that need several steps of an effect at once.

mod across_steps;
mod faces;
mod instructions;
mod phrases;
mod steps;

use crate::ir::*;
use crate::predefined::TOKENS;
use crate::rules::step_references::is_of_event;
use crate::rules::{amount_references, object_references};
use faces::{one_cost_takes, one_modal};
use phrases::{amount, arrived, cond, filter, in_own_graveyard, obj, one_player, who};
use std::fmt;

/// The first part of a card that the engine does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unsupported(pub &'static str);

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the engine does not support {} yet", self.0)
    }
}

impl std::error::Error for Unsupported {}

pub(super) type Gate = Result<(), Unsupported>;

pub(super) fn no(what: &'static str) -> Gate {
    Err(Unsupported(what))
}

pub(super) fn all<T>(list: &[T], gate: impl Fn(&T) -> Gate) -> Gate {
    list.iter().try_for_each(gate)
}

pub(super) fn maybe<T>(one: Option<&T>, gate: impl Fn(&T) -> Gate) -> Gate {
    one.map_or(Ok(()), gate)
}

/// Checks that the engine supports every part of the card.
///
/// # Errors
/// Returns the first part that it does not support.
pub fn supported(card: &Card) -> Gate {
    match card.layout {
        Layout::Normal if card.faces.len() == 1 => {}
        Layout::Normal => return no("cards with several faces in this layout"),
        Layout::Transform | Layout::Modal | Layout::Split | Layout::Adventure => crate::rules::multi_face::gate(card)?,
        Layout::Flip => return no("flip cards"),
        Layout::Other => return no("this card layout"),
    }
    all(&card.faces, |face| {
        if face.types.contains(&CardType::Battle) {
            return no("battles");
        }
        face.mana_cost.as_ref().map_or(Ok(()), |cost| mana(cost))?;
        one_cost_takes(&face.abilities)?;
        one_modal(&face.abilities)?;
        all(&face.abilities, ability)
    })
}

/// Checks the symbols of a mana cost.
fn mana(cost: &[ManaSymbol]) -> Gate {
    all(cost, |symbol| match symbol {
        ManaSymbol::Snow => no("snow mana"),
        ManaSymbol::TwoOr(_) => no("mana symbols like {2/W}"),
        ManaSymbol::Generic(_) | ManaSymbol::X | ManaSymbol::Color(_) | ManaSymbol::Colorless => Ok(()),
        ManaSymbol::Hybrid(..) | ManaSymbol::ColorlessOr(_) => Ok(()),
        ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..) => Ok(()),
    })
}

pub(super) fn ability(ability: &Ability) -> Gate {
    amount_references::outside(ability)?;
    match ability {
        Ability::Keywords(list, ..) => all(list, keyword),
        Ability::Spell(b) if other_than_nothing(b) => no("other objects than those of an earlier instruction"),
        Ability::Spell(b) => object_references::gate(b, None, true).and_then(|()| body(b)),
        Ability::Triggered(t) => triggered(t),
        Ability::Activated(a) => activated(a),
        Ability::Static(s) => static_ability(s),
        Ability::Cost(c) => spell_cost(c),
        Ability::Worded(_, inner) => self::ability(inner),
        Ability::Chapter(_, b) => body(b),
    }
}

/// Whether `other` has no target to which it refers. A spell is not a permanent, so `other` does not mean the spell.
fn other_than_nothing(b: &Body) -> bool {
    let other = |node: Node<'_>| matches!(node, Node::Pred(Pred::Other));
    let granted = |node: Node<'_>| matches!(node, Node::Ability(_));
    let here = b.targets.is_empty() && b.steps.iter().any(|step| !step.any(&granted) && step.any(&other));
    here || b.modes.iter().flat_map(|modes| &modes.modes).any(|mode| other_than_nothing(&mode.body))
}

pub(super) fn keyword(keyword: &Keyword) -> Gate {
    use PlainKeyword::*;
    match keyword {
        Keyword::Plain(
            Deathtouch | Defender | DoubleStrike | FirstStrike | Flash | Flying | Haste | Hexproof | Indestructible
            | Lifelink | Reach | Shroud | Trample | Vigilance | Menace | Prowess | Intimidate | Fear | Shadow
            | Horsemanship | Skulk | Changeling | Ascend | LivingWeapon | Exploit | UmbraArmor | Devoid | Wither
            | Exalted | Infect | Convoke | Improvise | Delve,
        ) => Ok(()),
        // These keywords do nothing with two players, because there is no third player to attack and no second
        // commander.
        Keyword::Plain(Myriad | Partner | ChooseABackground | DoctorsCompanion) => Ok(()),
        Keyword::Plain(_) | Keyword::Number(..) if crate::rules::keyword_text::understood(keyword) => Ok(()),
        Keyword::Plain(other) => no(other.words()),
        // The engine handles these keywords directly, by name.
        Keyword::Cost(KeywordCost::Equip | KeywordCost::Kicker | KeywordCost::Flashback, parts) => cost(parts),
        Keyword::Cost(KeywordCost::Buyback | KeywordCost::Evoke, parts) => cost(parts),
        Keyword::Cost(KeywordCost::Scavenge | KeywordCost::Outlast | KeywordCost::Unearth, parts) => fixed_cost(parts),
        Keyword::Number(
            KeywordCount::Soulshift | KeywordCount::Rampage | KeywordCount::Fabricate,
            Amount::Number(_),
        ) => Ok(()),
        Keyword::Cost(KeywordCost::Ward, cost) => ransom(cost, false),
        Keyword::Cost(KeywordCost::Cycling, cost) => fixed_cost(cost),
        Keyword::Cost(KeywordCost::Echo, cost) => ransom(cost, true),
        Keyword::Cost(KeywordCost::CumulativeUpkeep, cost) => all(cost, |part| match part {
            CostPart::Mana(symbols) | CostPart::PayMana(symbols) => mana(symbols),
            CostPart::Life(Amount::Number(_)) | CostPart::Energy(Amount::Number(_)) => Ok(()),
            _ => no("this cost in this place"),
        }),
        Keyword::Cost(other, _) => no(other.words()),
        Keyword::Number(KeywordCount::Toxic, n) => amount(n),
        Keyword::Number(other, _) => no(other.words()),
        Keyword::Enchant(f) | Keyword::Landwalk(f) | Keyword::Affinity(f) => filter(f),
        Keyword::EnchantPlayer(_) => Ok(()),
        Keyword::Protection(list) | Keyword::HexproofFrom(list) => all(list, quality),
        Keyword::Typecycling(_, cost) => fixed_cost(cost),
        Keyword::EquipOnly(f, cost) => filter(f).and_then(|()| fixed_cost(cost)),
        _ => no("this keyword"),
    }
}

fn quality(quality: &Quality) -> Gate {
    match quality {
        Quality::Objects(f) => filter(f),
        Quality::ColorOfChoice => no("protection from a color of choice"),
        Quality::Color(_) | Quality::AllColors | Quality::Everything => Ok(()),
        Quality::Monocolored | Quality::Multicolored | Quality::ChosenColor => Ok(()),
    }
}

/// Checks a cost that leaves no choice except how to pay its mana.
pub(super) fn fixed_cost(cost: &Cost) -> Gate {
    all(cost, |part| match part {
        CostPart::Mana(symbols) | CostPart::PayMana(symbols) => mana(symbols),
        CostPart::Life(n) | CostPart::Energy(n) => amount(n),
        _ => no("this cost in this place"),
    })
}

/// Checks a cost that a player may pay during a resolution. The player can choose the permanents to sacrifice or the
/// cards to discard. If the controller pays (`own`), the player can also choose which permanents to return.
pub(super) fn ransom(cost: &Cost, own: bool) -> Gate {
    all(cost, |part| match part {
        CostPart::Sacrifice(what) | CostPart::Discard { what, .. } if matches!(what, Obj::Choose { .. }) => {
            chosen(what)
        }
        // The text must say that the player controls the object, because the engine offers only permanents of that
        // player.
        CostPart::Return(what @ Obj::Choose { filter: f, .. })
            if own && f.post.contains(&Pred::Controlled(Who::You)) =>
        {
            chosen(what)
        }
        other => fixed_cost(&vec![other.clone()]),
    })
}

fn cost(cost: &Cost) -> Gate {
    across_steps::x_is_paid(cost)?;
    if cost.iter().filter(|part| crate::rules::cost::of_hand(part).is_some()).count() > 1 {
        return no("a cost with two parts that take cards from a hand");
    }
    all(cost, |part| match part {
        CostPart::Mana(symbols) | CostPart::PayMana(symbols) => mana(symbols),
        CostPart::Tap | CostPart::Untap | CostPart::TapPower { .. } => Ok(()),
        CostPart::Life(n) | CostPart::Mill(n) | CostPart::Energy(n) => amount(n),
        CostPart::Sacrifice(what) | CostPart::Exile(what) | CostPart::Return(what) | CostPart::TapObj(what) => {
            chosen(what)
        }
        CostPart::Discard { what: Obj::Source | Obj::SourceIn(_), .. } => no("an ability of a card in hand"),
        CostPart::Discard { what, .. } => chosen(what),
        CostPart::RemoveCounters { count: Choice::One | Choice::Exactly(_), from: Obj::Source, .. } => Ok(()),
        CostPart::PutCounters { on: Obj::Source, count, .. } => amount(count),
        _ => no("this kind of cost"),
    })
}

fn chosen(what: &Obj) -> Gate {
    match what {
        Obj::Source | Obj::HandOf(Who::You) => Ok(()),
        Obj::SourceIn(zone) if in_own_graveyard(zone) => Ok(()),
        Obj::Choose { count: Choice::One, filter: f } => filter(f),
        Obj::Choose { count: Choice::Exactly(n), filter: f } => amount(n).and_then(|()| filter(f)),
        _ => no("this choice in a cost"),
    }
}

fn spell_cost(spell_cost: &SpellCost) -> Gate {
    match spell_cost {
        SpellCost::Additional(c) => cost(c),
        SpellCost::Alternative { cond: c, cost: parts } => maybe(c.as_ref(), cond).and_then(|()| cost(parts)),
        SpellCost::Change { mana, each, cond: c, targeting, x, .. } => {
            let plain = |symbol: &ManaSymbol| match symbol {
                ManaSymbol::Generic(_) => true,
                ManaSymbol::X => x.is_some(),
                _ => false,
            };
            if !mana.iter().all(plain) {
                return no("cost changes in colored mana");
            }
            maybe(x.as_ref(), amount)?;
            maybe(each.as_ref(), amount)?;
            maybe(c.as_ref(), cond)?;
            maybe(targeting.as_ref(), filter)
        }
        SpellCost::AdditionalOr(_) => no("a choice between additional costs"),
    }
}

pub(super) fn body(b: &Body) -> Gate {
    body_or_mode(b, false, false)
}

/// Checks a body. `given` says whether the event of its ability has an amount.
fn body_or_mode(b: &Body, mode: bool, given: bool) -> Gate {
    amount_references::gate(b, given)?;
    let b = crate::rules::step_references::supported(b);
    let b: &Body = &b;
    all(&b.targets, target)?;
    across_steps::seen_only(b)?;
    across_steps::chosen_for_others(b)?;
    across_steps::modified(b)?;
    across_steps::ordered(b)?;
    across_steps::one_x(b)?;
    across_steps::exiled_here(b)?;
    crate::rules::target_dependencies::gate(b, mode)?;
    steps::steps(&b.steps)?;
    maybe(b.modes.as_ref(), |modes| all(&modes.modes, |mode| body_or_mode(&mode.body, true, given)))
}

fn target(target: &Target) -> Gate {
    if target.by_opponent {
        return no("targets that an opponent chooses");
    }
    choice(&target.count)?;
    if let (Choice::UpTo(_), TargetKind::Object(f)) = (&target.count, &target.kind) {
        let mut f = f.clone();
        f.post.retain(|pred| *pred != Pred::SameGraveyard);
        return filter(&f);
    }
    match &target.kind {
        TargetKind::Any { .. } | TargetKind::Player(_) => Ok(()),
        TargetKind::Object(f) | TargetKind::PlayerOr(_, f) | TargetKind::OrPlayer(f, _) => filter(f),
    }
}

pub(super) fn choice(choice: &Choice) -> Gate {
    match choice {
        Choice::One | Choice::Any | Choice::OneTo(_) => Ok(()),
        Choice::Exactly(n) | Choice::UpTo(n) => amount(n),
        _ => no("this number of objects"),
    }
}

pub(super) fn triggered(t: &Triggered) -> Gate {
    match &t.event {
        // A state trigger is supported only as the whole event, not as one of several events.
        Event::ControlsNone(w, f) => who(w).and_then(|()| filter(f))?,
        other => event(other)?,
    }
    match crate::rules::triggers::at_once(&t.event) {
        Some(2..) => return no("a trigger on two or more objects at once"),
        // The engine stores how many objects the event had, not the objects themselves.
        Some(_) if t.cond.any(&is_of_event) || t.body.any(&is_of_event) => {
            return no("a reference to all objects of an event");
        }
        _ => {}
    }
    across_steps::of_spell(t)?;
    across_steps::x_paid_later(&t.body)?;
    match &t.cond {
        Some(Cond::InGraveyard(_)) => {}
        Some(Cond::And(one, other)) if matches!(**one, Cond::InGraveyard(_)) => cond(other)?,
        other => maybe(other.as_ref(), cond)?,
    }
    object_references::gate(&t.body, Some(&t.event), false)?;
    body_or_mode(&t.body, false, amount_references::given(t))
}

fn activated(a: &Activated) -> Gate {
    cost(&a.cost)?;
    across_steps::x_of_ability(a)?;
    object_references::gate(&a.body, None, object_references::takes(&a.cost))?;
    body(&a.body)?;
    all(&a.limits, |limit| match limit {
        Limit::AnyPlayer => Ok(()),
        Limit::Costs(change) => match &**change {
            SpellCost::Change { targeting: Some(_), .. } => no("abilities that cost less for certain targets"),
            _ if across_steps::adds_mana(&a.body) => no("mana abilities that cost less"),
            other => spell_cost(other),
        },
        Limit::When(when) => time(when),
    })
}

fn time(when: &When) -> Gate {
    match when {
        When::Sorcery | When::Instant | When::OnceEachTurn | When::TimesEachTurn(_) | When::YourTurn => Ok(()),
        When::Combat | When::BeforeAttackers | When::YourPhase(Phase::Upkeep) => Ok(()),
        When::OpponentsTurn | When::Attackers | When::Blockers | When::BeforeBlockers | When::AfterBlockers => Ok(()),
        When::Attacked => Ok(()),
        When::If(c) => cond(c),
        _ => no("this limit on timing"),
    }
}

fn static_ability(s: &Static) -> Gate {
    match s {
        Static::Continuous { what, mods, cond: c, x, .. } => {
            obj(what)?;
            across_steps::on_battlefield(what)?;
            all(mods, modification)?;
            maybe(c.as_ref(), cond)?;
            maybe(x.as_ref(), amount)
        }
        Static::DuringYourTurn { what, mods } => {
            obj(what)?;
            across_steps::on_battlefield(what)?;
            all(mods, modification)
        }
        Static::Replace(r) => replacement(r),
        Static::CostChange(change) => {
            if change.mana.iter().any(|symbol| !matches!(symbol, ManaSymbol::Generic(_))) {
                return no("cost changes in colored mana");
            }
            if change.first {
                return no("cost changes for the first spell each turn");
            }
            filter(&change.what)?;
            maybe(change.each.as_ref(), amount)
        }
        Static::Player(w, rule) => {
            who(w)?;
            match rule {
                PlayerRule::NoMaximumHandSize | PlayerRule::ExtraLands(_) | PlayerRule::Hexproof => Ok(()),
                PlayerRule::Shroud | PlayerRule::CantGainLife | PlayerRule::OneSpellEachTurn => Ok(()),
                PlayerRule::Unpreventable => Ok(()),
                PlayerRule::CantCast(f) | PlayerRule::Flash(f) => filter(f),
                _ => no("this rule for players"),
            }
        }
        Static::SpellRule(Rule::CantBeCountered) => Ok(()),
        Static::CastOnly(list) => all(list, |when| match when {
            When::OnceEachTurn | When::TimesEachTurn(_) => no("this limit on timing"),
            other => time(other),
        }),
        Static::AttackTax(tax) => obj(&tax.what).and_then(|()| {
            all(&tax.cost, |part| match part {
                CostPart::Mana(_) => Ok(()),
                _ => no("this kind of attack cost"),
            })
        }),
        _ => no("this kind of static ability"),
    }
}

fn replacement(r: &Replacement) -> Gate {
    match r {
        Replacement::EntersTapped { what, unless, cond: c } => {
            obj(what)?;
            maybe(unless.as_ref(), cond)?;
            maybe(c.as_ref(), cond)
        }
        Replacement::EntersTappedUnlessPaid { what, cost } if crate::rules::compiled_cards::is_own(what) => {
            fixed_cost(cost)
        }
        Replacement::EntersWith { what, count, each, x, cond: c, .. } => {
            obj(what)?;
            amount(count)?;
            maybe(each.as_ref(), amount)?;
            maybe(x.as_ref(), amount)?;
            maybe(c.as_ref(), cond)
        }
        Replacement::EntersChoosing(ChosenKind::Color | ChosenKind::CreatureType) => Ok(()),
        Replacement::EntersAsCopy { of, except, .. } => {
            filter(of)?;
            all(except, |one| {
                crate::rules::copy_exceptions::gate(one)?;
                if let Except::Mod { change, .. } = one { modification(change) } else { Ok(()) }
            })
        }
        Replacement::DiesExile(what) | Replacement::GraveyardExile(what) => obj(what),
        Replacement::PreventAll { to, by, .. } => maybe(to.as_ref(), obj).and_then(|()| maybe(by.as_ref(), obj)),
        Replacement::Doubled(_) => Ok(()),
        _ => no("this kind of replacement effect"),
    }
}

fn modification(change: &Mod) -> Gate {
    let signed = |change: &Change| {
        let Change::By { by, .. } = change;
        amount(by)
    };
    match change {
        Mod::Get(p, t) => signed(p).and_then(|()| signed(t)),
        Mod::GetEach(p, t, each, ..) => signed(p).and_then(|()| signed(t)).and_then(|()| amount(each)),
        Mod::Base(p, t) => amount(p).and_then(|()| amount(t)),
        Mod::Defined { to, .. } => amount(to),
        Mod::NotType(CardType::Creature) => Ok(()),
        Mod::Switch | Mod::LoseAll | Mod::EveryCreatureType | Mod::Color(_) | Mod::NoAbilities(_) => Ok(()),
        // The engine looks for these keywords only in the printed abilities of a spell.
        Mod::Gain(list) if list.iter().any(helps) => no("granting convoke, improvise or delve"),
        Mod::Gain(list) if list.iter().any(across_steps::elsewhere) => no("granting this keyword"),
        Mod::Gain(list) => all(list, keyword),
        Mod::Lose(list) if list.iter().any(across_steps::stands_for) => no("losing this keyword"),
        Mod::Lose(list) => {
            all(list, |k| if matches!(k, Keyword::Plain(_)) { keyword(k) } else { no("losing this keyword") })
        }
        Mod::GainAbility(a) => given(a),
        Mod::GainBoth(list, a) => all(list, keyword).and_then(|()| given(a)),
        Mod::Become(b) => {
            maybe(b.base.as_ref(), |(p, t)| amount(p).and_then(|()| amount(t)))?;
            all(&b.with, keyword)?;
            maybe(b.ability.as_ref(), |a| given(a))
        }
        Mod::Control(Who::Each(Players::Any) | Who::Both(_)) => no("several players gaining control"),
        Mod::Control(w) => one_player(w),
        Mod::Rule(r) => rule(r),
        _ => no("this kind of modification"),
    }
}

/// Checks an ability that an effect grants. It cannot define characteristics (CR 604.3a). It is granted in layer 6, so
/// it cannot make changes in earlier layers (CR 613.1).
fn given(a: &Ability) -> Gate {
    let late = |change: &Mod| {
        let sizes = matches!(change, Mod::Get(..) | Mod::GetEach(..) | Mod::Base(..) | Mod::Switch);
        let given = matches!(change, Mod::Gain(_) | Mod::GainAbility(_) | Mod::GainBoth(..));
        !(sizes || given || matches!(change, Mod::Lose(_) | Mod::LoseAll | Mod::Rule(_)))
    };
    if let Ability::Static(Static::Continuous { mods, .. } | Static::DuringYourTurn { mods, .. }) = a
        && mods.iter().any(late)
    {
        return no("granting this kind of static ability");
    }
    if let Ability::Worded(_, inner) = a {
        return given(inner);
    }
    ability(a)
}

fn helps(k: &Keyword) -> bool {
    matches!(k, Keyword::Plain(PlainKeyword::Convoke | PlainKeyword::Improvise | PlainKeyword::Delve))
}

fn rule(r: &Rule) -> Gate {
    match r {
        Rule::CantUnless { cond: c, .. } => cond(c),
        Rule::CantBeBlockedBy(f) | Rule::CantBeBlockedExceptBy(f) | Rule::BlockOnly(f) | Rule::CantBlockObj(f) => {
            filter(f)
        }
        Rule::CantBeBlockedExceptByCount(_) | Rule::CantBeBlockedByMoreThan(_) | Rule::BlockMore(_) => Ok(()),
        other if crate::rules::compiled_cards::rule_flag(other) != crate::rules::compiled_cards::flag::PARAM => Ok(()),
        _ => no("this rule for objects"),
    }
}

fn event(e: &Event) -> Gate {
    match e {
        Event::Enters(Obj::Choose { filter: f, .. }) if arrived(f).is_err() => arrived(f),
        Event::Enters(what) | Event::Dies(what) | Event::Leaves(what) | Event::Unblocked(what) => obj(what),
        Event::BecomesTapped(what) | Event::BecomesUntapped(what) => obj(what),
        Event::ToGraveyard { what, whose, .. } => obj(what).and_then(|()| maybe(whose.as_ref(), who)),
        Event::Attacks { what, whom, .. } => obj(what).and_then(|()| maybe(whom.as_ref(), who)),
        Event::Blocks(a, b) | Event::BecomesBlocked(a, b) => obj(a).and_then(|()| maybe(b.as_ref(), obj)),
        Event::PlayerAttacks(w, what) => who(w).and_then(|()| maybe(what.as_ref(), obj)),
        Event::DealsDamage { what, to, .. } => {
            obj(what)?;
            maybe(to.as_ref(), |hurt| match hurt {
                DamageRecipient::Who(w) => who(w),
                DamageRecipient::Obj(o) => obj(o),
                DamageRecipient::Either(w, o) => who(w).and_then(|()| obj(o)),
            })
        }
        Event::DealtDamage { what, .. } => obj(what),
        Event::Targeted { what, whose, .. } => obj(what).and_then(|()| maybe(whose.as_ref(), who)),
        Event::Cast { who: w, what, .. } => who(w).and_then(|()| obj(what)),
        Event::AttacksOrWalker(what, w) | Event::CyclesOrDiscards(w, what) => obj(what).and_then(|()| who(w)),
        Event::EntersOrRoom(Obj::Choose { filter: f, .. }) => arrived(f),
        Event::EntersOrRoom(what) => obj(what),
        Event::While(inner, c) => event(inner).and_then(|()| cond(c)),
        Event::AttacksWith { what, filter: f, .. } => obj(what).and_then(|()| filter(f)),
        Event::LeavesGraveyard(what, w) => obj(what).and_then(|()| who(w)),
        Event::DamagedDies(what) | Event::LastCounter(_, what) | Event::Exploits(what) => obj(what),
        Event::PlaysLand(w, what) | Event::Discards(w, what) | Event::Cycles(w, what) | Event::Sacrifices(w, what) => {
            who(w).and_then(|()| obj(what))
        }
        Event::Begins(..) => Ok(()),
        Event::PlayerDamaged(w) | Event::GainsLife(w) | Event::LosesLife(w) | Event::Draws(w, _) => who(w),
        Event::Scries(w) | Event::Surveils(w) => who(w),
        Event::CountersPut { who: w, on, .. } => maybe(w.as_ref(), who).and_then(|()| obj(on)),
        Event::BecomesAttached(a, b) => obj(a).and_then(|()| obj(b)),
        Event::Or(list) => all(list, event),
        Event::During(inner, _) => event(inner),
        _ => no("this kind of trigger event"),
    }
}

pub(super) fn duration(d: &Duration) -> Gate {
    match d {
        Duration::WhileControlled(_, what) | Duration::WhileOnBattlefield(what) | Duration::WhileTapped(what) => {
            obj(what)
        }
        Duration::UntilLeaves(what) => obj(what),
        Duration::Always | Duration::EndOfTurn { .. } | Duration::ThisTurn | Duration::EndOfCombat => Ok(()),
        Duration::YourNextTurn { .. } | Duration::EndOfYourNextTurn { .. } | Duration::ThisCombat => Ok(()),
    }
}

pub(super) fn mods(list: &[Mod]) -> Gate {
    all(list, modification)
}

pub(super) fn token(t: &Token) -> Gate {
    match t {
        Token::Spec(spec) => {
            maybe(spec.pt.as_ref(), |(p, t)| amount(p).and_then(|()| amount(t)))?;
            all(&spec.keywords, keyword)?;
            all(&spec.abilities, ability)
        }
        Token::CopyOf(what) => obj(what),
        Token::Named(_, place) => all(&TOKENS[usize::from(*place)].abilities(), ability),
    }
}

pub(super) fn range(c: &Choice) -> Gate {
    choice(c)
}
