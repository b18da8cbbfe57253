//! Legal moves by checks and pins, where the planner has proved that they decide: one leader, and every attack an
//! unconditional leap or ray.

use super::sink::Sink;
use super::{Position, drops, generate, special};
use crate::bits::Set;
use crate::plan::Plan;

/// At most one piece is pinned on each ray towards a leader; the planner allows no more rays than this.
pub(crate) const MOST_PINS: usize = 16;

/// What threatens a leader.
struct Threats<const W: usize> {
    checkers: Set<W>,
    /// The squares that answer a single check: the checker, and what lies between if it slides.
    answers: Set<W>,
    pinned: Set<W>,
    /// Square of a pinned piece and the squares that keep it between.
    pins: [(u8, Set<W>); MOST_PINS],
    count: usize,
}

/// Every legal move of the mover, whose only leader stands on `leader`.
pub(super) fn all<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    leader: u8,
    sink: &mut impl Sink<W>,
) {
    let occupied = position.occupied(plan);
    let own = position.player(plan, me);
    let side = &plan.sides[me as usize];
    let threats = threats(plan, position, me, leader, occupied);

    if !threats.checkers.is_many() {
        let mask = if threats.checkers.any() { threats.answers } else { plan.geometry.all };
        others(plan, position, me, &threats, mask, sink);
        if sink.is_full() {
            return;
        }
    }
    // The leader goes where nobody attacks once it has left its square.
    let without = occupied.minus(Set::one(leader));
    for kind in side.kinds.iter().filter(|kind| kind.kind == plan.leaders[0]) {
        for plain in &kind.plains {
            let plain = &side.plains[*plain];
            let reach = generate::plain_reach(plan, plain, leader, occupied).minus(own);
            let mut calm = Set::EMPTY;
            for to in reach {
                if !position.is_attacked(plan, me, to, without) {
                    calm.insert(to);
                }
            }
            if calm.any() {
                generate::emit(plan, position, plain.atom, leader, calm, sink);
            }
        }
    }
    if !side.specials.is_empty() {
        let guard = special::Guard::Pins { leader, checked: threats.checkers.any() };
        special::all(plan, position, me, guard, sink);
    }
}

/// Every move of a piece that is no leader, and every drop.
#[inline(always)]
fn others<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    threats: &Threats<W>,
    mask: Set<W>,
    sink: &mut impl Sink<W>,
) {
    let side = &plan.sides[me as usize];
    let own = position.player(plan, me);
    for kind in side.kinds.iter().filter(|kind| kind.kind != plan.leaders[0]) {
        let pieces = own & position.kind(kind.kind);
        if pieces.is_empty() {
            continue;
        }
        generate::kind(plan, position, me, kind, pieces.minus(threats.pinned), mask, sink);
        if (pieces & threats.pinned).any() {
            for (square, line) in &threats.pins[..threats.count] {
                if pieces.has(*square) {
                    generate::kind(plan, position, me, kind, Set::one(*square), mask & *line, sink);
                }
            }
        }
        if sink.is_full() {
            return;
        }
    }
    if !side.drops.is_empty() {
        drops::all(plan, position, me, mask, sink);
    }
}

#[inline(always)]
fn threats<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    leader: u8,
    occupied: Set<W>,
) -> Threats<W> {
    let own = position.player(plan, me);
    let mut threats = Threats {
        checkers: Set::EMPTY,
        answers: Set::EMPTY,
        pinned: Set::EMPTY,
        pins: [(0, Set::EMPTY); MOST_PINS],
        count: 0,
    };
    let mut leapers = Set::EMPTY;
    for &enemy in plan.sides[me as usize].enemies.iter().filter(|enemy| position.is_in(**enemy)) {
        let attacks = &plan.sides[enemy as usize].attacks;
        let theirs = position.player(plan, enemy);
        for (kind, table) in &attacks.leaps {
            leapers |= table[leader as usize] & position.kind(*kind) & theirs;
        }
        for (class, kinds) in &attacks.slides {
            let class = &plan.classes[*class];
            let sliders = kinds.iter().fold(Set::EMPTY, |all, kind| all | position.kind(*kind)) & theirs;
            if (sliders & class.open(leader)).is_empty() {
                continue;
            }
            for &(lower, upper) in class.lines(leader).as_flattened() {
                for square in sliders & (lower | upper) {
                    let ray = if square > leader { upper } else { lower };
                    let near = if square > leader { Set::below(square) } else { Set::above(square) };
                    let between = ray & near;
                    let blockers = between & occupied;
                    if blockers.is_empty() {
                        threats.checkers.insert(square);
                        threats.answers = between | Set::one(square);
                    } else if !blockers.is_many() && (blockers & own).any() && threats.count < MOST_PINS {
                        threats.pinned |= blockers;
                        threats.pins[threats.count] = (blockers.lowest(), between | Set::one(square));
                        threats.count += 1;
                    }
                }
            }
        }
    }
    if leapers.any() {
        // A leap cannot be blocked, also where the same piece slides too.
        threats.answers = leapers;
        threats.checkers |= leapers;
    }
    threats
}
