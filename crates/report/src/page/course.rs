//! Renders the sections about the course of a game: length, choices and lead.

use super::{figure, section};
use crate::chart::{Bin, Bins, Line, Point, columns, line};
use crate::html::{grouped, number, percent, percent_of, table};
use crate::sample::{PARTS, Sample};
use crate::stats::{Interval, Z95, wilson};
use crate::study::Study;

pub(super) fn write(study: &Study, body: &mut String) {
    let sample = &study.sample;
    if sample.finished() == 0 {
        return;
    }
    length(sample, body);
    if sample.widest > 0 {
        width(sample, body);
    }
    if sample.seats > 1 && !study.together && sample.leads.mean.count > 0 {
        lead(sample, body);
    }
}

/// Maximum number of columns in a histogram.
const COLUMNS: i64 = 36;

fn length(sample: &Sample, body: &mut String) {
    let (low, high) = (sample.percentile(0), sample.percentile(100));
    section(
        body,
        "How long it takes",
        &format!(
            "Half of the games take at most {} decisions of all players, and 95 % take at most {}.",
            grouped(sample.percentile(50).into()),
            grouped(sample.percentile(95).into())
        ),
    );
    if low == high {
        return;
    }
    let columns_of = Bins::over(sample.lengths.keys().map(|length| i64::from(*length)), COLUMNS);
    let within = |from: i64, to: i64| -> f64 {
        let there = sample.lengths.iter().filter(|(length, _)| (from..to).contains(&i64::from(**length)));
        there.map(|(_, games)| *games as f64).sum()
    };
    let bins = columns_of.filled(within, |_, _| 0.0);
    let middle = columns_of.place(i64::from(sample.percentile(50)));
    let svg = columns(&bins, "decisions", None, Some((middle, "median")), "Games by the number of decisions");
    let rows: Vec<Vec<String>> = bins.iter().map(|bin| vec![bin.label.clone(), number(bin.count)]).collect();
    figure(body, "Games by the number of decisions", &svg, &table(&["decisions", "games"], &rows));
}

fn width(sample: &Sample, body: &mut String) {
    section(
        body,
        "Number of choices",
        &format!(
            "A decision has {} legal moves on average and {} at most. {} of the decisions are forced. The charts show the game from start to end.",
            number(sample.branching()),
            grouped(sample.widest.into()),
            percent(sample.forced())
        ),
    );
    let place = |part: usize| (part as f64 + 0.5) / PARTS as f64;
    let there: Vec<(usize, &crate::sample::Progress)> =
        sample.progress.iter().enumerate().filter(|(_, part)| part.width.count > 0).collect();
    let exact = |value: f64| Interval { value, low: value, high: value };
    let widths: Vec<Point> =
        there.iter().map(|(part, seen)| Point { x: place(*part), y: exact(seen.width.mean()) }).collect();
    let forced: Vec<Point> = there
        .iter()
        .map(|(part, seen)| Point { x: place(*part), y: exact(seen.forced as f64 / seen.width.count as f64) })
        .collect();
    let drawn = |points, share, label: &str| {
        let drawn = Line {
            points,
            axis: "part of the game",
            share,
            from_zero: true,
            fair: None,
            usual: None,
            whole: false,
            wide: false,
        };
        line(&drawn, label)
    };
    let rows: Vec<Vec<String>> = there
        .iter()
        .map(|(part, seen)| {
            let (from, to) = (100 * part / PARTS, 100 * (part + 1) / PARTS);
            let forced = percent(seen.forced as f64 / seen.width.count as f64);
            vec![format!("{from} to {to} %"), number(seen.width.mean()), forced, grouped(seen.width.count as i64)]
        })
        .collect();
    body.push_str("<div class=\"pair\">");
    let numbers = table(&["part of the game", "ways", "forced", "decisions"], &rows);
    figure(
        body,
        "Legal moves at a decision",
        &drawn(&widths, false, "Legal moves at a decision over the game"),
        &numbers,
    );
    figure(body, "Forced decisions", &drawn(&forced, true, "Share of forced decisions over the game"), "");
    body.push_str("</div>\n");
}

fn lead(sample: &Sample, body: &mut String) {
    let leads = &sample.leads;
    let held = wilson(leads.half.1 as f64, leads.half.0, Z95);
    let half = match leads.half.0 {
        0 => "Nobody is ever ahead at half-time.".to_owned(),
        _ => format!("The player who leads at half-time wins {} of the games.", percent_of(held)),
    };
    section(
        body,
        "Who is ahead",
        &format!(
            "The leader is the player who would win if the game ended after this decision. The lead changes {} per game. {half}",
            if leads.mean.mean() == 1.0 { "once".to_owned() } else { format!("{} times", number(leads.mean.mean())) }
        ),
    );
    let most = leads.changes.keys().next_back().copied().unwrap_or(0).min(24);
    let games = leads.mean.count.max(1) as f64;
    let bins: Vec<Bin> = (0..=most)
        .map(|n| {
            let last = n == 24;
            let count: u64 = if last {
                leads.changes.range(n..).map(|(_, games)| games).sum()
            } else {
                leads.changes.get(&n).copied().unwrap_or(0)
            };
            Bin::of(if last { "24+".into() } else { n.to_string() }, count as f64)
        })
        .collect();
    let rows: Vec<Vec<String>> =
        bins.iter().map(|bin| vec![bin.label.clone(), number(bin.count), percent(bin.count / games)]).collect();
    let svg = columns(&bins, "lead changes", None, None, "Games by the number of lead changes");
    figure(body, "Games by the number of lead changes", &svg, &table(&["changes", "games", "share"], &rows));
    let bins: Vec<Bin> = leads
        .settled
        .iter()
        .enumerate()
        .map(|(part, games)| Bin::of(format!("{} %", 100 * part / PARTS), *games as f64))
        .collect();
    let rows: Vec<Vec<String>> = bins.iter().map(|bin| vec![bin.label.clone(), number(bin.count)]).collect();
    let svg =
        columns(&bins, "part of the game", None, None, "Games by the part in which the winner took the lead for good");
    figure(body, "When the winner took the lead for good", &svg, &table(&["from", "games"], &rows));
}
