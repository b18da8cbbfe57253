//! The nodes inside instructions and events.

use super::{Node, Walk};
use crate::ir::{Act, DamageTo, Event, Hurt, Mana, Token, Where, Whose};

impl<'a> Walk<'a, '_> {
    pub(super) fn act(&mut self, act: &'a Act) {
        (self.see)(Node::Act(act));
        match act {
            Act::Modify { what, mods, until } => {
                self.obj(what);
                self.mods(mods);
                self.duration(until);
            }
            Act::Damage { from, amount, to, .. } => {
                self.obj(from);
                self.amount(amount);
                self.damage_to(to);
            }
            Act::Fight { a, b } => {
                self.obj(a);
                b.iter().for_each(|b| self.obj(b));
            }
            Act::Exile { who, what, until, .. } => {
                self.who(who);
                self.obj(what);
                until.iter().for_each(|until| self.duration(until));
            }
            Act::Move { who, what, to, .. } => {
                self.who(who);
                self.obj(what);
                self.place(to);
            }
            Act::Draw { who, amount, .. }
            | Act::Mill { who, amount }
            | Act::GainLife { who, amount, .. }
            | Act::LoseLife { who, amount, .. }
            | Act::SetLife { who, to: amount }
            | Act::Scry(who, amount)
            | Act::Surveil(who, amount)
            | Act::GetCounters { who, count: amount, .. } => {
                self.who(who);
                self.amount(amount);
            }
            Act::Discard { who, what, .. }
            | Act::Sacrifice { who, what }
            | Act::Reveal { who, what }
            | Act::ChooseObj { who, what } => {
                self.who(who);
                self.obj(what);
            }
            Act::PutCounters { count, on, who, .. } => {
                self.amount(count);
                self.obj(on);
                self.who(who);
            }
            Act::Distribute { count, among, .. } => {
                self.amount(count);
                self.obj(among);
            }
            Act::Create { who, count, token, .. } => {
                self.who(who);
                self.amount(count);
                match token {
                    Token::Spec(spec) => {
                        spec.keywords.iter().for_each(|keyword| self.keyword(keyword));
                        spec.abilities.iter().for_each(|ability| self.ability(ability));
                    }
                    Token::Named(..) => {}
                    Token::CopyOf(what) => self.obj(what),
                }
            }
            Act::AddMana { who, mana, .. } => {
                self.who(who);
                match mana {
                    Mana::Symbols(_) | Mana::OneOf(_) => {}
                    Mana::AnyColor(amount)
                    | Mana::Combination(amount, _)
                    | Mana::ForEach(_, amount)
                    | Mana::AmountOf(_, amount)
                    | Mana::ChosenColor(amount) => self.amount(amount),
                    Mana::ColorOfLands(who, _) => self.who(who),
                }
            }
            Act::Search(search) => {
                self.who(&search.who);
                self.filter(&search.filter);
                self.place(&search.to);
            }
            Act::ShuffleInto { what, into, who } => {
                self.obj(what);
                self.who(into);
                self.who(who);
            }
            Act::Dig(dig) => {
                self.amount(&dig.count);
                dig.filter.iter().for_each(|filter| self.filter(filter));
            }
            Act::DigUntil(dig) => self.filter(&dig.filter),
            Act::LookTop { count, of } => {
                self.amount(count);
                self.who(of);
            }
            Act::Attach { what, to } => {
                self.obj(what);
                self.obj(to);
            }
            Act::Shuffle(who)
            | Act::LookAtHand(who)
            | Act::RevealHand(who)
            | Act::ExtraTurn(who)
            | Act::Win(who)
            | Act::Lose(who)
            | Act::SkipNext(who, _) => self.who(who),
            Act::Destroy { what }
            | Act::Counter { what }
            | Act::RemoveCounters { from: what, .. }
            | Act::DoubleCounters(_, what)
            | Act::Tap(what)
            | Act::Untap(what)
            | Act::TapOrUntap(what)
            | Act::Regenerate(what)
            | Act::Goad(what)
            | Act::CopySpell { what, .. }
            | Act::ChooseNewTargets(what)
            | Act::ExchangeControl(what)
            | Act::Transform(what)
            | Act::ExileIfDies(what)
            | Act::Explores(what)
            | Act::Connives(what) => self.obj(what),
            Act::MayPlay { what, until, .. } => {
                self.obj(what);
                self.duration(until);
            }
            Act::Prevent(prevention) => {
                prevention.to.iter().for_each(|to| self.damage_to(to));
                prevention.by.iter().for_each(|by| self.obj(by));
            }
            Act::ExtraLand(amount) | Act::KeywordNumber(_, amount) => self.amount(amount),
            Act::Emblem(abilities) => abilities.iter().for_each(|ability| self.ability(ability)),
            Act::ExtraCombat { .. }
            | Act::EndTurn
            | Act::Unpreventable
            | Act::ChooseType
            | Act::ChooseColor
            | Act::PutBack
            | Act::Keyword(_) => {}
        }
    }

    fn place(&mut self, to: &'a Where) {
        match to {
            Where::Hand(who)
            | Where::Graveyard(who)
            | Where::LibraryTop(who)
            | Where::LibraryBottom(who, _)
            | Where::TopOrBottom(who)
            | Where::LibraryFromTop(who, _) => self.who(who),
            Where::Battlefield { under, entering, .. } => {
                under.iter().for_each(|who| self.who(who));
                entering.attached.iter().for_each(|what| self.obj(what));
            }
            Where::Exile => {}
        }
    }

    fn damage_to(&mut self, to: &'a DamageTo) {
        match to {
            DamageTo::Obj(what) | DamageTo::Divided(what) => self.obj(what),
            DamageTo::Who(who) => self.who(who),
            DamageTo::Both(what, who) | DamageTo::WhoAndObj(who, what) => {
                self.obj(what);
                self.who(who);
            }
        }
    }

    pub(super) fn event(&mut self, event: &'a Event) {
        (self.see)(Node::Event(event));
        match event {
            Event::Enters(what)
            | Event::Dies(what)
            | Event::Leaves(what)
            | Event::ToGraveyard { what, .. }
            | Event::Attacks { what, .. }
            | Event::Unblocked(what)
            | Event::AttacksWith { what, .. }
            | Event::DealtDamage { what, .. }
            | Event::BecomesTapped(what)
            | Event::BecomesUntapped(what)
            | Event::Targeted { what, .. }
            | Event::CountersPut { on: what, .. }
            | Event::LastCounter(_, what)
            | Event::Exploits(what)
            | Event::FaceUp(what)
            | Event::DamagedDies(what)
            | Event::Transforms(what) => self.obj(what),
            Event::Blocks(what, other) | Event::BecomesBlocked(what, other) => {
                self.obj(what);
                other.iter().for_each(|other| self.obj(other));
            }
            Event::Chapter(_) => {}
            Event::PlayerAttacks(who, with) => {
                self.who(who);
                with.iter().for_each(|with| self.obj(with));
            }
            Event::DealsDamage { what, to, .. } => {
                self.obj(what);
                match to {
                    None => {}
                    Some(Hurt::Who(who)) => self.who(who),
                    Some(Hurt::Obj(what)) => self.obj(what),
                    Some(Hurt::Either(who, what)) => {
                        self.who(who);
                        self.obj(what);
                    }
                }
            }
            Event::PlayerDamaged(who)
            | Event::GainsLife(who)
            | Event::LosesLife(who)
            | Event::Draws(who, _)
            | Event::Scries(who)
            | Event::Surveils(who) => self.who(who),
            Event::Cast { who, what, .. }
            | Event::PlaysLand(who, what)
            | Event::Discards(who, what)
            | Event::Cycles(who, what)
            | Event::Sacrifices(who, what)
            | Event::TapsForMana(who, what)
            | Event::LeavesGraveyard(what, who) => {
                self.who(who);
                self.obj(what);
            }
            Event::Begins(_, Whose::Of(who) | Whose::Whos(who)) => self.who(who),
            Event::Begins(..) => {}
            Event::BecomesAttached(what, to) => {
                self.obj(what);
                self.obj(to);
            }
            Event::ControlsNone(who, filter) => {
                self.who(who);
                self.filter(filter);
            }
            Event::During(event, _) => self.event(event),
            Event::Or(list) => list.iter().for_each(|event| self.event(event)),
        }
    }
}
