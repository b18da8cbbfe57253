//! `cargo xtask bench [NAME]`: measures the speed of the games on one core. The fastest of several rounds counts.
//!
//! Other measurements:
//!
//! * `cargo run --release -p rulebook-bench -- search`: the speed of the bots' search.
//! * `-- skill [kq|kr|mates|match…]`: the strength of alpha-beta at chess. It takes minutes.
//! * `-- rivals GAME WORD…`: a match between two engines that speak UCI.
//! * `-- levels [--hard] [GAME…]`: the strength of each difficulty level against the level below it. It takes
//!   minutes.
//! * `-- count GAME SEATS GAMES`: plays the same games in every run and prints the number of decisions. Use it with a
//!   profiler:
//!   `valgrind --tool=callgrind --toggle-collect='*random_game*' target/release/rulebook-bench count cgml/hearts 4 2`
//! * `-- count-bare GAME SEATS GAMES`: the same without lore, as in playouts.
//! * `-- rate GAME SEATS MILLIS`: decisions per second with lore and without, in one short round.
//! * `cargo xtask bench peers`: CGML games beside OpenSpiel, in alternating rounds.
//! * `cargo xtask bench room`: moves per second through a room.
//! * `cargo xtask bench load`: the time to load and compile long games.
//!
//! The slow measurements print their progress on stderr, and each result as soon as it is known. The speed of a machine
//! varies, so compare only figures of the same run.

mod boards;
mod choose;
mod crazy_eights;
mod duel;
mod hearts;
mod levels;
mod load;
mod measure;
mod progress;
mod room;
mod search;
mod skill;
mod written;

use choose::{Asked, Job};
use crazy_eights::CrazyEights;
use measure::{Count, Effort, Measure, Rate, Row};
use rulebook_catalog::Catalog;
use rulebook_host_boards::rivals;
use rulebook_kernel::Budget;
use rulebook_matches::{Staged, Visit};
use std::process::ExitCode;
use std::sync::Arc;

/// The folder of games in this checkout.
pub const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games");

/// The games of this checkout.
pub fn shelf() -> Catalog {
    Catalog::open(GAMES)
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["search", ref names @ ..] => return searches(names),
        ["skill", ref names @ ..] => return skills(names),
        ["levels", "--hard", ref names @ ..] => return leveled(&levels::ALL, names),
        ["levels", ref names @ ..] => return leveled(&levels::QUICK, names),
        ["rivals", ref words @ ..] => return rivalled(words),
        ["room"] => return rooms(),
        ["load"] => return loads(),
        ["count", game, seats, games] => return counted(game, seats, games, false),
        ["count-bare", game, seats, games] => return counted(game, seats, games, true),
        ["rate", game, seats, millis] => return rated(game, seats, millis),
        _ => {}
    }
    let jobs = jobs();
    match choose::asked(&jobs, &args) {
        Asked::Help => {
            print!("{}", choose::usage(&jobs));
            ExitCode::SUCCESS
        }
        Asked::Wrong(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
        Asked::These(chosen) => {
            let (boards, others): (Vec<&Job>, Vec<&Job>) =
                chosen.into_iter().partition(|job| job.game.starts_with(boards::PREFIX));
            let (figures, others): (Vec<&Job>, Vec<&Job>) = others.into_iter().partition(|job| job.game == duel::NAME);
            if !others.is_empty() {
                println!("{}", Row::HEAD);
                let rows: Vec<Row> = others.iter().map(|job| run(job)).inspect(|row| println!("{row}")).collect();
                written::compare(&rows).iter().for_each(|line| println!("{line}"));
            }
            if !figures.is_empty() {
                match duel::rows(&crate::shelf()) {
                    Ok(rows) => rows.iter().for_each(|row| println!("{row}")),
                    Err(why) => {
                        eprintln!("{why}");
                        return ExitCode::FAILURE;
                    }
                }
            }
            if !boards.is_empty() {
                boards::run(&boards);
            }
            ExitCode::SUCCESS
        }
    }
}

fn searches(names: &[&str]) -> ExitCode {
    let catalog = crate::shelf();
    let chosen = |game: &str| names.is_empty() || names.iter().any(|name| game.contains(name));
    for job in search::JOBS.into_iter().filter(|(game, ..)| chosen(game)) {
        println!("{}", search::row(&catalog, job));
    }
    ExitCode::SUCCESS
}

/// Number of matches for each pair of levels.
const MATCHES: u64 = 20;

