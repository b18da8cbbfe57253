//! Draws bar charts of frequencies: vertical columns side by side, or horizontal bars one below the other.

use super::bins::round_up;
use super::{LETTER, Svg, ticks};
use crate::html::{number, short};

/// One column of a histogram. A column has two counts, one for each kind, such as winners and other players.
pub(crate) struct Bin {
    pub label: String,
    /// The text below the axis.
    pub mark: String,
    /// `None` if the column stands for one number. Otherwise the position of the column: 0 for the column that starts
    /// at zero, 1 for the next. `mark` is then drawn at the left edge of the column.
    pub edge: Option<i64>,
    pub count: f64,
    pub other: f64,
}

impl Bin {
    /// A column for a single value, with a count only for the first kind.
    pub fn of(label: String, count: f64) -> Bin {
        Bin { mark: label.clone(), label, edge: None, count, other: 0.0 }
    }
}

const WIDTH: f64 = 640.0;

/// Draws a histogram. If `kinds` names two kinds, each bin gets two neighbouring columns. `mark` is a vertical line:
/// its position, counted in columns, and its name.
pub(crate) fn columns(
    bins: &[Bin],
    axis: &str,
    kinds: Option<(&str, &str)>,
    mark: Option<(f64, &str)>,
    label: &str,
) -> String {
    let (left, right, top, bottom) = (52.0, WIDTH - 12.0, 34.0, 214.0);
    let tallest = bins.iter().map(|bin| bin.count.max(bin.other)).fold(1.0, f64::max);
    let y = |count: f64| bottom - count / tallest * (bottom - top);
    let width = (right - left) / bins.len().max(1) as f64;
    let mut svg = Svg::new(WIDTH, bottom + 44.0);
    for tick in ticks(0.0, tallest, 4) {
        svg.line((left, y(tick)), (right, y(tick)), "grid");
        svg.text((left - 8.0, y(tick) + 4.0), "small end", &number(tick));
    }
    let widest = bins.iter().map(|bin| bin.mark.chars().count()).max().unwrap_or(1) as f64 * LETTER + 6.0;
    let every = round_up((widest / width).ceil().max(1.0) as i64);
    for (at, bin) in bins.iter().enumerate() {
        let from = left + width * at as f64;
        // Limit the width of a column, so that a chart with few columns still looks like a chart.
        let room = (width - 2.0 * (width * 0.12).min(4.0)).min(72.0);
        let gap = (width - room) / 2.0;
        let told = |count: f64, kind: &str| format!("{}: {} {kind}", bin.label, number(count));
        match kinds {
            Some((first, other)) => {
                let half = room / 2.0;
                svg.rect((from + gap, y(bin.count)), (half, bottom - y(bin.count)), "accent", &told(bin.count, first));
                let place = (from + gap + half, y(bin.other));
                svg.rect(place, (half, bottom - y(bin.other)), "second", &told(bin.other, other));
            }
            None => svg.rect((from + gap, y(bin.count)), (room, bottom - y(bin.count)), "accent", &told(bin.count, "")),
        }
        let place = if bin.edge.is_some() { from } else { from + width / 2.0 };
        if bin.edge.unwrap_or(at as i64) % every == 0 {
            svg.line((place, bottom), (place, bottom + 4.0), "axis");
            svg.text((place, bottom + 17.0), "small mid", &bin.mark);
        }
    }
    svg.line((left, bottom), (right, bottom), "axis");
    svg.text(((left + right) / 2.0, bottom + 36.0), "small mid", axis);
    if let Some((at, name)) = mark {
        let x = left + width * at;
        svg.line((x, top - 8.0), (x, bottom), "fair");
        let end = if x > right - 110.0 { "small end" } else { "small" };
        svg.text((x + if end == "small" { 5.0 } else { -5.0 }, top - 12.0), end, name);
    }
    if let Some((first, other)) = kinds {
        svg.rect((left, 6.0), (11.0, 11.0), "accent", "");
        svg.text((left + 17.0, 16.0), "small", first);
        let next = left + 34.0 + first.chars().count() as f64 * LETTER;
        svg.rect((next, 6.0), (11.0, 11.0), "second", "");
        svg.text((next + 17.0, 16.0), "small", other);
    }
    svg.finish(label)
}

/// One horizontal bar.
pub(crate) struct Row {
    pub label: String,
    /// The length of the bar, from 0 to 1.
    pub length: f64,
    /// The position of a mark on the bar, from 0 to 1.
    pub mark: Option<f64>,
    pub told: String,
    /// Whether the count is zero. The bar is then drawn in the colour of warnings.
    pub dead: bool,
}

/// Draws bars one below the other.
pub(crate) fn rows(rows: &[Row], label: &str) -> String {
    const ROW: f64 = 24.0;
    let longest = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0).min(38);
    let told = rows.iter().map(|row| row.told.chars().count()).max().unwrap_or(0) as f64 * LETTER;
    let (left, right) = (16.0 + longest as f64 * LETTER, WIDTH - told - 18.0);
    let mut svg = Svg::new(WIDTH, 8.0 + ROW * rows.len() as f64);
    for (at, row) in rows.iter().enumerate() {
        let y = 4.0 + ROW * at as f64;
        let class = if row.dead { "label end warn" } else { "label end" };
        svg.told((left - 8.0, y + 16.0), class, &short(&row.label, 38), &row.label);
        svg.rect((left, y + 5.0), (right - left, 14.0), "track", "");
        svg.rect((left, y + 5.0), ((right - left) * row.length.clamp(0.0, 1.0), 14.0), "accent", &row.told);
        if let Some(mark) = row.mark {
            let x = left + (right - left) * mark.clamp(0.0, 1.0);
            svg.line((x, y + 2.0), (x, y + 22.0), "fair");
        }
        svg.text((right + 8.0, y + 16.0), if row.dead { "small warn" } else { "small" }, &row.told);
    }
    svg.finish(label)
}
