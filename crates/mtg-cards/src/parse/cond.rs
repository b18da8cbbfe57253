//! Parses conditions after `if`, `as long as`, `unless` and `only if`.

use super::P;
use crate::ir::{Amount, CardType, Cmp, Cond, Count, Filter, Head, Is, Kind, Obj, Pred, Who, Zone, ZoneOf};

impl P<'_> {
    pub fn cond(&mut self) -> Option<Cond> {
        let first = self.one_cond()?;
        let second = self.attempt(|p| {
            p.need("and")?;
            // The second condition must have a subject of its own. Otherwise the words after `and` belong to the first
            // condition.
            let subject = matches!(p.peek(), "you" | "it's" | "~" | "an" | "a" | "there" | "you've");
            let second = if subject { p.one_cond() } else { None };
            second.filter(|_| matches!(p.peek(), "," | "." | "" | "\n" | "\""))
        });
        Some(match second {
            Some(second) => Cond::And(Box::new(first), Box::new(second)),
            None => first,
        })
    }

    fn one_cond(&mut self) -> Option<Cond> {
        self.attempt(|p| {
            if p.eat("it's your turn") {
                return Some(Cond::YourTurn);
            }
            if p.eat("it's not your turn") {
                return Some(Cond::NotYourTurn);
            }
            if p.eat("it's") {
                let to = p.latest(false)?;
                let it = Obj::Back { to, say: crate::ir::Say::It };
                let not = p.eat("not");
                let is = p.is_what()?;
                return Some(if not { Cond::IsNot(it, is, true) } else { Cond::Is(it, is) });
            }
            if p.eat("it isn't") {
                let to = p.latest(false)?;
                return Some(Cond::IsNot(Obj::Back { to, say: crate::ir::Say::It }, p.is_what()?, false));
            }
            if p.eat("you cast it from your hand") {
                let to = p.latest(false)?;
                let hand = ZoneOf { zone: Zone::Hand, of: Some(Who::You), from: true };
                return Some(Cond::CastFrom(Obj::Back { to, say: crate::ir::Say::It }, hand));
            }
            if p.eat("you cast it") {
                let to = p.latest(false)?;
                return Some(Cond::WasCast(Obj::Back { to, say: crate::ir::Say::It }));
            }
            if p.is("there's a") || p.is("there's an") {
                p.bump();
                return Some(Cond::Exists(Count::One, p.article_filter()?));
            }
            if p.eat("there are") {
                let count = p.how_many()?;
                if p.eat("card types among cards in your graveyard") {
                    return Some(Cond::TypesInGraveyard(count));
                }
                let (filter, many) = p.filter()?;
                return many.then_some(Cond::Exists(count, filter));
            }
            if p.eat("you've cast") {
                let (count, filter) = if let Some(filter) = p.article_filter() {
                    (Count::One, filter)
                } else {
                    let count = p.how_many()?;
                    let (filter, many) = p.filter()?;
                    (many.then_some(count)?, filter)
                };
                p.need("this turn")?;
                return Some(Cond::CastThisTurn(Who::You, count, filter));
            }
            if p.eat("no spells were cast last turn") {
                return Some(Cond::NoSpellsLastTurn);
            }
            if p.eat("a player cast two or more spells last turn") {
                return Some(Cond::TwoSpellsLastTurn);
            }
            if p.eat("you've drawn") {
                let count = p.how_many()?;
                p.need("cards this turn")?;
                return Some(Cond::Drawn(Who::You, count));
            }
            if p.eat("x is") {
                let least = p.number()?;
                p.need("or more")?;
                return Some(Cond::XAtLeast(least));
            }
            if p.is("your devotion to") {
                let devotion = p.quantity()?;
                p.need("is less than")?;
                return Some(Cond::Compare(devotion, Cmp::Less, Amount::Number(p.number()?)));
            }
            if let Some(cond) = p.attempt(Self::entered_under) {
                return Some(cond);
            }
            if let Some(cond) = p.attempt(Self::left_battlefield) {
                return Some(cond);
            }
            if let Some(cond) = p.attempt(Self::total) {
                return Some(cond);
            }
            if (p.is("a") || p.is("an") || p.is("another"))
                && let Some(cond) = p.attempt(Self::died)
            {
                return Some(cond);
            }
            if let Some(cond) = p.attempt(Self::of_player) {
                return Some(cond);
            }
            p.of_object()
        })
    }

    /// Parses `a permanent you controlled left the battlefield this turn`, and the condition of void.
    fn left_battlefield(&mut self) -> Option<Cond> {
        let article = self.eat("a") || self.eat("an");
        let (filter, many) = self.nouns()?;
        let who = self.eat("you controlled").then_some(Who::You);
        self.need("left the battlefield this turn")?;
        let warped = who.is_none() && self.eat("or a spell was warped this turn");
        (article && !many).then_some(Cond::LeftThisTurn(who, filter, warped))
    }

    /// Parses `creatures you control have total power 8 or greater`.
    fn total(&mut self) -> Option<Cond> {
        let (filter, many) = self.filter()?;
        self.need("have total")?;
        let stat = self.stat()?;
        let amount = self.amount_word()?;
        self.need("or greater")?;
        many.then_some(Cond::Total(filter, stat, amount))
    }

    /// Parses `an artifact entered the battlefield under your control this turn`, `two or more nonland permanents …`.
    fn entered_under(&mut self) -> Option<Cond> {
        if let Some(filter) = self.article_filter() {
            self.need("entered the battlefield under your control this turn")?;
            return Some(Cond::EnteredThisTurn(Who::You, Count::One, filter));
        }
        let count = self.how_many()?;
        let (filter, many) = self.filter()?;
        self.need("entered the battlefield under your control this turn")?;
        many.then_some(Cond::EnteredThisTurn(Who::You, count, filter))
    }

    fn died(&mut self) -> Option<Cond> {
        let filter = self.article_filter()?;
        if filter == Filter::of(Head::typed(Kind::Permanent, CardType::Creature))
            && self.eat("died under your control this turn")
        {
            return Some(Cond::DiedUnder(Who::You));
        }
        self.need("died this turn")?;
        Some(Cond::DiedThisTurn(filter))
    }

    /// Parses `three or more`, `no`, `exactly two`.
    fn how_many(&mut self) -> Option<Count> {
        if self.eat("no") {
            return Some(Count::No);
        }
        if self.eat("exactly") {
            return Some(Count::Exactly(self.amount_word()?));
        }
        if self.eat("at least") {
            return None;
        }
        let amount = self.amount_word()?;
        if self.eat("or more") {
            return Some(Count::OrMore(amount));
        }
        if self.eat("or fewer") {
            return Some(Count::OrFewer(amount));
        }
        None
    }

    fn of_player(&mut self) -> Option<Cond> {
        let who = self.who()?;
        let plural = self.plural_who(&who);
        if self.eat("attacked this turn") {
            return Some(Cond::Attacked(who));
        }
        if let Some(least) = self.attempt(|p| {
            p.need("gained")?;
            let least = p.number()?;
            p.need("or more life this turn")?;
            Some(least)
        }) {
            return Some(Cond::GainedAtLeast(who, least));
        }
        if self.eat("gained life this turn") {
            return Some(Cond::GainedLife(who));
        }
        if self.eat("was dealt damage this turn") {
            return Some(Cond::DealtDamage(who));
        }
        if self.eat("lost life this turn") {
            return Some(Cond::LostLife(who));
        }
        if self.eat("can't") {
            return Some(Cond::Cannot(who));
        }
        if self.eat(if plural { "don't control" } else { "doesn't control" }) {
            return Some(Cond::ControlsNone(who, self.article_filter()?));
        }
        if self.eat(if plural { "control" } else { "controls" }) {
            return self.controls(who);
        }
        if who == Who::You && self.eat("are the monarch") {
            return Some(Cond::Monarch(who));
        }
        self.need(if plural { "have" } else { "has" })?;
        if self.eat("the city 's blessing") {
            return Some(Cond::Blessing(who));
        }
        if let Some(cond) = self.attempt(|p| {
            let amount = p.amount_word()?;
            let cmp = p.one_of(&[("or more", Cmp::OrGreater), ("or less", Cmp::OrLess)])?;
            p.need("life")?;
            Some((cmp, amount))
        }) {
            return Some(Cond::Life(who, cond.0, cond.1));
        }
        let count = self.how_many()?;
        if who == Who::You && self.eat("opponents") {
            return Some(Cond::Opponents(count));
        }
        if self.eat("poison counters") {
            return Some(Cond::Poison(who, count));
        }
        if self.eat("cards in") {
            let own = if who == Who::You { self.eat("your graveyard") } else { self.eat("their graveyard") };
            if own {
                return Some(Cond::Graveyard(who, count));
            }
            self.at -= 2;
        }
        self.need("cards in hand")?;
        Some(Cond::Hand(who, count))
    }

    /// Parses the rest of a condition after `you control`.
    fn controls(&mut self, who: Who) -> Option<Cond> {
        if self.eat("no") {
            let (filter, many) = self.filter()?;
            return many.then_some(Cond::ControlsNo(who, filter));
        }
        if self.eat("more") {
            let (filter, many) = self.filter()?;
            self.need("than")?;
            let other = self.who()?;
            return many.then_some(Cond::ControlsMore(who, filter, other));
        }
        if let Some(filter) = self.attempt(Self::either_noun) {
            return Some(Cond::ControlsEither(who, filter));
        }
        if let Some(filter) = self.article_filter() {
            return Some(Cond::Controls(who, Count::One, filter));
        }
        if let Some(count) = self.attempt(Self::how_many) {
            let (filter, many) = self.filter()?;
            return many.then_some(Cond::Controls(who, count, filter));
        }
        None
    }

    fn of_object(&mut self) -> Option<Cond> {
        if let Some((stat, object)) = self.attempt(|p| {
            let object = p.object_possessive()?;
            Some((p.stat()?, object))
        }) {
            self.need("is")?;
            if let Some(cmp) = self.comparison() {
                return Some(Cond::StatOf(object, stat, cmp, self.quantity()?));
            }
            let amount = self.amount_word()?;
            let cmp = self.one_of(&[("or less", Cmp::OrLess), ("or greater", Cmp::OrGreater)]).unwrap_or(Cmp::Is);
            return Some(Cond::StatOf(object, stat, cmp, amount));
        }
        let object = self.object_single()?;
        if !matches!(object, Obj::Source | Obj::Back { .. } | Obj::Host(_)) {
            return None;
        }
        if self.eat("was kicked") {
            return Some(Cond::Kicked(object));
        }
        if self.eat("attacked or blocked this turn") {
            return Some(Cond::AttackedOrBlocked(object));
        }
        if self.eat("came under your control since the beginning of your last upkeep") {
            return Some(Cond::NewlyYours(object));
        }
        if self.eat("entered this turn") {
            return Some(Cond::EnteredObj(object));
        }
        if self.eat("was cast from") {
            self.at -= 1;
            return Some(Cond::CastFrom(object, self.zone_of()?));
        }
        if object == Obj::Source && self.eat("is in your graveyard") {
            return Some(Cond::InGraveyard(object));
        }
        if self.eat("is on the battlefield") {
            return Some(Cond::OnBattlefield(object));
        }
        if self.eat("had") {
            let (kind, count) = self.had_counters()?;
            return Some(Cond::HadCounters(object, kind, count));
        }
        if self.eat("has greater power or toughness than") {
            return Some(Cond::Greater(object, self.object_single()?));
        }
        if self.eat("has") {
            let (kind, count) = self.had_counters()?;
            return Some(Cond::HasCounters(object, kind, count));
        }
        if self.eat("was") {
            return Some(Cond::Was(object, self.is_what()?));
        }
        if self.eat("isn't") {
            return Some(Cond::IsNot(object, self.is_what()?, false));
        }
        self.need("is")?;
        Some(Cond::Is(object, self.is_what()?))
    }

    fn had_counters(&mut self) -> Option<(Option<crate::ir::CounterKind>, Count)> {
        let (kind, count) = if self.eat("counters") {
            (None, Count::OrMore(Amount::Number(1)))
        } else if self.eat("no") {
            let kind = if self.is("counters") { None } else { Some(self.counter_kind()?) };
            self.need("counters")?;
            (kind, Count::No)
        } else if self.eat("a") || self.eat("an") {
            let kind = if self.is("counter") { None } else { Some(self.counter_kind()?) };
            self.need("counter")?;
            (kind, Count::One)
        } else {
            let count = self.how_many()?;
            let kind = if self.is("counters") { None } else { Some(self.counter_kind()?) };
            self.need("counters")?;
            (kind, count)
        };
        self.need("on it")?;
        Some((kind, count))
    }

    /// Parses `a creature card`, `tapped`, `attacking`.
    fn is_what(&mut self) -> Option<Is> {
        if let Some(filter) = self.article_filter() {
            return Some(Is::A(filter));
        }
        if self.eat("enchanted") {
            return Some(Is::Being(Pred::Enchanted));
        }
        if self.eat("equipped") {
            return Some(Is::Being(Pred::Equipped));
        }
        if let Some(color) = super::noun::color_word(self.peek()) {
            self.bump();
            return Some(Is::Being(Pred::Color(color)));
        }
        let pred =
            self.one_of(&[("tapped", 0), ("untapped", 1), ("attacking", 2), ("blocking", 3), ("legendary", 4)])?;
        Some(Is::Being(match pred {
            0 => Pred::Tapped,
            1 => Pred::Untapped,
            2 => Pred::Attacking,
            3 => Pred::Blocking,
            _ => Pred::Super(crate::ir::Supertype::Legendary),
        }))
    }
}
