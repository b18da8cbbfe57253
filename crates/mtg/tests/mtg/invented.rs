//! Tests of the shipped cards. All of them compile, their decks are legal, and the number of cards that compile does
//! not fall.

use rulebook_mtg::compile::compile;
use rulebook_mtg::coverage::{Coverage, judge, no_gate};
use rulebook_mtg::database::{RawCard, read_cards};
use rulebook_mtg::deck::{DeckFault, DeckRules, read_deck};
use rulebook_mtg::ir::every_node;
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

#[test]
fn every_card_compiles_and_is_printed_back() {
    let cards = cards();
    assert!(cards.len() >= 150);
    let lexicon = Lexicon::of(&cards);
    let mut coverage = Coverage::default();
    for card in &cards {
        coverage.add(&card.name, &judge(card, &lexicon, &no_gate));
    }
    let least: usize = RATCHET.trim().parse().expect("a number");
    assert!(coverage.compiled >= least, "{} of {least}: {:#?}", coverage.compiled, coverage.frequent());
    assert_eq!(coverage.compiled, least, "more compile now: raise ratchet.txt");
}

#[test]
fn the_decks_are_legal() {
    let cards = cards();
    for (name, text) in DECKS {
        let deck = read_deck(text, &cards, &DeckRules::default()).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        assert_eq!(deck.size(), 60, "{name}");
    }
}

#[test]
fn the_set_has_every_kind_of_node_that_the_rules_core_names() {
    let cards = cards();
    let lexicon = Lexicon::of(&cards);
    let mut seen = BTreeSet::new();
    for card in &cards {
        let card = compile(card, &lexicon).unwrap_or_else(|refused| panic!("{}: {refused:?}", card.name));
        every_node(&card, &mut |node| {
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
