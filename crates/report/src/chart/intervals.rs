//! Draws a chart of confidence intervals. Each figure has one row, with a dot for its value and a line for its
//! interval.

use super::{LETTER, Svg, marked, ticks};
use crate::html::{percent, short};
use crate::stats::Interval;

/// One row of the chart.
pub(crate) struct Dot {
    pub label: String,
    pub share: Interval,
    /// Whether the row is emphasised.
    pub strong: bool,
}

const WIDTH: f64 = 640.0;
const ROW: f64 = 30.0;

/// Draws shares. `fair` adds a vertical line at the fair share.
pub(crate) fn dots(rows: &[Dot], fair: Option<(f64, &str)>, label: &str) -> String {
    let longest = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0).min(26);
    let (left, right) = (16.0 + longest as f64 * LETTER, WIDTH - 206.0);
    let top = 26.0;
    let bottom = top + ROW * rows.len() as f64;
    let least = rows.iter().map(|row| row.share.low).chain(fair.map(|fair| fair.0)).fold(1.0, f64::min);
    let most = rows.iter().map(|row| row.share.high).chain(fair.map(|fair| fair.0)).fold(0.0, f64::max);
    // Show the full range, or zoom in if all intervals are narrow.
    let (low, high) = if most - least < 0.25 { ((least - 0.05).max(0.0), (most + 0.05).min(1.0)) } else { (0.0, 1.0) };
    let x = |share: f64| left + (share - low) / (high - low).max(1e-9) * (right - left);
    let mut svg = Svg::new(WIDTH, bottom + 28.0);
    let marks = ticks(low, high, 5);
    for &tick in &marks {
        svg.line((x(tick), top), (x(tick), bottom), "grid");
        svg.text((x(tick), bottom + 18.0), "small mid", &marked(tick, &marks, true));
    }
    if let Some((fair, name)) = fair {
        svg.line((x(fair), top - 6.0), (x(fair), bottom), "fair");
        svg.text((x(fair), top - 11.0), "small mid", name);
    }
    for (at, row) in rows.iter().enumerate() {
        let y = top + ROW * (at as f64 + 0.5);
        let Interval { value, low, high } = row.share;
        let tone = if row.strong { "second" } else { "accent" };
        svg.told((left - 10.0, y + 4.0), "label end", &short(&row.label, 26), &row.label);
        svg.line((x(low), y), (x(high), y), &format!("whisker {tone}-line"));
        for end in [low, high] {
            svg.line((x(end), y - 5.0), (x(end), y + 5.0), &format!("whisker {tone}-line"));
        }
        let told = format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high);
        svg.dot((x(value), y), 5.0, tone, &format!("{}: {}, {told}", row.label, percent(value)));
        svg.text((right + 74.0, y + 4.0), "label end", &percent(value));
        svg.text((right + 84.0, y + 4.0), "small", &told);
    }
    svg.finish(label)
}
