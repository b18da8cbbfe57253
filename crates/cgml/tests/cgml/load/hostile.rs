//! Tests that no file panics, hangs or exceeds a limit.

use std::time::{Duration, Instant};

use rulebook_cgml::load::{Limits, MemoryFiles, codes};
use rulebook_diag::Paint;
use rulebook_kernel::Rng;

use super::common::{run, run_within};

fn numbered(count: usize, text: impl Fn(usize) -> String) -> Vec<(String, String)> {
    (0..count).map(|n| (format!("f{n}.yaml"), text(n))).collect()
}

#[test]
fn each_limit_is_exact_and_has_its_code() {
    let small = Limits { depth: 3, files: 4, bytes: 120, nodes: 18, nesting: 4, ..Limits::default() };
    let game = |text: &str| vec![("game.cgml".to_owned(), text.to_owned())];
    let with = |text: &str, more: Vec<(String, String)>| [game(text), more].concat();
    let chain = |n: usize| {
        with(
            "a: !include f0.yaml",
            numbered(n, |at| if at + 1 < n { format!("!include f{}.yaml", at + 1) } else { "1".into() }),
        )
    };
    let bases = |n: usize| {
        with(
            "inherit: f0.yaml",
            numbered(n, |at| if at + 1 < n { format!("inherit: f{}.yaml", at + 1) } else { "a: 1".into() }),
        )
    };
    let wide = |n: usize| {
        let names: Vec<String> = (0..n).map(|at| format!("f{at}.yaml")).collect();
        with(&format!("imports: [{}]", names.join(", ")), numbered(n, |_| "a: 1".into()))
    };
    let copies = |n: usize| {
        let copies = vec!["!include f0.yaml"; n].join(", ");
        with(&format!("a: [{copies}]"), numbered(1, |_| "{b: 1, c: 2}".into()))
    };
    let extended = |text: &str| game(&format!("rules: [{{id: a, b: {text}}}, {{id: c, extends: a}}]"));
    for (within, beyond, code) in [
        (chain(2), chain(3), codes::TOO_DEEP),
        (bases(2), bases(3), codes::TOO_DEEP),
        (wide(3), wide(4), codes::TOO_MANY_FILES),
        (game(&format!("{:<120}", "a: 1")), game(&format!("{:<121}", "a: 1")), codes::TOO_LARGE),
        (
            with("inherit: f0.yaml", numbered(1, |_| format!("{:<104}", "a: 1"))),
            with("inherit: f0.yaml", numbered(1, |_| format!("{:<105}", "a: 1"))),
            codes::TOO_LARGE,
        ),
        (copies(3), copies(4), codes::TOO_MANY_NODES),
        (extended("1"), extended("[1]"), codes::TOO_MANY_NODES),
        (
            with("a: !include f0.yaml", numbered(1, |_| "[[[1]]]".into())),
            with("a: !include f0.yaml", numbered(1, |_| "[[[[1]]]]".into())),
            codes::NESTED_TOO_DEEPLY,
        ),
    ] {
        let run = run_within("game.cgml", MemoryFiles::from_iter(within.clone()), &small);
        assert!(run.merged.is_some(), "{code} {within:?}\n{}", run.report());
        let run = run_within("game.cgml", MemoryFiles::from_iter(beyond.clone()), &small);
        assert!(run.merged.is_none(), "{beyond:?}");
        assert_eq!(run.codes(), [code], "{beyond:?}");
    }
}

