//! The Python class `Game`.

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

/// The place where a game was found, so that another process can load the game again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub name: String,
    pub games: Option<PathBuf>,
    pub position: Option<String>,
}

/// Data shared by all matches of a game.
pub struct Shared {
    pub game: rulebook_catalog::Game,
    pub source: Source,
}

impl Shared {
    pub fn info(&self) -> &Info {
        self.game.rules.info()
    }

    /// Starts a match with this key. Without a number of seats, the match has the minimum number.
    pub fn start(
        &self,
        seats: Option<usize>,
        options: BTreeMap<String, String>,
        key: Key,
    ) -> PyResult<Box<dyn AnyMatch>> {
        let setup = self.setup(seats.unwrap_or(self.info().min_seats), options);
        self.game.rules.start(&setup, key).map_err(|why| wrong(why.reason()))
    }

    /// The setup of a match. It contains the start position, so that the log does, too.
    pub fn setup(&self, seats: usize, mut options: BTreeMap<String, String>) -> Setup {
        options.extend(self.source.position.iter().map(|text| (POSITION.to_owned(), text.clone())));
        Setup { seats, options }
    }

    pub fn spaces(&self, seats: Option<usize>) -> PyResult<Spaces> {
        Ok(self.start(seats, BTreeMap::new(), Key::from_seed("spaces"))?.spaces())
    }
}

/// A game from the catalog or from a file: see ``rulebook.load``.
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

/// The games of a folder. Without a folder, a game can be found only by its path. The games of this release are not
/// compiled in, because the package contains their files.
fn catalog(games: Option<&PathBuf>) -> Catalog {
    games.map_or_else(|| Catalog::embedded(&[]), Catalog::open)
}

/// The ids of all games in a folder of games.
#[pyfunction]
#[pyo3(signature = (games=None))]
pub fn ids(games: Option<PathBuf>) -> Vec<String> {
    catalog(games.as_ref()).ids()
}

/// A name that finds the same game from any working directory. A path becomes absolute, an id stays unchanged.
fn lasting(name: String, games: Option<&Path>) -> String {
    let on_the_shelf = !name.contains(['/', '\\']) && games.is_some_and(|games| games.join(&name).is_dir());
    if on_the_shelf || !Path::new(&name).exists() {
        return name;
    }
    std::path::absolute(&name).ok().and_then(|path| path.into_os_string().into_string().ok()).unwrap_or(name)
}

/// The key for a seed, which is a number or a text. Without a seed, the key is random.
pub fn key(seed: Option<&Bound<'_, PyAny>>) -> PyResult<Key> {
    match seed {
        Some(seed) => match seed.cast::<PyString>() {
            Ok(text) => Ok(Key::from_seed(text.to_str()?)),
            // Only integers are converted to text. The text of other values may change between versions of Python.
            Err(_) if seed.hasattr("__index__")? => {
                Ok(Key::from_seed(seed.call_method0("__index__")?.str()?.to_str()?))
            }
            Err(_) => {
                Err(PyTypeError::new_err(format!("a seed must be an integer or a text, not {}", seed.get_type())))
            }
        },
        None => {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(|why| wrong(format!("the system's random generator failed: {why}")))?;
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

    /// The id of the game.
    #[getter]
    fn id(&self) -> &str {
        &self.shared.game.id
    }

    /// The name of the game, for people.
    #[getter]
    fn name(&self) -> &str {
        &self.shared.info().name
    }

    /// A description in one or two sentences.
    #[getter]
    fn description(&self) -> &str {
        &self.shared.game.meta.description
    }

    /// The rules for people, in Markdown.
    #[getter]
    fn rules_text(&self) -> &str {
        &self.shared.game.rules_text
    }

    /// The minimum number of seats.
    #[getter]
    fn min_seats(&self) -> usize {
        self.shared.info().min_seats
    }

    /// The maximum number of seats.
    #[getter]
    fn max_seats(&self) -> usize {
        self.shared.info().max_seats
    }

    /// The maximum number of decisions in a match.
    #[getter]
    fn max_moves(&self) -> u32 {
        self.shared.info().max_moves
    }

    /// The version of the rules engine. It goes up whenever the same moves could give another result. Saves and logs of
    /// another version are refused.
    #[getter]
    fn semantics(&self) -> u32 {
        self.shared.info().semantics
    }

    /// The start position of matches, or ``None`` for the position in the rules.
    #[getter]
    fn position(&self) -> Option<&str> {
        self.shared.source.position.as_deref()
    }

    /// The options of a match: the values of each option, the default first.
    #[getter]
    fn options(&self) -> BTreeMap<String, Vec<String>> {
        self.shared.info().options.iter().map(|option| (option.name.clone(), option.values.clone())).collect()
    }

    /// The digest of the rules: of the rules file, or of the rules in the engine. Games with equal digests play the
    /// same.
    fn digest(&self) -> String {
        self.shared.info().source.to_string()
    }

    /// A new match. The same seed gives the same deal. Without a number of seats, uses the minimum.
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

    /// A match from ``State.save()``. The bytes may come from an untrusted source.
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

    /// The number of action numbers.
    #[pyo3(signature = (seats=None))]
    fn num_actions(&self, seats: Option<Count>) -> PyResult<usize> {
        Ok(self.shared.spaces(counted(seats))?.moves())
    }

    /// The length of an observation.
    #[pyo3(signature = (seats=None))]
    fn observation_size(&self, seats: Option<Count>) -> PyResult<usize> {
        Ok(self.shared.spaces(counted(seats))?.observed())
    }

    /// The meaning of action numbers: blocks, each with a name, an offset, a shape and a description.
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

    /// The JSON Schema of the actions of this game (see ``State.actions``). ``None`` if the game has no actions.
    ///
    /// >>> rulebook.load("duel").action_schema()["title"]
    /// 'Action of a duel'
    fn action_schema<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let schema = self.shared.game.rules.action_schema();
        schema.map(|schema| py.import("json")?.call_method1("loads", (schema,))).transpose()
    }

    /// The meaning of observations: blocks, each with a name, an offset, a shape and a description.
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

    /// Pickles the place where the game was found. Unpickling loads it from there, and checks that it is still the same
    /// game.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Found)> {
        let Source { name, games, position } = self.shared.source.clone();
        Ok((py.import("rulebook")?.getattr("_again")?, (name, games, position, self.digest())))
    }
}

/// The parts of a pickled game: its name, its folder, its start position and its digest.
type Found = (String, Option<PathBuf>, Option<String>, String);

/// Returns an error if a match belongs to another game.
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
