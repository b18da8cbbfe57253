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
    /// An empty list of files. [`Files::check`] then checks nothing.
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

/// The files and folders of a store that do not exist yet. A store that could not be used leaves none of them.
pub(crate) struct NewFiles {
    path: PathBuf,
    /// The files that did not exist, apart from the lock file.
    files: Vec<PathBuf>,
    /// Whether the lock file is one of the files that did not exist.
    lock: bool,
    /// The folders that did not exist, innermost first.
    folders: Vec<PathBuf>,
}

impl NewFiles {
    /// Notes which files and folders of a store do not exist. Call it before the store is opened.
    pub fn of(path: &Path) -> NewFiles {
        let files = [path.to_owned(), beside(path, "-wal"), beside(path, "-shm")];
        let folders = path.ancestors().skip(1).take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        NewFiles {
            path: path.to_owned(),
            files: files.into_iter().filter(|file| !file.exists()).collect(),
            lock: !beside(path, "-lock").exists(),
            folders: folders.map(Path::to_owned).collect(),
        }
    }

    /// Removes the new files and folders, unless a server uses them. Call it after the store was closed.
    pub fn remove(&self) {
        let name = beside(&self.path, "-lock");
        // Take the lock before removing files, because another server may have opened the store meanwhile.
        let lock = File::options().write(true).open(&name);
        if lock.as_ref().is_ok_and(|lock| lock.try_lock().is_err()) {
            return;
        }
        // If a file cannot be removed, the error that the caller reports matters more.
        let lock_file = (lock.is_ok() && self.lock).then_some(&name);
        self.files.iter().chain(lock_file).for_each(|file| drop(std::fs::remove_file(file)));
        // A folder with other files in it is kept.
        self.folders.iter().for_each(|folder| drop(std::fs::remove_dir(folder)));
    }
}

/// The lock of a server on its store. The operating system releases it if the server is killed. A separate file is
/// locked, because SQLite itself uses locks on the database file.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    pub fn take(path: &Path) -> Result<Lock, String> {
        let name = beside(path, "-lock");
        let wrong = |error: io::Error| format!("{}: {error}", name.display());
        for _ in 0..TRIES {
            let file = File::options().create(true).truncate(false).write(true).open(&name).map_err(wrong)?;
            match file.try_lock() {
                // A server that could not start may have removed the file before this server locked it.
                Ok(()) if is_same(&file, &name) => return Ok(Lock { _file: file }),
                Ok(()) => {}
                // Another server may be stopping.
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(wrong(error)),
            }
        }
        Err(format!(
            "another server uses {}. Only one server can use an SQLite file. Several servers can share a PostgreSQL database (--store postgres://…)",
            path.display()
        ))
    }
}

/// Whether the open file is still the file with this name. `false` if the file was removed or replaced.
#[cfg(unix)]
fn is_same(file: &File, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let open = file.metadata().map(|found| (found.dev(), found.ino()));
    open.ok() == identity(name).ok()
}

#[cfg(not(unix))]
fn is_same(_: &File, name: &Path) -> bool {
    name.exists()
}
