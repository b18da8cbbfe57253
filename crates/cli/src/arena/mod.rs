//! `rulebook arena`

mod elo;
mod report;
mod results;
mod seating;

use crate::decks::{Chosen, Decks};
use crate::failure::Failure;
use crate::games::{Games, Options, admitted};
use crate::numbers::{grouped, rate};
use crate::seed;
use crate::sim::{End, Plan, Progress, Record, by_the_clock, caught, quietly, silent};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use rayon::prelude::*;
use results::Results;
use rulebook_catalog::Game;
use rulebook_kernel::Key;
use rulebook_stage::{Staged, Visit};
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// Lets bots play against each other: Elo with intervals, first places, and who beats whom
///
/// As many bots as seats: they move up by a seat from game to game. Fewer bots than seats: they take turns round the table,
/// so that in a game of partners two bots are two teams. More: every choice comes in its turn. The same bot may be listed
/// several times, as in `ismcts:1000,random,random,random`. The seed alone decides the results, whatever the number of
/// threads, unless a bot thinks by the clock. To say where the games are, write `rulebook --games DIR arena ...`.
#[derive(Args)]
#[command(after_help = "Examples:\n  rulebook arena connect-four --bots mcts:500,random --games 200 --seed 1
  rulebook arena chess --bots alphabeta:50ms,mcts:1000 --games 20
  rulebook arena crazy-eights --bots ismcts:1000,random,random,random --games 100")]
pub struct Arena {
    /// An id, a folder, or a file in it
    game: String,
    /// The bots, as in `rulebook play`
    #[arg(long, value_name = "BOT,BOT,...", value_delimiter = ',', required = true)]
    bots: Vec<String>,
    /// How many games, all together
    #[arg(long, value_name = "N", default_value = "200",
          value_parser = RangedU64ValueParser::<u64>::new().range(1..=10_000_000))]
    games: u64,
    /// A number or a text; the same seed gives the same games [default: from the system, and printed]
    #[arg(long, value_parser = seed::parse)]
    seed: Option<String>,
    /// How many seats [default: as many as bots, or what the game allows next to that]
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(1..=16))]
    seats: Option<usize>,
    /// How many threads [default: one a core; bots that think by the clock share them]
    #[arg(long, value_name = "T", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    decks: Decks,
    #[command(flatten)]
    options: Options,
}

/// The most bots that are listed: their choices are counted out.
const MOST_BOTS: usize = 16;

impl Arena {
    pub fn run(self, games: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let (game, decks) = self.decks.brought(games.catalog(&Games::default()).find(&self.game)?)?;
        let listed: Vec<String> = self.bots.iter().map(|bot| bot.trim().to_owned()).collect();
        if !(2..=MOST_BOTS).contains(&listed.len()) {
            return Err(Failure::Usage(format!("--bots lists two to {MOST_BOTS} bots, not {}", listed.len())));
        }
        let plan = self.plan(&game, &listed, &decks)?;
        for bot in &listed {
            game.bot(bot, Key::from_seed("a try")).map_err(|why| Failure::Usage(format!("--bots: {why}")))?;
        }
        // A bot that is listed twice is one bot at two seats.
        let mut bots: Vec<String> = Vec::new();
        for bot in &listed {
            if !bots.contains(bot) {
                bots.push(bot.clone());
            }
        }
        let begin = Instant::now();
        let results = game.visit(Fight { plan: &plan, game: &game, listed: &listed, bots: &bots })?;
        let seconds = begin.elapsed().as_secs_f64();
        if self.json {
            writeln!(out, "{}", report::json(&game.id, &plan.seed, &bots, &results))?;
            return Ok(());
        }
        let seats = plan.setup.seats;
        writeln!(
            out,
            "{}: {} games with {seats} seats in {seconds:.1} s ({} games/s), {}",
            game.meta.game_name,
            grouped(results.games),
            rate(results.games, seconds),
            seed::argument(&plan.seed)
        )?;
        if bots.iter().any(|bot| by_the_clock(bot)) {
            writeln!(out, "A bot thinks by the clock: the same seed can give other results.")?;
        }
        write!(out, "\n{}", report::text(&bots, &results))?;
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
            game: game.id.clone(),
            games: self.games,
            key: Key::from_seed(&seed),
            seed,
            setup,
            bots: Vec::new(),
            threads: self.threads.unwrap_or_else(cores),
            max_moves: info.max_moves,
            log: None,
        })
    }
}

/// Plays all games and counts them in their order.
struct Fight<'a> {
    plan: &'a Plan,
    game: &'a Game,
    /// As on the command line.
    listed: &'a [String],
    /// Each once.
    bots: &'a [String],
}

impl Visit for Fight<'_> {
    type Out = Result<Results, Failure>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Self::Out {
        let make = self.game.make_bots::<R>();
        let plan = self.plan;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build();
        let pool = pool.map_err(|error| Failure::Input(format!("cannot start {} threads: {error}", plan.threads)))?;
        let progress = Progress::of(plan.games);
        let one = |index: u64| -> (Vec<usize>, Record) {
            let seating = seating::seating(self.listed.len(), plan.setup.seats, index);
            let specs: Vec<String> = seating.iter().map(|&bot| self.listed[bot].clone()).collect();
            let game = Plan { bots: specs, ..plan.clone() };
            let record = caught(|| silent(&*rules, make, &game, index, &mut Vec::new(), |_| ()));
            progress.done(1);
            (seating, record.unwrap_or_else(|message| Record::bug(index, message)))
        };
        let records: Vec<_> = quietly(|| pool.install(|| (0..plan.games).into_par_iter().map(one).collect()));
        progress.finish();
        let mut results = Results::new(self.bots.len());
        for (seating, record) in records {
            let number = |bot: &usize| self.bots.iter().position(|known| *known == self.listed[*bot]).unwrap_or(0);
            let seating: Vec<usize> = seating.iter().map(number).collect();
            match record.end {
                End::Over(outcome) if outcome.is_fault() => results.void(outcome.reason()),
                End::Over(outcome) => results.add(&seating, &outcome, record.moves),
                End::Unfinished => results.void("no end within the most moves a match may take"),
                End::Stuck => results.void("somebody is due and has no move"),
                End::Bug(message) => results.void(&message),
            }
        }
        Ok(results)
    }
}
