//! Tables without lore. Lore is everything that only views need: who knows and sees each card, pools, time stamps,
//! notes, and the audiences of variables.
//!
//! A playout of a search makes no views, so it drops the lore once and then moves cards without it. The positions,
//! faces and values of cards and variables stay. A table without lore has no memory: its viewers know exactly the cards
//! that the visibility of the zones shows them now. If the rules of a game depend on what viewers remember, the lore
//! must be kept.

use crate::atoms::Leg;
use crate::bits::Ones;
use crate::{Entry, Shape, Table};
use rulebook_kernel::SeatSet;

impl Table {
    /// Whether the table has its lore. New, loaded and sampled tables have it.
    #[inline]
    #[must_use]
    pub fn has_lore(&self) -> bool {
        !self.bare
    }

    /// Drops the lore, so that moves become faster. From now on viewers know only the cards that the zones show them. A
    /// table without lore has no views, and it must not be stored.
    pub fn drop_lore(&mut self, shape: &Shape) {
        if self.bare {
            return;
        }
        let at = &shape.at;
        // Clear the lore, so that tables with the same cards and variables are equal.
        self.words[at.known..at.up].fill(0);
        self.words[at.pools..at.vars].fill(0);
        // Clear the audience of each variable, and keep its value.
        self.words[at.vars..].iter_mut().for_each(|var| *var &= u64::from(u32::MAX));
        self.cells[at.pool..at.top].fill(0);
        self.cells[at.clock] = 0;
        self.hints.clear();
        self.bare = true;
    }

    /// Moves entries at once, without lore.
    pub(crate) fn relocate_bare(&mut self, shape: &Shape, legs: &[Leg]) {
        for leg in legs {
            self.unlink(shape, leg.entry);
        }
        for leg in legs {
            self.link(shape, leg.entry, leg.to, leg.at);
            let (word, bit) = (shape.at.up + leg.entry.index() / 64, leg.entry.index() % 64);
            self.words[word] = self.words[word] & !(1 << bit) | u64::from(leg.up) << bit;
        }
    }

    /// The viewers to whom the zones show an entry now.
    pub(crate) fn seen_now(&self, shape: &Shape, entry: Entry) -> SeatSet {
        self.zone(entry).map_or(SeatSet::NONE, |zone| self.policy(shape, entry, zone))
    }

    /// The viewers to whom the zones show every entry of a set now. Handles the entries of a zone together.
    pub(crate) fn all_seen_now(&self, shape: &Shape, set: &[u64]) -> SeatSet {
        let mut seen = shape.everyone();
        if let ([set, ..], 1) = (set, shape.at.w) {
            let mut left = *set;
            if left & !self.words[shape.at.up] != 0 {
                return SeatSet::NONE;
            }
            while left != 0 {
                let zone = self.cells[left.trailing_zeros() as usize];
                let Some(lying) = shape.zones.get(zone as usize) else { return SeatSet::NONE };
                let here = left & self.words[zone as usize];
                let top_only = !lying.sees_top.is_empty() && here & (here - 1) == 0;
                let first = Entry(here.trailing_zeros() as u16);
                seen = seen.and(if top_only { self.seen_now(shape, first) } else { lying.sees_all });
                left &= !here;
            }
            return seen;
        }
        for entry in Ones::new(set) {
            seen = seen.and(self.seen_now(shape, Entry(entry as u16)));
        }
        seen
    }
}
