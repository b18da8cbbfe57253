//! Prints the places to which objects move, and the instructions that search or look at libraries.

use super::W;
use crate::ir::{
    Amount, Choice, Dig, DigSay, DigTo, DigUntil, Entering, FoundSay, Order, Search, ShuffleWhen, Where, Who, many,
};

impl W<'_> {
    /// Prints the place to which objects move. `back` says whether the verb is `return`, which needs `to` and not
    /// `onto`.
    pub fn place(&mut self, to: &Where, back: bool) {
        match to {
            Where::Hand(who) => {
                self.either(back, "to", "into");
                self.possessive(who);
                let several = matches!(who, Who::OwnerOf(_, true));
                self.either(several, "hands", "hand");
            }
            Where::Graveyard(who) => {
                self.either(back, "to", "into");
                self.possessive(who);
                let several = matches!(who, Who::OwnerOf(_, true));
                self.either(several, "graveyards", "graveyard");
            }
            Where::Battlefield { under, entering, tapped_last } => {
                self.either(back, "to the battlefield", "onto the battlefield");
                self.entering(under.as_ref(), entering, *tapped_last);
            }
            Where::LibraryTop(who) => {
                self.w("on top of");
                self.library(who);
            }
            Where::LibraryBottom(who, order) => {
                self.w("on the bottom of");
                self.library(who);
                match order {
                    Order::None => {}
                    Order::Any => self.w("in any order"),
                    Order::Random => self.w("in a random order"),
                }
            }
            Where::TopOrBottom(who) => {
                self.w("on their choice of the top or bottom of");
                self.library(who);
            }
            Where::LibraryFromTop(who, place) => {
                self.w("into");
                self.possessive(who);
                self.w("library");
                self.w(crate::text::ordinal(*place));
                self.w("from the top");
            }
            Where::Exile => self.w("into exile"),
        }
    }

    fn library(&mut self, who: &Who) {
        self.possessive(who);
        let several = matches!(who, Who::OwnerOf(_, true));
        self.either(several, "libraries", "library");
    }

    fn entering(&mut self, under: Option<&Who>, entering: &Entering, tapped_last: bool) {
        if entering.tapped && !tapped_last {
            self.w("tapped");
        }
        if entering.attacking {
            self.w("and attacking");
        }
        if entering.transformed {
            self.either(entering.tapped, "and transformed", "transformed");
        }
        if let Some(who) = under {
            self.w("under");
            self.possessive(who);
            self.w("control");
        }
        if tapped_last {
            self.w("tapped");
        }
        if let Some((count, kind)) = &entering.counters {
            self.w("with");
            self.counters(count, *kind);
            self.w("on it");
        }
        if let Some(object) = &entering.attached {
            self.w("attached to");
            self.object(object);
        }
    }

    pub fn search(&mut self, search: &Search, said: bool) {
        if said {
            self.who(&search.who);
        }
        let plain = self.plural_who(&search.who) || self.bare;
        self.verb("search", plain);
        match &search.library {
            Some(who) => self.possessive(who),
            None => self.either(search.who == Who::You, "your", "their"),
        }
        self.w("library for");
        match &search.count {
            Choice::One => self.article(|w| w.filter(&search.filter, false)),
            count => {
                self.choice(count);
                self.filter(&search.filter, many(count));
            }
        }
        if search.reveal {
            self.w(",");
            self.verb("reveal", plain);
            self.w(found(search.say));
        }
        if search.shuffle == ShuffleWhen::Before {
            return self.w(", then shuffle and put that card on top");
        }
        // In a list of three verbs, a comma comes before `and`.
        match (search.and, search.reveal) {
            (true, true) => self.w(", and"),
            (true, false) => self.w("and"),
            (false, _) => self.w(","),
        }
        self.verb("put", plain);
        self.w(found(search.put));
        self.place(&search.to, false);
        match search.shuffle {
            ShuffleWhen::AfterStop => self.w(". then shuffle"),
            _ => self.either(plain, ", then shuffle", ", then shuffles"),
        }
    }

    pub fn dig_until(&mut self, dig: &DigUntil) {
        self.w("reveal cards from the top of your library until you reveal");
        self.a_filter(&dig.filter);
        self.w(". put that card");
        self.w(dig_to(dig.to));
        self.either(dig.others, "and all other cards revealed this way", "and the rest");
        self.w(dig_to(dig.rest));
    }

    pub fn dig(&mut self, dig: &Dig) {
        self.either(dig.reveal, "reveal", "look at");
        self.w("the top");
        self.amount_words(&dig.count);
        self.w("cards of your library .");
        if dig.may {
            self.w("you may");
        }
        self.either(dig.show, "reveal", "put");
        match &dig.filter {
            None => {
                match &dig.take {
                    Choice::Any => self.w("any number"),
                    take => self.choice(take),
                }
                self.w("of them");
            }
            Some(filter) => {
                match &dig.take {
                    Choice::One => self.article(|w| w.filter(filter, false)),
                    Choice::Exactly(Amount::AnyNumber) => {
                        self.w("all");
                        self.filter(filter, true);
                    }
                    take => {
                        self.choice(take);
                        self.filter(filter, many(take));
                    }
                }
                self.w("from among them");
            }
        }
        if dig.show {
            self.w("and put");
            self.either(many(&dig.take), "them", "it");
        }
        self.w(dig_to(dig.to));
        let Some(rest) = dig.rest else { return };
        self.w(match dig.say {
            DigSay::And => "and",
            DigSay::Stop => ". put",
            DigSay::StopThen => ". then put",
        });
        let one_left = match (&dig.count, &dig.take, &dig.filter) {
            (Amount::Number(count), Choice::Exactly(Amount::Number(take)), None) => *count == take + 1,
            _ => false,
        };
        self.either(one_left, "the other", "the rest");
        self.w(dig_to(rest));
    }
}

fn found(say: FoundSay) -> &'static str {
    match say {
        FoundSay::It => "it",
        FoundSay::ThatCard => "that card",
        FoundSay::Them => "them",
        FoundSay::ThoseCards => "those cards",
    }
}

fn dig_to(to: DigTo) -> &'static str {
    match to {
        DigTo::Hand => "into your hand",
        DigTo::BottomAny => "on the bottom of your library in any order",
        DigTo::BottomRandom => "on the bottom of your library in a random order",
        DigTo::Bottom => "on the bottom of your library",
        DigTo::TopAny => "on top of your library in any order",
        DigTo::BackAny => "back in any order",
        DigTo::Top => "on top of your library",
        DigTo::Graveyard => "into your graveyard",
        DigTo::Battlefield => "onto the battlefield",
        DigTo::BattlefieldTapped => "onto the battlefield tapped",
    }
}
