//! Finds out whether a game is over, who won, and why.

use super::legal::{can_move, decisions};
use super::{Moves, Position};
use crate::bits::Set;
use crate::plan::Plan;
use crate::spec::{Extinct, Facing, Kinds, Pattern, Reach, Reply, Shape, Stalemate, Tally, Verdict, Win};
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
    /// Two turns in a row were passes.
    Passed,
    /// The leaders still face each other after the opponent's turn.
    Faced,
    /// No square was empty.
    Full,
    /// A piece left its square, or was captured there, although it had to stay.
    LeftHome,
}

impl Reason {
    /// Whether the end is a draw by repetition, by material or by a limit of turns. In a PGN game, a player must claim
    /// such a draw.
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
            Reason::Passed => "two passes in a row",
            Reason::Faced => "the leaders face each other",
            Reason::Full => "the board is full",
            Reason::LeftHome => "a piece left its square",
        }
    }
}

/// The teams, each once.
fn distinct(teams: &[u16]) -> Vec<u16> {
    let mut teams = teams.to_vec();
    teams.sort_unstable();
    teams.dedup();
    teams
}

/// The end of a game with this result for one of two players.
fn verdict<const W: usize>(plan: &Plan<W>, player: u8, verdict: Verdict, reason: Reason) -> End {
    let winner = match verdict {
        Verdict::Loss => plan.sides[player as usize].enemies.first().copied(),
        Verdict::Win => Some(player),
        Verdict::Draw => None,
    };
    End { winner, reason }
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
    /// The end of the game that follows from the pieces on the board alone. It does not test whether a player can move.
    pub(crate) fn ended(&self, plan: &Plan<W>) -> Option<End> {
        let players = plan.planes.players as u8;
        let lone_team = || plan.teams.iter().any(|team| self.alive & !team == 0);
        if players > 1 && (self.alive.is_power_of_two() || lone_team()) {
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
        if plan.passes.is_some() || plan.clauses.full_board.is_some() { self.tallied(plan) } else { None }
    }

    /// The end of the game by passes, by leaders that face each other, or by a full board.
    fn tallied(&self, plan: &Plan<W>) -> Option<End> {
        let clauses = &plan.clauses;
        let passes = plan.passes.map_or(0, |counter| self.counters[counter as usize]);
        let result = clauses.double_pass.unwrap_or(Tally::Draw);
        if passes >= 2 && clauses.double_pass.is_some() {
            return Some(End { winner: self.leading(plan, result), reason: Reason::Passed });
        }
        if passes >= 1 && clauses.facing == Facing::Answered && self.leaders_face(plan) {
            return Some(End { winner: self.leading(plan, result), reason: Reason::Faced });
        }
        let full = clauses.full_board.filter(|_| plan.geometry.all.minus(self.occupied(plan)).is_empty())?;
        Some(End { winner: self.leading(plan, full), reason: Reason::Full })
    }

    /// The player who is ahead by the rule of a tally. `None` if several players are ahead.
    fn leading(&self, plan: &Plan<W>, tally: Tally) -> Option<u8> {
        let players = 0..plan.planes.players as u8;
        let points = |player: &u8| match tally {
            Tally::Draw => 0,
            Tally::Pieces => self.player(plan, *player).len(),
            Tally::Points => {
                let (kinds, extra) = &plan.clauses.points;
                let own = self.player(plan, *player);
                let pieces = kinds.iter().map(|(kind, value)| (self.kind(*kind) & own).len() * u32::from(*value));
                pieces.sum::<u32>() + u32::from(extra.get(*player as usize).copied().unwrap_or(0))
            }
        };
        let best = players.clone().max_by_key(points)?;
        (players.filter(|player| points(player) == points(&best)).count() == 1).then_some(best)
    }

    #[inline(always)]
    fn won(&self, plan: &Plan<W>, win: &Win, zones: &[Set<W>]) -> Option<End> {
        let players = plan.planes.players as u8;
        let alive = || (0..players).filter(|player| self.is_in(*player));
        match win {
            Win::Reach(reach) => self.reached(plan, reach, zones),
            Win::Bare => {
                let bare = |player: u8| self.player(plan, player) == self.leaders(plan, player);
                let due = self.mover(plan);
                let other = *plan.sides[due as usize].enemies.first()?;
                // A player who has only leaders left has one turn to capture the last other piece of the opponent.
                if players != 2 || !bare(other) {
                    return None;
                }
                Some(End { winner: (!bare(due)).then_some(due), reason: Reason::Bared })
            }
            Win::Checks(times) => {
                let first = plan.checks?;
                loser(players, |player| self.counters[(first + player) as usize] >= *times, Reason::Checks)
            }
            Win::Extinct(extinct) => self.extinct(plan, extinct),
            Win::NoPieces => loser(players, |player| self.player(plan, player).is_empty(), Reason::NoPieces),
            Win::OwnNoPieces => won(alive().find(|player| self.player(plan, *player).is_empty())?, Reason::NoPieces),
            Win::LeftHome(_) => {
                // If one move drives the pieces of both players from their squares, the mover loses.
                let left =
                    |player: u8| zones[player as usize].minus(self.player(plan, player) & self.unmoved(plan)).any();
                let due = self.mover(plan);
                let last = loser(players, |player| player != due && left(player), Reason::LeftHome);
                last.or_else(|| loser(players, left, Reason::LeftHome))
            }
            Win::Pattern(pattern) => {
                // Usually the player to move has no pattern, because the game would have ended when the player
                // completed it. So test the player to move only at the start, or if another player's turn can complete
                // the pattern (`due_lines`).
                let due = if plan.due_lines || self.ply == 0 { u8::MAX } else { self.mover(plan) };
                let made = |player: &u8| {
                    *player != due && self.is_in(*player) && self.has_pattern(plan, *player, pattern, zones)
                };
                (0..players).find(made).map(|player| verdict(plan, player, pattern.verdict, Reason::Line))
            }
        }
    }

    /// The end of the game because a player holds a goal.
    #[inline]
    fn reached(&self, plan: &Plan<W>, reach: &Reach, zones: &[Set<W>]) -> Option<End> {
        let players = plan.planes.players as u8;
        let kinds = if reach.kinds == plan.all_kinds() { plan.geometry.all } else { self.of_kinds(plan, reach.kinds) };
        let there = |player: u8| {
            let zone = zones[player as usize];
            let inside = self.player(plan, player) & kinds & zone;
            inside.any()
                && self.is_in(player)
                && (inside.len() >= u32::from(reach.count) || reach.full && zone.minus(self.occupied(plan)).is_empty())
        };
        let end = |winner: Option<u8>| Some(End { winner, reason: Reason::Reached });
        if reach.reply == Reply::Round {
            let winner = (0..players).find(|player| there(*player))?;
            if self.turn != 0 && self.may_draw_level(plan, reach.kinds, zones) {
                return None;
            }
            let shared = (0..players).filter(|player| there(*player)).count() > 1;
            return end((!shared).then_some(winner));
        }
        if reach.reply == Reply::None && !reach.safe {
            return end(Some((0..players).find(|player| there(*player))?));
        }
        let held = |player: u8, safe: bool| {
            let inside = self.player(plan, player) & kinds & zones[player as usize];
            let exactly = inside.len() == u32::from(reach.count);
            there(player) && !(safe && exactly && !self.are_calm(plan, player, &self.enemies(plan, player), inside))
        };
        let due = self.mover(plan);
        let safe_now = reach.safe && reach.reply != Reply::Turn;
        let waiting = || (0..players).filter(|player| *player != due);
        if held(due, safe_now) {
            let shared = safe_now && waiting().any(|player| held(player, true));
            return end((!shared).then_some(due));
        }
        if reach.reply == Reply::Turn && !reach.safe {
            return None;
        }
        end(Some(waiting().find(|player| held(*player, reach.safe))?))
    }

    /// The end of the game because a player has few pieces of some kinds.
    fn extinct(&self, plan: &Plan<W>, extinct: &Extinct) -> Option<End> {
        if plan.planes.players != 2 {
            return None;
        }
        let due = self.mover(plan);
        for player in [1 - due, due] {
            for &kinds in &extinct.groups {
                let of_kinds = if kinds == plan.all_kinds() { plan.geometry.all } else { self.of_kinds(plan, kinds) };
                let count = |player: u8| {
                    let held = if extinct.hand { self.in_hand(plan, player, kinds) } else { 0 };
                    (self.player(plan, player) & of_kinds).len() + held
                };
                // The player to move can still capture a piece of the opponent in this turn, so the opponent needs one
                // piece more.
                let spare = u32::from(extinct.reply && player == due);
                if count(player) <= u32::from(extinct.at_most)
                    && count(1 - player) >= u32::from(extinct.opponent) + spare
                {
                    return Some(verdict(plan, player, extinct.verdict, Reason::Extinct));
                }
            }
        }
        None
    }

    /// Whether the player has a pattern.
    #[inline]
    fn has_pattern(&self, plan: &Plan<W>, player: u8, pattern: &Pattern, zones: &[Set<W>]) -> bool {
        let mut own = self.player(plan, player);
        if pattern.kinds != plan.all_kinds() {
            own &= self.of_kinds(plan, pattern.kinds);
        }
        match pattern.shape {
            Shape::Line(length) => self.has_line(plan, own, length, pattern.directions, zones),
            Shape::Square(side) => {
                let [right, up, across] = [0, 2, 1].map(|at| plan.around[at]);
                let shifted = |set: Set<W>, (by, sources): (u8, Set<W>)| (set & sources).rotated(u32::from(by));
                let mut corners = own;
                for _ in 1..side {
                    corners &= shifted(corners, right) & shifted(corners, up) & shifted(corners, across);
                }
                corners.any()
            }
            Shape::Collinear(length) => own.iter().any(|square| {
                let lines = [(1, (1, 0)), (2, (0, 1)), (4, (1, 1)), (4, (-1, 1))];
                lines.into_iter().filter(|(bit, _)| pattern.directions & bit != 0).any(|(_, (x, y))| {
                    let ahead = plan.geometry.ray(square, (x, y), u8::MAX);
                    let behind = plan.geometry.ray(square, (-x, -y), u8::MAX);
                    let others = ahead.into_iter().chain(behind).filter(|other| own.has(*other)).count();
                    others + 1 >= usize::from(length)
                })
            }),
            Shape::Chain(..) => {
                let [from, to] = [0, 1].map(|at| zones[2 * player as usize + at]);
                let steps: Vec<(u8, Set<W>)> = (plan.around.iter().enumerate())
                    .filter(|(at, _)| pattern.directions & [1, 4, 2, 4, 1, 4, 2, 4][*at] != 0)
                    .map(|(_, step)| *step)
                    .collect();
                let mut chain = own & from;
                loop {
                    let next = steps
                        .iter()
                        .fold(chain, |all, (by, sources)| all | (chain & *sources).rotated(u32::from(*by)) & own);
                    if next == chain {
                        return (chain & to).any();
                    }
                    chain = next;
                }
            }
        }
    }

    /// Whether a player who moves later in this round may still reach the goal. If only one player has a turn left in
    /// the round, that player must be able to reach the goal now.
    #[inline(never)]
    fn may_draw_level(&self, plan: &Plan<W>, kinds: Kinds, zones: &[Set<W>]) -> bool {
        if usize::from(self.turn) + 1 < plan.order.len() {
            return true;
        }
        let due = self.mover(plan);
        let mut moves = Moves::new();
        decisions(plan, self, None, &mut moves);
        moves.iter().any(|mv| {
            let mut next = *self;
            next.place(plan, *mv);
            let kinds = next.of_kinds(plan, kinds);
            (next.player(plan, due) & kinds & zones[due as usize]).any()
        })
    }

    /// The squares of all complete lines of a player. Empty if the rules have no winning lines, or the player has no
    /// complete line.
    pub(crate) fn winning_line(&self, plan: &Plan<W>, player: u8) -> Set<W> {
        let mut found = Set::EMPTY;
        for win in &plan.clauses.wins {
            let Win::Pattern(Pattern { shape: Shape::Line(length), kinds, directions, .. }) = win else { continue };
            let own = self.player(plan, player) & self.of_kinds(plan, *kinds);
            let steps = [((1, 0), 1), ((0, 1), 2), ((1, 1), 4), ((1, -1), 4)];
            let steps = steps.into_iter().filter(|(_, bit)| directions & bit != 0).map(|(step, _)| step);
            for (at, step) in own.iter().flat_map(|at| steps.clone().map(move |step| (at, step))) {
                let rest = plan.geometry.ray(at, step, length.saturating_sub(1));
                if rest.len() + 1 == usize::from(*length) && rest.iter().all(|square| own.has(*square)) {
                    found = found | Set::one(at) | rest.into_iter().collect();
                }
            }
        }
        found
    }

    /// Whether the player has a line of this length. `lines` contains all possible lines, or is empty if there are too
    /// many to list.
    #[inline]
    fn has_line(&self, plan: &Plan<W>, own: Set<W>, length: u8, directions: u8, lines: &[Set<W>]) -> bool {
        if !lines.is_empty() {
            return lines.iter().any(|line| own & *line == *line);
        }
        // Four of the eight directions suffice, because each line runs in two opposite directions.
        plan.around[..4].iter().zip([1, 4, 2, 4]).any(|((by, sources), bit)| {
            if directions & bit == 0 {
                return false;
            }
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
                // The mate of one player decides a game between two teams.
                if let [one, other] = distinct(&plan.teams)[..] {
                    let winner = if one >> due & 1 == 1 { other } else { one }.trailing_zeros() as u8;
                    let mated = !plan.leaders.is_empty() && self.is_threatened(plan, due);
                    return Some(End {
                        winner: Some(winner),
                        reason: if mated { Reason::Mate } else { Reason::Stalemate },
                    });
                }
                self.eliminate(plan, due);
            } else {
                self.next_turn(plan);
            }
        }
    }

    /// Whether another player can move if the player to move cannot. Call this only for games without leaders.
    fn goes_on(&self, plan: &Plan<W>) -> bool {
        let mut next = *self;
        plan.clauses.stalemate == Stalemate::Draw
            && (0..plan.order.len()).any(|_| {
                next.next_turn(plan);
                can_move(plan, &next)
            })
    }

    /// Eliminates this player and the player's team from the game.
    fn eliminate(&mut self, plan: &Plan<W>, player: u8) {
        let team = plan.team_of(player);
        self.alive &= !team;
        for player in
            (0..plan.planes.players as u8).filter(|player| plan.clauses.remove_eliminated && team >> player & 1 == 1)
        {
            for square in self.player(plan, player) {
                self.clear(plan, square);
            }
        }
    }

    /// The result of checkmate for the player who is mated.
    fn mate_result(&self, plan: &Plan<W>, due: u8) -> Verdict {
        if let Some((kinds, verdict)) = plan.clauses.mate_only_by
            && self.checkers(plan, due).minus(self.of_kinds(plan, kinds)).is_empty()
        {
            return verdict;
        }
        match (plan.clauses.mate_without, plan.check_series) {
            (Some((_, verdict)), Some(first)) if self.counters[(first + due) as usize] == 0 => verdict,
            _ => plan.clauses.mate,
        }
    }

    /// The end of the game because the player to move has no move.
    fn stuck(&self, plan: &Plan<W>) -> End {
        let due = self.mover(plan);
        let other = plan.sides[due as usize].enemies.first().copied();
        if !plan.leaders.is_empty() && self.is_threatened(plan, due) {
            return verdict(plan, due, self.mate_result(plan, due), Reason::Mate);
        }
        let winner = match plan.clauses.stalemate {
            Stalemate::Draw => None,
            Stalemate::Loss => other,
            Stalemate::Win => Some(due),
            Stalemate::Count => self.leading(plan, Tally::Pieces),
            Stalemate::Fewest => {
                let count = |player: &u8| self.player(plan, *player).len();
                let players = 0..plan.planes.players as u8;
                let least = players.clone().min_by_key(count);
                least.filter(|best| players.filter(|player| count(player) == count(best)).count() == 1)
            }
        };
        End { winner, reason: Reason::Stalemate }
    }
}
