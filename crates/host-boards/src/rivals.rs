//! Plays matches between two engines that speak UCI, at any board game for two players. Our rules are the referee.
//!
//! Each opening has random moves and is played twice, with both colours. An engine is another program, such as
//! Stockfish, or `rulebook uci GAME` of this build or of an earlier one.

use crate::uci::moves::{move_in, move_out};
use rulebook_boards::{BoardState, Boards, Game, VisitBoards, visit_boards};
use rulebook_kernel::{Draws, Key, Notation, Rng, Rules, Setup, Turn};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The words of the command line.
pub const USAGE: &str = "\
usage: rulebook-bench rivals GAME WORD…
  first=COMMAND second=COMMAND           the engines
  first-go=WORDS second-go=WORDS         the limits of a search [default: nodes 10000]
  first-set=NAME=VALUE second-set=…      an option of an engine; may be repeated
  games=N [100]  threads=N [1]  plies=N [6, random moves of an opening]  seed=TEXT [1]";

/// A game that lasts longer counts as a draw, in plies.
const LONGEST: usize = 400;

/// One side of the match.
#[derive(Clone, Default)]
struct Side {
    command: String,
    go: String,
    options: Vec<(String, String)>,
}

/// A match to play.
struct Rivals {
    sides: [Side; 2],
    games: u64,
    threads: usize,
    plies: u32,
    key: Key,
}

/// Plays the match that these words describe, and returns the result as a sentence.
///
/// # Errors
/// Returns an error if a word is wrong, or if an engine does not answer.
pub fn play(game: &Game, words: &[&str]) -> Result<String, String> {
    let mut sides = [Side::default(), Side::default()];
    let (mut games, mut threads, mut plies, mut seed) = (100, 1, 6, "1");
    for word in words {
        let (name, value) = word.split_once('=').ok_or(USAGE)?;
        let number = || value.parse::<u64>().map_err(|_| format!("{word}: not a number"));
        let (side, what) = match name.split_once('-') {
            Some(("first", what)) => (0, what),
            Some(("second", what)) => (1, what),
            _ => (usize::from(name == "second"), name),
        };
        match what {
            "first" | "second" => sides[side].command = value.to_owned(),
            "go" => sides[side].go = value.to_owned(),
            "set" => {
                let (name, value) = value.split_once('=').ok_or(USAGE)?;
                sides[side].options.push((name.to_owned(), value.to_owned()));
            }
            "games" => games = number()?,
            "threads" => threads = number()?.max(1) as usize,
            "plies" => plies = number()? as u32,
            "seed" => seed = value,
            _ => return Err(USAGE.to_owned()),
        }
    }
    for side in sides.iter_mut().filter(|side| side.go.is_empty()) {
        side.go = "nodes 10000".to_owned();
    }
    visit_boards(game, Rivals { sides, games, threads, plies, key: Key::from_seed(seed) })
}

impl VisitBoards for Rivals {
    type Out = Result<String, String>;

    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
        let next = AtomicU64::new(0);
        let score = Mutex::new([0u64; 3]);
        let worker = || -> Result<(), String> {
            let mut engines = [Engine::start(&self.sides[0])?, Engine::start(&self.sides[1])?];
            loop {
                let nth = next.fetch_add(1, Relaxed);
                if nth >= self.games {
                    return Ok(());
                }
                let own = (nth % 2) as usize;
                let share = self.game(&rules, &mut engines, nth / 2, own)?;
                let mut score = score.lock().map_err(|_| "a thread has ended")?;
                score[(2.0 * share) as usize] += 1;
                eprintln!("{}", told(*score));
            }
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads).map(|_| scope.spawn(worker)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a thread has ended")?)
        })?;
        Ok(told(score.into_inner().map_err(|_| "a thread has ended")?))
    }
}

