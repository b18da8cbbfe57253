//! A folder for one test: nobody else has it, and it is gone afterwards.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How many folders this process has asked for.
static ASKED: AtomicUsize = AtomicUsize::new(0);

/// Goes away when it is dropped.
pub struct Folder(pub PathBuf);

impl Folder {
    /// A new one, with nothing in it. Tests run side by side, in threads and in processes; and a run that was killed leaves folders
    /// behind whose process numbers are given out again. So what is there already is somebody else's.
    ///
    /// # Panics
    /// If the system lets nobody make folders.
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

    /// Where something in it is, in words.
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
