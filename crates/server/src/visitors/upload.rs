//! Turns an upload into the folder of a game. Runs in a worker, because the upload is untrusted.

use super::protocol::{Checked, CheckedGame, Upload};
use super::{MAX_FILES, MAX_FILES_SIZE};
use rulebook_catalog::Catalog;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Cursor, Read};

type Files = BTreeMap<String, String>;

const CGML: &str = "game.cgml";
const BOARD: &str = "game.json";
/// The cards of a game of decks.
const CARDS: &str = "cards.json";

/// The files of an upload as the folder of a game.
///
/// # Errors
/// A sentence for the visitor.
pub(super) fn files(id: &str, upload: Upload) -> Result<Files, String> {
    let files = match upload {
        Upload::Files(files) => files,
        Upload::Zip(text) => unzip(&unhex(&text).ok_or("The zip archive was damaged on the way.")?)?,
    };
    if files.len() > MAX_FILES {
        return Err(format!("A game has at most {MAX_FILES} files."));
    }
    if files.values().map(String::len).sum::<usize>() > MAX_FILES_SIZE {
        return Err(too_large());
    }
    if let Some(odd) = files.keys().find(|name| !stays(name)) {
        return Err(format!("{odd:?} is not a file name in the folder of a game."));
    }
    let files = without_top_folder(files.into_iter().filter(|(name, _)| !is_hidden(name)).collect());
    described(id, with_rules_file(files)?)
}

fn too_large() -> String {
    format!("The files of a game have at most {} MB together.", MAX_FILES_SIZE >> 20)
}

/// Whether the path of a file leads to a place inside the folder of its game.
fn stays(name: &str) -> bool {
    let plain = |part: &str| !part.is_empty() && part != "." && part != "..";
    name.len() <= 200 && !name.contains(['\\', ':', '\0']) && name.split('/').all(plain)
}

fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}

/// Unpacks a zip archive. Files that are not text are left out.
fn unzip(bytes: &[u8]) -> Result<Files, String> {
    let wrong = |error: zip::result::ZipError| format!("This zip archive cannot be read: {error}.");
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(wrong)?;
    if archive.len() > MAX_FILES * 2 {
        return Err(format!("A game has at most {MAX_FILES} files."));
    }
    let mut files = Files::new();
    let mut left = MAX_FILES_SIZE;
    for at in 0..archive.len() {
        let file = archive.by_index(at).map_err(wrong)?;
        let name = file.name().map_err(wrong)?.into_owned();
        if file.is_dir() || is_hidden(&name) {
            continue;
        }
        // The size in the archive is not trusted, so the reading stops at the limit.
        let mut text = Vec::new();
        let read = file.take(left as u64 + 1).read_to_end(&mut text);
        read.map_err(|error| format!("This zip archive cannot be read: {error}."))?;
        left = left.checked_sub(text.len()).ok_or_else(too_large)?;
        if let Ok(text) = String::from_utf8(text) {
            files.insert(name, text);
        }
    }
    Ok(files)
}

/// Removes the folder that all files are in, as in an archive of a folder.
fn without_top_folder(files: Files) -> Files {
    let mut files = files;
    while let Some(top) = files.keys().next().and_then(|name| name.split_once('/')).map(|(top, _)| format!("{top}/")) {
        if !files.keys().all(|name| name.starts_with(&top)) {
            break;
        }
        files = files.into_iter().map(|(name, text)| (name[top.len()..].to_owned(), text)).collect();
    }
    files
}

/// Finds the rules file and gives it the name that a folder needs.
fn with_rules_file(mut files: Files) -> Result<Files, String> {
    if files.contains_key(CGML) || files.contains_key(BOARD) {
        return Ok(files);
    }
    if files.contains_key(CARDS) {
        let decks = files.keys().any(|name| name.starts_with("decks/"));
        let missing = "A game of cards needs deck lists in a folder called decks.".to_owned();
        return if decks { Ok(files) } else { Err(missing) };
    }
    let end = |name: &str| name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
    let is_rules = |name: &&String| {
        let is_cgml = matches!(end(name).as_deref(), Some("cgml" | "yaml" | "yml"));
        let other = name.starts_with("layout") || name.ends_with("meta.json") || name.contains(".layout");
        !name.contains('/') && (is_cgml || (end(name).as_deref() == Some("json") && !other))
    };
    let found: Vec<String> = files.keys().filter(is_rules).cloned().collect();
    let name = match &found[..] {
        [name] => name,
        [] => {
            return Err("There is no rules file: upload game.cgml, game.json, or a folder with one of them.".to_owned());
        }
        _ => {
            return Err(format!(
                "Which of these is the rules file: {}? Call it game.cgml or game.json.",
                found.join(", ")
            ));
        }
    };
    let rules = if end(name).as_deref() == Some("json") { BOARD } else { CGML };
    if let Some(text) = files.remove(name) {
        files.insert(rules.to_owned(), text);
    }
    Ok(files)
}

