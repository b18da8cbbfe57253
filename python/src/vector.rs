//! The Python class `Vector`: plays many matches at once in several threads, and writes the results directly into NumPy
//! arrays.
//!
//! Every match has its own random generator. It depends only on the seed, the index of the match and the number of its
//! restarts. So the result is the same for any number of threads.

use crate::counts::{Count, counted};
use crate::errors::{IllegalMove, wrong};
use crate::game::{Game, key};
use crate::results;
use crate::seats::named;
use crate::state::State;
use crate::threads::Threads;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::PyTypeCheck;
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use rayon::ThreadPool;
use rayon::prelude::*;
use rulebook_kernel::{Draws, Key, Rng, Seat};
use rulebook_matches::AnyMatch;
use rulebook_spaces::Extent;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Minimum number of matches that a thread takes at a time. Distributing fewer would cost more time than playing them.
const AT_ONCE: usize = 32;

/// One match of the vector.
struct Env {
    table: Box<dyn AnyMatch>,
    key: Key,
    episode: u64,
    moves: u32,
    seat: Seat,
    /// The action numbers that are set in the row of the mask.
    masked: Vec<u32>,
    /// The move that the next step plays, as an index into the legal moves.
    next: Option<usize>,
    draws: Draws,
}

/// The number of elements that one match has in each of the two-dimensional arrays.
#[derive(Clone, Copy)]
struct Widths {
    observed: usize,
    moves: usize,
    seats: usize,
}

/// The parts of the arrays that belong to some matches.
struct Rows<'a> {
    observation: &'a mut [i16],
    mask: &'a mut [i8],
    seat: &'a mut [i32],
    rewards: &'a mut [f32],
    scores: &'a mut [i32],
    done: &'a mut [bool],
    truncated: &'a mut [bool],
    length: &'a mut [u32],
    final_observation: &'a mut [i16],
    final_seat: &'a mut [i32],
}

impl<'a> Rows<'a> {
    /// Splits off the rows of the first matches. `self` keeps the rows of the other matches.
    fn take(&mut self, matches: usize, widths: Widths) -> Rows<'a> {
        let Widths { observed, moves, seats } = widths;
        Rows {
            observation: first(&mut self.observation, matches * observed),
            mask: first(&mut self.mask, matches * moves),
            seat: first(&mut self.seat, matches),
            rewards: first(&mut self.rewards, matches * seats),
            scores: first(&mut self.scores, matches * seats),
            done: first(&mut self.done, matches),
            truncated: first(&mut self.truncated, matches),
            length: first(&mut self.length, matches),
            final_observation: first(&mut self.final_observation, matches * observed),
            final_seat: first(&mut self.final_seat, matches),
        }
    }

    /// Clears the rows that report finished matches.
    fn clear(&mut self) {
        self.done.fill(false);
        self.truncated.fill(false);
        self.rewards.fill(0.0);
        self.scores.fill(0);
    }
}

/// Splits off the first elements. `left` keeps the other elements.
fn first<'a, T>(left: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (taken, others) = std::mem::take(left).split_at_mut(count);
    *left = others;
    taken
}

impl Env {
    fn begin(&mut self) {
        self.table.restart(self.key.child(self.episode));
        self.episode += 1;
        self.moves = 0;
    }

    /// Plays the chosen move and writes the result into the rows of this match. If the match is over, a new one starts.
    fn step(&mut self, rows: &mut Rows<'_>, most: u32) {
        rows.clear();
        if let Some(n) = self.next.take() {
            // The move is one of the legal moves, so this cannot fail.
            let _ = self.table.step(self.seat, n);
            self.moves += 1;
        }
        let over = self.table.due().is_empty();
        if over || self.moves >= most {
            if let Some(outcome) = self.table.outcome() {
                rows.rewards.iter_mut().zip(results::returns(&outcome)).for_each(|(place, worth)| *place = worth);
                rows.scores
                    .iter_mut()
                    .zip(outcome.scores().into_iter().flatten())
                    .for_each(|(place, &score)| *place = score);
            }
            rows.done.fill(true);
            rows.truncated.fill(!over);
            rows.length.fill(self.moves);
            self.last(rows);
            self.begin();
        }
    }