#[test]
fn bombs_are_refused_within_a_second() {
    let tens = |text: &str| [text; 10].join(", ");
    // Each file includes the next ten times: 10^14 copies.
    let includes = numbered(15, |n| match n {
        14 => "x".into(),
        n => format!("[{}]", tens(&format!("!include f{}.yaml", n + 1))),
    });
    let long = format!("{:?}", "x".repeat(1 << 20));
    let texts = vec![
        ("f0.yaml".to_owned(), format!("[{}]", tens(&tens("!include f1.yaml")))),
        ("f1.yaml".to_owned(), format!("[{}]", tens(&tens("!include f2.yaml")))),
        ("f2.yaml".to_owned(), long),
    ];
    // Every document imports every later one.
    let web = numbered(200, |n| {
        let names: Vec<String> = (n + 1..200).map(|at| format!("f{at}.yaml")).collect();
        format!("imports: [{}]\nrules: [{{id: r{n}}}]", names.join(", "))
    });
    let aliases = (1..=10).fold("a0: &a0 x\n".to_owned(), |text, level| {
        text + &format!("a{level}: &a{level} [{}]\n", tens(&format!("*a{}", level - 1)))
    });
    let aliases = vec![("f0.yaml".to_owned(), aliases)];
    for (name, files, code) in [
        ("includes", includes, Some(codes::TOO_MANY_NODES)),
        ("texts", texts, Some(codes::TOO_MANY_NODES)),
        ("web", web, Some(codes::TOO_DEEP)),
        ("aliases", aliases, Some(rulebook_diag::codes::TOO_MUCH_ALIASED)),
    ] {
        let import = if matches!(name, "includes" | "texts") { "a: !include f0.yaml" } else { "inherit: f0.yaml" };
        let mut files = MemoryFiles::from_iter(files);
        files.0.insert("game.cgml".into(), import.into());
        let started = Instant::now();
        let run = run("game.cgml", files);
        assert_eq!(run.codes().first().copied(), code, "{name}");
        // The time limit is generous, because test machines may be slow. Following every include would take days.
        assert!(started.elapsed() < Duration::from_secs(20), "{name} took {:?}", started.elapsed());
    }
}

/// Tests files of the maximum size that are made to be slow. The time limit is generous, because test machines may be
/// slow; quadratic work would take minutes.
#[test]
fn large_hostile_files_end_soon() {
    let rules: String = (0..40_000).map(|n| format!("  - {{id: r{n}, extends: big}}\n")).collect();
    let big = format!("  - {{id: big, x: [{}]}}\n", vec!["1"; 10_000].join(", "));
    let extends = vec![("f0.yaml".to_owned(), format!("rules:\n{big}{rules}"))];
    let ring: String = (0..15_000).map(|n| format!("  - {{id: r{n}, extends: r{}}}\n", (n + 1) % 15_000)).collect();
    let ring = vec![("f0.yaml".to_owned(), format!("rules:\n{ring}"))];
    let twice: String = (0..8_000).map(|n| format!("  - {{from: a{n}, to: b}}\n  - {{from: a{n}, to: b}}\n")).collect();
    let twice = vec![("f0.yaml".to_owned(), format!("flow:\n transitions:\n{twice}"))];
    let lost: String = (0..9_000).map(|n| format!("  - {{id: q{n}, disabled: true}}\n")).collect();
    let kept: String = (0..9_000).map(|n| format!("  - {{id: r{n}}}\n")).collect();
    let lost = vec![("f0.yaml".to_owned(), format!("rules:\n{kept}{lost}"))];
    for (name, files, code) in [
        ("lost", lost, Some(codes::DISABLES_NOTHING)),
        ("extends", extends, Some(codes::TOO_MANY_NODES)),
        ("ring", ring, Some(codes::EXTENDS_CYCLE)),
        ("twice", twice, None),
    ] {
        let mut files = MemoryFiles::from_iter(files);
        files.0.insert("game.cgml".into(), "inherit: f0.yaml".into());
        let started = Instant::now();
        let run = run("game.cgml", files);
        assert_eq!(run.codes().first().copied(), code, "{name}");
        assert!(started.elapsed() < Duration::from_secs(60), "{name} took {:?}", started.elapsed());
    }
}

#[test]
fn the_deepest_game_fits_a_small_stack() {
    let work = || {
        let deep = |n: usize, inner: &str| "[".repeat(n) + inner + &"]".repeat(n);
        // Fifteen files with a nesting of six, plus the map around them, give a nesting of 91.
        let files = numbered(15, |n| match n {
            14 => deep(6, "1"),
            n => deep(6, &format!("!include f{}.yaml", n + 1)),
        });
        let mut files = MemoryFiles::from_iter(files);
        files.0.insert("game.cgml".into(), "a: !include f0.yaml".into());
        assert!(run("game.cgml", files).merged.is_some());
    };
    std::thread::Builder::new().stack_size(512 << 10).spawn(work).expect("a thread").join().expect("no overflow");
}

