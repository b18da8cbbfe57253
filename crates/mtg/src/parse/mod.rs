//! The grammar: tokens to [`ir`](crate::ir). One file a family of clauses.
//!
//! A parser function takes tokens and gives a value, or gives `None` and is then left by `P::attempt` as if nothing had
//! been read. Where several families could read a clause, all are tried: two that read the same tokens as different
//! things are an ambiguity, and the card is refused.

mod ability;
mod acts;
mod amount;
mod clause;
mod cond;
mod cost;
mod damage;
mod dig;
mod event;
mod keyword;
mod mana;
mod modes;
mod mods;
mod move_to;
mod noun;
mod object;
mod object_acts;
mod player;
mod post;
mod replace;
mod search;
mod statics;
mod token;

#[cfg(test)]
mod tests;

pub use ability::parse_face;

use crate::ir::{Filter, Head, Link, Target, Who, WhoLink};
use crate::lexicon::Lexicon;

/// An object that was spoken of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub link: Link,
    pub many: bool,
    /// The types it was called by, a bit each; none if nothing was said.
    pub types: u16,
}

/// Why a text was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What kind of failure.
    pub why: Why,
    /// The token where understanding ended.
    pub at: usize,
    /// The clause around it, in normal form.
    pub clause: String,
}

/// Kinds of refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// No family reads the clause.
    NotUnderstood,
    /// Two families read it differently.
    Ambiguous,
    /// It was read, but the printer gives another text.
    NotPrintedBack,
    /// A characteristic that is no number, or a layout that is not played.
    Characteristic,
}

/// A place to go back to.
struct Mark {
    at: usize,
    targets: usize,
    seen: usize,
    people: usize,
    third: bool,
    subject: Option<(Link, bool)>,
    ambiguous: bool,
}

/// The state of a parse.
#[derive(Clone)]
pub(crate) struct P<'a> {
    pub toks: &'a [&'a str],
    pub at: usize,
    pub far: usize,
    pub lex: &'a Lexicon,
    pub targets: Vec<Target>,
    pub seen: Vec<Seen>,
    pub people: Vec<WhoLink>,
    pub ambiguous: bool,
    /// The subject of the clause is in the third person.
    pub third: bool,
    /// The player who acts in the clause.
    pub actor: Who,
    /// The object that was the subject of the clause before.
    pub subject: Option<(Link, bool)>,
    /// How deep quoted abilities are nested.
    pub depth: u8,
    /// The text is of an instant or sorcery.
    pub spell: bool,
    /// How many readings may still be tried, so that no text takes for ever.
    pub fuel: u32,
    /// How deep readings are nested, so that no text exhausts the stack.
    pub nesting: u16,
}

/// Enough for the longest card many times over.
const FUEL: u32 = 200_000;

/// Real texts stay below a third of it.
const DEEPEST: u16 = 120;

