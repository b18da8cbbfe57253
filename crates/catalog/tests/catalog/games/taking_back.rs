//! Tests of undo in games for one player: a move can be undone only if it revealed nothing.

use super::games;
use rulebook_kernel::{Key, Seat, Setup, Viewer};
use rulebook_matches::{AnyMatch, reveals};

fn faces(table: &dyn AnyMatch, seat: Seat) -> usize {
    let scene = table.scene(Viewer::Seat(seat));
    scene.zones.iter().flat_map(|zone| &zone.cards).filter(|card| card.face.is_some()).count()
}

#[test]
fn a_patience_teaches_what_it_turns_up() {
    let Some(game) = games().into_iter().find(|game| game.id == "klondike") else { return };
    let (me, key) = (Seat::new(0), Key::from_seed("taught"));
    let mut seen = [0; 2];
    for seed in ["a", "b", "c", "d"] {
        let mut table = game.rules.start(&Setup::seats(1), Key::from_seed(seed)).unwrap();
        // Play only few moves, so that the stock is not turned over twice. A card that is turned up a second time
        // reveals nothing new.
        for at in 0..20 {
            let texts = table.legal_texts(me);
            let Some(text) = texts.get(at % texts.len().max(1)) else { break };
            let before = table.fork();
            table.play(me, text).unwrap();
            let turned = faces(&*table, me) > faces(&*before, me);
            assert_eq!(reveals(&*before, (me, text.as_str()), &*table, &key), turned, "{seed}, move {at}: {text}");
            seen[usize::from(turned)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 2), "{seen:?}");
}
