//! The words of a card file: subtypes, names, kinds of counters and ability words.
//!
//! Subtypes come from type lines, and from texts that mention them or create tokens with them. Plurals come from texts.
//! So the whole file decides whether a word is a subtype. Only words that the rules imply are built in: basic land
//! types (CR 305.6) and subtypes of tokens that keywords create.

use crate::database::RawCard;
use crate::ir::{CardType, NameId, SubtypeId, WordId};
use crate::text::candidates;
use std::collections::{BTreeMap, BTreeSet};

/// The words of a card file. Each has an id, which is its index in a list.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    subtypes: Vec<(String, String)>,
    by_subtype: BTreeMap<String, SubtypeId>,
    names: Vec<String>,
    by_name: BTreeMap<String, NameId>,
    by_tokens: BTreeMap<String, NameId>,
    words: Vec<String>,
    by_word: BTreeMap<String, WordId>,
}

/// A word that the texts write in lower case this often is an ordinary word, even if it is a subtype on a type line.
const COMMON: usize = 12;

/// The basic land types, which are added even if the file does not contain them. Each has a mana ability (CR 305.6).
const BASICS: [&str; 5] = ["plains", "island", "swamp", "mountain", "forest"];

/// Words that can come before `counter` without being a kind of counter.
const NO_KIND: [&str; 40] = [
    "a",
    "an",
    "the",
    "that",
    "those",
    "each",
    "any",
    "all",
    "more",
    "additional",
    "of",
    "every",
    "its",
    "no",
    "another",
    "other",
    "such",
    "fewer",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "x",
    "many",
    "or",
    "and",
    "to",
    "may",
    "can",
    "this",
    "these",
    "with",
    "put",
    "moved",
];

/// Keywords that create tokens, and the subtypes of these tokens in singular and plural. Card texts do not name them
/// (CR 702.92a, 702.123a).
const MADE: [(&str, &[(&str, &str)]); 2] =
    [("living weapon", &[("phyrexian", "phyrexians"), ("germ", "germs")]), ("fabricate", &[("servo", "servos")])];

impl Lexicon {
    /// Collects the words of a whole card file.
    pub fn of(cards: &[RawCard]) -> Self {
        let mut seen = Seen::default();
        for card in cards {
            for face in card.faces() {
                seen.texts(face.text(), face.name());
                seen.type_line(face.type_line());
            }
        }
        let mut lexicon = Lexicon::default();
        let Seen { mut subtypes, named, several, capital, lower, words } = seen;
        // A word that texts write both with and without a capital is an ordinary word, not a subtype.
        subtypes.extend(named.into_iter().filter(|word| !lower.contains_key(word)));
        subtypes.extend(BASICS.map(str::to_owned));
        for word in several.into_iter().filter(|word| !lower.contains_key(word)) {
            let known = |subtype: &String| *subtype == word || candidates(subtype).contains(&word);
            if !subtypes.iter().any(known) {
                subtypes.insert(singular(&word));
            }
        }
        for subtype in &subtypes {
            if lower.get(subtype).is_some_and(|times| *times >= COMMON) {
                continue;
            }
            let plural =
                candidates(subtype).into_iter().find(|form| capital.contains(form) && !subtypes.contains(form));
            lexicon.add_subtype(subtype, &plural.unwrap_or_else(|| subtype.clone()));
        }
        // Subtypes from keywords are added last, so that the ids of the other subtypes do not change.
        let said = |word: &str| capital.contains(word) || lower.contains_key(word);
        for (keyword, made) in MADE {
            if keyword.split(' ').all(said) {
                made.iter().for_each(|(one, more)| lexicon.add_subtype(one, more));
            }
        }
        for word in words {
            lexicon.add_word(&word);
        }
        for card in cards {
            lexicon.add_name(&card.name);
            for face in card.faces() {
                lexicon.add_name(face.name());
            }
        }
        lexicon
    }

