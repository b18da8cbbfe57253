//! The candidates that a model can choose from. Each is a whole decision if possible, so that the model need not plan a
//! sequence of picks.

use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_scene::Offer;
use std::cmp::Ordering;

/// Maximum number of whole decisions. If there would be more, the model makes one pick at a time.
const MOST: usize = 96;
/// Maximum number of picks in a decision.
const LONGEST: usize = 16;
/// Maximum number of next picks that the summary of a candidate lists.
const FOLLOWING: usize = 16;

/// A candidate: one move, or a sequence of picks that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move texts in order.
    pub moves: Vec<String>,
    /// A summary for the seat.
    pub summary: String,
}

/// The candidates of a seat. If its moves are picks of one decision, each candidate is one way to make the whole
/// decision. Otherwise each candidate is one move. Empty if the seat is not asked.
///
/// The moves come from [`AnyMatch::offered`], not from all legal moves. Legal moves allow people to pick the cards of a
/// set in any order and to put cards back. With these moves, a model would see each set many times, or would pick
/// without end.
///
/// If there are too many whole decisions, the model makes one pick at a time. Then it may pick the cards of a set in
/// any order: every card that can still be part of a set is a candidate. If a pick rules out some of the other picks,
/// its summary lists the picks that can follow.
///
/// A pick is a move after which the same seat is asked again and no viewer, not even the seat, has seen a step. Picks
/// are tried on a copy of the match. The result of the last move of a decision is not used, because it could reveal
/// hidden information.
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
    /// The move is in [`AnyMatch::offered`].
    Listed,
    /// Picks another card of the set. [`AnyMatch::offered`] leaves it out, because it lists each set in one order only.
    Pick,
    /// Puts a card back.
    Back,
    Other,
}

/// The moves that a model can make next, and whether they pick the cards of a set in any order. The moves are those of
/// [`AnyMatch::offered`]. For a set, the remaining cards of the set are added.
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
        // If a card can be put back, at least one card of a set is already picked.
        let set = kinds.contains(&Kind::Back) && commute(game, seat, &short);
        return (short, set);
    }
    let stays = |(_, kind): &(Offer, Kind)| matches!(kind, Kind::Listed | Kind::Pick);
    (legal.into_iter().zip(kinds).filter(stays).map(|(offer, _)| offer).collect(), true)
}

/// Whether the first two of these picks lead to the same state in both orders.
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

/// The number of cards that are marked in the scene of the seat. Picked cards are marked.
fn marked(game: &dyn AnyMatch, seat: Seat) -> usize {
    let scene = game.scene(Viewer::Seat(seat));
    scene.zones.iter().flat_map(|zone| &zone.cards).filter(|card| card.marked).count()
}

/// A text that lists the picks that can follow the pick at this index. Empty if the pick rules out none of the other
/// picks.
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

/// The match after a move. `None` if the move is not a pick.
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

/// Adds every decision that begins with the moves in `row` to `whole`. Returns `false` if there are too many decisions.
///
/// If cards may be picked in any order, `order` lists them. Only cards from index `from` on are picked next, so each
/// set appears once.
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
