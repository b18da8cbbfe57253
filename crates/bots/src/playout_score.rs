//! Converts the end of a playout into rewards, by points as well as by rank.
//!
//! A clear win is a better sign than a narrow win. If two moves win about equally often, points show earlier which move
//! is better. A playout that ends with the hand has no winner yet, only points.

use crate::playout::End;
use crate::rewards::{Rewards, rewards};
use rulebook_kernel::{MAX_SEATS, Outcome};

/// The share of points in a reward if the playout has a winner. The rest of the reward comes from the rank.
const POINTS: f32 = 0.25;
/// Points beyond this multiple of the usual margin do not count.
const FAR: f32 = 3.0;

/// The scale of points, learnt during one search. A point is worth more in some games than in others.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlayoutScore {
    /// Whether fewer points are better.
    few: bool,
    /// The usual margin of the leading seat at the end of a game.
    over: Usual,
    /// The average margin of each seat at the end of a hand. `hand` is the usual deviation from that average.
    ahead: [f32; MAX_SEATS],
    hand: Usual,
    /// Whether some playout lost a cooperative game. Until then all playouts are wins, so only points count.
    lost: bool,
}

/// A running mean.
#[derive(Clone, Copy, Debug, Default)]
struct Usual {
    count: u32,
    mean: f32,
}

impl Usual {
    fn add(&mut self, value: f32) {
        self.count += 1;
        self.mean += (value - self.mean) / self.count as f32;
    }

    /// Scales a margin to a number from 0 to 1. A margin of zero gives 0.5.
    fn place(&self, distance: f32) -> f32 {
        if self.mean <= 0.0 { 0.5 } else { 0.5 + 0.5 * (distance / (FAR * self.mean)).clamp(-1.0, 1.0) }
    }
}

impl PlayoutScore {
    /// An empty scale. `few` says that fewer points are better.
    pub(crate) fn of(few: bool) -> PlayoutScore {
        PlayoutScore { few, ..PlayoutScore::default() }
    }

    /// The reward of each seat for the end of a playout, from 0 to 1. Also updates the scale.
    pub(crate) fn worth(&mut self, end: &End) -> Rewards {
        let (End::Over(outcome) | End::Stands(outcome)) = end;
        if let Some(points) = together(outcome, self.few) {
            return self.among_themselves(outcome, points);
        }
        match end {
            End::Over(outcome) => {
                let mut worth = rewards(outcome);
                let Some(lead) = lead(outcome).filter(|_| !outcome.is_fault()) else { return worth };
                let seats = outcome.seats();
                self.over.add(lead[..seats].iter().fold(0.0, |most, lead| lead.abs().max(most)));
                for (worth, lead) in worth.iter_mut().zip(&lead[..seats]) {
                    *worth = *worth * (1.0 - POINTS) + self.over.place(*lead) * POINTS;
                }
                worth
            }
            End::Stands(outcome) => {
                let Some(lead) = lead(outcome) else { return rewards(outcome) };
                let (seats, mut worth) = (outcome.seats(), [0.0; MAX_SEATS]);
                let nth = (self.hand.count + 1) as f32;
                let mut most = 0.0f32;
                for (ahead, lead) in self.ahead.iter_mut().zip(&lead[..seats]) {
                    *ahead += (lead - *ahead) / nth;
                    most = most.max((lead - *ahead).abs());
                }
                self.hand.add(most);
                for seat in 0..seats {
                    worth[seat] = self.hand.place(lead[seat] - self.ahead[seat]);
                }
                worth
            }
        }
    }

    /// The rewards in a game without opponents, for a single player or team: points relative to the usual points.
    fn among_themselves(&mut self, outcome: &Outcome, points: f32) -> Rewards {
        let won = rewards(outcome);
        self.ahead[0] += (points - self.ahead[0]) / (self.hand.count + 1) as f32;
        let more = points - self.ahead[0];
        self.hand.add(more.abs());
        let place = self.hand.place(more);
        let is_won = won[0] > 0.0;
        self.lost |= !is_won;
        // If no playout lost the game, only points count.
        let worth = match (self.lost, is_won) {
            (false, _) => place,
            (true, true) => 1.0 - POINTS + place * POINTS,
            (true, false) => place * POINTS,
        };
        let mut all = [0.0; MAX_SEATS];
        all[..outcome.seats()].fill(worth);
        all
    }
}

/// The points of a team without opponents, negated if fewer points are better. `None` if there are opponents or no
/// points.
pub(crate) fn together(outcome: &Outcome, few: bool) -> Option<f32> {
    let (scores, teams) = (outcome.scores()?, outcome.teams());
    let all = !outcome.is_fault() && teams.iter().all(|team| *team == teams[0]);
    let points = scores.iter().map(|points| if few { -(*points as f32) } else { *points as f32 });
    points.reduce(f32::max).filter(|_| all)
}

