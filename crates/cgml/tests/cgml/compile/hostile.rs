//! Tests that hostile documents are refused quickly.

use super::Compiled;
use super::whole::{game, rule};
use rulebook_cgml::compile::codes;

#[test]
fn computed_variables_that_double() {
    let mut variables = String::from("    - { name: v0, computed: true, expression: \"$.count\" }\n");
    for n in 1..40 {
        let before = n - 1;
        variables += &format!("    - {{ name: v{n}, computed: true, expression: \"$.v{before} + $.v{before}\" }}\n");
    }
    let text = game("rules: []\n").replace("  variables:\n", &format!("  variables:\n{variables}"));
    let compiled = Compiled::of(&text.replace("count($.zones.stock) == 0", "$.v39 == 0"));
    assert!(compiled.programs.is_none() && compiled.report().contains("100000 expressions"), "{}", compiled.report());
}

#[test]
fn too_many_cards() {
    let many = "composition: [ { type: product, of: { a: [1,2,3,4,5,6,7,8], b: [1,2,3,4,5,6,7,8] }, count: 65535 } ]";
    let text = game("rules: []\n").replace(
        "  decks:\n    pack: { type: standard_52 }",
        &format!("  component_types: {{ deck_types: {{ big: {{ {many} }} }} }}\n  decks:\n    pack: {{ type: big }}"),
    );
    let compiled = Compiled::of(&text);
    assert!(compiled.programs.is_none() && compiled.report().contains("512 cards"), "{}", compiled.report());
}

#[test]
fn too_many_zones() {
    let zones: String = (0..300).map(|n| format!("    - {{ name: z{n}, type: public, per_player: true }}\n")).collect();
    let compiled = Compiled::of(&game("rules: []\n").replace("  zones:\n", &format!("  zones:\n{zones}")));
    assert!(compiled.programs.is_none() && compiled.report().contains("512 zones"), "{}", compiled.report());
}

#[test]
fn types_that_wait_for_one_another() {
    let mut variables = String::new();
    let mut actions = String::new();
    for n in 0..60 {
        variables += &format!("    - {{ name: w{n}, initial_value: null }}\n");
        actions += &format!("- {{ action: SET_VARIABLE, path: $.w{n}, value: $.w{} }}\n", n + 1);
    }
    variables += "    - { name: w60, initial_value: 3 }\n";
    let text = game(&rule("", &actions)).replace("  variables:\n", &format!("  variables:\n{variables}"));
    assert!(Compiled::of(&text).programs.is_some());
}

#[test]
fn nothing_panics_on_odd_documents() {
    let rules = ["", "- { action: FOR_EACH, in: ref:x, do: [ { action: SHUFFLE, target: ref:item } ] }"];
    for actions in rules {
        for (from, to) in [
            ("seats: [0]", "seats: [70, 1, 0]"),
            ("scope: per_player", "scope: per_team"),
            ("phases: [Play, End]", "phases: []"),
            ("name: stock, type: deck, of_deck: pack", "name: stock, type: deck, of_deck: pack, per_player: true"),
            ("name: stock, type: deck, of_deck: pack", "name: stock, type: deck, of_deck: pack, owner_scope: team"),
            ("name: stock, type: deck", "name: stock, type: deck, behavior: { type: deck, reshuffle_from: hand }"),
            ("    pack: { type: standard_52 }", "    {}"),
        ] {
            let text = game(&rule("", if actions.is_empty() { "[]" } else { actions })).replace(from, to);
            let compiled = Compiled::of(&text);
            assert!(compiled.programs.is_some() || compiled.diags.has_errors(), "{to}");
        }
    }
}

#[test]
fn deep_nesting_of_loops_is_refused_or_compiled() {
    let mut actions = String::from("- { action: REVERSE_ORDER }");
    for _ in 0..20 {
        let inner: String = actions.lines().map(|line| format!("    {line}\n")).collect();
        actions = format!("- action: FOR_EACH_PLAYER\n  order: clockwise\n  do:\n{}", inner.trim_end());
    }
    let compiled = Compiled::of(&game(&rule("", &actions)));
    assert!(compiled.found().iter().all(|found| !found.starts_with(codes::TYPE)), "{}", compiled.report());
}

/// Quadratic work on thousands of names would take minutes. The time limit is generous, because test machines may be
/// slow.
#[test]
fn too_many_names() {
    let each = |count: usize, item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<String>();
    let variables = each(2_000, &|n| format!("    - {{ name: x{n}, initial_value: 0 }}\n"));
    let fields = each(2_000, &|n| format!("f{n}: 0, "));
    let phases = each(2_000, &|n| format!("P{n}, "));
    let events = each(2_000, &|n| format!("    - {{ name: e{n} }}\n"));
    let rules = each(2_000, &|n| format!("  - {{ id: r{n}, trigger: on.phase.Play, effect: [] }}\n"));
    let ranks = each(2_000, &|n| format!("{n}, "));
    let list = each(5_000, &|n| format!("o{n}, "));
    let listed = format!("- {{ action: REQUEST_INPUT, prompt: x, options: {{ value: [{list}] }}, store_as: s }}");
    let types =
        format!("  component_types: {{ deck_types: {{ t: {{ composition: [], rank_hierarchy: [{ranks}] }} }} }}\n");
    let plain = game("rules: []\n");
    for (text, told) in [
        (plain.replace("  variables:\n", &format!("  variables:\n{variables}")), "1024 variables"),
        (plain.replace("initial_value: null", &format!("initial_value: {{ {fields} }}")), "1024 variables"),
        (plain.replace("[Play, End]", &format!("[Play, {phases} End]")), "1024 phases"),
        (plain.replace("  variables:\n", &format!("  events:\n{events}  variables:\n")), "1024 events"),
        (game(&format!("rules:\n{rules}")), "1024 rules"),
        (plain.replace("  decks:\n", &format!("{types}  decks:\n")), "512 ranks"),
        (game(&rule("", &listed)), "4096 items"),
    ] {
        let started = std::time::Instant::now();
        let compiled = Compiled::of(&text);
        assert!(compiled.programs.is_none() && compiled.report().contains(told), "{told}: {}", compiled.report());
        assert!(started.elapsed() < std::time::Duration::from_secs(20), "{told} took {:?}", started.elapsed());
    }
}

#[test]
fn thousands_of_mistakes() {
    let variables: String = (0..1_000).map(|n| format!("    - {{ name: x{n}, initial_value: 0 }}\n")).collect();
    let actions: String = (0..6_000).map(|n| format!("- {{ action: INCREMENT, path: $.y{n}, by: 1 }}\n")).collect();
    let text = game(&rule("", &actions)).replace("  variables:\n", &format!("  variables:\n{variables}"));
    let started = std::time::Instant::now();
    let compiled = Compiled::of(&text);
    let found = compiled.found().len();
    assert!((200..1_000).contains(&found), "{found}");
    assert!(started.elapsed() < std::time::Duration::from_secs(20), "took {:?}", started.elapsed());
}
