//! Stores hints as rows of words in one buffer. A table can copy all its hints at once, and compare a new hint with the
//! others in place.
//!
//! Hints are serialised as a list of [`Hint`]s. A hint is a set of entries, a set of faces, and an optional count.

use crate::bits;
use crate::pools::{Few, Hint};
use crate::{Entry, Face, Shape};
use serde::de::Error;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{Hash, Hasher};

/// A row with this count says that none of its entries has one of its faces.
pub(crate) const RULED_OUT: u64 = u64::MAX;

/// All hints of a table: public knowledge about cards that not all viewers can name.
#[derive(Clone, Debug)]
pub struct Hints {
    /// The rows. A row is a set of entries, a set of faces, and a count. At least that number of the entries have one
    /// of the faces. If the count is [`RULED_OUT`], none of the entries has one of the faces.
    words: Vec<u64>,
    /// The number of words in a set of entries.
    w: usize,
    /// The number of words in a row. In the serialised form, a hint with a count is one word longer than a hint without
    /// a count. If all hints have the same length, a reader cannot tell whether they have counts. In that case, reading
    /// adds the extra word [`RULED_OUT`] to each row.
    stride: usize,
}

/// One row of hints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    pub(crate) entries: &'a [u64],
    pub(crate) faces: &'a [u64],
    /// The minimum number of entries that have one of the faces. `None` means that no entry has one of the faces.
    pub(crate) least: Option<u64>,
}

/// A mutable row of hints.
pub(crate) struct RowMut<'a> {
    pub(crate) entries: &'a mut [u64],
    pub(crate) faces: &'a [u64],
    /// The stored count: the least number of entries with one of the faces, or [`RULED_OUT`].
    pub(crate) least: &'a mut u64,
}

/// The serialised form of one hint.
#[derive(PartialEq, Hash, Serialize)]
struct Written<'a> {
    entries: &'a [u64],
    not: &'a [u64],
}

impl Row<'_> {
    pub(crate) fn rules_out(&self, entry: Entry, face: Face) -> bool {
        self.least.is_none() && bits::has(self.entries, entry.index()) && bits::has(self.faces, face.index())
    }
}

impl RowMut<'_> {
    /// Whether the hint covers some of these entries, but not all of them.
    #[inline]
    pub(crate) fn divides(&self, members: &[u64]) -> bool {
        let (mut some, mut others) = (0, 0);
        for (own, member) in self.entries.iter().zip(members) {
            some |= own & member;
            others |= member & !own;
        }
        some != 0 && others != 0
    }

    pub(crate) fn is_ruled_out(&self) -> bool {
        *self.least == RULED_OUT
    }

    /// Removes a destroyed card from the row. The card's face is public. If the card was one of the cards that the note
    /// counts, the count goes down by one.
    pub(crate) fn lose(&mut self, entry: usize, face: Face) {
        if bits::has(self.entries, entry) && bits::has(self.faces, face.index()) && !self.is_ruled_out() {
            *self.least = self.least.saturating_sub(1);
        }
        bits::put(self.entries, entry, false);
    }
}

impl Default for Hints {
    fn default() -> Hints {
        Hints { words: Vec::new(), w: 0, stride: 1 }
    }
}

impl Hints {
    /// The number of hints.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    /// Whether there are no hints.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }

    /// Copies all hints of `other` into the existing buffer.
    #[inline]
    pub(crate) fn copy_from(&mut self, other: &Hints) {
        (self.w, self.stride) = (other.w, other.stride);
        self.words.clone_from(&other.words);
    }

    /// Whether all rows fit a table of this shape.
    pub(crate) fn fit(&self, shape: &Shape) -> bool {
        let (w, usual) = (shape.at.w, shape.at.w + shape.at.fw + 1);
        let wide =
            || self.stride == usual + 1 && self.words.chunks_exact(self.stride).all(|row| row[usual] == RULED_OUT);
        self.is_empty() || self.w == w && (self.stride == usual || wide())
    }

