//! Compares results with files of expected results. If the environment variable `RULEBOOK_BLESS` is set, tests rewrite
//! these files instead of comparing. Review the changes like code.

use std::fs;
use std::path::Path;

/// The name of the environment variable that makes tests rewrite expected results.
pub const BLESS: &str = "RULEBOOK_BLESS";

/// Whether tests rewrite expected results.
#[must_use]
pub fn blessing() -> bool {
    std::env::var(BLESS).is_ok_and(|value| !value.is_empty() && value != "0")
}

/// Compares `text` with the file at `path`, or rewrites the file if [`blessing`].
///
/// # Errors
/// The first line that differs, with its number, or the reason why the file cannot be used.
pub fn check_or_bless(path: &Path, text: &str) -> Result<(), String> {
    check_or_write(path, text, blessing())
}

/// Compares `text` with the file at `path`, or rewrites the file if `bless` is set.
///
/// # Errors
/// The first line that differs, with its number, or the reason why the file cannot be used.
pub fn check_or_write(path: &Path, text: &str, bless: bool) -> Result<(), String> {
    let name = path.display();
    if bless {
        if fs::read_to_string(path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| format!("{name}: {error}"))?;
        }
        return fs::write(path, text).map_err(|error| format!("{name}: {error}"));
    }
    let expected = fs::read_to_string(path).map_err(|error| format!("{name}: {error} ({BLESS}=1 writes it)"))?;
    match first_difference(&expected, text) {
        None => Ok(()),
        Some((line, expected, found)) => Err(format!(
            "{name}:{line}: differs (if that is right, {BLESS}=1 renews it)\n  expected: {expected}\n     found: {found}"
        )),
    }
}

/// The number of the first line that differs, and both lines. The kind of line break is ignored, because git may
/// convert it.
fn first_difference<'a>(expected: &'a str, found: &'a str) -> Option<(usize, &'a str, &'a str)> {
    const END: &str = "(the end of the file)";
    let (mut expected, mut found) = (expected.lines(), found.lines());
    (1..).find_map(|number| match (expected.next(), found.next()) {
        (None, None) => Some(None),
        (a, b) if a == b => None,
        (a, b) => Some(Some((number, a.unwrap_or(END), b.unwrap_or(END)))),
    })?
}
