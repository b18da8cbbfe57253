//! Pseudo-legal moves of the ordinary kind: plain tables and lines, shifts of whole sets, slides and hops.

use super::Position;
use super::sink::Sink;
use crate::bits::Set;
use crate::plan::{Atom, Form, KindPlan, Plain, Plan};
use crate::spec::Occupant;

/// The squares on which an atom may land as far as what stands there goes.
#[inline(always)]
pub(super) fn landings<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    atom: &Atom<W>,
) -> Set<W> {
    let own = position.player(plan, me);
    match atom.lands {
        None => plan.geometry.all.minus(own),
        Some(Occupant::Empty) => plan.geometry.all.minus(position.occupied(plan)),
        Some(Occupant::Enemy) => position.occupied(plan).minus(own),
        Some(Occupant::Ally) => own,
    }
}

/// Where an atom leads from a square, whatever stands there: along slides up to and with the first piece.
#[inline]
pub(super) fn reach<const W: usize>(atom: &Atom<W>, from: u8, occupied: Set<W>) -> Set<W> {
    match &atom.form {
        Form::Leap { by, .. } => Set::one(from.wrapping_add(*by) & (64 * W - 1) as u8),
        Form::Slide { rays, ascends, .. } => along(rays[from as usize], *ascends, occupied),
        Form::Hop { rays, ascends, min, max, beyond, last_only, .. } => {
            let ray = rays[from as usize];
            let over = hop(ray, *ascends, occupied, *min, *max, *beyond);
            if *last_only { over & far_end(ray, *ascends) } else { over }
        }
        Form::Merged | Form::Drop(_) | Form::Pass => Set::EMPTY,
    }
}

#[inline(always)]
fn along<const W: usize>(ray: Set<W>, ascends: bool, occupied: Set<W>) -> Set<W> {
    if ascends { Set::seen(Set::EMPTY, ray, occupied) } else { Set::seen(ray, Set::EMPTY, occupied) }
}

fn far_end<const W: usize>(ray: Set<W>, ascends: bool) -> Set<W> {
    let end = if ascends { ray.iter().last() } else { ray.iter().next() };
    end.map_or(Set::EMPTY, Set::one)
}

/// The squares behind at least `min` and at most `max` pieces, and no more than `beyond` behind the last of them.
fn hop<const W: usize>(ray: Set<W>, ascends: bool, occupied: Set<W>, min: u8, max: u8, beyond: u8) -> Set<W> {
    let (mut rest, mut found) = (ray, Set::EMPTY);
    for passed in 0..=max {
        let seen = along(rest, ascends, occupied);
        if passed >= min {
            found |= nearest(seen, ascends, beyond);
        }
        if (seen & occupied).is_empty() {
            break;
        }
        rest = rest.minus(seen);
    }
    found
}

fn nearest<const W: usize>(seen: Set<W>, ascends: bool, most: u8) -> Set<W> {
    let skip = (seen.len() as usize).saturating_sub(usize::from(most));
    match ascends {
        true => seen.iter().take(usize::from(most)).collect(),
        false => seen.iter().skip(skip).collect(),
    }
}

/// Where an atom may go from a square: reach, what stands there, and the zone of its targets.
#[inline]
pub(super) fn targets<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    atom: &Atom<W>,
    from: u8,
) -> Set<W> {
    reach(atom, from, position.occupied(plan)) & atom.targets & landings(plan, position, me, atom)
}

/// Hands over the targets of one piece, promotions split off.
#[inline(always)]
pub(super) fn emit<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    number: u16,
    from: u8,
    mut to: Set<W>,
    sink: &mut impl Sink<W>,
) {
    let atom = &plan.atoms[number as usize];
    for promotion in &atom.promotions {
        let there = to & promotion.targets;
        if there.is_empty() || !promotion.sources.has(from) {
            continue;
        }
        let source = Set::one(from);
        if position.passing(plan, atom.player, &promotion.tests, source, false).any() {
            sink.promoted(from, there, number, &promotion.options);
            to = to.minus(there);
        }
    }
    sink.plain(from, to, number);
}

/// The moves of some pieces of one kind onto the squares of a mask.
pub(super) fn kind<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    kind: &KindPlan,
    sources: Set<W>,
    mask: Set<W>,
    sink: &mut impl Sink<W>,
) {
    let side = &plan.sides[me as usize];
    let own = position.player(plan, me);
    let occupied = position.occupied(plan);
    for plain in &kind.plains {
        let plain = &side.plains[*plain];
        let promotes = !plan.atoms[plain.atom as usize].promotions.is_empty();
        for from in sources {
            let to = plain_reach(plan, plain, from, occupied).minus(own) & mask;
            if promotes {
                emit(plan, position, plain.atom, from, to, sink);
            } else {
                sink.plain(from, to, plain.atom);
            }
        }
    }
    for &number in &kind.shifts {
        let atom = &plan.atoms[number as usize];
        let mut able = sources & atom.sources;
        if !atom.tests.is_empty() {
            able = position.passing(plan, me, &atom.tests, able, false);
        }
        if able.is_empty() {
            continue;
        }
        let Form::Leap { by, .. } = atom.form else { continue };
        let open = match atom.lands {
            Some(Occupant::Empty) => plan.geometry.all.minus(occupied),
            Some(Occupant::Enemy) => occupied.minus(own),
            Some(Occupant::Ally) => own,
            None => plan.geometry.all.minus(own),
        };
        let to = able.rotated(u32::from(by)) & open & atom.targets & mask;
        match &atom.promotions[..] {
            [] => sink.shifted(by, to, number),
            [only] if only.tests.is_empty() && only.sources == plan.geometry.all => {
                sink.shifted(by, to.minus(only.targets), number);
                let there = to & only.targets;
                if there.any() {
                    sink.shifted_promoted(by, there, number, &only.options);
                }
            }
            _ => {
                for square in to {
                    emit(plan, position, number, super::sink::source::<W>(square, by), Set::one(square), sink);
                }
            }
        }
    }
    for &number in &kind.walks {
        let atom = &plan.atoms[number as usize];
        for from in position.passing(plan, me, &atom.tests, sources & atom.sources, false) {
            let to = targets(plan, position, me, atom, from) & mask;
            emit(plan, position, number, from, to, sink);
        }
    }
}

/// Where a plain generator leads from a square.
#[inline(always)]
pub(super) fn plain_reach<const W: usize>(plan: &Plan<W>, plain: &Plain<W>, from: u8, occupied: Set<W>) -> Set<W> {
    let mut to = if plain.table.is_empty() { Set::EMPTY } else { plain.table[from as usize] };
    for class in &plain.classes {
        to |= plan.classes[*class].seen(from, occupied);
    }
    to
}

/// Every ordinary move of the mover.
pub(super) fn all<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    sink: &mut impl Sink<W>,
) {
    let own = position.player(plan, me);
    for plan_of_kind in &plan.sides[me as usize].kinds {
        let sources = own & position.kind(plan_of_kind.kind);
        if sources.any() {
            kind(plan, position, me, plan_of_kind, sources, plan.geometry.all, sink);
            if sink.is_full() {
                return;
            }
        }
    }
}
