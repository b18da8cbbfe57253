//! Computes the values of pieces and squares from the rules when a game is planned. A file may give its own values.
//!
//! The value of a kind is its average number of moves on a sparsely filled board, plus a share of the value of its
//! promotions. All values are in centipawns: a weak piece such as a pawn has about 100.

use crate::bits::Set;
use crate::plan::{Atom, Form, Plan};
use crate::spec::{Occupant, Shape, Verdict, Win};

/// For `n` squares in a row: the probability in thousandths that all are empty, if 70 % of all squares are empty.
const OPEN: [i32; 16] = [1000, 700, 490, 343, 240, 168, 118, 82, 58, 40, 28, 20, 14, 10, 7, 5];
/// The assumed probabilities, in thousandths, that a square is empty, holds an enemy piece, or holds no friendly piece.
const EMPTY: i32 = 700;
const ENEMY: i32 = 150;
const NOT_OWN: i32 = 850;
/// The assumed probability, in thousandths, that a condition holds.
const SOMETIMES: i32 = 300;
/// How many thousandths of a move are worth one centipawn.
const A_MOVE: i32 = 15;
/// The divisor for the value of a square. The larger it is, the less the square matters relative to the piece.
const OF_PLACE: i32 = 4;
/// The value of a piece that reaches the goal. A search that looks far enough to see the win does not need this value.
const GOAL: i32 = 1600;
/// The value of a possible winning row in which all pieces belong to one player, by the number of these pieces.
const LINE: [i32; 8] = [0, 2, 10, 50, 120, 240, 400, 600];
/// The maximum number of lines that are evaluated.
const MOST_LINES: usize = 1024;

/// The values of pieces and squares.
#[derive(Clone, Debug)]
pub(crate) struct PieceValues<const W: usize> {
    /// The value of each kind: computed from the rules, or from the file `values.json`.
    pub kinds: Vec<i32>,
    /// The value of each kind without the file `values.json`. It orders the captured pieces that people see.
    pub computed: Vec<i32>,
    /// The gain of capturing each kind: its value, and the value of the piece that the captor gets in hand.
    pub prizes: Vec<i32>,
    /// The value of a piece on a square, at the index `(kind · players + player) · squares + square`.
    pub places: Vec<i32>,
    /// The expected number of moves of each kind from each square, in thousandths. The index is the same as for
    /// `places`.
    pub freedom: Vec<i32>,
    /// The value of the least valuable kind. `None` if material does not decide the game (see `compare_kinds`).
    pub unit: Option<i32>,
    /// The kinds that are worth at least twice as much as the least valuable kind, without leaders.
    pub majors: Vec<u8>,
    /// Whether the goal is to lose pieces.
    pub misere: bool,
    /// Whether pieces can be flipped. Then pieces next to empty squares count less.
    pub turned: bool,
    /// The value of one check against a player, if the game counts checks. Zero otherwise.
    pub check: i32,
}

impl<const W: usize> PieceValues<W> {
    pub(crate) fn new(plan: &Plan<W>) -> PieceValues<W> {
        let (kinds, players, squares) = (plan.planes.kinds, plan.planes.players, plan.squares());
        let mut freedom = vec![0; kinds * players * squares];
        for kind in 0..kinds {
            for player in 0..players {
                for square in plan.geometry.all {
                    freedom[(kind * players + player) * squares + square as usize] =
                        free(plan, player as u8, kind as u8, square);
                }
            }
        }
        let count = plan.geometry.all.len().max(1) as i32;
        let average = |kind: usize, player: usize| {
            let at = (kind * players + player) * squares;
            freedom[at..at + squares].iter().sum::<i32>() / count
        };
        let value = |kind: usize| plan.values[kind].unwrap_or_else(|| average(kind, 0) / A_MOVE);
        let moves: Vec<i32> = (0..kinds).map(value).collect();
        let turned = plan.drops.iter().flatten().any(|drop| drop.flips);
        let mut worth = PieceValues {
            kinds: (0..kinds).map(|kind| if turned { plan.values[kind].unwrap_or(0) } else { moves[kind] }).collect(),
            prizes: vec![],
            computed: vec![],
            places: vec![0; freedom.len()],
            misere: plan.clauses.wins.iter().any(|win| matches!(win, Win::OwnNoPieces)),
            turned,
            check: if plan.checks.is_some() { 150 } else { 0 },
            freedom: vec![],
            unit: None,
            majors: vec![],
        };
        worth.computed.clone_from(&worth.kinds);
        worth.compare_kinds(plan);
        for kind in 0..kinds {
            for player in 0..players {
                let mean = average(kind, player);
                let distances = [distances_to_promotion(plan, player as u8, kind as u8), {
                    distances_to_goal(plan, player as u8, kind as u8)
                }];
                let becomes = promotions(plan, player as u8, kind as u8).iter().map(|to| moves[*to as usize]).max();
                let gains = [becomes.map_or(0, |best| (best - moves[kind]).max(0)), GOAL];
                for square in plan.geometry.all {
                    let at = (kind * players + player) * squares + square as usize;
                    let mut place = if turned {
                        5 * (8 - neighbours(plan, square).len() as i32)
                    } else {
                        (freedom[at] - mean) / (A_MOVE * OF_PLACE)
                    };
                    for (distance, gain) in distances.iter().zip(gains) {
                        place += distance[square as usize].map_or(0, |steps| gain >> (steps + 1).min(20));
                    }
                    worth.places[at] = place;
                }
            }
        }
        worth.freedom = freedom;
        worth
    }

