//! Prints the description of tokens to create.

use super::W;
use crate::ir::{Amount, AmountSay, Entering, Token, TokenSpec};

impl W<'_> {
    pub fn created(&mut self, count: &Amount, token: &Token, entering: &Entering, say: AmountSay) {
        let (number, each) = match (say, count) {
            (AmountSay::ForEach, Amount::Times(times, each)) => (Amount::Number(u16::from(*times)), Some(each)),
            _ => (count.clone(), None),
        };
        let one = number == Amount::Number(1) && say != AmountSay::EqualTo;
        let words = |w: &mut Self| {
            if entering.tapped && !entering.attacking {
                w.w("tapped");
            }
            w.token(token, !one);
        };
        if say == AmountSay::EqualTo {
            self.w("a number of");
            words(self);
        } else if one {
            self.article(words);
        } else {
            self.amount_words(&number);
            words(self);
        }
        if entering.attacking {
            self.either(one, "that's tapped and attacking", "that are tapped and attacking");
        }
        if say == AmountSay::EqualTo {
            self.w("equal to");
            self.quantity(count);
        }
        if let Some(each) = each {
            self.for_each(each);
        }
        if let Some(object) = &entering.attached {
            self.w("attached to");
            self.object(object);
        }
        if let Token::Spec(spec) = token
            && spec.later
        {
            self.stop();
            self.either(one, "it has", "they have");
            for ability in &spec.abilities {
                self.quoted(ability);
            }
        }
    }

    fn token(&mut self, token: &Token, many: bool) {
        match token {
            Token::Named(subtype, _) => {
                let word = self.lex.subtype_word(*subtype, false).to_string();
                self.w(&word);
                self.either(many, "tokens", "token");
            }
            Token::CopyOf(object) => {
                self.either(many, "tokens that are copies of", "token that's a copy of");
                self.object(object);
            }
            Token::Spec(spec) => self.token_spec(spec, many),
        }
    }

    fn token_spec(&mut self, spec: &TokenSpec, many: bool) {
        for supertype in &spec.supertypes {
            self.w(supertype.word());
        }
        if let Some((power, toughness)) = &spec.pt {
            self.pair(power, toughness);
        }
        self.colors(spec.colors);
        for subtype in &spec.subtypes {
            let word = self.lex.subtype_word(*subtype, false).to_string();
            self.w(&word);
        }
        for card_type in &spec.types {
            self.w(card_type.word());
        }
        self.either(many, "tokens", "token");
        if spec.later {
            if !spec.keywords.is_empty() {
                self.w("with");
                self.keyword_list(&spec.keywords);
            }
            return;
        }
        if !spec.keywords.is_empty() || !spec.abilities.is_empty() {
            self.w("with");
        }
        self.keyword_list(&spec.keywords);
        if !spec.keywords.is_empty() && !spec.abilities.is_empty() {
            self.w("and");
        }
        for ability in &spec.abilities {
            self.quoted(ability);
        }
    }
}
