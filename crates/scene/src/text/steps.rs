//! Writes steps as exact lines of text for language models. For people, see [`crate::commentary()`].

use crate::{Place, Scene, Step, ZoneScene};

/// Maximum number of cards that one hand gets at a time in a deal round the table.
const PACKET: usize = 4;
/// The name of a card whose face the viewer does not see.
const BACK: &str = "a card";

/// Writes steps as lines. `scene` is a scene of the same viewer, for the names of zones. Consecutive moves from one
/// zone share one line for each target, so a deal gives one line for each hand.
#[must_use]
pub fn text_steps(steps: &[Step], scene: &Scene) -> Vec<String> {
    let same_deal = |a: &Step, b: &Step| match (a, b) {
        (Step::Move { from: one, .. }, Step::Move { from: other, .. }) => one.zone == other.zone,
        (Step::Change { at: one, text: a, .. }, Step::Change { at: other, text: b, .. }) => {
            one.zone == other.zone && happening(a).is_some() && happening(a).map(|a| a.1) == happening(b).map(|b| b.1)
        }
        _ => false,
    };
    let runs = steps.chunk_by(same_deal).flat_map(deals);
    runs.flat_map(|run| deal(run, scene)).filter(|line| !line.is_empty()).collect()
}

/// Splits consecutive moves into deals. If a hand gets cards again, a new deal starts, unless the cards are dealt round
/// the table.
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
        // In a deal round the table, each hand gets its next packet after all other hands. No packet is larger than the
        // hand's last packet.
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

/// Splits a text such as `6C is shown to everybody` into the card and the event.
fn happening(text: &str) -> Option<(&str, &str)> {
    text.split_once(" is ")
}

/// Writes one line for the same change of several cards of a zone. `None` if the changes differ.
fn change(run: &[Step], scene: &Scene) -> Option<String> {
    let mut cards = Vec::new();
    let mut told = None;
    for step in run {
        let Step::Change { at, text, .. } = step else { return None };
        let (card, what) = happening(text)?;
        cards.push(card);
        told = Some((zone(&at.zone, scene), what));
    }
    let (zone, what) = told.filter(|_| cards.len() > 1)?;
    let (backs, mut cards): (Vec<&str>, Vec<&str>) = cards.into_iter().partition(|card| *card == BACK);
    let backs = match backs.len() {
        0 => None,
        1 => Some(BACK.to_owned()),
        n => Some(format!("{n} cards")),
    };
    cards.extend(backs.as_deref());
    Some(format!("{zone}: {} are {what}", cards.join(", ")))
}

/// Writes the lines for one run. Moves are grouped by target, equal changes share a line, and any other step gets its
/// own line.
fn deal(run: &[Step], scene: &Scene) -> Vec<String> {
    if let Some(line) = change(run, scene) {
        return vec![line];
    }
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
            1 => Some(BACK.to_owned()),
            n => Some(format!("{n} cards")),
        };
        let cards: Vec<String> = faces.into_iter().map(str::to_owned).chain(backs).collect();
        let (cards, from, to) = (cards.join(", "), zone(&from.zone, scene), zone(&to.zone, scene));
        // The cards stay in their zone and only change their order.
        if from == to { format!("{to}: now {cards}") } else { format!("{cards}: {from} to {to}") }
    };
    hands.into_iter().map(told).collect()
}

fn line(step: &Step, scene: &Scene) -> String {
    let place = |place: &Place| zone(&place.zone, scene);
    let card = |face: &Option<String>| face.clone().unwrap_or_else(|| BACK.to_owned());
    match step {
        Step::Move { .. } => deal(std::slice::from_ref(step), scene).concat(),
        Step::Mix { zone: id, text: None } => format!("{} is shuffled", zone(id, scene)),
        Step::Mix { text: Some(text), .. } if text.is_empty() => String::new(),
        Step::Mix { zone: id, text: Some(text) } => format!("{} {text}", zone(id, scene)),
        Step::Change { at, text, .. } => format!("{}: {text}", place(at)),
        Step::Create { at, face } => format!("{} appears in {}", card(face), place(at)),
        Step::Remove { at } => format!("a card is gone from {}", place(at)),
        Step::Say { text, .. } => text.clone(),
    }
}

