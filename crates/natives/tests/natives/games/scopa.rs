//! Tests Scopa: captures against brute force, and the candidates of bots.

use super::walk;
use rulebook_kernel::{Notation, Rng, Rules, Seat, Setup, Turn};
use rulebook_natives::module::{AiSupport, Candidates, Card, CardSet, Intent, Native};
use rulebook_natives::scopa::{Scopa, captures, primiera, worth};
use std::collections::BTreeSet;

fn deck() -> Vec<Card> {
    let ranks = [0, 1, 2, 3, 4, 5, 6, 10, 11, 12];
    (0..4).flat_map(|suit| ranks.map(|rank| Card::new(suit, rank))).collect()
}

/// The sets that a card of this value may take, found by trying every subset of a small table.
fn by_trying(table: &[Card], value: usize) -> BTreeSet<u64> {
    let parts = (1..1u32 << table.len()).map(|part| {
        let chosen = table.iter().enumerate().filter(move |(i, _)| part >> i & 1 == 1).map(|(_, card)| *card);
        chosen.collect::<Vec<Card>>()
    });
    let fits: Vec<Vec<Card>> =
        parts.filter(|part| part.iter().map(|&card| worth(card)).sum::<usize>() == value).collect();
    let single = fits.iter().any(|part| part.len() == 1);
    let fits = fits.into_iter().filter(|part| !single || part.len() == 1);
    fits.map(|part| part.into_iter().collect::<CardSet>().0).collect()
}

// clause: Cards 11-4
#[test]
fn captures_equal_a_search_of_all_sets() {
    let (mut draws, mut cards) = (Rng::seeded("tables").draws(), deck());
    let (mut sums, mut choices) = (0, 0);
    for round in 0..400 {
        for i in (1..cards.len()).rev() {
            cards.swap(i, draws.below(i as u32 + 1) as usize);
        }
        let table = &cards[..1 + round % 11];
        for value in 1..=10 {
            let mut found = Vec::new();
            captures(table.iter().copied().collect(), value, |set| found.push(set.0));
            let set: BTreeSet<u64> = found.iter().copied().collect();
            assert_eq!(set.len(), found.len(), "each once");
            assert_eq!(set, by_trying(table, value), "{value} on {table:?}");
            sums += usize::from(found.iter().any(|set| set.count_ones() > 1));
            choices += usize::from(found.len() > 1);
        }
    }
    assert!(sums > 500 && choices > 500, "{sums} {choices}");
}

/// Sevens have the highest primiera value, and the whole deck has a seven of each suit.
#[test]
fn primiera_of_a_whole_deck_is_four_sevens() {
    assert_eq!(primiera(deck().into_iter().collect()), 4 * 21);
}

fn walk(matches: usize, mut look: impl FnMut(&Native<Scopa>, &<Native<Scopa> as Rules>::State, Seat)) {
    walk::walk::<Scopa>("scopa", matches, 3, |rules, state, seat, _| look(rules, state, seat));
}

/// A candidate of a bot is a card and the set that it takes. All its intents are legal in order, and it ends the turn.
#[test]
fn bots_take_in_one_choice() {
    let (mut rows, mut several) = (Candidates::default(), 0);
    walk(6, |rules, state, seat| {
        if rules.check(state, seat, &Intent::Action(rulebook_natives::module::Action::START)).is_ok() {
            return;
        }
        rows.clear();
        rules.candidates(state, seat, &mut rows);
        assert!(!rows.is_empty());
        for row in rows.iter() {
            several += usize::from(row.len() > 1);
            let mut after = state.clone();
            rules.commit(&mut after, seat, row, &mut ()).unwrap();
            let mut more = Vec::new();
            rules.moves(&after, seat, &mut more);
            let still = |mv: &Intent| matches!(mv, Intent::Move { cards, .. } if cards.len() > 1);
            assert!(!more.iter().any(still), "nothing is left to choose");
        }
    });
    assert!(several > 100, "{several}");
}

/// The target pile of a card decides the meaning of the move. A card that can take must go to the won cards, and only such a card may.
// clause: Cards 11-1 11-3 11-4
#[test]
fn a_card_that_can_take_goes_to_the_won_cards() {
    let (mut taking, mut laying) = (0, 0);
    walk(12, |rules, state, seat| {
        let mut moves = Vec::new();
        rules.moves(state, seat, &mut moves);
        let texts: Vec<String> = moves.iter().map(|mv| rules.text(state, seat, mv)).collect();
        let to =
            |target: &str| -> BTreeSet<&str> { texts.iter().filter_map(|text| text.strip_suffix(target)).collect() };
        let (won, table) = (to(" hand->won"), to(" hand->table"));
        assert!(won.is_disjoint(&table), "{texts:?}");
        for card in won.iter().chain(&table) {
            let other = if won.contains(card) { "table" } else { "won" };
            let read = rules.parse(state, seat, &format!("{card} hand->{other}"));
            assert!(read.and_then(|mv| rules.check(state, seat, &mv)).is_err(), "{card} to the {other}");
        }
        taking += won.len();
        laying += table.len();
    });
    assert!(taking > 100 && laying > 100, "{taking} {laying}");
}

/// A match always has forty cards, and every deal gives at least one point.
#[test]
fn matches_end_at_eleven() {
    let rules = Native::<Scopa>::new();
    for seed in 0..30 {
        let mut draws = Rng::seeded(&format!("end {seed}")).draws();
        let mut state = rules.start(&Setup::seats(2 + seed % 3), Rng::seeded(&seed.to_string()), &mut ());
        let outcome = loop {
            let due = match rules.turn(&state) {
                Turn::Seats(due) => due.single().expect("one is due"),
                Turn::Over(outcome) => break outcome,
            };
            let mut moves = Vec::new();
            rules.moves(&state, due, &mut moves);
            rules.play(&mut state, due, &moves[draws.below(moves.len() as u32) as usize], &mut ());
        };
        let scores = outcome.scores().expect("points");
        let best = scores.iter().max().unwrap();
        assert!(*best >= 11, "{scores:?}");
        let winners = outcome.winners().len();
        assert_eq!(winners, if scores.len() == 4 { 2 } else { 1 });
    }
}
