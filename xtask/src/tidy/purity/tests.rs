use super::*;

fn told(source: &str) -> Vec<String> {
    judge(vec![("src/lib.rs".to_string(), source.to_string())]).iter().map(Finding::to_string).collect()
}

// clause: Cards 6.3-3 9-6
#[test]
fn each_impurity_is_found() {
    let impure = [
        "use std::fs;",
        "use std::fs::File;",
        "use ::std::net::TcpStream;",
        "use std::io as input;",
        "fn f(d: std::time::Duration) {}",
        "use core::time::Duration;",
        "fn f() { std::thread::spawn(|| ()); }",
        "fn f() { std::env::var(\"X\"); }",
        "fn f() { std::process::exit(1) }",
        "use std::{fmt, fs};",
        "use std::{collections::{BTreeMap, btree_map}, io::{self, Read}};",
        "fn f() { println!() }",
        "fn f() { eprintln!(\"x\") }",
        "fn f() { print!(\"x\") }",
        "fn f(t: SystemTime) {}",
        "fn f() { Instant::now(); }",
        "fn f(x: f32) {}",
        "fn f() -> f64 { x as f64 }",
        "const X: u8 = 1.5;",
        "const X: u8 = 1e3 as u8;",
        "use std as x; use x::fs;",
        "use ::core as x;",
        "use std::{self as x};",
        "use std::*;",
        "use std::{fmt, *};",
        "extern crate std as x;",
        "#[macro_use] extern crate rayon;",
        "#[path = \"../../bots/src/lib.rs\"] mod x;",
        "#[cfg_attr(not(test), path = \"x.rs\")] mod x;",
        "#![path = \"x\"]",
        "include!(\"../code.rs\");",
        "thread_local! { static X: u8 = 1; }",
        "std::thread_local!(static X: u8 = 1);",
        "static X: Mutex<u8> = Mutex::new(1);",
        "use std::sync::RwLock;",
        "use std::sync::{Arc, Condvar};",
        "fn f(x: &AtomicU64) {}",
        "fn f(x: AtomicBool, y: AtomicUsize, z: AtomicPtr<u8>) {}",
        "use std::sync::atomic;",
        "use std::sync::{Arc, atomic::{self, Ordering}};",
        "use std::{fmt, sync::{atomic, Arc}};",
        "use std::sync as s; fn f(x: s::atomic::AtomicI8) {}",
        "use std::hash::RandomState;",
        "use std::collections::hash_map::RandomState;",
    ];
    for source in impure {
        assert!(!told(source).is_empty(), "not found: {source}");
    }
}

#[test]
fn comments_strings_and_similar_names_are_pure() {
    let pure = [
        "// std::fs\n/* println!() */ //! 1.5",
        "const HELP: &str = \"use std::fs and 1.5 and f64\";",
        "const HELP: &str = r#\"std::time \"quoted\" f32\"#;",
        "use std::collections::BTreeMap;",
        "use std::{fmt, sync::Arc, collections::{fs, io}};",
        "mod fs; use crate::io::Reader; fn time() {}",
        "enum CardType { Instant, Sorcery } const X: CardType = CardType::Instant;",
        "fn f(pair: ((u8, u8), u8)) -> u8 { pair.0.1 + 1.max(2) + (0..10).len() }",
        "const V: &str = std::env!(\"CARGO_PKG_VERSION\");",
        "fn println() {} fn g() { println() }",
        "use std::sync::{Arc, OnceLock}; use std::collections::HashMap;",
        "fn f() { let path = \"x\"; let include = path; }",
        "#[doc = \"path\"] #[serde(rename = \"path\")] struct Path;",
        "const X: &str = include_str!(\"x.yaml\");",
        "enum Step { Atomic, AtomicUnit } use crate::plan::atomic;",
        "extern \"C\" fn f() {} fn g() { let sync = 1; } mod alloc {}",
        "use std::fmt::{self, Display}; use std::fmt as f;",
    ];
    for source in pure {
        assert_eq!(told(source), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn a_finding_has_its_place_and_reason() {
    assert_eq!(told("\n\nuse std::fs;"), ["src/lib.rs:3: `std::fs`: no files here: the caller passes text in"]);
    assert_eq!(told("use std::{\n  fmt,\n  io,\n};").len(), 1);
    assert!(told("use std::{\n  fmt,\n  io,\n};")[0].starts_with("src/lib.rs:3: `std::io`"));
}

#[test]
fn test_modules_are_skipped_and_nothing_else() {
    assert!(told("#[cfg(test)] mod tests { use std::fs; fn f() { {} } }").is_empty());
    assert!(told("#[cfg(test)] #[allow(x)] pub(crate) mod tests { use std::fs; }").is_empty());
    assert!(told("#![cfg(test)] use std::fs;").is_empty());
    assert_eq!(told("#[cfg(test)] mod tests { use std::fs; } use std::io;").len(), 1);
    assert_eq!(told("#[cfg(test)] mod tests; use std::io;").len(), 1);
    assert_eq!(told("#[cfg(not(test))] mod real { use std::fs; }").len(), 1);
    assert_eq!(told("mod tests { use std::fs; }").len(), 1);
}

#[test]
fn test_modules_in_their_own_file_are_skipped() {
    let sources = |declared: &str, lies_in: &str| {
        let declaring = (declared.to_string(), "#[cfg(test)]\nmod tests;".to_string());
        judge(vec![declaring, (lies_in.to_string(), "use std::fs;".to_string())]).len()
    };
    assert_eq!(sources("src/lib.rs", "src/tests.rs"), 0);
    assert_eq!(sources("src/lib.rs", "src/tests/deep.rs"), 0);
    assert_eq!(sources("src/zone.rs", "src/zone/tests.rs"), 0);
    assert_eq!(sources("src/zone/mod.rs", "src/zone/tests.rs"), 0);
    assert_eq!(sources("src/zone.rs", "src/tests.rs"), 1);
    assert_eq!(sources("src/lib.rs", "src/tests_of_time.rs"), 1);
}

#[test]
fn a_module_of_tests_that_is_also_a_real_one_is_not_skipped() {
    let declaring = |text: &str| {
        let lib = ("src/lib.rs".to_string(), text.to_string());
        judge(vec![lib, ("src/x.rs".to_string(), "use std::fs;".to_string())]).len()
    };
    assert_eq!(declaring("#[cfg(test)] mod x;"), 0);
    assert_eq!(declaring("#[cfg(test)] mod x; #[cfg(not(test))] mod x;"), 1);
    assert_eq!(declaring("#[cfg(not(test))] pub mod x; #[cfg(test)] mod x;"), 1);
}

#[test]
fn locks_and_atomics_are_free_in_tests() {
    assert!(told("#[cfg(test)] mod tests { use std::sync::Mutex; use std::sync::atomic::AtomicU8; }").is_empty());
}

#[test]
fn a_build_script_is_found() {
    let files = ["crates/table/build.rs", "crates/cli/build.rs"].map(String::from);
    assert_eq!(build_script("table", &files).expect("found").file, "crates/table/build.rs");
    assert_eq!(build_script("kernel", &files), None);
}
