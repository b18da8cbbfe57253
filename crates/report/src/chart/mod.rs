//! Draws charts as SVG. Colours are CSS classes, so that a chart fits the light and the dark theme.

mod bars;
mod bins;
mod intervals;
mod lines;

pub(crate) use bars::{Bin, Row, columns, rows};
pub(crate) use bins::Bins;
pub(crate) use intervals::{Dot, dots};
pub(crate) use lines::{Line, Point, line};

use crate::html::escaped;
use std::fmt::Write;

/// Estimated width of a letter in labels, in pixels.
pub(crate) const LETTER: f64 = 8.0;

/// An SVG that is being written.
pub(crate) struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str, title: &str) {
        let _ = write!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" class=\"{class}\">{}</rect>",
            width.max(0.0),
            height.max(0.0),
            titled(title)
        );
    }

    pub fn round(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str) {
        let _ = write!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"7\" class=\"{class}\"/>"
        );
    }

    pub fn line(&mut self, (x, y): (f64, f64), (to_x, to_y): (f64, f64), class: &str) {
        let _ = write!(
            self.body,
            "<line x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{to_x:.1}\" y2=\"{to_y:.1}\" class=\"{class}\"/>"
        );
    }

    pub fn dot(&mut self, (x, y): (f64, f64), radius: f64, class: &str, title: &str) {
        let _ = write!(
            self.body,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" class=\"{class}\">{}</circle>",
            titled(title)
        );
    }

    pub fn path(&mut self, d: &str, class: &str, more: &str) {
        let _ = write!(self.body, "<path d=\"{d}\" class=\"{class}\" {more}/>");
    }

    pub fn text(&mut self, (x, y): (f64, f64), class: &str, text: &str) {
        let _ = write!(self.body, "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{}</text>", escaped(text));
    }

    /// Adds text with a tooltip.
    pub fn told(&mut self, (x, y): (f64, f64), class: &str, text: &str, title: &str) {
        let _ = write!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{}{}</text>",
            escaped(text),
            titled(title)
        );
    }

    pub fn raw(&mut self, text: &str) {
        self.body.push_str(text);
    }

    pub fn finish(self, label: &str) -> String {
        let Svg { width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
             height=\"{height:.0}\" role=\"img\" aria-label=\"{}\">{body}</svg>",
            escaped(label)
        )
    }
}

fn titled(title: &str) -> String {
    if title.is_empty() { String::new() } else { format!("<title>{}</title>", escaped(title)) }
}

/// Round numbers between `low` and `high` for the ticks of an axis. Returns about `about` numbers.
pub(crate) fn ticks(low: f64, high: f64, about: usize) -> Vec<f64> {
    let span = (high - low).max(1e-9);
    let raw = span / about.max(1) as f64;
    let power = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().map(|n| n * power).find(|step| *step >= raw).unwrap_or(raw);
    let first = (low / step).ceil() as i64;
    (0..=about as i64 * 3).map(|n| (first + n) as f64 * step).take_while(|tick| *tick <= high + span * 1e-9).collect()
}

/// The label of a tick. It has enough digits to differ from the labels of the neighbouring ticks.
pub(crate) fn marked(tick: f64, marks: &[f64], share: bool) -> String {
    let scale = if share { 100.0 } else { 1.0 };
    let step = marks.windows(2).map(|pair| scale * (pair[1] - pair[0])).fold(f64::INFINITY, f64::min);
    let whole = |digits: &i32| {
        let scaled = step * 10f64.powi(*digits);
        (scaled - scaled.round()).abs() < 1e-6
    };
    let digits = if step.is_finite() { (0..6).find(whole).unwrap_or(6) as usize } else { 0 };
    let text =
        if digits == 0 && !share { crate::html::number(tick.round()) } else { format!("{:.digits$}", scale * tick) };
    if share { text + " %" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_numbers_people_like() {
        assert_eq!(ticks(0.0, 10.0, 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(0.0, 0.7, 4), [0.0, 0.2, 0.4, 0.6000000000000001]);
        assert_eq!(ticks(-3.0, 3.0, 3), [-2.0, 0.0, 2.0]);
        assert_eq!(ticks(5.0, 5.0, 4), [5.0]);
        let told = |marks: &[f64], share| marks.iter().map(|tick| marked(*tick, marks, share)).collect::<Vec<_>>();
        assert_eq!(told(&[0.0, 0.005, 0.01], true), ["0.0 %", "0.5 %", "1.0 %"]);
        assert_eq!(told(&[1.8, 2.0, 2.2], false), ["1.8", "2.0", "2.2"]);
        assert_eq!(told(&[0.0, 2.5, 5.0], false), ["0.0", "2.5", "5.0"]);
        assert_eq!(told(&[0.0, 1000.0], false), ["0", "1,000"]);
    }
}
