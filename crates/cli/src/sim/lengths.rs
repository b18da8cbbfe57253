//! Counts how long games are.

use std::collections::BTreeMap;

/// Number of bars in the histogram.
const BARS: u32 = 10;

/// For each number of moves, how many games had that length.
#[derive(Default)]
pub struct Lengths {
    games: BTreeMap<u32, u64>,
    count: u64,
    moves: u64,
}

impl Lengths {
    pub fn add(&mut self, moves: u32) {
        *self.games.entry(moves).or_default() += 1;
        self.count += 1;
        self.moves += u64::from(moves);
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    pub fn min(&self) -> u32 {
        self.games.keys().next().copied().unwrap_or(0)
    }

    pub fn max(&self) -> u32 {
        self.games.keys().next_back().copied().unwrap_or(0)
    }

    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.moves as f64 / self.count as f64 }
    }

    /// The smallest length that at least this percentage of the games does not exceed.
    pub fn percentile(&self, percent: u64) -> u32 {
        let wanted = (self.count * percent).div_ceil(100).max(1);
        let mut so_far = 0;
        let reached = self.games.iter().find(|(_, games)| {
            so_far += **games;
            so_far >= wanted
        });
        reached.map_or(0, |(moves, _)| *moves)
    }

    /// The bars of the histogram, all equally wide. Each bar has its shortest length, its longest length and the number
    /// of games.
    pub fn bars(&self) -> Vec<(u32, u32, u64)> {
        if self.count == 0 {
            return Vec::new();
        }
        let (min, max) = (self.min(), self.max());
        let width = (max - min + 1).div_ceil(BARS);
        let starts = (min..=max).step_by(width as usize);
        let bar = |from: u32| {
            let to = (from + (width - 1)).min(max);
            (from, to, self.games.range(from..=to).map(|(_, games)| games).sum())
        };
        starts.map(bar).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(all: impl IntoIterator<Item = u32>) -> Lengths {
        let mut lengths = Lengths::default();
        all.into_iter().for_each(|moves| lengths.add(moves));
        lengths
    }

    #[test]
    fn numbers_about_a_distribution() {
        let hundred = lengths((1..=100).rev());
        assert_eq!((hundred.min(), hundred.percentile(50), hundred.percentile(95), hundred.max()), (1, 50, 95, 100));
        assert!((hundred.mean() - 50.5).abs() < 1e-9);
        assert_eq!(hundred.bars().len(), 10);
        assert!(hundred.bars().iter().all(|bar| bar.2 == 10));
        assert_eq!(lengths([7, 7, 7]).bars(), [(7, 7, 3)]);
        assert_eq!(lengths([7]).percentile(95), 7);
        let none = lengths([]);
        assert_eq!((none.min(), none.percentile(50), none.max(), none.bars().len()), (0, 0, 0, 0));
        assert_eq!(lengths([0, 1]).bars(), [(0, 0, 1), (1, 1, 1)]);
    }
}
