//! Draws a line chart: connected points, each with a vertical line for its confidence interval.

use super::{Svg, marked, ticks};
use crate::html::number;
use crate::stats::Interval;

/// One point of the line.
pub(crate) struct Point {
    pub x: f64,
    pub y: Interval,
}

/// The options of a line chart.
pub(crate) struct Line<'a> {
    pub points: &'a [Point],
    /// The label of the horizontal axis.
    pub axis: &'a str,
    /// Whether the values are shares.
    pub share: bool,
    /// Whether the vertical axis starts at zero.
    pub from_zero: bool,
    /// A reference value, drawn as a line.
    pub fair: Option<f64>,
    /// The value that the game file gives the parameter, drawn as a vertical line.
    pub usual: Option<f64>,
    /// Whether the positions on the horizontal axis are integers. Then each integer has a tick.
    pub whole: bool,
    /// Whether the chart is as wide as the page. Otherwise it has half the width.
    pub wide: bool,
}

pub(crate) fn line(drawn: &Line<'_>, label: &str) -> String {
    let width = if drawn.wide { 640.0 } else { 316.0 };
    let (left, right, top, bottom) = (46.0, width - 12.0, 12.0, 172.0);
    let points = drawn.points;
    let finite = |value: f64, or: f64| if value.is_finite() { value } else { or };
    let lows = points.iter().map(|point| finite(point.y.low, point.y.value)).chain(drawn.fair);
    let highs = points.iter().map(|point| finite(point.y.high, point.y.value)).chain(drawn.fair);
    let (mut low, mut high) = (lows.fold(f64::INFINITY, f64::min), highs.fold(f64::NEG_INFINITY, f64::max));
    if drawn.from_zero {
        low = low.min(0.0);
    }
    let least = if drawn.share { 0.05 } else { 0.5 };
    high = high.max(low + least);
    let room = (high - low) * 0.1;
    high += room;
    if !(drawn.from_zero && low == 0.0) {
        low -= room;
        if drawn.share {
            low = low.max(0.0);
        }
    }
    if drawn.share {
        high = high.min(1.0).max(low + 0.01);
    }
    let (first, last) = (points.first().map_or(0.0, |point| point.x), points.last().map_or(1.0, |point| point.x));
    let inset = if drawn.whole { 14.0 } else { 0.0 };
    let x = |at: f64| left + inset + (at - first) / (last - first).max(1e-9) * (right - left - 2.0 * inset);
    let y = |value: f64| bottom - (value - low) / (high - low).max(1e-9) * (bottom - top);
    let mut svg = Svg::new(width, bottom + 44.0);
    let marks = ticks(low, high, 4);
    for &tick in &marks {
        svg.line((left, y(tick)), (right, y(tick)), "grid");
        svg.text((left - 7.0, y(tick) + 4.0), "small end", &marked(tick, &marks, drawn.share));
    }
    if let Some(fair) = drawn.fair {
        svg.line((left, y(fair)), (right, y(fair)), "fair");
    }
    if let Some(usual) = drawn.usual {
        svg.line((x(usual), top), (x(usual), bottom), "usual");
    }
    let every = (points.len() as f64 / ((right - left) / 34.0)).ceil().max(1.0) as usize;
    let marks: Vec<f64> =
        if drawn.whole { points.iter().map(|point| point.x).step_by(every).collect() } else { ticks(first, last, 5) };
    for mark in marks {
        let told = if drawn.whole { number(mark) } else { format!("{:.0} %", 100.0 * mark) };
        svg.text((x(mark), bottom + 17.0), "small mid", &told);
    }
    svg.line((left, bottom), (right, bottom), "axis");
    svg.text(((left + right) / 2.0, bottom + 36.0), "small mid", drawn.axis);
    let joined: Vec<String> = points.iter().map(|point| format!("{:.1} {:.1}", x(point.x), y(point.y.value))).collect();
    svg.path(&format!("M{}", joined.join(" L")), "curve", "");
    for point in points {
        let Interval { value, low, high } = point.y;
        let told = |value: f64| if drawn.share { format!("{:.1} %", 100.0 * value) } else { number(value) };
        let place = if drawn.whole { number(point.x) } else { format!("{:.0} %", 100.0 * point.x) };
        let whisker = low.is_finite() && high.is_finite() && high > low;
        let title = match whisker {
            true => format!("{place}: {} ({} to {})", told(value), told(low), told(high)),
            false => format!("{place}: {}", told(value)),
        };
        if whisker {
            svg.line((x(point.x), y(low)), (x(point.x), y(high)), "whisker accent-line");
        }
        svg.dot((x(point.x), y(value)), if drawn.whole { 4.0 } else { 2.6 }, "accent", &title);
    }
    svg.finish(label)
}
