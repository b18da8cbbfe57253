//! `rulebook arena`: bots play against each other.

mod elo;
mod report;
mod results;
mod seating;

use crate::decks::{Chosen, Decks};
use crate::failure::Failure;
use crate::games::{Games, Options, Shelves, admitted};
use crate::interrupt::asked_to_stop;
use crate::numbers::{counted, rate};
use crate::seed;
use crate::sim::{Plan, Progress, by_the_clock, caught, quietly};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use rayon::prelude::*;
use results::{Results, is_together};
use rulebook_catalog::{End, Game, Record};
use rulebook_kernel::{Key, Outcome};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Lets bots play against each other and rates them: Elo with intervals, first places, and results of each pair
///
/// Seats: if there are as many bots as seats, they move up one seat after each game. If there are fewer bots than
/// seats, they alternate around the table. So in a game with partners, two bots form two teams. If there are more bots
/// than seats, every combination plays. A bot may be listed several times, as in `ismcts:1000,random,random,random`.
///
/// In a game for one player or one team, every bot plays the same deals, and the arena compares the results.
///
/// The same seed gives the same results with any number of threads, unless a bot has a time budget.
#[derive(Args)]
#[command(after_help = "Examples:\n  rulebook arena connect-four --bots mcts:500,random --games 200 --seed 1
  rulebook arena chess --bots alphabeta:50ms,mcts:1000 --games 20
  rulebook arena hearts --hands --bots guided:400,ismcts:400 --games 100
  rulebook arena crazy-eights --bots ismcts:1000,random,random,random --games 100")]
pub struct Arena {
    /// Game id, folder, or a file in the folder
    game: String,
    /// The bots, named as in `rulebook play`
    #[arg(long, value_name = "BOT,BOT,...", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// Total number of games
    #[arg(long, value_name = "N", default_value = "200",
          value_parser = RangedU64ValueParser::<u64>::new().range(1..=10_000_000))]
    games: u64,
    /// Seed, a number or a text; the same seed gives the same games [default: random, and printed]
    #[arg(long, value_parser = seed::parse)]
    seed: Option<String>,
    /// Number of seats [default: the number of bots, or the nearest number that the game allows]
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(1..=16))]
    seats: Option<usize>,
    /// Number of threads [default: one for each core; bots with a time budget share them]
    #[arg(long, value_name = "T", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
    /// Play single hands instead of matches, and each hand once with every seating, so that luck cancels out
    #[arg(long)]
    hands: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    decks: Decks,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    shelves: Shelves,
}

/// Maximum number of bots in `--bots`. Every combination of them is enumerated, so more would take too long.
const MOST_BOTS: usize = 16;

impl Arena {
    pub fn run(self, games: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let (game, decks) = self.decks.brought(crate::games::find(&games.clone().of(&self.shelves)?, &self.game)?)?;
        let listed: Vec<String> = self.bots.iter().map(|bot| bot.trim().to_owned()).collect();
        if !(2..=MOST_BOTS).contains(&listed.len()) {
            return Err(Failure::Usage(format!("--bots needs 2 to {MOST_BOTS} bots, not {}", listed.len())));
        }
        let plan = self.plan(&game, &listed, &decks)?;
        for bot in &listed {
            game.bot(bot, Key::from_seed("a try")).map_err(|why| Failure::Usage(format!("--bots: {why}")))?;
        }
        let (bots, numbers) = named(&listed);
        let begin = Instant::now();
        let stop = asked_to_stop();
        let results = Fight { plan: &plan, game: &game, listed: &listed, numbers: &numbers, stop: &stop }.run()?;
        let seconds = begin.elapsed().as_secs_f64();
        let stopped = stop.load(Ordering::Relaxed);
        if stopped && results.games == 0 {
            return Err(Failure::Input("stopped before the first game ended".to_owned()));
        }
        if self.json {
            writeln!(out, "{}", report::json(&game.id, &plan.seed, &bots, &results))?;
            return Ok(());
        }
        writeln!(
            out,
            "{}: {} with {} in {seconds:.1} s ({} games/s)\nPlay these games again with {}",
            game.meta.game_name,
            counted(results.games, "game"),
            counted(plan.setup.seats as u64, "seat"),
            rate(results.games, seconds),
            seed::argument(&plan.seed)
        )?;
        if listed.iter().any(|bot| by_the_clock(bot)) {
            writeln!(out, "A bot has a time budget, so the same seed can give other results.")?;
        }
        if stopped {
            writeln!(out, "Stopped early: {} were planned.", counted(plan.games, "game"))?;
        }
        write!(out, "\n{}", report::text(&bots, &results))?;
        if plan.one_hand
            && let Some(line) = report::points(&bots, &results)
        {
            writeln!(out, "\n{line}")?;
        }
        Ok(())
    }

    fn plan(&self, game: &Game, listed: &[String], decks: &Chosen) -> Result<Plan, Failure> {
        let info = game.rules.info();
        let seats = self.seats.unwrap_or(listed.len().clamp(info.min_seats, info.max_seats));
        let setup = decks.told(self.options.setup(seats));
        admitted(info, &setup)?;
        let seed = seed::given_or_fresh(self.seed.as_deref())?;
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Plan {
            id: game.id.clone(),
            games: self.games,
            key: Key::from_seed(&seed),
            seed,
            setup,
            bots: Vec::new(),
            threads: self.threads.unwrap_or_else(cores),
            max_moves: info.max_moves,
            log: None,
            one_hand: self.hands,
        })
    }
}

