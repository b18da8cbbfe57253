//! The planner: compiles every move for every player, assigns the atoms to generators, and proves which shortcuts are
//! sound.

use super::atom::{Atom, CastlePlan, Effect, Form, Promotion, Test, Want};
use super::compile::Compiler;
use super::group::{self, Classes};
use super::rights::Rights;
use super::{Attacks, DropPlan, Foes, Geometry, KindPlan, Mode, Names, Plain, Plan, Planes, Shift, Side, Special};
use crate::bits::Set;
use crate::spec::{Base, Drop, Facing, Occupant, Reach, Shape, Spec, Win};

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
            Win::Reach(Reach { zone, .. }) | Win::LeftHome(zone) => {
                (0..players).map(|player| compiler.zone(player, *zone)).collect()
            }
            Win::Pattern(pattern) => match pattern.shape {
                Shape::Line(length) if pattern.directions == 7 => few_lines(&geometry, length),
                Shape::Chain(from, to) => {
                    (0..players).flat_map(|player| [from, to].map(|zone| compiler.zone(player, zone))).collect()
                }
                _ => vec![],
            },
            _ => vec![],
        });
        let win_zones: Vec<Vec<Set<W>>> = win_zones.collect();
        let goals = goals(&spec.clauses.wins, &win_zones, players);
        let drop_zones: Vec<Vec<Set<W>>> = (0..players).map(|p| drop_zones(&compiler, p)).collect();
        let zone_of = |zone: Option<u8>, player: u8| zone.map_or(geometry.all, |zone| compiler.zone(player, zone));
        let zones_of = |zone: Option<u8>| (0..players).map(|player| zone_of(zone, player)).collect::<Vec<_>>();
        let wall_zones = spec.clauses.walls.as_ref().map_or(vec![], |walls| zones_of(walls.zone));
        let gates = spec.clauses.gating.map_or(vec![], |zone| zones_of(Some(zone)));
        let firsts: Vec<Vec<Set<W>>> = spec
            .pieces
            .iter()
            .map(|piece| {
                let first = piece.drop.as_ref().and_then(|drop| drop.first);
                first.map_or(vec![], |zone| zones_of(Some(zone)))
            })
            .collect();
        let after_drops: Vec<Vec<Vec<Effect<W>>>> = (0..players)
            .map(|player| {
                (0..kinds)
                    .map(|kind| {
                        let changes = spec.clauses.after_move.iter().filter(|change| change.by >> kind & 1 == 1);
                        changes.map(|change| Effect::Change(compiler.change(player, change))).collect()
                    })
                    .collect()
            })
            .collect();
        let castles = castles(&compiler);
        let fresh = |player: u8| spec.clauses.unmoved_drops.map_or(Set::EMPTY, |zone| compiler.zone(player, zone));
        let unmoved_drops = (0..players).fold(Set::EMPTY, |all, player| all | fresh(player));
        let mut atoms = compiler.atoms;
        forward(&mut atoms, &numbers);

        let mut classes = Classes::default();
        let attacks: Vec<Attacks<W>> =
            numbers.iter().map(|by_kind| Attacks::new(&geometry, &atoms, &by_kind.concat(), &mut classes)).collect();
        let mode = mode(spec, &atoms, &attacks);
        let odd = attacks.iter().any(|side| !side.odd.is_empty());
        let steady = attacks.iter().flat_map(|side| &side.odd).flat_map(|odd| &odd.atoms).all(|number| {
            let tests = &atoms[*number as usize].tests;
            let whole = atoms[*number as usize].prey.is_none()
                && !matches!(atoms[*number as usize].form, Form::Hop { never_over, .. } if never_over != 0);
            whole && tests.iter().all(|test| matches!(test, Test::At { want: Want::Empty, .. }))
        });
        let guarded = mode == Mode::Pins;
        let movable = movable(spec, &geometry, &atoms, &numbers);
        for (list, free) in numbers.iter().flatten().zip(&movable).filter(|(_, free)| **free != geometry.all) {
            let nowhere = Promotion {
                sources: Set::EMPTY,
                targets: Set::EMPTY,
                tests: vec![],
                safe: None,
                risky: None,
                prey: None,
                checker: None,
                options: vec![],
                limited: true,
            };
            debug_assert!(free.minus(geometry.all).is_empty());
            for number in list {
                let promotions = &mut atoms[*number as usize].promotions;
                promotions.iter_mut().for_each(|promotion| promotion.limited = true);
                if promotions.is_empty() {
                    promotions.push(nowhere.clone());
                }
            }
        }
        let mut sides = sides(spec, &geometry, &mut atoms, &numbers, attacks, &mut classes, guarded);
        for (player, side) in sides.iter_mut().enumerate() {
            for (kind, zone) in drop_zones[player].iter().enumerate() {
                if spec.pieces[kind].drop.as_ref().is_some_and(|drop| !drop.gate_only) {
                    side.drops.push(atoms.len() as u16);
                    let mut atom = odd_atom(player as u8, kind as u8, Form::Drop(kind as u8), *zone);
                    atom.effects.clone_from(&after_drops[player][kind]);
                    atoms.push(atom);
                }
            }
        }
        for (player, kind, castle) in castles {
            let number = atoms.len() as u16;
            let atom = odd_atom(player, kind, Form::Castle(Box::new(castle)), Set::EMPTY);
            atoms.push(Atom { lands: Some(Occupant::Ally), tame: false, ..atom });
            sides[player as usize].castles.push(number);
        }
        let strides =
            if spec.clauses.walls.is_some() { by_content(&atoms, &numbers, kinds, Occupant::Empty) } else { vec![] };
        let asks = atoms.iter().any(|atom| atom.after.iter().any(|test| test.attacks.is_some()));
        let captures = if asks { by_content(&atoms, &numbers, kinds, Occupant::Enemy) } else { vec![] };
        let pass = atoms.len() as u16;
        atoms.push(odd_atom(0, 0, Form::Pass, Set::EMPTY));
        if mode == Mode::Tested {
            influence(spec, &geometry, &atoms, &classes, &mut sides);
        }

        let Counters { held, checks, check_series, passes } = counters(spec);
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
        let always_lead = spec.leads_while.iter().all(|most| *most == u8::MAX);
        let ring = ring(spec, &geometry);
        let beheads = !spec.leaders.is_empty() && (!alternating || !always_lead || may_behead(spec, &atoms));
        let clauses = &spec.clauses;
        let ends = clauses.double_pass.is_some() || clauses.full_board.is_some() || clauses.facing == Facing::Answered;
        let goals = if ends { vec![] } else { goals };
        let alike = sides.iter().flat_map(|side| (0..kinds).map(|kind| has_twins(&atoms, side, kind))).collect();
        let mut once = spec.order.clone();
        once.sort_unstable();
        Plan {
            names: Names::new(spec),
            order: spec.order.clone(),
            start_at: spec.start_at,
            leaders: spec.leaders.clone(),
            leads_while: spec.leads_while.clone(),
            always_lead,
            check_on_all: spec.check_on_all,
            ring,
            mode,
            alike,
            odd,
            steady,
            pass,
            clauses: spec.clauses.clone(),
            win_zones,
            goals,
            teams: {
                let teams = (0..spec.players.len()).map(|player| clauses.team_of(player));
                if clauses.teams.is_empty() { vec![] } else { teams.collect() }
            },
            led,
            beheads,
            watched: !spec.clauses.wins.is_empty() || beheads || ends,
            due_lines: !once.into_iter().eq(0..players)
                || atoms.iter().any(|atom| atom.effects.iter().any(|effect| matches!(effect, Effect::Shift { .. }))),
            demoted: (0..kinds).map(|kind| spec.pieces[kind as usize].demotes_to.unwrap_or(kind)).collect(),
            values: spec.pieces.iter().map(|piece| piece.value).collect(),
            held,
            checks,
            check_series,
            counts_checks: checks.is_some() || check_series.is_some(),
            passes,
            wall_zones,
            extended: clauses.walls.is_some() || !gates.is_empty(),
            staged: clauses.walls_follow(),
            gates,
            movable,
            strides,
            captures,
            rights: rights.alone,
            pairs: rights
                .pairs
                .iter()
                .map(|(player, one, other)| (*player, Set::one(*one) | Set::one(*other)))
                .collect(),
            start,
            start_held,
            drops: (spec.pieces.iter().zip(firsts))
                .map(|(piece, first)| piece.drop.as_ref().map(|drop| drop_plan(&geometry, drop, first)))
                .collect(),
            files: lines(&geometry, |(x, _)| (x, 0)),
            rows: lines(&geometry, |(x, y)| (y, geometry.part(x))),
            dark: geometry.all.iter().filter(|square| is_dark(geometry.column_row(*square))).collect(),
            coloured: spec.pieces.iter().any(|piece| piece.drop.as_ref().is_some_and(|drop| drop.colours)),
            unmoved_drops,
            around: crate::play::around(&geometry),
            keys: (0..(u64::from(kinds) * u64::from(players) + 1) * squares).map(mix).collect(),
            classes: classes.built,
            geometry,
            planes,
            atoms,
            sides,
        }
    }
}

