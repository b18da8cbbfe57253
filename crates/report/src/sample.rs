//! The counts of many games between the same players.

use crate::record::{End, Record};
use crate::stats::{Interval, Moments, Z95, wilson};
use std::collections::BTreeMap;

/// Number of equal parts into which each game is divided, to show how games progress.
pub const PARTS: usize = 20;
/// Maximum number of end reasons that are counted separately. Further reasons are counted together.
const ENDINGS: usize = 12;
/// Maximum number of answers to one question that are counted separately. Further answers are counted together.
const OPTIONS: usize = 400;
/// Maximum number of questions that are counted separately. Further questions are counted together.
const QUESTIONS: usize = 200;
const OTHERS: &str = "all others";

/// The counts of many games between the same players.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// The number of seats.
    pub seats: usize,
    /// The number of games.
    pub games: u64,
    /// By seat: the number of games in which the seat came first, alone or tied.
    pub wins: Vec<u64>,
    /// By seat: the sum of its shares of the win, see [`Record::shares`].
    shares: Vec<f64>,
    /// The number of games in which all seats tied for first place.
    pub draws: u64,
    /// The number of finished games without a winner.
    pub lost: u64,
    /// Games that failed: for each kind of failure the count and the first message.
    pub broken: BTreeMap<&'static str, Seen>,
    /// The number of games in which a single seat made the first decision, and the sum of the win shares of that seat.
    began: (u64, f64),
    /// The number of games for each game length in decisions.
    pub lengths: BTreeMap<u32, u64>,
    /// The mean length of a game in decisions.
    pub length: Moments,
    /// The number of legal moves at a decision, for each part of the game.
    pub progress: Vec<Progress>,
    /// The maximum number of legal moves at one decision.
    pub widest: u32,
    /// The points at the end.
    pub scores: Scores,
    /// How the lead changed during the games.
    pub leads: Leads,
    /// The number of games for each end reason.
    pub endings: BTreeMap<String, u64>,
    /// The questions and their answers.
    pub questions: BTreeMap<String, Asked>,
    /// The number of turns, and the number of those in which the player never had a choice.
    pub turns: (u64, u64),
}

/// The count of a failure, with the message of its first occurrence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The number of occurrences.
    pub count: u64,
    /// The message of the first occurrence.
    pub words: String,
}

/// The decisions in one part of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The number of legal moves at a decision.
    pub width: Moments,
    /// The number of decisions with only one legal move.
    pub forced: u64,
}

/// The points at the end of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    /// The number of winners for each number of points.
    pub first: BTreeMap<i32, u64>,
    /// The number of other players for each number of points.
    pub others: BTreeMap<i32, u64>,
    /// The margin between the winner and the next player.
    pub margin: Moments,
}

/// The leads during games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leads {
    /// The number of games for each number of lead changes.
    pub changes: BTreeMap<u32, u64>,
    /// The mean number of lead changes in a game.
    pub mean: Moments,
    /// For each part of a game, the number of games in which the winner took the final lead in that part.
    pub settled: Vec<u64>,
    /// The number of games with a leader at half-time, and the number of those games that this leader won.
    pub half: (u64, u64),
}

/// One question and its answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// How often the question was asked with at least two answers to choose from.
    pub times: u64,
    /// The answers.
    pub options: BTreeMap<String, Chosen>,
}

/// One answer to a question.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chosen {
    /// The number of times the answer was offered.
    pub offered: u64,
    /// The number of times the answer was chosen.
    pub chosen: u64,
    /// How often a random player would choose the answer on average.
    pub by_chance: f64,
    /// The win shares of the players who chose the answer, one for each choice in a finished game.
    pub wins: Moments,
}

