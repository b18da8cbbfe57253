//! Legal moves by checks and pins, where the planner has proved that they decide: one leader, and every attack an
//! unconditional leap or ray.

use super::now::{Enemies, Now};
use super::sink::Sink;
use super::{drops, generate, special};
use crate::bits::Set;

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
pub(super) fn all<const W: usize, const N: usize>(now: &Now<'_, W, N>, leader: u8, sink: &mut impl Sink<W>) {
    let Now { plan, position, me, side, own, occupied } = *now;
    let enemies = position.enemies(plan, me);
    let threats = threats(now, &enemies, leader);
    if !threats.checkers.is_many() {
        let mask = if threats.checkers.any() { threats.answers } else { plan.geometry.all };
        others(now, &threats, mask, sink);
        if sink.is_full() {
            return;
        }
    }
    // The leader goes where nobody attacks once it has left its square.
    let without = occupied.minus(Set::one(leader));
    for kind in side.kinds.iter().filter(|kind| kind.kind == plan.leaders[0]) {
        for plain in &kind.plains {
            let mut calm = generate::plain_reach(plan, plain, leader, occupied).minus(own);
            for to in calm {
                if position.is_attacked(plan, me, &enemies, to, without, Set::EMPTY) {
                    calm = calm.minus(Set::one(to));
                }
            }
            if calm.any() {
                generate::emit(now, plain.atom, leader, calm, sink);
            }
        }
    }
    if !side.specials.is_empty() {
        let guard = special::Guard::Pins { leader, checked: threats.checkers.any() };
        special::all(now, &enemies, guard, sink);
    }
}

/// Every move of a piece that is no leader, and every drop.
#[inline(always)]
fn others<const W: usize, const N: usize>(
    now: &Now<'_, W, N>,
    threats: &Threats<W>,
    mask: Set<W>,
    sink: &mut impl Sink<W>,
) {
    for kind in now.side.kinds.iter().filter(|kind| kind.kind != now.plan.leaders[0]) {
        let pieces = now.own & now.position.kind(kind.kind);
        if pieces.is_empty() {
            continue;
        }
        generate::kind(now, kind, pieces.minus(threats.pinned), mask, sink);
        if (pieces & threats.pinned).any() {
            for (square, line) in &threats.pins[..threats.count] {
                if pieces.has(*square) {
                    generate::kind(now, kind, Set::one(*square), mask & *line, sink);
                }
            }
        }
        if sink.is_full() {
            return;
        }
    }
    if !now.side.drops.is_empty() {
        drops::all(now, mask, sink);
    }
}

#[inline(always)]
fn threats<const W: usize, const N: usize>(now: &Now<'_, W, N>, enemies: &Enemies<W>, leader: u8) -> Threats<W> {
    let Now { plan, position, me, own, occupied, .. } = *now;
    let mut threats = Threats {
        checkers: Set::EMPTY,
        answers: Set::EMPTY,
        pinned: Set::EMPTY,
        pins: [(0, Set::EMPTY); MOST_PINS],
        count: 0,
    };
    for (class, sliders) in position.sliders(plan, me, enemies) {
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
                } else if !blockers.is_many() && (blockers & own).any() && threats.count < MOST_PINS {
                    threats.pinned |= blockers;
                    threats.pins[threats.count] = (blockers.lowest(), between | Set::one(square));
                    threats.count += 1;
                }
            }
        }
    }
    let leapers = position.leapers_to(plan, me, enemies, leader);
    if leapers.any() {
        // A leap cannot be blocked, also where the same piece slides too.
        threats.answers = leapers;
        threats.checkers |= leapers;
    }
    threats
}
