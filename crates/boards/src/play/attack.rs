//! Attacks: the squares where a piece could capture if an enemy stood there.

use super::Position;
use super::generate::reach;
use crate::bits::Set;
use crate::plan::{Atom, Form, Plan, Safe};

impl<const W: usize, const N: usize> Position<W, N> {
    /// Does an enemy of `me` attack this square? `occupied` is what stands in the way of slides.
    #[inline(always)]
    pub(crate) fn is_attacked(&self, plan: &Plan<W>, me: u8, square: u8, occupied: Set<W>) -> bool {
        self.is_attacked_without(plan, me, square, occupied, Set::EMPTY)
    }

    /// The same as if the enemies on some squares were gone.
    #[inline(always)]
    pub(crate) fn is_attacked_without(
        &self,
        plan: &Plan<W>,
        me: u8,
        square: u8,
        occupied: Set<W>,
        gone: Set<W>,
    ) -> bool {
        for &enemy in &plan.sides[me as usize].enemies {
            if self.is_in(enemy) && self.attacks(plan, enemy, square, occupied, gone) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn attacks(&self, plan: &Plan<W>, enemy: u8, square: u8, occupied: Set<W>, gone: Set<W>) -> bool {
        let attacks = &plan.sides[enemy as usize].attacks;
        let theirs = self.player(plan, enemy).minus(gone);
        for (kind, table) in &attacks.leaps {
            if (table[square as usize] & self.kind(*kind) & theirs).any() {
                return true;
            }
        }
        for (class, kinds) in &attacks.slides {
            let class = &plan.classes[*class];
            let sliders = kinds.iter().fold(Set::EMPTY, |all, kind| all | self.kind(*kind)) & theirs;
            if (sliders & class.open(square)).any() && (sliders & class.seen(square, occupied)).any() {
                return true;
            }
        }
        attacks.odd.iter().any(|odd| {
            let near = odd.near[square as usize] & self.kind(odd.kind) & theirs;
            near.any()
                && odd.atoms.iter().any(|number| {
                    self.attacks_oddly(plan, &plan.atoms[*number as usize], enemy, square, near, occupied)
                })
        })
    }

    /// A capture with conditions, or a hop, by one of the pieces that are near enough.
    fn attacks_oddly(
        &self,
        plan: &Plan<W>,
        atom: &Atom<W>,
        enemy: u8,
        square: u8,
        near: Set<W>,
        occupied: Set<W>,
    ) -> bool {
        if !atom.targets.has(square) {
            return false;
        }
        match &atom.form {
            Form::Leap { by, .. } => {
                let source = Set::one(super::sink::source::<W>(square, *by)) & near & atom.sources;
                source.any() && self.passing(plan, enemy, &atom.tests, source, true).any()
            }
            Form::Slide { rays, .. } | Form::Hop { rays, .. } => {
                let able = self.passing(plan, enemy, &atom.tests, near & atom.sources, true);
                able.iter().any(|from| rays[from as usize].has(square) && reach(atom, from, occupied).has(square))
            }
            Form::Merged | Form::Drop(_) | Form::Pass => false,
        }
    }

    /// Could an enemy slide to this square over one of those that are vacated?
    pub(crate) fn may_open(&self, plan: &Plan<W>, me: u8, square: u8, vacated: Set<W>) -> bool {
        plan.sides[me as usize].enemies.iter().any(|enemy| {
            let theirs = self.player(plan, *enemy);
            plan.sides[*enemy as usize].attacks.slides.iter().any(|(class, kinds)| {
                let open = plan.classes[*class].open(square);
                (open & vacated).any() && kinds.iter().any(|kind| (self.kind(*kind) & theirs & open).any())
            })
        })
    }

    /// Are the squares that a move asks to be safe free of attacks?
    pub(crate) fn is_safe(&self, plan: &Plan<W>, me: u8, atom: &Atom<W>, from: u8, to: u8) -> bool {
        self.is_safe_but(plan, me, atom, from, to, None)
    }

    /// The same, where it is already known whether one square is attacked.
    pub(crate) fn is_safe_but(
        &self,
        plan: &Plan<W>,
        me: u8,
        atom: &Atom<W>,
        from: u8,
        to: u8,
        known: Option<(u8, bool)>,
    ) -> bool {
        let Some(safe) = atom.safe else { return true };
        if let Some((square, true)) = known
            && (square == to || square == from && safe == Safe::Path)
        {
            return false;
        }
        let occupied = self.occupied(plan);
        let calm = |square: u8| !self.is_attacked(plan, me, square, occupied);
        if !calm(to) {
            return false;
        }
        if safe == Safe::Target {
            return true;
        }
        let between: Set<W> = match &atom.form {
            Form::Slide { rays, .. } => rays[from as usize] & strictly_between(from, to),
            _ => atom.between.iter().map(|by| from.wrapping_add(*by) & (64 * W - 1) as u8).collect(),
        };
        (known.is_some_and(|(square, _)| square == from) || calm(from)) && between.iter().all(calm)
    }

    /// Is a leader of this player attacked?
    pub(crate) fn is_threatened(&self, plan: &Plan<W>, player: u8) -> bool {
        let occupied = self.occupied(plan);
        self.leaders(plan, player).iter().any(|square| self.is_attacked(plan, player, square, occupied))
    }

    /// Do leaders of different players see each other along a file?
    pub(crate) fn leaders_face(&self, plan: &Plan<W>) -> bool {
        let occupied = self.occupied(plan);
        let players = plan.planes.players as u8;
        (1..players).any(|player| {
            let others = (0..player).fold(Set::EMPTY, |all, other| all | self.leaders(plan, other));
            self.leaders(plan, player).iter().any(|one| {
                let file = plan.files[one as usize];
                (others & file).iter().any(|other| (file & strictly_between(one, other) & occupied).is_empty())
            })
        })
    }
}

/// The squares between two in the order of squares: a ray or file cuts out what is meant.
#[inline(always)]
fn strictly_between<const W: usize>(one: u8, other: u8) -> Set<W> {
    Set::above(one.min(other)) & Set::below(one.max(other))
}