    pub(crate) fn rows<'a>(&'a self, shape: &Shape) -> impl Iterator<Item = Row<'a>> + use<'a> {
        let (w, end) = (shape.at.w, shape.at.w + shape.at.fw);
        self.words.chunks_exact(self.stride).map(move |row| Row {
            entries: &row[..w],
            faces: &row[w..end],
            least: Some(row[end]).filter(|&least| least != RULED_OUT),
        })
    }

    /// The set of entries of each hint.
    #[inline]
    pub(crate) fn entries<'a>(&'a self, shape: &Shape) -> impl Iterator<Item = &'a [u64]> + use<'a> {
        let w = shape.at.w;
        self.words.chunks_exact(self.stride).map(move |row| &row[..w])
    }

    pub(crate) fn rows_mut(&mut self, shape: &Shape) -> impl Iterator<Item = RowMut<'_>> {
        let (w, fw) = (shape.at.w, shape.at.fw);
        self.words.chunks_exact_mut(self.stride).map(move |row| row_mut(row, w, fw))
    }

    /// Removes the rows for which `keep` returns `false`.
    #[inline]
    pub(crate) fn retain(&mut self, shape: &Shape, mut keep: impl FnMut(&mut RowMut<'_>) -> bool) {
        let (w, fw, stride) = (shape.at.w, shape.at.fw, self.stride);
        let mut kept = 0;
        for at in (0..self.words.len()).step_by(stride) {
            if keep(&mut row_mut(&mut self.words[at..at + stride], w, fw)) {
                if kept != at {
                    self.words.copy_within(at..at + stride, kept);
                }
                kept += stride;
            }
        }
        self.words.truncate(kept);
    }

    /// Whether a row has three words: entries, faces, count.
    #[inline]
    pub(crate) fn are_triples(&self) -> bool {
        (self.w, self.stride) == (1, 3)
    }

    /// All rows as arrays of three words. Can be called only if [`Hints::are_triples`].
    #[inline]
    pub(crate) fn triples(&self) -> &[[u64; 3]] {
        self.words.as_chunks::<3>().0
    }

    /// Removes the three-word rows for which `keep` returns `false`.
    #[inline]
    pub(crate) fn retain_triples(&mut self, mut keep: impl FnMut(&mut [u64; 3]) -> bool) {
        let (rows, _) = self.words.as_chunks_mut::<3>();
        let mut kept = 0;
        for i in 0..rows.len() {
            let mut row = rows[i];
            if keep(&mut row) {
                rows[kept] = row;
                kept += 1;
            }
        }
        self.words.truncate(kept * 3);
    }

    /// Adds a hint.
    pub(crate) fn push(&mut self, shape: &Shape, hint: &Hint) {
        let fw = shape.at.fw;
        self.begin(shape, 0);
        self.words.extend_from_slice(&hint.entries);
        self.words.extend_from_slice(&hint.not[..fw]);
        self.words.push(hint.not.get(fw).copied().unwrap_or(RULED_OUT));
    }

    /// Prepares the buffer for one more row: sets the row length and reserves space for `most` rows in total. Returns
    /// the buffer and the row length.
    #[inline]
    pub(crate) fn begin(&mut self, shape: &Shape, most: usize) -> (&mut Vec<u64>, usize) {
        let stride = shape.at.w + shape.at.fw + 1;
        if self.stride != stride || self.w != shape.at.w {
            self.tighten(shape.at.w, stride);
        }
        if self.words.capacity() < most * stride {
            // Reserve the whole space at once. A search reuses this buffer, so it never has to grow later.
            self.words.reserve_exact(most * stride - self.words.len());
        }
        (&mut self.words, stride)
    }

    /// Removes the extra word that each row of [`Hints`] got when it was read.
    #[cold]
    fn tighten(&mut self, w: usize, stride: usize) {
        if !self.is_empty() {
            let rows = self.words.chunks_exact(self.stride);
            self.words = rows.flat_map(|row| row[..stride].iter().copied()).collect();
        }
        (self.w, self.stride) = (w, stride);
    }

    fn written(&self) -> impl Iterator<Item = Written<'_>> {
        let (w, last) = (self.w, self.stride - 1);
        self.words.chunks_exact(self.stride).map(move |row| {
            let end = if row[last] == RULED_OUT { last } else { last + 1 };
            Written { entries: &row[..w], not: &row[w..end] }
        })
    }
}

#[inline(always)]
fn row_mut(row: &mut [u64], w: usize, fw: usize) -> RowMut<'_> {
    let (entries, rest) = row.split_at_mut(w);
    let (faces, least) = rest.split_at_mut(fw);
    RowMut { entries, faces, least: &mut least[0] }
}

impl PartialEq for Hints {
    fn eq(&self, other: &Hints) -> bool {
        self.written().eq(other.written())
    }
}

impl Eq for Hints {}

impl Hash for Hints {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        self.written().for_each(|hint| hint.hash(state));
    }
}

impl Serialize for Hints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        for hint in self.written() {
            list.serialize_element(&hint)?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Hints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hints, D::Error> {
        let list = Vec::<Hint>::deserialize(deserializer)?;
        let Some(first) = list.first() else { return Ok(Hints::default()) };
        let w = first.entries.len();
        // A hint with a count has one word more than a hint without a count.
        let faces = list.iter().map(|hint| hint.not.len()).min().unwrap_or(0);
        let sized = |hint: &Hint| hint.entries.len() == w && (faces..=faces + 1).contains(&hint.not.len());
        if w == 0 || faces == 0 || !list.iter().all(sized) {
            return Err(D::Error::custom("a hint has another size"));
        }
        let mut hints = Hints { words: Vec::new(), w, stride: w + faces + 1 };
        for Hint { entries, not } in &list {
            hints.words.extend(entries.iter().chain(not));
            if not.len() == faces {
                hints.words.push(RULED_OUT);
            }
        }
        Ok(hints)
    }
}

impl Hint {
    /// The hint of a stored row.
    pub(crate) fn of(row: Row<'_>) -> Hint {
        let mut not = Few::from_slice(row.faces);
        not.extend(row.least);
        Hint { entries: Few::from_slice(row.entries), not }
    }
}
