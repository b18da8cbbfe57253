//! The place of an archive: a folder, or a bucket of a service that speaks the protocol of S3.

use crate::bucket::Bucket;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The address of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArchiveAddress {
    Folder(String),
    /// A bucket, and the start of all names in it.
    Bucket(String, String),
}

impl FromStr for ArchiveAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<ArchiveAddress, String> {
        if let Some(rest) = text.strip_prefix("s3://") {
            let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
            return match bucket.is_empty() {
                true => Err("write the name of the bucket, like s3://BUCKET/FOLDER".to_owned()),
                false => Ok(ArchiveAddress::Bucket(bucket.to_owned(), prefix.trim_matches('/').to_owned())),
            };
        }
        let folder = text.strip_prefix("file://").unwrap_or(text);
        match folder.is_empty() || folder.contains("://") {
            true => Err("an archive is a folder or s3://BUCKET/FOLDER".to_owned()),
            false => Ok(ArchiveAddress::Folder(folder.to_owned())),
        }
    }
}

/// An open archive.
pub enum ObjectStorage {
    Folder(PathBuf),
    Bucket(Box<Bucket>),
}

impl ObjectStorage {
    /// Opens an archive. Creates the folder. [`Bucket::open`] says what a bucket needs in the environment.
    ///
    /// # Errors
    /// Returns a sentence that says why the archive cannot be opened.
    pub fn open(address: &ArchiveAddress) -> Result<ObjectStorage, String> {
        match address {
            ArchiveAddress::Folder(folder) => {
                fs::create_dir_all(folder).map_err(|error| format!("{folder}: {error}"))?;
                Ok(ObjectStorage::Folder(PathBuf::from(folder)))
            }
            ArchiveAddress::Bucket(bucket, prefix) => {
                Bucket::open(bucket, prefix).map(|bucket| ObjectStorage::Bucket(Box::new(bucket)))
            }
        }
    }

    /// Stores an object. Returns when it is durable: a file is synced, and a bucket has the whole object.
    ///
    /// # Errors
    /// Returns an error if the object was not stored.
    pub fn put(&self, name: &str, data: &[u8]) -> Result<(), String> {
        let size = match self {
            ObjectStorage::Folder(folder) => write(folder, name, data).map_err(|error| format!("{name}: {error}"))?,
            ObjectStorage::Bucket(bucket) => {
                bucket.put(name, data)?;
                bucket.size(name)?
            }
        };
        // Matches are deleted after this, so the archive has to confirm the object.
        match size == data.len() as u64 {
            true => Ok(()),
            false => Err(format!("{name}: {size} of {} bytes were stored", data.len())),
        }
    }

    /// The names of all objects.
    ///
    /// # Errors
    /// Returns an error if the archive cannot be read.
    pub fn names(&self) -> Result<Vec<String>, String> {
        match self {
            ObjectStorage::Folder(folder) => {
                let name = |entry: io::Result<fs::DirEntry>| entry.map(|entry| entry.file_name().into_string().ok());
                let names =
                    fs::read_dir(folder).and_then(|entries| entries.filter_map(|one| name(one).transpose()).collect());
                names.map_err(|error| format!("{}: {error}", folder.display()))
            }
            ObjectStorage::Bucket(bucket) => bucket.names(),
        }
    }

    /// Deletes an object.
    ///
    /// # Errors
    /// Returns an error if the object cannot be deleted.
    pub fn delete(&self, name: &str) -> Result<(), String> {
        match self {
            ObjectStorage::Folder(folder) => {
                fs::remove_file(folder.join(name)).map_err(|error| format!("{name}: {error}"))
            }
            ObjectStorage::Bucket(bucket) => bucket.delete(name),
        }
    }
}

/// Writes a file that is complete or missing, also after a power failure. Returns its size on the disk.
fn write(folder: &Path, name: &str, data: &[u8]) -> io::Result<u64> {
    let (part, place) = (folder.join(format!("{name}.part")), folder.join(name));
    let mut file = File::create(&part)?;
    file.write_all(data)?;
    file.sync_all()?;
    fs::rename(&part, &place)?;
    // The new name is durable after the folder is synced. Windows cannot open a folder as a file.
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    Ok(fs::metadata(&place)?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_is_a_folder_or_a_bucket() {
        let of = |text: &str| text.parse::<ArchiveAddress>();
        let bucket = |bucket: &str, prefix: &str| Ok(ArchiveAddress::Bucket(bucket.into(), prefix.into()));
        assert_eq!(of("s3://games"), bucket("games", ""));
        assert_eq!(of("s3://games/old/2026/"), bucket("games", "old/2026"));
        assert_eq!(of("file:///var/old"), Ok(ArchiveAddress::Folder("/var/old".into())));
        assert_eq!(of("old"), Ok(ArchiveAddress::Folder("old".into())));
        for wrong in ["", "s3://", "s3:///x", "gs://bucket", "https://example.org/x", "file://"] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
    }
}
