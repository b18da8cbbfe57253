//! Loads games by their id, for all tests of this crate.

#![allow(dead_code, reason = "not every test uses everything")]

use rulebook_boards::{Game, load};
use rulebook_diag::{Paint, Sources};
use std::path::PathBuf;

/// The folder of the games.
pub fn games() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

/// A shipped game, which must load without a warning.
pub fn shipped(id: &str) -> Game {
    let path = games().join(id).join("game.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut sources = Sources::new();
    let file = sources.add(format!("games/{id}/game.json"), text);
    let (game, diags) = load(&sources, file, id);
    assert!(diags.is_empty(), "{}", diags.to_text(&sources, Paint::Plain));
    game.expect("a game without a mistake")
}

/// Loads a game from the text of a file. The error is the report of its mistakes.
pub fn written(text: &str) -> Result<Game, String> {
    let mut sources = Sources::new();
    let file = sources.add("game.json", text);
    let (game, diags) = load(&sources, file, "test");
    game.ok_or_else(|| diags.to_text(&sources, Paint::Plain))
}

/// The ids of all shipped games that have a board file.
pub fn ids() -> Vec<String> {
    let mut ids: Vec<String> = std::fs::read_dir(games())
        .expect("the folder of games")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("game.json").is_file())
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    ids.sort();
    ids
}
