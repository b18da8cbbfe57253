//! Prints objects.

use super::W;
use super::player::players_word;
use crate::ir::{Amount, Choice, Filter, Form, Head, HostKind, Link, Obj, Pred, Say, Target, TargetKind, many};

impl W<'_> {
    pub fn object(&mut self, what: &Obj) {
        match what {
            Obj::Source => self.w("~"),
            Obj::SourceIn(zone) => {
                self.w("~");
                self.zone_of(zone);
            }
            Obj::Target(slot) => {
                let target = self.targets.get(usize::from(*slot)).cloned();
                if let Some(target) = target {
                    self.target(&target);
                }
            }
            Obj::Back { to, say } => self.spoken_of(*to, *say),
            Obj::Host(HostKind::Equipped) => self.w("equipped creature"),
            Obj::Host(HostKind::Enchanted(head)) => {
                self.w("enchanted");
                self.head(*head, false);
            }
            Obj::Every { filter, say } => {
                match say {
                    Form::Bare => {}
                    Form::All => self.w("all"),
                    Form::Each => self.w("each"),
                }
                self.filter(filter, *say != Form::Each);
            }
            Obj::Choose { count, filter } => self.chosen(count, filter),
            Obj::TopOf { count, of } => {
                self.w("the top");
                if *count == Amount::Number(1) {
                    self.w("card of");
                } else {
                    self.amount_words(count);
                    self.w("cards of");
                }
                self.possessive(of);
                self.w("library");
            }
            Obj::HandOf(who) => {
                self.possessive(who);
                self.w("hand");
            }
            Obj::GraveyardOf(who) => {
                self.possessive(who);
                self.w("graveyard");
            }
            Obj::Both(list) => self.list(list, "and", |w, object| w.object(object)),
            Obj::Either(list) => self.list(list, "or", |w, object| w.object(object)),
            Obj::Apiece(inner) => {
                self.object(inner);
                self.w("each");
            }
            Obj::EachOf(inner) => {
                self.w("each of");
                self.object(inner);
            }
        }
    }

    fn spoken_of(&mut self, to: Link, say: Say) {
        let with = |w: &mut Self, word: &str, head: Head, many: bool| {
            w.pronoun(word, to);
            w.head(head, many);
        };
        match say {
            Say::Unsaid => {}
            Say::Itself => self.w("itself"),
            Say::EachOfThem => self.w("each of them"),
            Say::It => self.pronoun("it", to),
            Say::Them => self.pronoun("them", to),
            Say::That(head) => with(self, "that", head, false),
            Say::ThatOr(head, other) => {
                with(self, "that", head, false);
                self.w("or");
                self.head(other, false);
            }
            Say::Those(head) => with(self, "those", head, true),
            Say::The(head) => with(self, "the", head, false),
            Say::TheMany(head) => with(self, "the", head, true),
            Say::Sacrificed(head) => with(self, "the sacrificed", head, false),
            Say::Exiled(head) => with(self, "the exiled", head, false),
            Say::Discarded(head) => with(self, "the discarded", head, false),
            Say::Revealed(head) => with(self, "the revealed", head, false),
        }
    }

    /// Prints objects as the subject of a clause: `they`, not `them`.
    pub fn subject(&mut self, what: &Obj) {
        match what {
            Obj::Back { to, say: Say::Them } => self.pronoun("they", *to),
            Obj::Apiece(inner) => {
                self.subject(inner);
                self.w("each");
            }
            _ => self.object(what),
        }
    }

    pub fn object_possessive(&mut self, what: &Obj) {
        match what {
            Obj::Back { to, say: Say::It } => self.pronoun("its", *to),
            Obj::Back { to, say: Say::Them } => self.pronoun("their", *to),
            _ => {
                self.object(what);
                self.w("'s");
            }
        }
    }

    /// Prints how many objects are chosen, before the noun.
    pub fn choice(&mut self, count: &Choice) {
        match count {
            Choice::One => {}
            Choice::Exactly(amount) => self.amount_words(amount),
            Choice::UpTo(amount) => {
                self.w("up to");
                self.amount_words(amount);
            }
            Choice::Any => self.w("any number of"),
            Choice::OneTo(2) => self.w("one or two"),
            Choice::OneTo(_) => self.w("one , two , or three"),
            Choice::OrMore(least) => {
                self.amount_words(&Amount::Number(u16::from(*least)));
                self.w("or more");
            }
        }
    }

    fn chosen(&mut self, count: &Choice, filter: &Filter) {
        if *count != Choice::One {
            self.choice(count);
            return self.filter(filter, many(count));
        }
        match without_other(filter) {
            Some(rest) => {
                self.w("another");
                self.filter(&rest, false);
            }
            None => self.article(|w| w.filter(filter, false)),
        }
    }

    /// Prints a noun phrase with its article.
    pub fn a_filter(&mut self, filter: &Filter) {
        self.chosen(&Choice::One, filter);
    }

    fn target(&mut self, target: &Target) {
        let several = many(&target.count);
        match &target.kind {
            TargetKind::Any { other } => {
                if several {
                    self.choice(&target.count);
                    return self.w("targets");
                }
                self.either(*other, "any other target", "any target");
            }
            TargetKind::Player(players) => {
                self.choice(&target.count);
                self.w("target");
                self.w(players_word(*players));
                if several {
                    self.out.push('s');
                }
            }
            TargetKind::Object(filter) => {
                let rest = without_other(filter);
                match (&rest, &target.count) {
                    (Some(_), Choice::One) => self.w("another"),
                    (other, count) => {
                        self.choice(count);
                        if other.is_some() {
                            self.w("other");
                        }
                    }
                }
                self.w("target");
                self.filter(rest.as_ref().unwrap_or(filter), several);
            }
            TargetKind::PlayerOr(players, filter) => {
                self.choice(&target.count);
                self.w("target");
                self.w(players_word(*players));
                self.w("or");
                self.filter(filter, several);
            }
            TargetKind::OrPlayer(filter, players) => {
                self.choice(&target.count);
                self.w("target");
                self.nouns(filter, several);
                self.w("or");
                self.w(players_word(*players));
            }
        }
    }
}

/// The filter without its leading `other`. `None` if it does not begin with `other`.
fn without_other(filter: &Filter) -> Option<Filter> {
    let first = filter.nouns.first()?;
    if first.adj.first() != Some(&Pred::Other) {
        return None;
    }
    let mut rest = filter.clone();
    rest.nouns[0].adj.remove(0);
    Some(rest)
}
