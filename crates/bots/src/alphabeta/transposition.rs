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

#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    key: u64,
    pub value: i32,
    /// The index of the best move in the list of legal moves. Equal positions have equal lists.
    pub best: u16,
    pub depth: i8,
    pub bound: Bound,
}

/// A table of fixed size. A new entry replaces the old entry of its slot. Exception: a deeper entry for the same
/// position stays if the new value is not exact.
pub(super) struct TranspositionTable {
    entries: Vec<Entry>,
}

impl TranspositionTable {
    pub(super) const fn new() -> TranspositionTable {
        TranspositionTable { entries: Vec::new() }
    }

    /// Allocates the table, unless it already has this size.
    pub(super) fn prepare(&mut self, entries: usize) {
        if self.entries.len() != entries {
            self.entries = vec![Entry::default(); entries];
        }
    }

    fn slot(&self, key: u64) -> usize {
        (key as usize) & (self.entries.len() - 1)
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        Some(self.entries[self.slot(key)]).filter(|entry| entry.key == key && entry.bound != Bound::None)
    }

    pub(super) fn put(&mut self, key: u64, value: i32, best: usize, depth: i32, bound: Bound) {
        let slot = self.slot(key);
        let entry = &mut self.entries[slot];
        if entry.key == key && i32::from(entry.depth) > depth && bound != Bound::Exact {
            return;
        }
        *entry = Entry { key, value, best: best as u16, depth: depth.clamp(-100, 100) as i8, bound };
    }
}
