//! `rulebook report`: a page of statistics about a game.

mod estimate;
mod goal;
pub mod one_game;
pub mod parallel_games;
pub mod rule_counts;
mod vary_arg;

use crate::failure::Failure;
use crate::games::{Games, Options, Shelves, admitted, note};
use crate::numbers::duration;
use crate::sim::{Progress, by_the_clock};
use crate::{explain, seed};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use estimate::Estimate;
use goal::Goal;
use parallel_games::{Batch, Games as Many};
use rulebook_catalog::Game;
use rulebook_kernel::Key;
use rulebook_report::{Against, CardStudy, Pace, Record, Sample, Skill, Study, Sweep, SweepValue, advice, page};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use vary_arg::Vary;

/// Plays many games and writes a page about them: winners, length, choices, rules used, and effect of skill
///
/// The page is one self-contained file. The seed determines everything on it.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  rulebook report my-game -o report.html\n  rulebook report my-game.cgml --seats 4 --vary hand_size=5..9
  rulebook report my-game.cgml --against my-game-2.cgml --games 5000 --seed 1"
)]
pub struct Report {
    /// Game id, folder, or a file in the folder
    game: String,
    /// Output file
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    out: PathBuf,
    /// Number of games [default: 2000, or 200 with --quick]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..=1_000_000))]
    games: Option<u64>,
    /// Finish within seconds: fewer games, and a stronger bot with fewer games and playouts, or none if games are very
    /// long
    #[arg(long)]
    quick: bool,
    /// Number of seats [default: the fewest that the game allows]
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(1..=16))]
    seats: Option<usize>,
    /// The bot at all seats
    #[arg(long, value_name = "BOT", default_value = "random")]
    bot: String,
    /// A stronger bot, which plays each seat or side in turn; `none` skips this part [default: a search as deep as a
    /// minute allows]
    #[arg(long, value_name = "BOT")]
    better: Option<String>,
    /// Number of games with the stronger bot
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..=100_000))]
    better_games: Option<u64>,
    /// Other start values for a variable or an option: `hand_size=5..9`, `hand_size=3,5,7`
    #[arg(long, value_name = "NAME=VALUES", value_parser = vary_arg::parse)]
    vary: Vec<Vary>,
    /// Play all combinations of the `--vary` values and list those nearest to this goal. `seats=2`: win rates of the
    /// seats at most 2 percentage points apart. `minutes=25`, `decisions=40`: median length of a game. Several are joined
    /// by commas
    #[arg(long, value_name = "GOAL", requires = "vary", value_parser = goal::parse)]
    goal: Option<Goal>,
    /// Another version of the game, played with the same seeds
    #[arg(long, visible_alias = "compare", value_name = "GAME")]
    against: Option<String>,
    /// Seed, a number or a text; the same seed gives the same page
    #[arg(long, default_value = "1", value_parser = seed::parse)]
    seed: String,
    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
    /// Stop a game after this many decisions
    #[arg(long, value_name = "M", default_value_t = 20_000, value_parser = RangedU64ValueParser::<u32>::new().range(1..=10_000_000))]
    max_moves: u32,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    shelves: Shelves,
}

/// The size of the part with the default stronger bot.
struct Effort {
    /// Number of decisions in all playouts, summed over all games. The part has about this
    /// number of decisions.
    decisions: f64,
    /// Minimum number of games, which applies if games are long.
    games: u64,
    /// Minimum number of playouts for a decision, which applies if games are long.
    playouts: f64,
    /// If the minimum needs more decisions than this, the part is left out.
    most: f64,
}

const FULL: Effort = Effort { decisions: 30e6, games: 60, playouts: 10.0, most: f64::INFINITY };
const QUICK: Effort = Effort { decisions: 1.5e6, games: 6, playouts: 5.0, most: 3e6 };
/// A report that takes longer than this also writes a first page, from fewer games.
const FIRST_ANSWER: Duration = Duration::from_secs(12);
/// How long games are played for the first page. With the estimate, it is ready within ten seconds.
const FIRST_PLAIN: Duration = Duration::from_secs(6);
/// Minimum number of games for the first page.
const FEWEST_FIRST: u64 = 20;
/// The report also plays with other numbers of players: at most this many.
const MOST_SEATS: usize = 6;
/// With each of these numbers of players, the report plays one tenth of its games.
const SEATS_SHARE: u64 = 10;
/// With each setting of `--goal`, the report plays a quarter of its games.
const GOAL_SHARE: u64 = 4;
/// Maximum number of games with the stronger bot, if the command line does not say.
const BETTER_GAMES: u64 = 200;
/// Minimum number of games with the stronger bot on a board. Its search does not depend on the length of a game.
const BOARD_GAMES: u64 = 20;

