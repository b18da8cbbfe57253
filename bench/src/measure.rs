//! Measures one game: random games per second with and without lore, copying a state, and saving a state.

use rulebook_kernel::{Draws, Key, Rng, Rules, Setup};
use rulebook_matches::{Staged, Visit};
use std::fmt;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of measuring rounds and their length. A round is long enough to be timed accurately. It is also short, so
/// that at least some rounds are not disturbed by other processes.
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
    /// Decisions per second in states without lore, as in playouts.
    bare: f64,
    clone: f64,
    clone_from: f64,
    /// Nanoseconds to copy a state without lore into another one.
    bare_copy: f64,
    /// The saved state after the opening, as bytes.
    save: Vec<u8>,
}

impl Row {
    pub const HEAD: &str = "game                          games/s    decisions/s   without lore   clone ns   clone_from ns   without lore   save bytes";
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
        let Row { name, games, moves, bare, clone, clone_from, bare_copy, save } = self;
        let save = save.len();
        write!(f, "{name:<26} {games:>10.0} {moves:>14.0} {bare:>14.0} {clone:>10.1} {clone_from:>15.1} ")?;
        write!(f, "{bare_copy:>14.1} {save:>12}")
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
        let (bare, bare_copy) = without_lore(rules, &starts, effort);

        // Use other random numbers than the games. The number of games played
        // before this point depends on the machine.
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
            bare,
            clone: clone.ns,
            clone_from: clone_from.ns,
            bare_copy,
            save,
        }
    }
}

/// Plays random games without lore. Returns the decisions per second, and the nanoseconds to copy a state.
fn without_lore<R: Rules>(rules: &R, starts: &[R::State], effort: Effort) -> (f64, f64) {
    let mut starts = starts.to_vec();
    starts.iter_mut().for_each(|state| rules.drop_lore(state));
    let (mut state, mut moves, mut played) = (starts[0].clone(), Vec::new(), 0);
    let mut draws = Rng::seeded("picks").draws();
    let games = effort.best(|n| {
        state.clone_from(&starts[n as usize % starts.len()]);
        played += random_game(rules, &mut state, &mut moves, &mut draws);
    });
    let mut copy = starts[0].clone();
    let copied = effort.best(|_| {
        copy.clone_from(black_box(&starts[0]));
        black_box(&copy);
    });
    (played as f64 / games.calls as f64 * 1e9 / games.ns, copied.ns)
}

/// The time that this thread has spent on a core, so that other processes do not count. `None` if the system does not
/// report it.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Prints the decisions per second of one short round, with lore and without. `cargo xtask bench peers` alternates such
/// rounds with rounds of other engines.
pub struct Rate {
    pub setup: Setup,
    pub millis: u64,
}

impl Visit for Rate {
    type Out = ();

    fn visit<R: Staged>(self, rules: Arc<R>) {
        self.rate(&*rules);
    }
}

impl Rate {
    pub fn rate<R: Rules>(self, rules: &R) {
        let key = Key::from_seed("bench");
        let mut starts: Vec<R::State> =
            (0..64).map(|i| rules.start(&self.setup, Rng::new(key.child(i)), &mut ())).collect();
        let mut rates = [0.0; 2];
        for rate in &mut rates {
            let (mut state, mut moves, mut played) = (starts[0].clone(), Vec::new(), 0);
            let mut draws = Rng::seeded("picks").draws();
            let (begin, busy) = (Instant::now(), cpu_time());
            for start in starts.iter().cycle() {
                state.clone_from(start);
                played += random_game(rules, &mut state, &mut moves, &mut draws);
                if begin.elapsed() >= Duration::from_millis(self.millis) {
                    break;
                }
            }
            let spent = cpu_time().zip(busy).map_or_else(|| begin.elapsed(), |(now, then)| now - then);
            *rate = played as f64 / spent.as_secs_f64();
            starts.iter_mut().for_each(|state| rules.drop_lore(state));
        }
        println!("{:.0} {:.0}", rates[0], rates[1]);
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
    /// Whether the games drop their lore first, as playouts do.
    pub bare: bool,
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
            if self.bare {
                rules.drop_lore(&mut state);
            }
            played += random_game(rules, &mut state, &mut moves, &mut draws);
        }
        played
    }
}

/// Plays a game to its end as a playout does: drops the lore, and draws each move with `pick_random`.
#[inline(never)]
pub fn playout_game<R: Rules>(rules: &R, state: &mut R::State, moves: &mut Vec<R::Move>, draws: &mut Draws) {
    rules.drop_lore(state);
    while let Some(seat) = rules.turn(state).seats().lowest()
        && let Some(mv) = rules.pick_random(state, seat, draws, moves)
    {
        rules.play(state, seat, &mv, &mut ());
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
