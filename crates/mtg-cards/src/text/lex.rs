//! The lexer. It turns a printed text into the normal text: tokens separated by single spaces. A new line is the token
//! `\n`.

use crate::lexicon::Lexicon;

/// The result of the lexer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lexed {
    /// The normal text: tokens separated by single spaces.
    pub text: String,
    /// For each token, its position in the printed text, in bytes.
    pub starts: Vec<u32>,
}

/// Splits a normal text into tokens.
pub fn tokens(normal: &str) -> Vec<&str> {
    normal.split(' ').filter(|token| !token.is_empty()).collect()
}

/// After `this`, these nouns mean the object itself, as in `this creature`. Subtypes after `this` also mean the object
/// itself.
const SELF_WORDS: [&str; 12] = [
    "creature",
    "artifact",
    "enchantment",
    "land",
    "planeswalker",
    "battle",
    "spell",
    "card",
    "permanent",
    "token",
    "door",
    "case",
];

/// Words in which `'s` is part of the word. In all other words, `'s` is a possessive.
const WHOLE: [&str; 8] = ["it's", "that's", "there's", "he's", "she's", "what's", "who's", "where's"];

/// Splits a printed text into tokens. `names` are the names of the card itself, the longest first.
pub fn lex(printed: &str, names: &[String], lexicon: &Lexicon) -> Lexed {
    let mut lexer = Lexer { printed, at: 0, out: Lexed::default(), depth: 0, quoted: false };
    while lexer.at < printed.len() {
        lexer.token(names, lexicon);
    }
    lexer.finish()
}

struct Lexer<'a> {
    printed: &'a str,
    at: usize,
    out: Lexed,
    depth: u32,
    /// Whether this place is inside quotation marks.
    quoted: bool,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.printed[self.at..]
    }

    fn push(&mut self, token: &str, start: usize) {
        if token == "\n" && (self.out.text.is_empty() || self.out.text.ends_with('\n')) {
            return;
        }
        if !self.out.text.is_empty() {
            self.out.text.push(' ');
        }
        self.out.text.push_str(token);
        self.out.starts.push(u32::try_from(start).unwrap_or(u32::MAX));
    }

    fn token(&mut self, names: &[String], lexicon: &Lexicon) {
        let start = self.at;
        let Some(first) = self.rest().chars().next() else { return };
        match first {
            '(' => self.depth += 1,
            ')' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if self.depth > 0 || first == ')' || (first.is_whitespace() && first != '\n') {
            self.at += first.len_utf8();
            return;
        }
        if first == '\n' {
            self.at += 1;
            return self.push("\n", start);
        }
        if let Some(length) = self.own_name(names) {
            self.at += length;
            // In an ability that the text grants to another object, the name still means this card (CR 201.5a).
            let other = self.quoted && !self.grants_itself();
            return self.push(if other { "~~" } else { "~" }, start);
        }
        self.quoted ^= first == '"';
        let word = self.word(first);
        self.at += word.len();
        if word.eq_ignore_ascii_case("this") && self.names_itself(lexicon) {
            return self.push("~", start);
        }
        let word = word.replace('’', "'").replace('−', "-");
        if self.costs_loyalty(&word) {
            return self.push(&format!("[{}]", word.to_lowercase()), start);
        }
        self.push_word(&word, start);
    }

    /// Whether the quoted ability is one that the card grants to itself: `~ gets +1/+1 and has "…"`.
    fn grants_itself(&self) -> bool {
        let text = self.out.text.as_str();
        let before = text.rfind('"').map_or("", |at| &text[..at]);
        let begin = before.rfind(['.', '\n']).map_or(0, |at| at + 1);
        let words = tokens(&before[begin..]);
        let verb = |word: &str| {
            matches!(word, "has" | "gets" | "gains" | "loses" | "is" | "becomes" | "have" | "get" | "gain")
        };
        let joins = |word: &str| matches!(word, "," | "and" | "it's");
        let subject = words.windows(2).rev().find(|pair| verb(pair[1]) && !joins(pair[0])).map(|pair| pair[0]);
        subject == Some("~") || subject == Some("it") && words.contains(&"~")
    }

    /// Whether the word is a loyalty cost: `+1:`, `-2:`, `-X:` or `0:` at the start of an ability (CR 606.4). Texts
    /// also write `[+1]:`.
    fn costs_loyalty(&self, word: &str) -> bool {
        let begins = self.out.text.is_empty() || self.out.text.ends_with(['\n', '"']);
        let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_cost = match (word.strip_prefix('+'), word.strip_prefix('-')) {
            (Some(more), _) => number(more),
            (_, Some(less)) => number(less) || less.eq_ignore_ascii_case("x"),
            _ => word == "0",
        };
        begins && is_cost && self.rest().starts_with(':')
    }

    /// The length of the card's own name, if the name follows as whole words. Otherwise `None`.
    fn own_name(&self, names: &[String]) -> Option<usize> {
        let before = self.printed[..self.at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '\'' || c == '-') {
            return None;
        }
        let rest = self.rest();
        names.iter().find_map(|name| {
            let after = rest.strip_prefix(name.as_str())?;
            let whole = !after.chars().next().is_some_and(|c| c.is_alphanumeric() || c == '-');
            (whole && !name.is_empty()).then_some(name.len())
        })
    }

    /// The printed word or symbol that follows.
    fn word(&self, first: char) -> String {
        let rest = self.rest();
        if first == '{' || first == '[' {
            let end = rest.find(if first == '{' { '}' } else { ']' }).map_or(1, |at| at + 1);
            return rest[..end].to_string();
        }
        let inner = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '/' | '+' | '−' | '*' | '!');
        let length: usize = rest.chars().take_while(|c| inner(*c)).map(char::len_utf8).sum();
        if length == 0 { first.to_string() } else { rest[..length].to_string() }
    }

    /// Consumes a noun after `this`, if `this` and the noun mean the object itself. Returns whether it consumed a noun.
    fn names_itself(&mut self, lexicon: &Lexicon) -> bool {
        let rest = self.rest();
        let Some(after) = rest.strip_prefix(' ') else { return false };
        let length: usize = after.chars().take_while(|c| c.is_alphanumeric()).map(char::len_utf8).sum();
        let noun = &after[..length];
        let capital = noun.chars().next().is_some_and(char::is_uppercase);
        let itself = SELF_WORDS.contains(&noun) || (capital && lexicon.subtype(&noun.to_lowercase()).is_some());
        if itself {
            self.at += 1 + length;
        }
        itself
    }

    /// Adds a word in lower case. A possessive ending becomes a separate token.
    fn push_word(&mut self, word: &str, start: usize) {
        let lower = word.to_lowercase();
        if let Some(owner) = lower.strip_suffix("'s")
            && !owner.is_empty()
            && !WHOLE.contains(&lower.as_str())
        {
            self.push(owner, start);
            return self.push("'s", start + owner.len());
        }
        if let Some(owners) = lower.strip_suffix('\'')
            && !owners.is_empty()
        {
            self.push(owners, start);
            return self.push("'", start + owners.len());
        }
        self.push(&lower, start);
    }

    fn finish(mut self) -> Lexed {
        if self.out.text.ends_with('\n') {
            self.out.text.truncate(self.out.text.len().saturating_sub(2));
            self.out.starts.pop();
        }
        self.out
    }
}
