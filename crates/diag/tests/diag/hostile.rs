//! Tests that no text makes the parser panic, run without end, or exceed a limit.

use std::time::{Duration, Instant};

use crate::common::{read, read_within};
use proptest::prelude::*;
use rulebook_diag::{Limits, Paint, Sources, codes, parse};

/// Ten levels of nine aliases: three billion nodes in 400 bytes.
fn bomb(inner: &str) -> String {
    let mut text = format!("a0: &a0 {inner}\n");
    for level in 1..=10 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        text += &format!("a{level}: &a{level} [{aliases}]\n");
    }
    text
}

#[test]
fn each_limit_is_exact_and_has_its_code() {
    let small = Limits { bytes: 40, depth: 3, nodes: 12, aliased: 4, mistakes: 3 };
    for (within, beyond, code) in [
        (format!("{:<40}", "a"), format!("{:<41}", "a"), codes::TOO_LARGE),
        ("[[[1]]]".into(), "[[[[1]]]]".into(), codes::TOO_DEEP),
        ("- - - 1".into(), "- - - - 1".into(), codes::TOO_DEEP),
        ("- - [1]".into(), "- - [[1]]".into(), codes::TOO_DEEP),
        ("[1,2,3,4,5,6,7,8,9,0,1]".into(), "[1,2,3,4,5,6,7,8,9,0,1,2]".into(), codes::TOO_MANY_NODES),
        ("[&a [1], *a, *a]".into(), "[&a [1], *a, *a, *a]".into(), codes::TOO_MUCH_ALIASED),
        ("[&a [1], [*a]]".into(), "[&a [1], [[*a]]]".into(), codes::TOO_DEEP),
        ("{a: 1, a: 2, a: 3}".into(), "{a: 1, a: 2, a: 3, a: 4}".into(), codes::TOO_MANY_MISTAKES),
    ] {
        assert!(read_within(&within, &small).node.is_some(), "{within}");
        let read = read_within(&beyond, &small);
        assert!(read.node.is_none(), "{beyond}");
        assert!(read.diags.sorted().iter().any(|d| d.code == code), "{beyond}: {:?}", read.mistakes());
    }
}

#[test]
fn too_deep_nesting_is_reported() {
    let limits = Limits { depth: 3, ..Limits::default() };
    for text in ["[[[[1]]]]", "- - - - 1"] {
        let read = read_within(text, &limits);
        assert_eq!(read.diags.sorted()[0].message, "lists and maps are nested more than 3 deep");
    }
}

#[test]
fn bombs_are_refused_at_once() {
    let long_text = format!("{:?}", "x".repeat(100_000));
    let merges = (1..40).fold("- &m0 {a: 1}\n".to_string(), |text, level| {
        text + &format!("- &m{level} {{<<: [*m{0}, *m{0}], k{level}: *m{0}}}\n", level - 1)
    });
    for text in [bomb("x"), bomb(&long_text), merges] {
        let started = Instant::now();
        let read = read(&text);
        assert!(read.mistakes()[0].starts_with(codes::TOO_MUCH_ALIASED), "{:?}", read.mistakes());
        // The time limit is generous for busy machines. Expanding all aliases would take days.
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    }
}

/// Tests files of the maximum size that are designed to be slow. The time limit is generous, but quadratic algorithms
/// exceed it by minutes.
#[test]
fn large_hostile_files_end_soon() {
    let limits = Limits { bytes: usize::MAX, depth: usize::MAX, ..Limits::default() };
    for part in [
        "[",
        "{",
        "- ",
        "? ",
        "{a: ",
        "[a, ",
        "[[],",
        "a: ",
        "&a ",
        "&a [",
        "*a ",
        "!t ",
        "\"",
        "'",
        "|\n ",
        "# x\n",
        "a\n",
        "a: b\n",
        "a:\n- b\n",
        "- &a b\n",
        "\n",
        "\t",
        ",",
        ":",
        "%TAG ! x\n",
        "---\n",
        "...\n",
        "\u{feff}",
        "♥",
        "\r",
        "\0",
        "{\"a\":1},",
        "? a\n",
    ] {
        let text = part.repeat(Limits::BYTES / 2 / part.len());
        let started = Instant::now();
        let read = read_within(&text, &limits);
        let _ = read.diags.to_text(&read.sources, Paint::Plain).len() + read.diags.to_json(&read.sources).len();
        drop(read);
        assert!(started.elapsed() < Duration::from_secs(60), "{part:?} took {:?}", started.elapsed());
    }
}

