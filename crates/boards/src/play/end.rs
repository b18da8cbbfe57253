//! Finds out whether a game is over, who won, and why.

use super::legal::{can_move, legal_now};
use super::{Moves, Position};
use crate::bits::Set;
use crate::plan::Plan;
use crate::spec::{Stalemate, Win};
use serde::{Deserialize, Serialize};

/// The winner of a game, and the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct End {
    /// The winner. `None` for a draw.
    pub winner: Option<u8>,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// The player to move has no move, and a leader of that player is attacked.
    Mate,
    /// The player to move has no move, and no leader is attacked.
    Stalemate,
    /// A leader was captured.
    LeaderLost,
    /// All other players are out.
    LastOne,
    /// A piece reached the goal.
    Reached,
    /// A player has only leaders left.
    Bared,
    /// A player was in check as often as the rules allow.
    Checks,
    /// A player has no piece of a certain kind left.
    Extinct,
    /// A player has no piece left.
    NoPieces,
    /// A line is complete.
    Line,
    /// The position was repeated too often.
    Repetition,
    /// Too many turns without progress.
    NoProgress,
    /// No player has enough pieces to win.
    Material,
    /// The match had too many turns.
    TooLong,
}

impl Reason {
    /// Whether the end is a draw that players claim in PGN games, because the pieces on the board alone do not show it.
    #[must_use]
    pub fn is_claimed(self) -> bool {
        matches!(self, Reason::Repetition | Reason::NoProgress | Reason::Material | Reason::TooLong)
    }

    /// The words for this reason that players see.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Reason::Mate => "checkmate",
            Reason::Stalemate => "no legal move",
            Reason::LeaderLost => "the leader was captured",
            Reason::LastOne => "everybody else is out",
            Reason::Reached => "the goal was reached",
            Reason::Bared => "the leader stands alone",
            Reason::Checks => "checked too often",
            Reason::Extinct => "the last piece of a kind was lost",
            Reason::NoPieces => "no pieces are left",
            Reason::Line => "enough in a row",
            Reason::Repetition => "the position was repeated",
            Reason::NoProgress => "too many turns without progress",
            Reason::Material => "nobody has enough pieces left to win",
            Reason::TooLong => "the game became too long",
        }
    }
}

fn won(winner: u8, reason: Reason) -> Option<End> {
    Some(End { winner: Some(winner), reason })
}

/// The end of a game for two players if one of them loses. With more players the loser is only eliminated: see
/// `settle`.
#[inline(always)]
fn loser(players: u8, loses: impl Fn(u8) -> bool, reason: Reason) -> Option<End> {
    match players {
        2 if loses(0) => won(1, reason),
        2 if loses(1) => won(0, reason),
        _ => None,
    }
}

impl<const W: usize, const N: usize> Position<W, N> {
    /// The end of the game by the pieces on the board. It does not test whether a player can move.
    pub(crate) fn ended(&self, plan: &Plan<W>) -> Option<End> {
        let players = plan.planes.players as u8;
        if players > 1 && self.alive.is_power_of_two() {
            let reason = if players == 2 { Reason::LeaderLost } else { Reason::LastOne };
            return won(self.alive.trailing_zeros() as u8, reason);
        }
        let near = |(goal, own): (&Set<W>, &Set<W>)| (*goal & *own).any() || own.is_empty();
        if !plan.goals.is_empty() && !plan.goals.iter().zip(&self.sets[plan.planes.kinds..]).any(near) {
            return None;
        }
        for (win, zones) in plan.clauses.wins.iter().zip(&plan.win_zones) {
            if let Some(end) = self.won(plan, win, zones) {
                return Some(end);
            }
        }
        None
    }

    #[inline(always)]
    fn won(&self, plan: &Plan<W>, win: &Win, zones: &[Set<W>]) -> Option<End> {
        let players = plan.planes.players as u8;
        let alive = || (0..players).filter(|player| self.is_in(*player));
        match win {
            Win::Reach { piece, reply, .. } => {
                let kinds = piece.map_or(plan.geometry.all, |kind| self.kind(kind));
                let there = |player: &u8| {
                    (self.player(plan, *player) & kinds & zones[*player as usize]).any() && self.is_in(*player)
                };
                let winner = (0..players).find(there)?;
                if *reply && self.turn != 0 && self.may_draw_level(plan, *piece, zones) {
                    return None;
                }
                let shared = *reply && (0..players).filter(there).count() > 1;
                Some(End { winner: (!shared).then_some(winner), reason: Reason::Reached })
            }
            Win::Bare => {
                let bare = |player: u8| self.player(plan, player) == self.leaders(plan, player);
                let due = self.mover(plan);
                let other = *plan.sides[due as usize].enemies.first()?;
                // A player who has only leaders left has one turn to capture the last other piece of the opponent.
                if !bare(other) {
                    return None;
                }
                Some(End { winner: (!bare(due)).then_some(due), reason: Reason::Bared })
            }
            Win::Checks(times) => {
                let first = plan.checks?;
                loser(players, |player| self.counters[(first + player) as usize] >= *times, Reason::Checks)
            }
            Win::Extinct(kind) => {
                loser(players, |player| (self.player(plan, player) & self.kind(*kind)).is_empty(), Reason::Extinct)
            }
            Win::NoPieces => loser(players, |player| self.player(plan, player).is_empty(), Reason::NoPieces),
            Win::OwnNoPieces => won(alive().find(|player| self.player(plan, *player).is_empty())?, Reason::NoPieces),
            Win::Line(length) => {
                // If the player to move had a line, the game would already be over. The exception is a line made by
                // another player.
                let due = if plan.due_lines || self.ply == 0 { u8::MAX } else { self.mover(plan) };
                for player in 0..players {
                    if player != due && self.is_in(player) && self.has_line(plan, player, *length, zones) {
                        return won(player, Reason::Line);
                    }
                }
                None
            }
        }
    }

