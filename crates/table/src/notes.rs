//! What play has shown of cards that nobody may look at: a hand has no card of a suit, or it has one of a rank.
//!
//! A note is a [`Hint`] that takes the place of what it makes superfluous, so that there are few of them, however often a
//! seat shows the same. That none of some cards has a face stays true of fewer cards; that some have it stays true of more.
//! Both are public: nothing but what everybody knows decides what is noted and what is dropped.

use crate::bits;
use crate::pools::Few;
use crate::{Entry, Face, Hint, Shape, Table, ZoneId};

/// So many notes at most; then the oldest is dropped. A note is never needed for anything but a better guess.
const MOST: usize = 32;
/// So many are many: those that have come true are dropped.
const MANY: usize = 16;

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

/// Word by word: for one or two words a call would cost more.
fn equal(one: &[u64], two: &[u64]) -> bool {
    one.iter().eq(two)
}

fn nothing(set: &[u64]) -> bool {
    set.iter().all(|&word| word == 0)
}

impl Table {
    /// The entries that everybody could name.
    pub(crate) fn public(&self, shape: &Shape) -> &[u64] {
        let start = shape.at.known + shape.seats * shape.at.w;
        &self.words[start..start + shape.at.w]
    }

    /// The note that no card of a zone has one of these faces.
    pub(crate) fn none_of(&self, shape: &Shape, zone: ZoneId, faces: impl IntoIterator<Item = Face>) -> Hint {
        let mut entries = Few::from_slice(self.set(shape, zone));
        entries.iter_mut().zip(self.public(shape)).for_each(|(here, public)| *here &= !public);
        Hint::new(shape, entries, faces)
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
        let seen = self.seen_of(shape, self.set(shape, zone), &hint.not);
        hint.not.push(least.saturating_sub(seen) as u64);
        hint
    }

    /// How many of these entries does everybody know to have one of these faces?
    fn seen_of(&self, shape: &Shape, entries: &[u64], faces: &[u64]) -> usize {
        let mut seen = 0;
        for (i, (own, public)) in entries.iter().zip(self.public(shape)).enumerate() {
            let mut open = own & public;
            while open != 0 {
                let entry = Entry((i * 64) as u16 + open.trailing_zeros() as u16);
                seen += usize::from(bits::has(faces, self.face(shape, entry).index()));
                open &= open - 1;
            }
        }
        seen
    }

    /// How many cards with such a face are still to be among those that not everybody knows.
    fn unseen_of(&self, shape: &Shape, note: &Hint) -> usize {
        let least = note.least(shape).unwrap_or(0);
        least.saturating_sub(self.seen_of(shape, &note.entries, note.faces(shape)))
    }

    /// Can everybody tell so much already?
    fn is_noted(&self, shape: &Shape, new: &Hint) -> bool {
        let public = self.public(shape);
        // The cards of an old one that not everybody knows.
        let hidden = |old: &Hint, i: usize| old.entries[i] & !public[i];
        let words = 0..new.entries.len();
        self.hints.iter().any(|old| match (old.least(shape), new.least(shape)) {
            (None, None) => within(&new.not, &old.not) && words.clone().all(|i| new.entries[i] & !hidden(old, i) == 0),
            (Some(_), Some(least)) => {
                equal(old.faces(shape), new.faces(shape))
                    && words.clone().all(|i| hidden(old, i) & !new.entries[i] == 0)
                    && self.unseen_of(shape, old) >= least
            }
            _ => false,
        })
    }

    /// Does an old note make room for a new one? What it rules out goes into `merged` if they are about the same cards.
    fn makes_room(&self, shape: &Shape, old: &Hint, new: &Hint, merged: &mut Few) -> bool {
        let (mut none, mut same, mut inside, mut overlap) = (true, true, true, false);
        for (i, (own, public)) in old.entries.iter().zip(self.public(shape)).enumerate() {
            let (hidden, other) = (own & !public, new.entries[i]);
            none &= hidden == 0;
            same &= hidden == other;
            inside &= hidden & !other == 0;
            overlap |= hidden & other != 0;
        }
        none || match (old.least(shape), new.least(shape)) {
            (None, None) if same => {
                merged.iter_mut().zip(&old.not).for_each(|(merged, old)| *merged |= old);
                true
            }
            (None, None) => inside && within(&old.not, &new.not),
            (None, Some(_)) => false,
            (Some(_), now) => {
                // It is more certain where they are now than where they were. What has come true meanwhile is looked for
                // only when there are many: it does no harm, and finding out takes a look at every card.
                let alike = overlap && now.is_some() && equal(old.faces(shape), new.faces(shape));
                if !alike && self.hints.len() < MANY {
                    return false;
                }
                let left = self.unseen_of(shape, old);
                left == 0 || alike && now.is_some_and(|now| left <= now)
            }
        }
    }

    /// Takes down what everybody can tell. Is it anything new? What it says better than an older note takes its place.
    pub(crate) fn note(&mut self, shape: &Shape, mut new: Hint) -> bool {
        let empty = nothing(&new.entries) || nothing(new.faces(shape)) || new.least(shape) == Some(0);
        if empty || self.is_noted(shape, &new) {
            return false;
        }
        let mut merged = Few::from_elem(0, shape.at.fw);
        let mut i = 0;
        while i < self.hints.len() {
            if self.makes_room(shape, &self.hints[i], &new, &mut merged) {
                self.hints.remove(i);
            } else {
                i += 1;
            }
        }
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
