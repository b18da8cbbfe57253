//! Generates the ordinary moves: plain tables and lines, leaps of whole sets, slides and hops. It does not test whether
//! a leader stays safe.

use super::Position;
use super::movegen_context::MovegenContext;
use super::sink::{Sink, source};
use crate::bits::Set;
use crate::plan::{Atom, Form, KindPlan, Plain, Plan, Promotes, Shift};
use crate::spec::Occupant;

/// The squares on which an atom may land, by their content.
#[inline(always)]
pub(super) fn landings<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    atom: &Atom<W>,
) -> Set<W> {
    let own = position.player(plan, me);
    let closed = own | position.walls(plan);
    match atom.lands {
        None => plan.geometry.all.minus(closed),
        Some(Occupant::Empty) => plan.geometry.all.minus(position.occupied(plan)),
        Some(Occupant::Enemy) => position.occupied(plan).minus(closed),
        Some(Occupant::Ally) => own,
    }
}

/// The squares that an atom reaches from a square. A slide ends at the first piece and includes its square.
#[inline]
pub(crate) fn reach<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    atom: &Atom<W>,
    from: u8,
    occupied: Set<W>,
) -> Set<W> {
    match &atom.form {
        Form::Leap { by, .. } => Set::one(from.wrapping_add(*by) & (64 * W - 1) as u8),
        Form::Slide { rays, ascends, .. } => along(rays[from as usize], *ascends, occupied),
        Form::Hop { rays, ascends, min, max, beyond, last_only, never_over, .. } => {
            let ray = rays[from as usize];
            let mut over = hop(ray, *ascends, occupied, *min, *max, *beyond);
            if *never_over != 0 {
                // Keep only jumps that are also possible without the forbidden pieces: such a jump passes over none of
                // them.
                let others = occupied.minus(position.of_kinds(plan, *never_over));
                over &= hop(ray, *ascends, others, *min, *max, *beyond);
            }
            if *last_only { over & far_end(ray, *ascends) } else { over }
        }
        Form::Merged | Form::Castle(_) | Form::Drop(_) | Form::Pass => Set::EMPTY,
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

/// The squares behind `min` to `max` pieces of a ray, and at most `beyond` squares behind the last of these pieces.
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

/// The targets of an atom from a square: the squares in reach that have the required content and are in its zone.
#[inline]
pub(super) fn targets<const W: usize, const N: usize>(
    plan: &Plan<W>,
    position: &Position<W, N>,
    me: u8,
    atom: &Atom<W>,
    from: u8,
) -> Set<W> {
    if atom.stays() {
        return Set::one(from) & atom.targets;
    }
    let occupied = position.occupied(plan);
    let mut to = reach(plan, position, atom, from, occupied) & atom.targets & landings(plan, position, me, atom);
    if let Some(prey) = atom.prey {
        to &= position.of_kinds(plan, prey);
    }
    if let Some(wanted) = atom.checker
        && to.any()
    {
        let only = position.only_checker(plan, me);
        to = if wanted { to & only } else { to.minus(only) };
    }
    to
}

/// The kinds to which a piece may promote on a square, if the position decides that.
pub(super) struct Options {
    kinds: [u8; crate::limits::MAX_PIECES],
    count: usize,
}

impl Options {
    /// The kinds that the piece may become. Leaves out kinds whose limit is reached, and its own kind if it could never
    /// move again.
    pub fn new<const W: usize, const N: usize>(
        now: &Position<W, N>,
        plan: &Plan<W>,
        atom: &Atom<W>,
        options: &[u8],
        to: u8,
    ) -> Options {
        let own = now.player(plan, atom.player);
        let full = |(kinds, most): (crate::spec::Kinds, u8)| (now.of_kinds(plan, kinds) & own).len() >= u32::from(most);
        let mut found = Options { kinds: [0; crate::limits::MAX_PIECES], count: 0 };
        for &kind in options {
            let stays = kind == atom.kind;
            let free = if stays { plan.may_stay(atom.player, kind, to) } else { !plan.limits_of(kind).any(full) };
            if free {
                found.kinds[found.count] = kind;
                found.count += 1;
            }
        }
        found
    }

    pub fn kinds(&self) -> &[u8] {
        &self.kinds[..self.count]
    }
}

/// Emits the moves of one piece to these targets. Moves with a promotion are emitted separately.
#[inline]
pub(super) fn emit<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    number: u16,
    from: u8,
    mut to: Set<W>,
    sink: &mut impl Sink<W>,
) {
    let atom = &now.plan.atoms[number as usize];
    for promotion in &atom.promotions {
        let mut there = to & promotion.targets;
        if there.is_empty() || !promotion.sources.has(from) {
            continue;
        }
        let source = Set::one(from);
        if now.position.passing(now.plan, atom.player, &promotion.tests, source, false).any() {
            if promotion.depends_on_target() {
                let fits = |to: &u8| now.position.promotes_on(now.plan, atom, promotion, from, *to);
                there = there.iter().filter(fits).collect();
            }
            if promotion.limited {
                for square in there {
                    let options = Options::new(now.position, now.plan, atom, &promotion.options, square);
                    sink.promoted(from, Set::one(square), number, options.kinds());
                }
            } else {
                sink.promoted(from, there, number, &promotion.options);
            }
            to = to.minus(there);
        }
    }
    if !now.plan.movable.is_empty() {
        to &= now.plan.movable_of(atom.player, atom.kind);
    }
    sink.plain(from, to, number);
}

/// Emits the moves of these pieces of one kind onto the squares of a mask.
pub(super) fn kind<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    kind: &KindPlan<W>,
    sources: Set<W>,
    mask: Set<W>,
    sink: &mut impl Sink<W>,
) {
    let open = mask.minus(now.own);
    for plain in &kind.plains {
        for from in sources {
            let to = plain_reach(now.plan, plain, from, now.occupied) & open;
            if plain.promotes {
                emit(now, plain.atom, from, to, sink);
            } else {
                sink.plain(from, to, plain.atom);
            }
            if sink.is_full() {
                return;
            }
        }
    }
    for shift in &kind.shifts {
        shifted(now, shift, sources, mask, sink);
        if sink.is_full() {
            return;
        }
    }
    for &number in &kind.walks {
        let atom = &now.plan.atoms[number as usize];
        for from in now.position.passing(now.plan, now.me, &atom.tests, sources & atom.sources, false) {
            let to = targets(now.plan, now.position, now.me, atom, from) & mask;
            emit(now, number, from, to, sink);
        }
    }
}

