//! What can be used and is probably not meant.

use super::Compiled;
use super::whole::{game, rule};

/// Warnings of a document that compiles, by code and place, without those of the test document itself.
#[track_caller]
fn warned(text: &str) -> Vec<String> {
    let own = Compiled::of(&game("rules: []\n")).found();
    let compiled = Compiled::of(text);
    assert!(!compiled.diags.has_errors(), "{}", compiled.report());
    compiled.found().into_iter().filter(|found| !own.contains(found)).collect()
}

#[test]
fn what_is_never_used() {
    let found = Compiled::of(&game("rules: []\n")).found();
    assert!(found.contains(&"C2103 flag".into()) && found.contains(&"C2105 won".into()), "{found:?}");
    assert!(!found.contains(&"C2105 stock".into()));
}

#[test]
fn what_never_happens() {
    let on = |trigger: &str| format!("rules:\n  - {{ id: a, trigger: {trigger}, effect: [] }}\n");
    let lost = game(&on("on.phase.Lost")).replace("    Over: {", "    Limbo: { phases: [Lost] }\n    Over: {");
    assert_eq!(warned(&lost), ["C2102 on.phase.Lost"]);
    let event = game(&on("on.bang")).replace("  teams:", "  events: [ { name: bang } ]\n  teams:");
    assert_eq!(warned(&event), ["C2102 on.bang"]);
    let turns =
        game(&on("on.turn.end")).replace("initial_state: Round", "initial_state: Round\n  player_order: simultaneous");
    let turns = turns.replace("evaluator: $currentPlayer", "evaluator: \"$.players[0]\"");
    assert_eq!(warned(&turns), ["C2102 on.turn.end"]);
}

#[test]
fn what_never_ends() {
    let endless = game("rules: []\n")
        .replace("    - { from: Round, to: Over, condition: \"count($.zones.stock) == 0\" }\n", "    []\n");
    assert_eq!(warned(&endless), ["C2106 Round"]);
    let stuck = game("rules: []\n")
        .replace("    Over: {", "    Stuck: { phases: [Wait] }\n    Over: {")
        .replace("  transitions:\n", "  transitions:\n    - { from: Round, to: Stuck }\n");
    assert_eq!(warned(&stuck), ["C2104 Stuck"]);
}

#[test]
fn names_that_hide_others() {
    let text = game("rules: []\n")
        .replace("  variables:\n", "  variables:\n    - { name: card, initial_value: 1, audience: all }\n");
    assert_eq!(warned(&text), ["C2107 card"]);
    let text = rule("", "- { action: FOR_EACH, in: { value: [1] }, as: count, do: [ { action: REVERSE_ORDER } ] }");
    assert_eq!(warned(&game(&text)), ["C2107 count"]);
}

#[test]
fn comparisons_with_nothing() {
    let text = rule("    condition: \"$.count == null\"\n", "- { action: REVERSE_ORDER }");
    assert_eq!(warned(&game(&text)), ["C2101 =="]);
}

#[test]
fn options_that_tell() {
    let ask = |options: &str| game(&rule("", &format!("- {{ action: REQUEST_INPUT, options: {options} }}")));
    assert_eq!(warned(&ask("\"$.players[current].zones.hand\"")), [""; 0]);
    assert_eq!(warned(&ask("\"$.players[opponent].zones.hand\"")), ["C2108 $.players[opponent].zones.hand"]);
    assert_eq!(warned(&ask("\"$.zones.stock\"")), ["C2108 $.zones.stock"]);
    let seats = "\"filter($.players, any($.player.zones.hand, $.card.properties.suit == 'H'))\"";
    assert!(warned(&ask(seats))[0].starts_with("C2108"));
}

#[test]
fn cards_without_a_home() {
    let text = game("rules: []\n").replace(", of_deck: pack", "");
    assert!(warned(&text).contains(&"C2109 pack".into()), "{:?}", warned(&text));
}

#[test]
fn ids_of_nobody() {
    let text = rule("    condition: \"$.players[by_id=alice] == $currentPlayer\"\n", "- { action: REVERSE_ORDER }");
    assert_eq!(warned(&game(&text)), ["C2011 alice"]);
}
