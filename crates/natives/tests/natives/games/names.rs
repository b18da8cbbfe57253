//! Checks that a game consists of its module and its folder. No other code may name the game, except the line that
//! registers it.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|end| end == "rs") {
            into.push(path);
        }
    }
}

// clause: Cards 0-7 6.8-1
#[test]
fn the_name_of_a_game_appears_in_its_module_and_nowhere_else() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path().join("src");
        if folder.is_dir() {
            sources(&folder, &mut files);
        }
    }
    assert!(files.len() > 100, "the test reads the files of all crates");
    for id in rulebook_natives::IDS {
        let module = id.replace('-', "_");
        for file in &files {
            let own =
                file.components().any(|part| Path::new(part.as_os_str()).file_stem().is_some_and(|s| s == &*module));
            let registry = file.ends_with("natives/src/lib.rs");
            let text = fs::read_to_string(file).unwrap().to_lowercase();
            let named = text.contains(id) || text.contains(&module);
            assert!(own || registry || !named, "{id} is named in {}", file.display());
        }
    }
}
