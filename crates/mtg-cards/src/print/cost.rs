//! Prints costs.

use super::W;
use crate::ir::{Choice, CostPart, CounterKind, SpellCost, Who};

impl W<'_> {
    pub fn cost(&mut self, cost: &[CostPart]) {
        for (at, part) in cost.iter().enumerate() {
            if at > 0 {
                self.w(",");
            }
            self.cost_part(part, true);
        }
    }

    fn cost_and(&mut self, cost: &[CostPart]) {
        for (at, part) in cost.iter().enumerate() {
            if at > 0 {
                self.w("and");
            }
            self.cost_part(part, true);
        }
    }

    /// Prints one part of a cost. `many` says whether its verb has the base form: `pay`, not `pays`.
    pub fn cost_part(&mut self, part: &CostPart, many: bool) {
        match part {
            CostPart::Mana(mana) => self.symbols(mana),
            CostPart::PayMana(mana) => {
                self.verb("pay", many);
                self.symbols(mana);
            }
            CostPart::Tap => self.w("{t}"),
            CostPart::Untap => self.w("{q}"),
            CostPart::Sacrifice(what) => {
                self.verb("sacrifice", many);
                self.object(what);
            }
            CostPart::Discard { what, random } => {
                self.verb("discard", many);
                self.object(what);
                if *random {
                    self.w("at random");
                }
            }
            CostPart::Life(amount) => {
                self.verb("pay", many);
                self.amount_digits(amount);
                self.w("life");
            }
            CostPart::Exile(what) => {
                self.verb("exile", many);
                self.object(what);
            }
            CostPart::Return(what) => {
                self.verb("return", many);
                self.object(what);
                let several = self.plural(what);
                self.either(several, "to their owner 's hand", "to its owner 's hand");
            }
            CostPart::TapObj(what) => {
                self.verb("tap", many);
                self.object(what);
            }
            CostPart::TapPower { other, least } => {
                self.verb("tap", many);
                self.either(*other, "any number of other", "any number of");
                self.w("untapped creatures you control with total power");
                self.w(&least.to_string());
                self.w("or more");
            }
            CostPart::UntapObj(what) => {
                self.verb("untap", many);
                self.object(what);
            }
            CostPart::RemoveCounters { count, kind, from } => {
                self.verb("remove", many);
                self.counters_chosen(count, *kind);
                self.w("from");
                self.object(from);
            }
            CostPart::PutCounters { count, kind, on } => {
                self.verb("put", many);
                self.counters(count, *kind);
                self.w("on");
                self.object(on);
            }
            CostPart::Reveal(what) => {
                self.verb("reveal", many);
                self.object(what);
            }
            CostPart::Mill(amount) => {
                self.verb("mill", many);
                self.counted(amount, "card", "cards");
            }
            CostPart::Energy(amount) => {
                self.verb("pay", many);
                self.energy(amount);
            }
        }
    }

    pub fn energy(&mut self, amount: &crate::ir::Amount) {
        if let crate::ir::Amount::Number(count) = amount {
            for _ in 0..*count {
                self.w("{e}");
            }
        }
    }

    pub fn counters_chosen(&mut self, count: &Choice, kind: Option<CounterKind>) {
        let noun = |w: &mut Self, word: &str| {
            if let Some(kind) = kind {
                w.counter_kind(kind);
            }
            w.w(word);
        };
        match count {
            Choice::One => self.article(|w| noun(w, "counter")),
            Choice::Exactly(crate::ir::Amount::AnyNumber) => {
                self.w("all");
                noun(self, "counters");
            }
            other => {
                self.choice(other);
                noun(self, "counters");
            }
        }
    }

    pub fn spell_cost(&mut self, cost: &SpellCost) {
        match cost {
            SpellCost::Additional(cost) => {
                self.w("as an additional cost to cast ~ ,");
                self.cost_and(cost);
            }
            SpellCost::AdditionalOr(ways) => {
                self.w("as an additional cost to cast ~ ,");
                for (at, way) in ways.iter().enumerate() {
                    if at > 0 {
                        self.w("or");
                    }
                    self.cost_and(way);
                }
            }
            SpellCost::Alternative { cond, cost } => {
                if let Some(cond) = cond {
                    self.w("if");
                    self.cond(cond);
                    self.w(",");
                }
                self.w("you may");
                if cost.is_empty() {
                    self.w("cast ~ without paying its mana cost");
                } else {
                    self.cost_and(cost);
                    self.w("rather than pay ~ 's mana cost");
                }
            }
            SpellCost::Change { .. } => {
                self.w("~ costs");
                self.cost_change(cost, "to cast");
            }
        }
        self.stop();
    }

    /// Prints a change of a cost after `costs`: how much more or less, and when.
    pub fn cost_change(&mut self, change: &SpellCost, act: &str) {
        let SpellCost::Change { more, mana, each, cond, targeting, x } = change else { return };
        self.symbols(mana);
        self.either(*more, "more", "less");
        self.w(act);
        if let Some(each) = each {
            self.for_each(each);
        }
        if let Some(filter) = targeting {
            self.w("if it targets");
            self.a_filter(filter);
        }
        if let Some(cond) = cond {
            self.w("if");
            self.cond(cond);
        }
        if let Some(x) = x {
            self.where_x(x);
        }
    }

    /// Prints `unless its controller pays {3}`.
    pub fn unless(&mut self, who: &Who, cost: &[CostPart]) {
        self.w("unless");
        self.who(who);
        let many = self.plural_who(who);
        for part in cost {
            self.cost_part(part, many);
        }
    }
}
