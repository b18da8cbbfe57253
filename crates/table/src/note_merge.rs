//! Keeps notes: public conclusions from play about hidden cards. Examples: a hand has no card of a suit; a hand has at
//! least one card of a rank.
//!
//! A new note replaces every note that it implies, so a table has few notes. Each note is stored as a [`Hint`]. A note
//! "none of these cards has such a face" implies the same note about fewer of the cards. A note "some of these cards
//! have such a face" implies the same note about more cards. Notes are public, so only public knowledge decides which
//! notes are kept.
//!
//! A new note is first appended to the old notes and then compared with them in place: see [`Hints`](crate::Hints).

use crate::bits;
use crate::hint_rows::{RULED_OUT, RowMut};
use crate::one_pack_notes;
use crate::pools::{Few, Hint};
use crate::{Entry, Face, Shape, Table, ZoneId};

/// The maximum number of notes. If a new note exceeds it, the oldest note is dropped. Notes only improve samples, so
/// dropping a note is safe.
const MOST: usize = 32;
/// If there are at least this many notes, drop notes that public knowledge already implies.
pub(crate) const MANY: usize = 16;
/// The maximum number of old notes that one new note can replace. Each of the replaced notes is one bit of a word.
const MARKED: usize = u64::BITS as usize;

/// The relation between the hidden cards of an old note and the cards of a new note.
struct Relation {
    /// The old note has no hidden cards.
    none: bool,
    /// All hidden cards of the old note are in the new note.
    inside: bool,
    /// All cards of the new note are hidden cards of the old note.
    covers: bool,
    /// Some hidden cards of the old note are in the new note.
    overlap: bool,
}

impl Relation {
    #[inline(always)]
    fn of(old: &[u64], new: &[u64], public: &[u64]) -> Relation {
        let (mut any, mut beyond, mut missing, mut both) = (0, 0, 0, 0);
        for ((old, new), public) in old.iter().zip(new).zip(public) {
            let hidden = old & !public;
            any |= hidden;
            beyond |= hidden & !new;
            missing |= new & !hidden;
            both |= hidden & new;
        }
        Relation { none: any == 0, inside: beyond == 0, covers: missing == 0, overlap: both != 0 }
    }
}

/// The relation between a new note and an old note.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoteRelation {
    /// The notes are independent, and both stay.
    Apart,
    /// The old note already implies the new one.
    Noted,
    /// The new note implies the old one and replaces it.
    Better,
    /// Both notes are about the same cards, and one note can replace both.
    Merged,
}

/// Whether the first set is a subset of the second.
#[inline(always)]
fn within(one: &[u64], two: &[u64]) -> bool {
    one.iter().zip(two).fold(0, |beyond, (one, two)| beyond | one & !two) == 0
}

/// Whether two sets are equal. Compares word by word, because a function call would cost more for one or two words.
#[inline(always)]
fn equal(one: &[u64], two: &[u64]) -> bool {
    one.iter().zip(two).fold(0, |other, (one, two)| other | one ^ two) == 0
}

#[inline(always)]
fn nothing(set: &[u64]) -> bool {
    set.iter().fold(0, |all, word| all | word) == 0
}

/// The set of these faces.
pub(crate) fn set_of(shape: &Shape, faces: impl IntoIterator<Item = Face>) -> Few {
    let mut set = Few::from_elem(0, shape.at.fw);
    faces.into_iter().for_each(|face| bits::put(&mut set, face.index(), true));
    set
}

impl Table {
    /// The set of entries that every viewer can name.
    #[inline]
    pub(crate) fn public(&self, shape: &Shape) -> &[u64] {
        let start = shape.at.known + shape.seats * shape.at.w;
        &self.words[start..start + shape.at.w]
    }

    /// The number of these entries that are public and have one of these faces.
    #[inline]
    fn seen_of(&self, shape: &Shape, entries: &[u64], faces: &[u64]) -> u64 {
        let mut seen = 0;
        for (i, (own, public)) in entries.iter().zip(self.public(shape)).enumerate() {
            seen += self.having(shape, i, own & public, faces);
        }
        seen
    }

