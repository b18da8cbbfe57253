//! Tests properties of every game: printing and reading, merging in steps, spans.

use rulebook_cgml::load::{MemoryFiles, print, same};
use rulebook_diag::{Key, Kind, Limits, Node, Sources, parse};
use rulebook_kernel::Rng;

use super::common::run;

/// Checks that printing and parsing gives the same tree.
pub fn comes_back(node: &Node) {
    let text = print(node);
    let mut sources = Sources::new();
    let file = sources.add("printed.yaml", text.clone());
    let (again, found) = parse(&sources, file, &Limits { aliased: 0, ..Limits::default() });
    assert!(found.is_empty(), "{found:?}\n{text}");
    let again = again.expect("a tree");
    assert!(same(node, &again), "{text}\n{node:?}\n{again:?}");
    assert_eq!(print(&again), text, "and printing it again gives the same text");
}

/// Checks that no YAML tag is left, and that the span of each scalar contains its text.
pub fn points_at_its_source(node: &Node, sources: &Sources) {
    assert!(node.tag.is_none(), "{node:?}");
    let written = sources.slice(node.span);
    match &node.kind {
        Kind::Seq(items) => items.iter().for_each(|item| points_at_its_source(item, sources)),
        Kind::Map(entries) => {
            for (key, value) in entries {
                let found = sources.slice(key.span);
                // The key of a component fragment, and of a map that starts with a colon, is not in the source.
                assert!(key.quoted || found == key.text || matches!(&*key.text, "components" | "~"), "{key:?} {found}");
                points_at_its_source(value, sources);
            }
        }
        Kind::Int(_) | Kind::Bool(_) => assert_eq!(Some(written), node.scalar()),
        Kind::Text(text) => {
            let renamed = text == "SET_STATE" || text == "1.3";
            assert!(
                node.quoted || renamed || written.contains(text.split_whitespace().next().unwrap_or_default()),
                "{written} {text}"
            );
        }
        Kind::Null | Kind::Decimal(_) => {}
    }
}

fn tree(rng: &mut Rng, depth: u32) -> Node {
    const TEXTS: [&str; 26] = [
        "",
        " ",
        "a",
        "a b",
        "a ",
        "true",
        "Null",
        "~",
        "10",
        "1.5",
        "0x1f",
        ".inf",
        "- a",
        "a: b",
        "a #b",
        "<<",
        "*a",
        "!t",
        "\"'\\",
        "x\ny\n",
        "\t",
        "\u{7f}\u{85}\u{2028}\u{feff}",
        "♥",
        "$.zones[0]",
        "=",
        "---",
    ];
    let span = rulebook_diag::Span::new(rulebook_diag::FileId(0), 0..0);
    let text = |rng: &mut Rng| match rng.below(40) {
        0 => "long ♥ ".repeat(300),
        _ => TEXTS[rng.below(26) as usize].to_owned(),
    };
    let kind = match if depth == 0 { rng.below(5) } else { rng.below(9) } {
        0 => Kind::Null,
        1 => Kind::Bool(rng.below(2) == 0),
        2 => Kind::Int(i64::from(rng.below(100)) - 50),
        3 => Kind::Decimal("-1.5e3".into()),
        4 => Kind::Text(text(rng)),
        5 | 6 => Kind::Seq((0..rng.below(4)).map(|_| tree(rng, depth - 1)).collect()),
        _ => {
            let mut entries: Vec<(Key, Node)> = Vec::new();
            for _ in 0..rng.below(4) {
                let key = Key { text: text(rng), span, quoted: false };
                if entries.iter().all(|(other, _)| other.text != key.text) {
                    entries.push((key, tree(rng, depth - 1)));
                }
            }
            Kind::Map(entries)
        }
    };
    Node::new(kind, span)
}

#[test]
fn every_tree_is_printed_so_that_it_comes_back() {
    let mut rng = Rng::seeded("trees");
    for _ in 0..3_000 {
        comes_back(&tree(&mut rng, 5));
    }
}

