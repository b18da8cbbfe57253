//! Tests that a mistake in a deck list is reported at its line.

use rulebook_catalog::{Catalog, List, codes};

const CARDS: &str =
    r#"[{"name": "Bear", "mana_cost": "{1}{G}", "type_line": "Creature — Bear", "power": "2", "toughness": "2"}]"#;

/// The mistakes in a deck list: message, first byte and marked text.
fn mistakes(text: &str) -> Vec<(String, u32, String)> {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let duel = Catalog::open(games).find("duel").unwrap();
    let list = List { name: "bears".to_owned(), text: text.to_owned() };
    let cards = ("cards.json".to_owned(), CARDS.to_owned());
    let Err(report) = duel.with_decks(Some(cards), vec![("bears.txt".to_owned(), list)]) else {
        panic!("the list has no mistake")
    };
    let all = report.diagnostics.sorted();
    let mistake = |d: &&rulebook_diag::Diagnostic| {
        let span = d.primary.span;
        assert_eq!((d.code, report.sources.name(span.file)), (codes::BAD_DECK, "bears.txt"));
        let marked = report.sources.text(span.file)[span.start as usize..span.end as usize].to_owned();
        (d.message.clone(), span.start, marked)
    };
    all.iter().map(mistake).collect()
}

#[test]
fn a_fault_is_shown_in_its_own_line() {
    let fault = |message: &str, start, marked: &str| (message.to_owned(), start, marked.to_owned());
    let small = |size| {
        format!("{size} cards, but at least 60 are needed; a list with the line `Format: any` may have any size")
    };
    let few = fault(&small(9), 0, "");
    let unknown = fault("`Bearded Ox` is not in the card file", 2, "Bearded Ox");
    let none = fault("0 copies of `bear` are not possible", 29, "bear");
    assert_eq!(mistakes("5 Bearded Ox\n4 Bear\n# more\n0 bear\n"), [few, unknown.clone(), none]);
    let few = fault(&small(10), 0, "");
    let many = fault("5 copies of `Bear`, but at most 4 are allowed", 15, "Bear");
    assert_eq!(mistakes("5 Bearded Ox\n4 Bear\n# more\n1 bear\n"), [few, unknown, many]);
}
