//! The results of a simulation as text and as JSON.

use super::flags::Flag;
use super::plan::Plan;
use super::tally::{Tally, WHOLE};
use crate::numbers::{counted, grouped, per_second, percent, rate};
use crate::show::plain;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Width of the longest bar in the histogram, in characters.
const WIDEST_BAR: u64 = 40;

/// The results as text.
pub fn text(name: &str, plan: &Plan, tally: &Tally, flags: &[Flag], seconds: f64) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = fill(&mut text, name, plan, tally, flags, seconds);
    plain(&text)
}

fn fill(text: &mut String, name: &str, plan: &Plan, tally: &Tally, flags: &[Flag], seconds: f64) -> std::fmt::Result {
    let Tally { games, moves, lengths, .. } = tally;
    writeln!(text, "{name}, {}, seed {}", counted(plan.setup.seats as u64, "seat"), plan.seed)?;
    let (by_game, by_move) = (rate(*games, seconds), rate(*moves, seconds));
    writeln!(
        text,
        "{} and {} in {seconds:.2} s: {by_game} games/s, {by_move} moves/s\n",
        counted(*games, "game"),
        counted(*moves, "move")
    )?;

    let width = plan.bots.iter().map(|bot| bot.chars().count()).max().unwrap_or(0).max(3);
    if tally.alone.mean().is_none() {
        writeln!(text, "seat  {:width$}  {:>11}  {:>7}  {:>12}", "bot", "wins", "", "first places")?;
    }
    for (seat, bot) in plan.bots.iter().enumerate() {
        if let Some(mean) = tally.alone.mean() {
            let (least, most) = (tally.alone.least(), tally.alone.most());
            writeln!(text, "{:>4}  {bot:width$}  alone: mean {mean:.1} points, {least} to {most}", seat + 1)?;
            continue;
        }
        let wins = tally.wins[seat];
        let share = percent(tally.shares[seat] as f64 / WHOLE as f64, tally.finished());
        writeln!(
            text,
            "{:>4}  {bot:width$}  {:>11}  {:>7}  {share:>12}",
            seat + 1,
            grouped(wins),
            percent(wins as f64, *games)
        )?;
    }
    let others = [
        ("draws", tally.draws),
        ("no winner", tally.lost),
        ("faults", tally.faults.count),
        ("unfinished", tally.unfinished.count),
        ("stuck", tally.stuck.count),
        ("bugs", tally.bugs.count),
    ];
    for (what, count) in
        others.into_iter().filter(|(what, count)| *what == "draws" && plan.bots.len() > 1 || *count > 0)
    {
        writeln!(text, "      {what:width$}  {:>11}  {:>7}", grouped(count), percent(count as f64, *games))?;
    }

    let mut endings: Vec<_> = tally.endings.iter().collect();
    endings.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    text.push('\n');
    for (reason, &count) in endings {
        writeln!(text, "ended by   {:>7}  {reason}", percent(count as f64, *games))?;
    }

    if tally.finished() == 0 {
        writeln!(text, "\nlength     no game ended")?;
    } else {
        writeln!(
            text,
            "\nlength     shortest {}, median {}, mean {:.1}, 95 % within {}, longest {}",
            lengths.min(),
            lengths.percentile(50),
            lengths.mean(),
            lengths.percentile(95),
            lengths.max()
        )?;
    }
    histogram(text, tally)?;
    writeln!(text, "branching  mean {:.2}, most {}", branching(tally), tally.widest)?;
    writeln!(text, "digest     {}", tally.digest)?;
    match flags {
        [] => writeln!(text, "flags      none"),
        flags => flags.iter().try_for_each(|flag| writeln!(text, "flag       {}", flag.text)),
    }
}

fn histogram(text: &mut String, tally: &Tally) -> std::fmt::Result {
    let bars = tally.lengths.bars();
    let tallest = bars.iter().map(|bar| bar.2).max().unwrap_or(1).max(1);
    let width = tally.lengths.max().to_string().len();
    for (from, to, games) in bars {
        let bar = "#".repeat((games * WIDEST_BAR).div_ceil(tallest) as usize);
        writeln!(text, "  {from:>width$} - {to:>width$}  {bar:40}  {}", grouped(games))?;
    }
    Ok(())
}

fn branching(tally: &Tally) -> f64 {
    if tally.moves == 0 { 0.0 } else { tally.offered as f64 / tally.moves as f64 }
}

/// The results for programs. With the same seed, all values are the same except `seconds` and the rates.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Json<'a> {
    game: &'a str,
    digest: String,
    games: u64,
    seed: &'a str,
    seats: usize,
    bots: &'a [String],
    moves: u64,
    seconds: f64,
    games_per_second: f64,
    moves_per_second: f64,
    wins: &'a [u64],
    first_place_shares: Vec<f64>,
    /// Statistics of the points, if a player plays alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Alone>,
    draws: u64,
    nobody_won: u64,
    faults: u64,
    unfinished: u64,
    stuck: u64,
    bugs: u64,
    loops: u64,
    endings: &'a BTreeMap<String, u64>,
    length: Length,
    branching: Branching,
    flags: &'a [Flag],
}

#[derive(Serialize)]
struct Alone {
    mean: f64,
    least: i32,
    most: i32,
}

#[derive(Serialize)]
struct Length {
    min: u32,
    median: u32,
    mean: f64,
    p95: u32,
    max: u32,
    histogram: Vec<Bar>,
}

#[derive(Serialize)]
struct Bar {
    from: u32,
    to: u32,
    games: u64,
}

#[derive(Serialize)]
struct Branching {
    mean: f64,
    max: u32,
}

/// One JSON object on one line.
pub fn json(plan: &Plan, tally: &Tally, flags: &[Flag], seconds: f64) -> String {
    let lengths = &tally.lengths;
    let finished = tally.finished().max(1) as f64;
    let json = Json {
        game: &plan.id,
        digest: tally.digest.to_string(),
        games: tally.games,
        seed: &plan.seed,
        seats: plan.setup.seats,
        bots: &plan.bots,
        moves: tally.moves,
        seconds,
        games_per_second: per_second(tally.games, seconds),
        moves_per_second: per_second(tally.moves, seconds),
        wins: &tally.wins,
        first_place_shares: tally.shares.iter().map(|&share| share as f64 / WHOLE as f64 / finished).collect(),
        points: tally.alone.mean().map(|mean| Alone { mean, least: tally.alone.least(), most: tally.alone.most() }),
        draws: tally.draws,
        nobody_won: tally.lost,
        faults: tally.faults.count,
        unfinished: tally.unfinished.count,
        stuck: tally.stuck.count,
        bugs: tally.bugs.count,
        loops: tally.loops,
        endings: &tally.endings,
        length: Length {
            min: lengths.min(),
            median: lengths.percentile(50),
            mean: lengths.mean(),
            p95: lengths.percentile(95),
            max: lengths.max(),
            histogram: lengths.bars().into_iter().map(|(from, to, games)| Bar { from, to, games }).collect(),
        },
        branching: Branching { mean: branching(tally), max: tally.widest },
        flags,
    };
    serde_json::to_string(&json).expect("numbers and texts are JSON")
}
