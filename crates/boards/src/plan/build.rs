//! The planner: compiles every move for every player, assigns the atoms to generators, and proves which shortcuts are
//! sound.

use super::atom::{Atom, Effect, Form, Test, Want};
use super::compile::Compiler;
use super::group::{self, Classes};
use super::rights::Rights;
use super::{Attacks, DropPlan, Foes, Geometry, KindPlan, Mode, Names, Plain, Plan, Planes, Shift, Side, Special};
use crate::bits::Set;
use crate::spec::{Drop, Occupant, Spec, Win};

impl<const W: usize> Plan<W> {
    /// Plans a game. The board must fit into sets of `W` words.
    pub(crate) fn new(spec: &Spec) -> Plan<W> {
        Plan::build(spec, mode)
    }

    /// Plans a game without the shortcut by checks and pins.
    pub(crate) fn tested(spec: &Spec) -> Plan<W> {
        Plan::build(spec, |_, _, _| Mode::Tested)
    }

    fn build(spec: &Spec, mode: fn(&Spec, &[Atom<W>], &[Attacks<W>]) -> Mode) -> Plan<W> {
        let geometry = Geometry::new(&spec.board);
        let planes = Planes::new(spec);
        let (kinds, players) = (planes.kinds as u8, planes.players as u8);
        let mut compiler = Compiler { spec, geometry: &geometry, planes: &planes, atoms: vec![] };
        let numbers: Vec<Vec<Vec<u16>>> =
            (0..players).map(|player| (0..kinds).map(|kind| compiler.kind(player, kind)).collect()).collect();
        let win_zones = spec.clauses.wins.iter().map(|win| match win {
            Win::Reach { zone, .. } => (0..players).map(|player| compiler.zone(player, *zone)).collect(),
            Win::Line(length) => few_lines(&geometry, *length),
            _ => vec![],
        });
        let win_zones: Vec<Vec<Set<W>>> = win_zones.collect();
        let goals = goals(&spec.clauses.wins, &win_zones, players);
        let drop_zones: Vec<Vec<Set<W>>> = (0..players).map(|p| drop_zones(&compiler, p)).collect();
        let mut atoms = compiler.atoms;
        forward(&mut atoms, &numbers);

        let mut classes = Classes::default();
        let attacks: Vec<Attacks<W>> =
            numbers.iter().map(|by_kind| Attacks::new(&geometry, &atoms, &by_kind.concat(), &mut classes)).collect();
        let mode = mode(spec, &atoms, &attacks);
        let odd = attacks.iter().any(|side| !side.odd.is_empty());
        let steady = attacks.iter().flat_map(|side| &side.odd).flat_map(|odd| &odd.atoms).all(|number| {
            let tests = &atoms[*number as usize].tests;
            tests.iter().all(|test| matches!(test, Test::At { want: Want::Empty, .. }))
        });
        let guarded = mode == Mode::Pins;
        let mut sides = sides(spec, &geometry, &mut atoms, &numbers, attacks, &mut classes, guarded);
        for (player, side) in sides.iter_mut().enumerate() {
            for (kind, zone) in drop_zones[player].iter().enumerate() {
                if spec.pieces[kind].drop.is_some() {
                    side.drops.push(atoms.len() as u16);
                    atoms.push(odd_atom(player as u8, kind as u8, Form::Drop(kind as u8), *zone));
                }
            }
        }
        let pass = atoms.len() as u16;
        atoms.push(odd_atom(0, 0, Form::Pass, Set::EMPTY));
        if mode == Mode::Tested {
            influence(spec, &geometry, &atoms, &classes, &mut sides);
        }

        let (held, checks) = counters(spec);
        let squares = (geometry.cols * geometry.rows) as u64;
        let start: Vec<(u8, u8, u8)> = (spec.players.iter().enumerate())
            .flat_map(|(player, seat)| seat.start.iter().map(move |(kind, place)| (player as u8, *kind, *place)))
            .map(|(player, kind, place)| (player, kind, geometry.square(place)))
            .collect();
        let rights = Rights::new(&geometry, &atoms, &start);
        let held_at = |player: usize, kind: u8| held[player * planes.kinds + kind as usize];
        let start_held = (spec.players.iter().enumerate())
            .flat_map(|(player, seat)| {
                seat.hand.iter().filter_map(move |(kind, n)| Some((held_at(player, *kind)?, *n)))
            })
            .collect();
        let alternating = spec.players.len() == 2 && spec.order.len() == 2 && spec.order[0] != spec.order[1];
        let led = spec
            .players
            .iter()
            .enumerate()
            .filter(|(_, player)| player.start.iter().any(|(kind, _)| spec.leaders.contains(kind)));
        let led = led.fold(0, |all, (player, _)| all | 1 << player);
        let beheads = !spec.leaders.is_empty() && (!alternating || may_behead(spec, &atoms));
        let mut once = spec.order.clone();
        once.sort_unstable();
        Plan {
            names: Names::new(spec),
            order: spec.order.clone(),
            start_at: spec.start_at,
            leaders: spec.leaders.clone(),
            mode,
            odd,
            steady,
            pass,
            clauses: spec.clauses.clone(),
            win_zones,
            goals,
            led,
            beheads,
            watched: !spec.clauses.wins.is_empty() || beheads,
            due_lines: !once.into_iter().eq(0..players)
                || atoms.iter().any(|atom| atom.effects.iter().any(|effect| matches!(effect, Effect::Shift { .. }))),
            demoted: (0..kinds).map(|kind| spec.pieces[kind as usize].demotes_to.unwrap_or(kind)).collect(),
            values: spec.pieces.iter().map(|piece| piece.value).collect(),
            held,
            checks,
            rights: rights.alone,
            pairs: rights
                .pairs
                .iter()
                .map(|(player, one, other)| (*player, Set::one(*one) | Set::one(*other)))
                .collect(),
            start,
            start_held,
            drops: spec.pieces.iter().map(|piece| piece.drop.as_ref().map(|drop| drop_plan(&geometry, drop))).collect(),
            files: files(&geometry),
            around: crate::play::around(&geometry),
            keys: (0..u64::from(kinds) * u64::from(players) * squares).map(mix).collect(),
            classes: classes.built,
            geometry,
            planes,
            atoms,
            sides,
        }
    }
}

