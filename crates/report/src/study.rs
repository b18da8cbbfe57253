//! Defines the data of a report page.

use crate::cards::CardStudy;
use crate::flow::Flow;
use crate::record::Record;
use crate::sample::Sample;
use crate::stats::{Interval, Moments, Z95, wilson};

/// All data of a report page: the game, the conditions of the study and the results.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// The name of the game.
    pub title: String,
    /// One sentence about the game.
    pub about: String,
    /// The bot that played the games.
    pub bot: String,
    /// The seed of the games.
    pub seed: String,
    /// The command that makes this report.
    pub command: String,
    /// The engine and its version.
    pub engine: String,
    /// Whether the game is cooperative: all players win or lose together.
    pub together: bool,
    /// The team of each seat. Empty if every player plays alone.
    pub teams: Vec<u8>,
    /// The games.
    pub sample: Sample,
    /// Games between a better bot and the bot of the study.
    pub skill: Option<Skill>,
    /// The number of uses of each rule in all games of the page. Empty if the game has no rules in a game file.
    pub rules: Vec<RuleUse>,
    /// Actions that failed, although the game file does not mark them as actions that may fail.
    pub failing: Vec<Failing>,
    /// The number of games in which uses and failures of rules were counted.
    pub counted: u64,
    /// Games in which a parameter has other values.
    pub sweeps: Vec<Sweep>,
    /// A comparison with another version of the game.
    pub against: Option<Against>,
    /// How often the players win who held, drew, took or played each card.
    pub cards: CardStudy,
    /// Shorter samples with other numbers of players.
    pub by_seats: Vec<(usize, Sample)>,
    /// The settings of several parameters that come nearest to a goal.
    pub search: Option<Search>,
    /// The states and phases of the game.
    pub flow: Option<Flow>,
}

/// A side: one seat, or partners who win together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    /// The name of the side, with a capital first letter.
    pub name: String,
    /// The seats of the side.
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

    /// The number of seats of a side. `None` if the sides differ in size.
    pub(crate) fn partners(&self) -> Option<usize> {
        let sides = self.sides();
        let size = sides.first()?.seats.len();
        sides.iter().all(|side| side.seats.len() == size).then_some(size)
    }

    /// The share of first places of the side that decides first. `None` if several seats decide first in every game,
    /// or if sides differ in size.
    pub(crate) fn beginner(&self, z: f64) -> Option<Interval> {
        self.sample.beginner_of(self.partners()?, z)
    }

    /// The fair share of a side: 1 divided by the number of sides.
    pub(crate) fn fair(&self) -> f64 {
        1.0 / self.sides().len().max(1) as f64
    }
}

/// Games in which a better bot plays one side and the bot of the study plays the others. The better bot plays every
/// side equally often.
#[derive(Clone, Debug, Default)]
pub struct Skill {
    /// The name of the better bot.
    pub bot: String,
    /// The counts of all these games.
    pub sample: Sample,
    /// The sum of the win shares of the better bot's side.
    pub shares: f64,
    /// The number of finished games.
    pub games: u64,
    /// The share expected without the better bot: the share of games with a winner, divided by the number of sides.
    pub fair: f64,
    /// The cards of the better bot's side.
    pub cards: CardStudy,
}

/// A search for values of several parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    /// The goal, as the author wrote it.
    pub goal: String,
    /// The names of the parameters.
    pub names: Vec<String>,
    /// The settings that were played, the nearest first.
    pub settings: Vec<Setting>,
    /// The number of games with each setting.
    pub games: u64,
    /// How long people need for a decision, if the goal is in minutes.
    pub pace: Option<Pace>,
}

/// How long people need for a decision.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pace {
    /// The seconds for each decision.
    pub seconds: f64,
    /// The minutes that the author gives, and the decisions of a game. `None` if the author gives no minutes.
    pub measured: Option<(u16, u32)>,
}

/// The values of several parameters, and the results of the games with these values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setting {
    /// The values, in the order of the names.
    pub values: Vec<i64>,
    /// The distance from the goal: 0 fulfils it.
    pub distance: f64,
    /// The difference between the seats that win most and least often.
    pub seats: Interval,
    /// The median length in decisions.
    pub decisions: u32,
    /// The median length in minutes.
    pub minutes: f64,
}

impl Skill {
    /// The share of first places of the better bot's side.
    #[must_use]
    pub fn share(&self) -> Interval {
        wilson(self.shares, self.games, Z95)
    }
}

/// The uses of one rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleUse {
    /// The id of the rule.
    pub id: String,
    /// The trigger of the rule.
    pub trigger: String,
    /// The number of times the rule fired.
    pub fired: u64,
    /// The actions of the rule.
    pub parts: Vec<Part>,
}

/// An action that failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failing {
    /// The id of the rule, or a text for the setup.
    pub rule: String,
    /// The kind of the action and its number in the rule.
    pub part: String,
    /// The number of failures.
    pub times: u64,
    /// The number of games with a failure.
    pub games: u64,
    /// The reason of the first failure.
    pub why: String,
}

impl Failing {
    /// Whether the action fails in at least 90 % of these games. Rare failures are normal.
    #[must_use]
    pub fn always(&self, games: u64) -> bool {
        games > 0 && self.games * 10 >= games * 9
    }
}

/// An action of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The kind of the action and its number in the rule.
    pub name: String,
    /// Whether the action was ever performed.
    pub used: bool,
}

/// A parameter with several values, and the games with each value.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// The name of the parameter.
    pub name: String,
    /// The value in the game file.
    pub usual: Option<i64>,
    /// The games with each value, all from the same seeds.
    pub steps: Vec<SweepValue>,
}

/// One value of a parameter.
#[derive(Clone, Debug, Default)]
pub struct SweepValue {
    /// The value of the parameter.
    pub value: i64,
    /// The games with this value. `None` if the game cannot be played with it.
    pub games: Option<Sample>,
    /// The reason why there are no games. Empty if `games` is set.
    pub why: String,
}

/// A comparison with another version of a game, with the same seeds.
#[derive(Clone, Debug, Default)]
pub struct Against {
    /// The title of the other version.
    pub title: String,
    /// The games of the other version.
    pub sample: Sample,
    /// The compared figures: the name, whether the figure is a share, and the differences between pairs of games (other
    /// version minus this version).
    pub differences: Vec<(String, bool, Moments)>,
}

pub(crate) const LENGTH: &str = "decisions per game";
pub(crate) const DRAWS: &str = "draws";
pub(crate) const BEGINS: &str = "first places of the player who begins";
pub(crate) const LEADS: &str = "lead changes per game";
pub(crate) const WON: &str = "games the players win";
pub(crate) const SEAT: &str = "first places of seat ";

impl Against {
    /// Compares games that were started from the same seeds, pair by pair.
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
        // Use only pairs in which both games have a value. Unfinished games have no value.
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
