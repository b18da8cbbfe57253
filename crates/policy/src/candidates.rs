//! The candidates that a model can choose from. By default they are all legal moves. If several moves belong to one
//! decision, a candidate is the whole decision if possible, so that the model need not plan a sequence of picks.

use rulebook_kernel::{Seat, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_scene::{CardSpot, Gesture, Offer, OfferKind, Scene};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Maximum number of whole decisions. If there would be more, the model makes one pick at a time.
const MOST: usize = 96;
/// Maximum number of picks in a decision.
const LONGEST: usize = 16;
/// Maximum number of pairs of picks that are tried to find out whether their order matters.
const MOST_PAIRS: usize = 256;
/// If at most this many cards can be moved together, every group of them is a candidate.
const FEW: usize = 5;
/// Maximum number of next picks that the summary of a candidate lists.
const FOLLOWING: usize = 16;

/// The moves from which a model chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CandidateList {
    /// All legal moves.
    #[default]
    All,
    /// The short list of the bots. It leaves out legal moves that the game considers useless or bad.
    Short,
}

/// A candidate: one move, or a sequence of picks that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidate {
    /// The move texts in order.
    pub moves: Vec<String>,
    /// A summary for the seat.
    pub summary: String,
    /// The kinds of move to which the candidate belongs, the most general first. For example, `from hand to discard`
    /// comes first, then the card. If there are too many candidates to list, the model first chooses a kind.
    pub kinds: Vec<String>,
}

/// The candidates of a seat. If its moves are picks of one decision, each candidate is one way to make the whole
/// decision. Otherwise each candidate is one move. Empty if the seat is not asked.
///
/// [`CandidateList::All`] takes the moves from [`AnyMatch::ask`], [`CandidateList::Short`] from [`AnyMatch::offered`].
/// With all moves, a candidate may also move several cards at once, such as a whole meld, even if the game takes the
/// cards one at a time.
///
/// People pick the cards of a set in any order. A model is offered each set once. If there are too many whole
/// decisions, the model makes one pick at a time. Then it may pick the cards of a set in any order: every card that can
/// still be part of a set is a candidate. If a pick rules out some of the other picks, its summary lists the picks that
/// can follow.
///
/// A move is a pick if the same seat is asked again after it, and no viewer, not even the seat itself, has seen a step.
/// Picks are tried on a copy of the match. The result of the last move of a decision is not used, because it could
/// reveal hidden information.
#[must_use]
pub fn candidates(game: &dyn AnyMatch, seat: Seat, list: CandidateList) -> Vec<Candidate> {
    let search = Search { seat, list };
    let open = search.open(game);
    let scene = game.scene(Viewer::Seat(seat));
    let alone = |offer: &Offer| Candidate {
        summary: summary(offer),
        moves: vec![offer.text.clone()],
        kinds: kinds(offer, &scene),
    };
    let mut whole = Vec::new();
    if search.extend(game, &scene, &open.order, 0, &mut Row::default(), &mut whole) {
        whole.extend(open.back.iter().map(alone));
        if whole.iter().all(|candidate| candidate.moves.len() == 1) {
            whole.extend(search.groups(game, &scene, &open.forward));
        }
        return whole;
    }
    let next = open.forward.iter().enumerate().map(|(at, offer)| {
        let candidate = alone(offer);
        Candidate { summary: candidate.summary + &search.following(game, &open.forward, at), ..candidate }
    });
    let groups = search.groups(game, &scene, &open.forward);
    next.chain(open.back.iter().map(alone)).chain(groups).collect()
}

/// The moves that a model can make next.
struct Open {
    /// The moves that continue or end the decision.
    forward: Vec<Offer>,
    /// The moves that put a card back. The short list does not contain such moves.
    back: Vec<Offer>,
    /// The picks of a decision whose cards may be picked in any order. Empty for other decisions.
    order: Vec<Offer>,
}

/// The role of a legal move for a player who picks cards one by one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Picks another card of the set.
    Pick,
    /// Puts a card back.
    Back,
    Other,
}

