//! Every node of a card, one after the other: what an engine must be able to run.
//!
//! An engine, a census and a test walk a card with it and need not know how the form is nested.

mod doing;

use super::{
    Ability, Act, Amount, Body, Card, Cond, CostPart, Duration, Event, Except, Filter, Is, Keyword, Limit, Mod, Obj,
    PlayerRule, Pred, Quality, Replacement, Rule, SpellCost, Static, Step, Target, TargetKind, When, Who,
};

/// A node of the typed form.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// An ability.
    Ability(&'a Ability),
    /// A step of a body.
    Step(&'a Step),
    /// An instruction.
    Act(&'a Act),
    /// A modification.
    Mod(&'a Mod),
    /// A rule for objects.
    Rule(&'a Rule),
    /// An event.
    Event(&'a Event),
    /// A part of a cost.
    Cost(&'a CostPart),
    /// A keyword.
    Keyword(&'a Keyword),
    /// A static ability.
    Static(&'a Static),
    /// A replacement.
    Replacement(&'a Replacement),
    /// A condition.
    Cond(&'a Cond),
    /// A quantity.
    Amount(&'a Amount),
    /// An object phrase.
    Obj(&'a Obj),
    /// A player phrase.
    Who(&'a Who),
    /// A property.
    Pred(&'a Pred),
    /// A duration.
    Duration(&'a Duration),
    /// A slot for targets.
    Target(&'a Target),
    /// A limit of an activated ability.
    Limit(&'a Limit),
    /// A rule for players.
    PlayerRule(&'a PlayerRule),
    /// A cost of the spell itself.
    SpellCost(&'a SpellCost),
}

/// Calls `see` with every node, from the outside in.
pub fn every_node<'a>(card: &'a Card, see: &mut dyn FnMut(Node<'a>)) {
    let mut walk = Walk { see };
    for face in &card.faces {
        face.abilities.iter().for_each(|ability| walk.ability(ability));
    }
}

struct Walk<'a, 'f> {
    see: &'f mut dyn FnMut(Node<'a>),
}

impl<'a> Walk<'a, '_> {
    fn ability(&mut self, ability: &'a Ability) {
        (self.see)(Node::Ability(ability));
        match ability {
            Ability::Keywords(list, _) => list.iter().for_each(|keyword| self.keyword(keyword)),
            Ability::Spell(body) | Ability::Chapter(_, body) => self.body(body),
            Ability::Triggered(triggered) => {
                self.event(&triggered.event);
                triggered.cond.iter().for_each(|cond| self.cond(cond));
                self.body(&triggered.body);
            }
            Ability::Activated(activated) => {
                self.cost(&activated.cost);
                self.body(&activated.body);
                for limit in &activated.limits {
                    (self.see)(Node::Limit(limit));
                    match limit {
                        Limit::When(When::If(cond)) => self.cond(cond),
                        Limit::Costs(change) => self.spell_cost(change),
                        _ => {}
                    }
                }
            }
            Ability::Static(held) => self.held(held),
            Ability::Cost(cost) => self.spell_cost(cost),
            Ability::Worded(_, inner) => self.ability(inner),
        }
    }

    fn body(&mut self, body: &'a Body) {
        for target in &body.targets {
            (self.see)(Node::Target(target));
            match &target.kind {
                TargetKind::Any { .. } | TargetKind::Player(_) => {}
                TargetKind::Object(filter) | TargetKind::PlayerOr(_, filter) | TargetKind::OrPlayer(filter, _) => {
                    self.filter(filter);
                }
            }
        }
        self.steps(&body.steps);
        let modes = body.modes.iter().flat_map(|modes| &modes.modes);
        modes.for_each(|mode| self.body(&mode.body));
    }

    fn steps(&mut self, steps: &'a [Step]) {
        steps.iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &'a Step) {
        (self.see)(Node::Step(step));
        match step {
            Step::Do { act, .. } => self.act(act),
            Step::May { who, steps, .. } => {
                self.who(who);
                self.steps(steps);
            }
            Step::MayPay { who, cost, .. } => {
                self.who(who);
                self.cost(cost);
            }
            Step::If { cond, then, otherwise, .. } => {
                self.cond(cond);
                self.steps(then);
                self.steps(otherwise);
            }
            Step::Unless { steps, who, cost, .. } => {
                self.steps(steps);
                self.who(who);
                self.cost(cost);
            }
            Step::WhereX { x, steps } => {
                self.amount(x);
                self.steps(steps);
            }
            Step::Instead { cond, base, steps, .. } => {
                self.cond(cond);
                self.steps(base);
                self.steps(steps);
            }
            Step::Later { steps, .. } => self.steps(steps),
            Step::Watch { ability, until, .. } => {
                self.duration(until);
                self.event(&ability.event);
                self.body(&ability.body);
            }
            Step::Reflexive { body } => self.body(body),
            Step::Choose(modes) => modes.modes.iter().for_each(|mode| self.body(&mode.body)),
        }
    }

    fn mods(&mut self, mods: &'a [Mod]) {
        for one in mods {
            (self.see)(Node::Mod(one));
            match one {
                Mod::Get(..)
                | Mod::ColorOfChoice
                | Mod::LandTypeOfChoice
                | Mod::NoAbilities(_)
                | Mod::Switch
                | Mod::LoseAll
                | Mod::EveryCreatureType
                | Mod::Color(_) => {}
                Mod::GetEach(_, _, amount, _) | Mod::Defined { to: amount, .. } => self.amount(amount),
                Mod::Base(power, toughness) => {
                    self.amount(power);
                    self.amount(toughness);
                }
                Mod::Gain(list) | Mod::Lose(list) => list.iter().for_each(|keyword| self.keyword(keyword)),
                Mod::GainAbility(ability) => self.ability(ability),
                Mod::GainBoth(list, ability) => {
                    list.iter().for_each(|keyword| self.keyword(keyword));
                    self.ability(ability);
                }
                Mod::Become(new) => {
                    new.with.iter().for_each(|keyword| self.keyword(keyword));
                    new.ability.iter().for_each(|ability| self.ability(ability));
                }
                Mod::Control(who) => self.who(who),
                Mod::Rule(rule) => self.rule(rule),
            }
        }
    }

    fn rule(&mut self, rule: &'a Rule) {
        (self.see)(Node::Rule(rule));
        match rule {
            Rule::CantUnless { cond, .. } => self.cond(cond),
            Rule::CantBeBlockedBy(filter)
            | Rule::CantBeBlockedExceptBy(filter)
            | Rule::BlockOnly(filter)
            | Rule::CantBlockObj(filter) => self.filter(filter),
            _ => {}
        }
    }

    fn cost(&mut self, cost: &'a [CostPart]) {
        for part in cost {
            (self.see)(Node::Cost(part));
            match part {
                CostPart::Sacrifice(what)
                | CostPart::Discard { what, .. }
                | CostPart::Exile(what)
                | CostPart::Return(what)
                | CostPart::TapObj(what)
                | CostPart::UntapObj(what)
                | CostPart::RemoveCounters { from: what, .. }
                | CostPart::PutCounters { on: what, .. }
                | CostPart::Reveal(what) => self.obj(what),
                CostPart::Life(amount) | CostPart::Mill(amount) | CostPart::Energy(amount) => self.amount(amount),
                CostPart::Mana(_) | CostPart::PayMana(_) | CostPart::Tap | CostPart::Untap => {}
                CostPart::TapPower { .. } => {}
            }
        }
    }

    fn spell_cost(&mut self, cost: &'a SpellCost) {
        (self.see)(Node::SpellCost(cost));
        match cost {
            SpellCost::Additional(cost) => self.cost(cost),
            SpellCost::AdditionalOr(ways) => ways.iter().for_each(|way| self.cost(way)),
            SpellCost::Alternative { cond, cost } => {
                cond.iter().for_each(|cond| self.cond(cond));
                self.cost(cost);
            }
            SpellCost::Change { each, cond, targeting, x, .. } => {
                each.iter().chain(x).for_each(|amount| self.amount(amount));
                cond.iter().for_each(|cond| self.cond(cond));
                targeting.iter().for_each(|filter| self.filter(filter));
            }
        }
    }

    fn keyword(&mut self, keyword: &'a Keyword) {
        (self.see)(Node::Keyword(keyword));
        match keyword {
            Keyword::Plain(_)
            | Keyword::EnchantPlayer(_)
            | Keyword::Suspend(..)
            | Keyword::KickerTwo(..)
            | Keyword::PartnerWith(_) => {}
            Keyword::Cost(_, cost) | Keyword::Typecycling(_, cost) => self.cost(cost),
            Keyword::Number(_, amount) => self.amount(amount),
            Keyword::Enchant(filter) | Keyword::Landwalk(filter) | Keyword::Affinity(filter) => self.filter(filter),
            Keyword::EquipOnly(filter, cost) => {
                self.filter(filter);
                self.cost(cost);
            }
            Keyword::Protection(list) | Keyword::HexproofFrom(list) => {
                for quality in list {
                    if let Quality::Objects(filter) = quality {
                        self.filter(filter);
                    }
                }
            }
        }
    }

    fn held(&mut self, held: &'a Static) {
        (self.see)(Node::Static(held));
        match held {
            Static::Continuous { what, mods, cond, x, .. } => {
                self.obj(what);
                self.mods(mods);
                cond.iter().for_each(|cond| self.cond(cond));
                x.iter().for_each(|x| self.amount(x));
            }
            Static::DuringYourTurn { what, mods } => {
                self.obj(what);
                self.mods(mods);
            }
            Static::Replace(replacement) => self.replacement(replacement),
            Static::CostChange(change) => {
                self.filter(&change.what);
                self.who(&change.by);
                change.each.iter().for_each(|each| self.amount(each));
            }
            Static::AttackTax(tax) => {
                self.obj(&tax.what);
                self.cost(&tax.cost);
            }
            Static::Player(who, rule) => {
                self.who(who);
                (self.see)(Node::PlayerRule(rule));
            }
            Static::SpellRule(rule) => self.rule(rule),
            Static::CastOnly(list) => {
                for when in list {
                    if let When::If(cond) = when {
                        self.cond(cond);
                    }
                }
            }
            Static::MayPlay { what, .. } => self.filter(what),
        }
    }

    fn replacement(&mut self, replacement: &'a Replacement) {
        (self.see)(Node::Replacement(replacement));
        match replacement {
            Replacement::EntersTapped { what, unless, cond } => {
                self.obj(what);
                unless.iter().chain(cond).for_each(|cond| self.cond(cond));
            }
            Replacement::EntersTappedUnlessPaid { cost, .. } => self.cost(cost),
            Replacement::EntersWith { what, count, each, x, cond, .. } => {
                self.obj(what);
                self.amount(count);
                each.iter().chain(x).for_each(|amount| self.amount(amount));
                cond.iter().for_each(|cond| self.cond(cond));
            }
            Replacement::EntersAsCopy { of, except, .. } => {
                self.filter(of);
                for one in except {
                    if let Except::Mod { change, .. } = one {
                        self.mods(std::slice::from_ref(change));
                    }
                }
            }
            Replacement::DiesExile(what) | Replacement::GraveyardExile(what) => self.obj(what),
            Replacement::PreventAll { to, by, .. } => to.iter().chain(by).for_each(|what| self.obj(what)),
            Replacement::DrawInstead(who, steps) => {
                self.who(who);
                self.steps(steps);
            }
            Replacement::EntersChoosing(_)
            | Replacement::Doubled(_)
            | Replacement::ExiledAsLeaves
            | Replacement::Skip(..)
            | Replacement::EntersSacrificing(..) => {}
        }
    }

    fn duration(&mut self, until: &'a Duration) {
        (self.see)(Node::Duration(until));
        match until {
            Duration::WhileControlled(_, what)
            | Duration::WhileOnBattlefield(what)
            | Duration::WhileTapped(what)
            | Duration::UntilLeaves(what) => self.obj(what),
            _ => {}
        }
    }

    fn cond(&mut self, cond: &'a Cond) {
        (self.see)(Node::Cond(cond));
        match cond {
            Cond::Controls(who, _, filter) | Cond::ControlsNo(who, filter) => {
                self.who(who);
                self.filter(filter);
            }
            Cond::ControlsMore(who, filter, other) => {
                self.who(who);
                self.filter(filter);
                self.who(other);
            }
            Cond::Exists(_, filter) | Cond::DiedThisTurn(filter) => self.filter(filter),
            Cond::CastThisTurn(who, _, filter) | Cond::EnteredThisTurn(who, _, filter) => {
                self.who(who);
                self.filter(filter);
            }
            Cond::Is(what, is) | Cond::IsNot(what, is, _) | Cond::Was(what, is) => {
                self.obj(what);
                match is {
                    Is::A(filter) => self.filter(filter),
                    Is::Being(pred) => self.pred(pred),
                }
            }
            Cond::StatOf(what, _, _, amount) => {
                self.obj(what);
                self.amount(amount);
            }
            Cond::HasCounters(what, ..)
            | Cond::HadCounters(what, ..)
            | Cond::Kicked(what)
            | Cond::WasCast(what)
            | Cond::CastFrom(what, _)
            | Cond::OnBattlefield(what)
            | Cond::AttackedOrBlocked(what)
            | Cond::NewlyYours(what)
            | Cond::EnteredObj(what) => self.obj(what),
            Cond::Greater(one, other) => {
                self.obj(one);
                self.obj(other);
            }
            Cond::Life(who, _, amount) => {
                self.who(who);
                self.amount(amount);
            }
            Cond::Hand(who, _)
            | Cond::DealtDamage(who)
            | Cond::GainedLife(who)
            | Cond::LostLife(who)
            | Cond::Attacked(who)
            | Cond::Did { who, .. }
            | Cond::Cannot(who)
            | Cond::Monarch(who)
            | Cond::Blessing(who) => self.who(who),
            Cond::Compare(left, _, right) => {
                self.amount(left);
                self.amount(right);
            }
            Cond::And(one, other) => {
                self.cond(one);
                self.cond(other);
            }
            Cond::YourTurn
            | Cond::NotYourTurn
            | Cond::TypesInGraveyard(_)
            | Cond::NoSpellsLastTurn
            | Cond::TwoSpellsLastTurn => {}
        }
    }

    fn amount(&mut self, amount: &'a Amount) {
        (self.see)(Node::Amount(amount));
        match amount {
            Amount::CountOf(filter) | Amount::Greatest(_, filter) | Amount::Total(_, filter) => self.filter(filter),
            Amount::StatOf(_, what) | Amount::StatOfLong(_, what) | Amount::CountersOn(_, what) => self.obj(what),
            Amount::Times(_, inner)
            | Amount::Half(inner, _)
            | Amount::Plus(inner, _)
            | Amount::NumberPlus(_, inner, _) => self.amount(inner),
            Amount::Players(who) | Amount::LifeOf(who) | Amount::Devotion(who, _) | Amount::TypesInGraveyard(who) => {
                self.who(who)
            }
            Amount::Number(_)
            | Amount::X
            | Amount::ThatMuch
            | Amount::Domain
            | Amount::TimesKicked
            | Amount::AnyNumber => {}
        }
    }

    fn filter(&mut self, filter: &'a Filter) {
        filter.nouns.iter().flat_map(|noun| &noun.adj).for_each(|pred| self.pred(pred));
        filter.post.iter().for_each(|pred| self.pred(pred));
    }

    fn pred(&mut self, pred: &'a Pred) {
        (self.see)(Node::Pred(pred));
        match pred {
            Pred::Controlled(who) | Pred::NotControlled(who) | Pred::Owned(who) | Pred::AttackingWho(who) => {
                self.who(who);
            }
            Pred::With(keyword) | Pred::Without(keyword) => self.keyword(keyword),
            Pred::Stat(_, _, amount) => self.amount(amount),
            Pred::Extreme { among, .. } => self.filter(among),
            Pred::Targets(filter) => self.filter(filter),
            Pred::AttachedTo(what)
            | Pred::BlockingObj(what)
            | Pred::BlockedBy(what)
            | Pred::TargetsObj(what)
            | Pred::OtherThan(what)
            | Pred::SharesCreatureType(what) => self.obj(what),
            Pred::In(zone) => zone.of.iter().for_each(|who| self.who(who)),
            _ => {}
        }
    }

    fn obj(&mut self, what: &'a Obj) {
        (self.see)(Node::Obj(what));
        match what {
            Obj::Every { filter, .. } | Obj::Choose { filter, .. } => self.filter(filter),
            Obj::TopOf { count, of } => {
                self.amount(count);
                self.who(of);
            }
            Obj::HandOf(who) | Obj::GraveyardOf(who) => self.who(who),
            Obj::Both(list) | Obj::Either(list) => list.iter().for_each(|what| self.obj(what)),
            Obj::EachOf(inner) | Obj::Apiece(inner) => self.obj(inner),
            Obj::Source | Obj::SourceIn(_) | Obj::Target(_) | Obj::Back { .. } | Obj::Host(_) => {}
        }
    }

    fn who(&mut self, who: &'a Who) {
        (self.see)(Node::Who(who));
        match who {
            Who::ControllerOf(what, _) | Who::OwnerOf(what, _) => self.obj(what),
            Who::Both(list) => list.iter().for_each(|who| self.who(who)),
            _ => {}
        }
    }
}
