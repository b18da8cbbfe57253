//! Makes a temporary folder for one test.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How many folders this process has tried to create. The name of the next folder contains this number.
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// A temporary folder. Dropping it deletes the folder.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Creates a new, empty folder. A folder that already exists is never used. Such a folder may belong to a test in
    /// another thread or process, or to an interrupted run with the same process id.
    ///
    /// # Panics
    /// If the folder cannot be created.
    #[must_use]
    pub fn new(name: &str) -> Folder {
        loop {
            let (process, number) = (std::process::id(), ASKED.fetch_add(1, Relaxed));
            let path = std::env::temp_dir().join(format!("rulebook-{name}-{process}-{number}"));
            match std::fs::create_dir(&path) {
                Ok(()) => return Folder(path),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => panic!("{}: {error}", path.display()),
            }
        }
    }

    /// The path of a file in the folder, as text.
    #[must_use]
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