/// The moves made so far in a decision.
#[derive(Default)]
struct Row {
    moves: Vec<String>,
    summaries: Vec<String>,
    /// The kinds of the first move.
    kinds: Vec<String>,
}

struct Search {
    seat: Seat,
    list: CandidateList,
}

impl Search {
    /// The moves that a model can make next.
    fn open(&self, game: &dyn AnyMatch) -> Open {
        match self.list {
            CandidateList::All => {
                let (forward, back) = self.all(game);
                let kinds = self.kinds(game, &forward);
                let picks = forward.iter().zip(kinds).filter(|(_, kind)| *kind == Kind::Pick);
                let picks: Vec<Offer> = picks.map(|(offer, _)| offer.clone()).collect();
                let order = if self.commute(game, &picks) { picks } else { Vec::new() };
                Open { forward, back, order }
            }
            CandidateList::Short => self.open_short(game),
        }
    }

    /// All legal moves: first the moves that continue or end the decision, then the moves that put a pick back.
    fn all(&self, game: &dyn AnyMatch) -> (Vec<Offer>, Vec<Offer>) {
        let is_back = |offer: &Offer| offer.kind == OfferKind::PutBack && self.picked(game, &offer.text).is_some();
        let (back, forward) = self.legal(game).into_iter().partition(is_back);
        (forward, back)
    }

    fn legal(&self, game: &dyn AnyMatch) -> Vec<Offer> {
        game.ask(self.seat).map_or_else(Vec::new, |ask| ask.offers)
    }

    /// The moves of the short list. It lists each set in one order only, so the remaining cards of the set are added.
    fn open_short(&self, game: &dyn AnyMatch) -> Open {
        let (short, legal) = (game.offered(self.seat), self.legal(game));
        let open = |forward: Vec<Offer>, is_set: bool| {
            let order = if is_set { forward.clone() } else { Vec::new() };
            Open { forward, back: Vec::new(), order }
        };
        if legal.len() <= short.len() {
            return open(short, false);
        }
        let kinds = self.kinds(game, &legal);
        let listed = |offer: &Offer| short.iter().any(|short| short.text == offer.text);
        if !legal.iter().zip(&kinds).any(|(offer, kind)| *kind == Kind::Pick && !listed(offer)) {
            // If a card can be put back, at least one card of a set is already picked.
            let is_set = kinds.contains(&Kind::Back) && self.commute(game, &short);
            return open(short, is_set);
        }
        let stays = |(offer, kind): &(Offer, Kind)| *kind == Kind::Pick || listed(offer);
        open(legal.into_iter().zip(kinds).filter(stays).map(|(offer, _)| offer).collect(), true)
    }

    fn kinds(&self, game: &dyn AnyMatch, legal: &[Offer]) -> Vec<Kind> {
        let now = self.marked(game);
        let kind = |offer: &Offer| {
            let Some(next) = self.picked(game, &offer.text) else { return Kind::Other };
            match self.marked(&*next).cmp(&now) {
                Ordering::Less => Kind::Back,
                Ordering::Greater => Kind::Pick,
                Ordering::Equal => Kind::Other,
            }
        };
        legal.iter().map(kind).collect()
    }

    /// Whether the first two of these picks that can follow each other lead to the same state in both orders.
    fn commute(&self, game: &dyn AnyMatch, offers: &[Offer]) -> bool {
        let after = |first: &Offer, second: &Offer| {
            let mut next = game.fork();
            next.play(self.seat, &first.text).ok()?;
            next.play(self.seat, &second.text).ok()?;
            Some(next.digest())
        };
        let pairs =
            offers.iter().enumerate().flat_map(|(at, one)| offers[at + 1..].iter().map(move |other| (one, other)));
        let first = pairs.take(MOST_PAIRS).find_map(|(one, other)| Some((one, other, after(one, other)?)));
        first.is_some_and(|(one, other, digest)| after(other, one) == Some(digest))
    }

