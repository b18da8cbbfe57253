//! Tests of diagnostics as text and as JSON.

use crate::common::read;
use rulebook_diag::{Diagnostic, Diagnostics, Paint, Sources, Span};

/// Two files with every kind of diagnostic, out of order.
fn example() -> (Sources, Diagnostics) {
    let mut sources = Sources::new();
    let game =
        sources.add("war.cgml", "zones:\n  deck: {}\nrules:\n  - move: [♥, dekc]\n    to: [\n      a,\n      b ]\n");
    let cards = sources.add("cards.yaml", "suits: [♥]\n");
    let at = |file, text: &str| {
        let start = sources.text(file).find(text).expect(text);
        Span::new(file, start..start + text.len())
    };
    let mut diags = Diagnostics::new();
    diags.push(Diagnostic::note("X0003", at(cards, "suits"), "only one suit"));
    diags.push(
        Diagnostic::warning("X0002", at(game, "[\n      a,\n      b ]"), "two places").label("these").help("use one"),
    );
    let unknown = Diagnostic::error("X0001", at(game, "dekc"), "there is no zone `dekc`")
        .label("not a zone")
        .secondary(at(game, "deck"), "a zone")
        .secondary(at(cards, "♥"), "the card")
        .did_you_mean(Some("deck"), false);
    diags.push(unknown.clone());
    diags.push(unknown);
    (sources, diags)
}

#[test]
fn text_for_people() {
    let (sources, diags) = example();
    insta::assert_snapshot!(diags.to_text(&sources, Paint::Plain));
    assert_eq!(diags.summary(), "1 error, 1 warning, 1 note");
    assert!(diags.to_text(&sources, Paint::Coloured).contains("\u{1b}["));
    assert_eq!(Diagnostics::new().to_text(&sources, Paint::Plain), "");
}

#[test]
fn json_for_tools() {
    let (sources, diags) = example();
    insta::assert_snapshot!(diags.to_json(&sources));
    assert_eq!(Diagnostics::new().to_json(&sources), "[]");
}

#[test]
fn syntax_mistakes_are_shown_where_they_are() {
    let texts = [
        "a: [1, 2\n",
        "name: War: the game\n",
        "a:\n\t- 1\n",
        "a: 1\na: 2\n",
        "a: x\u{1b}[31m\n",
        "a: 'x\n",
        "a: 1\n b: 2\n",
        "",
        "{\"a\": 1,, }",
    ];
    let reports = texts.map(|text| {
        let read = read(text);
        read.diags.to_text(&read.sources, Paint::Plain)
    });
    insta::assert_snapshot!(reports.join("----------\n"));
}

#[test]
fn only_errors_make_a_file_unusable() {
    let span = Span::new(Sources::new().add("a", ""), 0..0);
    let mut diags = Diagnostics::new();
    assert!(diags.is_empty() && !diags.has_errors());
    diags.push(Diagnostic::warning("X0001", span, "hm"));
    assert!(!diags.is_empty() && !diags.has_errors());
    diags.push(Diagnostic::error("X0002", span, "no"));
    assert!(diags.has_errors());
}

#[test]
fn no_text_of_a_file_reaches_the_terminal_as_an_escape() {
    let mut sources = Sources::new();
    let span = Span::new(sources.add("\u{1b}[2J", "a\u{1b}[2J\n"), 0..1);
    let evil = "\u{1b}[2J\u{202e}";
    let found = Diagnostic::error("X0001", span, evil).label(evil).secondary(span, evil).help(evil);
    for found in [found.clone(), found.suggest(span, evil)] {
        let text = Diagnostics::from(vec![found]).to_text(&sources, Paint::Plain);
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    }
}

#[test]
fn a_flood_is_cut_and_counted() {
    let text = "x\n".repeat(1000);
    let mut sources = Sources::new();
    let file = sources.add("a", text);
    let diags: Vec<_> =
        (0..1000).map(|line| Diagnostic::error("X0001", Span::new(file, line * 2..line * 2 + 1), "no")).collect();
    let report = Diagnostics::from(diags).to_text(&sources, Paint::Plain);
    assert_eq!(report.matches("error[X0001]").count(), 100);
    assert!(report.ends_with("... and 900 more\n\n1000 errors\n"));
}

#[test]
fn a_line_without_end_is_cut_around_the_mistake() {
    let text = format!("[{}{{\"a\": 1, \"a\": 2}}{}]", "\"♥\", ".repeat(9000), ", 1".repeat(9000));
    let read = read(&text);
    insta::assert_snapshot!(read.diags.to_text(&read.sources, Paint::Plain));
}
