//! A position: bit sets and a few numbers, which are copied as a whole.

use crate::bits::Set;
use crate::limits::COUNTERS;
use crate::plan::Plan;
use crate::spec::Kinds;

/// The state of a game at one moment, without its past. The `N` bit sets hold kinds, players, unmoved pieces and flags
/// (see `Planes`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<const W: usize, const N: usize> {
    pub(crate) sets: [Set<W>; N],
    /// The Zobrist key of the pieces on the board.
    pub(crate) hash: u64,
    /// The numbers of pieces in hands, then the numbers of checks that each player received.
    pub(crate) counters: [u8; COUNTERS],
    /// The number of turns since the last capture or other progress.
    pub(crate) clock: u16,
    /// The number of turns played.
    pub(crate) ply: u16,
    /// The index of the current turn in the order of turns.
    pub(crate) turn: u8,
    /// The players who are still in the game, as bits.
    pub(crate) alive: u16,
}

impl<const W: usize, const N: usize> Position<W, N> {
    /// An empty board.
    pub(crate) fn empty(plan: &Plan<W>) -> Position<W, N> {
        Position {
            sets: [Set::EMPTY; N],
            hash: 0,
            counters: [0; COUNTERS],
            clock: 0,
            ply: 0,
            turn: plan.start_at,
            alive: ((1u32 << plan.planes.players) - 1) as u16,
        }
    }

    /// The position at the start of the game.
    #[must_use]
    pub fn start(plan: &Plan<W>) -> Position<W, N> {
        let mut position = Position::empty(plan);
        for &(player, kind, square) in &plan.start {
            position.put(plan, player, kind, square);
            position.sets[plan.planes.unmoved].insert(square);
        }
        for &(counter, count) in &plan.start_held {
            position.counters[counter as usize] = count;
        }
        position
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, plan: &Plan<W>, player: u8, kind: u8, square: u8) {
        self.sets[kind as usize].insert(square);
        self.sets[plan.planes.kinds + player as usize].insert(square);
        self.hash ^= plan.key(kind, player, square);
    }

    /// Removes the piece on a square, if there is one.
    pub(crate) fn clear(&mut self, plan: &Plan<W>, square: u8) {
        if let Some((player, kind)) = self.at(plan, square) {
            self.hash ^= plan.key(kind, player, square);
            let keep = !Set::one(square);
            self.sets.iter_mut().for_each(|set| *set &= keep);
        }
    }

    /// The player to move.
    #[inline(always)]
    pub(crate) fn mover(&self, plan: &Plan<W>) -> u8 {
        plan.order[self.turn as usize]
    }

    /// The pieces of a kind.
    #[inline(always)]
    pub(crate) fn kind(&self, kind: u8) -> Set<W> {
        self.sets[kind as usize]
    }

    /// The pieces of a player.
    #[inline(always)]
    pub(crate) fn player(&self, plan: &Plan<W>, player: u8) -> Set<W> {
        self.sets[plan.planes.kinds + player as usize]
    }

    /// All pieces and walls.
    #[inline(always)]
    pub(crate) fn occupied(&self, plan: &Plan<W>) -> Set<W> {
        let players = &self.sets[plan.planes.kinds..plan.planes.unmoved];
        players.iter().fold(Set::EMPTY, |all, set| all | *set)
    }

    /// The pieces that have never moved.
    #[inline(always)]
    pub(crate) fn unmoved(&self, plan: &Plan<W>) -> Set<W> {
        self.sets[plan.planes.unmoved]
    }

    /// The pieces that have this flag.
    #[inline(always)]
    pub(crate) fn flagged(&self, plan: &Plan<W>, flag: u8) -> Set<W> {
        let planes = &plan.planes.flags[flag as usize];
        let digits = &self.sets[planes.first..planes.first + planes.digits];
        let timed = digits.iter().fold(Set::EMPTY, |all, set| all | *set);
        timed | planes.permanent.map_or(Set::EMPTY, |plane| self.sets[plane])
    }

    /// Whether any piece has a flag.
    #[inline(always)]
    pub(crate) fn has_flags(&self, plan: &Plan<W>) -> bool {
        let sets = &self.sets[plan.planes.first_flag..plan.planes.count];
        sets.iter().fold(Set::EMPTY, |all, set| all | *set).any()
    }

