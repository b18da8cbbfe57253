//! Who wins.

use super::{figure, section};
use crate::chart::{Bin, Dot, columns, dots};
use crate::html::{counted, grouped, number, percent, percent_of, table};
use crate::sample::Sample;
use crate::stats::Z95;
use crate::study::Study;
use std::collections::BTreeMap;

pub(super) fn write(study: &Study, body: &mut String) {
    let sample = &study.sample;
    if sample.finished() == 0 {
        section(body, "Who wins", "No game came to its end, so nothing can be said about that.");
        return;
    }
    if study.together {
        section(body, "Who wins", "All win together, or lose together.");
        let row = Dot { label: "the players win".into(), share: sample.share_of_table(), strong: false };
        figure(body, "Games won by the players", &dots(&[row], None, "Games won by the players"), &endings(sample));
    } else if sample.seats > 1 {
        seats(sample, body);
    }
    if !sample.scores.is_empty() {
        scores(sample, body);
    }
}

fn seats(sample: &Sample, body: &mut String) {
    let draws = match sample.draws {
        0 => "No game was a draw.".to_owned(),
        draws => format!("{} of the games are draws.", percent(draws as f64 / sample.finished() as f64)),
    };
    section(body, "Who wins", &format!("The share of first places by seat; who shares one has a part of it. {draws}"));
    let mut rows: Vec<Dot> = (0..sample.seats)
        .map(|seat| Dot { label: format!("seat {}", seat + 1), share: sample.share(seat), strong: false })
        .collect();
    if let Some(begins) = sample.beginner(Z95) {
        rows.push(Dot { label: "whoever begins".into(), share: begins, strong: true });
    }
    let numbers: Vec<Vec<String>> = (0..sample.seats)
        .map(|seat| {
            vec![format!("seat {}", seat + 1), grouped(sample.wins[seat] as i64), percent_of(sample.share(seat))]
        })
        .collect();
    let numbers = table(&["", "came first in", "share of first places"], &numbers) + &endings(sample);
    let svg = dots(&rows, Some((sample.fair(), "fair")), "First places by seat, with intervals");
    figure(body, "First places, with 95 % intervals", &svg, &numbers);
}

fn endings(sample: &Sample) -> String {
    let rows: Vec<Vec<String>> =
        sample.endings.iter().map(|(reason, games)| vec![reason.clone(), grouped(*games as i64)]).collect();
    table(&["why it was over", "games"], &rows)
}

/// So many columns can be told apart.
const COLUMNS: i64 = 40;

fn scores(sample: &Sample, body: &mut String) {
    let scores = &sample.scores;
    section(
        body,
        "Points",
        &format!(
            "Points at the end. Those who come first are {} apart from the next on average.",
            if scores.margin.count == 0 { "never".to_owned() } else { number(scores.margin.mean()) }
        ),
    );
    let low = scores.first.keys().chain(scores.others.keys()).copied().min().unwrap_or(0);
    let high = scores.first.keys().chain(scores.others.keys()).copied().max().unwrap_or(0);
    let step = (i64::from(high) - i64::from(low) + COLUMNS) / COLUMNS;
    let within = |counts: &BTreeMap<i32, u64>, from: i64| -> f64 {
        let to = from + step;
        counts
            .iter()
            .filter(|(score, _)| (from..to).contains(&i64::from(**score)))
            .map(|(_, count)| *count as f64)
            .sum()
    };
    let bins: Vec<Bin> = (i64::from(low)..=i64::from(high))
        .step_by(step as usize)
        .map(|from| Bin {
            label: if step == 1 { from.to_string() } else { format!("{from}–{}", from + step - 1) },
            count: within(&scores.first, from),
            other: within(&scores.others, from),
        })
        .collect();
    let kinds = if scores.others.is_empty() { None } else { Some(("came first", "others")) };
    let svg = columns(&bins, "points", kinds, None, "Points of those who came first and of the others");
    let rows: Vec<Vec<String>> =
        bins.iter().map(|bin| vec![bin.label.clone(), number(bin.count), number(bin.other)]).collect();
    let caption = format!("How often which points, over {}", counted(sample.finished(), "game"));
    figure(body, &caption, &svg, &table(&["points", "came first", "others"], &rows));
}
