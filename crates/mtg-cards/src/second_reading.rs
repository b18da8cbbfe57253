//! Resolves pronouns a second time, to check the grammar. This second reading shares no code with the grammar and uses
//! another method.
//!
//! The grammar resolves a pronoun while it reads, to the latest mention. This reading gets the printed text of the
//! finished typed form and works on its words. It cuts the text into clauses and finds the objects that each clause
//! names. An object that takes part in a clause is preferred to an object inside a phrase such as `for each Aura
//! attached to ~`. If the two readings disagree about an `it`, `its`, `them` or `their`, the card is refused.

use crate::ir::{Ability, Link};
use crate::lexicon::Lexicon;
use crate::print::{Mark, print_marked};

/// The index of the first word about which the two readings disagree. `None` if they agree.
#[must_use]
pub fn disagreement(abilities: &[Ability], lexicon: &Lexicon) -> Option<usize> {
    let (text, marks) = print_marked(abilities, lexicon);
    if marks.is_empty() {
        return None;
    }
    let words: Vec<Word<'_>> = words(&text, &marks);
    segments(&words).into_iter().find_map(|segment| Reader::new(segment).read())
}

/// A word of the text. `link` is set if it is a pronoun whose meaning is checked.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    text: &'a str,
    link: Option<Link>,
    /// The index in the whole text.
    at: usize,
}

fn words<'a>(text: &'a str, marks: &[Mark]) -> Vec<Word<'a>> {
    let mut from = 0;
    let mut list = Vec::new();
    for (at, word) in text.split(' ').enumerate() {
        let link = marks.iter().find(|mark| mark.byte == from).map(|mark| mark.link);
        list.push(Word { text: word, link, at });
        from += word.len() + 1;
    }
    list
}

/// Cuts the text into abilities. A quoted ability is a segment of its own, because pronouns do not reach into it.
fn segments<'a>(words: &[Word<'a>]) -> Vec<Vec<Word<'a>>> {
    let mut open: Vec<Vec<Word<'a>>> = vec![Vec::new()];
    let mut done = Vec::new();
    let mut quoted = false;
    for word in words {
        match word.text {
            "\"" if !quoted => {
                quoted = true;
                open.push(Vec::new());
            }
            "\"" => {
                quoted = false;
                done.extend(open.pop());
            }
            "\n" | "•" if !quoted => done.extend(open.last_mut().map(std::mem::take)),
            _ => {
                if let Some(list) = open.last_mut() {
                    list.push(*word);
                }
            }
        }
    }
    done.extend(open);
    done
}

/// An object that the text names.
#[derive(Clone, Copy, Debug)]
struct Mention {
    link: Link,
    many: bool,
    clause: usize,
    /// Whether the object is part of a phrase about something else, such as a count or a comparison.
    inside: bool,
}

struct Reader<'a> {
    words: Vec<Word<'a>>,
    mentions: Vec<Mention>,
    clause: usize,
    targets: u8,
    /// Whether the words belong to the event of a trigger.
    event: bool,
    /// The number of objects that the event has named.
    event_objects: usize,
}

/// Words that begin a phrase about something else.
const INSIDE: [&str; 11] =
    ["each", "than", "equal", "with", "attached", "among", "targets", "blocking", "where", "without", "copy"];

/// Verbs after which a noun with an article is an object that the effect finds or makes.
const FINDS: [&str; 14] = [
    "sacrifice",
    "sacrifices",
    "exile",
    "exiles",
    "return",
    "returns",
    "put",
    "puts",
    "discard",
    "discards",
    "choose",
    "chooses",
    "create",
    "creates",
];

/// Words that begin a new clause after `and`.
const BEGINS: [&str; 40] = [
    "you",
    "it",
    "its",
    "~",
    "that",
    "those",
    "they",
    "each",
    "tap",
    "untap",
    "put",
    "sacrifice",
    "create",
    "draw",
    "exile",
    "return",
    "gain",
    "gains",
    "lose",
    "loses",
    "destroy",
    "attach",
    "goad",
    "transform",
    "shuffle",
    "remove",
    "copy",
    "reveal",
    "discard",
    "regenerate",
    "deals",
    "deal",
    "gets",
    "get",
    "can't",
    "attacks",
    "blocks",
    "fights",
    "has",
    "becomes",
];

