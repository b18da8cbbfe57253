//! Computes which cards win: the win rate of the players who held, drew, took or played a card.
//!
//! A card is judged within each game. The *contrast* of a game is the mean win share of the seats with the card, minus
//! that of the other seats. A game in which all seats or no seat had the card says nothing. So a card does not look
//! strong only because it appears in games that end early. From each share, the mean share of its seat is subtracted,
//! so a card does not look strong because of a seat that wins more often.
//!
//! A player who takes more cards of any kind may win more often. The *effect* of a card is therefore its mean contrast,
//! compared with the mean of all cards. Many cards are tested, so the intervals are wider than for one card. With a
//! probability of 99 %, every interval contains its true value (Bonferroni's correction).

use crate::record::Record;
use crate::stats::{Interval, Moments, wilson};
use std::collections::BTreeMap;

/// A way in which a player has a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contact {
    /// The card came to a zone of the player.
    Held,
    /// The card came to the hand of the player.
    Drew,
    /// The card came from a shared zone to a zone of the player other than the hand: bought, won or drafted.
    Took,
    /// The player played the card from the hand.
    Played,
}

impl Contact {
    /// All contacts.
    pub const ALL: [Contact; 4] = [Contact::Held, Contact::Drew, Contact::Took, Contact::Played];

    /// The word for a table: "held".
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Contact::Held => "held",
            Contact::Drew => "drew",
            Contact::Took => "took",
            Contact::Played => "played",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The contacts of the players with cards in one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contacts(BTreeMap<(u32, u8), u8>);

impl Contacts {
    /// Notes that a seat had contact with the card with this number.
    pub fn add(&mut self, card: u32, seat: usize, contact: Contact) {
        if let Ok(seat) = u8::try_from(seat) {
            *self.0.entry((card, seat)).or_default() |= contact.bit();
        }
    }

    /// Keeps only the contacts of the seats for which `keep` is true.
    pub fn keep_seats(&mut self, keep: impl Fn(usize) -> bool) {
        self.0.retain(|(_, seat), _| keep(usize::from(*seat)));
    }

    /// The cards and seats with this contact.
    fn with(&self, contact: Contact) -> impl Iterator<Item = (u32, usize)> {
        let found = self.0.iter().filter(move |(_, mask)| **mask & contact.bit() != 0);
        found.map(|((card, seat), _)| (*card, usize::from(*seat)))
    }
}

/// The probability that at least one interval of a table misses its true value.
const RISK: f64 = 0.01;
/// Minimum number of games with a contrast before a card is judged.
const ENOUGH: u64 = 20;
/// Minimum number of seats with both cards before a pair is judged.
const ENOUGH_OF_PAIRS: u64 = 30;
/// Maximum number of different pairs that are counted. With more, the pairs of this game are not judged.
const MOST_PAIRS: usize = 200_000;

/// One card and one kind of contact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardUse {
    /// The number of seats that had the contact, summed over the games.
    pub seats: u64,
    /// The sum of the win shares of these seats.
    pub shares: f64,
    /// The contrasts of the games.
    contrast: Moments,
    /// The win share of each of these seats, minus the mean share of this seat in all games.
    residual: Moments,
}

/// One row of the table of cards: a card with the results of the seats that had it.
#[derive(Clone, Debug, PartialEq)]
pub struct CardRow {
    /// The name of the card.
    pub name: String,
    /// The number of seats with this contact, summed over the games.
    pub seats: u64,
    /// The share of these seats in the wins, with an interval for all cards together.
    pub share: Interval,
    /// The effect of the card, with an interval for all cards together. `None` if too few games have a contrast.
    pub effect: Option<Interval>,
}

impl CardRow {
    /// Whether the card is stronger (`true`) or weaker (`false`) than the others. `None` if that is not certain.
    #[must_use]
    pub fn stands_out(&self) -> Option<bool> {
        let effect = self.effect.filter(|effect| !effect.has(0.0))?;
        Some(effect.value > 0.0)
    }
}

/// Two cards, and how much more a seat wins with both than the sum of their single effects predicts.
#[derive(Clone, Debug, PartialEq)]
pub struct PairRow {
    /// The names of the cards.
    pub names: (String, String),
    /// The number of seats with both cards.
    pub seats: u64,
    /// The mean win share of the seats with both cards, above the mean of their seats, minus the sum of this figure for
    /// each card. The interval holds for all pairs together.
    pub extra: Interval,
}

/// The counts of how the players had contact with the cards of a game, and how these players fared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardStudy {
    names: Vec<String>,
    games: u64,
    uses: BTreeMap<Contact, BTreeMap<u32, CardUse>>,
    /// The pairs of cards that a seat had, for the main contact: number of seats, and their shares compared with the
    /// mean of their seats. Empty if there are too many pairs.
    pairs: BTreeMap<(u32, u32), Moments>,
}