/// The goal squares of each player. Empty if the game has other ways to win than reaching them or having no pieces.
fn goals<const W: usize>(wins: &[Win], zones: &[Vec<Set<W>>], players: u8) -> Vec<Set<W>> {
    let seen = |win: &Win| matches!(win, Win::Reach(_) | Win::NoPieces | Win::OwnNoPieces);
    if wins.is_empty() || !wins.iter().all(seen) {
        return vec![];
    }
    let of = |player: usize| zones.iter().filter_map(move |zones| zones.get(player));
    (0..players as usize).map(|player| of(player).fold(Set::EMPTY, |all, zone| all | *zone)).collect()
}

/// Whether a piece of this kind may have two different moves to the same square.
fn has_twins<const W: usize>(atoms: &[Atom<W>], side: &Side<W>, kind: u8) -> bool {
    let Some(own) = side.kinds.iter().find(|own| own.kind == kind) else { return true };
    let mut numbers: Vec<u16> = own.plains.iter().map(|plain| plain.atom).collect();
    numbers.extend(own.shifts.iter().map(|shift| shift.atom).chain(own.walks.iter().copied()));
    numbers.extend(side.specials.iter().filter(|special| special.kind == kind).map(|special| special.atom));
    numbers.extend(side.castles.iter().copied().filter(|number| atoms[*number as usize].kind == kind));
    let meet = |one: &Atom<W>, other: &Atom<W>| {
        let same_content = match (one.lands, other.lands) {
            (Some(one), Some(other)) => one == other,
            (None, lands) | (lands, None) => lands != Some(Occupant::Ally),
        };
        let same_way =
            match (&one.form, &other.form) {
                (Form::Leap { step, .. }, Form::Leap { step: other, .. }) => step == other,
                (Form::Castle(one), Form::Castle(other)) => (one.piece, one.partner) == (other.piece, other.partner),
                _ => one.form.step().zip(other.form.step()).is_none_or(|(one, other)| {
                    one.0 * other.1 == one.1 * other.0 && one.0 * other.0 + one.1 * other.1 > 0
                }),
            };
        same_content && same_way
    };
    let pairs = |at: usize| numbers[at + 1..].iter().map(move |other| (at, *other));
    !own.jumps.is_empty()
        || (0..numbers.len())
            .flat_map(pairs)
            .any(|(at, other)| meet(&atoms[numbers[at] as usize], &atoms[other as usize]))
}