    /// The number of cards that are marked in the scene of the seat. Picked cards are marked.
    fn marked(&self, game: &dyn AnyMatch) -> usize {
        let scene = game.scene(Viewer::Seat(self.seat));
        scene.zones.iter().flat_map(|zone| &zone.cards).filter(|card| card.marked).count()
    }

    /// A text that lists the picks that can follow the pick at this index. Empty if the pick rules out none of the
    /// other picks.
    fn following(&self, game: &dyn AnyMatch, offers: &[Offer], at: usize) -> String {
        let Some(next) = self.picked(game, &offers[at].text) else { return String::new() };
        let later = match self.list {
            CandidateList::Short => self.open(&*next).forward,
            CandidateList::All => self.all(&*next).0,
        };
        let stays = |offer: &Offer| later.iter().any(|later| later.text == offer.text);
        if later.is_empty() || offers.iter().enumerate().all(|(other, offer)| other == at || stays(offer)) {
            return String::new();
        }
        let named: Vec<String> = later.iter().take(FOLLOWING).map(summary).collect();
        let more = if later.len() > named.len() { " or another" } else { "" };
        format!(", then one of: {}{more}", named.join(", "))
    }

    /// The groups of cards that can be moved at once, although the game takes them one at a time. With few cards,
    /// returns all groups. With many cards, returns only the largest groups.
    fn groups(&self, game: &dyn AnyMatch, scene: &Scene, offers: &[Offer]) -> Vec<Candidate> {
        if self.list == CandidateList::Short {
            return Vec::new();
        }
        // For each zone and destination: the cards that can go there, each with its offer.
        type Way<'a> = (usize, &'a str, Vec<(&'a Offer, CardSpot)>);
        let mut ways: Vec<Way<'_>> = Vec::new();
        for offer in offers {
            let Gesture::Drag { cards, to } = &offer.gesture else { continue };
            let [card] = cards[..] else { continue };
            match ways.iter_mut().find(|(zone, other, _)| *zone == card.zone && other == to) {
                Some((_, _, known)) => known.push((offer, card)),
                None => ways.push((card.zone, to, vec![(offer, card)])),
            }
        }
        let mut found = Vec::new();
        for (_, to, cards) in ways.iter().filter(|(_, _, cards)| cards.len() > 1) {
            let all = 1u32.checked_shl(cards.len() as u32).map_or(u32::MAX, |above| above - 1);
            let subsets = if cards.len() <= FEW { 1..=all } else { all..=all };
            for subset in subsets.filter(|subset| subset.count_ones() > 1) {
                let chosen = || cards.iter().enumerate().filter(|(at, _)| *at > 31 || subset >> at & 1 == 1);
                let spots: Vec<CardSpot> = chosen().map(|(_, (_, spot))| *spot).collect();
                let drag = Gesture::Drag { cards: spots, to: (*to).to_owned() };
                let row = game.meant(self.seat, &drag).and_then(|text| game.row(self.seat, &text).ok());
                // A group that is one move is already in the list.
                let Some(moves) = row.filter(|row| row.len() > 1) else { continue };
                let labels: Vec<String> = chosen().map(|(_, (offer, _))| summary(offer)).collect();
                let (summary, kinds) = (labels.join(" and "), kinds(cards[0].0, scene));
                found.push(Candidate { moves, summary, kinds });
            }
        }
        found
    }

    /// The match after a move. `None` if the move is not a pick.
    fn picked(&self, game: &dyn AnyMatch, text: &str) -> Option<Box<dyn AnyMatch>> {
        let mut next = game.fork();
        let played = next.play(self.seat, text).ok()?;
        let seen = |viewer| next.steps(viewer, &played).is_empty();
        let quiet = seen(Viewer::Spectator) && Seat::all(next.seats()).all(|seat| seen(Viewer::Seat(seat)));
        (quiet && next.turn().seats().has(self.seat)).then_some(next)
    }

    /// Adds every decision that begins with the moves in `row` to `whole`. Returns `false` if there are too many
    /// decisions.
    ///
    /// If cards may be picked in any order, `order` lists them. Only cards from index `from` on are picked next, so
    /// each set appears once.
    fn extend(
        &self,
        game: &dyn AnyMatch,
        scene: &Scene,
        order: &[Offer],
        from: usize,
        row: &mut Row,
        whole: &mut Vec<Candidate>,
    ) -> bool {
        let offers = match self.list {
            CandidateList::All => self.all(game).0,
            CandidateList::Short if order.is_empty() => game.offered(self.seat),
            CandidateList::Short => self.open(game).forward,
        };
        // A decision that only returns to its beginning is useless.
        let goes_on = !row.moves.is_empty() && offers.iter().any(|offer| offer.kind != OfferKind::PutBack);
        for offer in offers {
            if goes_on && offer.kind == OfferKind::PutBack {
                continue;
            }
            let at = order.iter().position(|first| first.text == offer.text).unwrap_or(from);
            if at < from {
                continue;
            }
            if row.moves.is_empty() {
                row.kinds = kinds(&offer, scene);
            }
            row.moves.push(offer.text.clone());
            row.summaries.push(summary(&offer));
            let next = self.picked(game, &offer.text);
            let room = match &next {
                Some(next) if row.moves.len() < LONGEST => self.extend(&**next, scene, order, at, row, whole),
                _ => {
                    let (moves, summary) = (row.moves.clone(), row.summaries.join(", then "));
                    whole.push(Candidate { moves, summary, kinds: row.kinds.clone() });
                    next.is_none() && whole.len() <= MOST
                }
            };
            row.moves.pop();
            row.summaries.pop();
            if !room {
                return false;
            }
        }
        true
    }
}

fn summary(offer: &Offer) -> String {
    if offer.label.is_empty() { offer.text.clone() } else { offer.label.clone() }
}

/// The kinds of a move, the most general first. They say which piles a move uses, then which card or piece it moves.
fn kinds(offer: &Offer, scene: &Scene) -> Vec<String> {
    let own = scene.viewer.and_then(|viewer| viewer.seat());
    let named = |zone: Option<&rulebook_scene::ZoneScene>| match zone {
        Some(zone) => match zone.owner {
            Some(seat) if Some(seat) != own => format!("{} of {seat}", zone.name),
            _ => zone.name.clone(),
        },
        None => "the table".to_owned(),
    };
    let zone = |id: &str| named(scene.zones.iter().find(|zone| zone.id == id));
    let lies = |spot: &CardSpot| named(scene.zones.get(spot.zone));
    let face = |spot: &CardSpot| {
        let card = scene.zones.get(spot.zone).and_then(|zone| zone.cards.get(spot.at));
        card.and_then(|card| card.face.as_ref()).map_or_else(|| "an unknown card".to_owned(), |face| face.name.clone())
    };
    let square = |at: &rulebook_scene::Square| {
        let pieces = scene.board.iter().flat_map(|board| &board.pieces);
        let piece = pieces.clone().find(|piece| piece.at == *at).map_or("", |piece| piece.kind.as_str());
        format!("{piece} in column {}, row {}", at.x + 1, at.y + 1).trim_start().to_owned()
    };
    match &offer.gesture {
        Gesture::Drag { cards, to } => match cards.first() {
            Some(first) => vec![format!("from {} to {}", lies(first), zone(to)), face(first)],
            None => vec![format!("to {}", zone(to))],
        },
        Gesture::Card { card } => vec![format!("a card of {}", lies(card)), face(card)],
        Gesture::Place { card, .. } => vec![format!("put {} on the board", face(card))],
        Gesture::Squares { from, .. } => vec![format!("move the {}", square(from))],
        Gesture::Zone { zone: id } => vec![format!("the pile {}", zone(id))],
        Gesture::Square { at } => vec![format!("row {}", at.y + 1)],
        Gesture::Number { .. } => vec!["a number".to_owned()],
        Gesture::Seat { .. } => vec!["a player".to_owned()],
        Gesture::Button { .. } => vec!["a button".to_owned()],
    }
}