/// The name of a zone from the viewer's point of view.
fn zone(id: &str, scene: &Scene) -> String {
    // A zone that no scene shows only has its id from the rules: `out_of_the_game`.
    let Some(zone) = scene.zones.iter().find(|zone| zone.id == id) else { return id.replace('_', " ") };
    let ZoneScene { name, owner, team, .. } = zone;
    let name = if name.is_empty() { id } else { name };
    let own = scene.viewer.and_then(|viewer| viewer.seat()).is_some_and(|seat| zone.is_of(seat));
    match owner {
        _ if own => format!("your {name}"),
        Some(seat) => format!("{seat}'s {name}"),
        None if team.is_empty() => name.to_owned(),
        // Some names contain the owner: `camp of north south`.
        None if name.contains(" of ") => format!("the {name}"),
        None => {
            let seats: Vec<String> = team.iter().map(ToString::to_string).collect();
            format!("the {name} of {}", seats.join(" and "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_that_no_scene_shows_is_called_in_words() {
        let place = |zone: &str| Place { zone: zone.to_owned(), at: None };
        let gone = Step::Move { from: place("hand"), to: place("out_of_the_game"), face: Some("AH".to_owned()) };
        assert_eq!(text_steps(&[gone], &Scene::default()), ["AH: hand to out of the game"]);
    }

    // clause: Cards 12-9
    #[test]
    fn a_deal_has_one_line_for_each_hand() {
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
    fn a_rearranged_zone_is_described_in_its_new_order() {
        let place = |at: usize| Place { zone: "row".to_owned(), at: Some(at) };
        let laid = |face: &str, from, to| Step::Move { from: place(from), to: place(to), face: Some(face.to_owned()) };
        assert_eq!(text_steps(&[laid("QH", 1, 0), laid("2C", 0, 1)], &Scene::default()), ["row: now QH, 2C"]);
    }

    #[test]
    fn cards_that_are_shown_together_are_a_line() {
        let change = |zone: &str, text: &str| Step::change(Place { zone: zone.to_owned(), at: None }, text);
        let all = [
            change("a", "6C is shown to everybody"),
            change("a", "7D is shown to everybody"),
            change("b", "8H is shown to everybody"),
            change("b", "8H is hidden from seat 1"),
        ];
        let expected =
            ["a: 6C, 7D are shown to everybody", "b: 8H is shown to everybody", "b: 8H is hidden from seat 1"];
        assert_eq!(text_steps(&all, &Scene::default()), expected);
        let team = |id: &str, seats: [usize; 2]| ZoneScene {
            id: id.to_owned(),
            team: seats.map(rulebook_kernel::Seat::new).to_vec(),
            ..ZoneScene::default()
        };
        let viewer = Some(rulebook_kernel::Viewer::Seat(rulebook_kernel::Seat::new(2)));
        let scene = Scene { viewer, zones: vec![team("a", [0, 2]), team("b", [1, 3])], ..Scene::default() };
        assert_eq!(
            text_steps(&all[1..3], &scene),
            ["your a: 7D is shown to everybody", "the b of seat 2 and seat 4: 8H is shown to everybody",]
        );
    }

    #[test]
    fn a_zone_that_is_called_by_its_team_is_called_so_once() {
        let camp = ZoneScene {
            id: "camp.0".into(),
            name: "camp of north south".into(),
            team: [0, 2].map(rulebook_kernel::Seat::new).to_vec(),
            ..ZoneScene::default()
        };
        let scene = Scene { zones: vec![camp], ..Scene::default() };
        let mix = Step::Mix { zone: "camp.0".into(), text: None };
        assert_eq!(text_steps(&[mix], &scene), ["the camp of north south is shuffled"]);
    }

    #[test]
    fn cards_shown_to_another_viewer_are_counted_as_backs() {
        let shown =
            |card: &str| Step::change(Place { zone: "a".to_owned(), at: None }, format!("{card} is shown to seat 1"));
        let told = |cards: &[&str]| {
            let steps: Vec<Step> = cards.iter().map(|card| shown(card)).collect();
            text_steps(&steps, &Scene::default())
        };
        assert_eq!(told(&["a card", "a card", "a card"]), ["a: 3 cards are shown to seat 1"]);
        assert_eq!(told(&["a card", "6C", "a card"]), ["a: 6C, 2 cards are shown to seat 1"]);
        assert_eq!(told(&["6C", "a card"]), ["a: 6C, a card are shown to seat 1"]);
    }

    #[test]
    fn a_later_deal_to_the_same_hand_gets_its_own_line() {
        let place = |zone: &str| Place { zone: zone.to_owned(), at: None };
        let moves = |hand: &str, n: usize| vec![Step::Move { from: place("stock"), to: place(hand), face: None }; n];
        let all = [moves("a", 5), moves("b", 5), moves("a", 2)].concat();
        let expected = ["5 cards: stock to a", "5 cards: stock to b", "2 cards: stock to a"];
        assert_eq!(text_steps(&all, &Scene::default()), expected);
        let packets = [moves("a", 2), moves("b", 2), moves("a", 1), moves("b", 1)].concat();
        assert_eq!(text_steps(&packets, &Scene::default()), ["3 cards: stock to a", "3 cards: stock to b"]);
    }

    #[test]
    fn a_mix_without_a_shuffle_is_not_reported_as_a_shuffle() {
        let mix = |text: &str| Step::Mix { zone: "stock".into(), text: Some(text.into()) };
        let told = text_steps(&[mix(""), mix("is turned round")], &Scene::default());
        assert_eq!(told, ["stock is turned round"]);
    }
}
