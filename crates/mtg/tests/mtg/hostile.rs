//! Tests of malformed texts. No text makes the compiler panic, hang, or accept only a part of it.

use proptest::prelude::*;
use rulebook_mtg::compile::compile;
use rulebook_mtg::database::{RawCard, read_cards};
use rulebook_mtg::lexicon::Lexicon;

fn card(text: &str, type_line: &str) -> RawCard {
    let size = || Some("1".to_owned());
    RawCard {
        name: "Test".into(),
        type_line: type_line.into(),
        oracle_text: Some(text.into()),
        power: size(),
        toughness: size(),
        ..RawCard::default()
    }
}

/// Compiles one card without other cards. Returns whether it was accepted. The printer must restore the text of an
/// accepted card.
fn survives(text: &str) -> bool {
    let mut understood = false;
    for type_line in ["Creature — Elf", "Instant"] {
        let card = card(text, type_line);
        let lexicon = Lexicon::of(std::slice::from_ref(&card));
        understood |= compile(&card, &lexicon).is_ok();
    }
    understood
}

/// A file may contain a single card, even if its text names subtypes that no other card has.
#[test]
fn a_card_compiles_without_other_cards() {
    for (type_line, text) in [
        ("Land", "{1}{G}: Test becomes a 2/2 green Elf creature until end of turn. It's still a land."),
        ("Enchantment", "Nonbasic lands are Mountains."),
        ("Creature — Bear", "Swampwalk"),
        ("Creature — Bear", "Test can't attack unless defending player controls an Island."),
        ("Enchantment — Aura", "Enchant land\nEnchanted land is an Island."),
        ("Sorcery", "Destroy target Wall."),
        ("Sorcery", "Search your library for a Goblin card, reveal it, put it into your hand, then shuffle."),
        ("Enchantment", "Elves you control get +1/+1."),
        ("Creature — Bear", "Other Zombies you control have haste."),
    ] {
        let card = card(text, type_line);
        let lexicon = Lexicon::of(std::slice::from_ref(&card));
        compile(&card, &lexicon).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

const WORDS: &[&str] = &[
    "target",
    "creature",
    "creatures",
    "you",
    "control",
    "each",
    "opponent",
    "draw",
    "a",
    "card",
    "cards",
    "two",
    "X",
    "gets",
    "+1/+1",
    "until",
    "end",
    "of",
    "turn",
    ",",
    ".",
    ":",
    "and",
    "or",
    "then",
    "whenever",
    "when",
    "enters",
    "dies",
    "if",
    "do",
    "may",
    "pay",
    "{2}",
    "{T}",
    "~",
    "it",
    "that",
    "player",
    "deals",
    "3",
    "damage",
    "to",
    "any",
    "put",
    "counter",
    "on",
    "\"",
    "—",
    "•",
    "\n",
    "choose",
    "one",
    "destroy",
    "all",
    "sacrifice",
    "discard",
    "their",
    "hand",
    "library",
    "search",
    "your",
    "for",
    "shuffle",
    "with",
    "flying",
    "power",
    "less",
    "blocking",
    "attached",
    "Elf",
    "Elves",
    "the",
    "top",
    "where",
    "is",
    "number",
    "instead",
    "unless",
    "its",
    "controller",
    "pays",
    "token",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn soup_of_words(words in prop::collection::vec(prop::sample::select(WORDS), 1..40)) {
        survives(&words.join(" "));
    }

    #[test]
    fn soup_of_letters(text in "\\PC{0,80}") {
        survives(&text);
        let _ = read_cards(&text);
    }
}

#[test]
fn deep_and_long_texts_are_refused_soon() {
    let chains = [
        "Destroy target creature blocking a creature ".to_string() + &"blocking a creature ".repeat(3000) + ".",
        "Creatures you control have ".to_string() + &"\"Creatures you control have ".repeat(400) + "flying.",
        "Draw a card".to_string() + &" and draw a card".repeat(20_000) + ".",
        "Target creature gets +1/+1".to_string() + &" for each creature attached to it".repeat(2000) + ".",
        "(".repeat(100_000),
        "{".repeat(100_000),
        "•\n".repeat(10_000),
        "If ".repeat(5000) + "you do, draw a card.",
        "Whenever ~ or ".to_string() + &"a creature or ".repeat(2000) + "an artifact enters, draw a card.",
    ];
    for text in &chains {
        survives(text);
    }
}

#[test]
fn no_text_is_accepted_in_part() {
    for text in ["Flying and then some.", "Draw a card. Or don't.", "Destroy target creature you", "{T}: Add {G}. {T}"]
    {
        assert!(!survives(text), "{text}");
    }
    for text in ["Flying", "Draw a card.", "Destroy target creature you control."] {
        assert!(survives(text), "{text}");
    }
}

#[test]
fn reminder_text_and_the_own_name_are_skipped() {
    assert!(survives("Flying (It is hard to catch.)\nWhen Test dies, draw a card. (Test is gone then.)"));
}