/// The goal squares of each player. Empty if a game can be won in another way than by reaching them or by having no
/// pieces.
fn goals<const W: usize>(wins: &[Win], zones: &[Vec<Set<W>>], players: u8) -> Vec<Set<W>> {
    let seen = |win: &Win| matches!(win, Win::Reach { .. } | Win::NoPieces | Win::OwnNoPieces);
    if wins.is_empty() || !wins.iter().all(seen) {
        return vec![];
    }
    let of = |player: usize| zones.iter().filter_map(move |zones| zones.get(player));
    (0..players as usize).map(|player| of(player).fold(Set::EMPTY, |all, zone| all | *zone)).collect()
}

/// Every winning row of this length, if there are at most `FEW`. They are then compared one by one. Otherwise empty.
fn few_lines<const W: usize>(geometry: &Geometry<W>, length: u8) -> Vec<Set<W>> {
    const FEW: usize = 16;
    let mut lines = Vec::new();
    for (square, step) in
        geometry.all.iter().flat_map(|square| [(1, 0), (1, 1), (0, 1), (-1, 1)].map(|step| (square, step)))
    {
        let ray = geometry.ray(square, step, length - 1);
        if ray.len() + 1 == usize::from(length) {
            lines.push(ray.into_iter().collect::<Set<W>>() | Set::one(square));
        }
    }
    if lines.len() > FEW { vec![] } else { lines }
}

/// A pseudo-random number that is the same on every machine (the finaliser of SplitMix64).
pub(crate) fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

fn drop_plan<const W: usize>(geometry: &Geometry<W>, drop: &Drop) -> DropPlan<W> {
    let supported = drop.supported.map(|step| (geometry.rotation((-step.0, -step.1)), geometry.sources(step)));
    DropPlan { one_a_file: drop.one_a_file, not_mate: drop.not_mate, flips: drop.flips, supported }
}

fn files<const W: usize>(geometry: &Geometry<W>) -> Vec<Set<W>> {
    let column = |square: u8| geometry.place(square).0;
    let squares = (geometry.cols * geometry.rows) as u16;
    (0..squares).map(|one| geometry.all.iter().filter(|other| column(*other) == column(one as u8)).collect()).collect()
}

