//! Checks what a model has written: repairs old forms, reads the rules, plays the scenarios, plays random games.

use super::answer::RULES;
use crate::failure::Failure;
use crate::numbers::counted;
use crate::sim::{self, Flag};
use rulebook_catalog::{Catalog, Game, Report};
use rulebook_diag::Paint;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Number of random games for each number of players.
const GAMES: u64 = 1_000;
/// Minimum number of scenarios that a game needs.
const SCENARIOS: u64 = 3;
/// Maximum number of diagnostics that a model reads. The first mistakes often cause the others.
const TOLD: usize = 30;

/// Results of random games that mean a mistake. The others are only worth a look.
const WRONG: [&str; 8] =
    ["never-ends", "loop", "no-legal-move", "unplayed", "fault", "bug", "always-a-draw", "rule-fails"];

/// What was found about the written files.
#[derive(Debug, Default)]
pub struct Verdict {
    /// Whether nothing is wrong.
    pub passed: bool,
    /// What is wrong, as JSON for the model.
    pub findings: Value,
    /// What is wrong, as a sentence.
    sentence: String,
    /// Results that are worth a look.
    pub notes: Vec<String>,
    /// Number of scenarios.
    pub scenarios: u64,
    /// Number of random games.
    pub games: u64,
}

impl Verdict {
    /// The verdict about an answer that cannot be read.
    pub fn unreadable(why: String) -> Verdict {
        Verdict { findings: json!([{ "step": "answer", "message": why }]), sentence: why, ..Verdict::default() }
    }

    /// Checks the game in the folder.
    pub fn of(catalog: &Catalog, folder: &Path) -> Result<Verdict, Failure> {
        let name = folder.display().to_string();
        if folder.join(RULES).is_file() {
            // A game with other errors cannot be repaired. They are reported below.
            for file in catalog.fix(&name).unwrap_or_default() {
                let written = fs::write(&file.path, &file.text);
                written.map_err(|error| Failure::Input(format!("{}: cannot write: {error}", file.path.display())))?;
            }
        }
        let (good, mut report) = catalog.check(std::slice::from_ref(&name));
        let Some(game) = good.first().filter(|_| !report.has_errors()) else {
            return Ok(Verdict::wrong("check", &report));
        };
        let scenarios = scenarios(folder);
        if !game.play_scenarios(&mut report) {
            return Ok(Verdict { scenarios, ..Verdict::wrong("scenarios", &report) });
        }
        if scenarios < SCENARIOS {
            let message = format!(
                "the folder scenarios has {}, but at least {SCENARIOS} blocks `play` are needed, about different rules",
                counted(scenarios, "scenario")
            );
            return Ok(Verdict { scenarios, ..Verdict::unreadable(message) });
        }
        let verdict = Verdict::by_games(game)?;
        Ok(Verdict { scenarios, ..verdict })
    }

    /// Plays random games with the fewest and the most players.
    fn by_games(game: &Game) -> Result<Verdict, Failure> {
        let info = game.rules.info();
        let mut verdict = Verdict::default();
        let mut findings = Vec::new();
        let fewest_and_most = [info.min_seats, info.max_seats];
        let distinct = if info.min_seats == info.max_seats { 1 } else { 2 };
        for seats in &fewest_and_most[..distinct] {
            verdict.games += GAMES;
            for Flag { flag, text } in sim::suspicious(game, *seats, GAMES)? {
                let text = format!("with {}: {text}", counted(*seats as u64, "player"));
                match WRONG.contains(&flag) {
                    true => findings.push(json!({ "step": "random games", "code": flag, "message": text })),
                    false => verdict.notes.push(text),
                }
            }
        }
        verdict.passed = findings.is_empty();
        let first = findings.first().and_then(|found| found["message"].as_str()).unwrap_or_default();
        verdict.sentence = first.to_owned();
        verdict.findings = Value::Array(findings);
        Ok(verdict)
    }

    fn wrong(step: &str, report: &Report) -> Verdict {
        let all: Vec<Value> = serde_json::from_str(&report.to_json()).unwrap_or_default();
        let errors = all.iter().filter(|found| found["severity"] == "error").count();
        let told: Vec<Value> = all.into_iter().take(TOLD).collect();
        let first = report.to_text(Paint::Plain).lines().next().unwrap_or_default().to_owned();
        let sentence = format!("{step}: {}: {first}", counted(errors as u64, "error"));
        Verdict { findings: json!([{ "step": step, "diagnostics": told }]), sentence, ..Verdict::default() }
    }

    /// One line about the round.
    pub fn summary(&self) -> String {
        match self.passed {
            true => {
                format!("no mistakes, {}, {}", counted(self.scenarios, "scenario"), counted(self.games, "random game"))
            }
            false => self.sentence.clone(),
        }
    }
}

/// The blocks `play` of a page, with their fences.
fn plays(page: &str) -> String {
    let mut plays = String::new();
    let mut inside = false;
    for line in page.lines() {
        inside |= line.trim() == "```play";
        if inside {
            plays.push_str(line);
            plays.push('\n');
        }
        inside &= line.trim() != "```";
    }
    plays
}

/// Number of blocks `play` in the scenarios of a folder.
fn scenarios(folder: &Path) -> u64 {
    let pages = folder.join("scenarios").read_dir().into_iter().flatten().flatten();
    let texts = pages.filter_map(|page| fs::read_to_string(page.path()).ok());
    texts.map(|text| text.lines().filter(|line| line.trim() == "```play").count() as u64).sum()
}

/// Plays the blocks `play` of a page as hidden scenarios. Returns what is false.
pub fn hidden(catalog: &Catalog, folder: &Path, page: &Path) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(page);
    let text = text.map_err(|error| Failure::Input(format!("{}: cannot read: {error}", page.display())))?;
    let text = format!("# Hidden\n\n{}", plays(&text));
    // The scenarios of a game are pages in its folder, so the page stays there only while it is played.
    let place = folder.join("scenarios").join("hidden-for-the-benchmark.md");
    let wrong = |error: std::io::Error| Failure::Input(format!("{}: cannot write: {error}", place.display()));
    fs::write(&place, text).map_err(wrong)?;
    let (good, mut report) = catalog.check(&[folder.display().to_string()]);
    let all_hold = good.iter().all(|game| game.play_scenarios(&mut report));
    fs::remove_file(&place).map_err(wrong)?;
    if all_hold && !report.has_errors() {
        return Ok(Vec::new());
    }
    let all: Vec<Value> = serde_json::from_str(&report.to_json()).unwrap_or_default();
    let errors = all.iter().filter(|found| found["severity"] == "error");
    Ok(errors.map(|found| found["message"].as_str().unwrap_or_default().to_owned()).collect())
}
