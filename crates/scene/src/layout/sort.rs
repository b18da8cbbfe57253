//! Sorts cards for display in terminals, in the same way as the web table. The order in the game does not change.

use super::{Layout, PileLayout, SortBy, Sorter};
use crate::{CardScene, FaceScene, Scene, ZoneScene, usual_rank};

/// Ranks in sorting order. The ace is high. A layout for a game with a low ace must use an explicit order.
const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
/// Suits in sorting order: black and red suits alternate.
const SUITS: [[&str; 3]; 4] = [["C", "♣", "clubs"], ["D", "♦", "diamonds"], ["S", "♠", "spades"], ["H", "♥", "hearts"]];
/// Court cards of suits other than the four French suits, in sorting order.
const COURT: [&str; 4] = ["jack", "knight", "queen", "king"];
/// The largest number that has its own sort position. Larger numbers get the same position.
const MOST_NUMBER: usize = 40;
const NUMBERS_END: usize = RANKS.len() + MOST_NUMBER + 1;
/// The sort key of an unseen card. Unseen cards come last.
const NO_FACE: usize = usize::MAX;

impl Layout {
    /// The scene with every pile in the order of its default sorter.
    #[must_use]
    pub fn sorted(&self, scene: Scene) -> Scene {
        let scene = scene.top_last();
        let viewer = scene.viewer.and_then(|viewer| viewer.seat());
        let orders: Vec<Option<Vec<usize>>> = scene
            .zones
            .iter()
            .map(|zone| {
                let style = self.style(zone, viewer)?;
                let sort = style.sort.as_ref()?;
                let sorter = sort.options.iter().find(|sorter| Some(&sorter.id) == sort.default.as_ref())?;
                order(&zone.cards, sorter, style.layout.unwrap_or(PileLayout::Horizontal))
            })
            .collect();
        ordered(scene, &orders)
    }
}

impl Scene {
    /// Reverses the cards of queues, so that the top card of every zone is its last card. Clients that draw piles need
    /// this order.
    #[must_use]
    pub fn top_last(mut self) -> Scene {
        let turned = |zone: &ZoneScene| zone.top_first.then(|| (0..zone.cards.len()).rev().collect());
        let orders: Vec<Option<Vec<usize>>> = self.zones.iter().map(turned).collect();
        self.zones.iter_mut().for_each(|zone| zone.top_first = false);
        ordered(self, &orders)
    }
}

/// The scene with the cards of each zone in these orders.
fn ordered(mut scene: Scene, orders: &[Option<Vec<usize>>]) -> Scene {
    for (zone, order) in scene.zones.iter_mut().zip(orders) {
        if let Some(order) = order {
            zone.cards = order.iter().map(|&at| zone.cards[at].clone()).collect();
        }
    }
    // Update references to cards, such as `attached_to`, because the indices have changed.
    let moved = |place: &mut (usize, usize)| {
        let order = orders.get(place.0).and_then(Option::as_ref);
        place.1 = order.and_then(|order| order.iter().position(|&at| at == place.1)).unwrap_or(place.1);
    };
    for card in scene.zones.iter_mut().flat_map(|zone| &mut zone.cards) {
        card.attached_to.iter_mut().chain(&mut card.points_at).for_each(moved);
    }
    for item in &mut scene.stack {
        item.targets.iter_mut().chain(&mut item.card).chain(&mut item.source).for_each(moved);
    }
    scene
}

/// The places of the cards in the order of a sorter. `None` if the sorter does not apply to this pile.
fn order(cards: &[CardScene], sorter: &Sorter, lying: PileLayout) -> Option<Vec<usize>> {
    if !sorter.apply_to_layouts.is_empty() && !sorter.apply_to_layouts.contains(&lying) {
        return None;
    }
    if !sorter.include_face_down && cards.iter().any(|card| card.face.is_none()) {
        return None;
    }
    let mut places: Vec<usize> = (0..cards.len()).collect();
    places.sort_by_key(|&at| key(cards[at].face.as_ref(), sorter));
    Some(places)
}

/// The sort key. Suits other than the four French suits are grouped by name.
fn key<'a>(face: Option<&'a FaceScene>, sorter: &Sorter) -> (usize, &'a str, usize, &'a str) {
    let (rank, suit) = (face.map_or(NO_FACE, rank), face.map_or(NO_FACE, suit));
    let name = face.and_then(|face| face.suit.as_deref()).filter(|_| suit == SUITS.len()).unwrap_or_default();
    match sorter.by {
        SortBy::BySuitRank => (suit, name, rank, ""),
        SortBy::ByRank => (rank, "", suit, name),
        SortBy::BySuit => (suit, name, 0, ""),
        SortBy::Explicit => {
            let is = |wanted: &Option<String>, printed: Option<&String>| wanted.is_none() || wanted.as_ref() == printed;
            let fits = |face: &FaceScene| {
                let mut entries = sorter.order.iter();
                entries.position(|entry| is(&entry.rank, face.rank.as_ref()) && is(&entry.suit, face.suit.as_ref()))
            };
            (face.and_then(fits).unwrap_or(usize::MAX), "", 0, "")
        }
    }
}

/// The position of a card by rank. Cards of the French suits come first, in the order of `RANKS`. Then come numbers,
/// court cards, and all other ranks.
fn rank(face: &FaceScene) -> usize {
    let printed = face.rank.as_deref().unwrap_or_default();
    let usual = usual_rank(printed);
    let known = RANKS.iter().position(|rank| *rank == usual).filter(|_| suit(face) < SUITS.len());
    let number = || printed.parse::<usize>().ok().map(|number| RANKS.len() + number.min(MOST_NUMBER));
    let court = || COURT.iter().position(|court| court.eq_ignore_ascii_case(printed)).map(|at| NUMBERS_END + at);
    known.or_else(number).or_else(court).unwrap_or(NUMBERS_END + COURT.len())
}

fn suit(face: &FaceScene) -> usize {
    let printed = face.suit.as_deref().unwrap_or_default();
    SUITS.iter().position(|names| names.contains(&printed)).unwrap_or(SUITS.len())
}
