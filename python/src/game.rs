//! A game, compiled.

use crate::bot::Bot;
use crate::counts::{Count, counted};
use crate::errors::{RulesError, illegal, wrong};
use crate::state::State;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use rulebook_boards::POSITION;
use rulebook_catalog::Catalog;
use rulebook_kernel::{Info, Key, Setup};
use rulebook_matches::AnyMatch;
use rulebook_spaces::{Block, Spaces};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a game was found: enough to find it again in another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub name: String,
    pub games: Option<PathBuf>,
    pub position: Option<String>,
}

/// What matches of a game share.
pub struct Shared {
    pub game: rulebook_catalog::Game,
    pub source: Source,
}

impl Shared {
    pub fn info(&self) -> &Info {
        self.game.rules.info()
    }

    /// A match with this key. Without a number of seats as few as there can be.
    pub fn start(
        &self,
        seats: Option<usize>,
        options: BTreeMap<String, String>,
        key: Key,
    ) -> PyResult<Box<dyn AnyMatch>> {
        let setup = self.setup(seats.unwrap_or(self.info().min_seats), options);
        self.game.rules.start(&setup, key).map_err(|why| wrong(why.reason()))
    }

    /// How a match is set up: a position that it begins in stands in its log.
    pub fn setup(&self, seats: usize, mut options: BTreeMap<String, String>) -> Setup {
        options.extend(self.source.position.iter().map(|text| (POSITION.to_owned(), text.clone())));
        Setup { seats, options }
    }

    pub fn spaces(&self, seats: Option<usize>) -> PyResult<Spaces> {
        Ok(self.start(seats, BTreeMap::new(), Key::from_seed("spaces"))?.spaces())
    }
}

/// A game of the shelf, or from a file: see ``rulebook.load``.
///
/// >>> game = rulebook.load("hearts")
/// >>> game
/// <Game hearts: Hearts, 4 seats>
/// >>> state = game.new(seed=7)
/// >>> state.seats, len(game.digest())
/// (4, 64)
#[pyclass(module = "rulebook._rulebook", frozen)]
#[derive(Clone)]
pub struct Game {
    pub shared: Arc<Shared>,
}

fn catalog(games: Option<&PathBuf>) -> Catalog {
    games.map_or_else(Catalog::discover, Catalog::open)
}

/// The ids of all games on a shelf.
#[pyfunction]
#[pyo3(signature = (games=None))]
pub fn ids(games: Option<PathBuf>) -> Vec<String> {
    catalog(games.as_ref()).ids()
}

/// The name by which it is found again from another folder: an id as it is, a path from the root.
fn lasting(name: String, games: Option<&Path>) -> String {
    let on_the_shelf = !name.contains(['/', '\\']) && games.is_some_and(|games| games.join(&name).is_dir());
    if on_the_shelf || !Path::new(&name).exists() {
        return name;
    }
    std::path::absolute(&name).ok().and_then(|path| path.into_os_string().into_string().ok()).unwrap_or(name)
}

/// A seed is a number or a text; without one it comes from the system.
pub fn key(seed: Option<&Bound<'_, PyAny>>) -> PyResult<Key> {
    match seed {
        Some(seed) => match seed.cast::<PyString>() {
            Ok(text) => Ok(Key::from_seed(text.to_str()?)),
            // Anything else has a text, too, but one that may be another tomorrow.
            Err(_) if seed.hasattr("__index__")? => {
                Ok(Key::from_seed(seed.call_method0("__index__")?.str()?.to_str()?))
            }
            Err(_) => Err(PyTypeError::new_err(format!("a seed is a whole number or a text, not {}", seed.get_type()))),
        },
        None => {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(|why| wrong(format!("the system gives no random numbers: {why}")))?;
            Ok(Key::from_bytes(bytes))
        }
    }
}

