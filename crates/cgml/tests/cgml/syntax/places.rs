//! Tests the spans of all parts, including parts inside a scalar.

use rulebook_cgml::syntax::ExprKind;

use super::*;

/// The source text of each part of an expression, the outermost first.
fn written(yaml: &str) -> Vec<String> {
    fn walk(expr: &Expr, sources: &Sources, out: &mut Vec<String>) {
        out.push(sources.slice(expr.span).into());
        if let ExprKind::Path(selector) = &expr.kind {
            out.extend(selector.segments.iter().map(|segment| sources.slice(segment.span).to_owned()));
        }
        expr.children().into_iter().for_each(|child| walk(child, sources, out));
    }
    let reading = expr(yaml);
    let mut out = Vec::new();
    walk(&reading.read, &reading.sources, &mut out);
    out
}

#[test]
fn plain_quoted_folded_and_block_scalars() {
    let parts = ["count($.zones.deck)", "$.zones.deck", ".zones", ".deck", "10"];
    let whole = "count($.zones.deck) > 10";
    for yaml in [whole.to_owned(), format!("'{whole}'"), format!("\"{whole}\""), format!("# ♥\n\n  {whole} # so")] {
        let mut expected = vec![whole];
        expected.extend(parts);
        assert_eq!(written(&yaml), expected, "{yaml}");
    }
    for yaml in [
        "count($.zones.deck)\n  > 10",
        "'count($.zones.deck)\n  > 10'",
        ">\n  count($.zones.deck)\n  > 10\n",
        "|\n   count($.zones.deck)\n   > 10\n",
    ] {
        assert_eq!(written(yaml)[1..], parts, "{yaml}");
    }
}

#[test]
fn with_escapes_the_place_is_the_whole_scalar() {
    let yaml = r#""$.a == \"x\"""#;
    assert_eq!(written(yaml), [yaml, yaml, yaml, yaml]);
}

#[test]
fn operators_and_names_of_the_nested_form() {
    let reading = expr("add: [ {ref: n}, 1 ]");
    let ExprKind::Call { args, at, .. } = &reading.read.kind else { panic!("{:?}", reading.read) };
    assert_eq!(reading.sources.slice(*at), "add");
    let ExprKind::Ref(name) = &args[0].kind else { panic!("{:?}", args[0]) };
    assert_eq!(reading.sources.slice(name.span), "n");
}

#[test]
fn a_sign_has_a_place_too() {
    let reading = expr("$.a  and  $.b");
    let ExprKind::Call { at, .. } = &reading.read.kind else { panic!("{:?}", reading.read) };
    assert_eq!(reading.sources.slice(*at), "and");
}

#[test]
fn names_in_triggers_and_values_in_messages() {
    let reading = action("{ action: ANNOUNCE, text: 'Now {ref:who} leads' }");
    let syntax::Verb::Announce(announce) = &reading.read.as_ref().expect("an action").verb else { panic!() };
    let [_, syntax::MessagePart::Value(who), _] = &announce.text.parts[..] else { panic!("{:?}", announce.text) };
    assert_eq!(reading.sources.slice(who.span), "ref:who");
}
