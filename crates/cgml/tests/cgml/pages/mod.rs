//! Tests the pages of `conformance/cgml`, which show and assert what each clause of the language means. The README in
//! that folder explains how to write a page.

mod clauses;
mod cookbook;
mod docs;
mod laws;
mod reference;
mod refused;
mod scoreboard;
mod shelf;

use rulebook_cgml::page::{self, ASSERTS, About};
use rulebook_testkit::pages::{self, Page};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/cgml")
}

/// The game that every program is merged onto: a block of the README.
fn small() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let path = folder().join("README.md");
        let text = std::fs::read_to_string(&path).expect("the README of the pages");
        let page = Page::parse(&path, &text).expect("a page");
        page.block("base").expect("the base").text.clone()
    })
}

#[test]
fn every_page_is_true() {
    let pages = pages::run(&folder(), &ASSERTS, check).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(pages >= 100, "there are {pages} pages");
}

/// The programs of a page, each with the blocks about it.
pub fn programs(page: &Page) -> Result<Vec<About<'_>>, String> {
    page::programs(page, small())
}

pub fn check(page: &Page) -> Result<(), String> {
    clauses::about(page)?;
    page::check(page, programs(page)?)
}
