//! The data that all move generators share. It is computed once for each position.

use super::Position;
use crate::bits::Set;
use crate::plan::{Class, Owners, Plan, Side};

/// The maximum numbers of groups of leapers and of sliders that are cached. The generators compute the sets of further
/// groups each time they need them.
const MOST_LEAPERS: usize = 12;
const MOST_SLIDERS: usize = 4;

/// A position with the sets that all generators use, from the side of the player to move.
pub(crate) struct MovegenContext<'a, const W: usize, const N: usize> {
    pub plan: &'a Plan<W>,
    pub position: &'a Position<W, N>,
    pub me: u8,
    pub side: &'a Side<W>,
    /// The pieces of the player to move, and the walls. No move lands there, except a capture of a friendly piece.
    pub own: Set<W>,
    pub occupied: Set<W>,
}

impl<'a, const W: usize, const N: usize> MovegenContext<'a, W, N> {
    #[inline(always)]
    pub fn new(plan: &'a Plan<W>, position: &'a Position<W, N>, me: u8) -> Self {
        let side = &plan.sides[me as usize];
        let own = position.player(plan, me) | position.walls(plan);
        MovegenContext { plan, position, me, side, own, occupied: position.occupied(plan) }
    }
}

/// The pieces that could attack a player, by group. The groups are in the order of the plan.
pub(crate) struct Enemies<const W: usize> {
    leapers: [Set<W>; MOST_LEAPERS],
    sliders: [Set<W>; MOST_SLIDERS],
}

impl<const W: usize, const N: usize> Position<W, N> {
    /// The pieces of this group. Pieces of eliminated players are left out.
    #[inline(always)]
    pub(super) fn of(&self, plan: &Plan<W>, owners: &Owners) -> Set<W> {
        let kinds = owners.kinds.iter().fold(Set::EMPTY, |all, kind| all | self.kind(*kind));
        let players = owners.players.iter().filter(|player| self.is_in(**player));
        kinds & players.fold(Set::EMPTY, |all, player| all | self.player(plan, *player))
    }

    /// The pieces that could attack this player.
    #[inline(always)]
    pub(crate) fn enemies(&self, plan: &Plan<W>, me: u8) -> Enemies<W> {
        let foes = &plan.sides[me as usize].foes;
        let mut enemies = Enemies { leapers: [Set::EMPTY; MOST_LEAPERS], sliders: [Set::EMPTY; MOST_SLIDERS] };
        if let Some(enemy) = foes.lone {
            let theirs = if self.is_in(enemy) { self.player(plan, enemy) } else { Set::EMPTY };
            let of =
                |owners: &Owners| owners.kinds.iter().fold(Set::EMPTY, |all, kind| all | self.kind(*kind)) & theirs;
            enemies.leapers.iter_mut().zip(&foes.leapers).for_each(|(into, owners)| *into = of(owners));
            enemies.sliders.iter_mut().zip(&foes.sliders).for_each(|(into, (owners, _))| *into = of(owners));
            return enemies;
        }
        for (into, owners) in enemies.leapers.iter_mut().zip(&foes.leapers) {
            *into = self.of(plan, owners);
        }
        for (into, (owners, _)) in enemies.sliders.iter_mut().zip(&foes.sliders) {
            *into = self.of(plan, owners);
        }
        enemies
    }

    /// The enemy pieces that reach a square by a leap.
    #[inline(always)]
    pub(crate) fn leapers_to(&self, plan: &Plan<W>, me: u8, enemies: &Enemies<W>, square: u8) -> Set<W> {
        let foes = &plan.sides[me as usize].foes;
        let tables = foes.leaps_to(square);
        let mut found = Set::EMPTY;
        for (from, those) in tables.iter().zip(&enemies.leapers) {
            found |= *from & *those;
        }
        if tables.len() > MOST_LEAPERS {
            for (from, owners) in tables.iter().zip(&foes.leapers).skip(MOST_LEAPERS) {
                found |= *from & self.of(plan, owners);
            }
        }
        found
    }

    /// Every class of lines, with the enemy pieces that slide along it.
    #[inline(always)]
    pub(crate) fn sliders<'p>(
        &self,
        plan: &'p Plan<W>,
        me: u8,
        enemies: &Enemies<W>,
    ) -> impl Iterator<Item = (&'p Class<W>, Set<W>)> {
        let sliders = &plan.sides[me as usize].foes.sliders;
        sliders.iter().enumerate().map(move |(at, (owners, class))| {
            let those = if at < MOST_SLIDERS { enemies.sliders[at] } else { self.of(plan, owners) };
            (&plan.classes[*class], those)
        })
    }
}
