//! What happened, as lines: for people at a terminal and for models.

use crate::{Place, Scene, Step, ZoneScene};

/// How many cards of a deal go to one hand before the next one has its turn.
const PACKET: usize = 4;

/// Steps as lines. The scene, of the same viewer, names the zones. Cards that leave one zone in a row are told together: a
/// deal is a line for each hand.
#[must_use]
pub fn text_steps(steps: &[Step], scene: &Scene) -> Vec<String> {
    let same_deal = |a: &Step, b: &Step| match (a, b) {
        (Step::Move { from: one, .. }, Step::Move { from: other, .. }) => one.zone == other.zone,
        _ => false,
    };
    let runs = steps.chunk_by(same_deal).flat_map(deals);
    runs.flat_map(|run| deal(run, scene)).filter(|line| !line.is_empty()).collect()
}

/// A hand that is dealt to again after others have had their cards is dealt to at another time, unless the cards go round.
fn deals(run: &[Step]) -> Vec<&[Step]> {
    let to = |step: &Step| match step {
        Step::Move { to, .. } => Some(to.zone.clone()),
        _ => None,
    };
    let visits: Vec<&[Step]> = run.chunk_by(|a, b| to(a) == to(b)).collect();
    let (mut deals, mut hands): (Vec<&[Step]>, Vec<Option<String>>) = (Vec::new(), Vec::new());
    let (mut begin, mut end) = (0, 0);
    for (i, visit) in visits.iter().enumerate() {
        let hand = to(&visit[0]);
        let again = hands.contains(&hand);
        // Round the table each hand has its turn again after all the others, with packets of one size.
        let round = || {
            let size = visits[i - hands.len()].len();
            size <= PACKET && visit.len() <= size && to(&visits[i - hands.len()][0]) == hand
        };
        if again && !(i >= hands.len() && round()) {
            deals.push(&run[begin..end]);
            (begin, hands) = (end, Vec::new());
        }
        if !hands.contains(&hand) {
            hands.push(hand);
        }
        end += visit.len();
    }
    deals.push(&run[begin..end]);
    deals
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
        Step::Mix { zone: id, text: None } => format!("{} is shuffled", zone(id, scene)),
        Step::Mix { text: Some(text), .. } if text.is_empty() => String::new(),
        Step::Mix { zone: id, text: Some(text) } => format!("{} {text}", zone(id, scene)),
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
        let mix = Step::Mix { zone: "stock".into(), text: None };
        let all =
            [deal("a", Some("QH")), deal("b", None), deal("a", Some("2C")), deal("b", None), mix, deal("b", None)];
        let expected = ["QH, 2C: stock to a", "2 cards: stock to b", "stock is shuffled", "a card: stock to b"];
        assert_eq!(text_steps(&all, &Scene::default()), expected);
    }

    #[test]
    fn what_is_dealt_later_is_told_later() {
        let place = |zone: &str| Place { zone: zone.to_owned(), at: None };
        let moves = |hand: &str, n: usize| vec![Step::Move { from: place("stock"), to: place(hand), face: None }; n];
        let all = [moves("a", 5), moves("b", 5), moves("a", 2)].concat();
        let expected = ["5 cards: stock to a", "5 cards: stock to b", "2 cards: stock to a"];
        assert_eq!(text_steps(&all, &Scene::default()), expected);
        let packets = [moves("a", 2), moves("b", 2), moves("a", 1), moves("b", 1)].concat();
        assert_eq!(text_steps(&packets, &Scene::default()), ["3 cards: stock to a", "3 cards: stock to b"]);
    }

    #[test]
    fn a_zone_that_is_not_shuffled_is_not_said_to_be() {
        let mix = |text: &str| Step::Mix { zone: "stock".into(), text: Some(text.into()) };
        let told = text_steps(&[mix(""), mix("is turned round")], &Scene::default());
        assert_eq!(told, ["stock is turned round"]);
    }
}
