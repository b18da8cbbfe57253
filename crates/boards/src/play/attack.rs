//! Attacks: a piece attacks a square if it could capture an enemy there.

use super::Position;
use super::generate::reach;
use super::movegen_context::Enemies;
use crate::bits::Set;
use crate::plan::{Atom, Form, Plan, Promotion, Safe, Test, Want};

impl<const W: usize, const N: usize> Position<W, N> {
    /// Whether an enemy of `me` attacks this square. `occupied` are the squares that block slides. Pieces on the
    /// squares of `gone` do not attack.
    #[inline]
    pub(crate) fn is_attacked(
        &self,
        plan: &Plan<W>,
        me: u8,
        enemies: &Enemies<W>,
        square: u8,
        occupied: Set<W>,
        gone: Set<W>,
    ) -> bool {
        if plan.ring.is_some() && self.is_shielded(plan, me, square, gone) {
            return false;
        }
        if self.leapers_to(plan, me, enemies, square).minus(gone).any() {
            return true;
        }
        for (class, sliders) in self.sliders(plan, me, enemies) {
            let sliders = sliders.minus(gone);
            if (sliders & class.open(square)).any() && (sliders & class.seen(square, occupied)).any() {
                return true;
            }
        }
        self.is_attacked_oddly(plan, me, square, occupied, gone)
    }

    /// Whether an enemy attacks the square by a conditional capture or a hop.
    #[inline(always)]
    fn is_attacked_oddly(&self, plan: &Plan<W>, me: u8, square: u8, occupied: Set<W>, gone: Set<W>) -> bool {
        plan.odd
            && plan.sides[me as usize].enemies.iter().any(|enemy| {
                let theirs = self.player(plan, *enemy).minus(gone);
                self.is_in(*enemy)
                    && plan.sides[*enemy as usize].attacks.odd.iter().any(|odd| {
                        let near = odd.near[square as usize] & self.kind(odd.kind) & theirs;
                        near.any()
                            && odd.atoms.iter().any(|number| {
                                let atom = &plan.atoms[*number as usize];
                                self.attacks_oddly(plan, atom, *enemy, square, near, occupied)
                            })
                    })
            })
    }

