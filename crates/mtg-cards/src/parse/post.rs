//! Parses properties after a noun: `you control`, `with flying`, `in your graveyard`.

use super::P;
use crate::ir::{Cmp, Filter, Join, NameId, Obj, Players, Pred, Stat, Who, Zone, ZoneOf};

impl P<'_> {
    /// Parses all properties that follow, and appends them to `into`.
    pub fn posts(&mut self, into: &mut Vec<Pred>) {
        while let Some(pred) = self.attempt(Self::post) {
            into.push(pred);
        }
    }

    fn post(&mut self) -> Option<Pred> {
        match self.peek() {
            "you" => self
                .one_of(
                    [
                        ("you control", Pred::Controlled(Who::You)),
                        ("you don't control", Pred::NotControlled(Who::You)),
                        ("you own", Pred::Owned(Who::You)),
                    ]
                    .each_ref()
                    .map(|(words, pred)| (*words, pred))
                    .as_slice(),
                )
                .cloned(),
            "with" | "without" => self.with(),
            "in" | "from" | "on" => {
                if self.eat("from it") {
                    return Some(Pred::FromIt);
                }
                if self.eat("from a single graveyard") {
                    return Some(Pred::SameGraveyard);
                }
                self.zone_of().map(Pred::In)
            }
            "of" => self.chosen(),
            "named" => self.named(),
            "other" => {
                self.need("other than")?;
                let what = self.object_single()?;
                matches!(what, Obj::Source | Obj::Back { .. } | Obj::Host(_)).then(|| Pred::OtherThan(Box::new(what)))
            }
            "that" | "that's" => self.relative(),
            "attached" => {
                self.need("attached to")?;
                Some(Pred::AttachedTo(Box::new(self.object()?)))
            }
            "blocking" => {
                self.bump();
                Some(Pred::BlockingObj(Box::new(self.object()?)))
            }
            "blocked" => {
                self.need("blocked by")?;
                Some(Pred::BlockedBy(Box::new(self.object()?)))
            }
            "attacking" => {
                self.bump();
                Some(Pred::AttackingWho(self.who()?))
            }
            _ => self.controlled(),
        }
    }

    /// Parses `an opponent controls`, `that player controls`, `target player owns`.
    fn controlled(&mut self) -> Option<Pred> {
        let who = self.who_plain()?;
        let plural = matches!(who, Who::Opponents) || self.plural_who(&who);
        if self.eat(if plural { "control" } else { "controls" }) {
            return Some(Pred::Controlled(who));
        }
        self.need(if plural { "own" } else { "owns" })?;
        Some(Pred::Owned(who))
    }

    fn with(&mut self) -> Option<Pred> {
        if self.eat("without") {
            if self.eat("a") || self.eat("an") {
                let kind = self.counter_kind()?;
                self.need("counter on")?;
                return (self.eat("it") || self.eat("them")).then_some(Pred::WithoutCounter(Some(kind)));
            }
            return self.one_keyword().map(Pred::Without);
        }
        self.need("with")?;
        if self.eat("the chosen name") {
            return None;
        }
        if self.eat("the greatest") || self.is("the least") {
            let greatest = !self.eat("the least");
            let stat = self.stat()?;
            self.need("among")?;
            let (among, many) = self.filter()?;
            return many.then(|| Pred::Extreme { greatest, stat, among: Box::new(among) });
        }
        if let Some(stat) = self.attempt(Self::stat) {
            if let Some(cmp) = self.comparison() {
                return Some(Pred::Stat(stat, cmp, self.quantity()?));
            }
            let amount = self.amount_word()?;
            let cmp = if self.eat("or less") {
                Cmp::OrLess
            } else if self.eat("or greater") {
                Cmp::OrGreater
            } else {
                Cmp::Is
            };
            return Some(Pred::Stat(stat, cmp, amount));
        }
        if let Some(pred) = self.attempt(Self::with_counters) {
            return Some(pred);
        }
        self.one_keyword().map(Pred::With)
    }

    /// Parses the words of a comparison before the amount.
    pub fn comparison(&mut self) -> Option<Cmp> {
        self.one_of(&[
            ("less than or equal to", Cmp::LessOrEqual),
            ("greater than or equal to", Cmp::GreaterOrEqual),
            ("less than", Cmp::Less),
            ("greater than", Cmp::Greater),
            ("equal to", Cmp::Equal),
        ])
    }

    fn with_counters(&mut self) -> Option<Pred> {
        let (kind, least) = if self.eat("a counter") {
            (None, 1)
        } else if self.eat("counters") {
            (None, 0)
        } else if self.eat("a") || self.eat("an") {
            let kind = self.counter_kind()?;
            self.need("counter")?;
            (Some(kind), 1)
        } else {
            let least = u8::try_from(self.number()?).ok()?;
            self.need("or more")?;
            let kind = if self.is("counters") { None } else { Some(self.counter_kind()?) };
            self.need("counters")?;
            (kind, least)
        };
        self.need("on")?;
        // The word depends on whether the noun is plural. If the card has the wrong word, the printed text differs from
        // the card's text, and the card is refused.
        (self.eat("it") || self.eat("them")).then_some(Pred::WithCounter(kind, least))
    }

    pub fn stat(&mut self) -> Option<Stat> {
        self.one_of(&[("power", Stat::Power), ("toughness", Stat::Toughness), ("mana value", Stat::ManaValue)])
    }

    fn chosen(&mut self) -> Option<Pred> {
        self.need("of the chosen")?;
        if self.eat("type") {
            return Some(Pred::ChosenType);
        }
        self.need("color")?;
        Some(Pred::ChosenColor)
    }

    fn named(&mut self) -> Option<Pred> {
        self.need("named")?;
        if self.eat("~") {
            return Some(Pred::NamedSelf);
        }
        self.card_name().map(Pred::Named)
    }

    /// Parses a card name. If several known names fit, returns the longest name.
    pub fn card_name(&mut self) -> Option<NameId> {
        let most = 8.min(self.toks.len().saturating_sub(self.at));
        for length in (1..=most).rev() {
            let words = &self.toks[self.at..self.at + length];
            if let Some(id) = self.lex.name_of_tokens(words) {
                self.at += length;
                self.far = self.far.max(self.at);
                return Some(id);
            }
        }
        None
    }

    fn relative(&mut self) -> Option<Pred> {
        if self.eat("that was dealt damage this turn") || self.eat("that were dealt damage this turn") {
            return Some(Pred::DamagedThisTurn);
        }
        if self.eat("that entered this turn") {
            return Some(Pred::EnteredThisTurn);
        }
        if self.eat("that attacked this turn") {
            return Some(Pred::AttackedThisTurn);
        }
        if self.eat("that shares a creature type with") {
            return Some(Pred::SharesCreatureType(Box::new(self.object()?)));
        }
        if let Some(pred) = self.attempt(Self::is_any) {
            return Some(pred);
        }
        if self.eat("that's attacking") || self.eat("that are attacking") {
            return Some(Pred::AttackingWho(self.who()?));
        }
        if self.eat("that targets") {
            if self.is("~") || self.is("enchanted") || self.is("equipped") {
                return Some(Pred::TargetsObj(Box::new(self.object_single()?)));
            }
            let article = self.eat("a") || self.eat("an");
            let (filter, many) = self.filter()?;
            return (article && !many).then(|| Pred::Targets(Box::new(filter)));
        }
        self.controlled()
    }

    /// Parses `that's a Wolf or a Werewolf`: two nouns or more, each with an article.
    fn is_any(&mut self) -> Option<Pred> {
        self.need("that's")?;
        self.either_noun().map(|filter| Pred::IsAny(Box::new(filter)))
    }

    /// Parses `a Plains or a Swamp`: two nouns or more, each with an article.
    pub fn either_noun(&mut self) -> Option<Filter> {
        let mut nouns = Vec::new();
        loop {
            if !self.eat("a") {
                self.need("an")?;
            }
            let (noun, many) = self.noun()?;
            if many {
                return None;
            }
            nouns.push(noun);
            if !self.is("or a") && !self.is("or an") {
                break;
            }
            self.bump();
        }
        // The properties of one noun do not apply to the other nouns.
        let filter = Filter { nouns, join: Join::Or, post: Vec::new(), repeat: true };
        (filter.nouns.len() > 1).then_some(filter)
    }

    /// Parses `in your graveyard`, `from a graveyard`, `on the battlefield`.
    pub fn zone_of(&mut self) -> Option<ZoneOf> {
        if self.eat("on the battlefield") {
            return Some(ZoneOf { zone: Zone::Battlefield, of: None, from: false });
        }
        let from = self.eat("from");
        if !from {
            self.need("in")?;
        }
        if self.eat("exile") {
            return Some(ZoneOf { zone: Zone::Exile, of: None, from });
        }
        if self.eat("a graveyard") {
            return Some(ZoneOf { zone: Zone::Graveyard, of: None, from });
        }
        if self.eat("all graveyards") {
            return Some(ZoneOf { zone: Zone::Graveyard, of: Some(Who::Each(Players::Any)), from });
        }
        let of = self.possessive()?;
        let zone = self.one_of(&[
            ("graveyard", Zone::Graveyard),
            ("graveyards", Zone::Graveyard),
            ("hand", Zone::Hand),
            ("library", Zone::Library),
        ])?;
        Some(ZoneOf { zone, of: Some(of), from })
    }
}
