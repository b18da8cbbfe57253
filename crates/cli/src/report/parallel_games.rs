//! Plays the games of a report on all cores. The result is the same for any number of threads.

use super::one_game::{Played, Seating, play};
use crate::failure::Failure;
use crate::sim::{Progress, caught, quietly};
use rayon::prelude::*;
use rulebook_catalog::Game;
use rulebook_cgml::run::Profile;
use rulebook_kernel::{Key, Setup};
use rulebook_report::{End, Record};
use std::ops::Range;

/// Settings that all games of a report share.
#[derive(Clone)]
pub struct Games {
    pub setup: Setup,
    pub key: Key,
    pub threads: usize,
    pub max_moves: u32,
}

/// Games in the order of their numbers, and the rules they used.
#[derive(Default)]
pub struct Batch {
    pub games: Vec<Record>,
    pub teams: Option<Vec<u8>>,
    pub profile: Profile,
}

impl Batch {
    /// Appends the games of a later batch.
    pub fn add(&mut self, more: Batch) {
        self.games.extend(more.games);
        self.teams = self.teams.take().or(more.teams);
        self.profile.add(&more.profile);
    }
}

impl Games {
    /// The same settings with a value for an option of the game.
    pub fn with(&self, name: &str, value: i64) -> Games {
        Games { setup: self.setup.clone().with(name, &value.to_string()), ..self.clone() }
    }

    /// Plays the games with these numbers. `seated` gives the bots of each game. Closes the progress bar at the end.
    pub fn play(
        &self,
        game: &Game,
        which: Range<u64>,
        progress: &Progress,
        seated: impl Fn(u64) -> Seating + Sync,
    ) -> Result<Batch, Failure> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|error| Failure::Input(format!("cannot start {} threads: {error}", self.threads)))?;
        let one = |index: u64| {
            let played = caught(|| play(game, self, &seated(index), index));
            progress.done(1);
            played.unwrap_or_else(|message| Played {
                record: Record { end: End::Bug(message), ..Record::default() },
                teams: None,
                profile: Profile::default(),
            })
        };
        let all: Vec<Played> = quietly(|| pool.install(|| which.into_par_iter().map(one).collect()));
        progress.finish();
        let mut batch = Batch { games: Vec::with_capacity(all.len()), ..Batch::default() };
        for Played { record, teams, profile } in all {
            batch.games.push(record);
            batch.teams = batch.teams.take().or(teams);
            batch.profile.add(&profile);
        }
        Ok(batch)
    }
}
