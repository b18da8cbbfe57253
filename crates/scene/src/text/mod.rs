//! Writes a scene as plain text, for line-based terminals and for language models.
//!
//! The text has these parts from top to bottom: the shared zones, the other seats, your own zones, the question. All
//! text comes from the scene, so it reveals nothing that the viewer may not see.

mod cards;
mod grid;
mod log;
mod steps;
#[cfg(test)]
mod tests;

pub use log::text_log;
pub use steps::text_steps;

use crate::{Ask, CardScene, Scene, StackItem, ZoneRole, ZoneScene};
use rulebook_kernel::{Outcome, Seat};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A function of the caller that returns the text of a zone. `None` means the default text.
type Better<'a> = &'a dyn Fn(&ZoneScene) -> Option<String>;

/// The scene as text. Seats are called by their numbers.
#[must_use]
pub fn text_scene(scene: &Scene) -> String {
    text_scene_named(scene, &[])
}

/// The scene as text. Seats are called by their names in `names`, or by number if they have none.
#[must_use]
pub fn text_scene_named(scene: &Scene, names: &[String]) -> String {
    text_scene_with(scene, names, &|_| None)
}

/// The scene as text. `better` supplies the text of zones that the caller can describe better.
#[must_use]
pub fn text_scene_with(scene: &Scene, names: &[String], better: Better<'_>) -> String {
    let people = People { you: scene.viewer.and_then(|viewer| viewer.seat()), names };
    let mut parts = Vec::new();
    parts.extend(scene.phase_text().map(|phase| format!("Phase: {phase}\n")));
    parts.push(zones(&with_controllers(scene, &people), &people, better));
    parts.extend(scene.board.as_ref().map(|board| grid::board(board, &|seat| people.called(seat))));
    parts.push(stack(scene, &people));
    parts.extend(scene.scoreboards.iter().map(grid::scoreboard));
    parts.push(glossary(scene));
    parts.push(scene.announcements.iter().map(|line| format!("* {line}\n")).collect());
    parts.push(question(scene, &people));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The legal moves as a list. Each line has the text to answer with and its meaning.
///
/// ```text
///   play QH   play the queen of hearts
///   draw      draw a card
/// ```
#[must_use]
pub fn text_offers(ask: &Ask) -> String {
    let width = ask.offers.iter().map(|offer| offer.text.chars().count()).max().unwrap_or(0);
    let line = |text: &str, label: &str| match label {
        "" => format!("  {text}\n"),
        label if label == text => format!("  {text}\n"),
        label => format!("  {text:width$}   {label}\n"),
    };
    ask.offers.iter().map(|offer| line(&offer.text, &offer.label)).collect()
}

/// The names of the seats.
struct People<'a> {
    you: Option<Seat>,
    names: &'a [String],
}

