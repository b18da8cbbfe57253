//! Runs pages that show programs and assert their behaviour. These are the pages of the language (`conformance/cgml`,
//! explained in its README) and the scenarios of games.

mod game;
mod lines;
mod program;

pub use program::{Compiled, Program};

use rulebook_scenario::page::{Block, Page};

/// The kinds of blocks that assert something.
pub const ASSERTS: [&str; 4] = ["play", "values", "report", "explain"];

/// A program and the blocks that test it.
pub type About<'a> = (Program<'a>, Vec<&'a Block>);

/// Tests a scenario of a game. `files` are the texts of the game by name; its rules are `game.cgml`.
///
/// # Errors
/// The first assertion that is false, as `file:line:` and the reason.
pub fn scenario(page: &Page, files: &[(String, String)]) -> Result<(), String> {
    if !page.blocks.iter().any(|block| ASSERTS.iter().any(|word| block.is(word))) {
        let words = ASSERTS.join(", ");
        return Err(format!("{}:1: a page without an assertion ({words})", page.path.display()));
    }
    let programs = programs(page, "")?;
    check(page, programs.into_iter().map(|(program, about)| (program.of_game(files), about)).collect())
}

/// The programs of a page, each with the blocks that test it. Programs that are not complete games are merged onto
/// `small`.
///
/// # Errors
/// The line of a block that has no meaning, and the reason.
pub fn programs<'a>(page: &'a Page, small: &'a str) -> Result<Vec<About<'a>>, String> {
    let mut programs: Vec<About<'a>> = Vec::new();
    let mut files: Vec<&Block> = Vec::new();
    for block in &page.blocks {
        match block.info.split_whitespace().collect::<Vec<_>>()[..] {
            ["yaml", "file", _] => files.push(block),
            ["yaml"] | ["yaml", "whole"] => {
                programs.push((Program::new(block, std::mem::take(&mut files), small), Vec::new()));
            }
            ["play" | "values" | "report" | "explain"] => {
                if programs.is_empty() {
                    programs.push((Program::base(block, small), Vec::new()));
                }
                programs.last_mut().expect("just made").1.push(block);
            }
            _ => return Err(page.at(block, 0, &format!("a block `{}` has no meaning here", block.info))),
        }
    }
    if let Some(file) = files.first() {
        return Err(page.at(file, 0, "no program uses this file"));
    }
    Ok(programs)
}

/// Tests the blocks about these programs.
///
/// # Errors
/// The first assertion that is false, with its line and the actual value.
pub fn check(page: &Page, programs: Vec<About<'_>>) -> Result<(), String> {
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
