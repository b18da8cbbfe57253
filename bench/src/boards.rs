//! Measures board games in positions and random games per second. Chess is also measured with a hand-written chess
//! crate. Both are measured in alternating rounds, so that other load on the machine affects both.

use crate::choose::Job;
use cozy_chess::Board;
use rulebook_boards::{Boards, Game, VisitBoards, load, visit_boards};
use rulebook_diag::Sources;
use rulebook_kernel::{Rng, Rules, Setup};
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Prefix of the job names of board games: `boards/chess`.
pub const PREFIX: &str = "boards/";

/// Number of rounds of each measurement. The median is printed.
const REPEATS: usize = 9;

/// The game that the chess crate plays too. It is measured from two positions: the start, and a middlegame in which
/// every kind of move occurs.
const CHESS: &str = "chess";
const POSITIONS: [(&str, &str, u32); 2] = [
    ("first", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("busy", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
];

fn games() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../games")
}

/// One job for each game folder that contains a board game.
pub fn jobs() -> Vec<Job> {
    let folders = games().read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let mut ids: Vec<String> = folders
        .filter(|folder| folder.join("game.json").is_file())
        .filter_map(|folder| Some(folder.file_name()?.to_string_lossy().into_owned()))
        .collect();
    ids.sort();
    ids.iter().map(|id| Job::new(&format!("{PREFIX}{id}"), 2)).collect()
}

/// Measures these games and prints the table.
pub fn run(jobs: &[&Job]) {
    let ids: Vec<&str> = jobs.iter().filter_map(|job| job.game.strip_prefix(PREFIX)).collect();
    if ids.contains(&CHESS) {
        println!("\nmillion positions per second       ours   cozy-chess   ratio");
        beside();
    }
    let head = "million positions/s: bulk   each   random games/s   load ms   copy ns   position bytes";
    println!("\nboard game           {head}");
    for id in ids {
        let (game, milliseconds) = read(id);
        visit_boards(&game, Measure { milliseconds });
    }
}

fn text_of(id: &str) -> String {
    let path = games().join(id).join("game.json");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Loads a game several times. Returns the game and the shortest time in milliseconds. This includes checking and
/// compiling.
fn read(id: &str) -> (Game, f64) {
    struct Ready;
    impl VisitBoards for Ready {
        type Out = ();
        fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) {
            black_box(&rules);
        }
    }
    let text = text_of(id);
    let once = || {
        let begin = Instant::now();
        let mut sources = Sources::new();
        let file = sources.add("game.json", text.clone());
        let game = load(&sources, file, id).0.expect("a shipped game without a mistake");
        visit_boards(&game, Ready);
        (game, begin.elapsed().as_secs_f64() * 1e3)
    };
    let (game, first) = once();
    (game, (0..REPEATS).map(|_| once().1).fold(first, f64::min))
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

/// Runs `work`, which returns the number of units done, and returns the units per second.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let begin = Instant::now();
    let done = work();
    done as f64 / begin.elapsed().as_secs_f64()
}

fn beside() {
    let rules: Boards<1, 10> = read(CHESS).0.rules().expect("chess has 64 squares and ten sets");
    for (name, text, depth) in POSITIONS {
        let ours = rules.position_from(text).expect("a position");
        let theirs: Board = text.parse().expect("a position");
        for (bulk, way) in [(true, "bulk counting"), (false, "every position")] {
            let (mut our, mut their) = (Vec::new(), Vec::new());
            for _ in 0..REPEATS {
                our.push(rate(|| rules.perft(&ours, depth, bulk)) / 1e6);
                their.push(rate(|| rows(&theirs, depth, bulk)) / 1e6);
            }
            let (our, their) = (median(our), median(their));
            println!("{CHESS}, {name:<6} {way:<15} {our:>10.1} {their:>12.1} {:>7.2}", our / their);
        }
    }
}

/// Counts the positions at this depth with the chess crate, in the same way as `perft` does with our rules.
fn rows(board: &Board, depth: u32, bulk: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut found = 0;
    board.generate_moves(|moves| {
        if bulk && depth == 1 {
            found += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                found += rows(&next, depth - 1, bulk);
            }
        }
        false
    });
    found
}

struct Measure {
    milliseconds: f64,
}

impl VisitBoards for Measure {
    type Out = ();

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) {
        let setup = Setup::seats(rules.info().min_seats);
        let start = rules.start(&setup, Rng::seeded("bench"), &mut ());
        let mut depth = 1;
        while depth < 9 && rules.perft(&start, depth, true) < 300_000 {
            depth += 1;
        }
        let repeated = |work: &dyn Fn() -> u64| median((0..REPEATS).map(|_| rate(work)).collect());
        let bulk = repeated(&|| rules.perft(&start, depth, true)) / 1e6;
        let each = repeated(&|| rules.perft(&start, depth, false)) / 1e6;
        let random = median((0..REPEATS).map(|repeat| rate(|| random_games(&rules, &setup, repeat))).collect());
        let copies = repeated(&|| {
            for _ in 0..100_000 {
                black_box(*black_box(start.position()));
            }
            100_000
        });
        let (id, bytes) = (&rules.info().id, Boards::<W, N>::POSITION_BYTES);
        println!(
            "{id:<36} {bulk:>11.1} {each:>6.1} {random:>16.0} {:>9.2} {:>9.1} {bytes:>16}",
            self.milliseconds,
            1e9 / copies
        );
    }
}

/// Plays random games for a tenth of a second, as playouts do, including position keys and repetition checks. Returns
/// the number of games.
fn random_games<R: Rules>(rules: &R, setup: &Setup, repeat: usize) -> u64 {
    let mut draws = Rng::seeded(&repeat.to_string()).draws();
    let first = rules.start(setup, Rng::seeded("bench"), &mut ());
    let (mut state, mut moves, mut games) = (first.clone(), Vec::new(), 0);
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(100) {
        for _ in 0..10 {
            state.clone_from(&first);
            crate::measure::playout_game(rules, &mut state, &mut moves, &mut draws);
            games += 1;
        }
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_count_the_same() {
        let rules: Boards<1, 10> = read(CHESS).0.rules().expect("chess");
        for (name, text, _) in POSITIONS {
            let (ours, theirs) = (rules.position_from(text).expect("a position"), text.parse().expect("a position"));
            for bulk in [true, false] {
                assert_eq!(rules.perft(&ours, 3, bulk), rows(&theirs, 3, bulk), "{name}");
            }
        }
    }

    #[test]
    fn every_board_game_has_a_row() {
        let jobs = jobs();
        assert!(jobs.len() >= 20 && jobs.iter().any(|job| job.game == "boards/chess"), "{jobs:?}");
    }
}
