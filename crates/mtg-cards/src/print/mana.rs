//! Prints the mana that an instruction adds.

use super::W;
use crate::ir::{Amount, Filter, Mana, Players, SpendOnly, Who};

impl W<'_> {
    pub fn mana(&mut self, mana: &Mana) {
        match mana {
            Mana::Symbols(symbols) => self.symbols(symbols),
            Mana::OneOf(ways) => self.list(ways, "or", |w, way| w.symbols(way)),
            Mana::AnyColor(amount) => {
                self.amount_words(amount);
                self.either(*amount == Amount::Number(1), "mana of any color", "mana of any one color");
            }
            Mana::Combination(amount, None) => {
                self.amount_words(amount);
                self.w("mana in any combination of colors");
            }
            Mana::Combination(amount, Some(colors)) => {
                self.amount_words(amount);
                self.w("mana in any combination of");
                let colors: Vec<_> = colors.iter().collect();
                self.list(&colors, "and/or", |w, color| {
                    w.symbols(&[crate::ir::ManaSymbol::Color(*color)]);
                });
            }
            Mana::ForEach(symbols, each) => {
                self.symbols(symbols);
                self.for_each(each);
            }
            Mana::AmountOf(symbol, amount) => {
                self.w("an amount of");
                self.symbols(&[*symbol]);
                self.w("equal to");
                self.quantity(amount);
            }
            Mana::ChosenColor(amount) => {
                self.amount_words(amount);
                self.w("mana of the chosen color");
            }
            Mana::ColorOfLands(who, kind) => {
                self.either(*kind, "one mana of any type that a land", "one mana of any color that a land");
                let opponent = *who == Who::A(Players::Opponent);
                self.either(opponent, "an opponent controls", "you control");
                self.w("could produce");
            }
        }
    }

    pub fn spend(&mut self, spend: &SpendOnly) {
        let phrase = |w: &mut Self, filter: &Filter, many: bool| {
            if many {
                w.filter(filter, true);
            } else {
                w.article(|w| w.filter(filter, false));
            }
        };
        match spend {
            SpendOnly::Cast(filter, many) => {
                self.w(". spend this mana only to cast");
                phrase(self, filter, *many);
            }
            SpendOnly::Activate => self.w(". spend this mana only to activate abilities"),
            SpendOnly::CastOrActivate(filter, many, source, plural) => {
                self.w(". spend this mana only to cast");
                phrase(self, filter, *many);
                self.w("or activate");
                self.either(*plural, "abilities of", "an ability of");
                phrase(self, source, *plural);
            }
            SpendOnly::NotCast(filter) => {
                self.w(". this mana can't be spent to cast");
                phrase(self, filter, false);
            }
        }
    }
}