impl Report {
    /// Checks before the games are played that the page can be written to its folder.
    fn validate_out(&self) -> Result<(), Failure> {
        let name = self.out.display();
        if self.out.is_dir() {
            return Err(Failure::Input(format!("{name}: cannot write: this is a folder")));
        }
        match self.out.parent() {
            Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
                Err(Failure::Input(format!("{name}: cannot write: there is no folder {}", folder.display())))
            }
            _ => Ok(()),
        }
    }

    pub fn run(self, games: &Games, out: &mut dyn Write) -> Result<(), Failure> {
        let catalog = games.clone().of(&self.shelves)?;
        let game = crate::games::find(&catalog, &self.game)?;
        let other = self.against.as_deref().map(|name| catalog.find(name)).transpose()?;
        let seats = self.seats.unwrap_or(game.rules.info().min_seats);
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let many = Many {
            setup: self.options.setup(seats),
            key: Key::from_seed(&self.seed),
            threads: self.threads.unwrap_or_else(cores),
            max_moves: self.max_moves,
        };
        self.validate_state(&game, other.as_ref(), &many)?;
        self.validate_out()?;

        let specs = vec![self.bot.clone(); seats];
        let expected = Estimate::measure(&self, &game, &many, &specs)?;
        let at_least = Duration::from_secs(1);
        note(&format!("the report takes about {}", duration(expected.whole().max(at_least))));
        let progress = Progress::named(self.games(), "games").expecting(expected.plain);
        let better = self.better.as_deref() != Some("none");
        let plain = |_| one_game::Seating::of(&specs, !better);
        let mut batch = Batch::default();
        if expected.whole() > FIRST_ANSWER {
            // The first games are part of the report, so the last page does not depend on this page.
            let share = FIRST_PLAIN.as_secs_f64() / expected.plain.as_secs_f64().max(1e-3);
            let first = ((self.games() as f64 * share) as u64).clamp(FEWEST_FIRST.min(self.games()), self.games());
            let hidden = Progress::hidden();
            batch = many.play(&game, 0..first, &hidden, plain)?;
            let mut study = study(&game, seats, &self.bot, &self.seed, &batch);
            study.command = self.command();
            self.write(&study)?;
            note(&format!("a report on the first {first} games is in {}", self.out.display()));
        }
        let played = batch.games.len() as u64;
        batch.add(many.play(&game, played..self.games(), &progress, plain)?);
        let teams = teams(&batch, seats);
        let mut study = study(&game, seats, &self.bot, &self.seed, &batch);
        study.command = self.command();
        let together = study.together;
        let mut profile = batch.profile;
        let found = self.search(&game, &study.sample, sides(&teams).len());
        if better && found.is_none() {
            note(
                "the games are too long for a stronger bot with --quick; leave out --quick, or choose one with --better",
            );
        }
        if let Some((games, bot)) = found {
            let progress = Progress::named(games, "games of a stronger bot").expecting(expected.better);
            let (skill, played) = self.skill(&game, &many, &study, &teams, (games, &bot), &progress)?;
            profile.add(&played.profile);
            study.counted += played.games.len() as u64;
            study.skill = Some(skill);
        }
        study.rules = rule_counts::uses(&game, &profile);
        study.failing = rule_counts::failing(&game, &profile);
        match &self.goal {
            Some(goal) => {
                let pace = goal::pace(game.meta.minutes, &study.sample);
                study.search = Some(self.search_goal(&game, &many, goal, pace)?);
            }
            None => {
                for vary in &self.vary {
                    study.sweeps.push(self.sweep(&game, &many, vary)?);
                }
            }
        }
        study.by_seats = self.by_seats(&game, &many)?;
        if let Some(other) = &other {
            let progress = Progress::named(self.games(), "games of the other version");
            let theirs = many.play(other, 0..self.games(), &progress, |_| one_game::Seating::of(&specs, false))?;
            let title = self.against.as_deref().unwrap_or_default();
            study.against = Some(Against::of(title, seats, together, &batch.games, &theirs.games));
        }

        self.write(&study)?;
        for found in advice::of(&study) {
            writeln!(out, "{}", crate::show::plain(&found.text))?;
        }
        if by_the_clock(&self.bot) || self.better.as_deref().is_some_and(by_the_clock) {
            writeln!(out, "A bot has a time budget, so the same seed can give another page.")?;
        }
        writeln!(out, "{}", self.out.display())?;
        if study.sample.broken.contains_key("bug") { Err(Failure::Told) } else { Ok(()) }
    }

    fn write(&self, study: &Study) -> Result<(), Failure> {
        let written = std::fs::write(&self.out, page::html(study));
        written.map_err(|error| Failure::Input(format!("{}: cannot write: {error}", self.out.display())))
    }

    /// A sample of fewer games for each number of players that the game allows, except the number of the main sample.
    /// Empty if the command line gives the number of players or asks for a quick report.
    fn by_seats(&self, game: &Game, many: &Many) -> Result<Vec<(usize, Sample)>, Failure> {
        let mut found = Vec::new();
        for other in self.other_seats(game, many) {
            let seats = other.setup.seats;
            let specs = vec![self.bot.clone(); seats];
            let games = (self.games() / SEATS_SHARE).max(1);
            let progress = Progress::named(games, &format!("games with {seats} seats"));
            let batch = other.play(game, 0..games, &progress, |_| one_game::Seating::without_cards(&specs))?;
            found.push((seats, sample(seats, &batch.games)));
        }
        Ok(found)
    }

    /// The settings with the other numbers of players. Empty if the command line names a number, or wants a quick
    /// report.
    fn other_seats(&self, game: &Game, many: &Many) -> Vec<Many> {
        let info = game.rules.info();
        if self.seats.is_some() || self.quick {
            return Vec::new();
        }
        let others = (info.min_seats..=info.max_seats).filter(|seats| *seats != many.setup.seats).take(MOST_SEATS);
        let with = |seats| {
            let mut setup = many.setup.clone();
            setup.seats = seats;
            Many { setup, ..many.clone() }
        };
        others.map(with).filter(|other| admitted(info, &other.setup).is_ok()).collect()
    }

    /// The number of games in the whole report without a stronger bot, divided by [`Report::games`].
    fn parts(&self, game: &Game, many: &Many) -> f64 {
        let counts = self.vary.iter().map(|vary| vary.values.len());
        let varied = match &self.goal {
            Some(_) => counts.product::<usize>() as f64 / GOAL_SHARE as f64,
            None => counts.sum::<usize>() as f64,
        };
        let seats = self.other_seats(game, many).len() as f64 / SEATS_SHARE as f64;
        1.0 + varied + seats + f64::from(u8::from(self.against.is_some()))
    }

    /// Plays games with all combinations of the varied values, and sorts the settings by their distance from the goal.
    fn search_goal(
        &self,
        game: &Game,
        many: &Many,
        goal: &Goal,
        pace: Pace,
    ) -> Result<rulebook_report::Search, Failure> {
        let combinations: usize = self.vary.iter().map(|vary| vary.values.len()).product();
        if combinations > goal::MOST {
            let message = format!("--goal: {combinations} settings are too many; at most {}", goal::MOST);
            return Err(Failure::Usage(message));
        }
        let games = (self.games() / GOAL_SHARE).max(1);
        let specs = vec![self.bot.clone(); many.setup.seats];
        let mut settings = Vec::new();
        for number in 0..combinations {
            let mut rest = number;
            let (mut values, mut varied, mut many) = (Vec::new(), Ok(game.clone()), many.clone());
            for vary in &self.vary {
                let value = vary.values[rest % vary.values.len()];
                rest /= vary.values.len();
                values.push(value);
                match game.rules.info().options.iter().any(|option| option.name == vary.name) {
                    true => many = many.with(&vary.name, value),
                    false => varied = varied.and_then(|game| game.varied(&vary.name, value)),
                }
            }
            let Ok(varied) = varied else { continue };
            let progress = Progress::named(games, &format!("games with setting {} of {combinations}", number + 1));
            let batch = many.play(&varied, 0..games, &progress, |_| one_game::Seating::without_cards(&specs))?;
            settings.push(goal.judge(values, &sample(many.setup.seats, &batch.games), &pace));
        }
        settings.sort_by(|a, b| a.distance.total_cmp(&b.distance).then_with(|| a.values.cmp(&b.values)));
        let names = self.vary.iter().map(|vary| vary.name.clone()).collect();
        let pace = goal.minutes.map(|_| pace);
        Ok(rulebook_report::Search { goal: goal.text.clone(), names, settings, games, pace })
    }

    /// The number of games in each part of the report.
    fn games(&self) -> u64 {
        self.games.unwrap_or(if self.quick { 200 } else { 2000 })
    }

    fn validate_state(&self, game: &Game, other: Option<&Game>, many: &Many) -> Result<(), Failure> {
        for game in [Some(game), other].into_iter().flatten() {
            admitted(game.rules.info(), &many.setup)?;
            for (bot, option) in
                [(Some(&self.bot), "--bot"), (self.better.as_ref().filter(|bot| *bot != "none"), "--better")]
            {
                let made = bot.map(|bot| game.bot(bot, Key::from_seed("a try"))).transpose();
                made.map_err(|why| Failure::Usage(format!("{option}: {why}")))?;
            }
        }
        for vary in &self.vary {
            let option = game.rules.info().options.iter().any(|option| option.name == vary.name);
            if !option && !game.numbers().iter().any(|(name, _)| *name == vary.name) {
                let why = game.varied(&vary.name, 0).err().unwrap_or_default();
                return Err(Failure::Usage(format!("--vary: {why}")));
            }
        }
        Ok(())
    }

    /// Plays games in which the stronger bot has each side in turn. Every deal is played once for each side.
    fn skill(
        &self,
        game: &Game,
        many: &Many,
        study: &Study,
        teams: &[u8],
        (games, bot): (u64, &str),
        progress: &Progress,
    ) -> Result<(Skill, Batch), Failure> {
        let sides = sides(teams);
        let side = |index: u64| sides[(index % sides.len() as u64) as usize];
        let seated = |index: u64| {
            let at = |team: &u8| *team == side(index);
            one_game::Seating {
                specs: teams.iter().map(|team| if at(team) { bot.to_owned() } else { self.bot.clone() }).collect(),
                watched: teams.iter().map(at).collect(),
                cards: true,
                deal: index / sides.len() as u64,
            }
        };
        let mut batch = many.play(game, 0..games, progress, seated)?;
        for (game, index) in batch.games.iter_mut().zip(0..) {
            game.contacts.keep_seats(|seat| teams.get(seat) == Some(&side(index)));
        }
        let mut skill = Skill { bot: bot.to_owned(), sample: sample(teams.len(), &batch.games), ..Skill::default() };
        skill.cards = CardStudy::of(card_names(game, teams.len()), &batch.games);
        for (game, index) in batch.games.iter().zip(0..) {
            let Some(shares) = game.shares() else { continue };
            skill.games += 1;
            let own = shares.iter().zip(teams).filter(|(_, team)| **team == side(index));
            skill.shares += own.map(|(share, _)| share).sum::<f64>();
        }
        let finished = study.sample.finished().max(1) as f64;
        // `fair` is the share of wins that equal players would have. A game without a winner counts as a win for no
        // side.
        skill.fair = (1.0 - study.sample.lost as f64 / finished) / sides.len() as f64;
        Ok((skill, batch))
    }

    /// The number of games to play with the stronger bot, and the name of this bot. `None` if no stronger bot plays.
    /// The result depends on the length of the games so far and not on a clock, so that every machine gives the same
    /// report.
    fn search(&self, game: &Game, sample: &Sample, sides: usize) -> Option<(u64, String)> {
        let length = sample.length.mean().max(1.0);
        let board = game.board().is_some();
        let effort = if self.quick { QUICK } else { FULL };
        // A playout lasts half a game on average. The stronger bot makes the decisions of one side only.
        let work = |games: u64| games as f64 * length / sides as f64 * length / 2.0;
        let fewest = if board { effort.games.max(BOARD_GAMES) } else { effort.games };
        let games = self.better_games.unwrap_or_else(|| {
            let wanted = (effort.decisions / work(1) / 40.0) as u64;
            wanted.clamp(fewest, BETTER_GAMES).next_multiple_of(sides as u64)
        });
        match self.better.as_deref() {
            Some("none") => None,
            Some(bot) => Some((games, bot.to_owned())),
            None if board => Some((games, "easy".to_owned())),
            None if self.better_games.is_none() && work(games) * effort.playouts > effort.most => None,
            None => {
                let playouts = (effort.decisions / work(games)).clamp(effort.playouts, 200.0) as u64;
                Some((games, format!("ismcts:{playouts}")))
            }
        }
    }

    fn sweep(&self, game: &Game, many: &Many, vary: &Vary) -> Result<Sweep, Failure> {
        let option = game.rules.info().options.iter().any(|option| option.name == vary.name);
        let usual = game.numbers().into_iter().find(|(name, _)| *name == vary.name).map(|(_, number)| number);
        let specs = vec![self.bot.clone(); many.setup.seats];
        let mut sweep = Sweep { name: vary.name.clone(), usual, steps: Vec::new() };
        for &value in &vary.values {
            let (varied, many) = if option {
                (Ok(game.clone()), many.with(&vary.name, value))
            } else {
                (game.varied(&vary.name, value), many.clone())
            };
            let step = match varied {
                Err(why) => SweepValue { value, games: None, why },
                Ok(varied) => {
                    let what = format!("games with {} = {value}", vary.name);
                    let progress = Progress::named(self.games(), &what);
                    let batch =
                        many.play(&varied, 0..self.games(), &progress, |_| one_game::Seating::without_cards(&specs))?;
                    SweepValue { value, games: Some(sample(many.setup.seats, &batch.games)), why: String::new() }
                }
            };
            sweep.steps.push(step);
        }
        Ok(sweep)
    }

    /// The command line that gives this report again.
    fn command(&self) -> String {
        let mut words = vec![format!("rulebook report {}", self.game), format!("--games {}", self.games())];
        words.extend(self.quick.then(|| "--quick".to_owned()));
        words.extend(self.seats.map(|seats| format!("--seats {seats}")));
        if self.bot != "random" {
            words.push(format!("--bot {}", self.bot));
        }
        words.extend(self.better.as_ref().map(|better| format!("--better {better}")));
        words.extend(self.better_games.map(|games| format!("--better-games {games}")));
        words.extend(self.vary.iter().map(|vary| format!("--vary {}", vary.text)));
        words.extend(self.goal.as_ref().map(|goal| format!("--goal {}", goal.text)));
        words.extend(self.against.as_ref().map(|other| format!("--against {other}")));
        words.extend(self.options.options.iter().map(|(name, value)| format!("--option {name}={value}")));
        words.push(seed::argument(&self.seed));
        words.join(" ")
    }
}

