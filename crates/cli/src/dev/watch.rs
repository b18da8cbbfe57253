//! Notices that files change: by looking, several times a second. That works on every system and through every editor.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// Between two looks.
pub const PAUSE: Duration = Duration::from_millis(250);

/// Files as they were when they were last looked at.
#[derive(Default, PartialEq, Eq)]
pub struct Watch(BTreeMap<PathBuf, (Option<SystemTime>, u64)>);

impl Watch {
    /// As they are now.
    pub fn of(files: &[PathBuf]) -> Watch {
        let seen = |file: &PathBuf| {
            let about = file.metadata().ok()?;
            Some((file.clone(), (about.modified().ok(), about.len())))
        };
        Watch(files.iter().filter_map(seen).collect())
    }

    /// Has anything changed since? Then it is as now.
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
