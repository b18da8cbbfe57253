//! Finds legal moves by checks and pins. The planner selects this method only if it is sound: there is one leader, and
//! every attack is an unconditional leap or ray.

use super::legal_by_trial::Tester;
use super::movegen_context::{Enemies, MovegenContext};
use super::sink::{Move, Sink};
use super::{drops, generate, special};
use crate::bits::Set;

/// The threats to a leader.
struct Threats<const W: usize> {
    checkers: Set<W>,
    /// The targets that answer a single check: the checker, and for a slider the squares between it and the leader.
    answers: Set<W>,
    /// The pieces of the player to move that are the only piece between a slider and the leader.
    pinned: Set<W>,
}

/// Emits every legal move of the player to move, whose only leader stands on `leader`. If moves must not give check and
/// the other leader is already in check, emits nothing and returns `false`. Then the caller tries each move.
#[inline(always)]
pub(super) fn all<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    leader: u8,
    sink: &mut impl Sink<W>,
) -> bool {
    if !now.plan.clauses.no_checks {
        bound(now, leader, None, sink);
        return true;
    }
    let quiet = Quiet::new(now);
    if let Some(quiet) = &quiet {
        bound(now, leader, Some(quiet), sink);
    }
    quiet.is_some()
}

fn bound<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    leader: u8,
    quiet: Option<&Quiet<W>>,
    sink: &mut impl Sink<W>,
) {
    let MovegenContext { plan, position, me, side, own, occupied } = *now;
    let enemies = position.enemies(plan, me);
    let threats = threats(now, me, &enemies, leader);
    // A player whose leader is captured no longer attacks. So a capture of a leader may ignore checks and pins.
    let prey = if plan.beheads { position.all_leaders(plan).minus(own) } else { Set::EMPTY };
    let bold = prey.any() && (threats.checkers.any() || threats.pinned.any());
    if !threats.checkers.is_many() {
        let mask = if threats.checkers.any() { threats.answers } else { plan.geometry.all };
        let lines = Lines { enemies: &enemies, leader, quiet };
        others(now, threats.pinned, &lines, if bold { mask.minus(prey) } else { mask }, sink);
        if sink.is_full() {
            return;
        }
    }
    if bold {
        let mut tester = Tester::new(now, sink);
        for kind in side.kinds.iter().filter(|kind| kind.kind != plan.leaders[0]) {
            generate::kind(now, kind, own & position.kind(kind.kind), prey, &mut tester);
        }
    }
    // The leader may move to squares that no enemy attacks after the leader has left its square. Without a check, the
    // leader blocks no line. So one test covers the squares of castling and the targets of the leader.
    let without = occupied.minus(Set::one(leader));
    let mut paths = Set::EMPTY;
    if !side.specials.is_empty() && threats.checkers.is_empty() {
        paths = special::castling_paths(now, leader);
    }
    let (mut calm_paths, mut tested) = (Set::EMPTY, false);
    for kind in side.kinds.iter().filter(|kind| kind.kind == plan.leaders[0]) {
        for plain in &kind.plains {
            let mut reach = generate::plain_reach(plan, plain, leader, occupied).minus(own);
            if let Some(quiet) = quiet {
                reach = reach.minus(quiet.checks(now, kind.kind)) & quiet.line(now, leader);
            }
            let keeps = |to: &u8| position.keeps_leader(plan, me, Move::new(leader, *to, plain.atom));
            let bold = (reach & prey).iter().filter(keeps).collect();
            let calm = position.calm(plan, me, &enemies, reach.minus(prey) | paths, without);
            (calm_paths, tested) = (calm & paths, true);
            let calm = calm & reach.minus(prey) | bold;
            if calm.any() {
                generate::emit(now, plain.atom, leader, calm, sink);
            }
        }
    }
    if !side.specials.is_empty() {
        if !tested && paths.any() {
            calm_paths = position.calm(plan, me, &enemies, paths, without);
        }
        let guard = special::SafetyTest::Pins { leader, checked: threats.checkers.any(), calm: calm_paths };
        special::all(now, &enemies, guard, sink);
    }
    if !side.castles.is_empty() && threats.checkers.is_empty() {
        special::castles(now, &enemies, false, sink);
    }
}

/// Finds the line that pins a piece. The line is computed for each pinned piece when needed, because few pieces are
/// pinned.
struct Lines<'a, const W: usize> {
    enemies: &'a Enemies<W>,
    leader: u8,
    quiet: Option<&'a Quiet<W>>,
}

impl<const W: usize> Lines<'_, W> {
    /// The squares to which a pinned piece may move: between its leader and the pinning slider. If moves must not give
    /// check, the piece must also stay between the other leader and the player's slider behind it.
    fn keep<const N: usize>(&self, now: &MovegenContext<'_, W, N>, square: u8) -> Set<W> {
        let own = line(now, now.me, self.enemies, self.leader, square);
        self.quiet.map_or(own, |quiet| own & quiet.line(now, square))
    }
}

