//! Playthroughs: a match as a readable transcript, kept as `plays/*.play` and compared after every change.
//!
//! The header of a file says what is played; the rest is made from it. So a new playthrough is a file with a header and
//! nothing else, run once with `RULEBOOK_BLESS=1`:
//!
//! ```text
//! game: connect-four
//! seats: 2
//! seed: 1
//! policy: random
//! ```
//!
//! `policy` is `first` (always the first legal move), `random`, or `moves: 4, 4, 3` (these, then the first). Optional are
//! `option NAME: VALUE` and `limit: N` (stop after so many decisions).

mod header;
mod transcript;

pub use header::{Header, Policy};
pub use transcript::transcript;

use crate::bless::check_or_bless;
use rulebook_matches::Staged;
use std::fs;
use std::path::Path;

/// Plays what the header of the file says and compares, or blesses.
///
/// # Errors
/// What is wrong with the header, or the first line that differs.
pub fn check<R: Staged>(rules: &R, path: &Path) -> Result<(), String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let header = Header::parse(&text).map_err(|error| format!("{name}: {error}"))?;
    let transcript = transcript(rules, &header).map_err(|error| format!("{name}: {error}"))?;
    check_or_bless(path, &transcript)
}

/// Checks every `*.play` in a folder, and says how many there were.
///
/// # Errors
/// Everything that is wrong with any of them.
pub fn check_folder<R: Staged>(rules: &R, folder: &Path) -> Result<usize, String> {
    let files = crate::files(folder, "play")?;
    let wrong: Vec<String> = files.iter().filter_map(|path| check(rules, path).err()).collect();
    if wrong.is_empty() { Ok(files.len()) } else { Err(wrong.join("\n")) }
}
