//! Playthroughs: transcripts of matches in files `plays/*.play`. After every change, the matches are played again and
//! compared with the files.
//!
//! The header of a file says which match is played. The rest of the file is generated. To add a playthrough, write a
//! file that has only a header, and run the test once with `RULEBOOK_BLESS=1`:
//!
//! ```text
//! game: connect-four
//! seats: 2
//! seed: 1
//! policy: random
//! ```
//!
//! `policy` is `first` (always the first legal move), `random`, or `moves: 4, 4, 3` (these moves, then always the first
//! legal move). Optional keys are `option NAME: VALUE`, and `limit: N` to stop after N decisions.

mod header;
mod transcript;

pub use header::{Header, Policy};
pub use transcript::transcript;

use crate::bless::check_or_bless;
use rulebook_matches::Staged;
use std::fs;
use std::path::Path;

/// Plays the match that the header describes and compares the transcript with the file. If [`crate::bless::blessing`],
/// rewrites the file instead.
///
/// # Errors
/// The mistake in the header, or the first line that differs.
pub fn check<R: Staged>(rules: &R, path: &Path) -> Result<(), String> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    let header = Header::parse(&text).map_err(|error| format!("{name}: {error}"))?;
    let transcript = transcript(rules, &header).map_err(|error| format!("{name}: {error}"))?;
    check_or_bless(path, &transcript)
}

/// Checks every `*.play` file in a folder. Returns the number of files.
///
/// # Errors
/// The mistakes in all files.
pub fn check_folder<R: Staged>(rules: &R, folder: &Path) -> Result<usize, String> {
    let files = crate::files(folder, "play")?;
    let wrong: Vec<String> = files.iter().filter_map(|path| check(rules, path).err()).collect();
    if wrong.is_empty() { Ok(files.len()) } else { Err(wrong.join("\n")) }
}