    fn add_subtype(&mut self, singular: &str, plural: &str) {
        let Ok(place) = u16::try_from(self.subtypes.len()) else { return };
        if self.by_subtype.contains_key(singular) {
            return;
        }
        self.subtypes.push((singular.to_string(), plural.to_string()));
        self.by_subtype.insert(singular.to_string(), SubtypeId(place));
        self.by_subtype.entry(plural.to_string()).or_insert(SubtypeId(place));
    }

    fn add_word(&mut self, word: &str) {
        let Ok(place) = u16::try_from(self.words.len()) else { return };
        if !self.by_word.contains_key(word) {
            self.words.push(word.to_string());
            self.by_word.insert(word.to_string(), WordId(place));
        }
    }

    fn add_name(&mut self, name: &str) {
        let Ok(place) = u16::try_from(self.names.len()) else { return };
        if !self.by_name.contains_key(name) {
            self.names.push(name.to_string());
            self.by_name.insert(name.to_string(), NameId(place));
            let tokens = crate::text::lex(name, &[], &Lexicon::default()).text;
            self.by_tokens.insert(tokens, NameId(place));
        }
    }

    /// The subtype with this word, which is singular or plural and in lower case. `None` if it is not a subtype.
    pub fn subtype(&self, word: &str) -> Option<SubtypeId> {
        self.by_subtype.get(word).copied()
    }

    /// The word for a subtype in lower case. Plural if `many` is set.
    pub fn subtype_word(&self, id: SubtypeId, many: bool) -> &str {
        self.subtypes.get(usize::from(id.0)).map_or("?", |(one, more)| if many { more } else { one })
    }

    /// The card name with this id.
    pub fn name(&self, id: NameId) -> &str {
        self.names.get(usize::from(id.0)).map_or("?", String::as_str)
    }

    /// The id of a card name as printed.
    pub fn name_id(&self, name: &str) -> Option<NameId> {
        self.by_name.get(name).copied()
    }

    /// The id of the card name that consists of these tokens. `None` if they are not a card name.
    pub fn name_of_tokens(&self, tokens: &[&str]) -> Option<NameId> {
        self.by_tokens.get(&tokens.join(" ")).copied()
    }

    /// The id of a word in lower case that is a kind of counter or an ability word.
    pub fn word_id(&self, word: &str) -> Option<WordId> {
        self.by_word.get(word).copied()
    }

    /// The word for a kind of counter or ability word.
    pub fn word(&self, id: WordId) -> &str {
        self.words.get(usize::from(id.0)).map_or("?", String::as_str)
    }

    /// The number of subtypes.
    pub fn subtypes(&self) -> usize {
        self.subtypes.len()
    }
}

/// The words that were found in type lines and texts.
#[derive(Default)]
struct Seen {
    subtypes: BTreeSet<String>,
    /// Words that a text uses as a subtype.
    named: BTreeSet<String>,
    /// Words that a text uses as the plural of a subtype.
    several: BTreeSet<String>,
    capital: BTreeSet<String>,
    lower: BTreeMap<String, usize>,
    words: BTreeSet<String>,
}

impl Seen {
    fn type_line(&mut self, line: &str) {
        let Some((_, subtypes)) = line.split_once('—') else { return };
        self.subtypes.extend(subtypes.split_whitespace().map(str::to_lowercase));
    }

