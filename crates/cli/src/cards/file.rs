//! Reads a card file: JSON or JSON Lines, plain or gzipped.

use crate::failure::Failure;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Maximum size of an unpacked card file, in bytes. A larger file is refused, because a small archive can expand to any
/// size.
const MOST: u64 = 1 << 30;

/// The text of the file, unpacked.
pub fn text(path: &Path) -> Result<String, Failure> {
    let told = |why: String| Failure::Input(format!("{}: {why}", path.display()));
    let mut reader = BufReader::new(File::open(path).map_err(|error| told(error.to_string()))?);
    let packed = reader.fill_buf().map_err(|error| told(error.to_string()))?.starts_with(&[0x1f, 0x8b]);
    let mut text = String::new();
    let read = if packed {
        MultiGzDecoder::new(reader).take(MOST + 1).read_to_string(&mut text)
    } else {
        reader.take(MOST + 1).read_to_string(&mut text)
    };
    match read {
        Err(error) => Err(told(error.to_string())),
        Ok(bytes) if bytes as u64 > MOST => Err(told("this file is too large to be a card file".into())),
        Ok(_) => Ok(text),
    }
}