/// Every possible winning row of this length. Empty if there are more than `FEW`. The engine tests the rows of a
/// non-empty list one by one.
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

fn drop_plan<const W: usize>(geometry: &Geometry<W>, drop: &Drop, first: Vec<Set<W>>) -> DropPlan<W> {
    let supported = drop.supported.map(|step| (geometry.rotation((-step.0, -step.1)), geometry.sources(step)));
    DropPlan {
        one_a_file: drop.one_a_file,
        not_mate: drop.not_mate,
        flips: drop.flips,
        file_limit: drop.file_limit,
        not_check: drop.not_check,
        beside: drop.beside,
        colours: drop.colours,
        becomes: drop.becomes.clone(),
        first,
        free: drop.free,
        from_edge: drop.from_edge,
        supported,
    }
}

/// Whether a square has the colour of the square at the bottom left.
fn is_dark((x, y): crate::spec::BoardSquare) -> bool {
    (x + y) % 2 == 0
}

/// For each square: the squares with the same column, or with the same row.
fn lines<const W: usize>(geometry: &Geometry<W>, part: impl Fn(crate::spec::BoardSquare) -> (u8, u8)) -> Vec<Set<W>> {
    let column = |square: u8| part(geometry.column_row(square));
    let squares = (geometry.cols * geometry.rows) as u16;
    (0..squares).map(|one| geometry.all.iter().filter(|other| column(*other) == column(one as u8)).collect()).collect()
}

/// Whether some move can take a leader off the board even in games where a player may never leave their own leader
/// attacked. Such a move captures a friendly piece, or captures or removes a piece by a side effect. A capture by a
/// side effect does not count if it requires a flag that no leader ever gets.
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
        let removes = |effect: &Effect<W>| matches!(effect, Effect::Change(change) if change.change.removes());
        atom.lands == Some(Occupant::Ally) || atom.effects.iter().any(|effect| takes(effect) || removes(effect))
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
        risky: None,
        prey: None,
        checker: None,
        after: vec![],
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

