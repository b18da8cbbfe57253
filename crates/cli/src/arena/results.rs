//! What the bots did to each other.

use super::elo::Score;
use rulebook_kernel::Outcome;
use std::cmp::Ordering;

/// One bot of the arena.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Games in which it sat.
    pub games: u64,
    /// Games that it won, alone or with its team.
    pub won: u64,
    /// Games in which it shared the first place with somebody it played against.
    pub shared: u64,
    /// Its parts of first places, all together; a bot at several seats of one game has all of theirs.
    pub firsts: f64,
}

/// Everything that is counted.
pub struct Results {
    pub rows: Vec<Row>,
    /// The first against the second.
    pub scores: Vec<Vec<Score>>,
    pub games: u64,
    pub moves: u64,
    /// Games that count for nobody: faults, games without an end, panics.
    pub void: u64,
    /// Why the first of them does not count.
    pub first_void: Option<String>,
}

impl Results {
    pub fn new(bots: usize) -> Results {
        Results {
            rows: vec![Row::default(); bots],
            scores: vec![vec![Score::default(); bots]; bots],
            games: 0,
            moves: 0,
            void: 0,
            first_void: None,
        }
    }

    /// A game that does not count.
    pub fn void(&mut self, why: &str) {
        self.games += 1;
        self.void += 1;
        self.first_void.get_or_insert_with(|| why.to_owned());
    }

    /// A game that came to its end. Two bots meet once a game, however many seats they have: their best seats count.
    pub fn add(&mut self, seating: &[usize], outcome: &Outcome, moves: u32) {
        self.games += 1;
        self.moves += u64::from(moves);
        let shares = rulebook_bots::rewards(outcome);
        let teams = outcome.teams();
        for bot in 0..self.rows.len() {
            let seats: Vec<usize> = (0..seating.len()).filter(|&seat| seating[seat] == bot).collect();
            let Some(best) = best_place(outcome, &seats) else { continue };
            let row = &mut self.rows[bot];
            row.games += 1;
            // Partners share one first place.
            let mut counted: Vec<u8> = Vec::new();
            for &seat in &seats {
                if !counted.contains(&teams[seat]) {
                    counted.push(teams[seat]);
                    row.firsts += f64::from(shares[seat]);
                }
            }
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
    }
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

    /// A pair of different bots as partners did not play against each other.
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
