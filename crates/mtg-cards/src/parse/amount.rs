//! Parses amounts: numbers, X, and counted objects.

use super::P;
use super::noun::color_word;
use crate::ir::{Amount, CounterKind, Head, Kind, Obj, PlainKeyword, Players, Round, Say, Way, Who};
use crate::text::parse_number;

impl P<'_> {
    /// Parses a number in words or digits.
    pub fn number(&mut self) -> Option<u16> {
        let number = parse_number(self.peek())?;
        self.bump();
        Some(number)
    }

    /// Parses an amount before a noun: a number, X, `that many`, `twice that many`.
    pub fn amount_word(&mut self) -> Option<Amount> {
        if let Some(number) = self.number() {
            return Some(Amount::Number(number));
        }
        if self.eat("x") {
            return Some(Amount::X);
        }
        if self.eat("that many") || self.eat("that much") {
            return Some(Amount::ThatMuch);
        }
        if self.eat("twice that many") || self.eat("twice that much") {
            return Some(Amount::Times(2, Box::new(Amount::ThatMuch)));
        }
        if self.eat("twice x") {
            return Some(Amount::Times(2, Box::new(Amount::X)));
        }
        None
    }

    /// Parses an amount with a noun: `a card`, `two cards`, `x cards`, `that many cards`. `one` and `many` are the noun
    /// in the singular and the plural.
    pub fn counted(&mut self, one: &str, many: &str) -> Option<Amount> {
        self.attempt(|p| {
            if p.eat("a") || p.eat("an") {
                p.need(one)?;
                return Some(Amount::Number(1));
            }
            let amount = p.amount_word()?;
            p.need(if amount == Amount::Number(1) { one } else { many })?;
            Some(amount)
        })
    }

    /// Parses an amount after `equal to` or `where x is`.
    pub fn quantity(&mut self) -> Option<Amount> {
        self.attempt(|p| {
            let amount = p.quantity_plain()?;
            let plus = p.attempt(|p| {
                p.need("plus")?;
                p.number()
            });
            Some(match plus {
                Some(more) => Amount::Plus(Box::new(amount), more),
                None => amount,
            })
        })
    }

    fn quantity_plain(&mut self) -> Option<Amount> {
        let digits = self.peek().starts_with(|first: char| first.is_ascii_digit());
        if let Some(number) = self.number() {
            if self.eat("plus") {
                let inner = self.quantity_plain()?;
                return Some(Amount::NumberPlus(number, Box::new(inner), digits));
            }
            return Some(Amount::Number(number));
        }
        if self.eat("x") {
            return Some(Amount::X);
        }
        if self.eat("twice") {
            return Some(Amount::Times(2, Box::new(self.quantity_plain()?)));
        }
        if self.eat("half") {
            let inner = self.quantity_plain()?;
            self.need(",")?;
            let round = self.one_of(&[("rounded up", Round::Up), ("rounded down", Round::Down)])?;
            return Some(Amount::Half(Box::new(inner), round));
        }
        if self.eat("the number of") {
            return self.number_of();
        }
        if self.eat("the greatest") {
            let stat = self.stat()?;
            self.need("among")?;
            let (filter, many) = self.filter()?;
            return many.then(|| Amount::Greatest(stat, Box::new(filter)));
        }
        if self.eat("the total") {
            let stat = self.stat()?;
            self.need("of")?;
            let (filter, many) = self.filter()?;
            return many.then(|| Amount::Total(stat, Box::new(filter)));
        }
        if self.eat("your devotion to") {
            let one = color_word(self.bump())?;
            let other = self.attempt(|p| {
                p.need("and")?;
                color_word(p.bump())
            });
            return Some(match other {
                Some(other) => Amount::DevotionBoth(Who::You, one, other),
                None => Amount::Devotion(Who::You, one),
            });
        }
        if let Some(who) = self.attempt(|p| {
            let who = p.possessive()?;
            p.need("life total")?;
            Some(who)
        }) {
            return Some(Amount::LifeOf(who));
        }
        if self.eat("the damage dealt this way") {
            return Some(Amount::ThisWay(Way::DamageDealt));
        }
        if self.eat("the life lost this way") {
            return Some(Amount::ThisWay(Way::LifeLost));
        }
        if let Some((stat, object)) = self.attempt(|p| {
            p.need("the")?;
            let stat = p.stat()?;
            p.need("of")?;
            Some((stat, p.object_single()?))
        }) {
            return Some(Amount::StatOfLong(stat, Box::new(object)));
        }
        let object = self.object_possessive()?;
        let stat = self.stat()?;
        Some(Amount::StatOf(stat, Box::new(object)))
    }

    /// Parses an amount after `the number of`.
    fn number_of(&mut self) -> Option<Amount> {
        if self.eat("opponents you have") {
            return Some(Amount::Players(Who::A(Players::Opponent)));
        }
        if self.eat("basic land types among lands you control") {
            return Some(Amount::Domain);
        }
        if self.eat("card types among cards in your graveyard") {
            return Some(Amount::TypesInGraveyard(Who::You));
        }
        if self.eat("card types among cards in all graveyards") {
            return Some(Amount::TypesInGraveyard(Who::Each(Players::Any)));
        }
        if self.eat("colors among") {
            let (filter, many) = self.filter()?;
            return many.then(|| Amount::ColorsAmong(Box::new(filter)));
        }
        if self.eat("creatures in your party") {
            return Some(Amount::Party);
        }
        if self.eat("creatures that died this turn") {
            return Some(Amount::CreaturesDied);
        }
        if let Some(way) = self.attempt(|p| p.this_way(true)) {
            return Some(Amount::ThisWay(way));
        }
        if self.eat("times ~ was kicked") || self.eat("times it was kicked") {
            return None;
        }
        if let Some(amount) = self.attempt(|p| p.counters_on("counters")) {
            return Some(amount);
        }
        Some(Amount::CountOf(Box::new(self.filter_many()?)))
    }

    /// Parses `cards discarded this way`, `creature destroyed this way`, `charge counter removed this way`.
    fn this_way(&mut self, many: bool) -> Option<Way> {
        if let Some(kind) = self.attempt(Self::counter_kind) {
            self.need(if many { "counters" } else { "counter" })?;
            self.need("removed this way")?;
            return Some(Way::Removed(kind));
        }
        let (head, plural) = self.head()?;
        if plural != many {
            return None;
        }
        let card = head == Head::of(Kind::Card);
        let way = match self.bump() {
            "drawn" if card => Way::Drawn,
            "discarded" if card => Way::Discarded,
            "destroyed" => Way::Destroyed(head),
            "exiled" => Way::Exiled(head),
            "sacrificed" => Way::Sacrificed(head),
            "returned" => Way::Returned(head),
            _ => return None,
        };
        self.need("this way")?;
        Some(way)
    }

    /// Parses `+1/+1 counters on ~`.
    fn counters_on(&mut self, noun: &str) -> Option<Amount> {
        let kind = if self.is(noun) { None } else { Some(self.counter_kind()?) };
        self.need(noun)?;
        self.need("on")?;
        let object = self.object_single()?;
        Some(Amount::CountersOn(kind, Box::new(object)))
    }

    /// Parses an amount after `for each`.
    pub fn each_of(&mut self) -> Option<Amount> {
        self.attempt(|p| {
            if let Some(amount) = p.attempt(|p| p.counters_on("counter")) {
                return Some(amount);
            }
            if p.eat("basic land type among lands you control") {
                return Some(Amount::Domain);
            }
            if p.eat("card type among cards in your graveyard") {
                return Some(Amount::TypesInGraveyard(Who::You));
            }
            if p.eat("card type among cards in all graveyards") {
                return Some(Amount::TypesInGraveyard(Who::Each(Players::Any)));
            }
            if p.eat("color among") {
                let (filter, many) = p.filter()?;
                return many.then(|| Amount::ColorsAmong(Box::new(filter)));
            }
            if p.eat("of its colors") {
                return Some(Amount::ColorsOf(Box::new(Obj::Back { to: p.latest(false)?, say: Say::It })));
            }
            if p.eat("creature in your party") {
                return Some(Amount::Party);
            }
            if p.eat("creature that died this turn") {
                return Some(Amount::CreaturesDied);
            }
            if let Some(way) = p.attempt(|p| p.this_way(false)) {
                return Some(Amount::ThisWay(way));
            }
            if p.eat("opponent you have") || p.eat("opponent") {
                return None;
            }
            if p.eat("time ~ was kicked") {
                return Some(Amount::TimesKicked);
            }
            let (filter, many) = p.filter()?;
            (!many).then(|| Amount::CountOf(Box::new(filter)))
        })
    }

    /// Parses the kind before `counter`: `+1/+1`, `charge`.
    pub fn counter_kind(&mut self) -> Option<CounterKind> {
        let word = self.peek();
        let kind = match word {
            "+1/+1" => CounterKind::PlusOne,
            "-1/-1" => CounterKind::MinusOne,
            "-0/-1" => CounterKind::MinusToughness,
            "-1/-0" => CounterKind::MinusPower,
            "loyalty" => CounterKind::Loyalty,
            "stun" => CounterKind::Stun,
            "shield" => CounterKind::Shield,
            "finality" => CounterKind::Finality,
            "poison" => CounterKind::Poison,
            "age" => CounterKind::Age,
            "time" => CounterKind::Time,
            "fade" => CounterKind::Fade,
            "lore" => CounterKind::Lore,
            "first" | "double" if self.peek_at(1) == "strike" => {
                let keyword = if word == "first" { PlainKeyword::FirstStrike } else { PlainKeyword::DoubleStrike };
                if !matches!(self.peek_at(2), "counter" | "counters") {
                    return None;
                }
                self.bump();
                CounterKind::Keyword(keyword)
            }
            _ => match signed_pair(word) {
                Some((power, toughness)) => CounterKind::PowerToughness(power, toughness),
                None => match PlainKeyword::ALL.iter().find(|keyword| keyword.words() == word) {
                    Some(keyword) => CounterKind::Keyword(*keyword),
                    None => CounterKind::Named(self.lex.word_id(word)?),
                },
            },
        };
        if !matches!(self.peek_at(1), "counter" | "counters") {
            return None;
        }
        self.bump();
        Some(kind)
    }

    /// Parses `, where x is …` at the end of a sentence.
    pub fn where_x(&mut self) -> Option<Amount> {
        self.attempt(|p| {
            p.need(", where x is")?;
            p.quantity()
        })
    }
}

fn signed_pair(word: &str) -> Option<(i8, i8)> {
    let (power, toughness) = word.split_once('/')?;
    let signed = |text: &str| {
        let sign = text.starts_with(['+', '-']);
        if sign { text.parse::<i8>().ok() } else { None }
    };
    Some((signed(power)?, signed(toughness)?))
}
