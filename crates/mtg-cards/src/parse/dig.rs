//! Parses instructions that look at the top cards of a library and put them into different places.

use super::P;
use crate::ir::{Act, Amount, Choice, Dig, DigSay, DigTo, DigUntil, Link, Obj, Who};

impl P<'_> {
    pub fn dig(&mut self) -> Option<Act> {
        if self.actor != Who::You {
            return None;
        }
        let reveal = self.eat("reveal");
        if !reveal {
            self.need("look at")?;
        }
        let Obj::TopOf { count, of: Who::You } = self.object_single()? else { return None };
        if count == Amount::Number(1) {
            return None;
        }
        self.need(".")?;
        let may = self.eat("you may");
        let mut show = false;
        let (take, filter, to);
        if may && self.eat("reveal") {
            // `You may reveal a creature card from among them and put it into your hand.`
            show = true;
            (take, filter) = self.among_them()?;
            self.need("and put")?;
            if !self.eat("it") && !self.eat("that card") && !self.eat("them") && !self.eat("those cards") {
                return None;
            }
            to = self.dig_to()?;
        } else {
            self.need("put")?;
            let chosen = self.attempt(|p| {
                let count = p.some_of()?;
                Some((count, None))
            });
            (take, filter) = chosen.or_else(|| self.attempt(Self::among_them))?;
            to = self.dig_to()?;
        }
        let rest_word = |p: &mut Self| p.eat("the rest") || p.eat("the other");
        let (say, rest) = if self.eat("and") {
            if !rest_word(self) {
                return None;
            }
            (DigSay::And, self.dig_to()?)
        } else if self.eat(". put") {
            if !rest_word(self) {
                return None;
            }
            (DigSay::Stop, self.dig_to()?)
        } else {
            self.need(". then put")?;
            if !rest_word(self) {
                return None;
            }
            (DigSay::StopThen, self.dig_to()?)
        };
        self.mention(Link::Last, crate::ir::many(&take));
        Some(Act::Dig(Box::new(Dig { count, reveal, take, filter, may, show, to, rest: Some(rest), say })))
    }

    /// Parses `reveal cards from the top of your library until you reveal a creature card. Put …`.
    pub fn dig_until(&mut self) -> Option<Act> {
        if self.actor != Who::You {
            return None;
        }
        self.need("reveal cards from the top of your library until you reveal")?;
        let filter = self.article_filter()?;
        self.need(". put that card")?;
        let to = self.dig_to()?;
        let others = if self.eat("and the rest") {
            false
        } else {
            self.need("and all other cards revealed this way")?;
            true
        };
        let rest = self.dig_to()?;
        self.mention(Link::Last, false);
        Some(Act::DigUntil(Box::new(DigUntil { filter, to, rest, others })))
    }

    /// Parses `one of them`, `two of those cards`.
    fn some_of(&mut self) -> Option<Choice> {
        let choice = if self.eat("up to") {
            Choice::UpTo(self.amount_word()?)
        } else if self.eat("any number") {
            Choice::Any
        } else {
            Choice::Exactly(self.amount_word()?)
        };
        if !self.eat("of them") {
            self.need("of those cards")?;
        }
        Some(choice)
    }

    /// Parses `a creature card from among them`.
    fn among_them(&mut self) -> Option<(Choice, Option<crate::ir::Filter>)> {
        let choice = if self.eat("up to") {
            Choice::UpTo(self.amount_word()?)
        } else if self.eat("any number of") {
            Choice::Any
        } else if self.eat("all") {
            Choice::Exactly(Amount::AnyNumber)
        } else {
            if !self.eat("a") {
                self.need("an")?;
            }
            Choice::One
        };
        let (filter, many) = self.filter()?;
        if many != crate::ir::many(&choice) {
            return None;
        }
        self.need("from among them")?;
        Some((choice, Some(filter)))
    }

    fn dig_to(&mut self) -> Option<DigTo> {
        self.one_of(&[
            ("into your hand", DigTo::Hand),
            ("on the bottom of your library in any order", DigTo::BottomAny),
            ("on the bottom of your library in a random order", DigTo::BottomRandom),
            ("on the bottom of your library", DigTo::Bottom),
            ("on top of your library in any order", DigTo::TopAny),
            ("on top of your library", DigTo::Top),
            ("back in any order", DigTo::BackAny),
            ("into your graveyard", DigTo::Graveyard),
            ("onto the battlefield tapped", DigTo::BattlefieldTapped),
            ("onto the battlefield", DigTo::Battlefield),
        ])
    }
}
