//! The readable form of an outcome: lists with one entry for each seat. The binary form in saved states uses arrays of
//! a fixed length instead, because they need no allocation.

use crate::{MAX_SEATS, Outcome};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::borrow::Cow;

#[derive(Serialize)]
struct Told<'a> {
    seats: u8,
    places: &'a [u8],
    teams: &'a [u8],
    scores: Option<&'a [i32]>,
    reason: &'a str,
    fault: bool,
}

/// The lists may be longer than the number of seats, because logs of the first release always had sixteen entries.
#[derive(Deserialize)]
struct Heard {
    seats: u8,
    places: Vec<u8>,
    teams: Vec<u8>,
    scores: Option<Vec<i32>>,
    reason: Cow<'static, str>,
    fault: bool,
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return Outcome::serialize(self, serializer);
        }
        let (places, teams, scores) = (self.places(), self.teams(), self.scores());
        Told { seats: self.seats, places, teams, scores, reason: &self.reason, fault: self.fault }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let readable = deserializer.is_human_readable();
        let outcome = if readable {
            heard(Heard::deserialize(deserializer)?)
        } else {
            Outcome::deserialize(deserializer).map(Some)?
        };
        let whole = |it: &Outcome| (1..=MAX_SEATS).contains(&it.seats()) && it.places().iter().all(|&place| place > 0);
        outcome.filter(whole).ok_or_else(|| D::Error::custom("an outcome has a place and a team for each seat"))
    }
}

fn heard(told: Heard) -> Option<Outcome> {
    let seats = Some(told.seats as usize).filter(|seats| (1..=MAX_SEATS).contains(seats))?;
    let places = told.places.get(..seats)?;
    if places.contains(&0) {
        return None;
    }
    let mut outcome = Outcome::ranked(places, told.reason).in_teams(told.teams.get(..seats)?);
    if let Some(scores) = told.scores {
        outcome = outcome.with_scores(scores.get(..seats)?);
    }
    outcome.fault = told.fault;
    Some(outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Outcome, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn lists_are_as_long_as_there_are_seats() {
        let outcome = Outcome::highest(&[3, 9], "points").in_teams(&[0, 1]);
        let text = serde_json::to_string(&outcome).unwrap();
        let wanted = r#"{"seats":2,"places":[2,1],"teams":[0,1],"scores":[3,9],"reason":"points","fault":false}"#;
        assert_eq!(text, wanted);
        assert_eq!(read(&text).unwrap(), outcome);
    }

    #[test]
    fn longer_lists_of_old_logs_are_read() {
        let old = r#"{"seats":2,"places":[2,1,0,0],"teams":[0,1,2,3],"scores":null,"reason":"x","fault":true}"#;
        let outcome = read(old).unwrap();
        assert_eq!((outcome.places(), outcome.is_fault()), (&[2, 1][..], true));
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (seats, places, teams) in
            [(0, "[]", "[]"), (17, "[1]", "[1]"), (2, "[1]", "[0,1]"), (2, "[1,0]", "[0,1]"), (2, "[1,2]", "[0]")]
        {
            let text = format!(
                r#"{{"seats":{seats},"places":{places},"teams":{teams},"scores":null,"reason":"","fault":false}}"#
            );
            assert!(read(&text).is_err(), "{text}");
        }
        let short = r#"{"seats":2,"places":[2,1],"teams":[0,1],"scores":[1],"reason":"x","fault":false}"#;
        assert!(read(short).is_err());
    }
}