#[test]
fn the_deepest_tree_fits_a_small_stack() {
    let run = || {
        let limits = Limits { depth: usize::MAX, ..Limits::default() };
        let deep = |n: usize| "[".repeat(n) + &"]".repeat(n);
        let read = read_within(&deep(Limits::DEEPEST), &limits);
        let node = read.node.expect("as deep as allowed");
        assert_eq!(node.clone(), node);
        assert!(read_within(&deep(Limits::DEEPEST + 1), &limits).node.is_none());
        assert!(read_within(&deep(100_000), &limits).node.is_none());
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(run).unwrap().join().unwrap();
}

/// Parses the bytes, writes the report in every format, and reads the text of every span.
fn survive(bytes: Vec<u8>) {
    let mut sources = Sources::new();
    let (file, not_utf8) = sources.add_bytes("x\u{1b}.yaml", bytes);
    let limits = Limits { depth: 8, nodes: 60, aliased: 20, mistakes: 6, ..Limits::default() };
    let (node, found) = parse(&sources, file, &limits);
    assert!(node.is_some() || !found.is_empty(), "without a tree there is a reason");
    let mut diags = rulebook_diag::Diagnostics::from(found);
    diags.extend(not_utf8);
    for d in diags.sorted() {
        let (start, end) = (d.primary.span.start as usize, d.primary.span.end as usize);
        assert!(sources.text(file).get(start..end).is_some(), "{d:?} lies in the text");
    }
    let plain = diags.to_text(&sources, Paint::Plain);
    assert!(!plain.contains('\u{1b}'), "the file cannot write to the terminal");
    assert!(diags.to_text(&sources, Paint::Coloured).len() >= plain.len());
    let json: serde_json::Value = serde_json::from_str(&diags.to_json(&sources)).unwrap();
    assert_eq!(json.as_array().unwrap().len(), diags.sorted().len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        survive(bytes);
    }

    #[test]
    fn any_text(text in "\\PC{0,80}") {
        survive(text.into_bytes());
    }

    /// Tests random sequences of YAML tokens, which reach most of the grammar.
    #[test]
    fn yaml_soup(parts in prop::collection::vec(prop::sample::select(vec![
        "a", "b", "1", ": ", ":", "- ", "? ", "\n", "\n  ", "\n\t", "\r\n", "[", "]", "{", "}", ", ", "&a ", "*a", "&b ", "*b ", "!t ", "!!int ",
        "<<: ", "\"", "'", "\\u00", "\\ud83c", "|\n", ">-\n", "# c\n", "---\n", "...\n", "%YAML 1.2\n", "\u{feff}", "♥", "~", "a: 1\n",
    ]), 0..30)) {
        survive(parts.concat().into_bytes());
    }

    /// JSON is valid YAML. The parser must read the output of serde_json as the same value.
    #[test]
    fn json_strings_come_back(texts in prop::collection::vec(any::<String>(), 0..6)) {
        let json = serde_json::to_string(&texts).unwrap();
        // JSON allows raw DEL and C1 control characters; YAML and this parser do not.
        prop_assume!(!json.chars().any(char::is_control));
        let read = read(&json);
        let node = read.node.expect("JSON is fine");
        let back: Vec<_> = node.as_seq().unwrap().iter().map(|item| item.as_text().unwrap()).collect();
        prop_assert_eq!(back, texts);
    }
}
