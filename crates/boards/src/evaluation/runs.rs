//! Finds how a piece that only goes forward reaches the squares where it promotes or wins.

use super::reach::Reach;
use crate::bits::Set;
use crate::piece_values::{distances_to_goal, distances_to_promotion, nearby};
use crate::plan::{Form, Plan};

/// The way of a piece from one square to its zone: the squares where it promotes or wins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<const W: usize> {
    /// The number of moves to the zone.
    pub steps: u8,
    /// The squares of the shortest ways, without the square of the piece.
    pub path: Set<W>,
    /// An enemy piece that only goes forward can block the path, or capture on the path, from these squares.
    pub stops: Set<W>,
    /// The squares from which a friendly piece of the same kind can come to protect the piece.
    pub guards: Set<W>,
    /// The squares from which a friendly piece of the same kind can come to protect the piece or its path.
    pub escorts: Set<W>,
}

/// Whether every move of this kind leads forward, so that the piece never returns to an earlier square.
fn goes_forward<const W: usize>(plan: &Plan<W>, player: u8, kind: u8) -> bool {
    let own = plan.atoms.iter().filter(|atom| (atom.player, atom.kind) == (player, kind));
    let mut steps =
        own.filter(|atom| !matches!(atom.form, Form::Merged | Form::Castle(_) | Form::Drop(_) | Form::Pass));
    let first = steps.next();
    first.is_some_and(|atom| atom.forward) && steps.all(|atom| atom.forward)
}

/// The runs of each kind of each player, at the index `player · kinds + kind`. Empty for kinds that can go back, and
/// for kinds without a zone to reach.
pub(crate) fn runs<const W: usize>(plan: &Plan<W>, reaches: &[Reach<W>]) -> Vec<Vec<Option<Run<W>>>> {
    let (kinds, players, squares) = (plan.planes.kinds, plan.planes.players, plan.squares());
    let steps_of = |player: u8, kind: u8| -> Vec<Option<u8>> {
        let promotion = distances_to_promotion(plan, player, kind);
        if promotion.iter().any(Option::is_some) { promotion } else { distances_to_goal(plan, player, kind) }
    };
    let forward = |player: usize, kind: usize| {
        let leaps = !reaches[player * kinds + kind].leaps.is_empty();
        leaps && !plan.leaders.contains(&(kind as u8)) && goes_forward(plan, player as u8, kind as u8)
    };
    // For each square, two sets for a piece on this square: the squares that quiet moves reach, and the squares that
    // the piece can attack after such moves.
    let future = |player: usize, kind: usize| -> Vec<(Set<W>, Set<W>)> {
        let leaps = &reaches[player * kinds + kind].leaps;
        let all = plan.geometry.all;
        (0..squares)
            .map(|square| {
                let mut visited = Set::one(square as u8) & all;
                loop {
                    let next =
                        visited.iter().fold(visited, |all, from| all | nearby(plan, player as u8, kind as u8, from));
                    if next == visited {
                        break;
                    }
                    visited = next;
                }
                (visited, visited.iter().fold(Set::EMPTY, |all, from| all | leaps[from as usize]))
            })
            .collect()
    };
    let futures: Vec<Option<Vec<(Set<W>, Set<W>)>>> = (0..players * kinds)
        .map(|at| forward(at / kinds, at % kinds).then(|| future(at / kinds, at % kinds)))
        .collect();
    let run = |player: usize, kind: usize, square: u8, steps: &[Option<u8>]| -> Option<Run<W>> {
        let count = steps[square as usize]?;
        let (mut path, mut last) = (Set::EMPTY, Set::one(square));
        for left in (0..count).rev() {
            let next = last.iter().fold(Set::EMPTY, |all, from| all | nearby(plan, player as u8, kind as u8, from));
            last = next.iter().filter(|to| steps[*to as usize] == Some(left)).collect();
            path |= last;
        }
        let mut run = Run { steps: count, path, stops: Set::EMPTY, guards: Set::EMPTY, escorts: Set::EMPTY };
        for other in plan.geometry.all {
            for enemy in (0..players).filter(|enemy| *enemy != player) {
                for futures in futures[enemy * kinds..][..kinds].iter().flatten() {
                    let (visited, attacked) = futures[other as usize];
                    if ((visited | attacked) & path).any() {
                        run.stops.insert(other);
                    }
                }
            }
            if let Some(own) = &futures[player * kinds + kind] {
                let attacked = own[other as usize].1;
                if attacked.has(square) {
                    run.guards.insert(other);
                }
                if (attacked & (path | Set::one(square))).any() {
                    run.escorts.insert(other);
                }
            }
        }
        Some(run)
    };
    (0..players * kinds)
        .map(|at| {
            let (player, kind) = (at / kinds, at % kinds);
            if futures[at].is_none() {
                return vec![];
            }
            let steps = steps_of(player as u8, kind as u8);
            if steps.iter().all(Option::is_none) {
                return vec![];
            }
            (0..squares).map(|square| run(player, kind, square as u8, &steps)).collect()
        })
        .collect()
}