/// A random document with few names, so that documents overlap. Without `disabled`, a merged game is an ordinary
/// document.
fn document(rng: &mut Rng, deletes: bool) -> String {
    let mut text = String::new();
    let mut some = |what: &str, noun: &dyn Fn(&mut Rng, &str) -> String, rng: &mut Rng| {
        if rng.below(4) == 0 {
            return;
        }
        let mut names = ["a", "b", "c", "d"];
        rng.shuffle(&mut names);
        let count = rng.below(4) as usize;
        let items: Vec<String> = names[..count]
            .iter()
            .map(|name| {
                let fields =
                    (0..3).filter(|_| rng.below(2) == 0).map(|f| format!("f{f}: {}", f * 100)).collect::<Vec<_>>();
                let fields: Vec<String> = fields.into_iter().map(|field| field + &rng.below(9).to_string()).collect();
                let deleted = deletes && rng.below(4) == 0;
                let more = fields.into_iter().chain(deleted.then(|| "disabled: true".to_owned()));
                let head = noun(rng, name);
                format!("{head}{}}}", more.map(|field| format!("{field}, ")).collect::<String>())
            })
            .collect();
        text += &what.replace("..", &items.join(", "));
    };
    some("rules: [..]\n", &|_, name| format!("{{id: {name}, "), rng);
    some("flow: {transitions: [..]}\n", &|_, name| format!("{{from: s, to: {name}, "), rng);
    some("meta: {..}\n", &|_, name| format!("{name}: {{"), rng);
    some("setup: [..]\n", &|_, name| format!("{{action: {name}, "), rng);
    let mut parts = String::new();
    std::mem::swap(&mut parts, &mut text);
    let some = |rng: &mut Rng| document_part(rng, deletes);
    parts + &format!("components: {{zones: [{}], decks: {{{}}}}}\n", some(rng).0, some(rng).1)
}

/// Random entries, written in two ways: as the items of a list (for zones), and as the entries of a map (for decks).
fn document_part(rng: &mut Rng, deletes: bool) -> (String, String) {
    let mut names = ["a", "b", "c"];
    rng.shuffle(&mut names);
    let chosen: Vec<(&str, u32, bool)> =
        names[..rng.below(4) as usize].iter().map(|name| (*name, rng.below(9), deletes && rng.below(4) == 0)).collect();
    let fields = |x: u32, off: bool| format!("x: {x}{}", if off { ", disabled: true" } else { "" });
    let list = chosen.iter().map(|(name, x, off)| format!("{{name: {name}, {}}}", fields(*x, *off)));
    let map = chosen.iter().map(|(name, x, off)| format!("{name}: {{{}}}", fields(*x, *off)));
    (list.collect::<Vec<_>>().join(", "), map.collect::<Vec<_>>().join(", "))
}

fn merged(files: &[(&str, &str)]) -> String {
    let run = run("game.cgml", MemoryFiles::from_iter(files.iter().copied()));
    assert!(run.merged.is_some() && run.codes().iter().all(|&code| code == "C0023"), "{files:?}\n{}", run.report());
    run.tree()
}

#[test]
fn merging_in_steps_equals_merging_at_once() {
    let mut rng = Rng::seeded("steps");
    for round in 0..600 {
        let deletes = round % 2 == 0;
        let [a, b, c] = [0; 3].map(|_| document(&mut rng, deletes));
        let parts = [("a.yaml", a.as_str()), ("b.yaml", b.as_str()), ("c.yaml", c.as_str())];
        let with = |more: &[(&str, &str)]| merged(&[&parts[..], more].concat());
        let at_once = with(&[("game.cgml", "imports: [a.yaml, b.yaml, c.yaml]")]);
        // The result does not depend on how imports or inheritance group the files.
        for grouped in [
            with(&[("ab.yaml", "imports: [a.yaml, b.yaml]"), ("game.cgml", "imports: [ab.yaml, c.yaml]")]),
            with(&[("bc.yaml", "imports: [b.yaml, c.yaml]"), ("game.cgml", "imports: [a.yaml, bc.yaml]")]),
            merged(&[parts[0], parts[1], ("game.cgml", &format!("imports: [a.yaml]\ninherit: b.yaml\n{c}"))]),
            merged(&[
                parts[0],
                ("ab.yaml", &format!("inherit: a.yaml\n{b}")),
                ("game.cgml", &format!("inherit: ab.yaml\n{c}")),
            ]),
        ] {
            assert_eq!(grouped, at_once, "{a}\n--\n{b}\n--\n{c}");
        }
        // Use the printed merge result as a base. The printed document no longer contains deleted entries, so an entry
        // that is declared again comes last instead of at its old position. Therefore documents with deletions are not
        // compared.
        if !deletes {
            let ab = with(&[("game.cgml", "imports: [a.yaml, b.yaml]")]);
            let bc = with(&[("game.cgml", "imports: [b.yaml, c.yaml]")]);
            let from_ab = merged(&[("ab.yaml", &ab), parts[2], ("game.cgml", "imports: [ab.yaml, c.yaml]")]);
            let from_bc = merged(&[parts[0], ("bc.yaml", &bc), ("game.cgml", "imports: [a.yaml, bc.yaml]")]);
            assert_eq!((&from_ab, &from_bc), (&at_once, &at_once), "{a}\n--\n{b}\n--\n{c}");
        }
    }
}

