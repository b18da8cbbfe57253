#![warn(missing_docs)]
//! A language server for game files: CGML, and board games in JSON.
//!
//! | file | what |
//! |---|---|
//! | `text_position.rs` | converts byte offsets to editor positions and back |
//! | `project.rs` | loads a game with the texts in the editor, and collects its diagnostics and names |
//! | `mention.rs` | finds definitions and uses of names |
//! | `words.rs` | explains the words of the languages |
//! | `complete.rs`, `fields.rs` | completion, and the fields of a path |
//! | `server.rs` | the protocol |
//!
//! Only `server.rs` contains protocol code. Only `server.rs` and `project.rs` read files.

mod complete;
mod fields;
mod mention;
mod project;
mod server;
mod text_position;
mod words;

/// Returns a file of a game, by the id of the game and the path in its folder.
pub type GameFiles = fn(&str, &str) -> Option<Vec<u8>>;

/// Serves on standard input and output until the editor disconnects.
///
/// `games` returns a file of a game that other games can inherit: its id, and the path in its folder.
///
/// # Errors
/// Returns an error if the output cannot be written, or if no thread can be started.
pub fn serve(games: GameFiles) -> std::io::Result<()> {
    project::GAMES.get_or_init(|| games);
    server::run(std::io::BufReader::new(std::io::stdin()), std::io::stdout())
}
