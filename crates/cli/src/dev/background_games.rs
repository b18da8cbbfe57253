//! The "Play games" button of `rulebook dev`: plays games in the background and makes a report page from them.

use super::session::Session;
use crate::failure::Failure;
use crate::report::one_game::Seating;
use crate::report::parallel_games::{Batch, Games as Many};
use crate::report::study;
use crate::seed;
use crate::sim::Progress;
use rulebook_catalog::Game;
use rulebook_kernel::{Key, Setup};
use rulebook_report::page;
use serde::Serialize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of games in a run.
const MOST_GAMES: u64 = 100_000;
/// A game is stopped after this many decisions, as in `rulebook report`.
const MOST_MOVES: u32 = 20_000;
/// Approximate time between two updates of the progress.
const OFTEN: Duration = Duration::from_millis(150);

/// The latest run.
#[derive(Default)]
pub struct Runs(Mutex<Run>);

#[derive(Default)]
struct Run {
    told: Told,
    stopped: bool,
    page: Option<String>,
}

/// The progress of a run, as the page receives it.
#[derive(Clone, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Runs"))]
pub struct Told {
    /// The number of the run. The page uses it to recognise the report of an earlier run.
    id: u64,
    running: bool,
    done: u64,
    of: u64,
    /// The `edition` of the session, that is, the version of the files that the run plays.
    edition: u64,
    /// Whether the report page is ready.
    page: bool,
    /// The error, if the run failed.
    wrong: String,
}

/// The settings of a run, taken from the session when the run starts.
pub struct Order {
    game: Game,
    seats: usize,
    bot: String,
    seed: String,
    edition: u64,
    games: u64,
}

impl Order {
    /// Copies the settings from the session.
    ///
    /// # Errors
    /// Returns an error if no match has started, or the number of games is out of range.
    pub fn of(session: &Session, games: u64) -> Result<Order, String> {
        let game = session.game.clone().ok_or("no match has started yet")?;
        if games == 0 || games > MOST_GAMES {
            return Err(format!("play 1 to {MOST_GAMES} games"));
        }
        let (bot, seed) = (session.bot().to_owned(), session.seed.clone());
        Ok(Order { game, seats: session.seats(), bot, seed, edition: session.edition, games })
    }
}

impl Runs {
    fn run(&self) -> MutexGuard<'_, Run> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn told(&self) -> Told {
        self.run().told.clone()
    }

    /// The report page of the latest run, or `None` if it is not ready.
    pub fn page(&self) -> Option<String> {
        self.run().page.clone()
    }

    /// Stops the run. The report covers the games that are already played.
    pub fn stop(&self) {
        self.run().stopped = true;
    }

    /// Registers a new run. The caller then calls `play`.
    ///
    /// # Errors
    /// Returns an error if a run is already in progress.
    pub fn begin(&self, order: &Order) -> Result<(), String> {
        let mut run = self.run();
        if run.told.running {
            return Err("games are already running".to_owned());
        }
        let id = run.told.id + 1;
        let told = Told { id, running: true, of: order.games, edition: order.edition, ..Told::default() };
        *run = Run { told, ..Run::default() };
        Ok(())
    }

    /// Plays the games. Returns when all are played or the run is stopped.
    pub fn play(&self, order: &Order) {
        let played = self.play_out(order);
        let page = played.map(|batch| {
            let mut study = study(&order.game, order.seats, &order.bot, &order.seed, &batch);
            let (games, seats) = (batch.games.len(), order.seats);
            let seed = seed::argument(&order.seed);
            study.command = format!(
                "rulebook report {} --games {games} --seats {seats} --bot {} --better none {seed}",
                order.game.id, order.bot
            );
            page::html(&study)
        });
        let mut run = self.run();
        run.told.running = false;
        match page {
            Ok(page) => (run.page, run.told.page) = (Some(page), true),
            Err(why) => run.told.wrong = why,
        }
    }

    fn play_out(&self, order: &Order) -> Result<Batch, String> {
        let many = Many {
            setup: Setup::seats(order.seats),
            key: Key::from_seed(&order.seed),
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            max_moves: MOST_MOVES,
        };
        let specs = vec![order.bot.clone(); order.seats];
        let mut batch = Batch::default();
        let mut share = 4;
        while (batch.games.len() as u64) < order.games && !self.run().stopped {
            let (from, begun) = (batch.games.len() as u64, Instant::now());
            let which = from..(from + share).min(order.games);
            let more = many.play(&order.game, which, &Progress::hidden(), |_| Seating::of(&specs, true));
            batch.add(more.map_err(|why| match why {
                Failure::Input(why) | Failure::Usage(why) => why,
                _ => "cannot play the games".to_owned(),
            })?);
            self.run().told.done = batch.games.len() as u64;
            if begun.elapsed() < OFTEN {
                share *= 2;
            }
        }
        Ok(batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_catalog::Catalog;

    fn session() -> Session {
        let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
        let mut session =
            Session::new(Catalog::open(games), "tic-tac-toe".into(), None, "random".into(), false, "1".into());
        session.reload();
        session
    }

    #[test]
    fn games_are_played_and_drawn() {
        let (runs, order) = (Runs::default(), Order::of(&session(), 40).unwrap());
        runs.begin(&order).unwrap();
        assert!(runs.begin(&order).is_err(), "one after the other");
        runs.play(&order);
        let told = runs.told();
        assert_eq!((told.running, told.done, told.page, told.wrong.as_str()), (false, 40, true, ""));
        let page = runs.page().unwrap();
        assert!(page.contains("40 games with 2 seats") && page.contains("First places, with 95 % intervals"), "{page}");
        runs.begin(&order).unwrap();
        assert!(runs.page().is_none(), "there is no page while games run");
        runs.stop();
        runs.play(&order);
        assert_eq!((runs.told().done, runs.told().id), (0, 2));
    }

    #[test]
    fn invalid_numbers_of_games_are_refused() {
        assert!(Order::of(&session(), 0).is_err() && Order::of(&session(), MOST_GAMES + 1).is_err());
    }
}
