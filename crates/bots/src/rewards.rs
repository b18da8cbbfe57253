//! The reward of each seat for an outcome.

use rulebook_kernel::{MAX_SEATS, Outcome, Seat};

/// A number from 0 to 1 for each seat. It is 0 for seats that the match does not have.
pub type Rewards = [f32; MAX_SEATS];

/// Each seat's share of the win: 1 for a win, 0 for a loss. If several teams share the first place, the win is split
/// among them. Partners get the same share. A fault gives 0 to all seats, so no bot aims for it.
///
/// ```
/// use rulebook_bots::rewards;
/// use rulebook_kernel::Outcome;
/// assert_eq!(rewards(&Outcome::draw(2, "stalemate"))[..2], [0.5, 0.5]);
/// let partners = Outcome::ranked(&[1, 2, 1, 2], "the rubber").in_teams(&[0, 1, 0, 1]);
/// assert_eq!(rewards(&partners)[..4], [1.0, 0.0, 1.0, 0.0]);
/// ```
#[must_use]
pub fn rewards(outcome: &Outcome) -> Rewards {
    let mut rewards = [0.0; MAX_SEATS];
    if outcome.is_fault() {
        return rewards;
    }
    let teams = outcome.teams();
    let won = |team: u8| outcome.places().iter().zip(teams).any(|(&place, &of)| place == 1 && of == team);
    // Count each team once, at its first seat.
    let winners = (0..teams.len()).filter(|&i| won(teams[i]) && !teams[..i].contains(&teams[i])).count();
    for seat in Seat::all(teams.len()) {
        if won(teams[seat.index()]) {
            rewards[seat.index()] = 1.0 / winners as f32;
        }
    }
    rewards
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(outcome: &Outcome) -> Vec<f32> {
        rewards(outcome)[..outcome.seats()].to_vec()
    }

    #[test]
    fn a_shared_first_place_is_split() {
        assert_eq!(of(&Outcome::win(3, Seat::new(1), "")), [0.0, 1.0, 0.0]);
        assert_eq!(of(&Outcome::ranked(&[1, 1, 3], "")), [0.5, 0.5, 0.0]);
        assert_eq!(of(&Outcome::draw(4, "")), [0.25; 4]);
    }

    #[test]
    fn a_team_wins_whole_and_splits_once() {
        assert_eq!(of(&Outcome::ranked(&[1, 3, 4, 2], "").in_teams(&[0, 1, 0, 1])), [1.0, 0.0, 1.0, 0.0]);
        assert_eq!(of(&Outcome::draw(4, "").in_teams(&[0, 1, 0, 1])), [0.5; 4]);
        assert_eq!(of(&Outcome::draw(3, "all won together").in_teams(&[7, 7, 7])), [1.0; 3]);
    }

    #[test]
    fn nobody_wins_a_lost_solitaire_or_a_fault() {
        assert_eq!(of(&Outcome::ranked(&[2], "stuck")), [0.0]);
        assert_eq!(of(&Outcome::ranked(&[1], "solved")), [1.0]);
        assert_eq!(of(&Outcome::fault(2, "out of fuel")), [0.0, 0.0]);
    }
}
