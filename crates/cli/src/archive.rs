//! `rulebook archive`: moves finished matches out of a store into compressed files.

use crate::failure::Failure;
use crate::folders;
use crate::serve::runtime;
use crate::transfer::exists;
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use rulebook_server::{StoreAddress, transfer};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Maximum number of matches in one file.
const IN_ONE_FILE: usize = 1000;
const DAY_MS: u64 = 24 * 3600 * 1000;

/// Moves finished matches out of the store into compressed files
///
/// Each file is an export (JSON Lines, compressed with gzip). A match is deleted from the store only after its file is on
/// disk. The server may run meanwhile. To look at archived matches again, unpack the file and use `rulebook import`.
#[derive(Args)]
#[command(after_help = "Examples:\n  rulebook archive --older 90 /var/backups/rulebook\n  \
    gunzip -c archive-1767225600000-0.jsonl.gz > matches.jsonl && rulebook import matches.jsonl")]
pub struct Archive {
    /// Folder for the files
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Archive matches that were over and not visited for this many days; 0 means all that are over
    #[arg(long, default_value_t = 90, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(0..=36_500))]
    older: u64,
    /// The store [default: the one of `rulebook serve`]
    #[arg(long, value_name = "STORE")]
    store: Option<StoreAddress>,
}

impl Archive {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let address = self.store.map_or_else(folders::store, Ok)?;
        exists(&address)?;
        let wrong = |why: String| Failure::Input(why);
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = u64::try_from(since_1970.as_millis()).unwrap_or(u64::MAX);
        let before = now.saturating_sub(self.older * DAY_MS);
        let (mut count, mut bytes, mut skipped) = (0, 0, 0);
        let done = runtime()?.block_on(async {
            let store = address.open().await.map_err(|error| error.to_string())?;
            let folder = std::fs::create_dir_all(&self.folder);
            folder.map_err(|error| format!("{}: {error}", self.folder.display()))?;
            for number in 0.. {
                let found = store.over_before(before, skipped, IN_ONE_FILE).await.map_err(|error| error.to_string())?;
                let mut texts = Vec::new();
                for header in found {
                    match transfer::export(&*store, &header).await {
                        Ok(text) => texts.push((header.id, text)),
                        Err(error) => {
                            let _ = writeln!(std::io::stderr(), "match {} cannot be read: {error}", header.id);
                            skipped += 1;
                        }
                    }
                }
                if texts.is_empty() {
                    break;
                }
                let file = self.folder.join(format!("archive-{now}-{number}.jsonl.gz"));
                bytes += write(&file, texts.iter().map(|(_, text)| text.as_str()))
                    .map_err(|error| format!("{}: {error}", file.display()))?;
                for (id, _) in texts {
                    store.remove(&id).await.map_err(|error| error.to_string())?;
                    count += 1;
                }
            }
            Ok::<_, String>(())
        });
        done.map_err(wrong)?;
        match count {
            1 => writeln!(out, "archived 1 match in {bytes} bytes")?,
            count => writeln!(out, "archived {count} matches in {bytes} bytes")?,
        }
        match skipped {
            0 => Ok(()),
            skipped => Err(Failure::Input(format!("{skipped} matches could not be read and stay in the store"))),
        }
    }
}

/// Writes a compressed file. Returns its size when it is on disk.
fn write<'a>(path: &Path, texts: impl Iterator<Item = &'a str>) -> std::io::Result<u64> {
    let unfinished = path.with_extension("part");
    let mut encoder = GzEncoder::new(File::create(&unfinished)?, Compression::best());
    for text in texts {
        encoder.write_all(text.as_bytes())?;
    }
    let file = encoder.finish()?;
    file.sync_all()?;
    let size = file.metadata()?.len();
    std::fs::rename(&unfinished, path)?;
    // The new name is on disk only after the folder is synced.
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(size)
}