impl<'a> P<'a> {
    pub fn new(toks: &'a [&'a str], lex: &'a Lexicon) -> Self {
        P {
            toks,
            at: 0,
            far: 0,
            lex,
            targets: Vec::new(),
            seen: Vec::new(),
            people: Vec::new(),
            ambiguous: false,
            third: false,
            actor: Who::You,
            subject: None,
            depth: 0,
            spell: false,
            fuel: FUEL,
            nesting: 0,
        }
    }

    pub fn peek(&self) -> &'a str {
        self.toks.get(self.at).copied().unwrap_or("")
    }

    pub fn peek_at(&self, ahead: usize) -> &'a str {
        self.toks.get(self.at + ahead).copied().unwrap_or("")
    }

    pub fn done(&self) -> bool {
        self.at >= self.toks.len()
    }

    pub fn bump(&mut self) -> &'a str {
        let token = self.peek();
        self.at += 1;
        self.far = self.far.max(self.at.min(self.toks.len()));
        token
    }

    /// Whether these words stand here.
    pub fn is(&self, words: &str) -> bool {
        words.split(' ').enumerate().all(|(ahead, word)| self.peek_at(ahead) == word)
    }

    /// Takes these words if they stand here.
    pub fn eat(&mut self, words: &str) -> bool {
        if !self.is(words) {
            return false;
        }
        self.at += words.split(' ').count();
        self.far = self.far.max(self.at);
        true
    }

    pub fn need(&mut self, words: &str) -> Option<()> {
        self.eat(words).then_some(())
    }

    /// The end of a sentence. A quotation at its end has the full stop inside.
    pub fn stop(&mut self) -> Option<()> {
        let quoted = self.at > 0 && self.toks.get(self.at - 1) == Some(&"\"");
        (self.eat(".") || quoted).then_some(())
    }

    /// Takes one of these phrases, the first that fits.
    pub fn one_of<T: Copy>(&mut self, choices: &[(&str, T)]) -> Option<T> {
        choices.iter().find(|(words, _)| self.eat(words)).map(|(_, value)| *value)
    }

    /// One reading more, one deeper. Whether that may be.
    fn enter(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.nesting += 1;
        self.fuel > 0 && self.nesting < DEEPEST
    }

    fn mark(&self) -> Mark {
        let (targets, seen, people) = (self.targets.len(), self.seen.len(), self.people.len());
        Mark { at: self.at, targets, seen, people, third: self.third, subject: self.subject, ambiguous: self.ambiguous }
    }

    fn back_to(&mut self, mark: &Mark) {
        self.at = mark.at;
        self.targets.truncate(mark.targets);
        self.seen.truncate(mark.seen);
        self.people.truncate(mark.people);
        self.third = mark.third;
        self.subject = mark.subject;
        self.ambiguous = mark.ambiguous;
    }

    /// Runs a parser; if it fails, nothing has happened.
    pub fn attempt<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mark = self.mark();
        let result = if self.enter() { parse(self) } else { None };
        self.nesting -= 1;
        if result.is_none() {
            self.back_to(&mark);
        }
        result
    }

    /// Runs every reading from here. The one that takes most tokens wins; two different ones of the same length are an
    /// ambiguity, which is remembered and refuses the card.
    pub fn only<T: PartialEq>(&mut self, readings: &[fn(&mut P<'a>) -> Option<T>]) -> Option<T> {
        if !self.enter() {
            self.nesting -= 1;
            return None;
        }
        let mark = self.mark();
        let actor = self.actor.clone();
        let mut best: Option<(T, P<'a>)> = None;
        let mut clash = false;
        for reading in readings {
            if let Some(value) = reading(self) {
                match &best {
                    Some((_, taken)) if self.at < taken.at => {}
                    Some((other, taken)) if self.at == taken.at => clash |= *other != value,
                    _ => {
                        clash = false;
                        best = Some((value, self.clone()));
                    }
                }
            }
            self.back_to(&mark);
            self.actor.clone_from(&actor);
        }
        self.nesting -= 1;
        let (value, fork) = best?;
        let (far, fuel, nesting) = (self.far, self.fuel, self.nesting);
        *self = fork;
        self.far = self.far.max(far);
        (self.fuel, self.nesting) = (fuel, nesting);
        self.ambiguous |= clash;
        Some(value)
    }

    pub fn mention(&mut self, link: Link, many: bool) {
        self.seen.push(Seen { link, many, types: 0 });
    }

    /// As before, with the nouns that it was called by.
    pub fn mention_as(&mut self, link: Link, many: bool, filter: &Filter) {
        let types = filter.nouns.iter().fold(0, |types, noun| types | noun.head.types);
        self.seen.push(Seen { link, many, types });
    }

    /// What a pronoun stands for: the latest of its number.
    pub fn latest(&self, many: bool) -> Option<Link> {
        self.seen.iter().rev().find(|seen| seen.many == many).map(|seen| seen.link)
    }

    /// What `that creature` stands for: the latest of its number that can be one. The source is never called so.
    pub fn latest_noun(&self, many: bool, head: Head) -> Option<Link> {
        let fits = |seen: &&Seen| {
            let apart = head.types != 0 && seen.types != 0 && head.types & seen.types == 0;
            seen.many == many && seen.link != Link::Source && !apart
        };
        self.seen.iter().rev().find(fits).map(|seen| seen.link)
    }

    /// A verb in the form of the subject.
    pub fn verb(&mut self, base: &str) -> Option<()> {
        if self.third { self.need(&third_person(base)) } else { self.need(base) }
    }
}

/// `draw` becomes `draws`.
pub(crate) fn third_person(base: &str) -> String {
    if base == "have" {
        return "has".into();
    }
    let consonant_y = base.strip_suffix('y').and_then(|stem| stem.chars().last()).is_some_and(|c| !"aeiou".contains(c));
    if consonant_y {
        return format!("{}ies", &base[..base.len() - 1]);
    }
    let hissing = ["ch", "sh", "ss", "x", "o"].iter().any(|end| base.ends_with(end));
    format!("{base}{}", if hissing { "es" } else { "s" })
}