/// Verbs of a plural subject, which can come after `each`.
const DOES: [&str; 5] = ["deal", "get", "gain", "have", "deals"];

const NUMBERS: [&str; 10] = ["two", "three", "four", "five", "six", "seven", "x", "those", "any", "ten"];

impl<'a> Reader<'a> {
    fn new(words: Vec<Word<'a>>) -> Self {
        let event = matches!(words.first().map(|word| word.text), Some("when" | "whenever" | "at"))
            || words.iter().position(|word| word.text == "—").is_some_and(|dash| {
                dash <= 5 && matches!(words.get(dash + 1).map(|word| word.text), Some("when" | "whenever" | "at"))
            });
        Reader { words, mentions: Vec::new(), clause: 0, targets: 0, event, event_objects: 0 }
    }

    fn word(&self, at: usize) -> &'a str {
        self.words.get(at).map_or("", |word| word.text)
    }

    fn before(&self, at: usize) -> &'a str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// Reads all words. Returns the index of the first pronoun that the grammar reads differently.
    fn read(mut self) -> Option<usize> {
        for at in 0..self.words.len() {
            let word = self.words[at];
            if let Some(theirs) = word.link {
                let possessive = matches!(word.text, "its" | "their");
                let many = matches!(word.text, "them" | "their" | "they" | "those");
                let checked = matches!(word.text, "it" | "it's" | "its" | "them" | "their" | "they");
                let ours = if checked { self.means(at, many, possessive) } else { Some(theirs) };
                // If this reading finds no object, the words alone do not decide, so the grammar's result is accepted.
                if ours.is_some_and(|ours| ours != theirs) {
                    return Some(word.at);
                }
                self.mention(theirs, many, at);
                continue;
            }
            self.see(at);
        }
        None
    }

    fn mention(&mut self, link: Link, many: bool, at: usize) {
        let inside = self.is_inside(at);
        self.mentions.push(Mention { link, many, clause: self.clause, inside });
    }

    /// Adds a mention that takes part in the clause.
    fn mention_beside(&mut self, link: Link, many: bool) {
        self.mentions.push(Mention { link, many, clause: self.clause, inside: false });
    }

    /// Whether the word is in a phrase about something else, within its clause.
    fn is_inside(&self, at: usize) -> bool {
        let begin = (0..at).rev().find(|at| self.ends_clause(*at)).map_or(0, |end| end + 1);
        let phrase = self.words[begin..at].iter();
        let mut found = false;
        for word in phrase {
            if INSIDE.contains(&word.text) {
                found = true;
            } else if matches!(word.text, "to" | "gets" | "get" | "gains" | "gain" | "deals" | "on" | "then") {
                found = false;
            }
        }
        // In `the creature's power`, the creature only describes the power.
        found || matches!(self.word(at + 1), "'s" | "'")
    }

    /// Whether a clause ends at this word.
    fn ends_clause(&self, at: usize) -> bool {
        match self.word(at) {
            "." | "," | ":" | "then" | ";" | "if" => true,
            "and" => BEGINS.contains(&self.word(at + 1)),
            _ => false,
        }
    }

    /// Looks for an object that begins at this word.
    fn see(&mut self, at: usize) {
        if self.ends_clause(at) {
            self.clause += 1;
            if self.word(at) == "," {
                self.event = false;
            }
            return;
        }
        match self.word(at) {
            "~" => self.mention(Link::Source, false, at),
            "the" if self.word(at + 1) == "top" => {
                let many = self.word(at + 2) != "card";
                self.mention(Link::Last, many, at);
            }
            "each" if DOES.contains(&self.word(at + 1)) => {
                let named = self.mentions.iter().any(|mention| mention.clause == self.clause && mention.many);
                if !named {
                    self.mention_beside(Link::Each, true);
                }
            }
            "each" | "all" if !self.event && self.before(at) != "for" && self.is_noun(at + 1) => {
                self.mention_beside(Link::Each, true);
                self.mention_beside(Link::Each, self.word(at) == "all");
            }
            "equipped" if self.word(at + 1) == "creature" => self.mention(Link::Host, false, at),
            "enchanted" if !matches!(self.word(at + 1), "player" | "," | "." | "or" | "and" | "" | "creatures") => {
                self.mention(Link::Host, false, at)
            }
            "target" | "targets" if !matches!(self.before(at), "the" | "new" | "that") => {
                let slot = self.targets;
                self.targets += 1;
                if !matches!(self.word(at + 1), "player" | "opponent" | "players" | "opponents")
                    || self.word(at + 2) == "or"
                {
                    let many = self.is_many(at);
                    self.mention(Link::Target(slot), many, at);
                }
            }
            "a" | "an" | "another" if self.event => self.event_object(at, false),
            "one" if self.event && self.word(at + 1) == "or" => self.event_object(at, true),
            "a" | "an" | "another" if FINDS.contains(&self.before(at)) && self.is_noun(at + 1) => {
                self.mention(Link::Last, false, at);
            }
            number if NUMBERS.contains(&number) && FINDS.contains(&self.before(at)) => {
                self.mention(Link::Last, true, at);
            }
            _ => {}
        }
    }

    /// Whether the target phrase is plural: `two target creatures`, `any number of target creatures`.
    fn is_many(&self, at: usize) -> bool {
        let before: Vec<&str> = self.words[at.saturating_sub(4)..at].iter().map(|word| word.text).collect();
        let number = before.iter().rev().find(|word| **word != "other");
        match number {
            Some(&"of") => before.contains(&"number"),
            Some(word) if NUMBERS.contains(word) && *word != "any" => true,
            _ => self.word(at) == "targets",
        }
    }

    fn is_noun(&self, at: usize) -> bool {
        !matches!(self.word(at), "" | "player" | "opponent" | "opponents" | "number" | "of")
            && !matches!(self.word(at + 1), "counter" | "counters")
    }

    fn event_object(&mut self, at: usize, many: bool) {
        if matches!(self.word(at + 1), "player" | "opponent") || !self.is_noun(at + 1) {
            return;
        }
        let link = if self.event_objects == 0 { Link::Event } else { Link::EventOther };
        // After the source itself (`whenever ~ blocks a creature`), the noun is the other object of the event.
        let own = self.mentions.iter().any(|mention| matches!(mention.link, Link::Source | Link::Host));
        self.event_objects += 1;
        let link = if own && self.before(at) != "or" { Link::EventOther } else { link };
        // A pronoun means the subject of the event. Texts name the other object of the event, and a spell that was
        // cast, with a noun.
        let inside = link == Link::EventOther || matches!(self.before(at), "cast" | "casts" | "copy" | "copies");
        self.mentions.push(Mention { link, many, clause: self.clause, inside });
    }

    /// The object that the pronoun at this word means. `None` if the words do not decide it.
    fn means(&self, at: usize, many: bool, possessive: bool) -> Option<Link> {
        let owner = possessive && matches!(self.word(at + 1), "controller" | "controllers");
        let fits = |mention: &&Mention| {
            mention.many == many && !(owner && mention.link == Link::Source && self.has_other(many))
        };
        let here = |mention: &&Mention| mention.clause == self.clause;
        let list = || self.mentions.iter().rev().filter(fits);
        // A pronoun can mean an object of its own clause only if the pronoun is inside a phrase.
        let inside = possessive || self.is_inside(at);
        // In `target creature blocking it`, the pronoun is not the object that the phrase describes.
        let described = usize::from(matches!(self.before(at), "blocking" | "by" | "than"));
        let near = if inside { list().filter(here).filter(|mention| !mention.inside).nth(described) } else { None };
        let far = || list().filter(|mention| !here(mention)).find(|mention| !mention.inside);
        let any = || list().find(|mention| !here(mention) || inside);
        near.or_else(far).or_else(any).map(|mention| mention.link)
    }

    fn has_other(&self, many: bool) -> bool {
        self.mentions.iter().any(|mention| mention.many == many && mention.link != Link::Source)
    }
}
