//! Keeps the pools: the faces that a card can have, for viewers who do not know it.
//!
//! A pool is a set of faces, and every entry is in one pool. Mixing entries (a shuffle, a card that leaves a hand
//! unseen) puts them into a new pool. The new pool holds the faces of the mixed entries that were public, and all faces
//! in the pools of the other mixed entries. All other pools lose the faces that were public, because the cards with
//! these faces are in the new pool. Example: a deck made of a public discard pile can hold exactly those faces, and no
//! hand can. If a face has several copies, a pool can contain more faces than a player with perfect logic would allow.
//! There are at most [`MAX_POOLS`]; beyond that, pools are merged.

use crate::bits::{self, Ones};
use crate::one_pack_notes;
use crate::shape::MAX_POOLS;
use crate::table::NONE;
use crate::{Entry, Face, Shape, Table, ZoneId};
use rulebook_kernel::SeatSet;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

type Words = SmallVec<[u64; 4]>;

/// Public knowledge: these entries have none of these faces. If `not` has one more word, that word is a count: at least
/// that number of the entries have one of the faces (see `note_merge.rs`).
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hint {
    pub(crate) entries: Few,
    pub(crate) not: Few,
}

impl Clone for Hint {
    /// Copies whole words, because a search copies states often.
    fn clone(&self) -> Hint {
        Hint { entries: Few::from_slice(&self.entries), not: Few::from_slice(&self.not) }
    }
}

/// A small set: up to 128 entries or faces need no allocation.
pub(crate) type Few = SmallVec<[u64; 2]>;

impl Hint {
    pub(crate) fn new(shape: &Shape, entries: Few, not: impl IntoIterator<Item = Face>) -> Hint {
        Hint { entries, not: crate::note_merge::set_of(shape, not) }
    }
}

