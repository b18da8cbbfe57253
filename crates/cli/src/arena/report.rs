//! The results of an arena as text and as JSON.

use super::elo::{Rating, bound, interval, ratings};
use super::results::{Results, Row};
use crate::numbers::{counted, grouped, percent};
use serde::Serialize;
use std::fmt::Write;

/// The indexes of the bots, strongest first.
fn order(found: &[Rating]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|a, b| found[*b].elo.total_cmp(&found[*a].elo));
    order
}

pub fn text(bots: &[String], results: &Results) -> String {
    let found = ratings(&results.scores);
    let order = order(&found);
    let width = bots.iter().map(|bot| bot.chars().count()).max().unwrap_or(0).max(4);
    let mut text = if results.same_deals { alone(bots, results) } else { String::new() };
    let _ = writeln!(text, "{:width$}     Elo    95 %{}", "bot", if results.same_deals { DEALS } else { GAMES });
    for &bot in &order {
        let (row, rating) = (&results.rows[bot], found[bot]);
        let margin = match bound(&results.scores, &found, bot) {
            Some(bound) if bound < rating.elo => format!(">{bound:+.0}"),
            Some(bound) => format!("<{bound:+.0}"),
            None if rating.margin.is_finite() => format!("±{:.0}", rating.margin),
            None => "±?".to_owned(),
        };
        let rest = if results.same_deals { of_deals(row, results.for_points) } else { of_games(row) };
        let _ = writeln!(text, "{:width$}  {:>+6.0}  {margin:>6}  {rest}", bots[bot], rating.elo);
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
    for note in notes(results) {
        let _ = writeln!(text, "\n{note}");
    }
    text
}

/// Each bot's share of first places so far, for the progress bar.
pub fn so_far(listed: &[String], numbers: &[usize], results: &Results) -> String {
    let name = |bot: usize| numbers.iter().position(|number| *number == bot).map_or("", |at| listed[at].as_str());
    let share = |(bot, row): (usize, &Row)| format!("{} {}", name(bot), percent(row.firsts, row.games));
    results.rows.iter().enumerate().take(4).map(share).collect::<Vec<_>>().join(", ")
}

const GAMES: &str = "   games    won  shared   first places                  by chance";
const DEALS: &str = "   deals    won    points     most";

/// The columns for one bot, if bots play against each other.
fn of_games(row: &Row) -> String {
    let (low, high) = interval(row.firsts.min(row.games as f64), row.games as f64);
    let between = format!("({:.1} to {:.1} %)", 100.0 * low, 100.0 * high);
    format!(
        "{:>6}  {:>5}  {:>6}   {:>7}  {:<19}  {:>9}",
        grouped(row.games),
        grouped(row.won),
        grouped(row.shared),
        percent(row.firsts, row.games),
        if row.games == 0 { String::new() } else { between },
        percent(row.chance, row.games),
    )
}

/// The columns for one bot, if each bot plays the same deals alone.
fn of_deals(row: &Row, for_points: bool) -> String {
    let won = if for_points { "-".to_owned() } else { grouped(row.won) };
    let points = row.points.mean();
    let mean = points.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}"));
    let most = points.map_or_else(|| "-".to_owned(), |_| row.points.most().to_string());
    format!("{:>6}  {won:>5}  {mean:>8}  {most:>7}", grouped(row.games))
}

/// The heading if bots do not play against each other. It says how their results are compared.
fn alone(bots: &[String], results: &Results) -> String {
    let deals = results.rows.iter().map(|row| row.games).max().unwrap_or(0);
    format!(
        "This game has no opponents: each of {} plays the same {}. The bot with more wins,\nor else with more points, is better.\n\n",
        counted(bots.len() as u64, "bot"),
        counted(deals, "deal")
    )
}

/// Sentences about the games that the table leaves out, with the reasons.
fn notes(results: &Results) -> Vec<String> {
    let mut notes = Vec::new();
    let nothing = |row: &Row| row.won == 0 && row.points.mean().is_none();
    if results.same_deals && results.rows.iter().any(|row| row.games > 0) && results.rows.iter().all(nothing) {
        notes.push("No bot won, and there are no points: these games do not compare the bots".to_owned());
    }
    if results.own > 0 {
        notes.push(format!("{}: a bot played against itself", verb(results.own)));
    }
    if results.every_side > 0 {
        let games = counted(results.every_side, "game");
        notes.push(format!("In {games} a bot sat on every side and was not counted. List two bots to get two teams"));
    }
    if let Some(why) = &results.first_void {
        notes.push(format!("{}: {why}", verb(results.void)));
    }
    notes
}

fn verb(void: u64) -> String {
    format!("{} not counted", counted(void, "game"))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Json<'a> {
    game: &'a str,
    seed: &'a str,
    games: u64,
    void: u64,
    /// Whether bots played the same deals alone instead of playing against each other.
    same_deals: bool,
    /// Games in which one bot had all seats, and games of partners in which one bot sat on both sides.
    own: u64,
    every_side: u64,
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
    by_chance: f64,
    /// The average points of the deals that the bot played alone, if the game has points.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<f64>,
    /// For each bot in the order of the list: the points won against it, and the number of games.
    against: Vec<(f64, f64)>,
}

/// The results as one JSON object on one line. The strongest bot comes first.
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
        by_chance: results.rows[bot].chance,
        points: results.rows[bot].points.mean(),
        against: order.iter().map(|&other| results.scores[bot][other]).map(|s| (s.points, s.games)).collect(),
    };
    let json = Json {
        game,
        seed,
        games: results.games,
        void: results.void,
        same_deals: results.same_deals,
        own: results.own,
        every_side: results.every_side,
        bots: order.iter().map(bot).collect(),
    };
    serde_json::to_string(&json).expect("numbers and texts are JSON")
}
