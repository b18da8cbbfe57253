//! Tests of `rulebook cards coverage`.

use super::run::{Folder, rulebook, rulebook_in};
use serde_json::Value;
use std::io::Write;

#[test]
fn the_shipped_cards_compile() {
    let json: Value =
        serde_json::from_str(&rulebook(&["cards", "coverage", "../games/duel/cards.json", "--json"]).fine()).unwrap();
    assert!(json["cards"].as_u64() >= Some(150) && json["seconds"].is_f64(), "{json}");
    assert_eq!(json["cards"], json["printed_back"], "{json}");
    assert!(json["compiled"].as_u64() <= json["printed_back"].as_u64(), "{json}");
}

#[test]
fn refused_cards_are_reported_with_their_place() {
    let folder = Folder::new("cli");
    let lines = concat!(
        r#"{"name": "Good One", "type_line": "Instant", "oracle_text": "Draw a card."}"#,
        "\n",
        r#"{"name": "Odd One", "type_line": "Instant", "oracle_text": "Draw a card. Sing loudly."}"#,
        "\n",
        r#"{"name": "Unrun", "type_line": "Artifact", "oracle_text": "Whenever you tap a land for mana, draw a card."}"#,
        "\n",
        r#"{"name": "Left // Right", "type_line": "Instant // Instant", "layout": "split", "card_faces": [{"name": "Left", "#,
        r#""type_line": "Instant", "oracle_text": "Draw a card."}, {"name": "Right", "type_line": "Instant", "oracle_text": "Hum."}]}"#,
        "\n",
        r#"{"name": "good one", "type_line": "Instant", "oracle_text": "Draw two cards."}"#,
        "\n",
        r#"{"name": "Some Plane", "type_line": "Plane — Somewhere", "oracle_text": "Roll."}"#,
        "\nno card\n",
    );
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(lines.as_bytes()).unwrap();
    std::fs::write(folder.path("two.jsonl.gz"), packed.finish().unwrap()).unwrap();
    let text = rulebook_in(&folder.0, &["cards", "coverage", "two.jsonl.gz", "--refused"], "").fine();
    assert!(text.contains("compiled             2   40.0 %"), "{text}");
    assert!(text.contains("same name            1"), "{text}");
    for told in
        ["Unrun: the engine does not support this kind of trigger event", "Left // Right: Right: not understood: "]
    {
        assert!(text.contains(told), "no `{told}` in\n{text}");
    }
    assert!(text.contains("unreadable           1") && text.contains("Odd One: > sing loudly"), "{text}");
}

#[test]
fn a_file_without_cards_is_an_error() {
    rulebook(&["cards", "coverage", "nowhere.json"]).failed(1, "nowhere.json");
    rulebook(&["cards", "coverage", "chess/meta.json"]).failed(1, "this file has no cards");
}

#[test]
fn a_share_that_may_not_fall() {
    let folder = Folder::new("cli");
    let (file, cards) = (folder.path("least.txt"), folder.path("two.json"));
    std::fs::write(&file, "50\n").unwrap();
    let two = r#"[{"name": "Fine", "type_line": "Sorcery", "mana_cost": "{B}", "oracle_text": "Draw a card."},
        {"name": "Odd", "type_line": "Sorcery", "mana_cost": "{B}", "oracle_text": "Sing loudly."}]"#;
    std::fs::write(&cards, two).unwrap();
    let coverage = |least: &str| rulebook(&["cards", "coverage", &cards, "--at-least", least]);
    coverage("50").fine();
    coverage(&file).fine();
    coverage("100").failed(1, "at least 100 % must");
    coverage("200").failed(2, "--at-least");
}