    /// The number of entries in the n-th word of a set that have one of these faces.
    #[inline]
    fn having(&self, shape: &Shape, n: usize, mut word: u64, faces: &[u64]) -> u64 {
        if shape.plain {
            return u64::from((word & faces[n]).count_ones());
        }
        let mut having = 0;
        while word != 0 {
            let entry = Entry((n * 64) as u16 + word.trailing_zeros() as u16);
            having += u64::from(bits::has(faces, self.face(shape, entry).index()));
            word &= word - 1;
        }
        having
    }

    /// Extends a note to the other cards with which its cards are mixed. If such a card is publicly known to have one
    /// of the faces, the count goes up by one.
    #[inline]
    pub(crate) fn widen(&self, shape: &Shape, note: &mut RowMut<'_>, members: &[u64]) {
        let mut more = 0;
        for (i, public) in self.public(shape).iter().enumerate() {
            more += self.having(shape, i, members[i] & !note.entries[i] & public, note.faces);
            note.entries[i] |= members[i];
        }
        *note.least = note.least.saturating_add(more).min(RULED_OUT - 1);
    }

    /// Appends a note: no card of a zone has one of these faces. With `least`: at least `least` cards of the zone have
    /// one of these faces. Call [`Table::settle`] next.
    #[inline]
    pub(crate) fn draft(&mut self, shape: &Shape, zone: ZoneId, faces: &[u64], least: Option<usize>) {
        let w = shape.at.w;
        let here = zone.index() * w;
        let least = least.map_or(RULED_OUT, |least| {
            (least as u64).saturating_sub(self.seen_of(shape, &self.words[here..here + w], faces))
        });
        let public = shape.at.known + shape.seats * w;
        let (rows, _) = self.hints.begin(shape, MOST + 1);
        for i in 0..w {
            rows.push(self.words[here + i] & !self.words[public + i]);
        }
        for &word in faces {
            rows.push(word);
        }
        rows.push(least);
    }

    /// Appends a note about these cards, which may be in different zones. Call [`Table::settle`] next.
    pub(crate) fn draft_of(&mut self, shape: &Shape, entries: &[u64], faces: &[u64], least: Option<usize>) {
        let least = least.map_or(RULED_OUT, |least| (least as u64).saturating_sub(self.seen_of(shape, entries, faces)));
        let public = shape.at.known + shape.seats * shape.at.w;
        let (rows, _) = self.hints.begin(shape, MOST + 1);
        for (i, word) in entries.iter().enumerate() {
            rows.push(word & !self.words[public + i]);
        }
        rows.extend_from_slice(faces);
        rows.push(least);
    }

    /// Adds a public note. Returns whether the note says anything new.
    pub(crate) fn note(&mut self, shape: &Shape, new: &Hint) -> bool {
        self.hints.push(shape, new);
        self.settle(shape)
    }

    /// Compares the last note with the older notes. If the last note says nothing new, drops it and returns `false`.
    /// Otherwise removes every older note that the last note implies.
    pub(crate) fn settle(&mut self, shape: &Shape) -> bool {
        let mut hints = std::mem::take(&mut self.hints);
        let (rows, _) = hints.begin(shape, MOST + 1);
        let new = if shape.plain && shape.at.w == 1 {
            let public = self.public(shape)[0];
            settle_rows(rows, 1, 1, |old, new, left| one_pack_notes::relation(old, new, public, left))
        } else {
            self.settle_any(shape, rows)
        };
        self.hints = hints;
        new
    }

    /// The general case of [`Table::settle`], for any table.
    pub(crate) fn settle_any(&self, shape: &Shape, rows: &mut Vec<u64>) -> bool {
        let (w, fw) = (shape.at.w, shape.at.fw);
        let public = &self.public(shape)[..w];
        settle_rows(rows, w, fw, |old, new, left| {
            let relation = Relation::of(&old[..w], &new[..w], public);
            self.relation(shape, (old, w, fw), &new[w..], &relation, left)
        })
    }