/// The statistics of games in which the same bot plays all seats. Rule use is counted only in these games.
pub fn study(game: &Game, seats: usize, bot: &str, seed: &str, batch: &Batch) -> Study {
    Study {
        title: game.meta.game_name.clone(),
        about: game.meta.description.clone(),
        bot: bot.to_owned(),
        seed: seed.to_owned(),
        engine: format!("rulebook {}", env!("CARGO_PKG_VERSION")),
        together: batch.teams.as_ref().map_or(seats == 1, |teams| teams.iter().all(|team| *team == teams[0])),
        teams: teams(batch, seats),
        sample: sample(seats, &batch.games),
        counted: batch.games.len() as u64,
        cards: CardStudy::of(card_names(game, seats), &batch.games),
        flow: game.cgml().map(|(_, document)| explain::flow(document)),
        rules: rule_counts::uses(game, &batch.profile),
        failing: rule_counts::failing(game, &batch.profile),
        ..Study::default()
    }
}

/// The names of the cards by number. Empty if the game is not written in CGML.
fn card_names(game: &Game, seats: usize) -> Vec<String> {
    game.cgml().map(|(rules, _)| rules.card_names(seats)).unwrap_or_default()
}

/// The team of each seat. Without teams, every seat is its own team.
fn teams(batch: &Batch, seats: usize) -> Vec<u8> {
    batch.teams.clone().unwrap_or_else(|| (0..seats as u8).collect())
}

