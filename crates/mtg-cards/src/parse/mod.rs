//! The grammar: parses tokens to [`ir`](crate::ir). Each file contains the parsers for one family of clauses.
//!
//! A parser returns a value, or `None` if its clause does not follow. After `None`, `P::attempt` restores the position.
//! `P::only` tries several parsers on the same tokens. If two of them consume the same tokens but return different
//! values, the text is ambiguous and the card is refused.

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

pub use ability::parse_face;

use crate::ir::{Filter, Head, Kind, Link, Obj, Target, Who, WhoLink};
use crate::lexicon::Lexicon;

/// An object that the text has mentioned, so that pronouns can refer to it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    pub link: Link,
    pub many: bool,
    /// The card types in the nouns with which the text mentioned the object, as a bit set. Zero if the nouns name no
    /// card type.
    pub types: u16,
    /// Whether only a noun (`that creature`) refers to the object so far, because the event also has a subject.
    pub by_noun: bool,
}

/// The reason why a text could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of failure.
    pub why: Why,
    /// The index of the token where parsing failed.
    pub at: usize,
    /// The clause around that token, as tokens with spaces between them.
    pub clause: String,
}

/// Why a card is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// No parser accepts the clause.
    NotUnderstood,
    /// Two parsers accept the clause and return different values.
    Ambiguous,
    /// The parser accepts the text, but the text that the printer makes from the result differs.
    NotPrintedBack,
    /// A second reading gives another meaning to a pronoun.
    Pronoun,
    /// A characteristic cannot be read, for example a power that is not a number, an unknown layout or an unknown name.
    Characteristic,
}

/// A state of the parser to which it can return.
struct Mark {
    at: usize,
    targets: usize,
    seen: usize,
    people: usize,
    third: bool,
    subject: Option<(Link, bool)>,
    ambiguous: bool,
}

/// The state of the parser. Tests use this type to try ambiguous readings, because no real card should have any.
#[doc(hidden)]
#[derive(Clone)]
pub struct P<'a> {
    pub toks: &'a [&'a str],
    pub at: usize,
    pub far: usize,
    pub lex: &'a Lexicon,
    pub targets: Vec<Target>,
    pub seen: Vec<Seen>,
    pub people: Vec<WhoLink>,
    pub ambiguous: bool,
    /// Whether verbs have the ending of the third person, because the subject is not `you`.
    pub third: bool,
    /// The player who performs the clause.
    pub actor: Who,
    /// The object that was the subject of the previous clause, and whether it is plural.
    pub subject: Option<(Link, bool)>,
    /// The objects that a pronoun cannot mean here, because the clause already names them in another role. In `~ deals
    /// 2 damage to it`, the pronoun is not the source of the damage.
    pub apart: Vec<Link>,
    /// How deeply quoted abilities are nested at this place.
    pub depth: u8,
    /// Whether the text belongs to an instant or sorcery.
    pub spell: bool,
    /// The number of parsers that may still be tried. It limits the time for one text.
    pub fuel: u32,
    /// How deeply the running parsers are nested. A maximum depth limits the use of the stack.
    pub nesting: u16,
}

/// Maximum number of parsers that are tried for one text. The longest real card needs far fewer.
const FUEL: u32 = 200_000;