fn leveled(pairs: &[levels::Pair], names: &[&str]) -> ExitCode {
    let (games, report) = crate::shelf().list();
    if let Some(unknown) = names.iter().find(|name| !games.iter().any(|game| game.id == **name)) {
        eprintln!("there is no game `{unknown}`");
        return ExitCode::FAILURE;
    }
    for game in games.iter().filter(|game| names.is_empty() || names.contains(&game.id.as_str())) {
        println!("{}", levels::row(game, pairs, MATCHES));
    }
    if report.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn skills(names: &[&str]) -> ExitCode {
    let measure_all = || -> Result<(), String> {
        let catalog = crate::shelf();
        for (part, times) in skill::asked(names)? {
            println!("{}", skill::measure(&catalog, part, times, Budget::Millis(50))?);
        }
        Ok(())
    };
    match measure_all() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn rivalled(words: &[&str]) -> ExitCode {
    let play = || {
        let [id, words @ ..] = words else { return Err(rivals::USAGE.to_owned()) };
        let game = crate::shelf().find(id).map_err(|report| report.to_string())?;
        rivals::play(game.board().ok_or("only board games have engines")?, words)
    };
    match play() {
        Ok(result) => {
            println!("{result}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn counted(game: &str, seats: &str, games: &str, bare: bool) -> ExitCode {
    let (Ok(seats), Ok(games)) = (seats.parse::<usize>(), games.parse()) else {
        eprintln!("how many seats and how many games? `{seats}` and `{games}` must both be numbers");
        return ExitCode::FAILURE;
    };
    let Some(job) = jobs().into_iter().find(|job| job.game == game && job.setup.seats == seats) else {
        eprintln!("no game `{game}` for {seats} seats can be counted");
        return ExitCode::FAILURE;
    };
    let count = Count { setup: job.setup, games, bare };
    let played = match game {
        CRAZY_EIGHTS => count.count(&CrazyEights::new()),
        HEARTS => count.count(&hearts::Hearts::new()),
        duel::NAME => match crate::shelf().find(DUEL) {
            Ok(duel) => duel.visit(duel::Count(games)),
            Err(report) => {
                eprintln!("{report}");
                return ExitCode::FAILURE;
            }
        },
        id => match id.strip_prefix(written::PREFIX).and_then(|id| written::game(&crate::shelf(), id)) {
            Some(game) => game.visit(count),
            None => match rulebook_natives::visit(id, count) {
                Some(played) => played,
                None => {
                    eprintln!("`{id}` is not counted");
                    return ExitCode::FAILURE;
                }
            },
        },
    };
    println!("{played}");
    ExitCode::SUCCESS
}

fn rated(game: &str, seats: &str, millis: &str) -> ExitCode {
    let (Ok(seats), Ok(millis)) = (seats.parse::<usize>(), millis.parse()) else {
        eprintln!("how many seats and milliseconds? `{seats}` and `{millis}` must both be numbers");
        return ExitCode::FAILURE;
    };
    let Some(job) = jobs().into_iter().find(|job| job.game == game && job.setup.seats == seats) else {
        eprintln!("there is no `{game}` for {seats} seats");
        return ExitCode::FAILURE;
    };
    let rate = Rate { setup: job.setup, millis };
    match game {
        CRAZY_EIGHTS => rate.rate(&CrazyEights::new()),
        HEARTS => rate.rate(&hearts::Hearts::new()),
        id => match id.strip_prefix(written::PREFIX).and_then(|id| written::game(&crate::shelf(), id)) {
            Some(game) => game.visit(rate),
            None => {
                eprintln!("`{id}` is not compared with others");
                return ExitCode::FAILURE;
            }
        },
    }
    ExitCode::SUCCESS
}

fn rooms() -> ExitCode {
    match room::run() {
        Ok(row) => {
            println!("{row}");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn loads() -> ExitCode {
    match load::run() {
        Ok(rows) => {
            rows.iter().for_each(|row| println!("{row}"));
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The Magic duel, played with decks compiled from the rules text of their cards.
const DUEL: &str = "duel";
/// Names of the rows of hand-written games that also exist in CGML.
const CRAZY_EIGHTS: &str = "crazy-eights by hand";
const HEARTS: &str = "hearts by hand";

/// All rows that can be measured, in the order in which they are printed.
fn jobs() -> Vec<Job> {
    let mut jobs = vec![Job::new("connect-four", 2), Job::new("cruel", 2), Job::new("cruel", 3)];
    for id in rulebook_natives::IDS {
        let seats = rulebook_natives::visit(id, Seats).expect("a native game has rules");
        jobs.extend(seats.into_iter().map(|seats| Job::new(id, seats)));
    }
    // This row plays a single hand, as the published figures of other engines do.
    jobs.push(Job::new("gin-rummy", 2).with("length", "hand"));
    jobs.push(Job::new("bridge", 4).with("scoring", "duplicate").with("boards", "1"));
    jobs.extend([Job::new(CRAZY_EIGHTS, 2), Job::new(CRAZY_EIGHTS, 4), Job::new(HEARTS, 4)]);
    jobs.extend(written::jobs(&crate::shelf()));
    jobs.push(Job::new(DUEL, 2).with("deck-1", "emberhold").with("deck-2", "mossgarth"));
    jobs.push(Job::new(DUEL, 2).with("deck-1", "tidewick").with("deck-2", "two-vows"));
    jobs.push(Job::new(duel::NAME, 2));
    jobs.extend(boards::jobs());
    jobs
}

/// Visitor that returns the numbers of seats to measure: two and four if the game allows them, otherwise its minimum.
struct Seats;

impl Visit for Seats {
    type Out = Vec<usize>;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Vec<usize> {
        let seats = rules.info().min_seats..=rules.info().max_seats;
        let usual: Vec<usize> = [2, 4].into_iter().filter(|count| seats.contains(count)).collect();
        if usual.is_empty() { vec![*seats.start()] } else { usual }
    }
}

fn run(job: &Job) -> Row {
    let measure = Measure { game: job.game.clone(), setup: job.setup.clone(), effort: Effort::FULL };
    match job.game.as_str() {
        CRAZY_EIGHTS => measure.measure(&CrazyEights::new()),
        HEARTS => measure.measure(&hearts::Hearts::new()),
        "connect-four" => measure.visit(Arc::new(rulebook_testkit::connect_four::ConnectFour::new())),
        DUEL => crate::shelf().find(DUEL).expect("the shelf has it").visit(measure),
        "cruel" => measure.visit(Arc::new(rulebook_testkit::cruel::Cruel::new())),
        id => match id.strip_prefix(written::PREFIX) {
            Some(id) => written::game(&crate::shelf(), id).expect("the game was found before").visit(measure),
            None => rulebook_natives::visit(id, measure).expect("a native game has rules"),
        },
    }
}
