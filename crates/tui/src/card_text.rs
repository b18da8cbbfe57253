//! Writes the full text of a card.

use crate::cards::{face_text, is_for_readers};
use rulebook_scene::{FaceScene, Scene};

/// The visible faces that have a text besides their name. Equal faces are listed once.
pub(crate) fn faces(scene: &Scene) -> Vec<&FaceScene> {
    let lying = scene.zones.iter().flat_map(|zone| &zone.cards).filter_map(|card| card.face.as_ref());
    let waiting = scene.stack.iter().filter_map(|item| item.face.as_ref());
    let mut found: Vec<&FaceScene> = Vec::new();
    for face in lying.chain(waiting).filter(|face| !face.text.is_empty()) {
        // Cards of the same name can have different faces, for example after a change of their strength.
        if !found.contains(&face) {
            found.push(face);
        }
    }
    found
}

/// The face with this name. If there is none, a face whose name starts with it, or else contains it.
pub(crate) fn find<'a>(scene: &'a Scene, wanted: &str) -> Option<&'a FaceScene> {
    let wanted = wanted.trim().to_lowercase();
    let all = faces(scene);
    let named = |fits: &dyn Fn(&str) -> bool| {
        all.iter().find(|face| fits(&face.name.to_lowercase()) || fits(&face_text(face).0.to_lowercase())).copied()
    };
    let begun = || named(&|name| name.starts_with(&wanted));
    named(&|name| name == wanted).or_else(begun).or_else(|| named(&|name| name.contains(&wanted)))
}

/// The full text of a face, as lines.
pub(crate) fn lines(face: &FaceScene) -> Vec<String> {
    face.text
        .iter()
        .filter(|(name, _)| is_for_readers(name))
        .flat_map(|(name, value)| format!("{name}: {value}").lines().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}
