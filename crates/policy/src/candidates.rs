//! The candidates of a model: whole decisions, so that the model never has to plan a sequence of picks.

use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_scene::Offer;
use std::cmp::Ordering;

/// Maximum number of whole decisions. If there would be more, the model makes one pick at a time.
const MOST: usize = 96;
/// Maximum number of picks in a decision.
const LONGEST: usize = 16;
/// Maximum number of following picks that a candidate names.
const FOLLOWING: usize = 16;

/// A candidate: one move, or a sequence of picks that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move texts in order.
    pub moves: Vec<String>,
    /// A summary for the seat.
    pub summary: String,
}

/// The candidates of a seat: the moves that a machine is offered. If moves are picks of one decision, every way to make
/// the decision. Empty if the seat is not due.
///
/// The moves come from [`AnyMatch::offered`], not from all legal moves. People may pick the cards of a set in any order
/// and put them back. A model would see each set many times, or pick for ever.
///
/// If the model makes one pick at a time, it picks the cards of a set in any order. Every card that is not picked yet
/// and can be part of a set is offered. Among other picks, a pick that excludes some of the others names the picks that
/// can follow it.
///
/// A pick is a move after which the same seat is due again and no viewer, not even the seat, has learnt anything. Picks
/// are tried on a copy. The result of a decision's last move is never inspected.
#[must_use]
pub fn candidates(game: &dyn AnyMatch, seat: Seat) -> Vec<Candidate> {
    let (offers, free) = open(game, seat);
    let order: &[Offer] = if free { &offers } else { &[] };
    let mut whole = Vec::new();
    if extend(game, seat, order, 0, &mut (Vec::new(), Vec::new()), &mut whole) {
        return whole;
    }
    let candidate = |(at, offer): (usize, &Offer)| Candidate {
        summary: summary(&offer.label, &offer.text) + &following(game, seat, &offers, at),
        moves: vec![offer.text.clone()],
    };
    offers.iter().enumerate().map(candidate).collect()
}

/// The role of a legal move for a player who picks cards one by one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Every machine is offered this move.
    Listed,
    /// Picks another card that a machine would have picked before the others.
    Pick,
    /// Puts a card back.
    Back,
    Other,
}

/// The next moves of a model, and whether their order does not matter because they pick a set. The moves are those that
/// every machine is offered. For a set, they include cards that stand before the cards already picked.
fn open(game: &dyn AnyMatch, seat: Seat) -> (Vec<Offer>, bool) {
    let short = game.offered(seat);
    let legal = game.ask(seat).map_or_else(Vec::new, |ask| ask.offers);
    if legal.len() <= short.len() {
        return (short, false);
    }
    let now = marked(game, seat);
    let kind = |offer: &Offer| {
        if short.iter().any(|short| short.text == offer.text) {
            return Kind::Listed;
        }
        let Some(next) = picked(game, seat, &offer.text) else { return Kind::Other };
        match marked(&*next, seat).cmp(&now) {
            Ordering::Greater => Kind::Pick,
            Ordering::Less => Kind::Back,
            Ordering::Equal => Kind::Other,
        }
    };
    let kinds: Vec<Kind> = legal.iter().map(kind).collect();
    if !kinds.contains(&Kind::Pick) {
        // If a card can be put back, the set is begun.
        let set = kinds.contains(&Kind::Back) && commute(game, seat, &short);
        return (short, set);
    }
    let stays = |(_, kind): &(Offer, Kind)| matches!(kind, Kind::Listed | Kind::Pick);
    (legal.into_iter().zip(kinds).filter(stays).map(|(offer, _)| offer).collect(), true)
}

/// Whether two of these picks lead to the same state in either order.
fn commute(game: &dyn AnyMatch, seat: Seat, offers: &[Offer]) -> bool {
    let after = |first: &Offer, second: &Offer| {
        let mut next = game.fork();
        next.play(seat, &first.text).ok()?;
        next.play(seat, &second.text).ok()?;
        Some(next.digest())
    };
    let [one, other, ..] = offers else { return false };
    after(one, other).is_some_and(|digest| after(other, one) == Some(digest))
}

/// The number of cards that the seat sees marked, which are those that it has picked.
fn marked(game: &dyn AnyMatch, seat: Seat) -> usize {
    let scene = game.scene(Viewer::Seat(seat));
    scene.zones.iter().flat_map(|zone| &zone.cards).filter(|card| card.marked).count()
}

/// The picks that can follow the pick at this index, if other picks of the list cannot.
fn following(game: &dyn AnyMatch, seat: Seat, offers: &[Offer], at: usize) -> String {
    let Some(next) = picked(game, seat, &offers[at].text) else { return String::new() };
    let (later, _) = open(&*next, seat);
    let stays = |offer: &Offer| later.iter().any(|later| later.text == offer.text);
    if later.is_empty() || offers.iter().enumerate().all(|(other, offer)| other == at || stays(offer)) {
        return String::new();
    }
    let named: Vec<String> = later.iter().take(FOLLOWING).map(|later| summary(&later.label, &later.text)).collect();
    let more = if later.len() > named.len() { " or another" } else { "" };
    format!(", then one of: {}{more}", named.join(", "))
}

/// The match after a move, if the move is a pick.
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

/// Adds every decision that begins with these moves. Returns whether there was room for all.
///
/// If cards may be picked in any order, they are tried in the order of the first list, from this index on. So each set
/// appears once.
fn extend(
    game: &dyn AnyMatch,
    seat: Seat,
    order: &[Offer],
    from: usize,
    row: &mut (Vec<String>, Vec<String>),
    whole: &mut Vec<Candidate>,
) -> bool {
    let offers = if order.is_empty() { game.offered(seat) } else { open(game, seat).0 };
    for offer in offers {
        let at = order.iter().position(|first| first.text == offer.text).unwrap_or(from);
        if at < from {
            continue;
        }
        row.0.push(offer.text.clone());
        row.1.push(summary(&offer.label, &offer.text));
        let next = picked(game, seat, &offer.text);
        let room = match &next {
            Some(next) if row.0.len() < LONGEST => extend(&**next, seat, order, at, row, whole),
            _ => {
                whole.push(Candidate { moves: row.0.clone(), summary: row.1.join(", then ") });
                next.is_none() && whole.len() <= MOST
            }
        };
        row.0.pop();
        row.1.pop();
        if !room {
            return false;
        }
    }
    true
}
