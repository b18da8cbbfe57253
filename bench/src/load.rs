//! `cargo xtask bench load`: measures the time to load, check and compile CGML games. The shortest of many rounds
//! counts.

use rulebook_cgml::compile::compile;
use rulebook_cgml::load::{MemoryFiles, load};
use rulebook_cgml::syntax;
use rulebook_diag::{Diagnostics, Sources};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The longest of our games. `president` is compiled for five different numbers of seats.
const GAMES: [&str; 2] = ["cribbage", "president"];
/// Number of lines of a game that is made longer by repeating its rules.
const LONG: usize = 500;
/// Minimum number of rounds for each text. The rounds also take at least [`AT_LEAST`].
const ROUNDS: u32 = 50;
const AT_LEAST: Duration = Duration::from_secs(1);

/// Two rows for each game: the game itself, and a copy of [`LONG`] lines that repeats its rules.
pub fn run() -> Result<Vec<String>, String> {
    let mut rows = Vec::new();
    for id in GAMES {
        let file = std::path::Path::new(crate::GAMES).join(id).join("game.cgml");
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        for text in [text.clone(), longer(&text, LONG)] {
            let (best, programs) = best(&text)?;
            let (lines, ms) = (text.lines().count(), best.as_secs_f64() * 1e3);
            rows.push(format!(
                "load {id:<12} {lines:>4} lines, compiled for {programs} numbers of seats: {ms:>7.2} ms"
            ));
        }
    }
    Ok(rows)
}

/// The shortest time to load and compile a text, and the number of compiled programs.
fn best(text: &str) -> Result<(Duration, usize), String> {
    let (mut best, mut programs, begun) = (Duration::MAX, 0, Instant::now());
    let mut round = 0;
    while round < ROUNDS || begun.elapsed() < AT_LEAST {
        let started = Instant::now();
        programs = once(text)?;
        best = best.min(started.elapsed());
        round += 1;
    }
    Ok((best, programs))
}

/// Compiles a text. Returns the number of programs, which is one for each number of seats.
fn once(text: &str) -> Result<usize, String> {
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let mut files = MemoryFiles::from_iter([("game.cgml", text)]);
    let merged = load("game.cgml", &mut files, &mut sources, &mut diags);
    let document = merged.and_then(|merged| syntax::read(&merged.node, &sources, &mut diags));
    let programs = document.and_then(|document| compile(&document, &mut diags));
    black_box(&programs);
    programs.map(|programs| programs.len()).ok_or_else(|| format!("it has mistakes: {}", diags.summary()))
}

/// Repeats the rules of a game under new names until the text has at least this many lines.
fn longer(text: &str, lines: usize) -> String {
    let (head, rules) = text.split_once("\nrules:\n").unwrap_or((text, ""));
    // The rules must be the last section, so that more rules can be appended. Move the sections after the rules to the
    // front.
    let end = rules.find("\npresentation:").map_or(rules.len(), |at| at + 1);
    let (rules, rest) = rules.split_at(end);
    let mut long = format!("{head}\n{rest}\nrules:\n{rules}");
    let mut copy = 2;
    while !rules.is_empty() && long.lines().count() < lines {
        for line in rules.lines() {
            long += &match line.strip_prefix("  - id: ") {
                Some(id) => format!("  - id: {id}_{copy}\n"),
                None => format!("{line}\n"),
            };
        }
        copy += 1;
    }
    long
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_game_is_a_game() {
        let text = "a: 1\n\nrules:\n  - id: one\n    effect: []\n\npresentation: {}\n";
        let long = longer(text, 12);
        assert!(long.lines().count() >= 12 && long.contains("- id: one_2\n    effect: []\n"), "{long}");
        assert!(long.find("presentation:") < long.find("rules:"), "{long}");
    }

    #[test]
    fn the_games_load() {
        let game = crate::shelf().find("cribbage").expect("the shelf has it");
        let text = std::fs::read_to_string(game.folder.join("game.cgml")).expect("it is there");
        assert_eq!(once(&longer(&text, LONG)), once(&text));
    }
}
