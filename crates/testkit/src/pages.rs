//! Checks all conformance pages in a folder. These are Markdown pages whose code blocks are tests.

pub use rulebook_scenario::page::{Block, Page};

use std::fs;
use std::path::Path;

/// Runs `check` on every page in a folder (`*.md`, except `README.md` and `SCOREBOARD.md`). Returns the number of
/// pages. Each page must have a code block that is marked with one of the words `asserts`. A page without one proves
/// nothing, so it is an error.
///
/// # Errors
/// One message for each failing page, beginning with `file:line:`.
pub fn run(
    folder: &Path,
    asserts: &[&str],
    mut check: impl FnMut(&Page) -> Result<(), String>,
) -> Result<usize, String> {
    let files = crate::files(folder, "md")?;
    let mut pages = 0;
    let mut wrong = Vec::new();
    for path in
        files.iter().filter(|path| path.file_name().is_none_or(|name| name != "README.md" && name != "SCOREBOARD.md"))
    {
        pages += 1;
        let name = path.display().to_string();
        let read = fs::read_to_string(path).map_err(|error| format!("{name}:1: {error}"));
        let result = read.and_then(|text| Page::parse(path, &text)).and_then(|page| {
            if !page.blocks.iter().any(|block| asserts.iter().any(|word| block.is(word))) {
                return Err(format!("{name}:1: a page without an assertion ({})", asserts.join(", ")));
            }
            check(&page)
        });
        if let Err(message) = result {
            let placed = message.starts_with(&name);
            wrong.push(if placed { message } else { format!("{name}:1: {message}") });
        }
    }
    if wrong.is_empty() { Ok(pages) } else { Err(format!("{} of {pages} pages:\n{}", wrong.len(), wrong.join("\n"))) }
}