/// Gives the description of the game the id of this upload.
fn described(id: &str, mut files: Files) -> Result<Files, String> {
    if let Some(text) = files.get_mut("meta.json")
        && let Ok(Value::Object(mut meta)) = serde_json::from_str::<Value>(text)
    {
        meta.insert("rulesId".to_owned(), json!(id));
        *text = Value::Object(meta).to_string();
    }
    Ok(files)
}

/// Checks a game like `rulebook check`. Adds the files that a table needs and the author has not written.
pub(super) fn check(id: &str, mut files: Files) -> Result<Checked, String> {
    let shown = |text: String| {
        let text = text.replace(&format!("memory:/{id}/"), "").replace(&format!("memory:{id}/"), "");
        let text = text.replace(&format!("memory:/{id}"), "");
        // One line, because each answer of a worker is one line.
        let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        RawValue::from_string(value.to_string()).map_err(|error| error.to_string())
    };
    let plain = match Catalog::in_memory(id, files.clone()).find_rules(id) {
        Ok(game) => game,
        Err(report) => return Ok(Checked { diagnostics: shown(report.to_json())?, game: None }),
    };
    let name = plain.rules.info().name.trim();
    let name: String = if name.is_empty() { "Untitled game".to_owned() } else { name.chars().take(60).collect() };
    files.entry("meta.json".to_owned()).or_insert_with(|| json!({"rulesId": id, "gameName": name}).to_string());
    let rules_md = || format!("# {name}\n\nThe author of this game has not written a description of its rules.\n");
    files.entry("rules.md".to_owned()).or_insert_with(rules_md);
    let (mut good, report) = Catalog::in_memory(id, files.clone()).check(&[id.to_owned()]);
    let game = good.pop().map(|game| CheckedGame {
        name: game.meta.game_name.clone(),
        source: game.rules.info().source,
        min_seats: game.rules.info().min_seats,
        max_seats: game.rules.info().max_seats,
        // With copies of the files that the game inherits from other games.
        files: game.files(),
    });
    Ok(Checked { diagnostics: shown(report.to_json())?, game })
}

/// Bytes in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|value| value as u8);
    digits.chunks(2).map(|pair| Some(digit(*pair.first()?)? << 4 | digit(*pair.get(1)?)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> Files {
        names.iter().map(|name| ((*name).to_owned(), "{}".to_owned())).collect()
    }

    #[test]
    fn an_upload_becomes_the_folder_of_a_game() {
        let names = |given: &[&str]| {
            let found = files("own-1", Upload::Files(of(given)));
            found.map(|files| files.into_keys().collect::<Vec<_>>().join(" "))
        };
        assert_eq!(names(&["my-game.cgml"]).unwrap(), "game.cgml");
        assert_eq!(names(&["rules.json", "layout.json"]).unwrap(), "game.json layout.json");
        assert_eq!(names(&["mine/game.cgml", "mine/parts/a.yaml", "mine/.git/x"]).unwrap(), "game.cgml parts/a.yaml");
        assert!(names(&["a.cgml", "b.cgml"]).unwrap_err().starts_with("Which of these is the rules file: a.cgml"));
        assert_eq!(names(&["duel/cards.json", "duel/decks/a.txt"]).unwrap(), "cards.json decks/a.txt");
        assert!(names(&["cards.json"]).unwrap_err().contains("deck lists"));
        assert!(names(&["notes.txt"]).unwrap_err().starts_with("There is no rules file"));
        for odd in ["../game.cgml", "/etc/game.cgml", "a//game.cgml", "C:game.cgml", "a\\game.cgml"] {
            assert!(names(&[odd]).unwrap_err().contains("is not a file name"), "{odd}");
        }
    }

    #[test]
    fn hexadecimal_is_read_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(unhex(&hex(&bytes)).unwrap(), bytes);
        assert_eq!((unhex("0"), unhex("xy")), (None, None));
    }
}
