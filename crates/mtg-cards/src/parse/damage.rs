//! Parses instructions that deal damage or prevent it.

use super::P;
use crate::ir::{Act, Amount, Choice, DamageSay, DamageTo, Kind, Link, Obj, Prevention, Target, TargetKind};

impl P<'_> {
    /// Parses the rest of a clause after `deals`.
    pub fn damage(&mut self, from: Obj) -> Option<Act> {
        if self.eat("damage") {
            if let Some(amount) = self.equal_to() {
                self.need("to")?;
                let to = self.damage_to(&from)?;
                return Some(Act::Damage { from, amount, to, say: DamageSay::EqualBefore });
            }
            self.need("to")?;
            let to = self.damage_to(&from)?;
            let amount = self.equal_to()?;
            return Some(Act::Damage { from, amount, to, say: DamageSay::EqualAfter });
        }
        let amount = self.amount_word()?;
        self.need("damage")?;
        if self.eat("divided as you choose among") {
            let to = DamageTo::Divided(self.divided_among()?);
            return Some(Act::Damage { from, amount, to, say: DamageSay::Number });
        }
        self.need("to")?;
        let to = self.damage_to(&from)?;
        let (amount, each) = self.for_each(amount);
        let say = if each == crate::ir::AmountSay::ForEach { DamageSay::ForEach } else { DamageSay::Number };
        Some(Act::Damage { from, amount, to, say })
    }

    /// Parses the recipients of damage. `from` is the source of the damage. A pronoun for a recipient never means this
    /// source.
    pub fn damage_to(&mut self, from: &Obj) -> Option<DamageTo> {
        if self.eat("itself") {
            let to = *super::links(from).first()?;
            return Some(DamageTo::Obj(Obj::Back { to, say: crate::ir::Say::Itself }));
        }
        self.in_other_role(from, Self::recipients)
    }

    /// Parses the recipients of damage that has no source in the text.
    pub fn recipients(&mut self) -> Option<DamageTo> {
        if let Some(who) = self.attempt(|p| p.who()) {
            let object = self.attempt(|p| {
                p.need("and")?;
                if !matches!(p.peek(), "each" | "all" | "target" | "up" | "any") {
                    return None;
                }
                let object = p.object_single()?;
                (!p.at_object_verb()).then_some(object)
            });
            return Some(match object {
                Some(object) => DamageTo::WhoAndObj(who, object),
                None => DamageTo::Who(who),
            });
        }
        let object = if self.eat("each of") {
            Obj::EachOf(Box::new(self.targets_plain().or_else(|| self.object_single())?))
        } else {
            self.object()?
        };
        let who = self.attempt(|p| {
            p.need("and")?;
            let who = p.who()?;
            // If the clause does not end after the player, the player is the subject of another clause:
            // `… and you gain 2 life`.
            p.at_clause_end().then_some(who)
        });
        Some(match who {
            Some(who) => DamageTo::Both(object, who),
            None => DamageTo::Obj(object),
        })
    }

    fn at_clause_end(&self) -> bool {
        matches!(self.peek(), "" | "." | "," | "and" | "\n" | "\"" | "equal" | "unless" | "for" | "if" | "instead")
    }

    /// Parses `any number of targets`, `two targets`.
    fn targets_plain(&mut self) -> Option<Obj> {
        self.attempt(|p| {
            let count = p.target_count()?;
            p.need("targets")?;
            p.plain_target(count)
        })
    }

    fn plain_target(&mut self, count: Choice) -> Option<Obj> {
        let kind = TargetKind::Any { other: false };
        let slot = self.new_target(Target { count, kind, by_opponent: false })?;
        self.mention(Link::Target(slot), true);
        Some(Obj::Target(slot))
    }

    fn target_count(&mut self) -> Option<Choice> {
        if self.eat("any number of") {
            return Some(Choice::Any);
        }
        if self.eat("up to") {
            return Some(Choice::UpTo(self.amount_word()?));
        }
        if self.eat("one , two , or three") {
            return Some(Choice::OneTo(3));
        }
        if self.eat("one or two") {
            return Some(Choice::OneTo(2));
        }
        let amount = self.amount_word()?;
        (amount != Amount::Number(1)).then_some(Choice::Exactly(amount))
    }

    /// Parses the targets among which damage or counters are divided.
    pub fn divided_among(&mut self) -> Option<Obj> {
        let count = self.target_count()?;
        if self.eat("targets") {
            return self.plain_target(count);
        }
        self.need("target")?;
        let (filter, many) = self.filter()?;
        if !many {
            return None;
        }
        let kind = TargetKind::Object(filter);
        let slot = self.new_target(Target { count, kind, by_opponent: false })?;
        self.mention(Link::Target(slot), true);
        Some(Obj::Target(slot))
    }

    pub fn unpreventable(&mut self) -> Option<Act> {
        self.need("damage can't be prevented this turn")?;
        Some(Act::Unpreventable)
    }

    /// Parses `the next time a red source of your choice would deal damage to you this turn, prevent that damage`.
    pub fn prevent_next(&mut self) -> Option<Act> {
        self.need("the next time")?;
        if !self.eat("a") {
            self.need("an")?;
        }
        let (by, many) = self.nouns()?;
        if many || by.nouns.iter().any(|noun| noun.head.kind != Kind::Source) {
            return None;
        }
        self.need("of your choice would deal damage to")?;
        let to = self.recipients()?;
        self.need("this turn , prevent that damage")?;
        Some(Act::PreventNext { by, to })
    }

    pub fn prevent(&mut self) -> Option<Act> {
        self.need("prevent")?;
        if self.eat("the next") {
            let amount = self.amount_word()?;
            self.need("damage that would be dealt to")?;
            let to = self.recipients()?;
            self.need("this turn")?;
            return Some(Act::Prevent(Prevention {
                amount: Some(amount),
                combat: false,
                to: Some(to),
                by: None,
                turn_first: false,
            }));
        }
        self.need("all")?;
        let combat = self.eat("combat");
        self.need("damage that would be dealt")?;
        let mut prevention = Prevention { amount: None, combat, to: None, by: None, turn_first: false };
        if self.eat("this turn by") {
            prevention.by = Some(self.object()?);
            prevention.turn_first = true;
            return Some(Act::Prevent(prevention));
        }
        if self.eat("to and dealt by") {
            let what = self.object_single()?;
            prevention.to = Some(DamageTo::Obj(what.clone()));
            prevention.by = Some(what);
        } else if self.eat("to") {
            prevention.to = Some(self.recipients()?);
        } else if self.eat("by") {
            prevention.by = Some(self.object()?);
        }
        self.need("this turn")?;
        Some(Act::Prevent(prevention))
    }
}
