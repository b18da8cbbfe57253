//! Tests of the audit: cards made wrong on purpose are flagged, and right cards are not.

use rulebook_mtg::database::RawCard;
use rulebook_mtg::ir::{Ability, Act, Card, DamageTo, Link, Obj, Say, TextStep};
use rulebook_mtg::rules::scenario::{CardAudit, FlagKind, audit, audit_changed};

fn card(line: &str, text: &str) -> RawCard {
    RawCard {
        name: "Odd Thing".into(),
        type_line: line.into(),
        mana_cost: Some("{1}{R}".into()),
        oracle_text: Some(text.into()),
        power: line.contains("Creature").then(|| "2".into()),
        toughness: line.contains("Creature").then(|| "4".into()),
        ..RawCard::default()
    }
}

fn kinds(audit: &CardAudit) -> Vec<FlagKind> {
    audit.flags.iter().map(|flag| flag.kind).collect()
}

#[test]
fn a_right_card_is_not_flagged() {
    for (line, text) in [
        ("Sorcery", "Destroy target creature. You gain 2 life."),
        ("Enchantment", "Whenever a creature enters, Odd Thing deals 1 damage to it."),
        ("Creature — Goblin", "{T}: Odd Thing deals 1 damage to any target."),
    ] {
        let audit = audit(&card(line, text)).unwrap_or_else(|| panic!("{text}: refused"));
        assert_eq!(kinds(&audit), [], "{text}: {audit:?}");
        assert_eq!(audit.happened, audit.clauses, "{text}");
    }
}

#[test]
fn a_pronoun_that_means_the_source_by_mistake_is_flagged() {
    let wrong = |card: &mut Card| {
        let Ability::Triggered(t) = &mut card.faces[0].abilities[0] else { panic!("a trigger") };
        let TextStep::Do { act: Act::Damage { to, .. }, .. } = &mut t.body.steps[0] else { panic!("damage") };
        *to = DamageTo::Obj(Obj::Back { to: Link::Source, say: Say::It });
    };
    let thing = card("Creature — Goblin", "Whenever another creature enters, Odd Thing deals 1 damage to it.");
    assert_eq!(kinds(&audit(&thing).unwrap()), []);
    assert_eq!(kinds(&audit_changed(&thing, &wrong).unwrap()), [FlagKind::HarmedItself]);
}

#[test]
fn an_instruction_that_finds_nothing_is_flagged() {
    let wrong = |card: &mut Card| {
        let Ability::Spell(body) = &mut card.faces[0].abilities[0] else { panic!("a spell") };
        let TextStep::Do { act: Act::Tap(what), .. } = &mut body.steps[1] else { panic!("tap") };
        *what = Obj::Back { to: Link::EventOther, say: Say::It };
    };
    let thing = card("Sorcery", "Put a +1/+1 counter on target creature. Tap that creature.");
    assert_eq!(kinds(&audit(&thing).unwrap()), []);
    assert_eq!(kinds(&audit_changed(&thing, &wrong).unwrap()), [FlagKind::ActedOnNothing]);
}

#[test]
fn an_instruction_that_cannot_happen_is_flagged() {
    let thing = card("Sorcery", "Destroy target creature with power 30 or greater.");
    assert_eq!(kinds(&audit(&thing).unwrap()), [FlagKind::NeverHappened]);
}