/// Whether a leader can be captured although no player may leave a leader attacked. This needs a capture of an own
/// piece, or a capture by a side effect. A side effect does not count if it requires a flag that no leader ever gets.
fn may_behead<const W: usize>(spec: &Spec, atoms: &[Atom<W>]) -> bool {
    let leads = |atom: &&Atom<W>| spec.leaders.contains(&atom.kind);
    let theirs: Vec<u8> =
        atoms.iter().filter(leads).flat_map(|atom| atom.flags.iter().map(|given| given.flag)).collect();
    atoms.iter().any(|atom| {
        let asked = |by: u8| {
            atom.tests.iter().any(|test| match test {
                Test::At { back, want: Want::Flag(flag), negated: false, .. } => {
                    back.wrapping_add(by) & (64 * W - 1) as u8 == 0 && !theirs.contains(flag)
                }
                _ => false,
            })
        };
        let takes = |effect: &Effect<W>| matches!(effect, Effect::Capture(spot) if !asked(spot.by));
        atom.lands == Some(Occupant::Ally) || atom.effects.iter().any(takes)
    })
}

fn drop_zones<const W: usize>(compiler: &Compiler<'_, W>, player: u8) -> Vec<Set<W>> {
    let pieces = compiler.spec.pieces.iter();
    let zones = pieces.map(|piece| piece.drop.as_ref().map_or(&[][..], |drop| &drop.zones));
    zones
        .map(|zones| zones.iter().fold(compiler.geometry.all, |all, zone| all & compiler.zone(player, *zone)))
        .collect()
}

fn odd_atom<const W: usize>(player: u8, kind: u8, form: Form<W>, targets: Set<W>) -> Atom<W> {
    Atom {
        player,
        kind,
        id: 0,
        form,
        lands: Some(Occupant::Empty),
        sources: Set::EMPTY,
        targets,
        tests: vec![],
        safe: None,
        promotions: vec![],
        flags: vec![],
        effects: vec![],
        between: vec![],
        simple: false,
        tame: true,
        again: false,
        captures_aside: false,
        forward: false,
    }
}

/// Marks the moves of kinds whose steps all lead in one direction. Such a piece never returns to an earlier square.
fn forward<const W: usize>(atoms: &mut [Atom<W>], numbers: &[Vec<Vec<u16>>]) {
    for list in numbers.iter().flatten() {
        let steps: Vec<_> = list.iter().filter_map(|number| atoms[*number as usize].form.step()).collect();
        let ahead = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        if ahead.iter().any(|(x, y)| steps.iter().all(|step| step.0 * x + step.1 * y > 0)) {
            list.iter().for_each(|number| atoms[*number as usize].forward = true);
        }
    }
}

/// Chooses the method to test whether a move is legal. Checks and pins suffice under three conditions. There is one
/// kind of leader, every attack is an unconditional leap or ray, and the squares between attacker and target are known.
fn mode<const W: usize>(spec: &Spec, atoms: &[Atom<W>], attacks: &[Attacks<W>]) -> Mode {
    let pure = attacks.iter().all(|side| side.odd.is_empty() && side.unique);
    match spec.leaders.len() {
        0 => Mode::Free,
        1 if pure && crowned(spec) && !spec.clauses.facing && (!spec.clauses.no_checks || unchecking(spec, atoms)) => {
            Mode::Pins
        }
        _ => Mode::Tested,
    }
}

/// Whether no piece ever becomes a leader or stops being one.
fn crowned(spec: &Spec) -> bool {
    spec.pieces.iter().enumerate().all(|(kind, piece)| {
        let leads = spec.leaders.contains(&(kind as u8));
        let mut options = piece.moves.iter().flat_map(|mv| &mv.modifiers).flat_map(|modifier| &modifier.options);
        options.all(|option| spec.leaders.contains(option) == leads)
    })
}

/// Whether the kind, source and target of a move decide if it gives check. True only for two players, and if no move
/// has conditions, promotions, side effects, chains or drops.
fn unchecking<const W: usize>(spec: &Spec, atoms: &[Atom<W>]) -> bool {
    let bare = |atom: &Atom<W>| {
        let conditions = atom.tests.is_empty() && atom.safe.is_none();
        let consequences = atom.promotions.is_empty() && atom.effects.is_empty() && !atom.again;
        conditions && consequences && atom.lands != Some(Occupant::Ally)
    };
    spec.players.len() == 2 && atoms.iter().all(bare) && spec.pieces.iter().all(|piece| piece.drop.is_none())
}

