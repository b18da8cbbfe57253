//! Prints conditions.

use super::W;
use super::pred::stat_word;
use crate::ir::{Amount, Cmp, Cond, Count, CounterKind, Is, Obj, Say, Who};

impl W<'_> {
    pub fn cond(&mut self, cond: &Cond) {
        match cond {
            Cond::Controls(who, count, filter) => {
                self.who(who);
                self.verb("control", self.plural_who(who));
                self.count_of(count, |w, many| {
                    if many {
                        w.filter(filter, true);
                    } else {
                        w.a_filter(filter);
                    }
                });
            }
            Cond::ControlsNo(who, filter) => {
                self.who(who);
                self.verb("control", self.plural_who(who));
                self.w("no");
                self.filter(filter, true);
            }
            Cond::ControlsNone(who, filter) => {
                self.who(who);
                self.verb("don't", self.plural_who(who));
                self.w("control");
                self.a_filter(filter);
            }
            Cond::ControlsEither(who, filter) => {
                self.who(who);
                self.verb("control", self.plural_who(who));
                self.either_noun(filter);
            }
            Cond::InGraveyard(object) => {
                self.object(object);
                self.w("is in your graveyard");
            }
            Cond::GainedAtLeast(who, least) => {
                self.who(who);
                self.w("gained");
                self.w(&least.to_string());
                self.w("or more life this turn");
            }
            Cond::DiedUnder(_) => self.w("a creature died under your control this turn"),
            Cond::Opponents(count) => {
                self.w("you have");
                self.count_of(count, |w, _| w.w("opponents"));
            }
            Cond::Drawn(_, count) => {
                self.w("you've drawn");
                self.count_of(count, |w, _| w.w("cards this turn"));
            }
            Cond::Poison(who, count) => {
                self.who(who);
                self.verb("have", self.plural_who(who));
                self.count_of(count, |w, _| w.w("poison counters"));
            }
            Cond::Graveyard(who, count) => {
                self.who(who);
                self.verb("have", self.plural_who(who));
                self.count_of(count, |w, _| w.w("cards in"));
                self.either(*who == Who::You, "your graveyard", "their graveyard");
            }
            Cond::Total(filter, stat, amount) => {
                self.filter(filter, true);
                self.w("have total");
                self.w(stat_word(*stat));
                self.amount_digits(amount);
                self.w("or greater");
            }
            Cond::LeftThisTurn(who, filter, warped) => {
                self.a_filter(filter);
                if who.is_some() {
                    self.w("you controlled");
                }
                self.w("left the battlefield this turn");
                if *warped {
                    self.w("or a spell was warped this turn");
                }
            }
            Cond::XAtLeast(least) => {
                self.w("x is");
                self.w(&least.to_string());
                self.w("or more");
            }
            Cond::ControlsMore(who, filter, other) => {
                self.who(who);
                self.verb("control", self.plural_who(who));
                self.w("more");
                self.filter(filter, true);
                self.w("than");
                self.who(other);
            }
            Cond::Exists(Count::One, filter) => {
                self.w("there's");
                self.a_filter(filter);
            }
            Cond::Exists(count, filter) => {
                self.w("there are");
                self.count_of(count, |w, _| w.filter(filter, true));
            }
            Cond::Is(object, is) => {
                self.subject_is(object, "it's", "is");
                self.is_what(is);
            }
            Cond::IsNot(object, is, short) => {
                self.subject_is(object, if *short { "it's not" } else { "it isn't" }, "isn't");
                self.is_what(is);
            }
            Cond::Was(object, is) => {
                self.object(object);
                self.w("was");
                self.is_what(is);
            }
            Cond::HasCounters(object, kind, count) => {
                self.object(object);
                self.w("has");
                self.with_counters(*kind, count);
            }
            Cond::HadCounters(object, kind, count) => {
                self.object(object);
                self.w("had");
                self.with_counters(*kind, count);
            }
            Cond::StatOf(object, stat, cmp, amount) => {
                self.object_possessive(object);
                self.w(stat_word(*stat));
                self.w("is");
                self.compared(*cmp, amount);
            }
            Cond::Life(who, cmp, amount) => {
                self.who(who);
                self.verb("have", self.plural_who(who));
                self.amount_digits(amount);
                self.either(*cmp == Cmp::OrGreater, "or more life", "or less life");
            }
            Cond::Hand(who, count) => {
                self.who(who);
                self.verb("have", self.plural_who(who));
                self.count_of(count, |w, _| w.w("cards in hand"));
            }
            Cond::YourTurn => self.w("it's your turn"),
            Cond::NotYourTurn => self.w("it's not your turn"),
            Cond::Kicked(object) => {
                self.object(object);
                self.w("was kicked");
            }
            Cond::WasCast(object) => {
                self.w("you cast");
                self.object(object);
            }
            Cond::CastFrom(object, zone) => {
                if zone.zone == crate::ir::Zone::Hand && !matches!(object, Obj::Source) {
                    self.w("you cast");
                    self.object(object);
                } else {
                    self.object(object);
                    self.w("was cast");
                }
                self.zone_of(zone);
            }
            Cond::DiedThisTurn(filter) => {
                self.a_filter(filter);
                self.w("died this turn");
            }
            Cond::GainedLife(who) => {
                self.who(who);
                self.w("gained life this turn");
            }
            Cond::LostLife(who) => {
                self.who(who);
                self.w("lost life this turn");
            }
            Cond::Attacked(who) => {
                self.who(who);
                self.w("attacked this turn");
            }
            Cond::Did { who, not } => {
                self.who(who);
                self.verb(if *not { "don't" } else { "do" }, self.plural_who(who));
            }
            Cond::Cannot(who) => {
                self.who(who);
                self.w("can't");
            }
            Cond::OnBattlefield(object) => {
                self.object(object);
                self.w("is on the battlefield");
            }
            Cond::Monarch(_) => self.w("you are the monarch"),
            Cond::AttackedOrBlocked(object) => {
                self.object(object);
                self.w("attacked or blocked this turn");
            }
            Cond::Greater(object, other) => {
                self.object(object);
                self.w("has greater power or toughness than");
                self.object(other);
            }
            Cond::DealtDamage(who) => {
                self.who(who);
                self.w("was dealt damage this turn");
            }
            Cond::NewlyYours(object) => {
                self.object(object);
                self.w("came under your control since the beginning of your last upkeep");
            }
            Cond::EnteredObj(object) => {
                self.object(object);
                self.w("entered this turn");
            }
            Cond::Blessing(who) => {
                self.who(who);
                self.verb("have", self.plural_who(who));
                self.w("the city 's blessing");
            }
            Cond::Compare(left, Cmp::Less, right) => {
                self.quantity(left);
                self.w("is less than");
                self.amount_words(right);
            }
            Cond::Compare(left, cmp, right) => {
                self.quantity(left);
                self.w("is");
                self.quantity(right);
                self.threshold(*cmp);
            }
            Cond::CastThisTurn(_, count, filter) => {
                self.w("you've cast");
                self.count_of(count, |w, many| {
                    if many {
                        w.filter(filter, true);
                    } else {
                        w.a_filter(filter);
                    }
                });
                self.w("this turn");
            }
            Cond::EnteredThisTurn(_, count, filter) => {
                self.count_of(count, |w, many| {
                    if many {
                        w.filter(filter, true);
                    } else {
                        w.a_filter(filter);
                    }
                });
                self.w("entered the battlefield under your control this turn");
            }
            Cond::TypesInGraveyard(count) => {
                self.w("there are");
                self.count_of(count, |w, _| w.w("card types among cards in your graveyard"));
            }
            Cond::NoSpellsLastTurn => self.w("no spells were cast last turn"),
            Cond::TwoSpellsLastTurn => self.w("a player cast two or more spells last turn"),
            Cond::And(one, other) => {
                self.cond(one);
                self.w("and");
                self.cond(other);
            }
        }
    }

    fn threshold(&mut self, cmp: Cmp) {
        match cmp {
            Cmp::OrLess => self.w("or less"),
            Cmp::OrGreater => self.w("or greater"),
            _ => {}
        }
    }

    fn subject_is(&mut self, object: &Obj, short: &str, long: &str) {
        if let Obj::Back { to, say: Say::It } = object {
            return self.pronoun(short, *to);
        }
        self.object(object);
        self.w(long);
    }

    fn is_what(&mut self, is: &Is) {
        match is {
            Is::A(filter) => self.a_filter(filter),
            Is::Being(pred) => self.adjective(pred),
        }
    }

    /// Prints a number, then the noun in the singular or the plural.
    fn count_of(&mut self, count: &Count, noun: impl FnOnce(&mut Self, bool)) {
        match count {
            Count::One => return noun(self, false),
            Count::No => self.w("no"),
            Count::Exactly(amount) => {
                self.w("exactly");
                self.amount_words(amount);
            }
            Count::OrMore(amount) => {
                self.amount_words(amount);
                self.w("or more");
            }
            Count::OrFewer(amount) => {
                self.amount_words(amount);
                self.w("or fewer");
            }
        }
        noun(self, true);
    }

    fn with_counters(&mut self, kind: Option<CounterKind>, count: &Count) {
        let any = kind.is_none() && *count == Count::OrMore(Amount::Number(1));
        let noun = |w: &mut Self, word: &str| {
            if let Some(kind) = kind {
                w.counter_kind(kind);
            }
            w.w(word);
        };
        if any {
            self.w("counters");
        } else if *count == Count::One {
            self.article(|w| noun(w, "counter"));
        } else {
            self.count_of(count, |w, _| noun(w, "counters"));
        }
        self.w("on it");
    }
}
