//! **Offers.** Every legal move can be made by clicks. Its gesture refers to cards, zones, squares, seats and buttons
//! that the scene of the same view contains. A scene can be made for every viewer, including the god viewer.

use super::{Plan, Verdict, Walk};
use rulebook_kernel::Viewer;
use rulebook_matches::Staged;
use rulebook_scene::{CardSpot, Gesture, Scene, Square};

pub const NAME: &str = "offers";

pub fn law<R: Staged>(rules: &R, walk: &Walk<R>, plan: &Plan<R>) -> Verdict {
    for at in walk.looks(plan.asks) {
        let state = &walk.states[at];
        for who in Viewer::limited(walk.setup.seats).chain([Viewer::God]) {
            let view = rules.view(state, who);
            let scene = rules.scene(&view);
            let Some(seat) = who.seat() else { continue };
            let mut moves = Vec::new();
            rules.moves(state, seat, &mut moves);
            for mv in &moves {
                let offer = rules.offer(&view, mv);
                let wrong = |what| walk.broken(NAME, at, format!("{seat}, {mv:?}, {:?}: {what}", offer.gesture));
                if offer.label.is_empty() {
                    return wrong("no label".to_owned());
                }
                points_at_something(&offer.gesture, &scene).or_else(wrong)?;
            }
        }
    }
    Ok(())
}

fn points_at_something(gesture: &Gesture, scene: &Scene) -> Result<(), String> {
    let card = |spot: &CardSpot| match scene.zones.get(spot.zone) {
        Some(zone) if spot.at < zone.cards.len() => Ok(()),
        Some(zone) => Err(format!("the scene shows {} cards of {}", zone.cards.len(), zone.id)),
        None => Err(format!("the scene has {} zones", scene.zones.len())),
    };
    let there = |is: bool, what: String| if is { Ok(()) } else { Err(format!("{what} is not in the scene")) };
    let zone = |id: &str| there(scene.zones.iter().any(|zone| zone.id == id), format!("zone {id:?}"));
    let square = |at: &Square| {
        let on = |board: &rulebook_scene::BoardScene| {
            (at.x as usize) < board.width && (at.y as usize) < board.height && !board.holes.contains(at)
        };
        there(scene.board.as_ref().is_some_and(on), format!("square {at:?}"))
    };
    match gesture {
        Gesture::Drag { cards, to } => {
            there(!cards.is_empty(), "a dragged card".to_owned())?;
            cards.iter().try_for_each(card)?;
            zone(to)
        }
        Gesture::Card { card: spot } => card(spot),
        Gesture::Zone { zone: id } => zone(id),
        Gesture::Square { at } => square(at),
        Gesture::Place { card: spot, at } => card(spot).and(square(at)),
        Gesture::Squares { from, to } => square(from).and(square(to)),
        Gesture::Button { id } => there(scene.buttons.iter().any(|button| button.id == *id), format!("button {id:?}")),
        Gesture::Seat { seat } => there(*seat < scene.seats, format!("seat {}", seat + 1)),
        Gesture::Number { .. } => Ok(()),
    }
}
