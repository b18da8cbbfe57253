//! Measures one game: random games per second, copying a state, and saving a state.

use rulebook_kernel::{Draws, Key, Rng, Rules, Setup};
use rulebook_matches::{Staged, Visit};
use std::fmt;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of measuring rounds and their length. A round is long enough to be timed accurately. It is also so short
/// that other processes do not disturb every round.
#[derive(Clone, Copy)]
pub struct Effort {
    rounds: usize,
    round: Duration,
}

impl Effort {
    pub const FULL: Effort = Effort { rounds: 20, round: Duration::from_millis(100) };
}

/// The state that is copied and saved is the state after this many decisions.
const OPENING: usize = 5;

/// Visitor that measures a game with this setup.
pub struct Measure {
    /// The name of the row.
    pub game: String,
    pub setup: Setup,
    pub effort: Effort,
}

/// The measured figures of one game.
pub struct Row {
    name: String,
    /// Whole games per second, including the deal.
    games: f64,
    /// Decisions per second. The time of the deal is not included.
    moves: f64,
    clone: f64,
    clone_from: f64,
    /// The saved state after the opening, as bytes.
    save: Vec<u8>,
}

impl Row {
    pub const HEAD: &str =
        "game                          games/s    decisions/s   ns/decision   clone ns   clone_from ns   save bytes";
}

impl Row {
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn decisions(&self) -> f64 {
        self.moves
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { name, games, moves, clone, clone_from, save } = self;
        let save = save.len();
        let ns = 1e9 / moves;
        write!(f, "{name:<26} {games:>10.0} {moves:>14.0} {ns:>13.1} {clone:>10.1} {clone_from:>15.1} {save:>12}")
    }
}

impl Visit for Measure {
    type Out = Row;

    fn visit<R: Staged>(self, rules: Arc<R>) -> Row {
        self.measure(&*rules)
    }
}

impl Measure {
    pub fn measure<R: Rules>(self, rules: &R) -> Row {
        let setup = self.setup;
        let key = Key::from_seed("bench");
        let mut draws = Rng::seeded("picks").draws();
        let mut moves = Vec::new();
        let starts: Vec<R::State> = (0..256).map(|i| rules.start(&setup, Rng::new(key.child(i)), &mut ())).collect();
        let mut state = starts[0].clone();

        let mut played = 0u64;
        let effort = self.effort;
        let dealt = effort.best(|n| {
            state = rules.start(&setup, Rng::new(key.child(n)), &mut ());
            black_box(random_game(rules, &mut state, &mut moves, &mut draws));
        });
        let per_game = effort.best(|n| {
            state.clone_from(&starts[n as usize % starts.len()]);
            played += random_game(rules, &mut state, &mut moves, &mut draws);
        });
        let games = per_game.calls as f64;
        let decisions = played as f64 / games;

        // Use other random numbers than the games. How many games were played before this point depends on the machine.
        state.clone_from(&starts[0]);
        let mut draws = Rng::seeded("opening").draws();
        for _ in 0..OPENING {
            step(rules, &mut state, &mut moves, &mut draws);
        }
        let clone = effort.best(|_| drop(black_box(state.clone())));
        let mut copy = state.clone();
        let clone_from = effort.best(|_| {
            copy.clone_from(black_box(&state));
            black_box(&copy);
        });
        let save = postcard::to_stdvec(&state).expect("a state can be written");
        Row {
            name: name(&self.game, &setup),
            games: 1e9 / dealt.ns,
            moves: decisions * 1e9 / per_game.ns,
            clone: clone.ns,
            clone_from: clone_from.ns,
            save,
        }
    }
}

/// The name of a row with its seats and options: `bridge (4, duplicate)`.
fn name(game: &str, setup: &Setup) -> String {
    let options: String = setup.options.values().map(|value| format!(", {value}")).collect();
    format!("{game} ({}{options})", setup.seats)
}

pub struct Best {
    pub ns: f64,
    calls: u64,
}

impl Effort {
    /// Calls `call` repeatedly. Returns the time of the fastest round, in nanoseconds per call.
    pub fn best(self, mut call: impl FnMut(u64)) -> Best {
        let mut best = Best { ns: f64::INFINITY, calls: 0 };
        let mut batch = 1;
        for _ in 0..self.rounds {
            let (mut calls, begin) = (0, Instant::now());
            let elapsed = loop {
                for _ in 0..batch {
                    call(best.calls + calls);
                    calls += 1;
                }
                let elapsed = begin.elapsed();
                if elapsed >= self.round {
                    break elapsed;
                }
                batch *= if elapsed < self.round / 50 { 2 } else { 1 };
            };
            best.ns = best.ns.min(elapsed.as_nanos() as f64 / calls as f64);
            best.calls += calls;
        }
        best
    }
}

/// Plays a fixed number of games, each with its own seed. Every run plays the same games, so that a profiler that
/// counts instructions gives the same result.
pub struct Count {
    pub setup: Setup,
    pub games: u64,
}

impl Visit for Count {
    type Out = u64;

    fn visit<R: Staged>(self, rules: Arc<R>) -> u64 {
        self.count(&*rules)
    }
}

impl Count {
    /// Plays the games and returns the total number of decisions.
    pub fn count<R: Rules>(self, rules: &R) -> u64 {
        let (key, mut draws) = (Key::from_seed("bench"), Rng::seeded("picks").draws());
        let (mut moves, mut played) = (Vec::new(), 0);
        for game in 0..self.games {
            let mut state = rules.start(&self.setup, Rng::new(key.child(game)), &mut ());
            played += random_game(rules, &mut state, &mut moves, &mut draws);
        }
        played
    }
}

fn step<R: Rules>(rules: &R, state: &mut R::State, moves: &mut Vec<R::Move>, draws: &mut Draws) -> bool {
    let Some(seat) = rules.turn(state).seats().lowest() else { return false };
    moves.clear();
    rules.moves(state, seat, moves);
    let pick = draws.below(moves.len() as u32) as usize;
    rules.play(state, seat, &moves[pick], &mut ());
    true
}

/// Plays a game to its end and returns the number of decisions. It is never inlined, so that a profiler can find it by
/// name.
#[inline(never)]
pub fn random_game<R: Rules>(rules: &R, state: &mut R::State, moves: &mut Vec<R::Move>, draws: &mut Draws) -> u64 {
    let mut played = 0;
    while step(rules, state, moves, draws) {
        played += 1;
    }
    played
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook_testkit::cruel::Cruel;

    #[test]
    fn the_saved_state_does_not_depend_on_how_much_was_measured() {
        let save = |rounds: usize| {
            let effort = Effort { rounds, round: Duration::from_micros(1) };
            Measure { game: "cruel".into(), setup: Setup::seats(3), effort }.visit(Arc::new(Cruel::new())).save
        };
        assert_eq!(save(1), save(7));
    }
}
