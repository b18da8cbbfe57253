//! Everything that a page is made from.

use crate::flow::Flow;
use crate::record::Record;
use crate::sample::Sample;
use crate::stats::{Interval, Moments, Z95, wilson};

/// What was looked at and what was found.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// The game.
    pub title: String,
    /// One sentence about it.
    pub about: String,
    /// Who played.
    pub bot: String,
    /// What the games came from.
    pub seed: String,
    /// What was typed to make this.
    pub command: String,
    /// The engine and its version.
    pub engine: String,
    /// Do all win or lose together?
    pub together: bool,
    /// The team of each seat; empty where everybody is alone.
    pub teams: Vec<u8>,
    /// The games.
    pub sample: Sample,
    /// Somebody better against them.
    pub skill: Option<Skill>,
    /// How often each rule was used, in all games of the page; empty where rules are not written in a file.
    pub rules: Vec<RuleUse>,
    /// What could not be done, though nothing in the file says that it may fail.
    pub failing: Vec<Failing>,
    /// The games in which they were counted.
    pub counted: u64,
    /// Other values of parameters.
    pub sweeps: Vec<Sweep>,
    /// Another version.
    pub against: Option<Against>,
    /// States and phases.
    pub flow: Option<Flow>,
}

/// A side: one seat, or partners who win together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    /// What it is called, as a sentence begins.
    pub name: String,
    /// Its seats.
    pub seats: Vec<usize>,
}

impl Study {
    /// The sides, in the order of their first seats.
    pub(crate) fn sides(&self) -> Vec<Side> {
        let seats = self.sample.seats;
        let team = |seat: usize| self.teams.get(seat).map_or(seat, |team| usize::from(*team));
        let mut sides: Vec<Side> = Vec::new();
        for seat in 0..seats {
            if (0..seat).any(|before| team(before) == team(seat)) {
                continue;
            }
            let own: Vec<usize> = (seat..seats).filter(|other| team(*other) == team(seat)).collect();
            let numbers: Vec<String> = own.iter().map(|seat| (seat + 1).to_string()).collect();
            let name = match numbers.as_slice() {
                [one] => format!("Seat {one}"),
                [most @ .., last] => format!("Seats {} and {last}", most.join(", ")),
                [] => String::new(),
            };
            sides.push(Side { name, seats: own });
        }
        sides
    }

    /// How many seats a side has, if all have the same number.
    pub(crate) fn partners(&self) -> Option<usize> {
        let sides = self.sides();
        let size = sides.first()?.seats.len();
        sides.iter().all(|side| side.seats.len() == size).then_some(size)
    }

    /// The share of first places of the first player's side. `None` if no seat decides first alone, or sides differ in size.
    pub(crate) fn beginner(&self, z: f64) -> Option<Interval> {
        self.sample.beginner_of(self.partners()?, z)
    }

    /// The share of a side among equals.
    pub(crate) fn fair(&self) -> f64 {
        1.0 / self.sides().len().max(1) as f64
    }
}

/// Games in which a better player sits at some seats, at all in turn.
#[derive(Clone, Debug, Default)]
pub struct Skill {
    /// The better player.
    pub bot: String,
    /// All games.
    pub sample: Sample,
    /// The sum of its side's shares of first places.
    pub shares: f64,
    /// Games that came to an end.
    pub games: u64,
    /// What its side would have by chance; where all win together, what they have without it.
    pub fair: f64,
}

impl Skill {
    /// The share of first places of the better side.
    #[must_use]
    pub fn share(&self) -> Interval {
        wilson(self.shares, self.games, Z95)
    }
}

/// How often a rule was used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleUse {
    /// Its id.
    pub id: String,
    /// What it listens to.
    pub trigger: String,
    /// How often it fired.
    pub fired: u64,
    /// Its actions.
    pub parts: Vec<Part>,
}

/// An action that could not be done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failing {
    /// The rule, or the setup.
    pub rule: String,
    /// Its word and its number.
    pub part: String,
    /// How often.
    pub times: u64,
    /// In how many games.
    pub games: u64,
    /// Why, the first time.
    pub why: String,
}

impl Failing {
    /// Whether the action fails in nearly every one of these games. Rare failures are normal.
    #[must_use]
    pub fn always(&self, games: u64) -> bool {
        games > 0 && self.games * 10 >= games * 9
    }
}

/// An action of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Its word and its number.
    pub name: String,
    /// Was it ever done?
    pub used: bool,
}

/// A parameter with several values.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// Its name.
    pub name: String,
    /// What the file says.
    pub usual: Option<i64>,
    /// The games with each value, all from the same seeds.
    pub steps: Vec<Step>,
}

/// One value of a parameter.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The value.
    pub value: i64,
    /// The games, if it can be played so.
    pub games: Option<Sample>,
    /// Why there are none.
    pub why: String,
}

