//! Attacks: the squares where a piece could capture if an enemy stood there.

use super::Position;
use super::generate::reach;
use crate::bits::Set;
use crate::plan::{Atom, Form, Plan, Safe};

impl<const W: usize, const N: usize> Position<W, N> {
    /// Does an enemy of `me` attack this square? `occupied` is what stands in the way of slides.
    #[inline(always)]
    pub(crate) fn is_attacked(&self, plan: &Plan<W>, me: u8, square: u8, occupied: Set<W>) -> bool {
        for &enemy in &plan.sides[me as usize].enemies {
            if self.is_in(enemy) && self.attacks(plan, enemy, square, occupied) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn attacks(&self, plan: &Plan<W>, enemy: u8, square: u8, occupied: Set<W>) -> bool {
        let attacks = &plan.sides[enemy as usize].attacks;
        let theirs = self.player(plan, enemy);
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
        attacks.odd.iter().any(|number| self.attacks_oddly(plan, &plan.atoms[*number as usize], enemy, square))
    }

    /// A capture with conditions, or a hop: looked at piece by piece.
    fn attacks_oddly(&self, plan: &Plan<W>, atom: &Atom<W>, enemy: u8, square: u8) -> bool {
        if !atom.targets.has(square) {
            return false;
        }
        let pieces = self.kind(atom.kind) & self.player(plan, enemy) & atom.sources;
        let sources = match &atom.form {
            Form::Leap { step, .. } => {
                let Some(from) = plan.geometry.step(square, (-step.0, -step.1)) else { return false };
                pieces & Set::one(from)
            }
            Form::Slide { rays, .. } | Form::Hop { rays, .. } => {
                pieces.iter().filter(|from| rays[*from as usize].has(square)).collect()
            }
            Form::Merged | Form::Drop(_) | Form::Pass => Set::EMPTY,
        };
        if sources.is_empty() {
            return false;
        }
        let sources = self.passing(plan, enemy, &atom.tests, sources, true);
        let slides = !matches!(atom.form, Form::Leap { .. });
        sources.iter().any(|from| !slides || reach(atom, from, self.occupied(plan)).has(square))
    }

    /// Are the squares that a move asks to be safe free of attacks?
    pub(crate) fn is_safe(&self, plan: &Plan<W>, me: u8, atom: &Atom<W>, from: u8, to: u8) -> bool {
        let Some(safe) = atom.safe else { return true };
        let occupied = self.occupied(plan);
        let calm = |square: u8| !self.is_attacked(plan, me, square, occupied);
        if !calm(to) {
            return false;
        }
        if safe == Safe::Target {
            return true;
        }
        calm(from) && between(plan, from, to, atom).into_iter().all(calm)
    }

    /// Is a leader of this player attacked?
    pub(crate) fn is_threatened(&self, plan: &Plan<W>, player: u8) -> bool {
        let occupied = self.occupied(plan);
        self.leaders(plan, player).iter().any(|square| self.is_attacked(plan, player, square, occupied))
    }

    /// Do two leaders of different players see each other along a file?
    pub(crate) fn leaders_face(&self, plan: &Plan<W>) -> bool {
        let occupied = self.occupied(plan);
        let leaders: Vec<u8> = (0..plan.planes.players as u8).flat_map(|p| self.leaders(plan, p)).collect();
        leaders.iter().enumerate().any(|(at, one)| {
            leaders[at + 1..].iter().any(|other| {
                let (a, b) = (plan.geometry.place(*one), plan.geometry.place(*other));
                let between = |square: &u8| {
                    let (x, y) = plan.geometry.place(*square);
                    x == a.0 && y > a.1.min(b.1) && y < a.1.max(b.1)
                };
                a.0 == b.0 && !occupied.iter().any(|square| between(&square))
            })
        })
    }
}

/// The squares strictly between the ends of a straight move.
fn between<const W: usize>(plan: &Plan<W>, from: u8, to: u8, atom: &Atom<W>) -> Vec<u8> {
    let (a, b) = (plan.geometry.place(from), plan.geometry.place(to));
    let (dx, dy) = (i16::from(b.0) - i16::from(a.0), i16::from(b.1) - i16::from(a.1));
    let unit = match &atom.form {
        Form::Slide { step, .. } => *step,
        _ if dx == 0 || dy == 0 || dx.abs() == dy.abs() => (dx.signum(), dy.signum()),
        _ => return vec![],
    };
    let ray = plan.geometry.ray(from, unit, u8::MAX);
    ray.into_iter().take_while(|square| *square != to).collect()
}
