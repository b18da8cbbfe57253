//! Tests expression strings against the nested form.

use serde_json::{Value, json};

use super::*;

/// The nested form of the path `$.name`.
fn p(name: &str) -> Value {
    json!({ "path": format!("$.{name}") })
}

fn v(value: impl Into<Value>) -> Value {
    json!({ "value": value.into() })
}

#[track_caller]
fn means(text: &str, nested: Value) {
    assert_eq!(string(text).clean().to_nested(), nested, "{text}");
}

#[test]
fn operators_bind_as_in_school() {
    means("$.a + $.b * $.c", json!({ "add": [p("a"), { "mul": [p("b"), p("c")] }] }));
    means("($.a + $.b) * $.c", json!({ "mul": [{ "add": [p("a"), p("b")] }, p("c")] }));
    means("$.a - $.b - $.c", json!({ "sub": [{ "sub": [p("a"), p("b")] }, p("c")] }));
    means("$.a / 2 % 3", json!({ "mod": [{ "div": [p("a"), v(2)] }, v(3)] }));
    means("$.a < $.b + 1", json!({ "isLessThan": [p("a"), { "add": [p("b"), v(1)] }] }));
    means("not $.a == $.b", json!({ "not": [{ "isEqual": [p("a"), p("b")] }] }));
    means("not $.a and $.b", json!({ "and": [{ "not": [p("a")] }, p("b")] }));
    means("$.a or $.b and $.c", json!({ "or": [p("a"), { "and": [p("b"), p("c")] }] }));
    means("-$.a * 2", json!({ "mul": [{ "neg": [p("a")] }, v(2)] }));
    means("$.a-1", json!({ "sub": [p("a"), v(1)] }));
    means("$.a - -1", json!({ "sub": [p("a"), v(-1)] }));
}

#[test]
fn chains_of_and_and_or_are_one_operator() {
    means("$.a and $.b and $.c", json!({ "and": [p("a"), p("b"), p("c")] }));
    means("($.a and $.b) and $.c", json!({ "and": [{ "and": [p("a"), p("b")] }, p("c")] }));
    means("$.a or $.b and $.c or $.d", json!({ "or": [p("a"), { "and": [p("b"), p("c")] }, p("d")] }));
}

#[test]
fn every_sign_has_its_operator() {
    for (sign, name) in [
        ("==", "isEqual"),
        ("!=", "isNotEqual"),
        ("<", "isLessThan"),
        ("<=", "isLessOrEqual"),
        (">", "isGreaterThan"),
        (">=", "isGreaterOrEqual"),
        ("in", "in"),
        ("and", "and"),
        ("or", "or"),
        ("+", "add"),
        ("-", "sub"),
        ("*", "mul"),
        ("/", "div"),
        ("%", "mod"),
    ] {
        means(&format!("$.a {sign} $.b"), json!({ name: [p("a"), p("b")] }));
        means(&format!("{name}($.a, $.b)"), json!({ name: [p("a"), p("b")] }));
    }
}

#[test]
fn a_word_sign_is_a_whole_word() {
    means("$.a in $.inside", json!({ "in": [p("a"), p("inside")] }));
    means("$.order or $.android", json!({ "or": [p("order"), p("android")] }));
    assert_eq!(string("$.a inside").found(), [("C1009", "inside", None)]);
}

#[test]
fn literals_lists_and_records() {
    means("[1, 'A', true, null, []]", json!({ "list": [v(1), v("A"), v(true), v(Value::Null), { "list": [] }] }));
    means(
        "{winners: [$.a], 'why so': \"it's\"}",
        json!({ "record": {
        "winners": { "list": [p("a")] },
        "why so": v("it's"),
    } }),
    );
    means(r"'a\'b\\c\n'", v("a'b\\c\n"));
    means("-9223372036854775808", v(i64::MIN));
}

#[test]
fn if_and_let_read_like_words() {
    means("if $.a then 1 else if $.b then 2 else 3", json!({ "if": [p("a"), v(1), { "if": [p("b"), v(2), v(3)] }] }));
    means("1 + if $.a then 1 else 2", json!({ "add": [v(1), { "if": [p("a"), v(1), v(2)] }] }));
    let n = json!({ "ref": "n" });
    means("let n = $.a; ref:n * ref:n", json!({ "let": { "n": p("a"), "in": { "mul": [n, n] } } }));
    means(
        "let n = 1, m = ref:n in [1]; ref:m",
        json!({ "let": { "n": v(1), "in": { "let": { "m": { "in": [n, { "list": [v(1)] }] }, "in": { "ref": "m" } } } } }),
    );
}

#[test]
fn several_names_in_one_nested_let_are_the_same_as_in_one_string() {
    let nested = expr("let: { n: 1, m: 'ref:n + 1', in: 'ref:n * ref:m' }").clean();
    assert_eq!(shape(&nested), shape(&string("let n = 1, m = ref:n + 1; ref:n * ref:m").clean()));
}

#[test]
fn selectors_are_printed_as_they_were_written() {
    for text in [
        "$",
        "$.players[0].zones.hand[*].properties.rank",
        "$.players[current].score",
        "$.players[opponent].zones.deck.top_card.face",
        "$.players[by_id=alice]",
        "$.players[by_id=ref:chosen].id",
        "$.players[by_id='von Neumann']",
        "$.players[by_id=$currentPlayer]",
        "$.players[team=red]",
        "$.players[$player].zones.pile.card_count",
        "$.players[ref:seat]",
        "$.players[$.next]",
        "$.players[(ref:n + 1)]",
        "$.players[where $.player.score > 3].id",
        "$.zones.ref:which",
        "$currentPlayer.zones.hand",
        "$turnOrder[0]",
        "$teammates",
        "ref:card.properties.rank",
        "top($.zones.pile).properties.suit",
        "first(filter($.zones.pile, $.card.face == 'up')).owner",
        "(if $.a then $.b else $.c).face",
    ] {
        assert_eq!(string(text).clean().to_string(), text, "as an expression");
        let nested = expr(&json!({ "path": text }).to_string()).clean();
        assert_eq!(nested.to_string(), text, "after `path:`");
    }
}

#[test]
fn an_infix_condition_equals_the_nested_form() {
    means(
        "count($.zones.deck) == 0 and rank_value(top($.players[0].zones.pile)) > 10",
        json!({ "and": [
            { "isEqual": [{ "count": [p("zones.deck")] }, v(0)] },
            { "isGreaterThan": [{ "rank_value": [{ "top": [p("players[0].zones.pile")] }] }, v(10)] },
        ] }),
    );
}

#[test]
fn a_single_operand_needs_no_list() {
    assert_eq!(
        shape(&expr("not: { exists: { path: $.a } }").clean()),
        shape(&expr("not: [ { exists: [ { path: $.a } ] } ]").clean())
    );
}

#[test]
fn strings_may_stand_inside_the_nested_form() {
    let mixed = expr("and:\n  - $.a == 1\n  - isEqual: [$.b, {value: x}]\n").clean();
    assert_eq!(mixed.to_string(), "$.a == 1 and $.b == 'x'");
}
