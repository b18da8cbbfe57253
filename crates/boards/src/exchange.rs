//! Estimates the gain or loss of a move if both players go on capturing on its target square.

use crate::bits::Set;
use crate::plan::Form;
use crate::play::{Move, Position};
use crate::rules::Boards;

/// The maximum number of captures in an exchange.
const MOST_CAPTURES: usize = 32;

impl<const W: usize, const N: usize> Boards<W, N> {
    /// The result of the exchange that a move begins, for the player who makes it. Each player may stop capturing. The
    /// players capture with the least valuable piece first. A leader captures only if nothing can capture it then.
    pub(crate) fn exchange(&self, position: &Position<W, N>, mv: &Move) -> i32 {
        let (plan, worth) = (&self.plan, &self.worth);
        let atom = &plan.atoms[mv.atom() as usize];
        if matches!(atom.form, Form::Pass | Form::Castle(_)) {
            return 0;
        }
        let me = position.mover(plan);
        let [enemy] = plan.sides[me as usize].enemies[..] else { return 0 };
        let target = mv.to();
        let mut occupied = position.occupied(plan).minus(Set::one(mv.from())) | Set::one(target);
        // The piece on the target, which the next capture wins.
        let mut on_target = mv.promotion().checked_sub(1).unwrap_or(atom.kind);
        let mut gains = [0; MOST_CAPTURES];
        gains[0] = self.gain(position, mv).0;
        let mut player = enemy;
        let mut last = 0;
        let mut gone = Set::one(mv.from()) | Set::one(target);
        while last + 1 < MOST_CAPTURES {
            let won = if plan.leaders.contains(&on_target) { LEADER } else { worth.prizes[on_target as usize] };
            let Some((from, kind)) = self.least_attacker(position, player, target, occupied, gone) else { break };
            let other = if player == me { enemy } else { me };
            gone |= Set::one(from);
            let left = occupied.minus(Set::one(from));
            if plan.leaders.contains(&kind) && self.least_attacker(position, other, target, left, gone).is_some() {
                break;
            }
            last += 1;
            gains[last] = won - gains[last - 1];
            if gains[last].max(-gains[last - 1]) < 0 {
                // The result is already certain, whatever the later captures are.
                break;
            }
            (occupied, on_target, player) = (left, kind, other);
        }
        for at in (1..=last).rev() {
            gains[at - 1] = -gains[at].max(-gains[at - 1]);
        }
        gains[0]
    }

    /// The square and kind of the least valuable piece of a player that attacks a square. `gone` are the pieces that
    /// have already captured.
    fn least_attacker(
        &self,
        position: &Position<W, N>,
        player: u8,
        target: u8,
        occupied: Set<W>,
        gone: Set<W>,
    ) -> Option<(u8, u8)> {
        let plan = &self.plan;
        let own = position.player(plan, player).minus(gone);
        for kind in self.evaluation.by_value() {
            let pieces = own & position.kind(*kind);
            if pieces.is_empty() {
                continue;
            }
            let sources = self.evaluation.attackers(plan, position, (player, *kind), pieces, target, occupied);
            if sources.any() {
                return Some((sources.lowest(), *kind));
            }
        }
        None
    }
}

/// The value of a leader in an exchange: more than all other pieces.
const LEADER: i32 = 1_000_000;

#[cfg(test)]
mod tests {
    use crate::{Boards, load};
    use rulebook_diag::Sources;
    use rulebook_kernel::{Notation, Rules};

    fn exchange(position: &str, text: &str) -> i32 {
        let mut sources = Sources::default();
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/chess/game.json");
        let file = sources.add("game.json", std::fs::read_to_string(path).unwrap());
        let rules: Boards<1, 10> = load(&sources, file, "chess").0.unwrap().rules().unwrap();
        let state = rules.position_from(position).unwrap();
        let seat = rules.turn(&state).seats().lowest().unwrap();
        let mv = rules.parse(&state, seat, text).unwrap();
        rules.exchange(&state.position, &mv)
    }

    #[test]
    fn captures_are_followed_to_the_end() {
        // Capture an unprotected pawn, the same pawn when it is protected, and a protected pawn that two pieces attack.
        let free = exchange("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5");
        assert!(free > 0);
        assert!(exchange("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5") < 0);
        let twice = exchange("4k3/8/4p3/3p4/4P3/8/8/3RK3 w - - 0 1", "e4d5");
        assert!(twice >= free, "the pawn captures first: {twice}");
        // The second rook stands behind the first.
        assert!(exchange("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5") > 0);
        assert!(exchange("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5") < 0);
    }

    #[test]
    fn a_leader_does_not_capture_a_protected_piece() {
        assert!(exchange("8/8/4k3/3p4/8/5B2/8/3RK3 w - - 0 1", "d1d5") > 0, "the bishop protects the rook");
        assert!(exchange("8/8/4k3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5") < 0);
    }

    #[test]
    fn a_quiet_move_can_lose_the_piece() {
        assert!(exchange("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d5") < 0);
        assert_eq!(exchange("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d4"), 0);
    }
}
