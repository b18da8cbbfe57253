//! The arena in text and JSON.

use super::elo::{Rating, interval, ratings};
use super::results::Results;
use crate::numbers::{counted, grouped, percent};
use serde::Serialize;
use std::fmt::Write;

/// The bots, the strongest first.
fn order(found: &[Rating]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|a, b| found[*b].elo.total_cmp(&found[*a].elo));
    order
}

pub fn text(bots: &[String], results: &Results) -> String {
    let found = ratings(&results.scores);
    let order = order(&found);
    let width = bots.iter().map(|bot| bot.chars().count()).max().unwrap_or(0).max(4);
    let mut text = String::new();
    let _ = writeln!(text, "{:width$}     Elo    95 %   games    won  shared   first places", "bot");
    for &bot in &order {
        let (row, rating) = (&results.rows[bot], found[bot]);
        let (low, high) = interval(row.firsts.min(row.games as f64), row.games as f64);
        let margin = if rating.margin.is_finite() { format!("±{:.0}", rating.margin) } else { "±?".to_owned() };
        let _ = writeln!(
            text,
            "{:width$}  {:>+6.0}  {margin:>6}  {:>6}  {:>5}  {:>6}   {:>7}  ({:.1} to {:.1} %)",
            bots[bot],
            rating.elo,
            grouped(row.games),
            grouped(row.won),
            grouped(row.shared),
            percent(row.firsts, row.games),
            100.0 * low,
            100.0 * high,
        );
    }
    let cell = order.iter().map(|&bot| bots[bot].chars().count()).max().unwrap_or(0).max(6);
    let _ = writeln!(text, "\npoints of the row against the column");
    let names: String = order.iter().map(|&bot| format!("  {:>cell$}", bots[bot])).collect();
    let _ = writeln!(text, "{:width$}{names}", "");
    for &row in &order {
        let cells: String = order
            .iter()
            .map(|&column| {
                let score = results.scores[row][column];
                let share = if score.games == 0.0 { "-".to_owned() } else { percent(score.points, score.games as u64) };
                format!("  {share:>cell$}")
            })
            .collect();
        let _ = writeln!(text, "{:width$}{cells}", bots[row]);
    }
    if let Some(why) = &results.first_void {
        let _ = writeln!(text, "\n{} for nobody: {why}", verb(results.void));
    }
    text
}

fn verb(void: u64) -> String {
    format!("{} count{}", counted(void, "game"), if void == 1 { "s" } else { "" })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Json<'a> {
    game: &'a str,
    seed: &'a str,
    games: u64,
    void: u64,
    bots: Vec<JsonBot<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonBot<'a> {
    bot: &'a str,
    elo: f64,
    margin: Option<f64>,
    games: u64,
    won: u64,
    shared: u64,
    first_places: f64,
    /// Points and games against each bot, in the order of the list.
    against: Vec<(f64, f64)>,
}

/// One object, on one line, the strongest bot first.
pub fn json(game: &str, seed: &str, bots: &[String], results: &Results) -> String {
    let found = ratings(&results.scores);
    let order = order(&found);
    let bot = |&bot: &usize| JsonBot {
        bot: &bots[bot],
        elo: found[bot].elo,
        margin: Some(found[bot].margin).filter(|margin| margin.is_finite()),
        games: results.rows[bot].games,
        won: results.rows[bot].won,
        shared: results.rows[bot].shared,
        first_places: results.rows[bot].firsts,
        against: order.iter().map(|&other| results.scores[bot][other]).map(|s| (s.points, s.games)).collect(),
    };
    let json = Json { game, seed, games: results.games, void: results.void, bots: order.iter().map(bot).collect() };
    serde_json::to_string(&json).expect("numbers and texts are JSON")
}
