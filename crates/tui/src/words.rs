//! Sentences of the rules as people at a terminal read them: cards with the signs that they are drawn with, seats as they
//! are called here, names that were written for machines as words.

use crate::cards::{face_text, standard};
use rulebook_scene::{FaceScene, Offer, Scene, Step};
use std::collections::BTreeMap;

/// What is known of the table for speaking of it: who reads, and the faces that were seen.
#[derive(Clone, Debug, Default)]
pub struct Words {
    own: Option<usize>,
    seats: usize,
    /// Squares have names too: on a board `p1` is no player.
    squares: bool,
    /// The sides of a board, by seat.
    sides: Vec<String>,
    /// What the cards that were seen are drawn as, by the short text that sentences use.
    signs: BTreeMap<String, String>,
    /// Was a card of one of the four suits seen? Then others of them may be spoken of.
    suits: bool,
}

impl Words {
    /// Takes in who looks and what lies open.
    pub fn learn(&mut self, scene: &Scene) {
        self.own = scene.viewer.and_then(|viewer| viewer.seat()).map(|seat| seat.index());
        self.seats = scene.seats;
        self.squares = scene.board.is_some();
        self.sides = scene.board.as_ref().map(|board| board.sides.clone()).unwrap_or_default();
        for face in scene.zones.iter().flat_map(|zone| &zone.cards).filter_map(|card| card.face.as_ref()) {
            let sign = face_text(face).0;
            self.suits |= sign.contains(['♠', '♥', '♦', '♣']);
            // A number in a sentence is a number.
            if sign != face.id && !face.id.bytes().all(|byte| byte.is_ascii_digit()) {
                self.signs.entry(face.id.clone()).or_insert(sign);
            }
        }
    }

    /// Takes in what happens: a card that is named has been seen, wherever it lies afterwards.
    pub fn hear(&mut self, steps: &[Step]) {
        for step in steps {
            if let Step::Move { face: Some(face), .. }
            | Step::Change { face: Some(face), .. }
            | Step::Create { face: Some(face), .. } = step
            {
                self.suits |= standard(face).is_some();
            }
        }
    }

    /// A sentence.
    #[must_use]
    pub fn say(&self, text: &str) -> String {
        singular(self.suited(&self.named(text)))
    }

    /// The scene with every sentence in it said like that.
    #[must_use]
    pub fn scene(&self, mut scene: Scene) -> Scene {
        let say = |text: &mut String| *text = self.say(text);
        say(&mut scene.prompt);
        scene.announcements.iter_mut().for_each(say);
        scene.buttons.iter_mut().for_each(|button| say(&mut button.label));
        scene.stack.iter_mut().for_each(|item| say(&mut item.text));
        scene.phase = scene.phase.map(|phase| capital(&spaced(&phase)));
        scene.phases.iter_mut().for_each(|phase| *phase = capital(&spaced(phase)));
        scene.zones.iter_mut().for_each(|zone| zone.name = spaced(&zone.name));
        scene.zones.iter_mut().flat_map(|zone| &mut zone.cards).flat_map(|card| &mut card.notes).for_each(say);
        for board in &mut scene.scoreboards {
            board.columns.iter_mut().for_each(|head| *head = self.head(head));
            board.rows.iter_mut().flatten().for_each(|cell| *cell = self.cell(cell));
        }
        scene
    }

    /// A legal move as the list has it.
    #[must_use]
    pub fn offer(&self, mut offer: Offer) -> Offer {
        // On a board the label is the notation of a move.
        if !self.squares {
            offer.label = spaced_zones(&self.say(&offer.label));
        }
        offer
    }

    /// A cell of a scoreboard: somebody's name, the name of a side, or what it says.
    fn cell(&self, cell: &str) -> String {
        if let Some((number, "")) = self.mention(cell) {
            return if Some(number) == self.own { "You".to_owned() } else { format!("Seat {}", number + 1) };
        }
        if self.sides.iter().any(|side| side.eq_ignore_ascii_case(cell)) {
            return capital(&cell.to_lowercase());
        }
        self.say(cell)
    }

    /// The head of a column: somebody's name, or a word.
    fn head(&self, head: &str) -> String {
        if matches!(self.mention(head), Some((_, ""))) { self.cell(head) } else { spaced(head) }
    }

