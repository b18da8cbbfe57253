//! Compiles the moves of a game file into atoms.

use super::atom::{AfterTest, Atom, ChangePlan, Effect, Form, Given, Promotion, Safe, Spot, Test, Want};
use super::geometry::Geometry;
use super::planes::Planes;
use crate::bits::Set;
use crate::spec::{self, Base, Change, Condition, Kinds, Occupant, Offset, Owner, Spec};
use std::borrow::Cow;

/// The data for compiling atoms.
pub(super) struct Compiler<'a, const W: usize> {
    pub spec: &'a Spec,
    pub geometry: &'a Geometry<W>,
    pub planes: &'a Planes,
    /// The atoms that are compiled so far.
    pub atoms: Vec<Atom<W>>,
}

/// The move whose conditions are compiled.
#[derive(Clone, Copy)]
struct Scope<'a> {
    player: u8,
    kind: u8,
    /// The whole step, as the file gives it.
    neutral: Offset,
    effects: &'a [&'a spec::Effect],
    done: &'a [Option<Vec<u16>>],
    /// Whether the action captures.
    captures: bool,
    /// Whether the action captures on its target.
    onto: bool,
}

impl<'a> Scope<'a> {
    fn new(
        player: u8,
        kind: u8,
        mv: &spec::MoveSpec,
        action: &spec::Action,
        effects: &'a [&'a spec::Effect],
        done: &'a [Option<Vec<u16>>],
    ) -> Scope<'a> {
        let onto = action.state != Occupant::Empty;
        let mut all = mv.effects.iter().chain(&action.effects);
        let captures = onto || all.any(|effect| matches!(effect, spec::Effect::Capture(_)));
        Scope { player, kind, neutral: whole(mv), effects, done, captures, onto }
    }
}

/// The masks and tests into which conditions are compiled.
struct Folded<const W: usize> {
    sources: Set<W>,
    targets: Set<W>,
    tests: Vec<Test<W>>,
    safe: Option<Safe>,
    risky: Option<Safe>,
    prey: Option<Kinds>,
    checker: Option<bool>,
    after: Vec<AfterTest>,
    count: Option<(u8, u8, Option<u8>, Kinds)>,
    /// Whether the conditions can never hold.
    never: bool,
}

