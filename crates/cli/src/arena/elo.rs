//! Elo ratings from the results of an arena.

/// The games between two bots: how many they played, and the points of the first bot. A draw gives half a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    pub points: f64,
    pub games: f64,
}

/// The rating of a bot. The 95 % interval is `elo` plus or minus `margin`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub elo: f64,
    pub margin: f64,
}

/// The Elo scale: a difference of this many points means odds of ten to one.
const SCALE: f64 = 400.0;
/// Number of draws that are added to the results of each pair of bots that met. Without them, a bot that won every game
/// would have no finite rating.
const IMAGINED: f64 = 1.0;
/// A 95 % interval reaches this many standard deviations to each side.
const SIGMAS: f64 = 1.96;

/// The most likely ratings (Bradley-Terry model), shifted so that their mean is zero.
pub fn ratings(scores: &[Vec<Score>]) -> Vec<Rating> {
    let n = scores.len();
    let mut strength = vec![1.0; n];
    let games = |i: usize, j: usize| if scores[i][j].games > 0.0 { scores[i][j].games + IMAGINED } else { 0.0 };
    let points = |i: usize, j: usize| scores[i][j].points + IMAGINED / 2.0;
    for _ in 0..2000 {
        let before = strength.clone();
        for i in 0..n {
            let met = (0..n).filter(|&j| j != i && games(i, j) > 0.0);
            let (won, expected) = met.fold((0.0, 0.0), |(won, expected), j| {
                (won + points(i, j), expected + games(i, j) / (before[i] + before[j]))
            });
            if expected > 0.0 {
                strength[i] = won / expected;
            }
        }
        let mean = strength.iter().map(|s: &f64| s.ln()).sum::<f64>() / n as f64;
        strength.iter_mut().for_each(|s| *s /= mean.exp());
    }
    let chance = |i: usize, j: usize| strength[i] / (strength[i] + strength[j]);
    let rating = |i: usize| {
        let known: f64 = (0..n).filter(|&j| j != i).map(|j| games(i, j) * chance(i, j) * (1.0 - chance(i, j))).sum();
        let unit = SCALE / std::f64::consts::LN_10;
        let margin = if known > 0.0 { SIGMAS * unit / known.sqrt() } else { f64::INFINITY };
        Rating { elo: unit * strength[i].ln(), margin }
    };
    (0..n).map(rating).collect()
}

/// A one-sided bound for a bot that won every game or lost every game. `None` for all other bots.
///
/// A bot that won every game is at least as strong as the bound. A bot that lost every game is at most as strong. An
/// interval around its rating would suggest a limit on the other side, which the games do not show.
pub fn bound(scores: &[Vec<Score>], ratings: &[Rating], bot: usize) -> Option<f64> {
    let met: Vec<usize> = (0..scores.len()).filter(|&j| j != bot && scores[bot][j].games > 0.0).collect();
    let (points, games) =
        met.iter().fold((0.0, 0.0), |(p, g), &j| (p + scores[bot][j].points, g + scores[bot][j].games));
    if games <= 0.0 || (points > 0.0 && points < games) {
        return None;
    }
    let (low, high) = interval(points, games);
    let share = if points > 0.0 { low } else { high };
    let others = met.iter().map(|&j| ratings[j].elo * scores[bot][j].games).sum::<f64>() / games;
    let apart = SCALE * (share / (1.0 - share)).log10();
    // The mean of all ratings is zero. If this rating moves, the other ratings move a little in the other direction.
    let move_by = (ratings[bot].elo - others - apart) * (1.0 - 1.0 / scores.len() as f64);
    Some(ratings[bot].elo - move_by)
}

/// The 95 % interval (Wilson) of a share of points that was observed in this many games.
pub fn interval(points: f64, games: f64) -> (f64, f64) {
    if games <= 0.0 {
        return (0.0, 1.0);
    }
    let (share, z2) = (points / games, SIGMAS * SIGMAS);
    let middle = share + z2 / (2.0 * games);
    let spread = SIGMAS * (share * (1.0 - share) / games + z2 / (4.0 * games * games)).max(0.0).sqrt();
    let whole = 1.0 + z2 / games;
    (((middle - spread) / whole).max(0.0), ((middle + spread) / whole).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(results: &[(usize, usize, f64, f64)], n: usize) -> Vec<Vec<Score>> {
        let mut scores = vec![vec![Score::default(); n]; n];
        for &(i, j, points, games) in results {
            scores[i][j] = Score { points, games };
            scores[j][i] = Score { points: games - points, games };
        }
        scores
    }

    #[test]
    fn three_quarters_are_191_points() {
        let found = ratings(&table(&[(0, 1, 7500.0, 10_000.0)], 2));
        assert!((found[0].elo - found[1].elo - 190.8).abs() < 0.5, "{found:?}");
        assert!(found[0].margin < 10.0);
    }

    #[test]
    fn equal_bots_get_equal_ratings_and_few_games_wide_margins() {
        let found = ratings(&table(&[(0, 1, 5.0, 10.0)], 2));
        assert!(found[0].elo.abs() < 1e-6 && found[1].elo.abs() < 1e-6);
        assert!(found[0].margin > 150.0);
    }

    #[test]
    fn ratings_are_finite_and_a_bot_without_games_has_an_infinite_margin() {
        let found = ratings(&table(&[(0, 1, 100.0, 100.0)], 3));
        assert!(found[0].elo > found[1].elo + 600.0 && found[0].elo.is_finite());
        assert!(found[2].margin.is_infinite());
    }

    #[test]
    fn a_perfect_score_has_a_bound_on_one_side() {
        let scores = table(&[(0, 1, 40.0, 40.0)], 2);
        let found = ratings(&scores);
        let (least, most) = (bound(&scores, &found, 0).unwrap(), bound(&scores, &found, 1).unwrap());
        assert!((180.0..230.0).contains(&least) && (least + most).abs() < 1e-6, "{least} {most}");
        assert!(least < found[0].elo && most > found[1].elo);
        let scores = table(&[(0, 1, 39.5, 40.0)], 2);
        assert_eq!(bound(&scores, &ratings(&scores), 0), None);
    }

    #[test]
    fn a_third_is_placed_through_the_others() {
        let found = ratings(&table(&[(0, 1, 75.0, 100.0), (1, 2, 75.0, 100.0)], 3));
        assert!(found[0].elo > found[1].elo && found[1].elo > found[2].elo);
        assert!((found[0].elo + found[2].elo).abs() < 1.0 && found[1].elo.abs() < 1.0);
    }

    #[test]
    fn shares_have_intervals() {
        let (low, high) = interval(100.0, 100.0);
        assert!(low > 0.96 && low < 0.97 && high > 0.9999);
        assert_eq!(interval(0.0, 0.0), (0.0, 1.0));
        let (low, high) = interval(50.0, 100.0);
        assert!((low + high - 1.0).abs() < 1e-9 && (0.40..0.41).contains(&low));
    }
}
