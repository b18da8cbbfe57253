//! Statistics of the points that a player makes in many games.

/// The number of games, and the sum, minimum and maximum of the points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    games: u64,
    sum: i64,
    ends: (i32, i32),
}

impl Points {
    pub fn add(&mut self, points: i32) {
        self.ends = if self.games == 0 { (points, points) } else { (self.ends.0.min(points), self.ends.1.max(points)) };
        self.games += 1;
        self.sum += i64::from(points);
    }

    /// The average, or `None` if no points were counted.
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum as f64 / self.games as f64)
    }

    pub fn least(&self) -> i32 {
        self.ends.0
    }

    pub fn most(&self) -> i32 {
        self.ends.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_and_the_ends() {
        let mut points = Points::default();
        assert_eq!(points.mean(), None);
        [5, -2, 9].into_iter().for_each(|one| points.add(one));
        assert_eq!((points.mean(), points.least(), points.most()), (Some(4.0), -2, 9));
    }
}
