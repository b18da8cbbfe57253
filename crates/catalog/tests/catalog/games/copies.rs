//! Tests that presentation files do not affect the rules. A copy of a game with other texts and layouts has the same
//! digest and plays the same.

use super::with_every_game;
use rulebook_catalog::Catalog;
use rulebook_kernel::Digest;
use rulebook_matches::{Staged, Visit};
use rulebook_testkit::scratch::Folder;
use rulebook_testkit::soak;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Returns the digest and `semantics` version of the rules, and the fingerprints of some matches.
struct Fingerprints;

impl Visit for Fingerprints {
    type Out = (Digest, u32, String);

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        let info = rules.info();
        (info.source, info.semantics, soak::hashes(&*rules, 2))
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        if path.is_file() {
            fs::copy(&path, to.join(name)).unwrap();
        } else if name == "decks" {
            copy(&path, &to.join(name));
        }
    }
}

// clause: Cards 2-7 6.5-2
#[test]
fn presentation_files_change_no_digest() {
    let temporary = Folder::new("copies");
    with_every_game(|game| {
        let folder = temporary.0.join(&game.id);
        copy(&game.folder, &folder);
        fs::write(folder.join("rules.md"), "# Other words\n").unwrap();
        let meta = format!(r#"{{"rulesId": "{}", "gameName": "Another", "description": "Other words."}}"#, game.id);
        fs::write(folder.join("meta.json"), meta).unwrap();
        for (_, name) in rulebook_scene::layout::Shape::FILES {
            let _ = fs::remove_file(folder.join(name));
        }
        let layout = r#"{"rows": 1, "cols": 1, "zones": [{"id": "a", "row": 0, "col": 0, "widget": "actions"}]}"#;
        fs::write(folder.join("layout-wide.json"), layout).unwrap();
        let other = Catalog::open(&temporary.0).find(&game.id).map_err(|report| report.to_string())?;
        assert_eq!(other.meta.game_name, "Another");
        let same = other.visit(Fingerprints) == game.visit(Fingerprints);
        if same { Ok(()) } else { Err("a copy with other texts plays differently".to_owned()) }
    });
}
