//! What happened, as lines for people; and text that is safe to print.

use rulebook_kernel::Seat;
use rulebook_stage::{Place, Scene, Step, ZoneScene};

/// Text from a file or a log without what a terminal would obey: a control character is shown as its escape.
pub fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() && c != '\n' {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Steps as lines. The scene, of the same viewer, names the zones.
pub fn steps(steps: &[Step], scene: &Scene) -> Vec<String> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for step in steps {
        let line = line(step, scene);
        match lines.last_mut() {
            // Seven cards dealt to one hand are one line.
            Some((last, times)) if *last == line => *times += 1,
            _ => lines.push((line, 1)),
        }
    }
    let times = |(line, times): (String, usize)| if times == 1 { line } else { format!("{line} ({times} times)") };
    lines.into_iter().map(times).map(|line| plain(&line)).collect()
}

fn line(step: &Step, scene: &Scene) -> String {
    let place = |place: &Place| zone(&place.zone, scene);
    let card = |face: &Option<String>| face.clone().unwrap_or_else(|| "a card".to_owned());
    match step {
        Step::Move { from, to, face } => format!("{}: {} to {}", card(face), place(from), place(to)),
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

/// `seat 1 (random), seat 2 (human)`.
pub fn seated(names: &[String]) -> String {
    let one = |(seat, name): (Seat, &String)| format!("{seat} ({})", plain(name));
    Seat::all(names.len()).zip(names).map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(plain("Ann \u{1b}[2Jé\n"), "Ann \\u{1b}[2Jé\n");
    }

    #[test]
    fn equal_steps_are_counted() {
        let place = |zone: &str| Place { zone: zone.to_owned(), at: None };
        let deal = Step::Move { from: place("stock"), to: place("hand.1"), face: None };
        let lines = steps(&[deal.clone(), deal, Step::Mix { zone: "stock".into() }], &Scene::default());
        assert_eq!(lines, ["a card: stock to hand.1 (2 times)", "stock is shuffled"]);
    }
}
