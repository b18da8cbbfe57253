//! Counts the results of the bots in an arena.

use super::elo::Score;
use crate::sim::Points;
use rulebook_kernel::Outcome;
use std::cmp::Ordering;

/// The counts of one bot.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Games with an opponent, or deals played alone.
    pub games: u64,
    /// Games that the bot won, alone or with its team.
    pub won: u64,
    /// Games in which the bot shared first place with an opponent.
    pub shared: u64,
    /// The bot's shares of first places, summed over its games and seats.
    pub firsts: f64,
    /// The sum that `firsts` would have if all bots were equally strong.
    pub chance: f64,
    /// Points of the deals that the bot played alone.
    pub points: Points,
}

/// The counts of all bots.
pub struct Results {
    pub rows: Vec<Row>,
    /// `scores[a][b]` is the result of bot `a` against bot `b`.
    pub scores: Vec<Vec<Score>>,
    pub games: u64,
    pub moves: u64,
    /// Whether bots play the same deals alone instead of playing against each other.
    pub same_deals: bool,
    /// Whether a single player plays for points. Such a game has no winner.
    pub for_points: bool,
    /// Whether fewer points are better.
    pub few_points: bool,
    /// Games in which one bot had all seats. Such games are not counted.
    pub own: u64,
    /// Games of partners in which one bot sat on every side. Such games are not counted for this bot.
    pub every_side: u64,
    /// Void games: games with a fault, a panic or no end.
    pub void: u64,
    /// The reason why the first void game does not count.
    pub first_void: Option<String>,
    /// The points of each bot in the current deal: their sum and the number of seats.
    pub deal: Vec<(i64, i64)>,
    /// For each deal: the average points of the first bot minus those of the second.
    pub differences: Vec<f64>,
}

impl Results {
    pub fn new(bots: usize) -> Results {
        Results {
            rows: vec![Row::default(); bots],
            scores: vec![vec![Score::default(); bots]; bots],
            games: 0,
            moves: 0,
            same_deals: false,
            for_points: false,
            few_points: false,
            own: 0,
            every_side: 0,
            void: 0,
            first_void: None,
            deal: vec![(0, 0); bots],
            differences: Vec::new(),
        }
    }

    /// Ends a deal that was played once with every seating, and compares the points of the first two bots.
    pub fn end_deal(&mut self) {
        if let [(one, seats), (other, others), ..] = self.deal[..]
            && seats > 0
            && others > 0
        {
            self.differences.push(one as f64 / seats as f64 - other as f64 / others as f64);
        }
        self.deal.fill((0, 0));
    }

    /// Counts a void game.
    pub fn void(&mut self, why: &str) {
        self.games += 1;
        self.void += 1;
        self.first_void.get_or_insert_with(|| why.to_owned());
    }

    /// Counts a finished game. Two bots are compared once in each game, by the best place of each. It does not matter
    /// how many seats they have.
    pub fn add(&mut self, seating: &[usize], outcome: &Outcome, moves: u32) {
        self.games += 1;
        self.moves += u64::from(moves);
        if seating.iter().all(|bot| *bot == seating[0]) {
            self.own += 1;
            return;
        }
        for (bot, points) in seating.iter().zip(outcome.scores().into_iter().flatten()) {
            self.deal[*bot].0 += i64::from(*points);
            self.deal[*bot].1 += 1;
        }
        let shares = rulebook_bots::rewards(outcome);
        let teams = outcome.teams();
        let sides = (0..teams.len()).filter(|&seat| !teams[..seat].contains(&teams[seat])).count();
        let mut on_every_side = false;
        for bot in 0..self.rows.len() {
            let seats: Vec<usize> = (0..seating.len()).filter(|&seat| seating[seat] == bot).collect();
            let Some(best) = best_place(outcome, &seats) else { continue };
            // Two partners share one first place, so a team is counted once.
            let (mut counted, mut firsts): (Vec<u8>, f64) = (Vec::new(), 0.0);
            for &seat in &seats {
                if !counted.contains(&teams[seat]) {
                    counted.push(teams[seat]);
                    firsts += f64::from(shares[seat]);
                }
            }
            // A bot that sits on every side always wins, so its result says nothing.
            if counted.len() == sides {
                on_every_side = true;
                continue;
            }
            let row = &mut self.rows[bot];
            row.games += 1;
            row.firsts += firsts;
            row.chance += counted.len() as f64 / sides as f64;
            let others_first = (0..seating.len()).any(|seat| seating[seat] != bot && outcome.places()[seat] == 1);
            let with_partner = (0..seating.len())
                .filter(|&seat| seating[seat] != bot && outcome.places()[seat] == 1)
                .all(|seat| counted.contains(&teams[seat]));
            if best == 1 && (!others_first || with_partner) {
                row.won += 1;
            } else if best == 1 {
                row.shared += 1;
            }
            for other in 0..self.rows.len() {
                let theirs: Vec<usize> = (0..seating.len()).filter(|&seat| seating[seat] == other).collect();
                let together = theirs.iter().any(|&seat| counted.contains(&teams[seat]));
                let Some(place) = best_place(outcome, &theirs).filter(|_| other != bot && !together) else { continue };
                let score = &mut self.scores[bot][other];
                score.games += 1.0;
                score.points += match best.cmp(&place) {
                    Ordering::Less => 1.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 0.0,
                };
            }
        }
        self.every_side += u64::from(on_every_side);
    }

