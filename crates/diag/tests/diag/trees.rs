//! Tests that parse texts and compare the trees, one line for each case.

use crate::common::{read, show};
use rulebook_diag::Kind;

#[test]
fn texts_and_their_trees() {
    for (text, tree) in [
        // YAML
        ("", "null"),
        ("# only a comment\n", "null"),
        (
            "name: War\nseats: 2\nspeed: 1.50\nai: true\nnote:\n",
            r#"{name: "War", seats: 2, speed: 1.50d, ai: true, note: null}"#,
        ),
        ("- a\n- [1, {b: 2}]\n-\n  c: d\n", r#"["a", [1, {b: 2}], {c: "d"}]"#),
        ("a: |\n  one\n  two\nb: >-\n  one\n  two\n", r#"{a: "one\ntwo\n", b: "one two"}"#),
        ("yes: no\n10: x\n~: y\n", r#"{yes: "no", 10: "x", ~: "y"}"#),
        ("a: '10'\nb: \"10\"\nc: 10\n", r#"{a: "10", b: "10", c: 10}"#),
        ("- 99999999999999999999\n- 0x10\n", "[99999999999999999999d, 16]"),
        // JSON
        (r#"{"a":[1,-2.5e3,true,null,"x"],"b":{}}"#, r#"{a: [1, -2.5e3d, true, null, "x"], b: {}}"#),
        ("{\n\t\"a\": 1,\n\t\"b\": [\n\t\t2\n\t]\n}\n", "{a: 1, b: [2]}"),
        (r#""\ud83c\udca1 \u2665 \/ \" \\ \b\f\n\r\t\u0000""#, r#""🂡 ♥ / \" \\ \u{8}\u{c}\n\r\t\0""#),
        (r#"{"<<": {"a": 1}, "http://x": 2}"#, "{<<: {a: 1}, http://x: 2}"),
        // Line ends and byte order marks
        ("\u{feff}a: 1\r\nb:\r\n  - x\r\n", r#"{a: 1, b: ["x"]}"#),
        ("\u{feff}{\"a\": 1}", "{a: 1}"),
        ("---\na: 1\n...\n", "{a: 1}"),
        // Tests of tags: YAML's own tags are applied, and other tags are kept.
        ("- !!str 10\n- !!int '10'\n- ! 10\n- !!float 1\n", r#"["10", 10, "10", 1d]"#),
        ("cards: !include 'a.yaml'\nmore: !x [1]\n", r#"{cards: !include "a.yaml", more: !x [1]}"#),
        // Aliases and merges
        ("a: &x {b: [1]}\nc: *x\nd: [*x, *x]\n", "{a: {b: [1]}, c: {b: [1]}, d: [{b: [1]}, {b: [1]}]}"),
        ("- &k word\n- *k : 1\n- &k other\n- *k\n", r#"["word", {word: 1}, "other", "other"]"#),
        ("- &a [1]\n- &b [*a, *a]\n- *b\n", "[[1], [[1], [1]], [[1], [1]]]"),
        ("base: &b {x: 1, y: 2}\nown: {a: 0, <<: *b, y: 3}\n", "{base: {x: 1, y: 2}, own: {a: 0, x: 1, y: 3}}"),
        ("- &a {x: 1}\n- &b {x: 2, y: 2}\n- <<: [*a, *b]\n", "[{x: 1}, {x: 2, y: 2}, {x: 1, y: 2}]"),
    ] {
        let read = read(text);
        assert_eq!(read.tree(), tree, "{text}");
        assert_eq!(read.mistakes(), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_tree_with_mistakes_keeps_its_valid_parts() {
    for (text, mistakes, tree) in [
        ("a: 1\nb: 2\na: 3\n", vec![r#"D0004 "a""#], "{a: 1, b: 2}"),
        (r#"{"a": 1, "a": 2, "\u0061": 3}"#, vec![r#"D0004 "\"a\"""#, r#"D0004 "\"\\u0061\"""#], "{a: 1}"),
        ("10: a\n'10': b\n", vec![r#"D0004 "'10'""#], r#"{10: "a"}"#),
        ("? [x, y]\n: 1\nb: 2\n", vec![r#"D0005 "[x, y]""#], "{b: 2}"),
        ("a: 1\n---\nb: 2\n", vec![r#"D0006 "---""#], "{a: 1}"),
        ("a: *nobody\nb: *nothing\n", vec![r#"D0007 "*nobody""#, r#"D0007 "*nothing""#], "{a: null, b: null}"),
        ("a: &x [1, *x]\n", vec![r#"D0008 "*x""#], "no tree"),
        ("<<: 3\nb: 2\n", vec![r#"D0009 "3""#], "{b: 2}"),
        ("- !!int x\n- !!map [1]\n", vec![r#"D0010 "x""#, r#"D0010 "[""#], r#"["x", [1]]"#),
        // A mistake inside an anchor is reported once, even if several aliases use the anchor.
        ("- &x {a: 1, a: 2}\n- *x\n- *x\n", vec![r#"D0004 "a""#], "[{a: 1}, {a: 1}, {a: 1}]"),
        ("a: [1, 2\n", vec![r#"D0002 "[""#], "no tree"),
        ("a: b: c\n", vec![r#"D0002 ":""#], "no tree"),
        ("a:\n\t- 1\n", vec![r#"D0002 "-""#], "no tree"),
        ("a: \"\\ud83c\"\n", vec![r#"D0002 "\"""#], "no tree"),
        ("a: \"\\q\"\n", vec![r#"D0002 "\"""#], "no tree"),
        ("a: x\u{0}y\nb: \u{1b}[31m\n", vec![r#"D0003 "\0""#, r#"D0003 "\u{1b}""#], "no tree"),
    ] {
        let read = read(text);
        assert_eq!(read.mistakes(), mistakes, "{text}");
        assert_eq!(read.diags.clone().into_iter().count(), mistakes.len(), "{text}: said once");
        assert_eq!(read.tree(), tree, "{text}");
    }
}

#[test]
fn an_unquoted_path_between_brackets_is_reported() {
    let help = |text: &str| read(text).diags.sorted().first().and_then(|found| found.help.clone()).unwrap_or_default();
    for text in ["a: { b: $.c[1], d: 2 }\n", "- { player: $.players[current].x, a: 1 }\n"] {
        assert!(help(text).contains("in quotes"), "{text}: {}", help(text));
    }
    for text in ["a: { b: c ] }\n", "a: { b: \"$.c[1]\" d: 2 }\n"] {
        assert!(!help(text).contains("in quotes"), "{text}: {}", help(text));
    }
}

#[test]
fn yaml_mistakes_are_reported_at_their_place() {
    // Each case: the text, the line and the source text of its mistake, and a word that the help must contain.
    for (text, line, there, help) in [
        ("- { to: $.players[*].zones.hand, count: 3 }\n", 1, "*", "`\"$.players[*].zones.hand\"`"),
        ("- { from: top($.players[1].hand), to: $.x }\n", 1, "[", "`\"top($.players[1].hand)\"`"),
        ("a:\n  b: one\n\tc: 2\n", 3, "\t", "spaces"),
        ("a:\n  b: one\n  \tc: 2\n", 3, "\t", "spaces"),
        ("a: { b: \"one, c: 2 }\nd: 3\ne: \"four five\"\n", 1, "\"", "ends on line 3"),
        ("a: 'one\nb: 2\nc: 'three four'\n", 1, "'", "missing"),
        ("a: \"it is p1's\nb: 2\n", 1, "\"", "missing"),
        ("a: \"one\"\nb: 'it is\n", 2, "'", "missing"),
        ("a: \"one\" two\n", 1, "t", "whole text"),
        ("a: [1, 2}\n", 1, "[", "close `[`"),
        ("a: @x\n", 1, "@", "quotes"),
    ] {
        let read = read(text);
        let sorted = read.diags.sorted();
        let found = sorted.first().unwrap_or_else(|| panic!("{text}: no mistake"));
        let span = found.primary.span;
        let place = (text[..span.start as usize].matches('\n').count() + 1, read.sources.slice(span));
        assert_eq!(place, (line, there), "{text}: {}", found.message);
        assert!(found.help.as_ref().is_some_and(|words| words.contains(help)), "{text}: {:?}", found.help);
    }
}

#[test]
fn spans_cover_what_was_written() {
    let text = "a: &x {k: 'v'} # comment\nlist:\n  - !t one\n  - *x\n\n# comment\nlast: \"♥\"\n";
    let read = read(text);
    let node = read.node.as_ref().unwrap();
    let written = |node: &rulebook_diag::Node| read.sources.slice(node.span).to_string();
    let list = node.get("list").unwrap();
    assert_eq!(written(node), text.trim_end());
    assert_eq!(written(node.get("a").unwrap()), "{k: 'v'}");
    assert_eq!(written(node.get("a").unwrap().get("k").unwrap()), "'v'");
    assert_eq!(written(list), "- !t one\n  - *x");
    assert_eq!(written(node.get("last").unwrap()), "\"♥\"");
    let [tagged, alias] = list.as_seq().unwrap() else { panic!("two items") };
    assert_eq!(read.sources.slice(tagged.tag.as_ref().unwrap().span), "!t");
    assert_eq!(written(alias), "{k: 'v'}", "an alias points at its anchor");
    let keys: Vec<_> = node.as_map().unwrap().iter().map(|(key, _)| read.sources.slice(key.span)).collect();
    assert_eq!(keys, ["a", "list", "last"]);
}

#[test]
fn scalars_keep_how_they_were_written() {
    let read = read("[10, '10', 0x1F, ~, TRUE, 1.50, text]");
    let items = read.node.as_ref().unwrap().as_seq().unwrap();
    let written: Vec<_> = items.iter().map(|item| (item.scalar().unwrap(), item.quoted)).collect();
    let plain = |text| (text, false);
    let expected = [plain("10"), ("10", true), plain("0x1F"), plain("~"), plain("TRUE"), plain("1.50"), plain("text")];
    assert_eq!(written, expected);
    assert_eq!(items[2].kind, Kind::Int(31));
    assert_eq!(show(&items[4]), "true");
}