    /// Does a text begin with a seat, as `p2` or `seat 2`? Which one, and what follows.
    fn mention<'a>(&self, text: &'a str) -> Option<(usize, &'a str)> {
        let digits = match text.strip_prefix("seat ").or_else(|| text.strip_prefix("Seat ")) {
            Some(rest) => rest,
            None if self.squares => return None,
            None => text.strip_prefix('p')?,
        };
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (number, rest) = digits.split_at(end);
        if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '-') {
            return None;
        }
        let seat = number.parse::<usize>().ok()?.checked_sub(1)?;
        (seat < self.seats).then_some((seat, rest))
    }

    /// Who reads it is spoken to, with the verb that belongs to it; the others are seats.
    fn named(&self, text: &str) -> String {
        let mut said = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let inside = said.ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let Some((seat, after)) = (!inside).then(|| self.mention(rest)).flatten() else {
                said.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            };
            let first = starts(&said);
            let begins = first || ["; ", ": "].iter().any(|end| said.ends_with(end));
            let old = &rest[..rest.len() - after.len()];
            rest = after;
            if Some(seat) != self.own {
                let word = if first && old.starts_with('p') { "Seat" } else { "seat" };
                said += &if old.starts_with(['s', 'S']) { old.to_owned() } else { format!("{word} {}", seat + 1) };
                continue;
            }
            if let Some(owned) = after.strip_prefix("'s") {
                said += if first { "Your" } else { "your" };
                rest = owned;
                continue;
            }
            if let Some(yours) = of_you(&said) {
                said = yours;
                continue;
            }
            said += if first { "You" } else { "you" };
            if begins && let Some((between, verb, behind)) = verb(after) {
                said += &format!(" {between}{}", to_you(verb));
                rest = behind;
            }
        }
        said
    }

    /// Cards that a sentence names by their texts, as they are drawn: `Where to with 5♠?`
    fn suited(&self, text: &str) -> String {
        let part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let mut said = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(|c: char| !part(c)).unwrap_or(rest.len());
            said += &self.sign(&rest[..end]).unwrap_or_else(|| rest[..end].to_owned());
            rest = &rest[end..];
            let end = rest.find(part).unwrap_or(rest.len());
            said += &rest[..end];
            rest = &rest[end..];
        }
        said
    }

    fn sign(&self, word: &str) -> Option<String> {
        if let Some(sign) = self.signs.get(word) {
            return Some(sign.clone());
        }
        if self.squares {
            return None;
        }
        let (rank, suit) = standard(word).filter(|_| self.suits)?;
        let face = FaceScene { rank: Some(rank.into()), suit: Some(suit.into()), ..FaceScene::default() };
        Some(face_text(&face).0)
    }
}

/// What rules count, for sentences with a number in them: `1 point`.
const COUNTED: [&str; 8] = ["point", "card", "trick", "pair", "piece", "stone", "move", "counter"];

/// One of something is not many: rules put a number before a word that was written for any.
fn singular(mut text: String) -> String {
    for noun in COUNTED {
        let many = format!("1 {noun}s");
        let mut from = 0;
        while let Some(at) = text[from..].find(&many).map(|at| from + at) {
            let end = at + many.len();
            let whole = !text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ',' | '-'))
                && !text[..at].ends_with("seat ")
                && !text[end..].starts_with(|c: char| c.is_alphanumeric());
            if whole {
                text.remove(end - 1);
            }
            from = end - 1;
        }
    }
    text
}

/// Does a sentence begin behind this?
fn starts(said: &str) -> bool {
    said.is_empty() || [". ", "\n"].iter().any(|end| said.ends_with(end))
}

/// `the crib of`, and then who reads it: `your crib`.
fn of_you(said: &str) -> Option<String> {
    let before = said.strip_suffix(" of ")?;
    let at = before.rfind(' ').map_or(0, |space| space + 1);
    let (before, noun) = before.split_at(at);
    match before.strip_suffix("the ").or_else(|| before.strip_suffix("The ")) {
        Some(before) if starts(before) => Some(format!("{before}Your {noun}")),
        Some(before) => Some(format!("{before}your {noun}")),
        None if starts(before) => Some(format!("{before}Your {}", noun.to_lowercase())),
        None => None,
    }
}

/// The verb behind a subject: what stands between them, the verb, and what follows it.
fn verb(after: &str) -> Option<(&str, &str, &str)> {
    let words = after.strip_prefix(' ')?;
    let between = ["also ", "now ", "then ", "never "].into_iter().find(|word| words.starts_with(word)).unwrap_or("");
    let from = &words[between.len()..];
    let end = from.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(from.len());
    (end > 0).then(|| (&words[..between.len()], &from[..end], &from[end..]))
}

/// What somebody does, as said to them: `wins` is `win`.
fn to_you(verb: &str) -> String {
    let odd = [("is", "are"), ("was", "were"), ("has", "have"), ("does", "do"), ("goes", "go")];
    if let Some((_, said)) = odd.iter().find(|(word, _)| *word == verb) {
        return (*said).to_owned();
    }
    // So short ones have their vowel from the stem.
    if matches!(verb, "lies" | "dies" | "ties" | "vies") {
        return verb[..3].to_owned();
    }
    if verb.len() < 4 || matches!(verb, "this" | "thus" | "plus" | "minus" | "besides" | "always") {
        return verb.to_owned();
    }
    if let Some(stem) = verb.strip_suffix("ies") {
        return format!("{stem}y");
    }
    if ["sses", "shes", "ches", "xes", "zzes"].iter().any(|end| verb.ends_with(end)) {
        return verb[..verb.len() - 2].to_owned();
    }
    match verb.strip_suffix('s') {
        Some(stem) if !stem.ends_with('s') => stem.to_owned(),
        _ => verb.to_owned(),
    }
}

/// Names that were written for machines: `LayAway`, `pile1`, `turn_up`.
#[must_use]
pub fn spaced(name: &str) -> String {
    let mut said = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    for c in name.chars() {
        if before.is_ascii_lowercase() && c.is_ascii_uppercase() {
            said.push(' ');
            said.push(c.to_ascii_lowercase());
        } else if before.is_ascii_lowercase() && c.is_ascii_digit() {
            said.push(' ');
            said.push(c);
        } else {
            said.push(if c == '_' { ' ' } else { c });
        }
        before = c;
    }
    said
}

/// `J♥ from pile6` speaks of the pile as it is drawn. Only the last word of a label can be such a name.
fn spaced_zones(label: &str) -> String {
    match label.rsplit_once(" from ").or_else(|| label.rsplit_once(" to ")) {
        Some((_, zone)) if !zone.contains(' ') => {
            format!("{}{}", &label[..label.len() - zone.len()], spaced(zone))
        }
        _ => label.to_owned(),
    }
}

/// With a capital.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
