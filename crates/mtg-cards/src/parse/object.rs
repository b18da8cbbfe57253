//! Parses objects: the source, pronouns, targets, and nouns with an article, a number or `each`.

use super::P;
use crate::ir::{
    Amount, Choice, Filter, Form, Head, HostKind, Kind, Link, Obj, Players, Pred, Say, Target, TargetKind,
};

impl P<'_> {
    /// Parses one object phrase, or two connected by `and`.
    pub fn object(&mut self) -> Option<Obj> {
        let first = self.object_single()?;
        let second = self.attempt(|p| {
            p.need("and")?;
            let joinable = matches!(
                p.peek(),
                "~" | "target" | "enchanted" | "equipped" | "up" | "all" | "each" | "another" | "that"
            );
            if !joinable {
                return None;
            }
            let second = p.object_single()?;
            // If a verb follows, the second phrase is already the subject of the next clause.
            (!p.at_object_verb()).then_some(second)
        });
        Some(match second {
            Some(second) => Obj::Both(vec![first, second]),
            None => first,
        })
    }

    /// Whether a verb follows that takes an object as its subject, such as `gets`.
    pub fn at_object_verb(&self) -> bool {
        matches!(
            self.peek(),
            "get"
                | "gets"
                | "gain"
                | "gains"
                | "has"
                | "have"
                | "lose"
                | "loses"
                | "deal"
                | "deals"
                | "can't"
                | "can"
                | "doesn't"
                | "don't"
                | "becomes"
                | "become"
                | "fights"
                | "fight"
                | "attacks"
                | "blocks"
                | "is"
                | "are"
                | "enters"
                | "enter"
                | "each"
                | "must"
                | "phases"
        )
    }

    pub fn object_single(&mut self) -> Option<Obj> {
        // Inside the phrase, pronouns belong to the phrase and not to the roles of the clause.
        let apart = std::mem::take(&mut self.apart);
        let object = self.attempt(|p| match p.peek() {
            "~" => {
                p.bump();
                p.mention(Link::Source, false);
                if p.is("from your graveyard") || p.is("from your hand") {
                    return Some(Obj::SourceIn(p.zone_of()?));
                }
                Some(Obj::Source)
            }
            "it" | "them" | "they" | "that" | "those" | "the" => p.spoken_of(&apart),
            "enchanted" | "equipped" => p.host(),
            "target" | "up" | "any" | "another" => p.target().or_else(|| p.chosen_object()),
            "all" | "each" => p.every(),
            _ => p.target().or_else(|| p.chosen_object()).or_else(|| p.bare()),
        });
        self.apart = apart;
        object
    }

    /// Parses a pronoun or phrase for an object mentioned before. A pronoun means none of the objects in `apart`.
    fn spoken_of(&mut self, apart: &[Link]) -> Option<Obj> {
        if self.eat("it") {
            let to = self.latest_apart(false, apart)?;
            return Some(Obj::Back { to, say: Say::It });
        }
        if self.eat("them") || self.eat("they") {
            let to = self.latest_apart(true, apart)?;
            return Some(Obj::Back { to, say: Say::Them });
        }
        if self.is("the top") {
            return self.top_of();
        }
        if self.eat("that") {
            let (head, many) = self.head()?;
            let to = self.latest_noun(false, head)?;
            self.mention_again(to, false, head);
            let other = self.attempt(|p| {
                p.need("or")?;
                let (other, many) = p.head()?;
                (!many && p.latest_noun(false, other) == Some(to)).then_some(other)
            });
            let say = other.map_or(Say::That(head), |other| Say::ThatOr(head, other));
            return (!many).then_some(Obj::Back { to, say });
        }
        if self.eat("those") {
            let (head, many) = self.head()?;
            let to = self.latest_noun(true, head)?;
            self.mention_again(to, true, head);
            return many.then_some(Obj::Back { to, say: Say::Those(head) });
        }
        self.need("the")?;
        for (word, say) in [
            ("sacrificed", Say::Sacrificed as fn(Head) -> Say),
            ("exiled", Say::Exiled),
            ("discarded", Say::Discarded),
            ("revealed", Say::Revealed),
        ] {
            if self.eat(word) {
                let (head, many) = self.head()?;
                let to = if word == "sacrificed" || word == "discarded" { Link::Paid } else { self.latest(false)? };
                return (!many).then_some(Obj::Back { to, say: say(head) });
            }
        }
        let (head, many) = self.head()?;
        // `the token` means the token that was just created. With other nouns, `the` is too vague to resolve.
        if head.kind != Kind::Token {
            return None;
        }
        let to = self.latest(many)?;
        Some(Obj::Back { to, say: if many { Say::TheMany(head) } else { Say::The(head) } })
    }

    fn top_of(&mut self) -> Option<Obj> {
        self.need("the top")?;
        let count = if self.eat("card of") {
            Amount::Number(1)
        } else {
            let count = self.amount_word()?;
            self.need("cards of")?;
            count
        };
        let of = self.possessive()?;
        self.need("library")?;
        let many = count != Amount::Number(1);
        self.mention(Link::Last, many);
        Some(Obj::TopOf { count, of })
    }

    fn host(&mut self) -> Option<Obj> {
        let host = if self.eat("equipped creature") {
            HostKind::Equipped
        } else {
            self.need("enchanted")?;
            let (head, many) = self.head()?;
            if many {
                return None;
            }
            HostKind::Enchanted(head)
        };
        self.mention(Link::Host, false);
        Some(Obj::Host(host))
    }

    /// Parses how many objects are chosen, before `target` or a noun.
    fn choice(&mut self) -> Option<Choice> {
        if self.eat("up to") {
            return Some(Choice::UpTo(self.amount_word()?));
        }
        if self.eat("any number of") {
            return Some(Choice::Any);
        }
        if self.eat("a") || self.eat("an") {
            return Some(Choice::One);
        }
        if self.is("one or two target") || self.is("one , two , or three target") {
            return Some(Choice::OneTo(if self.eat("one or two") {
                2
            } else {
                self.need("one , two , or three")?;
                3
            }));
        }
        if self.is("one or more") {
            self.eat("one or more");
            return Some(Choice::OrMore(1));
        }
        let amount = self.amount_word()?;
        if let Amount::Number(least) = amount
            && self.eat("or more")
        {
            return Some(Choice::OrMore(u8::try_from(least).ok()?));
        }
        Some(Choice::Exactly(amount))
    }

    /// Parses `target creature`, `up to two other target creatures`, `any target`.
    pub fn target(&mut self) -> Option<Obj> {
        self.attempt(|p| {
            if p.eat("any target") || p.is("any other target") {
                let other = p.eat("any other target");
                return p.finish_target(Choice::One, TargetKind::Any { other });
            }
            let mut other = p.eat("another");
            let count = if other || p.is("target") { Choice::One } else { p.choice()? };
            if matches!(count, Choice::OrMore(_)) || (count == Choice::One && !other && !p.is("target")) {
                return None;
            }
            other = other || p.eat("other");
            p.need("target")?;
            // `each of two targets` and `up to two targets` have no noun after `targets`.
            let kind = p.target_kind(other)?;
            p.finish_target(count, kind)
        })
    }

    fn finish_target(&mut self, count: Choice, kind: TargetKind) -> Option<Obj> {
        let many = !matches!(count, Choice::One | Choice::UpTo(Amount::Number(1)));
        let called = match &kind {
            TargetKind::Object(filter) => Some(filter.clone()),
            _ => None,
        };
        let slot = self.new_target(Target { count, kind, by_opponent: false })?;
        match called {
            Some(filter) => self.mention_as(Link::Target(slot), many, &filter),
            None => self.mention(Link::Target(slot), many),
        }
        Some(Obj::Target(slot))
    }

    fn target_kind(&mut self, other: bool) -> Option<TargetKind> {
        let players = [
            ("players", Players::Any),
            ("opponents", Players::Opponent),
            ("player", Players::Any),
            ("opponent", Players::Opponent),
        ];
        if let Some(players) = self.one_of(&players) {
            if other {
                return None;
            }
            let objects = self.attempt(|p| {
                p.need("or")?;
                p.filter()
            });
            return Some(match objects {
                Some((filter, _)) => TargetKind::PlayerOr(players, filter),
                None => TargetKind::Player(players),
            });
        }
        let (mut filter, _) = self.nouns()?;
        let player = self.attempt(|p| {
            p.need("or")?;
            p.one_of(&players[2..])
        });
        if let Some(players) = player {
            return (!other).then_some(TargetKind::OrPlayer(filter, players));
        }
        self.posts(&mut filter.post);
        if other {
            filter.nouns.first_mut()?.adj.insert(0, Pred::Other);
        }
        Some(TargetKind::Object(filter))
    }

    /// Parses `a creature you control`, `another artifact`, `two lands`: objects that are chosen when the step is
    /// performed.
    fn chosen_object(&mut self) -> Option<Obj> {
        self.attempt(|p| {
            let another = p.eat("another");
            let count = if another { Choice::One } else { p.choice()? };
            let (mut filter, many) = p.filter()?;
            if another {
                filter.nouns.first_mut()?.adj.insert(0, Pred::Other);
            }
            let one =
                matches!(count, Choice::One | Choice::Exactly(Amount::Number(1)) | Choice::UpTo(Amount::Number(1)));
            if one == many {
                return None;
            }
            p.mention_as(Link::Last, many, &filter);
            Some(Obj::Choose { count, filter })
        })
    }

    fn every(&mut self) -> Option<Obj> {
        let say = if self.eat("all") { Form::All } else { Form::Each };
        if say == Form::Each {
            self.need("each")?;
            if self.eat("of") {
                return None;
            }
        }
        let (filter, many) = self.filter()?;
        if many == (say == Form::Each) && !(say == Form::All && self.has_one_form(&filter)) {
            return None;
        }
        self.mention(Link::Each, say == Form::All);
        self.mention(Link::Each, true);
        Some(Obj::Every { filter, say })
    }

    fn bare(&mut self) -> Option<Obj> {
        let filter = self.filter_many()?;
        self.mention(Link::Each, true);
        Some(Obj::Every { filter, say: Form::Bare })
    }

    /// Parses a noun phrase with an article, in a condition: `a creature`, `another artifact`.
    pub fn article_filter(&mut self) -> Option<Filter> {
        self.attempt(|p| {
            let another = p.eat("another");
            if !another && !p.eat("a") && !p.eat("an") {
                return None;
            }
            let (mut filter, many) = p.filter()?;
            if another {
                filter.nouns.first_mut()?.adj.insert(0, Pred::Other);
            }
            (!many).then_some(filter)
        })
    }
}
