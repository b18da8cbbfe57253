//! Tests of reading maps with known keys.

use crate::common::read;
use rulebook_diag::{Fields, Value};

#[derive(Debug, Clone, PartialEq)]
enum End {
    Top,
    Bottom,
}

#[derive(Debug, PartialEq)]
struct Meta {
    name: Option<String>,
    seats: Option<u8>,
    fast: Option<bool>,
    from: Option<End>,
    tags: Vec<String>,
}

/// Reads a small map. Returns its values and its mistakes. Each mistake has its code, its place, and the suggested
/// correction if there is one.
fn meta(text: &str) -> (Meta, Vec<String>) {
    let mut read = read(text);
    let node = read.node.take().expect("the syntax is fine");
    let mut fields = Fields::of(&node, &mut read.diags);
    let name = fields.required("name").text().map(Into::into);
    let seats = fields.optional("seats").int(1..=16_u8);
    let fast = fields.optional("fast").bool();
    let from = fields.optional_any(&["draw_from", "drawFrom"]).choice(&[("top", End::Top), ("bottom", End::Bottom)]);
    let tags = fields.optional("tags").seq().unwrap_or_default();
    let tags = tags.iter().filter_map(|tag| Value::of(tag, fields.diags()).scalar().map(Into::into)).collect();
    fields.finish();
    let found = read.diags.sorted().into_iter().map(|d| {
        let correction = d.suggestion.as_ref().map_or(String::new(), |s| format!(" -> {}", s.replacement));
        format!("{} {}{correction}", d.code, read.sources.slice(d.primary.span))
    });
    (Meta { name, seats, fast, from, tags }, found.collect())
}

#[test]
fn a_correct_map_is_read() {
    let (read, mistakes) = meta("name: War\nseats: 2\nfast: true\ndrawFrom: bottom\ntags: [a, 10]\n");
    let tags = vec!["a".into(), "10".into()];
    let expected = Meta { name: Some("War".into()), seats: Some(2), fast: Some(true), from: Some(End::Bottom), tags };
    assert_eq!((read, mistakes), (expected, vec![]));
    let (read, mistakes) = meta(r#"{"name": "War", "seats": null}"#);
    let expected = Meta { name: Some("War".into()), seats: None, fast: None, from: None, tags: vec![] };
    assert_eq!((read, mistakes), (expected, vec![]), "an optional null is absent");
}

#[test]
fn mistakes_are_reported_at_their_span() {
    for (text, expected) in [
        ("seats: 2\n", vec!["D0022 seats"]),
        ("{}", vec!["D0022 {}"]),
        ("name:\n", vec!["D0021 "]),
        ("name: 10\n", vec!["D0021 10"]),
        ("[1]", vec!["D0021 [1]"]),
        ("name: a\nseats: 0\n", vec!["D0024 0"]),
        ("name: a\nseats: 17\n", vec!["D0024 17"]),
        ("name: a\nseats: two\n", vec!["D0021 two"]),
        ("name: a\nseats: 99999999999999999999\n", vec!["D0021 99999999999999999999"]),
        ("name: a\nfast: yes\n", vec!["D0021 yes"]),
        ("name: a\ndraw_from: botom\n", vec!["D0025 botom -> bottom"]),
        ("name: a\ndraw_from: middle\n", vec!["D0025 middle"]),
        ("name: a\ntags: [[], ~]\n", vec!["D0021 []", "D0021 ~"]),
        ("name: a\nseast: 2\ncolour: red\n", vec!["D0023 seast -> seats", "D0023 colour"]),
        (r#"{"name": "a", "seast": 2}"#, vec![r#"D0023 "seast" -> "seats""#]),
        ("name: a\nnames: b\n", vec!["D0023 names"]),
        ("name: a\ndraw_from: top\ndrawFrom: top\n", vec!["D0004 drawFrom"]),
        ("nmae: a\nseats: 0\nfast: 1\n", vec!["D0023 nmae -> name", "D0024 0", "D0021 1"]),
    ] {
        assert_eq!(meta(text).1, expected, "{text}");
    }
}

#[test]
fn open_maps_and_nested_fields() {
    let mut read = read("kind: x\nzones: {deck: {size: 52}, hand: {sise: 5}}\nextra: 1\n");
    let node = read.node.take().unwrap();
    let mut fields = Fields::of(&node, &mut read.diags);
    assert_eq!(fields.required("kind").one_of(&["x", "y"]), Some("x"));
    let mut sizes = vec![];
    for (name, zone) in fields.required("zones").map().unwrap() {
        let mut zone = Fields::of(zone, fields.diags());
        sizes.push((name.text.as_str(), zone.optional("size").int(0..=99)));
        zone.finish();
    }
    assert_eq!(sizes, [("deck", Some(52)), ("hand", None)]);
    assert!(fields.optional("nothing").fields().is_none());
    let rest: Vec<_> = fields.rest().map(|(key, _)| key.text.as_str()).collect();
    assert_eq!(rest, ["extra"]);
    assert_eq!(read.mistakes(), [r#"D0023 "sise""#]);
}
