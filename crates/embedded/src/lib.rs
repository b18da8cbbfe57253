#![warn(missing_docs)]
//! The games of this release as compressed bytes, for programs that work without a folder of games.
//!
//! Programs pass these bytes to the catalog (`Catalog::embedded`). No library depends on this crate, so a changed game
//! rebuilds only the programs. The CGML packages are not here, because the CGML compiler contains them.

/// The embedded games: for each game its id, and the files of its folder compressed with DEFLATE. Uncompressed, each
/// file is three parts: a line with its path, a line with its length in bytes in decimal, and its bytes.
///
/// The list contains all files of a game except `plays/` and `perft.txt`, which only the tests of the engine read. It
/// contains the scenarios, because `rulebook check` runs them.
pub static GAMES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

#[cfg(test)]
mod tests {
    use super::GAMES;

    /// Maximum size of the embedded games in bytes. About a third of it is networks and policies, which do not compress.
    const MOST: usize = 800_000;

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
