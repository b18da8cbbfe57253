//! `rulebook archive`: compresses finished matches, moves old ones out of the store, and deletes old archives.

use crate::failure::Failure;
use crate::folders;
use crate::object_storage::{ArchiveAddress, ObjectStorage};
use crate::serve::runtime;
use crate::transfer::exists;
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use rulebook_server::store::{Store, StoreError};
use rulebook_server::{StoreAddress, transfer};
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// Maximum number of matches in one file.
const IN_ONE_FILE: usize = 1000;
/// When a file has this size before compression, in bytes, the next match begins a new file.
const FILE_SIZE: usize = 64 << 20;
const DAY_MS: u64 = 24 * 3600 * 1000;

/// Compresses finished matches, moves old ones into an archive, and deletes old archives
///
/// The server may run meanwhile. Compressed matches stay in the store and can be watched as before. Older releases cannot
/// read them, so compress only when all servers run this release. Each file of the archive is an export (JSON Lines,
/// compressed with gzip). A match is deleted from the store only after the archive has its file. To look at archived
/// matches again, unpack the file and use `rulebook import`.
#[derive(Args)]
#[command(after_help = "Examples:\n  rulebook archive --older 90 /var/backups/rulebook\n  \
    rulebook archive --compress 7 --older 90 --purge 365 s3://rulebook/matches\n  \
    gunzip -c archive-1767225600000-0.jsonl.gz > matches.jsonl && rulebook import matches.jsonl\n\n\
    A bucket needs AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION in the environment. For a service other \
    than Amazon's, set AWS_ENDPOINT, and AWS_ALLOW_HTTP=true if it has no TLS.")]
pub struct Archive {
    /// Folder or bucket for the files, such as s3://BUCKET/FOLDER; without it, no match leaves the store
    #[arg(value_name = "ARCHIVE", required_unless_present = "compress")]
    archive: Option<ArchiveAddress>,
    /// Archive matches that ended and were last visited at least this many days ago; 0 archives every finished match
    #[arg(long, default_value_t = 90, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(0..=36_500))]
    older: u64,
    /// Compress stored matches that ended and were last visited at least this many days ago
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(0..=36_500))]
    compress: Option<u64>,
    /// Delete files from the archive that are older than this many days
    #[arg(long, value_name = "DAYS", requires = "archive", value_parser = clap::value_parser!(u64).range(1..=36_500))]
    purge: Option<u64>,
    /// The store [default: the one of `rulebook serve`]
    #[arg(long, value_name = "STORE")]
    store: Option<StoreAddress>,
}

/// The number of matches that a step has handled, and their bytes before and after.
#[derive(Default)]
struct Handled {
    matches: usize,
    before: u64,
    after: u64,
    /// The number of matches that could not be read.
    unreadable: usize,
}

impl Archive {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let address = self.store.clone().map_or_else(folders::store, Ok)?;
        exists(&address)?;
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX);
        let done = runtime()?.block_on(async {
            let store = address.open().await.map_err(|error| error.to_string())?;
            let archive = self.archive.as_ref().map(ObjectStorage::open).transpose()?;
            let mut unreadable = 0;
            if let Some(archive) = &archive {
                let moved = move_old(&*store, archive, now, self.older).await?;
                say(out, &format!("archived {} in {} bytes", matches(moved.matches), moved.after))?;
                unreadable += moved.unreadable;
            }
            if let Some(days) = self.compress {
                let done = compress(&*store, now.saturating_sub(days * DAY_MS)).await?;
                say(
                    out,
                    &format!("compressed {}: {} bytes became {}", matches(done.matches), done.before, done.after),
                )?;
                unreadable += done.unreadable;
            }
            if let (Some(archive), Some(days)) = (&archive, self.purge) {
                let count = purge(archive, now.saturating_sub(days * DAY_MS)).await?;
                say(out, &format!("purged {count} file{}", if count == 1 { "" } else { "s" }))?;
            }
            Ok::<_, String>(unreadable)
        });
        match done.map_err(Failure::Input)? {
            0 => Ok(()),
            unreadable => {
                Err(Failure::Input(format!("{} could not be read and stay as they are", matches(unreadable))))
            }
        }
    }
}

