//! Tests of correct and incorrect `behavior:` blocks. Every mistake has a code and a span.

use rulebook_diag::{Diagnostics, Limits, Node, Severity, Sources, parse};
use rulebook_table::behavior::{self, Declared, DrawFrom, Reshuffle, Written};
use rulebook_table::{Ordering, Scope};

/// The result of reading and checking a file of zones. Each zone has a behaviour, an ordering and a scope.
struct Read {
    sources: Sources,
    diags: Diagnostics,
    written: Vec<Option<Written>>,
}

fn zone_words(zone: &Node) -> (Ordering, Scope) {
    let word = |key: &str| zone.get(key).and_then(Node::as_text).unwrap_or_default();
    let ordering = match word("ordering") {
        "unordered" => Ordering::Unordered,
        "fifo" => Ordering::Fifo,
        "shuffled" => Ordering::Shuffled,
        _ => Ordering::Lifo,
    };
    let scope = match word("scope") {
        "seat" => Scope::Seat,
        "team" => Scope::Team,
        _ => Scope::Shared,
    };
    (ordering, scope)
}

fn read(name: &str, text: &str) -> Read {
    let mut sources = Sources::new();
    let file = sources.add(name, text);
    let (node, found) = parse(&sources, file, &Limits::default());
    assert!(found.is_empty(), "{found:?}");
    let node = node.expect("a tree");
    let zones = node.as_map().expect("a map of zones");
    let mut diags = Diagnostics::new();
    let written: Vec<Option<Written>> =
        zones.iter().map(|(_, zone)| behavior::read(zone.get("behavior")?, &mut diags)).collect();
    let declared: Vec<Declared<'_>> = zones
        .iter()
        .zip(&written)
        .map(|((key, zone), written)| {
            let (ordering, scope) = zone_words(zone);
            Declared { id: &key.text, ordering, scope, written: written.as_ref() }
        })
        .collect();
    behavior::check(&declared, &mut diags);
    Read { sources, diags, written }
}

fn yaml(text: &str) -> Read {
    read("game.yaml", text)
}

impl Read {
    /// The behaviour of the first zone.
    fn first(&self) -> &Written {
        self.written[0].as_ref().expect("a behaviour")
    }

    /// The diagnostics in the order of the file, each as its code and the text of its span.
    fn mistakes(&self) -> Vec<String> {
        let sorted = self.diags.sorted();
        sorted.iter().map(|d| format!("{} {}", d.code, self.sources.slice(d.primary.span))).collect()
    }

    fn text(&self) -> String {
        self.diags.to_text(&self.sources, rulebook_diag::Paint::Plain)
    }
}

#[test]
fn yaml_and_json_in_both_spellings_read_the_same() {
    let texts = [
        (
            "a.yaml",
            "deck:\n  behavior:\n    type: deck\n    draw_from: bottom\n    reshuffle_from: discard\n    reshuffle: when_empty\n    keep_top: 1\ndiscard: {}\n",
        ),
        (
            "b.yaml",
            "deck: {behavior: {type: deck, drawFrom: bottom, reshuffleFrom: discard, reshuffle: when_empty, keepTop: 1}}\ndiscard: {}\n",
        ),
        (
            "c.json",
            r#"{"deck": {"behavior": {"type": "deck", "drawFrom": "bottom", "reshuffleFrom": "discard", "reshuffle": "when_empty", "keepTop": 1}}, "discard": {}}"#,
        ),
        (
            "d.json",
            r#"{"deck": {"behavior": {"keep_top": 1, "reshuffle": "when_empty", "reshuffle_from": "discard", "draw_from": "bottom", "type": "deck"}}, "discard": {}}"#,
        ),
    ];
    for (name, text) in texts {
        let read = read(name, text);
        assert!(read.diags.is_empty(), "{name}: {}", read.text());
        let Written { behavior, target, .. } = read.first();
        assert_eq!((behavior.draw_from, behavior.reshuffle), (DrawFrom::Bottom, Reshuffle::WhenEmpty));
        assert_eq!((behavior.reshuffle_from.as_deref(), behavior.keep_top), (Some("discard"), 1));
        let target = read.sources.slice(target.expect("a place"));
        assert_eq!(target.trim_matches('"'), "discard");
    }
}

#[test]
fn everything_but_the_type_has_a_default() {
    let read = yaml("deck: {behavior: {type: deck, reshuffle_from: null}}\n");
    assert!(read.diags.is_empty(), "{}", read.text());
    let behavior = &read.first().behavior;
    assert_eq!(*behavior, rulebook_table::behavior::DeckBehavior::default());
    assert_eq!((behavior.draw_from, behavior.reshuffle, behavior.keep_top), (DrawFrom::Top, Reshuffle::WhenShort, 0));
    assert_eq!(behavior.reshuffle_from, None);
}

#[test]
fn every_draw_order_and_moment_is_understood() {
    for (word, meant) in [("top", DrawFrom::Top), ("bottom", DrawFrom::Bottom), ("random", DrawFrom::Random)] {
        let read = yaml(&format!("deck: {{behavior: {{type: deck, draw_from: {word}}}}}\n"));
        assert_eq!(read.first().behavior.draw_from, meant);
    }
    for (word, meant) in [("when_short", Reshuffle::WhenShort), ("when_empty", Reshuffle::WhenEmpty)] {
        let read = yaml(&format!("deck: {{behavior: {{type: deck, reshuffle: {word}}}}}\n"));
        assert_eq!(read.first().behavior.reshuffle, meant);
    }
}

