//! Measures how well alpha-beta plays chess. It must win endings from random positions, find mates in two, and play a
//! match against tree search. Each part can run alone, so that an interrupted run loses only one part.

use crate::levels;
use crate::progress::Progress;
use rulebook_boards::{BoardState, Boards, VisitBoards, visit_boards};
use rulebook_bots::{Advise, AlphaBeta, Worth};
use rulebook_catalog::Catalog;
use rulebook_kernel::{Bot, Budget, Draws, Key, Rng, Rules, Seat, Setup, Turn};

/// One part of the measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A task to solve in each of many positions.
    Positions(Task),
    /// A match against `mcts:1000`.
    Match,
}

/// The task that the bot has to solve in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Win with a king and one other piece against a single king. The same bot defends.
    Ending { name: &'static str, piece: char },
    /// Find the mate in two.
    Mate,
}

/// For each part: its name on the command line, the part, and how many positions or games it has.
pub const PARTS: [(&str, Part, u64); 4] = [
    ("kq", Part::Positions(Task::Ending { name: "K+Q v K", piece: 'Q' }), 50),
    ("kr", Part::Positions(Task::Ending { name: "K+R v K", piece: 'R' }), 50),
    ("mates", Part::Positions(Task::Mate), 100),
    ("match", Part::Match, 10),
];

/// The bot that alpha-beta plays the match against.
const RIVAL: &str = "mcts:1000";

/// The parts with these names, or all parts if there are no names. The error names an unknown part.
pub fn asked(names: &[&str]) -> Result<Vec<(Part, u64)>, String> {
    if names.is_empty() {
        return Ok(PARTS.iter().map(|(_, part, times)| (*part, *times)).collect());
    }
    let find = |name: &&str| {
        let found = PARTS.iter().find(|(known, ..)| known == name);
        found.map(|(_, part, times)| (*part, *times)).ok_or_else(|| {
            let known: Vec<&str> = PARTS.iter().map(|(known, ..)| *known).collect();
            format!("there is no part `{name}`; there are: {}", known.join(", "))
        })
    };
    names.iter().map(find).collect()
}

/// Runs one part. Returns the result as a sentence.
pub fn measure(catalog: &Catalog, part: Part, times: u64, budget: Budget) -> Result<String, String> {
    Ok(match part {
        Part::Positions(task) => {
            let managed = asked_of_chess(catalog, task, times, budget)?;
            let (what, word) = task.words();
            format!("{what}: {managed} of {times} {word}")
        }
        Part::Match => {
            let bot = match budget {
                Budget::Playouts(positions) => format!("alphabeta:{positions}"),
                Budget::Millis(millis) => format!("alphabeta:{millis}ms"),
            };
            let points = against_rival(catalog, &bot, times)?;
            format!("{bot} against {RIVAL}: {points} of {times} points")
        }
    })
}

/// Runs a task in positions of chess. Returns the number of positions in which it was solved.
fn asked_of_chess(catalog: &Catalog, task: Task, times: u64, budget: Budget) -> Result<u64, String> {
    let game = catalog.find("chess").map_err(|report| report.to_string())?;
    let board = game.board().ok_or("chess is a board game")?;
    Ok(visit_boards(board, Positions { task, times, budget }))
}

/// The points of alpha-beta in a match in which the colours alternate. A draw counts half a point.
fn against_rival(catalog: &Catalog, bot: &str, games: u64) -> Result<f64, String> {
    let chess = catalog.find("chess").map_err(|report| report.to_string())?;
    let mut progress = Progress::new(format!("{bot} against {RIVAL}"), games);
    let mut points = 0.0;
    for nth in 0..games {
        let own = (nth % 2) as usize;
        let mut bots = [RIVAL; 2];
        bots[own] = bot;
        let outcome = levels::play(&chess, &bots, nth)?;
        points += f64::from(rulebook_bots::rewards(&outcome)[own]);
        progress.step(&format!("{points} points"));
    }
    Ok(points)
}

impl Task {
    /// The name of the task, and the verb for a solved position.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Task::Ending { name, .. } => (name, "won"),
            Task::Mate => ("mates in two", "found"),
        }
    }
}

