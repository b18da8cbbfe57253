//! Generates the special moves, one by one: moves that change other squares or test attacks, and moves of a leader that
//! need a test of their own.

use super::Position;
use super::generate::{Options, targets};
use super::movegen_context::{Enemies, MovegenContext};
use super::sink::{Move, Sink};
use crate::bits::Set;
use crate::plan::{AfterTest, Atom, CastlingPartner, Effect, Form, Plan, Safe, Special};
use crate::spec::Facing;

/// The code that tests whether a special move leaves the leaders safe.
#[derive(Clone, Copy)]
pub(super) enum SafetyTest<const W: usize> {
    /// The sink tests the safety.
    Sink,
    /// The generator tests attacks on the board after the move. This is possible because every attack is an
    /// unconditional leap or ray. Holds the square of the only leader, and whether the leader is in check. `calm` are
    /// the squares of [`castling_paths`] that no enemy attacks.
    Pins { leader: u8, checked: bool, calm: Set<W> },
}

/// The squares that no enemy may attack if the leader castles. Contains only castling moves whose other conditions
/// hold.
#[inline]
pub(super) fn castling_paths<const W: usize, const N: usize>(now: &MovegenContext<'_, W, N>, leader: u8) -> Set<W> {
    let mut squares = Set::EMPTY;
    for special in &now.side.specials[..now.side.castling_end] {
        if let (Some(carried), Some(calm)) = (&special.carries, &special.calm)
            && castling(now, special, carried, leader).is_some()
        {
            squares |= calm[leader as usize];
        }
    }
    squares
}

/// The target of plain castling, and the source and the target of the partner. `None` if a condition does not hold,
/// apart from attacks.
#[inline(always)]
fn castling<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    special: &Special<W>,
    carried: &CastlingPartner<W>,
    leader: u8,
) -> Option<(u8, u8, u8)> {
    let MovegenContext { plan, position, own, occupied, .. } = *now;
    let unmoved = position.unmoved(plan);
    if !(position.kind(special.kind) & special.sources).has(leader) || (special.unmoved && !unmoved.has(leader)) {
        return None;
    }
    if special.clear.get(leader as usize).is_some_and(|clear| (*clear & occupied).any()) {
        return None;
    }
    let partner = carried.from.from(leader)?;
    if !(position.kind(carried.kind) & own & unmoved).has(partner) {
        return None;
    }
    let to = leader.wrapping_add(carried.by) & (64 * W - 1) as u8;
    let end = carried.to.from(leader)?;
    let free = |square: u8| !occupied.has(square) || square == leader || square == partner;
    let fits = plan.atoms[special.atom as usize].targets.has(to) && !occupied.has(to) && end != to && free(end);
    fits.then_some((to, partner, end))
}

/// Emits every special move of the player to move, one by one.
pub(super) fn all<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    enemies: &Enemies<W>,
    guard: SafetyTest<W>,
    sink: &mut impl Sink<W>,
) {
    let MovegenContext { plan, position, me, .. } = *now;
    let flags = position.has_flags(plan);
    for special in &now.side.specials {
        if special.flagged && !flags {
            continue;
        }
        if let (Some(carried), Some(calm), SafetyTest::Pins { leader, checked, calm: known }) =
            (&special.carries, &special.calm, guard)
            && special.kind == plan.leaders[0]
            && plan.movable.is_empty()
        {
            if !checked
                && calm[leader as usize].minus(known).is_empty()
                && let Some((to, start, end)) = castling(now, special, carried, leader)
            {
                let vacated = Set::one(leader) | Set::one(start);
                let occupied = now.occupied.minus(vacated) | Set::one(to) | Set::one(end);
                if !position.may_open(plan, me, enemies, to, vacated)
                    || !position.is_attacked(plan, me, enemies, to, occupied, Set::one(to))
                {
                    sink.plain(leader, Set::one(to), special.atom);
                }
            }
            continue;
        }
        let sources = able(now, special);
        if sources.is_empty() {
            continue;
        }
        let atom = &plan.atoms[special.atom as usize];
        for from in sources {
            for to in targets(plan, position, me, atom, from) {
                if atom.safe.is_some() && !is_safe(now, enemies, special, guard, from, to) {
                    continue;
                }
                if atom.risky.is_some() && position.is_calm(plan, me, atom, atom.risky, from, to) {
                    continue;
                }
                let mv = Move::new(from, to, special.atom);
                let Some(after) = edited(now, atom, mv) else { continue };
                let safe = match guard {
                    SafetyTest::Sink => true,
                    SafetyTest::Pins { leader, .. } => after.keeps(now, enemies, leader, mv, atom.safe.is_some()),
                };
                if safe {
                    each(plan, position, special.atom, from, to, |mv| {
                        if atom.after.is_empty() || position.fits_after(plan, me, &atom.after, mv) {
                            sink.one(mv);
                        }
                    });
                }
            }
        }
    }
}