    /// Whether a player who moves later in this round may still reach the goal. If only one player is left in the
    /// round, that player must be able to reach it now.
    #[inline(never)]
    fn may_draw_level(&self, plan: &Plan<W>, piece: Option<u8>, zones: &[Set<W>]) -> bool {
        if usize::from(self.turn) + 1 < plan.order.len() {
            return true;
        }
        let due = self.mover(plan);
        let mut moves = Moves::new();
        legal_now(plan, self, &mut moves);
        moves.iter().any(|mv| {
            let mut next = *self;
            next.place(plan, *mv);
            let kinds = piece.map_or(plan.geometry.all, |kind| next.kind(kind));
            (next.player(plan, due) & kinds & zones[due as usize]).any()
        })
    }

    /// Whether the player has a line of this length. `lines` contains all possible lines, or is empty if there are too
    /// many to list.
    #[inline]
    fn has_line(&self, plan: &Plan<W>, player: u8, length: u8, lines: &[Set<W>]) -> bool {
        let own = self.player(plan, player);
        if !lines.is_empty() {
            return lines.iter().any(|line| own & *line == *line);
        }
        // Four of the eight directions suffice, because each line runs in two opposite directions.
        plan.around[..4].iter().any(|(by, sources)| {
            let mut run = own;
            for _ in 1..length {
                run = (run & *sources).rotated(u32::from(*by)) & own;
            }
            run.any()
        })
    }

    /// Prepares a position for the next decision: eliminates players without a leader or a move, and finds the end of
    /// the game.
    pub(crate) fn settle(&mut self, plan: &Plan<W>) -> Option<End> {
        if plan.planes.players == 2 {
            if plan.watched
                && let Some(end) = self.ended(plan)
            {
                return Some(end);
            }
            return if can_move(plan, self) { None } else { Some(self.stuck(plan)) };
        }
        loop {
            if !plan.leaders.is_empty() {
                for player in 0..plan.planes.players as u8 {
                    if !self.is_in(player) {
                        self.eliminate(plan, player);
                    }
                }
            }
            if let Some(end) = self.ended(plan) {
                return Some(end);
            }
            if self.is_in(self.mover(plan)) {
                if can_move(plan, self) {
                    return None;
                }
                if plan.planes.players == 1 || plan.leaders.is_empty() && !self.goes_on(plan) {
                    return Some(self.stuck(plan));
                }
                let due = self.mover(plan);
                self.eliminate(plan, due);
            } else {
                self.next_turn(plan);
            }
        }
    }

    /// Whether another player can move if the player to move cannot. Only for games without leaders.
    fn goes_on(&self, plan: &Plan<W>) -> bool {
        let mut next = *self;
        plan.clauses.stalemate == Stalemate::Draw
            && (0..plan.order.len()).any(|_| {
                next.next_turn(plan);
                can_move(plan, &next)
            })
    }

    /// Eliminates this player from the game.
    fn eliminate(&mut self, plan: &Plan<W>, player: u8) {
        self.alive &= !(1 << player);
        if plan.clauses.remove_eliminated {
            for square in self.player(plan, player) {
                self.clear(plan, square);
            }
        }
    }

    /// The end of the game because the player to move has no move.
    fn stuck(&self, plan: &Plan<W>) -> End {
        let due = self.mover(plan);
        let other = plan.sides[due as usize].enemies.first().copied();
        if !plan.leaders.is_empty() && self.is_threatened(plan, due) {
            return End { winner: other, reason: Reason::Mate };
        }
        let winner = match plan.clauses.stalemate {
            Stalemate::Draw => None,
            Stalemate::Loss => other,
            Stalemate::Win => Some(due),
            Stalemate::Count => {
                let count = |player: u8| self.player(plan, player).len();
                let most = (0..plan.planes.players as u8).max_by_key(|player| count(*player));
                most.filter(|best| {
                    (0..plan.planes.players as u8).filter(|player| count(*player) == count(*best)).count() == 1
                })
            }
        };
        End { winner, reason: Reason::Stalemate }
    }
}
