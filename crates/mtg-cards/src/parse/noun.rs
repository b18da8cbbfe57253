//! Parses nouns with the words before them: `nontoken red artifact creature`, `instant or sorcery card`.

use super::P;
use crate::ir::{CardType, Color, Colors, Filter, Head, Join, Kind, Noun, Pred, Supertype};

/// The plural of the word for a type.
pub(crate) fn type_plural(card_type: CardType) -> String {
    match card_type {
        CardType::Sorcery => "sorceries".into(),
        other => format!("{}s", other.word()),
    }
}

pub(crate) fn color_word(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color.word() == word)
}

/// The type that a word names, and whether the word is plural. `None` if the word names no type.
pub(crate) fn type_word(word: &str) -> Option<(CardType, bool)> {
    let known = CardType::ALL.into_iter();
    known.filter(|card_type| word.starts_with(&card_type.word()[..3])).find_map(|card_type| {
        if card_type.word() == word {
            Some((card_type, false))
        } else {
            (type_plural(card_type) == word).then_some((card_type, true))
        }
    })
}

fn supertype_word(word: &str) -> Option<Supertype> {
    Supertype::ALL.into_iter().find(|supertype| supertype.word() == word)
}

impl P<'_> {
    /// Parses a noun phrase without `a`, `the` or `target`: nouns with all their properties. The flag says whether it
    /// is plural.
    pub fn filter(&mut self) -> Option<(Filter, bool)> {
        let (mut filter, many) = self.nouns()?;
        self.posts(&mut filter.post);
        Some((filter, many))
    }

    /// Parses a noun phrase that must be plural. A noun such as `Equipment` has the same form in the plural.
    pub fn filter_many(&mut self) -> Option<Filter> {
        let (filter, many) = self.filter()?;
        (many || self.has_one_form(&filter)).then_some(filter)
    }

    /// Whether the last noun is a subtype with the same form in the singular and the plural.
    pub fn has_one_form(&self, filter: &Filter) -> bool {
        filter.nouns.last().is_some_and(|noun| {
            let alone = noun.head.types == 0 && noun.head.kind == Kind::Permanent;
            let same = |id| self.lex.subtype_word(id, false) == self.lex.subtype_word(id, true);
            alone && noun.head.subtype.is_some_and(same)
        })
    }

    /// Parses one noun or several: `artifact, creature, or land`. The flag says whether they are plural.
    pub fn nouns(&mut self) -> Option<(Filter, bool)> {
        let (first, mut many) = self.noun()?;
        let mut nouns = vec![first];
        let mut join = Join::Or;
        // A list with commas has the conjunction before the last noun.
        let listed = self.attempt(|p| {
            let mut more = Vec::new();
            while p.eat(",") {
                if let Some(word) = p.joiner() {
                    let (last, plural) = p.noun()?;
                    more.push(last);
                    return (more.len() >= 2).then_some((more, word, plural));
                }
                more.push(p.noun()?.0);
            }
            None
        });
        if let Some((more, word, plural)) = listed {
            nouns.extend(more);
            (join, many) = (word, plural);
        } else if let Some((word, noun, plural)) = self.attempt(|p| {
            let word = p.joiner()?;
            let (noun, plural) = p.noun()?;
            Some((word, noun, plural))
        }) {
            nouns.push(noun);
            (join, many) = (word, plural);
        }
        let repeat =
            nouns.len() > 1 && nouns.iter().all(|noun| noun.head.kind == nouns[0].head.kind && shares(&noun.head));
        share_kind(&mut nouns);
        Some((Filter { nouns, join, post: Vec::new(), repeat }, many))
    }

    fn joiner(&mut self) -> Option<Join> {
        self.one_of(&[("or", Join::Or), ("and/or", Join::AndOr), ("and", Join::And)])
    }

    pub fn noun(&mut self) -> Option<(Noun, bool)> {
        self.attempt(|p| {
            let mut adj = Vec::new();
            while let Some(pred) = p.adjective() {
                adj.push(pred);
                if p.is(",") && p.peek_at(1).starts_with("non") {
                    p.bump();
                }
            }
            let (head, many) = p.head()?;
            Some((Noun { adj, head }, many))
        })
    }

    fn adjective(&mut self) -> Option<Pred> {
        let word = self.peek();
        if let Some(color) = color_word(word) {
            return self.colors_before(color);
        }
        if let Some(supertype) = supertype_word(word) {
            self.bump();
            return Some(Pred::Super(supertype));
        }
        if let Some(rest) = word.strip_prefix("non") {
            return self.negated(rest.trim_start_matches('-'));
        }
        // `token` is itself the noun, unless another noun follows.
        let plain = self.one_of(&[
            ("attacking or blocking", Pred2::AttackingOrBlocking),
            ("other", Pred2::Other),
            ("tapped", Pred2::Tapped),
            ("untapped", Pred2::Untapped),
            ("attacking", Pred2::Attacking),
            ("blocking", Pred2::Blocking),
            ("blocked", Pred2::Blocked),
            ("unblocked", Pred2::Unblocked),
            ("enchanted", Pred2::Enchanted),
            ("equipped", Pred2::Equipped),
            ("historic", Pred2::Historic),
            ("modified", Pred2::Modified),
            ("face-down", Pred2::FaceDown),
            ("colorless", Pred2::Colorless),
            ("multicolored", Pred2::Multicolored),
            ("monocolored", Pred2::Monocolored),
        ]);
        if let Some(plain) = plain {
            return Some(plain.pred());
        }
        // If a subtype stands before another subtype, the object must have both.
        let first = self.lex.subtype(word)?;
        let second = self.lex.subtype(self.peek_at(1))?;
        if first == second {
            return None;
        }
        self.bump();
        Some(Pred::Subtype(first))
    }

    fn colors_before(&mut self, first: Color) -> Option<Pred> {
        self.bump();
        let second = self.attempt(|p| {
            p.need("or")?;
            color_word(p.bump())
        });
        Some(second.map_or(Pred::Color(first), |second| Pred::AnyColor(Colors::default().with(first).with(second))))
    }

    fn negated(&mut self, word: &str) -> Option<Pred> {
        let pred = if word == "token" {
            Pred::Nontoken
        } else if let Some(color) = color_word(word) {
            Pred::NotColor(color)
        } else if let Some((card_type, false)) = type_word(word) {
            Pred::NotType(card_type)
        } else if let Some(supertype) = supertype_word(word) {
            Pred::NotSuper(supertype)
        } else {
            Pred::NotSubtype(self.lex.subtype(word)?)
        };
        self.bump();
        Some(pred)
    }

    /// Parses the noun alone: `goblin`, `artifact creature`, `creature card`, `permanents`.
    pub fn head(&mut self) -> Option<(Head, bool)> {
        let mut head = Head::of(Kind::Permanent);
        let mut many = false;
        let mut any = false;
        if let Some(subtype) = self.lex.subtype(self.peek()) {
            let word = self.peek();
            many = self.lex.subtype_word(subtype, false) != word;
            head.subtype = Some(subtype);
            any = true;
            self.bump();
        }
        while !many && let Some((card_type, plural)) = type_word(self.peek()) {
            // In `creature type`, the word `creature` is not a noun for an object.
            if matches!(self.peek_at(1), "type" | "types") {
                return None;
            }
            self.bump();
            head.types |= 1 << card_type as u16;
            any = true;
            many = plural;
        }
        if many {
            return Some((head, true));
        }
        if self.eat("permanent card") {
            return (head.types == 0).then_some((Head { kind: Kind::PermanentCard, ..head }, false));
        }
        if self.eat("permanent cards") {
            return (head.types == 0).then_some((Head { kind: Kind::PermanentCard, ..head }, true));
        }
        if self.eat("permanent spell") {
            return (head.types == 0).then_some((Head { kind: Kind::PermanentSpell, ..head }, false));
        }
        if self.eat("permanent spells") {
            return (head.types == 0).then_some((Head { kind: Kind::PermanentSpell, ..head }, true));
        }
        let kind = self.one_of(&[
            ("card", (Kind::Card, false)),
            ("cards", (Kind::Card, true)),
            ("spell", (Kind::Spell, false)),
            ("spells", (Kind::Spell, true)),
            ("token", (Kind::Token, false)),
            ("tokens", (Kind::Token, true)),
            ("source", (Kind::Source, false)),
            ("sources", (Kind::Source, true)),
            ("permanent", (Kind::Permanent, false)),
            ("permanents", (Kind::Permanent, true)),
        ]);
        match kind {
            Some((Kind::Permanent, plural)) if !any => Some((head, plural)),
            Some((Kind::Permanent, _)) => None,
            Some((kind, plural)) => Some((Head { kind, ..head }, plural)),
            None => any.then_some((head, false)),
        }
    }
}