fn described<'py>(py: Python<'py>, blocks: &[Block]) -> PyResult<Bound<'py, PyList>> {
    let mut offset = 0;
    let all = PyList::empty(py);
    for block in blocks.iter().filter(|block| block.size() > 0) {
        let dict = PyDict::new(py);
        dict.set_item("name", &block.name)?;
        dict.set_item("offset", offset)?;
        dict.set_item("shape", pyo3::types::PyTuple::new(py, &block.shape)?)?;
        dict.set_item("about", &block.about)?;
        all.append(dict)?;
        offset += block.size();
    }
    Ok(all)
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, games=None, position=None))]
    fn new(py: Python<'_>, name: String, games: Option<PathBuf>, position: Option<String>) -> PyResult<Game> {
        let found = py.detach(|| catalog(games.as_ref()).find(&name));
        let mut game = found.map_err(|report| RulesError::new_err(report.to_string()))?;
        if let Some(position) = &position {
            game = game.from_position(position).map_err(wrong)?;
        }
        let source = Source { name: lasting(name, games.as_deref()), games, position };
        Ok(Game { shared: Arc::new(Shared { game, source }) })
    }

    /// The id by which it is loaded.
    #[getter]
    fn id(&self) -> &str {
        &self.shared.game.id
    }

    /// The name, for people.
    #[getter]
    fn name(&self) -> &str {
        &self.shared.info().name
    }

    /// What it is, in a sentence or two.
    #[getter]
    fn description(&self) -> &str {
        &self.shared.game.meta.description
    }

    /// The rules for people, in Markdown.
    #[getter]
    fn rules_text(&self) -> &str {
        &self.shared.game.rules_text
    }

    /// The fewest seats it can be played with.
    #[getter]
    fn min_seats(&self) -> usize {
        self.shared.info().min_seats
    }

    /// The most seats it can be played with.
    #[getter]
    fn max_seats(&self) -> usize {
        self.shared.info().max_seats
    }

    /// Every match ends within so many decisions.
    #[getter]
    fn max_moves(&self) -> u32 {
        self.shared.info().max_moves
    }

    /// The version of what its rules mean: saves and logs of another one are refused.
    #[getter]
    fn semantics(&self) -> u32 {
        self.shared.info().semantics
    }

    /// Where matches begin, if not where the rules say.
    #[getter]
    fn position(&self) -> Option<&str> {
        self.shared.source.position.as_deref()
    }

    /// What can be chosen before the start: the values of each option, the default first.
    #[getter]
    fn options(&self) -> BTreeMap<String, Vec<String>> {
        self.shared.info().options.iter().map(|option| (option.name.clone(), option.values.clone())).collect()
    }

    /// The digest of everything that decides how it plays.
    fn digest(&self) -> String {
        self.shared.info().source.to_string()
    }

    /// A new match. The same seed gives the same deal; without a number of seats as few as there can be.
    #[pyo3(name = "new", signature = (seed=None, seats=None, options=None))]
    fn new_state(
        &self,
        seed: Option<&Bound<'_, PyAny>>,
        seats: Option<Count>,
        options: Option<BTreeMap<String, String>>,
    ) -> PyResult<State> {
        let table = self.shared.start(counted(seats), options.unwrap_or_default(), key(seed)?)?;
        Ok(State::new(Arc::clone(&self.shared), table, Some(Vec::new())))
    }

    /// A match from `State.save()`. The bytes can be hostile.
    fn load(&self, saved: &Bound<'_, PyBytes>) -> PyResult<State> {
        let table = self.shared.game.rules.load(saved.as_bytes()).map_err(|why| wrong(why.to_string()))?;
        Ok(State::new(Arc::clone(&self.shared), table, None))
    }

    /// A bot from its spec: ``random``, ``ismcts:500``, ``alphabeta:50ms``, ``hard``.
    ///
    /// >>> game = rulebook.load("tic-tac-toe")
    /// >>> game.bot("mcts:500", seed=1)
    /// <Bot mcts:500 for tic-tac-toe>
    /// >>> game.bot("clever")
    /// Traceback (most recent call last):
    ///     ...
    /// ValueError: ...
    #[pyo3(signature = (spec, seed=None))]
    fn bot(&self, spec: &str, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Bot> {
        Bot::new(Arc::clone(&self.shared), spec, key(seed)?)
    }

    /// How many numbers there are for moves.
    #[pyo3(signature = (seats=None))]
    fn num_actions(&self, seats: Option<Count>) -> PyResult<usize> {
        Ok(self.shared.spaces(counted(seats))?.moves())
    }

    /// How many numbers are observed.
    #[pyo3(signature = (seats=None))]
    fn observation_size(&self, seats: Option<Count>) -> PyResult<usize> {
        Ok(self.shared.spaces(counted(seats))?.observed())
    }

    /// What the numbers of moves mean: blocks with a name, where each begins, its shape, and words.
    ///
    /// >>> [(block["name"], block["shape"]) for block in rulebook.load("connect-four").action_spec()]
    /// [('pass', (1,)), ('drop', (1, 42)), ('shared', (64,))]
    #[pyo3(signature = (seats=None))]
    fn action_spec<'py>(&self, py: Python<'py>, seats: Option<Count>) -> PyResult<Bound<'py, PyList>> {
        let mut spaces = self.shared.spaces(counted(seats))?;
        let about = "moves that cannot be counted beforehand, such as sets of cards: by a hash, the next free one of those \
                     legal at that moment";
        spaces.actions.push(Block::new("shared", &[spaces.shared], about));
        described(py, &spaces.actions)
    }

    /// What the numbers of an observation mean: blocks with a name, where each begins, its shape, and words.
    ///
    /// >>> game = rulebook.load("hearts")
    /// >>> spec = game.observation_spec()
    /// >>> spec[0]["name"], spec[0]["shape"], spec[2]["name"], spec[2]["shape"][1]
    /// ('seat', (4,), 'cards', 52)
    #[pyo3(signature = (seats=None))]
    fn observation_spec<'py>(&self, py: Python<'py>, seats: Option<Count>) -> PyResult<Bound<'py, PyList>> {
        described(py, &self.shared.spaces(counted(seats))?.observation)
    }

    fn __repr__(&self) -> String {
        let (info, source) = (self.shared.info(), &self.shared.source);
        let seats = match (info.min_seats, info.max_seats) {
            (min, max) if min == max => format!("{min} seats"),
            (min, max) => format!("{min} to {max} seats"),
        };
        let seats = if info.max_seats == 1 { "1 seat".to_owned() } else { seats };
        let from = source.position.as_ref().map(|position| format!(", from {position}")).unwrap_or_default();
        format!("<Game {}: {}, {seats}{from}>", info.id, info.name)
    }

    fn __eq__(&self, other: &Game) -> bool {
        let (one, two) = (self.shared.info(), other.shared.info());
        let begin_alike = self.shared.source.position == other.shared.source.position;
        begin_alike && one.source == two.source && one.semantics == two.semantics
    }

    fn __hash__(&self) -> u64 {
        let bytes = self.shared.info().source;
        bytes.bytes().iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte))
    }

    /// Found again where it was found, if it is still the same there.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Found)> {
        let Source { name, games, position } = self.shared.source.clone();
        Ok((py.import("rulebook")?.getattr("_again")?, (name, games, position, self.digest())))
    }
}

/// What is pickled of a game: its name, its shelf, where matches begin, its digest.
type Found = (String, Option<PathBuf>, Option<String>, String);

/// Refuses a match of another game.
pub fn same(one: &Arc<Shared>, other: &Arc<Shared>) -> PyResult<()> {
    if Arc::ptr_eq(one, other) || one.info().source == other.info().source {
        return Ok(());
    }
    Err(illegal(&rulebook_kernel::Illegal::new(format!(
        "this is a match of {}, not of {}",
        other.info().name,
        one.info().name
    ))))
}
