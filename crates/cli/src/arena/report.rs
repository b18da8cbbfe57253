//! The results of an arena as text and as JSON.

use super::elo::{Rating, bound, interval, ratings};
use super::results::{Results, Row};
use crate::numbers::{counted, grouped, percent};
use rulebook_tui::wrapped;
use serde::Serialize;
use std::fmt::Write;

/// The indexes of the bots, strongest first.
fn order(found: &[Rating]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|a, b| found[*b].elo.total_cmp(&found[*a].elo));
    order
}

/// Maximum width of the text, in characters.
const WIDTH: usize = 80;
/// Names of bots are not cut below this width.
const NARROWEST: usize = 7;

/// The results as text that is at most [`WIDTH`] wide.
pub fn text(bots: &[String], results: &Results) -> String {
    let found = ratings(&results.scores);
    let order = order(&found);
    let margin = |bot: usize| match bound(&results.scores, &found, bot) {
        Some(bound) if bound < found[bot].elo => format!(">{bound:+.0}"),
        Some(bound) => format!("<{bound:+.0}"),
        None if found[bot].margin.is_finite() => format!("±{:.0}", found[bot].margin),
        None => "±?".to_owned(),
    };
    let chance = results.rows.first().map_or_else(String::new, |row| share(row.chance, row.games));
    let equal = results.same_deals || results.rows.iter().all(|row| share(row.chance, row.games) == chance);
    let heads: &[&str] = match (results.same_deals, equal) {
        (true, _) => &["", "bot", "Elo", "95 %", "deals", "won", "points", "most"],
        (false, true) => &["", "bot", "Elo", "95 %", "games", "won", "shared", "first places %"],
        (false, false) => &["", "bot", "Elo", "95 %", "games", "won", "shared", "first places %", "chance %"],
    };
    let rows = order.iter().zip(1..).map(|(&bot, number)| {
        let row = &results.rows[bot];
        let mut cells = vec![number.to_string(), bots[bot].clone(), format!("{:+.0}", found[bot].elo), margin(bot)];
        cells.extend(if results.same_deals { of_deals(row, results.for_points) } else { of_games(row) });
        cells.extend((!equal).then(|| share(row.chance, row.games)));
        cells
    });
    let heads = heads.iter().map(|&head| head.to_owned()).collect();
    let mut text = if results.same_deals { alone(bots, results) } else { String::new() };
    text += &aligned([heads].into_iter().chain(rows).collect());
    if !results.same_deals && equal && results.rows.iter().any(|row| row.games > 0) {
        let _ = writeln!(text, "Equal bots would have {chance} % of the first places each.");
    }
    text += "\npoints of the row against the column, in %\n";
    // The columns have the numbers of the bots. If there are many bots, the table has several parts.
    let name = order.iter().map(|&bot| bots[bot].chars().count()).max().unwrap_or(0).max(NARROWEST);
    let fitting = (WIDTH - 4 - name.min(WIDTH / 2)) / 7;
    for (part, columns) in order.chunks(fitting).enumerate() {
        let number = |at: usize| (part * fitting + at + 1).to_string();
        let heads = [String::new(), String::new()].into_iter().chain((0..columns.len()).map(number)).collect();
        let rows = order.iter().zip(1..).map(|(&row, number)| {
            let cell = |&column: &usize| {
                let score = results.scores[row][column];
                share(score.points, score.games as u64)
            };
            [number.to_string(), bots[row].clone()].into_iter().chain(columns.iter().map(cell)).collect()
        });
        text += if part == 0 { "" } else { "\n" };
        text += &aligned([heads].into_iter().chain(rows).collect());
    }
    for note in notes(results) {
        let _ = write!(text, "\n{}\n", wrapped(&note, WIDTH).join("\n"));
    }
    text
}