    /// Counts one deal that each bot played alone. An entry of `ends` is `None` if the game of that bot does not count.
    pub fn add_deal(&mut self, ends: &[Option<Outcome>]) {
        self.same_deals = true;
        let few = self.few_points;
        for (bot, end) in ends.iter().enumerate() {
            let Some(end) = end else { continue };
            let row = &mut self.rows[bot];
            row.games += 1;
            row.won += u64::from(won(end));
            self.for_points |= is_for_points(end);
            if let Some(points) = end.scores() {
                row.points.add(points[0]);
            }
            for (other, theirs) in ends.iter().enumerate() {
                let Some(theirs) = theirs.as_ref().filter(|_| other != bot) else { continue };
                let score = &mut self.scores[bot][other];
                score.games += 1.0;
                score.points += match managed(end, few).cmp(&managed(theirs, few)) {
                    Ordering::Greater => 1.0,
                    Ordering::Equal => 0.5,
                    Ordering::Less => 0.0,
                };
            }
        }
    }
}

/// Whether the outcome has no opponents: one seat, or one team.
pub fn is_together(outcome: &Outcome) -> bool {
    outcome.teams().iter().all(|team| *team == outcome.teams()[0])
}

/// Whether the game was won. A single player who plays for points is always in first place, so first place does not
/// count as a win.
fn won(outcome: &Outcome) -> bool {
    !is_for_points(outcome) && outcome.places()[0] == 1
}

fn is_for_points(outcome: &Outcome) -> bool {
    outcome.seats() == 1 && outcome.scores().is_some()
}

/// The result of a single player as a value that is larger for a better result: first whether the game was won, then
/// the points. Points are negated if fewer are better.
fn managed(outcome: &Outcome, few: bool) -> (bool, i64) {
    let points = outcome.scores().map_or(0, |scores| i64::from(scores[0]));
    (won(outcome), if few { -points } else { points })
}

