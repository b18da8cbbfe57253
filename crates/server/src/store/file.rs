//! The files of an SQLite store: are they still the ones that were opened, and does only one server have them?

use super::StoreError;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often a lock is tried that another server may be about to give up, and how long in between.
const TRIES: usize = 30;
const PAUSE: Duration = Duration::from_millis(100);

/// The database and its write-ahead log, as they were when they were opened. SQLite goes on writing to a file that was deleted or
/// replaced, and nobody would ever read it again.
#[derive(Clone)]
pub(super) struct Files(Vec<(PathBuf, Identity)>);

impl Files {
    pub fn of(path: &Path) -> io::Result<Files> {
        // In memory there is nothing to lose.
        if path.as_os_str() == ":memory:" {
            return Ok(Files(Vec::new()));
        }
        let both = [path.to_owned(), beside(path, "-wal")];
        let known = both.into_iter().map(|path| identity(&path).map(|identity| (path, identity)));
        known.collect::<io::Result<_>>().map(Files)
    }

    /// Are they still there?
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

/// What makes a file this one and no other of the same name.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    path.metadata().map(|found| (found.dev(), found.ino()))
}

/// Elsewhere a file that is open cannot be deleted.
#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(_: &Path) -> io::Result<Identity> {
    Ok(())
}

/// Held as long as a server has the store open; the system gives it up for a server that was killed. A file of its own beside the
/// database: on the database itself it would get in the way of SQLite's.
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
                // A server that is stopping needs a moment.
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
