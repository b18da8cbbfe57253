//! Tests that a page with a false assertion is refused. The message names the line and the actual value.

use super::check;
use rulebook_testkit::pages::Page;
use std::path::Path;

const DEALS: &str = "\
rules:
  - id: deal
    trigger: on.phase.Main
    effect:
      - { action: MOVE, from: $.zones.deck, to: '$.players[current].zones.hand' }
      - { action: ANNOUNCE, text: dealt }
";

fn wrong(program: &str, block: &str) -> String {
    let text = format!("# Title\n\n*CGML 13.1*\n\n```yaml\n{program}```\n\n{block}\n```\n");
    check(&Page::parse(Path::new("page.md"), &text).expect("a page")).expect_err("this page is not true")
}

#[test]
fn a_false_assertion_is_refused_with_the_true_value() {
    let begin = "```play\ngiven deck exactly: 7S 8S 9S\np1 hand: 9S\n";
    for (line, told) in [
        ("deck: 8S 7S", "there lies `7S 8S`"),
        ("deck: 7S", "there lies `7S 8S`"),
        ("deck in any order: 7S 9S", "there lies `7S 8S`"),
        ("deck holds: 3", "it is `2`"),
        ("p2 hand: 9S", "there lies `nothing`"),
        ("p2 sees p1 hand: 9S", "it is `?`"),
        ("p1 score: 3", "it is `0`"),
        ("turn: p2", "it is `p1`"),
        ("phase: End", "it is `nothing`"),
        ("due: p2", "it is `p1`"),
        ("p1 options: 9S", "they are `continue`"),
        ("said: moved", "it is `dealt`"),
        ("failed: deal, action 0: there is no card to take", "it is `nothing`"),
        ("over: p1 wins", "it is not over: p1 is asked"),
        ("p1 > 9S", "that is not a legal move"),
        ("p2 > continue", "it is not your turn"),
        ("p1 > continue is refused", "is not refused"),
        ("hand: 9S", "whose `hand`?"),
        ("stock: 9S", "no zone or variable `stock`"),
        ("p7 hand: 9S", "no player `p7`"),
        ("given deck: 9S", "there is no player `given`"),
        ("hello", "is not a line of a match"),
    ] {
        let why = wrong(DEALS, &format!("{begin}{line}"));
        assert!(why.contains(told) && why.starts_with("page.md:17: "), "{line}: {why}");
    }
}

#[test]
fn a_block_that_asserts_nothing_is_refused() {
    assert!(wrong(DEALS, "```play\np1 > continue").contains("asserts nothing"));
    assert!(wrong(DEALS, "```play\nseats 9\nturn: p1").contains("2 to 4 players can play this"));
    assert!(wrong(DEALS, "```play\ngiven deck: 1S\nfailed: nothing").contains("not in the deck, or it is given twice"));
    for given in ["given deck: 1S", "given dekc: 8S", "given p1 hand exactly: 1S"] {
        let why = wrong(DEALS, &format!("```play\ngiven p1 hand: 7S\n{given}\ngiven p2 hand: 9S\nfailed: nothing"));
        assert!(why.starts_with("page.md:16: "), "{given}: {why}");
    }
    assert!(wrong(DEALS, "```text\nturn: p1").contains("has no meaning here"));
}

#[test]
fn mistakes_must_be_listed_as_they_are() {
    let misspelt = DEALS.replace("$.zones.deck", "$.zones.dekc");
    assert!(wrong(&misspelt, "```play\nturn: p1").contains("error C2002 line 5: dekc"));
    assert!(wrong(&misspelt, "```report\nerror C2002 line 4: dekc").contains("line 5"));
    assert!(wrong(&misspelt, "```report\nerror C2002 line 5: dekc\n> did you mean `hand`?").contains("does not say"));
    assert!(wrong(DEALS, "```report\nerror C2002 line 5: dekc").contains("listed, but not found"));
}

#[test]
fn a_page_says_what_it_is_about() {
    let page = |line: &str| {
        let text = format!("# T\n\n{line}\n\n```yaml\n{DEALS}```\n```play\nturn: p1\n```\n");
        check(&Page::parse(Path::new("page.md"), &text).expect("a page"))
    };
    assert_eq!(page("*CGML 13.1 `MOVE`, decision 6*"), Ok(()));
    assert_eq!(page("*CGML 13.1-1 13.1-2, `MOVE`, decision 6, Cards 1.1-8*"), Ok(()));
    assert!(page("*CGML 13.1-99*").is_err_and(|why| why.contains("13.1-99")));
    assert!(page("about moving").is_err_and(|why| why.contains("italics")));
    assert!(page("*CGML 13.9*").is_err_and(|why| why.contains("13.9")));
    assert!(page("*CGML 13.1, decision 40*").is_err_and(|why| why.contains("40")));
    assert!(page("*CGML 13.1 `DEAL`*").is_err_and(|why| why.contains("which no program uses")));
    assert!(page("*decision 6*").is_err_and(|why| why.contains("clause")));
}