/// Another version of a game, with the same seeds.
#[derive(Clone, Debug, Default)]
pub struct Against {
    /// What it is called.
    pub title: String,
    /// Its games.
    pub sample: Sample,
    /// What differs: a name, is it a share, and the differences game by game (the other minus this).
    pub differences: Vec<(String, bool, Moments)>,
}

pub(crate) const LENGTH: &str = "decisions a game";
pub(crate) const DRAWS: &str = "draws";
pub(crate) const BEGINS: &str = "first places of whoever begins";
pub(crate) const LEADS: &str = "lead changes a game";
pub(crate) const WON: &str = "games the players win";
pub(crate) const SEAT: &str = "first places of seat ";

impl Against {
    /// Compares games that were begun from the same seeds, pair by pair.
    #[must_use]
    pub fn of(title: &str, seats: usize, together: bool, these: &[Record], others: &[Record]) -> Against {
        let mut sample = Sample::new(seats);
        others.iter().for_each(|game| sample.add(game));
        type Value = fn(&Record) -> Option<f64>;
        let draw: Value = |game| {
            game.shares().map(|shares| f64::from(u8::from(shares.len() > 1 && shares.iter().all(|share| *share > 0.0))))
        };
        let begins: Value = |game| game.shares().zip(game.first).map(|(shares, first)| shares[first]);
        let won: Value =
            |game| game.shares().map(|shares| f64::from(u8::from(shares.iter().any(|share| *share > 0.0))));
        let length: Value = |game| game.shares().map(|_| game.decisions() as f64);
        let leads: Value =
            |game| game.shares().filter(|_| !game.ahead.is_empty()).map(|_| f64::from(game.lead_changes()));
        // Only pairs of which both came to an end.
        let apart = |value: &dyn Fn(&Record) -> Option<f64>| -> Moments {
            these.iter().zip(others).filter_map(|(this, other)| Some(value(other)? - value(this)?)).collect()
        };
        let mut differences = Vec::new();
        if together {
            differences.push((WON.to_owned(), true, apart(&won)));
        } else {
            for seat in 0..seats {
                let of_seat = |game: &Record| game.shares().and_then(|shares| shares.get(seat).copied());
                differences.push((format!("{SEAT}{}", seat + 1), true, apart(&of_seat)));
            }
            differences.push((BEGINS.to_owned(), true, apart(&begins)));
            differences.push((DRAWS.to_owned(), true, apart(&draw)));
            differences.push((LEADS.to_owned(), false, apart(&leads)));
        }
        differences.push((LENGTH.to_owned(), false, apart(&length)));
        Against { title: title.to_owned(), sample, differences }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::End;

    #[test]
    fn partners_are_a_side() {
        let mut study = Study { sample: Sample::new(4), teams: vec![0, 1, 0, 1], ..Study::default() };
        for _ in 0..10 {
            let end = End::Over { places: vec![1, 2, 1, 2], scores: None, reason: String::new() };
            study.sample.add(&Record { end, first: Some(2), ..Record::default() });
        }
        let names: Vec<String> = study.sides().into_iter().map(|side| side.name).collect();
        assert_eq!(names, ["Seats 1 and 3", "Seats 2 and 4"]);
        let (first, fair) = (study.sample.share_of(&study.sides()[0].seats, Z95).value, study.fair());
        assert!((first - 1.0).abs() < 1e-9 && (fair - 0.5).abs() < 1e-9);
        assert!((study.beginner(Z95).unwrap().value - 1.0).abs() < 1e-9);
        study.teams.clear();
        assert_eq!(study.sides().len(), 4);
    }

    #[test]
    fn pairs_of_games_are_compared() {
        let game = |places: &[u8], decisions: usize| Record {
            end: End::Over { places: places.to_vec(), scores: None, reason: String::new() },
            first: Some(0),
            widths: vec![2; decisions],
            ..Record::default()
        };
        let these = [game(&[1, 2], 5), game(&[1, 2], 6), game(&[1, 1], 7), Record::default()];
        let others = [game(&[2, 1], 6), game(&[1, 2], 7), game(&[1, 2], 8), game(&[1, 2], 99)];
        let found = Against::of("other", 2, false, &these, &others);
        let named = |name: &str| found.differences.iter().find(|(known, ..)| known == name).unwrap().2;
        assert_eq!((named(LENGTH).count, named(LENGTH).mean(), named(LENGTH).deviation()), (3, 1.0, 0.0));
        assert!((named("first places of seat 1").mean() - (-1.0 + 0.0 + 0.5) / 3.0).abs() < 1e-9);
        assert!((named(DRAWS).mean() - (-1.0 / 3.0)).abs() < 1e-9);
    }
}