    /// Replaces the values of the kinds.
    pub fn set_kinds(&mut self, plan: &Plan<W>, kinds: Vec<i32>) {
        self.kinds = kinds;
        self.compare_kinds(plan);
    }

    /// Computes the gain of each capture. If material decides the game, also finds the least valuable kind and the kinds
    /// that are worth much more.
    fn compare_kinds(&mut self, plan: &Plan<W>) {
        let in_hand = |kind: usize| if plan.clauses.hands { self.kinds[plan.demoted[kind] as usize] } else { 0 };
        self.prizes = (0..self.kinds.len()).map(|kind| self.kinds[kind] + in_hand(kind)).collect();
        let clauses = &plan.clauses;
        let mates = !plan.leaders.is_empty() && matches!(clauses.mate, Verdict::Loss) && !clauses.must_capture;
        if !plan.alternates() || !mates || self.misere || self.turned {
            return;
        }
        let others = (0..self.kinds.len()).filter(|kind| !plan.leaders.contains(&(*kind as u8)));
        self.unit = others.clone().map(|kind| self.kinds[kind]).filter(|value| *value > 0).min();
        let least = self.unit.unwrap_or(0);
        self.majors = others.filter(|kind| self.kinds[*kind] >= 2 * least).map(|kind| kind as u8).collect();
    }
}

/// The squares next to a square, including diagonally.
pub(crate) fn neighbours<const W: usize>(plan: &Plan<W>, square: u8) -> Set<W> {
    let steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    steps.into_iter().filter_map(|step| plan.geometry.step(square, step)).collect()
}

/// The expected number of moves of a piece from this square, in thousandths.
fn free<const W: usize>(plan: &Plan<W>, player: u8, kind: u8, square: u8) -> i32 {
    let side = &plan.sides[player as usize];
    let mut total = 0;
    for of_kind in side.kinds.iter().filter(|of_kind| of_kind.kind == kind) {
        for plain in &of_kind.plains {
            total += plain.table.get(square as usize).map_or(0, |to| to.len() as i32 * NOT_OWN);
            let lines = plain.class.map_or(&[][..], |class| plan.classes[class].lines(square));
            total += lines.iter().map(|(lower, upper)| ray(lower.len()) + ray(upper.len())).sum::<i32>();
        }
        let shifts = of_kind.shifts.iter().map(|shift| shift.atom);
        let apart = shifts.chain(of_kind.walks.iter().copied()).chain(of_kind.jumps.iter().copied());
        total += apart.map(|number| by_itself(&plan.atoms[number as usize], square)).sum::<i32>();
    }
    let specials = side.specials.iter().filter(|special| special.kind == kind);
    total + specials.map(|special| by_itself(&plan.atoms[special.atom as usize], square)).sum::<i32>()
}

/// The expected number of targets of a slide up to `length` squares, in thousandths. The first piece on the line stops
/// the slide.
fn ray(length: u32) -> i32 {
    OPEN.iter().take(length as usize).map(|open| open * NOT_OWN / 1000).sum()
}

fn by_itself<const W: usize>(atom: &Atom<W>, square: u8) -> i32 {
    if !atom.sources.has(square) {
        return 0;
    }
    let lands = match atom.lands {
        Some(Occupant::Empty) => EMPTY,
        Some(Occupant::Enemy) => ENEMY,
        Some(Occupant::Ally) => 0,
        None => NOT_OWN,
    };
    let reached = match &atom.form {
        Form::Leap { .. } => lands,
        Form::Slide { rays, .. } => {
            OPEN.iter().take(rays[square as usize].len() as usize).map(|open| open * lands / 1000).sum()
        }
        Form::Hop { rays, .. } => rays[square as usize].len() as i32 * lands * SOMETIMES / 1000,
        Form::Merged | Form::Castle(_) | Form::Drop(_) | Form::Pass => 0,
    };
    if atom.tests.is_empty() && atom.safe.is_none() { reached } else { reached * SOMETIMES / 1000 }
}