/// Maximum nesting depth of parsers. Real texts need less than a third of it.
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
            apart: Vec::new(),
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

    /// Whether these words follow at the current position.
    pub fn is(&self, words: &str) -> bool {
        words.split(' ').enumerate().all(|(ahead, word)| self.peek_at(ahead) == word)
    }

    /// Consumes these words if they come next. Returns whether the words were there.
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

    /// Parses the end of a sentence: a full stop. After a quotation, no full stop is needed, because the quotation
    /// contains it.
    pub fn stop(&mut self) -> Option<()> {
        let quoted = self.at > 0 && self.toks.get(self.at - 1) == Some(&"\"");
        (self.eat(".") || quoted).then_some(())
    }

    /// Consumes the first of these phrases that follows, and returns its value.
    pub fn one_of<T: Copy>(&mut self, choices: &[(&str, T)]) -> Option<T> {
        choices.iter().find(|(words, _)| self.eat(words)).map(|(_, value)| *value)
    }

    /// Starts a parser one level deeper. Returns `false` if a limit is reached.
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

    /// Runs a parser. If it fails, restores the position and returns `None`.
    pub fn attempt<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mark = self.mark();
        let result = if self.enter() { parse(self) } else { None };
        self.nesting -= 1;
        if result.is_none() {
            self.back_to(&mark);
        }
        result
    }

    /// Tries every parser from here. The result that consumes the most tokens wins. If two different results consume
    /// equally many, the text is ambiguous, and the card is refused.
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
        self.seen.push(Seen { link, many, types: 0, by_noun: false });
    }

    /// Records that the text mentioned an object, with the types in the nouns for it.
    pub fn mention_as(&mut self, link: Link, many: bool, filter: &Filter) {
        let types = filter.nouns.iter().fold(0, |types, noun| types | noun.head.types);
        self.seen.push(Seen { link, many, types, by_noun: false });
    }

    /// Records that the text mentioned an object again with a noun. From then on, pronouns refer to it.
    pub fn mention_again(&mut self, link: Link, many: bool, head: Head) {
        self.seen.push(Seen { link, many, types: head.types, by_noun: false });
    }

    /// The object that a pronoun refers to: the last mentioned object with the same grammatical number.
    pub fn latest(&self, many: bool) -> Option<Link> {
        self.latest_apart(many, &[])
    }

    /// The object that a pronoun refers to, if the clause already names the objects in `apart` in another role.
    pub fn latest_apart(&self, many: bool, apart: &[Link]) -> Option<Link> {
        let fits = |seen: &&Seen| seen.many == many && !apart.contains(&seen.link);
        let latest = || self.seen.iter().rev().filter(fits);
        latest().find(|seen| !seen.by_noun).or_else(|| latest().next()).map(|seen| seen.link)
    }

    /// Runs a parser for another role of a clause that already names `what`. There, a pronoun does not mean `what`.
    pub fn in_other_role<T>(&mut self, what: &Obj, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.apart.clone();
        self.apart.extend(links(what));
        let result = parse(self);
        self.apart = before;
        result
    }

    /// The object that `that creature` refers to: the last mentioned object with the same grammatical number that can
    /// have this type. It is never the source.
    pub fn latest_noun(&self, many: bool, head: Head) -> Option<Link> {
        let fits = |seen: &&Seen| {
            let apart = head.types != 0 && seen.types != 0 && head.types & seen.types == 0;
            // A spell is only ever a target or the object of an event.
            let unlike = head.kind == Kind::Spell && matches!(seen.link, Link::Last | Link::Each | Link::Host);
            seen.many == many && seen.link != Link::Source && !apart && !unlike
        };
        self.seen.iter().rev().find(fits).map(|seen| seen.link)
    }

    /// Parses a verb in the form that agrees with the subject.
    pub fn verb(&mut self, base: &str) -> Option<()> {
        if self.third { self.need(&third_person(base)) } else { self.need(base) }
    }
}

/// The objects that a phrase names, as pronouns refer to them.
fn links(what: &Obj) -> Vec<Link> {
    match what {
        Obj::Source | Obj::SourceIn(_) => vec![Link::Source],
        Obj::Target(slot) => vec![Link::Target(*slot)],
        Obj::Back { to, .. } => vec![*to],
        Obj::Host(_) => vec![Link::Host],
        Obj::Choose { .. } | Obj::TopOf { .. } => vec![Link::Last],
        Obj::Both(list) => list.iter().flat_map(links).collect(),
        Obj::EachOf(inner) | Obj::Apiece(inner) => links(inner),
        Obj::Every { .. } => vec![Link::Each],
        Obj::HandOf(_) | Obj::GraveyardOf(_) | Obj::Either(_) => Vec::new(),
    }
}

/// The third person of a verb: `draw` becomes `draws`.
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
