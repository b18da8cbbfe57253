//! Puts the messages of the rules into words for players at a terminal: cards as symbols, seats as `You` and `Seat 2`,
//! identifiers as words.

use crate::cards::{face_text, standard};
use rulebook_scene::{FaceScene, Offer, Scene, Step};
use std::collections::BTreeMap;

/// The data needed to put a message into words for one viewer: the viewer's seat, and the faces seen so far.
#[derive(Clone, Debug, Default)]
pub struct Words {
    own: Option<usize>,
    seats: usize,
    /// Whether the game has a board. If so, `p1` in a message is a square and not a player.
    squares: bool,
    /// The name of each side of a board, by seat.
    sides: Vec<String>,
    /// The symbol of each card seen so far. The key is the short text that messages use.
    signs: BTreeMap<String, String>,
    /// Whether a card of one of the four suits was seen. If so, other codes such as `5S` in messages are also cards.
    suits: bool,
}

impl Words {
    /// Learns the viewer and the visible faces.
    pub fn learn(&mut self, scene: &Scene) {
        self.own = scene.viewer.and_then(|viewer| viewer.seat()).map(|seat| seat.index());
        self.seats = scene.seats;
        self.squares = scene.board.is_some();
        self.sides = scene.board.as_ref().map(|board| board.sides.clone()).unwrap_or_default();
        for face in scene.zones.iter().flat_map(|zone| &zone.cards).filter_map(|card| card.face.as_ref()) {
            let sign = face_text(face).0;
            self.suits |= sign.contains(['♠', '♥', '♦', '♣']);
            // A card id that is only a number is not replaced, because a message may contain the same number with
            // another meaning.
            if sign != face.id && !face.id.bytes().all(|byte| byte.is_ascii_digit()) {
                self.signs.entry(face.id.clone()).or_insert(sign);
            }
        }
    }

    /// Learns from steps: a card that a step names counts as seen.
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

    /// Words a message for the viewer.
    #[must_use]
    pub fn say(&self, text: &str) -> String {
        singular(self.suited(&self.named(text)))
    }

    /// Puts all texts of a scene into words for the viewer.
    #[must_use]
    pub fn scene(&self, mut scene: Scene) -> Scene {
        let say = |text: &mut String| *text = self.say(text);
        say(&mut scene.prompt);
        scene.announcements.iter_mut().for_each(say);
        scene.buttons.iter_mut().for_each(|button| say(&mut button.label));
        scene.stack.iter_mut().for_each(|item| say(&mut item.text));
        // The line at the top of the screen shows the turn and the phase as one text.
        scene.phase = scene.phase_text().map(|phase| capital(&spaced(&phase)));
        scene.turn = None;
        scene.phases.iter_mut().for_each(|phase| *phase = capital(&spaced(phase)));
        scene.zones.iter_mut().for_each(|zone| zone.name = spaced(&zone.name));
        scene.zones.iter_mut().flat_map(|zone| &mut zone.cards).flat_map(|card| &mut card.notes).for_each(say);
        for board in &mut scene.scoreboards {
            board.columns.iter_mut().for_each(|head| *head = self.head(head));
            board.rows.iter_mut().flatten().for_each(|cell| *cell = self.cell(cell));
        }
        scene
    }

    /// Words a legal move for the list.
    #[must_use]
    pub fn offer(&self, mut offer: Offer) -> Offer {
        // On a board, the label is a move in notation and stays unchanged.
        if !self.squares {
            offer.label = spaced_zones(&self.say(&offer.label));
        }
        offer
    }

    /// Puts a cell of a scoreboard into words. The cell may be a player or a side.
    fn cell(&self, cell: &str) -> String {
        if let Some((number, "")) = self.mention(cell) {
            return if Some(number) == self.own { "You".to_owned() } else { format!("Seat {}", number + 1) };
        }
        if self.sides.iter().any(|side| side.eq_ignore_ascii_case(cell)) {
            return capital(&cell.to_lowercase());
        }
        self.say(cell)
    }

    /// Puts the heading of a column into words. The heading may be a player.
    fn head(&self, head: &str) -> String {
        if matches!(self.mention(head), Some((_, ""))) { self.cell(head) } else { spaced(head) }
    }

    /// Parses a seat at the start of a text, as in `p2` or `seat 2`. Returns the seat and the rest.
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

    /// Replaces the seats in a text. The viewer's seat becomes `you`, and the verb is adapted. Other seats become
    /// `seat 2`.
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

    /// Replaces card codes by symbols, as in `Where to with 5♠?`.
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

/// Nouns that messages use after a number, in the singular.
const COUNTED: [&str; 8] = ["point", "card", "trick", "pair", "piece", "stone", "move", "counter"];

/// Replaces `1 points` by `1 point`, and likewise every other noun of [`COUNTED`].
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

/// Whether a new sentence starts after this text.
fn starts(said: &str) -> bool {
    said.is_empty() || [". ", "\n"].iter().any(|end| said.ends_with(end))
}

/// Handles a text that ends with `the crib of` and is followed by the viewer: replaces this by `your crib`. `None` if
/// the text has another form.
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

/// Splits the text after a subject into an adverb, the verb, and the rest. `None` if no verb follows.
fn verb(after: &str) -> Option<(&str, &str, &str)> {
    let words = after.strip_prefix(' ')?;
    let between = ["also ", "now ", "then ", "never "].into_iter().find(|word| words.starts_with(word)).unwrap_or("");
    let from = &words[between.len()..];
    let end = from.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(from.len());
    (end > 0).then(|| (&words[..between.len()], &from[..end], &from[end..]))
}

/// A verb in the second person: `wins` becomes `win`.
fn to_you(verb: &str) -> String {
    let odd = [("is", "are"), ("was", "were"), ("has", "have"), ("does", "do"), ("goes", "go")];
    if let Some((_, said)) = odd.iter().find(|(word, _)| *word == verb) {
        return (*said).to_owned();
    }
    // These verbs lose only the `s`: `lies` becomes `lie`, not `ly`.
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

/// Splits an identifier such as `LayAway`, `pile1` or `turn_up` into words.
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

/// Splits a zone at the end of a label into words, as in `J♥ from pile6`. Only the last word of a label can be a zone.
fn spaced_zones(label: &str) -> String {
    match label.rsplit_once(" from ").or_else(|| label.rsplit_once(" to ")) {
        Some((_, zone)) if !zone.contains(' ') => {
            format!("{}{}", &label[..label.len() - zone.len()], spaced(zone))
        }
        _ => label.to_owned(),
    }
}

/// The text without the full stop at its end. An ellipsis stays.
#[must_use]
pub fn without_stop(text: &str) -> &str {
    let text = text.trim_end();
    text.strip_suffix('.').filter(|rest| !rest.ends_with('.')).unwrap_or(text)
}

/// Joins sentences to one line: `Ann passes · You deal`. The sentences lose their full stops. A single sentence stays
/// unchanged.
#[must_use]
pub fn on_one_line(sentences: &[String]) -> String {
    match sentences {
        [only] => only.clone(),
        many => many.iter().map(|sentence| without_stop(sentence)).collect::<Vec<_>>().join(" · "),
    }
}

/// The text with its first letter in upper case.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
