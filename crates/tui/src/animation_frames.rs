//! Splits one decision into animation frames. So the viewer also sees cards that are visible only for a moment. For
//! example, the last card of a trick is shown before the trick is taken.

use crate::apply_step::{Faces, SceneStepper};
use rulebook_scene::{CardKey, Scene, Step};
use std::collections::{BTreeMap, BTreeSet};

/// A picture of the table that is shown for a moment during a decision.
#[derive(Clone, Debug)]
pub struct AnimationFrame {
    /// The table at that moment. It shows no open decision.
    pub scene: Scene,
    /// The messages that belong to this frame.
    pub said: Vec<String>,
}

/// The frames of one decision. A frame is needed if a card is seen at a place and then moves on or changes again.
pub(crate) fn between(before: &Scene, steps: &[Step], faces: &Faces) -> Vec<AnimationFrame> {
    if before.viewer.is_none() || steps.is_empty() {
        return Vec::new();
    }
    let parts = groups(steps);
    let start = Scene { due: Vec::new(), prompt: String::new(), announcements: Vec::new(), ..before.clone() };
    let mut stage = SceneStepper::new(start.clone(), faces);
    let mut drawn: Vec<Scene> = Vec::new();
    for part in &parts {
        part.iter().for_each(|step| stage.happen(step));
        drawn.push(stage.scene.clone());
    }
    let earlier = |n: usize| if n == 0 { &start } else { &drawn[n - 1] };
    let changes: Vec<BTreeSet<CardKey>> = drawn.iter().enumerate().map(|(n, now)| touched(earlier(n), now)).collect();
    let fleeting = |n: usize| {
        changes[n].iter().any(|key| {
            let later = changes[n + 1..].iter().any(|keys| keys.contains(key));
            // A card that has already moved in this decision, and was visible before, needs no further frame.
            let fresh = !changes[..n].iter().any(|keys| keys.contains(key)) || !visible(earlier(n), *key);
            later && visible(&drawn[n], *key) && fresh
        })
    };
    let picture = |n: usize| {
        let said = parts[n].iter().filter_map(|step| match step {
            Step::Say { text, quiet: false, .. } => Some(text.clone()),
            _ => None,
        });
        AnimationFrame { scene: drawn[n].clone(), said: said.collect() }
    };
    (0..parts.len()).filter(|n| fleeting(*n)).map(picture).collect()
}

/// Groups the steps that are shown in one frame.
fn groups(steps: &[Step]) -> Vec<Vec<Step>> {
    let mut found: Vec<Vec<Step>> = Vec::new();
    for step in steps {
        match found.last_mut() {
            Some(last) if together(last, step) => last.push(step.clone()),
            _ => found.push(vec![step.clone()]),
        }
    }
    found
}

/// Whether a step belongs to the same frame as the group. Cards that leave the same zone, or reach the same zone,
/// belong together. A card that is turned up gets its own frame.
fn together(group: &[Step], step: &Step) -> bool {
    if matches!(step, Step::Say { .. } | Step::Mix { .. }) {
        return true;
    }
    let things: Vec<&Step> = group.iter().filter(|one| !matches!(one, Step::Say { .. })).collect();
    let Some(last) = things.last() else { return true };
    match (last, step) {
        (Step::Change { up: one, .. }, Step::Change { up: other, .. }) => one == other && !things.contains(&step),
        (Step::Move { .. }, Step::Move { from, to, .. }) => {
            let moves: Vec<(&str, &str)> = things
                .iter()
                .filter_map(|thing| match thing {
                    Step::Move { from, to, .. } => Some((from.zone.as_str(), to.zone.as_str())),
                    _ => None,
                })
                .collect();
            let (from, to) = (from.zone.as_str(), to.zone.as_str());
            // A zone that was just filled is shown before cards leave it.
            if moves.len() != things.len() || moves.iter().any(|(_, filled)| *filled == from) {
                return false;
            }
            let same = |a: &str, b: &str| a != b && base(a) == base(b);
            moves.iter().all(|(_, other)| *other == to)
                || moves.iter().all(|(other, _)| *other == from)
                // If the players do the same thing, each with their own zones, it is one frame. For example, all bids
                // are revealed at once.
                || moves.iter().all(|(one, other)| same(one, from) && same(other, to))
        }
        (Step::Create { at: one, .. }, Step::Create { at: other, .. })
        | (Step::Remove { at: one }, Step::Remove { at: other }) => one.zone == other.zone,
        _ => false,
    }
}

/// The id of a zone without its seat number: `hand` for `hand.2`.
fn base(zone: &str) -> &str {
    match zone.rsplit_once('.') {
        Some((base, seat)) if seat.bytes().all(|byte| byte.is_ascii_digit()) => base,
        _ => zone,
    }
}

/// The keys of the cards that have moved or changed from one scene to the other.
fn touched(before: &Scene, after: &Scene) -> BTreeSet<CardKey> {
    let (was, now) = (by_key(before), by_key(after));
    let keys: BTreeSet<CardKey> = was.keys().chain(now.keys()).copied().collect();
    keys.into_iter().filter(|key| was.get(key) != now.get(key)).collect()
}

/// The visible state of a card: its zone, the id of its face, and whether it is face up.
type Look = (String, Option<String>, bool);

fn by_key(scene: &Scene) -> BTreeMap<CardKey, Look> {
    let zones = scene.zones.iter();
    zones
        .flat_map(|zone| zone.cards.iter().map(move |card| (zone, card)))
        .filter(|(_, card)| card.key != CardKey::default())
        .map(|(zone, card)| (card.key, (zone.id.clone(), card.face.as_ref().map(|face| face.id.clone()), card.face_up)))
        .collect()
}

fn visible(scene: &Scene, key: CardKey) -> bool {
    let mut cards = scene.zones.iter().flat_map(|zone| &zone.cards);
    cards.any(|card| card.key == key && card.face.is_some())
}