/// The names of the different bots, and for each listed bot its index in these names.
///
/// A bot that is listed twice is one bot at two seats. If all listed bots are the same, each counts as a separate bot
/// (`random#1`, `random#2`), so that they can be compared.
fn named(listed: &[String]) -> (Vec<String>, Vec<usize>) {
    if listed.iter().all(|bot| *bot == listed[0]) {
        let names = listed.iter().zip(1..).map(|(bot, nth)| format!("{bot}#{nth}"));
        return (names.collect(), (0..listed.len()).collect());
    }
    let mut bots: Vec<String> = Vec::new();
    for bot in listed {
        if !bots.contains(bot) {
            bots.push(bot.clone());
        }
    }
    let numbers = listed.iter().map(|bot| bots.iter().position(|known| known == bot).unwrap_or(0)).collect();
    (bots, numbers)
}

/// Plays all games of the arena on several threads, then counts the results in the order of the games.
struct Fight<'a> {
    plan: &'a Plan,
    game: &'a Game,
    /// The bots as listed on the command line.
    listed: &'a [String],
    /// For each listed bot, its index among the different bots.
    numbers: &'a [usize],
    /// When this is true, no further game starts.
    stop: &'a AtomicBool,
}

impl Fight<'_> {
    fn run(&self) -> Result<Results, Failure> {
        let plan = self.plan;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build();
        let pool = pool.map_err(|error| Failure::Input(format!("cannot start {} threads: {error}", plan.threads)))?;
        let (listed, numbers) = (self.listed, self.numbers);
        let bots = numbers.iter().max().map_or(0, |most| most + 1);
        let same_deals = quietly(|| self.has_nobody_to_beat());
        let by_deal = if same_deals { bots as u64 } else { listed.len() as u64 };
        let mirrored = same_deals || plan.one_hand;
        let games = if mirrored { plan.games.div_ceil(by_deal) * by_deal } else { plan.games };
        let progress = Progress::of(games);
        // The results so far, for the progress bar.
        let so_far = Mutex::new(Results::new(bots));
        let one = |index: u64| -> Option<(Vec<usize>, Record)> {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let (seating, index) = match (same_deals, mirrored) {
                (true, _) => (vec![listing(numbers, index % by_deal); plan.setup.seats], index / by_deal),
                (_, true) => (seating::seating(listed.len(), plan.setup.seats, index % by_deal), index / by_deal),
                _ => (seating::seating(listed.len(), plan.setup.seats, index), index),
            };
            let specs: Vec<String> = seating.iter().map(|&bot| listed[bot].clone()).collect();
            let game = Plan { bots: specs, ..plan.clone() };
            let record = caught(|| self.game.player().play(&game.game(index)));
            if let (false, Ok(Record { end: End::Over(outcome), moves, .. })) = (progress.is_hidden(), &record)
                && !same_deals
                && !outcome.is_fault()
            {
                let seated: Vec<usize> = seating.iter().map(|&listed| numbers[listed]).collect();
                let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
                so_far.add(&seated, outcome, *moves);
                progress.tell(|| report::so_far(listed, numbers, &so_far));
            }
            progress.done(1);
            Some((seating, record.unwrap_or_else(|message| Record::bug(index, message))))
        };
        let records: Vec<_> = quietly(|| pool.install(|| (0..games).into_par_iter().map(one).collect()));
        progress.finish();
        let mut results = Results { few_points: self.game.rules.info().few_points, ..Results::new(bots) };
        let mut deal: Vec<Option<Outcome>> = Vec::new();
        for (nth, record) in (0..games).zip(records) {
            // The games of one deal follow each other, one for each bot. A deal is counted only if all of its games
            // were played.
            if nth % by_deal == 0 {
                deal.clear();
                results.end_deal();
            }
            let Some((seating, record)) = record else { continue };
            let seating: Vec<usize> = seating.iter().map(|&listed| numbers[listed]).collect();
            let counts = outcome_of(record.end, &mut results);
            if !same_deals {
                if let Some(outcome) = counts {
                    results.add(&seating, &outcome, record.moves);
                }
                continue;
            }
            if counts.is_some() {
                results.games += 1;
                results.moves += u64::from(record.moves);
            }
            deal.push(counts);
            if deal.len() == bots {
                results.add_deal(&deal);
            }
        }
        results.end_deal();
        Ok(results)
    }
}

/// The outcome of a game that counts. A game that does not count is recorded as void and gives `None`.
fn outcome_of(end: End, results: &mut Results) -> Option<Outcome> {
    match end {
        End::Over(outcome) if outcome.is_fault() => results.void(outcome.reason()),
        End::Over(outcome) => return Some(outcome),
        End::Unfinished => results.void("the game reached its limit of moves"),
        End::Stuck => results.void("a seat has to move and has no legal move"),
        End::Bug(message) => results.void(&message),
    }
    None
}

/// The index of a bot's first entry in the list of the command line.
fn listing(numbers: &[usize], bot: u64) -> usize {
    numbers.iter().position(|number| *number as u64 == bot).unwrap_or(0)
}

impl Fight<'_> {
    /// Whether players have no opponent: the game has one seat, or the outcome of one random game has one team.
    fn has_nobody_to_beat(&self) -> bool {
        let seats = self.plan.setup.seats;
        let tried = Plan { bots: vec!["random".to_owned(); seats], ..self.plan.clone() };
        let ended = || caught(|| self.game.player().play(&tried.game(0))).map(|record| record.end);
        seats == 1 || matches!(ended(), Ok(End::Over(outcome)) if !outcome.is_fault() && is_together(&outcome))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_entries_of_the_same_bot_get_different_names() {
        let of = |text: &str| named(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(of("a b a"), (vec!["a".to_owned(), "b".to_owned()], vec![0, 1, 0]));
        assert_eq!(of("a a"), (vec!["a#1".to_owned(), "a#2".to_owned()], vec![0, 1]));
    }
}