fn say(out: &mut dyn Write, line: &str) -> Result<(), String> {
    writeln!(out, "{line}").map_err(|error| error.to_string())
}

fn matches(count: usize) -> String {
    format!("{count} match{}", if count == 1 { "" } else { "es" })
}

fn unreadable(id: &str, error: &StoreError) {
    let _ = writeln!(std::io::stderr(), "match {id} cannot be read: {error}");
}

/// Moves matches that ended at least this many days ago into the archive.
async fn move_old(store: &dyn Store, archive: &ObjectStorage, now: u64, days: u64) -> Result<Handled, String> {
    let before = now.saturating_sub(days * DAY_MS);
    let mut moved = Handled::default();
    for number in 0.. {
        let found =
            store.over_before(before, moved.unreadable, IN_ONE_FILE).await.map_err(|error| error.to_string())?;
        let (mut ids, mut text) = (Vec::new(), String::new());
        for header in found {
            match transfer::export(store, &header).await {
                Ok(export) => {
                    text.push_str(&export);
                    ids.push(header.id);
                }
                Err(error) => {
                    unreadable(&header.id, &error);
                    moved.unreadable += 1;
                }
            }
            if text.len() >= FILE_SIZE {
                break;
            }
        }
        if ids.is_empty() {
            break;
        }
        let data = compressed(&text).map_err(|error| error.to_string())?;
        moved.before += text.len() as u64;
        moved.after += data.len() as u64;
        archive.put(&format!("archive-{now}-{number}.jsonl.gz"), data).await?;
        for id in ids {
            store.remove(&id).await.map_err(|error| error.to_string())?;
            moved.matches += 1;
        }
    }
    Ok(moved)
}

fn compressed(text: &str) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes())?;
    encoder.finish()
}

/// Compresses matches that were over before this time.
async fn compress(store: &dyn Store, before: u64) -> Result<Handled, String> {
    let mut done = Handled::default();
    let mut skipped = 0;
    loop {
        // Matches that cannot be compressed stay at the front of the list.
        let found = store.compressible(before, IN_ONE_FILE + skipped).await.map_err(|error| error.to_string())?;
        if found.len() <= skipped {
            return Ok(done);
        }
        for id in found.iter().skip(skipped) {
            match store.compress(id).await {
                Ok((size, packed)) => {
                    done.matches += 1;
                    done.before += size;
                    done.after += packed;
                }
                // A server has just written to the match. The next run compresses it.
                Err(StoreError::Conflict) => skipped += 1,
                Err(error) => {
                    unreadable(id, &error);
                    done.unreadable += 1;
                    skipped += 1;
                }
            }
        }
    }
}

/// Deletes the files that were archived before this time. Returns their number. Other files stay.
async fn purge(archive: &ObjectStorage, before: u64) -> Result<usize, String> {
    let mut count = 0;
    for name in archive.names().await? {
        if archived_at(&name).is_some_and(|at| at < before) {
            archive.delete(&name).await?;
            count += 1;
        }
    }
    Ok(count)
}

/// The time in the name of an archive, in milliseconds since 1970. `None` if the file is no archive.
fn archived_at(name: &str) -> Option<u64> {
    let (at, number) = name.strip_prefix("archive-")?.strip_suffix(".jsonl.gz")?.split_once('-')?;
    number.parse::<u64>().ok()?;
    at.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_an_archive_has_its_time() {
        assert_eq!(archived_at("archive-1767225600000-12.jsonl.gz"), Some(1_767_225_600_000));
        for other in
            ["archive-x-1.jsonl.gz", "archive-1.jsonl.gz", "archive-1-2.jsonl", "notes.txt", "archive-1-x.jsonl.gz"]
        {
            assert_eq!(archived_at(other), None, "{other}");
        }
    }
}