impl Rivals {
    /// Plays one game. Returns the share of the first engine, which has the seat `own`.
    fn game<const W: usize, const N: usize>(
        &self,
        rules: &Boards<W, N>,
        engines: &mut [Engine; 2],
        opening: u64,
        own: usize,
    ) -> Result<f32, String> {
        let (mut state, mut played) = self.opening(rules, &mut Rng::new(self.key.child(opening)).draws());
        engines.iter_mut().try_for_each(|engine| engine.write("ucinewgame"))?;
        for _ in 0..LONGEST {
            let seat = match rules.turn(&state) {
                Turn::Over(outcome) => {
                    let shares = rulebook_bots::rewards(&outcome);
                    return Ok(shares[own] / (shares[0] + shares[1]).max(1e-6));
                }
                Turn::Seats(due) => due.lowest().ok_or("nobody has to move")?,
            };
            let side = if seat.index() == own { 0 } else { 1 };
            engines[side].write(&format!("position startpos moves {}", played.join(" ")))?;
            engines[side].write(&format!("go {}", self.sides[side].go))?;
            let text = engines[side].until("bestmove")?;
            let theirs = text.split_whitespace().nth(1).ok_or("no move")?;
            let mut legal = Vec::new();
            rules.moves(&state, seat, &mut legal);
            let texts: Vec<String> = legal.iter().map(|mv| rules.text(&state, seat, mv)).collect();
            let ours = move_in(theirs, texts.clone());
            let at = texts.iter().position(|text| *text == ours);
            let at = at.ok_or_else(|| format!("{theirs} is not legal after {}", played.join(" ")))?;
            played.push(theirs.to_owned());
            rules.play(&mut state, seat, &legal[at], &mut ());
        }
        Ok(0.5)
    }

    /// A position after random moves in which the game is not over, and these moves.
    fn opening<const W: usize, const N: usize>(
        &self,
        rules: &Boards<W, N>,
        draws: &mut Draws,
    ) -> (BoardState<W, N>, Vec<String>) {
        'again: loop {
            let mut state = rules.start(&Setup::seats(2), Rng::seeded("rivals"), &mut ());
            let mut played = Vec::new();
            for _ in 0..self.plies {
                let Some(seat) = rules.turn(&state).seats().lowest() else { continue 'again };
                let mut moves = Vec::new();
                rules.moves(&state, seat, &mut moves);
                let mv = moves[draws.below(moves.len() as u32) as usize];
                played.push(move_out(&rules.text(&state, seat, &mv)));
                rules.play(&mut state, seat, &mv, &mut ());
            }
            if !rules.turn(&state).is_over() {
                return (state, played);
            }
        }
    }
}

/// The result in words: the share of the first engine, and the difference in Elo with its 95 % interval.
fn told([lost, drawn, won]: [u64; 3]) -> String {
    let games = (lost + drawn + won).max(1) as f64;
    let mean = (won as f64 + drawn as f64 / 2.0) / games;
    let square = (won as f64 + drawn as f64 / 4.0) / games;
    let error = 1.96 * ((square - mean * mean).max(0.0) / games).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    let (low, high) = (elo(mean - error), elo(mean + error));
    let share = 100.0 * mean;
    format!("{won} won, {drawn} drawn, {lost} lost: {share:.1} %, Elo {:+.0} ({low:+.0} to {high:+.0})", elo(mean))
}

/// A running engine.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(side: &Side) -> Result<Engine, String> {
        let words: Vec<&str> = side.command.split_whitespace().collect();
        let [program, args @ ..] = words.as_slice() else { return Err(USAGE.to_owned()) };
        let mut command = Command::new(program);
        let started = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|why| format!("{program}: {why}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program} has no input or output"));
        };
        let mut engine = Engine { child, input, output: BufReader::new(output) };
        engine.write("uci")?;
        engine.until("uciok")?;
        for (name, value) in &side.options {
            engine.write(&format!("setoption name {name} value {value}"))?;
        }
        engine.write("isready")?;
        engine.until("readyok")?;
        Ok(engine)
    }

    fn write(&mut self, line: &str) -> Result<(), String> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|why| format!("an engine does not read: {why}"))
    }

    /// The next line that begins with this word.
    fn until(&mut self, word: &str) -> Result<String, String> {
        let mut line = String::new();
        loop {
            line.clear();
            let read = self.output.read_line(&mut line).map_err(|why| why.to_string())?;
            match line.split_whitespace().next() {
                _ if read == 0 => return Err("an engine has ended".to_owned()),
                Some(first) if first == word => return Ok(line),
                _ => {}
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.write("quit");
        let _ = self.child.wait();
    }
}