/// The different teams.
fn sides(teams: &[u8]) -> Vec<u8> {
    let mut sides = teams.to_vec();
    sides.sort_unstable();
    sides.dedup();
    sides
}

fn sample(seats: usize, games: &[Record]) -> Sample {
    let mut sample = Sample::new(seats);
    games.iter().for_each(|game| sample.add(game));
    sample
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use rulebook_catalog::Catalog;
    use rulebook_report::End;

    pub fn report(line: &str) -> Report {
        #[derive(clap::Parser)]
        struct Alone {
            #[command(flatten)]
            report: Report,
        }
        <Alone as clap::Parser>::parse_from(line.split(' ')).report
    }

    /// The settings of games on one thread.
    pub fn many(seats: usize, max_moves: u32) -> Many {
        Many { setup: rulebook_kernel::Setup::seats(seats), key: Key::from_seed("1"), threads: 1, max_moves }
    }

    const TREES: &str = include_str!("../../tests/trees.cgml");

    /// A finished game of this many decisions.
    fn length(decisions: usize) -> Sample {
        let end = End::Over { places: vec![1], scores: None, reason: String::new() };
        sample(1, &[Record { end, widths: vec![2; decisions], ..Record::default() }])
    }

    /// A deck builder with two hundred trees from a sheet. One of them harvests much more than the others.
    #[test]
    fn the_strong_card_of_a_sheet_is_found_and_no_other() {
        let folder = std::env::temp_dir().join(format!("rulebook-report-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let fruit = |number: usize| if number == 77 { 9 } else { 2 };
        let rows = (1..=200).map(|number| format!("Tree {number},{},2\n", fruit(number)));
        std::fs::write(folder.join("cards.csv"), format!("Name,Fruit,Count\n{}", rows.collect::<String>())).unwrap();
        std::fs::write(folder.join("trees.cgml"), TREES).unwrap();
        let catalog = Catalog::embedded(rulebook_embedded::GAMES);
        let found = catalog.find(&folder.join("trees.cgml").display().to_string());
        let game = found.map_err(|report| report.to_string()).unwrap();
        let many = Many { threads: 2, ..many(2, 1000) };
        let specs = vec!["random".to_owned(); 2];
        let batch = many.play(&game, 0..2000, &Progress::hidden(), |_| one_game::Seating::of(&specs, true)).unwrap();
        let study = study(&game, 2, "random", "1", &batch);
        let main = study.cards.main().expect("cards are taken");
        assert_eq!(main, rulebook_report::Contact::Took);
        let rows = study.cards.rows(main);
        assert_eq!(rows.len(), 200, "seeds are never taken from the row");
        let outstanding: Vec<&str> =
            rows.iter().filter(|row| row.stands_out().is_some()).map(|row| row.name.as_str()).collect();
        assert_eq!(outstanding, ["Tree 77"]);
        assert!(rows[0].share.low > 0.5, "{:?}", rows[0]);
        let told: Vec<String> = advice::of(&study).into_iter().map(|advice| advice.text).collect();
        let named = told.iter().filter(|text| text.contains("\u{201c}Tree "));
        assert_eq!(named.filter(|text| text.contains("is too strong")).count(), 1, "{told:?}");
        assert!(study.sample.turns.0 > 2000 * 20, "every turn is counted: {:?}", study.sample.turns);
        // Players who chose the strong tree win more often than those who chose another one.
        let asked = study.sample.questions.values().max_by_key(|asked| asked.times).expect("a question");
        let won = |name: &str| {
            asked.options.iter().find(|(option, _)| option.starts_with(name)).map(|(_, chosen)| chosen.wins.mean())
        };
        assert!(won("Tree_77") > won("Tree_78"), "{:?}", asked.options.keys().take(3).collect::<Vec<_>>());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_quick_report_stays_quick_for_long_games() {
        let game = Catalog::embedded(rulebook_embedded::GAMES).find("klondike").unwrap();
        let (quick, full) = (report("report klondike --quick"), report("report klondike"));
        for decisions in [5, 50, 300, 400] {
            let (games, bot) = quick.search(&game, &length(decisions), 1).unwrap();
            let playouts: u64 = bot.strip_prefix("ismcts:").unwrap().parse().unwrap();
            let all = (games * playouts) as f64 * decisions as f64 * decisions as f64 / 2.0;
            assert!(all <= QUICK.most && games >= QUICK.games, "{decisions}: {games} games of {bot}");
            let (more, _) = full.search(&game, &length(decisions), 1).unwrap();
            assert!(more >= games, "{decisions}: {more} games, {games} with --quick");
        }
        assert_eq!(quick.search(&game, &length(5000), 1), None, "no stronger bot for very long games");
        let asked = report("report klondike --quick --better greedy --better-games 3");
        assert_eq!(asked.search(&game, &length(5000), 1), Some((3, "greedy".to_owned())));
    }
}
