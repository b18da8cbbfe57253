//! Builds the table of a module for one number of seats from the initial state.

use super::initial::{Initial, PileOwner};
use super::{CARDS, Card, CardSet, Visibility};
use rulebook_kernel::Seat;
use rulebook_table::{Ordering, Shape, Table, TraitPlan, ZoneDef, ZoneId, ZoneVisibility};

/// The immutable part of a match: the layout of the table, and the cards.
#[derive(Debug)]
pub struct Board {
    pub(crate) shape: Shape,
    /// The table before the first deal.
    pub(crate) fresh: Table,
    /// The face of each card, as a number, by entry.
    pub(crate) cards: Vec<u8>,
    /// Whether each entry has the same number as its face. This holds for one deck without gaps.
    pub(crate) dense: bool,
    /// The piles that are shuffled before the first deal.
    pub(crate) shuffled: Vec<ZoneId>,
    /// The plan for the traits of moves.
    pub(crate) traits: TraitPlan,
}

impl Board {
    pub(crate) fn new(initial: &Initial, seats: usize) -> Board {
        let mut b = Shape::build(seats);
        if !initial.teams.is_empty() {
            b.teams(&initial.teams[..seats]);
        }
        let mut shuffled = Vec::new();
        let back = b.back("blue");
        // Create every possible face, so that each face has the same number in every game.
        let faces: Vec<_> = (0..CARDS).map(|i| b.face(&Card::from_index(i).id(), back)).collect();
        for pile in &initial.piles {
            let def = match pile.owner {
                PileOwner::Nobody => ZoneDef::shared(&pile.name),
                PileOwner::Seat => ZoneDef::per_seat(&pile.name),
                PileOwner::Team => ZoneDef::per_team(&pile.name),
            };
            let def = def.named(&pile.title).ordered(match (pile.ordered, pile.shuffle) {
                (false, _) => Ordering::Unordered,
                (true, true) => Ordering::Shuffled,
                (true, false) => Ordering::Lifo,
            });
            let def = match pile.visibility {
                None => def.levels(ZoneVisibility::TopOnly, ZoneVisibility::TopOnly),
                Some(Visibility::Hidden) => def.pile(Visibility::Hidden.into()).face_down(),
                Some(visibility) => def.pile(visibility.into()),
            };
            let category = match () {
                () if pile.shuffle => "deck",
                () if pile.visibility == Some(Visibility::Owner) => "hand",
                () => "pile",
            };
            let zone = b.zone(def.category(category));
            for card in &pile.cards {
                b.card(faces[card.index()], zone, Seat::new(0), None);
            }
            if pile.shuffle {
                shuffled.push(zone);
            }
        }
        let shape = b.finish();
        let shuffled = shuffled.into_iter().map(|def| shape.zone_of(def, Seat::new(0))).collect();
        let mut cards: Vec<u8> =
            initial.piles.iter().flat_map(|pile| &pile.cards).map(|card| card.index() as u8).collect();
        cards.sort_unstable();
        let dense = cards.len() <= 64 && cards.iter().enumerate().all(|(i, &card)| i == card as usize);
        let traits = super::move_traits::plan(&shape);
        Board { fresh: Table::new(&shape), shape, cards, dense, shuffled, traits }
    }

    /// The faces of the cards in a set of entries.
    #[inline]
    pub(crate) fn faces(&self, entries: &[u64]) -> CardSet {
        if self.dense {
            return CardSet(entries[0]);
        }
        let mut faces = 0;
        for (i, &word) in entries.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                faces |= 1u64 << self.cards[i * 64 + rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
        }
        CardSet(faces)
    }
}