/// The kinds to which a kind can promote.
pub(crate) fn promotions<const W: usize>(plan: &Plan<W>, player: u8, kind: u8) -> Vec<u8> {
    let atoms = plan.atoms.iter().filter(|atom| (atom.player, atom.kind) == (player, kind));
    atoms.flat_map(|atom| &atom.promotions).flat_map(|promotion| promotion.options.iter().copied()).collect()
}

pub(crate) fn distances_to_promotion<const W: usize>(plan: &Plan<W>, player: u8, kind: u8) -> Vec<Option<u8>> {
    let atoms = plan.atoms.iter().filter(|atom| (atom.player, atom.kind) == (player, kind));
    let zone = atoms.flat_map(|atom| &atom.promotions).fold(Set::EMPTY, |all, promotion| all | promotion.targets);
    distances(plan, player, kind, zone)
}

pub(crate) fn distances_to_goal<const W: usize>(plan: &Plan<W>, player: u8, kind: u8) -> Vec<Option<u8>> {
    let wins = plan.clauses.wins.iter().zip(&plan.win_zones);
    let goals = wins.filter_map(|(win, zones)| match win {
        Win::Reach(reach) if reach.kinds >> kind & 1 == 1 => zones.get(player as usize),
        _ => None,
    });
    distances(plan, player, kind, goals.fold(Set::EMPTY, |all, zone| all | *zone))
}

/// The distance of each square from a zone, in moves of a kind. A slide counts one move for each square, because the
/// blocking pieces are not known.
fn distances<const W: usize>(plan: &Plan<W>, player: u8, kind: u8, zone: Set<W>) -> Vec<Option<u8>> {
    let mut steps = vec![None; plan.squares()];
    let zone = zone & plan.geometry.all;
    if zone.is_empty() || zone == plan.geometry.all {
        return steps;
    }
    zone.iter().for_each(|square| steps[square as usize] = Some(0));
    let leads = |square: u8| nearby(plan, player, kind, square);
    for distance in 1..=32 {
        let before = steps.clone();
        for square in plan.geometry.all {
            let near = || leads(square).iter().any(|to| before[to as usize] == Some(distance - 1));
            if before[square as usize].is_none() && near() {
                steps[square as usize] = Some(distance);
            }
        }
        if steps == before {
            break;
        }
    }
    steps
}

/// The squares that a piece reaches by one step of a move without a capture.
pub(crate) fn nearby<const W: usize>(plan: &Plan<W>, player: u8, kind: u8, square: u8) -> Set<W> {
    let side = &plan.sides[player as usize];
    let mut to = Set::EMPTY;
    for of_kind in side.kinds.iter().filter(|of_kind| of_kind.kind == kind) {
        for plain in &of_kind.plains {
            to |= plain.table.get(square as usize).copied().unwrap_or(Set::EMPTY);
            let open = plain.class.map_or(Set::EMPTY, |class| plan.classes[class].open(square));
            to |= open & neighbours(plan, square);
        }
        for number in of_kind.shifts.iter().map(|shift| shift.atom).chain(of_kind.walks.iter().copied()) {
            let atom = &plan.atoms[number as usize];
            let lands = matches!(atom.lands, None | Some(Occupant::Empty)) && atom.sources.has(square);
            if let (true, Some(step)) = (lands && atom.tests.is_empty(), atom.form.step()) {
                to |= plan.geometry.step(square, step).map_or(Set::EMPTY, Set::one);
            }
        }
    }
    to
}

/// Every row of squares that wins if one player fills it.
pub(crate) fn lines<const W: usize>(plan: &Plan<W>) -> Vec<Set<W>> {
    let lengths = plan.clauses.wins.iter().filter_map(|win| match win {
        Win::Pattern(pattern) => match pattern.shape {
            Shape::Line(length) => Some(length),
            _ => None,
        },
        _ => None,
    });
    let mut lines = Vec::new();
    for length in lengths {
        for square in plan.geometry.all {
            for step in [(1, 0), (1, 1), (0, 1), (-1, 1)] {
                let rest = plan.geometry.ray(square, step, length - 1);
                if rest.len() + 1 == usize::from(length) {
                    lines.push(rest.into_iter().collect::<Set<W>>() | Set::one(square));
                }
            }
        }
    }
    lines.truncate(MOST_LINES);
    lines
}

/// The value of a line with this number of friendly pieces and no other piece.
pub(crate) fn of_line(own: u32) -> i32 {
    LINE[(own as usize).min(LINE.len() - 1)]
}
