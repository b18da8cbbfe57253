//! The printer: makes the normal text of a card from its typed form. It does not share code with the grammar.
//!
//! If `print(parse(t)) == normalise(t)` for a card, the parser has not dropped or misread any word.

mod ability;
mod act;
mod amount;
mod cond;
mod cost;
mod event;
mod keyword;
mod mana;
mod modify;
mod noun;
mod object;
mod place;
mod player;
mod pred;
mod replace;
mod statics;
mod step;
mod token;

use crate::ir::{Ability, Act, CostPart, Link, Obj, Target};
use crate::lexicon::Lexicon;

/// The normal text of all abilities of a face.
pub fn print_face(abilities: &[Ability], lexicon: &Lexicon) -> String {
    print_marked(abilities, lexicon).0
}

/// A pronoun in the printed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where the pronoun begins, in bytes.
    pub byte: usize,
    /// The object that it means.
    pub link: Link,
}

/// The normal text of all abilities of a face, and its pronouns.
pub fn print_marked(abilities: &[Ability], lexicon: &Lexicon) -> (String, Vec<Mark>) {
    let mut writer = W { out: String::new(), lex: lexicon, targets: Vec::new(), bare: false, marks: Vec::new() };
    for (at, ability) in abilities.iter().enumerate() {
        if at > 0 {
            writer.w("\n");
        }
        writer.ability(ability);
    }
    (writer.out, writer.marks)
}

/// The text of a cost, such as `{2}, {T}, sacrifice a creature`.
pub fn cost_text(cost: &[CostPart], lexicon: &Lexicon) -> String {
    let mut writer = W { out: String::new(), lex: lexicon, targets: Vec::new(), bare: false, marks: Vec::new() };
    writer.cost(cost);
    writer.out.replace(" ,", ",").replace("{t}", "{T}").replace("{q}", "{Q}")
}

/// The text of an instruction. `targets` are the targets of its body.
pub fn act_text(act: &Act, targets: &[Target], lexicon: &Lexicon) -> String {
    let targets = targets.to_vec();
    let mut writer = W { out: String::new(), lex: lexicon, targets, bare: false, marks: Vec::new() };
    writer.act(act, true);
    writer.out
}

/// Writes tokens with single spaces between them.
pub(crate) struct W<'a> {
    pub out: String,
    pub lex: &'a Lexicon,
    /// The targets of the body that is printed.
    pub targets: Vec<Target>,
    /// Whether verbs have their base form for every subject. It is set after `may`: `it may attack`, not `it may
    /// attacks`.
    pub bare: bool,
    /// The pronouns so far.
    pub marks: Vec<Mark>,
}

impl W<'_> {
    pub fn w(&mut self, words: &str) {
        if words.is_empty() {
            return;
        }
        if !self.out.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(words);
    }

    /// Prints a pronoun for an object.
    pub fn pronoun(&mut self, word: &str, link: Link) {
        let byte = self.out.len() + usize::from(!self.out.is_empty());
        self.marks.push(Mark { byte, link });
        self.w(word);
    }

    /// Prints a full stop, unless a quotation that contains one was just printed.
    pub fn stop(&mut self) {
        if !self.out.ends_with('"') {
            self.w(".");
        }
    }

    /// Prints the first text if the flag is set, otherwise the other text.
    pub fn either(&mut self, first: bool, one: &str, other: &str) {
        self.w(if first { one } else { other });
    }

    /// Prints `a` or `an`, then the words that `print` writes. The first of these words decides between `a` and `an`.
    pub fn article(&mut self, print: impl FnOnce(&mut Self)) {
        let mark = self.out.len();
        print(self);
        let printed = self.out.split_off(mark);
        let word = printed.trim_start();
        let vowel = article_is_an(word);
        self.w(if vowel { "an" } else { "a" });
        let longer = self.out.len() - mark;
        self.marks.iter_mut().filter(|at| at.byte > mark).for_each(|at| at.byte += longer);
        self.out.push_str(&printed);
    }

    pub fn plural(&self, what: &Obj) -> bool {
        crate::ir::is_plural(what, &self.targets)
    }

    /// Prints a verb that agrees with its subject. `many` says whether the subject is plural.
    pub fn verb(&mut self, base: &str, many: bool) {
        if many {
            self.w(base);
        } else {
            self.w(&singular_verb(base));
        }
    }

    /// Prints `a`, `a and b`, or `a, b, and c`. `word` is the conjunction.
    pub fn list<T>(&mut self, items: &[T], word: &str, mut print: impl FnMut(&mut Self, &T)) {
        let count = items.len();
        for (at, item) in items.iter().enumerate() {
            if at > 0 && count > 2 {
                self.w(",");
            }
            if at > 0 && at + 1 == count {
                self.w(word);
            }
            print(self, item);
        }
    }
}

/// Whether the article before the word is `an`. The first letters decide.
fn article_is_an(word: &str) -> bool {
    let first = word.split(' ').next().unwrap_or_default();
    if first.starts_with("8/") || first.starts_with("11/") || first.starts_with("x/") {
        return true;
    }
    if first == "one" || first.starts_with("uni") {
        return false;
    }
    first.starts_with(['a', 'e', 'i', 'o', 'u']) || first == "hour"
}

/// The third person of a verb: `deal` becomes `deals`, `have` becomes `has`, `don't` becomes `doesn't`.
fn singular_verb(base: &str) -> String {
    match base {
        "have" => "has".into(),
        "are" => "is".into(),
        "don't" => "doesn't".into(),
        "do" => "does".into(),
        _ if base.ends_with("ch") || base.ends_with("sh") || base.ends_with('x') => format!("{base}es"),
        _ => match base.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
            _ => format!("{base}s"),
        },
    }
}
