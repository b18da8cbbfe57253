//! Detects file changes by polling, which works on every system and with every editor.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// Time between two polls.
pub const PAUSE: Duration = Duration::from_millis(250);

/// The files at the last poll, each with its modification time and size.
#[derive(Default, PartialEq, Eq)]
pub struct Watch(BTreeMap<PathBuf, (Option<SystemTime>, u64)>);

impl Watch {
    /// The files as they are now.
    pub fn of(files: &[PathBuf]) -> Watch {
        let seen = |file: &PathBuf| {
            let about = file.metadata().ok()?;
            Some((file.clone(), (about.modified().ok(), about.len())))
        };
        Watch(files.iter().filter_map(seen).collect())
    }

    /// Whether a file has changed since the last poll. Updates the stored state.
    pub fn changed(&mut self, files: &[PathBuf]) -> bool {
        let now = Watch::of(files);
        let changed = now != *self;
        *self = now;
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_noticed_once() {
        let file = std::env::temp_dir().join(format!("rulebook-watch-{}", std::process::id()));
        std::fs::write(&file, "a").unwrap();
        let files = [file.clone()];
        let mut watch = Watch::of(&files);
        assert!(!watch.changed(&files));
        std::fs::write(&file, "ab").unwrap();
        assert!(watch.changed(&files) && !watch.changed(&files));
        std::fs::remove_file(&file).unwrap();
        assert!(watch.changed(&files));
    }
}