    fn texts(&mut self, text: &str, own: &str) {
        for line in text.lines() {
            self.ability_word(line);
            let words: Vec<&str> =
                line.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '-' | '/'))).collect();
            for (at, word) in words.iter().enumerate().filter(|(_, word)| !word.is_empty()) {
                if word.chars().next().is_some_and(char::is_uppercase) {
                    self.capital.insert(word.to_lowercase());
                } else {
                    *self.lower.entry((*word).to_string()).or_default() += 1;
                }
                if may_name(word) && !own.contains(*word) {
                    self.named_by(&words, at);
                }
                match *word {
                    "token" | "tokens" => self.token_subtypes(&words[..at]),
                    "creature" | "creatures" => self.become_subtypes(&words[..at]),
                    "counter" | "counters" if at > 0 => self.counter_kind(words[at - 1]),
                    _ => {}
                }
            }
        }
    }

    /// Finds subtypes in `create a 1/1 green Saproling creature token`: the capitalised words before the types.
    fn token_subtypes(&mut self, before: &[&str]) {
        let types = ["artifact", "creature", "enchantment", "land"];
        for word in before.iter().rev().skip_while(|word| types.contains(word)) {
            let capital = word.chars().next().is_some_and(char::is_uppercase);
            if !capital || *word == "X" || *word == "X/X" || *word == "Create" {
                break;
            }
            self.subtypes.insert(word.to_lowercase());
        }
    }

    /// Finds a subtype in `another Elf`, `target Wall`, `other Goblins`, `Zombies you control`.
    fn named_by(&mut self, words: &[&str], at: usize) {
        let word = words[at].to_lowercase();
        let before = at.checked_sub(1).map_or("", |at| words[at]).to_lowercase();
        let many = word.ends_with('s');
        match before.as_str() {
            "a" | "an" | "another" => drop(self.named.insert(word)),
            "target" | "each" if !many => drop(self.named.insert(word)),
            "other" | "all" if many => drop(self.several.insert(word)),
            "" if many && words[at + 1..].starts_with(&["you", "control"]) && !is_type(&word) => {
                self.several.insert(word);
            }
            _ => {}
        }
    }

    /// Finds subtypes in `becomes a 2/2 green Elf creature`: the capitalised words before the types. The first word of
    /// a sentence does not count.
    fn become_subtypes(&mut self, before: &[&str]) {
        let types = ["artifact", "enchantment", "land"];
        let end = before.len() - before.iter().rev().take_while(|word| types.contains(word)).count();
        let run = before[..end].iter().rev().take_while(|word| may_name(word)).count();
        let inside = end.checked_sub(run + 1).is_some_and(|at| !before[at].is_empty());
        if inside {
            self.named.extend(before[end - run..end].iter().map(|word| word.to_lowercase()));
        }
    }

    fn counter_kind(&mut self, word: &str) {
        let plain = word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        if plain && !word.is_empty() && !NO_KIND.contains(&word) {
            self.words.insert(word.to_string());
        }
    }

    /// Finds an ability word: one or a few words before a dash at the start of a line (`Landfall — `).
    fn ability_word(&mut self, line: &str) {
        let Some((head, _)) = line.split_once(" — ") else { return };
        let letters = head.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '\'' | '-' | '!'));
        let short = head.split(' ').count() <= 4;
        let roman = head.chars().all(|c| matches!(c, 'I' | 'V' | 'X' | ',' | ' '));
        if letters && short && !roman && !head.contains("hoose") {
            self.words.insert(head.to_lowercase());
        }
    }
}

/// Whether the word is the plural of a card type, or of a word such as `card`.
fn is_type(many: &str) -> bool {
    let one = many.strip_suffix('s').unwrap_or(many);
    matches!(one, "permanent" | "token" | "spell" | "card" | "opponent" | "player") || {
        CardType::ALL.iter().any(|card_type| card_type.word() == one)
    }
}

/// Guesses the singular of a plural. Used for plurals that no known subtype has.
fn singular(word: &str) -> String {
    let ends = [("ves", "f"), ("ies", "y"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("ses", "s"), ("s", "")];
    let swapped = ends.iter().find_map(|(end, with)| word.strip_suffix(end).map(|stem| format!("{stem}{with}")));
    swapped.unwrap_or_else(|| word.to_owned())
}

/// Whether the word can be a subtype: it starts with a capital, is not `X`, and contains no slash.
fn may_name(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase) && word != "X" && !word.contains('/')
}
