//! Tests the warnings of the compiler.

use super::Compiled;
use super::whole::{game, rule};
use rulebook_cgml::compile::{codes, correct_reorders};
use rulebook_cgml::load::fix;
use rulebook_diag::Suggestion;

/// The warnings of a document that compiles, by code and span, without the warnings of the test document itself.
#[track_caller]
fn warned(text: &str) -> Vec<String> {
    let mut own = Compiled::of(&game("rules: []\n")).found();
    own.extend(Compiled::of(&game(&rule("", "- { action: REVERSE_ORDER }"))).found());
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
fn conditions_that_are_never_true() {
    let when = |condition: &str| {
        warned(&game(&rule(&format!("    condition: \"{condition}\"\n"), "- { action: REVERSE_ORDER }")))
    };
    for never in ["false", "1 > 2", "$.flag and 1 == 2", "not (1 < 2)", "'a' == 'b'"] {
        assert_eq!(when(never), [format!("C2102 {never}")]);
    }
    for fine in ["true", "1 < 2", "$.flag or 1 == 2", "$.count > 2"] {
        assert_eq!(when(fine), [""; 0], "{fine}");
    }
    assert_eq!(warned(&game(&rule("", "- { action: IF, condition: \"1 > 2\", then: [] }"))), ["C2102 1 > 2"]);
    assert_eq!(warned(&game(&rule("", "- { action: REVERSE_ORDER, condition: \"false\" }"))), ["C2102 false"]);
    let left = game("rules: []\n").replace("count($.zones.stock) == 0", "1 > 2");
    assert_eq!(warned(&left), ["C2102 1 > 2"]);
}

/// A game that forgets to count its rounds never ends.
#[test]
fn transitions_whose_condition_nothing_changes() {
    let until = |rules: &str| game(rules).replace("count($.zones.stock) == 0", "$.count > 5");
    assert_eq!(warned(&until("rules: []\n")), ["C2106 $.count > 5"]);
    let report = Compiled::of(&until("rules: []\n")).report();
    assert!(report.contains("no action changes `count`"), "{report}");
    assert_eq!(warned(&until(&rule("", "- { action: INCREMENT, path: $.count }"))), [""; 0]);
    // No warning: such a condition may be intended, because it is true at the start or because other values can make it
    // true.
    for fine in ["$.count < 5", "$.count == count($.zones.stock)", "$.flag or count($.zones.stock) == 0"] {
        let text = game("rules: []\n").replace("count($.zones.stock) == 0", fine);
        assert!(warned(&text).iter().all(|found| !found.starts_with("C2102")), "{fine}: {:?}", warned(&text));
    }
}

/// `won` is a mistake if players compete.
#[test]
fn won_of_a_game_that_is_not_played_together() {
    let text = game(&rule("", "- { action: REVERSE_ORDER }"))
        .replace("evaluator: $currentPlayer", "evaluator: $currentPlayer\n    won: $.count > 3");
    assert_eq!(warned(&text), ["C2102 $.count > 3"]);
    for together in [text.replace("min: 2", "min: 1"), text.replace("seats: [0]", "seats: [0, 1]")] {
        assert!(warned(&together).iter().all(|found| !found.starts_with("C2102")), "{:?}", warned(&together));
    }
}

#[test]
fn moves_that_no_card_makes() {
    let on = |rule: &str| game(&format!("rules:\n  - {{ id: a, trigger: on.discard, effect: [ {rule} ] }}\n"));
    let without = |text: String| text.replace("    - { name: discard, type: discard, per_player: true }\n", "");
    assert_eq!(warned(&on("{ action: REVERSE_ORDER }")), [""; 0]);
    assert_eq!(warned(&without(on("{ action: REVERSE_ORDER }"))), ["C2102 on.discard"]);
    let says = "{ action: MOVE, from: $.zones.stock, to: \"$.players[0].zones.won\", emit: discard }";
    // This rule triggers itself, but it can fire.
    assert!(warned(&without(on(says))).iter().all(|found| found.starts_with("C2113")));
}

#[test]
fn values_that_no_card_has() {
    let when = |condition: &str| {
        let text = game(&rule(&format!("    condition: \"{condition}\"\n"), "- { action: REVERSE_ORDER }"));
        (warned(&text), Compiled::of(&text).report())
    };
    let (found, said) = when("top($.zones.stock).properties.suit == 'Hearts'");
    assert_eq!(found, ["C2110 'Hearts'"]);
    assert!(said.contains("no card has the suit `Hearts`") && said.contains("did you mean `H`?"), "{said}");
    for never in ["'Z' == rank(top($.zones.stock))", "any($.zones.stock, $.card.properties.rank != 'Z')"] {
        assert_eq!(when(never).0, ["C2110 'Z'"]);
    }
    assert_eq!(when("rank(top($.zones.stock)) in ['A', 'Z']").0, ["C2110 ['A', 'Z']"]);
    assert_eq!(when("'Z' in map($.zones.stock, $.card.properties.rank)").0, ["C2110 'Z'"]);
    for fine in ["rank(top($.zones.stock)) == 10", "rank(top($.zones.stock)) in ['A', 2]"] {
        assert_eq!(when(fine).0, [""; 0], "{fine}");
    }
    // A property that changes in play can have any value.
    let changed = "- { action: SET_PROPERTY, target: \"top($.zones.stock)\", property: suit, value: { value: Z } }";
    let text = rule("    condition: \"top($.zones.stock).properties.suit == 'Z'\"\n", changed);
    assert_eq!(warned(&game(&text)), [""; 0]);
}

#[test]
fn quotes_that_are_a_part_of_a_text() {
    let begins = |initial: &str| {
        let text = game(&rule("    condition: \"$.word == 'A'\"\n", "- { action: REVERSE_ORDER }"));
        let word = format!("  variables:\n    - {{ name: word, initial_value: {initial} }}\n");
        warned(&text.replace("  variables:\n", &word))
    };
    assert_eq!(begins("A"), [""; 0]);
    assert_eq!(begins("\"it's\""), [""; 0]);
    for quoted in ["\"'A'\"", "\"''\""] {
        let found = begins(quoted);
        assert!(found.len() == 1 && found[0].starts_with("C2117"), "{found:?}");
    }
}

#[test]
fn ranks_without_a_place() {
    let of = |hierarchy: &str| {
        let tiny = format!(
            "  component_types: {{ deck_types: {{ tiny: {{ composition: [ {{ type: template, template: standard_suits, values: [2, 3, 4] }} ], rank_hierarchy: {hierarchy} }} }} }}\n  decks:\n    few: {{ type: tiny }}\n"
        );
        game("rules: []\n")
            .replace("  decks:\n", &tiny)
            .replace("name: won, type: public,", "name: won, type: public, of_deck: few,")
    };
    assert_eq!(warned(&of("[2, 3, 4]")), [""; 0]);
    assert_eq!(warned(&of("[4, 3]")), ["C2111 4, 3"]);
    let twice = Compiled::of(&of("[2, 2, 3, 4]"));
    assert!(twice.found().contains(&"C2012 2".into()), "{}", twice.report());
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
    let waits = |text: &str| text.replace("count($.zones.stock) == 0", "$.count > 3 or $.players[0].score == 9");
    assert_eq!(warned(&waits(&game("rules: []\n"))), ["C2106 $.count > 3 or $.players[0].score == 9"]);
    let scored = rule("", "- { action: SCORE, points: 1 }");
    assert_eq!(warned(&waits(&game(&scored))), [""; 0]);
}

#[test]
fn a_seed_that_is_not_used() {
    let with = |rng: &str| {
        let players = "players: { min: 2, max: 2 }";
        warned(&game("rules: []\n").replace(players, &format!("{players}, rng: {{ {rng} }}")))
    };
    assert_eq!(with("seed: 7"), ["C2118 7"]);
    assert_eq!(with("deterministic: true"), ["C2118 { deterministic: true }"]);
    assert_eq!(with("deterministic: true, seed: 7"), [""; 0]);
}

#[test]
fn states_that_nothing_leads_to() {
    let limbo = game("rules: []\n").replace("    Over: {", "    Limbo: { phases: [Nowhere] }\n    Over: {");
    assert_eq!(warned(&limbo), ["C2112 Limbo"]);
    let shared = game(&rule("", "- { action: REVERSE_ORDER }"));
    let shared = shared.replace("    Over: {", "    Limbo: { phases: [Play] }\n    Over: {");
    assert_eq!(warned(&shared), ["C2112 Limbo"], "the phase is entered in another state");
}

#[test]
fn phases_that_nothing_is_about() {
    let with = |text: String| warned(&text.replace("phases: [Play, End]", "phases: [Play, Rest]"));
    assert_eq!(with(game(&rule("", "- { action: REVERSE_ORDER }"))), ["C2114 Rest"]);
    assert_eq!(with(game(&rule("", "- { action: SET_PHASE, phase: Rest }"))), [""; 0]);
    assert_eq!(with(game(&rule("    condition: $currentPhase == 'Rest'\n", "- { action: REVERSE_ORDER }"))), [""; 0]);
    assert_eq!(with(game(&rule("", "- { action: ANNOUNCE, text: \"{$currentPhase}\" }"))), [""; 0]);
    assert_eq!(with(game("rules: []\n")), [""; 0], "turns are enough");
}

#[test]
fn rules_that_set_themselves_off() {
    let on = |trigger: &str, effect: &str| {
        let text = game(&format!("rules:\n  - {{ id: a, trigger: {trigger}, effect: [ {effect} ] }}\n"));
        warned(&text.replace("  teams:", "  events: [ { name: ping } ]\n  teams:"))
    };
    for (trigger, again) in [
        ("on.ping", "{ action: EMIT, event: ping }"),
        ("on.turn.begin", "{ action: REPEAT_TURN }"),
        ("on.move", "{ action: MOVE, from: $.zones.stock, to: $.zones.stock }"),
        ("on.move", "{ action: MILL, from: $.zones.stock, to: $.zones.stock }"),
        ("on.move", "{ action: DISCARD, card: top($.zones.stock), to: $.zones.stock }"),
        ("on.play", "{ action: PLAY, card: top($.zones.stock), to: $.zones.stock }"),
        ("on.discard", "{ action: DISCARD, card: top($.zones.stock), to: $.zones.stock }"),
    ] {
        let found = on(trigger, again);
        assert!(found.iter().any(|found| found.starts_with("C2113 ")), "{found:?}");
        let asked = on(trigger, &format!("{{ action: REQUEST_INPUT, options: {{ type: yes_no }} }}, {again}"));
        assert!(asked.iter().all(|found| !found.starts_with("C2113 ")), "{asked:?}");
        let when = again.replace(" }", ", condition: $.flag }");
        assert!(on(trigger, &when).iter().all(|found| !found.starts_with("C2113 ")));
    }
    for quiet in [
        "{ action: MOVE, from: $.zones.stock, to: $.zones.stock, emit: none }",
        "{ action: MOVE_ALL, from: $.zones.stock, to: $.zones.stock }",
    ] {
        let found = on("on.move", quiet);
        assert!(found.iter().all(|found| !found.starts_with("C2113 ")), "{found:?}");
    }
}

#[test]
fn conditions_on_places_that_never_occur() {
    let when = |condition: &str| {
        warned(&game(&rule(&format!("    condition: \"{condition}\"\n"), "- { action: REVERSE_ORDER }")))
    };
    assert_eq!(when("$activeState == 'Ruond'"), ["C2101 'Ruond'"]);
    assert_eq!(when("'Nowhere' == $currentPhase"), ["C2101 'Nowhere'"]);
    assert_eq!(when("$activeState == 'Round'"), [""; 0]);
    assert_eq!(when("$.count / 0 == 1"), ["C2101 0"]);
}

#[test]
fn names_that_hide_others() {
    let text = game("rules: []\n")
        .replace("  variables:\n", "  variables:\n    - { name: card, initial_value: 1, audience: all }\n");
    assert_eq!(warned(&text), ["C2107 card"]);
    let text = rule("", "- { action: FOR_EACH, in: { value: [1] }, as: count, do: [ { action: REVERSE_ORDER } ] }");
    assert_eq!(warned(&game(&text)), ["C2107 count"]);
    let filtered = |name: &str| {
        let count = "{ action: INCREMENT, path: $.count, by: \"count(filter([1, 2], ref:item > 1))\" }";
        warned(&game(&rule("", &format!("- {{ action: FOR_EACH, in: \"range(2)\"{name}, do: [ {count} ] }}"))))
    };
    assert!(filtered("").contains(&"C2107 item".to_owned()), "{:?}", filtered(""));
    assert!(
        filtered(", as: n").iter().all(|found| !found.starts_with("C2107")),
        "the loop has another name for its item"
    );
    let others = |by: &str| {
        let count = format!("{{ action: INCREMENT, path: $.count, by: \"{by}\" }}");
        warned(&game(&rule("", &format!("- {{ action: FOR_EACH_PLAYER, do: [ {count} ] }}"))))
    };
    let same = others("count(filter($.players, $.player != $player))");
    assert!(same.contains(&"C2107 !=".to_owned()), "{same:?}");
    for fine in [
        "let me = $player; count(filter($.players, $.player != ref:me))",
        "count(filter($.players, $player.score > 0))",
    ] {
        assert!(others(fine).iter().all(|found| !found.starts_with("C2107")), "{:?}", others(fine));
    }
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
    // Options that are named by position reveal nothing.
    assert_eq!(warned(&ask("\"$.players[opponent].zones.hand\"")), [""; 0]);
    assert_eq!(warned(&ask("{ type: card, from: $.zones.stock }")), [""; 0]);
    let red = "filter($.players[opponent].zones.hand, $.card.properties.suit == 'H')";
    assert_eq!(warned(&ask(&format!("\"{red}\""))), [format!("C2108 {red}")]);
    let own = red.replace("opponent", "current");
    assert_eq!(warned(&ask(&format!("\"{own}\""))), [""; 0]);
    let told = |options: &str| warned(&ask(options)).first().is_some_and(|found| found.starts_with("C2108"));
    assert!(told("{ type: number, min: 0, max: \"rank_value(top($.players[opponent].zones.hand))\" }"));
    assert!(told("\"sort_by($.zones.stock, rank_value($.card))\""));
    assert!(told("\"distinct($.zones.stock[*].properties.rank)\""));
    assert!(told("\"if top($.zones.stock).properties.rank == 'A' then [1, 2] else [1]\""));
    let sum = "constraint: \"sum($.cards, rank_value($.card)) == 9\"";
    assert!(told(&format!("{{ type: card_set, from: $.zones.stock, {sum} }}")));
    assert!(!told(&format!("{{ type: card_set, from: \"$.players[current].zones.hand\", {sum} }}")));
    let most = "rank_value(top($.zones.stock))";
    assert!(told(&format!("{{ type: card_set, from: \"$.players[current].zones.hand\", max: \"{most}\" }}")));
    // A player who has looked at the card knows it.
    let look = |who: &str| {
        let look = format!("- {{ action: LOOK, player: {who}, target: \"$.players[opponent].zones.hand\" }}");
        game(&rule("", &format!("{look}\n- {{ action: REQUEST_INPUT, options: \"{red}\" }}")))
    };
    assert_eq!(warned(&look("current")), [""; 0]);
    assert_eq!(warned(&look("opponent")), [format!("C2108 {red}")]);
    let seats = "\"filter($.players, any($.player.zones.hand, $.card.properties.suit == 'H'))\"";
    assert!(warned(&ask(seats))[0].starts_with("C2108"));
}

/// A variable is set from a card that is hidden from other players, and their options depend on it.
#[test]
fn options_that_read_a_secret() {
    let higher = "filter($.players[current].zones.hand, rank_value($.card) > $.count)";
    let climb = |steps: &[&str]| {
        let ask = format!("- {{ action: REQUEST_INPUT, options: \"{higher}\", store_as: card }}");
        warned(&game(&rule("", &[&[ask.as_str()][..], steps].concat().join("\n"))))
    };
    let set = "- { action: SET_VARIABLE, path: $.count, value: rank_value(ref:card) }";
    let add = "- { action: INCREMENT, path: $.count, by: rank_value(ref:card) }";
    let lay = "- { action: MOVE, from: ref:card, to: \"$.players[current].zones.pile\" }";
    let hide = "- { action: MOVE, from: ref:card, to: \"$.players[current].zones.own\" }";
    let say = "- { action: ANNOUNCE, text: higher }";
    let told = [format!("C2108 {higher}")];
    let top = "- { action: DISCARD, card: ref:card }";
    let first = "- { action: SET_VARIABLE, condition: $.flag, path: $.count, value: rank_value(ref:card) }";
    let branch = "- { action: IF, condition: $.flag, then: [ { action: SET_VARIABLE, path: $.count, value: rank_value(ref:card) } ] }";
    let fine: [&[&str]; 8] = [
        &[set, lay],
        &[lay, set],
        &[lay, add],
        &[set, say, lay],
        &[top, set],
        &[first, lay],
        &[branch, lay],
        &["- { action: REVERSE_ORDER }"],
    ];
    for fine in fine {
        assert_eq!(climb(fine), [""; 0], "{fine:?}");
    }
    for secret in [[set].as_slice(), &[set, hide], &[hide, set], &[add, lay]] {
        assert_eq!(climb(secret), told, "{secret:?}");
    }
    let open =
        |text: String| text.replace("name: count, initial_value: 0", "name: count, initial_value: 0, audience: all");
    let ask = format!("- {{ action: REQUEST_INPUT, options: \"{higher}\", store_as: card }}");
    assert_eq!(warned(&open(game(&rule("", &format!("{ask}\n{set}"))))), [""; 0]);
    // No warning: the scores in this comparison are the player's own, so the player knows them.
    let own = "- { action: SET_VARIABLE, path: \"$.players[current].score\", value: rank_value(ref:card) }";
    let ask = ask.replace("$.count", "$.players[current].score");
    assert_eq!(warned(&game(&rule("", &format!("{ask}\n{own}")))), [""; 0]);
}

/// A message to one player shows `…` instead of the cards of another player.
#[test]
fn messages_that_their_addressee_cannot_read() {
    let text = "\"has {top($.players[1].zones.hand)}\"";
    let say = |to: &str| warned(&game(&rule("", &format!("- {{ action: ANNOUNCE, text: {text}, to: \"{to}\" }}"))));
    assert_eq!(say("$.players[0]"), [format!("C2121 {text}")]);
    assert_eq!(say("$.players[1]"), [""; 0]);
}

/// If a value can be `null`, a comparison with `!=` causes a warning, because `null` is neither equal nor unequal to a
/// player.
#[test]
fn unequal_to_nobody() {
    let when = |condition: &str| {
        let takes = "- { action: SET_VARIABLE, path: $.chosen, value: $currentPlayer }";
        let nobody = game(&rule(&format!("    condition: \"{condition}\"\n"), takes));
        warned(&nobody.replace("  - { action: SET_VARIABLE, path: $.chosen, value: \"$.players[0]\" }\n", "  []\n"))
    };
    let told = ["C2115 !=".to_owned()];
    let set = "$.flag and $.chosen != $currentPlayer.id";
    assert_eq!(when(set), told);
    assert_eq!(when("$currentPlayer.id != $.chosen"), told);
    for fine in [
        "not ($.chosen == $currentPlayer.id)",
        "exists($.chosen) and $.chosen != $currentPlayer.id",
        "$.chosen == $currentPlayer.id",
        "$.count != 3",
    ] {
        assert_eq!(when(fine), [""; 0], "{fine}");
    }
    // The setup has set the variable.
    let text = rule(&format!("    condition: \"{set}\"\n"), "- { action: REVERSE_ORDER }");
    assert_eq!(warned(&game(&text)), [""; 0]);
    // There is no warning if an earlier action sets the variable, or if the rule tests whether it exists.
    let within = |head: &str, actions: &str| {
        let nobody = game(&rule(head, actions));
        warned(&nobody.replace("  - { action: SET_VARIABLE, path: $.chosen, value: \"$.players[0]\" }\n", "  []\n"))
    };
    let other = "- { action: REVERSE_ORDER, condition: $.chosen != $currentPlayer.id }";
    let takes = "- { action: SET_VARIABLE, path: $.chosen, value: $currentPlayer }";
    assert_eq!(within("", &format!("{other}\n{takes}")), told);
    assert_eq!(within("", &format!("{takes}\n{other}")), [""; 0]);
    assert_eq!(within("    condition: exists($.chosen)\n", &format!("{other}\n{takes}")), [""; 0]);
    assert_eq!(within("    enabled_when: exists($.chosen)\n", &format!("{other}\n{takes}")), [""; 0]);
}

/// `visibility` concerns only face-up cards.
#[test]
fn zones_that_nobody_sees() {
    let others = |face: &str, actions: &str| {
        let zone = format!(
            "    - {{ name: other, type: {{ {face}visibility: {{ owner: count_only, others: all }} }}, per_player: true }}\n  teams:"
        );
        let filled = format!("- {{ action: MOVE, from: $.zones.stock, to: \"$.players[0].zones.other\" }}\n{actions}");
        warned(&game(&rule("", &filled)).replace("  teams:", &zone))
    };
    assert_eq!(others("", ""), [""; 0]);
    assert_eq!(others("default_face: down, ", ""), ["C2116 all"]);
    assert_eq!(others("default_face: down, ", "- { action: FLIP, target: \"$.players[0].zones.other\" }"), [""; 0]);
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
    let few = game("rules: []\n").replace("max: 2", "max: 2, ids: [sheriff]");
    assert_eq!(warned(&few), ["C2031 sheriff"]);
}

/// The text after the corrections of its warnings, as `rulebook fix` makes them.
fn corrected(text: &str) -> String {
    let mut compiled = Compiled::of(text);
    correct_reorders(&compiled.sources, &mut compiled.diags);
    let found = compiled.diags.sorted().into_iter().filter(|found| found.code == codes::NOT_REORDERED);
    let edits: Vec<Suggestion> = found.filter_map(|found| found.suggestion.clone()).collect();
    fix(text, &edits)
}

#[test]
fn zones_whose_type_does_not_allow_a_new_order() {
    let order = |zone: &str| rule("", &format!("- {{ action: REORDER, target: \"{zone}\", by: reverse }}"));
    // Test a type in braces and a built-in type.
    for zone in ["$.players[0].zones.own", "$.zones.stock"] {
        let text = game(&order(zone));
        assert_eq!(warned(&text), [format!("C2119 {zone}")]);
        let fixed = corrected(&text);
        assert_eq!(fixed.matches("allows_reorder: true").count(), 1, "{fixed}");
        assert_eq!(warned(&fixed), [""; 0], "{fixed}");
    }
    // Test a declared type in braces, one with a key in each line, and one without keys.
    for kind in ["{ ordering: lifo }", "\n        ordering: lifo\n        default_face: up", "{}"] {
        let types = format!("components:\n  component_types:\n    zone_types:\n      row: {kind}\n");
        let text = game(&order("$.players[0].zones.pile"));
        let text = text.replace("components:\n", &types).replace("name: pile, type: public", "name: pile, type: row");
        assert_eq!(warned(&text), ["C2119 $.players[0].zones.pile"]);
        assert_eq!(warned(&corrected(&text)), [""; 0], "{}", corrected(&text));
    }
    // A type that explicitly forbids a new order causes no warning, because its author clearly intended this.
    let forbidden = game(&order("$.players[0].zones.own"));
    let forbidden = forbidden.replace("type: { ordering: lifo", "type: { allows_reorder: false, ordering: lifo");
    assert_eq!(warned(&forbidden), [""; 0]);
}

#[test]
fn players_who_take_the_same_card_at_once() {
    let at_once = |from: &str| {
        let step = format!("{{ action: MOVE, from: \"{from}\", to: $player.zones.pile }}");
        let first = "- { action: SEARCH_ZONE, zone: $.zones.stock, max: 1, store_as: best }";
        let each = format!("- {{ action: FOR_EACH_PLAYER, order: simultaneous, do: [ {step} ] }}");
        warned(&game(&rule("", &format!("{first}\n{each}"))))
    };
    for same in ["ref:best", "$.zones.stock[0]", "first($.zones.stock)", "take($.zones.stock, 2)"] {
        assert_eq!(at_once(same), [format!("C2120 {same}")]);
    }
    for own in ["$.zones.stock", "top($.zones.stock)", "first($player.zones.hand)", "$player.zones.hand[0]"] {
        assert_eq!(at_once(own), [""; 0], "{own}");
    }
}

#[test]
fn turns_that_never_end() {
    let on = "rules:\n  - { id: a, trigger: on.turn.end, effect: [] }\n";
    assert_eq!(warned(&game(on)), [""; 0]);
    let always = game(on).replace("condition: \"count($.zones.stock) == 0\"", "condition: true");
    assert_eq!(warned(&always), ["C2102 on.turn.end"]);
    // An effect can leave the phase before the transition is tested.
    let skips =
        format!("{on}  - {{ id: b, trigger: on.phase.Play, effect: [ {{ action: SET_PHASE, phase: End }} ] }}\n");
    let skips = game(&skips).replace("condition: \"count($.zones.stock) == 0\"", "condition: true");
    assert_eq!(warned(&skips), [""; 0]);
}