impl CardStudy {
    /// Counts the games. `names` are the names of the cards by number.
    #[must_use]
    pub fn of(names: Vec<String>, games: &[Record]) -> CardStudy {
        let mut study = CardStudy { names, ..CardStudy::default() };
        let finished = || games.iter().filter_map(|game| Some((game, game.shares()?)));
        let seats = finished().map(|(_, shares)| shares.len()).max().unwrap_or(0);
        let mut means = vec![Moments::default(); seats];
        for (_, shares) in finished() {
            shares.iter().zip(&mut means).for_each(|(share, mean)| mean.add(*share));
        }
        for (game, shares) in finished() {
            study.games += 1;
            let above: Vec<f64> = shares.iter().zip(&means).map(|(share, mean)| share - mean.mean()).collect();
            Contact::ALL.into_iter().for_each(|contact| study.add(contact, game, &shares, &above));
        }
        if let Some(contact) = study.main() {
            for (game, shares) in finished() {
                let above: Vec<f64> = shares.iter().zip(&means).map(|(share, mean)| share - mean.mean()).collect();
                study.add_pairs(contact, game, &above);
                if study.pairs.len() > MOST_PAIRS {
                    study.pairs.clear();
                    break;
                }
            }
        }
        study
    }

    fn add(&mut self, contact: Contact, game: &Record, shares: &[f64], above: &[f64]) {
        let mut by_card: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (card, seat) in game.contacts.with(contact).filter(|(_, seat)| *seat < shares.len()) {
            by_card.entry(card).or_default().push(seat);
        }
        let uses = self.uses.entry(contact).or_default();
        for (card, seats) in by_card {
            let found = uses.entry(card).or_default();
            for &seat in &seats {
                found.seats += 1;
                found.shares += shares[seat];
                found.residual.add(above[seat]);
            }
            let others = above.len() - seats.len();
            if others > 0 {
                let with: f64 = seats.iter().map(|seat| above[*seat]).sum();
                let all: f64 = above.iter().sum();
                found.contrast.add(with / seats.len() as f64 - (all - with) / others as f64);
            }
        }
    }

    fn add_pairs(&mut self, contact: Contact, game: &Record, above: &[f64]) {
        let mut by_seat: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (card, seat) in game.contacts.with(contact).filter(|(_, seat)| *seat < above.len()) {
            by_seat.entry(seat).or_default().push(card);
        }
        for (seat, cards) in by_seat {
            for (at, first) in cards.iter().enumerate() {
                for second in &cards[at + 1..] {
                    self.pairs.entry((*first, *second)).or_default().add(above[seat]);
                }
            }
        }
    }

    /// Whether no card ever came to a player.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.uses.values().all(BTreeMap::is_empty)
    }

    /// The contact that says most about the choices of players: took, else played, else held.
    #[must_use]
    pub fn main(&self) -> Option<Contact> {
        let known = |contact: &Contact| self.uses.get(contact).is_some_and(|uses| uses.len() > 1);
        [Contact::Took, Contact::Played, Contact::Held].into_iter().find(known)
    }

    /// How often seats had this contact with the card of this name, for each finished game.
    #[must_use]
    pub fn rate(&self, contact: Contact, name: &str) -> f64 {
        let card = self.names.iter().position(|known| known == name).and_then(|at| u32::try_from(at).ok());
        let seats = card.and_then(|card| Some(self.uses.get(&contact)?.get(&card)?.seats)).unwrap_or(0);
        seats as f64 / self.games.max(1) as f64
    }

    /// The cards with this contact: the strongest effect first, and last the cards in too few games to be judged.
    #[must_use]
    pub fn rows(&self, contact: Contact) -> Vec<CardRow> {
        let Some(uses) = self.uses.get(&contact) else { return Vec::new() };
        let judged = |found: &&CardUse| found.contrast.count >= ENOUGH;
        let tests = uses.values().filter(judged).count();
        let z = quantile(RISK / (2.0 * tests.max(1) as f64));
        let weight: f64 = uses.values().filter(judged).map(|found| found.contrast.count as f64).sum();
        let sum: f64 =
            uses.values().filter(judged).map(|found| found.contrast.mean() * found.contrast.count as f64).sum();
        let usual = if weight > 0.0 { sum / weight } else { 0.0 };
        let mut rows: Vec<CardRow> = uses
            .iter()
            .map(|(card, found)| {
                let effect = Some(found).filter(judged).map(|found| {
                    let Interval { value, low, high } = found.contrast.interval(z);
                    Interval { value: value - usual, low: low - usual, high: high - usual }
                });
                CardRow {
                    name: self.name(*card),
                    seats: found.seats,
                    share: wilson(found.shares, found.seats, z),
                    effect,
                }
            })
            .collect();
        let strength = |row: &CardRow| row.effect.map_or(f64::NEG_INFINITY, |effect| effect.value);
        rows.sort_by(|a, b| strength(b).total_cmp(&strength(a)).then_with(|| a.name.cmp(&b.name)));
        rows
    }

    /// The pairs that certainly win more, or less, than the sum of their cards: the largest difference first.
    #[must_use]
    pub fn pairs(&self) -> Vec<PairRow> {
        let Some(uses) = self.main().and_then(|contact| self.uses.get(&contact)) else { return Vec::new() };
        let alone = |card: u32| uses.get(&card).map_or(0.0, |found| found.residual.mean());
        let judged: Vec<_> = self.pairs.iter().filter(|(_, both)| both.count >= ENOUGH_OF_PAIRS).collect();
        let z = quantile(RISK / (2.0 * judged.len().max(1) as f64));
        let row = |((a, b), both): &(&(u32, u32), &Moments)| {
            let sum = alone(*a) + alone(*b);
            let Interval { value, low, high } = both.interval(z);
            let extra = Interval { value: value - sum, low: low - sum, high: high - sum };
            PairRow { names: (self.name(*a), self.name(*b)), seats: both.count, extra }
        };
        let mut rows: Vec<PairRow> = judged.iter().map(row).filter(|row| !row.extra.has(0.0)).collect();
        rows.sort_by(|a, b| b.extra.value.abs().total_cmp(&a.extra.value.abs()));
        rows
    }

    fn name(&self, card: u32) -> String {
        self.names.get(card as usize).cloned().unwrap_or_else(|| format!("card {card}"))
    }
}