fn best_place(outcome: &Outcome, seats: &[usize]) -> Option<u8> {
    seats.iter().map(|&seat| outcome.places()[seat]).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_kernel::Seat;

    #[test]
    fn wins_and_draws_are_points() {
        let mut results = Results::new(2);
        results.add(&[0, 1], &Outcome::win(2, Seat::new(0), ""), 10);
        results.add(&[1, 0], &Outcome::win(2, Seat::new(0), ""), 10);
        results.add(&[1, 0], &Outcome::draw(2, ""), 10);
        assert_eq!(results.scores[0][1], Score { points: 1.5, games: 3.0 });
        assert_eq!(results.scores[1][0], Score { points: 1.5, games: 3.0 });
        assert_eq!((results.rows[0].won, results.rows[0].shared), (1, 1));
        assert_eq!(results.moves, 30);
    }

    #[test]
    fn partners_win_together_and_one_against_three_is_one_meeting() {
        let mut results = Results::new(2);
        let teams = Outcome::ranked(&[1, 2, 1, 2], "").in_teams(&[0, 1, 0, 1]);
        results.add(&[0, 1, 0, 1], &teams, 1);
        assert_eq!((results.rows[0].won, results.rows[0].firsts), (1, 1.0));
        results.add(&[1, 0, 1, 1], &Outcome::ranked(&[1, 2, 3, 4], ""), 1);
        assert_eq!(results.scores[0][1], Score { points: 1.0, games: 2.0 });
        assert_eq!((results.rows[1].won, results.rows[1].games), (1, 2));
    }

    #[test]
    fn a_bot_against_itself_wins_nothing() {
        let mut results = Results::new(2);
        results.add(&[0, 0], &Outcome::win(2, Seat::new(0), ""), 1);
        results.add(&[0, 1], &Outcome::win(2, Seat::new(1), ""), 1);
        assert_eq!((results.games, results.own), (2, 1));
        assert_eq!((results.rows[0].games, results.rows[0].won, results.rows[0].firsts), (1, 0, 0.0));
        assert_eq!((results.rows[0].chance, results.rows[1].chance), (0.5, 0.5));
        // A bot on two of three seats has twice the chance of a bot on one seat.
        results.add(&[0, 1, 0], &Outcome::win(3, Seat::new(1), ""), 1);
        assert!((results.rows[0].chance - 0.5 - 2.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn nobody_wins_by_sitting_on_both_sides() {
        let mut results = Results::new(3);
        let teams = Outcome::ranked(&[1, 2, 1, 2], "").in_teams(&[0, 1, 0, 1]);
        results.add(&[0, 1, 2, 0], &teams, 1);
        assert_eq!((results.rows[0].games, results.every_side, results.own), (0, 1, 0));
        assert_eq!((results.rows[2].won, results.rows[1].won, results.rows[1].chance), (1, 0, 0.5));
        assert_eq!(results.scores[2][1], Score { points: 1.0, games: 1.0 });
        assert_eq!(results.scores[0][1].games, 0.0);
    }

    #[test]
    fn bots_of_solo_games_are_compared_on_the_same_deals() {
        let mut results = Results::new(2);
        let alone = |points: i32| Some(Outcome::highest(&[points], ""));
        results.add_deal(&[alone(12), alone(5)]);
        results.add_deal(&[alone(8), alone(8)]);
        results.add_deal(&[None, alone(52)]);
        assert_eq!(results.scores[0][1], Score { points: 1.5, games: 2.0 });
        assert_eq!((results.rows[0].won, results.rows[0].points.mean()), (0, Some(10.0)));
        assert!(results.for_points);
        let together = |place: u8| Some(Outcome::ranked(&[place; 2], "").in_teams(&[0, 0]));
        results.add_deal(&[together(2), together(1)]);
        assert_eq!((results.rows[1].won, results.scores[1][0].points), (1, 1.5));
        assert!(is_together(&together(2).unwrap()) && !is_together(&Outcome::draw(2, "")));
        let mut golf = Results { few_points: true, ..Results::new(2) };
        golf.add_deal(&[alone(12), alone(5)]);
        assert_eq!((golf.scores[0][1].points, golf.scores[1][0].points), (0.0, 1.0));
    }

    #[test]
    fn the_arena_says_that_nobody_won_if_all_lose_together() {
        let mut results = Results::new(2);
        let together = |place: u8| Some(Outcome::ranked(&[place; 2], "").in_teams(&[0, 0]));
        let names = ["first".to_owned(), "random".to_owned()];
        let says_so = |results: &Results| super::super::report::text(&names, results).contains("No bot won,");
        results.add_deal(&[together(2), together(2)]);
        assert!(says_so(&results));
        results.add_deal(&[together(2), together(1)]);
        assert!(!says_so(&results));
    }

    /// Two different bots as partners did not play against each other.
    #[test]
    fn partners_do_not_meet() {
        let mut results = Results::new(3);
        let teams = Outcome::ranked(&[1, 2, 1, 2], "").in_teams(&[0, 1, 0, 1]);
        results.add(&[0, 1, 2, 1], &teams, 1);
        assert_eq!(results.scores[0][2].games, 0.0);
        assert_eq!(results.scores[0][1], Score { points: 1.0, games: 1.0 });
        assert_eq!((results.rows[0].won, results.rows[2].won), (1, 1));
    }
}
