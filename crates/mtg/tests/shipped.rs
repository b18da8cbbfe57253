//! Matches of the shipped decks, with the cards that the engine runs; the others are told by name when this fails.

use rulebook_kernel::{Rng, Rules, Setup, Turn};
use rulebook_mtg::compile::compile;
use rulebook_mtg::database::read_cards;
use rulebook_mtg::deck::{DeckRules, read_deck};
use rulebook_mtg::lexicon::Lexicon;
use rulebook_mtg::rules::{Deck, Duel, supported};

const DECKS: [(&str, &str); 6] = [
    ("palewatch", include_str!("../../../games/duel/decks/palewatch.txt")),
    ("tidewick", include_str!("../../../games/duel/decks/tidewick.txt")),
    ("duskmere", include_str!("../../../games/duel/decks/duskmere.txt")),
    ("emberhold", include_str!("../../../games/duel/decks/emberhold.txt")),
    ("mossgarth", include_str!("../../../games/duel/decks/mossgarth.txt")),
    ("two-vows", include_str!("../../../games/duel/decks/two-vows.txt")),
];

/// How many of the shipped cards the engine runs. It may only rise.
const RUN: usize = 178;

#[test]
fn random_games_of_the_shipped_decks_end() {
    let (raw, _) = read_cards(include_str!("../../../games/duel/cards.json"));
    let lexicon = Lexicon::of(&raw);
    let cards: Vec<_> = raw.iter().map(|card| compile(card, &lexicon).expect("shipped cards compile")).collect();
    let refused: Vec<String> = raw
        .iter()
        .zip(&cards)
        .filter_map(|(raw, card)| supported(card).err().map(|why| format!("{}: {why}", raw.name)))
        .collect();
    println!("{} of {} run\n{}", cards.len() - refused.len(), cards.len(), refused.join("\n"));
    assert!(cards.len() - refused.len() >= RUN, "{refused:#?}");
    let decks = DECKS.map(|(name, text)| {
        let deck = read_deck(text, &raw, &DeckRules::default()).expect("shipped decks are legal");
        Deck { name: name.to_owned(), cards: deck.cards.iter().map(|(card, n)| (*card, *n as u8)).collect() }
    });
    let duel = Duel::new("duel", "Duel", &cards, decks.to_vec(), &lexicon);
    let mut ends = std::collections::BTreeMap::new();
    let mut decisions = 0;
    for game in 0..36 {
        let (a, b) = (DECKS[game % 6].0, DECKS[game / 6].0);
        let setup = Setup::seats(2).with("deck-1", a).with("deck-2", b);
        let mut rng = Rng::seeded(&format!("moves {game}"));
        let mut state = duel.start(&setup, Rng::seeded(&format!("game {game}")), &mut ());
        let mut moves = Vec::new();
        let outcome = loop {
            let seat = match duel.turn(&state) {
                Turn::Over(outcome) => break outcome,
                Turn::Seats(seats) => seats.single().unwrap(),
            };
            moves.clear();
            duel.shortlist(&state, seat, &mut moves);
            assert!(!moves.is_empty(), "{a} against {b}: nothing to answer");
            let mv = moves[rng.below(moves.len() as u32) as usize];
            duel.play(&mut state, seat, &mv, &mut ());
            decisions += 1;
        };
        *ends.entry(outcome.reason().to_owned()).or_insert(0) += 1;
    }
    println!("{ends:?}, {decisions} decisions");
    assert!(ends.keys().all(|reason| !reason.contains("too long")), "{ends:?}");
}
