//! The words of cards: subtypes, names, kinds of counters and ability words.
//!
//! Subtypes come from the list of known subtypes (CR 205.3). A card can also bring its own subtypes: the subtypes on
//! its type line, and words that its text uses as a subtype. A card never learns words from other cards, so it compiles
//! in the same way alone and in a file.

use crate::database::RawCard;
use crate::ir::{CardType, NameId, SubtypeId, WordId};
use crate::text::candidates;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The known subtypes, one a line, in singular and plural.
const KNOWN: &str = include_str!("subtypes.txt");

/// The words of a card file. Each has an id, which is its index in a list.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    tables: Arc<Tables>,
    /// The words that the present card brings itself. `None` if the words of all cards are allowed.
    own: Option<Arc<OwnWords>>,
}

#[derive(Clone, Debug, Default)]
struct Tables {
    subtypes: Vec<(String, String)>,
    by_subtype: BTreeMap<String, SubtypeId>,
    /// The number of known subtypes, which come first.
    known: usize,
    names: Vec<String>,
    by_name: BTreeMap<String, NameId>,
    by_tokens: BTreeMap<String, NameId>,
    words: Vec<String>,
    by_word: BTreeMap<String, WordId>,
}

/// The words that a card brings itself.
#[derive(Clone, Debug, Default)]
struct OwnWords {
    /// Singular and plural of subtypes that its text may use.
    subtypes: BTreeMap<String, String>,
    /// Subtypes of its type line, whether or not its text may use them.
    line: BTreeSet<String>,
    /// Kinds of counters and ability words.
    words: BTreeSet<String>,
}

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

impl OwnWords {
    fn of(card: &RawCard) -> OwnWords {
        let mut seen = FoundWords::default();
        let mut line = BTreeSet::new();
        for face in card.faces() {
            seen.texts(face.text(), face.name());
            line.extend(line_subtypes(face.type_line()).map(str::to_lowercase));
        }
        let FoundWords { mut subtypes, named, several, capital, lower, words } = seen;
        subtypes.extend(named);
        subtypes.extend(line.iter().cloned());
        // A word that the text writes both with and without a capital is an ordinary word, not a subtype.
        subtypes.retain(|word| !lower.contains(word));
        for word in several.into_iter().filter(|word| !lower.contains(word)) {
            let known = |subtype: &String| *subtype == word || candidates(subtype).contains(&word);
            if !subtypes.iter().any(known) {
                subtypes.insert(singular(&word));
            }
        }
        let plural = |subtype: &String| {
            let form = candidates(subtype).into_iter().find(|form| capital.contains(form));
            form.unwrap_or_else(|| subtype.clone())
        };
        let subtypes = subtypes.iter().map(|subtype| (subtype.clone(), plural(subtype))).collect();
        OwnWords { subtypes, line, words }
    }
}

/// The subtypes of a type line, as printed.
fn line_subtypes(line: &str) -> impl Iterator<Item = &str> {
    line.split_once('—').map_or("", |(_, subtypes)| subtypes).split_whitespace()
}

impl Tables {
    fn add_known(&mut self) {
        for line in KNOWN.lines() {
            let (one, many) = line.split_once(' ').unwrap_or((line, line));
            self.add_subtype(one, many);
        }
        self.known = self.subtypes.len();
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
}

impl Lexicon {
    /// Collects the words of a whole card file.
    pub fn of(cards: &[RawCard]) -> Self {
        let mut tables = Tables::default();
        tables.add_known();
        for card in cards {
            let own = OwnWords::of(card);
            own.subtypes.iter().for_each(|(one, many)| tables.add_subtype(one, many));
            own.line.iter().for_each(|one| tables.add_subtype(one, one));
            own.words.iter().for_each(|word| tables.add_word(word));
        }
        for card in cards {
            tables.add_name(&card.name);
            for face in card.faces() {
                tables.add_name(face.name());
            }
        }
        Lexicon { tables: Arc::new(tables), own: None }
    }

    /// The lexicon for the text of one card: the known words, and the words that the card brings itself.
    #[must_use]
    pub fn for_card(&self, card: &RawCard) -> Lexicon {
        Lexicon { tables: Arc::clone(&self.tables), own: Some(Arc::new(OwnWords::of(card))) }
    }

