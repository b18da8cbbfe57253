//! Parses keyword abilities: alone on a line, or in a list.

use super::P;
use super::noun::color_word;
use crate::ir::{
    CardType, Colors, Cost, CostPart, Filter, Head, Keyword, KeywordCost, KeywordCount, Kind, ManaCost, Noun,
    PlainKeyword, Players, Pred, Quality, Supertype,
};

impl P<'_> {
    /// Parses one keyword with its parameter.
    pub fn one_keyword(&mut self) -> Option<Keyword> {
        self.attempt(|p| {
            if p.eat("partner with") {
                return Some(Keyword::PartnerWith(p.card_name()?));
            }
            if let Some(plain) = PlainKeyword::ALL.iter().copied().find(|plain| p.is(plain.words())) {
                // `hexproof from …` is a different keyword than `hexproof`.
                if plain == PlainKeyword::Hexproof && p.is("hexproof from") {
                    p.eat("hexproof from");
                    return Some(Keyword::HexproofFrom(p.qualities()?));
                }
                p.eat(plain.words());
                return Some(Keyword::Plain(plain));
            }
            match p.peek() {
                "protection" => {
                    p.need("protection from")?;
                    return Some(Keyword::Protection(p.qualities()?));
                }
                "enchant" => return p.enchant(),
                "affinity" => {
                    p.need("affinity for")?;
                    let (filter, many) = p.filter()?;
                    return many.then_some(Keyword::Affinity(filter));
                }
                "suspend" => {
                    p.bump();
                    let count = p.amount_word()?;
                    p.need("—")?;
                    return Some(Keyword::Suspend(count, p.mana_cost()?));
                }
                _ => {}
            }
            if let Some(count) = KeywordCount::ALL.iter().copied().find(|count| p.is(count.words())) {
                p.eat(count.words());
                return Some(Keyword::Number(count, p.amount_word()?));
            }
            if let Some(keyword) = p.attempt(Self::landwalk) {
                return Some(keyword);
            }
            if let Some(keyword) = p.attempt(Self::typecycling) {
                return Some(keyword);
            }
            p.costly()
        })
    }

    fn costly(&mut self) -> Option<Keyword> {
        let keyword = KeywordCost::ALL.iter().copied().find(|keyword| self.is(keyword.words()))?;
        self.eat(keyword.words());
        if keyword == KeywordCost::Kicker
            && let Some((one, other)) = self.attempt(|p| {
                let one = p.mana_cost()?;
                p.need("and/or")?;
                Some((one, p.mana_cost()?))
            })
        {
            return Some(Keyword::KickerTwo(one, other));
        }
        if keyword == KeywordCost::Equip
            && let Some((filter, cost)) = self.attempt(|p| {
                let (filter, many) = p.filter()?;
                let cost = p.mana_cost()?;
                (!many).then_some((filter, cost))
            })
        {
            return Some(Keyword::EquipOnly(filter, vec![CostPart::Mana(cost)]));
        }
        let cost = self.keyword_cost()?;
        Some(Keyword::Cost(keyword, cost))
    }

    /// Parses the cost of a keyword: a mana cost, or a dash and costs in words.
    pub fn keyword_cost(&mut self) -> Option<Cost> {
        if let Some(mana) = self.mana_cost() {
            return Some(vec![CostPart::Mana(mana)]);
        }
        self.need("—")?;
        let cost = self.cost()?;
        self.eat(".");
        Some(cost)
    }

    /// Parses a sequence of mana symbols.
    pub fn mana_cost(&mut self) -> Option<ManaCost> {
        let mut symbols = Vec::new();
        while let Some(symbol) = crate::mana::symbol(self.peek()) {
            symbols.push(symbol);
            self.bump();
        }
        (!symbols.is_empty()).then_some(symbols)
    }

    fn enchant(&mut self) -> Option<Keyword> {
        self.need("enchant")?;
        if self.eat("player") {
            return Some(Keyword::EnchantPlayer(Players::Any));
        }
        if self.eat("opponent") {
            return Some(Keyword::EnchantPlayer(Players::Opponent));
        }
        let (filter, many) = self.filter()?;
        (!many).then_some(Keyword::Enchant(filter))
    }

    /// Parses the words after `protection from`: `black`, `red and from green`, `artifacts`, `everything`.
    fn qualities(&mut self) -> Option<Vec<Quality>> {
        let mut qualities = vec![self.quality()?];
        while let Some(more) = self.attempt(|p| {
            if !p.eat("and from") && !p.eat(", and from") && !p.eat(", from") {
                return None;
            }
            p.quality()
        }) {
            qualities.push(more);
        }
        Some(qualities)
    }

    fn quality(&mut self) -> Option<Quality> {
        if self.eat("everything") {
            return Some(Quality::Everything);
        }
        if self.eat("all colors") || self.is("each color") {
            return (!self.is("each color")).then_some(Quality::AllColors);
        }
        if self.eat("monocolored") {
            return Some(Quality::Monocolored);
        }
        if self.eat("multicolored") {
            return Some(Quality::Multicolored);
        }
        if self.eat("the color of your choice") {
            return Some(Quality::ColorOfChoice);
        }
        if self.eat("the chosen color") {
            return Some(Quality::ChosenColor);
        }
        if let Some(color) = color_word(self.peek())
            && crate::parse::noun::type_word(self.peek_at(1)).is_none()
        {
            self.bump();
            return Some(Quality::Color(Colors::default().with(color)));
        }
        let (filter, many) = self.filter()?;
        many.then_some(Quality::Objects(filter))
    }

    fn landwalk(&mut self) -> Option<Keyword> {
        let land = Head::typed(Kind::Permanent, CardType::Land);
        if self.eat("nonbasic landwalk") {
            let adj = vec![Pred::NotSuper(Supertype::Basic)];
            return Some(Keyword::Landwalk(walk_filter(Noun { adj, head: land })));
        }
        for supertype in [Supertype::Legendary, Supertype::Snow] {
            if self.is(&format!("{} landwalk", supertype.word())) {
                self.at += 2;
                return Some(Keyword::Landwalk(walk_filter(Noun { adj: vec![Pred::Super(supertype)], head: land })));
            }
        }
        let stem = self.peek().strip_suffix("walk")?;
        let subtype = self.lex.subtype(stem)?;
        self.bump();
        let head = Head { kind: Kind::Permanent, types: 0, subtype: Some(subtype) };
        Some(Keyword::Landwalk(walk_filter(Noun { adj: Vec::new(), head })))
    }

    fn typecycling(&mut self) -> Option<Keyword> {
        if self.eat("basic landcycling") {
            return Some(Keyword::Typecycling(None, self.keyword_cost()?));
        }
        let stem = self.peek().strip_suffix("cycling")?;
        let subtype = self.lex.subtype(stem)?;
        self.bump();
        Some(Keyword::Typecycling(Some(subtype), self.keyword_cost()?))
    }

    /// Parses keywords in a sentence: `flying, first strike, and trample`, or `flying and haste`.
    pub fn keyword_list(&mut self) -> Option<Vec<Keyword>> {
        let mut list = vec![self.one_keyword()?];
        while let Some(next) = self.attempt(|p| {
            if !p.eat(", and") && !p.eat("and") && !p.eat(",") {
                return None;
            }
            p.one_keyword()
        }) {
            list.push(next);
        }
        Some(list)
    }

    /// Parses a line of keywords. The flag says whether semicolons separate them.
    pub fn keyword_line(&mut self) -> Option<(Vec<Keyword>, bool)> {
        let mut list = vec![self.one_keyword()?];
        let semicolons = self.is(";");
        while self.eat(if semicolons { ";" } else { "," }) {
            list.push(self.one_keyword()?);
        }
        Some((list, semicolons))
    }
}

fn walk_filter(noun: Noun) -> Filter {
    Filter { nouns: vec![noun], join: crate::ir::Join::Or, post: Vec::new(), repeat: false }
}
