//! The readable form of an outcome: lists with one entry for each seat. The binary form in saved states uses arrays of
//! a fixed length instead, because they need no allocation.

use crate::{MAX_SEATS, Outcome};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::borrow::Cow;

#[derive(Serialize)]
struct WrittenOutcome<'a> {
    seats: u8,
    places: &'a [u8],
    teams: &'a [u8],
    scores: Option<&'a [i32]>,
    reason: &'a str,
    fault: bool,
}

/// The lists may be longer than the number of seats, because logs of the first release always had sixteen entries.
#[derive(Deserialize)]
struct SavedOutcome {
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
        WrittenOutcome { seats: self.seats, places, teams, scores, reason: &self.reason, fault: self.fault }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let readable = deserializer.is_human_readable();
        let outcome = if readable {
            read_back(SavedOutcome::deserialize(deserializer)?)
        } else {
            Outcome::deserialize(deserializer).map(Some)?
        };
        let whole = |it: &Outcome| (1..=MAX_SEATS).contains(&it.seats()) && it.places().iter().all(|&place| place > 0);
        outcome.filter(whole).ok_or_else(|| D::Error::custom("an outcome has a place and a team for each seat"))
    }
}

fn read_back(saved: SavedOutcome) -> Option<Outcome> {
    let seats = Some(saved.seats as usize).filter(|seats| (1..=MAX_SEATS).contains(seats))?;
    let places = saved.places.get(..seats)?;
    if places.contains(&0) {
        return None;
    }
    let mut outcome = Outcome::ranked(places, saved.reason).in_teams(saved.teams.get(..seats)?);
    if let Some(scores) = saved.scores {
        outcome = outcome.with_scores(scores.get(..seats)?);
    }
    outcome.fault = saved.fault;
    Some(outcome)
}
