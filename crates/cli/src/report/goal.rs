//! Parses `--goal seats=2,minutes=25`, and measures how far a setting is from it.

use rulebook_report::{Interval, Pace, Sample, Setting};

/// Maximum number of settings that are played.
pub const MOST: usize = 400;

/// The seconds of a decision, if the author gives no `minutes`. With the `minutes` of the card games on the shelf, it is
/// the median of their seconds for each decision of random bots.
const SECONDS: f64 = 8.0;

/// What a game should be like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goal {
    /// The largest difference between the seats that win most and least often, as a share.
    pub seats: Option<f64>,
    /// The median length in decisions.
    pub decisions: Option<f64>,
    /// The playing time of people, in minutes.
    pub minutes: Option<f64>,
    /// The argument as typed.
    pub text: String,
}

pub fn parse(text: &str) -> Result<Goal, String> {
    let help = "write seats=PERCENT, decisions=NUMBER, minutes=NUMBER, or several with commas between them";
    let mut goal = Goal { text: text.to_owned(), ..Goal::default() };
    for part in text.split(',') {
        let (name, number) = part.split_once('=').ok_or(help)?;
        let number = number.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
        let number = number.ok_or_else(|| format!("{part:?} has no number: {help}"))?;
        match name.trim() {
            "seats" => goal.seats = Some(number / 100.0),
            "decisions" => goal.decisions = Some(number),
            "minutes" => goal.minutes = Some(number),
            other => return Err(format!("{other:?} is no goal: {help}")),
        }
    }
    Ok(goal)
}

/// How long people need for a decision. The usual playing time (`minutes` of `meta.json`) belongs to games like those of
/// the sample.
pub fn pace(minutes: Option<u16>, sample: &Sample) -> Pace {
    let decisions = sample.percentile(50);
    match minutes.filter(|_| decisions > 0) {
        Some(minutes) => {
            Pace { seconds: f64::from(minutes) * 60.0 / f64::from(decisions), measured: Some((minutes, decisions)) }
        }
        None => Pace { seconds: SECONDS, measured: None },
    }
}

impl Goal {
    /// The setting with its distance. Each part of the goal counts with its relative error, and a game that does not end
    /// counts as a whole error.
    pub fn judge(&self, values: Vec<i64>, sample: &Sample, pace: &Pace) -> Setting {
        let shares = || (0..sample.seats).map(|seat| sample.share(seat));
        let largest = |a: Interval, b: Interval| if b.value > a.value { b } else { a };
        let smallest = |a: Interval, b: Interval| if b.value < a.value { b } else { a };
        let most = shares().reduce(largest).unwrap_or_default();
        let least = shares().reduce(smallest).unwrap_or_default();
        let apart = Interval {
            value: most.value - least.value,
            low: (most.low - least.high).max(0.0),
            high: most.high - least.low,
        };
        let decisions = sample.percentile(50);
        let missing = 1.0 - sample.finished() as f64 / sample.games.max(1) as f64;
        let mut distance = missing;
        if let Some(seats) = self.seats {
            distance += (apart.value - seats).max(0.0) * 10.0;
        }
        if let Some(wanted) = self.decisions {
            distance += (f64::from(decisions) - wanted).abs() / wanted.max(1.0);
        }
        let minutes = f64::from(decisions) * pace.seconds / 60.0;
        if let Some(wanted) = self.minutes {
            distance += (minutes - wanted).abs() / wanted.max(1.0);
        }
        Setting { values, distance, seats: apart, decisions, minutes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_report::{End, Record};

    #[test]
    fn goals_are_read() {
        let goal = parse("seats=2, decisions=40").unwrap();
        assert_eq!((goal.seats, goal.decisions, goal.minutes), (Some(0.02), Some(40.0), None));
        assert_eq!(parse("minutes=25").unwrap().minutes, Some(25.0));
        for wrong in ["", "seats", "seats=x", "hours=4", "seats=-1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_nearer_setting_has_the_smaller_distance() {
        let sample = |first: u32, decisions: usize| {
            let mut sample = Sample::new(2);
            for game in 0..100 {
                let places = if game < first { vec![1, 2] } else { vec![2, 1] };
                let end = End::Over { places, scores: None, reason: String::new() };
                sample.add(&Record { end, widths: vec![2; decisions], ..Record::default() });
            }
            sample
        };
        let goal = parse("seats=2,decisions=40").unwrap();
        let unknown = pace(None, &sample(50, 40));
        let distance = |first, decisions| goal.judge(Vec::new(), &sample(first, decisions), &unknown).distance;
        assert!(distance(50, 40) < 1e-9);
        assert!(distance(50, 44) < distance(60, 40) && distance(60, 40) < distance(60, 60));
        let found = goal.judge(vec![3], &sample(60, 44), &unknown);
        assert_eq!((found.values, found.decisions), (vec![3], 44));
        assert!(found.seats.has(0.2) && found.seats.low < 0.2);

        // The author has measured 20 minutes for the game as it is, which has 40 decisions.
        let known = pace(Some(20), &sample(50, 40));
        assert!((known.seconds - 30.0).abs() < 1e-9 && (unknown.seconds - SECONDS).abs() < 1e-9);
        let goal = parse("minutes=25").unwrap();
        let minutes = |decisions| goal.judge(Vec::new(), &sample(50, decisions), &known);
        assert!(minutes(50).distance < 1e-9 && (minutes(50).minutes - 25.0).abs() < 1e-9);
        assert!(minutes(48).distance < minutes(40).distance);
    }
}