/// Emits every castling move of the clause `castling`.
pub(super) fn castles<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    enemies: &Enemies<W>,
    tested: bool,
    sink: &mut impl Sink<W>,
) {
    let MovegenContext { plan, position, me, .. } = *now;
    for &number in &now.side.castles {
        let atom = &plan.atoms[number as usize];
        let Form::Castle(castle) = &atom.form else { continue };
        let own = position.player(plan, me) & position.unmoved(plan);
        let partners = position.of_kinds(plan, castle.partners) & own;
        let there = (position.kind(atom.kind) & own).has(castle.piece) && partners.has(castle.partner);
        if !there || (castle.clear & now.occupied).any() {
            continue;
        }
        let mv = Move::new(castle.piece, castle.partner, number);
        if position.are_calm(plan, me, enemies, castle.calm) && (tested || position.keeps_leader(plan, me, mv)) {
            sink.one(mv);
        }
    }
}

/// The pieces for which the conditions of the move hold.
#[inline(always)]
fn able<const W: usize, const N: usize>(now: &MovegenContext<'_, W, N>, special: &Special<W>) -> Set<W> {
    let mut sources = now.own & now.position.kind(special.kind) & special.sources;
    if special.unmoved {
        sources &= now.position.unmoved(now.plan);
    }
    if sources.is_empty() {
        return sources;
    }
    if !special.clear.is_empty() {
        for source in sources {
            if (special.clear[source as usize] & now.occupied).any() {
                sources = sources.minus(Set::one(source));
            }
        }
    }
    now.position.passing(now.plan, now.me, &special.tests, sources, false)
}

/// Whether no enemy attacks the squares that the move requires to be safe.
#[inline]
fn is_safe<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    enemies: &Enemies<W>,
    special: &Special<W>,
    guard: SafetyTest<W>,
    from: u8,
    to: u8,
) -> bool {
    let MovegenContext { plan, position, me, .. } = *now;
    let atom = &plan.atoms[special.atom as usize];
    let Some(calm) = &special.calm else { return position.is_safe(plan, me, atom, from, to) };
    // If the leader itself moves, the caller already knows whether the leader is attacked.
    let here = match guard {
        SafetyTest::Pins { leader, checked, .. } if leader == from => checked,
        _ => atom.safe == Some(Safe::Path) && !position.are_calm(plan, me, enemies, Set::one(from)),
    };
    !(here && atom.safe == Some(Safe::Path)) && position.are_calm(plan, me, enemies, calm[from as usize])
}

/// Emits the move once for every kind to which it can promote, or once without promotion.
fn each<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    number: u16,
    from: u8,
    to: u8,
    mut tell: impl FnMut(Move),
) {
    let atom = &plan.atoms[number as usize];
    let mv = Move::new(from, to, number);
    match atom.promotion(plan, position, from, to) {
        None if plan.may_stay(atom.player, atom.kind, to) => tell(mv),
        None => {}
        Some(promotion) if promotion.limited => {
            let options = Options::new(position, plan, atom, &promotion.options, to);
            options.kinds().iter().for_each(|kind| tell(mv.promoted(kind + 1)));
        }
        Some(promotion) => promotion.options.iter().for_each(|kind| tell(mv.promoted(kind + 1))),
    }
}

impl<const W: usize> Atom<W> {
    /// The promotion that the piece must make with this move. `None` if it does not promote.
    pub(super) fn promotion<const N: usize>(
        &self,
        plan: &Plan<W>,
        position: &Position<W, N>,
        from: u8,
        to: u8,
    ) -> Option<&crate::plan::Promotion<W>> {
        let fits = |promotion: &&crate::plan::Promotion<W>| {
            promotion.targets.has(to)
                && promotion.sources.has(from)
                && position.passing(plan, self.player, &promotion.tests, Set::one(from), false).any()
                && position.promotes_on(plan, self, promotion, from, to)
        };
        self.promotions.iter().find(fits)
    }
}

/// The board after a move with effects: the occupied squares, the removed pieces, and the source and target of a piece
/// that an effect has moved.
struct Edited<const W: usize> {
    occupied: Set<W>,
    gone: Set<W>,
    carried: Option<(u8, u8)>,
    /// Whether the move has only simple effects: it moves at most one other piece, that piece is friendly, and no
    /// leader is captured. Otherwise the move must be made and tested.
    simply: bool,
}

impl<const W: usize> Edited<W> {
    /// Whether the leader is not attacked after the move.
    fn keeps<const N: usize>(
        &self,
        now: &MovegenContext<'_, W, N>,
        enemies: &Enemies<W>,
        leader: u8,
        mv: Move,
        tested: bool,
    ) -> bool {
        let MovegenContext { plan, position, me, .. } = *now;
        if !self.simply {
            return position.keeps_leader(plan, me, mv);
        }
        let (from, to) = (mv.from(), mv.to());
        let square = match self.carried {
            _ if from == leader => to,
            Some((start, end)) if start == leader => end,
            _ if self.gone.has(leader) => return false,
            _ => leader,
        };
        // If the target square of the leader is safe, only a line that the move opens can lead to an attack on the
        // leader.
        let vacated = self.carried.map_or(Set::one(from), |(start, _)| Set::one(from) | Set::one(start));
        if tested
            && from == leader
            && self.gone == Set::one(to)
            && !position.may_open(plan, me, enemies, square, vacated)
        {
            return true;
        }
        !position.is_attacked(plan, me, enemies, square, self.occupied, self.gone)
    }
}

