//! Parses costs. They come before a colon, after a dash, or after `unless … pays`.

use super::P;
use crate::ir::{Amount, Choice, Cost, CostPart, CounterKind, Link, Obj, SpellCost};

impl P<'_> {
    /// Parses the parts of a cost, separated by commas.
    pub fn cost(&mut self) -> Option<Cost> {
        let mut cost = vec![self.cost_part()?];
        while let Some(part) = self.attempt(|p| {
            p.need(",")?;
            p.cost_part()
        }) {
            cost.push(part);
        }
        Some(cost)
    }

    /// Parses one part of a cost, with a verb in the imperative.
    pub fn cost_part(&mut self) -> Option<CostPart> {
        self.attempt(|p| {
            if let Some(mana) = p.mana_cost() {
                return Some(CostPart::Mana(mana));
            }
            if p.eat("{t}") {
                return Some(CostPart::Tap);
            }
            if p.eat("{q}") {
                return Some(CostPart::Untap);
            }
            match p.peek() {
                "sacrifice" => {
                    p.bump();
                    Some(CostPart::Sacrifice(p.paid()?))
                }
                "discard" => p.discard_cost(),
                "pay" => p.pay(),
                "exile" => {
                    p.bump();
                    Some(CostPart::Exile(p.paid()?))
                }
                "return" => {
                    p.bump();
                    let what = p.paid()?;
                    let owner = p.eat("to its owner 's hand") || p.eat("to their owner 's hand");
                    owner.then_some(CostPart::Return(what))
                }
                "tap" => {
                    p.bump();
                    if let Some(part) = p.attempt(Self::tap_power) {
                        return Some(part);
                    }
                    Some(CostPart::TapObj(p.paid()?))
                }
                "untap" => {
                    p.bump();
                    Some(CostPart::UntapObj(p.paid()?))
                }
                "remove" => p.remove_counters_cost(),
                "put" => {
                    p.bump();
                    let (count, kind) = p.counters()?;
                    p.need("on")?;
                    Some(CostPart::PutCounters { count, kind, on: p.paid()? })
                }
                "reveal" => {
                    p.bump();
                    Some(CostPart::Reveal(p.paid()?))
                }
                "mill" => {
                    p.bump();
                    Some(CostPart::Mill(p.counted("card", "cards")?))
                }
                _ => None,
            }
        })
    }

    /// Parses `any number of untapped creatures you control with total power 3 or more`.
    fn tap_power(&mut self) -> Option<CostPart> {
        self.need("any number of")?;
        let other = self.eat("other");
        self.need("untapped creatures you control with total power")?;
        let least = self.number()?;
        self.need("or more")?;
        Some(CostPart::TapPower { other, least })
    }

    /// Parses an object that is paid as a cost. It is never a target. Later pronouns may refer to it.
    fn paid(&mut self) -> Option<Obj> {
        let targets = self.targets.len();
        let what = self.object_single()?;
        if self.targets.len() != targets {
            return None;
        }
        if let Some(last) = self.seen.last_mut()
            && last.link == Link::Last
        {
            last.link = Link::Paid;
        }
        Some(what)
    }

    fn discard_cost(&mut self) -> Option<CostPart> {
        self.need("discard")?;
        if self.eat("your hand") {
            return Some(CostPart::Discard { what: Obj::HandOf(crate::ir::Who::You), random: false });
        }
        let what = self.paid()?;
        let random = self.eat("at random");
        Some(CostPart::Discard { what, random })
    }

    fn pay(&mut self) -> Option<CostPart> {
        self.need("pay")?;
        if let Some(mana) = self.mana_cost() {
            return Some(CostPart::PayMana(mana));
        }
        if let Some(energy) = self.energy() {
            return Some(CostPart::Energy(energy));
        }
        let amount = self.amount_word()?;
        self.need("life")?;
        Some(CostPart::Life(amount))
    }

    /// Parses energy symbols, such as `{e}{e}`.
    pub fn energy(&mut self) -> Option<Amount> {
        let mut count = 0;
        while self.eat("{e}") {
            count += 1;
        }
        (count > 0).then_some(Amount::Number(count))
    }

    fn remove_counters_cost(&mut self) -> Option<CostPart> {
        self.need("remove")?;
        let (count, kind) = self.counters_chosen()?;
        self.need("from")?;
        Some(CostPart::RemoveCounters { count, kind, from: self.paid()? })
    }

    /// Parses `a +1/+1 counter`, `two charge counters`.
    pub fn counters(&mut self) -> Option<(Amount, CounterKind)> {
        self.attempt(|p| {
            if p.eat("a") || p.eat("an") {
                let kind = p.counter_kind()?;
                p.need("counter")?;
                return Some((Amount::Number(1), kind));
            }
            let count = p.amount_word()?;
            let kind = p.counter_kind()?;
            p.need(if count == Amount::Number(1) { "counter" } else { "counters" })?;
            Some((count, kind))
        })
    }

    /// Parses `a counter`, `all charge counters`, `any number of storage counters`.
    pub fn counters_chosen(&mut self) -> Option<(Choice, Option<CounterKind>)> {
        self.attempt(|p| {
            if p.eat("a counter") {
                return Some((Choice::One, None));
            }
            if p.eat("a") || p.eat("an") {
                let kind = p.counter_kind()?;
                p.need("counter")?;
                return Some((Choice::One, Some(kind)));
            }
            let count = if p.eat("any number of") { Choice::Any } else { Choice::Exactly(p.amount_word()?) };
            let kind = if p.is("counters") { None } else { Some(p.counter_kind()?) };
            p.need("counters")?;
            Some((count, kind))
        })
    }

    /// Parses `as an additional cost to cast ~, …`, `~ costs {1} less to cast …`, and alternative costs.
    pub fn spell_cost(&mut self) -> Option<SpellCost> {
        self.attempt(|p| {
            if p.eat("as an additional cost to cast ~ ,") {
                let cost = p.cost_and()?;
                let mut ways = vec![cost];
                while p.eat("or") {
                    ways.push(p.cost_and()?);
                }
                p.stop()?;
                return Some(if ways.len() == 1 {
                    SpellCost::Additional(ways.remove(0))
                } else {
                    SpellCost::AdditionalOr(ways)
                });
            }
            if p.is("~ costs") {
                return p.own_cost_change();
            }
            p.alternative()
        })
    }

    /// Parses `sacrifice a creature and pay 2 life`.
    fn cost_and(&mut self) -> Option<Cost> {
        let mut cost = vec![self.cost_part()?];
        while let Some(part) = self.attempt(|p| {
            p.need("and")?;
            p.cost_part()
        }) {
            cost.push(part);
        }
        Some(cost)
    }

    fn own_cost_change(&mut self) -> Option<SpellCost> {
        self.need("~ costs")?;
        self.cost_change("to cast")
    }

    /// Parses a change of a cost after `costs`: how much more or less, and when.
    pub fn cost_change(&mut self, act: &str) -> Option<SpellCost> {
        let mana = self.mana_cost()?;
        let more = self.eat("more");
        if !more {
            self.need("less")?;
        }
        self.need(act)?;
        let mut each = None;
        let mut cond = None;
        let mut targeting = None;
        if self.eat("for each") {
            each = Some(self.each_of()?);
        } else if self.eat("if it targets") {
            targeting = Some(self.article_filter()?);
        } else if self.eat("if") {
            cond = Some(self.cond()?);
        } else if let Some(x) = self.where_x() {
            self.stop()?;
            return Some(SpellCost::Change { more, mana, each: None, cond: None, targeting: None, x: Some(x) });
        }
        self.stop()?;
        Some(SpellCost::Change { more, mana, each, cond, targeting, x: None })
    }

    fn alternative(&mut self) -> Option<SpellCost> {
        let cond = if self.eat("if") {
            let cond = self.cond()?;
            self.need(",")?;
            Some(cond)
        } else {
            None
        };
        self.need("you may")?;
        if self.eat("cast ~ without paying its mana cost .") {
            return Some(SpellCost::Alternative { cond, cost: Vec::new() });
        }
        let cost = self.cost_and()?;
        self.need("rather than pay ~ 's mana cost .")?;
        Some(SpellCost::Alternative { cond, cost })
    }
}
