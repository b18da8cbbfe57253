//! Prints nouns with the words before them.

use super::W;
use crate::ir::{CardType, Filter, Head, Join, Kind, Noun, Pred};

/// The order in which texts name types.
const SPOKEN: [CardType; 9] = [
    CardType::Kindred,
    CardType::Enchantment,
    CardType::Artifact,
    CardType::Battle,
    CardType::Instant,
    CardType::Sorcery,
    CardType::Land,
    CardType::Planeswalker,
    CardType::Creature,
];

fn type_word(card_type: CardType, many: bool) -> String {
    match (card_type, many) {
        (CardType::Sorcery, true) => "sorceries".into(),
        (_, true) => format!("{}s", card_type.word()),
        (_, false) => card_type.word().into(),
    }
}

impl W<'_> {
    /// Prints the nouns and all properties, in the singular or the plural.
    pub fn filter(&mut self, filter: &Filter, many: bool) {
        self.nouns(filter, many);
        for pred in &filter.post {
            self.post(pred, many);
        }
    }

    /// Prints the nouns with the properties before them, but not the properties after them.
    pub fn nouns(&mut self, filter: &Filter, many: bool) {
        let kind = filter.nouns.last().map_or(Kind::Permanent, |noun| noun.head.kind);
        let shared = matches!(kind, Kind::Card | Kind::Spell | Kind::Token | Kind::Source)
            && !filter.repeat
            && filter.nouns.iter().all(|noun| noun.head.kind == kind);
        let typed = |noun: &Noun| noun.head.types != 0 || noun.head.subtype.is_some();
        let word = match filter.join {
            Join::Or => "or",
            Join::And => "and",
            Join::AndOr => "and/or",
        };
        let last = filter.nouns.len().saturating_sub(1);
        for (at, noun) in filter.nouns.iter().enumerate() {
            if at > 0 && filter.nouns.len() > 2 {
                self.w(",");
            }
            if at > 0 && at == last {
                self.w(word);
            }
            self.adjectives(&noun.adj);
            if shared && at < last && typed(noun) {
                self.head(Head { kind: Kind::Permanent, ..noun.head }, false);
            } else {
                self.head(noun.head, many);
            }
        }
    }

    fn adjectives(&mut self, adj: &[Pred]) {
        for (at, pred) in adj.iter().enumerate() {
            // Two negated properties in a row have a comma between them: `nonblack, nonartifact`.
            if at > 0 && negated(pred) && negated(&adj[at - 1]) {
                self.w(",");
            }
            self.adjective(pred);
        }
    }

    /// Prints the noun alone.
    pub fn head(&mut self, head: Head, many: bool) {
        let kind_word = match head.kind {
            Kind::Permanent => "",
            Kind::Card => "card",
            Kind::PermanentCard => "permanent card",
            Kind::Spell => "spell",
            Kind::PermanentSpell => "permanent spell",
            Kind::Token => "token",
            Kind::Source => "source",
            Kind::Ability => "ability",
        };
        let types: Vec<CardType> = SPOKEN.into_iter().filter(|card_type| head.has(*card_type)).collect();
        if let Some(subtype) = head.subtype {
            let alone = types.is_empty() && kind_word.is_empty();
            let word = self.lex.subtype_word(subtype, many && alone).to_string();
            self.w(&word);
        }
        for (at, card_type) in types.iter().enumerate() {
            let last = at + 1 == types.len() && kind_word.is_empty();
            self.w(&type_word(*card_type, many && last));
        }
        if !kind_word.is_empty() {
            self.w(kind_word);
            if many {
                self.out.push('s');
            }
        } else if types.is_empty() && head.subtype.is_none() {
            self.either(many, "permanents", "permanent");
        }
    }
}

fn negated(pred: &Pred) -> bool {
    matches!(pred, Pred::NotColor(_) | Pred::NotType(_) | Pred::NotSubtype(_) | Pred::NotSuper(_) | Pred::Nontoken)
}
