//! Bots. A bot sees only the view of the seat for which it plays. It releases the interpreter's lock while it thinks.

use crate::errors::{illegal, wrong};
use crate::game::{Game, Shared, same};
use crate::seats::{Which, named};
use crate::state::State;
use crate::threads::{FOR_BOTS, interruptible};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use rulebook_catalog::{AnyAdvice, AnyBot, Worth, until};
use rulebook_kernel::{Illegal, Key, Seat};
use rulebook_matches::AnyMatch;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread::sleep;
use std::time::Duration;

/// Time between two checks whether another thread still uses the bot.
const BETWEEN_CHECKS: Duration = Duration::from_millis(1);

/// A bot for one game: see ``Game.bot``. It thinks without blocking other threads, and Ctrl-C stops it.
///
/// >>> game = rulebook.load("tic-tac-toe")
/// >>> state = game.new(seed=1)
/// >>> for text in ["M@b2", "M@a1", "M@a2", "M@a3"]:
/// ...     state.play(text)
/// >>> bot = game.bot("mcts:300", seed=1)
/// >>> bot.pick(state), bot.pick_action(state) == state.action_of("M@c2")
/// ('M@c2', True)
/// >>> bot.advise(state)["move"]
/// 'M@c2'
///
/// A pickled or copied bot is a fresh bot with the same spec and seed. It keeps no search tree and starts its random
/// numbers again.
///
/// >>> import pickle
/// >>> one, two = game.bot("mcts:50", seed=4), pickle.loads(pickle.dumps(game.bot("mcts:50", seed=4)))
/// >>> one.pick(state) == two.pick(state), two
/// (True, <Bot mcts:50 for tic-tac-toe>)
#[pyclass(module = "rulebook._rulebook", frozen)]
pub struct Bot {
    shared: Arc<Shared>,
    spec: String,
    /// The key from which the bot's random numbers come.
    key: Key,
    /// Whether the bot searches. If so, it thinks in another thread, so that this thread can handle Ctrl-C.
    searches: bool,
    bot: Mutex<Box<dyn AnyBot>>,
}

impl Bot {
    pub fn new(shared: Arc<Shared>, spec: &str, key: Key) -> PyResult<Bot> {
        let bot = Mutex::new(shared.game.bot(spec, key.clone()).map_err(wrong)?);
        let searches = !matches!(spec, "random" | "first");
        Ok(Bot { shared, spec: spec.to_owned(), key, searches, bot })
    }

    /// Waits until no other thread uses the bot. Releases the interpreter's lock meanwhile, because the other thread
    /// may need it.
    fn own(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Box<dyn AnyBot>>> {
        loop {
            match self.bot.try_lock() {
                Ok(bot) => return Ok(bot),
                Err(TryLockError::Poisoned(bot)) => return Ok(bot.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    py.detach(|| sleep(BETWEEN_CHECKS));
                    py.check_signals()?;
                }
            }
        }
    }

    /// Asks the bot about a seat that has to decide. Releases the interpreter's lock meanwhile.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        state: &State,
        seat: Option<Which>,
        ask: impl Fn(&mut dyn AnyBot, &dyn AnyMatch, Seat) -> T + Send + Sync,
    ) -> PyResult<(Seat, T)> {
        same(&self.shared, &state.shared)?;
        let seat = state.due_seat(seat)?;
        if !state.table.due().has(seat) {
            return Err(illegal(&Illegal::new(match state.table.due().is_empty() {
                true => "the game is over".to_owned(),
                false => format!("{} is not asked anything now", named(seat)),
            })));
        }
        let mut own = self.own(py)?;
        let (bot, table) = (&mut **own, &*state.table);
        let think = move || ask(bot, table, seat);
        if !self.searches {
            return Ok((seat, py.detach(think)));
        }
        let (pool, stop) = (FOR_BOTS.pool()?, Arc::new(AtomicBool::new(false)));
        Ok((seat, interruptible(py, &pool, &stop, || until(&stop, think))?))
    }
}

#[pymethods]
impl Bot {
    /// The text of the bot's move for the seat that must act.
    #[pyo3(signature = (state, seat=None))]
    fn pick(&self, py: Python<'_>, state: PyRef<'_, State>, seat: Option<Which>) -> PyResult<String> {
        let (seat, n) = self.ask(py, &state, seat, |bot, table, seat| bot.pick(table, seat))?;
        Ok(state.table.nth_text(seat, n).unwrap_or_default())
    }

    /// The number of the bot's move for the seat that must act.
    #[pyo3(signature = (state, seat=None))]
    fn pick_action(&self, py: Python<'_>, mut state: PyRefMut<'_, State>, seat: Option<Which>) -> PyResult<u32> {
        let (seat, n) = self.ask(py, &state, seat, |bot, table, seat| bot.pick(table, seat))?;
        let extent = state.extent;
        Ok(state.table.legal_numbers(extent, seat)[n])
    }

    /// The bot's move and the moves it considered, the best first.
    #[pyo3(signature = (state, seat=None))]
    fn advise<'py>(
        &self,
        py: Python<'py>,
        state: PyRef<'_, State>,
        seat: Option<Which>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (seat, advice) = self.ask(py, &state, seat, |bot, table, seat| bot.advise(table, seat))?;
        let AnyAdvice { choice, lines, effort, depth } = advice;
        let all = PyList::empty(py);
        for line in lines {
            let told = PyDict::new(py);
            told.set_item("move", line.text)?;
            told.set_item("visits", line.visits)?;
            let (kind, value) = match line.worth {
                Worth::Unknown => ("unknown", None),
                Worth::Share(share) => ("share", Some(f64::from(share))),
                Worth::Points(points) => ("points", Some(f64::from(points))),
                Worth::Facts(sum) => ("facts", Some(f64::from(sum))),
                Worth::Proven(share) => ("proven", Some(f64::from(share))),
                Worth::Mate(moves) => ("mate", Some(f64::from(moves))),
            };
            told.set_item("kind", kind)?;
            told.set_item("worth", value)?;
            told.set_item("line", line.line.into_iter().map(|(seat, text)| (seat.index(), text)).collect::<Vec<_>>())?;
            all.append(told)?;
        }
        let dict = PyDict::new(py);
        dict.set_item("move", state.table.nth_text(seat, choice))?;
        dict.set_item("lines", all)?;
        dict.set_item("effort", effort)?;
        dict.set_item("depth", depth)?;
        Ok(dict)
    }

    /// The spec of the bot: see ``Game.bot``.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    fn __repr__(&self) -> String {
        format!("<Bot {} for {}>", self.spec, self.shared.info().id)
    }

    /// Pickles the game, the spec and the key.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Made<'py>)> {
        let again = py.import("rulebook._rulebook")?.getattr("_bot")?;
        let game = Game { shared: Arc::clone(&self.shared) };
        Ok((again, (game, self.spec.clone(), PyBytes::new(py, self.key.bytes()))))
    }
}

/// The parts of a pickled bot: its game, its spec and its key.
type Made<'py> = (Game, String, Bound<'py, PyBytes>);

/// Makes a bot from its pickled parts.
#[pyfunction(name = "_bot")]
pub fn again(game: &Game, spec: &str, key: &Bound<'_, PyBytes>) -> PyResult<Bot> {
    let bytes: [u8; 32] = key.as_bytes().try_into().map_err(|_| wrong("the key of a bot has 32 bytes"))?;
    Bot::new(Arc::clone(&game.shared), spec, Key::from_bytes(bytes))
}