/// Joins rows into lines. The second column, the names of the bots, is aligned to the left. If the lines are too wide,
/// names are cut, and a list of the whole names follows. If that is not enough, the column `shared` is left out.
fn aligned(mut rows: Vec<Vec<String>>) -> String {
    let width = |rows: &[Vec<String>], at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let others =
        |rows: &[Vec<String>]| (0..rows[0].len()).filter(|&at| at != 1).map(|at| width(rows, at) + 2).sum::<usize>();
    if others(&rows) + NARROWEST > WIDTH
        && let Some(shared) = rows[0].iter().position(|head| head == "shared")
    {
        rows.iter_mut().for_each(|row| drop(row.remove(shared)));
    }
    let most = WIDTH.saturating_sub(others(&rows)).max(NARROWEST);
    let mut whole = String::new();
    for row in &mut rows[1..] {
        if row[1].chars().count() > most {
            let _ = writeln!(whole, "{} is {}", row[0], row[1]);
            row[1] = row[1].chars().take(most - 1).chain(['…']).collect();
        }
    }
    let widths: Vec<usize> = (0..rows[0].len()).map(|at| width(&rows, at)).collect();
    let mut text = String::new();
    for row in &rows {
        let cell = |(at, cell): (usize, &String)| match at {
            1 => format!("{cell:<0$}", widths[at]),
            _ => format!("{cell:>0$}", widths[at]),
        };
        let line = row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text + &whole
}

/// A share in percent, without the sign. `-` if there are no games.
fn share(part: f64, whole: u64) -> String {
    percent(part, whole).trim_end_matches(" %").to_owned()
}

/// A sentence about the points of single hands, if two bots played for points.
pub fn points(bots: &[String], results: &Results) -> Option<String> {
    let [one, other] = bots else { return None };
    let all = &results.differences;
    let count = all.len() as f64;
    if all.len() < 2 {
        return None;
    }
    let mean = all.iter().sum::<f64>() / count;
    let squares = all.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>();
    let margin = 1.96 * (squares / (count - 1.0) / count).sqrt();
    Some(format!("points of {one} minus points of {other}: {mean:+.2} ±{margin:.2} per hand and seat"))
}

/// Each bot's share of first places so far, for the progress bar.
pub fn so_far(listed: &[String], numbers: &[usize], results: &Results) -> String {
    let name = |bot: usize| numbers.iter().position(|number| *number == bot).map_or("", |at| listed[at].as_str());
    let share = |(bot, row): (usize, &Row)| format!("{} {}", name(bot), percent(row.firsts, row.games));
    results.rows.iter().enumerate().take(4).map(share).collect::<Vec<_>>().join(", ")
}

/// The columns for one bot, if bots play against each other.
fn of_games(row: &Row) -> Vec<String> {
    let (low, high) = interval(row.firsts.min(row.games as f64), row.games as f64);
    let firsts = match row.games {
        0 => "-".to_owned(),
        games => format!("{} ({:.1}-{:.1})", share(row.firsts, games), 100.0 * low, 100.0 * high),
    };
    vec![grouped(row.games), grouped(row.won), grouped(row.shared), firsts]
}

/// The columns for one bot, if each bot plays the same deals alone.
fn of_deals(row: &Row, for_points: bool) -> Vec<String> {
    let won = if for_points { "-".to_owned() } else { grouped(row.won) };
    let points = row.points.mean();
    let mean = points.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}"));
    let most = points.map_or_else(|| "-".to_owned(), |_| row.points.most().to_string());
    vec![grouped(row.games), won, mean, most]
}

/// The heading if bots do not play against each other. It says how their results are compared.
fn alone(bots: &[String], results: &Results) -> String {
    let deals = results.rows.iter().map(|row| row.games).max().unwrap_or(0);
    let (bots, deals) = (counted(bots.len() as u64, "bot"), counted(deals, "deal"));
    let told = format!(
        "This game has no opponents: each of {bots} plays the same {deals}. The bot with more wins, or else with more \
         points, is better."
    );
    wrapped(&told, WIDTH).join("\n") + "\n\n"
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

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_kernel::{Outcome, Seat};

    /// Games between all pairs of these bots. Each game counts as `times` games, and the first bot of a pair wins.
    fn played(bots: usize, times: u64) -> Results {
        let mut results = Results::new(bots);
        for one in 0..bots {
            for other in one + 1..bots {
                results.add(&[one, other], &Outcome::win(2, Seat::new(0), ""), 1);
            }
        }
        for row in &mut results.rows {
            (row.games, row.won, row.shared) = (row.games * times, row.won * times, row.games * times);
            (row.firsts, row.chance) = (row.firsts * times as f64, row.chance * times as f64);
        }
        results.scores.iter_mut().flatten().for_each(|score| {
            (score.points, score.games) = (score.points * times as f64, score.games * times as f64);
        });
        results
    }

    #[test]
    fn the_text_fits_eighty_columns() {
        for (bots, times, name) in [
            (2, 1, "b"),
            (2, 10_000_000, "alphabeta:5000000"),
            (16, 600_000, "a-bot-with-a-very-long-name:100ms"),
            (5, 3, "é"),
        ] {
            let names: Vec<String> = (0..bots).map(|bot| format!("{name}{bot}")).collect();
            let mut results = played(bots, times);
            // One bot had more seats than the others, so its chance is shown in a column.
            results.rows[0].chance *= 1.5;
            results.void(&"a long reason ".repeat(20));
            let text = text(&names, &results);
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(WIDTH), "{widest:?}\n{text}");
            assert!(names.iter().all(|name| text.contains(name.as_str())), "{text}");
        }
    }

    #[test]
    fn a_perfect_score_has_a_bound_and_an_interval() {
        let text = text(&["one".to_owned(), "two".to_owned()], &played(2, 40));
        let row = text.lines().find(|line| line.starts_with("1  one ")).unwrap();
        assert!(row.contains("  >+") && row.ends_with("100.0 (91.2-100.0)"), "{text}");
        assert!(text.contains("\nEqual bots would have 50.0 % of the first places each.\n"), "{text}");
        assert!(text.contains("\n1  one    -  100.0\n"), "{text}");
    }
}
