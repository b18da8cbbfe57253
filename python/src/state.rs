//! The Python class `State`: a match at one moment.

use crate::errors::{illegal, wrong};
use crate::game::{Game, Shared, key};
use crate::results;
use crate::seats::{Which, named};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt};
use rulebook_kernel::{Illegal, Seat, Viewer};
use rulebook_matches::AnyMatch;
use rulebook_matchlog::LogWriter;
use rulebook_scene::{text_offers, text_scene};
use rulebook_spaces::Extent;
use serde_json::Value;
use std::sync::Arc;

/// A match at one moment: see ``Game.new``.
///
/// >>> state = rulebook.load("go-fish").new(seed=4, seats=3)
/// >>> state.seats_to_act(), state.over
/// ([0], False)
/// >>> action = state.legal_actions()[0]
/// >>> int(state.legal_mask()[action]), state.action_text(action) == state.legal_moves()[0]
/// (1, True)
/// >>> before = state.clone()
/// >>> state.play(action)
/// >>> before == state, before.moves_made, state.moves_made
/// (False, 0, 1)
///
/// A seat observes the same in every match that it cannot tell from this one:
///
/// >>> other = state.sample(seat=1, seed=5)
/// >>> other.is_alike(state, 1), bool((other.observation(1) == state.observation(1)).all())
/// (True, True)
///
/// Copy a match as bytes, by pickle, or with ``clone``:
///
/// >>> import pickle
/// >>> state.game.load(state.save()) == state == pickle.loads(pickle.dumps(state))
/// True
#[pyclass(module = "rulebook._rulebook", weakref)]
pub struct State {
    pub shared: Arc<Shared>,
    pub table: Box<dyn AnyMatch>,
    pub extent: Extent,
    /// For each decision since the deal: the seat, and the index of the move among the legal moves. `None` if the
    /// decisions were not recorded from the deal on.
    history: Option<Vec<(u8, u32)>>,
}

impl State {
    pub fn new(shared: Arc<Shared>, table: Box<dyn AnyMatch>, history: Option<Vec<(u8, u32)>>) -> State {
        let extent = table.extent();
        State { shared, table, extent, history }
    }

    /// The given seat. Without a seat, returns the first seat that has to decide.
    pub fn due_seat(&self, seat: Option<Which>) -> PyResult<Seat> {
        match seat {
            Some(seat) => self.seat(seat),
            None => self.table.due().lowest().ok_or_else(|| illegal(&Illegal::new("the game is over"))),
        }
    }

    fn seat(&self, Which(seat): Which) -> PyResult<Seat> {
        if seat < self.table.seats() {
            return Ok(Seat::new(seat));
        }
        Err(wrong(format!("there is no seat {seat}: this match has {}", self.table.seats())))
    }

    /// The given seat as a viewer. Without a seat, returns the god viewer, who sees everything.
    fn viewer(&self, seat: Option<Which>) -> PyResult<Viewer> {
        seat.map_or(Ok(Viewer::God), |seat| self.seat(seat).map(Viewer::Seat))
    }

    /// The given seat. If no seat is given, returns the only seat that has to decide. If several seats have to decide,
    /// the caller must name the seat.
    fn answerer(&self, seat: Option<Which>) -> PyResult<Seat> {
        if seat.is_none() && self.table.due().len() > 1 {
            let due: Vec<usize> = self.table.due().iter().map(Seat::index).collect();
            return Err(wrong(format!("seats {due:?} decide at once: pass seat=")));
        }
        self.due_seat(seat)
    }

    /// The action numbers of the legal moves of a seat. Without a seat, these are the numbers of the first seat that
    /// has to decide. Empty when the match is over.
    fn numbers(&mut self, seat: Option<Which>) -> PyResult<&[u32]> {
        let extent = self.extent;
        match seat {
            None if self.table.due().is_empty() => Ok(&[]),
            _ => {
                let seat = self.due_seat(seat)?;
                Ok(self.table.legal_numbers(extent, seat))
            }
        }
    }