    /// The leaders of a player.
    #[inline(always)]
    pub(crate) fn leaders(&self, plan: &Plan<W>, player: u8) -> Set<W> {
        if plan.always_lead {
            return self.all_leaders(plan) & self.player(plan, player);
        }
        self.leaders_while_few(plan, player)
    }

    /// The leaders of a player in a game in which pieces lead only while there are few of them.
    #[inline(never)]
    fn leaders_while_few(&self, plan: &Plan<W>, player: u8) -> Set<W> {
        let own = self.player(plan, player);
        let of_kind = |(kind, most): (&u8, &u8)| {
            let those = self.kind(*kind) & own;
            if those.len() <= u32::from(*most) { those } else { Set::EMPTY }
        };
        plan.leaders.iter().zip(&plan.leads_while).map(of_kind).fold(Set::EMPTY, |all, those| all | those)
    }

    /// The walls.
    #[inline(always)]
    pub(crate) fn walls(&self, plan: &Plan<W>) -> Set<W> {
        plan.planes.walls.map_or(Set::EMPTY, |plane| self.sets[plane])
    }

    /// The pieces of these kinds.
    pub(crate) fn of_kinds(&self, plan: &Plan<W>, kinds: Kinds) -> Set<W> {
        let listed = (0..plan.planes.kinds).filter(|kind| kinds >> kind & 1 == 1);
        listed.fold(Set::EMPTY, |all, kind| all | self.sets[kind])
    }

    /// The number of pieces of these kinds in a player's hand.
    pub(crate) fn in_hand(&self, plan: &Plan<W>, player: u8, kinds: Kinds) -> u32 {
        let listed = (0..plan.planes.kinds as u8).filter(|kind| kinds >> kind & 1 == 1);
        let counters = listed.filter_map(|kind| plan.held(player, kind));
        counters.map(|counter| u32::from(self.counters[counter as usize])).sum()
    }

    /// The pieces that could be leaders, of all players.
    #[inline(always)]
    pub(crate) fn all_leaders(&self, plan: &Plan<W>) -> Set<W> {
        plan.leaders.iter().fold(Set::EMPTY, |all, kind| all | self.kind(*kind))
    }

    /// Whether this player is still in the game.
    #[inline(always)]
    pub(crate) fn is_in(&self, player: u8) -> bool {
        self.alive >> player & 1 == 1
    }

    /// The kind of piece on a square. `None` if the square is empty.
    #[inline]
    pub(crate) fn kind_at(&self, plan: &Plan<W>, square: u8) -> Option<u8> {
        (0..plan.planes.kinds).find(|kind| self.sets[*kind].has(square)).map(|kind| kind as u8)
    }

    /// The owner and kind of the piece on a square. `None` if the square is empty.
    pub(crate) fn at(&self, plan: &Plan<W>, square: u8) -> Option<(u8, u8)> {
        let kind = self.kind_at(plan, square)?;
        let player = (0..plan.planes.players as u8).find(|player| self.player(plan, *player).has(square))?;
        Some((player, kind))
    }

    /// The key that the repetition rule compares. It covers the pieces, the player to move, castling rights and hands.
    /// `Boards::repetition_key` adds the flags.
    #[inline]
    pub(crate) fn key(&self, plan: &Plan<W>) -> u64 {
        const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut key = self.hash ^ u64::from(self.turn).wrapping_add(1).wrapping_mul(MULTIPLIER);
        for word in (self.unmoved(plan) & plan.rights).0 {
            key = (key ^ word).wrapping_mul(MULTIPLIER).rotate_left(23);
        }
        let whole = |(player, pair): &(u8, Set<W>)| self.unmoved(plan) & self.player(plan, *player) & *pair == *pair;
        let pairs = plan.pairs.iter().enumerate().fold(0u64, |bits, (at, pair)| bits | u64::from(whole(pair)) << at);
        key ^= pairs.wrapping_mul(MULTIPLIER).rotate_left(31);
        if !plan.start_held.is_empty() || plan.clauses.hands || plan.counts_checks {
            for half in self.counters.as_chunks::<8>().0 {
                key = (key ^ u64::from_le_bytes(*half)).wrapping_mul(MULTIPLIER).rotate_left(23);
            }
        }
        key
    }

    /// A hash of the flags. Zero if no piece has a flag.
    pub(crate) fn flag_key(&self, plan: &Plan<W>) -> u64 {
        let mut key = 0u64;
        for set in &self.sets[plan.planes.first_flag..plan.planes.count] {
            for word in set.0 {
                key = (key ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(29);
            }
        }
        key
    }
}