    /// Whether one of the pieces in reach attacks by this conditional capture or hop.
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
        if let Some(prey) = atom.prey
            && self.kind_at(plan, square).is_some_and(|kind| prey >> kind & 1 == 0)
        {
            return false;
        }
        match &atom.form {
            Form::Leap { by, .. } => {
                let source = Set::one(super::sink::source::<W>(square, *by)) & near & atom.sources;
                source.any() && self.pass_oddly(plan, enemy, atom, square, source, occupied).any()
            }
            Form::Slide { rays, .. } | Form::Hop { rays, .. } => {
                let able = self.pass_oddly(plan, enemy, atom, square, near & atom.sources, occupied);
                able.iter()
                    .any(|from| rays[from as usize].has(square) && reach(plan, self, atom, from, occupied).has(square))
            }
            Form::Merged | Form::Castle(_) | Form::Drop(_) | Form::Pass => false,
        }
    }

    /// The sources for which the conditions hold. If the conditions only test for empty squares, the function uses
    /// `occupied` instead of the position.
    #[inline(always)]
    fn pass_oddly(
        &self,
        plan: &Plan<W>,
        enemy: u8,
        atom: &Atom<W>,
        square: u8,
        sources: Set<W>,
        occupied: Set<W>,
    ) -> Set<W> {
        if !plan.steady {
            return self.passing_onto(plan, enemy, &atom.tests, square, sources);
        }
        let empty = plan.geometry.all.minus(occupied);
        atom.tests.iter().fold(sources, |left, test| match test {
            Test::At { back, valid, want: Want::Empty, negated } => {
                let there = empty.rotated(u32::from(*back)) & *valid;
                if *negated { left.minus(there) } else { left & there }
            }
            _ => left,
        })
    }

    /// The sources for which the conditions hold if an enemy piece stands on the square. This function imagines the
    /// piece because a condition may test the square itself.
    fn passing_onto(&self, plan: &Plan<W>, enemy: u8, tests: &[Test<W>], square: u8, sources: Set<W>) -> Set<W> {
        let theirs = self.player(plan, enemy);
        if tests.is_empty() || self.occupied(plan).minus(theirs).has(square) {
            return self.passing(plan, enemy, tests, sources, true);
        }
        let Some(victim) = plan.sides[enemy as usize].enemies.first() else { return Set::EMPTY };
        let mut imagined = *self;
        let keep = !Set::one(square);
        imagined.sets.iter_mut().for_each(|set| *set &= keep);
        imagined.sets[plan.planes.kinds + *victim as usize].insert(square);
        imagined.passing(plan, enemy, tests, sources, true)
    }

    /// Whether an enemy could slide to this square after the squares in `vacated` have become empty.
    #[inline]
    pub(crate) fn may_open(&self, plan: &Plan<W>, me: u8, enemies: &Enemies<W>, square: u8, vacated: Set<W>) -> bool {
        self.sliders(plan, me, enemies).any(|(class, sliders)| {
            let open = class.open(square);
            (open & vacated).any() && (sliders & open).any()
        })
    }

    /// Whether no enemy attacks the squares that the move requires to be safe.
    pub(crate) fn is_safe(&self, plan: &Plan<W>, me: u8, atom: &Atom<W>, from: u8, to: u8) -> bool {
        self.is_calm(plan, me, atom, atom.safe, from, to)
    }

    /// Whether no enemy attacks the squares that a move or a promotion requires to be safe.
    pub(super) fn is_calm(&self, plan: &Plan<W>, me: u8, atom: &Atom<W>, safe: Option<Safe>, from: u8, to: u8) -> bool {
        let Some(safe) = safe else { return true };
        let squares = match (&atom.form, safe) {
            (_, Safe::Target) => Set::one(to),
            (Form::Slide { rays, .. }, Safe::Path) => {
                rays[from as usize] & strictly_between(from, to) | Set::one(from) | Set::one(to)
            }
            (_, Safe::Path) => {
                let between = atom.between.iter().map(|by| from.wrapping_add(*by) & (64 * W - 1) as u8);
                between.chain([from, to]).collect()
            }
        };
        self.are_calm(plan, me, &self.enemies(plan, me), squares)
    }

    /// Whether no enemy attacks any of these squares.
    #[inline]
    pub(crate) fn are_calm(&self, plan: &Plan<W>, me: u8, enemies: &Enemies<W>, squares: Set<W>) -> bool {
        self.calm(plan, me, enemies, squares, self.occupied(plan)) == squares
    }

    /// The squares of a set that no enemy attacks. If possible, each sliding enemy piece is tested against all squares
    /// at once.
    pub(crate) fn calm(
        &self,
        plan: &Plan<W>,
        me: u8,
        enemies: &Enemies<W>,
        squares: Set<W>,
        occupied: Set<W>,
    ) -> Set<W> {
        if squares.is_empty() {
            return squares;
        }
        let shielded = match plan.ring {
            Some(_) => squares.iter().filter(|square| self.is_shielded(plan, me, *square, Set::EMPTY)).collect(),
            None => Set::EMPTY,
        };
        let mut calm = squares;
        for square in squares {
            if self.leapers_to(plan, me, enemies, square).any() {
                calm = calm.minus(Set::one(square));
            }
        }
        for (class, sliders) in self.sliders(plan, me, enemies) {
            if class.mutual {
                for slider in sliders {
                    if (class.open(slider) & calm).any() {
                        calm = calm.minus(class.seen(slider, occupied));
                    }
                }
            } else {
                for square in calm {
                    if (sliders & class.open(square)).any() && (sliders & class.seen(square, occupied)).any() {
                        calm = calm.minus(Set::one(square));
                    }
                }
            }
        }
        if plan.odd {
            for square in calm {
                if self.is_attacked_oddly(plan, me, square, occupied, Set::EMPTY) {
                    calm = calm.minus(Set::one(square));
                }
            }
        }
        calm | shielded
    }

    /// Whether no enemy can capture on this square, because the capture would remove a leader of its own side.
    fn is_shielded(&self, plan: &Plan<W>, me: u8, square: u8, gone: Set<W>) -> bool {
        let Some(ring) = &plan.ring else { return false };
        let near = ring[square as usize].minus(gone);
        near.any() && plan.sides[me as usize].enemies.iter().any(|enemy| (self.leaders(plan, *enemy) & near).any())
    }

    /// The enemy pieces that attack a leader of this player.
    pub(crate) fn checkers(&self, plan: &Plan<W>, me: u8) -> Set<W> {
        let leaders = self.leaders(plan, me);
        let (occupied, enemies) = (self.occupied(plan), self.enemies(plan, me));
        let theirs = occupied.minus(self.player(plan, me) | self.walls(plan));
        let attacks = |piece: &u8| {
            let others = theirs.minus(Set::one(*piece));
            leaders.iter().any(|leader| self.is_attacked(plan, me, &enemies, leader, occupied, others))
        };
        theirs.iter().filter(attacks).collect()
    }

    /// The enemy piece that attacks a leader of this player. Empty if no enemy piece does, or several do.
    pub(super) fn only_checker(&self, plan: &Plan<W>, me: u8) -> Set<W> {
        let checkers = self.checkers(plan, me);
        if checkers.is_many() { Set::EMPTY } else { checkers }
    }

    /// Whether the attacks and the piece on the target fulfil the conditions of a promotion.
    pub(super) fn promotes_on(
        &self,
        plan: &Plan<W>,
        atom: &Atom<W>,
        promotion: &Promotion<W>,
        from: u8,
        to: u8,
    ) -> bool {
        let me = atom.player;
        promotion.prey.is_none_or(|kinds| self.of_kinds(plan, kinds).has(to))
            && self.is_calm(plan, me, atom, promotion.safe, from, to)
            && (promotion.risky.is_none() || !self.is_calm(plan, me, atom, promotion.risky, from, to))
            && promotion.checker.is_none_or(|wanted| self.only_checker(plan, me).has(to) == wanted)
    }

    /// Whether a leader of this player is attacked.
    pub(crate) fn is_threatened(&self, plan: &Plan<W>, player: u8) -> bool {
        let leaders = self.leaders(plan, player);
        if leaders.any() && !self.are_calm(plan, player, &self.enemies(plan, player), leaders) {
            return true;
        }
        plan.check_on_all && self.all_attacked(plan, player)
    }

    /// Whether the player has pieces that could be leaders, and all of them are attacked.
    fn all_attacked(&self, plan: &Plan<W>, player: u8) -> bool {
        let all = self.all_leaders(plan) & self.player(plan, player);
        let calm = self.calm(plan, player, &self.enemies(plan, player), all, self.occupied(plan));
        all.any() && calm.is_empty()
    }

    /// Whether leaders of different players face each other along a file.
    pub(crate) fn leaders_face(&self, plan: &Plan<W>) -> bool {
        let occupied = self.occupied(plan);
        let players = plan.planes.players as u8;
        (1..players).any(|player| {
            let others = (0..player).fold(Set::EMPTY, |all, other| all | self.leaders(plan, other));
            self.leaders(plan, player).iter().any(|one| faces(plan, one, others, occupied))
        })
    }
}

/// Whether a leader faces one of the other leaders along its file.
#[inline]
pub(super) fn faces<const W: usize>(plan: &Plan<W>, leader: u8, others: Set<W>, occupied: Set<W>) -> bool {
    let file = plan.files[leader as usize];
    let open = |line: Set<W>| {
        (others & line).iter().any(|other| (line & strictly_between(leader, other) & occupied).is_empty())
    };
    open(file) || plan.clauses.facing_rows && open(plan.rows[leader as usize])
}

/// The squares with numbers strictly between two squares. The caller intersects them with a ray or file.
#[inline(always)]
fn strictly_between<const W: usize>(one: u8, other: u8) -> Set<W> {
    Set::above(one.min(other)) & Set::below(one.max(other))
}
