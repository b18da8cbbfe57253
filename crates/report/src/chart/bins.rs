//! Chooses the columns of a histogram of integers.

use super::Bin;

/// The columns of a histogram.
pub(crate) struct Bins {
    first: i64,
    step: i64,
    count: i64,
    /// Whether each column is a single number.
    single: bool,
}

impl Bins {
    /// Chooses columns for these numbers, at most about `most`. All numbers may differ by multiples of one step, such
    /// as
    /// 52. If there are few such steps, each step gets its own column. Otherwise a column covers a range that starts at
    /// a round number.
    pub fn over(values: impl Iterator<Item = i64>, most: i64) -> Bins {
        let mut values: Vec<i64> = values.collect();
        values.sort_unstable();
        let (Some(&low), Some(&high)) = (values.first(), values.last()) else {
            return Bins { first: 0, step: 1, count: 0, single: true };
        };
        let common = values.iter().fold(0, |common, value| divisor(common, value - low)).max(1);
        if (high - low) / common < most {
            return Bins { first: low, step: common, count: (high - low) / common + 1, single: true };
        }
        let step = round_up((high - low) / most + 1);
        let first = low.div_euclid(step) * step;
        Bins { first, step, count: (high - first) / step + 1, single: false }
    }

    /// The columns with their counts. The functions `count` and `other` get two numbers: the first number of a column
    /// and the first number of the next column.
    pub fn filled(&self, count: impl Fn(i64, i64) -> f64, other: impl Fn(i64, i64) -> f64) -> Vec<Bin> {
        let bin = |at: i64| {
            let from = self.first + at * self.step;
            let to = from + self.step;
            let label = if self.single { signed(from) } else { format!("{} to {}", signed(from), signed(to - 1)) };
            Bin {
                label,
                edge: (!self.single).then_some(from / self.step),
                mark: signed(from),
                count: count(from, to),
                other: other(from, to),
            }
        };
        (0..self.count).map(bin).collect()
    }

    /// The position of a number on the axis, counted in columns from the left.
    pub fn place(&self, value: i64) -> f64 {
        let within = if self.single { 0.5 * self.step as f64 } else { 0.5 };
        ((value - self.first) as f64 + within) / self.step as f64
    }
}

/// Formats a number with a minus sign that is as wide as a plus sign.
fn signed(number: i64) -> String {
    number.to_string().replace('-', "−")
}

/// The greatest common divisor.
fn divisor(one: i64, other: i64) -> i64 {
    if other == 0 { one } else { divisor(other, one % other) }
}

/// The smallest number of the series 1, 2, 5, 10, 20, 50 … that is at least `least`.
pub(super) fn round_up(least: i64) -> i64 {
    let powers = (0..18).map(|power| 10i64.pow(power));
    powers.flat_map(|power| [1, 2, 5].map(|digit| digit * power)).find(|step| *step >= least).unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(values: &[i64], most: i64) -> Vec<(String, f64)> {
        let bins = Bins::over(values.iter().copied(), most);
        let within = |from: i64, to: i64| values.iter().filter(|value| (from..to).contains(*value)).count() as f64;
        bins.filled(within, |_, _| 0.0).into_iter().map(|bin| (bin.label, bin.count)).collect()
    }

    #[test]
    fn numbers_in_steps_have_a_column_each() {
        let found = columns(&[168, 224, 224, 336], 36);
        let wanted = [("168", 1.0), ("224", 2.0), ("280", 0.0), ("336", 1.0)];
        assert_eq!(found, wanted.map(|(label, count)| (label.to_owned(), count)));
        assert_eq!(columns(&[7, 7], 36), [("7".to_owned(), 2.0)]);
        assert_eq!(columns(&[], 36), []);
    }

    #[test]
    fn many_numbers_have_columns_that_begin_at_round_ones() {
        let found = columns(&[-33, -1, 0, 58], 10);
        assert_eq!(found.first().unwrap(), &("−40 to −31".to_owned(), 1.0));
        assert_eq!(found.last().unwrap(), &("50 to 59".to_owned(), 1.0));
        assert_eq!(found.iter().map(|(_, count)| count).sum::<f64>(), 4.0);
    }

    #[test]
    fn a_number_stands_in_its_column() {
        let steps = Bins::over([168, 224, 280].into_iter(), 36);
        assert_eq!((steps.place(168), steps.place(280)), (0.5, 2.5));
        let round = Bins::over([0, 7, 99].into_iter(), 10);
        assert!((round.place(10) - 1.05).abs() < 1e-9);
    }
}
