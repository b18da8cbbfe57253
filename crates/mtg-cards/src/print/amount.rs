//! Prints amounts.

use super::W;
use super::pred::stat_word;
use crate::ir::{Amount, CounterKind, Head, Kind, Round, Way, Who};
use crate::text::number_word;

impl W<'_> {
    /// Prints an amount before a noun: `two`, `x`, `that many`.
    pub fn amount_words(&mut self, amount: &Amount) {
        match amount {
            Amount::Number(number) => self.w(&number_word(*number)),
            other => self.amount_before(other, "many"),
        }
    }

    /// Prints an amount in digits, as in `3 damage`, `2 life`, `power 4`.
    pub fn amount_digits(&mut self, amount: &Amount) {
        match amount {
            Amount::Number(number) => self.w(&number.to_string()),
            other => self.amount_before(other, "much"),
        }
    }

    fn amount_before(&mut self, amount: &Amount, that: &str) {
        match amount {
            Amount::X => self.w("x"),
            Amount::ThatMuch => {
                self.w("that");
                self.w(that);
            }
            Amount::Times(2, inner) => {
                self.w("twice");
                self.amount_before(inner, that);
            }
            other => self.quantity(other),
        }
    }

    /// Prints an amount with a noun: `a card`, `two cards`. `one` and `many` are the noun in the singular and the
    /// plural.
    pub fn counted(&mut self, amount: &Amount, one: &str, many: &str) {
        if *amount == Amount::Number(1) {
            return self.article(|w| w.w(one));
        }
        self.amount_words(amount);
        self.w(many);
    }

    /// Prints an amount after `equal to` or `where x is`.
    pub fn quantity(&mut self, amount: &Amount) {
        match amount {
            Amount::Number(number) => self.w(&number.to_string()),
            Amount::X => self.w("x"),
            Amount::CountOf(filter) => {
                self.w("the number of");
                self.filter(filter, true);
            }
            Amount::Players(_) => self.w("the number of opponents you have"),
            Amount::StatOf(stat, object) => {
                self.object_possessive(object);
                self.w(stat_word(*stat));
            }
            Amount::StatOfLong(stat, object) => {
                self.w("the");
                self.w(stat_word(*stat));
                self.w("of");
                self.object(object);
            }
            Amount::CountersOn(kind, object) => {
                self.w("the number of");
                if let Some(kind) = kind {
                    self.counter_kind(*kind);
                }
                self.w("counters on");
                self.object(object);
            }
            Amount::Greatest(stat, filter) => {
                self.w("the greatest");
                self.w(stat_word(*stat));
                self.w("among");
                self.filter(filter, true);
            }
            Amount::Total(stat, filter) => {
                self.w("the total");
                self.w(stat_word(*stat));
                self.w("of");
                self.filter(filter, true);
            }
            Amount::LifeOf(who) => {
                self.possessive(who);
                self.w("life total");
            }
            Amount::ThatMuch => self.w("that much"),
            Amount::Times(_, inner) => {
                self.w("twice");
                self.quantity(inner);
            }
            Amount::Half(inner, round) => {
                self.w("half");
                self.quantity(inner);
                self.either(*round == Round::Up, ", rounded up", ", rounded down");
            }
            Amount::Plus(inner, more) => {
                self.quantity(inner);
                self.w("plus");
                self.w(&number_word(*more));
            }
            Amount::NumberPlus(more, inner, digits) => {
                self.w(&if *digits { more.to_string() } else { number_word(*more) });
                self.w("plus");
                self.quantity(inner);
            }
            Amount::Devotion(_, color) => {
                self.w("your devotion to");
                self.w(color.word());
            }
            Amount::DevotionBoth(_, one, other) => {
                self.w("your devotion to");
                self.w(one.word());
                self.w("and");
                self.w(other.word());
            }
            Amount::ColorsAmong(filter) => {
                self.w("the number of colors among");
                self.filter(filter, true);
            }
            Amount::ColorsOf(object) => {
                self.w("the number of colors of");
                self.object(object);
            }
            Amount::Party => self.w("the number of creatures in your party"),
            Amount::CreaturesDied => self.w("the number of creatures that died this turn"),
            Amount::ThisWay(Way::LifeLost) => self.w("the life lost this way"),
            Amount::ThisWay(Way::DamageDealt) => self.w("the damage dealt this way"),
            Amount::ThisWay(way) => {
                self.w("the number of");
                self.this_way(*way, true);
            }
            Amount::Domain => self.w("the number of basic land types among lands you control"),
            Amount::TypesInGraveyard(who) => {
                self.w("the number of card types among cards in");
                self.either(*who == Who::You, "your graveyard", "all graveyards");
            }
            Amount::TimesKicked => self.w("the number of times ~ was kicked"),
            Amount::AnyNumber => self.w("any number"),
        }
    }

    /// Prints an amount after `for each`.
    pub fn each_of(&mut self, amount: &Amount) {
        match amount {
            Amount::CountOf(filter) => self.filter(filter, false),
            Amount::CountersOn(kind, object) => {
                if let Some(kind) = kind {
                    self.counter_kind(*kind);
                }
                self.w("counter on");
                self.object(object);
            }
            Amount::Domain => self.w("basic land type among lands you control"),
            Amount::TypesInGraveyard(who) => {
                self.w("card type among cards in");
                self.either(*who == Who::You, "your graveyard", "all graveyards");
            }
            Amount::ColorsAmong(filter) => {
                self.w("color among");
                self.filter(filter, true);
            }
            Amount::ColorsOf(object) => {
                self.w("of");
                self.object_possessive(object);
                self.w("colors");
            }
            Amount::Party => self.w("creature in your party"),
            Amount::CreaturesDied => self.w("creature that died this turn"),
            Amount::ThisWay(way) => self.this_way(*way, false),
            Amount::TimesKicked => self.w("time ~ was kicked"),
            other => self.quantity(other),
        }
    }

    fn this_way(&mut self, way: Way, many: bool) {
        let of = |w: &mut Self, head: Head, verb: &str| {
            w.head(head, many);
            w.w(verb);
        };
        match way {
            Way::LifeLost => self.w("1 life lost"),
            Way::DamageDealt => self.w("1 damage dealt"),
            Way::Drawn => of(self, Head::of(Kind::Card), "drawn"),
            Way::Discarded => of(self, Head::of(Kind::Card), "discarded"),
            Way::Destroyed(head) => of(self, head, "destroyed"),
            Way::Exiled(head) => of(self, head, "exiled"),
            Way::Sacrificed(head) => of(self, head, "sacrificed"),
            Way::Returned(head) => of(self, head, "returned"),
            Way::Removed(kind) => {
                self.counter_kind(kind);
                self.either(many, "counters removed", "counter removed");
            }
        }
        self.w("this way");
    }

    pub fn for_each(&mut self, amount: &Amount) {
        self.w("for each");
        self.each_of(amount);
    }

    pub fn counter_kind(&mut self, kind: CounterKind) {
        match kind {
            CounterKind::PlusOne => self.w("+1/+1"),
            CounterKind::MinusOne => self.w("-1/-1"),
            CounterKind::MinusToughness => self.w("-0/-1"),
            CounterKind::MinusPower => self.w("-1/-0"),
            CounterKind::PowerToughness(power, toughness) => self.w(&format!("{power:+}/{toughness:+}")),
            CounterKind::Loyalty => self.w("loyalty"),
            CounterKind::Stun => self.w("stun"),
            CounterKind::Shield => self.w("shield"),
            CounterKind::Finality => self.w("finality"),
            CounterKind::Poison => self.w("poison"),
            CounterKind::Age => self.w("age"),
            CounterKind::Time => self.w("time"),
            CounterKind::Fade => self.w("fade"),
            CounterKind::Lore => self.w("lore"),
            CounterKind::Keyword(keyword) => self.w(keyword.words()),
            CounterKind::Named(word) => {
                let word = self.lex.word(word).to_string();
                self.w(&word);
            }
        }
    }

    /// Prints `a +1/+1 counter`, `two charge counters`.
    pub fn counters(&mut self, count: &Amount, kind: CounterKind) {
        if *count == Amount::Number(1) {
            return self.article(|w| {
                w.counter_kind(kind);
                w.w("counter");
            });
        }
        self.amount_words(count);
        self.counter_kind(kind);
        self.w("counters");
    }

    pub fn where_x(&mut self, x: &Amount) {
        self.w(", where x is");
        self.quantity(x);
    }
}
