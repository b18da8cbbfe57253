//! What a model may choose from: whole decisions, so that it never has to plan a row of picks.

use crate::{AnyMatch, Offer};
use rulebook_kernel::{Seat, Viewer};

/// So many whole decisions are offered; where there would be more, the model makes one pick at a time.
const MOST: usize = 96;
/// The longest chain of picks.
const LONGEST: usize = 16;
/// So many of the picks that can follow one are named.
const FOLLOWING: usize = 16;

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
/// Where the model makes one pick at a time, each pick that rules out others names what can follow it: sets are reached in one
/// way only, and who picks the last card of a set first does not get the others any more.
///
/// A pick is a move after which the same seat is due again and nobody, not even the seat, has learnt anything. Picks are
/// tried on a copy; nothing of what a last move leads to is looked at.
#[must_use]
pub fn candidates(game: &dyn AnyMatch, seat: Seat) -> Vec<Candidate> {
    let mut whole = Vec::new();
    if extend(game, seat, &mut Vec::new(), &mut Vec::new(), &mut whole) {
        return whole;
    }
    let offers = game.offered(seat);
    let candidate = |(at, offer): (usize, &Offer)| Candidate {
        summary: summary(&offer.label, &offer.text) + &following(game, seat, &offers, at),
        moves: vec![offer.text.clone()],
    };
    offers.iter().enumerate().map(candidate).collect()
}

/// What can follow the pick at this place, if others of the list cannot.
fn following(game: &dyn AnyMatch, seat: Seat, offers: &[Offer], at: usize) -> String {
    let Some(next) = picked(game, seat, &offers[at].text) else { return String::new() };
    let later = next.offered(seat);
    let stays = |offer: &Offer| later.iter().any(|later| later.text == offer.text);
    if later.is_empty() || offers.iter().enumerate().all(|(other, offer)| other == at || stays(offer)) {
        return String::new();
    }
    let named: Vec<String> = later.iter().take(FOLLOWING).map(|later| summary(&later.label, &later.text)).collect();
    let more = if later.len() > named.len() { " or another" } else { "" };
    format!(", then one of: {}{more}", named.join(", "))
}

/// The match after a move that is a pick.
fn picked(game: &dyn AnyMatch, seat: Seat, text: &str) -> Option<Box<dyn AnyMatch>> {
    let mut next = game.fork();
    let played = next.play(seat, text).ok()?;
    let seen = |viewer| next.steps(viewer, &played).is_empty();
    let quiet = seen(Viewer::Spectator) && Seat::all(next.seats()).all(|seat| seen(Viewer::Seat(seat)));
    (quiet && next.turn().seats().has(seat)).then_some(next)
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
        let next = picked(game, seat, &offer.text);
        let room = match &next {
            Some(next) if moves.len() < LONGEST => extend(&**next, seat, moves, labels, whole),
            _ => {
                whole.push(Candidate { moves: moves.clone(), summary: labels.join(", then ") });
                next.is_none() && whole.len() <= MOST
            }
        };
        moves.pop();
        labels.pop();
        if !room {
            return false;
        }
    }
    true
}
