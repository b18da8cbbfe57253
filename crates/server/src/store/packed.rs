//! Compressed records. The records of a match that is over can be kept as one compressed value, because nobody appends
//! moves to it any more.

use super::StoreError;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read, Write};

fn broken(error: std::io::Error) -> StoreError {
    StoreError::Damaged(format!("compressed records cannot be read: {error}"))
}

/// Compresses record lines.
pub(super) fn pack(lines: &[String]) -> Result<Vec<u8>, StoreError> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    for line in lines {
        encoder.write_all(line.as_bytes()).and_then(|()| encoder.write_all(b"\n")).map_err(broken)?;
    }
    encoder.finish().map_err(broken)
}

/// The record lines of a compressed value.
pub(super) fn unpack(data: &[u8]) -> Result<Vec<String>, StoreError> {
    let mut text = String::new();
    DeflateDecoder::new(data).read_to_string(&mut text).map_err(broken)?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// The records of a match from index `from` on: first the compressed records, if there are any, then `rest`.
pub(super) fn joined(packed: Option<&[u8]>, from: u64, rest: Vec<String>) -> Result<Vec<String>, StoreError> {
    let Some(data) = packed else { return Ok(rest) };
    let skipped = usize::try_from(from).unwrap_or(usize::MAX);
    Ok(unpack(data)?.into_iter().skip(skipped).chain(rest).collect())
}

/// The compressed value with some of its lines replaced.
pub(super) fn replaced(data: &[u8], new: &[(u64, String)]) -> Result<Vec<u8>, StoreError> {
    let mut lines = unpack(data)?;
    for (n, line) in new {
        if let Some(old) = usize::try_from(*n).ok().and_then(|n| lines.get_mut(n)) {
            old.clone_from(line);
        }
    }
    pack(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_and_can_be_replaced() {
        let lines: Vec<String> = (0..500).map(|n| format!("{{\"at\":{n},\"record\":\"é\"}}")).collect();
        let data = pack(&lines).unwrap();
        assert!(data.len() * 5 < lines.iter().map(String::len).sum(), "{}", data.len());
        assert_eq!(unpack(&data).unwrap(), lines);
        let new = replaced(&data, &[(3, "three".to_owned()), (900, "beyond".to_owned())]).unwrap();
        let told = joined(Some(&new), 2, vec!["last".to_owned()]).unwrap();
        assert_eq!((told.len(), told[1].as_str(), told[498].as_str()), (499, "three", "last"));
        assert_eq!(joined(None, 0, lines.clone()).unwrap(), lines);
    }

    #[test]
    fn damaged_data_is_an_error() {
        let mut data = pack(&["a".repeat(1000)]).unwrap();
        data.truncate(data.len() / 2);
        assert!(matches!(unpack(&data), Err(StoreError::Damaged(_))));
        assert!(matches!(unpack(&[0xff; 40]), Err(StoreError::Damaged(_))));
    }
}