    /// Writes the last observation of a finished match. It is the observation of the seat that would decide next. If
    /// the match is over, it is the observation of the seat that moved last.
    fn last(&self, rows: &mut Rows<'_>) {
        let seat = self.table.due().lowest().unwrap_or(self.seat);
        rows.final_seat.fill(seat.index() as i32);
        if !rows.final_observation.is_empty() {
            self.table.observe(seat, rows.final_observation);
        }
    }

    /// Writes the seat that has to decide, its observation and its legal moves.
    fn show(&mut self, extent: Extent, rows: &mut Rows<'_>) {
        self.seat = self.table.due().lowest().unwrap_or(Seat::new(0));
        rows.seat.fill(self.seat.index() as i32);
        self.masked.drain(..).for_each(|number| rows.mask[number as usize] = 0);
        for &number in self.table.legal_numbers(extent, self.seat) {
            if let Some(place) = rows.mask.get_mut(number as usize) {
                *place = 1;
                self.masked.push(number);
            }
        }
        if !rows.observation.is_empty() {
            self.table.observe(self.seat, rows.observation);
        }
    }
}

/// Many matches of one game: see ``rulebook.vector``. Every step overwrites the arrays.
///
/// >>> v = rulebook.vector("hearts", 8, seed=1, threads=2)
/// >>> same = rulebook.vector("hearts", 8, seed=1, threads=1)
/// >>> for _ in range(60):
/// ...     v.step(v.sample_actions()); same.step(same.sample_actions())
/// >>> v.digests() == same.digests()
/// True
#[pyclass(module = "rulebook._rulebook")]
pub struct Vector {
    envs: Vec<Env>,
    extent: Extent,
    seats: usize,
    most: u32,
    threads: Threads,
    game: Game,
    observation: Py<PyArray2<i16>>,
    /// The mask of legal actions. Its rows can be long, so only the entries that were set are cleared. This works only
    /// if no other code writes into it.
    mask: Py<PyArray2<i8>>,
    /// The memory of `mask` as a read-only array, for Python.
    mask_to_read: Py<PyArray2<i8>>,
    seat: Py<PyArray1<i32>>,
    rewards: Py<PyArray2<f32>>,
    scores: Py<PyArray2<i32>>,
    done: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    length: Py<PyArray1<u32>>,
    final_observation: Py<PyArray2<i16>>,
    final_seat: Py<PyArray1<i32>>,
}

impl Vector {
    /// The number of matches in a batch. There are several batches for each thread, so that threads finish at nearly
    /// the same time.
    fn part(&self, pool: &ThreadPool) -> usize {
        self.envs.len().div_ceil(4 * pool.current_num_threads()).max(AT_ONCE)
    }