    /// The subtype with this word, which is singular or plural and in lower case. `None` if it is not a subtype.
    pub fn subtype(&self, word: &str) -> Option<SubtypeId> {
        let id = self.tables.by_subtype.get(word).copied()?;
        let known = usize::from(id.0) < self.tables.known;
        let own = self
            .own
            .as_ref()
            .is_none_or(|own| own.subtypes.contains_key(word) || own.subtypes.values().any(|plural| plural == word));
        (known || own).then_some(id)
    }

    /// The subtype with this word on a type line, in lower case.
    pub fn line_subtype(&self, word: &str) -> Option<SubtypeId> {
        self.tables.by_subtype.get(word).copied()
    }

    /// The word for a subtype in lower case. Plural if `many` is set.
    pub fn subtype_word(&self, id: SubtypeId, many: bool) -> &str {
        self.tables.subtypes.get(usize::from(id.0)).map_or("?", |(one, more)| if many { more } else { one })
    }

    /// The card name with this id.
    pub fn name(&self, id: NameId) -> &str {
        self.tables.names.get(usize::from(id.0)).map_or("?", String::as_str)
    }

    /// The id of a card name as printed.
    pub fn name_id(&self, name: &str) -> Option<NameId> {
        self.tables.by_name.get(name).copied()
    }

    /// The id of the card name that consists of these tokens. `None` if they are not a card name.
    pub fn name_of_tokens(&self, tokens: &[&str]) -> Option<NameId> {
        self.tables.by_tokens.get(&tokens.join(" ")).copied()
    }

    /// The id of a word in lower case that is a kind of counter or an ability word.
    pub fn word_id(&self, word: &str) -> Option<WordId> {
        let id = self.tables.by_word.get(word).copied()?;
        self.own.as_ref().is_none_or(|own| own.words.contains(word)).then_some(id)
    }

    /// The word for a kind of counter or ability word.
    pub fn word(&self, id: WordId) -> &str {
        self.tables.words.get(usize::from(id.0)).map_or("?", String::as_str)
    }

    /// The number of subtypes.
    pub fn subtypes(&self) -> usize {
        self.tables.subtypes.len()
    }
}

/// The words that were found in type lines and texts.
#[derive(Default)]
struct FoundWords {
    subtypes: BTreeSet<String>,
    /// Words that a text uses as a subtype.
    named: BTreeSet<String>,
    /// Words that a text uses as the plural of a subtype.
    several: BTreeSet<String>,
    capital: BTreeSet<String>,
    lower: BTreeSet<String>,
    words: BTreeSet<String>,
}

impl FoundWords {
    fn texts(&mut self, text: &str, own: &str) {
        for line in text.lines() {
            self.ability_word(line);
            let words: Vec<&str> =
                line.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '-' | '/'))).collect();
            for (at, word) in words.iter().enumerate().filter(|(_, word)| !word.is_empty()) {
                if word.chars().next().is_some_and(char::is_uppercase) {
                    self.capital.insert(word.to_lowercase());
                } else {
                    self.lower.insert((*word).to_string());
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

    /// Finds subtypes in `create a 1/1 green Saproling creature token`: the capitalised words before the types. The
    /// first word of a sentence has a capital in any case, so it does not count.
    fn token_subtypes(&mut self, before: &[&str]) {
        let types = ["artifact", "creature", "enchantment", "land"];
        for (at, word) in before.iter().enumerate().rev().skip_while(|(_, word)| types.contains(word)) {
            let capital = word.chars().next().is_some_and(char::is_uppercase);
            let begins = at == 0 || before[at - 1].is_empty();
            if !capital || *word == "X" || *word == "X/X" || begins {
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

/// Guesses the singular of a plural that belongs to no known subtype.
fn singular(word: &str) -> String {
    let ends = [("ves", "f"), ("ies", "y"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("ses", "s"), ("s", "")];
    let swapped = ends.iter().find_map(|(end, with)| word.strip_suffix(end).map(|stem| format!("{stem}{with}")));
    swapped.unwrap_or_else(|| word.to_owned())
}

/// Whether the word can be a subtype: it starts with a capital, is not `X`, and contains no slash.
fn may_name(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase) && word != "X" && !word.contains('/')
}
