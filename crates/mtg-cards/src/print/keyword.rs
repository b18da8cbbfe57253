//! Prints keyword abilities.

use super::W;
use crate::ir::{CostPart, Filter, Keyword, ManaSymbol, Players, Pred, Quality};

impl W<'_> {
    pub fn keyword(&mut self, keyword: &Keyword) {
        match keyword {
            Keyword::Plain(plain) => self.w(plain.words()),
            Keyword::Cost(name, cost) => {
                self.w(name.words());
                self.keyword_cost(cost);
            }
            Keyword::Number(name, amount) => {
                self.w(name.words());
                self.amount_digits(amount);
            }
            Keyword::Enchant(filter) => {
                self.w("enchant");
                self.filter(filter, false);
            }
            Keyword::EnchantPlayer(players) => {
                self.either(*players == Players::Opponent, "enchant opponent", "enchant player");
            }
            Keyword::Protection(list) => {
                self.w("protection");
                self.qualities(list);
            }
            Keyword::HexproofFrom(list) => {
                self.w("hexproof");
                self.qualities(list);
            }
            Keyword::Landwalk(filter) => self.landwalk(filter),
            Keyword::Typecycling(subtype, cost) => {
                match subtype {
                    Some(subtype) => {
                        let word = format!("{}cycling", self.lex.subtype_word(*subtype, false));
                        self.w(&word);
                    }
                    None => self.w("basic landcycling"),
                }
                self.keyword_cost(cost);
            }
            Keyword::Affinity(filter) => {
                self.w("affinity for");
                self.filter(filter, true);
            }
            Keyword::Suspend(count, cost) => {
                self.w("suspend");
                self.amount_digits(count);
                self.w("—");
                self.symbols(cost);
            }
            Keyword::EquipOnly(filter, cost) => {
                self.w("equip");
                self.filter(filter, false);
                self.cost(cost);
            }
            Keyword::PartnerWith(name) => {
                self.w("partner with");
                self.card_name(*name);
            }
            Keyword::KickerTwo(one, other) => {
                self.w("kicker");
                self.symbols(one);
                self.w("and/or");
                self.symbols(other);
            }
        }
    }

    fn keyword_cost(&mut self, cost: &[CostPart]) {
        if let [CostPart::Mana(mana)] = cost {
            return self.symbols(mana);
        }
        self.w("—");
        self.cost(cost);
        self.w(".");
    }

    pub fn symbols(&mut self, mana: &[ManaSymbol]) {
        for symbol in mana {
            self.w(&crate::mana::print(*symbol));
        }
    }

    fn qualities(&mut self, list: &[Quality]) {
        let items: Vec<&Quality> = list.iter().collect();
        self.list(&items, "and", |w, quality| {
            w.w("from");
            w.quality(quality);
        });
    }

    fn quality(&mut self, quality: &Quality) {
        match quality {
            Quality::Color(colors) => {
                for color in colors.iter() {
                    self.w(color.word());
                }
            }
            Quality::AllColors => self.w("all colors"),
            Quality::Everything => self.w("everything"),
            Quality::Monocolored => self.w("monocolored"),
            Quality::Multicolored => self.w("multicolored"),
            Quality::Objects(filter) => self.filter(filter, true),
            Quality::ChosenColor => self.w("the chosen color"),
            Quality::ColorOfChoice => self.w("the color of your choice"),
        }
    }

    fn landwalk(&mut self, filter: &Filter) {
        let Some(noun) = filter.nouns.first() else { return };
        if let Some(subtype) = noun.head.subtype {
            let word = format!("{}walk", self.lex.subtype_word(subtype, false));
            return self.w(&word);
        }
        match noun.adj.first() {
            Some(Pred::NotSuper(_)) => self.w("nonbasic landwalk"),
            Some(Pred::Super(supertype)) => self.w(&format!("{} landwalk", supertype.word())),
            _ => self.w("landwalk"),
        }
    }

    /// Prints keywords as a list in a sentence: `flying, first strike, and trample`.
    pub fn keyword_list(&mut self, list: &[Keyword]) {
        self.list(list, "and", |w, keyword| w.keyword(keyword));
    }
}