/// Visitor that runs a task in a number of positions.
struct Positions {
    task: Task,
    times: u64,
    budget: Budget,
}

impl VisitBoards for Positions {
    type Out = u64;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> u64 {
        match self.task {
            Task::Ending { name, piece } => {
                let mut draws = Rng::seeded(name).draws();
                self.count(|nth| wins(&rules, random_ending(&rules, piece, &mut draws), nth, self.budget))
            }
            Task::Mate => {
                let mut draws = Rng::seeded("mates").draws();
                self.count(|nth| finds(&rules, &next_mate(&rules, &mut draws), nth, self.budget))
            }
        }
    }
}

impl Positions {
    /// Counts the positions in which `manages` returns true, and prints the progress.
    fn count(&self, mut manages: impl FnMut(u64) -> bool) -> u64 {
        let (what, word) = self.task.words();
        let mut progress = Progress::new(what, self.times);
        let mut managed = 0;
        for nth in 0..self.times {
            managed += u64::from(manages(nth));
            progress.step(&format!("{managed} {word}"));
        }
        managed
    }
}

fn key(nth: u64) -> Key {
    Key::from_seed("skill").child(nth)
}

/// A random position with two kings and one other piece. The side with the piece is to move, and the game is not over.
fn random_ending<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    piece: char,
    draws: &mut Draws,
) -> BoardState<W, N> {
    loop {
        let mut squares = [b'1'; 64];
        for letter in ['K', 'k', piece] {
            let free: Vec<usize> = (0..64).filter(|&at| squares[at] == b'1').collect();
            squares[free[draws.below(free.len() as u32) as usize]] = letter as u8;
        }
        let rows: Vec<&str> = squares.chunks(8).filter_map(|row| std::str::from_utf8(row).ok()).collect();
        // Write consecutive empty squares as one number, as FEN requires.
        let rows = (2..=8).rev().fold(rows.join("/"), |rows, free| rows.replace(&"1".repeat(free), &free.to_string()));
        let text = format!("{rows} w - - 0 1");
        if let Ok(state) = rules.position_from(&text)
            && !rules.turn(&state).is_over()
        {
            return state;
        }
    }
}

/// Whether the side to move wins if the same bot defends.
fn wins<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    mut state: BoardState<W, N>,
    nth: u64,
    budget: Budget,
) -> bool {
    let mut bots = [AlphaBeta::new(key(2 * nth)), AlphaBeta::new(key(2 * nth + 1))];
    loop {
        let seat = match rules.turn(&state) {
            Turn::Over(outcome) => return outcome.winners().single() == Some(Seat::new(0)),
            Turn::Seats(due) => due.lowest().expect("somebody is due"),
        };
        let mut moves = Vec::new();
        rules.moves(&state, seat, &mut moves);
        let choice = bots[seat.index()].pick(rules, seat, &state, &moves, budget);
        rules.play(&mut state, seat, &moves[choice], &mut ());
    }
}

/// The next position in random games in which there is a mate in two, but no mate in one.
fn next_mate<const W: usize, const N: usize>(rules: &Boards<W, N>, draws: &mut Draws) -> BoardState<W, N> {
    loop {
        let mut state = rules.start(&Setup::seats(2), Rng::seeded("mates"), &mut ());
        while let Some(seat) = rules.turn(&state).seats().lowest() {
            let mut moves = Vec::new();
            rules.moves(&state, seat, &mut moves);
            if draws.below(8) == 0 && mates_within(rules, &state, 2) && !mates_within(rules, &state, 1) {
                return state;
            }
            let choice = draws.below(moves.len() as u32) as usize;
            rules.play(&mut state, seat, &moves[choice], &mut ());
        }
    }
}

