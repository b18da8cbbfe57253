//! Compares games with the move lists of another engine: `compare FILE.ini POSITIONS.jsonl` for the variants of a file,
//! `compare FOLDER POSITIONS.jsonl` for the games `FOLDER/NAME/game.json`.
//!
//! `positions.py` writes the positions. Each line has the name of a section and games: for each turn the legal moves,
//! the position as text, and the move that was played. The program plays the same games and reports every difference.

mod agreement;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [ini, positions] = &arguments[..] else {
        eprintln!("usage: compare FILE.ini|FOLDER POSITIONS.jsonl");
        return ExitCode::from(2);
    };
    let folder = Path::new(ini);
    let text = if folder.is_dir() { Ok(String::new()) } else { std::fs::read_to_string(folder) };
    let (Ok(text), Ok(positions)) = (text, std::fs::read_to_string(positions)) else {
        eprintln!("the files cannot be read");
        return ExitCode::from(2);
    };
    let (exact, wrong) = if folder.is_dir() {
        let written = |name: &str| {
            let file = folder.join(name).join("game.json");
            std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))
        };
        agreement::run_games(&written, &positions)
    } else {
        agreement::run(&text, &positions)
    };
    wrong.iter().for_each(|line| println!("{line}"));
    println!("{} exact, {} different", exact.len(), wrong.len());
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