impl<const W: usize> Compiler<'_, W> {
    /// Compiles the atoms of one kind of one player, move by move. A move is compiled before the moves that depend on
    /// it. Promotions come last: they do not decide whether a move has a target, so they may depend on any move.
    pub fn kind(&mut self, player: u8, kind: u8) -> Vec<u16> {
        let moves = &self.spec.pieces[kind as usize].moves;
        let mut done: Vec<Option<Vec<u16>>> = vec![None; moves.len()];
        let mut promoting = Vec::new();
        // The loader refuses cycles, so every pass of the loop compiles one more move.
        while let Some(next) =
            (0..moves.len()).find(|&at| done[at].is_none() && needs(&moves[at]).all(|n| done[n].is_some()))
        {
            let mut numbers = Vec::new();
            for action in &moves[next].actions {
                for mv in apart(&moves[next], action).into_owned() {
                    if let Some(atom) = self.atom(player, kind, &mv, action, &done) {
                        let number = self.atoms.len() as u16;
                        numbers.push(number);
                        self.atoms.push(atom);
                        if !mv.modifiers.is_empty() && !self.atoms[number as usize].returns() {
                            promoting.push((number, mv, action));
                        }
                    }
                }
            }
            done[next] = Some(numbers);
        }
        for (number, mv, action) in promoting {
            let scope = Scope::new(player, kind, &mv, action, &[], &done);
            let promotions = mv.modifiers.iter().filter_map(|modifier| self.promotion(&scope, modifier)).collect();
            self.atoms[number as usize].promotions = promotions;
        }
        done.into_iter().flatten().flatten().collect()
    }

    fn turn(&self, player: u8, (x, y): Offset) -> Offset {
        let [[a, b], [c, d]] = self.spec.players[player as usize].direction;
        (x * a + y * c, x * b + y * d)
    }

    fn atom(
        &self,
        player: u8,
        kind: u8,
        mv: &spec::MoveSpec,
        action: &spec::Action,
        done: &[Option<Vec<u16>>],
    ) -> Option<Atom<W>> {
        let step = self.turn(player, mv.step);
        let effects: Vec<&spec::Effect> = mv.effects.iter().chain(&action.effects).collect();
        let conditions: Vec<&Condition> = mv.conditions.iter().chain(&action.conditions).collect();
        let repeat = mv.repeat.unwrap_or(spec::Repeat { most: 1, exact: false });
        let scope = Scope::new(player, kind, mv, action, &effects, done);
        let mut folded = self.fold(&scope, &conditions);
        if folded.never {
            return None;
        }
        let mut form_step = step;
        if repeat.exact && repeat.most > 1 && folded.count.is_none() {
            // A step that repeats an exact number of times is one leap. The squares that it passes over must be empty.
            for n in 1..i16::from(repeat.most) {
                folded.tests.push(self.at((step.0 * n, step.1 * n), Want::Empty, false));
            }
            form_step = (step.0 * i16::from(repeat.most), step.1 * i16::from(repeat.most));
        }
        let rays = |most: u8| -> Vec<Set<W>> {
            let squares = (self.geometry.cols * self.geometry.rows) as u16;
            (0..squares).map(|from| self.geometry.ray(from as u8, step, most).into_iter().collect()).collect()
        };
        let ascends = self.geometry.ascends(step);
        let form = match folded.count {
            Some((min, max, beyond, never_over)) => {
                let leaps = mv.repeat.is_none_or(|repeat| repeat.exact);
                let (unit, most) = if mv.repeat.is_none() { in_units(step) } else { (step, repeat.most) };
                let squares = (self.geometry.cols * self.geometry.rows) as u16;
                let rays = (0..squares)
                    .map(|from| self.geometry.ray(from as u8, unit, most))
                    // Drop a leap that would leave the board.
                    .map(|ray| if leaps && ray.len() < usize::from(most) { vec![] } else { ray })
                    .map(|ray| ray.into_iter().collect())
                    .collect();
                let beyond = beyond.unwrap_or(u8::MAX);
                Form::Hop { step, rays, ascends, min, max, beyond, last_only: leaps, never_over }
            }
            None if repeat.most > 1 && !repeat.exact => Form::Slide { step, rays: rays(repeat.most), ascends },
            None => Form::Leap { step: form_step, by: self.geometry.rotation(form_step) },
        };
        if matches!(form, Form::Leap { .. }) {
            folded.sources &= self.geometry.sources(form_step);
        }
        let mut atom = Atom {
            player,
            kind,
            id: mv.id,
            form,
            lands: Some(action.state),
            sources: folded.sources,
            targets: folded.targets,
            tests: folded.tests,
            safe: folded.safe,
            risky: folded.risky,
            prey: folded.prey,
            checker: folded.checker,
            after: folded.after,
            promotions: vec![],
            flags: vec![],
            effects: vec![],
            between: self.between(form_step),
            simple: true,
            tame: tame(&effects),
            again: mv.again,
            captures_aside: false,
            forward: false,
        };
        for effect in effects {
            match effect {
                spec::Effect::SetFlag { flag, duration } => {
                    // If the move sets the same flag twice, the last duration counts.
                    atom.flags.retain(|given| given.flag != *flag);
                    atom.flags.push(Given { flag: *flag, planes: self.planes.to_set(*flag, *duration) });
                }
                spec::Effect::Capture(at) => {
                    atom.captures_aside = true;
                    atom.effects.push(Effect::Capture(Spot::new(self.geometry, self.turn(player, *at))));
                }
                spec::Effect::Shift { piece, from, to } => {
                    let spot = |offset: &Offset| Spot::new(self.geometry, self.turn(player, *offset));
                    let (from, to) = (spot(from), spot(to));
                    atom.effects.push(Effect::Shift { kind: *piece, from, to });
                }
                spec::Effect::Change(change) => atom.effects.push(Effect::Change(self.change(player, change))),
            }
        }
        atom.simple = atom.effects.is_empty() && !atom.stays();
        atom.tests.sort_by_key(cost);
        (!atom.sources.is_empty()).then_some(atom)
    }

    /// Compiles a change of pieces for one player.
    pub fn change(&self, player: u8, change: &Change) -> ChangePlan<W> {
        let spot = |offset: &Offset| Spot::new(self.geometry, self.turn(player, *offset));
        ChangePlan {
            base: change.base,
            square: if let Base::Square(place) = change.base { self.geometry.square(place) } else { 0 },
            spots: change.offsets.iter().map(spot).collect(),
            kinds: change.kinds,
            owner: change.owner,
            change: change.change,
            drop_beside_own: change.drop_beside_own,
            enclosed: change.enclosed,
        }
    }

    /// Compiles a promotion. `None` if its conditions can never hold.
    fn promotion(&self, scope: &Scope<'_>, modifier: &spec::Modifier) -> Option<Promotion<W>> {
        let conditions: Vec<&Condition> = modifier.conditions.iter().collect();
        let Folded { sources, targets, tests, safe, risky, prey, checker, never, .. } = self.fold(scope, &conditions);
        let clauses = &self.spec.clauses;
        let stays = clauses.no_stuck_pieces && modifier.options.contains(&scope.kind);
        let limited =
            stays || modifier.options.iter().any(|kind| clauses.limits.iter().any(|(kinds, _)| kinds >> kind & 1 == 1));
        let options = modifier.options.clone();
        (!never).then_some(Promotion { sources, targets, tests, safe, risky, prey, checker, options, limited })
    }

    fn fold(&self, scope: &Scope<'_>, conditions: &[&Condition]) -> Folded<W> {
        let Scope { player, kind, neutral, effects, done, captures, onto } = *scope;
        let all = self.geometry.all;
        let mut folded = Folded {
            sources: all,
            targets: all,
            tests: vec![],
            safe: None,
            risky: None,
            prey: None,
            checker: None,
            after: vec![],
            count: None,
            never: false,
        };
        let at = |offset: &Offset| self.turn(player, *offset);
        for condition in conditions {
            match condition {
                Condition::FirstMove => folded.tests.push(Test::Unmoved),
                Condition::DependsOn(other) => folded.tests.push(Test::Lands(done[*other].clone().unwrap_or_default())),
                Condition::PieceFirstMove(offset) => folded.tests.push(self.at(at(offset), Want::Unmoved, false)),
                Condition::PartnerFirstMove(offset) => self.partner(player, *offset, effects, &mut folded),
                Condition::Flag(flag, offset) => folded.tests.push(self.at(at(offset), Want::Flag(*flag), false)),
                Condition::PathEmpty => {
                    let (unit, length) = in_units(self.turn(player, neutral));
                    for n in 1..i16::from(length) {
                        folded.tests.push(self.at((unit.0 * n, unit.1 * n), Want::Empty, false));
                    }
                }
                Condition::NotAttacked => folded.safe = folded.safe.or(Some(Safe::Target)),
                Condition::PathNotAttacked => folded.safe = Some(Safe::Path),
                Condition::Zone(zone) => folded.targets &= self.zone(player, *zone),
                Condition::SourceIn(zone) => folded.sources &= self.zone(player, *zone),
                Condition::OnRank(ranks) => folded.sources &= self.ranks(player, ranks),
                Condition::Home => folded.sources &= self.home(player, kind),
                Condition::SquaresEmpty(squares) => {
                    folded.tests.extend(squares.iter().map(|offset| self.at(at(offset), Want::Empty, false)));
                }
                Condition::PieceAt { at: offset, piece, owner, negated } => {
                    folded.tests.push(self.at(at(offset), Want::Piece(*piece, *owner), *negated));
                }
                Condition::PathCount { min, max, beyond, never_over } => {
                    let (least, most, far, none) = folded.count.unwrap_or((0, u8::MAX, None, 0));
                    let beyond = [far, *beyond].into_iter().flatten().min();
                    folded.count = Some((least.max(*min), most.min(*max), beyond, none | never_over));
                }
                Condition::InCheck => folded.tests.push(Test::Checked),
                Condition::Captures => folded.never |= !captures,
                Condition::TargetIs(_) | Condition::TakesChecker if !onto => folded.never = true,
                Condition::TakesChecker => {
                    folded.never |= folded.checker == Some(false);
                    folded.checker = Some(true);
                }
                Condition::TargetIs(kinds) => folded.prey = Some(folded.prey.unwrap_or(Kinds::MAX) & kinds),
                Condition::PieceCount { kinds, owner, min, max, at: positions } => {
                    let (kinds, owner, min, max) = (*kinds, *owner, *min, *max);
                    folded.tests.push(match positions {
                        None => Test::Count { kinds, owner, min, max },
                        Some(offsets) => {
                            let places = offsets.iter().map(|offset| Spot::new(self.geometry, at(offset))).collect();
                            Test::CountAt { places, kinds, owner, min, max }
                        }
                    });
                }
                Condition::GivesCheck => folded.after.push(AfterTest { attacks: None, negated: false }),
                Condition::Attacks(kinds) => folded.after.push(AfterTest { attacks: Some(*kinds), negated: false }),
                Condition::Not(inner) => self.fold_not(scope, inner, &mut folded),
            }
        }
        folded
    }

    /// Compiles a negated condition.
    fn fold_not(&self, scope: &Scope<'_>, inner: &Condition, folded: &mut Folded<W>) {
        let all = self.geometry.all;
        let mut inside = self.fold(scope, &[inner]);
        match inner {
            Condition::Zone(_) => folded.targets &= all.minus(inside.targets),
            Condition::SourceIn(_) | Condition::OnRank(_) | Condition::Home => {
                folded.sources &= all.minus(inside.sources);
            }
            // If both conditions are negated, only the target counts, because an attack on the target is also an attack
            // on the path.
            Condition::NotAttacked => folded.risky = inside.safe,
            Condition::PathNotAttacked => folded.risky = folded.risky.or(inside.safe),
            Condition::TargetIs(_) | Condition::TakesChecker if !scope.onto => {}
            Condition::TakesChecker => {
                folded.never |= folded.checker == Some(true);
                folded.checker = Some(false);
            }
            Condition::Captures => folded.never |= !inside.never,
            Condition::TargetIs(kinds) => folded.prey = Some(folded.prey.unwrap_or(Kinds::MAX) & !kinds),
            Condition::GivesCheck | Condition::Attacks(_) => {
                folded.after.extend(inside.after.into_iter().map(|test| AfterTest { negated: true, ..test }));
            }
            _ => {
                inside.tests.sort_by_key(cost);
                folded.tests.push(Test::Not(inside.tests));
            }
        }
    }

    fn between(&self, step: Offset) -> Vec<u8> {
        let (unit, length) = in_units(step);
        (1..i16::from(length)).map(|n| self.geometry.rotation((unit.0 * n, unit.1 * n))).collect()
    }

    /// Compiles `ROOK_FIRST_MOVE`. The condition holds if the square is empty or holds the partner. At least one
    /// partner of the move must be in its place. If the move carries no partner, the condition holds unless a piece
    /// that has moved stands on the square.
    fn partner(&self, player: u8, offset: Offset, effects: &[&spec::Effect], folded: &mut Folded<W>) {
        let shifts = |effect: &&spec::Effect| match effect {
            spec::Effect::Shift { piece, from, .. } => Some((*piece, *from)),
            _ => None,
        };
        if effects.iter().filter_map(shifts).next().is_none() {
            folded.tests.push(self.at(self.turn(player, offset), Want::Moved, true));
            return;
        }
        let named = effects.iter().filter_map(shifts).find(|(_, from)| *from == offset);
        let kind = named.and_then(|(piece, _)| piece);
        folded.tests.push(self.at(self.turn(player, offset), Want::NoPartner(kind), true));
        if !folded.tests.iter().any(|test| matches!(test, Test::Finds(_))) {
            let finds = effects.iter().filter_map(shifts).map(|(piece, from)| {
                let from = self.turn(player, from);
                (self.geometry.rotation((-from.0, -from.1)), self.geometry.sources(from), piece)
            });
            folded.tests.push(Test::Finds(finds.collect()));
        }
    }

    fn at(&self, offset: Offset, want: Want, negated: bool) -> Test<W> {
        let back = self.geometry.rotation((-offset.0, -offset.1));
        Test::At { back, valid: self.geometry.sources(offset), want, negated }
    }

    pub fn zone(&self, player: u8, zone: u8) -> Set<W> {
        let squares = self.spec.zones[zone as usize].squares.as_ref();
        let places = squares.map_or(&[][..], |squares| &squares[player as usize]);
        places.iter().map(|place| self.geometry.square(*place)).collect()
    }

    /// The squares on these ranks, counted from the player's own side.
    pub fn ranks(&self, player: u8, ranks: &[u8]) -> Set<W> {
        let (cols, rows) = (self.geometry.cols, self.geometry.rows);
        let rank = |square: u8| {
            let (x, y) = self.geometry.column_row(square);
            let (x, y) = (i16::from(x), i16::from(y));
            match self.turn(player, (0, 1)) {
                (0, 1) => y,
                (0, _) => rows - 1 - y,
                (1, _) => x,
                _ => cols - 1 - x,
            }
        };
        self.geometry.all.iter().filter(|square| ranks.contains(&(rank(*square) as u8))).collect()
    }

    fn home(&self, player: u8, kind: u8) -> Set<W> {
        let start = self.spec.players[player as usize].start.iter();
        start.filter(|(piece, _)| *piece == kind).map(|(_, place)| self.geometry.square(*place)).collect()
    }
}