fn sides<const W: usize>(
    spec: &Spec,
    geometry: &Geometry<W>,
    atoms: &mut Vec<Atom<W>>,
    numbers: &[Vec<Vec<u16>>],
    attacks: Vec<Attacks<W>>,
    classes: &mut Classes<W>,
    guarded: bool,
) -> Vec<Side<W>> {
    let players = numbers.len() as u8;
    let squares = (geometry.cols * geometry.rows) as usize;
    let others = |player: usize| (0..players).filter(|other| *other as usize != player).collect::<Vec<u8>>();
    let foes: Vec<Foes<W>> = (0..numbers.len()).map(|player| Foes::new(&attacks, &others(player), squares)).collect();
    let mut sides = Vec::new();
    for ((player, by_kind), (attacks, foes)) in numbers.iter().enumerate().zip(attacks.into_iter().zip(foes)) {
        let mut side = Side {
            kinds: vec![],
            specials: vec![],
            attacks,
            foes,
            influence: vec![],
            enemies: others(player),
            drops: vec![],
            jumps: false,
        };
        for (kind, list) in by_kind.iter().enumerate() {
            let leader = spec.leaders.contains(&(kind as u8));
            let (groups, sorted) = group::sort(geometry, atoms, list, guarded, leader);
            let shift = |atoms: &[Atom<W>], number: u16| Shift::new(geometry, &atoms[number as usize], number);
            let mut plan = KindPlan {
                kind: kind as u8,
                plains: vec![],
                shifts: sorted.shifts.iter().filter_map(|number| shift(atoms, *number)).collect(),
                walks: sorted.walks,
                jumps: sorted.jumps,
            };
            let forward = list.iter().all(|number| atoms[*number as usize].forward);
            for group in groups {
                if let Some(shifts) = group.shifts(geometry).filter(|_| !(guarded && leader)) {
                    for atom in shifts {
                        atoms.push(Atom { forward, ..atom });
                        plan.shifts.extend(shift(atoms, atoms.len() as u16 - 1));
                    }
                    continue;
                }
                let (plain, atom): (Plain<W>, Atom<W>) = group.finish(geometry, atoms.len() as u16, classes);
                atoms.push(Atom { forward, ..atom });
                plan.plains.push(plain);
            }
            let special = |number: &u16| Special::new(geometry, &atoms[*number as usize], *number);
            side.specials.extend(sorted.specials.iter().map(special));
            side.jumps |= !plan.jumps.is_empty();
            let idle =
                plan.plains.is_empty() && plan.shifts.is_empty() && plan.walks.is_empty() && plan.jumps.is_empty();
            if !idle {
                side.kinds.push(plan);
            }
        }
        sides.push(side);
    }
    sides
}

fn influence<const W: usize>(
    spec: &Spec,
    geometry: &Geometry<W>,
    atoms: &[Atom<W>],
    classes: &Classes<W>,
    sides: &mut [Side<W>],
) {
    let squares = (geometry.cols * geometry.rows) as u16;
    for player in 0..sides.len() {
        let table = (0..squares).map(|square| {
            let mut matters = Set::EMPTY;
            for enemy in sides[player].enemies.clone() {
                let theirs = sides[enemy as usize].attacks.influence(geometry, atoms, classes, square as u8);
                matters |= theirs.unwrap_or(geometry.all);
            }
            if spec.clauses.facing {
                let column = geometry.place(square as u8).0;
                matters |= geometry.all.iter().filter(|other| geometry.place(*other).0 == column).collect();
            }
            // With this clause, every move could be illegal by giving check, so every move is tested.
            if spec.clauses.no_checks { geometry.all } else { matters }
        });
        sides[player].influence = table.collect();
    }
}

/// Assigns the counters: one for each player and kind in hand. Also returns the first counter of checks.
fn counters(spec: &Spec) -> (Vec<Option<u8>>, Option<u8>) {
    let mut next = 0;
    let mut held = Vec::new();
    for _ in &spec.players {
        for piece in &spec.pieces {
            held.push(piece.drop.is_some().then_some(next));
            next += u8::from(piece.drop.is_some());
        }
    }
    let counted = spec.clauses.wins.iter().any(|win| matches!(win, Win::Checks(_)));
    (held, counted.then_some(next))
}
