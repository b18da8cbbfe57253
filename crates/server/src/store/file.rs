//! Guards the files of an SQLite store: detects replaced files, and locks the store for one server.

use super::StoreError;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Number of attempts to take the lock. Another server that is still stopping may hold the lock. `PAUSE` is the time
/// between two attempts.
const TRIES: usize = 30;
const PAUSE: Duration = Duration::from_millis(100);

/// The identity of the database files when they were opened. SQLite would keep writing to a deleted or replaced file.
#[derive(Clone)]
pub(super) struct Files(Vec<(PathBuf, Identity)>);

impl Files {
    /// The identity of no file. Nothing is checked.
    pub fn none() -> Files {
        Files(Vec::new())
    }

    pub fn of(path: &Path) -> io::Result<Files> {
        // A store in memory has no files.
        if path.as_os_str() == ":memory:" {
            return Ok(Files::none());
        }
        let both = [path.to_owned(), beside(path, "-wal")];
        let known = both.into_iter().map(|path| identity(&path).map(|identity| (path, identity)));
        known.collect::<io::Result<_>>().map(Files)
    }

    /// Checks that the files are still the same.
    pub fn check(&self) -> Result<(), StoreError> {
        for (path, known) in &self.0 {
            if identity(path).ok() != Some(*known) {
                return Err(StoreError::Broken(format!("{} is gone or was replaced", path.display())));
            }
        }
        Ok(())
    }
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// The device and inode of a file. They do not depend on its name.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    path.metadata().map(|found| (found.dev(), found.ino()))
}

/// Other systems need no identity, because an open file cannot be deleted there.
#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(_: &Path) -> io::Result<Identity> {
    Ok(())
}

/// The lock of a server on its store. The operating system releases it if the server is killed. A separate file is
/// locked, because SQLite itself uses locks on the database file.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    pub fn take(path: &Path) -> Result<Lock, String> {
        let name = beside(path, "-lock");
        let file = File::options().create(true).truncate(false).write(true).open(&name);
        let file = file.map_err(|error| format!("{}: {error}", name.display()))?;
        for _ in 0..TRIES {
            match file.try_lock() {
                Ok(()) => return Ok(Lock { _file: file }),
                // Another server may be stopping.
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(format!("{}: {error}", name.display())),
            }
        }
        Err(format!(
            "another server has {} open, and a file is for one: several servers share a PostgreSQL (--store postgres://…)",
            path.display()
        ))
    }
}
