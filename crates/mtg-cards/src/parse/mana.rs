//! Parses the mana that an instruction adds.

use super::P;
use crate::ir::{Act, Amount, Colors, Mana, ManaSymbol, SpendOnly, Who};

impl P<'_> {
    pub fn add_mana(&mut self) -> Option<Act> {
        self.verb("add")?;
        let mana = self.attempt(Self::mana_words).or_else(|| self.mana_symbols())?;
        let spend = self.attempt(|p| {
            if p.eat(". this mana can't be spent to cast") {
                return p.article_filter().map(SpendOnly::NotCast);
            }
            p.need(". spend this mana only")?;
            p.spend()
        });
        Some(Act::AddMana { who: self.actor(), mana, spend })
    }

    fn spend(&mut self) -> Option<SpendOnly> {
        self.need("to")?;
        if self.eat("activate abilities") {
            return Some(SpendOnly::Activate);
        }
        self.need("cast")?;
        let article = self.eat("a") || self.eat("an");
        let (filter, many) = self.filter()?;
        if article == many {
            return None;
        }
        if self.eat("or activate") {
            let one = self.eat("an ability of");
            if !one {
                self.need("abilities of")?;
            }
            let article = self.eat("a") || self.eat("an");
            let (source, plural) = self.filter()?;
            if article == plural || one == plural {
                return None;
            }
            return Some(SpendOnly::CastOrActivate(filter, many, source, plural));
        }
        if self.is("and activate") {
            return None;
        }
        Some(SpendOnly::Cast(filter, many))
    }

    fn mana_symbols(&mut self) -> Option<Mana> {
        let first = self.mana_cost()?;
        if self.eat("for each") {
            return Some(Mana::ForEach(first, self.each_of()?));
        }
        let mut ways = vec![first];
        while let Some(next) = self.attempt(|p| {
            if !p.eat(", or") && !p.eat("or") && !p.eat(",") {
                return None;
            }
            p.mana_cost()
        }) {
            ways.push(next);
        }
        Some(if ways.len() == 1 { Mana::Symbols(ways.remove(0)) } else { Mana::OneOf(ways) })
    }

    fn mana_words(&mut self) -> Option<Mana> {
        if self.eat("an amount of") {
            let symbol = crate::mana::symbol(self.bump())?;
            return Some(Mana::AmountOf(symbol, self.equal_to()?));
        }
        let amount = self.amount_word()?;
        self.need("mana")?;
        let any = if self.is("of any type that a land") { "of any type" } else { "of any color" };
        let kind = any == "of any type";
        if self.eat(&format!("{any} that a land you control could produce")) {
            return (amount == Amount::Number(1)).then_some(Mana::ColorOfLands(Who::You, kind));
        }
        if self.eat(&format!("{any} that a land an opponent controls could produce")) {
            return (amount == Amount::Number(1))
                .then_some(Mana::ColorOfLands(Who::A(crate::ir::Players::Opponent), kind));
        }
        if self.eat("of any one color") {
            return (amount != Amount::Number(1)).then_some(Mana::AnyColor(amount));
        }
        if self.eat("of any color") {
            return (amount == Amount::Number(1)).then_some(Mana::AnyColor(amount));
        }
        if self.eat("of the chosen color") {
            return Some(Mana::ChosenColor(amount));
        }
        if self.eat("in any combination of colors") {
            return Some(Mana::Combination(amount, None));
        }
        self.need("in any combination of")?;
        let mut colors = Colors::default();
        loop {
            match crate::mana::symbol(self.bump())? {
                ManaSymbol::Color(color) => colors = colors.with(color),
                _ => return None,
            }
            if !self.eat(", and/or") && !self.eat("and/or") && !self.eat(",") {
                break;
            }
        }
        Some(Mana::Combination(amount, Some(colors)))
    }
}
