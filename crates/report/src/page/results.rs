//! Renders the section about results: how often each seat wins, and with how many points.

use super::{figure, section};
use crate::chart::{Bins, Dot, columns, dots};
use crate::html::{counted, grouped, number, percent, percent_of, table};
use crate::sample::Sample;
use crate::stats::Z95;
use crate::study::{Side, Study};
use std::collections::BTreeMap;

pub(super) fn write(study: &Study, body: &mut String) {
    let sample = &study.sample;
    if sample.finished() == 0 {
        section(body, "Who wins", "No game ended, so there is no result.");
        return;
    }
    if study.together {
        section(body, "Who wins", "All win together, or lose together.");
        let row = Dot { label: "the players win".into(), share: sample.share_of_table(), strong: false };
        figure(body, "Games won by the players", &dots(&[row], None, "Games won by the players"), &endings(sample));
    } else if sample.seats > 1 {
        sides(study, body);
    }
    if !sample.scores.is_empty() {
        scores(sample, body);
    }
}

fn sides(study: &Study, body: &mut String) {
    let (sample, sides) = (&study.sample, study.sides());
    let draws = match sample.draws {
        0 => "No game was a draw.".to_owned(),
        draws => format!("{} of the games are draws.", percent(draws as f64 / sample.finished() as f64)),
    };
    let partners = sides.len() < sample.seats;
    let by = if partners { "by side" } else { "by seat" };
    section(body, "Who wins", &format!("The share of first places {by}. Players who tie share the place. {draws}"));
    let name = |side: &Side| side.name.to_lowercase();
    let mut rows: Vec<Dot> = sides
        .iter()
        .map(|side| Dot { label: name(side), share: sample.share_of(&side.seats, Z95), strong: false })
        .collect();
    if let Some(begins) = study.beginner(Z95) {
        let label = if partners { "first side" } else { "first player" };
        rows.push(Dot { label: label.into(), share: begins, strong: true });
    }
    let numbers: Vec<Vec<String>> = sides
        .iter()
        .map(|side| {
            let wins = side.seats.first().map_or(0, |seat| sample.wins[*seat]);
            vec![name(side), grouped(wins as i64), percent_of(sample.share_of(&side.seats, Z95))]
        })
        .collect();
    let numbers = table(&["", "came first in", "share of first places"], &numbers) + &endings(sample);
    let svg = dots(&rows, Some((study.fair(), "fair")), &format!("First places {by}, with intervals"));
    figure(body, "First places, with 95 % intervals", &svg, &numbers);
}

fn endings(sample: &Sample) -> String {
    let rows: Vec<Vec<String>> =
        sample.endings.iter().map(|(reason, games)| vec![reason.clone(), grouped(*games as i64)]).collect();
    table(&["why the game ended", "games"], &rows)
}

/// Maximum number of columns in a histogram.
const COLUMNS: i64 = 40;

fn scores(sample: &Sample, body: &mut String) {
    let scores = &sample.scores;
    let apart = match scores.margin.count {
        0 => String::new(),
        _ => format!(" On average the winner is {} points ahead of the next player.", number(scores.margin.mean())),
    };
    section(body, "Points", &format!("Points at the end.{apart}"));
    let points = scores.first.keys().chain(scores.others.keys()).map(|score| i64::from(*score));
    let within = |counts: &BTreeMap<i32, u64>, from: i64, to: i64| -> f64 {
        let there = counts.iter().filter(|(score, _)| (from..to).contains(&i64::from(**score)));
        there.map(|(_, count)| *count as f64).sum()
    };
    let bins = Bins::over(points, COLUMNS)
        .filled(|from, to| within(&scores.first, from, to), |from, to| within(&scores.others, from, to));
    let kinds = if scores.others.is_empty() { None } else { Some(("came first", "others")) };
    let svg = columns(&bins, "points", kinds, None, "Points of winners and of other players");
    let rows: Vec<Vec<String>> =
        bins.iter().map(|bin| vec![bin.label.clone(), number(bin.count), number(bin.other)]).collect();
    let caption = format!("Distribution of points over {}", counted(sample.finished(), "game"));
    figure(body, &caption, &svg, &table(&["points", "came first", "others"], &rows));
}