    /// Applies a function to every match and its rows, in several threads. Releases the interpreter's lock meanwhile.
    fn every(&mut self, py: Python<'_>, act: impl Fn(&mut Env, &mut Rows<'_>) + Sync + Send) -> PyResult<()> {
        let mut observation: PyReadwriteArray2<'_, i16> = borrowed(self.observation.bind(py).try_readwrite())?;
        let mut mask: PyReadwriteArray2<'_, i8> = borrowed(self.mask.bind(py).try_readwrite())?;
        let mut seat: PyReadwriteArray1<'_, i32> = borrowed(self.seat.bind(py).try_readwrite())?;
        let mut rewards: PyReadwriteArray2<'_, f32> = borrowed(self.rewards.bind(py).try_readwrite())?;
        let mut scores: PyReadwriteArray2<'_, i32> = borrowed(self.scores.bind(py).try_readwrite())?;
        let mut done: PyReadwriteArray1<'_, bool> = borrowed(self.done.bind(py).try_readwrite())?;
        let mut truncated: PyReadwriteArray1<'_, bool> = borrowed(self.truncated.bind(py).try_readwrite())?;
        let mut length: PyReadwriteArray1<'_, u32> = borrowed(self.length.bind(py).try_readwrite())?;
        let mut final_observation: PyReadwriteArray2<'_, i16> =
            borrowed(self.final_observation.bind(py).try_readwrite())?;
        let mut final_seat: PyReadwriteArray1<'_, i32> = borrowed(self.final_seat.bind(py).try_readwrite())?;
        let mut rows = Rows {
            observation: observation.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            seat: seat.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            scores: scores.as_slice_mut()?,
            done: done.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
            length: length.as_slice_mut()?,
            final_observation: final_observation.as_slice_mut()?,
            final_seat: final_seat.as_slice_mut()?,
        };
        let pool = &*self.threads.pool()?;
        let (part, envs) = (self.part(pool), &mut self.envs);
        // With `observe=False`, the rows of observations are empty.
        let observed = rows.observation.len() / envs.len();
        let widths = Widths { observed, moves: self.extent.moves(), seats: self.seats };
        let parts = envs.chunks_mut(part).map(|envs| {
            let rows = rows.take(envs.len(), widths);
            (envs, rows)
        });
        let parts: Vec<(&mut [Env], Rows<'_>)> = parts.collect();
        let work = |(envs, mut rows): (&mut [Env], Rows<'_>)| {
            for env in envs {
                act(env, &mut rows.take(1, widths));
            }
        };
        py.detach(|| share_out(pool, parts, work));
        Ok(())
    }

    fn begin(&mut self, py: Python<'_>) -> PyResult<()> {
        let extent = self.extent;
        self.every(py, |env, rows| {
            env.begin();
            rows.clear();
            env.show(extent, rows);
        })
    }

    fn play(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = whole_numbers(actions)?;
        let actions = actions.as_slice()?;
        if actions.len() != self.envs.len() {
            return Err(wrong(format!("{} actions for {} matches", actions.len(), self.envs.len())));
        }
        let pool = &*self.threads.pool()?;
        let (extent, part, envs) = (self.extent, self.part(pool), &mut self.envs);
        let refused = py.detach(|| {
            let parts: Vec<(&mut [Env], &[i64])> = envs.chunks_mut(part).zip(actions.chunks(part)).collect();
            share_out(pool, parts, |(envs, actions)| {
                for (env, &action) in envs.iter_mut().zip(actions) {
                    let legal = env.table.legal_numbers(extent, env.seat);
                    env.next = legal.iter().position(|&number| i64::from(number) == action && number != u32::MAX);
                }
            });
            envs.iter().position(|env| env.next.is_none())
        });
        if let Some(at) = refused {
            self.envs.iter_mut().for_each(|env| env.next = None);
            let (action, seat) = (actions[at], named(self.envs[at].seat));
            return Err(IllegalMove::new_err(format!("match {at}: action {action} is not legal for {seat} now")));
        }
        let most = self.most;
        self.every(py, |env, rows| {
            env.step(rows, most);
            env.show(extent, rows);
        })
    }

    fn draw<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let actions = PyArray1::<i64>::zeros(py, self.envs.len(), false);
        {
            let mut writable = actions.readwrite();
            let slots = writable.as_slice_mut()?;
            let pool = &*self.threads.pool()?;
            let (part, envs) = (self.part(pool), &mut self.envs);
            let parts: Vec<(&mut [Env], &mut [i64])> = envs.chunks_mut(part).zip(slots.chunks_mut(part)).collect();
            py.detach(|| {
                share_out(pool, parts, |(envs, slots)| {
                    for (env, slot) in envs.iter_mut().zip(slots) {
                        let n = env.draws.below((env.masked.len() as u32).max(1)) as usize;
                        *slot = env.masked.get(n).map_or(-1, |&number| number.into());
                    }
                });
            });
        }
        Ok(actions)
    }
}

/// Converts the actions of a step, which may be an array of any integer type or a list of integers.
fn whole_numbers<'py>(actions: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(array) = actions.extract::<PyReadonlyArray1<'py, i64>>()
        && array.is_contiguous()
    {
        return Ok(array);
    }
    let numpy = actions.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (actions,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !["i", "u"].contains(&kind.as_str()) || array.getattr("ndim")?.extract::<usize>()? != 1 {
        return Err(wrong("pass a list of integers with one action for every match"));
    }
    let array = numpy.call_method1("ascontiguousarray", (array, "int64"))?;
    array.extract()
}

/// Runs work on all parts, in several threads. If there is only a little work, it runs in this thread.
fn share_out<T: Send>(pool: &ThreadPool, parts: Vec<T>, work: impl Fn(T) + Sync + Send) {
    if parts.len() == 1 || pool.current_num_threads() == 1 {
        parts.into_iter().for_each(work);
    } else {
        pool.install(|| parts.into_par_iter().for_each(work));
    }
}

