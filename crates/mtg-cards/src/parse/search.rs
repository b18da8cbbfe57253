//! Parses instructions that search a library.

use super::P;
use crate::ir::{Act, Choice, FoundSay, Link, Search, ShuffleWhen, Where, Who};

impl P<'_> {
    pub fn search(&mut self) -> Option<Act> {
        self.verb("search")?;
        let who = self.actor();
        let library =
            if who == Who::You && self.eat("your library for") || who != Who::You && self.eat("their library for") {
                None
            } else {
                let owner = self.possessive()?;
                self.need("library for")?;
                Some(owner)
            };
        let count = if self.eat("up to") {
            Choice::UpTo(self.amount_word()?)
        } else if self.eat("a") || self.eat("an") {
            Choice::One
        } else if self.eat("any number of") {
            Choice::Any
        } else {
            Choice::Exactly(self.amount_word()?)
        };
        let (filter, many) = self.filter()?;
        let several = crate::ir::many(&count);
        if several != many {
            return None;
        }
        let mut reveal = false;
        let mut say = if several { FoundSay::Them } else { FoundSay::It };
        self.mention(Link::Last, several);
        let joint = |p: &mut Self| p.eat(", and") || p.eat("and") || p.eat(",");
        // Parse the words after the found cards: `, reveal it, put it into your hand, then shuffle`.
        if self.is(", reveal") || self.is(", reveals") || self.is("and reveal") {
            self.bump();
            self.verb("reveal")?;
            say = self.found()?;
            reveal = true;
        }
        if self.eat(", then shuffle and put that card on top") {
            let search = Search {
                who,
                library,
                count,
                filter,
                reveal,
                to: Where::LibraryTop(Who::You),
                say: if reveal { say } else { FoundSay::ThatCard },
                put: FoundSay::ThatCard,
                and: false,
                shuffle: ShuffleWhen::Before,
            };
            return Some(Act::Search(Box::new(search)));
        }
        let and = self.is(", and") || self.is("and");
        if !joint(self) {
            return None;
        }
        self.verb("put")?;
        let put = self.found()?;
        let to = self.place()?;
        if !reveal {
            say = put;
        }
        let shuffle = if self.third { self.eat(", then shuffles") } else { self.eat(", then shuffle") };
        let shuffle = if shuffle {
            ShuffleWhen::After
        } else if self.eat(". then shuffle") {
            ShuffleWhen::AfterStop
        } else {
            return None;
        };
        Some(Act::Search(Box::new(Search { who, library, count, filter, reveal, to, say, put, and, shuffle })))
    }

    fn found(&mut self) -> Option<FoundSay> {
        self.one_of(&[
            ("it", FoundSay::It),
            ("that card", FoundSay::ThatCard),
            ("them", FoundSay::Them),
            ("those cards", FoundSay::ThoseCards),
        ])
    }
}
