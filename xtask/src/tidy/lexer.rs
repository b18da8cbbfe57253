//! A small lexer for Rust. It is good enough to tell code from comments and strings.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    Integer,
    Float,
    /// A string, byte string or character. Its content is not kept.
    Quoted,
    Punct,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub text: String,
    pub line: usize,
}

impl Token {
    pub fn is(&self, text: &str) -> bool {
        self.kind != Kind::Quoted && self.text == text
    }
}

/// The tokens of a source file, without comments and lifetimes. Each punctuation character is one token. Invalid source
/// gives some tokens and no panic, because the compiler reports its mistakes.
pub fn lex(source: &str) -> Vec<Token> {
    let mut lexer = Lexer { chars: source.chars().collect(), at: 0, line: 1, tokens: Vec::new() };
    while lexer.at < lexer.chars.len() {
        lexer.step();
    }
    lexer.tokens
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    line: usize,
    tokens: Vec<Token>,
}

impl Lexer {
    fn peek(&self, ahead: usize) -> char {
        self.chars.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            if self.peek(0) == '\n' {
                self.line += 1;
            }
            self.at = (self.at + 1).min(self.chars.len());
        }
    }

    fn step(&mut self) {
        match (self.peek(0), self.peek(1)) {
            ('/', '/') => self.line_comment(),
            ('/', '*') => self.block_comment(),
            ('"', _) => self.string(0),
            ('\'', _) => self.character_or_lifetime(),
            (c, _) if c.is_ascii_digit() => self.number(),
            (c, _) if starts_word(c) => self.word_or_prefixed_string(),
            (c, _) if c.is_whitespace() => self.skip(1),
            _ => self.token(Kind::Punct, 1),
        }
    }

    /// Makes a token of the next `length` characters.
    fn token(&mut self, kind: Kind, length: usize) {
        let end = (self.at + length).min(self.chars.len());
        let text = if kind == Kind::Quoted { String::new() } else { self.chars[self.at..end].iter().collect() };
        self.tokens.push(Token { kind, text, line: self.line });
        self.skip(length);
    }

    fn line_comment(&mut self) {
        while self.at < self.chars.len() && self.peek(0) != '\n' {
            self.skip(1);
        }
    }

    /// Skips a block comment. Block comments can be nested in Rust.
    fn block_comment(&mut self) {
        let mut depth = 0;
        while self.at < self.chars.len() {
            match (self.peek(0), self.peek(1)) {
                ('/', '*') => (depth, _) = (depth + 1, self.skip(2)),
                ('*', '/') => (depth, _) = (depth - 1, self.skip(2)),
                _ => self.skip(1),
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Reads a string with escapes. The opening quote is `prefix` characters ahead.
    fn string(&mut self, prefix: usize) {
        let mut length = prefix + 1;
        while self.at + length < self.chars.len() && self.peek(length) != '"' {
            length += if self.peek(length) == '\\' { 2 } else { 1 };
        }
        self.token(Kind::Quoted, length + 1);
    }

    /// Reads a raw string. It ends with a quote and as many hashes as at its start.
    fn raw_string(&mut self, prefix: usize, hashes: usize) {
        let mut length = prefix + hashes + 1;
        while self.at + length < self.chars.len() {
            length += 1;
            if self.peek(length - 1) == '"' && (0..hashes).all(|n| self.peek(length + n) == '#') {
                break;
            }
        }
        self.token(Kind::Quoted, length + hashes);
    }

    /// Reads a character such as `'a'` or `'\''`, or a lifetime or label such as `'a` or `'static`.
    fn character_or_lifetime(&mut self) {
        if self.peek(1) == '\\' || self.peek(2) == '\'' {
            self.character(0);
        } else {
            self.skip(1);
            while continues_word(self.peek(0)) {
                self.skip(1);
            }
        }
    }

    /// Reads a character literal. Its opening quote is `prefix` characters ahead.
    fn character(&mut self, prefix: usize) {
        // Skip the quote and one character. An escaped character has a backslash before it. Then search for the closing
        // quote.
        let mut length = prefix + if self.peek(prefix + 1) == '\\' { 3 } else { 2 };
        while self.at + length < self.chars.len() && self.peek(length) != '\'' {
            length += 1;
        }
        self.token(Kind::Quoted, length + 1);
    }

    fn word_or_prefixed_string(&mut self) {
        let length = (0..).take_while(|&n| continues_word(self.peek(n))).count();
        let word: String = self.chars[self.at..self.at + length].iter().collect();
        let hashes = (0..).take_while(|&n| self.peek(length + n) == '#').count();
        match word.as_str() {
            "r" | "br" | "cr" if self.peek(length + hashes) == '"' => self.raw_string(length, hashes),
            "b" | "c" if self.peek(length) == '"' => self.string(length),
            "b" if self.peek(length) == '\'' => self.character(length),
            // A raw identifier such as `r#type` is the same word as `type`, so the prefix is skipped.
            "r" if hashes == 1 && starts_word(self.peek(2)) => self.skip(2),
            _ => self.token(Kind::Word, length),
        }
    }

    fn number(&mut self) {
        if self.is_tuple_index() {
            let length = (0..).take_while(|&n| self.peek(n).is_ascii_digit()).count();
            return self.token(Kind::Integer, length);
        }
        let digits = |from: usize| (from..).take_while(|&n| is_digit(self.peek(n))).count();
        if self.peek(0) == '0' && matches!(self.peek(1), 'x' | 'o' | 'b') {
            let length = (0..).take_while(|&n| continues_word(self.peek(n))).count();
            return self.token(Kind::Integer, length);
        }
        let mut float = false;
        let mut length = digits(0);
        // `1.5` and `1.` are floats. `1..5` is a range and `1.max(5)` a call.
        if self.peek(length) == '.' && self.peek(length + 1) != '.' && !starts_word(self.peek(length + 1)) {
            float = true;
            length += 1;
            length += digits(length);
        }
        let sign = usize::from(matches!(self.peek(length + 1), '+' | '-'));
        if matches!(self.peek(length), 'e' | 'E') && self.peek(length + 1 + sign).is_ascii_digit() {
            float = true;
            length += 1 + sign;
            length += digits(length);
        }
        float |= self.peek(length) == 'f';
        length += (length..).take_while(|&n| continues_word(self.peek(n))).count();
        self.token(if float { Kind::Float } else { Kind::Integer }, length);
    }

    /// Whether the number that starts here is a tuple index. `pair.0.1` contains no float `0.1`, but `0..1.5` contains
    /// a float.
    fn is_tuple_index(&self) -> bool {
        let mut before = self.tokens.iter().rev();
        before.next().is_some_and(|token| token.is(".")) && !before.next().is_some_and(|token| token.is("."))
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || c == '_'
}

fn starts_word(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

fn continues_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

#[cfg(test)]
mod tests;