/// Whether the last word of the noun can belong to the nouns before it, too.
fn shares(head: &Head) -> bool {
    matches!(head.kind, Kind::Card | Kind::Spell | Kind::Token | Kind::Source)
        && (head.types != 0 || head.subtype.is_some())
}

/// Gives the nouns of a list the kind of the last noun. In `instant or sorcery card`, both nouns are cards.
fn share_kind(nouns: &mut [Noun]) {
    let Some(kind) = nouns.last().map(|noun| noun.head.kind) else { return };
    if matches!(kind, Kind::Card | Kind::Spell | Kind::Token | Kind::Source) {
        let typed = |head: &Head| head.kind == Kind::Permanent && (head.types != 0 || head.subtype.is_some());
        for noun in nouns.iter_mut().filter(|noun| typed(&noun.head)) {
            noun.head.kind = kind;
        }
    }
}

/// Properties that consist of one word.
#[derive(Clone, Copy)]
enum Pred2 {
    AttackingOrBlocking,
    Other,
    Tapped,
    Untapped,
    Attacking,
    Blocking,
    Blocked,
    Unblocked,
    Enchanted,
    Equipped,
    Historic,
    Modified,
    FaceDown,
    Colorless,
    Multicolored,
    Monocolored,
}

impl Pred2 {
    fn pred(self) -> Pred {
        match self {
            Pred2::AttackingOrBlocking => Pred::AttackingOrBlocking,
            Pred2::Other => Pred::Other,
            Pred2::Tapped => Pred::Tapped,
            Pred2::Untapped => Pred::Untapped,
            Pred2::Attacking => Pred::Attacking,
            Pred2::Blocking => Pred::Blocking,
            Pred2::Blocked => Pred::Blocked,
            Pred2::Unblocked => Pred::Unblocked,
            Pred2::Enchanted => Pred::Enchanted,
            Pred2::Equipped => Pred::Equipped,
            Pred2::Historic => Pred::Historic,
            Pred2::Modified => Pred::Modified,
            Pred2::FaceDown => Pred::FaceDown,
            Pred2::Colorless => Pred::Colorless,
            Pred2::Multicolored => Pred::Multicolored,
            Pred2::Monocolored => Pred::Monocolored,
        }
    }
}