/// Splits a step into unit steps: returns the unit step and the number of unit steps. The unit step is the shortest
/// step in the same direction: `[2, 4]` is twice `[1, 2]`. A step with one unit has no squares between its ends.
fn in_units((x, y): Offset) -> (Offset, u8) {
    let (mut units, mut rest) = (x.abs(), y.abs());
    while rest != 0 {
        (units, rest) = (rest, units % rest);
    }
    let units = units.max(1);
    ((x / units, y / units), units as u8)
}

/// The offset from source to target, for a move that always has the same length.
fn whole(mv: &spec::MoveSpec) -> Offset {
    let times = mv.repeat.filter(|repeat| repeat.exact).map_or(1, |repeat| i16::from(repeat.most));
    (mv.step.0 * times, mv.step.1 * times)
}

/// Splits a slide with long steps into one leap for each target, if its conditions test all squares up to the target.
fn apart<'a>(mv: &'a spec::MoveSpec, action: &spec::Action) -> Cow<'a, [spec::MoveSpec]> {
    let conditions = || mv.conditions.iter().chain(&action.conditions);
    let modifiers = mv.modifiers.iter().flat_map(|modifier| &modifier.conditions);
    let about_path =
        |condition: &Condition| matches!(condition.plain(), Condition::PathEmpty | Condition::PathNotAttacked);
    let counts = conditions().any(|condition| matches!(condition, Condition::PathCount { .. }));
    match mv.repeat {
        Some(repeat)
            if !repeat.exact && !counts && in_units(mv.step).1 > 1 && conditions().chain(modifiers).any(about_path) =>
        {
            let times = |most: u8| spec::MoveSpec { repeat: Some(spec::Repeat { most, exact: true }), ..mv.clone() };
            Cow::Owned((1..=repeat.most).map(times).collect())
        }
        _ => Cow::Borrowed(std::slice::from_ref(mv)),
    }
}

