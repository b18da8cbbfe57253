//! Snapshots of the commentary of shipped games, as the player in seat 1 reads it in a terminal.

use rulebook_catalog::Catalog;
use rulebook_kernel::{Key, Rng, Seat, Setup, Viewer};
use rulebook_tui::Reader;
use std::sync::Arc;

/// Plays random moves and returns the lines that the viewer reads, with an empty line between two decisions.
fn log(name: &str, seats: usize, viewer: Viewer, moves: usize) -> String {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let found = Catalog::open(games).find(name).unwrap();
    let mut game = found.rules.start(&Setup::seats(seats), Key::from_seed("commentary")).unwrap();
    let mut reader = Reader::new(Arc::clone(&found.layouts));
    reader.look(&game.scene(viewer), &[]);
    let opening = game.opening();
    let mut lines = reader.see(&game.steps(viewer, &opening), &game.scene(viewer)).lines;
    let mut draws = Rng::seeded(name).draws();
    for _ in 0..moves {
        let Some(seat) = game.turn().seats().lowest() else { break };
        let choice = draws.below(game.legal_count(seat) as u32) as usize;
        let text = game.nth_text(seat, choice).unwrap();
        let played = game.play(seat, &text).unwrap();
        let told = reader.see(&game.steps(viewer, &played), &game.scene(viewer)).lines;
        if !told.is_empty() {
            lines.push(String::new());
            lines.extend(told);
        }
    }
    lines.join("\n")
}

const OWN: Viewer = Viewer::Seat(Seat::new(0));

// clause: Cards 8.7-1
#[test]
fn every_game_has_a_commentator() {
    let games = [
        ("hearts", 4, 40),
        ("whist", 4, 12),
        ("crazy-eights", 3, 14),
        ("go-fish", 3, 16),
        ("gin-rummy", 2, 14),
        ("canasta", 4, 24),
        ("klondike", 1, 16),
        ("chess", 2, 8),
        ("duel", 2, 40),
        ("casino", 2, 12),
        ("cribbage", 2, 16),
        ("memory", 2, 8),
    ];
    for (name, seats, moves) in games {
        insta::assert_snapshot!(name, log(name, seats, OWN, moves));
    }
}

/// The commentary for a viewer contains only events that this viewer saw.
#[test]
fn a_spectator_reads_no_hidden_card() {
    let told = log("crazy-eights", 3, Viewer::Spectator, 0);
    assert!(told.contains("Each player gets") && !told.contains("Seat 1 gets"), "{told}");
}
