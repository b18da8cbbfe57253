//! Tests that no file makes the reader panic, hang or overflow the stack.

use rulebook_cgml::syntax::{DEEPEST, LONGEST, read_expr};
use rulebook_kernel::Rng;

use super::*;

#[track_caller]
fn refused(text: &str, code: &str) {
    let found = string(text).found().into_iter().map(|(code, ..)| code).collect::<Vec<_>>();
    assert_eq!(found, [code], "{}…", text.chars().take(40).collect::<String>());
}

#[test]
fn deep_strings_are_refused() {
    let deep = LONGEST / 4;
    refused(&format!("{}1{}", "(".repeat(deep), ")".repeat(deep)), "C1017");
    refused(&format!("{}1{}", "[".repeat(deep), "]".repeat(deep)), "C1017");
    refused(&"not ".repeat(deep), "C1017");
    refused(&"- ".repeat(deep), "C1017");
    refused(&"$.a[".repeat(deep), "C1017");
    refused(&"top(".repeat(deep), "C1017");
    refused(&"if ".repeat(deep), "C1017");
    refused(&format!("1{}", "+1".repeat(deep)), "C1017");
    refused(&format!("let a=1{};1", ",a=1".repeat(deep - 3)), "C1017");
    refused(&"1+".repeat(LONGEST), "C1018");
}

#[test]
fn a_long_chain_of_and_is_not_deep() {
    string(&vec!["true"; LONGEST / 10].join(" and ")).clean();
}

#[test]
fn a_chain_of_sums_suggests_the_correct_form() {
    let chain = string(&vec!["1"; DEEPEST + 6].join(" + "));
    let said = chain.diags.to_text(&chain.sources, Paint::Plain);
    assert!(said.contains("`sum(a, b, …)`"), "{said}");
    string(&format!("sum({})", vec!["1"; DEEPEST + 6].join(", "))).clean();
}

#[test]
fn deep_trees_are_refused() {
    let deep = |open: &str, close: &str| format!("{}1{}", open.repeat(DEEPEST + 1), close.repeat(DEEPEST + 1));
    let limits = Limits { depth: Limits::DEEPEST, ..Limits::default() };
    for text in [deep("{not: ", "}"), deep("{let: {a: 1, in: ", "}}"), deep("{list: [", "]}")] {
        let mut sources = Sources::new();
        let file = sources.add("deep", text);
        let mut diags = Diagnostics::new();
        read_expr(&parse(&sources, file, &limits).0.expect("YAML"), &sources, &mut diags);
        assert!(!diags.is_empty() && diags.sorted().iter().all(|d| d.code == "C1017"), "{}", diags.summary());
    }
}

#[test]
fn any_text_is_read_or_refused() {
    let pieces = [
        "$",
        ".",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        ",",
        ":",
        ";",
        "=",
        "==",
        "<=",
        "+",
        "-",
        "*",
        "%",
        "'",
        "\"",
        "\\",
        " ",
        "\n",
        "a",
        "ref:",
        "ref:x",
        "1",
        "99999999999999999999",
        "not",
        "and",
        "in",
        "if",
        "then",
        "else",
        "let",
        "where",
        "by_id",
        "current",
        "count(",
        "top(",
        "♥",
        "é",
        "\u{0}",
        "\u{2028}",
        "null",
        "$player",
        "shared_zones",
    ];
    let mut rng = Rng::seeded("any text");
    for _ in 0..20_000 {
        let length = rng.below(12);
        let text: String =
            (0..length).map(|_| pieces[rng.below(u32::try_from(pieces.len()).unwrap()) as usize]).collect();
        let mut sources = Sources::new();
        let quoted = serde_json::Value::from(text.replace('\u{0}', "")).to_string();
        let file = sources.add("any", quoted);
        let Some(node) = parse(&sources, file, &Limits::default()).0 else { continue };
        let mut diags = Diagnostics::new();
        let read = read_expr(&node, &sources, &mut diags);
        assert!(diags.has_errors() || !shape(&read).contains("Hole"), "a hole without a word: {text}");
        let _ = (read.to_string(), diags.to_text(&sources, Paint::Plain));
    }
}
