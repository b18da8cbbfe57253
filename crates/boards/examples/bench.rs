//! Chess from its file beside a hand-written chess crate, interleaved in one run; then every game, and random games.
//! `bench [REPEATS]`. Medians, one core.

use cozy_chess::Board;
use rulebook_boards::{Boards, Game, VisitBoards, load, visit_boards};
use rulebook_diag::Sources;
use rulebook_kernel::{Rng, Rules, Setup, Turn};
use std::time::Instant;

const SECOND: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn game(id: &str) -> Game {
    let path = format!("{}/../../games/{id}/game.json", env!("CARGO_MANIFEST_DIR"));
    let mut sources = Sources::new();
    let file = sources.add(path.clone(), std::fs::read_to_string(&path).expect("a shipped game"));
    load(&sources, file, id).0.expect("a game")
}

fn theirs(board: &Board, depth: u32, bulk: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if bulk && depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += theirs(&next, depth - 1, bulk);
            }
        }
        false
    });
    nodes
}

/// Million nodes a second of one run.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let nodes = work();
    nodes as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn median(mut rates: Vec<f64>) -> String {
    rates.sort_by(f64::total_cmp);
    format!("{:8.2} (best {:.2})", rates[rates.len() / 2], rates[rates.len() - 1])
}

fn chess(repeats: usize) {
    let rules: Boards<1, 10> = game("chess").rules().expect("chess");
    for (name, fen, depth) in
        [("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5), ("second", SECOND, 4)]
    {
        let state = rules.position_from(fen).expect("a position");
        let board: Board = fen.parse().expect("a position");
        for bulk in [true, false] {
            let (mut our, mut their) = (vec![], vec![]);
            for _ in 0..repeats {
                our.push(rate(|| rules.perft(&state, depth, bulk)));
                their.push(rate(|| theirs(&board, depth, bulk)));
            }
            let kind = if bulk { "bulk" } else { "each" };
            println!("chess {name:7} {kind}: ours {} theirs {} M nodes/s", median(our), median(their));
        }
    }
}

struct Measure(usize);

impl VisitBoards for Measure {
    type Out = ();

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) {
        let setup = Setup::seats(rules.info().min_seats);
        let start = rules.start(&setup, Rng::seeded("bench"), &mut ());
        let mut depth = 1;
        while depth < 9 && rules.perft(&start, depth, true) < 300_000 {
            depth += 1;
        }
        let bulk = (0..self.0).map(|_| rate(|| rules.perft(&start, depth, true))).collect();
        let each = (0..self.0).map(|_| rate(|| rules.perft(&start, depth, false))).collect();
        let games = (0..self.0).map(|repeat| rate(|| random_games(&rules, &setup, repeat)) * 1e6).collect();
        let id = &rules.info().id;
        println!("{id:18} bulk {} each {} random games/s {}", median(bulk), median(each), median(games));
    }
}

/// Plays random games for about a fifth of a second; how many there were.
fn random_games<R: Rules>(rules: &R, setup: &Setup, repeat: usize) -> u64 {
    let mut draws = Rng::seeded(&repeat.to_string()).draws();
    let first = rules.start(setup, Rng::seeded("bench"), &mut ());
    let (mut state, mut moves, mut games) = (first.clone(), Vec::new(), 0);
    let begun = Instant::now();
    while begun.elapsed().as_millis() < 200 {
        for _ in 0..10 {
            state.clone_from(&first);
            while let Turn::Seats(due) = rules.turn(&state) {
                let seat = due.lowest().expect("somebody is due");
                moves.clear();
                rules.moves(&state, seat, &mut moves);
                rules.play(&mut state, seat, &moves[draws.below(moves.len() as u32) as usize], &mut ());
            }
            games += 1;
        }
    }
    games
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let repeats = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(9);
    let only: Vec<String> = arguments.collect();
    if only.is_empty() || only.iter().any(|id| id == "chess") {
        chess(repeats);
    }
    let ids = "chess shatranj makruk los-alamos capablanca knightmate king-of-the-hill three-check racing-kings antichess \
               crazyhouse breakthrough xiangqi shogi mini-shogi four-player-chess tic-tac-toe connect-four reversi draughts";
    for id in ids.split_whitespace().filter(|id| only.is_empty() || only.iter().any(|one| one == id)) {
        visit_boards(&game(id), Measure(repeats));
    }
}
