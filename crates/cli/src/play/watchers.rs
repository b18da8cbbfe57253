//! The viewers of a match in the terminal, and the lines that each has been shown. The full-screen and the plain table
//! use them.

use super::seat_args::SeatPlayer;
use crate::show::{self, plain};
use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::{AnyMatch, Played};
use rulebook_room::start_offer;
use rulebook_scene::Step;
use rulebook_tui::{Reader, SeenDecision};

/// The viewers: one for each human, or a spectator if there is no human.
pub fn viewers(chairs: &[SeatPlayer]) -> Vec<Viewer> {
    let humans = Seat::all(chairs.len()).zip(chairs).filter(|(_, chair)| matches!(chair, SeatPlayer::Human));
    let mut viewers: Vec<Viewer> = humans.map(|(seat, _)| Viewer::Seat(seat)).collect();
    if viewers.is_empty() {
        viewers.push(Viewer::Spectator);
    }
    viewers
}

/// The text of the move that deals the next hand. `None` if the seat has another decision to make.
pub fn start_text(game: &dyn AnyMatch, seat: Seat) -> Option<String> {
    start_offer(game, seat).map(|offer| offer.text)
}

/// A viewer and the lines that it has been shown.
pub struct Watcher {
    pub viewer: Viewer,
    pub reader: Reader,
    pub lines: Vec<String>,
    /// The seat that moved last, if this viewer saw nothing of the move.
    unseen: Option<Seat>,
}

impl Watcher {
    pub fn new(viewer: Viewer, reader: Reader) -> Watcher {
        Watcher { viewer, reader, lines: Vec::new(), unseen: None }
    }

    /// Shows an entry of the match to this viewer. Returns the new lines and animation frames.
    ///
    /// If the viewer sees nothing of a move, and no other seat decided at the same time (`alone`), a line says that the
    /// seat made a hidden choice. Several hidden picks of one decision give one line.
    pub fn see(&mut self, game: &dyn AnyMatch, played: &Played, alone: bool) -> SeenDecision {
        let mut seen = self.reader.see(&game.steps(self.viewer, played), &game.scene(self.viewer));
        seen.lines.iter_mut().for_each(|line| *line = plain(line));
        if !seen.lines.is_empty() {
            self.unseen = None;
        } else if let (true, Some(seat)) = (alone, played.seat)
            && self.viewer != Viewer::Seat(seat)
            && self.unseen.replace(seat) != Some(seat)
        {
            seen.lines.push(format!("Seat {} makes a hidden choice", seat.index() + 1));
        }
        self.lines.extend(seen.lines.iter().cloned());
        seen
    }
}

/// Tells each language model what its seat sees of this entry.
pub fn tell_models(game: &dyn AnyMatch, chairs: &mut [SeatPlayer], played: &Played) {
    for (seat, chair) in Seat::all(chairs.len()).zip(chairs) {
        if let SeatPlayer::Model(model) = chair {
            let viewer = Viewer::Seat(seat);
            model.saw(show::steps(&game.steps(viewer, played), &game.scene(viewer)));
        }
    }
}

/// Messages of this entry that no seat and no spectator sees: the failures of actions.
pub fn unheard(game: &dyn AnyMatch, seats: usize, played: &Played) -> Vec<String> {
    let said = |viewer: Viewer| {
        let steps = game.steps(viewer, played).into_iter();
        steps.filter_map(|step| if let Step::Say { text, .. } = step { Some(text) } else { None }).collect::<Vec<_>>()
    };
    let heard: Vec<String> = Viewer::limited(seats).flat_map(said).collect();
    said(Viewer::God).iter().filter(|text| !heard.contains(text)).map(|text| plain(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_catalog::Catalog;
    use rulebook_kernel::{Key, Setup};
    use std::sync::Arc;

    /// Three bots pick three cards each to pass. No other player sees the picks before the cards are passed.
    #[test]
    fn sealed_picks_cause_no_update() {
        let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
        let found = Catalog::open(games).find("hearts").unwrap();
        let mut game = found.rules.start(&Setup::seats(4), Key::from_seed("5")).unwrap();
        let viewer = Viewer::Seat(Seat::new(0));
        let mut reader = Reader::new(Arc::clone(&found.layouts));
        reader.look(&game.scene(viewer), &[]);
        let mut watcher = Watcher::new(viewer, reader);
        let (mut unseen, mut seen) = (0, Vec::new());
        for seat in Seat::all(4) {
            // The last pick passes all cards.
            while game.turn().seats().has(seat) && !seen.iter().any(|line: &String| line.contains("gives")) {
                let alone = game.turn().seats().len() == 1;
                let text = game.nth_text(seat, 0).unwrap();
                let played = game.play(seat, &text).unwrap();
                let now = watcher.see(&*game, &played, alone);
                unseen += usize::from(now.is_nothing());
                seen.extend(now.lines);
            }
        }
        assert!(unseen >= 12, "three cards each: {unseen}");
        assert_eq!(seen[0], "Seat 4 makes a hidden choice", "seat 4 was asked, too");
        assert!(
            seen[1..].iter().all(|line| !line.contains("hidden choice")),
            "the line is written only once: {seen:?}"
        );
    }
}
