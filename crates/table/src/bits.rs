//! Handles bit sets of small numbers, stored in a slice of words.

/// The number of words that a set of the numbers below `n` needs, at least one.
pub(crate) const fn words_for(n: usize) -> usize {
    if n == 0 { 1 } else { n.div_ceil(64) }
}

#[inline]
pub(crate) fn has(set: &[u64], i: usize) -> bool {
    set[i / 64] >> (i % 64) & 1 == 1
}

#[inline]
pub(crate) fn put(set: &mut [u64], i: usize, on: bool) {
    let bit = 1 << (i % 64);
    if on {
        set[i / 64] |= bit;
    } else {
        set[i / 64] &= !bit;
    }
}

#[inline]
pub(crate) fn count(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

/// Iterates over the numbers in a set in ascending order.
#[derive(Clone, Debug)]
pub struct Ones<'a> {
    words: &'a [u64],
    word: u64,
    base: usize,
}

impl<'a> Ones<'a> {
    #[inline]
    pub(crate) fn new(words: &'a [u64]) -> Ones<'a> {
        Ones { word: words[0], words, base: 0 }
    }
}

impl Iterator for Ones<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            self.base += 1;
            self.word = *self.words.get(self.base)?;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(self.base * 64 + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_span_words() {
        let mut set = vec![0; words_for(130)];
        for i in [0, 63, 64, 129] {
            put(&mut set, i, true);
        }
        assert_eq!(Ones::new(&set).collect::<Vec<_>>(), [0, 63, 64, 129]);
        put(&mut set, 64, false);
        assert!(!has(&set, 64) && has(&set, 129));
        assert_eq!(count(&set), 3);
        assert_eq!(words_for(64), 1);
        assert_eq!(words_for(65), 2);
    }
}
