//! What is printed on a card, all of it.

use crate::cards::face_text;
use rulebook_scene::{FaceScene, Scene};

/// The faces in sight on which more than a name is printed, each once.
pub(crate) fn faces(scene: &Scene) -> Vec<&FaceScene> {
    let lying = scene.zones.iter().flat_map(|zone| &zone.cards).filter_map(|card| card.face.as_ref());
    let waiting = scene.stack.iter().filter_map(|item| item.face.as_ref());
    let mut found: Vec<&FaceScene> = Vec::new();
    for face in lying.chain(waiting).filter(|face| !face.text.is_empty()) {
        // Two of a name may differ by now: one of them has grown.
        if !found.contains(&face) {
            found.push(face);
        }
    }
    found
}

/// The face that somebody means: by its name, by how it begins, or by a part of it.
pub(crate) fn find<'a>(scene: &'a Scene, wanted: &str) -> Option<&'a FaceScene> {
    let wanted = wanted.trim().to_lowercase();
    let all = faces(scene);
    let named = |fits: &dyn Fn(&str) -> bool| {
        all.iter().find(|face| fits(&face.name.to_lowercase()) || fits(&face_text(face).0.to_lowercase())).copied()
    };
    let begun = || named(&|name| name.starts_with(&wanted));
    named(&|name| name == wanted).or_else(begun).or_else(|| named(&|name| name.contains(&wanted)))
}

/// Everything that is printed, in lines.
pub(crate) fn lines(face: &FaceScene) -> Vec<String> {
    face.text
        .iter()
        .flat_map(|(name, value)| format!("{name}: {value}").lines().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}
