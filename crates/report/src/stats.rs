//! Computes shares and means with confidence intervals.

/// The quantile of the normal distribution for a 95 % confidence interval.
pub const Z95: f64 = 1.959_963_985;
/// The quantile of the normal distribution for a 99.9 % confidence interval. Warnings use it: many figures are tested,
/// so some would exceed a 95 % interval by chance.
pub const Z999: f64 = 3.290_526_731;

/// A figure with its confidence interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// The figure.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// Whether the interval contains this value.
    #[must_use]
    pub fn has(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// The Wilson confidence interval of a share. `successes` may include fractions, such as half a win for a tie.
/// Fractions vary less than whole successes, so the interval is then too wide, but never too narrow.
#[must_use]
pub fn wilson(successes: f64, trials: u64, z: f64) -> Interval {
    if trials == 0 {
        return Interval { value: 0.0, low: 0.0, high: 1.0 };
    }
    let n = trials as f64;
    let p = (successes / n).clamp(0.0, 1.0);
    let scale = 1.0 + z * z / n;
    let middle = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // At the limits 0 and 1, avoid rounding errors.
    let low = if p == 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if p == 1.0 { 1.0 } else { (middle + half).min(1.0) };
    Interval { value: p, low, high }
}

/// Accumulates a mean and its variance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// The number of values.
    pub count: u64,
    mean: f64,
    /// The sum of squared distances from the mean.
    spread: f64,
}

impl Moments {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        // Welford's algorithm: it avoids the rounding errors of a sum of squares.
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.spread += before * (value - self.mean);
    }

    /// The mean, or zero without values.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        if self.count < 2 { 0.0 } else { (self.spread / (self.count - 1) as f64).sqrt() }
    }

    /// The mean and its interval. The interval is unbounded if there are fewer than two values.
    #[must_use]
    pub fn interval(&self, z: f64) -> Interval {
        if self.count < 2 {
            return Interval { value: self.mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let n = self.count as f64;
        // With few values, use the quantile of Student's distribution instead, in a first-order approximation.
        let t = z * (1.0 + (z * z + 1.0) / (4.0 * (n - 1.0)));
        let half = t * self.deviation() / n.sqrt();
        Interval { value: self.mean, low: self.mean - half, high: self.mean + half }
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Moments {
        let mut moments = Moments::default();
        values.into_iter().for_each(|value| moments.add(value));
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    #[test]
    fn wilson_as_in_the_tables() {
        // These cases are from Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (hits, of, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(hits, of, Z95);
            assert!(near(found.low, low) && near(found.high, high), "{hits} of {of}: {found:?}");
        }
        assert_eq!(wilson(0.0, 0, Z95).high, 1.0);
        assert_eq!(wilson(7.0, 7, Z95).high, 1.0);
    }

    #[test]
    fn a_mean_and_its_interval() {
        let moments: Moments = [4.0, 5.0, 6.0, 5.0].into_iter().collect();
        assert_eq!((moments.count, moments.mean()), (4, 5.0));
        assert!(near(moments.deviation(), 0.8165));
        let found = moments.interval(Z95);
        // Student's quantile for 3 degrees of freedom is 3.18. The first-order approximation is 2.75, and the normal
        // quantile is 1.96.
        assert!(found.high - 5.0 > 1.96 * 0.8165 / 2.0 && found.has(5.0), "{found:?}");
        assert!([7.0].into_iter().collect::<Moments>().interval(Z95).low.is_infinite());
    }
}
