//! Tests of the shipped cards. Every card compiles, and their number equals the number in `ratchet.txt`. The decks are
//! legal. Every listed kind of node occurs. Deck lists are read or refused correctly.

use rulebook_mtg::compile::compile;
use rulebook_mtg::coverage::{Coverage, judge};
use rulebook_mtg::database::{RawCard, read_cards};
use rulebook_mtg::deck::{DeckFault, DeckRules, read_deck};
use rulebook_mtg::ir::Visit;
use rulebook_mtg::lexicon::Lexicon;
use std::collections::BTreeSet;

const CARDS: &str = include_str!("../../../../games/duel/cards.json");

/// The number of shipped cards that must compile. It may only rise.
const RATCHET: &str = include_str!("../../ratchet.txt");

const DECKS: [(&str, &str); 6] = [
    ("palewatch", include_str!("../../../../games/duel/decks/palewatch.txt")),
    ("tidewick", include_str!("../../../../games/duel/decks/tidewick.txt")),
    ("duskmere", include_str!("../../../../games/duel/decks/duskmere.txt")),
    ("emberhold", include_str!("../../../../games/duel/decks/emberhold.txt")),
    ("mossgarth", include_str!("../../../../games/duel/decks/mossgarth.txt")),
    ("two-vows", include_str!("../../../../games/duel/decks/two-vows.txt")),
];

fn cards() -> Vec<RawCard> {
    let (cards, bad) = read_cards(CARDS);
    assert!(bad.is_empty(), "{bad:?}");
    cards
}

// clause: Magic 2-2
#[test]
fn every_card_compiles_and_is_printed_back() {
    let cards = cards();
    assert!(cards.len() >= 150);
    let lexicon = Lexicon::of(&cards);
    let mut coverage = Coverage::default();
    for card in &cards {
        // Only the grammar is tested here, so the gate accepts every card.
        coverage.add(&card.name, &judge(card, &lexicon, &|_| None));
    }
    let least: usize = RATCHET.trim().parse().expect("a number");
    assert!(coverage.compiled >= least, "{} of {least}: {:#?}", coverage.compiled, coverage.frequent());
    assert_eq!(coverage.compiled, least, "more cards compile now: raise the number in ratchet.txt");
}

// clause: Magic 1-6
#[test]
fn the_decks_are_legal() {
    let cards = cards();
    for (name, text) in DECKS {
        let deck = read_deck(text, &cards, &DeckRules::default()).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        assert_eq!(deck.size(), 60, "{name}");
    }
}

// clause: Magic 18-1
#[test]
fn the_set_has_every_kind_of_node_that_the_rules_core_names() {
    let cards = cards();
    let lexicon = Lexicon::of(&cards);
    let mut seen = BTreeSet::new();
    for card in &cards {
        let card = compile(card, &lexicon).unwrap_or_else(|refused| panic!("{}: {refused:?}", card.name));
        card.visit(&mut |node| {
            let debug = format!("{node:?}");
            let mut names = debug.split(['(', '{', ' ', ',', ')']).filter(|name| !name.is_empty());
            let kind = (names.next().unwrap_or_default(), names.next().unwrap_or_default());
            seen.insert(format!("{} {}", kind.0, kind.1));
        });
    }
    for kind in [
        // Events of triggered abilities.
        "Event Enters",
        "Event Dies",
        "Event Attacks",
        "Event Blocks",
        "Event DealsDamage",
        "Event DealtDamage",
        "Event Targeted",
        "Event Begins",
        "Event LosesLife",
        "Event GainsLife",
        "Event Cast",
        "Event During",
        // Parts of costs.
        "Cost Mana",
        "Cost Tap",
        "Cost Sacrifice",
        "Cost Discard",
        "Cost Life",
        "SpellCost Additional",
        "SpellCost Alternative",
        // Static effects.
        "Mod Get",
        "Mod Gain",
        "Static CostChange",
        "Rule MustAttack",
        "Rule MayAssignUnblocked",
        "Act Prevent",
        "Static AttackTax",
        "Replacement EntersTapped",
        "Replacement Doubled",
        "Replacement EntersWith",
        // Instructions.
        "Act Damage",
        "Act Destroy",
        "Act Exile",
        "Act Move",
        "Act Counter",
        "Act CopySpell",
        "Act Draw",
        "Act Discard",
        "Act GainLife",
        "Act LoseLife",
        "Act AddMana",
        "Act Create",
        "Act Search",
        "Act Scry",
        "Act Dig",
        "Act ExtraTurn",
        "Act Goad",
        "Act Fight",
        "Act Tap",
        "Act Untap",
        "Act Attach",
        "Act RevealHand",
        "Act Sacrifice",
        "Act Emblem",
        "Act ExtraCombat",
        "Act Mill",
        "Duration UntilLeaves",
    ] {
        assert!(seen.contains(kind), "no card has `{kind}`; there are {seen:?}");
    }
}

