//! `rulebook sim`: plays many games between bots and prints statistics.

mod catch_panic;
mod flags;
mod lengths;
mod plan;
mod points;
mod progress;
mod report;
mod rule_usage;
mod run;
mod tally;

use crate::decks::{Chosen, Decks};
use crate::failure::Failure;
use crate::games::{Begin, Games, Options, Shelves, admitted};
use crate::seed;
pub use catch_panic::{caught, quietly};
use clap::Args;
use clap::builder::RangedU64ValueParser;
pub use flags::Flag;
pub use plan::{Plan, by_the_clock};
pub use points::Points;
pub use progress::Progress;
use rulebook_catalog::Game;
use rulebook_kernel::{Key, Setup};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Maximum number of logs that one run writes.
const MOST_LOGS: u64 = 100_000;

/// Plays many games between bots: speed, results by seat, lengths, branching, and flags for suspicious results
///
/// The same seed gives the same results with any number of threads; compare the digest. (Bots with a time budget depend
/// on the machine.)
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook sim crazy-eights --games 10000 --seed 1\n  rulebook sim crazy-eights --games 200 --bots ismcts:200,random
  rulebook sim crazy-eights --games 100 --seats 4 --log logs && rulebook verify logs/*.jsonl"
)]
pub struct Sim {
    /// Game id, folder, or a file in the folder
    game: String,
    /// Number of games
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..=100_000_000))]
    games: u64,
    /// Seed, a number or a text; the same seed gives the same games [default: the seed in the file, else random, and
    /// printed]
    #[arg(long, value_parser = seed::parse)]
    seed: Option<String>,
    /// Number of seats [default: the number of listed bots, or the fewest that the game allows]
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(1..=16))]
    seats: Option<usize>,
    /// One bot for all seats, or one for each seat: random, first, ismcts, ismcts:500, ismcts:50ms
    #[arg(long, value_name = "BOT,BOT,...", value_delimiter = ',', default_value = "random")]
    bots: Vec<String>,
    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write the log of every match to DIR/NNNNNN.jsonl
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Stop a game after this many moves [default: the limit in its rules]
    #[arg(long, value_name = "M", value_parser = RangedU64ValueParser::<u32>::new().range(1..=10_000_000))]
    max_moves: Option<u32>,
    #[command(flatten)]
    begin: Begin,
    #[command(flatten)]
    decks: Decks,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    shelves: Shelves,
}

/// Plays random games with this number of players, and returns the suspicious results. The result is always the same.
pub fn suspicious(game: &Game, seats: usize, games: u64) -> Result<Vec<Flag>, Failure> {
    let seed = "suspicious".to_owned();
    let plan = Plan {
        id: game.id.clone(),
        games,
        key: Key::from_seed(&seed),
        seed,
        setup: Setup::seats(seats),
        bots: vec!["random".to_owned(); seats],
        threads: cores(),
        max_moves: game.rules.info().max_moves,
        one_hand: false,
        log: None,
    };
    let tally = run::simulate(&plan, game)?;
    Ok(flags::flags(&plan, &tally, &rule_usage::watch(&plan, game)))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Returns an error if the folder already contains logs, so that the logs of two runs are not mixed.
fn without_logs(folder: &Path) -> Result<(), Failure> {
    let entries = folder.read_dir().map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))?;
    let log =
        entries.flatten().map(|entry| entry.path()).find(|path| path.extension().is_some_and(|end| end == "jsonl"));
    match log {
        Some(log) => {
            Err(Failure::Input(format!("{} already exists: --log needs a folder without logs", log.display())))
        }
        None => Ok(()),
    }
}

impl Sim {
    pub fn run(self, games: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.begin.begun(crate::games::find(&games.clone().of(&self.shelves)?, &self.game)?)?;
        let (game, decks) = self.decks.brought(game)?;
        let plan = self.plan(&game, &decks)?;
        if let Some(folder) = &plan.log {
            let made = std::fs::create_dir_all(folder);
            made.map_err(|error| Failure::Input(format!("{}: cannot create: {error}", folder.display())))?;
            without_logs(folder)?;
        }
        let started = Instant::now();
        let tally = run::simulate(&plan, &game)?;
        let seconds = started.elapsed().as_secs_f64();
        let flags = flags::flags(&plan, &tally, &rule_usage::watch(&plan, &game));
        if self.json {
            writeln!(out, "{}", report::json(&plan, &tally, &flags, seconds))?;
        } else {
            write!(out, "{}", report::text(&game.meta.game_name, &plan, &tally, &flags, seconds))?;
        }
        // A panic is a bug in the engine or in the game, so the command fails.
        if tally.bugs.count > 0 { Err(Failure::Told) } else { Ok(()) }
    }

    fn plan(&self, game: &Game, decks: &Chosen) -> Result<Plan, Failure> {
        let info = game.rules.info();
        let listed: Vec<String> = self.bots.iter().map(|bot| bot.trim().to_owned()).collect();
        let seats = self.seats.unwrap_or(if listed.len() > 1 { listed.len() } else { info.min_seats });
        let setup = decks.told(self.begin.told(self.options.setup(seats)));
        admitted(info, &setup)?;
        let bots = match listed.as_slice() {
            [one] => vec![one.clone(); seats],
            many if many.len() == seats => listed,
            many => {
                let why = format!(
                    "--bots lists {} bots for {seats} seats; give one for all seats, or one for each",
                    many.len()
                );
                return Err(Failure::Usage(why));
            }
        };
        for bot in &bots {
            game.bot(bot, Key::from_seed("a try")).map_err(|why| Failure::Usage(format!("--bots: {why}")))?;
        }
        if self.log.is_some() && self.games > MOST_LOGS {
            return Err(Failure::Usage(format!("--log writes at most {MOST_LOGS} logs; use fewer --games")));
        }
        let seed = seed::given_or_fresh(self.seed.as_deref().or(game.seed()))?;
        Ok(Plan {
            one_hand: false,
            id: game.id.clone(),
            games: self.games,
            key: Key::from_seed(&seed),
            seed,
            setup,
            bots,
            threads: self.threads.unwrap_or_else(cores),
            max_moves: self.max_moves.unwrap_or(info.max_moves),
            log: self.log.clone(),
        })
    }
}
