//! Parses the description of tokens to create.

use super::P;
use super::noun::type_word;
use crate::ir::{Act, Amount, AmountSay, Entering, Link, Supertype, Token, TokenSpec};

impl P<'_> {
    pub fn create(&mut self) -> Option<Act> {
        self.verb("create")?;
        let who = self.actor();
        let (mut count, mut say, one) = if self.eat("a number of") {
            (Amount::X, AmountSay::EqualTo, false)
        } else if self.eat("a") || self.eat("an") {
            (Amount::Number(1), AmountSay::Number, true)
        } else {
            let count = self.amount_word()?;
            let one = count == Amount::Number(1);
            (count, AmountSay::Number, one)
        };
        let mut entering = Entering { tapped: self.eat("tapped"), ..Entering::default() };
        let token = self.attempt(|p| p.copy_token(one)).or_else(|| self.token(one))?;
        if self.eat("that's tapped and attacking") || self.eat("that are tapped and attacking") {
            (entering.tapped, entering.attacking) = (true, true);
        }
        if say == AmountSay::EqualTo {
            count = self.equal_to()?;
        } else if one {
            (count, say) = self.for_each(count);
        }
        if self.eat("attached to") {
            entering.attached = Some(Box::new(self.object_single()?));
        }
        self.mention(Link::Last, !one || say == AmountSay::ForEach);
        Some(Act::Create { who, count, token, entering, say })
    }

    fn copy_token(&mut self, one: bool) -> Option<Token> {
        self.need(if one { "token that's a copy of" } else { "tokens that are copies of" })?;
        Some(Token::CopyOf(Box::new(self.object_single()?)))
    }

    fn token(&mut self, one: bool) -> Option<Token> {
        let noun = if one { "token" } else { "tokens" };
        if self.peek_at(1) == noun
            && let Some(subtype) = self.lex.subtype(self.peek())
            && let Some(place) = crate::predefined::TOKENS.iter().position(|token| token.word == self.peek())
        {
            self.bump();
            self.bump();
            return Some(Token::Named(subtype, place as u8));
        }
        let mut spec = TokenSpec {
            pt: None,
            supertypes: Vec::new(),
            colors: crate::ir::Colors::default(),
            subtypes: Vec::new(),
            types: Vec::new(),
            name: None,
            keywords: Vec::new(),
            abilities: Vec::new(),
            later: false,
        };
        if self.eat("legendary") {
            spec.supertypes.push(Supertype::Legendary);
        }
        spec.pt = self.attempt(Self::pair);
        spec.colors = self.color_list()?;
        while let Some(subtype) = self.lex.subtype(self.peek()) {
            self.bump();
            spec.subtypes.push(subtype);
        }
        while let Some((card_type, false)) = type_word(self.peek()) {
            self.bump();
            spec.types.push(card_type);
        }
        self.need(noun)?;
        if spec.types.is_empty() || spec.subtypes.is_empty() {
            return None;
        }
        if self.eat("with") {
            if !self.is("\"") {
                spec.keywords = self.keyword_list()?;
                if self.is("and \"") {
                    self.bump();
                }
            }
            if self.is("\"") {
                spec.abilities.push(self.quoted()?);
            }
        }
        Some(Token::Spec(Box::new(spec)))
    }
}
