//! A temporary folder for one test.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How many folders this process has tried to create. Part of the name of the next one.
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// A temporary folder. Dropping it deletes the folder.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Creates a new, empty folder. A folder that already exists is never used. It may belong to a test in another
    /// thread or process, or to an interrupted run whose process id is used again.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_empty_apart_and_gone_afterwards() {
        let (one, other) = (Folder::new("scratch"), Folder::new("scratch"));
        assert_ne!(one.0, other.0);
        std::fs::write(one.path("file"), "x").unwrap();
        assert_eq!(other.0.read_dir().unwrap().count(), 0);
        let path = one.0.clone();
        drop(one);
        assert!(!path.exists());
    }

    #[test]
    fn what_an_earlier_run_left_is_not_taken() {
        let process = std::process::id();
        let left: Vec<PathBuf> =
            (0..50).map(|n| std::env::temp_dir().join(format!("rulebook-left-{process}-{n}"))).collect();
        for path in &left {
            std::fs::create_dir_all(path).unwrap();
        }
        let folder = Folder::new("left");
        assert!(!left.contains(&folder.0));
        for path in &left {
            std::fs::remove_dir(path).unwrap();
        }
    }
}
