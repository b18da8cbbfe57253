//! Plays whole matches between bots, in several threads.

use crate::counts::{Count, counted};
use crate::errors::wrong;
use crate::game::{Game, Shared};
use crate::results;
use crate::threads::{Threads, interruptible};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use rulebook_catalog::{AnyBot, until};
use rulebook_kernel::{Draws, Illegal, Key, Rng, Setup};
use rulebook_matches::AnyMatch;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The player of a seat. For a random player no view is made, because a view costs more time than the random choice.
enum Player {
    Random(Box<Draws>),
    Bot(Box<dyn AnyBot>),
}

/// The seed of a match: a number or a text, as in `Game.new`.
#[derive(FromPyObject)]
pub enum Seed {
    Number(i64),
    Text(String),
}

impl Seed {
    fn key(&self) -> Key {
        match self {
            Seed::Number(number) => Key::from_seed(&number.to_string()),
            Seed::Text(text) => Key::from_seed(text),
        }
    }
}

/// The result of a match that is over.
struct Ended {
    moves: u32,
    returns: Vec<f32>,
    places: Vec<i32>,
    scores: Vec<i32>,
    fault: bool,
}

struct Plan<'a> {
    shared: &'a Shared,
    bots: &'a [String],
    setup: Setup,
    /// Set when the results are no longer needed, for example after Ctrl-C.
    stop: Arc<AtomicBool>,
}

impl Plan<'_> {
    /// Plays the match of a seed. The cards are dealt as in `Game.new(seed)`, and each bot gets its own key.
    fn play(&self, seed: &Seed, table: &mut Box<dyn AnyMatch>) -> Result<Ended, String> {
        let key = seed.key();
        let for_bots = key.child(u64::MAX);
        let mut players = Vec::with_capacity(self.setup.seats);
        for (spec, seat) in self.bots.iter().cycle().take(self.setup.seats).zip(0..) {
            let key = for_bots.child(seat);
            players.push(match spec.as_str() {
                "random" => Player::Random(Box::new(Rng::new(key).draws())),
                spec => Player::Bot(self.shared.game.bot(spec, key)?),
            });
        }
        table.restart(key);
        let mut moves = 0;
        while let Some(seat) = table.due().lowest() {
            if self.stop.load(Relaxed) {
                return Err("stopped".to_owned());
            }
            let n = match &mut players[seat.index()] {
                Player::Random(draws) => draws.below(table.list_moves(seat) as u32) as usize,
                Player::Bot(bot) => until(&self.stop, || bot.pick(&**table, seat)),
            };
            table.step(seat, n).map_err(|why| why.reason().to_owned())?;
            moves += 1;
        }
        let outcome = table.outcome().ok_or("no seat is due, but the match is not over")?;
        Ok(Ended {
            moves,
            returns: results::returns(&outcome).collect(),
            places: outcome.places().iter().map(|&place| place.into()).collect(),
            scores: outcome.scores().map(<[i32]>::to_vec).unwrap_or_else(|| vec![0; self.setup.seats]),
            fault: outcome.is_fault(),
        })
    }
}

/// Plays the matches of these seeds between bots, on all cores. ``bots`` is one spec for all seats or one for each
/// seat.
#[pyfunction]
#[pyo3(name = "_simulate", signature = (game, bots, seeds, seats=None, threads=None, options=None))]
pub fn simulate<'py>(
    py: Python<'py>,
    game: &Game,
    bots: Vec<String>,
    seeds: Vec<Seed>,
    seats: Option<Count>,
    threads: Option<Count>,
    options: Option<BTreeMap<String, String>>,
) -> PyResult<Bound<'py, PyDict>> {
    let shared = &*game.shared;
    let seats = counted(seats).or((bots.len() > 1).then_some(bots.len())).unwrap_or(shared.info().min_seats);
    let setup = shared.setup(seats, options.unwrap_or_default());
    shared.info().admits(&setup).map_err(|why: Illegal| wrong(why.reason()))?;
    if bots.len() != 1 && bots.len() != seats {
        return Err(wrong(format!(
            "pass one bot for all seats or one for each seat: {seats} seats, {} bots",
            bots.len()
        )));
    }
    for spec in &bots {
        shared.game.bot(spec, Key::from_seed("try")).map_err(wrong)?;
    }
    let plan = Plan { shared, bots: &bots, setup, stop: Arc::default() };
    let pool = Threads::new(counted(threads))?.pool()?;
    let begin =
        || shared.game.rules.start(&plan.setup, Key::from_seed("begin")).expect("the setup was accepted before");
    let ended = interruptible(py, &pool, &plan.stop, || {
        seeds.par_iter().map_init(begin, |table, seed| plan.play(seed, table)).collect::<Result<Vec<Ended>, String>>()
    })?;
    told(py, &ended.map_err(wrong)?, seats)
}

fn told<'py>(py: Python<'py>, ended: &[Ended], seats: usize) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let returns: Vec<f32> = ended.iter().flat_map(|one| one.returns.iter().copied()).collect();
    let places: Vec<i32> = ended.iter().flat_map(|one| one.places.iter().copied()).collect();
    let scores: Vec<i32> = ended.iter().flat_map(|one| one.scores.iter().copied()).collect();
    let shape = [ended.len(), seats];
    dict.set_item("returns", PyArray1::from_vec(py, returns).reshape(shape)?)?;
    let places: Bound<'_, PyArray2<i32>> = PyArray1::from_vec(py, places).reshape(shape)?;
    dict.set_item("places", places)?;
    dict.set_item("scores", PyArray1::from_vec(py, scores).reshape(shape)?)?;
    dict.set_item("moves", PyArray1::from_iter(py, ended.iter().map(|one| one.moves)))?;
    dict.set_item("faults", ended.iter().filter(|one| one.fault).count())?;
    Ok(dict)
}
