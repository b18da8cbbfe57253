//! Tests of references: names in granted abilities, amounts, objects, and words of other cards.

use rulebook_mtg::compile::compile;
use rulebook_mtg::database::{RawCard, read_cards};
use rulebook_mtg::lexicon::Lexicon;
use rulebook_mtg::print::print_face;
use rulebook_mtg::rules::supported;

fn card(name: &str, line: &str, text: &str) -> RawCard {
    RawCard {
        name: name.into(),
        type_line: line.into(),
        mana_cost: Some("{1}{R}".into()),
        oracle_text: Some(text.into()),
        power: line.contains("Creature").then(|| "2".into()),
        toughness: line.contains("Creature").then(|| "4".into()),
        ..RawCard::default()
    }
}

/// Why the card is refused. `None` if it can be played.
fn refused(line: &str, text: &str) -> Option<String> {
    let card = card("Blazing Thing", line, text);
    let lexicon = Lexicon::of(std::slice::from_ref(&card));
    match compile(&card, &lexicon) {
        Err(refused) => Some(refused.to_string()),
        Ok(typed) => supported(&typed).err().map(|why| why.to_string()),
    }
}

#[test]
fn a_name_in_a_granted_ability_means_the_card_that_grants_it() {
    let equipment = "Artifact — Equipment";
    let text = "Equipped creature has \"{T}, Sacrifice Blazing Thing: You gain 2 life.\"\nEquip {1}";
    assert!(refused(equipment, text).is_some_and(|why| why.contains("~~")), "CR 201.5a");
    let text = "Equipped creature has \"{T}, Sacrifice this creature: You gain 2 life.\"\nEquip {1}";
    assert_eq!(refused(equipment, text), None);
    // An ability that the card grants to itself may name it.
    let text = "As long as you control a Goblin, Blazing Thing gets +1/+1 and has \"{T}: Blazing Thing deals 1 damage to any target.\"";
    assert_eq!(refused("Creature — Goblin", text), None);
}

#[test]
fn that_many_needs_an_amount() {
    for text in [
        "Whenever Blazing Thing attacks, draw that many cards.",
        "When Blazing Thing enters, shuffle your library, then draw that many cards.",
        "Whenever you gain life, create two 1/1 white Soldier creature tokens. If it's your turn, create twice that many instead.",
        "{1}: You gain that much life.",
    ] {
        assert!(refused("Creature — Goblin", text).is_some(), "{text}");
    }
    for text in [
        "Whenever Blazing Thing deals combat damage to a player, draw that many cards.",
        "Whenever you gain life, put a +1/+1 counter on Blazing Thing. Each opponent loses that much life.",
        "{1}: Discard your hand, then draw that many cards.",
    ] {
        assert_eq!(refused("Creature — Goblin", text), None, "{text}");
    }
}

#[test]
fn a_pronoun_needs_one_meaning() {
    for text in [
        "Whenever a creature enters, Blazing Thing deals 1 damage to it.",
        "Whenever Blazing Thing blocks a creature, it gets +1/+0 until end of turn.",
        "Gain control of target creature until end of turn. Untap that creature. It gains haste until end of turn.",
    ] {
        let (line, text) = if text.starts_with("Gain") { ("Sorcery", text) } else { ("Creature — Goblin", text) };
        assert_eq!(refused(line, text), None, "{text}");
    }
}

#[test]
fn a_card_compiles_alone_as_in_its_file() {
    let (cards, _) = read_cards(include_str!("../../../../games/duel/cards.json"));
    let all = Lexicon::of(&cards);
    for card in &cards {
        let alone = Lexicon::of(std::slice::from_ref(card));
        let text = |lexicon: &Lexicon| {
            let typed = compile(card, lexicon).map_err(|refused| refused.to_string())?;
            let faces = typed.faces.iter().map(|face| print_face(&face.abilities, lexicon));
            Ok::<_, String>((faces.collect::<Vec<_>>(), supported(&typed).is_ok()))
        };
        assert_eq!(text(&alone), text(&all), "{}", card.name);
    }
}

#[test]
fn a_card_learns_no_words_from_other_cards() {
    let glorb = card("Glorb Lord", "Creature — Glorb", "Other Glorbs you control get +1/+1.");
    let other = card("Odd Sweep", "Sorcery", "Destroy all glorb creatures.");
    let both = Lexicon::of(&[glorb.clone(), other.clone()]);
    assert!(compile(&glorb, &both).is_ok());
    assert!(compile(&other, &both).is_err(), "an ordinary word of this card");
}