#[test]
fn t0001_behavior_type_must_be_deck() {
    let read = yaml("deck: {behavior: {type: dekc}}\n");
    assert_eq!(read.mistakes(), ["T0001 dekc"]);
    assert!(read.text().contains("did you mean `deck`"), "{}", read.text());
    assert!(read.text().contains("unknown behaviour `dekc`"), "{}", read.text());
    assert_eq!(yaml("deck: {behavior: {draw_from: top}}\n").mistakes(), ["D0022 draw_from"], "the type is missing");
    assert_eq!(yaml("deck: {behavior: deck}\n").mistakes(), ["D0021 deck"], "a word is no behaviour");
}

#[test]
fn t0002_draw_from_must_be_top_bottom_or_random() {
    let read = yaml("deck: {behavior: {type: deck, draw_from: botom}}\n");
    assert_eq!(read.mistakes(), ["T0002 botom"]);
    assert!(read.text().contains("did you mean `bottom`"), "{}", read.text());
    assert_eq!(read.first().behavior.draw_from, DrawFrom::Top, "the valid part is kept");
    assert_eq!(yaml("deck: {behavior: {type: deck, draw_from: [top]}}\n").mistakes(), ["T0002 [top]"]);
}

// clause: Zones 7-9
#[test]
fn t0003_cross_validation_reshuffle_from_referencing_non_existent_zone_produces_diagnostic() {
    let read = yaml("deck: {behavior: {type: deck, reshuffle_from: discrad}}\ndiscard: {}\n");
    assert_eq!(read.mistakes(), ["T0003 discrad"]);
    assert!(read.text().contains("did you mean `discard`"), "{}", read.text());
    assert_eq!(yaml("deck: {behavior: {type: deck, reshuffle_from: [discard]}}\n").mistakes(), ["T0003 [discard]"]);
}

// clause: Zones 7-10
#[test]
fn t0004_cross_validation_reshuffle_from_referencing_self_produces_diagnostic() {
    let read = yaml("deck: {behavior: {type: deck, reshuffleFrom: deck}}\n");
    assert_eq!(read.mistakes(), ["T0004 deck"]);
    assert!(read.diags.has_errors());
}

// clause: Zones 5-6 7-11
#[test]
fn cross_validation_reshuffle_from_referencing_valid_zone_passes() {
    let chain = yaml(
        "one: {behavior: {type: deck, reshuffle_from: two}}\ntwo: {behavior: {type: deck, reshuffle_from: one}}\n",
    );
    assert!(chain.diags.is_empty(), "two decks may feed each other: {}", chain.text());
}

// clause: Zones 7-12
#[test]
fn t0005_warning_behavior_type_deck_with_non_stack_ordering() {
    for (ordering, warns) in [("unordered", true), ("fifo", true), ("lifo", false), ("shuffled", false)] {
        let read = yaml(&format!("deck: {{ordering: {ordering}, behavior: {{type: deck}}}}\n"));
        assert_eq!(read.mistakes(), if warns { vec!["T0005 {type: deck}"] } else { vec![] }, "{ordering}");
        assert!(read.diags.sorted().iter().all(|d| d.severity == Severity::Warning));
        assert!(!read.diags.has_errors());
    }
}

#[test]
fn t0006_reshuffle_must_be_when_short_or_when_empty() {
    let read = yaml("deck: {behavior: {type: deck, reshuffle: when_emtpy}}\n");
    assert_eq!(read.mistakes(), ["T0006 when_emtpy"]);
    assert!(read.text().contains("did you mean `when_empty`"), "{}", read.text());
}

#[test]
fn t0007_a_deck_must_be_able_to_tell_whose_discard_it_takes() {
    for (deck, discard, fine) in [
        ("shared", "shared", true),
        ("shared", "seat", false),
        ("shared", "team", false),
        ("seat", "shared", true),
        ("seat", "seat", true),
        ("seat", "team", true),
        ("team", "shared", true),
        ("team", "seat", false),
        ("team", "team", true),
    ] {
        let text = format!(
            "deck: {{scope: {deck}, behavior: {{type: deck, reshuffle_from: discard}}}}\ndiscard: {{scope: {discard}}}\n"
        );
        let expected: &[&str] = if fine { &[] } else { &["T0007 discard"] };
        assert_eq!(yaml(&text).mistakes(), expected, "a {deck} deck, a {discard} discard");
    }
}

// clause: Zones 6-3
#[test]
fn several_mistakes_at_once_are_all_reported() {
    let read = yaml(
        "deck:\n  ordering: fifo\n  behavior:\n    type: deck\n    draw_from: up\n    reshuffle: never\n    keep_top: -1\n    reshufle_from: x\n\
         pile:\n  behavior:\n    type: heap\n    drawFrom: down\n    reshuffle: always\n    reshuffleFrom: nowhere\n\
         bag:\n  behavior: {type: deck, reshuffle_from: bag}\n",
    );
    let expected = [
        "T0005 type: deck",
        "T0002 up",
        "T0006 never",
        "D0024 -1",
        "D0023 reshufle_from",
        "T0001 heap",
        "T0002 down",
        "T0006 always",
        "T0003 nowhere",
        "T0004 bag",
    ];
    let found = read.mistakes();
    let starts = |(found, expected): (&String, &&str)| found.starts_with(expected);
    assert!(found.len() == expected.len() && found.iter().zip(&expected).all(starts), "{found:#?}");
}

#[test]
fn both_spellings_of_one_key_are_a_mistake() {
    let read = yaml("deck: {behavior: {type: deck, draw_from: top, drawFrom: bottom}}\n");
    assert_eq!(read.mistakes(), ["D0004 drawFrom"]);
}
