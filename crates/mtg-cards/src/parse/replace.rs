//! Parses replacement effects of static abilities.

use super::P;
use crate::ir::{ChosenKind, CostPart, DoubledKind, Except, Link, Obj, Phase, Replacement, Who};

impl P<'_> {
    pub fn replacement(&mut self) -> Option<Replacement> {
        self.only(&[
            Self::enters,
            Self::enters_choosing,
            Self::enters_if,
            Self::would,
            Self::prevents_all,
            Self::shock,
            Self::enters_as_copy,
            Self::skips,
        ])
    }

    /// Parses `~ enters tapped`, `~ enters with two +1/+1 counters on it`.
    fn enters(&mut self) -> Option<Replacement> {
        let what = self.object()?;
        if !matches!(what, Obj::Source | Obj::Every { .. }) {
            return None;
        }
        let many = self.plural_object(&what);
        self.need(if many { "enter" } else { "enters" })?;
        self.eat("the battlefield");
        if self.eat("tapped") {
            let unless = if self.eat("unless") { Some(self.cond()?) } else { None };
            let cond = if unless.is_none() && self.eat("if") { Some(self.cond()?) } else { None };
            self.stop()?;
            return Some(Replacement::EntersTapped { what, unless, cond });
        }
        self.enters_with(what, None, false)
    }

    fn enters_with(&mut self, what: Obj, cond: Option<crate::ir::Cond>, first: bool) -> Option<Replacement> {
        self.need("with")?;
        let additional = self.eat("an additional");
        let (count, kind) = if additional {
            let kind = self.counter_kind()?;
            self.need("counter")?;
            (crate::ir::Amount::Number(1), kind)
        } else if self.eat("a number of") {
            return None;
        } else {
            self.counters()?
        };
        if !self.eat("on it") {
            self.need("on them")?;
        }
        let each = self.attempt(|p| {
            p.need("for each")?;
            p.each_of()
        });
        let x = self.where_x();
        let (cond, first) = if cond.is_none() && self.eat("if") { (Some(self.cond()?), false) } else { (cond, first) };
        self.stop()?;
        Some(Replacement::EntersWith { what, count, kind, additional, each, x, cond, first })
    }

    /// Parses `if ~ was kicked, it enters with …`.
    fn enters_if(&mut self) -> Option<Replacement> {
        self.need("if")?;
        let cond = self.cond()?;
        self.need(",")?;
        let what = self.object_single()?;
        self.need("enters")?;
        if !matches!(what, Obj::Source | Obj::Back { to: Link::Source, .. }) {
            return None;
        }
        self.enters_with(what, Some(cond), true)
    }

    fn enters_choosing(&mut self) -> Option<Replacement> {
        self.need("as ~ enters , choose")?;
        let kind = self.one_of(&[
            ("a creature type .", ChosenKind::CreatureType),
            ("a color .", ChosenKind::Color),
            ("an opponent .", ChosenKind::Opponent),
            ("a basic land type .", ChosenKind::BasicLandType),
        ])?;
        Some(Replacement::EntersChoosing(kind))
    }

    /// Parses `if … would …, … instead`.
    fn would(&mut self) -> Option<Replacement> {
        self.need("if")?;
        for (words, kind) in DOUBLED {
            if self.eat(words) {
                return Some(Replacement::Doubled(kind));
            }
        }
        let what = self.object_single()?;
        if matches!(what, Obj::Target(_)) {
            return None;
        }
        let replaced = if self.eat("would die , exile it instead .") {
            Replacement::DiesExile(what)
        } else {
            self.need("would be put into a graveyard from anywhere , exile it instead .")?;
            Replacement::GraveyardExile(what)
        };
        Some(replaced)
    }

    /// Parses the prevention of damage by a static ability: `prevent all …`.
    fn prevents_all(&mut self) -> Option<Replacement> {
        self.need("prevent all")?;
        let combat = self.eat("combat");
        self.need("damage that would be dealt")?;
        let (mut to, mut by) = (None, None);
        if self.eat("to and dealt by") {
            let what = self.object()?;
            self.stop()?;
            return Some(Replacement::PreventAll { combat, to: Some(what.clone()), by: Some(what) });
        }
        if self.eat("to") {
            to = Some(self.object()?);
        } else {
            self.need("by")?;
            by = Some(self.object()?);
        }
        self.stop()?;
        Some(Replacement::PreventAll { combat, to, by })
    }

    /// Parses `as ~ enters, you may pay 2 life. if you don't, it enters tapped.`
    fn shock(&mut self) -> Option<Replacement> {
        self.need("as ~ enters , you may")?;
        let cost = self.cost_part()?;
        if !matches!(cost, CostPart::Life(_) | CostPart::Reveal(_) | CostPart::PayMana(_)) {
            return None;
        }
        self.need(". if you don't ,")?;
        let what = self.one_of(&[("it", false), ("~", true)])?;
        self.need("enters tapped .")?;
        let what = if what { Obj::Source } else { Obj::Back { to: Link::Source, say: crate::ir::Say::It } };
        Some(Replacement::EntersTappedUnlessPaid { what, cost: vec![cost] })
    }

    /// Parses `you may have ~ enter as a copy of any creature on the battlefield.`
    fn enters_as_copy(&mut self) -> Option<Replacement> {
        self.need("you may have ~ enter as a copy of")?;
        let one = !self.eat("any");
        let of = if one {
            self.article_filter()?
        } else {
            let (of, many) = self.filter()?;
            (!many).then_some(of)?
        };
        let except = if self.eat(", except") { self.excepts()? } else { Vec::new() };
        self.stop()?;
        Some(Replacement::EntersAsCopy { of, may: true, one, except })
    }

    /// Parses the exceptions of a copy: `it isn't legendary`,
    /// `it's a bird in addition to its other types and it has flying`.
    fn excepts(&mut self) -> Option<Vec<Except>> {
        let mut list = vec![self.except()?];
        while let Some(next) = self.attempt(|p| {
            p.need("and")?;
            p.except()
        }) {
            list.push(next);
        }
        Some(list)
    }

    fn except(&mut self) -> Option<Except> {
        if self.eat("it isn't legendary") {
            return Some(Except::NotLegendary);
        }
        if self.eat("it's") {
            return Some(Except::Mod { change: self.becomes()?, said: true });
        }
        let said = self.eat("it");
        self.need("has")?;
        Some(Except::Mod { change: self.gained()?, said })
    }

    fn skips(&mut self) -> Option<Replacement> {
        self.need("skip your")?;
        let phase = self.one_of(&[
            ("draw step .", Phase::Draw),
            ("untap step .", Phase::Untap),
            ("upkeep step .", Phase::Upkeep),
        ])?;
        Some(Replacement::Skip(Who::You, phase))
    }
}

/// The texts of the effects that double a number. Each text is one fixed sentence.
pub(crate) const DOUBLED: [(&str, DoubledKind); 6] = [
    (
        "an effect would put one or more counters on a permanent you control , it puts twice that many of those counters on that permanent instead .",
        DoubledKind::Counters,
    ),
    (
        "an effect would create one or more tokens under your control , it creates twice that many of those tokens instead .",
        DoubledKind::Tokens,
    ),
    (
        "one or more +1/+1 counters would be put on a creature you control , that many plus one +1/+1 counters are put on it instead .",
        DoubledKind::PlusOneMore,
    ),
    (
        "one or more +1/+1 counters would be put on a creature you control , twice that many +1/+1 counters are put on it instead .",
        DoubledKind::PlusOneCounters,
    ),
    (
        "a source you control would deal damage to a permanent or player , it deals double that damage to that permanent or player instead .",
        DoubledKind::Damage,
    ),
    ("you would gain life , you gain twice that much life instead .", DoubledKind::Life),
];