#[test]
fn a_bad_deck_is_refused_with_all_reasons() {
    let cards = cards();
    let text = "5 Palewatch Squire\n2 Nobody's Card\n0 Plains\nmany islands\n3 island\n";
    let faults = read_deck(text, &cards, &DeckRules::default()).unwrap_err();
    assert!(faults.contains(&DeckFault::TooMany("Palewatch Squire".into(), 5, 4)), "{faults:?}");
    assert!(faults.contains(&DeckFault::Unknown("Nobody's Card".into())));
    assert!(faults.contains(&DeckFault::Count("Plains".into(), 0)));
    assert!(faults.contains(&DeckFault::Small(10, 60)));
    assert!(faults.iter().any(|fault| matches!(fault, DeckFault::Unreadable(4, _))));
}

#[test]
fn a_format_sets_the_size_of_a_deck() {
    let cards = cards();
    let read = |text: &str| read_deck(text, &cards, &DeckRules::default());
    for (text, size) in [
        (r#"{"format": "any", "cards": {"forest": 3}}"#, 3),
        ("Format: any\n9 Mossgarth Elf\n1 Forest\n", 10),
        (r#"{"format": "Limited", "main": [{"name": "Forest", "count": 40}]}"#, 40),
    ] {
        assert_eq!(read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}")).size(), size);
    }
    let told = |text: &str| read(text).unwrap_err().iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    assert!(told(r#"{"format": "limited", "cards": {"forest": 39}}"#).contains("at least 40"));
    assert!(told("format: huge\n60 Forest").contains("the formats are constructed, limited, any"));
    assert_eq!(told("{\"format\": \"any\", \"cards\": {}}"), "0 cards, but at least 1 are needed");
}

#[test]
fn a_file_of_several_decks_is_read_deck_by_deck() {
    let cards = cards();
    let list = r#"{"decks": [{"id": "elves", "cards": [{"card_id": "basic_forest", "count": 3}]}, {"name": "Woods", "format": "constructed", "cards": {"Forest": 60}}]}"#;
    let map =
        r#"{"decks": {"elves": {"basic_forest": 3}, "Woods": {"format": "constructed", "cards": {"Forest": 60}}}}"#;
    for text in [list, map] {
        let mut decks = rulebook_mtg::deck::split_decks(text).unwrap();
        decks.sort();
        let names: Vec<&str> = decks.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Woods", "elves"]);
        let sizes: Vec<usize> =
            decks.iter().map(|(_, text)| read_deck(text, &cards, &DeckRules::default()).unwrap().size()).collect();
        assert_eq!(sizes, [60, 3], "{text}");
        let whole = read_deck(text, &cards, &DeckRules::default()).unwrap_err();
        assert!(matches!(&whole[..], [DeckFault::Several(names)] if names.len() == 2), "{whole:?}");
        assert!(whole[0].to_string().contains("several decks; choose one: "), "{}", whole[0]);
    }
    assert_eq!(rulebook_mtg::deck::split_decks("4 Forest"), None);
    assert_eq!(rulebook_mtg::deck::split_decks(r#"{"Forest": 4}"#), None);
    for (text, told) in [("{", "not a deck list in JSON"), (r#"{"a": []}"#, "`a` has no count"), ("3", "line 1")] {
        let faults = read_deck(text, &cards, &DeckRules::default()).unwrap_err();
        assert!(faults[0].to_string().contains(told), "{text}: {faults:?}");
        assert_eq!(faults.len(), 1 + usize::from(text == "3"), "no other fault follows: {faults:?}");
    }
}

/// A match with tiny decks runs to its end.
#[test]
fn a_deck_of_one_card_can_be_played() {
    use rulebook_kernel::{Rng, Rules, Setup, Turn};
    let list = |name: &str, text: &str| rulebook_mtg::load::List { name: name.into(), text: text.into() };
    let lists = [list("one", "format: any\n1 Forest"), list("eight", "format: any\n8 Forest")];
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/duel/cards.json")).unwrap();
    let duel = rulebook_mtg::load::duel("tiny", "Tiny", &text, &lists).unwrap();
    for seed in 0..40 {
        let mut rng = Rng::seeded(&format!("tiny {seed}"));
        let mut state = duel.start(&Setup::seats(2), Rng::seeded(&format!("deal {seed}")), &mut ());
        let mut left = 5000;
        while let Turn::Seats(seats) = duel.turn(&state) {
            let seat = seats.lowest().unwrap();
            let mut moves = Vec::new();
            duel.moves(&state, seat, &mut moves);
            let mv = moves[rng.below(moves.len() as u32) as usize];
            duel.play(&mut state, seat, &mv, &mut ());
            duel.validate_state(&state).unwrap();
            left -= 1;
            assert!(left > 0, "the match does not end");
        }
    }
}

// clause: Magic 2-13 4-9
#[test]
fn a_deck_may_be_json_and_use_short_names() {
    let cards = cards();
    let least = DeckRules { least: 5, ..DeckRules::default() };
    for text in [
        r#"{"forest": 3, "Mossgarth Elf": 2}"#,
        r#"[{"name": "basic_forest", "count": 3}, {"card_id": "mossgarth_elf", "quantity": 2}]"#,
        r#"{"cards": ["Forest", "Forest", "forest", "Mossgarth Elf", "Mossgarth Elf"]}"#,
        "# mine\nDeck\n3 Forest\n2x Mossgarth Elf\n",
    ] {
        let deck = read_deck(text, &cards, &least).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        assert_eq!(deck.size(), 5, "{text}");
    }
}