/// Whether the effects concern different squares, so that their order does not matter.
fn tame(effects: &[&spec::Effect]) -> bool {
    let taken =
        |at: &Offset| effects.iter().filter(|effect| matches!(effect, spec::Effect::Capture(o) if o == at)).count();
    let left = |at: &Offset| {
        effects.iter().filter(|effect| matches!(effect, spec::Effect::Shift { from, .. } if from == at)).count()
    };
    effects.iter().all(|effect| match effect {
        spec::Effect::SetFlag { .. } => true,
        spec::Effect::Change(_) => false,
        spec::Effect::Capture(at) => left(at) == 0,
        spec::Effect::Shift { from, to, .. } => {
            *from != (0, 0) && left(from) == 1 && left(to) == 0 && taken(from) == 0 && taken(to) == 0
        }
    })
}

/// The moves on which a move depends. Its promotions do not count.
fn needs(mv: &spec::MoveSpec) -> impl Iterator<Item = usize> {
    let all = mv.conditions.iter().chain(mv.actions.iter().flat_map(|action| &action.conditions));
    all.filter_map(Condition::needs)
}

/// The rank of a test in the order of evaluation. Tests of flags come first: few pieces have a flag, so these tests
/// usually fail and the others are skipped. Then come the tests that need a single AND.
fn cost<const W: usize>(test: &Test<W>) -> u8 {
    match test {
        Test::At { want: Want::Flag(_), .. } => 0,
        Test::Unmoved => 1,
        Test::At { want: Want::Piece(_, Owner::Any), .. } => 3,
        Test::At { .. } => 2,
        Test::Finds(_) => 4,
        Test::Lands(_) | Test::Not(_) => 5,
        Test::Count { .. } => 3,
        Test::CountAt { .. } => 5,
        Test::Checked => 6,
    }
}
