#![warn(missing_docs)]
//! A language server for games: CGML, and board games in JSON.
//!
//! | file | what |
//! |---|---|
//! | `text_position.rs` | converts bytes to editor positions and back |
//! | `project.rs` | a game with the texts that are open in the editor: what is wrong, what names there are |
//! | `mention.rs` | where names are defined and used |
//! | `words.rs` | what the words of the languages mean |
//! | `complete.rs`, `fields.rs` | what could be written here, and what a path has |
//! | `server.rs` | the protocol |
//!
//! Only `server.rs` knows the protocol, and only it and `project.rs` read files.

mod complete;
mod fields;
mod mention;
mod project;
mod server;
mod text_position;
mod words;

/// Serves on standard input and output until the editor leaves.
///
/// # Errors
/// If no thread can be started.
pub fn serve() -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    runtime.block_on(server::run());
    Ok(())
}