/// The entries of a random list with few names, so that lists overlap, and with deletions.
fn entries(rng: &mut Rng, before: &str, after: &str) -> String {
    const FIELDS: [&str; 6] = ["x: 1, ", "x: 2, ", "y: 3, ", "x: null, ", "disabled: true, ", "y: 4, disabled: true, "];
    let mut names = ["a", "b", "c", "d"];
    rng.shuffle(&mut names);
    let count = rng.below(5) as usize;
    let mut entry = |name: &&str| format!("{before}{name}{after}{}}}, ", FIELDS[rng.below(6) as usize]);
    names[..count].iter().map(&mut entry).collect()
}

/// Merging is associative for deleted entries too, because they are kept until the end. The layers of a game merge from
/// left to right. Lists that are included in one list merge with each other first, and then with the base.
#[test]
fn merging_is_associative() {
    let mut rng = Rng::seeded("drafts");
    for round in 0..1_000 {
        let parts = [0; 3].map(|_| {
            [("{id: ", ", "), ("{from: s, to: ", ", "), ("{name: ", ", "), ("{name: ", ", ")]
                .map(|(before, after)| format!("[{}]", entries(&mut rng, before, after)))
        });
        let maps = [0; 3].map(|_| [0; 2].map(|_| entries(&mut rng, "", ": {")));
        let with_lists = |[rules, transitions, decks, zones]: &[String; 4], [states, meta]: &[String; 2]| {
            format!(
                "rules: {rules}\nflow: {{transitions: {transitions}, states: {{{states}}}}}\n\
                 components: {{decks: {decks}, zones: {zones}}}\nmeta: {{{meta}}}\n"
            )
        };
        let none = [String::new(), String::new()];
        let [a, b, c] = [0, 1, 2].map(|at| with_lists(&parts[at], &maps[at]));
        let whole = [("a.yaml", a.as_str()), ("b.yaml", b.as_str()), ("c.yaml", c.as_str())];
        let with = |more: &[(&str, &str)]| merged(&[&whole[..], more].concat());
        // Loading takes most of the time, so only some games are loaded in two more ways.
        if round % 4 == 0 {
            let at_once = with(&[("game.cgml", "imports: [a.yaml, b.yaml, c.yaml]")]);
            let grouped =
                with(&[("bc.yaml", "imports: [b.yaml, c.yaml]"), ("game.cgml", "imports: [a.yaml, bc.yaml]")]);
            assert_eq!(grouped, at_once, "{a}\n--\n{b}\n--\n{c}");
        }
        let names = [1, 2].map(|at: usize| [0, 1, 2, 3].map(|list: usize| format!("{at}{list}.yaml")));
        let included = [0, 1, 2, 3].map(|list| format!("[!include {}, !include {}]", names[0][list], names[1][list]));
        let [a, b, c] = [0, 1, 2].map(|at| with_lists(&parts[at], &none));
        let at_once = merged(&[
            ("a.yaml", &a),
            ("b.yaml", &b),
            ("c.yaml", &c),
            ("game.cgml", "imports: [a.yaml, b.yaml, c.yaml]"),
        ]);
        let game = format!("inherit: a.yaml\n{}", with_lists(&included, &none));
        let mut files = vec![("a.yaml", a.as_str()), ("game.cgml", game.as_str())];
        for (names, parts) in names.iter().zip(&parts[1..]) {
            files.extend(names.iter().zip(parts).map(|(name, text)| (name.as_str(), text.as_str())));
        }
        assert_eq!(merged(&files), at_once, "{a}\n--\n{b}\n--\n{c}");
    }
}

#[test]
fn a_game_of_one_file_is_itself() {
    let text = "cgml_version: \"1.3\"\nmeta:\n  name: War\nrules:\n  - id: a\n    trigger: on.turn.begin\n";
    assert_eq!(merged(&[("game.cgml", text)]), text);
}
