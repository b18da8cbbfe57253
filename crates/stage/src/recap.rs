//! What happened, as lines: for people at a terminal and for models.

use crate::{Place, Scene, Step, ZoneScene};

/// Steps as lines. The scene, of the same viewer, names the zones. Cards that leave one zone in a row are told together: a
/// deal is a line for each hand.
#[must_use]
pub fn text_steps(steps: &[Step], scene: &Scene) -> Vec<String> {
    let same_deal = |a: &Step, b: &Step| match (a, b) {
        (Step::Move { from: one, .. }, Step::Move { from: other, .. }) => one.zone == other.zone,
        _ => false,
    };
    let runs = steps.chunk_by(same_deal);
    runs.flat_map(|run| deal(run, scene)).collect()
}

/// Moves from one zone, by where they went; any other step by itself.
fn deal(run: &[Step], scene: &Scene) -> Vec<String> {
    let mut hands: Vec<(&Place, &Place, Vec<&str>, usize)> = Vec::new();
    for step in run {
        let Step::Move { from, to, face } = step else { return run.iter().map(|step| line(step, scene)).collect() };
        let at = hands.iter().position(|(_, other, ..)| other.zone == to.zone).unwrap_or(hands.len());
        if at == hands.len() {
            hands.push((from, to, Vec::new(), 0));
        }
        match face {
            Some(face) => hands[at].2.push(face),
            None => hands[at].3 += 1,
        }
    }
    let told = |(from, to, faces, backs): (&Place, &Place, Vec<&str>, usize)| {
        let backs = match backs {
            0 => None,
            1 => Some("a card".to_owned()),
            n => Some(format!("{n} cards")),
        };
        let cards: Vec<String> = faces.into_iter().map(str::to_owned).chain(backs).collect();
        format!("{}: {} to {}", cards.join(", "), zone(&from.zone, scene), zone(&to.zone, scene))
    };
    hands.into_iter().map(told).collect()
}

fn line(step: &Step, scene: &Scene) -> String {
    let place = |place: &Place| zone(&place.zone, scene);
    let card = |face: &Option<String>| face.clone().unwrap_or_else(|| "a card".to_owned());
    match step {
        Step::Move { .. } => deal(std::slice::from_ref(step), scene).concat(),
        Step::Mix { zone: id } => format!("{} is shuffled", zone(id, scene)),
        Step::Change { at, text } => format!("{}: {text}", place(at)),
        Step::Create { at, face } => format!("{} appears in {}", card(face), place(at)),
        Step::Remove { at } => format!("a card is gone from {}", place(at)),
        Step::Say { text } => text.clone(),
    }
}

/// A zone by the name that the viewer knows it by.
fn zone(id: &str, scene: &Scene) -> String {
    let Some(zone) = scene.zones.iter().find(|zone| zone.id == id) else { return id.to_owned() };
    let ZoneScene { name, owner, .. } = zone;
    let name = if name.is_empty() { id } else { name };
    match owner {
        Some(seat) if scene.viewer.and_then(|viewer| viewer.seat()) == Some(*seat) => format!("your {name}"),
        Some(seat) => format!("{seat}'s {name}"),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_is_a_line_for_each_hand() {
        let place = |zone: &str| Place { zone: zone.to_owned(), at: None };
        let deal = |hand: &str, face: Option<&str>| Step::Move {
            from: place("stock"),
            to: place(hand),
            face: face.map(str::to_owned),
        };
        let mix = Step::Mix { zone: "stock".into() };
        let all =
            [deal("a", Some("QH")), deal("b", None), deal("a", Some("2C")), deal("b", None), mix, deal("b", None)];
        let expected = ["QH, 2C: stock to a", "2 cards: stock to b", "stock is shuffled", "a card: stock to b"];
        assert_eq!(text_steps(&all, &Scene::default()), expected);
    }
}
