//! Gives each move a number, and encodes positions as numbers, for machine learning.

use crate::plan::{Form, Plan};
use crate::play::Move;
use crate::state::BoardState;
use rulebook_spaces::{Block, Row, Spaces};

/// The data for numbering moves, computed before the first move.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    /// The number of squares. Zero if pieces never move between squares.
    squares: usize,
    /// The source and target of every possible promotion, ascending.
    promotions: Vec<(u8, u8)>,
    /// The maximum number of kinds that one promotion offers.
    choices: usize,
    /// The kinds that can be dropped.
    drops: Vec<u8>,
    /// Whether a wall is a decision of its own.
    walls: bool,
}

/// The maximum number of moves with the same source and target, such as two chains of jumps. Such moves are rare.
const SHARED: usize = 64;

impl Numbers {
    pub fn new<const W: usize>(plan: &Plan<W>) -> Numbers {
        let goes = plan.atoms.iter().any(|atom| !matches!(atom.form, Form::Drop(_) | Form::Pass));
        let mut promotions = Vec::new();
        for atom in &plan.atoms {
            for promotion in &atom.promotions {
                let sources = atom.sources & promotion.sources;
                let targets = atom.targets & promotion.targets;
                for from in sources {
                    let reached = |to: u8| match atom.form {
                        Form::Leap { step, .. } => plan.geometry.step(from, step) == Some(to),
                        _ => true,
                    };
                    promotions.extend(targets.iter().filter(|&to| reached(to)).map(|to| (from, to)));
                }
            }
        }
        promotions.sort_unstable();
        promotions.dedup();
        let options = plan.atoms.iter().flat_map(|atom| &atom.promotions).map(|promotion| promotion.options.len());
        let drops = (0..plan.planes.kinds as u8).filter(|&kind| plan.drops[kind as usize].is_some());
        Numbers {
            squares: if goes { plan.squares() } else { 0 },
            promotions,
            choices: options.max().unwrap_or(0),
            drops: drops.collect(),
            walls: plan.staged || plan.clauses.walls.as_ref().is_some_and(|walls| walls.instead),
        }
    }

    pub fn spaces<const W: usize>(&self, plan: &Plan<W>) -> Spaces {
        let (cols, rows) = (plan.geometry.cols as usize, plan.geometry.rows as usize);
        let (kinds, players) = (plan.planes.kinds, plan.planes.players);
        let names = plan.names.kinds.join(", ");
        let dropped: Vec<&str> = self.drops.iter().map(|&kind| plan.names.kinds[kind as usize].as_str()).collect();
        let squares = "Squares are numbered from the first row, left to right";
        let mut actions = vec![
            Block::new("pass", &[1], "the player passes"),
            Block::new("move", &[self.squares, self.squares], &format!("from a square × to a square. {squares}")),
            Block::new(
                "promotion",
                &[self.promotions.len(), self.choices],
                "pair of source and target of a move that can promote, in ascending order × index of the new kind among the options",
            ),
            Block::new("drop", &[self.drops.len(), cols * rows], &format!("{} × to a square", dropped.join(", "))),
        ];
        if self.walls {
            actions.push(Block::new("wall", &[cols * rows], "the square of a wall"));
        }
        let marks = plan.planes.count - kinds - players;
        let mut observation = vec![
            Block::new(
                "pieces",
                &[players, kinds, rows, cols],
                &format!("player (the observing seat first) × kind: {names}"),
            ),
            Block::new(
                "marks",
                &[marks, rows, cols],
                &format!("{}pieces that never moved{}", walls(plan), flags(plan)),
            ),
            Block::new(
                "counters",
                &[players, kinds],
                &format!("number of pieces in hand: player (the observing seat first) × kind: {names}"),
            ),
            Block::new(
                "checks",
                &[players],
                "how often each player was in check, the observing seat first; or 1 if the pieces of `checkmate.without` have \
                 given check since the player was last out of check; zeros if the game has neither rule",
            ),
            Block::new("in", &[players], "1 for each player who is still in the game, the observing seat first"),
            Block::new("turn", &[players], "1 for the player who has to move, the observing seat first"),
            Block::new("clock", &[3], "turns without progress; turns played; the place in the order of turns, from 0"),
            Block::new(
                "repeated",
                &[2],
                "how often this position has occurred, and how many positions have occurred more than once, since the last \
                 turn that cannot be undone; zeros if the game has no repetition rule",
            ),
        ];
        if plan.staged {
            let about = "1 on the target of the move that the player has chosen, if the player must now choose a wall";
            observation.push(Block::new("chosen", &[rows, cols], about));
        }
        Spaces { actions, shared: SHARED, observation }
    }