/// The squares of the lines on which this piece alone blocks a slider from a leader of `victim`, including the slider.
fn line<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    victim: u8,
    enemies: &Enemies<W>,
    leader: u8,
    square: u8,
) -> Set<W> {
    let mut keep = now.plan.geometry.all;
    for (class, sliders) in now.position.sliders(now.plan, victim, enemies) {
        for &(lower, upper) in class.lines(leader) {
            let ray = if square > leader { upper } else { lower };
            if !ray.has(square) {
                continue;
            }
            for slider in sliders & ray {
                let between = ray & if slider > leader { Set::below(slider) } else { Set::above(slider) };
                if between & now.occupied == Set::one(square) {
                    keep &= between | Set::one(slider);
                }
            }
        }
    }
    keep
}

/// Emits every move of the pieces that are not leaders, and every drop.
#[inline(always)]
fn others<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    pinned: Set<W>,
    lines: &Lines<'_, W>,
    mask: Set<W>,
    sink: &mut impl Sink<W>,
) {
    let bound = lines.quiet.map_or(pinned, |quiet| pinned | quiet.bound);
    for kind in now.side.kinds.iter().filter(|kind| kind.kind != now.plan.leaders[0]) {
        let pieces = now.own & now.position.kind(kind.kind);
        if pieces.is_empty() {
            continue;
        }
        let mask = lines.quiet.map_or(mask, |quiet| mask.minus(quiet.checks(now, kind.kind)));
        generate::kind(now, kind, pieces.minus(bound), mask, sink);
        for square in pieces & bound {
            generate::kind(now, kind, Set::one(square), mask & lines.keep(now, square), sink);
        }
        if sink.is_full() {
            return;
        }
    }
    if !now.side.drops.is_empty() {
        drops::all(now, mask, sink);
    }
}

/// The threats to a leader of `victim`, and the pieces of the player to move that block such threats.
#[inline(always)]
fn threats<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    victim: u8,
    enemies: &Enemies<W>,
    leader: u8,
) -> Threats<W> {
    let MovegenContext { plan, position, own, occupied, .. } = *now;
    let mut threats = Threats { checkers: Set::EMPTY, answers: Set::EMPTY, pinned: Set::EMPTY };
    for (class, sliders) in position.sliders(plan, victim, enemies) {
        if (sliders & class.open(leader)).is_empty() {
            continue;
        }
        for &(lower, upper) in class.lines(leader) {
            for square in sliders & (lower | upper) {
                let ray = if square > leader { upper } else { lower };
                let near = if square > leader { Set::below(square) } else { Set::above(square) };
                let between = ray & near;
                let blockers = between & occupied;
                if blockers.is_empty() {
                    threats.checkers.insert(square);
                    threats.answers = between | Set::one(square);
                } else if !blockers.is_many() {
                    threats.pinned |= blockers & own;
                }
            }
        }
    }
    let leapers = position.leapers_to(plan, victim, enemies, leader);
    if leapers.any() {
        // Only a capture of the leaper answers a leap, even if the same piece also slides, because a leap cannot be
        // blocked.
        threats.answers = leapers;
        threats.checkers |= leapers;
    }
    threats
}

/// The restrictions in games in which moves must not give check. A piece may not attack the other leader from its
/// target. It also may not open a line towards the other leader.
struct Quiet<const W: usize> {
    victim: u8,
    leader: u8,
    enemies: Enemies<W>,
    bound: Set<W>,
}

impl<const W: usize> Quiet<W> {
    fn new<const N: usize>(now: &MovegenContext<'_, W, N>) -> Option<Quiet<W>> {
        let MovegenContext { plan, position, side, .. } = *now;
        let victim = *side.enemies.first()?;
        let leaders = position.leaders(plan, victim);
        if leaders.is_empty() || leaders.is_many() {
            return None;
        }
        let leader = leaders.lowest();
        let enemies = position.enemies(plan, victim);
        let threats = threats(now, victim, &enemies, leader);
        threats.checkers.is_empty().then_some(Quiet { victim, leader, enemies, bound: threats.pinned })
    }

    /// The squares to which a piece may move without opening a line towards the other leader.
    fn line<const N: usize>(&self, now: &MovegenContext<'_, W, N>, square: u8) -> Set<W> {
        line(now, self.victim, &self.enemies, self.leader, square)
    }

    /// The squares from which a piece of this kind would attack the other leader.
    fn checks<const N: usize>(&self, now: &MovegenContext<'_, W, N>, kind: u8) -> Set<W> {
        let foes = &now.plan.sides[self.victim as usize].foes;
        let leaps = foes.leapers.iter().zip(foes.leaps_to(self.leader));
        let leaps = leaps.filter(|(owners, _)| owners.kinds.contains(&kind));
        let slides = foes.sliders.iter().filter(|(owners, _)| owners.kinds.contains(&kind));
        leaps.fold(Set::EMPTY, |all, (_, from)| all | *from)
            | slides.fold(Set::EMPTY, |all, (_, class)| all | now.plan.classes[*class].seen(self.leader, now.occupied))
    }
}