/// An array of zeros. NumPy allocates it, so that a lack of memory raises an error instead of ending the process.
fn zeros<'py, T: PyTypeCheck + 'py>(py: Python<'py>, shape: impl IntoPyObject<'py>, of: &str) -> PyResult<Py<T>> {
    let array = py.import("numpy")?.call_method1("zeros", (shape, of))?;
    Ok(array.cast_into::<T>()?.unbind())
}

/// The memory of an array as a read-only array.
fn to_read(array: &Bound<'_, PyArray2<i8>>) -> PyResult<Py<PyArray2<i8>>> {
    let view = array.call_method0("view")?;
    view.getattr("flags")?.setattr("writeable", false)?;
    Ok(view.cast_into::<PyArray2<i8>>()?.unbind())
}

/// Borrows the vector. Returns an error if another thread is using it.
fn own<'py>(vector: &Bound<'py, Vector>) -> PyResult<PyRefMut<'py, Vector>> {
    let busy = "this vector is busy, perhaps in another thread: use one vector for each thread";
    vector.try_borrow_mut().map_err(|_| PyRuntimeError::new_err(busy))
}

fn borrowed<T>(array: Result<T, numpy::BorrowError>) -> PyResult<T> {
    array.map_err(|why| wrong(format!("an array of this vector is in use elsewhere: {why}")))
}

#[pymethods]
impl Vector {
    #[new]
    #[pyo3(signature = (game, n, seed=None, seats=None, threads=None, observe=true, max_moves=None, options=None))]
    #[expect(clippy::too_many_arguments, reason = "callers in Python pass them by name")]
    fn new(
        py: Python<'_>,
        game: &Game,
        n: Count,
        seed: Option<&Bound<'_, PyAny>>,
        seats: Option<Count>,
        threads: Option<Count>,
        observe: bool,
        max_moves: Option<Count>,
        options: Option<BTreeMap<String, String>>,
    ) -> PyResult<Vector> {
        let (Count(n), max_moves) = (n, counted(max_moves));
        if n == 0 || n > 10_000_000 {
            return Err(wrong("use one to ten million matches"));
        }
        if max_moves == Some(0) {
            return Err(wrong("max_moves is at least 1, or None for no limit"));
        }
        let shared = &game.shared;
        let seats = counted(seats).unwrap_or(shared.info().min_seats);
        let setup = shared.setup(seats, options.unwrap_or_default());
        let base = key(seed)?;
        let first = shared.game.rules.start(&setup, base.clone()).map_err(|why| wrong(why.reason()))?;
        let extent = first.extent();
        let threads = Threads::new(counted(threads))?;
        let env = |index: usize| {
            let key = base.child(index as u64);
            let draws = Rng::new(key.child(u64::MAX)).draws();
            let table = first.fork();
            Env { table, key, episode: 0, moves: 0, seat: Seat::new(0), masked: Vec::new(), next: None, draws }
        };
        let width = if observe { extent.observed as usize } else { 0 };
        let mask: Py<PyArray2<i8>> = zeros(py, (n, extent.moves()), "int8")?;
        let mut vector = Vector {
            envs: (0..n).map(env).collect(),
            extent,
            seats,
            most: max_moves.and_then(|most| u32::try_from(most).ok()).unwrap_or(u32::MAX),
            threads,
            game: game.clone(),
            observation: zeros(py, (n, width), "int16")?,
            mask_to_read: to_read(mask.bind(py))?,
            mask,
            seat: zeros(py, (n,), "int32")?,
            rewards: zeros(py, (n, seats), "float32")?,
            scores: zeros(py, (n, seats), "int32")?,
            done: zeros(py, (n,), "bool")?,
            truncated: zeros(py, (n,), "bool")?,
            length: zeros(py, (n,), "uint32")?,
            final_observation: zeros(py, (n, width), "int16")?,
            final_seat: zeros(py, (n,), "int32")?,
        };
        vector.begin(py)?;
        Ok(vector)
    }

    /// Starts every match again. Each match gets the next deal of its own generator.
    fn reset(slf: &Bound<'_, Self>) -> PyResult<()> {
        own(slf)?.begin(slf.py())
    }