    /// The relation between an old note and a new note. `left` is the number of old notes.
    #[inline(always)]
    fn relation(
        &self,
        shape: &Shape,
        (row, w, fw): (&[u64], usize, usize),
        about: &[u64],
        cards: &Relation,
        left: usize,
    ) -> NoteRelation {
        let (faces, new) = (&row[w..w + fw], &about[..fw]);
        let (then, now) = (row[w + fw], about[fw]);
        let better = |better: bool| if better { NoteRelation::Better } else { NoteRelation::Apart };
        if then == RULED_OUT {
            if now != RULED_OUT {
                return better(cards.none);
            }
            return match () {
                () if cards.covers && within(new, faces) => NoteRelation::Noted,
                () if cards.covers && cards.inside => NoteRelation::Merged,
                () => better(cards.none || cards.inside && within(faces, new)),
            };
        }
        let alike = now != RULED_OUT && equal(faces, new);
        // The new note is based on where the cards are now, so it is more reliable than the old note. It is expensive
        // to check whether public cards already satisfy the old note. So check only old notes about the same faces and
        // some of the same cards, or all old notes if there are at least `MANY`.
        let nearer = alike && cards.overlap;
        if !(alike && cards.inside || nearer || left >= MANY) {
            return better(cards.none);
        }
        let unseen = then.saturating_sub(self.seen_of(shape, &row[..w], faces));
        if alike && cards.inside && unseen >= now {
            return NoteRelation::Noted;
        }
        better(cards.none || (nearer || left >= MANY) && unseen == 0 || nearer && unseen <= now)
    }
}

/// Compares the last row with the others, and drops rows that another row implies. A row has `w` words of entries and
/// `fw` words of faces. `relation` compares an old row with the new one. The last argument of `relation` is the number
/// of old rows that remain.
#[inline(always)]
pub(crate) fn settle_rows(
    rows: &mut Vec<u64>,
    w: usize,
    fw: usize,
    relation: impl Fn(&[u64], &[u64], usize) -> NoteRelation,
) -> bool {
    let stride = w + fw + 1;
    let last = rows.len() - stride;
    let (old, new) = rows.split_at_mut(last);
    if nothing(&new[..w]) || nothing(&new[w..w + fw]) || new[w + fw] == 0 {
        rows.truncate(last);
        return false;
    }
    let (mut gone, mut merged) = (0_u64, 0_u64);
    let mut left = old.len() / stride;
    for (i, row) in old.chunks_exact(stride).enumerate() {
        match relation(row, new, left) {
            NoteRelation::Apart => continue,
            NoteRelation::Noted => {
                rows.truncate(last);
                return false;
            }
            NoteRelation::Better | NoteRelation::Merged if i >= MARKED => continue,
            NoteRelation::Better => {}
            NoteRelation::Merged => merged |= 1 << i,
        }
        gone |= 1 << i;
        left -= 1;
    }
    while merged != 0 {
        let row = merged.trailing_zeros() as usize * stride;
        for i in w..w + fw {
            new[i] |= old[row + i];
        }
        merged &= merged - 1;
    }
    if gone != 0 {
        drop_rows(rows, stride, gone);
    }
    if left >= MOST {
        rows.drain(..stride);
    }
    true
}

/// Removes the marked rows. Rows between two removed rows are moved together, and only once.
fn drop_rows(rows: &mut Vec<u64>, stride: usize, mut gone: u64) {
    let mut kept = gone.trailing_zeros() as usize * stride;
    while gone != 0 {
        let start = (gone.trailing_zeros() as usize + 1) * stride;
        gone &= gone - 1;
        let end = if gone == 0 { rows.len() } else { gone.trailing_zeros() as usize * stride };
        rows.copy_within(start..end, kept);
        kept += end - start;
    }
    rows.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_that_are_not_marked_stay_in_their_order() {
        for gone in 1..1_u64 << 6 {
            let mut rows: Vec<u64> = (0..18).collect();
            let kept = |row: &u64| gone >> (row / 3) & 1 == 0;
            let wanted: Vec<u64> = rows.iter().copied().filter(kept).collect();
            drop_rows(&mut rows, 3, gone);
            assert_eq!(rows, wanted, "{gone:b}");
        }
    }
}
