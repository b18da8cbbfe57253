//! Where the games are.

use std::path::{Path, PathBuf};

/// The folder of games, or where it was looked for in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// This folder, found or asked for.
    At(PathBuf),
    /// None of these holds a game.
    Nowhere(Vec<PathBuf>),
}

impl Root {
    /// The first `games/` that holds a game: in the current folder or a parent of it, then beside the program or a parent
    /// of it (a build tree, an unpacked archive), then where an installation keeps its data (`../share/rulebook/games`).
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

/// Many folders are called `games`: ours holds a folder with a `meta.json`.
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
