//! Tests the rules texts of keywords: the parser reads them, and the engine supports them.

use rulebook_mtg::ir::{
    Ability, Amount, Card, CardType, Colors, Face, Keyword, KeywordCost, KeywordCount, Layout, NameId, PlainKeyword,
};
use rulebook_mtg::rules::keyword_text::{abilities, costed, soulshift, text, understood};
use rulebook_mtg::rules::{Unsupported, supported};

/// Whether the engine supports a creature with this ability.
fn supports(ability: Ability) -> Result<(), Unsupported> {
    let face = Face {
        name: NameId(0),
        mana_cost: None,
        colors: Colors::default(),
        supertypes: Vec::new(),
        types: vec![CardType::Creature],
        subtypes: Vec::new(),
        power: Some(1),
        toughness: Some(1),
        loyalty: None,
        abilities: vec![ability],
    };
    supported(&Card { name: face.name, layout: Layout::Normal, faces: vec![face] })
}

// clause: Magic 4-2
#[test]
fn keywords_with_a_cost_are_parsed_and_supported() {
    for keyword in [KeywordCost::Scavenge, KeywordCost::Outlast, KeywordCost::Unearth] {
        let activated = costed(keyword).expect("the keyword is understood");
        assert_eq!(supports(Ability::Activated(activated)), Ok(()), "{keyword:?}");
    }
    let shifts = soulshift(3).expect("the keyword is understood");
    assert_eq!(shifts.body.targets.len(), 1);
    assert_eq!(supports(Ability::Triggered(shifts)), Ok(()));
}

// clause: Magic 18-1
#[test]
fn every_keyword_text_is_parsed_and_supported() {
    let plain = PlainKeyword::ALL.iter().map(|keyword| Keyword::Plain(*keyword));
    let counted = KeywordCount::ALL.iter().map(|keyword| Keyword::Number(*keyword, Amount::Number(2)));
    let meant: Vec<Keyword> = plain.chain(counted).filter(|keyword| text(keyword).is_some()).collect();
    assert!(meant.len() >= 10);
    for keyword in meant {
        assert!(understood(&keyword), "{keyword:?}: {:?}", text(&keyword));
        for ability in abilities(&keyword) {
            assert_eq!(supports(ability), Ok(()), "{keyword:?}");
        }
    }
}