/// The margin of each seat over the best opponent. Partners count together, and a seat that is behind has a negative
/// margin. `None` if there are no points or no opponents, or if ranks and points contradict each other.
pub(crate) fn lead(outcome: &Outcome) -> Option<Rewards> {
    let (scores, places, teams) = (outcome.scores()?, outcome.places(), outcome.teams());
    let seats = scores.len();
    // Find out from the ranks whether more points or fewer points are better in this game.
    let (mut more, mut less) = (false, false);
    for (one, other) in (0..seats).flat_map(|one| (0..seats).map(move |other| (one, other))) {
        if places[one] < places[other] && teams[one] != teams[other] {
            more |= scores[one] > scores[other];
            less |= scores[one] < scores[other];
        }
    }
    let sign = match (more, less) {
        (true, true) => return None,
        (_, true) => -1.0,
        _ => 1.0,
    };
    let best = |wanted: &dyn Fn(usize) -> bool| {
        let points = (0..seats).filter(|&seat| wanted(seat)).map(|seat| sign * scores[seat] as f32);
        points.reduce(f32::max)
    };
    let mut lead = [0.0; MAX_SEATS];
    for seat in 0..seats {
        let own = best(&|other| teams[other] == teams[seat])?;
        lead[seat] = own - best(&|other| teams[other] != teams[seat])?;
    }
    Some(lead)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(scores: &[i32]) -> End {
        End::Over(Outcome::highest(scores, ""))
    }

    #[test]
    fn to_win_by_much_is_worth_more_and_a_win_is_worth_more_than_points() {
        let mut scale = PlayoutScore::default();
        (0..20).for_each(|_| _ = scale.worth(&over(&[13, 10])));
        let narrow = scale.worth(&over(&[11, 10]))[0];
        let clear = scale.worth(&over(&[20, 10]))[0];
        let lost = scale.worth(&over(&[9, 10]))[0];
        assert!(lost < 0.5 && 0.5 < narrow && narrow < clear && clear <= 1.0, "{lost} {narrow} {clear}");
    }

    #[test]
    fn the_lead_follows_the_places_if_few_points_are_good() {
        let low = Outcome::ranked(&[1, 2, 3], "").with_scores(&[3, 9, 14]);
        assert_eq!(lead(&low).unwrap()[..3], [6.0, -6.0, -11.0]);
        let odd = Outcome::ranked(&[1, 2, 3], "").with_scores(&[3, 9, 1]);
        assert_eq!(lead(&odd), None);
        assert_eq!(lead(&Outcome::ranked(&[1], "").with_scores(&[3])), None, "nobody else plays");
        let teams = Outcome::highest(&[50, 20, 50, 20], "").in_teams(&[0, 1, 0, 1]);
        assert_eq!(lead(&teams).unwrap()[..4], [30.0, -30.0, 30.0, -30.0]);
    }

    /// The end of a hand is compared with the usual margin. So even a seat that is far behind can distinguish a good
    /// hand from a bad one.
    #[test]
    fn a_hand_is_scored_relative_to_the_usual_range() {
        let stands = |scores: &[i32]| End::Stands(Outcome::highest(scores, ""));
        let mut scale = PlayoutScore::default();
        for gain in (0..40).map(|nth| nth % 20) {
            scale.worth(&stands(&[10 + gain, 90 + 20 - gain]));
        }
        let (good, bad) = (scale.worth(&stands(&[35, 90]))[0], scale.worth(&stands(&[10, 115]))[0]);
        assert!(good > 0.6 && bad < 0.4, "{good} {bad}");
    }

    #[test]
    fn more_points_are_worth_more_in_solo_and_cooperative_games() {
        let mut scale = PlayoutScore::default();
        (0..20).for_each(|nth| _ = scale.worth(&over(&[nth % 8])));
        let (few, many) = (scale.worth(&over(&[1]))[0], scale.worth(&over(&[7]))[0]);
        assert!(few < 0.5 && 0.5 < many, "{few} {many}");
        let lost = |points: i32| End::Over(Outcome::ranked(&[2, 2], "").with_scores(&[points; 2]).in_teams(&[0, 0]));
        let won = |points: i32| End::Over(Outcome::ranked(&[1, 1], "").with_scores(&[points; 2]).in_teams(&[0, 0]));
        let mut scale = PlayoutScore::default();
        (0..20).for_each(|nth| _ = scale.worth(&lost(nth % 8)));
        let [poor, close, best] = [lost(1), lost(7), won(3)].map(|end| scale.worth(&end)[1]);
        assert!(poor < close && close < best, "{poor} {close} {best}");
        assert_eq!(scale.worth(&End::Over(Outcome::fault(1, "")))[0], 0.0);
    }

    #[test]
    fn fewer_points_are_worth_more_in_solo_games_where_few_are_good() {
        let mut scale = PlayoutScore::of(true);
        (0..20).for_each(|nth| _ = scale.worth(&over(&[nth % 8])));
        let (few, many) = (scale.worth(&over(&[1]))[0], scale.worth(&over(&[7]))[0]);
        assert!(many < 0.5 && 0.5 < few, "{few} {many}");
    }

    #[test]
    fn without_points_it_is_the_share_of_the_win() {
        let mut scale = PlayoutScore::default();
        assert_eq!(scale.worth(&End::Over(Outcome::draw(2, "")))[..2], [0.5, 0.5]);
        assert_eq!(scale.worth(&End::Over(Outcome::fault(2, "")))[..2], [0.0, 0.0]);
    }
}
