//! Tests the scenarios of games that are written as pages (`games/ID/scenarios/*.md`). Each scenario shows a disputed
//! rule, with cards for which the rule matters. A block `yaml` is merged onto the game, and cards are given from its
//! deck.

use rulebook_cgml::page::{self, ASSERTS};
use rulebook_testkit::pages;
use std::fs;
use std::path::Path;

#[test]
fn the_scenarios_of_games_are_true() {
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut folders: Vec<_> = fs::read_dir(&shelf).expect("the shelf").flatten().map(|entry| entry.path()).collect();
    folders.sort();
    // `RULEBOOK_GAMES=war,hearts` tests only these games.
    if let Ok(only) = std::env::var("RULEBOOK_GAMES") {
        folders.retain(|folder| only.split(',').any(|id| folder.ends_with(id)));
    }
    let wrong: Vec<String> = folders.iter().filter_map(|folder| scenarios(folder).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn scenarios(folder: &Path) -> Result<(), String> {
    let pages = folder.join("scenarios");
    if !folder.join("game.cgml").is_file() || !pages.is_dir() {
        return Ok(());
    }
    let entries = fs::read_dir(folder).map_err(|error| error.to_string())?;
    let written = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "cgml" || ending == "yaml"));
    let files: Vec<(String, String)> = written
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            fs::read_to_string(&path).map(|text| (name, text)).map_err(|error| format!("{}: {error}", path.display()))
        })
        .collect::<Result<_, _>>()?;
    pages::run(&pages, &ASSERTS, |found| page::scenario(found, &files).map_err(|wrong| wrong.join("\n"))).map(drop)
}