    /// Plays one action in every match, for the seat that must act. A finished match starts again. If any action is
    /// illegal, no match changes.
    fn step(slf: &Bound<'_, Self>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        own(slf)?.play(slf.py(), actions)
    }

    /// A random legal action for every match, drawn by its own generator.
    fn sample_actions<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        own(slf)?.draw(slf.py())
    }

    /// The observation of the seat that must act, one row for each match. ``Game.observation_spec`` describes the
    /// columns. There are none if ``observe=False``.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i16>> {
        self.observation.bind(py).clone()
    }

    /// The legal actions of the seat that must act, as ones. The array is read-only; copy it to change it.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        self.mask_to_read.bind(py).clone()
    }

    /// The seat that must act in each match.
    #[getter]
    fn seat<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        self.seat.bind(py).clone()
    }

    /// The returns of the match that just ended, from -1 to 1 as in ``State.returns``. Zeros if none has ended.
    #[getter]
    fn rewards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.rewards.bind(py).clone()
    }

    /// The points of the match that just ended. Zeros if the rules count no points.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        self.scores.bind(py).clone()
    }

    /// Whether a match has just ended and another has started.
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.done.bind(py).clone()
    }

    /// Whether a match was stopped because it reached the maximum number of moves. Its returns are zero.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.truncated.bind(py).clone()
    }

    /// The number of moves of the last match that ended, by index.
    #[getter]
    fn length<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.length.bind(py).clone()
    }

    /// The last observation of the last match that ended, by index. ``final_seat`` is the observing seat. If
    /// ``truncated`` is set, this is the position whose value must be estimated.
    ///
    /// >>> v = rulebook.vector("war", 4, seed=1, max_moves=1)
    /// >>> first = v.state(2)
    /// >>> actions = v.sample_actions()
    /// >>> v.step(actions)
    /// >>> first.play(actions[2], first.current)
    /// >>> bool(v.truncated[2]), bool((v.final_observation[2] == first.observation(v.final_seat[2])).all())
    /// (True, True)
    #[getter]
    fn final_observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i16>> {
        self.final_observation.bind(py).clone()
    }

    /// The observing seat of ``final_observation``: the seat that would have been asked next. If the match was over,
    /// this is the seat that moved last.
    #[getter]
    fn final_seat<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        self.final_seat.bind(py).clone()
    }

    /// The game of these matches.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The number of seats of each match.
    #[getter]
    fn seats(&self) -> usize {
        self.seats
    }

    /// The number of action numbers, which is the number of columns of ``mask``.
    #[getter]
    fn num_actions(&self) -> usize {
        self.extent.moves()
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> PyResult<usize> {
        Ok(self.threads.pool()?.current_num_threads())
    }

    /// A copy of one match, to inspect, draw or search. Negative indexes count from the end. It has no log, because it
    /// was not recorded from its deal.
    ///
    /// >>> v = rulebook.vector("connect-four", 8, seed=1)
    /// >>> v.step(v.sample_actions())
    /// >>> state = v.state(3)
    /// >>> state, state.digest() == v.digests()[3]
    /// (<State of connect-four: 1 moves made, seats [1] to act>, True)
    /// >>> v.state(8)
    /// Traceback (most recent call last):
    ///     ...
    /// IndexError: there is no match 8: this vector has 8
    fn state(&self, index: isize) -> PyResult<State> {
        let n = self.envs.len();
        let at = if index < 0 { n.checked_sub(index.unsigned_abs()) } else { Some(index.unsigned_abs()) };
        let env = at.and_then(|at| self.envs.get(at));
        let env =
            env.ok_or_else(|| PyIndexError::new_err(format!("there is no match {index}: this vector has {n}")))?;
        Ok(State::new(Arc::clone(&self.game.shared), env.table.fork(), None))
    }

    /// The digest of each match.
    fn digests(&self) -> Vec<String> {
        self.envs.iter().map(|env| env.table.digest().to_string()).collect()
    }

    fn __len__(&self) -> usize {
        self.envs.len()
    }

    fn __repr__(&self) -> PyResult<String> {
        let (id, n) = (&self.game.shared.info().id, self.envs.len());
        Ok(format!("<Vector of {n} matches of {id}, {} seats, {} threads>", self.seats, self.threads()?))
    }
}
