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
        let games = report.games() as f64 * report.parts(game, many);
        let plain = begin.elapsed().mul_f64(games / tried.games.len().max(1) as f64 / many.threads as f64);
        let teams = super::teams(&tried, specs.len());
        let sides = super::sides(&teams);
        let sample = super::sample(specs.len(), &tried.games);
        let better = report.search(game, &sample, sides.len()).map(|(games, bot)| {
            let length = sample.length.mean().max(1.0);
            let each = whole_games(game, many, [&report.bot, &bot], &teams).or_else(|| {
                // The stronger bot makes the decisions of one side only.
                decision(game, many, &bot, length).map(|each| each.mul_f64(length / sides.len() as f64))
            });
            each.unwrap_or_default().mul_f64(games as f64 / many.threads.min(games as usize).max(1) as f64)
        });
        Ok(Estimate { plain, better: better.unwrap_or_default() })
    }

    /// The duration of the whole report.
    pub fn whole(&self) -> Duration {
        self.plain + self.better
    }
}

/// The mean duration of a game in which the second bot plays one side and the first bot plays the others. A strong bot
/// can win long before a random game would end. `None` if no game ended in time.
fn whole_games(game: &Game, many: &Many, bots: [&String; 2], teams: &[u8]) -> Option<Duration> {
    let sides = super::sides(teams);
    let minds = seed::for_bots(&many.key);
    let (begin, mut ended, mut games) = (Instant::now(), Duration::ZERO, 0);
    let mut play_one = || {
        let side = sides[games as usize % sides.len()];
        let made = teams.iter().zip(0..).map(|(team, seat)| {
            game.bot(bots[usize::from(*team == side)], minds.child(u64::from(games)).child(seat)).ok()
        });
        let mut seated = made.collect::<Option<Vec<_>>>()?;
        let mut begun = game.rules.start(&many.setup, many.key.child(u64::from(games))).ok()?;
        for _ in 0..many.max_moves {
            let Some(seat) = begun.turn().seats().lowest() else { break };
            let forced = begun.legal_count(seat) < 2;
            let chosen = if forced { 0 } else { seated[seat.index()].pick(&*begun, seat) };
            begun.play_nth(seat, chosen).ok().filter(|()| begin.elapsed() < ENOUGH)?;
        }
        (ended, games) = (begin.elapsed(), games + 1);
        Some(())
    };
    // A fault of the rules ends the measurement. The report shows the fault later.
    let _ = quietly(|| caught(|| while begin.elapsed() < ENOUGH && play_one().is_some() {}));
    (games > 0).then(|| ended / games)
}

/// The mean duration of a decision of this bot, in one random game of about this length. The estimate uses it if a
/// whole game takes too long. `None` if no decision was measured.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::{many, report};
    use rulebook_catalog::Catalog;

    /// In shogi, random games have 500 moves on average, and games that the stronger bot wins have 56.
    #[test]
    fn a_bot_that_wins_early_is_expected_to_be_fast() {
        let game = Catalog::embedded(rulebook_embedded::GAMES).find("shogi").unwrap();
        let report = report("report shogi --quick --better-games 6");
        let (many, specs) = (many(2, 20_000), vec!["random".to_owned(); 2]);
        let expected = Estimate::measure(&report, &game, &many, &specs).unwrap().better;
        let batch = many.play(&game, 0..3, &Progress::hidden(), |_| Seating::of(&specs, true)).unwrap();
        let study = crate::report::study(&game, 2, "random", "1", &batch);
        let begin = Instant::now();
        report.skill(&game, &many, &study, &[0, 1], (6, "easy"), &Progress::hidden()).unwrap();
        let took = begin.elapsed();
        // The other tests of this program run at the same time, so only the magnitude is certain.
        assert!(expected < took * 5 && took < expected * 5, "expected {expected:?}, took {took:?}");
    }

    /// All parts of a report count: other numbers of players, other values, another version.
    #[test]
    fn every_part_of_the_report_counts() {
        let catalog = Catalog::embedded(rulebook_embedded::GAMES);
        let parts = |line: &str, id: &str, seats: usize| {
            let parts = report(line).parts(&catalog.find(id).unwrap(), &many(seats, 100));
            (parts * 100.0).round() / 100.0
        };
        assert_eq!(parts("report chess", "chess", 2), 1.0);
        // Crazy Eights has 2 to 5 seats; the three other numbers get a tenth of the games each.
        assert_eq!(parts("report crazy-eights", "crazy-eights", 2), 1.3);
        assert_eq!(parts("report crazy-eights --quick", "crazy-eights", 2), 1.0);
        assert_eq!(parts("report crazy-eights --seats 2 --against war", "crazy-eights", 2), 2.0);
        let varied = "report crazy-eights --seats 2 --vary a=1..3 --vary b=1..4";
        assert_eq!(parts(varied, "crazy-eights", 2), 8.0);
        assert_eq!(parts(&format!("{varied} --goal seats=2"), "crazy-eights", 2), 4.0);
    }
}