/// The board after a move. `None` if a carried piece would arrive on an occupied square.
#[inline]
fn edited<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    atom: &Atom<W>,
    mv: Move,
) -> Option<Edited<W>> {
    let MovegenContext { plan, position, .. } = *now;
    let (from, to) = (mv.from(), mv.to());
    let occupied = now.occupied.minus(Set::one(from)) | Set::one(to);
    let mut after = Edited { occupied, gone: Set::one(to), carried: None, simply: true };
    if !atom.tame {
        let mut made = *position;
        after.simply = false;
        return made.arrive(plan, mv).then_some(after);
    }
    for effect in &atom.effects {
        match effect {
            Effect::Capture(at) => {
                if let Some(square) = at.from(from).filter(|square| *square != to && *square != from) {
                    after.occupied = after.occupied.minus(Set::one(square));
                    after.gone.insert(square);
                }
            }
            Effect::Shift { kind, from: start, to: end } => {
                let Some(start) = start.from(from) else { continue };
                if !after.occupied.has(start) || start == to || !position.is_kind(plan, start, *kind) {
                    continue;
                }
                let end = end.from(from)?;
                after.occupied = after.occupied.minus(Set::one(start));
                if after.occupied.has(end) {
                    return None;
                }
                after.occupied.insert(end);
                after.simply &= after.carried.is_none() && position.player(plan, atom.player).has(start);
                after.carried = Some((start, end));
            }
            // A change is never a simple effect.
            Effect::Change(_) => after.simply = false,
        }
    }
    after.simply &= !plan.beheads || (after.gone & position.all_leaders(plan)).is_empty();
    Some(after)
}

impl<const W: usize, const N: usize> Position<W, N> {
    /// Whether a piece of this kind is on the square. `None` means any kind.
    pub(crate) fn is_kind(&self, plan: &Plan<W>, square: u8, kind: Option<u8>) -> bool {
        match kind {
            Some(kind) => self.kind(kind).has(square),
            None => self.occupied(plan).has(square),
        }
    }

    /// Whether the conditions on the position after a move hold.
    #[inline(never)]
    fn fits_after(&self, plan: &Plan<W>, me: u8, tests: &[AfterTest], mv: Move) -> bool {
        let mut after = *self;
        after.place(plan, mv);
        let holds = |test: &AfterTest| match test.attacks {
            Some(kinds) => (after.captures_from(plan, me, mv.to()) & after.of_kinds(plan, kinds)).any(),
            None => {
                let mut enemies = plan.sides[me as usize].enemies.iter();
                enemies.any(|enemy| after.is_in(*enemy) && after.is_threatened(plan, *enemy))
            }
        };
        tests.iter().all(|test| holds(test) != test.negated)
    }

    /// The squares on which the piece of this player on a square could capture a piece.
    fn captures_from(&self, plan: &Plan<W>, me: u8, square: u8) -> Set<W> {
        let Some(kind) = self.kind_at(plan, square) else { return Set::EMPTY };
        let atoms = &plan.captures[me as usize * plan.planes.kinds + kind as usize];
        let mut found = Set::EMPTY;
        for atom in atoms.iter().map(|number| &plan.atoms[*number as usize]) {
            let able = self.passing(plan, me, &atom.tests, Set::one(square) & atom.sources, true);
            if able.any() {
                found |= targets(plan, self, me, atom, square);
            }
        }
        found
    }

    /// Whether this move keeps every leader of the player to move on the board and not attacked. It also checks the
    /// clauses about leaders that face each other and about giving check.
    pub(super) fn keeps_leader(&self, plan: &Plan<W>, me: u8, mv: Move) -> bool {
        if plan.leaders.is_empty() {
            return true;
        }
        let mut after = *self;
        after.place(plan, mv);
        // A move that captures a leader of its own player is illegal.
        if !after.is_in(me) {
            return false;
        }
        if !plan.steady {
            after.count_down(plan, me);
        }
        if after.is_threatened(plan, me) {
            return false;
        }
        let faced = match plan.clauses.facing {
            Facing::Allowed => false,
            Facing::Forbidden => after.leaders_face(plan),
            Facing::Answered => self.leaders_face(plan) && after.leaders_face(plan),
        };
        if faced {
            return false;
        }
        !plan.clauses.no_checks
            || !plan.sides[me as usize]
                .enemies
                .iter()
                .any(|enemy| self.is_in(*enemy) && after.is_threatened(plan, *enemy))
    }
}
