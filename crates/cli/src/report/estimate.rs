//! Estimates how long a report takes, from a few games and a few decisions that are not part of it.

use super::Report;
use super::one_game::Seating;
use super::parallel_games::Games as Many;
use crate::failure::Failure;
use crate::seed;
use crate::sim::{Progress, caught, quietly};
use rulebook_catalog::Game;
use std::time::{Duration, Instant};

/// Maximum number of games that are played to measure their duration.
const TRIED: u64 = 20;
/// No further game or decision is measured after this time.
const ENOUGH: Duration = Duration::from_millis(400);
/// Number of decisions of the stronger bot that are measured. They are spread over one game, because the first
/// decisions need longer playouts than the last ones.
const ASKED: u32 = 6;

/// The expected duration of the two parts of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// The games in which all seats have the same bot.
    pub plain: Duration,
    /// The games with the stronger bot.
    pub better: Duration,
}

impl Estimate {
    /// Measures the first games of the report. Their results are not used, so the clock does not change the report.
    pub fn measure(report: &Report, game: &Game, many: &Many, specs: &[String]) -> Result<Estimate, Failure> {
        let alone = Many { threads: 1, ..many.clone() };
        let (begin, mut tried) = (Instant::now(), super::Batch::default());
        for index in 0..TRIED.min(report.games()) {
            tried.add(alone.play(game, index..index + 1, &Progress::hidden(), |_| Seating::of(specs, true))?);
            if begin.elapsed() > ENOUGH {
                break;
            }
        }
        let parts = 1 + report.vary.iter().map(|vary| vary.values.len()).sum::<usize>();
        let parts = parts + usize::from(report.against.is_some());
        let games = (report.games() * parts as u64) as f64;
        let plain = begin.elapsed().mul_f64(games / tried.games.len().max(1) as f64 / many.threads as f64);
        let sample = super::sample(specs.len(), &tried.games);
        let length = sample.length.mean().max(1.0);
        let sides = super::sides(&super::teams(&tried, specs.len())).len();
        let better = report.search(game, &sample, sides).map(|(games, bot)| {
            let decisions = games as f64 * length / sides as f64;
            let each = decision(game, many, &bot, length).unwrap_or_default();
            each.mul_f64(decisions / many.threads.min(games as usize).max(1) as f64)
        });
        Ok(Estimate { plain, better: better.unwrap_or_default() })
    }

    /// The duration of the whole report.
    pub fn whole(&self) -> Duration {
        self.plain + self.better
    }
}

/// The mean duration of a decision of this bot, in one random game of about this length. `None` if no decision was
/// measured.
fn decision(game: &Game, many: &Many, spec: &str, length: f64) -> Option<Duration> {
    let minds = seed::for_bots(&many.key);
    let mut bot = game.bot(spec, minds.child(0)).ok()?;
    let mut random = game.bot("random", minds.child(1)).ok()?;
    let mut begun = game.rules.start(&many.setup, many.key.child(0)).ok()?;
    let every = ((length / f64::from(ASKED)) as usize).max(1);
    let (mut asked, mut spent) = (0, Duration::ZERO);
    let mut play = |at: usize| {
        let seat = begun.turn().seats().lowest()?;
        if at % every == every / 2 {
            let begin = Instant::now();
            bot.pick(&*begun, seat);
            spent += begin.elapsed();
            asked += 1;
        }
        let chosen = random.pick(&*begun, seat);
        begun.play_nth(seat, chosen).ok().filter(|()| asked < ASKED && spent < ENOUGH)
    };
    // A fault of the rules ends the measurement. The report shows the fault later.
    let _ = quietly(|| caught(|| (0..many.max_moves as usize).try_for_each(&mut play)));
    (asked > 0).then(|| spent / asked)
}
