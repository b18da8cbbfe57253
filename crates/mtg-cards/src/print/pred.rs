//! Prints properties that come before or after a noun.

use super::W;
use crate::ir::{Amount, Cmp, CounterKind, Filter, Pred, Stat, Who, Zone, ZoneOf};
use crate::text::number_word;

pub(crate) fn stat_word(stat: Stat) -> &'static str {
    match stat {
        Stat::Power => "power",
        Stat::Toughness => "toughness",
        Stat::ManaValue => "mana value",
    }
}

impl W<'_> {
    pub fn adjective(&mut self, pred: &Pred) {
        match pred {
            Pred::Other => self.w("other"),
            Pred::Color(color) => self.w(color.word()),
            Pred::NotColor(color) => self.w(&format!("non{}", color.word())),
            Pred::AnyColor(colors) => {
                let colors = super::modify::spoken(*colors);
                self.list(&colors, "or", |w, color| w.w(color.word()));
            }
            Pred::Colorless => self.w("colorless"),
            Pred::Multicolored => self.w("multicolored"),
            Pred::Monocolored => self.w("monocolored"),
            Pred::Super(supertype) => self.w(supertype.word()),
            Pred::NotSuper(supertype) => self.w(&format!("non{}", supertype.word())),
            Pred::NotType(card_type) => self.w(&format!("non{}", card_type.word())),
            Pred::NotSubtype(subtype) => {
                let word = format!("non-{}", self.lex.subtype_word(*subtype, false));
                self.w(&word);
            }
            Pred::Subtype(subtype) => {
                let word = self.lex.subtype_word(*subtype, false).to_string();
                self.w(&word);
            }
            Pred::Tapped => self.w("tapped"),
            Pred::Untapped => self.w("untapped"),
            Pred::Attacking => self.w("attacking"),
            Pred::Blocking => self.w("blocking"),
            Pred::AttackingOrBlocking => self.w("attacking or blocking"),
            Pred::Blocked => self.w("blocked"),
            Pred::Unblocked => self.w("unblocked"),
            Pred::Token => self.w("token"),
            Pred::Nontoken => self.w("nontoken"),
            Pred::Enchanted => self.w("enchanted"),
            Pred::Equipped => self.w("equipped"),
            Pred::Historic => self.w("historic"),
            Pred::Modified => self.w("modified"),
            Pred::FaceDown => self.w("face-down"),
            // The property cannot come before a noun. Print it anyway. The printed text then differs from the text of
            // the card, so the card is refused.
            other => self.post(other, false),
        }
    }

    pub fn post(&mut self, pred: &Pred, many: bool) {
        match pred {
            Pred::Controlled(who) => {
                self.who(who);
                self.verb("control", self.plural_who(who));
            }
            Pred::NotControlled(who) => {
                self.who(who);
                self.verb("don't", self.plural_who(who));
                self.w("control");
            }
            Pred::Owned(who) => {
                self.who(who);
                self.verb("own", self.plural_who(who));
            }
            Pred::With(keyword) => {
                self.w("with");
                self.keyword(keyword);
            }
            Pred::Without(keyword) => {
                self.w("without");
                self.keyword(keyword);
            }
            Pred::Stat(stat, cmp, amount) => {
                self.w("with");
                self.w(stat_word(*stat));
                self.compared(*cmp, amount);
            }
            Pred::Extreme { greatest, stat, among } => {
                self.w("with the");
                self.either(*greatest, "greatest", "least");
                self.w(stat_word(*stat));
                self.w("among");
                self.filter(among, true);
            }
            Pred::WithCounter(kind, least) => self.with_counter(*kind, *least, many),
            Pred::WithoutCounter(kind) => {
                self.w("without");
                self.article(|w| {
                    if let Some(kind) = kind {
                        w.counter_kind(*kind);
                    }
                    w.w("counter on");
                });
                self.either(many, "them", "it");
            }
            Pred::In(zone) => self.zone_of(zone),
            Pred::ChosenType => self.w("of the chosen type"),
            Pred::ChosenColor => self.w("of the chosen color"),
            Pred::Named(name) => {
                self.w("named");
                self.card_name(*name);
            }
            Pred::NamedSelf => self.w("named ~"),
            Pred::IsAny(filter) => {
                self.w("that's");
                self.either_noun(filter);
            }
            Pred::OtherThan(object) => {
                self.w("other than");
                self.object(object);
            }
            Pred::DamagedThisTurn => {
                self.w("that");
                self.either(many, "were", "was");
                self.w("dealt damage this turn");
            }
            Pred::EnteredThisTurn => self.w("that entered this turn"),
            Pred::AttackedThisTurn => self.w("that attacked this turn"),
            Pred::AttachedTo(object) => {
                self.w("attached to");
                self.object(object);
            }
            Pred::BlockingObj(object) => {
                self.w("blocking");
                self.object(object);
            }
            Pred::BlockedBy(object) => {
                self.w("blocked by");
                self.object(object);
            }
            Pred::AttackingWho(who) => {
                self.either(many, "that are attacking", "that's attacking");
                self.who(who);
            }
            Pred::Targets(filter) => {
                self.w("that targets");
                self.article(|w| w.filter(filter, false));
            }
            Pred::TargetsObj(object) => {
                self.w("that targets");
                self.object(object);
            }
            Pred::FromIt => self.w("from it"),
            Pred::SameGraveyard => self.w("from a single graveyard"),
            Pred::SharesCreatureType(object) => {
                self.w("that shares a creature type with");
                self.object(object);
            }
            other => self.adjective(other),
        }
    }

    /// Prints the nouns, each with an article: `a Plains or a Swamp`.
    pub fn either_noun(&mut self, filter: &Filter) {
        for (at, noun) in filter.nouns.iter().enumerate() {
            if at > 0 {
                self.w("or");
            }
            let mut one = Filter::of(noun.head);
            one.nouns[0].adj.clone_from(&noun.adj);
            self.article(|w| w.filter(&one, false));
        }
    }

    pub fn card_name(&mut self, name: crate::ir::NameId) {
        let tokens = crate::text::lex(self.lex.name(name), &[], &crate::lexicon::Lexicon::default()).text;
        self.w(&tokens);
    }

    /// Prints a comparison. The number comes before or after the words: `3 or less`, `less than 3`.
    pub fn compared(&mut self, cmp: Cmp, amount: &Amount) {
        let before = match cmp {
            Cmp::Is | Cmp::OrLess | Cmp::OrGreater => {
                self.amount_digits(amount);
                return self.w(match cmp {
                    Cmp::OrLess => "or less",
                    Cmp::OrGreater => "or greater",
                    _ => "",
                });
            }
            Cmp::Less => "less than",
            Cmp::Greater => "greater than",
            Cmp::LessOrEqual => "less than or equal to",
            Cmp::GreaterOrEqual => "greater than or equal to",
            Cmp::Equal => "equal to",
        };
        self.w(before);
        self.quantity(amount);
    }

    fn with_counter(&mut self, kind: Option<CounterKind>, least: u8, many: bool) {
        self.w("with");
        let noun = |w: &mut Self| {
            if let Some(kind) = kind {
                w.counter_kind(kind);
            }
        };
        if least == 0 {
            self.w("counters");
        } else if least == 1 {
            self.article(|w| {
                noun(w);
                w.w("counter");
            });
        } else {
            self.w(&number_word(u16::from(least)));
            self.w("or more");
            noun(self);
            self.w("counters");
        }
        self.w("on");
        self.either(many, "them", "it");
    }

    pub fn zone_of(&mut self, zone: &ZoneOf) {
        if zone.zone == Zone::Battlefield {
            return self.w("on the battlefield");
        }
        self.either(zone.from, "from", "in");
        match (&zone.of, zone.zone) {
            (_, Zone::Exile) => return self.w("exile"),
            (None, _) => return self.w("a graveyard"),
            (Some(Who::Each(crate::ir::Players::Any)), Zone::Graveyard) => return self.w("all graveyards"),
            (Some(who), _) => self.possessive(who),
        }
        self.w(match zone.zone {
            Zone::Hand => "hand",
            Zone::Library => "library",
            _ => "graveyard",
        });
    }
}
