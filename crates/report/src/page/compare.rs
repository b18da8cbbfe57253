//! Renders the sections with comparisons: between values of a parameter, and between versions of a game.

use super::{figure, section};
use crate::chart::{Line, Point, line};
use crate::html::{counted, escaped, number, percent, percent_of, table};
use crate::sample::Sample;
use crate::stats::{Interval, Moments, Z95};
use crate::study::{self, Against, Study, Sweep};
use std::fmt::Write;

pub(super) fn write(study: &Study, body: &mut String) {
    for sweep in &study.sweeps {
        swept(sweep, study.together, body);
    }
    if let Some(against) = &study.against {
        compared(study, against, body);
    }
}

/// A function from a sample to a figure with its interval.
type Figure = fn(&Sample) -> Option<Interval>;

fn swept(sweep: &Sweep, together: bool, body: &mut String) {
    let usual = sweep.usual.map_or_else(String::new, |usual| format!(" The file says {usual}."));
    let games = sweep.steps.iter().find_map(|step| step.games.as_ref()).map_or(0, |sample| sample.games);
    section(
        body,
        &format!("What if {} were different?", sweep.name),
        &format!("{} for each value, from the same seeds.{usual} Whiskers are 95 % intervals.", counted(games, "game")),
    );
    let played: Vec<(i64, &Sample)> =
        sweep.steps.iter().filter_map(|step| Some((step.value, step.games.as_ref()?))).collect();
    for step in sweep.steps.iter().filter(|step| step.games.is_none()) {
        let _ =
            writeln!(body, "<p class=\"note\">{} = {}: {}</p>", escaped(&sweep.name), step.value, escaped(&step.why));
    }
    if played.is_empty() {
        return;
    }
    let won: Figure = |sample| (sample.finished() > 0).then(|| sample.share_of_table());
    let begins: Figure = |sample| sample.beginner(Z95);
    let length: Figure = |sample| (sample.finished() > 1).then(|| sample.length.interval(Z95));
    let draws: Figure =
        |sample| (sample.finished() > 0).then(|| crate::stats::wilson(sample.draws as f64, sample.finished(), Z95));
    let leads: Figure = |sample| (sample.leads.mean.count > 1).then(|| sample.leads.mean.interval(Z95));
    let fair = Some(played[0].1.fair());
    let figures: Vec<(&str, Figure, bool, Option<f64>)> = if together {
        vec![("Games the players win", won, true, None), ("Decisions per game", length, false, None)]
    } else {
        vec![
            ("Share of first places of the player who begins", begins, true, fair),
            ("Decisions per game", length, false, None),
            ("Draws", draws, true, None),
            ("Lead changes per game", leads, false, None),
        ]
    };
    body.push_str("<div class=\"pair\">");
    let mut rows: Vec<Vec<String>> = played.iter().map(|(value, _)| vec![value.to_string()]).collect();
    let mut heads = vec![sweep.name.as_str()];
    for (name, figure_of, share, fair) in figures {
        let points: Vec<Point> = played
            .iter()
            .filter_map(|(value, sample)| Some(Point { x: *value as f64, y: figure_of(sample)? }))
            .collect();
        if points.is_empty() {
            continue;
        }
        heads.push(name);
        for (row, (_, sample)) in rows.iter_mut().zip(&played) {
            row.push(figure_of(sample).map_or_else(|| "-".to_owned(), |found| told(found, share)));
        }
        let usual = sweep.usual.map(|usual| usual as f64).filter(|usual| points.iter().any(|point| point.x == *usual));
        let drawn =
            Line { points: &points, axis: &sweep.name, share, from_zero: false, fair, usual, whole: true, wide: false };
        figure(body, name, &line(&drawn, name), "");
    }
    body.push_str("</div>\n");
    let _ = writeln!(body, "<details><summary>Numbers</summary>{}</details>", table(&heads, &rows));
}

fn told(found: Interval, share: bool) -> String {
    match share {
        true => percent_of(found),
        false if found.low.is_finite() => {
            format!("{} ({} to {})", number(found.value), number(found.low), number(found.high))
        }
        false => number(found.value),
    }
}

fn compared(study: &Study, against: &Against, body: &mut String) {
    section(
        body,
        &format!("Compared with {}", against.title),
        &format!(
            "{} of each, from the same seeds. Differences are computed game by game. A difference is significant if its interval does not contain zero.",
            counted(against.sample.games, "game")
        ),
    );
    let (this, that) = (&study.sample, &against.sample);
    let mut rows = Vec::new();
    let mut compare = |name: &str, a: Option<f64>, b: Option<f64>, share: bool, difference: Option<&Moments>| {
        let one = |value: Option<f64>| {
            value.map_or_else(|| "-".to_owned(), |value| if share { percent(value) } else { number(value) })
        };
        let (told, certain) = match difference.filter(|difference| difference.count > 1) {
            Some(difference) => {
                let found = difference.interval(Z95);
                let scale = if share { 100.0 } else { 1.0 };
                let unit = if share { " points" } else { "" };
                let told = format!(
                    "{:+.2}{unit} ({:+.2} to {:+.2})",
                    scale * found.value,
                    scale * found.low,
                    scale * found.high
                );
                (told, if found.has(0.0) { "no" } else { "yes" })
            }
            None => ("-".to_owned(), "-"),
        };
        rows.push(vec![name.to_owned(), one(a), one(b), told, certain.to_owned()]);
    };
    for (name, share, difference) in &against.differences {
        let (a, b) = (figure_named(this, name), figure_named(that, name));
        compare(name, a, b, *share, Some(difference));
    }
    let heads = ["", "this", "the other", "difference", "certain?"];
    let _ = writeln!(body, "<figure>{}</figure>", table(&heads, &rows));
}

/// The value of the figure with this name, such as the mean length. `None` if no game was finished or the name is
/// unknown.
fn figure_named(sample: &Sample, name: &str) -> Option<f64> {
    if sample.finished() == 0 {
        return None;
    }
    Some(match name {
        study::LENGTH => sample.length.mean(),
        study::DRAWS => sample.draws as f64 / sample.finished() as f64,
        study::BEGINS => sample.beginner(Z95)?.value,
        study::LEADS => sample.leads.mean.mean(),
        study::WON => sample.share_of_table().value,
        name => sample.share(name.strip_prefix(study::SEAT)?.parse::<usize>().ok()?.checked_sub(1)?).value,
    })
}