    /// The index of the legal move that has this action number. A number out of range raises the same error as any
    /// illegal move.
    fn nth_of_number(&mut self, seat: Seat, number: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (extent, action) = (self.extent, number);
        let number: u32 =
            action.extract().or_else(|why: PyErr| match why.is_instance_of::<PyOverflowError>(action.py()) {
                true => Ok(u32::MAX),
                false => Err(why),
            })?;
        let found = self.table.legal_numbers(extent, seat).iter().position(|&legal| legal == number);
        found.filter(|_| number != u32::MAX).ok_or_else(|| {
            illegal(&Illegal::new(match self.table.due().has(seat) {
                true => format!("action {action} is not legal for {} now", named(seat)),
                false => format!("{} is not asked anything now", named(seat)),
            }))
        })
    }

    fn step(&mut self, seat: Seat, n: usize) -> PyResult<()> {
        self.table.step(seat, n).map_err(|why| illegal(&why))?;
        if let Some(history) = &mut self.history {
            history.push((seat.index() as u8, n as u32));
        }
        Ok(())
    }

    fn json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (text,))
    }
}

/// Adds `by` to every player number in an action and returns the action as JSON. Python counts players from zero, and
/// the schema of actions counts them from one.
fn shift_players(action: &str, by: i64) -> PyResult<String> {
    fn shift(part: &mut Value, by: i64) {
        match part {
            Value::Object(fields) => {
                for (name, inside) in fields {
                    // A number may be given as text.
                    let number = inside.as_i64().or_else(|| inside.as_str()?.trim().parse().ok());
                    match number.filter(|_| matches!(name.as_str(), "actor" | "player_id")) {
                        Some(number) => *inside = number.saturating_add(by).into(),
                        None => shift(inside, by),
                    }
                }
            }
            Value::Array(list) => list.iter_mut().for_each(|inside| shift(inside, by)),
            _ => {}
        }
    }
    let mut action: Value = serde_json::from_str(action).map_err(|why| wrong(why.to_string()))?;
    shift(&mut action, by);
    Ok(action.to_string())
}

/// Makes a match from its pickled parts.
#[pyfunction(name = "_restore")]
pub fn restore(game: &Game, saved: &Bound<'_, PyBytes>, history: Option<Vec<(u8, u32)>>) -> PyResult<State> {
    let table = game.shared.game.rules.load(saved.as_bytes()).map_err(|why| wrong(why.to_string()))?;
    if history.iter().flatten().any(|&(seat, _)| usize::from(seat) >= table.seats()) {
        return Err(wrong("the history contains a seat that is not in this match"));
    }
    Ok(State::new(Arc::clone(&game.shared), table, history))
}

#[pymethods]
impl State {
    /// The game of this match.
    #[getter]
    fn game(&self) -> Game {
        Game { shared: Arc::clone(&self.shared) }
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.table.seats()
    }

    /// Whether the match is over.
    #[getter]
    fn over(&self) -> bool {
        self.table.due().is_empty()
    }

    /// The first seat that must act, or ``None`` when the match is over.
    #[getter]
    fn current(&self) -> Option<usize> {
        self.table.due().lowest().map(Seat::index)
    }

    /// Whether some seat lacks information: a hidden card, a sealed answer, or a future random event.
    #[getter]
    fn has_secrets(&self) -> bool {
        self.table.has_secrets()
    }

    /// The number of decisions made.
    #[getter]
    fn moves_made(&self) -> u32 {
        Seat::all(self.table.seats()).map(|seat| self.table.answered(seat)).sum()
    }

    /// The seats that are due. Several seats decide at once, in any order, and no seat sees an answer before the last
    /// one.
    fn seats_to_act(&self) -> Vec<usize> {
        self.table.due().iter().map(Seat::index).collect()
    }