/// The elements of a set that are stored in its n-th word, ascending.
#[inline]
fn ones(mut word: u64, n: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| n * 64 + word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

/// The n-th word of the set of all entries.
#[inline]
fn every(shape: &Shape, n: usize) -> u64 {
    match shape.entries() - n * 64 {
        left @ ..64 => !(!0_u64 << left),
        _ => !0,
    }
}

impl Table {
    /// Adds public knowledge. A hint about a single card of an unordered zone identifies this card. So the card's old
    /// pool and hints are blurred first.
    pub(crate) fn add_hint(&mut self, shape: &Shape, hint: &Hint) {
        if self.bare {
            return;
        }
        let mut about = Ones::new(&hint.entries).map(|e| Entry(e as u16));
        if let (Some(entry), None) = (about.next(), about.next()) {
            self.single_out(shape, entry, SeatSet::NONE);
        }
        self.hints.push(shape, hint);
    }

    pub(crate) fn pool_faces(&self, shape: &Shape, pool: usize) -> &[u64] {
        let (base, fw) = (shape.at.pools, shape.at.fw);
        &self.words[base + pool * fw..base + (pool + 1) * fw]
    }

    fn watched(&self, shape: &Shape, base: usize) -> &[u64] {
        let start = base + shape.seats * shape.at.w;
        &self.words[start..start + shape.at.w]
    }

    /// Mixes all entries of a zone. Afterwards no viewer knows any of these entries.
    pub(crate) fn mix_zone(&mut self, shape: &Shape, zone: ZoneId) {
        if self.bare {
            return;
        }
        let members = Words::from_slice(self.set(shape, zone));
        // A note says that some of these cards have a face. After a mix with many more cards the note says almost
        // nothing, so drop it.
        self.hints.retain(shape, |hint| hint.is_ruled_out() || !hint.divides(&members));
        self.mix(shape, &members);
        self.stamp(shape, &members);
        for viewer in 0..shape.viewers() {
            for (i, member) in members.iter().enumerate() {
                self.words[shape.at.known + viewer * shape.at.w + i] &= !member;
                self.words[shape.at.shown + viewer * shape.at.w + i] &= !member;
            }
        }
    }

    /// Mixes the hidden cards of a zone if their pools differ. This is needed before a hidden card leaves, before a
    /// hidden card is singled out, and before all hidden cards change places. `seen` means that spectators see which
    /// card leaves or is singled out. In that case the cards that spectators know stay known.
    pub(crate) fn blur(&mut self, shape: &Shape, zone: ZoneId, seen: bool) {
        let (at, w) = (&shape.at, shape.at.w);
        let (here, shown, known) = (zone.index() * w, at.shown + shape.seats * w, at.known + shape.seats * w);
        // The pool of one hidden card, and whether any other hidden card has a different pool.
        let (mut pool, mut differ, mut public) = (None, 0, false);
        let now = self.cells[at.clock].wrapping_add(1);
        // In the buffer, the pools of all entries come first and the time stamps of all entries follow.
        let (pools, mixed) = self.cells.split_at_mut(at.mixed);
        let (pools, mixed) = (&pools[at.pool..][..shape.entries()], &mut mixed[..shape.entries()]);
        for i in 0..w {
            let members = self.words[here + i] & !self.words[shown + i];
            let known = members & self.words[known + i];
            public |= !seen && known != 0;
            let mut hidden = if seen { members & !known } else { members };
            let told = members & !hidden;
            if hidden == 0 {
                ones(told, i).for_each(|e| mixed[e] = now);
                continue;
            }
            let pool = *pool.get_or_insert_with(|| pools[i * 64 + hidden.trailing_zeros() as usize]);
            // Set the time stamps in the same loop, because usually nothing else is needed.
            while hidden != 0 {
                let e = i * 64 + hidden.trailing_zeros() as usize;
                differ |= pool ^ pools[e];
                mixed[e] = now;
                hidden &= hidden - 1;
            }
            ones(told, i).for_each(|e| mixed[e] = now);
        }
        if differ != 0 || public || !self.hints.is_empty() && self.is_told_apart(shape, zone, seen) {
            self.mix_unseen(shape, zone, seen);
            self.stamp_unseen(shape, zone);
        } else {
            self.cells[at.clock] = now;
        }
    }

    /// Whether a hint applies to some hidden cards of a zone but not to others, or to one of two public copies of a
    /// face but not to the other.
    fn is_told_apart(&self, shape: &Shape, zone: ZoneId, seen: bool) -> bool {
        let (shown, known) = (self.watched(shape, shape.at.shown), self.watched(shape, shape.at.known));
        let here = self.set(shape, zone);
        let left_out = |i: usize| if seen && !shape.copies { shown[i] | known[i] } else { shown[i] };
        let mut members = Few::from_slice(here);
        members.iter_mut().enumerate().for_each(|(i, members)| *members &= !left_out(i));
        if let ([members], true) = (&members[..], self.hints.are_triples()) {
            return self.hints.triples().iter().any(|[own, ..]| own & members != 0 && members & !own != 0);
        }
        self.hints.entries(shape).any(|own| {
            let (mut some, mut others) = (0, 0);
            for (own, members) in own.iter().zip(&members) {
                some |= own & members;
                others |= members & !own;
            }
            some != 0 && others != 0
        })
    }

    /// Marks the hidden cards of a zone as mixed. No viewer can follow any of them past this moment.
    pub(crate) fn stamp_unseen(&mut self, shape: &Shape, zone: ZoneId) {
        let (at, w) = (&shape.at, shape.at.w);
        let now = self.tick(shape);
        let mixed = &mut self.cells[at.mixed..][..shape.entries()];
        for i in 0..w {
            let members = self.words[zone.index() * w + i] & !self.words[at.shown + shape.seats * w + i];
            ones(members, i).for_each(|e| mixed[e] = now);
        }
    }

    /// Mixes the hidden cards of a zone. Call [`Table::stamp_unseen`] next.
    #[inline(never)]
    fn mix_unseen(&mut self, shape: &Shape, zone: ZoneId, seen: bool) {
        let remove = |members: &mut Words, seen: &[u64]| members.iter_mut().zip(seen).for_each(|(m, s)| *m &= !s);
        let mut members = Words::from_slice(self.set(shape, zone));
        remove(&mut members, self.watched(shape, shape.at.shown));
        let mut hidden = members.clone();
        if seen {
            remove(&mut hidden, self.watched(shape, shape.at.known));
        }
        self.mix(shape, &hidden);
        self.tick(shape);
        if seen && shape.copies {
            self.blur_hints(shape, &members);
        }
    }

    /// Marks these entries as mixed. No viewer can follow any of them past this moment.
    fn stamp(&mut self, shape: &Shape, members: &[u64]) {
        let now = self.tick(shape);
        let mixed = &mut self.cells[shape.at.mixed..][..shape.entries()];
        for (i, &members) in members.iter().enumerate() {
            ones(members, i).for_each(|e| mixed[e] = now);
        }
    }

    /// Advances the clock and returns the time stamp for a new mixing. A restored table never repeats a time stamp.
    pub(crate) fn tick(&mut self, shape: &Shape) -> u16 {
        let clock = &mut self.cells[shape.at.clock];
        *clock = clock.wrapping_add(1);
        *clock
    }

    /// Puts entries into one common pool. The caller sets their time stamps.
    fn mix(&mut self, shape: &Shape, members: &[u64]) {
        let known = self.watched(shape, shape.at.known);
        let public = members.iter().zip(known).any(|(member, known)| member & known != 0);
        if public {
            // These cards were public until now, so no hidden card elsewhere can be one of them.
            self.narrow(shape);
        }
        let mut faces: Words = SmallVec::from_elem(0, shape.at.fw);
        let mut pools = 0u32;
        let known = self.watched(shape, shape.at.known);
        let own = &self.cells[shape.at.pool..][..shape.entries()];
        for (i, (&members, &known)) in members.iter().zip(known).enumerate() {
            if shape.plain {
                faces[i] = members & known;
            } else {
                for e in ones(members & known, i) {
                    bits::put(&mut faces, self.face(shape, Entry(e as u16)).index(), true);
                }
            }
            for e in ones(members & !known, i) {
                pools |= 1 << own[e];
            }
        }
        if pools.is_power_of_two() && !public && self.stays(shape, members, pools.trailing_zeros() as usize) {
            self.blur_hints(shape, members);
            return;
        }
        for pool in (0..MAX_POOLS).filter(|pool| pools >> pool & 1 == 1) {
            faces.iter_mut().zip(self.pool_faces(shape, pool)).for_each(|(f, p)| *f |= p);
        }
        let pool = self.pool_for(shape, members, &faces);
        let start = shape.at.pools + pool * shape.at.fw;
        self.words[start..start + shape.at.fw].iter_mut().zip(&faces).for_each(|(pool, face)| *pool |= face);
        let own = &mut self.cells[shape.at.pool..][..shape.entries()];
        for (i, &members) in members.iter().enumerate() {
            ones(members, i).for_each(|e| own[e] = pool as u16);
        }
        self.blur_hints(shape, members);
    }

    /// Whether mixed entries can keep the pool that all of them have. They can if other hidden entries share the pool,
    /// and no pool with a lower number holds the same faces. This is the usual case.
    fn stays(&self, shape: &Shape, members: &[u64], pool: usize) -> bool {
        let faces = self.pool_faces(shape, pool);
        let (lying, own) = (&self.cells[..shape.entries()], &self.cells[shape.at.pool..][..shape.entries()]);
        let known = self.watched(shape, shape.at.known);
        let in_it = |e: usize| usize::from(own[e]) == pool && lying[e] != NONE;
        let mut others = members.iter().zip(known).enumerate();
        (0..pool).all(|before| self.pool_faces(shape, before) != faces)
            && others.any(|(i, (members, known))| ones(every(shape, i) & !members & !known, i).any(in_it))
    }

    /// Weakens hints that cover only some of these entries, because the entries can no longer be told apart. A hint
    /// that rules out faces no longer covers them, and a hint with a count then covers all of them. Hints that cover
    /// all of them stay unchanged.
    pub(crate) fn blur_hints(&mut self, shape: &Shape, members: &[u64]) {
        if self.hints.is_empty() {
            return;
        }
        if let ([members], true) = (members, shape.plain && self.hints.are_triples()) {
            let public = self.public(shape)[0];
            self.hints.retain_triples(|note| one_pack_notes::blur(note, *members, public));
        } else {
            self.blur_rows(shape, members);
        }
    }

    /// The general form of [`Table::blur_hints`], for any table.
    pub(crate) fn blur_rows(&mut self, shape: &Shape, members: &[u64]) {
        let mut hints = std::mem::take(&mut self.hints);
        hints.retain(shape, |hint| {
            if hint.divides(members) {
                if hint.is_ruled_out() {
                    hint.entries.iter_mut().zip(members).for_each(|(h, m)| *h &= !m);
                } else {
                    self.widen(shape, hint, members);
                }
            }
            hint.entries.iter().any(|&word| word != 0)
        });
        self.hints = hints;
    }

    /// Removes a face from all pools if all copies of the face are publicly known.
    fn narrow(&mut self, shape: &Shape) {
        let known = self.watched(shape, shape.at.known);
        let mut gone: Words = SmallVec::from_slice(known);
        if shape.copies || shape.cards.len() != shape.faces.len() {
            gone = SmallVec::from_elem(0, shape.at.fw);
            // Copies of a face have consecutive numbers.
            let mut e = 0;
            for copies in shape.cards.chunk_by(|one, two| one.face == two.face) {
                if (e..e + copies.len()).all(|e| bits::has(known, e)) {
                    bits::put(&mut gone, copies[0].face.index(), true);
                }
                e += copies.len();
            }
        }
        for e in shape.cards.len()..shape.entries() {
            if self.cells[e] != NONE && !bits::has(known, e) {
                bits::put(&mut gone, self.face(shape, Entry(e as u16)).index(), false);
            }
        }
        let pools = shape.at.pools..shape.at.pools + MAX_POOLS * shape.at.fw;
        for pool in self.words[pools].chunks_exact_mut(shape.at.fw) {
            pool.iter_mut().zip(&gone).for_each(|(faces, gone)| *faces &= !gone);
        }
    }

    /// Chooses the pool for these members. The first choice is a pool with the same faces. The second choice is an
    /// unused pool. The third choice is a pool that one of the members already has; it then also gets the other faces.
    /// The choice depends only on public knowledge.
    fn pool_for(&mut self, shape: &Shape, members: &[u64], faces: &[u64]) -> usize {
        let (mut others, mut theirs) = (0u32, 0u32);
        let (lying, own) = (&self.cells[..shape.entries()], &self.cells[shape.at.pool..][..shape.entries()]);
        for (i, (&known, &members)) in self.watched(shape, shape.at.known).iter().zip(members).enumerate() {
            let there = |e: &usize| lying[*e] != NONE;
            let all = every(shape, i);
            for e in ones(all & !known & members, i).filter(there) {
                theirs |= 1 << own[e];
            }
            for e in ones(all & !known & !members, i).filter(there) {
                others |= 1 << own[e];
            }
        }
        let used = |pool: &usize| others >> pool & 1 == 1;
        if let Some(same) = (0..MAX_POOLS).filter(used).find(|&pool| self.pool_faces(shape, pool) == faces) {
            return same;
        }
        if let Some(free) = (0..MAX_POOLS).find(|pool| !used(pool)) {
            let start = shape.at.pools + free * shape.at.fw;
            self.words[start..start + shape.at.fw].fill(0);
            return free;
        }
        if theirs == 0 { MAX_POOLS - 1 } else { theirs.trailing_zeros() as usize }
    }

    /// Whether this entry was never mixed between `other` and this table. If so, a viewer who watched the entry can
    /// follow it from one table to the other.
    pub(crate) fn same_card(&self, shape: &Shape, other: &Table, entry: Entry) -> bool {
        let e = shape.at.mixed + entry.index();
        self.cells[e] == other.cells[e] && self.zone(entry).is_some() && other.zone(entry).is_some()
    }

    /// Links the entries of an ordered zone in this order, bottom first.
    pub(crate) fn relink(&mut self, shape: &Shape, zone: ZoneId, order: &[Entry]) {
        let o = &shape.at;
        let mut below = NONE;
        let order = if shape.zone(zone).ordered { order } else { &[] };
        for entry in order {
            self.cells[o.prev + entry.index()] = below;
            let up_link = if below == NONE { o.bottom + zone.index() } else { o.next + below as usize };
            self.cells[up_link] = entry.0;
            below = entry.0;
        }
        if below != NONE {
            self.cells[o.next + below as usize] = NONE;
            self.cells[o.top + zone.index()] = below;
        }
        if !self.bare {
            self.show_zone(shape, zone);
        }
    }
}
