//! What a model may choose from: whole decisions, so that it never has to plan a row of picks.

use crate::AnyMatch;
use rulebook_kernel::{Seat, Viewer};

/// So many whole decisions are offered; where there would be more, the model makes one pick at a time.
const MOST: usize = 96;
/// The longest chain of picks.
const LONGEST: usize = 16;

/// Something that can be chosen: one move, or a chain of picks that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move texts, in their order.
    pub moves: Vec<String>,
    /// What it does, in words for the seat.
    pub summary: String,
}

/// The candidates of a seat that is due: what a machine is offered, and where moves are picks of one decision, every way to
/// make the decision. Empty if it is not due.
///
/// What a machine is offered ([`AnyMatch::offered`]) and not every legal move: people may pick the cards of a set in any order
/// and put them back, and a model would be shown each set many times, or pick for ever.
///
/// A pick is a move after which the same seat is due again and nobody, not even the seat, has learnt anything. Picks are
/// tried on a copy; nothing of what a last move leads to is looked at.
#[must_use]
pub fn candidates(game: &dyn AnyMatch, seat: Seat) -> Vec<Candidate> {
    let mut whole = Vec::new();
    if extend(game, seat, &mut Vec::new(), &mut Vec::new(), &mut whole) {
        return whole;
    }
    game.offered(seat)
        .into_iter()
        .map(|offer| Candidate { summary: summary(&offer.label, &offer.text), moves: vec![offer.text] })
        .collect()
}

fn summary(label: &str, text: &str) -> String {
    if label.is_empty() { text.to_owned() } else { label.to_owned() }
}

/// Adds every decision that begins with these picks. Says whether there was room for all.
fn extend(
    game: &dyn AnyMatch,
    seat: Seat,
    moves: &mut Vec<String>,
    labels: &mut Vec<String>,
    whole: &mut Vec<Candidate>,
) -> bool {
    for offer in game.offered(seat) {
        moves.push(offer.text.clone());
        labels.push(summary(&offer.label, &offer.text));
        let mut next = game.fork();
        let picked = next.play(seat, &offer.text).is_ok_and(|played| {
            let seen = |viewer| next.steps(viewer, &played).is_empty();
            let quiet = seen(Viewer::Spectator) && Seat::all(next.seats()).all(|seat| seen(Viewer::Seat(seat)));
            quiet && next.turn().seats().has(seat)
        });
        let room = if picked && moves.len() < LONGEST {
            extend(&*next, seat, moves, labels, whole)
        } else {
            whole.push(Candidate { moves: moves.clone(), summary: labels.join(", then ") });
            !picked && whole.len() <= MOST
        };
        moves.pop();
        labels.pop();
        if !room {
            return false;
        }
    }
    true
}