impl Sample {
    /// A sample without games.
    #[must_use]
    pub fn new(seats: usize) -> Sample {
        Sample {
            seats,
            wins: vec![0; seats],
            shares: vec![0.0; seats],
            progress: vec![Progress::default(); PARTS],
            leads: Leads { settled: vec![0; PARTS], ..Leads::default() },
            ..Sample::default()
        }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Record) {
        self.games += 1;
        self.count_picks(game);
        self.turns.0 += u64::from(game.turns.0);
        self.turns.1 += u64::from(game.turns.1);
        let (places, scores, reason) = match &game.end {
            End::Over { places, scores, reason } => (places, scores, reason),
            End::Fault(why) => return self.broke("fault", why),
            End::Unfinished => return self.broke("unfinished", ""),
            End::Stuck => return self.broke("stuck", ""),
            End::Bug(why) => return self.broke("bug", why),
        };
        let decisions = game.decisions();
        *self.lengths.entry(decisions as u32).or_default() += 1;
        self.length.add(decisions as f64);
        for (at, &width) in game.widths.iter().enumerate() {
            let part = &mut self.progress[at * PARTS / decisions];
            part.width.add(f64::from(width));
            part.forced += u64::from(width == 1);
            self.widest = self.widest.max(width);
        }
        let shares = game.shares().unwrap_or_default();
        for (seat, share) in shares.iter().enumerate() {
            self.shares[seat] += share;
            self.wins[seat] += u64::from(*share > 0.0);
        }
        let firsts = places.iter().filter(|&&place| place == 1).count();
        self.draws += u64::from(firsts == places.len() && firsts > 1);
        self.lost += u64::from(firsts == 0);
        if let Some(first) = game.first {
            self.began.0 += 1;
            self.began.1 += shares.get(first).copied().unwrap_or(0.0);
        }
        let known = self.endings.contains_key(reason) || self.endings.len() < ENDINGS;
        *self.endings.entry(if known { reason.as_str() } else { OTHERS }.to_owned()).or_default() += 1;
        if let Some(scores) = scores {
            self.scores.add(places, scores);
        }
        if !game.ahead.is_empty() {
            self.leads.add(game);
        }
    }

    fn broke(&mut self, kind: &'static str, why: &str) {
        let seen = self.broken.entry(kind).or_insert_with(|| Seen { count: 0, words: why.to_owned() });
        seen.count += 1;
    }

    fn count_picks(&mut self, game: &Record) {
        let shares = game.shares();
        for pick in game.picks.iter().filter(|pick| pick.watched && pick.offered.len() > 1) {
            let known = self.questions.contains_key(&pick.question) || self.questions.len() < QUESTIONS;
            let question = if known { pick.question.as_str() } else { OTHERS };
            let asked = self.questions.entry(question.to_owned()).or_default();
            asked.times += 1;
            for (at, option) in pick.offered.iter().enumerate() {
                let known = asked.options.contains_key(option) || asked.options.len() < OPTIONS;
                let chosen = asked.options.entry(if known { option.as_str() } else { OTHERS }.to_owned()).or_default();
                chosen.offered += 1;
                chosen.chosen += u64::from(at == pick.chosen);
                chosen.by_chance += 1.0 / pick.offered.len() as f64;
                let share = shares.as_ref().and_then(|shares| shares.get(pick.seat)).filter(|_| at == pick.chosen);
                share.into_iter().for_each(|share| chosen.wins.add(*share));
            }
        }
    }

    /// The number of games that ended by their rules.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.length.count
    }

    /// The share of first places of a seat.
    #[must_use]
    pub fn share(&self, seat: usize) -> Interval {
        self.share_at(seat, Z95)
    }

    /// The share of first places of a seat, with an interval for the normal quantile `z`.
    #[must_use]
    pub fn share_at(&self, seat: usize, z: f64) -> Interval {
        wilson(self.shares[seat], self.finished(), z)
    }

    /// The share of first places of several seats together.
    #[must_use]
    pub fn share_of(&self, seats: &[usize], z: f64) -> Interval {
        wilson(seats.iter().map(|seat| self.shares[*seat]).sum(), self.finished(), z)
    }

    /// The share of games that the players of a cooperative game win.
    #[must_use]
    pub fn share_of_table(&self) -> Interval {
        wilson((self.finished() - self.lost) as f64, self.finished(), Z95)
    }

    /// The share of first places of the seat that decides first. `None` if several seats decide first in every game.
    #[must_use]
    pub fn beginner(&self, z: f64) -> Option<Interval> {
        self.beginner_of(1, z)
    }

    /// The share of first places of the side that decides first, if each side has this number of partners.
    #[must_use]
    pub fn beginner_of(&self, partners: usize, z: f64) -> Option<Interval> {
        let (games, shares) = self.began;
        (games > 0).then(|| wilson((shares * partners as f64).min(games as f64), games, z))
    }

    /// The fair share of a seat: 1 divided by the number of seats.
    #[must_use]
    pub fn fair(&self) -> f64 {
        1.0 / self.seats.max(1) as f64
    }

    /// The length, in decisions, that this percentage of games does not exceed.
    #[must_use]
    pub fn percentile(&self, percent: u64) -> u32 {
        let wanted = (self.finished() * percent).div_ceil(100).max(1);
        let mut seen = 0;
        let reached = self.lengths.iter().find(|(_, games)| {
            seen += **games;
            seen >= wanted
        });
        reached.map_or(0, |(length, _)| *length)
    }

    /// The mean number of legal moves at a decision.
    #[must_use]
    pub fn branching(&self) -> f64 {
        let (sum, count) = self.progress.iter().fold((0.0, 0), |(sum, count), part| {
            (sum + part.width.mean() * part.width.count as f64, count + part.width.count)
        });
        if count == 0 { 0.0 } else { sum / count as f64 }
    }

    /// The share of decisions with only one legal move.
    #[must_use]
    pub fn forced(&self) -> f64 {
        let forced: u64 = self.progress.iter().map(|part| part.forced).sum();
        let all: u64 = self.progress.iter().map(|part| part.width.count).sum();
        if all == 0 { 0.0 } else { forced as f64 / all as f64 }
    }
}