/// The normal quantile that is exceeded with this probability, which must be small. Uses a rational approximation
/// (Abramowitz and Stegun, 26.2.23) with an error below 0.0005.
fn quantile(probability: f64) -> f64 {
    let t = (-2.0 * probability.max(1e-300).ln()).sqrt();
    t - (2.515_517 + t * (0.802_853 + t * 0.010_328)) / (1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::End;

    /// A random number below `most`, from a small generator that needs no crate.
    fn random(state: &mut u64, most: u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % most
    }

    /// Games of two players who take ten of `cards` cards each. Card 7 adds `bonus` percent to the chance of a win;
    /// seat 0 has an advantage.
    fn games(count: u64, cards: u64, bonus: u64) -> Vec<Record> {
        let mut state = 12_345;
        let game = |_| {
            let mut contacts = Contacts::default();
            let mut has = [false; 2];
            for (seat, has) in has.iter_mut().enumerate() {
                for _ in 0..10 {
                    let card = random(&mut state, cards) as u32;
                    contacts.add(card, seat, Contact::Took);
                    contacts.add(card, seat, Contact::Held);
                    *has |= card == 7;
                }
            }
            let chance = 55 + if has[0] { bonus } else { 0 } - if has[1] { bonus } else { 0 };
            let places = if random(&mut state, 100) < chance { vec![1, 2] } else { vec![2, 1] };
            let end = End::Over { places, scores: None, reason: String::new() };
            Record { end, contacts, ..Record::default() }
        };
        (0..count).map(game).collect()
    }

    fn names(cards: u64) -> Vec<String> {
        (0..cards).map(|card| format!("card {card}")).collect()
    }

    fn outstanding(study: &CardStudy) -> Vec<String> {
        let rows = study.rows(Contact::Took);
        rows.iter().filter(|row| row.stands_out().is_some()).map(|row| row.name.clone()).collect()
    }

    #[test]
    fn the_one_strong_card_of_two_hundred_is_found_and_no_other() {
        let study = CardStudy::of(names(200), &games(6000, 200, 30));
        assert_eq!(outstanding(&study), ["card 7"]);
        assert_eq!(study.main(), Some(Contact::Took));
        let rows = study.rows(Contact::Took);
        let effect = rows[0].effect.expect("an effect");
        assert!(
            rows[0].name == "card 7" && effect.has(0.60),
            "30 percent at both seats are 0.6 of a contrast: {effect:?}"
        );
    }

    #[test]
    fn equal_cards_are_equal() {
        for cards in [5, 40, 200] {
            let study = CardStudy::of(names(cards), &games(3000, cards, 0));
            assert_eq!(outstanding(&study), [""; 0], "{cards} cards");
            assert!(study.pairs().is_empty(), "{cards} cards: {:?}", study.pairs());
        }
    }

    #[test]
    fn two_cards_that_win_together_are_found() {
        let mut all = games(4000, 20, 0);
        for game in &mut all {
            let both = |seat: usize| {
                [3, 4].iter().all(|card| game.contacts.with(Contact::Took).any(|found| found == (*card, seat)))
            };
            let places = match (both(0), both(1)) {
                (true, false) => vec![1, 2],
                (false, true) => vec![2, 1],
                _ => continue,
            };
            game.end = End::Over { places, scores: None, reason: String::new() };
        }
        let study = CardStudy::of(names(20), &all);
        let pairs = study.pairs();
        assert_eq!(
            pairs.first().map(|pair| (pair.names.0.as_str(), pair.names.1.as_str())),
            Some(("card 3", "card 4"))
        );
        assert!(pairs[0].extra.low > 0.0, "{pairs:?}");
    }

    #[test]
    fn quantiles_as_in_the_tables() {
        for (probability, z) in [(0.025, 1.959_964), (0.005, 2.575_829), (0.000_5, 3.290_527), (0.000_025, 4.055_627)] {
            assert!((quantile(probability) - z).abs() < 1e-3, "{probability}: {}", quantile(probability));
        }
    }
}