/// Tests random files made of typical parts. These files reach most code of the loader, and none may cause a panic.
#[test]
fn soup() {
    let parts: Vec<&str> = concat!(
        "rules:|\n|\n  |\n    |- |id: a|id: b|{|}|[|]|, |: |extends: a|extends: b|disabled: true|disabled: x|",
        "imports: |inherit: |!include |!inherit |!x |a.yaml|b.yaml|x/c.yaml|../a.yaml|game.cgml|standard_52|",
        "https://cgml.io/x|components:|component_types: |deck_types: |decks: |zones: |name: a|name: b|flow:|",
        "transitions: |states: |from: a|to: b|cgml_version: |1.2|1.3|action: SET_GAME_STATE|$.shared_zones|",
        "\"$.shared\\u005fzones\"|&a |*a|<<: |meta: |setup: |\u{feff}|♥|null|'",
    )
    .split('|')
    .collect();
    let mut rng = Rng::seeded("soup");
    for round in 0..4_000 {
        let files = ["game.cgml", "a.yaml", "b.yaml", "x/c.yaml"].map(|name| {
            let count = 1 + rng.below(24);
            let text: String = (0..count).map(|_| parts[rng.below(parts.len() as u32) as usize]).collect();
            let mut bytes = text.into_bytes();
            if round % 16 == 0 && !bytes.is_empty() {
                let at = rng.below(bytes.len() as u32) as usize;
                bytes[at] = rng.below(256) as u8;
            }
            (name, bytes)
        });
        survive(MemoryFiles::from_iter(files));
    }
}

/// Tests well-formed files that refer to one another in unusual ways.
#[test]
fn strange_games() {
    let mut rng = Rng::seeded("strange");
    let names = ["game.cgml", "a.yaml", "b.yaml", "x/c.yaml"];
    for _ in 0..2_000 {
        let files = names.map(|name| {
            let mut text = String::new();
            for section in ["imports", "inherit", "rules", "components", "flow", "meta", "setup"] {
                if rng.below(3) > 0 {
                    text += &format!("{section}: {}\n", value(&mut rng, 4));
                }
            }
            (name, text)
        });
        survive(MemoryFiles::from_iter(files));
    }
}

fn value(rng: &mut Rng, depth: u32) -> String {
    const WORDS: [&str; 12] = [
        "a",
        "b",
        "true",
        "null",
        "1.2",
        "a.yaml",
        "b.yaml",
        "!include a.yaml",
        "!include x/c.yaml",
        "!inherit b.yaml",
        "''",
        "10",
    ];
    const KEYS: [&str; 14] = [
        "id",
        "name",
        "from",
        "to",
        "extends",
        "disabled",
        "rules",
        "zones",
        "decks",
        "component_types",
        "states",
        "transitions",
        "deck_types",
        "action",
    ];
    let some = |rng: &mut Rng| rng.below(4) as usize;
    match if depth == 0 { 0 } else { rng.below(3) } {
        0 => WORDS[rng.below(12) as usize].to_owned(),
        1 => format!("[{}]", (0..some(rng)).map(|_| value(rng, depth - 1)).collect::<Vec<_>>().join(", ")),
        _ => {
            let first = rng.below(14) as usize;
            let entries = (0..some(rng)).map(|n| format!("{}: {}", KEYS[(first + n) % 14], value(rng, depth - 1)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

fn survive(files: MemoryFiles) {
    let shown = format!("{files:?}");
    let limits = Limits { nodes: 2_000, nesting: 12, depth: 5, ..Limits::default() };
    let run = run_within("game.cgml", files, &limits);
    for found in run.diags.sorted() {
        for span in std::iter::once(found.primary.span).chain(found.suggestion.iter().map(|edit| edit.span)) {
            let text = run.sources.text(span.file);
            assert!(text.get(span.start as usize..span.end as usize).is_some(), "{found:?} lies in its text {shown}");
        }
    }
    let _ = run.diags.to_text(&run.sources, Paint::Plain).len();
    if let Some(merged) = &run.merged {
        super::properties::comes_back(&merged.node);
        super::properties::points_at_its_source(&merged.node, &run.sources);
    }
}