    /// The texts of the legal moves, in the order of the rules.
    #[pyo3(signature = (seat=None))]
    fn legal_moves(&self, seat: Option<Which>) -> PyResult<Vec<String>> {
        if seat.is_none() && self.table.due().is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.table.legal_texts(self.due_seat(seat)?))
    }

    /// The numbers of the legal moves, in the order of ``legal_moves``.
    #[pyo3(signature = (seat=None))]
    fn legal_actions(&mut self, seat: Option<Which>) -> PyResult<Vec<u32>> {
        Ok(self.numbers(seat)?.to_vec())
    }

    /// The legal moves as an array of zeros and ones.
    #[pyo3(signature = (seat=None))]
    fn legal_mask<'py>(&mut self, py: Python<'py>, seat: Option<Which>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let size = self.extent.moves();
        let mask = PyArray1::<i8>::zeros(py, size, false);
        {
            let mut writable = mask.readwrite();
            let slots = writable.as_slice_mut()?;
            for &number in self.numbers(seat)?.iter().filter(|&&number| (number as usize) < size) {
                slots[number as usize] = 1;
            }
        }
        Ok(mask)
    }

    /// The text of a legal move by its number.
    #[pyo3(signature = (action, seat=None))]
    fn action_text(&mut self, action: &Bound<'_, PyAny>, seat: Option<Which>) -> PyResult<String> {
        let seat = self.due_seat(seat)?;
        let n = self.nth_of_number(seat, action)?;
        Ok(self.table.nth_text(seat, n).unwrap_or_default())
    }

    /// The number of a legal move by its text.
    #[pyo3(signature = (text, seat=None))]
    fn action_of(&mut self, text: &str, seat: Option<Which>) -> PyResult<u32> {
        let seat = self.due_seat(seat)?;
        let n = self.table.nth_of_text(seat, text).map_err(|why| illegal(&why))?;
        let extent = self.extent;
        Ok(self.table.legal_numbers(extent, seat)[n])
    }

    /// Makes a move, given as its text, its number or an action (see ``actions``). If several seats are due, pass the
    /// seat.
    ///
    /// A text may move several cards at once, such as ``8C 8D 8H hand->meld-8``. If the game takes them one at a time,
    /// it counts as one move for each card. Either all these moves are made, or no move is made.
    ///
    /// >>> state = rulebook.load("chess").new(seed=1)
    /// >>> state.play("e2e4")
    /// >>> state.play("e7e4")
    /// Traceback (most recent call last):
    ///     ...
    /// rulebook.IllegalMove: that is not a legal move
    #[pyo3(signature = (mv, seat=None))]
    fn play(&mut self, mv: &Bound<'_, PyAny>, seat: Option<Which>) -> PyResult<()> {
        let seat = self.answerer(seat)?;
        if mv.is_exact_instance_of::<PyInt>() || mv.hasattr("__index__")? {
            let n = self.nth_of_number(seat, mv)?;
            return self.step(seat, n);
        }
        let text: String = if mv.is_instance_of::<PyDict>() {
            let action: String = mv.py().import("json")?.call_method1("dumps", (mv,))?.extract()?;
            shift_players(&action, 1)?
        } else {
            mv.extract().map_err(|_| wrong("a move must be a text, a number or an action"))?
        };
        if let Ok(n) = self.table.nth_of_text(seat, &text) {
            return self.step(seat, n);
        }
        // The text may be a whole decision in the game's own schema, which consists of several moves. Otherwise the
        // error says why it is illegal.
        for text in self.table.row(seat, &text).map_err(|why| illegal(&why))? {
            let n = self.table.nth_of_text(seat, &text).map_err(|why| illegal(&why))?;
            self.step(seat, n)?;
        }
        Ok(())
    }

    /// The legal actions in the game's own schema, in the order of the rules. Empty if the game has no schema. An
    /// action may have ``options``: the targets, modes and costs that it can be completed with. An action, or an action
    /// for a whole decision, is played like a text. Players in actions (``actor``, ``player_id``) are seat numbers from
    /// zero. In the schema, and so in an action given as a text, they count from one.
    ///
    /// >>> state = rulebook.load("duel").new(seed=1)
    /// >>> [action["type"] for action in state.actions()]
    /// ['KEEP_HAND', 'MULLIGAN', 'SCOOP']
    /// >>> state.actions()[0]["actor"] == state.current
    /// True
    /// >>> state.play({"type": "KEEP_HAND"})
    #[pyo3(signature = (seat=None))]
    fn actions<'py>(&self, py: Python<'py>, seat: Option<Which>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if seat.is_none() && self.table.due().is_empty() {
            return Ok(Vec::new());
        }
        let seat = self.due_seat(seat)?;
        self.table.actions(seat).iter().map(|action| State::json(py, &shift_players(action, -1)?)).collect()
    }

    /// The knowledge of a seat as Python data. Without a seat, returns everything.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<Which>) -> PyResult<Bound<'py, PyAny>> {
        State::json(py, &self.table.view_json(self.viewer(seat)?))
    }

    /// The scene of a seat as Python data. Without a seat, the scene shows everything.
    #[pyo3(signature = (seat=None))]
    fn scene<'py>(&self, py: Python<'py>, seat: Option<Which>) -> PyResult<Bound<'py, PyAny>> {
        let scene = self.table.scene(self.viewer(seat)?);
        State::json(py, &serde_json::to_string(&scene).map_err(|why| wrong(why.to_string()))?)
    }

    /// The knowledge of a seat as numbers: see ``Game.observation_spec``.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<Which>) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let seat = match (seat, self.table.due().lowest()) {
            (Some(seat), _) => self.seat(seat)?,
            (None, due) => due.unwrap_or(Seat::new(0)),
        };
        let numbers = PyArray1::<i16>::zeros(py, self.extent.observed as usize, false);
        self.table.observe(seat, numbers.readwrite().as_slice_mut()?);
        Ok(numbers)
    }

    /// A random match that looks the same to this seat. Everything that the seat cannot know is drawn again.
    #[pyo3(signature = (seat, seed=None))]
    fn sample(&self, py: Python<'_>, seat: Which, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let (viewer, key) = (Viewer::Seat(self.seat(seat)?), key(seed)?);
        let table = py.detach(|| {
            let mut table = self.table.alike(viewer, key.child(0));
            table.disown(key);
            table
        });
        Ok(State { shared: Arc::clone(&self.shared), table, extent: self.extent, history: None })
    }

    /// Whether this seat knows the same in both matches.
    fn is_alike(&self, other: PyRef<'_, State>, seat: Which) -> PyResult<bool> {
        Ok(self.table.is_alike(&*other.table, Viewer::Seat(self.seat(seat)?)))
    }

    /// An independent copy.
    fn clone(&self) -> State {
        let (shared, table) = (Arc::clone(&self.shared), self.table.fork());
        State { shared, table, extent: self.extent, history: self.history.clone() }
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// The match as bytes, for ``Game.load``. Keep them secret, because they contain the key.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.table.save())
    }

    /// The result, or ``None`` while the match runs.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.table.outcome().map(|outcome| results::told(py, &outcome)).transpose()
    }

    /// A value between -1 and 1 for each seat. Zeros while the match runs.
    ///
    /// The value is the share of opponents ranked below the seat, minus the share ranked above it. Partners are not
    /// opponents.
    fn returns(&self) -> Vec<f32> {
        match self.table.outcome() {
            Some(outcome) => results::returns(&outcome).collect(),
            None => vec![0.0; self.table.seats()],
        }
    }

    /// Starts the match again with another seed.
    #[pyo3(signature = (seed=None))]
    fn restart(&mut self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        self.table.restart(key(seed)?);
        self.history = Some(Vec::new());
        Ok(())
    }

    /// The log of the match so far, as JSON Lines that ``rulebook verify`` checks. It is written by replaying the
    /// match.
    ///
    /// >>> state = rulebook.load("tic-tac-toe").new(seed=1)
    /// >>> state.play("M@b2")
    /// >>> len(state.log().splitlines()), state.history()
    /// (3, [(0, 'M@b2')])
    fn log(&self, py: Python<'_>) -> PyResult<String> {
        let Some(history) = &self.history else {
            return Err(wrong(
                "this match has no log, because it was not recorded from its deal (samples, vectors and loaded saves)",
            ));
        };
        let told = || {
            let mut table = self.table.fork();
            table.restart(self.table.key());
            let names: Vec<String> = (1..=table.seats()).map(|seat| format!("seat {seat}")).collect();
            let mut log = LogWriter::open(&mut *table, &names, None)?;
            for &(seat, n) in history {
                let seat = Seat::new(seat.into());
                let text = table.nth_text(seat, n as usize).unwrap_or_default();
                log.record(&table.play(seat, &text)?)?;
            }
            log.close(&*table);
            Ok(log.take())
        };
        py.detach(told).map_err(|why: Illegal| illegal(&why))
    }

    /// The moves since the deal, as pairs of seat and text.
    fn history(&self) -> PyResult<Vec<(usize, String)>> {
        let Some(history) = &self.history else {
            return Err(wrong(
                "this match has no history, because it was not recorded from its deal (samples, vectors and loaded saves)",
            ));
        };
        let mut table = self.table.fork();
        table.restart(self.table.key());
        let mut told = Vec::with_capacity(history.len());
        for &(seat, n) in history {
            let seat = Seat::new(seat.into());
            told.push((seat.index(), table.nth_text(seat, n as usize).unwrap_or_default()));
            table.step(seat, n as usize).map_err(|why| illegal(&why))?;
        }
        Ok(told)
    }

    /// The digest of the whole state, with hidden cards and the last move. Equal digests mean equal futures. The digest
    /// is not a key for a table of positions, because different ways to a position give different digests. Use the
    /// bytes of an observation instead:
    ///
    /// >>> game, tables = rulebook.load("tic-tac-toe"), []
    /// >>> for squares in ["a1 b2 c3", "c3 b2 a1"]:
    /// ...     tables.append(game.new(seed=1))
    /// ...     for square in squares.split():
    /// ...         tables[-1].play(f"M@{square}")
    /// >>> one, other = tables
    /// >>> one.digest() == other.digest(), one.observation(1).tobytes() == other.observation(1).tobytes()
    /// (False, True)
    fn digest(&self) -> String {
        self.table.digest().to_string()
    }

    /// The scene and the question of a seat as text. Without a seat, the text shows everything.
    #[pyo3(signature = (seat=None))]
    fn text(&self, seat: Option<Which>) -> PyResult<String> {
        let viewer = self.viewer(seat)?;
        let mut text = text_scene(&self.table.scene(viewer));
        if let Some(ask) = viewer.seat().and_then(|seat| self.table.ask(seat)) {
            text.push('\n');
            text.push_str(&text_offers(&ask));
        }
        Ok(text)
    }

    /// A picture of the table as a seat sees it. Without a seat, the picture shows everything.
    #[pyo3(signature = (seat=None))]
    fn svg<'py>(&self, py: Python<'py>, seat: Option<Which>) -> PyResult<Bound<'py, PyAny>> {
        py.import("rulebook.svg")?.call_method1("draw", (self.scene(py, seat)?,))
    }

    /// The picture for notebooks.
    fn _repr_html_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.svg(py, None)
    }

    fn __str__(&self) -> PyResult<String> {
        self.text(None)
    }

    fn __repr__(&self) -> String {
        let (id, moves) = (&self.shared.info().id, self.moves_made());
        match self.table.outcome() {
            Some(outcome) => format!("<State of {id}: over after {moves} moves, {}>", outcome.reason()),
            None => format!("<State of {id}: {moves} moves made, seats {:?} to act>", self.seats_to_act()),
        }
    }

    fn __eq__(&self, other: PyRef<'_, State>) -> bool {
        self.shared.info().source == other.shared.info().source && self.table.digest() == other.table.digest()
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    #[expect(clippy::type_complexity, reason = "pickle needs this type")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Game, Bound<'py, PyBytes>, Option<Vec<(u8, u32)>>))> {
        let restore = py.import("rulebook._rulebook")?.getattr("_restore")?;
        Ok((restore, (self.game(), self.save(py), self.history.clone())))
    }
}
