//! The table of the duel, and the part of it that a viewer sees.

use rulebook_kernel::{Rng, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

/// A card: 1 to 9 are low cards, 11 to 20 are high cards. 0 is an unknown low card, and 10 is an unknown high card.
pub type Card = u8;

pub const LOW: std::ops::RangeInclusive<Card> = 1..=9;
pub const HIGH: std::ops::RangeInclusive<Card> = 11..=20;

pub fn blank(card: Card) -> Card {
    if card >= 10 { 10 } else { 0 }
}

pub fn is_blank(card: Card) -> bool {
    card == blank(card)
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Table {
    pub low: Vec<Card>,
    /// The deck of high cards. The top card is last.
    pub high: Vec<Card>,
    /// The hands. Each is sorted, so that the order of its cards reveals nothing.
    pub hands: Vec<Vec<Card>>,
    pub discard: Vec<Card>,
    /// The paused effect: the card at which a seat looks. It equals the top card of `high`.
    pub looking: Option<Card>,
    pub sealed: Vec<Option<Card>>,
    pub scores: Vec<u8>,
    pub leader: Seat,
    /// The number of seats that have drawn in this round.
    pub drawn: u8,
    pub round: u8,
    pub rounds: u8,
}

impl Table {
    pub fn seats(&self) -> usize {
        self.hands.len()
    }

    pub fn is_over(&self) -> bool {
        self.round >= self.rounds
    }

    /// The seat that has to draw next. `None` while the seats choose cards.
    pub fn drawer(&self) -> Option<Seat> {
        let drawing = !self.is_over() && usize::from(self.drawn) < self.seats();
        drawing.then(|| self.leader.after(self.drawn.into(), self.seats()))
    }

    pub fn due(&self) -> SeatSet {
        match self.drawer() {
            _ if self.is_over() => SeatSet::NONE,
            Some(seat) => SeatSet::one(seat),
            None => Seat::all(self.seats()).filter(|seat| self.sealed[seat.index()].is_none()).collect(),
        }
    }

    /// The table as a viewer sees it. Unknown cards are replaced by blanks, and answers of other seats are left out.
    pub fn seen_by(&self, who: Viewer, drawer: Option<Seat>) -> Table {
        let mut seen = self.clone();
        if who == Viewer::God {
            return seen;
        }
        let looks = self.looking.is_some() && who.seat() == drawer && drawer.is_some();
        let unseen = seen.high.len() - usize::from(looks);
        seen.low.iter_mut().chain(&mut seen.high[..unseen]).for_each(|card| *card = blank(*card));
        if !looks {
            seen.looking = seen.looking.map(blank);
        }
        for seat in Seat::all(self.seats()).filter(|seat| who != Viewer::Seat(*seat)) {
            seen.hands[seat.index()].iter_mut().for_each(|card| *card = blank(*card));
            seen.sealed[seat.index()] = None;
        }
        seen
    }

    /// Replaces each blank by a random card of the same kind, low or high.
    pub fn filled(&self, rng: &mut Rng, cross_pools: bool, shuffled: bool) -> Table {
        let mut full = self.clone();
        let known: Vec<Card> = self.cards().filter(|card| !is_blank(*card)).collect();
        let unknown = |all: std::ops::RangeInclusive<Card>| all.filter(|card| !known.contains(card)).collect();
        let mut pools: [Vec<Card>; 2] = [unknown(LOW), unknown(HIGH)];
        if shuffled {
            pools.iter_mut().for_each(|pool| rng.shuffle(pool));
        }
        let hands = full.hands.iter_mut().flatten();
        for card in full.low.iter_mut().chain(&mut full.high).chain(hands).filter(|card| is_blank(**card)) {
            let [low, high] = &mut pools;
            let (first, second) = if (*card >= 10) != cross_pools { (high, low) } else { (low, high) };
            *card = first.pop().or_else(|| second.pop()).unwrap_or(*card);
        }
        full.hands.iter_mut().for_each(|hand| hand.sort_unstable());
        full.looking = full.looking.and(full.high.last().copied());
        full
    }

    pub fn cards(&self) -> impl Iterator<Item = Card> {
        self.low.iter().chain(&self.high).chain(self.hands.iter().flatten()).chain(&self.discard).copied()
    }

    /// Checks whether this is a possible table of the game. `effect` says whether the paused effect is checked, too.
    pub fn check(&self, effect: bool) -> Result<(), &'static str> {
        let seats = self.seats();
        let sure = |is: bool, what| if is { Ok(()) } else { Err(what) };
        sure((2..=3).contains(&seats), "two or three hands")?;
        sure(self.sealed.len() == seats && self.scores.len() == seats, "an answer and a score each")?;
        sure(self.leader.index() < seats && (2..=3).contains(&self.rounds), "a leader, two or three rounds")?;
        let mut cards: Vec<Card> = self.cards().collect();
        cards.sort_unstable();
        sure(cards.into_iter().eq(LOW.chain(HIGH)), "every card once")?;
        sure(self.low.iter().all(|card| *card < 10) && self.high.iter().all(|card| *card > 10), "decks apart")?;
        sure(self.hands.iter().all(|hand| hand.is_sorted()), "sorted hands")?;
        sure(self.round <= self.rounds && usize::from(self.drawn) <= seats, "rounds and draws that there are")?;
        sure(!self.is_over() || self.drawn == 0, "nothing after the end")?;
        sure(
            self.scores.iter().map(|score| u32::from(*score)).sum::<u32>() == u32::from(self.round),
            "a point a round",
        )?;
        let left = usize::from(self.rounds - self.round);
        sure(self.hands.iter().all(|hand| hand.len() >= left), "a card for every round")?;
        sure(self.high.len() + usize::from(self.drawn) >= left * seats, "a card for every draw")?;
        let choosing = !self.is_over() && usize::from(self.drawn) == seats;
        let answers = self.sealed.iter().zip(&self.hands).filter_map(|(card, hand)| Some((card.as_ref()?, hand)));
        sure(answers.clone().all(|(card, hand)| choosing && hand.contains(card)), "answers from the hand")?;
        sure(answers.count() < seats, "an answer is missing")?;
        sure(self.looking.is_none() || self.drawer().is_some(), "somebody who looks")?;
        sure(
            !effect || self.looking.is_none() || self.looking == self.high.last().copied(),
            "the card that is looked at",
        )
    }
}
