//! Loads a game file and selects the type of rules for the size of its board.

use rulebook_diag::{Diagnostic, Diagnostics, FileId, Sources, Span};
use rulebook_kernel::{Digest, GameOption, Info};
#[cfg(debug_assertions)]
use rulebook_kernel::{Illegal, Key, Setup};
use rulebook_matches::Visit;
#[cfg(debug_assertions)]
use rulebook_matches::{AnyMatch, Hosted};
use std::sync::Arc;

use crate::evaluation::{Values, Weights};
use crate::plan::{Plan, Planes};
use crate::rules::{Boards, POSITION};
use crate::spec::{self, Spec};
use crate::{SEMANTICS, codes};

/// A game that was read and checked, but not yet planned.
#[derive(Clone, Debug)]
pub struct Game {
    spec: Spec,
    info: Info,
    /// The start position as text, if it differs from the file.
    position: Option<String>,
    unproven: bool,
    /// The values from the file `values.json`, if there is one.
    values: Option<Values>,
    /// The network from the file `network.bin`, if there is one.
    network: Option<Arc<Weights>>,
}

/// The supported sizes: the number of words in a set, and the number of sets in a position.
const SIZES: [(usize, usize); 6] = [(1, 10), (1, 24), (2, 14), (2, 28), (4, 14), (4, 64)];

/// Reads and checks a game. Returns a game if and only if there is no error among the diagnostics.
pub fn load(sources: &Sources, file: FileId, id: &str) -> (Option<Game>, Diagnostics) {
    let (spec, mut diags) = spec::read(sources, file);
    let Some(spec) = spec else { return (None, diags) };
    if size(&spec).is_none() {
        let squares = usize::from(spec.board.cols) * usize::from(spec.board.rows);
        let most = SIZES.iter().filter(|(words, _)| squares <= 64 * words).map(|(_, sets)| sets).max().unwrap_or(&0);
        let message = format!("this game has too many pieces, players and flags for a board of {squares} squares");
        let found = Diagnostic::error(codes::TOO_MANY, Span::new(file, 0..1), message);
        diags.push(found.help(format!("use at most {} of them together", most - 1)));
        return (None, diags);
    }
    let players = spec.players.len();
    let info = Info {
        id: id.to_owned(),
        name: spec.name.clone(),
        min_seats: players,
        max_seats: players,
        source: Digest::of_bytes(sources.text(file).as_bytes()),
        semantics: SEMANTICS,
        // A turn has a second decision if the player chooses the square of a wall after the move.
        max_moves: u32::from(spec.clauses.max_plies) * if spec.clauses.walls_follow() { 2 } else { 1 },
        few_points: false,
        options: vec![],
    };
    (Some(Game { spec, info, position: None, unproven: false, values: None, network: None }), diags)
}

fn size(spec: &Spec) -> Option<(usize, usize)> {
    let squares = usize::from(spec.board.cols) * usize::from(spec.board.rows);
    let sets = Planes::new(spec).count;
    SIZES.into_iter().find(|(words, most)| squares <= 64 * words && sets <= *most)
}

impl Game {
    /// The game with the slow legality test: each move is made on a copy and then tested. Tests compare this game with
    /// the shortcut for checks and pins.
    #[doc(hidden)]
    #[must_use]
    pub fn unproven(mut self) -> Game {
        self.unproven = true;
        self
    }

