//! Playthroughs: matches as readable transcripts, kept as `plays/*.play` and compared after every change.
//!
//! The header of a file says what is played, and the rest is generated. To add a playthrough, write a file with only a
//! header and run the test once with `RULEBOOK_BLESS=1`:
//!
//! ```text
//! game: connect-four
//! seats: 2
//! seed: 1
//! policy: random
//! ```
//!
//! `policy` is `first` (always the first legal move), `random`, or `moves: 4, 4, 3` (these moves, then the first).
//! Optional keys are `option NAME: VALUE` and `limit: N` (stop after N decisions).

mod header;
mod transcript;

pub use header::{Header, Policy};
pub use transcript::transcript;

use crate::bless::check_or_bless;
use rulebook_matches::Staged;
use std::fs;
use std::path::Path;

/// Plays a match by the header of the file and compares it, or rewrites the file if [`crate::bless::blessing`].
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

/// Checks every `*.play` in a folder. Returns the number of files.
///
/// # Errors
/// The mistakes of all files.
pub fn check_folder<R: Staged>(rules: &R, folder: &Path) -> Result<usize, String> {
    let files = crate::files(folder, "play")?;
    let wrong: Vec<String> = files.iter().filter_map(|path| check(rules, path).err()).collect();
    if wrong.is_empty() { Ok(files.len()) } else { Err(wrong.join("\n")) }
}
