//! Finds the folder of games.

use std::path::{Path, PathBuf};

/// The folder of games, or the places that were searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// This folder, found or given.
    At(PathBuf),
    /// None of these places contains a game.
    Nowhere(Vec<PathBuf>),
}

impl Root {
    /// The first `games/` that contains a game: in the current folder or above, then beside the program or above (a
    /// build tree, an unpacked archive), then in the data folder of an installation (`../share/rulebook/games`).
    #[must_use]
    pub fn discover() -> Root {
        let here = std::env::current_dir().ok();
        let program = std::env::current_exe().and_then(|exe| exe.canonicalize()).ok();
        Root::among(candidates(here.as_deref(), program.as_deref()))
    }

    fn among(candidates: Vec<PathBuf>) -> Root {
        match candidates.iter().find(|folder| holds_games(folder)) {
            Some(folder) => Root::At(folder.clone()),
            None => Root::Nowhere(candidates),
        }
    }
}

fn candidates(here: Option<&Path>, program: Option<&Path>) -> Vec<PathBuf> {
    let folder = program.and_then(Path::parent);
    let upwards = |from: Option<&Path>| -> Vec<PathBuf> {
        from.into_iter().flat_map(Path::ancestors).map(|folder| folder.join("games")).collect()
    };
    let mut all = upwards(here);
    all.extend(upwards(folder));
    all.extend(folder.and_then(Path::parent).map(|prefix| prefix.join("share/rulebook/games")));
    let mut seen = Vec::new();
    all.retain(|folder| {
        !seen.contains(folder) && {
            seen.push(folder.clone());
            true
        }
    });
    all
}

/// Whether a folder contains a game with a `meta.json`; other folders may be called `games`, too.
fn holds_games(folder: &Path) -> bool {
    let Ok(entries) = folder.read_dir() else { return false };
    entries.flatten().any(|entry| entry.path().join("meta.json").is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_folder_comes_first_and_none_twice() {
        let found = candidates(Some(Path::new("/srv/ann/play")), Some(Path::new("/opt/rulebook/bin/rulebook")));
        let expected = [
            "/srv/ann/play/games",
            "/srv/ann/games",
            "/srv/games",
            "/games",
            "/opt/rulebook/bin/games",
            "/opt/rulebook/games",
            "/opt/games",
            "/opt/rulebook/share/rulebook/games",
        ];
        assert_eq!(found, expected.map(PathBuf::from));
    }

    #[test]
    fn a_folder_without_a_game_is_not_it() {
        let nowhere = vec![PathBuf::from("/nonexistent/games"), std::env::temp_dir().join("no such folder")];
        assert_eq!(Root::among(nowhere.clone()), Root::Nowhere(nowhere));
    }
}