impl Scores {
    fn add(&mut self, places: &[u8], scores: &[i32]) {
        let mut best = [None, None];
        for (place, &score) in places.iter().zip(scores) {
            let first = *place == 1;
            *(if first { &mut self.first } else { &mut self.others }).entry(score).or_default() += 1;
            // Compare with the player in second place, not with the second-highest score, because in some games the
            // lowest score wins.
            let kept = &mut best[usize::from(!first)];
            if first || *place == places.iter().copied().filter(|&place| place > 1).min().unwrap_or(0) {
                *kept = Some(score);
            }
        }
        if let [Some(first), Some(second)] = best {
            self.margin.add((f64::from(first) - f64::from(second)).abs());
        }
    }

    /// Whether a chart would be useless, because there are no points or all points are equal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first.len() + self.others.len() < 2
    }
}

impl Leads {
    fn add(&mut self, game: &Record) {
        let changes = game.lead_changes();
        *self.changes.entry(changes).or_default() += 1;
        self.mean.add(f64::from(changes));
        if let Some(settled) = game.settled() {
            let part = (settled * PARTS as f64) as usize;
            self.settled[part.min(PARTS - 1)] += 1;
        }
        if let Some(held) = game.leader_at_half() {
            self.half.0 += 1;
            self.half.1 += u64::from(held);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Pick;

    fn over(places: &[u8], decisions: usize) -> Record {
        let end = End::Over { places: places.to_vec(), scores: None, reason: "done".into() };
        Record { end, first: Some(0), widths: vec![2; decisions], ..Record::default() }
    }

    #[test]
    fn results_by_seat() {
        let mut sample = Sample::new(2);
        for (places, times) in [([1, 2], 3), ([2, 1], 1), ([1, 1], 2)] {
            (0..times).for_each(|_| sample.add(&over(&places, 4)));
        }
        sample.add(&Record { end: End::Fault("out of fuel".into()), ..Record::default() });
        assert_eq!((sample.games, sample.finished(), sample.draws), (7, 6, 2));
        assert_eq!(sample.wins, [5, 3]);
        assert!((sample.share(0).value - 4.0 / 6.0).abs() < 1e-9);
        assert!((sample.beginner(Z95).unwrap().value - 4.0 / 6.0).abs() < 1e-9);
        assert_eq!(sample.broken["fault"].words, "out of fuel");
    }

    #[test]
    fn lengths_and_widths() {
        let mut sample = Sample::new(2);
        (1..=100).for_each(|decisions| sample.add(&over(&[1, 2], decisions)));
        assert_eq!((sample.percentile(50), sample.percentile(95), sample.percentile(100)), (50, 95, 100));
        assert_eq!((sample.branching(), sample.forced(), sample.widest), (2.0, 0.0, 2));
    }

    #[test]
    fn choices_of_the_watched() {
        let pick = |chosen, watched| Pick {
            question: "Which?".into(),
            offered: vec!["a".into(), "b".into()],
            chosen,
            seat: 0,
            watched,
        };
        let mut sample = Sample::new(2);
        sample.add(&Record { picks: vec![pick(0, true), pick(0, true), pick(1, false)], ..Record::default() });
        let asked = &sample.questions["Which?"];
        assert_eq!(asked.times, 2);
        assert_eq!(asked.options["a"], Chosen { offered: 2, chosen: 2, by_chance: 1.0, wins: Moments::default() });
        assert_eq!(asked.options["b"], Chosen { offered: 2, chosen: 0, by_chance: 1.0, wins: Moments::default() });
    }

    #[test]
    fn margins_where_the_most_or_the_least_wins() {
        let mut scores = Scores::default();
        scores.add(&[1, 2, 3], &[10, 7, 1]);
        scores.add(&[3, 1, 2], &[26, 0, 5]);
        assert_eq!(scores.margin.mean(), 4.0);
        assert_eq!((scores.first.len(), scores.others.len()), (2, 4));
    }
}