impl People<'_> {
    fn called(&self, seat: Seat) -> String {
        if self.you == Some(seat) {
            return "you".to_owned();
        }
        self.names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string())
    }

    /// The heading above the zones of these seats.
    fn group(&self, seats: &[Seat]) -> String {
        let mut seats: Vec<Seat> = seats.to_vec();
        seats.sort_by_key(|seat| Some(*seat) != self.you);
        let names: Vec<String> = seats.into_iter().map(|seat| self.called(seat)).collect();
        if names.is_empty() { "Table".to_owned() } else { capital(&list(&names)) }
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The scene with each permanent on the side of the player who controls it.
fn with_controllers<'a>(scene: &'a Scene, people: &People<'_>) -> Cow<'a, Scene> {
    let field = |zone: &ZoneScene| zone.role == Some(ZoneRole::Battlefield);
    let stolen = |owner: Option<Seat>, card: &CardScene| card.controller.is_some() && card.controller != owner;
    if !scene.zones.iter().any(|zone| field(zone) && zone.cards.iter().any(|card| stolen(zone.owner, card))) {
        return Cow::Borrowed(scene);
    }
    let mut scene = scene.clone();
    let mut moved = Vec::new();
    for zone in scene.zones.iter_mut().filter(|zone| field(zone)) {
        let owner = zone.owner;
        let (gone, stay): (Vec<_>, Vec<_>) = zone.cards.drain(..).partition(|card| stolen(owner, card));
        zone.cards = stay;
        zone.count = zone.count.map(|count| count.saturating_sub(gone.len()));
        moved.extend(gone.into_iter().map(|card| (zone.owner, card)));
    }
    for (owner, mut card) in moved {
        let place = |seat: Option<Seat>| scene.zones.iter().position(|zone| field(zone) && zone.owner == seat);
        let at = match place(card.controller) {
            Some(at) => {
                card.controller = None;
                card.notes.extend(owner.map(|owner| format!("owned by {}", people.called(owner))));
                Some(at)
            }
            // The controller has no battlefield in this scene.
            None => place(owner),
        };
        if let Some(zone) = at.and_then(|at| scene.zones.get_mut(at)) {
            zone.cards.push(card);
            zone.count = zone.count.map(|count| count + 1);
        }
    }
    Cow::Owned(scene)
}

/// The zones as text: first shared zones, then zones of other teams and seats, then your own zones.
fn zones(scene: &Scene, people: &People<'_>, better: Better<'_>) -> String {
    let owners = |zone: &ZoneScene| match zone.owner {
        Some(seat) => vec![seat],
        None => zone.team.clone(),
    };
    let mut groups: Vec<Vec<Seat>> = scene.zones.iter().map(owners).collect();
    let yours = |group: &[Seat]| people.you.is_some_and(|you| group.contains(&you));
    let kind = |group: &[Seat]| match group {
        [] => 0,
        [_] => 2,
        _ => 1,
    };
    groups.sort_by_key(|group| (yours(group), kind(group), group.clone()));
    groups.dedup();
    let width = scene.zones.iter().map(|zone| cards::zone_name(zone).chars().count()).max().unwrap_or(0);
    let group = |group: &Vec<Seat>| {
        let zones: Vec<&ZoneScene> = scene.zones.iter().filter(|zone| owners(zone) == *group).collect();
        let bare = |zone: &&&ZoneScene| zone.cards.is_empty() && zone.count == Some(0);
        // Some games give a team one pile for every possible meld, so most of them are empty and not listed.
        let brief = group.len() > 1 && zones.iter().filter(bare).count() > MANY_EMPTY;
        let lines: String = zones
            .iter()
            .filter(|zone| !brief || !bare(zone))
            .map(|zone| {
                let called = |seat| people.called(seat);
                let text = better(zone).unwrap_or_else(|| cards::zone(zone, &called));
                let text = text.replace('\n', &format!("\n{:indent$}", "", indent = width + 4));
                format!("  {:width$}  {text}\n", cards::zone_name(zone))
            })
            .collect();
        let lines = if lines.is_empty() { "  nothing yet\n".to_owned() } else { lines };
        format!("{}\n{lines}", people.group(group))
    };
    groups.iter().map(group).collect::<Vec<_>>().join("\n")
}

/// If a team has more empty piles than this, its empty piles are not listed.
const MANY_EMPTY: usize = 3;

fn stack(scene: &Scene, people: &People<'_>) -> String {
    if scene.stack.is_empty() {
        return String::new();
    }
    let line = |item: &StackItem| {
        let by = item.controller.map(|seat| format!(" ({})", people.called(seat))).unwrap_or_default();
        let card = |&(zone, at): &(usize, usize)| Some(cards::card_name(scene.zones.get(zone)?.cards.get(at)?));
        let targets: Vec<String> = item.targets.iter().filter_map(card).collect();
        let arrow = if targets.is_empty() { "" } else { " -> " };
        format!("{}{by}{arrow}{}\n", item.text, targets.join(", "))
    };
    let lines = scene.stack.iter().rev().zip(1..).map(|(item, n)| format!("  {n}. {}", line(item)));
    format!("Stack, next first\n{}", lines.collect::<String>())
}

/// The printed text of the visible cards, once for each face.
fn glossary(scene: &Scene) -> String {
    let faces = scene.zones.iter().flat_map(|zone| &zone.cards).filter_map(|card| card.face.as_ref());
    let mut lines = BTreeMap::new();
    for face in faces.filter(|face| !face.text.is_empty()) {
        // Replace line breaks in the text, so that each card takes exactly one line.
        let printed = face.text.iter().map(|(name, text)| format!("{name}: {}", text.replace('\n', " ")));
        let printed: Vec<String> = printed.collect();
        lines.insert(cards::face_name(face), printed.join("; "));
    }
    if lines.is_empty() {
        return String::new();
    }
    let lines = lines.iter().map(|(name, text)| format!("  {name}  {text}\n"));
    format!("Cards\n{}", lines.collect::<String>())
}

/// The question and the seats that are asked, or the result if the match is over.
fn question(scene: &Scene, people: &People<'_>) -> String {
    if let Some(outcome) = &scene.outcome {
        return ending(outcome, people);
    }
    let mut text = String::new();
    if !scene.buttons.is_empty() {
        let labels: Vec<String> = scene.buttons.iter().map(|button| format!("[{}]", button.label)).collect();
        text += &format!("Buttons: {}\n", labels.join(" "));
    }
    let yours = people.you.is_some_and(|you| scene.due.contains(&you));
    let others: Vec<String> =
        scene.due.iter().filter(|seat| Some(**seat) != people.you).map(|seat| people.called(*seat)).collect();
    match (yours, others.is_empty()) {
        (true, true) => text += "Your turn.",
        (true, false) => text += &format!("Your turn, at the same time as {}.", list(&others)),
        (false, false) => text += &format!("Waiting for {}.", list(&others)),
        (false, true) => {}
    }
    let space = if text.is_empty() || text.ends_with('\n') || scene.prompt.is_empty() { "" } else { " " };
    text = format!("{text}{space}{}\n", scene.prompt);
    if text.trim().is_empty() { String::new() } else { text }
}

fn ending(outcome: &Outcome, people: &People<'_>) -> String {
    let winners: Vec<String> = outcome.winners().iter().map(|seat| people.called(seat)).collect();
    let reason = outcome.reason().trim_end_matches('.');
    let result = if outcome.is_fault() {
        format!("The game broke off: {reason}.")
    } else if outcome.is_draw() {
        format!("A draw: {reason}.")
    } else if winners.is_empty() {
        format!("Lost: {reason}.")
    } else {
        let verb = if winners.len() > 1 || winners[0] == "you" { "win" } else { "wins" };
        format!("{} {verb}: {reason}.", capital(&list(&winners)))
    };
    let Some(scores) = outcome.scores() else { return result + "\n" };
    let score = |(seat, score): (Seat, &i32)| format!("{} {score}", people.called(seat));
    let scores: Vec<String> = Seat::all(outcome.seats()).zip(scores).map(score).collect();
    format!("{result}\nScores: {}.\n", scores.join(", "))
}

/// `a`, `a and b`, `a, b and c`.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
