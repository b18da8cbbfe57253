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
/// Returns all assertions that are false, each as `file:line:` and the reason. After a move that is not possible, the
/// other lines of its block are not played.
pub fn scenario(page: &Page, files: &[(String, String)]) -> Result<(), Vec<String>> {
    if !page.blocks.iter().any(|block| ASSERTS.iter().any(|word| block.is(word))) {
        let words = ASSERTS.join(", ");
        return Err(vec![format!("{}:1: a page without an assertion ({words})", page.path.display())]);
    }
    let programs = programs(page, "").map_err(|why| vec![why])?;
    let programs = programs.into_iter().map(|(program, about)| (program.of_game(files), about)).collect();
    let wrong = mistakes(page, programs);
    if wrong.is_empty() { Ok(()) } else { Err(wrong) }
}

/// The programs of a page, each with the blocks that test it. Programs that are not complete games are merged onto
/// `small`.
///
/// # Errors
/// Returns the line of a block that has no meaning, and the reason.
pub fn programs<'a>(page: &'a Page, small: &'a str) -> Result<Vec<About<'a>>, String> {
    let mut programs: Vec<About<'a>> = Vec::new();
    let mut files: Vec<&Block> = Vec::new();
    for block in &page.blocks {
        match block.info.split_whitespace().collect::<Vec<_>>()[..] {
            ["yaml" | "csv", "file", _] => files.push(block),
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
/// Returns all assertions that are false, with their lines and the actual values.
pub fn check(page: &Page, programs: Vec<About<'_>>) -> Result<(), String> {
    let wrong = mistakes(page, programs);
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The assertions that are false, each as `file:line:` and the reason.
fn mistakes(page: &Page, programs: Vec<About<'_>>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (program, about) in programs {
        if about.is_empty() {
            wrong.push(page.at(program.block, 0, "nothing is asserted about this program"));
            continue;
        }
        let compiled = program.compile();
        let reports: Vec<&Block> = about.iter().copied().filter(|block| block.is("report")).collect();
        if let Err(why) = compiled.report(page, program.block, &reports) {
            // A program with other mistakes than expected may not be playable.
            wrong.push(why);
            continue;
        }
        for block in about {
            if block.is("explain") {
                wrong.extend(compiled.explain(page, block).err());
            }
            let found = match () {
                () if block.is("values") => lines::values(&program, &block.text),
                () if block.is("play") => lines::play(&compiled, &block.text),
                () => Vec::new(),
            };
            wrong.extend(found.into_iter().map(|(line, why)| page.at(block, line, &why)));
        }
    }
    wrong
}
