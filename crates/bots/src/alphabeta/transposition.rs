//! The transposition table.

/// How a stored value relates to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Bound {
    #[default]
    None,
    Exact,
    AtLeast,
    AtMost,
}

/// The result of an earlier search of a position.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Entry {
    /// The [`check`] of the key.
    key: u32,
    pub value: i32,
    /// The score of the position for the side to move, without a search. [`NO_SCORE`] if it was not computed.
    pub score: i32,
    /// The index of the best move in the list of legal moves. Equal positions have equal lists.
    pub best: u16,
    pub depth: i8,
    /// The bound in the two lowest bits, and the number of the decision above them.
    mark: u8,
}

/// No score is stored.
pub(super) const NO_SCORE: i32 = i32::MIN;
/// The index of no move.
pub(super) const NO_MOVE: u16 = u16::MAX;
/// The number of entries of a bucket. A bucket fills one cache line.
const BUCKET: usize = 4;
/// The number of plies that are subtracted from the depth of an entry of an earlier decision.
const STALE: i32 = 8;

impl Entry {
    pub(super) fn bound(self) -> Bound {
        match self.mark & 3 {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            3 => Bound::AtMost,
            _ => Bound::None,
        }
    }

    /// The score without a search, if it was computed.
    pub(super) fn score(self) -> Option<i32> {
        (self.score != NO_SCORE).then_some(self.score)
    }
}

/// Returns 32 bits that identify a key in its bucket. The lower bits of a key choose the bucket, so they are mixed with
/// the upper bits.
fn check(key: u64) -> u32 {
    (key ^ key >> 32) as u32
}

/// A table of fixed size. A new entry replaces the least deep entry of its bucket. Entries of earlier decisions are
/// replaced first.
pub(super) struct TranspositionTable {
    entries: Vec<Entry>,
    decision: u8,
}

impl TranspositionTable {
    pub(super) const fn new() -> TranspositionTable {
        TranspositionTable { entries: Vec::new(), decision: 0 }
    }

    /// Begins a decision. Allocates the table, unless it already has this size. The size is a power of two.
    pub(super) fn prepare(&mut self, entries: usize) {
        if self.entries.len() != entries {
            self.entries = vec![Entry::default(); entries];
        }
        self.decision = self.decision.wrapping_add(4);
    }

    /// The number of entries. Zero before the first decision.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let first = key as usize & (self.entries.len() - 1) & !(BUCKET - 1);
        first..first + BUCKET
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let bucket = &self.entries[self.bucket(key)];
        bucket.iter().copied().find(|entry| entry.key == check(key) && entry.mark & 3 != 0)
    }

    /// Stores a result. A deeper result for the same position stays, unless the new one is exact. `best` may be
    /// [`NO_MOVE`]: then an earlier move for this position stays.
    pub(super) fn put(&mut self, key: u64, (value, score): (i32, i32), best: u16, depth: i32, bound: Bound) {
        let (range, short, decision) = (self.bucket(key), check(key), self.decision);
        let bucket = &mut self.entries[range];
        let same = bucket.iter().position(|entry| entry.key == short && entry.mark & 3 != 0);
        let keep = |entry: &Entry| {
            let stale = entry.mark & !3 != decision;
            if entry.mark & 3 == 0 { i32::MIN } else { i32::from(entry.depth) - if stale { STALE } else { 0 } }
        };
        let worst = || (0..BUCKET).min_by_key(|at| keep(&bucket[*at])).unwrap_or(0);
        let at = same.unwrap_or_else(worst);
        let entry = &mut bucket[at];
        let mut best = best;
        if same.is_some() {
            if i32::from(entry.depth) > depth + 2 && bound != Bound::Exact && entry.mark & !3 == decision {
                return;
            }
            if best == NO_MOVE {
                best = entry.best;
            }
        }
        let mark = decision
            | match bound {
                Bound::None => 0,
                Bound::Exact => 1,
                Bound::AtLeast => 2,
                Bound::AtMost => 3,
            };
        *entry = Entry { key: short, value, score, best, depth: depth.clamp(-100, 100) as i8, mark };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(upper: u64) -> u64 {
        upper << 32 | 5
    }

    #[test]
    fn the_least_deep_entry_of_a_full_bucket_is_replaced() {
        let mut table = TranspositionTable::new();
        table.prepare(1024);
        for (nth, depth) in [(1, 7), (2, 3), (3, 9), (4, 5)] {
            table.put(key(nth), (nth as i32, NO_SCORE), 0, depth, Bound::AtLeast);
        }
        table.put(key(5), (50, 8), 1, 1, Bound::Exact);
        assert!(table.get(key(2)).is_none(), "depth 3 was the least");
        assert_eq!(table.get(key(5)).map(|entry| (entry.value, entry.score())), Some((50, Some(8))));
        assert_eq!(table.get(key(3)).map(|entry| (entry.value, entry.score())), Some((3, None)));
    }

    #[test]
    fn entries_of_earlier_decisions_are_replaced_first() {
        let mut table = TranspositionTable::new();
        table.prepare(1024);
        table.put(key(1), (1, NO_SCORE), 0, 9, Bound::Exact);
        table.prepare(1024);
        for nth in 2..=4 {
            table.put(key(nth), (0, NO_SCORE), 0, 3, Bound::Exact);
        }
        table.put(key(5), (0, NO_SCORE), 0, 2, Bound::Exact);
        assert!(table.get(key(1)).is_none());
        assert!(table.get(key(2)).is_some());
    }

    #[test]
    fn keys_that_differ_only_in_their_lowest_bits_are_told_apart() {
        let mut table = TranspositionTable::new();
        table.prepare(1024);
        table.put(4, (1, NO_SCORE), 0, 3, Bound::Exact);
        assert!((5..8).all(|key| table.get(key).is_none()));
        assert!(table.get(4).is_some());
    }

    #[test]
    fn a_result_without_a_move_keeps_the_earlier_move() {
        let mut table = TranspositionTable::new();
        table.prepare(1024);
        table.put(key(1), (1, NO_SCORE), 7, 2, Bound::AtLeast);
        table.put(key(1), (0, NO_SCORE), NO_MOVE, 4, Bound::AtMost);
        assert_eq!(table.get(key(1)).map(|entry| (entry.best, entry.bound())), Some((7, Bound::AtMost)));
    }
}
