#![warn(missing_docs)]
//! The games of this release as compressed bytes, for programs that work without a folder of games.
//!
//! Only programs depend on this crate, and the catalog reads the bytes (`Catalog::embedded`). So a changed game rebuilds
//! the programs but no library. The packages of CGML are not here, because the compiler contains them.

/// The embedded games: id, and the files of its folder. The files are compressed with DEFLATE. Each file is its path, its
/// length in bytes in decimal (both ended by a line feed), and its bytes.
///
/// Contains all files of a game except `plays/` and `perft.txt`, which only the tests of the engine read. Contains the
/// scenarios, because `rulebook check` runs them.
pub static GAMES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

#[cfg(test)]
mod tests {
    use super::GAMES;

    /// Maximum size of the embedded games in bytes.
    const MOST: usize = 400_000;

    #[test]
    fn every_game_is_embedded_and_small() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let folders = folder.read_dir().unwrap().flatten().map(|entry| entry.path());
        let games = folders.filter(|folder| folder.join("meta.json").is_file()).count();
        assert_eq!(GAMES.len(), games);
        assert!(GAMES.is_sorted_by_key(|(id, _)| id));
        let bytes: usize = GAMES.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(bytes < MOST, "{bytes} bytes");
    }
}
