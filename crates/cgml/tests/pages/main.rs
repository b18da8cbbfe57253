//! The pages of `conformance/cgml`: what each clause of the language means, shown and asserted. Its README explains how to
//! write one.

mod clauses;
mod docs;
mod game;
mod laws;
mod lines;
mod program;
mod reference;
mod refused;
mod scoreboard;
mod shelf;

use program::Program;
use rulebook_testkit::pages::{self, Block, Page};
use std::path::{Path, PathBuf};

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/cgml")
}

/// Blocks that assert something.
pub const ASSERTS: [&str; 4] = ["play", "values", "report", "explain"];

#[test]
fn every_page_is_true() {
    let pages = pages::run(&folder(), &ASSERTS, check).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(pages >= 100, "there are {pages} pages");
}

/// The programs of a page, each with the blocks about it.
pub fn programs(page: &Page) -> Result<Vec<(Program<'_>, Vec<&Block>)>, String> {
    let mut programs: Vec<(Program<'_>, Vec<&Block>)> = Vec::new();
    let mut files: Vec<&Block> = Vec::new();
    for block in &page.blocks {
        match block.info.split_whitespace().collect::<Vec<_>>()[..] {
            ["yaml", "file", _] => files.push(block),
            ["yaml"] | ["yaml", "whole"] => {
                programs.push((Program::new(block, std::mem::take(&mut files)), Vec::new()));
            }
            ["play" | "values" | "report" | "explain"] => {
                if programs.is_empty() {
                    programs.push((Program::base(block), Vec::new()));
                }
                programs.last_mut().expect("just made").1.push(block);
            }
            _ => return Err(page.at(block, 0, &format!("a block `{}` means nothing here", block.info))),
        }
    }
    if let Some(file) = files.first() {
        return Err(page.at(file, 0, "no program uses this file"));
    }
    Ok(programs)
}

pub fn check(page: &Page) -> Result<(), String> {
    clauses::about(page)?;
    check_programs(page, programs(page)?)
}

fn check_programs(page: &Page, programs: Vec<(Program<'_>, Vec<&Block>)>) -> Result<(), String> {
    for (program, about) in programs {
        if about.is_empty() {
            return Err(page.at(program.block, 0, "nothing is asserted about this program"));
        }
        let compiled = program.compile();
        let reports: Vec<&Block> = about.iter().copied().filter(|block| block.is("report")).collect();
        compiled.report(page, program.block, &reports)?;
        for block in about {
            if block.is("explain") {
                compiled.explain(page, block)?;
            }
            if block.is("values") {
                lines::values(&program, &block.text).map_err(|(line, why)| page.at(block, line, &why))?;
            }
            if block.is("play") {
                lines::play(&compiled, &block.text).map_err(|(line, why)| page.at(block, line, &why))?;
            }
        }
    }
    Ok(())
}
