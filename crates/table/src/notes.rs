//! What play has shown of cards that nobody may look at: a hand has no card of a suit, or it has one of a rank.
//!
//! A note is a [`Hint`] that takes the place of what it makes superfluous, so that there are few of them, however often a
//! seat shows the same. That none of some cards has a face stays true of fewer cards; that some have it stays true of more.
//! Both are public: nothing but what everybody knows decides what is noted and what is dropped.

use crate::bits::{self, Ones};
use crate::pools::Few;
use crate::{Entry, Face, Hint, Shape, Table, ZoneId};

/// So many notes at most; then the oldest is dropped. A note is never needed for anything but a better guess.
const MOST: usize = 32;

impl Hint {
    /// That at least so many of the entries have one of these faces stands behind the faces, in a word of its own; that none
    /// has one has no such word.
    pub(crate) fn least(&self, shape: &Shape) -> Option<usize> {
        self.not.get(shape.at.fw).map(|&least| least as usize)
    }

    /// The faces it is about.
    pub(crate) fn faces(&self, shape: &Shape) -> &[u64] {
        &self.not[..shape.at.fw]
    }

    /// A card is no more, and everybody knows what it was.
    pub(crate) fn lose(&mut self, shape: &Shape, entry: usize, face: Face) {
        let counted = bits::has(&self.entries, entry) && bits::has(&self.not, face.index());
        if let (Some(least), true) = (self.not.get_mut(shape.at.fw), counted) {
            *least = least.saturating_sub(1);
        }
        bits::put(&mut self.entries, entry, false);
    }

    /// These cards and those are mixed: it is about all of them from now on. Of those that come to it everybody knows how
    /// many have such a face, if everybody knows what they are.
    pub(crate) fn widen(&mut self, shape: &Shape, table: &Table, members: &[u64]) {
        let known = table.public(shape);
        let mut more = 0;
        for (i, (own, &member)) in self.entries.iter_mut().zip(members).enumerate() {
            let mut new = member & !*own & known[i];
            while new != 0 {
                let entry = Entry((i * 64) as u16 + new.trailing_zeros() as u16);
                more += u64::from(bits::has(&self.not, table.face(shape, entry).index()));
                new &= new - 1;
            }
            *own |= member;
        }
        let least = &mut self.not[shape.at.fw];
        *least = least.saturating_add(more);
    }
}

/// Is every number of the first set in the second?
fn within(one: &[u64], two: &[u64]) -> bool {
    one.iter().zip(two).all(|(one, two)| one & !two == 0)
}

fn overlap(one: &[u64], two: &[u64]) -> bool {
    one.iter().zip(two).any(|(one, two)| one & two != 0)
}

/// What is in the first set only.
fn without(one: &[u64], two: &[u64]) -> Few {
    one.iter().zip(two).map(|(one, two)| one & !two).collect()
}

impl Table {
    /// The entries that everybody could name.
    pub(crate) fn public(&self, shape: &Shape) -> &[u64] {
        let start = shape.at.known + shape.seats * shape.at.w;
        &self.words[start..start + shape.at.w]
    }

    /// The note that no card of a zone has one of these faces.
    pub(crate) fn none_of(&self, shape: &Shape, zone: ZoneId, faces: impl IntoIterator<Item = Face>) -> Hint {
        Hint::new(shape, without(self.set(shape, zone), self.public(shape)), faces)
    }

    /// The note that at least so many cards of a zone have one of these faces.
    pub(crate) fn some_of(
        &self,
        shape: &Shape,
        zone: ZoneId,
        faces: impl IntoIterator<Item = Face>,
        least: usize,
    ) -> Hint {
        let mut hint = self.none_of(shape, zone, faces);
        let (here, public) = (self.set(shape, zone), self.public(shape));
        let here: Few = here.iter().zip(public).map(|(here, public)| here & public).collect();
        let seen = self.with_face(shape, &here, &hint.not);
        hint.not.push(least.saturating_sub(seen) as u64);
        hint
    }

    /// How many of these entries have one of these faces?
    fn with_face(&self, shape: &Shape, entries: &[u64], faces: &[u64]) -> usize {
        Ones::new(entries).filter(|&e| bits::has(faces, self.face(shape, Entry(e as u16)).index())).count()
    }

    /// Takes down what everybody can tell. Is it anything new? What it says better than an older note takes its place.
    pub(crate) fn note(&mut self, shape: &Shape, mut new: Hint) -> bool {
        let nothing = |set: &[u64]| set.iter().all(|&word| word == 0);
        if nothing(&new.entries) || nothing(new.faces(shape)) || new.least(shape) == Some(0) {
            return false;
        }
        let table: &Table = self;
        let public = table.public(shape);
        // What is left of an old one: cards that not everybody knows, and how many of them are to have such a face.
        let left = |old: &Hint| {
            let seen = |least: usize| {
                let open: Few = old.entries.iter().zip(public).map(|(own, public)| own & public).collect();
                least.saturating_sub(table.with_face(shape, &open, old.faces(shape)))
            };
            (without(&old.entries, public), old.least(shape).map(seen))
        };
        // Of the same kind, and about the same faces if cards are to be there?
        let alike = |old: &Hint| match (old.least(shape), new.least(shape)) {
            (None, None) => true,
            (Some(_), Some(_)) => old.faces(shape) == new.faces(shape),
            _ => false,
        };
        let implied = |old: &Hint| match left(old) {
            (entries, None) => within(&new.entries, &entries) && within(&new.not, &old.not),
            (entries, Some(least)) => {
                within(&entries, &new.entries) && new.least(shape).is_some_and(|wanted| least >= wanted)
            }
        };
        if table.hints.iter().any(|old| alike(old) && implied(old)) {
            return false;
        }
        let mut merged = Few::from_elem(0, shape.at.fw);
        let mut gone = 0_u64;
        for (i, old) in table.hints.iter().enumerate().take(64) {
            let goes = match left(old) {
                (entries, least) if nothing(&entries) || least == Some(0) => true,
                _ if !alike(old) => false,
                (entries, None) if entries == new.entries => {
                    merged.iter_mut().zip(&old.not).for_each(|(merged, old)| *merged |= old);
                    true
                }
                (entries, None) => within(&entries, &new.entries) && within(&old.not, &new.not),
                // It is more certain where they are now than where they were.
                (entries, Some(least)) => {
                    overlap(&entries, &new.entries) && new.least(shape).is_some_and(|now| least <= now)
                }
            };
            gone |= u64::from(goes) << i;
        }
        let mut place = 0;
        self.hints.retain(|_| {
            place += 1;
            place > 64 || gone >> (place - 1) & 1 == 0
        });
        new.not.iter_mut().zip(&merged).for_each(|(not, merged)| *not |= merged);
        if self.hints.len() >= MOST {
            self.hints.remove(0);
        }
        if self.hints.capacity() < MOST {
            // Once: a search goes on in the same buffer.
            self.hints.reserve_exact(MOST - self.hints.len());
        }
        self.hints.push(new);
        true
    }
}