/// Emits one leap for all these pieces at once.
#[inline(always)]
fn shifted<const W: usize, const N: usize>(
    now: &MovegenContext<'_, W, N>,
    shift: &Shift<W>,
    sources: Set<W>,
    mask: Set<W>,
    sink: &mut impl Sink<W>,
) {
    let MovegenContext { plan, position, me, own, occupied, .. } = *now;
    let mut able = sources & shift.sources;
    if shift.unmoved {
        able &= position.unmoved(plan);
    }
    for back in &shift.clear {
        able &= !occupied.rotated(u32::from(*back));
    }
    if !shift.tests.is_empty() {
        able = position.passing(plan, me, &shift.tests, able, false);
    }
    let open = match shift.lands {
        Some(Occupant::Empty) => !occupied,
        Some(Occupant::Enemy) => occupied.minus(own),
        Some(Occupant::Ally) => own,
        None => !own,
    };
    let to = able.rotated(u32::from(shift.by)) & open & shift.targets & mask;
    match shift.promotes {
        Promotes::Never => sink.shifted(shift.by, to, shift.atom),
        Promotes::On(zone) => {
            sink.shifted(shift.by, to.minus(zone), shift.atom);
            let there = to & zone;
            if there.any() {
                let options = &plan.atoms[shift.atom as usize].promotions[0].options;
                sink.shifted_promoted(shift.by, there, shift.atom, options);
            }
        }
        Promotes::Perhaps => {
            for square in to {
                emit(now, shift.atom, source::<W>(square, shift.by), Set::one(square), sink);
            }
        }
    }
}

/// The squares that the merged plain moves reach from a square.
#[inline(always)]
pub(super) fn plain_reach<const W: usize>(plan: &Plan<W>, plain: &Plain<W>, from: u8, occupied: Set<W>) -> Set<W> {
    let leaps = plain.table.get(from as usize).copied().unwrap_or(Set::EMPTY);
    match plain.class {
        Some(class) => leaps | plan.classes[class].seen(from, occupied),
        None => leaps,
    }
}

/// Emits every ordinary move of the player to move.
pub(super) fn all<const W: usize, const N: usize>(now: &MovegenContext<'_, W, N>, sink: &mut impl Sink<W>) {
    for kind_plan in &now.side.kinds {
        let sources = now.own & now.position.kind(kind_plan.kind);
        if sources.any() {
            kind(now, kind_plan, sources, now.plan.geometry.all, sink);
            if sink.is_full() {
                return;
            }
        }
    }
}
