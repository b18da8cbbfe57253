//! Tests the digest of the sources: it changes with the cards in play and the deck lists.

use rulebook_kernel::{Digest, Rules};
use rulebook_mtg::load::{List, duel};

const FOREST: &str = r#"{"name": "Forest", "type_line": "Basic Land — Forest", "oracle_text": "({T}: Add {G}.)"}"#;
const OX: &str = r#"{"name": "Old Ox", "mana_cost": "{1}{G}", "type_line": "Creature — Ox", "colors": ["G"], "power": "2", "toughness": "2"}"#;
const CRAB: &str = r#"{"name": "Calm Crab", "mana_cost": "{U}", "type_line": "Creature — Crab", "colors": ["U"], "power": "0", "toughness": "3"}"#;

fn source(cards: &[&str], list: &str) -> Digest {
    let list = List { name: "one".to_owned(), text: list.to_owned() };
    duel("x", "X", &format!("[{}]", cards.join(",")), &[list]).map(|rules| rules.info().source).unwrap()
}

#[test]
fn the_source_digest_covers_the_cards_in_play() {
    let list = "56 Forest\n4 Old Ox\n";
    let known = source(&[FOREST, OX], list);
    assert_eq!(source(&[CRAB, OX, FOREST], list), known, "other cards, and where a card stands, do not matter");
    assert_ne!(source(&[FOREST, &OX.replace("\"2\"}", "\"3\"}")], list), known);
    assert_ne!(source(&[FOREST, OX], "57 Forest\n3 Old Ox\n"), known);
}