    #[inline]
    pub fn of<const W: usize>(&self, plan: &Plan<W>, mv: Move) -> Option<u32> {
        let atom = &plan.atoms[mv.atom() as usize];
        let (from, to) = (mv.from() as usize, mv.to() as usize);
        let promotions = 1 + self.squares * self.squares;
        let number = match atom.form {
            Form::Pass if let Some((square, _)) = mv.choice() => {
                let drops = promotions + self.promotions.len() * self.choices;
                drops + self.drops.len() * plan.squares() + square as usize
            }
            Form::Pass => 0,
            Form::Drop(_) => {
                let kind = self.drops.iter().position(|&kind| kind == atom.kind)?;
                promotions + self.promotions.len() * self.choices + kind * plan.squares() + to
            }
            _ if mv.promotion() == 0 => 1 + from * self.squares + to,
            _ => {
                let kind = mv.promotion() - 1;
                let choice = atom.promotions.iter().find_map(|all| all.options.iter().position(|&one| one == kind))?;
                let pair = self.promotions.binary_search(&(mv.from(), mv.to())).ok()?;
                promotions + pair * self.choices + choice
            }
        };
        Some(number as u32)
    }
}

/// Counts repetitions: how often the current position occurred, and how many positions occurred more than once.
fn repeated(past: &[u64]) -> [i32; 2] {
    let Some(now) = past.last() else { return [0, 0] };
    let times = past.iter().filter(|key| *key == now).count();
    // Count a position only at its first occurrence.
    let again = |at: usize, key: &u64| past[at + 1..].contains(key) && !past[..at].contains(key);
    let many = past.iter().enumerate().filter(|(at, key)| again(*at, key)).count();
    [times as i32, many as i32]
}

/// Explains the bit set of walls, if there is one.
fn walls<const W: usize>(plan: &Plan<W>) -> &'static str {
    if plan.planes.walls.is_some() { "walls; " } else { "" }
}

/// Lists the names of the flags and explains the bit sets that store them.
fn flags<const W: usize>(plan: &Plan<W>) -> String {
    let each = plan.names.flags.iter().zip(&plan.planes.flags).map(|(name, planes)| {
        let digits =
            if planes.digits > 0 { format!(", {} for the turns left in binary", planes.digits) } else { String::new() };
        let forever = if planes.permanent.is_some() { ", one for those that have it for ever" } else { "" };
        format!("; the flag {name}{digits}{forever}")
    });
    each.collect()
}

/// Writes the observation. It contains the whole position, because players see everything.
pub(crate) fn write<const W: usize, const N: usize>(
    plan: &Plan<W>,
    state: &BoardState<W, N>,
    seat: usize,
    row: &mut Row<'_>,
) {
    let position = &state.shown(plan);
    let (squares, kinds, players) = (plan.squares(), plan.planes.kinds, plan.planes.players);
    let turned = |player: usize| (player + players - seat) % players;
    let pieces = row.block(players * kinds * squares);
    for player in 0..players {
        let own = position.sets[kinds + player];
        for kind in 0..kinds {
            let start = (turned(player) * kinds + kind) * squares;
            for square in position.sets[kind] & own {
                if let Some(place) = pieces.get_mut(start + square as usize) {
                    *place = 1;
                }
            }
        }
    }
    let marks = row.block((plan.planes.count - kinds - players) * squares);
    for (set, start) in position.sets[kinds + players..plan.planes.count].iter().zip((0..).step_by(squares)) {
        for square in *set {
            if let Some(place) = marks.get_mut(start + square as usize) {
                *place = 1;
            }
        }
    }
    let held = row.block(players * kinds);
    for player in 0..players {
        for kind in 0..kinds {
            let count = plan.held(player as u8, kind as u8).map(|counter| position.counters[counter as usize]);
            if let (Some(place), Some(count)) = (held.get_mut(turned(player) * kinds + kind), count) {
                *place = count.into();
            }
        }
    }
    let own_first = |after: usize| (seat + after) % players;
    for player in (0..players).map(own_first) {
        let counter = plan.checks.or(plan.check_series).map(|first| usize::from(first) + player);
        row.put(counter.and_then(|counter| position.counters.get(counter)).map_or(0, |&count| count.into()));
    }
    for player in (0..players).map(own_first) {
        row.put(i32::from(position.alive >> player & 1));
    }
    let turn = row.block(players);
    if let Some(place) = turn.get_mut(turned(position.mover(plan) as usize)) {
        *place = 1;
    }
    row.put(position.clock.into());
    row.put(position.ply.into());
    row.put(position.turn.into());
    repeated(&state.past).into_iter().for_each(|number| row.put(number));
    if plan.staged {
        let chosen = row.block(squares);
        if let Some(place) = state.chosen.and_then(|mv| chosen.get_mut(mv.to() as usize)) {
            *place = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_are_two_numbers() {
        assert_eq!(repeated(&[]), [0, 0]);
        assert_eq!(repeated(&[5]), [1, 0]);
        // Both paths end with the same position. Only the first path has a repeated position.
        assert_eq!(repeated(&[1, 2, 1, 3]), [1, 1]);
        assert_eq!(repeated(&[1, 2, 4, 3]), [1, 0]);
        assert_eq!(repeated(&[1, 2, 1, 2, 1]), [3, 2]);
    }
}