/// Whether the side to move can force mate within `own` of its own moves. The rules about draws apply: the fifty-move
/// rule or a repetition prevents the mate.
fn mates_within<const W: usize, const N: usize>(rules: &Boards<W, N>, state: &BoardState<W, N>, own: u32) -> bool {
    let Some(seat) = rules.turn(state).seats().lowest() else { return false };
    let mut moves = Vec::new();
    rules.moves(state, seat, &mut moves);
    moves.iter().any(|mv| {
        let mut after = state.clone();
        rules.play(&mut after, seat, mv, &mut ());
        match rules.turn(&after) {
            Turn::Over(outcome) => outcome.winners().single() == Some(seat),
            Turn::Seats(_) if own < 2 => false,
            Turn::Seats(due) => {
                let other = due.lowest().expect("somebody is due");
                let mut replies = Vec::new();
                rules.moves(&after, other, &mut replies);
                replies.iter().all(|reply| {
                    let mut next = after.clone();
                    rules.play(&mut next, other, reply, &mut ());
                    mates_within(rules, &next, own - 1)
                })
            }
        }
    })
}

/// Whether the bot plays a move that forces mate in two.
fn finds<const W: usize, const N: usize>(
    rules: &Boards<W, N>,
    state: &BoardState<W, N>,
    nth: u64,
    budget: Budget,
) -> bool {
    let Some(seat) = rules.turn(state).seats().lowest() else { return false };
    let mut moves = Vec::new();
    rules.moves(state, seat, &mut moves);
    let advice = AlphaBeta::new(key(nth)).advise(rules, seat, state, &moves, budget);
    advice.lines.first().is_some_and(|line| line.worth == Worth::Mate(3) && line.index == advice.choice)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalog() -> Catalog {
        Catalog::open(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games"))
    }

    /// Runs all parts with few positions, and with a search limit that gives the same result on every machine.
    #[test]
    #[ignore = "minutes without optimisation: `cargo test --release -p rulebook-bench -- --ignored`"]
    fn endings_are_won_and_mates_are_found() {
        let budget = Budget::Playouts(10_000);
        for (name, piece) in [("K+Q v K", 'Q'), ("K+R v K", 'R')] {
            assert_eq!(asked_of_chess(&catalog(), Task::Ending { name, piece }, 2, budget), Ok(2), "{name}");
        }
        assert_eq!(asked_of_chess(&catalog(), Task::Mate, 6, budget), Ok(6));
    }

    /// Visitor that says whether the position with this FEN has a mate in two.
    struct Mate<'a>(&'a str);

    impl VisitBoards for Mate<'_> {
        type Out = bool;

        fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> bool {
            let state = rules.position_from(self.0).expect("a position");
            mates_within(&rules, &state, 2) && !mates_within(&rules, &state, 1)
        }
    }

    #[test]
    fn a_mate_after_the_fifty_move_rule_is_no_mate() {
        let game = catalog().find("chess").map_err(|report| report.to_string()).unwrap();
        let mate = |clock: u32| {
            let ladder = format!("7k/8/R7/1R6/8/8/8/K7 w - - {clock} 90");
            visit_boards(game.board().unwrap(), Mate(&ladder))
        };
        assert!(mate(0));
        // The mating move is also the move that completes the fifty-move rule. Mate takes precedence over the draw.
        assert!(mate(97));
        assert!(!mate(98));
    }

    /// Visitor that makes one random start position for each ending.
    struct Starts;

    impl VisitBoards for Starts {
        type Out = ();

        fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) {
            for piece in ['Q', 'R'] {
                let start = random_ending(&rules, piece, &mut Rng::seeded("starts").draws());
                assert!(!rules.turn(&start).is_over());
            }
        }
    }

    /// `random_ending` tries positions until the rules accept one. If its notation were wrong, it would never end.
    #[test]
    fn endings_are_positions_that_the_rules_read() {
        let game = catalog().find("chess").map_err(|report| report.to_string()).unwrap();
        visit_boards(game.board().unwrap(), Starts);
    }

    #[test]
    fn parts_are_asked_for_by_name() {
        assert_eq!(asked(&[]).map(|parts| parts.len()), Ok(PARTS.len()));
        assert_eq!(asked(&["mates", "kq"]), Ok(vec![(PARTS[2].1, 100), (PARTS[0].1, 50)]));
        assert_eq!(asked(&["kx"]), Err("there is no part `kx`; there are: kq, kr, mates, match".into()));
    }
}