/// Marks the moves of kinds whose steps all lead in one direction. A piece of such a kind never returns to an earlier
/// square.
fn forward<const W: usize>(atoms: &mut [Atom<W>], numbers: &[Vec<Vec<u16>>]) {
    for list in numbers.iter().flatten() {
        let steps: Vec<_> = list.iter().filter_map(|number| atoms[*number as usize].form.step()).collect();
        let steps: Vec<_> = steps.into_iter().filter(|step| *step != (0, 0)).collect();
        let ahead = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        if ahead.iter().any(|(x, y)| steps.iter().all(|step| step.0 * x + step.1 * y > 0)) {
            let moving = list.iter().filter(|number| !atoms[**number as usize].stays()).copied().collect::<Vec<u16>>();
            moving.iter().for_each(|number| atoms[*number as usize].forward = true);
        }
    }
}

/// Chooses the method that tests whether a move is legal. Checks and pins are enough if there is one kind of leader,
/// every attack is an unconditional leap or ray, and the squares between attacker and target are known.
fn mode<const W: usize>(spec: &Spec, atoms: &[Atom<W>], attacks: &[Attacks<W>]) -> Mode {
    let pure = attacks.iter().all(|side| side.odd.is_empty() && side.unique);
    match spec.leaders.len() {
        0 => Mode::Free,
        1 if spec.clauses.walls.is_some() || spec.clauses.gating.is_some() => Mode::Tested,
        1 if spec.leads_while[0] < u8::MAX || ring(spec, &Geometry::<W>::new(&spec.board)).is_some() => Mode::Tested,
        1 if pure
            && crowned(spec)
            && spec.clauses.facing == Facing::Allowed
            && (!spec.clauses.no_checks || unchecking(spec, atoms)) =>
        {
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

/// Whether the kind, source and target of a move decide if it gives check. This holds only if there are two players and
/// no move has conditions, promotions, side effects, chains or drops.
fn unchecking<const W: usize>(spec: &Spec, atoms: &[Atom<W>]) -> bool {
    let bare = |atom: &Atom<W>| {
        let conditions = atom.tests.is_empty() && atom.safe.is_none() && atom.after.is_empty();
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
    let others = |player: usize| {
        (0..players).filter(|other| spec.clauses.team_of(player) >> other & 1 == 0).collect::<Vec<u8>>()
    };
    let foes: Vec<Foes<W>> = (0..numbers.len()).map(|player| Foes::new(&attacks, &others(player), squares)).collect();
    let mut sides = Vec::new();
    for ((player, by_kind), (attacks, foes)) in numbers.iter().enumerate().zip(attacks.into_iter().zip(foes)) {
        let mut side = Side {
            kinds: vec![],
            specials: vec![],
            castling_end: 0,
            attacks,
            foes,
            influence: vec![],
            enemies: others(player),
            drops: vec![],
            castles: vec![],
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
        let last = side.specials.iter().rposition(|special| special.carries.is_some());
        side.castling_end = last.map_or(0, |last| last + 1);
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
            if spec.clauses.facing != Facing::Allowed {
                let (column, row) = geometry.column_row(square as u8);
                let faced = |other: &u8| {
                    let (x, y) = geometry.column_row(*other);
                    x == column || (spec.clauses.facing_rows && y == row)
                };
                matters |= geometry.all.iter().filter(faced).collect();
            }
            matters
        });
        sides[player].influence = table.collect();
    }
}

/// The counters of a position.
struct Counters {
    /// The counter of each kind in each hand.
    held: Vec<Option<u8>>,
    /// The first counter of checks.
    checks: Option<u8>,
    /// The first counter of series of checks.
    check_series: Option<u8>,
    /// The counter of passes.
    passes: Option<u8>,
}

/// Assigns the counters.
fn counters(spec: &Spec) -> Counters {
    let mut next = 0;
    let mut held = Vec::new();
    for _ in &spec.players {
        for kind in 0..spec.pieces.len() as u8 {
            held.push(spec.is_held(kind).then_some(next));
            next += u8::from(spec.is_held(kind));
        }
    }
    let counted = spec.clauses.wins.iter().any(|win| matches!(win, Win::Checks(_)));
    let checks = counted.then_some(next);
    next += if counted { spec.players.len() as u8 } else { 0 };
    let check_series = spec.clauses.mate_without.map(|_| next);
    next += if check_series.is_some() { spec.players.len() as u8 } else { 0 };
    let passes = spec.clauses.double_pass.is_some() || spec.clauses.facing == Facing::Answered;
    Counters { held, checks, check_series, passes: passes.then_some(next) }
}

/// For each square: the neighbouring squares whose leaders are removed by a capture on this square. `None` if captures
/// remove none.
fn ring<const W: usize>(spec: &Spec, geometry: &Geometry<W>) -> Option<Vec<Set<W>>> {
    let leaders = spec.leaders.iter().fold(0, |all, kind| all | 1 << kind);
    let blasts = spec.clauses.after_capture.iter();
    let blasts: Vec<_> = blasts
        .filter(|change| change.change.removes() && change.base == Base::Target && change.kinds & leaders != 0)
        .collect();
    if blasts.is_empty() {
        return None;
    }
    let squares = (geometry.cols * geometry.rows) as u16;
    let around = |square: u16| {
        let offsets = blasts.iter().flat_map(|change| &change.offsets).filter(|offset| **offset != (0, 0));
        offsets.filter_map(|offset| geometry.step(square as u8, *offset)).collect()
    };
    Some((0..squares).map(around).collect())
}

/// For each player and kind: the squares from which the piece could move on an empty board. Empty if the game does not
/// have the clause `no_stuck_pieces`.
fn movable<const W: usize>(
    spec: &Spec,
    geometry: &Geometry<W>,
    atoms: &[Atom<W>],
    numbers: &[Vec<Vec<u16>>],
) -> Vec<Set<W>> {
    if !spec.clauses.no_stuck_pieces {
        return vec![];
    }
    let reaches = |atom: &Atom<W>, from: u8| match &atom.form {
        Form::Leap { step, .. } => geometry.step(from, *step).is_some_and(|to| atom.targets.has(to)),
        Form::Slide { rays, .. } | Form::Hop { rays, .. } => (rays[from as usize] & atom.targets).any(),
        Form::Merged | Form::Castle(_) | Form::Drop(_) | Form::Pass => false,
    };
    let squares = |list: &Vec<u16>| {
        let able = |from: &u8| {
            let mut own = list.iter().map(|number| &atoms[*number as usize]);
            own.any(|atom| atom.sources.has(*from) && !atom.tests.contains(&Test::Unmoved) && reaches(atom, *from))
        };
        geometry.all.iter().filter(able).collect()
    };
    numbers.iter().flatten().map(squares).collect()
}

/// For each player and kind: the atoms whose target must have this content.
fn by_content<const W: usize>(
    atoms: &[Atom<W>],
    numbers: &[Vec<Vec<u16>>],
    kinds: u8,
    content: Occupant,
) -> Vec<Vec<u16>> {
    debug_assert!(numbers.iter().all(|by_kind| by_kind.len() == usize::from(kinds)));
    let fits = |number: &&u16| atoms[**number as usize].lands == Some(content);
    numbers.iter().flatten().map(|list| list.iter().filter(fits).copied().collect()).collect()
}

/// Castling by the clause `castling`: one entry for each player and each pair of squares.
fn castles<const W: usize>(compiler: &Compiler<'_, W>) -> Vec<(u8, u8, CastlePlan<W>)> {
    let (spec, geometry) = (compiler.spec, compiler.geometry);
    let Some(castling) = &spec.clauses.castling else { return vec![] };
    let mut found = Vec::new();
    for player in 0..spec.players.len() as u8 {
        let rank = compiler.ranks(player, &[castling.rank]);
        for (piece, partner) in rank.iter().flat_map(|one| rank.iter().map(move |other| (one, other))) {
            let (from, other) = (geometry.column_row(piece), geometry.column_row(partner));
            if from.1 != other.1 || from.0 == other.0 || geometry.part(from.0) != geometry.part(other.0) {
                continue;
            }
            let (king, rook) = if other.0 > from.0 { castling.right } else { castling.left };
            let (piece_to, partner_to) = (geometry.square((king, from.1)), geometry.square((rook, from.1)));
            let span = |one: u8, other: u8| {
                let (low, high) = (one.min(other), one.max(other));
                (low..=high).collect::<Set<W>>()
            };
            let both = Set::one(piece) | Set::one(partner);
            let clear = (span(piece, piece_to) | span(partner, partner_to)).minus(both);
            if clear.minus(geometry.all).any() || !geometry.all.has(piece_to) || !geometry.all.has(partner_to) {
                continue;
            }
            let leads = spec.leaders.contains(&castling.piece);
            let calm = if leads { span(piece, piece_to) } else { Set::EMPTY };
            let partners = castling.partners;
            found.push((
                player,
                castling.piece,
                CastlePlan { piece, partner, piece_to, partner_to, partners, clear, calm },
            ));
        }
    }
    found
}