    /// The game with the values of a `values.json`, with which bots evaluate positions.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with the text, also if it belongs to another version of the game.
    // Inline, so that only the caller (`host-boards`) compiles this function for every size of board.
    #[inline]
    pub fn with_values(&self, text: &str) -> Result<Game, String> {
        struct Try<'a>(&'a Values);
        impl VisitBoards for Try<'_> {
            type Out = Result<(), String>;
            fn visit<const W: usize, const N: usize>(self, mut rules: Boards<W, N>) -> Self::Out {
                rules.take_values(self.0)
            }
        }
        let values = Values::read(text, &self.info.source)?;
        visit_boards(self, Try(&values))?;
        Ok(Game { values: Some(values), ..self.clone() })
    }

    /// The game with the network of a `network.bin`, with which bots evaluate positions.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with the file, also if it belongs to another version of the game.
    #[inline]
    pub fn with_network(&self, file: &[u8]) -> Result<Game, String> {
        struct Try<'a>(&'a Weights);
        impl VisitBoards for Try<'_> {
            type Out = Result<(), String>;
            fn visit<const W: usize, const N: usize>(self, mut rules: Boards<W, N>) -> Self::Out {
                rules.set_network(Some(self.0))
            }
        }
        let weights = Weights::read(file, &self.info.source)?;
        visit_boards(self, Try(&weights))?;
        Ok(Game { network: Some(Arc::new(weights)), ..self.clone() })
    }

    /// The game without the network of a `network.bin`.
    #[must_use]
    pub fn without_network(&self) -> Game {
        Game { network: None, ..self.clone() }
    }

    /// The game without the values of a `values.json`.
    #[must_use]
    pub fn without_values(&self) -> Game {
        Game { values: None, ..self.clone() }
    }

    /// The properties that all matches of the game share.
    #[must_use]
    pub fn info(&self) -> &Info {
        &self.info
    }

    /// The rules for sets of `W` words and positions of `N` sets. `None` if the game needs another size.
    #[must_use]
    pub fn rules<const W: usize, const N: usize>(&self) -> Option<Boards<W, N>> {
        (size(&self.spec) == Some((W, N))).then(|| plan(self))
    }

    /// The game with another start position. The position is an option of the setup, so logs record it.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong with the position.
    // Inline, so that only the caller (`host-boards`) compiles this function for every size of board.
    #[inline]
    pub fn from_position(&self, text: &str) -> Result<Game, String> {
        struct Try<'a>(&'a str);
        impl VisitBoards for Try<'_> {
            type Out = Result<(), String>;
            fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
                rules.position_from(self.0).map(|_| ())
            }
        }
        visit_boards(self, Try(text))?;
        let mut game = self.clone();
        game.position = Some(text.to_owned());
        game.info.options = vec![GameOption { name: POSITION.to_owned(), values: vec![text.to_owned()] }];
        Ok(game)
    }
}

/// A function that is generic over the size of the board.
pub trait VisitBoards: Sized {
    /// The result of the visitor.
    type Out;
    /// Runs with the rules of the game.
    fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out;
}

/// Compiles a game for the smallest size of boards that it fits into, and passes the rules to the visitor.
pub fn visit_boards<V: VisitBoards>(game: &Game, visitor: V) -> V::Out {
    match size(&game.spec) {
        Some((1, 10)) => visitor.visit(plan::<1, 10>(game)),
        Some((1, _)) => visitor.visit(plan::<1, 24>(game)),
        Some((2, 14)) => visitor.visit(plan::<2, 14>(game)),
        Some((2, _)) => visitor.visit(plan::<2, 28>(game)),
        Some((4, 14)) => visitor.visit(plan::<4, 14>(game)),
        _ => visitor.visit(plan::<4, 64>(game)),
    }
}

#[inline(never)]
fn plan<const W: usize, const N: usize>(game: &Game) -> Boards<W, N> {
    let plan = if game.unproven { Plan::tested(&game.spec) } else { Plan::new(&game.spec) };
    let mut rules = Boards::new(game.info.clone(), plan);
    if let Some(values) = &game.values {
        rules.take_values(values).expect("the values were tried when they were read");
    }
    if let Some(network) = &game.network {
        rules.set_network(Some(network)).expect("the network was tried when it was read");
    }
    rules.first = game.position.as_ref().and_then(|text| rules.position_from(text).ok()).map(Box::new);
    rules
}

/// Plans a game and passes the rules to a visitor that knows only the kernel traits.
pub fn visit<V: Visit>(game: &Game, visitor: V) -> V::Out {
    struct Any<V>(V);
    impl<V: Visit> VisitBoards for Any<V> {
        type Out = V::Out;
        fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> V::Out {
            self.0.visit_open(Arc::new(rules))
        }
    }
    visit_boards(game, Any(visitor))
}

/// Begins a match. This function is not generic, so this crate contains the compiled rules for every size of board.
/// Crates that depend on this crate need not compile these rules again: rustc shares generic functions between crates,
/// if it does not optimise for speed.
///
/// # Errors
/// Returns an error if the game does not allow the setup.
#[cfg(debug_assertions)]
pub fn begin(game: &Game, setup: &Setup, key: Key) -> Result<Box<dyn AnyMatch>, Illegal> {
    struct Begin<'a>(&'a Setup, Key);
    impl VisitBoards for Begin<'_> {
        type Out = Result<Box<dyn AnyMatch>, Illegal>;
        fn visit<const W: usize, const N: usize>(self, rules: Boards<W, N>) -> Self::Out {
            Ok(Box::new(Hosted::new(rules).begin(self.0, self.1)?))
        }
    }
    visit_boards(game, Begin(setup, key))
}
