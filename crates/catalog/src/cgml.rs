//! Card games written in CGML: read and checked as far as the engine goes.

use crate::report::shown;
use crate::{Report, codes};
use rulebook_cgml::check::compile;
use rulebook_cgml::load::{FileSource, Limits, Missing, load};
use rulebook_cgml::syntax;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Reads a game and reports its mistakes. There is nobody to play it yet, and that is reported last.
pub(crate) fn check(path: &Path, report: &mut Report) {
    let before = report.errors();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut files = Files { root: folder.to_owned() };
    let merged = load(&name, &mut files, &mut report.sources, &mut report.diagnostics);
    let document = merged.and_then(|merged| syntax::read(&merged.node, &report.sources, &mut report.diagnostics));
    if let Some(document) = document {
        compile(&document, &mut report.diagnostics);
    }
    if report.errors() == before {
        let message = "no mistake was found in these rules, but this engine does not play CGML yet";
        report.error_about(&shown(path), codes::NO_FAMILY, message);
    }
}

/// The files below the folder of a game, and no others: not through a link either.
struct Files {
    root: PathBuf,
}

impl FileSource for Files {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Missing> {
        let unreadable = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => Missing::NotFound,
            _ => Missing::Unreadable(error.to_string()),
        };
        let whole = self.root.join(path).canonicalize().map_err(unreadable)?;
        let root = self.root.canonicalize().map_err(unreadable)?;
        if !whole.starts_with(root) {
            return Err(Missing::Unreadable("it is a link out of the folder of the game".to_owned()));
        }
        let mut bytes = Vec::new();
        let read = File::open(whole).and_then(|file| file.take(Limits::BYTES as u64 + 1).read_to_end(&mut bytes));
        read.map(|_| bytes).map_err(unreadable)
    }

    fn paths(&self) -> Vec<String> {
        let entries = self.root.read_dir().into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }
}
